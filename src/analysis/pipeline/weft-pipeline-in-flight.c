/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-in-flight.h"

#include "weft-pipeline-op-cells.h"

/* A count per cycle is kept where cycles are at most so many times as many as ops, with an
 * allowance for small logs; else the fetches and ends are sorted. */
#define CYCLES_PER_OP 8u
#define CYCLES_FREE 65536u

/* The cycles of an op, counted from `first` and clipped to the cycles up to `last`. FALSE where
 * nothing is left. `end` is the first cycle after it, always above `start`. */
static gboolean
clip_op (const WeftPipelineSnapshot *snapshot, guint32 op, gint64 first, gint64 last,
         guint64 *start, guint64 *end)
{
  gint64 fetch = MAX (weft_op_fetch (snapshot, op), first);
  gint64 op_end = weft_op_end (snapshot, op);
  guint64 span = weft_cycles_between (first, last);

  if (op_end <= fetch || fetch > last)
    return FALSE;
  *start = weft_cycles_between (first, fetch);
  *end = op_end <= last ? weft_cycles_between (first, op_end) : MAX (span, span + 1);
  return *start < *end;
}

/* Two values per op: starts are appended to `starts`, ends to `ends`. */
static gboolean
collect (const WeftPipelineSnapshot *snapshot, gint64 first, gint64 last, const WeftBitset *ops,
         GArray *starts, GArray *ends, GCancellable *cancellable, GError **error)
{
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      guint64 start, end;

      if (weft_ops_cancelled (op, cancellable, error))
        return FALSE;
      if (!weft_bitset_includes (ops, op) || !clip_op (snapshot, op, first, last, &start, &end))
        continue;
      g_array_append_val (starts, start);
      g_array_append_val (ends, end);
    }
  return TRUE;
}

static int
compare_cycles (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

static guint32
sweep_sorted (GArray *starts, GArray *ends)
{
  const guint64 *start = (const guint64 *) (gconstpointer) starts->data;
  const guint64 *end = (const guint64 *) (gconstpointer) ends->data;
  guint32 max = 0;

  g_array_sort (starts, compare_cycles);
  g_array_sort (ends, compare_cycles);
  for (guint i = 0, j = 0; i < starts->len; i++)
    {
      while (end[j] <= start[i])
        j++;
      max = MAX (max, i + 1 - j);
    }
  return max;
}

static guint32
sweep_cycles (GArray *starts, GArray *ends, guint64 n_cycles)
{
  g_autofree gint32 *changes = g_new0 (gint32, n_cycles + 1);
  gint32 now = 0, max = 0;

  for (guint i = 0; i < starts->len; i++)
    {
      changes[g_array_index (starts, guint64, i)]++;
      changes[g_array_index (ends, guint64, i)]--;
    }
  for (guint64 cycle = 0; cycle < n_cycles; cycle++)
    {
      now += changes[cycle];
      max = MAX (max, now);
    }
  return (guint32) max;
}

gboolean
weft_pipeline_in_flight_measure (const WeftPipelineSnapshot *snapshot, gint64 first, gint64 last,
                                 const WeftBitset *ops, WeftPipelineInFlight *result,
                                 GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 span = weft_cycles_between (first, last);

  *result = (WeftPipelineInFlight){ 0, 0 };
  if (last < first || !collect (snapshot, first, last, ops, starts, ends, cancellable, error))
    return last < first;
  for (guint i = 0; i < starts->len; i++)
    result->op_cycles +=
      (double) (g_array_index (ends, guint64, i) - g_array_index (starts, guint64, i));
  if (span < (guint64) snapshot->n_ops * CYCLES_PER_OP + CYCLES_FREE)
    result->max = sweep_cycles (starts, ends, span + 1);
  else
    result->max = sweep_sorted (starts, ends);
  return TRUE;
}
