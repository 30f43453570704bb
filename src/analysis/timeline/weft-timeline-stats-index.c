/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-stats-index.h"

#include "weft-derived.h"
#include "weft-index-items.h"

#define KEPT_AS "stats"

/* Those of a struct that has a sum first. */
#define SUM_MEMBERS(Type) \
  WEFT_INDEX_MEMBER (Type, sum.count), WEFT_INDEX_MEMBER (Type, sum.total), \
    WEFT_INDEX_MEMBER (Type, sum.self), WEFT_INDEX_MEMBER (Type, sum.min), \
    WEFT_INDEX_MEMBER (Type, sum.mean), WEFT_INDEX_MEMBER (Type, sum.p50), \
    WEFT_INDEX_MEMBER (Type, sum.p99), WEFT_INDEX_MEMBER (Type, sum.max), \
    WEFT_INDEX_MEMBER (Type, sum.share), WEFT_INDEX_MEMBER (Type, sum.longest)

static const WeftIndexMember all_members[] = { SUM_MEMBERS (WeftTimelineStats) };
static const WeftIndexMember name_members[] = {
  SUM_MEMBERS (WeftTimelineNameStats),
  WEFT_INDEX_MEMBER (WeftTimelineNameStats, name),
  WEFT_INDEX_MEMBER (WeftTimelineNameStats, role),
};
static const WeftIndexMember process_members[] = {
  SUM_MEMBERS (WeftTimelineProcessStats),
  WEFT_INDEX_MEMBER (WeftTimelineProcessStats, process),
  WEFT_INDEX_MEMBER (WeftTimelineProcessStats, n_tracks),
  WEFT_INDEX_MEMBER (WeftTimelineProcessStats, n_instants),
  WEFT_INDEX_MEMBER (WeftTimelineProcessStats, busy),
  WEFT_INDEX_MEMBER (WeftTimelineProcessStats, utilization),
};
static const WeftIndexMember track_members[] = {
  SUM_MEMBERS (WeftTimelineTrackStats),
  WEFT_INDEX_MEMBER (WeftTimelineTrackStats, track),
  WEFT_INDEX_MEMBER (WeftTimelineTrackStats, process),
  WEFT_INDEX_MEMBER (WeftTimelineTrackStats, device),
  WEFT_INDEX_MEMBER (WeftTimelineTrackStats, n_instants),
  WEFT_INDEX_MEMBER (WeftTimelineTrackStats, busy),
  WEFT_INDEX_MEMBER (WeftTimelineTrackStats, utilization),
};
static const WeftIndexMember device_members[] = {
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, device),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, n_kernels),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, n_copies),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, n_fills),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, first),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, last),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, busy),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, idle),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, kernels),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, copies),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, exposed),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, exposed_copy),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, bytes),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, gap.from),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, gap.to),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, gap_host),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, n_delays),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, delay_p50),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, delay_p99),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, n_starved),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, starved),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, longest_wait),
  WEFT_INDEX_MEMBER (WeftTimelineDeviceStats, longest_delay),
};
static const WeftIndexMember counter_members[] = {
  WEFT_INDEX_MEMBER (WeftTimelineCounterStats, counter),
  WEFT_INDEX_MEMBER (WeftTimelineCounterStats, n_points),
  WEFT_INDEX_MEMBER (WeftTimelineCounterStats, min),
  WEFT_INDEX_MEMBER (WeftTimelineCounterStats, max),
  WEFT_INDEX_MEMBER (WeftTimelineCounterStats, mean),
  WEFT_INDEX_MEMBER (WeftTimelineCounterStats, last),
};
static const WeftIndexMember instant_members[] = {
  WEFT_INDEX_MEMBER (WeftTimelineInstantStats, name),
  WEFT_INDEX_MEMBER (WeftTimelineInstantStats, category),
  WEFT_INDEX_MEMBER (WeftTimelineInstantStats, count),
  WEFT_INDEX_MEMBER (WeftTimelineInstantStats, row),
};

static const WeftIndexLayout all = WEFT_INDEX_LAYOUT (WeftTimelineStats, all_members);
static const WeftIndexLayout names = WEFT_INDEX_LAYOUT (WeftTimelineNameStats, name_members);
static const WeftIndexLayout processes =
  WEFT_INDEX_LAYOUT (WeftTimelineProcessStats, process_members);
static const WeftIndexLayout tracks = WEFT_INDEX_LAYOUT (WeftTimelineTrackStats, track_members);
static const WeftIndexLayout devices = WEFT_INDEX_LAYOUT (WeftTimelineDeviceStats, device_members);
static const WeftIndexLayout counters =
  WEFT_INDEX_LAYOUT (WeftTimelineCounterStats, counter_members);
