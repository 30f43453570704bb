/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-clock.h"
#include "weft-noc-fields.h"

/* A process for each device, and three tracks for each processor of a core: its zones, its waits,
 * which need not lie within one zone, and its transfers, which overlap. */
typedef enum
{
  TRACK_ZONES,
  TRACK_WAITS,
  TRACK_TRANSFERS,
  N_TRACK_KINDS
} TrackKind;

static const char *const suffixes[N_TRACK_KINDS] = { "", " waits", " transfers" };

typedef struct
{
  WeftTrackWriter *writer;
  const WeftNocCapture *capture;
  const WeftBitset *records;
  const WeftCycleRange *range;
  WeftClock clock;
  guint32 first_process; /* of the first device; those of others follow */
  GHashTable *tracks;    /* guint32 by device and place */
} Export;

static gint64
to_ticks (const Export *self, gint64 cycle)
{
  return self->clock.hertz > 0 ? weft_clock_to_nanoseconds (&self->clock, cycle) : cycle;
}

/* --- tracks ----------------------------------------------------------------------------------------- */

static guint32 get_track (Export *self, const WeftNocRecord *record, TrackKind kind);

static guint32
add_track (Export *self, guint device, guint32 place, const WeftNocRecord *record, TrackKind kind)
{
  g_autofree char *name =
    g_strdup_printf ("(%d,%d)%s%s%s", record->sx, record->sy, *record->proc != '\0' ? " " : "",
                     record->proc, suffixes[kind]);
  gboolean overlaps = kind == TRACK_TRANSFERS;

  return weft_track_writer_add_track (
    self->writer,
    &(WeftTrackPlace){ .process = self->first_process + device,
                       .name = name,
                       .order = place,
                       .overlaps = overlaps,
                       .thread = overlaps ? get_track (self, record, TRACK_ZONES) : 0 });
}

/* Tracks of a core stand together, in the order of rows of the chip. */
static guint32
get_track (Export *self, const WeftNocRecord *record, TrackKind kind)
{
  const guint n_procs =
    MAX (weft_noc_trace_get_n_procs (weft_noc_capture_get_trace (self->capture)), 1);
  guint width = weft_noc_capture_get_topology (self->capture, NULL)->width;
  guint32 tile = (guint32) MAX (record->sy, 0) * width + (guint32) MAX (record->sx, 0);
  guint32 place = 1 + (tile * n_procs + record->proc_id) * N_TRACK_KINDS + kind;
  guint device = weft_noc_capture_device_of (self->capture, record->record);
  gint64 key = (gint64) device << 32 | place;
  guint32 track = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, &key));

  if (track == 0)
    {
      track = add_track (self, device, place, record, kind);
      g_hash_table_insert (self->tracks, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (track));
    }
  return track;
}

/* --- events ----------------------------------------------------------------------------------------- */

static gboolean
is_wanted (const Export *self, guint32 record, gint64 start, gint64 end)
{
  return weft_bitset_includes (self->records, record)
         && weft_cycle_range_intersects (self->range, start, end);
}

static void
write_line (Export *self, const WeftNocRecord *record)
{
  const WeftCell line = weft_cell_signed (record->line);

  weft_track_writer_key (self->writer, "line");
  weft_track_writer_cell (self->writer, &line);
}

static void
write_slice (Export *self, guint32 index, TrackKind kind, const char *category, gint64 start,
             gint64 end)
{
  WeftTrackEvent event = { .start = to_ticks (self, start),
                           .end = to_ticks (self, end),
                           .category = category };
  WeftNocRecord record;

  if (!is_wanted (self, index, start, end))
    return;
  weft_noc_trace_get_record (weft_noc_capture_get_trace (self->capture), index, &record);
  event.track = get_track (self, &record, kind);
  event.name = record.name;
  weft_track_writer_begin_event (self->writer, &event);
  write_line (self, &record);
  weft_track_writer_end_event (self->writer);
}

