/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-compare-view.h"

#include <glib/gi18n-lib.h>

#include "weft-axis-link.h"
#include "weft-choose-files.h"
#include "weft-fact-table.h"
#include "weft-filterable.h"
#include "weft-list-area.h"
#include "weft-load.h"
#include "weft-timeline-differences.h"
#include "weft-timeline-facts.h"
#include "weft-tracks-view.h"

/* What the table shows. */
#define TYPE_TIMELINE_MATCH (timeline_match_get_type ())
G_DECLARE_FINAL_TYPE (TimelineMatch, timeline_match, TIMELINE, MATCH, GObject)

struct _TimelineMatch
{
  GObject parent_instance;

  WeftTimelineComparison *comparison;
};

G_DEFINE_FINAL_TYPE (TimelineMatch, timeline_match, G_TYPE_OBJECT)

/* The least heights of a picture, and of the bars. */
#define PICTURE_HEIGHT 160
#define BARS_HEIGHT 40

/* Numbers that differ by less, in percent, are the same. */
#define TOLERANCE 1.0

struct _WeftTimelineCompareView
{
  WeftPanel parent_instance;

  WeftTimelineState *state; /* the panel's */
  WeftTimelineState *other; /* NULL: none yet */
  WeftAxisLink *link;       /* of its axis with that of the state; NULL: not yet */
  TimelineMatch *compared;  /* NULL: not yet */
  GCancellable *cancellable;
  gboolean is_loading;
  char *problem; /* nullable: of the last file that can't be compared */

  GtkWidget *sentence;
  GtkWidget *switcher; /* hidden until there is another */
  GtkWidget *bars;
  GtkWidget *table;
  GtkWidget *pictures; /* a box */
};

G_DEFINE_FINAL_TYPE (WeftTimelineCompareView, weft_timeline_compare_view, WEFT_TYPE_PANEL)

static void
timeline_match_finalize (GObject *object)
{
  g_clear_pointer (&TIMELINE_MATCH (object)->comparison, weft_timeline_comparison_free);
  G_OBJECT_CLASS (timeline_match_parent_class)->finalize (object);
}

static void
timeline_match_class_init (TimelineMatchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = timeline_match_finalize;
}

static void
timeline_match_init (TimelineMatch *self G_GNUC_UNUSED)
{
}

static const char *
get_title (WeftTimelineState *state)
{
  return weft_trace_get_title (weft_view_state_get_trace (WEFT_VIEW_STATE (state)));
}

/* --- what differs --------------------------------------------------------------------------------- */

static void
show_sentence (WeftTimelineCompareView *self)
{
  g_autofree char *text = NULL;

  if (self->is_loading)
    text = g_strdup (_ ("Reading …"));
  else if (self->problem != NULL)
    text = g_strdup (self->problem);
  else if (self->compared == NULL)
    text =
      g_strdup (_ ("Open another timeline, such as the same program before a change, or another "
                   "rank, to see by the names of its slices where the time differs."));
  else
    /* TRANSLATORS: a file, and what the comparison comes to */
    text = g_strdup_printf (_ ("A is this timeline, B is “%s”. %s"), get_title (self->other),
                            self->compared->comparison->sentence);
  gtk_label_set_text (GTK_LABEL (self->sentence), text);
  gtk_widget_set_visible (self->switcher, self->compared != NULL);
}

/* One of both has other results. */
static void
compare (WeftTimelineCompareView *self)
{
  WeftTimelineResult *result, *other;
  WeftFacts facts;

  if (self->state == NULL || self->other == NULL)
    return;
  result = weft_timeline_state_get_result (self->state);
  other = weft_timeline_state_get_result (self->other);
  if (result == NULL || other == NULL)
    return;
  g_clear_object (&self->compared);
  self->compared = g_object_new (TYPE_TIMELINE_MATCH, NULL);
  self->compared->comparison =
    weft_timeline_comparison_new (result->stats, other->stats, TOLERANCE);
  facts = weft_timeline_comparison_get_facts (self->compared->comparison);
  weft_fact_table_set_facts (WEFT_FACT_TABLE (self->table), &facts, G_OBJECT (self->compared));
  gtk_widget_queue_resize (self->bars);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->bars));
  show_sentence (self);
}

/* The slices of a row stand alone in both. */
static void
show_row (WeftTimelineCompareView *self, guint row)
{
  g_autofree char *filter = NULL;

  if (self->compared == NULL || row >= self->compared->comparison->rows->len)
    return;
  filter = weft_timeline_comparison_make_filter (self->compared->comparison, row);
  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL);
}

