/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline-scene-fixture.h"

/* --- tracks --------------------------------------------------------------------------------------- */

/* Processes are groups, in the file's order; counters come behind the threads of theirs; a thread that has
 * but a name is left out; streams say that they are a device's. */
static void
test_tracks (void)
{
  g_auto (Fixture) fixture = { NULL };
  const WeftTrackScene *scene;

  set_up (&fixture, TIMELINE_TRAINING);
  scene = fixture.scene;
  g_assert_cmpuint (scene->n_tracks, ==, 3);
  g_assert_nonnull (strstr (scene->tracks[0].title, "main"));
  g_assert_nonnull (strstr (scene->tracks[0].group, "CPU"));
  g_assert_null (scene->tracks[0].unit);
  g_assert_nonnull (strstr (scene->tracks[1].title, "stream 7"));
  g_assert_nonnull (strstr (scene->tracks[1].group, "GPU 0"));
  g_assert_cmpstr (scene->tracks[1].unit, ==, "device");
  g_assert_nonnull (strstr (scene->tracks[2].title, "power"));
  g_assert_cmpstr (scene->tracks[2].group, ==, scene->tracks[1].group);
  g_assert_cmpstr (scene->tracks[2].unit, ==, "0–250");
  /* Three slices nest on the host, none on the stream. */
  g_assert_cmpint (scene->tracks[0].height, >, 2 * scene->tracks[1].height);
}

/* A thread that nests deeply does not push all others out of sight, unless it is asked to. */
static void
test_deep (void)
{
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\":[");
  g_auto (Fixture) fixture = { NULL };
  int low, tall;

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (
      text, "%s{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%u,\"dur\":%u,\"name\":\"n\"}",
      i > 0 ? "," : "", i, 500 - 2 * i);
  g_string_append (text, "]}");
  set_up (&fixture, text->str);
  low = fixture.scene->tracks[0].height;
  lay_out (&fixture, (WeftTimelineSceneOptions){ .name = WEFT_NO_NAME, .tall = TRUE });
  tall = fixture.scene->tracks[0].height;
  g_assert_cmpint (low, <=, 300);
  g_assert_cmpint (tall, >=, 60 * 13);
}

/* Two ranks whose processes are called the same: each group says once of which rank it is. */
static void
test_ranks (void)
{
  g_autoptr (WeftTimelineTrace) trace =
    weft_timeline_trace_new ("ranks", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftTimelineWriter) writer = weft_timeline_writer_new (trace);
  WeftTimelineTracks *tracks = weft_timeline_tracks_new (writer);
  WeftJsonValue pid = { .text = "7", .length = 1, .kind = WEFT_JSON_INTEGER, .integer = 7 };
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;
  g_auto (GStrv) groups = NULL;

  for (gint64 rank = 3; rank < 5; rank++)
    {
      weft_timeline_writer_begin_file (writer, "a file");
      weft_timeline_tracks_begin_file (tracks, "a file");
      weft_timeline_tracks_set_rank (tracks, rank);
      weft_timeline_tracks_name_process (tracks, &pid, "python", 6);
      weft_timeline_tracks_get_process (tracks, &pid);
    }
  weft_timeline_tracks_publish (tracks);
  weft_timeline_writer_publish (writer);
  snapshot = weft_timeline_trace_ref_snapshot (trace);
  groups = weft_timeline_scene_list_groups (snapshot);
  g_assert_cmpstr (groups[0], ==, "Rank 3 · python 7");
  g_assert_cmpstr (groups[1], ==, "Rank 4 · python 7");
  weft_timeline_tracks_free (tracks);
}

/* No two groups are called the same. */
static void
test_groups (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_auto (GStrv) groups = NULL;

  set_up (&fixture, TIMELINE_TRAINING);
  groups = weft_timeline_scene_list_groups (fixture.snapshot);
  g_assert_cmpuint (g_strv_length (groups), ==, fixture.snapshot->n_processes);
  for (guint i = 0; groups[i] != NULL; i++)
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr (groups[i], !=, groups[k]);
  /* There is one rank alone: its number would be noise. */
  g_assert_false (g_str_has_prefix (groups[0], "Rank"));
}

