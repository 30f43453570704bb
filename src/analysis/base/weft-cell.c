/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cell.h"

#include "weft-digits.h"

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
static const char *
print_real (double real, char *buffer)
{
  g_ascii_formatd (buffer, WEFT_CELL_SIZE, "%.15g", real);
  if (g_ascii_strtod (buffer, NULL) < real || g_ascii_strtod (buffer, NULL) > real)
    g_ascii_formatd (buffer, WEFT_CELL_SIZE, "%.17g", real);
  return buffer;
}

/* At least so many digits in capitals, or as few as there are. */
static const char *
print_address (guint64 address, guint n_digits, char *end)
{
  const char *digits = n_digits > 0 ? "0123456789ABCDEF" : "0123456789abcdef";
  char *begin = end;

  *begin = '\0';
  do
    *--begin = digits[address % 16];
  while ((address /= 16) > 0 || end - begin < (gssize) MIN (n_digits, 16));
  *--begin = 'x';
  *--begin = '0';
  return begin;
}

const char *
weft_cell_print (const WeftCell *cell, char *buffer)
{
  char *end = buffer + WEFT_CELL_SIZE - 1;

  *end = '\0';
  if (!weft_cell_is_known (cell))
    return end;
  switch (cell->type)
    {
    case WEFT_CELL_SIGNED:
      return weft_digits_before_signed (end, cell->integer);
    case WEFT_CELL_REAL:
      return print_real (cell->real, buffer);
    case WEFT_CELL_ADDRESS:
      return print_address (cell->count, cell->digits, end);
    case WEFT_CELL_FLAG:
      return cell->count != 0 ? "true" : "false";
    case WEFT_CELL_TEXT:
      g_return_val_if_reached (end);
    case WEFT_CELL_COUNT:
    case WEFT_CELL_NONE:
    default:
      return weft_digits_before (end, cell->count);
    }
}

char *
weft_cell_to_string (const WeftCell *cell)
{
  char buffer[WEFT_CELL_SIZE];

  return cell->type == WEFT_CELL_TEXT ? g_utf8_make_valid (cell->text, -1)
                                      : g_strdup (weft_cell_print (cell, buffer));
}
