/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-block-maker.h"

#include "weft-pipeline-stage-walk.h"

guint32
weft_pipeline_row_list_get_revision (const WeftPipelineRowList *self, guint32 first_row,
                                     guint32 n_rows)
{
  const WeftTable *revisions = &self->snapshot->trace->revisions;
  guint32 sum = 0;

  /* The rows of a block are the ops of one block, which share a revision. */
  if (self->ops == NULL && self->snapshot->ops_by_row == NULL)
    return n_rows * weft_table_get_u32 (revisions, 0, first_row >> WEFT_BLOCK_SHIFT);
  for (guint32 row = first_row; row < first_row + n_rows; row++)
    sum +=
      weft_table_get_u32 (revisions, 0, op_at (self->ops, self->snapshot, row) >> WEFT_BLOCK_SHIFT);
  return sum;
}

void
weft_pipeline_block_maker_set_profiles (WeftPipelineBlockMaker *self, guint n_profiles)
{
  self->n_profiles = n_profiles;
  for (guint i = 0; i < n_profiles; i++)
    if (self->builders[i] == NULL)
      self->builders[i] = weft_pipeline_profile_builder_new ();
}

void
weft_pipeline_block_maker_clear (WeftPipelineBlockMaker *self)
{
  weft_pipeline_profile_pieces_clear (&self->pieces);
  for (guint i = 0; i < WEFT_N_PROFILES; i++)
    g_clear_pointer (&self->builders[i], weft_pipeline_profile_builder_free);
}

/* --- blocks ------------------------------------------------------------------------------------------ */

static guint16
profile_key (WeftKind kind, gboolean flushed)
{
  return (guint16) (MIN (kind, WEFT_PROFILE_OTHER) << 1 | (flushed ? 1 : 0));
}

static void
add_stays (WeftPipelineBlockMaker *self)
{
  for (guint i = 0; i < self->n_profiles; i++)
    weft_pipeline_profile_builder_add (self->builders[i], self->stays[i], self->n_stays);
  self->n_stays = 0;
}

static void
add_stages (WeftPipelineBlockMaker *self, const WeftPipelineSnapshot *snapshot, guint32 op)
{
  gint64 fetch_tick = weft_op_fetch_tick (snapshot, op), fetch = weft_op_fetch (snapshot, op);
  gboolean flushed = weft_op_state (snapshot, op) == WEFT_OP_FLUSHED;
  WeftStageWalk walk;

  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    {
      guint16 key = profile_key (walk.at.kind, flushed);
      gint64 start, end;

      if (!weft_stage_walk_cycles (&walk, fetch_tick, &start, &end))
        end = weft_op_end (snapshot, op);
      self->stays[WEFT_PROFILE_ABSOLUTE][self->n_stays] = (WeftProfileStay){ start, end, key };
      if (self->n_profiles > WEFT_PROFILE_RELATIVE)
        self->stays[WEFT_PROFILE_RELATIVE][self->n_stays] =
          (WeftProfileStay){ weft_ticks_between (fetch, start), weft_ticks_between (fetch, end),
                             key };
      if (++self->n_stays == WEFT_MAKER_STAYS)
        add_stays (self);
    }
}

/* Pictures over absolute cycles take profiles only when so many ops touch the window that a pixel
 * is many cycles wide (a narrower window is drawn from the stages), more so on higher levels; the
 * relative ones are looked at up close at every level. */
static void
begin_profiles (WeftPipelineBlockMaker *self, const WeftBlockSummary *summary, guint level)
{
  weft_pipeline_profile_builder_begin (self->builders[WEFT_PROFILE_ABSOLUTE], summary->first_fetch,
                                       summary->n_ops, level + 1);
  if (self->n_profiles > WEFT_PROFILE_RELATIVE)
    weft_pipeline_profile_builder_begin (self->builders[WEFT_PROFILE_RELATIVE], 0, summary->n_ops,
                                         0);
}

/* Those of blocks that are `complete` stay for long. */
static void
finish_profiles (WeftPipelineBlockMaker *self, Block *block, gboolean complete)
{
  for (guint i = 0; i < self->n_profiles; i++)
    {
      WeftPackedProfile *profile = weft_pipeline_profile_builder_finish (self->builders[i]);

      block->profiles[i] =
        complete && !block->has_open
          ? weft_pipeline_profile_pieces_keep (&self->pieces, profile, &block->pieces[i])
          : profile;
    }
}

Block *
weft_pipeline_block_maker_make_leaf (WeftPipelineBlockMaker *self, const WeftPipelineRowList *rows,
                                     guint32 index)
{
  guint32 first = index << WEFT_PYRAMID_SHIFT;
  guint32 n_ops = MIN (WEFT_BLOCK_OPS, rows->n_rows - first);
  Block *block = g_new0 (Block, 1);

  /* Before the cells are read: what changes meanwhile makes the block out of date. */
  block->revision = weft_pipeline_row_list_get_revision (rows, first, n_ops);
  for (guint32 i = 0; i < n_ops; i++)
    {
      guint32 op = op_at (rows->ops, rows->snapshot, first + i);

      add_op (&block->summary, rows->snapshot, op);
      block->has_open |= weft_op_state (rows->snapshot, op) == WEFT_OP_OPEN;
    }
  begin_profiles (self, &block->summary, 0);
  for (guint32 i = 0; i < n_ops; i++)
    add_stages (self, rows->snapshot, op_at (rows->ops, rows->snapshot, first + i));
  add_stays (self);
  finish_profiles (self, block, n_ops == WEFT_BLOCK_OPS);
  return block;
}

Block *
weft_pipeline_block_maker_make_parent (WeftPipelineBlockMaker *self, guint level,
                                       const GPtrArray *children, guint32 index)
{
  guint32 first = index * FANOUT;
  guint32 n_children = MIN (FANOUT, children->len - first);
  const guint shift = WEFT_PYRAMID_SHIFT + WEFT_PYRAMID_FANOUT_SHIFT * level;
  Block *block = g_new0 (Block, 1);

  for (guint32 i = 0; i < n_children; i++)
    {
      const Block *child = g_ptr_array_index (children, first + i);

      add_summary (&block->summary, &child->summary);
      block->has_open |= child->has_open;
    }
  block->n_children = (guint8) n_children;
  begin_profiles (self, &block->summary, level);
  for (guint32 i = 0; i < n_children; i++)
    {
      const Block *child = g_ptr_array_index (children, first + i);

      for (guint j = 0; j < self->n_profiles; j++)
        weft_pipeline_profile_builder_add_profile (self->builders[j], child->profiles[j],
                                                   child->summary.n_ops);
    }
  finish_profiles (self, block, block->summary.n_ops >> shift == 1);
  return block;
}
