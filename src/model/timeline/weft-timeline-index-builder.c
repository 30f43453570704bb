/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-index-builder.h"

#include "weft-bulk.h"
#include "weft-handover.h"
#include "weft-processors.h"
#include "weft-row-groups.h"
#include "weft-span-items.h"
#include "weft-timeline-trace-private.h"

#include <string.h>

/* Two groups of rows for each track, its slices and its instants, and behind them one for instants of no
 * track. */
enum
{
  GROUP_SLICES,
  GROUP_INSTANTS,
  GROUPS_PER_TRACK
};

/* Slices for which another thread is worth it. */
#define MIN_SLICES 32768u

/* Shared by the threads, of which each builds other tracks. */
typedef struct
{
  const WeftTimelineSnapshot *snapshot;
  const WeftBitset *set; /* (nullable): the rows that count */
  WeftTimelineIndex *index;
  const guint32 *first;                     /* of each group in index->rows */
  const guint *order;                       /* of the tracks: in which they are built */
  WeftSpanRoom rooms[WEFT_PROCESSORS_MOST]; /* by thread */
  WeftLock lock;                            /* while index->fresh is made */
} Build;

/* A thread's. */
typedef struct
{
  Build *build;
  const WeftTimelineTrace *trace;
  WeftTimelineIndex *index;
  WeftSpanRoom *room; /* with the items of the group at hand */
  gint64 *fresh;      /* index->fresh, where this thread has asked for it */
} Builder;

static Builder
make_builder (Build *build, guint thread)
{
  return (Builder){ .build = build,
                    .trace = build->snapshot->trace,
                    .index = build->index,
                    .room = &build->rooms[thread] };
}

/* --- groups --------------------------------------------------------------------------------------- */

/* A row without a place in the picture has no group. */
static guint32
get_group (gconstpointer data, guint32 row)
{
  const Build *build = data;
  const WeftTimelineTrace *trace = build->snapshot->trace;
  const guint n_tracks = build->index->n_tracks, track = weft_timeline_track (trace, row);
  gboolean is_slice = weft_timeline_kind (trace, row) == WEFT_TIMELINE_SLICE;

  if ((weft_timeline_flags (trace, row) & WEFT_TIMELINE_NO_TIME) != 0
      || !weft_bitset_includes (build->set, row))
    return WEFT_NO_GROUP;
  if (track < n_tracks)
    return track * GROUPS_PER_TRACK + (is_slice ? GROUP_SLICES : GROUP_INSTANTS);
  return is_slice ? WEFT_NO_GROUP : n_tracks * GROUPS_PER_TRACK;
}

/* The items of a group, in order. */
static guint32
take_group (Builder *self, guint32 group)
{
  const guint32 first = self->build->first[group], n = self->build->first[group + 1] - first;

  weft_span_room_reserve (self->room, n);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = self->index->rows[first + i];

      self->room->items[i] = (WeftSpanItem){ weft_timeline_start (self->trace, row),
                                             weft_timeline_end (self->trace, row), row };
    }
  weft_span_items_sort (self->room->items, n, self->room->scratch);
  return n;
}

/* Puts the rows of a group in order. */
static guint32 *
take_instants (Builder *self, guint32 group, guint32 *n)
{
  guint32 *rows = &self->index->rows[self->build->first[group]];

  *n = take_group (self, group);
  for (guint32 i = 0; i < *n; i++)
    rows[i] = self->room->items[i].row;
  return rows;
}

/* --- nesting -------------------------------------------------------------------------------------- */

/* A slice that may contain the next one. */
typedef struct
{
  guint32 place; /* among the items */
  guint8 depth;
  gint64 reached; /* how far its children so far reach */
} Open;

/* Those, the outermost first; and until when each depth is taken, and by how many. */
typedef struct
{
  Open *open;
  guint n_open;
  guint n_room;
  gint64 until[WEFT_TIMELINE_MAX_DEPTH];
  guint32 n_items[WEFT_TIMELINE_MAX_DEPTH];
  guint n_depths;
} Nest;

/* Of slices at the same time the first contains the others, also where they are points. */
static inline gboolean
contains (const WeftSpanItem *outer, const WeftSpanItem *item)
{
  return outer->end >= item->end
         && (outer->end > item->start || (outer->start == item->start && outer->end == item->end));
}

/* The innermost of the open slices that contains the item; NULL: none. Those on top that ended before it are
 * open no more; one further down that has ended contains nothing that comes. */
