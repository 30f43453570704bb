/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* People's word on the core that a log is of, where the log says nothing and Weft would guess. All
 * analyses of a trace rest on the same (weft_pipeline_trace_ref_assumptions()). Immutable, for any
 * thread. */

#define WEFT_MAX_WIDTH 1024

typedef struct
{
  gatomicrefcount ref_count;
  char *phases; /* "Sc=issue Wb=commit": what stages are for (weft-pipeline-phases.h); may be "" */
  guint width;  /* ops that can retire in one cycle; 0: the most that did in the log */
  gboolean infers; /* producers are inferred from registers where the log states none */
} WeftPipelineAssumptions;

/* `phases` is nullable. NULL, 0, TRUE is what a trace has at first. */
WeftPipelineAssumptions *weft_pipeline_assumptions_new (const char *phases, guint width,
                                                        gboolean infers);
WeftPipelineAssumptions *weft_pipeline_assumptions_ref (WeftPipelineAssumptions *self);
void weft_pipeline_assumptions_unref (WeftPipelineAssumptions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineAssumptions, weft_pipeline_assumptions_unref)

gboolean weft_pipeline_assumptions_equal (const WeftPipelineAssumptions *a,
                                          const WeftPipelineAssumptions *b);

G_END_DECLS
