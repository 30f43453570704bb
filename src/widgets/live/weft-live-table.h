/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-table.h"
#include "weft-live-state.h"

G_BEGIN_DECLS

/* A table of figures of a live session, which follows the state: (transfer floating). */
GtkWidget *weft_live_table_new (WeftLiveState *state, WeftLiveTable table);

G_END_DECLS
