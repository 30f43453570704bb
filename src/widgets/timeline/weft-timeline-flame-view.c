/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-flame-view.h"

#include <glib/gi18n-lib.h>

#include "weft-fact-table.h"
#include "weft-filterable.h"
#include "weft-list-area.h"
#include "weft-timeline-facts.h"
#include "weft-timeline-flame-walk.h"
#include "weft-timeline-icicle.h"
#include "weft-timeline-words.h"
#include "weft-tooltip.h"

/* The least height of the picture, logical pixels. */
#define MIN_HEIGHT 60

struct _WeftTimelineFlameView
{
  WeftPanel parent_instance;

  WeftTimelineState *state; /* the panel's */
  WeftRunner *runner;       /* of flames */
  GPtrArray *roots; /* paths (GArray of ids of names) that filled the width, the last one now */
  guint32 root;     /* the node of the last of them */
  guint32 current;  /* where the keyboard is */

  GtkWidget *area;
  GtkWidget *scrolled; /* around it */
  GtkWidget *table;
  GtkWidget *summary;
  GtkWidget *back;
  GtkWidget *one; /* check button: of the selected track alone */
};

G_DEFINE_FINAL_TYPE (WeftTimelineFlameView, weft_timeline_flame_view, WEFT_TYPE_PANEL)

/* --- the flame ------------------------------------------------------------------------------------ */

typedef struct
{
  WeftTimelineCallTree *tree;
  WeftCycleRange range;
  guint track; /* G_MAXUINT: all */
} Question;

static void
question_clear (gpointer data)
{
  g_clear_pointer (&((Question *) data)->tree, weft_timeline_call_tree_unref);
}

static WeftRunTime
choose (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const Question *question = data, *before = asked;

  return question->tree == before->tree && question->track == before->track
             && question->range.from == before->range.from && question->range.to == before->range.to
           ? WEFT_RUN_NOT
           : WEFT_RUN_NOW;
}

static gpointer
derive (gconstpointer data, GCancellable *cancellable G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  const Question *question = data;
  g_autoptr (WeftBitset) tracks = NULL;

  if (question->track != G_MAXUINT)
    {
      tracks = weft_bitset_new (question->track + 1);
      tracks->words[question->track / 64] |= G_GUINT64_CONSTANT (1) << question->track % 64;
      weft_bitset_seal (tracks);
    }
  return weft_timeline_flame_new (question->tree, question->range.from, question->range.to, tracks);
}

static const WeftDerivation derivation = {
  .name = "WeftTimelineFlameResult",
  .question_size = sizeof (Question),
  .clear_question = question_clear,
  .choose = choose,
  .derive = derive,
  .free_value = (GDestroyNotify) weft_timeline_flame_free,
};

static const WeftTimelineFlame *
get_flame (WeftTimelineFlameView *self)
{
  return weft_runner_get_value (self->runner);
}

/* The thread that is selected, or of which a slice is; G_MAXUINT: none. */
static guint
get_selected_track (WeftTimelineFlameView *self)
{
  const WeftTrackHit *hit =
    weft_tracks_get_selected (weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->state)));

  return hit->on_track && hit->track >= WEFT_TIMELINE_TRACK_THREAD
             && hit->track < WEFT_TIMELINE_TRACK_COUNTER
           ? hit->track - WEFT_TIMELINE_TRACK_THREAD
           : G_MAXUINT;
}

static void
ask (WeftTimelineFlameView *self)
{
  WeftTimelineResult *result = weft_timeline_state_get_result (self->state);
  Question question = { .track = G_MAXUINT };

  if (result == NULL)
    return;
  question.tree = weft_timeline_call_tree_ref (result->tree);
  question.range = result->stats->range;
  if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->one)))
    question.track = get_selected_track (self);
  weft_runner_ask (self->runner, &question);
}

/* --- the picture ---------------------------------------------------------------------------------- */

static WeftTimelineIcicle
get_icicle (WeftTimelineFlameView *self, const WeftTimelineFlame *flame)
{
  return (WeftTimelineIcicle){ .flame = flame,
                               .colors = weft_timeline_state_get_result (self->state)->colors,
                               .style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state)),
                               .root = self->root,
                               .name = weft_timeline_state_get_name (self->state),
                               .selected = self->current };
}

