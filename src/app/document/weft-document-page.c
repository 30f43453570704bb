/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-document-page.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-actions.h"
#include "weft-desktop-style.h"
#include "weft-first-hint.h"
#include "weft-marks-list.h"
#include "weft-measure-ahead.h"
#include "weft-notice-bar.h"
#include "weft-page-panels.h"
#include "weft-page-tools.h"
#include "weft-pane-walk.h"
#include "weft-panes.h"
#include "weft-shown-return.h"
#include "weft-status-line.h"
#include "weft-width-layout.h"
#include "weft-words.h"
#include "weft-wrap-box.h"

/* Milliseconds before a page without a picture says that something is going on. */
#define SPINNER_DELAY 300

/* Width of the labels where there is little room. */
#define NARROW_LABEL_WIDTH 104

/* The bars over the picture, by their occasions. */
typedef enum
{
  NOTICE_ERROR,
  NOTICE_CHANGE,
  N_NOTICES,
} Notice;

struct _WeftDocumentPage
{
  AdwBin parent_instance;

  GtkWidget *progress_bar;
  GtkWidget *bars; /* the page's tools */
  GtkWidget *stack;
  GtkWidget *spinner;
  GtkWidget *panes;
  GtkWidget *notice_overlay; /* over the picture */
  GtkWidget *picture;
  GtkWidget *view_bin;
  GtkWidget *inspector_bin;
  GtkWidget *drawer;
  GtkWidget *drawer_stack;
  GtkWidget *hint_box; /* under all of it */
  GtkWidget *status_line;

  WeftDocument *document;
  GSignalGroup *signals; /* of the document */
  GSettings *settings;
  GSimpleActionGroup *actions;
  WeftPageTools *tools;
  WeftPagePanels *panels;
  /* Made when there is something to say; before, NULL. */
  WeftNoticeBar *notices[N_NOTICES];
  AdwStatusPage *failed_page;
  AdwStatusPage *nothing_page;
  GtkWidget *view; /* of the state that is shown; NULL before there is one */
  int label_width; /* that the user wants where there is room; 0: as the view's labels need it */
  guint spinner_timer;
  guint view_idle;
  gboolean drawn; /* once */
};

G_DEFINE_FINAL_TYPE (WeftDocumentPage, weft_document_page, ADW_TYPE_BIN)

/* --- actions ------------------------------------------------------------------------------------- */

static void
change_inspector (WeftDocumentPage *self, GVariant *value)
{
  weft_panes_show (WEFT_PANES (self->panes), WEFT_PANE_SIDE, g_variant_get_boolean (value));
  if (!g_variant_get_boolean (value))
    weft_document_page_focus (self);
}

/* Asking for what is there already closes the drawer. */
static void
open_drawer (WeftDocumentPage *self, GVariant *parameter, GAction *action)
{
  g_autoptr (GVariant) state = g_action_get_state (action);
  const char *name = g_variant_get_string (parameter, NULL);
  gboolean close = *name == '\0' || g_str_equal (name, g_variant_get_string (state, NULL));

  if (!close && !weft_page_panels_choose (self->panels, name))
    return;
  weft_panes_show (WEFT_PANES (self->panes), WEFT_PANE_BOTTOM, !close);
  if (close)
    weft_document_page_focus (self);
  else
    weft_page_panels_focus (self->panels);
}

/* With the tab that was chosen last. */
static void
change_drawer (WeftDocumentPage *self, GVariant *value)
{
  weft_panes_show (WEFT_PANES (self->panes), WEFT_PANE_BOTTOM, g_variant_get_boolean (value));
  if (!g_variant_get_boolean (value))
    weft_document_page_focus (self);
}

/* They stand at the top of the inspector while nothing is selected. */
static void
show_findings (WeftDocumentPage *self)
{
  WeftViewState *state = weft_document_get_state (self->document);

  weft_view_state_select_nothing (state);
  weft_view_state_clear_range (state);
  weft_panes_show (WEFT_PANES (self->panes), WEFT_PANE_SIDE, TRUE);
  weft_page_panels_fill (self->panels);
  gtk_widget_child_focus (self->inspector_bin, GTK_DIR_TAB_FORWARD);
}

