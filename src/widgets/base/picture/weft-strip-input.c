/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-strip-input.h"

#include "weft-wheel.h"

/* It goes with the strip. */
typedef struct
{
  GtkWidget *strip;
  WeftCanvas *canvas;
  double x; /* of the pointer, logical pixels */
  double drag_x;
} StripInput;

static WeftTimeAxis *
get_axis (StripInput *self)
{
  return weft_view_state_get_axis (weft_canvas_get_state (self->canvas));
}

static gboolean
get_tick (StripInput *self, double x, gint64 *tick)
{
  return weft_canvas_x_to_time (self->canvas, x * gtk_widget_get_scale_factor (self->strip), tick);
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  StripInput *self = data;
  WeftWheel wheel = weft_wheel_read (controller, dx, dy);

  if (wheel.zooms)
    weft_canvas_zoom (self->canvas, self->x * gtk_widget_get_scale_factor (self->strip), 0,
                      wheel.zoom_x, wheel.zoom_y);
  else
    weft_canvas_pan (self->canvas, wheel.dx, wheel.dy);
  return GDK_EVENT_STOP;
}

/* The cursor is at a time, and at no thing. */
static void
moved (StripInput *self, double x, double y G_GNUC_UNUSED)
{
  gint64 tick;

  self->x = x;
  if (get_tick (self, x, &tick))
    weft_time_axis_set_cursor (get_axis (self), tick);
}

static void
left (StripInput *self)
{
  weft_time_axis_unset_cursor (get_axis (self));
}

static void
brush (StripInput *self, double from, double to)
{
  gint64 first, last;

  if (get_tick (self, from, &first) && get_tick (self, to, &last))
    weft_time_axis_select (get_axis (self), first, last + 1);
}

static void
drag_began (StripInput *self, double x, double y G_GNUC_UNUSED)
{
  self->drag_x = x;
  weft_time_axis_select (get_axis (self), 0, 0);
}

static void
dragged (StripInput *self, double dx, double dy G_GNUC_UNUSED)
{
  brush (self, self->drag_x + MIN (dx, 0), self->drag_x + MAX (dx, 0));
}

/* A click brushes the tick alone, of which the inspector then tells. */
static void
clicked (StripInput *self, int n_press G_GNUC_UNUSED, double x, double y G_GNUC_UNUSED)
{
  brush (self, x, x);
}

void
weft_strip_input_add (GtkWidget *strip, WeftCanvas *canvas)
{
  StripInput *self = g_new0 (StripInput, 1);
  GtkEventController *wheel =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  self->strip = strip;
  self->canvas = canvas;
  g_object_set_data_full (G_OBJECT (strip), "weft-strip-input", self, g_free);
  g_signal_connect (wheel, "scroll", G_CALLBACK (scrolled), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (left), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (dragged), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (strip, wheel);
  gtk_widget_add_controller (strip, motion);
  gtk_widget_add_controller (strip, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (strip, GTK_EVENT_CONTROLLER (click));
}
