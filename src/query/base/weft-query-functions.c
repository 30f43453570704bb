/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-functions.h"

#include <math.h>
#include <stdlib.h>

#include "weft-cycle-range.h"

const WeftQueryFunction weft_query_functions[] = {
  { "percentile(x, p)",
    "An aggregate: the value that `p` percent of the numbers `x` are at most (nearest rank, as in "
    "all of Weft's statistics). NULLs do not count; NULL of nothing." },
  { "hist(x, n)",
    "An aggregate: how the numbers `x` are spread, as JSON: `[[from, to, count], …]`, at most `n` "
    "(1 to 1000) ranges `[from, to)` of equal width from the least to the greatest. `json_each()` "
    "makes rows of it." },
  { "overlaps(a, b, c, d)",
    "1 where `[a, b)` and `[c, d)` share time, else 0. What takes no time is at its beginning. A "
    "NULL for `b` or `d` is an end that did not come: it lasts on. NULL where `a` or `c` is." },
  { "at_cycle(start, end, t)", "1 where something from `start` up to but not including `end` is "
                               "under way at `t`, else 0, with "
                               "NULLs as for `overlaps()`." },
  { "pc_symbol(pc)",
    "The function that the address lies in, where the program is known (`--elf`); else NULL." },
  { NULL, NULL },
};

/* --- numbers that aggregates collect ------------------------------------------------------------ */

typedef union
{
  gint64 integer;
  double real;
} Number;

/* Zero-initialised by SQLite. */
typedef struct
{
  Number *numbers; /* SQLite's memory, which is bounded */
  gsize n;
  gsize capacity;
  gboolean is_real;
  gboolean has_parameter;
  double parameter; /* the second argument, of the first row */
} Numbers;

static gboolean
make_room (Numbers *self)
{
  gsize capacity = MAX (64, self->capacity * 2);
  Number *numbers;

  if (self->n < self->capacity)
    return TRUE;
  numbers = sqlite3_realloc64 (self->numbers, capacity * sizeof (Number));
  if (numbers == NULL)
    return FALSE;
  self->numbers = numbers;
  self->capacity = capacity;
  return TRUE;
}

static void
add_number (Numbers *self, sqlite3_value *value)
{
  if (sqlite3_value_type (value) == SQLITE_FLOAT && !self->is_real)
    {
      for (gsize i = 0; i < self->n; i++)
        self->numbers[i].real = (double) self->numbers[i].integer;
      self->is_real = TRUE;
    }
  if (self->is_real)
    self->numbers[self->n++].real = sqlite3_value_double (value);
  else
    self->numbers[self->n++].integer = sqlite3_value_int64 (value);
}

static void
collect (sqlite3_context *context, int n_values G_GNUC_UNUSED, sqlite3_value **values)
{
  Numbers *self = sqlite3_aggregate_context (context, sizeof (Numbers));

  if (self == NULL
      || (sqlite3_value_numeric_type (values[0]) != SQLITE_INTEGER
          && sqlite3_value_numeric_type (values[0]) != SQLITE_FLOAT))
    return;
  if (!self->has_parameter)
    {
      self->parameter = sqlite3_value_type (values[1]) != SQLITE_NULL
                          ? sqlite3_value_double (values[1])
                          : (double) NAN;
      self->has_parameter = TRUE;
    }
  if (make_room (self))
    add_number (self, values[0]);
  else
    sqlite3_result_error_nomem (context);
}

static int
compare_integers (const void *a, const void *b)
{
  gint64 first = ((const Number *) a)->integer, second = ((const Number *) b)->integer;

  return (first > second) - (first < second);
}

static int
compare_reals (const void *a, const void *b)
{
  double first = ((const Number *) a)->real, second = ((const Number *) b)->real;

  return (first > second) - (first < second);
}

static void
clear_numbers (Numbers *self)
{
  sqlite3_free (self->numbers);
  self->numbers = NULL;
}

static void
end_percentile (sqlite3_context *context)
{
  Numbers *self = sqlite3_aggregate_context (context, 0);
  gsize rank;

  if (self == NULL || self->n == 0)
    return;
  if (!(self->parameter >= 0 && self->parameter <= 100))
    {
      sqlite3_result_error (context, "percentile() needs a percentage from 0 to 100", -1);
      clear_numbers (self);
      return;
    }
  qsort (self->numbers, self->n, sizeof (Number), self->is_real ? compare_reals : compare_integers);
  rank = (gsize) ceil (self->parameter * (double) self->n / 100);
  rank = CLAMP (rank, 1, self->n) - 1;
  if (self->is_real)
    sqlite3_result_double (context, self->numbers[rank].real);
  else
    sqlite3_result_int64 (context, self->numbers[rank].integer);
  clear_numbers (self);
}

/* --- histograms --------------------------------------------------------------------------------- */

#define MAX_RANGES 1000

