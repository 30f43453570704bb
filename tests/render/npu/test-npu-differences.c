/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "npu-fixture.h"
#include "weft-npu-differences.h"
#include "weft-paint-pixels.h"

/* Bars of what differs between two runs: each is as long as its number is of the largest. */

#define WIDTH 1000

/* Two layers, of which a LOAD takes so many cycles and bytes. */
#define LAYER(name, start, end, bytes) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"layer_id\": \"" name \
  "\", \"op\": \"LOAD\", \"start_cycle\": " #start ", \"end_cycle\": " #end \
  ", \"details\": {\"bytes\": " #bytes ", \"direction\": \"read\"}}"

static WeftNpuStats *
measure (NpuFixture *fixture, const char *text)
{
  g_autoptr (WeftNpuBandwidth) bandwidth = NULL;

  npu_fixture_read (fixture, text, strlen (text), G_MAXINT);
  bandwidth = weft_npu_bandwidth_new (fixture->snapshot);
  return weft_npu_stats_new (fixture->snapshot, bandwidth, NULL, &WEFT_CYCLE_RANGE_ALL, NULL, NULL);
}

/* How many pixels of the picture's row have that color. */
static int
count (const guint32 *pixels, int y, guint32 color)
{
  int n = 0;

  for (int x = 0; x < WIDTH; x++)
    n += pixels[y * WIDTH + x] == color;
  return n;
}

/* The layer with more cycles comes first; of bytes that with more of them is no shorter for that. */
static void
test_bars (void)
{
  static const char before[] = NPU_DOCUMENT (LAYER ("a", 0, 10, 100) ",\n" LAYER ("b", 10, 20, 100),
                                             "", "\"cycles_total\": 20");
  static const char after[] = NPU_DOCUMENT (
    LAYER ("a", 0, 1010, 600) ",\n" LAYER ("b", 1010, 1520, 1100), "", "\"cycles_total\": 1520");
  g_auto (NpuFixture) a = { NULL }, b = { NULL };
  g_autoptr (WeftNpuStats) stats_a = measure (&a, before), stats_b = measure (&b, after);
  g_autoptr (WeftNpuComparison) comparison = weft_npu_comparison_new (stats_a, stats_b, 0);
  WeftStyle *style = weft_style_new (NULL, NULL);
  const int height = weft_npu_differences_measure (comparison, style), row = height / 4;
  const guint32 color = weft_style_diverging (style, 1);
  const guint32 half = weft_style_diverging (style, 0.5);
  WeftPaintList *list = weft_paint_list_new ();
  g_autofree guint32 *pixels = g_new0 (guint32, (gsize) WIDTH * (gsize) height);
  int first, second, of_cycles;

  weft_npu_differences_paint (comparison, style, list, 0, 0, WIDTH, height);
  weft_paint_pixels_draw (list, style->atlas, pixels, WIDTH, height, 4 * WIDTH, 0, 0);
  first = 2 * row + row / 2;
  second = first + row;
  of_cycles = count (pixels, first, color);
  g_assert_cmpint (of_cycles, >, 20);
  g_assert_cmpint (count (pixels, second, color), >, 20);
  g_assert_cmpint (ABS (2 * count (pixels, first, half) - count (pixels, second, color)), <=, 2);
  /* The number stands behind the bar, and nothing at the edge. */
  g_assert_cmpuint (pixels[second * WIDTH + WIDTH - 1], ==,
                    weft_style_color (style, WEFT_COLOR_CANVAS));
  weft_paint_list_free (list);
  weft_style_unref (style);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-differences/bars", test_bars);
  return g_test_run ();
}
