/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-compare-view.h"

#include <glib/gi18n-lib.h>

#include "weft-bus-comparison.h"
#include "weft-bus-histogram.h"
#include "weft-chart-view.h"
#include "weft-fact-table.h"
#include "weft-filterable.h"
#include "weft-load.h"
#include "weft-task.h"

/* A comparison and what it points at. */
#define WEFT_TYPE_BUS_COMPARED (weft_bus_compared_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusCompared, weft_bus_compared, WEFT, BUS_COMPARED, GObject)

struct _WeftBusCompared
{
  GObject parent_instance;

  WeftBusResult *result;
  WeftBusSummary *other;
  WeftBusComparison *comparison;
};

#define CHARTS_WIDTH 420

struct _WeftBusCompareView
{
  GtkWidget parent_instance;

  WeftBusState *state;
  GCancellable *cancellable; /* of the load that runs */
  WeftBusTrace *other;       /* nullable */
  char *problem;             /* with the file that was chosen last; nullable */
  WeftBusCompared *compared; /* what is shown; nullable */
  GtkWidget *box;
  GtkWidget *label;
  GtkWidget *table;
  GtkWidget *charts; /* of the row that was picked */
  GtkWidget *wait;
  GtkWidget *elapsed;
};

G_DEFINE_FINAL_TYPE (WeftBusCompared, weft_bus_compared, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE (WeftBusCompareView, weft_bus_compare_view, GTK_TYPE_WIDGET)

/* --- the comparison --------------------------------------------------------------------------- */

static void
weft_bus_compared_finalize (GObject *object)
{
  WeftBusCompared *self = WEFT_BUS_COMPARED (object);

  g_clear_pointer (&self->comparison, weft_bus_comparison_free);
  g_clear_pointer (&self->other, weft_bus_summary_free);
  g_clear_object (&self->result);
  G_OBJECT_CLASS (weft_bus_compared_parent_class)->finalize (object);
}

static void
weft_bus_compared_class_init (WeftBusComparedClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_bus_compared_finalize;
}

static void
weft_bus_compared_init (WeftBusCompared *self G_GNUC_UNUSED)
{
}

typedef struct
{
  WeftBusResult *result;
  WeftBusTrace *other;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->result);
  g_object_unref (job->other);
  g_free (job);
}

static void
run_job (GTask *task, gpointer source G_GNUC_UNUSED, gpointer task_data, GCancellable *cancellable)
{
  const Job *job = task_data;
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (job->other);
  g_autoptr (WeftBusCompared) compared = g_object_new (WEFT_TYPE_BUS_COMPARED, NULL);
  const WeftBusSummaryOptions options = { .model = FALSE };
  GError *error = NULL;

  compared->result = g_object_ref (job->result);
  compared->other = weft_bus_summary_new (snapshot, &options, cancellable, &error);
  if (compared->other == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  compared->comparison = weft_bus_comparison_new (job->result->summary, compared->other, 0);
  g_task_return_pointer (task, g_steal_pointer (&compared), g_object_unref);
}

/* What is wrong with the file that was chosen last, and what was found with the one that the table
 * is about. */
static void
update_label (WeftBusCompareView *self)
{
  g_autofree char *found = NULL, *text = NULL;

  if (self->compared != NULL)
    found = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "A is this trace, B is “%s”. %u of %u rows differs.",
                   "A is this trace, B is “%s”. %u of %u rows differ.",
                   self->compared->comparison->n_different),
      weft_trace_get_title (WEFT_TRACE (self->other)), self->compared->comparison->n_different,
      self->compared->comparison->pairs->len);
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
  const WeftBusPair *pair;
  const WeftBusBucket *a, *b;

  if (self->compared == NULL || row >= self->compared->comparison->pairs->len)
    return;
  pair = &g_array_index (self->compared->comparison->pairs, WeftBusPair, row);
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
  g_autofree char *filter = NULL;

  if (self->compared == NULL || row >= self->compared->comparison->pairs->len)
    return;
  filter = weft_bus_comparison_make_filter (self->compared->comparison, row);
  weft_filterable_set_filter (WEFT_FILTERABLE (self->state), filter, NULL, NULL);
}

