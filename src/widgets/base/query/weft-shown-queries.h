/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-desk.h"
#include "weft-query-panel.h"

G_BEGIN_DECLS

/* Asks queries whose results a picture shows, without a panel: those that were shown another time, and, when the trace has
 * become whole, those that were asked while it still grew. A query that has no result any more is left out. Every view
 * state has them. Main thread only.
 *
 * Signal "failed" (text: char *): one was left out, which is said, with the reason. */

#define WEFT_TYPE_SHOWN_QUERIES (weft_shown_queries_get_type ())
G_DECLARE_FINAL_TYPE (WeftShownQueries, weft_shown_queries, WEFT, SHOWN_QUERIES, GObject)

/* Those of a state, which owns them: (transfer none). `options` (nullable) are the panel's. */
WeftShownQueries *weft_shown_queries_get (WeftViewState *state, WeftQueryPanelOptions options);

/* Shows the results of queries as weft_shown_results_save() has them; others are left out. */
void weft_shown_queries_ask (WeftShownQueries *self, GVariant *queries);

G_END_DECLS
