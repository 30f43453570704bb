/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-charts.h"
#include "weft-live-folds.h"
#include "weft-live-table.h"
#include "weft-live-view.h"
#include "weft-live-writer.h"
#include "weft-load.h"
#include "weft-tracks.h"

#include "live-frames.h"
#include "said.h"

#include <glib/gstdio.h>

/* A session that nobody runs: the test writes what a daemon would say. */
typedef struct
{
  WeftLiveSession *session;
  WeftLiveTrace *trace;
  WeftLiveWriter *writer;
  WeftLiveState *state;
  GtkWidget *window;
  GtkWidget *view;
  guint64 seq;
} Live;

static void
live_open_trace (Live *live)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  live->writer = weft_live_writer_new (live->trace);
  live->state = weft_live_state_new (live->trace);
  live->seq = 0;
  frames_begin (bytes, 1, 0);
  frames_take (live->writer, bytes);
  live->view = weft_live_view_new (live->state);
  live->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (live->window), 900, 400);
  gtk_window_set_child (GTK_WINDOW (live->window), live->view);
  gtk_window_present (GTK_WINDOW (live->window));
}

static void
live_open (Live *live)
{
  live->session = weft_live_session_new ("/nonexistent/view.sock", g_main_context_default (), 0);
  live->trace = g_object_ref (weft_live_session_get_trace (live->session));
  live_open_trace (live);
}

/* A recording that is being read. */
static void
live_open_recording (Live *live)
{
  live->session = NULL;
  live->trace = weft_live_trace_new ("made", g_main_context_default (), WEFT_STORAGE_MEMORY, 0);
  live_open_trace (live);
}

static void
live_close (Live *live)
{
  gtk_window_destroy (GTK_WINDOW (live->window));
  g_object_unref (live->state);
  weft_live_writer_free (live->writer);
  g_object_unref (live->trace);
  g_clear_object (&live->session);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Live, live_close)

/* `n` programs run, of which a frame takes only so many. */
static void
live_run (Live *live, guint n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  for (guint left = n, part; left > 0; left -= part, live->seq += part)
    {
      part = MIN (left, 1000);
      frames_records (bytes, 1, live->seq, part);
    }
  g_assert_cmpint (frames_take (live->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (live->writer);
}

static gboolean
is_open (gpointer data)
{
  Live *live = data;

  return weft_view_state_is_open (WEFT_VIEW_STATE (live->state));
}

static gboolean
shows_newest (gpointer data)
{
  Live *live = data;
  gint64 first, last;
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (live->state));

  return weft_time_axis_get_range (axis, &first, &last) && last >= (gint64) live->seq * 1000 - 400
         && weft_view_state_shows_end (WEFT_VIEW_STATE (live->state));
}

static gboolean
is_following (Live *live)
{
  gboolean following;

  g_object_get (live->state, "following", &following, NULL);
  return following;
}

/* The newest stays in sight until somebody scrolls back, and again when they come back. */
static void
test_follow (void)
{
  g_auto (Live) live;
  WeftTracks *tracks;

  live_open (&live);
  live_run (&live, 2000);
  wait_until (is_open, &live);
  for (guint i = 0; i < 5; i++)
    {
      live_run (&live, 2000000 / 100);
      wait_until (shows_newest, &live);
    }
  g_assert_true (is_following (&live));
  tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (live.state));
  for (guint i = 0; i < 100; i++)
    live_run (&live, 40000);
  wait_until (shows_newest, &live);
  /* neither does another width of the window end that */
  weft_tracks_resize (tracks, weft_tracks_get_width (tracks) - 300,
                      weft_tracks_get_height (tracks));
  g_assert_true (is_following (&live));
  wait_until (shows_newest, &live);
  weft_tracks_pan (tracks, -400, 0);
  g_assert_false (is_following (&live));
  live_run (&live, 40000);
  wait_settled ();
  g_assert_false (weft_view_state_shows_end (WEFT_VIEW_STATE (live.state)));
  g_object_set (live.state, "following", TRUE, NULL);
  wait_until (shows_newest, &live);
}

