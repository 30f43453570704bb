/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-scene.h"
#include "weft-bus-writer.h"
#include "weft-paint-pixels.h"
#include "weft-track-layout.h"

#include <math.h>
#include <string.h>

#define WIDTH 300
#define HEIGHT 60
#define START 5000

typedef struct
{
  WeftBusSnapshot *snapshot;
  WeftBusIndex *index;
  WeftBusModel *model;
  WeftTrackScene *scene;
  WeftStyle *style;
} Picture;

static void
add (WeftBusWriter *writer, guint seq, guint master, guint64 first, guint64 wait, guint64 service,
     guint kind)
{
  const WeftBusRecord record = {
    .seq = seq,
    .line = seq + 1,
    .first_attempt = first,
    .complete = first + wait + service,
    .service = service,
    .retries = wait > 0,
    .addr = 0x06000000 + 4096 * (seq % 3),
    .master = (guint8) master,
    .kind = (guint8) kind,
    .size_number = 4,
  };

  weft_bus_writer_check_seq (writer, seq);
  g_assert_true (weft_bus_writer_add (writer, &record));
}

static void
open_picture (Picture *picture, WeftBusTrace *trace)
{
  WeftBusSceneOptions options = { .with_lanes = TRUE, .with_regions = TRUE };

  picture->snapshot = weft_bus_trace_ref_snapshot (trace);
  options.all = options.shown = picture->index =
    weft_bus_index_new (picture->snapshot, NULL, NULL, NULL);
  options.model = picture->model = weft_bus_model_new (picture->snapshot, NULL, NULL);
  picture->scene = weft_bus_scene_new (&options);
  picture->style = weft_style_new (NULL, NULL);
}

static void
close_picture (Picture *picture)
{
  weft_track_scene_unref (picture->scene);
  weft_bus_model_unref (picture->model);
  weft_bus_index_unref (picture->index);
  weft_bus_snapshot_unref (picture->snapshot);
  weft_style_unref (picture->style);
}

/* One master that is served and waits at random, without ever overlapping itself. */
static void
make_random (Picture *picture, guint n)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  g_autoptr (GRand) rand = g_rand_new_with_seed (n);
  guint64 now = START;

  for (guint i = 0; i < n; i++)
    {
      guint64 wait = (guint64) g_rand_int_range (rand, 0, 9);
      guint64 service = (guint64) g_rand_int_range (rand, 1, 20);

      now += (guint64) g_rand_int_range (rand, 0, i / 200 % 2 == 0 ? 5 : 60);
      add (writer, i, WEFT_BUS_MSH2, now, wait, service, i % 5);
      now += wait + service;
    }
  weft_bus_writer_publish (writer);
  open_picture (picture, trace);
}

static WeftTrackView
make_view (const Picture *picture, gint64 origin, double ticks_per_px)
{
  WeftTrackView view = {
    .axis = { .origin = origin,
              .ticks_per_px = ticks_per_px,
              .ticks_per_unit = 1,
              .unit_name = "cycles" },
    .width = WIDTH,
    .height = HEIGHT,
    .first = origin,
    .last = origin + (gint64) ceil (WIDTH * ticks_per_px) + 1,
    .style = picture->style,
  };

  return view;
}

static guint32 *
paint (const Picture *picture, guint32 id, const WeftTrackView *view)
{
  WeftPaintList *list = weft_paint_list_new ();
  guint32 *pixels = g_new0 (guint32, WIDTH * HEIGHT);

  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT,
                        weft_style_color (picture->style, WEFT_COLOR_CANVAS));
  picture->scene->painter->paint (picture->scene->data, weft_track_scene_find (picture->scene, id),
                                  view, list);
  weft_paint_pixels_draw (list, picture->style->atlas, pixels, WIDTH, HEIGHT, WIDTH * 4, 0, 0);
  weft_paint_list_free (list);
  return pixels;
}

/* Cycles of [first, last) in which the lane is busy at all, counted access by access. */
static double
count_busy (const Picture *picture, gint64 first, gint64 last)
{
  double busy = 0;

  for (guint32 row = 0; row < picture->snapshot->n_rows; row++)
    {
      WeftBusRecord record;
      WeftBusSpan span;

      weft_bus_snapshot_get_record (picture->snapshot, row, &record);
      weft_bus_access_get_span (&record, &span);
      busy += (double) MAX (MIN (span.end, last) - MAX (span.start, first), 0);
    }
  return busy;
}

