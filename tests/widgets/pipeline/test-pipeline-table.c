/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-table.h"

#include "weft-table-view.h"

#include "log-stage.h"
#include "sorted-ops.h"

typedef struct
{
  Stage stage;
  WeftFactTable *table;
  WeftFactList *list;
} Panel;

static gboolean
is_idle (gpointer data)
{
  Panel *panel = data;

  return !weft_fact_list_is_busy (panel->list);
}

static void
panel_open (Panel *panel, guint32 n_ops)
{
  stage_open (&panel->stage);
  made_log_fill (&panel->stage.log, n_ops);
  stage_publish (&panel->stage, n_ops / 2 + 50);
  panel->table = WEFT_FACT_TABLE (weft_pipeline_table_new (panel->stage.state));
  panel->list = weft_fact_table_get_list (panel->table);
  stage_show (&panel->stage, GTK_WIDGET (panel->table));
  wait_until (is_idle, panel);
}

static void
panel_close (Panel *panel)
{
  stage_close (&panel->stage);
}

static guint32
selected_op (Panel *panel)
{
  return weft_pipeline_state_get_selection (panel->stage.state)->op;
}

static GtkWidget *
get_rows (GtkWidget *table)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new ();

  collect_widgets (table, WEFT_TYPE_TABLE_VIEW, views);
  return weft_table_view_get_rows (WEFT_TABLE_VIEW (g_ptr_array_index (views, 0)));
}

/* The texts of a column in the rows in sight, from top to bottom. */
static GPtrArray *
read_column (Panel *panel, guint column)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  wait_settled ();
  collect_widgets (GTK_WIDGET (panel->table), WEFT_TYPE_TABLE_ROW, rows);
  for (guint i = 0; i < rows->len; i++)
    if (gtk_widget_get_mapped (g_ptr_array_index (rows, i)))
      g_ptr_array_add (texts,
                       g_strdup (weft_table_row_get_text (g_ptr_array_index (rows, i), column)));
  g_assert_cmpuint (texts->len, >, 10);
  return texts;
}

/* Whether a row is between the edges of the table. */
static gboolean
is_in_sight (Panel *panel, const char *text)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  wait_settled ();
  collect_widgets (GTK_WIDGET (panel->table), WEFT_TYPE_TABLE_ROW, rows);
  for (guint i = 0; i < rows->len; i++)
    {
      WeftTableRow *row = g_ptr_array_index (rows, i);
      graphene_rect_t bounds;

      if (strcmp (weft_table_row_get_text (row, 0), text) == 0
          && gtk_widget_get_mapped (GTK_WIDGET (row))
          && gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (panel->table), &bounds))
        return bounds.origin.y > 0
               && bounds.origin.y + bounds.size.height
                    <= (float) gtk_widget_get_height (GTK_WIDGET (panel->table));
    }
  return FALSE;
}

static void
click_chip (Panel *panel)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();

  collect_widgets (GTK_WIDGET (panel->table), GTK_TYPE_BUTTON, buttons);
  for (guint i = 0; i < buttons->len; i++)
    if (gtk_widget_has_css_class (g_ptr_array_index (buttons, i), "weft-chip"))
      g_signal_emit_by_name (g_ptr_array_index (buttons, i), "clicked");
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
test_selection (void)
{
  Panel panel;
  guint position;

  panel_open (&panel, 2000);
  /* From the table to the state … */
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (panel.list), 5, TRUE);
  g_assert_cmpuint (selected_op (&panel), ==, 5);
  /* … and back, with the row brought into view. */
  weft_pipeline_state_select (panel.stage.state, 1500, WEFT_NO_STAGE);
  g_assert_cmpuint (weft_fact_list_get_selected (panel.list), ==, 1500);
  g_assert_true (is_in_sight (&panel, "1\342\200\257500"));
  g_assert_false (is_in_sight (&panel, "5"));

  weft_fact_table_sort (panel.table, op_key_name (OP_KEY_LATENCY), TRUE);
  wait_until (is_idle, &panel);
  g_assert_cmpuint (selected_op (&panel), ==, 1500);
  position = weft_fact_list_find_selected (panel.list, FALSE);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (panel.list), position));

  weft_pipeline_state_select (panel.stage.state, WEFT_NO_ROW, WEFT_NO_STAGE);
  g_assert_cmpuint (weft_fact_list_get_selected (panel.list), ==, WEFT_NO_ROW);
  panel_close (&panel);
}

