/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-npu-facts.h"

#include <glib/gi18n-lib.h>

static void
write_number (WeftReport *report, const char *key, gint64 number)
{
  if (number != WEFT_NPU_NONE)
    weft_report_signed (report, key, number);
  else
    weft_report_text (report, key, NULL);
}

static void
write_run (WeftReport *report, const WeftNpuSnapshot *snapshot)
{
  const WeftNpuRun *run = snapshot->run;

  weft_report_count (report, "events", snapshot->n_events);
  weft_report_count (report, "samples", snapshot->n_samples);
  weft_report_count (report, "skipped", snapshot->n_skipped);
  weft_report_flag (report, "invalid", snapshot->is_invalid);
  weft_report_text (report, "time_unit", snapshot->is_chrome ? "nanoseconds" : "cycles");
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", snapshot->first_cycle);
  weft_report_signed (report, "last", snapshot->last_cycle);
  write_number (report, "total", run->cycles_total);
  weft_report_end (report);
  weft_report_text (report, "version", run->version);
  weft_report_text (report, "run_id", run->run_id);
  weft_report_text (report, "model_name", run->model);
  weft_report_text (report, "workload_type", run->workload);
  weft_report_text (report, "notes", run->notes);
  weft_report_text (report, "cmdq_file", run->command_file);
  write_number (report, "dependencies", weft_npu_snapshot_count_dependencies (snapshot));
  write_number (report, "num_dma", run->n_engines[WEFT_NPU_DMA]);
  write_number (report, "num_te", run->n_engines[WEFT_NPU_TE]);
  write_number (report, "num_ve", run->n_engines[WEFT_NPU_VE]);
  write_number (report, "dram_peak_bw_bytes_per_cycle", run->peak);
}

static void
say_text (WeftReport *report, const char *title, const char *text)
{
  if (text != NULL)
    weft_report_line (report, title, "%s", weft_report_say_text (report, text));
}

static void
say_lanes (WeftReport *report, const WeftNpuSnapshot *snapshot)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < snapshot->n_lanes; i++)
    {
      WeftNpuLane lane;
      g_autofree char *name = NULL;

      weft_npu_snapshot_get_lane (snapshot, i, &lane);
      name = weft_npu_lane_to_string (&lane);
      if (i > 0)
        g_string_append (names, ", ");
      g_string_append (names, name);
    }
  say_text (report, _ ("Lanes"), names->str);
}

static void
say_dependencies (WeftReport *report, const WeftNpuSnapshot *snapshot)
{
  gint64 n = weft_npu_snapshot_count_dependencies (snapshot);

  if (n != WEFT_NPU_NONE)
    weft_report_line (report, _ ("Dependencies"), "%s", weft_report_say_integer (report, n));
  else if (snapshot->run->command_file != NULL)
    weft_report_line (report, _ ("Dependencies"),
                      _ ("not known; they stand in “%s”, looked for beside the trace"),
                      weft_report_say_text (report, snapshot->run->command_file));
}

static void
say_run (WeftReport *report, const WeftNpuSnapshot *snapshot)
{
  weft_report_line (report, _ ("Events"), _ ("%s; samples %s, skipped %s"),
                    weft_report_say_count (report, snapshot->n_events),
                    weft_report_say_count (report, snapshot->n_samples),
                    weft_report_say_count (report, snapshot->n_skipped));
  weft_report_line (report, snapshot->is_chrome ? _ ("Time") : _ ("Cycles"),
                    snapshot->is_chrome ? _ ("%s to %s ns") : _ ("%s to %s"),
                    weft_report_say_integer (report, snapshot->first_cycle),
                    weft_report_say_integer (report, snapshot->last_cycle));
  say_text (report, _ ("Run"), snapshot->run->run_id);
  say_text (report, _ ("Model"), snapshot->run->model);
  say_text (report, _ ("Workload"), snapshot->run->workload);
  say_text (report, _ ("Notes"), snapshot->run->notes);
  say_lanes (report, snapshot);
  say_dependencies (report, snapshot);
  if (snapshot->is_invalid)
    weft_report_line (report, _ ("Invalid"), "%s", _ ("the simulator ended with INVALID_TRACE"));
}

int
weft_cli_npu_info (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuStats) stats = weft_cli_npu_measure (trace, request);

  if (stats == NULL)
    return WEFT_CLI_USAGE;
  write_run (request->report, stats->snapshot);
  say_run (request->report, stats->snapshot);
  weft_cli_npu_report_findings (request->report, stats);
  return WEFT_CLI_SUCCESS;
}
