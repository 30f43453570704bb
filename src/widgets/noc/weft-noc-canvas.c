/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-canvas.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-paint-pixels.h"
#include "weft-surface-node.h"
#include "weft-view-keys.h"

/* Flows of what is under the pointer, those of most bytes. */
#define MAX_HOVER_FLOWS 24u

/* How far what is not selected steps back: the alpha of a veil of the canvas's colour. */
#define VEIL 0xa8

struct _WeftNocCanvas
{
  WeftCanvas parent_instance;

  WeftNocState *state; /* the canvas's */
  WeftPaintList *list;
  GskRenderNode *node; /* the map without what is selected; NULL: to be painted */
  int node_width;      /* device pixels, */
  int node_height;     /* and as what: */
  gboolean node_is_texture;
  GArray *flows;       /* WeftNocFlow, of what is selected; NULL: it has none */
  GArray *hover_flows; /* likewise, of what is under the pointer */
  guint tick;          /* while the traffic moves */
  gint64 moving_since; /* of the frame clock; 0: the next frame is the first */
  double seconds;      /* that it has moved */
};

G_DEFINE_FINAL_TYPE (WeftNocCanvas, weft_noc_canvas, WEFT_TYPE_CANVAS)

/* --- flows -------------------------------------------------------------------------------------- */

/* The flow of a transfer, with the bytes of that alone. */
static GArray *
get_flow_of (WeftNocResult *result, const WeftNocTransfer *transfer, guint device)
{
  GArray *flows = g_array_new (FALSE, FALSE, sizeof (WeftNocFlow));

  for (guint i = 0; i < result->flows->len && flows->len == 0; i++)
    {
      const WeftNocFlow *flow = &g_array_index (result->flows, WeftNocFlow, i);
      gboolean is_read = (transfer->flags & WEFT_TRANSFER_READ) != 0;

      if (flow->device == device && flow->route == transfer->route
          && (flow->kind == WEFT_NOC_FLOW_READ) == is_read)
        g_array_append_vals (flows, flow, 1);
    }
  return flows;
}

static GArray *
get_flows_of_zone (WeftNocResult *result, guint32 record)
{
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (result->capture, &n_zones);

  for (guint32 i = 0; i < n_zones; i++)
    if (zones[i].record == record)
      return weft_noc_flows_in_zone (result->capture, i);
  return NULL;
}

/* The flow of the selected record, or of its zone, or those that the selected thing is on. */
static void
find_flows (WeftNocCanvas *self)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  guint32 record = weft_events_state_get_selected (WEFT_EVENTS_STATE (self->state));
  const WeftNocTransfer *transfer;

  g_clear_pointer (&self->flows, g_array_unref);
  if (result == NULL)
    return;
  if (record != WEFT_NO_ROW)
    {
      transfer = weft_noc_capture_find_transfer (result->capture, record);
      self->flows =
        transfer != NULL
          ? get_flow_of (result, transfer, weft_noc_capture_device_of (result->capture, record))
          : get_flows_of_zone (result, record);
    }
  else if (weft_noc_thing_equal (&result->thing, weft_noc_state_get_selected (self->state)))
    self->flows = weft_noc_result_find_flows (result, &result->thing, WEFT_NOC_SELECTED_FLOWS);
  if (self->flows != NULL && self->flows->len == 0)
    g_clear_pointer (&self->flows, g_array_unref);
}

static char *
describe_hover (WeftCanvas *canvas)
{
  WeftNocState *state = WEFT_NOC_CANVAS (canvas)->state;

  return weft_noc_state_describe_thing (state, weft_noc_state_get_hover (state));
}

static char *
describe_current (WeftCanvas *canvas)
{
  WeftNocState *state = WEFT_NOC_CANVAS (canvas)->state;
  const WeftNocThing *hover = weft_noc_state_get_hover (state);

  if (hover->kind == WEFT_NOC_NOTHING || weft_canvas_tells_selected (canvas))
    hover = weft_noc_state_get_selected (state);
  return weft_noc_state_describe_thing (state, hover);
}

