/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-track-layout.h"

#include "weft-paint-pixels.h"

#include <math.h>
#include <string.h>

/* Five tracks whose things are 10 of every 20 ticks; "b" and "c" are a group. */

static void
paint (gpointer data, const WeftTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  gint64 first = view->first - (view->first % 20 + 20) % 20 - 20;

  for (gint64 start = first; start < view->last; start += 20)
    weft_track_view_box (view, list, start, start + 10, 0, view->height,
                         weft_style_category (view->style, track->id), "a name for it");
}

static void
hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x, double y,
          WeftTrackHit *hit)
{
  gint64 tick = weft_track_view_tick (view, x);

  g_assert_cmpint (view->first, <=, tick);
  g_assert_cmpint (view->last, >, tick);
  if (tick % 20 >= 10)
    return;
  hit->thing = (guint64) (tick / 20);
  hit->first = tick / 20 * 20;
  hit->last = hit->first + 10;
  hit->text = g_strdup (track->title);
}

static guint
get_revision (gpointer data, const WeftTrack *track, gint64 first, gint64 last)
{
  return track->id == 30 && first <= 1000 && last > 1000 ? 7 : 2;
}

static guint
get_legend (gpointer data, const WeftStyle *style, WeftTrackLegendEntry *entries, guint max)
{
  static const char *const names[] = { "one", "two", "three", "four" };

  for (guint i = 0; i < 4; i++)
    entries[i] = (WeftTrackLegendEntry){ names[i], weft_style_category (style, i), i == 0 };
  return 4;
}

static const WeftTrackPainter painter = { .paint = paint,
                                          .hit_test = hit_test,
                                          .revision = get_revision,
                                          .get_legend = get_legend };

static WeftTrackScene *
make_scene (void)
{
  static const WeftTrack tracks[] = {
    { .id = 10, .title = "a", .height = 24 },
    { .id = 20, .title = "b", .group = "pair", .height = 24 },
    { .id = 30, .title = "c", .group = "pair", .height = 40 },
    { .id = 40, .title = "d", .height = 24 },
    { .id = 50, .title = "e", .unit = "B/cycle", .height = 60 },
  };

  return weft_track_scene_new (&painter, NULL, NULL, tracks, G_N_ELEMENTS (tracks));
}

/* The titles of the rows, headings in brackets, pinned ones with a star, what is closed or collapsed
 * with a minus. */
static char *
describe (WeftTrackScene *scene, WeftTrackOrder *order)
{
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  GString *text = g_string_new (NULL);
  int y = 0;

  for (guint i = 0; i < layout->rows->len; i++)
    {
      const WeftTrackRow *row = &g_array_index (layout->rows, WeftTrackRow, i);

      g_string_append_printf (text, row->track == G_MAXUINT ? "[%s]%s%s " : "%s%s%s ", row->title,
                              row->pinned ? "*" : "", row->collapsed ? "-" : "");
      /* They stand below one another without gaps. */
      g_assert_cmpint (row->y, ==, y);
      y += row->height;
      g_assert_true (weft_track_layout_find_row (layout, row->y) == row);
      g_assert_true (weft_track_layout_find_row (layout, y - 0.5) == row);
    }
  g_assert_cmpint (y, ==, layout->height);
  g_assert_null (weft_track_layout_find_row (layout, y));
  weft_style_unref (style);
  return g_strchomp (g_string_free (text, FALSE));
}

static void
check_order (WeftTrackScene *scene, WeftTrackOrder *order, const char *expected)
{
  g_autofree char *rows = describe (scene, order);

  g_assert_cmpstr (rows, ==, expected);
}

