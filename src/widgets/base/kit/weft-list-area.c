/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-list-area.h"

#include "weft-paint-pixels.h"

struct _WeftListArea
{
  GtkWidget parent_instance;

  WeftListAreaPaint paint;
  WeftListAreaMeasure measure;
  gpointer user_data;
  WeftPaintList *list;
  cairo_surface_t *surface; /* NULL: to be painted */
};

G_DEFINE_FINAL_TYPE (WeftListArea, weft_list_area, GTK_TYPE_WIDGET)

static void
weft_list_area_finalize (GObject *object)
{
  WeftListArea *self = WEFT_LIST_AREA (object);

  g_clear_pointer (&self->surface, cairo_surface_destroy);
  weft_paint_list_free (self->list);
  G_OBJECT_CLASS (weft_list_area_parent_class)->finalize (object);
}

static void
weft_list_area_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftListArea *self = WEFT_LIST_AREA (widget);

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = self->measure (for_size, self->user_data);
  /* The need without a width is that of a wide one: GTK holds every height that it asks about
   * against that. */
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size < 0)
    *minimum = MIN (*natural, self->measure (G_MAXINT16, self->user_data));
  *minimum_baseline = *natural_baseline = -1;
}

static GtkSizeRequestMode
weft_list_area_get_request_mode (GtkWidget *widget G_GNUC_UNUSED)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
repaint (WeftListArea *self, int width, int height)
{
  WeftStyle *style;

  weft_paint_list_clear (self->list);
  style = self->paint (self->list, width, height, self->user_data);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  weft_paint_pixels_draw_surface (self->list, style->atlas, self->surface, NULL, 0, 0);
}

static void
weft_list_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftListArea *self = WEFT_LIST_AREA (widget);
  int factor = gtk_widget_get_scale_factor (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (width <= 0 || height <= 0)
    return;
  if (self->surface == NULL || cairo_image_surface_get_width (self->surface) != width * factor
      || cairo_image_surface_get_height (self->surface) != height * factor)
    repaint (self, width * factor, height * factor);
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_scale (cr, 1.0 / factor, 1.0 / factor);
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
weft_list_area_class_init (WeftListAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_list_area_finalize;
  widget_class->measure = weft_list_area_measure;
  widget_class->get_request_mode = weft_list_area_get_request_mode;
  widget_class->snapshot = weft_list_area_snapshot;
}

static void
weft_list_area_init (WeftListArea *self)
{
  self->list = weft_paint_list_new ();
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

void
weft_list_area_set_painter (WeftListArea *self, WeftListAreaPaint paint,
                            WeftListAreaMeasure measure, gpointer user_data)
{
  g_return_if_fail (WEFT_IS_LIST_AREA (self));

  self->paint = paint;
  self->measure = measure;
  self->user_data = user_data;
}

GtkWidget *
weft_list_area_new (WeftListAreaPaint paint, WeftListAreaMeasure measure, gpointer user_data)
{
  GtkWidget *self = g_object_new (WEFT_TYPE_LIST_AREA, NULL);

  weft_list_area_set_painter (WEFT_LIST_AREA (self), paint, measure, user_data);
  return self;
}

void
weft_list_area_invalidate (WeftListArea *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
weft_list_area_set_label (WeftListArea *self, const char *label)
{
  g_return_if_fail (WEFT_IS_LIST_AREA (self));

  g_object_set (self, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
