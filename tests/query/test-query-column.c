/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-column.h"
#include "weft-query.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sample-trace.h"

/* --- who takes the cells -------------------------------------------------------------------------- */

/* Of each cell few bytes: its number or the hash of its text. */
typedef struct
{
  GArray *cells; /* guint64 */
  GArray *words; /* likewise, of words */
  guint *n_parts;
} Taken;

#define MISSING G_GUINT64_CONSTANT (0x123456789abcdef)

static Taken *
taken_new (guint *n_parts)
{
  Taken *taken = g_new (Taken, 1);

  *taken = (Taken){ g_array_new (FALSE, FALSE, sizeof (guint64)),
                    g_array_new (FALSE, FALSE, sizeof (guint64)), n_parts };
  (*n_parts)++;
  return taken;
}

static void
taken_free (Taken *taken)
{
  g_array_unref (taken->cells);
  g_array_unref (taken->words);
  g_free (taken);
}

static void
add (Taken *taken, guint64 value)
{
  g_array_append_val (taken->cells, value);
}

static guint64
value_of_text (const char *text)
{
  return G_GUINT64_CONSTANT (1) << 40 | g_str_hash (text);
}

static guint64
value_of_real (double real)
{
  guint64 bits;

  memcpy (&bits, &real, sizeof bits);
  return bits;
}

static void
expect (gsize n_cells G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
}

static void
take_cell (const WeftCell *cell, gpointer data)
{
  switch (cell->type)
    {
    case WEFT_CELL_NONE:
      add (data, MISSING);
      break;
    case WEFT_CELL_TEXT:
      add (data, value_of_text (cell->text));
      break;
    case WEFT_CELL_REAL:
      add (data, value_of_real (cell->real));
      break;
    default:
      add (data, (guint64) cell->integer);
    }
}

static void
take_numbers (const gint64 *numbers, const guint8 *gaps, guint n, gpointer data)
{
  for (guint i = 0; i < n; i++)
    add (data, gaps != NULL && gaps[i] ? MISSING : (guint64) numbers[i]);
}

static void
take_reals (const double *reals, const guint8 *gaps, guint n, gpointer data)
{
  for (guint i = 0; i < n; i++)
    add (data, gaps != NULL && gaps[i] ? MISSING : value_of_real (reals[i]));
}

static void
take_word (const char *text, gpointer data)
{
  const guint64 value = value_of_text (text);

  g_array_append_val (((Taken *) data)->words, value);
}

static void
take_words (const gint32 *words, guint n, gpointer data)
{
  Taken *taken = data;

  for (guint i = 0; i < n; i++)
    add (taken, words[i] < 0 ? MISSING : g_array_index (taken->words, guint64, words[i]));
}

static gpointer
split (gsize n_cells G_GNUC_UNUSED, gpointer data)
{
  return taken_new (((Taken *) data)->n_parts);
}

static void
join (gpointer next, gpointer data)
{
  const Taken *taken = next;

  g_array_append_vals (((Taken *) data)->cells, taken->cells->data, taken->cells->len);
  taken_free (next);
}

static Taken *
read_column (WeftQueryTrace *trace, const char *table, const char *column, gboolean by_parts,
             guint *n_parts, gboolean *is_slow)
{
  const WeftQueryTaker taker = { .expect = expect,
                                 .cell = take_cell,
                                 .numbers = take_numbers,
                                 .reals = take_reals,
                                 .word = take_word,
                                 .words = take_words,
                                 .split = by_parts ? split : NULL,
                                 .join = by_parts ? join : NULL };
  Taken *taken = taken_new (n_parts);
  g_autoptr (GError) error = NULL;

  weft_query_column_read (trace, table, column, &taker, taken, is_slow, NULL, &error);
  g_assert_no_error (error);
  return taken;
}

/* --- traces of many rows ---------------------------------------------------------------------------- */

