/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load.h"

#include "dump-trace.h"
#include "test-files.h"
#include "weft-pipeline-texts.h"

/* Files that are written to while they are looked at: however what they get is cut, the trace is
 * that of a fresh load of the whole lines that are there; and a text that is not the one any
 * more that was read ends it. */

/* A log whose ops overlap, so that most of what is appended completes ops that are there. Its last
 * line has no newline. */
static GString *
make_kanata (guint n_ops)
{
  GString *log = g_string_new ("Kanata\t0004\nC=\t100\n");

  for (guint i = 0; i < n_ops; i++)
    {
      g_string_append_printf (log, "I\t%u\t%u\t0\nL\t%u\t0\t%x: add r%u, r2\nS\t%u\t0\tF\nC\t1\n",
                              i, i + 7, i, 0x8000 + 4 * i, i % 32, i);
      if (i >= 4)
        g_string_append_printf (log, "S\t%u\t0\tX\nL\t%u\t1\tlate\nW\t%u\t%u\t0\n", i - 4, i - 4,
                                i - 4, i - 4);
      if (i >= 9)
        g_string_append_printf (log, "R\t%u\t%u\t%u\n", i - 9, i - 9, i % 5 == 0);
    }
  g_string_append (log, "L\t0\t1\tthe end");
  return log;
}

static GString *
make_o3 (guint n_ops)
{
  GString *log = g_string_new (NULL);

  for (guint i = 0; i < n_ops; i++)
    g_string_append_printf (log,
                            "O3PipeView:fetch:%u:0x%x:0:%u:  add r%u, r2\n"
                            "O3PipeView:decode:%u\nO3PipeView:rename:%u\nO3PipeView:dispatch:%u\n"
                            "O3PipeView:issue:%u\nO3PipeView:complete:%u\n"
                            "O3PipeView:retire:%u:store:0%s",
                            1000 + 500 * i, 0x8000 + 4 * i, i + 1, i % 32, 1500 + 500 * i,
                            2000 + 500 * i, 2500 + 500 * i, 3000 + 500 * i, 3500 + 500 * i,
                            i % 5 == 0 ? 0 : 4000 + 500 * i, i + 1 < n_ops ? "\n" : "");
  return log;
}

static void
append (const char *path, const void *bytes, gsize length)
{
  int fd = open (path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, bytes, length), ==, (gssize) length);
  close (fd);
}

static WeftLoad *
load_growing (const char *path, WeftGrowth growth)
{
  g_autoptr (GError) error = NULL;
  WeftLoad *load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  weft_load_set_growth (load, growth);
  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  return load;
}

static gboolean
resume (WeftLoad *load, WeftGrowth growth)
{
  g_autoptr (GError) error = NULL;
  gboolean grown;

  weft_load_resume (load, growth, &grown, NULL, &error);
  g_assert_no_error (error);
  return grown;
}

static void
assert_ends (WeftLoad *load, WeftLoadError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_load_resume (load, WEFT_GROWTH_SURE, NULL, NULL, &error));
  g_assert_error (error, WEFT_LOAD_ERROR, (int) code);
  g_assert_false (weft_load_can_resume (load));
}

/* A fresh load of the first `length` bytes. */
static char *
dump_fresh (const char *bytes, gsize length)
{
  g_autoptr (WeftLoad) load = load_growing (write_file ("fresh", bytes, length), WEFT_GROWTH_NONE);

  return dump_trace (weft_load_get_trace (load), DUMP_ALL);
}

static void
assert_shows (WeftLoad *load, const char *bytes, gsize length)
{
  assert_same_dump (dump_trace (weft_load_get_trace (load), DUMP_ALL), dump_fresh (bytes, length));
}

static gsize
whole_lines (const GString *log, gsize length)
{
  while (log->str[length - 1] != '\n')
    length--;
  return length;
}

static gsize
random_step (int max, gsize left)
{
  gsize step = (gsize) g_test_rand_int_range (1, max);

  return MIN (step, left);
}

