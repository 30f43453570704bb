/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-legend.h"
#include "weft-marks.h"
#include "weft-pipeline-canvas.h"
#include "weft-pipeline-labels.h"
#include "weft-pipeline-result-marks.h"
#include "weft-search-results.h"
#include "weft-tooltip.h"
#include "weft-view-keys.h"

#define MINIMAP_HEIGHT 48
#define LABEL_WIDTH 320

/* Of the labels at text scale 1, where they are but a ruler of ops. */
#define OVERVIEW_LABEL_WIDTH 150

struct _WeftPipelineView
{
  GtkWidget parent_instance;

  WeftPipelineState *state;
  WeftPipelineRenderer *renderer;
  GtkWidget *minimap;
  GtkWidget *ruler;
  GtkWidget *corner;
  GtkWidget *legend;
  GtkWidget *canvas;
  GtkWidget *paned;
  int label_width;           /* while each row has its label */
  int overview_width;        /* while it has none; 0: what the text needs */
  gboolean overview;         /* it has none */
  WeftPipelineScheme scheme; /* that the legend explains */
  gboolean placing;          /* the pane is being given its width */
  GtkWidget *scrollbar;      /* below the canvas */
  GtkAdjustment *rows;
  GtkAdjustment *cycles;
  gboolean adjusting; /* the adjustments are being set from the state */
  double ruler_x;     /* where a brush on the ruler began */
  WeftKeyRepeat repeat;
};

enum
{
  PROP_0,
  PROP_LABEL_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (WeftPipelineView, weft_pipeline_view, GTK_TYPE_WIDGET)

/* --- painted parts --------------------------------------------------------------------------------- */

static int
logical (WeftPipelineView *self, int device)
{
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return (device + factor - 1) / factor;
}

static int
measure_minimap (int width G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
  return MINIMAP_HEIGHT;
}

static WeftStyle *
paint_minimap (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftPipelineView *self = data;
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (self->state);
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  weft_pipeline_renderer_paint_minimap (self->renderer, &scene, 0, 0, width, height, list);
  weft_marks_paint_overview (weft_marks_get (WEFT_VIEW_STATE (self->state)), extent->first_cycle,
                             extent->last_cycle, width, height, list);
  return scene.style;
}

static int
measure_ruler (int width G_GNUC_UNUSED, gpointer data)
{
  WeftPipelineView *self = data;

  return logical (self, weft_axis_ruler_height (weft_pipeline_state_get_style (self->state)));
}

static WeftStyle *
paint_ruler (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftPipelineView *self = data;
  const WeftPipelineSelection *selection = weft_pipeline_state_get_selection (self->state);
  g_autoptr (GStringChunk) labels = g_string_chunk_new (256);
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (WeftAxisMark));
  WeftAxisExtras extras = { .marks = NULL };
  WeftAxisMark pointer = { .label = NULL };
  WeftPipelineScene scene;
  double x, y;

  weft_pipeline_state_get_scene (self->state, &scene);
  pointer.color = weft_style_color (scene.style, WEFT_COLOR_CURSOR);
  if (scene.viewport.layout == WEFT_PIPELINE_TIME)
    weft_marks_add_to_ruler (weft_marks_get (WEFT_VIEW_STATE (self->state)), labels, marks);
  if (weft_pipeline_state_get_pointer (self->state, &x, &y))
    {
      pointer.tick = weft_pipeline_viewport_x_to_cycle (&scene.viewport, x, NULL);
      g_array_append_val (marks, pointer);
    }
  else if (scene.viewport.layout == WEFT_PIPELINE_TIME
           && weft_time_axis_get_cursor (weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)),
                                         &pointer.tick))
    g_array_append_val (marks, pointer);
  extras.marks = (const WeftAxisMark *) (gconstpointer) marks->data;
  extras.n_marks = marks->len;
  if (selection->has_cycles && scene.viewport.layout == WEFT_PIPELINE_TIME)
    {
      extras.selection_start = selection->first_cycle;
      extras.selection_end = selection->last_cycle;
    }
  weft_pipeline_renderer_paint_ruler (self->renderer, &scene, &extras, 0, 0, width, height, list);
  return scene.style;
}

