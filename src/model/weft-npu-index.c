/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-index.h"

#include "weft-npu-cells.h"

/* More sub-lanes than this share the last one. */
#define MAX_SUBS 250

typedef struct
{
  gint64 start;
  gint64 end;
  guint32 row;
} Item;

/* --- order ---------------------------------------------------------------------------------------- */

static inline gboolean
comes_after (const Item *a, const Item *b)
{
  if (a->start != b->start)
    return a->start > b->start;
  if (a->end != b->end)
    return a->end < b->end;
  return a->row > b->row;
}

/* Sorts by merging; what is in order already costs one look. */
static void
sort_items (Item *items, guint32 n, Item *scratch)
{
  guint32 half = n / 2, i = 0, j, k = 0;

  if (n < 2)
    return;
  sort_items (items, half, scratch);
  sort_items (items + half, n - half, scratch);
  if (!comes_after (&items[half - 1], &items[half]))
    return;
  memcpy (scratch, items, half * sizeof *items);
  for (j = half; i < half; k++)
    items[k] = j == n || !comes_after (&scratch[i], &items[j]) ? scratch[i++] : items[j++];
}

static gboolean
is_sorted (const Item *items, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    if (comes_after (&items[i - 1], &items[i]))
      return FALSE;
  return TRUE;
}

/* --- spans ---------------------------------------------------------------------------------------- */

static void
unite (const Item *items, guint32 n, WeftNpuUnion *result)
{
  WeftNpuSpan *spans = g_new (WeftNpuSpan, n);
  guint32 n_spans = 0;
  gint64 sum = 0;

  for (guint32 i = 0; i < n; i++)
    {
      WeftNpuSpan *last = n_spans > 0 ? &spans[n_spans - 1] : NULL;

      if (items[i].end == items[i].start)
        continue;
      if (last != NULL && items[i].start <= last->end)
        last->end = MAX (last->end, items[i].end);
      else
        {
          if (last != NULL)
            sum += last->end - last->start;
          spans[n_spans++] = (WeftNpuSpan) { items[i].start, items[i].end, sum };
        }
    }
  if (n_spans > 0)
    sum += spans[n_spans - 1].end - spans[n_spans - 1].start;
  result->spans = g_renew (WeftNpuSpan, spans, n_spans);
  result->n_spans = n_spans;
  result->sum = sum;
}

/* The first span that begins at `cycle` or behind, from `low` on: looked for in steps that grow. */
static guint32
find_span (const WeftNpuUnion *spans, gint64 cycle, guint32 low)
{
  guint32 high = low, step = 1;

  while (high < spans->n_spans && spans->spans[high].start < cycle)
    {
      low = high + 1;
      high = MIN (high + step, spans->n_spans);
      step *= 2;
      if (low > high)
        high = low;
    }
  high = MIN (high, spans->n_spans);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (spans->spans[middle].start < cycle)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gint64
weft_npu_union_count_before (const WeftNpuUnion *spans, gint64 cycle, guint32 *hint)
{
  guint32 place;

  if (*hint > 0 && (*hint > spans->n_spans || spans->spans[*hint - 1].start >= cycle))
    *hint = 0;
  place = find_span (spans, cycle, *hint);
  *hint = place;
  if (place == 0)
    return 0;
  return spans->spans[place - 1].before + MIN (cycle, spans->spans[place - 1].end)
         - spans->spans[place - 1].start;
}

gint64
weft_npu_union_count (const WeftNpuUnion *spans, gint64 start, gint64 end)
{
  guint32 hint = 0;
  gint64 before;

  if (end <= start)
    return 0;
  before = weft_npu_union_count_before (spans, start, &hint);
  return weft_npu_union_count_before (spans, end, &hint) - before;
}

/* Both unions together, with room for the items in `scratch`. */
static void
unite_both (const WeftNpuUnion *a, const WeftNpuUnion *b, Item *scratch, WeftNpuUnion *result)
{
  guint32 i = 0, j = 0, n = 0;

  while (i < a->n_spans || j < b->n_spans)
    {
      gboolean first =
        j == b->n_spans || (i < a->n_spans && a->spans[i].start <= b->spans[j].start);
      const WeftNpuSpan *span = first ? &a->spans[i++] : &b->spans[j++];

      scratch[n++] = (Item) { span->start, span->end, 0 };
    }
  unite (scratch, n, result);
}

/* --- tracks --------------------------------------------------------------------------------------- */

/* Gives each item, which are in order, the first sub-lane that is free. Returns how many there
 * are. */
static guint
place_items (const Item *items, guint32 n, guint8 *subs)
{
  gint64 ends[MAX_SUBS];
  guint n_subs = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint sub = 0;

      while (sub < n_subs && ends[sub] > items[i].start)
        sub++;
      if (sub == MAX_SUBS)
        sub--;
      else if (sub == n_subs)
        n_subs++;
      ends[sub] = items[i].end;
      subs[i] = (guint8) sub;
    }
  return n_subs;
}

