/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"

#include "weft-handover.h"
#include "weft-pipeline-arrows.h"
#include "weft-pipeline-attribution.h"
#include "weft-pipeline-shade.h"

#define WIDTH 400
#define HEIGHT 300

/* Zooms from one op to far beyond a pixel a row. */
static const double zooms[][2] = {
  { 200, 180 },   { 24, 24 }, { 24, 9 },     { 6, 6 },     { 2, 1.6 },      { 0.8, 12 },
  { 0.75, 0.75 }, { 3, 0.2 }, { 0.2, 0.02 }, { 5, 0.003 }, { 0.02, 0.003 }, { 0.004, 0.0006 },
};

static WeftPipelineViewport
zoom_to (const Fixture *fixture, guint zoom, WeftPipelineLayout layout)
{
  WeftPipelineViewport viewport = fixture->scene.viewport;

  viewport.layout = layout;
  viewport.px_per_cycle = zooms[zoom][0];
  viewport.px_per_row = zooms[zoom][1];
  viewport.origin_row = 2500.3;
  viewport.origin_cycle = 0;
  viewport.origin_fraction = 0.4;
  if (layout == WEFT_PIPELINE_TIME)
    viewport = weft_pipeline_viewport_follow (viewport, &fixture->extent, fixture->rows);
  viewport.origin_row = 2500.3;
  return viewport;
}

/* --- tiles -------------------------------------------------------------------------------- */

/* Arrows are cut where they leave a tile, which may move what is rounded by one step; everything
 * else is the same to the bit. */
static gboolean
are_same (const Fixture *fixture, guint32 a, guint32 b)
{
  gboolean arrows = fixture->scene.viewport.arrows != WEFT_ARROWS_OFF;

  for (guint shift = 0; shift < 32; shift += 8)
    if (ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255)) > (arrows ? 1 : 0))
      return FALSE;
  return TRUE;
}

static void
compare_tile (Fixture *fixture, const guint32 *whole, int x, int y, int width, int height)
{
  g_autofree guint32 *tile = paint_area (fixture, x, y, width, height);

  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column++)
      if (!are_same (fixture, tile[row * width + column], whole[(y + row) * WIDTH + x + column]))
        g_error ("pixel %d, %d of the tile at %d, %d is %08x, not %08x; %g × %g", column, row, x, y,
                 tile[row * width + column], whole[(y + row) * WIDTH + x + column],
                 fixture->scene.viewport.px_per_cycle, fixture->scene.viewport.px_per_row);
}

static void
compare_tiles (Fixture *fixture, GRand *rand)
{
  g_autofree guint32 *whole = paint_area (fixture, 0, 0, WIDTH, HEIGHT);

  for (guint i = 0; i < 12; i++)
    {
      int x = g_rand_int_range (rand, 0, WIDTH - 1), y = g_rand_int_range (rand, 0, HEIGHT - 1);
      int width = g_rand_int_range (rand, 1, WIDTH - x + 1);
      int height = g_rand_int_range (rand, 1, HEIGHT - y + 1);

      compare_tile (fixture, whole, x, y, width, height);
    }
}

/* A tile is the whole picture cut at the tile. */
static void
test_tiles (gconstpointer data)
{
  WeftPipelineLayout layout = (WeftPipelineLayout) GPOINTER_TO_UINT (data);
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  g_auto (Fixture) fixture = { 0 };

  fixture_init (&fixture, make_random_trace (40000, 1000, 4), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint j = 0; j < 5; j++)
      {
        fixture.scene.viewport = zoom_to (&fixture, i, layout);
        fixture.scene.viewport.lanes = j % 2 == 0 ? WEFT_LANES_OVERLAID : WEFT_LANES_SPLIT;
        fixture.scene.viewport.scheme = (WeftPipelineScheme) j;
        fixture.scene.viewport.arrows = (WeftPipelineArrows) (j % 3);
        compare_tiles (&fixture, rand);
      }
}

typedef struct
{
  Fixture *fixture;
  guint32 *expected;
  gboolean same;
} Worker;

static void *
paint_again (void *data)
{
  Worker *worker = data;
  Fixture own = *worker->fixture;
  guint32 *pixels;

  own.renderer = weft_pipeline_renderer_new ();
  pixels = paint_area (&own, 0, 0, WIDTH, HEIGHT);
  worker->same = memcmp (pixels, worker->expected, WIDTH * HEIGHT * 4) == 0;
  g_free (pixels);
  weft_pipeline_renderer_free (own.renderer);
  return NULL;
}

