/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-version.h"

#include <glib/gi18n-lib.h>

void
weft_npu_version_check (WeftNpuVersion *self, const char *text, const WeftJsonValue *value)
{
  char *rest;
  guint64 major = g_ascii_strtoull (text, &rest, 10);
  guint64 minor = *rest == '.' ? g_ascii_strtoull (rest + 1, NULL, 10) : 0;

  *self = (WeftNpuVersion){ .severity = WEFT_SEVERITY_ERROR };
  if (value->kind != WEFT_JSON_STRING && !weft_json_is_number (value))
    self->message = _ ("The version should be a string such as “1.0”. Write the trace with a "
                       "simulator that says which version of the format it uses");
  else if (major != 1)
    self->message = _ ("This version of the format is not known, only 1.x is. Write the trace "
                       "as version 1, or use a newer Weft");
  else if (value->kind != WEFT_JSON_STRING)
    {
      self->severity = WEFT_SEVERITY_WARNING;
      self->message = _ ("The version should be a string; it is read as one");
    }
  else if (minor > 0)
    {
      self->severity = WEFT_SEVERITY_WARNING;
      self->message = _ ("The version is newer than 1.0; what 1.0 does not have is kept, but "
                         "not shown");
    }
}