/* Not even where many processes are called the same. */
static void
test_same_titles (void)
{
  g_autoptr (WeftTimelineTrace) trace = weft_timeline_trace_new ("same", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftTimelineWriter) writer = weft_timeline_writer_new (trace);
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;
  g_auto (GStrv) groups = NULL;
  guint32 title = weft_timeline_writer_intern (writer, "python", 6);

  weft_timeline_writer_begin_file (writer, "a file");
  for (guint i = 0; i < 4; i++)
    weft_timeline_writer_name_process (
      writer, weft_timeline_writer_add_process (writer, title, WEFT_TIMELINE_NONE), title,
      WEFT_NO_NAME, WEFT_NO_NAME, WEFT_TIMELINE_NONE);
  weft_timeline_writer_publish (writer);
  snapshot = weft_timeline_trace_ref_snapshot (trace);
  groups = weft_timeline_scene_list_groups (snapshot);
  g_assert_cmpstr (groups[0], ==, "python");
  g_assert_cmpstr (groups[1], ==, "python (2)");
  g_assert_cmpstr (groups[2], ==, "python (3)");
  g_assert_cmpstr (groups[3], ==, "python (4)");
}

/* --- colours -------------------------------------------------------------------------------------- */

#define COLOURED(first, second) \
  "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":9,\"name\":\"" first "\",\"cat\":\"x\"}," \
  "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":9,\"name\":\"" second \
  "\",\"cat\":\"y\",\"cname\":\"terrible\"}]"

/* A name has its colour whatever stands before it in the file, numbers in it make no difference, and what an
 * event asks for is given. */
static void
test_colors (void)
{
  g_auto (Fixture) one = { NULL };
  g_auto (Fixture) two = { NULL };
  guint32 a, b;
  guint n;

  set_up (&one, COLOURED ("step#5", "other"));
  set_up (&two, COLOURED ("before", "step#6"));
  a = weft_timeline_name (one.snapshot->trace, timeline_fixture_find (one.snapshot, "step#5", 0));
  b = weft_timeline_name (two.snapshot->trace, timeline_fixture_find (two.snapshot, "step#6", 0));
  g_assert_cmphex (weft_timeline_colors_get_name (one.colors, one.style, a), ==,
                   weft_timeline_colors_get_name (two.colors, two.style, b));
  g_assert_cmphex (
    weft_timeline_colors_get_event (two.colors, two.style, WEFT_TIMELINE_BY_NAME,
                                    timeline_fixture_find (two.snapshot, "step#6", 0)),
    ==, 0xffb40000);
  g_assert_nonnull (weft_timeline_colors_list_categories (one.colors, &n));
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmphex (
    weft_timeline_colors_get_category (one.colors, one.style,
                                       weft_timeline_colors_list_categories (one.colors, &n)[0]),
    !=,
    weft_timeline_colors_get_category (one.colors, one.style,
                                       weft_timeline_colors_list_categories (one.colors, &n)[1]));
}

/* --- slices --------------------------------------------------------------------------------------- */

/* Zoomed out, each column is as strong as the share of its time that slices take, counted here nanosecond by
 * nanosecond: to the next of 32 steps, or `off` beside it. There are `n` slices up to `longest` long, and as far
 * apart. */
