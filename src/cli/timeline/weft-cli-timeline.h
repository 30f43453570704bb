/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-json-writer.h"
#include "weft-timeline-flame.h"
#include "weft-timeline-stats.h"
#include "weft-track-writer.h"

G_BEGIN_DECLS

/* The commands of weft-cli for timelines. */

int weft_cli_timeline_info (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_timeline_dump (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_timeline_stats (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_timeline_export (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_timeline_compare (WeftTrace *trace, const WeftCliRequest *request);

/* Places among the views. */
enum
{
  WEFT_CLI_TIMELINE_TRACKS,
  WEFT_CLI_TIMELINE_FLAME,
};

extern const char *const weft_cli_timeline_keys[];
extern const char *const weft_cli_timeline_formats[];

/* The events for which the request's filter holds: (transfer full), NULL for all. FALSE after a
 * complaint that marks the place of the mistake. */
gboolean weft_cli_timeline_filter (const WeftCliRequest *request, WeftTimelineSnapshot *snapshot,
                                   WeftBitset **rows);

/* The statistics of what the request asks for: (transfer full), NULL after a complaint, and `status` is then the
 * command's. */
WeftTimelineStats *weft_cli_timeline_measure (WeftTrace *trace, const WeftCliRequest *request,
                                              int *status);

/* Likewise the flame graph. */
WeftTimelineFlame *weft_cli_timeline_make_flame (WeftTrace *trace, const WeftCliRequest *request);

/* The most telling things of a timeline, of all of which `stats` are: (transfer full), see weft-findings-kept.h. */
GArray *weft_cli_timeline_find (const WeftTimelineStats *stats);

/* Reports the findings of a timeline, of all of which `stats` are. `partial`: of what was read of it. */
void weft_cli_timeline_report_findings (WeftReport *report, const WeftTimelineStats *stats,
                                        gboolean partial);

/* "12 345 slices · 1.23 ms": (transfer full). */
char *weft_cli_timeline_summarize (guint64 n_slices, gint64 time);

/* Writes the events that are in `rows` (nullable: all) and the range as tracks
 * (docs/formats/chrome.md, "Export"). */
void weft_cli_timeline_write_tracks (WeftTrackWriterNew new_writer, FILE *stream,
                                     WeftTimelineSnapshot *snapshot, const WeftBitset *rows,
                                     const WeftCycleRange *range);

/* Writes a page with pictures and tables in it. FALSE after a complaint. */
gboolean weft_cli_timeline_write_html (WeftTrace *trace, const WeftCliRequest *request,
                                       const WeftTimelineStats *stats);

extern const WeftCliFamily weft_cli_timeline;
extern const WeftCliPainter weft_cli_timeline_painter;

G_END_DECLS
