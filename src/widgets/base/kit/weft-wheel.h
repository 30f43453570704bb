/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The meaning of a turn of the wheel, or a stroke on a touchpad: the same in every view. */
typedef struct
{
  double dx; /* to scroll, device pixels; 0 while it zooms */
  double dy;
  double zoom_x; /* to zoom: factors above 1 come closer; 1 while it scrolls */
  double zoom_y;
  gboolean zooms;
} WeftWheel;

/* Reads a "scroll" signal: Ctrl zooms (with Shift besides: sideways only, with Alt: up and down
 * only), Shift scrolls sideways. */
WeftWheel weft_wheel_read (GtkEventControllerScroll *controller, double dx, double dy);

G_END_DECLS
