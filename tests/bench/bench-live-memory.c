/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-memory.h"
#include "live-frames.h"
#include "verdict.h"
#include "weft-hub.h"
#include "weft-live-stats.h"

#include <stdio.h>
#include <sys/wait.h>

/* Memory of the records of live sessions, in the states that are hardest on it: at most the budget
 * and a quarter, of a viewer (one lane, as many as there can be, two sessions) and of the daemon
 * (streams that have ended, what was said about them, small frames, viewers that never read). Each
 * state is a process of its own. */

#define MIB ((gsize) 1 << 20)
#define BUDGET WEFT_LIVE_DEFAULT_BUDGET
#define BATCH 2000u
#define MILLISECOND G_GUINT64_CONSTANT (1000000)

static guint64 before; /* KiB, of the empty process */

/* The most since it began, in KiB, as far as it was looked at. */
static guint64 most;

static void
look (void)
{
  most = MAX (most, read_own_memory ());
}

static int
judge (const char *what, gsize budget)
{
  double taken;

  look ();
  taken = (double) (most - before) / 1024;
  verdict_row (&(VerdictRow){ what, "MiB", taken, "budget", (double) budget / (double) MIB, 1.25 });
  return verdict_status ();
}

/* --- viewers ------------------------------------------------------------------------------------ */

typedef struct
{
  WeftLiveTrace *trace;
  WeftLiveWriter *writer;
} Session;

static void
session_open (Session *session, guint n_lanes)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  session->trace = weft_live_trace_new ("bench", NULL, WEFT_STORAGE_MEMORY, BUDGET);
  session->writer = weft_live_writer_new (session->trace);
  frames_welcome (bytes, 1);
  for (guint lane = 1; lane <= n_lanes; lane++)
    {
      frames_stream (bytes, lane, 0, (guint8) (lane / 64));
      frames_definitions (bytes, lane, 0);
    }
  g_assert_cmpint (frames_take (session->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
}

/* `n` records of each lane, in turns. */
static void
session_feed (Session *session, guint n_lanes, guint64 n)
{
  for (guint64 seq = 0; seq < n; seq += BATCH)
    {
      for (guint lane = 1; lane <= n_lanes; lane++)
        {
          g_autoptr (GByteArray) bytes = g_byte_array_new ();

          frames_records (bytes, lane, seq, BATCH);
          g_assert_cmpint (frames_take (session->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
        }
      weft_live_writer_publish (session->writer);
      if (seq / BATCH % 16 == 0)
        look ();
    }
}

static int
one_lane (void)
{
  Session session;

  session_open (&session, 1);
  session_feed (&session, 1, 12000000);
  return judge ("viewer, one lane, 12 M records", BUDGET);
}

static int
many_lanes (void)
{
  Session session;

  session_open (&session, WEFT_LIVE_MAX_LANES);
  session_feed (&session, WEFT_LIVE_MAX_LANES, 60000);
  return judge ("viewer, 256 lanes, 60,000 records each", BUDGET);
}

static int
two_sessions (void)
{
  Session sessions[2];

  for (guint i = 0; i < G_N_ELEMENTS (sessions); i++)
    session_open (&sessions[i], 8);
  for (guint i = 0; i < G_N_ELEMENTS (sessions); i++)
    session_feed (&sessions[i], 8, 1500000);
  return judge ("two viewers, 8 lanes, 12 M records each", 2 * BUDGET);
}

/* As the tables of the pane do all the time. */
static int
counted (void)
{
  Session session;

  session_open (&session, 8);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (WeftLiveFigures) figures = NULL;

      session_feed (&session, 8, i == 0 ? 1500000 : 0);
      figures = weft_live_figures_new (session.trace, NULL, NULL, NULL);
      look ();
    }
  return judge ("viewer, 8 lanes, while its figures are counted", BUDGET);
}

/* --- the daemon --------------------------------------------------------------------------------- */

static WeftHub *
open_hub (void)
{
  const WeftHubOptions options = { .history_bytes = WEFT_HUB_HISTORY_BYTES,
                                   .history_records = WEFT_HUB_HISTORY_RECORDS };

  return weft_hub_new (&options);
}

static WeftHubPeer *
greet (WeftHub *hub, WeftLiveRole role, guint8 session)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveHello hello = {
    .major = WEFT_LIVE_MAJOR, .role = role, .session = { session, 1 }, .name = frames_text ("bench")
  };
  WeftHubPeer *peer = weft_hub_add_peer (hub, role, 0);

  weft_live_put_hello (bytes, WEFT_LIVE_HELLO, &hello);
  g_assert_true (weft_hub_take (hub, peer, bytes->data, bytes->len, 0));
  return peer;
}

static void
say (WeftHub *hub, WeftHubPeer *peer, GByteArray *bytes)
{
  g_assert_true (weft_hub_take (hub, peer, bytes->data, bytes->len, 0));
  g_byte_array_set_size (bytes, 0);
}

static void
begin_stream (GByteArray *bytes, guint32 id)
{
  frames_stream (bytes, id, 0, 0);
  frames_definitions (bytes, id, 0);
}

/* A million records of each of 64 streams that end, one after the other, and more of one that goes on. */
static int
ended_streams (void)
{
  WeftHub *hub = open_hub ();
  WeftHubPeer *peer = greet (hub, WEFT_LIVE_PRODUCER, 1);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint32 id = 1; id <= 64; id++)
    {
      begin_stream (bytes, id);
      for (guint64 seq = 0; seq < 1000000; seq += BATCH)
        {
          frames_records (bytes, id, seq, BATCH);
          say (hub, peer, bytes);
        }
      look ();
      if (id < 64)
        weft_live_put_stream_end (bytes, id, 1000000);
    }
  return judge ("daemon, 64 streams that ended with a million records each",
                WEFT_HUB_HISTORY_BYTES);
}

