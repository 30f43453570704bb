/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-column-private.h"

/* Columns that several threads fill by parts, which may turn out to be of other types: all rows are in one column
 * then, as if they had been added one after the other. */

#define N_ROWS 3

typedef void (*Fill) (WeftApiColumn *column);

static void
fill_integers (WeftApiColumn *column)
{
  static const gint64 numbers[N_ROWS] = { 7, 0, -2 };
  static const guint8 gaps[N_ROWS] = { 0, 1, 0 };

  weft_api_column_add_numbers (column, numbers, gaps, N_ROWS);
}

static void
fill_reals (WeftApiColumn *column)
{
  static const double reals[N_ROWS] = { 0.5, 2, 1e30 };

  weft_api_column_add_reals (column, reals, NULL, N_ROWS);
}

static void
fill_texts (WeftApiColumn *column)
{
  const WeftCell cells[N_ROWS] = { weft_cell_lent ("one"), weft_cell_none (),
                                   weft_cell_lent ("three") };

  for (guint i = 0; i < N_ROWS; i++)
    weft_api_column_add (column, &cells[i]);
}

static void
fill_words (WeftApiColumn *column)
{
  static const gint32 places[N_ROWS] = { 1, -1, 0 };

  weft_api_column_add_word (column, "three");
  weft_api_column_add_word (column, "four");
  weft_api_column_add_words (column, places, N_ROWS);
}

static void
fill_other_words (WeftApiColumn *column)
{
  static const gint32 places[N_ROWS] = { 0, 1, 0 };

  weft_api_column_add_word (column, "four");
  weft_api_column_add_word (column, "five");
  weft_api_column_add_words (column, places, N_ROWS);
}

static void
fill_nothing_known (WeftApiColumn *column)
{
  static const gint32 places[N_ROWS] = { -1, -1, -1 };

  weft_api_column_add_words (column, places, N_ROWS);
}

/* All rows, as texts, "—" where nothing is known: (transfer full). */
static char *
tell (WeftApiColumn *column)
{
  const guint8 *missing = NULL;
  const gint64 *offsets = NULL;
  const char *bytes;
  GString *told = g_string_new (NULL);

  weft_api_column_seal (column);
  bytes = g_bytes_get_data (weft_api_column_get_bytes (column), NULL);
  if (weft_api_column_get_missing (column) != NULL)
    missing = g_bytes_get_data (weft_api_column_get_missing (column), NULL);
  if (weft_api_column_get_offsets (column) != NULL)
    offsets = g_bytes_get_data (weft_api_column_get_offsets (column), NULL);
  for (gsize i = 0; i < weft_api_column_get_n_rows (column); i++)
    if (missing != NULL && missing[i])
      g_string_append (told, "— ");
    else if (offsets != NULL)
      g_string_append_printf (told, "%.*s ", (int) (offsets[i + 1] - offsets[i]),
                              bytes + offsets[i]);
    else if (weft_api_column_get_column_type (column) == WEFT_API_COLUMN_REAL)
      g_string_append_printf (told, "%g ", ((const double *) (gconstpointer) bytes)[i]);
    else
      g_string_append_printf (told, "%" G_GINT64_FORMAT " ",
                              ((const gint64 *) (gconstpointer) bytes)[i]);
  return g_string_free (told, FALSE);
}

/* Two parts, the first of which was thought to have `n_kept` rows, as they are in the end. */
static void
check (Fill first, Fill second, gsize n_kept, const char *expected)
{
  g_autoptr (WeftApiColumn) column = weft_api_column_new ("c");
  g_autofree char *told = NULL;
  WeftApiColumn *next;

  weft_api_column_reserve (column, 2 * N_ROWS);
  next = weft_api_column_split (column, n_kept);
  first (column);
  second (next);
  weft_api_column_join (column, next);
  told = tell (column);
  g_assert_cmpstr (told, ==, expected);
}

