/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-trace.h"
#include "weft-words.h"

G_BEGIN_DECLS

/* Values of pipelines in words for people, beside those that all families have. All return (transfer
 * full) unless they say otherwise. */

/* "0x80000000". */
char *weft_pipeline_words_pc (guint64 pc);

G_END_DECLS
