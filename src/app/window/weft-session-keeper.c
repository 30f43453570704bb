/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-session-keeper.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "weft-after-frame.h"
#include "weft-crash-report.h"
#include "weft-faults.h"
#include "weft-runner.h"
#include "weft-session-file.h"
#include "weft-session.h"
#include "weft-shown-results.h"
#include "weft-window.h"

/* Milliseconds from a change until it is kept. */
#define DELAY 300

struct _WeftSessionKeeper
{
  GObject parent_instance;

  GtkApplication *application; /* which owns this */
  WeftRunner *writer;
  guint timer;
};

G_DEFINE_FINAL_TYPE (WeftSessionKeeper, weft_session_keeper, G_TYPE_OBJECT)

/* Writing the file and removing it exclude one another. */
static GMutex lock;

/* --- writing ---------------------------------------------------------------------------------- */

/* The question is the text. */
static void
clear_text (gpointer question)
{
  g_free (*(char **) question);
}

static WeftRunTime
choose (gpointer question, gconstpointer before, WeftResult *last G_GNUC_UNUSED)
{
  return g_str_equal (*(char **) question, *(char *const *) before) ? WEFT_RUN_NOT : WEFT_RUN_NEXT;
}

/* Why that fails; "" where it does not. */
static gpointer
write_file (gconstpointer question, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = weft_session_file_get_running_path ();
  g_autoptr (GError) failure = NULL;
  gboolean cancelled;

  g_mutex_lock (&lock);
  /* The file was removed since. */
  cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
  if (!cancelled)
    weft_session_file_write (path, *(char *const *) question, &failure);
  g_mutex_unlock (&lock);
  if (cancelled)
    return NULL;
  return g_strdup (failure != NULL ? failure->message : "");
}

static const WeftDerivation writing = {
  .name = "WeftSessionWriting",
  .question_size = sizeof (char *),
  .clear_question = clear_text,
  .choose = choose,
  .derive = write_file,
  .free_value = g_free,
};

static void
on_written (WeftSessionKeeper *self)
{
  const char *failure = weft_runner_get_value (self->writer);
  g_autofree char *text = NULL;

  if (*failure != '\0')
    text =
      g_strdup_printf (_ ("The session can't be written: %s. What is open now does not come back "
                          "after a crash."),
                       failure);
  weft_faults_set (weft_faults_get_default (), "session", text);
}

static void
remove_file (WeftSessionKeeper *self)
{
  g_autofree char *path = weft_session_file_get_running_path ();

  weft_runner_forget (self->writer);
  g_mutex_lock (&lock);
  g_unlink (path);
  g_mutex_unlock (&lock);
}

static gboolean
keep (gpointer data)
{
  WeftSessionKeeper *self = data;
  char *text = weft_session_to_text (self->application);

  self->timer = 0;
  if (text != NULL)
    weft_runner_ask (self->writer, &text);
  else if (weft_runner_get_question (self->writer) != NULL)
    remove_file (self);
  return G_SOURCE_REMOVE;
}

static void
queue (WeftSessionKeeper *self)
{
  if (self->timer == 0)
    self->timer = g_timeout_add_full (WEFT_PRIORITY_AFTER_FRAME, DELAY, keep, self, NULL);
}

void
weft_session_keeper_forget (WeftSessionKeeper *self)
{
  g_return_if_fail (WEFT_IS_SESSION_KEEPER (self));

  g_clear_handle_id (&self->timer, g_source_remove);
  remove_file (self);
}

/* --- what a crash is told of ---------------------------------------------------------------------- */

static void
add_kinds (WeftWindow *window, GString *kinds)
{
  for (guint i = 0; i < weft_window_get_n_pages (window); i++)
    {
      WeftDocument *document =
        weft_document_page_get_document (weft_window_get_nth_page (window, i));
      WeftViewState *state = weft_document_get_state (document);
      const char *format =
        state != NULL ? weft_trace_get_format (weft_view_state_get_trace (state)) : NULL;

      g_string_append_printf (kinds, "%s%s", kinds->len > 0 ? ", " : "",
                              format != NULL ? format : "not known yet");
    }
}

