/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-scene.h"

#include "weft-live-end.h"
#include "weft-live-fields.h"
#include "weft-live-groups.h"
#include "weft-live-hit.h"
#include "weft-live-said.h"
#include "weft-live-title.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Few lanes are high, so that shares in them are easy to read. */
#define LANE_HEIGHT 40
#define HIGH_LANE_HEIGHT 72
#define FEW_LANES 6

/* Where there are more blocks than this under a pixel they are not looked at each: what sums them up
 * is. */
#define MAX_BLOCKS_PER_PX 64u

/* A block that is narrower is drawn from its sums in the strip of the whole. */
#define MINIMAP_BLOCK_PX 8

#define HATCH_PERIOD 6
#define LOSS_HEIGHT 4 /* of a loss that is little beside what is known: still to be seen */

/* The arguments that all functions of the painter share. */
typedef struct
{
  WeftLiveTrace *trace;
  WeftLiveRecords *records; /* that a filter was asked of; NULL: there is none */
  WeftBitset *places;       /* and those of them that pass */
  WeftRowColors *said;      /* of a query; nullable */
} Scene;

typedef struct
{
  float busy, stall, lost;
  float dim;               /* busy with what does not pass the filter, beside `busy` */
  WeftLiveShares programs; /* of busy; where a query says colours, its classes */
} Column;

typedef struct
{
  WeftLiveTrace *trace;
  const Scene *scene;        /* whose filter dims; NULL: none does */
  const WeftRowColors *said; /* nullable */
  const WeftTrackView *view;
  WeftPaintList *list;
  Column *columns; /* one per pixel of the list */
  double ns_per_px;
  double
    sum_px; /* blocks that are narrower are drawn from their sums, wider ones from their rows */
  guint max_blocks;  /* above so many, buckets are */
  gboolean no_boxes; /* rows take their shares of columns, however wide they are */
} Painting;

WeftColor
weft_live_program_color (const WeftStyle *style, guint32 program)
{
  return program == WEFT_NO_ROW ? weft_style_color (style, WEFT_COLOR_HOST)
                                : weft_style_category (style, program);
}

/* A part of a column: a program, or a class. */
static WeftColor
get_part_color (const Painting *painting, guint32 program)
{
  const WeftStyle *style = painting->view->style;

  if (painting->said == NULL)
    return weft_live_program_color (style, program);
  return weft_row_colors_get (painting->said, style, MIN (program, WEFT_ROW_COLORS_NONE));
}

/* --- columns ------------------------------------------------------------------------------------ */

typedef enum
{
  PART_BUSY,
  PART_STALL,
  PART_LOST,
  PART_DIM,
} Part;

/* `shares` are of PART_BUSY, in anything. */
static void
add_to_column (Column *column, Part part, float share, const WeftLiveShares *shares,
               float shares_sum)
{
  if (part == PART_STALL)
    column->stall += share;
  else if (part == PART_LOST)
    column->lost += share;
  else if (part == PART_DIM)
    column->dim += share;
  else
    {
      column->busy += share;
      if (shares_sum > 0)
        weft_live_shares_merge (&column->programs, shares, share / shares_sum);
    }
}

/* Spreads `amount` ns that lie somewhere from `start` to `end` evenly over the columns between.
 * `shares` (of PART_BUSY) say whose they are, in parts of `whole`. */
static void
spread (Painting *painting, Part part, gint64 start, gint64 end, double amount,
        const WeftLiveShares *shares, float whole)
{
  const WeftTrackView *view = painting->view;
  double x0 = weft_axis_to_px (&view->axis, start) - (double) view->x;
  double x1 = weft_axis_to_px (&view->axis, end) - (double) view->x;
  double per_px = amount / painting->ns_per_px / MAX (x1 - x0, 1e-9);
  int first = (int) CLAMP (floor (x0), 0, view->width - 1);
  int last = (int) CLAMP (ceil (x1), 0, view->width);

  if (amount <= 0 || x1 < 0 || x0 >= view->width)
    return;
  for (int x = first; x < MAX (last, first + 1); x++)
    {
      double width = MIN (x1, (double) x + 1) - MAX (x0, (double) x);

      add_to_column (&painting->columns[x], part, (float) (per_px * MAX (width, 1e-9)), shares,
                     whole);
    }
}

