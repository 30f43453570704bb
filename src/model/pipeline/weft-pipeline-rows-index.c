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
