/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-file-choice.h"

/* Where newer libraries do something better than the oldest that Weft builds with, GTK 4.8 and
 * libadwaita 1.2 of Debian 12, they are used, and here is how. When Debian 12 goes, every `#else` goes
 * with the conditions; GDK_VERSION_MAX_ALLOWED in meson.build rises; and so do these, which have no
 * newer way beside them yet and look for "GTK 4.8" in their comments:
 *
 *   weft-table-view.c       probing of sorters, widths of hidden columns, arrows left, focus of rows
 *   weft-marks-list.c       the label that was written in
 *   weft-fact-list.h        the items of a range that has changed
 *   weft-fact-section.c     the height of a grid that had no row
 *   weft-tab-out.h          Tab out of lists: GtkListView:tab-behavior since 4.12
 *   weft-accessible-names.c names of what is in widgets that are not ours
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

/* By which column `titles` says to sort. FALSE where the library does not tell: its sorter has to be tried then. */
static inline gboolean
weft_compat_get_sorted_column (GtkColumnView *titles, GtkColumnViewColumn **column,
                               gboolean *descending)
{
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkColumnViewSorter *sorter = GTK_COLUMN_VIEW_SORTER (gtk_column_view_get_sorter (titles));

  *column = gtk_column_view_sorter_get_primary_sort_column (sorter);
  *descending = gtk_column_view_sorter_get_primary_sort_order (sorter) == GTK_SORT_DESCENDING;
  return TRUE;
#else
  (void) titles;
  (void) column;
  (void) descending;
  return FALSE;
#endif
}

/* Has screen readers say it at once, where the library can; else they find it in the widget's description. */
static inline void
weft_compat_announce (GtkWidget *widget, const char *text)
{
#if GTK_CHECK_VERSION(4, 14, 0)
  g_autoptr (GtkATContext) context = gtk_accessible_get_at_context (GTK_ACCESSIBLE (widget));

  /* GTK 4.18 crashes in the one that GTK_A11Y=test makes. */
  if (context != NULL && !g_str_equal (G_OBJECT_TYPE_NAME (context), "GtkTestATContext"))
    gtk_accessible_announce (GTK_ACCESSIBLE (widget), text,
                             GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#else
  (void) widget;
  (void) text;
#endif
}

/* Asks over `parent` (nullable) in the desktop's chooser, until the user answers or it is cancelled. */
#if GTK_CHECK_VERSION(4, 10, 0)
static inline void
weft_compat_choose_files (GtkWindow *parent, const WeftFileChoice *choice,
                          GCancellable *cancellable, GAsyncReadyCallback done, gpointer data)
{
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

  gtk_file_dialog_set_title (dialog, choice->title);
  gtk_file_dialog_set_accept_label (dialog, choice->accept);
  gtk_file_dialog_set_filters (dialog, choice->filters);
  gtk_file_dialog_set_initial_folder (dialog, choice->folder);
  gtk_file_dialog_set_initial_name (dialog, choice->name);
  if (choice->file != NULL)
    gtk_file_dialog_set_initial_file (dialog, choice->file);
  if (choice->action == GTK_FILE_CHOOSER_ACTION_SAVE)
    gtk_file_dialog_save (dialog, parent, cancellable, done, data);
  else if (choice->action == GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER && choice->multiple)
    gtk_file_dialog_select_multiple_folders (dialog, parent, cancellable, done, data);
  else if (choice->action == GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER)
    gtk_file_dialog_select_folder (dialog, parent, cancellable, done, data);
  else if (choice->multiple)
    gtk_file_dialog_open_multiple (dialog, parent, cancellable, done, data);
  else
    gtk_file_dialog_open (dialog, parent, cancellable, done, data);
}
#else
static inline void
weft_compat_chooser_responded (GtkNativeDialog *chooser, int response, GTask *task)
{
  GListModel *files = NULL;

  /* The chooser may outlive its answer. */
  g_signal_handlers_disconnect_by_data (chooser, task);
  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  g_task_return_pointer (task, files, g_object_unref);
  g_object_unref (task);
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

static inline void
weft_compat_chooser_cancelled (GtkNativeDialog *chooser)
{
  g_signal_emit_by_name (chooser, "response", GTK_RESPONSE_CANCEL);
}

static inline void
weft_compat_choose_files (GtkWindow *parent, const WeftFileChoice *choice,
                          GCancellable *cancellable, GAsyncReadyCallback done, gpointer data)
{
  GtkFileChooserNative *native =
    gtk_file_chooser_native_new (choice->title, parent, choice->action, choice->accept, NULL);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);
  GTask *task = g_task_new (NULL, NULL, done, data);
  guint n_filters = choice->filters != NULL ? g_list_model_get_n_items (choice->filters) : 0;

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (native), TRUE);
  gtk_file_chooser_set_select_multiple (chooser, choice->multiple);
  for (guint i = 0; i < n_filters; i++)
    {
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (choice->filters, i);

      gtk_file_chooser_add_filter (chooser, filter);
    }
  if (choice->folder != NULL)
    gtk_file_chooser_set_current_folder (chooser, choice->folder, NULL);
  if (choice->file != NULL)
    gtk_file_chooser_set_file (chooser, choice->file, NULL);
  else if (choice->name != NULL)
    gtk_file_chooser_set_current_name (chooser, choice->name);
  g_signal_connect (native, "response", G_CALLBACK (weft_compat_chooser_responded), task);
  g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (weft_compat_chooser_cancelled),
                           native, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (native));
}
#endif

