/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-index.h"

#include "dump-trace.h"
#include "same-rows.h"
#include "test-files.h"
#include "weft-bus-trace.h"
#include "weft-index-cache.h"
#include "weft-load.h"

#include <utime.h>

/* Logs that have got more since their index file was made are read on from where that ends, and are all that a load of the
 * whole is: rows, texts, diagnostics, pyramids. What is no such log is read anew. */

static const char *path; /* of the log */

static void
make_old (const char *file)
{
  struct utimbuf old = { 1000000000, 1000000000 };

  g_assert_cmpint (utime (file, &old), ==, 0);
}

static void
write_log (const char *bytes, gsize length)
{
  path = write_file ("appended.log", bytes, length);
  make_old (path);
}

static void
append (const char *bytes, gsize length)
{
  int fd = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);

  g_assert_cmpint (write (fd, bytes, length), ==, (gssize) length);
  close (fd);
  make_old (path);
}

static WeftLoad *
load_as (WeftGrowth growth)
{
  WeftLoad *self = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  weft_load_set_growth (self, growth);
  weft_load_run (self, NULL, &error);
  g_assert_no_error (error);
  return self;
}

/* Without any index file. */
static WeftLoad *
load_fresh (void)
{
  WeftLoad *self;

  weft_load_index_set_after (-1);
  self = load_as (WEFT_GROWTH_NONE);
  weft_load_index_set_after (0);
  return self;
}

static void
make_index (void)
{
  g_object_unref (load_as (WEFT_GROWTH_NONE));
  weft_load_index_wait ();
}

/* Loads, and tells whether the index file was of use, of which no other takes the place. */
static WeftLoad *
load_used (WeftGrowth growth, gboolean *used)
{
  g_autofree char *index = weft_index_cache_get_path (path);
  struct stat status;
  WeftLoad *self;

  make_old (index);
  g_setenv ("WEFT_INDEX_QUOTA", "1", TRUE);
  self = load_as (growth);
  weft_load_index_wait ();
  g_unsetenv ("WEFT_INDEX_QUOTA");
  g_assert_cmpint (stat (index, &status), ==, 0);
  *used = status.st_mtime != 1000000000;
  return self;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* In the order of their texts: what is wrong with the bytes of a block is said before what is with its lines. */
static char *
tell_diagnostics (WeftLoad *load)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (weft_load_get_trace (load));
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < weft_diagnostics_get_n_kept (diagnostics); i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      g_ptr_array_add (lines, g_strdup_printf ("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ": %s: %s",
                                               diagnostic.line, diagnostic.column,
                                               weft_severity_to_string (diagnostic.severity),
                                               diagnostic.message));
      weft_diagnostic_clear (&diagnostic);
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
assert_same_bus (WeftBusTrace *a, WeftBusTrace *b)
{
  g_autoptr (WeftBusSnapshot) one = weft_bus_trace_ref_snapshot (a);
  g_autoptr (WeftBusSnapshot) other = weft_bus_trace_ref_snapshot (b);

  g_assert_cmpuint (one->n_rows, ==, other->n_rows);
  g_assert_cmpmem (&one->counts, sizeof one->counts, &other->counts, sizeof other->counts);
  g_assert_cmpuint (one->first_tick, ==, other->first_tick);
  g_assert_cmpuint (one->last_tick, ==, other->last_tick);
  for (guint32 place = 0; place < one->n_rows; place++)
    {
      const guint32 row = weft_bus_snapshot_row_at (one, place);
      WeftBusRecord x, y;

      memset (&x, 0, sizeof x);
      memset (&y, 0, sizeof y);
      g_assert_cmpuint (row, ==, weft_bus_snapshot_row_at (other, place));
      weft_bus_snapshot_get_record (one, row, &x);
      weft_bus_snapshot_get_record (other, row, &y);
      g_assert_cmpmem (&x, sizeof x, &y, sizeof y);
      g_assert_cmpstr (weft_bus_trace_get_kind (a, x.kind), ==,
                       weft_bus_trace_get_kind (b, y.kind));
    }
}

static WeftPipelineRows *
rows_of (WeftLoad *load)
{
  WeftPipelineRows *rows =
    weft_pipeline_rows_new (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)), WEFT_ROWS_ALL);

  weft_pipeline_rows_update (rows);
  return rows;
}

