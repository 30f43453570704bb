/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <stdio.h>

#include "verdict.h"
#include "weft-paint-cairo.h"
#include "weft-paint-list.h"
#include "weft-paint-pixels.h"
#include "weft-style.h"

/* How long a frame of 1920 × 1080 takes, straight into pixels and through cairo: 20,000 rectangles
 * that cover it, 2,000 short texts, 60 long labels, 3,000 arrows. Prints the median of several
 * rounds, taken in turn, and the ratio, which is what holds on a noisy machine. */

#define WIDTH 1920
#define HEIGHT 1080
#define TILE 256
#define N_ROUNDS 31

typedef struct
{
  const char *name;
  void (*fill) (WeftPaintList *list, const WeftStyle *style);
  double limit; /* times cairo */
} Scene;

static void
fill_rectangles (WeftPaintList *list, const WeftStyle *style)
{
  for (int i = 0; i < 20000; i++)
    weft_paint_list_fill (list, i % 160 * 12, i / 160 * HEIGHT / 125, 12, 9,
                          weft_style_category (style, (unsigned) i % 24));
}

static void
fill_cells (WeftPaintList *list, const WeftStyle *style)
{
  for (int i = 0; i < 10000; i++)
    {
      const WeftCellColors *cell = (&style->cells[((unsigned) i) % WEFT_STYLE_N_CATEGORIES]);

      weft_paint_list_fill (list, i % 100 * 19, i / 100 * 10, 19, 10, cell->fill);
      weft_paint_list_frame (list, i % 100 * 19, i / 100 * 10, 19, 10, 1, cell->border);
    }
}

static void
fill_texts (WeftPaintList *list, const WeftStyle *style)
{
  static const char *const names[] = { "F", "Dc", "Rn", "Ds", "Is", "Rr", "X", "Cm", "1", "12" };

  for (int i = 0; i < 2000; i++)
    weft_paint_list_text (list, i % 50 * 38, i / 50 * 27, 38, 27, WEFT_FONT_CELL, 12,
                          WEFT_ALIGN_CENTER, WEFT_FIT_WHOLE, WEFT_COLOR_WHITE,
                          names[i % G_N_ELEMENTS (names)], -1);
}

static void
fill_labels (WeftPaintList *list, const WeftStyle *style)
{
  for (int i = 0; i < 60; i++)
    {
      char label[80];

      snprintf (label, sizeof label, "%d: s%d (t0: r%d): 0000%x: addi a4, zero, 0xfffff", 3000 + i,
                12436 + 4 * i, 2686 + i, 0x227c + 4 * i);
      weft_paint_list_text (list, 4, i * 18, 450, 18, WEFT_FONT_MONO, 12.25, WEFT_ALIGN_START,
                            WEFT_FIT_END, WEFT_COLOR_WHITE, label, -1);
    }
}

static void
fill_arrows (WeftPaintList *list, const WeftStyle *style)
{
  const WeftStroke stroke = { .color = 0xc0ffffff, .width = 1.25f, .head = 7 };

  for (int i = 0; i < 3000; i++)
    {
      double x = i % 60 * 31;
      double y = i / 60 * 21;

      weft_paint_list_line (list, x, y, x + 40 + i % 37, y + 15 + i % 53, &stroke);
    }
}

static double
draw_pixels (const WeftPaintList *list, WeftGlyphAtlas *atlas, cairo_surface_t *surface)
{
  gint64 start = g_get_monotonic_time ();

  weft_paint_pixels_draw_surface (list, atlas, surface, NULL, 0, 0);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static double
draw_tiles (const WeftPaintList *list, WeftGlyphAtlas *atlas, cairo_surface_t *surface)
{
  gint64 start = g_get_monotonic_time ();

  for (int y = 0; y < HEIGHT; y += TILE)
    {
      for (int x = 0; x < WIDTH; x += TILE)
        weft_paint_pixels_draw_surface (list, atlas, surface,
                                        &(cairo_rectangle_int_t){ x, y, TILE, TILE }, x, y);
    }
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static double
draw_cairo (const WeftPaintList *list, WeftGlyphAtlas *atlas, cairo_surface_t *surface)
{
  gint64 start = g_get_monotonic_time ();
  cairo_t *cr = cairo_create (surface);

  weft_paint_cairo_draw (list, atlas, cr);
  cairo_destroy (cr);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double values[N_ROUNDS])
{
  qsort (values, N_ROUNDS, sizeof *values, compare_doubles);
  return values[N_ROUNDS / 2];
}

static void
run_scene (const Scene *scene, const WeftStyle *style, cairo_surface_t *surface)
{
  WeftGlyphAtlas *atlas = style->atlas;
  WeftPaintList *list = weft_paint_list_new ();
  double times[4][N_ROUNDS];

  for (int i = 0; i < N_ROUNDS; i++)
    {
      gint64 start = g_get_monotonic_time ();

      weft_paint_list_clear (list);
      scene->fill (list, style);
      times[0][i] = (double) (g_get_monotonic_time () - start) / 1000;
      times[1][i] = draw_pixels (list, atlas, surface);
      times[2][i] = draw_tiles (list, atlas, surface);
      times[3][i] = draw_cairo (list, atlas, surface);
    }
  for (int i = 0; i < 4; i++)
    median (times[i]);
  printf ("list %.2f ms, as tiles %.2f ms; ", times[0][N_ROUNDS / 2], times[2][N_ROUNDS / 2]);
  verdict_row (&(VerdictRow){ scene->name, "ms", times[1][N_ROUNDS / 2], "cairo",
                              times[3][N_ROUNDS / 2], scene->limit });
  weft_paint_list_free (list);
}

int
main (void)
{
  static const Scene scenes[] = {
    { "paint 20,000 rectangles", fill_rectangles, 0.2 },
    { "paint 10,000 cells", fill_cells, 0.2 },
    { "paint 2,000 short texts", fill_texts, 0.2 },
    { "paint 60 long labels", fill_labels, 0.65 },
    { "paint 3,000 arrows", fill_arrows, 0.65 },
  };
  WeftStyle *style = weft_style_new (NULL, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);

  for (unsigned i = 0; i < G_N_ELEMENTS (scenes); i++)
    run_scene (&scenes[i], style, surface);
  cairo_surface_destroy (surface);
  weft_style_unref (style);
  return verdict_status ();
}
