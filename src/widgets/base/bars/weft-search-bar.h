/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-entry-bar.h"
#include "weft-search-results.h"

G_BEGIN_DECLS

/* The bar in which a text to search for is written: results come as it is written, Enter goes to
 * the next, Shift+Enter to the one before, and a menu says in which fields. What was not found and looks
 * like a regular expression can be searched for as one. */

#define WEFT_TYPE_SEARCH_BAR (weft_search_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchBar, weft_search_bar, WEFT, SEARCH_BAR, WeftEntryBar)

GtkWidget *weft_search_bar_new (void);

/* The state that is searched: (nullable), one that is WEFT_IS_SEARCHABLE. The query of the state before
 * goes over to it. */
void weft_search_bar_set_state (WeftSearchBar *self, WeftViewState *state);

/* As if `text` had been written, as a regular expression or not. */
void weft_search_bar_write (WeftSearchBar *self, const char *text, gboolean regex);

/* The next result (1) or the one before (−1). */
void weft_search_bar_step (WeftSearchBar *self, int by);

G_END_DECLS
