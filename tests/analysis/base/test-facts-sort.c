/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-facts-sort.h"

#include <math.h>
#include <string.h>

/* Sorted rows are those that a plain stable sort gives, which compares cell by cell. */

typedef struct
{
  GArray *cells; /* WeftCell */
  gboolean descending;
} Table;

static WeftCell
get_cell (gconstpointer data, guint row)
{
  WeftCell cell = g_array_index (((const Table *) data)->cells, WeftCell, row);

  return cell.type == WEFT_CELL_TEXT && cell.word == 0 ? weft_cell_text (g_strdup (cell.text))
                                                       : cell;
}

static void
clear_cell (gpointer cell)
{
  weft_cell_clear (cell);
}

static Table
make_table (void)
{
  Table table = { g_array_new (FALSE, FALSE, sizeof (WeftCell)), FALSE };

  g_array_set_clear_func (table.cells, clear_cell);
  return table;
}

static void
add (Table *table, WeftCell cell)
{
  g_array_append_val (table->cells, cell);
}

/* --- the plain sort ------------------------------------------------------------------------------- */

static int
compare_known (const WeftCell *a, const WeftCell *b)
{
  double x, y;

  if ((a->type == WEFT_CELL_TEXT) != (b->type == WEFT_CELL_TEXT))
    return a->type == WEFT_CELL_TEXT ? 1 : -1;
  if (a->type == WEFT_CELL_TEXT)
    return strcmp (a->text, b->text);
  if (a->type == WEFT_CELL_COUNT && b->type == WEFT_CELL_COUNT)
    return (a->count > b->count) - (a->count < b->count);
  x = weft_cell_to_real (a);
  y = weft_cell_to_real (b);
  return (x > y) - (x < y);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const Table *table = data;
  const WeftCell *x = &g_array_index (table->cells, WeftCell, *(const guint32 *) a);
  const WeftCell *y = &g_array_index (table->cells, WeftCell, *(const guint32 *) b);

  if (!weft_cell_is_known (x) || !weft_cell_is_known (y))
    return weft_cell_is_known (y) - weft_cell_is_known (x);
  return table->descending ? -compare_known (x, y) : compare_known (x, y);
}

/* Every other row first, so that the order of equal ones is none of their numbers. */
static guint32 *
list_rows (guint n)
{
  guint32 *rows = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    rows[i] = i < (n + 1) / 2 ? 2 * i : 2 * (i - (n + 1) / 2) + 1;
  return rows;
}

static void
check_listed (Table *table, const guint32 *listed, guint n)
{
  static const WeftField field = { "cell", "Cell", get_cell };
  const WeftFacts facts = { .fields = &field, .n_columns = 1, .n_rows = n, .data = table };
  g_autofree guint32 *sorted = g_memdup2 (listed, n * sizeof *listed);
  g_autofree guint32 *expected = g_memdup2 (listed, n * sizeof *listed);

  g_qsort_with_data (expected, (int) n, sizeof *expected, compare_rows, table);
  g_assert_true (weft_facts_sort (&facts, 0, table->descending, sorted, n, NULL, NULL));
  g_assert_cmpmem (sorted, n * sizeof *sorted, expected, n * sizeof *expected);
}

/* Both ways, of rows as they stand and in another order. Takes the table. */
static void
check (Table table)
{
  guint n = table.cells->len;
  g_autofree guint32 *other = list_rows (n);
  g_autofree guint32 *plain = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    plain[i] = i;
  for (guint i = 0; i < 2; i++)
    {
      table.descending = i == 1;
      check_listed (&table, plain, n);
      check_listed (&table, other, n);
    }
  g_array_unref (table.cells);
}

/* --- texts ---------------------------------------------------------------------------------------- */

/* So many that some are sorted by digits, and read by several threads. */
#define MANY 40000

typedef char *(*Make) (guint row, guint32 random);

static void
check_texts (Make make, guint n)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Table table = make_table ();

  for (guint i = 0; i < n; i++)
    add (&table, weft_cell_text (make (i, g_rand_int (rand))));
  check (table);
}

static void
check_few_and_many (Make make)
{
  static const guint numbers[] = { 0, 1, 2, 12, 13, 100, 2000, MANY };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    check_texts (make, numbers[i]);
}

static char *
make_random (guint row G_GNUC_UNUSED, guint32 random)
{
  return g_strdup_printf ("%u of the network", random);
}

static char *
make_few (guint row G_GNUC_UNUSED, guint32 random)
{
  return g_strdup_printf ("layer %u", random % 50);
}

static char *
make_rising (guint row, guint32 random G_GNUC_UNUSED)
{
  return g_strdup_printf ("layer %08u", row / 3);
}

static char *
make_falling (guint row, guint32 random G_GNUC_UNUSED)
{
  return g_strdup_printf ("layer %08u", MANY - row / 3);
}

static char *
make_equal (guint row G_GNUC_UNUSED, guint32 random G_GNUC_UNUSED)
{
  return g_strdup ("the same as all the others are");
}

