/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-json-writer.h"

G_BEGIN_DECLS

/* A table that is written once and printed three ways: JSON objects, CSV, columns for people. */

typedef enum
{
  WEFT_CELL_NONE, /* not known: null, nothing, "—" */
  WEFT_CELL_COUNT,
  WEFT_CELL_SIGNED,
  WEFT_CELL_REAL, /* one that is not finite is WEFT_CELL_NONE */
  WEFT_CELL_TEXT,
} WeftCellType;

typedef struct
{
  WeftCellType type;
  union
  {
    guint64 count;
    gint64 integer;
    double real;
    char *text; /* any bytes; freed by the table */
  };
} WeftCliCell;

static inline WeftCliCell
weft_cell_count (guint64 count)
{
  return (WeftCliCell) { .type = WEFT_CELL_COUNT, .count = count };
}

static inline WeftCliCell
weft_cell_signed (gint64 integer)
{
  return (WeftCliCell) { .type = WEFT_CELL_SIGNED, .integer = integer };
}

static inline WeftCliCell
weft_cell_real (double real)
{
  return (WeftCliCell) { .type = WEFT_CELL_REAL, .real = real };
}

/* Takes `text`; NULL is WEFT_CELL_NONE. */
static inline WeftCliCell
weft_cell_text (char *text)
{
  return (WeftCliCell) { .type = text != NULL ? WEFT_CELL_TEXT : WEFT_CELL_NONE, .text = text };
}

typedef struct
{
  const char *key;   /* of machine output */
  const char *title; /* for people, not yet translated; NULL: machines only */
  gboolean is_last;  /* for people it stands last, where long texts do no harm */
} WeftCliColumn;

#define WEFT_CLI_MAX_COLUMNS 16

typedef struct
{
  const WeftCliColumn *columns;
  guint n_columns;
  guint n_rows;
  /* Fills in the cells of a row, one per column. */
  void (*fill) (gpointer data, guint row, WeftCliCell *cells);
  gpointer data;
} WeftCliRecords;

/* An array of one object per row. */
void weft_cli_records_write_json (const WeftCliRecords *self, WeftJsonWriter *writer);

/* RFC 4180, but with plain newlines: a line of keys, then one line per row. */
void weft_cli_records_write_csv  (const WeftCliRecords *self, FILE *stream);

/* Columns for people, at most `max_rows` rows and a line that says how many more there are. */
void weft_cli_records_print      (const WeftCliRecords *self, FILE *stream, guint max_rows);

G_END_DECLS