static void
test_order (void)
{
  g_autoptr (WeftTrackScene) scene = make_scene ();
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  g_autoptr (WeftTrackOrder) other = weft_track_order_new ();
  g_autofree char *saved = NULL;

  check_order (scene, order, "a [pair] b c d e");
  weft_track_order_move (order, scene, 20, 1);
  check_order (scene, order, "a [pair] c b d e");
  /* Tracks stay among those of their group. */
  weft_track_order_move (order, scene, 20, 5);
  check_order (scene, order, "a [pair] c b d e");
  weft_track_order_move (order, scene, 50, -1);
  check_order (scene, order, "a [pair] c b e d");
  weft_track_order_set_pinned (order, 40, TRUE);
  weft_track_order_set_pinned (order, 20, TRUE);
  check_order (scene, order, "d* pair · b* a [pair] c e");
  weft_track_order_move (order, scene, 20, -1);
  check_order (scene, order, "pair · b* d* a [pair] c e");
  weft_track_order_set_collapsed (order, 10, TRUE);
  weft_track_order_set_closed (order, "pair", TRUE);
  check_order (scene, order, "pair · b* d* a- [pair]- e");

  saved = weft_track_order_save (order);
  weft_track_order_restore (other, saved);
  check_order (scene, other, "pair · b* d* a- [pair]- e");
  weft_track_order_restore (other, "what is this?");
  check_order (scene, other, "pair · b* d* a- [pair]- e");
  weft_track_order_set_closed (other, "pair", FALSE);
  weft_track_order_set_pinned (other, 20, FALSE);
  weft_track_order_set_pinned (other, 40, FALSE);
  weft_track_order_set_collapsed (other, 10, FALSE);
  check_order (scene, other, "a [pair] c b e d");
}

/* Any tiles make the same picture, also far from where the axis begins. */
static void
test_tiles_agree (void)
{
  g_autoptr (WeftTrackScene) scene = make_scene ();
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  WeftAxis axis = { .origin = -3,
                    .origin_fraction = 0.37,
                    .ticks_per_px = 0.0123,
                    .ticks_per_unit = 1,
                    .unit = WEFT_AXIS_COUNT,
                    .unit_name = "cycles",
                    .reach = 9999999 };
  static const gint64 places[] = { -700, 0, 1000003 };
  enum
  {
    WIDTH = 600,
    HEIGHT = 230,
    TILE = 97
  };
  g_autofree uint32_t *whole = g_new0 (uint32_t, WIDTH * HEIGHT);
  g_autofree uint32_t *parts = g_new0 (uint32_t, WIDTH * HEIGHT);
  WeftPaintList *list = weft_paint_list_new ();

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      weft_paint_list_clear (list);
      weft_track_layout_paint (layout, &axis, style, 800, places[i], 0, WIDTH, HEIGHT, NULL, list);
      weft_paint_pixels_draw (list, style->atlas, whole, WIDTH, HEIGHT, WIDTH * 4, 0, 0);
      for (int y = 0; y < HEIGHT; y += TILE)
        for (int x = 0; x < WIDTH; x += TILE)
          {
            int width = MIN (TILE, WIDTH - x), height = MIN (TILE, HEIGHT - y);

            weft_paint_list_clear (list);
            weft_track_layout_paint (layout, &axis, style, 800, places[i] + x, y, width, height,
                                     NULL, list);
            weft_paint_pixels_draw (list, style->atlas, parts + y * WIDTH + x, width, height,
                                    WIDTH * 4, 0, 0);
          }
      g_assert_cmpmem (whole, WIDTH * HEIGHT * 4, parts, WIDTH * HEIGHT * 4);
    }
  weft_paint_list_free (list);
  weft_style_unref (style);
}

static void
test_hits (void)
{
  g_autoptr (WeftTrackScene) scene = make_scene ();
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  const WeftAxis axis = { .ticks_per_px = 0.5, .ticks_per_unit = 1 };
  const WeftTrackRow *row = weft_track_layout_find_track (layout, 30);
  WeftTrackHit hit;

  weft_track_layout_hit_test (layout, &axis, style, 85, row->y + 5, &hit);
  g_assert_true (hit.on_track);
  g_assert_cmpuint (hit.track, ==, 30);
  g_assert_cmpuint (hit.thing, ==, 2);
  g_assert_cmpint (hit.first, ==, 40);
  g_assert_cmpstr (hit.text, ==, "c");
  weft_track_hit_clear (&hit);
  weft_track_layout_hit_test (layout, &axis, style, 65, row->y + 5, &hit);
  g_assert_true (hit.on_track);
  g_assert_cmpuint (hit.thing, ==, WEFT_TRACK_NO_THING);
  /* The heading is no track. */
  weft_track_layout_hit_test (layout, &axis, style, 85, 24 + 5, &hit);
  g_assert_false (hit.on_track);
  weft_track_layout_hit_test (layout, &axis, style, 85, -1, &hit);
  g_assert_false (hit.on_track);
  weft_style_unref (style);
}

