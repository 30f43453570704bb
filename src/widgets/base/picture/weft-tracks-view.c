/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-legend.h"
#include "weft-marks.h"
#include "weft-search-results.h"
#include "weft-tooltip.h"
#include "weft-tracks-canvas.h"
#include "weft-tracks-labels.h"
#include "weft-view-keys.h"

#define MINIMAP_HEIGHT 48
#define LABEL_WIDTH 180

/* A trace that grows does so with each frame; its overview follows at intervals of so many ms. */
#define MINIMAP_INTERVAL 100

struct _WeftTracksView
{
  GtkWidget parent_instance;

  WeftTracks *tracks;
  WeftViewState *state; /* the tracks' */
  GtkWidget *minimap;   /* NULL in a strip */
  GtkWidget *frame;     /* what the window shows of the minimap, over it */
  guint minimap_timer;  /* until the minimap may be painted again */
  gboolean minimap_is_stale;
  GtkWidget *ruler;
  GtkWidget *corner;
  GtkWidget *legend; /* NULL in a strip */
  GtkWidget *canvas;
  GtkWidget *paned;
  GtkWidget *scrollbar; /* below the canvas; NULL in a strip */
  GtkAdjustment *rows;
  GtkAdjustment *time;
  gboolean adjusting; /* the adjustments are being set from the tracks */
  double drag_x;      /* where a drag on minimap or ruler began */
  WeftKeyRepeat repeat;
};

enum
{
  PROP_0,
  PROP_LABEL_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftTracksView, weft_tracks_view, GTK_TYPE_WIDGET)

static WeftTimeAxis *
get_time (WeftTracksView *self)
{
  return weft_view_state_get_axis (self->state);
}

static WeftStyle *
get_style (WeftTracksView *self)
{
  return weft_view_state_get_style (self->state);
}

static int
logical (WeftTracksView *self, int device)
{
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return (device + factor - 1) / factor;
}

/* --- minimap ---------------------------------------------------------------------------------------- */

static int
measure_minimap (int width G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return MINIMAP_HEIGHT;
}

/* All of the time, from the left edge to the right one. FALSE where there is none yet. */
static gboolean
get_overview (WeftTracksView *self, int width, WeftAxis *axis)
{
  gint64 first, last;

  if (!weft_time_axis_get_range (get_time (self), &first, &last)
      || !weft_time_axis_get_ruler (get_time (self), MAX (width, 1), axis))
    return FALSE;
  axis->origin = first;
  axis->origin_fraction = 0;
  axis->ticks_per_px = MAX ((double) ((guint64) last - (guint64) first), 1) / MAX (width, 1);
  return TRUE;
}

static WeftStyle *
paint_minimap (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftTracksView *self = data;
  WeftStyle *style = get_style (self);
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  WeftTrackView view = { .width = width, .height = height, .style = style };
  const WeftTrackPainter *painter;

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  if (layout == NULL || !get_overview (self, width, &view.axis))
    return style;
  painter = weft_track_scene_get_painter (weft_track_layout_get_scene (layout));
  weft_time_axis_get_range (get_time (self), &view.first, &view.last);
  if (painter->paint_minimap != NULL)
    painter->paint_minimap (weft_track_scene_get_data (weft_track_layout_get_scene (layout)), &view,
                            list);
  weft_marks_paint_overview (weft_marks_get (self->state), view.first, view.last, width, height,
                             list);
  return style;
}

static WeftColor
fade (WeftColor color, double opacity)
{
  return (color & 0xffffffu) | ((WeftColor) lrint (opacity * 255) << 24);
}

static void
paint_brush (WeftTracksView *self, const WeftAxis *axis, int height, WeftPaintList *list)
{
  gint64 first, last;
  int x0, x1;

  if (!weft_time_axis_get_selection (get_time (self), &first, &last))
    return;
  x0 = weft_paint_coord (weft_axis_to_px (axis, first));
  x1 = weft_paint_coord (weft_axis_to_px (axis, last));
  weft_paint_list_fill (list, x0, 0, MAX (x1 - x0, 1), height,
                        weft_style_color (get_style (self), WEFT_COLOR_SELECTION));
}