/* Of sorted numbers, how many are below a bound. */
static gsize
count_below (const Numbers *self, double bound)
{
  gsize first = 0, end = self->n;

  while (first < end)
    {
      gsize middle = first + (end - first) / 2;
      double number =
        self->is_real ? self->numbers[middle].real : (double) self->numbers[middle].integer;

      if (number < bound)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

static void
append_number (GString *json, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (json, g_ascii_formatd (buffer, sizeof buffer, "%.15g", number));
}

/* The ranges begin at `least` and are `width` wide; the last one has what is left. */
static char *
write_ranges (const Numbers *self, double least, double width, guint n)
{
  GString *json = g_string_new ("[");
  gsize before = 0;

  for (guint i = 0; i < n; i++)
    {
      double from = least + width * i, to = least + width * (i + 1);
      gsize below = i + 1 < n ? count_below (self, to) : self->n;

      g_string_append (json, i > 0 ? ",[" : "[");
      append_number (json, from);
      g_string_append_c (json, ',');
      append_number (json, to);
      g_string_append_printf (json, ",%" G_GSIZE_FORMAT "]", below - before);
      before = below;
    }
  g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

/* Whole numbers have ranges of whole numbers. */
static char *
make_histogram (const Numbers *self, guint n)
{
  double least, width;

  if (self->is_real)
    {
      least = self->numbers[0].real;
      width = (self->numbers[self->n - 1].real - least) / n;
      return write_ranges (self, least, width, width > 0 ? n : 1);
    }
  least = (double) self->numbers[0].integer;
  width = ceil (((double) self->numbers[self->n - 1].integer - least + 1) / n);
  return write_ranges (
    self, least, width,
    (guint) ceil (((double) self->numbers[self->n - 1].integer - least + 1) / width));
}

static void
end_hist (sqlite3_context *context)
{
  Numbers *self = sqlite3_aggregate_context (context, 0);

  if (self == NULL || self->n == 0)
    return;
  if (!(self->parameter >= 1 && self->parameter <= MAX_RANGES))
    sqlite3_result_error (context, "hist() needs a number of ranges from 1 to 1000", -1);
  else
    {
      qsort (self->numbers, self->n, sizeof (Number),
             self->is_real ? compare_reals : compare_integers);
      sqlite3_result_text (context, make_histogram (self, (guint) self->parameter), -1, g_free);
    }
  clear_numbers (self);
}

/* --- time --------------------------------------------------------------------------------------- */

static gboolean
is_null (sqlite3_value *value)
{
  return sqlite3_value_type (value) == SQLITE_NULL;
}

static WeftCycleRange
read_range (sqlite3_value *from, sqlite3_value *to)
{
  return (WeftCycleRange){ sqlite3_value_int64 (from),
                           is_null (to) ? G_MAXINT64 : sqlite3_value_int64 (to) };
}

/* An interval without length lies in its first cycle. */
static gboolean
share_time (WeftCycleRange a, WeftCycleRange b)
{
  if (a.to <= a.from && b.to <= b.from)
    return a.from == b.from;
  return b.to > b.from ? weft_cycle_range_intersects (&b, a.from, a.to)
                       : weft_cycle_range_intersects (&a, b.from, b.to);
}

static void
call_overlaps (sqlite3_context *context, int n_values G_GNUC_UNUSED, sqlite3_value **values)
{
  if (!is_null (values[0]) && !is_null (values[2]))
    sqlite3_result_int (
      context, share_time (read_range (values[0], values[1]), read_range (values[2], values[3])));
}

static void
call_at_cycle (sqlite3_context *context, int n_values G_GNUC_UNUSED, sqlite3_value **values)
{
  gint64 at = sqlite3_value_int64 (values[2]);

  if (!is_null (values[0]) && !is_null (values[2]))
    sqlite3_result_int (context,
                        share_time (read_range (values[0], values[1]), (WeftCycleRange){ at, at }));
}

/* --- addresses ---------------------------------------------------------------------------------- */

static void
call_pc_symbol (sqlite3_context *context, int n_values G_GNUC_UNUSED, sqlite3_value **values)
{
  WeftQueryContext *query = sqlite3_user_data (context);
  const char *name = NULL;

  if (is_null (values[0]))
    return;
  for (guint i = 0; name == NULL && i < query->traces->len; i++)
    name = weft_query_trace_find_symbol (query->traces->pdata[i],
                                         (guint64) sqlite3_value_int64 (values[0]));
  if (name != NULL)
    sqlite3_result_text (context, name, -1, SQLITE_TRANSIENT);
}

/* --- all of them -------------------------------------------------------------------------------- */

int
weft_query_functions_register (sqlite3 *db, WeftQueryContext *context)
{
  const struct
  {
    const char *name;
    int n_arguments;
    void (*call) (sqlite3_context *, int, sqlite3_value **);
    void (*step) (sqlite3_context *, int, sqlite3_value **);
    void (*end) (sqlite3_context *);
  } functions[] = {
    { "percentile", 2, NULL, collect, end_percentile },
    { "hist", 2, NULL, collect, end_hist },
    { "overlaps", 4, call_overlaps, NULL, NULL },
    { "at_cycle", 3, call_at_cycle, NULL, NULL },
    { "pc_symbol", 1, call_pc_symbol, NULL, NULL },
  };
  int result = SQLITE_OK;

  for (guint i = 0; result == SQLITE_OK && i < G_N_ELEMENTS (functions); i++)
    result = sqlite3_create_function_v2 (
      db, functions[i].name, functions[i].n_arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC, context,
      functions[i].call, functions[i].step, functions[i].end, NULL);
  return result;
}
