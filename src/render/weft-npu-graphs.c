/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-scene-private.h"

#include <math.h>

#define HATCH_PERIOD 5

/* The least that a logarithmic axis shows, by its top. */
#define LOG_FLOOR 1e-3

void
weft_npu_get_flow (const WeftNpuBandwidth *bandwidth, gint64 first, gint64 last,
                   WeftNpuFlow *flow)
{
  guint32 from = weft_npu_bandwidth_find (bandwidth, first);
  guint32 to = weft_npu_bandwidth_find_start (bandwidth, last);
  WeftNpuWindow sum;

  *flow = (WeftNpuFlow) { 0 };
  if (to <= from)
    return;
  weft_npu_bandwidth_sum (bandwidth, from, to, &sum, &flow->top);
  flow->n_windows = to - from;
  flow->read = (double) sum.read / (double) sum.length;
  flow->write = (double) sum.write / (double) sum.length;
  flow->kv = (double) sum.kv / (double) sum.length;
}

/* The height of a rate, of the track's. */
static int
get_height (const WeftNpuScene *scene, const WeftTrackView *view, double rate)
{
  double share = rate / scene->top;

  if (scene->options.logarithmic)
    share = share > LOG_FLOOR ? 1 - log (share) / log (LOG_FLOOR) : 0;
  return (int) lrint (CLAMP (share, 0, 1) * (view->height - 2));
}

/* --- bandwidth ------------------------------------------------------------------------------------------ */

static void
paint_limit (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list,
             double rate, WeftColorRole role)
{
  int y = view->y + view->height - 1 - get_height (scene, view, rate);
  int dash = weft_style_px (view->style, 6);
  gint64 offset = view->x % (2 * dash);

  for (gint64 x = -offset; x < view->width; x += 2 * dash)
    weft_paint_list_fill (list, (int) x, y, dash, weft_style_px (view->style, 1),
                          weft_style_color (view->style, role));
}

static void
paint_flow (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list, int x,
            const WeftNpuFlow *flow)
{
  const WeftStyle *style = view->style;
  gint64 peak = scene->options.bandwidth->peak;
  int bottom = view->y + view->height - 1;
  int read = get_height (scene, view, flow->read),
      both = get_height (scene, view, flow->read + flow->write),
      top = get_height (scene, view, flow->top);
  gboolean high =
    peak != WEFT_NPU_NONE && flow->top > WEFT_NPU_HIGH_BANDWIDTH * (double) peak;

  if (top > both)
    weft_paint_list_fill (list, x, bottom - top, 1, top - both,
                          weft_style_color (style, WEFT_COLOR_GRID));
  weft_paint_list_fill (list, x, bottom - read, 1, read,
                        weft_style_color (style, WEFT_COLOR_READ));
  weft_paint_list_fill (list, x, bottom - both, 1, both - read,
                        weft_style_color (style, WEFT_COLOR_WRITE));
  if (high)
    weft_paint_list_fill (list, x, view->y + 1, 1, weft_style_px (style, 3),
                          weft_style_color (style, WEFT_COLOR_WARNING));
}

void
weft_npu_paint_bandwidth (const WeftNpuScene *scene, const WeftTrackView *view,
                          WeftPaintList *list)
{
  gint64 peak = scene->options.bandwidth->peak;

  for (int x = 0; x < view->width; x++)
    {
      WeftNpuFlow flow;
      gint64 first, last;

      weft_npu_column_ticks (view, x, &first, &last);
      weft_npu_get_flow (scene->options.bandwidth, first, last, &flow);
      if (flow.n_windows > 0)
        paint_flow (scene, view, list, x, &flow);
    }
  if (peak == WEFT_NPU_NONE)
    return;
  paint_limit (scene, view, list, (double) peak, WEFT_COLOR_TEXT_MUTED);
  paint_limit (scene, view, list, WEFT_NPU_HIGH_BANDWIDTH * (double) peak, WEFT_COLOR_WARNING);
}

void
weft_npu_paint_kv (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  WeftColor color = weft_style_category (view->style, 3);

  for (int x = 0; x < view->width; x++)
    {
      WeftNpuFlow flow;
      gint64 first, last;
      int height;

      weft_npu_column_ticks (view, x, &first, &last);
      weft_npu_get_flow (scene->options.bandwidth, first, last, &flow);
      height = get_height (scene, view, flow.kv);
      weft_paint_list_fill (list, x, view->y + view->height - 1 - height, 1, height, color);
    }
}

/* --- heat ----------------------------------------------------------------------------------------------- */

/* Columns of one colour are painted at once. */
typedef struct
{
  WeftPaintList *list;
  const WeftTrackView *view;
  int begin;
  WeftColor color;
  gboolean is_over;
} Run;

