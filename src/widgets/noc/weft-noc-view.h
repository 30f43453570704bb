/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-state.h"
#include "weft-panel.h"

G_BEGIN_DECLS

/* The whole view of a NoC trace: a bar that says what the map shows, the mesh map with its legend,
 * controllers and matrix beside it, and the time strip below, which plays, steps and is brushed. */

#define WEFT_TYPE_NOC_VIEW (weft_noc_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftNocView, weft_noc_view, WEFT, NOC_VIEW, WeftPanel)

GtkWidget *weft_noc_view_new (WeftNocState *state);

G_END_DECLS
