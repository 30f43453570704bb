/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-time.h"

/* Whether it is a string of digits with at most one point, as some profilers write their times. */
static gboolean
is_quoted_time (const WeftJsonValue *value)
{
  guint n_digits = 0, n_points = 0;

  if (value->kind != WEFT_JSON_STRING)
    return FALSE;
  for (gsize i = value->length > 0 && value->text[0] == '-' ? 1 : 0; i < value->length; i++)
    if (g_ascii_isdigit (value->text[i]))
      n_digits++;
    else if (value->text[i] != '.' || n_points++ > 0)
      return FALSE;
  return n_digits > 0;
}

gboolean
weft_timeline_read_time (const WeftJsonValue *value, gint64 *time)
{
  const char *p = value->text, *end = p + value->length;
  gboolean negative;
  gint64 n = 0, scale = 1000;

  if (!weft_json_is_number (value) && !is_quoted_time (value))
    return FALSE;
  if (memchr (p, 'e', value->length) != NULL || memchr (p, 'E', value->length) != NULL)
    {
      double real = weft_json_get_real (value) * 1000;

      if (!(real >= -9e18 && real <= 9e18))
        return FALSE;
      *time = (gint64) real;
      return TRUE;
    }
  negative = *p == '-';
  for (p += negative; p < end && *p != '.'; p++)
    if (__builtin_mul_overflow (n, 10, &n) || __builtin_add_overflow (n, *p - '0', &n))
      return FALSE;
  if (__builtin_mul_overflow (n, 1000, &n))
    return FALSE;
  for (p += p < end; p < end && scale > 1; p++)
    {
      scale /= 10;
      if (__builtin_add_overflow (n, (*p - '0') * scale, &n))
        return FALSE;
    }
  *time = negative ? -n : n;
  return TRUE;
}
