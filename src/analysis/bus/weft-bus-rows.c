/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-rows.h"

#include <glib/gi18n-lib.h>

static const WeftFactColumn columns[] = {
  { "seq", N_ ("Seq"), FALSE, NULL },
  { "line", N_ ("Line"), FALSE, N_ ("Of the file; in a binary one the number of the record") },
  { "master", N_ ("Master"), FALSE, NULL },
  { "tick_first_attempt", N_ ("First attempt"), FALSE, N_ ("Tick") },
  { "tick_complete", N_ ("Complete"), FALSE, N_ ("Tick") },
  { "addr", N_ ("Address"), FALSE, NULL },
  { "region", N_ ("Region"), FALSE, NULL },
  { "size", N_ ("Size"), FALSE, N_ ("Bytes") },
  { "rw", N_ ("R/W"), FALSE, NULL },
  { "kind", N_ ("Kind"), FALSE, NULL },
  { "service_cycles", N_ ("Service"), FALSE, N_ ("Cycles of one attempt") },
  { "retries", N_ ("Retries"), FALSE, NULL },
  { "elapsed", N_ ("Elapsed"), FALSE,
    N_ ("Cycles; reckoned from retries where ticks run backwards") },
  { "wait", N_ ("Wait"), FALSE, N_ ("Cycles of these that were no service") },
  { "wait_delta", N_ ("Δ wait"), FALSE, N_ ("Cycles of the model − observed") },
  { "class", N_ ("Class"), TRUE, N_ ("A known gap is one of the trace, no error of the arbiter") },
};

static void
fill (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusRows *self = data;
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (self->index);
  guint32 access = weft_bus_index_get_row (self->index, row);
  WeftBusRecord record;
  WeftBusVerdict verdict;
  guint64 elapsed;

  weft_bus_snapshot_get_record (snapshot, access, &record);
  weft_bus_model_get_verdict (self->model, weft_bus_model_get_place (self->model, access),
                              &verdict);
  elapsed = weft_bus_access_get_elapsed (&record);
  *cells++ = weft_cell_count (record.seq);
  *cells++ = weft_cell_signed (record.line);
  *cells++ = weft_cell_text (g_strdup (weft_bus_master_to_string (record.master)));
  *cells++ = weft_cell_count (record.first_attempt);
  *cells++ = weft_cell_count (record.complete);
  *cells++ = weft_cell_text (g_strdup_printf ("0x%08X", record.addr));
  *cells++ =
    weft_cell_text (g_strdup (weft_bus_region_get (weft_bus_region_of (record.addr))->name));
  *cells++ = weft_cell_count (record.size);
  *cells++ = weft_cell_text (g_strdup (weft_bus_trace_get_rw (snapshot->trace, record.rw)));
  *cells++ = weft_cell_text (g_strdup (weft_bus_trace_get_kind (snapshot->trace, record.kind)));
  *cells++ = weft_cell_count (record.service);
  *cells++ = weft_cell_count (record.retries);
  *cells++ = weft_cell_count (elapsed);
  *cells++ = weft_cell_count (weft_bus_access_get_wait (&record, elapsed));
  *cells++ = weft_cell_signed (verdict.wait_delta);
  *cells++ = weft_cell_text (g_strdup (weft_bus_class_to_string (verdict.class)));
}

WeftFacts
weft_bus_rows_get_facts (const WeftBusRows *rows)
{
  return (WeftFacts){ columns, G_N_ELEMENTS (columns), weft_bus_index_get_n_rows (rows->index),
                      fill, (gpointer) rows };
}
