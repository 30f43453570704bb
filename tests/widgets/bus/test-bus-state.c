/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "weft-bus-compare-view.h"
#include "weft-bus-go-to.h"
#include "weft-bus-overview.h"
#include "weft-bus-stats-view.h"
#include "weft-chart-view.h"
#include "weft-events-table.h"
#include "weft-filterable.h"
#include "weft-load.h"

#include "go-to.h"
#include "said.h"

typedef struct
{
  WeftBusState *state;
  GtkWidget *window;
} Bus;

static gboolean
is_answered (gpointer data)
{
  WeftBusState *state = data;

  return weft_bus_state_get_result (state) != NULL
         && !weft_filterable_is_pending (WEFT_FILTERABLE (state));
}

static char *
sample (const char *name)
{
  return g_build_filename (g_getenv ("WEFT_SAMPLES"), name, NULL);
}

static void
bus_load (Bus *bus, const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, g_main_context_default ());
  g_autoptr (GError) error = NULL;

  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  bus->state = weft_bus_state_new (WEFT_BUS_TRACE (weft_load_get_trace (load)));
  wait_until (is_answered, bus->state);
  weft_tracks_resize (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (bus->state)), 800, 600);
  bus->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bus->window), 1200, 600);
}

static void
bus_open (Bus *bus, const char *name)
{
  g_autofree char *path = sample (name);

  bus_load (bus, path);
}

static void
bus_show (Bus *bus, GtkWidget *panel)
{
  gtk_window_set_child (GTK_WINDOW (bus->window), panel);
  gtk_window_present (GTK_WINDOW (bus->window));
  wait_until (is_mapped, panel);
}

static void
bus_close (Bus *bus)
{
  gtk_window_destroy (GTK_WINDOW (bus->window));
  wait_settled ();
  g_assert_finalize_object (bus->state);
}

static void
filter (Bus *bus, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_filterable_set_filter (WEFT_FILTERABLE (bus->state), text, NULL, &error));
  g_assert_no_error (error);
  wait_until (is_answered, bus->state);
}

static guint
count_rows (GtkWidget *table)
{
  return weft_fact_list_get_facts (weft_fact_table_get_list (WEFT_FACT_TABLE (table)))->n_rows;
}

static guint32
get_selected (Bus *bus)
{
  return weft_events_state_get_selected (WEFT_EVENTS_STATE (bus->state));
}

static char *
get_facts (Bus *bus)
{
  GtkWidget *sheet = weft_fact_sheet_new ();
  char *text;

  g_object_ref_sink (sheet);
  weft_fact_sheet_begin (WEFT_FACT_SHEET (sheet));
  weft_view_state_write_facts (WEFT_VIEW_STATE (bus->state), WEFT_FACT_SHEET (sheet));
  weft_fact_sheet_end (WEFT_FACT_SHEET (sheet));
  text = get_said (sheet);
  g_object_unref (sheet);
  return text;
}

/* A filter narrows the table, the statistics and what the status says. */
static void
test_filter (void)
{
  Bus bus;
  GtkWidget *table;
  guint64 shown, all;
  g_autofree char *rows = NULL;

  bus_open (&bus, "saturnis-bus.jsonl");
  table = weft_events_table_new (WEFT_EVENTS_STATE (bus.state), "Accesses", "");
  bus_show (&bus, table);
  g_assert_cmpuint (count_rows (table), ==, 400);
  filter (&bus, "master == \"DMA\"");
  g_assert_cmpuint (count_rows (table), ==, 32);
  weft_filterable_count_rows (WEFT_FILTERABLE (bus.state), &shown, &all);
  g_assert_cmpuint (shown, ==, 32);
  g_assert_cmpuint (all, ==, 400);
  g_assert_cmpuint (weft_bus_state_get_result (bus.state)->summary->totals.n_accesses, ==, 32);
  rows = weft_view_state_describe (WEFT_VIEW_STATE (bus.state), WEFT_STATUS_ROWS);
  g_assert_cmpstr (rows, ==, "32 of 400 accesses");
  filter (&bus, "");
  g_assert_cmpuint (count_rows (table), ==, 400);
  g_assert_false (
    weft_filterable_set_filter (WEFT_FILTERABLE (bus.state), "nobody > 3", NULL, NULL));
  bus_close (&bus);
}

