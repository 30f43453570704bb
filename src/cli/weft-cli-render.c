/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-load.h"
#include "weft-cli-options.h"
#include "weft-cli-picture.h"
#include "weft-pipeline-figure.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_WIDTH 1280
#define DEFAULT_HEIGHT 800
#define MAX_SIZE 16384
#define MAX_SCALE 8

/* Words of the command line, in the order of their enumerations. */
static const char *const view_words[] = { "pipeline", NULL };
static const char *const theme_words[] = { "light", "dark", "light-contrast", "dark-contrast",
                                           NULL };
static const char *const layout_words[] = { "time", "straightened", NULL };
static const char *const scheme_words[] = { "stage", "depth", "thread", "single", NULL };
static const char *const arrow_words[] = { "off", "straight", "curve", NULL };

/* The command line: as it was written, and what it means. */
typedef struct
{
  char *view;
  char *output;
  char *size;
  char *range_text;
  char *rows_text;
  char *theme_text;
  char *layout_text;
  char *scheme_text;
  char *arrows_text;
  char *filter_text;
  double scale;
  gboolean start;
  gboolean split_lanes;
  gboolean hide_flushed;

  WeftExpression *filter;
  WeftPictureFormat format;
  WeftCycleRange range;
  WeftCycleRange rows;
  guint theme;
  guint layout;
  guint scheme;
  guint arrows;
  int width;
  int height;
} Options;

static void
clear_options (Options *options)
{
  char *texts[] = { options->view,       options->output,      options->size,
                    options->range_text, options->rows_text,   options->theme_text,
                    options->layout_text, options->scheme_text, options->arrows_text,
                    options->filter_text };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_clear_pointer (&options->filter, weft_expression_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* --- the command line ------------------------------------------------------------------------------ */

static gboolean
check_output (Options *options)
{
  if (options->output == NULL)
    {
      weft_cli_complain (_("Say with -o where the picture goes: a file that ends in .png, .svg or "
                           ".pdf."));
      return FALSE;
    }
  if (weft_picture_format_from_name (options->output, &options->format))
    return TRUE;
  weft_cli_complain (_("-o needs a name that ends in .png, .svg or .pdf, not “%s”."),
                     options->output);
  return FALSE;
}

static gboolean
check_scale (const Options *options)
{
  if (options->scale >= 0.25 && options->scale <= MAX_SCALE
      && options->width * options->scale <= MAX_SIZE
      && options->height * options->scale <= MAX_SIZE)
    return TRUE;
  weft_cli_complain (_("--scale needs a number from 0.25 to %d, and the picture must not be larger "
                       "than %d × %d pixels."),
                     MAX_SCALE, MAX_SIZE, MAX_SIZE);
  return FALSE;
}

static gboolean
check_options (Options *options)
{
  guint view = 0;

  if (options->start && (options->range_text != NULL || options->rows_text != NULL))
    {
      weft_cli_complain (_("Choose one of --start and --range or --rows."));
      return FALSE;
    }
  return weft_cli_parse_word ("--view", options->view, view_words, &view)
         && check_output (options)
         && weft_cli_parse_size ("--size", options->size, MAX_SIZE, &options->width,
                                 &options->height)
         && check_scale (options)
         && weft_cli_parse_range ("--range", options->range_text, &options->range)
         && weft_cli_parse_range ("--rows", options->rows_text, &options->rows)
         && weft_cli_parse_word ("--theme", options->theme_text, theme_words, &options->theme)
         && weft_cli_parse_word ("--layout", options->layout_text, layout_words, &options->layout)
         && weft_cli_parse_word ("--scheme", options->scheme_text, scheme_words, &options->scheme)
         && weft_cli_parse_word ("--arrows", options->arrows_text, arrow_words, &options->arrows)
         && weft_cli_parse_filter ("--filter", options->filter_text, &options->filter);
}

static char *
parse_options (char **arguments, Options *options)
{
  const GOptionEntry entries[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &options->view, N_("What to draw: pipeline"), N_("VIEW") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
      N_("Where to: the name's end, .png, .svg or .pdf, says which format"), N_("OUT") },
    { "size", 0, 0, G_OPTION_ARG_STRING, &options->size, N_("Pixels (1280x800)"), N_("WxH") },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &options->scale,
      N_("Everything so many times as large, the picture included (1)"), N_("FACTOR") },
    { "range", 0, 0, G_OPTION_ARG_STRING, &options->range_text,
      N_("The cycles from A up to but not including B (all), and the ops in flight in them"),
      N_("A:B") },
    { "rows", 0, 0, G_OPTION_ARG_STRING, &options->rows_text,
      N_("The rows from A up to but not including B, counted from 0"), N_("A:B") },
    { "start", 0, 0, G_OPTION_ARG_NONE, &options->start,
      N_("The first ops, with their stage names legible"), NULL },
    { "theme", 0, 0, G_OPTION_ARG_STRING, &options->theme_text,
      N_("light, dark, light-contrast or dark-contrast"), N_("THEME") },
    { "layout", 0, 0, G_OPTION_ARG_STRING, &options->layout_text,
      N_("time, or straightened: cycles since each op's fetch"), N_("LAYOUT") },
    { "scheme", 0, 0, G_OPTION_ARG_STRING, &options->scheme_text,
      N_("Colours: stage, depth, thread or single"), N_("SCHEME") },
    { "arrows", 0, 0, G_OPTION_ARG_STRING, &options->arrows_text,
      N_("Dependencies: straight, curve or off"), N_("ARROWS") },
    { "split-lanes", 0, 0, G_OPTION_ARG_NONE, &options->split_lanes,
      N_("Each lane in its own part of the row"), NULL },
    { "hide-flushed", 0, 0, G_OPTION_ARG_NONE, &options->hide_flushed,
      N_("Leave flushed ops out"), NULL },
    { "filter", 0, 0, G_OPTION_ARG_STRING, &options->filter_text,
      N_("Only ops for which EXPR holds"), N_("EXPR") },
    G_OPTION_ENTRY_NULL
  };

  *options = (Options) { .scale = 1, .width = DEFAULT_WIDTH, .height = DEFAULT_HEIGHT,
                         .arrows = WEFT_ARROWS_STRAIGHT };
  return weft_cli_parse_file (&weft_cli_render, arguments, entries, NULL);
}

