/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything that one thread hands to another goes through this file pair, on C11 atomics and
 * pthreads alone: ThreadSanitizer understands those, and reports GLib's own locks falsely. */

/* A function that writes memory which a reader may still look at, and finds out that it may not: what it
 * looked at is not used. ThreadSanitizer can't know that. */
#if defined __SANITIZE_THREAD__
#define WEFT_CHECKS_THREADS 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define WEFT_CHECKS_THREADS 1
#endif
#endif
#ifdef WEFT_CHECKS_THREADS
#define WEFT_UNCHECKED __attribute__ ((no_sanitize ("thread"), noinline))
#else
#define WEFT_UNCHECKED
#endif

/* --- a length that one writer publishes and any thread reads ------------------------------- */

typedef _Atomic uint32_t WeftPublished;

/* Makes every row below `length` visible: all stores before this call happen before any load
 * that follows a weft_published() which returns at least `length`. */
static inline void
weft_publish (WeftPublished *published, uint32_t length)
{
  atomic_store_explicit (published, length, memory_order_release);
}

static inline uint32_t
weft_published (const WeftPublished *published)
{
  return atomic_load_explicit ((WeftPublished *) published, memory_order_acquire);
}

/* --- memory that several threads refer to ---------------------------------------------------- */

/* `size` zeroed bytes with one reference. Aborts when memory is exhausted. */
void *weft_shared_new (size_t size);

/* Adds a reference to memory from weft_shared_new() (NULL: nothing) and returns it. */
void *weft_shared_ref (void *memory);

/* Drops a reference; the last one frees the memory. NULL is ignored. */
void weft_shared_unref (void *memory);

/* --- locks ---------------------------------------------------------------------------------- */

typedef pthread_mutex_t WeftLock;
#define WEFT_LOCK_INIT PTHREAD_MUTEX_INITIALIZER

static inline void
weft_lock (WeftLock *lock)
{
  pthread_mutex_lock (lock);
}

static inline void
weft_unlock (WeftLock *lock)
{
  pthread_mutex_unlock (lock);
}

/* Makes a condition that is waited for until a time of the clock that nobody sets; and such a time, so many milliseconds
 * from now. */
void weft_condition_init (pthread_cond_t *condition);
void weft_condition_set_time (struct timespec *time, unsigned milliseconds);

/* Many readers or one writer; used where a worker swaps blocks that painters read. A writer that
 * waits is let in before readers that come later, so that painters in turns can't keep it out; a
 * thread that reads already may begin to read again all the same. */
typedef struct
{
  pthread_mutex_t turnstile; /* held by the writer from when it begins to wait */
  pthread_rwlock_t lock;
} WeftSharedLock;

void weft_shared_lock_init (WeftSharedLock *lock);
void weft_shared_lock_clear (WeftSharedLock *lock);
void weft_shared_lock_read (WeftSharedLock *lock);
void weft_shared_lock_read_done (WeftSharedLock *lock);
void weft_shared_lock_write (WeftSharedLock *lock);
void weft_shared_lock_write_done (WeftSharedLock *lock);

/* --- a bounded queue of pointers between two threads ----------------------------------------- */

typedef struct _WeftQueue WeftQueue;

/* A queue that holds at most `capacity` items (1 or more). */
WeftQueue *weft_queue_new (unsigned capacity);

/* Frees the queue; the items left in it are the caller's business (drain it first). */
void weft_queue_free (WeftQueue *queue);

/* Appends `item` (not NULL), waiting while the queue is full. Returns false, without appending,
 * once the queue was closed. */
bool weft_queue_push (WeftQueue *queue, void *item);

/* Takes the oldest item, waiting while there is none. NULL once the queue is closed and empty. */
void *weft_queue_pop (WeftQueue *queue);

/* The same, but where there is none, it waits for `n` (1 to the capacity): who is faster than the other side is woken
 * once for so many, and not for each. The other side must be able to push as many without what is popped. */
void *weft_queue_pop_of (WeftQueue *queue, unsigned n);

/* The same, but waits no longer than `milliseconds`. Returns false when that time has passed. */
bool weft_queue_pop_within (WeftQueue *queue, unsigned milliseconds, void **item);

/* Ends the hand-over: pending and later pushes return false, pops return what is left, then NULL.
 * May be called from either side, more than once. */
void weft_queue_close (WeftQueue *queue);

/* --- threads ----------------------------------------------------------------------------------- */

typedef struct _WeftThread WeftThread;

/* Runs `function (data)` on a new thread called `name` (at most 15 bytes are kept). Where the system has no more
 * threads it asks again for half a second, as others may end, and then ends the program (weft-exhausted.h). */
WeftThread *weft_thread_start (const char *name, void *(*function) (void *data), void *data);

/* As weft_thread_start(), but NULL at once when there are no more threads, or no memory for one. */
WeftThread *weft_thread_try_start (const char *name, void *(*function) (void *data), void *data);

/* As weft_thread_try_start(), but from its first moment on another processor than the caller, if there are several: on
 * the `n`th (from 1) behind the caller's. For work of a few milliseconds, which can be over before the system spreads
 * threads. It may be moved as any other. */
WeftThread *weft_thread_try_start_apart (const char *name, void *(*function) (void *data),
                                         void *data, unsigned n);

/* How far workers stand back (nice values), so that the window answers within a frame however few
 * processors there are: those that fill the screen least, then readers, then those that only have
 * to keep up with them. */
typedef enum
{
  WEFT_BEHIND_WINDOW = 2,
  WEFT_BEHIND_PICTURES = 5,
  WEFT_BEHIND_READERS = 10,
} WeftPriority;

/* Lets others go before the calling thread and those that it starts, and never takes the processor
 * from one that wakes it, from now on: there is no way back. */
void weft_thread_set_priority (WeftPriority priority);

/* Lets the thread end by itself and frees the handle. */
void weft_thread_detach (WeftThread *thread);

/* Waits for the thread's end, frees the handle and returns the function's result. */
void *weft_thread_join (WeftThread *thread);

/* The result of the function, which the thread runs or, where weft_thread_try_start() had none (NULL), the caller does. */
void *weft_thread_join_or_run (WeftThread *thread, void *(*function) (void *data), void *data);
