/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-pages.h"
#include "weft-noc-state.h"

G_BEGIN_DECLS

/* The tables of a NoC trace: links, tiles, controllers, interfaces, zones, types, cables, each on a
 * page. A row selects what it is about. */

#define WEFT_TYPE_NOC_TABLES_VIEW (weft_noc_tables_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocTablesView, weft_noc_tables_view, WEFT, NOC_TABLES_VIEW, GtkWidget)

GtkWidget *weft_noc_tables_view_new (WeftNocState *state);

/* The pages by their numbers from 0. FALSE beyond the last. */
gboolean weft_noc_tables_view_list_page (guint number, WeftFactPage *page);

/* The table of the records that the filter lets through, of which a row is selected, or gone to. */
GtkWidget *weft_noc_event_table_new (WeftNocState *state);

G_END_DECLS