static void
test_activate (void)
{
  Panel panel;

  panel_open (&panel, 500);
  weft_pipeline_state_resize (panel.stage.state, 400, 300);
  g_signal_emit_by_name (get_rows (GTK_WIDGET (panel.table)), "activate", 400u);
  g_assert_cmpuint (selected_op (&panel), ==, 400);
  /* The jump can be taken back. */
  g_assert_true (weft_view_state_can_go_back (WEFT_VIEW_STATE (panel.stage.state)));
  panel_close (&panel);
}

/* The cells in sight are those of the order, however it was asked for. */
static void
test_sort (void)
{
  Panel panel;

  panel_open (&panel, 3000);
  for (guint descending = 0; descending < 2; descending++)
    {
      g_autoptr (WeftPipelineSnapshot) snapshot =
        weft_pipeline_state_ref_snapshot (panel.stage.state);
      g_autoptr (GArray) sorted =
        sort_ops (snapshot, NULL, OP_KEY_LATENCY, descending != 0, NULL, NULL, NULL);
      g_autoptr (GPtrArray) ids = NULL, latencies = NULL;

      weft_fact_table_sort (panel.table, op_key_name (OP_KEY_LATENCY), descending != 0);
      g_assert_cmpint (weft_fact_list_get_column (panel.list), ==, op_column (OP_KEY_LATENCY));
      g_assert_cmpint (weft_fact_list_get_descending (panel.list), ==, descending);
      wait_until (is_idle, &panel);
      ids = read_column (&panel, 1);
      latencies = read_column (&panel, 10);
      for (guint i = 0; i < ids->len; i++)
        {
          guint32 op = g_array_index (sorted, guint32, i);
          g_autofree char *id = g_strdup_printf ("%u", op);
          WeftOp info;

          weft_pipeline_snapshot_get_op (snapshot, op, &info);
          g_assert_cmpstr (g_ptr_array_index (ids, i), ==, id);
          if (info.state != WEFT_OP_OPEN)
            g_assert_cmpint (g_ascii_strtoll (g_ptr_array_index (latencies, i), NULL, 10), ==,
                             info.end - info.fetch);
        }
    }
  /* The menu's way. */
  gtk_widget_activate_action (GTK_WIDGET (panel.table), "fact-table.sort-key", "s", "stall");
  g_assert_cmpint (weft_fact_list_get_column (panel.list), ==, op_column (OP_KEY_STALL));
  g_assert_true (weft_fact_list_get_descending (panel.list));
  gtk_widget_activate_action (GTK_WIDGET (panel.table), "fact-table.descending", NULL);
  g_assert_false (weft_fact_list_get_descending (panel.list));
  wait_until (is_idle, &panel);
  panel_close (&panel);
}

static gboolean
shows_all (gpointer data)
{
  Panel *panel = data;

  return is_idle (data) && weft_fact_list_get_n_rows (panel->list) == 2000;
}

static void
test_range (void)
{
  Panel panel;

  panel_open (&panel, 2000);
  g_assert_null (find_label (GTK_WIDGET (panel.table), "In flight"));
  g_assert_nonnull (find_label (GTK_WIDGET (panel.table), "2\342\200\257000 ops"));
  weft_pipeline_state_select_cycles (panel.stage.state, 100, 200);
  wait_until (is_idle, &panel);
  wait_settled ();
  g_assert_nonnull (find_label (GTK_WIDGET (panel.table), "In flight in cycles 100 – 200"));
  g_assert_nonnull (find_label (GTK_WIDGET (panel.table), "of 2\342\200\257000 ops"));
  weft_pipeline_state_select_rows (panel.stage.state, 210, 220);
  wait_until (is_idle, &panel);
  g_assert_cmpuint (weft_fact_list_get_n_rows (panel.list), ==, 10);
  g_assert_nonnull (find_label (GTK_WIDGET (panel.table), "Rows 210 – 219"));

  /* The chip clears it for all. */
  click_chip (&panel);
  g_assert_false (weft_pipeline_state_get_selection (panel.stage.state)->has_cycles);
  g_assert_false (weft_pipeline_state_get_selection (panel.stage.state)->has_rows);
  wait_until (shows_all, &panel);

  /* An empty range says so, and shows the way out. */
  weft_pipeline_state_select_cycles (panel.stage.state, 100000, 200000);
  wait_until (is_idle, &panel);
  wait_settled ();
  g_assert_nonnull (find_label (GTK_WIDGET (panel.table), "No op was in flight"));
  g_assert_nonnull (find_label (GTK_WIDGET (panel.table), "List All Ops"));
  panel_close (&panel);
}

