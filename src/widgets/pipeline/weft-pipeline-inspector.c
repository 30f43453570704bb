/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-inspector.h"

#include <glib/gi18n-lib.h>

#include "weft-cover-note.h"
#include "weft-fact-section.h"
#include "weft-findings-view.h"
#include "weft-measure-ahead.h"
#include "weft-pipeline-core-facts.h"
#include "weft-pipeline-cpi-view.h"
#include "weft-pipeline-op-facts.h"
#include "weft-pipeline-stats-facts.h"
#include "weft-pipeline-study.h"
#include "weft-words.h"

/* While a trace grows, the inspector is written anew no more often than this, in milliseconds. */
#define UPDATE_INTERVAL 250

/* From top to bottom. */
typedef enum
{
  SECTION_OCCUPANCY,
  SECTION_RANGE,
  SECTION_CPI,
  SECTION_WHY,
  SECTION_STAGE,
  SECTION_OP,
  SECTION_STAGES,
  SECTION_PRODUCERS,
  SECTION_CONSUMERS,
  SECTION_RANGE_STAGES,
  SECTION_TRACE,
  SECTION_THREADS,
  N_SECTIONS
} Section;

struct _WeftPipelineInspector
{
  GtkWidget parent_instance;

  WeftPipelineState *state;
  WeftPipelineStudy *study;
  guint timeout;

  GtkWidget *scroller;
  GtkWidget *hint;
  GtkWidget *findings;
  GtkWidget *cpi; /* below its section */
  WeftFactSection *sections[N_SECTIONS];
};

G_DEFINE_FINAL_TYPE (WeftPipelineInspector, weft_pipeline_inspector, GTK_TYPE_WIDGET)

static WeftClock
get_clock (WeftPipelineInspector *self)
{
  return weft_time_axis_get_clock (weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)));
}

/* While the log is read, figures are of what was. */
static gboolean
grows (WeftPipelineInspector *self)
{
  return weft_view_state_is_so_far (WEFT_VIEW_STATE (self->state));
}

/* --- the brushed range ---------------------------------------------------------------------------- */

static void
take_bounds (WeftFactSection *section, const WeftPipelineSelection *selection,
             const WeftClock *clock)
{
  const WeftFact clear = { .name = _ ("Clear the range"), .target = "clear:" };

  if (selection->has_cycles)
    {
      g_autofree char *first = weft_words_cycle (selection->first_cycle);
      g_autofree char *last = weft_words_cycle (selection->last_cycle);
      guint64 length = weft_cycles_between (selection->first_cycle, selection->last_cycle);

      weft_fact_section_take (section, _ ("Cycles"), g_strdup_printf ("%s – %s", first, last));
      weft_fact_section_take (section, _ ("Length"), weft_words_length (clock, length));
    }
  if (selection->has_rows)
    {
      g_autofree char *first = weft_number_count (selection->first_row);
      g_autofree char *last = weft_number_count (selection->last_row - 1);

      weft_fact_section_take (section, _ ("Rows"), g_strdup_printf ("%s – %s", first, last));
    }
  weft_fact_section_add (section, &clear);
}

/* A range of rows is no range of cycles: its ops are counted, but have no IPC. */
static void
take_row_counts (WeftFactSection *section, const WeftPipelineOpCounts *counts,
                 const WeftClock *clock)
{
  g_autofree char *mean = NULL;

  weft_fact_section_take (section, _ ("Ops in these rows"), weft_number_count (counts->n_ops));
  if (counts->n_ops == 0)
    return;
  weft_pipeline_stats_facts_write_counts (section, counts->n_ops, counts->n_retired,
                                          counts->n_flushed, counts->n_open);
  mean = weft_number_ratio ((double) counts->latency_total / counts->n_ops, 1);
  weft_fact_section_take (section, _ ("Latency, mean"), g_strdup_printf (_ ("%s cycles"), mean));
  weft_pipeline_stats_facts_write_cycles (section, _ ("Latency, most"), counts->latency_max, clock);
}

/* The pipeline's own lane needs no name. */
static char *
describe_kind (const WeftKindInfo *info)
{
  g_autofree char *name = g_utf8_make_valid (info->name, -1);
  g_autofree char *lane = g_utf8_make_valid (info->lane, -1);

  if (info->lane_index == 0)
    return g_steal_pointer (&name);
  return g_strdup_printf (_ ("%s, lane %s"), name, lane);
}

