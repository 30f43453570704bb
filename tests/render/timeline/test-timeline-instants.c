/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline-scene-fixture.h"

/* Instants of a thread and of all, above slices, which may never have ended. */

#define MARKED \
  "[{\"ph\":\"B\",\"pid\":1,\"tid\":1,\"ts\":0,\"name\":\"open\"}," \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":0,\"dur\":800,\"name\":\"closed\"}," \
  "{\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":400,\"s\":\"t\",\"name\":\"tick\"}," \
  "{\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":200,\"s\":\"g\",\"name\":\"all\"}," \
  "{\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":204,\"s\":\"g\",\"name\":\"near\"}]"

/* An instant is at least seven pixels high and wide, and is hit there, unless another one is nearer. */
static void
test_instants (void)
{
  g_auto (Fixture) fixture = { NULL };
  guint32 tracks[2] = { WEFT_TIMELINE_TRACK_INSTANTS, 0 };
  static const int places[] = { 200, 400 };
  static const char *const names[] = { "near", "tick" };
  const WeftTrackRow *thread;
  int n_free = 0;

  set_up (&fixture, MARKED);
  draw (&fixture);
  tracks[1] = WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "closed");
  for (guint i = 0; i < 2; i++)
    {
      const WeftTrackRow *row = find_row (&fixture, tracks[i]);
      WeftColor canvas = weft_style_color (fixture.style, WEFT_COLOR_CANVAS);
      int high = 0, wide = 0, middle = 0;
      g_auto (WeftTrackHit) found = { .on_track = FALSE };

      for (int y = row->y; y < row->y + MIN (row->height, 20); y++)
        if (get_pixel (&fixture, places[i], y) != canvas)
          {
            middle += y;
            high++;
          }
      g_assert_cmpint (high, >=, 7);
      middle /= high;
      for (int x = places[i] - 8; x <= places[i] + 8; x++)
        wide += get_pixel (&fixture, x, MIN (middle, row->y + 8)) != canvas;
      g_assert_cmpint (wide, >=, 7);
      weft_track_layout_hit_test (fixture.layout, &fixture.axis, fixture.style, places[i] + 3,
                                  row->y + 8, &found);
      g_assert_cmpstr (timeline_fixture_get_name (fixture.snapshot, (guint32) found.thing), ==,
                       names[i]);
      /* It says whose it is, but for one of the whole trace. */
      g_assert_true ((strstr (found.text, "Thread 2") != NULL) == (i == 1));
    }
  /* The slices lie below. */
  thread = find_row (&fixture, tracks[1]);
  while (get_pixel (&fixture, 600, thread->y + n_free) == get_pixel (&fixture, 600, thread->y - 1))
    n_free++;
  g_assert_cmpint (n_free, >=, 7);
  g_assert_cmpint (n_free, <, thread->height);
}

/* Instants are walked along by themselves, those of the whole trace and those of a thread: where it has slices, from
 * an instant on. */
static void
test_instant_steps (void)
{
  static const char text[] =
    "[{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":0,\"dur\":800,\"name\":\"slice\"},"
    "{\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":400,\"s\":\"t\",\"name\":\"a\"},"
    "{\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":500,\"s\":\"t\",\"name\":\"b\"},"
    "{\"ph\":\"i\",\"pid\":1,\"tid\":3,\"ts\":600,\"s\":\"t\",\"name\":\"alone\"},"
    "{\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":200,\"s\":\"g\",\"name\":\"all\"}]";
  static const char *const firsts[] = { "all", "alone" };
  g_auto (Fixture) fixture = { NULL };
  g_auto (WeftTrackHit) a = { .on_track = FALSE };
  g_auto (WeftTrackHit) b = { .on_track = FALSE };

  set_up (&fixture, text);
  g_assert_true (
    weft_timeline_scene_find (fixture.scene, timeline_fixture_find (fixture.snapshot, "a", 0), &a));
  g_assert_true (weft_timeline_step (fixture.scene->data,
                                     weft_track_scene_find (fixture.scene, a.track), &a, 1, &b));
  g_assert_cmpuint (b.thing, ==, timeline_fixture_find (fixture.snapshot, "b", 0));
  for (guint i = 0; i < G_N_ELEMENTS (firsts); i++)
    {
      g_auto (WeftTrackHit) from = { .thing = WEFT_TRACK_NO_THING };
      g_auto (WeftTrackHit) first = { .on_track = FALSE };
      g_auto (WeftTrackHit) none = { .on_track = FALSE };
      const guint32 track = i == 0 ? WEFT_TIMELINE_TRACK_INSTANTS
                                   : WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, firsts[i]);

      from.first = fixture.snapshot->first_time + 100000;
      g_assert_true (weft_timeline_step (
        fixture.scene->data, weft_track_scene_find (fixture.scene, track), &from, 1, &first));
      g_assert_cmpuint (first.thing, ==, timeline_fixture_find (fixture.snapshot, firsts[i], 0));
      g_assert_false (weft_timeline_step (
        fixture.scene->data, weft_track_scene_find (fixture.scene, track), &first, 1, &none));
      g_assert_false (weft_timeline_step (
        fixture.scene->data, weft_track_scene_find (fixture.scene, track), &first, -1, &none));
    }
  g_assert_false (weft_timeline_scene_find (fixture.scene, fixture.snapshot->n_events, &b));
}

/* The end of a slice that never ended is torn: the ground shows in its last pixels, as it does not where a
 * slice ended. */
static void
test_open (void)
{
  static const char *const names[] = { "open", "closed" };
  g_auto (Fixture) fixture = { NULL };

  set_up (&fixture, MARKED);
  draw (&fixture);
  for (guint i = 0; i < 2; i++)
    {
      const WeftTrackRow *row =
        find_row (&fixture, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, names[i]));
      int ground = 0;

      for (int y = row->y + row->height - 16; y < row->y + row->height - 4; y++)
        ground +=
          get_pixel (&fixture, 798, y) == weft_style_color (fixture.style, WEFT_COLOR_CANVAS);
      g_assert_cmpint (ground > 2, ==, i == 0);
    }
  g_assert_cmpuint (fixture.overview->open.n, ==, 1);
}

/* A thread that is collapsed shows its slices alone: an instant leaves no trace above them. */
static void
test_collapsed (void)
{
  g_auto (Fixture) fixture = { NULL };
  const WeftTrackRow *row;
  guint32 track;

  set_up (&fixture, MARKED);
  track = WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "closed");
  weft_track_order_set_collapsed (fixture.order, track, TRUE);
  lay_out (&fixture, (WeftTimelineSceneOptions){ .name = WEFT_NO_NAME });
  draw (&fixture);
  row = find_row (&fixture, track);
  g_assert_true (row->collapsed);
  for (int y = row->y; y < row->y + row->height; y++)
    g_assert_cmphex (get_pixel (&fixture, 400, y), ==, get_pixel (&fixture, 600, y));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-instants/drawn", test_instants);
  g_test_add_func ("/timeline-instants/steps", test_instant_steps);
  g_test_add_func ("/timeline-instants/open", test_open);
  g_test_add_func ("/timeline-instants/collapsed", test_collapsed);
  return g_test_run ();
}
