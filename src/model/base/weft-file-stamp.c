/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-file-stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define END_SIZE ((guint64) 64 << 10)
#define PIECE_SIZE ((guint64) 4 << 10)
#define N_PIECES 64u

static gint64
nanoseconds (const struct timespec *time)
{
  return (gint64) time->tv_sec * G_GINT64_CONSTANT (1000000000) + time->tv_nsec;
}

gboolean
weft_file_stamp_look (int fd, WeftFileStamp *stamp)
{
  struct stat status;

  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    return FALSE;
  *stamp = (WeftFileStamp){ .size = (guint64) status.st_size,
                            .modified = nanoseconds (&status.st_mtim),
                            .changed = nanoseconds (&status.st_ctim) };
  return TRUE;
}

static gboolean
add_piece (GChecksum *sum, int fd, guint64 offset, guint64 length)
{
  guint8 bytes[END_SIZE];
  guint64 at = 0;

  while (at < length)
    {
      gssize n = pread (fd, bytes + at, length - at, (off_t) (offset + at));

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      at += (guint64) n;
    }
  g_checksum_update (sum, bytes, (gssize) length);
  return TRUE;
}

gboolean
weft_file_stamp_hash (int fd, WeftFileStamp *stamp)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guint64 end = MIN (stamp->size, END_SIZE);
  gsize length = sizeof stamp->hash;
  gboolean good = add_piece (sum, fd, 0, end) && add_piece (sum, fd, stamp->size - end, end);

  for (guint i = 0; i < N_PIECES && good && stamp->size > 2 * END_SIZE; i++)
    good = add_piece (sum, fd, (stamp->size - PIECE_SIZE) / N_PIECES * i, PIECE_SIZE);
  g_checksum_get_digest (sum, stamp->hash, &length);
  return good;
}

/* FALSE where it is no file. */
static gboolean
look_at (const char *path, WeftFileStamp *stamp, gboolean hash)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  gboolean good =
    fd >= 0 && weft_file_stamp_look (fd, stamp) && (!hash || weft_file_stamp_hash (fd, stamp));

  if (fd >= 0)
    close (fd);
  return good;
}

gboolean
weft_file_stamp_looks_like (const WeftFileStamp *a, const WeftFileStamp *b)
{
  return a->size == b->size && a->modified == b->modified && a->changed == b->changed;
}

gboolean
weft_file_stamp_is_of (const WeftFileStamp *self, const char *path)
{
  WeftFileStamp now;

  return look_at (path, &now, FALSE) && weft_file_stamp_looks_like (&now, self);
}

gboolean
weft_file_stamp_equal (const WeftFileStamp *a, const WeftFileStamp *b)
{
  return weft_file_stamp_looks_like (a, b) && memcmp (a->hash, b->hash, sizeof a->hash) == 0;
}

/* --- several files -------------------------------------------------------------------------------------- */

static gint64
end_sum (GChecksum *sum)
{
  guint8 digest[WEFT_FILE_HASH_SIZE];
  gsize length = sizeof digest;
  gint64 result;

  g_checksum_get_digest (sum, digest, &length);
  memcpy (&result, digest, sizeof result);
  return result;
}

gboolean
weft_file_stamp_look_several (const char *const *paths, WeftFileStamp *stamp, gint64 *newest)
{
  g_autoptr (GChecksum) modified = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GChecksum) changed = g_checksum_new (G_CHECKSUM_SHA256);
  guint64 size = 0;

  *newest = G_MININT64;
  for (guint i = 0; paths[i] != NULL; i++)
    {
      WeftFileStamp one;

      if (!look_at (paths[i], &one, FALSE))
        return FALSE;
      g_checksum_update (modified, (const guchar *) paths[i], (gssize) strlen (paths[i]) + 1);
      g_checksum_update (modified, (const guchar *) &one.size, sizeof one.size);
      g_checksum_update (modified, (const guchar *) &one.modified, sizeof one.modified);
      g_checksum_update (changed, (const guchar *) &one.changed, sizeof one.changed);
      size += one.size;
      *newest = MAX (*newest, one.modified);
    }
  *stamp =
    (WeftFileStamp){ .size = size, .modified = end_sum (modified), .changed = end_sum (changed) };
  return TRUE;
}

gboolean
weft_file_stamp_hash_several (const char *const *paths, WeftFileStamp *stamp)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize length = sizeof stamp->hash;

  for (guint i = 0; paths[i] != NULL; i++)
    {
      WeftFileStamp one;

      if (!look_at (paths[i], &one, TRUE))
        return FALSE;
      g_checksum_update (sum, one.hash, sizeof one.hash);
    }
  g_checksum_get_digest (sum, stamp->hash, &length);
  return TRUE;
}
