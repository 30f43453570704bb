/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-workspace-window.h"

#include <glib/gi18n-lib.h>

#include "weft-actions.h"
#include "weft-axis-link.h"
#include "weft-choose-files.h"
#include "weft-desktop-style.h"
#include "weft-drop-hint.h"
#include "weft-header.h"
#include "weft-list-area.h"
#include "weft-notice-bar.h"
#include "weft-open-files.h"
#include "weft-pane-walk.h"
#include "weft-recent.h"
#include "weft-workspace-inspector.h"
#include "weft-workspace-picture.h"
#include "weft-workspace-query.h"
#include "weft-workspace-time.h"

#define MIME_TYPE "application/vnd.weft.workspace+json"

/* Logical pixels beside every picture. */
#define SCROLLBAR_WIDTH 21

/* A window narrower than this has no room for an inspector beside the pictures. */
#define MIN_WIDTH 720

/* Nobody has picked an instant yet. */
#define NO_LANE G_MAXUINT

struct _WeftWorkspaceWindow
{
  AdwApplicationWindow parent_instance;

  GtkWidget *overlay;
  GtkWidget *title;
  GtkWidget *header_bar;
  GtkWidget *fit_button;
  GtkWidget *export_button;
  GtkWidget *save_button;
  GtkWidget *align_button;
  WeftNoticeBar *notice;
  GtkWidget *notice_overlay;
  GtkWidget *stack;
  GtkWidget *ruler_bin;
  GtkWidget *lanes; /* WeftWorkspaceLane, from top to bottom */
  GtkWidget *status;
  GtkWidget *selected; /* what is selected in the lane that was touched last */
  GtkWidget *inspector;
  GtkWidget *inspector_button;
  GtkWidget *ruler;

  GSettings *settings;
  GFile *file; /* NULL: none yet */
  gboolean changed;
  WeftTimeAxis *axis;
  WeftStyle *style;
  WeftWorkspaceLane *touched; /* last (nullable) */
  gboolean dismissed; /* the user closed the inspector, which does not come by itself any more */
  gboolean moved;     /* somebody has looked around: what is in sight stays */
  guint picked_lane;  /* where the first instant is, while two are picked */
  gint64 picked_tick;
};

G_DEFINE_FINAL_TYPE (WeftWorkspaceWindow, weft_workspace_window, ADW_TYPE_APPLICATION_WINDOW)

/* --- lanes ------------------------------------------------------------------------------------ */

guint
weft_workspace_window_get_n_lanes (WeftWorkspaceWindow *self)
{
  guint n = 0;

  for (GtkWidget *lane = gtk_widget_get_first_child (self->lanes); lane != NULL;
       lane = gtk_widget_get_next_sibling (lane))
    n++;
  return n;
}

WeftWorkspaceLane *
weft_workspace_window_get_lane (WeftWorkspaceWindow *self, guint index)
{
  GtkWidget *lane = gtk_widget_get_first_child (self->lanes);

  while (lane != NULL && index-- > 0)
    lane = gtk_widget_get_next_sibling (lane);
  return lane != NULL ? WEFT_WORKSPACE_LANE (lane) : NULL;
}

static guint
get_index (WeftWorkspaceWindow *self, WeftWorkspaceLane *lane)
{
  guint index = 0;

  while (weft_workspace_window_get_lane (self, index) != lane)
    index++;
  return index;
}

WeftTimeAxis *
weft_workspace_window_get_axis (WeftWorkspaceWindow *self)
{
  return self->axis;
}

GFile *
weft_workspace_window_get_file (WeftWorkspaceWindow *self)
{
  return self->file;
}

/* --- words ------------------------------------------------------------------------------------ */

static void
update_title (WeftWorkspaceWindow *self)
{
  g_autofree char *base = self->file != NULL ? g_file_get_basename (self->file) : NULL;
  g_autofree char *name =
    base != NULL ? g_filename_display_name (base) : g_strdup (_ ("New Workspace"));
  g_autofree char *title = g_strdup_printf (_ ("%s · Weft"), name);

  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), name);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title),
                                 self->changed ? _ ("Not saved") : _ ("Workspace"));
  gtk_window_set_title (GTK_WINDOW (self), title);
}

static void
set_changed (WeftWorkspaceWindow *self, gboolean changed)
{
  self->changed = changed;
  update_title (self);
}

