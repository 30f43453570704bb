/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-wrap-box.h"

struct _WeftWrapBox
{
  GtkWidget parent_instance;

  int spacing;
};

enum
{
  PROP_0,
  PROP_SPACING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static GtkBuildableIface *parent_buildable;

static void buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftWrapBox, weft_wrap_box, GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

/* --- lines -------------------------------------------------------------------------------------- */

/* Children from `first` to before `next` stand in one line. */
typedef struct
{
  GtkWidget *first;
  GtkWidget *next;
  int height;
} Line;

/* The width of a child that may have `width` at most. */
static int
measure_child (GtkWidget *child, int width)
{
  int minimum, natural;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  return CLAMP (natural, minimum, MAX (width, minimum));
}

/* The line that begins with a child. */
static Line
get_line (WeftWrapBox *self, GtkWidget *first, int width)
{
  Line line = { first, NULL, 0 };
  int used = 0;

  for (line.next = first; line.next != NULL; line.next = gtk_widget_get_next_sibling (line.next))
    {
      int child_width, height;

      if (!gtk_widget_should_layout (line.next))
        continue;
      child_width = measure_child (line.next, width);
      if (used > 0 && used + self->spacing + child_width > width)
        break;
      used += (used > 0 ? self->spacing : 0) + child_width;
      gtk_widget_measure (line.next, GTK_ORIENTATION_VERTICAL, child_width, &height, NULL, NULL,
                          NULL);
      line.height = MAX (line.height, height);
    }
  return line;
}

static int
measure_height (WeftWrapBox *self, int width)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));
  int height = 0;

  while (child != NULL)
    {
      Line line = get_line (self, child, width);

      if (line.height > 0)
        height += (height > 0 ? self->spacing : 0) + line.height;
      child = line.next;
    }
  return height;
}

static void
weft_wrap_box_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                       int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftWrapBox *self = WEFT_WRAP_BOX (widget);

  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = measure_height (self, for_size >= 0 ? for_size : G_MAXINT);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural += (*natural > 0 ? self->spacing : 0) + child_natural;
    }
}

static void
place_line (WeftWrapBox *self, const Line *line, int y, int width)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int x = 0;

  for (GtkWidget *child = line->first; child != line->next;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkAllocation area = { x, y, 0, line->height };

      if (!gtk_widget_should_layout (child))
        continue;
      area.width = measure_child (child, width);
      if (rtl)
        area.x = width - x - area.width;
      gtk_widget_size_allocate (child, &area, -1);
      x += area.width + self->spacing;
    }
}

static void
weft_wrap_box_size_allocate (GtkWidget *widget, int width, int height G_GNUC_UNUSED,
                             int baseline G_GNUC_UNUSED)
{
  WeftWrapBox *self = WEFT_WRAP_BOX (widget);
  GtkWidget *child = gtk_widget_get_first_child (widget);
  int y = 0;

  while (child != NULL)
    {
      Line line = get_line (self, child, width);

      place_line (self, &line, y, width);
      if (line.height > 0)
        y += line.height + self->spacing;
      child = line.next;
    }
}

static GtkSizeRequestMode
weft_wrap_box_get_request_mode (GtkWidget *widget G_GNUC_UNUSED)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* --- the widget ----------------------------------------------------------------------------------- */

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  if (GTK_IS_WIDGET (child))
    gtk_widget_set_parent (GTK_WIDGET (child), GTK_WIDGET (buildable));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

static void
weft_wrap_box_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SPACING)
    {
      WEFT_WRAP_BOX (object)->spacing = g_value_get_int (value);
      gtk_widget_queue_resize (GTK_WIDGET (object));
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_wrap_box_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SPACING)
    g_value_set_int (value, WEFT_WRAP_BOX (object)->spacing);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_wrap_box_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (weft_wrap_box_parent_class)->dispose (object);
}

static void
weft_wrap_box_class_init (WeftWrapBoxClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = weft_wrap_box_set_property;
  object_class->get_property = weft_wrap_box_get_property;
  object_class->dispose = weft_wrap_box_dispose;
  widget_class->measure = weft_wrap_box_measure;
  widget_class->size_allocate = weft_wrap_box_size_allocate;
  widget_class->get_request_mode = weft_wrap_box_get_request_mode;
  properties[PROP_SPACING] = g_param_spec_int ("spacing", NULL, NULL, 0, G_MAXINT16, 0,
                                               G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_wrap_box_init (WeftWrapBox *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_wrap_box_new (int spacing)
{
  return g_object_new (WEFT_TYPE_WRAP_BOX, "spacing", spacing, NULL);
}

void
weft_wrap_box_append (WeftWrapBox *self, GtkWidget *child)
{
  g_return_if_fail (WEFT_IS_WRAP_BOX (self));

  gtk_widget_set_parent (child, GTK_WIDGET (self));
}
