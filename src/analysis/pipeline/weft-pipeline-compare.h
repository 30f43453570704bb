/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-pipeline-cpi-difference.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* In what two pipeline logs differ, A being what is expected and B what is looked at: two runs of
 * one program on two versions of a core, a core and its model. All times are in cycles.
 *
 * The ops that retired are brought side by side, thread by thread (threads by their ids) and in
 * the order in which they retired; what was flushed is counted in between. Ops that are neither
 * are not compared. */

typedef enum
{
  WEFT_ALIGN_BY_LABEL,  /* equal labels in the same order: robust against ops more or less */
  WEFT_ALIGN_BY_RETIRE, /* equal retire ids, whatever the labels say */
} WeftPipelineAlignment;

/* An op of each log that are the same step of the program; WEFT_NO_ROW: only the other log has
 * it. */
typedef struct
{
  guint32 ops[WEFT_N_LOGS];
} WeftOpPair;

typedef struct
{
  guint32 n_ops; /* that count: of these, */
  guint32 n_retired;
  guint32 n_flushed;
  guint32 n_only;   /* retired, and without a partner */
  guint32 n_unread; /* retired, and their labels can't be read back */
  guint64 cycles;   /* the log's last less its first */
  guint64 latency;  /* of the pairs, summed */
} WeftComparedLog;

/* One static instruction. */
typedef struct
{
  gboolean has_pc;
  guint64 pc;
  guint32 n_pairs;
  guint32 ops[WEFT_N_LOGS]; /* the first of it: WEFT_NO_ROW where there is none */
  guint32 n_only[WEFT_N_LOGS];
  guint32 n_flushed[WEFT_N_LOGS];
  guint64 latency[WEFT_N_LOGS]; /* of the pairs, summed */
  guint32 worst;                /* the pair whose latencies differ most */
} WeftPcComparison;

typedef struct
{
  WeftPipelineSnapshot *snapshots[WEFT_N_LOGS];
  WeftPipelineAlignment alignment;
  WeftComparedLog logs[WEFT_N_LOGS];

  GArray *pairs;                     /* WeftOpPair, thread by thread in retire order */
  guint32 *pairs_of_op[WEFT_N_LOGS]; /* the pair of each op; WEFT_NO_ROW: none */
  guint32 n_pairs;                   /* of two ops */
  gint64 base;                       /* B's cycle less A's at the retirement of the first pair */
  gint64 drift; /* by how much later than that the pair that retires last does so in B */

  GArray *differences;                       /* WeftDifference by cycle */
  guint32 n_differences[WEFT_N_DIFFERENCES]; /* of each kind */
  GArray *groups;         /* WeftDifferenceGroup, in the order of their first differences */
  guint first_divergence; /* index of the first that is about ops or labels; G_MAXUINT: none */
  guint first_timing;     /* of the first about timing, likewise */

  GArray *pcs; /* WeftPcComparison, the largest change of the latencies' sum first */
  WeftPipelineCpiDifference *cpi; /* NULL where `ops` said which count */
} WeftPipelineCompare;

/* Compares two snapshots, in about 1 s per million ops; holds them. `ops` (nullable) are the ops
 * of each that count at all (each nullable: all of them). `tolerance` (percent): an op's latency
 * may differ by so much of what it is in A, and the distance to the pair before by so much of
 * that latency; the number of flushes by so much of A's. NULL with G_IO_ERROR_CANCELLED when
 * cancelled. Any thread; the result does not change and may be read by any. */
WeftPipelineCompare *weft_pipeline_compare_new (WeftPipelineSnapshot *const *snapshots,
                                                WeftBitset *const *ops,
                                                WeftPipelineAlignment alignment, double tolerance,
                                                GCancellable *cancellable, GError **error);
void weft_pipeline_compare_free (WeftPipelineCompare *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineCompare, weft_pipeline_compare_free)

/* The op of the other log that stands where op `op` of `log` does: its partner; where it has
 * none, or was flushed, that of the op before it, in fetch order, that has one. WEFT_NO_ROW:
 * none has. */
guint32 weft_pipeline_compare_find_partner (const WeftPipelineCompare *self, int log, guint32 op);

G_END_DECLS
