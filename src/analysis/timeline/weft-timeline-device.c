/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-device.h"

#include "weft-key-sort.h"
#include "weft-span-items.h"
#include "weft-timeline-trace-private.h"
#include "weft-wide-sum.h"

/* The work of a device, by start. */
typedef struct
{
  const WeftTimelineSnapshot *snapshot;
  const WeftTimelineRoles *roles;
  WeftCycleRange range;
  WeftSpanItem *items; /* clipped to the range */
  guint32 n_items;
} Work;

/* --- collecting --------------------------------------------------------------------------------------- */

static gboolean
is_counted (const Work *self, const WeftBitset *rows, guint32 row)
{
  return weft_timeline_role_is_work ((WeftTimelineRole) self->roles->roles[row])
         && weft_bitset_includes (rows, row)
         && weft_cycle_range_intersects (&self->range,
                                         weft_timeline_start (self->snapshot->trace, row),
                                         weft_timeline_end (self->snapshot->trace, row));
}

static void
collect (Work *self, guint device, const WeftBitset *rows)
{
  const WeftTimelineIndex *index = self->snapshot->index;
  const WeftTimelineTrace *trace = self->snapshot->trace;
  g_autofree WeftSpanItem *scratch = NULL;
  guint32 n = 0;

  for (guint i = 0; i < index->n_tracks; i++)
    n += self->roles->devices[i] == device ? index->tracks[i].n_rows : 0;
  self->items = g_new (WeftSpanItem, n);
  for (guint i = 0; i < index->n_tracks; i++)
    for (guint32 k = 0; self->roles->devices[i] == device && k < index->tracks[i].n_rows; k++)
      {
        guint32 row = index->tracks[i].rows[k];

        if (is_counted (self, rows, row))
          self->items[self->n_items++] =
            (WeftSpanItem){ MAX (weft_timeline_start (trace, row), self->range.from),
                            MIN (weft_timeline_end (trace, row), self->range.to), row };
      }
  scratch = g_new (WeftSpanItem, self->n_items / 2 + 1);
  weft_span_items_sort (self->items, self->n_items, scratch);
}

/* --- times -------------------------------------------------------------------------------------------- */

/* The union of the items with a role. */
static void
unite (const Work *self, WeftTimelineRole role, WeftSpans *spans)
{
  WeftSpanUnion all = { .spans = spans };

  for (guint32 i = 0; i < self->n_items; i++)
    if (self->roles->roles[self->items[i].row] == role)
      weft_span_union_add (&all, self->items[i].start, self->items[i].end);
  weft_span_union_finish (&all);
  weft_spans_finish (spans);
}

static void
measure_copies (const Work *self, WeftTimelineDeviceStats *stats)
{
  WeftSpans kernels = { 0 }, copies = { 0 };
  gint64 most = 0;

  unite (self, WEFT_TIMELINE_ROLE_KERNEL, &kernels);
  unite (self, WEFT_TIMELINE_ROLE_COPY, &copies);
  stats->kernels = kernels.sum;
  stats->copies = stats->exposed = copies.sum;
  for (guint32 i = 0; i < copies.n; i++)
    stats->exposed -=
      weft_spans_count (&kernels, weft_spans_start (&copies, i), weft_spans_end (&copies, i));
  for (guint32 i = 0; i < self->n_items; i++)
    {
      const WeftSpanItem *item = &self->items[i];
      gint64 alone = item->end - item->start - weft_spans_count (&kernels, item->start, item->end);

      if (self->roles->roles[item->row] == WEFT_TIMELINE_ROLE_COPY && alone > most)
        {
          most = alone;
          stats->exposed_copy = item->row;
        }
    }
  weft_spans_clear (&kernels);
  weft_spans_clear (&copies);
}

