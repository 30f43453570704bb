/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The menu of a picture, by the secondary button, the menu key or Shift+F10: what is asked of any picture,
 * and what the family adds. Its items are actions that the picture's surroundings have; those
 * that they do not have are not there. */

/* Appends the family's own items (nullable). */
typedef void (*WeftCanvasMenuFill) (GtkWidget *canvas, GMenu *menu);

/* The menu is about what is at a point, in logical pixels. */
typedef void (*WeftCanvasMenuPress) (GtkWidget *canvas, double x, double y);

/* To be called once, from the canvas's construction; it goes with the canvas. */
void weft_canvas_menu_add (GtkWidget *canvas, WeftCanvasMenuFill fill, WeftCanvasMenuPress press);

/* Whether it is open, so that no hover text may lie over it. */
gboolean weft_canvas_menu_is_open (GtkWidget *canvas);

/* The canvas was given another size. */
void weft_canvas_menu_allocate (GtkWidget *canvas);

/* Takes the menu off the canvas, which is disposed of. */
void weft_canvas_menu_remove (GtkWidget *canvas);

/* Opens it at a point of the canvas, in logical pixels: returns the popover (transfer none). */
GtkWidget *weft_canvas_menu_open (GtkWidget *canvas, double x, double y);

/* For families: a submenu with a choice of an action's values; `choices` are pairs of a value and a
 * message to be translated, and end with NULL. */
void weft_canvas_menu_append_choice (GMenu *menu, const char *title, const char *action,
                                     const char *const *choices);

G_END_DECLS
