/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-picture-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-focus-children.h"
#include "weft-fold-press.h"
#include "weft-label-pane.h"
#include "weft-legend.h"
#include "weft-marks.h"
#include "weft-result-strip.h"
#include "weft-search-results.h"
#include "weft-shown-results.h"
#include "weft-view-keys.h"
#include "weft-wheel.h"

#define MINIMAP_HEIGHT 48

/* A trace that grows does so with each frame; a minimap that costs something to paint follows at
 * intervals of so many ms. */
#define MINIMAP_INTERVAL 100

typedef struct
{
  WeftViewState *state; /* the canvas's */
  GtkWidget *minimap;   /* NULL in a strip */
  GtkWidget *window;    /* over the minimap; NULL: that shows it itself */
  guint minimap_timer;  /* until the minimap may be painted again */
  gboolean minimap_is_stale;
  GtkWidget *ruler;
  GtkWidget *corner;
  GtkWidget *legend;     /* NULL in a strip */
  GtkWidget *legend_row; /* with what takes colours away; likewise */
  GtkWidget *canvas;
  GtkWidget *labels;
  GtkWidget *paned;
  WeftLabelPane *label_pane; /* the width of the labels in it */
  GtkAdjustment *rows;
  GtkAdjustment *time;
  gboolean adjusting; /* the adjustments are being set from the picture */
  double drag_x;      /* where a drag on minimap or ruler began */
} WeftPictureViewPrivate;

enum
{
  PROP_0,
  PROP_LABEL_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftPictureView, weft_picture_view, GTK_TYPE_WIDGET)

static WeftPictureViewPrivate *
get_private (WeftPictureView *self)
{
  return weft_picture_view_get_instance_private (self);
}

GtkWidget *
weft_picture_view_get_canvas (WeftPictureView *self)
{
  g_return_val_if_fail (WEFT_IS_PICTURE_VIEW (self), NULL);

  return get_private (self)->canvas;
}

static WeftStyle *
get_style (WeftPictureView *self)
{
  return weft_view_state_get_style (get_private (self)->state);
}

static WeftTimeAxis *
get_axis (WeftPictureView *self)
{
  return weft_view_state_get_axis (get_private (self)->state);
}

static int
logical (WeftPictureView *self, int device)
{
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return (device + factor - 1) / factor;
}

/* --- painted parts ------------------------------------------------------------------------------- */

static int
measure_minimap (int width G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return MINIMAP_HEIGHT;
}

static WeftStyle *
paint_minimap (WeftPaintList *list, int width, int height, gpointer data)
{
  WEFT_PICTURE_VIEW_GET_CLASS (data)->paint_minimap (data, list, width, height);
  return get_style (data);
}

static WeftStyle *
paint_window (WeftPaintList *list, int width, int height, gpointer data)
{
  WEFT_PICTURE_VIEW_GET_CLASS (data)->paint_window (data, list, width, height);
  return get_style (data);
}

static int
measure_ruler (int width G_GNUC_UNUSED, gpointer data)
{
  return logical (data, weft_axis_ruler_height (get_style (data)));
}

static WeftStyle *
paint_ruler (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftPictureViewPrivate *priv = get_private (data);
  WeftStyle *style = get_style (data);
  g_autoptr (GStringChunk) labels = g_string_chunk_new (256);
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (WeftAxisMark));
  WeftAxisMark cursor = { .label = NULL, .color = weft_style_color (style, WEFT_COLOR_CURSOR) };
  WeftAxisExtras extras = { .marks = NULL };
  gint64 time;

  if (weft_canvas_x_to_time (WEFT_CANVAS (priv->canvas), 0, &time))
    {
      weft_marks_add_to_ruler (weft_marks_get (priv->state), labels, marks);
      if (weft_time_axis_get_cursor (get_axis (data), &cursor.tick))
        g_array_append_val (marks, cursor);
      weft_time_axis_get_selection (get_axis (data), &extras.selection_start,
                                    &extras.selection_end);
    }
  extras.marks = (const WeftAxisMark *) (gconstpointer) marks->data;
  extras.n_marks = marks->len;
  WEFT_PICTURE_VIEW_GET_CLASS (data)->paint_ruler (data, &extras, list, width, height);
  return style;
}

