/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Where newer libraries do something better than the oldest that Weft builds with, GTK 4.8 and
 * libadwaita 1.2 of Debian 12, they are used, and here is how. When Debian 12 goes, every `#else` goes
 * with the conditions; GDK_VERSION_MAX_ALLOWED in meson.build rises; and so do these, which have no
 * newer way beside them yet and look for "GTK 4.8" in their comments:
 *
 *   weft-table-view.c       probing of sorters, widths of hidden columns, arrows left, focus of rows:
 *                           gtk_column_view_sorter_get_primary_sort_column () since 4.10
 *   weft-marks-list.c       the label that was written in
 *   weft-fact-list.h        the items of a range that has changed
 *   weft-fact-section.c     the height of a grid that had no row
 *   weft-tab-out.h          Tab out of lists: GtkListView:tab-behavior since 4.12
 *   weft-accessible-names.c names of what is in widgets that are not ours
 *   GtkFileChooserNative    GtkFileDialog since 4.10
 *   GtkColorButton          GtkColorDialogButton since 4.10
 *
 * What is newer than GDK_VERSION_MAX_ALLOWED is called in this file alone, as the compiler warns of
 * it elsewhere. */

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

/* So that the item is in sight. */
static inline void
weft_compat_scroll_list_to (GtkWidget *list, guint position)
{
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_list_view_scroll_to (GTK_LIST_VIEW (list), position, GTK_LIST_SCROLL_NONE, NULL);
#else
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
#endif
}

G_GNUC_END_IGNORE_DEPRECATIONS

#ifdef ADW_MAJOR_VERSION
/* The window of preferences. AdwPreferencesDialog, since 1.5, is to come in its place. */
static inline GType
weft_compat_preferences_window_get_type (void)
{
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  return ADW_TYPE_PREFERENCES_WINDOW;
  G_GNUC_END_IGNORE_DEPRECATIONS
}

/* In the window where that can be, and in one of its own before. */
#if ADW_CHECK_VERSION(1, 5, 0)
#define weft_compat_show_about(window, ...) adw_show_about_dialog (GTK_WIDGET (window), __VA_ARGS__)
#else
#define weft_compat_show_about(window, ...) adw_show_about_window (window, __VA_ARGS__)
#endif
#endif
