/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-side.h"

#include "noc-stage.h"
#include "pixels.h"
#include "weft-list-area.h"

/* The panel beside the map: DRAM controllers, and the matrix of tiles. The trace has a read of 2048 bytes from the
 * controller at (0,1) into (2,1), and a write of 512 from there to (3,2). */

#define N_COLUMNS 10 /* of tiles */

typedef struct
{
  View view;
  GtkWidget *controllers;
  GtkWidget *matrix;
} Side;

static void
side_open (Side *self)
{
  g_autoptr (GPtrArray) areas = g_ptr_array_new ();
  GtkWidget *side;

  view_open_wide (&self->view, 1200);
  side = get_child (&self->view, "side");
  wait_until (is_mapped, side);
  wait_settled ();
  collect_widgets (side, WEFT_TYPE_LIST_AREA, areas);
  g_assert_cmpuint (areas->len, ==, 2);
  self->controllers = areas->pdata[0];
  self->matrix = areas->pdata[1];
}

static gboolean
hover (GtkWidget *area, int x, int y, gboolean keyboard)
{
  GtkTooltip *tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean says = FALSE;

  g_signal_emit_by_name (area, "query-tooltip", x, y, keyboard, tooltip, &says);
  g_object_unref (tooltip);
  return says;
}

/* The thing under the pointer is also said to who listens. */
static gboolean
says (GtkWidget *area, const char *text)
{
  g_autofree char *other = gtk_test_accessible_check_property (
    GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);

  return other == NULL;
}

/* The first point of the matrix where it is said; the test fails where there is none. */
static void
find_cell (const Side *self, const char *said, int *x, int *y)
{
  for (*y = 0; *y < gtk_widget_get_height (self->matrix); *y += 8)
    for (*x = 0; *x < gtk_widget_get_width (self->matrix); *x += 8)
      if (hover (self->matrix, *x, *y, FALSE) && says (self->matrix, said))
        return;
  g_error ("nowhere “%s”", said);
}

/* How much of an area is drawn as what is selected is. */
static guint
count_accent (const Side *self, GtkWidget *area)
{
  const WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->view.state));
  cairo_surface_t *surface = draw_widget (area);
  const guint8 *data;
  guint n = 0;

  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      n += *(const guint32 *) (gconstpointer) (data + y * cairo_image_surface_get_stride (surface)
                                               + 4 * x)
           == weft_style_color (style, WEFT_COLOR_ACCENT);
  cairo_surface_destroy (surface);
  return n;
}

/* A cell says who sends how much to whom, and selects that: its row and column are framed. */
static void
test_cells (void)
{
  static const struct
  {
    const char *said;
    guint from, to;
  } cells[] = { { "(0,1) sends 2\u202f048 bytes to (2,1)", 10, 12 },
                { "(2,1) sends 512 bytes to (3,2)", 12, 23 },
                { "(0,1) sends 0 bytes to (3,2)", 10, 23 } };
  Side side;

  side_open (&side);
  g_assert_false (hover (side.matrix, 0, 0, FALSE));
  g_assert_cmpuint (count_accent (&side, side.matrix), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    {
      const WeftNocThing *selected = weft_noc_state_get_selected (side.view.state);
      guint n_tiles = weft_noc_capture_get_topology (side.view.seen->capture, NULL)->n_tiles;
      int x, y;

      find_cell (&side, cells[i].said, &x, &y);
      g_assert_false (hover (side.matrix, x, y, TRUE));
      click_at (side.matrix, 1, x, y);
      g_assert_cmpint (selected->kind, ==, WEFT_NOC_PAIR);
      g_assert_cmpuint (selected->index, ==, cells[i].from * n_tiles + cells[i].to);
      g_assert_cmpuint (count_accent (&side, side.matrix), >, 20);
    }
  view_close (&side.view);
}

/* Beside the cells a click selects nothing. A tile is marked where it sends and where it takes. */
static void
test_tile (void)
{
  const WeftNocThing tile = { WEFT_NOC_TILE, 0, N_COLUMNS + 2 };
  Side side;

  side_open (&side);
  click_at (side.matrix, 1, 0, 0);
  g_assert_cmpint (weft_noc_state_get_selected (side.view.state)->kind, ==, WEFT_NOC_NOTHING);
  weft_noc_state_select (side.view.state, &tile);
  g_assert_cmpuint (count_accent (&side, side.matrix), >, 20);
  g_assert_cmpuint (count_accent (&side, side.controllers), ==, 0);
  view_close (&side.view);
}

/* A controller is selected where it is clicked, and framed then, as it is where one of its tiles is selected. */
static void
test_controllers (void)
{
  const WeftNocThing tile = { WEFT_NOC_TILE, 0, N_COLUMNS };
  const WeftNocThing *selected;
  Side side;
  guint n;

  side_open (&side);
  selected = weft_noc_state_get_selected (side.view.state);
  click_at (side.controllers, 1, 20, 10000);
  g_assert_cmpint (selected->kind, ==, WEFT_NOC_NOTHING);
  for (int y = 0; y < gtk_widget_get_height (side.controllers); y += 3)
    click_at (side.controllers, 1, 20, y);
  g_assert_cmpint (selected->kind, ==, WEFT_NOC_CONTROLLER);
  g_assert_cmpuint (
    selected->index, ==,
    weft_noc_capture_get_topology (side.view.seen->capture, NULL)->controllers[tile.index]);
  n = count_accent (&side, side.controllers);
  g_assert_cmpuint (n, >, 20);
  weft_noc_state_select (side.view.state, &tile);
  g_assert_cmpuint (count_accent (&side, side.controllers), ==, n);
  view_close (&side.view);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-side/cells", test_cells);
  g_test_add_func ("/noc-side/tile", test_tile);
  g_test_add_func ("/noc-side/controllers", test_controllers);
  return g_test_run ();
}
