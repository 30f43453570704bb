/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-viewport.h"

#include <glib/gi18n-lib.h>

#include "weft-pipeline-trace-private.h"

#define FAR_AWAY ((double) ((gint64) 1 << 60))

/* Ops are drawn as cells from this size on. */
#define MIN_CELL_HEIGHT 1.5
#define MIN_CELL_WIDTH 1.5

/* Small logs are not blown up to fill a window: cells stop growing at this size. */
#define NATURAL_CELL 24.0

/* A thing that is zoomed to is not blown up beyond this: what is beside it tells as much. */
#define MAX_THING_HEIGHT (2 * NATURAL_CELL)
#define MAX_THING_WIDTH (4 * NATURAL_CELL)

/* The size that a file opens at, in logical pixels at the usual text size. */
#define OPEN_CELL_WIDTH 24.0
#define OPEN_CELL_HEIGHT 22.0

/* The width of the band of ops, in logical pixels, below which it is too narrow, and at which it has gone. It
 * is what an op usually takes, of which the typical latency, that few ops exceed, is the double. */
#define NARROW_BAND 6.0
#define LOST_BAND 4.5

/* Blocks and ops that are looked at for the typical latency. */
#define MAX_TYPICAL_BLOCKS 4096
#define N_TYPICAL_OPS 2048

/* --- extent ------------------------------------------------------------------------------- */

static int
compare_latencies (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* The value that 99 of 100 do not exceed. */
static gint64
take_percentile (GArray *latencies)
{
  if (latencies->len == 0)
    return 0;
  g_array_sort (latencies, compare_latencies);
  return g_array_index (latencies, gint64, (latencies->len * 99 + 99) / 100 - 1);
}

/* Of blocks: the longest latency of each. */
static gint64
read_blocks (WeftPipelineRows *rows, guint n_levels)
{
  g_autoptr (GArray) latencies = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 n_rows = weft_pipeline_rows_get_n_rows (rows);
  guint level = 0, shift = WEFT_PYRAMID_SHIFT;
  WeftBlockSummary summary;

  while (level + 1 < n_levels && n_rows >> shift > MAX_TYPICAL_BLOCKS)
    {
      level++;
      shift += WEFT_PYRAMID_FANOUT_SHIFT;
    }
  for (guint32 i = 0; weft_pipeline_rows_get_summary (rows, level, i, &summary); i++)
    g_array_append_val (latencies, summary.longest);
  return take_percentile (latencies);
}

/* Of ops here and there, without those that never ended. */
static gint64
read_ops (WeftPipelineRows *rows)
{
  g_autoptr (GArray) latencies = g_array_new (FALSE, FALSE, sizeof (gint64));
  const WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (rows);
  guint32 n_rows = weft_pipeline_rows_get_n_rows (rows);
  guint32 n = MIN (n_rows, N_TYPICAL_OPS);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = (guint32) ((guint64) n_rows * i / n);
      guint32 op = weft_pipeline_rows_get_op (rows, row);
      gint64 latency =
        weft_ticks_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op));

      if (weft_op_state (snapshot, op) != WEFT_OP_OPEN)
        g_array_append_val (latencies, latency);
    }
  return take_percentile (latencies);
}

/* A bound that most blocks stay within, unless that is far beyond what most ops do: a few ops that hang in
 * a short log leave the others no room. */
static gint64
read_typical (WeftPipelineRows *rows, guint n_levels)
{
  gint64 of_blocks = read_blocks (rows, n_levels), of_ops = read_ops (rows);

  if (of_ops <= 0 || of_ops > of_blocks / 2)
    return of_blocks;
  return MIN (of_blocks, of_ops + of_ops / 2);
}

void
weft_pipeline_extent_read (WeftPipelineRows *rows, WeftPipelineExtent *extent)
{
  WeftBlockSummary summary;
  guint n_levels;

  *extent = (WeftPipelineExtent){ .n_lanes = 1 };
  weft_pipeline_rows_lock (rows);
  n_levels = weft_pipeline_rows_get_n_levels (rows);
  if (n_levels > 0 && weft_pipeline_rows_get_summary (rows, n_levels - 1, 0, &summary))
    {
      WeftPipelineSnapshot *snapshot = weft_pipeline_rows_get_snapshot (rows);

      extent->n_rows = weft_pipeline_rows_get_n_rows (rows);
      extent->first_cycle = summary.first_fetch;
      extent->last_cycle = summary.last_end;
      extent->longest = summary.longest;
      extent->typical = read_typical (rows, n_levels);
      extent->n_lanes = MAX (1, weft_pipeline_trace_get_n_lanes (snapshot->trace));
    }
  weft_pipeline_rows_unlock (rows);
}

