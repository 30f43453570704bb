/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-live.h"

#include "weft-cli-picture.h"
#include "weft-live-scene.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>

static const char *const views[] = { "live", NULL };
static const char *const titles[] = { N_ ("Tracks over time") };

static int
render (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftTrackScene) scene = weft_live_scene_new (WEFT_LIVE_TRACE (trace));
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

const WeftCliPainter weft_cli_live_painter = { &weft_cli_live, views, titles, weft_cli_live_options,
                                               render };