/* The box above the labels, as high as the ruler beside it. */
static WeftStyle *
paint_corner (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftStyle *style = get_style (data);

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  weft_paint_list_text (list, weft_style_px (style, 6), 0, width - weft_style_px (style, 12),
                        height, WEFT_FONT_UI, weft_style_font_size (style, WEFT_FONT_UI),
                        WEFT_ALIGN_START, WEFT_FIT_END,
                        weft_style_color (style, WEFT_COLOR_TEXT_MUTED),
                        _ (WEFT_PICTURE_VIEW_GET_CLASS (data)->corner), -1);
  return style;
}

static int
measure_legend (int width, gpointer data)
{
  int factor = gtk_widget_get_scale_factor (data);

  return logical (data, WEFT_PICTURE_VIEW_GET_CLASS (data)->measure_legend (
                          data, width > 0 ? width * factor : G_MAXINT16));
}

static WeftStyle *
paint_legend (WeftPaintList *list, int width, int height, gpointer data)
{
  WEFT_PICTURE_VIEW_GET_CLASS (data)->paint_legend (data, list, width, height);
  return get_style (data);
}

/* --- scrollbars ---------------------------------------------------------------------------------- */

static void
scroll (WeftPictureView *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  WeftPictureViewClass *klass = WEFT_PICTURE_VIEW_GET_CLASS (self);
  WeftPictureRange range;
  double px;

  if (get_private (self)->adjusting || !klass->get_range (self, orientation, &range))
    return;
  px = (gtk_adjustment_get_value (adjustment) - range.value) * range.px;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    klass->scroll (self, px, 0);
  else
    klass->scroll (self, 0, px);
}

static void
rows_scrolled (WeftPictureView *self, GtkAdjustment *adjustment)
{
  scroll (self, GTK_ORIENTATION_VERTICAL, adjustment);
}

static void
time_scrolled (WeftPictureView *self, GtkAdjustment *adjustment)
{
  scroll (self, GTK_ORIENTATION_HORIZONTAL, adjustment);
}

/* Where a scrollbar of `length` pixels that shows the adjustment has `value`. */
static double
get_bar_px (GtkAdjustment *adjustment, double value, double length)
{
  double lower = gtk_adjustment_get_lower (adjustment);

  return (value - lower) / (gtk_adjustment_get_upper (adjustment) - lower) * length;
}

/* A scrollbar that is set lays the window out, which a trace that grows would have it do with each
 * frame: it is set where that can be seen. */
static void
configure (WeftPictureView *self, GtkOrientation orientation, GtkAdjustment *adjustment)
{
  double old_value = gtk_adjustment_get_value (adjustment), lower, upper, end;
  double old_end = old_value + gtk_adjustment_get_page_size (adjustment);
  WeftPictureRange range;

  if (!WEFT_PICTURE_VIEW_GET_CLASS (self)->get_range (self, orientation, &range))
    return;
  lower = MIN (range.lower, range.value);
  end = range.value + range.page;
  upper = MAX (range.upper, end);
  if (fabs (get_bar_px (adjustment, old_value, range.length)
            - (range.value - lower) / (upper - lower) * range.length)
        >= 1
      || fabs (get_bar_px (adjustment, old_end, range.length)
               - (end - lower) / (upper - lower) * range.length)
           >= 1)
    gtk_adjustment_configure (adjustment, range.value, lower, upper, range.page / 20,
                              range.page * 0.9, range.page);
}

static void
update_scrollbars (WeftPictureView *self)
{
  WeftPictureViewPrivate *priv = get_private (self);

  priv->adjusting = TRUE;
  configure (self, GTK_ORIENTATION_VERTICAL, priv->rows);
  configure (self, GTK_ORIENTATION_HORIZONTAL, priv->time);
  priv->adjusting = FALSE;
}

/* --- the label pane ------------------------------------------------------------------------------ */

void
weft_picture_view_set_narrow (WeftPictureView *self, int width)
{
  weft_label_pane_set_narrow (get_private (self)->label_pane, width);
}

void
weft_picture_view_need_label_width (WeftPictureView *self, int width)
{
  g_return_if_fail (WEFT_IS_PICTURE_VIEW (self));

  weft_label_pane_need (get_private (self)->label_pane, width);
}

void
weft_picture_view_join (WeftPictureView *self, WeftPictureView *peer)
{
  g_return_if_fail (WEFT_IS_PICTURE_VIEW (self) && WEFT_IS_PICTURE_VIEW (peer));

  weft_label_pane_join (get_private (self)->label_pane, get_private (peer)->label_pane);
}

/* --- following the picture ----------------------------------------------------------------------- */

