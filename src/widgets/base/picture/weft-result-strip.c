/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-result-strip.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-list-area.h"
#include "weft-shown-results.h"
#include "weft-strip-input.h"
#include "weft-tooltip.h"
#include "weft-track-graph.h"
#include "weft-words.h"

/* Of a graph, logical pixels at text scale 1. */
#define GRAPH_HEIGHT 44

/* It goes with the graphs. */
typedef struct
{
  WeftViewState *state;
  WeftShownResults *results;
  WeftCanvas *canvas;
  GtkWidget *pane;   /* the titles on their background */
  GtkWidget *titles; /* a row for each graph */
  GtkWidget *graphs;
} ResultStrip;

/* --- painting ------------------------------------------------------------------------------------- */

static WeftStyle *
get_style (ResultStrip *self)
{
  return weft_view_state_get_style (self->state);
}

static int
get_graph_height (ResultStrip *self)
{
  return (int) ceil (GRAPH_HEIGHT * get_style (self)->options.text_scale);
}

static int
measure (int width G_GNUC_UNUSED, gpointer data)
{
  ResultStrip *self = data;

  return get_graph_height (self) * (int) weft_shown_results_get_n_graphs (self->results);
}

/* The axis of what is in sight. FALSE where no time is. */
static gboolean
get_axis (ResultStrip *self, int width, WeftAxis *axis)
{
  gint64 time;

  return width > 0 && weft_canvas_x_to_time (self->canvas, 0, &time)
         && weft_time_axis_get_ruler (weft_view_state_get_axis (self->state), width, axis);
}

static int
get_x (const WeftAxis *axis, gint64 tick)
{
  return weft_paint_coord (weft_axis_to_px (axis, tick));
}

/* The brushed range and the cursor, as over the picture. */
static void
paint_marks (ResultStrip *self, const WeftTrackView *view, int height, WeftPaintList *list)
{
  WeftTimeAxis *time = weft_view_state_get_axis (self->state);
  gint64 first, last, cursor;

  if (weft_time_axis_get_selection (time, &first, &last))
    weft_paint_list_fill (list, get_x (&view->axis, first), 0,
                          MAX (get_x (&view->axis, last) - get_x (&view->axis, first), 1), height,
                          weft_style_color (view->style, WEFT_COLOR_SELECTION));
  if (weft_time_axis_get_cursor (time, &cursor))
    weft_paint_list_fill (list, get_x (&view->axis, cursor), 0, weft_style_px (view->style, 1),
                          height, weft_style_color (view->style, WEFT_COLOR_CURSOR));
}

/* Of times that came after the query was asked nothing is known. */
static void
paint_rest (const WeftShownGraph *graph, gint64 last, const WeftTrackView *view,
            WeftPaintList *list)
{
  int x, end;

  if (graph->until >= last)
    return;
  x = MAX (get_x (&view->axis, graph->until), 0);
  end = MIN (get_x (&view->axis, last), view->width);
  if (x < end)
    weft_row_colors_hatch (view->style, x, view->y, end - x, view->height, list);
}

static WeftStyle *
paint (WeftPaintList *list, int width, int height, gpointer data)
{
  ResultStrip *self = data;
  WeftStyle *style = get_style (self);
  guint n = weft_shown_results_get_n_graphs (self->results);
  WeftTrackView view = { .width = width, .style = style };
  const WeftShownGraph *graph;
  gint64 first, last;

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  if (n == 0 || !get_axis (self, width, &view.axis))
    return style;
  weft_axis_paint_grid (&view.axis, style, list, 0, 0, width, height);
  weft_time_axis_get_range (weft_view_state_get_axis (self->state), &first, &last);
  for (guint i = 0; i < n; i++)
    {
      view.y = height * (int) i / (int) n;
      view.height = height * (int) (i + 1) / (int) n - view.y;
      weft_paint_list_fill (list, 0, view.y, width, 1, weft_style_color (style, WEFT_COLOR_GRID));
      view.y += 1;
      view.height -= 1;
      graph = weft_shown_results_get_graph (self->results, i);
      weft_track_graph_paint (&graph->series, weft_style_category (style, i),
                              MIN (last, graph->until), &view, list);
      paint_rest (graph, last, &view, list);
    }
  paint_marks (self, &view, height, list);
  return style;
}

static WeftStyle *
paint_pane (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftStyle *style = get_style (data);

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  return style;
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
               gpointer data)
{
  ResultStrip *self = data;
  int factor = gtk_widget_get_scale_factor (widget), height = gtk_widget_get_height (widget);
  guint n = weft_shown_results_get_n_graphs (self->results);
  g_autofree char *value = NULL, *time = NULL, *text = NULL;
  const WeftShownGraph *graph;
  gint64 first, last;
  WeftAxis axis;

  if (keyboard || n == 0 || height <= 0 || y < 0
      || !get_axis (self, gtk_widget_get_width (widget) * factor, &axis))
    return FALSE;
  graph = weft_shown_results_get_graph (self->results, MIN ((guint) (y * (int) n / height), n - 1));
  first = weft_axis_to_tick (&axis, (double) x * factor);
  last = MAX (weft_axis_to_tick (&axis, (double) (x + 1) * factor), first + 1);
  value = first > graph->until
            ? g_strdup (_ ("The query was asked before the trace got here; run it again."))
            : weft_track_graph_describe (&graph->series, graph->title, first, last);
  time = weft_time_axis_format_time (weft_view_state_get_axis (self->state), first);
  text = g_strdup_printf ("%s\n%s", value, time);
  return weft_tooltip_show (widget, tooltip, text);
}

