/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-flame.h"

G_BEGIN_DECLS

/* Going about in a flame graph. */

/* The ids of names from the outermost node down to `node`, by which it is found in another flame of the
 * same trace: (transfer full) (element-type guint32). */
GArray *weft_timeline_flame_list_names (const WeftTimelineFlame *flame, guint32 node);

/* The node of those names; WEFT_TIMELINE_NO_NODE: it has none. */
guint32 weft_timeline_flame_find_names (const WeftTimelineFlame *flame, const GArray *names);

/* The node `on` places to the right among those with the same parent (below 0: to the left), and `down`
 * by one (1: the first within it, −1: its parent). Where `node` is none: `root`, or the first. Never above
 * `root`, where there is one. WEFT_TIMELINE_NO_NODE: there is none. */
guint32 weft_timeline_flame_step (const WeftTimelineFlame *flame, guint32 root, guint32 node,
                                  int on, int down);

G_END_DECLS
