/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-json-block.h"
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

/* --- metadata ----------------------------------------------------------------------------------------- */

/* Values that are nested more deeply are written as texts. */
#define MAX_DEPTH 64

static void write_value (WeftReport *report, const char *key, const WeftJsonValue *value,
                         guint depth);

static void
write_container (WeftReport *report, const char *key, const WeftJsonValue *value, guint depth)
{
  const char *place = NULL;
  WeftJsonValue name;
  WeftJsonRecord inner;

  if (value->kind == WEFT_JSON_OBJECT)
    {
      weft_report_begin (report, key);
      while (weft_json_next_member (value, &place, &name, NULL, &inner))
        {
          g_autofree char *text = weft_json_block_get_text (&name);

          write_value (report, text, &inner.self, depth + 1);
        }
    }
  else
    {
      weft_report_begin_list (report, key);
      while (weft_json_next_element (value, &place, NULL, &inner))
        write_value (report, NULL, &inner.self, depth + 1);
    }
  weft_report_end (report);
}

/* JSON of the file as JSON of the report. */
static void
write_value (WeftReport *report, const char *key, const WeftJsonValue *value, guint depth)
{
  g_autofree char *text = NULL;

  switch (value->kind)
    {
    case WEFT_JSON_NULL:
      weft_report_text (report, key, NULL);
      break;
    case WEFT_JSON_BOOLEAN:
      weft_report_flag (report, key, value->integer != 0);
      break;
    case WEFT_JSON_INTEGER:
      weft_report_signed (report, key, value->integer);
      break;
    case WEFT_JSON_UNSIGNED:
      weft_report_count (report, key, value->number);
      break;
    case WEFT_JSON_REAL:
      weft_report_real (report, key, value->real);
      break;
    default:
      if (value->kind != WEFT_JSON_STRING && depth < MAX_DEPTH)
        {
          write_container (report, key, value, depth);
          return;
        }
      text = weft_json_block_get_text (value);
      weft_report_text (report, key, text);
      break;
    }
}

static void
write_block (WeftReport *report, const char *key, const char *text)
{
  WeftJsonRecord record;
  WeftJsonScan scan;

  if (text != NULL
      && weft_json_scan (NULL, text, strlen (text), 0, TRUE, &record, &scan) == WEFT_JSON_OK)
    write_value (report, key, &record.self, 0);
  else
    weft_report_text (report, key, NULL);
}

typedef struct
{
  WeftReport *report;
  const char *title; /* of the first line */
  guint n_lines;
} Block;

/* A line for what has none of its own. */
static void
say_member (const char *name, const WeftJsonValue *value, gpointer data)
{
  static const char *const said[] = { "run_id", "model_name", "workload_type", "notes", NULL };
  Block *self = data;
  g_autofree char *words = weft_json_block_format (value);

  if (name == NULL || g_strv_contains (said, name))
    return;
  weft_report_line (self->report, self->n_lines++ == 0 ? self->title : "", "%s: %s",
                    weft_report_say_text (self->report, name),
                    weft_report_say_text (self->report, words));
}

/* All that a block says, and no line says already. */
static void
say_block (WeftReport *report, const char *title, const char *text)
{
  Block block = { report, title, 0 };

  weft_json_block_visit (text, say_member, &block);
}

/* --- the run ------------------------------------------------------------------------------------------ */

static void
write_run (WeftReport *report, const WeftNpuSnapshot *snapshot)
{
  const WeftNpuRun *run = snapshot->run;

  weft_report_count (report, "events", snapshot->n_events);
  weft_report_count (report, "samples", snapshot->n_samples);
  weft_report_count (report, "skipped", snapshot->n_skipped);
  weft_report_flag (report, "invalid", snapshot->is_invalid);
  weft_report_text (report, "time_unit", "cycles");
  weft_report_begin (report, "cycles");
  weft_report_signed (report, "first", snapshot->first_cycle);
  weft_report_signed (report, "last", snapshot->last_cycle);
  write_number (report, "total", run->cycles_total);
  weft_report_end (report);
  weft_report_text (report, "version", run->version);
  write_block (report, "run_metadata", run->metadata);
  if (weft_npu_snapshot_is_summary (snapshot))
    write_block (report, "summary_metrics", run->summary);
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
  if (snapshot->n_lanes > 0)
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
  if (weft_npu_snapshot_is_summary (snapshot))
    weft_report_line (report, _ ("Cycles"), "%s", "—");
  else
    weft_report_line (report, _ ("Cycles"), _ ("%s to %s"),
                      weft_report_say_integer (report, snapshot->first_cycle),
                      weft_report_say_integer (report, snapshot->last_cycle));
  say_text (report, _ ("Run"), snapshot->run->run_id);
  say_text (report, _ ("Model"), snapshot->run->model);
  say_text (report, _ ("Workload"), snapshot->run->workload);
  say_text (report, _ ("Notes"), snapshot->run->notes);
  say_block (report, _ ("Metadata"), snapshot->run->metadata);
  if (weft_npu_snapshot_is_summary (snapshot))
    say_block (report, _ ("Summary"), snapshot->run->summary);
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