static Open *
find_parent (Nest *nest, const WeftSpanItem *items, guint32 place)
{
  const WeftSpanItem *item = &items[place];
  guint n;

  while (nest->n_open > 0 && items[nest->open[nest->n_open - 1].place].end <= item->start
         && !contains (&items[nest->open[nest->n_open - 1].place], item))
    nest->n_open--;
  for (n = nest->n_open; n > 0; n--)
    if (contains (&items[nest->open[n - 1].place], item))
      return &nest->open[n - 1];
  return NULL;
}

/* A slice that ends no later than one behind it contains nothing any more that this one does not: all that are open end
 * the later the further out they are, and however many overlap, each is looked at once. */
static void
push (Nest *nest, const WeftSpanItem *items, guint32 place, guint8 depth)
{
  while (nest->n_open > 0 && items[nest->open[nest->n_open - 1].place].end <= items[place].end)
    nest->n_open--;
  if (nest->n_open == nest->n_room)
    {
      nest->n_room = MAX (64, 2 * nest->n_room);
      nest->open = g_renew (Open, nest->open, nest->n_room);
    }
  nest->open[nest->n_open++] = (Open){ place, depth, G_MININT64 };
}

/* The first depth from `least` on that is free when the item begins. */
static guint8
find_depth (Nest *nest, const WeftSpanItem *item, guint least)
{
  guint depth = MIN (least, WEFT_TIMELINE_MAX_DEPTH - 1);

  while (depth < nest->n_depths && nest->until[depth] > item->start)
    depth++;
  depth = MIN (depth, WEFT_TIMELINE_MAX_DEPTH - 1);
  for (; nest->n_depths <= depth; nest->n_depths++)
    {
      nest->until[nest->n_depths] = G_MININT64;
      nest->n_items[nest->n_depths] = 0;
    }
  nest->until[depth] = MAX (nest->until[depth], item->end);
  nest->n_items[depth]++;
  return (guint8) depth;
}

static gint64 *
make_fresh (const Builder *self)
{
  WeftTimelineIndex *index = self->index;

  weft_lock (&self->build->lock);
  if (index->fresh == NULL)
    {
      index->fresh = weft_bulk_alloc_anyway (index->n_events * sizeof *index->fresh);
      for (guint32 row = 0; row < index->n_events; row++)
        index->fresh[row] = weft_timeline_start (self->trace, row);
    }
  weft_unlock (&self->build->lock);
  return index->fresh;
}

/* A child takes from its parent's own time only where no child before it did. */
static void
cover_parent (Builder *self, const WeftSpanItem *item, guint32 parent, gint64 *reached)
{
  gint64 from = MIN (MAX (item->start, *reached), item->end);

  self->index->self[parent] -= item->end - from;
  *reached = MAX (*reached, item->end);
  if (from <= item->start)
    return;
  if (self->fresh == NULL)
    self->fresh = make_fresh (self);
  self->fresh[item->row] = from;
}

/* Fills in how deep each item lies. A parent comes before its children. */
static void
nest_items (Builder *self, guint32 n, gboolean is_thread, Nest *nest, guint8 *depths)
{
  const WeftSpanItem *items = self->room->items;
  WeftTimelineIndex *index = self->index;

  for (guint32 i = 0; i < n; i++)
    {
      const WeftSpanItem *item = &items[i];
      Open *parent = is_thread ? find_parent (nest, items, i) : NULL;
      guint8 depth = find_depth (nest, item, parent != NULL ? parent->depth + 1u : 0);

      depths[i] = index->depths[item->row] = depth;
      index->self[item->row] = item->end - item->start;
      if (parent != NULL)
        {
          index->parents[item->row] = items[parent->place].row;
          cover_parent (self, item, index->parents[item->row], &parent->reached);
        }
      if (is_thread)
        push (nest, items, i, depth);
    }
  g_free (nest->open);
}

/* --- tracks --------------------------------------------------------------------------------------- */

/* Where the slices of each depth go, which `fill` then says, with room in their spans. */
static void
open_depths (WeftTimelineTrackIndex *track, const Nest *nest, guint32 *fill)
{
  track->depths[0] = 0;
  for (guint depth = 0; depth < track->n_depths; depth++)
    {
      fill[depth] = track->depths[depth];
      track->depths[depth + 1] = fill[depth] + nest->n_items[depth];
      weft_spans_reserve (&track->spans[depth], nest->n_items[depth]);
    }
}

