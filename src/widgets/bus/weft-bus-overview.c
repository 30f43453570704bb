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
#include "weft-tooltip.h"
#include "weft-words.h"

#define SIDE_WIDTH 320
#define KNOWN_GAP "known_gap" /* the filter */

/* Samples of the drift. */
#define N_DRIFTS 400

struct _WeftBusOverview
{
  GtkWidget parent_instance;

  WeftBusState *state;
  GtkWidget *box;
  GtkWidget *findings;
  GtkWidget *totals;
  GtkWidget *model;
  GtkWidget *gaps; /* toggle button: only known gaps */
  gulong gaps_handler;
  GtkWidget *wait;
  GtkWidget *elapsed;
  GtkWidget *drift;
};

G_DEFINE_FINAL_TYPE (WeftBusOverview, weft_bus_overview, GTK_TYPE_WIDGET)

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
show_result (WeftBusOverview *self)
{
  WeftBusResult *result = weft_bus_state_get_result (self->state);
  WeftBusDistribution wait = { _ ("Wait"), NULL, 1 }, elapsed = { _ ("Elapsed"), NULL, 2 };

  if (result == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  weft_findings_view_set (WEFT_FINDINGS_VIEW (self->findings), result->findings);
  write_totals (self, result->summary);
  write_model (self, result->summary);
  wait.histogram = &result->summary->wait;
  elapsed.histogram = &result->summary->elapsed;
  weft_bus_histogram_show (self->wait, self->state, _ ("Wait, cycles"), &wait, 1);
  weft_bus_histogram_show (self->elapsed, self->state, _ ("Elapsed, cycles"), &elapsed, 1);
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

  g_signal_handler_block (self->gaps, self->gaps_handler);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->gaps), only);
  g_signal_handler_unblock (self->gaps, self->gaps_handler);
}

static void
bin_activated (WeftBusOverview *self, guint bin, GtkWidget *chart)
{
  g_autofree char *filter =
    weft_bus_histogram_match (chart == self->wait ? "wait" : "elapsed", bin);

  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL);
}

static void
weft_bus_overview_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_bus_overview_parent_class)->map (widget);
  show_result (WEFT_BUS_OVERVIEW (widget));
}

char *
weft_bus_overview_get_text (WeftBusOverview *self)
{
  g_autofree char *totals = weft_fact_section_get_text (WEFT_FACT_SECTION (self->totals));
  g_autofree char *model = weft_fact_section_get_text (WEFT_FACT_SECTION (self->model));
  g_autofree char *findings = weft_findings_view_get_text (WEFT_FINDINGS_VIEW (self->findings));

  return g_strconcat (findings, "\n", totals, "\n", model, NULL);
}

/* --- construction ----------------------------------------------------------------------------- */

static GtkWidget *
build_side (WeftBusOverview *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->findings = weft_findings_view_new ();
  self->totals = weft_fact_section_new ();
  self->model = weft_fact_section_new ();
  self->gaps = gtk_toggle_button_new_with_mnemonic (_ ("Only _Known Gaps"));
  weft_tooltip_set (self->gaps, _ ("Filter the picture and the table by known_gap"));
  gtk_widget_set_halign (self->gaps, GTK_ALIGN_START);
  self->gaps_handler =
    g_signal_connect_swapped (self->gaps, "toggled", G_CALLBACK (gaps_toggled), self);
  g_signal_connect_object (self->findings, "follow", G_CALLBACK (weft_view_state_follow_link),
                           self->state, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (side), self->findings);
  gtk_box_append (GTK_BOX (side), self->totals);
  gtk_box_append (GTK_BOX (side), self->model);
  gtk_box_append (GTK_BOX (side), self->gaps);
  gtk_widget_set_margin_start (side, 12);
  gtk_widget_set_margin_end (side, 12);
  gtk_widget_set_margin_top (side, 6);
  gtk_widget_set_margin_bottom (side, 6);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), side);
  gtk_widget_set_size_request (scrolled, SIDE_WIDTH, -1);
  return scrolled;
}

static GtkWidget *
build_charts (WeftBusOverview *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  WeftViewState *state = WEFT_VIEW_STATE (self->state);

  self->wait = weft_chart_view_new (state);
  self->elapsed = weft_chart_view_new (state);
  self->drift = weft_chart_view_new (state);
  g_signal_connect_swapped (self->wait, "activated", G_CALLBACK (bin_activated), self);
  g_signal_connect_swapped (self->elapsed, "activated", G_CALLBACK (bin_activated), self);
  gtk_box_append (GTK_BOX (box), self->wait);
  gtk_box_append (GTK_BOX (box), self->elapsed);
  gtk_box_append (GTK_BOX (box), self->drift);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_hexpand (scrolled, TRUE);
  return scrolled;
}

static void
weft_bus_overview_dispose (GObject *object)
{
  WeftBusOverview *self = WEFT_BUS_OVERVIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_bus_overview_parent_class)->dispose (object);
}

static void
weft_bus_overview_class_init (WeftBusOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_bus_overview_dispose;
  widget_class->map = weft_bus_overview_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
weft_bus_overview_init (WeftBusOverview *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_bus_overview_new (WeftBusState *state)
{
  WeftBusOverview *self = g_object_new (WEFT_TYPE_BUS_OVERVIEW, NULL);

  self->state = g_object_ref (state);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->box), build_side (self));
  gtk_box_append (GTK_BOX (self->box), build_charts (self));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  filter_changed (self);
  g_signal_connect_object (state, "result", G_CALLBACK (show_result), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (show_result), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "filter-changed", G_CALLBACK (filter_changed), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
