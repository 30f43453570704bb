/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-table.h"
#include "weft-table-view.h"

#include <glib/gstdio.h>

#include "chooser.h"
#include "pixels.h"

/* A table of facts among other things: what is selected from outside, cells that are read once, and
 * where texts and titles stand. */

#define N_ROWS 5000

static guint n_read;

static WeftCell
get_number (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count (row);
}

static WeftCell
get_name (gconstpointer data G_GNUC_UNUSED, guint row)
{
  n_read++;
  return weft_cell_text (g_strdup_printf ("row %u", (row * 7919) % N_ROWS));
}

static const WeftField columns[] = {
  { "number", "Number", get_number, .doc = "Counts rows" },
  { "name", "Name", get_name, .flags = WEFT_FIELD_LAST },
};

typedef struct
{
  GtkWidget *window;
  GtkWidget *table;
  guint n_picked;
} Panel;

static void
count_picked (Panel *panel)
{
  panel->n_picked++;
}

static void
open_panel (Panel *panel)
{
  const WeftFacts facts = { .fields = columns, .n_columns = 2, .n_rows = N_ROWS };

  *panel = (Panel){ .table = weft_fact_table_new ("Rows", "Nothing") };
  weft_fact_table_set_facts (WEFT_FACT_TABLE (panel->table), &facts, NULL);
  g_signal_connect_swapped (panel->table, "picked", G_CALLBACK (count_picked), panel);
  panel->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (panel->window), 500, 300);
  gtk_window_set_child (GTK_WINDOW (panel->window), panel->table);
  gtk_window_present (GTK_WINDOW (panel->window));
  wait_until (is_mapped, panel->table);
  wait_settled ();
}

static void
close_panel (Panel *panel)
{
  gtk_window_destroy (GTK_WINDOW (panel->window));
  wait_settled ();
}

/* The row in sight that shows the text in a column: (nullable). */
static GtkWidget *
find_row (Panel *panel, guint column, const char *text)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  collect_widgets (panel->table, WEFT_TYPE_TABLE_ROW, rows);
  for (guint i = 0; i < rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (rows, i);
      double x, y;

      if (g_str_equal (weft_table_row_get_text (WEFT_TABLE_ROW (row), column), text)
          && gtk_widget_get_mapped (row)
          && gtk_widget_translate_coordinates (row, panel->table, 0, 0, &x, &y) && y >= 0
          && y < gtk_widget_get_height (panel->table))
        return row;
    }
  return NULL;
}

/* The note on the rows is there whole, however long; an empty one takes no room. */
static void
test_note (void)
{
  GtkWidget *note;
  Panel panel;
  int height;

  open_panel (&panel);
  note = weft_fact_table_get_note (WEFT_FACT_TABLE (panel.table));
  g_assert_false (gtk_widget_get_visible (note));
  gtk_label_set_text (GTK_LABEL (note), "They differ.");
  wait_settled ();
  g_assert_true (gtk_widget_get_mapped (note));
  height = gtk_widget_get_height (note);
  gtk_label_set_text (GTK_LABEL (note),
                      "A is this trace, B is “a-trace-with-a-long-name-that-has-no-spaces-in-it-at-"
                      "all-and-is-as-wide-as-the-window-and-more.jsonl”. 44 of 44 rows differ.");
  wait_settled ();
  g_assert_cmpint (gtk_widget_get_height (note), >=, 2 * height);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (panel.window)), <=, 500);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (note))));
  gtk_label_set_text (GTK_LABEL (note), "");
  g_assert_false (gtk_widget_get_visible (note));
  close_panel (&panel);
}

static gboolean
shows_4000 (gpointer panel)
{
  return find_row (panel, 0, "4\342\200\257000") != NULL;
}

static gboolean
is_idle (gpointer list)
{
  return !weft_fact_list_is_busy (list);
}