static void
build_slices (Builder *self, guint32 group, WeftTimelineTrackIndex *track, gboolean is_thread)
{
  const guint32 n = take_group (self, group), first = self->build->first[group];
  const WeftSpanItem *items = self->room->items;
  weft_auto_bulk guint8 *depths = weft_bulk_alloc_anyway (n);
  g_autofree guint32 *fill = NULL;
  Nest nest;

  nest.open = NULL;
  nest.n_open = nest.n_room = nest.n_depths = 0;
  nest_items (self, n, is_thread, &nest, depths);
  track->n_depths = nest.n_depths;
  track->n_rows = n;
  track->rows = &self->index->rows[first];
  track->names = &self->index->names[first];
  track->depths = g_new (guint32, (gsize) track->n_depths + 1);
  track->spans = g_new0 (WeftSpans, track->n_depths);
  fill = g_new (guint32, track->n_depths);
  open_depths (track, &nest, fill);
  for (guint32 i = 0; i < n; i++)
    {
      guint depth = depths[i];

      track->names[fill[depth]] = weft_timeline_name (self->trace, items[i].row);
      track->rows[fill[depth]++] = items[i].row;
      weft_spans_add (&track->spans[depth], items[i].start, items[i].end);
    }
  for (guint depth = 0; depth < track->n_depths; depth++)
    {
      weft_spans_finish (&track->spans[depth]);
      weft_span_peaks_set_tags (&track->spans[depth].peaks, track->names + track->depths[depth]);
    }
  weft_span_items_unite (items, n, &track->busy);
}

static void
build_track (gpointer data, guint part, guint thread)
{
  Build *build = data;
  const guint number = build->order[part];
  WeftTimelineTrackIndex *track = &build->index->tracks[number];
  const guint kind =
    weft_table_get_u8 (&build->snapshot->trace->tracks, TIMELINE_TRACK_KIND, number);
  Builder builder = make_builder (build, thread);

  build_slices (&builder, number * GROUPS_PER_TRACK + GROUP_SLICES, track,
                kind == WEFT_TIMELINE_THREAD);
  track->instants =
    take_instants (&builder, number * GROUPS_PER_TRACK + GROUP_INSTANTS, &track->n_instants);
}

static int
compare_tracks (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftTable *tracks = data;
  guint32 x = weft_table_get_u32 (tracks, TIMELINE_TRACK_ORDER, *(const guint *) a);
  guint32 y = weft_table_get_u32 (tracks, TIMELINE_TRACK_ORDER, *(const guint *) b);

  return (x > y) - (x < y);
}

static void
order_tracks (WeftTimelineIndex *self, const WeftTable *tracks)
{
  for (guint i = 0; i < self->n_tracks; i++)
    self->order[i] = i;
  g_qsort_with_data (self->order, (gint) self->n_tracks, sizeof *self->order, compare_tracks,
                     (gpointer) tracks);
}

static void
build_tracks (Build *build)
{
  WeftTimelineIndex *self = build->index;
  const guint n_threads =
    weft_processors_for (MIN (self->n_tracks, self->n_events / MIN_SLICES), WEFT_PROCESSORS_MOST);
  Builder last = make_builder (build, 0);

  weft_processors_share ("weft-tracks", MAX (n_threads, 1), self->n_tracks, build_track, build);
  self->instants = take_instants (&last, self->n_tracks * GROUPS_PER_TRACK, &self->n_instants);
  for (guint i = 0; i < G_N_ELEMENTS (build->rooms); i++)
    weft_span_room_clear (&build->rooms[i]);
}

WeftTimelineIndex *
weft_timeline_index_build (const WeftTimelineSnapshot *snapshot, const WeftBitset *rows)
{
  WeftTimelineIndex *self = weft_timeline_index_new_empty (snapshot->n_tracks, snapshot->n_events);
  const guint32 n_groups = snapshot->n_tracks * GROUPS_PER_TRACK + 1;
  g_autofree guint32 *first = g_new (guint32, (gsize) n_groups + 1);
  g_autofree guint *order = NULL;
  Build build = {
    .snapshot = snapshot, .set = rows, .index = self, .first = first, .lock = WEFT_LOCK_INIT
  };
  const WeftRowGroups groups = { .n_rows = self->n_events,
                                 .n_groups = n_groups,
                                 .get_group = get_group,
                                 .data = &build,
                                 .groups = self->parents, /* which nothing is in yet */
                                 .rows = self->rows,
                                 .first = first };

  weft_row_groups_sort (&groups);
  memset (self->parents, 0xff, self->n_events * sizeof *self->parents);
  build.order = order = weft_row_groups_order (&groups, self->n_tracks, GROUPS_PER_TRACK);
  build_tracks (&build);
  order_tracks (self, &snapshot->trace->tracks);
  return self;
}
