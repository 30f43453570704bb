/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-rows.h"

#include "weft-npu-facts.h"
#include "weft-npu-fields.h"

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

WeftFacts
weft_npu_rows_get_facts (const WeftNpuRows *self, WeftFieldFlags flag)
{
  WeftFacts facts = weft_facts_of (&weft_npu_event_schema, flag, self->snapshot, self->n_rows);

  facts.rows = self->rows;
  return facts;
}
