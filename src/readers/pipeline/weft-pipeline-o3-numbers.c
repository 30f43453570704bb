/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-o3-numbers.h"

static gboolean
ends_field (const char *p, const char *end)
{
  return p == end || *p == ':' || *p == ' ' || *p == '\t' || *p == '\r' || *p == '\n';
}

gboolean
weft_o3_take_digits (const char **p, const char *end, gint64 *number)
{
  const char *q = weft_o3_skip_blanks (*p, end), *digits = q;
  guint64 value = 0;

  for (; q < end && g_ascii_isdigit (*q); q++)
    {
      if (q - digits >= 18 && value > ((guint64) G_MAXINT64 - (guint64) (*q - '0')) / 10)
        return FALSE;
      value = value * 10 + (guint64) (*q - '0');
    }
  *p = q;
  *number = (gint64) value;
  return q > digits;
}

gboolean
weft_o3_take_number (const char **p, const char *end, gint64 *number)
{
  const char *q = *p;

  if (!weft_o3_take_digits (&q, end, number) || !ends_field (q, end))
    return FALSE;
  *p = q;
  return TRUE;
}

gboolean
weft_o3_take_hex (const char **p, const char *end, guint64 *number)
{
  const char *q = weft_o3_skip_blanks (*p, end), *digits;
  guint64 value = 0;

  if (end - q > 2 && q[0] == '0' && (q[1] == 'x' || q[1] == 'X'))
    q += 2;
  for (digits = q; q < end && g_ascii_isxdigit (*q); q++)
    value = value << 4 | (guint64) g_ascii_xdigit_value (*q);
  if (q == digits || q - digits > 16 || !ends_field (q, end))
    return FALSE;
  *p = q;
  *number = value;
  return TRUE;
}