static void
write_zones (Export *self)
{
  guint32 n_zones, n_waits;
  const WeftNocZone *zones = weft_noc_capture_get_zones (self->capture, &n_zones);
  const WeftNocWait *waits = weft_noc_capture_get_waits (self->capture, &n_waits);

  for (guint32 i = 0; i < n_zones; i++)
    write_slice (self, zones[i].record, TRACK_ZONES,
                 (zones[i].flags & WEFT_ZONE_OPEN) != 0 ? "open zone" : "zone", zones[i].start,
                 zones[i].end);
  for (guint32 i = 0; i < n_waits; i++)
    write_slice (self, waits[i].record, TRACK_WAITS,
                 waits[i].measured ? "wait" : "wait, upper bound", waits[i].start, waits[i].end);
}

static void
write_arguments (Export *self, const WeftNocTransfer *transfer, const WeftNocRecord *record)
{
  const WeftCell noc = weft_cell_count (transfer->noc);

  weft_track_writer_fields (self->writer, &weft_noc_transfer_schema, WEFT_FIELD_DUMP, self->capture,
                            record->record, transfer);
  if (record->noc < WEFT_NOC_UNDEFINED)
    {
      weft_track_writer_key (self->writer, "noc");
      weft_track_writer_cell (self->writer, &noc);
    }
  write_line (self, record);
}

/* Transfers last from the issue to the end of the barrier after it. Where there is no such barrier nobody knows the
 * end, and the issue is a point. */
static void
write_transfer (Export *self, const WeftNocTransfer *transfer)
{
  gboolean bounded = (transfer->flags & WEFT_TRANSFER_BOUNDED) != 0;
  gint64 end = bounded ? MAX (transfer->done, transfer->issue) : transfer->issue;
  WeftTrackEvent event = { .kind = bounded ? WEFT_TRACK_SLICE : WEFT_TRACK_INSTANT,
                           .id = transfer->record,
                           .start = to_ticks (self, transfer->issue),
                           .end = to_ticks (self, end),
                           .category = "transfer" };
  WeftNocRecord record;

  if (!is_wanted (self, transfer->record, transfer->issue, end))
    return;
  weft_noc_trace_get_record (weft_noc_capture_get_trace (self->capture), transfer->record, &record);
  event.track = get_track (self, &record, bounded ? TRACK_TRANSFERS : TRACK_ZONES);
  event.name = record.name;
  weft_track_writer_begin_event (self->writer, &event);
  write_arguments (self, transfer, &record);
  weft_track_writer_end_event (self->writer);
}

static void
write_devices (Export *self)
{
  guint n_devices = weft_noc_capture_get_n_devices (self->capture);

  for (guint device = 0; device < n_devices; device++)
    {
      g_autofree char *name =
        g_strdup_printf ("Device %d", weft_noc_capture_get_device_id (self->capture, device));
      guint32 process = weft_track_writer_add_process (
        self->writer, &(WeftTrackProcess){ .name = name, .order = device });

      if (device == 0)
        self->first_process = process;
    }
}

static void
write_transfers (Export *self)
{
  for (guint device = 0; device < weft_noc_capture_get_n_devices (self->capture); device++)
    {
      guint32 n_transfers;
      const WeftNocTransfer *transfers =
        weft_noc_capture_get_transfers (self->capture, device, &n_transfers);

      for (guint32 i = 0; i < n_transfers; i++)
        write_transfer (self, &transfers[i]);
    }
}

void
weft_cli_noc_write_tracks (WeftTrackWriterNew new_writer, FILE *stream,
                           const WeftNocCapture *capture, const WeftBitset *records,
                           const WeftCycleRange *range)
{
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  WeftNocTrace *trace = weft_noc_capture_get_trace (capture);
  gint64 hertz = weft_noc_trace_get_hertz (trace);
  const char *arch = weft_noc_capture_get_topology (capture, NULL)->name;
  const WeftTrackFact facts[] = { { "arch", weft_cell_lent (arch) },
                                  { "hertz", weft_cell_signed (hertz) } };
  const WeftTrackSource source = { .title = weft_trace_get_title (WEFT_TRACE (trace)),
                                   .nanoseconds = hertz > 0,
                                   .facts = facts,
                                   .n_facts = hertz > 0 ? 2 : 1 };
  Export self = { .writer = new_writer (stream, &source),
                  .capture = capture,
                  .records = records,
                  .range = range,
                  .clock = { .hertz = hertz },
                  .tracks = tracks };

  weft_track_writer_begin (self.writer);
  write_devices (&self);
  write_zones (&self);
  write_transfers (&self);
  weft_track_writer_finish (self.writer);
}
