/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-format.h"
#include "weft-load.h"
#include "weft-pipeline-kanata-scan.h"

#include "dump-trace.h"
#include "load-rows.h"
#include "test-files.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

/* However a text is cut and whichever thread scans what, the trace and what is said about it are those that
 * one thread makes of the whole. */

#define MAX_AHEAD 8

/* --- what is compared ------------------------------------------------------------------------- */

static void
note (const WeftDiagnostic *diagnostic, gpointer said)
{
  g_string_append_printf (said, "%u %" G_GINT64_FORMAT ":%" G_GINT64_FORMAT ": %s\n",
                          diagnostic->severity, diagnostic->line, diagnostic->column,
                          diagnostic->message);
}

/* All that can be seen of the trace, and what was said: (transfer full). */
static char *
dump (WeftTrace *trace, GString *said)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (trace);
  g_autofree char *rows = dump_trace (trace, DUMP_ALL);

  return g_strdup_printf ("%s%s%" G_GUINT64_FORMAT " warnings, %" G_GUINT64_FORMAT " infos\n", rows,
                          said->str, weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING),
                          weft_diagnostics_count (diagnostics, WEFT_SEVERITY_INFO));
}

static void
set_max_threads (guint n)
{
  g_autofree char *number = g_strdup_printf ("%u", n);

  g_setenv ("WEFT_SCAN_THREADS", number, TRUE);
}

/* --- a reader, with a pool of its own --------------------------------------------------------- */

typedef struct
{
  WeftReader *reader;
  WeftTextCheck check;
  WeftDiagnostics *faults; /* of the text, which are found before others in the piece */
  WeftScanPool *pool;
  const char *text;
  gsize length;
  gsize added, fed; /* bytes */
  WeftScanJob jobs[MAX_AHEAD];
  guint first, n_jobs;
  guint n_scanned; /* jobs, by threads */
  WeftScanBatch *here;
} Run;

/* The bytes from `at` to the end of a line that is not far; without `random`, all. */
static gsize
cut (const Run *run, gsize at, GRand *random)
{
  gsize rest = run->length - at;
  gint32 most = (gint32) MIN (run->length / 16 + 2, 3000);
  gsize n = random != NULL ? (gsize) g_rand_int_range (random, 0, most) : rest;
  const char *newline = n < rest ? memchr (run->text + at + n, '\n', rest - n) : NULL;

  return newline != NULL ? (gsize) (newline + 1 - run->text) - at : rest;
}

static void
add_pieces (Run *run, GRand *random)
{
  guint n = random != NULL ? (guint) g_rand_int_range (random, 1, MAX_AHEAD + 1) : 1;

  for (; run->n_jobs < n && run->added < run->length; run->n_jobs++)
    {
      WeftScanJob *job = &run->jobs[(run->first + run->n_jobs) % MAX_AHEAD];

      job->bytes = run->text + run->added;
      job->length = cut (run, run->added, random);
      run->added += job->length;
      weft_scan_pool_add (run->pool, job);
    }
}

/* Makes of the piece what a thread would have made, as far as there is room. */
static void
scan_here (Run *run, const WeftScanJob *job, GRand *random)
{
  run->here->capacity = (gsize) g_rand_int_range (random, 8, 200);
  weft_scan_batch_clear (run->here);
  weft_reader_scan (job->bytes, job->length, run->here, run->reader);
  run->reader->scanned = run->here;
}

static void
feed_piece (Run *run, GRand *random)
{
  WeftScanJob *job = &run->jobs[run->first];
  gboolean scans = run->reader->scans;

  run->reader->scanned = weft_scan_pool_take (run->pool, job);
  run->n_scanned += run->reader->scanned != NULL;
  if (run->reader->scanned == NULL && run->reader->scans && random != NULL)
    scan_here (run, job, random);
  weft_text_check_look (&run->check, job->bytes, job->length, run->fed,
                        run->reader->scanned != NULL ? &run->reader->scanned->view : NULL,
                        run->faults);
  g_assert_true (weft_reader_feed (run->reader, job->bytes, job->length, run->fed, NULL));
  run->fed += job->length;
  run->first = (run->first + 1) % MAX_AHEAD;
  run->n_jobs--;
  if (!scans && run->reader->scans)
    weft_scan_pool_begin (run->pool, weft_reader_scan, run->reader);
}