/* The window's frame, and a shade over what is outside of it. */
static WeftStyle *
paint_frame (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftTracksView *self = data;
  WeftStyle *style = get_style (self);
  const WeftTimeSpan *visible = weft_time_axis_get_visible (get_time (self));
  WeftColor shade = fade (weft_style_color (style, WEFT_COLOR_CANVAS), 0.55);
  int least = weft_style_px (style, 3), x0, x1;
  WeftAxis axis;
  double start;

  if (!get_overview (self, width, &axis) || visible->length <= 0)
    return style;
  paint_brush (self, &axis, height, list);
  start = weft_axis_to_px (&axis, visible->start) + visible->fraction / axis.ticks_per_px;
  x0 = CLAMP (weft_paint_coord (start), 0, MAX (width - least, 0));
  x1 = CLAMP (weft_paint_coord (start + visible->length / axis.ticks_per_px), x0 + least,
              MAX (width, x0 + least));
  weft_paint_list_fill (list, 0, 0, x0, height, shade);
  weft_paint_list_fill (list, x1, 0, width - x1, height, shade);
  weft_paint_list_frame (list, x0, 0, x1 - x0, height, weft_style_px (style, 1),
                         weft_style_color (style, WEFT_COLOR_SELECTION_EDGE));
  return style;
}

/* What is under the pointer comes to the middle of the window. */
static void
minimap_pressed (WeftTracksView *self, double x)
{
  WeftTimeSpan span;
  double scroll;
  WeftAxis axis;

  if (!get_overview (self, gtk_widget_get_width (self->frame), &axis))
    return;
  weft_tracks_get_place (self->tracks, &span, &scroll);
  weft_axis_scroll (&axis, x - span.length / 2 / axis.ticks_per_px);
  span.start = axis.origin;
  span.fraction = axis.origin_fraction;
  weft_tracks_go (self->tracks, &span, scroll, FALSE);
}

static void
minimap_drag_began (WeftTracksView *self, double x, double y G_GNUC_UNUSED)
{
  self->drag_x = x;
  weft_view_state_push_history (self->state);
  minimap_pressed (self, x);
}

static void
minimap_dragged (WeftTracksView *self, double dx, double dy G_GNUC_UNUSED)
{
  minimap_pressed (self, self->drag_x + dx);
}

/* The time that is there. */
static gboolean
query_minimap (GtkWidget *frame, int x, int y G_GNUC_UNUSED, gboolean keyboard, GtkTooltip *tooltip,
               gpointer data)
{
  WeftTracksView *self = data;
  g_autofree char *text = NULL;
  WeftAxis axis;

  if (!keyboard && get_overview (self, gtk_widget_get_width (frame), &axis))
    text = weft_time_axis_format_time (weft_view_state_get_axis (self->state),
                                       weft_axis_to_tick (&axis, x));
  return weft_tooltip_show (self->minimap, tooltip, text);
}

/* --- ruler, corner, legend ----------------------------------------------------------------------------- */

static int
measure_ruler (int width G_GNUC_UNUSED, gpointer data)
{
  WeftTracksView *self = data;

  return logical (self, weft_axis_ruler_height (get_style (self)));
}

static WeftStyle *
paint_ruler (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftTracksView *self = data;
  WeftStyle *style = get_style (self);
  g_autoptr (GStringChunk) labels = g_string_chunk_new (256);
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (WeftAxisMark));
  WeftAxisMark cursor = { .label = NULL, .color = weft_style_color (style, WEFT_COLOR_CURSOR) };
  WeftAxisExtras extras = { .marks = NULL };
  WeftAxis axis;

  if (!weft_tracks_get_axis (self->tracks, FALSE, &axis))
    {
      weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
      return style;
    }
  weft_marks_add_to_ruler (weft_marks_get (self->state), labels, marks);
  if (weft_time_axis_get_cursor (get_time (self), &cursor.tick))
    g_array_append_val (marks, cursor);
  extras.marks = (const WeftAxisMark *) (gconstpointer) marks->data;
  extras.n_marks = marks->len;
  weft_time_axis_get_selection (get_time (self), &extras.selection_start, &extras.selection_end);
  weft_axis_paint_ruler (&axis, style, list, 0, 0, width, height, &extras);
  return style;
}