/* --- limits: in places ------------------------------------------------------------------------------- */

static double
cycles_between (gint64 from, gint64 to)
{
  return to > from ? (double) ((guint64) to - (guint64) from) : 0;
}

static gint64
first_cycle (const WeftPipelineViewport *viewport, const WeftPipelineExtent *extent)
{
  return viewport->layout == WEFT_PIPELINE_TIME
           ? weft_pipeline_viewport_lay (viewport, extent->first_cycle)
           : 0;
}

static gint64
last_cycle (const WeftPipelineViewport *viewport, const WeftPipelineExtent *extent)
{
  return viewport->layout == WEFT_PIPELINE_TIME
           ? weft_pipeline_viewport_lay (viewport, extent->last_cycle)
           : extent->longest;
}

static double
limit_px_per_row (const WeftPipelineViewport *viewport, const WeftPipelineExtent *extent, double px)
{
  double height = MAX (viewport->height, 1);
  double least = MIN (height / MAX (extent->n_rows, 1), NATURAL_CELL);

  return CLAMP (px, least, MAX (height, NATURAL_CELL));
}

static double
limit_px_per_cycle (const WeftPipelineViewport *viewport, const WeftPipelineExtent *extent,
                    double px)
{
  double width = MAX (viewport->width, 1);
  double span = cycles_between (first_cycle (viewport, extent), last_cycle (viewport, extent));
  double least = MIN (width / MAX (span, 1), NATURAL_CELL);

  return CLAMP (px, least, MAX (width, NATURAL_CELL));
}

/* Moves the origin by cycles, to the ends of 64 bits at most. */
static void
advance (WeftPipelineViewport *viewport, double cycles)
{
  double sum = viewport->origin_fraction + CLAMP (cycles, -FAR_AWAY * 4, FAR_AWAY * 4);
  double whole = floor (sum);

  viewport->origin_fraction = MIN (sum - whole, 1 - 1e-12);
  if (__builtin_add_overflow (viewport->origin_cycle, (gint64) whole, &viewport->origin_cycle))
    viewport->origin_cycle = whole < 0 ? G_MININT64 : G_MAXINT64;
}

static void
limit_origin (WeftPipelineViewport *viewport, const WeftPipelineExtent *extent)
{
  double rows = viewport->height / viewport->px_per_row;
  WeftPipelineViewport end = *viewport;
  gint64 first = first_cycle (viewport, extent);

  viewport->origin_row = MIN (viewport->origin_row, extent->n_rows - rows);
  viewport->origin_row = MAX (viewport->origin_row, 0);
  end.origin_cycle = last_cycle (viewport, extent);
  end.origin_fraction = 0;
  advance (&end, -viewport->width / viewport->px_per_cycle);
  if (viewport->origin_cycle > end.origin_cycle
      || (viewport->origin_cycle == end.origin_cycle
          && viewport->origin_fraction > end.origin_fraction))
    {
      viewport->origin_cycle = end.origin_cycle;
      viewport->origin_fraction = end.origin_fraction;
    }
  if (viewport->origin_cycle < first)
    {
      viewport->origin_cycle = first;
      viewport->origin_fraction = 0;
    }
}

/* --- making one --------------------------------------------------------------------------- */

WeftPipelineViewport
weft_pipeline_viewport_open (const WeftPipelineExtent *extent, const WeftStyle *style, int width,
                             int height)
{
  WeftPipelineViewport viewport = { .origin_cycle = extent->first_cycle,
                                    .width = width,
                                    .height = height,
                                    .arrows = WEFT_ARROWS_CURVE };

  viewport.px_per_cycle = weft_style_text_px (style, OPEN_CELL_WIDTH);
  viewport.px_per_row = weft_style_text_px (style, OPEN_CELL_HEIGHT);
  return viewport;
}

