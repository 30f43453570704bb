/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-colors.h"

#include "noc-fixture.h"
#include "weft-noc-grid.h"
#include "weft-noc-place.h"
#include "weft-paint-pixels.h"

/* A query about tiles, links or events, as classes of the things on the map. */

/* Two reads of a core and one of the core beside it; the barrier has no transfer. */
#define READ(sx, time) \
  "{'proc':'BRISC','noc':'NOC_0','sx':" #sx ",'sy':1,'dx':0,'dy':1,'num_bytes':7680," \
  "'type':'READ','timestamp':" #time "},"
#define READS \
  "[" READ (2, 0) READ (2, 10) READ (3, 20) "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1," \
                                            "'type':'READ_BARRIER_END','timestamp':256}]"

static WeftCell
read_number (gconstpointer data, guint part G_GNUC_UNUSED, guint row)
{
  return weft_cell_signed (((const gint64 *) data)[row]);
}

static WeftCell
read_word (gconstpointer data, guint part G_GNUC_UNUSED, guint row)
{
  return weft_cell_lent (((const char *const *) data)[row]);
}

static WeftRowColors *
make_colors (const WeftField *field, gconstpointer values, const guint32 *items, guint n)
{
  const WeftFacts facts = {
    .fields = field, .n_columns = 1, .n_rows = n, .data = (gpointer) values
  };

  return weft_row_colors_new (&facts, 0, items);
}

static WeftRowColors *
make_numbers (const gint64 *values, const guint32 *items, guint n)
{
  static const WeftField field = { "n", "n", .type = WEFT_FIELD_NUMBER, .read = read_number };

  return make_colors (&field, values, items, n);
}

static WeftNocCapture *
make_capture (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (READS);

  return weft_noc_capture_new (trace, NULL, NULL, NULL);
}

static const WeftNocTopology *
get_chip (const WeftNocCapture *capture)
{
  return weft_noc_capture_get_topology (capture, NULL);
}

static guint
get_tile (const WeftNocCapture *capture, guint x, guint y)
{
  return y * get_chip (capture)->width + x;
}

static void
release (gpointer capture)
{
  weft_noc_capture_unref (capture);
}

static WeftNocColors *
say (WeftNocCapture *capture, WeftRowColors *said, const char *things)
{
  WeftNocColors *colors;

  weft_row_colors_set_things (said, things, weft_noc_capture_ref (capture), release);
  colors = weft_noc_colors_new (capture, said, NULL);
  g_assert_nonnull (colors);
  return colors;
}

/* --- events ------------------------------------------------------------------------------------- */

/* A tile has the largest number of its events, as has a link of the transfers that take it. */
static void
test_numbers (void)
{
  static const gint64 values[] = { 23, 7, 0 };
  static const guint32 items[] = { 0, 1, 2 };
  g_autoptr (WeftNocCapture) capture = make_capture ();
  g_autoptr (WeftRowColors) said = make_numbers (values, items, G_N_ELEMENTS (items));
  g_autoptr (WeftNocColors) colors = say (capture, said, NULL);
  guint n_series, n_links, class = 0;
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);
  const guint32 *route =
    weft_noc_capture_get_route (capture, transfers[0].route, &n_series, &n_links);

  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (colors->tiles[get_tile (capture, 2, 1)], ==, said->n_classes - 1);
  g_assert_cmpuint (colors->tiles[get_tile (capture, 3, 1)], ==, 0);
  g_assert_cmpuint (colors->tiles[get_tile (capture, 4, 1)], ==, WEFT_ROW_COLORS_NONE);
  g_assert_cmpuint (n_links, >, 1);
  for (guint i = 0; i < n_links; i++)
    g_assert_cmpuint (colors->links[route[i]], ==, said->n_classes - 1);
  g_assert_cmpuint (colors->routes[transfers[2].route], ==, 0);
  /* The barrier is an event of which nothing is said. */
  g_assert_cmpuint (colors->n_unknown, ==, 1);
  g_assert_true (weft_noc_colors_classify (colors, 3, &class));
  g_assert_cmpuint (class, ==, WEFT_ROW_COLORS_NONE);
  g_assert_false (weft_noc_colors_classify (NULL, 3, &class));
}

/* Of words a tile has the one that most of its events have. */
static void
test_words (void)
{
  static const WeftField field = { "w", "w", .type = WEFT_FIELD_TEXT, .read = read_word };
  static const char *const values[] = { "rare", "common", "common", "common" };
  static const guint32 items[] = { 0, 1, 2, 3 };
  g_autoptr (WeftNocCapture) capture = make_capture ();
  g_autoptr (WeftRowColors) said = make_colors (&field, values, items, G_N_ELEMENTS (items));
  g_autoptr (WeftNocColors) colors = say (capture, said, NULL);

  g_assert_cmpstr (weft_row_colors_name (said, 0), ==, "common");
  g_assert_cmpuint (colors->tiles[get_tile (capture, 2, 1)], ==, 0);
  g_assert_cmpuint (colors->n_unknown, ==, 0);
}

#define WIDTH 400
#define HEIGHT 200

/* The pixels of a line through the middle of the first row of cells: (transfer full). */
static guint32 *
paint_row (const WeftNocGridScene *scene, const WeftNocGrid *grid)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  WeftPaintList *list = weft_paint_list_new ();
  const guint8 *data;
  guint32 *row;

  weft_noc_grid_paint (scene, grid, 0, 0, WIDTH, HEIGHT, list);
  weft_paint_pixels_draw_surface (list, scene->style->atlas, surface, NULL, 0, 0);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  row = g_memdup2 (
    data + (gsize) (grid->y + grid->pitch / 2) * (gsize) cairo_image_surface_get_stride (surface),
    WIDTH * sizeof *row);
  weft_paint_list_free (list);
  cairo_surface_destroy (surface);
  return row;
}

