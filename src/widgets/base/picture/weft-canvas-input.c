/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-canvas-input.h"

#include <math.h>

#include "weft-wheel.h"

/* Kinetic scrolling loses this share of its speed per second, as a power of e, and ends below a
 * speed in px/s. */
#define KINETIC_DECAY 4.0
#define KINETIC_END 12.0

typedef enum
{
  DRAG_NONE,
  DRAG_PAN,
  DRAG_BRUSH,
} DragMode;

struct _WeftCanvasInput
{
  GtkWidget *widget;
  const WeftCanvasActions *actions;
  gpointer owner;
  guint tick; /* while something moves */

  gboolean inside;
  double pointer_x;
  double pointer_y;

  DragMode drag;
  double drag_x; /* where the pan has come to */
  double drag_y;
  double brush_x;
  double brush_y;

  double pinch_scale;
  double velocity_x; /* device pixels per second */
  double velocity_y;
  gint64 last_frame;
};

static double
factor (WeftCanvasInput *self)
{
  return gtk_widget_get_scale_factor (self->widget);
}

/* --- movement ---------------------------------------------------------------------------------- */

static gboolean
decelerate (WeftCanvasInput *self, gint64 now)
{
  double seconds = self->last_frame != 0 ? (double) (now - self->last_frame) / 1e6 : 0;
  double decay = exp (-KINETIC_DECAY * seconds);
  double dx, dy;

  if (hypot (self->velocity_x, self->velocity_y) < KINETIC_END)
    {
      self->velocity_x = self->velocity_y = 0;
      return FALSE;
    }
  dx = self->velocity_x * seconds;
  dy = self->velocity_y * seconds;
  self->velocity_x *= decay;
  self->velocity_y *= decay;
  self->actions->pan (self->owner, round (dx), round (dy), FALSE);
  return TRUE;
}

static gboolean
move_on (GtkWidget *widget G_GNUC_UNUSED, GdkFrameClock *clock, gpointer data)
{
  WeftCanvasInput *self = data;
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  gboolean moving = self->actions->advance != NULL && self->actions->advance (self->owner, now);

  moving |= decelerate (self, now);
  self->last_frame = now;
  if (moving)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

void
weft_canvas_input_wake (WeftCanvasInput *self)
{
  if (self->tick != 0)
    return;
  self->last_frame = 0;
  self->tick = gtk_widget_add_tick_callback (self->widget, move_on, self, NULL);
}

static void
stop_moving (WeftCanvasInput *self)
{
  self->velocity_x = self->velocity_y = 0;
}

/* --- pointer ------------------------------------------------------------------------------------------ */

static void
pointer_moved (WeftCanvasInput *self, double x, double y)
{
  self->inside = TRUE;
  self->pointer_x = x * factor (self);
  self->pointer_y = y * factor (self);
  self->actions->set_pointer (self->owner, TRUE, self->pointer_x, self->pointer_y);
}

static void
pointer_left (WeftCanvasInput *self)
{
  self->inside = FALSE;
  self->actions->set_pointer (self->owner, FALSE, 0, 0);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  WeftCanvasInput *self = data;
  WeftWheel wheel = weft_wheel_read (controller, dx, dy);
  double scale = factor (self);

  stop_moving (self);
  /* The point that zooming keeps in place: under the pointer, or the middle. */
  if (wheel.zooms)
    self->actions->zoom (
      self->owner, self->inside ? self->pointer_x : gtk_widget_get_width (self->widget) * scale / 2,
      self->inside ? self->pointer_y : gtk_widget_get_height (self->widget) * scale / 2,
      wheel.zoom_x, wheel.zoom_y, TRUE);
  else
    self->actions->pan (self->owner, wheel.dx, wheel.dy, FALSE);
  return GDK_EVENT_STOP;
}

static void
scroll_released (WeftCanvasInput *self, double velocity_x, double velocity_y)
{
  self->velocity_x = velocity_x * factor (self);
  self->velocity_y = velocity_y * factor (self);
  weft_canvas_input_wake (self);
}

static void
pinch_began (WeftCanvasInput *self)
{
  stop_moving (self);
  self->pinch_scale = 1;
}

static void
pinch_changed (WeftCanvasInput *self, double scale, GtkGestureZoom *gesture)
{
  double x, y;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y);
  self->actions->zoom (self->owner, x * factor (self), y * factor (self), scale / self->pinch_scale,
                       scale / self->pinch_scale, FALSE);
  self->pinch_scale = scale;
}