static void
tell_kinds (WeftSessionKeeper *self)
{
  g_autoptr (GString) kinds = g_string_new (NULL);

  for (GList *item = gtk_application_get_windows (self->application); item != NULL;
       item = item->next)
    if (WEFT_IS_WINDOW (item->data))
      add_kinds (item->data, kinds);
  weft_crash_report_set_open (kinds->str);
}

/* --- what changes ----------------------------------------------------------------------------- */

static void
watch_state (WeftSessionKeeper *self, GParamSpec *pspec G_GNUC_UNUSED, WeftDocument *document)
{
  WeftViewState *state = weft_document_get_state (document);

  tell_kinds (self);
  queue (self);
  if (state == NULL)
    return;
  g_signal_handlers_disconnect_by_data (state, self);
  g_signal_handlers_disconnect_by_data (weft_shown_results_get (state), self);
  g_signal_connect_object (weft_shown_results_get (state), "changed", G_CALLBACK (queue), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "viewport", G_CALLBACK (queue), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (queue), self, G_CONNECT_SWAPPED);
}

static void
on_page_detached (WeftSessionKeeper *self)
{
  tell_kinds (self);
  queue (self);
}

/* Also one that comes from another window. */
static void
on_page_attached (WeftSessionKeeper *self, AdwTabPage *tab)
{
  WeftDocument *document =
    weft_document_page_get_document (WEFT_DOCUMENT_PAGE (adw_tab_page_get_child (tab)));

  g_signal_handlers_disconnect_by_data (document, self);
  g_signal_connect_object (document, "notify::state", G_CALLBACK (watch_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::phase", G_CALLBACK (tell_kinds), self,
                           G_CONNECT_SWAPPED);
  watch_state (self, NULL, document);
}

static void
on_window_added (WeftSessionKeeper *self, GtkWindow *window)
{
  /* The title of a workspace is its file's name. */
  g_signal_connect_object (window, "notify::title", G_CALLBACK (queue), self, G_CONNECT_SWAPPED);
  if (!WEFT_IS_WINDOW (window))
    return;
  g_signal_connect_object (weft_window_get_tab_view (WEFT_WINDOW (window)), "page-attached",
                           G_CALLBACK (on_page_attached), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_window_get_tab_view (WEFT_WINDOW (window)), "page-detached",
                           G_CALLBACK (on_page_detached), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_window_get_tab_view (WEFT_WINDOW (window)), "notify::selected-page",
                           G_CALLBACK (queue), self, G_CONNECT_SWAPPED);
}

/* --- the object ------------------------------------------------------------------------------- */

static void
weft_session_keeper_dispose (GObject *object)
{
  WeftSessionKeeper *self = WEFT_SESSION_KEEPER (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->writer);
  G_OBJECT_CLASS (weft_session_keeper_parent_class)->dispose (object);
}

static void
weft_session_keeper_class_init (WeftSessionKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_session_keeper_dispose;
}

static void
weft_session_keeper_init (WeftSessionKeeper *self)
{
  self->writer = weft_runner_new_for_value (&writing);
  g_signal_connect_swapped (self->writer, "done", G_CALLBACK (on_written), self);
}

WeftSessionKeeper *
weft_session_keeper_new (GtkApplication *application)
{
  WeftSessionKeeper *self = g_object_new (WEFT_TYPE_SESSION_KEEPER, NULL);

  self->application = application;
  weft_session_file_recover ();
  g_signal_connect_object (application, "window-added", G_CALLBACK (on_window_added), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (application, "window-removed", G_CALLBACK (queue), self,
                           G_CONNECT_SWAPPED);
  return self;
}
