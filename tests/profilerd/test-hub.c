/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "viewer.h"
#include "weft-live-client.h"

#define MILLISECOND 1000000ull
#define SECOND 1000000000ull

/* A producer without a socket: its bytes may be cut anywhere. */
typedef struct
{
  WeftHub *hub;
  WeftHubPeer *peer;
  guint64 acked; /* the newest ACK of stream 1 */
  gboolean over;
} Producer;

static void
producer_connect (Producer *producer, WeftHub *hub, guint64 now_ns)
{
  producer->hub = hub;
  producer->peer = weft_hub_add_peer (hub, WEFT_LIVE_PRODUCER, now_ns);
  producer->over = FALSE;
}

static gboolean
producer_say (Producer *producer, const GByteArray *bytes, guint64 now_ns)
{
  return weft_hub_take (producer->hub, producer->peer, bytes->data, bytes->len, now_ns);
}

/* A producer's first frames: as frames_begin(), after a HELLO in place of the WELCOME. */
static void
put_begin (GByteArray *out, guint32 id, guint64 first)
{
  g_autoptr (GByteArray) begin = g_byte_array_new ();
  WeftLiveHello hello = { .major = WEFT_LIVE_MAJOR,
                          .role = WEFT_LIVE_PRODUCER,
                          .session = { 9, 9 },
                          .name = frames_text ("test") };
  WeftLiveFrame welcome;
  WeftLiveFault fault;

  weft_live_put_hello (out, WEFT_LIVE_HELLO, &hello);
  frames_begin (begin, id, first);
  weft_live_frame_parse (begin->data, begin->len, &welcome, &fault);
  g_byte_array_append (out, begin->data + welcome.length, begin->len - welcome.length);
}

static void
producer_begin (Producer *producer, guint64 first, guint64 now_ns)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  put_begin (bytes, 1, first);
  g_assert_true (producer_say (producer, bytes, now_ns));
}

static void
producer_records (Producer *producer, guint64 seq, guint n, guint64 now_ns)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_records (bytes, 1, seq, n);
  g_assert_true (producer_say (producer, bytes, now_ns));
}

/* Reads what the hub answers. */
static void
producer_listen (Producer *producer)
{
  GBytes *bytes;

  while ((bytes = weft_hub_next (producer->hub, producer->peer)) != NULL)
    {
      WeftLiveFrame frame;
      WeftLiveFault fault;
      gsize length;
      const guint8 *data = g_bytes_get_data (bytes, &length);

      g_assert_cmpint (weft_live_frame_parse (data, length, &frame, &fault), ==, WEFT_LIVE_WHOLE);
      if (frame.type == WEFT_LIVE_ACK)
        {
          g_assert_cmpuint (frame.seq, >, producer->acked);
          producer->acked = frame.seq;
        }
      g_bytes_unref (bytes);
    }
}

static void
test_pass_on (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
  g_auto (Viewer) viewer;
  Producer producer = { 0 };

  producer_connect (&producer, hub, 0);
  producer_begin (&producer, 7, 0);
  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  for (guint i = 0; i < 10; i++)
    producer_records (&producer, 7 + i * 100, 100, i);
  viewer_drain (&viewer);
  g_assert_cmpuint (viewer_lane (&viewer, 0).first_seq, ==, 7);
  g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, 1000);
  g_assert_cmpuint (viewer.n_taken[WEFT_LIVE_RECORDS], ==, 10);
  g_assert_cmpuint (viewer.n_taken[WEFT_LIVE_REPLAY_DONE], ==, 1);
  g_assert_cmpuint (viewer.n_replayed, ==, 0);
  weft_hub_tick (hub, MILLISECOND);
  producer_listen (&producer);
  g_assert_cmpuint (producer.acked, ==, 1007);
  hub_assert_ledger (hub);
}

