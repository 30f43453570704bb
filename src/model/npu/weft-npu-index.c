/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-index.h"

#include "weft-bulk.h"

WeftNpuIndex *
weft_npu_index_new_empty (guint n_lanes)
{
  WeftNpuIndex *self = g_new0 (WeftNpuIndex, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_lanes = n_lanes;
  self->lanes = g_new0 (WeftNpuLaneIndex, n_lanes);
  self->order = g_new0 (guint, n_lanes);
  return self;
}

WeftNpuIndex *
weft_npu_index_ref (WeftNpuIndex *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
clear_track (WeftNpuTrack *track)
{
  for (guint sub = 0; sub < track->n_subs; sub++)
    weft_spans_clear (&track->spans[sub]);
  g_free (track->spans);
  weft_bulk_free (track->rows);
  g_free (track->subs);
}

void
weft_npu_index_unref (WeftNpuIndex *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_lanes; i++)
    {
      clear_track (&self->lanes[i].work);
      clear_track (&self->lanes[i].points);
      clear_track (&self->lanes[i].stalls);
      if (self->lanes[i].either.blocks.blocks != self->lanes[i].busy.blocks.blocks)
        weft_spans_clear (&self->lanes[i].either);
      weft_spans_clear (&self->lanes[i].busy);
      weft_spans_clear (&self->lanes[i].stalled);
      weft_spans_clear (&self->lanes[i].failed);
    }
  clear_track (&self->tokens);
  clear_track (&self->markers);
  g_free (self->lanes);
  g_free (self->order);
  g_free (self->samples);
  g_free (self);
}
