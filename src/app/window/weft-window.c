/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-window.h"

#include <glib/gi18n-lib.h>

#include "weft-actions.h"
#include "weft-attach-dialog.h"
#include "weft-drop-hint.h"
#include "weft-fault-bar.h"
#include "weft-header.h"
#include "weft-help-window.h"
#include "weft-live-session.h"
#include "weft-open-files.h"
#include "weft-page-picture.h"
#include "weft-palette.h"
#include "weft-pane-walk.h"
#include "weft-pipeline-compare-dialog.h"
#include "weft-pipeline-compare-window.h"
#include "weft-recent-popover.h"
#include "weft-searchable.h"
#include "weft-settings.h"
#include "weft-standard-input.h"
#include "weft-tab-list.h"
#include "weft-tab-phase.h"
#include "weft-view-menu.h"
#include "weft-welcome-page.h"
#include "weft-workspace-make.h"
#include "weft-workspace-window.h"

struct _WeftWindow
{
  AdwApplicationWindow parent_instance;

  GtkWidget *toast_overlay;
  GtkWidget *overlay;
  GtkWidget *header_bar;
  GtkWidget *title;
  GtkWidget *open_button;
  GtkWidget *view_button;
  GtkWidget *search_button;
  GtkWidget *follow_button;
  GtkWidget *cancel_button;
  GtkWidget *tab_bar;
  GtkWidget *stack;
  GtkWidget *tab_view;

  GtkWidget *palette; /* NULL before it is asked for */

  GSettings *settings;
  GSignalGroup *shown;           /* signals of the document in sight */
  WeftDocumentPage *page;        /* the one in sight, NULL: none */
  WeftViewOptions *menu_options; /* that the view menu was made for; nullable */
  AdwTabPage *menu_tab;          /* the one whose menu is open; NULL: none is */
};

G_DEFINE_FINAL_TYPE (WeftWindow, weft_window, ADW_TYPE_APPLICATION_WINDOW)

/* --- the page in sight --------------------------------------------------------------------------- */

static WeftDocumentPage *
get_page (AdwTabPage *tab)
{
  return WEFT_DOCUMENT_PAGE (adw_tab_page_get_child (tab));
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

AdwTabView *
weft_window_get_tab_view (WeftWindow *self)
{
  return ADW_TAB_VIEW (self->tab_view);
}

WeftDocumentPage *
weft_window_get_nth_page (WeftWindow *self, guint index)
{
  g_return_val_if_fail (index < weft_window_get_n_pages (self), NULL);

  return get_page (adw_tab_view_get_nth_page (ADW_TAB_VIEW (self->tab_view), (int) index));
}

static WeftDocument *
get_nth_document (WeftWindow *self, guint index)
{
  return weft_document_page_get_document (weft_window_get_nth_page (self, index));
}

static void
list_documents (WeftWindow *self, GPtrArray *documents)
{
  for (guint i = 0; i < weft_window_get_n_pages (self); i++)
    g_ptr_array_add (documents, get_nth_document (self, i));
}

void
weft_window_select_page (WeftWindow *self, guint index)
{
  AdwTabView *view = ADW_TAB_VIEW (self->tab_view);

  if (index < weft_window_get_n_pages (self))
    adw_tab_view_set_selected_page (view, adw_tab_view_get_nth_page (view, (int) index));
}

/* Of the page in sight: (nullable). */
static WeftDocument *
get_document (WeftWindow *self)
{
  return self->page != NULL ? weft_document_page_get_document (self->page) : NULL;
}

/* While the file is read, the second line of the title says how far. */
static void
update_title (WeftWindow *self)
{
  WeftDocument *document = get_document (self);
  const WeftProgress *progress = document != NULL ? weft_document_get_progress (document) : NULL;
  const char *name = document != NULL ? weft_document_get_title (document) : _ ("Weft");
  const char *below = document != NULL ? weft_document_get_folder (document) : "";
  g_autofree char *words = progress != NULL ? weft_progress_to_text (progress) : NULL;
  g_autofree char *title = NULL;

  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), name);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), words != NULL ? words : below);
  /* TRANSLATORS: the title of a window: the file's name and the program's. No dash, as X reads tables for it. */
  title = document != NULL ? g_strdup_printf (_ ("%s · Weft"), name) : g_strdup (name);
  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_widget_set_visible (self->cancel_button, progress != NULL);
}