/* A row that is selected in the table is the access that the inspector is about. */
static void
test_select (void)
{
  Bus bus;
  GtkWidget *table;
  g_autofree char *facts = NULL;

  bus_open (&bus, "saturnis-bus.btr1");
  table = weft_events_table_new (WEFT_EVENTS_STATE (bus.state), "Accesses", "");
  bus_show (&bus, table);
  g_signal_emit_by_name (table, "activated", 205u);
  g_assert_cmpuint (get_selected (&bus), ==, 205);
  facts = get_facts (&bus);
  g_assert_nonnull (strstr (facts, "Seq\t205"));
  g_assert_nonnull (strstr (facts, "Record\t206"));
  g_assert_nonnull (strstr (facts, "Address\t0x05D00010"));
  g_assert_nonnull (strstr (facts, "Elapsed\t14 cycles"));
  weft_events_state_show_row (WEFT_EVENTS_STATE (bus.state), 1, FALSE);
  g_free (facts);
  facts = get_facts (&bus);
  g_assert_nonnull (strstr (facts, "Service\t1 cycle\n"));
  g_assert_true (weft_view_state_show_line (WEFT_VIEW_STATE (bus.state), 11));
  g_assert_cmpuint (get_selected (&bus), ==, 10);
  weft_view_state_follow_link (WEFT_VIEW_STATE (bus.state), "row:33");
  g_assert_cmpuint (get_selected (&bus), ==, 33);
  weft_view_state_select_nothing (WEFT_VIEW_STATE (bus.state));
  g_assert_cmpuint (get_selected (&bus), ==, WEFT_NO_ROW);
  bus_close (&bus);
}

static gboolean
is_brushed (gpointer data)
{
  Bus *bus = data;

  return weft_bus_state_get_result (bus->state)->summary->totals.n_accesses < 60;
}

/* A brushed range is what the statistics are of. */
static void
test_range (void)
{
  Bus bus;
  WeftTimeAxis *axis;
  gint64 first, last;
  g_autofree char *facts = NULL;

  bus_open (&bus, "saturnis-bus.jsonl");
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (bus.state));
  g_assert_true (weft_time_axis_get_range (axis, &first, &last));
  g_assert_cmpint (first, ==, 300000000);
  weft_time_axis_select (axis, first, first + 100);
  wait_until (is_brushed, &bus);
  g_assert_cmpuint (weft_bus_state_get_result (bus.state)->summary->totals.n_accesses, <, 60);
  g_assert_cmpuint (weft_bus_state_get_result (bus.state)->summary->totals.n_accesses, >, 10);
  facts = get_facts (&bus);
  g_assert_nonnull (strstr (facts, "In the brushed range"));
  bus_close (&bus);
}