static char *
read_in_pieces (const WeftFormat *format, const char *path, const char *text, gsize length,
                GRand *random, guint *n_scanned)
{
  const WeftReaderSetup setup = { .title = "pieces" };
  Run run = { .reader = format->create (&setup),
              .faults = weft_diagnostics_new (),
              .pool = weft_scan_pool_new (),
              .text = text,
              .length = length,
              .here = weft_scan_batch_new (200) };
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  WeftTextStore *store = weft_text_store_new_for_file (fd);
  g_autoptr (GString) said = g_string_new (NULL), faults = g_string_new ("faults of the text:\n");
  char *all;

  weft_text_check_init (&run.check, format->checks, NULL);
  weft_diagnostics_set_sink (run.reader->diagnostics, note, said);
  weft_diagnostics_set_sink (run.faults, note, faults);
  weft_trace_set_text (run.reader->trace, store);
  weft_text_store_extend (store, length);
  while (run.fed < length)
    {
      add_pieces (&run, random);
      feed_piece (&run, random);
      if (random != NULL && g_rand_int_range (random, 0, 4) == 0)
        weft_reader_publish (run.reader);
    }
  weft_reader_finish (run.reader);
  g_string_append (said, faults->str);
  all = dump (run.reader->trace, said);
  weft_scan_pool_free (run.pool);
  for (guint i = 0; i < MAX_AHEAD; i++)
    weft_scan_job_clear (&run.jobs[i]);
  weft_scan_batch_free (run.here);
  weft_reader_free (run.reader);
  g_object_unref (run.faults);
  weft_text_check_clear (&run.check);
  weft_text_store_unref (store);
  close (fd);
  *n_scanned += run.n_scanned;
  return all;
}

/* --- a load ----------------------------------------------------------------------------------- */

static char *
load (const char *path, guint n_threads)
{
  g_autoptr (GString) said = g_string_new (NULL);
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  set_max_threads (n_threads);
  weft_load_set_diagnostic_sink (load, note, said);
  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  return dump (weft_load_get_trace (load), said);
}

/* --- texts ------------------------------------------------------------------------------------ */

/* Lines that no simulator prints. */
static const char *const odd_lines[] = {
  "",
  "// comment",
  "\t",
  "X\t1",
  "S",
  "S\t1",
  "S\t1\t0",
  "S\t1\t0\tF // comment",
  "S\t1\t0\tF\r",
  "S\t1 \t 0\t F ",
  "S\t-1\t0\tF",
  "S\tword\t0\tF",
  "E\t1\t0\tNever",
  "S\t1\t0\tALongName",
  "S\t999999\t0\tF",
  "S\t1\t0\t",
  "E\t2\t0\tX",
  "I\t1\t1\t0",
  "I\tword\t3\tthread",
  "I\t9223372036854775807\t1\t0",
  "S\t9223372036854775807\t0\tF",
  "I\t123456789012345678\t5\t300",
  "S\t123456789012345678\t0\tF",
  "R\t123456789012345678\t1\t0",
  "R\t3\t3\t49",
  "R\t3\t3",
  "R\t3\t3\t7",
  "W\t3\t888888\t0",
  "W\t3\t2\t70",
  "W\t3\t-2\t0",
  "L\t3\t2\ton a stage",
  "L\t3\t5\tnothing",
  "L\t3\t0\twith\ttabs",
  "L\t3\t1\t\xff\xfe",
  "L\t3\t1\t",
  "L\t3\t1\ttext\r",
  "C\t0",
  "C\t99999999999",
  "C\t-1",
  "C\tx",
  "C=\t5",
  "C\t1 // comment",
  "L\t888888\t0\tno op",
};