static WeftStyle *
paint (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftTimelineFlameView *self = data;
  const WeftTimelineFlame *flame = get_flame (self);
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  WeftTimelineIcicle icicle;

  if (flame == NULL || weft_timeline_state_get_result (self->state) == NULL)
    {
      weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
      return style;
    }
  icicle = get_icicle (self, flame);
  weft_timeline_icicle_paint (&icicle, list, 0, 0, width, height);
  return style;
}

static int
measure (int width G_GNUC_UNUSED, gpointer data)
{
  WeftTimelineFlameView *self = data;
  const WeftTimelineFlame *flame = get_flame (self);
  WeftTimelineIcicle icicle;

  if (flame == NULL || weft_timeline_state_get_result (self->state) == NULL)
    return MIN_HEIGHT;
  icicle = get_icicle (self, flame);
  return MAX (weft_timeline_icicle_measure (&icicle) / gtk_widget_get_scale_factor (self->area) + 1,
              MIN_HEIGHT);
}

static guint32
hit_test (WeftTimelineFlameView *self, double x, double y)
{
  const WeftTimelineFlame *flame = get_flame (self);
  int scale = gtk_widget_get_scale_factor (self->area);
  WeftTimelineIcicle icicle;

  if (flame == NULL || weft_timeline_state_get_result (self->state) == NULL)
    return WEFT_TIMELINE_NO_NODE;
  icicle = get_icicle (self, flame);
  return weft_timeline_icicle_hit_test (&icicle, gtk_widget_get_width (self->area) * scale,
                                        x * scale, y * scale);
}

static gboolean
query_tooltip (WeftTimelineFlameView *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
               GtkWidget *area)
{
  guint32 node = keyboard ? self->current : hit_test (self, x, y);
  g_autofree char *text = NULL;

  if (node != WEFT_TIMELINE_NO_NODE)
    text = weft_timeline_icicle_describe (get_flame (self), node);
  return weft_tooltip_show (area, tooltip, text);
}

/* --- what fills the width ------------------------------------------------------------------------- */

static void
show_summary (WeftTimelineFlameView *self, const WeftTimelineFlame *flame)
{
  g_autofree char *total = weft_timeline_format_time (flame->total);
  g_autofree char *text = NULL, *path = NULL;

  if (flame->n_nodes == 0)
    text = g_strdup (_ ("No slice is under way here."));
  else if (self->root != WEFT_TIMELINE_NO_NODE)
    {
      path = weft_timeline_flame_get_path (flame, self->root);
      text = g_utf8_make_valid (path, -1);
    }
  else if (weft_view_state_has_range (WEFT_VIEW_STATE (self->state)))
    /* TRANSLATORS: a length of time */
    text = g_strdup_printf (_ ("Of the brushed range: %s in slices, over all tracks"), total);
  else
    text = g_strdup_printf (_ ("Of all of the trace: %s in slices, over all tracks"), total);
  gtk_label_set_text (GTK_LABEL (self->summary), text);
  gtk_widget_set_sensitive (self->back, self->roots->len > 0);
}

