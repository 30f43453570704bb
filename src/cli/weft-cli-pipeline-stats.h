/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-records.h"
#include "weft-json-writer.h"
#include "weft-pipeline-stats.h"

G_BEGIN_DECLS

/* The tables of `stats`, in the order of its keys. */
typedef enum
{
  WEFT_CLI_BY_STAGE,
  WEFT_CLI_BY_PC,
  WEFT_CLI_BY_THREAD,
  WEFT_CLI_BY_SQUASH,
  WEFT_CLI_N_KEYS
} WeftCliKey;

/* The statistics of one trace, and where names and labels come from. */
typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineSnapshot *snapshot;
  WeftPipelineStats *stats;
} WeftCliStats;

/* A table as records, valid as long as `stats`. */
WeftCliRecords weft_cli_stats_get_records (const WeftCliStats *stats, WeftCliKey key);

/* --- pieces that info shares ------------------------------------------------------------------- */

/* "cycles" as a member of a JSON object. */
void weft_cli_write_cycles       (WeftJsonWriter *writer, const WeftPipelineStats *stats);

/* Lines for people. */
void weft_cli_print_ops          (const WeftPipelineStats *stats);
void weft_cli_print_cycles       (const WeftPipelineStats *stats);
void weft_cli_print_dependencies (const WeftPipelineStats *stats);

G_END_DECLS
