/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-index-builder.h"

#include "weft-span-items.h"
#include "weft-timeline-trace-private.h"

/* Two groups of rows for each track, its slices and its instants, and behind them one for instants of no
 * track. */
enum
{
  GROUP_SLICES,
  GROUP_INSTANTS,
  GROUPS_PER_TRACK
};

typedef struct
{
  const WeftTimelineTrace *trace;
  WeftTimelineIndex *index;
  guint32 *rows; /* group g has rows[first[g]] up to, but not including, rows[first[g + 1]] */
  guint32 *first;
  WeftSpanItem *items;   /* room for the largest group, */
  WeftSpanItem *scratch; /* and for half of it */
  gint64 *covered;       /* by row: ns of a slice that its children so far cover, */
  gint64 *reached;       /* and how far they reach */
} Builder;

/* --- groups --------------------------------------------------------------------------------------- */

/* A row without a place in the picture has no group. */
static guint32
get_group (const WeftTimelineTrace *trace, guint n_tracks, const WeftBitset *rows, guint32 row)
{
  guint track = weft_timeline_track (trace, row);
  gboolean is_slice = weft_timeline_kind (trace, row) == WEFT_TIMELINE_SLICE;

  if ((weft_timeline_flags (trace, row) & WEFT_TIMELINE_NO_TIME) != 0
      || !weft_bitset_includes (rows, row))
    return G_MAXUINT32;
  if (track < n_tracks)
    return track * GROUPS_PER_TRACK + (is_slice ? GROUP_SLICES : GROUP_INSTANTS);
  return is_slice ? G_MAXUINT32 : n_tracks * GROUPS_PER_TRACK;
}

static guint32 *
group_events (const WeftTimelineSnapshot *snapshot, const WeftBitset *set, guint32 *first,
              guint32 n_groups)
{
  const WeftTimelineTrace *trace = snapshot->trace;
  g_autofree guint32 *groups = g_new (guint32, snapshot->n_events);
  g_autofree guint32 *fill = g_new (guint32, n_groups);
  guint32 *rows;

  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      groups[row] = get_group (trace, snapshot->n_tracks, set, row);
      if (groups[row] != G_MAXUINT32)
        first[groups[row] + 1]++;
    }
  for (guint32 group = 0; group < n_groups; group++)
    {
      first[group + 1] += first[group];
      fill[group] = first[group];
    }
  rows = g_new (guint32, first[n_groups]);
  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (groups[row] != G_MAXUINT32)
      rows[fill[groups[row]]++] = row;
  return rows;
}

/* The items of a group, in order. */
static guint32
take_group (Builder *self, guint32 group)
{
  guint32 n = self->first[group + 1] - self->first[group];

  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = self->rows[self->first[group] + i];

      self->items[i] = (WeftSpanItem){ weft_timeline_start (self->trace, row),
                                       weft_timeline_end (self->trace, row), row };
    }
  weft_span_items_sort (self->items, n, self->scratch);
  return n;
}

static guint32 *
take_instants (Builder *self, guint32 group, guint32 *n)
{
  guint32 *rows;

  *n = take_group (self, group);
  rows = g_new (guint32, *n);
  for (guint32 i = 0; i < *n; i++)
    rows[i] = self->items[i].row;
  return rows;
}

/* --- nesting -------------------------------------------------------------------------------------- */

/* The slices that may contain the next one, the outermost first, by their places among the items; and
 * until when each depth is taken. */
typedef struct
{
  guint32 *open;
  guint n_open;
  guint n_room;
  gint64 until[WEFT_TIMELINE_MAX_DEPTH];
  guint n_depths;
} Nest;

/* Of slices at the same time the first contains the others, also where they are points. */
static inline gboolean
contains (const WeftSpanItem *outer, const WeftSpanItem *item)
{
  return outer->end >= item->end
         && (outer->end > item->start || (outer->start == item->start && outer->end == item->end));
}

/* The innermost of the open slices that contains the item. Those on top that ended before it are open no
 * more; one further down that has ended contains nothing that comes. */
static guint32
find_parent (Nest *nest, const WeftSpanItem *items, guint32 place)
{
  guint n;

  while (nest->n_open > 0 && items[nest->open[nest->n_open - 1]].end <= items[place].start
         && !contains (&items[nest->open[nest->n_open - 1]], &items[place]))
    nest->n_open--;
  for (n = nest->n_open; n > 0; n--)
    if (contains (&items[nest->open[n - 1]], &items[place]))
      return items[nest->open[n - 1]].row;
  return WEFT_NO_ROW;
}

static void
push (Nest *nest, guint32 place)
{
  if (nest->n_open == nest->n_room)
    {
      nest->n_room = MAX (64, 2 * nest->n_room);
      nest->open = g_renew (guint32, nest->open, nest->n_room);
    }
  nest->open[nest->n_open++] = place;
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
    nest->until[nest->n_depths] = G_MININT64;
  nest->until[depth] = MAX (nest->until[depth], item->end);
  return (guint8) depth;
}

