/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-npu-trace.h"

/* The index of the events in `rows` (nullable: of all): (transfer full). Any thread. */
WeftNpuIndex *weft_npu_index_build (const WeftNpuSnapshot *snapshot, const WeftBitset *rows);
