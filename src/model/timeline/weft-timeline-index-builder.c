/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-index-builder.h"

#include "weft-bulk.h"
#include "weft-huge-pages.h"
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
  guint32 *first; /* group g has index->rows[first[g]] up to, but not including, [first[g + 1]] */
  WeftSpanItem *items;   /* room for the largest group, */
  WeftSpanItem *scratch; /* and for half of it; */
  guint8 *depths;        /* and of each of the items */
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

static void
group_events (const WeftTimelineSnapshot *snapshot, const WeftBitset *set, WeftTimelineIndex *index,
              guint32 *first, guint32 n_groups)
{
  guint32 *groups = index->parents; /* which nothing is in yet */
  g_autofree guint32 *fill = g_new (guint32, n_groups);

  for (guint32 row = 0; row < index->n_events; row++)
    {
      groups[row] = get_group (snapshot->trace, index->n_tracks, set, row);
      if (groups[row] != G_MAXUINT32)
        first[groups[row] + 1]++;
    }
  for (guint32 group = 0; group < n_groups; group++)
    {
      first[group + 1] += first[group];
      fill[group] = first[group];
    }
  for (guint32 row = 0; row < index->n_events; row++)
    {
      if (groups[row] != G_MAXUINT32)
        index->rows[fill[groups[row]]++] = row;
      index->parents[row] = WEFT_NO_ROW;
    }
}

/* The items of a group, in order. */
static guint32
take_group (Builder *self, guint32 group)
{
  guint32 n = self->first[group + 1] - self->first[group];

  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = self->index->rows[self->first[group] + i];

      self->items[i] = (WeftSpanItem){ weft_timeline_start (self->trace, row),
                                       weft_timeline_end (self->trace, row), row };
    }
  weft_span_items_sort (self->items, n, self->scratch);
  return n;
}

/* Puts the rows of a group in order. */
static guint32 *
take_instants (Builder *self, guint32 group, guint32 *n)
{
  guint32 *rows = &self->index->rows[self->first[group]];

  *n = take_group (self, group);
  for (guint32 i = 0; i < *n; i++)
    rows[i] = self->items[i].row;
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

/* A child takes from its parent's own time only where no child before it did. */
static void
cover_parent (Builder *self, const WeftSpanItem *item, guint32 parent, gint64 *reached)
{
  WeftTimelineIndex *index = self->index;
  gint64 from = MIN (MAX (item->start, *reached), item->end);

  index->self[parent] -= item->end - from;
  *reached = MAX (*reached, item->end);
  if (from > item->start && index->fresh == NULL)
    {
      index->fresh = weft_bulk_alloc_anyway (index->n_events * sizeof *index->fresh);
      for (guint32 row = 0; row < index->n_events; row++)
        index->fresh[row] = weft_timeline_start (self->trace, row);
    }
  if (from > item->start)
    index->fresh[item->row] = from;
}

/* A parent comes before its children. */
static void
nest_items (Builder *self, guint32 n, gboolean is_thread, Nest *nest)
{
  WeftTimelineIndex *index = self->index;

  for (guint32 i = 0; i < n; i++)
    {
      const WeftSpanItem *item = &self->items[i];
      Open *parent = is_thread ? find_parent (nest, self->items, i) : NULL;
      guint8 depth = find_depth (nest, item, parent != NULL ? parent->depth + 1u : 0);

      self->depths[i] = index->depths[item->row] = depth;
      index->self[item->row] = item->end - item->start;
      if (parent != NULL)
        {
          index->parents[item->row] = self->items[parent->place].row;
          cover_parent (self, item, index->parents[item->row], &parent->reached);
        }
      if (is_thread)
        push (nest, self->items, i, depth);
    }
  g_free (nest->open);
}

/* --- tracks --------------------------------------------------------------------------------------- */

static void
build_slices (Builder *self, guint32 group, WeftTimelineTrackIndex *track, gboolean is_thread)
{
  guint32 n = take_group (self, group);
  g_autofree guint32 *fill = NULL;
  Nest nest;

  nest.open = NULL;
  nest.n_open = nest.n_room = nest.n_depths = 0;
  nest_items (self, n, is_thread, &nest);
  track->n_depths = nest.n_depths;
  track->n_rows = n;
  track->rows = &self->index->rows[self->first[group]];
  track->names = &self->index->names[self->first[group]];
  track->depths = g_new (guint32, (gsize) track->n_depths + 1);
  track->spans = g_new0 (WeftSpans, track->n_depths);
  fill = g_new (guint32, track->n_depths);
  track->depths[0] = 0;
  for (guint depth = 0; depth < track->n_depths; depth++)
    {
      fill[depth] = track->depths[depth];
      track->depths[depth + 1] = fill[depth] + nest.n_items[depth];
      weft_spans_reserve (&track->spans[depth], nest.n_items[depth]);
    }
  for (guint32 i = 0; i < n; i++)
    {
      guint depth = self->depths[i];

      track->names[fill[depth]] = weft_timeline_name (self->trace, self->items[i].row);
      track->rows[fill[depth]++] = self->items[i].row;
      weft_spans_add (&track->spans[depth], self->items[i].start, self->items[i].end);
    }
  for (guint depth = 0; depth < track->n_depths; depth++)
    {
      weft_spans_finish (&track->spans[depth]);
      weft_span_peaks_set_tags (&track->spans[depth].peaks, track->names + track->depths[depth]);
    }
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
  guint32 n_groups = snapshot->n_tracks * GROUPS_PER_TRACK + 1;
  gsize largest = 0, item_size = sizeof (WeftSpanItem) + sizeof (guint8);
  g_autofree guint32 *first = g_new0 (guint32, (gsize) n_groups + 1);
  weft_auto_bulk WeftSpanItem *items = NULL;
  weft_auto_bulk WeftSpanItem *scratch = NULL;
  Builder builder = { .trace = snapshot->trace, .index = self, .first = first };

  group_events (snapshot, rows, self, first, n_groups);
  for (guint32 group = 0; group < n_groups; group++)
    largest = MAX (largest, first[group + 1] - first[group]);
  builder.items = items = weft_bulk_alloc_anyway (largest * item_size);
  builder.depths = (guint8 *) (items + largest);
  builder.scratch = scratch = weft_bulk_alloc_anyway (largest / 2 * sizeof *scratch);
  weft_huge_pages_use (items, largest * item_size);
  build_tracks (&builder);
  return self;
}
