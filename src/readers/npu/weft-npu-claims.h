/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-diagnostics.h"
#include "weft-npu-places.h"

G_BEGIN_DECLS

/* Holds what the summary and the metadata say of the run against what its events and samples say: each
 * number that is another one is a diagnostic where it stands. What the trace has no events or samples of
 * contradicts nothing. */
void weft_npu_claims_check (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
                            WeftDiagnostics *diagnostics);

G_END_DECLS