/* In a narrow window a search is found in the menu. */
static void
update_header (WeftWindow *self)
{
  WeftDocument *document = get_document (self);
  gboolean searchable = document != NULL && WEFT_IS_SEARCHABLE (weft_document_get_state (document));
  gboolean narrow = weft_header_fit (ADW_HEADER_BAR (self->header_bar), GTK_WINDOW (self));

  gtk_widget_set_visible (self->search_button, searchable && !narrow);
}

static void
update_buttons (WeftWindow *self)
{
  gboolean any = self->page != NULL;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), any ? "tabs" : "empty");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.next-tab", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.previous-tab", any);
}

/* The rows of the view menu are those of a family, and act on the options of a document. */
static void
update_options (WeftWindow *self)
{
  WeftDocument *document = get_document (self);
  WeftViewOptions *options = document != NULL ? weft_document_get_options (document) : NULL;
  GActionGroup *actions = options != NULL ? weft_view_options_create_actions (options) : NULL;
  gboolean printable = self->page != NULL && weft_page_picture_get (self->page) != NULL;

  gtk_widget_insert_action_group (GTK_WIDGET (self), "options", actions);
  g_clear_object (&actions);
  gtk_widget_set_visible (self->view_button, options != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.keep-options", options != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare",
                                 document != NULL
                                   && weft_pipeline_compare_window_can_compare (document));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export-picture", printable);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.copy-picture", printable);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export-data",
                                 weft_page_picture_can_export_data (self->page));
  update_header (self);
  if (g_set_object (&self->menu_options, options))
    gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->view_button), NULL);
}