static void
end_run (Run *run, int x)
{
  const WeftTrackView *view = run->view;

  if (run->color != WEFT_COLOR_NONE && x > run->begin)
    weft_paint_list_fill (run->list, run->begin, view->y + 1, x - run->begin, view->height - 2,
                          run->color);
  if (run->is_over && x > run->begin)
    weft_paint_list_hatch (run->list, run->begin, view->y + 1, x - run->begin, view->height - 2,
                           WEFT_HATCH_DOWN, weft_style_px (view->style, HATCH_PERIOD),
                           weft_style_color (view->style, WEFT_COLOR_OVER_HATCH));
}

static void
add_column (Run *run, int x, WeftColor color, gboolean is_over)
{
  if (color == run->color && is_over == run->is_over)
    return;
  end_run (run, x);
  run->begin = x;
  run->color = color;
  run->is_over = is_over;
}

void
weft_npu_paint_heat (const WeftNpuScene *scene, gboolean is_write, const WeftTrackView *view,
                     WeftPaintList *list)
{
  Run run = { list, view, 0, WEFT_COLOR_NONE, FALSE };
  gint64 peak = scene->options.bandwidth->peak;
  double limit = peak != WEFT_NPU_NONE && peak > 0 ? (double) peak : scene->top;

  for (int x = 0; x < view->width; x++)
    {
      WeftNpuFlow flow;
      gint64 first, last;
      double share;

      weft_npu_column_ticks (view, x, &first, &last);
      weft_npu_get_flow (scene->options.bandwidth, first, last, &flow);
      share = (is_write ? flow.write : flow.read) / limit;
      if (scene->options.logarithmic)
        share = share > LOG_FLOOR ? 1 - log (share) / log (LOG_FLOOR) : 0;
      if (flow.n_windows == 0)
        add_column (&run, x, WEFT_COLOR_NONE, FALSE);
      else
        add_column (&run, x, weft_style_heat (view->style, round (share * 64) / 64), share > 1);
    }
  end_run (&run, view->width);
}

/* The most that any bank moves is the ramp's end. */
void
weft_npu_paint_bank (const WeftNpuScene *scene, guint place, const WeftTrackView *view,
                     WeftPaintList *list)
{
  const WeftNpuBanks *banks = scene->options.banks;
  Run run = { list, view, 0, WEFT_COLOR_NONE, FALSE };

  for (int x = 0; x < view->width; x++)
    {
      gint64 first, last;
      double rate;

      weft_npu_column_ticks (view, x, &first, &last);
      rate = first < scene->options.snapshot->last_cycle
               ? weft_npu_banks_measure (banks, place, first, last)
               : (double) NAN;
      add_column (&run, x,
                  isnan (rate) ? WEFT_COLOR_NONE
                               : weft_style_heat (view->style, round (rate / banks->top * 64) / 64),
                  FALSE);
    }
  end_run (&run, view->width);
}

/* --- utilization ---------------------------------------------------------------------------------------- */

/* From the foot up: busy, stalled and not busy, idle. */
void
weft_npu_paint_utilization (const WeftNpuScene *scene, guint lane, const WeftTrackView *view,
                            WeftPaintList *list)
{
  const WeftNpuLaneIndex *index = &scene->options.shown->lanes[lane];
  const WeftNpuTrace *trace = scene->options.snapshot->trace;
  WeftColor busy_color = weft_npu_kind_color (
    view->style, (WeftNpuLaneKind) *weft_table_u8 (&trace->lanes, NPU_LANE_KIND, lane));
  WeftColor stall_color = weft_style_color (view->style, WEFT_COLOR_WARNING);
  WeftColor idle_color = weft_style_color (view->style, WEFT_COLOR_IDLE);
  int room = view->height - 2, bottom = view->y + view->height - 1;
  guint32 busy_hint = 0, either_hint = 0;

  for (int x = 0; x < view->width; x++)
    {
      gint64 first, last, busy, either;
      int busy_height, either_height;
      double cycles;

      weft_npu_column_ticks (view, x, &first, &last);
      if (last <= scene->options.snapshot->first_cycle
          || first >= scene->options.snapshot->last_cycle)
        continue;
      cycles = (double) (last - first);
      busy = -weft_npu_union_count_before (&index->busy, first, &busy_hint);
      busy += weft_npu_union_count_before (&index->busy, last, &busy_hint);
      either = -weft_npu_union_count_before (&index->either, first, &either_hint);
      either += weft_npu_union_count_before (&index->either, last, &either_hint);
      busy_height = (int) lrint ((double) busy / cycles * room);
      either_height = (int) lrint ((double) either / cycles * room);
      weft_paint_list_fill (list, x, bottom - room, 1, room - either_height, idle_color);
      weft_paint_list_fill (list, x, bottom - either_height, 1, either_height - busy_height,
                            stall_color);
      weft_paint_list_fill (list, x, bottom - busy_height, 1, busy_height, busy_color);
    }
}
