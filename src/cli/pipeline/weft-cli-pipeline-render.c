/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-cli-options.h"
#include "weft-cli-picture.h"
#include "weft-pipeline-figure.h"
#include "weft-pipeline-op-fields.h"

#include <glib/gi18n-lib.h>

/* Words of the command line, in the order of their enumerations. */
static const char *const layout_words[] = { "time", "straightened", NULL };
static const char *const scheme_words[] = { "stage",   "depth",  "thread", "single",
                                            "latency", "reason", NULL };
static const char *const arrow_words[] = { "off", "straight", "curve", NULL };

/* The options that only pipelines have, as they were written. */
static struct
{
  char *rows;
  char *layout;
  char *scheme;
  char *arrows;
  gboolean start;
  gboolean split_lanes;
  gboolean hide_flushed;
} given;

static const GOptionEntry render_options[] = {
  { "rows", 0, 0, G_OPTION_ARG_STRING, &given.rows,
    N_ ("Pipelines: the rows from A up to but not including B, counted from 0"), N_ ("A:B") },
  { "start", 0, 0, G_OPTION_ARG_NONE, &given.start,
    N_ ("Pipelines: the first ops, with their stage names legible"), NULL },
  { "layout", 0, 0, G_OPTION_ARG_STRING, &given.layout,
    N_ ("Pipelines: time, or straightened: cycles since each op's fetch"), N_ ("LAYOUT") },
  { "scheme", 0, 0, G_OPTION_ARG_STRING, &given.scheme,
    N_ ("Pipelines: colours by stage, depth, thread, single, latency or reason (of stalls)"),
    N_ ("SCHEME") },
  WEFT_CLI_COLOR_QUERY_OPTION,
  { "arrows", 0, 0, G_OPTION_ARG_STRING, &given.arrows,
    N_ ("Pipelines: dependencies straight, curve or off"), N_ ("ARROWS") },
  { "split-lanes", 0, 0, G_OPTION_ARG_NONE, &given.split_lanes,
    N_ ("Pipelines: each lane in its own part of the row"), NULL },
  { "hide-flushed", 0, 0, G_OPTION_ARG_NONE, &given.hide_flushed,
    N_ ("Pipelines: leave flushed ops out"), NULL },
  G_OPTION_ENTRY_NULL
};

typedef struct
{
  const WeftCliRequest *request;
  WeftExpression *filter; /* (nullable) */
  WeftCycleRange rows;
  guint layout;
  guint scheme;
  guint arrows;
} Options;

static gboolean
parse_options (Options *options)
{
  if (given.start && (options->request->has_range || given.rows != NULL))
    {
      weft_cli_complain (_ ("Choose one of --start and --range or --rows."));
      return FALSE;
    }
  return weft_cli_parse_range ("--rows", given.rows, &options->rows)
         && weft_cli_parse_word ("--layout", given.layout, layout_words, &options->layout)
         && weft_cli_parse_word ("--scheme", given.scheme, scheme_words, &options->scheme)
         && weft_cli_parse_word ("--arrows", given.arrows, arrow_words, &options->arrows)
         && weft_cli_parse_filter (options->request->filter, weft_op_language (), &options->filter);
}

/* --- what is shown ------------------------------------------------------------------------------- */

/* The cycles that ops of the rows take, of the layout's kind; under no lock. */
static void
measure_rows (WeftPipelineRows *rows, WeftPipelineLayout layout, guint32 first, guint32 last,
              gint64 *first_cycle, gint64 *last_cycle)
{
  WeftBlockSummary sum;

  weft_pipeline_rows_lock (rows);
  weft_pipeline_rows_sum (rows, first, last, &sum);
  weft_pipeline_rows_unlock (rows);
  *first_cycle = layout == WEFT_PIPELINE_TIME ? sum.first_fetch : 0;
  *last_cycle = layout == WEFT_PIPELINE_TIME ? sum.last_end : MAX (sum.longest, 1);
}

/* Fits the viewport to rows, and to the cycles of --range or of these rows. */
static gboolean
show_rows (WeftPipelineFigure *figure, const Options *options, const WeftPipelineExtent *extent)
{
  guint32 first = (guint32) CLAMP (options->rows.from, 0, extent->n_rows);
  guint32 last = (guint32) CLAMP (options->rows.to, 0, extent->n_rows);
  gint64 first_cycle, last_cycle;

  if (first >= last)
    {
      weft_cli_complain (g_dngettext (GETTEXT_PACKAGE, "--rows %s: the picture has %u row.",
                                      "--rows %s: the picture has %u rows.", extent->n_rows),
                         given.rows, extent->n_rows);
      return FALSE;
    }
  measure_rows (figure->rows, figure->viewport.layout, first, last, &first_cycle, &last_cycle);
  if (options->request->range.from != G_MININT64)
    first_cycle = options->request->range.from;
  if (options->request->range.to != G_MAXINT64)
    last_cycle = options->request->range.to;
  if (first_cycle >= last_cycle)
    last_cycle = first_cycle + 1;
  figure->viewport =
    weft_pipeline_viewport_fit (figure->viewport, extent, first, last, first_cycle, last_cycle);
  return TRUE;
}

