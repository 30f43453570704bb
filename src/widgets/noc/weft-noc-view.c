/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-choose-files.h"
#include "weft-focus-children.h"
#include "weft-list-area.h"
#include "weft-load.h"
#include "weft-noc-canvas.h"
#include "weft-noc-setup.h"
#include "weft-noc-side.h"
#include "weft-number.h"
#include "weft-tooltip.h"
#include "weft-tracks-view.h"
#include "weft-wrap-box.h"

/* Milliseconds from one interval to the next while it plays. */
#define PLAY_INTERVAL 150

/* Logical pixels that what is beside the map wants, and of the whole below which it is shown only when
 * it is asked for. */
#define SIDE_WIDTH 270
#define WIDE_WIDTH 1100

#define STRIP_HEIGHT 190

struct _WeftNocView
{
  WeftPanel parent_instance;

  WeftNocState *state; /* the panel's */
  GtkWidget *down;     /* what follows, and the tracks */
  GtkWidget *across;   /* the map, and what is beside it */
  GtkWidget *map;
  GtkWidget *side;
  gboolean fitted; /* the map and the side have the places that they begin with */
  gboolean strip_fitted;
  gboolean wide; /* there is room for both */
  guint idle;    /* until the side is shown or hidden for that */
  GtkWidget *canvas;
  GtkWidget *legend;
  GtkWidget *figure;
  GtkWidget *share;
  GtkWidget *networks;
  GtkWidget *traffic;
  GtkWidget *flows;
  GtkWidget *flow_scale;
  GtkWidget *other_noc;
  GtkWidget *folded;
  GtkWidget *play;
  guint timeout; /* while it plays */
  GtkWidget *compare;
  GCancellable *cancellable; /* of the load of the other trace */
};

G_DEFINE_FINAL_TYPE (WeftNocView, weft_noc_view, WEFT_TYPE_PANEL)

/* --- the manner --------------------------------------------------------------------------------- */

static guint
get_choice (GtkWidget *dropdown)
{
  return gtk_drop_down_get_selected (GTK_DROP_DOWN (dropdown));
}

/* Whose transfers take the other network: those over what was selected when that was asked for. */
static WeftNocThing
get_moved (WeftNocView *self)
{
  const WeftNocManner *before = weft_noc_state_get_manner (self->state);
  const WeftNocThing *selected = weft_noc_state_get_selected (self->state);

  if (before->other_noc)
    return before->moved;
  if (selected->kind == WEFT_NOC_CABLE)
    return (WeftNocThing){ WEFT_NOC_NOTHING, 0, 0 };
  return *selected;
}

static void
choose (WeftNocView *self)
{
  static const guint nocs[] = { 3, 1, 2 };
  WeftNocManner manner;

  if (self->state == NULL) /* the template is being built */
    return;
  manner = (WeftNocManner){
    .figure = get_choice (self->figure) == 0 ? WEFT_NOC_BARRIER_BOUNDED : WEFT_NOC_ISSUE_DEMAND,
    .peak = get_choice (self->share) == 0,
    .nocs = nocs[MIN (get_choice (self->networks), 2)],
    .fabric = get_choice (self->traffic) == 1,
    .logical = weft_noc_state_get_manner (self->state)->logical,
    .max_flows = weft_noc_state_get_manner (self->state)->max_flows,
    .other_noc = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->other_noc)),
    .moved = get_moved (self),
  };

  weft_noc_state_set_manner (self->state, &manner);
}

/* --- flows -------------------------------------------------------------------------------------- */

/* The slider goes from one flow to all of them, each step by the same factor: its place for a number,
 * and the number for a place. */
static double
get_scale_place (guint n, guint n_all)
{
  if (n_all <= 1 || n >= n_all)
    return 1;
  return log (MAX (n, 1)) / log (n_all);
}

static guint
get_scale_number (double place, guint n_all)
{
  return (guint) lrint (pow (MAX (n_all, 1), place));
}

static guint
count_flows (WeftNocView *self, guint *n_drawn)
{
  WeftNocMap *map = weft_noc_state_get_map (self->state);

  *n_drawn = 0;
  return map != NULL ? weft_noc_map_get_n_flows (map, n_drawn) : 0;
}

static void
flows_scaled (WeftNocView *self)
{
  guint n_drawn, n_all, n;
  WeftNocManner manner;

  if (self->state == NULL) /* the template is being built */
    return;
  manner = *weft_noc_state_get_manner (self->state);
  n_all = count_flows (self, &n_drawn);
  n = get_scale_number (gtk_range_get_value (GTK_RANGE (self->flow_scale)), n_all);
  if (n == n_drawn || n_all == 0)
    return;
  manner.max_flows = n >= n_all ? G_MAXUINT : n;
  weft_noc_state_set_manner (self->state, &manner);
}

static char *
format_flows (GtkScale *scale G_GNUC_UNUSED, double place, gpointer data)
{
  guint n_drawn;

  return weft_number_count (get_scale_number (place, count_flows (data, &n_drawn)));
}