static void
test_texts (void)
{
  check_few_and_many (make_random);
  check_few_and_many (make_few);
  check_few_and_many (make_rising);
  check_few_and_many (make_falling);
  check_few_and_many (make_equal);
}

static char *
make_late (guint row G_GNUC_UNUSED, guint32 random)
{
  return g_strdup_printf ("a beginning of %s that goes on for many words until it ends with %u",
                          random % 2 == 0 ? "some" : "another kind, and", random % 30000);
}

/* Of up to 40 letters, each the beginning of another. */
static char *
make_beginning (guint row G_GNUC_UNUSED, guint32 random)
{
  return g_strnfill (random % 41, 'a');
}

static void
test_beginnings (void)
{
  check_few_and_many (make_late);
  check_few_and_many (make_beginning);
}

static char *
make_empty (guint row G_GNUC_UNUSED, guint32 random)
{
  return random % 2 == 0 ? g_strdup ("") : g_strdup_printf ("%u", random % 7);
}

/* Any bytes but NULs, of a length around that of some words. */
static char *
make_bytes (guint row G_GNUC_UNUSED, guint32 random)
{
  static const char some[] = { '\x01', '\x7f', '\x80', '\xff', 'a', 'b' };
  guint length = random % 19;
  char *text = g_malloc (length + 1);

  for (guint i = 0; i < length; i++)
    {
      random = random * 1664525u + 1013904223u;
      text[i] = some[(random >> 16) % sizeof some];
    }
  text[length] = '\0';
  return text;
}

static void
test_bytes (void)
{
  check_few_and_many (make_empty);
  check_few_and_many (make_bytes);
}

/* More than are known again, each of them twice. */
static char *
make_pair (guint row, guint32 random G_GNUC_UNUSED)
{
  return g_strdup_printf ("%u", row % 200000 * 2654435761u);
}

/* Longer than the pieces of memory that texts are held in. */
static char *
make_long (guint row, guint32 random)
{
  char *text = g_strnfill (600000 + random % 2, 'a' + (char) (row % 2));

  text[random % 600000] = 'c';
  return text;
}

static void
test_much (void)
{
  check_texts (make_pair, 400000);
  check_texts (make_long, 20);
}

/* --- other cells ---------------------------------------------------------------------------------- */

static WeftCell
make_cell (guint32 random)
{
  static const char *const words[] = { "two", "one", "", "\xc3\xa4" };

  switch (random % 6)
    {
    case 0:
      return weft_cell_none ();
    case 1:
      return weft_cell_real (random % 5 == 0 ? (double) NAN : random % 1000 / 8.0 - 50);
    case 2:
      return weft_cell_signed ((gint64) (random % 100) - 50);
    case 3:
      return weft_cell_count (random % 100);
    case 4:
      return weft_cell_word (random % 4, words[random % 4]);
    default:
      return weft_cell_text (g_strdup_printf ("%u", random % 500));
    }
}

/* Numbers before texts, and what is not known last. */
static void
test_mixed (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  Table few = make_table (), many = make_table ();

  for (guint i = 0; i < 300; i++)
    add (&few, make_cell (g_rand_int (rand) >> 4));
  check (few);
  for (guint i = 0; i < MANY; i++)
    {
      WeftCell cell = make_cell (g_rand_int (rand) >> 4);

      /* The first rows are texts. */
      if (i < 5000)
        {
          weft_cell_clear (&cell);
          cell = weft_cell_text (g_strdup_printf ("%u", i % 77));
        }
      add (&many, cell);
    }
  check (many);
}

static guint64
make_number (guint pattern, guint row, guint32 random)
{
  switch (pattern)
    {
    case 0:
      return (guint64) random << 32 | row;
    case 1:
      return random % 100;
    case 2:
      return row / 3;
    case 3:
      return G_MAXUINT64 - row / 3;
    case 4:
      return (guint64) (random % 3) << 62 | (random >> 8) % 60000;
    case 5:
      return (guint64) (random % 5000) << 50 | random >> 16;
    default:
      return 7;
    }
}

/* Random ones, wide and narrow, rising, falling and equal ones; of wide ones many and some that differ
 * in their last bits. */
static void
test_numbers (void)
{
  for (guint pattern = 0; pattern < 7; pattern++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (3);
      Table table = make_table ();

      for (guint i = 0; i < MANY; i++)
        add (&table, weft_cell_count (make_number (pattern, i, g_rand_int (rand))));
      check (table);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/facts-sort/texts", test_texts);
  g_test_add_func ("/facts-sort/beginnings", test_beginnings);
  g_test_add_func ("/facts-sort/bytes", test_bytes);
  g_test_add_func ("/facts-sort/much", test_much);
  g_test_add_func ("/facts-sort/mixed", test_mixed);
  g_test_add_func ("/facts-sort/numbers", test_numbers);
  return g_test_run ();
}
