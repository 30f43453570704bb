/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The files that were open last, each with its folder and with what it is; a press opens it. What
 * they are is looked up in the background, one after the other. Signal "opened": a row was
 * pressed. */

#define WEFT_TYPE_RECENT_LIST (weft_recent_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftRecentList, weft_recent_list, WEFT, RECENT_LIST, AdwBin)

/* A list of at most `n` files, empty before it is filled. */
GtkWidget *weft_recent_list_new (guint n);

/* Looks anew which they are: their number. */
guint weft_recent_list_fill (WeftRecentList *self);

/* The list box with the rows: (transfer none). */
GtkWidget *weft_recent_list_get_box (WeftRecentList *self);

G_END_DECLS
