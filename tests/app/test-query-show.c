/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query-panel-fixture.h"

#include "weft-shown-results.h"

/* Answers that the picture shows: tracks below it, colours of its rows. */

static WeftShownResults *
get_results (const Asked *asked)
{
  return weft_shown_results_get (asked->state);
}

static void
press (const Asked *asked, const char *button)
{
  GtkWidget *widget = get_part (asked, button);

  g_assert_true (gtk_widget_get_sensitive (widget));
  g_signal_emit_by_name (widget, "clicked");
}

static gboolean
has_colors (gpointer asked)
{
  return weft_shown_results_get_colors (get_results (asked)) != NULL;
}

static gboolean
has_graph (gpointer asked)
{
  return weft_shown_results_get_n_graphs (get_results (asked)) > 0;
}

static const char *
get_tooltip (const Asked *asked, const char *button)
{
  return gtk_widget_get_tooltip_text (get_part (asked, button));
}

/* --- colours ------------------------------------------------------------------------------------ */

/* Numbers are steps of a ramp; ops that the query says nothing of have no value; another press takes it back, and
 * undo brings it again. */
static void
test_numbers (void)
{
  Asked asked = open_panel ("kanata-core.log");
  const WeftRowColors *colors;

  ask (&asked, "SELECT id, latency FROM op WHERE rowid BETWEEN 3 AND 9");
  press (&asked, "color_button");
  wait_until (has_colors, &asked);
  colors = weft_shown_results_get_colors (get_results (&asked));
  g_assert_true (colors->is_ramp);
  g_assert_cmpstr (colors->title, ==, "latency");
  for (guint32 op = 0; op < 20; op++)
    g_assert_cmpint (weft_row_colors_classify (colors, op) != WEFT_ROW_COLORS_NONE, ==,
                     op >= 3 && op <= 9);
  wait_settled ();
  g_assert_true (
    gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (get_part (&asked, "color_button"))));
  press (&asked, "color_button");
  g_assert_false (has_colors (&asked));
  press (&asked, "undo_button");
  g_assert_true (weft_shown_results_get_colors (get_results (&asked)) == colors);
  close_panel (&asked);
}

/* The query itself says that it colours; words are categories, the most frequent first. */
static void
test_words (void)
{
  Asked asked = open_panel ("kanata-core.log");
  const WeftRowColors *colors;

  ask (
    &asked,
    "-- weft: colour\nSELECT id, CASE WHEN rowid < 3 THEN 'few' ELSE 'many' END AS kind FROM op");
  wait_until (has_colors, &asked);
  colors = weft_shown_results_get_colors (get_results (&asked));
  g_assert_false (colors->is_ramp);
  g_assert_cmpuint (colors->n_classes, ==, 2);
  g_assert_cmpstr (weft_row_colors_name (colors, 0), ==, "many");
  g_assert_cmpstr (weft_row_colors_name (colors, 1), ==, "few");
  g_assert_cmpuint (weft_row_colors_classify (colors, 2), ==, 1);
  g_assert_cmpuint (weft_row_colors_classify (colors, 3), ==, 0);
  close_panel (&asked);
}

/* Stages lead to their op. */
static void
test_linked (void)
{
  Asked asked = open_panel ("kanata-core.log");
  const WeftRowColors *colors;

  ask (&asked, "SELECT op, count(*) AS n FROM stage WHERE op = 5 GROUP BY op");
  press (&asked, "color_button");
  wait_until (has_colors, &asked);
  colors = weft_shown_results_get_colors (get_results (&asked));
  g_assert_cmpuint (colors->n_rows, ==, 6);
  g_assert_cmpuint (weft_row_colors_classify (colors, 5), ==, 0);
  close_panel (&asked);
}