static GString *
make_kanata (guint n_ops, const char *prefix, GRand *random)
{
  static const char *const stages[] = { "F", "Dc", "Rn", "Is", "X", "Cm", "Mem", "WbStage" };
  GString *log = g_string_new (NULL);

  g_string_append_printf (log, "%sKanata\t0004\n%sC=\t100\n", prefix, prefix);
  for (guint i = 0; i < n_ops; i++)
    {
      guint old = i - (guint) g_rand_int_range (random, 0, (gint32) MIN (i, 30) + 1);
      guint stage = (guint) g_rand_int_range (random, 0, G_N_ELEMENTS (stages));

      g_string_append_printf (log, "%sI\t%u\t%u\t%u\n%sL\t%u\t0\t%x: add r%u\n", prefix, i, i + 7,
                              i % 3, prefix, i, 0x8000 + 4 * i, i % 32);
      g_string_append_printf (log, "%sS\t%u\t%u\t%s\n%sC\t1\n%sE\t%u\t%u\t%s\n", prefix, old, i % 2,
                              stages[stage], prefix, prefix, old, i % 2, stages[stage]);
      g_string_append_printf (log, "%sS\t%u\t0\tF\n%sW\t%u\t%u\t0\n%sL\t%u\t2\twaits\n", prefix, i,
                              prefix, i, old, prefix, i);
      if (g_rand_int_range (random, 0, 3) > 0)
        g_string_append_printf (log, "%sR\t%u\t%u\t%u\n", prefix, old, old, old % 2);
      if (g_rand_int_range (random, 0, 20) == 0)
        g_string_append_printf (log, "%s%s\n", prefix,
                                odd_lines[g_rand_int_range (random, 0, G_N_ELEMENTS (odd_lines))]);
      if (*prefix != '\0' && i % 50 == 0)
        g_string_append (log, "another line\n");
    }
  g_string_append_printf (log, "%sL\t0\t1\tthe end", prefix);
  return log;
}

/* Lines that gem5 does not print, or that another program prints between. */
static const char *const odd_records[] = {
  "",
  "O3PipeView:",
  "O3PipeView:fetch",
  "O3PipeView:fetch:",
  "O3PipeView:fetch:5",
  "O3PipeView:fetch:5:0x10",
  "O3PipeView:fetch:5:0x10:0",
  "O3PipeView:fetch:5:0x10:0:",
  "O3PipeView:fetch:5:0x10:0:3",
  "O3PipeView:fetch:5:0x10:0:900000",
  "O3PipeView:fetch:5:0x10:0:3:again",
  "O3PipeView:fetch:5:word:0:900001:no PC",
  "O3PipeView:fetch:5:0x:0:900002:no PC",
  "O3PipeView:fetch:5:10:0:900003:a PC without 0x",
  "O3PipeView:fetch:5:0x11112222333344445:0:900004:17 digits",
  "O3PipeView:fetch:5:0xFFFFFFFFFFFFFFFF:0:900005:",
  "O3PipeView:fetch: 5: 0x10: 0: 900006: blanks",
  "O3PipeView:fetch:5:0x10:0:1234567890123456789:19 digits",
  "O3PipeView:fetch:5:0x10:0:99999999999999999999:20 digits",
  "O3PipeView:fetch:-5:0x10:0:900007:negative",
  "O3PipeView:fetch:0:0x10:0:900008:a: colon",
  "O3PipeView:decode:",
  "O3PipeView:decode:0",
  "O3PipeView:decode:1",
  "O3PipeView:decode: 700",
  "O3PipeView:decode:700 ",
  "O3PipeView:decode:700:more",
  "O3PipeView:decode:x",
  "O3PipeView:decode:99999999999999999999",
  "O3PipeView:dXcode:700",
  "O3PipeView:retire:700",
  "O3PipeView:retire:700:store",
  "O3PipeView:retire:700:store:",
  "O3PipeView:retire:700:store:x",
  "O3PipeView:retire:700:stores:5",
  "O3PipeView:retire:0:store:5",
  "O3PipeView:retire:99999:store:99999:more",
  "O3PipeView:thread:5:1",
  "O3PipeView:threads:5:1",
  " O3PipeView:decode:700",
  "3; O3PipeView:decode:700",
  "1000: system.cpu.rename: [tid:1] [sn:5] Renaming arch reg sp to physical reg 32",
  "1000: system.cpu.rename: [tid:0] [sn:7] Looking up arch reg sp, got phys reg 32",
  "another line",
};

