/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-compare-view.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-comparison.h"
#include "weft-bus-histogram.h"
#include "weft-chart-view.h"
#include "weft-choose-files.h"
#include "weft-fact-table.h"
#include "weft-filterable.h"
#include "weft-load.h"
#include "weft-runner.h"

/* A comparison and what it points at. */
typedef struct
{
  WeftBusResult *result;
  WeftBusSummary *other;
  WeftBusComparison *comparison;
} Compared;

#define CHARTS_WIDTH 420

struct _WeftBusCompareView
{
  WeftPanel parent_instance;

  WeftBusState *state;       /* the panel's */
  GCancellable *cancellable; /* of the load that runs */
  WeftBusTrace *other;       /* nullable */
  char *problem;             /* with the file that was chosen last; nullable */
  WeftRunner *runner;        /* of comparisons */
  GtkWidget *label;
  GtkWidget *table;
  GtkWidget *charts; /* of the row that was picked */
  GtkWidget *wait;
  GtkWidget *elapsed;
};

G_DEFINE_FINAL_TYPE (WeftBusCompareView, weft_bus_compare_view, WEFT_TYPE_PANEL)

/* --- the comparison --------------------------------------------------------------------------- */

typedef struct
{
  WeftBusResult *result;
  WeftBusTrace *other;
} Question;

static void
question_clear (gpointer data)
{
  Question *question = data;

  g_clear_object (&question->result);
  g_clear_object (&question->other);
}

static WeftRunTime
choose_time (gpointer data, gconstpointer asked, WeftResult *last G_GNUC_UNUSED)
{
  const Question *question = data, *before = asked;

  return question->other == before->other ? WEFT_RUN_NEXT : WEFT_RUN_NOW;
}

static void
compared_free (gpointer data)
{
  Compared *compared = data;

  weft_bus_comparison_free (compared->comparison);
  weft_bus_summary_free (compared->other);
  g_object_unref (compared->result);
  g_free (compared);
}

static gpointer
derive (gconstpointer data, GCancellable *cancellable, GError **error)
{
  const Question *question = data;
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (question->other);
  const WeftBusSummaryOptions options = { .model = FALSE };
  WeftBusSummary *other = weft_bus_summary_new (snapshot, &options, cancellable, error);
  Compared *compared;

  if (other == NULL)
    return NULL;
  compared = g_new (Compared, 1);
  *compared = (Compared){ g_object_ref (question->result), other,
                          weft_bus_comparison_new (question->result->summary, other, 0) };
  return compared;
}

static const WeftDerivation comparing = { .name = "WeftBusCompared",
                                          .question_size = sizeof (Question),
                                          .clear_question = question_clear,
                                          .choose = choose_time,
                                          .derive = derive,
                                          .free_value = compared_free };

/* The comparison that is shown: NULL before there is any. */
static const WeftBusComparison *
get_comparison (WeftBusCompareView *self)
{
  const Compared *compared = weft_runner_get_value (self->runner);

  return compared != NULL ? compared->comparison : NULL;
}

/* The error of the file that was chosen last, and diagnostics of the one that the table
 * is about. */
static void
update_label (WeftBusCompareView *self)
{
  const WeftBusComparison *comparison = get_comparison (self);
  g_autofree char *found = NULL, *text = NULL;

  if (comparison != NULL)
    found = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "A is this trace, B is “%s”. %u of %u rows differs.",
                   "A is this trace, B is “%s”. %u of %u rows differ.", comparison->n_different),
      weft_trace_get_title (WEFT_TRACE (self->other)), comparison->n_different,
      comparison->pairs->len);
  if (self->cancellable != NULL)
    text = g_strdup (_ ("Reading …"));
  else if (self->problem != NULL && found != NULL)
    text = g_strdup_printf ("%s %s", self->problem, found);
  else
    text = g_strdup (self->problem != NULL ? self->problem : found);
  gtk_label_set_text (GTK_LABEL (self->label), text != NULL ? text : "");
}

static void
show_chart (WeftBusCompareView *self, GtkWidget *chart, const char *what, const WeftBusPair *pair,
            const WeftHistogram *first, const WeftHistogram *second)
{
  const WeftBusDistribution distributions[] = { { _ ("A"), first, 0 }, { _ ("B"), second, 1 } };
  g_autofree char *name = g_utf8_make_valid (pair->name, -1);
  g_autofree char *title =
    pair->by == 0 ? g_strdup (what) : g_strdup_printf ("%s · %s", what, name);

  weft_bus_histogram_show (chart, self->state, title, distributions, G_N_ELEMENTS (distributions));
}

static void
row_picked (WeftBusCompareView *self, guint row)
{
  const WeftBusComparison *comparison = get_comparison (self);
  const WeftBusPair *pair;
  const WeftBusBucket *a, *b;

  if (comparison == NULL || row >= comparison->pairs->len)
    return;
  pair = &g_array_index (comparison->pairs, WeftBusPair, row);
  a = pair->buckets[0];
  b = pair->buckets[1];
  show_chart (self, self->wait, _ ("Wait, cycles"), pair, a != NULL ? &a->wait : NULL,
              b != NULL ? &b->wait : NULL);
  show_chart (self, self->elapsed, _ ("Elapsed, cycles"), pair, a != NULL ? &a->elapsed : NULL,
              b != NULL ? &b->elapsed : NULL);
}

/* Shows the accesses of this trace that a row is about. */
static void
row_activated (WeftBusCompareView *self, guint row)
{
  const WeftBusComparison *comparison = get_comparison (self);
  g_autofree char *filter = NULL;

  if (comparison == NULL || row >= comparison->pairs->len)
    return;
  filter = weft_bus_comparison_make_filter (comparison, row);
  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL);
}