/* The first part has rows already when the second begins, which takes no room of theirs. */
static void
test_begun (void)
{
  for (gsize n_kept = 0; n_kept <= 2 * N_ROWS; n_kept++)
    {
      g_autoptr (WeftApiColumn) column = weft_api_column_new ("c");
      g_autofree char *told = NULL;
      WeftApiColumn *next;

      weft_api_column_reserve (column, 3 * N_ROWS);
      fill_integers (column);
      next = weft_api_column_split (column, n_kept);
      fill_integers (next);
      fill_integers (column);
      weft_api_column_join (column, next);
      told = tell (column);
      g_assert_cmpstr (told, ==, "7 — -2 7 — -2 7 — -2 ");
    }
}

static void
check_all (Fill first, Fill second, const char *expected)
{
  for (gsize n_kept = 0; n_kept <= 2 * N_ROWS; n_kept++)
    check (first, second, n_kept, expected);
}

static void
test_alike (void)
{
  check_all (fill_integers, fill_integers, "7 — -2 7 — -2 ");
  check_all (fill_reals, fill_reals, "0.5 2 1e+30 0.5 2 1e+30 ");
  check_all (fill_texts, fill_texts, "one — three one — three ");
}

static void
test_types (void)
{
  check_all (fill_integers, fill_reals, "7 — -2 0.5 2 1e+30 ");
  check_all (fill_reals, fill_integers, "0.5 2 1e+30 7 — -2 ");
  check_all (fill_integers, fill_texts, "7 — -2 one — three ");
  check_all (fill_texts, fill_integers, "one — three 7 — -2 ");
}

static void
test_words (void)
{
  check_all (fill_words, fill_words, "four — three four — three ");
  check_all (fill_words, fill_other_words, "four — three four five four ");
  check_all (fill_words, fill_texts, "four — three one — three ");
  check_all (fill_texts, fill_words, "one — three four — three ");
  check_all (fill_integers, fill_words, "7 — -2 four — three ");
  check_all (fill_words, fill_integers, "four — three 7 — -2 ");
}

/* Words behind cells of another kind, in one part: the word that is numbered 0 among them. */
static void
test_words_behind (void)
{
  static const Fill fills[] = { fill_texts, fill_integers };
  static const char *const expected[] = { "one — three four — three ", "7 — -2 four — three " };

  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    {
      g_autoptr (WeftApiColumn) column = weft_api_column_new ("c");
      g_autofree char *told = NULL;

      weft_api_column_reserve (column, 2 * N_ROWS);
      fills[i](column);
      fill_words (column);
      told = tell (column);
      g_assert_cmpstr (told, ==, expected[i]);
    }
}

static void
test_nothing_known (void)
{
  check_all (fill_nothing_known, fill_words, "— — — four — three ");
  check_all (fill_words, fill_nothing_known, "four — three — — — ");
  check_all (fill_nothing_known, fill_nothing_known, "— — — — — — ");
  check_all (fill_nothing_known, fill_integers, "— — — 7 — -2 ");
}

/* Numbers none of which is known may be real ones, which say so by themselves; one that is known is whole. */
static void
test_no_number (void)
{
  static const gint64 numbers[N_ROWS] = { 7, 0, -2 };
  static const guint8 gaps[N_ROWS] = { 1, 1, 1 };

  for (guint n_known = 0; n_known < 2; n_known++)
    {
      g_autoptr (WeftApiColumn) column = weft_api_column_new ("c");

      weft_api_column_add_numbers (column, numbers, gaps, N_ROWS);
      weft_api_column_add_numbers (column, numbers, gaps, N_ROWS);
      weft_api_column_add_numbers (column, numbers, NULL, n_known);
      weft_api_column_seal (column);
      g_assert_cmpint (weft_api_column_get_column_type (column), ==,
                       n_known == 0 ? WEFT_API_COLUMN_REAL : WEFT_API_COLUMN_INTEGER);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/api-column/alike", test_alike);
  g_test_add_func ("/api-column/types", test_types);
  g_test_add_func ("/api-column/words", test_words);
  g_test_add_func ("/api-column/words-behind", test_words_behind);
  g_test_add_func ("/api-column/nothing-known", test_nothing_known);
  g_test_add_func ("/api-column/no-number", test_no_number);
  g_test_add_func ("/api-column/begun", test_begun);
  return g_test_run ();
}
