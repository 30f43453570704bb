/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "npu-fixture.h"
#include "weft-npu-charts.h"
#include "weft-npu-index-builder.h"
#include "weft-npu-lanes.h"
#include "weft-npu-missing.h"
#include "weft-npu-roofline.h"
#include "weft-npu-scene.h"
#include "weft-npu-stats.h"
#include "weft-paint-pixels.h"
#include "weft-track-layout.h"

#include <math.h>

static const char text[] = NPU_DOCUMENT (
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"layer_id\": \"a\", "
  "\"op\": \"LOAD\", \"start_cycle\": 0, \"end_cycle\": 40, \"details\": {\"bytes\": 1280, "
  "\"direction\": \"read\"}},\n"
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"layer_id\": \"a\", "
  "\"op\": \"STORE\", \"start_cycle\": 20, \"end_cycle\": 60, \"details\": {\"bytes\": 640, "
  "\"direction\": \"write\"}},\n"
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"layer_id\": \"b\", "
  "\"op\": \"GEMM\", \"start_cycle\": 60, \"end_cycle\": 80, \"details\": {\"macs\": 2000}},\n"
  "{\"type\": \"STALL_EVENT\", \"master\": \"TE\", \"master_id\": 0, \"reason\": \"backpressure\", "
  "\"start_cycle\": 40, \"end_cycle\": 60},\n"
  "{\"type\": \"MARKER_EVENT\", \"name\": \"half\", \"cycle\": 50},\n"
  "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", \"token_index\": 0, \"start_cycle\": 0, "
  "\"end_cycle\": 80}",
  "", "\"cycles_total\": 100");

/* A scene of the text, laid out so that a cycle is ten pixels. */
typedef struct
{
  NpuFixture npu;
  WeftNpuBandwidth *bandwidth;
  WeftTrackScene *scene;
  WeftTrackOrder *order;
  WeftTrackLayout *layout;
  WeftStyle *style;
  WeftAxis axis;
} Fixture;

/* Lays out a scene with these options, in place of the one before. */
static void
set_scene (Fixture *self, WeftNpuSceneOptions options, const WeftBitset *rows)
{
  g_autoptr (WeftNpuIndex) shown = weft_npu_index_build (self->npu.snapshot, rows);

  options.snapshot = self->npu.snapshot;
  options.shown = shown;
  options.bandwidth = self->bandwidth;
  options.with = WEFT_NPU_WITH_ALL;
  g_clear_pointer (&self->layout, weft_track_layout_unref);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  self->scene = weft_npu_scene_new (&options);
  self->layout = weft_track_layout_new (self->scene, self->order, self->style);
}

static void
set_up_text (Fixture *self, const char *document, const WeftBitset *rows)
{
  npu_fixture_read (&self->npu, document, strlen (document), G_MAXINT);
  self->bandwidth = weft_npu_bandwidth_new (self->npu.snapshot);
  self->order = weft_track_order_new ();
  self->style = weft_style_new (NULL, NULL);
  set_scene (self, (WeftNpuSceneOptions){ .arrows = TRUE }, rows);
  self->axis = (WeftAxis){ .ticks_per_px = 0.1, .ticks_per_unit = 1, .unit_name = "cycles" };
}

static void
set_up (Fixture *self, const WeftBitset *rows)
{
  set_up_text (self, text, rows);
}

static void
tear_down (Fixture *self)
{
  weft_track_layout_unref (self->layout);
  weft_track_order_free (self->order);
  weft_track_scene_unref (self->scene);
  weft_style_unref (self->style);
  weft_npu_bandwidth_unref (self->bandwidth);
  npu_fixture_clear (&self->npu);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, tear_down)

static void
hit (Fixture *self, guint32 track, double x, double part, WeftTrackHit *result)
{
  const WeftTrackRow *row = weft_track_layout_find_track (self->layout, track);

  g_assert_nonnull (row);
  weft_track_layout_hit_test (self->layout, &self->axis, self->style, x,
                              row->y + part * row->height, result);
}

