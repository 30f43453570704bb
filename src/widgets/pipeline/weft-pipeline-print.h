/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-state.h"
#include "weft-printable.h"

G_BEGIN_DECLS

/* The picture of a pipeline for files: the implementation of WeftPrintable by its state. */
WeftPrint weft_pipeline_print_copy (WeftPipelineState *state, gboolean whole);

G_END_DECLS
