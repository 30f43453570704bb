/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-graphs.h"

#include "weft-npu-lanes.h"
#include "weft-npu-phases.h"
#include "weft-stretch.h"

#include <math.h>

/* Tokens whose boundaries are drawn are so wide, logical pixels. */
#define TOKEN_WIDTH 8

/* The least that a logarithmic axis shows, by its top. */
#define LOG_FLOOR 1e-3

static void
get_flow (const WeftNpuBandwidth *bandwidth, gint64 first, gint64 last, double *top,
          WeftNpuFlow *flow)
{
  guint32 from = weft_npu_bandwidth_find (bandwidth, first);
  guint32 to = weft_npu_bandwidth_find_start (bandwidth, last);
  WeftNpuWindow sum;

  *flow = (WeftNpuFlow){ 0 };
  if (to <= from)
    return;
  weft_npu_bandwidth_sum (bandwidth, from, to, &sum, top);
  flow->n_windows = to - from;
  flow->read = (double) sum.read / (double) sum.length;
  flow->write = (double) sum.write / (double) sum.length;
  flow->kv = (double) sum.kv / (double) sum.length;
}

void
weft_npu_get_flow (const WeftNpuBandwidth *bandwidth, gint64 first, gint64 last, WeftNpuFlow *flow)
{
  double top = 0;

  get_flow (bandwidth, first, last, &top, flow);
  flow->top = top;
}

double
weft_npu_get_bottom (const WeftNpuScene *scene)
{
  return scene->options.logarithmic ? scene->top * LOG_FLOOR : 0;
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
paint_limit (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list, double rate,
             WeftColorRole role)
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
  gboolean high = peak != WEFT_NPU_NONE && flow->top > WEFT_NPU_HIGH_BANDWIDTH * (double) peak;

  if (top > both)
    weft_paint_list_fill (list, x, bottom - top, 1, top - both,
                          weft_style_color (style, WEFT_COLOR_GRID));
  weft_paint_list_fill (list, x, bottom - read, 1, read, weft_style_color (style, WEFT_COLOR_READ));
  weft_paint_list_fill (list, x, bottom - both, 1, both - read,
                        weft_style_color (style, WEFT_COLOR_WRITE));
  if (high)
    weft_paint_list_fill (list, x, view->y + 1, 1, weft_style_px (style, 3),
                          weft_style_color (style, WEFT_COLOR_WARNING));
}

/* A line from top to foot, `dash` pixels long with gaps as long; 0: solid. */
static void
paint_boundary (const WeftTrackView *view, WeftPaintList *list, gint64 cycle, int width, int dash)
{
  WeftColor color = weft_style_color (view->style, WEFT_COLOR_TEXT);
  int x = weft_track_view_x (view, cycle);

  if (dash == 0)
    weft_paint_list_fill (list, x, view->y, width, view->height, color);
  for (int y = 0; dash > 0 && y < view->height; y += 2 * dash)
    weft_paint_list_fill (list, x, view->y + y, width, MIN (dash, view->height - y), color);
}

/* Where phases begin, and, dashed, tokens that are wide enough for their lines to stay apart. */
static void
paint_boundaries (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftNpuTrack *tokens = &scene->options.shown->tokens;
  int least = weft_style_px (view->style, TOKEN_WIDTH), line = weft_style_px (view->style, 1);
  gint64 first;

  for (guint sub = 0; sub < tokens->n_subs; sub++)
    {
      guint32 place = weft_npu_track_find (tokens, sub, view->first);

      while (place < tokens->subs[sub + 1])
        {
          gint64 start = weft_npu_track_start (tokens, sub, place);
          int x0 = weft_track_view_x (view, start),
              x1 = weft_track_view_x (view, weft_npu_track_end (tokens, sub, place));

          if (start >= view->last)
            break;
          if (x1 - x0 >= least)
            paint_boundary (view, list, start, line, weft_style_px (view->style, 3));
          place = MAX (place + 1,
                       weft_npu_track_find (tokens, sub, weft_track_view_tick (view, MAX (x1, 0))));
        }
    }
  /* A line that begins before the list reaches into it. */
  first = weft_track_view_tick (view, -2 * line);
  for (guint i = 0; i < scene->phases->len; i++)
    {
      const WeftNpuPhase *phase = &g_array_index (scene->phases, WeftNpuPhase, i);

      if (phase->start >= first && phase->start < view->last)
        paint_boundary (view, list, phase->start, 2 * line, 0);
    }
}

