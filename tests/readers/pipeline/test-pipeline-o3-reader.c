/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-o3-notes.h"
#include "weft-pipeline-o3-reader.h"

#include "dump-trace.h"

#include <stdlib.h>

/* --- reading text ----------------------------------------------------------------------------- */

/* A trace that is fed piece by piece. */
typedef struct
{
  WeftPipelineTrace *trace;
  WeftReader *reader;
  WeftTextStore *store;
  guint64 length;
} Log;

static void
log_open (Log *log)
{
  const WeftReaderSetup setup = { .title = "made.out", .storage = WEFT_STORAGE_MEMORY };

  log->reader = weft_pipeline_o3_reader_new (&setup);
  log->trace = WEFT_PIPELINE_TRACE (g_object_ref (log->reader->trace));
  log->store = weft_text_store_new_spill ();
  g_assert_nonnull (log->store);
  weft_trace_set_text (WEFT_TRACE (log->trace), log->store);
  log->length = 0;
}

static void
log_close (Log *log)
{
  weft_reader_free (log->reader);
  g_object_unref (log->trace);
  weft_text_store_unref (log->store);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Log, log_close)

static void
log_feed (Log *log, const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  /* a copy, so that reading beyond the end shows */
  g_autofree char *copy = g_memdup2 (text, length);

  g_assert_true (weft_reader_feed (log->reader, copy, length, log->length, &error));
  g_assert_no_error (error);
  log->length += length;
}

static char *
log_dump (Log *log, DumpFlags flags)
{
  return dump_trace (WEFT_TRACE (log->trace), flags);
}

static guint64
log_count (Log *log, WeftSeverity severity)
{
  return weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (log->trace)), severity);
}

/* The dump of a whole text: (transfer full). */
static char *
dump_text_as_log (const char *text, gsize length, DumpFlags flags)
{
  g_auto (Log) log;

  log_open (&log);
  log_feed (&log, text, length);
  weft_reader_finish (log.reader);
  return log_dump (&log, flags);
}

/* Reads `text` and holds the dump against `expected`. */
static void
assert_log (const char *text, const char *expected)
{
  g_auto (Log) log;

  log_open (&log);
  log_feed (&log, text, strlen (text));
  weft_reader_finish (log.reader);
  assert_same_dump (log_dump (&log, DUMP_ALL), g_strdup (expected));
}

/* --- single blocks ---------------------------------------------------------------------------- */

#define BLOCK(sn, f, d, n, s, i, c, r) \
  "O3PipeView:fetch:" #f ":0x00001000:0:" #sn ": op " #sn "\nO3PipeView:decode:" #d \
  "\nO3PipeView:rename:" #n "\nO3PipeView:dispatch:" #s "\nO3PipeView:issue:" #i \
  "\nO3PipeView:complete:" #c "\nO3PipeView:retire:" #r "\n"

static const char one_op[] =
  "1 ops, 0 dependencies, cycles 0..7\n"
  "op 0 gid=10 tid=0 rid=0 0..7 retired line=1 row=0 consumes=5 produces=5 pc=1000 "
  "label=\"0x00001000: op 10\" "
  "detail=\"micro-PC: 0\\nF: tick 1000\\nDc: tick 2000\\nRn: tick 3000\\nDs: tick 4000\\n"
  "Is: tick 5000\\nCm: tick 6000\\nRt: tick 7000\"\n"
  "  0/F 0..1\n  0/Dc 1..2\n  0/Rn 2..3\n  0/Ds 3..4\n  0/Is 4..5\n  0/Cm 5..6 executes\n"
  "  0/Rt 6..7\n";

static void
test_block (void)
{
  assert_log (BLOCK (10, 1000, 2000, 3000, 4000, 5000, 6000, 7000), one_op);
}

static void
test_fixture (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_SHARED_TRACES"), "kanata", "konata-fixture-gem5.txt", NULL);
  g_autofree char *text = NULL, *dump = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      g_test_skip ("the shared traces are not here");
      return;
    }
  dump = dump_text_as_log (text, length, DUMP_ALL);
  g_assert_nonnull (strstr (dump, "op 0 gid=10 tid=0 rid=0 0..7 retired"));
  g_assert_nonnull (strstr (dump, "0/F 0..1\n  0/Dc 1..2\n  0/Rn 2..3\n  0/Ds 3..4\n  0/Is 4..5\n"
                                  "  0/Cm 5..6 executes\n  0/Rt 6..7\n"));
  g_assert_nonnull (strstr (dump, "label=\"0x00001000: add r1, r2\""));
}

