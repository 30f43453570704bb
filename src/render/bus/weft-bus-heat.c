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

static void
paint_heat_column (const WeftBusScene *scene, const WeftTrackView *view, int x,
                   const WeftBusColumn *column, const WeftBusEndSum *from, const WeftBusEndSum *to,
                   Run *run)
{
  double heat =
    weft_bus_get_heat (scene->options.heat, from, to, (double) (column->last - column->first));

  add_column (run, x, get_color (view->style, heat / scene->top_heat));
}

void
weft_bus_paint_region (const WeftBusScene *scene, guint region, WeftBusColumns *columns,
                       const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusEnds *ends = weft_bus_columns_sum_ends (columns, scene->options.shown);
  Run run = { list, view->y + 1, view->height - 2, 0, WEFT_COLOR_NONE };

  for (int x = 0; x < view->width; x++)
    {
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];

      paint_heat_column (scene, view, x, column, &ends[column->from].regions[region],
                         &ends[column->to].regions[region], &run);
    }
  end_run (&run, view->width);
}

void
weft_bus_paint_page (const WeftBusScene *scene, const WeftBusPage *page, WeftBusColumns *columns,
                     const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusEndSum *sums =
    weft_bus_columns_sum_region (columns, page->index, scene->options.pages->region);
  Run run = { list, view->y + 1, view->height - 2, 0, WEFT_COLOR_NONE };

  for (int x = 0; x < view->width; x++)
    {
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];

      paint_heat_column (scene, view, x, column, &sums[column->from], &sums[column->to], &run);
    }
  end_run (&run, view->width);
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
  Run run = { list, view->y + 1, view->height - 2, 0, WEFT_COLOR_NONE };

  for (int x = 0; x < view->width; x++)
    {
      const WeftBusColumn *column = &weft_bus_columns_get (columns)[x];
      WeftBusEndSum from, to;
      double retries, attempts;

      weft_bus_sum_masters (&ends[column->from], &from);
      weft_bus_sum_masters (&ends[column->to], &to);
      retries = (double) (to.retries - from.retries);
      attempts = retries + (double) (to.n_accesses - from.n_accesses);
      add_column (&run, x, get_color (view->style, attempts > 0 ? retries / attempts : 0));
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
weft_bus_paint_drift (const WeftBusScene *scene, WeftBusColumns *columns, const WeftTrackView *view,
                      WeftPaintList *list)
{
  const WeftBusEnds *ends = weft_bus_columns_sum_ends (columns, scene->options.all);
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
      guint32 from = (guint32) MIN (ends[column->from].n_rows, n_rows),
              to = (guint32) MIN (ends[column->to].n_rows, n_rows);

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