/* Slices, events and records of other families, and tiles and links of a NoC. */
static void
test_families (void)
{
  static const struct
  {
    const char *sample;
    const char *sql;
    const char *things;
  } cases[] = {
    { "npu-two-layers.json", "SELECT rowid, start, length FROM npu_event", NULL },
    { "timeline-three-steps.json", "SELECT rowid, start, duration FROM slice", NULL },
    { "noc-eight-cores.json", "SELECT event, cycle, bytes FROM transfer", NULL },
    { "noc-eight-cores.json",
      "SELECT tile, min(start) AS time, sum(cycles) AS waited FROM barrier GROUP BY tile", "tile" },
    { "noc-eight-cores.json", "SELECT \"from\", \"to\", noc, 0 AS time, bytes FROM link", "link" },
    { "saturnis-bus.jsonl", "SELECT seq, tick_first_attempt, wait FROM access", NULL },
    { "live-two-chips.weftlive", "SELECT stream, record, start_ns, length_ns FROM record",
      "record" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Asked asked = open_panel (cases[i].sample);

      ask (&asked, cases[i].sql);
      press (&asked, "track_button");
      wait_until (has_graph, &asked);
      press (&asked, "color_button");
      wait_until (has_colors, &asked);
      g_assert_cmpstr (weft_shown_results_get_colors (get_results (&asked))->things, ==,
                       cases[i].things);
      wait_settled ();
      close_panel (&asked);
    }
}

/* --- colours that only some logs have --------------------------------------------------------------- */

static gboolean
offers (WeftDocumentPage *page, const char *label)
{
  WeftDocument *document = weft_document_page_get_document (page);
  g_autoptr (GtkWidget) rows = g_object_ref_sink (weft_family_create_option_rows (
    weft_document_get_family (document), weft_document_get_state (document),
    weft_document_get_options (document)));

  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();
  gboolean found = FALSE;

  collect_widgets (rows, GTK_TYPE_TOGGLE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    found |= g_strcmp0 (gtk_button_get_label (buttons->pdata[i]), label) == 0;
  return found;
}

/* Stalls are coloured by reason where the log has reasons. */
static void
test_stall_reasons (void)
{
  WeftWindow *window = open_window ();

  g_assert_true (offers (open_sample (window, "xs-gem5-loop.db"), "Stall reason"));
  g_assert_true (offers (open_sample (window, "kanata-core.log"), "Latency"));
  g_assert_false (offers (open_sample (window, "kanata-core.log"), "Stall reason"));
  close_window (window);
}

/* --- tracks ------------------------------------------------------------------------------------- */

/* Those in sight that say so, be it in a table or beside a graph. */
static guint
count_labels (const Asked *asked, const char *text)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  guint n = 0;

  collect_widgets (GTK_WIDGET (asked->page), GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    n += gtk_widget_get_mapped (labels->pdata[i])
         && strstr (gtk_label_get_text (labels->pdata[i]), text) != NULL;
  return n;
}

static void
test_track (void)
{
  Asked asked = open_panel ("kanata-core.log");
  const WeftShownGraph *graph;
  WeftSeriesExtent extent;
  guint n_labels;

  ask (&asked, "SELECT fetch, latency FROM op WHERE latency >= 0");
  press (&asked, "track_button");
  wait_until (has_graph, &asked);
  wait_settled ();
  graph = weft_shown_results_get_graph (get_results (&asked), 0);
  g_assert_cmpstr (graph->title, ==, "latency");
  g_assert_true (weft_series_measure (&graph->series, G_MININT64, G_MAXINT64, &extent));
  g_assert_cmpfloat (extent.most, ==, graph->series.top);
  n_labels = count_labels (&asked, "latency");
  g_assert_cmpuint (n_labels, >, 0);
  /* The same again takes its place; another one comes below. */
  press (&asked, "track_button");
  wait_settled ();
  g_assert_cmpuint (weft_shown_results_get_n_graphs (get_results (&asked)), ==, 1);
  weft_shown_results_remove_graph (get_results (&asked), 0);
  g_assert_false (has_graph (&asked));
  wait_settled ();
  g_assert_cmpuint (count_labels (&asked, "latency"), ==, n_labels - 1);
  press (&asked, "undo_button");
  g_assert_true (has_graph (&asked));
  /* A time that is computed is known by its name. */
  ask (&asked, "SELECT fetch / 100 * 100 AS cycle, count(*) AS ops FROM op GROUP BY 1");
  press (&asked, "track_button");
  wait_settled ();
  g_assert_cmpuint (weft_shown_results_get_n_graphs (get_results (&asked)), ==, 2);
  close_panel (&asked);
}

/* The buttons say beforehand why something can't be shown. */
static void
test_reasons (void)
{
  Asked asked = open_panel ("kanata-core.log");

  g_assert_false (gtk_widget_get_sensitive (get_part (&asked, "track_button")));
  g_assert_cmpstr (get_tooltip (&asked, "track_button"), ==, "Run a query first.");
  ask (&asked, "SELECT count(*) FROM op");
  g_assert_false (gtk_widget_get_sensitive (get_part (&asked, "track_button")));
  g_assert_false (gtk_widget_get_sensitive (get_part (&asked, "color_button")));
  g_assert_nonnull (strstr (get_tooltip (&asked, "track_button"), "column with a time"));
  g_assert_nonnull (strstr (get_tooltip (&asked, "color_button"), "such as its id"));
  ask (&asked, "SELECT id FROM op");
  g_assert_nonnull (strstr (get_tooltip (&asked, "color_button"), "numbers or words"));
  close_panel (&asked);
}

/* A query is saved with what its answer shows. */
static void
test_saved (void)
{
  GSettings *settings = weft_settings_get_default ();
  Asked asked = open_panel ("kanata-core.log");
  g_autofree char *saved = NULL;

  ask (&asked, "SELECT fetch, latency FROM op");
  press (&asked, "track_button");
  wait_until (has_graph, &asked);
  g_signal_emit_by_name (get_part (&asked, "menu"), "save", "Track");
  saved = weft_query_shelf_get_saved (settings, "pipeline", "Track");
  g_assert_cmpstr (saved, ==, "-- weft: track\nSELECT fetch, latency FROM op");
  weft_query_shelf_save (settings, "pipeline", "Track", NULL);
  close_panel (&asked);
}

int
main (int argc, char **argv)
{
  g_autofree char *homes = isolate_homes ();

  app = app_tests_begin (&argc, &argv);
  g_test_add_func ("/query-show/numbers", test_numbers);
  g_test_add_func ("/query-show/words", test_words);
  g_test_add_func ("/query-show/linked", test_linked);
  g_test_add_func ("/query-show/families", test_families);
  g_test_add_func ("/query-show/stall-reasons", test_stall_reasons);
  g_test_add_func ("/query-show/track", test_track);
  g_test_add_func ("/query-show/reasons", test_reasons);
  g_test_add_func ("/query-show/saved", test_saved);
  return app_tests_run (homes);
}