/* Tick 0 = stage absent. retire:0 = flush: the last stage lasts a cycle, as Rt does. */
static void
test_absent (void)
{
  assert_log ("O3PipeView:fetch:1000:0x10:0:5:a:b\nO3PipeView:decode:2000\n"
              "O3PipeView:rename:0\nO3PipeView:dispatch:0\nO3PipeView:issue:0\n"
              "O3PipeView:complete:0\nO3PipeView:retire:0:store:0\n"
              "O3PipeView:fetch:2000:0x14:1:6:nop\nO3PipeView:decode:0\nO3PipeView:rename:3000\n"
              "O3PipeView:issue:0\nO3PipeView:retire:5000:store:9500\n",
              "2 ops, 0 dependencies, cycles 0..5\n"
              "op 0 gid=5 tid=0 rid=-1 0..2 flush line=1 row=0 pc=10 label=\"0x10: a:b\" "
              "detail=\"micro-PC: 0\\nF: tick 1000\\nDc: tick 2000\"\n"
              "  0/F 0..1\n  0/Dc 1..2\n"
              "op 1 gid=6 tid=0 rid=0 1..5 retired line=8 row=1 store=8 pc=14 label=\"0x14: nop\" "
              "detail=\"micro-PC: 1\\nF: tick 2000\\nRn: tick 3000\\nRt: tick 5000\\n"
              "store: tick 9500\"\n"
              "  0/F 1..2\n  0/Rn 2..4\n  0/Rt 4..5\n");
}

/* "An op that never retires at the end of the file is eof": here one in the middle of its block,
 * whose last line has no newline. */
static void
test_open (void)
{
  assert_log (BLOCK (1, 1000, 2000, 3000, 4000, 5000, 6000,
                     7000) "O3PipeView:fetch:3000:0x10:0:2:nop\r\nO3PipeView:decode:4000",
              "2 ops, 0 dependencies, cycles 0..7\n"
              "op 0 gid=1 tid=0 rid=0 0..7 retired line=1 row=0 consumes=5 produces=5 pc=1000 "
              "label=\"0x00001000: op 1\" detail=\"micro-PC: 0\\nF: tick 1000\\nDc: tick 2000\\n"
              "Rn: tick 3000\\nDs: tick 4000\\nIs: tick 5000\\nCm: tick 6000\\nRt: tick 7000\"\n"
              "  0/F 0..1\n  0/Dc 1..2\n  0/Rn 2..3\n  0/Ds 3..4\n  0/Is 4..5\n"
              "  0/Cm 5..6 executes\n  0/Rt 6..7\n"
              "op 1 gid=2 tid=0 rid=-1 2..8 eof line=8 row=1 pc=10 label=\"0x10: nop\" "
              "detail=\"micro-PC: 0\\nF: tick 3000\\nDc: tick 4000\"\n"
              "  0/F 2..3\n  0/Dc 3..8 open\n");
}

/* "A tick that runs backwards is clamped to the stage before and noted in the detail". */
static void
test_backwards (void)
{
  assert_log (BLOCK (1, 1000, 2000, 3000, 4000, 9000, 5000, 8000),
              "1 ops, 0 dependencies, cycles 0..9\n"
              "op 0 gid=1 tid=0 rid=0 0..9 retired line=1 row=0 consumes=8 produces=8 pc=1000 "
              "label=\"0x00001000: op 1\" detail=\"micro-PC: 0\\nF: tick 1000\\nDc: tick 2000\\n"
              "Rn: tick 3000\\nDs: tick 4000\\nIs: tick 9000\\nCm: tick 9000\\nRt: tick 9000\\n"
              "Cm: runs backwards to tick 5000\\nRt: runs backwards to tick 8000\"\n"
              "  0/F 0..1\n  0/Dc 1..2\n  0/Rn 2..3\n  0/Ds 3..8\n  0/Is 8..8\n"
              "  0/Cm 8..8 executes\n  0/Rt 8..9\n");
}

/* "BOOM prefixes lines with `N; `": numbers with blanks before them, and records of several ops
 * among each other. */
