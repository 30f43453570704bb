/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline-fixture.h"

/* The reference viewer's pictures of two logs: the cells that are found in them, by their colours
 * and the lines between, must be those that the same log has here, at the same places. */

typedef struct
{
  const char *log;
  const char *picture;
  double left; /* where the first cell begins */
  double cell_width;
  int row_top;
  int row_height;
  int probe; /* from a row's top to where its cells are one colour */
  guint32 first_row;
  guint n_rows;
  cairo_rectangle_int_t hidden; /* by a tooltip */
  guint n_cells;                /* at least */
} Picture;

static const Picture pictures[] = {
  { "konata-sample-1.log", "kanata-sample-1.png", 582.5, 48, 27, 36, 7, 0, 2, { 0, 0, 0, 0 }, 4 },
  { "kanata-sample-2.log.gz",
    "kanata-sample-2.png",
    759.5,
    48,
    -1,
    36,
    8,
    1350,
    19,
    { 1200, 40, 732, 112 },
    180 },
};

typedef struct
{
  guint32 row;
  gint64 start; /* cycles from the first cell */
  gint64 end;
} Found;

static gboolean
is_hidden (const Picture *picture, int x, int y)
{
  const cairo_rectangle_int_t *box = &picture->hidden;

  return x >= box->x && x < box->x + box->width && y >= box->y && y < box->y + box->height;
}

static guint32
pixel_at (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row =
    cairo_image_surface_get_data (surface) + (gssize) y * cairo_image_surface_get_stride (surface);
  guint32 pixel;

  memcpy (&pixel, row + 4 * (gssize) x, sizeof pixel);
  return pixel & 0xffffff;
}

static gboolean
are_alike (guint32 a, guint32 b)
{
  for (guint shift = 0; shift < 24; shift += 8)
    if (ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255)) > 4)
      return FALSE;
  return TRUE;
}

/* Cells have a hue, the canvas has none. */
static gboolean
is_cell (guint32 pixel)
{
  int r = pixel >> 16 & 255, g = pixel >> 8 & 255, b = pixel & 255;

  return MAX (r, MAX (g, b)) - MIN (r, MIN (g, b)) > 24;
}

/* Finds the cells of a row: runs of one colour that are wider than the lines between. */
static void
find_cells (const Picture *picture, cairo_surface_t *surface, guint row, GArray *cells)
{
  int width = cairo_image_surface_get_width (surface);
  int y = picture->row_top + (int) row * picture->row_height + picture->probe;

  for (int x = (int) picture->left - 2; x < width;)
    {
      guint32 color = pixel_at (surface, x, y);
      Found found = { picture->first_row + row, 0, 0 };
      int end = x + 1;

      while (end < width && are_alike (pixel_at (surface, end, y), color))
        end++;
      /* One that goes on beyond the picture does not show its end. */
      if (is_cell (color) && end - x > 8 && end < width && !is_hidden (picture, x, y)
          && !is_hidden (picture, end, y))
        {
          found.start = lround ((x - picture->left) / picture->cell_width);
          found.end = lround ((end - picture->left) / picture->cell_width);
          g_assert_cmpfloat (fabs (x - picture->left - (double) found.start * picture->cell_width),
                             <, 4);
          g_assert_cmpfloat (fabs (end - picture->left - (double) found.end * picture->cell_width),
                             <, 4);
          g_array_append_val (cells, found);
        }
      x = end;
    }
}

/* A cell of the picture is a stage here: its first and last pixel hit it, and those beside do
 * not. */
static void
check_cell (Fixture *fixture, const Picture *picture, const Found *found)
{
  const WeftPipelineViewport *viewport = &fixture->scene.viewport;
  gint64 origin = viewport->origin_cycle;
  double y = (found->row - viewport->origin_row + 0.5) * viewport->px_per_row;
  double x0 = (double) found->start * viewport->px_per_cycle;
  double x1 = (double) found->end * viewport->px_per_cycle;
  g_auto (WeftPipelineHit) first = { 0 };
  g_auto (WeftPipelineHit) last = { 0 };
  g_auto (WeftPipelineHit) before = { 0 };

  weft_pipeline_renderer_hit_test (fixture->renderer, &fixture->scene, x0 + 0.5, y, &first);
  weft_pipeline_renderer_hit_test (fixture->renderer, &fixture->scene, x1 - 0.5, y, &last);
  weft_pipeline_renderer_hit_test (fixture->renderer, &fixture->scene, x0 - 0.5, y, &before);
  g_assert_cmpint (first.type, ==, WEFT_PIPELINE_HIT_CELL);
  g_assert_cmpint (last.type, ==, WEFT_PIPELINE_HIT_CELL);
  g_assert_cmpuint (first.row, ==, found->row);
  g_assert_cmpuint (first.stage_index, ==, last.stage_index);
  g_assert_cmpint (first.stage.start - origin, ==, found->start);
  g_assert_cmpint (first.stage.end - origin, ==, found->end);
  g_assert_true (before.type != WEFT_PIPELINE_HIT_CELL || before.stage_index != first.stage_index);
}

static void
test_picture (gconstpointer data)
{
  const Picture *picture = data;
  g_autofree char *log = find_shared (picture->log);
  g_autofree char *path = log != NULL ? find_shared (picture->picture) : NULL;
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (Found));
  g_auto (Fixture) fixture = { 0 };
  cairo_surface_t *surface;
  guint32 op;

  if (path == NULL)
    return;
  surface = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  for (guint row = 0; row < picture->n_rows; row++)
    find_cells (picture, surface, row, cells);
  cairo_surface_destroy (surface);
  g_test_message ("%u cells", cells->len);
  g_assert_cmpuint (cells->len, >=, picture->n_cells);

  fixture_init (&fixture, load_trace (log), WEFT_ROWS_ALL, 2000, 800);
  fixture.scene.viewport.px_per_cycle = picture->cell_width;
  fixture.scene.viewport.px_per_row = picture->row_height;
  fixture.scene.viewport.origin_row = picture->first_row;
  fixture.scene.viewport.arrows = WEFT_ARROWS_OFF;
  op = weft_pipeline_rows_get_op (fixture.rows, picture->first_row);
  fixture.scene.viewport.origin_cycle =
    weft_pipeline_snapshot_get_fetch (weft_pipeline_rows_get_snapshot (fixture.rows), op);
  for (guint i = 0; i < cells->len; i++)
    check_cell (&fixture, picture, &g_array_index (cells, Found, i));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      g_autofree char *name = g_strdup_printf ("/pipeline-pictures/%s", pictures[i].picture);

      g_test_add_data_func (name, &pictures[i], test_picture);
    }
  return g_test_run ();
}
