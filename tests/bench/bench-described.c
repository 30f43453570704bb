/* SPDX-License-Identifier: GPL-3.0-or-later */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "verdict.h"
#include "weft-load.h"
#include "weft-pipeline-trace.h"
#include "weft-timeline-trace.h"

#include <glib/gstdio.h>
#include <pcre2.h>
#include <string.h>
#include <time.h>

/* Loads files by descriptions of their formats: a table of a DMA engine as a counter, which shows what taking it
 * apart costs, and as a slice and a value a row, half of which goes into the timeline itself; and a log of a core
 * by patterns, as ops with their stages. Beside them stands what can't be left out: finding the columns, and the
 * bare matching of the patterns. */

#define N_ROWS 1000000
#define N_OPS 250000
#define N_RUNS 5

#define CSV_RATE 250e6 /* bytes a second, of the whole load */
#define LINES_RATE 80e6
#define CSV_RATIO 9.0
#define SLICES_RATIO 14.0
#define LINES_RATIO 9.0

#define COUNTER \
  "[Format]\nReads=csv\nMakes=timeline\n[Time]\nUnit=ns\n" \
  "[Counter waiting]\nProcess=DMA\nName=Channel {channel}: waiting\nTime={start_ns}\n" \
  "Value={waiting}\n"

static const char csv_description[] = COUNTER;
static const char slices_description[] =
  COUNTER "[Slice transfer]\nProcess=DMA\nTrack=Channel {channel}\nName={direction} {target}\n"
          "Start={start_ns}\nEnd={end_ns}\nBytes={bytes}\n";

#define FETCH \
  "^\\[FETCH\\] cpu: (?<cpu>\\d+) instr_id: (?<id>\\d+) ip: 0x(?<ip>[0-9a-f]+) cycle: " \
  "(?<cycle>\\d+) asm: (?<asm>.*)$"
#define STEP "^\\[(?<step>DECODE|DISPATCH|EXECUTE)\\] instr_id: (?<id>\\d+) cycle: (?<cycle>\\d+)"
#define RETIRE "^\\[RETIRE\\] instr_id: (?<id>\\d+) cycle: (?<cycle>\\d+)"

static const char *const patterns[] = { FETCH, STEP, RETIRE };

static const char lines_description[] =
  "[Format]\nReads=lines\nMakes=pipeline\n"
  "[Line fetch]\nPattern=" FETCH "\n[Line step]\nPattern=" STEP "\n[Line retire]\nPattern=" RETIRE
  "\n"
  "[Op fetch]\nFrom=fetch\nId={id}\nThread={cpu}\nBegin={cycle}\nStage=FETCH\nTime={cycle}\n"
  "Label={ip}: {asm}\n"
  "[Op step]\nFrom=step\nId={id}\nStage={step}\nTime={cycle}\n"
  "[Op retire]\nFrom=retire\nId={id}\nRetire={cycle}\n";

/* --- inputs ----------------------------------------------------------------------------------------- */

static char *
write_table (void)
{
  GString *text = g_string_new ("start_ns,end_ns,channel,direction,target,bytes,waiting,source,"
                                "destination,descriptor,status\n");

  for (guint i = 0; i < N_ROWS; i++)
    {
      guint64 start = 1700000000 + (guint64) i * 37;

      g_string_append_printf (
        text,
        "%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT
        ",%u,%s,%s,%u,%u,0x%010x,0x%010x,descriptor ring %u slot %05u,complete without error\n",
        start, start + 40 + i % 500, i % 8, i % 3 != 0 ? "read" : "write",
        i % 5 != 0 ? "DRAM" : "L2", 64u << (i % 8), i * 7 % 32, i * 4096, i * 64 + 7, i % 8,
        i % 65536);
    }
  return g_string_free (text, FALSE);
}

static char *
write_log (void)
{
  static const char *const steps[] = { "DECODE", "DISPATCH", "EXECUTE" };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < N_OPS; i++)
    {
      guint cycle = i / 4 + 100;

      g_string_append_printf (
        text,
        "[FETCH] cpu: 0 instr_id: %u ip: 0x%x cycle: %u asm: add r%u, r%u, r%u "
        "; block %u of the loop\n",
        i, 0x400000 + i % 5000 * 4, cycle, i % 16, i % 13, i % 11, i % 700);
      for (guint j = 0; j < G_N_ELEMENTS (steps); j++)
        g_string_append_printf (text, "[%s] instr_id: %u cycle: %u ; in program order, port %u\n",
                                steps[j], i, cycle + 2 * j + 1, i % 6);
      g_string_append_printf (text, "[RETIRE] instr_id: %u cycle: %u\n", i, cycle + 8);
    }
  return g_string_free (text, FALSE);
}

