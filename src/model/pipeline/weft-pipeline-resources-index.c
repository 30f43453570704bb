/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-resources-index.h"

#include "weft-index-items.h"

#include <string.h>

static const WeftIndexMember region_members[] = {
  WEFT_INDEX_MEMBER (WeftCodeRegion, iterations),
  WEFT_INDEX_MEMBER (WeftCodeRegion, instructions),
  WEFT_INDEX_MEMBER (WeftCodeRegion, cycles),
  WEFT_INDEX_MEMBER (WeftCodeRegion, uops),
  WEFT_INDEX_MEMBER (WeftCodeRegion, width),
  WEFT_INDEX_MEMBER (WeftCodeRegion, ipc),
  WEFT_INDEX_MEMBER (WeftCodeRegion, uops_per_cycle),
  WEFT_INDEX_MEMBER (WeftCodeRegion, block_throughput),
};

static const WeftIndexMember bottleneck_members[] = {
  WEFT_INDEX_MEMBER (WeftBottleneck, region),        WEFT_INDEX_MEMBER (WeftBottleneck, type),
  WEFT_INDEX_MEMBER (WeftBottleneck, per_iteration), WEFT_INDEX_MEMBER (WeftBottleneck, cycles),
  WEFT_INDEX_MEMBER (WeftBottleneck, share),
};

static const WeftIndexMember pressure_members[] = {
  WEFT_INDEX_MEMBER (WeftPressure, region),
  WEFT_INDEX_MEMBER (WeftPressure, instruction),
  WEFT_INDEX_MEMBER (WeftPressure, per_iteration),
};

static const WeftIndexLayout regions = WEFT_INDEX_LAYOUT (WeftCodeRegion, region_members);
static const WeftIndexLayout bottlenecks = WEFT_INDEX_LAYOUT (WeftBottleneck, bottleneck_members);
static const WeftIndexLayout pressures = WEFT_INDEX_LAYOUT (WeftPressure, pressure_members);

/* --- writing ---------------------------------------------------------------------------------------------- */

/* The member at `offset` of each item, a name. */
static void
put_names (WeftIndexWriter *writer, const GArray *items, const WeftIndexLayout *layout,
           gsize offset)
{
  for (guint i = 0; i < items->len; i++)
    weft_index_writer_put_text (
      writer, G_STRUCT_MEMBER (const char *, items->data + i * layout->item_size, offset));
}

void
weft_pipeline_resources_put (const WeftPipelineResources *self, WeftIndexWriter *writer)
{
  weft_index_writer_put_number (writer, self != NULL);
  if (self == NULL)
    return;
  weft_index_put_array (writer, self->regions, &regions);
  put_names (writer, self->regions, &regions, G_STRUCT_OFFSET (WeftCodeRegion, name));
  weft_index_put_array (writer, self->bottlenecks, &bottlenecks);
  put_names (writer, self->bottlenecks, &bottlenecks, G_STRUCT_OFFSET (WeftBottleneck, name));
  weft_index_put_array (writer, self->pressures, &pressures);
  put_names (writer, self->pressures, &pressures, G_STRUCT_OFFSET (WeftPressure, label));
  put_names (writer, self->pressures, &pressures, G_STRUCT_OFFSET (WeftPressure, resource));
}

/* --- reading ---------------------------------------------------------------------------------------------- */

static void
take_names (WeftPipelineResources *self, WeftIndexReader *reader, GArray *items,
            const WeftIndexLayout *layout, gsize offset)
{
  for (guint i = 0; i < items->len && weft_index_reader_is_good (reader); i++)
    {
      const char *name = weft_index_reader_take_text (reader);

      if (name == NULL)
        weft_index_reader_set_bad (reader);
      else
        G_STRUCT_MEMBER (const char *, items->data + i * layout->item_size, offset) =
          weft_pipeline_resources_word (self, name, strlen (name));
    }
}

static void
take_items (WeftIndexReader *reader, GArray **items, const WeftIndexLayout *layout)
{
  g_array_unref (*items);
  *items = weft_index_take_array (reader, layout, G_MAXUINT32);
}

/* Each refers to a region that is there. */
static gboolean
references_are_right (const WeftPipelineResources *self)
{
  for (guint i = 0; i < self->bottlenecks->len; i++)
    {
      const WeftBottleneck *bottleneck = &g_array_index (self->bottlenecks, WeftBottleneck, i);

      if (bottleneck->region >= self->regions->len
          || (guint) bottleneck->type > WEFT_BOTTLENECK_DISPATCH)
        return FALSE;
    }
  for (guint i = 0; i < self->pressures->len; i++)
    if (g_array_index (self->pressures, WeftPressure, i).region >= self->regions->len)
      return FALSE;
  return TRUE;
}

WeftPipelineResources *
weft_pipeline_resources_take (WeftIndexReader *reader)
{
  g_autoptr (WeftPipelineResources) self = NULL;

  if (weft_index_reader_take_at_most (reader, 1) == 0)
    return NULL;
  self = weft_pipeline_resources_new ();
  take_items (reader, &self->regions, &regions);
  take_names (self, reader, self->regions, &regions, G_STRUCT_OFFSET (WeftCodeRegion, name));
  take_items (reader, &self->bottlenecks, &bottlenecks);
  take_names (self, reader, self->bottlenecks, &bottlenecks,
              G_STRUCT_OFFSET (WeftBottleneck, name));
  take_items (reader, &self->pressures, &pressures);
  take_names (self, reader, self->pressures, &pressures, G_STRUCT_OFFSET (WeftPressure, label));
  take_names (self, reader, self->pressures, &pressures, G_STRUCT_OFFSET (WeftPressure, resource));
  if (!references_are_right (self))
    weft_index_reader_set_bad (reader);
  return weft_index_reader_is_good (reader) ? g_steal_pointer (&self) : NULL;
}
