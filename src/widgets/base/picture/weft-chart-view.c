/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-chart-view.h"

#include <glib/gi18n-lib.h>

#include "weft-list-area.h"
#include "weft-tooltip.h"

struct _WeftChartView
{
  WeftPanel parent_instance;

  WeftViewState *state; /* the panel's */
  WeftChart *chart;     /* nullable */
  GtkWidget *area;
  gint64 brush_start; /* ticks, while one drags */
  gint64 brush_end;
  gboolean brushing;
};

enum
{
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftChartView, weft_chart_view, WEFT_TYPE_PANEL)

/* --- painting --------------------------------------------------------------------------------------- */

static WeftStyle *
paint (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftChartView *self = data;
  WeftStyle *style = weft_view_state_get_style (self->state);

  if (self->chart != NULL)
    weft_chart_paint (self->chart, style, list, 0, 0, width, height);
  return style;
}

static int
measure (int width G_GNUC_UNUSED, gpointer data)
{
  WeftChartView *self = data;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return weft_chart_get_height (weft_view_state_get_style (self->state)) / scale;
}

static void
style_changed (WeftChartView *self)
{
  weft_list_area_invalidate (WEFT_LIST_AREA (self->area));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
mark (WeftChartView *self, gint64 first, gint64 last)
{
  if (first == self->chart->selection_start && last == self->chart->selection_end)
    return;
  self->chart->selection_start = first;
  self->chart->selection_end = last;
  weft_list_area_invalidate (WEFT_LIST_AREA (self->area));
}

static void
selection_changed (WeftChartView *self)
{
  gint64 first = 0, last = 0;

  if (self->chart == NULL || self->chart->labels != NULL)
    return;
  weft_time_axis_get_selection (weft_view_state_get_axis (self->state), &first, &last);
  mark (self, first, last);
}

void
weft_chart_view_set_chart (WeftChartView *self, const WeftChart *chart)
{
  WeftChart *copy = chart != NULL ? weft_chart_copy (chart) : NULL;

  g_return_if_fail (WEFT_IS_CHART_VIEW (self));

  g_clear_pointer (&self->chart, weft_chart_free);
  self->chart = copy;
  self->brushing = FALSE;
  if (chart != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    chart->title, -1);
  selection_changed (self);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->area));
}

void
weft_chart_view_set_columns (WeftChartView *self, const WeftChart *frame, const char *name,
                             WeftColor color, const double *values, GPtrArray *labels)
{
  const WeftChartSeries series = { name, WEFT_CHART_COLUMNS, color, values };
  WeftChart chart = *frame;

  chart.series = &series;
  chart.n_series = 1;
  chart.n_samples = labels->len;
  g_ptr_array_add (labels, NULL);
  chart.labels = (const char *const *) labels->pdata;
  weft_chart_view_set_chart (self, &chart);
}

const WeftChart *
weft_chart_view_get_chart (WeftChartView *self)
{
  return self->chart;
}

/* --- the pointer ------------------------------------------------------------------------------------ */

static void
hit_test (WeftChartView *self, double x, double y, WeftChartHit *hit)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  *hit = (WeftChartHit){ .inside = FALSE };
  if (self->chart != NULL)
    weft_chart_hit_test (self->chart, weft_view_state_get_style (self->state),
                         gtk_widget_get_width (self->area) * scale,
                         gtk_widget_get_height (self->area) * scale, x * scale, y * scale, hit);
}

static gint64
get_tick (WeftChartView *self, double x)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return weft_chart_get_tick (self->chart, weft_view_state_get_style (self->state),
                              gtk_widget_get_width (self->area) * scale,
                              gtk_widget_get_height (self->area) * scale, x * scale);
}

static void
describe_values (WeftChartView *self, guint sample, GString *text)
{
  const WeftChart *chart = self->chart;

  for (guint i = 0; i < chart->n_series; i++)
    {
      double value = chart->series[i].values[sample];
      g_autofree char *number = weft_chart_format_value (value);

      g_string_append_printf (text, "\n%s: %s", chart->series[i].name,
                              value == value ? number : "—");
      if (chart->unit != NULL && value == value)
        g_string_append_printf (text, "\302\240%s", chart->unit);
    }
}