static void
hover_changed (WeftNocCanvas *self)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  const WeftNocThing *hover = weft_noc_state_get_hover (self->state);

  g_clear_pointer (&self->hover_flows, g_array_unref);
  if (result != NULL && hover->kind != WEFT_NOC_NOTHING)
    self->hover_flows = weft_noc_result_find_flows (result, hover, MAX_HOVER_FLOWS);
  weft_canvas_hover_changed (WEFT_CANVAS (self));
}

/* --- painting ----------------------------------------------------------------------------------- */

static void
draw_list (WeftNocCanvas *self, cairo_surface_t *surface)
{
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));

  weft_paint_pixels_draw_surface (self->list, style->atlas, surface, NULL, 0, 0);
}

static GskRenderNode *
paint_map (WeftNocCanvas *self, int width, int height, gboolean as_texture)
{
  WeftNocMap *map = weft_noc_state_get_map (self->state);
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  GskRenderNode *node;

  weft_paint_list_clear (self->list);
  weft_noc_map_paint (map, weft_noc_state_get_viewport (self->state), self->seconds, 0, 0, width,
                      height, self->list);
  draw_list (self, surface);
  node = weft_surface_node_new (surface, (float) width / (float) factor,
                                (float) height / (float) factor, as_texture);
  cairo_surface_destroy (surface);
  return node;
}

/* The map is painted again where it changed alone: what is under the pointer lies over it. */
static GskRenderNode *
need_map (WeftNocCanvas *self, int width, int height)
{
  gboolean as_texture = weft_surface_node_takes_textures (GTK_WIDGET (self));

  if (self->node != NULL && self->node_width == width && self->node_height == height
      && self->node_is_texture == as_texture)
    return self->node;
  g_clear_pointer (&self->node, gsk_render_node_unref);
  self->node = paint_map (self, width, height, as_texture);
  self->node_width = width;
  self->node_height = height;
  self->node_is_texture = as_texture;
  return self->node;
}

/* Over the map: the flows of what is selected, before which the rest steps back, and of what is under
 * the pointer. */
static cairo_surface_t *
paint_over (WeftNocCanvas *self, int width, int height)
{
  WeftNocMap *map = weft_noc_state_get_map (self->state);
  const WeftNocViewport *viewport = weft_noc_state_get_viewport (self->state);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  const WeftNocThing *selected = weft_noc_state_get_selected (self->state);
  WeftColor accent = weft_style_color (style, WEFT_COLOR_ACCENT);
  cairo_surface_t *surface;

  weft_paint_list_clear (self->list);
  if (self->flows != NULL)
    weft_paint_list_fill (
      self->list, 0, 0, width, height,
      weft_color_with_alpha (weft_style_color (style, WEFT_COLOR_CANVAS), VEIL));
  if (self->flows != NULL)
    weft_noc_map_paint_flows (map, viewport, self->flows, self->list);
  if (self->hover_flows != NULL)
    weft_noc_map_paint_flows (map, viewport, self->hover_flows, self->list);
  weft_noc_map_paint_thing (map, viewport, weft_noc_state_get_hover (self->state),
                            weft_style_color (style, WEFT_COLOR_CURSOR), self->list);
  weft_noc_map_paint_thing (map, viewport, selected, accent, self->list);
  if (weft_paint_list_get_length (self->list) == 0)
    return NULL;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  draw_list (self, surface);
  return surface;
}

