/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-handover.h"

#include "weft-exhausted.h"

#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Between tries to get a thread, in microseconds: half a second in all. */
#define FIRST_WAIT 1000
#define LAST_WAIT 256000

/* How many shared locks the thread reads under. */
static _Thread_local unsigned n_reading;

void
weft_shared_lock_init (WeftSharedLock *lock)
{
  pthread_mutex_init (&lock->turnstile, NULL);
  pthread_rwlock_init (&lock->lock, NULL);
}

void
weft_shared_lock_clear (WeftSharedLock *lock)
{
  pthread_rwlock_destroy (&lock->lock);
  pthread_mutex_destroy (&lock->turnstile);
}

void
weft_shared_lock_read (WeftSharedLock *lock)
{
  /* A writer may wait for this very thread to be done. */
  if (n_reading++ > 0)
    {
      pthread_rwlock_rdlock (&lock->lock);
      return;
    }
  pthread_mutex_lock (&lock->turnstile);
  pthread_rwlock_rdlock (&lock->lock);
  pthread_mutex_unlock (&lock->turnstile);
}

void
weft_shared_lock_read_done (WeftSharedLock *lock)
{
  assert (n_reading > 0);
  n_reading--;
  pthread_rwlock_unlock (&lock->lock);
}

void
weft_shared_lock_write (WeftSharedLock *lock)
{
  pthread_mutex_lock (&lock->turnstile);
  pthread_rwlock_wrlock (&lock->lock);
}

void
weft_shared_lock_write_done (WeftSharedLock *lock)
{
  pthread_rwlock_unlock (&lock->lock);
  pthread_mutex_unlock (&lock->turnstile);
}

void
weft_condition_init (pthread_cond_t *condition)
{
  pthread_condattr_t attributes;

  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (condition, &attributes);
  pthread_condattr_destroy (&attributes);
}

void
weft_condition_set_time (struct timespec *time, unsigned milliseconds)
{
  clock_gettime (CLOCK_MONOTONIC, time);
  time->tv_nsec += (long) (milliseconds % 1000) * 1000000;
  time->tv_sec += milliseconds / 1000 + time->tv_nsec / 1000000000;
  time->tv_nsec %= 1000000000;
}

struct _WeftQueue
{
  pthread_mutex_t lock;
  pthread_cond_t changed;
  unsigned capacity;
  unsigned first;
  unsigned n_items;
  unsigned n_wanted; /* by the one that waits to pop */
  bool closed;
  void *items[];
};

static void *
checked_alloc (size_t size)
{
  void *memory = calloc (1, size);

  if (memory == NULL)
    weft_exhausted ("a queue");
  return memory;
}

/* Stands before the memory; as wide as the strictest alignment. */
typedef union
{
  _Atomic unsigned n_references;
  max_align_t alignment;
} SharedHeader;

void *
weft_shared_new (size_t size)
{
  SharedHeader *header = checked_alloc (sizeof *header + (size > 0 ? size : 1));

  header->n_references = 1;
  return header + 1;
}

static SharedHeader *
header_of (void *memory)
{
  return (SharedHeader *) memory - 1;
}

void *
weft_shared_ref (void *memory)
{
  if (memory != NULL)
    atomic_fetch_add_explicit (&header_of (memory)->n_references, 1, memory_order_relaxed);
  return memory;
}

void
weft_shared_unref (void *memory)
{
  if (memory != NULL
      && atomic_fetch_sub_explicit (&header_of (memory)->n_references, 1, memory_order_acq_rel)
           == 1)
    free (header_of (memory));
}

WeftQueue *
weft_queue_new (unsigned capacity)
{
  WeftQueue *queue = checked_alloc (sizeof *queue + capacity * sizeof (void *));

  pthread_mutex_init (&queue->lock, NULL);
  weft_condition_init (&queue->changed);
  queue->capacity = capacity;
  return queue;
}

void
weft_queue_free (WeftQueue *queue)
{
  if (queue == NULL)
    return;
  pthread_cond_destroy (&queue->changed);
  pthread_mutex_destroy (&queue->lock);
  free (queue);
}

bool
weft_queue_push (WeftQueue *queue, void *item)
{
  bool pushed = false, wakes;

  pthread_mutex_lock (&queue->lock);
  while (queue->n_items == queue->capacity && !queue->closed)
    pthread_cond_wait (&queue->changed, &queue->lock);
  if (!queue->closed)
    {
      queue->items[(queue->first + queue->n_items++) % queue->capacity] = item;
      pushed = true;
    }
  wakes = queue->n_items >= queue->n_wanted;
  pthread_mutex_unlock (&queue->lock);
  /* Woken under the lock, the other one would only wait for that. */
  if (wakes)
    pthread_cond_signal (&queue->changed);
  return pushed;
}

/* Under the lock. NULL where there is none. */
static void *
take_first (WeftQueue *queue)
{
  void *item = NULL;

  if (queue->n_items > 0)
    {
      item = queue->items[queue->first];
      queue->first = (queue->first + 1) % queue->capacity;
      queue->n_items--;
    }
  return item;
}

