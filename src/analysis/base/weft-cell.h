/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <math.h>

G_BEGIN_DECLS

/* A value of a row: a number, a text, a flag, or nothing. */

typedef enum
{
  WEFT_CELL_NONE, /* not known: null, nothing, "—" */
  WEFT_CELL_COUNT,
  WEFT_CELL_SIGNED,
  WEFT_CELL_REAL, /* one that is not finite is WEFT_CELL_NONE */
  WEFT_CELL_TEXT,
  WEFT_CELL_ADDRESS, /* "0x80000000" everywhere, but sorted as the number that it is */
  WEFT_CELL_FLAG,
} WeftCellType;

typedef struct
{
  WeftCellType type : 8;
  guint is_lent : 1; /* of a text: weft_cell_lent() */
  union
  {
    guint decimals; /* of a real number, as people see it; 0: as many as suit its size */
    guint digits;   /* of an address at least, in capitals; 0: as few as it has */
    guint word;     /* of a text that lives as long as the row's data: above 0, and the same text
                     * for the same number in all rows of a field; 0: whoever asked frees it */
  };
  union
  {
    guint64 count; /* the address, and 1 for a flag that holds */
    gint64 integer;
    double real;
    char *text; /* any bytes */
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

/* A text that is not copied, from a source for one thread that reads row after row: it is good until that
 * is asked for the next text. NULL is WEFT_CELL_NONE. */
static inline WeftCell
weft_cell_lent (const char *text)
{
  return (WeftCell){ .type = text != NULL ? WEFT_CELL_TEXT : WEFT_CELL_NONE,
                     .is_lent = TRUE,
                     .text = (char *) text };
}

/* A text that many rows share: `id` is its number among those of the field, such as that of a name.
 * It is not copied; NULL is WEFT_CELL_NONE. */
static inline WeftCell
weft_cell_word (guint id, const char *text)
{
  return (WeftCell){ .type = text != NULL ? WEFT_CELL_TEXT : WEFT_CELL_NONE,
                     .word = id + 1,
                     .text = (char *) text };
}

static inline WeftCell
weft_cell_address (guint64 address)
{
  return (WeftCell){ .type = WEFT_CELL_ADDRESS, .count = address };
}

static inline WeftCell
weft_cell_flag (gboolean holds)
{
  return (WeftCell){ .type = WEFT_CELL_FLAG, .count = holds ? 1 : 0 };
}

/* Frees the text of a cell that has one of its own. */
static inline void
weft_cell_clear (WeftCell *cell)
{
  if (cell->type == WEFT_CELL_TEXT && cell->word == 0 && !cell->is_lent)
    g_clear_pointer (&cell->text, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCell, weft_cell_clear)

/* Neither nothing nor a number that is not finite. */
static inline gboolean
weft_cell_is_known (const WeftCell *cell)
{
  return cell->type != WEFT_CELL_NONE && (cell->type != WEFT_CELL_REAL || isfinite (cell->real));
}

/* The number of a cell that is known and no text. */
double weft_cell_to_real (const WeftCell *cell);

/* The cell as machines write it, without quotes: "" for what is not known, "." as decimal point;
 * (transfer full), valid UTF-8. */
char *weft_cell_to_string (const WeftCell *cell);

/* The same of a cell that is no text, in `buffer`, which is returned. */
#define WEFT_CELL_SIZE 40
const char *weft_cell_print (const WeftCell *cell, char *buffer);

G_END_DECLS