static void
test_prefixes (void)
{
  static const char *const logs[] = {
    "7; O3PipeView:fetch:1000:0x10:0:7:a\n7; O3PipeView:decode:2000\n"
    "8; O3PipeView:fetch:1000:0x14:0:8:b\n8; O3PipeView:decode:3000\n"
    "7; O3PipeView:retire:4000:store: 0\n8; O3PipeView:retire:5000\n",
    /* in no order but the numbers' */
    "   7; O3PipeView:fetch:    1000:0x10:0:   7:a\n   8; O3PipeView:fetch:1000:0x14:0:8:b\n"
    "   8; O3PipeView:decode:    3000\n   7; O3PipeView:decode:    2000\n"
    "   7; O3PipeView:retire:4000:store: 0\n   8; O3PipeView:retire:5000\n",
    /* only the records are numbered */
    "O3PipeView:fetch:1000:0x10:0:7:a\nO3PipeView:fetch:1000:0x14:0:8:b\n"
    "8; O3PipeView:decode:3000\n7; O3PipeView:decode:2000\n"
    "7; O3PipeView:retire:4000:store: 0\n8; O3PipeView:retire:5000\n",
    /* numbers that say nothing */
    "101; O3PipeView:fetch:1000:0x10:0:7:a\n102; O3PipeView:decode:2000\n"
    "103; O3PipeView:retire:4000\n104; O3PipeView:fetch:1000:0x14:0:8:b\n"
    "105; O3PipeView:decode:3000\n106; O3PipeView:retire:5000\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    assert_same_dump (
      dump_text_as_log (logs[i], strlen (logs[i]), DUMP_WITHOUT_LINES | DUMP_WITHOUT_TEXTS),
      g_strdup ("2 ops, 0 dependencies, cycles 0..5\n"
                "op 0 gid=7 tid=0 rid=0 0..4 retired pc=10\n  0/F 0..1\n  0/Dc 1..3\n  0/Rt 3..4\n"
                "op 1 gid=8 tid=0 rid=1 0..5 retired pc=14\n  0/F 0..2\n  0/Dc 2..4\n"
                "  0/Rt 4..5\n"));
}

/* --- debug lines ------------------------------------------------------------------------------ */

/* "Thread from O3PipeView:thread:TICK:TID or [tid:n] on a line with [sn:n], else 0". */
static void
test_threads (void)
{
  g_autofree char *dump = NULL;
  static const char text[] =
    "1500: system.cpu.rename: [tid:4] [sn:13] Processing\n"
    "1500: system.cpu.rename: [tid:9] says nothing of an op\n" BLOCK (
      10, 1000, 2000, 0, 0, 0, 0,
      3000) "O3PipeView:fetch:1000:0x10:0:11: explicit\nO3PipeView:thread:1000:2\n"
            "1500: system.cpu.rename: [tid:1]: Processing instruction "
            "[sn:11]\nO3PipeView:retire:3000\n"
            "O3PipeView:fetch:4000:0x11:0:12: inferred\n"
            "4500: system.cpu.rename: [tid:3]: Processing instruction "
            "[sn:12]\nO3PipeView:retire:6000\n" BLOCK (13, 1000, 2000, 0, 0, 0, 0, 3000);

  dump = dump_text_as_log (text, strlen (text), DUMP_WITHOUT_TEXTS);
  g_assert_nonnull (strstr (dump, "gid=10 tid=0 "));
  g_assert_nonnull (strstr (dump, "gid=11 tid=2 "));
  g_assert_nonnull (strstr (dump, "gid=12 tid=3 "));
  g_assert_nonnull (strstr (dump, "gid=13 tid=4 "));
}

/* Lines before and within the block stand in the text of the stage that was open at their tick; a line with a
 * tick belongs to the op that was named last. What lies behind the op's end is part of the detail. */
static void
test_details (void)
{
  g_autofree char *dump = NULL;
  static const char text[] =
    "2500: system.cpu.rename: [tid:0] [sn:10] Processing instruction with PC 0x10.\n"
    "2500: system.cpu.rename: [tid:0] Renaming arch reg 1 (integer) to physical reg 5 (5).\n"
    "info: something else\n"
    "2600: system.cpu.rename: [tid:0] Renaming arch reg 2 (integer) to physical reg 6 (6).\n"
    "O3PipeView:fetch:1000:0x10:0:10: add\n"
    "2700: user: x1 = 5 [sn:10]\n"
    "2800: global: RegFile: Setting int register 5 to 0x4af000 \n"
    "2900: system.cpu.iew.lsq.thread0: Read called, addr: 0x40\r\n"
    "3000: system.cpu.fetch: not worth a line\n"
    "3100: system.cpu.iew.lsq.thread0: Doing write\n"
    "O3PipeView:decode:2000\nO3PipeView:retire:3000\n";

  dump = dump_text_as_log (text, strlen (text), DUMP_ALL);
  g_assert_nonnull (strstr (dump,
                            "detail=\"micro-PC: 0\\nF: tick 1000\\nDc: tick 2000\\nRt: tick 3000\\n"
                            "Doing write\"\n"));
  g_assert_nonnull (strstr (dump,
                            "  0/Dc 1..2 text=\"Renaming arch reg 1 (integer) to physical reg 5 "
                            "(5).\\n2700: user: x1 = 5 [sn:10]\\n"
                            "Setting int register 5 to 0x4af000 \\n"
                            "Read called, addr: 0x40\"\n"));
}

