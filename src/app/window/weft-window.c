/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-window.h"

#include <glib/gi18n-lib.h>

#include "weft-attach-dialog.h"
#include "weft-export-dialog.h"
#include "weft-header.h"
#include "weft-live-session.h"
#include "weft-notice-bar.h"
#include "weft-open-files.h"
#include "weft-palette.h"
#include "weft-pipeline-compare-window.h"
#include "weft-recent-popover.h"
#include "weft-recent.h"
#include "weft-searchable.h"
#include "weft-standard-input.h"
#include "weft-welcome-page.h"
#include "weft-workspace-window.h"

struct _WeftWindow
{
  AdwApplicationWindow parent_instance;

  GtkWidget *toast_overlay;
  GtkWidget *header_bar;
  GtkWidget *title;
  GtkWidget *open_button;
  GtkWidget *view_button;
  GtkWidget *search_button;
  GtkWidget *follow_button;
  GtkWidget *cancel_button;
  GtkWidget *stack;
  GtkWidget *tab_view;

  GtkWidget *palette; /* NULL before it is asked for */

  GSettings *settings;
  WeftDocumentPage *page;        /* the one in sight, NULL: none */
  WeftViewOptions *menu_options; /* that the view menu was made for; nullable */
  AdwTabPage *menu_tab;          /* the one whose menu is open; NULL: none is */
};

/* Logical pixels of a window's height that its view options leave free, for the header above and
 * their frame, and that they take at least. */
#define POPOVER_MARGIN 96
#define MIN_POPOVER_HEIGHT 160

G_DEFINE_FINAL_TYPE (WeftWindow, weft_window, ADW_TYPE_APPLICATION_WINDOW)

/* --- the page in sight --------------------------------------------------------------------------- */

static WeftDocumentPage *
get_page (AdwTabPage *tab)
{
  return WEFT_DOCUMENT_PAGE (adw_tab_page_get_child (tab));
}

static AdwTabPage *
get_tab (WeftWindow *self, WeftDocumentPage *page)
{
  return adw_tab_view_get_page (ADW_TAB_VIEW (self->tab_view), GTK_WIDGET (page));
}

WeftDocumentPage *
weft_window_get_page (WeftWindow *self)
{
  return self->page;
}

guint
weft_window_get_n_pages (WeftWindow *self)
{
  return (guint) adw_tab_view_get_n_pages (ADW_TAB_VIEW (self->tab_view));
}

WeftDocumentPage *
weft_window_get_nth_page (WeftWindow *self, guint index)
{
  g_return_val_if_fail (index < weft_window_get_n_pages (self), NULL);

  return get_page (adw_tab_view_get_nth_page (ADW_TAB_VIEW (self->tab_view), (int) index));
}

void
weft_window_select_page (WeftWindow *self, guint index)
{
  AdwTabView *view = ADW_TAB_VIEW (self->tab_view);

  if (index < weft_window_get_n_pages (self))
    adw_tab_view_set_selected_page (view, adw_tab_view_get_nth_page (view, (int) index));
}

/* While the file is read, the second line of the title says how far. */
static void
update_title (WeftWindow *self)
{
  WeftDocument *document = self->page != NULL ? weft_document_page_get_document (self->page) : NULL;
  const WeftProgress *progress = document != NULL ? weft_document_get_progress (document) : NULL;
  const char *name = document != NULL ? weft_document_get_title (document) : _ ("Weft");
  const char *below = document != NULL ? weft_document_get_folder (document) : "";
  g_autofree char *words = progress != NULL ? weft_progress_to_text (progress) : NULL;
  g_autofree char *title = NULL;

  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), name);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), words != NULL ? words : below);
  /* No dash stands there, as X has to read tables for what is not in Latin 1. */
  /* TRANSLATORS: the title of a window: the file's name and the program's */
  title = document != NULL ? g_strdup_printf (_ ("%s · Weft"), name) : g_strdup (name);
  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_widget_set_visible (self->cancel_button, progress != NULL);
}

