/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-charts-view.h"

#include <glib/gi18n-lib.h>

#include "weft-chart-view.h"
#include "weft-list-area.h"
#include "weft-npu-charts.h"
#include "weft-npu-missing.h"
#include "weft-npu-roofline.h"
#include "weft-npu-words.h"
#include "weft-tooltip.h"

#define ROOFLINE_HEIGHT 300

struct _WeftNpuChartsView
{
  WeftPanel parent_instance;

  WeftNpuState *state; /* the panel's */
  GtkWidget *layers;
  GtkWidget *ops;
  GtkWidget *tokens;
  GtkWidget *latency; /* percentiles, in words */
  GtkWidget *stalls;
  GtkWidget *roofline;
  GtkWidget *missing; /* what is not shown, and why */
};

G_DEFINE_FINAL_TYPE (WeftNpuChartsView, weft_npu_charts_view, WEFT_TYPE_PANEL)

/* --- the roofline --------------------------------------------------------------------------------------- */

static WeftStyle *
paint_roofline (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftNpuChartsView *self = data;
  WeftNpuResult *result = weft_npu_state_get_result (self->state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));

  if (result != NULL)
    weft_npu_roofline_paint (result->stats, style, list, 0, 0, width, height);
  return style;
}

static int
measure_roofline (int width G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return ROOFLINE_HEIGHT;
}

static gboolean
query_roofline (WeftNpuChartsView *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
                GtkWidget *roofline)
{
  WeftNpuResult *result = weft_npu_state_get_result (self->state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  int scale = gtk_widget_get_scale_factor (roofline);
  g_autofree char *text = NULL;

  if (!keyboard && result != NULL)
    text =
      weft_npu_roofline_describe (result->stats, style, gtk_widget_get_width (roofline) * scale,
                                  gtk_widget_get_height (roofline) * scale, x * scale, y * scale);
  return weft_tooltip_show (roofline, tooltip, text);
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

/* Takes `line`. */
static void
add_line (GString *text, char *line)
{
  if (line != NULL && text->len > 0)
    g_string_append_c (text, '\n');
  if (line != NULL)
    g_string_append (text, line);
  g_free (line);
}

/* The roofline says by itself why it is empty. */
static void
show_missing (WeftNpuChartsView *self, const WeftNpuStats *stats)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_line (text, weft_npu_explain_layers (stats));
  add_line (text, weft_npu_explain_tokens (stats));
  add_line (text, weft_npu_explain_bandwidth (stats->bandwidth));
  gtk_label_set_text (GTK_LABEL (self->missing), text->str);
  gtk_widget_set_visible (self->missing, text->len > 0);
}

static void
show_result (WeftPanel *panel)
{
  WeftNpuChartsView *self = WEFT_NPU_CHARTS_VIEW (panel);
  WeftNpuResult *result = weft_npu_state_get_result (self->state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  g_auto (WeftNpuChart) layers = { .values = NULL }, ops = { .values = NULL },
                        tokens = { .values = NULL }, stalls = { .values = NULL };
  g_autoptr (GString) text = g_string_new (NULL);

  if (result == NULL)
    return;
  weft_npu_chart_layers (result->stats, style, &layers);
  weft_npu_chart_ops (result->stats, style, &ops);
  weft_npu_chart_tokens (result->stats, "DECODE", style, &tokens);
  weft_npu_chart_stalls (result->stats, style, &stalls);
  show_chart (self->layers, &layers);
  show_chart (self->ops, &ops);
  /* Programs have neither layers nor MACs. */
  if (result->stats->n_parts == 0)
    gtk_widget_set_visible (self->layers, FALSE);
  show_chart (self->tokens, &tokens);
  show_chart (self->stalls, &stalls);
  add_latency (text, result->stats, "PREFILL");
  add_latency (text, result->stats, "DECODE");
  gtk_label_set_text (GTK_LABEL (self->latency), text->str);
  gtk_widget_set_visible (self->latency, text->len > 0);
  show_missing (self, result->stats);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->roofline));
}

/* --- construction --------------------------------------------------------------------------------------- */

static void
set_up (WeftPanel *panel)
{
  WEFT_NPU_CHARTS_VIEW (panel)->state = weft_panel_get_state (panel);
}

static void
weft_npu_charts_view_class_init (WeftNpuChartsViewClass *klass)
{
  static const char *const followed[] = { "result", "style", NULL };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  WEFT_PANEL_CLASS (klass)->update = show_result;
  WEFT_PANEL_CLASS (klass)->followed = followed;
  g_type_ensure (WEFT_TYPE_CHART_VIEW);
  g_type_ensure (WEFT_TYPE_LIST_AREA);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-npu-charts-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftNpuChartsView, layers);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuChartsView, ops);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuChartsView, tokens);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuChartsView, latency);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuChartsView, stalls);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuChartsView, roofline);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuChartsView, missing);
  gtk_widget_class_bind_template_callback (widget_class, query_roofline);
}

static void
weft_npu_charts_view_init (WeftNpuChartsView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_list_area_set_painter (WEFT_LIST_AREA (self->roofline), paint_roofline, measure_roofline,
                              self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->roofline),
                            _ ("Roofline; its numbers are in the table “Bounds”"));
}

GtkWidget *
weft_npu_charts_view_new (WeftNpuState *state)
{
  return weft_panel_new (WEFT_TYPE_NPU_CHARTS_VIEW, state);
}
