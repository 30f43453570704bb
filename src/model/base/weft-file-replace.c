/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-file-replace.h"

#include "weft-passing-file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

gboolean
weft_file_write_all (int fd, const void *data, gsize length)
{
  const char *bytes = data;

  while (length > 0)
    {
      gssize n = write (fd, bytes, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        {
          errno = n == 0 ? ENOSPC : errno;
          return FALSE;
        }
      bytes += n;
      length -= (gsize) n;
    }
  return TRUE;
}

/* A pipe or a device has no disk to be brought to. FALSE with errno. */
static gboolean
reach_disk (int fd)
{
  return fsync (fd) == 0 || errno == EINVAL || errno == EROFS;
}

/* FALSE with errno. */
static gboolean
write_beside (const char *path, const void *bytes, gsize length, int mode, gboolean lasts)
{
  g_autofree char *beside = NULL;
  int fd = weft_passing_file_open (path, mode, &beside), reason;
  gboolean written;

  if (fd < 0)
    return FALSE;
  written = weft_file_write_all (fd, bytes, length) && (!lasts || reach_disk (fd));
  reason = errno;
  if (close (fd) != 0 && written)
    {
      reason = errno;
      written = FALSE;
    }
  if (written && weft_passing_file_keep (beside, path))
    return TRUE;
  reason = written ? errno : reason;
  weft_passing_file_drop (beside);
  errno = reason;
  return FALSE;
}

gboolean
weft_file_replace (const char *path, const void *bytes, gsize length, int mode, gboolean lasts,
                   GError **error)
{
  int reason;

  if (write_beside (path, bytes, length, mode, lasts))
    return TRUE;
  reason = errno;
  g_set_error_literal (error, G_FILE_ERROR, (int) g_file_error_from_errno (reason),
                       g_strerror (reason));
  return FALSE;
}