static void
test_tracks (void)
{
  static const guint32 ids[] = { WEFT_NPU_TRACK_PHASES,    WEFT_NPU_TRACK_TOKENS,
                                 WEFT_NPU_TRACK_MARKERS,   WEFT_NPU_TRACK_LANE,
                                 WEFT_NPU_TRACK_LANE + 1,  WEFT_NPU_TRACK_BANDWIDTH,
                                 WEFT_NPU_TRACK_READ_HEAT, WEFT_NPU_TRACK_UTILIZATION };
  g_auto (Fixture) fixture = { { NULL } };

  set_up (&fixture, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_nonnull (weft_track_layout_find_track (fixture.layout, ids[i]));
  /* The DMA's two transfers overlap: its lane is higher than that of the TE. */
  g_assert_cmpint (weft_track_layout_find_track (fixture.layout, WEFT_NPU_TRACK_LANE)->height, >,
                   weft_track_layout_find_track (fixture.layout, WEFT_NPU_TRACK_LANE + 1)->height);
}

static void
test_hits (void)
{
  g_auto (Fixture) fixture = { { NULL } };
  g_auto (WeftTrackHit) load = { 0 }, store = { 0 }, stall = { 0 }, token = { 0 }, flow = { 0 };

  set_up (&fixture, NULL);
  hit (&fixture, WEFT_NPU_TRACK_LANE, 300, 0.25, &load);
  g_assert_cmpuint (load.thing, ==, 0);
  g_assert_nonnull (strstr (load.text, "LOAD · DMA 0"));
  hit (&fixture, WEFT_NPU_TRACK_LANE, 300, 0.75, &store);
  g_assert_cmpuint (store.thing, ==, 1);
  g_assert_cmpint (store.first, ==, 20);
  g_assert_cmpint (store.last, ==, 60);
  hit (&fixture, WEFT_NPU_TRACK_LANE + 1, 500, 0.5, &stall);
  g_assert_true (stall.thing == WEFT_TRACK_NO_THING);
  g_assert_nonnull (strstr (stall.text, "stalled 100.0 %"));
  hit (&fixture, WEFT_NPU_TRACK_TOKENS, 300, 0.5, &token);
  g_assert_cmpuint (token.thing, ==, 5);
  hit (&fixture, WEFT_NPU_TRACK_BANDWIDTH, 300, 0.5, &flow);
  g_assert_nonnull (strstr (flow.text, "≈ from events"));
}

static void
test_steps (void)
{
  g_auto (Fixture) fixture = { { NULL } };
  const WeftTrack *lane;
  const WeftTrackPainter *painter;
  g_auto (WeftTrackHit) first = { .thing = WEFT_TRACK_NO_THING, .first = G_MININT64 / 2 };
  g_auto (WeftTrackHit) second = { 0 }, third = { 0 };

  set_up (&fixture, NULL);
  lane = weft_track_scene_find (fixture.scene, WEFT_NPU_TRACK_LANE);
  painter = fixture.scene->painter;
  g_assert_true (painter->step (fixture.scene->data, lane, &first, 1, &second));
  g_assert_cmpuint (second.thing, ==, 0);
  g_assert_true (painter->step (fixture.scene->data, lane, &second, 1, &third));
  g_assert_cmpuint (third.thing, ==, 1);
  g_assert_false (painter->step (fixture.scene->data, lane, &third, 1, &first));
}

#define RUN(start, end) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"name\": \"mm\", " \
  "\"start_cycle\": " #start ", \"end_cycle\": " #end "}"

/* Each event is found in the part of its lane in which it lies, also where others that last no time start with it. */
static void
test_parts (void)
{
  g_auto (Fixture) fixture = { { NULL } };
  gint64 until[2] = { 0 };

  set_up_text (
    &fixture,
    NPU_DOCUMENT (RUN (5, 5) ",\n" RUN (5, 5) ",\n" RUN (5, 9) ",\n" RUN (7, 12) ",\n" RUN (9, 12),
                  "", ""),
    NULL);
  for (guint32 row = 0; row < 5; row++)
    {
      guint sub = weft_npu_find_sub (fixture.scene->data, 0, row);

      g_assert_cmpuint (sub, <, 2);
      g_assert_cmpint (weft_npu_start (fixture.npu.snapshot->trace, row), >=, until[sub]);
      until[sub] = weft_npu_end (fixture.npu.snapshot->trace, row);
    }
  g_assert_cmpint (until[1], >, 0);
}

/* Events that a filter leaves out are not there to be hit. */
static void
test_filtered (void)
{
  g_autoptr (WeftBitset) rows = weft_bitset_new (6);
  g_auto (Fixture) fixture = { { NULL } };
  g_auto (WeftTrackHit) result = { 0 };

  rows->words[0] = 1 << 1;
  weft_bitset_seal (rows);
  set_up (&fixture, rows);
  hit (&fixture, WEFT_NPU_TRACK_LANE, 300, 0.5, &result);
  g_assert_cmpuint (result.thing, ==, 1);
}

/* At any zoom something is painted, within what a list may cost. */
static void
test_paint (void)
{
  g_auto (Fixture) fixture = { { NULL } };

  set_up (&fixture, NULL);
  for (double zoom = 1e-3; zoom < 1e6; zoom *= 10)
    {
      WeftPaintList *list = weft_paint_list_new ();

      fixture.axis.ticks_per_px = zoom;
      weft_track_layout_paint (fixture.layout, &fixture.axis, fixture.style, 600, 0, 0, 600,
                               fixture.layout->height, NULL, list);
      g_assert_cmpuint (weft_paint_list_get_length (list), >, 10);
      g_assert_cmpuint (weft_paint_list_get_length (list), <, 20000);
      weft_paint_list_free (list);
    }
}

/* A phase is what its tokens cover, and can be zoomed to. */
static void
test_phases (void)
{
  g_auto (Fixture) fixture = { { NULL } };
  g_auto (WeftTrackHit) result = { .on_track = FALSE };

  set_up (&fixture, NULL);
  hit (&fixture, WEFT_NPU_TRACK_PHASES, 300, 0.5, &result);
  g_assert_cmpint (result.first, ==, 0);
  g_assert_cmpint (result.last, ==, 80);
  g_assert_cmpstr (result.text, ==, "DECODE · 80 cycles · 1 token");
}

static guint32
get_pixel (Fixture *self, guint32 track, int x)
{
  g_autofree guint32 *pixels = g_new0 (guint32, 1000);
  const WeftTrackRow *row = weft_track_layout_find_track (self->layout, track);
  WeftPaintList *list = weft_paint_list_new ();

  weft_track_layout_paint (self->layout, &self->axis, self->style, 1000, 0,
                           row->y + row->height / 2, 1000, 1, NULL, list);
  weft_paint_pixels_draw (list, self->style->atlas, pixels, 1000, 1, 4000, 0, 0);
  weft_paint_list_free (list);
  return pixels[x];
}

/* An event that asks for a colour has it; a word that is none changes nothing. */
static void
test_hints (void)
{
  static const char hinted[] = NPU_DOCUMENT (
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"A\", "
    "\"start_cycle\": 0, \"end_cycle\": 20, \"color_hint\": \"#12ab34\"},\n"
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"B\", "
    "\"start_cycle\": 20, \"end_cycle\": 40, \"details\": {\"color_hint\": \"red\"}},\n"
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"C\", "
    "\"start_cycle\": 40, \"end_cycle\": 60, \"color_hint\": \"no colour\"}",
    "", "");
  g_auto (Fixture) fixture = { { NULL } };

  set_up_text (&fixture, hinted, NULL);
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 150), ==, 0xff12ab34);
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 350), ==, 0xffff0000);
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 550), ==,
                   weft_style_color (fixture.style, WEFT_COLOR_TE));
}