/* --- what is shown ------------------------------------------------------------------------------- */

/* The cycles that ops of the rows take, of the layout's kind; under no lock. */
static void
measure_rows (WeftPipelineRows *rows, WeftPipelineLayout layout, guint32 first, guint32 last,
              gint64 *first_cycle, gint64 *last_cycle)
{
  WeftPipelineSnapshot *snapshot;

  *first_cycle = layout == WEFT_PIPELINE_TIME ? G_MAXINT64 : 0;
  *last_cycle = layout == WEFT_PIPELINE_TIME ? G_MININT64 : 1;
  weft_pipeline_rows_lock (rows);
  snapshot = weft_pipeline_rows_get_snapshot (rows);
  for (guint32 row = first; row < last; row++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, weft_pipeline_rows_get_op (rows, row), &op);
      if (layout == WEFT_PIPELINE_TIME)
        {
          *first_cycle = MIN (*first_cycle, op.fetch);
          *last_cycle = MAX (*last_cycle, op.end);
        }
      else if (op.end > op.fetch)
        *last_cycle = (gint64) MIN (MAX ((guint64) *last_cycle,
                                         weft_cycles_between (op.fetch, op.end)), G_MAXINT64);
    }
  weft_pipeline_rows_unlock (rows);
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
      weft_cli_complain (_("--rows %s: the picture has %u rows."), options->rows_text,
                         extent->n_rows);
      return FALSE;
    }
  measure_rows (figure->rows, figure->viewport.layout, first, last, &first_cycle, &last_cycle);
  if (options->range.from != G_MININT64)
    first_cycle = options->range.from;
  if (options->range.to != G_MAXINT64)
    last_cycle = options->range.to;
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
  gint64 from = options->range.from != G_MININT64 ? options->range.from : extent->first_cycle;
  gint64 to = options->range.to != G_MAXINT64 ? options->range.to : extent->last_cycle;

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
  figure->viewport.lanes = options->split_lanes ? WEFT_LANES_SPLIT : WEFT_LANES_OVERLAID;
  if (options->start)
    weft_pipeline_figure_set_start (renderer, figure);
  else if (options->range_text != NULL)
    show_range (renderer, figure, options, &extent);
  else
    weft_pipeline_figure_set_all (renderer, figure);
  return options->rows_text == NULL || show_rows (figure, options, &extent);
}

/* --- the command ----------------------------------------------------------------------------------- */

static WeftPipelineRows *
make_rows (WeftPipelineTrace *trace, const Options *options)
{
  WeftRowsFilter filter = options->hide_flushed ? WEFT_ROWS_HIDE_FLUSHED : WEFT_ROWS_ALL;

  if (options->filter != NULL)
    return weft_op_filter_new_rows (options->filter, trace, filter, NULL);
  return weft_pipeline_rows_new (trace, filter);
}

static gboolean
render_trace (WeftPipelineTrace *trace, const Options *options)
{
  gboolean is_pixels = options->format == WEFT_PICTURE_PNG;
  double device_scale = is_pixels ? options->scale : 1;
  WeftStyleOptions style_options = weft_style_options_default ();
  g_autoptr (WeftPipelineRows) rows = make_rows (trace, options);
  g_autoptr (WeftPipelineRenderer) renderer = weft_pipeline_renderer_new ();
  WeftPaintList *list = weft_paint_list_new ();
  WeftPipelineFigure figure = { .rows = rows, .title = weft_trace_get_title (WEFT_TRACE (trace)) };
  gboolean done;

  style_options.theme = options->theme;
  style_options.device_scale = device_scale;
  figure.style = weft_style_new (&style_options, NULL);
  figure.width = MAX (1, (int) (options->width * device_scale + 0.5));
  figure.height = MAX (1, (int) (options->height * device_scale + 0.5));
  weft_pipeline_rows_update (rows);
  done = choose_part (renderer, &figure, options);
  if (done)
    {
      g_autoptr (GError) error = NULL;

      weft_pipeline_figure_paint (renderer, &figure, list);
      done = weft_picture_save (list, weft_style_get_atlas (figure.style), figure.width,
                                figure.height, is_pixels ? 1 : options->scale, options->format,
                                options->output, &error);
      if (!done)
        weft_cli_complain ("%s", error->message);
    }
  weft_paint_list_free (list);
  weft_style_unref (figure.style);
  return done;
}

static int
run_render (char **arguments)
{
  g_auto (Options) options = { 0 };
  g_autofree char *path = parse_options (arguments, &options);
  g_autoptr (WeftPipelineTrace) trace = NULL;
  int status;

  if (path == NULL || !check_options (&options))
    return WEFT_CLI_USAGE;
  trace = weft_cli_load_pipeline (path, &status);
  if (trace != NULL && !render_trace (trace, &options))
    status = WEFT_CLI_UNUSABLE;
  return status;
}

const WeftCliCommand weft_cli_render = {
  "render", N_("Draw a view of a trace into a PNG, SVG or PDF file"), run_render
};
