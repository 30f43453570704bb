/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-document.h"

G_BEGIN_DECLS

/* What the drawer can show, in the order of its tabs and of their keys, Ctrl+1 and on. */

guint       weft_panels_get_n            (void);
const char *weft_panels_get_name         (guint index); /* "table", … */
const char *weft_panels_get_title        (guint index); /* translated */

/* A widget for a document that has a state: (transfer floating). What can be arranged in it is
 * kept in `settings`. */
GtkWidget  *weft_panels_create           (WeftDocument *document, const char *name,
                                          GSettings *settings);
GtkWidget  *weft_panels_create_inspector (WeftDocument *document);

/* Gives the keyboard focus to what a panel is about. */
void        weft_panels_focus            (GtkWidget *panel);

G_END_DECLS
