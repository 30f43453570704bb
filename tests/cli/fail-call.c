/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loaded before a program's libraries: one call that has to do with files below $WEFT_FAIL_FOLDER goes wrong, as on a
 * disk that fails, and the next of the same kind goes right. Which one, counted over all threads and over the programs
 * that follow one another in a process, says $WEFT_FAIL_AT (none: 0); with which errno, $WEFT_FAIL_ERRNO. Each such
 * call is a line of the file $WEFT_FAIL_LOG: its name, and the file's. Starting a thread is one of them; where
 * $WEFT_FAIL_THREADS says so, there are never more than so many.
 */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* calls have two names each otherwise */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* A line of the log that counts all calls. */
static void
note (int log, const char *call, const char *path)
{
  char line[PATH_MAX + 32];
  int length = snprintf (line, sizeof line, "%s %s\n", call, path);

  if (syscall (SYS_write, log, line, length) != length)
    _exit (125);
}

static long
number_of (const char *variable)
{
  const char *value = getenv (variable);

  return value != NULL ? strtol (value, NULL, 10) : 0;
}

/* Lines of the log, of which each call has one. */
static long
count_lines (int log)
{
  char bytes[4096];
  long n_lines = 0;
  off_t at = 0;

  for (;;)
    {
      long n = syscall (SYS_pread64, log, bytes, sizeof bytes, at);

      if (n <= 0)
        return n_lines;
      at += n;
      for (long i = 0; i < n; i++)
        n_lines += bytes[i] == '\n';
    }
}

/* Whether this call is the one; errno is set then. */
static bool
is_told_to_fail (const char *call, const char *path)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  const char *log_path = getenv ("WEFT_FAIL_LOG");
  long number;
  int log;
  int before = errno;

  if (log_path == NULL)
    return false;
  pthread_mutex_lock (&lock);
  log = syscall (SYS_openat, AT_FDCWD, log_path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (log < 0)
    _exit (125);
  note (log, call, path);
  number = count_lines (log);
  syscall (SYS_close, log);
  pthread_mutex_unlock (&lock);
  errno = number == number_of ("WEFT_FAIL_AT") ? (int) number_of ("WEFT_FAIL_ERRNO") : before;
  return number == number_of ("WEFT_FAIL_AT");
}

static bool
is_below_folder (const char *path)
{
  const char *folder = getenv ("WEFT_FAIL_FOLDER");

  return folder != NULL && path != NULL && strncmp (path, folder, strlen (folder)) == 0;
}

static bool
fails_at_path (const char *call, const char *path)
{
  return is_below_folder (path) && is_told_to_fail (call, path);
}

static bool
fails_at_file (const char *call, int file)
{
  char link[32];
  char path[PATH_MAX];
  long length;

  snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  length = syscall (SYS_readlink, link, path, sizeof path - 1);
  if (length <= 0)
    return false;
  path[length] = '\0';
  return fails_at_path (call, path);
}

/* The next function of the name, which this one stands before. */
#define NEXT(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

#define OPEN(name) \
  int name (const char *path, int flags, ...) \
  { \
    va_list rest; \
    mode_t mode; \
\
    va_start (rest, flags); \
    mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg (rest, mode_t) : 0; \
    va_end (rest); \
    return fails_at_path ("open", path) ? -1 : NEXT (name) (path, flags, mode); \
  }

