/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-charts.h"

#include "weft-npu-facts.h"
#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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
  gboolean is_chrome = stats->snapshot->is_chrome;
  guint n = MIN (stats->n_ops, MAX_OPS);

  begin (chart, _ ("Ops that took most; overlaps count twice"), n, 1);
  if (is_chrome)
    chart->chart.unit = _ ("µs");
  for (guint i = 0; i < n; i++)
    {
      double sum = 0;

      for (guint kind = 0; kind < WEFT_NPU_N_LANE_KINDS; kind++)
        sum += (double) stats->ops[i].sum.cycles[kind];
      get_values (chart, 0)[i] = is_chrome ? sum / 1000 : sum;
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

/* --- the roofline --------------------------------------------------------------------------------------- */

typedef struct
{
  const WeftNpuStats *stats;
  const WeftStyle *style;
  WeftPaintList *list;
  int x, y, width, height; /* of the plot */
  double low_x, high_x;    /* logarithms of MACs per byte */
  double low_y, high_y;    /* and of MACs per cycle */
} Roofline;

/* FALSE where the layer has no bytes or no MACs. */
static gboolean
get_dot (const WeftNpuStats *stats, guint layer, double *intensity, double *rate)
{
  const WeftNpuSum *sum = &stats->layers[layer].sum;
  double bytes = (double) sum->read + (double) sum->write, cycles = 0;

  for (guint kind = 0; kind < WEFT_NPU_N_LANE_KINDS; kind++)
    cycles = MAX (cycles, (double) sum->cycles[kind]);
  if (bytes <= 0 || sum->macs <= 0 || cycles <= 0)
    return FALSE;
  *intensity = (double) sum->macs / bytes;
  *rate = (double) sum->macs / cycles;
  return TRUE;
}

static int
to_x (const Roofline *self, double intensity)
{
  return self->x
         + (int) lrint ((log10 (intensity) - self->low_x) / (self->high_x - self->low_x)
                        * self->width);
}

static int
to_y (const Roofline *self, double rate)
{
  return self->y + self->height
         - (int) lrint ((log10 (rate) - self->low_y) / (self->high_y - self->low_y) * self->height);
}

static void
find_limits (Roofline *self)
{
  const WeftNpuStats *stats = self->stats;
  double peak = (double) stats->bandwidth->peak;
  double ridge = stats->roof / peak;

  self->low_x = floor (log10 (ridge) - 1);
  self->high_x = ceil (log10 (ridge) + 1);
  self->high_y = ceil (log10 (stats->roof) + 0.1);
  self->low_y = G_MAXDOUBLE;
  for (guint i = 0; i < stats->n_layers; i++)
    {
      double intensity, rate;

      if (!get_dot (stats, i, &intensity, &rate))
        continue;
      self->low_x = MIN (self->low_x, floor (log10 (intensity)));
      self->high_x = MAX (self->high_x, ceil (log10 (intensity)));
      self->low_y = MIN (self->low_y, floor (log10 (rate)));
      self->high_y = MAX (self->high_y, ceil (log10 (rate)));
    }
  /* The bandwidth's slope begins at the left edge. */
  self->low_y = MIN (self->low_y, floor (log10 (peak) + self->low_x));
}

static void
paint_label (const Roofline *self, int x, int y, int width, WeftTextAlign align, const char *text)
{
  weft_paint_list_text (self->list, x, y, width, weft_style_text_px (self->style, 16),
                        WEFT_FONT_UI_SMALL, weft_style_font_size (self->style, WEFT_FONT_UI_SMALL),
                        align, WEFT_FIT_END, weft_style_color (self->style, WEFT_COLOR_TEXT_MUTED),
                        text, -1);
}

/* "0.01", "10 000": (transfer full). */
static char *
format_decade (double decade)
{
  return decade < 0 || decade > 15 ? g_strdup_printf ("%g", pow (10, decade))
                                   : weft_npu_format_number (llrint (pow (10, decade)));
}

static void
paint_axes (const Roofline *self)
{
  WeftColor grid = weft_style_color (self->style, WEFT_COLOR_GRID);
  int label = weft_style_text_px (self->style, 64), line = weft_style_text_px (self->style, 16);

  for (double decade = self->low_x; decade <= self->high_x; decade++)
    {
      int x = to_x (self, pow (10, decade));
      g_autofree char *text = format_decade (decade);

      weft_paint_list_fill (self->list, x, self->y, 1, self->height, grid);
      paint_label (self, x - label / 2, self->y + self->height, label, WEFT_ALIGN_CENTER, text);
    }
  for (double decade = self->low_y; decade <= self->high_y; decade++)
    {
      int y = to_y (self, pow (10, decade));
      g_autofree char *text = format_decade (decade);

      weft_paint_list_fill (self->list, self->x, y, self->width, 1, grid);
      paint_label (self, self->x - label - 4, y - line / 2, label, WEFT_ALIGN_END, text);
    }
  paint_label (self, self->x, self->y + self->height + line, self->width, WEFT_ALIGN_CENTER,
               _ ("MACs per byte of DRAM"));
  paint_label (self, self->x, self->y - line, self->width, WEFT_ALIGN_START, _ ("MACs per cycle"));
}

/* Bandwidth up to the ridge, and level from there on. */
static void
paint_roofs (const Roofline *self)
{
  double peak = (double) self->stats->bandwidth->peak, roof = self->stats->roof;
  double ridge = roof / peak, left = pow (10, self->low_x);
  const WeftPoint points[] = { { to_x (self, left), to_y (self, left * peak) },
                               { to_x (self, ridge), to_y (self, roof) },
                               { self->x + self->width, to_y (self, roof) } };
  const WeftStroke stroke = { weft_style_color (self->style, WEFT_COLOR_TEXT), 2, 0, 0 };
  g_autofree char *best = weft_npu_format_number ((gint64) roof);
  g_autofree char *compute =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "≈ %s MAC per cycle, the best that was seen",
                                  "≈ %s MACs per cycle, the best that was seen", (gulong) roof),
                     best);
  g_autofree char *memory = weft_npu_format_rate (peak);
  double place = left * pow (ridge / left, 0.75);
  int line = weft_style_text_px (self->style, 16);

  weft_paint_list_polyline (self->list, points, G_N_ELEMENTS (points), &stroke);
  paint_label (self, self->x, to_y (self, roof) - line - 2, self->width - 4, WEFT_ALIGN_END,
               compute);
  /* Above the slope, where no layer can be. */
  paint_label (self, self->x + 4, to_y (self, place * peak) - line,
               to_x (self, place) - self->x - line, WEFT_ALIGN_END, memory);
}

