/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-topology-kept.h"

#include <string.h>

void
weft_noc_topology_put (const WeftNocTopology *self, WeftIndexWriter *writer)
{
  weft_index_writer_put_text (writer, self != NULL ? self->name : NULL);
  if (self == NULL)
    return;
  weft_index_writer_put_number (writer, self->width);
  weft_index_writer_put_number (writer, self->height);
  weft_index_writer_put_number (writer, self->has_tensix != FALSE);
  weft_index_writer_put_number (writer, self->n_controllers);
  weft_index_writer_put_number (writer, self->harvested != NULL);
  weft_index_writer_put_block (writer, self->types, self->n_tiles * sizeof *self->types);
  weft_index_writer_put_block (writer, self->controllers,
                               self->n_tiles * sizeof *self->controllers);
  if (self->harvested != NULL)
    weft_index_writer_put_block (writer, self->harvested, self->n_tiles * sizeof *self->harvested);
}

/* A block of `size` bytes, as far as it is there. */
static void
take_into (WeftIndexReader *reader, void *array, gsize size)
{
  const void *block = weft_index_reader_take_block (reader, size);

  if (block != NULL)
    memcpy (array, block, size);
}

/* Types that there are, and controllers that are counted. */
static gboolean
tiles_are_right (const WeftNocTopology *self)
{
  for (guint tile = 0; tile < self->n_tiles; tile++)
    if (self->types[tile] >= WEFT_N_TILE_TYPES
        || (self->controllers[tile] != WEFT_NO_CONTROLLER
            && self->controllers[tile] >= self->n_controllers))
      return FALSE;
  return TRUE;
}

/* Sides are 1 at least. */
static guint
take_side (WeftIndexReader *reader)
{
  const guint side = (guint) weft_index_reader_take_at_most (reader, WEFT_NOC_MAX_SIDE);

  if (side == 0)
    weft_index_reader_set_bad (reader);
  return MAX (side, 1);
}

WeftNocTopology *
weft_noc_topology_take (WeftIndexReader *reader)
{
  const char *name = weft_index_reader_take_text (reader);
  g_autoptr (WeftNocTopology) self = NULL;
  guint width, height;

  if (name == NULL)
    return NULL;
  width = take_side (reader);
  height = take_side (reader);
  self = weft_noc_topology_new_plain (g_utf8_validate (name, -1, NULL) ? name : "", width, height);
  self->has_tensix = weft_index_reader_take_at_most (reader, 1) != 0;
  self->n_controllers = (guint) weft_index_reader_take_at_most (reader, self->n_tiles);
  if (weft_index_reader_take_at_most (reader, 1) != 0)
    self->harvested = g_new0 (guint8, self->n_tiles);
  take_into (reader, self->types, self->n_tiles * sizeof *self->types);
  take_into (reader, self->controllers, self->n_tiles * sizeof *self->controllers);
  if (self->harvested != NULL)
    take_into (reader, self->harvested, self->n_tiles * sizeof *self->harvested);
  if (!tiles_are_right (self))
    weft_index_reader_set_bad (reader);
  return weft_index_reader_is_good (reader) ? g_steal_pointer (&self) : NULL;
}