static void
show_flows (WeftNocView *self)
{
  guint n_drawn, n_all = count_flows (self, &n_drawn);
  g_autofree char *text = g_strdup_printf (_ ("Flows: %u of %u"), n_drawn, n_all);

  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->flows), text);
  gtk_widget_set_sensitive (self->flows, n_all > 0);
  /* This tells what is drawn, and asks for nothing. */
  g_signal_handlers_block_by_func (self->flow_scale, flows_scaled, self);
  gtk_range_set_value (GTK_RANGE (self->flow_scale), get_scale_place (n_drawn, n_all));
  g_signal_handlers_unblock_by_func (self->flow_scale, flows_scaled, self);
}

/* A finding may ask for it too. */
static void
show_other_noc (WeftNocView *self)
{
  g_signal_handlers_block_by_func (self->other_noc, choose, self);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->other_noc),
                                weft_noc_state_get_manner (self->state)->other_noc);
  g_signal_handlers_unblock_by_func (self->other_noc, choose, self);
}

/* --- playing ------------------------------------------------------------------------------------ */

static gboolean
play_on (gpointer data)
{
  weft_noc_state_step (WEFT_NOC_VIEW (data)->state, 1);
  return G_SOURCE_CONTINUE;
}

static void
play_toggled (WeftNocView *self)
{
  gboolean plays = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->play));

  g_clear_handle_id (&self->timeout, g_source_remove);
  weft_noc_canvas_set_moving (WEFT_NOC_CANVAS (self->canvas), plays);
  if (plays)
    self->timeout = g_timeout_add (PLAY_INTERVAL, play_on, self);
}

static void
step_back (WeftNocView *self)
{
  weft_noc_state_step (self->state, -1);
}

static void
step_on (WeftNocView *self)
{
  weft_noc_state_step (self->state, 1);
}

/* --- comparing ---------------------------------------------------------------------------------- */

static void
show_other (WeftNocView *self, const char *tooltip)
{
  gboolean compares = weft_noc_state_get_other (self->state) != NULL;

  gtk_button_set_label (GTK_BUTTON (self->compare),
                        compares ? _ ("End Comparison") : _ ("Compare…"));
  weft_tooltip_set (self->compare, tooltip);
}

static void
other_loaded (GObject *load, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (WeftNocView) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *tooltip = NULL;
  WeftTrace *trace;

  weft_load_run_finish (WEFT_LOAD (load), result, &error);
  trace = weft_load_get_trace (WEFT_LOAD (load));
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  if (trace == NULL || !WEFT_IS_NOC_TRACE (trace))
    {
      show_other (self, error != NULL ? error->message : _ ("The other file is no NoC trace."));
      return;
    }
  weft_noc_state_set_other (self->state, WEFT_NOC_TRACE (trace));
  tooltip =
    g_strdup_printf (_ ("The map shows how “%s” differs from this trace: red is more, blue is "
                        "less. Press to end that."),
                     weft_trace_get_title (trace));
  show_other (self, tooltip);
}

static void
other_chosen (gpointer owner, const char *path)
{
  WeftNocView *self = owner;
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  weft_load_run_async (load, self->cancellable, NULL, other_loaded, g_object_ref (self));
}

static void
compare_clicked (WeftNocView *self)
{
  if (weft_noc_state_get_other (self->state) != NULL)
    {
      weft_noc_state_set_other (self->state, NULL);
      show_other (self, _ ("Choose another NoC trace, and see on the map how it differs"));
      return;
    }
  weft_choose_files (
    self, &(WeftFileChoice){ .title = _ ("Compare With"), .accept = _ ("_Compare") }, other_chosen);
}

/* --- the legend --------------------------------------------------------------------------------- */

static WeftStyle *
paint_legend (WeftPaintList *list, int width, int height G_GNUC_UNUSED, gpointer data)
{
  WeftNocView *self = data;
  WeftNocMap *map = weft_noc_state_get_map (self->state);

  if (map != NULL)
    weft_noc_map_paint_legend (map, 0, 0, width, list);
  return weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
}

static int
measure_legend (int width, gpointer data)
{
  WeftNocView *self = data;
  WeftNocMap *map = weft_noc_state_get_map (self->state);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return map != NULL ? weft_noc_map_get_legend_height (map, width * scale) / scale : 0;
}

/* A log of zones alone has most to show below the map. Once; then the place is the user's. */
static void
fit_strip (WeftNocView *self)
{
  WeftNocResult *result = weft_noc_state_get_result (self->state);
  int height = gtk_widget_get_height (self->down);

  if (result == NULL || height == 0 || self->strip_fitted)
    return;
  self->strip_fitted = TRUE;
  if (!weft_noc_capture_has_traffic (result->capture))
    gtk_paned_set_position (GTK_PANED (self->down), height * 45 / 100);
}

static WeftTimeAxis *
get_axis (WeftNocView *self)
{
  return weft_view_state_get_axis (WEFT_VIEW_STATE (self->state));
}