static void
check_shares (guint n_slices, gint32 longest, int off)
{
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\":[");
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree guint8 *taken = g_new0 (guint8, 1000 * WIDTH + 1000);
  g_auto (Fixture) fixture = { NULL };
  const WeftTrackRow *row;
  WeftColor color;
  guint at = 0;

  for (guint i = 0; i < n_slices; i++)
    {
      guint length = (guint) g_rand_int_range (random, 1, longest);

      g_string_append_printf (
        text, "%s{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":%u.%03u,\"dur\":0.%03u,\"name\":\"n\"}",
        i > 0 ? "," : "", at / 1000, at % 1000, length);
      memset (taken + at, 1, length);
      at += length + (guint) g_rand_int_range (random, 0, longest * 5 / 4);
    }
  g_string_append (text, "]}");
  g_assert_cmpuint (at, <, 1000 * WIDTH);
  set_up (&fixture, text->str);
  /* Neighbours are painted together, and none twice. */
  g_assert_cmpuint (draw (&fixture), <, WIDTH / 4);
  row = find_row (&fixture, WEFT_TIMELINE_TRACK_THREAD);
  color = weft_timeline_colors_get_name (fixture.colors, fixture.style,
                                         weft_timeline_name (fixture.snapshot->trace, 0));
  for (int x = 0; x < (int) at / 1000; x++)
    {
      guint n = 0;
      gboolean found = FALSE;

      for (guint i = 0; i < 1000; i++)
        n += taken[1000 * (guint) x + i];
      for (int step = -off; step <= off; step++)
        found |= get_pixel (&fixture, x, row->y + row->height / 2)
                 == weft_color_blend (weft_style_color (fixture.style, WEFT_COLOR_CANVAS), color,
                                      0.4 + 0.6 * (rint (n / 1000.0 * 32) + step) / 32);
      g_assert_true (found || n == 0);
    }
}

static void
test_shares (void)
{
  check_shares (3500, 200, 0);
  check_shares (15000, 20, 0);
  check_shares (30000, 3, 1); /* hundreds to a column */
}

/* A device that has no work is drawn as idle; nobody knows that of a thread. */
static void
test_idle (void)
{
  g_auto (Fixture) fixture = { NULL };
  const WeftTrackRow *stream, *thread;

  set_up (&fixture, TIMELINE_TRAINING);
  draw (&fixture);
  stream = find_row (&fixture, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "gemm"));
  thread = find_row (&fixture, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "step"));
  g_assert_cmphex (get_pixel (&fixture, 555, stream->y + stream->height / 2), ==,
                   weft_style_color (fixture.style, WEFT_COLOR_IDLE));
  g_assert_cmphex (get_pixel (&fixture, 455, thread->y + thread->height - 4), ==,
                   weft_style_color (fixture.style, WEFT_COLOR_CANVAS));
}

static void
hit (Fixture *self, guint32 track, double x, double part, WeftTrackHit *result)
{
  const WeftTrackRow *row = find_row (self, track);

  weft_track_layout_hit_test (self->layout, &self->axis, self->style, x,
                              row->y + part * row->height, result);
}

/* A slice is hit where it is painted: in its own part of the height, below the one that contains
 * it. */
static void
test_hits (void)
{
  static const char *const names[] = { "step", "aten::mm", "cudaLaunchKernel" };
  g_auto (Fixture) fixture = { NULL };
  guint32 track;

  set_up (&fixture, TIMELINE_TRAINING);
  track = WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "step");
  for (guint depth = 0; depth < 3; depth++)
    {
      g_auto (WeftTrackHit) found = { .on_track = FALSE };

      hit (&fixture, track, 50, (depth + 0.5) / 3, &found);
      g_assert_cmpstr (timeline_fixture_get_name (fixture.snapshot, (guint32) found.thing), ==,
                       names[depth]);
      g_assert_nonnull (strstr (found.text, names[depth]));
      g_assert_cmpint (ABS (found.y - (int) depth * find_row (&fixture, track)->height / 3), <=, 1);
    }
}

