/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made-tracks.h"
#include "wait.h"
#include "weft-axis-link.h"

/* Views of different traces on one time: each in ticks of its own. */

typedef struct
{
  MadeLog log;
  MadeThings things[2];
  WeftViewState *states[2];
  WeftTimeAxis *axes[2];
  WeftTimeAxis *shared;
  WeftAxisLink *links[2];
} Fixture;

/* The second trace's ticks are half as many, and its zero lies 1 000 later. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  static const WeftRatio ratios[] = { { 1, 1 }, { 2, 1 } };

  made_log_open (&fixture->log, NULL);
  fixture->shared = weft_time_axis_new (&WEFT_TIME_UNIT_CYCLES);
  for (guint i = 0; i < 2; i++)
    {
      fixture->things[i].n_things = 100;
      fixture->states[i] =
        made_tracks_state_new (WEFT_TRACE (fixture->log.trace), &fixture->things[i]);
      weft_tracks_resize (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (fixture->states[i])),
                          400, 100);
      fixture->axes[i] = weft_view_state_get_axis (fixture->states[i]);
      fixture->links[i] =
        weft_axis_link_new (fixture->shared, fixture->states[i], i * 1000, ratios[i]);
    }
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < 2; i++)
    {
      g_assert_finalize_object (fixture->links[i]);
      g_assert_finalize_object (fixture->states[i]);
    }
  g_assert_finalize_object (fixture->shared);
  made_log_close (&fixture->log);
}

static void
check_span (WeftTimeAxis *axis, double start, double length)
{
  const WeftTimeSpan *span = weft_time_axis_get_visible (axis);

  g_assert_cmpfloat_with_epsilon ((double) span->start + span->fraction, start, 1e-6);
  g_assert_cmpfloat_with_epsilon (span->length, length, 1e-6);
}

static void
test_moves_together (Fixture *fixture, gconstpointer data)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (fixture->states[1]));
  const WeftTimeSpan span = { 2000, 0.5, 400 };
  WeftTimeSpan seen;
  double scroll;

  weft_time_axis_set_visible (fixture->shared, &span);
  check_span (fixture->axes[0], 2000.5, 400);
  check_span (fixture->axes[1], 500.25, 200);
  weft_tracks_get_place (tracks, &seen, &scroll);
  g_assert_cmpint (seen.start, ==, 500);
  g_assert_cmpfloat (seen.length, ==, 200);

  /* Who may lead takes the others along. */
  weft_axis_link_set_leads (fixture->links[1], TRUE);
  weft_tracks_show_time (tracks, 100, 200);
  weft_tracks_get_place (tracks, &seen, &scroll);
  check_span (fixture->shared, 1000 + 2 * ((double) seen.start + seen.fraction), 2 * seen.length);
  check_span (fixture->axes[0], 1000 + 2 * ((double) seen.start + seen.fraction), 2 * seen.length);
}

/* A picture that opens somewhere by itself comes to where the others are. */
static void
test_follows_first (Fixture *fixture, gconstpointer data)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (fixture->states[0]));
  const WeftTimeSpan span = { 2000, 0, 400 };

  weft_time_axis_set_visible (fixture->shared, &span);
  weft_tracks_show_time (tracks, 0, 10);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  check_span (fixture->shared, 2000, 400);
  check_span (fixture->axes[0], 2000, 400);
}

static void
test_shares_cursor_and_range (Fixture *fixture, gconstpointer data)
{
  gint64 tick, first, last;

  weft_time_axis_set_cursor (fixture->axes[0], 1500);
  g_assert_true (weft_time_axis_get_cursor (fixture->shared, &tick));
  g_assert_cmpint (tick, ==, 1500);
  g_assert_true (weft_time_axis_get_cursor (fixture->axes[1], &tick));
  g_assert_cmpint (tick, ==, 250);
  weft_time_axis_unset_cursor (fixture->axes[1]);
  g_assert_false (weft_time_axis_get_cursor (fixture->axes[0], &tick));

  weft_time_axis_select (fixture->axes[1], 10, 20);
  g_assert_true (weft_time_axis_get_selection (fixture->axes[0], &first, &last));
  g_assert_cmpint (first, ==, 1020);
  g_assert_cmpint (last, ==, 1040);
  /* Less than a tick of the other's is a tick. */
  weft_time_axis_select (fixture->axes[0], 1020, 1021);
  g_assert_true (weft_time_axis_get_selection (fixture->axes[1], &first, &last));
  g_assert_cmpint (first, ==, 10);
  g_assert_cmpint (last, ==, 11);
  weft_time_axis_select (fixture->shared, 0, 0);
  g_assert_false (weft_time_axis_get_selection (fixture->axes[1], &first, &last));
}

