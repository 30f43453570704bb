/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-digits.h"
#include "weft-facts-sort.h"

#include <math.h>
#include <string.h>

static WeftCell
get_name (gconstpointer data G_GNUC_UNUSED, guint row)
{
  static const char *const names[] = { "plain", "a, \"b\"\nc", "\xff" };

  return weft_cell_word (row, names[row]);
}

static WeftCell
get_count (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return row == 1 ? weft_cell_signed (-3) : weft_cell_count (row);
}

static WeftCell
get_mean (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_real (row == 2 ? (double) NAN : 0.1 + row);
}

static WeftCell
get_pc (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_address (0x80000000u + row);
}

static const WeftField columns[] = { { "name", "Name", get_name },
                                     { "count", "Count", get_count },
                                     { "mean", NULL, get_mean },
                                     { "pc", "PC", get_pc } };

static const WeftFacts facts = { .fields = columns, .n_columns = 4, .n_rows = 3 };

/* Quoted where a spreadsheet needs it, nothing where nothing is known. */
static void
test_csv (void)
{
  static const guint order[] = { 2, 0 };
  g_autoptr (GString) csv = g_string_new (NULL);
  g_autoptr (GString) part = g_string_new (NULL);

  weft_facts_append_csv (&facts, NULL, 3, csv);
  g_assert_cmpstr (csv->str, ==,
                   "name,count,mean,pc\n"
                   "plain,0,0.1,0x80000000\n"
                   "\"a, \"\"b\"\"\nc\",-3,1.1,0x80000001\n"
                   "\357\277\275,2,,0x80000002\n");
  weft_facts_append_csv (&facts, order, 2, part);
  g_assert_cmpstr (part->str, ==,
                   "name,count,mean,pc\n\357\277\275,2,,0x80000002\nplain,0,0.1,0x80000000\n");
}

/* Whatever a reader may take for an end of the line, or act on, stands between quotes. */
static void
test_csv_controls (void)
{
  static const char *const texts[][2] = {
    { "a b", "a b" },       { "a\rb", "\"a\rb\"" },
    { "a\nb", "\"a\nb\"" }, { "\x1b[31mred", "\"\x1b[31mred\"" },
    { "a\tb", "\"a\tb\"" }, { "a\x7f", "\"a\x7f\"" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) csv = g_string_new (NULL);
      g_auto (WeftCell) cell = weft_cell_text (g_strdup (texts[i][0]));

      weft_csv_append_cell (csv, &cell, TRUE);
      g_assert_cmpstr (csv->str, ==, texts[i][1]);
    }
}

/* Numbers of all lengths, and next to where one digit more begins, are written as printf() does. */
static void
test_digits (void)
{
  for (guint power = 0; power < 64; power++)
    for (int by = -1; by <= 1; by++)
      {
        guint64 number = (G_GUINT64_CONSTANT (1) << power) + (guint64) by, tens = 1;
        WeftCell count, integer;
        char expected[WEFT_CELL_SIZE], buffer[WEFT_CELL_SIZE];

        for (guint i = 0; i < power / 3; i++)
          tens *= 10;
        for (guint i = 0; i < 2; i++, number = tens + (guint64) by)
          {
            count = weft_cell_count (number);
            integer = weft_cell_signed ((gint64) number);
            g_snprintf (expected, sizeof expected, "%" G_GUINT64_FORMAT, number);
            g_assert_cmpstr (weft_cell_print (&count, buffer), ==, expected);
            g_assert_cmpuint (weft_digits_count (number), ==, strlen (expected));
            g_snprintf (expected, sizeof expected, "%" G_GINT64_FORMAT, (gint64) number);
            g_assert_cmpstr (weft_cell_print (&integer, buffer), ==, expected);
            count = weft_cell_address (number);
            g_snprintf (expected, sizeof expected, "0x%" G_GINT64_MODIFIER "x", number);
            g_assert_cmpstr (weft_cell_print (&count, buffer), ==, expected);
            count.digits = 8;
            g_snprintf (expected, sizeof expected, "0x%08" G_GINT64_MODIFIER "X", number);
            g_assert_cmpstr (weft_cell_print (&count, buffer), ==, expected);
          }
      }
}

static WeftCell
get_cell (gconstpointer data, guint row)
{
  WeftCell cell = ((const WeftCell *) data)[row];

  return cell.type == WEFT_CELL_TEXT ? weft_cell_text (g_strdup (cell.text)) : cell;
}

static const WeftField cell_field = { "cell", "Cell", get_cell };

/* In which order two rows with these cells come. */
static void
check_rows (WeftCell a, WeftCell b, gboolean descending, guint first)
{
  WeftCell cells[] = { a, b };
  const WeftFacts table = { .fields = &cell_field, .n_columns = 1, .n_rows = 2, .data = cells };
  guint32 rows[] = { 0, 1 };

  g_assert_true (weft_facts_sort (&table, 0, descending, rows, 2, NULL, NULL));
  g_assert_cmpuint (rows[0], ==, first);
  g_assert_cmpuint (rows[1], ==, 1 - first);
}

