/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-api-trace.h"
#include "weft-trace.h"

G_BEGIN_DECLS

/* The trace that was loaded: (nullable), NULL with an error where it was not, or not yet. */
WeftTrace *weft_api_trace_peek (WeftApiTrace *self, GError **error);

G_END_DECLS
