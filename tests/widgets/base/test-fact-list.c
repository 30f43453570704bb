/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-list.h"

#include "wait.h"

#include <string.h>

typedef struct
{
  WeftFactList *list;
  guint n_rows;
  guint n_changed; /* items-changed: places that came or went */
  guint picked;
} Fixture;

/* Rows 0, 1, 2 …: "row 0", and (n/2 − row)². */
static WeftCell
get_name (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_text (g_strdup_printf ("Row %u", row));
}

static WeftCell
get_square (gconstpointer data, guint row)
{
  const Fixture *fixture = data;
  gint64 distance = (gint64) fixture->n_rows / 2 - row;

  return weft_cell_count ((guint64) (distance * distance));
}

static const WeftField columns[] = { { "name", "Name", get_name },
                                     { "square", "Square", get_square } };

static void
items_changed (GListModel *model G_GNUC_UNUSED, guint position G_GNUC_UNUSED, guint removed,
               guint added, Fixture *fixture)
{
  fixture->n_changed += removed + added;
}

static void
picked (WeftFactList *list G_GNUC_UNUSED, guint row, Fixture *fixture)
{
  fixture->picked = row;
}

static void
set_rows (Fixture *fixture, guint n_rows)
{
  WeftFacts facts = { columns, 2, n_rows, fixture };
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);

  fixture->n_rows = n_rows;
  weft_fact_list_set_facts (fixture->list, &facts, owner);
}

static void
fixture_open (Fixture *fixture, guint n_rows)
{
  *fixture = (Fixture){ .list = weft_fact_list_new (WEFT_FACT_LIST_PAGE), .picked = G_MAXUINT };
  g_signal_connect (fixture->list, "items-changed", G_CALLBACK (items_changed), fixture);
  g_signal_connect (fixture->list, "picked", G_CALLBACK (picked), fixture);
  set_rows (fixture, n_rows);
}

static gboolean
is_busy (gpointer list)
{
  return weft_fact_list_is_busy (list);
}

static void
wait (Fixture *fixture)
{
  wait_while (is_busy, fixture->list);
}

static void
check_rows (Fixture *fixture, const char *expected)
{
  g_autoptr (GString) rows = g_string_new (NULL);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (fixture->list));

  wait (fixture);
  n_items = g_list_model_get_n_items (G_LIST_MODEL (fixture->list));
  for (guint i = 0; i < n_items; i++)
    g_string_append_printf (rows, "%s%u", i > 0 ? " " : "",
                            weft_fact_list_get_row (fixture->list, i));
  g_assert_cmpstr (rows->str, ==, expected);
}

/* --- tests ------------------------------------------------------------------------------------------ */

static void
test_sort (void)
{
  Fixture fixture;

  fixture_open (&fixture, 5);
  check_rows (&fixture, "0 1 2 3 4");
  weft_fact_list_sort (fixture.list, 1, FALSE);
  check_rows (&fixture, "2 1 3 0 4"); /* equal ones in their order */
  weft_fact_list_sort (fixture.list, 1, TRUE);
  check_rows (&fixture, "0 4 1 3 2");
  weft_fact_list_sort (fixture.list, WEFT_NO_COLUMN, FALSE);
  check_rows (&fixture, "0 1 2 3 4");
  g_assert_cmpuint (fixture.n_changed, ==, 5);
  g_object_unref (fixture.list);
}

/* Every column is looked at, as machines write it, in whatever case. */
static void
test_filter (void)
{
  Fixture fixture;

  fixture_open (&fixture, 12);
  weft_fact_list_filter (fixture.list, "rOW 1");
  check_rows (&fixture, "1 10 11");
  weft_fact_list_filter (fixture.list, "36");
  check_rows (&fixture, "0");
  weft_fact_list_filter (fixture.list, "nowhere");
  check_rows (&fixture, "");
  weft_fact_list_filter (fixture.list, "");
  check_rows (&fixture, "0 1 2 3 4 5 6 7 8 9 10 11");
  g_object_unref (fixture.list);
}

