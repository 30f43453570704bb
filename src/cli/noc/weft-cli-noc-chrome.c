/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-clock.h"
#include "weft-noc-fields.h"

/* A process for each device, and two threads for each processor of a core: its zones, and its waits,
 * which need not lie within one zone. */
#define FIRST_PROCESS 1u

typedef enum
{
  THREAD_ZONES,
  THREAD_WAITS,
  N_THREAD_KINDS
} ThreadKind;

typedef struct
{
  WeftJsonWriter *writer;
  const WeftNocCapture *capture;
  const WeftBitset *records;
  const WeftCycleRange *range;
  WeftClock clock;
  GHashTable *threads; /* that have a name, by process and thread */
} Export;

static gint64
to_ticks (const Export *self, gint64 cycle)
{
  return self->clock.hertz > 0 ? weft_clock_to_nanoseconds (&self->clock, cycle) : cycle;
}

static void
write_time (Export *self, const char *key, gint64 ticks)
{
  weft_chrome_time (self->writer, key, ticks, self->clock.hertz > 0);
}

/* --- threads ---------------------------------------------------------------------------------------- */

static void
name_thread (Export *self, guint process, guint32 thread, const WeftNocRecord *record,
             ThreadKind kind)
{
  gint64 key = (gint64) process << 32 | thread;
  g_autofree char *name = NULL;

  if (g_hash_table_contains (self->threads, &key))
    return;
  g_hash_table_add (self->threads, g_memdup2 (&key, sizeof key));
  name = g_strdup_printf ("(%d,%d)%s%s%s", record->sx, record->sy, *record->proc != '\0' ? " " : "",
                          record->proc, kind == THREAD_WAITS ? " waits" : "");
  weft_chrome_name (self->writer, process, thread, "thread_name", name);
  weft_chrome_order (self->writer, process, thread, "thread_sort_index", thread);
}

/* Threads of a core stand together, in the order of rows of the chip. */
static void
begin_event (Export *self, const char *phase, const WeftNocRecord *record, ThreadKind kind)
{
  const guint n_procs =
    MAX (weft_noc_trace_get_n_procs (weft_noc_capture_get_trace (self->capture)), 1);
  guint width = weft_noc_capture_get_topology (self->capture, NULL)->width;
  guint32 tile = (guint32) MAX (record->sy, 0) * width + (guint32) MAX (record->sx, 0);
  guint32 thread = 1 + (tile * n_procs + record->proc_id) * N_THREAD_KINDS + kind;
  guint process = FIRST_PROCESS + weft_noc_capture_device_of (self->capture, record->record);

  name_thread (self, process, thread, record, kind);
  weft_chrome_begin_event (self->writer, phase, process, thread);
}

/* --- events ----------------------------------------------------------------------------------------- */

static gboolean
is_wanted (const Export *self, guint32 record, gint64 start, gint64 end)
{
  return weft_bitset_includes (self->records, record)
         && weft_cycle_range_intersects (self->range, start, end);
}

static void
write_what (Export *self, const char *name, const char *category)
{
  weft_json_writer_string_member (self->writer, "name", name);
  weft_json_writer_string_member (self->writer, "cat", category);
}

static void
write_slice (Export *self, guint32 index, ThreadKind kind, const char *category, gint64 start,
             gint64 end)
{
  WeftNocRecord record;

  if (!is_wanted (self, index, start, end))
    return;
  weft_noc_trace_get_record (weft_noc_capture_get_trace (self->capture), index, &record);
  begin_event (self, "X", &record, kind);
  write_time (self, "ts", to_ticks (self, start));
  write_time (self, "dur", to_ticks (self, end) - to_ticks (self, start));
  write_what (self, record.name, category);
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_json_writer_signed_member (self->writer, "line", record.line);
  weft_json_writer_end_object (self->writer);
  weft_json_writer_end_object (self->writer);
}

