/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-index-writer.h"

#include "weft-crc32c.h"
#include "weft-file-replace.h"
#include "weft-index-format.h"
#include "weft-passing-file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Bytes that are written at once, and how often is looked whether there is still room. */
#define BUFFER_SIZE ((gsize) 1 << 20)
#define LOOK_EVERY ((guint64) 64 << 20)

struct _WeftIndexWriter
{
  int fd;
  char *path; /* of the file under its passing name; NULL: it has none any more */
  guint64 most;
  guint64 reserve;
  GCancellable *cancellable;
  gboolean good;
  guint64 size;   /* of the file so far, with what is in the buffer */
  guint64 looked; /* the size at which there was room */
  guint64 block;  /* where the block at hand began, */
  guint32 sum;    /* and of what it has so far */
  GByteArray *buffer;
  GByteArray *directory;
};

WeftIndexWriter *
weft_index_writer_new (const char *folder, guint64 most, guint64 reserve, GCancellable *cancellable)
{
  static const WeftIndexHead no_head = { .version = 0 };
  g_autofree char *name = g_build_filename (folder, WEFT_INDEX_PASSING, NULL);
  WeftIndexWriter *self = g_new0 (WeftIndexWriter, 1);

  self->fd = weft_passing_file_open (name, 0600, &self->path);
  self->good = self->fd >= 0;
  self->most = most;
  self->reserve = reserve;
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->buffer = g_byte_array_new ();
  self->directory = g_byte_array_new ();
  g_byte_array_append (self->buffer, (const guint8 *) &no_head, sizeof no_head);
  self->size = sizeof no_head;
  return self;
}

void
weft_index_writer_free (WeftIndexWriter *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->path != NULL)
    weft_passing_file_drop (self->path);
  g_free (self->path);
  g_clear_object (&self->cancellable);
  g_byte_array_unref (self->buffer);
  g_byte_array_unref (self->directory);
  g_free (self);
}

gboolean
weft_index_writer_is_good (WeftIndexWriter *self)
{
  self->good = self->good && !g_cancellable_is_cancelled (self->cancellable);
  return self->good;
}

static gboolean
has_room (WeftIndexWriter *self)
{
  struct statvfs disk;

  if (fstatvfs (self->fd, &disk) != 0)
    return FALSE;
  self->looked = self->size;
  return (guint64) disk.f_bavail * disk.f_frsize >= self->reserve + self->buffer->len;
}

static void
flush (WeftIndexWriter *self)
{
  self->good = self->good && self->size <= self->most;
  if (weft_index_writer_is_good (self)
      && (self->size - self->looked >= LOOK_EVERY || self->looked == 0))
    self->good = has_room (self);
  if (self->good)
    self->good = weft_file_write_all (self->fd, self->buffer->data, self->buffer->len);
  g_byte_array_set_size (self->buffer, 0);
}

static void
append (WeftIndexWriter *self, const void *bytes, gsize size)
{
  g_byte_array_append (self->buffer, bytes, (guint) size);
  self->size += size;
  if (self->buffer->len >= BUFFER_SIZE)
    flush (self);
}

/* --- what is small ---------------------------------------------------------------------------------- */

void
weft_index_writer_put_number (WeftIndexWriter *self, guint64 number)
{
  g_byte_array_append (self->directory, (const guint8 *) &number, sizeof number);
}

void
weft_index_writer_put_real (WeftIndexWriter *self, double real)
{
  guint64 bits;

  memcpy (&bits, &real, sizeof bits);
  weft_index_writer_put_number (self, bits);
}

/* The length with the zero at its end, which 0 has not. */
void
weft_index_writer_put_text (WeftIndexWriter *self, const char *text)
{
  gsize size = text != NULL ? strlen (text) + 1 : 0;

  weft_index_writer_put_number (self, size);
  g_byte_array_append (self->directory, (const guint8 *) (text != NULL ? text : ""), (guint) size);
}

/* --- blocks ------------------------------------------------------------------------------------------ */

static void
begin_block (WeftIndexWriter *self, guint64 align)
{
  static const guint8 zeros[WEFT_INDEX_PAGE];

  append (self, zeros, (gsize) (-self->size % align));
  weft_index_writer_put_number (self, self->size);
  self->block = self->size;
  self->sum = 0;
}

void
weft_index_writer_begin_block (WeftIndexWriter *self)
{
  begin_block (self, WEFT_INDEX_ALIGN);
}

void
weft_index_writer_add (WeftIndexWriter *self, const void *bytes, gsize size)
{
  for (gsize at = 0; at < size && self->good; at += BUFFER_SIZE)
    {
      gsize n = MIN (size - at, BUFFER_SIZE);

      self->sum = weft_crc32c (self->sum, (const guint8 *) bytes + at, n);
      append (self, (const guint8 *) bytes + at, n);
    }
}

void
weft_index_writer_end_block (WeftIndexWriter *self)
{
  weft_index_writer_put_number (self, self->size - self->block);
  weft_index_writer_put_number (self, self->sum);
}

void
weft_index_writer_put_block (WeftIndexWriter *self, const void *bytes, gsize size)
{
  weft_index_writer_begin_block (self);
  weft_index_writer_add (self, bytes, size);
  weft_index_writer_end_block (self);
}

/* Reading it meanwhile counts, which is no part of it. */
void
weft_index_writer_put_column (WeftIndexWriter *self, const WeftSealedColumn *column, gsize size,
                              gboolean stays)
{
  const WeftSealedColumn head = { .cell_width = column->cell_width };

  begin_block (self, stays ? WEFT_INDEX_PAGE : WEFT_INDEX_ALIGN);
  weft_index_writer_add (self, &head, sizeof head);
  weft_index_writer_add (self, column->frames, size - sizeof head);
  weft_index_writer_end_block (self);
}

/* --- the end ------------------------------------------------------------------------------------------ */

static void
write_head (WeftIndexWriter *self, guint64 directory)
{
  WeftIndexHead head = { .magic = WEFT_INDEX_MAGIC,
                         .version = WEFT_INDEX_VERSION,
                         .order = WEFT_INDEX_ORDER,
                         .size = self->size,
                         .directory = directory };

  head.directory_sum = weft_crc32c (0, self->directory->data, self->directory->len);
  head.head_sum = weft_crc32c (0, &head, offsetof (WeftIndexHead, head_sum));
  self->good = self->good && lseek (self->fd, 0, SEEK_SET) == 0
               && weft_file_write_all (self->fd, &head, sizeof head);
}

gboolean
weft_index_writer_finish (WeftIndexWriter *self, const char *path)
{
  guint64 directory = self->size;

  append (self, self->directory->data, self->directory->len);
  flush (self);
  write_head (self, directory);
  if (!weft_index_writer_is_good (self) || !weft_passing_file_keep (self->path, path))
    return FALSE;
  g_clear_pointer (&self->path, g_free);
  return TRUE;
}
