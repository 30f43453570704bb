/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made-log.h"
#include "test-homes.h"
#include "weft-index-cache.h"
#include "weft-pipeline-curves.h"
#include "weft-pipeline-dependencies.h"
#include "weft-pipeline-history.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-retire-gap.h"
#include "weft-trace-origin.h"

/* All that was derived of a whole log is kept beside its index file, and comes back as it was. */

#define N_OPS 70000u

static const char *const kinds[] = { "explainer", "slots", "history",
                                     "curves",    "gap",   "dependencies" };

/* A log that names registers, so that producers are inferred; or one that `states` them. */
static void
open_log (MadeLog *log, gboolean states)
{
  made_log_open (log, NULL);
  made_log_fill (log, N_OPS);
  for (guint32 op = 9; states && op < N_OPS; op++)
    {
      weft_pipeline_writer_add_dependency (log->writer, op, op - 1 - op % 5, 0, op / 2);
      if (op % 3 == 0)
        weft_pipeline_writer_add_dependency (log->writer, op, op - 7, 0, op / 2);
    }
  weft_pipeline_snapshot_unref (made_log_publish (log, N_OPS / 2 + 50));
}

/* From here on the trace is of a file, so that what is derived of it is kept. */
static void
set_origin (MadeLog *log, guint64 size)
{
  const WeftIndexLabel label = { .source = "/made.log", .format = "made", .stamp.size = size };
  g_autoptr (WeftTraceOrigin) origin = weft_trace_origin_new (&label);

  weft_trace_set_origin (WEFT_TRACE (log->trace), origin);
}

static void
add_parts (GString *text, WeftPipelineExplainer *explainer)
{
  for (guint32 op = 0; op < N_OPS; op += 7)
    {
      guint n_parts;
      const WeftLatencyPart *parts = weft_explain_op (explainer, op, &n_parts);

      g_string_append_printf (text, "\n%u", weft_pipeline_explainer_follows_squash (explainer, op));
      for (guint i = 0; i < n_parts; i++)
        g_string_append_printf (text, " %d %" G_GINT64_FORMAT " %u %d", (int) parts[i].cause,
                                parts[i].first, parts[i].producer, parts[i].inferred);
    }
}

static void
add_history (GString *text, const WeftPipelineSlots *slots, const WeftPipelineHistory *history)
{
  gint64 first, end;

  weft_pipeline_history_get_cycles (history, &first, &end);
  for (gint64 from = first; from < end; from += 500)
    {
      gint64 low = from, high = MIN (from + 500, end);
      guint64 sums[WEFT_N_CPI_PARTS], n_retired;

      weft_pipeline_slots_sum (slots, low, high, sums, &n_retired);
      g_assert_true (weft_pipeline_history_align (history, &low, &high));
      for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
        g_string_append_printf (
          text, " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, sums[i],
          weft_pipeline_history_sum (history, WEFT_HISTORY_SLOTS, i, low, high));
      for (guint i = 0; i < weft_pipeline_history_get_n_stages (history); i++)
        g_string_append_printf (
          text, " %" G_GUINT64_FORMAT,
          weft_pipeline_history_sum (history, WEFT_HISTORY_STAGE, i, low, high));
    }
}

