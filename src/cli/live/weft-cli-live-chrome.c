/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-live.h"

#include "weft-chrome-writer.h"
#include "weft-cli-records.h"
#include "weft-live-record-fields.h"

/* A thread of a stream: records of one kind of one sub-device that do not overlap. */
typedef struct
{
  guint8 kind;
  guint16 subdevice;
  guint32 number; /* among all threads */
  gint64 end;     /* of its newest record */
} Thread;

typedef struct
{
  WeftJsonWriter *writer;
  const WeftLiveRecords *records;
  GArray *threads;   /* Thread, of the stream that is written */
  guint32 n_threads; /* numbers that were given out, over all streams */
} Export;

static guint
get_process (guint lane)
{
  return lane + 1;
}

/* A process for each stream. */
static void
begin_stream (Export *self, guint lane)
{
  const WeftLiveLane *info = &self->records->lanes[lane];
  g_autofree char *process =
    info->pid != 0 ? g_strdup_printf (" · process %u", info->pid) : g_strdup ("");
  const char *host = self->records->n_hosts > 1 ? self->records->hosts[info->host] : NULL;
  g_autofree char *name =
    g_strdup_printf ("%s%sChip %u · stream %u%s", host != NULL ? host : "",
                     host != NULL ? " · " : "", info->chip, info->stream, process);

  weft_chrome_name (self->writer, get_process (lane), 0, "process_name", name);
  weft_chrome_order (self->writer, get_process (lane), 0, "process_sort_index", lane);
  g_array_set_size (self->threads, 0);
}

static void
name_thread (Export *self, guint lane, const Thread *thread, guint n_before)
{
  static const char *const kinds[WEFT_LIVE_N_ROW_KINDS] = { "Programs", "Dispatch stalls",
                                                            "Lost in the device",
                                                            "Lost on the way" };
  g_autofree char *device =
    thread->subdevice != 0 ? g_strdup_printf (", sub-device %u", thread->subdevice) : NULL;
  g_autofree char *more = n_before > 0 ? g_strdup_printf (" (+%u)", n_before) : NULL;
  g_autofree char *name =
    g_strconcat (kinds[thread->kind], device != NULL ? device : "", more != NULL ? more : "", NULL);

  weft_chrome_name (self->writer, get_process (lane), thread->number, "thread_name", name);
  weft_chrome_order (self->writer, get_process (lane), thread->number, "thread_sort_index",
                     thread->number);
}

/* Slices of a thread may nest, but not overlap in part: what begins before another has ended, or comes
 * late, has a thread beside. */
static guint32
find_thread (Export *self, guint lane, const WeftLiveRow *row)
{
  Thread fresh = { .kind = row->kind, .subdevice = row->subdevice, .end = row->end };
  guint n_before = 0;

  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = &g_array_index (self->threads, Thread, i);

      if (thread->kind != row->kind || thread->subdevice != row->subdevice)
        continue;
      n_before++;
      if (row->start < thread->end)
        continue;
      thread->end = row->end;
      return thread->number;
    }
  fresh.number = ++self->n_threads;
  name_thread (self, lane, &fresh, n_before);
  g_array_append_val (self->threads, fresh);
  return fresh.number;
}

static void
write_record (Export *self, guint lane, guint place, const WeftLiveRow *row)
{
  const char *kind = weft_live_kind_to_string (row->kind);
  const char *name = row->program != WEFT_NO_ROW
                       ? weft_live_trace_get_program (self->records->trace, row->program)
                       : kind;
  guint32 thread = find_thread (self, lane, row);
  gboolean is_slice = (row->flags & (WEFT_LIVE_REVERSED | WEFT_LIVE_NO_END)) == 0;

  weft_chrome_begin_event (self->writer, is_slice ? "X" : "i", get_process (lane), thread);
  weft_chrome_time (self->writer, "ts", row->start, TRUE);
  if (is_slice)
    weft_chrome_time (self->writer, "dur", row->end - row->start, TRUE);
  else
    weft_json_writer_string_member (self->writer, "s", "t");
  weft_json_writer_string_member (self->writer, "name", name);
  weft_json_writer_string_member (self->writer, "cat", kind);
  weft_json_writer_key (self->writer, "args");
  weft_json_writer_begin_object (self->writer);
  weft_cli_records_write_fields (&weft_live_record_schema, WEFT_FIELD_ARGUMENT, self->records,
                                 place, self->writer);
  weft_json_writer_end_object (self->writer);
  weft_json_writer_end_object (self->writer);
}

void
weft_cli_live_write_chrome (WeftJsonWriter *writer, const WeftCliRequest *request,
                            const WeftLiveRecords *records, const WeftBitset *places)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  g_autofree char *session = weft_live_trace_get_session (records->trace);
  Export self = { writer, records, threads, 0 };

  weft_chrome_begin (writer);
  for (guint lane = 0; lane < records->n_lanes; lane++)
    {
      begin_stream (&self, lane);
      for (guint32 place = records->places[lane]; place < records->places[lane + 1]; place++)
        {
          WeftLiveLaneRow item;

          if (weft_cli_live_is_wanted (request, records, places, place)
              && weft_live_records_read (records, place, &item))
            write_record (&self, lane, place, &item.row);
        }
    }
  weft_chrome_end_events (writer, weft_trace_get_title (WEFT_TRACE (records->trace)),
                          "microseconds of the host's clock");
  weft_json_writer_string_member (writer, "session", session);
  weft_chrome_end (writer);
}
