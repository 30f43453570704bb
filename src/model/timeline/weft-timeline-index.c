/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-index.h"

#include "weft-bulk.h"
#include "weft-huge-pages.h"

/* Bytes of what there is by row, all in one piece of memory that begins with `self`. */
#define ROW_SIZE (sizeof (gint64) + 3 * sizeof (guint32) + sizeof (guint8))

WeftTimelineIndex *
weft_timeline_index_new_empty (guint n_tracks, guint32 n_events)
{
  WeftTimelineIndex *self = g_new0 (WeftTimelineIndex, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_tracks = n_tracks;
  self->tracks = g_new0 (WeftTimelineTrackIndex, n_tracks);
  self->order = g_new0 (guint, n_tracks);
  self->n_events = n_events;
  self->self = weft_bulk_alloc_anyway (n_events * ROW_SIZE);
  weft_huge_pages_use (self->self, n_events * ROW_SIZE);
  self->parents = (guint32 *) (gpointer) (self->self + n_events);
  self->rows = self->parents + n_events;
  self->names = self->rows + n_events;
  self->depths = (guint8 *) (self->names + n_events);
  return self;
}

WeftTimelineIndex *
weft_timeline_index_ref (WeftTimelineIndex *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
clear_track (WeftTimelineTrackIndex *track)
{
  for (guint depth = 0; depth < track->n_depths; depth++)
    weft_spans_clear (&track->spans[depth]);
  weft_spans_clear (&track->busy);
  g_free (track->spans);
  g_free (track->depths);
}

void
weft_timeline_index_unref (WeftTimelineIndex *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_tracks; i++)
    clear_track (&self->tracks[i]);
  g_free (self->tracks);
  g_free (self->order);
  weft_bulk_free (self->self);
  weft_bulk_free (self->fresh);
  g_free (self);
}
