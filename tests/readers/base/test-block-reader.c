/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sanitizers.h"
#include "weft-block-reader.h"
#include "weft-load-error.h"

#include "test-files.h"
#include "wait.h"

static WeftBlockReader *
open_blocks (const char *path, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  WeftSource *source = weft_source_open (path, &error);

  g_assert_no_error (error);
  return weft_block_reader_new (source, NULL, NULL, cancellable);
}

static const WeftBlock *
next_block (WeftBlockReader *blocks, GError **error)
{
  gboolean late;
  const WeftBlock *block = weft_block_reader_next (blocks, -1, &late, error);

  g_assert_false (late);
  return block;
}

static gsize
measure_longest_line (const GString *text)
{
  gsize longest = 0;

  for (const char *p = text->str, *end = text->str + text->len; p < end;)
    {
      const char *eol = memchr (p, '\n', (gsize) (end - p));

      longest = MAX (longest, (gsize) ((eol != NULL ? eol : end) - p));
      p = eol != NULL ? eol + 1 : end;
    }
  return longest;
}

/* Holds the blocks against the text that they are made of: only lines that are too long may be
 * missing, and each of them is told of. */
static void
assert_blocks (const GString *text)
{
  g_autoptr (WeftBlockReader) blocks =
    open_blocks (write_file ("blocks", text->str, text->len), NULL);
  g_autoptr (GError) error = NULL;
  const WeftBlock *block;
  gsize longest = measure_longest_line (text), most = WEFT_BLOCK_SIZE;
  guint64 place = 0;

  while ((block = next_block (blocks, &error)) != NULL)
    {
      if (block->skipped)
        {
          const char *line = text->str + place, *end = text->str + text->len;
          const char *eol = memchr (line, '\n', (gsize) (end - line));
          gsize length = (gsize) ((eol != NULL ? eol : end) - line);

          g_assert_cmpuint (block->skipped_offset, ==, place);
          g_assert_cmpuint (length, >=, WEFT_MAX_LINE);
          /* Of the first line it is told before its end is known. */
          if (place == 0 && block->length == 0)
            g_assert_cmpuint (block->offset, <=, length);
          place += length + (eol != NULL);
        }
      g_assert_true (block->length > 0 || block->skipped);
      g_assert_cmpuint (block->length, <=, MAX (most, 2 * longest));
      most = WEFT_BLOCK_OF_LINES_SIZE;
      if (block->length > 0)
        g_assert_cmpuint (block->offset, ==, place);
      g_assert_cmpmem (block->bytes, block->length, text->str + place, block->length);
      place += block->length;
      g_assert_true (block->length == 0 || place == text->len || text->str[place - 1] == '\n');
    }
  g_assert_no_error (error);
  g_assert_cmpuint (place, ==, text->len);
}

static void
add_line (GString *text, gsize length, gboolean newline)
{
  gsize start = text->len;

  g_string_set_size (text, start + length);
  for (gsize i = 0; i < length; i++)
    text->str[start + i] = (char) ('a' + (i * 7 + length) % 26);
  if (newline)
    g_string_append_c (text, '\n');
}

static void
test_lines (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint n_lines = (guint) g_test_rand_int_range (0, 40);

      for (guint i = 0; i < n_lines; i++)
        {
          gboolean is_long = g_test_rand_int_range (0, 4) == 0;
          int limit = is_long ? 3 << 20 : 1 << g_test_rand_int_range (0, 18);

          add_line (text, (gsize) g_test_rand_int_range (0, limit),
                    i + 1 < n_lines || g_test_rand_bit ());
        }
      assert_blocks (text);
    }
}

/* A text is of bytes if it begins with “{” or with blanks before one. */
static WeftBlockShape
choose_shape (const char *head, gsize length, gpointer data)
{
  gsize i = 0;

  *(guint *) data += 1;
  while (i < length && head[i] == ' ')
    i++;
  if (i == length)
    return WEFT_BLOCKS_UNDECIDED;
  return head[i] == '{' ? WEFT_BLOCKS_OF_BYTES : WEFT_BLOCKS_OF_LINES;
}

