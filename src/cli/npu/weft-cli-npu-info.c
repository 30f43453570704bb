/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-report.h"
#include "weft-cli-text.h"
#include "weft-npu-facts.h"

#include <glib/gi18n-lib.h>

static void
write_number (WeftJsonWriter *writer, const char *key, gint64 number)
{
  weft_json_writer_key (writer, key);
  if (number != WEFT_NPU_NONE)
    weft_json_writer_signed (writer, number);
  else
    weft_json_writer_null (writer);
}

static void
write_json (WeftJsonWriter *writer, const WeftNpuSnapshot *snapshot)
{
  const WeftNpuRun *run = snapshot->run;

  weft_json_writer_unsigned_member (writer, "events", snapshot->n_events);
  weft_json_writer_unsigned_member (writer, "samples", snapshot->n_samples);
  weft_json_writer_unsigned_member (writer, "skipped", snapshot->n_skipped);
  weft_json_writer_boolean_member (writer, "invalid", snapshot->is_invalid);
  weft_json_writer_string_member (writer, "time_unit",
                                  snapshot->is_chrome ? "nanoseconds" : "cycles");
  weft_json_writer_key (writer, "cycles");
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "first", snapshot->first_cycle);
  weft_json_writer_signed_member (writer, "last", snapshot->last_cycle);
  write_number (writer, "total", run->cycles_total);
  weft_json_writer_end_object (writer);
  weft_json_writer_string_member (writer, "version", run->version);
  weft_json_writer_string_member (writer, "run_id", run->run_id);
  weft_json_writer_string_member (writer, "model_name", run->model);
  weft_json_writer_string_member (writer, "workload_type", run->workload);
  weft_json_writer_string_member (writer, "notes", run->notes);
  weft_json_writer_string_member (writer, "cmdq_file", run->command_file);
  write_number (writer, "dependencies", weft_npu_snapshot_count_dependencies (snapshot));
  write_number (writer, "num_dma", run->n_engines[WEFT_NPU_DMA]);
  write_number (writer, "num_te", run->n_engines[WEFT_NPU_TE]);
  write_number (writer, "num_ve", run->n_engines[WEFT_NPU_VE]);
  write_number (writer, "dram_peak_bw_bytes_per_cycle", run->peak);
}

static void
print_text (const char *title, const char *text)
{
  g_autofree char *shown = weft_cli_format_text (text);

  if (text != NULL)
    weft_cli_print_field (title, "%s", shown);
}

static void
print_lanes (const WeftNpuSnapshot *snapshot)
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
  print_text (_ ("Lanes"), names->str);
}

static void
print_dependencies (const WeftNpuSnapshot *snapshot)
{
  gint64 n = weft_npu_snapshot_count_dependencies (snapshot);
  g_autofree char *count = weft_number_integer (n);

  if (n != WEFT_NPU_NONE)
    weft_cli_print_field (_ ("Dependencies"), "%s", count);
  else if (snapshot->run->command_file != NULL)
    {
      g_autofree char *file = weft_cli_format_text (snapshot->run->command_file);

      weft_cli_print_field (_ ("Dependencies"),
                            _ ("not known; they stand in “%s”, looked for beside the trace"), file);
    }
}

static void
print (const WeftNpuSnapshot *snapshot)
{
  g_autofree char *events = weft_number_count (snapshot->n_events);
  g_autofree char *samples = weft_number_count (snapshot->n_samples);
  g_autofree char *skipped = weft_number_count (snapshot->n_skipped);
  g_autofree char *first = weft_number_integer (snapshot->first_cycle);
  g_autofree char *last = weft_number_integer (snapshot->last_cycle);

  weft_cli_print_field (_ ("Events"), _ ("%s; samples %s, skipped %s"), events, samples, skipped);
  if (snapshot->is_chrome)
    weft_cli_print_field (_ ("Time"), _ ("%s to %s ns"), first, last);
  else
    weft_cli_print_field (_ ("Cycles"), _ ("%s to %s"), first, last);
  print_text (_ ("Run"), snapshot->run->run_id);
  print_text (_ ("Model"), snapshot->run->model);
  print_text (_ ("Workload"), snapshot->run->workload);
  print_text (_ ("Notes"), snapshot->run->notes);
  print_lanes (snapshot);
  print_dependencies (snapshot);
  if (snapshot->is_invalid)
    weft_cli_print_field (_ ("Invalid"), "%s", _ ("the simulator ended with INVALID_TRACE"));
}

int
weft_cli_npu_info (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));

  if (request->writer != NULL)
    write_json (request->writer, snapshot);
  else
    print (snapshot);
  return WEFT_CLI_SUCCESS;
}
