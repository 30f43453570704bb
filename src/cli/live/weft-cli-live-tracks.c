/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-live.h"

#include "weft-live-record-fields.h"

/* A track of a stream: records of one kind of one sub-device that do not overlap. */
typedef struct
{
  guint8 kind;
  guint16 subdevice;
  guint32 number;
  gint64 end; /* of its newest record */
} Track;

typedef struct
{
  WeftTrackWriter *writer;
  const WeftLiveRecords *records;
  guint32 process;  /* of the stream that is written, */
  GArray *tracks;   /* Track, of that */
  guint32 n_tracks; /* over all streams */
} Export;

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

  self->process = weft_track_writer_add_process (
    self->writer, &(WeftTrackProcess){ .name = name, .order = lane });
  g_array_set_size (self->tracks, 0);
}

static guint32
add_track (Export *self, const WeftLiveRow *row, guint n_before)
{
  static const char *const kinds[WEFT_LIVE_N_ROW_KINDS] = { "Programs", "Dispatch stalls",
                                                            "Lost in the device",
                                                            "Lost on the way" };
  g_autofree char *device =
    row->subdevice != 0 ? g_strdup_printf (", sub-device %u", row->subdevice) : NULL;
  g_autofree char *more = n_before > 0 ? g_strdup_printf (" (+%u)", n_before) : NULL;
  g_autofree char *name =
    g_strconcat (kinds[row->kind], device != NULL ? device : "", more != NULL ? more : "", NULL);

  return weft_track_writer_add_track (
    self->writer,
    &(WeftTrackPlace){ .process = self->process, .name = name, .order = ++self->n_tracks });
}

/* Slices of a track may nest, but not overlap in part: what begins before another has ended, or comes
 * late, has a track beside. */
static guint32
find_track (Export *self, const WeftLiveRow *row)
{
  Track fresh = { .kind = row->kind, .subdevice = row->subdevice, .end = row->end };
  guint n_before = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      Track *track = &g_array_index (self->tracks, Track, i);

      if (track->kind != row->kind || track->subdevice != row->subdevice)
        continue;
      n_before++;
      if (row->start < track->end)
        continue;
      track->end = row->end;
      return track->number;
    }
  fresh.number = add_track (self, row, n_before);
  g_array_append_val (self->tracks, fresh);
  return fresh.number;
}

static void
write_record (Export *self, guint place, const WeftLiveRow *row)
{
  const char *kind = weft_live_kind_to_string (row->kind);
  gboolean is_slice = (row->flags & (WEFT_LIVE_REVERSED | WEFT_LIVE_NO_END)) == 0;
  const WeftTrackEvent event = {
    .kind = is_slice ? WEFT_TRACK_SLICE : WEFT_TRACK_INSTANT,
    .track = find_track (self, row),
    .start = row->start,
    .end = row->end,
    .name = row->program != WEFT_NO_ROW
              ? weft_live_trace_get_program (self->records->trace, row->program)
              : kind,
    .category = kind,
  };

  weft_track_writer_begin_event (self->writer, &event);
  weft_track_writer_fields (self->writer, &weft_live_record_schema, WEFT_FIELD_ARGUMENT,
                            self->records, place, NULL);
  weft_track_writer_end_event (self->writer);
}

/* The earliest start of what is wanted, or 0 where nothing begins before that. */
static gint64
find_first (const WeftCliRequest *request, const WeftLiveRecords *records, const WeftBitset *places)
{
  gint64 first = 0;

  for (guint32 place = 0; place < records->n_rows; place++)
    {
      WeftLiveLaneRow item;

      if (weft_cli_live_is_wanted (request, records, places, place)
          && weft_live_records_read (records, place, &item))
        first = MIN (first, item.row.start);
    }
  return first;
}

void
weft_cli_live_write_tracks (WeftTrackWriterNew new_writer, const WeftCliRequest *request,
                            const WeftLiveRecords *records, const WeftBitset *places)
{
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (Track));
  g_autofree char *session = weft_live_trace_get_session (records->trace);
  const WeftTrackFact fact = { "session", weft_cell_lent (session) };
  const WeftTrackSource source = { .title = weft_trace_get_title (WEFT_TRACE (records->trace)),
                                   .nanoseconds = TRUE,
                                   .clock = "the host's clock",
                                   .first = find_first (request, records, places),
                                   .facts = &fact,
                                   .n_facts = 1 };
  Export self = { new_writer (request->stream, &source), records, 0, tracks, 0 };

  weft_track_writer_begin (self.writer);
  for (guint lane = 0; lane < records->n_lanes; lane++)
    {
      begin_stream (&self, lane);
      for (guint32 place = records->places[lane]; place < records->places[lane + 1]; place++)
        {
          WeftLiveLaneRow item;

          if (weft_cli_live_is_wanted (request, records, places, place)
              && weft_live_records_read (records, place, &item))
            write_record (&self, place, &item.row);
        }
    }
  weft_track_writer_finish (self.writer);
}