/* The tabs of the drawer by their number, from 1. */
static void
open_panel (WeftDocumentPage *self, GVariant *parameter)
{
  const WeftFamily *family = weft_document_get_family (self->document);
  guint index = (guint) g_variant_get_int32 (parameter) - 1;

  if (family != NULL && index < weft_family_get_n_panels (family))
    g_action_group_activate_action (
      G_ACTION_GROUP (self->actions), "drawer",
      g_variant_new_string (weft_family_get_panel (family, index)->name));
}

static void
reload (WeftDocumentPage *self)
{
  weft_document_load (self->document);
}

static void
cancel (WeftDocumentPage *self)
{
  weft_document_cancel (self->document);
}

/* Who asks for it wants to see what comes. */
static void
change_follow (WeftDocumentPage *self, GVariant *value)
{
  WeftViewState *state = weft_document_get_state (self->document);

  weft_follow_set_on (weft_document_get_follow (self->document), g_variant_get_boolean (value));
  if (g_variant_get_boolean (value) && state != NULL)
    weft_view_state_show_end (state);
}

static void
reset_options (WeftDocumentPage *self)
{
  WeftViewOptions *options = weft_document_get_options (self->document);

  if (options != NULL)
    weft_view_options_read_settings (options, self->settings);
}

enum
{
  NEEDS_VIEW = 1 << 0,
  NEEDS_LOAD = 1 << 1,
  NEEDS_FOLLOW = 1 << 2,
};

static const WeftAction actions[] = {
  { "inspector", G_CALLBACK (change_inspector), NULL, "false", NEEDS_VIEW },
  { "findings", G_CALLBACK (show_findings), NULL, NULL, NEEDS_VIEW },
  { "drawer", G_CALLBACK (open_drawer), "s", "''", NEEDS_VIEW },
  { "show-drawer", G_CALLBACK (change_drawer), NULL, "false", NEEDS_VIEW },
  { "panel", G_CALLBACK (open_panel), "i", NULL, NEEDS_VIEW },
  { "reload", G_CALLBACK (reload), NULL, NULL, 0 },
  { "cancel", G_CALLBACK (cancel), NULL, NULL, NEEDS_LOAD },
  { "follow", G_CALLBACK (change_follow), NULL, "false", NEEDS_FOLLOW },
  { "reset-options", G_CALLBACK (reset_options), NULL, NULL, 0 },
};

/* The states of the actions are what can be seen. */
static void
update_actions (WeftDocumentPage *self)
{
  GActionMap *map = G_ACTION_MAP (self->actions);
  WeftPanes *panes = WEFT_PANES (self->panes);
  const char *name = weft_page_panels_get_chosen (self->panels);
  gboolean drawer = weft_panes_is_shown (panes, WEFT_PANE_BOTTOM) && name != NULL;
  gboolean side = weft_panes_is_shown (panes, WEFT_PANE_SIDE);
  gboolean follows = weft_follow_get_on (weft_document_get_follow (self->document));

  weft_actions_set_state (map, "inspector", g_variant_new_boolean (side));
  weft_actions_set_state (map, "drawer", g_variant_new_string (drawer ? name : ""));
  weft_actions_set_state (map, "show-drawer", g_variant_new_boolean (drawer));
  weft_actions_set_state (map, "follow", g_variant_new_boolean (follows));
  weft_actions_enable (map, actions, G_N_ELEMENTS (actions),
                       (self->view != NULL ? NEEDS_VIEW : 0)
                         | (weft_document_is_loading (self->document) ? NEEDS_LOAD : 0)
                         | (weft_document_can_follow (self->document) ? NEEDS_FOLLOW : 0));
}

/* --- what is shown --------------------------------------------------------------------------------- */

static gboolean
show_spinner (gpointer data)
{
  WeftDocumentPage *self = data;

  self->spinner_timer = 0;
  gtk_widget_set_visible (self->spinner, TRUE);
  return G_SOURCE_REMOVE;
}

static void
show_content (WeftDocumentPage *self, const char *name)
{
  gtk_widget_set_visible (self->status_line, g_str_equal (name, "trace"));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
  g_clear_handle_id (&self->spinner_timer, g_source_remove);
  gtk_widget_set_visible (self->spinner, FALSE);
  if (g_str_equal (name, "opening"))
    self->spinner_timer = g_timeout_add (SPINNER_DELAY, show_spinner, self);
}