/* A session in a tab that nobody has looked at yet shows its newest when they do. */
static void
test_tab (void)
{
  g_auto (Live) live;

  live_open (&live);
  gtk_widget_set_visible (live.window, FALSE);
  g_object_unref (live.state);
  live.state = weft_live_state_new (live.trace);
  for (guint i = 0; i < 50; i++)
    live_run (&live, 100000);
  wait_settled ();
  gtk_window_set_child (GTK_WINDOW (live.window), weft_live_view_new (live.state));
  gtk_window_present (GTK_WINDOW (live.window));
  wait_until (is_open, &live);
  wait_until (shows_newest, &live);
  g_assert_true (is_following (&live));
}

static gboolean
is_at_rest (gpointer data)
{
  Live *live = data;

  live_run (live, 100);
  wait_settled ();
  return !weft_tracks_is_gliding (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (live->state)));
}

/* Who zooms in sees what they zoomed at, however much comes meanwhile. */
static void
test_zoom (void)
{
  g_auto (Live) live;
  WeftTimeAxis *axis;
  WeftTracks *tracks;
  double length;

  live_open (&live);
  g_object_set (gtk_widget_get_settings (live.view), "gtk-enable-animations", TRUE, NULL);
  live_run (&live, 40000);
  wait_until (is_open, &live);
  axis = weft_view_state_get_axis (WEFT_VIEW_STATE (live.state));
  tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (live.state));
  length = weft_time_axis_get_visible (axis)->length;
  weft_tracks_zoom (tracks, 10, 400, TRUE);
  wait_until (is_at_rest, &live);
  g_assert_cmpfloat_with_epsilon (weft_time_axis_get_visible (axis)->length, length / 400, 1);
  g_assert_false (is_following (&live));
}

static gboolean
has_figures (gpointer data)
{
  Live *live = data;
  WeftLiveFigures *figures = weft_live_state_get_figures (live->state);

  return figures != NULL && figures->n_programs == live->seq;
}

/* Tables say what ran, and go on while it does. */
static void
test_tables (void)
{
  g_auto (Live) live;
  GtkWidget *table;

  live_open (&live);
  live_run (&live, 1001);
  wait_until (has_figures, &live);
  table = g_object_ref_sink (weft_live_table_new (live.state, WEFT_LIVE_TABLE_PROGRAMS));
  g_assert_cmpuint (
    weft_fact_list_get_facts (weft_fact_table_get_list (WEFT_FACT_TABLE (table)))->n_rows, ==, 2);
  live_run (&live, 1000);
  wait_until (has_figures, &live);
  g_object_unref (table);
}

/* The row of a program that is picked stays selected while the session goes on: (transfer full), what it says. */
static char *
pick_program (Live *live, GtkWidget *table, guint program)
{
  char *text;

  g_signal_emit_by_name (table, "picked", program);
  live_run (live, 1000);
  wait_until (has_figures, live);
  g_assert_cmpuint (weft_live_state_get_program (live->state), ==, program);
  text = weft_fact_table_get_row_text (WEFT_FACT_TABLE (table));
  g_assert_nonnull (text);
  return text;
}

/* A run that is selected chooses the program of charts and table. */
static void
test_program (void)
{
  g_auto (Live) live;
  WeftTrackHit run = { .on_track = TRUE, .thing = 1 };
  g_autofree char *first = NULL, *second = NULL;
  GtkWidget *charts, *table, *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  live_open (&live);
  live_run (&live, 1001);
  wait_until (has_figures, &live);
  /* before anything was chosen it is the one that takes the most time: 501 of 1001 runs */
  g_assert_cmpuint (weft_live_state_get_program_figures (live.state)->n, ==, 501);
  charts = weft_live_charts_new (live.state);
  table = weft_live_table_new (live.state, WEFT_LIVE_TABLE_PROGRAMS);
  gtk_box_append (GTK_BOX (box), charts);
  gtk_box_append (GTK_BOX (box), table);
  gtk_window_set_child (GTK_WINDOW (live.window), box);
  wait_until (is_mapped, table);
  weft_tracks_select (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (live.state)), &run);
  g_assert_cmpuint (weft_live_state_get_program (live.state), ==, 1);
  g_assert_cmpuint (weft_live_state_get_program_figures (live.state)->n, ==, 500);
  first = pick_program (&live, table, 0);
  second = pick_program (&live, table, 1);
  g_assert_cmpstr (first, !=, second);
}