/* Items that somebody holds show what now stands in their places. */
static void
test_places (void)
{
  Fixture fixture;
  g_autoptr (WeftFactRow) row = NULL;
  g_autofree char *before = NULL, *after = NULL;

  fixture_open (&fixture, 5);
  row = g_list_model_get_item (G_LIST_MODEL (fixture.list), 0);
  before = weft_fact_row_get_text (row, 0);
  g_assert_cmpstr (before, ==, "Row 0");
  weft_fact_list_sort (fixture.list, 1, FALSE);
  wait (&fixture);
  after = weft_fact_row_get_text (row, 0);
  g_assert_cmpstr (after, ==, "Row 2");
  g_clear_object (&row);
  g_object_unref (fixture.list);
}

/* The selected row stays selected, wherever it goes; it is lost with a table of other rows. */
static void
test_selection (void)
{
  Fixture fixture;
  GtkSelectionModel *model;

  fixture_open (&fixture, 5);
  model = GTK_SELECTION_MODEL (fixture.list);
  g_assert_true (gtk_selection_model_select_item (model, 3, TRUE));
  g_assert_cmpuint (fixture.picked, ==, 3);
  weft_fact_list_sort (fixture.list, 1, FALSE);
  wait (&fixture);
  g_assert_cmpuint (weft_fact_list_get_selected (fixture.list), ==, 3);
  g_assert_true (gtk_selection_model_is_selected (model, 2));
  g_assert_false (gtk_selection_model_is_selected (model, 3));
  weft_fact_list_filter (fixture.list, "Row 1");
  wait (&fixture);
  g_assert_false (gtk_selection_model_is_selected (model, 0));
  weft_fact_list_filter (fixture.list, "");
  wait (&fixture);
  g_assert_true (gtk_selection_model_is_selected (model, 2));
  set_rows (&fixture, 4);
  wait (&fixture);
  g_assert_cmpuint (weft_fact_list_get_selected (fixture.list), ==, G_MAXUINT);
  g_object_unref (fixture.list);
}

/* A table that grows keeps its order, and shows only rows that are there at any time. */
static void
test_growth (void)
{
  Fixture fixture;

  fixture_open (&fixture, 3);
  weft_fact_list_sort (fixture.list, 1, TRUE);
  wait (&fixture);
  set_rows (&fixture, 6);
  check_rows (&fixture, "0 1 5 2 4 3");
  set_rows (&fixture, 2);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (fixture.list)); i++)
    g_assert_cmpuint (weft_fact_list_get_row (fixture.list, i), <, 2);
  check_rows (&fixture, "0 1");
  g_object_unref (fixture.list);
}

static void
test_text (void)
{
  Fixture fixture;
  g_autofree char *csv = NULL, *tabs = NULL;

  fixture_open (&fixture, 3);
  weft_fact_list_sort (fixture.list, 1, TRUE);
  wait (&fixture);
  csv = weft_fact_list_to_text (fixture.list, ',', 0, G_MAXUINT);
  g_assert_cmpstr (csv, ==, "name,square\nRow 0,1\nRow 2,1\nRow 1,0\n");
  tabs = weft_fact_list_to_text (fixture.list, '\t', 1, 1);
  g_assert_cmpstr (tabs, ==, "Row 2\t1\n");
  g_object_unref (fixture.list);
}

/* A list that is dropped while it is sorted goes at once; the worker ends on its own. */
static void
test_drop (void)
{
  Fixture fixture;

  fixture_open (&fixture, 100000);
  weft_fact_list_sort (fixture.list, 0, TRUE);
  g_assert_finalize_object (fixture.list);
  wait_idle ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fact-list/sort", test_sort);
  g_test_add_func ("/fact-list/filter", test_filter);
  g_test_add_func ("/fact-list/places", test_places);
  g_test_add_func ("/fact-list/selection", test_selection);
  g_test_add_func ("/fact-list/growth", test_growth);
  g_test_add_func ("/fact-list/text", test_text);
  g_test_add_func ("/fact-list/drop", test_drop);
  return g_test_run ();
}
