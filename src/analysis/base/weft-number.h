/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers as people read them, the same in every pane, finding and report. All are (transfer full)
 * UTF-8. Digits are in groups and decimals behind a point as the locale (LC_NUMERIC) has them; where it
 * says nothing, in groups of three with a narrow space that does not break. Machine output does not come
 * from here. */

/* Digits in groups: `grouping` holds the sizes of the groups from the right, as localeconv() has them. */
char *weft_number_group (const char *digits, const char *separator, const char *grouping);

/* The same in the locale's way. */
char *weft_number_group_digits (const char *digits);

/* Without what stands between groups of digits, in that way or with a narrow space: for what people
 * write of what they read. */
char *weft_number_ungroup (const char *text);

/* The part before the decimals: (transfer none). */
const char *weft_number_get_point (void);

/* A number as C writes it, "12.5", with that in place of its point. */
char *weft_number_set_point (const char *number);

/* "12 345". */
char *weft_number_count (guint64 count);

/* "−12 345". */
char *weft_number_integer (gint64 number);

/* "12 345 cycles", "1 cycle". */
char *weft_number_cycles (guint64 cycles);

/* "−12 345 cycles": a length of time that may go backwards. */
char *weft_number_signed_cycles (gint64 cycles);

/* "12 345 ops", "1 op". */
char *weft_number_ops (guint64 ops);

/* "12.3 %", "−0.5 %"; "< 0.1 %" and "> −0.1 %" for what is not nothing and would be written as 0.0; "—" for what is no
 * number, such as a share of nothing. */
char *weft_number_percent (double percent);

/* An amount of data to the byte: "794 624 bytes", "1 byte". */
char *weft_number_exact_bytes (guint64 bytes);

/* An amount of data: "6 144 bytes", exact where that is short; "776.0 KiB". */
char *weft_number_bytes (guint64 bytes);

/* With `decimals` digits after the point, or as many more as show that it is not 0; "—" for NaN. */
char *weft_number_ratio (double ratio, guint decimals);

/* A value of which only the file knows what it counts, to four digits, from 10 000 on in thousands
 * (k), millions (M), … (G, T, P, E): "12.5", "637.5 M". */
char *weft_number_scaled (double value);

/* Such a value in full: "637 534 208", and to six digits where it is no integer. */
char *weft_number_value (double value);

G_END_DECLS
