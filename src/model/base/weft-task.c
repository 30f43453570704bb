/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-task.h"

#include "weft-handover.h"

#define FUNCTION_KEY "weft-task-function"

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GTaskThreadFunc function = (GTaskThreadFunc) g_object_get_data (G_OBJECT (task), FUNCTION_KEY);

  weft_thread_set_priority (WEFT_BEHIND_PICTURES);
  function (task, source, data, cancellable);
}

void
weft_task_run_in_thread (GTask *task, GTaskThreadFunc function)
{
  g_object_set_data (G_OBJECT (task), FUNCTION_KEY, (gpointer) function);
  g_task_run_in_thread (task, run);
}
