/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-scan-pool.h"

#include "weft-handover.h"

/* A thread is started where so many blocks wait: fewer are scanned before it would have begun. */
#define MIN_WAITING 2

struct _WeftScanPool
{
  WeftLock lock;          /* of all that follows */
  pthread_cond_t added;   /* a job to the waiting, or the end of all */
  pthread_cond_t scanned; /* a job that is waited for */
  WeftScanFunc scan;      /* NULL: not begun */
  gconstpointer data;
  WeftScanJob *waiting[WEFT_SCAN_MAX_JOBS]; /* a ring: */
  guint first, n_waiting;
  WeftThread *threads[WEFT_SCAN_MAX_THREADS];
  guint n_threads, max_threads;
  gboolean stopped;
};

void
weft_scan_job_clear (WeftScanJob *job)
{
  g_clear_pointer (&job->batch, weft_scan_batch_free);
}

WeftScanPool *
weft_scan_pool_new (void)
{
  WeftScanPool *self = g_new0 (WeftScanPool, 1);

  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->added, NULL);
  pthread_cond_init (&self->scanned, NULL);
  return self;
}

void
weft_scan_pool_free (WeftScanPool *self)
{
  if (self == NULL)
    return;
  weft_scan_pool_stop (self);
  pthread_cond_destroy (&self->added);
  pthread_cond_destroy (&self->scanned);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* Under the lock; there is one. */
static WeftScanJob *
take_first (WeftScanPool *self)
{
  WeftScanJob *job = self->waiting[self->first];

  self->first = (self->first + 1) % WEFT_SCAN_MAX_JOBS;
  self->n_waiting--;
  return job;
}

static void
scan (WeftScanPool *self, WeftScanJob *job)
{
  const gsize n_words = MAX (WEFT_SCAN_BLOCK_WORDS, job->length / sizeof (guint64));

  if (job->batch != NULL && job->batch->capacity < n_words)
    weft_scan_job_clear (job);
  if (job->batch == NULL)
    job->batch = weft_scan_batch_new (n_words);
  weft_scan_batch_clear (job->batch);
  self->scan (job->bytes, job->length, job->batch, self->data);
}

/* Under the lock, which is not held meanwhile. Scans what waits; else waits until `changed`. */
static void
scan_first_or_wait (WeftScanPool *self, pthread_cond_t *changed)
{
  WeftScanJob *job;

  if (self->n_waiting == 0)
    {
      pthread_cond_wait (changed, &self->lock);
      return;
    }
  job = take_first (self);
  job->state = WEFT_SCAN_RUNNING;
  weft_unlock (&self->lock);
  scan (self, job);
  weft_lock (&self->lock);
  job->state = WEFT_SCAN_DONE;
  pthread_cond_signal (&self->scanned);
}

static void *
run (void *data)
{
  WeftScanPool *self = data;

  weft_lock (&self->lock);
  while (!self->stopped)
    scan_first_or_wait (self, &self->added);
  weft_unlock (&self->lock);
  return NULL;
}

/* Under the lock. */
static void
start_thread (WeftScanPool *self)
{
  WeftThread *thread;

  if (self->scan == NULL || self->n_waiting < MIN_WAITING || self->n_threads == self->max_threads)
    return;
  thread = weft_thread_try_start ("weft-scan", run, self);
  if (thread != NULL)
    self->threads[self->n_threads++] = thread;
}

static guint
choose_max_threads (void)
{
  const char *said = g_getenv ("WEFT_SCAN_THREADS");
  guint64 n = g_get_num_processors () - 1;

  if (said != NULL)
    n = g_ascii_strtoull (said, NULL, 10);
  return (guint) MIN (n, WEFT_SCAN_MAX_THREADS);
}

void
weft_scan_pool_begin (WeftScanPool *self, WeftScanFunc scan_func, gconstpointer data)
{
  guint n = choose_max_threads ();

  weft_lock (&self->lock);
  self->scan = scan_func;
  self->data = data;
  self->max_threads = n;
  start_thread (self);
  weft_unlock (&self->lock);
}

void
weft_scan_pool_add (WeftScanPool *self, WeftScanJob *job)
{
  weft_lock (&self->lock);
  job->state = WEFT_SCAN_NONE;
  if (self->n_waiting < WEFT_SCAN_MAX_JOBS)
    {
      job->state = WEFT_SCAN_WAITING;
      self->waiting[(self->first + self->n_waiting++) % WEFT_SCAN_MAX_JOBS] = job;
      start_thread (self);
    }
  weft_unlock (&self->lock);
  /* Woken under the lock, a thread would only wait for that. */
  pthread_cond_signal (&self->added);
}

const WeftScanBatch *
weft_scan_pool_take (WeftScanPool *self, WeftScanJob *job)
{
  gboolean done;

  weft_lock (&self->lock);
  if (job->state == WEFT_SCAN_WAITING)
    {
      /* Those before were taken: it is the first. */
      take_first (self);
      job->state = WEFT_SCAN_NONE;
    }
  while (job->state == WEFT_SCAN_RUNNING)
    scan_first_or_wait (self, &self->scanned);
  done = job->state == WEFT_SCAN_DONE;
  weft_unlock (&self->lock);
  return done ? job->batch : NULL;
}

void
weft_scan_pool_stop (WeftScanPool *self)
{
  guint n;

  weft_lock (&self->lock);
  self->stopped = TRUE;
  n = self->n_threads;
  pthread_cond_broadcast (&self->added);
  weft_unlock (&self->lock);
  for (guint i = 0; i < n; i++)
    weft_thread_join (self->threads[i]);
  self->n_threads = self->n_waiting = 0;
  self->stopped = FALSE;
}