void *
weft_queue_pop_of (WeftQueue *queue, unsigned n)
{
  void *item;

  pthread_mutex_lock (&queue->lock);
  queue->n_wanted = queue->n_items == 0 ? n : 0;
  while (queue->n_items < queue->n_wanted && !queue->closed)
    pthread_cond_wait (&queue->changed, &queue->lock);
  queue->n_wanted = 0;
  item = take_first (queue);
  pthread_mutex_unlock (&queue->lock);
  pthread_cond_signal (&queue->changed);
  return item;
}

void *
weft_queue_pop (WeftQueue *queue)
{
  return weft_queue_pop_of (queue, 1);
}

bool
weft_queue_pop_within (WeftQueue *queue, unsigned milliseconds, void **item)
{
  struct timespec until;
  bool late = false;

  weft_condition_set_time (&until, milliseconds);
  pthread_mutex_lock (&queue->lock);
  while (queue->n_items == 0 && !queue->closed && !late)
    late = pthread_cond_timedwait (&queue->changed, &queue->lock, &until) == ETIMEDOUT;
  late = queue->n_items == 0 && !queue->closed;
  *item = take_first (queue);
  pthread_mutex_unlock (&queue->lock);
  pthread_cond_signal (&queue->changed);
  return !late;
}

void
weft_queue_close (WeftQueue *queue)
{
  pthread_mutex_lock (&queue->lock);
  queue->closed = true;
  pthread_cond_broadcast (&queue->changed);
  pthread_mutex_unlock (&queue->lock);
}

struct _WeftThread
{
  pthread_t handle;
};

/* `attributes` is nullable. NULL: there is no thread. */
static WeftThread *
create_thread (const char *name, const pthread_attr_t *attributes, void *(*function) (void *data),
               void *data)
{
  WeftThread *thread = malloc (sizeof *thread);
  char short_name[16];

  if (thread == NULL || pthread_create (&thread->handle, attributes, function, data) != 0)
    {
      free (thread);
      return NULL;
    }
  snprintf (short_name, sizeof short_name, "%s", name);
  pthread_setname_np (thread->handle, short_name);
  return thread;
}

WeftThread *
weft_thread_try_start (const char *name, void *(*function) (void *data), void *data)
{
  return create_thread (name, NULL, function, data);
}

/* For a thread that begins on one processor, where it may run from then on. */
typedef struct
{
  void *(*function) (void *data);
  void *data;
  cpu_set_t allowed;
} Apart;

static void *
run_apart (void *data)
{
  Apart apart = *(Apart *) data;

  free (data);
  sched_setaffinity (0, sizeof apart.allowed, &apart.allowed);
  return apart.function (apart.data);
}

/* The `n`th of the allowed processors behind the one that this thread is on. */
static int
find_processor (const cpu_set_t *allowed, unsigned n)
{
  int processor = sched_getcpu ();

  for (n %= (unsigned) CPU_COUNT (allowed); n > 0;)
    {
      processor = (processor + 1) % CPU_SETSIZE;
      n -= CPU_ISSET (processor, allowed) ? 1 : 0;
    }
  return processor;
}

WeftThread *
weft_thread_try_start_apart (const char *name, void *(*function) (void *data), void *data,
                             unsigned n)
{
  Apart *apart = malloc (sizeof *apart);
  WeftThread *thread = NULL;
  pthread_attr_t attributes;
  cpu_set_t first;

  if (apart == NULL || pthread_attr_init (&attributes) != 0)
    {
      free (apart);
      return NULL;
    }
  apart->function = function;
  apart->data = data;
  if (sched_getaffinity (0, sizeof apart->allowed, &apart->allowed) == 0)
    {
      CPU_ZERO (&first);
      CPU_SET (find_processor (&apart->allowed, n), &first);
      pthread_attr_setaffinity_np (&attributes, sizeof first, &first);
      thread = create_thread (name, &attributes, run_apart, apart);
    }
  pthread_attr_destroy (&attributes);
  if (thread == NULL)
    free (apart);
  return thread != NULL ? thread : weft_thread_try_start (name, function, data);
}

WeftThread *
weft_thread_start (const char *name, void *(*function) (void *data), void *data)
{
  WeftThread *thread = weft_thread_try_start (name, function, data);

  for (unsigned wait = FIRST_WAIT; thread == NULL && wait <= LAST_WAIT; wait *= 2)
    {
      usleep (wait);
      thread = weft_thread_try_start (name, function, data);
    }
  if (thread == NULL)
    weft_exhausted (name);
  return thread;
}

void
weft_thread_set_priority (WeftPriority priority)
{
  const struct sched_param none = { 0 };

  /* On Linux the priority and the policy of "process 0" are the calling thread's own. Others than
   * SCHED_BATCH may go before who wakes them, and the window waited 3 ms each time it did. */
  if (getpriority (PRIO_PROCESS, 0) < (int) priority)
    setpriority (PRIO_PROCESS, 0, priority);
  sched_setscheduler (0, SCHED_BATCH, &none);
}

void
weft_thread_detach (WeftThread *thread)
{
  pthread_detach (thread->handle);
  free (thread);
}

void *
weft_thread_join (WeftThread *thread)
{
  void *result = NULL;

  pthread_join (thread->handle, &result);
  free (thread);
  return result;
}

void *
weft_thread_join_or_run (WeftThread *thread, void *(*function) (void *data), void *data)
{
  return thread != NULL ? weft_thread_join (thread) : function (data);
}
