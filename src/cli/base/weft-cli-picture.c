/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-picture.h"

#include "weft-cli-complaint.h"
#include "weft-query-answer.h"

#include <glib/gi18n-lib.h>

char *weft_cli_picture_color;
char *weft_cli_picture_query;

/* Pixels are as many as the scale makes them; what is drawn with lines is scaled as a whole. */
static double
get_device_scale (const WeftCliRequest *request)
{
  return request->picture == WEFT_PICTURE_PNG ? request->scale : 1;
}

void
weft_cli_picture_init (WeftCliPicture *self, const WeftCliRequest *request)
{
  double scale = get_device_scale (request);
  WeftStyleOptions options = weft_style_options_default ();

  options.theme = request->theme;
  options.device_scale = scale;
  self->request = request;
  self->style = weft_style_new (&options, NULL);
  self->list = weft_paint_list_new ();
  self->width = MAX (1, (int) (request->width * scale + 0.5));
  self->height = MAX (1, (int) (request->height * scale + 0.5));
}

void
weft_cli_picture_clear (WeftCliPicture *self)
{
  g_clear_pointer (&self->list, weft_paint_list_free);
  g_clear_pointer (&self->style, weft_style_unref);
}

static gboolean
write_picture (const WeftCliPicture *self, GError **error)
{
  const WeftCliRequest *request = self->request;
  const WeftPicturePart part = { self->list, 0, 0 };
  g_autoptr (GBytes) bytes =
    weft_picture_encode (&part, 1, self->style->atlas, self->width, self->height, request->scale,
                         request->picture, error);

  if (bytes == NULL)
    return FALSE;
  fwrite (g_bytes_get_data (bytes, NULL), 1, g_bytes_get_size (bytes), request->stream);
  return TRUE;
}

int
weft_cli_picture_save (const WeftCliPicture *self)
{
  const WeftCliRequest *request = self->request;
  g_autoptr (GError) error = NULL;

  if (request->stream != NULL
        ? write_picture (self, &error)
        : weft_picture_save (self->list, self->style->atlas, self->width, self->height,
                             request->scale, request->picture, request->output, &error))
    return WEFT_CLI_SUCCESS;
  weft_cli_complain ("%s", error->message);
  return WEFT_CLI_UNUSABLE;
}

/* The ends that the command line leaves open stay. first < last. */
static void
narrow_range (const WeftCliPicture *self, gint64 *first, gint64 *last)
{
  const WeftCycleRange *range = &self->request->range;

  if (range->from != G_MININT64)
    *first = range->from;
  if (range->to != G_MAXINT64)
    *last = range->to;
  *last = MAX (*last, *first + 1);
}

void
weft_cli_picture_paint_tracks (WeftCliPicture *self, WeftTrackScene *scene, WeftTrackFigure *figure)
{
  WeftTrackOrder *order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, self->style);

  figure->style = self->style;
  figure->layout = layout;
  figure->width = self->width;
  figure->height = self->height;
  figure->first = figure->trace_first;
  figure->last = figure->trace_last;
  narrow_range (self, &figure->first, &figure->last);
  weft_track_figure_paint (figure, self->list);
  weft_track_order_free (order);
}

/* --- colours of a query ------------------------------------------------------------------------- */

static WeftQuery *
open_query (WeftTrace *trace, const WeftQueryOptions *options, GError **error)
{
  g_autoptr (GPtrArray) traces = weft_query_traces_new ();
  WeftQueryTrace *asked =
    weft_query_trace_new (trace, weft_trace_get_title (trace), options, error);

  if (asked == NULL)
    return NULL;
  g_ptr_array_add (traces, asked);
  return weft_query_new (g_steal_pointer (&traces), error);
}

static WeftRowColors *
color_by (WeftQuery *query, WeftQueryAnswer *answer, GError **error)
{
  WeftQueryShown shown = weft_query_answer_find_colors (answer);
  WeftFacts facts = weft_query_answer_get_facts (answer);
  g_autofree guint32 *items = NULL;
  gpointer numbering;
  GDestroyNotify release;
  WeftRowColors *colors;

  if (shown.by == G_MAXUINT || shown.value == G_MAXUINT)
    {
      g_set_error_literal (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_FAILED,
                           _ ("Colours need a column that says which row of the picture is meant, "
                              "such as its id, and one with numbers or words beside it."));
      return NULL;
    }
  items = weft_query_answer_find_items (answer, query, &shown, &numbering, &release, NULL, error);
  if (items == NULL)
    return NULL;
  colors = weft_row_colors_new (&facts, shown.value, items);
  if (colors != NULL)
    weft_row_colors_set_things (colors, shown.thing != NULL ? shown.thing->name : NULL, numbering,
                                release);
  else if (numbering != NULL)
    release (numbering);
  if (colors == NULL)
    g_set_error_literal (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_FAILED,
                         _ ("None of these rows is about a thing of the picture and has a value."));
  return colors;
}

gboolean
weft_cli_picture_find_colors (WeftTrace *trace, WeftRowColors **colors)
{
  return weft_cli_picture_find_chip_colors (trace, NULL, NULL, NULL, colors);
}

gboolean
weft_cli_picture_find_chip_colors (WeftTrace *trace, const char *arch, const char *topology,
                                   const char *offsets, WeftRowColors **colors)
{
  const WeftQueryOptions options = { .arch = arch, .topology = topology, .offsets = offsets };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftQuery) query = NULL;
  g_autoptr (WeftQueryAnswer) answer = NULL;
  const GError *mistake = NULL;

  *colors = NULL;
  if (weft_cli_picture_query == NULL)
    return TRUE;
  query = open_query (trace, &options, &error);
  if (query != NULL)
    answer =
      weft_query_answer_new (query, weft_cli_picture_query, WEFT_QUERY_ANSWER_ROWS, NULL, NULL);
  if (answer != NULL)
    mistake = weft_query_answer_get_error (answer);
  if (answer != NULL && mistake == NULL)
    *colors = color_by (query, answer, &error);
  if (*colors == NULL)
    weft_cli_complain ("--color-by-query: %s", mistake != NULL ? mistake->message : error->message);
  return *colors != NULL;
}
