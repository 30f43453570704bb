/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-version.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The parts of a version that are looked at. */
typedef struct
{
  guint64 major;
  guint64 minor;
  gboolean is_odd; /* it is not written as the format writes versions */
} Parts;

/* "1", "1.0", "1.0.3"; "v1.0", " 1.0 " and "1.0-rc1" are odd. FALSE where no number begins it. */
static gboolean
read_parts (const char *text, Parts *parts)
{
  const char *p = text + strspn (text, " \t");
  char *rest;

  if (*p == 'v' || *p == 'V')
    p++;
  parts->is_odd = p > text;
  if (!g_ascii_isdigit (*p))
    return FALSE;
  parts->major = g_ascii_strtoull (p, &rest, 10);
  parts->minor = 0;
  if (rest[0] == '.' && g_ascii_isdigit (rest[1]))
    parts->minor = g_ascii_strtoull (rest + 1, &rest, 10);
  while (rest[0] == '.' && g_ascii_isdigit (rest[1]))
    g_ascii_strtoull (rest + 1, &rest, 10);
  parts->is_odd = parts->is_odd || *rest != 0;
  return TRUE;
}

/* 1 and 1.0 as they stand there; 1e0 and the like by their value. */
static gboolean
read_number (const char *text, const WeftJsonValue *value, Parts *parts)
{
  double number = weft_json_get_real (value);

  if (number < 0)
    return FALSE;
  if (!read_parts (text, parts) || parts->is_odd)
    {
      parts->major = number < 1e9 ? (guint64) number : G_MAXUINT64;
      parts->minor = number > floor (number) ? 1 : 0;
    }
  parts->is_odd = FALSE;
  return TRUE;
}

void
weft_npu_version_check (WeftNpuVersion *self, const char *text, const WeftJsonValue *value)
{
  gboolean is_text = value->kind == WEFT_JSON_STRING, is_known;
  Parts parts = { 0 };

  *self = (WeftNpuVersion){ .severity = WEFT_SEVERITY_ERROR };
  if (!is_text && !weft_json_is_number (value))
    {
      self->message = _ ("The version should be a string such as “1.0”. Write the trace with a "
                         "simulator that says which version of the format it uses");
      return;
    }
  is_known = is_text ? read_parts (text, &parts) : read_number (text, value, &parts);
  if (!is_known || parts.major != 1)
    {
      self->message = _ ("This version of the format is not known, only 1.x is. Write the trace "
                         "as version 1, or use a newer Weft");
      return;
    }
  self->severity = WEFT_SEVERITY_WARNING;
  if (parts.minor > 0)
    self->message = _ ("The version is newer than 1.0; what 1.0 does not have is kept, but "
                       "not shown");
  else if (!is_text)
    self->message = _ ("The version should be a string; it is read as one");
  else if (parts.is_odd)
    self->message = _ ("The version should be written as “1.0” is; it is read as that");
}
