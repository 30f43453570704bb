/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live-scene-fixture.h"
#include "weft-track-figure.h"

#include <time.h>

/* A trace that runs `n` programs of 600 ns each µs twice, `wait` ns apart. */
static void
scene_open_twice (Scene *scene, guint n, gint64 wait)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  scene->trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  scene->writer = weft_live_writer_new (scene->trace);
  frames_begin (bytes, 1, 0);
  for (guint i = 0; i < n; i += 1000)
    frames_records (bytes, 1, i, 1000);
  for (guint i = 0; i < n; i += 1000)
    frames_records_from (bytes, 1, n + i, 1000, (guint64) (n + i) * 1000 + (guint64) wait);
  g_assert_cmpint (frames_take (scene->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (scene->writer);
  scene->scene = weft_live_scene_new (scene->trace);
  scene->style = weft_style_new (NULL, NULL);
}

/* Painted pixels of a column, as a share of its height. */
static double
get_share (const guint32 *pixels, int x)
{
  guint n = 0;

  for (int y = 1; y < HEIGHT - 1; y++)
    n += pixels[y * WIDTH + x] != 0;
  return (double) n / (HEIGHT - 2);
}

/* At any zoom programs take their share of a column, and what was lost is no idle time. */
static void
test_shares (void)
{
  static const guint sizes[] = { 4000, 40000, 1000000, 6000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (Scene) scene;
      gint64 end = (gint64) sizes[i] * 1250;
      g_autofree guint32 *pixels = NULL;
      WeftTrackView view;

      scene_open (&scene, sizes[i], 0);
      pixels = paint (&scene, 0, end, &view);
      for (int x = 5; x < WIDTH * 4 / 10 - 5; x += 7)
        g_assert_cmpfloat_with_epsilon (get_share (pixels, x), 0.6, 0.1);
      for (int x = WIDTH * 4 / 10 + 5; x < WIDTH * 6 / 10 - 5; x += 7)
        g_assert_cmpfloat (get_share (pixels, x), >, 0.9);
      for (int x = WIDTH * 6 / 10 + 5; x < WIDTH - 5; x += 7)
        g_assert_cmpfloat_with_epsilon (get_share (pixels, x), 0.6, 0.1);
    }
}

/* Paints the part of a view from pixel `x` on, `width` wide, as a tile of it: (transfer full). */
static guint32 *
paint_tile (Scene *scene, const WeftTrackView *whole, int x, int width)
{
  WeftPaintList *list = weft_paint_list_new ();
  guint32 *pixels = g_new0 (guint32, WIDTH * HEIGHT);
  WeftTrackView view = *whole;

  view.x = x;
  view.width = width;
  view.first = weft_axis_to_tick (&view.axis, x);
  view.last = weft_axis_to_tick (&view.axis, x + width) + 1;
  scene->scene->painter->paint (scene->scene->data, &scene->scene->tracks[0], &view, list);
  weft_paint_pixels_draw (list, scene->style->atlas, pixels, width, HEIGHT, WIDTH * 4, 0, 0);
  weft_paint_list_free (list);
  return pixels;
}

/* Tiles show what the whole shows, at their edges, too. */
static void
test_tiles (void)
{
  static const guint sizes[] = { 1000, 4000, 40000, 1000000, 6000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (Scene) scene;
      g_autofree guint32 *whole = NULL;
      WeftTrackView view;

      scene_open (&scene, sizes[i], 0);
      whole = paint (&scene, 0, (gint64) sizes[i] * 1250, &view);
      for (int x = 0; x < WIDTH; x += 60)
        {
          g_autofree guint32 *tile = paint_tile (&scene, &view, x, 60);

          for (int column = 0; column < 60; column++)
            g_assert_cmpfloat_with_epsilon (get_share (tile, column), get_share (whole, x + column),
                                            0.12);
        }
    }
}

/* Nor does it matter how much is painted at a time: no seam shows where tiles were painted together. */
static void
test_seams (void)
{
  const guint n = 20000;
  g_auto (Scene) scene;
  g_autofree guint32 *whole = NULL;
  WeftTrackView view;

  scene_open (&scene, n, 0);
  whole = paint (&scene, 0, (gint64) n * 1250, &view);
  for (int x = 0; x < WIDTH; x += 60)
    {
      g_autofree guint32 *tile = paint_tile (&scene, &view, x, 60);

      for (int y = 0; y < HEIGHT; y++)
        g_assert_cmpmem (tile + y * WIDTH + 2, 56 * sizeof *tile, whole + y * WIDTH + x + 2,
                         56 * sizeof *whole);
    }
}

/* Above each other in a column, the programs take their shares of it, whatever they are drawn from. */
static void
test_programs (void)
{
  static const guint sizes[] = { 40000, 1000000, 6000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (Scene) scene;
      g_autofree guint32 *pixels = NULL;
      WeftTrackView view;

      scene_open (&scene, sizes[i], 0);
      pixels = paint (&scene, 0, (gint64) sizes[i] * 1250, &view);
      for (int x = 5; x < WIDTH * 4 / 10 - 5; x += 7)
        {
          guint32 lower = pixels[(HEIGHT - 3) * WIDTH + x];
          guint32 upper = pixels[(HEIGHT - 22) * WIDTH + x];
          guint n_lower = 0, n_upper = 0;

          for (int y = 1; y < HEIGHT - 1; y++)
            {
              n_lower += pixels[y * WIDTH + x] == lower;
              n_upper += pixels[y * WIDTH + x] == upper;
            }
          g_assert_cmphex (lower, !=, upper);
          g_assert_cmpint (ABS ((int) n_lower - (int) n_upper), <=, 4);
        }
    }
}

/* Whatever is folded of the time, and whatever the rest is drawn from, programs take their shares of columns in
 * the track and in the strip of the whole. */
static void
test_folds (void)
{
  static const struct
  {
    guint n;
    gint64 wait;
  } cases[] = {
    { 1000, 100000000000 },   { 40000, 100000000000 },   { 3000000, 100000000000 },
    { 1000, 36000000000000 }, { 40000, 36000000000000 }, { 2000000, 36000000000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 run = (gint64) cases[i].n * 1000, last = 2 * run + cases[i].wait;
      const WeftCycleRange quiet = { run - 400, run + cases[i].wait };
      g_autoptr (WeftFolds) folds = weft_folds_choose (&quiet, 1, 0, last);
      double px = (double) weft_folds_lay (folds, last) / WIDTH;
      int end = (int) ((double) run / px), begin = WIDTH - end;
      g_auto (Scene) scene;

      scene_open_twice (&scene, cases[i].n, cases[i].wait);
      g_assert_nonnull (folds);
      for (guint part = 0; part < 2; part++)
        {
          WeftPaintList *list = weft_paint_list_new ();
          g_autofree guint32 *pixels = g_new0 (guint32, WIDTH * HEIGHT);
          WeftTrackView view = {
            .width = WIDTH, .height = HEIGHT, .style = scene.style, .last = last
          };

          view.axis = (WeftAxis){
            .ticks_per_px = px, .ticks_per_unit = 1, .unit = WEFT_AXIS_NANOSECONDS, .folds = folds
          };
          if (part == 0)
            scene.scene->painter->paint (scene.scene->data, &scene.scene->tracks[0], &view, list);
          else
            scene.scene->painter->paint_minimap (scene.scene->data, &view, list);
          weft_paint_pixels_draw (list, scene.style->atlas, pixels, WIDTH, HEIGHT, WIDTH * 4, 0, 0);
          weft_paint_list_free (list);
          for (int x = 2; x < WIDTH - 2; x++)
            if (x < end - 2 || x >= begin + 2)
              g_assert_cmpfloat_with_epsilon (get_share (pixels, x), 0.6, 0.13);
            else if (x > end + 2 && x < begin - 2)
              g_assert_cmpfloat (get_share (pixels, x), ==, 0);
        }
    }
}

/* Near enough, each program is a box with its name; a point of it says what it is. */
static void
test_hits (void)
{
  g_auto (Scene) scene;
  g_autofree guint32 *pixels = NULL;
  g_auto (WeftTrackHit) hit = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };
  g_auto (WeftTrackHit) next = { .on_track = FALSE };
  g_auto (WeftTrackHit) lost = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };
  const WeftTrackPainter *painter;
  const WeftTrack *track;
  WeftTrackView view;

  scene_open (&scene, 1000, 0);
  painter = scene.scene->painter;
  track = &scene.scene->tracks[0];
  pixels = paint (&scene, 10000, 13000, &view);
  g_assert_cmpfloat (get_share (pixels, 30), >, 0.9); /* 10300: within program 10 */
  g_assert_cmpfloat (get_share (pixels, 80), ==, 0);  /* 10800: idle */
  painter->hit_test (scene.scene->data, track, &view, 130, 10, &hit);
  g_assert_cmpuint (hit.thing, ==, 11);
  g_assert_cmpint (hit.first, ==, 11000);
  g_assert_nonnull (strstr (hit.text, "softmax"));
  g_assert_true (painter->step (scene.scene->data, track, &hit, 1, &next));
  g_assert_cmpuint (next.thing, ==, 12);
  g_free (pixels);
  pixels = paint (&scene, 400000, 800000, &view);
  painter->hit_test (scene.scene->data, track, &view, 150, 10, &lost);
  g_assert_nonnull (strstr (lost.text, "250 records"));
}