static void
assert_same (WeftLoad *a, WeftLoad *b)
{
  g_autoptr (WeftPipelineRows) one = NULL, other = NULL;

  assert_same_dump (tell_diagnostics (a), tell_diagnostics (b));
  g_assert_cmpstr (weft_trace_get_format (weft_load_get_trace (a)), ==,
                   weft_trace_get_format (weft_load_get_trace (b)));
  if (WEFT_IS_BUS_TRACE (weft_load_get_trace (a)))
    {
      assert_same_bus (WEFT_BUS_TRACE (weft_load_get_trace (a)),
                       WEFT_BUS_TRACE (weft_load_get_trace (b)));
      return;
    }
  one = rows_of (a);
  other = rows_of (b);
  assert_same_dump (dump_trace (weft_load_get_trace (a), DUMP_ALL),
                    dump_trace (weft_load_get_trace (b), DUMP_ALL));
  assert_same_rows (one, other);
}

static void
assert_fresh (WeftLoad *load)
{
  g_autoptr (WeftLoad) fresh = load_fresh ();

  assert_same (load, fresh);
}

/* The end of the line that has the byte at `at`. */
static gsize
end_of_line (const char *bytes, gsize length, gsize at)
{
  const char *newline = memchr (bytes + at, '\n', length - at);

  return newline != NULL ? (gsize) (newline - bytes) + 1 : length;
}

/* --- logs ------------------------------------------------------------------------------------------------- */

/* Lines that are not as they should be, about an op, whose id stands between the two. */
static const char *const odd[][2] = {
  { "L\t", "\t3\tother" },     { "S\t", "\t0\tF // comment" },
  { "E\t", "\t0\tnever" },     { "Q\t", "" },
  { "W\t", "\t900000\t2" },    { "R\t", "\t0\t48" },
  { "L\t", "\t2\tla\xff te" }, { "I\t", "\tgid\tthread" },
};

static void
add_op (GString *log, guint i)
{
  g_string_append_printf (log, "I\t%u\t%u\t%u\nL\t%u\t0\t%x: \nL\t%u\t0\tadd r%u\nS\t%u\t0\tF\n",
                          i * 3, i + 7, i % 2, i * 3, 0x8000 + 4 * (i % 50), i * 3, i % 7, i * 3);
  g_string_append_printf (log, "C\t%u\nS\tdeep\tlane%u\tX%u\n", i % 3, i % 4, i % 90);
  if (i >= 9)
    g_string_append_printf (log, "E\t%u\t0\tF\nS\t%u\t1\tX\nW\t%u\t%u\t0\nR\t%u\t%u\t%u\n",
                            (i - 4) * 3, (i - 4) * 3, (i - 4) * 3, (i + i % 5 - 4) * 3, (i - 9) * 3,
                            i - 9, i % 5 == 0);
  if (i % 11 != 0 || i > 5000)
    return;
  g_string_append_printf (log, "%s%u%s%s", odd[i / 11 % G_N_ELEMENTS (odd)][0], i / 2 * 3,
                          odd[i / 11 % G_N_ELEMENTS (odd)][1], i % 2 ? "\n" : "\r\n");
}

/* One in which, wherever it is cut, there is an open op, one with very many stages, and a producer that has not begun;
 * with words for ids; among other output of a simulator where its lines have a prefix. */
