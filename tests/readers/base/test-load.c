/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load.h"

#include "dump-trace.h"
#include "test-files.h"
#include "wait.h"
#include "weft-description-find.h"
#include "weft-format.h"
#include "weft-pipeline-texts.h"

/* A Kanata log of `n_ops` ops. */
static GString *
make_log (guint n_ops)
{
  GString *log = g_string_new ("Kanata\t0004\nC=\t100\n");

  for (guint i = 0; i < n_ops; i++)
    {
      g_string_append_printf (log, "I\t%u\t%u\t0\nL\t%u\t0\t%x: add r%u, r2\n", i, i + 7, i,
                              0x8000 + 4 * i, i % 32);
      g_string_append_printf (log, "S\t%u\t0\tF\nC\t1\nS\t%u\t0\tX\nC\t1\n", i, i);
      if (i > 0)
        g_string_append_printf (log, "W\t%u\t%u\t0\n", i, i - 1);
      g_string_append_printf (log, "E\t%u\t0\tX\nR\t%u\t%u\t0\n", i, i, i);
    }
  return log;
}

static WeftLoad *
load_file (const char *path, GError **error)
{
  WeftLoad *load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  g_assert_true (weft_load_run (load, NULL, error) == (*error == NULL));
  return load;
}

static guint32
count_ops (WeftLoad *load)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));

  return snapshot->n_ops;
}

/* The same log shows the same trace, whatever it lies in. */
static void
test_kinds (void)
{
  g_autoptr (GString) log = make_log (20000);
  g_autoptr (GByteArray) gzip = compress_gzip (log->str, log->len);
  g_autoptr (GByteArray) zstd = compress_zstd (log->str, log->len);
  const char *paths[] = { write_file ("a", log->str, log->len),
                          write_file ("b", gzip->data, gzip->len),
                          write_file ("c", zstd->data, zstd->len), make_fifo ("d") };
  GThread *writer = feed_fifo (paths[3], log->str, log->len);
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftLoad) load = load_file (paths[i], &error);
      WeftTrace *trace = weft_load_get_trace (load);
      guint64 done, total;

      g_assert_no_error (error);
      g_assert_cmpint (weft_trace_get_state (trace), ==, WEFT_TRACE_COMPLETE);
      g_assert_cmpstr (weft_trace_get_title (trace), ==, strrchr (paths[i], '/') + 1);
      g_assert_cmpstr (weft_trace_get_format (trace), ==, "Kanata 0004");
      g_assert_cmpuint (
        weft_diagnostics_count (weft_trace_get_diagnostics (trace), WEFT_SEVERITY_WARNING), ==, 0);
      weft_load_get_progress (load, &done, &total);
      g_assert_cmpuint (done, >, 0);
      g_assert_true (i == 3 ? total == 0 : total == done);
      if (expected == NULL)
        expected = dump_trace (trace, DUMP_ALL);
      else
        assert_same_dump (g_strdup (expected), dump_trace (trace, DUMP_ALL));
    }
  g_assert_nonnull (strstr (expected, "20000 ops, 19999 dependencies, cycles 100..40100"));
  g_assert_nonnull (strstr (expected, "label=\"8004: add r1, r2\""));
  g_thread_join (writer);
}

static void
assert_fails (const char *path, WeftLoadError code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLoad) load = load_file (path, &error);

  g_assert_error (error, WEFT_LOAD_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_null (weft_load_get_trace (load));
}

static void
test_unusable (void)
{
  g_autoptr (GByteArray) empty = compress_gzip ("", 0);
  static const char queue[] = "{\"commands\": [\n{\"cmdq_id\": 0, \"deps_before\": []}]}\n";
  static const char binary[] = "ELF\0\1\2\3\n\0\0";

  assert_fails (test_folder (), WEFT_LOAD_ERROR_DIRECTORY, "is a folder");
  assert_fails (test_path ("missing"), WEFT_LOAD_ERROR_OPEN, "no file “missing”");
  assert_fails (write_file ("empty", "", 0), WEFT_LOAD_ERROR_EMPTY, "is empty");
  assert_fails (write_file ("empty.gz", empty->data, empty->len), WEFT_LOAD_ERROR_EMPTY,
                "is empty");
  /* It is told what each format is recognised by. */
  for (guint i = 0; i < weft_n_formats; i++)
    {
      g_autofree char *line =
        g_strdup_printf ("\n%s: %s", weft_formats[i].name, weft_formats[i].signs);

      assert_fails (write_file ("text", "hello\nworld", 11), WEFT_LOAD_ERROR_UNRECOGNIZED, line);
    }
  assert_fails (write_file ("queue", queue, strlen (queue)), WEFT_LOAD_ERROR_COMPANION,
                "command queue");
  assert_fails (write_file ("binary", binary, sizeof binary), WEFT_LOAD_ERROR_UNRECOGNIZED,
                "binary");
}

