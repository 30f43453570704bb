/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* By which slices others were reached: each slice belongs to a path, the names from the outermost slice
 * that it lies in down to its own. Built once of an index, then asked for flame graphs of ranges.
 * Immutable; any thread. Asynchronous slices contain none, so each is a path by its name alone. */

/* No path, no node. */
#define WEFT_TIMELINE_NO_NODE G_MAXUINT32

typedef struct
{
  guint32 name;   /* id; WEFT_NO_NAME: none */
  guint32 parent; /* its place among the paths, which is below this one's; WEFT_TIMELINE_NO_NODE */
} WeftTimelinePath;

/* The beginning of a slice in which one beside it, in the same parent, was still under way: of the
 * parent's time it takes only the rest. */
typedef struct
{
  guint32 track;
  guint32 path;
  gint64 from;
  gint64 to;
} WeftTimelineOverlap;

typedef struct
{
  gatomicrefcount ref_count;
  WeftTimelineSnapshot *snapshot; /* held */
  WeftTimelineIndex *index;       /* held */
  WeftTimelinePath *paths;
  guint32 n_paths;
  guint32
    *first; /* by track: of the places of its slices in the index, the first of the following */
  guint32 *path_of; /* by place */
  gint64 *lengths;  /* likewise, ns */
  WeftTimelineOverlap *overlaps;
  guint32 n_overlaps;
} WeftTimelineCallTree;

/* `index` is that of the snapshot (NULL), or of those of its events that are to be in it. (transfer
 * full). NULL where cancelled. */
WeftTimelineCallTree *weft_timeline_call_tree_new (WeftTimelineSnapshot *snapshot,
                                                   WeftTimelineIndex *index,
                                                   GCancellable *cancellable);
WeftTimelineCallTree *weft_timeline_call_tree_ref (WeftTimelineCallTree *self);
void weft_timeline_call_tree_unref (WeftTimelineCallTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineCallTree, weft_timeline_call_tree_unref)

G_END_DECLS
