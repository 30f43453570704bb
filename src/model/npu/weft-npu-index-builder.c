/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-index-builder.h"

#include "weft-bulk.h"
#include "weft-npu-trace-private.h"
#include "weft-processors.h"
#include "weft-row-groups.h"
#include "weft-span-items.h"

/* More sub-lanes than this share the last one. */
#define MAX_SUBS 250

/* Events for which another thread is worth it. */
#define MIN_EVENTS 32768u

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

/* (transfer full) (nullable): the rows of a track, packed, for weft_bulk_free(). */
static WeftSealedColumn *
pack_rows (const guint32 *rows, guint32 n)
{
  weft_auto_bulk WeftSealedColumn *scratch = NULL;
  WeftSealedColumn *packed;
  gsize size;

  if (n == 0)
    return NULL;
  scratch = weft_bulk_alloc_anyway (weft_sealed_column_bound (n));
  size = weft_sealed_column_pack (rows, sizeof *rows, n, scratch);
  packed = weft_bulk_alloc_anyway (size);
  memcpy (packed, scratch, size);
  return packed;
}

static void
init_track (WeftNpuTrack *track, const WeftSpanItem *items, guint32 n)
{
  g_autofree guint8 *subs = g_new (guint8, n);
  g_autofree guint32 *fill = NULL;
  weft_auto_bulk guint32 *rows = weft_bulk_alloc_anyway (n * sizeof *rows);

  track->n_subs = place_items (items, n, subs);
  track->n_rows = n;
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
      rows[fill[subs[i]]++] = items[i].row;
      weft_spans_add (&track->spans[subs[i]], items[i].start, items[i].end);
    }
  for (guint sub = 0; sub < track->n_subs; sub++)
    weft_spans_finish (&track->spans[sub]);
  track->rows = pack_rows (rows, n);
}

/* --- building ------------------------------------------------------------------------------------- */

enum
{
  GROUP_WORK,
  GROUP_POINTS,
  GROUP_STALLS,
  GROUPS_PER_LANE
};

/* Shared by the threads, of which each builds other lanes. */
typedef struct
{
  const WeftNpuSnapshot *snapshot;
  const WeftBitset *set; /* (nullable): the rows that count */
  WeftNpuIndex *index;
  const guint32 *rows;                      /* in groups, */
  const guint32 *first;                     /* of each of which this is the first */
  const guint *order;                       /* of the lanes: in which they are built */
  WeftSpanRoom rooms[WEFT_PROCESSORS_MOST]; /* by thread: with the items of the group at hand */
} Build;

/* The groups of the lanes come first, then tokens and markers; what cannot be drawn has none. */
static guint32
get_group (gconstpointer data, guint32 row)
{
  const Build *build = data;
  const WeftNpuTrace *trace = build->snapshot->trace;
  const guint n_lanes = build->snapshot->n_lanes, lane = weft_npu_lane (trace, row);
  guint32 group = lane * GROUPS_PER_LANE;

  if ((weft_npu_flags (trace, row) & WEFT_NPU_NO_TIME) != 0
      || !weft_bitset_includes (build->set, row))
    return WEFT_NO_GROUP;
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
  return lane < n_lanes ? group : WEFT_NO_GROUP;
}

/* The items of a group, in order. */
static guint32
take_group (const Build *self, WeftSpanRoom *room, guint32 group)
{
  const WeftNpuTrace *trace = self->snapshot->trace;
  const guint32 n = self->first[group + 1] - self->first[group];

  weft_span_room_reserve (room, n);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = self->rows[self->first[group] + i];

      room->items[i] =
        (WeftSpanItem){ weft_npu_start (trace, row), weft_npu_end (trace, row), row };
    }
  weft_span_items_sort (room->items, n, room->scratch);
  return n;
}

/* Adds those of the group's items that failed. */
static void
unite_failed (const WeftNpuTrace *trace, const WeftSpanItem *items, guint32 n, WeftSpans *failed)
{
  WeftSpans before = *failed, these = { 0 };
  WeftSpanUnion all = { .spans = &these };

  for (guint32 i = 0; i < n; i++)
    if ((weft_npu_flags (trace, items[i].row) & WEFT_NPU_ERROR) != 0)
      weft_span_union_add (&all, items[i].start,
                           MAX (items[i].end, items[i].start + (items[i].start < G_MAXINT64)));
  weft_span_union_finish (&all);
  weft_spans_finish (&these);
  *failed = (WeftSpans){ 0 };
  weft_spans_unite (&before, &these, failed);
  weft_spans_clear (&before);
  weft_spans_clear (&these);
}

