/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-overview.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "weft-bus-histogram.h"
#include "weft-bus-words.h"
#include "weft-chart-view.h"
#include "weft-fact-section.h"
#include "weft-filterable.h"
#include "weft-findings-view.h"
#include "weft-words.h"

#define KNOWN_GAP "known_gap" /* the filter */

/* Samples of the drift. */
#define N_DRIFTS 400

struct _WeftBusOverview
{
  WeftPanel parent_instance;

  WeftBusState *state; /* the panel's */
  GtkWidget *findings;
  GtkWidget *totals;
  GtkWidget *model;
  GtkWidget *gaps; /* toggle button: only known gaps */
  GtkWidget *wait;
  GtkWidget *elapsed;
  GtkWidget *drift;
};

G_DEFINE_FINAL_TYPE (WeftBusOverview, weft_bus_overview, WEFT_TYPE_PANEL)

/* --- facts ------------------------------------------------------------------------------------ */

static void
take_count (WeftFactSection *section, const char *name, guint64 count)
{
  weft_fact_section_take (section, name, weft_number_count (count));
}

static void
take_percentiles (WeftFactSection *section, const char *name, const WeftHistogram *histogram)
{
  double p99 = weft_bus_percentile (histogram, 0.99);

  if (histogram->n_values == 0)
    {
      weft_fact_section_take (section, name, g_strdup ("—"));
      return;
    }
  weft_fact_section_take (
    section, name,
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "p50 %g, p90 %g, p99 %g cycle",
                                  "p50 %g, p90 %g, p99 %g cycles", p99 == 1 ? 1 : 2),
                     weft_bus_percentile (histogram, 0.5), weft_bus_percentile (histogram, 0.9),
                     p99));
}

static void
write_totals (WeftBusOverview *self, const WeftBusSummary *summary)
{
  WeftFactSection *section = WEFT_FACT_SECTION (self->totals);
  const WeftBusCounts *counts = &summary->snapshot->counts;
  guint64 n = summary->totals.n_accesses;
  gboolean ranged = weft_view_state_has_range (WEFT_VIEW_STATE (self->state));

  weft_fact_section_begin (section, ranged ? _ ("In the brushed range") : _ ("All accesses"));
  take_count (section, _ ("Accesses"), n);
  weft_fact_section_take (section, _ ("Waited"), weft_words_share (summary->totals.n_waited, n));
  take_percentiles (section, _ ("Elapsed"), &summary->elapsed);
  take_percentiles (section, _ ("Wait"), &summary->wait);
  take_count (section, _ ("Retries"), summary->totals.retries);
  take_count (section, _ ("Reckoned ≈"), n - summary->n_exact);
  take_count (section, _ ("Service too long"), summary->n_overlong);
  take_count (section, _ ("Not waited"), summary->n_unwaited);
  take_count (section, _ ("Malformed"), counts->n_malformed);
  take_count (section, _ ("Unknown master"), counts->n_invalid_master);
  take_count (section, _ ("Seq twice"), counts->n_duplicate);
  take_count (section, _ ("Seq not rising"), counts->n_non_monotonic);
  weft_fact_section_end (section);
}

static void
write_model (WeftBusOverview *self, const WeftBusSummary *summary)
{
  WeftFactSection *section = WEFT_FACT_SECTION (self->model);
  const WeftBusModelSummary *model = summary->model;
  guint64 n = summary->totals.n_accesses;

  weft_fact_section_begin (section, _ ("Against the model of the arbiter"));
  weft_fact_section_take (section, _ ("Waits equal"), weft_words_share (model->n_agreements, n));
  weft_fact_section_take (section, _ ("Waits differ"), weft_words_share (model->n_mismatches, n));
  weft_fact_section_take (section, _ ("Final drift"),
                          weft_number_integer (model->last_drift_total));
  weft_fact_section_take (section, _ ("Byte accesses"), weft_words_share (summary->sizes[1], n));
  weft_fact_section_add (section,
                         &(WeftFact){
                           .name = _ ("Known gaps"),
                           .note = _ ("Byte accesses without a retry for which the model waits: a "
                                      "gap of the trace, not an error of the arbiter."),
                         });
  weft_fact_section_take (section, _ ("Frequency"),
                          weft_words_share (model->n_classes[WEFT_BUS_KNOWN_GAP], n));
  weft_fact_section_end (section);
}

/* --- charts ----------------------------------------------------------------------------------- */

