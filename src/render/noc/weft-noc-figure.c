/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-figure.h"

#include "weft-axis.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static void
paint_text (const WeftStyle *style, WeftFontRole role, WeftColorRole color, int x, int y, int width,
            WeftTextAlign align, const char *text, WeftPaintList *list)
{
  weft_paint_list_text (list, x, y, width, weft_style_text_px (style, 18), role,
                        weft_style_font_size (style, role), align, WEFT_FIT_END,
                        weft_style_color (style, color), text, -1);
}

/* --- DRAM controllers --------------------------------------------------------------------------- */

static void
paint_controller (const WeftNocControllerStats *controller, const WeftStyle *style,
                  WeftNocFigureKind kind, gboolean peak, gint32 device, gboolean name_device, int x,
                  int y, int width, int height, WeftPaintList *list)
{
  double share = peak ? controller->peak[kind] : controller->mean[kind];
  int label = weft_style_text_px (style, name_device ? 52 : 28);
  int number = weft_style_text_px (style, 64), bar = MAX (width - label - number, 4);
  int filled = isnan (share) ? 0 : (int) lrint (bar * MIN (share, 1.0));
  int inset = MAX (height / 6, 1);
  char name[32], text[32];

  if (name_device)
    g_snprintf (name, sizeof name, "%d·c%u", device, controller->controller);
  else
    g_snprintf (name, sizeof name, "c%u", controller->controller);
  g_snprintf (text, sizeof text, "≈ %.1f %%", share * 100);
  paint_text (style, WEFT_FONT_UI_SMALL, WEFT_COLOR_TEXT, x, y, label, WEFT_ALIGN_START, name,
              list);
  weft_paint_list_fill (list, x + label, y + inset, bar, height - 2 * inset,
                        weft_style_color (style, WEFT_COLOR_ZEBRA));
  weft_paint_list_fill (list, x + label, y + inset, filled, height - 2 * inset,
                        weft_style_heat (style, share));
  if (share > 1)
    weft_paint_list_hatch (list, x + label, y + inset, filled, height - 2 * inset, WEFT_HATCH_UP,
                           CLAMP (weft_style_px (style, 5), 2, 64),
                           weft_style_color (style, WEFT_COLOR_OVER_HATCH));
  paint_text (style, WEFT_FONT_UI_SMALL, WEFT_COLOR_TEXT, x + label + bar, y, number,
              WEFT_ALIGN_END, isnan (share) ? "—" : text, list);
}

void
weft_noc_get_controller_box (const WeftStyle *style, guint row, int width, int box[4])
{
  int pad = weft_style_px (style, 8), height = weft_style_text_px (style, 18);

  box[0] = pad;
  box[1] = pad / 2 + (int) (row + 1) * (height + 2);
  box[2] = width - 2 * pad;
  box[3] = height;
}

gboolean
weft_noc_hit_controllers (const WeftNocStats *stats, const WeftStyle *style, double y, guint *row)
{
  int box[4];

  for (*row = 0; *row < stats->controllers->len; (*row)++)
    {
      weft_noc_get_controller_box (style, *row, 0, box);
      if (y >= box[1] && y < box[1] + box[3])
        return TRUE;
    }
  return FALSE;
}

void
weft_noc_paint_controllers (const WeftNocStats *stats, const WeftStyle *style,
                            WeftNocFigureKind kind, gboolean peak, int x, int y, int width,
                            int height, WeftPaintList *list)
{
  int pad = weft_style_px (style, 8), row = weft_style_text_px (style, 18);

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  paint_text (style, WEFT_FONT_UI_BOLD, WEFT_COLOR_TEXT, x + pad, y + pad / 2, width - 2 * pad,
              WEFT_ALIGN_START, peak ? _ ("DRAM controllers, peak") : _ ("DRAM controllers, mean"),
              list);
  if (stats->controllers->len == 0)
    paint_text (style, WEFT_FONT_UI_SMALL, WEFT_COLOR_TEXT_MUTED, x + pad, y + pad / 2 + row,
                width - 2 * pad, WEFT_ALIGN_START, _ ("No traffic with DRAM"), list);
  for (guint i = 0; i < stats->controllers->len; i++)
    {
      const WeftNocControllerStats *controller =
        &g_array_index (stats->controllers, WeftNocControllerStats, i);
      int box[4];

      weft_noc_get_controller_box (style, i, width, box);
      paint_controller (controller, style, kind, peak,
                        weft_noc_capture_get_device_id (stats->capture, controller->device),
                        weft_noc_capture_get_n_devices (stats->capture) > 1, x + box[0], y + box[1],
                        box[2], box[3], list);
    }
  weft_paint_list_pop_clip (list);
}

