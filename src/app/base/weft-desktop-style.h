/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-view-state.h"

G_BEGIN_DECLS

/* How the desktop wants things to look: light or dark, contrast, fonts, text scale. Pictures of
 * traces follow it like everything else. One for the program. */

#define WEFT_TYPE_DESKTOP_STYLE (weft_desktop_style_get_type ())
G_DECLARE_FINAL_TYPE (WeftDesktopStyle, weft_desktop_style, WEFT, DESKTOP_STYLE, GObject)

/* (transfer none). Signal "changed": pictures must be styled anew. */
WeftDesktopStyle *weft_desktop_style_get_default (void);

/* Gives `state` the desktop's style, at the scale of the screen that `widget` is on. */
void weft_desktop_style_apply (WeftDesktopStyle *self, GtkWidget *widget, WeftViewState *state);

/* How much larger than usual texts are where `widget` is; 1: they are not. */
double weft_desktop_style_get_text_scale (GtkWidget *widget);

/* The desktop's style for what has no state: (transfer full). `old` (nullable) is the one before,
 * whose glyphs it goes on using. */
WeftStyle *weft_desktop_style_create (WeftDesktopStyle *self, GtkWidget *widget, WeftStyle *old);

/* Calls `update (widget)` when pictures of the widget must be styled anew: for another look of the
 * desktop, or on a screen of another scale. */
void weft_desktop_style_follow (WeftDesktopStyle *self, GtkWidget *widget, GCallback update);

G_END_DECLS
