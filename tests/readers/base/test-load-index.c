/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-index.h"

#include "dump-trace.h"
#include "same-rows.h"
#include "test-files.h"
#include "weft-file-stamp.h"
#include "weft-index-cache.h"
#include "weft-load.h"

#include <utime.h>

/* Index files of logs that are large enough for sealed chunks. */

#define N_OPS 70000u

static const char *path; /* of a log that was written to long ago */

static void
make_old (void)
{
  struct utimbuf old = { 1000000000, 1000000000 };

  g_assert_cmpint (utime (path, &old), ==, 0);
}

/* Ops with four stages each, some flushed, some waiting for others, some late. */
static void
make_log (void)
{
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\nC=\t100\n");

  for (guint i = 0; i < N_OPS; i++)
    {
      g_string_append_printf (log, "I\t%u\t%u\t%u\nL\t%u\t0\t%x: add\nS\t%u\t0\tF\nC\t1\n", i,
                              i + 7, i % 2, i, 0x8000 + 4 * (i % 500), i);
      g_string_append_printf (log, "S\t%u\t0\tD\n", i);
      if (i >= 9)
        g_string_append_printf (log, "S\t%u\t0\tX\nW\t%u\t%u\t0\nS\t%u\t0\tC\nR\t%u\t%u\t%u\n",
                                i - 4, i - 4, i - 5, i - 6, i - 9, i - 9, i % 50 == 0);
    }
  path = write_file ("large.log", log->str, log->len);
  make_old ();
}

static char *
index_path (void)
{
  return weft_index_cache_get_path (path);
}

static gboolean
has_index (void)
{
  g_autofree char *index = index_path ();

  weft_load_index_wait ();
  return g_file_test (index, G_FILE_TEST_EXISTS);
}

static void
remove_index (void)
{
  g_autofree char *index = index_path ();

  weft_load_index_wait ();
  g_unlink (index);
}

static WeftLoad *
load (WeftGrowth growth)
{
  WeftLoad *self = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  GError *error = NULL;

  weft_load_set_growth (self, growth);
  weft_load_run (self, NULL, &error);
  g_assert_no_error (error);
  return self;
}

static WeftPipelineRows *
rows_of (WeftLoad *self)
{
  WeftPipelineRows *rows =
    weft_pipeline_rows_new (WEFT_PIPELINE_TRACE (weft_load_get_trace (self)), WEFT_ROWS_ALL);

  weft_pipeline_rows_update (rows);
  return rows;
}

static void
assert_same (WeftLoad *a, WeftLoad *b)
{
  g_autoptr (WeftPipelineRows) one = rows_of (a), other = rows_of (b);

  assert_same_dump (dump_trace (weft_load_get_trace (a), DUMP_ALL),
                    dump_trace (weft_load_get_trace (b), DUMP_ALL));
  assert_same_rows (one, other);
}

/* All that comes from an index file is what was read, with its pyramid, and with that of straightened pictures, which is not
 * in it. */
static void
test_same (void)
{
  g_autoptr (WeftLoad) read = NULL, first = NULL, second = NULL;

  weft_load_index_set_after (-1);
  read = load (WEFT_GROWTH_NONE);
  weft_load_index_set_after (0);
  first = load (WEFT_GROWTH_NONE);
  g_assert_true (has_index ());
  second = load (WEFT_GROWTH_NONE);
  assert_same (read, first);
  assert_same (read, second);
  g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (second)), ==, WEFT_TRACE_COMPLETE);
  {
    g_autoptr (WeftPipelineRows) one = rows_of (read), other = rows_of (second);

    weft_pipeline_rows_straighten (one);
    weft_pipeline_rows_straighten (other);
    weft_pipeline_rows_update (one);
    weft_pipeline_rows_update (other);
    assert_same_rows (one, other);
  }
  remove_index ();
}

