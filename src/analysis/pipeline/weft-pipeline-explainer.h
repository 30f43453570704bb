/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-phases.h"
#include "weft-pipeline-producers.h"

G_BEGIN_DECLS

/* Why an op took as long as it did: its life from fetch to end, divided into parts that neither
 * overlap nor leave a gap, each with a cause. The rules, and which of them are estimates, stand in
 * docs/statistics.md, "Why an op is late". In short, with the shortest that a stage lasted in an
 * op that retired, a cycle at least, as what the stage takes where nothing holds it up:
 *
 *   - until it executes: in the issue queue (without one, in decode or dispatch), it waits for
 *     the last of its producers' results; after that, and in dispatch, what goes beyond the
 *     shortest is structural; in fetch and decode it is the front end's. In another lane than the
 *     pipeline's the log itself says that the op is held up: structural.
 *   - from the first stage that executes to the last, it executes;
 *   - then it waits for older ops of its thread to retire. */

typedef struct _WeftPipelineExplainer WeftPipelineExplainer;

typedef enum
{
  WEFT_CAUSE_PROGRESS,   /* what the stage always takes: nothing holds the op up */
  WEFT_CAUSE_RESULT,     /* waits for the result of `producer` */
  WEFT_CAUSE_EXECUTE,    /* executes; what goes beyond the shortest is lost, to a miss as a rule */
  WEFT_CAUSE_RETIRE,     /* has its result; waits for `producer`, an older op, to retire; without
                          * one it is not known for what */
  WEFT_CAUSE_FRONT_END,  /* fetched or decoded for longer than need be */
  WEFT_CAUSE_STRUCTURAL, /* held up by the machine: says the log, or no other cause is left */
  WEFT_CAUSE_SQUASH,     /* held up until it was flushed */
  WEFT_CAUSE_UNKNOWN,    /* the log does not tell; also in no stage at all */
  WEFT_N_CAUSES
} WeftLatencyCause;

typedef struct
{
  gint64 first; /* cycles, both included */
  gint64 last;
  WeftLatencyCause cause;
  gboolean estimated; /* rests on the shortest of a stage */
  gboolean inferred;  /* rests on a producer that the log does not state */
  gboolean has_stage;
  WeftKind stage;       /* of the pipeline's lane, where has_stage */
  guint32 stage_number; /* in the file, likewise */
  gboolean has_reason;
  WeftKind reason;  /* the stage of another lane that says that the op is held up */
  guint32 producer; /* op; WEFT_NO_ROW: none */
  guint64 lost;     /* cycles of the part in which the op was held up */
} WeftLatencyPart;

/* Looks at the log once, and at its texts where it states no dependencies; 8 bytes an op, 12 and 4
 * an inferred edge then. Holds the snapshot. NULL with G_IO_ERROR_CANCELLED when
 * cancelled, or where there is no room (weft-room.h). */
WeftPipelineExplainer *weft_pipeline_explainer_new (WeftPipelineSnapshot *snapshot,
                                                    GCancellable *cancellable, GError **error);
void weft_pipeline_explainer_free (WeftPipelineExplainer *self);

/* All that it knows of the whole log, in an index file; and one that knows the same: NULL, with the reader bad, where it can't
 * be known of the snapshot. What weft_pipeline_explainer_new() found is kept, and found again, that way. */
void weft_pipeline_explainer_put (const WeftPipelineExplainer *self, WeftIndexWriter *writer);
WeftPipelineExplainer *weft_pipeline_explainer_take (WeftPipelineSnapshot *snapshot,
                                                     WeftIndexReader *reader);

/* Another that knows the same of the log, for one more thread: (transfer full). It must not outlive `self`. */
WeftPipelineExplainer *weft_pipeline_explainer_fork (const WeftPipelineExplainer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineExplainer, weft_pipeline_explainer_free)

/* Whether the op was there when this was made: of later ones of a trace that grows nothing can be
 * asked. */
gboolean weft_pipeline_explainer_knows (const WeftPipelineExplainer *self, guint32 op);

/* The parts of the op's life in order of time, `n_parts` of them: none where it has no cycle. They
 * are valid until the next call. One thread at a time, as all that follows. */
const WeftLatencyPart *weft_explain_op (WeftPipelineExplainer *self, guint32 op, guint *n_parts);

/* Whether a part counts among the stall cycles: its op was held up before its result was there.
 * Waiting to retire holds nobody up, and what was flushed is not missed. */
gboolean weft_latency_part_is_stall (const WeftLatencyPart *part);

/* Stall cycles of an op, an estimate. An op that never ends has none that are known: 0. */
guint64 weft_pipeline_explainer_get_stall_cycles (WeftPipelineExplainer *self, guint32 op);

/* Whether ops were flushed between the op and the one before it that was not, so that it was fetched
 * anew. */
gboolean weft_pipeline_explainer_follows_squash (const WeftPipelineExplainer *self, guint32 op);

/* The part in which most cycles were lost, the first of them; NULL: none were. */
const WeftLatencyPart *weft_latency_parts_find_worst (const WeftLatencyPart *parts, guint n_parts);

/* The inferred producers: (transfer none) (nullable), NULL where the log states dependencies, or
 * nothing is known of them. */
WeftPipelineProducers *weft_pipeline_explainer_get_producers (const WeftPipelineExplainer *self);

/* The assumptions as they were for the trace when this was made. All (transfer none). */
const WeftPipelineAssumptions *
weft_pipeline_explainer_get_assumptions (const WeftPipelineExplainer *self);
WeftPipelinePhases *weft_pipeline_explainer_get_phases (const WeftPipelineExplainer *self);
WeftPipelineSnapshot *weft_pipeline_explainer_get_snapshot (const WeftPipelineExplainer *self);

/* Whether a text that the log has of a stage speaks of a miss. */
gboolean weft_latency_text_tells_miss (const char *text);

/* "result", "front-end": the word of machine output. */
const char *weft_latency_cause_to_string (WeftLatencyCause cause);

static inline guint64
weft_latency_part_get_cycles (const WeftLatencyPart *part)
{
  return (guint64) part->last - (guint64) part->first + 1;
}

G_END_DECLS
