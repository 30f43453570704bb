/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"

#include "weft-bus-scene.h"
#include "weft-bus-words.h"
#include "weft-cli-options.h"
#include "weft-cli-picture.h"

#include <glib/gi18n-lib.h>

enum
{
  VIEW_BUS,
  VIEW_REGIONS,
};

static const char *const views[] = { "bus", "regions", NULL };
static const char *const titles[] = { N_ ("Tracks over time"), N_ ("Regions") };

static const char *const heat_words[] = { "count", "wait", "retries", NULL };

static struct
{
  gboolean model;
  char *heat;
  char *pages;
} given;

static const GOptionEntry render_options[] = {
  WEFT_CLI_COLOR_QUERY_OPTION,
  { "model", 0, 0, G_OPTION_ARG_NONE, &given.model,
    N_ ("Bus traces: compare with the model of the arbiter"), NULL },
  { "heat", 0, 0, G_OPTION_ARG_STRING, &given.heat,
    N_ ("Bus traces: the heat of regions is count, wait or retries"), N_ ("AMOUNT") },
  { "pages", 0, 0, G_OPTION_ARG_STRING, &given.pages,
    N_ ("Bus traces: show the busiest pages of that region too"), N_ ("REGION") },
  G_OPTION_ENTRY_NULL
};

/* The index of the region called `given.pages`. FALSE after a complaint. */
static gboolean
find_region (guint *region)
{
  const char *names[WEFT_BUS_N_REGIONS + 1] = { NULL };

  for (guint i = 0; i < WEFT_BUS_N_REGIONS; i++)
    names[i] = weft_bus_region_get (i)->name;
  return weft_cli_parse_word ("--pages", given.pages, names, region);
}

/* "1 000 000 accesses · 5 341 202 cycles": (transfer full). */
static char *
make_summary (const WeftBusIndex *index)
{
  const WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  g_autofree char *accesses = weft_bus_format_accesses (weft_bus_index_get_n_rows (index));
  g_autofree char *cycles = weft_number_cycles (snapshot->last_tick - snapshot->first_tick);

  return g_strdup_printf ("%s · %s", accesses, cycles);
}

static int
save (WeftTrackScene *scene, const WeftBusIndex *index, const char *title,
      const WeftCliRequest *request)
{
  g_autofree char *summary = make_summary (index);
  WeftTrackFigure figure = { .title = title, .summary = summary, .time_unit = _ ("cycles") };
  g_auto (WeftCliPicture) picture;

  weft_cli_picture_init (&picture, request);
  if (!weft_bus_scene_get_extent (index, &figure.trace_first, &figure.trace_last))
    figure.trace_last = 1;
  weft_cli_picture_paint_tracks (&picture, scene, &figure);
  return weft_cli_picture_save (&picture);
}

static int
render (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));
  g_autoptr (WeftBitset) rows = NULL;
  g_autoptr (WeftBusIndex) all = NULL;
  g_autoptr (WeftBusIndex) shown = NULL;
  g_autoptr (WeftBusModel) model = NULL;
  g_autoptr (WeftBusPages) pages = NULL;
  g_autoptr (WeftTrackScene) scene = NULL;
  g_autoptr (WeftRowColors) colors = NULL;
  GCancellable *cancellable = g_cancellable_get_current ();
  guint heat = WEFT_BUS_HEAT_COUNT, region = 0;
  WeftBusSceneOptions options = { .with_lanes = request->view == VIEW_BUS, .with_regions = TRUE };

  if (!weft_cli_parse_word ("--heat", given.heat, heat_words, &heat) || !find_region (&region)
      || !weft_cli_bus_filter (request, snapshot, &rows)
      || !weft_cli_picture_find_colors (trace, &colors))
    return WEFT_CLI_USAGE;
  options.row_colors = colors;
  options.all = all = weft_bus_index_new (snapshot, NULL, cancellable, NULL);
  if (all == NULL)
    return WEFT_CLI_UNUSABLE;
  options.shown = shown = rows != NULL ? weft_bus_index_new (snapshot, rows, cancellable, NULL)
                                       : weft_bus_index_ref (all);
  if (given.model)
    options.model = model = weft_bus_model_new (snapshot, cancellable, NULL);
  if (given.pages != NULL && shown != NULL)
    options.pages = pages = weft_bus_pages_new (shown, region, cancellable, NULL);
  if (g_cancellable_is_cancelled (cancellable))
    return WEFT_CLI_UNUSABLE;
  options.heat = heat;
  scene = weft_bus_scene_new (&options);
  return save (scene, all, weft_trace_get_title (trace), request);
}

const WeftCliPainter weft_cli_bus_painter = { &weft_cli_bus, views, titles, render_options,
                                              render };
