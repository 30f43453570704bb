/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "sanitizers.h"
#include "weft-text-store.h"

#include "weft-chunk-store.h"
#include "weft-text-window.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SIZE 100000u

typedef struct
{
  char *directory;
  char *path;
  char *text; /* as it was read */
  WeftTextStore *store;
} Fixture;

static char *
make_text (guint32 seed, gsize size)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  char *text = g_malloc (size);

  for (gsize i = 0; i < size; i++)
    text[i] = (char) g_rand_int_range (random, 0, 256);
  return text;
}

/* Writes over what is there; the file keeps its inode, and gets a new time. */
static void
write_at (const Fixture *fixture, gsize offset, const char *bytes, gsize length)
{
  int fd = open (fixture->path, O_RDWR | O_CREAT, 0600);
  struct timespec now[2];

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (pwrite (fd, bytes, length, (off_t) offset), ==, (gssize) length);
  /* The system's clock of files ticks so slowly that a test is done between two ticks. */
  clock_gettime (CLOCK_REALTIME, &now[0]);
  now[1] = now[0];
  now[1].tv_sec += 1;
  g_assert_cmpint (futimens (fd, now), ==, 0);
  close (fd);
}

static void
resize (const Fixture *fixture, gsize size)
{
  g_assert_cmpint (truncate (fixture->path, (off_t) size), ==, 0);
}

static void
setup (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  int fd;

  fixture->directory = g_dir_make_tmp ("weft-text-store-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->directory, "trace.log", NULL);
  fixture->text = make_text (1, SIZE);
  write_at (fixture, 0, fixture->text, SIZE);
  fd = open (fixture->path, O_RDONLY);
  fixture->store = weft_text_store_new_for_file (fd);
  close (fd);
  weft_text_store_extend (fixture->store, SIZE);
}

static void
teardown (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  weft_text_store_unref (fixture->store);
  g_unlink (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->directory), ==, 0);
  g_free (fixture->directory);
  g_free (fixture->path);
  g_free (fixture->text);
}

/* The text of [offset, offset + length) is given out, and is the one that was read. */
static void
check_text (Fixture *fixture, gsize offset, gsize length)
{
  g_autofree char *bytes = g_malloc (length);

  g_assert_true (weft_text_store_read (fixture->store, offset, bytes, length));
  g_assert_cmpmem (bytes, length, fixture->text + offset, length);
}

static void
check_changed (Fixture *fixture)
{
  char bytes[10];

  g_assert_false (weft_text_store_read (fixture->store, 5, bytes, sizeof bytes));
  g_assert_false (weft_text_store_is_intact (fixture->store));
}

/* --- files that stay what they are ------------------------------------------------------------------ */

static void
test_intact (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  char byte;

  check_text (fixture, 0, 1);
  check_text (fixture, 0, SIZE);
  check_text (fixture, SIZE - 1, 1);
  check_text (fixture, SIZE, 0);
  g_assert_false (weft_text_store_read (fixture->store, SIZE, &byte, 1));
  g_assert_true (weft_text_store_is_intact (fixture->store));
}

static void
test_grown (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autofree char *more = make_text (2, 3 * SIZE);

  fixture->text = g_realloc (fixture->text, 4 * SIZE);
  memcpy (fixture->text + SIZE, more, 3 * SIZE);
  write_at (fixture, SIZE, more, SIZE);
  check_text (fixture, 0, SIZE);
  weft_text_store_extend (fixture->store, 2 * SIZE);
  check_text (fixture, 0, 2 * SIZE);
  write_at (fixture, 2 * SIZE, more + SIZE, 2 * SIZE);
  weft_text_store_extend (fixture->store, 3 * SIZE + 17);
  check_text (fixture, SIZE / 2, 2 * SIZE);
  check_text (fixture, 0, 3 * SIZE + 17);
}

/* As a log is read that others still write: many small steps. */
static void
test_grows_in_steps (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  const gsize step = 7919, n_steps = 400;
  gsize size = SIZE;

  g_free (fixture->text);
  fixture->text = make_text (1, SIZE + step * n_steps);
  write_at (fixture, 0, fixture->text, SIZE);
  weft_text_store_extend (fixture->store, SIZE);
  for (guint i = 0; i < n_steps; i++)
    {
      write_at (fixture, size, fixture->text + size, step);
      size += step;
      weft_text_store_extend (fixture->store, size);
      check_text (fixture, size - step / 2, step / 2);
    }
  check_text (fixture, 0, size);
  /* Of so much text a smaller share is compared, but a share of every part. */
  memset (fixture->text, 'x', size);
  write_at (fixture, size / 4, fixture->text, size / 4);
  check_changed (fixture);
}