/* The step along a depth, and where a row is found again. */
static void
test_steps (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_auto (WeftTrackHit) from = { .on_track = FALSE };
  g_auto (WeftTrackHit) to = { .on_track = FALSE };
  const WeftTrack *track;

  set_up (&fixture, TIMELINE_TRAINING);
  g_assert_true (weft_timeline_scene_find (
    fixture.scene, timeline_fixture_find (fixture.snapshot, "aten::mm", 0), &from));
  track = weft_track_scene_find (fixture.scene, from.track);
  g_assert_true (weft_timeline_step (fixture.scene->data, track, &from, 1, &to));
  g_assert_cmpuint (to.thing, ==, timeline_fixture_find (fixture.snapshot, "aten::mm", 1));
  g_assert_false (weft_timeline_step (fixture.scene->data, track, &from, -1, &to));
}

/* From no event a step leads to the first that is under way at that time, or begins later; a counter has none. */
static void
test_first_step (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_auto (WeftTrackHit) from = { .thing = WEFT_TRACK_NO_THING };
  g_auto (WeftTrackHit) to = { .on_track = FALSE };
  g_auto (WeftTrackHit) back = { .on_track = FALSE };
  g_auto (WeftTrackHit) none = { .on_track = FALSE };
  const WeftTrack *track;

  set_up (&fixture, TIMELINE_TRAINING);
  track =
    weft_track_scene_find (fixture.scene, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "gemm"));
  from.first = fixture.snapshot->first_time + 160000;
  g_assert_true (weft_timeline_step (fixture.scene->data, track, &from, 1, &to));
  g_assert_cmpuint (to.thing, ==, timeline_fixture_find (fixture.snapshot, "gemm", 1));
  g_assert_true (weft_timeline_step (fixture.scene->data, track, &to, -1, &back));
  g_assert_cmpuint (back.thing, ==, timeline_fixture_find (fixture.snapshot, "gemm", 0));
  from.first = fixture.snapshot->first_time + 830000;
  g_assert_false (weft_timeline_step (fixture.scene->data, track, &from, 1, &none));
  from.first = 0;
  track = weft_track_scene_find (fixture.scene, WEFT_TIMELINE_TRACK_COUNTER);
  g_assert_false (weft_timeline_step (fixture.scene->data, track, &from, 1, &none));
}

/* Where there is no slice it is told how much of the time slices take: of a device, how busy it is. A counter says
 * what it is. */
static void
test_no_slice (void)
{
  static const struct
  {
    const char *name;
    double x;
    const char *text;
  } places[] = { { "step", 450, "in slices 100" },
                 { "step", 950, "in slices 0" },
                 { "gemm", 500, "busy 0" } };
  g_auto (Fixture) fixture = { NULL };
  g_auto (WeftTrackHit) counter = { .on_track = FALSE };

  set_up (&fixture, TIMELINE_TRAINING);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_auto (WeftTrackHit) found = { .on_track = FALSE };

      hit (&fixture, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, places[i].name), places[i].x,
           0.5, &found);
      g_assert_cmpuint (found.thing, ==, WEFT_TRACK_NO_THING);
      g_assert_nonnull (strstr (found.text, places[i].text));
      g_assert_cmpint (found.last - found.first, ==, 4000);
    }
  hit (&fixture, WEFT_TIMELINE_TRACK_COUNTER, 50, 0.5, &counter);
  g_assert_cmpuint (counter.thing, ==, WEFT_TRACK_NO_THING);
  g_assert_nonnull (strstr (counter.text, "power"));
  g_assert_nonnull (strstr (counter.text, "50"));
}

/* With another name that stands out, a slice is nearer to the ground than it was. */
static void
test_name (void)
{
  g_auto (Fixture) fixture = { NULL };
  const WeftTrackRow *row;
  WeftColor before;
  guint32 name;

  set_up (&fixture, TIMELINE_TRAINING);
  draw (&fixture);
  row = find_row (&fixture, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "gemm"));
  before = get_pixel (&fixture, 145, row->y + row->height / 2);
  name = weft_timeline_name (fixture.snapshot->trace,
                             timeline_fixture_find (fixture.snapshot, "add", 0));
  lay_out (&fixture, (WeftTimelineSceneOptions){ .name = name });
  draw (&fixture);
  row = find_row (&fixture, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "gemm"));
  g_assert_cmphex (get_pixel (&fixture, 145, row->y + row->height / 2), !=, before);
  g_assert_cmphex (get_pixel (&fixture, 815, row->y + row->height / 2), ==,
                   weft_timeline_colors_get_name (fixture.colors, fixture.style, name));
}

