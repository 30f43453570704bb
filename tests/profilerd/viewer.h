/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "live-frames.h"
#include "weft-hub.h"

/* A viewer without a socket: takes from the hub what it would get, into a trace. */

typedef struct
{
  WeftHub *hub;
  WeftHubPeer *peer;
  WeftLiveTrace *trace;
  WeftLiveWriter *writer;
  guint32 max_frame;                    /* that it says it accepts; 0: as the document has it */
  gsize longest;                        /* frame that came, bytes */
  guint n_taken[WEFT_LIVE_SUMMARY + 1]; /* frames, by type */
  guint n_replayed;
} Viewer;

static inline WeftHub *
hub_new (gsize history_bytes, guint32 history_records)
{
  WeftHubOptions options = { .session = { 42 },
                             .history_bytes = history_bytes,
                             .history_records = history_records };

  return weft_hub_new (&options);
}

static inline void
viewer_say (Viewer *viewer, GByteArray *bytes, guint64 now_ns)
{
  weft_hub_take (viewer->hub, viewer->peer, bytes->data, bytes->len, now_ns);
  g_byte_array_unref (bytes);
}

static inline void
viewer_hello (Viewer *viewer, guint64 now_ns)
{
  GByteArray *bytes = g_byte_array_new ();
  WeftLiveHello hello = { .major = WEFT_LIVE_MAJOR,
                          .role = WEFT_LIVE_VIEWER,
                          .max_frame = viewer->max_frame,
                          .name = frames_text ("test") };

  viewer->peer = weft_hub_add_peer (viewer->hub, WEFT_LIVE_VIEWER, now_ns);
  weft_live_put_hello (bytes, WEFT_LIVE_HELLO, &hello);
  viewer_say (viewer, bytes, now_ns);
}

static inline void
viewer_subscribe (Viewer *viewer, WeftLiveStart start, guint64 now_ns)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GArray) resumes = weft_live_writer_get_resumes (viewer->writer);

  weft_live_put_subscribe (bytes, start, (const WeftLiveResume *) resumes->data,
                           start == WEFT_LIVE_RESUME ? resumes->len : 0);
  viewer_say (viewer, bytes, now_ns);
}

static inline void
viewer_open_small (Viewer *viewer, WeftHub *hub, WeftLiveStart start, guint32 max_frame)
{
  memset (viewer, 0, sizeof *viewer);
  viewer->hub = hub;
  viewer->max_frame = max_frame;
  viewer->trace = weft_live_trace_new ("viewer", NULL, WEFT_STORAGE_MEMORY, 0);
  viewer->writer = weft_live_writer_new (viewer->trace);
  viewer_hello (viewer, 0);
  viewer_subscribe (viewer, start, 0);
}

static inline void
viewer_open (Viewer *viewer, WeftHub *hub, WeftLiveStart start)
{
  viewer_open_small (viewer, hub, start, 0);
}

static inline void
viewer_close (Viewer *viewer)
{
  if (viewer->peer != NULL)
    weft_hub_remove_peer (viewer->hub, viewer->peer, 0);
  weft_live_writer_free (viewer->writer);
  g_object_unref (viewer->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Viewer, viewer_close)

/* Takes up to `n` frames; FALSE when there were fewer. */
static inline gboolean
viewer_take (Viewer *viewer, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GBytes) bytes = weft_hub_next (viewer->hub, viewer->peer);
      WeftLiveFrame frame;
      WeftLiveFault fault;
      gsize length;
      const guint8 *data;

      if (bytes == NULL)
        return FALSE;
      data = g_bytes_get_data (bytes, &length);
      g_assert_cmpint (weft_live_frame_parse (data, length, &frame, &fault), ==, WEFT_LIVE_WHOLE);
      g_assert_cmpint (weft_live_writer_take (viewer->writer, &frame), ==, WEFT_LIVE_FAULT_NONE);
      viewer->n_taken[frame.type]++;
      viewer->longest = MAX (viewer->longest, length);
      viewer->n_replayed += (frame.flags & WEFT_LIVE_REPLAY) != 0;
    }
  return TRUE;
}

/* Takes all there is. */
static inline void
viewer_drain (Viewer *viewer)
{
  while (viewer_take (viewer, 1000))
    ;
  weft_live_writer_publish (viewer->writer);
  frames_assert_ledger (viewer->trace);
}

static inline WeftLiveLane
viewer_lane (Viewer *viewer, guint lane)
{
  WeftLiveLane info;

  weft_live_trace_get_lane (viewer->trace, lane, &info);
  return info;
}

/* Invariants of the daemon at rest. */
static inline void
hub_assert_ledger (WeftHub *hub)
{
  for (guint i = 0; i < hub->streams->len; i++)
    {
      WeftLiveStats stats;

      weft_hub_stream_get_stats (((WeftHubStream *) hub->streams->pdata[i]), &stats);
      g_assert_cmpuint (stats.ingested, ==, stats.in_ring + stats.expired);
      g_assert_cmpuint (stats.head - stats.first_seq, ==, stats.ingested + stats.lost_before);
    }
}
