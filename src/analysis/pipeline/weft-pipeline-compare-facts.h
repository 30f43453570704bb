/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-pipeline-compare-place.h"

G_BEGIN_DECLS

/* The tables of a comparison of two pipelines, for terminals and windows alike. Keys and their
 * order are those of docs/cli.md. */

typedef enum
{
  WEFT_COMPARE_FACTS_GROUPS,
  WEFT_COMPARE_FACTS_DIFFERENCES,
  WEFT_COMPARE_FACTS_PCS,
  WEFT_COMPARE_FACTS_CPI, /* none where not all ops count */
  WEFT_N_COMPARE_FACTS
} WeftCompareFactsKey;

/* One of the tables, valid as long as `compare`. */
WeftFacts weft_pipeline_compare_get_facts (const WeftPipelineCompare *compare,
                                           WeftCompareFactsKey key);

/* Where in both logs a row of the table is best seen: the op, or where a log has none, the one that
 * stands in its place (WEFT_NO_ROW: there is none); and the cycle and the stage in which it differs, in
 * the logs that have it. Of a PC, the op whose latency differs most.
 * `key` is any but WEFT_COMPARE_FACTS_CPI, whose rows are about the whole logs. */
WeftComparePlace weft_pipeline_compare_get_places (const WeftPipelineCompare *compare,
                                                   WeftCompareFactsKey key, guint row,
                                                   guint32 *ops);

/* "only_a", "only_b", "label", "timing", "flushes". */
const char *weft_difference_kind_to_string (WeftDifferenceKind kind);

G_END_DECLS
