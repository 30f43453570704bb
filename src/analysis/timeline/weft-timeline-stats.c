/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-stats.h"

#include <math.h>

#include "weft-key-sort.h"
#include "weft-room.h"
#include "weft-span-items.h"
#include "weft-timeline-counters.h"
#include "weft-timeline-index-builder.h"
#include "weft-timeline-trace-private.h"
#include "weft-wide-sum.h"

/* Rows between two looks at the cancellable. */
#define STRIDE 65536u

/* Taken for each event, about: its length, its group, and its place among the spans of its process. */
#define BYTES_OF_EVENT 96

/* No group: of what is not counted. */
#define NONE G_MAXUINT32

typedef struct
{
  WeftTimelineStats *stats;
  const WeftTimelineTrace *trace;
  const WeftTimelineIndex *index; /* of the snapshot: self times are those of all */
  const WeftBitset *rows;
  guint32 *counted; /* slices, by their length */
  guint32 n_counted;
  GCancellable *cancellable;
} Builder;

/* Groups of slices. */
typedef struct
{
  guint32 *of_row; /* NONE: in no group */
  guint32 n;
  WeftTimelineSum *sums;
} Groups;

/* --- what counts -------------------------------------------------------------------------------------- */

/* Of slices and of instants. */
static gboolean
is_counted (const Builder *self, guint32 row)
{
  return (weft_timeline_flags (self->trace, row) & WEFT_TIMELINE_NO_TIME) == 0
         && weft_bitset_includes (self->rows, row)
         && weft_cycle_range_intersects (&self->stats->range,
                                         weft_timeline_start (self->trace, row),
                                         weft_timeline_end (self->trace, row));
}

static gboolean
is_slice (const Builder *self, guint32 row)
{
  return weft_timeline_kind (self->trace, row) == WEFT_TIMELINE_SLICE;
}

static gint64
clip (const Builder *self, gint64 start, gint64 end)
{
  const WeftCycleRange *range = &self->stats->range;

  return MAX (MIN (end, range->to) - MAX (start, range->from), 0);
}