/* A child takes from its parent's own time only where no child before it did. */
static void
cover_parent (Builder *self, const WeftSpanItem *item, guint32 parent)
{
  WeftTimelineIndex *index = self->index;
  gint64 from = MIN (MAX (item->start, self->reached[parent]), item->end);

  self->covered[parent] += item->end - from;
  self->reached[parent] = MAX (self->reached[parent], item->end);
  if (from > item->start && index->fresh == NULL)
    {
      index->fresh = g_new (gint64, index->n_events);
      for (guint32 row = 0; row < index->n_events; row++)
        index->fresh[row] = weft_timeline_start (self->trace, row);
    }
  if (from > item->start)
    index->fresh[item->row] = from;
}

static guint
nest_items (Builder *self, guint32 n, gboolean is_thread)
{
  WeftTimelineIndex *index = self->index;
  Nest nest = { 0 };

  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = self->items[i].row;
      guint32 parent = is_thread ? find_parent (&nest, self->items, i) : WEFT_NO_ROW;
      guint least = parent != WEFT_NO_ROW ? index->depths[parent] + 1u : 0;

      index->parents[row] = parent;
      index->depths[row] = find_depth (&nest, &self->items[i], least);
      self->reached[row] = G_MININT64;
      if (parent != WEFT_NO_ROW)
        cover_parent (self, &self->items[i], parent);
      if (is_thread)
        push (&nest, i);
    }
  for (guint32 i = 0; i < n; i++)
    index->self[self->items[i].row] =
      self->items[i].end - self->items[i].start - self->covered[self->items[i].row];
  g_free (nest.open);
  return nest.n_depths;
}

/* --- tracks --------------------------------------------------------------------------------------- */

static void
build_slices (Builder *self, guint32 group, WeftTimelineTrackIndex *track, gboolean is_thread)
{
  guint32 n = take_group (self, group);
  const guint8 *depths = self->index->depths;
  g_autofree guint32 *fill = NULL;

  track->n_depths = nest_items (self, n, is_thread);
  track->n_rows = n;
  track->rows = g_new (guint32, n);
  track->depths = g_new0 (guint32, (gsize) track->n_depths + 1);
  track->spans = g_new0 (WeftSpans, track->n_depths);
  fill = g_new0 (guint32, (gsize) track->n_depths + 1);
  for (guint32 i = 0; i < n; i++)
    track->depths[depths[self->items[i].row] + 1]++;
  for (guint depth = 0; depth < track->n_depths; depth++)
    {
      track->depths[depth + 1] += track->depths[depth];
      fill[depth] = track->depths[depth];
    }
  for (guint32 i = 0; i < n; i++)
    {
      guint depth = depths[self->items[i].row];

      track->rows[fill[depth]++] = self->items[i].row;
      weft_spans_add (&track->spans[depth], self->items[i].start, self->items[i].end);
    }
  for (guint depth = 0; depth < track->n_depths; depth++)
    weft_spans_finish (&track->spans[depth]);
  weft_span_items_unite (self->items, n, &track->busy);
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
build_tracks (Builder *self)
{
  const WeftTable *table = &self->trace->tracks;
  WeftTimelineIndex *index = self->index;

  for (guint i = 0; i < index->n_tracks; i++)
    {
      WeftTimelineTrackIndex *track = &index->tracks[i];
      gboolean is_thread =
        weft_table_get_u8 (table, TIMELINE_TRACK_KIND, i) == WEFT_TIMELINE_THREAD;

      build_slices (self, i * GROUPS_PER_TRACK + GROUP_SLICES, track, is_thread);
      track->instants =
        take_instants (self, i * GROUPS_PER_TRACK + GROUP_INSTANTS, &track->n_instants);
      index->order[i] = i;
    }
  index->instants = take_instants (self, index->n_tracks * GROUPS_PER_TRACK, &index->n_instants);
  g_qsort_with_data (index->order, (gint) index->n_tracks, sizeof *index->order, compare_tracks,
                     (gpointer) table);
}

WeftTimelineIndex *
weft_timeline_index_build (const WeftTimelineSnapshot *snapshot, const WeftBitset *rows)
{
  WeftTimelineIndex *self = weft_timeline_index_new_empty (snapshot->n_tracks, snapshot->n_events);
  guint32 n_groups = snapshot->n_tracks * GROUPS_PER_TRACK + 1, largest = 0;
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n_groups + 1);
  g_autofree guint32 *grouped = group_events (snapshot, rows, first, n_groups);
  g_autofree WeftSpanItem *items = NULL, *scratch = NULL;
  g_autofree gint64 *covered = g_new0 (gint64, snapshot->n_events);
  g_autofree gint64 *reached = g_new (gint64, snapshot->n_events);
  Builder builder = { .trace = snapshot->trace,
                      .index = self,
                      .rows = grouped,
                      .first = first,
                      .covered = covered,
                      .reached = reached };

  for (guint32 row = 0; row < snapshot->n_events; row++)
    self->parents[row] = WEFT_NO_ROW;
  for (guint32 group = 0; group < n_groups; group++)
    largest = MAX (largest, first[group + 1] - first[group]);
  builder.items = items = g_new (WeftSpanItem, largest);
  builder.scratch = scratch = g_new (WeftSpanItem, largest / 2);
  build_tracks (&builder);
  return self;
}