/* How long the session is can be read while it goes on. */
static void
test_length (void)
{
  g_auto (Live) live;
  GtkWidget *sheet = g_object_ref_sink (weft_fact_sheet_new ());
  g_autofree char *text = NULL;

  live_open (&live);
  live_run (&live, 74463);
  wait_until (is_open, &live);
  weft_fact_sheet_begin (WEFT_FACT_SHEET (sheet));
  weft_view_state_write_facts (WEFT_VIEW_STATE (live.state), WEFT_FACT_SHEET (sheet));
  weft_fact_sheet_end (WEFT_FACT_SHEET (sheet));
  text = get_said (sheet);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "Length\t74.5 ms\n"));
  g_object_unref (sheet);
}

/* Of a brushed range alone. */
static gboolean
has_hundred (gpointer data)
{
  WeftLiveFigures *figures = weft_live_state_get_figures (((Live *) data)->state);

  return figures != NULL && figures->n_programs == 100;
}

static void
test_range (void)
{
  g_auto (Live) live;

  live_open (&live);
  live_run (&live, 1000);
  wait_until (has_figures, &live);
  weft_time_axis_select (weft_view_state_get_axis (WEFT_VIEW_STATE (live.state)), 200000, 300000);
  wait_until (has_hundred, &live);
}

static gboolean
is_whole_file (gpointer path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  return weft_load_run (load, NULL, NULL);
}

