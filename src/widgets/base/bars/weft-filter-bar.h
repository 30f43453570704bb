/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-entry-bar.h"
#include "weft-filterable.h"

G_BEGIN_DECLS

/* The bar in which a filter is written: what may stand at the cursor is listed below, Enter filters,
 * and what is no filter is underlined where the mistake is, with a sentence about it. An empty text
 * shows all rows. Signal "filtered", with the text: a filter was entered. */

#define WEFT_TYPE_FILTER_BAR (weft_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftFilterBar, weft_filter_bar, WEFT, FILTER_BAR, WeftEntryBar)

GtkWidget *weft_filter_bar_new (void);

/* The state that is filtered: (nullable), one that is WEFT_IS_FILTERABLE. */
void weft_filter_bar_set_state (WeftFilterBar *self, WeftViewState *state);

/* As if `text` had been written, and Enter pressed where `enter`. */
void weft_filter_bar_write (WeftFilterBar *self, const char *text, gboolean enter);

G_END_DECLS