static void
init_track (WeftNpuTrack *track, const Item *items, guint32 n, gboolean is_work)
{
  g_autofree guint8 *subs = g_new (guint8, n);
  g_autofree guint32 *fill = NULL;
  gint64 sums[MAX_SUBS] = { 0 };

  track->n_subs = place_items (items, n, subs);
  track->n_rows = n;
  track->rows = g_new (guint32, n);
  track->subs = g_new0 (guint32, (gsize) track->n_subs + 1);
  fill = g_new0 (guint32, (gsize) track->n_subs + 1);
  for (guint32 i = 0; i < n; i++)
    track->subs[subs[i] + 1]++;
  for (guint sub = 0; sub < track->n_subs; sub++)
    {
      track->subs[sub + 1] += track->subs[sub];
      fill[sub] = track->subs[sub];
    }
  track->before = is_work ? g_new (gint64, n) : NULL;
  for (guint32 i = 0; i < n; i++)
    {
      guint32 place = fill[subs[i]]++;

      track->rows[place] = items[i].row;
      if (is_work)
        track->before[place] = sums[subs[i]];
      sums[subs[i]] += items[i].end - items[i].start;
    }
}

/* Whether the event at a place has ended by the cycle; one that is a point at it has not. */
static inline gboolean
has_ended (const WeftNpuTrack *track, const WeftNpuTrace *trace, guint32 place, gint64 cycle)
{
  guint32 row = track->rows[place];
  gint64 start = weft_npu_start (trace, row);

  return start < cycle && start + weft_npu_span (trace, row) <= cycle;
}