static void
show_notice (WeftWorkspaceWindow *self, GtkMessageType type, const char *text)
{
  weft_notice_bar_say (self->notice, type, text, type == GTK_MESSAGE_QUESTION);
}

static void
update_status (WeftWorkspaceWindow *self)
{
  g_autofree char *text = weft_workspace_time_describe (self->axis);

  gtk_label_set_text (GTK_LABEL (self->status), text);
}

/* --- what was touched ------------------------------------------------------------------------- */

static gboolean
is_narrow (WeftWorkspaceWindow *self)
{
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  return width < MIN_WIDTH;
}

/* The inspector is that of the lane that was touched last. */
static void
update_inspector (WeftWorkspaceWindow *self)
{
  gboolean shown = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->inspector_button))
                   && self->touched != NULL && !is_narrow (self);

  weft_workspace_inspector_show (WEFT_WORKSPACE_INSPECTOR (self->inspector),
                                 shown ? weft_workspace_lane_get_document (self->touched) : NULL);
}

/* The selection is told in words, and in the inspector, which comes with the first thing. */
static void
tell (WeftWorkspaceWindow *self)
{
  g_autofree char *text =
    self->touched != NULL ? weft_workspace_lane_describe (self->touched) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (self->selected), text);
  if (*text != '\0' && !self->dismissed)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->inspector_button), TRUE);
  update_inspector (self);
}

static void
on_touched (WeftWorkspaceWindow *self, WeftWorkspaceLane *lane)
{
  if (lane == self->touched)
    return;
  self->touched = lane;
  tell (self);
}

static void
on_told (WeftWorkspaceWindow *self, WeftWorkspaceLane *lane)
{
  if (lane == self->touched)
    tell (self);
}

/* Without a lane that was touched it is about the first. */
static void
on_inspector (WeftWorkspaceWindow *self)
{
  self->dismissed = !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->inspector_button));
  if (self->touched == NULL)
    self->touched = weft_workspace_window_get_lane (self, 0);
  update_inspector (self);
}

static void
activate_inspector (WeftWorkspaceWindow *self)
{
  GtkToggleButton *button = GTK_TOGGLE_BUTTON (self->inspector_button);

  gtk_toggle_button_set_active (button, !gtk_toggle_button_get_active (button));
}

/* --- the shared time -------------------------------------------------------------------------- */

static void
fit (WeftWorkspaceWindow *self)
{
  weft_time_axis_show_all (self->axis);
}

/* Until somebody looks around, all is shown. */
static void
on_range (WeftWorkspaceWindow *self)
{
  if (!self->moved)
    fit (self);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->ruler));
}

static void
on_axis (WeftWorkspaceWindow *self)
{
  weft_list_area_invalidate (WEFT_LIST_AREA (self->ruler));
  update_status (self);
}

/* The first trace gives the time its unit and its zero; those without ratio or offset take what
 * suits it. */
static void
on_extent (WeftWorkspaceWindow *self)
{
  WeftWorkspaceLane *lane = weft_workspace_window_get_lane (self, 0);
  gint64 start = 0;
  WeftTimeUnit unit;
  WeftRatio ratio;

  update_inspector (self);
  if (lane == NULL || !weft_workspace_lane_get_unit (lane, &unit, &ratio))
    return;
  unit = weft_axis_link_share_unit (&unit, ratio);
  weft_time_axis_set_unit (self->axis, &unit);
  for (guint i = 0; (lane = weft_workspace_window_get_lane (self, i)) != NULL; i++)
    {
      weft_workspace_lane_take_ratio (lane);
      if (i == 0 && !weft_workspace_lane_get_start (lane, &start))
        return;
      weft_workspace_lane_take_offset (lane, start);
    }
}

