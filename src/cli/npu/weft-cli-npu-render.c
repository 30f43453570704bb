/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-npu.h"

#include "weft-cli-options.h"
#include "weft-cli-picture.h"
#include "weft-npu-charts.h"
#include "weft-npu-index-builder.h"
#include "weft-npu-missing.h"
#include "weft-npu-roofline.h"
#include "weft-npu-scene.h"
#include "weft-npu-words.h"

#include <glib/gi18n-lib.h>

/* In the order of WeftCliNpuView. */
static const char *const views[] = { "gantt",  "bandwidth", "heatmap",  "utilization",
                                     "layers", "tokens",    "roofline", NULL };
static const char *const titles[] = { N_ ("What the engines did"),
                                      N_ ("Bandwidth of DRAM"),
                                      N_ ("Traffic of DRAM and the scratch pad"),
                                      N_ ("Utilization of the engines"),
                                      N_ ("Cycles of the layers"),
                                      N_ ("Latency of the tokens"),
                                      N_ ("Roofline of the layers") };

/* Words of the command line, in the order of WeftNpuScheme. */
static const char *const color_words[] = { "engine", "op", "layer", "qbits", NULL };

static struct
{
  gboolean logarithmic;
} given;

static const GOptionEntry render_options[] = { WEFT_CLI_COLOR_OPTION,
                                               WEFT_CLI_COLOR_QUERY_OPTION,
                                               { "log", 0, 0, G_OPTION_ARG_NONE, &given.logarithmic,
                                                 N_ ("NPU runs: a logarithmic axis of bandwidth"),
                                                 NULL },
                                               WEFT_CLI_NPU_CLOCK_OPTION,
                                               WEFT_CLI_INCLUSIVE_ENDS_OPTION,
                                               G_OPTION_ENTRY_NULL };

static WeftTrackScene *
make_scene (WeftNpuSnapshot *snapshot, const WeftBitset *rows, guint scheme, WeftRowColors *colors,
            guint view)
{
  static const guint with[] = {
    [WEFT_CLI_NPU_GANTT] = WEFT_NPU_WITH_LANES | WEFT_NPU_WITH_BANDWIDTH,
    [WEFT_CLI_NPU_BANDWIDTH] = WEFT_NPU_WITH_BANDWIDTH,
    [WEFT_CLI_NPU_HEATMAP] = WEFT_NPU_WITH_HEAT,
    [WEFT_CLI_NPU_UTILIZATION] = WEFT_NPU_WITH_UTILIZATION,
  };
  g_autoptr (WeftNpuIndex) shown =
    rows != NULL ? weft_npu_index_build (snapshot, rows) : weft_npu_index_ref (snapshot->index);
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);
  g_autoptr (WeftNpuPath) path = weft_npu_path_new (snapshot);
  g_autoptr (WeftNpuSeriesSet) series = weft_npu_series_set_new (snapshot);
  g_autoptr (WeftNpuBanks) banks = weft_npu_banks_new (snapshot);
  const WeftNpuSceneOptions options = { snapshot,   shown, bandwidth, scheme, given.logarithmic,
                                        with[view], path,  series,    banks,  TRUE,
                                        colors };

  return weft_npu_scene_new (&options);
}

static void
paint_tracks (WeftCliPicture *picture, WeftNpuSnapshot *snapshot, WeftTrackScene *scene,
              const WeftClock *clock)
{
  g_autofree char *summary = weft_cli_npu_summarize (
    snapshot->n_events, snapshot->last_cycle - snapshot->first_cycle, clock);
  WeftTrackFigure figure = { .title = weft_trace_get_title (WEFT_TRACE (snapshot->trace)),
                             .summary = summary,
                             .time_unit = _ ("cycles"),
                             .hertz = clock->hertz,
                             .fills = TRUE };

  weft_npu_scene_get_extent (snapshot, &figure.trace_first, &figure.trace_last);
  weft_cli_picture_paint_tracks (picture, scene, &figure);
}

