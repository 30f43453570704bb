/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-frame.h"
#include "weft-live-writer.h"

#include <string.h>

/* Makes the frames of small live sessions. */

static inline WeftLiveText
frames_text (const char *string)
{
  return (WeftLiveText){ string, (guint16) strlen (string) };
}

static inline void
frames_welcome (GByteArray *out, guint8 session)
{
  WeftLiveHello hello = { .major = WEFT_LIVE_MAJOR,
                          .role = WEFT_LIVE_DAEMON,
                          .max_frame = WEFT_LIVE_MAX_FRAME,
                          .session = { session, 2, 3 },
                          .name = frames_text ("test") };

  weft_live_put_hello (out, WEFT_LIVE_WELCOME, &hello);
}

/* A stream `id` of a producer, from sequence number `first` on. */
static inline void
frames_stream (GByteArray *out, guint32 id, guint64 first, guint8 producer)
{
  WeftLiveStream stream = { .chip = id,
                            .device_loss = WEFT_LIVE_DEVICE_COUNTS_LOSS,
                            .producer_stream = id,
                            .producer = { producer },
                            .arch = frames_text ("made") };

  weft_live_put_stream (out, id, first, &stream);
}

/* Two programs (keys 10 and 11), and a clock of 1 GHz that shows 0 at 0: ticks are nanoseconds. */
static inline void
frames_definitions (GByteArray *out, guint32 id, guint64 first)
{
  WeftLiveProgram matmul = { 10, 100, first, frames_text ("matmul"), frames_text ("matmul.cpp") };
  WeftLiveProgram softmax = { 11, 101, first, frames_text ("softmax"), frames_text ("") };
  WeftLiveSync sync = { .epoch = 1,
                        .method = WEFT_LIVE_SYNC_REGRESSION,
                        .ghz = 1,
                        .error_ns = 500,
                        .n_used = 100,
                        .n_offered = 101 };

  weft_live_put_program (out, id, &matmul);
  weft_live_put_program (out, id, &softmax);
  weft_live_put_sync (out, id, &sync);
}

/* All of these, in one session. */
static inline void
frames_begin (GByteArray *out, guint32 id, guint64 first)
{
  frames_welcome (out, 1);
  frames_stream (out, id, first, 7);
  frames_definitions (out, id, first);
}

/* `n` records from `seq` on, each of which runs a program of 600 ns, one every 1000 ns from `start` on; the two
 * in turns. */
static inline void
frames_records_from (GByteArray *out, guint32 id, guint64 seq, guint n, guint64 start)
{
  WeftLiveBatch batch = { .clock_epoch = 1, .schema = 1, .host_rx_ns = start + 1000 * n };
  g_autofree WeftLiveRecord *records = g_new0 (WeftLiveRecord, n);

  for (guint i = 0; i < n; i++)
    records[i] = (WeftLiveRecord){ .start = start + 1000 * i,
                                   .end = start + 1000 * i + 600,
                                   .program_key = 10 + (guint32) ((seq + i) & 1),
                                   .runtime_id = 100 + (guint32) ((seq + i) & 1) };
  weft_live_put_records (out, id, seq, &batch, records, n);
}

/* Record s begins at 1000 s. */
static inline void
frames_records (GByteArray *out, guint32 id, guint64 seq, guint n)
{
  frames_records_from (out, id, seq, n, 1000 * seq);
}

static inline void
frames_loss (GByteArray *out, guint32 id, guint64 lo, guint64 hi)
{
  WeftLiveLoss loss = { lo, hi, WEFT_LIVE_STAGE_DAEMON, 0, hi - lo };

  weft_live_put_loss (out, id, &loss);
}

/* Takes all frames. Returns the first fault. */
static inline WeftLiveFault
frames_take (WeftLiveWriter *writer, const GByteArray *bytes)
{
  gsize at = 0;

  while (at < bytes->len)
    {
      WeftLiveFrame frame;
      WeftLiveFault fault;

      g_assert_cmpint (weft_live_frame_parse (bytes->data + at, bytes->len - at, &frame, &fault),
                       ==, WEFT_LIVE_WHOLE);
      fault = weft_live_writer_take (writer, &frame);
      if (fault != WEFT_LIVE_FAULT_NONE)
        return fault;
      at += frame.length;
    }
  return WEFT_LIVE_FAULT_NONE;
}

/* Invariants of every lane at any time. */
static inline void
frames_assert_ledger (WeftLiveTrace *trace)
{
  for (guint i = 0; i < weft_live_trace_get_n_lanes (trace); i++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (trace, i, &lane);
      g_assert_cmpuint (lane.head - lane.first_seq, ==,
                        lane.delivered + weft_live_lane_get_lost (&lane));
      g_assert_cmpuint (lane.n_disorders, ==, 0);
    }
}
