/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-summary.h"
#include "weft-cli-family.h"
#include "weft-json-writer.h"
#include "weft-track-writer.h"

G_BEGIN_DECLS

/* The commands of weft-cli for bus traces. */

extern const char *const weft_cli_bus_keys[]; /* the places are WeftBusTable */
extern const char *const weft_cli_bus_formats[];
extern const GOptionEntry weft_cli_bus_stats_options[];
extern const GOptionEntry weft_cli_bus_export_options[];

int weft_cli_bus_info (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_bus_dump (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_bus_stats (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_bus_export (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_bus_compare (WeftTrace *trace, const WeftCliRequest *request);

/* The records for which the request's filter holds: (transfer full), NULL for all. FALSE after a
 * complaint that marks the place of the mistake. */
gboolean weft_cli_bus_filter (const WeftCliRequest *request, WeftBusSnapshot *snapshot,
                              WeftBitset **rows);

/* Whether the record of that row is among `rows` (nullable: all), and any of its access lies in the range. */
gboolean weft_cli_bus_includes (const WeftBusRecord *record, guint32 row, const WeftBitset *rows,
                                const WeftCycleRange *range);

/* The summary of what the request asks for, with the model, and with who was served while others
 * waited: (transfer full), NULL after a complaint. */
WeftBusSummary *weft_cli_bus_summarize (WeftTrace *trace, const WeftCliRequest *request,
                                        gboolean model, gboolean overlaps);

/* Writes it as the reference tool does (docs/formats/bus.md, "Summary"), and beside its members, where
 * that is asked for, the findings of the whole trace. */
void weft_cli_bus_write_summary (FILE *stream, const WeftBusSummary *summary, gboolean findings);

/* Writes the accesses that are in `rows` (nullable: all) and the range as tracks
 * (docs/formats/chrome.md, "Export"). */
void weft_cli_bus_write_tracks (WeftTrackWriterNew new_writer, FILE *stream,
                                WeftBusSnapshot *snapshot, const WeftBitset *rows,
                                const WeftCycleRange *range);

/* Reports the findings of a whole trace. */
void weft_cli_bus_report_findings (WeftReport *report, WeftBusSnapshot *snapshot);

/* Says, for people, how many records there are and of which. */
void weft_cli_bus_say_counts (WeftReport *report, const WeftBusSummary *summary);

extern const WeftCliFamily weft_cli_bus;
extern const WeftCliPainter weft_cli_bus_painter;

G_END_DECLS
