/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-sheet.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* Writes what a sheet says of the state. */
typedef void (*WeftStateSheetWrite) (WeftViewState *state, WeftFactSheet *sheet);

/* A panel of facts, written anew at each of that signal of the state, which it holds: (transfer
 * floating). */
GtkWidget *weft_state_sheet_new (WeftViewState *state, const char *signal,
                                 WeftStateSheetWrite write);

G_END_DECLS
