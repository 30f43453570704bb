/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-function-stats.h"

static int
compare_functions (gconstpointer a, gconstpointer b)
{
  const WeftPipelinePcStats *x = a, *y = b;

  if (x->stall_cycles != y->stall_cycles)
    return x->stall_cycles > y->stall_cycles ? -1 : 1;
  if (x->n_ops != y->n_ops)
    return x->n_ops > y->n_ops ? -1 : 1;
  return g_strcmp0 (x->function, y->function);
}

static void
add_pc (WeftPipelinePcStats *function, const WeftPipelinePcStats *pc)
{
  if (function->slowest_op == WEFT_NO_ROW || pc->latency_max > function->latency_max)
    function->slowest_op = pc->slowest_op;
  function->n_pcs++;
  function->n_ops += pc->n_ops;
  function->n_flushed += pc->n_flushed;
  function->latency_total += pc->latency_total;
  function->latency_max = MAX (function->latency_max, pc->latency_max);
  function->stall_cycles += pc->stall_cycles;
  function->n_squashes += pc->n_squashes;
}

GArray *
weft_pipeline_function_stats_new (const GArray *pcs, WeftPipelineSymbols *symbols)
{
  GArray *functions = g_array_new (FALSE, TRUE, sizeof (WeftPipelinePcStats));
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < pcs->len; i++)
    {
      const WeftPipelinePcStats *pc = &g_array_index (pcs, WeftPipelinePcStats, i);
      WeftSymbol symbol = { NULL, 0, NULL, 0 };
      const char *key;
      gpointer index;

      if (pc->has_pc)
        weft_pipeline_symbols_find (symbols, pc->pc, &symbol);
      key = symbol.function != NULL ? symbol.function : "";
      if (!g_hash_table_lookup_extended (by_name, key, NULL, &index))
        {
          WeftPipelinePcStats fresh = { .function = symbol.function, .slowest_op = WEFT_NO_ROW };

          index = GUINT_TO_POINTER (functions->len);
          g_array_append_val (functions, fresh);
          g_hash_table_insert (by_name, (gpointer) key, index);
        }
      add_pc (&g_array_index (functions, WeftPipelinePcStats, GPOINTER_TO_UINT (index)), pc);
    }
  g_array_sort (functions, compare_functions);
  return functions;
}