static void
test_go_to (void)
{
  Bus bus;
  WeftBusSnapshot *snapshot;
  GError *error = NULL;
  g_autoptr (GError) nowhere = NULL;
  guint32 row, again;

  bus_open (&bus, "saturnis-bus.jsonl");
  snapshot = weft_bus_state_get_result (bus.state)->question.snapshot;
  g_assert_true (weft_bus_go_to_parse ("seq 17", snapshot, WEFT_NO_ROW, &row, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (row, ==, 17);
  g_assert_true (weft_bus_go_to_parse (" Line 20", snapshot, WEFT_NO_ROW, &row, &error));
  g_assert_cmpuint (row, ==, 19);
  g_assert_true (weft_bus_go_to_parse ("addr 0x05D00010", snapshot, WEFT_NO_ROW, &row, &error));
  g_assert_true (weft_bus_go_to_parse ("addr 5d00010", snapshot, row, &again, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (again, >, row);
  g_assert_false (weft_bus_go_to_parse ("300000100", snapshot, WEFT_NO_ROW, &row, &error));
  g_assert_true (weft_bus_go_to_parse ("seq x", snapshot, WEFT_NO_ROW, &row, &error));
  g_assert_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_true (weft_bus_go_to_parse ("seq 1000", snapshot, WEFT_NO_ROW, &row, &error));
  g_assert_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  /* Anything else is a time. */
  go_to_place (bus.state, "seq 17");
  g_assert_cmpuint (get_selected (&bus), ==, 17);
  go_to_place (bus.state, "300000100");
  g_assert_cmpuint (get_selected (&bus), ==, 17);
  nowhere = go_to (bus.state, "seq 1000");
  g_assert_error (nowhere, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND);
  bus_close (&bus);
}

/* A row that counts accesses shows these. */
static void
check_filter_of_row (Bus *bus, GtkWidget *view, const char *page, guint row, const char *text,
                     guint n_rows)
{
  GtkWidget *table = weft_stats_view_get_content (WEFT_STATS_VIEW (view), page);

  g_signal_emit_by_name (table, "activated", row);
  wait_until (is_answered, bus->state);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (bus->state)), ==, text);
  g_assert_cmpuint (weft_bus_state_get_result (bus->state)->rows->n_set, ==, n_rows);
}

/* The bars of the histograms count what their filters show. */
static void
test_histograms (void)
{
  Bus bus;
  GtkWidget *overview;
  g_autoptr (GPtrArray) charts = g_ptr_array_new ();

  bus_open (&bus, "saturnis-bus.jsonl");
  overview = weft_bus_overview_new (bus.state);
  bus_show (&bus, overview);
  collect_widgets (overview, WEFT_TYPE_CHART_VIEW, charts);
  g_assert_cmpuint (charts->len, ==, 3);
  for (guint i = 0; i < 2; i++)
    {
      const WeftChart *chart = weft_chart_view_get_chart (charts->pdata[i]);
      g_autofree double *counts =
        g_memdup2 (chart->series->values, chart->n_samples * sizeof (double));
      guint n_bins = chart->n_samples;
      double sum = 0;

      for (guint bin = 0; bin < n_bins; bin++)
        {
          sum += counts[bin];
          g_signal_emit_by_name (charts->pdata[i], "activated", bin);
          wait_until (is_answered, bus.state);
          g_assert_cmpuint (weft_bus_state_get_result (bus.state)->rows->n_set, ==,
                            (guint) counts[bin]);
        }
      g_assert_cmpfloat (sum, ==, 400);
      filter (&bus, "");
    }
  bus_close (&bus);
}

/* --- findings --------------------------------------------------------------------------------- */

static gboolean
is_of_range (gpointer data)
{
  WeftBusState *state = data;
  const WeftBusResult *result = weft_bus_state_get_result (state);
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (state));
  gint64 first, last;

  return is_answered (state) && weft_time_axis_get_selection (axis, &first, &last)
         && result->question.range.from == first && result->question.range.to == last;
}

/* The finding that is shown under the key: (nullable). */
static const WeftFinding *
find_finding (Bus *bus, const char *key)
{
  const GArray *findings = weft_view_state_get_findings (WEFT_VIEW_STATE (bus->state));

  for (guint i = 0; findings != NULL && i < findings->len; i++)
    if (g_str_equal (g_array_index (findings, WeftFinding, i).key, key))
      return &g_array_index (findings, WeftFinding, i);
  return NULL;
}

/* Presses the finding; what the inspector says then. */
static char *
press_finding (Bus *bus, const char *key)
{
  const WeftFinding *finding = find_finding (bus, key);
  g_autofree char *target = NULL;

  g_assert_nonnull (finding);
  target = g_strdup (finding->target);
  weft_view_state_follow_link (WEFT_VIEW_STATE (bus->state), target);
  wait_until (is_of_range, bus->state);
  return get_facts (bus);
}

static void
step_back (Bus *bus)
{
  weft_view_state_select_nothing (WEFT_VIEW_STATE (bus->state));
  weft_view_state_clear_range (WEFT_VIEW_STATE (bus->state));
  wait_until (is_answered, bus->state);
}

/* Cycles that accesses waited which hold for the filter and complete in the brushed range, record by
 * record. */
static guint64
sum_waits (Bus *bus, const char *region, guint master)
{
  WeftBusSnapshot *snapshot = weft_bus_state_get_result (bus->state)->question.snapshot;
  gint64 first, last;
  guint64 sum = 0;

  weft_time_axis_get_selection (weft_view_state_get_axis (WEFT_VIEW_STATE (bus->state)), &first,
                                &last);
  for (guint32 row = 0; row < snapshot->n_rows; row++)
    {
      WeftBusRecord record;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      if ((region == NULL
           || g_str_equal (weft_bus_region_get (weft_bus_region_of (record.addr))->name, region))
          && (master == WEFT_BUS_N_MASTERS || record.master == master)
          && (gint64) record.complete >= first && (gint64) record.complete < last)
        sum += record.complete - record.first_attempt - record.service;
    }
  return sum;
}

/* That the card says how long all of them waited. */
static void
check_wait (const char *facts, guint64 number)
{
  g_autofree char *cycles = weft_number_cycles (number);
  g_autofree char *text = g_strdup_printf ("\nWait\t%s\n", cycles);

  if (strstr (facts, text) == NULL)
    g_error ("“%s” is not in\n%s", text, facts);
}

/* A press on a finding selects what it speaks of and brushes its time, whatever was filtered, and the
 * card that comes has the figures of that range. */
static void
test_findings (void)
{
  Bus bus;
  g_autofree char *region = NULL, *master = NULL, *window = NULL, *longest = NULL, *drift = NULL;

  bus_open (&bus, "saturnis-bus.jsonl");
  filter (&bus, "master == \"DMA\"");
  g_assert_nonnull (strstr (find_finding (&bus, "contended-region")->text, "waited 535 cycles"));
  region = press_finding (&bus, "contended-region");
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (bus.state)), ==, "");
  g_assert_true (g_str_has_prefix (region, "Waiting for VDP1 VRAM\n"));
  g_assert_cmpuint (sum_waits (&bus, "VDP1 VRAM", WEFT_BUS_N_MASTERS), ==, 535);
  check_wait (region, 535);
  g_assert_cmpuint (get_selected (&bus), ==, 254);
  /* As long as there is something selected or brushed, there are its facts instead. */
  g_assert_null (weft_view_state_get_findings (WEFT_VIEW_STATE (bus.state)));
  step_back (&bus);

  master = press_finding (&bus, "waiter");
  check_wait (master, sum_waits (&bus, NULL, WEFT_BUS_MSH2));
  g_assert_true (g_str_has_prefix (master, "Waiting of MSH2\n"));
  step_back (&bus);
  window = press_finding (&bus, "contended-window");
  check_wait (window, sum_waits (&bus, NULL, WEFT_BUS_N_MASTERS));
  step_back (&bus);

  /* Which master made it wait: one press. */
  longest = press_finding (&bus, "longest-wait");
  g_assert_cmpuint (get_selected (&bus), ==, 254);
  g_assert_nonnull (
    strstr (longest, "Served meanwhile (inferred)\n253\tMSH2 0x05E000A8\t20 cycles"));
  g_assert_nonnull (strstr (longest, "ymir_effective_wait"));
  step_back (&bus);
  drift = press_finding (&bus, "drift");
  g_assert_nonnull (strstr (drift, "At the end\t234 cycles\n"));

  /* Of another selection it says nothing any more. */
  weft_events_state_show_row (WEFT_EVENTS_STATE (bus.state), 1, FALSE);
  g_free (drift);
  drift = get_facts (&bus);
  g_assert_null (strstr (drift, "At the end"));
  bus_close (&bus);
}

