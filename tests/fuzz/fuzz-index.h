/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-crc32c.h"
#include "weft-index-format.h"
#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-load-point.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Index files of any trace, and such files changed by somebody who knows how to make all checksums right. Define
 * _GNU_SOURCE before all that is included. */

/* Changed files of each input. */
#define FUZZ_INDEX_CHANGES 1

typedef struct
{
  const char *folder;
  WeftIndexWriter *writer;
} FuzzIndex;

/* One for all, in memory where there is a file system of it; it goes when the program ends. */
static char *fuzz_index_folder;

static inline void
fuzz_index_drop_folder (void)
{
  g_rmdir (fuzz_index_folder);
  g_free (fuzz_index_folder);
}

static inline const char *
fuzz_index_get_folder (void)
{
  if (fuzz_index_folder != NULL)
    return fuzz_index_folder;
  fuzz_index_folder = g_strdup ("/dev/shm/weft-fuzz-XXXXXX");
  if (g_mkdtemp (fuzz_index_folder) == NULL)
    {
      g_free (fuzz_index_folder);
      fuzz_index_folder = g_dir_make_tmp ("weft-fuzz-XXXXXX", NULL);
    }
  atexit (fuzz_index_drop_folder);
  return fuzz_index_folder;
}

static inline FuzzIndex
fuzz_index_begin (void)
{
  FuzzIndex self = { .folder = fuzz_index_get_folder () };

  self.writer = weft_index_writer_new (self.folder, G_MAXINT64, 0, NULL);
  return self;
}

/* The whole file: (transfer full). */
static inline GByteArray *
fuzz_index_end (FuzzIndex *self)
{
  g_autofree char *path = g_build_filename (self->folder, "index", NULL), *bytes = NULL;
  GByteArray *index = g_byte_array_new ();
  gsize length;

  g_assert_true (weft_index_writer_finish (self->writer, path));
  weft_index_writer_free (self->writer);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_byte_array_append (index, (const guint8 *) bytes, (guint) length);
  g_unlink (path);
  return index;
}

/* The end of a line somewhere; 0: there is none. */
static inline gsize
fuzz_index_choose_cut (const guint8 *data, gsize size, GRand *random)
{
  gsize at = size > 0 ? g_rand_int (random) % size : 0;

  while (at > 0 && data[at - 1] != '\n')
    at--;
  return at;
}

/* Where a load of the first `cut` bytes has ended; NULL: nobody could go on. */
static inline WeftLoadPoint *
fuzz_index_make_point (const WeftReader *reader, const guint8 *data, gsize cut)
{
  WeftFileSum *sum = weft_file_sum_new ();
  WeftTextCheck check;

  weft_file_sum_add (sum, data, cut);
  weft_text_check_init (&check, WEFT_CHECK_LINES, NULL);
  return weft_load_point_new (sum, reader, &check, FALSE);
}

/* NULL: no reader takes it. */
static inline WeftIndexReader *
fuzz_index_open (const GByteArray *index)
{
  int fd = memfd_create ("fuzz", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  WeftIndexReader *reader;

  g_assert_cmpint (write (fd, index->data, index->len), ==, (gssize) index->len);
  reader = weft_index_reader_open (path);
  close (fd);
  return reader;
}

/* Whatever looks like the place and size of a block gets the sum of it. */
static inline void
fuzz_index_mend_sums (GByteArray *index)
{
  WeftIndexHead head;

  memcpy (&head, index->data, sizeof head);
  for (gsize at = head.directory; at + 24 <= index->len; at++)
    {
      guint64 block[3];

      memcpy (block, index->data + at, sizeof block);
      if (block[0] % WEFT_INDEX_ALIGN != 0 || block[0] < sizeof head || block[0] >= head.directory
          || block[1] == 0 || block[1] > head.directory - block[0] || block[2] > G_MAXUINT32)
        continue;
      block[2] = weft_crc32c (0, index->data + block[0], block[1]);
      memcpy (index->data + at, block, sizeof block);
    }
  head.directory_sum = weft_crc32c (0, index->data + head.directory, index->len - head.directory);
  head.head_sum = weft_crc32c (0, &head, offsetof (WeftIndexHead, head_sum));
  memcpy (index->data, &head, sizeof head);
}

static inline void
fuzz_index_change_word (GByteArray *index, GRand *random)
{
  static const guint64 odd[] = { 0,          1,          2,          63,         64,
                                 65535,      65536,      0x7fffffff, 0x80000000, 0x80000001,
                                 0xfffffffe, 0xffffffff, G_MAXINT64, G_MAXUINT64 };
  const gsize from = sizeof (WeftIndexHead);
  gsize width = (gsize) 1 << g_rand_int_range (random, 0, 4);
  gsize at = from + g_rand_int (random) % (index->len - from - 8);
  guint64 word = odd[g_rand_int_range (random, 0, G_N_ELEMENTS (odd))];

  if (g_rand_boolean (random))
    {
      memcpy (&word, index->data + at, sizeof word);
      word += (guint64) g_rand_int_range (random, -3, 4);
    }
  at -= g_rand_boolean (random) ? at % width : 0;
  memcpy (index->data + at, &word, width);
}

/* A copy in which some words are others: (transfer full). */
static inline GByteArray *
fuzz_index_change (const GByteArray *index, GRand *random)
{
  GByteArray *changed = g_byte_array_new ();

  g_byte_array_append (changed, index->data, index->len);
  for (gint k = g_rand_int_range (random, 1, 4); k > 0; k--)
    fuzz_index_change_word (changed, random);
  fuzz_index_mend_sums (changed);
  return changed;
}