/* --- demand over time --------------------------------------------------------------------------- */

/* Adds the history of a total of all devices. */
static void
add_histories (WeftNocDemand *const *demands, guint total, WeftNocFigureKind kind, gint64 from,
               gint64 to, guint n, double *sum)
{
  g_autofree double *one = g_new (double, n);

  memset (sum, 0, n * sizeof *sum);
  for (guint device = 0; demands[device] != NULL; device++)
    {
      weft_noc_demand_get_history (demands[device], weft_noc_demand_total (demands[device], total),
                                   kind, from, to, n, one);
      for (guint i = 0; i < n; i++)
        sum[i] += one[i];
    }
}

/* Links of a network that some transfer takes, on all devices. */
static guint
count_links (WeftNocDemand *const *demands, guint noc)
{
  guint n = 0;

  for (guint device = 0; demands[device] != NULL; device++)
    {
      const WeftNocCapture *capture = weft_noc_demand_get_capture (demands[device]);

      for (guint place = 0; place < weft_noc_demand_get_n_used (demands[device]); place++)
        {
          WeftNocSeries info;

          weft_noc_capture_get_series (capture, weft_noc_demand_get_used (demands[device], place),
                                       &info);
          n += info.kind == WEFT_SERIES_LINK
               && weft_noc_link_get_noc (weft_noc_capture_get_topology (capture, NULL), info.index)
                    == noc;
        }
    }
  return n;
}

static void
paint_curve (const double *values, guint n, double scale, int x, int y, int height, WeftColor color,
             WeftPaintList *list)
{
  float *ranges = weft_paint_list_area (list, x, n, color);

  for (guint i = 0; ranges != NULL && i < n; i++)
    {
      double share = scale > 0 ? MIN (values[i] / scale, 1) : 0;

      if (share <= 0)
        continue;
      ranges[2 * i] = (float) (y + height - MAX (height * share, 1));
      ranges[2 * i + 1] = (float) (y + height);
    }
}

static double
get_largest (const double *values, guint n)
{
  double largest = 0;

  for (guint i = 0; i < n; i++)
    largest = MAX (largest, values[i]);
  return largest;
}

/* The demand on each network over [from, to), in a box, opaque: mean utilization of the links that
 * are used, and transfers under way. */
