/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A widget that shows a part of a state, and follows it. It holds the state until it is disposed of, and
 * its children go with it. Each kind of panel is derived from it.
 *
 * Property "state" (GObject): set once, by weft_panel_new() or by a binding of a template. */

#define WEFT_TYPE_PANEL (weft_panel_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftPanel, weft_panel, WEFT, PANEL, GtkWidget)

struct _WeftPanelClass
{
  GtkWidgetClass parent_class;

  /* The panel has its state now. */
  void (*set_up) (WeftPanel *self);

  /* Shows what the state has now: called when the panel comes into sight, and while it is there at each
   * of these signals of the state. */
  void (*update) (WeftPanel *self);
  const char *const *followed; /* NULL-terminated */
};

/* A panel of that type. */
GtkWidget *weft_panel_new (GType type, gpointer state);

/* (transfer none), NULL from when it is disposed of */
gpointer weft_panel_get_state (gpointer self);

G_END_DECLS
