/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-comparison.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* --- the table -------------------------------------------------------------------------------- */

static WeftCell
get_sign (gconstpointer data G_GNUC_UNUSED, gint64 differs)
{
  return weft_cell_word ((guint) differs, differs ? "≠" : "=");
}

#define PAIR(name) .member = WEFT_MEMBER (WeftBusPair, name)
#define NUMBER(side, number) PAIR (numbers[side][WEFT_BUS_COMPARE_##number])
#define RATE N_ ("Share of accesses that waited")
#define ELAPSED N_ ("Elapsed cycles")
#define WAIT N_ ("Cycles")

static const WeftField columns[] = {
  { "bucket", N_ ("Accesses of"), .flags = WEFT_FIELD_LAST,
    .doc = N_ ("All, then by master, region, kind and cache bucket, then by all of these"),
    PAIR (name) },
  { "differs", N_ ("Differs"), .doc = N_ ("In any of the columns, by more than the tolerance"),
    PAIR (differs), .as = get_sign },
  { "a_accesses", N_ ("A accesses"), PAIR (n_accesses[0]) },
  { "b_accesses", N_ ("B accesses"), PAIR (n_accesses[1]) },
  { "a_wait_rate", N_ ("A waits"), .unit = WEFT_UNIT_SHARE, .doc = RATE, NUMBER (0, WAIT_RATE) },
  { "b_wait_rate", N_ ("B waits"), .unit = WEFT_UNIT_SHARE, .doc = RATE, NUMBER (1, WAIT_RATE) },
  { "a_elapsed_p50", N_ ("A p50"), .doc = ELAPSED, NUMBER (0, ELAPSED_P50) },
  { "b_elapsed_p50", N_ ("B p50"), .doc = ELAPSED, NUMBER (1, ELAPSED_P50) },
  { "a_elapsed_p90", N_ ("A p90"), .doc = ELAPSED, NUMBER (0, ELAPSED_P90) },
  { "b_elapsed_p90", N_ ("B p90"), .doc = ELAPSED, NUMBER (1, ELAPSED_P90) },
  { "a_elapsed_p99", N_ ("A p99"), .doc = ELAPSED, NUMBER (0, ELAPSED_P99) },
  { "b_elapsed_p99", N_ ("B p99"), .doc = ELAPSED, NUMBER (1, ELAPSED_P99) },
  { "a_wait_p90", N_ ("A wait p90"), .doc = WAIT, NUMBER (0, WAIT_P90) },
  { "b_wait_p90", N_ ("B wait p90"), .doc = WAIT, NUMBER (1, WAIT_P90) },
  { "a_wait_p99", N_ ("A wait p99"), .doc = WAIT, NUMBER (0, WAIT_P99) },
  { "b_wait_p99", N_ ("B wait p99"), .doc = WAIT, NUMBER (1, WAIT_P99) },
};

WeftFacts
weft_bus_comparison_get_facts (const WeftBusComparison *self)
{
  return weft_facts_of_array (columns, G_N_ELEMENTS (columns), self, self->pairs);
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
measure_side (WeftBusPair *pair, guint side)
{
  const WeftBusBucket *bucket = pair->buckets[side];
  double *numbers = pair->numbers[side];

  for (guint i = 0; i < WEFT_BUS_N_COMPARED; i++)
    numbers[i] = NAN;
  if (bucket == NULL)
    return;
  pair->n_accesses[side] = bucket->totals.n_accesses;
  numbers[WEFT_BUS_COMPARE_WAIT_RATE] = weft_bus_totals_get_rate (&bucket->totals);
  numbers[WEFT_BUS_COMPARE_ELAPSED_P50] = weft_bus_percentile (&bucket->elapsed, 0.5);
  numbers[WEFT_BUS_COMPARE_ELAPSED_P90] = weft_bus_percentile (&bucket->elapsed, 0.9);
  numbers[WEFT_BUS_COMPARE_ELAPSED_P99] = weft_bus_percentile (&bucket->elapsed, 0.99);
  numbers[WEFT_BUS_COMPARE_WAIT_P90] = weft_bus_percentile (&bucket->wait, 0.9);
  numbers[WEFT_BUS_COMPARE_WAIT_P99] = weft_bus_percentile (&bucket->wait, 0.99);
}

static void
add_pair (WeftBusComparison *self, WeftBusPair *pair, double tolerance)
{
  measure_side (pair, 0);
  measure_side (pair, 1);
  pair->differs =
    is_different ((double) pair->n_accesses[0], (double) pair->n_accesses[1], tolerance);
  for (guint i = 0; i < WEFT_BUS_N_COMPARED; i++)
    pair->differs |= is_different (pair->numbers[0][i], pair->numbers[1][i], tolerance);
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