/* In a narrow window a search is found in the menu. */
static void
update_header (WeftWindow *self)
{
  WeftDocument *document = self->page != NULL ? weft_document_page_get_document (self->page) : NULL;
  gboolean searchable = document != NULL && WEFT_IS_SEARCHABLE (weft_document_get_state (document));
  gboolean narrow = weft_header_fit (ADW_HEADER_BAR (self->header_bar), GTK_WINDOW (self));

  gtk_widget_set_visible (self->search_button, searchable && !narrow);
}

static void
update_buttons (WeftWindow *self)
{
  gboolean any = self->page != NULL;
  static const char *const need_page[] = { "win.next-tab", "win.previous-tab" };

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), any ? "tabs" : "empty");
  for (guint i = 0; i < G_N_ELEMENTS (need_page); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), need_page[i], any);
}

/* What can be drawn of the page in sight: (transfer none) (nullable). */
static WeftPrintable *
get_printable (WeftWindow *self)
{
  WeftDocument *document = self->page != NULL ? weft_document_page_get_document (self->page) : NULL;
  WeftViewState *state = document != NULL ? weft_document_get_state (document) : NULL;

  return WEFT_IS_PRINTABLE (state) ? WEFT_PRINTABLE (state) : NULL;
}

/* The rows of the view menu are those of a family, and act on the options of a document. */
static void
update_options (WeftWindow *self)
{
  WeftDocument *document = self->page != NULL ? weft_document_page_get_document (self->page) : NULL;
  WeftViewOptions *options = document != NULL ? weft_document_get_options (document) : NULL;
  GActionGroup *actions = options != NULL ? weft_view_options_create_actions (options) : NULL;

  gtk_widget_insert_action_group (GTK_WIDGET (self), "options", actions);
  g_clear_object (&actions);
  gtk_widget_set_visible (self->view_button, options != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.keep-options", options != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare",
                                 document != NULL
                                   && weft_pipeline_compare_window_can_compare (document));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export-picture",
                                 get_printable (self) != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.copy-picture",
                                 get_printable (self) != NULL);
  update_header (self);
  if (g_set_object (&self->menu_options, options))
    gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->view_button), NULL);
}

/* The button is there while a file is followed; the menu begins it. */
static void
update_follow (WeftWindow *self)
{
  WeftDocument *document = self->page != NULL ? weft_document_page_get_document (self->page) : NULL;

  gtk_widget_set_visible (self->follow_button,
                          document != NULL
                            && weft_follow_get_on (weft_document_get_follow (document)));
}

/* Menus and keys of the window act on the page in sight. */
static void
set_page (WeftWindow *self, WeftDocumentPage *page)
{
  GActionGroup *actions = NULL;

  if (self->page == page)
    return;
  self->page = page;
  if (page != NULL)
    {
      actions = weft_document_page_get_actions (page);
      weft_document_check_file (weft_document_page_get_document (page));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "page", actions);
  update_options (self);
  update_follow (self);
  update_buttons (self);
  update_title (self);
}

/* The keys are those of the picture again. */
static void
focus_page (WeftWindow *self)
{
  if (self->page != NULL)
    weft_document_page_focus (self->page);
}

static void
on_selected_page (WeftWindow *self)
{
  AdwTabPage *tab = adw_tab_view_get_selected_page (ADW_TAB_VIEW (self->tab_view));

  set_page (self, tab != NULL ? get_page (tab) : NULL);
  focus_page (self);
}

/* --- documents -------------------------------------------------------------------------------------- */

static AdwTabPage *
find_document (WeftWindow *self, WeftDocument *document)
{
  AdwTabView *view = ADW_TAB_VIEW (self->tab_view);

  for (int i = 0; i < adw_tab_view_get_n_pages (view); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (view, i);

      if (weft_document_page_get_document (get_page (tab)) == document)
        return tab;
    }
  return NULL;
}

