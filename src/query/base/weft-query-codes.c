/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-codes.h"

/* Where there are more cells than this, making each once spares little. */
#define MAX_VALUES 131072u

void
weft_query_codes_init (WeftQueryCodes *self, gboolean are_texts)
{
  *self = (WeftQueryCodes){ .are_texts = are_texts };
}

void
weft_query_codes_clear (WeftQueryCodes *self)
{
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->gaps, g_free);
  g_clear_pointer (&self->near, g_free);
  g_clear_pointer (&self->recent, g_free);
  g_clear_pointer (&self->texts, g_hash_table_unref);
  weft_map64_clear (&self->far);
}

guint
weft_query_codes_find_far (WeftQueryCodes *self, gint64 code)
{
  guint slot = (guint) (weft_map64_mix ((guint64) code) % WEFT_QUERY_RECENT_CODES);
  guint32 place;

  if (self->recent[slot].place > 0 && self->recent[slot].code == code)
    return self->recent[slot].place - 1;
  place = weft_map64_get (&self->far, (guint64) code);
  if (place == WEFT_MAP64_NONE)
    return G_MAXUINT;
  self->recent[slot].code = code;
  self->recent[slot].place = place + 1;
  return place;
}

gint32
weft_query_codes_add_text (WeftQueryCodes *self, const char *text, gboolean *is_new)
{
  gpointer number;

  if (self->texts == NULL)
    self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  number = g_hash_table_lookup (self->texts, text);
  *is_new = number == NULL;
  if (*is_new)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (self->texts) + 1);
      g_hash_table_insert (self->texts, g_strdup (text), number);
    }
  return (gint32) GPOINTER_TO_UINT (number) - 1;
}

/* Room for twice as many each time. */
static void
make_room (WeftQueryCodes *self)
{
  gboolean is_full =
    self->n_values == 0 || (self->n_values >= 16 && (self->n_values & (self->n_values - 1)) == 0);

  if (!is_full)
    return;
  self->values = g_renew (gint64, self->values, MAX (16, 2 * self->n_values));
  self->gaps = g_renew (guint8, self->gaps, MAX (16, 2 * self->n_values));
}

gboolean
weft_query_codes_add (WeftQueryCodes *self, gint64 code, gint64 value, gboolean gap)
{
  if (self->n_values == MAX_VALUES)
    return FALSE;
  make_room (self);
  self->values[self->n_values] = value;
  self->gaps[self->n_values] = gap;
  if (self->near == NULL)
    {
      self->near = g_new0 (guint32, WEFT_QUERY_NEAR_CODES);
      self->recent = g_malloc0_n (WEFT_QUERY_RECENT_CODES, sizeof *self->recent);
    }
  if ((guint64) code < WEFT_QUERY_NEAR_CODES)
    self->near[code] = self->n_values + 1;
  else
    weft_map64_set (&self->far, (guint64) code, self->n_values);
  self->n_values++;
  return TRUE;
}
