/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made-tracks.h"
#include "wait.h"

/* Time axes by themselves, and what every view state has of its class. */

static void
check_words (const WeftTimeUnit *unit, gint64 ticks, const char *expected)
{
  g_autoptr (WeftTimeAxis) axis = weft_time_axis_new (unit);
  g_autofree char *words = weft_time_axis_format_duration (axis, ticks);

  g_assert_cmpstr (words, ==, expected);
}

static void
test_words (void)
{
  WeftTimeUnit unit = WEFT_TIME_UNIT_CYCLES;
  g_autoptr (WeftTimeAxis) axis = NULL;
  g_autofree char *time = NULL, *first = NULL;

  check_words (&unit, 1, "1 cycle");
  check_words (&unit, 12345, "12\342\200\257345 cycles");
  unit.ticks_per_second = 1e9;
  check_words (&unit, 12345, "12\342\200\257345 cycles (12.3 µs)");
  check_words (&unit, 5, "5 cycles (5 ns)");
  unit.ticks_per_second = 0;
  unit.ticks_per_unit = 500;
  check_words (&unit, 1250, "2.500 cycles");
  check_words (&unit, -250, "\342\210\2220.500 cycles");
  unit = (WeftTimeUnit){ WEFT_AXIS_NANOSECONDS, NULL, 1, 0, 0 };
  check_words (&unit, 999, "999 ns");
  check_words (&unit, 1500, "1.5 µs");
  check_words (&unit, 1000001, "1.000001 ms");
  check_words (&unit, -2000000000, "\342\210\2222 s");
  check_words (&unit, G_MININT64,
               "\342\210\2229\342\200\257223\342\200\257372\342\200\257036"
               ".854775808 s");

  /* Points in time count from the unit's zero. */
  unit.zero = 1000;
  axis = weft_time_axis_new (&unit);
  time = weft_time_axis_format_time (axis, 1250);
  g_assert_cmpstr (time, ==, "250 ns");
  first = weft_time_axis_format_time (axis, G_MININT64);
  g_assert_nonnull (first);
}

static void
count (gpointer data)
{
  (*(guint *) data)++;
}

static void
test_axis (void)
{
  g_autoptr (WeftTimeAxis) axis = weft_time_axis_new (&WEFT_TIME_UNIT_CYCLES);
  const WeftTimeSpan span = { 10, 0.5, 100 };
  guint n_ranges = 0, n_selections = 0, n_visible = 0;
  gint64 first, last;
  WeftAxis ruler;

  g_signal_connect_swapped (axis, "range", G_CALLBACK (count), &n_ranges);
  g_signal_connect_swapped (axis, "selection", G_CALLBACK (count), &n_selections);
  g_signal_connect_swapped (axis, "visible", G_CALLBACK (count), &n_visible);
  g_assert_false (weft_time_axis_get_range (axis, &first, &last));
  weft_time_axis_set_range (axis, &first, 0, 0);
  g_assert_cmpuint (n_ranges, ==, 0);
  /* Two owners: what either covers. */
  weft_time_axis_set_range (axis, &first, 100, 200);
  weft_time_axis_set_range (axis, &last, -50, 150);
  weft_time_axis_set_range (axis, &last, -50, 150);
  g_assert_cmpuint (n_ranges, ==, 2);
  g_assert_true (weft_time_axis_get_range (axis, &first, &last));
  g_assert_cmpint (first, ==, -50);
  g_assert_cmpint (last, ==, 200);
  weft_time_axis_set_range (axis, &last, 0, 0);
  g_assert_true (weft_time_axis_get_range (axis, &first, &last));
  g_assert_cmpint (first, ==, 100);

  weft_time_axis_select (axis, 5, 5);
  weft_time_axis_select (axis, 5, 9);
  weft_time_axis_select (axis, 5, 9);
  g_assert_cmpuint (n_selections, ==, 1);
  weft_time_axis_select (axis, 0, 0);
  weft_time_axis_select (axis, 3, 1);
  g_assert_cmpuint (n_selections, ==, 2);
  g_assert_false (weft_time_axis_get_selection (axis, &first, &last));

  g_assert_false (weft_time_axis_get_ruler (axis, 200, &ruler));
  weft_time_axis_set_visible (axis, &span);
  weft_time_axis_set_visible (axis, &span);
  g_assert_cmpuint (n_visible, ==, 1);
  g_assert_true (weft_time_axis_get_ruler (axis, 200, &ruler));
  g_assert_cmpfloat (ruler.ticks_per_px, ==, 0.5);
  g_assert_cmpfloat (weft_axis_to_px (&ruler, 60), ==, 99);
}