/* "Mc from `.memDep … Completed mem`", where it lies between two stages. */
static void
test_memory (void)
{
  static const struct
  {
    const char *ticks[3];
    const char *stages;
  } cases[] = {
    { { "6000", NULL }, "0/F 0..2\n  0/Dc 2..4\n  0/Cm 4..5 executes\n  0/Mc 5..6\n  0/Rt 6..7\n" },
    { { "4000", NULL }, "0/F 0..2\n  0/Dc 2..3\n  0/Mc 3..4\n  0/Cm 4..6 executes\n  0/Rt 6..7\n" },
    { { "3000", NULL }, "0/F 0..2\n  0/Dc 2..2\n  0/Mc 2..4\n  0/Cm 4..6 executes\n  0/Rt 6..7\n" },
    { { "7000", NULL }, "0/F 0..2\n  0/Dc 2..4\n  0/Cm 4..6 executes\n  0/Rt 6..7\n" },
    { { "9000", NULL }, "0/F 0..2\n  0/Dc 2..4\n  0/Cm 4..6 executes\n  0/Rt 6..7\n" },
    /* the first one counts until it is shown */
    { { "9000", "6000", NULL }, "0/F 0..2\n  0/Dc 2..4\n  0/Cm 4..6 executes\n  0/Rt 6..7\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *stages = NULL, *dump = NULL;

      for (guint j = 0; cases[i].ticks[j] != NULL; j++)
        g_string_append_printf (text,
                                "%s: system.cpu.memDep0: Completed mem instruction "
                                "[sn:10].\n",
                                cases[i].ticks[j]);
      g_string_append (text, "O3PipeView:fetch:1000:0x10:0:10: load\nO3PipeView:decode:3000\n"
                             "O3PipeView:complete:5000\nO3PipeView:retire:7000:store:0\n"
                             "O3PipeView:fetch:1000:0x10:0:11: clock\nO3PipeView:decode:2000\n"
                             "O3PipeView:retire:0\n");
      stages = dump_text_as_log (text->str, text->len, DUMP_WITHOUT_TEXTS);
      g_assert_nonnull (strstr (stages, cases[i].stages));
      dump = dump_text_as_log (text->str, text->len, DUMP_ALL);
      g_assert_nonnull (strstr (dump, "Completed mem instruction [sn:10]."));
    }
}

/* The class of a register counts, and may be missing; so does the order of the sequence numbers,
 * which is not that of the file. */
static void
test_renames (void)
{
  g_autofree char *dump = NULL;
  static const char text[] =
    "1500: system.cpu.rename: [tid:0]: Looking up int arch reg 1, got phys reg 5 (int) [sn:12]\n"
    "1500: system.cpu.rename: [tid:0]: Looking up cc arch reg 1, got phys reg 5 (cc_reg) [sn:12]\n"
    "1500: system.cpu.rename: [tid:0]: Looking up arch reg sp, got phys reg 5 [sn:12]\n"
    "1500: system.cpu.rename: [tid:0]: Looking up int arch reg 1, got phys reg 5 (int) [sn:12]\n"
    "1500: system.cpu.rename: [tid:0]: Looking up arch reg 0, got phys reg 0 (invalid) "
    "[sn:12]\n" BLOCK (
      12, 1000, 2000, 3000, 4000, 5000, 9000,
      10000) "1500: system.cpu.rename: [sn:14] Renaming arch reg 1 (int) to physical reg 5 "
             "(5).\n" BLOCK (14, 1000, 2000, 3000, 4000, 5000, 6000,
                             7000) "1500: system.cpu.rename: [sn:11] Renaming arch reg 1 "
                                   "(int) to physical reg 5 (5).\n"
                                   "1500: system.cpu.rename: [sn:11] Renaming arch reg 1 "
                                   "(invalid) to physical reg 0 (0).\n" BLOCK (
                                     11, 1000, 2000, 3000, 4000, 5000, 6000,
                                     7000) "1500: system.cpu.rename: [sn:10] Renaming arch "
                                           "reg 1 (int) to physical reg 5 (5).\n"
                                           "1500: system.cpu.rename: [sn:10] Renaming arch "
                                           "reg 3 to physical reg 5.\n" BLOCK (
                                             10, 1000, 2000, 3000, 4000, 5000, 6000,
                                             7000) "1500: system.cpu.rename: [sn:9] Renaming "
                                                   "arch reg 1 (cc_reg) to physical reg 5 "
                                                   "(5).\n" BLOCK (9, 1000, 2000, 3000, 4000, 5000,
                                                                   6000, 7000);

  dump = dump_text_as_log (text, strlen (text), DUMP_ALL);
  g_assert_nonnull (strstr (dump, "5 ops, 3 dependencies"));
  /* of op 12, id 3: SN 11, 9 and 10, at the cycle of its Cm */
  g_assert_nonnull (strstr (dump, "\n  from 2 type 0 at 8\n  from 0 type 0 at 8\n"
                                  "  from 1 type 0 at 8\nop 5 "));
}

/* --- diagnostics ------------------------------------------------------------------------------ */

static void
test_diagnostics (void)
{
  static const struct
  {
    const char *text;
    gint64 line;
    gint64 column;
    const char *words;
    guint n_ops;
  } cases[] = {
    { "O3PipeView:decode:5\n", 1, 1, "no fetch before", 0 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:decode:x\n", 2, 19, "“x”", 1 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:decode:\n", 2, 19, "missing", 1 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:decode:-5\n", 2, 19, "“-5”", 1 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:decode:9223372036854775808\n", 2, 19, "2⁶³", 1 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:retire:5:store:z\n", 2, 27, "“z”", 1 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:squash:5\n", 2, 12, "squash", 1 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:retire:5\nO3PipeView:retire:6\n", 3, 1,
      "after the retire", 1 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:retire:5\n", 2, 27,
      "before", 1 },
    { "O3PipeView:fetch:q:0x10:0:1:a\nO3PipeView:retire:5\n", 1, 18, "“q”", 0 },
    { "O3PipeView:fetch:1:0x10:0:-1:a\nO3PipeView:retire:5\n", 1, 27, "“-1”", 0 },
    { "O3PipeView:fetch:1:0x10\nO3PipeView:retire:5\n", 1, 24, "micro-PC", 0 },
    { "O3PipeView:fetch:1:PC:0:1:a\n", 1, 20, "PC", 1 },
    { "O3PipeView:fetch:1:0x10:0:1:a\nO3PipeView:thread:1\n", 2, 20, "no thread", 1 },
    { "O3PipeView:fetch:99999999999999999999:0x10:0:1:a\n", 1, 18, "2⁶³", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Log) log;
      WeftDiagnostics *diagnostics;
      WeftDiagnostic diagnostic;
      g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

      log_open (&log);
      log_feed (&log, cases[i].text, strlen (cases[i].text));
      weft_reader_finish (log.reader);
      diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (log.trace));
      g_assert_cmpuint (weft_diagnostics_get_n_kept (diagnostics), ==, 1);
      g_assert_cmpuint (log_count (&log, WEFT_SEVERITY_WARNING), ==, 1);
      weft_diagnostics_get (diagnostics, 0, &diagnostic);
      g_assert_cmpint (diagnostic.line, ==, cases[i].line);
      g_assert_cmpint (diagnostic.column, ==, cases[i].column);
      g_assert_nonnull (strstr (diagnostic.message, cases[i].words));
      weft_diagnostic_clear (&diagnostic);
      snapshot = weft_pipeline_trace_ref_snapshot (log.trace);
      g_assert_cmpuint (snapshot->n_ops, ==, cases[i].n_ops);
    }
}

