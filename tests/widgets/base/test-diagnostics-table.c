/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-diagnostics-table.h"
#include "weft-table-view.h"

#include "log-stage.h"
#include "pixels.h"

typedef struct
{
  Stage stage;
  GtkWidget *view;
  GtkListView *rows;
  gint64 activated;
} Panel;

static void
activated (WeftFactTable *table G_GNUC_UNUSED, guint row, Panel *panel)
{
  WeftDiagnostic diagnostic;

  weft_diagnostics_get (weft_trace_get_diagnostics (WEFT_TRACE (panel->stage.log.trace)), row,
                        &diagnostic);
  panel->activated = diagnostic.line;
  weft_diagnostic_clear (&diagnostic);
}

static void
panel_open (Panel *panel)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new ();

  stage_open (&panel->stage);
  panel->view = weft_diagnostics_table_new (WEFT_VIEW_STATE (panel->stage.state));
  panel->activated = -1;
  g_signal_connect (panel->view, "activated", G_CALLBACK (activated), panel);
  stage_show (&panel->stage, panel->view);
  collect_widgets (panel->view, WEFT_TYPE_TABLE_VIEW, views);
  panel->rows = GTK_LIST_VIEW (weft_table_view_get_rows (g_ptr_array_index (views, 0)));
}

static void
add (Panel *panel, WeftSeverity severity, gint64 line, gint64 column, const char *message)
{
  weft_diagnostics_add (weft_trace_get_diagnostics (WEFT_TRACE (panel->stage.log.trace)), severity,
                        line, column, "%s", message);
}

static guint
n_rows (Panel *panel)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (panel->rows)));
}

/* Whether a row in sight shows the text in a column. */
static gboolean
shows (Panel *panel, const char *text)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  collect_widgets (panel->view, WEFT_TYPE_TABLE_ROW, rows);
  for (guint i = 0; i < rows->len; i++)
    for (guint column = 0; column < 4; column++)
      if (g_str_equal (weft_table_row_get_text (rows->pdata[i], column), text))
        return TRUE;
  return FALSE;
}

/* The first line:column that is listed: (transfer full). */
static char *
read_first_place (Panel *panel)
{
  g_autoptr (WeftFactRow) row =
    g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (panel->rows)), 0);

  return weft_fact_row_get_text (row, 2);
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
test_empty (void)
{
  Panel panel;

  panel_open (&panel);
  g_assert_nonnull (find_label (panel.view, "Nothing to report so far."));
  weft_trace_set_state (WEFT_TRACE (panel.stage.log.trace), WEFT_TRACE_COMPLETE);
  wait_settled ();
  g_assert_nonnull (find_label (panel.view, "every line of the file could be used"));
  stage_close (&panel.stage);
}

/* Records appear while the file is read; those that are not kept are counted. */
static void
test_live (void)
{
  Panel panel;

  panel_open (&panel);
  add (&panel, WEFT_SEVERITY_WARNING, 12, 3, "The op is not defined.");
  add (&panel, WEFT_SEVERITY_ERROR, 13, 0, "The line ends early.");
  stage_publish (&panel.stage, 0);
  wait_settled ();
  g_assert_cmpuint (n_rows (&panel), ==, 2);
  g_assert_true (shows (&panel, "The op is not defined."));
  g_assert_true (shows (&panel, "12:3"));
  g_assert_true (shows (&panel, "Warning"));
  g_assert_nonnull (find_label (panel.view, "1 error"));
  g_assert_null (find_label (panel.view, "shown"));

  for (guint i = 0; i < 5000; i++)
    add (&panel, WEFT_SEVERITY_WARNING, 20 + i, 1, "Another one.");
  stage_publish (&panel.stage, 0);
  wait_settled ();
  g_assert_cmpuint (n_rows (&panel), ==, WEFT_DIAGNOSTICS_KEPT);
  g_assert_nonnull (find_label (panel.view, "5\342\200\257001 warnings"));
  g_assert_nonnull (find_label (panel.view, "1\342\200\257000 of 5\342\200\257002 shown"));
  stage_close (&panel.stage);
}

static void
test_filter (void)
{
  g_autoptr (GPtrArray) toggles = g_ptr_array_new ();
  Panel panel;

  panel_open (&panel);
  for (guint i = 0; i < 30; i++)
    add (&panel, i % 3, i + 1, 1, "A message.");
  stage_publish (&panel.stage, 0);
  wait_settled ();
  collect_widgets (panel.view, GTK_TYPE_TOGGLE_BUTTON, toggles);
  /* The last is the menu's. */
  g_assert_cmpuint (toggles->len, ==, WEFT_N_SEVERITIES + 1);
  gtk_toggle_button_set_active (g_ptr_array_index (toggles, 0), FALSE);
  g_assert_cmpuint (n_rows (&panel), ==, 20);
  wait_settled ();
  g_assert_nonnull (find_label (panel.view, "20 of 30 shown"));
  gtk_toggle_button_set_active (g_ptr_array_index (toggles, 0), TRUE);
  g_assert_cmpuint (n_rows (&panel), ==, 30);
  stage_close (&panel.stage);
}