static char *
make_log (const char *prefix, guint n_ops)
{
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\nC=\t-7\nI\tdeep\t0\t0\n");
  g_auto (GStrv) lines = NULL;
  GString *all = g_string_new ("noise\n");

  for (guint i = 0; i < n_ops; i++)
    add_op (log, i);
  if (*prefix == '\0')
    g_string_assign (all, log->str);
  lines = *prefix != '\0' ? g_strsplit (log->str, "\n", -1) : NULL;
  for (guint i = 0; lines != NULL && lines[i + 1] != NULL; i++)
    g_string_append_printf (all, "%s%s\n%s", prefix, lines[i], i % 13 == 5 ? "noise\n" : "");
  return g_string_free (all, FALSE);
}

/* A log of gem5, with blocks in the order in which ops leave, of which the last one's ticks lie between those of cycles, or
 * run backwards. */
static char *
make_o3 (guint n_ops, gboolean runs_backwards)
{
  GString *log = g_string_new (NULL);

  for (guint i = 0; i < n_ops; i++)
    {
      const guint sn = i % 8 == 3 ? i + 1 : i % 8 == 4 ? i - 1 : i;
      const gboolean is_last = i + 1 == n_ops;
      const guint at = 100000 + 500 * sn + (is_last && !runs_backwards ? 250 : 0);

      g_string_append_printf (log, "O3PipeView:fetch:%u:0x%x:0:%u:  add r%u, r2\n", at,
                              0x8000 + 4 * (sn % 60), sn + 1, sn % 32);
      g_string_append_printf (log, "O3PipeView:decode:%u\nO3PipeView:rename:%u\n", at + 500,
                              is_last && runs_backwards ? at - 101 : at + 1000);
      g_string_append_printf (log, "O3PipeView:dispatch:%u\nO3PipeView:issue:%u\n", at + 1500,
                              i % 50 == 7 ? 0 : at + 2000 + 500 * (i % 3));
      g_string_append_printf (log, "O3PipeView:complete:%u\nO3PipeView:retire:%u:store:0\n",
                              at + 4000, i % 5 == 0 ? 0 : at + 5000);
      if (i % 40 == 11)
        g_string_append (log, "info: some output\nO3PipeView:issue:x\nO3PipeView:what:1\n");
    }
  return g_string_free (log, FALSE);
}

/* Records of which some complete before the one above, and others come twice, with words and members that nobody knows; or
 * all in order. */
static char *
make_bus (guint n_records, gboolean is_odd)
{
  GString *log = g_string_new (NULL);

  for (guint i = 0; i < n_records; i++)
    {
      g_string_append_printf (
        log,
        "{\"seq\":%u,\"master\":\"%s\",\"tick_first_attempt\":%u,\"tick_complete\":%u,"
        "\"addr\":\"0x0600%04X\",\"size\":%u,\"rw\":\"R\",\"kind\":\"%s\",",
        is_odd && i % 40 == 39 ? i - 30 : i, i % 3 == 0 ? "DMA" : "MSH2", i * 10,
        i * 10 + (is_odd ? i % 7 * 9 : 3), i & 0xfffe, is_odd && i % 60 == 0 ? 4096 + i : 4,
        is_odd && i % 50 == 0 ? "burst" : "read");
      g_string_append_printf (log, "\"service_cycles\":%u,\"retries\":%u%s}\n", i % 7, i % 5,
                              is_odd && i % 70 == 69 ? ",\"un\\u006bnown\":1" : "");
      if (is_odd && i % 90 == 80)
        g_string_append (log, "\n{\"seq\": what}\n");
    }
  return g_string_free (log, FALSE);
}

/* --- tests ------------------------------------------------------------------------------------------------ */

/* Whether the index file of the first `cut` bytes, which end a line or all but its newline, is of use for all of them. */
static void
check_cut (const char *bytes, gsize length, gsize cut)
{
  g_autoptr (WeftLoad) whole = NULL;
  gboolean used;

  write_log (bytes, cut);
  make_index ();
  append (bytes + cut, length - cut);
  whole = load_used (WEFT_GROWTH_NONE, &used);
  g_assert_true (used);
  g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (whole)), ==, WEFT_TRACE_COMPLETE);
  assert_fresh (whole);
}