/* --- pressing and dragging ----------------------------------------------------------------------------- */

static void
pressed (WeftCanvasInput *self)
{
  stop_moving (self);
  gtk_widget_grab_focus (self->widget);
}

static void
clicked (WeftCanvasInput *self, int n_press, double x, double y)
{
  if (n_press <= 2)
    self->actions->click (self->owner, (guint) n_press, x * factor (self), y * factor (self));
}

static void
drag_began (WeftCanvasInput *self, double x, double y, GtkGestureDrag *gesture)
{
  GdkModifierType modifiers =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  stop_moving (self);
  self->drag = modifiers & GDK_SHIFT_MASK ? DRAG_BRUSH : DRAG_NONE;
  self->drag_x = self->drag_y = 0;
  self->brush_x = x * factor (self);
  self->brush_y = y * factor (self);
}

static void
dragged (WeftCanvasInput *self, double dx, double dy, GtkGestureDrag *gesture)
{
  if (self->drag == DRAG_NONE && gtk_drag_check_threshold (self->widget, 0, 0, (int) dx, (int) dy))
    {
      self->drag = DRAG_PAN;
      gtk_widget_set_cursor_from_name (self->widget, "grabbing");
    }
  if (self->drag != DRAG_NONE)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  dx = round (dx * factor (self));
  dy = round (dy * factor (self));
  if (self->drag == DRAG_BRUSH)
    self->actions->brush (self->owner, self->brush_x, self->brush_y, dx, dy);
  if (self->drag != DRAG_PAN)
    return;
  self->actions->pan (self->owner, self->drag_x - dx, self->drag_y - dy, TRUE);
  self->drag_x = dx;
  self->drag_y = dy;
}

static void
drag_ended (WeftCanvasInput *self)
{
  self->drag = DRAG_NONE;
  gtk_widget_set_cursor (self->widget, NULL);
}

gboolean
weft_canvas_input_is_panning (WeftCanvasInput *self)
{
  return self->drag == DRAG_PAN;
}

gboolean
weft_canvas_input_is_dragging (WeftCanvasInput *self)
{
  return self->drag != DRAG_NONE;
}

/* --- construction ----------------------------------------------------------------------------------------- */

static void
add_controllers (WeftCanvasInput *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
    GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect_swapped (scroll, "decelerate", G_CALLBACK (scroll_released), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (dragged), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_ended), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (drag_ended), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (clicked), self);
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_began), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_changed), self);
  gtk_widget_add_controller (self->widget, motion);
  gtk_widget_add_controller (self->widget, scroll);
  gtk_widget_add_controller (self->widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (self->widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (self->widget, GTK_EVENT_CONTROLLER (pinch));
}

WeftCanvasInput *
weft_canvas_input_new (GtkWidget *widget, const WeftCanvasActions *actions, gpointer owner)
{
  WeftCanvasInput *self = g_new0 (WeftCanvasInput, 1);

  self->widget = widget;
  self->actions = actions;
  self->owner = owner;
  add_controllers (self);
  return self;
}

static void
disconnect (WeftCanvasInput *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (self->widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      g_signal_handlers_disconnect_by_data (controller, self);
    }
}

void
weft_canvas_input_free (WeftCanvasInput *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (self->widget, self->tick);
  disconnect (self);
  g_free (self);
}
