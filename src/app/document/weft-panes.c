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

typedef struct
{
  GtkWidget *widget;
  GtkWidget *handle; /* on its border */
  int size;          /* that it is to have where there is room: a width or a height */
  gboolean wanted;
} Panel;

struct _WeftPanes
{
  GtkWidget parent_instance;

  GtkWidget *content;
  Panel panels[2]; /* of WEFT_PANE_SIDE and WEFT_PANE_BOTTOM */
  gboolean narrow;
  WeftPane over; /* what lies over the content where it is narrow */
  int drag_start;
  guint idle;
};

/* Of each sort of properties the side's comes before the bottom's. */
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

static Panel *
get_panel (WeftPanes *self, WeftPane pane)
{
  return &self->panels[pane - WEFT_PANE_SIDE];
}

/* --- what is shown ---------------------------------------------------------------------------- */

gboolean
weft_panes_get_narrow (WeftPanes *self)
{
  return self->narrow;
}

gboolean
weft_panes_is_shown (WeftPanes *self, WeftPane pane)
{
  if (pane == WEFT_PANE_NONE)
    return FALSE;
  return self->narrow ? self->over == pane : get_panel (self, pane)->wanted;
}

static void
update_shown (WeftPanes *self)
{
  for (WeftPane pane = WEFT_PANE_SIDE; pane <= WEFT_PANE_BOTTOM; pane++)
    if (get_panel (self, pane)->widget != NULL)
      gtk_widget_set_visible (get_panel (self, pane)->widget, weft_panes_is_shown (self, pane));
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "shown");
}

static void
set_wanted (WeftPanes *self, WeftPane pane, gboolean wanted)
{
  if (get_panel (self, pane)->wanted == wanted)
    return;
  get_panel (self, pane)->wanted = wanted;
  update_shown (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_SIDE + pane - WEFT_PANE_SIDE]);
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
set_size (WeftPanes *self, WeftPane pane, int size)
{
  if (get_panel (self, pane)->size == size)
    return;
  get_panel (self, pane)->size = size;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIDE_WIDTH + pane - WEFT_PANE_SIDE]);
}

