/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-comparison.h"

G_BEGIN_DECLS

/* NPU runs below one another: what each took, a row for each in the order in which they were added. Only
 * these numbers are kept, so that a folder of runs is no longer than its table. */

typedef struct _WeftNpuRuns WeftNpuRuns;

WeftNpuRuns *weft_npu_runs_new (void);
void weft_npu_runs_free (WeftNpuRuns *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuRuns, weft_npu_runs_free)

/* Adds a run under a name, which is copied. `comparison` (nullable) is that of the first run with this
 * one. */
void weft_npu_runs_add (WeftNpuRuns *self, const char *name, const WeftNpuStats *stats,
                        const WeftNpuComparison *comparison);

/* The rows as a table, as long as the runs are there and none is added. */
WeftFacts weft_npu_runs_get_facts (const WeftNpuRuns *self);

G_END_DECLS
