/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-figure.h"

#include <math.h>

#include "noc-fixture.h"
#include "weft-noc-scene.h"
#include "weft-paint-cairo.h"
#include "weft-paint-pixels.h"

/* The map's picture, and the things under its points. */

#define WIDTH 700
#define HEIGHT 700

typedef struct
{
  WeftNocCapture *capture;
  WeftNocDemand **demands;
  WeftNocStats *stats;
  WeftStyle *style;
  GArray *flows;
  WeftNocMap *map;
  WeftNocViewport viewport;
  cairo_surface_t *surface;
} Fixture;

/* Draws these statistics and how they differ from others (nullable), in place of what was drawn before. */
static void
fixture_draw (Fixture *self, const WeftNocStats *stats, const WeftNocComparison *comparison)
{
  const WeftNocMapOptions options = { .stats = stats,
                                      .comparison = comparison,
                                      .flows = self->flows,
                                      .style = self->style,
                                      .peak = TRUE,
                                      .nocs = 3,
                                      .max_flows = WEFT_NOC_DRAWN_FLOWS };
  WeftPaintList *list = weft_paint_list_new ();

  g_clear_pointer (&self->map, weft_noc_map_free);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  self->map = weft_noc_map_new (&options);
  self->viewport = weft_noc_layout_fit (weft_noc_map_get_layout (self->map), 0, 0, WIDTH, HEIGHT);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  weft_noc_map_paint (self->map, &self->viewport, 0, 0, 0, WIDTH, HEIGHT, list);
  weft_paint_pixels_draw_surface (list, self->style->atlas, self->surface, NULL, 0, 0);
  weft_paint_list_free (list);
}

static void
fixture_open (Fixture *self, const char *json)
{
  g_autoptr (WeftNocTrace) trace = read_noc (json);
  WeftStyleOptions style_options = weft_style_options_default ();

  *self = (Fixture){ NULL };
  self->capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  self->demands = weft_noc_demands_new (self->capture, NULL, NULL, NULL);
  self->stats = weft_noc_stats_new (self->demands, NULL, NULL, NULL, NULL);
  self->style = weft_style_new (&style_options, NULL);
  self->flows = weft_noc_flows_sum (self->capture, &WEFT_CYCLE_RANGE_ALL, NULL);
  fixture_draw (self, self->stats, NULL);
}

static void
fixture_close (Fixture *self)
{
  cairo_surface_destroy (self->surface);
  weft_noc_map_free (self->map);
  g_array_unref (self->flows);
  weft_style_unref (self->style);
  weft_noc_stats_free (self->stats);
  weft_noc_demands_free (self->demands);
  weft_noc_capture_unref (self->capture);
}

static WeftColor
get_pixel (const Fixture *self, double x, double y)
{
  const guint8 *data = cairo_image_surface_get_data (self->surface);
  int stride = cairo_image_surface_get_stride (self->surface);

  return *(const guint32 *) (gconstpointer) (data + (int) y * stride + (int) x * 4);
}

/* The colour of a link's lane near its start, where `at` is 0.1, or at its middle. */
static WeftColor
get_lane_color (const Fixture *self, guint index, double at)
{
  WeftNocThing thing = { WEFT_NOC_LINK, 0, index };
  double box[4];

  g_assert_true (weft_noc_map_get_box (self->map, &self->viewport, &thing, box));
  return get_pixel (self, box[0] + box[2] * at, box[1] + box[3] / 2);
}

#define READ_FROM_DRAM \
  "[{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':7680,'type':'READ'," \
  "'timestamp':0},{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_END'," \
  "'timestamp':256}]"

#define READ_WITHOUT_BARRIER \
  "[{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':7680,'type':'READ'," \
  "'timestamp':0},{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'WRITE_FLUSH'," \
  "'timestamp':900}]"

/* The second of two reads has no barrier after it. */
#define READ_BEFORE_AND_AFTER_BARRIER \
  "[{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':2560,'type':'READ'," \
  "'timestamp':0},{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_END'," \
  "'timestamp':256},{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':512," \
  "'type':'READ','timestamp':300}]"

static guint32
east_of (const Fixture *self, guint x, guint y)
{
  return weft_noc_make_link (weft_noc_capture_get_topology (self->capture, NULL), 0, y * 10 + x,
                             WEFT_NOC_EAST);
}

