/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-document.h"

#include <glib/gi18n-lib.h>

#include "weft-attachment.h"
#include "weft-document-memory.h"
#include "weft-folder-words.h"
#include "weft-handover.h"
#include "weft-live-session.h"
#include "weft-load.h"
#include "weft-standard-input.h"

/* Milliseconds between two looks at the progress. */
#define PROGRESS_INTERVAL 100

/* Milliseconds from a change of options until it is kept. */
#define SAVE_DELAY 1000

/* Milliseconds from the end of a document until its memory is given back. */
#define FREE_DELAY 1000

G_DEFINE_ENUM_TYPE (WeftDocumentPhase, weft_document_phase,
                    G_DEFINE_ENUM_VALUE (WEFT_DOCUMENT_OPENING, "opening"),
                    G_DEFINE_ENUM_VALUE (WEFT_DOCUMENT_LOADING, "loading"),
                    G_DEFINE_ENUM_VALUE (WEFT_DOCUMENT_COMPLETE, "complete"),
                    G_DEFINE_ENUM_VALUE (WEFT_DOCUMENT_PARTIAL, "partial"),
                    G_DEFINE_ENUM_VALUE (WEFT_DOCUMENT_FAILED, "failed"))

/* Where the picture of the load before stood. It goes back there when there is enough of the trace,
 * unless somebody has moved it by then. */
typedef struct
{
  GVariant *goal;    /* NULL: it is back, or need not go anywhere */
  GVariant *left_at; /* where the new picture was seen last; NULL: nowhere yet */
} Return;

struct _WeftDocument
{
  GObject parent_instance;

  GFile *file;
  char **
    sockets; /* of a live session, of which the file is the first; NULL: the file says what it is */
  char *title;
  char *folder;
  WeftFileWatch *watch;
  WeftFollow *follow;
  gboolean closed;

  WeftLoad *load;           /* under way; NULL: none is */
  WeftLiveSession *session; /* in place of loads, where the file is a socket; NULL: it is none */
  GCancellable *cancellable;
  WeftReadFlags read_flags; /* of the last load */
  WeftDocumentPhase phase;
  GError *error;
  WeftProgress progress;
  gboolean tells_progress; /* from once it is worth telling until the load has ended */
  guint progress_timer;

  GSettings *settings;
  const WeftFamily *family;
  WeftViewState *state;
  WeftViewOptions *options;
  gboolean options_applied; /* to this state, which takes none before it shows something */
  gboolean syncing;
  guint save_timer;
  Return way_back;
  GVariant *first_place;      /* where the first picture goes; nullable */
  GVariant *selection;        /* of the load before, until it is selected again; nullable */
  WeftAttachment *attachment; /* to the state; nullable */
  gboolean at_end;            /* the end of the trace was in sight before it grew */
};

enum
{
  PROP_0,
  PROP_PHASE,
  PROP_STATE,
  PROP_CHANGE,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];
G_DEFINE_FINAL_TYPE (WeftDocument, weft_document, G_TYPE_OBJECT)

/* --- options ---------------------------------------------------------------------------------- */

static gboolean
save_options (gpointer data)
{
  WeftDocument *self = data;
  g_autofree char *path = g_file_get_path (self->file);

  self->save_timer = 0;
  if (path != NULL && self->options != NULL && !weft_standard_input_is (self->file))
    weft_document_memory_save (path, self->options);
  return G_SOURCE_REMOVE;
}

/* How the file is to be read; as before until its family is known. */
static WeftReadFlags
get_read_flags (WeftDocument *self)
{
  return self->options != NULL ? weft_view_options_get_read_flags (self->options)
                               : self->read_flags;
}

static void
on_option_changed (WeftDocument *self)
{
  if (self->save_timer == 0)
    self->save_timer = g_timeout_add (SAVE_DELAY, save_options, self);
  if (get_read_flags (self) != self->read_flags)
    {
      weft_document_load (self);
      return;
    }
  if (self->syncing || !self->options_applied)
    return;
  self->syncing = TRUE;
  weft_view_options_apply (self->options, self->state);
  self->syncing = FALSE;
}