/* The box above the labels, as high as the ruler beside it. */
static WeftStyle *
paint_corner (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftPipelineView *self = data;
  WeftStyle *style = weft_pipeline_state_get_style (self->state);

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
  weft_paint_list_text (list, weft_style_px (style, 6), 0, width - weft_style_px (style, 12),
                        height, WEFT_FONT_UI, weft_style_font_size (style, WEFT_FONT_UI),
                        WEFT_ALIGN_START, WEFT_FIT_END,
                        weft_style_color (style, WEFT_COLOR_TEXT_MUTED), _ ("Op"), -1);
  return style;
}

static int
measure_legend (int width, gpointer data)
{
  WeftPipelineView *self = data;
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  return logical (self, weft_pipeline_renderer_measure_legend (
                          self->renderer, &scene, width > 0 ? width * factor : G_MAXINT16));
}

static WeftStyle *
paint_legend (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftPipelineView *self = data;
  WeftPipelineScene scene;

  weft_pipeline_state_get_scene (self->state, &scene);
  weft_pipeline_renderer_paint_legend (self->renderer, &scene, 0, 0, width, height, list);
  return scene.style;
}

/* --- scrollbars --------------------------------------------------------------------------------------- */

static void
rows_scrolled (WeftPipelineView *self)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  double rows = gtk_adjustment_get_value (self->rows) - viewport->origin_row;

  if (!self->adjusting)
    weft_pipeline_state_pan (self->state, 0, round (rows * viewport->px_per_row));
}

static void
cycles_scrolled (WeftPipelineView *self)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  double value = gtk_adjustment_get_value (self->cycles);
  gint64 first = weft_pipeline_state_get_extent (self->state)->first_cycle;
  double now = (double) (viewport->origin_cycle - first) + viewport->origin_fraction;

  if (!self->adjusting)
    weft_pipeline_state_pan (self->state, round ((value - now) * viewport->px_per_cycle), 0);
}

static void
configure (GtkAdjustment *adjustment, double value, double lower, double upper, double page)
{
  gtk_adjustment_configure (adjustment, value, MIN (lower, value), MAX (upper, value + page),
                            page / 20, page * 0.9, page);
}

static void
update_scrollbars (WeftPipelineView *self)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (self->state);
  gboolean straight = viewport->layout == WEFT_PIPELINE_STRAIGHTENED;
  gint64 first = straight ? 0 : extent->first_cycle;
  gint64 last = straight ? extent->longest : extent->last_cycle;

  if (viewport->px_per_row <= 0 || viewport->px_per_cycle <= 0)
    return;
  self->adjusting = TRUE;
  configure (self->rows, viewport->origin_row, 0, extent->n_rows,
             viewport->height / viewport->px_per_row);
  configure (self->cycles,
             (double) (viewport->origin_cycle - extent->first_cycle) + viewport->origin_fraction,
             (double) (first - extent->first_cycle), (double) (last - extent->first_cycle),
             viewport->width / viewport->px_per_cycle);
  self->adjusting = FALSE;
}

/* --- following the state -------------------------------------------------------------------------------- */

static void
invalidate (GtkWidget *area)
{
  weft_list_area_invalidate (WEFT_LIST_AREA (area));
}

static int
get_pane_width (WeftPipelineView *self)
{
  double scale = weft_style_get_options (weft_pipeline_state_get_style (self->state))->text_scale;
  int overview =
    self->overview_width > 0 ? self->overview_width : (int) (OVERVIEW_LABEL_WIDTH * scale);

  return self->overview ? MIN (overview, self->label_width) : self->label_width;
}

