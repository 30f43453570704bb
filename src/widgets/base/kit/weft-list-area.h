/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "weft-paint-list.h"
#include "weft-style.h"

G_BEGIN_DECLS

/* A widget that shows a paint list: for rulers, minimaps, legends. What was painted is kept until
 * weft_list_area_invalidate(). */

#define WEFT_TYPE_LIST_AREA (weft_list_area_get_type ())
G_DECLARE_FINAL_TYPE (WeftListArea, weft_list_area, WEFT, LIST_AREA, GtkWidget)

/* Appends what the area shows, in device pixels. Returns the style that it is drawn with: (transfer
 * none). */
typedef WeftStyle *(*WeftListAreaPaint) (WeftPaintList *list, int width, int height,
                                         gpointer user_data);

/* The height that the area wants at a width, both logical pixels; width −1: any. */
typedef int (*WeftListAreaMeasure) (int width, gpointer user_data);

/* For areas of templates, which have no other constructor. */
void weft_list_area_set_painter (WeftListArea *self, WeftListAreaPaint paint,
                                 WeftListAreaMeasure measure, gpointer user_data);
GtkWidget *weft_list_area_new (WeftListAreaPaint paint, WeftListAreaMeasure measure,
                               gpointer user_data);
void weft_list_area_invalidate (WeftListArea *self);

/* Its description, for those who don't see it: with that it is a picture to assistive tools. To be
 * called before it is on screen. */
void weft_list_area_set_label (WeftListArea *self, const char *label);

G_END_DECLS