/* Whatever way the bytes of a producer are cut, and wherever it dies. */
static void
test_cuts (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  put_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 5);
  frames_records (bytes, 1, 5, 5);
  for (guint cut = 0; cut <= bytes->len; cut++)
    {
      g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
      g_auto (Viewer) viewer;
      g_autoptr (GByteArray) again = g_byte_array_new ();
      Producer producer = { 0 };

      viewer_open (&viewer, hub, WEFT_LIVE_FROM_HISTORY);
      producer_connect (&producer, hub, 0);
      weft_hub_take (hub, producer.peer, bytes->data, cut, 0);
      viewer_drain (&viewer);
      hub_assert_ledger (hub);
      weft_hub_remove_peer (hub, producer.peer, 0);
      /* it comes back, with all that was not acknowledged */
      producer_connect (&producer, hub, 1);
      put_begin (again, 1, 0);
      frames_records (again, 1, 0, 10);
      g_assert_true (producer_say (&producer, again, 1));
      viewer_drain (&viewer);
      hub_assert_ledger (hub);
      g_assert_cmpuint (hub->streams->len, ==, 1);
      g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, 10);
      g_assert_cmpuint (((WeftHubStream *) hub->streams->pdata[0])->ingested, ==, 10);
    }
}

/* A viewer that comes late gets the history, marked as such, and then what is new. */
static void
test_late (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 1000);
  g_auto (Viewer) viewer;
  Producer producer = { 0 };

  producer_connect (&producer, hub, 0);
  producer_begin (&producer, 0, 0);
  for (guint i = 0; i < 50; i++)
    producer_records (&producer, i * 100, 100, i);
  viewer_open (&viewer, hub, WEFT_LIVE_FROM_HISTORY);
  producer_records (&producer, 5000, 100, 60);
  viewer_drain (&viewer);
  g_assert_cmpuint (viewer_lane (&viewer, 0).first_seq, ==, 4000);
  g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, 1000);
  g_assert_cmpuint (viewer_lane (&viewer, 0).lost[WEFT_LIVE_STAGE_DAEMON], ==, 100);
  g_assert_cmpuint (viewer_lane (&viewer, 0).head, ==, 5100);
  g_assert_cmpuint (viewer.n_replayed, ==, 9);
  g_assert_cmpuint (weft_live_trace_get_n_programs (viewer.trace), ==, 2);
  hub_assert_ledger (hub);
}

/* A viewer that stands still is lapped: it is told what it missed, to the record, and its totals are
 * exact all the same. The producer never waits, and memory is bounded. */
static void
test_stopped_viewer (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 10000);
  g_auto (Viewer) viewer;
  Producer producer = { 0 };
  WeftLiveTotal total[2];
  WeftLiveLane lane;

  producer_connect (&producer, hub, 0);
  producer_begin (&producer, 0, 0);
  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  producer_records (&producer, 0, 100, 0);
  viewer_drain (&viewer);
  for (guint i = 1; i < 1000; i++)
    {
      gsize memory = 0;

      producer_records (&producer, i * 100, 100, i * MILLISECOND);
      weft_hub_tick (hub, i * MILLISECOND);
      producer_listen (&producer);
      for (guint k = 0; k < hub->streams->len; k++)
        memory += ((WeftHubStream *) hub->streams->pdata[k])->ring_bytes;
      g_assert_cmpuint (memory, <=, 1 << 20);
      g_assert_cmpuint (producer.acked + 10200, >=, i * 100);
    }
  viewer_drain (&viewer);
  lane = viewer_lane (&viewer, 0);
  g_assert_cmpuint (lane.head, ==, 100000);
  g_assert_cmpuint (lane.lost[WEFT_LIVE_STAGE_DAEMON], ==, 100000 - 100 - 10000);
  g_assert_cmpuint (lane.delivered, ==, 10100);
  weft_live_trace_get_total (viewer.trace, 0, &total[0]);
  weft_live_trace_get_total (viewer.trace, 1, &total[1]);
  g_assert_cmpuint (total[0].n, ==, 50000);
  g_assert_cmpuint (total[1].n, ==, 50000);
  g_assert_cmpuint (total[0].sum_ns, ==, 50000 * 600);
  g_assert_cmpuint (total[0].n_summarized + total[1].n_summarized, ==, 89900);
  hub_assert_ledger (hub);
}