static void
invalidate (WeftTimelineFlameView *self)
{
  const WeftTimelineFlame *flame = get_flame (self);
  g_autofree char *text = NULL;

  weft_list_area_invalidate (WEFT_LIST_AREA (self->area));
  if (flame == NULL)
    return;
  show_summary (self, flame);
  if (self->current < flame->n_nodes)
    text = weft_timeline_icicle_describe (flame, self->current);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

static void
fill_width (WeftTimelineFlameView *self, guint32 node)
{
  const WeftTimelineFlame *flame = get_flame (self);

  if (flame == NULL || node >= flame->n_nodes || node == self->root)
    return;
  g_ptr_array_add (self->roots, weft_timeline_flame_list_names (flame, node));
  self->root = node;
  invalidate (self);
}

static gboolean
go_back (WeftTimelineFlameView *self)
{
  const WeftTimelineFlame *flame = get_flame (self);

  if (flame == NULL || self->roots->len == 0)
    return FALSE;
  g_ptr_array_set_size (self->roots, (int) self->roots->len - 1);
  self->root = self->roots->len > 0 ? weft_timeline_flame_find_names (
                 flame, g_ptr_array_index (self->roots, self->roots->len - 1))
                                    : WEFT_TIMELINE_NO_NODE;
  invalidate (self);
  return TRUE;
}

/* There is another flame: what filled the width does so still, if it is there. */
static void
flame_came (WeftTimelineFlameView *self)
{
  const WeftTimelineFlame *flame = get_flame (self);
  WeftFacts facts = weft_timeline_flame_get_facts (flame);

  self->current = WEFT_TIMELINE_NO_NODE;
  self->root = WEFT_TIMELINE_NO_NODE;
  if (self->roots->len > 0)
    self->root =
      weft_timeline_flame_find_names (flame, g_ptr_array_index (self->roots, self->roots->len - 1));
  weft_timeline_facts_set_time (&facts, flame->tree->snapshot);
  weft_fact_table_set_facts (WEFT_FACT_TABLE (self->table), &facts,
                             weft_runner_get_result (self->runner));
  gtk_widget_queue_resize (self->area);
  invalidate (self);
}

/* --- pointer and keys ----------------------------------------------------------------------------- */

/* Its name stands out; that of no node, none. */
static void
make_current (WeftTimelineFlameView *self, guint32 node)
{
  const WeftTimelineFlame *flame = get_flame (self);

  self->current = node;
  weft_timeline_state_set_name (
    self->state, flame != NULL && node < flame->n_nodes ? flame->nodes[node].name : WEFT_NO_NAME);
  invalidate (self);
}

/* Scrolls to the current node. */
static void
show_current (WeftTimelineFlameView *self)
{
  const WeftTimelineFlame *flame = get_flame (self);
  GtkAdjustment *adjustment =
    gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));
  int scale = gtk_widget_get_scale_factor (self->area), x, y, width, height;
  WeftTimelineIcicle icicle;

  if (flame == NULL || weft_timeline_state_get_result (self->state) == NULL)
    return;
  icicle = get_icicle (self, flame);
  if (weft_timeline_icicle_get_box (&icicle, gtk_widget_get_width (self->area) * scale,
                                    self->current, &x, &y, &width, &height))
    gtk_adjustment_clamp_page (adjustment, (double) y / scale, (double) (y + height) / scale);
}

static void
pressed (WeftTimelineFlameView *self, int n_press, double x, double y)
{
  guint32 node = hit_test (self, x, y);

  gtk_widget_grab_focus (self->area);
  if (n_press == 1)
    make_current (self, node);
  else if (n_press == 2)
    fill_width (self, node);
}

static gboolean
key_pressed (WeftTimelineFlameView *self, guint key, guint code G_GNUC_UNUSED,
             GdkModifierType modifiers)
{
  const WeftTimelineFlame *flame = get_flame (self);
  guint32 node;

  if (flame == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (key == GDK_KEY_Escape)
    return go_back (self);
  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    {
      fill_width (self, self->current);
      return TRUE;
    }
  node = weft_timeline_flame_step (flame, self->root, self->current,
                                   key == GDK_KEY_Right  ? 1
                                   : key == GDK_KEY_Left ? -1
                                                         : 0,
                                   key == GDK_KEY_Down ? 1
                                   : key == GDK_KEY_Up ? -1
                                                       : 0);
  if (node == WEFT_TIMELINE_NO_NODE)
    return FALSE;
  make_current (self, node);
  show_current (self);
  return TRUE;
}

/* A row of the table is a node. */
static void
row_picked (WeftTimelineFlameView *self, guint row)
{
  const WeftTimelineFlame *flame = get_flame (self);

  if (flame != NULL && row < flame->n_nodes)
    make_current (self, row);
}

static void
row_activated (WeftTimelineFlameView *self, guint row)
{
  fill_width (self, row);
}

/* --- construction --------------------------------------------------------------------------------- */

static void
update (WeftPanel *panel)
{
  WeftTimelineFlameView *self = WEFT_TIMELINE_FLAME_VIEW (panel);

  ask (self);
  invalidate (self);
}

static GtkWidget *
build_bar (WeftTimelineFlameView *self, GtkWidget *stack)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *switcher = gtk_stack_switcher_new ();

  self->summary = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (self->summary), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->summary), PANGO_ELLIPSIZE_START);
  gtk_widget_set_hexpand (self->summary, TRUE);
  self->back = gtk_button_new_from_icon_name ("go-previous-symbolic");
  weft_tooltip_set (self->back, _ ("Back to what filled the width before (Escape)"));
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (go_back), self);
  self->one = gtk_check_button_new_with_mnemonic (_ ("Selected _track alone"));
  g_signal_connect_swapped (self->one, "toggled", G_CALLBACK (ask), self);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (stack));
  gtk_box_append (GTK_BOX (bar), self->back);
  gtk_box_append (GTK_BOX (bar), self->summary);
  gtk_box_append (GTK_BOX (bar), self->one);
  gtk_box_append (GTK_BOX (bar), switcher);
  gtk_widget_add_css_class (bar, "drawer-header");
  return bar;
}