static void
write_range_stages (WeftPipelineInspector *self, const WeftPipelineStats *stats)
{
  WeftFactSection *section = self->sections[SECTION_RANGE_STAGES];
  WeftPipelineTrace *trace = weft_pipeline_state_get_trace (self->state);
  const WeftFact heading = { .name = _ ("Stage"),
                             .value = _ ("Median, most (cycles)"),
                             .extra = _ ("Count"),
                             .flags = WEFT_FACT_HEADING };

  weft_fact_section_begin (section, _ ("Stages in the range"));
  if (stats->stages->len > 0)
    weft_fact_section_add (section, &heading);
  for (guint i = 0; i < stats->stages->len; i++)
    {
      const WeftPipelineStageStats *stage =
        &g_array_index (stats->stages, WeftPipelineStageStats, i);
      g_autofree char *name = NULL, *count = weft_number_count (stage->lengths.n_values);
      g_autofree char *value = NULL;
      WeftFact fact = { .extra = count };
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (trace, stage->kind, &info);
      fact.name = name = describe_kind (&info);
      if (stage->lengths.n_values > 0)
        {
          g_autofree char *median =
            weft_number_count (weft_histogram_get_percentile (&stage->lengths, 500));
          g_autofree char *most = weft_number_count (stage->lengths.max);

          value = g_strdup_printf ("%s, %s", median, most);
        }
      fact.value = value != NULL ? value : "—";
      weft_fact_section_add (section, &fact);
    }
  weft_fact_section_end (section);
}

static void
write_range (WeftPipelineInspector *self, const WeftPipelineSelection *selection)
{
  WeftFactSection *section = self->sections[SECTION_RANGE];
  const WeftPipelineStatsResult *result = weft_pipeline_study_get_range (self->study);
  gboolean stale = weft_pipeline_study_is_stale (self->study);
  WeftClock clock = get_clock (self);

  if (!selection->has_cycles && !selection->has_rows)
    {
      weft_fact_section_clear (section);
      weft_fact_section_clear (self->sections[SECTION_RANGE_STAGES]);
      return;
    }
  weft_fact_section_begin (section,
                           grows (self) ? _ ("Brushed range so far") : _ ("Brushed range"));
  take_bounds (section, selection, &clock);
  if (result != NULL && selection->has_rows)
    take_row_counts (section, &result->counts, &clock);
  if (result != NULL && result->stats != NULL && selection->has_cycles)
    weft_pipeline_stats_facts_write (section, result->stats, TRUE, &clock);
  weft_fact_section_end (section);
  if (result != NULL && result->stats != NULL && selection->has_cycles)
    write_range_stages (self, result->stats);
  else
    weft_fact_section_clear (self->sections[SECTION_RANGE_STAGES]);
  /* Figures of another range stay until the new ones are there, but step back. */
  gtk_widget_set_opacity (GTK_WIDGET (section), stale ? 0.6 : 1);
  gtk_widget_set_opacity (GTK_WIDGET (self->sections[SECTION_RANGE_STAGES]), stale ? 0.6 : 1);
}

/* --- the core --------------------------------------------------------------------------------------- */

/* The slots of the brushed cycles, or (`shows_whole`) of all, and the structures' content in them. */
static void
write_core (WeftPipelineInspector *self, gboolean shows_whole)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  WeftPipelineStatsResult *whole = weft_pipeline_study_get_whole (self->study);
  gboolean shows = shows_whole || selection->has_cycles;
  g_autoptr (GArray) parts = shows ? weft_pipeline_study_sum_cpi (self->study) : NULL;
  g_autoptr (GArray) rows =
    selection->has_cycles ? weft_pipeline_study_count_occupancy (self->study) : NULL;
  const WeftCpiBar bar = { .parts = parts };
  guint64 n_cycles = weft_cycles_between (selection->first_cycle, selection->last_cycle);

  weft_pipeline_cpi_view_set (WEFT_PIPELINE_CPI_VIEW (self->cpi), &bar, parts != NULL);
  weft_pipeline_core_facts_write_cpi (
    self->sections[SECTION_CPI], parts,
    parts != NULL ? weft_pipeline_slots_get_width (whole->slots) : 0,
    parts != NULL && weft_pipeline_slots_width_is_inferred (whole->slots));
  weft_pipeline_core_facts_write_occupancy (self->sections[SECTION_OCCUPANCY], rows, n_cycles,
                                            weft_pipeline_state_get_trace (self->state));
}

/* --- the trace -------------------------------------------------------------------------------------- */

static const char *
describe_state (WeftTrace *trace)
{
  switch (weft_trace_get_state (trace))
    {
    case WEFT_TRACE_GROWING:
      return _ ("goes on");
    case WEFT_TRACE_PARTIAL:
      return _ ("ended early");
    case WEFT_TRACE_COMPLETE:
    default:
      return _ ("complete");
    }
}

