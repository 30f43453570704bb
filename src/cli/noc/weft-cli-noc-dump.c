/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-records.h"
#include "weft-noc-fields.h"

#include <stdio.h>

static void
write_fabric (WeftJsonWriter *writer, const WeftNocCapture *capture, guint32 record)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (capture);
  WeftNocFabric fabric;

  if (!weft_noc_trace_get_fabric (trace, record, &fabric))
    return;
  weft_json_writer_key (writer, "fabric");
  weft_json_writer_begin_object (writer);
  weft_cli_records_write_item (&weft_noc_fabric_schema, WEFT_FIELD_DUMP, capture, record, &fabric,
                               writer);
  weft_json_writer_key (writer, "dst");
  weft_json_writer_begin_array (writer);
  for (guint32 i = 0; i < fabric.n_targets; i++)
    {
      WeftNocFabricTarget target;

      weft_noc_trace_get_fabric_target (trace, &fabric, i, &target);
      weft_json_writer_begin_object (writer);
      weft_json_writer_signed_member (writer, "dx", target.x);
      weft_json_writer_signed_member (writer, "dy", target.y);
      weft_json_writer_unsigned_member (writer, "num_bytes", target.bytes);
      weft_json_writer_end_object (writer);
    }
  weft_json_writer_end_array (writer);
  weft_json_writer_end_object (writer);
}

static void
write_transfer (WeftJsonWriter *writer, const WeftNocCapture *capture, guint32 record)
{
  const WeftNocTransfer *transfer = weft_noc_capture_find_transfer (capture, record);

  if (transfer == NULL)
    return;
  weft_json_writer_key (writer, "transfer");
  weft_json_writer_begin_object (writer);
  weft_cli_records_write_item (&weft_noc_transfer_schema, WEFT_FIELD_DUMP, capture, record,
                               transfer, writer);
  weft_json_writer_end_object (writer);
}

static void
write_record (WeftJsonWriter *writer, const WeftNocCapture *capture, guint32 index)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (capture);
  WeftNocRecord record;
  WeftNocDebug debug;

  weft_noc_trace_get_record (trace, index, &record);
  weft_json_writer_begin_object (writer);
  weft_cli_records_write_item (&weft_noc_event_schema, WEFT_FIELD_DUMP, capture, index, &record,
                               writer);
  if (record.is_event)
    {
      if (weft_noc_trace_get_debug (trace, index, &debug))
        weft_cli_records_write_item (&weft_noc_debug_schema, WEFT_FIELD_DUMP, capture, index,
                                     &debug, writer);
      write_fabric (writer, capture, index);
      write_transfer (writer, capture, index);
    }
  weft_json_writer_signed_member (writer, "line", record.line);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

int
weft_cli_noc_dump (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);
  g_autoptr (WeftBitset) records = NULL;
  int status = weft_cli_noc_open (trace, request->filter, &capture, &records);

  if (status != WEFT_CLI_SUCCESS)
    return status;
  for (guint32 i = 0; i < weft_noc_capture_get_n_records (capture) && !ferror (stdout); i++)
    if (weft_bitset_includes (records, i)
        && weft_cycle_range_contains (&request->range, weft_noc_capture_get_cycle (capture, i)))
      write_record (writer, capture, i);
  return WEFT_CLI_SUCCESS;
}
