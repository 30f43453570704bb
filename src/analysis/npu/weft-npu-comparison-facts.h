/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-comparison.h"

G_BEGIN_DECLS

/* The tables of two NPU runs that are compared, as long as the comparison is there. */

/* All rows, in the words of machines. */
WeftFacts weft_npu_comparison_get_facts (const WeftNpuComparison *self);

/* Likewise all layers, and what the events of each took in B more than in A. */
WeftFacts weft_npu_comparison_get_layers (const WeftNpuComparison *self);

/* For people: the rows that differ, with titles, units and signs; those of them that are not of layers;
 * the layers that differ, each with a bar of characters. */
WeftFacts weft_npu_comparison_get_differences (const WeftNpuComparison *self);
WeftFacts weft_npu_comparison_get_others (const WeftNpuComparison *self);
WeftFacts weft_npu_comparison_get_changed (const WeftNpuComparison *self);

G_END_DECLS