/* Any number of threads, each with its own renderer. */
static void
test_threads (void)
{
  g_auto (Fixture) fixture = { 0 };

  fixture_init (&fixture, make_random_trace (20000, 1000, 4), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      WeftThread *threads[4];
      Worker workers[4];
      g_autofree guint32 *pixels = NULL;

      fixture.scene.viewport = zoom_to (&fixture, i, WEFT_PIPELINE_TIME);
      pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
      for (guint j = 0; j < 4; j++)
        {
          workers[j] = (Worker){ &fixture, pixels, FALSE };
          threads[j] = weft_thread_start ("paint", paint_again, &workers[j]);
        }
      for (guint j = 0; j < 4; j++)
        weft_thread_join (threads[j]);
      for (guint j = 0; j < 4; j++)
        g_assert_true (workers[j].same);
    }
}

/* --- what is seen ------------------------------------------------------------------------- */

static guint
count_colors (const guint32 *pixels, WeftColor color)
{
  guint n = 0;

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    n += pixels[i] == color;
  return n;
}

/* The same picture wherever in time it is: its cycles are only shifted. */
static void
test_far_ticks (void)
{
  const gint64 far = (gint64) 1 << 62;
  const gint64 origins[] = { 0, far, -far };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      g_autofree guint32 *first = NULL;

      for (guint j = 0; j < G_N_ELEMENTS (origins); j++)
        {
          g_auto (Fixture) fixture = { 0 };
          g_autofree guint32 *pixels = NULL;

          fixture_init (&fixture, make_random_trace (6000, origins[j], 9), WEFT_ROWS_ALL, WIDTH,
                        HEIGHT);
          fixture.scene.viewport = zoom_to (&fixture, i, WEFT_PIPELINE_TIME);
          /* Lines at round cycles are elsewhere. */
          fixture.scene.viewport.width = 1;
          pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
          if (first == NULL)
            first = g_steal_pointer (&pixels);
          else
            for (int k = 0; k < WIDTH * HEIGHT; k++)
              {
                WeftColor grid = weft_style_color (fixture.style, WEFT_COLOR_GRID_MINOR);

                if (pixels[k] != first[k] && pixels[k] != grid && first[k] != grid)
                  {
                    guint32 a = pixels[k], b = first[k];

                    /* Translucent pixels over a line. */
                    for (guint shift = 0; shift < 24; shift += 8)
                      g_assert_cmpint (ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255)), <,
                                       24);
                  }
              }
        }
    }
}

static void
test_empty (void)
{
  Builder builder;
  g_auto (Fixture) fixture = { 0 };
  g_autofree guint32 *pixels = NULL;
  g_auto (WeftPipelineHit) hit = { 0 };

  builder_init (&builder);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  g_assert_cmpuint (count_colors (pixels, weft_style_color (fixture.style, WEFT_COLOR_CANVAS)), >,
                    WIDTH * HEIGHT * 9 / 10);
  weft_pipeline_renderer_hit_test (fixture.renderer, &fixture.scene, 10, 10, &hit);
  g_assert_cmpint (hit.type, ==, WEFT_PIPELINE_HIT_NOTHING);
  fixture.scene.viewport = weft_pipeline_viewport_fit_all (fixture.scene.viewport, &fixture.extent);
  g_clear_pointer (&pixels, g_free);
  pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
}

static void
test_one_op (void)
{
  Builder builder;
  g_auto (Fixture) fixture = { 0 };
  g_autofree guint32 *pixels = NULL;
  guint32 op;

  builder_init (&builder);
  op = builder_op (&builder, 10);
  builder_stage (&builder, op, 0, 10);
  builder_stage (&builder, op, 1, 12);
  builder_end (&builder, op, FALSE, 15);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 40;
  pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  g_assert_cmphex (pixels[12 * WIDTH + 5], ==, weft_style_category (fixture.style, 0));
  g_assert_cmphex (pixels[12 * WIDTH + 75], ==, weft_style_category (fixture.style, 0));
  g_assert_cmphex (pixels[12 * WIDTH + 85], ==, weft_style_category (fixture.style, 1));
  g_assert_cmphex (pixels[12 * WIDTH + 195], ==, weft_style_category (fixture.style, 1));
  g_assert_cmphex (pixels[12 * WIDTH + 210], ==,
                   weft_style_color (fixture.style, WEFT_COLOR_CANVAS));
}