/* "O3PipeView: within the first 20,000 lines". */
static void
test_head (void)
{
  static const char record[] = "O3PipeView:fetch:1000:0x10:0:1:nop\n";
  static const guint n_lines[] = { 0, 1, 19999, 20000 };

  for (guint i = 0; i < G_N_ELEMENTS (n_lines); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftLoad) load = NULL;

      for (guint j = 0; j < n_lines[i]; j++)
        g_string_append_printf (text,
                                "%u: system.cpu.fetch: a line of debug output that says "
                                "nothing about an op, but that has some length %u\n",
                                j, j);
      g_string_append (text, record);
      load = load_file (write_file ("head", text->str, text->len), &error);
      if (n_lines[i] == 20000)
        {
          g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (count_ops (load), ==, 1);
    }
}

/* A long line before the format is known is counted like any other. */
static void
test_long_head (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLoad) load = NULL;
  g_autofree char *dump = NULL;

  for (guint i = 0; i < 3 << 20; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\nsecond\nO3PipeView:fetch:1000:0x10:0:1:nop\n");
  load = load_file (write_file ("long", text->str, text->len), &error);
  g_assert_no_error (error);
  dump = dump_trace (weft_load_get_trace (load), DUMP_ALL);
  g_assert_nonnull (strstr (dump, "line=3 "));
  g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (weft_load_get_trace (load)),
                                            WEFT_SEVERITY_WARNING),
                    ==, 0);
}

/* Texts of any length are kept whole: a detail and the text of a stage of 3 MB each. */
static void
test_long_texts (void)
{
  g_autoptr (GString) text = g_string_new ("Kanata\t0004\nI\t0\t0\t0\nS\t0\t0\tF\n");
  g_autofree char *words = g_strnfill (3000000, 'd'), *detail = NULL, *stage = NULL;
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLoad) load = NULL;

  g_string_append_printf (text, "L\t0\t1\t%sEND\nL\t0\t2\t%sEND\nL\t0\t2\tmore\nC\t1\n", words,
                          words);
  load = load_file (write_file ("texts", text->str, text->len), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (weft_load_get_trace (load)),
                                            WEFT_SEVERITY_WARNING),
                    ==, 0);
  snapshot = weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));
  detail = weft_pipeline_snapshot_get_detail (snapshot, 0);
  g_assert_cmpuint (strlen (detail), ==, 3000003);
  g_assert_true (g_str_has_suffix (detail, "ddEND"));
  stage = weft_pipeline_snapshot_get_stage_text (snapshot, 0, 0);
  g_assert_cmpuint (strlen (stage), ==, 3000003 + 5);
  g_assert_true (g_str_has_suffix (stage, "ddEND\nmore"));
}

static void
count_errors (const WeftDiagnostic *diagnostic, gpointer data)
{
  *(guint *) data += diagnostic->severity == WEFT_SEVERITY_ERROR;
}

/* Rows from before the cut stay, and are marked. */
static void
test_cut (void)
{
  g_autoptr (GString) log = make_log (20000);
  g_autoptr (GByteArray) gzip = compress_gzip (log->str, log->len);
  g_autoptr (GByteArray) zstd = compress_zstd (log->str, log->len);
  GByteArray *all[] = { gzip, zstd };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      const char *path = write_file ("cut", all[i]->data, all[i]->len / 2);
      g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
      g_autoptr (GError) error = NULL;
      guint n_errors = 0;
      WeftTrace *trace;

      weft_load_set_diagnostic_sink (load, count_errors, &n_errors);
      g_assert_false (weft_load_run (load, NULL, &error));
      g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_BROKEN);
      trace = weft_load_get_trace (load);
      g_assert_cmpint (weft_trace_get_state (trace), ==, WEFT_TRACE_PARTIAL);
      g_assert_cmpuint (count_ops (load), >, 4000);
      g_assert_cmpuint (n_errors, ==, 1);
      g_assert_cmpuint (
        weft_diagnostics_count (weft_trace_get_diagnostics (trace), WEFT_SEVERITY_WARNING), ==, 0);
    }
}

/* The file is written anew behind our back: its labels are not shown as if they were ours. */
static void
test_changed (void)
{
  g_autoptr (GString) log = make_log (1000);
  const char *path = write_file ("changed", log->str, log->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLoad) load = load_file (path, &error);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autofree char *label = NULL;
  int fd = g_open (path, O_WRONLY | O_TRUNC, 0);

  g_assert_no_error (error);
  snapshot = weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));
  write_to_pipe (fd, log->str, 100);
  close (fd);
  label = weft_pipeline_snapshot_get_label (snapshot, 3);
  g_assert_null (label);
}