static void
paint_loss (Painting *painting, int x, int y, int width, int height)
{
  const WeftStyle *style = painting->view->style;

  weft_paint_list_fill (painting->list, x, y, width, height,
                        weft_style_color (style, WEFT_COLOR_UNKNOWN));
  weft_paint_list_hatch (painting->list, x, y, width, height, WEFT_HATCH_DOWN, HATCH_PERIOD,
                         weft_style_color (style, WEFT_COLOR_UNKNOWN_HATCH));
}

static void
paint_stall (Painting *painting, int x, int y, int width, int height)
{
  weft_paint_list_hatch (painting->list, x, y, width, height, WEFT_HATCH_UP, HATCH_PERIOD,
                         weft_style_color (painting->view->style, WEFT_COLOR_WAIT_HATCH));
}

/* The programs of a column, one above the other by their shares, in `height` pixels above `bottom`;
 * those that are not known by name come last. */
static void
paint_programs (Painting *painting, Column *column, int x, int bottom, int height)
{
  WeftLiveShares *programs = &column->programs;
  float sum = 0;
  int done = 0;

  weft_live_shares_sort (programs);
  for (guint i = 0; i <= programs->n; i++)
    {
      guint32 program = i < programs->n ? programs->programs[i] : WEFT_NO_ROW;
      int upto = height;

      if (i < programs->n)
        {
          sum += programs->amounts[i];
          upto = (int) lrint (MIN (sum / column->busy, 1) * (float) height);
        }
      if (upto > done)
        weft_paint_list_fill (painting->list, x, bottom - upto, 1, upto - done,
                              get_part_color (painting, program));
      if (upto > done && painting->said != NULL && program >= WEFT_ROW_COLORS_NONE)
        weft_row_colors_hatch (painting->view->style, x, bottom - upto, 1, upto - done,
                               painting->list);
      done = MAX (done, upto);
    }
}

/* Programs that the filter does not let through. */
static void
paint_dim (Painting *painting, int x, int y, int height)
{
  const WeftStyle *style = painting->view->style;

  weft_paint_list_fill (painting->list, x, y, 1, height, weft_style_color (style, WEFT_COLOR_HOST));
  weft_paint_list_fill (painting->list, x, y, 1, height,
                        weft_style_color (style, WEFT_COLOR_FLUSH_VEIL));
}

/* From the bottom up: programs, those that are dimmed, then stalls. What was lost hangs from the top, high enough to be
 * seen. */
static void
paint_column (Painting *painting, int x)
{
  const WeftTrackView *view = painting->view;
  Column *column = &painting->columns[x];
  int room = MAX (view->height - 2, 1);
  int least = MIN (weft_style_px (view->style, LOSS_HEIGHT), room);
  int busy = (int) lrint (MIN (column->busy, 1) * (float) room);
  int dim = (int) lrint (MIN (column->dim, 1) * (float) room);
  int stall = (int) lrint (MIN (column->stall, 1) * (float) room);
  int lost = (int) lrint (MIN (column->lost, 1) * (float) room);
  int bottom = view->y + view->height - 1;

  if (column->busy > 0)
    busy = MAX (busy, 1);
  if (column->lost > 0)
    lost = MAX (lost, least);
  dim = MIN (dim, room - busy);
  stall = MIN (stall, room - busy - dim);
  if (busy > 0)
    paint_programs (painting, column, x, bottom, busy);
  if (dim > 0)
    paint_dim (painting, x, bottom - busy - dim, dim);
  if (stall > 0)
    paint_stall (painting, x, bottom - busy - dim - stall, 1, stall);
  if (lost > 0)
    paint_loss (painting, x, view->y + 1, 1, lost);
}

static void
paint_columns (Painting *painting)
{
  for (int x = 0; x < painting->view->width; x++)
    {
      const Column *column = &painting->columns[x];

      if (column->busy > 0 || column->dim > 0 || column->stall > 0 || column->lost > 0)
        paint_column (painting, x);
    }
}

/* --- rows --------------------------------------------------------------------------------------- */

static Part
part_of (const WeftLiveRow *row)
{
  return row->kind == WEFT_LIVE_KIND_PROGRAM ? PART_BUSY
         : row->kind == WEFT_LIVE_KIND_STALL ? PART_STALL
                                             : PART_LOST;
}