static void
invalidate (GtkWidget *area)
{
  if (area != NULL)
    weft_list_area_invalidate (WEFT_LIST_AREA (area));
}

/* The window that the minimap shows. */
static void
update_window (WeftPictureView *self)
{
  WeftPictureViewPrivate *priv = get_private (self);

  invalidate (priv->window != NULL ? priv->window : priv->minimap);
}

static gboolean minimap_rested (gpointer data);

void
weft_picture_view_overview_changed (WeftPictureView *self)
{
  WeftPictureViewPrivate *priv;

  g_return_if_fail (WEFT_IS_PICTURE_VIEW (self));

  priv = get_private (self);
  priv->minimap_is_stale = priv->minimap_timer != 0;
  if (priv->minimap_is_stale)
    return;
  invalidate (priv->minimap);
  if (priv->window != NULL)
    priv->minimap_timer = g_timeout_add (MINIMAP_INTERVAL, minimap_rested, self);
}

static gboolean
minimap_rested (gpointer data)
{
  WeftPictureViewPrivate *priv = get_private (data);

  priv->minimap_timer = 0;
  if (priv->minimap_is_stale)
    weft_picture_view_overview_changed (data);
  return G_SOURCE_REMOVE;
}

void
weft_picture_view_viewport_changed (WeftPictureView *self)
{
  g_return_if_fail (WEFT_IS_PICTURE_VIEW (self));

  invalidate (get_private (self)->ruler);
  update_window (self);
  update_scrollbars (self);
}

void
weft_picture_view_legend_changed (WeftPictureView *self)
{
  g_return_if_fail (WEFT_IS_PICTURE_VIEW (self));

  if (get_private (self)->legend != NULL)
    weft_legend_update (WEFT_LEGEND (get_private (self)->legend));
}

void
weft_picture_view_layout_changed (WeftPictureView *self)
{
  WeftPictureViewPrivate *priv;

  g_return_if_fail (WEFT_IS_PICTURE_VIEW (self));

  priv = get_private (self);
  weft_picture_view_viewport_changed (self);
  invalidate (priv->minimap);
  invalidate (priv->corner);
  gtk_widget_queue_resize (priv->ruler);
  gtk_widget_queue_resize (priv->corner);
  weft_picture_view_legend_changed (self);
}

static void
content_changed (WeftPictureView *self)
{
  weft_picture_view_viewport_changed (self);
  weft_picture_view_overview_changed (self);
}

static void
hover_changed (WeftPictureView *self)
{
  invalidate (get_private (self)->ruler);
}

static void
selection_changed (WeftPictureView *self)
{
  invalidate (get_private (self)->ruler);
  invalidate (get_private (self)->window);
}

static void
marks_changed (WeftPictureView *self)
{
  WeftPictureViewPrivate *priv = get_private (self);

  invalidate (priv->ruler);
  invalidate (priv->minimap);
  gtk_widget_queue_draw (priv->canvas);
}

static void
results_changed (WeftPictureView *self)
{
  invalidate (get_private (self)->minimap);
}

static void
follow (WeftPictureView *self)
{
  static const struct
  {
    const char *signal;
    void (*follow) (WeftPictureView *self);
  } followed[] = { { "content", content_changed },
                   { "style", weft_picture_view_layout_changed },
                   { "hover", hover_changed },
                   { "selection", selection_changed } };
  WeftViewState *state = get_private (self)->state;

  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (state, followed[i].signal, G_CALLBACK (followed[i].follow), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_marks_get (state), "changed", G_CALLBACK (marks_changed), self,
                           G_CONNECT_SWAPPED);
  if (WEFT_IS_SEARCHABLE (state))
    g_signal_connect_object (weft_search_results_get (WEFT_SEARCHABLE (state)), "changed",
                             G_CALLBACK (results_changed), self, G_CONNECT_SWAPPED);
}

/* --- minimap and ruler --------------------------------------------------------------------------- */

static void
go_to_minimap (WeftPictureView *self, double x, gboolean begins)
{
  WEFT_PICTURE_VIEW_GET_CLASS (self)->go_to_minimap (
    self, gtk_widget_get_width (get_private (self)->minimap), x, begins);
}

static void
minimap_drag_began (WeftPictureView *self, double x, double y G_GNUC_UNUSED)
{
  get_private (self)->drag_x = x;
  go_to_minimap (self, x, TRUE);
}

static void
minimap_dragged (WeftPictureView *self, double dx, double dy G_GNUC_UNUSED)
{
  go_to_minimap (self, get_private (self)->drag_x + dx, FALSE);
}