static void
place_labels (WeftPipelineView *self)
{
  self->placing = TRUE;
  gtk_paned_set_position (GTK_PANED (self->paned), get_pane_width (self));
  self->placing = FALSE;
}

/* Zoomed out, the pane gives its room to the picture. */
static void
update_labels (WeftPipelineView *self)
{
  const WeftPipelineViewport *target = weft_pipeline_state_get_target (self->state);
  gboolean overview =
    target->px_per_row > 0
    && !weft_pipeline_labels_are_legible (target, weft_pipeline_state_get_style (self->state));

  if (overview == self->overview)
    return;
  self->overview = overview;
  place_labels (self);
}

/* The user has another opinion about the pane's width. */
static void
labels_moved (WeftPipelineView *self)
{
  int width = gtk_paned_get_position (GTK_PANED (self->paned));

  if (self->placing)
    return;
  if (self->overview)
    self->overview_width = width;
  if (!self->overview || width > self->label_width)
    self->label_width = width;
}

static void
viewport_changed (WeftPipelineView *self)
{
  WeftPipelineScheme scheme = weft_pipeline_state_get_viewport (self->state)->scheme;

  if (scheme != self->scheme)
    weft_legend_update (WEFT_LEGEND (self->legend));
  self->scheme = scheme;
  update_labels (self);
  invalidate (self->ruler);
  invalidate (self->minimap);
  update_scrollbars (self);
}

static void
content_changed (WeftPipelineView *self)
{
  viewport_changed (self);
  weft_legend_update (WEFT_LEGEND (self->legend));
}

static void
marks_changed (WeftPipelineView *self)
{
  invalidate (self->ruler);
  invalidate (self->minimap);
  gtk_widget_queue_draw (self->canvas);
}

static void
style_changed (WeftPipelineView *self)
{
  content_changed (self);
  invalidate (self->corner);
  gtk_widget_queue_resize (self->ruler);
  gtk_widget_queue_resize (self->corner);
}

/* --- minimap and ruler ------------------------------------------------------------------------------------ */

static void
minimap_pressed (WeftPipelineView *self, double x)
{
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (self->state);

  weft_pipeline_state_show_cycle (
    self->state, weft_pipeline_minimap_get_cycle (extent, gtk_widget_get_width (self->minimap), x));
}

static void
minimap_drag_began (WeftPipelineView *self, double x, double y G_GNUC_UNUSED)
{
  self->ruler_x = x;
  minimap_pressed (self, x);
}

static void
minimap_dragged (WeftPipelineView *self, double dx, double dy G_GNUC_UNUSED)
{
  minimap_pressed (self, self->ruler_x + dx);
}

/* The time that is there. */
static gboolean
query_minimap (GtkWidget *minimap, int x, int y G_GNUC_UNUSED, gboolean keyboard,
               GtkTooltip *tooltip, gpointer data)
{
  WeftPipelineView *self = data;
  const WeftPipelineExtent *extent = weft_pipeline_state_get_extent (self->state);
  WeftTimeAxis *axis = weft_view_state_get_axis (WEFT_VIEW_STATE (self->state));
  g_autofree char *text = NULL;

  if (!keyboard)
    text = weft_time_axis_format_time (
      axis, weft_pipeline_minimap_get_cycle (extent, gtk_widget_get_width (minimap), x));
  return weft_tooltip_show (minimap, tooltip, text);
}

static void
ruler_drag_began (WeftPipelineView *self, double x, double y G_GNUC_UNUSED)
{
  self->ruler_x = x;
  weft_pipeline_state_select_cycles (self->state, 0, 0);
}

static void
ruler_dragged (WeftPipelineView *self, double dx, double dy G_GNUC_UNUSED)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  double factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (viewport->layout == WEFT_PIPELINE_TIME)
    weft_pipeline_state_select_cycles (
      self->state,
      weft_pipeline_viewport_x_to_cycle (viewport, (self->ruler_x + MIN (dx, 0)) * factor, NULL),
      weft_pipeline_viewport_x_to_cycle (viewport, (self->ruler_x + MAX (dx, 0)) * factor, NULL)
        + 1);
}

