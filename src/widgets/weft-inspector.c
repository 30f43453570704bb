/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-inspector.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-fact-section.h"
#include "weft-op-facts.h"
#include "weft-stats-runner.h"
#include "weft-words.h"

/* While a trace grows, the inspector is written anew no more often than this, in milliseconds. */
#define UPDATE_INTERVAL 250

/* From top to bottom. */
typedef enum
{
  SECTION_RANGE,
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

struct _WeftInspector
{
  GtkWidget parent_instance;

  WeftPipelineState *state;
  WeftStatsRunner *whole; /* statistics of the log */
  WeftStatsRunner *range; /* and of the brushed range */
  guint timeout;

  GtkWidget *scroller;
  GtkWidget *hint;
  WeftFactSection *sections[N_SECTIONS];
};

G_DEFINE_FINAL_TYPE (WeftInspector, weft_inspector, GTK_TYPE_WIDGET)

/* --- statistics ----------------------------------------------------------------------------------- */

/* "1 234 (12.3 %)". */
static char *
count_and_share (guint64 count, guint64 whole)
{
  g_autofree char *number = weft_words_count (count);
  g_autofree char *share = weft_words_share (count, whole);

  return whole == 0 ? g_strdup (number) : g_strdup_printf ("%s (%s)", number, share);
}

static void
take_counts (WeftFactSection *section, guint32 n_ops, guint32 n_retired, guint32 n_flushed,
             guint32 n_open)
{
  weft_fact_section_take (section, _("Retired"), count_and_share (n_retired, n_ops));
  weft_fact_section_take (section, _("Flushed"), count_and_share (n_flushed, n_ops));
  if (n_open > 0)
    weft_fact_section_take (section, _("Open"), count_and_share (n_open, n_ops));
}

static void
take_cycles (WeftFactSection *section, const char *name, guint64 cycles)
{
  weft_fact_section_take (section, name,
                          weft_words_cycles ((gint64) MIN (cycles, G_MAXINT64)));
}

static void
take_latency (WeftFactSection *section, const WeftHistogram *latency)
{
  if (latency->n_values == 0)
    return;
  take_cycles (section, _("Latency, median"), weft_histogram_get_percentile (latency, 500));
  take_cycles (section, _("Latency, 90 % within"), weft_histogram_get_percentile (latency, 900));
  take_cycles (section, _("Latency, most"), latency->max);
}

static void
take_stall (WeftFactSection *section, const WeftPipelineStats *stats)
{
  g_autofree char *cycles = weft_words_cycles ((gint64) MIN (stats->stall_cycles, G_MAXINT64));
  g_autofree char *value =
    stats->stall_estimated ? g_strconcat ("≈ ", cycles, NULL) : g_strdup (cycles);
  const WeftFact fact = {
    .name = _("Stalled"), .value = value,
    .tooltip = stats->stall_estimated
                 ? _("Estimated, as the log has only one lane: the cycles that stages lasted beyond "
                     "the shortest of their kind, summed over the ops")
                 : _("Cycles in stages of any lane but the first, summed over the ops"),
  };

  weft_fact_section_add (section, &fact);
}

static void
take_rate (WeftFactSection *section, const char *name, double rate, guint decimals,
           const char *unit, const char *tooltip)
{
  g_autofree char *number = weft_words_ratio (rate, decimals);
  g_autofree char *value = unit != NULL ? g_strdup_printf ("%s %s", number, unit) : NULL;
  const WeftFact fact = { .name = name, .value = value != NULL ? value : number,
                          .tooltip = tooltip };

  weft_fact_section_add (section, &fact);
}

static void
take_stats (WeftFactSection *section, const WeftPipelineStats *stats)
{
  take_rate (section, _("IPC"), weft_pipeline_stats_get_ipc (stats), 3, NULL,
             _("Retired ops per cycle"));
  take_counts (section, stats->n_ops, stats->n_retired, stats->n_flushed, stats->n_open);
  take_rate (section, _("Squashes"), weft_pipeline_stats_get_squash_rate (stats), 1,
             _("per 1,000 retired ops"), _("A squash is a run of flushed ops"));
  take_latency (section, &stats->latency);
  take_rate (section, _("In flight, mean"), stats->in_flight_mean, 1, _("ops"),
             _("Ops in a cycle that are fetched and not yet retired or flushed"));
  take_rate (section, _("In flight, most"), stats->in_flight_max, 0, _("ops"), NULL);
  take_stall (section, stats);
}

/* --- the brushed range ---------------------------------------------------------------------------- */

static WeftOpRange
get_range (const WeftPipelineSelection *selection)
{
  WeftOpRange range = WEFT_OP_RANGE_ALL;

  if (selection->has_cycles)
    range.cycles = (WeftCycleRange) { selection->first_cycle, selection->last_cycle };
  if (selection->has_rows)
    {
      range.first_row = selection->first_row;
      range.last_row = selection->last_row;
    }
  return range;
}

static void
take_bounds (WeftFactSection *section, const WeftPipelineSelection *selection)
{
  const WeftFact clear = { .name = _("Clear the range"), .target = "clear:" };

  if (selection->has_cycles)
    {
      g_autofree char *first = weft_words_cycle (selection->first_cycle);
      g_autofree char *last = weft_words_cycle (selection->last_cycle);
      guint64 length = weft_cycles_between (selection->first_cycle, selection->last_cycle);

      weft_fact_section_take (section, _("Cycles"), g_strdup_printf ("%s – %s", first, last));
      weft_fact_section_take (section, _("Length"),
                              weft_words_cycles ((gint64) MIN (length, G_MAXINT64)));
    }
  if (selection->has_rows)
    {
      g_autofree char *first = weft_words_count (selection->first_row);
      g_autofree char *last = weft_words_count (selection->last_row - 1);

      weft_fact_section_take (section, _("Rows"), g_strdup_printf ("%s – %s", first, last));
    }
  weft_fact_section_add (section, &clear);
}

/* A range of rows is no range of cycles: its ops are counted, but have no IPC. */
static void
take_row_counts (WeftFactSection *section, const WeftOpCounts *counts)
{
  g_autofree char *mean = NULL;

  weft_fact_section_take (section, _("Ops in these rows"), weft_words_count (counts->n_ops));
  if (counts->n_ops == 0)
    return;
  take_counts (section, counts->n_ops, counts->n_retired, counts->n_flushed, counts->n_open);
  mean = weft_words_ratio ((double) counts->latency_total / counts->n_ops, 1);
  weft_fact_section_take (section, _("Latency, mean"), g_strdup_printf (_("%s cycles"), mean));
  take_cycles (section, _("Latency, most"), counts->latency_max);
}

/* The pipeline's own lane needs no name. */
static char *
describe_kind (const WeftKindInfo *info)
{
  g_autofree char *name = g_utf8_make_valid (info->name, -1);
  g_autofree char *lane = g_utf8_make_valid (info->lane, -1);

  if (info->lane_index == 0)
    return g_steal_pointer (&name);
  return g_strdup_printf (_("%s, lane %s"), name, lane);
}

static void
write_range_stages (WeftInspector *self, const WeftPipelineStats *stats)
{
  WeftFactSection *section = self->sections[SECTION_RANGE_STAGES];
  WeftPipelineTrace *trace = weft_pipeline_state_get_trace (self->state);
  const WeftFact heading = { .name = _("Stage"), .value = _("Median, most (cycles)"),
                             .extra = _("Count"), .flags = WEFT_FACT_HEADING };

  weft_fact_section_begin (section, _("Stages in the range"));
  if (stats->stages->len > 0)
    weft_fact_section_add (section, &heading);
  for (guint i = 0; i < stats->stages->len; i++)
    {
      const WeftStageStats *stage = &g_array_index (stats->stages, WeftStageStats, i);
      g_autofree char *name = NULL, *count = weft_words_count (stage->lengths.n_values);
      g_autofree char *value = NULL;
      WeftFact fact = { .extra = count };
      WeftKindInfo info;

      weft_pipeline_trace_get_kind (trace, stage->kind, &info);
      fact.name = name = describe_kind (&info);
      if (stage->lengths.n_values > 0)
        {
          g_autofree char *median =
            weft_words_count (weft_histogram_get_percentile (&stage->lengths, 500));
          g_autofree char *most = weft_words_count (stage->lengths.max);

          value = g_strdup_printf ("%s, %s", median, most);
        }
      fact.value = value != NULL ? value : "—";
      weft_fact_section_add (section, &fact);
    }
  weft_fact_section_end (section);
}

static void
write_range (WeftInspector *self, const WeftPipelineSelection *selection)
{
  WeftFactSection *section = self->sections[SECTION_RANGE];
  const WeftStatsResult *result = weft_stats_runner_get_result (self->range);
  gboolean stale = weft_stats_runner_is_stale (self->range);

  if (!selection->has_cycles && !selection->has_rows)
    {
      weft_fact_section_clear (section);
      weft_fact_section_clear (self->sections[SECTION_RANGE_STAGES]);
      return;
    }
  weft_fact_section_begin (section, _("Brushed range"));
  take_bounds (section, selection);
  if (result != NULL && selection->has_rows)
    take_row_counts (section, &result->counts);
  if (result != NULL && result->stats != NULL && selection->has_cycles)
    {
      const WeftFact fact = { .note = _("Of the ops that ended in these cycles:") };

      weft_fact_section_add (section, &fact);
      take_stats (section, result->stats);
    }
  weft_fact_section_end (section);
  if (result != NULL && result->stats != NULL && selection->has_cycles)
    write_range_stages (self, result->stats);
  else
    weft_fact_section_clear (self->sections[SECTION_RANGE_STAGES]);
  /* What was computed for another range stays until the new figures are there, but steps back. */
  gtk_widget_set_opacity (GTK_WIDGET (section), stale ? 0.6 : 1);
  gtk_widget_set_opacity (GTK_WIDGET (self->sections[SECTION_RANGE_STAGES]), stale ? 0.6 : 1);
}

/* --- the trace -------------------------------------------------------------------------------------- */

static const char *
describe_state (WeftTrace *trace)
{
  switch (weft_trace_get_state (trace))
    {
    case WEFT_TRACE_GROWING:
      return _("goes on");
    case WEFT_TRACE_PARTIAL:
      return _("ended early");
    case WEFT_TRACE_COMPLETE:
    default:
      return _("complete");
    }
}

static void
write_threads (WeftInspector *self, const WeftPipelineStats *stats)
{
  WeftFactSection *section = self->sections[SECTION_THREADS];
  const WeftFact heading = { .name = _("Thread"), .value = _("Retired, flushed"),
                             .extra = _("Ops"), .flags = WEFT_FACT_HEADING };

  if (stats == NULL || stats->threads->len < 2)
    {
      weft_fact_section_clear (section);
      return;
    }
  weft_fact_section_begin (section, _("Threads"));
  weft_fact_section_add (section, &heading);
  for (guint i = 0; i < MIN (stats->threads->len, 100); i++)
    {
      const WeftThreadStats *thread = &g_array_index (stats->threads, WeftThreadStats, i);
      g_autofree char *name = g_strdup_printf ("%" G_GINT64_FORMAT, thread->tid);
      g_autofree char *count = weft_words_count (thread->n_ops);
      g_autofree char *retired = weft_words_count (thread->n_retired);
      g_autofree char *flushed = weft_words_count (thread->n_flushed);
      g_autofree char *value = g_strdup_printf ("%s, %s", retired, flushed);
      const WeftFact fact = { .name = name, .value = value, .extra = count };

      weft_fact_section_add (section, &fact);
    }
  weft_fact_section_end (section);
}

static void
write_trace (WeftInspector *self, WeftPipelineSnapshot *snapshot)
{
  WeftFactSection *section = self->sections[SECTION_TRACE];
  WeftTrace *trace = WEFT_TRACE (weft_pipeline_state_get_trace (self->state));
  const WeftStatsResult *whole = weft_stats_runner_get_result (self->whole);
  const WeftPipelineStats *stats = whole != NULL ? whole->stats : NULL;
  gint64 first = weft_pipeline_snapshot_get_first_cycle (snapshot);
  gint64 last = weft_pipeline_snapshot_get_last_cycle (snapshot);
  g_autofree char *from = weft_words_cycle (first), *to = weft_words_cycle (last);
  guint64 length = weft_cycles_between (first, last);

  weft_fact_section_begin (section, weft_trace_get_title (trace));
  weft_fact_section_take (section, _("Format"), g_strdup (weft_trace_get_format (trace)));
  weft_fact_section_take (section, _("Reading"), g_strdup (describe_state (trace)));
  weft_fact_section_take (section, _("Diagnostics"),
                          weft_words_all_diagnostics (weft_trace_get_diagnostics (trace)));
  weft_fact_section_take (section, _("Ops"),
                          weft_words_count (weft_pipeline_snapshot_get_n_ops (snapshot)));
  weft_fact_section_take (section, _("Cycles"), g_strdup_printf ("%s – %s", from, to));
  weft_fact_section_take (section, _("Length"),
                          weft_words_cycles ((gint64) MIN (length, G_MAXINT64)));
  weft_fact_section_take (section, _("Dependencies"),
                          weft_words_count (weft_pipeline_snapshot_get_n_dependencies (snapshot)));
  if (stats != NULL)
    take_stats (section, stats);
  else
    weft_fact_section_take (section, _("Retired ops per cycle (IPC)"), g_strdup ("—"));
  weft_fact_section_end (section);
  write_threads (self, stats);
}

/* --- what is shown ---------------------------------------------------------------------------------- */

static void
write_op (WeftInspector *self, WeftPipelineSnapshot *snapshot,
          const WeftPipelineSelection *selection)
{
  const WeftOpFacts facts = {
    .snapshot = snapshot, .rows = weft_pipeline_state_get_rows (self->state),
    .whole = weft_stats_runner_get_result (self->whole), .op = selection->op,
    .stage = selection->stage,
  };

  if (selection->stage != WEFT_NO_STAGE)
    weft_op_facts_write_stage (&facts, self->sections[SECTION_STAGE]);
  else
    weft_fact_section_clear (self->sections[SECTION_STAGE]);
  weft_op_facts_write_op (&facts, self->sections[SECTION_OP]);
  weft_op_facts_write_stages (&facts, self->sections[SECTION_STAGES]);
  weft_op_facts_write_producers (&facts, self->sections[SECTION_PRODUCERS]);
  weft_op_facts_write_consumers (&facts, self->sections[SECTION_CONSUMERS]);
}

static void
ask (WeftInspector *self, WeftPipelineSnapshot *snapshot, const WeftPipelineSelection *selection)
{
  const WeftOpRange all = WEFT_OP_RANGE_ALL, range = get_range (selection);

  weft_stats_runner_ask (self->whole, snapshot, NULL, &all);
  if (selection->has_cycles || selection->has_rows)
    weft_stats_runner_ask (self->range, snapshot,
                           selection->has_rows ? weft_pipeline_state_get_rows (self->state) : NULL,
                           &range);
  else
    weft_stats_runner_forget (self->range);
}

static void
update (WeftInspector *self)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;
  gboolean has_op, has_range = selection->has_cycles || selection->has_rows;

  g_clear_handle_id (&self->timeout, g_source_remove);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  snapshot = weft_pipeline_state_ref_snapshot (self->state);
  has_op = selection->op < weft_pipeline_snapshot_get_n_ops (snapshot);
  ask (self, snapshot, selection);
  if (has_op)
    write_op (self, snapshot, selection);
  else
    for (Section i = SECTION_STAGE; i <= SECTION_CONSUMERS; i++)
      weft_fact_section_clear (self->sections[i]);
  write_range (self, selection);
  if (!has_op && !has_range)
    write_trace (self, snapshot);
  else
    {
      weft_fact_section_clear (self->sections[SECTION_TRACE]);
      weft_fact_section_clear (self->sections[SECTION_THREADS]);
    }
  gtk_widget_set_visible (self->hint, !has_op && !has_range);
}