/* At any zoom a column of pixels is as full as the time under it is, within a tenth. */
static void
test_shares (void)
{
  static const double zooms[] = { 200, 61.7, 33, 10, 3.3, 1, 0.7 };
  Picture picture;

  make_random (&picture, 4000);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      WeftTrackView view = make_view (&picture, START + 300, zooms[i]);
      g_autofree guint32 *pixels = paint (&picture, WEFT_BUS_TRACK_LANE + WEFT_BUS_MSH2, &view);
      WeftColor canvas = weft_style_color (picture.style, WEFT_COLOR_CANVAS);

      for (int x = 0; x < WIDTH; x++)
        {
          gint64 first = weft_track_view_tick (&view, x);
          gint64 last = MAX (weft_track_view_tick (&view, x + 1), first + 1);
          double share = count_busy (&picture, first, last) / (double) (last - first);
          guint filled = 0;

          for (int y = 0; y < HEIGHT; y++)
            filled += pixels[y * WIDTH + x] != canvas;
          g_assert_cmpfloat_with_epsilon (filled / (HEIGHT - 2.0), share, 0.1);
        }
    }
  close_picture (&picture);
}

/* Where accesses can be told apart, each is where its ticks say, its wait hatched. */
static void
test_details (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  Picture picture;
  WeftTrackView view;
  g_autofree guint32 *pixels = NULL;
  guint32 service, canvas;
  guint different = 0;

  add (writer, 0, WEFT_BUS_MSH2, START + 10, 5, 10, WEFT_BUS_KIND_READ);
  add (writer, 1, WEFT_BUS_SSH2, START + 8, 0, 7, WEFT_BUS_KIND_WRITE);
  weft_bus_writer_publish (writer);
  open_picture (&picture, trace);
  view = make_view (&picture, START, 0.1);
  pixels = paint (&picture, WEFT_BUS_TRACK_LANE + WEFT_BUS_MSH2, &view);
  canvas = weft_style_color (picture.style, WEFT_COLOR_CANVAS);
  service = weft_style_color (picture.style, WEFT_COLOR_READ);
  for (int x = 0; x < WIDTH; x++)
    {
      guint32 pixel = pixels[HEIGHT / 2 * WIDTH + x];

      if (x < 100 || x >= 250)
        g_assert_cmphex (pixel, ==, canvas);
      else if (x < 150)
        {
          g_assert_cmphex (pixel, !=, canvas);
          g_assert_cmphex (pixel, !=, service);
          different += pixel != pixels[HEIGHT / 2 * WIDTH + 100];
        }
      else if (x > 240 && x < 249)
        g_assert_cmphex (pixel, ==, service);
    }
  g_assert_cmpuint (different, >, 5); /* stripes */
  close_picture (&picture);
}

static void
hit_at (const Picture *picture, guint32 id, const WeftTrackView *view, double x, WeftTrackHit *hit)
{
  weft_track_hit_clear (hit);
  *hit = (WeftTrackHit){ .on_track = TRUE, .track = id, .thing = WEFT_TRACK_NO_THING };
  picture->scene->painter->hit_test (
    picture->scene->data, weft_track_scene_find (picture->scene, id), view, x, HEIGHT / 2, hit);
}