static void
test_selects_from_outside (void)
{
  WeftFactList *list;
  guint position;
  Panel panel;

  open_panel (&panel);
  list = weft_fact_table_get_list (WEFT_FACT_TABLE (panel.table));
  g_assert_false (shows_4000 (&panel));
  weft_fact_table_select (WEFT_FACT_TABLE (panel.table), 4000);
  wait_until (shows_4000, &panel);
  g_assert_cmpuint (weft_fact_list_get_selected (list), ==, 4000);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (list), 4000));
  /* It stays selected in another order. */
  weft_fact_list_sort (list, 1, TRUE);
  wait_until (is_idle, list);
  position = weft_fact_list_find_selected (list, FALSE);
  g_assert_cmpuint (position, !=, 4000);
  g_assert_cmpuint (weft_fact_list_get_row (list, position), ==, 4000);
  g_assert_cmpuint (panel.n_picked, ==, 0);
  /* The user's choice is told. */
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (list), 3, TRUE);
  g_assert_cmpuint (panel.n_picked, ==, 1);
  close_panel (&panel);
}

static gboolean
shows_0 (gpointer panel)
{
  return find_row (panel, 0, "0") != NULL;
}

static guint
count_rows (Panel *panel)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  collect_widgets (panel->table, WEFT_TYPE_TABLE_ROW, rows);
  return rows->len;
}

/* --- what is taken along -------------------------------------------------------------------------------- */

static void
on_text (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static gboolean
has_text (gpointer data)
{
  return *(char **) data != NULL;
}

/* The text that the action puts on the clipboard: (transfer full). */
static char *
copy (Panel *panel, const char *action)
{
  char *text = NULL;

  g_assert_true (gtk_widget_activate_action (panel->table, action, NULL));
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (panel->table), NULL, on_text, &text);
  wait_until (has_text, &text);
  return text;
}

/* The selected row, or all of them, for a table elsewhere. */
static void
test_copies (void)
{
  g_autofree char *one = NULL, *all = NULL;
  g_auto (GStrv) lines = NULL;
  Panel panel;

  open_panel (&panel);
  weft_fact_table_select (WEFT_FACT_TABLE (panel.table), 3);
  wait_settled ();
  one = copy (&panel, "fact-table.copy");
  g_assert_cmpstr (one, ==, "3\trow 3757");
  all = copy (&panel, "fact-table.copy-all");
  lines = g_strsplit (g_strchomp (all), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, N_ROWS);
  g_assert_cmpstr (lines[3], ==, "3\trow 3757");
  close_panel (&panel);
}

typedef struct
{
  GtkFileChooser *dialog;
  GFile *folder;
} Place;

static gboolean
is_there (gpointer data)
{
  const Place *place = data;
  g_autoptr (GFile) folder = gtk_file_chooser_get_current_folder (place->dialog);

  return folder != NULL && g_file_equal (folder, place->folder);
}

/* The chooser is answered with a file of that name in the folder. */
static void
answer (gpointer dialog, const char *folder, const char *name)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  Place place = { dialog, file };

  g_assert_cmpint (gtk_file_chooser_get_action (dialog), ==, GTK_FILE_CHOOSER_ACTION_SAVE);
  wait_until (is_in_folder, dialog);
  wait_settled ();
  g_assert_true (gtk_file_chooser_set_current_folder (dialog, file, NULL));
  wait_until (is_there, &place);
  wait_settled ();
  gtk_file_chooser_set_current_name (dialog, name);
  gtk_dialog_response (dialog, GTK_RESPONSE_ACCEPT);
}

static gboolean
says_exported (gpointer table)
{
  return find_label (table, "Exported.") != NULL;
}

/* All rows go into a file, and that it is there is said. */
static void
test_exports (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-table-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "rows.csv", NULL), *text = NULL;
  g_auto (GStrv) lines = NULL;
  gpointer dialog;
  Panel panel;

  open_panel (&panel);
  g_assert_true (gtk_widget_activate_action (panel.table, "fact-table.export", NULL));
  wait_until (has_chooser, &dialog);
  answer (dialog, folder, "rows.csv");
  wait_until (says_exported, panel.table);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, N_ROWS + 1);
  g_assert_cmpstr (lines[1], ==, "0,row 0");
  g_unlink (path);
  g_rmdir (folder);
  close_panel (&panel);
}

