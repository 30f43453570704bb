/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-side.h"

#include <glib/gi18n-lib.h>

#include "weft-list-area.h"
#include "weft-noc-figure.h"
#include "weft-noc-grid.h"
#include "weft-number.h"
#include "weft-tooltip.h"

/* Logical pixels of each matrix, where there are several. */
#define MATRIX_HEIGHT 220

struct _WeftNocSide
{
  WeftPanel parent_instance;

  WeftNocState *state; /* the panel's */
  GtkWidget *controllers;
  GtkWidget *matrix;
};

G_DEFINE_FINAL_TYPE (WeftNocSide, weft_noc_side, WEFT_TYPE_PANEL)

static WeftStyle *
get_style (WeftNocSide *self)
{
  return weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
}

/* --- controllers -------------------------------------------------------------------------------- */

/* Whether the controller is what is selected, or has the tile that is. */
static gboolean
is_selected (WeftNocSide *self, WeftNocResult *result, const WeftNocControllerStats *controller)
{
  const WeftNocThing *selected = weft_noc_state_get_selected (self->state);

  if (controller->device != selected->device)
    return FALSE;
  if (selected->kind == WEFT_NOC_TILE)
    return weft_noc_capture_get_topology (result->capture, NULL)->controllers[selected->index]
           == controller->controller;
  return selected->kind == WEFT_NOC_CONTROLLER && selected->index == controller->controller;
}

static WeftStyle *
paint_controllers (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftNocSide *self = data;
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  const WeftNocManner *manner = weft_noc_state_get_manner (self->state);

  if (result == NULL)
    return get_style (self);
  weft_noc_paint_controllers (result->stats, get_style (self), manner->figure, manner->peak, 0, 0,
                              width, height, list);
  for (guint i = 0; i < result->stats->controllers->len; i++)
    {
      int box[4], thickness = weft_style_px (get_style (self), 1);

      if (!is_selected (self, result,
                        &g_array_index (result->stats->controllers, WeftNocControllerStats, i)))
        continue;
      weft_noc_get_controller_box (get_style (self), i, width, box);
      weft_paint_list_frame (list, box[0] - 2 * thickness, box[1], box[2] + 4 * thickness, box[3],
                             thickness, weft_style_color (get_style (self), WEFT_COLOR_ACCENT));
    }
  return get_style (self);
}

static void
controllers_pressed (WeftNocSide *self, int n_press G_GNUC_UNUSED, double x G_GNUC_UNUSED, double y)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  const WeftNocControllerStats *controller;
  WeftNocThing thing;
  guint row;

  if (result == NULL
      || !weft_noc_hit_controllers (result->stats, get_style (self),
                                    y * gtk_widget_get_scale_factor (GTK_WIDGET (self)), &row))
    return;
  controller = &g_array_index (result->stats->controllers, WeftNocControllerStats, row);
  thing = (WeftNocThing){ WEFT_NOC_CONTROLLER, controller->device, controller->controller };
  weft_noc_state_select (self->state, &thing);
}

static int
measure_controllers (int width G_GNUC_UNUSED, gpointer data)
{
  WeftNocSide *self = data;
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  guint n = result != NULL ? MAX (result->stats->controllers->len, 1) : 1;
  int row = weft_style_text_px (get_style (self), 18) + 2;

  return ((int) n + 1) * row / gtk_widget_get_scale_factor (GTK_WIDGET (self)) + 8;
}

/* --- the matrix --------------------------------------------------------------------------------- */

static guint
get_n_tiles (WeftNocResult *result)
{
  return weft_noc_capture_get_topology (result->capture, NULL)->n_tiles;
}

static guint
get_grid_width (WeftNocResult *result)
{
  return weft_noc_capture_get_topology (result->capture, NULL)->width;
}

/* Devices lie one below the other: the box of one, in device pixels. */
static void
get_matrix_box (WeftNocSide *self, WeftNocResult *result, guint device, int box[4])
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int n = (int) MAX (result->matrices->len, 1);

  box[0] = 0;
  box[2] = gtk_widget_get_width (self->matrix) * scale;
  box[3] = gtk_widget_get_height (self->matrix) * scale / n;
  box[1] = (int) device * box[3];
}

static WeftNocGrid
fit_matrix (WeftNocSide *self, WeftNocResult *result, guint device, int box[4])
{
  get_matrix_box (self, result, device, box);
  return weft_noc_grid_fit (g_ptr_array_index (result->matrices, device), get_style (self), box[0],
                            box[1], box[2], box[3]);
}

static void
paint_matrix (WeftNocSide *self, WeftNocResult *result, guint device, WeftPaintList *list)
{
  const WeftNocMatrix *matrix = g_ptr_array_index (result->matrices, device);
  const WeftNocThing *selected = weft_noc_state_get_selected (self->state);
  WeftStyle *style = get_style (self);
  guint n_tiles = get_n_tiles (result);
  int box[4];
  WeftNocGrid grid = fit_matrix (self, result, device, box);

  weft_noc_grid_paint (&(WeftNocGridScene){ matrix, result->capture, device, result->said, style },
                       &grid, box[0], box[1], box[2], box[3], list);
  if (selected->device != device)
    return;
  if (selected->kind == WEFT_NOC_TILE)
    weft_noc_grid_mark (matrix, &grid, selected->index, selected->index, style, list);
  else if (selected->kind == WEFT_NOC_PAIR)
    weft_noc_grid_mark (matrix, &grid, selected->index / n_tiles, selected->index % n_tiles, style,
                        list);
}

