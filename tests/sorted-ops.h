/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts-sort.h"
#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-ops.h"

#include <string.h>

/* Ops in the order of a column, without a list. */

typedef enum
{
  OP_KEY_ROW,
  OP_KEY_ID,
  OP_KEY_GID,
  OP_KEY_RID,
  OP_KEY_TID,
  OP_KEY_PC,
  OP_KEY_LABEL,
  OP_KEY_FETCH,
  OP_KEY_END,
  OP_KEY_LATENCY,
  OP_KEY_STALL,
  OP_KEY_STATE,
  OP_KEY_STAGES,
  N_OP_KEYS
} OpKey;

static inline const char *
op_key_name (OpKey key)
{
  static const char *const names[] = { "row",   "id",    "gid",   "rid", "thread",
                                       "pc",    "label", "fetch", "end", "latency",
                                       "stall", "state", "stages" };

  return names[key];
}

static inline guint
op_column (OpKey key)
{
  const WeftField *field;
  guint column = 0;

  WEFT_FOR_EACH_FIELD (&weft_pipeline_op_schema, WEFT_FIELD_TABLE, field)
    {
      if (strcmp (field->key, op_key_name (key)) == 0)
        return column;
      column++;
    }
  g_assert_not_reached ();
}

/* The ops of a range (nullable: all), guint32: (transfer full) (nullable). */
static inline GArray *
sort_ops (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows, OpKey key, gboolean descending,
          const WeftOpRange *range, GCancellable *cancellable, GError **error)
{
  WeftPipelineOpSource source = { snapshot, rows, NULL, weft_pipeline_shared_stalls_new () };
  WeftFacts facts =
    weft_facts_of (&weft_pipeline_op_schema, WEFT_FIELD_TABLE, &source, snapshot->n_ops);
  const WeftOpRange all = WEFT_OP_RANGE_ALL;
  g_autoptr (WeftPipelineOps) ops =
    weft_pipeline_ops_new (snapshot, rows, range != NULL ? range : &all, NULL, NULL);
  GArray *sorted = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < ops->n_ops; i++)
    {
      guint32 op = weft_pipeline_ops_get (ops, i);

      g_array_append_val (sorted, op);
    }
  g_assert_true (weft_pipeline_shared_stalls_read (source.shared, snapshot, NULL, NULL));
  if (!weft_facts_sort (&facts, op_column (key), descending, (guint32 *) (gpointer) sorted->data,
                        sorted->len, cancellable, error))
    g_clear_pointer (&sorted, g_array_unref);
  weft_pipeline_shared_stalls_unref (source.shared);
  return sorted;
}
