/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-desk.h"

G_BEGIN_DECLS

/* The buttons of a panel that show an answer in the picture: a track below it, colours of its things. Which columns that
 * are follows from the answer: the first that is a time, or says a thing; and the last other one that has values.
 *
 * Queries may say it themselves, in a comment that is a line of its own: */
#define WEFT_QUERY_SHOW_TRACK "-- weft: track"
#define WEFT_QUERY_SHOW_COLORS "-- weft: colour"

#define WEFT_TYPE_QUERY_SHOW (weft_query_show_get_type ())
G_DECLARE_FINAL_TYPE (WeftQueryShow, weft_query_show, WEFT, QUERY_SHOW, GObject)

/* The buttons are enabled and explained from now on; mistakes are told in the label `status`. Widgets live as long as
 * the object. */
WeftQueryShow *weft_query_show_new (WeftViewState *state, WeftQueryDesk *desk,
                                    GtkWidget *track_button, GtkWidget *color_button,
                                    GtkWidget *undo_button, GtkWidget *status);

/* Another answer, to that query: shows what the query asks for, and what of its answer before is shown. */
void weft_query_show_answer (WeftQueryShow *self, WeftQueryAnswer *answer, const char *sql);

/* The buttons were pressed. Colours that are of the answer are taken back. */
void weft_query_show_track (WeftQueryShow *self);
void weft_query_show_colors (WeftQueryShow *self);

/* Why an answer with these columns can't be shown as a track, or as colours: translated, NULL where it can. */
const char *weft_query_show_explain_track (const WeftQueryShown *columns);
const char *weft_query_show_explain_colors (const WeftQueryShown *columns);

/* The query with the comments that say what is shown of its answer: (transfer full). */
char *weft_query_show_add_words (WeftQueryShow *self, const char *sql);

G_END_DECLS
