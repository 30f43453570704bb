/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-comparison.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* --- the table -------------------------------------------------------------------------------- */

static const WeftField columns[] = {
  { "bucket", N_ ("Accesses of"), .flags = WEFT_FIELD_LAST,
    .doc = N_ ("All, then by master, region, kind and cache bucket, then by all of these") },
  { "differs", N_ ("Differs"), .doc = N_ ("In any of the columns, by more than the tolerance") },
  { "a_accesses", N_ ("A accesses") },
  { "b_accesses", N_ ("B accesses") },
  { "a_wait_rate", N_ ("A waits"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Share of accesses that waited") },
  { "b_wait_rate", N_ ("B waits"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Share of accesses that waited") },
  { "a_elapsed_p50", N_ ("A p50"), .doc = N_ ("Elapsed cycles") },
  { "b_elapsed_p50", N_ ("B p50"), .doc = N_ ("Elapsed cycles") },
  { "a_elapsed_p90", N_ ("A p90"), .doc = N_ ("Elapsed cycles") },
  { "b_elapsed_p90", N_ ("B p90"), .doc = N_ ("Elapsed cycles") },
  { "a_elapsed_p99", N_ ("A p99"), .doc = N_ ("Elapsed cycles") },
  { "b_elapsed_p99", N_ ("B p99"), .doc = N_ ("Elapsed cycles") },
  { "a_wait_p90", N_ ("A wait p90"), .doc = N_ ("Cycles") },
  { "b_wait_p90", N_ ("B wait p90"), .doc = N_ ("Cycles") },
  { "a_wait_p99", N_ ("A wait p99"), .doc = N_ ("Cycles") },
  { "b_wait_p99", N_ ("B wait p99"), .doc = N_ ("Cycles") },
};

#define FIRST_NUMBER 2 /* of the columns: from here on they come in twos */
#define N_NUMBERS ((G_N_ELEMENTS (columns) - FIRST_NUMBER) / 2)

/* One trace's side of the numbers; NaN is what is not known. */
static void
get_numbers (const WeftBusPair *pair, guint side, double *numbers)
{
  const WeftBusBucket *bucket = pair->buckets[side];

  for (guint i = 0; i < N_NUMBERS; i++)
    numbers[i] = NAN;
  numbers[0] = 0;
  if (bucket == NULL)
    return;
  numbers[0] = (double) bucket->totals.n_accesses;
  numbers[1] = weft_bus_totals_get_rate (&bucket->totals);
  numbers[2] = weft_bus_percentile (&bucket->elapsed, 0.5);
  numbers[3] = weft_bus_percentile (&bucket->elapsed, 0.9);
  numbers[4] = weft_bus_percentile (&bucket->elapsed, 0.99);
  numbers[5] = weft_bus_percentile (&bucket->wait, 0.9);
  numbers[6] = weft_bus_percentile (&bucket->wait, 0.99);
}

static void
fill (gpointer data, guint row, WeftCell *cells)
{
  const WeftBusComparison *self = data;
  const WeftBusPair *pair = &g_array_index (self->pairs, WeftBusPair, row);

  cells[0] = weft_cell_text (g_strdup (pair->name));
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
  return (WeftFacts){ columns, G_N_ELEMENTS (columns), self->pairs->len, fill, (gpointer) self };
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

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data G_GNUC_UNUSED)
{
  return strcmp (a, b);
}

/* One trace's buckets as if there were no more than what `by` names: (transfer full), by name. */
static GTree *
group (WeftBusComparison *self, guint side, WeftBusBy by)
{
  const WeftBusSummary *summary = self->summaries[side];
  GTree *groups = g_tree_new_full (compare_names, NULL, g_free, NULL);

  for (guint i = 0; i < summary->buckets->len; i++)
    {
      const WeftBusBucket *bucket = summary->buckets->pdata[i];
      g_autofree char *name = weft_bus_summary_name_bucket (summary, bucket, by);
      WeftBusBucket *merged = g_tree_lookup (groups, name);

      if (merged == NULL)
        {
          merged = g_new0 (WeftBusBucket, 1);
          merged->master = bucket->master;
          merged->region = bucket->region;
          merged->kind = bucket->kind;
          merged->cache = bucket->cache;
          g_ptr_array_add (self->merged, merged);
          g_tree_insert (groups, g_steal_pointer (&name), merged);
        }
      weft_bus_bucket_merge (merged, bucket);
    }
  return groups;
}

static void
add_groups (WeftBusComparison *self, WeftBusBy by, double tolerance)
{
  g_autoptr (GTree) first = group (self, 0, by), second = group (self, 1, by);
  GTreeNode *a = g_tree_node_first (first), *b = g_tree_node_first (second);

  while (a != NULL || b != NULL)
    {
      int order = a == NULL   ? 1
                  : b == NULL ? -1
                              : strcmp (g_tree_node_key (a), g_tree_node_key (b));
      WeftBusPair pair = { .by = by };

      pair.name = g_strdup (by == 0 ? "*" : g_tree_node_key (order <= 0 ? a : b));
      if (order <= 0)
        {
          pair.buckets[0] = g_tree_node_value (a);
          a = g_tree_node_next (a);
        }
      if (order >= 0)
        {
          pair.buckets[1] = g_tree_node_value (b);
          b = g_tree_node_next (b);
        }
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
  static const WeftBusBy groupings[] = {
    0, WEFT_BUS_BY_MASTER, WEFT_BUS_BY_REGION, WEFT_BUS_BY_KIND, WEFT_BUS_BY_CACHE, WEFT_BUS_BY_ALL
  };
  WeftBusComparison *self = g_new0 (WeftBusComparison, 1);

  self->summaries[0] = first;
  self->summaries[1] = second;
  self->merged = g_ptr_array_new_with_free_func (weft_bus_bucket_free);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (WeftBusPair));
  g_array_set_clear_func (self->pairs, clear_pair);
  for (guint i = 0; i < G_N_ELEMENTS (groupings); i++)
    add_groups (self, groupings[i], tolerance);
  return self;
}

void
weft_bus_comparison_free (WeftBusComparison *self)
{
  g_array_unref (self->pairs);
  g_ptr_array_unref (self->merged);
  g_free (self);
}

char *
weft_bus_comparison_make_filter (const WeftBusComparison *self, guint row)
{
  const WeftBusPair *pair = &g_array_index (self->pairs, WeftBusPair, row);
  guint side = pair->buckets[0] != NULL ? 0 : 1;

  return weft_bus_summary_match_bucket (self->summaries[side], pair->buckets[side], pair->by);
}
