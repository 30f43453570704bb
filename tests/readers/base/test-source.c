/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-error.h"
#include "weft-source.h"

#include "test-files.h"
#include "wait.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Text that compresses, but not to nothing. */
static GString *
make_text (guint n_lines)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (text, "line %u of a text: %x\n", i, i * 2654435761u);
  return text;
}

/* All that a source delivers: (transfer full). The error that ended it, if any, in `error`. */
static GString *
read_all (WeftSource *source, gsize size, GError **error)
{
  GString *text = g_string_new (NULL);
  g_autofree char *buffer = g_malloc (size);
  gssize n;

  while ((n = weft_source_read (source, buffer, size, NULL, error)) > 0)
    g_string_append_len (text, buffer, n);
  g_assert_true ((n < 0) == (*error != NULL));
  return text;
}

static void
assert_reads (const char *path, const GString *expected)
{
  static const gsize sizes[] = { 1000, 1 << 20 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftSource) source = weft_source_open (path, &error);
      g_autoptr (GString) text = NULL;
      char back[100];
      WeftTextStore *store;

      g_assert_no_error (error);
      text = read_all (source, sizes[i], &error);
      g_assert_no_error (error);
      g_assert_cmpmem (text->str, text->len, expected->str, expected->len);
      if (expected->len < sizeof back)
        continue;
      /* a plain file is read back from by offset, for all others texts are kept */
      store = weft_source_get_text (source);
      g_assert_cmpuint (weft_text_store_keep (store, expected->str + 9, sizeof back, 9), ==,
                        weft_source_is_compressed (source) ? 0 : 9);
      weft_text_store_extend (store, text->len);
      g_assert_true (weft_text_store_read (store, weft_source_is_compressed (source) ? 0 : 9, back,
                                           sizeof back));
      g_assert_cmpmem (back, sizeof back, expected->str + 9, sizeof back);
    }
}

static void
test_kinds (void)
{
  g_autoptr (GString) text = make_text (50000);
  g_autoptr (GString) half = make_text (25000);
  g_autoptr (GString) twice = g_string_new_len (half->str, (gssize) half->len);
  g_autoptr (GByteArray) gzip = compress_gzip (text->str, text->len);
  g_autoptr (GByteArray) members = compress_gzip (half->str, half->len);
  g_autoptr (GByteArray) second = compress_gzip (half->str, half->len);
  g_autoptr (GByteArray) zstd = compress_zstd (text->str, text->len);
  g_autoptr (GByteArray) frames = g_byte_array_new ();
  g_autoptr (GByteArray) frame = compress_zstd (half->str, half->len);

  g_string_append_len (twice, half->str, (gssize) half->len);
  assert_reads (write_file ("text.gz", text->str, text->len), text); /* a name says nothing */
  assert_reads (write_file ("gzip", gzip->data, gzip->len), text);
  assert_reads (write_file ("zstd", zstd->data, zstd->len), text);

  /* zeros between members and behind them are padding */
  g_byte_array_append (members, (const guint8 *) "\0\0\0", 3);
  g_byte_array_append (members, second->data, second->len);
  g_byte_array_append (members, (const guint8 *) "\0\0\0\0", 4);
  assert_reads (write_file ("members", members->data, members->len), twice);

  /* a frame to skip comes first, as some compressors write it */
  g_byte_array_append (frames, (const guint8 *) "\x53\x2a\x4d\x18\x04\0\0\0skip", 12);
  g_byte_array_append (frames, frame->data, frame->len);
  g_byte_array_append (frames, frame->data, frame->len);
  assert_reads (write_file ("frames", frames->data, frames->len), twice);
}

static void
test_small (void)
{
  g_autoptr (GString) nothing = g_string_new ("");
  g_autoptr (GString) one = g_string_new ("x");
  g_autoptr (GByteArray) empty = compress_gzip ("", 0);
  g_autoptr (GByteArray) zstd = compress_zstd ("", 0);

  assert_reads (write_file ("nothing", "", 0), nothing);
  assert_reads (write_file ("one", "x", 1), one);
  assert_reads (write_file ("empty.gz", empty->data, empty->len), nothing);
  assert_reads (write_file ("empty.zst", zstd->data, zstd->len), nothing);
}