/* `after` (nullable) becomes the first work behind the longest gap. */
static void
measure_gaps (const Work *self, WeftTimelineDeviceStats *stats, guint32 *after)
{
  gint64 reached;

  if (self->n_items == 0)
    return;
  stats->first = reached = self->items[0].start;
  for (guint32 i = 0; i < self->n_items; i++)
    {
      const WeftSpanItem *item = &self->items[i];

      if (item->start - reached > stats->gap.to - stats->gap.from)
        {
          stats->gap = (WeftCycleRange){ reached, item->start };
          *after = item->row;
        }
      stats->busy += MAX (item->end - MAX (item->start, reached), 0);
      reached = MAX (reached, item->end);
    }
  stats->last = reached;
  stats->idle = stats->last - stats->first - stats->busy;
}

static void
count_work (const Work *self, WeftTimelineDeviceStats *stats)
{
  const WeftTimelineTrace *trace = self->snapshot->trace;

  stats->bytes = WEFT_TIMELINE_NONE;
  for (guint32 i = 0; i < self->n_items; i++)
    {
      guint32 row = self->items[i].row;
      WeftTimelineRole role = (WeftTimelineRole) self->roles->roles[row];
      gint64 bytes;

      stats->n_kernels += role == WEFT_TIMELINE_ROLE_KERNEL;
      stats->n_fills += role == WEFT_TIMELINE_ROLE_FILL;
      if (role != WEFT_TIMELINE_ROLE_COPY)
        continue;
      stats->n_copies++;
      bytes =
        weft_timeline_number (trace, weft_table_get_u32 (&trace->events, TIMELINE_BYTES, row));
      if (bytes != WEFT_TIMELINE_NONE)
        stats->bytes = weft_wide_sum_get ((WeftWideSum) MAX (stats->bytes, 0) + bytes);
    }
}

/* --- the host in a gap -------------------------------------------------------------------------------- */

static gint64
clip (const WeftCycleRange *range, gint64 start, gint64 end)
{
  return MAX (MIN (end, range->to) - MAX (start, range->from), 0);
}

/* Of the slices of a thread the one that was the innermost for most of the gap, and for how long. */
static guint32
find_innermost (const WeftTimelineSnapshot *snapshot, guint number, const WeftCycleRange *gap,
                gint64 *longest)
{
  const WeftTimelineIndex *index = snapshot->index;
  const WeftTimelineTrackIndex *track = &index->tracks[number];
  g_autoptr (GHashTable) shares = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  guint32 best = WEFT_NO_ROW;

  for (guint depth = track->n_depths; depth-- > 0;)
    for (guint32 place = weft_timeline_track_find (track, depth, gap->from);
         place < track->depths[depth + 1]; place++)
      {
        guint32 row = track->rows[place], parent = index->parents[row];
        gint64 start = weft_timeline_start (snapshot->trace, row);
        gint64 end = weft_timeline_end (snapshot->trace, row), own;
        const gint64 *taken = g_hash_table_lookup (shares, GUINT_TO_POINTER (row));

        if (start >= gap->to)
          break;
        own = clip (gap, start, end) - (taken != NULL ? *taken : 0);
        if (own > *longest)
          {
            *longest = own;
            best = row;
          }
        if (parent != WEFT_NO_ROW)
          {
            gint64 *sum = g_hash_table_lookup (shares, GUINT_TO_POINTER (parent));

            if (sum == NULL)
              g_hash_table_insert (shares, GUINT_TO_POINTER (parent), sum = g_new0 (gint64, 1));
            *sum += clip (gap, index->fresh != NULL ? index->fresh[row] : start, end);
          }
      }
  return best;
}

static guint
get_file (const WeftTimelineSnapshot *snapshot, guint track)
{
  WeftTimelineTrack info;
  WeftTimelineProcess process;

  weft_timeline_snapshot_get_track (snapshot, track, &info);
  weft_timeline_snapshot_get_process (snapshot, info.process, &process);
  return process.file;
}

/* On the thread that launched what ended the gap; where that is not known, on any of the same file. */
static guint32
find_host (const Work *self, const WeftCycleRange *gap, guint32 after)
{
  const WeftTimelineSnapshot *snapshot = self->snapshot;
  guint32 launch = weft_timeline_roles_get_launch (self->roles, after), best = WEFT_NO_ROW;
  guint file = weft_timeline_snapshot_get_event_file (snapshot, after);
  gint64 longest = 0;

  if (launch != WEFT_NO_ROW)
    return find_innermost (snapshot, weft_timeline_track (snapshot->trace, launch), gap, &longest);
  for (guint i = 0; i < snapshot->index->n_tracks; i++)
    if (self->roles->devices[i] == WEFT_TIMELINE_NO_DEVICE && get_file (snapshot, i) == file)
      {
        guint32 row = find_innermost (snapshot, i, gap, &longest);

        best = row != WEFT_NO_ROW ? row : best;
      }
  return best;
}