/* An op of so many stages costs what is seen of it. */
static void
test_deep_op (void)
{
  const guint n_stages = 100000;
  Builder builder;
  g_auto (Fixture) fixture = { 0 };
  guint32 op;

  builder_init (&builder);
  op = builder_op (&builder, 0);
  for (guint i = 0; i < n_stages; i++)
    builder_stage (&builder, op, i % 8, i * 2);
  builder_end (&builder, op, FALSE, n_stages * 2);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  for (double px = 24; px > 0.001; px /= 3)
    {
      g_autofree guint32 *pixels = NULL;

      fixture.scene.viewport.px_per_cycle = px;
      fixture.scene.viewport.origin_cycle = 120000;
      pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
      g_assert_cmphex (pixels[4 * WIDTH + 50], !=,
                       weft_style_color (fixture.style, WEFT_COLOR_CANVAS));
    }
}

/* Flushed ops are nearer to the canvas than live ones, in every theme. */
static void
test_flushed_quieter (void)
{
  for (guint theme = WEFT_THEME_LIGHT; theme <= WEFT_THEME_DARK_HIGH_CONTRAST; theme++)
    {
      WeftStyle *style = fixture_style ((WeftTheme) theme);
      WeftColor canvas = weft_style_color (style, WEFT_COLOR_CANVAS);
      Builder builder;
      Fixture fixture = { 0 };
      guint32 *pixels;

      builder_init (&builder);
      for (guint i = 0; i < 2; i++)
        {
          guint32 op = builder_op (&builder, 0);

          builder_stage (&builder, op, 0, 0);
          builder_end (&builder, op, i == 1, 50);
        }
      fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
      weft_style_unref (fixture.style);
      fixture.style = fixture.scene.style = style;
      fixture.scene.viewport.px_per_row = fixture.scene.viewport.px_per_cycle = 3;
      pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
      g_assert_cmpfloat (weft_color_contrast (pixels[4 * WIDTH + 51] | 0xff000000, canvas), <,
                         weft_color_contrast (pixels[1 * WIDTH + 51] | 0xff000000, canvas));
      g_free (pixels);
      fixture_clear (&fixture);
    }
}

/* The fill of most of a rectangle, whatever borders, hatches and texts are in it. */
static WeftColor
most_frequent (const guint32 *pixels, int x0, int y0, int x1, int y1)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer color, count;
  guint most = 0;
  WeftColor found = WEFT_COLOR_NONE;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      {
        gpointer pixel = GUINT_TO_POINTER (pixels[y * WIDTH + x]);

        count = g_hash_table_lookup (counts, pixel);
        g_hash_table_insert (counts, pixel, GUINT_TO_POINTER (GPOINTER_TO_UINT (count) + 1));
      }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &color, &count))
    if (GPOINTER_TO_UINT (count) > most)
      {
        most = GPOINTER_TO_UINT (count);
        found = GPOINTER_TO_UINT (color);
      }
  return found;
}

/* A flushed op has the colour of its stage under the veil, as the legend shows it; where cells are
 * small, the one that it has far out. A live one beside it has the stage's own at any size. */
static void
test_flushed_colors (void)
{
  Builder builder;
  g_auto (Fixture) fixture = { 0 };

  builder_init (&builder);
  for (guint i = 0; i < 2; i++)
    {
      guint32 op = builder_op (&builder, 0);

      builder_stage (&builder, op, 0, 0);
      builder_stage (&builder, op, 1, 10);
      builder_end (&builder, op, i == 1, 20);
    }
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  for (guint i = 0; i < 2; i++)
    {
      int size = i == 0 ? 20 : 4;
      g_autofree guint32 *pixels = NULL;

      fixture.scene.viewport.px_per_row = fixture.scene.viewport.px_per_cycle = size;
      pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
      for (guint stage = 0; stage < 2; stage++)
        {
          WeftColor own = weft_style_category (fixture.style, stage);
          int x = 10 * size * (int) stage;

          g_assert_cmphex (most_frequent (pixels, x, 0, x + 10 * size, size), ==, own);
          g_assert_cmphex (most_frequent (pixels, x, size, x + 10 * size, 2 * size), ==,
                           i == 0 ? weft_style_flushed (fixture.style, own)
                                  : weft_pipeline_shade_flushed (fixture.style, own));
        }
    }
}

