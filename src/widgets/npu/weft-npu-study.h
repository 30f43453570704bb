/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-result.h"

G_BEGIN_DECLS

/* Looks closer, on a worker, at the token or the phase that is selected. */

typedef struct
{
  guint32 row;          /* of the TOKEN_EVENT; WEFT_NO_ROW: it is a phase */
  WeftCycleRange range; /* when it was */
  WeftNpuStats *within; /* of all events in that time */
  GArray
    *pairs; /* WeftNpuTokenPair: the median token of its phase beside it; NULL: it is none, or that
                  * one itself */
} WeftNpuStudy;

/* The runner's value is a WeftNpuStudy. */
WeftRunner *weft_npu_study_runner_new (void);

/* Asks for the study of what is in `row` (WEFT_NO_ROW: of a phase) and was in that time. */
void weft_npu_ask_study (WeftRunner *runner, const WeftNpuResult *result, guint32 row,
                         const WeftCycleRange *range);

G_END_DECLS