/* Taken in at any pace, the sum is right. */
static void
test_slow_viewers (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 18, 3000);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  Viewer viewers[20];
  Producer producer = { 0 };
  guint64 seq = 0;

  producer_connect (&producer, hub, 0);
  producer_begin (&producer, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
    viewer_open (&viewers[i], hub, i % 2 ? WEFT_LIVE_FROM_NOW : WEFT_LIVE_FROM_HISTORY);
  for (guint step = 0; step < 2000; step++)
    {
      guint n = (guint) g_rand_int_range (random, 1, 200);

      if (step % 100 == 50)
        {
          g_autoptr (GByteArray) bytes = g_byte_array_new ();

          frames_loss (bytes, 1, seq, seq + 17);
          g_assert_true (producer_say (&producer, bytes, step));
          seq += 17;
        }
      producer_records (&producer, seq, n, step);
      seq += n;
      for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
        if (g_rand_int_range (random, 0, (gint32) G_N_ELEMENTS (viewers)) >= (gint32) i)
          viewer_take (&viewers[i], (guint) g_rand_int_range (random, 0, 4));
    }
  for (guint i = 0; i < G_N_ELEMENTS (viewers); i++)
    {
      WeftLiveTotal total[2];

      viewer_drain (&viewers[i]);
      g_assert_cmpuint (viewer_lane (&viewers[i], 0).head, ==, seq);
      weft_live_trace_get_total (viewers[i].trace, 0, &total[0]);
      weft_live_trace_get_total (viewers[i].trace, 1, &total[1]);
      g_assert_cmpuint (total[0].n + total[1].n, ==, seq - 20 * 17);
      viewer_close (&viewers[i]);
    }
  hub_assert_ledger (hub);
}

/* A viewer whose connection is lost goes on where it was. */
static void
test_resume (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 2000);
  g_auto (Viewer) viewer;
  Producer producer = { 0 };

  producer_connect (&producer, hub, 0);
  producer_begin (&producer, 0, 0);
  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  producer_records (&producer, 0, 500, 0);
  viewer_drain (&viewer);
  for (guint round = 0; round < 5; round++)
    {
      weft_hub_remove_peer (hub, viewer.peer, 0);
      producer_records (&producer, 500 + round * 1000, 1000, 0);
      viewer_hello (&viewer, 0);
      viewer_take (&viewer, 1);
      viewer_subscribe (&viewer, WEFT_LIVE_RESUME, 0);
      viewer_drain (&viewer);
    }
  g_assert_cmpuint (weft_live_trace_get_n_lanes (viewer.trace), ==, 1);
  g_assert_cmpuint (viewer_lane (&viewer, 0).head, ==, 5500);
  g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, 5500);
  g_assert_cmpuint (viewer_lane (&viewer, 0).n_duplicates, ==, 0);
}

/* The viewer's client on a connection of its own, of which `left` bytes come through. Returns how many
 * were left over. */
static gsize
run_client (WeftLiveClient *client, WeftHub *hub, gsize left)
{
  WeftHubPeer *peer = weft_hub_add_peer (hub, WEFT_LIVE_VIEWER, 0);
  GByteArray *out = client->out;
  gboolean any = TRUE;

  weft_live_client_connected (client, 0);
  while (any && left > 0)
    {
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *message = NULL;
      const guint8 *data;
      gsize length;

      any = out->len > 0;
      weft_hub_take (hub, peer, out->data, out->len, 0);
      g_byte_array_set_size (out, 0);
      bytes = weft_hub_next (hub, peer);
      if (bytes == NULL)
        continue;
      any = TRUE;
      data = g_bytes_get_data (bytes, &length);
      length = MIN (length, left);
      left -= length;
      g_assert_true (weft_live_client_take (client, data, length, 0, &message));
    }
  weft_live_client_disconnected (client, 0);
  weft_hub_remove_peer (hub, peer, 0);
  return left;
}

