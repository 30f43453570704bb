/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-view.h"

#include <glib/gi18n-lib.h>

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

struct _WeftNocView
{
  GtkWidget parent_instance;

  WeftNocState *state;
  GtkWidget *box;
  GtkWidget *across; /* the map, and what is beside it */
  gboolean fitted;   /* the map and that have the places that they begin with, */
  gboolean narrow;   /* which are those in a narrow window */
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
  GtkFileChooserNative *chooser; /* while it is open */
  GCancellable *cancellable;     /* of the load of the other trace */
};

G_DEFINE_FINAL_TYPE (WeftNocView, weft_noc_view, GTK_TYPE_WIDGET)

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
  WeftNocManner manner = {
    .figure = get_choice (self->figure) == 0 ? WEFT_NOC_BARRIER_BOUNDED : WEFT_NOC_ISSUE_DEMAND,
    .peak = get_choice (self->share) == 0,
    .nocs = nocs[MIN (get_choice (self->networks), 2)],
    .fabric = get_choice (self->traffic) == 1,
    .other_noc = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->other_noc)),
    .moved = get_moved (self),
  };

  weft_noc_state_set_manner (self->state, &manner);
}

static void
setup_choice (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
bind_choice (GtkSignalListItemFactory *factory G_GNUC_UNUSED, GtkListItem *item)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* Words that are cut where there is no room for them, unlike those that GTK makes by itself. */
static GtkListItemFactory *
make_choices (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_choice), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_choice), NULL);
  return factory;
}

static GtkWidget *
add_choice (WeftNocView *self, GtkWidget *bar, const char *const *words, const char *tooltip)
{
  g_autoptr (GPtrArray) translated = g_ptr_array_new ();
  g_autoptr (GtkListItemFactory) factory = make_choices ();
  GtkWidget *dropdown;

  for (; *words != NULL; words++)
    g_ptr_array_add (translated, (gpointer) _ (*words));
  g_ptr_array_add (translated, NULL);
  dropdown = gtk_drop_down_new_from_strings ((const char *const *) translated->pdata);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (dropdown), factory);
  weft_tooltip_set (dropdown, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (dropdown), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  gtk_widget_add_css_class (dropdown, "flat");
  g_signal_connect_object (dropdown, "notify::selected", G_CALLBACK (choose), self,
                           G_CONNECT_SWAPPED);
  weft_wrap_box_append (WEFT_WRAP_BOX (bar), dropdown);
  return dropdown;
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

static void
add_button (WeftNocView *self, GtkWidget *bar, const char *icon, const char *tooltip,
            GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  weft_tooltip_set (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  weft_wrap_box_append (WEFT_WRAP_BOX (bar), button);
}

static void
add_toggle (GtkWidget *bar, GtkWidget *toggle, const char *tooltip)
{
  weft_tooltip_set (toggle, tooltip);
  if (gtk_button_get_label (GTK_BUTTON (toggle)) == NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                    -1);
  gtk_widget_add_css_class (toggle, "flat");
  weft_wrap_box_append (WEFT_WRAP_BOX (bar), toggle);
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
  if (g_cancellable_is_cancelled (self->cancellable) || self->box == NULL)
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
other_chosen (WeftNocView *self, int response)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (WeftLoad) load = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL)
    {
      load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
      weft_load_run_async (load, self->cancellable, NULL, other_loaded, g_object_ref (self));
    }
  g_clear_object (&self->chooser);
}

static void
compare_clicked (WeftNocView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (weft_noc_state_get_other (self->state) != NULL)
    {
      weft_noc_state_set_other (self->state, NULL);
      show_other (self, _ ("Choose another NoC trace, and see on the map how it differs"));
      return;
    }
  self->chooser = gtk_file_chooser_native_new (_ ("Compare With"), GTK_WINDOW (root),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Compare"), NULL);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (other_chosen), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
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
measure_legend (int width G_GNUC_UNUSED, gpointer data)
{
  WeftNocView *self = data;
  WeftNocMap *map = weft_noc_state_get_map (self->state);

  return map != NULL
           ? weft_noc_map_get_legend_height (map) / gtk_widget_get_scale_factor (GTK_WIDGET (self))
           : 0;
}

static void
map_changed (WeftNocView *self)
{
  gtk_widget_queue_resize (self->legend);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->legend));
}

/* --- construction ------------------------------------------------------------------------------- */

static GtkWidget *
build_setup (WeftNocView *self)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();

  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Chip"));
  gtk_widget_add_css_class (button, "flat");
  weft_tooltip_set (button, _ ("Which chip the trace is of, and how the clocks of its "
                               "devices stand to each other"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Chip"), -1);
  gtk_popover_set_child (GTK_POPOVER (popover), weft_noc_setup_new (self->state));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  return button;
}

static GtkWidget *
build_bar (WeftNocView *self)
{
  static const char *const figures[] = { N_ ("Barrier-bounded rate"), N_ ("Issue demand"), NULL };
  static const char *const shares[] = { N_ ("Peak"), N_ ("Mean"), NULL };
  static const char *const networks[] = { N_ ("Both networks"), N_ ("NOC_0"), N_ ("NOC_1"), NULL };
  static const char *const traffic[] = { N_ ("On the chip"), N_ ("Fabric"), NULL };
  GtkWidget *bar = weft_wrap_box_new (4);

  self->figure =
    add_choice (self, bar, figures,
                _ ("What the colours are made of. Barrier-bounded rate: bytes spread "
                   "evenly from a transfer’s issue to the end of the barrier after it. "
                   "Issue demand: what the program asked for, as fast as its source "
                   "allows. Both are estimates."));
  self->share = add_choice (self, bar, shares,
                            _ ("Peak: the largest mean over 256 cycles in the interval. Mean: over "
                               "the whole interval."));
  self->networks = add_choice (self, bar, networks, _ ("The networks whose lanes are drawn"));
  self->traffic = add_choice (self, bar, traffic,
                              _ ("Transfers on each chip, or the legs of traffic from chip to chip "
                                 "(inferred)"));
  self->other_noc = gtk_toggle_button_new_with_label (_ ("What if: other NoC"));
  g_signal_connect_object (self->other_noc, "toggled", G_CALLBACK (choose), self,
                           G_CONNECT_SWAPPED);
  add_toggle (
    bar, self->other_noc,
    _ ("Shows all traffic as if some transfers had used the other network: those over the "
       "selected link, tile, controller or pair (without one, all), as far as the filter "
       "lets them through. The inspector tells what that does."));
  self->compare = gtk_button_new ();
  gtk_widget_add_css_class (self->compare, "flat");
  g_signal_connect_object (self->compare, "clicked", G_CALLBACK (compare_clicked), self,
                           G_CONNECT_SWAPPED);
  show_other (self, _ ("Choose another NoC trace, and see on the map how it differs"));
  weft_wrap_box_append (WEFT_WRAP_BOX (bar), self->compare);
  weft_wrap_box_append (WEFT_WRAP_BOX (bar), build_setup (self));
  add_button (self, bar, "media-skip-backward-symbolic",
              _ ("Move the brushed interval back by its length (Page Up)"), G_CALLBACK (step_back));
  self->play = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->play), "media-playback-start-symbolic");
  g_signal_connect_object (self->play, "toggled", G_CALLBACK (play_toggled), self,
                           G_CONNECT_SWAPPED);
  add_toggle (bar, self->play, _ ("Play: move the brushed interval on and on"));
  add_button (self, bar, "media-skip-forward-symbolic",
              _ ("Move the brushed interval on by its length (Page Down)"), G_CALLBACK (step_on));
  gtk_widget_set_margin_start (bar, 6);
  gtk_widget_set_margin_end (bar, 6);
  return bar;
}