/* The status page `name` of the interface's file, which comes into `stack` by that name. */
static AdwStatusPage *
add_status_page (GtkStack *stack, const char *name)
{
  g_autofree char *path = g_strdup_printf ("/io/github/weft_viewer/Weft/weft-%s-page.ui", name);
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (path);
  GtkWidget *page = GTK_WIDGET (gtk_builder_get_object (builder, "page"));

  gtk_stack_add_named (stack, page, name);
  return ADW_STATUS_PAGE (page);
}

static void
set_description (AdwStatusPage *page, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_status_page_set_description (page, markup);
}

/* A trace may be read to its end and have nothing to show; its diagnostics may say why. */
static void
update_picture (WeftDocumentPage *self)
{
  GtkStack *picture = GTK_STACK (self->picture);
  g_autofree char *text = NULL;

  if (weft_document_get_phase (self->document) == WEFT_DOCUMENT_COMPLETE && self->view != NULL)
    text = weft_view_state_describe_empty (weft_document_get_state (self->document));
  if (text != NULL)
    {
      if (self->nothing_page == NULL)
        self->nothing_page = add_status_page (picture, "nothing");
      adw_status_page_set_title (self->nothing_page,
                                 _ (weft_document_get_family (self->document)->empty_title));
      set_description (self->nothing_page, text);
    }
  gtk_stack_set_visible_child_name (picture, text != NULL ? "nothing" : "view");
}

static void
on_notice_done (gpointer page, gboolean again)
{
  WeftDocumentPage *self = page;

  if (again)
    weft_document_load (self->document);
}

static WeftNoticeBar *
need_notice (WeftDocumentPage *self, Notice notice, const char *button)
{
  GtkWidget *bar;

  if (self->notices[notice] == NULL)
    {
      bar = weft_notice_bar_add (GTK_OVERLAY (self->notice_overlay), button, on_notice_done, self);
      weft_pane_walk_mark (bar);
      self->notices[notice] = WEFT_NOTICE_BAR (bar);
    }
  return self->notices[notice];
}

static void
hide_notice (WeftDocumentPage *self, Notice notice)
{
  if (self->notices[notice] != NULL)
    weft_notice_bar_hide (self->notices[notice]);
}

static void
show_failed (WeftDocumentPage *self, const char *message)
{
  if (self->failed_page == NULL)
    self->failed_page = add_status_page (GTK_STACK (self->stack), "failed");
  set_description (self->failed_page, message);
  show_content (self, "failed");
}

/* An error leaves what was read in sight, with a word over it; where nothing was, the word is all. */
static void
update_error (WeftDocumentPage *self)
{
  const GError *error = weft_document_get_error (self->document);

  if (error != NULL && self->view != NULL)
    weft_notice_bar_say (need_notice (self, NOTICE_ERROR, _ ("_Read Again")), GTK_MESSAGE_ERROR,
                         error->message, TRUE);
  else
    hide_notice (self, NOTICE_ERROR);
  if (error != NULL && self->view == NULL)
    show_failed (self, error->message);
}

/* The setting is asked when a file has changed: a file that changed before is not read because of it. */
static void
update_change (WeftDocumentPage *self)
{
  WeftFileChange change = weft_document_get_change (self->document);
  const char *title = weft_document_get_title (self->document);
  g_autofree char *text = NULL;

  if (change == WEFT_FILE_CHANGED
      && g_settings_get_boolean (self->settings, "reload-automatically"))
    {
      /* A log that is still written changes all the time: one load after the other. */
      if (!weft_document_is_loading (self->document))
        weft_document_load (self->document);
      return;
    }
  if (change == WEFT_FILE_CHANGED)
    text = g_strdup_printf (_ ("“%s” has changed on disk since it was read."), title);
  else if (change == WEFT_FILE_GONE)
    text = g_strdup_printf (_ ("“%s” was moved or deleted. What was read of it is still shown; "
                               "texts may be missing."),
                            title);
  if (text != NULL && self->view != NULL)
    weft_notice_bar_say (need_notice (self, NOTICE_CHANGE, _ ("_Reload")), GTK_MESSAGE_INFO, text,
                         change == WEFT_FILE_CHANGED);
  else
    hide_notice (self, NOTICE_CHANGE);
}

static void
update_diagnostics (WeftDocumentPage *self)
{
  WeftDiagnostics *diagnostics = weft_document_get_diagnostics (self->document);

  if (diagnostics != NULL)
    weft_page_panels_count (self->panels, diagnostics);
}