static void
test_save (void)
{
  g_auto (Live) live;
  g_autofree char *directory = g_dir_make_tmp ("weft-live-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "last.weftlive", NULL);
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  WeftLiveLane lane;

  live_open (&live);
  live_run (&live, 10000);
  weft_live_view_save_last (WEFT_LIVE_VIEW (live.view), 0.001, path);
  wait_until (is_whole_file, path);
  g_assert_true (weft_load_run (load, NULL, NULL));
  weft_live_trace_get_lane (WEFT_LIVE_TRACE (weft_load_get_trace (load)), 0, &lane);
  g_assert_cmpuint (lane.delivered, ==, 1000);
  /* the task has said so before its view goes */
  wait_settled ();
  g_unlink (path);
  g_rmdir (directory);
}

static gboolean
says_recording (gpointer data)
{
  return find_label (((Live *) data)->view, "Recording “") != NULL;
}

static gboolean
says_failure (gpointer data)
{
  return find_label (((Live *) data)->view, "No such file") != NULL;
}

static gboolean
says_something (gpointer label)
{
  return *gtk_label_get_text (label) != 0;
}

static gboolean
says_saved (gpointer data)
{
  return says_recording (data) && !says_failure (data);
}

/* That a save failed is said until one works, whatever else there is to say meanwhile. */
static void
test_failure (void)
{
  g_auto (Live) live;
  g_autofree char *directory = g_dir_make_tmp ("weft-live-XXXXXX", NULL);
  g_autofree char *recording = g_build_filename (directory, "all.weftlive", NULL);
  g_autofree char *path = g_build_filename (directory, "last.weftlive", NULL);
  g_autofree char *nowhere = g_build_filename (directory, "none", "last.weftlive", NULL);
  GtkWidget *label;

  live_open (&live);
  live_run (&live, 1000);
  weft_live_session_start (live.session);
  weft_live_session_record (live.session, recording);
  wait_until (says_recording, &live);
  weft_live_view_save_last (WEFT_LIVE_VIEW (live.view), 1, nowhere);
  wait_until (says_failure, &live);
  /* what the view says when it looks next */
  label = find_label (live.view, "No such file");
  gtk_label_set_text (GTK_LABEL (label), "");
  wait_until (says_something, label);
  g_assert_true (says_failure (&live));
  weft_live_view_save_last (WEFT_LIVE_VIEW (live.view), 1, path);
  wait_until (says_saved, &live);
  weft_live_session_stop (live.session);
  g_unlink (path);
  g_unlink (recording);
  g_rmdir (directory);
}

static gboolean
says_nobody (gpointer data)
{
  return find_label (((Live *) data)->view, "Nobody answers at") != NULL;
}

static gboolean
says_nothing (gpointer data)
{
  return !says_nobody (data);
}

/* While there is nothing to see the view says what it waits for. */
static void
test_empty (void)
{
  g_auto (Live) live;

  live_open (&live);
  wait_until (says_nobody, &live);
  live_run (&live, 1000);
  wait_until (says_nothing, &live);
}

/* The state of the session is in words. */
static void
test_words (void)
{
  g_auto (Live) live;
  g_autofree char *text = NULL;
  g_autofree char *one = NULL;
  g_autofree char *rows = NULL;

  live_open (&live);
  text = weft_live_state_describe_session (live.state);
  g_assert_true (g_str_has_prefix (text, "Connecting"));
  live_run (&live, 1);
  wait_until (has_figures, &live);
  one = weft_view_state_describe (WEFT_VIEW_STATE (live.state), WEFT_STATUS_ROWS);
  g_assert_cmpstr (one, ==, "1 record · 0 lost");
  live_run (&live, 1233);
  wait_until (has_figures, &live);
  rows = weft_view_state_describe (WEFT_VIEW_STATE (live.state), WEFT_STATUS_ROWS);
  g_assert_nonnull (strstr (rows, "234"));
}

static void
note (gboolean *noted)
{
  *noted = TRUE;
}

static gboolean
is_noted (gpointer noted)
{
  return *(gboolean *) noted;
}

/* A program that is heard of later comes into the legend, too. */
static void
test_legend (void)
{
  g_auto (Live) live;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveProgram later = { 12, 102, 0, frames_text ("later"), frames_text ("") };
  gboolean laid_out = FALSE;

  live_open (&live);
  live_run (&live, 1000);
  wait_until (is_open, &live);
  wait_until (shows_newest, &live);
  g_signal_connect_swapped (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (live.state)), "layout",
                            G_CALLBACK (note), &laid_out);
  live_run (&live, 1000);
  wait_until (shows_newest, &live);
  g_assert_false (laid_out);
  weft_live_put_program (bytes, 1, &later);
  g_assert_cmpint (frames_take (live.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  live_run (&live, 1000);
  wait_until (is_noted, &laid_out);
}

static gboolean
shows_lane (Live *live, guint lane)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (live->state));

  return weft_track_layout_find_track (weft_tracks_get_layout (tracks), lane) != NULL;
}

static gboolean
hides_first (gpointer data)
{
  return !shows_lane (data, 0);
}

static gboolean
shows_third (gpointer data)
{
  return shows_lane (data, 2);
}

