/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-comparison.h"

#include "weft-clock.h"
#include "weft-expression.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Programs in the sentence. */
#define MAX_NAMES 3

static void
clear_row (gpointer data)
{
  g_free (((WeftLiveCompared *) data)->name);
}

/* --- rows --------------------------------------------------------------------------------------- */

typedef struct
{
  const char *what;
  const char *title;
  const char *unit;
} Number;

static void
add (WeftComparison *self, double tolerance, WeftLiveComparedGroup group, const char *name,
     const Number *number, double a, double b)
{
  WeftLiveCompared row = { .group = group,
                           .what = number->what,
                           .title = number->title,
                           .unit = number->unit,
                           .numbers = { a, b } };

  if (isnan (a) && isnan (b))
    return;
  row.name = g_strdup (name);
  row.differs = weft_compared_differs (row.numbers, tolerance);
  self->n_different += row.differs ? 1 : 0;
  g_array_append_val (self->rows, row);
}

/* --- the whole ---------------------------------------------------------------------------------- */

enum
{
  RUN_TIME,
  RUN_RECORDS,
  RUN_LOST,
  RUN_RUNS,
  RUN_RATE,
  RUN_STREAMS,
  N_RUN_NUMBERS
};

static const Number run_numbers[N_RUN_NUMBERS] = {
  [RUN_TIME] = { "time_ns", N_ ("Time"), "ns" },
  [RUN_RECORDS] = { "records", N_ ("Records"), NULL },
  [RUN_LOST] = { "lost", N_ ("Lost on the way"), NULL },
  [RUN_RUNS] = { "runs", N_ ("Runs of programs"), NULL },
  [RUN_RATE] = { "runs_per_second", N_ ("Runs per second"), NULL },
  [RUN_STREAMS] = { "streams", N_ ("Streams"), NULL },
};

static void
sum_up (const WeftLiveFigures *figures, double numbers[N_RUN_NUMBERS])
{
  double time = (double) (figures->to - figures->from);
  guint64 records = 0, lost = 0;

  for (guint i = 0; i < figures->streams->len; i++)
    {
      const WeftLiveLane *lane = &g_array_index (figures->streams, WeftLiveStreamFigures, i).lane;

      records += lane->delivered;
      lost += weft_live_lane_get_lost (lane);
    }
  numbers[RUN_TIME] = time;
  numbers[RUN_RECORDS] = (double) records;
  numbers[RUN_LOST] = (double) lost;
  numbers[RUN_RUNS] = (double) figures->n_programs;
  numbers[RUN_RATE] = time > 0 ? (double) figures->n_programs / time * 1e9 : (double) NAN;
  numbers[RUN_STREAMS] = figures->streams->len;
}

static void
compare_runs (WeftComparison *self, const WeftLiveFigures *const *figures, double tolerance)
{
  double a[N_RUN_NUMBERS], b[N_RUN_NUMBERS];

  sum_up (figures[0], a);
  sum_up (figures[1], b);
  for (guint i = 0; i < N_RUN_NUMBERS; i++)
    add (self, tolerance, WEFT_LIVE_COMPARE_RUN, "", &run_numbers[i], a[i], b[i]);
}

/* --- streams ------------------------------------------------------------------------------------ */

enum
{
  STREAM_BUSY,
  STREAM_UNKNOWN,
  STREAM_LOST,
  N_STREAM_NUMBERS
};

static const Number stream_numbers[N_STREAM_NUMBERS] = {
  [STREAM_BUSY] = { "utilization_percent", N_ ("Busy"), "percent" },
  [STREAM_UNKNOWN] = { "uncertainty_percent", N_ ("Unknown"), "percent" },
  [STREAM_LOST] = { "lost", N_ ("Lost on the way"), NULL },
};

/* Streams have other numbers in each session: they are told apart by their chips, and several of a chip by
 * their order. (transfer full) */
static GHashTable *
index_streams (const WeftLiveFigures *figures, GPtrArray *names)
{
  GHashTable *streams = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < figures->streams->len; i++)
    {
      WeftLiveStreamFigures *stream = &g_array_index (figures->streams, WeftLiveStreamFigures, i);
      char *name = g_strdup_printf (_ ("Chip %u"), stream->lane.chip);

      for (guint n = 2; g_hash_table_contains (streams, name); n++)
        {
          g_free (name);
          name = g_strdup_printf (_ ("Chip %u (%u)"), stream->lane.chip, n);
        }
      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (name));
      g_hash_table_insert (streams, name, stream);
    }
  return streams;
}

