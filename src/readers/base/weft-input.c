/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-input.h"

#include "weft-load-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Seconds since the last write after which a file no longer counts as being written to. */
#define FRESH_SECONDS 5

struct _WeftInput
{
  char *path;
  char *title;
  int fd;
  gboolean is_stdin;
  gboolean is_file; /* regular, and read from its start */
  _Atomic guint64 total;
  _Atomic guint64 done;
};

static void
set_open_error (GError **error, const char *title, int code)
{
  if (code == EACCES || code == EPERM)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_OPEN,
                 _ ("You may not read “%s”. Ask its owner for permission, or open a copy of it."),
                 title);
  else if (code == ENOENT)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_OPEN,
                 _ ("There is no file “%s”. Check its name and folder."), title);
  else
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_OPEN, _ ("“%s” can’t be opened: %s."),
                 title, g_strerror (code));
}

void
weft_input_take_error (GError **error, const char *title, GError *failure)
{
  if (g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    set_open_error (error, title, ENOENT);
  else if (g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_ACCES)
           || g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_PERM))
    set_open_error (error, title, EACCES);
  else
    {
      g_propagate_error (error, failure);
      return;
    }
  g_error_free (failure);
}

WeftInput *
weft_input_open (const char *path, GError **error)
{
  g_autoptr (WeftInput) self = g_new0 (WeftInput, 1);
  struct stat status;

  self->path = g_strdup (path);
  self->is_stdin = strcmp (path, "-") == 0;
  self->title =
    self->is_stdin ? g_strdup (_ ("standard input")) : g_filename_display_basename (path);
  /* Without O_NONBLOCK the call would wait for somebody to write to a named pipe. */
  self->fd = self->is_stdin ? STDIN_FILENO : open (path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (self->fd < 0 || fstat (self->fd, &status) != 0)
    {
      set_open_error (error, self->title, errno);
      return NULL;
    }
  if (S_ISDIR (status.st_mode))
    {
      g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_DIRECTORY,
                   _ ("“%s” is a folder whose files make no trace. Open one of its files."),
                   self->title);
      return NULL;
    }
  /* Standard input may be a file that somebody has read the beginning of. */
  self->is_file = S_ISREG (status.st_mode) && lseek (self->fd, 0, SEEK_CUR) == 0;
  if (self->is_file)
    {
      atomic_store (&self->total, (guint64) status.st_size);
      posix_fadvise (self->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
  return g_steal_pointer (&self);
}

WeftInput *
weft_input_open_behind (const char *path, int fd, guint64 offset, GError **error)
{
  g_autoptr (WeftInput) self = g_new0 (WeftInput, 1);
  struct stat status;

  self->path = g_strdup (path);
  self->title = g_filename_display_basename (path);
  self->fd = fcntl (fd, F_DUPFD_CLOEXEC, 0);
  /* Whoever shares the place in the file reads by offset. */
  if (self->fd < 0 || fstat (self->fd, &status) != 0
      || lseek (self->fd, (off_t) offset, SEEK_SET) < 0)
    {
      set_open_error (error, self->title, errno);
      return NULL;
    }
  self->is_file = TRUE;
  atomic_store (&self->done, offset);
  atomic_store (&self->total, (guint64) status.st_size);
  return g_steal_pointer (&self);
}

void
weft_input_free (WeftInput *self)
{
  if (self == NULL)
    return;
  if (!self->is_stdin && self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self->title);
  g_free (self);
}

static gboolean
set_cancelled (WeftInput *self, GCancellable *cancellable, GError **error)
{
  if (!g_cancellable_is_cancelled (cancellable))
    return FALSE;
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED, _ ("Reading “%s” was cancelled."),
               self->title);
  return TRUE;
}

static void
set_failed (WeftInput *self, int reason, GError **error)
{
  g_autofree char *place =
    g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) atomic_load (&self->done));

  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN,
               _ ("Reading “%s” failed at byte %s: %s. What came before is shown."), self->title,
               place, g_strerror (reason));
}

