/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-sum-profiles.h"

#include "weft-pipeline-trace-private.h"

/* Shares from the pyramid's profiles. */

typedef float Term __attribute__ ((vector_size (4 * WEFT_N_SUMS), aligned (16)));

/* By thread, profiles know nothing: so many ops of a band stand for all of it. */
#define N_CLASS_SAMPLES 16

G_ALWAYS_INLINE static inline void
add_change (const WeftPipelineAggregate *memory, gint64 position, const WeftSums *change)
{
  gint32 fraction = (gint32) (position & FRACTION_MASK);
  gint64 x = position >> FRACTION_SHIFT;
  WeftSums *at = memory->sums + x;

  at[0] += *change * FRACTION_ONE;
  memory->changed[x] = TRUE;
  if (fraction != 0)
    {
      const WeftSums right = *change * fraction;

      at[0] -= right;
      at[1] += right;
      memory->changed[x + 1] = TRUE;
    }
}

static Term *
get_terms (WeftPipelineSummation *self)
{
  return (Term *) (gpointer) self->memory->profile_terms->data;
}

static guint
key_of (const WeftPipelineColors *colors, guint16 key)
{
  return MIN (key >> 1, colors->n_kinds) << 1 | (key & 1);
}

/* The terms of items as floats; where ops have classes the mean of those of the band's ops. */
static void
make_terms (WeftPipelineSummation *self, const WeftPipelineBand *band)
{
  const WeftPipelineDrawing *drawing = self->drawing;
  const WeftPipelineColors *colors = &drawing->self->colors;
  guint n_samples = colors->classes != NULL ? N_CLASS_SAMPLES : 1;
  guint n_keys = 2 * (colors->n_kinds + 1);

  g_array_set_size (self->memory->profile_terms, 0);
  g_array_set_size (self->memory->profile_terms, n_keys);
  for (guint i = 0; i < n_samples; i++)
    {
      gint64 row = MAX (band->first, 0) + (gint64) band->n_rows * i / n_samples;
      guint32 op = weft_pipeline_rows_get_op (drawing->rows, (guint32) row);
      const WeftSums *terms = weft_pipeline_get_terms (
        self, weft_pipeline_colors_classify (colors, drawing->snapshot, op));

      for (guint key = 0; key < n_keys; key++)
        get_terms (self)[key] += __builtin_convertvector(terms[key], Term) / (float) n_samples;
    }
}

/* --- levels ------------------------------------------------------------------------------- */

/* Blocks are no higher than half a pixel line, and over absolute cycles their grains no wider than
 * half a pixel. */
/* The level whose blocks a pixel line is made of. */
static guint
profile_level (const WeftPipelineDrawing *drawing)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  guint n_levels = weft_pipeline_rows_get_n_levels (drawing->rows);
  double rows = 1 << (WEFT_PYRAMID_SHIFT + WEFT_PYRAMID_FANOUT_SHIFT), grain = 4;
  guint level = 0;

  while (
    level + 1 < n_levels && rows <= 0.5 / viewport->px_per_row
    && (viewport->layout == WEFT_PIPELINE_STRAIGHTENED || grain <= 0.5 / viewport->px_per_cycle))
    {
      level++;
      rows *= 1 << WEFT_PYRAMID_FANOUT_SHIFT;
      grain *= 2;
    }
  return level;
}

/* Calls for each block of the band whose profile may touch the cycles [from, to) of the layout's
 * kind. */
typedef void (*BlockVisitor) (const WeftProfile *profile, const WeftBlockSummary *summary,
                              gpointer user_data);

/* A profile goes on a little after its last op has ended, as far as its spans are coarse: by less
 * than the block lasts. */
static gboolean
may_touch (const WeftBlockSummary *summary, gboolean time, gint64 from, gint64 to)
{
  gint64 start = time ? summary->first_fetch : 0, end;
  gint64 lasts = time ? weft_ticks_between (start, summary->last_end) : summary->longest;

  if (lasts < 0 || __builtin_add_overflow (start, lasts, &end)
      || __builtin_add_overflow (end, lasts, &end))
    end = G_MAXINT64;
  return start < to && end >= from;
}

static void
visit_blocks (const WeftPipelineDrawing *drawing, const WeftPipelineBand *band, gint64 from,
              gint64 to, BlockVisitor visit, gpointer user_data)
{
  guint level = profile_level (drawing);
  guint shift = WEFT_PYRAMID_SHIFT + level * WEFT_PYRAMID_FANOUT_SHIFT;
  gboolean time = drawing->viewport->layout == WEFT_PIPELINE_TIME;
  WeftBlockSummary summary;
  WeftProfile profile;

  for (gint64 i = MAX (band->first, 0) >> shift; i < band->last >> shift; i++)
    if (weft_pipeline_rows_get_summary (drawing->rows, level, (guint32) i, &summary)
        && may_touch (&summary, time, from, to)
        && weft_pipeline_rows_get_profile (drawing->rows,
                                           time ? WEFT_PROFILE_ABSOLUTE : WEFT_PROFILE_RELATIVE,
                                           level, (guint32) i, &profile))
      visit (&profile, &summary, user_data);
}

/* --- painting ----------------------------------------------------------------------------- */

typedef struct
{
  WeftPipelineSummation *self;
  guint32 n_rows;
} Sum;