static void
paint_box (Painting *painting, const WeftLiveRow *row, guint32 color, int x0, int x1, gboolean dim)
{
  const WeftTrackView *view = painting->view;
  int y = view->y + 1, height = MAX (view->height - 2, 1);
  const char *name = view->collapsed || dim || row->program == WEFT_NO_ROW
                       ? NULL
                       : weft_live_trace_get_program (painting->trace, row->program);

  /* stripes of a band that is far wider than the list are painted where they are seen */
  if (row->kind != WEFT_LIVE_KIND_PROGRAM)
    {
      x0 = MAX (x0, 0);
      x1 = MIN (x1, view->width);
    }
  if (row->kind == WEFT_LIVE_KIND_PROGRAM && painting->said != NULL)
    weft_row_colors_paint_box (painting->said, color, view, painting->list, row->start, row->end, 0,
                               view->height, name);
  else if (row->kind == WEFT_LIVE_KIND_PROGRAM)
    weft_track_view_box (view, painting->list, row->start, row->end, 0, view->height,
                         weft_live_program_color (view->style, color), name);
  else if (row->kind == WEFT_LIVE_KIND_STALL)
    paint_stall (painting, x0, y, x1 - x0, height);
  else
    paint_loss (painting, x0, y, x1 - x0, height);
  if (dim)
    weft_paint_list_fill (painting->list, x0, y, x1 - x0, height,
                          weft_style_color (view->style, WEFT_COLOR_FLUSH_VEIL));
}

/* Its share of columns. What took no time, and a loss that nobody knows the place of, is still a tick
 * wide. */
static void
add_row (Painting *painting, const WeftLiveRow *row, guint32 color, gboolean dim)
{
  gint64 end = MAX (row->end, row->start + 1);
  WeftLiveShares shares = { .n = 1, .programs = { color }, .amounts = { 1 } };

  spread (painting, dim ? PART_DIM : part_of (row), row->start, end, (double) (end - row->start),
          &shares, 1);
}

/* Programs that do not pass are dimmed; nothing is where something was lost. Of what came since the filter was asked it
 * is not known yet. */
static gboolean
is_dim (const Painting *painting, guint lane, guint32 row, guint kind)
{
  guint32 place;

  if (painting->scene == NULL || kind != WEFT_LIVE_KIND_PROGRAM)
    return FALSE;
  place = weft_live_records_find (painting->scene->records, lane, row);
  return place != WEFT_NO_ROW && !weft_bitset_has (painting->scene->places, place);
}

static void
paint_row (Painting *painting, const WeftLiveRow *row, guint32 color, gboolean dim)
{
  const WeftTrackView *view = painting->view;
  int x0 = weft_track_view_x (view, row->start);
  int x1 = weft_track_view_x (view, MAX (row->end, row->start + 1));

  if (x1 - x0 >= WEFT_LIVE_BOX_PX && !painting->no_boxes)
    paint_box (painting, row, color, x0, x1, dim);
  else
    add_row (painting, row, color, dim);
}

static void
paint_rows (Painting *painting, guint lane, guint32 first, guint32 end)
{
  for (guint32 i = first; i < end; i++)
    {
      WeftLiveRow row;

      weft_live_trace_get_row (painting->trace, lane, i, &row);
      if (row.start >= painting->view->last)
        break;
      paint_row (painting, &row,
                 painting->said != NULL ? weft_live_said_classify (painting->said, lane, i)
                                        : row.program,
                 is_dim (painting, lane, i, row.kind));
    }
}

/* --- sums --------------------------------------------------------------------------------------- */

/* Spreads an amount over a block, but for its longest gap: a pause is seen as one. */
static void
spread_block (Painting *painting, Part part, const WeftLiveBlock *block,
              const WeftLiveShares *shares, guint64 amount)
{
  gint64 gap = block->gap_end - block->gap_start;
  double length = (double) MAX (block->end - block->start - gap, 1);
  double before;
  /* programs at the same time are counted once in the block, and each by itself in its shares */
  float whole = painting->said != NULL
                  ? weft_live_shares_sum (shares)
                  : MAX (weft_live_shares_sum (shares), (float) block->busy_ns);

  if (gap <= 0)
    {
      spread (painting, part, block->start, block->end, (double) amount, shares, whole);
      return;
    }
  before = (double) (block->gap_start - block->start) / length;
  spread (painting, part, block->start, block->gap_start, (double) amount * before, shares, whole);
  spread (painting, part, block->gap_end, block->end, (double) amount * (1 - before), shares,
          whole);
}