static void
write_threads (WeftPipelineInspector *self, const WeftPipelineStats *stats)
{
  WeftFactSection *section = self->sections[SECTION_THREADS];
  const WeftFact heading = { .name = _ ("Thread"),
                             .value = _ ("Retired, flushed"),
                             .extra = _ ("Ops"),
                             .flags = WEFT_FACT_HEADING };

  if (stats == NULL || stats->threads->len < 2)
    {
      weft_fact_section_clear (section);
      return;
    }
  weft_fact_section_begin (section, _ ("Threads"));
  weft_fact_section_add (section, &heading);
  for (guint i = 0; i < MIN (stats->threads->len, 100); i++)
    {
      const WeftPipelineThreadStats *thread =
        &g_array_index (stats->threads, WeftPipelineThreadStats, i);
      g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, thread->tid);
      g_autofree char *count = weft_number_count (thread->n_ops);
      g_autofree char *retired = weft_number_count (thread->n_retired);
      g_autofree char *flushed = weft_number_count (thread->n_flushed);
      g_autofree char *value = g_strdup_printf ("%s, %s", retired, flushed);
      const WeftFact fact = { .name = name, .value = value, .extra = count };

      weft_fact_section_add (section, &fact);
    }
  weft_fact_section_end (section);
}

/* None stated is not none. */
static char *
describe_dependencies (const WeftPipelineSnapshot *snapshot, const WeftPipelineStats *stats)
{
  g_autofree char *count = NULL;

  if (snapshot->n_dependencies > 0)
    return weft_number_count (snapshot->n_dependencies);
  if (stats == NULL)
    return g_strdup ("—");
  if (stats->dependency_source == WEFT_DEPENDENCIES_UNKNOWN)
    return g_strdup (_ ("not known"));
  count = weft_number_count (stats->n_inferred);
  return g_strdup_printf (_ ("%s, inferred from registers"), count);
}

static void
write_trace (WeftPipelineInspector *self, WeftPipelineSnapshot *snapshot)
{
  WeftFactSection *section = self->sections[SECTION_TRACE];
  WeftTrace *trace = WEFT_TRACE (weft_pipeline_state_get_trace (self->state));
  const WeftPipelineStatsResult *whole = weft_pipeline_study_get_whole (self->study);
  const WeftPipelineStats *stats = whole != NULL ? whole->stats : NULL;
  gint64 first = weft_pipeline_snapshot_get_first_cycle (snapshot);
  gint64 last = weft_pipeline_snapshot_get_last_cycle (snapshot);
  g_autofree char *from = weft_words_cycle (first), *to = weft_words_cycle (last);
  WeftClock clock = get_clock (self);

  weft_fact_section_begin (section, weft_trace_get_title (trace));
  weft_fact_section_take (section, _ ("Format"), g_strdup (weft_trace_get_format (trace)));
  weft_fact_section_take (section, _ ("Reading"), g_strdup (describe_state (trace)));
  weft_fact_section_take (section, _ ("Diagnostics"),
                          weft_words_all_diagnostics (weft_trace_get_diagnostics (trace)));
  weft_fact_section_take (section, _ ("Ops"), weft_number_count (snapshot->n_ops));
  weft_fact_section_take (section, _ ("Cycles"), g_strdup_printf ("%s – %s", from, to));
  weft_fact_section_take (section, _ ("Length"),
                          weft_words_length (&clock, weft_cycles_between (first, last)));
  weft_fact_section_take (section, _ ("Dependencies"), describe_dependencies (snapshot, stats));
  if (stats != NULL)
    weft_pipeline_stats_facts_write (section, stats, FALSE, &clock);
  else
    weft_fact_section_take (section, _ ("Retired ops per cycle (IPC)"), g_strdup ("—"));
  weft_fact_section_end (section);
  write_threads (self, stats);
}

/* --- what is shown ---------------------------------------------------------------------------------- */

static void
write_op (WeftPipelineInspector *self, WeftPipelineSnapshot *snapshot,
          const WeftPipelineSelection *selection)
{
  const WeftPipelineOpFacts facts = {
    .snapshot = snapshot,
    .rows = weft_pipeline_state_get_rows (self->state),
    .whole = weft_pipeline_study_get_whole (self->study),
    .op = selection->op,
    .stage = selection->stage,
    .clock = get_clock (self),
  };

  weft_pipeline_op_facts_write_why (&facts, self->sections[SECTION_WHY]);
  if (selection->stage != WEFT_NO_STAGE)
    weft_pipeline_op_facts_write_stage (&facts, self->sections[SECTION_STAGE]);
  else
    weft_fact_section_clear (self->sections[SECTION_STAGE]);
  weft_pipeline_op_facts_write_op (&facts, self->sections[SECTION_OP]);
  weft_pipeline_op_facts_write_stages (&facts, self->sections[SECTION_STAGES]);
  weft_pipeline_op_facts_write_producers (&facts, self->sections[SECTION_PRODUCERS]);
  weft_pipeline_op_facts_write_consumers (&facts, self->sections[SECTION_CONSUMERS]);
}

