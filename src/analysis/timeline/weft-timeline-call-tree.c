/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-call-tree.h"

#include "weft-map64.h"
#include "weft-timeline-trace-private.h"

typedef struct
{
  WeftTimelineCallTree *tree;
  WeftMap64 by_key; /* a path's parent and name; the path */
  guint32 n_room;
  guint32 *path_of_row;
  GArray *overlaps; /* WeftTimelineOverlap */
} Builder;

static guint32
find_path (Builder *self, guint32 parent, guint32 name)
{
  WeftTimelineCallTree *tree = self->tree;
  guint64 key = (guint64) parent << 32 | name;
  guint32 path = weft_map64_get (&self->by_key, key);

  if (path != WEFT_MAP64_NONE)
    return path;
  if (tree->n_paths == self->n_room)
    {
      self->n_room = MAX (256, 2 * self->n_room);
      tree->paths = g_renew (WeftTimelinePath, tree->paths, self->n_room);
    }
  tree->paths[tree->n_paths] = (WeftTimelinePath){ name, parent };
  weft_map64_set (&self->by_key, key, tree->n_paths);
  return tree->n_paths++;
}

/* A slice stands behind its parent: deeper, or in the last depth later. */
static void
add_slice (Builder *self, guint track, guint32 place, guint32 row)
{
  const WeftTimelineTrace *trace = self->tree->snapshot->trace;
  const WeftTimelineIndex *index = self->tree->index;
  guint32 parent = index->parents[row];
  gint64 start = weft_timeline_start (trace, row), end = weft_timeline_end (trace, row);
  guint32 path =
    find_path (self, parent != WEFT_NO_ROW ? self->path_of_row[parent] : WEFT_TIMELINE_NO_NODE,
               weft_timeline_name (trace, row));

  self->path_of_row[row] = path;
  self->tree->path_of[place] = path;
  self->tree->lengths[place] = end - start;
  if (parent != WEFT_NO_ROW && index->fresh != NULL && index->fresh[row] > start)
    {
      const WeftTimelineOverlap overlap = { track, path, start, MIN (index->fresh[row], end) };

      g_array_append_val (self->overlaps, overlap);
    }
}

WeftTimelineCallTree *
weft_timeline_call_tree_new (WeftTimelineSnapshot *snapshot, WeftTimelineIndex *index,
                             GCancellable *cancellable)
{
  WeftTimelineCallTree *self = g_new0 (WeftTimelineCallTree, 1);
  g_autofree guint32 *path_of_row = g_new (guint32, snapshot->n_events);
  Builder builder = { self, WEFT_MAP64_INIT, 0, path_of_row,
                      g_array_new (FALSE, FALSE, sizeof (WeftTimelineOverlap)) };
  guint32 place = 0;

  g_atomic_ref_count_init (&self->ref_count);
  self->snapshot = weft_timeline_snapshot_ref (snapshot);
  self->index = weft_timeline_index_ref (index != NULL ? index : snapshot->index);
  self->first = g_new (guint32, self->index->n_tracks);
  for (guint i = 0; i < self->index->n_tracks; i++)
    {
      self->first[i] = place;
      place += self->index->tracks[i].n_rows;
    }
  self->path_of = g_new (guint32, place);
  self->lengths = g_new (gint64, place);
  for (guint i = 0; i < self->index->n_tracks && !g_cancellable_is_cancelled (cancellable); i++)
    for (guint32 k = 0; k < self->index->tracks[i].n_rows; k++)
      add_slice (&builder, i, self->first[i] + k, self->index->tracks[i].rows[k]);
  weft_map64_clear (&builder.by_key);
  self->n_overlaps = builder.overlaps->len;
  self->overlaps =
    (WeftTimelineOverlap *) (gpointer) g_array_free (g_steal_pointer (&builder.overlaps), FALSE);
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&self, weft_timeline_call_tree_unref);
  return self;
}

WeftTimelineCallTree *
weft_timeline_call_tree_ref (WeftTimelineCallTree *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_timeline_call_tree_unref (WeftTimelineCallTree *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->paths);
  g_free (self->first);
  g_free (self->path_of);
  g_free (self->lengths);
  g_free (self->overlaps);
  weft_timeline_index_unref (self->index);
  weft_timeline_snapshot_unref (self->snapshot);
  g_free (self);
}