guint32
weft_npu_track_find_from (const WeftNpuTrack *track, const WeftNpuTrace *trace, guint sub,
                          gint64 cycle, guint32 from)
{
  guint32 low = from, high = from, end = track->subs[sub + 1], step = 1;

  while (high < end && has_ended (track, trace, high, cycle))
    {
      low = high + 1;
      high = MIN (high + step, end);
      step *= 2;
      high = MAX (high, low);
    }
  high = MIN (high, end);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (has_ended (track, trace, middle, cycle))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint32
weft_npu_track_find (const WeftNpuTrack *track, const WeftNpuTrace *trace, guint sub,
                     gint64 cycle)
{
  return weft_npu_track_find_from (track, trace, sub, cycle, track->subs[sub]);
}

gint64
weft_npu_track_count (const WeftNpuTrack *track, const WeftNpuTrace *trace, guint sub,
                      gint64 cycle, guint32 place)
{
  guint32 last;

  if (place < track->subs[sub + 1])
    return track->before[place]
           + MAX (cycle - weft_npu_start (trace, track->rows[place]), 0);
  if (place == track->subs[sub])
    return 0;
  last = track->rows[place - 1];
  return track->before[place - 1] + weft_npu_span (trace, last);
}

/* --- building ------------------------------------------------------------------------------------- */

enum
{
  GROUP_WORK,
  GROUP_POINTS,
  GROUP_STALLS,
  GROUPS_PER_LANE
};

/* The groups of the lanes come first, then tokens and markers; what cannot be drawn has none. */
static guint32
get_group (const WeftNpuTrace *trace, guint n_lanes, const WeftBitset *rows, guint32 row)
{
  guint lane = weft_npu_lane (trace, row);
  guint32 group = lane * GROUPS_PER_LANE;

  if ((weft_npu_flags (trace, row) & WEFT_NPU_NO_TIME) != 0 || !weft_bitset_lets (rows, row))
    return G_MAXUINT32;
  switch (weft_npu_type (trace, row))
    {
    case WEFT_NPU_TOKEN:
      return n_lanes * GROUPS_PER_LANE;
    case WEFT_NPU_MARKER:
      return n_lanes * GROUPS_PER_LANE + 1;
    case WEFT_NPU_MEMORY:
    case WEFT_NPU_COMMAND:
      group += GROUP_POINTS;
      break;
    case WEFT_NPU_STALL:
      group += GROUP_STALLS;
      break;
    case WEFT_NPU_ENGINE:
    case WEFT_NPU_OTHER:
    default:
      break;
    }
  return lane < n_lanes ? group : G_MAXUINT32;
}

/* All events, grouped: group g has rows[first[g]] to rows[first[g + 1]]. */
static guint32 *
group_events (const WeftNpuSnapshot *snapshot, const WeftBitset *set, guint32 *first,
              guint32 n_groups)
{
  const WeftNpuTrace *trace = snapshot->trace;
  g_autofree guint32 *fill = g_new0 (guint32, (gsize) n_groups + 1);
  guint32 *rows;

  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      guint32 group = get_group (trace, snapshot->n_lanes, set, row);

      if (group != G_MAXUINT32)
        first[group + 1]++;
    }
  for (guint32 group = 0; group < n_groups; group++)
    {
      first[group + 1] += first[group];
      fill[group] = first[group];
    }
  rows = g_new (guint32, first[n_groups]);
  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      guint32 group = get_group (trace, snapshot->n_lanes, set, row);

      if (group != G_MAXUINT32)
        rows[fill[group]++] = row;
    }
  return rows;
}

/* What the groups are made into tracks with: one group at a time. */
typedef struct
{
  const WeftNpuTrace *trace;
  guint32 *rows;
  guint32 *first;
  Item *items;   /* room for the largest group, */
  Item *scratch; /* and for two */
} Builder;

/* The items of a group, in order. */
static guint32
take_group (Builder *self, guint32 group)
{
  guint32 n = self->first[group + 1] - self->first[group];

  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = self->rows[self->first[group] + i];

      self->items[i] = (Item) { weft_npu_start (self->trace, row),
                                weft_npu_end (self->trace, row), row };
    }
  if (!is_sorted (self->items, n))
    sort_items (self->items, n, self->scratch);
  return n;
}

static void
build_track (Builder *self, guint32 group, WeftNpuTrack *track, gboolean is_work,
             WeftNpuUnion *spans)
{
  guint32 n = take_group (self, group);

  init_track (track, self->items, n, is_work);
  if (spans != NULL)
    unite (self->items, n, spans);
}

static void
build_lanes (Builder *self, WeftNpuIndex *index)
{
  for (guint i = 0; i < index->n_lanes; i++)
    {
      WeftNpuLaneIndex *lane = &index->lanes[i];
      guint32 group = i * GROUPS_PER_LANE;

      build_track (self, group + GROUP_WORK, &lane->work, TRUE, &lane->busy);
      build_track (self, group + GROUP_POINTS, &lane->points, FALSE, NULL);
      build_track (self, group + GROUP_STALLS, &lane->stalls, FALSE, &lane->stalled);
      if (lane->stalled.n_spans > 0)
        unite_both (&lane->busy, &lane->stalled, self->scratch, &lane->either);
      else
        lane->either = lane->busy;
    }
}

