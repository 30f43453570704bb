/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-index-builder.h"

#include "weft-bulk.h"
#include "weft-npu-trace-private.h"
#include "weft-span-items.h"

/* More sub-lanes than this share the last one. */
#define MAX_SUBS 250

/* --- tracks --------------------------------------------------------------------------------------- */

/* Gives each item, which are in order, the first sub-lane that is free. Returns how many there
 * are. */
static guint
place_items (const WeftSpanItem *items, guint32 n, guint8 *subs)
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
init_track (WeftNpuTrack *track, const WeftSpanItem *items, guint32 n)
{
  g_autofree guint8 *subs = g_new (guint8, n);
  g_autofree guint32 *fill = NULL;

  track->n_subs = place_items (items, n, subs);
  track->n_rows = n;
  track->rows = g_new (guint32, n);
  track->subs = g_new0 (guint32, (gsize) track->n_subs + 1);
  track->spans = g_new0 (WeftSpans, track->n_subs);
  fill = g_new0 (guint32, (gsize) track->n_subs + 1);
  for (guint32 i = 0; i < n; i++)
    track->subs[subs[i] + 1]++;
  for (guint sub = 0; sub < track->n_subs; sub++)
    {
      track->subs[sub + 1] += track->subs[sub];
      fill[sub] = track->subs[sub];
    }
  for (guint32 i = 0; i < n; i++)
    {
      track->rows[fill[subs[i]]++] = items[i].row;
      weft_spans_add (&track->spans[subs[i]], items[i].start, items[i].end);
    }
  for (guint sub = 0; sub < track->n_subs; sub++)
    weft_spans_finish (&track->spans[sub]);
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

  if ((weft_npu_flags (trace, row) & WEFT_NPU_NO_TIME) != 0 || !weft_bitset_includes (rows, row))
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

typedef struct
{
  const WeftNpuTrace *trace;
  guint32 *rows;
  guint32 *first;
  WeftSpanItem *items;   /* room for the largest group, */
  WeftSpanItem *scratch; /* and for half of it */
} Builder;

/* The items of a group, in order. */
static guint32
take_group (Builder *self, guint32 group)
{
  guint32 n = self->first[group + 1] - self->first[group];

  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = self->rows[self->first[group] + i];

      self->items[i] =
        (WeftSpanItem){ weft_npu_start (self->trace, row), weft_npu_end (self->trace, row), row };
    }
  weft_span_items_sort (self->items, n, self->scratch);
  return n;
}

/* Adds those of the group's items that failed. */
static void
unite_failed (const Builder *self, guint32 n, WeftSpans *failed)
{
  WeftSpans before = *failed, these = { 0 };
  WeftSpanUnion all = { .spans = &these };

  for (guint32 i = 0; i < n; i++)
    if ((weft_npu_flags (self->trace, self->items[i].row) & WEFT_NPU_ERROR) != 0)
      weft_span_union_add (
        &all, self->items[i].start,
        MAX (self->items[i].end, self->items[i].start + (self->items[i].start < G_MAXINT64)));
  weft_span_union_finish (&all);
  *failed = (WeftSpans){ 0 };
  weft_spans_unite (&before, &these, failed);
  weft_spans_clear (&before);
  weft_spans_clear (&these);
}

/* Returns how many events it has; their items are there until the next one is made. */
static guint32
build_track (Builder *self, guint32 group, WeftNpuTrack *track, WeftSpans *spans)
{
  guint32 n = take_group (self, group);

  init_track (track, self->items, n);
  if (spans != NULL)
    weft_span_items_unite (self->items, n, spans);
  return n;
}

static void
build_lanes (Builder *self, WeftNpuIndex *index)
{
  for (guint i = 0; i < index->n_lanes; i++)
    {
      WeftNpuLaneIndex *lane = &index->lanes[i];
      guint32 group = i * GROUPS_PER_LANE;

      unite_failed (self, build_track (self, group + GROUP_WORK, &lane->work, &lane->busy),
                    &lane->failed);
      unite_failed (self, build_track (self, group + GROUP_POINTS, &lane->points, NULL),
                    &lane->failed);
      build_track (self, group + GROUP_STALLS, &lane->stalls, &lane->stalled);
      if (lane->stalled.n > 0)
        weft_spans_unite (&lane->busy, &lane->stalled, &lane->either);
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
  if (order != 0)
    return order;
  /* Engines whose numbers are not known come last. */
  if ((x.id == WEFT_NPU_UNKNOWN_ID) != (y.id == WEFT_NPU_UNKNOWN_ID))
    return x.id == WEFT_NPU_UNKNOWN_ID ? 1 : -1;
  return (x.id > y.id) - (x.id < y.id);
}

static void
order_lanes (WeftNpuIndex *self, const WeftNpuSnapshot *snapshot)
{
  for (guint i = 0; i < self->n_lanes; i++)
    self->order[i] = i;
  g_qsort_with_data (self->order, (gint) self->n_lanes, sizeof *self->order, compare_lanes,
                     (gpointer) snapshot);
}

static void
order_samples (WeftNpuIndex *self, const WeftNpuSnapshot *snapshot)
{
  weft_auto_bulk WeftSpanItem *items = weft_bulk_alloc_anyway (snapshot->n_samples * sizeof *items);
  weft_auto_bulk WeftSpanItem *scratch =
    weft_bulk_alloc_anyway (snapshot->n_samples / 2 * sizeof *scratch);

  for (guint32 i = 0; i < snapshot->n_samples; i++)
    {
      gint64 start = weft_table_get_i64 (&snapshot->trace->samples, NPU_SAMPLE_START, i);

      items[i] = (WeftSpanItem){ start, start, i };
    }
  weft_span_items_sort (items, snapshot->n_samples, scratch);
  self->n_samples = snapshot->n_samples;
  self->samples = g_new (guint32, self->n_samples);
  for (guint32 i = 0; i < self->n_samples; i++)
    self->samples[i] = items[i].row;
}

WeftNpuIndex *
weft_npu_index_build (const WeftNpuSnapshot *snapshot, const WeftBitset *rows)
{
  WeftNpuIndex *self = weft_npu_index_new_empty (snapshot->n_lanes);
  guint32 n_groups = snapshot->n_lanes * GROUPS_PER_LANE + 2, largest = 0;
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n_groups + 1);
  g_autofree guint32 *grouped = group_events (snapshot, rows, first, n_groups);
  g_autofree WeftSpanItem *items = NULL;
  g_autofree WeftSpanItem *scratch = NULL;
  Builder builder = { .trace = snapshot->trace, .rows = grouped, .first = first };

  for (guint32 group = 0; group < n_groups; group++)
    largest = MAX (largest, first[group + 1] - first[group]);
  builder.items = items = g_new (WeftSpanItem, largest);
  builder.scratch = scratch = g_new (WeftSpanItem, largest / 2);
  build_lanes (&builder, self);
  build_track (&builder, n_groups - 2, &self->tokens, NULL);
  build_track (&builder, n_groups - 1, &self->markers, NULL);
  order_lanes (self, snapshot);
  order_samples (self, snapshot);
  return self;
}