/* A link that is used has the colour of its utilization, which is all of it here; others have none. */
static void
test_colors (void)
{
  Fixture self;

  fixture_open (&self, READ_FROM_DRAM);
  for (guint x = 0; x < 2; x++)
    {
      g_assert_cmphex (get_lane_color (&self, east_of (&self, x, 1), 0.1), ==,
                       weft_style_heat (self.style, 1));
      /* The chevron says which way it goes. */
      g_assert_cmphex (get_lane_color (&self, east_of (&self, x, 1), 0.5), ==,
                       weft_style_color (self.style, WEFT_COLOR_TEXT));
    }
  g_assert_cmphex (get_lane_color (&self, east_of (&self, 2, 1), 0.1), !=,
                   weft_style_heat (self.style, 1));
  g_assert_cmphex (get_lane_color (&self, east_of (&self, 2, 1), 0.5), !=,
                   weft_style_color (self.style, WEFT_COLOR_TEXT));
  fixture_close (&self);
}

/* Of two captures a link is drawn as used where something goes over it in one of them, in the interval. */
static void
test_difference (void)
{
  const WeftCycleRange later = { 1000, 1100 };
  Fixture self;

  fixture_open (&self, READ_FROM_DRAM);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (WeftNocStats) stats =
        weft_noc_stats_new (self.demands, i > 0 ? &later : NULL, NULL, NULL, NULL);
      g_autoptr (WeftNocComparison) comparison = weft_noc_comparison_new (stats, stats, 0, NULL);
      gboolean used;

      fixture_draw (&self, stats, comparison);
      used = get_lane_color (&self, east_of (&self, 0, 1), 0.5)
             == weft_style_color (self.style, WEFT_COLOR_TEXT);
      g_assert_cmpint (used, ==, i == 0);
      fixture_draw (&self, self.stats, NULL);
    }
  fixture_close (&self);
}

/* How many points of a box have a colour. */
static guint
count_pixels (const Fixture *self, int x, int y, int width, int height, WeftColor color)
{
  guint n = 0;

  for (int py = y; py < y + height; py++)
    for (int px = x; px < x + width; px++)
      n += get_pixel (self, px, py) == color;
  return n;
}

/* A link whose transfers no barrier bounds has no rate: it is grey, which is neither none nor little. */
static void
test_unknown (void)
{
  Fixture self;
  const WeftNocSeriesStats *link;
  WeftNocThing thing = { WEFT_NOC_LINK, 0, 0 };
  double box[4];

  fixture_open (&self, READ_WITHOUT_BARRIER);
  link = &g_array_index (self.stats->links, WeftNocSeriesStats, 0);
  g_assert_cmpuint (link->bytes, ==, 7680);
  g_assert_true (isnan (link->mean[WEFT_NOC_BARRIER_BOUNDED]));
  g_assert_true (isnan (link->peak[WEFT_NOC_BARRIER_BOUNDED]));
  g_assert_cmpfloat (link->mean[WEFT_NOC_ISSUE_DEMAND], >, 0);
  thing.index = east_of (&self, 0, 1);
  g_assert_true (weft_noc_map_get_box (self.map, &self.viewport, &thing, box));
  g_assert_cmpuint (count_pixels (&self, (int) box[0], (int) box[1], (int) box[2], (int) box[3],
                                  weft_style_color (self.style, WEFT_COLOR_UNKNOWN)),
                    >, 0);
  fixture_close (&self);
}

/* Points of the first link that have its colour, and are not hatched. */
static guint
count_plain (const Fixture *self)
{
  const WeftNocSeriesStats *link = &g_array_index (self->stats->links, WeftNocSeriesStats, 0);
  WeftNocThing thing = { WEFT_NOC_LINK, 0, east_of (self, 0, 1) };
  double box[4];

  g_assert_true (weft_noc_map_get_box (self->map, &self->viewport, &thing, box));
  return count_pixels (self, (int) box[0], (int) box[1], (int) box[2], (int) box[3],
                       weft_style_heat (self->style, link->peak[WEFT_NOC_BARRIER_BOUNDED]));
}

/* Of a link on which a part has no barrier the rate is at least that of the rest, and says so. */
static void
test_partly_unknown (void)
{
  const WeftNocSeriesStats *link;
  Fixture self;
  guint n_plain;

  fixture_open (&self, READ_FROM_DRAM);
  link = &g_array_index (self.stats->links, WeftNocSeriesStats, 0);
  g_assert_cmpuint (link->unbounded_bytes, ==, 0);
  n_plain = count_plain (&self);
  g_assert_cmpuint (n_plain, >, 0);
  fixture_close (&self);
  fixture_open (&self, READ_BEFORE_AND_AFTER_BARRIER);
  link = &g_array_index (self.stats->links, WeftNocSeriesStats, 0);
  g_assert_cmpuint (link->bytes, ==, 3072);
  g_assert_cmpuint (link->unbounded_bytes, ==, 512);
  g_assert_cmpfloat (link->mean[WEFT_NOC_BARRIER_BOUNDED], >, 0);
  g_assert_cmpuint (count_plain (&self), <, n_plain * 8 / 10);
  fixture_close (&self);
}

