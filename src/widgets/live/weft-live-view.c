/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-view.h"

#include <glib/gi18n-lib.h>

#include "weft-choose-files.h"
#include "weft-focus-children.h"
#include "weft-live-recorder.h"
#include "weft-runner.h"
#include "weft-tracks-view.h"

/* Milliseconds between two looks at the session. */
#define LOOK_INTERVAL 250

struct _WeftLiveView
{
  WeftPanel parent_instance;

  WeftLiveState *state; /* the panel's */
  GtkWidget *bar;
  GtkWidget *overlay;
  GtkWidget *tracks;
  GtkWidget *status;
  GtkWidget *empty; /* over the tracks while there is nothing to show: */
  GtkWidget *empty_title;
  GtkWidget *empty_text;
  GtkWidget *message; /* of the last recording, or save */
  GtkWidget *follow;
  GtkWidget *record;
  GtkWidget *save;
  char *failure;       /* of the last save: stays until one works; nullable */
  double save_seconds; /* that a file is chosen for; 0: a recording */
  guint timer;
};

enum
{
  PROP_0,
  PROP_LABEL_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftLiveView, weft_live_view, WEFT_TYPE_PANEL)

/* A label that is set has the window laid out anew. */
static void
set_words (GtkWidget *label, const char *text)
{
  if (!g_str_equal (gtk_label_get_text (GTK_LABEL (label)), text))
    gtk_label_set_text (GTK_LABEL (label), text);
}

static void
say (WeftLiveView *self, const char *text)
{
  set_words (self->message, text);
}

/* Words that are cut are whole in their tooltip. */
static gboolean
query_words (GtkWidget *label, int x G_GNUC_UNUSED, int y G_GNUC_UNUSED,
             gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip, gpointer data G_GNUC_UNUSED)
{
  if (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))))
    return FALSE;
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (GTK_LABEL (label)));
  return TRUE;
}

static void on_record_toggled (WeftLiveView *self);

/* --- what is shown ------------------------------------------------------------------------------ */

static void
show_recording (WeftLiveView *self, const WeftLiveStatus *status)
{
  g_autofree char *name =
    status->recording_path != NULL ? g_path_get_basename (status->recording_path) : NULL;
  g_autofree char *shown = name != NULL ? g_filename_display_name (name) : NULL;
  g_autofree char *size = g_format_size_full (status->recording_size, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *text = NULL;

  g_signal_handlers_block_by_func (self->record, on_record_toggled, self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->record), status->is_recording);
  g_signal_handlers_unblock_by_func (self->record, on_record_toggled, self);
  if (status->recording_error != NULL)
    say (self, status->recording_error);
  else if (self->failure != NULL)
    say (self, self->failure);
  else if (status->is_recording)
    {
      text = g_strdup_printf (_ ("Recording “%s”: %s"), shown, size);
      say (self, text);
    }
}

/* Of several daemons those that do not answer. */
static char *
describe_waiting (WeftLiveView *self)
{
  WeftLiveSession *session = weft_live_state_get_session (self->state);
  guint n_hosts = weft_live_session_get_n_hosts (session);
  g_autoptr (GString) missing = g_string_new (NULL);

  for (guint i = 0; i < n_hosts; i++)
    {
      g_auto (WeftLiveStatus) status = { 0 };
      g_autofree char *path = NULL;

      weft_live_session_get_host_status (session, i, &status);
      path = g_filename_display_name (status.path);
      if (status.state == WEFT_LIVE_CONNECTING || status.state == WEFT_LIVE_LOST)
        g_string_append_printf (missing, "%s%s", missing->len > 0 ? ", " : "", path);
      else if (n_hosts == 1)
        return g_strdup_printf (
          _ ("The daemon at %s answers. What host processes publish shows here as it comes."),
          path);
    }
  if (missing->len == 0)
    return g_strdup (_ ("All daemons answer. What host processes publish shows here as it comes."));
  return g_strdup_printf (_ ("Nobody answers at %s yet, and it is tried until somebody does. The "
                             "daemon is weft-profilerd; with --model it runs modelled devices."),
                          missing->str);
}

/* Says for whom to wait while there is nothing to see, and how to bring it about. */
static void
show_empty (WeftLiveView *self, const WeftLiveStatus *status)
{
  gboolean empty = !weft_view_state_is_open (WEFT_VIEW_STATE (self->state));
  gboolean connected = status->state != WEFT_LIVE_CONNECTING && status->state != WEFT_LIVE_LOST;
  g_autofree char *text = describe_waiting (self);

  /* the tracks keep their place: with it they open */
  gtk_widget_set_visible (self->empty, empty);
  gtk_widget_set_sensitive (self->save, !empty);
  gtk_widget_set_opacity (self->tracks, empty ? 0 : 1);
  set_words (self->empty_title, connected ? _ ("No Program Has Run Yet") : _ ("Connecting"));
  set_words (self->empty_text, text);
}

static gboolean
look (gpointer data)
{
  WeftLiveView *self = data;
  WeftLiveSession *session = weft_live_state_get_session (self->state);
  g_autofree char *text = weft_live_state_describe_session (self->state);
  g_auto (WeftLiveStatus) status = { 0 };

  set_words (self->status, text);
  if (session == NULL)
    return G_SOURCE_CONTINUE;
  weft_live_session_get_status (session, &status);
  show_recording (self, &status);
  show_empty (self, &status);
  return G_SOURCE_CONTINUE;
}

/* --- saving ------------------------------------------------------------------------------------- */

typedef struct
{
  WeftLiveTrace *trace;
  gint64 from, to;
  char *path;
} Save;

static void
clear_save (gpointer question)
{
  Save *save = question;

  g_object_unref (save->trace);
  g_free (save->path);
}