static void
update_progress (WeftDocumentPage *self)
{
  const WeftProgress *progress = weft_document_get_progress (self->document);
  double fraction = progress != NULL ? weft_progress_get_fraction (progress) : 0;

  gtk_widget_set_visible (self->progress_bar, progress != NULL);
  if (fraction < 0)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress_bar));
  else
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress_bar), fraction);
  update_diagnostics (self);
}

static void
on_phase (WeftDocumentPage *self)
{
  WeftDocumentPhase phase = weft_document_get_phase (self->document);

  if (phase == WEFT_DOCUMENT_OPENING && self->view == NULL)
    show_content (self, "opening");
  update_error (self);
  update_picture (self);
  update_progress (self);
  update_actions (self);
  update_change (self);
}

/* --- the picture -------------------------------------------------------------------------------------- */

static void
apply_style (WeftDocumentPage *self)
{
  WeftViewState *state = weft_document_get_state (self->document);

  if (state != NULL)
    weft_desktop_style_apply (weft_desktop_style_get_default (), GTK_WIDGET (self), state);
}

/* Views that have no labels have no width of them. */
static int
get_label_width (WeftDocumentPage *self)
{
  int width = 0;

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (self->view), "label-width") != NULL)
    g_object_get (self->view, "label-width", &width, NULL);
  return width;
}

static void
set_label_width (WeftDocumentPage *self, int width)
{
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (self->view), "label-width") != NULL)
    g_object_set (self->view, "label-width", width, NULL);
}

/* The labels' width is the user's, but where there is little room they leave most of it. */
static void
take_label_width (WeftDocumentPage *self)
{
  if (self->view != NULL && !weft_panes_get_narrow (WEFT_PANES (self->panes)))
    self->label_width = get_label_width (self);
}

static void
apply_label_width (WeftDocumentPage *self)
{
  if (weft_panes_get_narrow (WEFT_PANES (self->panes)))
    set_label_width (self, NARROW_LABEL_WIDTH);
  else
    set_label_width (self, self->label_width);
}

static void
on_narrow (WeftDocumentPage *self)
{
  if (self->view == NULL)
    return;
  /* The view still has the width of before. */
  if (weft_panes_get_narrow (WEFT_PANES (self->panes)))
    self->label_width = get_label_width (self);
  apply_label_width (self);
}

static void
focus_picture (gpointer page)
{
  weft_document_page_focus (page);
}

/* A new bookmark is seen in its list, where it is given a name. */
static void
show_bookmark (guint index, gpointer page)
{
  WeftDocumentPage *self = page;
  WeftPanes *panes = WEFT_PANES (self->panes);

  weft_page_panels_choose (self->panels, "marks");
  weft_panes_show (panes, WEFT_PANE_BOTTOM, TRUE);
  weft_marks_list_rename (WEFT_MARKS_LIST (weft_page_panels_get (self->panels, "marks")), index,
                          self->view);
}

/* They need a picture, and without are not missed: a page is made sooner. */
static void
set_tools_state (WeftDocumentPage *self, WeftViewState *state)
{
  if (self->tools == NULL)
    self->tools =
      weft_page_tools_new (self->document, self->settings, GTK_BOX (self->bars),
                           G_ACTION_MAP (self->actions), focus_picture, show_bookmark, self);
  weft_page_tools_set_state (self->tools, state);
}