static void
check_cuts (const char *bytes, gsize length, guint n_cuts)
{
  const gsize first = end_of_line (bytes, length, 40);

  for (guint i = 0; i < n_cuts; i++)
    {
      gsize at = (gsize) g_test_rand_int_range ((int) first, (int) length);

      check_cut (bytes, length, end_of_line (bytes, length, at) - (i % 3 == 0));
    }
}

static void
test_cuts (void)
{
  static const char *const prefixes[] = { "", "sim: " };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_autofree char *log = make_log (prefixes[i], 300);

      check_cuts (log, strlen (log), 25);
    }
}

static void
test_cuts_o3 (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *log = make_o3 (400, i);
      const gsize length = strlen (log), last = (gsize) (g_strrstr (log, "fetch") - log);

      for (guint k = 0; k < 20; k++)
        check_cut (log, length,
                   end_of_line (log, length, (gsize) g_test_rand_int_range (300, (int) last - 20))
                     - (k % 3 == 0));
    }
}

static void
test_cuts_bus (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *log = make_bus (500, i == 1);

      check_cuts (log, strlen (log), 20);
    }
}

static void
test_samples (void)
{
  static const char *const samples[] = { "kanata-core.log", "kanata-two-ops.log",
                                         "saturnis-bus.jsonl" };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *sample =
        g_test_build_filename (G_TEST_DIST, "..", "..", "samples", samples[i], NULL);
      g_autofree char *log = NULL;

      g_assert_true (g_file_get_contents (sample, &log, NULL, NULL));
      check_cuts (log, strlen (log), 10);
    }
}

/* With rows that lie packed in the index file, some of which change; twice, as the second index file is made of such a
 * trace. */
static void
test_large (void)
{
  g_autofree char *log = make_log ("", 150000);
  const gsize length = strlen (log), cut = end_of_line (log, length, length / 10 * 7);
  const gsize other = end_of_line (log, length, length / 10 * 9);

  check_cut (log, length, cut);
  write_log (log, cut);
  make_index ();
  append (log + cut, other - cut);
  make_index ();
  append (log + other, length - other);
  {
    gboolean used;
    g_autoptr (WeftLoad) whole = load_used (WEFT_GROWTH_NONE, &used);

    g_assert_true (used);
    assert_fresh (whole);
  }
}

/* A file that does not begin any more as it did, at whatever byte; is shorter; or goes on in a line that was read. */
static void
test_changed (void)
{
  g_autofree char *log = make_log ("", 20000);
  const gsize length = strlen (log), cut = end_of_line (log, length, length / 2);

  for (guint i = 0; i < 4; i++)
    {
      gsize at = cut / 4 * i + (gsize) g_test_rand_int_range (20, (int) (cut / 4));
      gsize indexed = i < 3 ? cut : cut - 2;
      g_autoptr (WeftLoad) whole = NULL;
      gboolean used;

      write_log (log, indexed);
      make_index ();
      append (log + indexed, length - indexed);
      if (i < 3)
        {
          g_autofree char *changed = g_memdup2 (log, length);

          changed[at] ^= 1;
          write_log (changed, length);
        }
      whole = load_used (WEFT_GROWTH_NONE, &used);
      g_assert_false (used);
      assert_fresh (whole);
    }
}

/* All that came is kept, too, where it is much. */
static void
test_renewed (void)
{
  g_autofree char *log = make_log ("", 3000);
  const gsize length = strlen (log);

  weft_load_index_set_after (0);
  for (guint i = 0; i < 2; i++)
    {
      const gsize cut = end_of_line (log, length, i == 0 ? length / 2 : length - length / 20);
      g_autofree char *index = NULL;
      struct stat before, after;

      write_log (log, cut);
      make_index ();
      index = weft_index_cache_get_path (path);
      g_assert_cmpint (stat (index, &before), ==, 0);
      append (log + cut, length - cut);
      weft_load_index_set_after (G_MAXINT64);
      make_index ();
      weft_load_index_set_after (0);
      g_assert_cmpint (stat (index, &after), ==, 0);
      g_assert_cmpint (before.st_ino != after.st_ino, ==, i == 0);
    }
}

