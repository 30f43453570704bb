/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cli-family.h"
#include "weft-json-writer.h"
#include "weft-live-records.h"
#include "weft-live-stats.h"
#include "weft-track-writer.h"

G_BEGIN_DECLS

/* The commands of weft-cli for live sessions and recordings of them: FILE is a recording, or the path of
 * a daemon's socket. */

int weft_cli_live_export (WeftTrace *trace, const WeftCliRequest *request);
int weft_cli_live_compare (WeftTrace *trace, const WeftCliRequest *request);

extern const char *const weft_cli_live_formats[];

/* How long to listen to a socket, in seconds; 0: it is not said. */
extern double weft_cli_live_seconds;

#define WEFT_CLI_LIVE_OPTIONS \
  { \
    "for", 0, 0, G_OPTION_ARG_DOUBLE, &weft_cli_live_seconds, \
      N_ ("Live sockets: listen for this time, 1 s without"), N_ ("SECONDS") \
  }

/* The options that tell for how long: shared by all commands that take a socket. */
extern const GOptionEntry weft_cli_live_options[];

/* The records of the trace, and those of them for which the request's filter holds (NULL: all). FALSE
 * after a complaint that marks the place of the mistake. */
gboolean weft_cli_live_filter (WeftTrace *trace, const WeftCliRequest *request,
                               WeftLiveRecords **records, WeftBitset **places);

/* Whether a record passes both filter and range. */
gboolean weft_cli_live_is_wanted (const WeftCliRequest *request, const WeftLiveRecords *records,
                                  const WeftBitset *places, guint place);

/* The figures of what the request asks for: (transfer full), NULL after a complaint. */
WeftLiveFigures *weft_cli_live_measure (WeftTrace *trace, const WeftCliRequest *request);

/* Writes the records that are wanted to the request's stream, as tracks (docs/formats/chrome.md,
 * "Export"). */
void weft_cli_live_write_tracks (WeftTrackWriterNew new_writer, const WeftCliRequest *request,
                                 const WeftLiveRecords *records, const WeftBitset *places);

/* Over all lanes. */
typedef struct
{
  guint n_lanes;
  guint64 delivered, lost, n_programs;
  gint64 start, end;
} WeftCliLiveSums;

WeftCliLiveSums weft_cli_live_sum_up (WeftLiveTrace *trace);

extern const WeftCliFamily weft_cli_live;
extern const WeftCliPainter weft_cli_live_painter;

G_END_DECLS
