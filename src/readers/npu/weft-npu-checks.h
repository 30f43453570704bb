/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-places.h"

G_BEGIN_DECLS

/* Checks that need all of an NPU trace. */

void weft_npu_check (const WeftNpuSnapshot *snapshot, const WeftNpuPlaces *places,
                     WeftDiagnostics *diagnostics);

G_END_DECLS