/* --- launches ----------------------------------------------------------------------------------------- */

static gint64
get_delay (const Work *self, guint32 row)
{
  guint32 launch = weft_timeline_roles_get_launch (self->roles, row);

  return weft_timeline_start (self->snapshot->trace, row)
         - weft_timeline_start (self->snapshot->trace, launch);
}

/* The kernel of `item` was launched when all work before it had ended, at `reached`. */
static void
count_starved (const WeftSpanItem *item, gint64 reached, gint64 *most,
               WeftTimelineDeviceStats *stats)
{
  stats->n_starved++;
  stats->starved += MAX (item->start - reached, 0);
  if (item->start - reached > *most)
    {
      *most = item->start - reached;
      stats->longest_wait = item->row;
    }
}

/* The kernels whose launch is known: (transfer full), `n_delays` of them. */
static guint32 *
list_launched (const Work *self, WeftTimelineDeviceStats *stats)
{
  const WeftTimelineTrace *trace = self->snapshot->trace;
  guint32 *rows = g_new (guint32, self->n_items);
  gint64 reached = G_MAXINT64, most = -1;

  for (guint32 i = 0; i < self->n_items; i++)
    {
      const WeftSpanItem *item = &self->items[i];
      guint32 launch = weft_timeline_roles_get_launch (self->roles, item->row);

      if (self->roles->roles[item->row] == WEFT_TIMELINE_ROLE_KERNEL && launch != WEFT_NO_ROW
          && weft_timeline_start (trace, item->row) >= self->range.from)
        {
          rows[stats->n_delays++] = item->row;
          if (weft_timeline_start (trace, launch) >= reached)
            count_starved (item, reached, &most, stats);
        }
      reached = i == 0 ? item->end : MAX (reached, item->end);
    }
  return rows;
}

static void
measure_delays (const Work *self, WeftTimelineDeviceStats *stats)
{
  g_autofree guint32 *rows = list_launched (self, stats);
  guint32 n = (guint32) stats->n_delays;
  g_autofree guint64 *keys = g_new (guint64, n);

  stats->delay_p50 = stats->delay_p99 = WEFT_TIMELINE_NONE;
  if (n == 0)
    return;
  for (guint32 i = 0; i < n; i++)
    keys[i] = weft_key_signed (get_delay (self, rows[i]));
  weft_key_sort (keys, rows, n, NULL, NULL);
  stats->longest_delay = rows[n - 1];
  stats->delay_p50 = get_delay (self, rows[weft_timeline_rank (n, 500)]);
  stats->delay_p99 = get_delay (self, rows[weft_timeline_rank (n, 990)]);
}

void
weft_timeline_device_measure (const WeftTimelineSnapshot *snapshot, const WeftTimelineRoles *roles,
                              guint device, const WeftCycleRange *range, const WeftBitset *rows,
                              WeftTimelineDeviceStats *stats)
{
  Work work = { .snapshot = snapshot, .roles = roles, .range = *range };
  guint32 after = WEFT_NO_ROW;

  *stats = (WeftTimelineDeviceStats){ .device = device,
                                      .gap_host = WEFT_NO_ROW,
                                      .exposed_copy = WEFT_NO_ROW,
                                      .longest_wait = WEFT_NO_ROW,
                                      .longest_delay = WEFT_NO_ROW };
  collect (&work, device, rows);
  count_work (&work, stats);
  measure_copies (&work, stats);
  measure_gaps (&work, stats, &after);
  measure_delays (&work, stats);
  if (after != WEFT_NO_ROW)
    stats->gap_host = find_host (&work, &stats->gap, after);
  g_free (work.items);
}
