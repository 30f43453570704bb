/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-aggregate.h"

#include "weft-pipeline-slabs.h"
#include "weft-pipeline-stage-cells.h"
#include "weft-pipeline-sum-ops.h"
#include "weft-pipeline-sum-profiles.h"

#include <string.h>

#define BLOCK_OPS (1u << WEFT_PYRAMID_SHIFT)

/* --- strips of pixels --------------------------------------------------------------------- */

/* Hands the lines that are finished to the list. */
static void
flush_strip (WeftPipelineSummation *self)
{
  WeftPipelineDrawing *drawing = self->drawing;
  const WeftPipelineArea *area = &drawing->area;
  int x0 = self->strip_x0, width = self->strip_x1 - x0;
  int height = (int) MIN (STRIP_HEIGHT, area->y + area->height - self->strip_y);
  guint32 *image;

  if (width <= 0)
    return;
  image = weft_paint_list_image (drawing->list, (int) (self->left - area->x) + x0,
                                 (int) (self->strip_y - area->y), width, height);
  for (int y = 0; y < height; y++)
    {
      guint32 *line = self->memory->strip + (gsize) y * (gsize) self->memory->width + x0;

      memcpy (image + (gsize) y * (gsize) width, line, (gsize) width * sizeof *line);
      memset (line, 0, (gsize) width * sizeof *line);
    }
  self->strip_x0 = self->width;
  self->strip_x1 = 0;
}

/* The pixels of line y; NULL where the area does not have it. */
static guint32 *
get_line (WeftPipelineSummation *self, gint64 y)
{
  gint64 first = self->drawing->area.y, last = first + self->drawing->area.height;

  if (y < first || y >= last)
    return NULL;
  if (y < self->strip_y || y >= self->strip_y + STRIP_HEIGHT)
    {
      flush_strip (self);
      self->strip_y = y - (y - first) % STRIP_HEIGHT;
    }
  return self->memory->strip + (gsize) (y - self->strip_y) * (gsize) self->memory->width;
}

/* --- bands -------------------------------------------------------------------------------- */

/* The first column from x on in which something changes; the width where nothing does. */
static int
find_change (const WeftPipelineSummation *self, int x)
{
  const guint8 *changed = self->memory->changed;

  /* Nearly always where all of a line is made of short pieces. */
  if (x < self->width && changed[x])
    return x;
  while (x < self->width)
    {
      guint64 word;

      memcpy (&word, changed + x, sizeof word);
      if (word != 0)
        {
          x += __builtin_ctzll (GUINT64_FROM_LE (word)) / 8;
          return MIN (x, self->width);
        }
      x += (int) sizeof word;
    }
  return self->width;
}

/* Writes the columns [x0, x1) of a line that a stripe runs over: the first third of each period, as
 * weft_pipeline_shade_phase() says. */
static void
write_stripes (const WeftPipelineSummation *self, guint32 *line, gint64 place, int x0, int x1,
               guint32 stripe)
{
  const int period = self->shade.period, thickness = (period + 2) / 3;

  for (int from = x0 - weft_pipeline_shade_phase (&self->shade, place); from < x1; from += period)
    {
      const int end = MIN (from + thickness, x1);

      for (int x = MAX (from, x0); x < end; x++)
        line[x] = stripe;
    }
}

/* Writes the columns [x0, x1) of a line. */
static void
write_run (const WeftPipelineSummation *self, guint32 *line, gint64 y, int x0, int x1,
           WeftPipelinePixel pixel)
{
  gint64 left = self->left + x0;

  for (int x = x0; x < x1; x++)
    line[x] = pixel.plain;
  if (pixel.stripe != pixel.plain)
    write_stripes (self, line, left + y, x0, x1, pixel.stripe);
  if (pixel.hatch != pixel.plain)
    write_stripes (self, line, left - y, x0, x1, pixel.hatch);
}

/* Turns the sums of a band into a line of pixels; `clear`: and makes them 0 again. */
static inline void
write_line (WeftPipelineSummation *self, gint64 y, guint32 *line, gboolean clear)
{
  const WeftPipelineAggregate *memory = self->memory;
  WeftSums sums = { 0 };

  for (int x = find_change (self, 0), next; x < self->width; x = next)
    {
      WeftPipelinePixel pixel;

      sums += memory->sums[x];
      next = find_change (self, x + 1);
      if (clear)
        {
          memory->sums[x] = (WeftSums){ 0 };
          memory->changed[x] = FALSE;
        }
      pixel = weft_pipeline_shade_pixel (&self->shade, (const gint32 *) &sums);
      if (pixel.plain == 0)
        continue;
      write_run (self, line, y, x, next, pixel);
      self->strip_x0 = MIN (self->strip_x0, x);
      self->strip_x1 = MAX (self->strip_x1, next);
    }
}

