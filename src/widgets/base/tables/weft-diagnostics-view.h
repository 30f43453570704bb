/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-trace.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* What a reader found wrong with a file: the records that are kept, and the number of all. Follows
 * a trace that is still being read.
 *
 * Signal "activated" (gint64 line): the user wants to see the place of a record, by Enter or a
 * double click. Records about no line have line 0. */

#define WEFT_TYPE_DIAGNOSTICS_VIEW (weft_diagnostics_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftDiagnosticsView, weft_diagnostics_view, WEFT, DIAGNOSTICS_VIEW, GtkWidget)

/* Holds the trace. */
GtkWidget *weft_diagnostics_view_new (WeftTrace *trace);

/* Activated records select and show what is nearest to their line. Holds the state. */
void weft_diagnostics_view_attach (WeftDiagnosticsView *self, WeftViewState *state);

/* The selected record as a compiler would write it, "file:line:column: severity: text": (transfer
 * full), NULL where none is selected. */
char *weft_diagnostics_view_get_text (WeftDiagnosticsView *self);

G_END_DECLS