static void
show_range (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure, const Options *options,
            const WeftPipelineExtent *extent)
{
  gint64 from =
    options->request->range.from != G_MININT64 ? options->request->range.from : extent->first_cycle;
  gint64 to =
    options->request->range.to != G_MAXINT64 ? options->request->range.to : extent->last_cycle;

  weft_pipeline_figure_set_range (renderer, figure, from, MAX (from + 1, to));
}

static gboolean
choose_part (WeftPipelineRenderer *renderer, WeftPipelineFigure *figure, const Options *options)
{
  WeftPipelineExtent extent;

  weft_pipeline_extent_read (figure->rows, &extent);
  figure->viewport.layout = options->layout;
  figure->viewport.scheme = options->scheme;
  figure->viewport.arrows = options->arrows;
  figure->viewport.lanes = given.split_lanes ? WEFT_LANES_SPLIT : WEFT_LANES_OVERLAID;
  if (given.start)
    weft_pipeline_figure_set_start (renderer, figure);
  else if (options->request->has_range)
    show_range (renderer, figure, options, &extent);
  else
    weft_pipeline_figure_set_all (renderer, figure);
  return given.rows == NULL || show_rows (figure, options, &extent);
}

/* --- the task -------------------------------------------------------------------------------------- */

static WeftPipelineRows *
make_rows (WeftPipelineTrace *trace, const Options *options)
{
  WeftRowsFilter filter = given.hide_flushed ? WEFT_ROWS_HIDE_FLUSHED : WEFT_ROWS_ALL;

  if (options->filter != NULL)
    return weft_pipeline_op_filter_new_rows (options->filter, trace, filter,
                                             g_cancellable_get_current ());
  return weft_pipeline_rows_new (trace, filter);
}

static int
render_trace (WeftPipelineTrace *trace, const Options *options)
{
  g_autoptr (WeftPipelineRows) rows = make_rows (trace, options);
  g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
  g_auto (WeftCliPicture) picture = { NULL };
  g_autoptr (WeftRowColors) colors = NULL;
  g_autoptr (GError) error = NULL;
  WeftPipelineFigure figure = { .rows = rows,
                                .title = weft_trace_get_title (WEFT_TRACE (trace)),
                                .cancellable = g_cancellable_get_current () };

  if (!weft_cli_picture_find_colors (WEFT_TRACE (trace), &colors))
    return WEFT_CLI_USAGE;
  figure.op_colors = colors;
  weft_cli_picture_init (&picture, options->request);
  figure.style = picture.style;
  figure.width = picture.width;
  figure.height = picture.height;
  if (options->layout == WEFT_PIPELINE_STRAIGHTENED)
    weft_pipeline_rows_straighten (rows);
  weft_pipeline_rows_update (rows);
  error = weft_pipeline_op_filter_dup_error (rows);
  if (error != NULL)
    {
      weft_cli_complain ("%s", error->message);
      return WEFT_CLI_UNUSABLE;
    }
  if (!choose_part (renderer, &figure, options))
    return WEFT_CLI_UNUSABLE;
  weft_pipeline_figure_paint (renderer, &figure, picture.list);
  if (g_cancellable_is_cancelled (figure.cancellable))
    return WEFT_CLI_UNUSABLE;
  return weft_cli_picture_save (&picture);
}

static int
render (WeftTrace *trace, const WeftCliRequest *request)
{
  Options options = { .request = request, .arrows = WEFT_ARROWS_STRAIGHT };
  g_autoptr (WeftExpression) filter = NULL;

  if (!parse_options (&options))
    return WEFT_CLI_USAGE;
  filter = options.filter;
  return render_trace (WEFT_PIPELINE_TRACE (trace), &options);
}

static const char *const views[] = { "pipeline", NULL };
static const char *const titles[] = { N_ ("Pipeline") };

const WeftCliPainter weft_cli_pipeline_painter = { &weft_cli_pipeline, views, titles,
                                                   render_options, render };