/* A double click sets a cursor, or takes away the one that is there. */
static void
ruler_clicked (WeftPipelineView *self, int n_press, double x, double y G_GNUC_UNUSED)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  double factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (n_press == 2 && viewport->layout == WEFT_PIPELINE_TIME)
    weft_marks_toggle_cursor (weft_marks_get (WEFT_VIEW_STATE (self->state)),
                              weft_pipeline_viewport_x_to_cycle (viewport, x * factor, NULL));
}

static void
add_click (WeftPipelineView *self, GtkWidget *area)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (ruler_clicked), self);
  gtk_widget_add_controller (area, GTK_EVENT_CONTROLLER (click));
}

static void
add_drag (WeftPipelineView *self, GtkWidget *area, GCallback began, GCallback dragged)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (drag, "drag-begin", began, self);
  g_signal_connect_swapped (drag, "drag-update", dragged, self);
  gtk_widget_add_controller (area, GTK_EVENT_CONTROLLER (drag));
}

/* --- actions -------------------------------------------------------------------------------------------------- */

static void
zoom (WeftPipelineView *self, double factor)
{
  const WeftPipelineViewport *viewport = weft_pipeline_state_get_viewport (self->state);
  double x, y;

  if (!weft_pipeline_state_get_pointer (self->state, &x, &y))
    {
      x = viewport->width / 2.0;
      y = viewport->height / 2.0;
    }
  weft_pipeline_state_zoom (self->state, x, y, factor, factor);
}

static void
pan_steps (WeftPipelineView *self, double right, double down)
{
  double step = WEFT_KEY_STEP * gtk_widget_get_scale_factor (GTK_WIDGET (self))
                * weft_view_keys_accelerate (&self->repeat);

  weft_pipeline_state_pan (self->state, round (right * step), round (down * step));
}

static void
select_step (WeftPipelineView *self, int rows, int stages)
{
  guint32 op;

  rows *= (int) weft_view_keys_accelerate (&self->repeat);
  weft_pipeline_state_move_selection (self->state, rows, stages);
  op = weft_pipeline_state_get_selection (self->state)->op;
  if (op != WEFT_NO_ROW)
    weft_pipeline_state_show_op (self->state, op, TRUE);
}

static void
go_to_edge (WeftPipelineView *self, int edge)
{
  WeftPipelineRows *rows = weft_pipeline_state_get_rows (self->state);
  guint32 op = WEFT_NO_ROW, n_rows;

  weft_pipeline_rows_lock (rows);
  n_rows = weft_pipeline_rows_get_n_rows (rows);
  if (n_rows > 0)
    op = weft_pipeline_rows_get_op (rows, edge < 0 ? 0 : n_rows - 1);
  weft_pipeline_rows_unlock (rows);
  if (op != WEFT_NO_ROW)
    weft_pipeline_state_show_op (self->state, op, FALSE);
}

