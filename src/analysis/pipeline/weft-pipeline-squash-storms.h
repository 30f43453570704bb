/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-pipeline-squashes.h"

G_BEGIN_DECLS

/* A storm: three squashes or more that follow one another at less than half of the distance that
 * squashes have on average, which is the cycles that are looked at ÷ the squashes in them. */
typedef struct
{
  WeftCycleRange cycles; /* from its first squash to the cycle after its last */
  guint32 first;         /* index of its first squash in order of time, and how many */
  guint32 n_squashes;
  guint32 n_ops; /* that were flushed in them */
  guint32 cause; /* the op before its largest squash, of equal ones the first; WEFT_NO_ROW:
                          * none */
} WeftSquashStorm;

#define WEFT_STORM_LEAST 3

/* The storms among `squashes` (of WeftSquash, in any order), which happened within `n_cycles`: those
 * with most flushed ops first, then those that came first. (transfer full), an array of
 * WeftSquashStorm. */
GArray *weft_pipeline_squash_storms_find (const GArray *squashes, guint64 n_cycles);

G_END_DECLS