/* A new time alone changes nothing. */
static void
test_touched (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  write_at (fixture, 0, fixture->text, 1);
  check_text (fixture, 0, SIZE);
}

/* A new file in the old one's place: what was opened is still there to be read. */
static void
test_replaced (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autofree char *other = g_strconcat (fixture->path, ".new", NULL);

  g_assert_true (g_file_set_contents (other, "another", -1, NULL));
  g_assert_cmpint (g_rename (other, fixture->path), ==, 0);
  check_text (fixture, 0, SIZE);
}

/* --- files that are no longer what was read ---------------------------------------------------------- */

static void
test_truncated (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  resize (fixture, SIZE - 1);
  check_changed (fixture);
}

static void
test_written_anew (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autofree char *other = make_text (3, 2 * SIZE);

  resize (fixture, 0);
  write_at (fixture, 0, other, 2 * SIZE);
  check_changed (fixture);
}

static void
test_rewritten_in_place (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autofree char *other = make_text (3, SIZE);

  write_at (fixture, 0, other, SIZE);
  check_changed (fixture);
}

/* Two runs of one simulator begin alike and may end alike. */
static void
test_middle_rewritten (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autofree char *other = make_text (3, SIZE);

  write_at (fixture, 3000, other, SIZE - 6000);
  check_changed (fixture);
}

static void
test_end_rewritten (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  write_at (fixture, SIZE - 20, "a different end", 15);
  check_changed (fixture);
}

/* A log that is written anew while it is followed: what was read before is gone, however much of
 * the new one is read since. */
static void
test_rewritten_then_extended (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autofree char *other = make_text (3, 2 * SIZE);

  write_at (fixture, 0, other, 2 * SIZE);
  weft_text_store_extend (fixture->store, SIZE + 10);
  check_changed (fixture);
  weft_text_store_extend (fixture->store, 2 * SIZE);
  check_changed (fixture);
}

/* --- spills -------------------------------------------------------------------------------------------- */

static void
check_spill (WeftTextStore *store, const char *text, gsize kept)
{
  g_autofree char *bytes = g_malloc (kept + 1);

  g_assert_cmpuint (weft_text_store_get_length (store), ==, kept);
  g_assert_true (weft_text_store_read (store, 0, bytes, kept));
  g_assert_cmpmem (bytes, kept, text, kept);
  g_assert_false (weft_text_store_read (store, 0, bytes, kept + 1));
  g_assert_false (weft_text_store_read (store, kept, bytes, 1));
  g_assert_false (weft_text_store_read (store, G_MAXUINT64, bytes, 1));
  g_assert_true (weft_text_store_is_intact (store));
}

static void
test_spill (void)
{
  g_autoptr (WeftTextStore) store = weft_text_store_new_spill ();
  g_autofree char *text = make_text (4, SIZE);

  g_assert_nonnull (store);
  check_spill (store, text, 0);
  weft_text_store_spill (store, text, 10);
  weft_text_store_spill (store, text + 10, 0);
  weft_text_store_spill (store, text + 10, SIZE - 10);
  check_spill (store, text, SIZE);
  g_assert_cmpuint (weft_text_store_get_dropped (store), ==, 0);
}

/* Past the quota text is dropped and counted; what was kept stays, and what comes later is not
 * taken for it. */
static void
test_spill_quota (void)
{
  g_autofree char *text = make_text (4, SIZE);
  g_autoptr (WeftTextStore) store = NULL;

  g_setenv ("WEFT_SPILL_QUOTA", "5000", TRUE);
  store = weft_text_store_new_spill ();
  g_unsetenv ("WEFT_SPILL_QUOTA");
  weft_text_store_spill (store, text, 4000);
  weft_text_store_spill (store, text + 4000, 1000);
  g_assert_cmpuint (weft_text_store_get_dropped (store), ==, 0);
  weft_text_store_spill (store, text + 5000, 1);
  weft_text_store_spill (store, text + 5001, 7000);
  g_assert_cmpuint (weft_text_store_get_dropped (store), ==, 7001);
  check_spill (store, text, 5000);
}

