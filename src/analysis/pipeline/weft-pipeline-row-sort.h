/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-rows.h"

G_BEGIN_DECLS

/* The row of an op in the picture: in `rows`, or (NULL) in the picture of all ops. WEFT_NO_ROW where it
 * has none. */
guint32 weft_pipeline_find_row (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows, guint32 op);

/* Sorts ops by these rows, as weft_facts_sort() does; those without one stand last. */
gboolean weft_pipeline_row_sort (WeftPipelineSnapshot *snapshot, WeftPipelineRows *rows,
                                 gboolean descending, guint32 *ops, guint32 n_ops,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