/* Findings of the log, while nothing else is looked at. */
static void
write_findings (WeftPipelineInspector *self, gboolean shown)
{
  const WeftPipelineStatsResult *whole = weft_pipeline_study_get_whole (self->study);

  weft_findings_view_set (WEFT_FINDINGS_VIEW (self->findings),
                          shown && whole != NULL ? whole->findings : NULL);
  weft_findings_view_set_so_far (WEFT_FINDINGS_VIEW (self->findings), grows (self));
}

static void
update (WeftPipelineInspector *self)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  gboolean has_op, has_range = selection->has_cycles || selection->has_rows;

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  snapshot = weft_pipeline_state_ref_snapshot (self->state);
  has_op = selection->op < snapshot->n_ops;
  weft_pipeline_study_ask (self->study);
  if (has_op)
    write_op (self, snapshot, selection);
  else
    for (Section i = SECTION_WHY; i <= SECTION_CONSUMERS; i++)
      weft_fact_section_clear (self->sections[i]);
  write_range (self, selection);
  write_core (self, !has_op && !has_range);
  write_findings (self, !has_op && !has_range);
  if (!has_op && !has_range)
    write_trace (self, snapshot);
  else
    {
      weft_fact_section_clear (self->sections[SECTION_TRACE]);
      weft_fact_section_clear (self->sections[SECTION_THREADS]);
    }
  gtk_widget_set_visible (self->hint, !has_op && !has_range);
  weft_measure_ahead (GTK_WIDGET (self));
}

static gboolean
update_late (gpointer user_data)
{
  WeftPipelineInspector *self = user_data;

  self->timeout = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
content_changed (WeftPipelineInspector *self)
{
  if (self->timeout == 0)
    self->timeout = g_timeout_add (UPDATE_INTERVAL, update_late, self);
}

/* --- construction ------------------------------------------------------------------------------------ */

static void
weft_pipeline_inspector_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_pipeline_inspector_parent_class)->map (widget);
  update (WEFT_PIPELINE_INSPECTOR (widget));
}

static void
weft_pipeline_inspector_dispose (GObject *object)
{
  WeftPipelineInspector *self = WEFT_PIPELINE_INSPECTOR (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->study);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_inspector_parent_class)->dispose (object);
}

static void
weft_pipeline_inspector_class_init (WeftPipelineInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_inspector_dispose;
  widget_class->map = weft_pipeline_inspector_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-inspector");
}

static void
build_hint (WeftPipelineInspector *self, GtkWidget *box)
{
  self->hint =
    gtk_label_new (_ ("Select an op in the picture or in the table to see all of it here. "
                      "Drag with Shift over the picture to measure a range."));
  gtk_label_set_wrap (GTK_LABEL (self->hint), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->hint), 0);
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_box_append (GTK_BOX (box), self->hint);
}

static void
build (WeftPipelineInspector *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  gtk_box_append (GTK_BOX (box), weft_cover_note_new (WEFT_VIEW_STATE (self->state)));
  self->findings = weft_findings_view_new ();
  gtk_box_append (GTK_BOX (box), self->findings);
  for (guint i = 0; i < N_SECTIONS; i++)
    {
      GtkWidget *section = weft_fact_section_new ();

      self->sections[i] = WEFT_FACT_SECTION (section);
      gtk_box_append (GTK_BOX (box), section);
      if (i == SECTION_CPI)
        gtk_box_append (GTK_BOX (box), self->cpi);
    }
  build_hint (self, box);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 12);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), box);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

static void
weft_pipeline_inspector_init (WeftPipelineInspector *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_pipeline_inspector_new (WeftPipelineState *state)
{
  WeftPipelineInspector *self = g_object_new (WEFT_TYPE_PIPELINE_INSPECTOR, NULL);
  WeftPipelineTrace *trace = weft_pipeline_state_get_trace (state);

  self->state = g_object_ref (state);
  self->study = g_object_ref (weft_pipeline_study_of (state));
  self->cpi = weft_pipeline_cpi_view_new (WEFT_VIEW_STATE (state));
  build (self);
  g_signal_connect_object (self->study, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->findings, "follow", G_CALLBACK (weft_pipeline_study_follow),
                           self->study, G_CONNECT_SWAPPED);
  for (guint i = 0; i < N_SECTIONS; i++)
    g_signal_connect_object (self->sections[i], "link", G_CALLBACK (weft_pipeline_study_follow),
                             self->study, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (content_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (content_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