/* A block that is too large is dropped whole; a small one behind it has no place any more. */
static void
test_spill_after_drop (void)
{
  g_autofree char *text = make_text (4, SIZE);
  g_autoptr (WeftTextStore) store = NULL;

  g_setenv ("WEFT_SPILL_QUOTA", "5000", TRUE);
  store = weft_text_store_new_spill ();
  g_unsetenv ("WEFT_SPILL_QUOTA");
  weft_text_store_spill (store, text, 100);
  weft_text_store_spill (store, text + 100, 5000);
  weft_text_store_spill (store, text + 5100, 10);
  g_assert_cmpuint (weft_text_store_get_dropped (store), ==, 5010);
  check_spill (store, text, 100);
}

#define LARGE_SIZE ((gsize) 3 << 20)

/* Texts can be read at any moment, wherever they are on their way to the file. */
static void
test_spill_large (void)
{
  g_autoptr (WeftTextStore) store = weft_text_store_new_spill ();
  g_autofree char *text = make_text (5, LARGE_SIZE), *bytes = g_malloc (LARGE_SIZE);

  for (gsize kept = 0, n; kept < LARGE_SIZE; kept += n)
    {
      gsize most = MIN (LARGE_SIZE - kept, 100000), from, length;

      n = (gsize) g_test_rand_int_range (1, (gint32) most + 1);
      g_assert_cmpuint (weft_text_store_keep (store, text + kept, n, 0), ==, kept);
      from = (gsize) g_test_rand_int_range (0, (gint32) (kept + n));
      length = (gsize) g_test_rand_int_range (0, (gint32) (kept + n - from + 1));
      g_assert_true (weft_text_store_read (store, from, bytes, length));
      g_assert_cmpmem (bytes, length, text + from, length);
    }
  check_spill (store, text, LARGE_SIZE);
}

/* Text that the disk has no room for is dropped and counted; text that was kept before stays. */
static void
test_spill_full_disk (void)
{
  const struct rlimit limit = { 300000, RLIM_INFINITY };
  const struct rlimit no_limit = { RLIM_INFINITY, RLIM_INFINITY };
  g_autoptr (WeftTextStore) store = weft_text_store_new_spill ();
  g_autofree char *text = make_text (6, LARGE_SIZE);
  gsize kept;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  for (gsize i = 0; i < LARGE_SIZE; i += 1 << 10)
    weft_text_store_spill (store, text + i, 1 << 10);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &no_limit), ==, 0);
  signal (SIGXFSZ, SIG_DFL);
  kept = weft_text_store_get_length (store);
  g_assert_cmpuint (kept, >=, 300000 / 2);
  g_assert_cmpuint (weft_text_store_get_dropped (store), ==, LARGE_SIZE - kept);
  check_spill (store, text, kept);
}

/* Whether one of our open files is a nameless one in `directory`. */
static gboolean
has_nameless_file (const char *directory)
{
  g_autoptr (GDir) fds = g_dir_open ("/proc/self/fd", 0, NULL);
  const char *fd;
  gboolean found = FALSE;

  while ((fd = g_dir_read_name (fds)) != NULL)
    {
      g_autofree char *link = g_build_filename ("/proc/self/fd", fd, NULL);
      g_autofree char *target = g_file_read_link (link, NULL);

      found |= target != NULL && g_str_has_prefix (target, directory)
               && g_str_has_suffix (target, "(deleted)");
    }
  return found;
}

/* The spill is to spare memory, so it does not lie in memory, and it does not outlive its store. */
static void
test_spill_is_on_disk (void)
{
  WeftTextStore *store;

  g_setenv ("TMPDIR", "/dev/shm", TRUE);
  store = weft_text_store_new_spill ();
  g_unsetenv ("TMPDIR");
  g_assert_true (
    has_nameless_file (weft_chunk_store_is_memory ("/dev/shm") ? "/var/tmp/" : "/dev/shm/"));
  weft_text_store_ref (store);
  weft_text_store_unref (store);
  weft_text_store_spill (store, "x", 1);
  weft_text_store_unref (store);
  g_assert_false (has_nameless_file ("/var/tmp/"));
}

/* --- windows --------------------------------------------------------------------------------------------- */