static void
test_revisions (void)
{
  g_autoptr (WeftTrackScene) scene = make_scene ();
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  const WeftAxis axis = { .ticks_per_px = 1, .ticks_per_unit = 1 };
  int y = weft_track_layout_find_track (layout, 30)->y;

  /* Only where the track and the time are that changed. */
  g_assert_cmpuint (weft_track_layout_get_revision (layout, &axis, 768, 0, 256, 256), ==, 7);
  g_assert_cmpuint (weft_track_layout_get_revision (layout, &axis, 0, 0, 256, 256), ==, 2);
  g_assert_cmpuint (weft_track_layout_get_revision (layout, &axis, 768, 0, 256, y), ==, 2);
  g_assert_cmpuint (weft_track_layout_get_revision (layout, &axis, 768, 2000, 256, 256), ==, 0);
  weft_style_unref (style);
}

static void
test_legend (void)
{
  g_autoptr (WeftTrackScene) scene = make_scene ();
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  int line = weft_track_layout_measure_legend (layout, style, 2000);

  g_assert_cmpint (line, >, 8);
  /* One entry in each line at the narrowest. */
  g_assert_cmpint (weft_track_layout_measure_legend (layout, style, 10), ==, 4 * line);
  weft_style_unref (style);
}

/* Tracks share what a picture is higher than they, by their heights; headings and collapsed ones stay. */
static void
test_fill (void)
{
  g_autoptr (WeftTrackScene) scene = make_scene ();
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = NULL, filled = NULL, low = NULL;
  int y = 0, growing = 0;

  weft_track_order_set_collapsed (order, 40, TRUE);
  layout = weft_track_layout_new (scene, order, style);
  for (guint i = 0; i < scene->n_tracks; i++)
    growing += scene->tracks[i].id != 40 ? scene->tracks[i].height : 0;
  filled = weft_track_layout_fill (layout, 777);
  g_assert_cmpint (filled->height, ==, 777);
  g_assert_cmpuint (filled->rows->len, ==, layout->rows->len);
  for (guint i = 0; i < filled->rows->len; i++)
    {
      const WeftTrackRow *before = &g_array_index (layout->rows, WeftTrackRow, i);
      const WeftTrackRow *row = &g_array_index (filled->rows, WeftTrackRow, i);
      gboolean grows = row->track != G_MAXUINT && !row->collapsed;
      double expected = before->height * (grows ? 1 + (777.0 - layout->height) / growing : 1);

      g_assert_cmpstr (row->title, ==, before->title);
      g_assert_cmpint (row->y, ==, y);
      g_assert_cmpfloat_with_epsilon (row->height, expected, 1);
      y += row->height;
    }
  low = weft_track_layout_fill (layout, layout->height - 1);
  g_assert_true (low == layout);
  weft_style_unref (style);
}

static gboolean
has_same_labels (WeftTrackLayout *layout, WeftStyle *style, int width, int other)
{
  int widths[] = { width, other }, least = MIN (width, other) - 1;
  uint32_t *pixels[2];
  gboolean same = TRUE;

  for (guint i = 0; i < 2; i++)
    {
      WeftPaintList *list = weft_paint_list_new ();

      pixels[i] = g_new0 (uint32_t, (gsize) widths[i] * layout->height);
      weft_track_layout_paint_labels (layout, style, 0, widths[i], layout->height, G_MAXUINT, list);
      weft_paint_pixels_draw (list, style->atlas, pixels[i], widths[i], layout->height,
                              widths[i] * 4, 0, 0);
      weft_paint_list_free (list);
    }
  for (int y = 0; y < layout->height; y++)
    same &= memcmp (&pixels[0][y * width], &pixels[1][y * other], (gsize) least * 4) == 0;
  for (guint i = 0; i < 2; i++)
    g_free (pixels[i]);
  return same;
}

/* At the width that they ask for no title is cut, and a narrower one cuts the longest. */
static void
test_labels (void)
{
  static const WeftTrack tracks[] = {
    { .id = 1,
      .title = "KV",
      .group = "Scratch pad, from the events",
      .height = 36,
      .unit = "from 0 to 64 bytes in a cycle of the clock" },
    { .id = 2,
      .title = "low",
      .group = "Scratch pad, from the events",
      .height = 24,
      .unit = "unit" },
  };
  g_autoptr (WeftTrackScene) scene =
    weft_track_scene_new (&painter, NULL, NULL, tracks, G_N_ELEMENTS (tracks));
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  int width = weft_track_layout_measure_labels (layout, style);

  g_assert_true (has_same_labels (layout, style, width, width + 200));
  g_assert_false (has_same_labels (layout, style, width - 6, width + 200));
  weft_style_unref (style);
}

