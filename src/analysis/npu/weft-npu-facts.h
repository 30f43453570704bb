/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* The tables of an NPU run's statistics. */

typedef enum
{
  WEFT_NPU_TABLE_ENGINE,
  WEFT_NPU_TABLE_LAYER,
  WEFT_NPU_TABLE_TILE,
  WEFT_NPU_TABLE_OP,
  WEFT_NPU_TABLE_TOKEN,
  WEFT_NPU_TABLE_PHASE,
  WEFT_NPU_TABLE_STALL,
  WEFT_NPU_TABLE_BITS,
  WEFT_NPU_TABLE_BANK,
  WEFT_NPU_TABLE_ROOFLINE,
  WEFT_NPU_TABLE_TYPE,
  WEFT_NPU_TABLE_CRITICAL,
  WEFT_NPU_N_TABLES
} WeftNpuTable;

/* Their words in machine output, NULL-terminated. */
extern const char *const weft_npu_table_words[];

/* The schema of its rows. */
extern const WeftSchema weft_npu_table_schemas[WEFT_NPU_N_TABLES];

/* The table over `stats`, as long as those are there. */
WeftFacts weft_npu_facts_get (const WeftNpuStats *stats, WeftNpuTable table);

/* The word of an engine's kind: "DMA"; what no engine is called "OTHER". */
const char *weft_npu_kind_to_string (WeftNpuLaneKind kind);

/* "TE 0": (transfer full), UTF-8. */
char *weft_npu_lane_to_string (const WeftNpuLane *lane);

G_END_DECLS
