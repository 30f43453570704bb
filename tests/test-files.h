/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

/* Files and pipes that tests read from, in a folder of their own. */

static char *test_folder_path;

static inline const char *
test_folder (void)
{
  if (test_folder_path == NULL)
    test_folder_path = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  g_assert_nonnull (test_folder_path);
  return test_folder_path;
}

static inline void
remove_test_folder (void)
{
  g_autoptr (GDir) folder = NULL;
  const char *name;

  if (test_folder_path == NULL)
    return;
  folder = g_dir_open (test_folder_path, 0, NULL);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (test_folder_path, name, NULL);

      g_remove (path);
    }
  g_rmdir (test_folder_path);
  g_clear_pointer (&test_folder_path, g_free);
}

/* The path of a file in the test folder: (transfer none), for as long as the test runs. */
static inline const char *
test_path (const char *name)
{
  g_autofree char *path = g_build_filename (test_folder (), name, NULL);

  return g_intern_string (path);
}

static inline const char *
write_file (const char *name, const void *bytes, gsize length)
{
  const char *path = test_path (name);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  return path;
}

static inline const char *
make_fifo (const char *name)
{
  const char *path = test_path (name);

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  return path;
}

typedef struct
{
  const char *path;
  const char *bytes;
  gsize length;
} FifoFeed;

/* Writes all of it, as long as somebody reads. */
static inline void
write_to_pipe (int fd, const char *bytes, gsize length)
{
  while (length > 0)
    {
      gssize n = write (fd, bytes, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return;
      bytes += n;
      length -= (gsize) n;
    }
}

static inline gpointer
run_fifo_feed (gpointer data)
{
  g_autofree FifoFeed *feed = data;
  int fd = open (feed->path, O_WRONLY | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  write_to_pipe (fd, feed->bytes, feed->length);
  close (fd);
  return NULL;
}

/* Writes the bytes, which must stay, to a FIFO from another thread. */
static inline GThread *
feed_fifo (const char *path, const void *bytes, gsize length)
{
  FifoFeed *feed = g_new (FifoFeed, 1);

  signal (SIGPIPE, SIG_IGN);
  *feed = (FifoFeed){ path, bytes, length };
  return g_thread_new ("feed", run_fifo_feed, feed);
}

static inline GByteArray *
compress_gzip (const void *bytes, gsize length)
{
  GByteArray *compressed = g_byte_array_new ();
  z_stream stream = { 0 };

  g_assert_cmpint (deflateInit2 (&stream, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), ==,
                   Z_OK);
  g_byte_array_set_size (compressed, (guint) deflateBound (&stream, length) + 64);
  stream.next_in = (Bytef *) bytes;
  stream.avail_in = (uInt) length;
  stream.next_out = compressed->data;
  stream.avail_out = compressed->len;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  g_byte_array_set_size (compressed, (guint) stream.total_out);
  deflateEnd (&stream);
  return compressed;
}

static inline GByteArray *
compress_zstd (const void *bytes, gsize length)
{
  GByteArray *compressed = g_byte_array_new ();
  gsize n;

  g_byte_array_set_size (compressed, (guint) ZSTD_compressBound (length));
  n = ZSTD_compress (compressed->data, compressed->len, bytes, length, 1);
  g_assert_false (ZSTD_isError (n));
  g_byte_array_set_size (compressed, (guint) n);
  return compressed;
}
