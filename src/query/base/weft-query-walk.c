/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-walk.h"

void
weft_query_walk_init (WeftQueryWalk *self, const WeftQueryTable *table, const WeftFacts *facts)
{
  *self = (WeftQueryWalk){ .table = table, .facts = facts };
  if (table->list != NULL)
    self->items = g_array_new (FALSE, FALSE, (guint) table->schema->item_size);
  else if (table->read != NULL)
    self->item = self->buffer = g_malloc0 (table->schema->item_size);
}

void
weft_query_walk_clear (WeftQueryWalk *self)
{
  g_clear_pointer (&self->items, g_array_unref);
  g_clear_pointer (&self->buffer, g_free);
}

gboolean
weft_query_walk_go (WeftQueryWalk *self, guint row)
{
  const WeftFacts *facts = self->facts;

  self->row = row;
  self->source = weft_facts_get_source_row (facts, row);
  self->at = 0;
  if (self->items != NULL)
    {
      g_array_set_size (self->items, 0);
      self->table->list (facts->data, self->source, self->items);
      self->item = self->items->data;
      return self->items->len > 0;
    }
  if (self->buffer != NULL)
    self->table->read (facts->data, self->source, self->buffer);
  else if (facts->items != NULL)
    self->item = (const char *) facts->items + self->source * facts->item_size;
  return TRUE;
}