/* --- states --------------------------------------------------------------------------------------- */

typedef struct
{
  MadeLog log;
  MadeThings things;
  WeftViewState *state;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  made_log_open (&fixture->log, NULL);
  fixture->things.n_things = 100;
  fixture->state = made_tracks_state_new (WEFT_TRACE (fixture->log.trace), &fixture->things);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->state);
  made_log_close (&fixture->log);
}

static void
keep (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static gboolean
is_there (gpointer data)
{
  return *(gpointer *) data != NULL;
}

/* The words of the bar. */
static char *
go_to (WeftViewState *state, const char *text)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *message;

  weft_view_state_go_to_async (state, text, NULL, keep, &result);
  wait_until (is_there, &result);
  message = weft_view_state_go_to_finish (state, result, &error);
  return error != NULL ? g_strdup (error->message) : message;
}

static void
test_goes_to_times (Fixture *fixture, gconstpointer data)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (fixture->state));
  g_autofree char *there = NULL, *far = NULL, *words = NULL;
  WeftTimeSpan span;
  double scroll;

  weft_tracks_resize (tracks, 400, 100);
  weft_tracks_show_time (tracks, 0, 100);
  there = go_to (fixture->state, " 5,000 cycles");
  g_assert_cmpstr (there, ==, "");
  weft_tracks_get_place (tracks, &span, &scroll);
  g_assert_cmpint (ABS (span.start + (gint64) span.length / 2 - 5000), <=, 2);
  far = go_to (fixture->state, "10000");
  g_assert_nonnull (strstr (far, "from 0 cycles to 10\342\200\257000 cycles"));
  words = go_to (fixture->state, "1.5");
  g_assert_nonnull (strstr (words, "“1000”"));
}

/* A place can be kept and gone back to at any size and scale, and is of no use to other families. */
static void
test_keeps_places (Fixture *fixture, gconstpointer data)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (fixture->state));
  WeftStyleOptions options = weft_style_options_default ();
  g_autoptr (GVariant) place = NULL, other = g_variant_ref_sink (g_variant_new ("(ss)", "a", "b"));
  WeftTimeSpan span;
  double scroll;

  weft_tracks_resize (tracks, 400, 100);
  weft_tracks_go (tracks, &(WeftTimeSpan){ 1000, 0.25, 500 }, 60, FALSE);
  place = weft_view_state_save_place (fixture->state);
  g_assert_true (weft_view_state_covers_place (fixture->state, place));
  weft_tracks_go (tracks, &(WeftTimeSpan){ 0, 0, 5000 }, 0, FALSE);
  options.device_scale = 2;
  weft_view_state_set_style_options (fixture->state, &options);
  weft_tracks_resize (tracks, 300, 200);
  weft_view_state_restore_place (fixture->state, other, FALSE);
  weft_view_state_restore_place (fixture->state, place, FALSE);
  weft_tracks_get_place (tracks, &span, &scroll);
  g_assert_cmpint (span.start, ==, 1000);
  g_assert_cmpfloat (span.length, ==, 500);
  g_assert_cmpfloat (scroll, ==, 120);
}

/* A selection is found in a state of the same file that was read again. */
static void
test_keeps_selections (Fixture *fixture, gconstpointer data)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (fixture->state));
  const WeftTrackHit *selected = weft_tracks_get_selected (tracks);
  const WeftTrackHit thing = {
    .on_track = TRUE, .track = 3, .thing = 7, .first = 721, .last = 781, .text = (char *) "thing 7"
  };
  g_autoptr (GVariant) nothing = weft_view_state_save_selection (fixture->state);
  g_autoptr (GVariant) selection = NULL, other = g_variant_ref_sink (g_variant_new ("(s)", "a"));
  gint64 first, last;

  g_assert_null (nothing);
  weft_tracks_select (tracks, &thing);
  weft_time_axis_select (weft_view_state_get_axis (fixture->state), 5, 9);
  selection = weft_view_state_save_selection (fixture->state);
  weft_view_state_step_back (fixture->state);
  weft_view_state_step_back (fixture->state);
  g_assert_false (weft_view_state_has_selected (fixture->state));
  g_assert_true (weft_view_state_restore_selection (fixture->state, selection));
  g_assert_cmpuint (selected->thing, ==, 7);
  g_assert_cmpstr (selected->text, ==, "thing 7");
  g_assert_true (
    weft_time_axis_get_selection (weft_view_state_get_axis (fixture->state), &first, &last));
  g_assert_cmpint (last, ==, 9);
  g_assert_false (weft_view_state_restore_selection (fixture->state, other));
}

