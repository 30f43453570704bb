/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"
#include "weft-text-store.h"

G_BEGIN_DECLS

/* All that a load says of an input besides what its reader does. */

/* There is no room for the text of an input that is no plain file. */
void weft_load_note_no_text (WeftDiagnostics *diagnostics);

/* Says what could not be kept of the text (nullable). */
void weft_load_note_dropped (WeftTextStore *text, WeftDiagnostics *diagnostics);

/* Keeps the first error, and tells of the others: takes `error` (nullable). */
void weft_load_note_error (GError **first, GError *error, WeftDiagnostics *diagnostics);

G_END_DECLS