/* One record that was lost, and one program, are said as one. */
static void
test_one (void)
{
  g_auto (Scene) scene;
  g_autofree guint32 *near = NULL;
  g_autofree guint32 *far = NULL;
  g_auto (WeftTrackHit) lost = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };
  g_auto (WeftTrackHit) sum = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };
  const WeftTrackPainter *painter;
  const WeftTrack *track;
  WeftTrackView view;

  scene_open (&scene, 4, 0);
  painter = scene.scene->painter;
  track = &scene.scene->tracks[0];
  near = paint (&scene, 0, 4000, &view);
  painter->hit_test (scene.scene->data, track, &view, 2200 * WIDTH / 4000, 10, &lost);
  g_assert_nonnull (strstr (lost.text, "1 record was lost"));
  far = paint (&scene, 0, 1000 * WIDTH, &view);
  painter->hit_test (scene.scene->data, track, &view, 3, 10, &sum);
  g_assert_true (g_str_has_prefix (sum.text, "1 program within 2"));
}

/* Beyond the first row and the last one there is none. */
static void
test_steps (void)
{
  g_auto (Scene) scene;
  g_auto (WeftTrackHit) from = { .on_track = TRUE, .thing = 1 };
  g_auto (WeftTrackHit) hit = { .on_track = FALSE }, none = { .on_track = FALSE };
  const WeftTrackPainter *painter;
  const WeftTrack *track;
  guint32 first, end;

  scene_open (&scene, 4, 0);
  painter = scene.scene->painter;
  track = &scene.scene->tracks[0];
  weft_live_trace_get_rows (scene.trace, 0, &first, &end);
  g_assert_true (painter->step (scene.scene->data, track, &from, -1, &hit));
  g_assert_cmpuint (hit.thing, ==, 0);
  g_assert_false (painter->step (scene.scene->data, track, &hit, -1, &none));
  from.thing = end - 1;
  g_assert_false (painter->step (scene.scene->data, track, &from, 1, &none));
  g_assert_false (none.on_track);
}

