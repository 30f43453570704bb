/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-scalesim-row.h"

#define MAX_NUMBER (G_MAXINT64 / 16)

/* A whole number, and behind it a comma or the end, to which `p` is left. FALSE: none stands there. */
static gboolean
take_number (const char **p, const char *end, gint64 *number, gboolean *is_real)
{
  const char *q = *p, *digits;
  gboolean negative;
  gint64 value = 0;

  while (q < end && *q == ' ')
    q++;
  negative = q < end && *q == '-';
  q += negative;
  for (digits = q; q < end && g_ascii_isdigit (*q); q++)
    {
      if (value > (MAX_NUMBER - (*q - '0')) / 10)
        return FALSE;
      value = 10 * value + (*q - '0');
    }
  if (q == digits)
    return FALSE;
  *is_real = q < end && *q == '.';
  if (*is_real)
    for (q++; q < end && *q == '0'; q++)
      ;
  while (q < end && (*q == ' ' || *q == '\r'))
    q++;
  *p = q;
  *number = negative ? -value : value;
  return q == end || *q == ',';
}

gboolean
weft_scalesim_row_read (WeftScalesimRow *self, const char *text, gsize length, gint64 floor,
                        guint64 *n_stray, gsize *column)
{
  const char *p = text, *end = text + length;
  gboolean is_real;
  gint64 number;

  *self = (WeftScalesimRow){ .lowest = G_MAXINT64, .highest = -1 };
  while (p < end || self->n_columns == 0)
    {
      *column = (gsize) (p - text) + 1;
      if (!take_number (&p, end, &number, &is_real))
        return FALSE;
      p += p < end;
      if (self->n_columns++ == 0)
        {
          self->cycle = number;
          self->is_real = is_real;
        }
      else if (number < -1)
        return FALSE;
      else if (number >= 0 && number < floor)
        ++*n_stray;
      else if (number >= 0)
        {
          self->n_words++;
          self->lowest = MIN (self->lowest, number);
          self->highest = MAX (self->highest, number);
        }
      /* Some versions end each line in a comma. */
      while (p < end && (*p == '\r' || *p == ' '))
        p++;
    }
  return TRUE;
}