/* Of a log with fifty kinds in each of three more lanes, which come in this order or in turn. */
static int
measure_legend_of_lanes (gboolean in_turn)
{
  Builder builder;
  g_auto (Fixture) fixture = { 0 };

  builder_init (&builder);
  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *lane = g_strdup_printf ("%u", 2 + (in_turn ? i % 3 : i / 50));
      g_autofree char *name = g_strdup_printf ("S%02u", in_turn ? i / 3 : i % 50);

      weft_pipeline_writer_intern_kind (builder.writer, lane, 1, name, 3);
    }
  builder_stage (&builder, builder_op (&builder, 0), 0, 0);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  return weft_pipeline_renderer_measure_legend (fixture.renderer, &fixture.scene, 600);
}

/* A legend goes lane by lane, however kinds come, with a heading for each lane and not for each kind. */
static void
test_legend_of_lanes (void)
{
  g_assert_cmpint (measure_legend_of_lanes (FALSE), ==, measure_legend_of_lanes (TRUE));
}

/* Hiding what was flushed leaves it out. */
static void
test_hide_flushed (void)
{
  g_auto (Fixture) all = { 0 };
  g_auto (Fixture) live = { 0 };

  fixture_init (&all, make_random_trace (5000, 0, 6), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture_init (&live, make_random_trace (5000, 0, 6), WEFT_ROWS_HIDE_FLUSHED, WIDTH, HEIGHT);
  g_assert_cmpuint (live.extent.n_rows, <, all.extent.n_rows);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      g_autofree guint32 *pixels = NULL;

      live.scene.viewport = zoom_to (&live, i, WEFT_PIPELINE_TIME);
      live.scene.viewport.origin_row = 1000;
      pixels = paint_area (&live, 0, 0, WIDTH, HEIGHT);
    }
}

