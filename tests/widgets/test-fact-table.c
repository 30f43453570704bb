/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-table.h"
#include "weft-table-cell.h"
#include "weft-table-parts.h"

#include "pixels.h"

/* A table of facts among other things: what is selected from outside, cells that are read once, and
 * where texts and titles stand. */

#define N_ROWS 5000

static guint n_filled;

static void
fill (gpointer data, guint row, WeftCell *cells)
{
  cells[0] = weft_cell_count (row);
  cells[1] = weft_cell_text (g_strdup_printf ("row %u", (row * 7919) % N_ROWS));
  n_filled++;
}

static const WeftFactColumn columns[] = {
  { .key = "number", .title = "Number", .hint = "Counts rows" },
  { .key = "name", .title = "Name", .is_last = TRUE },
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
  const WeftFacts facts = { .columns = columns, .n_columns = 2, .n_rows = N_ROWS, .fill = fill };

  *panel = (Panel) { .table = weft_fact_table_new ("Rows", "Nothing") };
  weft_fact_table_set_facts (WEFT_FACT_TABLE (panel->table), &facts, NULL);
  g_signal_connect_swapped (panel->table, "picked", G_CALLBACK (count_picked), panel);
  panel->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (panel->window), 500, 300);
  gtk_window_set_child (GTK_WINDOW (panel->window), panel->table);
  gtk_window_present (GTK_WINDOW (panel->window));
  wait_until (is_mapped, panel->table);
  pass_time (100);
}

static void
close_panel (Panel *panel)
{
  gtk_window_destroy (GTK_WINDOW (panel->window));
  pass_time (20);
}

/* The cell in sight that shows the text: (nullable). */
static GtkWidget *
find_cell (Panel *panel, const char *text)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();

  collect_widgets (panel->table, WEFT_TYPE_TABLE_CELL, cells);
  for (guint i = 0; i < cells->len; i++)
    {
      GtkWidget *cell = g_ptr_array_index (cells, i);
      double x, y;

      if (g_str_equal (weft_table_cell_get_text (WEFT_TABLE_CELL (cell)), text)
          && gtk_widget_get_mapped (cell)
          && gtk_widget_translate_coordinates (cell, panel->table, 0, 0, &x, &y) && y >= 0
          && y < gtk_widget_get_height (panel->table))
        return cell;
    }
  return NULL;
}

static gboolean
shows_4000 (gpointer panel)
{
  return find_cell (panel, "4\342\200\257000") != NULL;
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
  position = weft_fact_list_find_selected (list);
  g_assert_cmpuint (position, !=, 4000);
  g_assert_cmpuint (weft_fact_list_get_row (list, position), ==, 4000);
  g_assert_cmpuint (panel.n_picked, ==, 0);
  /* What the user picks is told. */
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (list), 3, TRUE);
  g_assert_cmpuint (panel.n_picked, ==, 1);
  close_panel (&panel);
}

/* However many columns there are, a row is read once. */
static void
test_reads_rows_once (void)
{
  g_autoptr (WeftFactRow) row = NULL;
  Panel panel;
  guint before;

  open_panel (&panel);
  row = g_list_model_get_item (
    G_LIST_MODEL (weft_fact_table_get_list (WEFT_FACT_TABLE (panel.table))), 4999);
  before = n_filled;
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *text = weft_fact_row_get_text (row, i);

      g_assert_cmpstr (text, ==, i == 0 ? "4\342\200\257999" : i == 1 ? "row 2081" : "");
    }
  g_assert_cmpuint (n_filled, ==, before + 1);
  close_panel (&panel);
}

/* The middle of the ink of a widget, as a share of its width. */
static double
find_ink (GtkWidget *widget)
{
  cairo_surface_t *surface = draw_widget (widget);
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  double sum = 0, n = 0;

  cairo_surface_flush (surface);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        const guint32 *line =
          (const guint32 *) (cairo_image_surface_get_data (surface)
                             + y * cairo_image_surface_get_stride (surface));

        sum += (double) (line[x] >> 24) * x;
        n += line[x] >> 24;
      }
  cairo_surface_destroy (surface);
  g_assert_cmpfloat (n, >, 0);
  return sum / n / width;
}

/* Numbers stand below the ends of their titles, whichever way one reads, and names at the beginning. */
static void
check_places (GtkTextDirection direction)
{
  gboolean rtl = direction == GTK_TEXT_DIR_RTL;
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  GtkWidget *header, *title, *number, *name;
  double x, y, title_x;
  Panel panel;

  gtk_widget_set_default_direction (direction);
  open_panel (&panel);
  number = find_cell (&panel, "2");
  name = find_cell (&panel, "row 0");
  g_assert_nonnull (number);
  g_assert_nonnull (name);
  g_assert_true (rtl ? find_ink (number) < 0.3 : find_ink (number) > 0.7);
  g_assert_true (rtl ? find_ink (name) > 0.7 : find_ink (name) < 0.3);
  header = gtk_widget_get_first_child (gtk_widget_get_parent (
    weft_table_find_list (GTK_COLUMN_VIEW (gtk_widget_get_ancestor (number,
                                                                    GTK_TYPE_COLUMN_VIEW)))));
  collect_widgets (header, GTK_TYPE_LABEL, labels);
  title = g_ptr_array_index (labels, 0);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (title)), ==, "Number");
  gtk_widget_translate_coordinates (title, panel.table, gtk_widget_get_width (title) / 2.0, 0,
                                    &title_x, &y);
  gtk_widget_translate_coordinates (number, panel.table, gtk_widget_get_width (number) / 2.0, 0,
                                    &x, &y);
  g_assert_true (rtl ? title_x < x : title_x > x);
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

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fact-table/selects-from-outside", test_selects_from_outside);
  g_test_add_func ("/fact-table/reads-rows-once", test_reads_rows_once);
  g_test_add_func ("/fact-table/left-to-right", test_left_to_right);
  g_test_add_func ("/fact-table/right-to-left", test_right_to_left);
  return g_test_run ();
}