static int
compare_lanes (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftNpuSnapshot *snapshot = data;
  WeftNpuLane x, y;
  int order;

  weft_npu_snapshot_get_lane (snapshot, *(const guint *) a, &x);
  weft_npu_snapshot_get_lane (snapshot, *(const guint *) b, &y);
  order = (x.kind > y.kind) - (x.kind < y.kind);
  if (order == 0)
    order = strcmp (x.engine, y.engine);
  return order != 0 ? order : (x.id > y.id) - (x.id < y.id);
}

static void
order_lanes (WeftNpuIndex *self, const WeftNpuSnapshot *snapshot)
{
  self->order = g_new (guint, self->n_lanes);
  for (guint i = 0; i < self->n_lanes; i++)
    self->order[i] = i;
  /* Chrome's threads stay in the order in which the file has them. */
  if (!snapshot->is_chrome)
    g_qsort_with_data (self->order, (gint) self->n_lanes, sizeof *self->order, compare_lanes,
                       (gpointer) snapshot);
}

static void
order_samples (WeftNpuIndex *self, const WeftNpuSnapshot *snapshot)
{
  g_autofree Item *items = g_new (Item, snapshot->n_samples);
  g_autofree Item *scratch = NULL;

  for (guint32 i = 0; i < snapshot->n_samples; i++)
    {
      gint64 start = *weft_table_i64 (&snapshot->trace->samples, NPU_SAMPLE_START, i);

      items[i] = (Item) { start, start, i };
    }
  if (!is_sorted (items, snapshot->n_samples))
    {
      scratch = g_new (Item, snapshot->n_samples);
      sort_items (items, snapshot->n_samples, scratch);
    }
  self->n_samples = snapshot->n_samples;
  self->samples = g_new (guint32, self->n_samples);
  for (guint32 i = 0; i < self->n_samples; i++)
    self->samples[i] = items[i].row;
}

WeftNpuIndex *
weft_npu_index_new (const WeftNpuSnapshot *snapshot, const WeftBitset *rows)
{
  WeftNpuIndex *self = g_new0 (WeftNpuIndex, 1);
  guint32 n_groups = snapshot->n_lanes * GROUPS_PER_LANE + 2, largest = 0;
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n_groups + 1);
  g_autofree guint32 *grouped = group_events (snapshot, rows, first, n_groups);
  g_autofree Item *items = NULL;
  g_autofree Item *scratch = NULL;
  Builder builder = { .trace = snapshot->trace, .rows = grouped, .first = first };

  for (guint32 group = 0; group < n_groups; group++)
    largest = MAX (largest, first[group + 1] - first[group]);
  builder.items = items = g_new (Item, largest);
  builder.scratch = scratch = g_new (Item, 2 * (gsize) largest);
  g_atomic_ref_count_init (&self->ref_count);
  self->n_lanes = snapshot->n_lanes;
  self->lanes = g_new0 (WeftNpuLaneIndex, self->n_lanes);
  build_lanes (&builder, self);
  build_track (&builder, n_groups - 2, &self->tokens, FALSE, NULL);
  build_track (&builder, n_groups - 1, &self->markers, FALSE, NULL);
  order_lanes (self, snapshot);
  order_samples (self, snapshot);
  return self;
}

WeftNpuIndex *
weft_npu_index_ref (WeftNpuIndex *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
clear_track (WeftNpuTrack *track)
{
  g_free (track->rows);
  g_free (track->before);
  g_free (track->subs);
}

void
weft_npu_index_unref (WeftNpuIndex *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_lanes; i++)
    {
      clear_track (&self->lanes[i].work);
      clear_track (&self->lanes[i].points);
      clear_track (&self->lanes[i].stalls);
      if (self->lanes[i].either.spans != self->lanes[i].busy.spans)
        g_free (self->lanes[i].either.spans);
      g_free (self->lanes[i].busy.spans);
      g_free (self->lanes[i].stalled.spans);
    }
  clear_track (&self->tokens);
  clear_track (&self->markers);
  g_free (self->lanes);
  g_free (self->order);
  g_free (self->samples);
  g_free (self);
}
