/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-json-writer.h"

G_BEGIN_DECLS

/* Prints tables of facts on a terminal and for machines. */

/* How JSON differs from what people see. */
typedef struct
{
  const char *left_out; /* the key of a column that is not written, nullable */
  gboolean places;      /* texts such as "(3,4)" of fields with WEFT_FIELD_PLACE are [3,4] */
} WeftCliRecordsShape;

/* A cell as people see it, "—" where there is nothing: (transfer full). Without `facts` (nullable) it
 * has no unit. */
char *weft_cli_format_cell (const WeftFacts *facts, guint column, const WeftCell *cell);

/* A value. */
void weft_cli_records_write_cell (const WeftCell *cell, WeftJsonWriter *writer);

/* An array of one object per row; `shape` is nullable. */
void weft_cli_records_write_json (const WeftFacts *self, const WeftCliRecordsShape *shape,
                                  WeftJsonWriter *writer);

/* Whether machines are told of the field: it is known, and no flag that does not hold. */
gboolean weft_cli_records_is_said (const WeftField *field, const WeftCell *cell);

/* A member of an object, where the row has the field; `item` is the row where that is a struct. */
void weft_cli_records_write_field (const WeftField *field, gconstpointer data, guint row,
                                   gconstpointer item, WeftJsonWriter *writer);

/* Members of an object: what the row has of the fields with the flag. Flags that do not hold are left
 * out. */
void weft_cli_records_write_fields (const WeftSchema *schema, guint flag, gconstpointer data,
                                    guint row, WeftJsonWriter *writer);

/* The same of a row that is a struct. */
void weft_cli_records_write_item (const WeftSchema *schema, guint flag, gconstpointer data,
                                  guint row, gconstpointer item, WeftJsonWriter *writer);

/* A line of a dump: an object of the fields that dumps have. */
void weft_cli_records_write_row (const WeftSchema *schema, gconstpointer data, guint row,
                                 WeftJsonWriter *writer);

/* An array of the cells of a row that is a struct. One that is not known is null, or left out where it stands
 * last. */
void weft_cli_records_write_list (const WeftFacts *columns, gconstpointer item,
                                  WeftJsonWriter *writer);

/* The first line of a CSV file, and the line of a row. */
void weft_cli_records_append_keys (const WeftSchema *schema, guint flag, GString *csv);
void weft_cli_records_append_row (const WeftSchema *schema, guint flag, gconstpointer data,
                                  guint row, gconstpointer item, GString *csv);

/* RFC 4180, but with plain newlines: a line of keys, then one line per row. */
void weft_cli_records_write_csv (const WeftFacts *self, FILE *stream);

/* Columns for people, at most `max_rows` rows and a line that says how many more there are. */
void weft_cli_records_print (const WeftFacts *self, FILE *stream, guint max_rows);

G_END_DECLS