static void
test_says_why_it_is_empty (Fixture *fixture, gconstpointer data)
{
  g_autofree char *something = weft_view_state_describe_empty (fixture->state);
  g_autofree char *nothing = NULL;

  g_assert_null (something);
  made_tracks_grow (fixture->state, &fixture->things, 0);
  nothing = weft_view_state_describe_empty (fixture->state);
  g_assert_nonnull (strstr (nothing, "made.log"));
  /* A state that is not open yet has nothing to say, and stays where it is. */
  g_assert_false (weft_view_state_is_open (fixture->state));
  weft_view_state_show_time (fixture->state, 1, 2);
  weft_view_state_push_history (fixture->state);
  g_assert_false (weft_view_state_can_go_back (fixture->state));
}

/* The length of the part in sight is told apart from that of all. */
static void
test_zoom (void)
{
  g_autoptr (WeftTimeAxis) axis = weft_time_axis_new (&WEFT_TIME_UNIT_CYCLES);
  const WeftTimeSpan part = { 0, 0, 39 }, all = { -20, 0.5, 500 };
  g_autofree char *of_part = NULL, *of_all = NULL;
  int owner;

  weft_time_axis_set_range (axis, &owner, 0, 401);
  weft_time_axis_set_visible (axis, &part);
  of_part = weft_time_axis_format_zoom (axis);
  g_assert_cmpstr (of_part, ==, "39 cycles of 401 cycles");
  weft_time_axis_set_visible (axis, &all);
  of_all = weft_time_axis_format_zoom (axis);
  g_assert_cmpstr (of_all, ==, "401 cycles");
}

/* A trace nearly as long as its times reach, with what is free on both sides of it. */
static void
test_far_zoom (void)
{
  const gint64 end = G_GINT64_CONSTANT (9000000000000000000);
  g_autoptr (WeftTimeAxis) axis = weft_time_axis_new (&WEFT_TIME_UNIT_CYCLES);
  const WeftTimeSpan all = { -end / 20, 0, 1.1 * (double) end }, half = { 0, 0, (double) end / 2 };
  g_autofree char *of_all = NULL, *of_half = NULL, *range = NULL, *wide = NULL;
  int owner, other;

  weft_time_axis_set_range (axis, &owner, 0, end);
  weft_time_axis_set_visible (axis, &all);
  of_all = weft_time_axis_format_zoom (axis);
  g_assert_true (g_str_has_prefix (of_all, "9"));
  g_assert_null (strstr (of_all, " of "));
  weft_time_axis_set_visible (axis, &half);
  of_half = weft_time_axis_format_zoom (axis);
  g_assert_true (g_str_has_prefix (of_half, "4"));
  g_assert_nonnull (strstr (of_half, " of 9"));
  range = weft_time_axis_format_range (axis, -end, end);
  g_assert_null (strstr (range, "Δ −"));
  weft_time_axis_set_range (axis, &other, -end, 0);
  wide = weft_time_axis_format_zoom (axis);
  g_assert_nonnull (strstr (wide, " of 9"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-axis/words", test_words);
  g_test_add_func ("/time-axis/ranges", test_axis);
  g_test_add ("/view-state/goes-to-times", Fixture, NULL, set_up, test_goes_to_times, tear_down);
  g_test_add ("/view-state/keeps-places", Fixture, NULL, set_up, test_keeps_places, tear_down);
  g_test_add ("/view-state/keeps-selections", Fixture, NULL, set_up, test_keeps_selections,
              tear_down);
  g_test_add ("/view-state/says-why-it-is-empty", Fixture, NULL, set_up, test_says_why_it_is_empty,
              tear_down);
  g_test_add_func ("/time-axis/zoom", test_zoom);
  g_test_add_func ("/time-axis/far-zoom", test_far_zoom);
  return g_test_run ();
}
