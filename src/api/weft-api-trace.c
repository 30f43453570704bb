/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "weft-api-trace-private.h"

#include "weft-api-error-private.h"
#include "weft-cli-family.h"
#include "weft-cli-load.h"
#include "weft-load-index.h"
#include "weft-task.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <unistd.h>

#define PROGRESS_INTERVAL 100 /* milliseconds */

enum
{
  PROP_LOCATION = 1,
  PROP_ELF,
  PROP_ARCH,
  PROP_TOPOLOGY,
  PROP_DESCRIPTION,
  PROP_INCLUSIVE_ENDS,
  PROP_SECONDS,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (WeftApiTrace, weft_api_trace, G_TYPE_OBJECT)

/* --- the object --------------------------------------------------------------------------------- */

/* Where the property's text is: NULL where it has none. */
static char **
find_text (WeftApiTrace *self, guint property)
{
  switch (property)
    {
    case PROP_LOCATION:
      return &self->location;
    case PROP_ELF:
      return &self->elf;
    case PROP_ARCH:
      return &self->arch;
    case PROP_TOPOLOGY:
      return &self->topology;
    case PROP_DESCRIPTION:
      return &self->description;
    default:
      return NULL;
    }
}

static void
weft_api_trace_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftApiTrace *self = WEFT_API_TRACE (object);

  if (find_text (self, id) != NULL)
    g_value_set_string (value, *find_text (self, id));
  else if (id == PROP_INCLUSIVE_ENDS)
    g_value_set_boolean (value, self->inclusive_ends);
  else if (id == PROP_SECONDS)
    g_value_set_double (value, self->seconds);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* All that was made ready before knows nothing of what is said now. */
static void
forget_answers (WeftApiTrace *self)
{
  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->query, weft_query_free);
  g_clear_pointer (&self->kept, weft_api_kept_free);
  g_mutex_unlock (&self->mutex);
}

