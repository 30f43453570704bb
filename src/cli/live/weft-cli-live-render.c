/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-live.h"

#include "weft-cli-picture.h"
#include "weft-live-scene.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

static const char *const views[] = { "live", NULL };
static const char *const titles[] = { N_ ("Tracks over time") };

static const GOptionEntry render_options[] = { WEFT_CLI_COLOR_QUERY_OPTION, WEFT_CLI_LIVE_OPTIONS,
                                               G_OPTION_ENTRY_NULL };

static int
save (WeftTrace *trace, WeftTrackScene *scene, const WeftCliRequest *request)
{
  WeftCliLiveSums sums = weft_cli_live_sum_up (WEFT_LIVE_TRACE (trace));
  g_autofree char *records = weft_number_count (sums.delivered);
  g_autofree char *lost = weft_number_count (sums.lost);
  g_autofree char *summary =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s record · lost on the way %s",
                                  "%s records · lost on the way %s", sums.delivered),
                     records, lost);
  WeftTrackFigure figure = { .title = weft_trace_get_title (trace),
                             .summary = summary,
                             .zero = sums.start,
                             .trace_first = sums.start,
                             .trace_last = MAX (sums.end, sums.start + 1) };
  g_auto (WeftCliPicture) picture;

  weft_cli_picture_init (&picture, request);
  weft_cli_picture_paint_tracks (&picture, scene, &figure);
  return weft_cli_picture_save (&picture);
}

static int
render (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftRowColors) colors = NULL;
  g_autoptr (WeftTrackScene) scene = NULL;

  if (!weft_cli_picture_find_colors (trace, &colors))
    return WEFT_CLI_USAGE;
  scene = weft_live_scene_new_with (WEFT_LIVE_TRACE (trace), NULL, NULL, colors);
  return save (trace, scene, request);
}

const WeftCliPainter weft_cli_live_painter = { &weft_cli_live, views, titles, render_options,
                                               render };