/* A failure is seen from however far, in whatever company. */
static void
test_failures (void)
{
  g_autoptr (GString) document = g_string_new ("{" NPU_BLOCKS "\"timeline_events\": [\n");
  g_auto (Fixture) fixture = { { NULL } };
  WeftColor error;

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (document,
                            "{\"type\": \"CMD_EVENT\", \"event\": \"%s\", \"source\": \"CMDQ\", "
                            "\"cmd_id\": %u, \"cycle\": %u},\n",
                            i == 4003 ? "ERROR" : "END", i, i);
  g_string_append (document, "{\"type\": \"MARKER_EVENT\", \"name\": \"end\", \"cycle\": 10000}]}");
  set_up_text (&fixture, document->str, NULL);
  error = weft_style_color (fixture.style, WEFT_COLOR_ERROR);
  fixture.axis.ticks_per_px = 10;
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 399), !=, error);
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 400), ==, error);
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 401), !=, error);
  fixture.axis.ticks_per_px = 0.1;
  fixture.axis.origin = 4000;
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 30), ==, error);
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 35), !=, error);
}

/* The share of a column that events take is that of its cycles, whatever the zoom. */
static void
test_shares (void)
{
  enum
  {
    N = 5000
  };
  g_autoptr (GString) document = g_string_new ("{" NPU_BLOCKS "\"timeline_events\": [\n");
  g_auto (Fixture) fixture = { { NULL } };
  WeftColor full;

  /* Two of three cycles, then none, then all of them. */
  for (guint i = 0; i < N; i++)
    g_string_append_printf (document,
                            "%s{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, "
                            "\"op\": \"A\", \"start_cycle\": %u, \"end_cycle\": %u}",
                            i > 0 ? ",\n" : "", i < N / 2 ? 3 * i : 3 * i + N,
                            (i < N / 2 ? 3 * i : 3 * i + N) + (i < N / 2 ? 2 : 3));
  g_string_append (document, "]}");
  set_up_text (&fixture, document->str, NULL);
  full = weft_style_color (fixture.style, WEFT_COLOR_TE);
  for (double zoom = 20; zoom < 100; zoom *= 1.7)
    {
      int half = (int) (N * 1.5 / zoom);
      WeftColor part, none, idle = weft_style_color (fixture.style, WEFT_COLOR_IDLE);

      fixture.axis.ticks_per_px = zoom;
      part = get_pixel (&fixture, WEFT_NPU_TRACK_LANE, half / 2);
      none = get_pixel (&fixture, WEFT_NPU_TRACK_LANE, half + half / 3);
      g_assert_cmphex (none, ==, idle);
      g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_LANE, 2 * half + half / 2), ==, full);
      for (guint shift = 0; shift < 24; shift += 8)
        {
          double from = idle >> shift & 0xff, to = full >> shift & 0xff;

          g_assert_cmpfloat_with_epsilon (part >> shift & 0xff,
                                          from + (to - from) * (0.15 + 0.85 * 2 / 3),
                                          0.1 * fabs (to - from) + 1);
        }
    }
}

