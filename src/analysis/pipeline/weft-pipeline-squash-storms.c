/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-squash-storms.h"

static int
compare_squashes (gconstpointer a, gconstpointer b)
{
  const WeftSquash *x = a, *y = b;

  if (x->cycle != y->cycle)
    return x->cycle > y->cycle ? 1 : -1;
  return (x->first_op > y->first_op) - (x->first_op < y->first_op);
}

static int
compare_storms (gconstpointer a, gconstpointer b)
{
  const WeftSquashStorm *x = a, *y = b;

  if (x->n_ops != y->n_ops)
    return x->n_ops > y->n_ops ? -1 : 1;
  return (x->cycles.from > y->cycles.from) - (x->cycles.from < y->cycles.from);
}

static WeftSquashStorm
sum_up (const GArray *squashes, guint first, guint end)
{
  const WeftSquash *items = (const WeftSquash *) (gconstpointer) squashes->data;
  WeftSquashStorm storm = { .first = first,
                            .n_squashes = end - first,
                            .cause = items[first].cause };
  guint32 most = 0;

  storm.cycles.from = items[first].cycle;
  storm.cycles.to = MIN (items[end - 1].cycle, G_MAXINT64 - 1) + 1;
  for (guint i = first; i < end; i++)
    {
      storm.n_ops += items[i].n_ops;
      if (items[i].n_ops > most)
        storm.cause = items[i].cause;
      most = MAX (most, items[i].n_ops);
    }
  return storm;
}

GArray *
weft_pipeline_squash_storms_find (const GArray *squashes, guint64 n_cycles)
{
  g_autoptr (GArray) storms = g_array_new (FALSE, FALSE, sizeof (WeftSquashStorm));
  g_autoptr (GArray) sorted = g_array_sized_new (FALSE, FALSE, sizeof (WeftSquash), squashes->len);
  guint64 distance = squashes->len > 0 ? n_cycles / squashes->len : 0;

  g_array_append_vals (sorted, squashes->data, squashes->len);
  g_array_sort (sorted, compare_squashes);
  for (guint first = 0, end; first < sorted->len; first = end)
    {
      const WeftSquash *items = (const WeftSquash *) (gconstpointer) sorted->data;

      for (end = first + 1; end < sorted->len; end++)
        if (weft_cycles_between (items[end - 1].cycle, items[end].cycle) >= (distance + 1) / 2)
          break;
      if (end - first >= WEFT_STORM_LEAST)
        {
          WeftSquashStorm storm = sum_up (sorted, first, end);

          g_array_append_val (storms, storm);
        }
    }
  g_array_sort (storms, compare_storms);
  return g_steal_pointer (&storms);
}
