/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-api-column-private.h"

WeftApiColumn *
weft_api_column_split (WeftApiColumn *self, gsize n_rows)
{
  WeftApiColumn *rest = weft_api_column_new (self->name);

  weft_api_buffer_split (&self->words, n_rows * sizeof (WeftApiWord), &rest->words);
  weft_api_buffer_split (&self->places, n_rows * sizeof (gint32), &rest->places);
  return rest;
}

/* The number that each word of `next` has in the dictionary of `self`, to which it adds those that it lacks. */
static gint32 *
merge_words (WeftApiColumn *self, const WeftApiColumn *next)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gint32 *merged = g_new (gint32, next->dictionary->n_rows);
  gsize length;

  for (gsize i = 0; i < self->dictionary->n_rows; i++)
    {
      const char *word = weft_api_column_get_word (self->dictionary, (gint32) i, &length);

      g_hash_table_insert (numbers, g_strndup (word, length), GSIZE_TO_POINTER (i + 1));
    }
  for (gsize i = 0; i < next->dictionary->n_rows; i++)
    {
      const char *text = weft_api_column_get_word (next->dictionary, (gint32) i, &length);
      g_autofree char *word = g_strndup (text, length);

      merged[i] = weft_api_column_number_text (self->dictionary, numbers, word);
    }
  return merged;
}

static void
join_shared (WeftApiColumn *self, WeftApiColumn *next)
{
  gint32 *places = (gint32 *) (gpointer) next->places.data;

  if (self->dictionary == NULL)
    self->dictionary = g_steal_pointer (&next->dictionary);
  else if (next->dictionary != NULL)
    {
      g_autofree gint32 *merged = merge_words (self, next);

      for (gsize i = 0; i < next->n_rows; i++)
        if (places[i] >= 0)
          places[i] = merged[places[i]];
    }
  weft_api_buffer_join (&self->places, &next->places);
  self->n_rows += next->n_rows;
}

/* Of the same type; what texts they have lie one behind the other. */
static void
join_alike (WeftApiColumn *self, WeftApiColumn *next)
{
  if (self->type == WEFT_API_COLUMN_TEXT)
    {
      for (gsize i = 0; i < next->n_rows; i++)
        weft_api_column_peek_words (next)[i].integer += (gint64) self->texts->len;
      g_string_append_len (self->texts, next->texts->str, (gssize) next->texts->len);
    }
  weft_api_buffer_join (&self->words, &next->words);
  weft_api_column_note_gaps (self, next->n_missing > 0 ? (const guint8 *) next->gaps.data : NULL,
                             (guint) next->n_rows);
  self->n_rows += next->n_rows;
}

static void
join_row (WeftApiColumn *self, const WeftApiColumn *next, gsize row)
{
  const WeftApiWord word = weft_api_column_peek_words (next)[row];
  g_autofree char *text = NULL;
  WeftCell cell = weft_cell_none ();
  gsize length;

  if (weft_api_column_is_missing (next, row))
    ;
  else if (next->type == WEFT_API_COLUMN_INTEGER)
    cell = weft_cell_signed (word.integer);
  else if (next->type == WEFT_API_COLUMN_REAL)
    cell = weft_cell_real (word.real);
  else
    {
      const char *start = weft_api_column_get_word (next, (gint32) row, &length);

      text = g_strndup (start, length);
      cell = weft_cell_lent (text);
    }
  weft_api_column_add (self, &cell);
}

void
weft_api_column_join (WeftApiColumn *self, WeftApiColumn *next)
{
  if (next->n_rows == 0)
    ;
  else if (self->is_shared && next->is_shared)
    join_shared (self, next);
  else
    {
      if (self->is_shared)
        weft_api_column_unshare (self);
      if (next->is_shared)
        weft_api_column_unshare (next);
      if (self->type == next->type)
        join_alike (self, next);
      else
        for (gsize i = 0; i < next->n_rows; i++)
          join_row (self, next, i);
    }
  g_object_unref (next);
}
