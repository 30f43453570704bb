/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-fact-query.h"

#include <math.h>
#include <string.h>

#include "weft-bulk.h"
#include "weft-facts-sort.h"
#include "weft-room.h"
#include "weft-words.h"

void
weft_fact_query_set (WeftFactQuery *self, const WeftFactQuery *other)
{
  WeftFactQuery copy = *other;

  if (copy.owner != NULL)
    g_object_ref (copy.owner);
  copy.filter = g_strdup (copy.filter);
  weft_fact_query_clear (self);
  *self = copy;
}

void
weft_fact_query_clear (WeftFactQuery *self)
{
  g_clear_object (&self->owner);
  g_clear_pointer (&self->filter, g_free);
}

gboolean
weft_fact_query_is_plain (const WeftFactQuery *self)
{
  return self->column >= self->facts.n_columns && self->filter == NULL;
}

/* --- cells for people ------------------------------------------------------------------------------- */

/* Digits behind the point of small numbers. */
#define DECIMALS 3

/* As wide as a digit. */
#define FIGURE_SPACE "\u2007"

/* Three digits behind the point of small numbers, one of others, and blanks in place of what is left out,
 * so that the points of a column stand below one another. */
static char *
format_real (const WeftCell *cell)
{
  guint decimals = cell->decimals > 0 ? cell->decimals : fabs (cell->real) < 10 ? DECIMALS : 1;
  GString *text = g_string_new (NULL);
  g_autofree char *number = NULL;

  if (!isfinite (cell->real))
    return g_strdup ("—");
  number = weft_number_ratio (cell->real, decimals);
  g_string_append (text, number);
  for (guint i = decimals; cell->decimals == 0 && i < DECIMALS; i++)
    g_string_append (text, FIGURE_SPACE);
  return g_string_free (text, FALSE);
}

char *
weft_fact_query_format (const WeftFacts *facts, guint row, guint column, const WeftCell *cell)
{
  const WeftField *field = weft_facts_get_column (facts, column);
  char *text = weft_cell_is_known (cell) && field->show != NULL
                 ? field->show (facts->data, row, cell)
                 : weft_facts_format (facts, column, cell);

  if (text != NULL)
    return text;
  return cell->type == WEFT_CELL_REAL ? format_real (cell) : weft_cell_to_string (cell);
}

/* --- the filter ----------------------------------------------------------------------------------- */

/* Takes the text. */
static gboolean
holds (char *text, const char *folded)
{
  g_autofree char *own = g_utf8_casefold (text, -1);

  g_free (text);
  return strstr (own, folded) != NULL;
}

/* "12.3 %" with a space that somebody can type; NULL where there is no unit. */
static char *
format_typed (const WeftFacts *facts, guint column, const WeftCell *cell)
{
  g_autofree char *text = weft_facts_format_unit (facts, column, cell);
  GString *typed;

  if (text == NULL)
    return NULL;
  typed = g_string_new (text);
  g_string_replace (typed, "\u00a0", " ", 0);
  return g_string_free (typed, FALSE);
}

static gboolean
cell_passes (const WeftFacts *facts, guint column, const WeftCell *cell, const char *folded)
{
  char *typed;

  if (holds (weft_cell_to_string (cell), folded))
    return TRUE;
  typed = format_typed (facts, column, cell);
  return typed != NULL && holds (typed, folded);
}

static gboolean
row_passes (const WeftFacts *facts, guint row, const char *folded)
{
  for (guint i = 0; i < facts->n_columns; i++)
    {
      g_auto (WeftCell) cell = weft_facts_get_cell (facts, row, i);

      if (cell_passes (facts, i, &cell, folded))
        return TRUE;
    }
  return FALSE;
}

/* --- the order -------------------------------------------------------------------------------------- */

static void
take_all_rows (const WeftFactListing *listing, guint32 *order)
{
  if (listing->rows != NULL)
    memcpy (order, listing->rows, listing->n_rows * sizeof *order);
  for (guint i = 0; listing->rows == NULL && i < listing->n_rows; i++)
    order[i] = i;
}

/* The listed rows that pass the filter, in the order that they are listed in. */
static gboolean
take_rows (const WeftFactQuery *self, guint32 *order, guint *n_rows, GCancellable *cancellable,
           GError **error)
{
  g_autofree char *folded = g_utf8_casefold (self->filter, -1);

  *n_rows = 0;
  for (guint i = 0; i < self->listing.n_rows; i++)
    {
      guint row = self->listing.rows != NULL ? self->listing.rows[i] : i;

      if (i % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (row_passes (&self->facts, row, folded))
        order[(*n_rows)++] = row;
    }
  return TRUE;
}

gboolean
weft_fact_query_run (WeftFactQuery *self, guint32 **order, guint *n_rows, GCancellable *cancellable,
                     GError **error)
{
  weft_auto_bulk guint32 *rows = NULL;

  if (self->find != NULL && !self->find (self->owner, &self->listing, cancellable, error))
    return FALSE;
  *n_rows = self->listing.n_rows;
  *order = NULL;
  if (weft_fact_query_is_plain (self))
    return TRUE;
  rows = weft_bulk_new (guint32, self->listing.n_rows);
  if (!weft_room_found (rows, error))
    return FALSE;
  if (self->filter == NULL)
    take_all_rows (&self->listing, rows);
  else if (!take_rows (self, rows, n_rows, cancellable, error))
    return FALSE;
  if (self->column < self->facts.n_columns
      && !weft_facts_sort (&self->facts, self->column, self->descending, rows, *n_rows, cancellable,
                           error))
    return FALSE;
  *order = g_steal_pointer (&rows);
  return TRUE;
}
