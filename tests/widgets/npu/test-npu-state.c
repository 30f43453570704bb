/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "weft-events-table.h"
#include "weft-filterable.h"
#include "weft-load.h"
#include "weft-npu-compare-view.h"
#include "weft-npu-facts.h"
#include "weft-npu-run-view.h"
#include "weft-npu-stats-view.h"
#include "weft-npu-trace-private.h"

#include "go-to.h"
#include "on-display.h"

typedef struct
{
  WeftNpuState *state;
  GtkWidget *window;
} Npu;

static gboolean
is_answered (gpointer data)
{
  return weft_npu_state_get_result (data) != NULL
         && !weft_filterable_is_pending (WEFT_FILTERABLE (data));
}

static char *
sample (const char *name)
{
  return g_build_filename (g_getenv ("WEFT_SAMPLES"), name, NULL);
}

static void
npu_load (Npu *npu, const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, g_main_context_default ());
  g_autoptr (GError) error = NULL;

  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  npu->state = weft_npu_state_new (WEFT_NPU_TRACE (weft_load_get_trace (load)));
  wait_until (is_answered, npu->state);
  weft_tracks_resize (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (npu->state)), 800, 600);
  npu->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (npu->window), 1200, 600);
}

static void
npu_open (Npu *npu)
{
  g_autofree char *path = sample ("npu-two-layers.json");

  npu_load (npu, path);
}

/* A trace of that text. */
static void
npu_read (Npu *npu, const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  npu_load (npu, path);
  g_remove (path);
  g_rmdir (folder);
}

static void
npu_show (Npu *npu, GtkWidget *panel)
{
  gtk_window_set_child (GTK_WINDOW (npu->window), panel);
  gtk_window_present (GTK_WINDOW (npu->window));
  wait_until (is_mapped, panel);
}

static void
npu_close (Npu *npu)
{
  gtk_window_destroy (GTK_WINDOW (npu->window));
  g_object_unref (npu->state);
}

/* --- dependencies --------------------------------------------------------------------------------- */

static gboolean
is_plain (gpointer state)
{
  const WeftNpuResult *result = weft_npu_state_get_result (state);

  return !result->question.arrows && !result->question.path;
}

/* The critical path is a table whose rows lead to its events; arrows and path can be turned off. */
static void
test_path (void)
{
  Npu npu;
  GtkWidget *view, *table;
  const WeftNpuResult *result;

  npu_open (&npu);
  view = weft_stats_view_new (WEFT_VIEW_STATE (npu.state), &weft_npu_stats);
  npu_show (&npu, view);
  table = weft_stats_view_get_content (WEFT_STATS_VIEW (view), "critical");
  result = weft_npu_state_get_result (npu.state);
  g_assert_true (result->question.arrows && result->question.path);
  g_assert_cmpuint (result->path->n_steps, >, 10);
  g_signal_emit_by_name (table, "picked", 2);
  g_assert_cmpuint (weft_events_state_get_selected (WEFT_EVENTS_STATE (npu.state)), ==,
                    result->path->steps[2].row);
  g_object_set (npu.state, "arrows", FALSE, "path", FALSE, NULL);
  wait_until (is_plain, npu.state);
  npu_close (&npu);
}

/* The pages that can be asked for are those that there are. */
static void
test_pages (void)
{
  WeftStatsView *pages;
  GtkWidget *shown;
  guint n = 0;
  Npu npu;

  npu_open (&npu);
  weft_view_state_show_page (WEFT_VIEW_STATE (npu.state), "token");
  pages = WEFT_STATS_VIEW (weft_stats_view_new (WEFT_VIEW_STATE (npu.state), &weft_npu_stats));
  npu_show (&npu, GTK_WIDGET (pages));
  g_assert_true (gtk_widget_get_mapped (weft_stats_view_get_content (pages, "token")));
  for (; n < weft_npu_stats.n_pages; n++)
    {
      shown = weft_stats_view_get_content (pages, weft_npu_stats.pages[n].name);
      g_assert_nonnull (shown);
      weft_view_state_show_page (WEFT_VIEW_STATE (npu.state), weft_npu_stats.pages[n].name);
      wait_until (is_mapped, shown);
    }
  g_assert_cmpuint (n, ==, g_strv_length ((char **) weft_npu_table_words) + 1);
  npu_close (&npu);
}