static const WeftIndexLayout instants =
  WEFT_INDEX_LAYOUT (WeftTimelineInstantStats, instant_members);

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
put_items (WeftIndexWriter *writer, gconstpointer items, guint n, const WeftIndexLayout *layout)
{
  const GArray view = { .data = (char *) items, .len = n };

  weft_index_put_array (writer, &view, layout);
}

void
weft_timeline_stats_put (const WeftTimelineStats *self, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, self->n_instants);
  weft_index_writer_put_number (writer, self->n_points);
  weft_index_writer_put_number (writer, self->n_flows);
  put_items (writer, self, 1, &all);
  put_items (writer, self->names, self->n_names, &names);
  put_items (writer, self->categories, self->n_categories, &names);
  put_items (writer, self->processes, self->n_processes, &processes);
  put_items (writer, self->threads, self->n_threads, &tracks);
  put_items (writer, self->streams, self->n_streams, &tracks);
  put_items (writer, self->devices, self->n_devices, &devices);
  put_items (writer, self->counters, self->n_counters, &counters);
  put_items (writer, self->instants, self->n_instant_names, &instants);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

static gpointer
take_items (WeftIndexReader *reader, const WeftIndexLayout *layout, guint64 most, guint *n)
{
  GArray *taken = weft_index_take_array (reader, layout, most);

  *n = taken->len;
  return g_array_free (taken, FALSE);
}

static void
take_sum (WeftTimelineStats *self, WeftIndexReader *reader)
{
  guint n;
  g_autofree WeftTimelineStats *taken = take_items (reader, &all, 1, &n);

  if (n == 1)
    self->sum = taken->sum;
  else
    weft_index_reader_set_bad (reader);
}

static gboolean
is_row (const WeftTimelineStats *self, guint32 row)
{
  return row < self->snapshot->n_events || row == WEFT_NO_ROW;
}

static gboolean
is_name (const WeftTimelineStats *self, guint32 name)
{
  return name < weft_timeline_trace_get_n_names (self->snapshot->trace) || name == WEFT_NO_NAME;
}

static gboolean
sum_is_right (const WeftTimelineStats *self, const WeftTimelineSum *sum)
{
  return sum->count <= self->snapshot->n_events && is_row (self, sum->longest)
         && (sum->longest == WEFT_NO_ROW) == (sum->count == 0);
}

/* All slices are of one of them. */
static gboolean
names_are_right (const WeftTimelineStats *self, const WeftTimelineNameStats *stats, guint n)
{
  guint64 count = 0;

  for (guint i = 0; i < n; i++)
    {
      if (!sum_is_right (self, &stats[i].sum) || !is_name (self, stats[i].name)
          || stats[i].role >= WEFT_TIMELINE_N_ROLES)
        return FALSE;
      count += stats[i].sum.count;
    }
  return count == self->sum.count;
}

static gboolean
processes_are_right (const WeftTimelineStats *self)
{
  guint64 count = 0;

  for (guint i = 0; i < self->n_processes; i++)
    {
      const WeftTimelineProcessStats *process = &self->processes[i];

      if (!sum_is_right (self, &process->sum) || process->process >= self->snapshot->n_processes
          || process->n_tracks > self->snapshot->n_tracks)
        return FALSE;
      count += process->sum.count;
    }
  return count == self->sum.count;
}

/* They have a device, or none has. Adds their slices to `count`. */
static gboolean
tracks_are_right (const WeftTimelineStats *self, const WeftTimelineTrackStats *stats, guint n,
                  gboolean has_device, guint64 *count)
{
  for (guint i = 0; i < n; i++)
    {
      WeftTimelineTrack info;

      if (!sum_is_right (self, &stats[i].sum) || stats[i].track >= self->snapshot->n_tracks)
        return FALSE;
      weft_timeline_snapshot_get_track (self->snapshot, stats[i].track, &info);
      if (stats[i].process != info.process
          || stats[i].device != self->roles->devices[stats[i].track]
          || (stats[i].device != WEFT_TIMELINE_NO_DEVICE) != has_device)
        return FALSE;
      *count += stats[i].sum.count;
    }
  return TRUE;
}