WeftPipelineViewport
weft_pipeline_viewport_fit (WeftPipelineViewport viewport, const WeftPipelineExtent *extent,
                            double first_row, double last_row, gint64 first, gint64 last)
{
  gint64 origin = weft_pipeline_viewport_lay (&viewport, first);
  double rows = MAX (last_row - first_row, 1e-3);
  double cycles = cycles_between (origin, weft_pipeline_viewport_lay (&viewport, last));

  viewport.px_per_row = limit_px_per_row (&viewport, extent, viewport.height / rows);
  viewport.px_per_cycle =
    limit_px_per_cycle (&viewport, extent, viewport.width / MAX (cycles, 1e-3));
  viewport.origin_row = first_row;
  viewport.origin_cycle = origin;
  viewport.origin_fraction = 0;
  limit_origin (&viewport, extent);
  return viewport;
}

WeftPipelineViewport
weft_pipeline_viewport_fit_things (WeftPipelineViewport viewport, const WeftPipelineExtent *extent,
                                   double first_row, double last_row, gint64 first, gint64 last)
{
  guint n_parts = viewport.lanes == WEFT_LANES_SPLIT ? extent->n_lanes : 1;
  gint64 origin = weft_pipeline_viewport_lay (&viewport, first);
  double cycles = cycles_between (origin, weft_pipeline_viewport_lay (&viewport, last));
  double row, column;

  viewport = weft_pipeline_viewport_fit (viewport, extent, first_row, last_row, first, last);
  row = MIN (viewport.px_per_row, MAX_THING_HEIGHT * n_parts);
  column = MIN (viewport.px_per_cycle, MAX_THING_WIDTH);
  viewport.px_per_row = limit_px_per_row (&viewport, extent, row);
  viewport.px_per_cycle = limit_px_per_cycle (&viewport, extent, column);
  viewport.origin_row = (first_row + last_row - viewport.height / viewport.px_per_row) / 2;
  viewport.origin_cycle = origin;
  viewport.origin_fraction = 0;
  advance (&viewport, (MAX (cycles, 1) - viewport.width / viewport.px_per_cycle) / 2);
  limit_origin (&viewport, extent);
  return viewport;
}

WeftPipelineViewport
weft_pipeline_viewport_fit_all (WeftPipelineViewport viewport, const WeftPipelineExtent *extent)
{
  gint64 last =
    viewport.layout == WEFT_PIPELINE_TIME ? extent->last_cycle : MAX (extent->typical, 1);

  viewport = weft_pipeline_viewport_fit (
    viewport, extent, 0, extent->n_rows,
    viewport.layout == WEFT_PIPELINE_TIME ? extent->first_cycle : 0, last);
  viewport.px_per_row = MIN (viewport.px_per_row, NATURAL_CELL);
  viewport.px_per_cycle = MIN (viewport.px_per_cycle, NATURAL_CELL);
  return viewport;
}

/* --- changing one ------------------------------------------------------------------------- */

WeftPipelineViewport
weft_pipeline_viewport_zoom (WeftPipelineViewport viewport, const WeftPipelineExtent *extent,
                             double x, double y, double factor_x, double factor_y)
{
  double row = weft_pipeline_viewport_y_to_row (&viewport, y);

  advance (&viewport, x / viewport.px_per_cycle);
  viewport.px_per_cycle = limit_px_per_cycle (&viewport, extent, viewport.px_per_cycle * factor_x);
  viewport.px_per_row = limit_px_per_row (&viewport, extent, viewport.px_per_row * factor_y);
  advance (&viewport, -x / viewport.px_per_cycle);
  viewport.origin_row = row - y / viewport.px_per_row;
  limit_origin (&viewport, extent);
  return viewport;
}

WeftPipelineViewport
weft_pipeline_viewport_pan (WeftPipelineViewport viewport, const WeftPipelineExtent *extent,
                            double dx, double dy)
{
  advance (&viewport, dx / viewport.px_per_cycle);
  viewport.origin_row += dy / viewport.px_per_row;
  limit_origin (&viewport, extent);
  return viewport;
}

WeftPipelineViewport
weft_pipeline_viewport_resize (WeftPipelineViewport viewport, const WeftPipelineExtent *extent,
                               int width, int height)
{
  viewport.width = width;
  viewport.height = height;
  return weft_pipeline_viewport_zoom (viewport, extent, 0, 0, 1, 1);
}

void
weft_pipeline_viewport_get_rows (const WeftPipelineViewport *viewport, guint32 n_rows,
                                 guint32 *first, guint32 *last)
{
  double end = ceil (weft_pipeline_viewport_y_to_row (viewport, viewport->height));

  *last = (guint32) CLAMP (end, 0, n_rows);
  *first = MIN ((guint32) CLAMP (viewport->origin_row, 0, G_MAXUINT32), *last);
}

