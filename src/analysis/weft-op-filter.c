/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-op-filter.h"

#include "weft-op-fields.h"

#include <string.h>

WeftExpression *
weft_op_filter_parse (const char *text, WeftTextPlace *place, GError **error)
{
  return weft_expression_parse (weft_op_language (), text, place, error);
}

/* The bits of the first `n` rows. */
static void
set_first (guint64 *words, guint n)
{
  memset (words, 0, WEFT_EVAL_WORDS * sizeof *words);
  for (guint i = 0; i < n / 64; i++)
    words[i] = G_MAXUINT64;
  if (n % 64 != 0)
    words[n / 64] = ((guint64) 1 << n % 64) - 1;
}

WeftBitset *
weft_op_filter_run (WeftExpression *expression, WeftPipelineSnapshot *snapshot,
                    GCancellable *cancellable, GError **error)
{
  guint32 n_ops = weft_pipeline_snapshot_get_n_ops (snapshot);
  g_autoptr (WeftOpFields) fields =
    weft_op_fields_new (snapshot, expression, cancellable, error);
  g_autoptr (WeftBitset) ops = NULL;

  if (fields == NULL)
    return NULL;
  ops = weft_bitset_new (n_ops);
  for (guint32 first = 0; first < n_ops; first += WEFT_EVAL_ROWS)
    {
      guint64 wanted[WEFT_EVAL_WORDS], result[WEFT_EVAL_WORDS];
      guint n = MIN (n_ops - first, WEFT_EVAL_ROWS);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      set_first (wanted, n);
      weft_op_fields_eval (fields, first, wanted, result);
      memcpy (ops->words + first / 64, result, weft_bitset_count_words (n) * sizeof *result);
      if (n_ops - first <= WEFT_EVAL_ROWS)
        break;
    }
  weft_bitset_seal (ops);
  return g_steal_pointer (&ops);
}