/* --- rows ------------------------------------------------------------------------------------------- */

/* The column of that key. */
static guint
find_column (const WeftFacts *facts, const char *key)
{
  for (guint i = 0; i < facts->n_columns; i++)
    if (g_str_equal (weft_facts_get_column (facts, i)->key, key))
      return i;
  g_error ("there is no column %s", key);
}

/* An activated row filters by what it counts: as many events pass as it says. */
static void
check_rows (Npu *npu, GtkWidget *view, WeftNpuTable table, const char *page, const char *key)
{
  GtkWidget *content = weft_stats_view_get_content (WEFT_STATS_VIEW (view), page);
  WeftFacts facts = weft_npu_facts_get (weft_npu_state_get_result (npu->state)->stats, table);
  guint column = find_column (&facts, key), n_rows = facts.n_rows;
  g_autofree guint64 *expected = g_new (guint64, n_rows);

  g_assert_cmpuint (n_rows, >, 0);
  for (guint row = 0; row < n_rows; row++)
    expected[row] = weft_facts_get_cell (&facts, row, column).count;
  for (guint row = 0; row < n_rows; row++)
    {
      guint64 shown, all;

      g_signal_emit_by_name (content, "activated", row);
      g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (npu->state)), !=, "");
      wait_until (is_answered, npu->state);
      weft_filterable_count_rows (WEFT_FILTERABLE (npu->state), &shown, &all);
      g_test_message ("%s %u: %s: %u", page, row,
                      weft_filterable_get_filter (WEFT_FILTERABLE (npu->state)), (guint) shown);
      g_assert_cmpuint (shown, ==, expected[row]);
      g_assert_true (weft_filterable_set_filter (WEFT_FILTERABLE (npu->state), "", NULL, NULL));
      wait_until (is_answered, npu->state);
    }
}

static gint64
line_of (const WeftNpuSnapshot *snapshot, guint32 row)
{
  return weft_npu_number (snapshot->trace,
                          weft_table_get_u32 (&snapshot->trace->events, NPU_LINE, row));
}

/* Tokens by their number, of two of the same the one that was decoded; lines of the file by the event that is there or
 * came last. */
static void
test_go_to (void)
{
  static const char *const wrong[] = { "token 99", "token -1" };
  const WeftNpuSnapshot *snapshot;
  Npu npu;

  npu_open (&npu);
  snapshot = weft_npu_state_get_result (npu.state)->question.snapshot;
  for (guint32 row = 0; row < snapshot->n_events; row += 7)
    {
      const gint64 line = line_of (snapshot, row);
      g_autofree char *text = g_strdup_printf ("line %" G_GINT64_FORMAT, line);

      go_to_place (npu.state, text);
      g_assert_cmpint (
        line_of (snapshot, weft_events_state_get_selected (WEFT_EVENTS_STATE (npu.state))), ==,
        line);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = go_to (npu.state, wrong[i]);

      g_assert_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND);
    }
  npu_close (&npu);
}

