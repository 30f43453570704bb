/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-timeline.h"

#include "weft-cli-options.h"
#include "weft-cli-picture.h"
#include "weft-timeline-icicle.h"
#include "weft-timeline-index-builder.h"
#include "weft-timeline-scene.h"

#include <glib/gi18n-lib.h>

/* The last is what the tracks were called when these traces were shown as NPU runs. */
static const char *const views[] = { "tracks", "flame", "gantt", NULL };
static const char *const titles[] = { N_ ("What threads and streams did"), N_ ("Flame graph"),
                                      NULL };

/* Words of the command line, in the order of WeftTimelineScheme. */
static const char *const color_words[] = { "name", "category", "track", NULL };

static struct
{
  gboolean flows;
} given;

static const GOptionEntry render_options[] = { WEFT_CLI_COLOR_OPTION,
                                               WEFT_CLI_COLOR_QUERY_OPTION,
                                               { "flows", 0, 0, G_OPTION_ARG_NONE, &given.flows,
                                                 N_ ("Timelines: arrows of flows between slices"),
                                                 NULL },
                                               G_OPTION_ENTRY_NULL };

static void
paint_tracks (WeftCliPicture *picture, WeftTimelineSnapshot *snapshot, const WeftBitset *rows,
              guint scheme, WeftRowColors *row_colors)
{
  g_autoptr (WeftTimelineIndex) shown = rows != NULL ? weft_timeline_index_build (snapshot, rows)
                                                     : weft_timeline_index_ref (snapshot->index);
  g_autoptr (WeftTimelineRoles) roles = weft_timeline_roles_new (snapshot, NULL);
  g_autoptr (WeftTimelineColors) colors = weft_timeline_colors_new (snapshot);
  g_autoptr (WeftTimelineOverview) overview = weft_timeline_overview_new (snapshot, roles);
  g_autoptr (WeftTimelineSeriesSet) series = weft_timeline_series_set_new (snapshot);
  const WeftTimelineSceneOptions options = { snapshot,    shown,  roles,     colors,
                                             overview,    series, scheme,    WEFT_NO_NAME,
                                             given.flows, TRUE,   row_colors };
  g_autoptr (WeftTrackScene) scene = weft_timeline_scene_new (&options);
  g_autofree char *summary = NULL;
  guint64 n_slices = 0;
  WeftTrackFigure figure = { .title = weft_trace_get_title (WEFT_TRACE (snapshot->trace)),
                             .zero = snapshot->first_time };

  for (guint i = 0; i < shown->n_tracks; i++)
    n_slices += shown->tracks[i].n_rows;
  figure.summary = summary =
    weft_cli_timeline_summarize (n_slices, snapshot->last_time - snapshot->first_time);
  weft_timeline_scene_get_extent (snapshot, &figure.trace_first, &figure.trace_last);
  weft_cli_picture_paint_tracks (picture, scene, &figure);
}

static void
paint_flame (WeftCliPicture *picture, WeftTimelineSnapshot *snapshot,
             const WeftTimelineFlame *flame)
{
  g_autoptr (WeftTimelineColors) colors = weft_timeline_colors_new (snapshot);
  g_autofree char *summary = NULL;
  const WeftTimelineIcicle icicle = { flame,          colors,
                                      picture->style, WEFT_TIMELINE_NO_NODE,
                                      WEFT_NO_NAME,   WEFT_TIMELINE_NO_NODE };
  guint64 n_slices = 0;

  for (guint32 i = 0; i < flame->n_nodes; i++)
    n_slices += flame->nodes[i].count;
  summary = weft_cli_timeline_summarize (n_slices, flame->total);
  weft_timeline_icicle_paint_figure (&icicle, weft_trace_get_title (WEFT_TRACE (snapshot->trace)),
                                     summary, picture->list, picture->width, picture->height);
}

static int
render (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTimelineSnapshot) snapshot =
    weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));
  g_auto (WeftCliPicture) picture = { NULL };
  g_autoptr (WeftBitset) rows = NULL;
  g_autoptr (WeftRowColors) row_colors = NULL;
  guint scheme = WEFT_TIMELINE_BY_NAME;

  if (!weft_cli_parse_word ("--color", weft_cli_picture_color, color_words, &scheme)
      || !weft_cli_timeline_filter (request, snapshot, &rows)
      || !weft_cli_picture_find_colors (trace, &row_colors))
    return WEFT_CLI_USAGE;
  weft_cli_picture_init (&picture, request);
  if (request->view == WEFT_CLI_TIMELINE_FLAME)
    {
      g_autoptr (WeftTimelineFlame) flame = weft_cli_timeline_make_flame (trace, request);

      if (flame == NULL)
        return WEFT_CLI_UNUSABLE;
      paint_flame (&picture, snapshot, flame);
    }
  else
    paint_tracks (&picture, snapshot, rows, scheme, row_colors);
  return weft_cli_picture_save (&picture);
}

const WeftCliPainter weft_cli_timeline_painter = { &weft_cli_timeline, views, titles,
                                                   render_options, render };
