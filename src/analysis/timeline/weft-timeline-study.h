/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-ties.h"

G_BEGIN_DECLS

/* A slice's relations: its content, the work that it launched, the slices that it belongs together
 * with. */

/* Slices of the same name, within the slice or launched by it. */
typedef struct
{
  guint32 name;
  guint64 count;
  gint64 total;  /* ns */
  gint64 self;   /* ns of these in which no slice within them was under way */
  guint32 first; /* row of the first of them; WEFT_NO_ROW: not known */
} WeftTimelineStudied;

/* Immutable. */
typedef struct
{
  guint32 row;
  GArray *ties;     /* WeftTimelineTie */
  gboolean is_part; /* there are more ties than these */
  GArray *within; /* WeftTimelineStudied: by most self time first; slices that nest in others of the
                     * same name count in `count` and `self`, and for `total` the outer ones */
  GArray
    *launched; /* likewise: work of devices that it, or slices within it, launched; by most total
                     * time first */
} WeftTimelineStudy;

/* `row` is that of an event. (transfer full). NULL where cancelled. */
WeftTimelineStudy *weft_timeline_study_new (const WeftTimelineSnapshot *snapshot,
                                            const WeftTimelineRoles *roles, guint32 row,
                                            GCancellable *cancellable);
void weft_timeline_study_free (WeftTimelineStudy *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineStudy, weft_timeline_study_free)

G_END_DECLS
