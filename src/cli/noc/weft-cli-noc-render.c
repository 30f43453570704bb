/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-noc.h"

#include "weft-cli-load.h"
#include "weft-cli-picture.h"
#include "weft-noc-figure.h"
#include "weft-noc-flows.h"

#include <glib/gi18n-lib.h>

enum
{
  VIEW_MESH,
  VIEW_MATRIX,
};

static const char *const views[] = { "mesh", "matrix", NULL };
static const char *const titles[] = { N_ ("Map of the chip’s tiles and links"),
                                      N_ ("Matrix of tiles: who sends how much to whom") };

static gboolean mean;
static gboolean issue_demand;
static gboolean fabric;
static char *flows_text;  /* (nullable) */
static char *device_text; /* (nullable) */
static char *against;     /* (nullable) */

static const GOptionEntry render_options[] = {
  WEFT_CLI_NOC_CHIP_OPTIONS,
  WEFT_CLI_COLOR_QUERY_OPTION,
  { "mean", 0, 0, G_OPTION_ARG_NONE, &mean,
    N_ ("NoC traces: colours by the mean of the interval rather than its peak"), NULL },
  { "issue-demand", 0, 0, G_OPTION_ARG_NONE, &issue_demand,
    N_ ("NoC traces: colours by issue demand rather than the barrier-bounded rate"), NULL },
  { "fabric", 0, 0, G_OPTION_ARG_NONE, &fabric,
    N_ ("NoC traces: legs of fabric events rather than transfers on the chip"), NULL },
  { "top-flows", 0, 0, G_OPTION_ARG_STRING, &flows_text,
    N_ ("NoC traces: draws the N flows of most bytes as arrows (24), or “all”"), N_ ("N") },
  { "device", 0, 0, G_OPTION_ARG_STRING, &device_text,
    N_ ("NoC traces: the device whose matrix is drawn (default: all)"), N_ ("ID") },
  { "against", 0, 0, G_OPTION_ARG_FILENAME, &against,
    N_ ("NoC traces: the mesh shows how FILE differs from the trace"), N_ ("FILE") },
  G_OPTION_ENTRY_NULL
};

typedef struct
{
  const WeftCliRequest *request;
  WeftNocFigurePicture figure;
  const WeftBitset *records;
  WeftNocColors *said; /* of a query; nullable */
  guint max_flows;     /* that are drawn */
} Picture;

/* The figures of the other trace, in the same interval: NULL after a complaint. */
static WeftNocStats *
measure_other (const WeftCliRequest *request)
{
  int status;
  g_autoptr (WeftTrace) trace = weft_cli_load_or_complain (against, &status);

  if (trace == NULL)
    return NULL;
  if (!WEFT_IS_NOC_TRACE (trace))
    {
      weft_cli_complain (_ ("“%s” is no NoC trace."), against);
      return NULL;
    }
  return weft_cli_noc_measure (trace, NULL, request->has_range ? &request->range : NULL);
}

/* The map of the difference. FALSE after a complaint. */
static gboolean
paint_difference (Picture *picture, WeftNocMapOptions *options, WeftPaintList *list)
{
  g_autoptr (WeftNocStats) other = measure_other (picture->request);
  g_autoptr (WeftNocComparison) comparison = NULL;
  g_autoptr (WeftNocMap) map = NULL;
  g_autoptr (GError) error = NULL;

  if (other == NULL)
    return FALSE;
  comparison = weft_noc_comparison_new (picture->figure.stats, other, 0, &error);
  if (comparison == NULL)
    {
      weft_cli_complain ("%s", error->message);
      return FALSE;
    }
  options->comparison = comparison;
  picture->figure.map = map = weft_noc_map_new (options);
  weft_noc_figure_paint_mesh (&picture->figure, list);
  picture->figure.map = NULL;
  return TRUE;
}

/* FALSE after a complaint. */
static gboolean
parse_max_flows (guint *max_flows)
{
  guint64 number = WEFT_NOC_DRAWN_FLOWS;

  *max_flows = G_MAXUINT;
  if (g_strcmp0 (flows_text, "all") == 0)
    return TRUE;
  if (flows_text != NULL
      && !g_ascii_string_to_unsigned (flows_text, 10, 0, G_MAXUINT, &number, NULL))
    {
      weft_cli_complain (_ ("--top-flows takes a number, or “all”: “%s” is neither."), flows_text);
      return FALSE;
    }
  *max_flows = (guint) number;
  return TRUE;
}

/* FALSE after a complaint. */
static gboolean
paint_mesh (Picture *picture, WeftPaintList *list)
{
  WeftNocMapOptions options = { .stats = picture->figure.stats,
                                .style = picture->figure.style,
                                .figure =
                                  issue_demand ? WEFT_NOC_ISSUE_DEMAND : WEFT_NOC_BARRIER_BOUNDED,
                                .peak = !mean && !fabric,
                                .nocs = 3,
                                .fabric = fabric,
                                .said = picture->said,
                                .max_flows = picture->max_flows };
  g_autoptr (GArray) flows = weft_noc_flows_sum (picture->figure.stats->capture,
                                                 &picture->figure.stats->range, picture->records);
  g_autoptr (WeftNocMap) map = NULL;

  if (against != NULL)
    return paint_difference (picture, &options, list);
  options.flows = flows;
  picture->figure.map = map = weft_noc_map_new (&options);
  weft_noc_figure_paint_mesh (&picture->figure, list);
  picture->figure.map = NULL;
  return TRUE;
}