static void
on_phase (WeftWindow *self, GParamSpec *pspec G_GNUC_UNUSED, WeftDocument *document)
{
  AdwTabPage *tab = find_document (self, document);
  WeftDocumentPhase phase = weft_document_get_phase (document);
  gboolean bad = phase == WEFT_DOCUMENT_FAILED || phase == WEFT_DOCUMENT_PARTIAL;
  g_autoptr (GIcon) icon = bad ? g_themed_icon_new ("dialog-warning-symbolic") : NULL;

  if (tab == NULL)
    return;
  adw_tab_page_set_loading (tab, weft_document_is_loading (document));
  adw_tab_page_set_icon (tab, icon);
  if ((phase == WEFT_DOCUMENT_COMPLETE || phase == WEFT_DOCUMENT_PARTIAL)
      && !weft_standard_input_is (weft_document_get_file (document)))
    weft_recent_add (weft_document_get_file (document), "text/plain");
  update_title (self);
}

static void
on_hint_done (gpointer window, gboolean more)
{
  WeftWindow *self = window;

  if (more)
    gtk_widget_activate_action (GTK_WIDGET (self), "app.help", NULL);
  focus_page (self);
}

/* Once in a user's life, above the picture: what is below it explains it. */
static void
show_hint (WeftWindow *self)
{
  GtkWidget *bar;

  if (!g_settings_get_boolean (self->settings, "show-hint"))
    return;
  g_settings_set_boolean (self->settings, "show-hint", FALSE);
  bar = weft_notice_bar_new (_ ("_More"), on_hint_done, self);
  /* It is there at once, as what is not in a window yet does not slide in. */
  weft_notice_bar_say (WEFT_NOTICE_BAR (bar), GTK_MESSAGE_INFO,
                       _ ("The wheel scrolls, with Ctrl it zooms; dragging pans, with Shift it "
                          "brushes a range"),
                       TRUE);
  gtk_widget_insert_before (bar, gtk_widget_get_parent (self->stack), self->stack);
}

/* What the file is may be known only now. */
static void
on_state (WeftWindow *self, GParamSpec *pspec G_GNUC_UNUSED, WeftDocument *document)
{
  if (self->page != NULL && weft_document_page_get_document (self->page) == document)
    update_options (self);
  show_hint (self);
}

static void
on_restarted (WeftWindow *self, WeftDocument *document)
{
  g_autofree char *text = g_strdup_printf (_ ("“%s” was written anew, and is read from its start"),
                                           weft_document_get_title (document));

  weft_window_add_toast (self, text);
}

static void
on_progress (WeftWindow *self, WeftDocument *document)
{
  if (self->page != NULL && weft_document_page_get_document (self->page) == document)
    update_title (self);
}

/* Also for tabs that come from another window. */
static void
on_page_attached (WeftWindow *self, AdwTabPage *tab)
{
  WeftDocument *document = weft_document_page_get_document (get_page (tab));

  g_signal_connect_object (document, "notify::phase", G_CALLBACK (on_phase), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::state", G_CALLBACK (on_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "progress", G_CALLBACK (on_progress), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "restarted", G_CALLBACK (on_restarted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notice", G_CALLBACK (weft_window_add_toast), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_document_get_follow (document), "notify::on",
                           G_CALLBACK (update_follow), self, G_CONNECT_SWAPPED);
}

static void
on_page_detached (WeftWindow *self, AdwTabPage *tab)
{
  WeftDocumentPage *page = get_page (tab);

  g_signal_handlers_disconnect_by_data (weft_document_page_get_document (page), self);
  g_signal_handlers_disconnect_by_data (
    weft_document_get_follow (weft_document_page_get_document (page)), self);
  if (self->menu_tab == tab)
    self->menu_tab = NULL;
  if (self->page == page)
    set_page (self, NULL);
}