/* Each flow has an arrow in the street beside its links, which can be pointed at. */
static void
test_flows (void)
{
  Fixture self;
  WeftPoint from, to;
  WeftNocThing found = { WEFT_NOC_NOTHING, 0, 0 };
  guint n_drawn;

  fixture_open (&self, READ_FROM_DRAM);
  g_assert_cmpuint (weft_noc_map_get_n_flows (self.map, &n_drawn), ==, 1);
  g_assert_cmpuint (n_drawn, ==, 1);
  from = weft_noc_layout_get_middle (weft_noc_map_get_layout (self.map), &self.viewport, 0, 10);
  to = weft_noc_layout_get_middle (weft_noc_map_get_layout (self.map), &self.viewport, 0, 12);
  g_assert_cmpuint (count_pixels (&self, (int) from.x, (int) (from.y - self.viewport.pitch_y / 2),
                                  (int) (to.x - from.x), (int) self.viewport.pitch_y / 2,
                                  weft_style_color (self.style, WEFT_COLOR_READ)),
                    >, (guint) (to.x - from.x));
  for (double y = from.y - self.viewport.pitch_y / 2; y < from.y; y++)
    {
      found = weft_noc_map_hit (self.map, &self.viewport, (from.x + to.x) / 2 - 5, y);
      if (found.kind == WEFT_NOC_FLOW)
        break;
    }
  g_assert_cmpint (found.kind, ==, WEFT_NOC_FLOW);
  fixture_close (&self);
}

/* The map takes the pane that it has, but for what would be too far out of square. */
static void
test_fit (void)
{
  static const int sizes[][2] = { { 700, 700 }, { 1600, 500 }, { 400, 1200 }, { 900, 650 } };
  Fixture self;

  fixture_open (&self, READ_FROM_DRAM);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const WeftNocLayout *layout = weft_noc_map_get_layout (self.map);
      WeftNocViewport viewport = weft_noc_layout_fit (layout, 0, 0, sizes[i][0], sizes[i][1]);
      double width, height, aspect = viewport.pitch_x / viewport.pitch_y;

      weft_noc_layout_get_size (layout, &width, &height);
      width *= viewport.pitch_x;
      height *= viewport.pitch_y;
      g_assert_cmpfloat (MAX (aspect, 1 / aspect), <=, WEFT_NOC_MAX_ASPECT + 1e-9);
      g_assert_cmpfloat (width, <=, sizes[i][0] + 1e-6);
      g_assert_cmpfloat (height, <=, sizes[i][1] + 1e-6);
      g_assert_true (sizes[i][0] - width < 1e-6 || sizes[i][1] - height < 1e-6);
      if (MAX (aspect, 1 / aspect) < WEFT_NOC_MAX_ASPECT - 1e-9)
        g_assert_true (sizes[i][0] - width < 1e-6 && sizes[i][1] - height < 1e-6);
    }
  fixture_close (&self);
}

/* Every tile and link is found where it is drawn; in the middle of a link a flow may cross it. */
static void
test_hits (void)
{
  Fixture self;
  const WeftNocTopology *topology;

  fixture_open (&self, READ_FROM_DRAM);
  topology = weft_noc_capture_get_topology (self.capture, NULL);
  for (guint tile = 0; tile < topology->n_tiles; tile++)
    for (guint i = 0; i < 5; i++)
      {
        WeftNocThing thing = { WEFT_NOC_TILE, 0, tile }, found;
        double box[4];

        if (i > 0)
          thing = (WeftNocThing){ WEFT_NOC_LINK, 0,
                                  weft_noc_make_link (topology, (i - 1) / 2, tile,
                                                      (WeftNocDirection) (i - 1)) };
        g_assert_true (weft_noc_map_get_box (self.map, &self.viewport, &thing, box));
        found =
          weft_noc_map_hit (self.map, &self.viewport, box[0] + box[2] / 5, box[1] + box[3] / 5);
        g_assert_true (weft_noc_thing_equal (&thing, &found));
      }
  g_assert_cmpint (weft_noc_map_hit (self.map, &self.viewport, -50, -50).kind, ==,
                   WEFT_NOC_NOTHING);
  fixture_close (&self);
}

