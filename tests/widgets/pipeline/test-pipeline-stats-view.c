/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-stats-view.h"

#include "weft-chart-view.h"
#include "weft-fact-table.h"
#include "weft-findings-view.h"
#include "weft-pipeline-stats-overview.h"
#include "weft-pipeline-study.h"

#include "log-stage.h"
#include "said.h"

#define N_OPS 600

typedef struct
{
  Stage stage;
  WeftPipelineStatsView *view;
  WeftPipelineStudy *study;
} Panel;

static gboolean
is_computed (gpointer data)
{
  Panel *panel = data;

  return weft_pipeline_study_get_shown (panel->study) != NULL
         && !weft_pipeline_study_is_stale (panel->study);
}

static void
panel_open (Panel *panel)
{
  stage_open (&panel->stage);
  made_log_fill (&panel->stage.log, N_OPS);
  stage_publish (&panel->stage, 400);
  weft_pipeline_state_resize (panel->stage.state, 800, 400);
  panel->view = WEFT_PIPELINE_STATS_VIEW (weft_pipeline_stats_view_new (panel->stage.state));
  panel->study = weft_pipeline_study_of (panel->stage.state);
  stage_show (&panel->stage, GTK_WIDGET (panel->view));
  wait_until (is_computed, panel);
}

static WeftFactTable *
get_table (Panel *panel, const char *page)
{
  weft_stats_view_set_page (WEFT_STATS_VIEW (panel->view), page);
  return WEFT_FACT_TABLE (weft_stats_view_get_content (WEFT_STATS_VIEW (panel->view), page));
}

static guint
count_rows (WeftFactTable *table)
{
  return g_list_model_get_n_items (G_LIST_MODEL (weft_fact_table_get_list (table)));
}

static char *
get_totals (Panel *panel)
{
  return get_said (
    find_widget (weft_stats_view_get_content (WEFT_STATS_VIEW (panel->view), "overview"),
                 WEFT_TYPE_FACT_SECTION));
}

/* --- tests ------------------------------------------------------------------------------------------ */

/* Totals, findings and curves of the whole log are there without anything being asked for. */
static void
test_overview (void)
{
  Panel panel;
  g_autoptr (GPtrArray) charts = g_ptr_array_new (), findings = g_ptr_array_new ();
  g_autofree char *totals = NULL;

  panel_open (&panel);
  g_assert_cmpstr (weft_stats_view_get_page (WEFT_STATS_VIEW (panel.view))->name, ==, "overview");
  totals = get_totals (&panel);
  g_assert_nonnull (strstr (totals, "IPC\t"));
  collect_widgets (GTK_WIDGET (panel.view), WEFT_TYPE_CHART_VIEW, charts);
  g_assert_cmpuint (charts->len, >=, 4);
  for (guint i = 0; i < 4; i++)
    {
      const WeftChart *chart = weft_chart_view_get_chart (charts->pdata[i]);

      if (chart == NULL) /* the stages' histogram is on another page */
        continue;
      g_assert_cmpuint (chart->n_ticks, ==, 401);
      g_assert_cmpint (chart->first, ==, 0);
    }
  collect_widgets (GTK_WIDGET (panel.view), WEFT_TYPE_FINDINGS_VIEW, findings);
  g_assert_cmpuint (findings->len, ==, 1);
  {
    g_autofree char *text = get_findings (findings->pdata[0]);

    g_assert_nonnull (strstr (text, "cycles"));
  }
  check_button_names (GTK_WIDGET (panel.view));
  stage_close (&panel.stage);
}