static gboolean
on_close_page (WeftWindow *self, AdwTabPage *tab)
{
  weft_document_close (weft_document_page_get_document (get_page (tab)));
  adw_tab_view_close_page_finish (ADW_TAB_VIEW (self->tab_view), tab, TRUE);
  return GDK_EVENT_STOP;
}

static AdwTabView *
on_create_window (WeftWindow *self)
{
  WeftWindow *other =
    weft_window_new (gtk_window_get_application (GTK_WINDOW (self)), self->settings);

  gtk_window_present (GTK_WINDOW (other));
  return ADW_TAB_VIEW (other->tab_view);
}

gboolean
weft_window_present_file (WeftWindow *self, GFile *file)
{
  AdwTabView *view = ADW_TAB_VIEW (self->tab_view);

  g_return_val_if_fail (WEFT_IS_WINDOW (self), FALSE);

  for (int i = 0; i < adw_tab_view_get_n_pages (view); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (view, i);
      WeftDocument *document = weft_document_page_get_document (get_page (tab));

      if (g_file_equal (weft_document_get_file (document), file))
        {
          adw_tab_view_set_selected_page (view, tab);
          return TRUE;
        }
    }
  return FALSE;
}

WeftDocumentPage *
weft_window_open_file (WeftWindow *self, GFile *file)
{
  g_autoptr (WeftDocument) document = NULL;
  g_autofree char *name = NULL, *tooltip = NULL;
  AdwTabPage *tab;
  GtkWidget *page;

  g_return_val_if_fail (WEFT_IS_WINDOW (self), NULL);

  if (weft_window_present_file (self, file))
    return self->page;
  if (weft_workspace_window_open (gtk_window_get_application (GTK_WINDOW (self)), self->settings,
                                  file))
    return NULL;
  document = weft_document_new (file, self->settings);
  page = weft_document_page_new (document, self->settings);
  tab = adw_tab_view_append (ADW_TAB_VIEW (self->tab_view), page);
  name = g_file_get_parse_name (file);
  tooltip = g_markup_escape_text (name, -1);
  adw_tab_page_set_tooltip (tab, tooltip);
  adw_tab_view_set_selected_page (ADW_TAB_VIEW (self->tab_view), tab);
  /* Readers that began before would take the processors while the page is made. */
  weft_document_load (document);
  /* which is what tells sessions apart, whose sockets all have the same name */
  adw_tab_page_set_title (tab, weft_document_get_title (document));
  adw_tab_page_set_loading (tab, weft_document_is_loading (document));
  return WEFT_DOCUMENT_PAGE (page);
}

void
weft_window_open_files (WeftWindow *self, GListModel *files)
{
  g_return_if_fail (WEFT_IS_WINDOW (self));

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      weft_window_open_file (self, file);
    }
}

void
weft_window_add_toast (WeftWindow *self, const char *text)
{
  AdwToast *toast = adw_toast_new (text);

  /* What happened is said now, not once all that happened before was read. */
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toast_overlay), toast);
}

/* --- opening ------------------------------------------------------------------------------------------- */

static void
on_chosen (GtkWindow *self, GListModel *files)
{
  weft_window_open_files (WEFT_WINDOW (self), files);
}

/* Where the trace in sight lies, if it is a file: (transfer full) (nullable). */
static GFile *
get_folder (WeftWindow *self)
{
  GFile *file = self->page != NULL
                  ? weft_document_get_file (weft_document_page_get_document (self->page))
                  : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (file == NULL || weft_standard_input_is (file)
      || (path != NULL && weft_live_is_address (path)))
    return NULL;
  return g_file_get_parent (file);
}

/* Asks for files that lie where the one in sight does, or where files were opened from last.
 * `title` and `accept` are translated. */