static void
make_view (WeftDocumentPage *self)
{
  WeftViewState *state = weft_document_get_state (self->document);
  const WeftFamily *family = weft_document_get_family (self->document);

  take_label_width (self);
  weft_page_panels_set_state (self->panels, family, state);
  apply_style (self);
  /* A file that is followed gets more without any progress. */
  g_signal_connect_object (state, "content", G_CALLBACK (update_diagnostics), self,
                           G_CONNECT_SWAPPED);
  self->view = family->create_view (state);
  weft_pane_walk_mark (self->view);
  apply_label_width (self);
  adw_bin_set_child (ADW_BIN (self->view_bin), self->view);
  weft_measure_ahead (self->view);
  set_tools_state (self, state);
  show_content (self, "trace");
  update_actions (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    weft_document_page_focus (self);
}

static void
on_hint_done (gpointer page, gboolean more)
{
  if (more)
    gtk_widget_activate_action (page, "app.help", NULL);
  weft_document_page_focus (page);
}

/* The picture may have been late for the phase that is shown. */
static void
show_view (WeftDocumentPage *self)
{
  g_clear_handle_id (&self->view_idle, g_source_remove);
  make_view (self);
  on_phase (self);
  weft_first_hint_show (GTK_BOX (self->hint_box), self->settings, on_hint_done, self);
}

static gboolean
show_view_when_idle (gpointer data)
{
  WeftDocumentPage *self = data;

  self->view_idle = 0;
  show_view (self);
  return G_SOURCE_REMOVE;
}

/* A page that has just come into sight is drawn before its picture is made: both in one frame take
 * longer than a frame may. */
static void
on_state (WeftDocumentPage *self)
{
  if (self->view != NULL || self->drawn || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_view (self);
}

/* There is a state, and no picture of it yet. */
static gboolean
view_waits (WeftDocumentPage *self)
{
  return self->view == NULL && self->document != NULL
         && weft_document_get_state (self->document) != NULL;
}

static void
weft_document_page_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (widget);

  GTK_WIDGET_CLASS (weft_document_page_parent_class)->snapshot (widget, snapshot);
  self->drawn = TRUE;
  if (view_waits (self) && self->view_idle == 0)
    self->view_idle = g_idle_add_full (G_PRIORITY_DEFAULT, show_view_when_idle, self, NULL);
}

static void
weft_document_page_unmap (GtkWidget *widget)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (widget);

  GTK_WIDGET_CLASS (weft_document_page_parent_class)->unmap (widget);
  if (view_waits (self))
    show_view (self);
}

/* Its actions, for the widgets in it. GTK makes widgets watch for an action in all that they are in, and ends that above
 * a page only when the actions are inserted there afterwards. */
static void
insert_actions (WeftDocumentPage *self)
{
  gtk_widget_insert_action_group (GTK_WIDGET (self), "page", G_ACTION_GROUP (self->actions));
}

void
weft_document_page_set_shown (WeftDocumentPage *self, gboolean shown)
{
  g_return_if_fail (WEFT_IS_DOCUMENT_PAGE (self));

  if (adw_bin_get_child (ADW_BIN (self)) != NULL)
    gtk_widget_set_visible (adw_bin_get_child (ADW_BIN (self)), shown);
  weft_page_panels_set_shown (self->panels, shown);
  if (!shown)
    insert_actions (self);
}

static void
on_panes_shown (WeftDocumentPage *self)
{
  if (self->document == NULL)
    return;
  weft_page_panels_fill (self->panels);
  update_actions (self);
}

static void
on_panel_chosen (gpointer page)
{
  update_actions (page);
}

/* --- the widget ---------------------------------------------------------------------------------------- */

WeftDocument *
weft_document_page_get_document (WeftDocumentPage *self)
{
  return self->document;
}

GActionGroup *
weft_document_page_get_actions (WeftDocumentPage *self)
{
  return G_ACTION_GROUP (self->actions);
}

void
weft_document_page_focus (WeftDocumentPage *self)
{
  if (self->view != NULL)
    gtk_widget_grab_focus (self->view);
}

gboolean
weft_document_page_step_back (WeftDocumentPage *self)
{
  if (!weft_panes_uncover (WEFT_PANES (self->panes)))
    return FALSE;
  weft_document_page_focus (self);
  return TRUE;
}

gboolean
weft_document_page_escape (WeftDocumentPage *self)
{
  if (weft_document_page_step_back (self))
    return TRUE;
  if (self->view == NULL || !weft_view_state_step_back (weft_document_get_state (self->document)))
    return FALSE;
  weft_document_page_focus (self);
  return TRUE;
}

static gboolean
on_escape (GtkWidget *widget, GVariant *args G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return weft_document_page_step_back (WEFT_DOCUMENT_PAGE (widget));
}

