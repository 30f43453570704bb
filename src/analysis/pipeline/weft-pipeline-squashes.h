/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* A squash: a run of flushed ops in id order within a thread. Its cause is the last op of that
 * thread before the run that was not flushed (formats/kanata, "Squash"). */
typedef struct
{
  gint64 tid;
  guint32 cause;    /* op; WEFT_NO_ROW where the thread begins with the run */
  guint32 first_op; /* the first op of the run, in id order */
  guint32 n_ops;
  gint64 cycle; /* in which the first of them was flushed */
} WeftSquash;

/* The squashes of the log in order of their first ops' ids: (transfer full), an array of
 * WeftSquash. Runs are found in the whole log; of each, only the ops that were flushed within
 * `range` and are in `ops` (nullable: all) are counted, and runs without any are left out. NULL
 * with G_IO_ERROR_CANCELLED when cancelled. */
GArray *weft_pipeline_squashes_find (const WeftPipelineSnapshot *snapshot,
                                     const WeftCycleRange *range, const WeftBitset *ops,
                                     GCancellable *cancellable, GError **error);

G_END_DECLS
