/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-search.h"

#include <string.h>

/* Rows enough for several pieces: three in a hundred have a name of their own. */
#define N_ROWS 10000

static WeftCell
get_number (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_count (row);
}

static WeftCell
get_name (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return weft_cell_text (row % 100 < 3 ? g_strdup_printf ("Row%u", row) : g_strdup ("plain"));
}

static WeftCell
get_kind (gconstpointer data G_GNUC_UNUSED, guint row)
{
  return row % 2 == 0 ? weft_cell_none () : weft_cell_text (g_strdup ("grow \xff"));
}

static const WeftField fields[] = {
  { "number", "Number", get_number, WEFT_FIELD_NUMBER },
  { "name", "Name", get_name, WEFT_FIELD_TEXT, WEFT_FIELD_SEARCH },
  { "kind", "Kind", get_kind, WEFT_FIELD_TEXT, WEFT_FIELD_SEARCH },
};

static const WeftSchema schema = { "row", "Rows", fields, G_N_ELEMENTS (fields) };

static guint32
get_item (gpointer data G_GNUC_UNUSED, guint row)
{
  return N_ROWS - row;
}

static gint64
get_time (gpointer data G_GNUC_UNUSED, guint row)
{
  return (gint64) row * 10;
}

static WeftFactSearchRows all_rows;

typedef struct
{
  GArray *hits;
  guint32 next; /* row that the next piece begins with */
  guint n_pieces;
  guint most; /* pieces that are taken */
  GCancellable *cancellable;
} Found;

static gboolean
take (guint32 first, guint32 last, const WeftSearchHit *hits, guint n_hits, gpointer data)
{
  Found *found = data;

  g_assert_cmpuint (first, ==, found->next);
  g_assert_cmpuint (last, >, first);
  for (guint i = 0; i < n_hits; i++)
    {
      g_assert_cmpuint (hits[i].row, >=, i > 0 ? hits[i - 1].row : first);
      g_assert_cmpuint (hits[i].row, <, last);
    }
  g_array_append_vals (found->hits, hits, n_hits);
  found->next = last;
  found->n_pieces++;
  if (found->cancellable != NULL)
    g_cancellable_cancel (found->cancellable);
  return found->n_pieces < found->most;
}

static void
found_init (Found *found, guint most)
{
  *found = (Found){ g_array_new (FALSE, FALSE, sizeof (WeftSearchHit)), 0, 0, most, NULL };
}

static WeftFactSearch *
search_for (const char *regex, guint32 mask)
{
  g_autoptr (WeftTextMatcher) matcher =
    weft_text_matcher_new (WEFT_MATCH_REGEX, regex, TRUE, NULL, NULL);

  return weft_fact_search_new (matcher, mask);
}

static void
run (WeftFactSearch *search, const WeftFactSearchRows *rows, Found *found)
{
  g_assert_true (weft_fact_search_run (search, rows, take, found, NULL, NULL));
}

/* Every text that matches is found once, with its place; what is not known is no text. */
static void
test_finds (void)
{
  g_autoptr (WeftFactSearch) search = search_for ("row", 3);
  const WeftSearchHit *hit;
  Found found;

  found_init (&found, G_MAXUINT);
  run (search, &all_rows, &found);
  g_assert_cmpuint (found.hits->len, ==, N_ROWS / 100 * 3 + N_ROWS / 2);
  g_assert_cmpuint (found.next, ==, N_ROWS);
  g_assert_cmpuint (found.n_pieces, >, 1);
  /* Row 1 has both, in the order of the fields. */
  hit = &g_array_index (found.hits, WeftSearchHit, 1);
  g_assert_cmpuint (hit->row, ==, 1);
  g_assert_cmpuint (hit->item, ==, N_ROWS - 1);
  g_assert_cmpint (hit->time, ==, 10);
  g_assert_cmpuint (hit->field, ==, 1);
  g_assert_cmpuint (hit->from, ==, 0);
  g_assert_cmpuint (hit->to, ==, 3);
  hit++;
  g_assert_cmpuint (hit->row, ==, 1);
  g_assert_cmpuint (hit->field, ==, 2);
  g_assert_cmpuint (hit->from, ==, 1);
  g_assert_cmpuint (hit->to, ==, 4);
  g_array_unref (found.hits);
}

static void
test_fields (void)
{
  g_autoptr (WeftFactSearch) search = search_for ("row", 2);
  Found found;

  found_init (&found, G_MAXUINT);
  run (search, &all_rows, &found);
  g_assert_cmpuint (found.hits->len, ==, N_ROWS / 2);
  g_array_unref (found.hits);
}

/* A table that has not grown is not searched again, one that has is from its beginning. */
static void
test_grows (void)
{
  g_autoptr (WeftFactSearch) search = search_for ("^Row", 3);
  WeftFactSearchRows some = all_rows;
  Found found;

  some.facts.n_rows = N_ROWS / 2;
  found_init (&found, G_MAXUINT);
  run (search, &some, &found);
  g_assert_cmpuint (found.hits->len, ==, N_ROWS / 200 * 3);
  run (search, &some, &found);
  g_assert_cmpuint (found.next, ==, N_ROWS / 2);
  g_array_unref (found.hits);

  found_init (&found, G_MAXUINT);
  run (search, &all_rows, &found);
  g_assert_cmpuint (found.hits->len, ==, N_ROWS / 100 * 3);
  g_array_unref (found.hits);
}

static void
test_ends (void)
{
  g_autoptr (WeftFactSearch) search = search_for ("row", 3);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Found found;

  found_init (&found, 1);
  run (search, &all_rows, &found);
  g_assert_cmpuint (found.n_pieces, ==, 1);
  g_array_unref (found.hits);

  found_init (&found, G_MAXUINT);
  found.cancellable = cancellable;
  g_assert_false (weft_fact_search_run (search, &all_rows, take, &found, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (found.n_pieces, ==, 1);
  g_array_unref (found.hits);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  all_rows = (WeftFactSearchRows){ weft_facts_of (&schema, WEFT_FIELD_SEARCH, NULL, N_ROWS),
                                   get_item, get_time };
  g_test_add_func ("/fact-search/finds", test_finds);
  g_test_add_func ("/fact-search/fields", test_fields);
  g_test_add_func ("/fact-search/grows", test_grows);
  g_test_add_func ("/fact-search/ends", test_ends);
  return g_test_run ();
}
