/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-cli-pipeline-stats.h"
#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-json-writer.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

/* What is known about a trace, for both ways of printing it. */
typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineSnapshot *snapshot;
  WeftPipelineStats *stats;
  guint64 n_stages;
} Info;

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

/* --- JSON ---------------------------------------------------------------------------------------- */

static void
write_lanes (WeftJsonWriter *writer, WeftPipelineTrace *trace)
{
  g_autoptr (GPtrArray) lanes = group_kinds (trace);

  weft_json_writer_key (writer, "lanes");
  weft_json_writer_begin_array (writer);
  for (guint lane = 0; lane < lanes->len; lane++)
    {
      const GArray *kinds = lanes->pdata[lane];

      weft_json_writer_begin_object (writer);
      weft_json_writer_string_member (writer, "name",
                                      weft_pipeline_trace_get_lane_name (trace, lane));
      weft_json_writer_key (writer, "stages");
      weft_json_writer_begin_array (writer);
      for (guint i = 0; i < kinds->len; i++)
        {
          WeftKindInfo info;

          weft_pipeline_trace_get_kind (trace, g_array_index (kinds, WeftKind, i), &info);
          weft_json_writer_string (writer, info.name);
        }
      weft_json_writer_end_array (writer);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
}

static void
write_members (const Info *info, WeftJsonWriter *writer)
{
  weft_json_writer_unsigned_member (writer, "ops", info->stats->n_ops);
  weft_json_writer_unsigned_member (writer, "retired", info->stats->n_retired);
  weft_json_writer_unsigned_member (writer, "flushed", info->stats->n_flushed);
  weft_json_writer_unsigned_member (writer, "open", info->stats->n_open);
  weft_json_writer_unsigned_member (writer, "stages", info->n_stages);
  weft_json_writer_unsigned_member (writer, "dependencies", info->stats->n_dependencies);
  weft_json_writer_unsigned_member (writer, "threads", info->stats->threads->len);
  weft_json_writer_unsigned_member (writer, "pcs", weft_pipeline_trace_get_n_pcs (info->trace));
  weft_json_writer_string_member (writer, "time_unit", "cycles");
  weft_cli_write_cycles (writer, info->stats);
  write_lanes (writer, info->trace);
  weft_cli_write_findings (writer, info->snapshot, info->stats);
}

/* --- people -------------------------------------------------------------------------------------- */

/* The names of kinds, blanks between: (transfer full). */
static char *
list_stages (WeftPipelineTrace *trace, const GArray *kinds)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < kinds->len; i++)
    {
      WeftKindInfo info;
      g_autofree char *name = NULL;

      weft_pipeline_trace_get_kind (trace, g_array_index (kinds, WeftKind, i), &info);
      name = weft_cli_format_text (info.name);
      g_string_append_printf (list, "%s%s", i > 0 ? " " : "", name);
    }
  return g_string_free (list, FALSE);
}

static void
print_lanes (WeftPipelineTrace *trace)
{
  g_autoptr (GPtrArray) lanes = group_kinds (trace);

  for (guint lane = 0; lane < MIN (lanes->len, MAX_LANES); lane++)
    {
      g_autofree char *name =
        weft_cli_format_text (weft_pipeline_trace_get_lane_name (trace, lane));
      g_autofree char *title = g_strdup_printf (_ ("Lane %s"), name);
      g_autofree char *stages = list_stages (trace, lanes->pdata[lane]);

      weft_cli_print_field (title, "%s", stages);
    }
  if (lanes->len > MAX_LANES)
    weft_cli_print_field ("…", _ ("lanes not shown: %u"), lanes->len - MAX_LANES);
}

static void
print_info (const Info *info)
{
  g_autofree char *stages = weft_number_count (info->n_stages);
  g_autofree char *pcs = weft_number_count (weft_pipeline_trace_get_n_pcs (info->trace));

  weft_cli_print_ops (info->stats);
  weft_cli_print_cycles (info->stats);
  weft_cli_print_field (_ ("Stages"), "%s", stages);
  weft_cli_print_dependencies (info->stats);
  weft_cli_print_field (_ ("Threads"), "%u", info->stats->threads->len);
  weft_cli_print_field (_ ("PCs"), "%s", pcs);
  print_lanes (info->trace);
  weft_cli_print_findings (info->snapshot, info->stats);
}

/* --- the task -------------------------------------------------------------------------------------- */

int
weft_cli_pipeline_info (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftPipelineTrace *pipeline = WEFT_PIPELINE_TRACE (trace);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (pipeline);
  g_autoptr (WeftPipelineStats) stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);
  Info info = { pipeline, snapshot, stats, 0 };

  for (guint i = 0; i < stats->stages->len; i++)
    {
      const WeftPipelineStageStats *stage =
        &g_array_index (stats->stages, WeftPipelineStageStats, i);

      info.n_stages += stage->lengths.n_values + stage->n_open;
    }
  if (request->writer != NULL)
    write_members (&info, request->writer);
  else
    print_info (&info);
  return WEFT_CLI_SUCCESS;
}