/* Whoever touches a picture wants the others to come along; pictures that open do not. */
static gboolean
on_event (GtkEventControllerLegacy *controller G_GNUC_UNUSED, GdkEvent *event, gpointer data)
{
  WeftWorkspaceWindow *self = data;
  WeftWorkspaceLane *lane;

  switch (gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_KEY_PRESS:
    case GDK_SCROLL:
    case GDK_TOUCH_BEGIN:
    case GDK_TOUCHPAD_PINCH:
      self->moved = TRUE;
      for (guint i = 0; (lane = weft_workspace_window_get_lane (self, i)) != NULL; i++)
        weft_workspace_lane_set_leads (lane, TRUE);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static WeftStyle *
paint_ruler (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftWorkspaceWindow *self = data;

  weft_workspace_time_paint (self->axis, self->style, width, height, list);
  return self->style;
}

static int
measure_ruler (int width G_GNUC_UNUSED, gpointer data)
{
  WeftWorkspaceWindow *self = data;

  return weft_axis_ruler_height (self->style) / gtk_widget_get_scale_factor (GTK_WIDGET (self));
}

static void
update_style (WeftWorkspaceWindow *self)
{
  WeftStyle *style =
    weft_desktop_style_create (weft_desktop_style_get_default (), GTK_WIDGET (self), self->style);

  weft_style_unref (self->style);
  self->style = style;
  gtk_widget_queue_resize (self->ruler);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->ruler));
}

/* --- aligning --------------------------------------------------------------------------------- */

static void
on_align (WeftWorkspaceWindow *self)
{
  gboolean picking = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->align_button));
  WeftWorkspaceLane *lane;

  self->picked_lane = NO_LANE;
  for (guint i = 0; (lane = weft_workspace_window_get_lane (self, i)) != NULL; i++)
    weft_workspace_lane_set_picking (lane, picking);
  if (picking)
    show_notice (self, GTK_MESSAGE_INFO,
                 _ ("Press where something happens in one trace that another one shows as well."));
  else
    weft_notice_bar_hide (self->notice);
}

/* Whoever is picking gives that up by a key that steps back elsewhere, and nothing else happens. */
static gboolean
on_key (WeftWorkspaceWindow *self, guint key)
{
  GtkToggleButton *button = GTK_TOGGLE_BUTTON (self->align_button);

  if (key != GDK_KEY_Escape || !gtk_toggle_button_get_active (button))
    return GDK_EVENT_PROPAGATE;
  gtk_toggle_button_set_active (button, FALSE);
  return GDK_EVENT_STOP;
}

/* The second trace is moved until its instant is where the first one's is. */
static void
on_picked (WeftWorkspaceWindow *self, gint64 tick, WeftWorkspaceLane *lane)
{
  guint index = get_index (self, lane);

  if (self->picked_lane == NO_LANE || self->picked_lane == index)
    {
      self->picked_lane = index;
      self->picked_tick = tick;
      show_notice (self, GTK_MESSAGE_INFO,
                   _ ("Now press where the same happens in another trace: it is moved there."));
      return;
    }
  weft_workspace_lane_move (lane, self->picked_tick - tick);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->align_button), FALSE);
}

/* --- adding and removing ---------------------------------------------------------------------- */

static void
update_pages (WeftWorkspaceWindow *self)
{
  static const char *const need_lanes[] = { "workspace.fit", "workspace.save",
                                            "workspace.export-picture" };
  guint n = weft_workspace_window_get_n_lanes (self);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n > 0 ? "lanes" : "empty");
  gtk_widget_set_sensitive (self->align_button, n > 1);
  gtk_widget_set_sensitive (self->inspector_button, n > 0);
  for (guint i = 0; i < G_N_ELEMENTS (need_lanes); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), need_lanes[i], n > 0);
}

static void
on_placed (WeftWorkspaceWindow *self)
{
  set_changed (self, TRUE);
  on_extent (self);
}

static void
on_removed (WeftWorkspaceWindow *self, WeftWorkspaceLane *lane)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->align_button), FALSE);
  if (lane == self->touched)
    self->touched = NULL;
  update_inspector (self);
  weft_workspace_lane_close (lane);
  gtk_box_remove (GTK_BOX (self->lanes), GTK_WIDGET (lane));
  update_pages (self);
  set_changed (self, TRUE);
  on_extent (self);
  tell (self);
}

static void
add_lane (WeftWorkspaceWindow *self, const WeftWorkspaceTrace *trace)
{
  GtkWidget *lane = weft_workspace_lane_new (self->axis, trace, self->settings);

  gtk_widget_set_vexpand (lane, TRUE);
  weft_workspace_lane_set_narrow (WEFT_WORKSPACE_LANE (lane), is_narrow (self));
  g_signal_connect_object (lane, "placed", G_CALLBACK (on_placed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lane, "extent", G_CALLBACK (on_extent), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lane, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lane, "touched", G_CALLBACK (on_touched), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lane, "told", G_CALLBACK (on_told), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lane, "removed", G_CALLBACK (on_removed), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->lanes), lane);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->align_button), FALSE);
  update_pages (self);
}