/* There is a choice only where there is something to fold. */
static void
show_folded (GtkWidget *folded, WeftTimeAxis *axis)
{
  gtk_widget_set_visible (folded, weft_time_axis_can_fold (axis));
}

static void
map_changed (WeftNocView *self)
{
  fit_strip (self);
  gtk_widget_queue_resize (self->legend);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->legend));
  show_flows (self);
  show_other_noc (self);
}

/* --- construction ------------------------------------------------------------------------------- */

/* Its place when it is first shown; then the user's. */
static void
side_shown (WeftNocView *self)
{
  int width = gtk_widget_get_width (self->across);

  if (self->fitted || !gtk_widget_get_visible (self->side))
    return;
  self->fitted = TRUE;
  gtk_paned_set_position (GTK_PANED (self->across), MAX (width - SIDE_WIDTH, width / 2));
}

/* Not while sizes are being given out. */
static gboolean
show_side (gpointer data)
{
  WeftNocView *self = data;

  self->idle = 0;
  gtk_widget_set_visible (self->side, self->wide);
  return G_SOURCE_REMOVE;
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (gtk_widget_get_first_child (widget));
}

static void
measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
         int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

/* When there is room for the side, or no longer, it comes or goes; until then it is as the user wants
 * it. */
static void
allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftNocView *self = WEFT_NOC_VIEW (widget);

  gtk_widget_allocate (gtk_widget_get_first_child (widget), width, height, baseline, NULL);
  if ((width >= WIDE_WIDTH) == self->wide)
    return;
  self->wide = width >= WIDE_WIDTH;
  if (self->idle == 0)
    self->idle = g_idle_add (show_side, self);
}

static void
set_up (WeftPanel *panel)
{
  WeftNocView *self = WEFT_NOC_VIEW (panel);
  GtkWidget *strip;

  self->state = weft_panel_get_state (panel);
  self->canvas = weft_noc_canvas_new (self->state);
  gtk_box_prepend (GTK_BOX (self->map), self->canvas);
  strip = weft_tracks_view_new (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->state)),
                                WEFT_PICTURE_WHOLE);
  gtk_widget_set_size_request (strip, -1, STRIP_HEIGHT);
  gtk_paned_set_end_child (GTK_PANED (self->down), strip);
  gtk_scale_set_format_value_func (GTK_SCALE (self->flow_scale), format_flows, self, NULL);
  show_flows (self);
  show_other (self, _ ("Choose another NoC trace, and see on the map how it differs"));
  g_object_bind_property (get_axis (self), "fold-empty", self->folded, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_signal_connect_object (get_axis (self), "range", G_CALLBACK (show_folded), self->folded,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "map", G_CALLBACK (map_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "style", G_CALLBACK (map_changed), self, G_CONNECT_SWAPPED);
}

static gboolean
weft_noc_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (WEFT_NOC_VIEW (widget)->canvas);
}

static void
weft_noc_view_dispose (GObject *object)
{
  WeftNocView *self = WEFT_NOC_VIEW (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_handle_id (&self->idle, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (weft_noc_view_parent_class)->dispose (object);
}

static void
weft_noc_view_finalize (GObject *object)
{
  g_object_unref (WEFT_NOC_VIEW (object)->cancellable);
  G_OBJECT_CLASS (weft_noc_view_parent_class)->finalize (object);
}

static void
weft_noc_view_class_init (WeftNocViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_noc_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_noc_view_finalize;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  widget_class->grab_focus = weft_noc_view_grab_focus;
  widget_class->focus = weft_focus_children;
  g_type_ensure (WEFT_TYPE_LIST_AREA);
  g_type_ensure (WEFT_TYPE_NOC_SETUP);
  g_type_ensure (WEFT_TYPE_NOC_SIDE);
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-noc-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, across);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, down);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, side);
  gtk_widget_class_bind_template_child_full (widget_class, "side_shown", FALSE, 0);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, flows);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, flow_scale);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, map);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, legend);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, figure);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, share);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, networks);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, traffic);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, other_noc);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, folded);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, compare);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, play);
  gtk_widget_class_bind_template_callback (widget_class, choose);
  gtk_widget_class_bind_template_callback (widget_class, compare_clicked);
  gtk_widget_class_bind_template_callback (widget_class, side_shown);
  gtk_widget_class_bind_template_callback (widget_class, flows_scaled);
  gtk_widget_class_bind_template_callback (widget_class, play_toggled);
  gtk_widget_class_bind_template_callback (widget_class, step_back);
  gtk_widget_class_bind_template_callback (widget_class, step_on);
}

static void
weft_noc_view_init (WeftNocView *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_layout_manager (GTK_WIDGET (self),
                                 gtk_custom_layout_new (get_request_mode, measure, allocate));
  weft_list_area_set_painter (WEFT_LIST_AREA (self->legend), paint_legend, measure_legend, self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->legend), _ ("Legend"));
}

GtkWidget *
weft_noc_view_new (WeftNocState *state)
{
  return weft_panel_new (WEFT_TYPE_NOC_VIEW, state);
}
