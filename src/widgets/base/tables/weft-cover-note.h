/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-state.h"

G_BEGIN_DECLS

/* A line beside figures of a trace that says what they cover while more of it is to come; it is not
 * there once they are of all. */
GtkWidget *weft_cover_note_new (WeftViewState *state);

G_END_DECLS