/* A block of which the next one begins within the same pixels is drawn from its sums, any other from
 * its rows: so that what a row or a gap looks like does not depend on how much is painted at a time. */
static void
paint_block (Painting *painting, guint lane, guint32 index, const WeftLiveBlock *block)
{
  guint32 first, end, row = index * WEFT_LIVE_BLOCK_ROWS, next = row + WEFT_LIVE_BLOCK_ROWS;
  gint64 block_end = block->end;
  WeftLiveShares shares = block->shares;

  weft_live_trace_get_rows (painting->trace, lane, &first, &end);
  if (next < end)
    block_end = weft_live_trace_get_row_start (painting->trace, lane, next);
  /* sums know no filter */
  if (painting->scene != NULL
      || (double) (block_end - block->start) >= painting->sum_px * painting->ns_per_px)
    {
      paint_rows (painting, lane, row, next);
      return;
    }
  if (painting->said != NULL)
    weft_live_said_take (painting->said, painting->trace, lane, row, next, &shares);
  spread_block (painting, PART_BUSY, block, &shares, block->busy_ns);
  spread_block (painting, PART_STALL, block, &shares, block->stall_ns);
  spread_block (painting, PART_LOST, block, &shares, block->lost_ns);
}

static void
paint_blocks (Painting *painting, guint lane, guint32 first, guint32 end)
{
  for (guint32 i = first; i < end; i++)
    {
      WeftLiveBlock block;

      weft_live_trace_get_block (painting->trace, lane, i, &block);
      if (block.start >= painting->view->last)
        return;
      paint_block (painting, lane, i, &block);
    }
}

/* A bucket's sum is spread over those parts of its time that are not folded. */
static void
spread_bucket (Painting *painting, Part part, gint64 start, gint64 end, double amount,
               const WeftLiveShares *shares, float whole)
{
  const WeftFolds *folds = painting->view->axis.folds;
  const WeftCycleRange *first = weft_folds_at (folds, start),
                       *last = weft_folds_at (folds, end - 1);

  if (first != NULL)
    start = first->to;
  if (last != NULL && last != first)
    end = last->from;
  spread (painting, part, start, MAX (end, start), amount, shares, whole);
}

/* The buckets of the whole session that lie before `until`. */
static void
add_buckets (Painting *painting, guint lane, gint64 until)
{
  g_autofree WeftLiveBucket *buckets = g_new (WeftLiveBucket, WEFT_LIVE_N_BUCKETS);
  g_autofree WeftLiveShares *shares = g_new (WeftLiveShares, WEFT_LIVE_N_BUCKET_SHARES);
  gint64 origin;
  guint shift;
  guint n = weft_live_trace_get_buckets (painting->trace, lane, buckets, shares, &origin, &shift);
  gint64 width = (gint64) 1 << shift;
  gint64 first = (painting->view->first - origin) / width - 1;

  for (guint i = (guint) CLAMP (first, 0, (gint64) n); i < n; i++)
    {
      WeftLiveShares *own = &shares[i / WEFT_LIVE_BUCKETS_PER_SHARES];
      gint64 start = origin + (gint64) i * width;

      if (start >= MIN (until, painting->view->last))
        return;
      if (painting->said != NULL && buckets[i].busy_ns > 0)
        weft_live_said_take (painting->said, painting->trace, lane,
                             weft_live_trace_find_row (painting->trace, lane, start),
                             weft_live_trace_find_after (painting->trace, lane, start + width),
                             own);
      spread_bucket (painting, PART_BUSY, start, start + width, (double) buckets[i].busy_ns, own,
                     weft_live_shares_sum (own));
      spread_bucket (painting, PART_STALL, start, start + width, (double) buckets[i].stall_ns, NULL,
                     0);
      spread_bucket (painting, PART_LOST, start, start + width, (double) buckets[i].lost_ns, NULL,
                     0);
    }
}

