/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-rows-index.h"

#include "weft-pipeline-rows-private.h"

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
put_level (GPtrArray *blocks, WeftIndexWriter *writer)
{
  static const guint8 zeros[8];
  g_autoptr (GArray) records = g_array_sized_new (FALSE, TRUE, sizeof (Record), blocks->len);
  guint64 place = 0;

  weft_index_writer_begin_block (writer);
  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = g_ptr_array_index (blocks, i);
      const WeftPackedProfile *profile = block->profiles[WEFT_PROFILE_ABSOLUTE];
      const gsize size = weft_packed_profile_size (profile), rest = -size % sizeof zeros;
      Record record = { block->summary, place, block->revision, block->has_open };

      g_array_append_val (records, record);
      weft_index_writer_add (writer, profile, size);
      weft_index_writer_add (writer, zeros, rest);
      place += size + rest;
    }
  weft_index_writer_end_block (writer);
  weft_index_writer_put_block (writer, records->data, records->len * sizeof (Record));
}

void
weft_pipeline_rows_put (WeftPipelineRows *self, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, self->n_levels);
  for (guint i = 0; i < self->n_levels; i++)
    put_level (self->levels[i].blocks, writer);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

/* NULL where it is none. */
static Block *
make_block (const Record *record, const WeftPackedProfile *profile, guint32 n_ops)
{
  Block *block;

  if (profile == NULL || record->summary.n_ops != n_ops || record->summary.n_flushed > n_ops)
    return NULL;
  block = g_new0 (Block, 1);
  block->summary = record->summary;
  block->revision = record->revision;
  block->has_open = record->has_open != 0;
  block->is_kept = TRUE;
  block->made = 1;
  block->profiles[WEFT_PROFILE_ABSOLUTE] = (WeftPackedProfile *) profile;
  return block;
}

/* Appends the blocks of a level, which has `n_blocks` of them over `n_rows` rows. FALSE where they are not. */
static gboolean
take_level (WeftPipelineRows *self, guint level, guint32 n_blocks, guint32 n_rows)
{
  const WeftKeptLevel *kept = &self->trace->kept_levels[level];
  const Record *records = kept->blocks.bytes;
  guint n_kinds = weft_pipeline_trace_get_n_kinds (self->trace);
  guint shift = WEFT_PYRAMID_SHIFT + WEFT_PYRAMID_FANOUT_SHIFT * level;
  gboolean good = TRUE;
  WeftThread *check;

  if (kept->blocks.size != n_blocks * sizeof (Record) || !weft_index_block_is_whole (&kept->blocks))
    return FALSE;
  check = weft_index_block_start_check (&kept->profiles);
  for (guint32 i = 0; i < n_blocks && good; i++)
    {
      guint64 rest = n_rows - ((guint64) i << shift);
      guint32 n_ops = (guint32) MIN (rest, (guint64) 1 << shift);
      Block *block =
        make_block (&records[i],
                    weft_packed_profile_find (kept->profiles.bytes, kept->profiles.size,
                                              records[i].profile, level + 1, n_kinds),
                    n_ops);

      good = block != NULL;
      if (good)
        g_ptr_array_add (self->levels[level].blocks, block);
    }
  return weft_index_block_end_check (&kept->profiles, check) && good;
}

gboolean
weft_pipeline_rows_take (WeftPipelineRows *self, guint32 n_rows)
{
  guint32 n_below = 0, n_blocks = (n_rows + WEFT_BLOCK_OPS - 1) >> WEFT_PYRAMID_SHIFT;

  for (guint level = 0; level < self->trace->n_kept_levels; level++)
    {
      if (!take_level (self, level, n_blocks, n_rows))
        return FALSE;
      for (guint32 i = 0; i < n_blocks && level > 0; i++)
        {
          Block *block = g_ptr_array_index (self->levels[level].blocks, i);

          block->n_children = (guint8) MIN (FANOUT, n_below - FANOUT * i);
        }
      n_below = n_blocks;
      n_blocks = (n_blocks + FANOUT - 1) / FANOUT;
    }
  return n_below == 1; /* the last level has one */
}
