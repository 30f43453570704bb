/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-canvas.h"

#include <math.h>

#include "weft-canvas-menu.h"
#include "weft-gtk-compat.h"
#include "weft-marks.h"
#include "weft-snapshot.h"
#include "weft-view-keys.h"
#include "weft-words.h"

/* The part of the canvas that a page is. */
#define PAGE 0.9

typedef struct
{
  WeftViewState *state;
  WeftTileView *tiles; /* nullable */
  WeftCanvasInput *input;
  WeftKeyRepeat repeat;
  gboolean tells_selected;     /* since the pointer was there: */
  double pointer_x, pointer_y; /* NaN: outside */
} WeftCanvasPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftCanvas, weft_canvas, GTK_TYPE_WIDGET)

static WeftCanvasPrivate *
get_private (WeftCanvas *self)
{
  return weft_canvas_get_instance_private (self);
}

WeftViewState *
weft_canvas_get_state (WeftCanvas *self)
{
  g_return_val_if_fail (WEFT_IS_CANVAS (self), NULL);

  return get_private (self)->state;
}

void
weft_canvas_set_tiles (WeftCanvas *self, WeftTileView *tiles)
{
  g_return_if_fail (WEFT_IS_CANVAS (self));

  g_clear_pointer (&get_private (self)->tiles, weft_tile_view_free);
  get_private (self)->tiles = tiles;
}

WeftTileView *
weft_canvas_get_tiles (WeftCanvas *self)
{
  return get_private (self)->tiles;
}

gboolean
weft_canvas_is_complete (WeftCanvas *self)
{
  g_return_val_if_fail (WEFT_IS_CANVAS (self), FALSE);

  return get_private (self)->tiles == NULL
         || weft_tile_view_is_complete (get_private (self)->tiles);
}

void
weft_canvas_get_size (WeftCanvas *self, int *width, int *height)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int scale = gtk_widget_get_scale_factor (widget);

  *width = MAX (gtk_widget_get_width (widget), 1) * scale;
  *height = MAX (gtk_widget_get_height (widget), 1) * scale;
}

gboolean
weft_canvas_x_to_time (WeftCanvas *self, double x, gint64 *time)
{
  return WEFT_CANVAS_GET_CLASS (self)->x_to_time (self, x, time);
}

/* --- following ----------------------------------------------------------------------------------- */

void
weft_canvas_viewport_changed (WeftCanvas *self)
{
  g_return_if_fail (WEFT_IS_CANVAS (self));

  if (WEFT_CANVAS_GET_CLASS (self)->is_gliding (self))
    weft_canvas_input_wake (get_private (self)->input);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_description (WeftCanvas *self, gboolean announce)
{
  g_autofree char *text = WEFT_CANVAS_GET_CLASS (self)->describe_current (self);
  g_autofree char *words = weft_words_shorten (text != NULL ? text : "");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words,
                                  -1);
  if (announce && gtk_widget_has_focus (GTK_WIDGET (self)))
    weft_compat_announce (GTK_WIDGET (self), words);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
find_pointer (WeftCanvas *self, double *x, double *y)
{
  WeftCanvasClass *klass = WEFT_CANVAS_GET_CLASS (self);

  if (klass->get_pointer == NULL || !klass->get_pointer (self, x, y))
    *x = *y = (double) NAN;
}

gboolean
weft_canvas_tells_selected (WeftCanvas *self)
{
  return get_private (self)->tells_selected;
}

/* Something else may come to lie under a pointer that rests, as a key moves the picture. */
void
weft_canvas_hover_changed (WeftCanvas *self)
{
  WeftCanvasPrivate *priv = get_private (self);
  double x, y;

  find_pointer (self, &x, &y);
  if (!(x == priv->pointer_x && y == priv->pointer_y))
    priv->tells_selected = FALSE;
  update_description (self, FALSE);
}

void
weft_canvas_selection_changed (WeftCanvas *self)
{
  WeftCanvasPrivate *priv = get_private (self);

  find_pointer (self, &priv->pointer_x, &priv->pointer_y);
  priv->tells_selected = weft_view_state_has_selected (priv->state);
  update_description (self, priv->tells_selected);
}

/* No area is set that it is for: GTK tells nothing to a pointer that comes to rest outside of the one
 * before. */
static gboolean
weft_canvas_query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y G_GNUC_UNUSED,
                           gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  g_autofree char *text = NULL, *words = NULL;

  if (!weft_canvas_input_is_dragging (get_private (self)->input)
      && !weft_canvas_menu_is_open (widget))
    text = WEFT_CANVAS_GET_CLASS (self)->describe_hover (self);
  words = text != NULL ? weft_words_shorten (text) : NULL;
  gtk_tooltip_set_text (tooltip, words);
  return words != NULL;
}

/* --- drawing ------------------------------------------------------------------------------------- */