/* Appends the line with `shift` added to the numbers behind the keys. */
static void
append_later (GString *text, const char *line, const char *const *keys, gint64 shift)
{
  while (*line != '\0')
    {
      gboolean found = FALSE;

      for (guint i = 0; keys[i] != NULL && !found; i++)
        if (g_str_has_prefix (line, keys[i]))
          {
            const char *number = line + strlen (keys[i]);
            char *end;
            const gint64 value = g_ascii_strtoll (number, &end, 10);

            found = TRUE;
            g_string_append_printf (text, "%s%" G_GINT64_FORMAT, keys[i], value + shift);
            line = end;
          }
      if (!found)
        g_string_append_c (text, *line++);
    }
}

/* A sample whose lines that begin with `start` come again and again, each time later. */
static char *
repeat_sample (const char *name, const char *start, const char *const *keys, gint64 span,
               guint n_lines)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "samples", name, NULL);
  g_autofree char *sample = NULL;
  g_auto (GStrv) lines = NULL;
  GString *text = g_string_new (NULL);
  guint first = 0, last, n = 0;

  g_assert_true (g_file_get_contents (path, &sample, NULL, NULL));
  lines = g_strsplit (sample, "\n", -1);
  for (; !g_str_has_prefix (lines[first], start); first++)
    g_string_append_printf (text, "%s\n", lines[first]);
  for (last = first; lines[last + 1] != NULL && g_str_has_prefix (lines[last + 1], start); last++)
    ;
  for (gint64 times = 0; n < n_lines; times++)
    for (guint i = first; i < last; i++, n++)
      {
        append_later (text, lines[i], keys, times * span);
        g_string_append_c (text, '\n');
      }
  for (guint i = last; lines[i] != NULL; i++)
    g_string_append_printf (text, "%s\n", lines[i]);
  return g_string_free (text, FALSE);
}

static char *
make_kanata (guint n_ops)
{
  GString *text = g_string_new ("Kanata\t0004\nC=\t0\n");

  for (guint i = 0; i < n_ops; i++)
    {
      g_string_append_printf (text, "I\t%u\t%u\t%u\nL\t%u\t0\t%x: add x%u\nS\t%u\t0\tF\n", i, 2 * i,
                              i % 2, i, 4096 + 4 * (i % 61), i % 32, i);
      if (i % 3 != 0)
        g_string_append_printf (text, "W\t%u\t%u\t0\n", i, i - 1);
      g_string_append (text, "C\t1\n");
      /* Names of stages that come late are unknown to those who begin at the front. */
      g_string_append_printf (text, "S\t%u\t0\tX%u\nC\t1\n", i,
                              i < n_ops / 8 ? i / (n_ops / 64 + 1) : i);
      if (i % 7 != 0)
        g_string_append_printf (text, "R\t%u\t%u\t%u\n", i, i, i % 11 == 0);
    }
  return g_string_free (text, FALSE);
}

/* Each of its slices of the second half has a name of its own, and a time of three places. */
static char *
make_timeline (guint n_slices)
{
  GString *text = g_string_new ("{\"traceEvents\": [\n");

  for (guint i = 0; i < n_slices; i++)
    {
      g_string_append_printf (text, "{\"ph\": \"X\", \"pid\": 1, \"tid\": %u, \"ts\": %u, ", i % 5,
                              10 * i);
      if (i < n_slices / 2)
        g_string_append_printf (text, "\"dur\": 7, \"name\": \"op %u\"}", i % 9);
      else
        g_string_append_printf (text, "\"dur\": 7.%03u, \"name\": \"op %u\"}", i % 1000, i);
      g_string_append (text, i + 1 < n_slices ? ",\n" : "\n]}\n");
    }
  return g_string_free (text, FALSE);
}

/* --- tests ---------------------------------------------------------------------------------------- */

static void
check_table (WeftQueryTrace *trace, const WeftQueryTable *table, guint *n_parts)
{
  g_autoptr (GPtrArray) columns = weft_query_table_list_columns (table);

  for (guint i = 0; i < columns->len; i++)
    {
      const char *column = weft_query_table_get_name (table, columns->pdata[i]);
      guint n_ones = 0;
      gboolean is_slow;
      Taken *parts = read_column (trace, table->name, column, TRUE, n_parts, &is_slow);
      Taken *one = read_column (trace, table->name, column, FALSE, &n_ones, &is_slow);

      g_assert_cmpuint (n_ones, ==, 1);
      if (parts->cells->len != one->cells->len
          || (one->cells->len > 0
              && memcmp (parts->cells->data, one->cells->data, 8 * (gsize) one->cells->len) != 0))
        g_error ("%s.%s: parts have other cells than the whole", table->name, column);
      taken_free (parts);
      taken_free (one);
    }
}

