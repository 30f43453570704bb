/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-standard-input.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Under which a GFile keeps the descriptor of its pipe. */
#define PIPE_KEY "weft-standard-input"

static void
close_pipe (gpointer fd)
{
  close (GPOINTER_TO_INT (fd) - 1);
}

/* The name of a file that somebody has redirected; NULL where it has none any more. */
static GFile *
get_regular_file (const char *link)
{
  g_autofree char *path = g_file_read_link (link, NULL);

  return path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_file_new_for_path (path)
                                                                    : NULL;
}

GFile *
weft_standard_input_open (GInputStream *stream, GError **error)
{
  g_autofree char *link = NULL;
  struct stat status;
  GFile *file = NULL;
  int fd = -1;

  if (G_IS_UNIX_INPUT_STREAM (stream))
    fd = fcntl (g_unix_input_stream_get_fd (G_UNIX_INPUT_STREAM (stream)), F_DUPFD_CLOEXEC, 3);
  if (fd < 0 || fstat (fd, &status) != 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                           _ ("Standard input cannot be read. Save it to a file and open that."));
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  link = g_strdup_printf ("/proc/self/fd/%d", fd);
  if (S_ISREG (status.st_mode))
    file = get_regular_file (link);
  if (file != NULL)
    {
      close (fd);
      return file;
    }
  file = g_file_new_for_path (link);
  g_object_set_data_full (G_OBJECT (file), PIPE_KEY, GINT_TO_POINTER (fd + 1), close_pipe);
  return file;
}

gboolean
weft_standard_input_is (GFile *file)
{
  return g_object_get_data (G_OBJECT (file), PIPE_KEY) != NULL;
}