/* The button is there while a file is followed; the menu begins it. */
static void
update_follow (WeftWindow *self)
{
  WeftDocument *document = get_document (self);

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
  if (self->page != NULL)
    weft_document_page_set_shown (self->page, FALSE);
  self->page = page;
  g_signal_group_set_target (self->shown, get_document (self));
  if (page != NULL)
    {
      weft_document_page_set_shown (page, TRUE);
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
focus_page (gpointer window)
{
  WeftWindow *self = window;

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

/* Says something in passing. */
static void
add_toast (gpointer window, const char *text)
{
  WeftWindow *self = window;
  AdwToast *toast = adw_toast_new (text);

  /* News come at once, not after all that is older was read. */
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toast_overlay), toast);
}

static void
on_restarted (WeftWindow *self, WeftDocument *document)
{
  g_autofree char *text = g_strdup_printf (_ ("“%s” was written anew, and is read from its start"),
                                           weft_document_get_title (document));

  add_toast (self, text);
}

/* Also for tabs that come from another window. */
static void
on_page_attached (WeftWindow *self, AdwTabPage *tab)
{
  WeftDocument *document = weft_document_page_get_document (get_page (tab));

  weft_tab_phase_follow (tab, document);
  g_signal_connect_object (document, "restarted", G_CALLBACK (on_restarted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notice", G_CALLBACK (add_toast), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_document_get_follow (document), "notify::on",
                           G_CALLBACK (update_follow), self, G_CONNECT_SWAPPED);
}

static void
on_page_detached (WeftWindow *self, AdwTabPage *tab)
{
  WeftDocumentPage *page = get_page (tab);
  WeftDocument *document = weft_document_page_get_document (page);

  g_signal_handlers_disconnect_by_data (document, self);
  g_signal_handlers_disconnect_by_data (document, tab);
  g_signal_handlers_disconnect_by_data (weft_document_get_follow (document), self);
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
  g_return_val_if_fail (WEFT_IS_WINDOW (self), FALSE);

  for (guint i = 0; i < weft_window_get_n_pages (self); i++)
    if (g_file_equal (weft_document_get_file (get_nth_document (self, i)), file)
        && weft_document_get_sockets (get_nth_document (self, i)) == NULL)
      {
        weft_window_select_page (self, i);
        return TRUE;
      }
  return FALSE;
}

/* `name` says what it is in full. */
static WeftDocumentPage *
open_document (WeftWindow *self, WeftDocument *document, const char *name)
{
  GtkWidget *page = weft_document_page_new (document, self->settings);
  AdwTabPage *tab = adw_tab_view_append (ADW_TAB_VIEW (self->tab_view), page);
  g_autofree char *tooltip = g_markup_escape_text (name, -1);

  adw_tab_page_set_tooltip (tab, tooltip);
  adw_tab_view_set_selected_page (ADW_TAB_VIEW (self->tab_view), tab);
  /* Readers that began before would take the processors while the page is made. */
  weft_document_load (document);
  /* which is what tells sessions apart, whose sockets all have the same name */
  adw_tab_page_set_title (tab, weft_document_get_title (document));
  adw_tab_page_set_loading (tab, weft_document_is_loading (document));
  return WEFT_DOCUMENT_PAGE (page);
}

WeftDocumentPage *
weft_window_open_file (WeftWindow *self, GFile *file)
{
  g_autoptr (WeftDocument) document = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (WEFT_IS_WINDOW (self), NULL);

  if (weft_window_present_file (self, file))
    return self->page;
  if (weft_workspace_window_open (gtk_window_get_application (GTK_WINDOW (self)), self->settings,
                                  file))
    return NULL;
  document = weft_document_new (file, self->settings);
  name = g_file_get_parse_name (file);
  return open_document (self, document, name);
}

void
weft_window_attach (WeftWindow *self, const char *const *sockets)
{
  g_autoptr (WeftDocument) document = weft_document_new_of_sockets (sockets, self->settings);
  g_autofree char *names = g_strjoinv ("\n", (char **) sockets);

  for (guint i = 0; i < weft_window_get_n_pages (self); i++)
    {
      const char *const *other = weft_document_get_sockets (get_nth_document (self, i));

      if (other != NULL && g_strv_equal (other, sockets))
        {
          weft_window_select_page (self, i);
          return;
        }
    }
  open_document (self, document, names);
}

/* --- opening ------------------------------------------------------------------------------------------- */

static void
on_chosen (GtkWindow *self, GListModel *files)
{
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      weft_window_open_file (WEFT_WINDOW (self), file);
    }
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
 * `question` says all else. */
static void
choose_files (WeftWindow *self, WeftFilesQuestion question)
{
  g_autoptr (GFile) folder = get_folder (self);

  question.folder = folder;
  weft_open_files_ask (GTK_WINDOW (self), &question, self->settings);
}

static void
activate_open (WeftWindow *self)
{
  choose_files (self, (WeftFilesQuestion){ .title = _ ("Open Traces"),
                                           .accept = _ ("_Open"),
                                           .several = TRUE,
                                           .chosen = on_chosen });
}

/* The files that a profiler writes for each chip or rank make one trace. */
static void
activate_open_folder (WeftWindow *self)
{
  choose_files (self, (WeftFilesQuestion){ .title = _ ("Open a Folder as One Trace"),
                                           .accept = _ ("_Open"),
                                           .is_folder = TRUE,
                                           .chosen = on_chosen });
}

GtkWindow *
weft_window_compare (WeftWindow *self, GFile *other)
{
  WeftDocument *document;
  WeftPipelineCompareWindow *window;

  g_return_val_if_fail (WEFT_IS_WINDOW (self), NULL);

  document = get_document (self);
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
activate_compare_file (WeftWindow *self)
{
  choose_files (self, (WeftFilesQuestion){ .title = _ ("Compare With a Log"),
                                           .accept = _ ("_Compare"),
                                           .chosen = on_other_chosen });
}

/* With what is open in any window; where that is nothing, with a file. */
static void
activate_compare (WeftWindow *self)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (self));
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  GtkWidget *dialog;

  for (GList *l = gtk_application_get_windows (app); l != NULL; l = l->next)
    if (WEFT_IS_WINDOW (l->data))
      list_documents (l->data, open);
  dialog = weft_pipeline_compare_dialog_new (GTK_WINDOW (self), get_document (self), open);
  if (dialog == NULL)
    {
      activate_compare_file (self);
      return;
    }
  g_signal_connect_object (dialog, "file", G_CALLBACK (activate_compare_file), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
activate_export (WeftWindow *self)
{
  weft_page_picture_export (self->page, add_toast, self);
}

static void
activate_export_data (WeftWindow *self)
{
  weft_page_picture_export_data (self->page, add_toast, self);
}

static void
activate_copy (WeftWindow *self)
{
  weft_page_picture_copy (self->page, add_toast, self);
}

static void
activate_open_uri (WeftWindow *self, const char *name G_GNUC_UNUSED, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  weft_window_open_file (self, file);
}

/* --- other actions ----------------------------------------------------------------------------------------- */

/* The tab that an action is about: the one with the open menu, or else the one in sight. */
static AdwTabPage *
get_meant_tab (WeftWindow *self)
{
  if (self->menu_tab != NULL)
    return self->menu_tab;
  return adw_tab_view_get_selected_page (ADW_TAB_VIEW (self->tab_view));
}

static void
on_setup_menu (WeftWindow *self, AdwTabPage *tab)
{
  self->menu_tab = tab;
}

/* A window whose last tab is closed stays, and another time closes itself. */
static void
activate_close_tab (WeftWindow *self)
{
  AdwTabPage *tab = get_meant_tab (self);

  if (tab != NULL)
    adw_tab_view_close_page (ADW_TAB_VIEW (self->tab_view), tab);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
activate_close_other_tabs (WeftWindow *self)
{
  AdwTabPage *tab = get_meant_tab (self);

  if (tab != NULL)
    adw_tab_view_close_other_pages (ADW_TAB_VIEW (self->tab_view), tab);
}

static void
activate_move_tab (WeftWindow *self)
{
  AdwTabPage *tab = get_meant_tab (self);

  if (tab != NULL)
    adw_tab_view_transfer_page (ADW_TAB_VIEW (self->tab_view), tab, on_create_window (self), 0);
}

static void
activate_turn (WeftWindow *self, const char *name)
{
  AdwTabView *view = ADW_TAB_VIEW (self->tab_view);

  if (g_str_equal (name, "win.next-tab"))
    adw_tab_view_select_next_page (view);
  else
    adw_tab_view_select_previous_page (view);
}

static void
activate_keep_options (WeftWindow *self)
{
  weft_view_options_write_settings (weft_document_get_options (get_document (self)),
                                    self->settings);
  add_toast (self, _ ("Traces that you open from now on look like this"));
}

/* All that is open here, on one time axis. */
static void
activate_workspace (WeftWindow *self)
{
  g_autoptr (GPtrArray) documents = g_ptr_array_new ();

  list_documents (self, documents);
  gtk_window_present (weft_workspace_make (gtk_window_get_application (GTK_WINDOW (self)),
                                           self->settings, documents));
}

static void
activate_fullscreen (WeftWindow *self)
{
  g_object_set (self, "fullscreened", !gtk_window_is_fullscreen (GTK_WINDOW (self)), NULL);
}

static void
activate_palette (WeftWindow *self)
{
  if (self->palette == NULL)
    {
      self->palette = weft_palette_new (self->toast_overlay, self->settings);
      g_signal_connect_swapped (self->palette, "said", G_CALLBACK (add_toast), self);
    }
  weft_palette_open (WEFT_PALETTE (self->palette), self->page);
}

static void
activate_shortcuts (WeftWindow *self)
{
  weft_help_show_shortcuts (GTK_WINDOW (self));
}

/* --- the window --------------------------------------------------------------------------------------------- */

static void
create_view_popover (GtkMenuButton *button, gpointer data)
{
  WeftWindow *self = data;

  if (self->menu_options != NULL)
    weft_view_menu_open (button, self->page, self->menu_options);
}

static void
on_active (WeftWindow *self)
{
  if (gtk_window_is_active (GTK_WINDOW (self)) && self->page != NULL)
    weft_document_check_file (weft_document_page_get_document (self->page));
}

static gboolean
weft_window_close_request (GtkWindow *window)
{
  WeftWindow *self = WEFT_WINDOW (window);

  if (self->palette != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->palette));
  for (guint i = 0; i < weft_window_get_n_pages (self); i++)
    weft_document_close (get_nth_document (self, i));
  return GTK_WINDOW_CLASS (weft_window_parent_class)->close_request (window);
}

static void
weft_window_dispose (GObject *object)
{
  WeftWindow *self = WEFT_WINDOW (object);

  self->page = NULL;
  g_signal_group_set_target (self->shown, NULL);
  g_clear_pointer (&self->palette, gtk_widget_unparent);
  g_clear_object (&self->menu_options);
  G_OBJECT_CLASS (weft_window_parent_class)->dispose (object);
}

static void
weft_window_finalize (GObject *object)
{
  g_clear_object (&WEFT_WINDOW (object)->settings);
  g_clear_object (&WEFT_WINDOW (object)->shown);
  G_OBJECT_CLASS (weft_window_parent_class)->finalize (object);
}

static void
activate_attach (WeftWindow *self)
{
  GtkWidget *dialog = weft_attach_dialog_new (GTK_WINDOW (self));

  g_signal_connect_object (dialog, "attach", G_CALLBACK (weft_window_attach), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static const WeftWidgetAction actions[] = {
  { "win.open", G_CALLBACK (activate_open), NULL },
  { "win.open-folder", G_CALLBACK (activate_open_folder), NULL },
  { "win.attach", G_CALLBACK (activate_attach), NULL },
  { "win.open-uri", G_CALLBACK (activate_open_uri), "s" },
  { "win.compare", G_CALLBACK (activate_compare), NULL },
  { "win.workspace", G_CALLBACK (activate_workspace), NULL },
  { "win.export-picture", G_CALLBACK (activate_export), NULL },
  { "win.export-data", G_CALLBACK (activate_export_data), NULL },
  { "win.copy-picture", G_CALLBACK (activate_copy), NULL },
  { "win.close-tab", G_CALLBACK (activate_close_tab), NULL },
  { "win.close-other-tabs", G_CALLBACK (activate_close_other_tabs), NULL },
  { "win.move-tab", G_CALLBACK (activate_move_tab), NULL },
  { "win.next-tab", G_CALLBACK (activate_turn), NULL },
  { "win.previous-tab", G_CALLBACK (activate_turn), NULL },
  { "win.keep-options", G_CALLBACK (activate_keep_options), NULL },
  { "win.fullscreen", G_CALLBACK (activate_fullscreen), NULL },
  { "win.palette", G_CALLBACK (activate_palette), NULL },
  { "win.shortcuts", G_CALLBACK (activate_shortcuts), NULL },
};

static gboolean
on_escape (GtkWidget *widget, GVariant *args G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return WEFT_WINDOW (widget)->page != NULL
         && weft_document_page_escape (WEFT_WINDOW (widget)->page);
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
  weft_actions_install (widget_class, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_escape, NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-window.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, toast_overlay);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, overlay);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, header_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, title);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, view_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, follow_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWindow, tab_bar);
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

/* The header says how far the document in sight is read, and its kind once that is known. */
static void
follow_document (WeftWindow *self)
{
  self->shown = g_signal_group_new (WEFT_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->shown, "notify::phase", G_CALLBACK (update_title), self);
  g_signal_group_connect_swapped (self->shown, "progress", G_CALLBACK (update_title), self);
  g_signal_group_connect_swapped (self->shown, "notify::state", G_CALLBACK (update_options), self);
}

static void
weft_window_init (WeftWindow *self)
{
  g_autoptr (GIcon) icon = g_themed_icon_new (WEFT_APPLICATION_ID "-symbolic");

  follow_document (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->view_button), create_view_popover,
                                         self, NULL);
  g_signal_connect_object (weft_drop_hint_add (GTK_OVERLAY (self->overlay)), "dropped",
                           G_CALLBACK (weft_window_open_file), self, G_CONNECT_SWAPPED);
  weft_fault_bar_add (GTK_OVERLAY (self->overlay));
  weft_pane_walk_add (GTK_WIDGET (self));
  weft_pane_walk_mark (self->header_bar);
  weft_pane_walk_mark (self->tab_bar);
  /* Stands in the overview for a tab that was not looked at yet. */
  adw_tab_view_set_default_icon (ADW_TAB_VIEW (self->tab_view), icon);
  weft_tab_list_add (ADW_APPLICATION_WINDOW (self), ADW_TAB_VIEW (self->tab_view),
                     ADW_TAB_BAR (self->tab_bar));
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
  weft_settings_bind_size (settings, GTK_WINDOW (self));
  update_title (self);
  return self;
}