static void
forget_place (WeftDocument *self)
{
  g_clear_pointer (&self->way_back.goal, g_variant_unref);
  g_clear_pointer (&self->way_back.left_at, g_variant_unref);
}

static void
go_back_to_place (WeftDocument *self)
{
  Return *back = &self->way_back;
  g_autoptr (GVariant) here = NULL;

  if (back->goal == NULL || back->left_at == NULL)
    return;
  here = weft_view_state_save_place (self->state);
  if (!weft_view_state_is_untouched (self->state) && !g_variant_equal (here, back->left_at))
    forget_place (self);
  else if (weft_view_state_covers_place (self->state, back->goal))
    {
      weft_view_state_restore_place (self->state, back->goal, FALSE);
      forget_place (self);
    }
}

/* The selection of before comes again as soon as it is there, unless something else is selected. */
static void
select_again (WeftDocument *self)
{
  if (self->selection == NULL)
    return;
  if (weft_view_state_has_selected (self->state) || weft_view_state_has_range (self->state)
      || weft_view_state_restore_selection (self->state, self->selection))
    g_clear_pointer (&self->selection, g_variant_unref);
}

/* Who looks at the end of a log that grows goes on looking at its end. */
static void
on_content (WeftDocument *self)
{
  go_back_to_place (self);
  select_again (self);
  if (self->at_end && weft_follow_get_on (self->follow))
    weft_view_state_show_end (self->state);
  self->at_end = weft_view_state_shows_end (self->state);
}

/* The first viewport is the one at which the picture opens: from then on the state has options. */
static void
open_picture (WeftDocument *self)
{
  self->options_applied = TRUE;
  if (self->options != NULL)
    weft_view_options_apply (self->options, self->state);
  if (self->way_back.goal != NULL)
    self->way_back.left_at = weft_view_state_save_place (self->state);
  /* All may have been read before there was a picture, and no more content comes then. */
  if (!weft_document_is_loading (self))
    {
      go_back_to_place (self);
      select_again (self);
    }
}

static void
on_viewport (WeftDocument *self)
{
  self->at_end = weft_view_state_shows_end (self->state);
  if (self->syncing)
    return;
  self->syncing = TRUE;
  if (!self->options_applied && weft_view_state_is_open (self->state))
    open_picture (self);
  else if (self->options_applied && self->options != NULL)
    weft_view_options_take (self->options, self->state);
  self->syncing = FALSE;
}

/* A file is shown in the manner in which it was shown last, or in that of its family. */
static void
set_family (WeftDocument *self, const WeftFamily *family)
{
  g_autofree char *path = g_file_get_path (self->file);

  if (self->family == family)
    return;
  self->family = family;
  forget_place (self);
  if (self->options != NULL)
    g_signal_handlers_disconnect_by_data (self->options, self);
  g_clear_object (&self->options);
  if (family->get_options_type == NULL)
    return;
  self->options = g_object_new (family->get_options_type (), NULL);
  weft_view_options_read_settings (self->options, self->settings);
  if (path != NULL)
    weft_document_memory_load (path, self->options);
  g_signal_connect_object (self->options, "notify", G_CALLBACK (on_option_changed), self,
                           G_CONNECT_SWAPPED);
}

/* --- the state -------------------------------------------------------------------------------- */

static gpointer
free_garbage (gpointer garbage)
{
  weft_thread_set_priority (WEFT_BEHIND_PICTURES);
  g_ptr_array_unref (garbage);
  return NULL;
}

static gboolean
start_freeing (gpointer garbage)
{
  g_thread_unref (g_thread_new ("weft-free", free_garbage, garbage));
  return G_SOURCE_REMOVE;
}

/* Giving back the memory of a large trace takes longer than a frame, so a thread does it, when
 * the widgets that showed the trace are gone. */
