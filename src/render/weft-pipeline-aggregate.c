/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-aggregate.h"

#include "weft-op-cells.h"

#include <string.h>

/* Columns of the picture for which it is decided together whether ops are summed up one by one,
 * and up to how many blocks of them: more where a pixel is so few cycles that profiles are too
 * coarse. (That many blocks touch so few cycles only where many ops last for ever.) */
#define SLAB_WIDTH 256
#define SLAB_MAX_BLOCKS 64
#define SLAB_MAX_FINE_BLOCKS 1024
#define FINE_CYCLES 4.0

/* Lines that go to the list as one image. */
#define STRIP_HEIGHT 32

/* --- memory -------------------------------------------------------------------------------------- */

static void
forget_terms (WeftPipelineAggregate *memory)
{
  for (guint i = 0; i < G_N_ELEMENTS (memory->terms); i++)
    g_clear_pointer (&memory->terms[i], g_free);
  g_array_set_size (memory->profile_terms, 0);
}

void
weft_pipeline_aggregate_free (WeftPipelineAggregate *memory)
{
  if (memory == NULL)
    return;
  g_free (memory->sums);
  g_free (memory->changed);
  g_free (memory->strip);
  forget_terms (memory);
  g_array_unref (memory->blocks);
  g_array_unref (memory->profile_terms);
  g_free (memory);
}

static WeftPipelineAggregate *
get_memory (WeftPipelineRenderer *self, int width)
{
  WeftPipelineAggregate *memory = self->aggregate;

  if (memory == NULL)
    {
      memory = self->aggregate = g_new0 (WeftPipelineAggregate, 1);
      memory->blocks = g_array_new (FALSE, FALSE, sizeof (guint32));
      memory->profile_terms = g_array_new (FALSE, TRUE, WEFT_N_SUMS * sizeof (float));
    }
  if (memory->width < width)
    {
      gsize n = (gsize) width;

      g_free (memory->sums);
      g_free (memory->changed);
      g_free (memory->strip);
      memory->sums = g_new0 (WeftSums, n + 2);
      memory->changed = g_new0 (guint8, n + 2 + sizeof (guint64));
      memory->strip = g_new0 (guint32, n * STRIP_HEIGHT);
      memory->width = width;
    }
  forget_terms (memory);
  return memory;
}

/* Of the kinds in the lanes that are painted now; the others have terms of nothing. */
WeftSumTerm *
weft_pipeline_make_terms (WeftPipelineSummation *self, gint64 tid)
{
  const WeftPipelineColors *colors = &self->drawing->self->colors;
  WeftSumTerm *terms = g_new0 (WeftSumTerm, 2 * (colors->n_kinds + 1));

  for (guint kind = 0; kind <= colors->n_kinds; kind++)
    {
      const WeftKindLook *look = weft_pipeline_colors_get (colors, (WeftKind) kind, tid);

      if (self->n_parts > 1 && MIN (colors->kinds[kind].lane, self->n_parts - 1) != self->part)
        continue;
      terms[2 * kind] = look->live.term;
      terms[2 * kind + 1] = look->flushed.term;
    }
  self->memory->terms[(guint64) tid % WEFT_STYLE_N_CATEGORIES] = terms;
  return terms;
}

/* --- strips of pixels ---------------------------------------------------------------------------- */

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

/* --- bands --------------------------------------------------------------------------------------- */