static void
weft_api_trace_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftApiTrace *self = WEFT_API_TRACE (object);

  if (find_text (self, id) != NULL)
    {
      g_free (*find_text (self, id));
      *find_text (self, id) = g_value_dup_string (value);
      forget_answers (self);
    }
  else if (id == PROP_INCLUSIVE_ENDS)
    self->inclusive_ends = g_value_get_boolean (value);
  else if (id == PROP_SECONDS)
    self->seconds = g_value_get_double (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_api_trace_finalize (GObject *object)
{
  WeftApiTrace *self = WEFT_API_TRACE (object);

  for (guint id = PROP_LOCATION; id < N_PROPERTIES; id++)
    if (find_text (self, id) != NULL)
      g_free (*find_text (self, id));
  g_clear_pointer (&self->query, weft_query_free);
  g_clear_pointer (&self->kept, weft_api_kept_free);
  g_clear_object (&self->trace);
  g_mutex_clear (&self->mutex);
  G_OBJECT_CLASS (weft_api_trace_parent_class)->finalize (object);
}

/**
 * WeftApiTrace:location:
 *
 * A file, a folder, the socket of a live session, or "-" for standard input.
 */

/**
 * WeftApiTrace:elf:
 *
 * Of pipelines: the file of the program that ran, for functions and source lines. Set before the trace is asked.
 */

/**
 * WeftApiTrace:arch:
 *
 * Of NoC traces: the chip, such as "wormhole_b0". Set before the trace is asked.
 */

/**
 * WeftApiTrace:topology:
 *
 * Of NoC traces: a file that describes the chip. Set before the trace is asked.
 */

/**
 * WeftApiTrace:description:
 *
 * A file that describes the format, which the input is then of, whatever it looks like. Set before the load.
 */

/**
 * WeftApiTrace:inclusive-ends:
 *
 * Of NPU runs: whether `end_cycle` is the last cycle of an event, not the one behind it. Set before the load.
 */

/**
 * WeftApiTrace:seconds:
 *
 * Of live sessions: how long to listen; 0 is a second. Set before the load.
 */

static GParamSpec *
make_text (const char *name, GParamFlags flags)
{
  return g_param_spec_string (name, NULL, NULL, NULL,
                              G_PARAM_READWRITE | flags | G_PARAM_STATIC_STRINGS);
}

/* Index files are written to their end, as by weft-cli. A child that was forked has nobody who writes. */
static pid_t process;

static void
wait_for_index (void)
{
  if (getpid () == process)
    weft_load_index_wait ();
}

static void
weft_api_trace_class_init (WeftApiTraceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = weft_api_trace_finalize;
  object_class->get_property = weft_api_trace_get_property;
  object_class->set_property = weft_api_trace_set_property;

  properties[PROP_LOCATION] = make_text ("location", G_PARAM_CONSTRUCT_ONLY);
  properties[PROP_ELF] = make_text ("elf", 0);
  properties[PROP_ARCH] = make_text ("arch", 0);
  properties[PROP_TOPOLOGY] = make_text ("topology", 0);
  properties[PROP_DESCRIPTION] = make_text ("description", 0);
  properties[PROP_INCLUSIVE_ENDS] = g_param_spec_boolean (
    "inclusive-ends", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SECONDS] = g_param_spec_double ("seconds", NULL, NULL, 0, G_MAXDOUBLE, 0,
                                                  G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  weft_load_index_set_default ();
  process = getpid ();
  atexit (wait_for_index);
}

static void
weft_api_trace_init (WeftApiTrace *self)
{
  g_mutex_init (&self->mutex);
}

/**
 * weft_api_trace_new:
 * @location: (type filename): a file, a folder, the socket of a live session, or "-" for standard input
 *
 * A trace that is not loaded yet.
 *
 * Returns: (transfer full): the trace
 */
WeftApiTrace *
weft_api_trace_new (const char *location)
{
  g_return_val_if_fail (location != NULL, NULL);
  return g_object_new (WEFT_API_TYPE_TRACE, "location", location, NULL);
}

/* --- loading ------------------------------------------------------------------------------------ */

/* Shared by the task and its timer. */
typedef struct
{
  WeftLoad *load; /* NULL: what there is comes from a session */
  WeftApiProgress progress;
  gpointer data;
  GDestroyNotify destroy;
  GSource *timer; /* nullable */
} Loading;

static void
clear_loading (gpointer data)
{
  Loading *self = data;

  if (self->destroy != NULL)
    self->destroy (self->data);
  g_clear_object (&self->load);
}

static void
release_loading (gpointer loading)
{
  g_atomic_rc_box_release_full (loading, clear_loading);
}

/* NULL with an error, where the file that should is no description. */
static WeftLoad *
make_load (WeftApiTrace *self, GError **error)
{
  g_autoptr (WeftLoad) load = weft_load_new (self->location, WEFT_STORAGE_MEMORY, NULL);

  if (!weft_cli_load_describe (load, self->description, error))
    return NULL;
  if (self->inclusive_ends)
    weft_load_set_flags (load, WEFT_READ_INCLUSIVE_ENDS);
  return g_steal_pointer (&load);
}

/* (transfer full). The part that was read of an input that could not be read to its end is a trace, too. */
static WeftTrace *
read_trace (WeftApiTrace *self, WeftLoad *load, GCancellable *cancellable, GError **error)
{
  const WeftCliFamily *family = weft_cli_family_of_address (self->location);
  WeftTrace *trace = NULL;
  GError *failure = NULL;

  if (family != NULL)
    trace = family->collect (self->location, self->seconds, cancellable, &failure);
  else
    {
      weft_load_run (load, cancellable, &failure);
      if (!g_error_matches (failure, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED))
        trace = weft_load_get_trace (load);
      if (trace != NULL)
        g_object_ref (trace);
    }
  if (trace != NULL)
    g_clear_error (&failure);
  else
    weft_api_error_take (error, failure);
  return trace;
}

static void
run_load (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  WeftApiTrace *self = source;
  Loading *loading = data;
  GError *error = NULL;
  WeftTrace *trace = read_trace (self, loading->load, cancellable, &error);

  /* Nobody hears of progress after the end. */
  if (loading->timer != NULL)
    g_source_destroy (loading->timer);
  g_clear_pointer (&loading->timer, g_source_unref);
  if (trace == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_atomic_pointer_set (&self->trace, trace);
  weft_api_trace_prepare (self, cancellable);
  g_task_return_boolean (task, TRUE);
}

static gboolean
tell_progress (gpointer data)
{
  const Loading *self = data;
  guint64 done, total;

  weft_load_get_progress (self->load, &done, &total);
  self->progress (done, total, self->data);
  return G_SOURCE_CONTINUE;
}

static void
start_timer (Loading *self)
{
  self->timer = g_timeout_source_new (PROGRESS_INTERVAL);
  g_source_set_callback (self->timer, tell_progress, g_atomic_rc_box_acquire (self),
                         release_loading);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
}

/**
 * weft_api_trace_load_async:
 * @self: a trace
 * @progress: (nullable) (scope notified) (closure progress_data) (destroy progress_destroy): called while it loads
 * @progress_data: its data
 * @progress_destroy: frees the data
 * @cancellable: (nullable): stops the load
 * @callback: (scope async): called when the load has ended
 * @user_data: its data
 *
 * Loads the trace on a thread of its own; see [method@Trace.load]. Both functions are called in the
 * thread-default main context of the caller.
 */
void
weft_api_trace_load_async (WeftApiTrace *self, WeftApiProgress progress, gpointer progress_data,
                           GDestroyNotify progress_destroy, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Loading *loading;
  GError *error = NULL;

  g_return_if_fail (WEFT_API_IS_TRACE (self));
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, weft_api_trace_load_async);
  loading = g_atomic_rc_box_new0 (Loading);
  loading->progress = progress;
  loading->data = progress_data;
  loading->destroy = progress_destroy;
  g_task_set_task_data (task, loading, release_loading);
  if (!g_atomic_int_compare_and_exchange (&self->is_loading, FALSE, TRUE))
    {
      g_task_return_new_error (task, WEFT_API_ERROR, WEFT_API_ERROR_USAGE,
                               _ ("The trace is loaded already, or is being loaded."));
      return;
    }
  if (weft_cli_family_of_address (self->location) == NULL)
    {
      loading->load = make_load (self, &error);
      if (loading->load == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
      if (progress != NULL)
        start_timer (loading);
    }
  weft_task_run_in_thread (task, run_load);
}

/**
 * weft_api_trace_load_finish:
 * @self: a trace
 * @result: what the callback got
 * @error: where an error goes
 *
 * The end of [method@Trace.load_async].
 *
 * Returns: whether there is a trace to ask
 */
gboolean
weft_api_trace_load_finish (WeftApiTrace *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
keep_result (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/**
 * weft_api_trace_load:
 * @self: a trace
 * @progress: (nullable) (scope call) (closure progress_data): called while it loads
 * @progress_data: its data
 * @cancellable: (nullable): stops the load
 * @error: where an error goes
 *
 * Loads the trace, once. An input that can't be read to its end is an error only where nothing of it could be read:
 * otherwise [method@Trace.is_partial] says so, and its last diagnostic says why.
 *
 * Returns: whether there is a trace to ask
 */
gboolean
weft_api_trace_load (WeftApiTrace *self, WeftApiProgress progress, gpointer progress_data,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;

  g_return_val_if_fail (WEFT_API_IS_TRACE (self), FALSE);
  g_main_context_push_thread_default (context);
  weft_api_trace_load_async (self, progress, progress_data, NULL, cancellable, keep_result,
                             &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  return weft_api_trace_load_finish (self, result, error);
}

/**
 * weft_api_trace_open: (constructor)
 * @location: (type filename): a file, a folder, the socket of a live session, or "-" for standard input
 * @cancellable: (nullable): stops the load
 * @error: where an error goes
 *
 * A trace that is loaded: [ctor@Trace.new] and [method@Trace.load].
 *
 * Returns: (transfer full): the trace, or %NULL with an error
 */
WeftApiTrace *
weft_api_trace_open (const char *location, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftApiTrace) self = NULL;

  g_return_val_if_fail (location != NULL, NULL);
  self = weft_api_trace_new (location);
  return weft_api_trace_load (self, NULL, NULL, cancellable, error) ? g_steal_pointer (&self)
                                                                    : NULL;
}

WeftTrace *
weft_api_trace_peek (WeftApiTrace *self, GError **error)
{
  WeftTrace *trace;

  trace = g_atomic_pointer_get (&self->trace);
  if (trace == NULL)
    g_set_error_literal (error, WEFT_API_ERROR, WEFT_API_ERROR_USAGE,
                         _ ("The trace is not loaded yet."));
  return trace;
}

/* --- what it is --------------------------------------------------------------------------------- */

/**
 * weft_api_trace_get_location:
 * @self: a trace
 *
 * Where it comes from.
 *
 * Returns: (type filename): as it was given
 */
const char *
weft_api_trace_get_location (WeftApiTrace *self)
{
  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  return self->location;
}

/**
 * weft_api_trace_get_kind:
 * @self: a trace
 *
 * The kind of the trace: `pipeline`, `noc`, `npu`, `timeline`, `bus` or `live`.
 *
 * Returns: (nullable): the word, or %NULL where it is not loaded
 */
const char *
weft_api_trace_get_kind (WeftApiTrace *self)
{
  WeftTrace *trace;

  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  trace = weft_api_trace_peek (self, NULL);
  return trace != NULL ? weft_cli_family_of (trace)->name : NULL;
}

/**
 * weft_api_trace_get_format:
 * @self: a trace
 *
 * The format in words, such as "Kanata 0004".
 *
 * Returns: (nullable): the words, or %NULL where it is not loaded
 */
const char *
weft_api_trace_get_format (WeftApiTrace *self)
{
  WeftTrace *trace;

  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  trace = weft_api_trace_peek (self, NULL);
  return trace != NULL ? weft_trace_get_format (trace) : NULL;
}

/**
 * weft_api_trace_get_time_unit:
 * @self: a trace
 *
 * The unit of its times, such as "cycles" or "ns".
 *
 * Returns: (nullable): the unit, or %NULL where it is not loaded
 */
const char *
weft_api_trace_get_time_unit (WeftApiTrace *self)
{
  WeftTrace *trace;

  g_return_val_if_fail (WEFT_API_IS_TRACE (self), NULL);
  trace = weft_api_trace_peek (self, NULL);
  return trace != NULL ? weft_trace_get_time_unit (trace) : NULL;
}

/**
 * weft_api_trace_is_partial:
 * @self: a trace
 *
 * Whether its input could not be read to the end.
 *
 * Returns: whether something is missing
 */
gboolean
weft_api_trace_is_partial (WeftApiTrace *self)
{
  WeftTrace *trace;

  g_return_val_if_fail (WEFT_API_IS_TRACE (self), FALSE);
  trace = weft_api_trace_peek (self, NULL);
  return trace != NULL && weft_trace_get_state (trace) == WEFT_TRACE_PARTIAL;
}