void
weft_canvas_fill (WeftCanvas *self, GtkSnapshot *snapshot, WeftColorRole role, double x, double y,
                  double width, double height)
{
  WeftStyle *style = weft_view_state_get_style (get_private (self)->state);
  int limit_width, limit_height;

  weft_canvas_get_size (self, &limit_width, &limit_height);
  weft_snapshot_fill (snapshot, weft_style_color (style, role), x, y, width, height, limit_width,
                      limit_height);
}

void
weft_canvas_outline (WeftCanvas *self, GtkSnapshot *snapshot, WeftColorRole role, double x,
                     double y, double width, double height)
{
  double line = weft_style_px (weft_view_state_get_style (get_private (self)->state), 2);

  weft_canvas_fill (self, snapshot, role, x, y, width, line);
  weft_canvas_fill (self, snapshot, role, x, y + height - line, width, line);
  weft_canvas_fill (self, snapshot, role, x, y, line, height);
  weft_canvas_fill (self, snapshot, role, x + width - line, y, line, height);
}

void
weft_canvas_draw_columns (WeftCanvas *self, GtkSnapshot *snapshot, double x0, double x1)
{
  weft_canvas_fill (self, snapshot, WEFT_COLOR_SELECTION, x0, 0, x1 - x0, INFINITY);
  weft_canvas_fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, x0, 0, 1, INFINITY);
  weft_canvas_fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, x1 - 1, 0, 1, INFINITY);
}

void
weft_canvas_draw_rows (WeftCanvas *self, GtkSnapshot *snapshot, double y0, double y1)
{
  weft_canvas_fill (self, snapshot, WEFT_COLOR_SELECTION, 0, y0, INFINITY, y1 - y0);
  weft_canvas_fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, 0, y0, INFINITY, 1);
  weft_canvas_fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, 0, y1 - 1, INFINITY, 1);
}

void
weft_canvas_draw_marks (WeftCanvas *self, GtkSnapshot *snapshot)
{
  WeftMarks *marks = weft_marks_get (get_private (self)->state);

  for (guint i = 0; i < weft_marks_get_n (marks); i++)
    {
      const WeftMark *mark = weft_marks_get_mark (marks, i);
      double x;

      if (WEFT_CANVAS_GET_CLASS (self)->time_to_x (self, mark->time, &x))
        weft_canvas_fill (self, snapshot,
                          mark->name != NULL ? WEFT_COLOR_ACCENT : WEFT_COLOR_CURSOR, floor (x), 0,
                          1, INFINITY);
    }
}

/* At the pointer, or where it is elsewhere, at the cursor that another view of the same time has. */
static void
draw_crosshair (WeftCanvas *self, GtkSnapshot *snapshot)
{
  WeftCanvasClass *klass = WEFT_CANVAS_GET_CLASS (self);
  WeftTimeAxis *axis = weft_view_state_get_axis (get_private (self)->state);
  double x, y;
  gint64 time;

  if (weft_canvas_input_is_panning (get_private (self)->input))
    return;
  if (klass->get_pointer (self, &x, &y))
    weft_canvas_fill (self, snapshot, WEFT_COLOR_HOVER, 0, floor (y), INFINITY, 1);
  else if (!weft_time_axis_get_cursor (axis, &time) || !klass->time_to_x (self, time, &x))
    return;
  weft_canvas_fill (self, snapshot, WEFT_COLOR_HOVER, floor (x), 0, 1, INFINITY);
}

static void
weft_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftCanvas *self = WEFT_CANVAS (widget);
  float scale = 1.0f / (float) gtk_widget_get_scale_factor (widget);
  int width, height;

  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  weft_canvas_fill (self, snapshot, WEFT_COLOR_CANVAS, 0, 0, INFINITY, INFINITY);
  gtk_snapshot_restore (snapshot);
  weft_tile_view_snapshot (get_private (self)->tiles, snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  WEFT_CANVAS_GET_CLASS (self)->draw_over (self, snapshot);
  draw_crosshair (self, snapshot);
  weft_canvas_get_size (self, &width, &height);
  if (gtk_widget_has_visible_focus (widget))
    weft_canvas_outline (self, snapshot, WEFT_COLOR_ACCENT, 0, 0, width, height);
  gtk_snapshot_restore (snapshot);
}

/* --- keys ---------------------------------------------------------------------------------------- */

double
weft_canvas_accelerate (WeftCanvas *self)
{
  return weft_view_keys_accelerate (&get_private (self)->repeat);
}

void
weft_canvas_pan (WeftCanvas *self, double dx, double dy)
{
  WEFT_CANVAS_GET_CLASS (self)->input.pan (self, dx, dy, FALSE);
}

void
weft_canvas_zoom (WeftCanvas *self, double x, double y, double factor_x, double factor_y)
{
  WEFT_CANVAS_GET_CLASS (self)->input.zoom (self, x, y, factor_x, factor_y, TRUE);
}