/* Reads a file of which `length` bytes are there: the text is a prefix of `expected`, and the error
 * says where it ends. */
static void
assert_cut (const GByteArray *compressed, gsize length, const GString *expected)
{
  const char *path = write_file ("cut", compressed->data, length);
  g_autofree char *place = g_strdup_printf ("byte %" G_GSIZE_FORMAT, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) source = weft_source_open (path, &error);
  g_autoptr (GString) text = read_all (source, 1 << 20, &error);

  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
  g_assert_nonnull (strstr (error->message, "ends in the middle of the compressed data"));
  g_assert_nonnull (strstr (error->message, place));
  g_assert_cmpuint (text->len, <, expected->len);
  g_assert_cmpmem (text->str, text->len, expected->str, text->len);
  if (length > compressed->len / 2)
    g_assert_cmpuint (text->len, >, expected->len / 4);
}

static void
test_cut (void)
{
  g_autoptr (GString) text = make_text (50000);
  g_autoptr (GByteArray) gzip = compress_gzip (text->str, text->len);
  g_autoptr (GByteArray) zstd = compress_zstd (text->str, text->len);

  for (guint i = 1; i < 8; i++)
    {
      assert_cut (gzip, gzip->len * i / 8, text);
      assert_cut (zstd, zstd->len * i / 8, text);
    }
  assert_cut (gzip, 5, text);
  assert_cut (zstd, 5, text);
}

static void
test_damaged (void)
{
  g_autoptr (GString) text = make_text (50000);
  g_autoptr (GByteArray) gzip = compress_gzip (text->str, text->len);
  g_autoptr (GByteArray) zstd = compress_zstd (text->str, text->len);
  GByteArray *all[] = { gzip, zstd };

  memset (gzip->data + gzip->len / 2, 0xff, 64);
  memset (zstd->data + zstd->len / 2, 0xff, 64);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      const char *path = write_file ("damaged", all[i]->data, all[i]->len);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftSource) source = weft_source_open (path, &error);
      g_autoptr (GString) got = read_all (source, 4096, &error);

      g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
      g_assert_cmpuint (got->len, >, text->len / 4);
    }
}

/* Behind a frame one of an old version that is none: the library claims to have written as much as there was room for. */
static void
test_old_frame (void)
{
  static const guint8 old[] = { 0x27, 0xb5, 0x2f, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff,
                                0xff, 0xff, 0xff, 0x30, 0x30, 0x30, 0x30, 0x09, 0x30 };
  g_autoptr (GString) text = make_text (1000);
  g_autoptr (GByteArray) zstd = compress_zstd (text->str, text->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) source = NULL;
  g_autoptr (GString) got = NULL;

  g_byte_array_append (zstd, old, sizeof old);
  source = weft_source_open (write_file ("old", zstd->data, zstd->len), &error);
  got = read_all (source, 4096, &error);
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
  g_assert_cmpmem (got->str, got->len, text->str, text->len);
}

static void
assert_open_fails (const char *path, WeftLoadError code, const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_source_open (path, &error));
  g_assert_error (error, WEFT_LOAD_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_errors (void)
{
  g_autofree char *missing = g_build_filename (test_folder (), "missing", NULL);
  const char *locked = write_file ("locked", "x", 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) failing = NULL;
  char byte;

  assert_open_fails (missing, WEFT_LOAD_ERROR_OPEN, "“missing”");
  assert_open_fails (test_folder (), WEFT_LOAD_ERROR_DIRECTORY, "is a folder");
  g_chmod (locked, 0);
  if (geteuid () != 0)
    assert_open_fails (locked, WEFT_LOAD_ERROR_OPEN, "permission");

  /* a file whose first read fails: nothing is mapped at address 0 */
  failing = weft_source_open ("/proc/self/mem", &error);
  g_assert_no_error (error);
  g_assert_cmpint (weft_source_read (failing, &byte, 1, NULL, &error), ==, -1);
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
}

/* A pipe that nobody writes to yet opens at once: waiting for a writer is what can be cancelled. */
static void
test_pipe_opens (void)
{
  const char *fifo = make_fifo ("quiet");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) source = NULL;

  alarm (20); /* which ends a test that waits */
  source = weft_source_open (fifo, &error);
  alarm (0);
  g_assert_no_error (error);
  g_assert_nonnull (source);
}