static gboolean
minimap_to_time (gpointer self, double x, gint64 *time)
{
  return WEFT_PICTURE_VIEW_GET_CLASS (self)->minimap_to_time (
    self, gtk_widget_get_width (get_private (self)->minimap), x, time);
}

static gboolean
ruler_to_time (gpointer self, double x, gint64 *time)
{
  return weft_canvas_x_to_time (WEFT_CANVAS (get_private (self)->canvas),
                                x * gtk_widget_get_scale_factor (GTK_WIDGET (self)), time);
}

static void
ruler_drag_began (WeftPictureView *self, double x, double y G_GNUC_UNUSED)
{
  WeftTimeAxis *axis = get_axis (self);
  gint64 time;

  get_private (self)->drag_x = x;
  if (!ruler_to_time (self, x, &time)
      || weft_folds_at (weft_time_axis_get_folds (axis), time) == NULL)
    weft_time_axis_select (axis, 0, 0);
}

static void
ruler_dragged (WeftPictureView *self, double dx, double dy G_GNUC_UNUSED)
{
  double x = get_private (self)->drag_x;
  gint64 first, last;

  if (ruler_to_time (self, x + MIN (dx, 0), &first) && ruler_to_time (self, x + MAX (dx, 0), &last))
    weft_time_axis_select (get_axis (self), first, last + 1);
}

/* A double click sets a cursor, or takes away the one that is there. */
static void
ruler_clicked (WeftPictureView *self, int n_press, double x, double y G_GNUC_UNUSED)
{
  gint64 time;

  if (n_press == 2 && ruler_to_time (self, x, &time))
    weft_marks_toggle_cursor (weft_marks_get (get_private (self)->state), time);
}

/* --- the widget ---------------------------------------------------------------------------------- */

/* The wheel over the labels, whose rows are the canvas's. */
static gboolean
labels_scrolled (GtkEventControllerScroll *controller, double dx, double dy, gpointer data)
{
  WeftCanvas *canvas = WEFT_CANVAS (get_private (data)->canvas);
  WeftWheel wheel = weft_wheel_read (controller, dx, dy);
  int width, height;

  weft_canvas_get_size (canvas, &width, &height);
  if (wheel.zooms)
    weft_canvas_zoom (canvas, 0, height / 2.0, wheel.zoom_x, wheel.zoom_y);
  else
    weft_canvas_pan (canvas, 0, wheel.dy);
  return GDK_EVENT_STOP;
}

static void
activate (GtkWidget *widget, const char *action, GVariant *parameter)
{
  weft_canvas_activate (WEFT_CANVAS (get_private (WEFT_PICTURE_VIEW (widget))->canvas), action,
                        parameter);
}

static gboolean
weft_picture_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (get_private (WEFT_PICTURE_VIEW (widget))->canvas);
}