static void
drop_state (WeftDocument *self)
{
  if (self->state == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->state, self);
  g_clear_pointer (&self->attachment, weft_attachment_free);
  g_timeout_add (FREE_DELAY, start_freeing, weft_view_state_list_garbage (self->state));
  g_clear_object (&self->state);
}

static void
on_attachment_lost (const char *text, gpointer user_data)
{
  g_signal_emit_by_name (user_data, "notice", text);
}

/* Attaches again, as the trace is read without it. */
static void
attach_again (WeftDocument *self)
{
  g_autofree char *path = g_file_get_path (self->file);

  if (path != NULL && WEFT_IS_ATTACHABLE (self->state) && !weft_standard_input_is (self->file))
    self->attachment =
      weft_attachment_new (path, WEFT_ATTACHABLE (self->state), on_attachment_lost, self);
}

static void
set_state (WeftDocument *self, const WeftFamily *family, WeftTrace *trace)
{
  if (self->state != NULL && self->options_applied)
    {
      forget_place (self);
      self->way_back.goal = weft_view_state_save_place (self->state);
    }
  if (self->state != NULL)
    {
      g_clear_pointer (&self->selection, g_variant_unref);
      self->selection = weft_view_state_save_selection (self->state);
    }
  drop_state (self);
  self->options_applied = FALSE;
  set_family (self, family);
  if (self->first_place != NULL)
    self->way_back.goal = g_steal_pointer (&self->first_place);
  self->state = family->create_state (trace);
  attach_again (self);
  if (self->options != NULL)
    weft_view_options_apply_clock (self->options, self->state);
  g_signal_connect_swapped (self->state, "viewport", G_CALLBACK (on_viewport), self);
  g_signal_connect_swapped (self->state, "content", G_CALLBACK (on_content), self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
set_phase (WeftDocument *self, WeftDocumentPhase phase)
{
  self->phase = phase;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PHASE]);
}

/* --- following -------------------------------------------------------------------------------- */

/* Whether what the file gets is read as it comes. While it is loaded, that can't be known yet. */
static gboolean
is_followed (WeftDocument *self)
{
  return weft_follow_is_automatic (self->follow)
         && (self->load != NULL || weft_follow_is_possible (self->follow));
}

/* A file that held nothing, or no more than the beginning of a trace, may do so now. */
static gboolean
may_hold_more (WeftDocument *self)
{
  return weft_follow_is_automatic (self->follow) && self->load == NULL
         && (g_error_matches (self->error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EMPTY)
             || g_error_matches (self->error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED));
}

/* To the watch it is no change that came after the file was read, and before it was looked at for the first time. */
static void
look_for_more (WeftDocument *self)
{
  if (is_followed (self))
    weft_follow_look (self->follow);
}

static void
on_file_changed (WeftDocument *self)
{
  gboolean changed = weft_file_watch_get_change (self->watch) == WEFT_FILE_CHANGED;

  if (changed && may_hold_more (self))
    weft_document_load (self);
  else if (changed)
    look_for_more (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGE]);
}

/* Compressed data that was not whole may become so, where somebody still writes it. */
static gboolean
is_cut (WeftDocument *self)
{
  return self->load == NULL
         && g_error_matches (self->error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
}

static void
on_follow_on (WeftDocument *self)
{
  gboolean on = weft_follow_get_on (self->follow);

  if (self->watch == NULL)
    return;
  weft_file_watch_set_busy (self->watch, on);
  if (on && is_cut (self))
    weft_document_load (self);
  /* From now on more in the file is a change, as all of before was read. */
  if (!on)
    weft_file_watch_rebase (self->watch);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGE]);
}

static void
on_grown (WeftDocument *self)
{
  g_signal_emit_by_name (self, "progress");
}

/* Before the user has asked for it, a file that was written anew is read anew when they say so. */
static void
on_follow_ended (WeftDocument *self, const GError *error)
{
  gboolean replaced = g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_REPLACED);

  if (replaced && weft_follow_get_on (self->follow))
    g_signal_emit_by_name (self, "restarted");
  if ((replaced && weft_follow_get_on (self->follow))
      || g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CUT_LINE))
    weft_document_load (self);
  else if (!replaced)
    {
      g_set_error_literal (&self->error, error->domain, error->code, error->message);
      set_phase (self, WEFT_DOCUMENT_PARTIAL);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGE]);
}