/* Why a scene has no tracks of what was asked for: (transfer full) (nullable). */
static char *
explain_scene (WeftNpuSnapshot *snapshot, WeftTrackScene *scene, guint view)
{
  g_autoptr (WeftNpuBandwidth) bandwidth = NULL;

  if (view != WEFT_CLI_NPU_BANDWIDTH && scene->n_tracks > 0)
    return NULL;
  /* Such as words per cycle, whose size nobody says. */
  if (view == WEFT_CLI_NPU_BANDWIDTH
      && weft_track_scene_find (scene, WEFT_NPU_TRACK_SERIES) != NULL)
    return NULL;
  if (view != WEFT_CLI_NPU_BANDWIDTH && view != WEFT_CLI_NPU_HEATMAP)
    return weft_npu_explain_lanes (snapshot);
  bandwidth = weft_npu_bandwidth_new (snapshot);
  return weft_npu_explain_bandwidth (bandwidth);
}

static void
paint_missing (WeftCliPicture *picture, const char *text)
{
  weft_npu_paint_missing (text, picture->style, picture->list, 0, 0, picture->width,
                          picture->height);
}

static void
paint_scene (WeftCliPicture *picture, WeftNpuSnapshot *snapshot, WeftTrackScene *scene, guint view,
             const WeftClock *clock)
{
  g_autofree char *missing = explain_scene (snapshot, scene, view);

  if (missing != NULL)
    paint_missing (picture, missing);
  else
    paint_tracks (picture, snapshot, scene, clock);
}

static void
paint_chart (WeftCliPicture *picture, const WeftNpuStats *stats, guint view)
{
  g_autofree char *missing = view == WEFT_CLI_NPU_LAYERS   ? weft_npu_explain_layers (stats)
                             : view == WEFT_CLI_NPU_TOKENS ? weft_npu_explain_tokens (stats)
                                                           : NULL;
  g_auto (WeftNpuChart) chart = { .values = NULL };

  if (missing != NULL)
    {
      paint_missing (picture, missing);
      return;
    }
  if (view == WEFT_CLI_NPU_ROOFLINE)
    {
      weft_npu_roofline_paint (stats, picture->style, picture->list, 0, 0, picture->width,
                               picture->height);
      return;
    }
  if (view == WEFT_CLI_NPU_LAYERS)
    weft_npu_chart_layers (stats, picture->style, &chart);
  else
    weft_npu_chart_tokens (stats, "DECODE", picture->style, &chart);
  weft_chart_paint (&chart.chart, picture->style, picture->list, 0, 0, picture->width,
                    picture->height);
}

static int
render (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  g_auto (WeftCliPicture) picture = { NULL };
  g_autoptr (WeftBitset) rows = NULL;
  g_autofree char *missing =
    weft_npu_snapshot_is_summary (snapshot) ? weft_npu_describe_missing (snapshot) : NULL;
  g_autoptr (WeftRowColors) colors = NULL;
  guint scheme = WEFT_NPU_BY_ENGINE;
  WeftClock clock;

  if (!weft_cli_parse_word ("--color", weft_cli_picture_color, color_words, &scheme)
      || !weft_cli_npu_get_clock (&clock) || !weft_cli_npu_filter (request, snapshot, &rows)
      || !weft_cli_picture_find_colors (trace, &colors))
    return WEFT_CLI_USAGE;
  weft_cli_picture_init (&picture, request);
  if (missing != NULL)
    paint_missing (&picture, missing);
  else if (request->view < WEFT_CLI_NPU_LAYERS)
    {
      g_autoptr (WeftTrackScene) scene = make_scene (snapshot, rows, scheme, colors, request->view);

      paint_scene (&picture, snapshot, scene, request->view, &clock);
    }
  else
    {
      g_autoptr (WeftNpuStats) stats = weft_cli_npu_measure (trace, request);

      if (stats == NULL)
        return WEFT_CLI_UNUSABLE;
      paint_chart (&picture, stats, request->view);
    }
  return weft_cli_picture_save (&picture);
}

const WeftCliPainter weft_cli_npu_painter = { &weft_cli_npu, views, titles, render_options,
                                              render };
