/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-number.h"

G_BEGIN_DECLS

/* Numbers and names as people read them in a terminal. What is not known is "—". All results are
 * (transfer full). Machine output does not come from here. */

/* "0.7983", "12.05", "1 234": four significant digits, or all of the integer part. NaN: "—". */
char *weft_cli_format_real (double value);

/* "9.3 %", of a share between 0 and 1. NaN: "—". */
char *weft_cli_format_percent (double share);

/* `text` (any bytes, nullable) on one line: what is not UTF-8 and control characters, which a
 * terminal might obey, become U+FFFD, line ends and tabs become blanks. */
char *weft_cli_format_text (const char *text);

/* How many columns of a terminal `text` (UTF-8) takes. */
gsize weft_cli_measure_text (const char *text);

G_END_DECLS
