/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-heat.h"

#include "weft-stretch.h"

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

/* The columns of a track. */
static WeftStretch
begin_columns (const WeftTrackView *view, WeftPaintList *list)
{
  return (WeftStretch){
    .list = list, .style = view->style, .y = view->y + 1, .height = view->height - 2
  };
}

/* Few are seen as well as many: the ramp follows the square root. Nothing is no colour. */
static void
add_column (WeftStretch *stretch, int x, double share)
{
  if (share > 0)
    weft_stretch_add (stretch, x, weft_style_heat (stretch->style, sqrt (share)),
                      WEFT_COLOR_CANVAS);
}

static void
paint_heat_column (const WeftBusScene *scene, int x, const WeftBusColumn *column,
                   const WeftBusEndSum *from, const WeftBusEndSum *to, WeftStretch *stretch)
{
  double heat =
    weft_bus_get_heat (scene->options.heat, from, to, (double) (column->last - column->first));

  add_column (stretch, x, heat / scene->top_heat);
}

void
weft_bus_paint_region (const WeftBusScene *scene, guint region, WeftBusColumns *columns,
                       const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusEnds *ends = weft_bus_columns_sum_ends (columns, scene->options.shown);
  WeftStretch stretch = begin_columns (view, list);

  for (int x = 0; x < view->width; x++)
    {
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];

      paint_heat_column (scene, x, column, &ends[column->from].regions[region],
                         &ends[column->to].regions[region], &stretch);
    }
  weft_stretch_end (&stretch);
}

void
weft_bus_paint_page (const WeftBusScene *scene, const WeftBusPage *page, WeftBusColumns *columns,
                     const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusEndSum *sums = weft_bus_columns_sum_page (columns, page->sums);
  WeftStretch stretch = begin_columns (view, list);

  for (int x = 0; x < view->width; x++)
    {
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];

      paint_heat_column (scene, x, column, &sums[column->from], &sums[column->to], &stretch);
    }
  weft_stretch_end (&stretch);
}

/* --- retries ---------------------------------------------------------------------------------- */

void
weft_bus_sum_masters (const WeftBusEnds *ends, WeftBusEndSum *sum)
{
  *sum = (WeftBusEndSum){ 0 };
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    {
      sum->n_accesses += ends->masters[i].n_accesses;
      sum->wait += ends->masters[i].wait;
      sum->retries += ends->masters[i].retries;
    }
}

/* The share of attempts that were blocked. */
void
weft_bus_paint_retries (const WeftBusScene *scene, WeftBusColumns *columns,
                        const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusEnds *ends = weft_bus_columns_sum_ends (columns, scene->options.shown);
  WeftStretch stretch = begin_columns (view, list);

  for (int x = 0; x < view->width; x++)
    {
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];
      WeftBusEndSum from, to;
      double retries, attempts;

      weft_bus_sum_masters (&ends[column->from], &from);
      weft_bus_sum_masters (&ends[column->to], &to);
      retries = (double) (to.retries - from.retries);
      attempts = retries + (double) (to.n_accesses - from.n_accesses);
      add_column (&stretch, x, attempts > 0 ? retries / attempts : 0);
    }
  weft_stretch_end (&stretch);
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
weft_bus_paint_drift (const WeftBusScene *scene, WeftBusColumns *columns, const WeftTrackView *view,
                      WeftPaintList *list)
{
  const guint32 *ends = weft_bus_columns_count_ends (columns, scene->options.all);
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
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];
      guint32 from = MIN (ends[column->from], n_rows), to = MIN (ends[column->to], n_rows);

      if (to == 0 || (from == n_rows && column->first > scene->last_tick))
        continue;
      if (from < to)
        weft_bus_model_get_drift (model, from, to, &least, &greatest);
      else if (x == 0)
        weft_bus_model_get_drift (model, from - 1, from, &least, &greatest);
      area[2 * x] = get_y (scene, view, greatest) - 0.75f;
      area[2 * x + 1] = get_y (scene, view, least) + 0.75f;
    }
}
