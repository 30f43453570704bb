/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-file-sum.h"

#include "weft-crc32c.h"
#include "weft-processors.h"

#include <errno.h>
#include <unistd.h>

#define BUFFER_SIZE ((gsize) 64 << 10)

/* More threads do not make it faster, as all go through the same memory. */
#define MAX_THREADS 4u

struct _WeftFileSum
{
  guint64 length;
  GArray *pieces; /* guint32: the checksum of each, of which the last may be short */
};

WeftFileSum *
weft_file_sum_new (void)
{
  WeftFileSum *self = g_new0 (WeftFileSum, 1);

  self->pieces = g_array_new (FALSE, TRUE, sizeof (guint32));
  return self;
}

WeftFileSum *
weft_file_sum_copy (const WeftFileSum *self)
{
  WeftFileSum *copy = g_new0 (WeftFileSum, 1);

  copy->length = self->length;
  copy->pieces = g_array_copy (self->pieces);
  return copy;
}

void
weft_file_sum_free (WeftFileSum *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->pieces);
  g_free (self);
}

void
weft_file_sum_add (WeftFileSum *self, const void *bytes, gsize length)
{
  const guint8 *p = bytes;

  while (length > 0)
    {
      guint piece = (guint) (self->length / WEFT_FILE_SUM_PIECE);
      gsize n = (gsize) MIN (length, WEFT_FILE_SUM_PIECE - self->length % WEFT_FILE_SUM_PIECE);
      guint32 *sum;

      if (piece == self->pieces->len)
        g_array_set_size (self->pieces, piece + 1);
      sum = &g_array_index (self->pieces, guint32, piece);
      *sum = weft_crc32c (*sum, p, n);
      self->length += n;
      p += n;
      length -= n;
    }
}

guint64
weft_file_sum_get_length (const WeftFileSum *self)
{
  return self->length;
}

/* --- checking --------------------------------------------------------------------------------------------- */

typedef struct
{
  const WeftFileSum *sum;
  int fd;
  _Atomic gboolean failed;
} Check;

static gboolean
read_piece (int fd, guint64 offset, guint64 length, guint8 *buffer, guint32 *sum)
{
  *sum = 0;
  while (length > 0)
    {
      gssize n = pread (fd, buffer, MIN (length, BUFFER_SIZE), (off_t) offset);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      *sum = weft_crc32c (*sum, buffer, (gsize) n);
      offset += (guint64) n;
      length -= (guint64) n;
    }
  return TRUE;
}

static void
check_piece (gpointer data, guint i, guint thread G_GNUC_UNUSED)
{
  Check *check = data;
  const WeftFileSum *sum = check->sum;
  const guint64 begin = i * WEFT_FILE_SUM_PIECE;
  g_autofree guint8 *buffer = NULL;
  guint32 found;

  if (atomic_load (&check->failed))
    return;
  buffer = g_malloc (BUFFER_SIZE);
  if (!read_piece (check->fd, begin, MIN (WEFT_FILE_SUM_PIECE, sum->length - begin), buffer, &found)
      || found != g_array_index (sum->pieces, guint32, i))
    atomic_store (&check->failed, TRUE);
}

gboolean
weft_file_sum_is_of (const WeftFileSum *self, int fd)
{
  const guint n_pieces = self->pieces->len;
  Check check = { .sum = self, .fd = fd };

  weft_processors_share ("weft-sum", weft_processors_for (n_pieces, MAX_THREADS), n_pieces,
                         check_piece, &check);
  return !atomic_load (&check.failed);
}

/* --- keeping ---------------------------------------------------------------------------------------------- */

void
weft_file_sum_put (const WeftFileSum *self, WeftIndexWriter *writer)
{
  weft_index_writer_put_block (writer, self->pieces->data, self->pieces->len * sizeof (guint32));
}

WeftFileSum *
weft_file_sum_take (WeftIndexReader *reader, guint64 length)
{
  const guint64 n = length / WEFT_FILE_SUM_PIECE + (length % WEFT_FILE_SUM_PIECE != 0);
  const guint32 *sums =
    n <= G_MAXUINT32 ? weft_index_reader_take_block (reader, (gsize) n * sizeof *sums) : NULL;
  WeftFileSum *self;

  if (sums == NULL)
    {
      weft_index_reader_set_bad (reader);
      return NULL;
    }
  self = weft_file_sum_new ();
  self->length = length;
  g_array_append_vals (self->pieces, sums, (guint) n);
  return self;
}
