/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-state.h"
#include "weft-fact-table.h"

G_BEGIN_DECLS

/* The events that are shown, as a table: a WeftFactTable whose rows lead to the picture, and that
 * follows filter and growth. Holds the state. (transfer floating) */
GtkWidget *weft_npu_table_new (WeftNpuState *state);

G_END_DECLS
