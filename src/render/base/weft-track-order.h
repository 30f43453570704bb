/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-track.h"

G_BEGIN_DECLS

/* How a user has arranged tracks: their order, which are pinned to the top, which are collapsed, and
 * which groups are closed. Tracks and groups that a scene does not have do no harm, and come back
 * as they were. */

typedef struct _WeftTrackOrder WeftTrackOrder;

WeftTrackOrder *weft_track_order_new (void);
void weft_track_order_free (WeftTrackOrder *self);

/* The indexes of the scene's tracks in their order, the pinned ones first: (transfer full)
 * (element-type guint). */
GArray *weft_track_order_list (WeftTrackOrder *self, WeftTrackScene *scene);

gboolean weft_track_order_is_collapsed (WeftTrackOrder *self, guint32 id);
void weft_track_order_set_collapsed (WeftTrackOrder *self, guint32 id, gboolean collapsed);
gboolean weft_track_order_is_closed (WeftTrackOrder *self, const char *group);
void weft_track_order_set_closed (WeftTrackOrder *self, const char *group, gboolean closed);
gboolean weft_track_order_is_pinned (WeftTrackOrder *self, guint32 id);
void weft_track_order_set_pinned (WeftTrackOrder *self, guint32 id, gboolean pinned);

/* Moves a track up (places below 0) or down among those of its group, or among the pinned ones. */
void weft_track_order_move (WeftTrackOrder *self, WeftTrackScene *scene, guint32 id, int places);

/* All that was arranged as text for settings, and from there: (transfer full). What cannot be read
 * is left out. */
char *weft_track_order_save (WeftTrackOrder *self);
void weft_track_order_restore (WeftTrackOrder *self, const char *saved);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTrackOrder, weft_track_order_free)

G_END_DECLS
