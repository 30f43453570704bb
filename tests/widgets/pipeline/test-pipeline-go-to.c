/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-go-to.h"

#include "log-stage.h"

static void
check_parse (const char *text, WeftPipelineTargetKind kind, gint64 number)
{
  g_autoptr (GError) error = NULL;
  WeftPipelineTarget target;

  g_test_message ("“%s”", text);
  g_assert_true (weft_pipeline_go_to_parse (text, &target, &error));
  g_assert_no_error (error);
  g_assert_cmpint (target.kind, ==, kind);
  g_assert_cmpint (target.number, ==, number);
}

static void
test_parse (void)
{
  check_parse ("op 123", WEFT_PIPELINE_TARGET_OP, 123);
  check_parse ("  OP\t123 ", WEFT_PIPELINE_TARGET_OP, 123);
  check_parse ("op:0x10", WEFT_PIPELINE_TARGET_OP, 16);
  check_parse ("id 7", WEFT_PIPELINE_TARGET_OP, 7);
  check_parse ("42", WEFT_PIPELINE_TARGET_OP, 42);
  check_parse ("#42", WEFT_PIPELINE_TARGET_OP, 42);
  check_parse ("-3", WEFT_PIPELINE_TARGET_OP, -3);
  check_parse ("rid 45", WEFT_PIPELINE_TARGET_RID, 45);
  check_parse ("retire 45", WEFT_PIPELINE_TARGET_RID, 45);
  check_parse ("r2686", WEFT_PIPELINE_TARGET_RID, 2686);
  check_parse ("t0:r2686", WEFT_PIPELINE_TARGET_RID, 2686);
  check_parse ("t1: r7", WEFT_PIPELINE_TARGET_RID, 7);
  check_parse ("cycle 1000", WEFT_PIPELINE_TARGET_CYCLE, 1000);
  check_parse ("cycle 1,000", WEFT_PIPELINE_TARGET_CYCLE, 1000);
  check_parse ("cycle 1_000_000", WEFT_PIPELINE_TARGET_CYCLE, 1000000);
  check_parse ("cycle=-1", WEFT_PIPELINE_TARGET_CYCLE, -1);
  check_parse ("c 5", WEFT_PIPELINE_TARGET_CYCLE, 5);
  check_parse ("cycle -9223372036854775808", WEFT_PIPELINE_TARGET_CYCLE, G_MININT64);
  check_parse ("pc 0x80000000", WEFT_PIPELINE_TARGET_PC, 0x80000000);
  check_parse ("pc 80000000", WEFT_PIPELINE_TARGET_PC, 0x80000000);
  check_parse ("pc dead", WEFT_PIPELINE_TARGET_PC, 0xdead);
  check_parse ("0xffffffff80000010", WEFT_PIPELINE_TARGET_PC,
               (gint64) G_GUINT64_CONSTANT (0xffffffff80000010));
}

static void
test_syntax (void)
{
  static const char *const wrong[] = {
    "",
    " ",
    "op",
    "op x",
    "foo 3",
    "12 34",
    "t0",
    "t0:op 3",
    "t:r3",
    "cycle 1.5",
    "pc",
    "pc 0x",
    "pc -1",
    "pc 12g",
    "op --1",
    "cycle 0x",
    "op 3 4",
    "ops 3",
    "deadbeef",
    "0x",
    "cycle 9223372036854775808",
    "pc 0x10000000000000000",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      WeftPipelineTarget target;

      g_test_message ("“%s”", wrong[i]);
      g_assert_false (weft_pipeline_go_to_parse (wrong[i], &target, &error));
      g_assert_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_SYNTAX);
      g_assert_cmpstr (error->message, !=, "");
    }
}

/* Ten ops from cycle 100 on, one each cycle; the odd ones flushed, with PCs in turn. */
static WeftPipelineSnapshot *
make_snapshot (MadeLog *log, gboolean complete)
{
  made_log_open (log, NULL);
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *label = g_strdup_printf ("%x: nop", 0x100 + 4 * (i % 3));
      guint32 op = made_log_begin (log, 0, 100 + i, label);

      made_log_stage (log, op, "0", "F", 100 + i, 101 + i);
      weft_pipeline_writer_end_op (log->writer, op, i % 2 == 1 ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED,
                                   50 + i, 110 + i);
    }
  weft_pipeline_writer_publish (log->writer, 130);
  if (complete)
    weft_trace_set_state (WEFT_TRACE (log->trace), WEFT_TRACE_COMPLETE);
  return weft_pipeline_trace_ref_snapshot (log->trace);
}