/* Another process publishes the device `id`. */
static void
live_begin_process (Live *live, guint32 id, guint8 producer)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_stream (bytes, id, 0, producer);
  frames_definitions (bytes, id, 0);
  frames_records_from (bytes, id, 0, 10, live->seq * 1000);
  g_assert_cmpint (frames_take (live->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (live->writer);
}

/* Lanes of a process that is over are folded away when another goes on; whoever opens them has them open. */
static void
test_past (void)
{
  g_auto (Live) live;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  live_open (&live);
  live_run (&live, 1000);
  wait_until (is_open, &live);
  g_assert_true (shows_lane (&live, 0));
  weft_live_put_stream_end (bytes, 1, live.seq);
  g_assert_cmpint (frames_take (live.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (live.writer);
  wait_settled ();
  /* it is all there is */
  g_assert_true (shows_lane (&live, 0));
  live_begin_process (&live, 2, 8);
  wait_until (hides_first, &live);
  g_assert_true (shows_lane (&live, 1));
  weft_tracks_set_closed (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (live.state)),
                          "Past processes", FALSE);
  g_assert_true (shows_lane (&live, 0));
  live_begin_process (&live, 3, 9);
  wait_until (shows_third, &live);
  g_assert_true (shows_lane (&live, 0));
}

/* --- what is folded ----------------------------------------------------------------------------------- */

#define SECOND G_GINT64_CONSTANT (1000000000)

/* 1000 programs run from a time on. */
static void
live_burst (Live *live, gint64 start)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_records_from (bytes, 1, live->seq, 1000, (guint64) start);
  live->seq += 1000;
  g_assert_cmpint (frames_take (live->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (live->writer);
}

static void
live_finish (Live *live)
{
  weft_live_writer_finish (live->writer);
  weft_trace_set_state (WEFT_TRACE (live->trace), WEFT_TRACE_COMPLETE);
}

static WeftTimeAxis *
get_time (Live *live)
{
  return weft_view_state_get_axis (WEFT_VIEW_STATE (live->state));
}

static gboolean
is_folded (gpointer data)
{
  return weft_time_axis_get_folds (get_time (data)) != NULL;
}

static void
assert_fold (Live *live, guint index, guint n, gint64 from, gint64 to)
{
  guint found;
  const WeftCycleRange *folds = weft_folds_get (weft_time_axis_get_folds (get_time (live)), &found);

  g_assert_cmpuint (found, ==, n);
  g_assert_cmpint (folds[index].from, ==, from);
  g_assert_cmpint (folds[index].to, ==, to);
}

/* A recording is folded once it is read; all of it is in sight then, and what stands behind a fold is hit where it
 * is drawn. However long the fold is, the rest of the window is drawn too. */
static void
test_recording_folds (void)
{
  g_auto (Live) live;
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };
  g_autofree char *words = NULL;
  WeftTracks *tracks;
  gint64 first, last;
  WeftAxis axis;

  live_open_recording (&live);
  live_burst (&live, 0);
  live_burst (&live, 3600 * SECOND);
  wait_until (is_open, &live);
  wait_settled ();
  g_assert_false (is_folded (&live));
  live_finish (&live);
  wait_until (is_folded, &live);
  wait_settled ();
  assert_fold (&live, 0, 1, 999600, 3600 * SECOND);
  words = weft_time_axis_describe_fold (get_time (&live), SECOND);
  g_assert_cmpstr (words, ==, "3600 s without events");
  weft_time_axis_get_seen (get_time (&live), &first, &last);
  g_assert_cmpint (first, <=, 0);
  g_assert_cmpint (last, >, 3600 * SECOND + 999600);
  g_assert_cmpfloat (weft_time_axis_get_visible (get_time (&live))->length, <, 3e6);
  tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (live.state));
  weft_view_state_show_time (WEFT_VIEW_STATE (live.state), 3600 * SECOND + 500000,
                             3600 * SECOND + 510000);
  wait_settled ();
  g_assert_true (weft_tracks_get_axis (tracks, FALSE, &axis));
  weft_tracks_hit_test (tracks, weft_axis_to_px (&axis, 3600 * SECOND + 505300), 20, &hit);
  g_assert_cmpuint (hit.thing, ==, 1505);
  g_assert_cmpint (hit.first, ==, 3600 * SECOND + 505000);
  weft_time_axis_open_fold (get_time (&live), SECOND);
  g_assert_false (is_folded (&live));
}

/* Who follows a session sees it to scale, and who does not has folded what was empty so far; what comes then is as
 * long as it is. */
static void
test_session_folds (void)
{
  g_auto (Live) live;
  double length;
  gint64 first, last;

  live_open (&live);
  live_burst (&live, 0);
  live_burst (&live, 100 * SECOND);
  wait_until (is_open, &live);
  wait_settled ();
  g_assert_true (is_following (&live));
  g_assert_false (is_folded (&live));
  g_object_set (live.state, "following", FALSE, NULL);
  wait_until (is_folded, &live);
  /* that it is folded is not that anybody came to the end */
  g_assert_false (is_following (&live));
  assert_fold (&live, 0, 1, 999600, 100 * SECOND);
  live_burst (&live, 300 * SECOND);
  wait_settled ();
  assert_fold (&live, 0, 1, 999600, 100 * SECOND);
  weft_time_axis_get_range (get_time (&live), &first, &last);
  g_assert_cmpint (last, ==, 300 * SECOND + 999601);
  length = weft_time_axis_get_visible (get_time (&live))->length;
  g_object_set (live.state, "following", TRUE, NULL);
  g_assert_true (is_following (&live));
  g_assert_false (is_folded (&live));
  g_assert_cmpfloat (weft_time_axis_get_visible (get_time (&live))->length, ==, length);
  g_assert_true (weft_view_state_shows_end (WEFT_VIEW_STATE (live.state)));
  live_finish (&live);
  wait_until (is_folded, &live);
  assert_fold (&live, 1, 2, 100 * SECOND + 999600, 300 * SECOND);
}

static gboolean
is_folded_twice (gpointer data)
{
  guint n;

  weft_folds_get (weft_time_axis_get_folds (get_time (data)), &n);
  return n == 2;
}

/* Of a session that goes on, what was folded stays so when it is looked at again. */
static void
test_session_grows (void)
{
  g_auto (Live) live;
  WeftRunner *runner = weft_live_folds_new ();
  g_autoptr (WeftFolds) folds = NULL;
  gboolean done = FALSE;

  live_open (&live);
  g_signal_connect_swapped (runner, "done", G_CALLBACK (note), &done);
  live_burst (&live, 0);
  live_burst (&live, 100 * SECOND);
  weft_live_folds_ask (runner, live.trace);
  wait_until (is_noted, &done);
  g_assert_nonnull (weft_live_folds_get (runner));
  folds = weft_folds_ref (weft_live_folds_get (runner));
  live_burst (&live, 300 * SECOND);
  done = FALSE;
  weft_live_folds_ask (runner, live.trace);
  wait_until (is_noted, &done);
  g_assert_true (weft_folds_equal (weft_live_folds_get (runner), folds));
  /* but not where it has ended */
  live_finish (&live);
  done = FALSE;
  weft_live_folds_ask (runner, live.trace);
  wait_until (is_noted, &done);
  g_assert_false (weft_folds_equal (weft_live_folds_get (runner), folds));
  g_object_unref (runner);
}

/* A record that comes late into what is folded is seen. */
static void
test_late (void)
{
  g_auto (Live) live;

  live_open (&live);
  live_burst (&live, 0);
  live_burst (&live, 100 * SECOND);
  wait_until (is_open, &live);
  g_object_set (live.state, "following", FALSE, NULL);
  wait_until (is_folded, &live);
  live_burst (&live, 40 * SECOND);
  wait_until (is_folded_twice, &live);
  assert_fold (&live, 0, 2, 999600, 40 * SECOND);
  assert_fold (&live, 1, 2, 40 * SECOND + 999600, 100 * SECOND);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-view/follow", test_follow);
  g_test_add_func ("/live-view/tab", test_tab);
  g_test_add_func ("/live-view/zoom", test_zoom);
  g_test_add_func ("/live-view/tables", test_tables);
  g_test_add_func ("/live-view/program", test_program);
  g_test_add_func ("/live-view/length", test_length);
  g_test_add_func ("/live-view/range", test_range);
  g_test_add_func ("/live-view/save", test_save);
  g_test_add_func ("/live-view/failure", test_failure);
  g_test_add_func ("/live-view/empty", test_empty);
  g_test_add_func ("/live-view/words", test_words);
  g_test_add_func ("/live-view/legend", test_legend);
  g_test_add_func ("/live-view/past", test_past);
  g_test_add_func ("/live-view/recording-folds", test_recording_folds);
  g_test_add_func ("/live-view/session-folds", test_session_folds);
  g_test_add_func ("/live-view/session-grows", test_session_grows);
  g_test_add_func ("/live-view/late", test_late);
  return g_test_run ();
}