/* A connection that is lost at any byte of a frame: the next one goes on there, to the record. */
static void
test_client_cuts (void)
{
  const gsize all = 1 << 20;
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
  Producer producer = { 0 };
  gsize end = all;

  producer_connect (&producer, hub, 0);
  producer_begin (&producer, 0, 0);
  for (guint i = 0; i < 3; i++)
    producer_records (&producer, i * 5, 5, 0);
  for (gsize cut = 0; cut < end; cut++)
    {
      g_autoptr (WeftLiveTrace) trace =
        weft_live_trace_new ("viewer", NULL, WEFT_STORAGE_MEMORY, 0);
      g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
      g_autoptr (WeftLiveClient) client = weft_live_client_new (writer, WEFT_LIVE_FROM_HISTORY);
      WeftLiveLane lane;

      if (run_client (client, hub, cut) > 0)
        end = cut;
      run_client (client, hub, all);
      weft_live_writer_publish (writer);
      weft_live_trace_get_lane (trace, 0, &lane);
      g_assert_cmpuint (lane.delivered, ==, 15);
      g_assert_cmpuint (lane.n_duplicates, ==, 0);
      frames_assert_ledger (trace);
    }
  g_assert_cmpuint (end, >, 15 * WEFT_LIVE_RECORD_SIZE);
  hub_assert_ledger (hub);
}

/* The daemon is killed; another one takes over, and the producer sends again what was not
 * acknowledged. The viewer, which had taken all that was, loses nothing. */
static void
test_replaced_daemon (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
  g_autoptr (WeftHub) second = hub_new (1 << 20, 100000);
  g_auto (Viewer) viewer;
  Producer producer = { 0 };
  guint64 kept;

  producer_connect (&producer, hub, 0);
  producer_begin (&producer, 0, 0);
  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  producer_records (&producer, 0, 1000, 0);
  viewer_drain (&viewer);
  weft_hub_tick (hub, MILLISECOND);
  producer_records (&producer, 1000, 1000, 2 * MILLISECOND); /* ingested, not taken */
  weft_hub_tick (hub, 3 * MILLISECOND);
  producer_listen (&producer);
  g_assert_cmpuint (producer.acked, ==, 1000);
  kept = producer.acked;

  weft_hub_remove_peer (hub, viewer.peer, 0);
  viewer.hub = second;
  viewer_hello (&viewer, 0);
  viewer_subscribe (&viewer, WEFT_LIVE_FROM_HISTORY, 0);
  producer.acked = 0;
  producer_connect (&producer, second, 0);
  producer_begin (&producer, kept, 0);
  producer_records (&producer, kept, 500, 0);
  producer_records (&producer, kept + 500, 1500, 0);
  viewer_drain (&viewer);
  g_assert_cmpuint (weft_live_trace_get_n_lanes (viewer.trace), ==, 1);
  g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, 3000);
  g_assert_cmpuint (viewer_lane (&viewer, 0).head, ==, 3000);
}

/* A stream ends with its producer's word, or when that does not come back. */
static void
test_end (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
  g_auto (Viewer) viewer;
  Producer producer = { 0 };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  producer_connect (&producer, hub, 0);
  put_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 10);
  weft_live_put_stream_end (bytes, 1, 10);
  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  producer_say (&producer, bytes, 0);
  viewer_drain (&viewer);
  g_assert_true (viewer_lane (&viewer, 0).ended);
  g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, 10);
  weft_hub_tick (hub, SECOND); /* no word about it any more */
  viewer_drain (&viewer);
  weft_hub_remove_peer (hub, producer.peer, 0);

  producer_connect (&producer, hub, 0);
  g_byte_array_set_size (bytes, 0);
  put_begin (bytes, 2, 0);
  g_assert_true (producer_say (&producer, bytes, 0));
  weft_hub_remove_peer (hub, producer.peer, SECOND);
  weft_hub_tick (hub, 20 * SECOND);
  g_assert_false (((WeftHubStream *) hub->streams->pdata[1])->ended);
  weft_hub_tick (hub, 40 * SECOND);
  g_assert_true (((WeftHubStream *) hub->streams->pdata[1])->ended);
}

/* Nobody is heard of for 5 s. */
static void
test_silence (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
  g_auto (Viewer) viewer;

  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  weft_hub_tick (hub, 4900 * MILLISECOND);
  viewer_drain (&viewer);
  g_assert_cmpuint (viewer.n_taken[WEFT_LIVE_PING], ==, 1);
  g_assert_false (viewer.peer->over);
  weft_hub_tick (hub, 5000 * MILLISECOND);
  g_assert_true (viewer.peer->over);
  viewer_drain (&viewer);
  g_assert_cmpuint (viewer.n_taken[WEFT_LIVE_ERROR], ==, 1);
}