/* Around the pointer, or the middle. */
static void
zoom_by_key (WeftCanvas *self, double factor)
{
  WeftCanvasClass *klass = WEFT_CANVAS_GET_CLASS (self);
  int width, height;
  double x, y;

  weft_canvas_get_size (self, &width, &height);
  if (klass->get_pointer == NULL || !klass->get_pointer (self, &x, &y))
    {
      x = width / 2.0;
      y = height / 2.0;
    }
  weft_canvas_zoom (self, x, y, factor, factor);
}

static void
default_page (WeftCanvas *self, int pages)
{
  int width, height;

  weft_canvas_get_size (self, &width, &height);
  weft_canvas_pan (self, 0, round (pages * PAGE * height));
}

static void
activate_with (WeftCanvas *self, const char *action, GVariant *parameter)
{
  WeftCanvasClass *klass = WEFT_CANVAS_GET_CLASS (self);
  double step = WEFT_KEY_STEP * gtk_widget_get_scale_factor (GTK_WIDGET (self)), right, down;
  int rows, things;

  if (g_str_equal (action, "view.pan"))
    {
      g_variant_get (parameter, "(dd)", &right, &down);
      step *= weft_canvas_accelerate (self);
      weft_canvas_pan (self, round (right * step), round (down * step));
    }
  else if (g_str_equal (action, "view.select"))
    {
      g_variant_get (parameter, "(ii)", &rows, &things);
      klass->step (self, rows, things);
    }
  else if (g_str_equal (action, "view.page"))
    klass->page (self, g_variant_get_int32 (parameter));
  else if (klass->go_to_edge != NULL)
    klass->go_to_edge (self, g_variant_get_int32 (parameter));
}

void
weft_canvas_activate (WeftCanvas *self, const char *action, GVariant *parameter)
{
  WeftCanvasClass *klass;
  WeftViewState *state;

  g_return_if_fail (WEFT_IS_CANVAS (self));

  klass = WEFT_CANVAS_GET_CLASS (self);
  state = get_private (self)->state;
  if (parameter != NULL)
    activate_with (self, action, parameter);
  else if (g_str_equal (action, "view.fit"))
    klass->fit (self);
  else if (g_str_equal (action, "view.fit-all"))
    klass->fit_all (self);
  else if (g_str_equal (action, "view.zoom-in"))
    zoom_by_key (self, WEFT_KEY_ZOOM);
  else if (g_str_equal (action, "view.zoom-out"))
    zoom_by_key (self, 1 / WEFT_KEY_ZOOM);
  else if (g_str_equal (action, "view.back"))
    weft_view_state_go_back (state);
  else if (g_str_equal (action, "view.forward"))
    weft_view_state_go_forward (state);
  else if (g_str_equal (action, "view.step-back"))
    weft_view_state_step_back (state);
}

/* --- the widget ---------------------------------------------------------------------------------- */

static void
weft_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline G_GNUC_UNUSED)
{
  int scale = gtk_widget_get_scale_factor (widget);

  WEFT_CANVAS_GET_CLASS (widget)->resize (WEFT_CANVAS (widget), MAX (width, 1) * scale,
                                          MAX (height, 1) * scale);
  weft_canvas_menu_allocate (widget);
}

static void
weft_canvas_dispose (GObject *object)
{
  WeftCanvasPrivate *priv = get_private (WEFT_CANVAS (object));

  weft_canvas_menu_remove (GTK_WIDGET (object));
  g_clear_pointer (&priv->input, weft_canvas_input_free);
  g_clear_pointer (&priv->tiles, weft_tile_view_free);
  g_clear_object (&priv->state);
  G_OBJECT_CLASS (weft_canvas_parent_class)->dispose (object);
}

static void
weft_canvas_class_init (WeftCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_canvas_dispose;
  widget_class->snapshot = weft_canvas_snapshot;
  widget_class->size_allocate = weft_canvas_size_allocate;
  widget_class->query_tooltip = weft_canvas_query_tooltip;
  klass->page = default_page;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
weft_canvas_init (WeftCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
}

static void
fill_menu (GtkWidget *widget, GMenu *menu)
{
  if (WEFT_CANVAS_GET_CLASS (widget)->fill_menu != NULL)
    WEFT_CANVAS_GET_CLASS (widget)->fill_menu (WEFT_CANVAS (widget), menu);
}

/* As a click does, so that the menu is about what was pressed. */
static void
press (GtkWidget *widget, double x, double y)
{
  int scale = gtk_widget_get_scale_factor (widget);

  if (WEFT_CANVAS_GET_CLASS (widget)->input.click != NULL)
    WEFT_CANVAS_GET_CLASS (widget)->input.click (widget, 1, x * scale, y * scale);
}

GtkWidget *
weft_canvas_new (GType type, WeftViewState *state)
{
  WeftCanvas *self = g_object_new (type, NULL);
  WeftCanvasPrivate *priv = get_private (self);

  priv->state = g_object_ref (state);
  priv->input =
    weft_canvas_input_new (GTK_WIDGET (self), &WEFT_CANVAS_GET_CLASS (self)->input, self);
  weft_canvas_menu_add (GTK_WIDGET (self), fill_menu, press);
  return GTK_WIDGET (self);
}