/* An op has its outline where it has a row of its own, and none where it is hidden or among others. */
static void
test_outline (void)
{
  static const double heights[] = { 20, 0.02 };
  g_auto (Fixture) live = { 0 };
  WeftPipelineArea area = { 0, 0, WIDTH, HEIGHT };
  guint n_shown = 0, n_hidden = 0;

  fixture_init (&live, make_random_trace (5000, 0, 6), WEFT_ROWS_HIDE_FLUSHED, WIDTH, HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    for (guint32 op = 0; op < 5000; op++)
      {
        gboolean has_row = weft_pipeline_rows_find_op (live.rows, op) != WEFT_NO_ROW;
        WeftPaintList *list = weft_paint_list_new ();

        live.scene.viewport.px_per_row = heights[i];
        weft_pipeline_renderer_paint_op (live.renderer, &live.scene, op, &area, list);
        g_assert_true ((weft_paint_list_get_length (list) > 0) == (has_row && i == 0));
        n_shown += has_row;
        n_hidden += !has_row;
        weft_paint_list_free (list);
      }
  g_assert_cmpuint (n_shown, >, 0);
  g_assert_cmpuint (n_hidden, >, 0);
}

static WeftColor
custom_color (const WeftKindInfo *info, gpointer user_data)
{
  return g_str_equal (info->name, "F") ? *(WeftColor *) user_data : WEFT_COLOR_NONE;
}

static void
test_custom_colors (void)
{
  WeftColor red = 0xffcc1122, green = 0xff11cc22;
  WeftPipelineCustom custom = { custom_color, &red, 1 };
  g_auto (Fixture) fixture = { 0 };

  fixture_init (&fixture, make_random_trace (100, 0, 6), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.custom = &custom;
  fixture.scene.viewport.scheme = WEFT_SCHEME_CUSTOM;
  g_assert_cmphex (weft_pipeline_renderer_get_color (fixture.renderer, &fixture.scene, 0), ==, red);
  g_assert_cmphex (weft_pipeline_renderer_get_color (fixture.renderer, &fixture.scene, 1), ==,
                   weft_style_category (fixture.style, 1));
  custom = (WeftPipelineCustom){ custom_color, &green, 2 };
  g_assert_cmphex (weft_pipeline_renderer_get_color (fixture.renderer, &fixture.scene, 0), ==,
                   green);
}

/* By latency, ops that took about as long look alike; stages stay apart, by shades. */
static void
test_latency (void)
{
  static const gint64 latencies[] = { 20, 22, 300 };
  Builder builder;
  g_auto (Fixture) fixture = { 0 };
  g_autofree guint32 *pixels = NULL;

  builder_init (&builder);
  for (guint i = 0; i < G_N_ELEMENTS (latencies); i++)
    {
      guint32 op = builder_op (&builder, i);

      builder_stage (&builder, op, 0, i);
      builder_stage (&builder, op, 2, 4);
      builder_reach (&builder, 8);
    }
  for (guint i = 0; i < G_N_ELEMENTS (latencies); i++)
    builder_end (&builder, i, FALSE, i + latencies[i]);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 40;
  fixture.scene.viewport.scheme = WEFT_SCHEME_LATENCY;
  pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  g_assert_cmphex (pixels[12 * WIDTH + 85], ==, pixels[52 * WIDTH + 85]);
  g_assert_cmphex (pixels[12 * WIDTH + 85], !=, pixels[92 * WIDTH + 85]);
  g_assert_cmphex (pixels[12 * WIDTH + 85], !=, pixels[12 * WIDTH + 195]);
  g_assert_cmphex (pixels[12 * WIDTH + 195], ==, pixels[52 * WIDTH + 195]);
  g_assert_cmphex (pixels[12 * WIDTH + 195], !=, pixels[92 * WIDTH + 195]);
}

static WeftCell
read_said (gconstpointer data G_GNUC_UNUSED, guint part G_GNUC_UNUSED, guint row)
{
  return weft_cell_signed (10 * (gint64) row);
}

/* By reason, ops whose stalls have the same one look alike; of none, grey. */
static void
test_reason (void)
{
  static const char *const reasons[] = { "L2 miss", "ROB full", "L2 miss", NULL };
  Builder builder;
  g_auto (Fixture) fixture = { 0 };
  g_autofree guint32 *pixels = NULL;
  WeftColor first, second, none;

  builder_init (&builder);
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      const WeftPipelineAttribution said = { reasons[i], NULL, WEFT_ATTRIBUTION_UNKNOWN };

      builder_stage (&builder, builder_op (&builder, 0), 0, 0);
      if (reasons[i] != NULL)
        g_assert_true (weft_pipeline_attribution_add (builder.trace, i, &said));
    }
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    builder_end (&builder, i, FALSE, 10);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 40;
  fixture.scene.viewport.scheme = WEFT_SCHEME_REASON;
  pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  first = pixels[12 * WIDTH + 85];
  second = pixels[52 * WIDTH + 85];
  none = pixels[132 * WIDTH + 85];
  g_assert_cmphex (first, ==, weft_style_category (fixture.style, 0));
  g_assert_cmphex (second, ==, weft_style_category (fixture.style, 1));
  g_assert_cmphex (pixels[92 * WIDTH + 85], ==, first);
  g_assert_cmphex (none, ==, weft_style_color (fixture.style, WEFT_COLOR_UNKNOWN));
  /* Graphs of stages tell these apart all the same. */
  g_assert_cmphex (weft_pipeline_renderer_get_color (fixture.renderer, &fixture.scene, 1), ==,
                   weft_style_category (fixture.style, 1));
}

/* No value has stripes, so that nobody takes it for one. */
static gboolean
is_hatched (const Fixture *fixture, const guint32 *pixels)
{
  gboolean ground = FALSE, stripe = FALSE;

  for (guint i = 0; i < 12; i++)
    {
      ground |= pixels[i] == weft_row_colors_get_none (fixture->style);
      stripe |= pixels[i] != weft_row_colors_get_none (fixture->style);
    }
  return ground && stripe;
}

/* The colours of a query come in the place of the scheme; numbers are steps of the ramp. */
static void
test_said (void)
{
  static const WeftField field = { "n", "n", .type = WEFT_FIELD_COUNT, .read = read_said };
  const WeftFacts facts = { .fields = &field, .n_columns = 1, .n_rows = 3 };
  const guint32 items[] = { 0, G_MAXUINT32, 2 };
  g_autoptr (WeftRowColors) colors = weft_row_colors_new (&facts, 0, items);
  g_auto (Fixture) fixture = { 0 };
  g_autofree guint32 *pixels = NULL;
  Builder builder;

  builder_init (&builder);
  for (guint i = 0; i < 4; i++)
    builder_stage (&builder, builder_op (&builder, 0), 0, 0);
  for (guint i = 0; i < 4; i++)
    builder_end (&builder, i, FALSE, 10);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 40;
  fixture.scene.op_colors = colors;
  pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  g_assert_true (colors->is_ramp);
  g_assert_cmpfloat (colors->least, ==, 0);
  g_assert_cmpfloat (colors->most, ==, 20);
  g_assert_cmphex (pixels[12 * WIDTH + 85], ==, weft_style_heat (fixture.style, 0.05));
  g_assert_true (is_hatched (&fixture, &pixels[52 * WIDTH + 85]));
  g_assert_cmphex (pixels[92 * WIDTH + 85], ==, weft_style_heat (fixture.style, 0.95));
  g_assert_true (is_hatched (&fixture, &pixels[132 * WIDTH + 85]));
  g_assert_false (is_hatched (&fixture, &pixels[92 * WIDTH + 85]));
}

#define N_FAR 4000u

/* How many colours there are in a line of pixels that are painted. */
static guint
count_shades (const guint32 *pixels, guint n)
{
  g_autoptr (GHashTable) colors = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++)
    g_hash_table_add (colors, GUINT_TO_POINTER (pixels[i]));
  return g_hash_table_size (colors);
}