/* A breach of the document ends that connection alone, with an ERROR that says why, in `words` at
 * least. */
static void
assert_told (WeftLiveRole role, GByteArray *bytes, WeftLiveFault expected, const char *words)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
  g_auto (Viewer) other;
  WeftHubPeer *peer;
  g_autofree char *text = NULL;
  GBytes *answer;

  viewer_open (&other, hub, WEFT_LIVE_FROM_NOW);
  peer = weft_hub_add_peer (hub, role, 0);
  g_assert_false (weft_hub_take (hub, peer, bytes->data, bytes->len, 0));
  while ((answer = weft_hub_next (hub, peer)) != NULL)
    {
      WeftLiveFrame frame;
      WeftLiveFault fault;
      WeftLiveError error;
      gsize length;
      const guint8 *data = g_bytes_get_data (answer, &length);

      weft_live_frame_parse (data, length, &frame, &fault);
      if (frame.type == WEFT_LIVE_ERROR)
        {
          g_assert_true (weft_live_get_error (&frame, &error));
          g_assert_cmpuint (error.code, ==, expected);
          g_assert_cmpuint (error.lowest, ==, WEFT_LIVE_MAJOR);
          text = g_strndup (error.text.bytes, error.text.length);
          g_assert_cmpuint (strlen (text), >, 10);
          g_assert_nonnull (strstr (text, words));
          g_assert_cmpstr (text, ==, peer->complaint);
        }
      g_bytes_unref (answer);
    }
  g_assert_nonnull (text);
  viewer_drain (&other);
  g_assert_false (other.peer->over);
  hub_assert_ledger (hub);
  g_byte_array_unref (bytes);
}

static void
assert_dismissed (WeftLiveRole role, GByteArray *bytes, WeftLiveFault expected)
{
  assert_told (role, bytes, expected, "");
}

static GByteArray *
greeted (WeftLiveRole role, guint16 major)
{
  GByteArray *bytes = g_byte_array_new ();
  WeftLiveHello hello = { .major = major, .role = role, .name = frames_text ("test") };

  weft_live_put_hello (bytes, WEFT_LIVE_HELLO, &hello);
  return bytes;
}

static void
test_violations (void)
{
  GByteArray *bytes;
  WeftLiveRecord record = { .program_key = 99 };

  assert_dismissed (WEFT_LIVE_VIEWER, greeted (WEFT_LIVE_VIEWER, 2), WEFT_LIVE_FAULT_VERSION);
  assert_dismissed (WEFT_LIVE_VIEWER, greeted (WEFT_LIVE_VIEWER, 0), WEFT_LIVE_FAULT_VERSION);
  assert_dismissed (WEFT_LIVE_VIEWER, greeted (WEFT_LIVE_PRODUCER, 1), WEFT_LIVE_FAULT_PAYLOAD);
  bytes = g_byte_array_new ();
  g_byte_array_append (bytes, (const guint8 *) "GET / HTTP/1.1\r\n\r\n", 18);
  assert_dismissed (WEFT_LIVE_VIEWER, bytes, WEFT_LIVE_FAULT_MAGIC);
  bytes = g_byte_array_new ();
  weft_live_put_subscribe (bytes, WEFT_LIVE_FROM_NOW, NULL, 0);
  assert_dismissed (WEFT_LIVE_VIEWER, bytes, WEFT_LIVE_FAULT_ORDER);
  bytes = greeted (WEFT_LIVE_VIEWER, 1);
  frames_records (bytes, 1, 0, 1);
  assert_dismissed (WEFT_LIVE_VIEWER, bytes, WEFT_LIVE_FAULT_ORDER);
  bytes = greeted (WEFT_LIVE_PRODUCER, 1);
  frames_records (bytes, 1, 0, 1);
  assert_dismissed (WEFT_LIVE_PRODUCER, bytes, WEFT_LIVE_FAULT_PAYLOAD);
  bytes = g_byte_array_new ();
  put_begin (bytes, 1, 0);
  weft_live_put_records (bytes, 1, 0, &(WeftLiveBatch){ .clock_epoch = 1 }, &record, 1);
  assert_dismissed (WEFT_LIVE_PRODUCER, bytes, WEFT_LIVE_FAULT_PAYLOAD);
  bytes = g_byte_array_new ();
  put_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 1);
  bytes->data[bytes->len - 1] ^= 1;
  assert_dismissed (WEFT_LIVE_PRODUCER, bytes, WEFT_LIVE_FAULT_CRC);
}