/* Both back ends draw the whole picture alike. */
static void
test_back_ends (void)
{
  Fixture self;
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *drawn = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autofree char *text = make_noc_text (400, 8);
  WeftNocFigurePicture figure = { .title = "made", .width = WIDTH, .height = HEIGHT };
  cairo_t *cr = cairo_create (drawn);
  guint n_different = 0;

  fixture_open (&self, text);
  figure.map = self.map;
  figure.stats = self.stats;
  figure.demands = self.demands;
  figure.style = self.style;
  weft_noc_figure_paint_mesh (&figure, list);
  weft_paint_pixels_draw_surface (list, self.style->atlas, self.surface, NULL, 0, 0);
  weft_paint_cairo_draw (list, self.style->atlas, cr);
  cairo_destroy (cr);
  cairo_surface_flush (drawn);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        const guint8 *data = cairo_image_surface_get_data (drawn);
        guint32 a = *(const guint32 *) (gconstpointer) (data
                                                        + y * cairo_image_surface_get_stride (drawn)
                                                        + x * 4),
                b = get_pixel (&self, x, y);

        for (guint shift = 0; shift < 24; shift += 8)
          if (ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255)) > 24)
            {
              n_different++;
              break;
            }
      }
  /* Texts and slanted edges differ at their rims. */
  g_assert_cmpuint (n_different, <, WIDTH * HEIGHT / 100);
  cairo_surface_destroy (drawn);
  weft_paint_list_free (list);
  fixture_close (&self);
}

/* Rows send, columns take. */
static void
test_matrix (void)
{
  Fixture self;
  g_autoptr (GArray) routes = NULL;
  g_autoptr (WeftNocMatrix) matrix = NULL;
  WeftNocGrid grid;
  guint row, column;

  fixture_open (&self, READ_FROM_DRAM);
  routes = weft_noc_sum_routes (self.capture, 0, &WEFT_CYCLE_RANGE_ALL, NULL);
  matrix = weft_noc_matrix_new (self.capture, routes);
  g_assert_cmpuint (matrix->n_rows, ==, 1);
  g_assert_cmpuint (matrix->rows[0], ==, 10);
  g_assert_cmpuint (matrix->columns[0], ==, 12);
  g_assert_cmpuint (weft_noc_matrix_get (matrix, 0, 0), ==, 7680);
  grid = weft_noc_grid_fit (matrix, self.style, 0, 0, WIDTH, HEIGHT);
  g_assert_true (weft_noc_grid_hit (matrix, &grid, grid.x + 1, grid.y + 1, &row, &column));
  g_assert_cmpuint (row + column, ==, 0);
  g_assert_false (
    weft_noc_grid_hit (matrix, &grid, grid.x + grid.pitch + 1, grid.y + 1, &row, &column));
  fixture_close (&self);
}

static void
check_track (Fixture *self, WeftTrackScene *scene, guint32 id, const char *text)
{
  const WeftTrack *track = weft_track_scene_find (scene, id);
  WeftTrackView view = {
    .axis = { .ticks_per_px = 0.1, .ticks_per_unit = 1, .unit_name = "cycles" },
    .width = WIDTH,
    .height = 20,
    .last = WIDTH / 10,
    .style = self->style,
  };
  g_auto (WeftTrackHit) hit = { .on_track = TRUE, .track = id, .thing = WEFT_TRACK_NO_THING };

  g_assert_nonnull (track);
  scene->painter->hit_test (scene->data, track, &view, 5, 10, &hit);
  g_assert_cmpstr (hit.text, ==, text);
}

/* Waits and zones of one cycle are of "1 cycle". */
static void
test_one_cycle (void)
{
  const WeftNocThing tile = { WEFT_NOC_TILE, 0, 12 };
  WeftTrackScene *scene;
  Fixture self;

  fixture_open (&self,
                "[{'proc':'BRISC','sx':2,'sy':1,'zone':'wait','zone_phase':'begin','timestamp':10},"
                "{'proc':'BRISC','sx':2,'sy':1,'type':'READ_BARRIER_START','timestamp':10},"
                "{'proc':'BRISC','sx':2,'sy':1,'type':'READ_BARRIER_END','timestamp':11},"
                "{'proc':'BRISC','sx':2,'sy':1,'zone':'wait','zone_phase':'end','timestamp':11}]");
  scene = weft_noc_scene_new (self.demands, WEFT_NOC_BARRIER_BOUNDED, &tile, NULL);
  check_track (&self, scene, WEFT_NOC_TRACK_WAITS, "In a barrier for 1 cycle");
  check_track (&self, scene, WEFT_NOC_TRACK_ZONES, "wait: 1 cycle");
  weft_track_scene_unref (scene);
  fixture_close (&self);
}