/* The lines of a picture from afar that show the first and the last of so many ops, of which the first half has a
 * value. */
static void
check_said_from_afar (double px_per_row)
{
  static const WeftField field = { "n", "n", .type = WEFT_FIELD_COUNT, .read = read_said };
  const WeftFacts facts = { .fields = &field, .n_columns = 1, .n_rows = N_FAR / 2 };
  guint32 items[N_FAR / 2];
  g_autoptr (WeftRowColors) colors = NULL;
  g_auto (Fixture) fixture = { 0 };
  g_autofree guint32 *pixels = NULL;
  guint last = (guint) (N_FAR * px_per_row) - 1;
  Builder builder;

  for (guint i = 0; i < N_FAR / 2; i++)
    items[i] = i;
  colors = weft_row_colors_new (&facts, 0, items);
  builder_init (&builder);
  for (guint i = 0; i < N_FAR; i++)
    builder_stage (&builder, builder_op (&builder, 0), 0, 0);
  for (guint i = 0; i < N_FAR; i++)
    builder_end (&builder, i, FALSE, 400);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_row = px_per_row;
  fixture.scene.viewport.px_per_cycle = 0.5;
  fixture.scene.op_colors = colors;
  pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  g_assert_cmpuint (count_shades (&pixels[2 * WIDTH + 10], 50), ==, 1);
  g_assert_cmpuint (count_shades (&pixels[(last - 2) * WIDTH + 10], 50), ==, 2);
  /* The other way than the stripes of stalls: down to the right. */
  for (guint x = 10; x < 60; x++)
    g_assert_cmphex (pixels[(last - 3) * WIDTH + x], ==, pixels[(last - 2) * WIDTH + x + 1]);
}

/* No value has stripes also where a pixel shows many ops. */
static void
test_said_from_afar (void)
{
  check_said_from_afar (0.03);
  check_said_from_afar (0.003);
}

static guint32
paint_slowest (gint64 latency)
{
  g_auto (Fixture) fixture = { 0 };
  g_autofree guint32 *pixels = NULL;
  Builder builder;

  builder_init (&builder);
  for (guint i = 0; i < 2; i++)
    builder_stage (&builder, builder_op (&builder, 0), 0, 0);
  builder_end (&builder, 0, FALSE, 5);
  builder_end (&builder, 1, FALSE, latency);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 40;
  fixture.scene.viewport.scheme = WEFT_SCHEME_LATENCY;
  pixels = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  g_assert_cmphex (pixels[12 * WIDTH + 115], !=, pixels[52 * WIDTH + 115]);
  return pixels[52 * WIDTH + 115];
}