static void
test_rows (void)
{
  static const struct
  {
    WeftNpuTable table;
    const char *page, *key;
  } tables[] = {
    { WEFT_NPU_TABLE_ENGINE, "engine", "events" }, { WEFT_NPU_TABLE_LAYER, "layer", "events" },
    { WEFT_NPU_TABLE_TILE, "tile", "events" },     { WEFT_NPU_TABLE_OP, "op", "events" },
    { WEFT_NPU_TABLE_STALL, "stall", "count" },    { WEFT_NPU_TABLE_BITS, "qbits", "events" },
    { WEFT_NPU_TABLE_BANK, "bank", "events" },     { WEFT_NPU_TABLE_TYPE, "type", "events" },
    { WEFT_NPU_TABLE_PHASE, "phase", "events" }
  };
  const WeftNpuTokenStats *token;
  GtkWidget *view;
  Npu npu;

  npu_open (&npu);
  view = weft_stats_view_new (WEFT_VIEW_STATE (npu.state), &weft_npu_stats);
  npu_show (&npu, view);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    check_rows (&npu, view, tables[i].table, tables[i].page, tables[i].key);
  /* A token is gone to, and no filter set. */
  token = &weft_npu_state_get_result (npu.state)->stats->tokens[2];
  g_signal_emit_by_name (weft_stats_view_get_content (WEFT_STATS_VIEW (view), "token"), "activated",
                         2);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (npu.state)), ==, "");
  g_assert_cmpuint (weft_events_state_get_selected (WEFT_EVENTS_STATE (npu.state)), ==, token->row);
  npu_close (&npu);
}

#define TOKEN(phase, index, from, to) \
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"" phase "\", \"token_index\": " #index \
  ", \"start_cycle\": " #from ", \"end_cycle\": " #to "}, "
#define WORK(more, from, to) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"GEMM\", " more \
  "\"start_cycle\": " #from ", \"end_cycle\": " #to "}, "

/* Events that say no phase are of that of the token that they begin in, wherever they end; others begin in none. One
 * goes to tokens that were decoded rather than to others of the same number. */
static void
test_phases (void)
{
  GtkWidget *view;
  Npu npu;

  npu_read (
    &npu, "{\"version\": \"1.0\", \"timeline_events\": [" TOKEN ("PREFILL", 0, 0, 100)
            TOKEN ("DECODE", 0, 100, 200) TOKEN ("DECODE", 1, 200, 300)
              TOKEN ("PREFILL", 1, 400, 500) WORK ("", 0, 10) WORK ("", 90, 120) WORK ("", 100, 110)
                WORK ("", 299, 350) WORK ("", 300, 310) WORK ("\"phase\": \"DECODE\", ", 20, 30)
                  WORK ("\"phase\": \"PREFILL\", ", 350,
                        360) "{\"type\": \"STALL_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, "
                             "\"reason\": \"wait\", "
                             "\"phase\": \"DECODE\", \"start_cycle\": 120, \"end_cycle\": 130}]}");
  view = weft_stats_view_new (WEFT_VIEW_STATE (npu.state), &weft_npu_stats);
  npu_show (&npu, view);
  check_rows (&npu, view, WEFT_NPU_TABLE_PHASE, "phase", "events");
  g_assert_cmpuint (weft_npu_state_get_result (npu.state)->stats->n_phased_by_token, ==, 4);
  for (guint i = 0; i < 2; i++)
    {
      go_to_place (npu.state, i == 0 ? "token 0" : "token 1");
      g_assert_cmpuint (weft_events_state_get_selected (WEFT_EVENTS_STATE (npu.state)), ==, 1 + i);
    }
  npu_close (&npu);
}

#define OTHER(type, from, to) \
  "{\"type\": \"" type "\", \"engine\": \"TE\", \"engine_id\": 0, \"start_cycle\": " #from \
  ", \"end_cycle\": " #to "}"

/* Types that no document knows are filtered by as those that it does. */
static void
test_other_types (void)
{
  GtkWidget *view;
  Npu npu;

  npu_read (&npu, "{\"version\": \"1.0\", \"timeline_events\": [" WORK ("", 0, 10)
                    OTHER ("FENCE", 10, 20) "," OTHER ("DOORBELL", 20, 21) "," OTHER (
                      "FENCE", 30, 40) "," OTHER ("REFILL", 40, 50) "]}");
  view = weft_stats_view_new (WEFT_VIEW_STATE (npu.state), &weft_npu_stats);
  npu_show (&npu, view);
  g_assert_cmpuint (weft_npu_state_get_result (npu.state)->stats->n_others, ==, 3);
  check_rows (&npu, view, WEFT_NPU_TABLE_TYPE, "type", "events");
  npu_close (&npu);
}