static void
ruler_drag_began (WeftTracksView *self, double x, double y G_GNUC_UNUSED)
{
  self->drag_x = x;
  weft_view_state_clear_range (self->state);
}

static void
ruler_dragged (WeftTracksView *self, double dx, double dy G_GNUC_UNUSED)
{
  double factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  WeftAxis axis;

  if (weft_tracks_get_axis (self->tracks, FALSE, &axis))
    weft_time_axis_select (get_time (self),
                           weft_axis_to_tick (&axis, (self->drag_x + MIN (dx, 0)) * factor),
                           weft_axis_to_tick (&axis, (self->drag_x + MAX (dx, 0)) * factor) + 1);
}

/* A double click sets a cursor, or takes away the one that is there. */
static void
ruler_clicked (WeftTracksView *self, int n_press, double x, double y G_GNUC_UNUSED)
{
  double factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  WeftAxis axis;

  if (n_press == 2 && weft_tracks_get_axis (self->tracks, FALSE, &axis))
    weft_marks_toggle_cursor (weft_marks_get (self->state), weft_axis_to_tick (&axis, x * factor));
}

/* The box above the titles, as high as the ruler beside it. */
static WeftStyle *
paint_corner (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftStyle *style = get_style (data);

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  weft_paint_list_text (list, weft_style_px (style, 6), 0, width - weft_style_px (style, 12),
                        height, WEFT_FONT_UI, weft_style_font_size (style, WEFT_FONT_UI),
                        WEFT_ALIGN_START, WEFT_FIT_END,
                        weft_style_color (style, WEFT_COLOR_TEXT_MUTED), _ ("Track"), -1);
  return style;
}

static int
measure_legend (int width, gpointer data)
{
  WeftTracksView *self = data;
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);

  if (layout == NULL)
    return 0;
  return logical (self, weft_track_layout_measure_legend (layout, get_style (self),
                                                          width > 0 ? width * factor : G_MAXINT16));
}

static WeftStyle *
paint_legend (WeftPaintList *list, int width, int height G_GNUC_UNUSED, gpointer data)
{
  WeftTracksView *self = data;
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);

  if (layout != NULL)
    weft_track_layout_paint_legend (layout, get_style (self), 0, 0, width, list);
  return get_style (self);
}

/* --- scrollbars -------------------------------------------------------------------------------------------- */

static void
rows_scrolled (WeftTracksView *self)
{
  if (!self->adjusting)
    weft_tracks_pan (self->tracks, 0,
                     gtk_adjustment_get_value (self->rows)
                       - weft_tracks_get_scroll (self->tracks, FALSE));
}

static double
get_position (WeftTracksView *self)
{
  const WeftTimeSpan *visible = weft_time_axis_get_visible (get_time (self));
  gint64 first, last;

  weft_time_axis_get_range (get_time (self), &first, &last);
  return (double) ((__int128) visible->start - first) + visible->fraction;
}

static void
time_scrolled (WeftTracksView *self)
{
  WeftAxis axis;

  if (!self->adjusting && weft_tracks_get_axis (self->tracks, FALSE, &axis))
    weft_tracks_pan (
      self->tracks,
      (gtk_adjustment_get_value (self->time) - get_position (self)) / axis.ticks_per_px, 0);
}

/* Where a scrollbar of `length` pixels that shows the adjustment has `value`. */
static double
get_bar_px (GtkAdjustment *adjustment, double value, int length)
{
  double lower = gtk_adjustment_get_lower (adjustment);

  return (value - lower) / (gtk_adjustment_get_upper (adjustment) - lower) * length;
}

/* A scrollbar that is set lays the window out, which a trace that grows would have it do with each
 * frame: it is set where that can be seen on its `length` pixels. */
static void
configure (GtkAdjustment *adjustment, double value, double upper, double page, int length)
{
  double lower = MIN (0, value), end = value + page, range = MAX (upper, end) - lower;
  double old_value = gtk_adjustment_get_value (adjustment);
  double old_end = old_value + gtk_adjustment_get_page_size (adjustment);

  if (fabs (get_bar_px (adjustment, old_value, length) - (value - lower) / range * length) >= 1
      || fabs (get_bar_px (adjustment, old_end, length) - (end - lower) / range * length) >= 1)
    gtk_adjustment_configure (adjustment, value, lower, MAX (upper, end), page / 20, page * 0.9,
                              page);
}

