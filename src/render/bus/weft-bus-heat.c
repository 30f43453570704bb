/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-heat.h"

#include <math.h>

/* --- regions ---------------------------------------------------------------------------------- */

double
weft_bus_get_heat (WeftBusHeat heat, const WeftBusEndSum *from, const WeftBusEndSum *to,
                   double ticks)
{
  guint64 amount = heat == WEFT_BUS_HEAT_COUNT  ? to->n_accesses - from->n_accesses
                   : heat == WEFT_BUS_HEAT_WAIT ? to->wait - from->wait
                                                : to->retries - from->retries;

  return (double) amount / ticks;
}

/* Columns of one colour, drawn as one. */
typedef struct
{
  WeftPaintList *list;
  int y;
  int height;
  int x;           /* where they begin */
  WeftColor color; /* WEFT_COLOR_NONE: nothing */
} Run;

static void
end_run (Run *run, int x)
{
  if (run->color != WEFT_COLOR_NONE)
    weft_paint_list_fill (run->list, run->x, run->y, x - run->x, run->height, run->color);
}

static void
add_column (Run *run, int x, WeftColor color)
{
  if (color == run->color)
    return;
  end_run (run, x);
  run->x = x;
  run->color = color;
}

/* Few are seen as well as many: the ramp follows the square root. */
static WeftColor
get_color (const WeftStyle *style, double share)
{
  return share > 0 ? weft_style_heat (style, sqrt (share)) : WEFT_COLOR_NONE;
}

void
weft_bus_paint_heat (const WeftBusScene *scene, const WeftBusIndex *index, guint region,
                     const WeftTrackView *view, WeftPaintList *list)
{
  Run run = { list, view->y + 1, view->height - 2, 0, WEFT_COLOR_NONE };
  WeftBusEndSum sums[2];
  gint64 at = G_MININT64;

  for (int x = 0; x < view->width; x++)
    {
      gint64 first, last;

      weft_track_view_column (view, x, &first, &last);
      if (first != at)
        weft_bus_index_sum_region (index, region, first, &sums[0]);
      weft_bus_index_sum_region (index, region, last, &sums[1]);
      add_column (&run, x,
                  get_color (view->style, weft_bus_get_heat (scene->options.heat, &sums[0],
                                                             &sums[1], (double) (last - first))
                                            / scene->top_heat));
      sums[0] = sums[1];
      at = last;
    }
  end_run (&run, view->width);
}

/* --- retries ---------------------------------------------------------------------------------- */

void
weft_bus_sum_ends (const WeftBusIndex *index, gint64 tick, WeftBusEndSum *sum)
{
  *sum = (WeftBusEndSum){ 0 };
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    {
      WeftBusEndSum master;

      weft_bus_index_sum_master (index, i, tick, &master);
      sum->n_accesses += master.n_accesses;
      sum->wait += master.wait;
      sum->retries += master.retries;
    }
}

/* The share of attempts that were blocked. */
void
weft_bus_paint_retries (const WeftBusScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  Run run = { list, view->y + 1, view->height - 2, 0, WEFT_COLOR_NONE };
  WeftBusEndSum sums[2];
  gint64 at = G_MININT64;

  for (int x = 0; x < view->width; x++)
    {
      gint64 first, last;
      double retries, attempts;

      weft_track_view_column (view, x, &first, &last);
      if (first != at)
        weft_bus_sum_ends (scene->options.shown, first, &sums[0]);
      weft_bus_sum_ends (scene->options.shown, last, &sums[1]);
      retries = (double) (sums[1].retries - sums[0].retries);
      attempts = retries + (double) (sums[1].n_accesses - sums[0].n_accesses);
      add_column (&run, x, get_color (view->style, attempts > 0 ? retries / attempts : 0));
      sums[0] = sums[1];
      at = last;
    }
  end_run (&run, view->width);
}

/* --- drift ------------------------------------------------------------------------------------ */

static float
get_y (const WeftBusScene *scene, const WeftTrackView *view, gint64 drift)
{
  double range = (double) scene->greatest_drift - (double) scene->least_drift;
  double share = range > 0 ? ((double) drift - (double) scene->least_drift) / range : 0.5;

  return (float) (view->y + view->height - 2 - share * (view->height - 4));
}

/* Between two ends the drift stays what it was. */
void
weft_bus_paint_drift (const WeftBusScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusModel *model = scene->options.model;
  int zero = (int) lrintf (get_y (scene, view, 0));
  float *area;
  guint32 n_rows = weft_bus_model_get_snapshot (model)->n_rows;
  gint64 least = 0, greatest = 0;

  weft_paint_list_fill (list, 0, zero, view->width, 1,
                        weft_style_color (view->style, WEFT_COLOR_GRID));
  area = weft_paint_list_area (list, 0, (size_t) view->width,
                               weft_style_color (view->style, WEFT_COLOR_ACCENT));
  for (int x = 0; area != NULL && x < view->width; x++)
    {
      gint64 first, last;
      guint32 from, to;

      weft_track_view_column (view, x, &first, &last);
      from = MIN (weft_bus_index_count_ends (scene->options.all, first), n_rows);
      to = MIN (weft_bus_index_count_ends (scene->options.all, last), n_rows);
      if (to == 0 || (from == n_rows && first > scene->last_tick))
        continue;
      if (from < to)
        weft_bus_model_get_drift (model, from, to, &least, &greatest);
      else if (x == 0)
        weft_bus_model_get_drift (model, from - 1, from, &least, &greatest);
      area[2 * x] = get_y (scene, view, greatest) - 0.75f;
      area[2 * x + 1] = get_y (scene, view, least) + 0.75f;
    }
}