/* `eol` ends the lines. */
static GString *
make_o3 (guint n_ops, const char *eol, GRand *random)
{
  static const char *const stages[] = { "decode", "rename", "dispatch", "issue", "complete" };
  GString *log = g_string_new (NULL);

  for (guint i = 1; i <= n_ops; i++)
    {
      guint tick = 500 * (i + (guint) g_rand_int_range (random, 0, 6));

      g_string_append_printf (log, "O3PipeView:fetch:%u:0x%08x:%u:%u:  add x%u, x1%s", tick,
                              0x8000 + 4 * i, i % 2, i, i % 32, eol);
      for (guint stage = 0; stage < G_N_ELEMENTS (stages); stage++)
        {
          tick += 500 * (guint) g_rand_int_range (random, 0, 4);
          g_string_append_printf (log, "O3PipeView:%s:%u%s", stages[stage],
                                  g_rand_int_range (random, 0, 30) > 0 ? tick : tick - 700, eol);
          if (g_rand_int_range (random, 0, 60) == 0)
            g_string_append_printf (
              log, "%s%s", odd_records[g_rand_int_range (random, 0, G_N_ELEMENTS (odd_records))],
              eol);
        }
      g_string_append_printf (log, "O3PipeView:retire:%u:store:%u%s", i % 9 > 0 ? tick + 500 : 0,
                              i % 4 > 0 ? 0 : tick + 900, eol);
    }
  g_string_append (log, "O3PipeView:fetch:1000:0x1:0:777777:the end");
  return log;
}

/* --- tests ------------------------------------------------------------------------------------ */

static void
check_pieces (const char *name, const char *path)
{
  const WeftFormat *format = weft_format_of_name (name);
  g_autoptr (GRand) random = g_rand_new_with_seed (22);
  g_autofree char *text = NULL, *expected = NULL;
  guint n_scanned = 0;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  expected = read_in_pieces (format, path, text, length, NULL, &n_scanned);
  for (guint i = 0; i <= WEFT_SCAN_MAX_THREADS; i++)
    {
      set_max_threads (i);
      assert_same_dump (g_strdup (expected),
                        read_in_pieces (format, path, text, length, random, &n_scanned));
    }
  assert_same_dump (load (path, 0), load (path, WEFT_SCAN_MAX_THREADS));
  g_test_message ("%s: threads scanned %u pieces", path, n_scanned);
}

static void
test_odd_kanata (void)
{
  static const char *const prefixes[] = { "", "kanata: ", "I\t" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (i);
      g_autoptr (GString) log = make_kanata (1500, prefixes[i], random);

      check_pieces ("Kanata log", write_file ("odd", log->str, log->len));
    }
}

/* Lines that end as on Windows are read one by one, with care. */
static void
test_odd_o3 (void)
{
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (i), same = g_rand_new_with_seed (i);
      g_autoptr (GString) plain = make_o3 (700, "\n", random);
      g_autoptr (GString) careful = make_o3 (700, "\r\n", same);
      const char *path = write_file ("odd", plain->str, plain->len);

      check_pieces ("gem5 O3PipeView log", path);
      assert_same_dump (load_rows (write_file ("careful", careful->str, careful->len)),
                        load_rows (path));
    }
}

