/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-compared.h"

#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Whole numbers up to here are exact as floating point. */
#define MAX_EXACT 9007199254740992.0

WeftComparison *
weft_comparison_new (guint row_size, GDestroyNotify clear_row)
{
  WeftComparison *self = g_new0 (WeftComparison, 1);

  self->rows = g_array_new (FALSE, FALSE, row_size);
  g_array_set_clear_func (self->rows, clear_row);
  return self;
}

void
weft_comparison_free (WeftComparison *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_free (self->sentence);
  g_free (self);
}

double
weft_compared_get_delta (const double numbers[2])
{
  return (isnan (numbers[1]) ? 0 : numbers[1]) - (isnan (numbers[0]) ? 0 : numbers[0]);
}

gboolean
weft_compared_differs (const double numbers[2], double tolerance)
{
  double a = numbers[0], b = numbers[1];

  return isnan (a) != isnan (b) || fabs (b - a) > fabs (a) * tolerance / 100;
}

/* Whole numbers, which most are, as such. */
static WeftCell
number_cell (double number)
{
  if (fabs (number) < MAX_EXACT && number == floor (number))
    return weft_cell_signed ((gint64) number);
  return weft_cell_real (number);
}

WeftCell
weft_compared_number_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer number)
{
  return number_cell (*(const double *) number);
}

WeftCell
weft_compared_delta_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const double *numbers = item;

  return number_cell (numbers[1] - numbers[0]);
}

WeftCell
weft_compared_percent_cell (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const double *numbers = item;

  if (numbers[0] != 0)
    return weft_cell_real (100 * (numbers[1] - numbers[0]) / numbers[0]);
  return weft_cell_real (numbers[1] == 0 ? 0 : (double) NAN);
}

WeftCell
weft_compared_differs_cell (gconstpointer data G_GNUC_UNUSED, gint64 differs)
{
  return weft_cell_count ((guint64) differs);
}

char *
weft_compared_format_percent (double percent)
{
  g_autofree char *text = weft_number_percent (percent);

  /* "< 0.1 %" has no sign of its own */
  return percent > 0 && g_ascii_isdigit (*text) ? g_strconcat ("+", text, NULL)
                                                : g_steal_pointer (&text);
}

char **
weft_compared_list_titles (WeftTrace *first, WeftTrace *second)
{
  const char *a = weft_trace_get_title (first), *b = weft_trace_get_title (second);
  char **titles = g_new0 (char *, 3);
  gboolean same = g_str_equal (a, b);

  titles[0] = same ? g_strdup ("A") : g_strdup_printf (_ ("“%s”"), a);
  titles[1] = same ? g_strdup ("B") : g_strdup_printf (_ ("“%s”"), b);
  return titles;
}
