/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-wait-fields.h"

#include "weft-cycle-range.h"
#include "weft-noc-numbers.h"
#include "weft-noc-verdict.h"

static WeftCell
as_device (gconstpointer data, gint64 device)
{
  return weft_cell_signed (weft_noc_capture_get_device_id (data, (guint) device));
}

static WeftCell
as_tile (gconstpointer data, gint64 tile)
{
  return weft_cell_text (weft_noc_describe_tile (data, (guint) tile));
}

static WeftCell
as_type (gconstpointer data G_GNUC_UNUSED, gint64 semaphore)
{
  return weft_cell_word (semaphore != 0, semaphore != 0 ? "semaphore" : "barrier");
}

static WeftCell
as_measured (gconstpointer data G_GNUC_UNUSED, gint64 measured)
{
  return weft_cell_flag (measured != 0);
}

static WeftCell
as_proc (gconstpointer data, gint64 number)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (data);
  WeftNocRecord record;

  weft_noc_trace_get_record (trace, (guint32) number, &record);
  return weft_cell_word (record.proc_id, record.proc);
}

static WeftCell
get_cycles (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftNocWait *wait = item;

  return weft_cell_count (weft_cycles_between (wait->start, wait->end));
}

#define WAIT(name) .member = WEFT_MEMBER (WeftNocWait, name)
#define QUERY .flags = WEFT_FIELD_QUERY

static const WeftField fields[] = {
  { "event", .type = WEFT_FIELD_NUMBER, QUERY, WAIT (record), .doc = "rowid of its first event" },
  { "device", .type = WEFT_FIELD_NUMBER, QUERY, WAIT (device), .as = as_device,
    .doc = "Id of the device" },
  { "tile", .type = WEFT_FIELD_TEXT, QUERY, WAIT (tile), .as = as_tile,
    .doc = "Tile that waited, NOC_0 physical" },
  { "proc", .type = WEFT_FIELD_TEXT, QUERY, WAIT (record), .as = as_proc,
    .codes = weft_noc_codes_wait_proc, .doc = "Processor: \"BRISC\"" },
  { "type", .type = WEFT_FIELD_TEXT, QUERY, WAIT (semaphore), .as = as_type,
    .doc = "barrier or semaphore" },
  { "start", .type = WEFT_FIELD_NUMBER, QUERY, WAIT (start),
    .doc = "Cycle in which the wait begins, from the zero of the trace" },
  { "end", .type = WEFT_FIELD_NUMBER, QUERY, WAIT (end),
    .doc = "Cycle in which it has ended: at the latest, where it was not measured" },
  { "cycles", .type = WEFT_FIELD_COUNT, QUERY, .of = get_cycles,
    .numbers = weft_noc_numbers_wait_cycles,
    .doc = "Cycles from start to end: at most, where it was not measured" },
  { "measured", .type = WEFT_FIELD_FLAG, QUERY, WAIT (measured), .as = as_measured,
    .doc =
      "From a START to an END; otherwise its end is not recorded, and it lasted at most to its "
      "processor's next record" },
};

const WeftSchema weft_noc_wait_schema = { "noc_barrier",
                                          "Waits of cores at barriers and semaphores",
                                          fields,
                                          G_N_ELEMENTS (fields),
                                          0,
                                          sizeof (WeftNocWait) };