static GtkWidget *
build_map (WeftNocView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->canvas = weft_noc_canvas_new (self->state);
  self->legend = weft_list_area_new (paint_legend, measure_legend, self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->legend), _ ("Legend"));
  gtk_box_append (GTK_BOX (box), self->canvas);
  gtk_box_append (GTK_BOX (box), self->legend);
  return box;
}

static GtkWidget *
build_paned (GtkOrientation orientation, GtkWidget *start, GtkWidget *end)
{
  GtkWidget *paned = gtk_paned_new (orientation);

  gtk_paned_set_start_child (GTK_PANED (paned), start);
  gtk_paned_set_end_child (GTK_PANED (paned), end);
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), TRUE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), TRUE);
  gtk_widget_set_vexpand (paned, TRUE);
  return paned;
}

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

/* In a low window the side scrolls, so that the map keeps its height. */
static GtkWidget *
build_side (WeftNocView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), weft_noc_side_new (self->state));
  return scroller;
}

static void
build (WeftNocView *self)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->state));
  GtkWidget *strip = weft_tracks_view_new (tracks, WEFT_PICTURE_WHOLE);

  self->across = build_paned (GTK_ORIENTATION_HORIZONTAL, build_map (self), build_side (self));
  g_signal_connect_object (self->across, "notify::max-position", G_CALLBACK (fit_map), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_size_request (strip, -1, 190);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), build_bar (self));
  gtk_box_append (GTK_BOX (self->box), build_paned (GTK_ORIENTATION_VERTICAL, self->across, strip));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
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
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
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
  widget_class->grab_focus = weft_noc_view_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
weft_noc_view_init (WeftNocView *self)
{
  self->cancellable = g_cancellable_new ();
}

GtkWidget *
weft_noc_view_new (WeftNocState *state)
{
  WeftNocView *self = g_object_new (WEFT_TYPE_NOC_VIEW, NULL);

  self->state = g_object_ref (state);
  build (self);
  g_signal_connect_object (state, "map", G_CALLBACK (map_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (map_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