/* --- what can't be left out --------------------------------------------------------------------------- */

/* The processor's, of the thread that reads: what else the machine does is no cost of the load, and what takes
 * the file in and packs columns runs beside it. */
static double
get_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static double
find_columns (const char *text, gsize length)
{
  double start = get_seconds ();
  const char *end = text + length;
  volatile guint64 n = 0;

  for (const char *p = text; p < end;)
    {
      const char *eol = memchr (p, '\n', (gsize) (end - p));
      guint64 n_columns = 1;

      for (; p < eol; p++)
        n_columns += *p == ',';
      n += n_columns;
      p = eol + 1;
    }
  g_assert_cmpuint (n, ==, (guint64) (N_ROWS + 1) * 11);
  return get_seconds () - start;
}

static double
match_lines (const char *text, gsize length)
{
  pcre2_code *codes[G_N_ELEMENTS (patterns)];
  pcre2_match_data *data = pcre2_match_data_create (10, NULL);
  const char *end = text + length;
  double start;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      int error;
      PCRE2_SIZE place;

      codes[i] =
        pcre2_compile ((PCRE2_SPTR) patterns[i], PCRE2_ZERO_TERMINATED, 0, &error, &place, NULL);
      pcre2_jit_compile (codes[i], PCRE2_JIT_COMPLETE);
    }
  start = get_seconds ();
  for (const char *p = text, *eol; p < end; p = eol + 1)
    {
      guint i = 0;

      eol = memchr (p, '\n', (gsize) (end - p));
      while (i < G_N_ELEMENTS (patterns)
             && pcre2_match (codes[i], (PCRE2_SPTR) p, (gsize) (eol - p), 0, 0, data, NULL) < 0)
        i++;
      n += i < G_N_ELEMENTS (patterns);
    }
  start = get_seconds () - start;
  g_assert_cmpuint (n, ==, N_OPS * 5);
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    pcre2_code_free (codes[i]);
  pcre2_match_data_free (data);
  return start;
}

/* --- the load ------------------------------------------------------------------------------------------ */

static double
load (const char *path, const char *text)
{
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (WeftDescription) description =
    weft_description_parse ("bench.weftformat", text, strlen (text), diagnostics);
  g_autoptr (WeftLoad) run = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  WeftTrace *trace;
  double start = get_seconds ();

  weft_load_set_description (run, description);
  g_assert_true (weft_load_run (run, NULL, NULL));
  start = get_seconds () - start;
  trace = weft_load_get_trace (run);
  g_assert_cmpuint (weft_diagnostics_get_n_kept (weft_trace_get_diagnostics (trace)), ==, 0);
  if (WEFT_IS_TIMELINE_TRACE (trace))
    {
      g_autoptr (WeftTimelineSnapshot) snapshot =
        weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));

      g_assert_true (snapshot->n_events == 0 || snapshot->n_events == N_ROWS);
      g_assert_cmpuint (snapshot->n_points, ==, N_ROWS);
    }
  else
    {
      g_autoptr (WeftPipelineSnapshot) snapshot =
        weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));

      g_assert_cmpuint (snapshot->n_ops, ==, N_OPS);
    }
  return start;
}

static void
measure (const char *what, char *(*write_input) (void), const char *description,
         double (*floor) (const char *text, gsize length), const char *floor_name, double rate,
         double limit)
{
  g_autofree char *path = NULL, *text = write_input ();
  gsize length = strlen (text);
  int fd = g_file_open_tmp ("weft-described-XXXXXX", &path, NULL);
  double best_floor = G_MAXDOUBLE, best = G_MAXDOUBLE;
  g_autofree char *by_rate = g_strdup_printf ("at %.0f MB/s", rate / 1e6);

  g_assert_true (g_file_set_contents (path, text, (gssize) length, NULL));
  for (guint i = 0; i < N_RUNS; i++)
    {
      best_floor = MIN (best_floor, floor (text, length));
      best = MIN (best, load (path, description));
    }
  g_remove (path);
  g_close (fd, NULL);
  printf ("%s: %.0f MB, %.0f MB/s\n", what, (double) length / 1e6, (double) length / 1e6 / best);
  verdict_row (&(VerdictRow){ what, "s", best, floor_name, best_floor, limit });
  verdict_row (&(VerdictRow){ what, "s", best, by_rate, (double) length / rate, 1 });
}

int
main (void)
{
  measure ("load a described table", write_table, csv_description, find_columns, "finding columns",
           CSV_RATE, CSV_RATIO);
  measure ("load a described table as slices", write_table, slices_description, find_columns,
           "finding columns", CSV_RATE, SLICES_RATIO);
  measure ("load described lines", write_log, lines_description, match_lines, "bare matching",
           LINES_RATE, LINES_RATIO);
  return verdict_status ();
}