static WeftStyle *
get_style (WeftTimelineCompareView *self)
{
  return weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
}

static WeftStyle *
paint_bars (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftTimelineCompareView *self = data;
  WeftStyle *style = get_style (self);

  if (self->compared != NULL)
    weft_timeline_differences_paint (self->compared->comparison, style, list, width, height);
  else
    weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  return style;
}

static int
measure_bars (int width G_GNUC_UNUSED, gpointer data)
{
  WeftTimelineCompareView *self = data;

  if (self->compared == NULL)
    return BARS_HEIGHT;
  return weft_timeline_differences_measure (self->compared->comparison, get_style (self))
           / gtk_widget_get_scale_factor (self->bars)
         + 1;
}

static void
bars_pressed (WeftTimelineCompareView *self, int n_press, double x G_GNUC_UNUSED, double y)
{
  if (n_press == 2 && self->compared != NULL)
    show_row (self,
              weft_timeline_differences_hit_test (self->compared->comparison, get_style (self),
                                                  y * gtk_widget_get_scale_factor (self->bars)));
}

/* --- the other one -------------------------------------------------------------------------------- */

/* Makes the other picture look like that of the open one. */
static void
follow_manner (WeftTimelineCompareView *self)
{
  const char *filter;

  if (self->other == NULL)
    return;
  filter = weft_filterable_get_filter (WEFT_FILTERABLE (self->state));
  weft_view_state_set_style_options (WEFT_VIEW_STATE (self->other), &get_style (self)->options);
  if (!g_str_equal (filter, weft_filterable_get_filter (WEFT_FILTERABLE (self->other))))
    weft_filterable_set_filter (WEFT_FILTERABLE (self->other), filter, NULL, NULL);
}

/* Their clocks have nothing to do with one another: both begin at the same place of the axis, which is
 * known once both have a result. */
static void
link_axes (WeftTimelineCompareView *self)
{
  WeftTimelineResult *result = weft_timeline_state_get_result (self->state);

  if (self->link != NULL || result == NULL || weft_timeline_state_get_result (self->other) == NULL)
    return;
  self->link = weft_axis_link_new (weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)),
                                   WEFT_VIEW_STATE (self->other),
                                   result->question.snapshot->first_time, (WeftRatio){ 1, 1 });
  weft_axis_link_set_leads (self->link, TRUE);
}

static void
result_came (WeftTimelineCompareView *self)
{
  follow_manner (self);
  if (self->other != NULL)
    link_axes (self);
  compare (self);
}

static void
add_picture (WeftTimelineCompareView *self)
{
  /* TRANSLATORS: a file */
  g_autofree char *text =
    g_strdup_printf (_ ("B: %s, on the axis of A above"), get_title (self->other));
  GtkWidget *title = gtk_label_new (text);
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->other));
  GtkWidget *view = weft_tracks_view_new (tracks, WEFT_PICTURE_STRIP);

  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_margin_start (title, 12);
  gtk_box_append (GTK_BOX (self->pictures), title);
  gtk_widget_set_vexpand (view, TRUE);
  gtk_widget_set_size_request (view, -1, PICTURE_HEIGHT);
  gtk_box_append (GTK_BOX (self->pictures), view);
}

static void
forget_other (WeftTimelineCompareView *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->pictures)) != NULL)
    gtk_box_remove (GTK_BOX (self->pictures), child);
  g_clear_object (&self->compared);
  g_clear_object (&self->link);
  if (self->other != NULL)
    g_signal_handlers_disconnect_by_data (self->other, self);
  g_clear_object (&self->other);
}

static void
take_trace (WeftTimelineCompareView *self, WeftTimelineTrace *trace)
{
  static const char *const shared[] = { "scheme", "flows", "counters", "tall" };

  forget_other (self);
  self->other = weft_timeline_state_new (trace);
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    g_object_bind_property (self->state, shared[i], self->other, shared[i], G_BINDING_SYNC_CREATE);
  follow_manner (self);
  g_signal_connect_object (self->other, "result", G_CALLBACK (result_came), self,
                           G_CONNECT_SWAPPED);
  add_picture (self);
}

static void
loaded (GObject *object, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftTimelineCompareView) self = data;
  g_autoptr (GError) error = NULL;
  WeftTrace *trace = weft_load_get_trace (WEFT_LOAD (object));

  weft_load_run_finish (WEFT_LOAD (object), async, &error);
  if (self->state == NULL || g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED))
    return;
  self->is_loading = FALSE;
  if (error != NULL || trace == NULL)
    self->problem = g_strdup (error != NULL ? error->message : _ ("There is nothing in it."));
  else if (!WEFT_IS_TIMELINE_TRACE (trace))
    self->problem = g_strdup_printf (_ ("“%s” is no timeline."), weft_trace_get_title (trace));
  else
    take_trace (self, WEFT_TIMELINE_TRACE (trace));
  show_sentence (self);
}

