/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers in lines of gem5 logs, as any program may write them: behind blanks. Each of those that read one leaves `p`
 * behind it; FALSE where none stands there. */

static inline const char *
weft_o3_skip_blanks (const char *p, const char *end)
{
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;
  return p;
}

/* A decimal number below 2⁶³. */
gboolean weft_o3_take_digits (const char **p, const char *end, gint64 *number);

/* The same for one that is all of its field. */
gboolean weft_o3_take_number (const char **p, const char *end, gint64 *number);

/* All of a field, up to 16 digits, perhaps behind "0x". */
gboolean weft_o3_take_hex (const char **p, const char *end, guint64 *number);

G_END_DECLS
