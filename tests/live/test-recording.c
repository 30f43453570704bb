/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live-frames.h"
#include "weft-live-client.h"
#include "weft-live-reader.h"
#include "weft-live-recorder.h"
#include "weft-load.h"

#include <glib/gstdio.h>
#include <unistd.h>

/* A session of some thousand records with a loss, as its frames. */
static GByteArray *
make_session (void)
{
  GByteArray *bytes = g_byte_array_new ();

  frames_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 1000);
  frames_loss (bytes, 1, 1000, 1500);
  frames_records (bytes, 1, 1500, 1000);
  return bytes;
}

/* Reads a recording in pieces that are cut anywhere: (transfer full). */
static WeftLiveTrace *
read_pieces (const guint8 *bytes, gsize length, gsize piece, gboolean *failed)
{
  WeftLiveTrace *trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftReader) reader = weft_live_reader_new (trace);

  *failed = FALSE;
  for (gsize at = 0; at < length && !*failed; at += piece)
    {
      gsize n = MIN (piece, length - at);
      g_autofree char *copy = g_memdup2 (bytes + at, n);

      *failed = !weft_reader_feed (reader, copy, n, at, NULL);
    }
  weft_reader_finish (reader);
  return trace;
}

static WeftLiveLane
get_lane (WeftLiveTrace *trace)
{
  WeftLiveLane lane;

  weft_live_trace_get_lane (trace, 0, &lane);
  return lane;
}

static void
test_pieces (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  static const gsize pieces[] = { 1, 7, 31, 32, 33, 1000, 1 << 20 };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      gboolean failed;
      g_autoptr (WeftLiveTrace) trace = read_pieces (bytes->data, bytes->len, pieces[i], &failed);

      g_assert_false (failed);
      frames_assert_ledger (trace);
      g_assert_cmpuint (get_lane (trace).delivered, ==, 2000);
      g_assert_cmpuint (get_lane (trace).lost[WEFT_LIVE_STAGE_DAEMON], ==, 500);
    }
}

/* After a crash the file is readable up to its last whole block. */
static void
test_cut (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  guint64 last = 0;

  for (guint length = 0; length < bytes->len; length += 997)
    {
      gboolean failed;
      g_autoptr (WeftLiveTrace) trace = read_pieces (bytes->data, length, 4096, &failed);

      g_assert_false (failed);
      frames_assert_ledger (trace);
      if (weft_live_trace_get_n_lanes (trace) == 0)
        continue;
      g_assert_cmpuint (get_lane (trace).head, >=, last);
      last = get_lane (trace).head;
      g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (trace)),
                                                WEFT_SEVERITY_WARNING),
                        <=, 1);
    }
  g_assert_cmpuint (last, ==, 1500);
}

static gboolean
says (WeftLiveTrace *trace, const char *words)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (trace));
  gboolean found = FALSE;

  for (guint i = 0; i < weft_diagnostics_get_n_kept (diagnostics) && !found; i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      found = strstr (diagnostic.message, words) != NULL;
      weft_diagnostic_clear (&diagnostic);
    }
  return found;
}

/* Missing records are said with their number, and one as one. */
static void
test_words (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  g_autoptr (WeftLiveTrace) one = NULL, two = NULL;
  gboolean failed;

  g_byte_array_append (bytes, (const guint8 *) "WW", 2);
  one = read_pieces (bytes->data, bytes->len - 1, 4096, &failed);
  two = read_pieces (bytes->data, bytes->len, 4096, &failed);
  g_assert_true (says (one, "500 records were lost"));
  g_assert_true (says (one, "of which 1 byte is there"));
  g_assert_true (says (two, "of which 2 bytes are there"));
}

