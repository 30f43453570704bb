/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-explainer.h"

G_BEGIN_DECLS

/* Why an op is late, in words for people. */

/* How names of ops stand in a text: plain, or as links to "op:N" in Pango markup. */
typedef enum
{
  WEFT_EXPLANATION_PLAIN,
  WEFT_EXPLANATION_MARKUP,
} WeftExplanationFormat;

/* The first line of an op's label without its PC, cut where it is long: "lw x12, 72(x22)"; "—" where
 * there is none. (transfer full) */
char *weft_pipeline_op_shorten_label (const WeftPipelineSnapshot *snapshot, guint32 op);

/* The log's word for the stage of a part, where it speaks of a miss: "D$ miss". (transfer full),
 * NULL: nothing. */
char *weft_latency_part_get_miss (const WeftPipelineSnapshot *snapshot, guint32 op,
                                  const WeftLatencyPart *part);

/* "Waits for a result", "Executes": (transfer none). */
const char *weft_latency_cause_describe (WeftLatencyCause cause);

/* "in Sc waiting for op 83573 (lw x21, 212(x16), missed)". (transfer full) */
char *weft_latency_part_describe (WeftPipelineExplainer *self, guint32 op,
                                  const WeftLatencyPart *part, WeftExplanationFormat format);

/* The parts of the op's life in which most was lost, as one sentence in order of time: "90 of 187
 * cycles in Sc waiting for op 83573 (…), then 90 in Xm." (transfer full) */
char *weft_pipeline_explain_sentence (WeftPipelineExplainer *self, guint32 op,
                                      WeftExplanationFormat format);

/* An op on the way from one that is late to what made it late. */
typedef struct
{
  guint32 op;
  guint64 latency;
  gboolean is_late; /* whether it lost any cycle, and where most: */
  WeftLatencyPart worst;
} WeftLatenessStep;

/* The op itself, then the one that it lost most cycles waiting for, then the one that that one waited
 * for, and so on: (transfer full), an array of WeftLatenessStep, at most `max_steps`. */
GArray *weft_pipeline_explain_chain (WeftPipelineExplainer *self, guint32 op, guint max_steps);

G_END_DECLS
