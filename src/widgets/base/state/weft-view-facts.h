/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-state.h"

G_BEGIN_DECLS

/* Writes what is known of every trace: its format, its diagnostics, its length. */
void weft_view_facts_write (WeftViewState *self, WeftFactSheet *sheet);

G_END_DECLS