/* All of the time can be scrolled to in each, however short its own trace is, and a trace that
 * grows or is laid elsewhere changes that. */
static void
test_knows_ranges (Fixture *fixture, gconstpointer data)
{
  gint64 first, last;

  g_assert_true (weft_time_axis_get_range (fixture->shared, &first, &last));
  g_assert_cmpint (first, ==, 0);
  g_assert_cmpint (last, ==, 1000 + 2 * 9999 + 1);
  g_assert_true (weft_time_axis_get_range (fixture->axes[0], &first, &last));
  g_assert_cmpint (last, ==, 20999);
  g_assert_true (weft_time_axis_get_range (fixture->axes[1], &first, &last));
  g_assert_cmpint (first, ==, -500);
  made_tracks_grow (fixture->states[0], &fixture->things[0], 1000);
  g_assert_true (weft_time_axis_get_range (fixture->axes[1], &first, &last));
  g_assert_cmpint (last, ==, 49500);
  weft_axis_link_place (fixture->links[0], -5000, WEFT_RATIO_ONE);
  g_assert_true (weft_time_axis_get_range (fixture->shared, &first, &last));
  g_assert_cmpint (first, ==, -5000);
  g_assert_cmpint (last, ==, 95000);
}

static void
test_units (void)
{
  WeftTimeUnit cycles = WEFT_TIME_UNIT_CYCLES, gem5 = WEFT_TIME_UNIT_CYCLES;
  WeftTimeUnit npu = { WEFT_AXIS_COUNT, "cycles", 1, 0, 1.35e9 };
  WeftTimeUnit live = { WEFT_AXIS_NANOSECONDS, NULL, 1, 77, 1e9 };
  WeftRatio ratio = weft_axis_link_suggest (&npu, &live);
  WeftTimeUnit unit;

  /* 1.35 cycles pass in a nanosecond. */
  g_assert_cmpint (ratio.numerator, ==, 27);
  g_assert_cmpint (ratio.denominator, ==, 20);
  gem5.ticks_per_unit = 500;
  ratio = weft_axis_link_suggest (&cycles, &gem5);
  g_assert_cmpint (ratio.numerator, ==, 1);
  g_assert_cmpint (ratio.denominator, ==, 500);
  unit = weft_axis_link_share_unit (&gem5, ratio);
  g_assert_cmpint (unit.ticks_per_unit, ==, 1);
  g_assert_cmpstr (unit.name, ==, "cycles");
  unit = weft_axis_link_share_unit (&live, (WeftRatio){ 1000, 1 });
  g_assert_cmpint (unit.zero, ==, 0);
  g_assert_cmpint (unit.ticks_per_unit, ==, 1000);
  g_assert_cmpint (unit.unit, ==, WEFT_AXIS_NANOSECONDS);
  unit = weft_axis_link_share_unit (&cycles, (WeftRatio){ 2, 3 });
  g_assert_cmpstr (unit.name, ==, "ticks");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add (name, Fixture, NULL, set_up, test, tear_down)
  ADD ("/axis-link/moves-together", test_moves_together);
  ADD ("/axis-link/follows-first", test_follows_first);
  ADD ("/axis-link/shares-cursor-and-range", test_shares_cursor_and_range);
  ADD ("/axis-link/knows-ranges", test_knows_ranges);
  g_test_add_func ("/axis-link/units", test_units);
  return g_test_run ();
}
