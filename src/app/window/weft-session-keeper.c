/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-session-keeper.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "weft-faults.h"
#include "weft-session-file.h"
#include "weft-session.h"
#include "weft-task.h"
#include "weft-window.h"

/* Milliseconds from a change until it is kept. */
#define DELAY 300

struct _WeftSessionKeeper
{
  GObject parent_instance;

  GtkApplication *application; /* which owns this */
  char *kept;                  /* what stands in the file, or is being written; nullable */
  gboolean writing;
  guint timer;
};

G_DEFINE_FINAL_TYPE (WeftSessionKeeper, weft_session_keeper, G_TYPE_OBJECT)

/* Writing the file and removing it exclude one another: a text that is older than the last removal
 * is not written. */
static GMutex lock;
static guint n_removed;

/* --- writing ---------------------------------------------------------------------------------- */

typedef struct
{
  char *text;
  guint n_removed;
} Writing;

static void
writing_free (gpointer data)
{
  g_free (((Writing *) data)->text);
  g_free (data);
}

static void
remove_file (void)
{
  g_autofree char *path = weft_session_file_get_running_path ();

  g_mutex_lock (&lock);
  n_removed++;
  g_unlink (path);
  g_mutex_unlock (&lock);
}

static void
write_file (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data,
            GCancellable *cancellable G_GNUC_UNUSED)
{
  const Writing *writing = data;
  g_autofree char *path = weft_session_file_get_running_path ();
  GError *error = NULL;

  g_mutex_lock (&lock);
  if (writing->n_removed == n_removed)
    weft_session_file_write (path, writing->text, &error);
  g_mutex_unlock (&lock);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void queue (WeftSessionKeeper *self);

static void
on_written (GObject *object, GAsyncResult *result, gpointer again G_GNUC_UNUSED)
{
  WeftSessionKeeper *self = WEFT_SESSION_KEEPER (object);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  self->writing = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    text =
      g_strdup_printf (_ ("The session can't be written: %s. What is open now does not come back "
                          "after a crash."),
                       error->message);
  weft_faults_set (weft_faults_get_default (), "session", text);
  if (self->application != NULL)
    queue (self);
}

static gboolean
keep (gpointer data)
{
  WeftSessionKeeper *self = data;
  g_autofree char *text = weft_session_to_text (self->application);
  g_autoptr (GTask) task = NULL;
  Writing *writing;

  self->timer = 0;
  if (self->writing || g_strcmp0 (text, self->kept) == 0)
    return G_SOURCE_REMOVE;
  g_free (self->kept);
  self->kept = g_strdup (text);
  if (text == NULL)
    {
      remove_file ();
      return G_SOURCE_REMOVE;
    }
  writing = g_new0 (Writing, 1);
  writing->text = g_steal_pointer (&text);
  writing->n_removed = n_removed;
  self->writing = TRUE;
  task = g_task_new (self, NULL, on_written, NULL);
  g_task_set_task_data (task, writing, writing_free);
  weft_task_run_in_thread (task, write_file);
  return G_SOURCE_REMOVE;
}

static void
queue (WeftSessionKeeper *self)
{
  if (self->timer == 0)
    self->timer = g_timeout_add_full (G_PRIORITY_LOW, DELAY, keep, self, NULL);
}

void
weft_session_keeper_forget (WeftSessionKeeper *self)
{
  g_return_if_fail (WEFT_IS_SESSION_KEEPER (self));

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->kept, g_free);
  remove_file ();
}

/* --- what changes ----------------------------------------------------------------------------- */

static void
watch_state (WeftSessionKeeper *self, GParamSpec *pspec G_GNUC_UNUSED, WeftDocument *document)
{
  WeftViewState *state = weft_document_get_state (document);

  queue (self);
  if (state == NULL)
    return;
  g_signal_handlers_disconnect_by_data (state, self);
  g_signal_connect_object (state, "viewport", G_CALLBACK (queue), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (queue), self, G_CONNECT_SWAPPED);
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
                           G_CALLBACK (queue), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_window_get_tab_view (WEFT_WINDOW (window)), "notify::selected-page",
                           G_CALLBACK (queue), self, G_CONNECT_SWAPPED);
}

/* --- the object ------------------------------------------------------------------------------- */

static void
weft_session_keeper_dispose (GObject *object)
{
  WeftSessionKeeper *self = WEFT_SESSION_KEEPER (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->kept, g_free);
  self->application = NULL;
  G_OBJECT_CLASS (weft_session_keeper_parent_class)->dispose (object);
}

static void
weft_session_keeper_class_init (WeftSessionKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_session_keeper_dispose;
}

static void
weft_session_keeper_init (WeftSessionKeeper *self G_GNUC_UNUSED)
{
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
