/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-view.h"

#include <glib/gi18n-lib.h>

#include "weft-choose-files.h"
#include "weft-list-area.h"
#include "weft-load.h"
#include "weft-noc-canvas.h"
#include "weft-noc-setup.h"
#include "weft-noc-side.h"
#include "weft-tooltip.h"
#include "weft-tracks-view.h"
#include "weft-wrap-box.h"

/* Milliseconds from one interval to the next while it plays. */
#define PLAY_INTERVAL 150

/* Logical pixels that what is beside the map wants. Where the map had fewer then, it has its share
 * of the width first. */
#define SIDE_WIDTH 270
#define MAP_SHARE 0.6

#define STRIP_HEIGHT 190

struct _WeftNocView
{
  WeftPanel parent_instance;

  WeftNocState *state; /* the panel's */
  GtkWidget *down;     /* what follows, and the tracks */
  GtkWidget *across;   /* the map, and what is beside it */
  GtkWidget *map;
  gboolean fitted; /* the map and that have the places that they begin with, */
  gboolean narrow; /* which are those in a narrow window */
  GtkWidget *canvas;
  GtkWidget *legend;
  GtkWidget *figure;
  GtkWidget *share;
  GtkWidget *networks;
  GtkWidget *traffic;
  GtkWidget *other_noc;
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
    .other_noc = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->other_noc)),
    .moved = get_moved (self),
  };

  weft_noc_state_set_manner (self->state, &manner);
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

static void
map_changed (WeftNocView *self)
{
  gtk_widget_queue_resize (self->legend);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->legend));
}

/* --- construction ------------------------------------------------------------------------------- */

static void
fit_map (WeftNocView *self)
{
  gboolean narrow;
  int width;

  g_object_get (self->across, "max-position", &width, NULL);
  narrow = width < 2 * SIDE_WIDTH;
  if (self->fitted && narrow == self->narrow)
    return;
  self->fitted = TRUE;
  self->narrow = narrow;
  gtk_paned_set_position (GTK_PANED (self->across),
                          narrow ? (int) (MAP_SHARE * width) : width - SIDE_WIDTH);
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
  show_other (self, _ ("Choose another NoC trace, and see on the map how it differs"));
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
  g_type_ensure (WEFT_TYPE_LIST_AREA);
  g_type_ensure (WEFT_TYPE_NOC_SETUP);
  g_type_ensure (WEFT_TYPE_NOC_SIDE);
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-noc-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, across);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, down);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, map);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, legend);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, figure);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, share);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, networks);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, traffic);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, other_noc);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, compare);
  gtk_widget_class_bind_template_child (widget_class, WeftNocView, play);
  gtk_widget_class_bind_template_callback (widget_class, choose);
  gtk_widget_class_bind_template_callback (widget_class, compare_clicked);
  gtk_widget_class_bind_template_callback (widget_class, fit_map);
  gtk_widget_class_bind_template_callback (widget_class, play_toggled);
  gtk_widget_class_bind_template_callback (widget_class, step_back);
  gtk_widget_class_bind_template_callback (widget_class, step_on);
}

static void
weft_noc_view_init (WeftNocView *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_list_area_set_painter (WEFT_LIST_AREA (self->legend), paint_legend, measure_legend, self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->legend), _ ("Legend"));
}

GtkWidget *
weft_noc_view_new (WeftNocState *state)
{
  return weft_panel_new (WEFT_TYPE_NOC_VIEW, state);
}
