/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A selection model that stands before another and shows its first items only, more with each step
 * until it shows all. GTK 4.8's lists make the widgets of 200 rows at once when they get a model,
 * which takes longer than a frame; so they get them a few at a time. Positions are those of the
 * other model. Main thread only. */

#define WEFT_TYPE_GRADUAL_LIST (weft_gradual_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftGradualList, weft_gradual_list, WEFT, GRADUAL_LIST, GObject)

/* Shows all of `model`, which it holds. */
WeftGradualList *weft_gradual_list_new      (GtkSelectionModel *model);

/* Begins anew: shows the first few. */
void             weft_gradual_list_restart  (WeftGradualList *self);

/* Shows a few more. FALSE where there is no more to show. */
gboolean         weft_gradual_list_advance  (WeftGradualList *self);

/* Whether all is shown. */
gboolean         weft_gradual_list_is_whole (WeftGradualList *self);

G_END_DECLS