static void
paint_strip (WeftNocDemand *const *demands, const WeftStyle *style, WeftNocFigureKind kind,
             gint64 from, gint64 to, int x, int y, int width, int height, WeftPaintList *list)
{
  static const WeftColorRole colors[] = { WEFT_COLOR_READ, WEFT_COLOR_WRITE };
  double capacity =
    weft_noc_capture_get_topology (weft_noc_demand_get_capture (demands[0]), NULL)->link_rate;
  guint n = (guint) MAX (width, 1);
  g_autofree double *values = g_new (double, n);
  int band = height / 3;

  weft_paint_list_push_clip (list, x, y, width, height);
  weft_paint_list_fill (list, x, y, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  for (guint total = 0; total < WEFT_NOC_N_TOTALS; total++)
    {
      guint n_links = total < WEFT_NOC_N_NOCS ? count_links (demands, total) : 0;
      double scale = capacity * n_links, largest;
      g_autofree char *label = NULL;

      add_histories (demands, total, kind, from, to, n, values);
      largest = get_largest (values, n);
      if (total == WEFT_NOC_TOTAL_ACTIVE)
        label = g_strdup_printf (_ ("Transfers under way, at most ≈ %.0f"), ceil (largest));
      else if (n_links == 0)
        label = g_strdup_printf (_ ("NOC_%u: no traffic"), total);
      else
        label = g_strdup_printf (_ ("NOC_%u: ≈ %.1f %% of its %u links’ capacity at most"), total,
                                 100 * largest / scale, n_links);
      paint_curve (
        values, n, largest, x, y + (int) total * band + 2, band - 4,
        weft_color_with_alpha (
          weft_style_color (style, total < WEFT_NOC_N_NOCS ? colors[total] : WEFT_COLOR_HOST),
          0x90),
        list);
      weft_paint_list_fill (list, x, y + (int) (total + 1) * band - 1, width, 1,
                            weft_style_color (style, WEFT_COLOR_GRID));
      paint_text (style, WEFT_FONT_UI_SMALL, WEFT_COLOR_TEXT, x + weft_style_px (style, 4),
                  y + (int) total * band, width, WEFT_ALIGN_START, label, list);
    }
  weft_paint_list_pop_clip (list);
}

/* --- whole pictures ----------------------------------------------------------------------------- */

/* Paints canvas and title, and returns where the rest begins. */
static int
paint_title (const WeftNocFigurePicture *figure, WeftPaintList *list)
{
  const WeftStyle *style = figure->style;
  int pad = weft_style_px (style, 10), height = weft_style_text_px (style, 26);
  char from[WEFT_AXIS_LABEL_SIZE], to[WEFT_AXIS_LABEL_SIZE];
  g_autofree char *range = NULL;

  weft_axis_format_integer (figure->stats->range.from, from);
  weft_axis_format_integer (figure->stats->range.to, to);
  range = g_strdup_printf (_ ("Cycles %s to %s"), from, to);
  weft_paint_list_fill (list, 0, 0, figure->width, figure->height,
                        weft_style_color (style, WEFT_COLOR_CANVAS));
  weft_paint_list_fill (list, 0, 0, figure->width, height,
                        weft_style_color (style, WEFT_COLOR_PANE));
  paint_text (style, WEFT_FONT_UI_BOLD, WEFT_COLOR_TEXT, pad, pad / 2, figure->width * 2 / 3 - pad,
              WEFT_ALIGN_START, figure->title, list);
  paint_text (style, WEFT_FONT_UI, WEFT_COLOR_TEXT_MUTED, figure->width * 2 / 3, pad / 2,
              figure->width / 3 - pad, WEFT_ALIGN_END, range, list);
  return height;
}

void
weft_noc_figure_paint_mesh (const WeftNocFigurePicture *figure, WeftPaintList *list)
{
  const WeftStyle *style = figure->style;
  int top = paint_title (figure, list),
      legend = weft_noc_map_get_legend_height (figure->map, figure->width);
  int side = figure->stats->controllers->len > 0
               ? MIN (weft_style_text_px (style, 210), figure->width / 4)
               : 0;
  int strip =
    figure->demands != NULL ? MIN (weft_style_text_px (style, 90), figure->height / 5) : 0;
  int width = figure->width - side, height = MAX (figure->height - top - legend - strip, 1);
  WeftNocViewport viewport =
    weft_noc_layout_fit (weft_noc_map_get_layout (figure->map), 0, top, width, height);

  weft_noc_map_paint (figure->map, &viewport, 0, 0, top, width, height, list);
  if (side > 0)
    weft_noc_paint_controllers (figure->stats, style, WEFT_NOC_BARRIER_BOUNDED, TRUE, width, top,
                                side, height, list);
  if (strip > 0)
    paint_strip (figure->demands, style, WEFT_NOC_BARRIER_BOUNDED, figure->stats->range.from,
                 figure->stats->range.to, 0, top + height, figure->width, strip, list);
  weft_noc_map_paint_legend (figure->map, 0, figure->height - legend, figure->width, list);
}

void
weft_noc_figure_paint_matrices (const WeftNocFigurePicture *figure,
                                const WeftNocMatrix *const *matrices, const guint *devices,
                                guint n_matrices, WeftPaintList *list)
{
  guint columns = MAX ((guint) ceil (sqrt (n_matrices)), 1),
        rows = (n_matrices + columns - 1) / columns;
  int top = paint_title (figure, list), width = figure->width / (int) columns;
  int height = MAX (figure->height - top, 1) / (int) MAX (rows, 1);

  for (guint i = 0; i < n_matrices; i++)
    {
      int x = (int) (i % columns) * width, y = top + (int) (i / columns) * height;
      WeftNocGrid grid = weft_noc_grid_fit (matrices[i], figure->style, x, y, width, height);

      weft_noc_grid_paint (&(WeftNocGridScene){ matrices[i], figure->stats->capture, devices[i],
                                                figure->said, figure->style },
                           &grid, x, y, width, height, list);
    }
}