/* --- loading ---------------------------------------------------------------------------------- */

static gboolean
look_at_progress (gpointer data)
{
  WeftDocument *self = data;
  gint64 now = g_get_monotonic_time ();
  guint64 done, total;

  weft_load_get_progress (self->load, &done, &total);
  weft_progress_update (&self->progress, now, done, total);
  self->tells_progress |= weft_progress_is_worth_telling (&self->progress, now);
  g_signal_emit_by_name (self, "progress");
  return G_SOURCE_CONTINUE;
}

static void
on_recognized (WeftLoad *load, WeftTrace *trace, gpointer data)
{
  WeftDocument *self = data;
  const WeftFamily *family = weft_family_find (trace);

  if (self->load != load || family == NULL)
    return;
  set_state (self, family, trace);
  set_phase (self, WEFT_DOCUMENT_LOADING);
  /* Only now is it known what is remembered of the file. */
  if (get_read_flags (self) != self->read_flags)
    weft_document_load (self);
}

static void
forget_load (WeftDocument *self)
{
  g_clear_handle_id (&self->progress_timer, g_source_remove);
  g_clear_object (&self->load);
  g_clear_object (&self->cancellable);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftDocument) self = data;
  g_autoptr (GError) error = NULL;
  gboolean whole = weft_load_run_finish (WEFT_LOAD (source), result, &error);

  if (self->load != WEFT_LOAD (source))
    return;
  forget_load (self);
  weft_follow_set_load (self->follow, whole ? WEFT_LOAD (source) : NULL);
  self->error = g_steal_pointer (&error);
  set_phase (self, whole                                  ? WEFT_DOCUMENT_COMPLETE
                   : self->phase == WEFT_DOCUMENT_LOADING ? WEFT_DOCUMENT_PARTIAL
                                                          : WEFT_DOCUMENT_FAILED);
  g_signal_emit_by_name (self, "progress");
  if (self->state != NULL)
    {
      go_back_to_place (self);
      select_again (self);
    }
  /* The file may have grown while it was read. */
  on_file_changed (self);
  look_for_more (self);
}

static void
fail_without_path (WeftDocument *self)
{
  g_autofree char *uri = g_file_get_uri (self->file);

  self->error = g_error_new (WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_OPEN,
                             _ ("“%s” is not on this computer. Copy it to a folder here, and open "
                                "the copy."),
                             uri);
  set_phase (self, WEFT_DOCUMENT_FAILED);
}

/* The file is the socket of a profiler: listens to it, instead of reading it. */
static void
attach (WeftDocument *self, const char *path)
{
  const char *const only[] = { path, NULL };
  WeftTrace *trace;

  g_clear_object (&self->watch);
  g_clear_object (&self->session);
  self->session = weft_live_session_new_of_hosts (
    self->sockets != NULL ? (const char *const *) self->sockets : only, g_main_context_default (),
    WEFT_LIVE_DEFAULT_BUDGET);
  trace = WEFT_TRACE (weft_live_session_get_trace (self->session));
  g_free (self->title);
  self->title = g_strdup (weft_trace_get_title (trace));
  set_state (self, weft_family_find (trace), trace);
  weft_live_session_start (self->session);
  set_phase (self, WEFT_DOCUMENT_COMPLETE);
}

