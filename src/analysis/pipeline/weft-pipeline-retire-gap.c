/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-retire-gap.h"

#include "weft-pipeline-derived.h"
#include "weft-pipeline-op-cells.h"

/* A bit per cycle is kept where cycles are at most so many times as many as ops, with an allowance
 * for small logs; else the cycles are sorted. */
#define CYCLES_PER_OP 64u
#define CYCLES_FREE 65536u

#define KEPT_AS "gap"

static void
look_at (gint64 cycle, gint64 *before, gboolean *any, WeftCycleRange *gap)
{
  if (*any && weft_cycles_between (*before, cycle) > weft_cycles_between (gap->from, gap->to) + 1)
    *gap = (WeftCycleRange){ *before + 1, cycle };
  *before = cycle;
  *any = TRUE;
}

static int
compare_cycles (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

static void
find_sorted (GArray *ends, WeftCycleRange *gap)
{
  gboolean any = FALSE;
  gint64 before = 0;

  g_array_sort (ends, compare_cycles);
  for (guint i = 0; i < ends->len; i++)
    look_at (g_array_index (ends, gint64, i), &before, &any, gap);
}

static void
find_marked (GArray *ends, gint64 first, guint64 n_cycles, WeftCycleRange *gap)
{
  const gsize n_words = n_cycles / 64 + 1;
  g_autofree guint64 *words = g_new0 (guint64, n_words);
  gboolean any = FALSE;
  gint64 before = 0;

  for (guint i = 0; i < ends->len; i++)
    {
      guint64 cycle = weft_cycles_between (first, g_array_index (ends, gint64, i));

      words[cycle / 64] |= (guint64) 1 << cycle % 64;
    }
  for (gsize i = 0; i < n_words; i++)
    for (guint64 word = words[i]; word != 0; word &= word - 1)
      look_at (first + (gint64) (i * 64) + __builtin_ctzll (word), &before, &any, gap);
}

/* FALSE when cancelled. */
static gboolean
find (const WeftPipelineSnapshot *snapshot, WeftCycleRange *gap, GCancellable *cancellable,
      GError **error)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 first = G_MAXINT64, last = G_MININT64;
  guint64 n_cycles;

  *gap = (WeftCycleRange){ 0, 0 };
  for (guint32 op = 0; op < snapshot->n_ops; op++)
    {
      gint64 end = weft_op_end (snapshot, op);

      if (weft_ops_cancelled (op, cancellable, error))
        return FALSE;
      if (weft_op_state (snapshot, op) != WEFT_OP_RETIRED)
        continue;
      g_array_append_val (ends, end);
      first = MIN (first, end);
      last = MAX (last, end);
    }
  if (ends->len == 0)
    return TRUE;
  n_cycles = weft_cycles_between (first, last);
  if (n_cycles < (guint64) snapshot->n_ops * CYCLES_PER_OP + CYCLES_FREE)
    find_marked (ends, first, n_cycles, gap);
  else
    find_sorted (ends, gap);
  return TRUE;
}

/* --- in index files -------------------------------------------------------------------------------------- */

static void
put (gconstpointer gap, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, (guint64) ((const WeftCycleRange *) gap)->from);
  weft_index_writer_put_number (writer, (guint64) ((const WeftCycleRange *) gap)->to);
}

/* FALSE: it must be found. */
static gboolean
restore (const WeftPipelineSnapshot *snapshot, WeftCycleRange *gap)
{
  g_autoptr (WeftIndexReader) reader = weft_pipeline_derived_open (snapshot, NULL, KEPT_AS);

  if (reader == NULL)
    return FALSE;
  gap->from = (gint64) weft_index_reader_take_number (reader);
  gap->to = (gint64) weft_index_reader_take_number (reader);
  return weft_index_reader_is_good (reader)
         && (gap->from >= gap->to
             || (gap->from > weft_pipeline_snapshot_get_first_cycle (snapshot)
                 && gap->to <= weft_pipeline_snapshot_get_open_end (snapshot)));
}

/* --- the whole -------------------------------------------------------------------------------------------- */

gboolean
weft_pipeline_retire_gap_find (const WeftPipelineSnapshot *snapshot, WeftCycleRange *gap,
                               GCancellable *cancellable, GError **error)
{
  if (!restore (snapshot, gap))
    {
      if (!find (snapshot, gap, cancellable, error))
        return FALSE;
      weft_pipeline_derived_keep (snapshot, NULL, KEPT_AS, put, gap);
    }
  return gap->from < gap->to;
}