/* The title, and at the right what the colours of the layers say. */
static void
paint_head (const Roofline *self, int x, int y)
{
  const struct
  {
    const char *name;
    WeftColorRole role;
  } entries[] = {
    { _ ("bound by compute"), WEFT_COLOR_TE },
    { _ ("bound by memory"), WEFT_COLOR_DMA },
  };
  double size = weft_style_font_size (self->style, WEFT_FONT_UI_SMALL);
  int line = weft_style_text_px (self->style, 16), box = weft_style_px (self->style, 8);
  int right = self->x + self->width;

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      int width =
        weft_glyph_atlas_measure (self->style->atlas, WEFT_FONT_UI_SMALL, size, entries[i].name, -1)
        + 2;

      if (right - width - 2 * box < x)
        break;
      paint_label (self, right - width, y, width, WEFT_ALIGN_START, entries[i].name);
      right -= width + box + box / 2;
      weft_paint_list_fill (self->list, right, y + (line - box) / 2, box, box,
                            weft_style_color (self->style, entries[i].role));
      right -= 2 * box;
    }
  weft_paint_list_text (
    self->list, x, y, MAX (right - x, 0), line, WEFT_FONT_UI_SMALL, size, WEFT_ALIGN_START,
    WEFT_FIT_END, weft_style_color (self->style, WEFT_COLOR_TEXT), _ ("Roofline of layers"), -1);
}

/* How many dots of earlier layers are so near that their labels would hide this one's. */
static guint
count_close (const Roofline *self, guint layer, int x, int y)
{
  int line = weft_style_text_px (self->style, 14);
  guint n = 0;

  for (guint i = 0; i < layer; i++)
    {
      double intensity, rate;

      if (get_dot (self->stats, i, &intensity, &rate) && ABS (to_x (self, intensity) - x) < 4 * line
          && ABS (to_y (self, rate) - y) < line)
        n++;
    }
  return n;
}

