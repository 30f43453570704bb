/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-gradual-list.h"

#include <string.h>

typedef struct
{
  GtkStringList *strings;
  GtkSingleSelection *model;
  WeftGradualList *list;
  guint n_shown; /* as items-changed tells it */
  guint selected_at;
} Fixture;

static void
items_changed (GListModel *list, guint position, guint removed, guint added, Fixture *fixture)
{
  g_assert_cmpuint (position + removed, <=, fixture->n_shown);
  fixture->n_shown = fixture->n_shown - removed + added;
  g_assert_cmpuint (fixture->n_shown, ==, g_list_model_get_n_items (list));
}

static void
selection_changed (GtkSelectionModel *list, guint position, guint n_items, Fixture *fixture)
{
  g_assert_cmpuint (position + n_items, <=, g_list_model_get_n_items (G_LIST_MODEL (list)));
  fixture->selected_at = position;
}

static void
append (Fixture *fixture, guint n_items)
{
  for (guint i = 0; i < n_items; i++)
    gtk_string_list_append (fixture->strings, "x");
}

static void
fixture_open (Fixture *fixture, guint n_items)
{
  fixture->strings = gtk_string_list_new (NULL);
  append (fixture, n_items);
  fixture->model = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (fixture->strings)));
  fixture->list = weft_gradual_list_new (GTK_SELECTION_MODEL (fixture->model));
  fixture->n_shown = n_items;
  fixture->selected_at = G_MAXUINT;
  g_signal_connect (fixture->list, "items-changed", G_CALLBACK (items_changed), fixture);
  g_signal_connect (fixture->list, "selection-changed", G_CALLBACK (selection_changed), fixture);
}

static void
fixture_close (Fixture *fixture)
{
  g_assert_finalize_object (fixture->list);
  g_object_unref (fixture->model);
  g_object_unref (fixture->strings);
}

/* --- tests ------------------------------------------------------------------------------------------ */

/* A few, then more, and in the end all. */
static void
test_steps (void)
{
  Fixture fixture;
  guint n_steps = 0, before;

  fixture_open (&fixture, 5000);
  g_assert_true (weft_gradual_list_is_whole (fixture.list));
  weft_gradual_list_restart (fixture.list);
  g_assert_cmpuint (fixture.n_shown, <, 50);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (fixture.list), fixture.n_shown));
  do
    {
      before = fixture.n_shown;
      n_steps++;
    }
  while (weft_gradual_list_advance (fixture.list) && fixture.n_shown > before
         && fixture.n_shown - before < 50);
  g_assert_true (weft_gradual_list_is_whole (fixture.list));
  g_assert_cmpuint (fixture.n_shown, ==, 5000);
  g_assert_cmpuint (n_steps, >, 5);
  g_assert_false (weft_gradual_list_advance (fixture.list));
  fixture_close (&fixture);
}

/* What changes in the other model changes here as far as it is shown. */
static void
test_changes (void)
{
  Fixture fixture;
  const char *const some[] = { "a", "b", "c", NULL };

  fixture_open (&fixture, 10);
  weft_gradual_list_restart (fixture.list);
  append (&fixture, 100); /* across the limit */
  g_assert_cmpuint (fixture.n_shown, <, 50);
  gtk_string_list_splice (fixture.strings, 100, 5, NULL);
  gtk_string_list_splice (fixture.strings, 2, 4, some);
  gtk_string_list_splice (fixture.strings, 3,
                          g_list_model_get_n_items (G_LIST_MODEL (fixture.strings)) - 3, NULL);
  g_assert_cmpuint (fixture.n_shown, ==, 3);
  while (weft_gradual_list_advance (fixture.list))
    ;
  append (&fixture, 7);
  g_assert_cmpuint (fixture.n_shown, ==, 10);
  gtk_string_list_splice (fixture.strings, 0, 1, some);
  g_assert_cmpuint (fixture.n_shown, ==, 12);
  fixture_close (&fixture);
}

static void
test_selection (void)
{
  Fixture fixture;
  GtkSelectionModel *list;

  fixture_open (&fixture, 1000);
  list = GTK_SELECTION_MODEL (fixture.list);
  weft_gradual_list_restart (fixture.list);
  g_assert_true (gtk_selection_model_select_item (list, 7, TRUE));
  g_assert_cmpuint (gtk_single_selection_get_selected (fixture.model), ==, 7);
  g_assert_true (gtk_selection_model_is_selected (list, 7));
  g_assert_cmpuint (fixture.selected_at, <=, 7);
  /* Beyond what is shown: 7 alone is not selected any more. */
  gtk_single_selection_set_selected (fixture.model, 900);
  g_assert_false (gtk_selection_model_is_selected (list, 7));
  while (weft_gradual_list_advance (fixture.list))
    ;
  g_assert_true (gtk_selection_model_is_selected (list, 900));
  fixture_close (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gradual-list/steps", test_steps);
  g_test_add_func ("/gradual-list/changes", test_changes);
  g_test_add_func ("/gradual-list/selection", test_selection);
  return g_test_run ();
}
