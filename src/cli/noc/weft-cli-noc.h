/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-noc-stats.h"
#include "weft-track-writer.h"

G_BEGIN_DECLS

/* The commands of weft-cli for NoC traces. */

/* Which chip, as the command line says it: (nullable), and the options that say it. */
extern char *weft_cli_noc_arch;
extern char *weft_cli_noc_topology;

/* By how much clocks of devices are put later, as "DEVICE=CYCLES": (nullable). */
extern char **weft_cli_noc_offsets;

#define WEFT_CLI_NOC_CHIP_OPTIONS \
  { "arch", \
    0, \
    0, \
    G_OPTION_ARG_STRING, \
    &weft_cli_noc_arch, \
    N_ ("NoC traces: the chip: wormhole_b0, blackhole, torus, mesh"), \
    N_ ("NAME") }, \
    { "topology", \
      0, \
      0, \
      G_OPTION_ARG_FILENAME, \
      &weft_cli_noc_topology, \
      N_ ("NoC traces: a file that describes the chip"), \
      N_ ("FILE") }, \
  { \
    "offset", 0, 0, G_OPTION_ARG_STRING_ARRAY, &weft_cli_noc_offsets, \
      N_ ("NoC traces: puts the clock of a device so many cycles later (can be given again)"), \
      N_ ("DEVICE=CYCLES") \
  }

extern const char *const weft_cli_noc_formats[];
extern const char *const weft_cli_noc_keys[]; /* the places are WeftNocTable */

extern const GOptionEntry weft_cli_noc_info_options[];
extern const GOptionEntry weft_cli_noc_stats_options[];

int weft_cli_noc_dump (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_noc_stats (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_noc_export (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_noc_compare (WeftTrace *trace, const WeftCliRequest *request);

/* The options of captures on the command line. FALSE after a complaint. */
gboolean weft_cli_noc_get_options (WeftNocOptions *options);

/* The trace as the command line wants it (--arch, --topology, --offset), where the transfers of
 * `other_noc` (nullable) are taken to have used the other network: (transfer full). A WeftCliStatus;
 * NULL after a complaint. */
int weft_cli_noc_capture (WeftTrace *trace, WeftBitset *other_noc, WeftNocCapture **capture);

/* The same as it is, with the records for which `filter` (nullable) holds: (transfer full), NULL for
 * all. The complaint marks the place of the mistake. */
int weft_cli_noc_open (WeftTrace *trace, const char *filter, WeftNocCapture **capture,
                       WeftBitset **records);

/* The figures of the records (nullable: of all) in the range (nullable: all), and the indexes that they are made of, for
 * weft_noc_demands_free(): (transfer full), NULL where it was cancelled. */
WeftNocStats *weft_cli_noc_sum_up (WeftNocCapture *capture, const WeftBitset *records,
                                   const WeftCycleRange *range, WeftNocDemand ***demands);

/* The figures of a trace, as far as the filter (nullable) holds and in the range (nullable: all):
 * (transfer full), NULL after a complaint. */
WeftNocStats *weft_cli_noc_measure (WeftTrace *trace, const char *filter,
                                    const WeftCycleRange *range);

/* Writes the zones, waits and transfers of `records` (nullable: all) that touch the range as tracks
 * (docs/formats/chrome.md, "Export"). */
void weft_cli_noc_write_tracks (WeftTrackWriterNew new_writer, FILE *stream,
                                const WeftNocCapture *capture, const WeftBitset *records,
                                const WeftCycleRange *range);

/* "[x,y]" as a member. */
void weft_cli_noc_report_place (WeftReport *report, const char *key, int x, int y);

/* A tile by its place, a network, a link by its network and ends, and which device, where there are
 * several. */
void weft_cli_noc_report_tile (WeftReport *report, const WeftNocCapture *capture, const char *key,
                               guint tile);
void weft_cli_noc_report_noc (WeftReport *report, guint noc);
void weft_cli_noc_report_link (WeftReport *report, const WeftNocCapture *capture, guint32 link);
void weft_cli_noc_report_device (WeftReport *report, const WeftNocCapture *capture, guint device);

/* The findings of a whole trace. `demands` and `stats` (nullable: they are made where they are needed) are all of the
 * capture's. */
void weft_cli_noc_report_findings (WeftReport *report, WeftNocCapture *capture,
                                   WeftNocDemand **demands, const WeftNocStats *stats);

/* Of transfers or bytes: null where the trace says nothing of the networks. */
void weft_cli_noc_report_amount (WeftReport *report, const WeftNocCapture *capture, const char *key,
                                 guint64 amount);

/* Says what info and stats have in common: events, chip, devices, cycles. */
void weft_cli_noc_report_head (WeftReport *report, const WeftNocCapture *capture);

extern const WeftCliFamily weft_cli_noc;
extern const WeftCliPainter weft_cli_noc_painter;

G_END_DECLS