/* The words for what is at a point of the widget: (transfer full) (nullable). */
static char *
describe (WeftChartView *self, double x, double y)
{
  WeftChartHit hit;
  GString *text;

  hit_test (self, x, y, &hit);
  if (!hit.inside)
    return NULL;
  text = g_string_new (NULL);
  if (self->chart->labels != NULL)
    g_string_append (text, self->chart->labels[hit.sample]);
  else
    {
      char first[WEFT_AXIS_LABEL_SIZE], last[WEFT_AXIS_LABEL_SIZE];

      weft_axis_format_integer (hit.first, first);
      weft_axis_format_integer (hit.last, last);
      g_string_append_printf (text, _ ("%s – %s %s"), first, last, self->chart->time_unit);
    }
  describe_values (self, hit.sample, text);
  return g_string_free (text, FALSE);
}

static gboolean
weft_chart_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                               GtkTooltip *tooltip)
{
  g_autofree char *text = keyboard ? NULL : describe (WEFT_CHART_VIEW (widget), x, y);

  return weft_tooltip_show (widget, tooltip, text);
}

static void
drag_began (WeftChartView *self, double x, double y, GtkGestureDrag *gesture)
{
  WeftChartHit hit;

  hit_test (self, x, y, &hit);
  self->brushing = hit.inside && self->chart->labels == NULL;
  if (!self->brushing)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
  else
    self->brush_start = self->brush_end = get_tick (self, x);
}

/* Until the drag ends the range is this chart's alone: what shows the range may be this chart. */
static void
drag_moved (WeftChartView *self, double dx, double dy G_GNUC_UNUSED, GtkGestureDrag *gesture)
{
  double x, y;

  if (!self->brushing || !gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, 0))
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  self->brush_end = get_tick (self, x + dx);
  mark (self, MIN (self->brush_start, self->brush_end), MAX (self->brush_start, self->brush_end));
}

static void
drag_ended (WeftChartView *self)
{
  if (self->brushing && self->brush_start != self->brush_end)
    weft_time_axis_select (weft_view_state_get_axis (self->state),
                           MIN (self->brush_start, self->brush_end),
                           MAX (self->brush_start, self->brush_end));
  self->brushing = FALSE;
}

static void
pressed (WeftChartView *self, int n_press, double x, double y)
{
  WeftChartHit hit;

  hit_test (self, x, y, &hit);
  if (n_press != 2 || !hit.inside)
    return;
  if (self->chart->labels != NULL)
    g_signal_emit (self, signals[ACTIVATED], 0, hit.sample);
  else
    weft_view_state_show_time (self->state, hit.first, hit.last);
}

/* --- construction ----------------------------------------------------------------------------------- */

static void
set_up (WeftPanel *panel)
{
  WeftChartView *self = WEFT_CHART_VIEW (panel);

  self->state = weft_panel_get_state (panel);
  g_signal_connect_object (self->state, "style", G_CALLBACK (style_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "selection", G_CALLBACK (selection_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
weft_chart_view_dispose (GObject *object)
{
  WeftChartView *self = WEFT_CHART_VIEW (object);

  g_clear_pointer (&self->chart, weft_chart_free);
  G_OBJECT_CLASS (weft_chart_view_parent_class)->dispose (object);
}

static void
weft_chart_view_class_init (WeftChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_chart_view_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  widget_class->query_tooltip = weft_chart_view_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "weft-chart");
  signals[ACTIVATED] = g_signal_new ("activated", WEFT_TYPE_CHART_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
weft_chart_view_init (WeftChartView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  self->area = weft_list_area_new (paint, measure, self);
  gtk_widget_set_parent (self->area, GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_moved), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_ended), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (selection_changed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
weft_chart_view_new (WeftViewState *state)
{
  return weft_panel_new (WEFT_TYPE_CHART_VIEW, state);
}
