/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The compute roof of a run, MACs per cycle: the best that a TE was seen to do, times as many as there
 * are; NAN where no event says its MACs. An estimate. What an engine can do is no other in a part of
 * the run, so that all of it counts. */
double weft_npu_find_roof (const WeftNpuSnapshot *snapshot);

G_END_DECLS