/* After a line that was too long, records belong to nothing. */
static void
test_skipped_line (void)
{
  g_auto (Log) log;
  static const char before[] = BLOCK (1, 1000, 2000, 0, 0, 0, 0, 3000);
  static const char after[] = "O3PipeView:decode:9000\nO3PipeView:retire:9500\n"
                              "O3PipeView:fetch:1000:0x10:0:3:a\n";
  g_autofree char *dump = NULL;

  log_open (&log);
  log_feed (&log, before, strlen (before));
  weft_reader_skip_line (log.reader, strlen (before));
  log_feed (&log, after, strlen (after));
  weft_reader_finish (log.reader);
  dump = log_dump (&log, DUMP_WITHOUT_TEXTS);
  g_assert_nonnull (strstr (dump, "2 ops, 0 dependencies, cycles 0..3\n"));
  g_assert_nonnull (strstr (dump, "gid=3 tid=0 rid=-1 0..4 eof line=11"));
  g_assert_cmpuint (log_count (&log, WEFT_SEVERITY_WARNING), ==, 1);
}

static void
test_sniff (void)
{
  g_assert_true (weft_pipeline_o3_reader_sniff ("O3PipeView:fetch:", 17));
  g_assert_true (weft_pipeline_o3_reader_sniff ("a\n\n 12; O3PipeView:\n", 20));
  g_assert_false (weft_pipeline_o3_reader_sniff ("see O3PipeView:fetch:", 21));
  g_assert_false (weft_pipeline_o3_reader_sniff ("O3PipeView", 10));
  g_assert_false (weft_pipeline_o3_reader_sniff ("", 0));
}