/* Records of which thousands are under the pointer are not counted. */
static void
test_many (void)
{
  g_auto (Scene) scene;
  g_auto (WeftTrackHit) hit = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };
  g_autofree guint32 *pixels = NULL;
  WeftTrackView view;

  scene_open (&scene, 40000, 0);
  pixels = paint (&scene, 0, G_GINT64_CONSTANT (10000000) * WIDTH, &view);
  scene.scene->painter->hit_test (scene.scene->data, &scene.scene->tracks[0], &view, 1, 10, &hit);
  g_assert_true (g_str_has_prefix (hit.text, "More than 8192 records within "));
}

/* An evicted part is drawn from sums, and says so. */
static void
test_evicted (void)
{
  g_auto (Scene) scene;
  g_autofree guint32 *pixels = NULL;
  g_auto (WeftTrackHit) hit = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };
  WeftTrackView view;

  scene_open (&scene, 1000000, 4 * 65536 * 52);
  g_assert_cmpint (weft_live_trace_get_evicted (scene.trace, 0), >, 100000000);
  pixels = paint (&scene, 0, 1250000000, &view);
  for (int x = 20; x < 100; x += 7)
    g_assert_cmpfloat (get_share (pixels, x), >, 0.5);
  scene.scene->painter->hit_test (scene.scene->data, &scene.scene->tracks[0], &view, 30, 30, &hit);
  g_assert_nonnull (strstr (hit.text, "Evicted"));
}