void
weft_document_load (WeftDocument *self)
{
  g_autofree char *path = NULL;

  g_return_if_fail (WEFT_IS_DOCUMENT (self) && !self->closed);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  forget_load (self);
  g_clear_error (&self->error);
  path = g_file_get_path (self->file);
  if (path == NULL)
    {
      fail_without_path (self);
      return;
    }
  if (self->sockets != NULL || weft_live_is_address (path))
    {
      attach (self, path);
      return;
    }
  weft_file_watch_rebase (self->watch);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGE]);
  weft_follow_set_load (self->follow, NULL);
  self->load = weft_load_new (path, WEFT_STORAGE_MEMORY, g_main_context_default ());
  weft_load_set_growth (self->load, weft_follow_get_growth (self->follow));
  weft_load_set_pause (self->load, WEFT_LOAD_FIRST_FRAMES);
  self->read_flags = get_read_flags (self);
  weft_load_set_flags (self->load, self->read_flags);
  self->cancellable = g_cancellable_new ();
  weft_progress_begin (&self->progress, g_get_monotonic_time ());
  self->tells_progress = FALSE;
  weft_load_run_async (self->load, self->cancellable, on_recognized, on_loaded,
                       g_object_ref (self));
  self->progress_timer = g_timeout_add (PROGRESS_INTERVAL, look_at_progress, self);
  set_phase (self, WEFT_DOCUMENT_OPENING);
}

void
weft_document_come_back (WeftDocument *self, GVariant *place, GVariant *selection)
{
  g_return_if_fail (WEFT_IS_DOCUMENT (self) && self->state == NULL);

  if (place != NULL)
    self->first_place = g_variant_ref (place);
  if (selection != NULL)
    self->selection = g_variant_ref (selection);
}