/* --- comparison ------------------------------------------------------------------------------------- */

static guint
count_rows (GtkWidget *table)
{
  return g_list_model_get_n_items (
    G_LIST_MODEL (weft_fact_table_get_list (WEFT_FACT_TABLE (table))));
}

/* The runs that are compared, or how they differ; behind these in which settings. */
static GtkWidget *
get_table (gpointer view, gboolean of_runs)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();

  collect_widgets (view, WEFT_TYPE_FACT_TABLE, tables);
  g_assert_cmpuint (tables->len, ==, 3);
  return tables->pdata[of_runs ? 0 : 1];
}

static gboolean
has_two (gpointer view)
{
  return count_rows (get_table (view, TRUE)) == 2;
}

static gboolean
has_three (gpointer view)
{
  return count_rows (get_table (view, TRUE)) == 3;
}

static gboolean
is_refused (gpointer view)
{
  return find_label (view, "no NPU run") != NULL;
}

static gboolean
is_brushed (gpointer state)
{
  const WeftNpuResult *result = weft_npu_state_get_result (state);

  return result->stats->n_cycles == 300;
}

static gboolean
shows_flits (gpointer sheet)
{
  return find_label (sheet, "flits") != NULL;
}

static WeftFactSheet *
show_facts (Npu *npu)
{
  GtkWidget *sheet = weft_fact_sheet_new ();

  npu_show (npu, sheet);
  return WEFT_FACT_SHEET (sheet);
}

static void
write_facts (Npu *npu, WeftFactSheet *sheet)
{
  weft_fact_sheet_begin (sheet);
  weft_view_state_write_facts (WEFT_VIEW_STATE (npu->state), sheet);
  weft_fact_sheet_end (sheet);
}

/* The facts of the first event of a run: (transfer none), with details. */
static GtkWidget *
show_first_event (Npu *npu, const char *text)
{
  WeftFactSheet *sheet;

  npu_read (npu, text);
  sheet = show_facts (npu);
  weft_events_state_show_row (WEFT_EVENTS_STATE (npu->state), 0, FALSE);
  write_facts (npu, sheet);
  wait_until (shows_flits, sheet);
  return GTK_WIDGET (sheet);
}

/* All that stands in an event of a type that the format does not describe is in the inspector. */
static void
test_unknown (void)
{
  GtkWidget *sheet;
  Npu npu;

  sheet = show_first_event (
    &npu, "{\"version\": \"1.0\", \"timeline_events\": [{\"type\": \"BUS_EVENT\", "
          "\"start_cycle\": 5, \"end_cycle\": 9, \"bytes\": 256, \"src\": \"DMA of old\", "
          "\"hops\": [3, 4711], \"addr\": 65536, \"details\": {\"flits\": 1234}}]}");
  g_assert_nonnull (find_label (sheet, "256"));
  g_assert_nonnull (find_label (sheet, "65536"));
  g_assert_nonnull (find_label (sheet, "DMA of old"));
  g_assert_nonnull (find_label (sheet, "[3, 4711]"));
  npu_close (&npu);
}

/* So is what the format does not describe in an event of a type that it does; how that is called stands in its title. */
static void
test_unknown_key (void)
{
  GtkWidget *sheet;
  Npu npu;

  sheet = show_first_event (
    &npu, "{\"version\": \"1.0\", \"timeline_events\": [{\"type\": \"ENGINE_EVENT\", "
          "\"engine\": \"TE\", \"engine_id\": 0, \"op\": \"GEMM\", \"start_cycle\": 5, "
          "\"end_cycle\": 9, \"priority\": 4711, \"details\": {\"flits\": 1234}}]}");
  g_assert_nonnull (find_label (sheet, "priority"));
  g_assert_null (find_label (sheet, "engine_id"));
  npu_close (&npu);
}