/* A file ends before the length that it had: FALSE with an error. One whose length was never true, as of
 * those that the kernel makes, has not changed. */
static gboolean
check_length (WeftInput *self, GError **error)
{
  guint64 done = atomic_load (&self->done), total = atomic_load (&self->total);
  g_autofree char *place = NULL, *length = NULL;
  struct stat status;

  if (!self->is_file || done >= total || fstat (self->fd, &status) != 0
      || (guint64) status.st_size >= total)
    return TRUE;
  place = g_strdup_printf ("%" G_GUINT64_FORMAT, done);
  length = g_strdup_printf ("%" G_GUINT64_FORMAT, total);
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN,
               _ ("“%s” became shorter while it was read: it ends at byte %s of %s. What came "
                  "before is shown."),
               self->title, place, length);
  return FALSE;
}

/* Whether bytes, or the end, have arrived; waits for them, or for the cancellation, with `wait`. */
static gboolean
poll_input (WeftInput *self, gboolean wait, GCancellable *cancellable)
{
  GPollFD fds[2] = { { self->fd, G_IO_IN, 0 }, { 0, 0, 0 } };
  gboolean can_cancel = wait && g_cancellable_make_pollfd (cancellable, &fds[1]);

  while (g_poll (fds, can_cancel ? 2 : 1, wait ? -1 : 0) < 0 && errno == EINTR)
    ;
  if (can_cancel)
    g_cancellable_release_fd (cancellable);
  return fds[0].revents != 0;
}

gssize
weft_input_read (WeftInput *self, void *buffer, gsize size, gboolean wait,
                 GCancellable *cancellable, GError **error)
{
  while (!set_cancelled (self, cancellable, error))
    {
      gssize n;

      if (!self->is_file && !poll_input (self, wait, cancellable))
        {
          if (!wait)
            return WEFT_INPUT_LATER;
          continue;
        }
      n = read (self->fd, buffer, size);
      if (n == 0 && !check_length (self, error))
        return -1;
      if (n >= 0)
        {
          atomic_fetch_add (&self->done, (guint64) n);
          return n;
        }
      if (errno == EINTR || errno == EAGAIN)
        continue;
      set_failed (self, errno, error);
      return -1;
    }
  return -1;
}

gboolean
weft_input_resume (WeftInput *self, GError **error)
{
  struct stat opened, named;

  /* A file that was deleted can still be read to its end; that it is gone is for others to tell. */
  if (self->is_file && fstat (self->fd, &opened) == 0
      && (guint64) opened.st_size >= atomic_load (&self->done)
      && (self->is_stdin || stat (self->path, &named) != 0
          || (named.st_ino == opened.st_ino && named.st_dev == opened.st_dev)))
    {
      atomic_store (&self->total, (guint64) opened.st_size);
      return TRUE;
    }
  weft_load_error_set_replaced (error, self->title);
  return FALSE;
}

gboolean
weft_input_is_fresh (WeftInput *self)
{
  struct stat status;

  return self->is_file && fstat (self->fd, &status) == 0
         && ABS (g_get_real_time () / G_USEC_PER_SEC - status.st_mtim.tv_sec) <= FRESH_SECONDS;
}

const char *
weft_input_get_title (WeftInput *self)
{
  return self->title;
}

int
weft_input_get_file (WeftInput *self)
{
  return self->is_file ? self->fd : -1;
}

void
weft_input_get_progress (WeftInput *self, guint64 *done, guint64 *total)
{
  *done = atomic_load (&self->done);
  *total = atomic_load (&self->total);
}

guint64
weft_input_measure (const char *const *paths)
{
  guint64 total = 0;

  for (guint i = 0; paths[i] != NULL; i++)
    {
      struct stat status;

      if (stat (paths[i], &status) == 0)
        total += (guint64) status.st_size;
    }
  return total;
}