/* The first column from x on in which something changes; the width where nothing does. */
static int
find_change (const WeftPipelineSummation *self, int x)
{
  const guint8 *changed = self->memory->changed;

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

/* Writes the columns [x0, x1) of a line. */
static void
write_run (const WeftPipelineSummation *self, guint32 *line, gint64 y, int x0, int x1,
           guint32 plain, guint32 stripe)
{
  const int period = self->shade.period;
  int phase;

  if (plain == stripe)
    {
      for (int x = x0; x < x1; x++)
        line[x] = plain;
      return;
    }
  phase = weft_pipeline_shade_phase (&self->shade, self->left + x0, y);
  for (int x = x0; x < x1; x++)
    {
      line[x] = phase * 3 < period ? stripe : plain;
      phase = phase + 1 < period ? phase + 1 : 0;
    }
}

/* Turns the sums of a band into a line of pixels. */
static void
write_line (WeftPipelineSummation *self, gint64 y, guint32 *line)
{
  const WeftPipelineAggregate *memory = self->memory;
  WeftSums sums = { 0 };

  for (int x = find_change (self, 0), next; x < self->width; x = next)
    {
      guint32 stripe, plain;

      sums += memory->sums[x];
      next = find_change (self, x + 1);
      plain = weft_pipeline_shade_pixel (&self->shade, (const gint32 *) &sums, &stripe);
      if (plain == 0)
        continue;
      write_run (self, line, y, x, next, plain, stripe);
      self->strip_x0 = MIN (self->strip_x0, x);
      self->strip_x1 = MAX (self->strip_x1, next);
    }
}

/* Makes the sums 0 again. */
static void
clear_sums (WeftPipelineSummation *self)
{
  WeftPipelineAggregate *memory = self->memory;

  for (int x = find_change (self, 0); x < self->width; x = find_change (self, x + 1))
    {
      memory->sums[x] = (WeftSums) { 0 };
      memory->changed[x] = FALSE;
    }
  /* What ends at the right edge. */
  for (int x = self->width; x < self->width + 2; x++)
    {
      memory->sums[x] = (WeftSums) { 0 };
      memory->changed[x] = FALSE;
    }
}

/* Writes the lines of a band whose pixels are full of `n_ops`. */
static void
finish_band (WeftPipelineSummation *self, const WeftPipelineBand *band, double n_ops)
{
  weft_pipeline_shade_set_full (&self->shade, n_ops * WEFT_SUM_ONE * FRACTION_ONE);
  for (gint64 y = band->y0; y < band->y1; y++)
    {
      guint32 *line = get_line (self, y);

      if (line != NULL)
        write_line (self, y, line);
    }
  clear_sums (self);
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

/* --- op by op ------------------------------------------------------------------------------------ */

/* What blocks of level 0 are looked for. */
typedef struct
{
  WeftPipelineRows *rows;
  gboolean time;
  gint64 from; /* cycles of the layout's kind */
  gint64 to;
  guint32 first_row;
  guint32 last_row;
  guint max_blocks;
  GArray *blocks;
} Search;

/* Goes down to the blocks that touch. FALSE where they are too many. */
static gboolean
search_blocks (Search *search, guint level, guint32 index)
{
  guint shift = WEFT_PYRAMID_SHIFT + level * WEFT_PYRAMID_FANOUT_SHIFT;
  WeftBlockSummary summary;

  if ((guint64) index << shift >= search->last_row
      || ((guint64) index + 1) << shift <= search->first_row
      || !weft_pipeline_rows_get_summary (search->rows, level, index, &summary)
      || (search->time
          && (summary.first_fetch >= search->to || summary.last_end <= search->from)))
    return TRUE;
  if (level == 0)
    {
      g_array_append_val (search->blocks, index);
      return search->blocks->len <= search->max_blocks;
    }
  for (guint i = 0; i < 1 << WEFT_PYRAMID_FANOUT_SHIFT; i++)
    if (!search_blocks (search, level - 1, (index << WEFT_PYRAMID_FANOUT_SHIFT) + i))
      return FALSE;
  return TRUE;
}

static gint64
slab_of (gint64 x)
{
  gint64 rest = x % SLAB_WIDTH;

  return x - (rest < 0 ? rest + SLAB_WIDTH : rest);
}

/* Finds the blocks of these rows; over absolute cycles those that touch the slab that x is in: not
 * those that touch a part of it, so that the answer is the same for all tiles. */
static gboolean
find_blocks (WeftPipelineDrawing *drawing, gint64 x, guint32 first_row, guint32 last_row,
             guint max_blocks, GArray *blocks)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  Search search = { .rows = drawing->rows,
                    .time = viewport->layout == WEFT_PIPELINE_TIME,
                    .first_row = first_row,
                    .last_row = last_row,
                    .max_blocks = max_blocks,
                    .blocks = blocks };
  guint n_levels = weft_pipeline_rows_get_n_levels (drawing->rows);

  g_array_set_size (blocks, 0);
  search.from = weft_pipeline_viewport_x_to_cycle (viewport, (double) slab_of (x), NULL);
  search.to = weft_pipeline_next_cycle (
    weft_pipeline_viewport_x_to_cycle (viewport, (double) (slab_of (x) + SLAB_WIDTH), NULL));
  return n_levels == 0 || search_blocks (&search, n_levels - 1, 0);
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
      guint32 end = MIN (row + WEFT_BLOCK_OPS, last);

      for (row = MAX (row, first); row < end; row++)
        {
          if (row >= band.last)
            {
              finish_band (self, &band, band.n_rows);
              band = find_band (self, row);
            }
          weft_pipeline_sum_op (self, weft_pipeline_rows_get_op (self->drawing->rows, row));
        }
    }
  finish_band (self, &band, band.n_rows);
}