static int
get_minimum (GtkWidget *widget, GtkOrientation orientation)
{
  int minimum = 0;

  if (widget != NULL && gtk_widget_get_visible (widget))
    gtk_widget_measure (widget, orientation, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

/* The nearest to `size` that the panel can have, of the width or height of all. */
static int
limit_size (WeftPanes *self, WeftPane pane, int size, int length)
{
  gboolean side = pane == WEFT_PANE_SIDE;
  int minimum = get_minimum (get_panel (self, pane)->widget,
                             side ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  int kept = !side ? CONTENT_HEIGHT : self->narrow ? UNCOVERED : CONTENT_WIDTH;

  return MAX (minimum, MIN (size, length - kept));
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
  int needed = get_minimum (get_panel (self, WEFT_PANE_SIDE)->widget, GTK_ORIENTATION_HORIZONTAL)
               + CONTENT_WIDTH;
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
  Panel *side = get_panel (self, WEFT_PANE_SIDE);
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean shown = gtk_widget_get_visible (side->widget);
  int size = limit_size (self, WEFT_PANE_SIDE, side->size, width);
  int edge = rtl ? size : width - size;

  gtk_widget_set_child_visible (side->handle, shown);
  if (!shown)
    return;
  allocate_part (side->widget, rtl ? 0 : edge, 0, size, height);
  allocate_part (side->handle, edge - HANDLE_SIZE / 2, 0, HANDLE_SIZE, height);
  if (!self->narrow)
    *rest = width - size;
}

static void
weft_panes_size_allocate (GtkWidget *widget, int width, int height, int baseline G_GNUC_UNUSED)
{
  WeftPanes *self = WEFT_PANES (widget);
  Panel *bottom = get_panel (self, WEFT_PANE_BOTTOM);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  gboolean shown = gtk_widget_get_visible (bottom->widget);
  int drawer = shown ? limit_size (self, WEFT_PANE_BOTTOM, bottom->size, height) : 0;
  int upper = height - drawer, content_width = width, content_height;

  update_narrow (self, width);
  gtk_widget_set_child_visible (bottom->handle, shown);
  if (shown)
    {
      allocate_part (bottom->widget, 0, upper, width, drawer);
      allocate_part (bottom->handle, 0, upper - HANDLE_SIZE / 2, width, HANDLE_SIZE);
    }
  content_height = self->narrow ? height : upper;
  allocate_side (self, width, content_height, &content_width);
  allocate_part (self->content, rtl ? width - content_width : 0, 0, content_width, content_height);
}

/* --- borders ------------------------------------------------------------------------------------- */

/* The pane whose handle has the controller. */
static WeftPane
get_pane (WeftPanes *self, gpointer controller)
{
  GtkWidget *handle = gtk_event_controller_get_widget (controller);

  return handle == get_panel (self, WEFT_PANE_SIDE)->handle ? WEFT_PANE_SIDE : WEFT_PANE_BOTTOM;
}

static void
resize_pane (WeftPanes *self, WeftPane pane, int size)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int length =
    pane == WEFT_PANE_SIDE ? gtk_widget_get_width (widget) : gtk_widget_get_height (widget);

  set_size (self, pane, limit_size (self, pane, size, length));
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x G_GNUC_UNUSED, double y G_GNUC_UNUSED,
               WeftPanes *self)
{
  WeftPane pane = get_pane (self, gesture);

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  /* A drag begins where the pane can be seen to end, though more may have been asked for. */
  resize_pane (self, pane, get_panel (self, pane)->size);
  self->drag_start = get_panel (self, pane)->size;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, WeftPanes *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  WeftPane pane = get_pane (self, gesture);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  double x, y;

  /* The handle moves with the border, and offsets count from the handle. */
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  gtk_widget_translate_coordinates (get_panel (self, pane)->handle, widget, x + dx, y + dy, &x, &y);
  if (pane == WEFT_PANE_SIDE)
    resize_pane (self, pane, (int) (rtl ? x : gtk_widget_get_width (widget) - x));
  else
    resize_pane (self, pane, (int) (gtk_widget_get_height (widget) - y));
}

static void
on_drag_cancel (GtkGesture *gesture, GdkEventSequence *sequence G_GNUC_UNUSED, WeftPanes *self)
{
  resize_pane (self, get_pane (self, gesture), self->drag_start);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code G_GNUC_UNUSED,
        GdkModifierType modifiers, WeftPanes *self)
{
  WeftPane pane = get_pane (self, controller);
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gboolean side = pane == WEFT_PANE_SIDE;
  guint more = !side ? GDK_KEY_Up : rtl ? GDK_KEY_Right : GDK_KEY_Left;
  guint less = !side ? GDK_KEY_Down : rtl ? GDK_KEY_Left : GDK_KEY_Right;

  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0 || (key != more && key != less))
    return GDK_EVENT_PROPAGATE;
  resize_pane (self, pane, get_panel (self, pane)->size + (key == more ? KEY_STEP : -KEY_STEP));
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
    gtk_widget_insert_before (widget, GTK_WIDGET (self), self->panels[0].handle);
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
    case PROP_BOTTOM:
      set_part (self, &self->panels[id - PROP_SIDE].widget, g_value_get_object (value));
      break;
    case PROP_SIDE_WIDTH:
    case PROP_BOTTOM_HEIGHT:
      set_size (self, WEFT_PANE_SIDE + id - PROP_SIDE_WIDTH, g_value_get_int (value));
      break;
    case PROP_SHOW_SIDE:
    case PROP_SHOW_BOTTOM:
      set_wanted (self, WEFT_PANE_SIDE + id - PROP_SHOW_SIDE, g_value_get_boolean (value));
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
    case PROP_SIDE_WIDTH:
    case PROP_BOTTOM_HEIGHT:
      g_value_set_int (value, self->panels[id - PROP_SIDE_WIDTH].size);
      break;
    case PROP_SHOW_SIDE:
    case PROP_SHOW_BOTTOM:
      g_value_set_boolean (value, self->panels[id - PROP_SHOW_SIDE].wanted);
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
  for (guint i = 0; i < G_N_ELEMENTS (self->panels); i++)
    {
      g_clear_pointer (&self->panels[i].widget, gtk_widget_unparent);
      g_clear_pointer (&self->panels[i].handle, gtk_widget_unparent);
    }
  G_OBJECT_CLASS (weft_panes_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  const GParamFlags part_flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  properties[PROP_CONTENT] =
    g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET, part_flags);
  properties[PROP_SIDE] = g_param_spec_object ("side", NULL, NULL, GTK_TYPE_WIDGET, part_flags);
  properties[PROP_BOTTOM] = g_param_spec_object ("bottom", NULL, NULL, GTK_TYPE_WIDGET, part_flags);
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
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  self->panels[0] = (Panel){
    .handle = create_handle (self, GTK_ORIENTATION_VERTICAL, "col-resize",
                             _ ("Width of the panel at the side")),
    .size = 300,
  };
  self->panels[1] = (Panel){
    .handle =
      create_handle (self, GTK_ORIENTATION_HORIZONTAL, "row-resize", _ ("Height of the drawer")),
    .size = 220,
  };
}