/* Frames of one record. */
static int
small_frames (void)
{
  WeftHub *hub = open_hub ();
  WeftHubPeer *peer = greet (hub, WEFT_LIVE_PRODUCER, 1);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint32 id = 1; id <= 8; id++)
    {
      begin_stream (bytes, id);
      for (guint64 seq = 0; seq < 500000; seq++)
        {
          frames_records (bytes, id, seq, 1);
          say (hub, peer, bytes);
        }
      look ();
    }
  return judge ("daemon, 4 M frames of one record", WEFT_HUB_HISTORY_BYTES);
}

/* 64 streams of which as much is said as may be, and which end. */
static int
definitions (void)
{
  WeftHub *hub = open_hub ();
  WeftHubPeer *peer = greet (hub, WEFT_LIVE_PRODUCER, 1);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *sources = g_strnfill (4000, 's');

  for (guint32 id = 1; id <= 40; id++)
    {
      begin_stream (bytes, id);
      for (guint32 key = 100; key < 7000; key++)
        {
          weft_live_put_program (bytes, id,
                                 &(WeftLiveProgram){ .key = key,
                                                     .name = frames_text ("program"),
                                                     .sources = frames_text (sources) });
          if (bytes->len > 65536)
            say (hub, peer, bytes);
        }
      look ();
      weft_live_put_stream_end (bytes, id, 0);
      say (hub, peer, bytes);
    }
  return judge ("daemon, 40 streams that ended, with 27 MiB of definitions each",
                WEFT_HUB_HISTORY_BYTES / 4);
}

/* 100 viewers that say that they live, and take nothing, of 8 streams at 1 M records/s together for a minute. */
static int
silent_viewers (void)
{
  WeftHub *hub = open_hub ();
  WeftHubPeer *peer = greet (hub, WEFT_LIVE_PRODUCER, 1), *viewers[100];
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint64 now_ns = 0;

  for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
    {
      viewers[i] = greet (hub, WEFT_LIVE_VIEWER, (guint8) i);
      weft_live_put_subscribe (bytes, WEFT_LIVE_FROM_HISTORY, NULL, 0);
      say (hub, viewers[i], bytes);
    }
  for (guint32 id = 1; id <= 8; id++)
    begin_stream (bytes, id);
  for (guint64 seq = 0; seq < 7500000; seq += BATCH, now_ns += 16 * MILLISECOND)
    {
      for (guint32 id = 1; id <= 8; id++)
        frames_records (bytes, id, seq, BATCH);
      g_assert_true (weft_hub_take (hub, peer, bytes->data, bytes->len, now_ns));
      g_byte_array_set_size (bytes, 0);
      for (GBytes *answer; (answer = weft_hub_next (hub, peer)) != NULL; g_bytes_unref (answer))
        ;
      for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
        viewers[i]->heard_ns = now_ns;
      weft_hub_tick (hub, now_ns);
      if (seq / BATCH % 16 == 0)
        look ();
    }
  return judge ("daemon, 100 viewers that never read, 60 M records", WEFT_HUB_HISTORY_BYTES);
}

static int
run (int (*state) (void))
{
  pid_t child;
  int status;

  fflush (stdout);
  child = fork ();
  if (child == 0)
    {
      before = read_own_memory ();
      status = state ();
      fflush (stdout);
      _exit (status);
    }
  waitpid (child, &status, 0);
  return status;
}

int
main (int argc, char **argv)
{
  static int (*const states[]) (
    void) = { one_lane,      many_lanes,   two_sessions, counted,
              ended_streams, small_frames, definitions,  silent_viewers };
  gboolean good = TRUE;
  guint first = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 0;

  for (guint i = first; i < G_N_ELEMENTS (states); i++)
    good &= run (states[i]) == 0;
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