/* Drawn from sums because its rows are gone: veiled, and where there is room in words. */
static void
veil_evicted (Painting *painting, guint lane, gint64 evicted)
{
  const WeftTrackView *view = painting->view;
  WeftLiveLane info;
  int x0, x1;

  weft_live_trace_get_lane (painting->trace, lane, &info);
  x0 = CLAMP (weft_track_view_x (view, info.start), 0, view->width);
  x1 = CLAMP (weft_track_view_x (view, evicted), 0, view->width);
  if (x1 <= x0)
    return;
  weft_paint_list_fill (painting->list, x0, view->y, x1 - x0, view->height,
                        weft_style_color (view->style, WEFT_COLOR_FLUSH_VEIL));
  weft_paint_list_text (painting->list, x0, view->y, x1 - x0, view->height, WEFT_FONT_UI,
                        weft_style_font_size (view->style, WEFT_FONT_UI), WEFT_ALIGN_CENTER,
                        WEFT_FIT_WHOLE, weft_style_color (view->style, WEFT_COLOR_TEXT_MUTED),
                        _ ("evicted"), -1);
}

/* Whether so many blocks are not looked at each. Where most of a session is folded, its buckets may be wider
 * than all that is left to see: then they are. */
static gboolean
takes_buckets (Painting *painting, guint lane, guint n_blocks)
{
  WeftLiveLane info;

  if (n_blocks <= painting->max_blocks || painting->scene != NULL)
    return FALSE;
  if (painting->view->axis.folds == NULL || painting->no_boxes)
    return TRUE;
  weft_live_trace_get_lane (painting->trace, lane, &info);
  return ((double) info.end - (double) info.start) * 2 / WEFT_LIVE_N_BUCKETS
         <= WEFT_LIVE_BOX_PX * painting->ns_per_px;
}

/* All that is known of a lane; what was evicted before the time `evicted` from buckets alone. */
static void
paint_lane (Painting *painting, guint lane, gint64 evicted)
{
  const WeftTrackView *view = painting->view;
  guint32 first = weft_live_trace_find_row (painting->trace, lane, view->first);
  guint32 end = weft_live_trace_find_after (painting->trace, lane, view->last);
  guint32 first_block, end_block;

  if (takes_buckets (painting, lane, (end - first) / WEFT_LIVE_BLOCK_ROWS))
    {
      add_buckets (painting, lane, G_MAXINT64);
      return;
    }
  if (evicted > view->first)
    add_buckets (painting, lane, evicted);
  weft_live_trace_get_blocks (painting->trace, lane, &first_block, &end_block);
  paint_blocks (painting, lane, MAX (first / WEFT_LIVE_BLOCK_ROWS, first_block), end_block);
  paint_rows (painting, lane, MAX (first, end_block * WEFT_LIVE_BLOCK_ROWS), end);
}

/* --- the painter -------------------------------------------------------------------------------- */

static void
paint (gpointer data, const WeftTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  const Scene *scene = data;
  Painting painting = { .trace = scene->trace,
                        .scene = scene->records != NULL ? scene : NULL,
                        .said = scene->said,
                        .view = view,
                        .list = list,
                        .ns_per_px = view->axis.ticks_per_px,
                        .sum_px = WEFT_LIVE_BOX_PX,
                        .max_blocks = MAX_BLOCKS_PER_PX * (guint) view->width };
  g_autofree Column *columns = g_new0 (Column, MAX (view->width, 1));
  guint lane = track->id, n_held;
  WeftLiveLane info;
  gint64 evicted;

  painting.columns = columns;
  n_held = weft_live_trace_hold (painting.trace);
  evicted = weft_live_trace_get_evicted (painting.trace, lane);
  paint_lane (&painting, lane, evicted);
  paint_columns (&painting);
  if (evicted > view->first)
    veil_evicted (&painting, lane, evicted);
  weft_live_trace_get_lane (painting.trace, lane, &info);
  weft_live_paint_end (&info, view, list);
  weft_live_trace_release (painting.trace, n_held);
}

static guint
get_revision (gpointer data, const WeftTrack *track, gint64 first, gint64 last)
{
  WeftLiveTrace *trace = ((const Scene *) data)->trace;
  guint n_held = weft_live_trace_hold (trace);
  guint revision = weft_live_trace_get_revision (trace, track->id, first, last);

  weft_live_trace_release (trace, n_held);
  return revision;
}