/* A whole column has the cells that a query has. */
static void
check_query (WeftQuery *query, const WeftQueryTable *table)
{
  WeftQueryTrace *trace = weft_query_get_trace (query, 0);
  g_autoptr (GPtrArray) columns = weft_query_table_list_columns (table);

  for (guint i = 0; i < columns->len; i++)
    {
      const char *column = weft_query_table_get_name (table, columns->pdata[i]);
      g_autofree char *sql = g_strdup_printf ("select \"%s\" from %s", column, table->name);
      g_autoptr (GError) error = NULL;
      WeftTextPlace place;
      guint n_parts = 0, n_rows = 0;
      gboolean is_slow;
      Taken *whole = read_column (trace, table->name, column, FALSE, &n_parts, &is_slow);
      Taken *cell = taken_new (&n_parts);

      weft_query_prepare (query, sql, NULL, &place, &error);
      g_assert_no_error (error);
      for (; weft_query_step (query, &error); n_rows++)
        {
          const WeftCell value = weft_query_get_cell (query, 0);

          g_array_set_size (cell->cells, 0);
          take_cell (&value, cell);
          if (n_rows >= whole->cells->len
              || g_array_index (whole->cells, guint64, n_rows)
                   != g_array_index (cell->cells, guint64, 0))
            g_error ("%s.%s: row %u is another one for queries", table->name, column, n_rows);
        }
      g_assert_no_error (error);
      g_assert_cmpuint (n_rows, ==, whole->cells->len);
      taken_free (whole);
      taken_free (cell);
    }
}

/* Columns that several threads read have the same cells as those that one does. `text` is taken. */
static void
check_parts (const char *name, char *text, const char *table)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-column-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (WeftLoad) load = NULL;
  GPtrArray *traces = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_query_trace_free);
  g_autoptr (WeftQuery) query = NULL;
  WeftQueryTrace *trace;
  g_autoptr (GError) error = NULL;
  const WeftQueryOptions options = { NULL };
  guint n_found = 0;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_free (text);
  load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  weft_load_run (load, NULL, &error);
  g_assert_no_error (error);
  trace = weft_query_trace_new (weft_load_get_trace (load), NULL, &options, NULL);
  g_ptr_array_add (traces, trace);
  query = weft_query_new (traces, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < weft_query_trace_get_n_tables (trace); i++)
    {
      guint n_parts = 0;
      const WeftQueryTable *found = weft_query_trace_get_table (trace, i);

      check_table (trace, found, &n_parts);
      check_query (query, found);
      if (!g_str_equal (found->name, table))
        continue;
      n_found++;
      if (g_get_num_processors () > 1)
        {
          g_autoptr (GPtrArray) columns = weft_query_table_list_columns (found);

          g_assert_cmpuint (n_parts, >=, 2 * columns->len);
        }
    }
  g_assert_cmpuint (n_found, ==, 1);
  g_unlink (path);
  g_rmdir (folder);
}

#define N_ROWS 34000

static void
test_pipeline (void)
{
  check_parts ("ops.log", make_kanata (N_ROWS), "stage");
}

static void
test_timeline (void)
{
  check_parts ("slices.json", make_timeline (N_ROWS), "slice");
}

static void
test_bus (void)
{
  static const char *const keys[] = { "\"tick_first_attempt\":", "\"tick_complete\":", NULL };

  check_parts ("bus.jsonl", repeat_sample ("saturnis-bus.jsonl", "{\"seq\"", keys, 1000000, N_ROWS),
               "access");
}