void
weft_npu_paint_bandwidth (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  gint64 peak = scene->options.bandwidth->peak;
  gint64 edge = weft_track_view_tick (view, 0);

  for (int x = 0; x < view->width; x++)
    {
      WeftNpuFlow flow;
      gint64 first, last;

      weft_stretch_next_column (view, x, &edge, &first, &last);
      weft_npu_get_flow (scene->options.bandwidth, first, last, &flow);
      if (flow.n_windows > 0)
        paint_flow (scene, view, list, x, &flow);
    }
  paint_boundaries (scene, view, list);
  if (peak == WEFT_NPU_NONE)
    return;
  paint_limit (scene, view, list, (double) peak, WEFT_COLOR_TEXT_MUTED);
  paint_limit (scene, view, list, WEFT_NPU_HIGH_BANDWIDTH * (double) peak, WEFT_COLOR_WARNING);
}

void
weft_npu_paint_kv (const WeftNpuScene *scene, const WeftTrackView *view, WeftPaintList *list)
{
  WeftColor color = weft_style_category (view->style, 3);
  gint64 edge = weft_track_view_tick (view, 0);

  for (int x = 0; x < view->width; x++)
    {
      WeftNpuFlow flow;
      gint64 first, last;
      int height;

      weft_stretch_next_column (view, x, &edge, &first, &last);
      get_flow (scene->options.bandwidth, first, last, NULL, &flow);
      height = get_height (scene, view, flow.kv);
      weft_paint_list_fill (list, x, view->y + view->height - 1 - height, 1, height, color);
    }
}

/* --- heat ----------------------------------------------------------------------------------------------- */

static WeftStretch
begin_stretch (const WeftTrackView *view, WeftPaintList *list)
{
  return (WeftStretch){ list, view->style, view->y + 1, view->height - 2 };
}

void
weft_npu_paint_heat (const WeftNpuScene *scene, gboolean is_write, const WeftTrackView *view,
                     WeftPaintList *list)
{
  WeftStretch stretch = begin_stretch (view, list);
  gint64 peak = scene->options.bandwidth->peak;
  double limit = peak != WEFT_NPU_NONE && peak > 0 ? (double) peak : scene->top;
  gint64 edge = weft_track_view_tick (view, 0);

  for (int x = 0; x < view->width; x++)
    {
      WeftNpuFlow flow;
      gint64 first, last;
      double share;

      weft_stretch_next_column (view, x, &edge, &first, &last);
      get_flow (scene->options.bandwidth, first, last, NULL, &flow);
      share = (is_write ? flow.write : flow.read) / limit;
      if (scene->options.logarithmic)
        share = share > LOG_FLOOR ? 1 - log (share) / log (LOG_FLOOR) : 0;
      if (flow.n_windows > 0)
        weft_stretch_add (&stretch, x, weft_style_heat (view->style, round (share * 64) / 64),
                          share > 1 ? WEFT_COLOR_OVER_HATCH : WEFT_COLOR_CANVAS);
    }
  weft_stretch_end (&stretch);
}

