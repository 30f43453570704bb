/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A table of derived facts that is described once, and shown by whoever has it: as JSON objects, as
 * CSV, as columns on a terminal, as a table in a window. Its rows are made when they are asked
 * for. */

typedef enum
{
  WEFT_CELL_NONE, /* not known: null, nothing, "—" */
  WEFT_CELL_COUNT,
  WEFT_CELL_SIGNED,
  WEFT_CELL_REAL, /* one that is not finite is WEFT_CELL_NONE */
  WEFT_CELL_TEXT,
  WEFT_CELL_ADDRESS, /* "0x80000000" everywhere, but sorted as the number that it is */
} WeftCellType;

typedef struct
{
  WeftCellType type;
  guint decimals; /* of a real number, as people see it; 0: as many as suit its size */
  union
  {
    guint64 count; /* and the address */
    gint64 integer;
    double real;
    char *text; /* any bytes; freed by whoever asked for the row */
  };
} WeftCell;

static inline WeftCell
weft_cell_none (void)
{
  return (WeftCell){ .type = WEFT_CELL_NONE };
}

static inline WeftCell
weft_cell_count (guint64 count)
{
  return (WeftCell){ .type = WEFT_CELL_COUNT, .count = count };
}

static inline WeftCell
weft_cell_signed (gint64 integer)
{
  return (WeftCell){ .type = WEFT_CELL_SIGNED, .integer = integer };
}

static inline WeftCell
weft_cell_real (double real)
{
  return (WeftCell){ .type = WEFT_CELL_REAL, .real = real };
}

/* A number of which more is known than most people want of one. */
static inline WeftCell
weft_cell_exact (double real, guint decimals)
{
  return (WeftCell){ .type = WEFT_CELL_REAL, .decimals = decimals, .real = real };
}

/* Takes `text`; NULL is WEFT_CELL_NONE. */
static inline WeftCell
weft_cell_text (char *text)
{
  return (WeftCell){ .type = text != NULL ? WEFT_CELL_TEXT : WEFT_CELL_NONE, .text = text };
}

static inline WeftCell
weft_cell_address (guint64 address)
{
  return (WeftCell){ .type = WEFT_CELL_ADDRESS, .count = address };
}

/* What the numbers of a column are. It is for people alone: machines get numbers as they are. */
typedef enum
{
  WEFT_UNIT_PLAIN,   /* what the title or the hint says */
  WEFT_UNIT_SHARE,   /* 1 is all of it: "12.3 %" */
  WEFT_UNIT_PERCENT, /* 100 is all of it: "12.3 %" */
  WEFT_UNIT_CYCLE,   /* a point in time of the trace */
  WEFT_UNIT_CYCLES,  /* a length of time of the trace */
} WeftFactUnit;

typedef struct
{
  const char *key;   /* of machine output; lives for ever */
  const char *title; /* for people, not yet translated; NULL: machines only */
  gboolean is_last;  /* on a terminal it stands last, where long texts do no harm */
  const char *hint;  /* what is counted, and in which unit where `unit` does not say it: not yet
                      * translated, nullable */
  WeftFactUnit unit;
} WeftFactColumn;

#define WEFT_FACTS_MAX_COLUMNS 16

typedef struct
{
  const WeftFactColumn *columns; /* live for ever */
  guint n_columns;
  guint n_rows;
  /* Fills in the cells of a row, one per column. Any thread, and several at a time. NULL: cells are
   * made one by one. */
  void (*fill) (gpointer data, guint row, WeftCell *cells);
  gpointer data;
  /* Of the columns in cycles: how many there are in a second, and the one from which people count; 0
   * and 0 where they are written as the numbers that they are. */
  gint64 hertz;
  gint64 zero;
  /* One cell of a row, as `fill` makes them; NULL: it is taken out of the row. */
  WeftCell (*get) (gpointer data, guint row, guint column);
} WeftFacts;

/* Fills `cells` (WEFT_FACTS_MAX_COLUMNS of them), and gives back what they hold. */
void weft_facts_get_row (const WeftFacts *self, guint row, WeftCell *cells);
void weft_facts_clear_row (const WeftFacts *self, WeftCell *cells);

/* One cell, whose text is freed by whoever asked for it. */
WeftCell weft_facts_get_cell (const WeftFacts *self, guint row, guint column);

/* A cell whose column has a unit that is written with it, for people: "12.3 %", "1.25 ms". NULL where
 * the cell is a plain number, a text or not known. (transfer full) */
char *weft_facts_format_unit (const WeftFacts *self, guint column, const WeftCell *cell);

/* The cell as machines write it, without quotes: "" for what is not known, "." as decimal point;
 * (transfer full), valid UTF-8. */
char *weft_cell_to_string (const WeftCell *cell);

/* Appends a field of a CSV file as RFC 4180 quotes it. */
void weft_csv_append (GString *csv, const char *field);

/* Appends lines as RFC 4180 has them, but with plain newlines: of the keys, then of the rows
 * `order` (nullable: all in their order), `n_rows` of them. */
void weft_facts_append_csv (const WeftFacts *self, const guint *order, guint n_rows, GString *csv);

G_END_DECLS