static void
check_order (WeftCell a, WeftCell b)
{
  check_rows (a, b, FALSE, 0);
  check_rows (b, a, FALSE, 1);
  check_rows (a, b, TRUE, 1);
  check_rows (b, a, TRUE, 0);
  check_rows (a, a, FALSE, 0);
  check_rows (a, a, TRUE, 0);
}

/* Numbers by value, texts by their bytes, and the unknown last either way. */
static void
test_order (void)
{
  WeftCell none = weft_cell_none (), nan = weft_cell_real ((double) NAN);
  WeftCell one = weft_cell_count (1);

  check_order (weft_cell_count (9), weft_cell_count (10));
  check_order (weft_cell_signed (-2), weft_cell_signed (-1));
  check_order (weft_cell_signed (-2), weft_cell_count (1));
  check_order (weft_cell_real (0.5), weft_cell_count (1));
  check_order (weft_cell_count (G_MAXUINT64 - 1), weft_cell_count (G_MAXUINT64));
  check_order (weft_cell_address (0x9000), weft_cell_address (0x10000));
  check_order (weft_cell_text ((char *) "a"), weft_cell_text ((char *) "b"));
  check_order (weft_cell_address (5), weft_cell_text ((char *) "—"));
  for (guint descending = 0; descending < 2; descending++)
    {
      check_rows (none, one, descending, 1);
      check_rows (nan, one, descending, 1);
      check_rows (one, nan, descending, 0);
      check_rows (nan, none, descending, 0);
    }
}

/* Many texts, some of them often, many with the same beginnings: as strcmp() has them. */
static void
test_texts (void)
{
  enum
  {
    N = 50000
  };
  g_autofree WeftCell *cells = g_new (WeftCell, N);
  g_autofree guint32 *rows = g_new (guint32, N);
  const WeftFacts table = { .fields = &cell_field, .n_columns = 1, .n_rows = N, .data = cells };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < N; i++)
    {
      guint32 number = g_rand_int (rand);

      rows[i] = i;
      cells[i] = weft_cell_text (
        g_strdup_printf ("%s %u", i % 3 == 0 ? "a longer beginning of several words" : "\303\244",
                         i % 2 == 0 ? number % 50 : number % (2 * N)));
    }
  for (guint descending = 0; descending < 2; descending++)
    {
      g_assert_true (weft_facts_sort (&table, 0, descending, rows, N, NULL, NULL));
      for (guint i = 1; i < N; i++)
        {
          int order = strcmp (cells[rows[i - 1]].text, cells[rows[i]].text);

          g_assert_cmpint (descending ? -order : order, <=, 0);
        }
    }
  for (guint i = 0; i < N; i++)
    g_free (cells[i].text);
}

static void
check_unit (const WeftFacts *table, guint column, WeftCell cell, const char *expected)
{
  g_autofree char *text = weft_facts_format_unit (table, column, &cell);

  g_assert_cmpstr (text, ==, expected);
}

/* People read what numbers are of; where cycles are times, from the zero of the ruler. */
static void
test_units (void)
{
  static const WeftField units[] = {
    { "plain", "Plain" },
    { "share", "Share", .unit = WEFT_UNIT_SHARE },
    { "percent", "Percent", .unit = WEFT_UNIT_PERCENT },
    { "at", "At", .unit = WEFT_UNIT_CYCLE },
    { "took", "Took", .unit = WEFT_UNIT_CYCLES },
  };
  const WeftFacts cycles = { .fields = units, .n_columns = G_N_ELEMENTS (units), .n_rows = 1 };
  const WeftFacts times = { .fields = units,
                            .n_columns = G_N_ELEMENTS (units),
                            .n_rows = 1,
                            .hertz = 1000000000,
                            .zero = G_GINT64_CONSTANT (1759276800000000000) };

  check_unit (&cycles, 0, weft_cell_real (0.123), NULL);
  check_unit (&cycles, 1, weft_cell_real (0.12345), "12.3\u00a0%");
  check_unit (&cycles, 1, weft_cell_count (1), "100.0\u00a0%");
  check_unit (&cycles, 1, weft_cell_real ((double) NAN), NULL);
  check_unit (&cycles, 1, weft_cell_none (), NULL);
  check_unit (&cycles, 1, weft_cell_text ((char *) "half"), NULL);
  check_unit (&cycles, 2, weft_cell_real (12.345), "12.3\u00a0%");
  check_unit (&cycles, 3, weft_cell_signed (12345), NULL);
  check_unit (&cycles, 4, weft_cell_signed (12345), NULL);
  check_unit (&times, 3, weft_cell_signed (G_GINT64_CONSTANT (1759276800000012345)), "12.345 µs");
  check_unit (&times, 3, weft_cell_signed (G_GINT64_CONSTANT (1759276799999999000)), "−1 µs");
  check_unit (&times, 4, weft_cell_signed (1234567), "1.234567 ms");
  check_unit (&times, 4, weft_cell_real (1234.5), "1.23 µs");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/facts/csv", test_csv);
  g_test_add_func ("/facts/csv-controls", test_csv_controls);
  g_test_add_func ("/facts/digits", test_digits);
  g_test_add_func ("/facts/order", test_order);
  g_test_add_func ("/facts/texts", test_texts);
  g_test_add_func ("/facts/units", test_units);
  return g_test_run ();
}