/* A marker's name ends where the next one begins, and goes on in the next tile. */
static void
test_marker_names (void)
{
  static const char marked[] = NPU_DOCUMENT (
    "{\"type\": \"MARKER_EVENT\", \"name\": \"a long name of a marker\", \"cycle\": 10},\n"
    "{\"type\": \"MARKER_EVENT\", \"name\": \"another long name of one\", \"cycle\": 16}",
    "", "");
  g_auto (Fixture) fixture = { { NULL } };
  g_autofree guint32 *whole = g_new0 (guint32, 1000 * 20), *part = g_new0 (guint32, 1000 * 20);
  const WeftTrackRow *row;
  WeftPaintList *list = weft_paint_list_new ();

  set_up_text (&fixture, marked, NULL);
  row = weft_track_layout_find_track (fixture.layout, WEFT_NPU_TRACK_MARKERS);
  weft_track_layout_paint (fixture.layout, &fixture.axis, fixture.style, 1000, 0, row->y, 1000, 20,
                           NULL, list);
  weft_paint_pixels_draw (list, fixture.style->atlas, whole, 1000, 20, 4000, 0, 0);
  /* Nothing of the first name is left beside the second flag. */
  for (int y = 4; y < 16; y++)
    g_assert_cmphex (whole[1000 * y + 158], ==,
                     weft_style_color (fixture.style, WEFT_COLOR_CANVAS));
  weft_paint_list_clear (list);
  weft_track_layout_paint (fixture.layout, &fixture.axis, fixture.style, 1000, 200, row->y, 800, 20,
                           NULL, list);
  weft_paint_pixels_draw (list, fixture.style->atlas, part, 1000, 20, 4000, 0, 0);
  for (int y = 0; y < 20; y++)
    g_assert_cmpmem (whole + 1000 * y + 200, 800 * 4, part + 1000 * y, 800 * 4);
  weft_paint_list_free (list);
}

#define OTHER(engine, start, end, direction) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"" engine \
  "\", \"engine_id\": 0, \"op\": \"MOVE\", \"start_cycle\": " #start ", \"end_cycle\": " #end \
  ", \"details\": {\"bytes\": 64" direction "}}"
#define READS ", \"direction\": \"read\""
#define WRITES ", \"direction\": \"write\""

/* Engines that the format does not know are told by the way in which they move data, and the legend says so; those
 * that move it both ways, or do not say, are not. */
static void
test_directions (void)
{
  static const struct
  {
    const char *title;
    const char *entry; /* of the legend */
  } expected[] = { { "IN 0 · read", "read" },
                   { "OUT 0 · written", "written" },
                   { "BOTH 0", "OTHER" },
                   { "DUMB 0", "OTHER" } };
  static const char moves[] = NPU_DOCUMENT (
    OTHER ("IN", 0, 10, READS) "," OTHER ("IN", 20, 30, READS) "," OTHER (
      "OUT", 0, 10,
      WRITES) "," OTHER ("BOTH", 0, 10,
                         READS) "," OTHER ("BOTH", 20, 30,
                                           WRITES) "," OTHER ("DUMB", 0, 10,
                                                              READS) "," OTHER ("DUMB", 20, 30, ""),
    "", "\"cycles_total\": 100");
  g_auto (Fixture) fixture = { { NULL } };
  WeftTrackLegendEntry entries[16];
  guint n;

  set_up_text (&fixture, moves, NULL);
  n = fixture.scene->painter->get_legend (fixture.scene->data, fixture.style, entries,
                                          G_N_ELEMENTS (entries));
  g_assert_cmpuint (n, >, 2);
  for (guint most = 0; most < n; most++)
    g_assert_cmpuint (
      fixture.scene->painter->get_legend (fixture.scene->data, fixture.style, entries, most), ==,
      most);
  fixture.scene->painter->get_legend (fixture.scene->data, fixture.style, entries, n);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      WeftColor color = WEFT_COLOR_NONE;
      gboolean is_named = FALSE;

      for (guint k = 0; k < n; k++)
        if (g_str_equal (entries[k].name, expected[i].entry))
          color = entries[k].color;
      g_assert_cmphex (color, !=, WEFT_COLOR_NONE);
      for (guint k = 0; k < fixture.npu.snapshot->n_lanes; k++)
        {
          const WeftTrackRow *row =
            weft_track_layout_find_track (fixture.layout, WEFT_NPU_TRACK_LANE + k);
          WeftNpuLane lane;

          weft_npu_snapshot_get_lane (fixture.npu.snapshot, k, &lane);
          if (g_strcmp0 (row->title, expected[i].title) != 0)
            continue;
          is_named = TRUE;
          g_assert_cmphex (weft_npu_lane_color (fixture.style, &lane), ==, color);
        }
      g_assert_true (is_named);
    }
}