static gboolean
devices_are_right (const WeftTimelineStats *self)
{
  for (guint i = 0; i < self->n_devices; i++)
    {
      const WeftTimelineDeviceStats *device = &self->devices[i];

      if (device->device != i || !is_row (self, device->exposed_copy)
          || !is_row (self, device->gap_host) || !is_row (self, device->longest_wait)
          || !is_row (self, device->longest_delay) || device->gap.from > device->gap.to)
        return FALSE;
    }
  return self->n_devices == self->roles->n_devices;
}

static gboolean
counters_are_right (const WeftTimelineStats *self)
{
  guint64 n_points = 0;

  for (guint i = 0; i < self->n_counters; i++)
    {
      if (self->counters[i].counter >= self->snapshot->n_counters
          || (i > 0 && self->counters[i].counter <= self->counters[i - 1].counter))
        return FALSE;
      n_points += self->counters[i].n_points;
    }
  return n_points == self->n_points;
}

static gboolean
instants_are_right (const WeftTimelineStats *self)
{
  guint64 count = 0;

  for (guint i = 0; i < self->n_instant_names; i++)
    {
      const WeftTimelineInstantStats *instant = &self->instants[i];

      if (!is_name (self, instant->name) || !is_name (self, instant->category)
          || instant->row >= self->snapshot->n_events)
        return FALSE;
      count += instant->count;
    }
  return count == self->n_instants;
}

static gboolean
all_are_right (const WeftTimelineStats *self)
{
  guint64 count = 0;

  return sum_is_right (self, &self->sum) && names_are_right (self, self->names, self->n_names)
         && names_are_right (self, self->categories, self->n_categories)
         && processes_are_right (self)
         && tracks_are_right (self, self->threads, self->n_threads, FALSE, &count)
         && tracks_are_right (self, self->streams, self->n_streams, TRUE, &count)
         && count == self->sum.count && devices_are_right (self) && counters_are_right (self)
         && instants_are_right (self);
}

gboolean
weft_timeline_stats_take (WeftTimelineStats *self, WeftIndexReader *reader)
{
  const WeftTimelineSnapshot *snapshot = self->snapshot;
  const guint64 n_names = (guint64) weft_timeline_trace_get_n_names (snapshot->trace) + 1;

  self->n_instants = weft_index_reader_take_at_most (reader, snapshot->n_events);
  self->n_points = weft_index_reader_take_at_most (reader, snapshot->n_points);
  self->n_flows =
    weft_index_reader_take_at_most (reader, snapshot->flows != NULL ? snapshot->flows->n : 0);
  take_sum (self, reader);
  self->names = take_items (reader, &names, n_names, &self->n_names);
  self->categories = take_items (reader, &names, n_names, &self->n_categories);
  self->processes = take_items (reader, &processes, snapshot->n_processes, &self->n_processes);
  self->threads = take_items (reader, &tracks, snapshot->n_tracks, &self->n_threads);
  self->streams = take_items (reader, &tracks, snapshot->n_tracks, &self->n_streams);
  self->devices = take_items (reader, &devices, self->roles->n_devices, &self->n_devices);
  self->counters = take_items (reader, &counters, snapshot->n_counters, &self->n_counters);
  self->instants = take_items (reader, &instants, n_names, &self->n_instant_names);
  if (weft_index_reader_is_good (reader) && all_are_right (self))
    return TRUE;
  weft_index_reader_set_bad (reader);
  weft_timeline_stats_forget (self);
  return FALSE;
}

/* --- beside the index file ---------------------------------------------------------------------------------- */

/* FALSE: none were kept that can be those of the snapshot. */
static gboolean
restore (WeftTimelineStats *self, const WeftTraceOrigin *origin)
{
  g_autoptr (WeftIndexReader) reader = weft_derived_open (origin, KEPT_AS);

  return reader != NULL && weft_timeline_stats_take (self, reader);
}

static void
put (gconstpointer self, WeftIndexWriter *writer)
{
  weft_timeline_stats_put (self, writer);
}

WeftTimelineStats *
weft_timeline_stats_find (WeftTimelineSnapshot *snapshot, WeftTimelineRoles *roles,
                          const WeftCycleRange *range, const WeftBitset *rows,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTraceOrigin) origin = weft_timeline_snapshot_ref_origin (snapshot);
  g_autoptr (WeftTimelineStats) kept = weft_timeline_stats_new_empty (snapshot, roles, range, rows);
  WeftTimelineStats *stats;

  if (kept->is_whole && restore (kept, origin))
    return g_steal_pointer (&kept);
  stats = weft_timeline_stats_new (snapshot, roles, range, rows, cancellable, error);
  if (stats != NULL && stats->is_whole)
    weft_derived_keep (origin, KEPT_AS, put, stats);
  return stats;
}