/* Each table has its rows, and each row leads to an op or to cycles. */
static void
test_tables (void)
{
  static const struct
  {
    const char *page;
    guint least;
    guint most;
  } tables[] = { { "stage", 3, 3 },  { "stall", 1, 1 },    { "pc", 61, 62 },  { "function", 0, 0 },
                 { "thread", 2, 2 }, { "squash", 10, 40 }, { "storm", 0, 40 } };
  Panel panel;

  panel_open (&panel);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      WeftFactTable *table = get_table (&panel, tables[i].page);

      g_assert_cmpuint (count_rows (table), >=, tables[i].least);
      g_assert_cmpuint (count_rows (table), <=, tables[i].most);
      for (guint row = 0; row < MIN (count_rows (table), 5); row++)
        {
          weft_pipeline_state_select (panel.stage.state, WEFT_NO_ROW, WEFT_NO_STAGE);
          g_signal_emit_by_name (table, "picked", row);
          if (g_strcmp0 (tables[i].page, "storm") != 0)
            g_assert_cmpuint (weft_pipeline_state_get_selection (panel.stage.state)->op, <, N_OPS);
        }
    }
  check_button_names (GTK_WIDGET (panel.view));
  stage_close (&panel.stage);
}

/* Below the stages is a chart of how long that stage lasted which was picked; a screen reader says so. */
static void
test_stage_chart (void)
{
  g_autoptr (GPtrArray) charts = g_ptr_array_new ();
  gboolean is_there = FALSE;
  Panel panel;

  panel_open (&panel);
  g_signal_emit_by_name (get_table (&panel, "stage"), "picked", 2u);
  collect_widgets (GTK_WIDGET (panel.view), WEFT_TYPE_CHART_VIEW, charts);
  for (guint i = 0; i < charts->len; i++)
    {
      g_autofree char *said = gtk_test_accessible_check_property (
        charts->pdata[i], GTK_ACCESSIBLE_PROPERTY_LABEL, "Length of stage stl in cycles");

      is_there |= said == NULL;
    }
  g_assert_true (is_there);
  stage_close (&panel.stage);
}

/* The curves as a table: all ops are in it, and a row leads to its cycles. */
static void
test_over_time (void)
{
  Panel panel;
  WeftFactTable *table;
  WeftPipelineStatsResult *shown;
  const WeftPipelineViewport *target;
  WeftCycleRange cycles;
  guint n_fetched = 0, row;

  panel_open (&panel);
  table = get_table (&panel, "time");
  shown = weft_pipeline_study_get_shown (panel.study);
  g_assert_cmpuint (count_rows (table), ==, shown->curves->n_buckets);
  for (guint i = 0; i < shown->curves->n_buckets; i++)
    n_fetched += g_array_index (shown->curves->buckets, WeftPipelineBucket, i).n_fetched;
  g_assert_cmpuint (n_fetched, ==, N_OPS);
  row = count_rows (table) / 2;
  cycles = g_array_index (shown->curves->buckets, WeftPipelineBucket, row).cycles;
  g_signal_emit_by_name (table, "activated", row);
  target = weft_pipeline_state_get_target (panel.stage.state);
  g_assert_cmpint (target->origin_cycle, >, cycles.from - 10);
  g_assert_cmpint (target->origin_cycle, <=, cycles.from);
  stage_close (&panel.stage);
}

/* A row of the stages leads to the longest, stage and all. */
static void
test_longest_stage (void)
{
  Panel panel;
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  const WeftPipelineSelection *selection;
  const WeftPipelineStageStats *stats;
  const WeftStage *stage;
  WeftPipelineStatsResult *shown;

  panel_open (&panel);
  shown = weft_pipeline_study_get_shown (panel.study);
  g_signal_emit_by_name (get_table (&panel, "stage"), "activated", 2u); /* stl */
  selection = weft_pipeline_state_get_selection (panel.stage.state);
  stats = &g_array_index (shown->stats->stages, WeftPipelineStageStats, 2);
  weft_pipeline_snapshot_get_stages (shown->question.snapshot, selection->op, &buffer);
  g_assert_cmpuint (selection->stage, <, buffer.n_stages);
  stage = &buffer.stages[selection->stage];
  g_assert_cmpuint (stage->kind, ==, stats->kind);
  g_assert_cmpuint (weft_cycles_between (stage->start, stage->end), ==, stats->lengths.max);
  stage_close (&panel.stage);
}

