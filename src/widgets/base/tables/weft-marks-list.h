/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-marks.h"

G_BEGIN_DECLS

/* The marks of a state, for the drawer: a row for each bookmark, whose name can be changed, and each
 * cursor, with how far it is from the one before. Enter or a click jumps there, F2 changes the name,
 * Delete takes the mark away. */

#define WEFT_TYPE_MARKS_LIST (weft_marks_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftMarksList, weft_marks_list, WEFT, MARKS_LIST, GtkWidget)

GtkWidget *weft_marks_list_new (WeftViewState *state);

/* Lets the user write the name of a bookmark; with Enter and Escape the focus goes to `then`. */
void weft_marks_list_rename (WeftMarksList *self, guint index, GtkWidget *then);

G_END_DECLS