static void
measure_stream (const WeftLiveStreamFigures *stream, double numbers[N_STREAM_NUMBERS])
{
  for (guint i = 0; i < N_STREAM_NUMBERS; i++)
    numbers[i] = NAN;
  if (stream == NULL)
    return;
  numbers[STREAM_BUSY] = 100 * stream->utilization;
  numbers[STREAM_UNKNOWN] = 100 * stream->uncertainty;
  numbers[STREAM_LOST] = (double) weft_live_lane_get_lost (&stream->lane);
}

static void
compare_streams (WeftComparison *self, const WeftLiveFigures *const *figures, double tolerance)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) first = index_streams (figures[0], names);
  g_autoptr (GHashTable) second = index_streams (figures[1], names);

  for (guint i = 0; i < names->len; i++)
    {
      double a[N_STREAM_NUMBERS], b[N_STREAM_NUMBERS];

      measure_stream (g_hash_table_lookup (first, names->pdata[i]), a);
      measure_stream (g_hash_table_lookup (second, names->pdata[i]), b);
      for (guint k = 0; k < N_STREAM_NUMBERS; k++)
        add (self, tolerance, WEFT_LIVE_COMPARE_STREAM, names->pdata[i], &stream_numbers[k], a[k],
             b[k]);
    }
}

/* --- programs ----------------------------------------------------------------------------------- */

enum
{
  PROGRAM_COUNT,
  PROGRAM_TOTAL,
  PROGRAM_MEAN,
  PROGRAM_P50,
  PROGRAM_P99,
  N_PROGRAM_NUMBERS
};

static const Number program_numbers[N_PROGRAM_NUMBERS] = {
  [PROGRAM_COUNT] = { "count", N_ ("Count"), NULL },
  [PROGRAM_TOTAL] = { "total_ns", N_ ("Total"), "ns" },
  [PROGRAM_MEAN] = { "mean_ns", N_ ("Mean"), "ns" },
  [PROGRAM_P50] = { "p50_ns", N_ ("p50"), "ns" },
  [PROGRAM_P99] = { "p99_ns", N_ ("p99"), "ns" },
};

/* A program in both; a side is NULL where it does not run there. */
typedef struct
{
  const char *name;
  const WeftHistogram *lengths[2];
  double effect; /* ns: by how much longer B's runs took than they would have as in A */
} Program;

static double
get_mean (const WeftHistogram *lengths)
{
  return lengths != NULL ? weft_histogram_get_mean (lengths) : (double) NAN;
}

static double
get_effect (const Program *program)
{
  const WeftHistogram *a = program->lengths[0], *b = program->lengths[1];

  if (a == NULL)
    return (double) b->total;
  if (b == NULL)
    return -(double) a->total;
  return (get_mean (b) - get_mean (a)) * (double) b->n_values;
}

static int
compare_effects (gconstpointer a, gconstpointer b)
{
  const Program *x = a, *y = b;

  if (fabs (x->effect) != fabs (y->effect))
    return fabs (x->effect) < fabs (y->effect) ? 1 : -1;
  return strcmp (x->name, y->name);
}

/* Runs whose lengths are known; programs without one are left out. (transfer full) */
static GArray *
pair_programs (const WeftLiveFigures *const *figures)
{
  GArray *pairs = g_array_new (FALSE, TRUE, sizeof (Program));
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < figures[side]->programs->len; i++)
      {
        const WeftLiveProgramFigures *program =
          &g_array_index (figures[side]->programs, WeftLiveProgramFigures, i);
        const char *name = weft_live_trace_get_program (figures[side]->trace, program->program);
        gpointer place;

        if (program->lengths.n_values == 0)
          continue;
        if (!g_hash_table_lookup_extended (places, name, NULL, &place))
          {
            place = GUINT_TO_POINTER (pairs->len);
            g_hash_table_insert (places, (gpointer) name, place);
            g_array_set_size (pairs, pairs->len + 1);
            g_array_index (pairs, Program, pairs->len - 1).name = name;
          }
        g_array_index (pairs, Program, GPOINTER_TO_UINT (place)).lengths[side] = &program->lengths;
      }
  for (guint i = 0; i < pairs->len; i++)
    g_array_index (pairs, Program, i).effect = get_effect (&g_array_index (pairs, Program, i));
  g_array_sort (pairs, compare_effects);
  return pairs;
}