#define QUIET \
  "{\"seq\":%u,\"master\":\"MSH2\",\"tick_first_attempt\":%u,\"tick_complete\":%u,\"addr\":" \
  "\"0x06004000\",\"size\":%u,\"rw\":\"R\",\"kind\":\"read\",\"service_cycles\":2," \
  "\"retries\":0}\n"

/* Where nothing waits the inspector says so, and of how many accesses that is not known. */
static void
test_no_wait (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "weft-test-quiet.jsonl", NULL);
  g_autofree char *facts = NULL, *card = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  Bus bus;

  for (guint i = 0; i < 10; i++)
    g_string_append_printf (text, QUIET, i, 100 + 10 * i, 102 + 10 * i, i < 3 ? 1 : 4);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  bus_load (&bus, path);
  g_remove (path);
  facts = get_facts (&bus);
  g_assert_nonnull (strstr (facts, "of 7 that is certain, of 3 (30.0\u00a0%) it is unknown"));
  card = press_finding (&bus, "no-wait");
  g_assert_true (g_str_has_prefix (card, "Did anything wait?\nCertainly not\t70.0"));
  g_assert_cmpuint (get_selected (&bus), ==, WEFT_NO_ROW);
  bus_close (&bus);
}

static void
add_access (GString *text, const char *kind, const char *master, guint first, guint last,
            guint size, guint service, guint retries)
{
  static guint seq;

  g_string_append_printf (
    text,
    "{\"seq\":%u,\"master\":\"%s\",\"tick_first_attempt\":%u,\"tick_complete\":%u,\"addr\":"
    "\"0x06004000\",\"size\":%u,\"rw\":\"R\",\"kind\":\"%s\",\"service_cycles\":%u,"
    "\"retries\":%u}\n",
    seq++, master, first, last, size, kind, service, retries);
}