static void
weft_picture_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftPictureView *self = WEFT_PICTURE_VIEW (object);

  if (id == PROP_LABEL_WIDTH)
    weft_label_pane_set_wanted (get_private (self)->label_pane, g_value_get_int (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_picture_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_LABEL_WIDTH)
    g_value_set_int (
      value, weft_label_pane_get_wanted (get_private (WEFT_PICTURE_VIEW (object))->label_pane));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_picture_view_dispose (GObject *object)
{
  WeftPictureViewPrivate *priv = get_private (WEFT_PICTURE_VIEW (object));
  GtkWidget *child;

  g_clear_handle_id (&priv->minimap_timer, g_source_remove);
  g_clear_pointer (&priv->label_pane, weft_label_pane_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  priv->minimap = priv->window = priv->ruler = priv->corner = priv->legend = NULL;
  priv->legend_row = NULL;
  g_clear_object (&priv->state);
  G_OBJECT_CLASS (weft_picture_view_parent_class)->dispose (object);
}

static void
weft_picture_view_class_init (WeftPictureViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = weft_picture_view_set_property;
  object_class->get_property = weft_picture_view_get_property;
  object_class->dispose = weft_picture_view_dispose;
  widget_class->grab_focus = weft_picture_view_grab_focus;
  widget_class->focus = weft_focus_children;
  properties[PROP_LABEL_WIDTH] =
    g_param_spec_int ("label-width", NULL, NULL, 0, G_MAXINT, 0,
                      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  weft_view_keys_install (widget_class, activate);
}

static void
weft_picture_view_init (WeftPictureView *self)
{
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
make_area (WeftPictureView *self, WeftListAreaPaint paint, WeftListAreaMeasure measure,
           const char *label)
{
  GtkWidget *area = weft_list_area_new (paint, measure, self);

  weft_list_area_set_label (WEFT_LIST_AREA (area), _ (label));
  return area;
}

static void
add_drag (WeftPictureView *self, GtkWidget *area, GCallback began, GCallback dragged)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (drag, "drag-begin", began, self);
  g_signal_connect_swapped (drag, "drag-update", dragged, self);
  gtk_widget_add_controller (area, GTK_EVENT_CONTROLLER (drag));
}

static GtkWidget *
make_minimap (WeftPictureView *self)
{
  WeftPictureViewClass *klass = WEFT_PICTURE_VIEW_GET_CLASS (self);
  WeftPictureViewPrivate *priv = get_private (self);
  GtkWidget *minimap, *pointed;

  minimap = pointed = priv->minimap =
    make_area (self, paint_minimap, measure_minimap, klass->minimap_label);
  if (klass->paint_window != NULL)
    {
      minimap = gtk_overlay_new ();
      pointed = priv->window = weft_list_area_new (paint_window, measure_minimap, self);
      gtk_overlay_set_child (GTK_OVERLAY (minimap), priv->minimap);
      gtk_overlay_add_overlay (GTK_OVERLAY (minimap), priv->window);
    }
  add_drag (self, pointed, G_CALLBACK (minimap_drag_began), G_CALLBACK (minimap_dragged));
  weft_fold_press_add (
    &(WeftFoldPress){ pointed, priv->minimap, priv->state, minimap_to_time, self, TRUE });
  return minimap;
}

static GtkWidget *
make_scrollbar (GtkOrientation orientation, GtkAdjustment *adjustment, GtkWidget *over)
{
  GtkWidget *scrollbar = gtk_scrollbar_new (orientation, adjustment), *overlay;

  if (over == NULL)
    return scrollbar;
  overlay = gtk_overlay_new ();
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scrollbar);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), over);
  return overlay;
}

/* Ruler and canvas with their scrollbars; `below`: that of the time (nullable). */
static GtkWidget *
make_picture (WeftPictureView *self, GtkWidget *over_rows, GtkWidget *graphs, GtkWidget *below)
{
  WeftPictureViewPrivate *priv = get_private (self);
  GtkWidget *rows = make_scrollbar (GTK_ORIENTATION_VERTICAL, priv->rows, over_rows);
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  GtkGesture *click = gtk_gesture_click_new ();

  priv->ruler =
    make_area (self, paint_ruler, measure_ruler, WEFT_PICTURE_VIEW_GET_CLASS (self)->ruler_label);
  gtk_widget_set_hexpand (priv->ruler, TRUE);
  gtk_grid_attach (grid, priv->ruler, 0, 0, 1, 1);
  gtk_grid_attach (grid, priv->canvas, 0, 1, 1, 1);
  gtk_grid_attach (grid, rows, 1, 1, 1, 1);
  gtk_grid_attach (grid, graphs, 0, 3, 1, 1);
  if (below != NULL)
    gtk_grid_attach (grid, below, 0, 4, 1, 1);
  add_drag (self, priv->ruler, G_CALLBACK (ruler_drag_began), G_CALLBACK (ruler_dragged));
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (ruler_clicked), self);
  gtk_widget_add_controller (priv->ruler, GTK_EVENT_CONTROLLER (click));
  weft_fold_press_add (
    &(WeftFoldPress){ priv->ruler, priv->ruler, priv->state, ruler_to_time, self, FALSE });
  return GTK_WIDGET (grid);
}

/* Labels, as high as the canvas beside them. */
static GtkWidget *
make_label_pane (WeftPictureView *self, GtkWidget *labels, GtkWidget *titles, GtkWidget *below)
{
  WeftPictureViewPrivate *priv = get_private (self);
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  GtkEventController *wheel =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);
  GtkWidget *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  priv->corner = weft_list_area_new (paint_corner, measure_ruler, self);
  gtk_box_append (box, priv->corner);
  gtk_box_append (box, labels);
  gtk_box_append (box, titles);
  gtk_box_append (box, space);
  if (below != NULL)
    {
      gtk_size_group_add_widget (group, below);
      gtk_size_group_add_widget (group, space);
    }
  g_signal_connect_object (wheel, "scroll", G_CALLBACK (labels_scrolled), self, 0);
  gtk_widget_add_controller (labels, wheel);
  return GTK_WIDGET (box);
}

