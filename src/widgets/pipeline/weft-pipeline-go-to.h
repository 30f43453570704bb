/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-pipeline-trace.h"
#include "weft-view-state.h"

G_BEGIN_DECLS

/* "op 123", "rid 45", "cycle 1000", "pc 0x80000000": places in a pipeline by their number; and as
 * labels write them, "r45" and "t0:r45", the latter of one thread. Errors are of
 * WEFT_GO_TO_ERROR. */

typedef enum
{
  WEFT_PIPELINE_TARGET_OP,    /* id of the file */
  WEFT_PIPELINE_TARGET_RID,   /* retire id; ops that were flushed are not found by theirs */
  WEFT_PIPELINE_TARGET_CYCLE, /* absolute */
  WEFT_PIPELINE_TARGET_PC,
} WeftPipelineTargetKind;

typedef struct
{
  WeftPipelineTargetKind kind;
  gint64 number; /* a PC's bits */
  gboolean has_tid;
  gint64 tid; /* of a RID, where has_tid */
} WeftPipelineTarget;

typedef struct
{
  guint32 op; /* WEFT_NO_ROW: a cycle */
  gint64 cycle;
  guint32 n_found; /* ops that match, and which of them this is, from 1 */
  guint32 index;
} WeftPipelineTargetFound;

/* Reads `text`: a word and a number, decimal or with 0x; "1,000" and "1_000" are one thousand. A
 * number alone is an op, with 0x a PC. */
gboolean weft_pipeline_go_to_parse (const char *text, WeftPipelineTarget *target, GError **error);

/* Looks for the target in all of the trace; of several ops the first after op `after` (WEFT_NO_ROW:
 * the first of all), beginning again at the end. Any thread; time grows with the number of ops. */
gboolean weft_pipeline_go_to_find (WeftPipelineSnapshot *snapshot, const WeftPipelineTarget *target,
                                   guint32 after, GCancellable *cancellable,
                                   WeftPipelineTargetFound *found, GError **error);

/* `go_to` of a pipeline's state: looks on a thread, then selects and shows what was found. */
void weft_pipeline_go_to_run (WeftViewState *state, const char *text, GTask *task);

G_END_DECLS