static void
choose_files (WeftWindow *self, const char *title, const char *accept, gboolean several,
              WeftFilesChosen chosen)
{
  g_autoptr (GFile) folder = get_folder (self);
  const WeftFilesQuestion question = { title, accept, several, folder, chosen };

  weft_open_files_ask (GTK_WINDOW (self), &question, self->settings);
}

static void
activate_open (GtkWidget *widget, const char *name G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  choose_files (WEFT_WINDOW (widget), _ ("Open Traces"), _ ("_Open"), TRUE, on_chosen);
}

GtkWindow *
weft_window_compare (WeftWindow *self, GFile *other)
{
  WeftDocument *document = self->page != NULL ? weft_document_page_get_document (self->page) : NULL;
  WeftPipelineCompareWindow *window;

  g_return_val_if_fail (document != NULL && weft_pipeline_compare_window_can_compare (document),
                        NULL);

  window = weft_pipeline_compare_window_new (GTK_WINDOW (self), document, other, self->settings);
  gtk_window_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}

static void
on_other_chosen (GtkWindow *window, GListModel *files)
{
  WeftWindow *self = WEFT_WINDOW (window);
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);

  if (self->page != NULL
      && weft_pipeline_compare_window_can_compare (weft_document_page_get_document (self->page)))
    weft_window_compare (self, file);
}

static void
activate_compare (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                  GVariant *parameter G_GNUC_UNUSED)
{
  choose_files (WEFT_WINDOW (widget), _ ("Compare With a Log"), _ ("_Compare"), FALSE,
                on_other_chosen);
}

static void
on_exported (WeftWindow *self, GFile *file)
{
  g_autofree char *base = g_file_get_basename (file), *name = g_filename_display_name (base);
  g_autofree char *text = g_strdup_printf (_ ("The picture is in “%s”"), name);

  weft_window_add_toast (self, text);
}

static void
activate_export (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                 GVariant *parameter G_GNUC_UNUSED)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  WeftPrintable *printable = get_printable (self);
  WeftExportDialog *dialog;

  if (printable == NULL)
    return;
  dialog =
    weft_export_dialog_new (GTK_WINDOW (self), printable,
                            weft_document_get_title (weft_document_page_get_document (self->page)),
                            gtk_widget_get_width (GTK_WIDGET (self->page)),
                            gtk_widget_get_height (GTK_WIDGET (self->page)));
  g_signal_connect_object (dialog, "exported", G_CALLBACK (on_exported), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_copied (GObject *printable, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
    weft_printable_encode_finish (WEFT_PRINTABLE (printable), result, &error);
  g_autoptr (GdkTexture) texture =
    bytes != NULL ? gdk_texture_new_from_bytes (bytes, &error) : NULL;

  if (texture == NULL)
    {
      weft_window_add_toast (self, error->message);
      return;
    }
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  weft_window_add_toast (self, _ ("The picture was copied"));
}

/* What is in sight, as large as it is. */
static void
activate_copy (GtkWidget *widget, const char *name G_GNUC_UNUSED, GVariant *parameter G_GNUC_UNUSED)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  WeftPrintable *printable = get_printable (self);
  WeftPrintOptions options = { .format = WEFT_PICTURE_PNG };
  WeftStyle *style;

  if (printable == NULL)
    return;
  style = weft_view_state_get_style (WEFT_VIEW_STATE (printable));
  options.width = gtk_widget_get_width (GTK_WIDGET (self->page));
  options.height = gtk_widget_get_height (GTK_WIDGET (self->page));
  options.scale = gtk_widget_get_scale_factor (widget);
  options.theme = weft_style_get_options (style)->theme;
  weft_printable_encode_async (printable, &options, NULL, on_copied, g_object_ref (self));
}

static void
activate_open_uri (GtkWidget *widget, const char *name G_GNUC_UNUSED, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  weft_window_open_file (WEFT_WINDOW (widget), file);
}