/* The traces that are there of a format. */
static void
test_samples (void)
{
  static const struct
  {
    const char *format, *name;
    gboolean shared;
  } samples[] = {
    { "gem5 O3PipeView log", "o3pipeview-core.out", FALSE },
    { "Kanata log", "kanata-core.log", FALSE },
    { "Kanata log", "kanata-two-ops.log", FALSE },
    { "Kanata log", "kanata/izumi-sargantana-addi.kanata", TRUE },
    { "Kanata log", "kanata/konata-fixture-kanata.txt", TRUE },
    { "Kanata log", "kanata/konata-sample-1.log", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path =
        samples[i].shared
          ? g_build_filename (g_getenv ("WEFT_SHARED_TRACES"), samples[i].name, NULL)
          : g_test_build_filename (G_TEST_DIST, "..", "..", "samples", samples[i].name, NULL);

      if (!samples[i].shared || g_file_test (path, G_FILE_TEST_EXISTS))
        check_pieces (samples[i].format, path);
      else
        g_test_message ("%s is not there", path);
    }
}

/* A log of many blocks, plain and compressed: threads are there from the second block on. */
static void
test_blocks (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  g_autoptr (GString) log = make_kanata (40000, "", random);
  g_autoptr (GByteArray) gzip = compress_gzip (log->str, log->len);
  const char *plain = write_file ("plain", log->str, log->len);
  const char *packed = write_file ("packed", gzip->data, gzip->len);
  g_autofree char *expected = load (plain, 0);

  g_assert_cmpuint (log->len, >, 4 * WEFT_BLOCK_SIZE);
  for (guint i = 1; i <= WEFT_SCAN_MAX_THREADS; i++)
    {
      assert_same_dump (g_strdup (expected), load (plain, i));
      assert_same_dump (g_strdup (expected), load (packed, i));
    }
}

/* Loads a text of many blocks with several threads and with one, and compares what is said of it. (That its rows are
 * the same, tests of weft-cli compare.) */
static void
check_said (const char *name, const GString *text)
{
  const char *path = write_file (name, text->str, text->len);
  g_autoptr (GString) expected = NULL;

  g_assert_cmpuint (text->len, >, 4 * WEFT_BLOCK_SIZE);
  for (guint i = 0; i <= WEFT_SCAN_MAX_THREADS; i++)
    {
      g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
      g_autoptr (GString) said = g_string_new (NULL);

      set_max_threads (i);
      weft_load_set_diagnostic_sink (load, note, said);
      weft_load_run (load, NULL, NULL);
      g_assert_nonnull (weft_load_get_trace (load));
      if (expected == NULL)
        expected = g_steal_pointer (&said);
      else
        g_assert_cmpstr (said->str, ==, expected->str);
    }
  g_assert_cmpuint (expected->len, >, 0);
}

static void
test_json (void)
{
  g_autoptr (GString) array = g_string_new ("{\"traceEvents\": [");
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < 50000; i++)
    {
      g_string_append_printf (array,
                              "%s{\"ph\": \"X\", \"ts\": %u, \"dur\": %s, \"name\": \"%s\", "
                              "\"pid\": 1, \"tid\": %u, \"args\": {\"list\": [{\"a\": 1}]}}",
                              i > 0 ? ",\n" : "", 10 * i, i % 700 == 3 ? "NaN" : "5",
                              i % 5000 == 7 ? "\\\"}, {\\u0000" : "plain", i % 4);
      g_string_append_printf (lines,
                              "{\"seq\":%u,\"master\":\"MSH2\",\"tick_first_attempt\":%u,"
                              "\"tick_complete\":%u,\"addr\":\"0x%08X\",\"size\":%u,\"rw\":\"R\","
                              "\"kind\":\"read\",\"service_cycles\":1,\"retries\":0}\n",
                              i % 4999 == 5 ? 1 : i, 2 * i, 2 * i + 1, i, i % 3001 == 9 ? 3 : 4);
    }
  g_string_append (array, "]}");
  check_said ("array", array);
  check_said ("lines", lines);
}

/* Lines so short that a block has more than a batch has room for. */
static void
test_short_lines (void)
{
  g_autoptr (GString) log = g_string_new ("Kanata\t0004\nI\t0\t0\t0\nS\t0\t0\tF\n");
  const char *path;

  while (log->len < 5 * WEFT_BLOCK_SIZE)
    g_string_append (log, "C\t1\n");
  g_string_append (log, "L\t0\t0\tlate\nR\t0\t0\t0\n");
  path = write_file ("short", log->str, log->len);
  assert_same_dump (load (path, 0), load (path, 2));
}