/* The slowest ops of a log stand out, be they slow or not so slow. */
static void
test_latency_ramp (void)
{
  g_assert_cmphex (paint_slowest (9), ==, paint_slowest (300));
  g_assert_cmphex (paint_slowest (30), ==, paint_slowest (5000));
}

/* A trace that grows is drawn as what it has become. */
static void
test_growing (void)
{
  Builder builder;
  g_auto (Fixture) fixture = { 0 };
  g_autofree guint32 *before = NULL, *after = NULL;
  guint32 op;

  builder_init (&builder);
  op = builder_op (&builder, 0);
  builder_stage (&builder, op, 0, 0);
  weft_pipeline_writer_publish (builder.writer, 4);
  fixture_init (&fixture, g_object_ref (builder.trace), WEFT_ROWS_ALL, WIDTH, HEIGHT);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 30;
  before = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  builder_stage (&builder, op, 1, 5);
  builder_end (&builder, op, FALSE, 9);
  g_object_unref (builder_finish (&builder));
  weft_pipeline_rows_update (fixture.rows);
  after = paint_area (&fixture, 0, 0, WIDTH, HEIGHT);
  g_assert_cmphex (before[6 * WIDTH + 200], !=, weft_style_category (fixture.style, 1));
  g_assert_cmphex (after[6 * WIDTH + 200], ==, weft_style_category (fixture.style, 1));
}

/* The beginning of a stage that is open until `last`, from before cycle 0 on. */
static guint32 *
paint_open (gint64 last)
{
  g_auto (Fixture) fixture = { NULL };
  Builder builder;

  builder_init (&builder);
  builder_stage (&builder, builder_op (&builder, -1), 0, -1);
  builder_reach (&builder, last);
  fixture_init (&fixture, builder_finish (&builder), WEFT_ROWS_ALL, 240, 24);
  fixture.scene.viewport.px_per_cycle = fixture.scene.viewport.px_per_row = 24;
  fixture.scene.viewport.origin_cycle = -1;
  fixture.scene.viewport.origin_row = 0;
  return paint_area (&fixture, 0, 0, 240, 24);
}

/* A stage shows its name and counts cycles also where there are more of them than 64 bits hold. */
static void
test_far_open (void)
{
  g_autofree guint32 *near = paint_open (1000), *far = paint_open (G_MAXINT64);

  /* Without what shows of the grid above and below. */
  g_assert_cmpmem (near + 2 * 240, 240 * 20 * 4, far + 2 * 240, 240 * 20 * 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/pipeline-canvas/tiles/time", GUINT_TO_POINTER (WEFT_PIPELINE_TIME),
                        test_tiles);
  g_test_add_data_func ("/pipeline-canvas/tiles/straightened",
                        GUINT_TO_POINTER (WEFT_PIPELINE_STRAIGHTENED), test_tiles);
  g_test_add_func ("/pipeline-canvas/threads", test_threads);
  g_test_add_func ("/pipeline-canvas/far-ticks", test_far_ticks);
  g_test_add_func ("/pipeline-canvas/empty", test_empty);
  g_test_add_func ("/pipeline-canvas/one-op", test_one_op);
  g_test_add_func ("/pipeline-canvas/deep-op", test_deep_op);
  g_test_add_func ("/pipeline-canvas/flushed-quieter", test_flushed_quieter);
  g_test_add_func ("/pipeline-canvas/flushed-colors", test_flushed_colors);
  g_test_add_func ("/pipeline-canvas/legend-of-lanes", test_legend_of_lanes);
  g_test_add_func ("/pipeline-canvas/hide-flushed", test_hide_flushed);
  g_test_add_func ("/pipeline-canvas/outline", test_outline);
  g_test_add_func ("/pipeline-canvas/custom-colors", test_custom_colors);
  g_test_add_func ("/pipeline-canvas/reason", test_reason);
  g_test_add_func ("/pipeline-canvas/said", test_said);
  g_test_add_func ("/pipeline-canvas/said-from-afar", test_said_from_afar);
  g_test_add_func ("/pipeline-canvas/latency", test_latency);
  g_test_add_func ("/pipeline-canvas/latency-ramp", test_latency_ramp);
  g_test_add_func ("/pipeline-canvas/growing", test_growing);
  g_test_add_func ("/pipeline-canvas/far-open", test_far_open);
  return g_test_run ();
}