static void
update_scrollbars (WeftTracksView *self)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  double length = weft_time_axis_get_visible (get_time (self))->length;
  gint64 first, last;

  if (layout == NULL || length <= 0 || !weft_time_axis_get_range (get_time (self), &first, &last))
    return;
  self->adjusting = TRUE;
  configure (self->rows, weft_tracks_get_scroll (self->tracks, FALSE),
             weft_track_layout_get_height (layout), weft_tracks_get_height (self->tracks),
             weft_tracks_get_height (self->tracks));
  configure (self->time, get_position (self), (double) ((guint64) last - (guint64) first), length,
             weft_tracks_get_width (self->tracks));
  self->adjusting = FALSE;
}

/* --- following the tracks ------------------------------------------------------------------------------------- */

static void
invalidate (GtkWidget *area)
{
  if (area != NULL)
    weft_list_area_invalidate (WEFT_LIST_AREA (area));
}

static void
viewport_changed (WeftTracksView *self)
{
  invalidate (self->ruler);
  invalidate (self->frame);
  update_scrollbars (self);
}

static gboolean minimap_rested (gpointer data);

static void
update_minimap (WeftTracksView *self)
{
  self->minimap_is_stale = self->minimap_timer != 0;
  if (self->minimap_is_stale)
    return;
  invalidate (self->minimap);
  self->minimap_timer = g_timeout_add (MINIMAP_INTERVAL, minimap_rested, self);
}

static gboolean
minimap_rested (gpointer data)
{
  WeftTracksView *self = data;

  self->minimap_timer = 0;
  if (self->minimap_is_stale)
    update_minimap (self);
  return G_SOURCE_REMOVE;
}

static void
content_changed (WeftTracksView *self)
{
  viewport_changed (self);
  update_minimap (self);
}

static void
marks_changed (WeftTracksView *self)
{
  invalidate (self->ruler);
  invalidate (self->minimap);
  gtk_widget_queue_draw (self->canvas);
}

static void
results_changed (WeftTracksView *self)
{
  invalidate (self->minimap);
}

static void
layout_changed (WeftTracksView *self)
{
  viewport_changed (self);
  invalidate (self->minimap);
  invalidate (self->corner);
  gtk_widget_queue_resize (self->ruler);
  gtk_widget_queue_resize (self->corner);
  if (self->legend != NULL)
    weft_legend_update (WEFT_LEGEND (self->legend));
}

/* --- actions ---------------------------------------------------------------------------------------------------- */

static void
zoom (WeftTracksView *self, double factor)
{
  double x, y;

  if (!weft_tracks_get_pointer (self->tracks, &x, &y))
    x = weft_tracks_get_width (self->tracks) / 2.0;
  weft_tracks_zoom (self->tracks, x, factor, TRUE);
}

static void
pan_steps (WeftTracksView *self, double right, double down)
{
  double step = WEFT_KEY_STEP * gtk_widget_get_scale_factor (GTK_WIDGET (self))
                * weft_view_keys_accelerate (&self->repeat);

  weft_tracks_pan (self->tracks, round (right * step), round (down * step));
}

/* The first or the last of the time comes into sight. */
static void
go_to_edge (WeftTracksView *self, int edge)
{
  gint64 first, last;

  if (weft_time_axis_get_range (get_time (self), &first, &last))
    weft_view_state_show_time (self->state, edge < 0 ? first : last, edge < 0 ? first : last);
}