/* A table out of sight has no rows, and comes back where it was. */
static void
test_hides_rows (void)
{
  Panel panel;

  open_panel (&panel);
  g_assert_true (shows_0 (&panel));
  weft_fact_table_select (WEFT_FACT_TABLE (panel.table), 4000);
  wait_until (shows_4000, &panel);
  g_assert_cmpuint (count_rows (&panel), >, 10);
  gtk_widget_set_visible (panel.table, FALSE);
  wait_settled ();
  g_assert_cmpuint (count_rows (&panel), ==, 0);
  gtk_widget_set_visible (panel.table, TRUE);
  wait_until (shows_4000, &panel);
  /* A row selected meanwhile comes into sight with the table. */
  gtk_widget_set_visible (panel.table, FALSE);
  weft_fact_table_select (WEFT_FACT_TABLE (panel.table), 0);
  gtk_widget_set_visible (panel.table, TRUE);
  wait_until (shows_0, &panel);
  close_panel (&panel);
}

/* The most rows that one iteration of the main loop made, and whether a row was there before all were. */
typedef struct
{
  Panel panel;
  guint n_before;
  guint most;
} Watched;

static gboolean
has_enough_rows (gpointer data)
{
  Watched *watched = data;
  guint n = count_rows (&watched->panel);

  watched->most = MAX (watched->most, n - MIN (n, watched->n_before));
  watched->n_before = n;
  return n > 200;
}

/* A list of GTK makes 200 rows at once when it is given as many, which takes more than a frame: they come some at a
 * time, those in sight first, and all of them in the end. */
static void
test_rows_come_by_and_by (void)
{
  const WeftFacts facts = { .fields = columns, .n_columns = 2, .n_rows = N_ROWS };
  const WeftFacts none = { .fields = columns, .n_columns = 2 };
  Watched watched = { .n_before = 0 };
  GtkWidget *table;

  open_panel (&watched.panel);
  table = watched.panel.table;
  gtk_widget_set_visible (table, FALSE);
  wait_settled ();
  gtk_widget_set_visible (table, TRUE);
  wait_until (has_enough_rows, &watched);
  g_assert_cmpuint (watched.most, <, 100);

  weft_fact_table_set_facts (WEFT_FACT_TABLE (table), &none, NULL);
  wait_settled ();
  watched = (Watched){ .panel = watched.panel };
  weft_fact_table_set_facts (WEFT_FACT_TABLE (table), &facts, NULL);
  wait_until (has_enough_rows, &watched);
  g_assert_cmpuint (watched.most, <, 100);
  weft_fact_table_select (WEFT_FACT_TABLE (table), 4000);
  wait_until (shows_4000, &watched.panel);
  close_panel (&watched.panel);
}

/* A table that nobody looked at has no widgets, and yet a list. */
static void
test_waits (void)
{
  const WeftFacts facts = { .fields = columns, .n_columns = 2, .n_rows = N_ROWS };
  GtkWidget *table = g_object_ref_sink (weft_fact_table_new ("Rows", "Nothing"));
  WeftFactList *list = weft_fact_table_get_list (WEFT_FACT_TABLE (table));

  weft_fact_table_set_facts (WEFT_FACT_TABLE (table), &facts, NULL);
  weft_fact_table_select (WEFT_FACT_TABLE (table), 7);
  g_assert_null (gtk_widget_get_first_child (table));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, N_ROWS);
  g_assert_cmpuint (weft_fact_list_get_selected (list), ==, 7);
  g_object_unref (table);
}

/* The key is the state of an action, which must have a value where no columns are arranged too. */
static void
test_sort_key (void)
{
  g_autofree char *key = NULL;
  Panel panel;

  open_panel (&panel);
  weft_fact_table_sort (WEFT_FACT_TABLE (panel.table), "text", TRUE);
  g_object_get (panel.table, "sort-key", &key, NULL);
  g_assert_cmpstr (key, ==, "");
  close_panel (&panel);
}