static void
test_pipe (void)
{
  g_autoptr (GString) text = make_text (20000);
  g_autoptr (GByteArray) zstd = compress_zstd (text->str, text->len);
  const char *fifo = make_fifo ("pipe");
  GThread *writer = feed_fifo (fifo, zstd->data, zstd->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) source = weft_source_open (fifo, &error);
  g_autoptr (GString) got = read_all (source, 1 << 20, &error);
  guint64 done, total;

  g_thread_join (writer);
  g_assert_no_error (error);
  g_assert_true (g_string_equal (got, text));
  weft_source_get_progress (source, &done, &total);
  g_assert_cmpuint (done, ==, zstd->len);
  g_assert_cmpuint (total, ==, 0);
}

/* Standard input may be a file, of which the beginning has been read already. */
static void
test_standard_input (void)
{
  g_autoptr (GString) text = make_text (20000);
  g_autoptr (GString) rest = g_string_new (text->str + 1000);
  const char *path = write_file ("stdin", text->str, text->len);
  int saved = dup (STDIN_FILENO), file = g_open (path, O_RDONLY, 0);

  g_assert_cmpint (dup2 (file, STDIN_FILENO), ==, STDIN_FILENO);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftSource) source = NULL;
      g_autoptr (GString) got = NULL;
      char back[10];
      guint64 place;

      lseek (STDIN_FILENO, i == 0 ? 0 : 1000, SEEK_SET);
      source = weft_source_open ("-", &error);
      got = read_all (source, 4096, &error);
      g_assert_no_error (error);
      g_assert_true (g_string_equal (got, i == 0 ? text : rest));
      place = weft_text_store_keep (weft_source_get_text (source), got->str + 5, sizeof back, 5);
      g_assert_true (
        weft_text_store_read (weft_source_get_text (source), place, back, sizeof back));
      g_assert_cmpmem (back, sizeof back, got->str + 5, sizeof back);
    }
  dup2 (saved, STDIN_FILENO);
  g_close (saved, NULL);
  g_close (file, NULL);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  /* The reading thread is one of those. */
  poll_until (others_rest, NULL);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* Nobody writes: only the cancellation can end the wait. */
static void
test_cancel (void)
{
  const char *fifo = make_fifo ("silent");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) source = weft_source_open (fifo, &error);
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  char byte;

  g_assert_no_error (error);
  g_assert_cmpint (weft_source_read (source, &byte, 1, cancellable, &error), ==, -1);
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED);
  g_thread_join (thread);
}

/* A file that is cut while it is read does not look like one that ends there. */
static void
test_shrinks (void)
{
  g_autoptr (GString) text = make_text (40000);
  g_autofree char *path = NULL;
  g_autofree char *buffer = g_malloc (65536);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSource) source = NULL;
  g_autoptr (GString) rest = NULL;
  gssize n;

  g_assert_true (g_close (g_file_open_tmp ("weft-XXXXXX.log", &path, NULL), NULL));
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  source = weft_source_open (path, &error);
  g_assert_no_error (error);
  n = weft_source_read (source, buffer, 65536, NULL, &error);
  g_assert_cmpint (n, >, 0);
  g_assert_cmpint (truncate (path, n + 1000), ==, 0);
  rest = read_all (source, 65536, &error);
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
  g_assert_nonnull (strstr (error->message, "became shorter"));
  g_assert_cmpuint ((gsize) n + rest->len, <, text->len);
  g_assert_cmpmem (rest->str, rest->len, text->str + n, rest->len);
  g_unlink (path);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/kinds", test_kinds);
  g_test_add_func ("/source/small", test_small);
  g_test_add_func ("/source/cut", test_cut);
  g_test_add_func ("/source/damaged", test_damaged);
  g_test_add_func ("/source/old-frame", test_old_frame);
  g_test_add_func ("/source/shrinks", test_shrinks);
  g_test_add_func ("/source/errors", test_errors);
  g_test_add_func ("/source/pipe-opens", test_pipe_opens);
  g_test_add_func ("/source/pipe", test_pipe);
  g_test_add_func ("/source/standard-input", test_standard_input);
  g_test_add_func ("/source/cancel", test_cancel);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