/* Fetch of the op in the row at the top edge, and last end of the rows in sight. Under the lock.
 * FALSE where no row is in sight. */
static gboolean
read_sight (const WeftPipelineViewport *viewport, WeftPipelineRows *rows, gint64 *first,
            gint64 *last)
{
  WeftBlockSummary sum;
  guint32 top, bottom;

  weft_pipeline_viewport_get_rows (viewport, weft_pipeline_rows_get_n_rows (rows), &top, &bottom);
  if (top == bottom)
    return FALSE;
  weft_pipeline_rows_sum (rows, top, bottom, &sum);
  *first = weft_pipeline_snapshot_get_fetch (weft_pipeline_rows_get_snapshot (rows),
                                             weft_pipeline_rows_get_op (rows, top));
  *last = sum.last_end;
  return TRUE;
}

WeftPipelineViewport
weft_pipeline_viewport_follow (WeftPipelineViewport viewport, const WeftPipelineExtent *extent,
                               WeftPipelineRows *rows)
{
  gint64 first, last;
  gboolean found;

  if (viewport.layout != WEFT_PIPELINE_TIME)
    return viewport;
  weft_pipeline_rows_lock (rows);
  found = read_sight (&viewport, rows, &first, &last);
  weft_pipeline_rows_unlock (rows);
  if (!found)
    return viewport;
  viewport.origin_cycle = weft_pipeline_viewport_lay (&viewport, first);
  viewport.origin_fraction = 0;
  limit_origin (&viewport, extent);
  return viewport;
}

WeftPipelineViewport
weft_pipeline_viewport_set_layout (WeftPipelineViewport viewport, const WeftPipelineExtent *extent,
                                   WeftPipelineRows *rows, WeftPipelineLayout layout)
{
  gint64 first = 0, last = MAX (extent->typical, 1);
  gboolean cells = weft_pipeline_viewport_shows_cells (&viewport);

  if (layout == viewport.layout)
    return viewport;
  viewport.layout = layout;
  if (layout == WEFT_PIPELINE_TIME)
    {
      weft_pipeline_rows_lock (rows);
      if (!read_sight (&viewport, rows, &first, &last))
        first = last = extent->first_cycle;
      weft_pipeline_rows_unlock (rows);
      first = weft_pipeline_viewport_lay (&viewport, first);
      last = weft_pipeline_viewport_lay (&viewport, last);
    }
  if (!cells)
    viewport.px_per_cycle = viewport.width / MAX (cycles_between (first, last), 1);
  else if (layout == WEFT_PIPELINE_TIME)
    /* The straightened layout is looked at with low rows and wide cycles: each of its own time they
     * would leave the window empty. */
    viewport.px_per_cycle =
      MIN (viewport.px_per_cycle, viewport.px_per_row * (OPEN_CELL_WIDTH / OPEN_CELL_HEIGHT));
  viewport.px_per_cycle = limit_px_per_cycle (&viewport, extent, viewport.px_per_cycle);
  viewport.origin_cycle = first;
  viewport.origin_fraction = 0;
  limit_origin (&viewport, extent);
  return viewport;
}

WeftPipelineViewport
weft_pipeline_viewport_set_lanes (WeftPipelineViewport viewport, const WeftPipelineExtent *extent,
                                  WeftPipelineLanes lanes, gboolean fixed_op_height)
{
  if (lanes == viewport.lanes)
    return viewport;
  viewport.lanes = lanes;
  if (fixed_op_height)
    return viewport;
  return weft_pipeline_viewport_zoom (
    viewport, extent, 0, 0, 1, lanes == WEFT_LANES_SPLIT ? extent->n_lanes : 1.0 / extent->n_lanes);
}

/* --- converting --------------------------------------------------------------------------- */

double
weft_pipeline_viewport_cycle_to_x (const WeftPipelineViewport *viewport, gint64 cycle)
{
  gint64 place = weft_pipeline_viewport_lay (viewport, cycle);
  gint64 cycles = weft_pipeline_cycles_between (viewport->origin_cycle, place);
  double x = ((double) cycles - viewport->origin_fraction) * viewport->px_per_cycle;

  return CLAMP (x, -FAR_AWAY, FAR_AWAY);
}

double
weft_pipeline_viewport_row_to_y (const WeftPipelineViewport *viewport, double row)
{
  return CLAMP ((row - viewport->origin_row) * viewport->px_per_row, -FAR_AWAY, FAR_AWAY);
}