/* Its name. */
static gpointer
save_range (gconstpointer question, GCancellable *cancellable G_GNUC_UNUSED, GError **error)
{
  const Save *save = question;

  if (!weft_live_save_range (save->trace, save->from, save->to, save->path, error))
    return NULL;
  return g_filename_display_basename (save->path);
}

static const WeftDerivation saving = {
  .name = "WeftLiveSavedRange",
  .question_size = sizeof (Save),
  .clear_question = clear_save,
  .derive = save_range,
  .free_value = g_free,
};

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data G_GNUC_UNUSED)
{
  WeftLiveView *self = WEFT_LIVE_VIEW (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = weft_runner_derive_finish (result, &error);
  g_autofree char *text = NULL;

  if (name != NULL)
    text = g_strdup_printf (_ ("Saved “%s”"), name);
  g_free (self->failure);
  self->failure = error != NULL ? g_strdup (error->message) : NULL;
  if (self->state != NULL)
    say (self, text != NULL ? text : error->message);
}

void
weft_live_view_save_last (WeftLiveView *self, double seconds, const char *path)
{
  Save save = { g_object_ref (weft_live_state_get_trace (self->state)), 0, 0, g_strdup (path) };
  gint64 start, end;

  if (weft_live_trace_get_range (save.trace, &start, &end))
    {
      save.from = end - (gint64) (seconds * 1e9);
      save.to = end + 1;
    }
  weft_runner_derive_async (&saving, &save, self, NULL, on_saved, NULL);
}

/* --- dialogs ------------------------------------------------------------------------------------ */

static void
file_chosen (gpointer owner, const char *path)
{
  WeftLiveView *self = owner;

  if (self->save_seconds > 0)
    weft_live_view_save_last (self, self->save_seconds, path);
  else if (weft_live_state_get_session (self->state) != NULL)
    weft_live_session_record (weft_live_state_get_session (self->state), path);
  look (self);
}

/* The name of a file that is written now. */
static char *
make_name (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  return g_date_time_format (now, "live-%Y%m%d-%H%M%S.weftlive");
}

static void
ask_for_file (WeftLiveView *self, const char *title, double seconds)
{
  g_autofree char *name = make_name ();

  self->save_seconds = seconds;
  weft_choose_files (
    self, &(WeftFileChoice){ .title = title, .action = GTK_FILE_CHOOSER_ACTION_SAVE, .name = name },
    file_chosen);
}

static void
on_record_toggled (WeftLiveView *self)
{
  WeftLiveSession *session = weft_live_state_get_session (self->state);

  if (session == NULL)
    return;
  if (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->record)))
    ask_for_file (self, _ ("Record to a File"), 0);
  else
    {
      weft_live_session_stop_record (session);
      say (self, _ ("The recording has ended."));
    }
}

static void
activate_save_last (GtkWidget *widget, const char *action G_GNUC_UNUSED, GVariant *parameter)
{
  ask_for_file (WEFT_LIVE_VIEW (widget), _ ("Save What Was Last"),
                g_variant_get_double (parameter));
}

/* --- construction ------------------------------------------------------------------------------- */

static void
set_up (WeftPanel *panel)
{
  WeftLiveView *self = WEFT_LIVE_VIEW (panel);
  gboolean is_live;

  self->state = weft_panel_get_state (panel);
  is_live = weft_live_state_get_session (self->state) != NULL;
  self->tracks = weft_tracks_view_new (
    weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->state)), WEFT_PICTURE_WHOLE);
  gtk_widget_set_vexpand (self->tracks, TRUE);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->tracks);
  gtk_widget_set_visible (self->bar, is_live);
  if (!is_live)
    return;
  g_object_bind_property (self->state, "following", self->follow, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  self->timer = g_timeout_add (LOOK_INTERVAL, look, self);
  look (self);
}

static gboolean
weft_live_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WEFT_LIVE_VIEW (widget)->tracks);
}

static void
weft_live_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftLiveView *self = WEFT_LIVE_VIEW (object);

  switch (id)
    {
    case PROP_LABEL_WIDTH:
      g_object_get_property (G_OBJECT (self->tracks), "label-width", value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_live_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftLiveView *self = WEFT_LIVE_VIEW (object);

  switch (id)
    {
    case PROP_LABEL_WIDTH:
      g_object_set_property (G_OBJECT (self->tracks), "label-width", value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_live_view_dispose (GObject *object)
{
  WeftLiveView *self = WEFT_LIVE_VIEW (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->failure, g_free);
  self->state = NULL;
  G_OBJECT_CLASS (weft_live_view_parent_class)->dispose (object);
}

static void
weft_live_view_class_init (WeftLiveViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_live_view_get_property;
  object_class->set_property = weft_live_view_set_property;
  object_class->dispose = weft_live_view_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  widget_class->grab_focus = weft_live_view_grab_focus;
  widget_class->focus = weft_focus_children;
  properties[PROP_LABEL_WIDTH] =
    g_param_spec_int ("label-width", NULL, NULL, 0, G_MAXINT, 0,
                      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_action (widget_class, "live.save-last", "d", activate_save_last);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-live-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, follow);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, record);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, save);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, status);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, message);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, overlay);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, empty);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, empty_title);
  gtk_widget_class_bind_template_child (widget_class, WeftLiveView, empty_text);
  gtk_widget_class_bind_template_callback (widget_class, on_record_toggled);
  gtk_widget_class_bind_template_callback (widget_class, query_words);
}

static void
weft_live_view_init (WeftLiveView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_live_view_new (WeftLiveState *state)
{
  return weft_panel_new (WEFT_TYPE_LIVE_VIEW, state);
}