static gboolean
shows_total (gpointer sheet)
{
  return find_label (sheet, "cycles_total") != NULL;
}

/* A summary alone has no picture, and says so; what it says stands in the inspector. */
static void
test_summary (void)
{
  g_autofree char *words = NULL;
  WeftFactSheet *sheet;
  Npu npu;

  npu_read (&npu, "{\"version\": \"1.0\", \"summary_metrics\": {\"cycles_total\": 51234}}");
  sheet = show_facts (&npu);
  write_facts (&npu, sheet);
  wait_until (shows_total, sheet);
  g_assert_nonnull (find_label (GTK_WIDGET (sheet), "51\342\200\257234"));
  g_assert_null (find_label (GTK_WIDGET (sheet), "Length"));
  words = weft_view_state_describe_empty (WEFT_VIEW_STATE (npu.state));
  g_assert_nonnull (strstr (words, "summary of a run"));
  npu_close (&npu);
}

static gboolean
shows_bandwidth (gpointer sheet)
{
  return find_label (sheet, "Bandwidth") != NULL;
}

/* Bytes read and written come to more than 63 bits hold; their rate is not below zero. */
static void
test_far (void)
{
  WeftFactSheet *sheet;
  Npu npu;

  npu_read (&npu, "{\"version\": \"1.0\", \"timeline_events\": [], \"bandwidth_samples\": ["
                  "{\"cycle\": 0, \"window_cycles\": 100, \"dram_read_bytes\": "
                  "9000000000000000000, \"dram_write_bytes\": 9000000000000000000}, "
                  "{\"cycle\": 100, \"window_cycles\": 100}], \"summary_metrics\": {}}");
  sheet = show_facts (&npu);
  write_facts (&npu, sheet);
  wait_until (shows_bandwidth, sheet);
  g_assert_nonnull (find_label (GTK_WIDGET (sheet), "9e+16 bytes per cycle"));
  npu_close (&npu);
}

static gboolean
shows_prefill (gpointer view)
{
  return find_label (view, "Prefill, cycles") != NULL;
}

/* The prompt of the summary is held against the cycles from its first token to its last. */
static void
test_prefill (void)
{
  GtkWidget *view, *sheet;
  double left;
  Npu npu;

  npu_read (
    &npu,
    "{\"version\": \"1.0\", \"timeline_events\": [" TOKEN ("PREFILL", 0, 40, 100)
      TOKEN ("PREFILL", 1, 120, 190) WORK (
        "", 0, 300) "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": "
                    "\"GEMM\", \"start_cycle\": 300, \"end_cycle\": 400}], \"summary_metrics\": "
                    "{\"tokens\": {\"prefill_latency_cycles\": 150}, \"cycles_total\": 390}}");
  view = weft_npu_run_view_new (npu.state);
  npu_show (&npu, view);
  wait_until (shows_prefill, view);
  g_assert_nonnull (find_label (view, "150, as counted"));
  g_assert_nonnull (find_label (view, "390; counted 400"));
  /* The sheet stands free of both sides. */
  sheet = find_widget (view, WEFT_TYPE_FACT_SHEET);
  wait_settled ();
  gtk_widget_translate_coordinates (sheet, view, 0, 0, &left, NULL);
  g_assert_cmpfloat (left, >=, 6);
  g_assert_cmpfloat (gtk_widget_get_width (view) - gtk_widget_get_width (sheet) - left, >=, 6);
  npu_close (&npu);
}