static void
test_copy (void)
{
  Panel panel;
  g_autofree char *text = NULL, *shorter = NULL;

  panel_open (&panel, 100);
  g_assert_null (weft_fact_table_get_row_text (panel.table));
  weft_pipeline_state_select (panel.stage.state, 3, WEFT_NO_STAGE);
  text = weft_fact_table_get_row_text (panel.table);
  {
    g_auto (GStrv) fields = g_strsplit (text, "\t", -1);
    g_autoptr (WeftPipelineSnapshot) snapshot =
      weft_pipeline_state_ref_snapshot (panel.stage.state);
    g_autofree char *fetch = NULL, *latency = NULL;
    WeftOp op;

    weft_pipeline_snapshot_get_op (snapshot, 3, &op);
    fetch = g_strdup_printf ("%" G_GINT64_FORMAT, op.fetch);
    latency = g_strdup_printf ("%" G_GINT64_FORMAT, op.end - op.fetch);
    g_assert_cmpuint (g_strv_length (fields), ==, 11);
    g_assert_cmpstr (fields[0], ==, "3");
    g_assert_cmpstr (fields[4], ==, "retired");
    g_assert_cmpstr (fields[5], ==, "0x8000000c");
    g_assert_cmpstr (fields[6], ==, "8000000c: mul t0");
    g_assert_cmpstr (fields[7], ==, fetch);
    g_assert_cmpstr (fields[9], ==, latency);
  }
  /* Hidden columns are not copied. */
  weft_fact_table_restore (panel.table, "id:70:0 row:80:1");
  shorter = weft_fact_table_get_row_text (panel.table);
  g_assert_true (g_str_has_prefix (shorter, "3\t1\t2\t"));
  panel_close (&panel);
}

static void
test_save (void)
{
  const char *saved = "latency- label:300:1 row:77:1 gid:90:1 id:64:0";
  Panel panel;
  g_autofree char *before = NULL, *after = NULL, *again = NULL;

  panel_open (&panel, 100);
  before = weft_fact_table_save (panel.table);
  g_assert_true (g_str_has_prefix (before, "row+ row:"));
  weft_fact_table_restore (panel.table, saved);
  after = weft_fact_table_save (panel.table);
  g_assert_true (g_str_has_prefix (after, saved));
  g_assert_cmpint (weft_fact_list_get_column (panel.list), ==, op_column (OP_KEY_LATENCY));

  /* A foreign text changes nothing. */
  weft_fact_table_restore (panel.table, "");
  weft_fact_table_restore (panel.table,
                           "- x row:0:1 row:80 nothing:80:1 label:80:2 ::: bogus+ latency*");
  again = weft_fact_table_save (panel.table);
  g_assert_cmpstr (again, ==, after);
  wait_until (is_idle, &panel);
  panel_close (&panel);
}

static gboolean
shows_growth (gpointer data)
{
  Panel *panel = data;

  return weft_fact_list_get_n_rows (panel->list) == 900;
}

static void
test_growth (void)
{
  Panel panel;

  panel_open (&panel, 0);
  g_assert_nonnull (find_label (GTK_WIDGET (panel.table), "No op was read yet"));
  made_log_fill (&panel.stage.log, 300);
  stage_publish (&panel.stage, 200);
  wait_settled ();
  g_assert_nonnull (find_label (GTK_WIDGET (panel.table), "300 ops"));
  weft_fact_table_sort (panel.table, op_key_name (OP_KEY_FETCH), TRUE);
  wait_until (is_idle, &panel);
  for (guint i = 0; i < 6; i++)
    {
      made_log_fill (&panel.stage.log, 100);
      stage_publish (&panel.stage, 600);
    }
  wait_until (shows_growth, &panel);
  {
    g_autoptr (GPtrArray) ids = read_column (&panel, 1);

    g_assert_cmpstr (g_ptr_array_index (ids, 0), ==, "898");
  }
  panel_close (&panel);
}

