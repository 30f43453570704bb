/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-search-results.h"

G_BEGIN_DECLS

/* The list of what was found in a state, for the drawer: a row for each result; Enter or a click
 * jumps there. The current result is the selected row. */

#define WEFT_TYPE_SEARCH_LIST (weft_search_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchList, weft_search_list, WEFT, SEARCH_LIST, GtkWidget)

GtkWidget *weft_search_list_new (WeftSearchable *state);

G_END_DECLS
