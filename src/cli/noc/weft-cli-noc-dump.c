/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-json-writer.h"

#include <stdio.h>

static void
write_place (WeftJsonWriter *writer, const char *key, int x, int y)
{
  weft_json_writer_key (writer, key);
  weft_json_writer_begin_array (writer);
  weft_json_writer_signed (writer, x);
  weft_json_writer_signed (writer, y);
  weft_json_writer_end_array (writer);
}

static void
write_context (WeftJsonWriter *writer, const WeftNocCapture *capture, const WeftNocRecord *record)
{
  WeftNocContext context;

  weft_noc_trace_get_context (weft_noc_capture_get_trace (capture), record->context, &context);
  weft_json_writer_signed_member (
    writer, "device",
    weft_noc_capture_get_device_id (capture, weft_noc_capture_device_of (capture, record->record)));
  if (context.run_host_id != G_MININT64)
    weft_json_writer_signed_member (writer, "run_host_id", context.run_host_id);
  if (*context.op_name != 0)
    weft_json_writer_string_member (writer, "op_name", context.op_name);
}

static void
write_known (WeftJsonWriter *writer, const char *key, gint32 number)
{
  if (number != WEFT_NOC_UNKNOWN)
    weft_json_writer_signed_member (writer, key, number);
}

static void
write_fabric (WeftJsonWriter *writer, WeftNocTrace *trace, guint32 record)
{
  WeftNocFabric fabric;

  if (!weft_noc_trace_get_fabric (trace, record, &fabric))
    return;
  weft_json_writer_key (writer, "fabric");
  weft_json_writer_begin_object (writer);
  write_known (writer, "eth_chan", fabric.eth_channel);
  write_known (writer, "hops", fabric.hops);
  write_known (writer, "start_distance", fabric.start_distance);
  write_known (writer, "range", fabric.range);
  write_known (writer, "ns_hops", fabric.north_south_hops);
  write_known (writer, "e_hops", fabric.east_hops);
  write_known (writer, "w_hops", fabric.west_hops);
  write_known (writer, "dst_device_id", fabric.dst_device);
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
write_debug (WeftJsonWriter *writer, WeftNocTrace *trace, guint32 record)
{
  WeftNocDebug debug;

  if (!weft_noc_trace_get_debug (trace, record, &debug))
    return;
  weft_json_writer_unsigned_member (writer, "dst_addr", debug.dst_addr);
  weft_json_writer_unsigned_member (writer, "src_addr", debug.src_addr);
  weft_json_writer_signed_member (writer, "noc_status_counter", debug.status_counter);
  weft_json_writer_boolean_member (writer, "posted", debug.posted);
}

static void
write_transfer (WeftJsonWriter *writer, const WeftNocCapture *capture, guint32 record)
{
  const WeftNocTransfer *transfer = weft_noc_capture_find_transfer (capture, record);
  guint width = weft_noc_capture_get_topology (capture, NULL)->width;
  guint n_series, n_links;

  if (transfer == NULL)
    return;
  weft_noc_capture_get_route (capture, transfer->route, &n_series, &n_links);
  weft_json_writer_key (writer, "transfer");
  weft_json_writer_begin_object (writer);
  write_place (writer, "from", transfer->from % width, transfer->from / width);
  write_place (writer, "to", transfer->to % width, transfer->to / width);
  weft_json_writer_unsigned_member (writer, "bytes", transfer->bytes);
  weft_json_writer_unsigned_member (writer, "links", n_links);
  if ((transfer->flags & WEFT_TRANSFER_BOUNDED) != 0)
    weft_json_writer_signed_member (writer, "done", transfer->done);
  weft_json_writer_real_member (writer, "demand_start", transfer->start);
  weft_json_writer_real_member (writer, "demand_end", transfer->finish);
  weft_json_writer_end_object (writer);
}

static void
write_event (WeftJsonWriter *writer, const WeftNocCapture *capture, const WeftNocRecord *record)
{
  static const char *const nocs[] = { "NOC_0", "NOC_1", "UNDEF" };
  WeftNocTrace *trace = weft_noc_capture_get_trace (capture);

  weft_json_writer_string_member (
    writer, "type",
    record->type != WEFT_NOC_TYPE_OTHER ? weft_noc_get_type (record->type)->name : record->name);
  weft_json_writer_string_member (
    writer, "class", weft_noc_class_to_string (weft_noc_get_type (record->type)->klass));
  weft_json_writer_string_member (writer, "noc", nocs[MIN (record->noc, 2)]);
  weft_json_writer_signed_member (writer, "vc", record->vc);
  weft_json_writer_unsigned_member (writer, "num_bytes", record->bytes);
  weft_json_writer_boolean_member (writer, "saturated", record->bytes == WEFT_NOC_SATURATED);
  if ((record->flags & WEFT_NOC_MULTICAST) != 0)
    {
      write_place (writer, "mcast_start", record->dx, record->dy);
      write_place (writer, "mcast_end", record->end_x, record->end_y);
    }
  else if (record->dx >= 0 && record->dy >= 0)
    {
      weft_json_writer_signed_member (writer, "dx", record->dx);
      weft_json_writer_signed_member (writer, "dy", record->dy);
    }
  write_debug (writer, trace, record->record);
  write_fabric (writer, trace, record->record);
  write_transfer (writer, capture, record->record);
}

static void
write_record (WeftJsonWriter *writer, const WeftNocCapture *capture, guint32 index)
{
  WeftNocRecord record;

  weft_noc_trace_get_record (weft_noc_capture_get_trace (capture), index, &record);
  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "cycle", weft_noc_capture_get_cycle (capture, index));
  weft_json_writer_unsigned_member (writer, "timestamp", record.timestamp);
  weft_json_writer_string_member (writer, "proc", record.proc);
  weft_json_writer_signed_member (writer, "sx", record.sx);
  weft_json_writer_signed_member (writer, "sy", record.sy);
  write_context (writer, capture, &record);
  if (record.is_event)
    write_event (writer, capture, &record);
  else
    {
      weft_json_writer_string_member (writer, "zone", record.name);
      weft_json_writer_string_member (
        writer, "zone_phase", record.kind == WEFT_NOC_ZONE_START ? "ZONE_START" : "ZONE_END");
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
