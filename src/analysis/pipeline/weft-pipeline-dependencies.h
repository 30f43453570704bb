/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The dependencies of a log, from producers to consumers too: a trace stores them on the consumer
 * alone. They are those that the log states; none is inferred. Immutable, for any thread. */

typedef struct _WeftPipelineDependencies WeftPipelineDependencies;

/* Looks at each dependency of the snapshot once; 4 bytes for each, and 4 for each op. NULL with
 * G_IO_ERROR_CANCELLED when cancelled. */
WeftPipelineDependencies *weft_pipeline_dependencies_new (WeftPipelineSnapshot *snapshot,
                                                          GCancellable *cancellable,
                                                          GError **error);
void weft_pipeline_dependencies_free (WeftPipelineDependencies *self);

/* In an index file, and the same again: NULL, with the reader bad, where they can't be those of the snapshot. What
 * weft_pipeline_dependencies_new() found of a whole log is kept, and found again, that way. */
void weft_pipeline_dependencies_put (const WeftPipelineDependencies *self, WeftIndexWriter *writer);
WeftPipelineDependencies *weft_pipeline_dependencies_take (WeftPipelineSnapshot *snapshot,
                                                           WeftIndexReader *reader);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineDependencies, weft_pipeline_dependencies_free)

/* (transfer none) */
WeftPipelineSnapshot *
weft_pipeline_dependencies_get_snapshot (const WeftPipelineDependencies *self);

/* The ops that depend on `op`, in file order, `n_ops` of them; one that does so twice is there
 * twice. Valid as long as this. */
const guint32 *weft_pipeline_dependencies_get_consumers (const WeftPipelineDependencies *self,
                                                         guint32 op, guint32 *n_ops);

/* A number of the dependency that no other pair of ops has, below that of all dependencies. */
guint32 weft_pipeline_dependencies_find (const WeftPipelineDependencies *self, guint32 producer,
                                         guint32 consumer);

/* A dependency on the way from or to an op. */
typedef struct
{
  guint32 producer;
  guint32 consumer;
  gint depth; /* how far: −1 the op's own producers, −2 theirs; 1 its consumers, 2 theirs */
} WeftDependencyStep;

/* All that `op` depends on, directly or not, and all that depends on it, the nearest first:
 * (transfer full), an array of WeftDependencyStep. At most `max_steps` in each direction;
 * `truncated` (nullable) says whether there would be more. */
GArray *weft_pipeline_dependencies_trace (const WeftPipelineDependencies *self, guint32 op,
                                          guint max_steps, gboolean *truncated);

G_END_DECLS