static void
activate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPipelineView *self = WEFT_PIPELINE_VIEW (widget);
  const char *action = name + strlen ("view.");
  double right, down;
  int rows, stages;

  if (g_str_equal (action, "fit"))
    weft_pipeline_state_fit (self->state);
  else if (g_str_equal (action, "fit-all"))
    weft_pipeline_state_fit_all (self->state);
  else if (g_str_equal (action, "zoom-in"))
    zoom (self, WEFT_KEY_ZOOM);
  else if (g_str_equal (action, "zoom-out"))
    zoom (self, 1 / WEFT_KEY_ZOOM);
  else if (g_str_equal (action, "read"))
    weft_pipeline_state_zoom_to_read (self->state);
  else if (g_str_equal (action, "adjust"))
    weft_pipeline_state_adjust (self->state);
  else if (g_str_equal (action, "back"))
    weft_view_state_go_back (WEFT_VIEW_STATE (self->state));
  else if (g_str_equal (action, "forward"))
    weft_view_state_go_forward (WEFT_VIEW_STATE (self->state));
  else if (g_str_equal (action, "step-back"))
    weft_view_state_step_back (WEFT_VIEW_STATE (self->state));
  else if (g_str_equal (action, "pan"))
    {
      g_variant_get (parameter, "(dd)", &right, &down);
      pan_steps (self, right, down);
    }
  else if (g_str_equal (action, "select"))
    {
      g_variant_get (parameter, "(ii)", &rows, &stages);
      select_step (self, rows, stages);
    }
  else if (g_str_equal (action, "page"))
    weft_pipeline_state_pan (self->state, 0,
                             round (g_variant_get_int32 (parameter) * 0.9
                                    * weft_pipeline_state_get_viewport (self->state)->height));
  else if (g_str_equal (action, "edge"))
    go_to_edge (self, g_variant_get_int32 (parameter));
}

/* --- the widget ------------------------------------------------------------------------------------------------- */

static gboolean
weft_pipeline_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WEFT_PIPELINE_VIEW (widget)->canvas);
}

static void
weft_pipeline_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftPipelineView *self = WEFT_PIPELINE_VIEW (object);

  if (id == PROP_LABEL_WIDTH)
    {
      self->label_width = g_value_get_int (value);
      place_labels (self);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_pipeline_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftPipelineView *self = WEFT_PIPELINE_VIEW (object);

  if (id == PROP_LABEL_WIDTH)
    g_value_set_int (value, self->label_width);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_pipeline_view_dispose (GObject *object)
{
  WeftPipelineView *self = WEFT_PIPELINE_VIEW (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_pipeline_view_parent_class)->dispose (object);
}

static void
weft_pipeline_view_finalize (GObject *object)
{
  weft_pipeline_renderer_free (WEFT_PIPELINE_VIEW (object)->renderer);
  G_OBJECT_CLASS (weft_pipeline_view_parent_class)->finalize (object);
}

static void
weft_pipeline_view_class_init (WeftPipelineViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = weft_pipeline_view_set_property;
  object_class->get_property = weft_pipeline_view_get_property;
  object_class->dispose = weft_pipeline_view_dispose;
  object_class->finalize = weft_pipeline_view_finalize;
  properties[PROP_LABEL_WIDTH] =
    g_param_spec_int ("label-width", NULL, NULL, 0, G_MAXINT, LABEL_WIDTH,
                      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  widget_class->grab_focus = weft_pipeline_view_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "pipelineview");
  weft_view_keys_install (widget_class, activate);
  gtk_widget_class_install_action (widget_class, "view.adjust", NULL, activate);
  gtk_widget_class_install_action (widget_class, "view.read", NULL, activate);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_x, 0, "view.adjust", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1, 0, "view.read", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_1, 0, "view.read", NULL);
}

static void
weft_pipeline_view_init (WeftPipelineView *self)
{
  self->renderer = weft_pipeline_renderer_new ();
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}

static GtkWidget *
make_area (WeftPipelineView *self, WeftListAreaPaint paint, WeftListAreaMeasure measure,
           const char *label)
{
  GtkWidget *area = weft_list_area_new (paint, measure, self);

  weft_list_area_set_label (WEFT_LIST_AREA (area), label);
  return area;
}

/* The scrollbar of rows, with marks where something was found. */
static GtkWidget *
make_scrollbar (WeftPipelineView *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  gtk_overlay_set_child (GTK_OVERLAY (overlay),
                         gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->rows));
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), weft_pipeline_result_marks_new (self->state));
  return overlay;
}

