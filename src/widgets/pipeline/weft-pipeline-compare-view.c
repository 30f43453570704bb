/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-view.h"

#include <glib/gi18n-lib.h>

#include "weft-fact-table.h"
#include "weft-focus-children.h"
#include "weft-pipeline-compare-overlay.h"
#include "weft-pipeline-compare-words.h"
#include "weft-pipeline-cpi-view.h"
#include "weft-pipeline-view.h"
#include "weft-words.h"
#include "weft-wrap-box.h"

/* Logical pixels: of the labels beside each of two pictures, or beside both where one lies over the
 * other, and of the tables below them; others where it is narrow. */
#define LABEL_WIDTH 210
#define OVERLAY_LABEL_WIDTH 340
#define NARROW_LABEL_WIDTH 110
#define TABLE_HEIGHT 220
#define NARROW_TABLE_HEIGHT 190

struct _WeftPipelineCompareView
{
  WeftPanel parent_instance;

  WeftPipelineCompareState *state; /* the panel's */
  GtkWidget *scroller;             /* of the pictures, where it is low */
  GtkWidget *pictures;             /* a view of each, or the overlay, with lines above them */
  GtkWidget *views[WEFT_N_LOGS];   /* of each; in the overlay that of A */
  GtkWidget *drawer;
  GtkWidget *overlay_picture; /* NULL: they are side by side */
  GtkWidget *label;
  GtkWidget *tables[WEFT_N_COMPARE_FACTS];
  GtkWidget *stacks; /* the CPI stacks as bars, above their table */
  gboolean overlay;
  gboolean narrow;
  double amount;
};

G_DEFINE_FINAL_TYPE (WeftPipelineCompareView, weft_pipeline_compare_view, WEFT_TYPE_PANEL)

/* --- the pictures ----------------------------------------------------------------------------- */

static const char *
get_title (WeftPipelineCompareView *self, int log)
{
  WeftPipelineState *state = weft_pipeline_compare_state_get_state (self->state, log);

  return weft_trace_get_title (WEFT_TRACE (weft_pipeline_state_get_trace (state)));
}

/* A line above a picture: takes the text. */
static GtkWidget *
create_caption (char *text, GtkWidget *picture)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_set_margin_top (label, 3);
  gtk_widget_set_margin_bottom (label, 3);
  gtk_widget_set_vexpand (picture, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), picture);
  g_free (text);
  return box;
}

static GtkWidget *
create_side (WeftPipelineCompareView *self, int log)
{
  const char *title = get_title (self, log);

  self->views[log] =
    weft_pipeline_view_new (weft_pipeline_compare_state_get_state (self->state, log));
  return create_caption (log == WEFT_LOG_A ? g_strdup_printf (_ ("A: %s"), title)
                                           : g_strdup_printf (_ ("B: %s"), title),
                         self->views[log]);
}

static GtkWidget *
create_overlay (WeftPipelineCompareView *self)
{
  self->overlay_picture = weft_pipeline_compare_overlay_new (self->state);
  weft_pipeline_compare_overlay_set_amount (WEFT_PIPELINE_COMPARE_OVERLAY (self->overlay_picture),
                                            self->amount);
  self->views[WEFT_LOG_A] =
    weft_pipeline_compare_overlay_get_view (WEFT_PIPELINE_COMPARE_OVERLAY (self->overlay_picture));
  self->views[WEFT_LOG_B] = NULL;
  return create_caption (g_strdup_printf (_ ("A, in blue: %s. B, in orange: %s"),
                                          get_title (self, WEFT_LOG_A),
                                          get_title (self, WEFT_LOG_B)),
                         self->overlay_picture);
}

/* Two pictures stand below one another where there is little width, and leave out what the overlay
 * still has. */
static void
arrange (WeftPipelineCompareView *self)
{
  int label_width = self->narrow    ? NARROW_LABEL_WIDTH
                    : self->overlay ? OVERLAY_LABEL_WIDTH
                                    : LABEL_WIDTH;

  gtk_widget_set_size_request (self->drawer, -1, self->narrow ? NARROW_TABLE_HEIGHT : TABLE_HEIGHT);
  for (int log = 0; log < WEFT_N_LOGS && self->views[log] != NULL; log++)
    {
      g_object_set (self->views[log], "label-width", label_width, NULL);
      weft_picture_view_set_brief (WEFT_PICTURE_VIEW (self->views[log]),
                                   self->narrow && !self->overlay);
    }
  if (!self->overlay)
    gtk_orientable_set_orientation (GTK_ORIENTABLE (self->pictures),
                                    self->narrow ? GTK_ORIENTATION_VERTICAL
                                                 : GTK_ORIENTATION_HORIZONTAL);
}

void
weft_pipeline_compare_view_set_narrow (WeftPipelineCompareView *self, gboolean narrow)
{
  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_VIEW (self));

  if (self->narrow == narrow)
    return;
  self->narrow = narrow;
  arrange (self);
}

