/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-task.h"

#include "weft-handover.h"

/* More at a time would not end sooner; some wait for something else than the processor. */
#define MAX_THREADS 32

typedef struct
{
  GTask *task;
  GTaskThreadFunc function;
} Job;

/* GTask's own threads are not for this: where the system refuses one, GLib keeps the task and nobody hears of it. A
 * thread takes jobs until there are none. */
static WeftLock lock = WEFT_LOCK_INIT;
static GQueue jobs = G_QUEUE_INIT;
static guint n_threads;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;

static void
do_job (Job *job)
{
  GTask *task = job->task;

  job->function (task, g_task_get_source_object (task), g_task_get_task_data (task),
                 g_task_get_cancellable (task));
  g_object_unref (task);
  g_free (job);
}

static Job *
take_job (void)
{
  Job *job;

  weft_lock (&lock);
  job = g_queue_pop_head (&jobs);
  if (job == NULL)
    {
      n_threads--;
      pthread_cond_broadcast (&ended);
    }
  weft_unlock (&lock);
  return job;
}

static void *
do_jobs (void *unused G_GNUC_UNUSED)
{
  weft_thread_set_priority (WEFT_BEHIND_PICTURES);
  for (Job *job = take_job (); job != NULL; job = take_job ())
    do_job (job);
  return NULL;
}

/* Under the lock. */
static void
start_thread (void)
{
  WeftThread *thread = weft_thread_try_start ("weft-task", do_jobs, NULL);

  if (thread == NULL)
    return;
  weft_thread_detach (thread);
  n_threads++;
}

void
weft_task_run_in_thread (GTask *task, GTaskThreadFunc function)
{
  Job *job = g_new (Job, 1);
  gboolean is_ours;

  job->task = g_object_ref (task);
  job->function = function;
  weft_lock (&lock);
  g_queue_push_tail (&jobs, job);
  if (n_threads < MAX_THREADS)
    start_thread ();
  is_ours = n_threads == 0 && g_queue_remove (&jobs, job);
  weft_unlock (&lock);
  if (is_ours)
    do_job (job);
}

void
weft_task_wait_all (void)
{
  weft_lock (&lock);
  while (n_threads > 0)
    pthread_cond_wait (&ended, &lock);
  weft_unlock (&lock);
}