/* --- hits --------------------------------------------------------------------------------------- */

static void
hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
          double y G_GNUC_UNUSED, WeftTrackHit *hit)
{
  weft_live_hit_test (((const Scene *) data)->trace, track->id, view, x, hit);
}

static gboolean
step (gpointer data, const WeftTrack *track, const WeftTrackHit *from, int direction,
      WeftTrackHit *hit)
{
  return weft_live_hit_step (((const Scene *) data)->trace, track->id, from, direction, hit);
}

/* --- the whole ---------------------------------------------------------------------------------- */

/* Where a bucket begins, or what it sums up where that is folded; pixels from the left. */
static double
find_bucket (const WeftTrackView *view, gint64 start)
{
  const WeftCycleRange *fold = weft_folds_at (view->axis.folds, start);

  return weft_axis_to_px (&view->axis, fold != NULL ? fold->to : start) - (double) view->x;
}

/* Adds a lane's buckets, each to the column in which it begins where columns are wider. Where they are not,
 * what is left to see beside folds is in the rows. */
static void
add_to_minimap (Painting *painting, guint lane, WeftLiveBucket *buckets)
{
  const WeftTrackView *view = painting->view;
  gint64 origin;
  guint shift;
  guint n = weft_live_trace_get_buckets (painting->trace, lane, buckets, NULL, &origin, &shift);
  double x = weft_axis_to_px (&view->axis, origin) - (double) view->x;
  double step = ldexp (1, (int) shift) / painting->ns_per_px;
  float per_px = (float) (1 / painting->ns_per_px);

  if (step >= 1 && view->axis.folds != NULL)
    {
      paint_lane (painting, lane, weft_live_trace_get_evicted (painting->trace, lane));
      return;
    }
  if (step >= 1)
    {
      add_buckets (painting, lane, G_MAXINT64);
      return;
    }
  for (guint i = 0; i < n; i++, x += step)
    {
      const WeftLiveBucket *bucket = &buckets[i];
      Column *column;

      if (bucket->busy_ns == 0 && bucket->stall_ns == 0 && bucket->lost_ns == 0)
        continue;
      if (view->axis.folds != NULL)
        x = find_bucket (view, origin + ((gint64) i << shift));
      column = &painting->columns[(int) CLAMP (x, 0, view->width - 1)];
      column->busy += bucket->busy_ns * per_px;
      column->stall += bucket->stall_ns * per_px;
      column->lost += bucket->lost_ns * per_px;
    }
}

/* Of a process of the past nothing more was to come. */
static void
add_unknown (Painting *painting, WeftCycleRange range)
{
  const WeftTrackView *view = painting->view;
  int first = MAX (weft_track_view_x (view, MAX (range.from, view->first)), 0);
  int last = MIN (weft_track_view_x (view, MIN (range.to, view->last)), view->width);

  for (int x = first; range.from < range.to && x < last; x++)
    painting->columns[x].lost += 1;
}

/* Counts the lanes in whose time a column lies: from the first record on, or from before that where there were
 * some, and to the last one of those that are over. */
static void
add_life (Painting *painting, const WeftLiveLife *life, guint *n_alive)
{
  const WeftTrackView *view = painting->view;
  const WeftLiveLane *lane = &life->lane;
  WeftCycleRange before = weft_live_life_get_unknown_start (life),
                 after = weft_live_life_get_unknown_end (life);
  int first = 0, last = view->width;

  if (!life->is_past)
    {
      add_unknown (painting, before);
      add_unknown (painting, after);
    }
  if (lane->start <= lane->end && (life->is_past || before.to == before.from))
    first = CLAMP (weft_track_view_x (view, lane->start), 0, view->width);
  if (lane->start <= lane->end && (life->is_past || lane->ended))
    last = CLAMP (weft_track_view_x (view, lane->end) + 1, 0, view->width);
  for (int x = first; x < last; x++)
    n_alive[x]++;
}

/* How busy all lanes are together, and what is lost: it is drawn anew with each frame of a session, so
 * that it does not tell programs apart. */
