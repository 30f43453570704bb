/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lanes for things that overlap, as few as that takes where they come by their starts: in a lane one follows
 * another. Which one is free is found in the logarithm of their number. */

typedef struct _WeftLanes WeftLanes;

WeftLanes *weft_lanes_new (void);
void weft_lanes_free (WeftLanes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLanes, weft_lanes_free)

/* The lane of something that lies in [start, end): the one that has been free for longest, or the next number, from 0,
 * where none is. */
guint weft_lanes_take (WeftLanes *self, gint64 start, gint64 end);

G_END_DECLS