/* The column with that title in a table of ops. */
static GtkColumnViewColumn *
find_column (WeftFactTable *table, const char *title)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  GListModel *columns;
  GtkColumnViewColumn *column = NULL;

  collect_widgets (GTK_WIDGET (table), WEFT_TYPE_TABLE_VIEW, views);
  columns = gtk_column_view_get_columns (
    weft_table_view_get_titles (WEFT_TABLE_VIEW (g_ptr_array_index (views, 0))));
  for (guint i = 0;
       column == NULL || !g_str_equal (gtk_column_view_column_get_title (column), title); i++)
    {
      g_assert_cmpuint (i, <, g_list_model_get_n_items (columns));
      g_clear_object (&column);
      column = g_list_model_get_item (columns, i);
    }
  g_object_unref (column);
  return column;
}

/* Numbers that are longer than most have room, also where widths were remembered; what the user made
 * narrow stays so. */
static void
test_widths (void)
{
  const char *number = "1234567890123";
  int before, wanted;
  Panel panel;

  panel_open (&panel, 100);
  before = weft_table_view_get_width (find_column (panel.table, "Thread"));
  wanted = weft_table_view_measure (get_rows (GTK_WIDGET (panel.table)), number) + 12;
  g_assert_cmpint (before, <, wanted);
  weft_fact_table_restore (panel.table, "row+ thread:101:1");
  made_log_begin (&panel.stage.log, 1234567890123, 1, "a");
  stage_publish (&panel.stage, 200);
  wait_settled ();
  weft_fact_table_sort (panel.table, op_key_name (OP_KEY_TID), TRUE);
  wait_until (is_idle, &panel);
  wait_settled ();
  g_assert_cmpint (weft_table_view_get_width (find_column (panel.table, "Thread")), >=, wanted);
  weft_fact_table_restore (panel.table, "row+ thread:40:1");
  wait_settled ();
  g_assert_cmpint (weft_table_view_get_width (find_column (panel.table, "Thread")), ==, 40);
  panel_close (&panel);
}

/* The menu has all columns, each time that it is opened. */
static void
test_menu (void)
{
  g_autoptr (GPtrArray) buttons = g_ptr_array_new (), before = g_ptr_array_new ();
  g_autoptr (GPtrArray) after = g_ptr_array_new ();
  GtkMenuButton *button;
  Panel panel;

  panel_open (&panel, 100);
  collect_widgets (GTK_WIDGET (panel.table), GTK_TYPE_MENU_BUTTON, buttons);
  button = g_ptr_array_index (buttons, 0);
  gtk_menu_button_popup (button);
  wait_settled ();
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (button))));
  collect_widgets (GTK_WIDGET (gtk_menu_button_get_popover (button)), GTK_TYPE_LABEL, before);
  g_assert_cmpuint (before->len, >, 20);
  gtk_menu_button_popdown (button);
  wait_settled ();
  gtk_menu_button_popup (button);
  wait_settled ();
  collect_widgets (GTK_WIDGET (gtk_menu_button_get_popover (button)), GTK_TYPE_LABEL, after);
  g_assert_cmpuint (after->len, ==, before->len);
  gtk_menu_button_popdown (button);
  wait_settled ();
  panel_close (&panel);
}

/* The table is how those who don't see the picture read it. */
static void
test_accessible (void)
{
  GtkWidget *rows;
  Panel panel;

  panel_open (&panel, 100);
  weft_pipeline_state_select_rows (panel.stage.state, 10, 20);
  wait_settled ();
  rows = get_rows (GTK_WIDGET (panel.table));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Ops of the pipeline");
  g_assert_true (
    gtk_test_accessible_has_property (GTK_ACCESSIBLE (rows), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  check_button_names (GTK_WIDGET (panel.table));
  weft_fact_table_focus (panel.table);
  wait_settled ();
  g_assert_true (
    gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (panel.stage.window)), rows));
  panel_close (&panel);
}