/* The charts are of what is picked; of all where the row is gone. */
static void
show_charts (WeftPanel *panel)
{
  WeftBusCompareView *self = WEFT_BUS_COMPARE_VIEW (panel);
  const WeftBusComparison *comparison = get_comparison (self);
  guint row =
    weft_fact_list_get_selected (weft_fact_table_get_list (WEFT_FACT_TABLE (self->table)));

  if (comparison == NULL)
    return;
  row_picked (self, row < comparison->pairs->len ? row : 0);
  gtk_widget_set_visible (self->charts, comparison->pairs->len > 0);
}

static void
compared (WeftBusCompareView *self)
{
  WeftFacts facts = weft_bus_comparison_get_facts (get_comparison (self));

  weft_fact_table_set_facts (WEFT_FACT_TABLE (self->table), &facts,
                             weft_runner_get_result (self->runner));
  update_label (self);
  show_charts (WEFT_PANEL (self));
}

static void
compare (WeftBusCompareView *self)
{
  Question question = { weft_bus_state_get_result (self->state), self->other };

  if (question.result == NULL || question.other == NULL)
    return;
  g_object_ref (question.result);
  g_object_ref (question.other);
  weft_runner_ask (self->runner, &question);
}

/* --- the other trace -------------------------------------------------------------------------- */

static void
loaded (GObject *object, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftBusCompareView) self = data;
  g_autoptr (GError) error = NULL;
  WeftTrace *trace = weft_load_get_trace (WEFT_LOAD (object));
  gboolean whole = weft_load_run_finish (WEFT_LOAD (object), async, &error);

  if (self->state == NULL || g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  if (!whole)
    self->problem = g_strdup (error->message);
  else if (!WEFT_IS_BUS_TRACE (trace))
    self->problem =
      g_strdup (_ ("That file is no bus trace, so it can't be compared with this one."));
  if (trace != NULL && WEFT_IS_BUS_TRACE (trace))
    {
      g_set_object (&self->other, WEFT_BUS_TRACE (trace));
      weft_runner_forget (self->runner);
      compare (self);
    }
  update_label (self);
}

static void
open_other (gpointer owner, const char *path)
{
  WeftBusCompareView *self = owner;
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_clear_pointer (&self->problem, g_free);
  update_label (self);
  weft_load_run_async (load, self->cancellable, NULL, loaded, g_object_ref (self));
}

void
weft_bus_compare_view_open (WeftBusCompareView *self, const char *path)
{
  open_other (self, path);
}

static void
choose (WeftBusCompareView *self)
{
  weft_choose_files (
    self, &(WeftFileChoice){ .title = _ ("Compare With"), .accept = _ ("_Compare") }, open_other);
}

/* --- construction ----------------------------------------------------------------------------- */

static void
build_table (WeftBusCompareView *self, GtkBox *box)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Compare With…"));

  self->table = weft_fact_table_new (
    _ ("Comparison"),
    _ ("Open a second bus trace, such as one from before a change of the emulator, "
       "to see in which accesses the two differ."));
  self->label = weft_fact_table_get_note (WEFT_FACT_TABLE (self->table));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose), self);
  weft_fact_table_add_tool (WEFT_FACT_TABLE (self->table), button);
  g_signal_connect_swapped (self->table, "picked", G_CALLBACK (row_picked), self);
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (row_activated), self);
  gtk_widget_set_hexpand (self->table, TRUE);
  gtk_box_append (box, self->table);
}

static void
build_charts (WeftBusCompareView *self, GtkBox *beside)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->wait = weft_chart_view_new (WEFT_VIEW_STATE (self->state));
  self->elapsed = weft_chart_view_new (WEFT_VIEW_STATE (self->state));
  gtk_box_append (GTK_BOX (box), self->wait);
  gtk_box_append (GTK_BOX (box), self->elapsed);
  self->charts = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->charts), box);
  gtk_widget_set_size_request (self->charts, CHARTS_WIDTH, -1);
  gtk_widget_set_visible (self->charts, FALSE);
  gtk_box_append (beside, self->charts);
}

static void
set_up (WeftPanel *panel)
{
  WeftBusCompareView *self = WEFT_BUS_COMPARE_VIEW (panel);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->state = weft_panel_get_state (panel);
  build_table (self, GTK_BOX (box));
  build_charts (self, GTK_BOX (box));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  g_signal_connect_object (self->runner, "done", G_CALLBACK (compared), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "result", G_CALLBACK (compare), self, G_CONNECT_SWAPPED);
}

static void
weft_bus_compare_view_dispose (GObject *object)
{
  WeftBusCompareView *self = WEFT_BUS_COMPARE_VIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->other);
  g_clear_object (&self->runner);
  g_clear_pointer (&self->problem, g_free);
  self->state = NULL;
  G_OBJECT_CLASS (weft_bus_compare_view_parent_class)->dispose (object);
}

static void
weft_bus_compare_view_class_init (WeftBusCompareViewClass *klass)
{
  static const char *const followed[] = { "style", NULL };

  G_OBJECT_CLASS (klass)->dispose = weft_bus_compare_view_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  WEFT_PANEL_CLASS (klass)->update = show_charts;
  WEFT_PANEL_CLASS (klass)->followed = followed;
}

static void
weft_bus_compare_view_init (WeftBusCompareView *self)
{
  self->runner = weft_runner_new_for_value (&comparing);
}

GtkWidget *
weft_bus_compare_view_new (WeftBusState *state)
{
  return weft_panel_new (WEFT_TYPE_BUS_COMPARE_VIEW, state);
}
