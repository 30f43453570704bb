/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-passing-file.h"

#include "weft-handover.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#define MODE_BITS 0777
#define MAX_TRIES 100

/* The names of those there are at a time; one too many would survive a signal. Threads hold the lock; a signal
 * handler, which can't, takes a name out and never frees it. */
static _Atomic (char *) passing[16];
static WeftLock lock = WEFT_LOCK_INIT;

static void
remember (const char *beside)
{
  char *copy = g_strdup (beside);

  weft_lock (&lock);
  for (guint i = 0; i < G_N_ELEMENTS (passing) && copy != NULL; i++)
    {
      char *none = NULL;

      if (atomic_compare_exchange_strong (&passing[i], &none, copy))
        copy = NULL;
    }
  weft_unlock (&lock);
  g_free (copy);
}

static void
forget (const char *beside)
{
  weft_lock (&lock);
  for (guint i = 0; i < G_N_ELEMENTS (passing); i++)
    {
      char *name = atomic_load (&passing[i]);

      if (name != NULL && g_str_equal (name, beside)
          && atomic_compare_exchange_strong (&passing[i], &name, NULL))
        g_free (name);
    }
  weft_unlock (&lock);
}

static char *
choose_name (const char *path)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  char *name = g_strconcat (path, ".XXXXXX", NULL);

  for (char *p = name + strlen (name) - 6; *p != '\0'; p++)
    *p = letters[g_random_int_range (0, G_N_ELEMENTS (letters) - 1)];
  return name;
}

int
weft_passing_file_open (const char *path, int mode, char **beside)
{
  int fd = -1;

  for (guint i = 0; i < MAX_TRIES; i++)
    {
      *beside = choose_name (path);
      remember (*beside);
      fd = g_open (*beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode & MODE_BITS);
      if (fd >= 0)
        return fd;
      forget (*beside);
      g_clear_pointer (beside, g_free);
      if (errno != EEXIST)
        break;
    }
  return -1;
}

gboolean
weft_passing_file_keep (const char *beside, const char *path)
{
  if (g_rename (beside, path) != 0)
    return FALSE;
  forget (beside);
  return TRUE;
}

void
weft_passing_file_drop (const char *beside)
{
  int reason = errno;

  g_unlink (beside);
  forget (beside);
  errno = reason;
}

/* --- signals ------------------------------------------------------------------------------------ */

void
weft_passing_file_drop_all (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (passing); i++)
    {
      const char *name = atomic_exchange (&passing[i], NULL);

      if (name != NULL)
        unlink (name);
    }
}

static void
end_program (int number)
{
  weft_passing_file_drop_all ();
  signal (number, SIG_DFL);
  raise (number);
}

void
weft_passing_file_watch_signals (void)
{
  static const int numbers[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU };
  const struct sigaction action = { .sa_handler = end_program };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      struct sigaction before;

      if (sigaction (numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction (numbers[i], &action, NULL);
    }
}
