/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Widgets beside one another, and in a next line those that there is no room for: bars that fit into
 * narrow windows at any size of text. Property "spacing" (int, logical pixels), between widgets and
 * between lines. */

#define WEFT_TYPE_WRAP_BOX (weft_wrap_box_get_type ())
G_DECLARE_FINAL_TYPE (WeftWrapBox, weft_wrap_box, WEFT, WRAP_BOX, GtkWidget)

GtkWidget *weft_wrap_box_new (int spacing);

/* Takes the child. */
void weft_wrap_box_append (WeftWrapBox *self, GtkWidget *child);

G_END_DECLS
