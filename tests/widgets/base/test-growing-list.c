/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-growing-list.h"

/* The first rows of a model, and more: held against what is told of changes, as a list of widgets does that. */

typedef struct
{
  GListStore *rows;
  GtkSelectionModel *model;
  WeftGrowingList *list;
  GPtrArray *seen; /* the rows, as those know them who were told of changes only */
  guint most;      /* rows that came at once */
  guint n_selected;
} Fixture;

static void
items_changed (GListModel *list, guint position, guint removed, guint added, Fixture *fixture)
{
  g_assert_cmpuint (position + removed, <=, fixture->seen->len);
  if (removed > 0)
    g_ptr_array_remove_range (fixture->seen, position, removed);
  for (guint i = 0; i < added; i++)
    g_ptr_array_insert (fixture->seen, (int) (position + i),
                        g_list_model_get_item (list, position + i));
  fixture->most = MAX (fixture->most, added);
}

static void
selection_changed (GtkSelectionModel *list, guint position, guint n, Fixture *fixture)
{
  g_assert_cmpuint (position + n, <=, g_list_model_get_n_items (G_LIST_MODEL (list)));
  fixture->n_selected += n;
}

static void
change_rows (Fixture *fixture, guint position, guint n_removed, guint n_added)
{
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_added; i++)
    g_ptr_array_add (added, g_object_new (G_TYPE_OBJECT, NULL));
  g_list_store_splice (fixture->rows, position, n_removed, added->pdata, n_added);
}

static void
fixture_open (Fixture *fixture, guint n_rows)
{
  *fixture = (Fixture){ .rows = g_list_store_new (G_TYPE_OBJECT) };
  change_rows (fixture, 0, 0, n_rows);
  fixture->seen = g_ptr_array_new_with_free_func (g_object_unref);
  fixture->model =
    GTK_SELECTION_MODEL (gtk_single_selection_new (g_object_ref (G_LIST_MODEL (fixture->rows))));
  gtk_single_selection_set_autoselect (GTK_SINGLE_SELECTION (fixture->model), FALSE);
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (fixture->model),
                                     GTK_INVALID_LIST_POSITION);
  fixture->list = weft_growing_list_new (fixture->model);
  g_signal_connect (fixture->list, "items-changed", G_CALLBACK (items_changed), fixture);
  g_signal_connect (fixture->list, "selection-changed", G_CALLBACK (selection_changed), fixture);
}

static void
fixture_close (Fixture *fixture)
{
  g_object_unref (fixture->list);
  g_object_unref (fixture->model);
  g_object_unref (fixture->rows);
  g_ptr_array_unref (fixture->seen);
}

/* The first `n_shown` rows of the model are there, and were told of. */
static void
check (Fixture *fixture, guint n_shown)
{
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, n_shown);
  g_assert_cmpuint (fixture->seen->len, ==, n_shown);
  for (guint i = 0; i < n_shown; i++)
    {
      g_autoptr (GObject) row = g_list_model_get_item (G_LIST_MODEL (fixture->rows), i);

      g_assert_true (fixture->seen->pdata[i] == row);
    }
  g_assert_true (weft_growing_list_is_part (fixture->list)
                 == (n_shown < g_list_model_get_n_items (G_LIST_MODEL (fixture->rows))));
}

static void
test_grows (void)
{
  Fixture fixture;

  fixture_open (&fixture, 1000);
  check (&fixture, 0);
  g_assert_true (weft_growing_list_grow (fixture.list, 9));
  check (&fixture, 9);
  g_assert_true (weft_growing_list_grow (fixture.list, 40));
  check (&fixture, 49);
  /* Those that come behind the end are not shown, and those before it take the places of others. */
  change_rows (&fixture, 500, 3, 9);
  check (&fixture, 49);
  change_rows (&fixture, 10, 2, 5);
  check (&fixture, 49);
  change_rows (&fixture, 40, 600, 0);
  check (&fixture, 49);
  change_rows (&fixture, 0, g_list_model_get_n_items (G_LIST_MODEL (fixture.rows)), 7);
  check (&fixture, 7);
  fixture_close (&fixture);
}

/* Where a list has as many widgets as it will, it has all rows. */
static void
test_enough (void)
{
  Fixture fixture;

  fixture_open (&fixture, 1000);
  while (weft_growing_list_grow (fixture.list, 48))
    g_assert_cmpuint (fixture.most, <=, 48);
  check (&fixture, 1000);
  change_rows (&fixture, 1000, 0, 5000);
  check (&fixture, 6000);
  change_rows (&fixture, 100, 5000, 10);
  check (&fixture, 1010);
  fixture_close (&fixture);
}

/* Many that come to few, or to none, come some at a time as well. */
static void
test_grows_again (void)
{
  Fixture fixture;

  fixture_open (&fixture, 1000);
  weft_growing_list_grow (fixture.list, G_MAXUINT);
  check (&fixture, 1000);
  change_rows (&fixture, 0, 1000, 0);
  check (&fixture, 0);
  change_rows (&fixture, 0, 0, 3);
  check (&fixture, 3);
  fixture.most = 0;
  change_rows (&fixture, 3, 0, 5000);
  while (weft_growing_list_grow (fixture.list, 48))
    ;
  g_assert_cmpuint (fixture.seen->len, ==, 5003);
  g_assert_cmpuint (fixture.most, >, 4000);
  change_rows (&fixture, 0, 5003, 0);
  fixture.most = 0;
  change_rows (&fixture, 0, 0, 5000);
  g_assert_cmpuint (fixture.most, <, 48);
  fixture_close (&fixture);
}

/* The selection is the model's, which tells of rows that are not there yet. */
static void
test_selection (void)
{
  Fixture fixture;

  fixture_open (&fixture, 1000);
  weft_growing_list_grow (fixture.list, 20);
  gtk_selection_model_select_item (fixture.model, 500, TRUE);
  g_assert_cmpuint (fixture.n_selected, ==, 0);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (fixture.list), 3, TRUE);
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (fixture.model)), ==,
                    3);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (fixture.list), 3));
  g_assert_cmpuint (fixture.n_selected, >, 0);
  weft_growing_list_grow (fixture.list, G_MAXUINT);
  gtk_selection_model_select_item (fixture.model, 500, TRUE);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (fixture.list), 500));
  fixture_close (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/growing-list/grows", test_grows);
  g_test_add_func ("/growing-list/enough", test_enough);
  g_test_add_func ("/growing-list/grows-again", test_grows_again);
  g_test_add_func ("/growing-list/selection", test_selection);
  return g_test_run ();
}