/* Returns how many events it has; their items are in the room until the next one is made. */
static guint32
build_track (const Build *self, WeftSpanRoom *room, guint32 group, WeftNpuTrack *track,
             WeftSpans *spans)
{
  guint32 n = take_group (self, room, group);

  init_track (track, room->items, n);
  if (spans != NULL)
    weft_span_items_unite (room->items, n, spans);
  return n;
}

static void
build_lane (gpointer data, guint part, guint thread)
{
  Build *self = data;
  const WeftNpuTrace *trace = self->snapshot->trace;
  WeftNpuLaneIndex *lane = &self->index->lanes[self->order[part]];
  WeftSpanRoom *room = &self->rooms[thread];
  const guint32 group = self->order[part] * GROUPS_PER_LANE;
  guint32 n;

  n = build_track (self, room, group + GROUP_WORK, &lane->work, &lane->busy);
  unite_failed (trace, room->items, n, &lane->failed);
  n = build_track (self, room, group + GROUP_POINTS, &lane->points, NULL);
  unite_failed (trace, room->items, n, &lane->failed);
  build_track (self, room, group + GROUP_STALLS, &lane->stalls, &lane->stalled);
  if (lane->stalled.n > 0)
    weft_spans_unite (&lane->busy, &lane->stalled, &lane->either);
  else
    lane->either = lane->busy;
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
order_samples (WeftNpuIndex *self, const WeftNpuSnapshot *snapshot, WeftSpanRoom *room)
{
  const guint32 n = snapshot->n_samples;

  weft_span_room_reserve (room, n);
  for (guint32 i = 0; i < n; i++)
    {
      gint64 start = weft_table_get_i64 (&snapshot->trace->samples, NPU_SAMPLE_START, i);

      room->items[i] = (WeftSpanItem){ start, start, i };
    }
  weft_span_items_sort (room->items, n, room->scratch);
  self->n_samples = n;
  self->samples = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    self->samples[i] = room->items[i].row;
}

static void
build_tracks (Build *build, guint32 n_groups)
{
  const WeftNpuSnapshot *snapshot = build->snapshot;
  WeftNpuIndex *self = build->index;
  const guint n_threads = weft_processors_for (MIN (self->n_lanes, snapshot->n_events / MIN_EVENTS),
                                               WEFT_PROCESSORS_MOST);

  weft_processors_share ("weft-lanes", MAX (n_threads, 1), self->n_lanes, build_lane, build);
  build_track (build, build->rooms, n_groups - 2, &self->tokens, NULL);
  build_track (build, build->rooms, n_groups - 1, &self->markers, NULL);
  order_samples (self, snapshot, build->rooms);
  for (guint i = 0; i < G_N_ELEMENTS (build->rooms); i++)
    weft_span_room_clear (&build->rooms[i]);
}

WeftNpuIndex *
weft_npu_index_build (const WeftNpuSnapshot *snapshot, const WeftBitset *rows)
{
  WeftNpuIndex *self = weft_npu_index_new_empty (snapshot->n_lanes);
  const guint32 n_groups = snapshot->n_lanes * GROUPS_PER_LANE + 2, n_events = snapshot->n_events;
  g_autofree guint32 *first = g_new (guint32, (gsize) n_groups + 1);
  g_autofree guint *order = NULL;
  weft_auto_bulk guint32 *grouped = weft_bulk_alloc_anyway (n_events * sizeof *grouped);
  weft_auto_bulk guint32 *numbers = weft_bulk_alloc_anyway (n_events * sizeof *numbers);
  Build build = {
    .snapshot = snapshot, .set = rows, .index = self, .rows = grouped, .first = first
  };
  const WeftRowGroups groups = { .n_rows = n_events,
                                 .n_groups = n_groups,
                                 .get_group = get_group,
                                 .data = &build,
                                 .groups = numbers,
                                 .rows = grouped,
                                 .first = first };

  weft_row_groups_sort (&groups);
  build.order = order = weft_row_groups_order (&groups, self->n_lanes, GROUPS_PER_LANE);
  build_tracks (&build, n_groups);
  order_lanes (self, snapshot);
  return self;
}
