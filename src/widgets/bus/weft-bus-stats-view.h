/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-state.h"
#include "weft-fact-pages.h"

G_BEGIN_DECLS

/* The statistics of a bus trace, of what is shown and in the brushed range: an overview, the tables
 * and a comparison with another trace. A row leads to its access, or to the accesses that it
 * counts. */
GtkWidget *weft_bus_stats_view_new (WeftBusState *state);

/* The pages by their numbers from 0. FALSE beyond the last. */
gboolean weft_bus_stats_view_list_page (guint number, WeftFactPage *page);

G_END_DECLS
