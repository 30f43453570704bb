/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"

G_BEGIN_DECLS

/* A kept diagnostic as an object, for lists. */

#define WEFT_TYPE_DIAGNOSTIC_ITEM (weft_diagnostic_item_get_type ())
G_DECLARE_FINAL_TYPE (WeftDiagnosticItem, weft_diagnostic_item, WEFT, DIAGNOSTIC_ITEM, GObject)

/* A copy of kept record `index`. */
WeftDiagnosticItem *weft_diagnostic_item_new (WeftDiagnostics *diagnostics, guint index);

/* (transfer none) */
const WeftDiagnostic *weft_diagnostic_item_get (WeftDiagnosticItem *self);

/* "123:4", "123", or "—" where the record is about no line: (transfer full). */
char *weft_diagnostic_item_get_place (WeftDiagnosticItem *self);

G_END_DECLS