/* --- titles ------------------------------------------------------------------------------------- */

/* (transfer none): "" where the title says it, or nothing does. */
static const char *
get_unit (ResultStrip *self, const WeftShownGraph *graph)
{
  const char *name = weft_time_axis_get_unit (weft_view_state_get_axis (self->state))->name;

  switch (graph->unit)
    {
    case WEFT_UNIT_BYTES:
      return _ ("bytes");
    case WEFT_UNIT_RATE:
      return _ ("bytes per cycle");
    case WEFT_UNIT_PERCENT:
      return "%";
    case WEFT_UNIT_CYCLE:
    case WEFT_UNIT_CYCLES:
      return name != NULL ? _ (name) : "ns";
    case WEFT_UNIT_PLAIN:
    case WEFT_UNIT_SHARE:
    case WEFT_UNIT_ADDRESS:
    default:
      return "";
    }
}

static void
close_graph (GtkWidget *button, gpointer data)
{
  ResultStrip *self = data;
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "weft-graph"));

  weft_shown_results_remove_graph (self->results, index);
}

static GtkWidget *
make_label (const char *text, gboolean is_title)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, is_title ? "caption-heading" : "caption");
  return label;
}

static GtkWidget *
make_title (ResultStrip *self, guint index)
{
  const WeftShownGraph *graph = weft_shown_results_get_graph (self->results, index);
  GtkBox *row = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3));
  GtkBox *words = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autofree char *range = weft_track_graph_format_range (&graph->series);
  g_autofree char *text = g_strdup_printf ("%s %s", range, get_unit (self, graph));
  g_autofree char *tooltip = g_strdup_printf (_ ("Take the track %s away"), graph->title);

  gtk_box_append (words, make_label (graph->title, TRUE));
  gtk_box_append (words, make_label (g_strchomp (text), FALSE));
  gtk_widget_set_hexpand (GTK_WIDGET (words), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (words), GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (GTK_WIDGET (words), 6);
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (close, "small-close");
  gtk_widget_set_tooltip_text (close, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_object_set_data (G_OBJECT (close), "weft-graph", GUINT_TO_POINTER (index));
  g_signal_connect (close, "clicked", G_CALLBACK (close_graph), self);
  gtk_box_append (row, GTK_WIDGET (words));
  gtk_box_append (row, close);
  return GTK_WIDGET (row);
}

/* --- following ------------------------------------------------------------------------------------ */

/* In some layouts there is no time across. */
static void
repaint (ResultStrip *self)
{
  gint64 time;
  gboolean shown = weft_shown_results_get_n_graphs (self->results) > 0
                   && weft_canvas_x_to_time (self->canvas, 0, &time);

  gtk_widget_set_visible (self->graphs, shown);
  gtk_widget_set_visible (self->pane, shown);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->graphs));
}

static void
results_changed (ResultStrip *self)
{
  guint n = weft_shown_results_get_n_graphs (self->results);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->titles)) != NULL)
    gtk_box_remove (GTK_BOX (self->titles), child);
  for (guint i = 0; i < n; i++)
    gtk_box_append (GTK_BOX (self->titles), make_title (self, i));
  gtk_widget_queue_resize (self->graphs);
  gtk_widget_queue_resize (self->pane);
  repaint (self);
}

static void
strip_free (gpointer data)
{
  ResultStrip *self = data;

  g_signal_handlers_disconnect_by_data (self->state, self);
  g_signal_handlers_disconnect_by_data (self->results, self);
  g_object_unref (self->pane);
  g_object_unref (self->results);
  g_object_unref (self->state);
  g_free (self);
}

static void
follow (ResultStrip *self)
{
  static const char *const painted[] = { "viewport", "hover", "selection", "content" };

  for (guint i = 0; i < G_N_ELEMENTS (painted); i++)
    g_signal_connect_swapped (self->state, painted[i], G_CALLBACK (repaint), self);
  g_signal_connect_swapped (self->state, "style", G_CALLBACK (results_changed), self);
  g_signal_connect_swapped (self->results, "changed", G_CALLBACK (results_changed), self);
}

void
weft_result_strip_new (WeftCanvas *canvas, GtkWidget **titles, GtkWidget **graphs)
{
  ResultStrip *self = g_new0 (ResultStrip, 1);
  g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);
  GtkWidget *ground;

  self->canvas = canvas;
  self->state = g_object_ref (weft_canvas_get_state (canvas));
  self->results = g_object_ref (weft_shown_results_get (self->state));
  self->graphs = *graphs = weft_list_area_new (paint, measure, self);
  ground = weft_list_area_new (paint_pane, measure, self);
  self->titles = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  *titles = gtk_overlay_new ();
  self->pane = g_object_ref_sink (*titles);
  gtk_overlay_set_child (GTK_OVERLAY (self->pane), ground);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->pane), self->titles);
  gtk_overlay_set_measure_overlay (GTK_OVERLAY (self->pane), self->titles, TRUE);
  gtk_box_set_homogeneous (GTK_BOX (self->titles), TRUE);
  gtk_size_group_add_widget (group, self->pane);
  gtk_size_group_add_widget (group, self->graphs);
  weft_list_area_set_label (WEFT_LIST_AREA (self->graphs), _ ("Tracks of queries"));
  gtk_widget_set_has_tooltip (self->graphs, TRUE);
  g_signal_connect (self->graphs, "query-tooltip", G_CALLBACK (query_tooltip), self);
  weft_strip_input_add (self->graphs, canvas);
  g_object_set_data_full (G_OBJECT (self->graphs), "weft-result-strip", self, strip_free);
  follow (self);
  results_changed (self);
}