static void
add_escape (WeftDocumentPage *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  /* Before the picture, which has its own use for it. */
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (controller),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_callback_action_new (on_escape, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

/* Keys that nobody else has a use for are the picture's, wherever the focus is but where text is
 * typed: in the drawer and the inspector too. */
static gboolean
on_key (GtkEventControllerKey *controller, guint key G_GNUC_UNUSED, guint code G_GNUC_UNUSED,
        GdkModifierType modifiers G_GNUC_UNUSED, WeftDocumentPage *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (self->view == NULL || focus == NULL || GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus)
      || focus == self->view || gtk_widget_is_ancestor (focus, self->view))
    return GDK_EVENT_PROPAGATE;
  return gtk_event_controller_key_forward (controller, self->view);
}

static void
add_keys (WeftDocumentPage *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
weft_document_page_dispose (GObject *object)
{
  WeftDocumentPage *self = WEFT_DOCUMENT_PAGE (object);

  /* No binding: pages that are open keep their widths, and a drag would write at each pixel. */
  if (self->settings != NULL)
    {
      take_label_width (self);
      g_settings_set_int (self->settings, "label-width", self->label_width);
    }
  self->view = NULL;
  memset (self->notices, 0, sizeof self->notices);
  g_clear_handle_id (&self->spinner_timer, g_source_remove);
  g_clear_handle_id (&self->view_idle, g_source_remove);
  g_clear_object (&self->signals);
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (weft_document_get_follow (self->document), self);
  g_clear_pointer (&self->tools, weft_page_tools_free);
  g_clear_pointer (&self->panels, weft_page_panels_free);
  /* The view goes before its state does. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  g_clear_object (&self->actions);
  g_clear_object (&self->settings);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (weft_document_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-document-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, bars);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, panes);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, hint_box);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, notice_overlay);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, picture);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, view_bin);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, inspector_bin);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, drawer);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, drawer_stack);
  gtk_widget_class_bind_template_child (widget_class, WeftDocumentPage, status_line);
  gtk_widget_class_bind_template_callback (widget_class, on_narrow);
  gtk_widget_class_bind_template_callback (widget_class, on_panes_shown);
}

static void
weft_document_page_class_init (WeftDocumentPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_document_page_dispose;
  widget_class->snapshot = weft_document_page_snapshot;
  widget_class->unmap = weft_document_page_unmap;
  gtk_widget_class_set_layout_manager_type (widget_class, WEFT_TYPE_WIDTH_LAYOUT);
  g_type_ensure (WEFT_TYPE_PANES);
  g_type_ensure (WEFT_TYPE_STATUS_LINE);
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  bind_template (widget_class);
}

static void
weft_document_page_init (WeftDocumentPage *self)
{
  self->actions = g_simple_action_group_new ();
  weft_actions_add (G_ACTION_MAP (self->actions), actions, G_N_ELEMENTS (actions), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  insert_actions (self);
  weft_pane_walk_mark (self->bars);
  weft_pane_walk_mark (self->inspector_bin);
  weft_pane_walk_mark (self->drawer);
  weft_pane_walk_mark (self->status_line);
  add_escape (self);
  add_keys (self);
  weft_desktop_style_follow (weft_desktop_style_get_default (), GTK_WIDGET (self),
                             G_CALLBACK (apply_style));
}

GtkWidget *
weft_document_page_new (WeftDocument *document, GSettings *settings)
{
  WeftDocumentPage *self = g_object_new (WEFT_TYPE_DOCUMENT_PAGE, NULL);

  self->document = g_object_ref (document);
  self->settings = g_object_ref (settings);
  weft_shown_return_watch (document);
  self->label_width = g_settings_get_int (settings, "label-width");
  self->panels = weft_page_panels_new (WEFT_PANES (self->panes), self->inspector_bin, self->drawer,
                                       self->drawer_stack, settings, on_panel_chosen, self);
  weft_status_line_set_document (WEFT_STATUS_LINE (self->status_line), document);
  self->signals = g_signal_group_new (WEFT_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "notify::state", G_CALLBACK (on_state), self);
  g_signal_group_connect_swapped (self->signals, "notify::phase", G_CALLBACK (on_phase), self);
  g_signal_group_connect_swapped (self->signals, "notify::change", G_CALLBACK (update_change),
                                  self);
  g_signal_group_connect_swapped (self->signals, "progress", G_CALLBACK (update_progress), self);
  g_signal_group_set_target (self->signals, document);
  g_signal_connect_object (weft_document_get_follow (document), "notify",
                           G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
  weft_page_panels_bind (self->panels);
  if (weft_document_get_state (document) != NULL)
    on_state (self);
  else
    on_phase (self);
  return GTK_WIDGET (self);
}