static void
add_curves (GString *text, WeftPipelineSnapshot *snapshot, gint64 first, gint64 end)
{
  g_autoptr (WeftPipelineCurves) curves =
    weft_pipeline_curves_new (snapshot, first, end, NULL, WEFT_MAX_BUCKETS, NULL, NULL);
  WeftCycleRange gap;

  for (guint i = 0; i < curves->n_buckets; i++)
    for (guint curve = 0; curve < WEFT_N_CURVES; curve++)
      g_string_append_printf (text, " %a",
                              weft_pipeline_curves_get (curves, (WeftPipelineCurve) curve, i));
  g_string_append_printf (text, "\n%d", weft_pipeline_retire_gap_find (snapshot, &gap, NULL, NULL));
  g_string_append_printf (text, " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, gap.from, gap.to);
}

static void
add_dependencies (GString *text, WeftPipelineSnapshot *snapshot)
{
  g_autoptr (WeftPipelineDependencies) dependencies =
    weft_pipeline_dependencies_new (snapshot, NULL, NULL);

  for (guint32 op = 0; op < N_OPS; op += 5)
    {
      guint32 n_ops;
      const guint32 *ops = weft_pipeline_dependencies_get_consumers (dependencies, op, &n_ops);

      for (guint32 i = 0; i < n_ops; i++)
        g_string_append_printf (text, " %u>%u", op, ops[i]);
    }
}

/* All of it as a text: (transfer full). */
static char *
tell (MadeLog *log)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (log->trace);
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  g_autoptr (WeftPipelineSlots) slots = weft_pipeline_slots_new (explainer, NULL, NULL);
  const gint64 first = weft_pipeline_snapshot_get_first_cycle (snapshot);
  const gint64 end = weft_pipeline_snapshot_get_open_end (snapshot);
  g_autoptr (WeftPipelineHistory) history = NULL;
  GString *text = g_string_new (NULL);

  g_assert_cmpint (weft_pipeline_explainer_get_producers (explainer) != NULL, ==,
                   snapshot->n_dependencies == 0
                     && weft_pipeline_explainer_get_assumptions (explainer)->infers);
  g_assert_true (weft_pipeline_slots_index (slots, NULL, NULL));
  history =
    weft_pipeline_history_new (explainer, slots, first, end, WEFT_HISTORY_BUCKETS, NULL, NULL);
  add_parts (text, explainer);
  add_history (text, slots, history);
  add_curves (text, snapshot, first, end);
  add_dependencies (text, snapshot);
  return g_string_free (text, FALSE);
}

static char *
get_path (guint kind)
{
  return weft_index_cache_get_derived_path ("/made.log", kinds[kind]);
}

static ino_t
get_file (guint kind)
{
  g_autofree char *path = get_path (kind);
  struct stat status;

  return stat (path, &status) == 0 ? status.st_ino : 0;
}

static void
test_same (gconstpointer states)
{
  g_autofree char *counted = NULL, *first = NULL, *second = NULL, *other = NULL;
  ino_t files[G_N_ELEMENTS (kinds)];
  MadeLog log;

  open_log (&log, GPOINTER_TO_INT (states));
  counted = tell (&log);
  set_origin (&log, 10 + GPOINTER_TO_UINT (states));
  first = tell (&log);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (files[i] = get_file (i), !=, 0);
  second = tell (&log);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (files[i], ==, get_file (i));
  g_assert_cmpstr (counted, ==, first);
  g_assert_cmpstr (counted, ==, second);
  /* Of a file that is another by now nothing is of use. */
  set_origin (&log, 2);
  other = tell (&log);
  g_assert_cmpstr (counted, ==, other);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (files[i], !=, get_file (i));
  made_log_close (&log);
}

/* Of what rests on what people assume nothing is kept or comes back. */
static void
test_other (void)
{
  g_autoptr (WeftPipelineAssumptions) assumed = weft_pipeline_assumptions_new (NULL, 7, FALSE);
  g_autofree char *one = NULL, *other = NULL;
  ino_t explainer;
  MadeLog log;

  open_log (&log, FALSE);
  weft_pipeline_trace_set_assumptions (log.trace, assumed);
  one = tell (&log);
  set_origin (&log, 2);
  explainer = get_file (0);
  other = tell (&log);
  g_assert_cmpstr (one, ==, other);
  g_assert_cmpuint (explainer, ==, get_file (0));
  made_log_close (&log);
}

/* A byte anywhere, and a part of the file. */
static void
test_damage (void)
{
  g_autofree char *counted = NULL;
  MadeLog log;

  open_log (&log, FALSE);
  counted = tell (&log);
  set_origin (&log, 3);
  g_free (tell (&log));
  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    {
      g_autofree char *path = get_path (kind), *bytes = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      for (guint i = 0; i < 4; i++)
        {
          g_autofree char *damaged = g_memdup2 (bytes, length), *again = NULL;
          const gsize at = (length - 1) * i / 3;

          damaged[at] ^= 0x20;
          g_assert_true (
            g_file_set_contents (path, damaged, (gssize) (i % 2 == 0 ? length : at), NULL));
          again = tell (&log);
          g_assert_cmpstr (counted, ==, again);
        }
    }
  made_log_close (&log);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  homes = isolate_homes ();
  g_test_add_data_func ("/pipeline-derived/same/inferred", GINT_TO_POINTER (FALSE), test_same);
  g_test_add_data_func ("/pipeline-derived/same/stated", GINT_TO_POINTER (TRUE), test_same);
  g_test_add_func ("/pipeline-derived/other", test_other);
  g_test_add_func ("/pipeline-derived/damage", test_damage);
  status = g_test_run ();
  remove_folder (homes);
  return status;
}