static void
activate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (widget);
  const char *action = name + strlen ("view.");
  double right, down;
  int tracks, things;

  if (g_str_equal (action, "fit"))
    weft_tracks_fit (self->tracks);
  else if (g_str_equal (action, "fit-all"))
    weft_tracks_fit_all (self->tracks);
  else if (g_str_equal (action, "zoom-in"))
    zoom (self, WEFT_KEY_ZOOM);
  else if (g_str_equal (action, "zoom-out"))
    zoom (self, 1 / WEFT_KEY_ZOOM);
  else if (g_str_equal (action, "back"))
    weft_view_state_go_back (self->state);
  else if (g_str_equal (action, "forward"))
    weft_view_state_go_forward (self->state);
  else if (g_str_equal (action, "step-back"))
    weft_view_state_step_back (self->state);
  else if (g_str_equal (action, "pan"))
    {
      g_variant_get (parameter, "(dd)", &right, &down);
      pan_steps (self, right, down);
    }
  else if (g_str_equal (action, "select"))
    {
      g_variant_get (parameter, "(ii)", &tracks, &things);
      weft_tracks_step (self->tracks, tracks, things);
    }
  else if (g_str_equal (action, "page"))
    weft_tracks_pan (
      self->tracks, 0,
      round (g_variant_get_int32 (parameter) * 0.9 * weft_tracks_get_height (self->tracks)));
  else if (g_str_equal (action, "edge"))
    go_to_edge (self, g_variant_get_int32 (parameter));
}

/* --- the widget --------------------------------------------------------------------------------------------------- */

GtkWidget *
weft_tracks_view_get_canvas (WeftTracksView *self)
{
  return self->canvas;
}

static gboolean
weft_tracks_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WEFT_TRACKS_VIEW (widget)->canvas);
}

static void
weft_tracks_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (object);

  if (id == PROP_LABEL_WIDTH)
    gtk_paned_set_position (GTK_PANED (self->paned), g_value_get_int (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_tracks_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (object);

  if (id == PROP_LABEL_WIDTH)
    g_value_set_int (value, gtk_paned_get_position (GTK_PANED (self->paned)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_tracks_view_dispose (GObject *object)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (object);
  GtkWidget *child;

  g_clear_handle_id (&self->minimap_timer, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->minimap = self->frame = self->ruler = self->corner = self->legend = NULL;
  g_clear_object (&self->tracks);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_tracks_view_parent_class)->dispose (object);
}

static void
weft_tracks_view_class_init (WeftTracksViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = weft_tracks_view_set_property;
  object_class->get_property = weft_tracks_view_get_property;
  object_class->dispose = weft_tracks_view_dispose;
  widget_class->grab_focus = weft_tracks_view_grab_focus;
  properties[PROP_LABEL_WIDTH] =
    g_param_spec_int ("label-width", NULL, NULL, 0, G_MAXINT, LABEL_WIDTH,
                      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tracksview");
  weft_view_keys_install (widget_class, activate);
}

static void
weft_tracks_view_init (WeftTracksView *self)
{
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
make_area (WeftTracksView *self, WeftListAreaPaint paint, WeftListAreaMeasure measure,
           const char *label)
{
  GtkWidget *area = weft_list_area_new (paint, measure, self);

  weft_list_area_set_label (WEFT_LIST_AREA (area), label);
  return area;
}

static void
add_drag (WeftTracksView *self, GtkWidget *area, GCallback began, GCallback dragged)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (drag, "drag-begin", began, self);
  g_signal_connect_swapped (drag, "drag-update", dragged, self);
  gtk_widget_add_controller (area, GTK_EVENT_CONTROLLER (drag));
}

static void
add_click (WeftTracksView *self, GtkWidget *area, GCallback clicked)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "pressed", clicked, self);
  gtk_widget_add_controller (area, GTK_EVENT_CONTROLLER (click));
}

/* The trace, which costs something to paint, and over it the window's frame, which moves. */
static GtkWidget *
make_minimap (WeftTracksView *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->minimap =
    make_area (self, paint_minimap, measure_minimap, _ ("Overview of the whole trace"));
  self->frame = weft_list_area_new (paint_frame, measure_minimap, self);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->minimap);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->frame);
  add_drag (self, self->frame, G_CALLBACK (minimap_drag_began), G_CALLBACK (minimap_dragged));
  gtk_widget_set_has_tooltip (self->frame, TRUE);
  g_signal_connect_object (self->frame, "query-tooltip", G_CALLBACK (query_minimap), self, 0);
  return overlay;
}

