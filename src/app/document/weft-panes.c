/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-panes.h"

#include <glib/gi18n-lib.h>

/* Panels lie over the content of a page that is narrower. */
#define NARROW_WIDTH 640

/* The content keeps so much beside and above panels that do not lie over it, and so much of it is
 * seen beside one that does. */
#define CONTENT_WIDTH 280
#define CONTENT_HEIGHT 120
#define UNCOVERED 48

/* Where a border can be grabbed, and how far a key moves it. */
#define HANDLE_SIZE 9
#define KEY_STEP 16

struct _WeftPanes
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkWidget *side;
  GtkWidget *bottom;
  GtkWidget *side_handle;
  GtkWidget *bottom_handle;
  int side_width;
  int bottom_height;
  gboolean show_side;
  gboolean show_bottom;
  gboolean narrow;
  WeftPane over; /* what lies over the content where it is narrow */
  int drag_start;
  guint idle;
};

enum
{
  PROP_0,
  PROP_CONTENT,
  PROP_SIDE,
  PROP_BOTTOM,
  PROP_SIDE_WIDTH,
  PROP_BOTTOM_HEIGHT,
  PROP_SHOW_SIDE,
  PROP_SHOW_BOTTOM,
  PROP_NARROW,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
G_DEFINE_FINAL_TYPE (WeftPanes, weft_panes, GTK_TYPE_WIDGET)

/* --- what is shown ---------------------------------------------------------------------------- */

gboolean
weft_panes_get_narrow (WeftPanes *self)
{
  return self->narrow;
}

gboolean
weft_panes_is_shown (WeftPanes *self, WeftPane pane)
{
  if (self->narrow)
    return self->over == pane && pane != WEFT_PANE_NONE;
  return (pane == WEFT_PANE_SIDE && self->show_side)
         || (pane == WEFT_PANE_BOTTOM && self->show_bottom);
}

static void
update_shown (WeftPanes *self)
{
  if (self->side != NULL)
    gtk_widget_set_visible (self->side, weft_panes_is_shown (self, WEFT_PANE_SIDE));
  if (self->bottom != NULL)
    gtk_widget_set_visible (self->bottom, weft_panes_is_shown (self, WEFT_PANE_BOTTOM));
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "shown");
}

static void
set_wanted (WeftPanes *self, WeftPane pane, gboolean wanted)
{
  gboolean *value = pane == WEFT_PANE_SIDE ? &self->show_side : &self->show_bottom;

  if (*value == wanted)
    return;
  *value = wanted;
  update_shown (self);
  g_object_notify_by_pspec (G_OBJECT (self),
                            properties[pane == WEFT_PANE_SIDE ? PROP_SHOW_SIDE : PROP_SHOW_BOTTOM]);
}

void
weft_panes_show (WeftPanes *self, WeftPane pane, gboolean shown)
{
  g_return_if_fail (WEFT_IS_PANES (self) && pane != WEFT_PANE_NONE);

  if (weft_panes_is_shown (self, pane) == shown)
    return;
  if (!self->narrow)
    {
      set_wanted (self, pane, shown);
      return;
    }
  self->over = shown ? pane : WEFT_PANE_NONE;
  update_shown (self);
}

gboolean
weft_panes_uncover (WeftPanes *self)
{
  if (!self->narrow || self->over == WEFT_PANE_NONE)
    return FALSE;
  self->over = WEFT_PANE_NONE;
  update_shown (self);
  return TRUE;
}

/* --- sizes ------------------------------------------------------------------------------------- */

static void
set_side_width (WeftPanes *self, int width)
{
  if (self->side_width == width)
    return;
  self->side_width = width;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIDE_WIDTH]);
}

static void
set_bottom_height (WeftPanes *self, int height)
{
  if (self->bottom_height == height)
    return;
  self->bottom_height = height;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BOTTOM_HEIGHT]);
}

