/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-short-names.h"

#include "weft-string-pool.h"

gboolean
weft_short_names_init (WeftShortNames *self, WeftTable *table)
{
  guint32 none;

  *self = (WeftShortNames){ table, g_hash_table_new (NULL, NULL) };
  return weft_table_append (table, &none);
}

void
weft_short_names_clear (WeftShortNames *self)
{
  g_clear_pointer (&self->places, g_hash_table_unref);
}

guint16
weft_short_names_get_place (WeftShortNames *self, guint32 name)
{
  gpointer key = GUINT_TO_POINTER (name + 1), place;
  guint32 row;

  if (name == WEFT_NO_NAME)
    return 0;
  place = g_hash_table_lookup (self->places, key);
  if (place != NULL)
    return (guint16) GPOINTER_TO_UINT (place);
  if (self->table->n_rows > G_MAXUINT16 || !weft_table_append (self->table, &row))
    return 0;
  weft_table_set_u32 (self->table, 0, row, name);
  g_hash_table_insert (self->places, key, GUINT_TO_POINTER (row));
  return (guint16) row;
}

guint32
weft_short_names_read (const WeftTable *table, guint16 place)
{
  return place != 0 ? weft_table_get_u32 (table, 0, place) : WEFT_NO_NAME;
}