static guint
get_ramp (gpointer data G_GNUC_UNUSED, const WeftStyle *style, WeftTrackLegendEntry *entries,
          guint max G_GNUC_UNUSED)
{
  entries[0] = (WeftTrackLegendEntry){ "one", weft_style_category (style, 0) };
  entries[1] =
    (WeftTrackLegendEntry){ .name = "heat", .low = "0", .high = "\u2265 8", .rooted = TRUE };
  return 2;
}

/* Within its frame a ramp has at every place the colour in which the amount is drawn that lies there
 * between its ends. */
static void
test_ramp (void)
{
  enum
  {
    WIDTH = 400
  };
  static const WeftTrackPainter ramps = { .paint = paint,
                                          .hit_test = hit_test,
                                          .get_legend = get_ramp };
  static const WeftTrack track = { .id = 10, .title = "a", .height = 24 };
  g_autoptr (WeftTrackScene) scene = weft_track_scene_new (&ramps, NULL, NULL, &track, 1);
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  int height = weft_track_layout_measure_legend (layout, style, WIDTH), first = -1, last = -1;
  g_autofree uint32_t *pixels = g_new0 (uint32_t, WIDTH * height);
  WeftPaintList *list = weft_paint_list_new ();
  uint32_t *line = pixels + WIDTH * (height / 2);

  weft_track_layout_paint_legend (layout, style, 0, 0, WIDTH, list);
  weft_paint_pixels_draw (list, style->atlas, pixels, WIDTH, height, WIDTH * 4, 0, 0);
  for (int x = 0; x < WIDTH; x++)
    if (line[x] == weft_style_color (style, WEFT_COLOR_GRID))
      {
        first = first < 0 ? x : first;
        last = x;
      }
  g_assert_cmpint (first, >, 0);
  g_assert_cmpint (last - first, >, 40);
  for (int x = first + 1; x < last; x++)
    g_assert_cmpint (line[x], ==,
                     weft_style_heat (style, sqrt ((double) (x - first) / (last - first))));
  weft_paint_list_free (list);
  weft_style_unref (style);
}

/* The leftmost pixel at which the text of a box that begins left of the list makes a difference. */
static int
find_text (int sight)
{
  enum
  {
    WIDTH = 300,
    HEIGHT = 30
  };
  g_autofree uint32_t *with = g_new0 (uint32_t, WIDTH * HEIGHT);
  g_autofree uint32_t *without = g_new0 (uint32_t, WIDTH * HEIGHT);
  WeftStyle *style = weft_style_new (NULL, NULL);
  WeftPaintList *list = weft_paint_list_new ();
  const WeftTrackView view = { .axis = { .ticks_per_px = 1, .ticks_per_unit = 1 },
                               .width = WIDTH,
                               .height = HEIGHT,
                               .first = 0,
                               .last = WIDTH,
                               .sight = sight,
                               .style = style };
  int left = WIDTH;

  for (guint i = 0; i < 2; i++)
    {
      weft_paint_list_clear (list);
      weft_track_view_box (&view, list, -30, 250, 0, HEIGHT, 0xff0072b2,
                           i == 0 ? "0x05800020" : NULL);
      weft_paint_pixels_draw (list, style->atlas, i == 0 ? with : without, WIDTH, HEIGHT, WIDTH * 4,
                              0, 0);
    }
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    if (with[i] != without[i])
      left = MIN (left, i % WIDTH);
  weft_paint_list_free (list);
  weft_style_unref (style);
  return left;
}

/* In a picture that can be moved, texts stand where they are; in one that can't, they are whole. */
static void
test_still (void)
{
  g_assert_cmpint (find_text (0), <, 10);
  g_assert_cmpint (find_text (100), >=, 100);
  g_assert_cmpint (find_text (100), <, 120);
}

/* --- names of long things ------------------------------------------------------------------------------ */

enum
{
  PIECE = 256,
  LANE = 30
};

/* A box over ticks [first, last), a pixel each, in the piece of the picture that begins at x. */
static void
draw_piece (WeftStyle *style, gint64 x, int width, gint64 first, gint64 last, const char *text,
            WeftTrackNames *names, uint32_t *pixels)
{
  WeftPaintList *list = weft_paint_list_new ();
  const WeftTrackView view = { .axis = { .ticks_per_px = 1, .ticks_per_unit = 1 },
                               .x = x,
                               .width = width,
                               .height = LANE,
                               .first = x,
                               .last = x + width,
                               .names = names,
                               .style = style };

  weft_track_view_box (&view, list, first, last, 0, LANE, 0xff0072b2, text);
  weft_paint_pixels_draw (list, style->atlas, pixels, width, LANE, width * 4, 0, 0);
  weft_paint_list_free (list);
}