static GtkWidget *
build_picture (WeftTimelineFlameView *self)
{
  GtkGesture *press = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->area = weft_list_area_new (paint, measure, self);
  weft_list_area_set_label (
    WEFT_LIST_AREA (self->area),
    _ ("Flame graph: time by name, below the names that called it. The page “Table” has its "
       "numbers."));
  gtk_widget_set_focusable (self->area, TRUE);
  gtk_widget_set_has_tooltip (self->area, TRUE);
  gtk_widget_add_css_class (self->area, "weft-flame");
  g_signal_connect_swapped (self->area, "query-tooltip", G_CALLBACK (query_tooltip), self);
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (press));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (self->area, keys);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->area);
  gtk_widget_set_vexpand (self->scrolled, TRUE);
  return self->scrolled;
}

static void
set_up (WeftPanel *panel)
{
  WeftTimelineFlameView *self = WEFT_TIMELINE_FLAME_VIEW (panel);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *stack = gtk_stack_new ();

  self->state = weft_panel_get_state (panel);
  self->table = weft_fact_table_new (_ ("Flame graph"), _ ("No slice is under way here."));
  g_signal_connect_swapped (self->table, "picked", G_CALLBACK (row_picked), self);
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (row_activated), self);
  gtk_stack_add_titled (GTK_STACK (stack), build_picture (self), "picture", _ ("Picture"));
  gtk_stack_add_titled (GTK_STACK (stack), self->table, "table", _ ("Table"));
  gtk_box_append (GTK_BOX (box), build_bar (self, stack));
  gtk_box_append (GTK_BOX (box), stack);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

static void
weft_timeline_flame_view_dispose (GObject *object)
{
  WeftTimelineFlameView *self = WEFT_TIMELINE_FLAME_VIEW (object);

  if (self->runner != NULL)
    g_signal_handlers_disconnect_by_data (self->runner, self);
  g_clear_object (&self->runner);
  g_clear_pointer (&self->roots, g_ptr_array_unref);
  G_OBJECT_CLASS (weft_timeline_flame_view_parent_class)->dispose (object);
}

static void
weft_timeline_flame_view_class_init (WeftTimelineFlameViewClass *klass)
{
  static const char *const followed[] = { "result", "selection", "style", NULL };

  G_OBJECT_CLASS (klass)->dispose = weft_timeline_flame_view_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  WEFT_PANEL_CLASS (klass)->update = update;
  WEFT_PANEL_CLASS (klass)->followed = followed;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "weft-flame-view");
}

static void
weft_timeline_flame_view_init (WeftTimelineFlameView *self)
{
  self->root = self->current = WEFT_TIMELINE_NO_NODE;
  self->roots = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->runner = weft_runner_new_for_value (&derivation);
  g_signal_connect_swapped (self->runner, "done", G_CALLBACK (flame_came), self);
}

GtkWidget *
weft_timeline_flame_view_new (WeftTimelineState *state)
{
  return weft_panel_new (WEFT_TYPE_TIMELINE_FLAME_VIEW, state);
}
