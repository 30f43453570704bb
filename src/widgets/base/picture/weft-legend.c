/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-legend.h"

/* Logical pixels: four lines of texts at their usual size, two of those twice as large. */
#define MAX_HEIGHT 88

struct _WeftLegend
{
  GtkWidget parent_instance;

  GtkWidget *area;
  GtkWidget *scroller; /* around the area; NULL before there is something to scroll */
  char *label;
  guint idle;
};

G_DEFINE_FINAL_TYPE (WeftLegend, weft_legend, GTK_TYPE_WIDGET)

static GtkWidget *
get_child (WeftLegend *self)
{
  return self->scroller != NULL ? self->scroller : self->area;
}

static gboolean
add_scroller (gpointer legend)
{
  WeftLegend *self = legend;
  g_autoptr (GtkWidget) area = g_object_ref (self->area);

  self->idle = 0;
  gtk_widget_unparent (area);
  self->scroller = gtk_scrolled_window_new ();
  g_object_set (self->scroller, "hscrollbar-policy", GTK_POLICY_NEVER, "overlay-scrolling", FALSE,
                NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scroller), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->label, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), area);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

static void
weft_legend_dispose (GObject *object)
{
  WeftLegend *self = WEFT_LEGEND (object);
  GtkWidget *child = get_child (self);

  g_clear_handle_id (&self->idle, g_source_remove);
  self->area = self->scroller = NULL;
  if (child != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->label, g_free);
  G_OBJECT_CLASS (weft_legend_parent_class)->dispose (object);
}

static void
weft_legend_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                     int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftLegend *self = WEFT_LEGEND (widget);
  int least;

  /* How wide it has to be does not follow from a height that may be less than all of it. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    gtk_widget_measure (get_child (self), orientation, -1, minimum, natural, NULL, NULL);
  else
    {
      /* It scrolls where it is less than all of it, so that how much it needs is the same at every width: a GtkBox
       * whose least width depends on its height says more for it than for what it would like. */
      gtk_widget_measure (self->area, orientation, -1, &least, NULL, NULL, NULL);
      gtk_widget_measure (self->area, orientation, for_size, NULL, natural, NULL, NULL);
      *natural = MIN (*natural, MAX_HEIGHT);
      *minimum = MIN (*natural, least);
    }
  *minimum_baseline = *natural_baseline = -1;
}

/* Most legends have room, and a page shows its picture sooner without what scrolls them. */
static void
weft_legend_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftLegend *self = WEFT_LEGEND (widget);
  int needed;

  gtk_widget_measure (self->area, GTK_ORIENTATION_VERTICAL, width, &needed, NULL, NULL, NULL);
  if (needed > height && self->scroller == NULL && self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_DEFAULT, add_scroller, self, NULL);
  if (self->scroller != NULL)
    needed = height;
  gtk_widget_allocate (get_child (self), width, MAX (height, needed), baseline, NULL);
}

/* Keys come to it where they have something to scroll. */
static gboolean
weft_legend_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkWidget *scroller = WEFT_LEGEND (widget)->scroller;
  GtkAdjustment *lines;

  if (scroller == NULL)
    return FALSE;
  lines = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  return gtk_adjustment_get_upper (lines) > gtk_adjustment_get_page_size (lines)
         && gtk_widget_child_focus (scroller, direction);
}

static GtkSizeRequestMode
weft_legend_get_request_mode (GtkWidget *widget G_GNUC_UNUSED)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_legend_class_init (WeftLegendClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_legend_dispose;
  widget_class->measure = weft_legend_measure;
  widget_class->size_allocate = weft_legend_size_allocate;
  widget_class->get_request_mode = weft_legend_get_request_mode;
  widget_class->focus = weft_legend_focus;
}

static void
weft_legend_init (WeftLegend *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
weft_legend_new (WeftListAreaPaint paint, WeftListAreaMeasure measure, gpointer user_data,
                 const char *label)
{
  WeftLegend *self = g_object_new (WEFT_TYPE_LEGEND, NULL);

  self->area = weft_list_area_new (paint, measure, user_data);
  self->label = g_strdup (label);
  weft_list_area_set_label (WEFT_LIST_AREA (self->area), label);
  gtk_widget_set_parent (self->area, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

void
weft_legend_update (WeftLegend *self)
{
  g_return_if_fail (WEFT_IS_LEGEND (self));

  gtk_widget_queue_resize (self->area);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->area));
}