/* Fields of samples that the format does not know are graphs; each value holds until the next. */
static void
test_series (void)
{
  static const char sampled[] = NPU_DOCUMENT (
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": \"A\", "
    "\"start_cycle\": 0, \"end_cycle\": 100}",
    "{\"cycle\": 60, \"window_cycles\": 10, \"heat\": 30.5},\n"
    "{\"cycle\": 10, \"window_cycles\": 10, \"dram_read_bytes\": 5, \"heat\": 20, \"by\": \"x\"}",
    "");
  g_auto (Fixture) fixture = { { NULL } };
  g_auto (WeftTrackHit) result = { .on_track = FALSE };
  g_autoptr (WeftNpuSeriesSet) series = NULL;
  WeftSeriesExtent extent;

  set_up_text (&fixture, sampled, NULL);
  series = weft_npu_series_set_new (fixture.npu.snapshot);
  g_assert_cmpuint (series->n_series, ==, 1);
  g_assert_false (weft_series_measure (&series->series[0].values, 0, 10, &extent));
  g_assert_true (weft_series_measure (&series->series[0].values, 30, 40, &extent));
  g_assert_cmpfloat (extent.most, ==, 20);
  g_assert_true (weft_series_measure (&series->series[0].values, 60, 70, &extent));
  g_assert_cmpfloat (extent.least, ==, 30.5);
  g_assert_true (weft_series_measure (&series->series[0].values, 0, 100, &extent));
  g_assert_cmpfloat (extent.least, ==, 20);
  g_assert_cmpfloat (extent.final, ==, 30.5);
  set_scene (&fixture, (WeftNpuSceneOptions){ .series = series }, NULL);
  hit (&fixture, WEFT_NPU_TRACK_SERIES, 300, 0.5, &result);
  g_assert_cmpstr (result.text, ==, "heat: 20");
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_SERIES, 300), ==,
                   weft_style_category (fixture.style, 0));
}

/* Bytes of transfers count for their bank, spread over their cycles. */
static void
test_banks (void)
{
  static const char banked[] = NPU_DOCUMENT (
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"op\": \"L\", "
    "\"start_cycle\": 0, \"end_cycle\": 20, \"details\": {\"bytes\": 200, \"spm_bank\": 1}},\n"
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"op\": \"L\", "
    "\"start_cycle\": 10, \"end_cycle\": 30, \"details\": {\"bytes\": 400, \"spm_bank\": 7}},\n"
    "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"op\": \"L\", "
    "\"start_cycle\": 15, \"end_cycle\": 20, \"details\": {\"bytes\": 100, \"spm_bank\": 7}}",
    "", "");
  g_auto (Fixture) fixture = { { NULL } };
  g_auto (WeftTrackHit) result = { .on_track = FALSE };
  g_autoptr (WeftNpuBanks) banks = NULL;

  set_up_text (&fixture, banked, NULL);
  banks = weft_npu_banks_new (fixture.npu.snapshot);
  g_assert_cmpuint (banks->n_banks, ==, 2);
  g_assert_cmpuint (banks->numbers[1], ==, 7);
  g_assert_cmpint (banks->length, ==, 1);
  g_assert_cmpfloat (banks->top, ==, 40);
  g_assert_cmpfloat (weft_npu_banks_measure (banks, 0, 0, 20), ==, 10);
  g_assert_cmpfloat (weft_npu_banks_measure (banks, 1, 10, 30), ==, 25);
  g_assert_true (isnan (weft_npu_banks_measure (banks, 1, -20, 0)));
  g_assert_true (isnan (weft_npu_banks_measure (banks, 1, 100, 200)));
  set_scene (&fixture, (WeftNpuSceneOptions){ .banks = banks }, NULL);
  hit (&fixture, WEFT_NPU_TRACK_BANK + 1, 175, 0.5, &result);
  g_assert_nonnull (strstr (result.text, "Bank 7: ≈ 40 bytes per cycle"));
  g_assert_cmphex (get_pixel (&fixture, WEFT_NPU_TRACK_BANK + 1, 175), ==,
                   weft_style_heat (fixture.style, 1));
}

