/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-derived.h"
#include "weft-pipeline-assumptions.h"
#include "weft-pipeline-trace.h"

G_BEGIN_DECLS

/* Things derived of a whole log, kept beside its index file (weft-derived.h) for the next time that it is needed.
 * What is of less than the log, or rests on assumptions that people made, is derived each time. Any thread. */

/* All that an explainer knows, which begins with the producers. */
#define WEFT_DERIVED_EXPLAINER "explainer"

/* A reader of what was kept; NULL: nothing was, or can be, of this snapshot. `assumptions` are those that it rests on,
 * nullable: it rests on none, whatever people assume. */
WeftIndexReader *weft_pipeline_derived_open (const WeftPipelineSnapshot *snapshot,
                                             const WeftPipelineAssumptions *assumptions,
                                             const char *what);

/* Keeps what `put` puts, where the log can have an index file. */
void weft_pipeline_derived_keep (const WeftPipelineSnapshot *snapshot,
                                 const WeftPipelineAssumptions *assumptions, const char *what,
                                 WeftDerivedPut put, gconstpointer derived);

G_END_DECLS