static void
paint_minimap (gpointer data, const WeftTrackView *view, WeftPaintList *list)
{
  WeftLiveTrace *trace = ((const Scene *) data)->trace;
  guint held = weft_live_trace_hold (trace);
  g_autoptr (GArray) lives = weft_live_find_lives (trace);
  g_autofree Column *columns = g_new0 (Column, MAX (view->width, 1));
  g_autofree guint *n_alive = g_new0 (guint, MAX (view->width, 1));
  g_autofree WeftLiveBucket *buckets = g_new (WeftLiveBucket, WEFT_LIVE_N_BUCKETS);
  Painting painting = { .trace = trace,
                        .view = view,
                        .list = list,
                        .columns = columns,
                        .ns_per_px = view->axis.ticks_per_px,
                        .sum_px = MINIMAP_BLOCK_PX,
                        .max_blocks = MAX_BLOCKS_PER_PX * (guint) view->width / MAX (lives->len, 1),
                        .no_boxes = TRUE };

  for (guint lane = 0; lane < lives->len; lane++)
    {
      add_to_minimap (&painting, lane, buckets);
      add_life (&painting, &g_array_index (lives, WeftLiveLife, lane), n_alive);
    }
  weft_live_trace_release (trace, held);
  for (int x = 0; x < view->width; x++)
    {
      float n = (float) MAX (n_alive[x], 1);

      columns[x].busy /= n;
      columns[x].stall /= n;
      columns[x].lost /= n;
      columns[x].programs.n = 0;
    }
  paint_columns (&painting);
}

static guint
get_legend (gpointer data, const WeftStyle *style, WeftTrackLegendEntry *entries, guint max)
{
  const Scene *scene = data;
  WeftLiveTrace *trace = scene->trace;
  guint n_programs = MIN (weft_live_trace_get_n_programs (trace), WEFT_LIVE_LEGEND_PROGRAMS), n = 0;

  if (scene->said != NULL)
    n = weft_row_colors_list (scene->said, style, weft_live_said_count (trace), entries, max);
  for (guint i = 0; i < n_programs && n < max && scene->said == NULL; i++)
    entries[n++] = (WeftTrackLegendEntry){ weft_live_trace_get_program (trace, i),
                                           weft_live_program_color (style, i), FALSE };
  if (n < max)
    entries[n++] =
      (WeftTrackLegendEntry){ _ ("stall"), weft_style_color (style, WEFT_COLOR_CANVAS), TRUE };
  if (n < max)
    entries[n++] =
      (WeftTrackLegendEntry){ _ ("lost"), weft_style_color (style, WEFT_COLOR_UNKNOWN), TRUE };
  return n;
}

static const WeftTrackPainter painter = {
  .paint = paint,
  .hit_test = hit_test,
  .step = step,
  .revision = get_revision,
  .paint_minimap = paint_minimap,
  .get_legend = get_legend,
};

static void
scene_free (gpointer data)
{
  Scene *scene = data;

  g_clear_pointer (&scene->records, weft_live_records_unref);
  g_clear_pointer (&scene->places, weft_bitset_unref);
  g_clear_pointer (&scene->said, weft_row_colors_unref);
  g_object_unref (scene->trace);
  g_free (scene);
}

WeftTrackScene *
weft_live_scene_new_with (WeftLiveTrace *trace, WeftLiveRecords *records, WeftBitset *places,
                          WeftRowColors *said)
{
  Scene *scene = g_new0 (Scene, 1);
  g_autoptr (GArray) lives = weft_live_find_lives (trace);
  g_autoptr (GPtrArray) strings = g_ptr_array_new_with_free_func (g_free);
  int height = lives->len <= FEW_LANES ? HIGH_LANE_HEIGHT : LANE_HEIGHT;
  g_autoptr (GArray) tracks = weft_live_make_tracks (trace, lives, height, strings);

  scene->trace = g_object_ref (trace);
  scene->records = records != NULL ? weft_live_records_ref (records) : NULL;
  scene->places = records != NULL ? weft_bitset_ref (places) : NULL;
  scene->said = said != NULL ? weft_row_colors_ref (said) : NULL;
  return weft_track_scene_new (&painter, scene, scene_free,
                               (const WeftTrack *) (gpointer) tracks->data, tracks->len);
}

WeftTrackScene *
weft_live_scene_new (WeftLiveTrace *trace)
{
  return weft_live_scene_new_with (trace, NULL, NULL, NULL);
}