/* Lists the slices that count, the shortest first. FALSE where cancelled. */
static gboolean
list_slices (Builder *self)
{
  const guint32 n_events = self->stats->snapshot->n_events;
  g_autofree guint64 *keys = g_new (guint64, n_events);

  self->counted = g_new (guint32, n_events);
  for (guint32 row = 0; row < n_events; row++)
    {
      if (row % STRIDE == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (!is_counted (self, row))
        continue;
      if (is_slice (self, row))
        {
          keys[self->n_counted] = (guint64) weft_timeline_span (self->trace, row);
          self->counted[self->n_counted++] = row;
        }
      else
        self->stats->n_instants++;
    }
  return weft_key_sort (keys, self->counted, self->n_counted, self->cancellable, NULL);
}

/* --- sums --------------------------------------------------------------------------------------------- */

static void
init_groups (Groups *groups, const Builder *self, guint32 n)
{
  groups->of_row = g_new (guint32, self->stats->snapshot->n_events);
  for (guint32 row = 0; row < self->stats->snapshot->n_events; row++)
    groups->of_row[row] = NONE;
  groups->n = n;
  groups->sums = NULL;
}

static void
clear_groups (Groups *groups)
{
  g_free (groups->of_row);
  g_free (groups->sums);
}

/* Times within the range: what children take of it is theirs, whether they are counted or not. */
static void
sum_times (const Builder *self, const Groups *groups)
{
  const WeftTimelineIndex *index = self->index;
  g_autofree WeftWideSum *selves = g_new0 (WeftWideSum, groups->n);

  for (guint32 i = 0; i < self->n_counted; i++)
    {
      guint32 row = self->counted[i], group = groups->of_row[row];
      gint64 time =
        clip (self, weft_timeline_start (self->trace, row), weft_timeline_end (self->trace, row));
      WeftTimelineSum *sum = &groups->sums[group];

      sum->count++;
      sum->total = weft_wide_sum_get ((WeftWideSum) sum->total + time);
      selves[group] += time;
      sum->mean += (double) weft_timeline_span (self->trace, row);
    }
  for (guint32 row = 0; row < index->n_events; row++)
    {
      guint32 parent = index->parents[row];

      if (parent != WEFT_NO_ROW && groups->of_row[parent] != NONE)
        selves[groups->of_row[parent]] -= clip (
          self, index->fresh != NULL ? index->fresh[row] : weft_timeline_start (self->trace, row),
          weft_timeline_end (self->trace, row));
    }
  for (guint32 group = 0; group < groups->n; group++)
    groups->sums[group].self = weft_wide_sum_get (selves[group]);
}

/* Lengths, from the slices of each group in their order. */
static void
rank_lengths (const Builder *self, const Groups *groups)
{
  g_autofree guint32 *sorted = g_new (guint32, self->n_counted);
  g_autofree guint32 *ends = g_new (guint32, groups->n);
  guint32 n = 0;

  for (guint32 group = 0; group < groups->n; group++)
    {
      ends[group] = n;
      n += (guint32) groups->sums[group].count;
    }
  for (guint32 i = 0; i < self->n_counted; i++)
    sorted[ends[groups->of_row[self->counted[i]]]++] = self->counted[i];
  for (guint32 group = 0; group < groups->n; group++)
    {
      WeftTimelineSum *sum = &groups->sums[group];
      guint32 count = (guint32) sum->count;
      const guint32 *rows;

      sum->longest = WEFT_NO_ROW;
      if (count == 0)
        continue;
      rows = sorted + (ends[group] - count);
      sum->longest = rows[count - 1];
      sum->min = weft_timeline_span (self->trace, rows[0]);
      sum->max = weft_timeline_span (self->trace, rows[count - 1]);
      sum->p50 = weft_timeline_span (self->trace, rows[weft_timeline_rank (count, 500)]);
      sum->p99 = weft_timeline_span (self->trace, rows[weft_timeline_rank (count, 990)]);
      sum->mean /= count;
    }
}

/* Fills the sums of groups whose slices are known. */
static void
sum_groups (const Builder *self, Groups *groups)
{
  WeftWideSum self_time = 0;

  groups->sums = g_new0 (WeftTimelineSum, MAX (groups->n, 1));
  sum_times (self, groups);
  rank_lengths (self, groups);
  for (guint32 group = 0; group < groups->n; group++)
    self_time += groups->sums[group].self;
  for (guint32 group = 0; group < groups->n; group++)
    groups->sums[group].share =
      self_time > 0 ? (double) groups->sums[group].self / (double) self_time : (double) NAN;
}

static void
sum_all (const Builder *self)
{
  Groups groups;

  init_groups (&groups, self, 1);
  for (guint32 i = 0; i < self->n_counted; i++)
    groups.of_row[self->counted[i]] = 0;
  sum_groups (self, &groups);
  self->stats->sum = groups.sums[0];
  clear_groups (&groups);
}

/* --- names -------------------------------------------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const WeftTimelineNameStats *x = a, *y = b;

  if (x->sum.self != y->sum.self)
    return x->sum.self < y->sum.self ? 1 : -1;
  if (x->sum.total != y->sum.total)
    return x->sum.total < y->sum.total ? 1 : -1;
  return (x->name > y->name) - (x->name < y->name);
}

/* Groups slices by a number that is a name's id, or WEFT_NO_NAME: (transfer full), `*n` of them. */
static WeftTimelineNameStats *
sum_names (const Builder *self, guint32 (*get_name) (const WeftTimelineTrace *, guint32), guint *n)
{
  guint32 n_names = weft_timeline_trace_get_n_names (self->stats->snapshot->trace);
  g_autofree guint32 *groups_of_names = g_new0 (guint32, (gsize) n_names + 1);
  g_autoptr (GArray) names = g_array_new (FALSE, TRUE, sizeof (WeftTimelineNameStats));
  Groups groups;

  init_groups (&groups, self, 0);
  for (guint32 i = 0; i < self->n_counted; i++)
    {
      guint32 row = self->counted[i], name = get_name (self->trace, row);
      guint32 *group = &groups_of_names[MIN (name, n_names)];
      guint32 role = self->stats->roles->roles[row];

      if (*group == 0)
        {
          const WeftTimelineNameStats fresh = { .name = name, .role = role };

          g_array_append_val (names, fresh);
          *group = names->len;
        }
      groups.of_row[row] = *group - 1;
      if (g_array_index (names, WeftTimelineNameStats, *group - 1).role != role)
        g_array_index (names, WeftTimelineNameStats, *group - 1).role = WEFT_TIMELINE_ROLE_NONE;
    }
  groups.n = names->len;
  sum_groups (self, &groups);
  for (guint i = 0; i < names->len; i++)
    g_array_index (names, WeftTimelineNameStats, i).sum = groups.sums[i];
  clear_groups (&groups);
  *n = names->len;
  g_array_sort (names, compare_names);
  return (WeftTimelineNameStats *) (gpointer) g_array_free (g_steal_pointer (&names), FALSE);
}

/* --- tracks and processes ----------------------------------------------------------------------------- */

static guint32 *
count_instants (const Builder *self)
{
  guint32 *counts = g_new0 (guint32, (gsize) self->stats->snapshot->n_tracks + 1);
  guint n_tracks = self->stats->snapshot->n_tracks;

  for (guint32 row = 0; row < self->stats->snapshot->n_events; row++)
    if (!is_slice (self, row) && is_counted (self, row))
      counts[MIN (weft_timeline_track (self->trace, row), n_tracks)]++;
  return counts;
}

static double
share_of (gint64 part, gint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : (double) NAN;
}

/* `busy` is the index of what counts. */
static void
fill_track (const Builder *self, const WeftTimelineIndex *busy, WeftTimelineTrackStats *track)
{
  WeftTimelineStats *stats = self->stats;
  WeftTimelineTrack info;

  weft_timeline_snapshot_get_track (stats->snapshot, track->track, &info);
  track->process = info.process;
  track->device = stats->roles->devices[track->track];
  track->busy =
    weft_spans_count (&busy->tracks[track->track].busy, stats->range.from, stats->range.to);
  track->utilization = share_of (track->busy, stats->n_ns);
}

static void
sum_tracks (const Builder *self, const WeftTimelineIndex *busy, const guint32 *instants)
{
  WeftTimelineStats *stats = self->stats;
  Groups groups;

  init_groups (&groups, self, stats->snapshot->n_tracks);
  for (guint32 i = 0; i < self->n_counted; i++)
    groups.of_row[self->counted[i]] = weft_timeline_track (self->trace, self->counted[i]);
  sum_groups (self, &groups);
  stats->threads = g_new0 (WeftTimelineTrackStats, groups.n);
  stats->streams = g_new0 (WeftTimelineTrackStats, groups.n);
  for (guint i = 0; i < busy->n_tracks; i++)
    {
      guint track = busy->order[i];
      WeftTimelineTrackStats fresh = { .sum = groups.sums[track],
                                       .track = track,
                                       .n_instants = instants[track] };

      if (fresh.sum.count == 0 && fresh.n_instants == 0)
        continue;
      fill_track (self, busy, &fresh);
      if (fresh.device == WEFT_TIMELINE_NO_DEVICE)
        stats->threads[stats->n_threads++] = fresh;
      else
        stats->streams[stats->n_streams++] = fresh;
    }
  clear_groups (&groups);
}

/* The union of a process's tracks. */
static gint64
measure_process (const Builder *self, const WeftTimelineIndex *busy, const guint *processes,
                 guint process)
{
  g_autofree WeftSpanItem *items = NULL, *scratch = NULL;
  WeftSpans all = { 0 };
  guint32 n = 0, filled = 0;
  gint64 time;

  for (guint i = 0; i < busy->n_tracks; i++)
    n += processes[i] == process ? busy->tracks[i].busy.n : 0;
  items = g_new (WeftSpanItem, n);
  scratch = g_new (WeftSpanItem, n / 2 + 1);
  for (guint i = 0; i < busy->n_tracks; i++)
    for (guint32 k = 0; processes[i] == process && k < busy->tracks[i].busy.n; k++)
      items[filled++] = (WeftSpanItem){ weft_spans_start (&busy->tracks[i].busy, k),
                                        weft_spans_end (&busy->tracks[i].busy, k), k };
  weft_span_items_sort (items, n, scratch);
  weft_span_items_unite (items, n, &all);
  time = weft_spans_count (&all, self->stats->range.from, self->stats->range.to);
  weft_spans_clear (&all);
  return time;
}

static guint *
list_processes (const Builder *self)
{
  guint *processes = g_new (guint, self->stats->snapshot->n_tracks);

  for (guint i = 0; i < self->stats->snapshot->n_tracks; i++)
    {
      WeftTimelineTrack info;

      weft_timeline_snapshot_get_track (self->stats->snapshot, i, &info);
      processes[i] = info.process;
    }
  return processes;
}

static void
sum_processes (const Builder *self, const WeftTimelineIndex *busy, const guint32 *instants)
{
  WeftTimelineStats *stats = self->stats;
  g_autofree guint *processes = list_processes (self);
  g_autofree guint *places = g_new0 (guint, stats->snapshot->n_processes);
  g_autofree gboolean *has_slices = g_new0 (gboolean, stats->snapshot->n_tracks);
  Groups groups;

  init_groups (&groups, self, stats->snapshot->n_processes);
  for (guint32 i = 0; i < self->n_counted; i++)
    {
      guint track = weft_timeline_track (self->trace, self->counted[i]);

      groups.of_row[self->counted[i]] = processes[track];
      has_slices[track] = TRUE;
    }
  sum_groups (self, &groups);
  stats->processes = g_new0 (WeftTimelineProcessStats, groups.n);
  for (guint i = 0; i < busy->n_tracks; i++)
    {
      guint track = busy->order[i], process = processes[track];

      if (!has_slices[track] && instants[track] == 0)
        continue;
      if (places[process] == 0)
        {
          WeftTimelineProcessStats *fresh = &stats->processes[stats->n_processes];

          fresh->sum = groups.sums[process];
          fresh->process = process;
          fresh->busy = measure_process (self, busy, processes, process);
          fresh->utilization = share_of (fresh->busy, stats->n_ns);
          places[process] = ++stats->n_processes;
        }
      stats->processes[places[process] - 1].n_tracks++;
      stats->processes[places[process] - 1].n_instants += instants[track];
    }
  clear_groups (&groups);
}

/* --- instants, flows, devices ------------------------------------------------------------------------- */

static int
compare_instants (gconstpointer a, gconstpointer b)
{
  const WeftTimelineInstantStats *x = a, *y = b;

  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return (x->name > y->name) - (x->name < y->name);
}

static void
sum_instants (const Builder *self)
{
  guint32 n_names = weft_timeline_trace_get_n_names (self->stats->snapshot->trace);
  g_autofree guint32 *places = g_new0 (guint32, (gsize) n_names + 1);
  GArray *instants = g_array_new (FALSE, FALSE, sizeof (WeftTimelineInstantStats));

  for (guint32 row = 0; row < self->stats->snapshot->n_events; row++)
    {
      guint32 name = weft_timeline_name (self->trace, row), *place = &places[MIN (name, n_names)];
      WeftTimelineInstantStats *instant;

      if (is_slice (self, row) || !is_counted (self, row))
        continue;
      if (*place == 0)
        {
          const WeftTimelineInstantStats fresh = {
            .name = name, .category = weft_timeline_category (self->trace, row), .row = row
          };

          g_array_append_val (instants, fresh);
          *place = instants->len;
        }
      instant = &g_array_index (instants, WeftTimelineInstantStats, *place - 1);
      instant->count++;
      if (weft_timeline_start (self->trace, row) < weft_timeline_start (self->trace, instant->row))
        instant->row = row;
    }
  g_array_sort (instants, compare_instants);
  self->stats->n_instant_names = instants->len;
  self->stats->instants = (WeftTimelineInstantStats *) (gpointer) g_array_free (instants, FALSE);
}

static void
count_flows (const Builder *self)
{
  const WeftTimelineFlows *flows = self->stats->snapshot->flows;

  for (guint32 i = 0; flows != NULL && i < flows->n; i++)
    self->stats->n_flows +=
      flows->from[i] < self->stats->snapshot->n_events && is_counted (self, flows->from[i]);
}

static void
measure_devices (const Builder *self)
{
  WeftTimelineStats *stats = self->stats;

  stats->n_devices = stats->roles->n_devices;
  stats->devices = g_new0 (WeftTimelineDeviceStats, stats->n_devices);
  for (guint i = 0; i < stats->n_devices; i++)
    weft_timeline_device_measure (stats->snapshot, stats->roles, i, &stats->range, self->rows,
                                  &stats->devices[i]);
}

/* --- statistics --------------------------------------------------------------------------------------- */

static gboolean
build (Builder *self)
{
  WeftTimelineStats *stats = self->stats;
  g_autoptr (WeftTimelineIndex) busy = NULL;
  g_autofree guint32 *instants = NULL;

  if (!list_slices (self))
    return FALSE;
  sum_all (self);
  stats->names = sum_names (self, weft_timeline_name, &stats->n_names);
  stats->categories = sum_names (self, weft_timeline_category, &stats->n_categories);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  busy = self->rows != NULL ? weft_timeline_index_build (stats->snapshot, self->rows)
                            : weft_timeline_index_ref (stats->snapshot->index);
  instants = count_instants (self);
  sum_tracks (self, busy, instants);
  sum_processes (self, busy, instants);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  sum_instants (self);
  count_flows (self);
  measure_devices (self);
  stats->counters =
    weft_timeline_counters_measure (stats->snapshot, &stats->range, &stats->n_counters);
  for (guint i = 0; i < stats->n_counters; i++)
    stats->n_points += stats->counters[i].n_points;
  return !g_cancellable_is_cancelled (self->cancellable);
}

WeftTimelineStats *
weft_timeline_stats_new_empty (WeftTimelineSnapshot *snapshot, WeftTimelineRoles *roles,
                               const WeftCycleRange *range, const WeftBitset *rows)
{
  WeftTimelineStats *self = g_new0 (WeftTimelineStats, 1);
  const gboolean to_end = range == NULL || range->to > snapshot->last_time;

  self->snapshot = weft_timeline_snapshot_ref (snapshot);
  self->roles = weft_timeline_roles_ref (roles);
  self->range.from = range != NULL ? MAX (range->from, snapshot->first_time) : snapshot->first_time;
  self->range.to = to_end ? snapshot->last_time : range->to;
  self->n_ns = MAX (self->range.to - self->range.from, 0);
  self->is_whole = rows == NULL && self->range.from == snapshot->first_time && to_end;
  return self;
}

WeftTimelineStats *
weft_timeline_stats_new (WeftTimelineSnapshot *snapshot, WeftTimelineRoles *roles,
                         const WeftCycleRange *range, const WeftBitset *rows,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTimelineStats) self = weft_timeline_stats_new_empty (snapshot, roles, range, rows);
  const gint64 to = self->range.to;
  Builder builder = { .stats = self,
                      .trace = snapshot->trace,
                      .index = snapshot->index,
                      .rows = rows,
                      .cancellable = cancellable };
  gboolean done;

  if (!weft_room_check ((guint64) snapshot->n_events * BYTES_OF_EVENT, error))
    return NULL;
  /* While it is measured, what reaches to the end takes in what is at that very moment. */
  if (range == NULL || range->to > snapshot->last_time)
    self->range.to = G_MAXINT64;
  done = build (&builder);
  self->range.to = to;
  g_free (builder.counted);
  if (done)
    return g_steal_pointer (&self);
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return NULL;
}

void
weft_timeline_stats_forget (WeftTimelineStats *self)
{
  g_clear_pointer (&self->names, g_free);
  g_clear_pointer (&self->categories, g_free);
  g_clear_pointer (&self->processes, g_free);
  g_clear_pointer (&self->threads, g_free);
  g_clear_pointer (&self->streams, g_free);
  g_clear_pointer (&self->devices, g_free);
  g_clear_pointer (&self->counters, g_free);
  g_clear_pointer (&self->instants, g_free);
  self->n_names = self->n_categories = self->n_processes = self->n_threads = self->n_streams = 0;
  self->n_devices = self->n_counters = self->n_instant_names = 0;
  self->n_instants = self->n_points = self->n_flows = 0;
  self->sum = (WeftTimelineSum){ .longest = 0 };
}

void
weft_timeline_stats_free (WeftTimelineStats *self)
{
  if (self == NULL)
    return;
  weft_timeline_stats_forget (self);
  weft_timeline_roles_unref (self->roles);
  weft_timeline_snapshot_unref (self->snapshot);
  g_free (self);
}