/* (transfer full) (nullable): of GFile; NULL where none was chosen. */
static inline GListModel *
weft_compat_choose_files_finish (GObject *source, GAsyncResult *result)
{
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkFileDialog *dialog = GTK_FILE_DIALOG (source);
  g_autoptr (GFile) file = NULL;
  GListStore *files;

  if (g_async_result_is_tagged (result, gtk_file_dialog_select_multiple_folders))
    return gtk_file_dialog_select_multiple_folders_finish (dialog, result, NULL);
  if (g_async_result_is_tagged (result, gtk_file_dialog_open_multiple))
    return gtk_file_dialog_open_multiple_finish (dialog, result, NULL);
  if (g_async_result_is_tagged (result, gtk_file_dialog_save))
    file = gtk_file_dialog_save_finish (dialog, result, NULL);
  else if (g_async_result_is_tagged (result, gtk_file_dialog_select_folder))
    file = gtk_file_dialog_select_folder_finish (dialog, result, NULL);
  else
    file = gtk_file_dialog_open_finish (dialog, result, NULL);
  if (file == NULL)
    return NULL;
  files = g_list_store_new (G_TYPE_FILE);
  g_list_store_append (files, file);
  return G_LIST_MODEL (files);
#else
  (void) source;
  return g_task_propagate_pointer (G_TASK (result), NULL);
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

/* Shows pages of preferences: in the window `over` (nullable) where that can be, and in one of their own before.
 * (transfer none) */
static inline GtkWidget *
weft_compat_show_preferences (GtkWindow *over, AdwPreferencesPage *first,
                              AdwPreferencesPage *second)
{
#if ADW_CHECK_VERSION(1, 5, 0)
  AdwDialog *dialog = adw_preferences_dialog_new ();

  adw_preferences_dialog_add (ADW_PREFERENCES_DIALOG (dialog), first);
  adw_preferences_dialog_add (ADW_PREFERENCES_DIALOG (dialog), second);
  adw_dialog_set_content_width (dialog, 560);
  adw_dialog_set_content_height (dialog, 680);
  adw_dialog_present (dialog, GTK_WIDGET (over));
  return GTK_WIDGET (dialog);
#else
  GtkWidget *window =
    g_object_new (ADW_TYPE_PREFERENCES_WINDOW, "transient-for", over, "modal", TRUE,
                  "search-enabled", FALSE, "default-width", 560, "default-height", 680, NULL);

  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), first);
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), second);
  gtk_window_present (GTK_WINDOW (window));
  return window;
#endif
}

/* In the window where that can be, and in one of its own before. */
#if ADW_CHECK_VERSION(1, 5, 0)
#define weft_compat_show_about(window, ...) adw_show_about_dialog (GTK_WIDGET (window), __VA_ARGS__)
#else
#define weft_compat_show_about(window, ...) adw_show_about_window (window, __VA_ARGS__)
#endif
#endif