static void
grow_at_random (const GString *log)
{
  gsize length = (gsize) g_test_rand_int_range (200, 1000);
  const char *path = write_file ("growing", log->str, length);
  g_autoptr (WeftLoad) load = load_growing (path, WEFT_GROWTH_SURE);
  WeftTrace *trace = weft_load_get_trace (load);

  while (length < log->len)
    {
      gsize more = random_step (2000, log->len - length);
      gsize whole = whole_lines (log, length);

      assert_shows (load, log->str, whole);
      g_assert_cmpint (weft_load_has_rest (load), ==, whole < length);
      g_assert_cmpint (weft_trace_get_state (trace), ==, WEFT_TRACE_GROWING);
      append (path, log->str + length, more);
      length += more;
      g_assert_true (resume (load, WEFT_GROWTH_SURE));
      g_assert_false (resume (load, WEFT_GROWTH_SURE));
    }
  g_assert_true (weft_load_has_rest (load));
  g_assert_false (resume (load, WEFT_GROWTH_NONE));
  g_assert_false (weft_load_has_rest (load));
  g_assert_cmpint (weft_trace_get_state (trace), ==, WEFT_TRACE_COMPLETE);
  assert_shows (load, log->str, log->len);
}

static void
test_cuts (void)
{
  g_autoptr (GString) kanata = make_kanata (300), o3 = make_o3 (100);

  for (guint i = 0; i < 5; i++)
    {
      grow_at_random (kanata);
      grow_at_random (o3);
    }
}

/* Compressed data cut anywhere is no damage as long as more may come. */
static void
test_compressed (void)
{
  g_autoptr (GString) log = make_kanata (5000);
  g_autoptr (GByteArray) gzip = compress_gzip (log->str, log->len);
  g_autoptr (GByteArray) zstd = compress_zstd (log->str, log->len);
  GByteArray *kinds[] = { gzip, zstd };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      /* zstd gives out text by blocks of 128 KiB alone */
      gsize length = kinds[i]->len * 3 / 4;
      const char *path = write_file ("growing", kinds[i]->data, length);
      g_autoptr (WeftLoad) load = load_growing (path, WEFT_GROWTH_SURE);

      while (length < kinds[i]->len)
        {
          gsize more = random_step (5000, kinds[i]->len - length);

          g_assert_true (weft_load_has_rest (load));
          append (path, kinds[i]->data + length, more);
          length += more;
          resume (load, WEFT_GROWTH_SURE);
        }
      resume (load, WEFT_GROWTH_NONE);
      assert_shows (load, log->str, log->len);
    }
}

/* One that is not going to grow ends where it was cut, with an error. */
static void
test_compressed_cut (void)
{
  g_autoptr (GString) log = make_kanata (5000);
  g_autoptr (GByteArray) gzip = compress_gzip (log->str, log->len);
  g_autoptr (WeftLoad) load =
    load_growing (write_file ("cut", gzip->data, gzip->len / 2), WEFT_GROWTH_SURE);
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_load_resume (load, WEFT_GROWTH_NONE, NULL, NULL, &error));
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
  g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (load)), ==, WEFT_TRACE_PARTIAL);
}

/* A line that is too long may come in pieces. */
static void
test_long_line (void)
{
  g_autoptr (GString) log = make_kanata (5);
  g_autoptr (WeftLoad) load = NULL;
  const char *path;
  g_autoptr (GString) dots = g_string_new (NULL);

  g_string_truncate (log, whole_lines (log, log->len));
  for (guint i = 0; i < 700000; i++)
    g_string_append_c (dots, '.');
  path = write_file ("growing", log->str, log->len);
  load = load_growing (path, WEFT_GROWTH_SURE);
  for (guint i = 0; i < 3; i++)
    {
      append (path, dots->str, dots->len);
      g_string_append_len (log, dots->str, (gssize) dots->len);
      resume (load, WEFT_GROWTH_SURE);
      g_assert_true (weft_load_has_rest (load));
    }
  append (path, "\nI\t9\t9\t0\n", 9);
  g_string_append (log, "\nI\t9\t9\t0\n");
  resume (load, WEFT_GROWTH_SURE);
  g_assert_false (weft_load_has_rest (load));
  assert_shows (load, log->str, log->len);
  g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (weft_load_get_trace (load)),
                                            WEFT_SEVERITY_WARNING),
                    ==, 1);
}

