/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* Counts of the ops of one static instruction, or of all those of a function. */
typedef struct
{
  const char
    *function;   /* of those: lives as long as the symbols; NULL: PCs of no function, or no PC */
  guint32 n_pcs; /* likewise */
  gboolean has_pc;
  guint64 pc;
  guint32 first_op; /* in file order: its label stands for all; or else a squash's cause */
  guint32 n_ops;
  guint32 n_retired;
  guint32 n_flushed;
  guint64 latency_total; /* cycles from fetch to end, summed; an open op ends after the last */
  guint64 latency_max;
  guint32 slowest_op; /* the first with that latency; WEFT_NO_ROW: none counted */
  guint64 stall_cycles;
  guint32 n_squashes; /* that it is the cause of */
  guint32 n_squashed; /* ops in them */
} WeftPipelinePcStats;

/* One element for the ops without a PC, then one per PC in order of its small number, growing on
 * demand: (transfer full), free with g_array_unref(). */
GArray *weft_pipeline_pc_stats_new (void);

/* The element for the ops with that PC (WEFT_NO_ROW: without one); valid until the next call. */
WeftPipelinePcStats *weft_pipeline_pc_stats_lookup (GArray *stats, guint32 pc_index);

/* Adds what was counted of ops that all come later in the file, of which no squash is known yet. */
void weft_pipeline_pc_stats_merge (GArray *stats, const GArray *others);

/* The op before or after `op` (WEFT_NO_ROW: before the first, after the last) in file order that has
 * the PC of `stats`, around the end; WEFT_NO_ROW: there is none. 1 ms per million ops. */
guint32 weft_pipeline_pc_stats_find_instance (const WeftPipelinePcStats *stats,
                                              const WeftPipelineSnapshot *snapshot, guint32 op,
                                              gboolean forward);

/* Ends the counting: fills in PCs, drops those without an op or squash, and sorts: most stall
 * cycles first, then most ops, then the lowest PC; those without a PC last among equals. */
void weft_pipeline_pc_stats_seal (GArray *stats, WeftPipelineTrace *trace);

G_END_DECLS
