/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-facts.h"
#include "weft-timeline-call-tree.h"

G_BEGIN_DECLS

/* A flame graph of a range of time: the slices that touch it, merged where they were reached by the same
 * names. */

/* The slices of one path that touch the range. */
typedef struct
{
  guint32 name;   /* id; WEFT_NO_NAME: none */
  guint32 path;   /* in the call tree: the same in each flame graph of it */
  guint32 parent; /* its place among the nodes; WEFT_TIMELINE_NO_NODE: none */
  guint32 end;    /* behind all that are below it: nodes stand in pre-order, of those with the same
                   * parent the one with the most time first */
  guint32 depth;  /* from 0 */
  guint64 count;
  gint64 total; /* ns within the range */
  gint64 self;  /* ns of these in which no slice below it was under way */
  /* Where it lies in a picture of all, in ns from 0 to the `total` of the flame: within its parent, and
   * beside the others. */
  double left;
  double width;
} WeftTimelineFlameNode;

/* Immutable. */
typedef struct
{
  WeftTimelineCallTree *tree; /* held */
  gint64 from;                /* the range */
  gint64 to;
  WeftTimelineFlameNode *nodes;
  guint32 n_nodes;
  guint32 n_depths;
  gint64 total; /* ns: of the nodes at depth 0 together, overlaps counted each */
} WeftTimelineFlame;

/* The slices that touch [from, to) of the tracks in the set (nullable: all); G_MININT64 and G_MAXINT64
 * are those of the whole trace: (transfer full). A million slices take at most 10 ms. */
WeftTimelineFlame *weft_timeline_flame_new (WeftTimelineCallTree *tree, gint64 from, gint64 to,
                                            const WeftBitset *tracks);
void weft_timeline_flame_free (WeftTimelineFlame *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineFlame, weft_timeline_flame_free)

/* The node at depth `depth` that `place` (in ns, as `left`) lies in; WEFT_TIMELINE_NO_NODE: none. */
guint32 weft_timeline_flame_find (const WeftTimelineFlame *self, guint depth, double place);

/* The names of a node from the outermost on, "a;b;c": (transfer full), any bytes. */
char *weft_timeline_flame_get_path (const WeftTimelineFlame *self, guint32 node);

/* The schema of a node, and all nodes as a table, as long as the flame is there. */
extern const WeftSchema weft_timeline_flame_schema;
WeftFacts weft_timeline_flame_get_facts (const WeftTimelineFlame *self);

G_END_DECLS
