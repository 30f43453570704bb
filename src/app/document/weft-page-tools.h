/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document.h"

G_BEGIN_DECLS

/* The tools of a page's picture: the bars above it, of a place to go to, of search and of filter,
 * which are made when they are asked for, bookmarks and cursors, with the actions of all of them. They
 * know a family by what its state implements; where that is nothing, the actions are off. Filter and
 * marks of a file are kept with the file.
 *
 * Actions: "go-to", "search" and "filter" show and hide the bars, "find", "find-text" and
 * "write-filter" show them and give them the focus, "set-filter" filters by a text, "clear-filter" by
 * none, "find-next" and "find-previous" step through the results; "bookmark" keeps the place in
 * sight, "next-bookmark" and "previous-bookmark" go to one, "cursor" sets one at the pointer or takes
 * it away, "clear-cursors" takes all away; "edit-colors" opens the window for that;
 * "edit-core" the one in which people say what a trace leaves open. */

typedef struct _WeftPageTools WeftPageTools;

typedef void (*WeftPageToolsNotify) (gpointer user_data);

/* Hears of a new bookmark by its index among the marks. */
typedef void (*WeftPageToolsBookmarked) (guint index, gpointer user_data);

/* Puts the bars into `box`, and adds the actions to `actions`. `done` is called when a bar was
 * closed, so that the focus goes elsewhere; `bookmarked` when there is a new bookmark. */
WeftPageTools *weft_page_tools_new (WeftDocument *document, GSettings *settings, GtkBox *box,
                                    GActionMap *actions, WeftPageToolsNotify done,
                                    WeftPageToolsBookmarked bookmarked, gpointer user_data);
void weft_page_tools_free (WeftPageTools *self);

/* The document has another state: (nullable). */
void weft_page_tools_set_state (WeftPageTools *self, WeftViewState *state);

G_END_DECLS