/* No room to keep all the texts: what was dropped is told, the rest is there. */
static void
test_quota (void)
{
  g_autoptr (GString) log = make_log (20000);
  g_autoptr (GByteArray) gzip = compress_gzip (log->str, log->len);
  const char *path = write_file ("quota", gzip->data, gzip->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLoad) load = NULL;
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  g_autofree char *kept = NULL, *dropped = NULL;

  g_setenv ("WEFT_SPILL_QUOTA", "100000", TRUE);
  load = load_file (path, &error);
  g_unsetenv ("WEFT_SPILL_QUOTA");
  g_assert_no_error (error);
  snapshot = weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (weft_load_get_trace (load)));
  kept = weft_pipeline_snapshot_get_label (snapshot, 1000);
  dropped = weft_pipeline_snapshot_get_label (snapshot, 19000);
  g_assert_cmpstr (kept, ==, "8fa0: add r8, r2");
  g_assert_null (dropped);
  g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (weft_load_get_trace (load)),
                                            WEFT_SEVERITY_WARNING),
                    ==, 1);
}

static gpointer
feed_slowly (gpointer data)
{
  const char *path = data;
  g_autoptr (GString) log = make_log (100);
  int fd = open (path, O_RDWR | O_CLOEXEC);

  write_to_pipe (fd, log->str, log->len);
  return GINT_TO_POINTER (fd);
}

typedef struct
{
  GMainLoop *loop;
  GCancellable *cancellable;
  WeftTrace *recognized;
  guint n_ops; /* when it was cancelled */
  GError *error;
} AsyncRun;

static void
on_recognized (WeftLoad *load, WeftTrace *trace, gpointer data)
{
  AsyncRun *run = data;

  g_assert_true (g_main_context_is_owner (NULL));
  g_assert_true (weft_load_get_trace (load) == trace);
  g_assert_null (run->recognized);
  run->recognized = g_object_ref (trace);
}

static void
on_loaded (GObject *load, GAsyncResult *result, gpointer data)
{
  AsyncRun *run = data;

  g_assert_nonnull (run->recognized);
  weft_load_run_finish (WEFT_LOAD (load), result, &run->error);
  g_main_loop_quit (run->loop);
}

/* Cancels as soon as all that was written can be seen. */
static gboolean
has_seen (gpointer data)
{
  AsyncRun *run = data;
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

  if (run->recognized == NULL)
    return FALSE;
  snapshot = weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (run->recognized));
  run->n_ops = snapshot->n_ops;
  return run->n_ops >= 100;
}

/* A writer that rests: what it wrote shows all the same, and the load can be cancelled. */
static void
test_growing (void)
{
  const char *fifo = make_fifo ("growing");
  g_autoptr (WeftLoad) load = weft_load_new (fifo, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  AsyncRun run = { .loop = loop, .cancellable = cancellable };
  GThread *writer = g_thread_new ("feed", feed_slowly, (gpointer) fifo);

  weft_load_run_async (load, cancellable, on_recognized, on_loaded, &run);
  wait_until (has_seen, &run);
  g_assert_cmpint (weft_trace_get_state (run.recognized), ==, WEFT_TRACE_GROWING);
  g_cancellable_cancel (cancellable);
  g_main_loop_run (loop);
  close (GPOINTER_TO_INT (g_thread_join (writer)));
  g_assert_error (run.error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED);
  g_assert_cmpint (weft_trace_get_state (run.recognized), ==, WEFT_TRACE_PARTIAL);
  g_assert_cmpuint (count_ops (load), ==, 100);
  g_clear_error (&run.error);
  g_clear_object (&run.recognized);
}

static void
test_async (void)
{
  g_autoptr (GString) log = make_log (1000);
  const char *path = write_file ("async", log->str, log->len);
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_FILE, NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  AsyncRun run = { .loop = loop };

  weft_load_run_async (load, NULL, on_recognized, on_loaded, &run);
  g_main_loop_run (loop);
  g_assert_no_error (run.error);
  g_assert_cmpuint (count_ops (load), ==, 1000);
  g_clear_object (&run.recognized);
}

/* Microseconds that a load of `n_ops` takes which pauses for so many milliseconds. */
static gint64
time_paused_load (guint n_ops, guint pause)
{
  g_autoptr (GString) log = make_log (n_ops);
  g_autoptr (WeftLoad) load =
    weft_load_new (write_file ("paused", log->str, log->len), WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;
  gint64 begin = g_get_monotonic_time ();

  weft_load_set_pause (load, pause);
  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_ops (load), ==, n_ops);
  return g_get_monotonic_time () - begin;
}

/* A window gets time to draw the first rows, where they are not all. */
static void
test_pause (void)
{
  g_assert_cmpint (time_paused_load (20000, 200), >=, 200000);
  g_assert_cmpint (time_paused_load (10, 60000), <, 60000000);
}

/* The sample, plain and compressed: each line "I" begins an op. */
static void
test_sample (void)
{
  static const char *const names[] = { "kanata-core.log", "kanata-core.log.gz" };
  g_autofree char *text = NULL;
  guint n_ops = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("WEFT_SAMPLES"), names[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftLoad) load = load_file (path, &error);

      g_assert_no_error (error);
      if (i == 0)
        {
          g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
          for (const char *at = text; (at = strstr (at, "\nI\t")) != NULL; at++)
            n_ops++;
        }
      g_assert_cmpuint (count_ops (load), ==, n_ops);
    }
}