static void
add_read (GString *text, const char *master, guint first, guint last, guint size, guint service,
          guint retries)
{
  add_access (text, "read", master, first, last, size, service, retries);
}

/* Cards of what waits should be and are not: SSH2 waits for 8 cycles to read where MSH2 does not, and neither does to
 * fetch instructions, eight accesses were retried in no time, and six bytes that came in the same cycle as another
 * access did not wait. */
static void
test_odd_waits (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "weft-test-odd.jsonl", NULL);
  g_autofree char *asymmetry = NULL, *unwaited = NULL, *gap = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint tick = 100;
  Bus bus;

  for (guint i = 0; i < 120; i++, tick += 60)
    {
      add_read (text, "MSH2", tick, tick + 2, 4, 2, 0);
      add_read (text, "SSH2", tick + 20, tick + 30, 4, 2, 4);
      add_access (text, "ifetch", "MSH2", tick + 40, tick + 42, 4, 2, 0);
      add_access (text, "ifetch", "SSH2", tick + 50, tick + 52, 4, 2, 0);
    }
  for (guint i = 0; i < 8; i++, tick += 40)
    add_read (text, "MSH2", tick, tick + 2, 4, 2, 3);
  for (guint i = 0; i < 6; i++, tick += 60)
    {
      add_read (text, "MSH2", tick, tick + 2, 4, 2, 0);
      add_read (text, "SSH2", tick, tick + 2, 1, 2, 0);
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  bus_load (&bus, path);
  g_remove (path);
  asymmetry = press_finding (&bus, "asymmetry");
  g_assert_nonnull (strstr (asymmetry, "\np99\t2\t10\n"));
  g_assert_nonnull (strstr (asymmetry, "\nWaited\t0"));
  step_back (&bus);
  unwaited = press_finding (&bus, "unwaited-retries");
  g_assert_true (g_str_has_prefix (unwaited, "Retried, and did not wait\nAccesses\t8\n"));
  step_back (&bus);
  gap = press_finding (&bus, "known-gap");
  g_assert_true (g_str_has_prefix (gap, "Known gaps\nByte accesses\t50.0"));
  bus_close (&bus);
}

/* --- statistics ------------------------------------------------------------------------------- */

/* Its totals and findings, of all accesses and of those of a filter. */
static void
check_overview (Bus *bus, GtkWidget *view, GtkWidget *overview)
{
  g_autofree char *text = get_said (overview), *alone = NULL;

  g_assert_nonnull (strstr (text, "Accesses\t400"));
  g_assert_nonnull (strstr (text, "Accesses to VDP1 VRAM waited 535 cycles"));
  g_assert_nonnull (strstr (text, "Frequency\t2.0"));

  weft_stats_view_set_page (WEFT_STATS_VIEW (view), "overview");
  wait_until (is_mapped, overview);
  filter (bus, "seq == 1");
  alone = get_said (overview);
  g_assert_nonnull (strstr (alone, "p50 1, p90 1, p99 1 cycle\n"));
  filter (bus, "");
}

