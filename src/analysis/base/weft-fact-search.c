/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-search.h"

#include <string.h>

/* Rows that are reported together, with a look at the cancellable. */
#define PIECE 4096

/* Texts whose match is remembered: names repeat, and looking one up is quicker than matching it. */
#define MAX_KNOWN 65536

/* Where a text matches; `to` below `from`: it does not. */
typedef struct
{
  guint32 from;
  guint32 to;
} Match;

struct _WeftFactSearch
{
  WeftTextMatcher *matcher;
  guint32 mask;
  GHashTable *known; /* text → Match */
  GArray *hits;      /* WeftSearchHit, of the piece */
  guint n_searched;  /* rows of the table that was searched to its end */
};

WeftFactSearch *
weft_fact_search_new (WeftTextMatcher *matcher, guint32 mask)
{
  WeftFactSearch *self = g_new0 (WeftFactSearch, 1);

  self->matcher = weft_text_matcher_ref (matcher);
  self->mask = mask;
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->hits = g_array_new (FALSE, FALSE, sizeof (WeftSearchHit));
  return self;
}

void
weft_fact_search_free (WeftFactSearch *self)
{
  weft_text_matcher_unref (self->matcher);
  g_hash_table_unref (self->known);
  g_array_unref (self->hits);
  g_free (self);
}

static Match
match_text (WeftFactSearch *self, const char *text)
{
  const Match *known = g_hash_table_lookup (self->known, text);
  Match match = { 1, 0 };
  gsize from, to;

  if (known != NULL)
    return *known;
  if (weft_text_matcher_find (self->matcher, text, strlen (text), &from, &to))
    match = (Match){ (guint32) from, (guint32) to };
  if (g_hash_table_size (self->known) < MAX_KNOWN)
    g_hash_table_insert (self->known, g_strdup (text), g_memdup2 (&match, sizeof match));
  return match;
}

static void
search_row (WeftFactSearch *self, const WeftFactSearchRows *rows, guint row)
{
  for (guint i = 0; i < rows->facts.n_columns; i++)
    {
      WeftSearchHit hit = { .row = row, .part = G_MAXUINT32, .field = 1u << i };
      g_auto (WeftCell) cell = weft_cell_none ();
      g_autofree char *text = NULL;
      Match match;

      if ((self->mask & hit.field) == 0)
        continue;
      cell = weft_facts_get_cell (&rows->facts, row, i);
      if (cell.type == WEFT_CELL_NONE)
        continue;
      text = weft_cell_to_string (&cell);
      match = match_text (self, text);
      if (match.to < match.from)
        continue;
      hit.item = rows->get_item (rows->facts.data, row);
      hit.time = rows->get_time (rows->facts.data, row);
      hit.from = match.from;
      hit.to = match.to;
      g_array_append_val (self->hits, hit);
    }
}

gboolean
weft_fact_search_run (WeftFactSearch *self, const WeftFactSearchRows *rows, WeftSearchFound found,
                      gpointer user_data, GCancellable *cancellable, GError **error)
{
  if (self->n_searched == rows->facts.n_rows)
    return TRUE;
  for (guint first = 0; first < rows->facts.n_rows; first += PIECE)
    {
      guint last = MIN (first + PIECE, rows->facts.n_rows);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      g_array_set_size (self->hits, 0);
      for (guint row = first; row < last; row++)
        search_row (self, rows, row);
      if (!found (first, last, (const WeftSearchHit *) (gconstpointer) self->hits->data,
                  self->hits->len, user_data))
        return TRUE;
    }
  self->n_searched = rows->facts.n_rows;
  return TRUE;
}