/* Tiles that are full stay as they are while the session goes on. */
static void
test_revisions (void)
{
  g_auto (Scene) scene;
  g_autoptr (GByteArray) more = g_byte_array_new ();
  const WeftTrackPainter *painter;
  const WeftTrack *track;
  guint full, open, ahead;

  scene_open (&scene, 1000, 0);
  painter = scene.scene->painter;
  track = &scene.scene->tracks[0];
  full = painter->revision (scene.scene->data, track, 0, 100000);
  open = painter->revision (scene.scene->data, track, 1200000, 1300000);
  ahead = painter->revision (scene.scene->data, track, 2000000, 2100000);
  frames_records (more, 1, 1250, 10);
  frames_take (scene.writer, more);
  weft_live_writer_publish (scene.writer);
  g_assert_cmpuint (painter->revision (scene.scene->data, track, 0, 100000), ==, full);
  g_assert_cmpuint (painter->revision (scene.scene->data, track, 1200000, 1300000), >, open);
  g_assert_cmpuint (painter->revision (scene.scene->data, track, 2000000, 2100000), ==, ahead);
  /* and what was taken, but can't be read yet, makes no tile full */
  open = painter->revision (scene.scene->data, track, 1200000, 1300000);
  g_byte_array_set_size (more, 0);
  frames_records (more, 1, 1260, 100);
  frames_take (scene.writer, more);
  g_assert_cmpuint (painter->revision (scene.scene->data, track, 1200000, 1300000), ==, open);
  weft_live_writer_publish (scene.writer);
  g_assert_cmpuint (painter->revision (scene.scene->data, track, 1200000, 1300000), >, open);
}

/* A figure of 100 programs, of which the first begins at `seq` µs: (transfer full). */
static guint32 *
paint_figure (guint64 seq)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  WeftLiveWriter *writer = weft_live_writer_new (trace);
  WeftTrackOrder *order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftPaintList *list = weft_paint_list_new ();
  guint32 *pixels = g_new0 (guint32, 4 * WIDTH * HEIGHT);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (WeftTrackScene) scene = NULL;
  g_autoptr (WeftTrackLayout) layout = NULL;
  WeftTrackFigure figure = {
    .style = style, .title = "made", .width = 2 * WIDTH, .height = 2 * HEIGHT
  };

  frames_begin (bytes, 1, seq);
  frames_records (bytes, 1, seq, 100);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (writer);
  scene = weft_live_scene_new (trace);
  figure.layout = layout = weft_track_layout_new (scene, order, style);
  weft_live_trace_get_range (trace, &figure.first, &figure.last);
  figure.zero = figure.trace_first = figure.first;
  figure.trace_last = figure.last;
  weft_track_figure_paint (&figure, list);
  weft_paint_pixels_draw (list, style->atlas, pixels, 2 * WIDTH, 2 * HEIGHT, 2 * WIDTH * 4, 0, 0);
  weft_paint_list_free (list);
  weft_style_unref (style);
  weft_track_order_free (order);
  weft_live_writer_free (writer);
  return pixels;
}

/* The ruler counts from the beginning: pictures of the same programs are the same, whenever they
 * ran. */
static void
test_figure (void)
{
  g_autofree guint32 *early = paint_figure (0);
  g_autofree guint32 *late = paint_figure (123456789000);

  g_assert_cmpmem (early, 4 * WIDTH * HEIGHT * sizeof *early, late,
                   4 * WIDTH * HEIGHT * sizeof *late);
}

static guint
get_revision (Scene *scene, guint lane, gint64 first, gint64 last)
{
  return scene->scene->painter->revision (scene->scene->data, &scene->scene->tracks[lane], first,
                                          last);
}

