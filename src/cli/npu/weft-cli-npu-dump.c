/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include <stdio.h>

static const char *
get_type (const WeftNpuSnapshot *snapshot, const WeftNpuEvent *event)
{
  return event->type == WEFT_NPU_OTHER ? weft_npu_trace_get_name (snapshot->trace, event->name)
                                       : weft_npu_type_to_string (event->type);
}

static void
dump_event (WeftJsonWriter *writer, const WeftNpuSnapshot *snapshot, const WeftNpuEvent *event)
{
  weft_json_writer_begin_object (writer);
  weft_json_writer_string_member (writer, "type", get_type (snapshot, event));
  if ((event->flags & WEFT_NPU_NO_TIME) == 0)
    {
      weft_json_writer_signed_member (writer, "start", event->start);
      weft_json_writer_signed_member (writer, "end", event->end);
    }
  weft_cli_npu_write_event (writer, snapshot, event);
  if ((event->flags & WEFT_NPU_ERROR) != 0)
    weft_json_writer_boolean_member (writer, "error", TRUE);
  if ((event->flags & WEFT_NPU_FLAGGED) != 0)
    weft_json_writer_boolean_member (writer, "flagged", TRUE);
  weft_json_writer_signed_member (writer, "line", event->line);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

static void
dump_amount (WeftJsonWriter *writer, const char *key, gint64 amount)
{
  if (amount != WEFT_NPU_NONE)
    weft_json_writer_signed_member (writer, key, amount);
}

static void
dump_sample (WeftJsonWriter *writer, const WeftNpuSample *sample)
{
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "cycle", sample->start);
  weft_json_writer_signed_member (writer, "window_cycles", sample->length);
  dump_amount (writer, "dram_read_bytes", sample->read);
  dump_amount (writer, "dram_write_bytes", sample->write);
  dump_amount (writer, "kv_bytes", sample->kv);
  dump_amount (writer, "stall_cycles", sample->stall);
  weft_json_writer_signed_member (writer, "line", sample->line);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

/* Whether any of the event lies in the range; an event without a time does where there is none. */
static gboolean
touches (const WeftCliRequest *request, const WeftNpuEvent *event)
{
  if ((event->flags & WEFT_NPU_NO_TIME) != 0)
    return !request->has_range;
  return weft_cycle_range_intersects (&request->range, event->start, event->end);
}

int
weft_cli_npu_dump (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);
  g_autoptr (WeftBitset) rows = NULL;

  if (!weft_cli_npu_filter (request, snapshot, &rows))
    return WEFT_CLI_USAGE;
  for (guint32 row = 0; row < snapshot->n_events && !ferror (stdout); row++)
    {
      WeftNpuEvent event;

      weft_npu_snapshot_get_event (snapshot, row, &event);
      if (weft_bitset_includes (rows, row) && touches (request, &event))
        dump_event (writer, snapshot, &event);
    }
  /* A filter is about events. */
  for (guint32 i = 0; rows == NULL && i < snapshot->n_samples && !ferror (stdout); i++)
    {
      WeftNpuSample sample;

      weft_npu_snapshot_get_sample (snapshot, i, &sample);
      if (weft_cycle_range_intersects (&request->range, sample.start, sample.start + sample.length))
        dump_sample (writer, &sample);
    }
  return WEFT_CLI_SUCCESS;
}
