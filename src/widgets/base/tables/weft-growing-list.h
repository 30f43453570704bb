/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The first rows of another model, more from time to time: a GtkListView makes the widgets of some 200 rows when it is
 * given that many, which takes as long as a frame. What is selected is the other model's. Main thread only. */

#define WEFT_TYPE_GROWING_LIST (weft_growing_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftGrowingList, weft_growing_list, WEFT, GROWING_LIST, GObject)

/* A GtkListView has widgets of so many rows or fewer: where they are there, all rows are shown at once. */
#define WEFT_GROWING_LIST_ENOUGH 256u

/* Shows none of the model's rows yet; keeps the model. */
WeftGrowingList *weft_growing_list_new (GtkSelectionModel *model);

/* Shows so many more; G_MAXUINT: all, now and of what comes. TRUE where there are others still. */
gboolean weft_growing_list_grow (WeftGrowingList *self, guint n);

/* Whether there are rows that are not shown yet. */
gboolean weft_growing_list_is_part (WeftGrowingList *self);

G_END_DECLS