static void
test_hits (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };
  g_auto (WeftTrackHit) next = { .on_track = FALSE };
  Picture picture;
  WeftTrackView near, middle, far;
  const WeftTrack *lane;

  add (writer, 7, WEFT_BUS_SSH2, START + 10, 0, 10, WEFT_BUS_KIND_READ);
  add (writer, 8, WEFT_BUS_DMA, START + 12, 8, 4, WEFT_BUS_KIND_WRITE);
  add (writer, 9, WEFT_BUS_DMA, START + 40, 0, 4, WEFT_BUS_KIND_WRITE);
  weft_bus_writer_publish (writer);
  open_picture (&picture, trace);
  near = make_view (&picture, START, 0.2);
  far = make_view (&picture, START - 10000, 100);

  hit_at (&picture, WEFT_BUS_TRACK_LANE + WEFT_BUS_DMA, &near, 5 * 15, &hit);
  g_assert_cmpuint (hit.thing, ==, 1);
  g_assert_cmpint (hit.first, ==, START + 12);
  g_assert_cmpint (hit.last, ==, START + 24);
  g_assert_nonnull (strstr (hit.text, "DMA write 0x06002000 (High WRAM)"));
  g_assert_nonnull (strstr (hit.text, "waited 8, service 4; retries 1"));
  g_assert_nonnull (strstr (hit.text, "SSH2 seq 7 for 8 cycles"));

  lane = weft_track_scene_find (picture.scene, WEFT_BUS_TRACK_LANE + WEFT_BUS_DMA);
  g_assert_true (picture.scene->painter->step (picture.scene->data, lane, &hit, 1, &next));
  g_assert_cmpuint (next.thing, ==, 2);
  g_assert_false (picture.scene->painter->step (picture.scene->data, lane, &next, 1, &hit));

  /* Between them there is nothing; from afar there is a time and a sum. */
  hit_at (&picture, WEFT_BUS_TRACK_LANE + WEFT_BUS_DMA, &near, 5 * 30, &hit);
  g_assert_cmpuint (hit.thing, ==, WEFT_TRACK_NO_THING);
  hit_at (&picture, WEFT_BUS_TRACK_LANE + WEFT_BUS_DMA, &far, 100, &hit);
  g_assert_cmpuint (hit.thing, ==, WEFT_TRACK_NO_THING);
  g_assert_cmpint (hit.first, <=, START);
  g_assert_cmpint (hit.last, >, START);
  g_assert_nonnull (strstr (hit.text, "2 accesses ended, with 1 retry"));
  hit_at (&picture, WEFT_BUS_TRACK_REGION + WEFT_BUS_REGION_HIGH_WRAM, &far, 100, &hit);
  g_assert_nonnull (strstr (hit.text, "High WRAM: 3 accesses ended, waited 8 cycles, 1 retry"));
  hit_at (&picture, WEFT_BUS_TRACK_LANE + WEFT_BUS_SSH2, &far, 100, &hit);
  g_assert_nonnull (strstr (hit.text, "1 access ended, with 0 retries"));
  middle = make_view (&picture, START, 4);
  hit_at (&picture, WEFT_BUS_TRACK_DRIFT, &middle, 12, &hit);
  g_assert_cmpstr (hit.text, ==, "The model's bus is behind the trace by −3 cycles");
  close_picture (&picture);
}

/* The busier side of a long idle stretch is what one sees first. */
static void
test_busy (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  Picture picture;
  gint64 first, last;

  add (writer, 0, WEFT_BUS_MSH2, START, 0, 10, 0);
  for (guint i = 1; i < 10; i++)
    add (writer, i, WEFT_BUS_MSH2, START + 100000 + 20 * i, 0, 10, 0);
  weft_bus_writer_publish (writer);
  open_picture (&picture, trace);
  g_assert_true (weft_bus_scene_get_busy (picture.index, &first, &last));
  g_assert_cmpint (first, ==, START + 100020);
  g_assert_cmpint (last, ==, START + 100191);
  g_assert_true (weft_bus_scene_get_extent (picture.index, &first, &last));
  g_assert_cmpint (first, ==, START);
  close_picture (&picture);
}

/* A page's sums at the end of the trace are those of its accesses. */
static void
check_page (WeftBusSnapshot *snapshot, const WeftBusPage *page)
{
  WeftBusEndSum expected = { 0 }, sum;

  for (guint32 row = 0; row < snapshot->n_rows; row++)
    {
      WeftBusRecord record;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      if (record.addr >> WEFT_BUS_PAGE_SHIFT != page->number)
        continue;
      expected.n_accesses++;
      expected.wait += weft_bus_access_get_wait (&record, weft_bus_access_get_elapsed (&record));
      expected.retries += record.retries;
    }
  weft_bus_prefix_sums_read (page->sums, &(gint64){ G_MAXINT64 }, 1, &sum);
  g_assert_cmpmem (&sum, sizeof sum, &expected, sizeof expected);
  g_assert_cmpuint (page->n_accesses, ==, expected.n_accesses);
}