static guint
count_items (Fixture *self)
{
  WeftPaintList *list = weft_paint_list_new ();
  guint n;

  weft_track_layout_paint (self->layout, &self->axis, self->style, 1000, 0, 0, 1000,
                           self->layout->height, NULL, list);
  n = (guint) weft_paint_list_get_length (list);
  weft_paint_list_free (list);
  return n;
}

/* An arrow for each dependency whose events can be told apart; frames around the critical path. */
static void
test_dependencies (void)
{
  static const guint32 pairs[] = { 2, 1, 2, 0, 1, 0 };
  g_auto (Fixture) fixture = { { NULL } };
  WeftNpuDependencies *dependencies = weft_npu_dependencies_new (pairs, 3, 6);
  g_autoptr (WeftNpuPath) path = NULL;
  guint n;

  set_up (&fixture, NULL);
  n = count_items (&fixture);
  fixture.npu.snapshot->dependencies = dependencies;
  g_assert_cmpuint (count_items (&fixture), ==, n + 3);

  /* All three events, and a strip over each of the two lanes. */
  path = weft_npu_path_new (fixture.npu.snapshot);
  g_assert_cmpuint (path->n_steps, ==, 3);
  set_scene (&fixture, (WeftNpuSceneOptions){ .path = path }, NULL);
  g_assert_cmpuint (count_items (&fixture), ==, n + 5);

  /* From far away, arrows would be all that is seen. */
  fixture.axis.ticks_per_px = 20;
  set_scene (&fixture, (WeftNpuSceneOptions){ .arrows = FALSE }, NULL);
  n = count_items (&fixture);
  set_scene (&fixture, (WeftNpuSceneOptions){ .arrows = TRUE }, NULL);
  g_assert_cmpuint (count_items (&fixture), ==, n);
  fixture.npu.snapshot->dependencies = NULL;
  weft_npu_dependencies_free (dependencies);
}

/* The words are there, and ask for something, or neither. */
static void
check_words (const char *words, const char *wanted)
{
  if (wanted == NULL)
    g_assert_null (words);
  else if (words == NULL || strstr (words, wanted) == NULL)
    g_error ("“%s” does not ask for %s", words, wanted);
}

/* The texts of a roofline of 400 × 300 pixels, each once: (transfer full) */
static char *
hover_roofline (const WeftNpuStats *stats, WeftStyle *style)
{
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GList) texts = NULL;
  GString *all = g_string_new (NULL);

  for (int y = 0; y < 300; y += 3)
    for (int x = 0; x < 400; x += 3)
      {
        char *hover = weft_npu_roofline_describe (stats, style, 400, 300, x, y);

        if (hover != NULL)
          g_hash_table_add (said, hover);
      }
  texts = g_list_sort (g_hash_table_get_keys (said), (GCompareFunc) strcmp);
  for (GList *link = texts; link != NULL; link = link->next)
    g_string_append_printf (all, "%s\n", (const char *) link->data);
  return g_string_free (all, FALSE);
}

#define LOAD(layer, phase, start, bytes) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"layer_id\": \"" layer \
  "\", \"phase\": \"" phase "\", \"op\": \"LOAD\", \"start_cycle\": " #start \
  ", \"end_cycle\": 40, \"details\": {\"bytes\": " #bytes ", \"direction\": \"read\"}},\n"
#define GEMM(layer, phase, start, end, macs) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"layer_id\": \"" layer \
  "\", \"phase\": \"" phase "\", \"op\": \"GEMM\", \"start_cycle\": " #start \
  ", \"end_cycle\": " #end ", \"details\": {\"macs\": " #macs "}}"

/* A dot for each layer in each phase, which says where it stands; those of a phase that coincide are one,
 * which lists them. The rest of the picture says nothing. */