/* The one brush restricts everything, rows too; clearing it brings the whole back. */
static void
test_range (void)
{
  Panel panel;
  WeftPipelineState *state;

  panel_open (&panel);
  state = panel.stage.state;
  weft_pipeline_state_select_cycles (state, 50, 100);
  g_assert_true (weft_pipeline_study_is_stale (panel.study));
  wait_until (is_computed, &panel);
  {
    WeftPipelineStatsResult *shown = weft_pipeline_study_get_shown (panel.study);
    g_autofree char *totals = get_totals (&panel);

    g_assert_cmpint (shown->stats->first, ==, 50);
    g_assert_cmpint (shown->stats->last, ==, 100);
    g_assert_cmpuint (shown->stats->n_ops, <, N_OPS);
    g_assert_cmpuint (weft_pipeline_study_get_whole (panel.study)->stats->n_ops, ==, N_OPS);
    g_assert_nonnull (find_label (GTK_WIDGET (panel.view), "Cycles 50 – 100"));
  }
  weft_view_state_clear_range (WEFT_VIEW_STATE (state));
  weft_pipeline_state_select_rows (state, 10, 30);
  wait_until (is_computed, &panel);
  g_assert_cmpuint (weft_pipeline_study_get_shown (panel.study)->stats->n_ops, ==, 20);
  g_assert_nonnull (find_label (GTK_WIDGET (panel.view), "Rows 10 – 29"));
  weft_view_state_clear_range (WEFT_VIEW_STATE (state));
  wait_until (is_computed, &panel);
  g_assert_cmpuint (weft_pipeline_study_get_shown (panel.study)->stats->n_ops, ==, N_OPS);
  g_assert_nonnull (find_label (GTK_WIDGET (panel.view), "Whole log"));
  stage_close (&panel.stage);
}

static gboolean
has_cycles (gpointer data)
{
  return weft_pipeline_state_get_selection (data)->has_cycles;
}

/* Dragging over a curve brushes its cycles for all, once the button is let go. */
static void
test_brush (void)
{
  Panel panel;
  g_autoptr (GPtrArray) charts = g_ptr_array_new ();
  const WeftPipelineSelection *selection;
  GtkWidget *chart;
  double y;

  panel_open (&panel);
  wait_settled ();
  collect_widgets (GTK_WIDGET (panel.view), WEFT_TYPE_CHART_VIEW, charts);
  chart = charts->pdata[0];
  y = gtk_widget_get_height (chart) / 2;
  selection = weft_pipeline_state_get_selection (panel.stage.state);
  if (point_at_widget (chart, panel.stage.window, 200, y) && run_xdotool ("mousedown 1")
      && point_at_widget (chart, panel.stage.window, 250, y)
      && point_at_widget (chart, panel.stage.window, 400, y))
    {
      wait_settled ();
      g_assert_false (selection->has_cycles);
      run_xdotool ("mouseup 1");
      wait_until (has_cycles, panel.stage.state);
      g_assert_cmpint (selection->first_cycle, >, 0);
      g_assert_cmpint (selection->last_cycle, <, 400);
      wait_until (is_computed, &panel);
      g_assert_cmpint (weft_chart_view_get_chart (WEFT_CHART_VIEW (chart))->first, ==,
                       selection->first_cycle);
    }
  stage_close (&panel.stage);
}

static gboolean
has_path (gpointer data)
{
  Panel *panel = data;

  return is_computed (data) && weft_pipeline_study_get_shown (panel->study)->path != NULL;
}

/* The critical path is computed while one looks at it. */
static void
test_path (void)
{
  Panel panel;
  WeftFactTable *table;

  panel_open (&panel);
  g_assert_null (weft_pipeline_study_get_shown (panel.study)->path);
  g_assert_false (weft_pipeline_study_get_shows_path (panel.study));
  table = get_table (&panel, "path");
  wait_until (has_path, &panel);
  g_assert_true (weft_pipeline_study_get_shows_path (panel.study));
  g_assert_cmpuint (count_rows (table), >, 0);
  g_assert_nonnull (find_label (GTK_WIDGET (table), "cycles · "));
  weft_stats_view_set_page (WEFT_STATS_VIEW (panel.view), "overview");
  g_assert_false (weft_pipeline_study_get_shows_path (panel.study));
  stage_close (&panel.stage);
}

/* --- findings, links and dependencies, which others show as well ------------------------------------- */

