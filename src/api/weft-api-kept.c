/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-kept-private.h"

#include "weft-api-column-private.h"
#include "weft-memory-budget.h"

#define MAX_SIZE (G_GUINT64_CONSTANT (1) << 28)

typedef struct
{
  char *table;
  char *column;
  WeftApiColumn *kept;
  guint64 size;
} Entry;

struct _WeftApiKept
{
  GQueue entries; /* Entry, the one that was asked for last first */
  guint64 size;
};

WeftApiKept *
weft_api_kept_new (void)
{
  WeftApiKept *self = g_new0 (WeftApiKept, 1);

  g_queue_init (&self->entries);
  return self;
}

static void
free_entry (gpointer data)
{
  Entry *entry = data;

  g_free (entry->table);
  g_free (entry->column);
  g_object_unref (entry->kept);
  g_free (entry);
}

void
weft_api_kept_free (WeftApiKept *self)
{
  g_queue_clear_full (&self->entries, free_entry);
  g_free (self);
}

WeftApiColumn *
weft_api_kept_find (WeftApiKept *self, const char *table, const char *column)
{
  for (GList *l = self->entries.head; l != NULL; l = l->next)
    {
      Entry *entry = l->data;

      if (g_ascii_strcasecmp (entry->table, table) != 0
          || g_ascii_strcasecmp (entry->column, column) != 0)
        continue;
      g_queue_unlink (&self->entries, l);
      g_queue_push_head_link (&self->entries, l);
      return g_object_ref (entry->kept);
    }
  return NULL;
}

void
weft_api_kept_add (WeftApiKept *self, const char *table, const char *column, WeftApiColumn *kept)
{
  const guint64 room = MIN (MAX_SIZE, weft_memory_budget_get () / 4);
  Entry *entry = g_new0 (Entry, 1);

  entry->table = g_strdup (table);
  entry->column = g_strdup (column);
  entry->kept = g_object_ref (kept);
  entry->size = weft_api_column_get_size (kept);
  g_queue_push_head (&self->entries, entry);
  self->size += entry->size;
  while (self->size > room)
    {
      Entry *last = g_queue_pop_tail (&self->entries);

      self->size -= last->size;
      free_entry (last);
    }
}