/* A file that was not written to for a while is whole, one that was may not be. */
static void
test_likely (void)
{
  g_autoptr (GString) log = make_kanata (20);
  const char *path = write_file ("growing", log->str, log->len);
  const struct timespec past[2] = { { 1000000000, 0 }, { 1000000000, 0 } };
  g_autoptr (WeftLoad) fresh = load_growing (path, WEFT_GROWTH_LIKELY);
  g_autoptr (WeftLoad) old = NULL;

  g_assert_true (weft_load_has_rest (fresh));
  assert_shows (fresh, log->str, whole_lines (log, log->len));
  g_assert_cmpint (utimensat (AT_FDCWD, path, past, 0), ==, 0);
  old = load_growing (path, WEFT_GROWTH_LIKELY);
  g_assert_false (weft_load_has_rest (old));
  g_assert_true (weft_load_can_resume (old));
  g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (old)), ==, WEFT_TRACE_COMPLETE);
  assert_shows (old, log->str, log->len);
}

/* A last line that was read without its newline may get it, and nothing else. */
static void
test_mid_line (void)
{
  static const struct
  {
    const char *more;
    gboolean goes_on;
  } cases[] = { { "\n", TRUE },
                { "\r\n", TRUE },
                { "\nI\t99\t9\t0\n", TRUE },
                { "\r\nI\t99\t9\t0\n", TRUE },
                { "more\n", FALSE },
                { "\r", FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) log = make_kanata (20);
      const char *path = write_file ("growing", log->str, log->len);
      g_autoptr (WeftLoad) load = load_growing (path, WEFT_GROWTH_SURE);

      resume (load, WEFT_GROWTH_NONE);
      append (path, cases[i].more, strlen (cases[i].more));
      g_string_append (log, cases[i].more);
      if (cases[i].goes_on)
        {
          resume (load, WEFT_GROWTH_SURE);
          assert_shows (load, log->str, log->len);
        }
      else if (whole_lines (log, log->len) == log->len)
        assert_ends (load, WEFT_LOAD_ERROR_CUT_LINE);
    }
}

/* --- another text ----------------------------------------------------------------------------- */

static void
assert_label (WeftLoad *load, const char *expected)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));
  g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, 3);

  g_assert_cmpstr (label, ==, expected);
}

static void
cut_file (const char *path, const GString *log G_GNUC_UNUSED)
{
  g_assert_cmpint (truncate (path, 100), ==, 0);
}

static void
write_less (const char *path, const GString *log)
{
  g_assert_cmpint (truncate (path, 0), ==, 0);
  append (path, log->str, log->len / 2);
}

/* As long as it was before, and longer: its size says nothing. */
static void
write_other (const char *path, const GString *log)
{
  g_autoptr (GString) other = g_string_new (log->str);

  g_string_replace (other, "add", "sub", 0);
  g_assert_cmpint (truncate (path, 0), ==, 0);
  append (path, other->str, other->len);
}

static void
write_more (const char *path, const GString *log)
{
  write_other (path, log);
  append (path, "\nI\t999\t9\t0\n", 11);
}

static void
rename_over (const char *path, const GString *log)
{
  const char *other = write_file ("other", log->str, log->len);

  append (other, "\nI\t999\t9\t0\n", 11);
  g_assert_cmpint (rename (other, path), ==, 0);
}

