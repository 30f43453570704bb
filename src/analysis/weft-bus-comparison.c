/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-comparison.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* --- the table -------------------------------------------------------------------------------- */

static const WeftFactColumn columns[] = {
  { "bucket", N_("Accesses of"), TRUE, N_("Master, region, kind and cache bucket") },
  { "differs", N_("Differs"), FALSE, N_("In any of the columns, by more than the tolerance") },
  { "a_accesses", N_("A accesses"), FALSE, NULL },
  { "b_accesses", N_("B accesses"), FALSE, NULL },
  { "a_wait_rate", N_("A waits"), FALSE, N_("Share of accesses that waited, 0 to 1") },
  { "b_wait_rate", N_("B waits"), FALSE, N_("Share of accesses that waited, 0 to 1") },
  { "a_elapsed_p50", N_("A p50"), FALSE, N_("Elapsed cycles") },
  { "b_elapsed_p50", N_("B p50"), FALSE, N_("Elapsed cycles") },
  { "a_elapsed_p90", N_("A p90"), FALSE, N_("Elapsed cycles") },
  { "b_elapsed_p90", N_("B p90"), FALSE, N_("Elapsed cycles") },
  { "a_elapsed_p99", N_("A p99"), FALSE, N_("Elapsed cycles") },
  { "b_elapsed_p99", N_("B p99"), FALSE, N_("Elapsed cycles") },
  { "a_wait_p90", N_("A wait p90"), FALSE, N_("Cycles") },
  { "b_wait_p90", N_("B wait p90"), FALSE, N_("Cycles") },
  { "a_wait_p99", N_("A wait p99"), FALSE, N_("Cycles") },
  { "b_wait_p99", N_("B wait p99"), FALSE, N_("Cycles") },
};

#define FIRST_NUMBER 2 /* of the columns: from here on they come in twos */
#define N_NUMBERS ((G_N_ELEMENTS (columns) - FIRST_NUMBER) / 2)

/* One trace's side of the numbers; NaN is what is not known. */
static void
get_numbers (const WeftBusPair *pair, guint side, double *numbers)
{
  const WeftBusTotals *totals = pair->totals[side];

  for (guint i = 0; i < N_NUMBERS; i++)
    numbers[i] = NAN;
  numbers[0] = 0;
  if (totals == NULL || totals->n_accesses == 0)
    return;
  numbers[0] = (double) totals->n_accesses;
  numbers[1] = weft_bus_totals_get_rate (totals);
  numbers[2] = weft_bus_percentile (pair->elapsed[side], 0.5);
  numbers[3] = weft_bus_percentile (pair->elapsed[side], 0.9);
  numbers[4] = weft_bus_percentile (pair->elapsed[side], 0.99);
  numbers[5] = weft_bus_percentile (pair->wait[side], 0.9);
  numbers[6] = weft_bus_percentile (pair->wait[side], 0.99);
}

static void
fill (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusComparison *self = data;
  const WeftBusPair *pair = &g_array_index (self->pairs, WeftBusPair, row);

  cells[0] = weft_cell_text (g_strdup (row == 0 ? "*" : pair->name));
  cells[1] = weft_cell_text (g_strdup (pair->differs ? "≠" : "="));
  for (guint side = 0; side < 2; side++)
    {
      double numbers[N_NUMBERS];

      get_numbers (pair, side, numbers);
      for (guint i = 0; i < N_NUMBERS; i++)
        cells[FIRST_NUMBER + 2 * i + side] =
          i == 0 ? weft_cell_count ((guint64) numbers[i]) : weft_cell_real (numbers[i]);
    }
}

WeftFacts
weft_bus_comparison_get_facts (const WeftBusComparison *self)
{
  return (WeftFacts) { columns, G_N_ELEMENTS (columns), self->pairs->len, fill, (gpointer) self };
}

/* --- making it -------------------------------------------------------------------------------- */

static gboolean
is_different (double a, double b, double tolerance)
{
  if (isnan (a) || isnan (b))
    return isnan (a) != isnan (b);
  return fabs (a - b) * 100 > tolerance * MAX (a, b);
}

static void
add_pair (WeftBusComparison *self, WeftBusPair *pair, double tolerance)
{
  double first[N_NUMBERS], second[N_NUMBERS];

  get_numbers (pair, 0, first);
  get_numbers (pair, 1, second);
  for (guint i = 0; i < N_NUMBERS; i++)
    pair->differs |= is_different (first[i], second[i], tolerance);
  self->n_different += pair->differs;
  g_array_append_vals (self->pairs, pair, 1);
}

static void
add_side (WeftBusPair *pair, guint side, const WeftBusBucket *bucket)
{
  pair->totals[side] = &bucket->totals;
  pair->elapsed[side] = &bucket->elapsed;
  pair->wait[side] = &bucket->wait;
}

/* The name of a summary's bucket number `i`, (transfer full); NULL behind the last. */
static char *
get_name (const WeftBusSummary *summary, guint i)
{
  return i < summary->buckets->len
           ? weft_bus_summary_name_bucket (summary, summary->buckets->pdata[i], TRUE)
           : NULL;
}

/* Both summaries have their buckets by name. */
static void
add_buckets (WeftBusComparison *self, const WeftBusSummary *first, const WeftBusSummary *second,
             double tolerance)
{
  guint i = 0, j = 0;

  for (;;)
    {
      g_autofree char *a = get_name (first, i);
      g_autofree char *b = get_name (second, j);
      int order = a == NULL ? 1 : b == NULL ? -1 : strcmp (a, b);
      WeftBusPair pair = { .name = g_strdup (order <= 0 ? a : b) };

      if (pair.name == NULL)
        return;
      if (order <= 0)
        add_side (&pair, 0, first->buckets->pdata[i++]);
      if (order >= 0)
        add_side (&pair, 1, second->buckets->pdata[j++]);
      add_pair (self, &pair, tolerance);
    }
}

static void
clear_pair (gpointer data)
{
  g_free (((WeftBusPair *) data)->name);
}

WeftBusComparison *
weft_bus_comparison_new (const WeftBusSummary *first, const WeftBusSummary *second,
                         double tolerance)
{
  WeftBusComparison *self = g_new0 (WeftBusComparison, 1);
  WeftBusPair all = {
    .name = g_strdup (""),
    .totals = { &first->totals, &second->totals },
    .elapsed = { &first->elapsed, &second->elapsed },
    .wait = { &first->wait, &second->wait },
  };

  self->pairs = g_array_new (FALSE, FALSE, sizeof (WeftBusPair));
  g_array_set_clear_func (self->pairs, clear_pair);
  add_pair (self, &all, tolerance);
  add_buckets (self, first, second, tolerance);
  return self;
}

void
weft_bus_comparison_free (WeftBusComparison *self)
{
  g_array_unref (self->pairs);
  g_free (self);
}