/* However often its texts are asked for, a cell is read once. */
static void
test_reads_rows_once (void)
{
  g_autoptr (WeftFactRow) row = NULL;
  Panel panel;
  guint before;

  open_panel (&panel);
  row = g_list_model_get_item (
    G_LIST_MODEL (weft_fact_table_get_list (WEFT_FACT_TABLE (panel.table))), 4999);
  before = n_read;
  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *text = weft_fact_row_get_text (row, i % 4);

      g_assert_cmpstr (text, ==, i % 4 == 0 ? "4\342\200\257999" : i % 4 == 1 ? "row 2081" : "");
    }
  g_assert_cmpuint (n_read, ==, before + 1);
  close_panel (&panel);
}

/* The middle of the ink that a widget draws between x and x + width. */
static double
find_ink (GtkWidget *widget, int x, int width)
{
  cairo_surface_t *surface = draw_widget (widget);
  int height = cairo_image_surface_get_height (surface);
  int end = MIN (x + width, cairo_image_surface_get_width (surface));
  double sum = 0, n = 0;

  cairo_surface_flush (surface);
  for (int row = 0; row < height; row++)
    for (int column = x; column < end; column++)
      {
        const guint32 *line = (const guint32 *) (cairo_image_surface_get_data (surface)
                                                 + row * cairo_image_surface_get_stride (surface));

        sum += (double) (line[column] >> 24) * column;
        n += line[column] >> 24;
      }
  cairo_surface_destroy (surface);
  g_assert_cmpfloat (n, >, 0);
  return sum / n;
}

/* The label of a title, and where the title stands in its table. */
static GtkWidget *
find_title (Panel *panel, const char *text, graphene_rect_t *bounds)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new (), labels = g_ptr_array_new ();
  GtkWidget *header;

  collect_widgets (panel->table, GTK_TYPE_COLUMN_VIEW, views);
  header = gtk_widget_get_first_child (g_ptr_array_index (views, 0));
  collect_widgets (header, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    {
      GtkWidget *label = g_ptr_array_index (labels, i), *title = label;

      while (gtk_widget_get_parent (title) != header)
        title = gtk_widget_get_parent (title);
      if (g_str_equal (gtk_label_get_text (GTK_LABEL (label)), text)
          && gtk_widget_compute_bounds (title, panel->table, bounds))
        return label;
    }
  g_assert_not_reached ();
}

/* Where in its column the ink of a text is that stands below a title, from 0 to 1. */
static double
find_share (GtkWidget *row, const graphene_rect_t *title)
{
  return (find_ink (row, (int) title->origin.x, (int) title->size.width) - title->origin.x)
         / title->size.width;
}

/* Numbers stand below the ends of their titles, whichever way one reads, and names at the beginning. */
static void
check_places (GtkTextDirection direction)
{
  gboolean rtl = direction == GTK_TEXT_DIR_RTL;
  graphene_rect_t number, name, label;
  GtkWidget *row, *title;
  Panel panel;

  gtk_widget_set_default_direction (direction);
  open_panel (&panel);
  row = find_row (&panel, 0, "0");
  g_assert_nonnull (row);
  g_assert_cmpstr (weft_table_row_get_text (WEFT_TABLE_ROW (row), 1), ==, "row 0");
  find_title (&panel, "Name", &name);
  title = find_title (&panel, "Number", &number);
  g_assert_true (rtl ? find_share (row, &number) < 0.3 : find_share (row, &number) > 0.7);
  g_assert_true (rtl ? find_share (row, &name) > 0.7 : find_share (row, &name) < 0.3);
  g_assert_true (gtk_widget_compute_bounds (title, panel.table, &label));
  g_assert_true (
    rtl == (label.origin.x + label.size.width / 2 < number.origin.x + number.size.width / 2));
  close_panel (&panel);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
test_left_to_right (void)
{
  check_places (GTK_TEXT_DIR_LTR);
}

static void
test_right_to_left (void)
{
  check_places (GTK_TEXT_DIR_RTL);
}

/* --- widths --------------------------------------------------------------------------------------- */

#define LONG_ROW 2501
#define LONG_TEXT "a name much longer"

/* The last number is longer than the others, and one name in between. */
static WeftCell
get_uneven_number (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count (row == N_ROWS - 1 ? 123456789012 : row);
}

static WeftCell
get_uneven_name (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_text (g_strdup (row == LONG_ROW ? LONG_TEXT : "short"));
}

static const WeftField uneven[] = { { "number", "N", get_uneven_number },
                                    { "name", "Name", get_uneven_name } };

static void
open_uneven (Panel *panel)
{
  const WeftFacts facts = { .fields = uneven, .n_columns = 2, .n_rows = N_ROWS };

  *panel = (Panel){ .table = weft_fact_table_new ("Rows", "Nothing") };
  weft_fact_table_set_facts (WEFT_FACT_TABLE (panel->table), &facts, NULL);
  panel->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (panel->window), 500, 300);
  gtk_window_set_child (GTK_WINDOW (panel->window), panel->table);
  gtk_window_present (GTK_WINDOW (panel->window));
  wait_until (is_mapped, panel->table);
  wait_settled ();
}