static void
write_zones (Export *self)
{
  guint32 n_zones, n_waits;
  const WeftNocZone *zones = weft_noc_capture_get_zones (self->capture, &n_zones);
  const WeftNocWait *waits = weft_noc_capture_get_waits (self->capture, &n_waits);

  for (guint32 i = 0; i < n_zones; i++)
    write_slice (self, zones[i].record, THREAD_ZONES,
                 (zones[i].flags & WEFT_ZONE_OPEN) != 0 ? "open zone" : "zone", zones[i].start,
                 zones[i].end);
  for (guint32 i = 0; i < n_waits; i++)
    write_slice (self, waits[i].record, THREAD_WAITS,
                 waits[i].measured ? "wait" : "wait, upper bound", waits[i].start, waits[i].end);
}

static void
write_arguments (Export *self, const WeftNocTransfer *transfer, const WeftNocRecord *record)
{
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_cli_records_write_item (&weft_noc_transfer_schema, WEFT_FIELD_DUMP, self->capture,
                               record->record, transfer, self->writer);
  if (record->noc < WEFT_NOC_UNDEFINED)
    weft_json_writer_unsigned_member (self->writer, "noc", transfer->noc);
  weft_json_writer_signed_member (self->writer, "line", record->line);
  weft_json_writer_end_object (self->writer);
}

/* Transfers overlap, and so they are asynchronous: from the issue to the end of the barrier after it.
 * Where there is no such barrier nobody knows the end, and the issue is a point. */
static void
write_transfer (Export *self, const WeftNocTransfer *transfer)
{
  gboolean bounded = (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0;
  gint64 end = bounded ? MAX (transfer->done, transfer->issue) : transfer->issue;
  WeftNocRecord record;

  if (!is_wanted (self, transfer->record, transfer->issue, end))
    return;
  weft_noc_trace_get_record (weft_noc_capture_get_trace (self->capture), transfer->record, &record);
  for (guint part = 0; part < (bounded ? 2 : 1); part++)
    {
      begin_event (self, !bounded ? "i" : part == 0 ? "b" : "e", &record, THREAD_ZONES);
      write_time (self, "ts", to_ticks (self, part == 0 ? transfer->issue : end));
      write_what (self, record.name, "transfer");
      if (bounded)
        weft_json_writer_unsigned_member (self->writer, "id", transfer->record);
      else
        weft_json_writer_string_member (self->writer, "s", "t");
      if (part == 0)
        write_arguments (self, transfer, &record);
      weft_json_writer_end_object (self->writer);
    }
}

static void
write_devices (Export *self)
{
  for (guint device = 0; device < weft_noc_capture_get_n_devices (self->capture); device++)
    {
      g_autofree char *name =
        g_strdup_printf ("Device %d", weft_noc_capture_get_device_id (self->capture, device));
      guint32 n_transfers;
      const WeftNocTransfer *transfers =
        weft_noc_capture_get_transfers (self->capture, device, &n_transfers);

      weft_chrome_name (self->writer, FIRST_PROCESS + device, 0, "process_name", name);
      weft_chrome_order (self->writer, FIRST_PROCESS + device, 0, "process_sort_index", device);
      for (guint32 i = 0; i < n_transfers; i++)
        write_transfer (self, &transfers[i]);
    }
}

void
weft_cli_noc_write_chrome (FILE *stream, const WeftNocCapture *capture, const WeftBitset *records,
                           const WeftCycleRange *range)
{
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stream);
  g_autoptr (GHashTable) threads =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  WeftNocTrace *trace = weft_noc_capture_get_trace (capture);
  Export self = { .writer = writer,
                  .capture = capture,
                  .records = records,
                  .range = range,
                  .clock = { .hertz = weft_noc_trace_get_hertz (trace) },
                  .threads = threads };

  weft_chrome_begin (writer);
  write_zones (&self);
  write_devices (&self);
  weft_chrome_end_events (writer, weft_trace_get_title (WEFT_TRACE (trace)),
                          self.clock.hertz > 0 ? "microseconds"
                                               : "one cycle is written as one microsecond");
  if (self.clock.hertz > 0)
    weft_json_writer_signed_member (writer, "hertz", self.clock.hertz);
  weft_json_writer_string_member (writer, "arch",
                                  weft_noc_capture_get_topology (capture, NULL)->name);
  weft_chrome_end (writer);
}