static GtkAdjustment *
make_adjustment (WeftPictureView *self, GCallback changed)
{
  GtkAdjustment *adjustment = gtk_adjustment_new (0, 0, 1, 1, 1, 1);

  g_signal_connect_object (adjustment, "value-changed", changed, self, G_CONNECT_SWAPPED);
  return adjustment;
}

static void
close_colors (WeftPictureView *self)
{
  weft_shown_results_set_colors (weft_shown_results_get (get_private (self)->state), NULL);
}

static void
show_close (WeftShownResults *results, GtkWidget *close)
{
  gtk_widget_set_visible (close, weft_shown_results_get_colors (results) != NULL);
}

/* The legend, and beside it what takes the colours of a query away while there are such. */
static void
make_legend (WeftPictureView *self)
{
  WeftPictureViewPrivate *priv = get_private (self);
  WeftShownResults *results = weft_shown_results_get (priv->state);
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  const char *words = _ ("Take the colours of the query away");

  priv->legend = weft_legend_new (paint_legend, measure_legend, self,
                                  _ (WEFT_PICTURE_VIEW_GET_CLASS (self)->legend_label));
  priv->legend_row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_hexpand (priv->legend, TRUE);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_add_css_class (close, "small-close");
  gtk_widget_set_valign (close, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (close, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_signal_connect_object (close, "clicked", G_CALLBACK (close_colors), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (results, "changed", G_CALLBACK (show_close), close, 0);
  show_close (results, close);
  gtk_box_append (GTK_BOX (priv->legend_row), priv->legend);
  gtk_box_append (GTK_BOX (priv->legend_row), close);
}

GtkWidget *
weft_picture_view_new (GType type, WeftPictureKind kind, GtkWidget *canvas, GtkWidget *labels,
                       GtkWidget *over_rows)
{
  WeftPictureView *self = g_object_new (type, NULL);
  WeftPictureViewClass *klass = WEFT_PICTURE_VIEW_GET_CLASS (self);
  WeftPictureViewPrivate *priv = get_private (self);
  GtkPaned *paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));
  GtkWidget *below = NULL, *titles, *graphs;

  priv->state = g_object_ref (weft_canvas_get_state (WEFT_CANVAS (canvas)));
  priv->canvas = canvas;
  priv->labels = labels;
  priv->paned = GTK_WIDGET (paned);
  priv->rows = make_adjustment (self, G_CALLBACK (rows_scrolled));
  priv->time = make_adjustment (self, G_CALLBACK (time_scrolled));
  if (kind == WEFT_PICTURE_WHOLE)
    {
      below = make_scrollbar (GTK_ORIENTATION_HORIZONTAL, priv->time, NULL);
      gtk_widget_set_parent (make_minimap (self), GTK_WIDGET (self));
      make_legend (self);
    }
  weft_result_strip_new (WEFT_CANVAS (canvas), &titles, &graphs);
  gtk_paned_set_end_child (paned, make_picture (self, over_rows, graphs, below));
  gtk_paned_set_start_child (paned, make_label_pane (self, labels, titles, below));
  gtk_paned_set_resize_start_child (paned, FALSE);
  priv->label_pane = weft_label_pane_new (paned, klass->label_width);
  gtk_widget_set_vexpand (priv->paned, TRUE);
  gtk_widget_set_parent (priv->paned, GTK_WIDGET (self));
  if (priv->legend_row != NULL)
    gtk_widget_set_parent (priv->legend_row, GTK_WIDGET (self));
  follow (self);
  return GTK_WIDGET (self);
}

void
weft_picture_view_set_strip (WeftPictureView *self, GtkWidget *titles, GtkWidget *graphs)
{
  WeftPictureViewPrivate *priv;
  GtkWidget *pane;

  g_return_if_fail (WEFT_IS_PICTURE_VIEW (self));

  priv = get_private (self);
  pane = gtk_widget_get_parent (priv->labels);
  gtk_box_insert_child_after (GTK_BOX (pane), titles, priv->labels);
  gtk_grid_attach (GTK_GRID (gtk_widget_get_parent (priv->canvas)), graphs, 0, 2, 1, 1);
}

void
weft_picture_view_set_brief (WeftPictureView *self, gboolean brief)
{
  g_return_if_fail (WEFT_IS_PICTURE_VIEW (self));

  gtk_widget_set_visible (get_private (self)->minimap, !brief);
  gtk_widget_set_visible (get_private (self)->legend_row, !brief);
}
