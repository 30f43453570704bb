/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-charts-view.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"
#include "weft-findings-view.h"
#include "weft-npu-charts.h"
#include "weft-npu-words.h"
#include "weft-paint-cairo.h"
#include "weft-tooltip.h"

#define ROOFLINE_HEIGHT 300

struct _WeftNpuChartsView
{
  GtkWidget parent_instance;

  WeftNpuState *state;
  GtkWidget *scrolled;
  GtkWidget *findings;
  GtkWidget *layers;
  GtkWidget *ops;
  GtkWidget *tokens;
  GtkWidget *latency; /* percentiles, in words */
  GtkWidget *stalls;
  GtkWidget *roofline;
};

G_DEFINE_FINAL_TYPE (WeftNpuChartsView, weft_npu_charts_view, GTK_TYPE_WIDGET)

/* --- the roofline --------------------------------------------------------------------------------------- */

/* A picture that is painted by the state's style: the roofline. */
#define TYPE_ROOFLINE (roofline_get_type ())
G_DECLARE_FINAL_TYPE (Roofline, roofline, WEFT_NPU, ROOFLINE, GtkWidget)

struct _Roofline
{
  GtkWidget parent_instance;

  WeftNpuState *state;
};

G_DEFINE_FINAL_TYPE (Roofline, roofline, GTK_TYPE_WIDGET)

static void
roofline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  Roofline *self = WEFT_NPU_ROOFLINE (widget);
  WeftNpuResult *result = weft_npu_state_get_result (self->state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double scale = style->options.device_scale;
  WeftPaintList *list;
  cairo_t *cr;

  if (result == NULL || width < 1 || height < 1)
    return;
  list = weft_paint_list_new ();
  weft_npu_roofline_paint (result->stats, style, list, 0, 0, (int) (width * scale),
                           (int) (height * scale));
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_scale (cr, 1 / scale, 1 / scale);
  weft_paint_cairo_draw (list, style->atlas, cr);
  cairo_destroy (cr);
  weft_paint_list_free (list);
}

static gboolean
roofline_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  Roofline *self = WEFT_NPU_ROOFLINE (widget);
  WeftNpuResult *result = weft_npu_state_get_result (self->state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  double scale = style->options.device_scale;
  g_autofree char *text = NULL;

  if (!keyboard && result != NULL)
    text = weft_npu_roofline_describe (
      result->stats, style, (int) (gtk_widget_get_width (widget) * scale),
      (int) (gtk_widget_get_height (widget) * scale), (int) (x * scale), (int) (y * scale));
  return weft_tooltip_show (widget, tooltip, text);
}

static void
roofline_dispose (GObject *object)
{
  g_clear_object (&WEFT_NPU_ROOFLINE (object)->state);
  G_OBJECT_CLASS (roofline_parent_class)->dispose (object);
}

static void
roofline_class_init (RooflineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = roofline_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = roofline_snapshot;
  GTK_WIDGET_CLASS (klass)->query_tooltip = roofline_query_tooltip;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
roofline_init (Roofline *self G_GNUC_UNUSED)
{
}

static GtkWidget *
roofline_new (WeftNpuState *state)
{
  Roofline *self = g_object_new (TYPE_ROOFLINE, NULL);

  self->state = g_object_ref (state);
  gtk_widget_set_size_request (GTK_WIDGET (self), -1, ROOFLINE_HEIGHT);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Roofline; its numbers are in the table “Bounds”"), -1);
  return GTK_WIDGET (self);
}

/* --- charts --------------------------------------------------------------------------------------------- */

static void
show_chart (GtkWidget *view, WeftNpuChart *chart)
{
  gtk_widget_set_visible (view, chart->chart.n_samples > 0);
  weft_chart_view_set_chart (WEFT_CHART_VIEW (view), &chart->chart);
}

static void
add_latency (GString *text, const WeftNpuStats *stats, const char *phase)
{
  static const guint ranks[] = { 500, 900, 990 };
  guint32 name = weft_npu_stats_find_phase (stats, phase);
  char *values[G_N_ELEMENTS (ranks)];
  g_autofree char *most = NULL;

  if (name == WEFT_NO_NAME)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    values[i] = weft_npu_format_number (weft_npu_stats_latency (stats, name, ranks[i]));
  most = weft_number_signed_cycles (weft_npu_stats_latency (stats, name, 1000));
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("%s: p50 %s, p90 %s, p99 %s, at most %s"), phase, values[0],
                          values[1], values[2], most);
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    g_free (values[i]);
}

