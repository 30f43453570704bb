/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-difference.h"

G_BEGIN_DECLS

/* Gathers the differences of a comparison into groups while it goes through the pairs of each thread
 * in order: what one delay did to many ops is one thing to know. The rule is that of docs/cli.md.
 *
 * A difference in timing that makes B later (or earlier) opens a group, unless the group of the
 * difference before it still lasts and the op stands beside that one: then it adds to it. A group is
 * over when B is back at the distance to A that it had when the group opened. */

#define WEFT_NO_GROUP G_MAXUINT32

typedef struct
{
  GArray *groups; /* WeftDifferenceGroup: the caller's */
  GArray *delays; /* those that are not yet absorbed, each within the one before it */
  gint64 drift;   /* of the pair before, in its thread */

  guint32 recent;            /* the group of the latest difference in timing; WEFT_NO_GROUP */
  gboolean adjacent;         /* no pair has come since that difference */
  gint64 until[WEFT_N_LOGS]; /* when its op retired */
} WeftPipelineGrouping;

/* A pair of two ops, each with its times in its own log. */
typedef struct
{
  guint32 pair;
  gint64 drift;
  gboolean differs; /* in its timing */
  gint64 fetches[WEFT_N_LOGS];
  gint64 ends[WEFT_N_LOGS];
} WeftGroupedPair;

/* Appends to `groups`, which has to outlive it. */
void weft_pipeline_grouping_init (WeftPipelineGrouping *self, GArray *groups);
void weft_pipeline_grouping_clear (WeftPipelineGrouping *self);

/* The thread is over: its delays are not absorbed any more. */
void weft_pipeline_grouping_end_thread (WeftPipelineGrouping *self);

/* The next pair of the thread. Returns the group of its difference in timing, WEFT_NO_GROUP where it has
 * none. */
guint32 weft_pipeline_grouping_add_pair (WeftPipelineGrouping *self, const WeftGroupedPair *pair);

/* A group for one difference of another kind. */
guint32 weft_pipeline_grouping_add_single (WeftPipelineGrouping *self, WeftDifferenceKind kind,
                                           guint32 pair);

/* Brings the groups into the order of their first differences, once these are in theirs; and the numbers
 * that both have of one another. */
void weft_pipeline_grouping_sort (GArray *groups, GArray *differences);

G_END_DECLS
