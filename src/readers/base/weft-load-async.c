/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-private.h"

#include "weft-task.h"

static gboolean
call_recognized (gpointer data)
{
  WeftLoad *self = data;

  self->recognized (self, self->trace, self->recognized_data);
  return G_SOURCE_REMOVE;
}

/* g_main_context_invoke() would call from this thread while the caller's is elsewhere. */
void
weft_load_call_recognized (WeftLoad *self)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, call_recognized, g_object_ref (self), g_object_unref);
  g_source_attach (source, self->recognized_context);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer task_data G_GNUC_UNUSED,
               GCancellable *cancellable)
{
  GError *error = NULL;

  if (weft_load_run (source, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
resume_in_thread (GTask *task, gpointer source, gpointer growth, GCancellable *cancellable)
{
  GError *error = NULL;
  gboolean grown;

  if (weft_load_resume (source, GPOINTER_TO_UINT (growth), &grown, cancellable, &error))
    g_task_return_boolean (task, grown);
  else
    g_task_return_error (task, error);
}

void
weft_load_resume_async (WeftLoad *self, WeftGrowth growth, GCancellable *cancellable,
                        GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_LOAD (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, weft_load_resume_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, GUINT_TO_POINTER (growth), NULL);
  weft_task_run_in_thread (task, resume_in_thread);
}

gboolean
weft_load_resume_finish (WeftLoad *self, GAsyncResult *result, gboolean *grown, GError **error)
{
  GError *local_error = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  *grown = g_task_propagate_boolean (G_TASK (result), &local_error);
  if (local_error == NULL)
    return TRUE;
  g_propagate_error (error, local_error);
  return FALSE;
}

void
weft_load_run_async (WeftLoad *self, GCancellable *cancellable, WeftLoadRecognized recognized,
                     GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (WEFT_IS_LOAD (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, weft_load_run_async);
  /* A cancelled load has an error and a partial trace like any other that was not read whole. */
  g_task_set_check_cancellable (task, FALSE);
  self->recognized = recognized;
  self->recognized_data = user_data;
  self->recognized_context = g_main_context_ref (g_task_get_context (task));
  weft_task_run_in_thread (task, run_in_thread);
}

gboolean
weft_load_run_finish (WeftLoad *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
