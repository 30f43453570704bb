/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-cli-load.h"
#include "weft-clock.h"
#include "weft-json-writer.h"
#include "weft-npu-stats.h"
#include "weft-track-writer.h"

G_BEGIN_DECLS

/* The commands of weft-cli for NPU runs, and for Chrome traces. */

/* How fast the run went, as the command line says it: (nullable), and the option that says it. */
extern char *weft_cli_npu_frequency;

#define WEFT_CLI_NPU_CLOCK_OPTION \
  { \
    "clock", 0, 0, G_OPTION_ARG_STRING, &weft_cli_npu_frequency, \
      N_ ("NPU runs: how fast the run went, such as 1.2GHz: times and rates beside cycles"), \
      N_ ("FREQUENCY") \
  }

/* The clock that the command line gives; of no frequency where it gives none. FALSE after a complaint:
 * what it says is no frequency, or the trace has times of its own. */
gboolean weft_cli_npu_get_clock (WeftClock *clock);

int weft_cli_npu_info (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_npu_dump (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_npu_stats (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_npu_export (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_npu_compare (WeftTrace *trace, const WeftCliRequest *request);

/* The views, and their words in that order. */
typedef enum
{
  WEFT_CLI_NPU_GANTT,
  WEFT_CLI_NPU_BANDWIDTH,
  WEFT_CLI_NPU_HEATMAP,
  WEFT_CLI_NPU_UTILIZATION,
  WEFT_CLI_NPU_LAYERS,
  WEFT_CLI_NPU_TOKENS,
  WEFT_CLI_NPU_ROOFLINE,
} WeftCliNpuView;

extern const char *const weft_cli_npu_formats[];
extern const GOptionEntry weft_cli_npu_clock_options[];
extern const GOptionEntry weft_cli_npu_ends_options[];

/* The events for which the request's filter holds: (transfer full), NULL for all. FALSE after a
 * complaint that marks the place of the mistake. */
gboolean weft_cli_npu_filter (const WeftCliRequest *request, WeftNpuSnapshot *snapshot,
                              WeftBitset **rows);

/* The statistics of what the request asks for: (transfer full), NULL after a complaint. */
WeftNpuStats *weft_cli_npu_measure (WeftTrace *trace, const WeftCliRequest *request);

/* The most telling things of a run, of all of which `stats` are: (transfer full), see weft-findings-kept.h. */
GArray *weft_cli_npu_find (const WeftNpuStats *stats);

/* Reports what is most telling of a run, of all of which `stats` are. */
void weft_cli_npu_report_findings (WeftReport *report, const WeftNpuStats *stats);

/* Writes a page with pictures and tables in it. FALSE after a complaint. */
gboolean weft_cli_npu_write_html (WeftTrace *trace, const WeftCliRequest *request,
                                  const WeftNpuStats *stats, const WeftClock *clock);

/* Writes the events that are in `rows` (nullable: all) and the range as tracks
 * (docs/formats/chrome.md, "Export"). */
void weft_cli_npu_write_tracks (WeftTrackWriterNew new_writer, FILE *stream,
                                WeftNpuSnapshot *snapshot, const WeftBitset *rows,
                                const WeftCycleRange *range, const WeftClock *clock);

/* How much happened in so much time, and how fast: "2 356 events · 154 085 cycles": (transfer full). */
char *weft_cli_npu_summarize (guint64 n_events, gint64 cycles, const WeftClock *clock);

/* Compares each of the runs with the first: prints a table of what each took. `files` end with NULL; a
 * folder stands for the NPU traces in it. Returns a WeftCliStatus. */
int weft_cli_npu_compare_runs (char **files, const WeftCliRequest *request);

extern const WeftCliFamily weft_cli_npu;
extern const WeftCliPainter weft_cli_npu_painter;

G_END_DECLS