static gboolean
on_drop (GtkDropTarget *target G_GNUC_UNUSED, const GValue *value, double x G_GNUC_UNUSED,
         double y G_GNUC_UNUSED, gpointer data)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));

  for (GSList *item = files; item != NULL; item = item->next)
    weft_window_open_file (data, item->data);
  return files != NULL;
}

/* --- other actions ----------------------------------------------------------------------------------------- */

/* The tab that an action is about: the one with the open menu, or else the one in sight. */
static AdwTabPage *
get_meant_tab (WeftWindow *self)
{
  if (self->menu_tab != NULL)
    return self->menu_tab;
  return self->page != NULL ? get_tab (self, self->page) : NULL;
}

static void
on_setup_menu (WeftWindow *self, AdwTabPage *tab)
{
  self->menu_tab = tab;
}

/* A window whose last tab is closed stays, and another time closes itself. */
static void
activate_close_tab (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                    GVariant *parameter G_GNUC_UNUSED)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  AdwTabPage *tab = get_meant_tab (self);

  if (tab != NULL)
    adw_tab_view_close_page (ADW_TAB_VIEW (self->tab_view), tab);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
activate_close_other_tabs (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                           GVariant *parameter G_GNUC_UNUSED)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  AdwTabPage *tab = get_meant_tab (self);

  if (tab != NULL)
    adw_tab_view_close_other_pages (ADW_TAB_VIEW (self->tab_view), tab);
}

static void
activate_move_tab (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                   GVariant *parameter G_GNUC_UNUSED)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  AdwTabPage *tab = get_meant_tab (self);

  if (tab != NULL)
    adw_tab_view_transfer_page (ADW_TAB_VIEW (self->tab_view), tab, on_create_window (self), 0);
}

static void
activate_turn (GtkWidget *widget, const char *name, GVariant *parameter G_GNUC_UNUSED)
{
  AdwTabView *view = ADW_TAB_VIEW (WEFT_WINDOW (widget)->tab_view);

  if (g_str_equal (name, "win.next-tab"))
    adw_tab_view_select_next_page (view);
  else
    adw_tab_view_select_previous_page (view);
}

static void
activate_keep_options (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                       GVariant *parameter G_GNUC_UNUSED)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  WeftDocument *document = weft_document_page_get_document (self->page);

  weft_view_options_write_settings (weft_document_get_options (document), self->settings);
  weft_window_add_toast (self, _ ("Traces that you open from now on look like this"));
}

/* All that is open here, on one time axis. */
static void
activate_workspace (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                    GVariant *parameter G_GNUC_UNUSED)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  AdwTabView *view = ADW_TAB_VIEW (self->tab_view);
  WeftWorkspaceWindow *workspace =
    weft_workspace_window_new (gtk_window_get_application (GTK_WINDOW (self)), self->settings);

  for (int i = 0; i < adw_tab_view_get_n_pages (view); i++)
    weft_workspace_window_add (workspace, weft_document_get_file (weft_document_page_get_document (
                                            get_page (adw_tab_view_get_nth_page (view, i)))));
  gtk_window_present (GTK_WINDOW (workspace));
}

static void
activate_fullscreen (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                     GVariant *parameter G_GNUC_UNUSED)
{
  GtkWindow *window = GTK_WINDOW (widget);

  if (gtk_window_is_fullscreen (window))
    gtk_window_unfullscreen (window);
  else
    gtk_window_fullscreen (window);
}

static void
on_palette_said (WeftWindow *self, const char *text)
{
  weft_window_add_toast (self, text);
}

static void
activate_palette (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                  GVariant *parameter G_GNUC_UNUSED)
{
  WeftWindow *self = WEFT_WINDOW (widget);

  if (self->palette == NULL)
    {
      self->palette = weft_palette_new (self->toast_overlay, self->settings);
      g_signal_connect_swapped (self->palette, "said", G_CALLBACK (on_palette_said), self);
    }
  weft_palette_open (WEFT_PALETTE (self->palette), self->page);
}