/* Paints a track 40 pixels below the top of what is seen: its colour there, ten cycles in. */
static WeftColor
paint_track (Fixture *self, WeftTrackScene *scene, guint32 id)
{
  const WeftTrack *track = weft_track_scene_find (scene, id);
  WeftTrackView view = {
    .axis = { .ticks_per_px = 0.1, .ticks_per_unit = 1, .unit_name = "cycles" },
    .width = WIDTH,
    .y = 40,
    .height = 20,
    .last = WIDTH / 10,
    .style = self->style,
  };
  WeftPaintList *list = weft_paint_list_new ();

  g_assert_nonnull (track);
  scene->painter->paint (scene->data, track, &view, list);
  weft_paint_pixels_draw_surface (list, self->style->atlas, self->surface, NULL, 0, 0);
  weft_paint_list_free (list);
  return get_pixel (self, 100, 50);
}

/* While nothing is selected each core's processors have a track with their zones. */
static void
test_zone_tracks (void)
{
  const WeftNocThing nothing = { WEFT_NOC_NOTHING, 0, 0 };
  const WeftNocZone *zones;
  WeftTrackScene *scene;
  guint32 n_zones;
  Fixture self;

  fixture_open (&self,
                "[{'proc':'BRISC','sx':2,'sy':1,'zone':'one','zone_phase':'begin','timestamp':0},"
                "{'proc':'BRISC','sx':2,'sy':1,'zone':'one','zone_phase':'end','timestamp':50},"
                "{'proc':'NCRISC','sx':3,'sy':1,'zone':'two','zone_phase':'begin','timestamp':0},"
                "{'proc':'NCRISC','sx':3,'sy':1,'zone':'two','zone_phase':'end','timestamp':40}]");
  scene = weft_noc_scene_new (self.demands, WEFT_NOC_BARRIER_BOUNDED, &nothing, NULL);
  g_assert_cmpuint (scene->n_tracks, ==, 2);
  g_assert_cmpstr (scene->tracks[0].title, ==, "(2,1) BRISC");
  g_assert_cmpstr (scene->tracks[1].title, ==, "(3,1) NCRISC");
  check_track (&self, scene, WEFT_NOC_TRACK_ZONES, "one: 50 cycles");
  check_track (&self, scene, WEFT_NOC_TRACK_ZONES + 1, "two: 40 cycles");
  zones = weft_noc_capture_get_zones (self.capture, &n_zones);
  g_assert_cmpuint (n_zones, ==, 2);
  for (guint i = 0; i < n_zones; i++)
    g_assert_cmphex (paint_track (&self, scene, WEFT_NOC_TRACK_ZONES + i), ==,
                     weft_style_category (self.style, zones[i].name_id));
  weft_track_scene_unref (scene);
  fixture_close (&self);
}

/* Transfers without a rate are under way all the same, by the demand that is known. */
static void
test_under_way (void)
{
  const WeftNocThing nothing = { WEFT_NOC_NOTHING, 0, 0 };
  WeftTrackView view = {
    .axis = { .ticks_per_px = 1, .ticks_per_unit = 1, .unit_name = "cycles" },
    .width = WIDTH,
    .height = 20,
    .last = WIDTH,
  };
  WeftPaintList *list = weft_paint_list_new ();
  WeftTrackScene *scene;
  Fixture self;

  fixture_open (&self, READ_WITHOUT_BARRIER);
  view.style = self.style;
  scene = weft_noc_scene_new (self.demands, WEFT_NOC_BARRIER_BOUNDED, &nothing, NULL);
  scene->painter->paint_minimap (scene->data, &view, list);
  g_assert_cmpuint (weft_paint_list_get_length (list), >, 0);
  weft_paint_list_free (list);
  weft_track_scene_unref (scene);
  fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-map/colors", test_colors);
  g_test_add_func ("/noc-map/difference", test_difference);
  g_test_add_func ("/noc-map/unknown", test_unknown);
  g_test_add_func ("/noc-map/partly-unknown", test_partly_unknown);
  g_test_add_func ("/noc-map/zone-tracks", test_zone_tracks);
  g_test_add_func ("/noc-map/under-way", test_under_way);
  g_test_add_func ("/noc-map/flows", test_flows);
  g_test_add_func ("/noc-map/fit", test_fit);
  g_test_add_func ("/noc-map/hits", test_hits);
  g_test_add_func ("/noc-map/back-ends", test_back_ends);
  g_test_add_func ("/noc-map/matrix", test_matrix);
  g_test_add_func ("/noc-map/one-cycle", test_one_cycle);
  return g_test_run ();
}
