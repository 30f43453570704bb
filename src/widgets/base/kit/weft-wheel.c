/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-wheel.h"

#include <math.h>

/* Logical pixels of one notch, and its zoom. */
#define STEP 72.0
#define ZOOM 1.25

WeftWheel
weft_wheel_read (GtkEventControllerScroll *controller, double dx, double dy)
{
  GtkEventController *base = GTK_EVENT_CONTROLLER (controller);
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (base);
  double step = gtk_widget_get_scale_factor (gtk_event_controller_get_widget (base));
  WeftWheel wheel = { .zoom_x = 1, .zoom_y = 1, .zooms = (modifiers & GDK_CONTROL_MASK) != 0 };
  gboolean notches = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;

  if (wheel.zooms)
    {
      double zoom = pow (ZOOM, notches ? -dy : -dy / STEP);

      wheel.zoom_x = modifiers & GDK_ALT_MASK ? 1 : zoom;
      wheel.zoom_y = modifiers & GDK_SHIFT_MASK ? 1 : zoom;
      return wheel;
    }
  if (notches)
    step *= STEP;
  wheel.dx = round ((modifiers & GDK_SHIFT_MASK ? dy : dx) * step);
  wheel.dy = round ((modifiers & GDK_SHIFT_MASK ? dx : dy) * step);
  return wheel;
}
