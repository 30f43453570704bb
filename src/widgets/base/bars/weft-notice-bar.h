/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A bar that slides in, says a sentence to who looks and to who listens, and offers one thing to do about it. It stays
 * until the user closes it or it is hidden. */

#define WEFT_TYPE_NOTICE_BAR (weft_notice_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftNoticeBar, weft_notice_bar, WEFT, NOTICE_BAR, GtkWidget)

/* Hears what became of the bar: its button was pressed, or else it was closed. It is slid away by
 * then. */
typedef void (*WeftNoticeBarDone) (gpointer user_data, gboolean pressed);

/* The button's label is translated and has a mnemonic. The bar is slid away at first. */
GtkWidget *weft_notice_bar_new (const char *button, WeftNoticeBarDone done, gpointer user_data);

/* A bar that floats at the foot of what `overlay` shows, below those that do already, and moves nothing: (transfer
 * none). */
GtkWidget *weft_notice_bar_add (GtkOverlay *overlay, const char *button, WeftNoticeBarDone done,
                                gpointer user_data);

/* Slides in with `text`, which is translated, and with the button where what it does is `offered`. */
void weft_notice_bar_say (WeftNoticeBar *self, GtkMessageType type, const char *text,
                          gboolean offered);
void weft_notice_bar_hide (WeftNoticeBar *self);

G_END_DECLS
