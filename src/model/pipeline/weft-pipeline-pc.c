/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-pc.h"

WeftPcState
weft_pipeline_pc_parse (const char *text, gsize length, gboolean continued, guint64 *pc)
{
  gsize i = !continued && length > 2 && text[0] == '0' && (text[1] | 0x20) == 'x' ? 2 : 0;
  gsize start = i;
  gboolean is_number = continued || i > 0;
  guint64 value = continued ? *pc : 0;

  for (; i < length && g_ascii_isxdigit (text[i]); i++)
    {
      if (value >> 60 != 0)
        return WEFT_PC_NONE;
      is_number |= g_ascii_isdigit (text[i]);
      value = value << 4 | (guint64) g_ascii_xdigit_value (text[i]);
    }
  if (i == start && !continued)
    return WEFT_PC_NONE;
  *pc = value;
  if (i < length && text[i] == ':')
    return WEFT_PC_DONE;
  if (!is_number)
    return WEFT_PC_NONE;
  if (i == length)
    return WEFT_PC_OPEN;
  return text[i] == ' ' || text[i] == '\t' || text[i] == '\\' ? WEFT_PC_DONE : WEFT_PC_NONE;
}
