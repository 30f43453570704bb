/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "timeline-fixture.h"
#include "weft-paint-pixels.h"
#include "weft-timeline-icicle.h"

#include <math.h>

#define WIDTH 1000

/* The flame graph of a text, and its picture. */
typedef struct
{
  WeftTimelineSnapshot *snapshot;
  WeftTimelineCallTree *tree;
  WeftTimelineFlame *flame;
  WeftTimelineColors *colors;
  WeftStyle *style;
  WeftTimelineIcicle icicle;
} Fixture;

static void
set_up (Fixture *self)
{
  self->snapshot = timeline_fixture_read (TIMELINE_TRAINING);
  self->tree = weft_timeline_call_tree_new (self->snapshot, NULL, NULL);
  self->flame = weft_timeline_flame_new (self->tree, G_MININT64, G_MAXINT64, NULL);
  self->colors = weft_timeline_colors_new (self->snapshot);
  self->style = weft_style_new (NULL, NULL);
  self->icicle = (WeftTimelineIcicle){ self->flame,           self->colors, self->style,
                                       WEFT_TIMELINE_NO_NODE, WEFT_NO_NAME, WEFT_TIMELINE_NO_NODE };
}

static void
tear_down (Fixture *self)
{
  weft_style_unref (self->style);
  weft_timeline_colors_unref (self->colors);
  weft_timeline_flame_free (self->flame);
  weft_timeline_call_tree_unref (self->tree);
  weft_timeline_snapshot_unref (self->snapshot);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, tear_down)

static const char *
get_name (Fixture *self, guint32 node)
{
  return weft_timeline_trace_get_name (self->snapshot->trace, self->flame->nodes[node].name);
}

static guint32
find_node (Fixture *self, const char *name)
{
  for (guint32 i = 0; i < self->flame->n_nodes; i++)
    if (g_str_equal (get_name (self, i), name))
      return i;
  g_assert_not_reached ();
}

/* Boxes are as wide as their share: step 900 µs, gemm 100, add 20 of 1,020 in all. */
static void
test_widths (void)
{
  static const struct
  {
    const char *name;
    double time;
  } expected[] = { { "step", 900 }, { "gemm", 100 }, { "add", 20 }, { "aten::mm", 200 } };
  g_auto (Fixture) fixture = { NULL };
  int x, y, width, height;

  set_up (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_true (weft_timeline_icicle_get_box (
        &fixture.icicle, WIDTH, find_node (&fixture, expected[i].name), &x, &y, &width, &height));
      g_assert_cmpint (ABS (width - (int) lrint (expected[i].time / 1020 * WIDTH)), <=, 1);
    }
  g_assert_cmpint (y, ==, height); /* aten::mm lies in step */
}

/* A box has its node's colour in the middle and is that node; beside all is none. */
static void
test_hits (void)
{
  g_auto (Fixture) fixture = { NULL };
  WeftPaintList *list = weft_paint_list_new ();
  cairo_surface_t *surface;
  int all;

  set_up (&fixture);
  all = weft_timeline_icicle_measure (&fixture.icicle);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, all);
  weft_timeline_icicle_paint (&fixture.icicle, list, 0, 0, WIDTH, all);
  weft_paint_pixels_draw_surface (list, fixture.style->atlas, surface, NULL, 0, 0);
  for (guint32 i = 0; i < fixture.flame->n_nodes; i++)
    {
      int x, y, width, height;
      const guint32 *line;

      g_assert_true (
        weft_timeline_icicle_get_box (&fixture.icicle, WIDTH, i, &x, &y, &width, &height));
      g_assert_cmpuint (
        weft_timeline_icicle_hit_test (&fixture.icicle, WIDTH, x + width / 2.0, y + height / 2.0),
        ==, i);
      line = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface)
                                                + (gsize) cairo_image_surface_get_stride (surface)
                                                    * (gsize) (y + 2));
      g_assert_cmphex (line[x + 2], ==,
                       weft_timeline_colors_get_name (fixture.colors, fixture.style,
                                                      fixture.flame->nodes[i].name));
    }
  g_assert_cmpuint (weft_timeline_icicle_hit_test (&fixture.icicle, WIDTH, WIDTH - 5, all - 5), ==,
                    WEFT_TIMELINE_NO_NODE);
  cairo_surface_destroy (surface);
  weft_paint_list_free (list);
}

/* The root fills the width, and what is within it keeps its share of that. */
static void
test_root (void)
{
  g_auto (Fixture) fixture = { NULL };
  int x, y, width, height;

  set_up (&fixture);
  fixture.icicle.root = find_node (&fixture, "aten::mm");
  g_assert_true (weft_timeline_icicle_get_box (&fixture.icicle, WIDTH, fixture.icicle.root, &x, &y,
                                               &width, &height));
  g_assert_cmpint (x, ==, 0);
  g_assert_cmpint (width, ==, WIDTH);
  /* Of its 200 µs its calls have 120. */
  g_assert_true (weft_timeline_icicle_get_box (&fixture.icicle, WIDTH, fixture.icicle.root + 1, &x,
                                               &y, &width, &height));
  g_assert_cmpstr (get_name (&fixture, fixture.icicle.root + 1), ==, "cudaLaunchKernel");
  g_assert_cmpint (ABS (width - WIDTH * 120 / 200), <=, 1);
  /* Nodes beside it are not there. */
  g_assert_false (weft_timeline_icicle_get_box (&fixture.icicle, WIDTH, find_node (&fixture, "add"),
                                                &x, &y, &width, &height));
}

static void
test_words (void)
{
  g_auto (Fixture) fixture = { NULL };
  g_autofree char *text = NULL;

  set_up (&fixture);
  text = weft_timeline_icicle_describe (fixture.flame, find_node (&fixture, "aten::mm"));
  g_assert_nonnull (strstr (text, "aten::mm\n2 slices"));
  g_assert_nonnull (strstr (text, "total 200 µs"));
  g_assert_nonnull (strstr (text, "self 80 µs"));
  g_assert_nonnull (strstr (text, "19.6"));
  g_assert_nonnull (strstr (text, "22.2"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-icicle/widths", test_widths);
  g_test_add_func ("/timeline-icicle/hits", test_hits);
  g_test_add_func ("/timeline-icicle/root", test_root);
  g_test_add_func ("/timeline-icicle/words", test_words);
  return g_test_run ();
}