/* A recording begins with a welcome, whose first frame says so. */
static void
test_sniff (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  char head[32];

  memcpy (head, bytes->data, sizeof head);
  g_assert_cmpint (weft_live_reader_sniff (head, sizeof head), ==, WEFT_SNIFF_YES);
  g_assert_cmpint (weft_live_reader_sniff (head, 9), ==, WEFT_SNIFF_MORE);
  head[8]++;
  g_assert_cmpint (weft_live_reader_sniff (head, sizeof head), ==, WEFT_SNIFF_NO);
  head[8]--;
  head[9] = 1;
  g_assert_cmpint (weft_live_reader_sniff (head, sizeof head), ==, WEFT_SNIFF_NO);
  head[0] = 'X';
  g_assert_cmpint (weft_live_reader_sniff (head, 2), ==, WEFT_SNIFF_NO);
}

/* Each stream says what it lacks. */
static void
test_streams (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  g_autoptr (WeftLiveTrace) trace = NULL;
  gboolean failed;

  frames_stream (bytes, 2, 0, 8);
  frames_definitions (bytes, 2, 0);
  frames_records (bytes, 2, 0, 100);
  frames_loss (bytes, 2, 100, 107);
  frames_records (bytes, 2, 107, 100);
  trace = read_pieces (bytes->data, bytes->len, 4096, &failed);
  g_assert_false (failed);
  g_assert_cmpuint (weft_live_trace_get_n_lanes (trace), ==, 2);
  g_assert_true (says (trace, "stream 1: 500 records were lost"));
  g_assert_true (says (trace, "stream 2: 7 records were lost"));
}

static guint
count_warnings (WeftLiveTrace *trace)
{
  return weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (trace)),
                                 WEFT_SEVERITY_WARNING);
}

/* Recordings that were made after a daemon came back began with the lane that was gone and the one that is
 * there, under one number and in either order. They open with what was recorded. */
static void
test_declared_twice (void)
{
  static const guint64 places[][2] = { { 43017, 1000 }, { 1000, 43017 }, { 20, 1000 } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (WeftLiveTrace) trace = NULL;
      gboolean failed;

      frames_welcome (bytes, 1);
      frames_stream (bytes, 1, places[i][0], 7);
      frames_stream (bytes, 1, places[i][1], 7);
      frames_definitions (bytes, 1, 0);
      frames_records (bytes, 1, 1000, 500);
      trace = read_pieces (bytes->data, bytes->len, 4096, &failed);
      g_assert_false (failed);
      frames_assert_ledger (trace);
      g_assert_cmpuint (weft_live_trace_get_n_lanes (trace), ==, 1);
      g_assert_cmpuint (get_lane (trace).first_seq, ==, 1000);
      g_assert_cmpuint (get_lane (trace).delivered, ==, 500);
      g_assert_cmpuint (count_warnings (trace), ==, 1);
      g_assert_true (says (trace, "declares stream 1 from record"));
    }
}

/* A second declaration between a stream's records keeps both. */
static void
test_declared_between (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (WeftLiveTrace) trace = NULL;
  guint64 delivered = 0;
  gboolean failed;

  frames_welcome (bytes, 1);
  frames_stream (bytes, 1, 43017, 7);
  frames_definitions (bytes, 1, 0);
  frames_records (bytes, 1, 43017, 300);
  frames_stream (bytes, 1, 1000, 7);
  frames_definitions (bytes, 1, 0);
  frames_records (bytes, 1, 1000, 500);
  trace = read_pieces (bytes->data, bytes->len, 4096, &failed);
  g_assert_false (failed);
  frames_assert_ledger (trace);
  for (guint i = 0; i < weft_live_trace_get_n_lanes (trace); i++)
    {
      WeftLiveLane lane;

      weft_live_trace_get_lane (trace, i, &lane);
      delivered += lane.delivered;
    }
  g_assert_cmpuint (delivered, ==, 800);
  g_assert_cmpuint (count_warnings (trace), ==, 1);
}

static void
check_disorder (const GByteArray *bytes, const char *place, gsize size)
{
  g_autoptr (WeftLiveTrace) trace = NULL;
  gboolean failed;

  trace = read_pieces (bytes->data, bytes->len, size, &failed);
  g_assert_false (failed);
  g_assert_true (says (trace, place));
  g_assert_true (says (trace, "at record 150, where record 100 was expected"));
  g_assert_true (says (trace, "at record 200, where record 250 was expected"));
  g_assert_cmpuint (get_lane (trace).delivered, ==, 250);
  g_assert_cmpuint (get_lane (trace).lost[WEFT_LIVE_STAGE_VIEWER], ==, 50);
}