static void
create_pictures (WeftPipelineCompareView *self)
{
  self->overlay_picture = NULL;
  if (self->overlay)
    self->pictures = create_overlay (self);
  else
    {
      self->pictures = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      gtk_box_set_homogeneous (GTK_BOX (self->pictures), TRUE);
      for (int log = 0; log < WEFT_N_LOGS; log++)
        gtk_box_append (GTK_BOX (self->pictures), create_side (self, log));
    }
  arrange (self);
  weft_pipeline_compare_state_set_overlaid (self->state, self->overlay);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->pictures);
}

void
weft_pipeline_compare_view_set_overlay (WeftPipelineCompareView *self, gboolean overlay)
{
  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_VIEW (self));

  if (self->overlay == overlay)
    return;
  self->overlay = overlay;
  create_pictures (self);
}

void
weft_pipeline_compare_view_set_amount (WeftPipelineCompareView *self, double amount)
{
  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_VIEW (self));

  self->amount = amount;
  if (self->overlay)
    weft_pipeline_compare_overlay_set_amount (WEFT_PIPELINE_COMPARE_OVERLAY (self->overlay_picture),
                                              amount);
}

/* --- what differs ----------------------------------------------------------------------------- */

static char *
describe_drift (gint64 drift)
{
  g_autofree char *cycles = weft_number_cycles (drift < 0 ? -(guint64) drift : (guint64) drift);

  if (drift == 0)
    return g_strdup (_ ("In the end they are at the same cycle."));
  return g_strdup_printf (
    drift > 0 ? _ ("In the end B is %s late.") : _ ("In the end B is %s early."), cycles);
}

static void
update_text (WeftPipelineCompareView *self, const WeftPipelineCompare *result)
{
  g_autofree char *pairs = weft_number_ops (result->n_pairs);
  g_autofree char *only_a = weft_number_count (result->logs[WEFT_LOG_A].n_only);
  g_autofree char *only_b = weft_number_count (result->logs[WEFT_LOG_B].n_only);
  g_autofree char *first = weft_pipeline_compare_describe_first (result),
                  *drift = describe_drift (result->drift);
  g_autofree char *text = g_strdup_printf (
    /* TRANSLATORS: where they differ first, a sentence on the delay, "12 ops", two numbers */
    _ ("%s. %s %s retired in both, %s in A alone, %s in B alone."), first, drift, pairs, only_a,
    only_b);

  gtk_label_set_text (GTK_LABEL (self->label), text);
}

static void
show_stacks (WeftPipelineCompareView *self, const WeftPipelineCpiDifference *cpi)
{
  WeftCpiBar bars[WEFT_N_LOGS] = { { "A", cpi->stacks[WEFT_LOG_A] },
                                   { "B", cpi->stacks[WEFT_LOG_B] } };

  weft_pipeline_cpi_view_set (WEFT_PIPELINE_CPI_VIEW (self->stacks), bars,
                              cpi->changes->len > 0 ? WEFT_N_LOGS : 0);
}

static void
on_compared (WeftPipelineCompareView *self)
{
  const WeftPipelineCompare *result = weft_pipeline_compare_state_get_result (self->state);

  update_text (self, result);
  show_stacks (self, result->cpi);
  for (guint i = 0; i < WEFT_N_COMPARE_FACTS; i++)
    {
      WeftFacts facts = weft_pipeline_compare_get_facts (result, i);

      weft_fact_table_set_facts (WEFT_FACT_TABLE (self->tables[i]), &facts,
                                 weft_pipeline_compare_state_get_owner (self->state));
    }
}

/* The pictures went to the first difference by themselves. */
static void
on_arrived (WeftPipelineCompareView *self)
{
  weft_fact_table_select (WEFT_FACT_TABLE (self->tables[WEFT_COMPARE_FACTS_GROUPS]), 0);
}

static void
on_row (GtkWidget *table, guint row, WeftPipelineCompareView *self)
{
  for (guint i = 0; i < WEFT_N_COMPARE_FACTS; i++)
    if (table == self->tables[i] && i != WEFT_COMPARE_FACTS_CPI)
      weft_pipeline_compare_state_show (self->state, i, row);
}

void
weft_pipeline_compare_view_step (WeftPipelineCompareView *self, gboolean forward)
{
  WeftFactList *list;
  guint n, row, position;

  g_return_if_fail (WEFT_IS_PIPELINE_COMPARE_VIEW (self));

  list = weft_fact_table_get_list (WEFT_FACT_TABLE (self->tables[WEFT_COMPARE_FACTS_GROUPS]));
  n = g_list_model_get_n_items (G_LIST_MODEL (list));
  position = weft_fact_list_find_selected (list, FALSE);
  if (n == 0)
    return;
  if (position == GTK_INVALID_LIST_POSITION)
    position = forward ? 0 : n - 1;
  else
    position = (position + (forward ? 1 : n - 1)) % n;
  row = weft_fact_list_get_row (list, position);
  weft_fact_list_select (list, row);
  weft_pipeline_compare_state_show (self->state, WEFT_COMPARE_FACTS_GROUPS, row);
}

