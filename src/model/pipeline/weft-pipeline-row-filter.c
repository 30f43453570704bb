/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-row-filter.h"

#include "weft-bulk.h"
#include "weft-pipeline-trace-private.h"

void
weft_pipeline_row_filter_init (WeftPipelineRowFilter *self, WeftRowsFilter filter, WeftRowsAsk ask,
                               gpointer user_data, GDestroyNotify free_data)
{
  *self = (WeftPipelineRowFilter){
    .filter = filter,
    .ask = ask,
    .user_data = user_data,
    .free_data = free_data,
  };
  if (ask == NULL)
    return;
  self->kept = g_array_new (FALSE, TRUE, sizeof (guint64));
  self->asked_at = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->n_asked = g_array_new (FALSE, TRUE, sizeof (guint8));
  self->had_open = g_array_new (FALSE, TRUE, sizeof (guint8));
}

void
weft_pipeline_row_filter_clear (WeftPipelineRowFilter *self)
{
  if (self->free_data != NULL)
    self->free_data (self->user_data);
  g_clear_pointer (&self->kept, g_array_unref);
  g_clear_pointer (&self->asked_at, g_array_unref);
  g_clear_pointer (&self->n_asked, g_array_unref);
  g_clear_pointer (&self->had_open, g_array_unref);
}

static gboolean
has_open_op (const WeftPipelineSnapshot *snapshot, guint32 block, guint n_ops)
{
  for (guint i = 0; i < n_ops; i++)
    if (weft_op_state (snapshot, (block << WEFT_BLOCK_SHIFT) + i) == WEFT_OP_OPEN)
      return TRUE;
  return FALSE;
}

/* Whether the ops of a block are to be asked for, and notes what they are asked at: before that,
 * so that what changes meanwhile shows in the next update. */
static gboolean
is_stale (WeftPipelineRowFilter *self, const WeftPipelineSnapshot *snapshot, guint32 block)
{
  guint n_ops = MIN (WEFT_BLOCK_OPS, snapshot->n_ops - (block << WEFT_BLOCK_SHIFT));
  guint32 revision = weft_table_get_u32 (&snapshot->trace->revisions, 0, block);
  guint32 *asked_at = &g_array_index (self->asked_at, guint32, block);
  guint8 *n_asked = &g_array_index (self->n_asked, guint8, block);
  guint8 *had_open = &g_array_index (self->had_open, guint8, block);
  gboolean stale = *had_open || *n_asked != n_ops || *asked_at != revision;

  if (!stale)
    return FALSE;
  *asked_at = revision;
  *n_asked = (guint8) n_ops;
  *had_open = (guint8) has_open_op (snapshot, block, n_ops);
  return TRUE;
}

gboolean
weft_pipeline_row_filter_update (WeftPipelineRowFilter *self, WeftPipelineSnapshot *snapshot,
                                 gboolean all_anew)
{
  guint32 n_blocks = snapshot->n_ops / WEFT_BLOCK_OPS + (snapshot->n_ops % WEFT_BLOCK_OPS != 0);
  g_autofree guint8 *stale = NULL;

  if (self->ask == NULL)
    return TRUE;
  stale = g_new (guint8, n_blocks + 1);
  g_array_set_size (self->kept, n_blocks);
  g_array_set_size (self->asked_at, n_blocks);
  g_array_set_size (self->n_asked, n_blocks);
  g_array_set_size (self->had_open, n_blocks);
  for (guint32 block = 0; block < n_blocks; block++)
    stale[block] = (guint8) is_stale (self, snapshot, block) || all_anew;
  if (self->ask (snapshot, stale, (guint64 *) (gpointer) self->kept->data, self->user_data))
    return TRUE;
  g_array_set_size (self->n_asked, 0);
  return FALSE;
}

guint32 *
weft_pipeline_row_filter_list (const WeftPipelineRowFilter *self,
                               const WeftPipelineSnapshot *snapshot, guint32 *n_rows)
{
  const guint64 *kept = self->kept != NULL ? (const guint64 *) (gpointer) self->kept->data : NULL;
  gboolean hide_flushed = self->filter == WEFT_ROWS_HIDE_FLUSHED;
  guint32 *ops = weft_bulk_alloc_anyway (snapshot->n_ops * sizeof *ops);

  *n_rows = 0;
  for (guint32 row = 0; row < snapshot->n_ops; row++)
    {
      guint32 op = weft_pipeline_snapshot_op_at_row (snapshot, row);

      if (kept != NULL && (kept[op >> WEFT_BLOCK_SHIFT] >> op % WEFT_BLOCK_OPS & 1) == 0)
        continue;
      if (!hide_flushed || weft_op_state (snapshot, op) != WEFT_OP_FLUSHED)
        ops[(*n_rows)++] = op;
    }
  return ops;
}
