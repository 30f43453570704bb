/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-json-writer.h"
#include "weft-pipeline-op-filter.h"
#include "weft-track-writer.h"

G_BEGIN_DECLS

/* The commands of weft-cli for pipeline traces. */

extern const char *const weft_cli_pipeline_keys[]; /* the places are WeftPipelineFactsKey */
extern const GOptionEntry weft_cli_pipeline_stats_options[];
extern const GOptionEntry weft_cli_pipeline_why_options[];
extern const GOptionEntry weft_cli_pipeline_compare_options[];
extern const char *const weft_cli_pipeline_formats[];
extern const GOptionEntry weft_cli_pipeline_export_options[];

int weft_cli_pipeline_info (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_pipeline_dump (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_pipeline_stats (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_pipeline_why (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_pipeline_export (WeftTrace *trace, const WeftCliRequest *request);

/* Writes the ops that are in `ops` (nullable: all) and the range as tracks
 * (docs/formats/chrome.md, "Export"). */
void weft_cli_pipeline_write_tracks (WeftTrackWriterNew new_writer, FILE *stream,
                                     WeftPipelineSnapshot *snapshot, const WeftCycleRange *range,
                                     const WeftBitset *ops);

/* Differences of any kind are WEFT_CLI_FINDINGS. */
int weft_cli_pipeline_compare (WeftTrace *trace, const WeftCliRequest *request);

/* The ops for which the filter holds: (transfer full), NULL where it is NULL, which stands for
 * all. */
WeftBitset *weft_cli_run_filter (WeftExpression *filter, WeftPipelineSnapshot *snapshot);

extern const WeftCliFamily weft_cli_pipeline;
extern const WeftCliPainter weft_cli_pipeline_painter;

G_END_DECLS