static void
test_links (void)
{
  Panel panel;
  const WeftPipelineSelection *selection;

  panel_open (&panel);
  selection = weft_pipeline_state_get_selection (panel.stage.state);
  weft_pipeline_study_follow (panel.study, "op:17");
  g_assert_cmpuint (selection->op, ==, 17);
  weft_pipeline_study_follow (panel.study, "stage:1");
  g_assert_cmpuint (selection->stage, ==, 1);
  weft_pipeline_study_follow (panel.study, "cycles:20:45");
  g_assert_true (selection->has_cycles);
  g_assert_cmpint (selection->first_cycle, ==, 20);
  g_assert_cmpint (selection->last_cycle, ==, 45);
  weft_pipeline_study_follow (panel.study, "clear:");
  g_assert_false (selection->has_cycles);
  stage_close (&panel.stage);
}

static gboolean
has_trace (gpointer data)
{
  return weft_pipeline_study_trace (data, 5) != NULL;
}

static void
test_dependencies (void)
{
  Panel panel;
  const GArray *steps;

  panel_open (&panel);
  weft_pipeline_writer_add_dependency (panel.stage.log.writer, 5, 3, 0, 4);
  weft_pipeline_writer_add_dependency (panel.stage.log.writer, 3, 1, 0, 4);
  weft_pipeline_writer_add_dependency (panel.stage.log.writer, 9, 5, 0, 6);
  made_log_begin (&panel.stage.log, 0, 300, "later");
  stage_publish (&panel.stage, 400);
  /* Not while more may come. */
  g_assert_null (weft_pipeline_study_trace (panel.study, 5));
  weft_trace_set_state (WEFT_TRACE (panel.stage.log.trace), WEFT_TRACE_COMPLETE);
  wait_until (has_trace, panel.study);
  steps = weft_pipeline_study_trace (panel.study, 5);
  g_assert_cmpuint (steps->len, ==, 3);
  stage_close (&panel.stage);
}

static void
attached (GObject *state, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(int *) data = weft_attachable_attach_finish (WEFT_ATTACHABLE (state), result, &error) ? 1 : 2;
}

static gboolean
is_answered (gpointer data)
{
  return *(int *) data != 0;
}

static gboolean
has_functions (gpointer data)
{
  Panel *panel = data;

  return is_computed (data) && weft_pipeline_study_get_shown (panel->study)->functions != NULL;
}

/* A program that is attached fills the table of functions; what is none leaves it as it was. */
static void
test_elf (void)
{
  g_autoptr (GFile) elf = g_file_new_for_path ("/proc/self/exe");
  g_autoptr (GFile) other = g_file_new_for_path ("/proc/self/status");
  Panel panel;
  int answer = 0;

  panel_open (&panel);
  weft_attachable_attach_async (WEFT_ATTACHABLE (panel.stage.state), other, attached, &answer);
  wait_until (is_answered, &answer);
  g_assert_cmpint (answer, ==, 2);
  g_assert_null (weft_attachable_get_attached (WEFT_ATTACHABLE (panel.stage.state)));
  answer = 0;
  weft_attachable_attach_async (WEFT_ATTACHABLE (panel.stage.state), elf, attached, &answer);
  wait_until (is_answered, &answer);
  g_assert_cmpint (answer, ==, 1);
  wait_until (has_functions, &panel);
  g_assert_cmpuint (count_rows (get_table (&panel, "function")), ==, 1);
  stage_close (&panel.stage);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stats-view/overview", test_overview);
  g_test_add_func ("/stats-view/tables", test_tables);
  g_test_add_func ("/stats-view/stage-chart", test_stage_chart);
  g_test_add_func ("/stats-view/over-time", test_over_time);
  g_test_add_func ("/stats-view/longest-stage", test_longest_stage);
  g_test_add_func ("/stats-view/range", test_range);
  g_test_add_func ("/stats-view/brush", test_brush);
  g_test_add_func ("/stats-view/path", test_path);
  g_test_add_func ("/stats-view/links", test_links);
  g_test_add_func ("/stats-view/dependencies", test_dependencies);
  g_test_add_func ("/stats-view/elf", test_elf);
  return g_test_run ();
}