#define OPENAT(name) \
  int name (int folder, const char *path, int flags, ...) \
  { \
    va_list rest; \
    mode_t mode; \
\
    va_start (rest, flags); \
    mode = (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg (rest, mode_t) : 0; \
    va_end (rest); \
    return fails_at_path ("open", path) ? -1 : NEXT (name) (folder, path, flags, mode); \
  }

/* A call that is about an open file, or about a path. */
#define OF_FILE(type, name, call, parameters, arguments) \
  type name parameters \
  { \
    return fails_at_file (call, file) ? (type) -1 : NEXT (name) arguments; \
  }

#define OF_PATH(type, name, call, parameters, arguments) \
  type name parameters \
  { \
    return fails_at_path (call, path) ? (type) -1 : NEXT (name) arguments; \
  }

OPEN (open)
OPEN (open64)
OPENAT (openat)
OPENAT (openat64)

OF_FILE (ssize_t, read, "read", (int file, void *to, size_t n), (file, to, n))
OF_FILE (ssize_t, pread, "read", (int file, void *to, size_t n, off_t at), (file, to, n, at))
OF_FILE (ssize_t, pread64, "read", (int file, void *to, size_t n, off64_t at), (file, to, n, at))
OF_FILE (ssize_t, write, "write", (int file, const void *from, size_t n), (file, from, n))
OF_FILE (ssize_t, pwrite, "write", (int file, const void *from, size_t n, off_t at),
         (file, from, n, at))
OF_FILE (ssize_t, pwrite64, "write", (int file, const void *from, size_t n, off64_t at),
         (file, from, n, at))
OF_FILE (ssize_t, writev, "write", (int file, const struct iovec *from, int n), (file, from, n))
OF_FILE (int, fsync, "fsync", (int file), (file))
OF_FILE (int, fdatasync, "fsync", (int file), (file))
OF_FILE (int, ftruncate, "ftruncate", (int file, off_t size), (file, size))
OF_FILE (int, ftruncate64, "ftruncate", (int file, off64_t size), (file, size))
OF_FILE (int, fallocate, "fallocate", (int file, int mode, off_t at, off_t n), (file, mode, at, n))
OF_FILE (int, fallocate64, "fallocate", (int file, int mode, off64_t at, off64_t n),
         (file, mode, at, n))
OF_FILE (int, fstat, "stat", (int file, struct stat *status), (file, status))
OF_FILE (int, fstat64, "stat", (int file, struct stat64 *status), (file, status))
OF_FILE (int, fchmod, "chmod", (int file, mode_t mode), (file, mode))

OF_PATH (int, stat, "stat", (const char *path, struct stat *status), (path, status))
OF_PATH (int, stat64, "stat", (const char *path, struct stat64 *status), (path, status))
OF_PATH (int, lstat, "stat", (const char *path, struct stat *status), (path, status))
OF_PATH (int, lstat64, "stat", (const char *path, struct stat64 *status), (path, status))
OF_PATH (int, rename, "rename", (const char *path, const char *to), (path, to))
OF_PATH (int, mkdir, "mkdir", (const char *path, mode_t mode), (path, mode))
OF_PATH (int, chmod, "chmod", (const char *path, mode_t mode), (path, mode))

int
statx (int folder, const char *restrict path, int flags, unsigned mask,
       struct statx *restrict status)
{
  bool fails =
    (flags & AT_EMPTY_PATH) != 0 ? fails_at_file ("stat", folder) : fails_at_path ("stat", path);

  return fails ? -1 : NEXT (statx) (folder, path, flags, mask, status);
}

void *
mmap (void *to, size_t n, int protection, int flags, int file, off_t at)
{
  return file >= 0 && fails_at_file ("mmap", file)
           ? MAP_FAILED
           : NEXT (mmap) (to, n, protection, flags, file, at);
}

void *
mmap64 (void *to, size_t n, int protection, int flags, int file, off64_t at)
{
  return file >= 0 && fails_at_file ("mmap", file)
           ? MAP_FAILED
           : NEXT (mmap64) (to, n, protection, flags, file, at);
}

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*run) (void *),
                void *data)
{
  static atomic_long n_started;
  bool is_refused = getenv ("WEFT_FAIL_THREADS") != NULL
                    && atomic_fetch_add (&n_started, 1) >= number_of ("WEFT_FAIL_THREADS");

  if (is_refused || is_told_to_fail ("thread", ""))
    return EAGAIN;
  return NEXT (pthread_create) (thread, attributes, run, data);
}
