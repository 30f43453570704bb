/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* program_invocation_short_name, raise() and the rest */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Linked by tests/coverage into all that it builds, with the linker's --wrap: gcc writes its counters where a program
 * ends by itself, and what ends otherwise (a crash, a call of _exit()), or is ended from outside, would count for
 * nothing. */

/* Milliseconds that a child has for writing the counters. */
#define MOST_MOMENTS 5000

#define HIDDEN __attribute__ ((visibility ("hidden")))

extern void __gcov_dump (void);
extern void __gcov_reset (void);

/* As the linker names the calls: compiled for large files, as all of Weft is, setrlimit() is setrlimit64(). */
_Noreturn void __real__exit (int status);
_Noreturn void __real_abort (void);
int __real_raise (int number);
int __real_setrlimit64 (int resource, const struct rlimit64 *limits);
ssize_t __real_send (int file, const void *message, size_t size, int flags);

HIDDEN _Noreturn void __wrap__exit (int status);
HIDDEN _Noreturn void __wrap_abort (void);
HIDDEN int __wrap_raise (int number);
HIDDEN int __wrap_setrlimit64 (int resource, const struct rlimit64 *limits);
HIDDEN ssize_t __wrap_send (int file, const void *message, size_t size, int flags);

/* Writes what was counted since the last time. */
static void
write_counters (void)
{
  int reason = errno;

  __gcov_dump ();
  __gcov_reset ();
  errno = reason;
}

void
__wrap__exit (int status)
{
  write_counters ();
  __real__exit (status);
}

/* A handler of its signal may write them again: what it has counted itself. */
void
__wrap_abort (void)
{
  write_counters ();
  __real_abort ();
}

/* A signal may have come while they were being written, which then waits for itself: a child writes them that is not
 * waited for without an end. */
int
__wrap_raise (int number)
{
  const struct timespec moment = { 0, 1000000 };
  pid_t child = fork ();

  if (child == 0)
    {
      write_counters ();
      __real__exit (0);
    }
  for (int i = 0; child > 0 && i < MOST_MOMENTS && waitpid (child, NULL, WNOHANG) == 0; i++)
    nanosleep (&moment, NULL);
  if (child > 0)
    kill (child, SIGKILL);
  return __real_raise (number);
}

/* The program that reads symbols may write no file, and may be ended once it has answered. */
static int
is_symbols (void)
{
  return strcmp (program_invocation_short_name, "weft-symbols") == 0;
}

int
__wrap_setrlimit64 (int resource, const struct rlimit64 *limits)
{
  return is_symbols () && resource == RLIMIT_FSIZE ? 0 : __real_setrlimit64 (resource, limits);
}

ssize_t
__wrap_send (int file, const void *message, size_t size, int flags)
{
  if (is_symbols ())
    write_counters ();
  return __real_send (file, message, size, flags);
}
