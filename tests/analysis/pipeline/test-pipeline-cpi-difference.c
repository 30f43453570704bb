/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-facts.h"
#include "weft-pipeline-writer.h"

#include <string.h>

#define N_OPS 40

static void
add_stage (WeftPipelineWriter *writer, guint32 op, const char *name, gint64 from, gint64 to)
{
  WeftKind kind = weft_pipeline_writer_intern_kind (writer, "0", 1, name, strlen (name));

  g_assert_true (weft_pipeline_writer_start_stage (writer, op, kind, from));
  g_assert_true (weft_pipeline_writer_end_stage (writer, op, kind, to));
}

/* A core that retires an op in each cycle, but for op 20, which is in the memory stage for as long as it is
 * `late`, and so holds up all that follow. */
static WeftPipelineSnapshot *
make_log (guint n_ops, gint64 late)
{
  g_autoptr (WeftPipelineTrace) trace = weft_pipeline_trace_new ("log", NULL, WEFT_STORAGE_MEMORY);
  WeftPipelineWriter *writer = weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA);
  gint64 last = 0;

  for (guint i = 0; i < n_ops; i++)
    {
      gint64 fetch = i, held = i > 20 ? late : 0, end = i + 4 + (i >= 20 ? late : 0);
      guint32 op = weft_pipeline_writer_begin_op (writer, i, i, 0, 1, fetch);

      add_stage (writer, op, "F", fetch, fetch + 1);
      add_stage (writer, op, "Dc", fetch + 1, fetch + 2);
      add_stage (writer, op, "Mem", fetch + 2, end - 1 - held);
      add_stage (writer, op, "Cm", end - 1 - held, end);
      weft_pipeline_writer_end_op (writer, op, WEFT_OP_RETIRED, i, end);
      last = end;
    }
  weft_pipeline_writer_publish (writer, last);
  weft_pipeline_writer_free (writer);
  return weft_pipeline_trace_ref_snapshot (trace);
}

static void
compare (WeftPipelineSnapshot **snapshots, WeftPipelineCpiDifference **difference)
{
  g_autoptr (GError) error = NULL;

  *difference = weft_pipeline_cpi_difference_new (snapshots, NULL, &error);
  g_assert_no_error (error);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    weft_pipeline_snapshot_unref (snapshots[log]);
}

/* Of the nine cycles that nothing retires in, op 20 is in the memory stage in eight, and commits in the last:
 * no other op retires beside that any more. */
static void
test_memory (void)
{
  WeftPipelineSnapshot *snapshots[] = { make_log (N_OPS, 0), make_log (N_OPS, 9) };
  g_autoptr (WeftPipelineCpiDifference) self = NULL;

  compare (snapshots, &self);
  g_assert_cmpuint (self->widths[WEFT_LOG_A], ==, 1);
  g_assert_cmpuint (self->widths[WEFT_LOG_B], ==, 1);
  g_assert_true (self->widths_are_inferred[WEFT_LOG_A]);
  g_assert_cmpuint (self->changes->len, ==, WEFT_N_CPI_PARTS);
  for (guint i = 0; i < self->changes->len; i++)
    {
      const WeftCpiChange *change = &g_array_index (self->changes, WeftCpiChange, i);
      double a = change->parts[WEFT_LOG_A].cycles, b = change->parts[WEFT_LOG_B].cycles;

      g_assert_cmpuint (change->category, ==, i);
      g_assert_cmpfloat (b - a, ==, i == WEFT_CPI_MEMORY ? 8 : i == WEFT_CPI_CORE ? 1 : 0);
      g_assert_cmpfloat_with_epsilon (change->parts[WEFT_LOG_B].cpi, b / N_OPS, 1e-12);
    }
}

static void
test_same (void)
{
  WeftPipelineSnapshot *snapshots[] = { make_log (N_OPS, 5), make_log (N_OPS, 5) };
  g_autoptr (WeftPipelineCpiDifference) self = NULL;

  compare (snapshots, &self);
  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    {
      const WeftCpiPart *parts = g_array_index (self->changes, WeftCpiChange, i).parts;

      g_assert_cmpuint (parts[WEFT_LOG_A].slots, ==, parts[WEFT_LOG_B].slots);
    }
}

/* Where one log has no stack, nothing is said to differ. */
static void
test_empty (void)
{
  WeftPipelineSnapshot *snapshots[] = { make_log (N_OPS, 0), make_log (0, 0) };
  g_autoptr (WeftPipelineCpiDifference) self = NULL;

  compare (snapshots, &self);
  g_assert_cmpuint (self->stacks[WEFT_LOG_A]->len, ==, WEFT_N_CPI_PARTS);
  g_assert_cmpuint (self->stacks[WEFT_LOG_B]->len, ==, 0);
  g_assert_cmpuint (self->changes->len, ==, 0);
}

/* The comparison has them where all ops count. */
static void
test_facts (void)
{
  WeftPipelineSnapshot *snapshots[] = { make_log (N_OPS, 0), make_log (N_OPS, 9) };
  WeftBitset *ops[WEFT_N_LOGS] = { NULL, NULL };
  g_autoptr (WeftPipelineCompare) all =
    weft_pipeline_compare_new (snapshots, NULL, WEFT_ALIGN_BY_LABEL, 0, NULL, NULL);
  g_autoptr (WeftPipelineCompare) some =
    weft_pipeline_compare_new (snapshots, ops, WEFT_ALIGN_BY_LABEL, 0, NULL, NULL);

  g_assert_cmpuint (weft_pipeline_compare_get_facts (all, WEFT_COMPARE_FACTS_CPI).n_rows, ==,
                    WEFT_N_CPI_PARTS);
  g_assert_cmpuint (weft_pipeline_compare_get_facts (some, WEFT_COMPARE_FACTS_CPI).n_rows, ==, 0);
  for (int log = 0; log < WEFT_N_LOGS; log++)
    weft_pipeline_snapshot_unref (snapshots[log]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-cpi-difference/memory", test_memory);
  g_test_add_func ("/pipeline-cpi-difference/same", test_same);
  g_test_add_func ("/pipeline-cpi-difference/empty", test_empty);
  g_test_add_func ("/pipeline-cpi-difference/facts", test_facts);
  return g_test_run ();
}
