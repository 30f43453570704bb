/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cell.h"

#include <math.h>
#include <string.h>

gboolean
weft_cell_is_known (const WeftCell *cell)
{
  return cell->type != WEFT_CELL_NONE && (cell->type != WEFT_CELL_REAL || isfinite (cell->real));
}

double
weft_cell_to_real (const WeftCell *cell)
{
  switch (cell->type)
    {
    case WEFT_CELL_REAL:
      return cell->real;
    case WEFT_CELL_SIGNED:
      return (double) cell->integer;
    default:
      return (double) cell->count;
    }
}

/* 15 digits where they are enough to read the number back, 17 otherwise. */
static char *
real_to_string (double real)
{
  char *text = g_malloc (G_ASCII_DTOSTR_BUF_SIZE);

  g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.15g", real);
  if (g_ascii_strtod (text, NULL) < real || g_ascii_strtod (text, NULL) > real)
    g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.17g", real);
  return text;
}

char *
weft_cell_to_string (const WeftCell *cell)
{
  if (!weft_cell_is_known (cell))
    return g_strdup ("");
  switch (cell->type)
    {
    case WEFT_CELL_SIGNED:
      return g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer);
    case WEFT_CELL_REAL:
      return real_to_string (cell->real);
    case WEFT_CELL_TEXT:
      return g_utf8_make_valid (cell->text, -1);
    case WEFT_CELL_ADDRESS:
      return cell->digits > 0
               ? g_strdup_printf ("0x%0*" G_GINT64_MODIFIER "X", (int) cell->digits, cell->count)
               : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", cell->count);
    case WEFT_CELL_FLAG:
      return g_strdup (cell->count != 0 ? "true" : "false");
    case WEFT_CELL_COUNT:
    case WEFT_CELL_NONE:
    default:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, cell->count);
    }
}