void
weft_timeline_compare_view_open (WeftTimelineCompareView *self, const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  self->is_loading = TRUE;
  g_clear_pointer (&self->problem, g_free);
  weft_load_run_async (load, self->cancellable, NULL, loaded, g_object_ref (self));
  show_sentence (self);
}

static void
chosen (gpointer owner, const char *path)
{
  weft_timeline_compare_view_open (owner, path);
}

static void
choose_file (WeftTimelineCompareView *self)
{
  weft_choose_files (self,
                     &(WeftFileChoice){ .title = _ ("Compare With"),
                                        .accept = _ ("_Compare"),
                                        .action = GTK_FILE_CHOOSER_ACTION_OPEN },
                     chosen);
}

WeftTimelineState *
weft_timeline_compare_view_get_other (WeftTimelineCompareView *self)
{
  return self->other;
}

/* --- construction --------------------------------------------------------------------------------- */

static GtkWidget *
build_bar (WeftTimelineCompareView *self, GtkWidget *stack)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Compare With…"));

  self->switcher = gtk_stack_switcher_new ();
  gtk_widget_set_visible (self->switcher, FALSE);
  self->sentence = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->sentence), 0);
  gtk_label_set_wrap (GTK_LABEL (self->sentence), TRUE);
  gtk_label_set_selectable (GTK_LABEL (self->sentence), TRUE);
  gtk_widget_set_hexpand (self->sentence, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_set_valign (self->switcher, GTK_ALIGN_START);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose_file), self);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->switcher), GTK_STACK (stack));
  gtk_box_append (GTK_BOX (bar), self->sentence);
  gtk_box_append (GTK_BOX (bar), button);
  gtk_box_append (GTK_BOX (bar), self->switcher);
  gtk_widget_add_css_class (bar, "drawer-header");
  return bar;
}

static GtkWidget *
build_bars (WeftTimelineCompareView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkGesture *press = gtk_gesture_click_new ();

  self->bars = weft_list_area_new (paint_bars, measure_bars, self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->bars),
                            _ ("What differs, as bars; its numbers are on the page “Table”"));
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (bars_pressed), self);
  gtk_widget_add_controller (self->bars, GTK_EVENT_CONTROLLER (press));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->bars);
  return scrolled;
}

static void
set_up (WeftPanel *panel)
{
  WeftTimelineCompareView *self = WEFT_TIMELINE_COMPARE_VIEW (panel);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *stack = gtk_stack_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->state = weft_panel_get_state (panel);
  self->table = weft_fact_table_new (_ ("Differences"), _ ("There is no other timeline yet."));
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (show_row), self);
  self->pictures = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->pictures);
  gtk_stack_add_titled (GTK_STACK (stack), build_bars (self), "differences", _ ("Differences"));
  gtk_stack_add_titled (GTK_STACK (stack), self->table, "table", _ ("Table"));
  gtk_stack_add_titled (GTK_STACK (stack), scrolled, "pictures", _ ("Picture"));
  gtk_widget_set_vexpand (stack, TRUE);
  gtk_box_append (GTK_BOX (box), build_bar (self, stack));
  gtk_box_append (GTK_BOX (box), stack);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  g_signal_connect_object (self->state, "result", G_CALLBACK (result_came), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "style", G_CALLBACK (follow_manner), self,
                           G_CONNECT_SWAPPED);
  show_sentence (self);
}

static void
weft_timeline_compare_view_dispose (GObject *object)
{
  WeftTimelineCompareView *self = WEFT_TIMELINE_COMPARE_VIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->problem, g_free);
  if (self->state != NULL)
    forget_other (self);
  self->state = NULL;
  G_OBJECT_CLASS (weft_timeline_compare_view_parent_class)->dispose (object);
}

static void
weft_timeline_compare_view_class_init (WeftTimelineCompareViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_timeline_compare_view_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "weft-comparison");
}

static void
weft_timeline_compare_view_init (WeftTimelineCompareView *self)
{
  self->cancellable = g_cancellable_new ();
}

GtkWidget *
weft_timeline_compare_view_new (WeftTimelineState *state)
{
  return weft_panel_new (WEFT_TYPE_TIMELINE_COMPARE_VIEW, state);
}
