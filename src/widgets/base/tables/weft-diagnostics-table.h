/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-table.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* The faults that a reader found with a file, as a WeftFactTable: those that are kept and whose
 * severity is not turned off, and the number of all. Follows a trace that is still being read. An
 * activated row shows what is nearest to its line; a copied one is "file:line:column: severity: text",
 * as a compiler writes it. (transfer floating) */
GtkWidget *weft_diagnostics_table_new (WeftViewState *state);

G_END_DECLS
