/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-rows.h"

#include "weft-timeline-facts.h"
#include "weft-timeline-fields.h"

void
weft_timeline_rows_init (WeftTimelineRows *self, WeftTimelineSnapshot *snapshot,
                         const WeftBitset *set)
{
  *self = (WeftTimelineRows){ .snapshot = weft_timeline_snapshot_ref (snapshot),
                              .n_rows = snapshot->n_events };
  if (set == NULL)
    return;
  self->rows = g_new (guint32, set->n_set);
  self->n_rows = 0;
  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (weft_bitset_has (set, row))
      self->rows[self->n_rows++] = row;
}

void
weft_timeline_rows_clear (WeftTimelineRows *self)
{
  g_clear_pointer (&self->rows, g_free);
  g_clear_pointer (&self->snapshot, weft_timeline_snapshot_unref);
}

guint32
weft_timeline_rows_get_event (const WeftTimelineRows *self, guint row)
{
  if (row >= self->n_rows)
    return WEFT_NO_ROW;
  return self->rows != NULL ? self->rows[row] : row;
}

WeftFacts
weft_timeline_rows_get_facts (const WeftTimelineRows *self, WeftFieldFlags flag)
{
  WeftFacts facts = weft_facts_of (&weft_timeline_event_schema, flag, self->snapshot, self->n_rows);

  facts.rows = self->rows;
  weft_timeline_facts_set_time (&facts, self->snapshot);
  return facts;
}