static void
test_roofline (void)
{
  static const char document[] =
    NPU_DOCUMENT (LOAD ("a", "PREFILL", 0, 64)
                    GEMM ("a", "PREFILL", 0, 40, 25600) ",\n" LOAD ("a", "DECODE", 0, 2560)
                      GEMM ("a", "DECODE", 60, 80, 2560) ",\n" LOAD ("b", "DECODE", 0, 2560)
                        GEMM ("b", "DECODE", 60, 80, 2560),
                  "", "\"cycles_total\": 100");
  g_auto (Fixture) fixture = { { NULL } };
  g_autoptr (WeftNpuStats) stats = NULL;
  g_autofree char *said = NULL;

  set_up_text (&fixture, document, NULL);
  stats = weft_npu_stats_new (fixture.npu.snapshot, fixture.bandwidth, NULL, &WEFT_CYCLE_RANGE_ALL,
                              NULL, NULL);
  g_assert_cmpuint (stats->n_parts, ==, 3);
  said = hover_roofline (stats, fixture.style);
  g_assert_cmpstr (said, ==,
                   "DECODE\n"
                   "a: 1 MACs per byte, 64 per cycle, bound by bandwidth\n"
                   "b: 1 MACs per byte, 64 per cycle, bound by bandwidth\n"
                   "PREFILL\n"
                   "a: 400 MACs per byte, 640 per cycle, bound by compute\n");
}

/* The action that a picture's empty words ask for brings it. */
static void
test_missing (void)
{
  static const struct
  {
    const char *document;
    const char *roofline; /* what each asks for; NULL: it is there */
    const char *bandwidth;
    const char *layers;
    const char *tokens;
    const char *lanes;
  } cases[] = {
    { NPU_DOCUMENT (LOAD ("a", "DECODE", 0, 2560) GEMM ("a", "DECODE", 60, 80, 2560), "", ""), NULL,
      NULL, NULL, "TOKEN_EVENT" },
    { NPU_DOCUMENT ("{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": "
                    "\"GEMM\", \"start_cycle\": 0, \"end_cycle\": 8}",
                    "", ""),
      "macs", "bandwidth_samples", "layer_id", "TOKEN_EVENT" },
    { NPU_DOCUMENT ("{\"type\": \"ENGINE_EVENT\", \"engine\": \"TE\", \"engine_id\": 0, \"op\": "
                    "\"GEMM\", \"start_cycle\": 0, \"end_cycle\": 8, \"details\": {\"macs\": 64}},"
                    "{\"type\": \"TOKEN_EVENT\", \"phase\": \"PREFILL\", \"token_index\": 0, "
                    "\"start_cycle\": 0, \"end_cycle\": 80}",
                    "", ""),
      "layer_id", "bandwidth_samples", "layer_id", "PREFILL, which took 80 cycles" },
    { NPU_DOCUMENT (GEMM ("a", "DECODE", 60, 80, 2560), "", ""), "bytes", "bandwidth_samples", NULL,
      "TOKEN_EVENT" },
    { NPU_DOCUMENT ("{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", \"token_index\": 0, "
                    "\"start_cycle\": 0, \"end_cycle\": 80}",
                    "", ""),
      "macs", "bandwidth_samples", "layer_id", NULL, "ENGINE_EVENT" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Fixture) fixture = { { NULL } };
      g_autoptr (WeftNpuStats) stats = NULL;
      g_autofree char *bandwidth = NULL, *layers = NULL, *tokens = NULL, *lanes = NULL;
      const char *roofline;

      set_up_text (&fixture, cases[i].document, NULL);
      stats = weft_npu_stats_new (fixture.npu.snapshot, fixture.bandwidth, NULL,
                                  &WEFT_CYCLE_RANGE_ALL, NULL, NULL);
      roofline = weft_npu_roofline_explain (stats);
      bandwidth = weft_npu_explain_bandwidth (fixture.bandwidth);
      layers = weft_npu_explain_layers (stats);
      tokens = weft_npu_explain_tokens (stats);
      lanes = weft_npu_explain_lanes (fixture.npu.snapshot);
      check_words (roofline, cases[i].roofline);
      check_words (bandwidth, cases[i].bandwidth);
      check_words (layers, cases[i].layers);
      check_words (tokens, cases[i].tokens);
      check_words (lanes, cases[i].lanes);
    }
}

/* Where tokens and phases begin is drawn over the bandwidth: the former dashed, where they are far enough from
 * one another. */