/* --- made logs -------------------------------------------------------------------------------- */

#define MAX_READS 3

/* The plan of a made op. */
typedef struct
{
  gint64 sn;
  gint64 complete; /* cycle; 0 */
  guint n_reads;
  guint reads[MAX_READS];
  gboolean writes;
  guint write;
  char *before; /* debug lines */
  char *block;
} MadeOp;

static void
clear_made_op (gpointer data)
{
  MadeOp *op = data;

  g_free (op->before);
  g_free (op->block);
}

static void
make_debug_lines (MadeOp *op, GString *text, gint64 tick)
{
  static const char *const classes[] = { "integer", "condition_code" };

  op->n_reads = (guint) g_test_rand_int_range (0, MAX_READS + 1);
  for (guint i = 0; i < op->n_reads; i++)
    {
      op->reads[i] = (guint) g_test_rand_int_range (0, 20);
      g_string_append_printf (
        text,
        "%" G_GINT64_FORMAT ": system.cpu.rename: [tid:%d] [sn:%" G_GINT64_FORMAT
        "] Looking up arch reg, got phys reg %u (%s)\n",
        tick, (int) op->sn % 3, op->sn, op->reads[i] / 2, classes[op->reads[i] % 2]);
    }
  op->writes = g_test_rand_bit ();
  op->write = (guint) g_test_rand_int_range (0, 20);
  if (op->writes)
    g_string_append_printf (text,
                            "%" G_GINT64_FORMAT ": system.cpu.rename: [sn:%" G_GINT64_FORMAT
                            "] Renaming arch reg 1 (%s) to physical reg %u (1).\n",
                            tick, op->sn, classes[op->write % 2], op->write / 2);
  if (g_test_rand_int_range (0, 4) == 0)
    g_string_append_printf (text,
                            "%" G_GINT64_FORMAT ": system.cpu.memDep0: Completed mem "
                            "instruction [sn:%" G_GINT64_FORMAT "].\n",
                            tick + g_test_rand_int_range (0, 10) * 500, op->sn);
}

/* A block whose ticks mostly rise, some of them absent, sometimes cut short. */
static void
make_block (MadeOp *op, GString *text, gint64 tick, guint clock)
{
  static const char *const words[] = { "decode", "rename", "dispatch", "issue", "complete" };
  gboolean flushed = g_test_rand_int_range (0, 6) == 0;
  gint64 last = tick;

  g_string_append_printf (text,
                          "O3PipeView:fetch:%" G_GINT64_FORMAT ":0x%x:0:%" G_GINT64_FORMAT ": op\n",
                          tick, (guint) op->sn * 4, op->sn);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gboolean absent = g_test_rand_int_range (0, flushed ? 2 : 8) == 0;

      tick += clock * (gint64) g_test_rand_int_range (-1, 8);
      tick = MAX (tick, clock);
      g_string_append_printf (text, "O3PipeView:%s:%" G_GINT64_FORMAT "\n", words[i],
                              absent ? 0 : tick);
      if (absent)
        continue;
      last = MAX (last, tick);
      if (i == 4)
        op->complete = last;
    }
  if (g_test_rand_int_range (0, 30) != 0)
    g_string_append_printf (text, "O3PipeView:retire:%" G_GINT64_FORMAT ":store:%d\n",
                            flushed ? 0 : last + clock, g_test_rand_bit () ? 12345678 : 0);
}

/* `n` ops in the order of their SN, some of which are left out. */
static GArray *
make_ops (guint n)
{
  GArray *ops = g_array_new (FALSE, TRUE, sizeof (MadeOp));
  guint clock = g_test_rand_bit () ? 500 : (guint) g_test_rand_int_range (1, 1000);
  gint64 sn = g_test_rand_int_range (1, 1000), tick = 1000 * clock;

  g_array_set_clear_func (ops, clear_made_op);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) before = g_string_new (NULL);
      g_autoptr (GString) block = g_string_new (NULL);
      MadeOp op = { .sn = sn };

      make_debug_lines (&op, before, tick);
      make_block (&op, block, tick, clock);
      op.before = g_string_free (g_steal_pointer (&before), FALSE);
      op.block = g_string_free (g_steal_pointer (&block), FALSE);
      g_array_append_val (ops, op);
      sn += g_test_rand_int_range (1, 3);
      tick += clock * (gint64) g_test_rand_int_range (0, 3);
    }
  return ops;
}

/* The ops' lines: blocks in random order within a window, each with its debug lines anywhere before
 * it. */