/* --- groups --------------------------------------------------------------------------------------- */

/* The heading of a closed group tells when its threads were busy. */
static void
test_closed_group (void)
{
  g_auto (Fixture) fixture = { NULL };
  WeftColor pane;
  int y = -1;

  set_up (&fixture, TIMELINE_TRAINING);
  weft_track_order_set_closed (fixture.order, fixture.scene->tracks[1].group, TRUE);
  lay_out (&fixture, (WeftTimelineSceneOptions){ .name = WEFT_NO_NAME });
  draw (&fixture);
  for (guint i = 0; i < fixture.layout->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (fixture.layout->rows, WeftTrackRow, i);

      if (row->track == G_MAXUINT && row->collapsed)
        y = row->y + row->height / 2;
    }
  g_assert_cmpint (y, >=, 0);
  pane = weft_style_color (fixture.style, WEFT_COLOR_PANE);
  for (int x = 0; x < WIDTH; x++)
    g_assert_cmpint (get_pixel (&fixture, x, y) != pane, ==,
                     (x >= 100 && x < 150) || (x >= 300 && x < 350) || (x >= 800 && x < 820));
}

/* --- what is worth looking at --------------------------------------------------------------------- */

/* A slice over all of the trace does not hide where things happen: that is what comes into sight first. */
static void
test_start (void)
{
  g_auto (Fixture) fixture = { NULL };

  set_up (&fixture, "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":100000,\"name\":\"all\"},"
                    "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":500,\"dur\":10,\"name\":\"a\"},"
                    "{\"ph\":\"X\",\"pid\":1,\"tid\":2,\"ts\":600,\"dur\":10,\"name\":\"b\"}]");
  g_assert_cmpint (fixture.overview->start_first, <=, 500000);
  g_assert_cmpint (fixture.overview->start_first, >, 480000);
  g_assert_cmpint (fixture.overview->start_last, >=, 610000);
  g_assert_cmpint (fixture.overview->start_last, <, 630000);
  g_assert_cmpint (fixture.overview->busy.sum, ==, 20000);
  g_assert_false (fixture.overview->is_device);
}

/* The minimap is of the work of devices where there are some. */
static void
test_overview (void)
{
  g_auto (Fixture) fixture = { NULL };

  set_up (&fixture, TIMELINE_TRAINING);
  g_assert_true (fixture.overview->is_device);
  g_assert_cmpint (fixture.overview->busy.sum, ==, 120000);
}

/* --- what belongs together ------------------------------------------------------------------------ */

/* From an op to the kernel that it launched, by the flow and where there is none by the correlation, and
 * from the kernel back. */
static void
test_ties (void)
{
  g_auto (Fixture) fixture = { NULL };

  set_up (&fixture, TIMELINE_TRAINING);
  for (guint i = 0; i < 2; i++)
    {
      guint32 op = timeline_fixture_find (fixture.snapshot, "aten::mm", i);
      guint32 call = timeline_fixture_find (fixture.snapshot, "cudaLaunchKernel", i);
      guint32 kernel = timeline_fixture_find (fixture.snapshot, "gemm", i);
      guint32 rows[] = { op, call, kernel };

      for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
        {
          g_autoptr (GArray) ties =
            weft_timeline_find_ties (fixture.snapshot, fixture.roles, rows[k], 100);
          const WeftTimelineTie *tie = &g_array_index (ties, WeftTimelineTie, 0);

          g_assert_cmpuint (ties->len, ==, 1);
          g_assert_cmpuint (tie->from, ==, call);
          g_assert_cmpuint (tie->to, ==, kernel);
        }
    }
}

