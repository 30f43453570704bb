/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-zones.h"

G_STATIC_ASSERT (WEFT_QUERY_ZONE_ROWS == WEFT_FIELD_BLOCK);

/* Takes the cell of a row into its zone; FALSE where it breaks the rise. */
static gboolean
add_cell (WeftQueryZone *zone, WeftCell cell, gint64 *last)
{
  gboolean is_unknown = !weft_cell_is_known (&cell);
  gint64 number;
  gboolean rises;

  if (!weft_query_cell_to_integer (&cell, &number))
    {
      zone->has_others |= !is_unknown;
      return FALSE;
    }
  rises = number >= *last;
  zone->least = MIN (zone->least, number);
  zone->greatest = MAX (zone->greatest, number);
  *last = number;
  return rises;
}

/* Takes the rows of the facts [first, end). Of items it is not known whether they rise. */
static gboolean
add_rows (WeftQueryZone *zone, WeftQueryWalk *walk, const WeftQueryZones *self, guint first,
          guint end, gint64 *last)
{
  gboolean rises = self->get != NULL || walk->items == NULL;

  for (guint row = first; row < end; row++)
    {
      if (self->get != NULL)
        {
          guint source = weft_facts_get_source_row (walk->facts, row);

          rises &= add_cell (zone, self->get (walk->facts->data, source), last);
        }
      else if (weft_query_walk_go (walk, row))
        do
          rises &= add_cell (zone, weft_query_walk_get (walk, self->field), last);
        while (weft_query_walk_next_item (walk));
    }
  return rises;
}

/* The same at once, where the rows' numbers can be read so. FALSE where they can't. */
static gboolean
add_block (WeftQueryZone *zone, const WeftFacts *facts, WeftQueryZones *self, guint first,
           guint end, gint64 *last)
{
  gint64 numbers[WEFT_QUERY_ZONE_ROWS];
  guint8 gaps[WEFT_QUERY_ZONE_ROWS];
  guint n = end - first, n_gaps;

  n_gaps = weft_facts_get_numbers (facts, self->field, first, n, numbers, gaps);
  if (n_gaps == WEFT_FIELD_ONE_BY_ONE || weft_field_has_reals (self->field))
    return FALSE;
  self->rises &= n_gaps == 0;
  for (guint i = 0; i < n; i++)
    {
      if (n_gaps > 0 && gaps[i])
        continue;
      self->rises &= numbers[i] >= *last;
      zone->least = MIN (zone->least, numbers[i]);
      zone->greatest = MAX (zone->greatest, numbers[i]);
      *last = numbers[i];
    }
  return TRUE;
}

/* FALSE where it was cancelled. */
static gboolean
add_zones (WeftQueryZones *self, WeftQueryWalk *walk, GCancellable *cancellable, GError **error)
{
  const gboolean in_blocks = self->get == NULL && walk->items == NULL && walk->buffer == NULL;
  gint64 last = G_MININT64;

  for (guint zone = 0; zone < self->n_zones; zone++)
    {
      guint first = zone * WEFT_QUERY_ZONE_ROWS;
      guint end = (guint) MIN ((guint64) first + WEFT_QUERY_ZONE_ROWS, walk->facts->n_rows);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      self->zones[zone] = (WeftQueryZone){ G_MAXINT64, G_MININT64, FALSE };
      if (!in_blocks || !add_block (&self->zones[zone], walk->facts, self, first, end, &last))
        self->rises &= add_rows (&self->zones[zone], walk, self, first, end, &last);
    }
  return TRUE;
}

WeftQueryZones *
weft_query_zones_new (const WeftQueryTable *table, const WeftFacts *facts, const WeftField *field,
                      WeftFieldGet get, GCancellable *cancellable, GError **error)
{
  WeftQueryZones *self = g_new0 (WeftQueryZones, 1);
  WeftQueryWalk walk;

  self->field = field;
  self->get = get;
  self->rises = TRUE;
  if (table->rises != NULL && table->rises (facts->data, field))
    return self;
  self->n_zones =
    (guint) (((guint64) facts->n_rows + WEFT_QUERY_ZONE_ROWS - 1) / WEFT_QUERY_ZONE_ROWS);
  self->zones = g_new (WeftQueryZone, self->n_zones);
  weft_query_walk_init (&walk, table, facts);
  if (!add_zones (self, &walk, cancellable, error))
    g_clear_pointer (&self, weft_query_zones_free);
  weft_query_walk_clear (&walk);
  return self;
}

void
weft_query_zones_free (WeftQueryZones *self)
{
  g_free (self->zones);
  g_free (self);
}

/* The number in a row of a column that rises. */
static gint64
read_number (const WeftQueryZones *self, WeftQueryWalk *walk, guint row)
{
  gint64 number = 0;
  WeftCell cell;

  if (self->get != NULL)
    cell = self->get (walk->facts->data, weft_facts_get_source_row (walk->facts, row));
  else
    {
      weft_query_walk_go (walk, row);
      cell = weft_query_walk_get (walk, self->field);
    }
  weft_query_cell_to_integer (&cell, &number);
  return number;
}

/* The first row with a number of `number` or more; above it where `above`. */
static guint
find_bound (const WeftQueryZones *self, WeftQueryWalk *walk, gint64 number, gboolean above)
{
  guint first = 0, end = walk->facts->n_rows;

  while (first < end)
    {
      guint middle = first + (end - first) / 2;
      gint64 found = read_number (self, walk, middle);

      if (found < number || (above && found == number))
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

void
weft_query_zones_find (const WeftQueryZones *self, WeftQueryWalk *walk, gint64 least,
                       gint64 greatest, guint *first, guint *end)
{
  *first = find_bound (self, walk, least, FALSE);
  *end = MAX (*first, find_bound (self, walk, greatest, TRUE));
}