/* A bit anywhere, in columns that are read where they are mapped, too. */
static void
test_damage (void)
{
  g_autofree char *index = index_path (), *bytes = NULL, *expected = NULL;
  g_autoptr (WeftLoad) first = load (WEFT_GROWTH_NONE);
  gsize length;

  weft_load_index_wait ();
  expected = dump_trace (weft_load_get_trace (first), DUMP_ALL);
  g_assert_true (g_file_get_contents (index, &bytes, &length, NULL));
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *damaged = g_memdup2 (bytes, length), *found = NULL;
      gsize at = length / 6 * i + 17;
      g_autoptr (WeftLoad) again = NULL;

      damaged[at] ^= 1;
      g_assert_true (g_file_set_contents (index, damaged, (gssize) length, NULL));
      again = load (WEFT_GROWTH_NONE);
      found = dump_trace (weft_load_get_trace (again), DUMP_ALL);
      g_assert_true (strcmp (found, expected) == 0);
    }
  remove_index ();
}

/* Not of loads that were short enough, nor of files that are being written. */
static void
test_after (void)
{
  weft_load_index_set_after (G_MAXINT64);
  g_object_unref (load (WEFT_GROWTH_NONE));
  g_assert_false (has_index ());
  weft_load_index_set_after (0);
  g_assert_cmpint (utime (path, NULL), ==, 0);
  g_object_unref (load (WEFT_GROWTH_LIKELY));
  g_assert_false (has_index ());
  make_old ();
  g_object_unref (load (WEFT_GROWTH_SURE));
  g_assert_false (has_index ());
}

/* A trace that came from an index file rests until its file changes, and is then to be loaded anew. */
static void
test_resume (void)
{
  g_autoptr (WeftLoad) restored = NULL, again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *log = NULL;
  WeftTrace *trace;
  gboolean grown = TRUE;
  gsize length;

  g_object_unref (load (WEFT_GROWTH_NONE));
  g_assert_true (has_index ());
  restored = load (WEFT_GROWTH_LIKELY);
  trace = weft_load_get_trace (restored);
  g_assert_true (weft_load_can_resume (restored));
  g_assert_false (weft_load_has_rest (restored));
  g_assert_true (weft_load_resume (restored, WEFT_GROWTH_SURE, &grown, NULL, &error));
  g_assert_no_error (error);
  g_assert_false (grown);
  g_assert_cmpint (weft_trace_get_state (trace), ==, WEFT_TRACE_GROWING);
  g_assert_true (g_file_get_contents (path, &log, &length, NULL));
  write_file ("large.log", log, length - 40);
  g_assert_false (weft_load_resume (restored, WEFT_GROWTH_SURE, &grown, NULL, &error));
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CUT_LINE);
  again = load (WEFT_GROWTH_NONE);
  g_assert_cmpuint (weft_trace_get_generation (weft_load_get_trace (again)), >, 0);
  write_file ("large.log", log, length);
  make_old ();
  remove_index ();
}

/* Whether the next load takes the trace from its index file, which then is as it was. */
static gboolean
is_used (void)
{
  g_autofree char *index = index_path ();
  struct utimbuf old = { 1000000000, 1000000000 };
  struct stat before, after;

  weft_load_index_wait ();
  if (utime (index, &old) != 0 || stat (index, &before) != 0)
    return FALSE;
  g_object_unref (load (WEFT_GROWTH_NONE));
  weft_load_index_wait ();
  return stat (index, &after) == 0 && after.st_ino == before.st_ino
         && after.st_mtime != before.st_mtime;
}

static void
write_compressed (const GByteArray *compressed)
{
  path = write_file ("large.compressed", compressed->data, compressed->len);
  make_old ();
}

/* A log that is compressed, whose labels are in the index file, too. Other bytes of it are noticed, and so is more, which
 * nobody can go on with. */
static void
assert_compressed (GByteArray *compressed)
{
  g_autoptr (WeftLoad) read = NULL, second = NULL, longer = NULL;
  const guint length = compressed->len;

  write_compressed (compressed);
  weft_load_index_set_after (-1);
  read = load (WEFT_GROWTH_NONE);
  weft_load_index_set_after (0);
  g_object_unref (load (WEFT_GROWTH_NONE));
  g_assert_true (has_index ());
  g_assert_true (is_used ());
  second = load (WEFT_GROWTH_LIKELY);
  assert_same (read, second);
  g_byte_array_append (compressed, compressed->data, length);
  write_compressed (compressed);
  g_assert_false (is_used ());
  longer = load (WEFT_GROWTH_NONE);
  weft_load_index_set_after (-1);
  {
    g_autoptr (WeftLoad) whole = load (WEFT_GROWTH_NONE);

    assert_same (whole, longer);
  }
  weft_load_index_set_after (0);
  remove_index ();
}