/* Ops begin in lines 10, 20, …: line 57 is about the fifth. */
static void
test_activate (void)
{
  Panel panel;

  panel_open (&panel);
  weft_pipeline_state_resize (panel.stage.state, 400, 300);
  made_log_fill (&panel.stage.log, 100);
  add (&panel, WEFT_SEVERITY_WARNING, 57, 3, "The op is not defined.");
  add (&panel, WEFT_SEVERITY_WARNING, 0, 0, "The file is short.");
  stage_publish (&panel.stage, 100);
  g_signal_emit_by_name (panel.rows, "activate", 0u);
  g_assert_cmpint (panel.activated, ==, 57);
  g_assert_cmpuint (weft_pipeline_state_get_selection (panel.stage.state)->op, ==, 4);
  /* A record about no line leads nowhere. */
  g_signal_emit_by_name (panel.rows, "activate", 1u);
  g_assert_cmpint (panel.activated, ==, 0);
  g_assert_cmpuint (weft_pipeline_state_get_selection (panel.stage.state)->op, ==, 4);
  stage_close (&panel.stage);
}

static void
test_copy (void)
{
  Panel panel;
  g_autofree char *text = NULL, *other = NULL;

  panel_open (&panel);
  add (&panel, WEFT_SEVERITY_WARNING, 57, 3, "The op is not defined.");
  add (&panel, WEFT_SEVERITY_INFO, 0, 0, "The file is short.");
  stage_publish (&panel.stage, 0);
  wait_settled ();
  g_assert_null (weft_fact_table_get_row_text (WEFT_FACT_TABLE (panel.view)));
  gtk_selection_model_select_item (gtk_list_view_get_model (panel.rows), 0, TRUE);
  text = weft_fact_table_get_row_text (WEFT_FACT_TABLE (panel.view));
  g_assert_cmpstr (text, ==, "made.log:57:3: warning: The op is not defined.");
  gtk_selection_model_select_item (gtk_list_view_get_model (panel.rows), 1, TRUE);
  other = weft_fact_table_get_row_text (WEFT_FACT_TABLE (panel.view));
  g_assert_cmpstr (other, ==, "made.log: info: The file is short.");
  stage_close (&panel.stage);
}

/* A click on a title sorts: by severity rather than by its word, and by line and column. */
static void
test_sort (void)
{
  g_autofree char *first = NULL, *worst = NULL, *last = NULL;
  Panel panel;

  panel_open (&panel);
  add (&panel, WEFT_SEVERITY_INFO, 9, 12, "A note.");
  add (&panel, WEFT_SEVERITY_ERROR, 9, 3, "The line ends early.");
  add (&panel, WEFT_SEVERITY_WARNING, 100, 1, "The op is not defined.");
  add (&panel, WEFT_SEVERITY_WARNING, 0, 0, "The file is short.");
  stage_publish (&panel.stage, 0);
  wait_settled ();
  weft_fact_table_sort (WEFT_FACT_TABLE (panel.view), "place", FALSE);
  wait_settled ();
  first = read_first_place (&panel);
  g_assert_cmpstr (first, ==, "9:3");
  weft_fact_table_sort (WEFT_FACT_TABLE (panel.view), "place", TRUE);
  wait_settled ();
  last = read_first_place (&panel);
  g_assert_cmpstr (last, ==, "100:1");
  weft_fact_table_sort (WEFT_FACT_TABLE (panel.view), "severity", FALSE);
  wait_settled ();
  worst = read_first_place (&panel);
  g_assert_cmpstr (worst, ==, "9:12");
  stage_close (&panel.stage);
}

/* The row in sight that shows the severity. */
static GtkWidget *
find_row (Panel *panel, const char *severity)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  collect_widgets (panel->view, WEFT_TYPE_TABLE_ROW, rows);
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (weft_table_row_get_text (rows->pdata[i], 1), severity))
      return rows->pdata[i];
  return NULL;
}

/* How much more of red than of blue there is in the first pixels of a row, before its text. */
static int
measure_redness (GtkWidget *row)
{
  cairo_surface_t *surface = draw_widget (row);
  int redness = 0;

  cairo_surface_flush (surface);
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < 22; x++)
      {
        const guint8 *pixel = cairo_image_surface_get_data (surface)
                              + y * cairo_image_surface_get_stride (surface) + 4 * x;

        redness = MAX (redness, pixel[2] - pixel[0]);
      }
  cairo_surface_destroy (surface);
  return redness;
}

/* An error has an icon in its color, which catches the eye among others. */
static void
test_icons (void)
{
  Panel panel;

  panel_open (&panel);
  add (&panel, WEFT_SEVERITY_ERROR, 9, 3, "The line ends early.");
  add (&panel, WEFT_SEVERITY_INFO, 10, 1, "A note.");
  stage_publish (&panel.stage, 0);
  wait_settled ();
  g_assert_cmpint (measure_redness (find_row (&panel, "Error")), >, 100);
  g_assert_cmpint (measure_redness (find_row (&panel, "Info")), <, 50);
  stage_close (&panel.stage);
}

static void
test_accessible (void)
{
  Panel panel;

  panel_open (&panel);
  add (&panel, WEFT_SEVERITY_WARNING, 57, 3, "The op is not defined.");
  stage_publish (&panel.stage, 0);
  wait_settled ();
  gtk_test_accessible_assert_property (panel.rows, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Diagnostics of the file");
  check_button_names (panel.view);
  stage_close (&panel.stage);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagnostics-table/empty", test_empty);
  g_test_add_func ("/diagnostics-table/live", test_live);
  g_test_add_func ("/diagnostics-table/filter", test_filter);
  g_test_add_func ("/diagnostics-table/activate", test_activate);
  g_test_add_func ("/diagnostics-table/copy", test_copy);
  g_test_add_func ("/diagnostics-table/sort", test_sort);
  g_test_add_func ("/diagnostics-table/icons", test_icons);
  g_test_add_func ("/diagnostics-table/accessible", test_accessible);
  return g_test_run ();
}