/* Feeds a producer's frames after its stream, its programs and its clock. */
static void
assert_flaw (GByteArray *more, const char *words)
{
  GByteArray *bytes = g_byte_array_new ();

  put_begin (bytes, 1, 0);
  g_byte_array_append (bytes, more->data, more->len);
  g_byte_array_unref (more);
  assert_told (WEFT_LIVE_PRODUCER, bytes, WEFT_LIVE_FAULT_PAYLOAD, words);
}

/* Seals a frame again after a byte was changed, so that nothing but its content is wrong. */
static GByteArray *
change (GByteArray *bytes, guint at, guint8 value)
{
  GByteArray *changed = g_byte_array_new ();
  WeftLiveFrame frame = { .bytes = bytes->data, .length = bytes->len };

  bytes->data[at] = value;
  frame.type = bytes->data[8];
  frame.stream = bytes->data[12];
  frame.seq = bytes->data[16];
  frame.count = bytes->data[24];
  weft_live_put_passed_on (changed, &frame, frame.stream, 0, 0, G_MAXUINT);
  g_byte_array_unref (bytes);
  return changed;
}

/* An ERROR says in which frame what was wrong, and where in it. */
static void
test_flaws (void)
{
  WeftLiveRecord records[3] = { { .program_key = 10 }, { .program_key = 99 }, { .kind = 7 } };
  WeftLiveBatch batch = { .clock_epoch = 1 };
  WeftLiveProgram program = { 12, 1, 0, frames_text ("name"), frames_text ("a.cpp") };
  WeftLiveSync sync = { .epoch = 2, .ghz = 5000 };
  GByteArray *bytes = g_byte_array_new ();

  weft_live_put_records (bytes, 1, 0, &batch, records, 2);
  assert_flaw (bytes,
               "RECORDS frame: program_key of record 1, at byte 96: no PROGRAM has named it");
  records[1].program_key = 11;
  bytes = g_byte_array_new ();
  weft_live_put_records (bytes, 1, 0, &batch, records, 3);
  assert_flaw (bytes, "RECORDS frame: kind of record 2, at byte 136");
  bytes = g_byte_array_new ();
  batch.clock_epoch = 3;
  weft_live_put_records (bytes, 1, 0, &batch, records, 2);
  assert_flaw (bytes, "RECORDS frame: epoch, at byte 32: no SYNC has begun it");
  bytes = g_byte_array_new ();
  frames_records (bytes, 1, 0, 2);
  assert_flaw (change (bytes, 24, 3), "RECORDS frame: count, at byte 24");
  bytes = g_byte_array_new ();
  frames_records (bytes, 5, 0, 2);
  assert_flaw (bytes, "RECORDS frame: stream, at byte 12");
  bytes = g_byte_array_new ();
  weft_live_put_program (bytes, 1, &program);
  assert_flaw (change (bytes, 51, 0xff), "PROGRAM frame: name, at byte 48");
  bytes = g_byte_array_new ();
  weft_live_put_program (bytes, 1, &program);
  assert_flaw (change (bytes, 54, 200), "PROGRAM frame: sources, at byte 54");
  bytes = g_byte_array_new ();
  weft_live_put_sync (bytes, 1, &sync);
  assert_flaw (bytes, "SYNC frame: frequency, at byte 40");
  bytes = g_byte_array_new ();
  frames_loss (bytes, 1, 0, 5);
  assert_flaw (change (bytes, 48, 9), "LOSS frame: stage, at byte 48");
  /* what has ended does not begin again */
  bytes = g_byte_array_new ();
  weft_live_put_stream_end (bytes, 1, 0);
  frames_stream (bytes, 1, 0, 7);
  assert_flaw (bytes, "STREAM_ADD frame: stream, at byte 12: it has ended");
  assert_told (WEFT_LIVE_VIEWER, greeted (WEFT_LIVE_PRODUCER, 1), WEFT_LIVE_FAULT_PAYLOAD,
               "HELLO frame: role, at byte 36");
}

