/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files that tests open: samples, and logs of their own in a folder that is theirs. */

static inline GFile *
sample_file (const char *name)
{
  return g_file_new_build_filename (g_getenv ("WEFT_SAMPLES"), name, NULL);
}

/* --- folders of the user's that are the test's own ------------------------------------------------ */

/* G_TEST_OPTION_ISOLATE_DIRS also hides the schemas that libadwaita asks for. */
static inline char *
isolate_homes (void)
{
  char *folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);

  g_assert_nonnull (folder);
  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  g_setenv ("XDG_CONFIG_HOME", folder, TRUE);
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  return folder;
}

static inline void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_folder (child);
    }
  g_remove (path);
}

/* A path in one of these folders: (transfer full). */
static inline char *
own_path (const char *name)
{
  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  return g_build_filename (g_get_user_cache_dir (), name, NULL);
}

/* A Kanata log of `n_ops` ops, three cycles apart: (transfer full). */
static inline char *
make_log (guint n_ops)
{
  GString *log = g_string_new ("Kanata\t0004\nC=\t0\n");

  for (guint i = 0; i < n_ops; i++)
    g_string_append_printf (log,
                            "I\t%u\t%u\t0\nL\t%u\t0\t%08x: addi a0, a0, %u\nS\t%u\t0\tF\nC\t1\n"
                            "S\t%u\t0\tX\nC\t2\nR\t%u\t%u\t0\n",
                            i, i, i, 0x80000000 + 4 * (i % 1000), i, i, i, i, i);
  return g_string_free (log, FALSE);
}

static inline void
write_file (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* The path of a file of our own that has such a log: (transfer full). */
static inline char *
write_log (const char *name, guint n_ops)
{
  g_autofree char *log = make_log (n_ops);
  char *path = own_path (name);

  write_file (path, log);
  return path;
}

/* A pipe that looks like a file that takes its time: the end to write to. What was written is all
 * that there is until it is closed. */
static inline int
make_pipe (const char *path, const char *text)
{
  gsize length = strlen (text);
  int fd;

  g_unlink (path);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  /* Readable as well, so that it can be opened before there is a reader. */
  fd = open (path, O_RDWR | O_CLOEXEC);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, text, length), ==, (gssize) length);
  return fd;
}