static int
get_minimum (GtkWidget *widget, GtkOrientation orientation)
{
  int minimum = 0;

  if (widget != NULL && gtk_widget_get_visible (widget))
    gtk_widget_measure (widget, orientation, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

static int
get_side_width (WeftPanes *self, int width)
{
  int minimum = get_minimum (self->side, GTK_ORIENTATION_HORIZONTAL);
  int room = width - (self->narrow ? UNCOVERED : CONTENT_WIDTH);

  return MAX (minimum, MIN (self->side_width, room));
}

static int
get_bottom_height (WeftPanes *self, int height)
{
  int minimum = get_minimum (self->bottom, GTK_ORIENTATION_VERTICAL);

  return MAX (minimum, MIN (self->bottom_height, height - CONTENT_HEIGHT));
}

static void
weft_panes_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftPanes *self = WEFT_PANES (widget);

  /* Panels ask for no room: they lie over the content where there is none. */
  *minimum = *natural = 0;
  if (self->content != NULL)
    gtk_widget_measure (self->content, orientation, -1, minimum, natural, NULL, NULL);
  *minimum_baseline = *natural_baseline = -1;
}

static void
allocate_part (GtkWidget *part, int x, int y, int width, int height)
{
  GtkAllocation area = { x, y, MAX (width, 1), MAX (height, 1) };

  gtk_widget_size_allocate (part, &area, -1);
}

static gboolean
forget_cover (gpointer data)
{
  WeftPanes *self = data;

  self->idle = 0;
  self->over = WEFT_PANE_NONE;
  update_shown (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
  return G_SOURCE_REMOVE;
}

/* Widgets may not be shown or hidden while they get their places, so that follows. */
static void
update_narrow (WeftPanes *self, int width)
{
  int needed = get_minimum (self->side, GTK_ORIENTATION_HORIZONTAL) + CONTENT_WIDTH;
  gboolean narrow = width < MAX (NARROW_WIDTH, needed);

  if (narrow == self->narrow)
    return;
  self->narrow = narrow;
  if (self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_HIGH, forget_cover, self, NULL);
}

static void
allocate_side (WeftPanes *self, int width, int height, int *rest)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean shown = gtk_widget_get_visible (self->side);
  int size = get_side_width (self, width);
  int edge = rtl ? size : width - size;

  gtk_widget_set_child_visible (self->side_handle, shown);
  if (!shown)
    return;
  allocate_part (self->side, rtl ? 0 : edge, 0, size, height);
  allocate_part (self->side_handle, edge - HANDLE_SIZE / 2, 0, HANDLE_SIZE, height);
  if (!self->narrow)
    *rest = width - size;
}

static void
weft_panes_size_allocate (GtkWidget *widget, int width, int height, int baseline G_GNUC_UNUSED)
{
  WeftPanes *self = WEFT_PANES (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean bottom = gtk_widget_get_visible (self->bottom);
  int drawer = bottom ? get_bottom_height (self, height) : 0;
  int upper = height - drawer, content_width = width, content_height;

  update_narrow (self, width);
  gtk_widget_set_child_visible (self->bottom_handle, bottom);
  if (bottom)
    {
      allocate_part (self->bottom, 0, upper, width, drawer);
      allocate_part (self->bottom_handle, 0, upper - HANDLE_SIZE / 2, width, HANDLE_SIZE);
    }
  content_height = self->narrow ? height : upper;
  allocate_side (self, width, content_height, &content_width);
  allocate_part (self->content, rtl ? width - content_width : 0, 0, content_width, content_height);
}

/* --- borders ------------------------------------------------------------------------------------- */

static int *
get_dragged (WeftPanes *self, GtkWidget *handle)
{
  return handle == self->side_handle ? &self->side_width : &self->bottom_height;
}

static void
resize_pane (WeftPanes *self, GtkWidget *handle, int size)
{
  int minimum, room;

  if (handle == self->side_handle)
    {
      minimum = get_minimum (self->side, GTK_ORIENTATION_HORIZONTAL);
      room = gtk_widget_get_width (GTK_WIDGET (self)) - (self->narrow ? UNCOVERED : CONTENT_WIDTH);
      set_side_width (self, MAX (minimum, MIN (size, room)));
      return;
    }
  minimum = get_minimum (self->bottom, GTK_ORIENTATION_VERTICAL);
  room = gtk_widget_get_height (GTK_WIDGET (self)) - CONTENT_HEIGHT;
  set_bottom_height (self, MAX (minimum, MIN (size, room)));
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x G_GNUC_UNUSED, double y G_GNUC_UNUSED,
               WeftPanes *self)
{
  GtkWidget *handle = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  /* A drag begins where the pane can be seen to end, though more may have been asked for. */
  resize_pane (self, handle, *get_dragged (self, handle));
  self->drag_start = *get_dragged (self, handle);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, WeftPanes *self)
{
  GtkWidget *handle = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  double x, y;

  /* The handle moves with the border, and offsets count from the handle. */
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  gtk_widget_translate_coordinates (handle, GTK_WIDGET (self), x + dx, y + dy, &x, &y);
  if (handle == self->side_handle)
    resize_pane (self, handle, (int) (rtl ? x : gtk_widget_get_width (GTK_WIDGET (self)) - x));
  else
    resize_pane (self, handle, (int) (gtk_widget_get_height (GTK_WIDGET (self)) - y));
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence G_GNUC_UNUSED, WeftPanes *self)
{
  GtkWidget *handle = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  resize_pane (self, handle, self->drag_start);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code G_GNUC_UNUSED,
        GdkModifierType modifiers, WeftPanes *self)
{
  GtkWidget *handle = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean side = handle == self->side_handle;
  guint more = !side ? GDK_KEY_Up : rtl ? GDK_KEY_Right : GDK_KEY_Left;
  guint less = !side ? GDK_KEY_Down : rtl ? GDK_KEY_Left : GDK_KEY_Right;

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0 || (key != more && key != less))
    return GDK_EVENT_PROPAGATE;
  resize_pane (self, handle, *get_dragged (self, handle) + (key == more ? KEY_STEP : -KEY_STEP));
  return GDK_EVENT_STOP;
}

static GtkWidget *
create_handle (WeftPanes *self, GtkOrientation orientation, const char *cursor, const char *label)
{
  GtkWidget *handle = gtk_separator_new (orientation);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (handle, "pane-handle");
  gtk_widget_set_focusable (handle, TRUE);
  gtk_widget_set_cursor_from_name (handle, cursor);
  gtk_accessible_update_property (GTK_ACCESSIBLE (handle), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  gtk_widget_add_controller (handle, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (handle, keys);
  gtk_widget_set_parent (handle, GTK_WIDGET (self));
  return handle;
}

/* --- the widget ----------------------------------------------------------------------------------- */

static void
set_part (WeftPanes *self, GtkWidget **part, GtkWidget *widget)
{
  g_clear_pointer (part, gtk_widget_unparent);
  *part = widget;
  if (widget == NULL)
    return;
  /* Under the handles, and panels over the content. */
  if (part == &self->content)
    gtk_widget_insert_after (widget, GTK_WIDGET (self), NULL);
  else
    gtk_widget_insert_before (widget, GTK_WIDGET (self), self->side_handle);
  update_shown (self);
}

static void
weft_panes_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftPanes *self = WEFT_PANES (object);

  switch (id)
    {
    case PROP_CONTENT:
      set_part (self, &self->content, g_value_get_object (value));
      break;
    case PROP_SIDE:
      set_part (self, &self->side, g_value_get_object (value));
      break;
    case PROP_BOTTOM:
      set_part (self, &self->bottom, g_value_get_object (value));
      break;
    case PROP_SIDE_WIDTH:
      set_side_width (self, g_value_get_int (value));
      break;
    case PROP_BOTTOM_HEIGHT:
      set_bottom_height (self, g_value_get_int (value));
      break;
    case PROP_SHOW_SIDE:
      set_wanted (self, WEFT_PANE_SIDE, g_value_get_boolean (value));
      break;
    case PROP_SHOW_BOTTOM:
      set_wanted (self, WEFT_PANE_BOTTOM, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_panes_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftPanes *self = WEFT_PANES (object);

  switch (id)
    {
    case PROP_CONTENT:
      g_value_set_object (value, self->content);
      break;
    case PROP_SIDE:
      g_value_set_object (value, self->side);
      break;
    case PROP_BOTTOM:
      g_value_set_object (value, self->bottom);
      break;
    case PROP_SIDE_WIDTH:
      g_value_set_int (value, self->side_width);
      break;
    case PROP_BOTTOM_HEIGHT:
      g_value_set_int (value, self->bottom_height);
      break;
    case PROP_SHOW_SIDE:
      g_value_set_boolean (value, self->show_side);
      break;
    case PROP_SHOW_BOTTOM:
      g_value_set_boolean (value, self->show_bottom);
      break;
    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_panes_dispose (GObject *object)
{
  WeftPanes *self = WEFT_PANES (object);

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_pointer (&self->side, gtk_widget_unparent);
  g_clear_pointer (&self->bottom, gtk_widget_unparent);
  g_clear_pointer (&self->side_handle, gtk_widget_unparent);
  g_clear_pointer (&self->bottom_handle, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_panes_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_CONTENT] = g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_SIDE] = g_param_spec_object ("side", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_BOTTOM] = g_param_spec_object ("bottom", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_SIDE_WIDTH] =
    g_param_spec_int ("side-width", NULL, NULL, 0, G_MAXINT16, 300, flags);
  properties[PROP_BOTTOM_HEIGHT] =
    g_param_spec_int ("bottom-height", NULL, NULL, 0, G_MAXINT16, 220, flags);
  properties[PROP_SHOW_SIDE] = g_param_spec_boolean ("show-side", NULL, NULL, FALSE, flags);
  properties[PROP_SHOW_BOTTOM] = g_param_spec_boolean ("show-bottom", NULL, NULL, FALSE, flags);
  properties[PROP_NARROW] =
    g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
weft_panes_class_init (WeftPanesClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = weft_panes_set_property;
  object_class->get_property = weft_panes_get_property;
  object_class->dispose = weft_panes_dispose;
  widget_class->measure = weft_panes_measure;
  widget_class->size_allocate = weft_panes_size_allocate;
  install_properties (object_class);
  g_signal_new ("shown", WEFT_TYPE_PANES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "panes");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
weft_panes_init (WeftPanes *self)
{
  self->side_width = 300;
  self->bottom_height = 220;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  self->side_handle = create_handle (self, GTK_ORIENTATION_VERTICAL, "col-resize",
                                     _ ("Width of the panel at the side"));
  self->bottom_handle =
    create_handle (self, GTK_ORIENTATION_HORIZONTAL, "row-resize", _ ("Height of the drawer"));
}
