/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The phases of the stages of the pipeline's lane. A log only names its stages, so this is guessed
 * from their names, and for a name that tells nothing from the stages before it in an op; people
 * may say otherwise (docs/statistics.md, "Phases"). Immutable, for any thread. */

typedef struct _WeftPipelinePhases WeftPipelinePhases;

typedef enum
{
  WEFT_PHASE_UNKNOWN,
  WEFT_PHASE_FETCH,    /* from the choice of a PC to the instruction's bytes */
  WEFT_PHASE_DECODE,   /* in order, before a place in the reorder buffer is taken */
  WEFT_PHASE_DISPATCH, /* rename and dispatch: takes that place */
  WEFT_PHASE_ISSUE,    /* in the issue queue, until inputs and a unit are there; reads registers */
  WEFT_PHASE_EXECUTE,
  WEFT_PHASE_MEMORY, /* executes in the load/store unit */
  WEFT_PHASE_COMMIT, /* has its result, and waits to retire */
  WEFT_N_PHASES
} WeftPipelinePhase;

/* The lane that is the pipeline: the one called "0", or else the first. */
guint weft_pipeline_find_lane (WeftPipelineTrace *trace);

/* Of the kinds that the trace has by now. `said` (nullable) is what people say, "Sc=issue Wb=commit":
 * pairs of a stage name, which may have blanks within, and the word of a phase, between blanks; pairs that
 * are none are left out. */
WeftPipelinePhases *weft_pipeline_phases_new (WeftPipelineTrace *trace, const char *said);

/* The first of `said` (nullable) that is no such pair, or whose stage the trace's pipeline does not
 * have: (transfer full) (nullable). */
char *weft_pipeline_phases_find_mistake (WeftPipelineTrace *trace, const char *said);

/* Whether a stage of this name can be said among others: not where a blank begins or ends it. */
gboolean weft_pipeline_phases_can_say (const char *stage);

/* The words of `said` with this one stage's phase; UNKNOWN takes the stage out: (transfer full).
 * `stage` is one that can be said. */
char *weft_pipeline_phases_say (const char *said, const char *stage, WeftPipelinePhase phase);

void weft_pipeline_phases_free (WeftPipelinePhases *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelinePhases, weft_pipeline_phases_free)

/* UNKNOWN for a stage of another lane, and for one that came after this was made. */
WeftPipelinePhase weft_pipeline_phases_get (const WeftPipelinePhases *self, WeftKind kind);

/* Whether any stage has that phase. */
gboolean weft_pipeline_phases_has (const WeftPipelinePhases *self, WeftPipelinePhase phase);

/* Whether people said so, rather than that it was guessed. */
gboolean weft_pipeline_phases_is_said (const WeftPipelinePhases *self, WeftKind kind);

/* "fetch", "issue": the word of machine output and of `said`. */
const char *weft_phase_to_string (WeftPipelinePhase phase);

/* Whether an op in that phase holds a place in the reorder buffer: from dispatch on. */
static inline gboolean
weft_phase_is_in_window (WeftPipelinePhase phase)
{
  return phase >= WEFT_PHASE_DISPATCH;
}

static inline gboolean
weft_phase_executes (WeftPipelinePhase phase)
{
  return phase == WEFT_PHASE_EXECUTE || phase == WEFT_PHASE_MEMORY;
}

/* Before an op executes: from its fetch until it is issued. */
static inline gboolean
weft_phase_is_early (WeftPipelinePhase phase)
{
  return phase >= WEFT_PHASE_FETCH && phase <= WEFT_PHASE_ISSUE;
}

G_END_DECLS