static GtkColumnViewColumn *
get_column (Panel *panel, guint index)
{
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  GtkColumnViewColumn *column;

  collect_widgets (panel->table, WEFT_TYPE_TABLE_VIEW, views);
  column = g_list_model_get_item (
    gtk_column_view_get_columns (weft_table_view_get_titles (g_ptr_array_index (views, 0))), index);
  g_object_unref (column);
  return column;
}

static gboolean
shows_long (gpointer panel)
{
  return find_row (panel, 1, LONG_TEXT) != NULL;
}

/* Whether the texts of a column have the room that they want. */
static gboolean
fits (Panel *panel, guint index, const char *text)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  collect_widgets (panel->table, WEFT_TYPE_TABLE_ROW, rows);
  return weft_table_view_get_width (get_column (panel, index))
         >= weft_table_view_measure (g_ptr_array_index (rows, 0), text) + 12;
}

static gboolean
has_grown (gpointer panel)
{
  return fits (panel, 1, LONG_TEXT);
}

/* Columns have room for rows that are far down, and get it for what comes into sight; what the user
 * made narrow stays so. */
static void
test_widths (void)
{
  Panel panel;

  open_uneven (&panel);
  g_assert_true (fits (&panel, 0, "123\342\200\257456\342\200\257789\342\200\257012"));
  g_assert_false (has_grown (&panel));
  weft_fact_table_select (WEFT_FACT_TABLE (panel.table), LONG_ROW);
  wait_until (shows_long, &panel);
  wait_until (has_grown, &panel);
  close_panel (&panel);

  open_uneven (&panel);
  gtk_column_view_column_set_fixed_width (get_column (&panel, 1), 50);
  weft_fact_table_select (WEFT_FACT_TABLE (panel.table), LONG_ROW);
  wait_until (shows_long, &panel);
  wait_settled ();
  g_assert_cmpint (weft_table_view_get_width (get_column (&panel, 1)), ==, 50);
  close_panel (&panel);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fact-table/note", test_note);
  g_test_add_func ("/fact-table/selects-from-outside", test_selects_from_outside);
  g_test_add_func ("/fact-table/copies", test_copies);
  g_test_add_func ("/fact-table/exports", test_exports);
  g_test_add_func ("/fact-table/hides-rows", test_hides_rows);
  g_test_add_func ("/fact-table/rows-come-by-and-by", test_rows_come_by_and_by);
  g_test_add_func ("/fact-table/waits", test_waits);
  g_test_add_func ("/fact-table/sort-key", test_sort_key);
  g_test_add_func ("/fact-table/reads-rows-once", test_reads_rows_once);
  g_test_add_func ("/fact-table/widths", test_widths);
  g_test_add_func ("/fact-table/left-to-right", test_left_to_right);
  g_test_add_func ("/fact-table/right-to-left", test_right_to_left);
  return g_test_run ();
}
