/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <gio/gio.h>
#include <sanitizer/tsan_interface.h>

/* Loaded before GLib where ThreadSanitizer watches. GLib is built without it, so that what one thread hands to another
 * through a GMutex, the last reference or the main loop is not seen, and the sanitizer would report what is ordered.
 * These functions stand before GLib's own of the same name and tell it. A last reference acquires what all threads did
 * before they dropped theirs. What libraries themselves do in libc is left out by tests/tsan.supp; a report of ours is
 * seen as before. */

#pragma weak __tsan_acquire
#pragma weak __tsan_release

/* Programs that a test starts are not watched, and have no such functions. */
static inline void
acquire (gconstpointer place)
{
  if (__tsan_acquire != NULL)
    __tsan_acquire ((gpointer) place);
}

static inline void
release (gconstpointer place)
{
  if (__tsan_release != NULL)
    __tsan_release ((gpointer) place);
}

/* GLib's function of that name, in `real`. */
#define FIND_REAL(name) \
  static __typeof__ (&name) real; \
  if (real == NULL) \
  real = (__typeof__ (&name)) dlsym (RTLD_NEXT, #name)

/* --- locks ------------------------------------------------------------------------------------------ */

void
g_mutex_lock (GMutex *mutex)
{
  FIND_REAL (g_mutex_lock);
  real (mutex);
  acquire (mutex);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  gboolean locked;

  FIND_REAL (g_mutex_trylock);
  locked = real (mutex);
  if (locked)
    acquire (mutex);
  return locked;
}

void
g_mutex_unlock (GMutex *mutex)
{
  FIND_REAL (g_mutex_unlock);
  release (mutex);
  real (mutex);
}

/* One order for readers and writers: what a reader did is before what the next writer does. */
#define LOCK(name) \
  void name (GRWLock *lock) \
  { \
    FIND_REAL (name); \
    real (lock); \
    acquire (lock); \
  }

#define UNLOCK(name) \
  void name (GRWLock *lock) \
  { \
    FIND_REAL (name); \
    release (lock); \
    real (lock); \
  }

LOCK (g_rw_lock_reader_lock)
LOCK (g_rw_lock_writer_lock)
UNLOCK (g_rw_lock_reader_unlock)
UNLOCK (g_rw_lock_writer_unlock)

/* --- what is made once ------------------------------------------------------------------------------ */

/* Whoever finds it made knows what its maker did: those that need not wait read the place as an atomic. */
gboolean (g_once_init_enter) (volatile void *place)
{
  gboolean first;

  FIND_REAL (g_once_init_enter);
  first = real (place);
  if (!first)
    acquire ((gconstpointer) place);
  return first;
}

void (g_once_init_leave) (volatile void *place, gsize made)
{
  FIND_REAL (g_once_init_leave);
  release ((gconstpointer) place);
  real (place, made);
}

/* --- references ------------------------------------------------------------------------------------- */

void
g_object_unref (gpointer object)
{
  FIND_REAL (g_object_unref);
  release (object);
  acquire (object);
  real (object);
}

gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  gboolean last;

  FIND_REAL (g_atomic_ref_count_dec);
  release (count);
  last = real (count);
  if (last)
    acquire (count);
  return last;
}

void
g_atomic_rc_box_release_full (gpointer box, GDestroyNotify clear)
{
  FIND_REAL (g_atomic_rc_box_release_full);
  release (box);
  acquire (box);
  real (box, clear);
}

void
g_bytes_unref (GBytes *bytes)
{
  FIND_REAL (g_bytes_unref);
  release (bytes);
  acquire (bytes);
  real (bytes);
}

/* --- the main loop ------------------------------------------------------------------------------------ */

/* Something to be called elsewhere, with what the caller did before. */
typedef struct
{
  GSourceFunc function;
  gpointer data;
  GDestroyNotify destroy;
} Call;

static gboolean
run_call (gpointer data)
{
  const Call *call = data;

  acquire (call);
  return call->function (call->data);
}

static void
free_call (gpointer data)
{
  Call *call = data;

  acquire (call);
  if (call->destroy != NULL)
    call->destroy (call->data);
  g_free (call);
}

static Call *
create_call (GSourceFunc function, gpointer data, GDestroyNotify destroy)
{
  Call *call = g_new (Call, 1);

  *call = (Call){ function, data, destroy };
  release (call);
  return call;
}

guint
g_idle_add_full (gint priority, GSourceFunc function, gpointer data, GDestroyNotify destroy)
{
  FIND_REAL (g_idle_add_full);
  return real (priority, run_call, create_call (function, data, destroy), free_call);
}

guint
g_timeout_add_full (gint priority, guint interval, GSourceFunc function, gpointer data,
                    GDestroyNotify destroy)
{
  FIND_REAL (g_timeout_add_full);
  return real (priority, interval, run_call, create_call (function, data, destroy), free_call);
}

/* --- tasks -------------------------------------------------------------------------------------------- */

void
g_task_return_pointer (GTask *task, gpointer result, GDestroyNotify destroy)
{
  FIND_REAL (g_task_return_pointer);
  release (task);
  real (task, result, destroy);
}

void
g_task_return_boolean (GTask *task, gboolean result)
{
  FIND_REAL (g_task_return_boolean);
  release (task);
  real (task, result);
}

void
g_task_return_error (GTask *task, GError *error)
{
  FIND_REAL (g_task_return_error);
  release (task);
  real (task, error);
}

gpointer
g_task_propagate_pointer (GTask *task, GError **error)
{
  FIND_REAL (g_task_propagate_pointer);
  acquire (task);
  return real (task, error);
}

gboolean
g_task_propagate_boolean (GTask *task, GError **error)
{
  FIND_REAL (g_task_propagate_boolean);
  acquire (task);
  return real (task, error);
}
