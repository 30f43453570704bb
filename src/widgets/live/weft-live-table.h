/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-table.h"
#include "weft-live-facts.h"
#include "weft-live-state.h"

G_BEGIN_DECLS

/* A table of figures of a live session, which follows the state: (transfer floating). */
GtkWidget *weft_live_table_new (WeftLiveState *state, WeftLiveTable table);

/* The records that pass the state's filter, whose rows lead to the picture: (transfer floating). */
GtkWidget *weft_live_records_table_new (WeftLiveState *state);

G_END_DECLS
