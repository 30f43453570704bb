/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-width-layout.h"

struct _WeftWidthLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftWidthLayout, weft_width_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode
weft_width_layout_get_request_mode (GtkLayoutManager *layout G_GNUC_UNUSED,
                                    GtkWidget *widget G_GNUC_UNUSED)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_width_layout_measure (GtkLayoutManager *layout G_GNUC_UNUSED, GtkWidget *widget,
                           GtkOrientation orientation, int for_size, int *minimum, int *natural,
                           int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation,
                          orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, &child_minimum,
                          &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural = MAX (*natural, child_natural);
    }
}

static void
weft_width_layout_allocate (GtkLayoutManager *layout G_GNUC_UNUSED, GtkWidget *widget, int width,
                            int height, int baseline)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
weft_width_layout_class_init (WeftWidthLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = weft_width_layout_get_request_mode;
  layout_class->measure = weft_width_layout_measure;
  layout_class->allocate = weft_width_layout_allocate;
}

static void
weft_width_layout_init (WeftWidthLayout *self G_GNUC_UNUSED)
{
}
