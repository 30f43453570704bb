/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-events-state.h"
#include "weft-fact-table.h"

G_BEGIN_DECLS

/* The events that are shown, as a table: a WeftFactTable whose rows lead to the picture, and that
 * follows filter and growth. `title` and `empty`, which is said while there is none, are
 * translated. Holds the state. (transfer floating) */
GtkWidget *weft_events_table_new (WeftEventsState *state, const char *title, const char *empty);

G_END_DECLS
