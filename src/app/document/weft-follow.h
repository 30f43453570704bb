/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-load.h"

G_BEGIN_DECLS

/* Reads on in a file that was read to its end and is written to still. Who has one tells it when
 * the file may have changed. Main thread only.
 *
 * Following comes on by itself when a file grows, unless the user has turned it off.
 *
 * Properties: "on" (gboolean), "possible" (gboolean, read-only: there is a file that can be
 * followed). Signals: "grown", the file got more; "ended" (GError), nothing more can be read of
 * it: WEFT_LOAD_ERROR_REPLACED and WEFT_LOAD_ERROR_CUT_LINE ask for another load. */

#define WEFT_TYPE_FOLLOW (weft_follow_get_type ())
G_DECLARE_FINAL_TYPE (WeftFollow, weft_follow, WEFT, FOLLOW, GObject)

WeftFollow *weft_follow_new (void);

/* Follows what `load`, which has ended, has read; NULL: nothing. Where that can't be resumed, it is
 * nothing either. */
void weft_follow_set_load (WeftFollow *self, WeftLoad *load);

gboolean weft_follow_is_possible (WeftFollow *self);

gboolean weft_follow_get_on (WeftFollow *self);
void weft_follow_set_on (WeftFollow *self, gboolean on);

/* Whether it comes on by itself: the user has not said that it should be off. */
gboolean weft_follow_is_automatic (WeftFollow *self);

/* How the next load should take the file. */
WeftGrowth weft_follow_get_growth (WeftFollow *self);

/* The file may have changed: looks what it has got. */
void weft_follow_look (WeftFollow *self);

G_END_DECLS