static void
test_compressed (void)
{
  const char *log = path;
  g_autofree char *bytes = NULL;
  g_autoptr (GByteArray) gzip = NULL, zstd = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (log, &bytes, &length, NULL));
  gzip = compress_gzip (bytes, length);
  zstd = compress_zstd (bytes, length);
  assert_compressed (gzip);
  assert_compressed (zstd);
  path = log;
}

/* Of texts that had no room nothing is kept, as they would not be there later either. */
static void
test_dropped (void)
{
  const char *log = path;
  g_autofree char *bytes = NULL;
  g_autoptr (GByteArray) gzip = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (log, &bytes, &length, NULL));
  gzip = compress_gzip (bytes, length);
  write_compressed (gzip);
  g_setenv ("WEFT_SPILL_QUOTA", "1000", TRUE);
  g_object_unref (load (WEFT_GROWTH_NONE));
  g_assert_false (has_index ());
  g_unsetenv ("WEFT_SPILL_QUOTA");
  path = log;
}

/* Files that are one trace are known by the bytes of each of them. */
static void
test_several (void)
{
  const char *paths[] = { write_file ("first.part", "one", 3), write_file ("second.part", "two", 3),
                          NULL };
  WeftFileStamp stamp = { 0 }, same = { 0 }, other = { 0 };

  g_assert_true (weft_file_stamp_hash_several (paths, &stamp));
  g_assert_true (weft_file_stamp_hash_several (paths, &same));
  g_assert_cmpmem (stamp.hash, sizeof stamp.hash, same.hash, sizeof same.hash);
  for (guint i = 0; i < 2; i++)
    {
      write_file (i == 0 ? "first.part" : "second.part", "six", 3);
      g_assert_true (weft_file_stamp_hash_several (paths, &other));
      g_assert_true (memcmp (stamp.hash, other.hash, sizeof stamp.hash) != 0);
      stamp = other;
    }
}

/* A document is whole or not, and does not grow, as one that was read does not. */
static void
test_document (void)
{
  static const char bytes[] =
    "{\"traceEvents\": [{\"ph\": \"X\", \"pid\": 1, \"tid\": 2, \"ts\": 1, \"dur\": 2, "
    "\"name\": \"a\"}]}";
  const char *log = path;

  path = write_file ("document.json", bytes, strlen (bytes));
  make_old ();
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (WeftLoad) document = load (WEFT_GROWTH_LIKELY);

      g_assert_true (has_index ());
      g_assert_false (weft_load_can_resume (document));
      g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (document)), ==,
                       WEFT_TRACE_COMPLETE);
    }
  remove_index ();
  path = log;
}

/* A load that goes on while its index file is being written stops that, and has all of both. */
static void
test_stop (void)
{
  g_autoptr (WeftLoad) growing = load (WEFT_GROWTH_LIKELY);
  g_autoptr (WeftLoad) whole = NULL;
  static const char more[] = "I\t900000\t900000\t0\nS\t900000\t0\tF\n";
  g_autoptr (GError) error = NULL;
  g_autofree char *log = NULL, *longer = NULL;
  gboolean grown;
  gsize length;
  int fd = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);

  g_assert_true (g_file_get_contents (path, &log, &length, NULL));
  g_assert_cmpint (write (fd, more, strlen (more)), ==, (gssize) strlen (more));
  close (fd);
  g_assert_true (weft_load_resume (growing, WEFT_GROWTH_NONE, &grown, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (grown);
  weft_load_index_set_after (-1);
  whole = load (WEFT_GROWTH_NONE);
  assert_same (growing, whole);
  weft_load_index_set_after (0);
  write_file ("large.log", log, length);
  make_old ();
  remove_index ();
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("XDG_CACHE_HOME", test_folder (), TRUE);
  make_log ();
  g_test_add_func ("/load-index/same", test_same);
  g_test_add_func ("/load-index/damage", test_damage);
  g_test_add_func ("/load-index/after", test_after);
  g_test_add_func ("/load-index/resume", test_resume);
  g_test_add_func ("/load-index/document", test_document);
  g_test_add_func ("/load-index/several", test_several);
  g_test_add_func ("/load-index/compressed", test_compressed);
  g_test_add_func ("/load-index/dropped", test_dropped);
  g_test_add_func ("/load-index/stop", test_stop);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
