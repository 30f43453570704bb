/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* The fields of NPU events: of rows of a WeftNpuSnapshot. */
extern const WeftSchema weft_npu_event_schema;

/* Likewise of its samples. */
extern const WeftSchema weft_npu_sample_schema;

/* Filters of events (docs/filters.md). */
const WeftLanguage *weft_npu_language (void);

/* The words that a field of text may have: (transfer full), valid UTF-8. For completing what is
 * typed: `trace` is a WeftNpuTrace. */
char **weft_npu_list_values (int function, const WeftField *field, gpointer trace);

G_END_DECLS
