/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-task.h"

/* Work on threads that stand back. */

#define N_TASKS 40u

static int n_done;

static void
work (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED,
      GCancellable *cancellable G_GNUC_UNUSED)
{
  for (guint i = 0; i < 1000; i++)
    g_thread_yield ();
  g_atomic_int_inc (&n_done);
  g_task_return_boolean (task, TRUE);
}

/* A program that ends has no thread at work: what they use is taken away then. */
static void
test_wait_all (void)
{
  for (guint i = 0; i < N_TASKS; i++)
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

      weft_task_run_in_thread (task, work);
    }
  weft_task_wait_all ();
  g_assert_cmpint (g_atomic_int_get (&n_done), ==, N_TASKS);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task/wait-all", test_wait_all);
  return g_test_run ();
}