static void
test_noc (void)
{
  static const char *const keys[] = { "\"timestamp\": ", NULL };

  check_parts ("noc.json", repeat_sample ("noc-eight-cores.json", "{", keys, 10000000, N_ROWS),
               "event");
}

static void
test_npu (void)
{
  static const char *const keys[] = { "\"start_cycle\": ", "\"end_cycle\": ", NULL };

  check_parts (
    "npu.json",
    repeat_sample ("npu-two-layers.json", "{\"type\": \"ENGINE_EVENT\"", keys, 1000000, N_ROWS),
    "npu_event");
}

/* --- all columns of the samples --------------------------------------------------------------------- */

/* "slice.duration 386 5f3a…, one by one": how many cells there are, and what they are. */
static void
tell_column (WeftQueryTrace *trace, const char *table, const char *column, GString *page)
{
  guint n_parts = 0;
  gboolean is_slow;
  Taken *taken = read_column (trace, table, column, FALSE, &n_parts, &is_slow);
  guint64 sum = 0;

  for (guint i = 0; i < taken->cells->len; i++)
    sum = (sum ^ g_array_index (taken->cells, guint64, i)) * G_GUINT64_CONSTANT (0x100000001b3);
  g_string_append_printf (page, "%s.%s %u %016" G_GINT64_MODIFIER "x%s\n", table, column,
                          taken->cells->len, sum, is_slow ? ", one by one" : "");
  taken_free (taken);
}

static void
tell_sample (const char *name, GString *page)
{
  g_autoptr (WeftTrace) read = load_sample (name);
  const WeftQueryOptions options = { NULL };
  g_autoptr (WeftQueryTrace) trace = weft_query_trace_new (read, NULL, &options, NULL);

  g_string_append_printf (page, "# %s\n", name);
  for (guint i = 0; i < weft_query_trace_get_n_tables (trace); i++)
    {
      const WeftQueryTable *table = weft_query_trace_get_table (trace, i);
      g_autoptr (GPtrArray) columns = weft_query_table_list_columns (table);

      /* This one tells where the file lies. */
      if (g_str_equal (table->name, "meta"))
        continue;
      for (guint column = 0; column < columns->len; column++)
        tell_column (trace, table->name, weft_query_table_get_name (table, columns->pdata[column]),
                     page);
    }
}

/* The cells of all columns of all samples are as they stand in columns.txt, and those that are read block by block there
 * still are. `is_written`: what is found is taken as right. */
static void
check_samples (gboolean is_written)
{
  static const char *const samples[] = { "kanata-core.log",        "xs-gem5-loop.db",
                                         "saturnis-bus.jsonl",     "npu-two-layers.json",
                                         "noc-eight-cores.json",   "timeline-three-steps.json",
                                         "live-two-chips.weftlive" };
  g_autoptr (GString) page = g_string_new (NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "columns.txt", NULL);
  g_autofree char *expected = NULL;
  g_auto (GStrv) lines = NULL, expected_lines = NULL;
  guint i;

  for (i = 0; i < G_N_ELEMENTS (samples); i++)
    tell_sample (samples[i], page);
  if (is_written)
    g_assert_true (g_file_set_contents (path, page->str, -1, NULL));
  g_assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  lines = g_strsplit (page->str, "\n", -1);
  expected_lines = g_strsplit (expected, "\n", -1);
  for (i = 0; lines[i] != NULL && expected_lines[i] != NULL; i++)
    g_assert_cmpstr (lines[i], ==, expected_lines[i]);
  g_assert_true (lines[i] == NULL && expected_lines[i] == NULL);
}

static void
test_samples (void)
{
  check_samples (FALSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1 && g_str_equal (argv[1], "--write"))
    {
      check_samples (TRUE);
      return 0;
    }
  g_test_add_func ("/query-column/pipeline", test_pipeline);
  g_test_add_func ("/query-column/timeline", test_timeline);
  g_test_add_func ("/query-column/bus", test_bus);
  g_test_add_func ("/query-column/noc", test_noc);
  g_test_add_func ("/query-column/npu", test_npu);
  g_test_add_func ("/query-column/samples", test_samples);
  return g_test_run ();
}