gint64
weft_pipeline_viewport_x_to_cycle (const WeftPipelineViewport *viewport, double x, double *fraction)
{
  WeftPipelineViewport moved = *viewport;

  /* A view without a size as yet has its origin alone. */
  if (viewport->px_per_cycle > 0)
    advance (&moved, x / viewport->px_per_cycle);
  if (fraction != NULL)
    *fraction = moved.origin_fraction;
  return weft_pipeline_viewport_find (viewport, moved.origin_cycle);
}

double
weft_pipeline_viewport_y_to_row (const WeftPipelineViewport *viewport, double y)
{
  return viewport->origin_row + y / viewport->px_per_row;
}

gint64
weft_pipeline_viewport_cycle_edge (const WeftPipelineViewport *viewport, gint64 cycle)
{
  return (gint64) floor (weft_pipeline_viewport_cycle_to_x (viewport, cycle) + 0.5);
}

gint64
weft_pipeline_viewport_row_edge (const WeftPipelineViewport *viewport, gint64 row)
{
  return (gint64) floor (weft_pipeline_viewport_row_to_y (viewport, row) + 0.5);
}

/* The row whose pixels hold y, where rows are a pixel or more. */
static gint64
row_at_pixel (const WeftPipelineViewport *viewport, gint64 y)
{
  gint64 row = (gint64) floor (weft_pipeline_viewport_y_to_row (viewport, y + 0.5));

  while (weft_pipeline_viewport_row_edge (viewport, row) > y)
    row--;
  while (weft_pipeline_viewport_row_edge (viewport, row + 1) <= y)
    row++;
  return row;
}

/* The first row of pixel y, where pixels hold several. */
static gint64
first_row_of_pixel (const WeftPipelineViewport *viewport, gint64 y)
{
  double row = weft_pipeline_viewport_y_to_row (viewport, y);
  double block = 1 << WEFT_PYRAMID_SHIFT;

  if (1 / viewport->px_per_row <= block)
    return (gint64) ceil (row);
  while (block * (1 << WEFT_PYRAMID_FANOUT_SHIFT) <= 0.5 / viewport->px_per_row)
    block *= 1 << WEFT_PYRAMID_FANOUT_SHIFT;
  return (gint64) (floor (row / block + 0.5) * block);
}

void
weft_pipeline_viewport_pixel_rows (const WeftPipelineViewport *viewport, gint64 y, gint64 *first,
                                   gint64 *last)
{
  if (viewport->px_per_row >= 1)
    {
      *first = row_at_pixel (viewport, y);
      *last = *first + 1;
      return;
    }
  *first = first_row_of_pixel (viewport, y);
  *last = first_row_of_pixel (viewport, y + 1);
}

gboolean
weft_pipeline_viewport_shows_cells (const WeftPipelineViewport *viewport)
{
  return viewport->px_per_row >= MIN_CELL_HEIGHT && weft_pipeline_viewport_shows_cycles (viewport);
}

double
weft_pipeline_viewport_get_distance (const WeftPipelineViewport *viewport,
                                     const WeftPipelineExtent *extent, const WeftStyle *style)
{
  double band =
    (double) MAX (extent->typical, 1) / 2 * viewport->px_per_cycle / style->options.device_scale;

  if (viewport->layout != WEFT_PIPELINE_TIME || extent->n_rows == 0)
    return 0;
  return CLAMP ((NARROW_BAND - band) / (NARROW_BAND - LOST_BAND), 0, 1);
}

gboolean
weft_pipeline_viewport_shows_cycles (const WeftPipelineViewport *viewport)
{
  return viewport->px_per_cycle >= MIN_CELL_WIDTH;
}

WeftAxis
weft_pipeline_viewport_get_axis (const WeftPipelineViewport *viewport)
{
  WeftAxis axis = { .origin = viewport->origin_cycle,
                    .origin_fraction = viewport->origin_fraction,
                    .ticks_per_px = CLAMP (1 / viewport->px_per_cycle, 1e-6, 1e16),
                    .ticks_per_unit = 1,
                    .unit = WEFT_AXIS_COUNT };

  if (viewport->layout == WEFT_PIPELINE_TIME)
    axis.folds = viewport->folds;
  axis.unit_name = viewport->layout == WEFT_PIPELINE_TIME ? _ ("cycles") : _ ("cycles since fetch");
  return axis;
}
