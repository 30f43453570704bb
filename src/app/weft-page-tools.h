/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document.h"

G_BEGIN_DECLS

/* The tools above the picture of a page: the bars of filter and search, with the actions of both.
 * They know a family by what its state implements; where that is nothing, the actions are off. The
 * filter of a file is kept with the file.
 *
 * Actions: "filter" and "search" show and hide the bars, "write-filter" and "find-text" show them
 * and give them the focus, "set-filter" filters by a text, "clear-filter" by none, "find-next" and
 * "find-previous" step through the results. */

typedef struct _WeftPageTools WeftPageTools;

/* Called when a bar was closed, so that the focus goes elsewhere. */
typedef void (*WeftPageToolsDone) (gpointer user_data);

/* Puts the bars into `box`, behind `sibling`, and adds the actions to `actions`. */
WeftPageTools *weft_page_tools_new       (WeftDocument *document, GSettings *settings, GtkBox *box,
                                          GtkWidget *sibling, GActionMap *actions,
                                          WeftPageToolsDone done, gpointer user_data);
void           weft_page_tools_free      (WeftPageTools *self);

/* The document has another state: (nullable). */
void           weft_page_tools_set_state (WeftPageTools *self, WeftViewState *state);

G_END_DECLS