/* A cell of the matrix has what its own events say, and stripes where these say nothing. */
static void
test_matrix (void)
{
  static const gint64 values[] = { 7, 23 };
  static const guint32 items[] = { 0, 1 };
  const WeftStyleOptions options = weft_style_options_default ();
  g_autoptr (WeftNocCapture) capture = make_capture ();
  g_autoptr (WeftRowColors) said = make_numbers (values, items, G_N_ELEMENTS (items));
  g_autoptr (WeftNocColors) colors = say (capture, said, NULL);
  g_autoptr (GArray) routes = weft_noc_sum_routes (capture, 0, &WEFT_CYCLE_RANGE_ALL, NULL);
  g_autoptr (WeftNocMatrix) matrix = weft_noc_matrix_new (capture, routes);
  WeftStyle *style = weft_style_new (&options, NULL);
  const WeftNocGridScene scene = { matrix, capture, 0, colors, style };
  WeftNocGrid grid = weft_noc_grid_fit (matrix, style, 0, 0, WIDTH, HEIGHT);
  g_autofree guint32 *row = paint_row (&scene, &grid);
  const guint from = get_tile (capture, 0, 1);
  gboolean ground = FALSE, stripe = FALSE;
  guint class;

  g_assert_true (weft_noc_colors_get_pair (colors, 0, from, get_tile (capture, 2, 1), &class));
  g_assert_cmpuint (class, ==, said->n_classes - 1);
  g_assert_true (weft_noc_colors_get_pair (colors, 0, from, get_tile (capture, 3, 1), &class));
  g_assert_cmpuint (class, ==, WEFT_ROW_COLORS_NONE);
  g_assert_false (weft_noc_colors_get_pair (NULL, 0, from, from, &class));

  g_assert_cmpuint (matrix->cells->len, ==, 2);
  g_assert_cmphex (row[(gsize) (grid.x + grid.pitch / 2)], ==,
                   weft_row_colors_get (said, style, said->n_classes - 1));
  for (guint x = 2; x + 2 < (guint) grid.pitch; x++)
    {
      gboolean is_ground =
        row[(guint) (grid.x + grid.pitch) + x] == weft_row_colors_get_none (style);

      ground |= is_ground;
      stripe |= !is_ground;
    }
  g_assert_true (ground && stripe);
  weft_style_unref (style);
}

/* --- tiles and links ---------------------------------------------------------------------------- */

/* A word about the device counts before one about all of them. */
static void
test_tiles (void)
{
  static const gint64 values[] = { 1, 2, 3 };
  g_autoptr (WeftNocCapture) capture = make_capture ();
  const WeftNocTopology *chip = get_chip (capture);
  guint first = get_tile (capture, 1, 1), second = get_tile (capture, 2, 1);
  const guint32 items[] = { weft_noc_place_tile (chip, 0, first),
                            weft_noc_place_tile (chip, 0, second),
                            weft_noc_place_tile (chip, 1, second) };
  g_autoptr (WeftRowColors) said = make_numbers (values, items, G_N_ELEMENTS (items));
  g_autoptr (WeftNocColors) colors = say (capture, said, WEFT_NOC_PLACE_TILE);

  g_assert_null (colors->links);
  g_assert_cmpuint (colors->tiles[first], ==, 0);
  g_assert_cmpuint (colors->tiles[second], ==, said->n_classes - 1);
  g_assert_cmpuint (colors->n_unknown, ==, chip->n_tiles - 2);
}

/* Without a network both are meant; tiles that are no neighbours have no link. */
static void
test_links (void)
{
  static const gint64 values[] = { 1, 2 };
  g_autoptr (WeftNocCapture) capture = make_capture ();
  const WeftNocTopology *chip = get_chip (capture);
  guint from = get_tile (capture, 1, 1), to = get_tile (capture, 2, 1);
  g_autoptr (WeftNocColors) colors = NULL;
  g_autoptr (WeftRowColors) said = NULL;
  guint32 items[2], none;

  g_assert_true (weft_noc_place_find_link (chip, 0, 0, from, to, &items[0]));
  g_assert_true (weft_noc_place_find_link (chip, 1, 1, from, to, &items[1]));
  g_assert_false (weft_noc_place_find_link (chip, 0, 0, from, get_tile (capture, 4, 1), &none));
  g_assert_false (weft_noc_place_find_link (chip, 0, 0, from, from, &none));
  said = make_numbers (values, items, G_N_ELEMENTS (items));
  colors = say (capture, said, WEFT_NOC_PLACE_LINK);
  g_assert_null (colors->tiles);
  g_assert_cmpuint (colors->links[weft_noc_make_link (chip, 0, from, WEFT_NOC_EAST)], ==,
                    said->n_classes - 1);
  g_assert_cmpuint (colors->links[weft_noc_make_link (chip, 1, from, WEFT_NOC_EAST)], ==, 0);
  g_assert_cmpuint (colors->links[weft_noc_make_link (chip, 0, to, WEFT_NOC_EAST)], ==,
                    WEFT_ROW_COLORS_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-colors/numbers", test_numbers);
  g_test_add_func ("/noc-colors/words", test_words);
  g_test_add_func ("/noc-colors/matrix", test_matrix);
  g_test_add_func ("/noc-colors/tiles", test_tiles);
  g_test_add_func ("/noc-colors/links", test_links);
  return g_test_run ();
}