/* Reads through a window, forwards, back and far away, give what plain reads give. */
static void
test_window (Fixture *fixture, gconstpointer unused G_GNUC_UNUSED)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  g_autoptr (GString) text = g_string_new ("before");
  WeftTextWindow window = { NULL, 0, 0, 0 };
  gsize offset = 0;

  for (guint i = 0; i < ROUNDS (50000); i++)
    {
      gsize length = (gsize) g_rand_int_range (random, 0, i % 1000 == 0 ? 20000 : 60);
      int step = g_rand_int_range (random, -100, i % 100 == 0 ? (int) SIZE : 120);

      offset = (gsize) CLAMP ((gssize) offset + step, 0, (gssize) (SIZE - 1));
      g_string_truncate (text, 6);
      if (offset + length > SIZE)
        {
          g_assert_false (weft_text_window_read (&window, fixture->store, offset, length, text));
          g_assert_cmpstr (text->str, ==, "before");
          continue;
        }
      g_assert_true (weft_text_window_read (&window, fixture->store, offset, length, text));
      g_assert_cmpmem (text->str + 6, text->len - 6, fixture->text + offset, length);
    }
  weft_text_window_clear (&window);
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer unused))
{
  g_test_add (path, Fixture, NULL, setup, test, teardown);
}

/* --- index files ----------------------------------------------------------------------------------- */

#define N_KEPT 700000u

/* An index file at `path` that holds `text`, or says that it is one byte longer. */
static void
put_text (const char *folder, const char *path, const char *text, gboolean lies)
{
  g_autoptr (WeftTextStore) spill = weft_text_store_new_spill ();
  g_autoptr (WeftIndexWriter) writer = weft_index_writer_new (folder, G_MAXINT64, 0, NULL);

  weft_text_store_spill (spill, text, N_KEPT);
  if (lies)
    {
      weft_index_writer_put_number (writer, N_KEPT + 1);
      weft_index_writer_put_block (writer, text, N_KEPT);
    }
  else
    weft_text_store_put (spill, writer);
  g_assert_true (weft_index_writer_finish (writer, path));
}

static WeftTextStore *
take_text (const char *path)
{
  g_autoptr (WeftIndexReader) reader = weft_index_reader_open (path);

  return weft_text_store_take (reader);
}

static void
assert_text (WeftTextStore *store, const char *text)
{
  char found[100];

  g_assert_cmpuint (weft_text_store_get_length (store), ==, N_KEPT);
  g_assert_false (weft_text_store_is_file (store));
  g_assert_true (weft_text_store_is_intact (store));
  for (guint64 at = 0; at + sizeof found <= N_KEPT; at += 9973)
    {
      g_assert_true (weft_text_store_read (store, at, found, sizeof found));
      g_assert_cmpmem (found, sizeof found, text + at, sizeof found);
    }
  g_assert_true (weft_text_store_read (store, N_KEPT, found, 0));
  g_assert_false (weft_text_store_has_refused (store));
  g_assert_false (weft_text_store_read (store, N_KEPT - 1, found, 2));
  g_assert_false (weft_text_store_read (store, G_MAXUINT64, found, 2));
  g_assert_true (weft_text_store_has_refused (store));
}

/* Text that was spilled is read from an index file, also when that is gone; not where it was changed, or is shorter than is
 * said. */
static void
test_index (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "index", NULL), *bytes = NULL;
  g_autofree char *text = make_text (7, N_KEPT);
  gsize length;

  put_text (folder, path, text, FALSE);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  {
    g_autoptr (WeftTextStore) store = take_text (path);

    g_unlink (path);
    assert_text (store, text);
  }
  bytes[N_KEPT / 2] ^= 1;
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
  g_assert_null (take_text (path));
  put_text (folder, path, text, TRUE);
  g_assert_null (take_text (path));
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/text-store/intact", test_intact);
  add ("/text-store/grown", test_grown);
  add ("/text-store/grows-in-steps", test_grows_in_steps);
  add ("/text-store/touched", test_touched);
  add ("/text-store/replaced", test_replaced);
  add ("/text-store/truncated", test_truncated);
  add ("/text-store/written-anew", test_written_anew);
  add ("/text-store/rewritten-in-place", test_rewritten_in_place);
  add ("/text-store/middle-rewritten", test_middle_rewritten);
  add ("/text-store/end-rewritten", test_end_rewritten);
  add ("/text-store/rewritten-then-extended", test_rewritten_then_extended);
  g_test_add_func ("/text-store/spill", test_spill);
  g_test_add_func ("/text-store/spill-large", test_spill_large);
  g_test_add_func ("/text-store/spill-full-disk", test_spill_full_disk);
  g_test_add_func ("/text-store/spill-quota", test_spill_quota);
  g_test_add_func ("/text-store/spill-after-drop", test_spill_after_drop);
  g_test_add_func ("/text-store/spill-is-on-disk", test_spill_is_on_disk);
  g_test_add_func ("/text-store/index", test_index);
  add ("/text-store/window", test_window);
  return g_test_run ();
}