static void
test_replaced (void)
{
  static const struct
  {
    void (*replace) (const char *path, const GString *log);
    gboolean is_readable; /* the old text can still be read, by those who have it open */
  } cases[] = { { cut_file, FALSE },
                { write_less, FALSE },
                { write_other, FALSE },
                { write_more, FALSE },
                { rename_over, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) log = make_kanata (2000);
      const char *path = write_file ("growing", log->str, log->len);
      g_autoptr (WeftLoad) load = load_growing (path, WEFT_GROWTH_SURE);
      g_autofree char *before = dump_trace (weft_load_get_trace (load), DUMP_WITHOUT_TEXTS);

      assert_label (load, "800c: add r3, r2");
      cases[i].replace (path, log);
      assert_label (load, cases[i].is_readable ? "800c: add r3, r2" : NULL);
      assert_ends (load, WEFT_LOAD_ERROR_REPLACED);
      assert_same_dump (dump_trace (weft_load_get_trace (load), DUMP_WITHOUT_TEXTS),
                        g_steal_pointer (&before));
    }
}

/* A file that was deleted is followed for as long as somebody else writes to it. */
static void
test_deleted (void)
{
  g_autoptr (GString) log = make_kanata (20);
  const char *path = write_file ("growing", log->str, log->len);
  g_autoptr (WeftLoad) load = load_growing (path, WEFT_GROWTH_SURE);
  int fd = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);

  g_assert_cmpint (unlink (path), ==, 0);
  g_assert_false (resume (load, WEFT_GROWTH_SURE));
  g_assert_cmpint (write (fd, "\nI\t99\t9\t0\n", 10), ==, 10);
  g_string_append (log, "\nI\t99\t9\t0\n");
  close (fd);
  g_assert_true (resume (load, WEFT_GROWTH_SURE));
  assert_shows (load, log->str, log->len);
}

/* Pipes are waited for as it is, and who does not ask reads all there is, once. */
static void
test_not_growing (void)
{
  g_autoptr (GString) log = make_kanata (20);
  const char *path = make_fifo ("fifo");
  GThread *writer = feed_fifo (path, log->str, log->len);
  g_autoptr (WeftLoad) pipe = load_growing (path, WEFT_GROWTH_SURE);
  g_autoptr (WeftLoad) whole =
    load_growing (write_file ("whole", log->str, log->len), WEFT_GROWTH_NONE);

  g_assert_false (weft_load_can_resume (pipe));
  g_assert_false (weft_load_has_rest (pipe));
  assert_shows (pipe, log->str, log->len);
  g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (pipe)), ==, WEFT_TRACE_COMPLETE);
  g_assert_false (weft_load_can_resume (whole));
  g_thread_join (writer);
}

static void
on_resumed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean grown;

  weft_load_resume_finish (WEFT_LOAD (source), result, &grown, &error);
  g_assert_no_error (error);
  *(int *) data = grown;
}

static void
test_async (void)
{
  g_autoptr (GString) log = make_kanata (20);
  const char *path = write_file ("growing", log->str, log->len);
  g_autoptr (WeftLoad) load = load_growing (path, WEFT_GROWTH_SURE);

  for (int i = 0; i < 2; i++)
    {
      int grown = -1;

      if (i == 1)
        append (path, "\n", 1);
      weft_load_resume_async (load, WEFT_GROWTH_SURE, NULL, on_resumed, &grown);
      while (grown < 0)
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpint (grown, ==, i);
    }
  assert_shows (load, log->str, log->len);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/growing-file/cuts", test_cuts);
  g_test_add_func ("/growing-file/compressed", test_compressed);
  g_test_add_func ("/growing-file/compressed-cut", test_compressed_cut);
  g_test_add_func ("/growing-file/long-line", test_long_line);
  g_test_add_func ("/growing-file/likely", test_likely);
  g_test_add_func ("/growing-file/mid-line", test_mid_line);
  g_test_add_func ("/growing-file/replaced", test_replaced);
  g_test_add_func ("/growing-file/deleted", test_deleted);
  g_test_add_func ("/growing-file/not-growing", test_not_growing);
  g_test_add_func ("/growing-file/async", test_async);
  result = g_test_run ();
  remove_test_folder ();
  return result;
}