/* Records that do not go on where those before ended are told of, with their place in the file, in whatever pieces that
 * comes. */
static void
test_disorder (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *place = NULL;

  frames_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 100);
  place = g_strdup_printf ("Block 7, at byte %u,", bytes->len);
  frames_records (bytes, 1, 150, 100);
  frames_records (bytes, 1, 200, 100);
  check_disorder (bytes, place, 4096);
  check_disorder (bytes, place, bytes->len);
}

/* A byte that changed on disk is found, and what came before it is kept. */
static void
test_damage (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  gboolean failed;
  g_autoptr (WeftLiveTrace) trace = NULL;

  bytes->data[bytes->len - 500] ^= 4;
  trace = read_pieces (bytes->data, bytes->len, 4096, &failed);
  g_assert_true (failed);
  frames_assert_ledger (trace);
  g_assert_cmpuint (get_lane (trace).head, ==, 1500);
}

/* Opens like any trace, by its content. */
static WeftLiveTrace *
load (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_load_run (load, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (WEFT_IS_LIVE_TRACE (weft_load_get_trace (load)));
  return WEFT_LIVE_TRACE (g_object_ref (weft_load_get_trace (load)));
}

static void
test_load (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("weft-recording-XXXXXX", &path, NULL);
  g_autoptr (WeftLiveTrace) trace = NULL;

  g_assert_cmpint (write (fd, bytes->data, bytes->len), ==, bytes->len);
  close (fd);
  trace = load (path);
  g_assert_cmpuint (get_lane (trace).delivered, ==, 2000);
  g_unlink (path);
}

/* However many records a file has, none leaves memory, as the oldest of a live session do. */
static void
test_load_long (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *folder = g_dir_make_tmp ("weft-recording-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "long.weftlive", NULL);
  g_autoptr (WeftLiveTrace) trace = NULL;
  guint32 first, end;

  frames_begin (bytes, 1, 0);
  for (guint64 seq = 0; seq < 40000; seq += 1000)
    frames_records (bytes, 1, seq, 1000);
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
  trace = load (path);
  weft_live_trace_get_rows (trace, 0, &first, &end);
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (end, ==, 40000);
  g_unlink (path);
  g_rmdir (folder);
}

/* A saved range is the trace's own there. */
static void
test_save_range (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  gboolean failed;
  g_autoptr (WeftLiveTrace) trace = read_pieces (bytes->data, bytes->len, 4096, &failed);
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp ("weft-recording-XXXXXX", &path, NULL);
  g_autoptr (WeftLiveTrace) saved = NULL;
  g_autofree char *session = weft_live_trace_get_session (trace);
  g_autofree char *saved_session = NULL;
  WeftLiveRow row, same;

  close (fd);
  g_assert_true (weft_live_save_range (trace, 900000, 1600000, path, NULL));
  saved = load (path);
  frames_assert_ledger (saved);
  saved_session = weft_live_trace_get_session (saved);
  g_assert_cmpstr (session, ==, saved_session);
  g_assert_cmpuint (get_lane (saved).delivered, ==, 200);
  g_assert_cmpuint (get_lane (saved).lost[WEFT_LIVE_STAGE_DAEMON], ==, 500);
  weft_live_trace_get_row (trace, 0, 950, &row);
  weft_live_trace_get_row (saved, 0, 50, &same);
  g_assert_cmpint (row.start, ==, same.start);
  g_assert_cmpuint (row.end_ticks, ==, same.end_ticks);
  g_assert_cmpstr (weft_live_trace_get_program (trace, row.program), ==,
                   weft_live_trace_get_program (saved, same.program));
  g_unlink (path);
}

static void
test_full_disk (void)
{
  g_autoptr (GByteArray) bytes = make_session ();
  g_autoptr (WeftLiveRecorder) recorder = NULL;
  g_autoptr (GError) error = NULL;

  if (g_access ("/dev/full", W_OK) != 0)
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  recorder = weft_live_recorder_new ("/dev/full", &error);
  g_assert_nonnull (recorder);
  weft_live_recorder_add_bytes (recorder, bytes);
  g_assert_false (weft_live_recorder_flush (recorder, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
}

/* --- the client --------------------------------------------------------------------------------- */

/* A daemon's first frames to a viewer, to one that is `late` from sequence number 1000 on. */
static void
test_preamble (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("client", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (WeftLiveClient) client = weft_live_client_new (writer, WEFT_LIVE_FROM_HISTORY);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) recording = g_byte_array_new ();
  g_autoptr (GByteArray) more = g_byte_array_new ();
  g_autofree char *message = NULL;
  g_autoptr (WeftLiveTrace) recorded = NULL;
  gboolean failed;

  frames_begin (bytes, 1, 0);
  frames_records (bytes, 1, 0, 1000);
  weft_live_client_connected (client, 0);
  g_assert_true (weft_live_client_take (client, bytes->data, bytes->len, 0, &message));
  weft_live_client_put_preamble (client, recording);
  frames_records (more, 1, 1000, 500);
  g_byte_array_append (recording, more->data, more->len);
  recorded = read_pieces (recording->data, recording->len, 4096, &failed);
  g_assert_false (failed);
  frames_assert_ledger (recorded);
  g_assert_cmpuint (get_lane (recorded).first_seq, ==, 1000);
  g_assert_cmpuint (get_lane (recorded).delivered, ==, 500);
}

/* The frames of a daemon of `session` whose only stream, of `producer`, has so many records. */
static void
say_session (WeftLiveClient *client, guint8 session, guint8 producer, guint n_records)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *message = NULL;

  frames_welcome (bytes, session);
  frames_stream (bytes, 1, 0, producer);
  frames_definitions (bytes, 1, 0);
  frames_records (bytes, 1, 0, n_records);
  weft_live_client_connected (client, 0);
  g_assert_true (weft_live_client_take (client, bytes->data, bytes->len, 0, &message));
}

static guint
count_frames (const GByteArray *bytes, guint type)
{
  guint n = 0;

  for (gsize at = 0; at < bytes->len;)
    {
      WeftLiveFrame frame;
      WeftLiveFault fault;

      g_assert_cmpint (weft_live_frame_parse (bytes->data + at, bytes->len - at, &frame, &fault),
                       ==, WEFT_LIVE_WHOLE);
      n += frame.type == type;
      at += frame.length;
    }
  return n;
}

/* A recording that begins after the daemon was replaced tells of the streams of the daemon that is
 * there, whatever was called by the same number before. */
static void
test_replaced (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("client", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (WeftLiveClient) client = weft_live_client_new (writer, WEFT_LIVE_FROM_HISTORY);
  g_autoptr (GByteArray) recording = g_byte_array_new ();
  g_autoptr (WeftLiveTrace) recorded = NULL;
  g_autoptr (GArray) resumes = NULL;
  gboolean failed;

  say_session (client, 1, 7, 5000);
  weft_live_client_disconnected (client, 0);
  say_session (client, 2, 8, 1000);
  g_assert_cmpuint (weft_live_trace_get_n_lanes (trace), ==, 2);
  /* after a short interruption it asks for what comes next of what is there */
  resumes = weft_live_writer_get_resumes (writer);
  g_assert_cmpuint (resumes->len, ==, 1);
  g_assert_cmpuint (g_array_index (resumes, WeftLiveResume, 0).seq, ==, 1000);
  weft_live_client_put_preamble (client, recording);
  g_assert_cmpuint (count_frames (recording, WEFT_LIVE_STREAM_ADD), ==, 1);
  frames_records (recording, 1, 1000, 500);
  recorded = read_pieces (recording->data, recording->len, 4096, &failed);
  g_assert_false (failed);
  frames_assert_ledger (recorded);
  g_assert_cmpuint (weft_live_trace_get_n_lanes (recorded), ==, 1);
  g_assert_cmpuint (get_lane (recorded).first_seq, ==, 1000);
  g_assert_cmpuint (get_lane (recorded).delivered, ==, 500);
}

/* A recording that begins while a daemon repeats what came through the one before: it goes on where the
 * connection does. */
static void
test_repeated (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("client", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (WeftLiveClient) client = weft_live_client_new (writer, WEFT_LIVE_FROM_HISTORY);
  g_autoptr (GByteArray) recording = g_byte_array_new ();
  g_autoptr (WeftLiveTrace) recorded = NULL;
  gboolean failed;

  say_session (client, 1, 7, 1000);
  weft_live_client_disconnected (client, 0);
  say_session (client, 2, 7, 600);
  weft_live_client_put_preamble (client, recording);
  frames_records (recording, 1, 600, 700);
  recorded = read_pieces (recording->data, recording->len, 4096, &failed);
  g_assert_false (failed);
  frames_assert_ledger (recorded);
  g_assert_cmpuint (get_lane (recorded).first_seq, ==, 600);
  g_assert_cmpuint (get_lane (recorded).delivered, ==, 700);
}

/* 50 ms at first, 2 s at last, never exactly. */
static void
test_retries (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("client", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (WeftLiveClient) client = weft_live_client_new (writer, WEFT_LIVE_FROM_HISTORY);
  guint64 expected = 50000000;

  for (guint i = 0; i < 10; i++)
    {
      weft_live_client_disconnected (client, 1000);
      g_assert_cmpuint (client->retry_ns - 1000, >=, expected * 3 / 4);
      g_assert_cmpuint (client->retry_ns - 1000, <=, expected * 5 / 4);
      expected = MIN (2 * expected, 2000000000u);
    }
}

static char *
take_alone (GByteArray *bytes)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("client", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (WeftLiveClient) client = weft_live_client_new (writer, WEFT_LIVE_FROM_HISTORY);
  char *message = NULL;

  weft_live_client_connected (client, 0);
  g_assert_false (weft_live_client_take (client, bytes->data, bytes->len, 0, &message));
  g_assert_nonnull (message);
  g_byte_array_unref (bytes);
  return message;
}

/* Whoever answers, it is said in words what is wrong. */
static void
test_strangers (void)
{
  GByteArray *bytes = g_byte_array_new ();
  WeftLiveHello hello = { .major = 9, .name = frames_text ("") };
  WeftLiveError error = { WEFT_LIVE_FAULT_VERSION, 2, 3, frames_text ("too old") };
  g_autofree char *web = NULL;
  g_autofree char *version = NULL;
  g_autofree char *refused = NULL;

  g_byte_array_append (bytes, (const guint8 *) "HTTP/1.1 400 Bad Request\r\n", 26);
  web = take_alone (bytes);
  bytes = g_byte_array_new ();
  weft_live_put_hello (bytes, WEFT_LIVE_WELCOME, &hello);
  version = take_alone (bytes);
  g_assert_nonnull (strstr (version, "version"));
  bytes = g_byte_array_new ();
  weft_live_put_error (bytes, &error);
  refused = take_alone (bytes);
  g_assert_nonnull (strstr (refused, "versions 2 to 3"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recording/pieces", test_pieces);
  g_test_add_func ("/recording/cut", test_cut);
  g_test_add_func ("/recording/words", test_words);
  g_test_add_func ("/recording/sniff", test_sniff);
  g_test_add_func ("/recording/streams", test_streams);
  g_test_add_func ("/recording/damage", test_damage);
  g_test_add_func ("/recording/declared-twice", test_declared_twice);
  g_test_add_func ("/recording/declared-between", test_declared_between);
  g_test_add_func ("/recording/disorder", test_disorder);
  g_test_add_func ("/recording/load", test_load);
  g_test_add_func ("/recording/load-long", test_load_long);
  g_test_add_func ("/recording/save-range", test_save_range);
  g_test_add_func ("/recording/full-disk", test_full_disk);
  g_test_add_func ("/client/preamble", test_preamble);
  g_test_add_func ("/client/replaced", test_replaced);
  g_test_add_func ("/client/repeated", test_repeated);
  g_test_add_func ("/client/retries", test_retries);
  g_test_add_func ("/client/strangers", test_strangers);
  return g_test_run ();
}