/* Reads all blocks of `text`: what they hold. */
static char *
read_shaped (const GString *text, guint *n_asked, gsize *length)
{
  g_autoptr (GError) error = NULL;
  WeftSource *source = weft_source_open (write_file ("shape", text->str, text->len), &error);
  g_autoptr (WeftBlockReader) blocks = weft_block_reader_new (source, choose_shape, n_asked, NULL);
  GString *read = g_string_new (NULL);
  const WeftBlock *block;

  while ((block = next_block (blocks, &error)) != NULL)
    g_string_append_len (read, block->bytes, (gssize) block->length);
  g_assert_no_error (error);
  *length = read->len;
  return g_string_free (read, FALSE);
}

/* A text comes whole, however long its lines are and however late it is known whether it has any. */
static void
test_shapes (void)
{
  const gsize lengths[] = { 0, 1, 200000, WEFT_BLOCK_SIZE, 3 * WEFT_BLOCK_SIZE };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint n_blanks = 0; n_blanks <= 300000; n_blanks += 300000)
      for (const char *first = "{x"; *first != 0; first++)
        {
          g_autoptr (GString) text = g_string_new (NULL);
          g_autofree char *read = NULL;
          guint n_asked = 0;
          gsize length;

          g_string_set_size (text, n_blanks);
          memset (text->str, ' ', n_blanks);
          g_string_append_c (text, *first);
          add_line (text, lengths[i], FALSE);
          read = read_shaped (text, &n_asked, &length);
          g_assert_cmpuint (n_asked, >=, n_blanks > 0 ? 2 : 1);
          g_assert_cmpmem (read, length, text->str, text->len);
        }
}

/* Lines about as long as a buffer of `size` bytes, alone, side by side, and last. */
static void
check_limits (gsize size)
{
  for (int more = -2; more <= 2; more++)
    for (guint before = 0; before < 3; before++)
      for (guint after = 0; after < 3; after++)
        {
          g_autoptr (GString) text = g_string_new (NULL);

          if (before > 0)
            add_line (text, before == 1 ? 10 : size * 2, TRUE);
          add_line (text, (gsize) ((gssize) size + more), after > 0);
          if (after > 0)
            add_line (text, after == 1 ? 10 : size * 2, FALSE);
          assert_blocks (text);
        }
}

static void
test_limits (void)
{
  check_limits (WEFT_BLOCK_SIZE);
  check_limits (WEFT_BLOCK_OF_LINES_SIZE);
}

/* Blocks of short lines are small, and nearly full. */
static void
test_short_lines (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (WeftBlockReader) blocks = NULL;
  g_autoptr (GError) error = NULL;
  guint n_blocks = 0;

  for (guint i = 0; i < 100000; i++)
    add_line (text, 10 + i % 70, TRUE);
  assert_blocks (text);
  blocks = open_blocks (write_file ("short", text->str, text->len), NULL);
  while (next_block (blocks, &error) != NULL)
    n_blocks++;
  g_assert_no_error (error);
  g_assert_cmpuint (n_blocks, >=, (text->len - WEFT_BLOCK_SIZE) / WEFT_BLOCK_OF_LINES_SIZE);
  g_assert_cmpuint (n_blocks, <=, 2 + text->len / (WEFT_BLOCK_OF_LINES_SIZE - 100));
}

static gpointer
write_long_line (gpointer path)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  g_autofree char *piece = g_malloc (1 << 20);

  memset (piece, 'x', 1 << 20);
  write_to_pipe (fd, "short\n", 6);
  for (guint i = 0; i < 100; i++)
    write_to_pipe (fd, piece, 1 << 20);
  write_to_pipe (fd, "\nlast\n", 6);
  close (fd);
  return NULL;
}

/* Peak of the memory of this process, in KiB. */
static guint64
get_peak (void)
{
  g_autofree char *status = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  return g_ascii_strtoull (strstr (status, "VmHWM:") + 6, NULL, 10);
}

