/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Numbers, times and what a trace calls things are read from the left also where the interface runs
 * from right to left. Left to itself such an interface writes "% 53.3", and a range of cycles with
 * its end first. */

/* Has a label, whose xalign has been set, show values: it stays at the side that it was at. Once,
 * when it is made. */
void weft_direction_show_values (GtkLabel *label);

/* Has the lines of what `label` shows now begin or end at the side where it stands, whichever way
 * they are read. After each change of its text. */
void weft_direction_align_lines (GtkLabel *label);

/* `text` as a layout of `widget` shall have it: what has no direction of its own, such as a number
 * with its unit's sign, begins with a mark that gives it one where it would not be read from the
 * left. (transfer full) */
char *weft_direction_mark (GtkWidget *widget, const char *text);

/* The text behind that mark, or all of `text`: (transfer none). */
const char *weft_direction_skip_mark (const char *text);

G_END_DECLS