static gboolean
update_late (gpointer user_data)
{
  WeftInspector *self = user_data;

  self->timeout = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
content_changed (WeftInspector *self)
{
  if (self->timeout == 0)
    self->timeout = g_timeout_add (UPDATE_INTERVAL, update_late, self);
}

static void
follow_link (WeftInspector *self, const char *target)
{
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  const char *colon = strchr (target, ':');
  guint32 index = (guint32) g_ascii_strtoull (colon + 1, NULL, 10);

  if (g_str_has_prefix (target, "op:"))
    {
      weft_pipeline_state_select (self->state, index, WEFT_NO_STAGE);
      weft_pipeline_state_show_op (self->state, index, FALSE);
    }
  else if (g_str_has_prefix (target, "stage:"))
    weft_pipeline_state_select (self->state, selection->op, index);
  else if (g_str_has_prefix (target, "clear:"))
    weft_view_state_clear_range (WEFT_VIEW_STATE (self->state));
}

char *
weft_inspector_get_text (WeftInspector *self)
{
  GString *text;

  g_return_val_if_fail (WEFT_IS_INSPECTOR (self), NULL);

  text = g_string_new (NULL);
  for (guint i = 0; i < N_SECTIONS; i++)
    if (gtk_widget_get_visible (GTK_WIDGET (self->sections[i])))
      {
        g_autofree char *section = weft_fact_section_get_text (self->sections[i]);

        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", section);
      }
  return g_string_free (text, FALSE);
}

/* --- construction ------------------------------------------------------------------------------------ */

static void
weft_inspector_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_inspector_parent_class)->map (widget);
  update (WEFT_INSPECTOR (widget));
}