/* A log that is followed is read on from where its index file ends, and on from there. */
static void
test_followed (void)
{
  g_autofree char *log = make_log ("", 2000);
  const gsize length = strlen (log);
  gsize at = end_of_line (log, length, length / 2);
  g_autoptr (WeftLoad) load = NULL;
  gboolean used, grown;

  write_log (log, at);
  make_index ();
  append (log + at, 1000);
  at += 1000;
  load = load_used (WEFT_GROWTH_SURE, &used);
  g_assert_true (used);
  g_assert_true (weft_load_has_rest (load) || log[at - 1] == '\n');
  g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (load)), ==, WEFT_TRACE_GROWING);
  while (at < length)
    {
      g_autoptr (GError) error = NULL;
      gsize n = MIN (length - at, 30000);

      append (log + at, n);
      at += n;
      weft_load_resume (load, WEFT_GROWTH_SURE, &grown, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (grown);
    }
  assert_fresh (load);
}

/* A trace that was restored whole goes on in place once its log gets more, and is loaded anew where that was changed. */
static void
test_resumed (void)
{
  g_autofree char *log = make_log ("", 2000);
  const gsize length = strlen (log), cut = end_of_line (log, length, length / 2);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (WeftLoad) load = NULL;
      g_autoptr (GError) error = NULL;
      gboolean used, grown;

      write_log (log, cut);
      make_index ();
      load = load_used (i == 0 ? WEFT_GROWTH_LIKELY : WEFT_GROWTH_SURE, &used);
      g_assert_true (used);
      g_assert_true (weft_load_resume (load, WEFT_GROWTH_SURE, &grown, NULL, &error));
      g_assert_false (grown);
      append (log + cut, length - cut);
      g_assert_true (weft_load_resume (load, WEFT_GROWTH_SURE, &grown, NULL, &error));
      g_assert_true (grown);
      g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (load)), ==, WEFT_TRACE_GROWING);
      assert_fresh (load);
      g_assert_false (weft_load_resume (load, WEFT_GROWTH_NONE, &grown, NULL, &error) && grown);
      g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (load)), ==, WEFT_TRACE_COMPLETE);
      assert_fresh (load);
    }
}

/* Lines behind an index file that tell of ops that never began are said, whatever numbers they have. */
static void
test_unknown (void)
{
  g_autofree char *log = make_log ("", 50);
  g_autoptr (GString) more = g_string_new (NULL);
  g_autoptr (WeftLoad) load = NULL;
  gboolean used;

  write_log (log, strlen (log));
  make_index ();
  for (guint id = 0; id < 200; id++)
    g_string_append_printf (more, "S\t%u\t0\tLate\n", id);
  append (more->str, more->len);
  load = load_used (WEFT_GROWTH_NONE, &used);
  g_assert_true (used);
  assert_fresh (load);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_setenv ("XDG_CACHE_HOME", test_folder (), TRUE);
  weft_load_index_set_after (0);
  g_test_add_func ("/load-appended/cuts", test_cuts);
  g_test_add_func ("/load-appended/cuts-o3", test_cuts_o3);
  g_test_add_func ("/load-appended/cuts-bus", test_cuts_bus);
  g_test_add_func ("/load-appended/samples", test_samples);
  g_test_add_func ("/load-appended/large", test_large);
  g_test_add_func ("/load-appended/changed", test_changed);
  g_test_add_func ("/load-appended/renewed", test_renewed);
  g_test_add_func ("/load-appended/followed", test_followed);
  g_test_add_func ("/load-appended/resumed", test_resumed);
  g_test_add_func ("/load-appended/unknown", test_unknown);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