void
weft_workspace_window_add (WeftWorkspaceWindow *self, GFile *file)
{
  const WeftWorkspaceTrace trace = { .file = file };

  g_return_if_fail (WEFT_IS_WORKSPACE_WINDOW (self));

  if (weft_workspace_window_get_n_lanes (self) == WEFT_WORKSPACE_MAX_TRACES)
    {
      show_notice (self, GTK_MESSAGE_WARNING, _ ("A workspace has at most 32 traces."));
      return;
    }
  add_lane (self, &trace);
  set_changed (self, TRUE);
}

static void
load (WeftWorkspaceWindow *self, GFile *file)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWorkspace) workspace = weft_workspace_load (file, &error);

  g_set_object (&self->file, file);
  if (workspace == NULL)
    show_notice (self, GTK_MESSAGE_ERROR, error->message);
  for (guint i = 0; workspace != NULL && i < workspace->traces->len; i++)
    add_lane (self, &g_array_index (workspace->traces, WeftWorkspaceTrace, i));
  if (workspace != NULL)
    weft_recent_add (file, MIME_TYPE);
  update_pages (self);
  set_changed (self, FALSE);
}

/* --- files ------------------------------------------------------------------------------------ */

gboolean
weft_workspace_window_save (WeftWorkspaceWindow *self, GFile *file)
{
  g_autoptr (WeftWorkspace) workspace = weft_workspace_new ();
  g_autoptr (GError) error = NULL;
  WeftWorkspaceLane *lane;

  for (guint i = 0; (lane = weft_workspace_window_get_lane (self, i)) != NULL; i++)
    {
      WeftWorkspaceTrace trace;

      weft_workspace_lane_get_trace (lane, &trace);
      g_array_append_val (workspace->traces, trace);
    }
  if (!weft_workspace_save (workspace, file, &error))
    {
      show_notice (self, GTK_MESSAGE_ERROR, error->message);
      return FALSE;
    }
  g_set_object (&self->file, file);
  weft_recent_add (file, MIME_TYPE);
  weft_notice_bar_hide (self->notice);
  set_changed (self, FALSE);
  return TRUE;
}

static void
on_save_chosen (GtkWindow *self, GListModel *files)
{
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);

  weft_workspace_window_save (WEFT_WORKSPACE_WINDOW (self), file);
}

/* Where the first trace lies: (transfer full) (nullable). */
static GFile *
get_folder (WeftWorkspaceWindow *self)
{
  WeftWorkspaceLane *first = weft_workspace_window_get_lane (self, 0);

  return first != NULL
           ? g_file_get_parent (weft_document_get_file (weft_workspace_lane_get_document (first)))
           : NULL;
}

/* Beside its first trace its paths are short, and both move together. */
static void
activate_save_as (WeftWorkspaceWindow *self)
{
  g_autoptr (GFile) folder = get_folder (self);
  const WeftFilesQuestion question = {
    .title = _ ("Save the Workspace"),
    .accept = _ ("_Save"),
    .folder = folder,
    .chosen = on_save_chosen,
    .name = "workspace" WEFT_WORKSPACE_SUFFIX,
    .file = self->file,
  };

  if (weft_workspace_window_get_n_lanes (self) > 0)
    weft_open_files_ask (GTK_WINDOW (self), &question, self->settings);
}

static void
activate_save (WeftWorkspaceWindow *self)
{
  if (self->file != NULL)
    weft_workspace_window_save (self, self->file);
  else
    activate_save_as (self);
}

static void
on_add_chosen (GtkWindow *self, GListModel *files)
{
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      weft_workspace_window_add (WEFT_WORKSPACE_WINDOW (self), file);
    }
}

static void
activate_add (WeftWorkspaceWindow *self)
{
  g_autoptr (GFile) folder = get_folder (self);
  const WeftFilesQuestion question = { _ ("Add Traces"), _ ("_Add"), TRUE, folder, on_add_chosen };

  weft_open_files_ask (GTK_WINDOW (self), &question, self->settings);
}

/* --- the picture ------------------------------------------------------------------------------ */

WeftPrintable *
weft_workspace_window_make_picture (WeftWorkspaceWindow *self)
{
  return WEFT_PRINTABLE (
    weft_workspace_picture_new (adw_window_title_get_title (ADW_WINDOW_TITLE (self->title)),
                                self->axis, self->style, self->lanes));
}

