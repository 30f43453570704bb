/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-perfetto-names.h"

#include "weft-protobuf.h"

/* Labels may differ from event to event, and memory is not to grow with them. */
#define MAX_NAMES 65536

enum
{
  NAME_IID = 1,
  NAME_NAME = 2,
};

struct _WeftPerfettoNames
{
  GHashTable *tables[WEFT_PERFETTO_N_NAMES]; /* numbers by name */
};

WeftPerfettoNames *
weft_perfetto_names_new (void)
{
  WeftPerfettoNames *self = g_new0 (WeftPerfettoNames, 1);

  for (guint i = WEFT_PERFETTO_CATEGORIES; i < WEFT_PERFETTO_N_NAMES; i++)
    self->tables[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
weft_perfetto_names_free (WeftPerfettoNames *self)
{
  for (guint i = WEFT_PERFETTO_CATEGORIES; i < WEFT_PERFETTO_N_NAMES; i++)
    g_hash_table_unref (self->tables[i]);
  g_free (self);
}

guint64
weft_perfetto_names_find (WeftPerfettoNames *self, WeftPerfettoName which, const char *name,
                          GString *interned)
{
  GHashTable *table = self->tables[which];
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (table, name));
  gsize place;

  if (number != 0 || g_hash_table_size (table) >= MAX_NAMES)
    return number;
  number = g_hash_table_size (table) + 1;
  g_hash_table_insert (table, g_strdup (name), GUINT_TO_POINTER (number));
  place = weft_protobuf_begin (interned, which);
  weft_protobuf_unsigned (interned, NAME_IID, number);
  weft_protobuf_string (interned, NAME_NAME, name);
  weft_protobuf_end (interned, place);
  return number;
}