/* The charts are of what is picked; of all where the row is gone. */
static void
show_charts (WeftBusCompareView *self)
{
  WeftFactList *list = weft_fact_table_get_list (WEFT_FACT_TABLE (self->table));
  guint row = weft_fact_list_get_selected (list);

  row_picked (self, row < self->compared->comparison->pairs->len ? row : 0);
  gtk_widget_set_visible (self->charts, self->compared->comparison->pairs->len > 0);
}

static void
style_changed (WeftBusCompareView *self)
{
  if (self->compared != NULL)
    show_charts (self);
}

static void
compared (GObject *source G_GNUC_UNUSED, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftBusCompareView) self = data;
  g_autoptr (WeftBusCompared) result = g_task_propagate_pointer (G_TASK (async), NULL);
  WeftFacts facts;

  if (result == NULL || self->box == NULL)
    return;
  facts = weft_bus_comparison_get_facts (result->comparison);
  weft_fact_table_set_facts (WEFT_FACT_TABLE (self->table), &facts, G_OBJECT (result));
  g_set_object (&self->compared, result);
  update_label (self);
  show_charts (self);
}

static void
compare (WeftBusCompareView *self)
{
  WeftBusResult *result = weft_bus_state_get_result (self->state);
  g_autoptr (GTask) task = NULL;
  Job *job;

  if (result == NULL || self->other == NULL)
    return;
  job = g_new (Job, 1);
  *job = (Job){ g_object_ref (result), g_object_ref (self->other) };
  task = g_task_new (NULL, NULL, compared, g_object_ref (self));
  g_task_set_task_data (task, job, job_free);
  weft_task_run_in_thread (task, run_job);
}

/* --- the other trace -------------------------------------------------------------------------- */

static void
loaded (GObject *object, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftBusCompareView) self = data;
  g_autoptr (GError) error = NULL;
  WeftTrace *trace = weft_load_get_trace (WEFT_LOAD (object));
  gboolean whole = weft_load_run_finish (WEFT_LOAD (object), async, &error);

  if (self->box == NULL || g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED))
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
      g_clear_object (&self->compared);
      compare (self);
    }
  update_label (self);
}

void
weft_bus_compare_view_open (WeftBusCompareView *self, const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_clear_pointer (&self->problem, g_free);
  update_label (self);
  weft_load_run_async (load, self->cancellable, NULL, loaded, g_object_ref (self));
}

static void
chosen (GtkNativeDialog *dialog, int response, WeftBusCompareView *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        weft_bus_compare_view_open (self, path);
    }
  g_object_unref (dialog);
}

static void
choose (WeftBusCompareView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
    _ ("Compare With"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
    GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Compare"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

GtkWidget *
weft_bus_compare_view_get_table (WeftBusCompareView *self)
{
  return self->table;
}

const char *
weft_bus_compare_view_get_text (WeftBusCompareView *self)
{
  return gtk_label_get_text (GTK_LABEL (self->label));
}

/* --- construction ----------------------------------------------------------------------------- */

static void
weft_bus_compare_view_dispose (GObject *object)
{
  WeftBusCompareView *self = WEFT_BUS_COMPARE_VIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->other);
  g_clear_object (&self->compared);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_bus_compare_view_parent_class)->dispose (object);
}

static void
weft_bus_compare_view_class_init (WeftBusCompareViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_bus_compare_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
weft_bus_compare_view_init (WeftBusCompareView *self G_GNUC_UNUSED)
{
}

static void
build_table (WeftBusCompareView *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Compare With…"));

  self->table = weft_fact_table_new (
    _ ("Comparison"),
    _ ("Open a second bus trace, such as one from before a change of the emulator, "
       "to see in which accesses the two differ."));
  self->label = weft_fact_table_add_note (WEFT_FACT_TABLE (self->table));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose), self);
  weft_fact_table_add_tool (WEFT_FACT_TABLE (self->table), button);
  g_signal_connect_swapped (self->table, "picked", G_CALLBACK (row_picked), self);
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (row_activated), self);
  gtk_widget_set_hexpand (self->table, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->table);
}

static void
build_charts (WeftBusCompareView *self)
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
  gtk_box_append (GTK_BOX (self->box), self->charts);
}

GtkWidget *
weft_bus_compare_view_new (WeftBusState *state)
{
  WeftBusCompareView *self = g_object_new (WEFT_TYPE_BUS_COMPARE_VIEW, NULL);

  self->state = g_object_ref (state);
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  build_table (self);
  build_charts (self);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (state, "result", G_CALLBACK (compare), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (state, "style", G_CALLBACK (style_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
