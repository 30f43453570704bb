/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-noc-state.h"

G_BEGIN_DECLS

/* Parts of the state's class. The selection as a value: what is selected of the map, the record, and what other states
 * of tracks have besides. As weft_view_state_save_selection() and weft_view_state_restore_selection(). */
GVariant *weft_noc_selection_save (WeftViewState *state);
gboolean weft_noc_selection_restore (WeftViewState *state, GVariant *selection);

G_END_DECLS