/* Ruler and canvas with their scrollbars. */
static GtkWidget *
make_picture (WeftTracksView *self, WeftTracksViewKind kind)
{
  GtkWidget *grid = gtk_grid_new ();

  self->ruler = make_area (self, paint_ruler, measure_ruler, _ ("Ruler of the time"));
  self->canvas = weft_tracks_canvas_new (self->tracks);
  gtk_widget_set_hexpand (self->ruler, TRUE);
  gtk_grid_attach (GTK_GRID (grid), self->ruler, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), self->canvas, 0, 1, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->rows), 1, 1,
                   1, 1);
  if (kind == WEFT_TRACKS_VIEW_WHOLE)
    {
      self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, self->time);
      gtk_grid_attach (GTK_GRID (grid), self->scrollbar, 0, 2, 1, 1);
    }
  add_drag (self, self->ruler, G_CALLBACK (ruler_drag_began), G_CALLBACK (ruler_dragged));
  add_click (self, self->ruler, G_CALLBACK (ruler_clicked));
  return grid;
}

/* Titles, as high as the canvas beside them. */
static GtkWidget *
make_label_pane (WeftTracksView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->corner = weft_list_area_new (paint_corner, measure_ruler, self);
  gtk_box_append (GTK_BOX (box), self->corner);
  gtk_box_append (GTK_BOX (box), weft_tracks_labels_new (self->tracks));
  if (self->scrollbar != NULL)
    {
      GtkWidget *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);

      gtk_box_append (GTK_BOX (box), space);
      gtk_size_group_add_widget (group, self->scrollbar);
      gtk_size_group_add_widget (group, space);
    }
  return box;
}

static void
follow (WeftTracksView *self)
{
  static const struct
  {
    const char *signal;
    void (*follow) (WeftTracksView *self);
  } tracks[] = { { "viewport", viewport_changed }, { "layout", layout_changed } },
    state[] = { { "content", content_changed },
                { "style", layout_changed },
                { "hover", viewport_changed },
                { "selection", viewport_changed } };

  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++)
    g_signal_connect_object (self->tracks, tracks[i].signal, G_CALLBACK (tracks[i].follow), self,
                             G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (state); i++)
    g_signal_connect_object (self->state, state[i].signal, G_CALLBACK (state[i].follow), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_marks_get (self->state), "changed", G_CALLBACK (marks_changed),
                           self, G_CONNECT_SWAPPED);
  if (WEFT_IS_SEARCHABLE (self->state))
    g_signal_connect_object (weft_search_results_get (WEFT_SEARCHABLE (self->state)), "changed",
                             G_CALLBACK (results_changed), self, G_CONNECT_SWAPPED);
}

GtkWidget *
weft_tracks_view_new (WeftTracks *tracks, WeftTracksViewKind kind)
{
  WeftTracksView *self = g_object_new (WEFT_TYPE_TRACKS_VIEW, NULL);
  GtkWidget *widget = GTK_WIDGET (self);

  self->tracks = g_object_ref (tracks);
  self->state = g_object_ref (weft_tracks_get_state (tracks));
  self->rows = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
  self->time = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
  g_signal_connect_object (self->rows, "value-changed", G_CALLBACK (rows_scrolled), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->time, "value-changed", G_CALLBACK (time_scrolled), self,
                           G_CONNECT_SWAPPED);
  if (kind == WEFT_TRACKS_VIEW_WHOLE)
    gtk_widget_set_parent (make_minimap (self), widget);
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_end_child (GTK_PANED (self->paned), make_picture (self, kind));
  gtk_paned_set_start_child (GTK_PANED (self->paned), make_label_pane (self));
  gtk_paned_set_resize_start_child (GTK_PANED (self->paned), FALSE);
  gtk_paned_set_position (GTK_PANED (self->paned), LABEL_WIDTH);
  gtk_widget_set_vexpand (self->paned, TRUE);
  gtk_widget_set_parent (self->paned, widget);
  if (kind == WEFT_TRACKS_VIEW_WHOLE)
    {
      self->legend = weft_legend_new (paint_legend, measure_legend, self, _ ("Legend"));
      gtk_widget_set_parent (self->legend, widget);
    }
  follow (self);
  return widget;
}
