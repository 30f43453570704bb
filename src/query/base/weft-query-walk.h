/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "weft-query-table.h"

G_BEGIN_DECLS

/* Goes through the rows of a table where they lie. Where those are lists, their items are the rows, and the
 * lists are what is counted. One thread. */
typedef struct
{
  const WeftQueryTable *table;
  const WeftFacts *facts;
  guint row;          /* of the facts, */
  guint source;       /* and of their data */
  guint at;           /* of a list: the item */
  gconstpointer item; /* NULL: the row is no struct */
  GArray *items;      /* of a list */
  gpointer buffer;    /* of a row that is read */
} WeftQueryWalk;

/* `facts` must outlive the walk. */
void weft_query_walk_init (WeftQueryWalk *self, const WeftQueryTable *table,
                           const WeftFacts *facts);
void weft_query_walk_clear (WeftQueryWalk *self);

/* Goes to a row of the facts. FALSE where it is an empty list. */
gboolean weft_query_walk_go (WeftQueryWalk *self, guint row);

/* Goes on to the next item of the list; FALSE where there is none. */
static inline gboolean
weft_query_walk_next_item (WeftQueryWalk *self)
{
  if (self->items == NULL || self->at + 1 >= self->items->len)
    return FALSE;
  self->at++;
  self->item = self->items->data + self->at * self->table->schema->item_size;
  return TRUE;
}

static inline WeftCell
weft_query_walk_get (const WeftQueryWalk *self, const WeftField *field)
{
  if (field->get != NULL)
    return field->get (self->facts->data, self->source);
  return weft_field_get_item (field, self->facts->data, self->source, self->item);
}

/* A cell of the field as queries see it: a whole number is WEFT_CELL_SIGNED, and nothing else stands for what is not
 * known. Takes the cell. */
static inline WeftCell
weft_query_value_of (const WeftField *field, WeftCell cell)
{
  switch (cell.type)
    {
    case WEFT_CELL_COUNT:
    case WEFT_CELL_SIGNED:
    case WEFT_CELL_ADDRESS:
    case WEFT_CELL_FLAG:
      return weft_cell_signed (cell.integer);
    case WEFT_CELL_REAL:
      return weft_cell_is_known (&cell) ? cell : weft_cell_none ();
    case WEFT_CELL_TEXT:
      if (field->type != WEFT_FIELD_ANY || strcmp (cell.text, "—") != 0)
        return cell;
      weft_cell_clear (&cell);
      return weft_cell_none ();
    case WEFT_CELL_NONE:
    default:
      return weft_cell_none ();
    }
}

static inline WeftCell
weft_query_walk_get_value (const WeftQueryWalk *self, const WeftField *field)
{
  return weft_query_value_of (field, weft_query_walk_get (self, field));
}

/* The row's number in queries; that of a list's item says both. */
static inline gint64
weft_query_walk_get_rowid (const WeftQueryWalk *self)
{
  guint number;

  if (self->items == NULL)
    return self->row;
  number = self->table->number != NULL ? self->table->number (self->item) : self->at;
  return (gint64) ((guint64) self->row << 32 | number);
}

/* A cell that is a whole number, as queries see it. FALSE: it is none. Clears the cell. */
static inline gboolean
weft_query_cell_to_integer (WeftCell *cell, gint64 *integer)
{
  switch (cell->type)
    {
    case WEFT_CELL_COUNT:
    case WEFT_CELL_SIGNED:
    case WEFT_CELL_ADDRESS:
    case WEFT_CELL_FLAG:
      *integer = cell->integer;
      return TRUE;
    case WEFT_CELL_NONE:
    case WEFT_CELL_REAL:
    case WEFT_CELL_TEXT:
    default:
      weft_cell_clear (cell);
      return FALSE;
    }
}

G_END_DECLS
