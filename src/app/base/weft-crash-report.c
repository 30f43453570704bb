/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pthread_getname_np */
#include "weft-crash-report.h"

#include <adwaita.h>
#include <execinfo.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define N_NOTES 32
#define OPEN_SIZE 512
#define NAME_SIZE 64
#define MAX_FRAMES 64
#define STACK_SIZE 65536

/* The handler may call only what is safe wherever a program is interrupted: all that it writes lies ready, in
 * memory that nobody frees. */

typedef struct
{
  char name[NAME_SIZE];
  time_t time;
} Note;

static struct
{
  char *path;
  char *header;
  time_t start;
  Note notes[N_NOTES]; /* the latest, round and round */
  volatile guint n_notes;
  char open[OPEN_SIZE];
  volatile sig_atomic_t busy;
} crash;

static const struct
{
  int number;
  const char *name;
} signals[] = {
  { SIGSEGV, "SIGSEGV" }, { SIGBUS, "SIGBUS" },   { SIGILL, "SIGILL" },
  { SIGFPE, "SIGFPE" },   { SIGABRT, "SIGABRT" }, { SIGTRAP, "SIGTRAP" },
};

/* --- writing -------------------------------------------------------------------------------------- */

static void
write_text (int file, const char *text)
{
  size_t length = strlen (text);

  while (length > 0)
    {
      ssize_t n = write (file, text, length);

      if (n <= 0)
        return;
      text += n;
      length -= (size_t) n;
    }
}

static void
write_number (int file, guint64 number, guint base)
{
  char digits[24];
  char *at = digits + sizeof digits - 1;

  *at = '\0';
  do
    *--at = "0123456789abcdef"[number % base];
  while ((number /= base) > 0);
  write_text (file, at);
}

static void
write_signal (int file, int number, const siginfo_t *info)
{
  char thread[32] = "";

  write_text (file, "Signal: ");
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    if (signals[i].number == number)
      write_text (file, signals[i].name);
  if (number == SIGSEGV || number == SIGBUS)
    {
      write_text (file, " at 0x");
      write_number (file, (guintptr) info->si_addr, 16);
    }
  pthread_getname_np (pthread_self (), thread, sizeof thread);
  write_text (file, ", thread ");
  write_text (file, thread);
  write_text (file, "\nAfter: ");
  write_number (file, (guint64) MAX (time (NULL) - crash.start, 0), 10);
  write_text (file, " s\nOpen: ");
  write_text (file, crash.open);
  write_text (file, "\n");
}

static void
write_notes (int file)
{
  guint n = crash.n_notes;

  write_text (file, "\nDone last:\n");
  for (guint i = n - MIN (n, N_NOTES); i != n; i++)
    {
      const Note *note = &crash.notes[i % N_NOTES];

      write_text (file, "  after ");
      write_number (file, (guint64) MAX (note->time - crash.start, 0), 10);
      write_text (file, " s: ");
      write_text (file, note->name);
      write_text (file, "\n");
    }
}

static void
write_report (int number, siginfo_t *info, void *context G_GNUC_UNUSED)
{
  void *frames[MAX_FRAMES];
  int file;

  /* A crash in here, or of another thread meanwhile, ends the program. */
  if (!crash.busy)
    {
      crash.busy = TRUE;
      file = open (crash.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      if (file >= 0)
        {
          write_text (file, crash.header);
          write_signal (file, number, info);
          write_notes (file);
          write_text (file, "\nCalled by:\n");
          backtrace_symbols_fd (frames, backtrace (frames, MAX_FRAMES), file);
          close (file);
        }
    }
  signal (number, SIG_DFL);
  raise (number);
}

/* --- watching ------------------------------------------------------------------------------------- */

static char *
get_path (const char *name)
{
  return g_build_filename (g_get_user_cache_dir (), "weft", name, NULL);
}

static char *
describe_system (const char *version)
{
  struct utsname system = { 0 };

  uname (&system);
  return g_strdup_printf ("Weft %s\nGTK %u.%u.%u, libadwaita %u.%u.%u, GLib %u.%u.%u\n%s %s, %s\n",
                          version, gtk_get_major_version (), gtk_get_minor_version (),
                          gtk_get_micro_version (), adw_get_major_version (),
                          adw_get_minor_version (), adw_get_micro_version (), glib_major_version,
                          glib_minor_version, glib_micro_version, system.sysname, system.release,
                          system.machine);
}

/* A stack that has run over can't be written on. */
static void
use_other_stack (void)
{
  static char memory[STACK_SIZE];
  const stack_t stack = { .ss_sp = memory, .ss_size = sizeof memory };
  stack_t before;

  if (sigaltstack (NULL, &before) == 0 && (before.ss_flags & SS_DISABLE) != 0)
    sigaltstack (&stack, NULL);
}

void
weft_crash_report_watch (const char *version)
{
  const struct sigaction action = { .sa_sigaction = write_report,
                                    .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
  g_autofree char *folder = get_path (NULL);
  void *frame;

  g_return_if_fail (crash.path == NULL);

  g_mkdir_with_parents (folder, 0700);
  crash.path = get_path ("crash.txt");
  crash.header = describe_system (version);
  crash.start = time (NULL);
  backtrace (&frame, 1); /* loads what it needs, which a handler must not */
  use_other_stack ();
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      struct sigaction before;

      if (sigaction (signals[i].number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction (signals[i].number, &action, NULL);
    }
}

void
weft_crash_report_note (const char *action)
{
  Note *note = &crash.notes[crash.n_notes % N_NOTES];

  g_strlcpy (note->name, action, sizeof note->name);
  note->time = time (NULL);
  crash.n_notes++;
}

void
weft_crash_report_set_open (const char *kinds)
{
  g_strlcpy (crash.open, kinds, sizeof crash.open);
}

/* --- after it ------------------------------------------------------------------------------------- */

char *
weft_crash_report_take (void)
{
  g_autofree char *path = get_path ("crash.txt"), *told = get_path ("crash-told.txt");
  g_autofree char *text = NULL;
  gsize length;

  if (g_rename (path, told) != 0 || !g_file_get_contents (told, &text, &length, NULL))
    return NULL;
  return g_utf8_make_valid (text, (gssize) length);
}