static gboolean
has_focus (Panel *panel, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (panel->stage.window));

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* Tab leaves the rows, however many they are. */
static void
test_tab (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *after = gtk_button_new_with_label ("after"), *table;
  Panel panel;

  panel_open (&panel, 1000);
  table = g_object_ref (GTK_WIDGET (panel.table));
  gtk_window_set_child (GTK_WINDOW (panel.stage.window), NULL);
  gtk_box_append (GTK_BOX (box), table);
  gtk_box_append (GTK_BOX (box), after);
  g_object_unref (table);
  stage_show (&panel.stage, box);
  wait_settled ();

  weft_fact_table_focus (panel.table);
  g_assert_true (has_focus (&panel, get_rows (table)));
  gtk_widget_child_focus (panel.stage.window, GTK_DIR_TAB_FORWARD);
  g_assert_true (has_focus (&panel, after));
  gtk_widget_child_focus (panel.stage.window, GTK_DIR_TAB_BACKWARD);
  g_assert_true (has_focus (&panel, get_rows (table)));
  gtk_widget_child_focus (panel.stage.window, GTK_DIR_TAB_BACKWARD);
  g_assert_true (has_focus (&panel, table));
  g_assert_false (has_focus (&panel, get_rows (table)));
  panel_close (&panel);
}

/* Where titles and rows begin. */
static void
check_below (Panel *panel, float *x)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new (), rows = g_ptr_array_new ();
  graphene_rect_t titles, texts;

  wait_settled ();
  collect_widgets (GTK_WIDGET (panel->table), GTK_TYPE_COLUMN_VIEW, views);
  collect_widgets (GTK_WIDGET (panel->table), WEFT_TYPE_TABLE_ROW, rows);
  g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_first_child (views->pdata[0]),
                                            GTK_WIDGET (panel->table), &titles));
  g_assert_true (gtk_widget_compute_bounds (rows->pdata[0], GTK_WIDGET (panel->table), &texts));
  /* Rows have some pixels of padding here, where the program's own style is not in use. */
  g_assert_cmpfloat_with_epsilon (titles.size.width, texts.size.width, 4.1);
  g_assert_cmpfloat_with_epsilon (titles.origin.x, texts.origin.x, 2.1);
  *x = titles.origin.x;
}

/* Texts stand below their titles, also where columns are hidden, however far one scrolls and
 * whichever way one reads. */
static void
check_scrolling (GtkTextDirection direction)
{
  GtkAdjustment *adjustment;
  float before, after;
  double value;
  Panel panel;

  gtk_widget_set_default_direction (direction);
  panel_open (&panel, 20);
  check_below (&panel, &before);
  adjustment =
    gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (get_rows (GTK_WIDGET (panel.table))));
  value = gtk_adjustment_get_value (adjustment);
  gtk_adjustment_set_value (adjustment, 40);
  check_below (&panel, &after);
  g_assert_cmpfloat_with_epsilon (before - after, 40 - value, 6.1);
  g_assert_cmpfloat (before, !=, after);
  panel_close (&panel);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
test_left_to_right (void)
{
  check_scrolling (GTK_TEXT_DIR_LTR);
}

static void
test_right_to_left (void)
{
  check_scrolling (GTK_TEXT_DIR_RTL);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pipeline-table/selection", test_selection);
  g_test_add_func ("/pipeline-table/activate", test_activate);
  g_test_add_func ("/pipeline-table/sort", test_sort);
  g_test_add_func ("/pipeline-table/range", test_range);
  g_test_add_func ("/pipeline-table/copy", test_copy);
  g_test_add_func ("/pipeline-table/save", test_save);
  g_test_add_func ("/pipeline-table/growth", test_growth);
  g_test_add_func ("/pipeline-table/widths", test_widths);
  g_test_add_func ("/pipeline-table/menu", test_menu);
  g_test_add_func ("/pipeline-table/accessible", test_accessible);
  g_test_add_func ("/pipeline-table/tab", test_tab);
  g_test_add_func ("/pipeline-table/left-to-right", test_left_to_right);
  g_test_add_func ("/pipeline-table/right-to-left", test_right_to_left);
  return g_test_run ();
}