/* A viewer that accepts short frames alone gets all there is in such. */
static void
test_small_frames (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 2000);
  g_auto (Viewer) viewer, lapped;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *name = g_strnfill (3000, 'n');
  g_autofree char *seen = NULL;
  Producer producer = { 0 };
  WeftLiveProgram program = { 12, 1, 0, frames_text (name), frames_text (name) };
  WeftLiveTotal totals[2];

  producer_connect (&producer, hub, 0);
  put_begin (bytes, 1, 0);
  weft_live_put_program (bytes, 1, &program);
  g_assert_true (producer_say (&producer, bytes, 0));
  producer_records (&producer, 0, 1000, 0);
  viewer_open_small (&viewer, hub, WEFT_LIVE_FROM_HISTORY, 256);
  viewer_open_small (&lapped, hub, WEFT_LIVE_FROM_HISTORY, 1000);
  g_assert_true (viewer_take (&lapped, 20)); /* and stops within what was one frame */
  for (guint i = 1; i < 6; i++)
    {
      producer_records (&producer, i * 1000, 1000, 0);
      weft_hub_tick (hub, i * 300 * MILLISECOND);
      viewer_drain (&viewer);
    }
  viewer_drain (&lapped);
  g_assert_cmpuint (viewer.longest, <=, 256);
  g_assert_cmpuint (viewer_lane (&viewer, 0).delivered, ==, 6000);
  seen = g_strdup (weft_live_trace_get_program (viewer.trace, 2));
  g_assert_cmpuint (strlen (seen), >, 100);
  g_assert_true (g_str_has_prefix (name, seen));
  g_assert_cmpuint (lapped.longest, <=, 1000);
  g_assert_cmpuint (viewer_lane (&lapped, 0).head, ==, 6000);
  g_assert_cmpuint (viewer_lane (&lapped, 0).lost[WEFT_LIVE_STAGE_DAEMON], >, 0);
  for (guint k = 0; k < 2; k++)
    weft_live_trace_get_total (lapped.trace, k, &totals[k]);
  g_assert_cmpuint (totals[0].n + totals[1].n, ==, 6000);
  hub_assert_ledger (hub);
}

/* An uncounted figure is not 0. */
static void
test_not_known (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 2000);
  g_auto (Viewer) viewer;
  g_autoptr (GByteArray) bytes = greeted (WEFT_LIVE_PRODUCER, 1);
  WeftLiveStream stream = { .device_loss = WEFT_LIVE_DEVICE_LOSS_UNKNOWN,
                            .arch = frames_text ("x") };
  WeftLiveStats stats;
  Producer producer = { 0 };
  g_autofree char *ledger = NULL;

  weft_live_put_stream (bytes, 1, 0, &stream);
  producer_connect (&producer, hub, 0);
  g_assert_true (producer_say (&producer, bytes, 0));
  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  weft_hub_tick (hub, SECOND);
  viewer_drain (&viewer);
  stats = viewer_lane (&viewer, 0).stats;
  g_assert_cmpuint (stats.ingested, ==, 0);
  g_assert_cmpuint (stats.delivered, ==, 0);
  g_assert_cmpuint (stats.offered, ==, WEFT_LIVE_NOT_KNOWN);
  g_assert_cmpuint (stats.device_lost, ==, WEFT_LIVE_NOT_KNOWN);
  g_assert_cmpuint (stats.signals, ==, WEFT_LIVE_NOT_KNOWN);
  ledger = weft_hub_print_ledger (hub);
  g_assert_nonnull (strstr (ledger, "\"not observable\""));
  g_assert_null (strstr (ledger, "\"producer\""));
  g_assert_null (strstr (ledger, "\"device\""));
}