GtkWidget *
weft_window_get_palette (WeftWindow *self)
{
  return self->palette;
}

static void
activate_shortcuts (GtkWidget *widget, const char *name G_GNUC_UNUSED,
                    GVariant *parameter G_GNUC_UNUSED)
{
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/weft_viewer/Weft/weft-shortcuts.ui");
  GtkWindow *shortcuts = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));

  gtk_window_set_transient_for (shortcuts, GTK_WINDOW (widget));
  gtk_window_present (shortcuts);
}

/* --- the window --------------------------------------------------------------------------------------------- */

/* Popovers are made when they are asked for: the first window is there sooner. */
/* In a low window they scroll. */
static void
fit_view_popover (WeftWindow *self, GtkPopover *popover)
{
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (gtk_popover_get_child (popover));
  int room = gtk_widget_get_height (GTK_WIDGET (self)) - POPOVER_MARGIN;

  gtk_scrolled_window_set_max_content_height (scroller, MAX (room, MIN_POPOVER_HEIGHT));
}

static void
create_view_popover (GtkMenuButton *button, gpointer data)
{
  WeftWindow *self = data;
  GtkPopover *before = gtk_menu_button_get_popover (button);
  WeftDocument *document = self->page != NULL ? weft_document_page_get_document (self->page) : NULL;
  g_autoptr (GtkBuilder) builder = NULL;
  GtkWidget *popover;

  if (before != NULL)
    fit_view_popover (self, before);
  if (before != NULL || self->menu_options == NULL || weft_document_get_state (document) == NULL)
    return;
  builder = gtk_builder_new_from_resource ("/io/github/weft_viewer/Weft/weft-view-popover.ui");
  gtk_box_prepend (GTK_BOX (gtk_builder_get_object (builder, "box")),
                   weft_family_create_option_rows (weft_document_get_family (document),
                                                   weft_document_get_state (document),
                                                   self->menu_options));
  popover = GTK_WIDGET (gtk_builder_get_object (builder, "popover"));
  g_signal_connect_object (popover, "closed", G_CALLBACK (focus_page), self, G_CONNECT_SWAPPED);
  gtk_menu_button_set_popover (button, popover);
  fit_view_popover (self, GTK_POPOVER (popover));
}

static void
on_active (WeftWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)) && self->page != NULL)
    weft_document_check_file (weft_document_page_get_document (self->page));
}

static void
restore_size (WeftWindow *self)
{
  gtk_window_set_default_size (GTK_WINDOW (self),
                               g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

static gboolean
weft_window_close_request (GtkWindow *window)
{
  WeftWindow *self = WEFT_WINDOW (window);
  AdwTabView *view = ADW_TAB_VIEW (self->tab_view);
  int width, height;

  if (self->palette != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->palette));
  gtk_window_get_default_size (window, &width, &height);
  g_settings_set_int (self->settings, "window-width", MAX (width, 360));
  g_settings_set_int (self->settings, "window-height", MAX (height, 294));
  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (window));
  for (int i = 0; i < adw_tab_view_get_n_pages (view); i++)
    weft_document_close (
      weft_document_page_get_document (get_page (adw_tab_view_get_nth_page (view, i))));
  return GTK_WINDOW_CLASS (weft_window_parent_class)->close_request (window);
}

static void
weft_window_dispose (GObject *object)
{
  WeftWindow *self = WEFT_WINDOW (object);

  self->page = NULL;
  g_clear_pointer (&self->palette, gtk_widget_unparent);
  g_clear_object (&self->menu_options);
  G_OBJECT_CLASS (weft_window_parent_class)->dispose (object);
}

static void
weft_window_finalize (GObject *object)
{
  g_clear_object (&WEFT_WINDOW (object)->settings);
  G_OBJECT_CLASS (weft_window_parent_class)->finalize (object);
}

