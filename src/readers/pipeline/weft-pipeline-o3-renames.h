/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-writer.h"

G_BEGIN_DECLS

/* Dependencies of a gem5 trace, from what its rename lines say: which physical registers an op
 * reads and which it is given to write. The producer of what an op reads is the last op before it,
 * in the order of sequence numbers (SN), that wrote the register. Ops and lines come in any order,
 * and what is already resolved is made anew where later lines change it. */

typedef struct _WeftPipelineO3Renames WeftPipelineO3Renames;

/* Writes dependencies through `writer`, which must outlive it. */
WeftPipelineO3Renames *weft_pipeline_o3_renames_new (WeftPipelineWriter *writer);
void weft_pipeline_o3_renames_free (WeftPipelineO3Renames *self);

/* The small number of physical register `number` of a class ("" where the log names none). */
guint32 weft_pipeline_o3_renames_intern (WeftPipelineO3Renames *self, const char *class_name,
                                         gsize class_length, gint64 number);

/* The op, whose sequence number is `sn`, reads (or writes) a register; so says a line at `tick`. */
void weft_pipeline_o3_renames_add_read (WeftPipelineO3Renames *self, guint32 op, gint64 sn,
                                        guint32 reg, gint64 tick);
void weft_pipeline_o3_renames_add_write (WeftPipelineO3Renames *self, guint32 op, gint64 sn,
                                         guint32 reg);

/* The op completes at `tick`, where its arrows then attach. */
void weft_pipeline_o3_renames_set_complete (WeftPipelineO3Renames *self, guint32 op, gint64 tick);

/* Writes the dependencies that are not yet, or no longer, as the lines so far say. */
void weft_pipeline_o3_renames_resolve (WeftPipelineO3Renames *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPipelineO3Renames, weft_pipeline_o3_renames_free)

G_END_DECLS
