/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-rows.h"

#include "weft-npu-facts.h"

#include <glib/gi18n-lib.h>

void
weft_npu_rows_init (WeftNpuRows *self, WeftNpuSnapshot *snapshot, const WeftBitset *set)
{
  *self =
    (WeftNpuRows){ .snapshot = weft_npu_snapshot_ref (snapshot), .n_rows = snapshot->n_events };
  if (set == NULL)
    return;
  self->rows = g_new (guint32, set->n_set);
  self->n_rows = 0;
  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (weft_bitset_has (set, row))
      self->rows[self->n_rows++] = row;
}

void
weft_npu_rows_clear (WeftNpuRows *self)
{
  g_clear_pointer (&self->rows, g_free);
  g_clear_pointer (&self->snapshot, weft_npu_snapshot_unref);
}

guint32
weft_npu_rows_get_event (const WeftNpuRows *self, guint row)
{
  if (row >= self->n_rows)
    return WEFT_NO_ROW;
  return self->rows != NULL ? self->rows[row] : row;
}

static const WeftFactColumn columns[] = {
  { "type", N_ ("Type"), FALSE, NULL },
  { "engine", N_ ("Engine"), FALSE, NULL },
  { "name", N_ ("Name"), FALSE,
    N_ ("Op, reason of a stall, marker, memory, event of a command, phase of a token") },
  { "start", N_ ("Start"), FALSE, NULL, WEFT_UNIT_CYCLE },
  { "end", N_ ("End"), FALSE, NULL, WEFT_UNIT_CYCLE },
  { "length", N_ ("Length"), FALSE, NULL, WEFT_UNIT_CYCLES },
  { "layer", N_ ("Layer"), FALSE, NULL },
  { "tile", N_ ("Tile"), FALSE, NULL },
  { "phase", N_ ("Phase"), FALSE, NULL },
  { "token", N_ ("Token"), FALSE, NULL },
  { "bytes", N_ ("Bytes"), FALSE, N_ ("As they were aligned, or else as they were asked for") },
  { "macs", N_ ("MACs"), FALSE, NULL },
  { "command", N_ ("Command"), FALSE, NULL },
  { "line", N_ ("Line"), FALSE, N_ ("Of the file") },
};

static WeftCell
name_cell (const WeftNpuSnapshot *snapshot, guint32 name)
{
  const char *text = weft_npu_trace_get_name (snapshot->trace, name);

  return weft_cell_text (text != NULL ? g_utf8_make_valid (text, -1) : NULL);
}

static WeftCell
number_cell (gint64 number)
{
  return number == WEFT_NPU_NONE ? weft_cell_none () : weft_cell_signed (number);
}

static void
fill_row (gpointer data, guint row, WeftCell *cells)
{
  const WeftNpuRows *self = data;
  const WeftNpuSnapshot *snapshot = self->snapshot;
  gboolean timeless;
  WeftNpuEvent event;
  WeftNpuLane lane;

  weft_npu_snapshot_get_event (snapshot, weft_npu_rows_get_event (self, row), &event);
  timeless = (event.flags & WEFT_NPU_NO_TIME) != 0;
  cells[0] = event.type == WEFT_NPU_OTHER
               ? name_cell (snapshot, event.name)
               : weft_cell_text (g_strdup (weft_npu_type_to_string (event.type)));
  cells[1] = weft_cell_none ();
  if (event.lane != WEFT_NPU_NO_LANE)
    {
      weft_npu_snapshot_get_lane (snapshot, event.lane, &lane);
      cells[1] = weft_cell_text (weft_npu_lane_to_string (&lane));
    }
  cells[2] = name_cell (snapshot, event.name);
  cells[3] = timeless ? weft_cell_none () : weft_cell_signed (event.start);
  cells[4] = timeless ? weft_cell_none () : weft_cell_signed (event.end);
  cells[5] = timeless ? weft_cell_none () : weft_cell_signed (event.end - event.start);
  cells[6] = name_cell (snapshot, event.layer);
  cells[7] = name_cell (snapshot, event.tile);
  cells[8] = name_cell (snapshot, event.phase);
  cells[9] = number_cell (event.token);
  cells[10] = number_cell (event.aligned != WEFT_NPU_NONE ? event.aligned : event.bytes);
  cells[11] = number_cell (event.macs);
  cells[12] = number_cell (event.command);
  cells[13] = weft_cell_signed (event.line);
}

WeftFacts
weft_npu_rows_get_facts (const WeftNpuRows *self)
{
  WeftFacts facts = { columns, G_N_ELEMENTS (columns), self->n_rows, fill_row, (gpointer) self };

  weft_npu_facts_set_time (&facts, self->snapshot);
  return facts;
}