static void
test_limits (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
  GByteArray *bytes;

  for (guint i = 0; i < WEFT_LIVE_MAX_PEERS; i++)
    g_assert_nonnull (weft_hub_add_peer (hub, WEFT_LIVE_VIEWER, 0));
  g_assert_null (weft_hub_add_peer (hub, WEFT_LIVE_VIEWER, 0));

  bytes = greeted (WEFT_LIVE_PRODUCER, 1);
  for (guint32 i = 1; i <= WEFT_LIVE_MAX_STREAMS + 1; i++)
    weft_live_put_stream (bytes, i, 0, &(WeftLiveStream){ .arch = frames_text ("x") });
  assert_dismissed (WEFT_LIVE_PRODUCER, bytes, WEFT_LIVE_FAULT_LIMIT);

  bytes = g_byte_array_new ();
  put_begin (bytes, 1, 0);
  for (guint32 i = 0; i < WEFT_LIVE_MAX_PROGRAMS; i++)
    weft_live_put_program (bytes, 1,
                           &(WeftLiveProgram){ .key = 1000 + i,
                                               .name = frames_text ("p"),
                                               .sources = frames_text ("") });
  assert_dismissed (WEFT_LIVE_PRODUCER, bytes, WEFT_LIVE_FAULT_LIMIT);
}

/* Samples become a fit in the daemon. */
static void
test_samples (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 20, 100000);
  g_auto (Viewer) viewer;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  Producer producer = { 0 };

  put_begin (bytes, 1, 0);
  for (guint i = 0; i < 50; i++)
    {
      WeftLiveSyncSample sample = { .epoch = 2,
                                    .last = i == 49,
                                    .sent_ns = SECOND + i * 5000000,
                                    .received_ns = SECOND + i * 5000000 + 400,
                                    .ticks = 777 + i * 6000000ull };

      weft_live_put_sync_sample (bytes, 1, &sample);
    }
  producer_connect (&producer, hub, 0);
  g_assert_true (producer_say (&producer, bytes, 2 * SECOND));
  viewer_open (&viewer, hub, WEFT_LIVE_FROM_NOW);
  viewer_drain (&viewer);
  g_assert_cmpuint (viewer_lane (&viewer, 0).sync.epoch, ==, 2);
  g_assert_cmpfloat_with_epsilon (viewer_lane (&viewer, 0).sync.ghz, 1.2, 1e-9);
  g_assert_cmpuint (viewer_lane (&viewer, 0).sync.error_ns, <=, 201);
}

/* Viewers that come and go all the time. */
static void
test_churn (void)
{
  g_autoptr (WeftHub) hub = hub_new (1 << 18, 3000);
  Producer producer = { 0 };

  producer_connect (&producer, hub, 0);
  producer_begin (&producer, 0, 0);
  for (guint i = 0; i < 500; i++)
    {
      g_auto (Viewer) viewer;

      viewer_open (&viewer, hub, i % 3 == 0 ? WEFT_LIVE_FROM_NOW : WEFT_LIVE_FROM_HISTORY);
      viewer_take (&viewer, i % 7);
      producer_records (&producer, i * 10, 10, 0);
      if (i % 2)
        viewer_drain (&viewer);
      frames_assert_ledger (viewer.trace);
    }
  g_assert_cmpuint (hub->peers->len, ==, 1);
  hub_assert_ledger (hub);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hub/pass-on", test_pass_on);
  g_test_add_func ("/hub/cuts", test_cuts);
  g_test_add_func ("/hub/late", test_late);
  g_test_add_func ("/hub/stopped-viewer", test_stopped_viewer);
  g_test_add_func ("/hub/slow-viewers", test_slow_viewers);
  g_test_add_func ("/hub/resume", test_resume);
  g_test_add_func ("/hub/client-cuts", test_client_cuts);
  g_test_add_func ("/hub/replaced-daemon", test_replaced_daemon);
  g_test_add_func ("/hub/end", test_end);
  g_test_add_func ("/hub/silence", test_silence);
  g_test_add_func ("/hub/violations", test_violations);
  g_test_add_func ("/hub/flaws", test_flaws);
  g_test_add_func ("/hub/small-frames", test_small_frames);
  g_test_add_func ("/hub/not-known", test_not_known);
  g_test_add_func ("/hub/limits", test_limits);
  g_test_add_func ("/hub/samples", test_samples);
  g_test_add_func ("/hub/churn", test_churn);
  return g_test_run ();
}
