/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-state.h"

G_BEGIN_DECLS

/* The inspector of families that have no other: the facts that a state writes, written anew when
 * selection or content change. */

#define WEFT_TYPE_FACTS_INSPECTOR (weft_facts_inspector_get_type ())
G_DECLARE_FINAL_TYPE (WeftFactsInspector, weft_facts_inspector, WEFT, FACTS_INSPECTOR, GtkWidget)

/* Holds the state. */
GtkWidget *weft_facts_inspector_new (WeftViewState *state);

G_END_DECLS