/* Ids so far apart that words count from another one each time, while the id of the stage that ends is that of the one
 * that began. Lines that end as on Windows go the careful way, which knows nothing of that. */
static void
test_far_ids (void)
{
  static const char *const lines[] = {
    "Kanata\t0004",
    "I\t1\t1\t0",
    "I\t9000000000\t2\t0",
    "S\t9000000000\t0\tF",
    "S\t1\t0\tF",
    "L\t9000000000\t0\tfar",
    "C\t5",
    "E\t1\t0\tF",
    "C\t3",
    "R\t1\t1\t0",
    "R\t9000000000\t2\t0",
    "C\t1000000",
  };
  g_autoptr (GString) plain = g_string_new (NULL), careful = g_string_new (NULL);
  char *expected;

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_string_append_printf (plain, "%s\n", lines[i]);
      g_string_append_printf (careful, "%s\r\n", lines[i]);
    }
  expected = load (write_file ("careful", careful->str, careful->len), 0);
  assert_same_dump (expected, load (write_file ("far", plain->str, plain->len), 0));
}

/* Lines of the plain form are taken apart, however long their ids are: none is left to the careful way. */
static void
test_plain_kanata (void)
{
  static const char commands[] = "ISEWRC";
  g_autoptr (WeftScanBatch) batch = weft_scan_batch_new (64);

  for (gint64 id = 7; id < G_GINT64_CONSTANT (1000000000000); id = 10 * id + 3)
    for (guint i = 0; commands[i] != '\0'; i++)
      {
        g_autofree char *line =
          commands[i] == 'C'
            ? g_strdup_printf ("C\t%" G_GINT64_FORMAT "\n", id % 1000)
            : g_strdup_printf ("%c\t%" G_GINT64_FORMAT "\t1\t0\n", commands[i], id);
        g_autofree char *text = g_strconcat (line, "C\t1\nC\t1\nC\t1\nC\t1\nC\t1\n", NULL);
        const guint64 *word = batch->words;

        weft_scan_batch_clear (batch);
        weft_pipeline_kanata_scan (text, strlen (text), NULL, 0, batch);
        for (; weft_kanata_scan_command (*word) < WEFT_KANATA_SCAN_OTHER; word += 2)
          if (weft_kanata_scan_command (*word) == WEFT_KANATA_SCAN_BASE)
            g_assert_cmpint ((gint64) word[1], ==, id);
        g_assert_cmpuint (weft_kanata_scan_command (*word), ==, (guint) commands[i]);
        g_assert_cmpuint (weft_kanata_scan_length (*word), ==, strlen (line));
      }
}

static void
cancel (const WeftDiagnostic *diagnostic G_GNUC_UNUSED, gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

/* A load that is cancelled while threads scan ends, and keeps what was read. */
static void
test_cancel (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (GString) log = make_kanata (40000, "", random);
  const char *path = write_file ("cancelled", log->str, log->len);
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  set_max_threads (WEFT_SCAN_MAX_THREADS);
  weft_load_set_diagnostic_sink (load, cancel, cancellable);
  g_assert_false (weft_load_run (load, cancellable, &error));
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED);
  g_assert_cmpint (weft_trace_get_state (weft_load_get_trace (load)), ==, WEFT_TRACE_PARTIAL);
}

/* --- a pool alone ----------------------------------------------------------------------------------- */

/* As many words as there may be. `data` counts blocks. */
static void
fill (const char *bytes G_GNUC_UNUSED, gsize length, WeftScanBatch *batch, gconstpointer data)
{
  for (gsize i = 0; i < length / 8 && weft_scan_batch_has_room (batch, 1); i++)
    weft_scan_batch_put (batch, i);
  g_atomic_int_inc ((gint *) data);
}

