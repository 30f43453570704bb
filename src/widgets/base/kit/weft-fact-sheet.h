/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-section.h"

G_BEGIN_DECLS

/* Sections of facts below one another, as many as are written: what an inspector is made of. It is
 * written anew whenever something changes; sections are kept, and change only where a text does.
 *
 * Signal "link" (const char *target): the user followed the link of a fact. */

#define WEFT_TYPE_FACT_SHEET (weft_fact_sheet_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactSheet, weft_fact_sheet, WEFT, FACT_SHEET, GtkWidget)

GtkWidget *weft_fact_sheet_new (void);

/* Puts a widget above all sections, to scroll with them: takes it. */
void weft_fact_sheet_set_header (WeftFactSheet *self, GtkWidget *header);

/* Writing: begins, adds sections, ends, which hides what is left of the time before. A section is
 * to be written before the next is begun: (transfer none). */
void weft_fact_sheet_begin (WeftFactSheet *self);
WeftFactSection *weft_fact_sheet_add (WeftFactSheet *self, const char *title);
void weft_fact_sheet_end (WeftFactSheet *self);

G_END_DECLS
