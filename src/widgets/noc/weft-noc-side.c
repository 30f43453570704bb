/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-side.h"

#include <glib/gi18n-lib.h>

#include "weft-list-area.h"
#include "weft-noc-figure.h"
#include "weft-noc-grid.h"
#include "weft-number.h"
#include "weft-tooltip.h"

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

static WeftStyle *
paint_matrix (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftNocSide *self = data;
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  const WeftNocThing *selected = weft_noc_state_get_selected (self->state);
  WeftNocGrid grid;

  if (result == NULL)
    return get_style (self);
  grid = weft_noc_grid_fit (result->matrix, get_style (self), 0, 0, width, height);
  weft_noc_grid_paint (result->matrix, &grid, get_grid_width (result), get_style (self), 0, 0,
                       width, height, list);
  if (selected->device != result->thing.device)
    return get_style (self);
  if (selected->kind == WEFT_NOC_TILE)
    weft_noc_grid_mark (result->matrix, &grid, selected->index, selected->index, get_style (self),
                        list);
  else if (selected->kind == WEFT_NOC_PAIR)
    weft_noc_grid_mark (result->matrix, &grid, selected->index / get_n_tiles (result),
                        selected->index % get_n_tiles (result), get_style (self), list);
  return get_style (self);
}

static int
measure_matrix (int width G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return 120;
}

/* The cell at a point of the matrix, in logical pixels. */
static gboolean
hit_matrix (WeftNocSide *self, double x, double y, guint *row, guint *column)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  WeftNocGrid grid;

  if (result == NULL)
    return FALSE;
  grid = weft_noc_grid_fit (result->matrix, get_style (self), 0, 0,
                            gtk_widget_get_width (self->matrix) * scale,
                            gtk_widget_get_height (self->matrix) * scale);
  return weft_noc_grid_hit (result->matrix, &grid, x * scale, y * scale, row, column);
}

static void
matrix_pressed (WeftNocSide *self, int n_press G_GNUC_UNUSED, double x, double y)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  WeftNocThing thing = { WEFT_NOC_PAIR, 0, 0 };
  guint row, column;

  if (!hit_matrix (self, x, y, &row, &column))
    return;
  thing.device = result->thing.device;
  thing.index = result->matrix->rows[row] * get_n_tiles (result) + result->matrix->columns[column];
  weft_noc_state_select (self->state, &thing);
}

static gboolean
query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
               gpointer data)
{
  WeftNocSide *self = data;
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  g_autofree char *sent = NULL, *text = NULL;
  guint row, column, width, from, to;

  if (keyboard || !hit_matrix (self, x, y, &row, &column))
    return weft_tooltip_show (widget, tooltip, NULL);
  width = get_grid_width (result);
  sent = weft_number_bytes (weft_noc_matrix_get (result->matrix, row, column));
  from = result->matrix->rows[row];
  to = result->matrix->columns[column];
  text = g_strdup_printf (_ ("(%u,%u) sends %s to (%u,%u)"), from % width, from / width, sent,
                          to % width, to / width);
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
  self->matrix = weft_list_area_new (paint_matrix, measure_matrix, self);
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