/* --- the widget ------------------------------------------------------------------------------- */

static gboolean
weft_pipeline_compare_view_grab_focus (GtkWidget *widget)
{
  WeftPipelineCompareView *self = WEFT_PIPELINE_COMPARE_VIEW (widget);

  return gtk_widget_child_focus (self->pictures, GTK_DIR_TAB_FORWARD);
}

static GtkWidget *
create_table (WeftPipelineCompareView *self, GtkStack *stack, const char *name, const char *title,
              const char *empty)
{
  GtkWidget *table = weft_fact_table_new (title, empty);

  g_signal_connect (table, "picked", G_CALLBACK (on_row), self);
  g_signal_connect (table, "activated", G_CALLBACK (on_row), self);
  gtk_stack_add_titled (stack, table, name, title);
  return table;
}

/* The names of the tables, which scroll sideways where they are wider than the window. */
static GtkWidget *
create_tabs (GtkStack *stack)
{
  GtkWidget *switcher = gtk_stack_switcher_new (), *scroller = gtk_scrolled_window_new ();

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), stack);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), switcher);
  return scroller;
}

/* Sentence, tabs and tables. */
static GtkWidget *
create_drawer (WeftPipelineCompareView *self)
{
  GtkWidget *drawer = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = weft_wrap_box_new (12);
  GtkWidget *stack = gtk_stack_new ();

  self->tables[WEFT_COMPARE_FACTS_GROUPS] = create_table (
    self, GTK_STACK (stack), "groups", _ ("Differences"), _ ("The logs do not differ"));
  self->tables[WEFT_COMPARE_FACTS_DIFFERENCES] =
    create_table (self, GTK_STACK (stack), "differences", _ ("Ops"), _ ("The logs do not differ"));
  self->tables[WEFT_COMPARE_FACTS_PCS] = create_table (self, GTK_STACK (stack), "pcs", _ ("PCs"),
                                                       _ ("The logs have no ops that retired"));
  self->tables[WEFT_COMPARE_FACTS_CPI] =
    weft_fact_table_new (_ ("CPI stack"), _ ("In one of the logs no op retired"));
  self->stacks = weft_pipeline_cpi_view_new (
    WEFT_VIEW_STATE (weft_pipeline_compare_state_get_state (self->state, WEFT_LOG_A)));
  gtk_stack_add_titled (GTK_STACK (stack),
                        weft_pipeline_cpi_view_put_above (WEFT_PIPELINE_CPI_VIEW (self->stacks),
                                                          self->tables[WEFT_COMPARE_FACTS_CPI]),
                        "cpi", _ ("CPI stack"));
  self->label = gtk_label_new (_ ("Comparing…"));
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  weft_wrap_box_append (WEFT_WRAP_BOX (header), create_tabs (GTK_STACK (stack)));
  weft_wrap_box_append (WEFT_WRAP_BOX (header), self->label);
  gtk_widget_add_css_class (header, "drawer-header");
  gtk_widget_add_css_class (drawer, "drawer");
  gtk_widget_set_vexpand (stack, TRUE);
  gtk_box_append (GTK_BOX (drawer), header);
  gtk_box_append (GTK_BOX (drawer), stack);
  return drawer;
}

static void
set_up (WeftPanel *panel)
{
  WeftPipelineCompareView *self = WEFT_PIPELINE_COMPARE_VIEW (panel);
  GtkPaned *paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_VERTICAL));

  self->state = weft_panel_get_state (panel);
  self->amount = 0.5;
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_paned_set_start_child (paned, self->scroller);
  gtk_paned_set_shrink_start_child (paned, FALSE);
  self->drawer = create_drawer (self);
  gtk_paned_set_end_child (paned, self->drawer);
  create_pictures (self);
  gtk_paned_set_resize_end_child (paned, FALSE);
  gtk_paned_set_shrink_end_child (paned, FALSE);
  gtk_widget_set_parent (GTK_WIDGET (paned), GTK_WIDGET (self));
  g_signal_connect_object (self->state, "compared", G_CALLBACK (on_compared), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "arrived", G_CALLBACK (on_arrived), self,
                           G_CONNECT_SWAPPED);
  if (weft_pipeline_compare_state_get_result (self->state) != NULL)
    on_compared (self);
}

static void
weft_pipeline_compare_view_class_init (WeftPipelineCompareViewClass *klass)
{
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  GTK_WIDGET_CLASS (klass)->grab_focus = weft_pipeline_compare_view_grab_focus;
  GTK_WIDGET_CLASS (klass)->focus = weft_focus_children;
}

static void
weft_pipeline_compare_view_init (WeftPipelineCompareView *self G_GNUC_UNUSED)
{
}

GtkWidget *
weft_pipeline_compare_view_new (WeftPipelineCompareState *state)
{
  return weft_panel_new (WEFT_TYPE_PIPELINE_COMPARE_VIEW, state);
}