static GString *
join_ops (GArray *ops, guint window)
{
  g_autofree guint *order = g_new (guint, ops->len);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ops->len; i++)
    order[i] = i;
  for (guint i = 0; i + 1 < ops->len && window > 1; i++)
    {
      guint j = i + (guint) g_test_rand_int_range (0, (int) MIN (window, ops->len - i));
      guint swap = order[i];

      order[i] = order[j];
      order[j] = swap;
    }
  for (guint i = 0, told = 0; i < ops->len; i++)
    {
      guint ahead = window > 1 ? i + (guint) g_test_rand_int_range (0, (int) window) : i;

      for (; told < ops->len && told <= ahead; told++)
        g_string_append (text, g_array_index (ops, MadeOp, order[told]).before);
      g_string_append (text, g_array_index (ops, MadeOp, order[i]).block);
      if (g_test_rand_int_range (0, 10) == 0)
        g_string_append (text, "warn: a line of something else\n");
    }
  return text;
}

/* The rename lines, read the slow way: for each op the last writer before it of each register that
 * it reads, each producer once. */
static guint
assert_producers (const WeftPipelineSnapshot *snapshot, GArray *ops, guint index)
{
  const MadeOp *op = &g_array_index (ops, MadeOp, index);
  gint64 first_sn = g_array_index (ops, MadeOp, 0).sn;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  gint64 expected[MAX_READS];
  guint n_expected = 0;

  for (guint i = 0; i < op->n_reads; i++)
    for (guint j = index; j-- > 0;)
      {
        const MadeOp *other = &g_array_index (ops, MadeOp, j);
        guint k;

        if (!other->writes || other->write != op->reads[i])
          continue;
        for (k = 0; k < n_expected && expected[k] != other->sn - first_sn; k++)
          ;
        if (k == n_expected)
          expected[n_expected++] = other->sn - first_sn;
        break;
      }
  weft_pipeline_snapshot_get_producers (
    snapshot, weft_pipeline_snapshot_find_id (snapshot, op->sn - first_sn), found);
  g_assert_cmpuint (found->len, ==, n_expected);
  for (guint i = 0; i < n_expected; i++)
    g_assert_cmpint (g_array_index (found, WeftDependency, i).producer_id, ==, expected[i]);
  return n_expected;
}

/* The end of a line some `limit` bytes or fewer behind `start`. */
static gsize
choose_cut (const GString *text, gsize start, int limit)
{
  gsize cut = start + (gsize) g_test_rand_int_range (1, limit);

  while (cut < text->len && text->str[cut - 1] != '\n')
    cut++;
  return MIN (cut, text->len);
}

static void
test_dependencies (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GArray) ops = make_ops ((guint) g_test_rand_int_range (1, 300));
      g_autoptr (GString) text = join_ops (ops, round % 2 == 0 ? 50 : 1000);
      g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
      guint n_dependencies = 0;
      g_auto (Log) log;

      log_open (&log);
      /* in pieces, so that what was resolved is resolved anew */
      for (gsize start = 0; start < text->len;)
        {
          gsize cut = choose_cut (text, start, 3000);

          log_feed (&log, text->str + start, cut - start);
          weft_reader_publish (log.reader);
          start = cut;
        }
      weft_reader_finish (log.reader);
      snapshot = weft_pipeline_trace_ref_snapshot (log.trace);
      for (guint i = 0; i < ops->len; i++)
        n_dependencies += assert_producers (snapshot, ops, i);
      g_assert_cmpuint (snapshot->n_dependencies, ==, n_dependencies);
    }
}

/* "blocks in any order": the same trace, but for the lines. */
static void
test_shuffled (void)
{
  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GArray) ops = make_ops (400);
      g_autoptr (GString) plain = join_ops (ops, 1);
      g_autoptr (GString) shuffled = join_ops (ops, 1u << (round % 9));

      assert_same_dump (dump_text_as_log (plain->str, plain->len, DUMP_WITHOUT_LINES),
                        dump_text_as_log (shuffled->str, shuffled->len, DUMP_WITHOUT_LINES));
    }
}

/* "at random cut points, dump … of the growing trace equal a fresh load of that prefix" */
static void
test_growing (void)
{
  for (guint round = 0; round < 40; round++)
    {
      g_autoptr (GArray) ops = make_ops ((guint) g_test_rand_int_range (1, 200));
      g_autoptr (GString) text = join_ops (ops, 1u << (round % 9));
      g_auto (Log) log;

      log_open (&log);
      for (gsize start = 0; start < text->len;)
        {
          gsize cut = choose_cut (text, start, 8000);

          log_feed (&log, text->str + start, cut - start);
          weft_reader_finish (log.reader);
          assert_same_dump (log_dump (&log, DUMP_ALL), dump_text_as_log (text->str, cut, DUMP_ALL));
          start = cut;
        }
    }
}

