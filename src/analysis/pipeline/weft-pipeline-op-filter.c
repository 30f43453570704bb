/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-filter.h"

#include "weft-handover.h"
#include "weft-pipeline-op-fields.h"

#include <string.h>

/* The filter of rows, kept with them. */
#define FILTER_KEY "weft-op-filter"

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
weft_pipeline_op_filter_run (WeftExpression *expression, WeftPipelineSnapshot *snapshot,
                             GCancellable *cancellable, GError **error)
{
  guint32 n_ops = snapshot->n_ops;
  g_autoptr (WeftPipelineOpFields) fields =
    weft_pipeline_op_fields_new (snapshot, expression, cancellable, error);
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
      weft_pipeline_op_fields_eval (fields, first, wanted, result);
      memcpy (ops->words + first / 64, result, weft_bitset_count_words (n) * sizeof *result);
      if (n_ops - first <= WEFT_EVAL_ROWS)
        break;
    }
  weft_bitset_seal (ops);
  return g_steal_pointer (&ops);
}

/* --- rows ------------------------------------------------------------------------------------- */

typedef struct
{
  WeftExpression *expression;
  GCancellable *cancellable;
  gboolean asks_whole; /* an answer depends on more than its op */
  WeftLock lock;       /* of the error */
  GError *error;       /* of the latest update; nullable */
} Rows;

static void
rows_free (gpointer data)
{
  Rows *self = data;

  weft_expression_unref (self->expression);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* Takes the error (nullable). */
static void
note_error (Rows *self, GError *error)
{
  weft_lock (&self->lock);
  g_clear_error (&self->error);
  self->error = error;
  weft_unlock (&self->lock);
}

/* The ops of the stale blocks from `block` on, as many as are asked for at once. */
static gboolean
set_stale (guint64 *words, const guint8 *stale, guint32 block, guint32 n_ops)
{
  gboolean any = FALSE;

  memset (words, 0, WEFT_EVAL_WORDS * sizeof *words);
  for (guint i = 0; i < WEFT_EVAL_WORDS && (block + i) * 64 < n_ops; i++)
    {
      guint32 left = n_ops - (block + i) * 64;

      if (stale != NULL && !stale[block + i])
        continue;
      words[i] = left >= 64 ? G_MAXUINT64 : ((guint64) 1 << left) - 1;
      any = TRUE;
    }
  return any;
}

static gboolean
ask_ops (WeftPipelineSnapshot *snapshot, const guint8 *stale, guint64 *words, gpointer user_data)
{
  Rows *self = user_data;
  GError *error = NULL;
  guint32 n_ops = snapshot->n_ops;
  guint32 n_blocks = weft_bitset_count_words (n_ops);
  g_autoptr (WeftPipelineOpFields) fields =
    weft_pipeline_op_fields_new (snapshot, self->expression, self->cancellable, &error);

  note_error (self, error);
  for (guint32 block = 0; fields != NULL && block < n_blocks; block += WEFT_EVAL_WORDS)
    {
      guint64 wanted[WEFT_EVAL_WORDS], result[WEFT_EVAL_WORDS];

      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (!set_stale (wanted, self->asks_whole ? NULL : stale, block, n_ops))
        continue;
      weft_pipeline_op_fields_eval (fields, block * 64, wanted, result);
      for (guint i = 0; i < MIN (WEFT_EVAL_WORDS, n_blocks - block); i++)
        if (wanted[i] != 0)
          words[block + i] = result[i];
    }
  return fields != NULL;
}

WeftPipelineRows *
weft_pipeline_op_filter_new_rows (WeftExpression *expression, WeftPipelineTrace *trace,
                                  WeftRowsFilter filter, GCancellable *cancellable)
{
  /* These may change of an op because of others. */
  static const char *const whole[] = { "id", "rid", "row", "stall" };
  Rows *self = g_new0 (Rows, 1);
  WeftPipelineRows *rows;

  pthread_mutex_init (&self->lock, NULL);
  self->expression = weft_expression_ref (expression);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    self->asks_whole |= weft_expression_uses (expression, whole[i]);
  rows = weft_pipeline_rows_new_filtered (trace, filter, ask_ops, self, rows_free);
  g_object_set_data (G_OBJECT (rows), FILTER_KEY, self);
  return rows;
}

GError *
weft_pipeline_op_filter_dup_error (WeftPipelineRows *rows)
{
  Rows *self = g_object_get_data (G_OBJECT (rows), FILTER_KEY);
  GError *error = NULL;

  if (self == NULL)
    return NULL;
  weft_lock (&self->lock);
  if (self->error != NULL && !g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    error = g_error_copy (self->error);
  weft_unlock (&self->lock);
  return error;
}