static void
paint_dots (const Roofline *self)
{
  int size = weft_style_px (self->style, 8), line = weft_style_text_px (self->style, 16);
  int room = weft_style_text_px (self->style, 120);

  for (guint i = 0; i < self->stats->n_layers; i++)
    {
      const WeftNpuNameStats *layer = &self->stats->layers[i];
      WeftNpuBound bound = weft_npu_stats_bound (self->stats, &layer->sum);
      WeftColor color = weft_style_color (
        self->style, bound.memory > bound.compute ? WEFT_COLOR_DMA : WEFT_COLOR_TE);
      g_autofree char *name = NULL;
      double intensity, rate;
      int x, y;
      guint n_close;

      if (!get_dot (self->stats, i, &intensity, &rate))
        continue;
      name = weft_npu_format_name (self->stats->snapshot, layer->name);
      x = to_x (self, intensity);
      y = to_y (self, rate);
      weft_paint_list_fill (self->list, x - size / 2, y - size / 2, size, size, color);
      weft_paint_list_frame (self->list, x - size / 2, y - size / 2, size, size, 1,
                             weft_style_color (self->style, WEFT_COLOR_CANVAS));
      /* The first has its name at its right, the next one at its left. */
      n_close = count_close (self, i, x, y);
      if (n_close == 0)
        paint_label (self, x + size, y - line / 2, room, WEFT_ALIGN_START, name);
      else if (n_close == 1)
        paint_label (self, x - size - room, y - line / 2, room, WEFT_ALIGN_END, name);
    }
}

/* The plot within a box. FALSE: there is no roof. */
static gboolean
lay_out_roofline (Roofline *self, int x, int y, int width, int height)
{
  int left = weft_style_text_px (self->style, 72), line = weft_style_text_px (self->style, 16),
      right = weft_style_text_px (self->style, 26);

  self->x = x + left;
  self->y = y + 3 * line;
  self->width = MAX (width - left - right, 1);
  self->height = MAX (height - 6 * line, 1);
  if (isnan (self->stats->roof) || self->stats->bandwidth->peak == WEFT_NPU_NONE
      || self->stats->bandwidth->peak <= 0)
    return FALSE;
  find_limits (self);
  return TRUE;
}

void
weft_npu_roofline_paint (const WeftNpuStats *stats, const WeftStyle *style, WeftPaintList *list,
                         int x, int y, int width, int height)
{
  Roofline self = { .stats = stats, .style = style, .list = list };
  int line = weft_style_text_px (style, 16);

  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  if (!lay_out_roofline (&self, x, y, width, height))
    {
      paint_label (&self, x, y + height / 2, width, WEFT_ALIGN_CENTER,
                   _ ("A roofline needs the peak bandwidth, in “config_snapshot”, and events that "
                      "say their MACs"));
      return;
    }
  paint_head (&self, x + line / 2, y + line / 4);
  paint_axes (&self);
  paint_roofs (&self);
  paint_dots (&self);
}

/* The layer whose dot is nearest, and no farther than a line of text is high. */
static gboolean
find_dot (const Roofline *self, int x, int y, guint *layer)
{
  int reach = weft_style_text_px (self->style, 16);
  gint64 nearest = (gint64) reach * reach;
  gboolean found = FALSE;

  for (guint i = 0; i < self->stats->n_layers; i++)
    {
      double intensity, rate;
      gint64 dx, dy;

      if (!get_dot (self->stats, i, &intensity, &rate))
        continue;
      dx = to_x (self, intensity) - x;
      dy = to_y (self, rate) - y;
      if (dx * dx + dy * dy > nearest)
        continue;
      nearest = dx * dx + dy * dy;
      *layer = i;
      found = TRUE;
    }
  return found;
}

char *
weft_npu_roofline_describe (const WeftNpuStats *stats, const WeftStyle *style, int width,
                            int height, int x, int y)
{
  Roofline self = { .stats = stats, .style = style };
  g_autofree char *name = NULL;
  WeftNpuBound bound;
  double intensity, rate;
  guint layer;

  if (!lay_out_roofline (&self, 0, 0, width, height) || !find_dot (&self, x, y, &layer))
    return NULL;
  get_dot (stats, layer, &intensity, &rate);
  name = weft_npu_format_name (stats->snapshot, stats->layers[layer].name);
  bound = weft_npu_stats_bound (stats, &stats->layers[layer].sum);
  /* TRANSLATORS: a layer, and "bound by memory" */
  return g_strdup_printf (
    _ ("%s\nMACs per byte of DRAM: %.4g\nMACs per cycle: %.4g\n%s"), name, intensity, rate,
    bound.memory > bound.compute ? _ ("bound by memory") : _ ("bound by compute"));
}