static void
show_result (WeftNpuChartsView *self)
{
  WeftNpuResult *result = weft_npu_state_get_result (self->state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  g_auto (WeftNpuChart) layers = { .values = NULL }, ops = { .values = NULL },
                        tokens = { .values = NULL }, stalls = { .values = NULL };
  g_autoptr (GString) text = g_string_new (NULL);

  if (result == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  weft_npu_chart_layers (result->stats, style, &layers);
  weft_npu_chart_ops (result->stats, style, &ops);
  weft_npu_chart_tokens (result->stats, "DECODE", style, &tokens);
  weft_npu_chart_stalls (result->stats, style, &stalls);
  show_chart (self->layers, &layers);
  show_chart (self->ops, &ops);
  /* Programs have neither layers nor MACs. */
  if (result->stats->snapshot->is_chrome)
    gtk_widget_set_visible (self->layers, FALSE);
  gtk_widget_set_visible (self->roofline, !result->stats->snapshot->is_chrome);
  show_chart (self->tokens, &tokens);
  show_chart (self->stalls, &stalls);
  add_latency (text, result->stats, "PREFILL");
  add_latency (text, result->stats, "DECODE");
  gtk_label_set_text (GTK_LABEL (self->latency), text->str);
  gtk_widget_set_visible (self->latency, text->len > 0);
  weft_findings_view_set (WEFT_FINDINGS_VIEW (self->findings), result->findings);
  gtk_widget_queue_draw (self->roofline);
}

static void
weft_npu_charts_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_npu_charts_view_parent_class)->map (widget);
  show_result (WEFT_NPU_CHARTS_VIEW (widget));
}

/* --- construction --------------------------------------------------------------------------------------- */

static void
build (WeftNpuChartsView *self)
{
  WeftViewState *state = WEFT_VIEW_STATE (self->state);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->findings = weft_findings_view_new ();
  gtk_widget_set_margin_start (self->findings, 12);
  g_signal_connect_object (self->findings, "follow", G_CALLBACK (weft_view_state_follow_link),
                           state, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), self->findings);
  self->layers = weft_chart_view_new (state);
  self->ops = weft_chart_view_new (state);
  self->tokens = weft_chart_view_new (state);
  self->latency = gtk_label_new (NULL);
  self->stalls = weft_chart_view_new (state);
  self->roofline = roofline_new (self->state);
  gtk_label_set_xalign (GTK_LABEL (self->latency), 0);
  gtk_label_set_selectable (GTK_LABEL (self->latency), TRUE);
  gtk_label_set_wrap (GTK_LABEL (self->latency), TRUE);
  gtk_widget_set_margin_start (self->latency, 12);
  gtk_box_append (GTK_BOX (box), self->layers);
  gtk_box_append (GTK_BOX (box), self->ops);
  gtk_box_append (GTK_BOX (box), self->tokens);
  gtk_box_append (GTK_BOX (box), self->latency);
  gtk_box_append (GTK_BOX (box), self->roofline);
  gtk_box_append (GTK_BOX (box), self->stalls);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), box);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

static void
weft_npu_charts_view_dispose (GObject *object)
{
  WeftNpuChartsView *self = WEFT_NPU_CHARTS_VIEW (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_npu_charts_view_parent_class)->dispose (object);
}

static void
weft_npu_charts_view_class_init (WeftNpuChartsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_npu_charts_view_dispose;
  widget_class->map = weft_npu_charts_view_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
weft_npu_charts_view_init (WeftNpuChartsView *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_npu_charts_view_new (WeftNpuState *state)
{
  WeftNpuChartsView *self = g_object_new (WEFT_TYPE_NPU_CHARTS_VIEW, NULL);

  self->state = g_object_ref (state);
  build (self);
  g_signal_connect_object (state, "result", G_CALLBACK (show_result), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (show_result), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
