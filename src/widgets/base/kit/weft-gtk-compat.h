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
 *   weft-tab-list.c         goes: the overview of tabs lists them
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
/* Puts the overview of the tabs of `view` around what the window holds, and returns a button that opens it:
 * (transfer floating). NULL where there is none yet: a list is needed. */
static inline GtkWidget *
weft_compat_add_tab_overview (AdwApplicationWindow *window, AdwTabView *view)
{
#if ADW_CHECK_VERSION(1, 3, 0)
  g_autoptr (GtkWidget) content = g_object_ref (adw_application_window_get_content (window));
  GtkWidget *overview = adw_tab_overview_new (), *button = adw_tab_button_new ();

  adw_application_window_set_content (window, overview);
  adw_tab_overview_set_view (ADW_TAB_OVERVIEW (overview), view);
  adw_tab_overview_set_child (ADW_TAB_OVERVIEW (overview), content);
  adw_tab_button_set_view (ADW_TAB_BUTTON (button), view);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "overview.open");
  return button;
#else
  (void) window;
  (void) view;
  return NULL;
#endif
}

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