static void
take_records (Scene *scene, guint32 stream, guint64 seq, guint n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  frames_records (bytes, stream, seq, n);
  g_assert_cmpint (frames_take (scene->writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (scene->writer);
}

/* Tiles are painted several at a time, with one revision: the one that was not full then changes at
 * a greater one, however many rows the others have. */
static void
test_revision_of_several (void)
{
  g_auto (Scene) scene;
  guint several;

  scene_open (&scene, 1000, 0);
  several = get_revision (&scene, 0, 0, 1400000);
  take_records (&scene, 1, 1250, 1);
  g_assert_cmpuint (get_revision (&scene, 0, 1200000, 1400000), >, several);
  several = get_revision (&scene, 0, 0, 1400000);
  take_records (&scene, 1, 1251, 1);
  g_assert_cmpuint (get_revision (&scene, 0, 1200000, 1400000), >, several);
}

/* Nor does a tile that another lane has filled stay as it is: it may show both. */
static void
test_lanes (void)
{
  g_auto (Scene) scene;
  g_autoptr (GByteArray) more = g_byte_array_new ();
  WeftLiveStream stream = { .chip = 2, .producer_stream = 2, .arch = frames_text ("made") };
  WeftLiveProgram program = { 10, 100, 0, frames_text ("matmul"), frames_text ("") };
  WeftLiveSync sync = { .epoch = 1, .method = WEFT_LIVE_SYNC_REGRESSION, .ghz = 1 };
  guint before;

  scene_open (&scene, 1000, 0);
  before = get_revision (&scene, 0, 0, 2000000);
  weft_live_put_stream (more, 2, 0, &stream);
  weft_live_put_program (more, 2, &program);
  program.key = 11;
  weft_live_put_program (more, 2, &program);
  weft_live_put_sync (more, 2, &sync);
  g_assert_cmpint (frames_take (scene.writer, more), ==, WEFT_LIVE_FAULT_NONE);
  g_clear_pointer (&scene.scene, weft_track_scene_unref);
  take_records (&scene, 2, 0, 10);
  scene.scene = weft_live_scene_new (scene.trace);
  g_assert_cmpuint (get_revision (&scene, 1, 0, 100000), >, before);
  /* another chip needs no more than its number to be told apart */
  g_assert_cmpstr (scene.scene->tracks[0].title, ==, "Chip 1 · made");
}

/* A leaving part is drawn anew once, as far as it is in sight, however much leaves after it. */
static void
test_revision_of_evicted (void)
{
  const guint n = 4 * 65536 - 1000;
  g_auto (Scene) scene;
  guint begin, part, rest;

  scene_open (&scene, n, 0);
  begin = get_revision (&scene, 0, 0, 1000000);
  part = get_revision (&scene, 0, 60000000, 70000000);
  rest = get_revision (&scene, 0, 200000000, 210000000);
  /* of which the sums take the room of 65,536 rows */
  weft_live_trace_set_budget (scene.trace, 4 * 65536 * 52);
  take_records (&scene, 1, n + n / 4, 1000);
  g_assert_cmpint (weft_live_trace_get_evicted (scene.trace, 0), ==, 65536000);
  g_assert_cmpuint (get_revision (&scene, 0, 0, 1000000), >, begin);
  g_assert_cmpuint (get_revision (&scene, 0, 60000000, 70000000), >, part);
  g_assert_cmpuint (get_revision (&scene, 0, 200000000, 210000000), ==, rest);
  begin = get_revision (&scene, 0, 0, 1000000);
  part = get_revision (&scene, 0, 60000000, 70000000);
  for (guint i = 0; i < 80; i++)
    take_records (&scene, 1, n + n / 4 + 1000 + i * 1000, 1000);
  g_assert_cmpint (weft_live_trace_get_evicted (scene.trace, 0), >, 65536000);
  g_assert_cmpuint (get_revision (&scene, 0, 0, 1000000), ==, begin);
  g_assert_cmpuint (get_revision (&scene, 0, 60000000, 70000000), >, part);
}

/* Lanes of the same name are told apart by their process; where nobody said which that is, that is said. */
static void
test_titles (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveStream stream = { .chip = 1, .pid = 77, .producer = { 8 }, .arch = frames_text ("made") };
  WeftTrackScene *scene;

  frames_begin (bytes, 1, 0);
  weft_live_put_stream (bytes, 2, 0, &stream);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  scene = weft_live_scene_new (trace);
  g_assert_cmpstr (scene->tracks[0].title, ==, "Chip 1 · made · process unknown");
  g_assert_cmpstr (scene->tracks[1].title, ==, "Chip 1 · made · process 77");
  weft_track_scene_unref (scene);
}

/* Lanes of processes that are over lie below those that go on, in a group, and are named by their process. */
static void
test_past (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  WeftLiveStream before = { .chip = 1, .pid = 76, .producer = { 8 }, .arch = frames_text ("made") };
  WeftLiveStream after = { .chip = 1, .pid = 77, .producer = { 9 }, .arch = frames_text ("made") };
  WeftLiveHello shelf = { .major = WEFT_LIVE_MAJOR,
                          .role = WEFT_LIVE_DAEMON,
                          .session = { 2 },
                          .name = frames_text ("shelf") };
  WeftTrackScene *scene;

  frames_welcome (bytes, 1);
  weft_live_put_stream (bytes, 1, 0, &before);
  weft_live_put_stream_end (bytes, 1, 0);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  scene = weft_live_scene_new (trace);
  g_assert_null (scene->tracks[0].group); /* it is all there is */
  weft_track_scene_unref (scene);

  g_byte_array_set_size (bytes, 0);
  weft_live_put_stream (bytes, 2, 0, &after);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  scene = weft_live_scene_new (trace);
  g_assert_cmpuint (scene->tracks[0].id, ==, 1);
  g_assert_cmpstr (scene->tracks[0].title, ==, "Chip 1 · made · process 77");
  g_assert_null (scene->tracks[0].group);
  g_assert_cmpuint (scene->tracks[1].id, ==, 0);
  g_assert_cmpstr (scene->tracks[1].title, ==, "Chip 1 · made · process 76");
  g_assert_cmpstr (scene->tracks[1].group, ==, "Past processes");
  weft_track_scene_unref (scene);

  /* Of two hosts it says whose they are. */
  weft_live_writer_set_host (writer, 1);
  g_byte_array_set_size (bytes, 0);
  weft_live_put_hello (bytes, WEFT_LIVE_WELCOME, &shelf);
  frames_stream (bytes, 3, 0, 10);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  scene = weft_live_scene_new (trace);
  g_assert_cmpuint (scene->n_tracks, ==, 3);
  g_assert_cmpstr (scene->tracks[1].title, ==, "Chip 1 · made · process 76");
  g_assert_cmpstr (scene->tracks[1].group, ==, "Past processes · test");
  g_assert_cmpstr (scene->tracks[2].group, ==, "shelf");
  weft_track_scene_unref (scene);
}

/* A lane of the past says the time of day of its first record: that of the host by what its daemon said of its clocks. */
static void
test_past_start (void)
{
  g_autoptr (WeftLiveTrace) trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  g_autoptr (WeftLiveWriter) writer = weft_live_writer_new (trace);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const time_t day = 1700000000; /* when the monotonic clock showed 90 s */
  WeftLiveHello hello = { .major = WEFT_LIVE_MAJOR,
                          .role = WEFT_LIVE_DAEMON,
                          .monotonic_ns = G_GUINT64_CONSTANT (90000000000),
                          .realtime_ns = (guint64) day * 1000000000 };
  WeftLiveStream before = { .chip = 1, .pid = 76, .producer = { 8 }, .arch = frames_text ("made") };
  WeftLiveStream after = { .chip = 1, .pid = 77, .producer = { 9 }, .arch = frames_text ("made") };
  const time_t first = day - 90 + 41;
  g_autoptr (WeftTrackScene) scene = NULL;
  g_autofree char *expected = NULL;
  char clock[16];
  struct tm local;

  weft_live_put_hello (bytes, WEFT_LIVE_WELCOME, &hello);
  weft_live_put_stream (bytes, 1, 0, &before);
  frames_definitions (bytes, 1, 0);
  frames_records_from (bytes, 1, 0, 10, G_GUINT64_CONSTANT (41000000000));
  weft_live_put_stream_end (bytes, 1, 10);
  weft_live_put_stream (bytes, 2, 0, &after);
  g_assert_cmpint (frames_take (writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  scene = weft_live_scene_new (trace);
  localtime_r (&first, &local);
  strftime (clock, sizeof clock, "%H:%M:%S", &local);
  expected = g_strdup_printf ("Chip 1 · made · process 76 · from %s", clock);
  g_assert_cmpstr (scene->tracks[0].title, ==, "Chip 1 · made · process 77");
  g_assert_cmpstr (scene->tracks[1].title, ==, expected);
}

/* Painted pixels of columns from `first` to `last`. */
static guint
count_painted (const guint32 *pixels, int first, int last)
{
  guint n = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = first; x < last; x++)
      n += pixels[y * WIDTH + x] != 0;
  return n;
}

/* The text of a hit in the lane at a time; nullable: (transfer full). */
static char *
text_at (Scene *scene, const WeftTrackView *view, gint64 time)
{
  g_auto (WeftTrackHit) hit = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };

  scene->scene->painter->hit_test (scene->scene->data, &scene->scene->tracks[0], view,
                                   weft_track_view_x (view, time), HEIGHT / 2, &hit);
  return g_strdup (hit.text);
}

/* After its last record a lane says that it has ended, or that its connection is lost; in that case nothing is
 * known of the time, which is hatched, until it comes back. */
static void
test_ends (void)
{
  g_auto (Scene) scene;
  g_autoptr (GByteArray) again = g_byte_array_new ();
  g_autoptr (GByteArray) end = g_byte_array_new ();
  g_autofree guint32 *going = NULL;
  g_autofree guint32 *lost = NULL;
  g_autofree guint32 *back = NULL;
  g_autofree guint32 *ended = NULL;
  g_autofree char *text = NULL;
  g_autofree char *last_words = NULL;
  WeftTrackView view;
  guint revision, before;

  scene_open (&scene, 100, 0); /* ends after 125 µs */
  going = paint (&scene, 0, 300000, &view);
  g_assert_cmpuint (count_painted (going, 130, WIDTH), ==, 0);
  revision =
    scene.scene->painter->revision (scene.scene->data, &scene.scene->tracks[0], 200000, 300000);
  weft_live_writer_lose (scene.writer);
  before = revision;
  revision =
    scene.scene->painter->revision (scene.scene->data, &scene.scene->tracks[0], 200000, 300000);
  g_assert_cmpuint (revision, >, before);
  lost = paint (&scene, 0, 300000, &view);
  for (int x = 130; x < WIDTH - 10; x += 10)
    g_assert_cmpuint (count_painted (lost, x, x + 10), >, 20);
  text = text_at (&scene, &view, 200000);
  g_assert_true (g_str_has_prefix (text, "connection lost"));

  frames_welcome (again, 1);
  frames_stream (again, 1, 125, 7);
  g_assert_cmpint (frames_take (scene.writer, again), ==, WEFT_LIVE_FAULT_NONE);
  back = paint (&scene, 0, 300000, &view);
  g_assert_cmpmem (back, WIDTH * HEIGHT * 4, going, WIDTH * HEIGHT * 4);

  weft_live_put_stream_end (end, 1, 125);
  g_assert_cmpint (frames_take (scene.writer, end), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_lose (scene.writer);
  ended = paint (&scene, 0, 300000, &view);
  g_assert_cmpuint (count_painted (ended, 130, 200), >, 0);
  g_assert_cmpuint (count_painted (ended, 220, WIDTH), ==, 0);
  last_words = text_at (&scene, &view, 250000);
  g_assert_cmpstr (last_words, ==, "ended");
}

/* A lane that had records before the first that came: the time before that is hatched, as nothing is known of it. */
static void
test_begins (void)
{
  g_auto (Scene) scene = { 0 };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint32 *pixels = NULL;
  g_autofree char *text = NULL;
  WeftTrackView view;

  scene.trace = weft_live_trace_new ("made", NULL, WEFT_STORAGE_MEMORY, 0);
  scene.writer = weft_live_writer_new (scene.trace);
  scene.style = weft_style_new (NULL, NULL);
  frames_begin (bytes, 1, 150);
  frames_records (bytes, 1, 150, 10);
  g_assert_cmpint (frames_take (scene.writer, bytes), ==, WEFT_LIVE_FAULT_NONE);
  weft_live_writer_publish (scene.writer);
  scene.scene = weft_live_scene_new (scene.trace);
  pixels = paint (&scene, 0, 300000, &view);
  for (int x = 0; x < 140; x += 10)
    g_assert_cmpuint (count_painted (pixels, x, x + 10), >, 20);
  g_assert_cmpuint (count_painted (pixels, 170, WIDTH), ==, 0);
  text = text_at (&scene, &view, 50000);
  g_assert_nonnull (strstr (text, "nothing is known"));
}

/* The lane where of its programs the first alone passes a filter: others are dimmed, in the place that they have. */
static guint32 *
paint_filtered (Scene *scene, gint64 first, gint64 last)
{
  g_autoptr (WeftLiveRecords) records = weft_live_records_new (scene->trace);
  g_autoptr (WeftBitset) places = weft_bitset_new (records->n_rows);
  WeftTrackScene *all = scene->scene;
  guint32 *pixels;
  WeftTrackView view;

  for (guint32 place = 0; place < records->n_rows; place++)
    {
      WeftLiveLaneRow item;

      if (weft_live_records_read (records, place, &item) && item.row.program == 0)
        places->words[place / 64] |= (guint64) 1 << place % 64;
    }
  weft_bitset_seal (places);
  scene->scene = weft_live_scene_new_with (scene->trace, records, places, NULL);
  pixels = paint (scene, first, last, &view);
  weft_track_scene_unref (scene->scene);
  scene->scene = all;
  return pixels;
}

static void
test_filter (void)
{
  /* boxes, rows in columns, and where sums would be painted */
  static const guint sizes[] = { 20, 4000, 1000000 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (Scene) scene;
      g_autofree guint32 *all = NULL, *filtered = NULL;
      gint64 end = (gint64) sizes[i] * 500;
      WeftTrackView view;
      guint n_first;

      scene_open (&scene, sizes[i], 0);
      all = paint (&scene, 0, end, &view);
      filtered = paint_filtered (&scene, 0, end);
      n_first = count_color (all, weft_live_program_color (scene.style, 0));
      g_assert_cmpuint (n_first, >, 100);
      g_assert_cmpuint (count_color (all, weft_live_program_color (scene.style, 1)), >, 100);
      g_assert_cmpuint (count_color (filtered, weft_live_program_color (scene.style, 1)), ==, 0);
      g_assert_cmpint (ABS ((int) count_color (filtered, weft_live_program_color (scene.style, 0))
                            - (int) n_first),
                       <=, (int) n_first / 8);
      for (int x = 5; x < WIDTH - 5; x++)
        g_assert_cmpfloat_with_epsilon (get_share (filtered, x), get_share (all, x), 0.12);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-scene/shares", test_shares);
  g_test_add_func ("/live-scene/tiles", test_tiles);
  g_test_add_func ("/live-scene/seams", test_seams);
  g_test_add_func ("/live-scene/programs", test_programs);
  g_test_add_func ("/live-scene/filter", test_filter);
  g_test_add_func ("/live-scene/folds", test_folds);
  g_test_add_func ("/live-scene/hits", test_hits);
  g_test_add_func ("/live-scene/steps", test_steps);
  g_test_add_func ("/live-scene/one", test_one);
  g_test_add_func ("/live-scene/many", test_many);
  g_test_add_func ("/live-scene/evicted", test_evicted);
  g_test_add_func ("/live-scene/revisions", test_revisions);
  g_test_add_func ("/live-scene/revision-of-several", test_revision_of_several);
  g_test_add_func ("/live-scene/revision-of-evicted", test_revision_of_evicted);
  g_test_add_func ("/live-scene/lanes", test_lanes);
  g_test_add_func ("/live-scene/figure", test_figure);
  g_test_add_func ("/live-scene/titles", test_titles);
  g_test_add_func ("/live-scene/ends", test_ends);
  g_test_add_func ("/live-scene/past", test_past);
  g_test_add_func ("/live-scene/past-start", test_past_start);
  g_test_add_func ("/live-scene/begins", test_begins);
  return g_test_run ();
}
