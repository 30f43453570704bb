/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-handover.h"

#include <sched.h>
#include <sys/resource.h>

#include "wait.h"
#include "weft-task.h"

/* Threads that stand back, as a busy window needs them to. */

typedef struct
{
  int nice;
  int policy;
} Manner;

static void *
look_at_oneself (void *data)
{
  Manner *manner = data;

  manner->nice = getpriority (PRIO_PROCESS, 0);
  manner->policy = sched_getscheduler (0);
  return NULL;
}

static void *
take_manners (void *data)
{
  Manner *manners = data;

  weft_thread_set_priority (WEFT_BEHIND_PICTURES);
  look_at_oneself (&manners[0]);
  weft_thread_join (weft_thread_start ("child", look_at_oneself, &manners[1]));
  return NULL;
}

static void
test_priority (void)
{
  Manner manners[2], own, own_after;

  look_at_oneself (&own);
  weft_thread_join (weft_thread_start ("worker", take_manners, manners));
  look_at_oneself (&own_after);
  for (guint i = 0; i < G_N_ELEMENTS (manners); i++)
    {
      g_assert_cmpint (manners[i].nice, ==, MAX (WEFT_BEHIND_PICTURES, own.nice));
      g_assert_cmpint (manners[i].policy, ==, SCHED_BATCH);
    }
  /* Who started it is as before. */
  g_assert_cmpint (own_after.nice, ==, own.nice);
  g_assert_cmpint (own_after.policy, ==, own.policy);
}

static void
note_thread (GTask *task, gpointer source G_GNUC_UNUSED, gpointer data,
             GCancellable *cancellable G_GNUC_UNUSED)
{
  *(GThread **) data = g_thread_self ();
  g_task_return_boolean (task, TRUE);
}

static gboolean
is_completed (gpointer task)
{
  return g_task_get_completed (task);
}

/* The thread that asks goes on at once: nothing that is asked for runs on it. */
static void
test_task (void)
{
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
      GThread *thread = NULL;

      g_task_set_task_data (task, &thread, NULL);
      weft_task_run_in_thread (task, note_thread);
      wait_until (is_completed, task);
      g_assert_nonnull (thread);
      g_assert_true (thread != g_thread_self ());
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/stand-back", test_priority);
  g_test_add_func ("/worker/task", test_task);
  return g_test_run ();
}
