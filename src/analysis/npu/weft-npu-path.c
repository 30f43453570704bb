/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-path.h"

#include "weft-npu-index-builder.h"
#include "weft-npu-trace-private.h"

/* The engine's event that ends last among those that end before the one in `row` begins. */
static guint32
find_before (const WeftNpuSnapshot *snapshot, guint32 row)
{
  const WeftNpuTrace *trace = snapshot->trace;
  const WeftNpuTrack *work = &snapshot->index->lanes[weft_npu_lane (trace, row)].work;
  gint64 start = weft_npu_start (trace, row);
  guint32 found = WEFT_NO_ROW;

  for (guint sub = 0; sub < work->n_subs; sub++)
    {
      guint32 place = weft_npu_track_find (work, sub, start), before;

      if (place == work->subs[sub])
        continue;
      before = weft_npu_track_row (work, place - 1);
      if (before != row
          && (found == WEFT_NO_ROW || weft_npu_end (trace, before) > weft_npu_end (trace, found)))
        found = before;
    }
  return found;
}

static guint32
find_producer (const WeftNpuSnapshot *snapshot, guint32 row)
{
  const WeftNpuDependencies *dependencies = snapshot->dependencies;
  guint32 found = WEFT_NO_ROW;

  if (row >= dependencies->n_events)
    return WEFT_NO_ROW;
  for (guint32 i = dependencies->first[row]; i < dependencies->first[row + 1]; i++)
    if (found == WEFT_NO_ROW
        || weft_npu_end (snapshot->trace, dependencies->producers[i])
             > weft_npu_end (snapshot->trace, found))
      found = dependencies->producers[i];
  return found;
}

static guint32
find_last (const WeftNpuSnapshot *snapshot)
{
  const WeftNpuTrace *trace = snapshot->trace;
  guint32 last = WEFT_NO_ROW;

  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (weft_npu_type (trace, row) == WEFT_NPU_ENGINE
        && (weft_npu_flags (trace, row) & WEFT_NPU_NO_TIME) == 0
        && weft_npu_lane (trace, row) < snapshot->n_lanes
        && (last == WEFT_NO_ROW || weft_npu_end (trace, row) > weft_npu_end (trace, last)))
      last = row;
  return last;
}

static void
reverse (GArray *steps)
{
  for (guint i = 0; i < steps->len / 2; i++)
    {
      WeftNpuStep *a = &g_array_index (steps, WeftNpuStep, i),
                  *b = &g_array_index (steps, WeftNpuStep, steps->len - 1 - i), step = *a;

      *a = *b;
      *b = step;
    }
}

static GArray *
find_steps (const WeftNpuSnapshot *snapshot)
{
  const WeftNpuTrace *trace = snapshot->trace;
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (WeftNpuStep));
  guint32 row = snapshot->dependencies != NULL ? find_last (snapshot) : WEFT_NO_ROW;

  /* A trace whose dependencies go round would never end. */
  while (row != WEFT_NO_ROW && steps->len < snapshot->n_events)
    {
      guint32 producer = find_producer (snapshot, row), before = find_before (snapshot, row);
      WeftNpuStep step = { .row = row, .cause = WEFT_NPU_AFTER_PRODUCER };
      guint32 next = producer;

      if (producer == WEFT_NO_ROW
          || (before != WEFT_NO_ROW
              && weft_npu_end (trace, before) > weft_npu_end (trace, producer)))
        {
          next = before;
          step.cause = before != WEFT_NO_ROW ? WEFT_NPU_AFTER_ENGINE : WEFT_NPU_AFTER_NOTHING;
        }
      if (next != WEFT_NO_ROW)
        step.wait = MAX (weft_npu_start (trace, row) - weft_npu_end (trace, next), 0);
      g_array_append_val (steps, step);
      row = next;
    }
  reverse (steps);
  return steps;
}

WeftNpuPath *
weft_npu_path_new (const WeftNpuSnapshot *snapshot)
{
  WeftNpuPath *self = g_new0 (WeftNpuPath, 1);
  GArray *steps = find_steps (snapshot);
  g_autoptr (WeftBitset) rows = weft_bitset_new (snapshot->n_events);

  for (guint i = 0; i < steps->len; i++)
    {
      guint32 row = g_array_index (steps, WeftNpuStep, i).row;

      rows->words[row / 64] |= G_GUINT64_CONSTANT (1) << row % 64;
    }
  weft_bitset_seal (rows);
  g_atomic_ref_count_init (&self->ref_count);
  self->n_steps = steps->len;
  self->steps = (WeftNpuStep *) (gpointer) g_array_free (steps, FALSE);
  self->index = weft_npu_index_build (snapshot, rows);
  return self;
}

WeftNpuPath *
weft_npu_path_ref (WeftNpuPath *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_npu_path_unref (WeftNpuPath *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  weft_npu_index_unref (self->index);
  g_free (self->steps);
  g_free (self);
}
