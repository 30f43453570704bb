/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-panel.h"
#include "weft-query-family.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Asks the trace of a state in SQL: an editor, the rows of the answer in a table, and what leads from a row to its
 * place in the picture. The query runs on a worker; Escape stops it.
 *
 * Actions: "query.run", "query.stop". */

#define WEFT_TYPE_QUERY_PANEL (weft_query_panel_get_type ())
G_DECLARE_FINAL_TYPE (WeftQueryPanel, weft_query_panel, WEFT, QUERY_PANEL, WeftPanel)

/* Says what the trace of a state does not say itself, at the time of a query: what it points at is the state's. */
typedef void (*WeftQueryPanelOptions) (WeftViewState *state, WeftQueryOptions *options);

/* `settings` keep history and saved queries (WeftQueryShelf); `options` is nullable. (transfer floating) */
GtkWidget *weft_query_panel_new (WeftViewState *state, GSettings *settings,
                                 WeftQueryPanelOptions options);

/* Another trace that queries ask as well: its tables are b.op, those of the next c.op and so on, and its rows lead
 * nowhere. Before the first query. */
void weft_query_panel_add_trace (WeftQueryPanel *self, WeftTrace *trace,
                                 const WeftQueryOptions *options);

/* The query that is written: (transfer full). */
char *weft_query_panel_get_text (WeftQueryPanel *self);

/* Writes a query in the place of the one that is there, and puts the focus there. */
void weft_query_panel_write (WeftQueryPanel *self, const char *sql);

/* Puts the focus where queries are written. */
void weft_query_panel_focus (WeftQueryPanel *self);

G_END_DECLS