static void
weft_noc_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftNocCanvas *self = WEFT_NOC_CANVAS (widget);
  int factor = gtk_widget_get_scale_factor (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_surface_t *over;
  cairo_t *cr;

  if (width <= 0 || height <= 0 || weft_noc_state_get_map (self->state) == NULL)
    return;
  gtk_snapshot_append_node (snapshot, need_map (self, width * factor, height * factor));
  over = paint_over (self, width * factor, height * factor);
  if (over == NULL)
    return;
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_scale (cr, 1.0 / factor, 1.0 / factor);
  cairo_set_source_surface (cr, over, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (over);
}

static void
invalidate (WeftNocCanvas *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
selection_changed (WeftNocCanvas *self)
{
  find_flows (self);
  weft_canvas_selection_changed (WEFT_CANVAS (self));
}

static void
map_changed (WeftNocCanvas *self)
{
  g_clear_pointer (&self->hover_flows, g_array_unref);
  find_flows (self);
  invalidate (self);
}

/* --- moving ------------------------------------------------------------------------------------- */

static gboolean
move_on (GtkWidget *widget, GdkFrameClock *clock, gpointer data G_GNUC_UNUSED)
{
  WeftNocCanvas *self = WEFT_NOC_CANVAS (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->moving_since == 0)
    self->moving_since = now;
  self->seconds = (double) (now - self->moving_since) / G_USEC_PER_SEC;
  invalidate (self);
  return G_SOURCE_CONTINUE;
}

void
weft_noc_canvas_set_moving (WeftNocCanvas *self, gboolean moving)
{
  GtkWidget *widget = GTK_WIDGET (self);

  moving = moving && weft_view_state_animates ();
  if (moving == (self->tick != 0))
    return;
  self->moving_since = 0;
  self->seconds = 0;
  if (moving)
    self->tick = gtk_widget_add_tick_callback (widget, move_on, NULL, NULL);
  else
    {
      gtk_widget_remove_tick_callback (widget, self->tick);
      self->tick = 0;
    }
  invalidate (self);
}

static void
resize (WeftCanvas *canvas, int width, int height)
{
  WeftNocCanvas *self = WEFT_NOC_CANVAS (canvas);

  weft_noc_state_resize (self->state, width, height);
  invalidate (self);
}

/* --- input -------------------------------------------------------------------------------------- */

static WeftNocThing
hit (WeftNocCanvas *self, double x, double y)
{
  WeftNocMap *map = weft_noc_state_get_map (self->state);

  if (map == NULL)
    return (WeftNocThing){ WEFT_NOC_NOTHING, 0, 0 };
  return weft_noc_map_hit (map, weft_noc_state_get_viewport (self->state), x, y);
}

static void
set_pointer (gpointer owner, gboolean inside, double x, double y)
{
  WeftNocCanvas *self = owner;
  WeftNocThing thing = { WEFT_NOC_NOTHING, 0, 0 };

  if (inside)
    thing = hit (self, x, y);
  weft_noc_state_set_hover (self->state, &thing);
}

static void
pan (gpointer owner, double dx, double dy, gboolean held G_GNUC_UNUSED)
{
  weft_noc_state_pan (WEFT_NOC_CANVAS (owner)->state, dx, dy);
}

static void
zoom (gpointer owner, double x, double y, double factor_x, double factor_y,
      gboolean glide G_GNUC_UNUSED)
{
  weft_noc_state_zoom (WEFT_NOC_CANVAS (owner)->state, x, y, factor_x != 1 ? factor_x : factor_y);
}

/* A map has no time to brush. */
static void
brush (gpointer owner, double x G_GNUC_UNUSED, double y G_GNUC_UNUSED, double dx, double dy)
{
  weft_noc_state_pan (WEFT_NOC_CANVAS (owner)->state, -dx, -dy);
}

static void
click (gpointer owner, guint n_press, double x, double y)
{
  WeftNocCanvas *self = owner;
  WeftNocThing thing = hit (self, x, y);

  if (n_press == 2 && thing.kind != WEFT_NOC_NOTHING)
    weft_noc_state_fit_thing (self->state, &thing);
  else if (n_press == 2)
    weft_noc_state_fit_map (self->state);
  else
    weft_noc_state_select (self->state, &thing);
}

/* --- keys --------------------------------------------------------------------------------------- */

/* Moves the selection from tile to tile. */
static void
step (WeftCanvas *canvas, int down, int right)
{
  WeftNocCanvas *self = WEFT_NOC_CANVAS (canvas);
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  WeftNocThing thing = *weft_noc_state_get_selected (self->state);
  const WeftNocTopology *topology;
  int x, y;

  if (result == NULL)
    return;
  topology = weft_noc_capture_get_topology (result->capture, NULL);
  if (thing.kind != WEFT_NOC_TILE)
    thing = (WeftNocThing){ WEFT_NOC_TILE, thing.device, 0 };
  else
    {
      x = (int) (thing.index % topology->width) + right;
      y = (int) (thing.index / topology->width) + down;
      x = CLAMP (x, 0, (int) topology->width - 1);
      y = CLAMP (y, 0, (int) topology->height - 1);
      thing.index = (guint) y * topology->width + (guint) x;
    }
  weft_noc_state_select (self->state, &thing);
}

static void
fit_all (WeftCanvas *canvas)
{
  weft_noc_state_fit_map (WEFT_NOC_CANVAS (canvas)->state);
}

static void
fit (WeftCanvas *canvas)
{
  WeftNocState *state = WEFT_NOC_CANVAS (canvas)->state;
  const WeftNocThing *selected = weft_noc_state_get_selected (state);

  if (selected->kind != WEFT_NOC_NOTHING)
    weft_noc_state_fit_thing (state, selected);
  else
    weft_noc_state_fit_map (state);
}

/* On, or back, by the length of the brushed interval. */
static void
page (WeftCanvas *canvas, int pages)
{
  weft_noc_state_step (WEFT_NOC_CANVAS (canvas)->state, pages);
}

static void
activate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_canvas_activate (WEFT_CANVAS (widget), name, parameter);
}

/* --- the widget --------------------------------------------------------------------------------- */

static void
weft_noc_canvas_finalize (GObject *object)
{
  WeftNocCanvas *self = WEFT_NOC_CANVAS (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  weft_paint_list_free (self->list);
  g_clear_pointer (&self->flows, g_array_unref);
  g_clear_pointer (&self->hover_flows, g_array_unref);
  G_OBJECT_CLASS (weft_noc_canvas_parent_class)->finalize (object);
}

static void
weft_noc_canvas_class_init (WeftNocCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  WeftCanvasClass *canvas_class = WEFT_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_noc_canvas_finalize;
  widget_class->snapshot = weft_noc_canvas_snapshot;
  canvas_class->input.set_pointer = set_pointer;
  canvas_class->input.pan = pan;
  canvas_class->input.zoom = zoom;
  canvas_class->input.brush = brush;
  canvas_class->input.click = click;
  canvas_class->resize = resize;
  canvas_class->describe_hover = describe_hover;
  canvas_class->describe_current = describe_current;
  canvas_class->fit = fit;
  canvas_class->fit_all = fit_all;
  canvas_class->step = step;
  canvas_class->page = page;
  gtk_widget_class_set_css_name (widget_class, "noccanvas");
  weft_view_keys_install (widget_class, activate);
}

static void
weft_noc_canvas_init (WeftNocCanvas *self)
{
  self->list = weft_paint_list_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Map of the chip’s tiles and links"), -1);
}

GtkWidget *
weft_noc_canvas_new (WeftNocState *state)
{
  static const struct
  {
    const char *signal;
    void (*follow) (WeftNocCanvas *self);
  } followed[] = {
    { "map", map_changed },     { "style", invalidate },
    { "viewport", invalidate }, { "selection", selection_changed },
    { "hover", hover_changed },
  };
  WeftNocCanvas *self =
    WEFT_NOC_CANVAS (weft_canvas_new (WEFT_TYPE_NOC_CANVAS, WEFT_VIEW_STATE (state)));

  self->state = state;
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (state, followed[i].signal, G_CALLBACK (followed[i].follow), self,
                             G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
