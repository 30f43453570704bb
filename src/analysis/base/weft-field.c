/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-field.h"

#include <string.h>

char *
weft_field_show_name (gconstpointer data G_GNUC_UNUSED, guint row G_GNUC_UNUSED,
                      const WeftCell *cell)
{
  return weft_cell_to_string (cell);
}

const WeftField *
weft_schema_find (const WeftSchema *self, guint flags, const char *key)
{
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (self, flags, field)
    if (key == NULL || strcmp (field->key, key) == 0)
      return field;
  return NULL;
}

/* --- texts of a field ------------------------------------------------------------------------- */

/* Rows that are looked through for the texts of a field. */
#define MAX_LOOKED 100000u

static void
add_text (GStrvBuilder *texts, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_strv_builder_add (texts, valid);
}

static void
add_texts_of_rows (const WeftField *self, gconstpointer data, guint n_rows, GStrvBuilder *texts)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) words = g_hash_table_new (NULL, NULL);

  for (guint row = 0; row < MIN (n_rows, MAX_LOOKED); row++)
    {
      g_auto (WeftCell) cell = weft_field_get (self, data, row);

      if (cell.type != WEFT_CELL_TEXT
          || (cell.word != 0 && !g_hash_table_add (words, GUINT_TO_POINTER (cell.word)))
          || g_hash_table_contains (seen, cell.text))
        continue;
      g_hash_table_add (seen, g_strdup (cell.text));
      add_text (texts, cell.text);
    }
}

char **
weft_field_list_texts (const WeftField *self, gconstpointer data, guint n_rows)
{
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  const char *text;

  if (self->word == NULL)
    add_texts_of_rows (self, data, n_rows, texts);
  for (guint word = 0; self->word != NULL && (text = self->word (data, word)) != NULL; word++)
    add_text (texts, text);
  return g_strv_builder_end (texts);
}
