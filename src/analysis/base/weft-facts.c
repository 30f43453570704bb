/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-facts.h"

#include <math.h>
#include <string.h>

#include "weft-clock.h"
#include "weft-number.h"

void
weft_facts_get_row (const WeftFacts *self, guint row, WeftCell *cells)
{
  g_assert (self->n_columns <= WEFT_FACTS_MAX_COLUMNS && row < self->n_rows);

  if (self->fill != NULL)
    {
      self->fill (self->data, row, cells);
      return;
    }
  for (guint i = 0; i < self->n_columns; i++)
    cells[i] = self->get (self->data, row, i);
}

WeftCell
weft_facts_get_cell (const WeftFacts *self, guint row, guint column)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS], cell;

  g_assert (row < self->n_rows && column < self->n_columns);

  if (self->get != NULL)
    return self->get (self->data, row, column);
  weft_facts_get_row (self, row, cells);
  cell = cells[column];
  cells[column] = weft_cell_none ();
  weft_facts_clear_row (self, cells);
  return cell;
}

void
weft_facts_clear_row (const WeftFacts *self, WeftCell *cells)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (cells[i].type == WEFT_CELL_TEXT)
      g_clear_pointer (&cells[i].text, g_free);
}

/* --- text --------------------------------------------------------------------------------------- */

static gboolean
is_known (const WeftCell *cell)
{
  return cell->type != WEFT_CELL_NONE && (cell->type != WEFT_CELL_REAL || isfinite (cell->real));
}

static double
to_real (const WeftCell *cell)
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

static char *
format_time (const WeftFacts *self, const WeftCell *cell, gint64 zero)
{
  const WeftClock clock = { .hertz = self->hertz };

  if (self->hertz <= 0)
    return NULL;
  if (cell->type == WEFT_CELL_REAL)
    return weft_clock_format_seconds ((cell->real - (double) zero) / (double) self->hertz);
  return weft_clock_format_exact (&clock, (gint64) ((guint64) cell->integer - (guint64) zero));
}

char *
weft_facts_format_unit (const WeftFacts *self, guint column, const WeftCell *cell)
{
  if (!is_known (cell) || cell->type == WEFT_CELL_TEXT || cell->type == WEFT_CELL_ADDRESS)
    return NULL;
  switch (self->columns[column].unit)
    {
    case WEFT_UNIT_SHARE:
      return weft_number_percent (100 * to_real (cell));
    case WEFT_UNIT_PERCENT:
      return weft_number_percent (to_real (cell));
    case WEFT_UNIT_CYCLE:
      return format_time (self, cell, self->zero);
    case WEFT_UNIT_CYCLES:
      return format_time (self, cell, 0);
    case WEFT_UNIT_PLAIN:
    default:
      return NULL;
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
  if (!is_known (cell))
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
      return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", cell->count);
    case WEFT_CELL_COUNT:
    case WEFT_CELL_NONE:
    default:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, cell->count);
    }
}

void
weft_csv_append (GString *csv, const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (csv, field);
      return;
    }
  g_string_append_c (csv, '"');
  for (const char *p = field; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *p);
    }
  g_string_append_c (csv, '"');
}

void
weft_facts_append_csv (const WeftFacts *self, const guint *order, guint n_rows, GString *csv)
{
  WeftCell cells[WEFT_FACTS_MAX_COLUMNS];

  for (guint i = 0; i < self->n_columns; i++)
    g_string_append_printf (csv, "%s%s", i > 0 ? "," : "", self->columns[i].key);
  g_string_append_c (csv, '\n');
  for (guint place = 0; place < n_rows; place++)
    {
      weft_facts_get_row (self, order != NULL ? order[place] : place, cells);
      for (guint i = 0; i < self->n_columns; i++)
        {
          g_autofree char *field = weft_cell_to_string (&cells[i]);

          if (i > 0)
            g_string_append_c (csv, ',');
          weft_csv_append (csv, field);
        }
      g_string_append_c (csv, '\n');
      weft_facts_clear_row (self, cells);
    }
}