static void
measure_program (const WeftHistogram *lengths, double numbers[N_PROGRAM_NUMBERS])
{
  for (guint i = 0; i < N_PROGRAM_NUMBERS; i++)
    numbers[i] = NAN;
  if (lengths == NULL)
    return;
  numbers[PROGRAM_COUNT] = (double) lengths->n_values;
  numbers[PROGRAM_TOTAL] = (double) lengths->total;
  numbers[PROGRAM_MEAN] = get_mean (lengths);
  numbers[PROGRAM_P50] = (double) weft_histogram_get_percentile (lengths, 500);
  numbers[PROGRAM_P99] = (double) weft_histogram_get_percentile (lengths, 990);
}

static void
compare_programs (WeftComparison *self, const GArray *programs, double tolerance)
{
  for (guint i = 0; i < programs->len; i++)
    {
      const Program *program = &g_array_index (programs, Program, i);
      double a[N_PROGRAM_NUMBERS], b[N_PROGRAM_NUMBERS];

      measure_program (program->lengths[0], a);
      measure_program (program->lengths[1], b);
      for (guint k = 0; k < N_PROGRAM_NUMBERS; k++)
        add (self, tolerance, WEFT_LIVE_COMPARE_PROGRAM, program->name, &program_numbers[k], a[k],
             b[k]);
    }
}

/* --- the sentence ------------------------------------------------------------------------------- */

static char *
format_time (double ns)
{
  return weft_clock_format_seconds (ns / 1e9);
}

/* "matmul (mean +1.2 µs, +12.0 %)", "copy (only in “b”)"; NULL where its mean is the same. */
static char *
describe_program (const Program *program, double tolerance, char *const *titles)
{
  const double means[2] = { get_mean (program->lengths[0]), get_mean (program->lengths[1]) };
  double delta = weft_compared_get_delta (means);
  g_autofree char *time = format_time (fabs (delta));
  g_autofree char *percent = weft_compared_format_percent (100 * delta / means[0]);

  if (!weft_compared_differs (means, tolerance))
    return NULL;
  if (isnan (means[0]) || isnan (means[1]))
    /* TRANSLATORS: a program, and the only one of two recordings in which it runs */
    return g_strdup_printf (_ ("%s (only in %s)"), program->name, titles[isnan (means[0]) ? 1 : 0]);
  /* TRANSLATORS: a program, and by how much its mean time changed: sign, time, percent */
  return g_strdup_printf (_ ("%s (mean %s%s, %s)"), program->name, delta < 0 ? "−" : "+", time,
                          percent);
}

/* The largest changes; NULL where nothing changed. */
static char *
list_changes (const GArray *programs, double tolerance, char *const *titles)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < programs->len && n < MAX_NAMES; i++)
    {
      g_autofree char *words =
        describe_program (&g_array_index (programs, Program, i), tolerance, titles);

      if (words != NULL)
        g_string_append_printf (list, "%s%s", n++ > 0 ? ", " : "", words);
    }
  return n > 0 ? g_string_free (g_steal_pointer (&list), FALSE) : NULL;
}

/* How long recordings go on is no matter of their programs, so that what each run takes is compared. */
static char *
make_sentence (const WeftComparison *self, const GArray *programs, double tolerance,
               char *const *titles)
{
  const WeftLiveCompared *time = &g_array_index (self->rows, WeftLiveCompared, RUN_TIME);
  g_autofree char *first = format_time (time->numbers[0]), *second = format_time (time->numbers[1]);
  g_autofree char *changes = list_changes (programs, tolerance, titles);

  if (self->n_different == 0)
    return g_strdup_printf (_ ("%s differs from %s in no number."), titles[1], titles[0]);
  if (programs->len == 0)
    return g_strdup_printf (_ ("%s covers %s, %s covers %s; no program ran in either."), titles[1],
                            second, titles[0], first);
  if (changes == NULL)
    return g_strdup_printf (_ ("%s covers %s, %s covers %s; no program takes longer or less."),
                            titles[1], second, titles[0], first);
  return g_strdup_printf (
    _ ("%s covers %s, %s covers %s; the time of programs differs most in %s."), titles[1], second,
    titles[0], first, changes);
}

/* --- comparisons -------------------------------------------------------------------------------- */

WeftComparison *
weft_live_comparison_new (const WeftLiveFigures *first, const WeftLiveFigures *second,
                          double tolerance)
{
  WeftComparison *self = weft_comparison_new (sizeof (WeftLiveCompared), clear_row);
  const WeftLiveFigures *const figures[] = { first, second };
  g_autoptr (GArray) programs = pair_programs (figures);
  g_auto (GStrv) titles =
    weft_compared_list_titles (WEFT_TRACE (first->trace), WEFT_TRACE (second->trace));

  compare_runs (self, figures, tolerance);
  compare_programs (self, programs, tolerance);
  compare_streams (self, figures, tolerance);
  self->sentence = make_sentence (self, programs, tolerance, titles);
  return self;
}

