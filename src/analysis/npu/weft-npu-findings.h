/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings-kept.h"
#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* The most telling things of an NPU run, by what they cost of its cycles: the slowest token and what made
 * it slow, the layer that bandwidth bounds most, how often DRAM is near its peak, when the engine that
 * should work did not, what an engine was stalled on longest; and what failed. */

/* The goal of a finding: the thing, and the time to brush. */
typedef enum
{
  WEFT_NPU_TARGET_EVENT, /* `number` is the row of an event */
  WEFT_NPU_TARGET_TOKEN, /* likewise, of a TOKEN_EVENT */
  WEFT_NPU_TARGET_LAYER, /* likewise, of an event of the layer in the phase */
  WEFT_NPU_TARGET_STALL, /* likewise, of a STALL_EVENT */
  WEFT_NPU_TARGET_IDLE,  /* `number` is a lane */
  WEFT_NPU_TARGET_DRAM,  /* `number` means nothing */
  WEFT_NPU_N_TARGETS
} WeftNpuTargetKind;

typedef struct
{
  WeftNpuTargetKind kind;
  guint32 number;
  gint64 from; /* cycles; half-open; none where from = to */
  gint64 to;
} WeftNpuTarget;

/* As the target of a finding or a link: "token:12:1000:2000": (transfer full). */
char *weft_npu_target_to_string (const WeftNpuTarget *self);

/* FALSE: the text is no such target. */
gboolean weft_npu_target_parse (const char *text, WeftNpuTarget *target);

/* Of the statistics of a whole run: (transfer full), as weft-findings.h has it. Their targets are those
 * above. `so_far`: it is still read, and what will be beyond its last event is not known, whatever its
 * summary says. */
GArray *weft_npu_findings_new (const WeftNpuStats *stats, gboolean so_far);

/* Those of all that the trace has, kept beside its index file (weft-findings-kept.h), or what `make` makes of the snapshot,
 * which is then kept where it shows all. */
GArray *weft_npu_findings_find (const WeftNpuSnapshot *snapshot, WeftFindingsMake make,
                                gpointer data, GCancellable *cancellable, GError **error);

G_END_DECLS
