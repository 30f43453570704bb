/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-events.h"

#include <glib/gi18n-lib.h>

static const WeftFactColumn columns[] = {
  { "cycle", N_ ("Cycle"), FALSE, N_ ("From the zero of the trace") },
  { "device", N_ ("Device"), FALSE, NULL },
  { "core", N_ ("Core"), FALSE, N_ ("Tile that issued it, NOC_0 physical") },
  { "proc", N_ ("Processor"), FALSE, NULL },
  { "type", N_ ("Type"), FALSE, N_ ("Of the event, or the zone’s phase") },
  { "noc", N_ ("NoC"), FALSE, NULL },
  { "other", N_ ("Other tile"), FALSE, N_ ("Or the rectangle of a multicast") },
  { "bytes", N_ ("Bytes"), FALSE, N_ ("8160 stands for 8160 or more") },
  { "vc", N_ ("VC"), FALSE, N_ ("Virtual channel; — is unset") },
  { "done", N_ ("≤ Cycles"), FALSE, N_ ("To the end of the barrier after it") },
  { "op", N_ ("Op"), FALSE, NULL },
  { "line", N_ ("Line"), FALSE, NULL },
  { "name", N_ ("Zone, or calls of dataflow_api.h"), TRUE, NULL },
};

guint32
weft_noc_events_get_record (const WeftNocEvents *self, guint row)
{
  return self->records != NULL ? self->records[row] : row;
}

static WeftCell
other_cell (const WeftNocRecord *record)
{
  if (record->dx < 0 || record->dy < 0)
    return weft_cell_none ();
  if ((record->flags & WEFT_NOC_MULTICAST) != 0)
    return weft_cell_text (
      g_strdup_printf ("(%d,%d)–(%d,%d)", record->dx, record->dy, record->end_x, record->end_y));
  return weft_cell_text (g_strdup_printf ("(%d,%d)", record->dx, record->dy));
}

static const char *
get_type_name (const WeftNocRecord *record)
{
  if (!record->is_event)
    return record->kind == WEFT_NOC_ZONE_START ? "ZONE_START" : "ZONE_END";
  return record->type != WEFT_NOC_TYPE_OTHER ? weft_noc_get_type (record->type)->name
                                             : record->name;
}

static void
fill (gpointer data, guint row, WeftCell *cells)
{
  static const char *const nocs[] = { "NOC_0", "NOC_1", NULL };
  const WeftNocEvents *self = data;
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  guint32 index = weft_noc_events_get_record (self, row);
  const WeftNocTransfer *transfer;
  WeftNocRecord record;
  WeftNocContext context;

  weft_noc_trace_get_record (trace, index, &record);
  weft_noc_trace_get_context (trace, record.context, &context);
  transfer = record.is_event ? weft_noc_capture_find_transfer (self->capture, index) : NULL;
  *cells++ = weft_cell_signed (weft_noc_capture_get_cycle (self->capture, index));
  *cells++ = weft_cell_signed (weft_noc_capture_get_device_id (
    self->capture, weft_noc_capture_device_of (self->capture, index)));
  *cells++ = weft_cell_text (g_strdup_printf ("(%d,%d)", record.sx, record.sy));
  *cells++ = weft_cell_text (g_strdup (record.proc));
  *cells++ = weft_cell_text (g_strdup (get_type_name (&record)));
  *cells++ = weft_cell_text (g_strdup (nocs[MIN (record.noc, 2)]));
  *cells++ = record.is_event ? other_cell (&record) : weft_cell_none ();
  *cells++ = record.is_event ? weft_cell_count (record.bytes) : weft_cell_none ();
  *cells++ = record.vc >= 0 ? weft_cell_signed (record.vc) : weft_cell_none ();
  *cells++ = transfer != NULL && (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0
               ? weft_cell_signed (transfer->done - transfer->issue)
               : weft_cell_none ();
  *cells++ = weft_cell_text (g_strdup (context.op_name));
  *cells++ = weft_cell_signed (record.line);
  *cells++ = weft_cell_text (
    g_strdup (record.is_event ? weft_noc_get_type (record.type)->calls : record.name));
}

void
weft_noc_events_init (WeftNocEvents *self, const WeftNocCapture *capture, const WeftBitset *records)
{
  guint32 n = weft_noc_capture_get_n_records (capture), count = 0;

  self->capture = capture;
  self->records = NULL;
  self->n_records = n;
  if (records == NULL)
    return;
  self->records = g_new (guint32, MAX (records->n_set, 1));
  for (guint32 i = 0; i < n; i++)
    if (weft_bitset_has (records, i))
      self->records[count++] = i;
  self->n_records = count;
}

void
weft_noc_events_clear (WeftNocEvents *self)
{
  g_clear_pointer (&self->records, g_free);
}

WeftFacts
weft_noc_events_get (const WeftNocEvents *self)
{
  return (WeftFacts){ columns, G_N_ELEMENTS (columns), self->n_records, fill, (gpointer) self };
}