static void
weft_inspector_dispose (GObject *object)
{
  WeftInspector *self = WEFT_INSPECTOR (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->whole);
  g_clear_object (&self->range);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_inspector_parent_class)->dispose (object);
}

static void
weft_inspector_class_init (WeftInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_inspector_dispose;
  widget_class->map = weft_inspector_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "weft-inspector");
}

static void
build_hint (WeftInspector *self, GtkWidget *box)
{
  self->hint = gtk_label_new (_("Select an op in the picture or in the table to see all of it here. "
                                "Drag with Shift over the picture to measure a range."));
  gtk_label_set_wrap (GTK_LABEL (self->hint), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->hint), 0);
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_box_append (GTK_BOX (box), self->hint);
}

static void
weft_inspector_init (WeftInspector *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);

  for (guint i = 0; i < N_SECTIONS; i++)
    {
      GtkWidget *section = weft_fact_section_new ();

      self->sections[i] = WEFT_FACT_SECTION (section);
      g_signal_connect_swapped (section, "link", G_CALLBACK (follow_link), self);
      gtk_box_append (GTK_BOX (box), section);
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
  self->whole = weft_stats_runner_new ();
  self->range = weft_stats_runner_new ();
  g_signal_connect_object (self->whole, "done", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->range, "done", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

GtkWidget *
weft_inspector_new (WeftPipelineState *state)
{
  WeftInspector *self = g_object_new (WEFT_TYPE_INSPECTOR, NULL);
  WeftPipelineTrace *trace = weft_pipeline_state_get_trace (state);

  self->state = g_object_ref (state);
  g_signal_connect_object (state, "selection", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (content_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "changed", G_CALLBACK (content_changed), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