/* Worst records lead to their access, other rows to a filter; known gaps have a button. */
static void
test_statistics (void)
{
  Bus bus;
  GtkWidget *view, *drift, *region, *overview;
  const WeftBusSummary *summary;
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  bus_open (&bus, "saturnis-bus.jsonl");
  view = weft_stats_view_new (WEFT_VIEW_STATE (bus.state), &weft_bus_stats);
  bus_show (&bus, view);
  for (guint i = 0; i < weft_bus_stats.n_pages; i++)
    {
      weft_view_state_show_page (WEFT_VIEW_STATE (bus.state), weft_bus_stats.pages[i].name);
      wait_until (is_mapped, weft_stats_view_get_content (WEFT_STATS_VIEW (view),
                                                          weft_bus_stats.pages[i].name));
    }
  overview = weft_stats_view_get_content (WEFT_STATS_VIEW (view), "overview");
  check_overview (&bus, view, overview);

  drift = weft_stats_view_get_content (WEFT_STATS_VIEW (view), "drift");
  weft_stats_view_set_page (WEFT_STATS_VIEW (view), "drift");
  g_assert_cmpuint (count_rows (drift), ==, 100);
  g_signal_emit_by_name (drift, "activated", 0u);
  summary = weft_bus_state_get_result (bus.state)->summary;
  g_assert_cmpuint (get_selected (&bus), ==,
                    g_array_index (summary->model->top_drifts, WeftBusTop, 0).row);

  region = weft_stats_view_get_content (WEFT_STATS_VIEW (view), "region");
  g_signal_emit_by_name (region, "activated", 12u);
  wait_until (is_answered, bus.state);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (bus.state)), ==,
                   "region == \"VDP2\"");
  g_assert_cmpuint (weft_bus_state_get_result (bus.state)->rows->n_set, ==, 30);

  check_filter_of_row (&bus, view, "kind", 1, "kind == \"read\"", 76);
  filter (&bus, "");
  check_filter_of_row (&bus, view, "symmetry", 0,
                       "region == \"High WRAM\" && kind == \"ifetch\" && cache == \"cache_hit\"",
                       216);
  filter (&bus, "");
  check_filter_of_row (&bus, view, "contention", 0, "master == \"MSH2\" && wait > 0", 43);

  weft_stats_view_set_page (WEFT_STATS_VIEW (view), "overview");
  collect_widgets (overview, GTK_TYPE_TOGGLE_BUTTON, buttons);
  g_assert_cmpuint (buttons->len, ==, 1);
  gtk_toggle_button_set_active (buttons->pdata[0], TRUE);
  wait_until (is_answered, bus.state);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (bus.state)), ==, "known_gap");
  g_assert_cmpuint (weft_bus_state_get_result (bus.state)->rows->n_set, ==, 8);
  filter (&bus, "");
  g_assert_false (gtk_toggle_button_get_active (buttons->pdata[0]));
  bus_close (&bus);
}

static gboolean
has_compared (gpointer view)
{
  return count_rows (find_widget (view, WEFT_TYPE_FACT_TABLE)) > 0;
}

static gboolean
is_refused (gpointer view)
{
  return find_label (view, "no bus trace") != NULL;
}

static void
test_compare (void)
{
  Bus bus;
  GtkWidget *view;
  const WeftChart *chart;
  g_autoptr (GPtrArray) charts = g_ptr_array_new ();
  g_autofree char *same = sample ("saturnis-bus.btr1");
  g_autofree char *other = sample ("kanata-two-ops.log");

  bus_open (&bus, "saturnis-bus.jsonl");
  view = weft_bus_compare_view_new (bus.state);
  bus_show (&bus, view);
  weft_bus_compare_view_open (WEFT_BUS_COMPARE_VIEW (view), same);
  wait_until (has_compared, view);
  g_assert_nonnull (find_label (view, "0 of 30 rows differ"));
  collect_widgets (view, WEFT_TYPE_CHART_VIEW, charts);
  wait_settled ();
  g_assert_cmpint (
    gtk_widget_get_width (find_widget (view, WEFT_TYPE_FACT_TABLE))
      + gtk_widget_get_width (gtk_widget_get_ancestor (charts->pdata[0], GTK_TYPE_SCROLLED_WINDOW)),
    ==, gtk_widget_get_width (view));
  g_signal_emit_by_name (find_widget (view, WEFT_TYPE_FACT_TABLE), "picked", 1u);
  chart = weft_chart_view_get_chart (charts->pdata[0]);
  g_assert_cmpstr (chart->title, ==, "Wait, cycles · DMA");
  g_assert_cmpuint (chart->n_series, ==, 2);
  g_assert_cmpmem (chart->series[0].values, chart->n_samples * sizeof (double),
                   chart->series[1].values, chart->n_samples * sizeof (double));
  g_signal_emit_by_name (find_widget (view, WEFT_TYPE_FACT_TABLE), "activated", 1u);
  g_assert_cmpstr (weft_filterable_get_filter (WEFT_FILTERABLE (bus.state)), ==,
                   "master == \"DMA\"");
  wait_until (is_answered, bus.state);
  weft_bus_compare_view_open (WEFT_BUS_COMPARE_VIEW (view), other);
  wait_until (is_refused, view);
  g_assert_nonnull (find_label (view, "B is “saturnis-bus.btr1”"));
  bus_close (&bus);
}