/* A region opens into its pages, those with most accesses first. */
static void
test_pages (void)
{
  Picture picture;
  g_autoptr (WeftBusPages) pages = NULL;
  WeftBusSceneOptions options = { .with_regions = TRUE };
  g_autoptr (WeftTrackScene) scene = NULL;

  make_random (&picture, 100);
  options.all = options.shown = picture.index;
  options.pages = pages = weft_bus_pages_new (picture.index, WEFT_BUS_REGION_HIGH_WRAM, NULL, NULL);
  scene = weft_bus_scene_new (&options);
  g_assert_cmpuint (scene->n_tracks, ==, 4);
  g_assert_cmpstr (scene->tracks[0].title, ==, "High WRAM");
  g_assert_cmpstr (scene->tracks[1].title, ==, "  0x06000000");
  g_assert_nonnull (weft_track_scene_find (scene, WEFT_BUS_TRACK_PAGE + 0x6002));
  for (guint i = 0; i < pages->n_pages; i++)
    check_page (picture.snapshot, &pages->pages[i]);
  g_assert_cmpuint (pages->n_pages, ==, 3);
  g_assert_cmpuint (pages->pages[0].n_accesses, >=, pages->pages[2].n_accesses);
  close_picture (&picture);
}

/* How far two colours are apart, of 3 × 255. */
static int
get_distance (WeftColor a, WeftColor b)
{
  int sum = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    sum += ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255));
  return sum;
}

/* Every colour of the legend is another one or is hatched, in every theme, and what amounts it has are those of the
 * ramps' ends. */
static void
test_legend (void)
{
  Picture picture;

  make_random (&picture, 400);
  for (guint i = 0; i < 8; i++)
    {
      WeftStyleOptions options = weft_style_options_default ();
      WeftTrackLegendEntry entries[64] = { { NULL } };
      WeftStyle *style;
      guint n, n_ramps = 0;

      options.theme = i % 4;
      options.hues = i / 4;
      style = weft_style_new (&options, NULL);
      n = picture.scene->painter->get_legend (picture.scene->data, style, entries, 64);
      for (guint a = 0; a < n; a++)
        {
          n_ramps += entries[a].low != NULL;
          for (guint b = 0; b < a; b++)
            if (entries[a].low == NULL && entries[b].low == NULL
                && entries[a].hatched == entries[b].hatched
                && get_distance (entries[a].color, entries[b].color) < 24)
              g_error ("“%s” and “%s” look the same in theme %u, hues %u", entries[a].name,
                       entries[b].name, i % 4, i / 4);
        }
      g_assert_cmpuint (n_ramps, ==, 2);
      g_assert_cmpstr (entries[n - 2].low, ==, "0 %");
      g_assert_cmpstr (entries[n - 2].high, ==, "100 %");
      g_assert_cmpstr (entries[n - 1].low, ==, "0");
      g_assert_true (g_str_has_prefix (entries[n - 1].high, "≥ "));
      weft_style_unref (style);
    }
  close_picture (&picture);
}

/* Of a figure that is 0 everywhere there is no ramp, whose end would be a lie. */
static void
test_no_heat (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  WeftBusSceneOptions options = { .with_regions = TRUE, .heat = WEFT_BUS_HEAT_WAIT };
  WeftTrackLegendEntry entries[64] = { { NULL } };
  g_autoptr (WeftTrackScene) scene = NULL;
  Picture picture;

  add (writer, 0, WEFT_BUS_MSH2, START, 0, 4, 0);
  weft_bus_writer_publish (writer);
  open_picture (&picture, trace);
  options.all = options.shown = picture.index;
  scene = weft_bus_scene_new (&options);
  g_assert_cmpuint (scene->painter->get_legend (scene->data, picture.style, entries, 64), ==, 1);
  g_assert_null (entries[0].low);
  g_assert_cmpstr (entries[0].name, ==, "Regions: 0 everywhere");
  close_picture (&picture);
}

/* The minimap's colours are those of the kinds and of waits, as the lanes': as much of each as the three
 * masters together have, and nothing of what means something else. */
