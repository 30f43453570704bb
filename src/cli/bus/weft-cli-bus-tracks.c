/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-access.h"
#include "weft-bus-fields.h"
#include "weft-bus-trace-private.h"
#include "weft-lanes.h"

/* One process, with a track for each master, in which an access has its wait within it; and further ones for accesses of
 * a master that overlap. */
typedef struct
{
  WeftLanes *lanes;
  GArray *tracks; /* guint32, by lane */
} Master;

typedef struct
{
  WeftTrackWriter *writer;
  WeftBusSnapshot *snapshot;
  guint32 process;
  Master masters[WEFT_BUS_N_MASTERS];
} Export;

static guint32
get_track (Export *self, guint master, const WeftBusSpan *span)
{
  Master *lanes = &self->masters[master];
  guint lane = weft_lanes_take (lanes->lanes, span->start, span->end);

  if (lane >= lanes->tracks->len)
    {
      const char *word = weft_bus_master_to_string (master);
      g_autofree char *name = lane > 0 ? g_strdup_printf ("%s (+%u)", word, lane) : g_strdup (word);
      guint32 track = weft_track_writer_add_track (
        self->writer, &(WeftTrackPlace){ .process = self->process,
                                         .name = name,
                                         .order = lane * WEFT_BUS_N_MASTERS + master });

      g_array_append_val (lanes->tracks, track);
    }
  return g_array_index (lanes->tracks, guint32, lane);
}

static void
write_wait (Export *self, guint32 track, const WeftBusSpan *span)
{
  const WeftTrackEvent event = {
    .track = track, .start = span->start, .end = span->service, .name = "wait", .category = "wait"
  };

  weft_track_writer_begin_event (self->writer, &event);
  weft_track_writer_end_event (self->writer);
}

static void
write_access (Export *self, guint32 row, const WeftBusRecord *record)
{
  WeftBusSpan span;
  WeftTrackEvent event = {
    .name = weft_bus_trace_get_kind (self->snapshot->trace, record->kind),
    .category = weft_bus_region_get (weft_bus_region_of (record->addr))->name,
  };

  weft_bus_access_get_span (record, &span);
  event.track = get_track (self, record->master, &span);
  event.start = span.start;
  event.end = span.end;
  weft_track_writer_begin_event (self->writer, &event);
  weft_track_writer_fields (self->writer, &weft_bus_access_schema, WEFT_FIELD_ARGUMENT,
                            &(WeftBusRows){ .snapshot = self->snapshot }, row, NULL);
  weft_track_writer_end_event (self->writer);
  if (span.service > span.start)
    write_wait (self, event.track, &span);
}

void
weft_cli_bus_write_tracks (WeftTrackWriterNew new_writer, FILE *stream, WeftBusSnapshot *snapshot,
                           const WeftBitset *rows, const WeftCycleRange *range)
{
  const WeftTrackSource source = { .title = weft_trace_get_title (WEFT_TRACE (snapshot->trace)) };
  Export self = { .writer = new_writer (stream, &source), .snapshot = snapshot };

  weft_track_writer_begin (self.writer);
  self.process = weft_track_writer_add_process (self.writer, &(WeftTrackProcess){ .name = "Bus" });
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    self.masters[i] = (Master){ weft_lanes_new (), g_array_new (FALSE, FALSE, sizeof (guint32)) };
  for (guint32 place = 0; place < snapshot->n_rows && !ferror (stream); place++)
    {
      guint32 row = weft_bus_snapshot_row_at (snapshot, place);
      WeftBusRecord record;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      if (weft_cli_bus_includes (&record, row, rows, range))
        write_access (&self, row, &record);
    }
  weft_track_writer_finish (self.writer);
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    {
      weft_lanes_free (self.masters[i].lanes);
      g_array_unref (self.masters[i].tracks);
    }
}
