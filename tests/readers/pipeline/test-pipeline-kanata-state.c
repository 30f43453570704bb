/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "index-of.h"
#include "weft-pipeline-index.h"
#include "weft-pipeline-kanata-line.h"
#include "weft-pipeline-kanata-reader.h"

#include <string.h>

/* The state by which another reader goes on with a log that comes from its index file. */

static const char log_begin[] = "Kanata\t0004\nC=\t10\nI\t0\t0\t0\nS\t0\t0\tF\nC\t2\n";
static const char log_end[] = "E\t0\t0\tF\nR\t0\t0\t0\nI\t1\t1\t0\nR\t1\t1\t0\n";

static WeftReader *
read_log (const char *log)
{
  const WeftReaderSetup setup = { .title = "made" };
  WeftReader *reader = weft_pipeline_kanata_reader_new (&setup);

  g_assert_true (weft_reader_feed (reader, log, strlen (log), 0, NULL));
  weft_reader_finish (reader);
  return reader;
}

/* The same trace as it comes back: (transfer full). */
static WeftTrace *
put_and_take (WeftTrace *trace)
{
  g_autoptr (WeftIndexReader) reader = read_index_of (trace, weft_pipeline_trace_put);
  WeftPipelineTrace *taken = weft_pipeline_trace_new ("taken", NULL, WEFT_STORAGE_MEMORY);

  g_assert_true (weft_pipeline_trace_take (taken, reader));
  return WEFT_TRACE (taken);
}

static void
test_go_on (void)
{
  g_autoptr (WeftReader) reader = read_log (log_begin), next = NULL;
  g_autoptr (WeftTrace) trace = put_and_take (reader->trace);
  g_autoptr (GVariant) state = weft_reader_get_state (reader);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  WeftOp op;

  g_assert_nonnull (state);
  next = weft_pipeline_kanata_reader_go_on (trace, state);
  g_assert_nonnull (next);
  g_assert_true (weft_reader_feed (next, log_end, strlen (log_end), strlen (log_begin), NULL));
  weft_reader_finish (next);
  snapshot = weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (next->trace));
  g_assert_cmpuint (snapshot->n_ops, ==, 2);
  weft_pipeline_snapshot_get_op (snapshot, 0, &op);
  g_assert_cmpint (op.state, ==, WEFT_OP_RETIRED);
  g_assert_cmpint (op.end - op.fetch, ==, 2);
  weft_pipeline_snapshot_get_op (snapshot, 1, &op);
  g_assert_cmpint (op.line, ==, 8);
}

/* Before its first line nothing is known of a log. */
static void
test_no_header (void)
{
  g_autoptr (WeftReader) reader = read_log ("\n");

  g_assert_null (weft_reader_get_state (reader));
}

/* Lines are counted from 1, and cycles have others behind them. */
static void
test_refused (void)
{
  static const struct
  {
    gint64 line, cycle, last_cycle;
    gboolean is_right;
  } states[] = {
    { 5, 12, 12, TRUE },
    { 0, 12, 12, FALSE },
    { G_MAXINT64 / 2, 12, 12, TRUE },
    { G_MAXINT64 / 2 + 1, 12, 12, FALSE },
    { 5, G_MAXINT64 - 1, 12, TRUE },
    { 5, G_MAXINT64, 12, FALSE },
    { 5, 12, G_MAXINT64, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (WeftReader) reader = read_log (log_begin), next = NULL;
      g_autoptr (WeftTrace) trace = put_and_take (reader->trace);
      g_autoptr (GVariant) state = g_variant_ref_sink (
        g_variant_new ("(xxxb@ay)", states[i].line, states[i].cycle, states[i].last_cycle, FALSE,
                       g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, "", 0, 1)));

      next = weft_pipeline_kanata_reader_go_on (trace, state);
      g_assert_cmpint (next != NULL, ==, states[i].is_right);
    }
  {
    g_autoptr (WeftReader) reader = read_log (log_begin);
    g_autoptr (WeftTrace) trace = put_and_take (reader->trace);
    g_autoptr (GVariant) state =
      g_variant_ref_sink (g_variant_new ("(xx)", (gint64) 5, (gint64) 12));

    g_assert_null (weft_pipeline_kanata_reader_go_on (trace, state));
  }
}

/* The header of a log, behind a byte order mark or not. */
static void
test_header (void)
{
  static const struct
  {
    const char *head;
    gboolean is_one;
  } cases[] = {
    { "Kanata\t0004\n", TRUE },
    { "Kanata", TRUE },
    { "Kanata\r\n", TRUE },
    { "\xef\xbb\xbfKanata\t0004\n", TRUE },
    { "\xef\xbb\xbfKanata", TRUE },
    { "\xef\xbb\xbf", FALSE },
    { "\xef\xbb\xbfKanat", FALSE },
    { "\xef\xbbKanata", FALSE },
    { "Kanata0004", FALSE },
    { "kanata", FALSE },
    { "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (weft_kanata_begins_with_header (cases[i].head, strlen (cases[i].head)), ==,
                     cases[i].is_one);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-kanata-state/header", test_header);
  g_test_add_func ("/pipeline-kanata-state/go-on", test_go_on);
  g_test_add_func ("/pipeline-kanata-state/no-header", test_no_header);
  g_test_add_func ("/pipeline-kanata-state/refused", test_refused);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
