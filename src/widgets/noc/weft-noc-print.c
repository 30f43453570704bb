/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-print.h"

#include "weft-noc-figure.h"

typedef struct
{
  WeftNocResult *result;
  WeftNocManner manner;
  gboolean whole; /* of all of the time, rather than of the brushed interval */
} Print;

static void
print_free (gpointer data)
{
  Print *print = data;

  g_object_unref (print->result);
  g_free (print);
}

static void
print_paint (gpointer data, WeftStyle *style, int width, int height,
             const WeftPrintLane *lane G_GNUC_UNUSED, WeftPaintList *list)
{
  const Print *print = data;
  WeftNocResult *result = print->result;
  g_autoptr (WeftNocStats) all =
    print->whole ? weft_noc_stats_new (result->demands, NULL, result->records, NULL, NULL) : NULL;
  g_autoptr (GArray) all_flows =
    weft_noc_flows_sum (result->capture, &WEFT_CYCLE_RANGE_ALL, result->records);
  WeftNocMapOptions options = { .stats = all != NULL ? all : result->stats,
                                .comparison = all == NULL ? result->comparison : NULL,
                                .style = style,
                                .figure = print->manner.figure,
                                .peak = print->manner.peak,
                                .nocs = print->manner.nocs,
                                .fabric = print->manner.fabric,
                                .logical = print->manner.logical,
                                .said = result->said,
                                .flows = all == NULL ? result->flows : all_flows,
                                .max_flows = print->manner.max_flows };
  g_autoptr (WeftNocMap) map = weft_noc_map_new (&options);
  WeftNocFigurePicture figure = { .title =
                                    weft_trace_get_title (WEFT_TRACE (result->question.trace)),
                                  .map = map,
                                  .stats = options.stats,
                                  .demands = result->demands,
                                  .style = style,
                                  .width = width,
                                  .height = height };

  weft_noc_figure_paint_mesh (&figure, list);
}

static void
print_nothing (gpointer data G_GNUC_UNUSED, WeftStyle *style, int width, int height,
               const WeftPrintLane *lane G_GNUC_UNUSED, WeftPaintList *list)
{
  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
}

WeftPrint
weft_noc_print_new (WeftNocResult *result, const WeftNocManner *manner, gboolean whole)
{
  Print *print;

  if (result == NULL)
    return (WeftPrint){ print_nothing, NULL, NULL, g_free };
  print = g_new (Print, 1);
  *print = (Print){ g_object_ref (result), *manner, whole };
  return (WeftPrint){ print_paint, NULL, print, print_free };
}