/* How far the model's bus is off, at the most, in each of equal parts of the time. */
static void
show_drift (WeftBusOverview *self, const WeftBusResult *result)
{
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  guint32 n_rows = result->question.snapshot->n_rows;
  double values[N_DRIFTS];
  const WeftChartSeries series = { _ ("Drift"), WEFT_CHART_AREA,
                                   weft_style_color (style, WEFT_COLOR_ACCENT), values };
  WeftChart chart = { .title = _ ("Drift of the model, either way"),
                      .unit = _ ("cycles"),
                      .series = &series,
                      .n_series = 1,
                      .time_unit = _ ("cycles") };
  gint64 last;

  weft_bus_scene_get_extent (result->all, &chart.first, &last);
  chart.n_ticks = (guint64) last - (guint64) chart.first;
  chart.step = chart.n_ticks / N_DRIFTS + 1;
  chart.n_samples = (guint) ((chart.n_ticks + chart.step - 1) / chart.step);
  for (guint i = 0; i < chart.n_samples; i++)
    {
      gint64 begin = (gint64) ((guint64) chart.first + i * chart.step);
      gint64 end = last - begin > (gint64) chart.step ? begin + (gint64) chart.step : last;
      guint32 from = MIN (weft_bus_index_count_ends (result->all, begin), n_rows);
      guint32 to = MIN (weft_bus_index_count_ends (result->all, end), n_rows);
      gint64 least, greatest;

      values[i] = NAN;
      if (from >= to)
        continue;
      weft_bus_model_get_drift (result->model, from, to, &least, &greatest);
      values[i] = MAX (fabs ((double) least), fabs ((double) greatest));
    }
  weft_chart_view_set_chart (WEFT_CHART_VIEW (self->drift), &chart);
}

/* --- following the state ---------------------------------------------------------------------- */

static void
show_result (WeftPanel *panel)
{
  WeftBusOverview *self = WEFT_BUS_OVERVIEW (panel);
  WeftBusResult *result = weft_bus_state_get_result (self->state);
  WeftBusDistribution wait = { _ ("Wait"), NULL, 1 }, elapsed = { _ ("Elapsed"), NULL, 2 };

  if (result == NULL)
    return;
  weft_findings_view_set (WEFT_FINDINGS_VIEW (self->findings), result->findings);
  weft_findings_view_set_so_far (WEFT_FINDINGS_VIEW (self->findings), result->question.loading);
  write_totals (self, result->summary);
  write_model (self, result->summary);
  wait.histogram = &result->summary->wait;
  elapsed.histogram = &result->summary->elapsed;
  weft_bus_histogram_show (self->wait, self->state, _ ("Wait (ymir_effective_wait), cycles"), &wait,
                           1);
  weft_bus_histogram_show (self->elapsed, self->state, _ ("Elapsed (ymir_effective_total), cycles"),
                           &elapsed, 1);
  show_drift (self, result);
}

static void
gaps_toggled (WeftBusOverview *self)
{
  gboolean only = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->gaps));

  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), only ? KNOWN_GAP : "", NULL, NULL);
}

static void
filter_changed (WeftBusOverview *self)
{
  gboolean only =
    strcmp (weft_filterable_get_filter (WEFT_FILTERABLE (self->state)), KNOWN_GAP) == 0;

  g_signal_handlers_block_by_func (self->gaps, gaps_toggled, self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->gaps), only);
  g_signal_handlers_unblock_by_func (self->gaps, gaps_toggled, self);
}

static void
bin_activated (WeftBusOverview *self, guint bin, GtkWidget *chart)
{
  g_autofree char *filter =
    weft_bus_histogram_match (chart == self->wait ? "wait" : "elapsed", bin);

  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL);
}

/* --- construction ----------------------------------------------------------------------------- */

static void
follow (WeftBusOverview *self, const char *target)
{
  weft_view_state_follow_link (WEFT_VIEW_STATE (self->state), target);
}

static void
set_up (WeftPanel *panel)
{
  WeftBusOverview *self = WEFT_BUS_OVERVIEW (panel);

  self->state = weft_panel_get_state (panel);
  filter_changed (self);
  g_signal_connect_object (self->state, "filter-changed", G_CALLBACK (filter_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
weft_bus_overview_class_init (WeftBusOverviewClass *klass)
{
  static const char *const followed[] = { "result", "style", NULL };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  WEFT_PANEL_CLASS (klass)->update = show_result;
  WEFT_PANEL_CLASS (klass)->followed = followed;
  g_type_ensure (WEFT_TYPE_CHART_VIEW);
  g_type_ensure (WEFT_TYPE_FACT_SECTION);
  g_type_ensure (WEFT_TYPE_FINDINGS_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-bus-overview.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftBusOverview, findings);
  gtk_widget_class_bind_template_child (widget_class, WeftBusOverview, totals);
  gtk_widget_class_bind_template_child (widget_class, WeftBusOverview, model);
  gtk_widget_class_bind_template_child (widget_class, WeftBusOverview, gaps);
  gtk_widget_class_bind_template_child (widget_class, WeftBusOverview, wait);
  gtk_widget_class_bind_template_child (widget_class, WeftBusOverview, elapsed);
  gtk_widget_class_bind_template_child (widget_class, WeftBusOverview, drift);
  gtk_widget_class_bind_template_callback (widget_class, follow);
  gtk_widget_class_bind_template_callback (widget_class, gaps_toggled);
  gtk_widget_class_bind_template_callback (widget_class, bin_activated);
}

static void
weft_bus_overview_init (WeftBusOverview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_bus_overview_new (WeftBusState *state)
{
  return weft_panel_new (WEFT_TYPE_BUS_OVERVIEW, state);
}
