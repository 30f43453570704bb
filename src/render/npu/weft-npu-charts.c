/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-charts.h"

#include "weft-npu-facts.h"
#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>

/* Ops of a chart. */
#define MAX_OPS 12

void
weft_npu_chart_clear (WeftNpuChart *self)
{
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
}

/* Prepares a chart of `n_series` values for each of `n` samples. */
static void
begin (WeftNpuChart *self, const char *title, guint n, guint n_series)
{
  *self = (WeftNpuChart){
    .chart = { .title = title, .unit = _ ("cycles"), .n_samples = n, .n_series = n_series }
  };
  self->values = g_new0 (double, (gsize) MAX (n, 1) * n_series);
  self->labels = g_ptr_array_new_with_free_func (g_free);
  self->chart.series = self->series;
}

static void
set_series (WeftNpuChart *self, guint index, const char *name, WeftColor color)
{
  self->series[index] = (WeftChartSeries){ name, WEFT_CHART_COLUMNS, color,
                                           self->values + (gsize) index * self->chart.n_samples };
}

static double *
get_values (WeftNpuChart *self, guint index)
{
  return self->values + (gsize) index * self->chart.n_samples;
}

static void
end (WeftNpuChart *self)
{
  g_ptr_array_add (self->labels, NULL); /* as a copy of the chart wants it */
  self->chart.labels = (const char *const *) self->labels->pdata;
}

/* Series lie above one another, so that each holds those below it too. */
void
weft_npu_chart_layers (const WeftNpuStats *stats, const WeftStyle *style, WeftNpuChart *chart)
{
  static const WeftNpuLaneKind kinds[] = { WEFT_NPU_VE, WEFT_NPU_TE, WEFT_NPU_DMA };
  static const WeftColorRole roles[] = { WEFT_COLOR_VE, WEFT_COLOR_TE, WEFT_COLOR_DMA };
  const guint n_kinds = G_N_ELEMENTS (kinds);

  begin (chart, _ ("Cycles of layers, by engine"), stats->n_layers, n_kinds);
  for (guint i = 0; i < stats->n_layers; i++)
    {
      double sum = 0;

      g_ptr_array_add (chart->labels,
                       weft_npu_format_name (stats->snapshot, stats->layers[i].name));
      for (guint kind = 0; kind < n_kinds; kind++)
        {
          sum += (double) stats->layers[i].sum.cycles[kinds[kind]];
          get_values (chart, n_kinds - 1 - kind)[i] = sum;
        }
    }
  for (guint kind = 0; kind < n_kinds; kind++)
    set_series (chart, n_kinds - 1 - kind, weft_npu_kind_to_string (kinds[kind]),
                weft_style_color (style, roles[kind]));
  end (chart);
}

void
weft_npu_chart_ops (const WeftNpuStats *stats, const WeftStyle *style, WeftNpuChart *chart)
{
  guint n = MIN (stats->n_ops, MAX_OPS);

  begin (chart, _ ("Ops that took most; overlaps count twice"), n, 1);
  for (guint i = 0; i < n; i++)
    {
      double sum = 0;

      for (guint kind = 0; kind < WEFT_NPU_N_LANE_KINDS; kind++)
        sum += (double) stats->ops[i].sum.cycles[kind];
      get_values (chart, 0)[i] = sum;
      g_ptr_array_add (chart->labels, weft_npu_format_name (stats->snapshot, stats->ops[i].name));
    }
  set_series (chart, 0, _ ("Ops"), weft_style_category (style, 0));
  end (chart);
}

void
weft_npu_chart_tokens (const WeftNpuStats *stats, const char *phase, const WeftStyle *style,
                       WeftNpuChart *chart)
{
  guint32 name = weft_npu_stats_find_phase (stats, phase);
  guint n = 0;

  for (guint i = 0; i < stats->n_tokens; i++)
    n += name != WEFT_NO_NAME && stats->tokens[i].phase == name ? 1 : 0;
  begin (chart, _ ("Latency of tokens"), n, 1);
  for (guint i = 0; i < stats->n_tokens && n > 0; i++)
    {
      const WeftNpuTokenStats *token = &stats->tokens[i];

      if (token->phase != name)
        continue;
      get_values (chart, 0)[chart->labels->len] = (double) (token->end - token->start);
      g_ptr_array_add (chart->labels, weft_npu_format_number (token->index));
    }
  set_series (chart, 0, phase, weft_style_category (style, 6));
  end (chart);
}

void
weft_npu_chart_stalls (const WeftNpuStats *stats, const WeftStyle *style, WeftNpuChart *chart)
{
  begin (chart, _ ("Stalls; their cycles may overlap"), stats->n_stalls, 1);
  for (guint i = 0; i < stats->n_stalls; i++)
    {
      WeftNpuLane lane;
      g_autofree char *engine = NULL;
      g_autofree char *reason = weft_npu_format_name (stats->snapshot, stats->stalls[i].reason);

      weft_npu_snapshot_get_lane (stats->snapshot, stats->stalls[i].lane, &lane);
      engine = weft_npu_lane_to_string (&lane);
      g_ptr_array_add (chart->labels, g_strdup_printf ("%s %s", engine, reason));
      get_values (chart, 0)[i] = (double) stats->stalls[i].cycles;
    }
  set_series (chart, 0, _ ("Stalled"), weft_style_color (style, WEFT_COLOR_WARNING));
  end (chart);
}
