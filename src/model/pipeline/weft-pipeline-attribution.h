/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The stalls of ops as a log itself attributes them, from the top down, where its simulator accounts for them. Most
 * logs say nothing of that. */

typedef struct
{
  const char *reason; /* that cost the op most; UTF-8, lives as long as the trace; NULL: not said */
  const char *second; /* that cost it most after that; likewise */
  gint64 cycles;      /* of the first; WEFT_ATTRIBUTION_UNKNOWN: not said */
} WeftPipelineAttribution;

#define WEFT_ATTRIBUTION_UNKNOWN ((gint64) -1)

/* The reader: says it of an op, those of lower numbers first. FALSE where the storage is exhausted. */
gboolean weft_pipeline_attribution_add (WeftPipelineTrace *trace, guint32 op,
                                        const WeftPipelineAttribution *attribution);

/* Any thread. FALSE where nothing is said of the op. */
gboolean weft_pipeline_attribution_get (WeftPipelineTrace *trace, guint32 op,
                                        WeftPipelineAttribution *attribution);

/* Any thread. Reasons have numbers, from 0 in the order in which the log first gives them: that of the op, WEFT_NO_NAME
 * where none is said; how many there are; what one is called. */
guint32 weft_pipeline_attribution_get_reason (WeftPipelineTrace *trace, guint32 op);
guint32 weft_pipeline_attribution_get_n_reasons (WeftPipelineTrace *trace);
const char *weft_pipeline_attribution_get_reason_name (WeftPipelineTrace *trace, guint32 reason);

G_END_DECLS