/* Other runs stand beside the open one on the same axis, and have its range and filter. */
static void
test_compare (void)
{
  g_autofree char *same = sample ("npu-two-layers.json");
  g_autofree char *other = sample ("kanata-two-ops.log");
  WeftNpuCompareView *view;
  WeftNpuState *second;
  WeftTimeAxis *axis;
  Npu npu;

  npu_open (&npu);
  view = WEFT_NPU_COMPARE_VIEW (weft_npu_compare_view_new (npu.state));
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (npu.state));
  npu_show (&npu, GTK_WIDGET (view));
  g_assert_cmpuint (count_rows (get_table (view, TRUE)), ==, 0);
  weft_npu_compare_view_open (view, same);
  wait_until (has_two, view);
  weft_npu_compare_view_open (view, same);
  wait_until (has_three, view);
  /* With itself it differs in nothing. */
  g_assert_cmpuint (count_rows (get_table (view, FALSE)), ==, 0);

  second = weft_npu_compare_view_get_other (view, 1);
  g_assert_true (weft_view_state_get_axis (WEFT_VIEW_STATE (second)) == axis);
  weft_time_axis_select (axis, 100, 400);
  wait_until (is_brushed, second);
  g_assert_true (
    weft_filterable_set_filter (WEFT_FILTERABLE (npu.state), "engine == \"TE\"", NULL, NULL));
  wait_until (is_answered, npu.state);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (second)), ==, "engine == \"TE\"");

  weft_npu_compare_view_open (view, other);
  wait_until (is_refused, view);
  g_assert_cmpuint (count_rows (get_table (view, TRUE)), ==, 3);
  npu_close (&npu);
}

/* --- folds ------------------------------------------------------------------------------------------ */

/* Two bursts far apart, and what parts the wait between them: to the tick. */
static void
test_folds (void)
{
  static const char *const between[] = {
    "",
    "{\"type\":\"MARKER_EVENT\",\"name\":\"c\",\"cycle\":5000},",
  };

  for (guint i = 0; i < G_N_ELEMENTS (between); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{\"version\":\"1.0\",\"run_metadata\":{},\"config_snapshot\":{},\"bandwidth_samples\":[],"
        "\"summary_metrics\":{},\"timeline_events\":[{\"type\":\"ENGINE_EVENT\",\"engine\":\"TE\","
        "\"engine_id\":0,\"op\":\"a\",\"start_cycle\":0,\"end_cycle\":20},%s{\"type\":\"ENGINE_"
        "EVENT\","
        "\"engine\":\"TE\",\"engine_id\":0,\"op\":\"b\",\"start_cycle\":12420,\"end_cycle\":12440}]"
        "}",
        between[i]);
      const WeftCycleRange *folds;
      g_autofree char *words = NULL;
      WeftTimeAxis *time;
      guint n;
      Npu npu;

      npu_read (&npu, text);
      time = weft_view_state_get_axis (WEFT_VIEW_STATE (npu.state));
      folds = weft_folds_get (weft_time_axis_get_folds (time), &n);
      g_assert_cmpuint (n, ==, i + 1);
      g_assert_cmpint (folds[0].from, ==, 20);
      g_assert_cmpint (folds[n - 1].to, ==, 12420);
      words = weft_time_axis_describe_fold (time, 3000);
      g_assert_nonnull (strstr (words, "cycles without events"));
      npu_close (&npu);
    }
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-state/path", test_path);
  g_test_add_func ("/npu-state/pages", test_pages);
  g_test_add_func ("/npu-state/rows", test_rows);
  g_test_add_func ("/npu-state/go-to", test_go_to);
  g_test_add_func ("/npu-state/phases", test_phases);
  g_test_add_func ("/npu-state/other-types", test_other_types);
  g_test_add_func ("/npu-state/unknown", test_unknown);
  g_test_add_func ("/npu-state/unknown-key", test_unknown_key);
  g_test_add_func ("/npu-state/summary", test_summary);
  g_test_add_func ("/npu-state/far", test_far);
  g_test_add_func ("/npu-state/prefill", test_prefill);
  g_test_add_func ("/npu-state/compare", test_compare);
  g_test_add_func ("/npu-state/folds", test_folds);
  return g_test_run ();
}