/* Makes the sums 0 again; `written`: those within the line are. */
static void
clear_sums (WeftPipelineSummation *self, gboolean written)
{
  WeftPipelineAggregate *memory = self->memory;

  if (!written)
    for (int x = find_change (self, 0); x < self->width; x = find_change (self, x + 1))
      {
        memory->sums[x] = (WeftSums){ 0 };
        memory->changed[x] = FALSE;
      }
  for (int x = self->width; x < self->width + 2; x++)
    {
      memory->sums[x] = (WeftSums){ 0 };
      memory->changed[x] = FALSE;
    }
}

/* Writes the lines of a band whose pixels are full of `n_ops`. */
static void
finish_band (WeftPipelineSummation *self, const WeftPipelineBand *band, double n_ops)
{
  gboolean written = FALSE;

  weft_pipeline_shade_set_full (&self->shade, n_ops * WEFT_SUM_ONE * FRACTION_ONE);
  for (gint64 y = band->y0; y < band->y1; y++)
    {
      guint32 *line = get_line (self, y);

      written = line != NULL && y + 1 == band->y1;
      if (written)
        write_line (self, y, line, TRUE);
      else if (line != NULL)
        write_line (self, y, line, FALSE);
    }
  clear_sums (self, written);
}

/* The band that holds `row`. */
static WeftPipelineBand
find_band (const WeftPipelineSummation *self, gint64 row)
{
  const WeftPipelineViewport *viewport = self->drawing->viewport;
  gint64 n_rows = weft_pipeline_rows_get_n_rows (self->drawing->rows);
  WeftPipelineBand band = { .first = row, .last = row + 1, .n_rows = 1 };

  if (viewport->px_per_row >= 1)
    {
      weft_pipeline_cell_rows (viewport, row, self->part, self->n_parts, &band.y0, &band.y1);
      return band;
    }
  band.y0 = (gint64) floor (weft_pipeline_viewport_row_to_y (viewport, (double) row));
  weft_pipeline_viewport_pixel_rows (viewport, band.y0, &band.first, &band.last);
  while (row < band.first)
    weft_pipeline_viewport_pixel_rows (viewport, --band.y0, &band.first, &band.last);
  while (row >= band.last)
    weft_pipeline_viewport_pixel_rows (viewport, ++band.y0, &band.first, &band.last);
  band.y1 = band.y0 + 1;
  band.n_rows = (guint32) (MIN (band.last, n_rows) - MAX (band.first, 0));
  return band;
}

/* --- op by op ----------------------------------------------------------------------------- */

/* Reads ops from `row` to before `end` into memory; returns how many, of which there are 1 at least. One that has more
 * stages than there is room for stands there alone, with none. */
static guint
read_stages (WeftPipelineSummation *self, guint32 row, guint32 end)
{
  WeftStageBlock *stages = self->memory->stages;

  stages->n_ops = MIN (end - row, WEFT_STAGE_BLOCK_OPS);
  for (guint i = 0; i < stages->n_ops; i++)
    stages->ops[i] = weft_pipeline_rows_get_op (self->drawing->rows, row + i);
  weft_stage_block_read (stages, self->drawing->snapshot, self->after);
  return MAX (stages->n_ops, 1);
}

/* Sums up rows of the block in memory, of which the first is `row`; `band` goes on from row to row. */
static void
sum_rows (WeftPipelineSummation *self, guint32 row, guint n, WeftPipelineBand *band)
{
  const WeftStageBlock *stages = self->memory->stages;

  for (guint i = 0, last; i < n; i = last)
    {
      if (row + i >= band->last)
        {
          finish_band (self, band, band->n_rows);
          *band = find_band (self, row + i);
        }
      last = (guint) MIN (n, band->last - row);
      if (stages->n_ops == 0)
        weft_pipeline_sum_op (self, stages->ops[0]);
      else
        weft_pipeline_sum_ops (self, stages, i, last);
    }
}

