/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* How many bytes of text are held at a time, unless a test asks for fewer. */
#define WEFT_PIPELINE_LABEL_SORT_BYTES (64u << 20)

/* Sorts `ops` by the bytes of their labels. Labels that can't be read back stand last either way,
 * equal ones keep their order. Labels live in the source: blocks of them, `max_bytes` long, are
 * read and sorted, and the sorted blocks are merged, for which each label is read once more. FALSE
 * with G_IO_ERROR_CANCELLED when cancelled; the order is then undefined. */
gboolean weft_pipeline_label_sort (WeftPipelineSnapshot *snapshot, guint32 *ops, guint32 n_ops,
                                   gboolean descending, gsize max_bytes, GCancellable *cancellable,
                                   GError **error);

G_END_DECLS