/* The sums while a span lasts. */
G_ALWAYS_INLINE static inline void
sum_items (const Sum *sum, const WeftProfileItem *items, guint32 n_items, float weight,
           WeftSums *result)
{
  const WeftPipelineColors *colors = &sum->self->drawing->self->colors;
  const Term *terms = get_terms (sum->self);
  Term total = { 0 };

  for (guint32 i = 0; i < n_items; i++)
    total += terms[key_of (colors, items[i].key)] * ((float) items[i].amount * weight);
  *result = __builtin_convertvector(total, WeftSums);
}

G_ALWAYS_INLINE static inline void
sum_spans (const Sum *sum, const WeftProfile *profile, const WeftBlockSummary *summary)
{
  WeftPipelineSummation *self = sum->self;
  const WeftProfileItem *items = profile->items;
  float weight = (float) ((double) PROFILE_OPS * summary->n_ops / sum->n_rows / WEFT_PROFILE_FULL);
  const gint64 right = self->right;
  const gboolean folded = self->drawing->viewport->folds != NULL;
  double base = weft_pipeline_base_position (self, profile->start);
  WeftSums now = { 0 }, next;
  gint64 x = weft_pipeline_round_position (self, base);

  for (guint32 i = 0; i + 1 < profile->n_spans && x < right; i++)
    {
      double at = folded
                    ? weft_pipeline_base_position (self, weft_pipeline_span_cycle (profile, i + 1))
                    : base + (double) weft_profile_get_span_start (profile, i + 1) * self->scale;
      gint64 end = weft_pipeline_round_position (self, at);

      if (end > x)
        {
          sum_items (sum, items, profile->spans[i].n_items, weight, &next);
          now = next - now;
          add_change (self->memory, x, &now);
          now = next;
        }
      items += profile->spans[i].n_items;
      x = end;
    }
  now = -now;
  add_change (self->memory, x, &now);
}

static void
sum_profile (const WeftProfile *profile, const WeftBlockSummary *summary, gpointer user_data)
{
  sum_spans (user_data, profile, summary);
}

/* Where the processor takes vectors as large as the sums are in one step: the same, compiled once more. */
#if defined __x86_64__
__attribute__ ((target ("avx2"))) static void
sum_profile_widely (const WeftProfile *profile, const WeftBlockSummary *summary, gpointer user_data)
{
  sum_spans (user_data, profile, summary);
}
#endif

static BlockVisitor
choose_sum (void)
{
#if defined __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    return sum_profile_widely;
#endif
  return sum_profile;
}

void
weft_pipeline_sum_profiles (WeftPipelineSummation *self, const WeftPipelineBand *band)
{
  const WeftPipelineViewport *viewport = self->drawing->viewport;
  Sum sum = { self, band->n_rows };
  gint64 from = weft_pipeline_viewport_x_to_cycle (viewport, (double) self->left, NULL);
  gint64 to =
    weft_pipeline_viewport_x_to_cycle (viewport, (double) (self->left + self->width), NULL);

  if (band->n_rows == 0)
    return;
  if (self->memory->profile_terms->len == 0 || self->drawing->self->colors.classes != NULL)
    make_terms (self, band);
  visit_blocks (self->drawing, band, from, weft_pipeline_next_cycle (to), choose_sum (), &sum);
}

/* --- measuring ---------------------------------------------------------------------------- */

typedef struct
{
  const WeftPipelineDrawing *drawing;
  double from;
  double to;
  double *amounts;
} Measure;

/* Where a span begins, in places from the picture's left edge. */
static double
find_place (const WeftPipelineViewport *viewport, const WeftProfile *profile, guint32 span)
{
  return weft_pipeline_viewport_cycle_to_x (viewport, weft_pipeline_span_cycle (profile, span))
         / viewport->px_per_cycle;
}

static void
measure_profile (const WeftProfile *profile, const WeftBlockSummary *summary, gpointer user_data)
{
  const Measure *measure = user_data;
  const WeftPipelineViewport *viewport = measure->drawing->viewport;
  const WeftProfileItem *items = profile->items;

  for (guint32 i = 0; i + 1 < profile->n_spans; i++)
    {
      double x0 = find_place (viewport, profile, i), x1 = find_place (viewport, profile, i + 1);
      double cycles = MIN (x1, measure->to) - MAX (x0, measure->from);

      for (guint32 j = 0; j < profile->spans[i].n_items && cycles > 0; j++)
        {
          guint key = key_of (&measure->drawing->self->colors, items[j].key);
          double amount = cycles * summary->n_ops * items[j].amount / WEFT_PROFILE_FULL;

          measure->amounts[key & ~1u] += amount;
          if (key & 1)
            measure->amounts[key] += amount;
        }
      items += profile->spans[i].n_items;
    }
}

void
weft_pipeline_measure_profiles (const WeftPipelineDrawing *drawing, const WeftPipelineBand *band,
                                double from, double to, double *amounts)
{
  const WeftPipelineViewport *viewport = drawing->viewport;
  Measure measure = { drawing, from, to, amounts };
  gint64 first = weft_pipeline_viewport_x_to_cycle (viewport, from * viewport->px_per_cycle, NULL);
  gint64 last = weft_pipeline_viewport_x_to_cycle (viewport, to * viewport->px_per_cycle, NULL);

  visit_blocks (drawing, band, first, weft_pipeline_next_cycle (last), measure_profile, &measure);
}