/* A batch has room for what its block may say, also where the block before was shorter. */
static void
test_room (void)
{
  const gsize lengths[] = { 1000, WEFT_BLOCK_SIZE / 8, WEFT_BLOCK_SIZE, 2000 };
  g_autofree char *text = g_malloc0 (WEFT_BLOCK_SIZE);
  g_autoptr (WeftScanPool) pool = weft_scan_pool_new ();
  WeftScanJob jobs[2] = { { .bytes = text }, { .bytes = text } };
  gint n_blocks = 0;

  set_max_threads (1);
  weft_scan_pool_begin (pool, fill, &n_blocks);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      for (guint j = 0; j < 2; j++)
        {
          jobs[j].length = lengths[i];
          weft_scan_pool_add (pool, &jobs[j]);
        }
      while (g_atomic_int_get (&n_blocks) < 2 * (gint) (i + 1))
        g_thread_yield ();
      for (guint j = 0; j < 2; j++)
        g_assert_cmpuint (weft_scan_pool_take (pool, &jobs[j])->n_words, ==, lengths[i] / 8);
    }
  weft_scan_pool_stop (pool);
  weft_scan_job_clear (&jobs[0]);
  weft_scan_job_clear (&jobs[1]);
}

typedef struct
{
  pthread_mutex_t lock; /* as those of GLib tell nothing to who watches threads */
  pthread_cond_t changed;
  GThread *taker;
  gboolean runs;      /* the thread is at the first block */
  gboolean helped;    /* the one who takes has scanned another meanwhile */
  gboolean timed_out; /* nobody did */
} Helped;

/* The pool's thread is at its first block until the one who takes has scanned one. */
static void
wait_for_help (const char *bytes G_GNUC_UNUSED, gsize length G_GNUC_UNUSED,
               WeftScanBatch *batch G_GNUC_UNUSED, gconstpointer data)
{
  Helped *helped = (Helped *) data;
  const struct timespec until = { time (NULL) + 20, 0 };

  pthread_mutex_lock (&helped->lock);
  helped->runs = TRUE;
  helped->helped |= g_thread_self () == helped->taker;
  pthread_cond_broadcast (&helped->changed);
  while (!helped->helped && !helped->timed_out)
    helped->timed_out =
      pthread_cond_timedwait (&helped->changed, &helped->lock, &until) == ETIMEDOUT;
  pthread_mutex_unlock (&helped->lock);
}

/* Who waits for a block scans the one behind it. */
static void
test_helped (void)
{
  g_autoptr (WeftScanPool) pool = weft_scan_pool_new ();
  WeftScanJob jobs[2] = { { .bytes = "", .length = 0 }, { .bytes = "", .length = 0 } };
  Helped helped = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER,
                    .taker = g_thread_self () };

  set_max_threads (1);
  weft_scan_pool_begin (pool, wait_for_help, &helped);
  weft_scan_pool_add (pool, &jobs[0]);
  weft_scan_pool_add (pool, &jobs[1]);
  pthread_mutex_lock (&helped.lock);
  while (!helped.runs)
    pthread_cond_wait (&helped.changed, &helped.lock);
  pthread_mutex_unlock (&helped.lock);
  g_assert_nonnull (weft_scan_pool_take (pool, &jobs[0]));
  g_assert_nonnull (weft_scan_pool_take (pool, &jobs[1]));
  g_assert_false (helped.timed_out);
  weft_scan_pool_stop (pool);
  weft_scan_job_clear (&jobs[0]);
  weft_scan_job_clear (&jobs[1]);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scan-pool/odd-kanata", test_odd_kanata);
  g_test_add_func ("/scan-pool/odd-o3", test_odd_o3);
  g_test_add_func ("/scan-pool/samples", test_samples);
  g_test_add_func ("/scan-pool/blocks", test_blocks);
  g_test_add_func ("/scan-pool/json", test_json);
  g_test_add_func ("/scan-pool/short-lines", test_short_lines);
  g_test_add_func ("/scan-pool/far-ids", test_far_ids);
  g_test_add_func ("/scan-pool/plain-kanata", test_plain_kanata);
  g_test_add_func ("/scan-pool/cancel", test_cancel);
  g_test_add_func ("/scan-pool/room", test_room);
  g_test_add_func ("/scan-pool/helped", test_helped);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
