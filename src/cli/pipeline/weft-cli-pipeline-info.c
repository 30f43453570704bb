/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-cli-pipeline-stats.h"
#include "weft-pipeline-stats-count.h"

#include <glib/gi18n-lib.h>

#define MAX_LANES 16 /* that people get to see */

static void
free_kinds (gpointer kinds)
{
  g_array_unref (kinds);
}

/* The kinds of each lane: (transfer full), an array of arrays of WeftKind. */
static GPtrArray *
group_kinds (WeftPipelineTrace *trace)
{
  GPtrArray *lanes = g_ptr_array_new_with_free_func (free_kinds);
  guint n_lanes = weft_pipeline_trace_get_n_lanes (trace);
  guint n_kinds = weft_pipeline_trace_get_n_kinds (trace);

  for (guint lane = 0; lane < n_lanes; lane++)
    g_ptr_array_add (lanes, g_array_new (FALSE, FALSE, sizeof (WeftKind)));
  for (guint i = 0; i < n_kinds; i++)
    {
      WeftKind kind = (WeftKind) i;
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (trace, kind, &info);
      g_array_append_val ((GArray *) lanes->pdata[info.lane_index], kind);
    }
  return lanes;
}

/* The names of the kinds of a lane, as a list for machines and with blanks between for people. */
static void
report_lane (WeftReport *report, WeftPipelineTrace *trace, const char *lane, const GArray *kinds,
             gboolean is_shown)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *title = NULL;

  weft_report_begin (report, NULL);
  weft_report_text (report, "name", lane);
  weft_report_begin_list (report, "stages");
  for (guint i = 0; i < kinds->len; i++)
    {
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (trace, g_array_index (kinds, WeftKind, i), &info);
      weft_report_text (report, NULL, info.name);
      g_string_append_printf (list, "%s%s", i > 0 ? " " : "",
                              weft_report_say_text (report, info.name));
    }
  weft_report_end (report);
  weft_report_end (report);
  title = g_strdup_printf (_ ("Lane %s"), weft_report_say_text (report, lane));
  if (is_shown)
    weft_report_line (report, title, "%s", list->str);
}

static void
report_lanes (WeftReport *report, WeftPipelineTrace *trace)
{
  g_autoptr (GPtrArray) lanes = group_kinds (trace);

  weft_report_begin_list (report, "lanes");
  for (guint lane = 0; lane < lanes->len; lane++)
    report_lane (report, trace, weft_pipeline_trace_get_lane_name (trace, lane), lanes->pdata[lane],
                 lane < MAX_LANES);
  weft_report_end (report);
  if (lanes->len > MAX_LANES)
    weft_report_line (report, "…", _ ("lanes not shown: %u"), lanes->len - MAX_LANES);
}

static guint64
count_stages (const WeftPipelineStats *stats)
{
  guint64 n = 0;

  for (guint i = 0; i < stats->stages->len; i++)
    {
      const WeftPipelineStageStats *stage =
        &g_array_index (stats->stages, WeftPipelineStageStats, i);

      n += stage->lengths.n_values + stage->n_open;
    }
  return n;
}

int
weft_cli_pipeline_info (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftPipelineTrace *pipeline = WEFT_PIPELINE_TRACE (trace);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (pipeline);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPipelineStats) stats =
    weft_pipeline_stats_new (snapshot, NULL, g_cancellable_get_current (), &error);
  WeftReport *report = request->report;
  guint64 n_pcs = weft_pipeline_trace_get_n_pcs (pipeline), n_threads;
  gboolean is_text = weft_report_get_format (report) == WEFT_REPORT_TEXT;

  if (stats == NULL)
    {
      weft_report_count (report, "ops", snapshot->n_ops);
      weft_report_line (report, _ ("Ops"), "%s", weft_report_say_count (report, snapshot->n_ops));
      weft_cli_complain ("%s", error->message);
      return WEFT_CLI_UNUSABLE;
    }
  n_threads = stats->threads->len;
  weft_cli_report_ops (report, stats);
  if (is_text)
    weft_cli_report_cycles (report, stats);
  weft_report_value (report, "stages", _ ("Stages"), weft_cell_count (count_stages (stats)));
  weft_cli_report_dependencies (report, stats);
  weft_report_count (report, "threads", n_threads);
  weft_report_line (report, _ ("Threads"), "%" G_GUINT64_FORMAT, n_threads);
  weft_report_value (report, "pcs", _ ("PCs"), weft_cell_count (n_pcs));
  weft_report_text (report, "time_unit", "cycles");
  if (!is_text)
    weft_cli_report_cycles (report, stats);
  report_lanes (report, pipeline);
  weft_cli_pipeline_report_findings (report, snapshot, stats);
  return WEFT_CLI_SUCCESS;
}