void
weft_document_cancel (WeftDocument *self)
{
  g_return_if_fail (WEFT_IS_DOCUMENT (self));

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

void
weft_document_close (WeftDocument *self)
{
  g_return_if_fail (WEFT_IS_DOCUMENT (self));

  if (self->closed)
    return;
  self->closed = TRUE;
  weft_document_cancel (self);
  forget_load (self);
  if (self->save_timer != 0)
    {
      g_clear_handle_id (&self->save_timer, g_source_remove);
      save_options (self);
    }
  if (self->state != NULL)
    g_signal_handlers_disconnect_by_data (self->state, self);
  weft_follow_set_load (self->follow, NULL);
  g_clear_object (&self->watch);
  if (self->session != NULL)
    weft_live_session_stop (self->session);
}

/* --- what there is to know -------------------------------------------------------------------- */

GFile *
weft_document_get_file (WeftDocument *self)
{
  return self->file;
}

const char *const *
weft_document_get_sockets (WeftDocument *self)
{
  return (const char *const *) self->sockets;
}

const char *
weft_document_get_title (WeftDocument *self)
{
  return self->title;
}

const char *
weft_document_get_folder (WeftDocument *self)
{
  return self->folder;
}

WeftDocumentPhase
weft_document_get_phase (WeftDocument *self)
{
  return self->phase;
}

gboolean
weft_document_is_loading (WeftDocument *self)
{
  return self->load != NULL;
}

const GError *
weft_document_get_error (WeftDocument *self)
{
  return self->error;
}

WeftFileChange
weft_document_get_change (WeftDocument *self)
{
  WeftFileChange change =
    self->watch != NULL ? weft_file_watch_get_change (self->watch) : WEFT_FILE_SAME;

  return change == WEFT_FILE_CHANGED && is_followed (self) ? WEFT_FILE_SAME : change;
}

WeftFollow *
weft_document_get_follow (WeftDocument *self)
{
  return self->follow;
}

gboolean
weft_document_can_follow (WeftDocument *self)
{
  return weft_follow_is_possible (self->follow) || weft_follow_get_on (self->follow)
         || is_cut (self);
}

const WeftFamily *
weft_document_get_family (WeftDocument *self)
{
  return self->family;
}

WeftViewState *
weft_document_get_state (WeftDocument *self)
{
  return self->state;
}

WeftDiagnostics *
weft_document_get_diagnostics (WeftDocument *self)
{
  if (self->state == NULL)
    return NULL;
  return weft_trace_get_diagnostics (weft_view_state_get_trace (self->state));
}

WeftViewOptions *
weft_document_get_options (WeftDocument *self)
{
  return self->options;
}

const WeftProgress *
weft_document_get_progress (WeftDocument *self)
{
  return self->load != NULL && self->tells_progress ? &self->progress : NULL;
}

void
weft_document_check_file (WeftDocument *self)
{
  if (self->watch != NULL)
    weft_file_watch_check (self->watch);
}

/* --- the object ------------------------------------------------------------------------------- */

static void
weft_document_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftDocument *self = WEFT_DOCUMENT (object);

  switch (id)
    {
    case PROP_PHASE:
      g_value_set_enum (value, self->phase);
      break;
    case PROP_STATE:
      g_value_set_object (value, self->state);
      break;
    case PROP_CHANGE:
      g_value_set_uint (value, weft_document_get_change (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_document_dispose (GObject *object)
{
  WeftDocument *self = WEFT_DOCUMENT (object);

  weft_document_close (self);
  drop_state (self);
  g_clear_object (&self->session);
  g_clear_object (&self->follow);
  g_clear_object (&self->options);
  g_clear_object (&self->settings);
  forget_place (self);
  g_clear_pointer (&self->first_place, g_variant_unref);
  g_clear_pointer (&self->selection, g_variant_unref);
  G_OBJECT_CLASS (weft_document_parent_class)->dispose (object);
}

static void
weft_document_finalize (GObject *object)
{
  WeftDocument *self = WEFT_DOCUMENT (object);

  g_clear_error (&self->error);
  g_clear_object (&self->file);
  g_strfreev (self->sockets);
  g_free (self->title);
  g_free (self->folder);
  G_OBJECT_CLASS (weft_document_parent_class)->finalize (object);
}

static void
weft_document_class_init (WeftDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_document_get_property;
  object_class->dispose = weft_document_dispose;
  object_class->finalize = weft_document_finalize;

  properties[PROP_PHASE] =
    g_param_spec_enum ("phase", NULL, NULL, WEFT_TYPE_DOCUMENT_PHASE, WEFT_DOCUMENT_OPENING, flags);
  properties[PROP_STATE] = g_param_spec_object ("state", NULL, NULL, WEFT_TYPE_VIEW_STATE, flags);
  properties[PROP_CHANGE] =
    g_param_spec_uint ("change", NULL, NULL, 0, WEFT_FILE_GONE, WEFT_FILE_SAME, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_signal_new ("progress", WEFT_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
  g_signal_new ("restarted", WEFT_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("notice", WEFT_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                1, G_TYPE_STRING);
}

static void
weft_document_init (WeftDocument *self)
{
  self->follow = weft_follow_new ();
  g_signal_connect_swapped (self->follow, "notify::on", G_CALLBACK (on_follow_on), self);
  g_signal_connect_swapped (self->follow, "grown", G_CALLBACK (on_grown), self);
  g_signal_connect_swapped (self->follow, "ended", G_CALLBACK (on_follow_ended), self);
}

WeftDocument *
weft_document_new (GFile *file, GSettings *settings)
{
  WeftDocument *self = g_object_new (WEFT_TYPE_DOCUMENT, NULL);
  g_autofree char *name = g_file_get_basename (file);
  gboolean is_pipe = weft_standard_input_is (file);

  self->file = g_object_ref (file);
  self->title = is_pipe ? g_strdup (_ ("Standard input")) : g_filename_display_name (name);
  self->folder = is_pipe ? g_strdup ("") : weft_folder_words (file);
  self->watch = weft_file_watch_new (file);
  g_signal_connect_object (self->watch, "changed", G_CALLBACK (on_file_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->watch, "based", G_CALLBACK (look_for_more), self,
                           G_CONNECT_SWAPPED);
  self->settings = g_object_ref (settings);
  return self;
}

WeftDocument *
weft_document_new_of_sockets (const char *const *sockets, GSettings *settings)
{
  g_autoptr (GFile) file = g_file_new_for_path (sockets[0]);
  WeftDocument *self = weft_document_new (file, settings);
  g_autofree char *all = g_strjoinv (" · ", (char **) sockets);

  self->sockets = g_strdupv ((char **) sockets);
  g_free (self->folder);
  self->folder = g_filename_display_name (all);
  return self;
}