/* --- which way ----------------------------------------------------------------------------------- */

/* Whether ops are summed up one by one: the rows of a pixel are few, or the ops that touch the slab
 * that x is in are. */
static gboolean
is_by_ops (WeftPipelineDrawing *drawing, gint64 x)
{
  GArray *blocks = drawing->self->aggregate->blocks;
  guint32 n_rows = weft_pipeline_rows_get_n_rows (drawing->rows);
  gboolean fine = drawing->viewport->px_per_cycle * FINE_CYCLES > 1;

  if (drawing->viewport->px_per_row * WEFT_BLOCK_OPS >= 1)
    return TRUE;
  return drawing->viewport->layout == WEFT_PIPELINE_TIME
         && find_blocks (drawing, x, 0, n_rows, fine ? SLAB_MAX_FINE_BLOCKS : SLAB_MAX_BLOCKS,
                         blocks);
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
  self->offset = left * (FRACTION_ONE >> self->unit_shift) + (gint64) FAR_POSITION;
  self->strip_x0 = width;
  self->strip_x1 = 0;
  self->strip_y = drawing->area.y;
  weft_pipeline_drawing_get_rows (drawing, &first, &last);
  if (!is_by_ops (drawing, left))
    sum_bands (self, first, last);
  else
    for (self->part = 0; self->part < self->n_parts; self->part++)
      {
        if (self->n_parts > 1)
          forget_terms (self->memory);
        find_blocks (drawing, left, first, last, G_MAXUINT, self->memory->blocks);
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
                                 .memory = get_memory (drawing->self, area->width),
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
  for (gint64 x = area->x; x < end; x = slab_of (x) + SLAB_WIDTH)
    paint_columns (&self, x, (int) (MIN (slab_of (x) + SLAB_WIDTH, end) - x));
}

/* --- measuring ----------------------------------------------------------------------------------- */

static void
count_ops (WeftPipelineDrawing *drawing, WeftPipelineHit *hit)
{
  guint32 row = hit->first_row;

  while (row < hit->last_row)
    {
      guint32 block = row >> WEFT_PYRAMID_SHIFT;
      WeftBlockSummary summary;

      if (row % WEFT_BLOCK_OPS == 0 && hit->last_row - row >= WEFT_BLOCK_OPS
          && weft_pipeline_rows_get_summary (drawing->rows, 0, block, &summary))
        {
          hit->n_flushed += summary.n_flushed;
          row += summary.n_ops;
          continue;
        }
      hit->n_flushed += weft_op_state (drawing->snapshot,
                                       weft_pipeline_rows_get_op (drawing->rows, row))
                        == WEFT_OP_FLUSHED;
      row++;
    }
  hit->n_ops = hit->last_row - hit->first_row;
}

static void
add_shares (WeftPipelineDrawing *drawing, const double *amounts, WeftPipelineHit *hit)
{
  for (guint kind = 0; kind <= drawing->self->colors.n_kinds; kind++)
    {
      WeftPipelineShare share = { .kind = (WeftKind) MIN (kind, G_MAXUINT16),
                                  .amount = amounts[2 * kind],
                                  .flushed = amounts[2 * kind + 1] };

      if (share.amount > 0)
        g_array_append_val (hit->shares, share);
    }
}

static void
measure_blocks (WeftPipelineDrawing *drawing, const WeftPipelineHit *hit, gint64 x, double from,
                double to, double *amounts)
{
  GArray *blocks = drawing->self->aggregate->blocks;

  find_blocks (drawing, x, hit->first_row, hit->last_row, G_MAXUINT, blocks);
  for (guint i = 0; i < blocks->len; i++)
    {
      guint32 first = g_array_index (blocks, guint32, i) << WEFT_PYRAMID_SHIFT;
      guint32 last = MIN (first + WEFT_BLOCK_OPS, hit->last_row);

      for (guint32 row = MAX (first, hit->first_row); row < last; row++)
        weft_pipeline_measure_op (drawing, weft_pipeline_rows_get_op (drawing->rows, row), from,
                                  to, amounts);
    }
}

void
weft_pipeline_measure_pixel (WeftPipelineDrawing *drawing, gint64 x, gint64 y,
                             WeftPipelineHit *hit)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  g_autofree double *amounts = g_new0 (double, 2 * ((gsize) drawing->self->colors.n_kinds + 1));
  double from = (double) x / viewport->px_per_cycle;
  double to = (double) (x + 1) / viewport->px_per_cycle;
  WeftPipelineBand band = { .y0 = y };

  if (weft_pipeline_viewport_shows_cycles (viewport))
    {
      /* The cycle that the pixel's middle is in. */
      from = floor ((from + to) / 2 + viewport->origin_fraction) - viewport->origin_fraction;
      to = from + 1;
    }
  get_memory (drawing->self, 0);
  drawing->area = (WeftPipelineArea) { x, y, 1, 1 };
  weft_pipeline_viewport_pixel_rows (viewport, y, &band.first, &band.last);
  weft_pipeline_drawing_get_rows (drawing, &hit->first_row, &hit->last_row);
  band.n_rows = hit->last_row - hit->first_row;
  hit->shares = g_array_new (FALSE, FALSE, sizeof (WeftPipelineShare));
  hit->capacity = band.n_rows * (to - from);
  hit->first_cycle = weft_pipeline_viewport_x_to_cycle (viewport, (double) x, NULL);
  hit->last_cycle = weft_pipeline_next_cycle (
    weft_pipeline_viewport_x_to_cycle (viewport, (double) x + 1, NULL));
  count_ops (drawing, hit);
  if (!is_by_ops (drawing, x))
    weft_pipeline_measure_profiles (drawing, &band, from, to, amounts);
  else
    measure_blocks (drawing, hit, x, from, to, amounts);
  add_shares (drawing, amounts, hit);
}

/* A pixel that shows these shares, as the sums make it. */
WeftColor
weft_pipeline_shade_shares (WeftPipelineRenderer *self, const WeftPipelineScene *scene,
                            const WeftPipelineHit *hit)
{
  WeftPipelineShade shade;
  double sums[WEFT_N_SUMS] = { 0 };
  gint32 rounded[WEFT_N_SUMS];
  guint32 stripe;
  const double one = 65536;

  for (guint i = 0; i < hit->shares->len; i++)
    {
      const WeftPipelineShare *share = &g_array_index (hit->shares, WeftPipelineShare, i);
      const WeftKindLook *look = weft_pipeline_colors_get (&self->colors, share->kind, 0);

      for (guint j = 0; j < WEFT_N_SUMS; j++)
        sums[j] += (look->live.term[j] * (share->amount - share->flushed)
                    + look->flushed.term[j] * share->flushed) / hit->capacity;
    }
  for (guint j = 0; j < WEFT_N_SUMS; j++)
    rounded[j] = (gint32) (sums[j] * one);
  weft_pipeline_shade_init (&shade, scene->style);
  weft_pipeline_shade_set_full (&shade, one * WEFT_SUM_ONE);
  return weft_pipeline_shade_pixel (&shade, rounded, &stripe);
}
