/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A bar that slides in below the header, with an entry, what belongs to it, and a sentence about
 * what was written. Escape closes it. Property "shown". */

#define WEFT_TYPE_ENTRY_BAR (weft_entry_bar_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftEntryBar, weft_entry_bar, WEFT, ENTRY_BAR, GtkWidget)

struct _WeftEntryBarClass
{
  GtkWidgetClass parent_class;

  /* A key was pressed in the entry. FALSE: it is not for the bar. Default: FALSE. */
  gboolean (*key) (WeftEntryBar *self, guint key, GdkModifierType modifiers);

  /* The bar came or went. Default: nothing. */
  void (*shown) (WeftEntryBar *self, gboolean shown);

  /* The text is mostly changed when the bar comes, rather than replaced: it is not
   * selected. Default: FALSE. */
  gboolean keeps_text;

  /* The message takes no room while there is none. Default: FALSE. */
  gboolean hides_message;
};

void weft_entry_bar_set_shown (WeftEntryBar *self, gboolean shown);
gboolean weft_entry_bar_get_shown (WeftEntryBar *self);

/* The message about the text. */
const char *weft_entry_bar_get_message (WeftEntryBar *self);

/* --- for bars that derive from it ------------------------------------------------------------- */

/* To be called with what the bar's template has: a GtkSearchBar, its entry, and the label that the
 * sentence about the entry is in. */
void weft_entry_bar_set_up (WeftEntryBar *self, GtkWidget *search_bar, GtkWidget *entry,
                            GtkWidget *message);

const char *weft_entry_bar_get_text (WeftEntryBar *self);

void weft_entry_bar_set_message (WeftEntryBar *self, const char *message);

/* Marks the text as wrong, for the reason that `sentence` tells; NULL: it is right, and the
 * message is left alone. */
void weft_entry_bar_set_wrong (WeftEntryBar *self, const char *sentence);
gboolean weft_entry_bar_is_wrong (WeftEntryBar *self);

G_END_DECLS