static WeftStyle *
paint_matrices (WeftPaintList *list, int width G_GNUC_UNUSED, int height G_GNUC_UNUSED,
                gpointer data)
{
  WeftNocSide *self = data;
  WeftNocResult *result = weft_noc_state_get_result (self->state);

  for (guint i = 0; result != NULL && i < result->matrices->len; i++)
    paint_matrix (self, result, i, list);
  return get_style (self);
}

static int
measure_matrices (int width G_GNUC_UNUSED, gpointer data)
{
  WeftNocSide *self = data;
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  guint n = result != NULL ? MAX (result->matrices->len, 1) : 1;

  return n == 1 ? 120 : (int) n * MATRIX_HEIGHT;
}

/* A cell of a matrix. */
typedef struct
{
  guint device;
  guint from, to; /* tiles */
  guint64 bytes;
} Cell;

/* The cell at a point, in logical pixels. */
static gboolean
hit_matrices (WeftNocSide *self, double x, double y, Cell *cell)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  for (guint device = 0; result != NULL && device < result->matrices->len; device++)
    {
      const WeftNocMatrix *matrix = g_ptr_array_index (result->matrices, device);
      int box[4];
      WeftNocGrid grid = fit_matrix (self, result, device, box);
      guint row, column;

      if (!weft_noc_grid_hit (matrix, &grid, x * scale, y * scale, &row, &column))
        continue;
      *cell = (Cell){ device, matrix->rows[row], matrix->columns[column],
                      weft_noc_matrix_get (matrix, row, column) };
      return TRUE;
    }
  return FALSE;
}

static void
matrix_pressed (WeftNocSide *self, int n_press G_GNUC_UNUSED, double x, double y)
{
  WeftNocThing thing = { WEFT_NOC_PAIR, 0, 0 };
  Cell cell;

  if (!hit_matrices (self, x, y, &cell))
    return;
  thing.device = cell.device;
  thing.index = cell.from * get_n_tiles (weft_noc_state_get_result (self->state)) + cell.to;
  weft_noc_state_select (self->state, &thing);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
               gpointer data)
{
  WeftNocSide *self = data;
  g_autofree char *sent = NULL, *text = NULL;
  guint width;
  Cell cell;

  if (keyboard || !hit_matrices (self, x, y, &cell))
    return weft_tooltip_show (widget, tooltip, NULL);
  width = get_grid_width (weft_noc_state_get_result (self->state));
  sent = weft_number_bytes (cell.bytes);
  text = g_strdup_printf (_ ("(%u,%u) sends %s to (%u,%u)"), cell.from % width, cell.from / width,
                          sent, cell.to % width, cell.to / width);
  return weft_tooltip_show (widget, tooltip, text);
}

/* --- construction ------------------------------------------------------------------------------- */

static void
update (WeftNocSide *self)
{
  weft_list_area_invalidate (WEFT_LIST_AREA (self->controllers));
  weft_list_area_invalidate (WEFT_LIST_AREA (self->matrix));
}

static void
result_changed (WeftNocSide *self)
{
  gtk_widget_queue_resize (self->controllers);
  gtk_widget_queue_resize (self->matrix);
  update (self);
}

static void
add_press (WeftNocSide *self, GtkWidget *widget, GCallback pressed)
{
  GtkGesture *press = gtk_gesture_click_new ();

  g_signal_connect_object (press, "pressed", pressed, self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (press));
}

static void
set_up (WeftPanel *panel)
{
  WeftNocSide *self = WEFT_NOC_SIDE (panel);

  self->state = weft_panel_get_state (panel);
  self->controllers = weft_list_area_new (paint_controllers, measure_controllers, self);
  self->matrix = weft_list_area_new (paint_matrices, measure_matrices, self);
  gtk_widget_set_vexpand (self->matrix, TRUE);
  gtk_widget_set_has_tooltip (self->matrix, TRUE);
  weft_list_area_set_label (WEFT_LIST_AREA (self->matrix),
                            _ ("Matrix of tiles: who sends how much to whom"));
  weft_list_area_set_label (WEFT_LIST_AREA (self->controllers), _ ("DRAM controllers"));
  g_signal_connect_object (self->matrix, "query-tooltip", G_CALLBACK (query_tooltip), self, 0);
  add_press (self, self->matrix, G_CALLBACK (matrix_pressed));
  add_press (self, self->controllers, G_CALLBACK (controllers_pressed));
  gtk_widget_set_parent (self->controllers, GTK_WIDGET (self));
  gtk_widget_set_parent (self->matrix, GTK_WIDGET (self));
  g_signal_connect_object (self->state, "result", G_CALLBACK (result_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "map", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "style", G_CALLBACK (result_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "selection", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}

static void
weft_noc_side_class_init (WeftNocSideClass *klass)
{
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
weft_noc_side_init (WeftNocSide *self)
{
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}