static void
activate_export (WeftWorkspaceWindow *self)
{
  g_autoptr (WeftPrintable) picture = weft_workspace_window_make_picture (self);

  weft_workspace_picture_export (WEFT_WORKSPACE_PICTURE (picture), self->stack);
}

/* --- the window ------------------------------------------------------------------------------- */

static void
on_notice_done (gpointer workspace, gboolean discard)
{
  WeftWorkspaceWindow *self = workspace;

  if (!discard)
    return;
  self->changed = FALSE;
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
weft_workspace_window_close_request (GtkWindow *window)
{
  WeftWorkspaceWindow *self = WEFT_WORKSPACE_WINDOW (window);
  WeftWorkspaceLane *lane;

  if (self->changed && weft_workspace_window_get_n_lanes (self) > 0)
    {
      show_notice (self, GTK_MESSAGE_QUESTION,
                   _ ("What you changed in this workspace is not saved."));
      return GDK_EVENT_STOP;
    }
  self->touched = NULL;
  update_inspector (self);
  for (guint i = 0; (lane = weft_workspace_window_get_lane (self, i)) != NULL; i++)
    weft_workspace_lane_close (lane);
  return GTK_WINDOW_CLASS (weft_workspace_window_parent_class)->close_request (window);
}

static void
weft_workspace_window_dispose (GObject *object)
{
  WeftWorkspaceWindow *self = WEFT_WORKSPACE_WINDOW (object);

  /* The lanes go now, and must move and tell nothing any more. */
  g_signal_handlers_disconnect_by_data (self->axis, self);
  for (guint i = 0; self->settings != NULL && i < weft_workspace_window_get_n_lanes (self); i++)
    g_signal_handlers_disconnect_by_data (weft_workspace_window_get_lane (self, i), self);
  weft_choose_files_stop (self);
  g_clear_object (&self->file);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (weft_workspace_window_parent_class)->dispose (object);
}

static void
weft_workspace_window_finalize (GObject *object)
{
  WeftWorkspaceWindow *self = WEFT_WORKSPACE_WINDOW (object);

  weft_style_unref (self->style);
  g_object_unref (self->axis);
  G_OBJECT_CLASS (weft_workspace_window_parent_class)->finalize (object);
}

static const WeftWidgetAction actions[] = {
  { "workspace.add", G_CALLBACK (activate_add), NULL },
  { "workspace.save", G_CALLBACK (activate_save), NULL },
  { "workspace.save-as", G_CALLBACK (activate_save_as), NULL },
  { "workspace.fit", G_CALLBACK (fit), NULL },
  { "workspace.export-picture", G_CALLBACK (activate_export), NULL },
  { "workspace.inspector", G_CALLBACK (activate_inspector), NULL },
};

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (WEFT_TYPE_WORKSPACE_INSPECTOR);
  g_type_ensure (WEFT_TYPE_WORKSPACE_QUERY);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-workspace-window.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, overlay);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, title);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, header_bar);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, fit_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, export_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, save_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, align_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, notice_overlay);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, ruler_bin);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, lanes);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, status);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, selected);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, inspector);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkspaceWindow, inspector_button);
  gtk_widget_class_bind_template_callback (widget_class, on_align);
  gtk_widget_class_bind_template_callback (widget_class, on_inspector);
}

static void
weft_workspace_window_class_init (WeftWorkspaceWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GdkModifierType control = GDK_CONTROL_MASK, shift = control | GDK_SHIFT_MASK;

  G_OBJECT_CLASS (klass)->dispose = weft_workspace_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_workspace_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = weft_workspace_window_close_request;
  bind_template (widget_class);
  weft_actions_install (widget_class, actions, G_N_ELEMENTS (actions));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, control, "workspace.add", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, control, "workspace.save", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, shift, "workspace.save-as", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, control, "workspace.export-picture",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F9, 0, "workspace.inspector", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, control, "window.close", NULL);
}

static void
follow_axis (WeftWorkspaceWindow *self)
{
  self->axis = weft_time_axis_new (&WEFT_TIME_UNIT_CYCLES);
  g_signal_connect_object (self->axis, "range", G_CALLBACK (on_range), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < 4; i++)
    {
      static const char *const signals[] = { "unit", "visible", "cursor", "selection" };

      g_signal_connect_object (self->axis, signals[i], G_CALLBACK (on_axis), self,
                               G_CONNECT_SWAPPED);
    }
}