/* Neighbouring pieces of a box that is wider than both have its name as one and the same note, and no pixel of
 * it. */
static void
test_long_names (void)
{
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autofree uint32_t *with = g_new0 (uint32_t, PIECE * LANE);
  g_autofree uint32_t *without = g_new0 (uint32_t, PIECE * LANE);
  WeftTrackName found[2];

  for (int i = 0; i < 2; i++)
    {
      WeftTrackNames *names = weft_track_names_new ();

      draw_piece (style, i * PIECE, PIECE, 40, 500, "DMA_LOAD_TILE", names, with);
      draw_piece (style, i * PIECE, PIECE, 40, 500, NULL, NULL, without);
      g_assert_cmpmem (with, PIECE * LANE * 4, without, PIECE * LANE * 4);
      g_assert_cmpuint (names->names->len, ==, 1);
      found[i] = g_array_index (names->names, WeftTrackName, 0);
      g_assert_cmpstr (found[i].text, ==, "DMA_LOAD_TILE");
      weft_track_names_unref (names);
    }
  g_assert_cmpint (found[0].x0, ==, 40);
  g_assert_cmpint (found[0].x1, ==, 500);
  g_assert_cmpint (found[0].x0, ==, found[1].x0);
  g_assert_cmpint (found[0].x1, ==, found[1].x1);
  g_assert_cmpint (found[0].y, ==, found[1].y);
  weft_style_unref (style);
}

/* That of one that is short is in the pieces, and where they meet they have a piece each of the one name. */
static void
test_short_names (void)
{
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autofree uint32_t *whole = g_new0 (uint32_t, 2 * PIECE * LANE);
  g_autofree uint32_t *piece = g_new0 (uint32_t, PIECE * LANE);
  WeftTrackNames *names = weft_track_names_new ();

  draw_piece (style, 0, 2 * PIECE, 200, 310, "DMA_LOAD_TILE", names, whole);
  for (int i = 0; i < 2; i++)
    {
      memset (piece, 0, PIECE * LANE * 4);
      draw_piece (style, i * PIECE, PIECE, 200, 310, "DMA_LOAD_TILE", names, piece);
      for (int y = 0; y < LANE; y++)
        g_assert_cmpmem (piece + y * PIECE, PIECE * 4, whole + y * 2 * PIECE + i * PIECE,
                         PIECE * 4);
    }
  g_assert_cmpuint (names->names->len, ==, 0);
  weft_track_names_unref (names);
  weft_style_unref (style);
}

/* In a picture that does not move, a name stands once in a thing that is as wide as it. */
static void
test_written_once (void)
{
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autofree uint32_t *with = g_new0 (uint32_t, 2000 * LANE);
  g_autofree uint32_t *without = g_new0 (uint32_t, 2000 * LANE);
  int left = G_MAXINT, right = 0;

  draw_piece (style, 0, 2000, 10, 1990, "DMA_LOAD_TILE", NULL, with);
  draw_piece (style, 0, 2000, 10, 1990, NULL, NULL, without);
  for (int i = 0; i < 2000 * LANE; i++)
    if (with[i] != without[i])
      {
        left = MIN (left, i % 2000);
        right = MAX (right, i % 2000);
      }
  g_assert_cmpint (left, >=, 10);
  g_assert_cmpint (left, <, 20);
  g_assert_cmpint (right - left, <, 200);
  g_assert_cmpint (right - left, >, 40);
  weft_style_unref (style);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/track-layout/order", test_order);
  g_test_add_func ("/track-layout/tiles-agree", test_tiles_agree);
  g_test_add_func ("/track-layout/hits", test_hits);
  g_test_add_func ("/track-layout/revisions", test_revisions);
  g_test_add_func ("/track-layout/legend", test_legend);
  g_test_add_func ("/track-layout/fill", test_fill);
  g_test_add_func ("/track-layout/labels", test_labels);
  g_test_add_func ("/track-layout/ramp", test_ramp);
  g_test_add_func ("/track-layout/still", test_still);
  g_test_add_func ("/track-layout/long-names", test_long_names);
  g_test_add_func ("/track-layout/short-names", test_short_names);
  g_test_add_func ("/track-layout/written-once", test_written_once);
  return g_test_run ();
}
