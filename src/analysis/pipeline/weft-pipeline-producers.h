/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The producers of ops in a log that states no dependency, inferred from the registers that its texts
 * name: an op depends on the op before it in id order, of its thread, that wrote a register which it
 * reads last. What was flushed feeds only what was flushed with it. Immutable, for any thread. */

typedef struct _WeftPipelineProducers WeftPipelineProducers;

/* Reads the text of each op once; 4 bytes an op, and 4 for each edge. NULL without an error where
 * nothing is known: the log states dependencies itself, its texts name no registers in a way that
 * is known, or people do not want guesses (WeftPipelineAssumptions). NULL with G_IO_ERROR_CANCELLED when cancelled. */
WeftPipelineProducers *weft_pipeline_producers_infer (WeftPipelineSnapshot *snapshot,
                                                      GCancellable *cancellable, GError **error);
void weft_pipeline_producers_free (WeftPipelineProducers *self);

/* All that was inferred of a snapshot (nullable: nothing was), in an index file. */
void weft_pipeline_producers_put (const WeftPipelineProducers *self,
                                  const WeftPipelineSnapshot *snapshot, WeftIndexWriter *writer);

/* The same: (transfer full) (nullable). NULL, with the reader bad, where it can't be of the snapshot: each producer is an
 * op that stands before its consumer in id order. */
WeftPipelineProducers *weft_pipeline_producers_take (const WeftPipelineSnapshot *snapshot,
                                                     WeftIndexReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineProducers, weft_pipeline_producers_free)

/* The ops that `op` depends on, `n_ops` of them, each once. Valid as long as this. */
const guint32 *weft_pipeline_producers_get (const WeftPipelineProducers *self, guint32 op,
                                            guint32 *n_ops);

/* Where what is known of data dependencies comes from. */
typedef enum
{
  WEFT_DEPENDENCIES_UNKNOWN,
  WEFT_DEPENDENCIES_STATED,   /* by the log */
  WEFT_DEPENDENCIES_INFERRED, /* from registers */
} WeftDependencySource;

/* `self` is what was inferred of the snapshot: nullable. */
WeftDependencySource weft_pipeline_producers_get_source (const WeftPipelineProducers *self,
                                                         const WeftPipelineSnapshot *snapshot);

/* "unknown", "stated", "inferred": the word of machine output. */
const char *weft_dependency_source_to_string (WeftDependencySource source);

G_END_DECLS