/* A line of 100 MB is no line, and takes no more memory than the longest that is one. */
static void
test_long_line (void)
{
  const char *fifo = make_fifo ("long-line");
  GThread *writer = g_thread_new ("write", write_long_line, (gpointer) fifo);
  guint64 peak G_GNUC_UNUSED = get_peak ();
  g_autoptr (WeftBlockReader) blocks = open_blocks (fifo, NULL);
  g_autoptr (GError) error = NULL;
  const WeftBlock *block = next_block (blocks, &error);

  g_assert_false (block->skipped);
  g_assert_cmpmem (block->bytes, block->length, "short\n", 6);
  block = next_block (blocks, &error);
  g_assert_true (block->skipped);
  g_assert_cmpuint (block->skipped_offset, ==, 6);
  g_assert_cmpmem (block->bytes, block->length, "last\n", 5);
  g_assert_null (next_block (blocks, &error));
  g_assert_no_error (error);
  g_thread_join (writer);
  /* sanitizers have memory of their own */
#if !ADDRESS_IS_SANITIZED && !THREADS_ARE_SANITIZED
  g_assert_cmpuint (get_peak () - peak, <, 150 << 10);
#endif
}

static gpointer
write_and_wait (gpointer path)
{
  int fd = open (path, O_RDWR | O_CLOEXEC);

  write_to_pipe (fd, "one\ntwo", 7);
  return GINT_TO_POINTER (fd);
}

/* Bytes that have arrived are handed over while the writer rests; a cancellation ends the wait, and
 * so does freeing the reader. */
static void
test_waiting (void)
{
  const char *fifo = make_fifo ("waiting");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  WeftBlockReader *blocks = open_blocks (fifo, cancellable);
  GThread *writer = g_thread_new ("write", write_and_wait, (gpointer) fifo);
  const WeftBlock *block = next_block (blocks, &error);
  int fd = GPOINTER_TO_INT (g_thread_join (writer));
  gboolean late;

  g_assert_cmpmem (block->bytes, block->length, "one\n", 4);
  g_assert_null (weft_block_reader_next (blocks, 20, &late, &error));
  g_assert_true (late);
  write_to_pipe (fd, "\n", 1);
  block = next_block (blocks, &error);
  g_assert_cmpuint (block->offset, ==, 4);
  g_assert_cmpmem (block->bytes, block->length, "two\n", 4);
  g_cancellable_cancel (cancellable);
  g_assert_null (next_block (blocks, &error));
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED);
  weft_block_reader_free (blocks);

  /* freed while its thread waits */
  blocks = open_blocks (fifo, NULL);
  poll_until (others_rest, NULL);
  weft_block_reader_free (blocks);
  close (fd);
}

/* Errors come after the whole lines before them; a line that was cut is none. */
static void
test_cut (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GByteArray) gzip = NULL;
  g_autoptr (WeftBlockReader) blocks = NULL;
  g_autoptr (GError) error = NULL;
  const WeftBlock *block;
  gsize place = 0;

  for (guint i = 0; i < 100000; i++)
    add_line (text, (gsize) g_test_rand_int_range (0, 60), TRUE);
  gzip = compress_gzip (text->str, text->len);
  blocks = open_blocks (write_file ("cut.gz", gzip->data, gzip->len / 2), NULL);
  while ((block = next_block (blocks, &error)) != NULL)
    {
      g_assert_cmpmem (block->bytes, block->length, text->str + place, block->length);
      place += block->length;
      g_assert_true (text->str[place - 1] == '\n');
    }
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
  g_assert_cmpuint (place, >, text->len / 4);
}

/* The reader is freed in the middle, with blocks under way. */
static void
test_leaving (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *path;

  for (guint i = 0; i < 100; i++)
    add_line (text, 100000, TRUE);
  path = write_file ("leaving", text->str, text->len);
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr (WeftBlockReader) blocks = open_blocks (path, NULL);
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < i % 5; j++)
        g_assert_nonnull (next_block (blocks, &error));
    }
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/block-reader/lines", test_lines);
  g_test_add_func ("/block-reader/shapes", test_shapes);
  g_test_add_func ("/block-reader/limits", test_limits);
  g_test_add_func ("/block-reader/short-lines", test_short_lines);
  g_test_add_func ("/block-reader/long-line", test_long_line);
  g_test_add_func ("/block-reader/waiting", test_waiting);
  g_test_add_func ("/block-reader/cut", test_cut);
  g_test_add_func ("/block-reader/leaving", test_leaving);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