/* A key shows all of the time as well, and an icon says what a word does. */
static void
update_header (WeftWorkspaceWindow *self)
{
  gboolean narrow = weft_header_fit (ADW_HEADER_BAR (self->header_bar), GTK_WINDOW (self));
  WeftWorkspaceLane *lane;

  for (guint i = 0; (lane = weft_workspace_window_get_lane (self, i)) != NULL; i++)
    weft_workspace_lane_set_narrow (lane, is_narrow (self));
  gtk_widget_set_visible (self->fit_button, !narrow);
  gtk_widget_set_visible (self->export_button, !is_narrow (self));
  gtk_widget_set_visible (self->inspector_button, !is_narrow (self));
  update_inspector (self);
  if (narrow)
    gtk_button_set_icon_name (GTK_BUTTON (self->save_button), "document-save-symbolic");
  else
    gtk_button_set_label (GTK_BUTTON (self->save_button), _ ("_Save"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->save_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Save the Workspace"), -1);
}

static void
on_style (WeftWorkspaceWindow *self)
{
  update_style (self);
  update_header (self);
}

static void
weft_workspace_window_init (WeftWorkspaceWindow *self)
{
  GtkEventController *legacy = gtk_event_controller_legacy_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->notice = WEFT_NOTICE_BAR (weft_notice_bar_add (
    GTK_OVERLAY (self->notice_overlay), _ ("Close _Without Saving"), on_notice_done, self));
  self->picked_lane = NO_LANE;
  self->style =
    weft_desktop_style_create (weft_desktop_style_get_default (), GTK_WIDGET (self), NULL);
  self->ruler = weft_list_area_new (paint_ruler, measure_ruler, self);
  /* Over the pictures, beside their labels and scrollbars. */
  gtk_widget_set_margin_start (self->ruler, WEFT_WORKSPACE_LABEL_WIDTH + 1);
  gtk_widget_set_margin_end (self->ruler, SCROLLBAR_WIDTH);
  weft_list_area_set_label (WEFT_LIST_AREA (self->ruler), _ ("Ruler of the shared time"));
  adw_bin_set_child (ADW_BIN (self->ruler_bin), self->ruler);
  follow_axis (self);
  weft_pane_walk_add (GTK_WIDGET (self));
  weft_pane_walk_mark (self->header_bar);
  weft_pane_walk_mark (self->lanes);
  weft_pane_walk_mark (self->inspector);
  weft_pane_walk_mark (GTK_WIDGET (self->notice));
  gtk_event_controller_set_propagation_phase (legacy, GTK_PHASE_CAPTURE);
  g_signal_connect (legacy, "event", G_CALLBACK (on_event), self);
  gtk_widget_add_controller (self->lanes, legacy);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_object (weft_drop_hint_add (GTK_OVERLAY (self->overlay)), "dropped",
                           G_CALLBACK (weft_workspace_window_add), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (update_style), NULL);
  g_signal_connect (self, "notify::default-width", G_CALLBACK (update_header), NULL);
  g_signal_connect_object (weft_desktop_style_get_default (), "changed", G_CALLBACK (on_style),
                           self, G_CONNECT_SWAPPED);
  update_pages (self);
  update_title (self);
}

WeftWorkspaceWindow *
weft_workspace_window_new (GtkApplication *application, GSettings *settings)
{
  WeftWorkspaceWindow *self =
    g_object_new (WEFT_TYPE_WORKSPACE_WINDOW, "application", application, NULL);

  self->settings = g_object_ref (settings);
  return self;
}

gboolean
weft_workspace_window_open (GtkApplication *application, GSettings *settings, GFile *file)
{
  WeftWorkspaceWindow *self = NULL;

  for (GList *item = gtk_application_get_windows (application); item != NULL; item = item->next)
    if (WEFT_IS_WORKSPACE_WINDOW (item->data))
      {
        GFile *other = weft_workspace_window_get_file (item->data);

        if (other != NULL && g_file_equal (other, file))
          self = item->data;
      }
  if (self == NULL && !weft_workspace_is (file))
    return FALSE;
  if (self == NULL)
    {
      self = weft_workspace_window_new (application, settings);
      load (self, file);
    }
  gtk_window_present (GTK_WINDOW (self));
  return TRUE;
}