#define ACCESS \
  "{\"seq\":%u,\"master\":\"MSH2\",\"tick_first_attempt\":%u,\"tick_complete\":%u,\"addr\":" \
  "\"0x06004000\",\"size\":4,\"rw\":\"R\",\"kind\":\"ifetch\",\"service_cycles\":2," \
  "\"retries\":0}\n"

/* Two bursts far apart: all of both is in sight at once, to the tick, whatever the filter; and an access
 * is where it is drawn. */
static void
test_folds (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "weft-test-folds.jsonl", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };
  const WeftCycleRange *folds;
  WeftTracks *tracks;
  WeftTimeAxis *time;
  WeftAxis axis;
  guint n;
  Bus bus;

  for (guint i = 0; i < 100; i++)
    {
      guint start = 1000 + i * 4 + (i < 50 ? 0 : 700000);

      g_string_append_printf (text, ACCESS, i, start, start + 2);
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  bus_load (&bus, path);
  g_remove (path);
  time = weft_view_state_get_axis (WEFT_VIEW_STATE (bus.state));
  tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (bus.state));
  folds = weft_folds_get (weft_time_axis_get_folds (time), &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (folds[0].from, ==, 1000 + 49 * 4 + 2);
  g_assert_cmpint (folds[0].to, ==, 701000 + 50 * 4);
  g_assert_true (weft_tracks_get_axis (tracks, FALSE, &axis));
  g_assert_cmpfloat (weft_axis_to_px (&axis, 1000), >, 0);
  g_assert_cmpfloat (weft_axis_to_px (&axis, 701000 + 99 * 4 + 2), <, 800);
  g_assert_cmpfloat (weft_axis_to_px (&axis, 701400) - weft_axis_to_px (&axis, 701200), >, 300);
  weft_events_state_show_row (WEFT_EVENTS_STATE (bus.state), 99, TRUE);
  weft_tracks_zoom (tracks, 400, 4, FALSE);
  g_assert_true (weft_tracks_get_axis (tracks, FALSE, &axis));
  weft_track_layout_hit_test (weft_tracks_get_layout (tracks), &axis,
                              weft_view_state_get_style (WEFT_VIEW_STATE (bus.state)),
                              weft_axis_to_px (&axis, 701397), 40, &hit);
  g_assert_cmpuint (hit.thing, ==, 99);
  filter (&bus, "seq < 10");
  g_assert_true (weft_folds_get (weft_time_axis_get_folds (time), &n) == folds);
  bus_close (&bus);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-state/filter", test_filter);
  g_test_add_func ("/bus-state/select", test_select);
  g_test_add_func ("/bus-state/range", test_range);
  g_test_add_func ("/bus-state/go-to", test_go_to);
  g_test_add_func ("/bus-state/findings", test_findings);
  g_test_add_func ("/bus-state/no-wait", test_no_wait);
  g_test_add_func ("/bus-state/odd-waits", test_odd_waits);
  g_test_add_func ("/bus-state/statistics", test_statistics);
  g_test_add_func ("/bus-state/histograms", test_histograms);
  g_test_add_func ("/bus-state/compare", test_compare);
  g_test_add_func ("/bus-state/folds", test_folds);
  return g_test_run ();
}
