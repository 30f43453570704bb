/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-field.h"

G_BEGIN_DECLS

/* A table of rows that is described once, and shown by whoever has it: as JSON objects, as CSV, as
 * columns on a terminal, as a table in a window. Its cells are made when they are asked for. */

#define WEFT_FACTS_MAX_COLUMNS 64

typedef struct
{
  const WeftField *fields; /* live for ever */
  guint n_columns;
  guint n_rows;
  gpointer data;
  gconstpointer items; /* the rows that are structs, of `item_size` bytes each */
  gsize item_size;
  /* Of the columns in cycles: how many there are in a second, and the one from which people count; 0
   * and 0 where they are written as the numbers that they are. */
  gint64 hertz;
  gint64 zero;
  const guint32 *rows;                  /* of the data, in the table's order; NULL: all of them */
  gboolean is_part;                     /* only some fields are columns: */
  guint8 parts[WEFT_FACTS_MAX_COLUMNS]; /* their indices */
} WeftFacts;

/* The table of the fields that have the flag. */
WeftFacts weft_facts_of (const WeftSchema *schema, guint flag, gconstpointer data, guint n_rows);

/* The table of the schema's fields with that flag, whose rows are structs, `n_items` of them one behind
 * the other, which have to live as long as `data` does. */
WeftFacts weft_facts_of_items (const WeftSchema *schema, guint flag, gconstpointer data,
                               gconstpointer items, guint n_items);

/* Leaves only those of the rows that are in the set (nullable: all), which is of as many. Their numbers, for
 * g_free() once the table is not used any more: (transfer full) (nullable). */
guint32 *weft_facts_keep (WeftFacts *self, const WeftBitset *set);

/* A cell of a row that is a struct, of any field. */
WeftCell weft_field_get_item (const WeftField *self, gconstpointer data, guint row,
                              gconstpointer item);

/* Cells of a field as WeftFieldNumbers has them, also of rows that are structs: of the `n` rows from `first` on, a multiple
 * of WEFT_FIELD_BLOCK. */
guint weft_facts_get_numbers (const WeftFacts *self, const WeftField *field, guint first, guint n,
                              gint64 *numbers, guint8 *gaps);

/* Likewise what stands for the cells, as WeftField has its `codes`. FALSE: nothing does. */
gboolean weft_facts_get_codes (const WeftFacts *self, const WeftField *field, guint first, guint n,
                               gint64 *codes);

/* Both of `n` rows that are structs which lie one behind the other, `size` bytes apart. */
guint weft_field_get_item_numbers (const WeftField *self, gconstpointer items, gsize size, guint n,
                                   gint64 *numbers, guint8 *gaps);
gboolean weft_field_get_item_codes (const WeftField *self, gconstpointer items, gsize size, guint n,
                                    gint64 *codes);

/* Whether what these call numbers are the bits of doubles. */
static inline gboolean
weft_field_has_reals (const WeftField *self)
{
  return self->type == WEFT_FIELD_REAL || self->member.type == WEFT_MEMBER_DOUBLE;
}

/* The table of those columns whose rows are the elements of the array, which has to live as long as
 * `data` does. */
WeftFacts weft_facts_of_array (const WeftField *columns, guint n_columns, gconstpointer data,
                               const GArray *items);

static inline const WeftField *
weft_facts_get_column (const WeftFacts *self, guint column)
{
  return &self->fields[self->is_part ? self->parts[column] : column];
}

/* The data's row that a row of the table is about. */
static inline guint
weft_facts_get_source_row (const WeftFacts *self, guint row)
{
  return self->rows != NULL ? self->rows[row] : row;
}

/* One cell, for weft_cell_clear(). */
WeftCell weft_facts_get_cell (const WeftFacts *self, guint row, guint column);

/* Fills `cells` (WEFT_FACTS_MAX_COLUMNS of them), and gives back what they hold. */
void weft_facts_get_row (const WeftFacts *self, guint row, WeftCell *cells);
void weft_facts_clear_row (const WeftFacts *self, WeftCell *cells);

/* A cell whose column has a unit that is written with it, for people: "12.3 %", "1.25 ms". NULL where
 * the cell is a plain number, a text or not known. (transfer full) */
char *weft_facts_format_unit (const WeftFacts *self, guint column, const WeftCell *cell);

/* A cell for people, "—" where there is nothing: (transfer full). Without `self` (nullable) it has no
 * unit. NULL of texts, and of real numbers without a unit: a terminal and a window write those each
 * in its own way. */
char *weft_facts_format (const WeftFacts *self, guint column, const WeftCell *cell);

/* Appends a cell to a line of a CSV file as RFC 4180 quotes it, behind a comma unless it is the first. */
void weft_csv_append_cell (GString *csv, const WeftCell *cell, gboolean first);

/* Appends a line as RFC 4180 has it, but with a plain newline: of the keys, or of a row. */
void weft_facts_append_csv_keys (const WeftFacts *self, GString *csv);
void weft_facts_append_csv_row (const WeftFacts *self, guint row, GString *csv);

/* Appends the lines of the keys, then of the rows
 * `order` (nullable: all in their order), `n_rows` of them. */
void weft_facts_append_csv (const WeftFacts *self, const guint *order, guint n_rows, GString *csv);

G_END_DECLS
