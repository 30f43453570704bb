/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-style.h"
#include "weft-timeline-trace.h"

G_BEGIN_DECLS

/* The colours of a timeline's events. That of a name is the same in every file; numbers in names, such as
 * those of steps, make no difference. Immutable; any thread. */

/* Events are coloured by one of these. */
typedef enum
{
  WEFT_TIMELINE_BY_NAME,
  WEFT_TIMELINE_BY_CATEGORY,
  WEFT_TIMELINE_BY_TRACK,
  WEFT_TIMELINE_N_SCHEMES
} WeftTimelineScheme;

typedef struct _WeftTimelineColors WeftTimelineColors;

WeftTimelineColors *weft_timeline_colors_new (WeftTimelineSnapshot *snapshot);
WeftTimelineColors *weft_timeline_colors_ref (WeftTimelineColors *self);
void weft_timeline_colors_unref (WeftTimelineColors *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTimelineColors, weft_timeline_colors_unref)

/* The colour of all slices that are called so, whatever they ask for. */
WeftColor weft_timeline_colors_get_name (const WeftTimelineColors *self, const WeftStyle *style,
                                         guint32 name);

/* The colour of a category. */
WeftColor weft_timeline_colors_get_category (const WeftTimelineColors *self, const WeftStyle *style,
                                             guint32 category);

/* The colour of an event: the one that it asks for, or else by the scheme. */
WeftColor weft_timeline_colors_get_event (const WeftTimelineColors *self, const WeftStyle *style,
                                          WeftTimelineScheme scheme, guint32 row);

/* Whether any event may ask for a colour. */
gboolean weft_timeline_colors_has_requested (const WeftTimelineColors *self);

/* The categories of all events, in the order of the file, and how many there are: (transfer none). */
const guint32 *weft_timeline_colors_list_categories (const WeftTimelineColors *self, guint *n);

G_END_DECLS