/* Sums up the ops of the blocks that were found, from `first` to before `last`. */
static void
sum_blocks (WeftPipelineSummation *self, guint32 first, guint32 last)
{
  const GArray *blocks = self->memory->blocks;
  WeftPipelineBand band = { .last = -1, .n_rows = 1 };

  for (guint i = 0; i < blocks->len; i++)
    {
      guint32 row = g_array_index (blocks, guint32, i) << WEFT_PYRAMID_SHIFT;
      guint32 end = (guint32) MIN ((guint64) row + BLOCK_OPS, last);

      row = MAX (row, first);
      for (guint n; row < end; row += n)
        {
          n = read_stages (self, row, end);
          sum_rows (self, row, n, &band);
        }
    }
  finish_band (self, &band, band.n_rows);
}

/* --- columns ------------------------------------------------------------------------------ */

/* Ops that ended so many ticks after their fetch have nothing in the slab of `left` or right of it: up to two cycles fewer,
 * as ends and fetches are rounded. */
static gint64
find_after (const WeftPipelineDrawing *drawing, gint64 left)
{
  gint64 cycle = weft_pipeline_viewport_x_to_cycle (drawing->viewport,
                                                    (double) weft_pipeline_slab_of (left), NULL);
  gint64 ticks;

  if (drawing->viewport->layout != WEFT_PIPELINE_STRAIGHTENED || cycle < 2
      || __builtin_mul_overflow (cycle - 2, drawing->snapshot->ticks_per_cycle, &ticks))
    return 0;
  return ticks;
}

static void
sum_bands (WeftPipelineSummation *self, guint32 first, guint32 last)
{
  WeftPipelineBand band = { .last = first };

  for (gint64 row = first; row < last; row = band.last)
    {
      band = find_band (self, row);
      weft_pipeline_sum_profiles (self, &band);
      finish_band (self, &band, PROFILE_OPS);
    }
}

/* The columns [left, left + width): within one slab over absolute cycles. */
static void
paint_columns (WeftPipelineSummation *self, gint64 left, int width)
{
  WeftPipelineDrawing *drawing = self->drawing;
  guint32 first, last;

  self->left = left;
  self->width = width;
  self->right = (gint64) width << FRACTION_SHIFT;
  self->after = find_after (drawing, left);
  self->offset = left * (FRACTION_ONE >> self->unit_shift) + (gint64) FAR_POSITION;
  self->strip_x0 = width;
  self->strip_x1 = 0;
  self->strip_y = drawing->area.y;
  weft_pipeline_drawing_get_rows (drawing, &first, &last);
  if (!weft_pipeline_is_by_ops (drawing, left))
    sum_bands (self, first, last);
  else
    for (self->part = 0; self->part < self->n_parts; self->part++)
      {
        if (self->n_parts > 1)
          weft_pipeline_aggregate_forget_terms (self->memory);
        weft_pipeline_find_blocks (drawing, left, first, last, G_MAXUINT, self->memory->blocks);
        sum_blocks (self, first, last);
        flush_strip (self);
      }
  flush_strip (self);
}

void
weft_pipeline_paint_aggregate (WeftPipelineDrawing *drawing)
{
  const WeftPipelineArea *area = &drawing->area;
  WeftPipelineSummation self = { .drawing = drawing,
                                 .memory = weft_pipeline_aggregate_get (drawing->self, area->width),
                                 .scale = drawing->viewport->px_per_cycle };
  gint64 end = area->x + area->width;

  self.n_parts = weft_pipeline_row_parts (drawing->viewport, drawing->self->colors.n_lanes);
  weft_pipeline_shade_init (&self.shade, drawing->style);
  /* Where cycles are some pixels wide, their edges are as sharp as those of cells. */
  if (weft_pipeline_viewport_shows_cycles (drawing->viewport))
    self.unit_shift = FRACTION_SHIFT;
  else
    self.scale *= FRACTION_ONE;
  if (drawing->viewport->layout == WEFT_PIPELINE_STRAIGHTENED)
    {
      paint_columns (&self, area->x, area->width);
      return;
    }
  for (gint64 x = area->x, next; x < end; x = next)
    {
      next = MIN (weft_pipeline_slab_of (x) + SLAB_WIDTH, end);
      paint_columns (&self, x, (int) (next - x));
    }
}