static const WeftTimelineStudied *
find_sum (Fixture *self, const GArray *sums, const char *name)
{
  for (guint i = 0; i < sums->len; i++)
    {
      const WeftTimelineStudied *sum = &g_array_index (sums, WeftTimelineStudied, i);

      if (g_str_equal (weft_timeline_trace_get_name (self->snapshot->trace, sum->name), name))
        return sum;
    }
  return NULL;
}

/* The step's content, and its launches. */
static void
test_study (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autoptr (WeftTimelineStudy) study = NULL;
  const WeftTimelineStudied *sum;

  set_up (&fixture, TIMELINE_TRAINING);
  study = weft_timeline_study_new (fixture.snapshot, fixture.roles,
                                   timeline_fixture_find (fixture.snapshot, "step", 0), NULL);
  g_assert_cmpuint (study->within->len, ==, 3);
  sum = find_sum (&fixture, study->within, "cudaLaunchKernel");
  g_assert_cmpuint (sum->count, ==, 3);
  g_assert_cmpint (sum->total, ==, 180000);
  g_assert_cmpint (sum->self, ==, 180000);
  sum = find_sum (&fixture, study->within, "aten::mm");
  g_assert_cmpint (sum->total, ==, 200000);
  g_assert_cmpint (sum->self, ==, 80000);
  g_assert_cmpuint (study->launched->len, ==, 2);
  sum = find_sum (&fixture, study->launched, "gemm");
  g_assert_cmpuint (sum->count, ==, 2);
  g_assert_cmpint (sum->total, ==, 100000);
  g_assert_false (study->is_part);
}

/* Arrows of all flows change the picture between both ends, of nothing else. */
static void
test_flows (void)
{
  g_auto (Fixture) fixture = { NULL };
  const WeftTrackRow *thread, *stream;
  guint differ = 0;
  g_autofree guint32 *before = g_new (guint32, (gsize) WIDTH * HEIGHT);

  set_up (&fixture, TIMELINE_TRAINING);
  draw (&fixture);
  memcpy (before, cairo_image_surface_get_data (fixture.surface), 4 * (gsize) WIDTH * HEIGHT);
  lay_out (&fixture, (WeftTimelineSceneOptions){ .name = WEFT_NO_NAME, .flows = TRUE });
  draw (&fixture);
  thread = find_row (&fixture, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "step"));
  stream = find_row (&fixture, WEFT_TIMELINE_TRACK_THREAD + track_of (&fixture, "gemm"));
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      if (get_pixel (&fixture, x, y) != before[y * WIDTH + x])
        {
          differ++;
          g_assert_cmpint (x, >=, 20);
          g_assert_cmpint (x, <, 160);
          g_assert_cmpint (y, >=, thread->y);
          g_assert_cmpint (y, <, stream->y + stream->height);
        }
  g_assert_cmpuint (differ, >, 50);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    GTestFunc run;
  } tests[] = {
    { "/timeline-scene/tracks", test_tracks },
    { "/timeline-scene/deep", test_deep },
    { "/timeline-scene/groups", test_groups },
    { "/timeline-scene/same-titles", test_same_titles },
    { "/timeline-scene/ranks", test_ranks },
    { "/timeline-scene/colors", test_colors },
    { "/timeline-scene/shares", test_shares },
    { "/timeline-scene/idle", test_idle },
    { "/timeline-scene/hits", test_hits },
    { "/timeline-scene/steps", test_steps },
    { "/timeline-scene/first-step", test_first_step },
    { "/timeline-scene/no-slice", test_no_slice },
    { "/timeline-scene/name", test_name },
    { "/timeline-scene/closed-group", test_closed_group },
    { "/timeline-scene/start", test_start },
    { "/timeline-scene/overview", test_overview },
    { "/timeline-scene/ties", test_ties },
    { "/timeline-scene/study", test_study },
    { "/timeline-scene/flows", test_flows },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add_func (tests[i].path, tests[i].run);
  return g_test_run ();
}