/* A real log, where it is: the figures are those of formats/kanata. */
static void
test_real (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_SHARED_TRACES"), "kanata", "kanata-sample-2.log.gz", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftLoad) load = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("the shared traces are not here");
      return;
    }
  load = load_file (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_ops (load), ==, 4041);
  g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (weft_load_get_trace (load)),
                                            WEFT_SEVERITY_WARNING),
                    ==, 34);
}

/* --- formats of one's own ----------------------------------------------------------------------- */

static const char steps[] = "[Format]\nName=Steps\nReads=lines\nMakes=pipeline\n"
                            "[Line a]\nPattern=^(?<t>\\d+) (?<id>\\d+)$\n"
                            "[Op a]\nId={id}\nBegin={t}\n";

/* A description that a person chose for a file holds wherever it is opened, and for no other file. */
static void
test_chosen (void)
{
  const char *format = write_file ("steps.format", steps, strlen (steps));
  const char *path = write_file ("chosen.txt", "5 1\n6 2\n", 8);
  const char *other = write_file ("other.txt", "5 1\n6 2\n", 8);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDescription) description = weft_description_open (format, &error);
  g_autoptr (WeftLoad) before = NULL, load = NULL, beside = NULL;

  g_assert_no_error (error);
  before = load_file (path, &error);
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED);
  g_clear_error (&error);
  weft_description_choose (path, description);
  load = load_file (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_ops (load), ==, 2);
  g_assert_cmpstr (weft_trace_get_format (weft_load_get_trace (load)), ==, "Steps");
  beside = load_file (other, &error);
  g_assert_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED);
}

/* A fault has a place where there is one: not in a file that cannot be opened. */
static void
test_description_faults (void)
{
  const char *format = write_file ("faulty.format", "[Format]\nNonsense\n", 18);
  g_autoptr (GError) missing = NULL, faulty = NULL;

  g_assert_null (weft_description_open ("/nowhere.weftformat", &missing));
  g_assert_true (g_str_has_prefix (missing->message, "/nowhere.weftformat: "));
  g_assert_null (weft_description_open (format, &faulty));
  g_assert_true (g_str_has_prefix (faulty->message + strlen (format), ":2:"));
}

/* A log that grows is read on where it stopped, and is what a fresh load of it is. */
static void
test_described_growing (void)
{
  const char *format = write_file ("steps.format", steps, strlen (steps));
  const char *path = write_file ("growing.txt", "5 1\n6 2\nother\n7 ", 16);
  g_autoptr (WeftDescription) description = weft_description_open (format, NULL);
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;
  gboolean grown = FALSE;
  FILE *file;

  weft_load_set_description (load, description);
  weft_load_set_growth (load, WEFT_GROWTH_SURE);
  g_assert_true (weft_load_run (load, NULL, &error));
  g_assert_true (weft_load_can_resume (load));
  g_assert_cmpuint (count_ops (load), ==, 2);
  g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (weft_load_get_trace (load)),
                                            WEFT_SEVERITY_WARNING),
                    ==, 1);
  file = fopen (path, "a");
  fputs ("3\n8 4\n", file);
  fclose (file);
  g_assert_true (weft_load_resume (load, WEFT_GROWTH_NONE, &grown, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (grown);
  g_assert_cmpuint (count_ops (load), ==, 4);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/load/kinds", test_kinds);
  g_test_add_func ("/load/unusable", test_unusable);
  g_test_add_func ("/load/head", test_head);
  g_test_add_func ("/load/long-head", test_long_head);
  g_test_add_func ("/load/long-texts", test_long_texts);
  g_test_add_func ("/load/cut", test_cut);
  g_test_add_func ("/load/changed", test_changed);
  g_test_add_func ("/load/quota", test_quota);
  g_test_add_func ("/load/growing", test_growing);
  g_test_add_func ("/load/async", test_async);
  g_test_add_func ("/load/pause", test_pause);
  g_test_add_func ("/load/chosen", test_chosen);
  g_test_add_func ("/load/description-faults", test_description_faults);
  g_test_add_func ("/load/described-growing", test_described_growing);
  g_test_add_func ("/load/real", test_real);
  g_test_add_func ("/load/sample", test_sample);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