static void
on_attach (WeftWindow *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  weft_window_open_file (self, file);
}

static void
activate_attach (GtkWidget *widget, const char *action G_GNUC_UNUSED,
                 GVariant *parameter G_GNUC_UNUSED)
{
  GtkWidget *dialog = weft_attach_dialog_new (GTK_WINDOW (widget));

  g_signal_connect_object (dialog, "attach", G_CALLBACK (on_attach), widget, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, activate_open);
  gtk_widget_class_install_action (widget_class, "win.attach", NULL, activate_attach);
  gtk_widget_class_install_action (widget_class, "win.open-uri", "s", activate_open_uri);
  gtk_widget_class_install_action (widget_class, "win.compare", NULL, activate_compare);
  gtk_widget_class_install_action (widget_class, "win.workspace", NULL, activate_workspace);
  gtk_widget_class_install_action (widget_class, "win.export-picture", NULL, activate_export);
  gtk_widget_class_install_action (widget_class, "win.copy-picture", NULL, activate_copy);
  gtk_widget_class_install_action (widget_class, "win.close-tab", NULL, activate_close_tab);
  gtk_widget_class_install_action (widget_class, "win.close-other-tabs", NULL,
                                   activate_close_other_tabs);
  gtk_widget_class_install_action (widget_class, "win.move-tab", NULL, activate_move_tab);
  gtk_widget_class_install_action (widget_class, "win.next-tab", NULL, activate_turn);
  gtk_widget_class_install_action (widget_class, "win.previous-tab", NULL, activate_turn);
  gtk_widget_class_install_action (widget_class, "win.keep-options", NULL, activate_keep_options);
  gtk_widget_class_install_action (widget_class, "win.fullscreen", NULL, activate_fullscreen);
  gtk_widget_class_install_action (widget_class, "win.palette", NULL, activate_palette);
  gtk_widget_class_install_action (widget_class, "win.shortcuts", NULL, activate_shortcuts);
}

static void
weft_window_class_init (WeftWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = weft_window_dispose;
  object_class->finalize = weft_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = weft_window_close_request;

  g_type_ensure (WEFT_TYPE_RECENT_POPOVER);
  g_type_ensure (WEFT_TYPE_WELCOME_PAGE);
  install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-window.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, toast_overlay);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, header_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, title);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, view_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, follow_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, tab_view);
  gtk_widget_class_bind_template_callback (widget_class, on_selected_page);
  gtk_widget_class_bind_template_callback (widget_class, on_page_attached);
  gtk_widget_class_bind_template_callback (widget_class, on_page_detached);
  gtk_widget_class_bind_template_callback (widget_class, on_close_page);
  gtk_widget_class_bind_template_callback (widget_class, on_create_window);
  gtk_widget_class_bind_template_callback (widget_class, on_setup_menu);
  gtk_widget_class_bind_template_callback (widget_class, on_active);
}

static void
add_drop_target (WeftWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (self->toast_overlay, GTK_EVENT_CONTROLLER (target));
}

static void
weft_window_init (WeftWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->view_button), create_view_popover,
                                         self, NULL);
  add_drop_target (self);
  /* The part of the split button that opens the list has a tooltip, and no name of its own. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_last_child (self->open_button)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Recent traces"), -1);
  g_signal_connect (self, "notify::default-width", G_CALLBACK (update_header), NULL);
  update_buttons (self);
  update_header (self);
}

WeftWindow *
weft_window_new (GtkApplication *application, GSettings *settings)
{
  WeftWindow *self = g_object_new (WEFT_TYPE_WINDOW, "application", application, NULL);

  self->settings = g_object_ref (settings);
  if (g_str_has_suffix (WEFT_APPLICATION_ID, ".Devel"))
    gtk_widget_add_css_class (GTK_WIDGET (self), "devel");
  restore_size (self);
  update_title (self);
  return self;
}
