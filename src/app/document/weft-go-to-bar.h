/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-entry-bar.h"
#include "weft-family.h"

G_BEGIN_DECLS

/* The bar in which a place is written to go to. Enter goes there; Enter again to the next of
 * several places. Its message is an error, or which of how many was found: "" while it looks. */

#define WEFT_TYPE_GO_TO_BAR (weft_go_to_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftGoToBar, weft_go_to_bar, WEFT, GO_TO_BAR, WeftEntryBar)

/* Where the bar looks, and what it moves; the family says what can be written. */
void weft_go_to_bar_set_state (WeftGoToBar *self, const WeftFamily *family, WeftViewState *state);

/* As if `text` had been written and Enter pressed. */
void weft_go_to_bar_go (WeftGoToBar *self, const char *text);

G_END_DECLS
