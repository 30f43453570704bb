/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-pipeline-producers.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* The critical path of some ops: a chain of steps without a gap from the fetch of an early
 * op to the end of the one that retired last, found by asking, from the end backwards, what came
 * last of all that had to come first. Only what the log says is asked, and where it states no
 * dependencies what its registers say of them:
 *
 *   - an op retires after the one before it in id order (of its thread): where that one ended after
 *     this one had begun its last stage, this one waited to retire;
 *   - an op takes its inputs (WeftOp.consumes) after its producers have results: where the last
 *     result came after the op had begun the stage before, the op waited for that producer;
 *   - else an op was in its stages of the pipeline's lane, one after the other, or in none;
 *   - an op is fetched after the one before it in id order that was not flushed, and where ops
 *     between them were flushed, after the first of those was.
 *
 * So the costs of all steps add up to the length of the path (docs/statistics.md). */

typedef enum
{
  WEFT_STEP_STAGE,  /* in a stage; the latest that had begun, where in several */
  WEFT_STEP_GAP,    /* in none */
  WEFT_STEP_RESULT, /* the result of `other` was there, which the op had waited for: no time */
  WEFT_STEP_FETCH,  /* from the fetch of `other` to the op's */
  WEFT_STEP_SQUASH, /* from the flush after `other` to the op's fetch */
  WEFT_STEP_RETIRE, /* from the end of `other` to the op's */
  WEFT_N_STEP_TYPES
} WeftStepType;

typedef struct
{
  WeftStepType type;
  WeftKind kind; /* STAGE */
  guint32 op;
  guint32 other; /* the op that the path comes from; WEFT_NO_ROW: none. FETCH and RETIRE follow one
                  * another as one step: the earliest of n_ops */
  guint32 n_ops; /* that it leads past: 1 or more */
  gint64 from;   /* cycles, half-open */
  gint64 to;
} WeftPathStep;

/* The cost of all steps of a sort: those in a stage by that stage, and those along the order
 * of fetch by the stage in which the op before was meanwhile. */
typedef struct
{
  WeftStepType type;
  gboolean has_kind;
  WeftKind kind;
  guint32 n_ops; /* how often */
  guint64 cycles;
} WeftPathCost;

typedef struct
{
  gint64 from; /* of the first step, and to of the last; 0 and 0 without any */
  gint64 to;
  GArray *steps;                          /* WeftPathStep in order of time */
  GArray *costs;                          /* WeftPathCost, the most expensive first */
  WeftDependencySource dependency_source; /* UNKNOWN: the path could not follow any result */
} WeftPipelineCriticalPath;

/* The path through the ops that end within `range` and are in `ops` (both nullable: all). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. Any thread; 12 bytes an op of the log for the time being. */
WeftPipelineCriticalPath *
weft_pipeline_critical_path_new (WeftPipelineSnapshot *snapshot, const WeftCycleRange *range,
                                 const WeftBitset *ops, GCancellable *cancellable, GError **error);
void weft_pipeline_critical_path_free (WeftPipelineCriticalPath *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineCriticalPath, weft_pipeline_critical_path_free)

/* "stage", "gap", "result", "fetch", "squash", "retire": the word of machine output. */
const char *weft_step_type_to_string (WeftStepType type);

G_END_DECLS