/* The most that any bank moves is the ramp's end. */
void
weft_npu_paint_bank (const WeftNpuScene *scene, guint place, const WeftTrackView *view,
                     WeftPaintList *list)
{
  const WeftNpuBanks *banks = scene->options.banks;
  WeftStretch stretch = begin_stretch (view, list);
  gint64 edge = weft_track_view_tick (view, 0);

  for (int x = 0; x < view->width; x++)
    {
      gint64 first, last;
      double rate;

      weft_stretch_next_column (view, x, &edge, &first, &last);
      rate = first < scene->options.snapshot->last_cycle
               ? weft_npu_banks_measure (banks, place, first, last)
               : (double) NAN;
      if (!isnan (rate))
        weft_stretch_add (&stretch, x,
                          weft_style_heat (view->style, round (rate / banks->top * 64) / 64),
                          WEFT_COLOR_CANVAS);
    }
  weft_stretch_end (&stretch);
}

/* --- utilization ---------------------------------------------------------------------------------------- */

/* How much of the spans lies before the end of the column that was looked at last. */
typedef struct
{
  const WeftSpans *spans;
  gint64 last;
  gint64 before;
} Counter;

/* Ticks of a column [first, last) that lie in the spans. */
static gint64
count_column (Counter *self, gint64 first, gint64 last)
{
  gint64 from = first == self->last ? self->before : weft_spans_count_before (self->spans, first);

  self->last = last;
  self->before = weft_spans_count_before (self->spans, last);
  return self->before - from;
}

/* Neighbouring columns whose bars are the same. */
typedef struct
{
  const WeftTrackView *view;
  WeftPaintList *list;
  WeftColor busy_color;
  int begin;
  int end;
  int busy; /* heights from the foot */
  int either;
} Bars;

/* From the foot up: busy, stalled and not busy, idle. */
static void
end_bars (Bars *self)
{
  const WeftTrackView *view = self->view;
  int width = self->end - self->begin, bottom = view->y + view->height - 1;

  if (width == 0)
    return;
  weft_paint_list_fill (self->list, self->begin, view->y + 1, width,
                        view->height - 2 - self->either,
                        weft_style_color (view->style, WEFT_COLOR_IDLE));
  weft_paint_list_fill (self->list, self->begin, bottom - self->either, width,
                        self->either - self->busy,
                        weft_style_color (view->style, WEFT_COLOR_WARNING));
  weft_paint_list_fill (self->list, self->begin, bottom - self->busy, width, self->busy,
                        self->busy_color);
}

static void
add_bar (Bars *self, int x, int busy, int either)
{
  if (x != self->end || busy != self->busy || either != self->either)
    {
      end_bars (self);
      self->begin = x;
      self->busy = busy;
      self->either = either;
    }
  self->end = x + 1;
}

void
weft_npu_paint_utilization (const WeftNpuScene *scene, guint lane, const WeftTrackView *view,
                            WeftPaintList *list)
{
  const WeftNpuLaneIndex *index = &scene->options.shown->lanes[lane];
  const WeftNpuSnapshot *snapshot = scene->options.snapshot;
  WeftNpuLaneKind kind =
    (WeftNpuLaneKind) weft_table_get_u8 (&snapshot->trace->lanes, NPU_LANE_KIND, lane);
  Bars bars = { view, list, weft_npu_kind_color (view->style, kind) };
  Counter busy_counter = { &index->busy, G_MININT64, 0 };
  Counter either_counter = { &index->either, G_MININT64, 0 };
  int room = view->height - 2;
  gint64 edge = weft_track_view_tick (view, 0);

  for (int x = 0; x < view->width; x++)
    {
      gint64 first, last, busy, either;
      double cycles;

      weft_stretch_next_column (view, x, &edge, &first, &last);
      if (last <= snapshot->first_cycle || first >= snapshot->last_cycle)
        continue;
      cycles = (double) (last - first);
      busy = count_column (&busy_counter, first, last);
      either = index->stalled.n > 0 ? count_column (&either_counter, first, last) : busy;
      add_bar (&bars, x, (int) lrint ((double) busy / cycles * room),
               (int) lrint ((double) either / cycles * room));
    }
  end_bars (&bars);
}