/* The clock shows late: the cycles of all that came before follow, Rt's length too. */
static void
test_late_clock (void)
{
  g_auto (Log) log;
  static const char slow[] = BLOCK (1, 1000, 2000, 3000, 4000, 5000, 6000, 7000);
  static const char fast[] = BLOCK (2, 1000, 1500, 2000, 2500, 3000, 3500, 4000);
  g_autofree char *before = NULL, *after = NULL;

  log_open (&log);
  log_feed (&log, slow, strlen (slow));
  weft_reader_publish (log.reader);
  before = log_dump (&log, DUMP_WITHOUT_TEXTS);
  log_feed (&log, fast, strlen (fast));
  weft_reader_finish (log.reader);
  after = log_dump (&log, DUMP_WITHOUT_TEXTS);
  g_assert_nonnull (strstr (before, "  0/Cm 5..6 executes\n  0/Rt 6..7\n"));
  g_assert_nonnull (strstr (after, "  0/Cm 10..12 executes\n  0/Rt 12..13\n"));
  g_assert_nonnull (strstr (after, "  0/Cm 5..6 executes\n  0/Rt 6..7\n"));
}

/* Any bytes may come, in any pieces. */
static void
test_garbage (void)
{
  static const char *const words[] = { "O3PipeView:",
                                       "fetch:",
                                       "decode:",
                                       "retire:",
                                       "store:",
                                       "thread:",
                                       "1000",
                                       ":",
                                       "0x10",
                                       "\n",
                                       "; ",
                                       " ",
                                       "\r\n",
                                       "[sn:5]",
                                       "[tid:1]",
                                       "12: a.rename: Renaming",
                                       " to physical reg ",
                                       "got phys reg ",
                                       "(",
                                       ")",
                                       "\xff",
                                       "9223372036854775807",
                                       ": x.memDep: Completed mem",
                                       "complete:" };

  for (guint round = 0; round < 500; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint n_words = (guint) g_test_rand_int_range (0, 300);
      char *dump;

      for (guint i = 0; i < n_words; i++)
        g_string_append (text, words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
      if (text->len > 0 && g_test_rand_bit ())
        text->str[g_test_rand_int_range (0, (int) text->len)] = '\0';
      dump = dump_text_as_log (text->str, text->len, DUMP_ALL);
      g_assert_true (g_utf8_validate (dump, -1, NULL));
      g_free (dump);
    }
}

static void
keep_value (const WeftO3Note *note, gpointer value)
{
  *(gint64 *) value = note->value;
}

/* Of notes on ops that never come the oldest are forgotten; the others are found by their ops. */
static void
test_forgotten (void)
{
  g_autoptr (WeftPipelineO3Notes) notes = weft_pipeline_o3_notes_new ();
  const gint64 n = 3 << 19, n_lost = 1 << 19;

  for (gint64 sn = 0; sn < n; sn++)
    weft_pipeline_o3_notes_add (notes, sn, (WeftO3Note){ .value = sn });
  g_assert_cmpuint (weft_pipeline_o3_notes_get_n_lost (notes), ==, (guint64) n_lost);
  for (gint64 sn = 0, value = -1; sn < n; sn++, value = -1)
    {
      weft_pipeline_o3_notes_take (notes, sn, keep_value, &value);
      g_assert_cmpint (value, ==, sn < n_lost ? -1 : sn);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/o3/block", test_block);
  g_test_add_func ("/o3/fixture", test_fixture);
  g_test_add_func ("/o3/absent", test_absent);
  g_test_add_func ("/o3/open", test_open);
  g_test_add_func ("/o3/backwards", test_backwards);
  g_test_add_func ("/o3/prefixes", test_prefixes);
  g_test_add_func ("/o3/threads", test_threads);
  g_test_add_func ("/o3/details", test_details);
  g_test_add_func ("/o3/memory", test_memory);
  g_test_add_func ("/o3/renames", test_renames);
  g_test_add_func ("/o3/diagnostics", test_diagnostics);
  g_test_add_func ("/o3/skipped-line", test_skipped_line);
  g_test_add_func ("/o3/sniff", test_sniff);
  g_test_add_func ("/o3/dependencies", test_dependencies);
  g_test_add_func ("/o3/shuffled", test_shuffled);
  g_test_add_func ("/o3/growing", test_growing);
  g_test_add_func ("/o3/late-clock", test_late_clock);
  g_test_add_func ("/o3/garbage", test_garbage);
  g_test_add_func ("/o3/forgotten", test_forgotten);
  return g_test_run ();
}