static void
test_boundaries (void)
{
  static const char document[] = NPU_DOCUMENT (
    LOAD ("a", "PREFILL", 0, 2560) "{\"type\": \"TOKEN_EVENT\", \"phase\": \"PREFILL\", "
                                   "\"token_index\": 0, \"start_cycle\": 0, \"end_cycle\": 20},\n"
                                   "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", "
                                   "\"token_index\": 0, \"start_cycle\": 20, \"end_cycle\": 30},\n"
                                   "{\"type\": \"TOKEN_EVENT\", \"phase\": \"DECODE\", "
                                   "\"token_index\": 1, \"start_cycle\": 30, \"end_cycle\": 40}",
    "", "\"cycles_total\": 40");
  g_auto (Fixture) fixture = { { NULL } };
  g_autofree guint32 *pixels = NULL;
  WeftPaintList *list = weft_paint_list_new ();
  const WeftTrackRow *row;
  WeftColor line;
  int n_dashed = 0;

  set_up_text (&fixture, document, NULL);
  row = weft_track_layout_find_track (fixture.layout, WEFT_NPU_TRACK_BANDWIDTH);
  pixels = g_new0 (guint32, 400 * (gsize) row->height);
  line = weft_style_color (fixture.style, WEFT_COLOR_TEXT);
  weft_track_layout_paint (fixture.layout, &fixture.axis, fixture.style, 400, 0, row->y, 400,
                           row->height, NULL, list);
  weft_paint_pixels_draw (list, fixture.style->atlas, pixels, 400, row->height, 1600, 0, 0);
  for (int y = 8; y < row->height - 8; y++)
    {
      g_assert_cmphex (pixels[400 * y + 200], ==, line);
      g_assert_cmphex (pixels[400 * y + 201], ==, line);
      g_assert_cmphex (pixels[400 * y + 250], !=, line);
      n_dashed += pixels[400 * y + 300] == line;
    }
  g_assert_cmpint (n_dashed, >, (row->height - 16) / 3);
  g_assert_cmpint (n_dashed, <, (row->height - 16) * 2 / 3);
  weft_paint_list_free (list);
}

/* Charts can be copied, as a widget does; one without a sample, too. */
static void
test_charts (void)
{
  g_auto (Fixture) fixture = { { NULL } };
  g_auto (WeftNpuChart) layers = { .values = NULL }, tokens = { .values = NULL },
                        none = { .values = NULL }, stalls = { .values = NULL },
                        ops = { .values = NULL };
  g_autoptr (WeftNpuStats) stats = NULL;
  g_autoptr (WeftChart) copy = NULL;
  WeftPaintList *list = weft_paint_list_new ();

  set_up (&fixture, NULL);
  stats = weft_npu_stats_new (fixture.npu.snapshot, fixture.bandwidth, NULL, &WEFT_CYCLE_RANGE_ALL,
                              NULL, NULL);
  weft_npu_chart_layers (stats, fixture.style, &layers);
  weft_npu_chart_tokens (stats, "DECODE", fixture.style, &tokens);
  weft_npu_chart_tokens (stats, "PREFILL", fixture.style, &none);
  weft_npu_chart_stalls (stats, fixture.style, &stalls);
  weft_npu_chart_ops (stats, fixture.style, &ops);
  g_assert_cmpuint (ops.chart.n_samples, ==, 3);
  g_assert_cmpfloat (ops.chart.series[0].values[0], ==, 40);
  g_assert_cmpfloat (ops.chart.series[0].values[2], ==, 20);
  g_assert_cmpstr (ops.chart.labels[2], ==, "GEMM");
  g_assert_cmpuint (layers.chart.n_samples, ==, 2);
  g_assert_cmpfloat (layers.chart.series[0].values[0], ==, 80);
  g_assert_cmpuint (tokens.chart.n_samples, ==, 1);
  g_assert_cmpuint (none.chart.n_samples, ==, 0);
  copy = weft_chart_copy (&layers.chart);
  g_assert_cmpstr (copy->labels[1], ==, "b");
  weft_chart_free (weft_chart_copy (&tokens.chart));
  weft_chart_free (weft_chart_copy (&none.chart));
  weft_npu_roofline_paint (stats, fixture.style, list, 0, 0, 400, 300);
  g_assert_cmpuint (weft_paint_list_get_length (list), >=, 2);
  weft_paint_list_free (list);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-scene/tracks", test_tracks);
  g_test_add_func ("/npu-scene/directions", test_directions);
  g_test_add_func ("/npu-scene/hits", test_hits);
  g_test_add_func ("/npu-scene/steps", test_steps);
  g_test_add_func ("/npu-scene/parts", test_parts);
  g_test_add_func ("/npu-scene/filtered", test_filtered);
  g_test_add_func ("/npu-scene/paint", test_paint);
  g_test_add_func ("/npu-scene/phases", test_phases);
  g_test_add_func ("/npu-scene/hints", test_hints);
  g_test_add_func ("/npu-scene/failures", test_failures);
  g_test_add_func ("/npu-scene/shares", test_shares);
  g_test_add_func ("/npu-scene/marker-names", test_marker_names);
  g_test_add_func ("/npu-scene/series", test_series);
  g_test_add_func ("/npu-scene/banks", test_banks);
  g_test_add_func ("/npu-scene/dependencies", test_dependencies);
  g_test_add_func ("/npu-scene/charts", test_charts);
  g_test_add_func ("/npu-scene/roofline", test_roofline);
  g_test_add_func ("/npu-scene/missing", test_missing);
  g_test_add_func ("/npu-scene/boundaries", test_boundaries);
  return g_test_run ();
}