/* Ruler and canvas with their scrollbars. */
static GtkWidget *
make_picture (WeftPipelineView *self)
{
  GtkWidget *grid = gtk_grid_new ();

  self->ruler = make_area (self, paint_ruler, measure_ruler, _ ("Ruler of cycles"));
  self->canvas = weft_pipeline_canvas_new (self->state);
  self->rows = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
  self->cycles = gtk_adjustment_new (0, 0, 1, 1, 1, 1);
  gtk_widget_set_hexpand (self->ruler, TRUE);
  gtk_grid_attach (GTK_GRID (grid), self->ruler, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), self->canvas, 0, 1, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), make_scrollbar (self), 1, 1, 1, 1);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, self->cycles);
  gtk_grid_attach (GTK_GRID (grid), self->scrollbar, 0, 2, 1, 1);
  g_signal_connect_swapped (self->rows, "value-changed", G_CALLBACK (rows_scrolled), self);
  g_signal_connect_swapped (self->cycles, "value-changed", G_CALLBACK (cycles_scrolled), self);
  add_drag (self, self->ruler, G_CALLBACK (ruler_drag_began), G_CALLBACK (ruler_dragged));
  add_click (self, self->ruler);
  return grid;
}

/* Labels, as high as the canvas beside them. */
static GtkWidget *
make_label_pane (WeftPipelineView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_VERTICAL);

  self->corner = weft_list_area_new (paint_corner, measure_ruler, self);
  gtk_box_append (GTK_BOX (box), self->corner);
  gtk_box_append (GTK_BOX (box), weft_pipeline_labels_new (self->state));
  gtk_box_append (GTK_BOX (box), space);
  gtk_size_group_add_widget (group, self->scrollbar);
  gtk_size_group_add_widget (group, space);
  return box;
}

GtkWidget *
weft_pipeline_view_new (WeftPipelineState *state)
{
  WeftPipelineView *self = g_object_new (WEFT_TYPE_PIPELINE_VIEW, NULL);
  GtkWidget *widget = GTK_WIDGET (self);

  self->state = g_object_ref (state);
  self->minimap = make_area (self, paint_minimap, measure_minimap, _ ("Overview of the whole log"));
  self->legend = weft_legend_new (paint_legend, measure_legend, self, _ ("Colours of the stages"));
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  gtk_paned_set_end_child (GTK_PANED (self->paned), make_picture (self));
  gtk_paned_set_start_child (GTK_PANED (self->paned), make_label_pane (self));
  gtk_paned_set_resize_start_child (GTK_PANED (self->paned), FALSE);
  self->label_width = LABEL_WIDTH;
  place_labels (self);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (labels_moved), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_vexpand (self->paned, TRUE);
  gtk_widget_set_parent (self->minimap, widget);
  gtk_widget_set_parent (self->paned, widget);
  gtk_widget_set_parent (self->legend, widget);
  add_drag (self, self->minimap, G_CALLBACK (minimap_drag_began), G_CALLBACK (minimap_dragged));
  gtk_widget_set_has_tooltip (self->minimap, TRUE);
  g_signal_connect_object (self->minimap, "query-tooltip", G_CALLBACK (query_minimap), self, 0);

  g_signal_connect_object (weft_marks_get (WEFT_VIEW_STATE (state)), "changed",
                           G_CALLBACK (marks_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_search_results_get (WEFT_SEARCHABLE (state)), "changed",
                           G_CALLBACK (invalidate), self->minimap, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "viewport", G_CALLBACK (viewport_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "content", G_CALLBACK (content_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (style_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "hover", G_CALLBACK (invalidate), self->ruler, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "selection", G_CALLBACK (invalidate), self->ruler,
                           G_CONNECT_SWAPPED);
  return widget;
}

void
weft_pipeline_view_set_brief (WeftPipelineView *self, gboolean brief)
{
  g_return_if_fail (WEFT_IS_PIPELINE_VIEW (self));

  gtk_widget_set_visible (self->minimap, !brief);
  gtk_widget_set_visible (self->legend, !brief);
}

GtkWidget *
weft_pipeline_view_get_canvas (WeftPipelineView *self)
{
  return self->canvas;
}
