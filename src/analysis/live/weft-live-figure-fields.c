/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-figure-fields.h"

#include "weft-histogram-cells.h"
#include "weft-live-fields.h"
#include "weft-live-host.h"

static WeftCell
stream_device_loss (gconstpointer data, gconstpointer item)
{
  const WeftLiveLane *lane = item;

  return lane->device_loss == WEFT_LIVE_DEVICE_COUNTS_LOSS
           ? weft_cell_count (lane->device_lost)
           : weft_live_lane_device_loss_cell (data, lane);
}

/* Only sessions of several hosts say which. */
static WeftCell
stream_host (gconstpointer data, gconstpointer lane)
{
  WeftLiveTrace *trace = ((const WeftLiveFigures *) data)->trace;

  return weft_live_trace_get_n_hosts (trace) > 1
           ? weft_cell_text (weft_live_host_make_title (trace, ((const WeftLiveLane *) lane)->host))
           : weft_cell_none ();
}

static WeftCell
as_program (gconstpointer figures, gint64 program)
{
  return weft_cell_word (
    (guint) program,
    weft_live_trace_get_program (((const WeftLiveFigures *) figures)->trace, (guint) program));
}

#define STREAM(name) .member = WEFT_MEMBER (WeftLiveStreamFigures, name)
#define LANE .member = WEFT_MEMBER_AT (WeftLiveStreamFigures, lane)
#define PROGRAM(name) .member = WEFT_MEMBER (WeftLiveProgramFigures, name)

static const WeftField stream_fields[] = {
  { "stream", STREAM (lane.stream), .doc = "The stream's number, as the daemon calls it" },
  { "host", LANE, .of = stream_host, .doc = "The host of the stream, where there are several" },
  { "chip", STREAM (lane.chip), .doc = "The device of the stream" },
  { "first_seq", STREAM (lane.first_seq), .doc = "The first sequence number" },
  { "head", STREAM (lane.head), .doc = "The sequence number behind the last" },
  { "delivered", STREAM (lane.delivered), .doc = "Records that came" },
  { "lost", LANE, .of = weft_live_lane_lost_cell, .doc = "Records that were lost on the way" },
  { "device_loss", LANE, .of = stream_device_loss,
    .doc = "Records that the device lost: a number, or what is known of it" },
  { "frequency_ghz", LANE, .of = weft_live_lane_clock_cell, .doc = "The device's clock" },
  { "sync_error_ns", LANE, .of = weft_live_lane_error_cell,
    .doc = "By how much its times may be wrong" },
  { "utilization", STREAM (utilization),
    .doc = "The share of the time that was seen in which a program ran" },
  { "utilization_uncertainty", STREAM (uncertainty),
    .doc = "The share in which records were lost: the utilization may be more by so much" },
};

const WeftSchema weft_live_stream_schema = { "live_stream_figures",
                                             "Streams of live sessions and recordings",
                                             stream_fields,
                                             G_N_ELEMENTS (stream_fields),
                                             0,
                                             sizeof (WeftLiveStreamFigures) };

static const WeftField program_fields[] = {
  { "name", PROGRAM (program), .as = as_program, .doc = "Name of the program" },
  { "count", PROGRAM (n), .doc = "How often it ran" },
  { "p50", .of = weft_histogram_p50_cell, .doc = "Nanoseconds that half of its runs took at most" },
  { "p90", .of = weft_histogram_p90_cell, .doc = "Likewise 90 % of them" },
  { "p99", .of = weft_histogram_p99_cell, .doc = "Likewise 99 % of them" },
  { "max", .of = weft_histogram_max_cell, .doc = "Nanoseconds of the longest" },
  { "busy_share", PROGRAM (share), .doc = "The share of the time of all programs" },
};

const WeftSchema weft_live_program_schema = { "live_program_figures",
                                              "Programs of live sessions and recordings",
                                              program_fields,
                                              G_N_ELEMENTS (program_fields),
                                              0,
                                              sizeof (WeftLiveProgramFigures) };

WeftFacts
weft_live_figures_get_streams (WeftLiveFigures *self)
{
  return weft_facts_of_array (stream_fields, G_N_ELEMENTS (stream_fields), self, self->streams);
}

WeftFacts
weft_live_figures_get_programs (WeftLiveFigures *self)
{
  return weft_facts_of_array (program_fields, G_N_ELEMENTS (program_fields), self, self->programs);
}