char *
weft_live_comparison_make_filter (const WeftComparison *self, guint row)
{
  const WeftLiveCompared *compared = &g_array_index (self->rows, WeftLiveCompared, row);
  g_autofree char *quoted = weft_expression_quote (compared->name);

  return compared->group == WEFT_LIVE_COMPARE_PROGRAM ? g_strdup_printf ("program == %s", quoted)
                                                      : g_strdup ("");
}

/* --- the table ---------------------------------------------------------------------------------- */

/* In the unit of the row. */
static char *
format_number (gconstpointer data, guint row, double number)
{
  const WeftComparison *self = data;
  const char *unit = g_array_index (self->rows, WeftLiveCompared, row).unit;

  if (g_strcmp0 (unit, "ns") == 0)
    return format_time (number);
  if (g_strcmp0 (unit, "percent") == 0)
    return weft_number_percent (number);
  return number == floor (number) ? weft_number_integer ((gint64) number)
                                  : weft_number_ratio (number, 1);
}

static char *
show_number (gconstpointer data, guint row, const WeftCell *cell)
{
  return format_number (data, row, weft_cell_to_real (cell));
}

static char *
show_delta (gconstpointer data, guint row, const WeftCell *cell)
{
  const WeftComparison *self = data;
  const char *unit = g_array_index (self->rows, WeftLiveCompared, row).unit;
  double delta = weft_cell_to_real (cell);
  g_autofree char *amount = NULL;

  if (delta == 0)
    return g_strdup ("0");
  if (g_strcmp0 (unit, "percent") == 0)
    {
      amount = weft_number_ratio (fabs (delta), 1);
      /* TRANSLATORS: a sign and a number of percentage points */
      return g_strdup_printf (_ ("%s%s pp"), delta < 0 ? "−" : "+", amount);
    }
  amount = format_number (data, row, fabs (delta));
  return g_strconcat (delta < 0 ? "−" : "+", amount, NULL);
}

static char *
show_percent (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  return weft_compared_format_percent (weft_cell_to_real (cell));
}

static char *
show_what (gconstpointer data, guint row, const WeftCell *cell G_GNUC_UNUSED)
{
  const WeftComparison *self = data;

  return g_strdup (_ (g_array_index (self->rows, WeftLiveCompared, row).title));
}

static WeftCell
as_group (gconstpointer data G_GNUC_UNUSED, gint64 group)
{
  static const char *const groups[] = { "run", "program", "stream" };

  return weft_cell_word ((guint) group, groups[group]);
}

static char *
show_group (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED, const WeftCell *cell)
{
  static const char *const groups[] = { N_ ("Recording"), N_ ("Program"), N_ ("Stream") };

  return g_strdup (_ (groups[cell->word - 1]));
}

#define ROW(name) .member = WEFT_MEMBER (WeftLiveCompared, name)
#define ROW_AT(name) .member = WEFT_MEMBER_AT (WeftLiveCompared, name)

static const WeftField columns[] = {
  { "group", N_ ("Of"), .flags = WEFT_FIELD_PROSE, ROW (group), .as = as_group,
    .show = show_group },
  { "name", N_ ("Name"), ROW (name) },
  { "what", N_ ("What"), .flags = WEFT_FIELD_PROSE, ROW (what), .show = show_what },
  { "a", N_ ("A"), .doc = N_ ("The first trace"), .of = weft_compared_number_cell,
    ROW_AT (numbers[0]), .show = show_number },
  { "b", N_ ("B"), .doc = N_ ("The second trace"), .of = weft_compared_number_cell,
    ROW_AT (numbers[1]), .show = show_number },
  { "delta", N_ ("B − A"), .of = weft_compared_delta_cell, ROW_AT (numbers), .show = show_delta },
  { "percent", N_ ("B − A"), .unit = WEFT_UNIT_PERCENT,
    .doc = N_ ("The difference by the first trace's number"), .of = weft_compared_percent_cell,
    ROW_AT (numbers), .show = show_percent },
  { "differs", N_ ("Differs"), .doc = N_ ("By more than the tolerance"), ROW (differs),
    .as = weft_compared_differs_cell },
};

WeftFacts
weft_live_comparison_get_facts (const WeftComparison *self)
{
  return weft_facts_of_array (columns, G_N_ELEMENTS (columns), self, self->rows);
}
