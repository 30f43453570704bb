/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-pc.h"

/* The value of a hexadecimal digit; above 15: it is none. */
static inline guint
get_digit (char c)
{
  const guint digit = (guint) (guchar) c - '0';
  const guint letter = ((guint) (guchar) c | 0x20) - 'a';

  return digit <= 9 ? digit : letter <= 5 ? letter + 10 : 16;
}

WeftPcState
weft_pipeline_pc_parse (const char *text, gsize length, gboolean continued, guint64 *pc)
{
  gsize i = !continued && length > 2 && text[0] == '0' && (text[1] | 0x20) == 'x' ? 2 : 0;
  gsize start = i;
  gboolean is_number = continued || i > 0;
  guint64 value = continued ? *pc : 0;
  guint digit;

  for (; i < length && (digit = get_digit (text[i])) < 16; i++)
    {
      if (value >> 60 != 0)
        return WEFT_PC_NONE;
      is_number |= digit <= 9;
      value = value << 4 | digit;
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
