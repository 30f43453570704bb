/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* How many ops were in flight: an op is in flight from the cycle of its fetch to the one before
 * its end. */
typedef struct
{
  guint32 max;      /* ops in flight in the busiest cycle */
  double op_cycles; /* cycles in flight, summed over all ops: the mean times the cycles */
} WeftPipelineInFlight;

/* Counts over the cycles `first` to `last`, both included, of the ops in `ops` (nullable: all).
 * FALSE with G_IO_ERROR_CANCELLED when cancelled. */
gboolean weft_pipeline_in_flight_measure (const WeftPipelineSnapshot *snapshot, gint64 first,
                                          gint64 last, const WeftBitset *ops,
                                          WeftPipelineInFlight *result, GCancellable *cancellable,
                                          GError **error);

G_END_DECLS