static void
test_minimap (void)
{
  Picture picture;
  WeftTrackView view;
  WeftPaintList *list = weft_paint_list_new ();
  g_autofree guint32 *pixels = g_new0 (guint32, WIDTH * HEIGHT);
  WeftColor canvas, warning;

  make_random (&picture, 4000);
  view = make_view (&picture, START, 61.7);
  canvas = weft_style_color (picture.style, WEFT_COLOR_CANVAS);
  warning = weft_style_color (picture.style, WEFT_COLOR_WARNING);
  weft_paint_list_fill (list, 0, 0, WIDTH, HEIGHT, canvas);
  picture.scene->painter->paint_minimap (picture.scene->data, &view, list);
  weft_paint_pixels_draw (list, picture.style->atlas, pixels, WIDTH, HEIGHT, WIDTH * 4, 0, 0);
  for (int x = 0; x < WIDTH; x++)
    {
      gint64 first, last;
      guint filled = 0;

      weft_track_view_column (&view, x, &first, &last);
      for (int y = 0; y < HEIGHT; y++)
        {
          filled += pixels[y * WIDTH + x] != canvas;
          g_assert_cmpuint (pixels[y * WIDTH + x], !=, warning);
        }
      g_assert_cmpfloat_with_epsilon (
        filled / (HEIGHT - 2.0), count_busy (&picture, first, last) / 3 / (double) (last - first),
        0.1);
    }
  weft_paint_list_free (list);
  close_picture (&picture);
}

/* A part of all tracks below one another, `height` high from `y` on. */
static void
paint_part (WeftTrackLayout *layout, const WeftStyle *style, const WeftAxis *axis, int y,
            int height, guint32 *pixels)
{
  WeftPaintList *list = weft_paint_list_new ();

  weft_track_layout_paint (layout, axis, style, WIDTH, 0, y, WIDTH, height, NULL, list);
  weft_paint_pixels_draw (list, style->atlas, pixels, WIDTH, height, WIDTH * 4, 0, 0);
  weft_paint_list_free (list);
}

/* Tiles below one another share what they are painted from: together they are the picture that a scene paints which has
 * painted nothing before, however often one of others lies between. */
static void
test_shared (void)
{
  static const double zooms[] = { 300, 40, 40.01, 7, 1, 0.6, 0.4, 0.05 };
  enum
  {
    TALL = 512,
    STEP = 64
  };
  g_autofree guint32 *whole = g_new (guint32, WIDTH * TALL);
  g_autofree guint32 *part = g_new (guint32, WIDTH * STEP);
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) used = NULL;
  Picture picture;

  make_random (&picture, 4000);
  used = weft_track_layout_new (picture.scene, order, picture.style);
  for (guint i = 0; i < 24 * G_N_ELEMENTS (zooms); i++)
    {
      const WeftBusSceneOptions options = { .all = picture.index,
                                            .shown = picture.index,
                                            .model = picture.model,
                                            .with_lanes = TRUE,
                                            .with_regions = TRUE };
      const WeftAxis axis = { .origin = START + i % 3 * 400,
                              .ticks_per_px = zooms[i % G_N_ELEMENTS (zooms)],
                              .ticks_per_unit = 1,
                              .unit_name = "cycles" };
      g_autoptr (WeftTrackScene) fresh = weft_bus_scene_new (&options);
      g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (fresh, order, picture.style);

      paint_part (layout, picture.style, &axis, 0, TALL, whole);
      for (int y = 0; y < TALL; y += STEP)
        {
          paint_part (used, picture.style, &axis, y, STEP, part);
          g_assert_cmpmem (part, sizeof *part * WIDTH * STEP, whole + y * WIDTH,
                           sizeof *part * WIDTH * STEP);
        }
    }
  close_picture (&picture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-scene/shares", test_shares);
  g_test_add_func ("/bus-scene/details", test_details);
  g_test_add_func ("/bus-scene/hits", test_hits);
  g_test_add_func ("/bus-scene/busy", test_busy);
  g_test_add_func ("/bus-scene/pages", test_pages);
  g_test_add_func ("/bus-scene/legend", test_legend);
  g_test_add_func ("/bus-scene/no-heat", test_no_heat);
  g_test_add_func ("/bus-scene/minimap", test_minimap);
  g_test_add_func ("/bus-scene/shared", test_shared);
  return g_test_run ();
}