/* The device that was asked for, otherwise all of them. FALSE after a complaint. */
static gboolean
choose_devices (const WeftNocCapture *capture, guint *first, guint *n)
{
  guint64 id;

  *first = 0;
  *n = weft_noc_capture_get_n_devices (capture);
  if (device_text == NULL)
    return TRUE;
  *n = 1;
  if (g_ascii_string_to_unsigned (device_text, 10, 0, G_MAXINT32, &id, NULL)
      && weft_noc_capture_find_device (capture, (int) id, first))
    return TRUE;
  weft_cli_complain (_ ("The trace has no device “%s”."), device_text);
  return FALSE;
}

/* FALSE after a complaint. */
static gboolean
paint_matrices (Picture *picture, WeftPaintList *list)
{
  const WeftNocStats *stats = picture->figure.stats;
  g_autoptr (GPtrArray) matrices =
    g_ptr_array_new_with_free_func ((GDestroyNotify) weft_noc_matrix_free);
  g_autofree guint *devices = NULL;
  guint first, n;

  if (!choose_devices (stats->capture, &first, &n))
    return FALSE;
  devices = g_new (guint, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GArray) routes =
        weft_noc_sum_routes (stats->capture, first + i, &stats->range, picture->records);

      devices[i] = first + i;
      g_ptr_array_add (matrices, weft_noc_matrix_new (stats->capture, routes));
    }
  weft_noc_figure_paint_matrices (&picture->figure, (const WeftNocMatrix *const *) matrices->pdata,
                                  devices, n, list);
  return TRUE;
}

/* The colours that a query says for the map: FALSE after a complaint. */
static gboolean
find_colors (Picture *picture, WeftNocCapture *capture)
{
  WeftTrace *trace = WEFT_TRACE (weft_noc_capture_get_trace (capture));
  g_autofree char *offsets =
    weft_cli_noc_offsets != NULL ? g_strjoinv (",", weft_cli_noc_offsets) : NULL;
  g_autoptr (WeftRowColors) colors = NULL;

  if (!weft_cli_picture_find_chip_colors (trace, weft_cli_noc_arch, weft_cli_noc_topology, offsets,
                                          &colors))
    return FALSE;
  picture->said = colors != NULL ? weft_noc_colors_new (capture, colors, NULL) : NULL;
  picture->figure.said = picture->said;
  if (picture->said != NULL && picture->request->view == VIEW_MATRIX
      && picture->said->tiles == NULL)
    {
      weft_cli_complain (
        _ ("--color-by-query: the view “matrix” shows tiles and events, and this query is about "
           "links."));
      return FALSE;
    }
  return TRUE;
}

static int
render_capture (WeftNocCapture *capture, const WeftCliRequest *request, const WeftBitset *records,
                guint max_flows)
{
  WeftNocDemand **demands;
  g_autoptr (WeftNocStats) stats =
    weft_cli_noc_sum_up (capture, records, request->has_range ? &request->range : NULL, &demands);
  double scale = request->picture == WEFT_PICTURE_PNG ? request->scale : 1;
  Picture picture = { .request = request, .records = records, .max_flows = max_flows };
  g_auto (WeftCliPicture) file;
  gboolean done;

  weft_cli_picture_init (&file, request);
  file.width = (int) (request->width * scale);
  file.height = (int) (request->height * scale);
  picture.figure = (WeftNocFigurePicture){
    .title = weft_trace_get_title (WEFT_TRACE (weft_noc_capture_get_trace (capture))),
    .stats = stats,
    .demands = demands,
    .style = file.style,
    .width = file.width,
    .height = file.height,
  };
  if (stats == NULL || !find_colors (&picture, capture))
    done = FALSE;
  else
    done = request->view == VIEW_MESH ? paint_mesh (&picture, file.list)
                                      : paint_matrices (&picture, file.list);
  g_clear_pointer (&picture.said, weft_noc_colors_unref);
  weft_noc_demands_free (demands);
  return done ? weft_cli_picture_save (&file) : WEFT_CLI_UNUSABLE;
}

static int
render (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftBitset) records = NULL;
  guint max_flows;
  int status;

  if (!parse_max_flows (&max_flows))
    return WEFT_CLI_USAGE;
  status = weft_cli_noc_open (trace, request->filter, &capture, &records);
  return status == WEFT_CLI_SUCCESS ? render_capture (capture, request, records, max_flows)
                                    : status;
}

const WeftCliPainter weft_cli_noc_painter = { &weft_cli_noc, views, titles, render_options,
                                              render };
