/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-view-state.h"

G_BEGIN_DECLS

/* `describe` of a pipeline's state: what the status line says of a picture that is open, in cycles,
 * ops and rows. (transfer full) */
char *weft_pipeline_status_describe (WeftViewState *state, WeftStatusPart part);

G_END_DECLS