static void
check_found (WeftPipelineSnapshot *snapshot, const char *text, guint32 after, guint32 op,
             guint32 index, guint32 n_found)
{
  g_autoptr (GError) error = NULL;
  WeftPipelineTargetFound result;
  WeftPipelineTarget target;

  g_test_message ("“%s” after %u", text, after);
  g_assert_true (weft_pipeline_go_to_parse (text, &target, NULL));
  g_assert_true (weft_pipeline_go_to_find (snapshot, &target, after, NULL, &result, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (result.op, ==, op);
  g_assert_cmpuint (result.index, ==, index);
  g_assert_cmpuint (result.n_found, ==, n_found);
}

static void
check_missing (WeftPipelineSnapshot *snapshot, const char *text, const char *words)
{
  g_autoptr (GError) error = NULL;
  WeftPipelineTargetFound result;
  WeftPipelineTarget target;

  g_test_message ("“%s”", text);
  g_assert_true (weft_pipeline_go_to_parse (text, &target, NULL));
  g_assert_false (weft_pipeline_go_to_find (snapshot, &target, WEFT_NO_ROW, NULL, &result, &error));
  g_assert_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_find (void)
{
  MadeLog log;
  g_autoptr (WeftPipelineSnapshot) snapshot = make_snapshot (&log, TRUE);

  check_found (snapshot, "op 3", WEFT_NO_ROW, 3, 1, 1);
  check_found (snapshot, "rid 54", WEFT_NO_ROW, 4, 1, 1);
  check_found (snapshot, "r54", WEFT_NO_ROW, 4, 1, 1);
  check_missing (snapshot, "t77:r54", "54");
  check_found (snapshot, "pc 104", WEFT_NO_ROW, 1, 1, 3);
  check_found (snapshot, "pc 104", 1, 4, 2, 3);
  check_found (snapshot, "pc 104", 2, 4, 2, 3);
  check_found (snapshot, "pc 104", 4, 7, 3, 3);
  check_found (snapshot, "pc 104", 7, 1, 1, 3);
  check_found (snapshot, "cycle 100", WEFT_NO_ROW, WEFT_NO_ROW, 1, 1);
  check_found (snapshot, "cycle 130", WEFT_NO_ROW, WEFT_NO_ROW, 1, 1);
  check_missing (snapshot, "op 10", "10");
  check_missing (snapshot, "rid 55", "55");
  check_missing (snapshot, "cycle 99", "from 100 to 130");
  check_missing (snapshot, "cycle 131", "from 100 to 130");
  check_missing (snapshot, "pc 999", "0x999");
  g_clear_pointer (&snapshot, weft_pipeline_snapshot_unref);
  made_log_close (&log);
}

/* A missing op may still come. */
static void
test_growing (void)
{
  MadeLog log;
  g_autoptr (WeftPipelineSnapshot) snapshot = make_snapshot (&log, FALSE);

  check_missing (snapshot, "op 10", "still being read");
  weft_trace_set_state (WEFT_TRACE (log.trace), WEFT_TRACE_COMPLETE);
  check_missing (snapshot, "op 10", "No op has the id 10.");
  g_clear_pointer (&snapshot, weft_pipeline_snapshot_unref);
  made_log_close (&log);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **kept = data;

  *kept = g_object_ref (result);
}

static gboolean
is_there (gpointer data)
{
  return *(gpointer *) data != NULL;
}

/* The bar's words: a message, or the error's; NULL where the look was cancelled. */
static char *
go (WeftPipelineState *state, const char *text, GCancellable *cancellable)
{
  g_autoptr (GAsyncResult) answer = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  weft_view_state_go_to_async (WEFT_VIEW_STATE (state), text, cancellable, on_found, &answer);
  wait_until (is_there, &answer);
  message = weft_view_state_go_to_finish (WEFT_VIEW_STATE (state), answer, &error);
  if (message != NULL)
    return g_steal_pointer (&message);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? NULL
                                                                   : g_strdup (error->message);
}

static gboolean
has_rows (gpointer state)
{
  return weft_pipeline_state_get_extent (state)->n_rows > 0;
}

static void
test_go (void)
{
  MadeLog log;
  g_autoptr (WeftPipelineSnapshot) snapshot = make_snapshot (&log, TRUE);
  WeftPipelineState *state = weft_pipeline_state_new (log.trace);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *first = NULL, *second = NULL, *missing = NULL, *cancelled = NULL;

  wait_until (has_rows, state);
  weft_pipeline_state_resize (state, 400, 100);
  first = go (state, "rid 56", NULL);
  g_assert_cmpstr (first, ==, "");
  g_assert_cmpuint (weft_pipeline_state_get_selection (state)->op, ==, 6);
  second = go (state, "pc 104", NULL);
  g_assert_cmpstr (second, ==, "3 of 3");
  g_assert_cmpuint (weft_pipeline_state_get_selection (state)->op, ==, 7);
  g_assert_true (weft_view_state_can_go_back (WEFT_VIEW_STATE (state)));
  missing = go (state, "op 10", NULL);
  g_assert_cmpstr (missing, ==, "No op has the id 10.");

  g_cancellable_cancel (cancellable);
  cancelled = go (state, "rid 56", cancellable);
  g_assert_null (cancelled);
  g_assert_cmpuint (weft_pipeline_state_get_selection (state)->op, ==, 7);

  g_clear_pointer (&snapshot, weft_pipeline_snapshot_unref);
  g_assert_finalize_object (state);
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/go-to/parse", test_parse);
  g_test_add_func ("/go-to/syntax", test_syntax);
  g_test_add_func ("/go-to/find", test_find);
  g_test_add_func ("/go-to/growing", test_growing);
  g_test_add_func ("/go-to/go", test_go);
  return g_test_run ();
}
