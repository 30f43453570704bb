/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-compare-view.h"

#include <glib/gi18n-lib.h>

#include "weft-choose-files.h"
#include "weft-fact-table.h"
#include "weft-filterable.h"
#include "weft-list-area.h"
#include "weft-load.h"
#include "weft-npu-comparison-facts.h"
#include "weft-npu-comparison-words.h"
#include "weft-npu-differences.h"
#include "weft-npu-runs.h"
#include "weft-npu-settings.h"
#include "weft-tooltip.h"
#include "weft-tracks-view.h"

/* The runs, and the comparison that the tables show. */
#define TYPE_COMPARED (compared_get_type ())
G_DECLARE_FINAL_TYPE (Compared, compared, WEFT_NPU, COMPARED, GObject)

struct _Compared
{
  GObject parent_instance;

  WeftNpuRuns *runs;
  WeftNpuComparison *comparison; /* of the run that was picked; NULL: there is none */
};

G_DEFINE_FINAL_TYPE (Compared, compared, G_TYPE_OBJECT)

/* The least height of a picture, and of the first one, around which minimap, legend and scrollbar are;
 * where there is no room for all, they scroll. */
#define PICTURE_HEIGHT 160
#define WHOLE_HEIGHT 300

struct _WeftNpuCompareView
{
  WeftPanel parent_instance;

  WeftNpuState *state; /* the panel's */
  GPtrArray *others;   /* WeftNpuState */
  guint picked;        /* of them, the one that is B */
  GCancellable *cancellable;
  guint n_loading;
  char *problem;         /* nullable: of the last file that can't be compared */
  WeftNpuState *first;   /* of this run's picture beside the others; NULL before there are any */
  GtkWidget *first_view; /* that picture */
  Compared *compared;    /* what is shown; NULL: nothing yet */

  GtkWidget *conclusion;
  GtkWidget *stack;
  GtkWidget *label;
  GtkWidget *runs;
  GtkWidget *table;
  GtkWidget *table_label;
  GtkWidget *layers; /* bars */
  GtkWidget *settings;
  GtkWidget *pictures; /* a box */
};

G_DEFINE_FINAL_TYPE (WeftNpuCompareView, weft_npu_compare_view, WEFT_TYPE_PANEL)

static void
compared_finalize (GObject *object)
{
  Compared *self = WEFT_NPU_COMPARED (object);

  weft_npu_runs_free (self->runs);
  weft_npu_comparison_free (self->comparison);
  G_OBJECT_CLASS (compared_parent_class)->finalize (object);
}

static void
compared_class_init (ComparedClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = compared_finalize;
}

static void
compared_init (Compared *self)
{
  self->runs = weft_npu_runs_new ();
}

static const char *
get_title (WeftNpuState *state)
{
  return weft_trace_get_title (weft_view_state_get_trace (WEFT_VIEW_STATE (state)));
}

/* --- tables --------------------------------------------------------------------------------------------- */

/* The sentence above all pages. */
static void
conclude (WeftNpuCompareView *self, const WeftNpuComparison *comparison)
{
  g_autofree char *text =
    comparison != NULL
      ? weft_npu_comparison_conclude (comparison, get_title (self->state),
                                      get_title (g_ptr_array_index (self->others, self->picked)))
      : NULL;

  gtk_label_set_text (GTK_LABEL (self->conclusion), text != NULL ? text : "");
  gtk_widget_set_visible (self->conclusion, text != NULL);
}

/* Says what is being read or is compared, and what went wrong. */
static void
show_text (WeftNpuCompareView *self, const Compared *compared)
{
  const WeftNpuComparison *comparison = compared->comparison;
  g_autofree char *text = NULL;

  if (self->n_loading > 0)
    gtk_label_set_text (GTK_LABEL (self->label), _ ("Reading …"));
  else
    gtk_label_set_text (GTK_LABEL (self->label), self->problem != NULL ? self->problem : "");
  conclude (self, comparison);
  if (comparison == NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->table_label), "");
      return;
    }
  text = g_strdup_printf (
    comparison->per_token
      ? g_dngettext (GETTEXT_PACKAGE,
                     "A is this run, B is “%s”. %u of %u numbers differs. They are per token, as "
                     "the runs have unequal numbers of tokens.",
                     "A is this run, B is “%s”. %u of %u numbers differ. They are per token, as "
                     "the runs have unequal numbers of tokens.",
                     comparison->n_different)
      : g_dngettext (GETTEXT_PACKAGE, "A is this run, B is “%s”. %u of %u numbers differs.",
                     "A is this run, B is “%s”. %u of %u numbers differ.", comparison->n_different),
    get_title (g_ptr_array_index (self->others, self->picked)), comparison->n_different,
    comparison->rows->len);
  gtk_label_set_text (GTK_LABEL (self->table_label), text);
}

static void
add_other (WeftNpuCompareView *self, Compared *compared, const WeftNpuStats *first, guint i)
{
  WeftNpuState *other = g_ptr_array_index (self->others, i);
  WeftNpuResult *result = weft_npu_state_get_result (other);
  WeftNpuComparison *comparison;

  if (result == NULL)
    return;
  comparison = weft_npu_comparison_new (first, result->stats, 0);
  weft_npu_runs_add (compared->runs, get_title (other), result->stats, comparison);
  if (i == self->picked)
    compared->comparison = comparison;
  else
    weft_npu_comparison_free (comparison);
}

/* Until somebody moves the pictures, they show all of all runs. */
static void
show_all_time (WeftNpuCompareView *self)
{
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (self->state));
  gint64 first, last;

  if (weft_tracks_is_untouched (tracks)
      && weft_time_axis_get_range (weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)), &first,
                                   &last))
    weft_tracks_set_start (tracks, first, last);
}

/* One of the runs has other results. */
static void
compare (WeftNpuCompareView *self)
{
  WeftNpuResult *result = weft_npu_state_get_result (self->state);
  g_autoptr (Compared) compared = g_object_new (TYPE_COMPARED, NULL);
  WeftFacts facts;

  if (self->state == NULL || result == NULL)
    return;
  if (self->others->len > 0)
    weft_npu_runs_add (compared->runs, get_title (self->state), result->stats, NULL);
  for (guint i = 0; i < self->others->len; i++)
    add_other (self, compared, result->stats, i);
  facts = weft_npu_runs_get_facts (compared->runs);
  weft_fact_table_set_facts (WEFT_FACT_TABLE (self->runs), &facts, G_OBJECT (compared));
  if (compared->comparison != NULL)
    {
      facts = weft_npu_comparison_get_differences (compared->comparison);
      weft_fact_table_set_facts (WEFT_FACT_TABLE (self->table), &facts, G_OBJECT (compared));
      facts = weft_npu_settings_get_facts (compared->comparison->settings);
      weft_fact_table_set_facts (WEFT_FACT_TABLE (self->settings), &facts, G_OBJECT (compared));
    }
  g_set_object (&self->compared, compared);
  weft_list_area_invalidate (WEFT_LIST_AREA (self->layers));
  gtk_widget_queue_resize (self->layers);
  show_text (self, compared);
  show_all_time (self);
}

/* The first row is the run that is open. */
static void
run_picked (WeftNpuCompareView *self, guint row)
{
  if (row == 0 || row - 1 >= self->others->len || self->picked == row - 1)
    return;
  self->picked = row - 1;
  compare (self);
}

static void
run_activated (WeftNpuCompareView *self, guint row)
{
  run_picked (self, row);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "layers");
}

/* --- the layers ----------------------------------------------------------------------------------------- */

static WeftStyle *
paint_layers (WeftPaintList *list, int width, int height, gpointer data)
{
  WeftNpuCompareView *self = data;
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));

  if (self->compared != NULL && self->compared->comparison != NULL)
    weft_npu_differences_paint (self->compared->comparison, style, list, 0, 0, width, height);
  return style;
}

static int
measure_layers (int width G_GNUC_UNUSED, gpointer data)
{
  WeftNpuCompareView *self = data;
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (self->state == NULL || self->compared == NULL || self->compared->comparison == NULL)
    return 0;
  return (weft_npu_differences_measure (self->compared->comparison,
                                        weft_view_state_get_style (WEFT_VIEW_STATE (self->state)))
          + factor - 1)
         / factor;
}

static gboolean
query_layers (WeftNpuCompareView *self, int x G_GNUC_UNUSED, int y, gboolean keyboard,
              GtkTooltip *tooltip, GtkWidget *layers)
{
  g_autofree char *text = NULL;

  if (!keyboard && self->compared != NULL && self->compared->comparison != NULL)
    text = weft_npu_differences_describe (self->compared->comparison,
                                          weft_view_state_get_style (WEFT_VIEW_STATE (self->state)),
                                          y * gtk_widget_get_scale_factor (layers));
  return weft_tooltip_show (layers, tooltip, text);
}

/* --- the other runs -------------------------------------------------------------------------------- */

/* Makes the other picture look like that of the open run. */
static void
follow_manner (WeftNpuCompareView *self, WeftNpuState *other)
{
  WeftStyle *style = weft_view_state_get_style (WEFT_VIEW_STATE (self->state));
  const char *filter = weft_filterable_get_filter (WEFT_FILTERABLE (self->state));

  weft_view_state_set_style_options (WEFT_VIEW_STATE (other), &style->options);
  if (!g_str_equal (filter, weft_filterable_get_filter (WEFT_FILTERABLE (other))))
    weft_filterable_set_filter (WEFT_FILTERABLE (other), filter, NULL, NULL);
}

static void
manner_changed (WeftNpuCompareView *self)
{
  if (self->first != NULL)
    follow_manner (self, self->first);
  for (guint i = 0; i < self->others->len; i++)
    follow_manner (self, g_ptr_array_index (self->others, i));
  weft_list_area_invalidate (WEFT_LIST_AREA (self->layers));
}

static void
result_came (WeftNpuCompareView *self)
{
  manner_changed (self);
  compare (self);
}

/* Pictures are named by letters, as in the minimap. */
static GtkWidget *
add_picture (WeftNpuCompareView *self, WeftNpuState *other, WeftPictureKind kind, int height)
{
  g_autofree char *text =
    g_strdup_printf ("%c: %s", (char) ('A' + MIN (self->others->len, 25)), get_title (other));
  GtkWidget *title = gtk_label_new (text);
  WeftTracks *tracks = weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (other));
  GtkWidget *view = weft_tracks_view_new (tracks, kind);

  g_object_bind_property (self->state, "scheme", other, "scheme", G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->state, "logarithmic", other, "logarithmic", G_BINDING_SYNC_CREATE);
  gtk_widget_add_css_class (title, "heading");
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_margin_start (title, 12);
  gtk_box_append (GTK_BOX (self->pictures), title);
  gtk_widget_set_vexpand (view, TRUE);
  gtk_widget_set_size_request (view, -1, height);
  gtk_box_append (GTK_BOX (self->pictures), view);
  return view;
}

/* A state of a run that shares this one's time. */
static WeftNpuState *
new_state (WeftNpuCompareView *self, WeftNpuTrace *trace)
{
  WeftNpuState *state = weft_npu_state_new (trace);

  weft_view_state_set_axis (WEFT_VIEW_STATE (state),
                            weft_view_state_get_axis (WEFT_VIEW_STATE (self->state)));
  follow_manner (self, state);
  return state;
}

/* This run once more, as wide as those below it: the minimap above it is that of all. */
static void
add_first (WeftNpuCompareView *self)
{
  self->first =
    new_state (self, WEFT_NPU_TRACE (weft_view_state_get_trace (WEFT_VIEW_STATE (self->state))));
  self->first_view = add_picture (self, self->first, WEFT_PICTURE_WHOLE, WHOLE_HEIGHT);
}

static void
take_trace (WeftNpuCompareView *self, WeftNpuTrace *trace)
{
  WeftNpuState *other = new_state (self, trace);
  GtkWidget *view;

  if (self->first == NULL)
    add_first (self);
  g_ptr_array_add (self->others, other);
  self->picked = self->others->len - 1;
  g_signal_connect_object (other, "result", G_CALLBACK (compare), self, G_CONNECT_SWAPPED);
  view = add_picture (self, other, WEFT_PICTURE_STRIP, PICTURE_HEIGHT);
  weft_picture_view_join (WEFT_PICTURE_VIEW (view), WEFT_PICTURE_VIEW (self->first_view));
  weft_tracks_view_add_overview (WEFT_TRACKS_VIEW (self->first_view),
                                 weft_tracks_state_get_tracks (WEFT_TRACKS_STATE (other)));
}

static void
loaded (GObject *object, GAsyncResult *async, gpointer data)
{
  g_autoptr (WeftNpuCompareView) self = data;
  g_autoptr (GError) error = NULL;
  WeftTrace *trace = weft_load_get_trace (WEFT_LOAD (object));

  weft_load_run_finish (WEFT_LOAD (object), async, &error);
  if (self->state == NULL || g_error_matches (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_CANCELLED))
    return;
  self->n_loading--;
  if (error != NULL || trace == NULL || !WEFT_IS_NPU_TRACE (trace))
    {
      g_free (self->problem);
      self->problem = error != NULL
                        ? g_strdup (error->message)
                        : g_strdup_printf (_ ("“%s” is no NPU run."), weft_trace_get_title (trace));
    }
  if (trace != NULL && WEFT_IS_NPU_TRACE (trace))
    take_trace (self, WEFT_NPU_TRACE (trace));
  compare (self);
}

static void
open_file (WeftNpuCompareView *self, const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  WeftNpuTrace *trace = WEFT_NPU_TRACE (weft_view_state_get_trace (WEFT_VIEW_STATE (self->state)));
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (trace);

  /* Runs that are compared were written by the same simulator. */
  if (snapshot->inclusive_ends)
    weft_load_set_flags (load, WEFT_READ_INCLUSIVE_ENDS);
  self->n_loading++;
  g_clear_pointer (&self->problem, g_free);
  weft_load_run_async (load, self->cancellable, NULL, loaded, g_object_ref (self));
}

void
weft_npu_compare_view_open (WeftNpuCompareView *self, const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  if (folder == NULL)
    open_file (self, path);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_REGULAR))
        open_file (self, child);
    }
  gtk_label_set_text (GTK_LABEL (self->label), _ ("Reading …"));
}

static void
chosen (gpointer owner, const char *path)
{
  weft_npu_compare_view_open (owner, path);
}

static void
choose (WeftNpuCompareView *self, const char *title, GtkFileChooserAction action)
{
  weft_choose_files (
    self,
    &(WeftFileChoice){
      .title = title, .accept = _ ("_Compare"), .action = action, .multiple = TRUE },
    chosen);
}

static void
choose_files (WeftNpuCompareView *self)
{
  choose (self, _ ("Compare With"), GTK_FILE_CHOOSER_ACTION_OPEN);
}

static void
choose_folder (WeftNpuCompareView *self)
{
  choose (self, _ ("Compare With the Runs In"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
}

WeftNpuState *
weft_npu_compare_view_get_other (WeftNpuCompareView *self, guint index)
{
  return index < self->others->len ? g_ptr_array_index (self->others, index) : NULL;
}

/* --- construction --------------------------------------------------------------------------------------- */

static void
add_button (WeftNpuCompareView *self, const char *text, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (text);

  g_signal_connect_swapped (button, "clicked", clicked, self);
  weft_fact_table_add_tool (WEFT_FACT_TABLE (self->runs), button);
}

static void
set_up (WeftPanel *panel)
{
  WeftNpuCompareView *self = WEFT_NPU_COMPARE_VIEW (panel);

  self->state = weft_panel_get_state (panel);
  g_signal_connect_object (self->state, "result", G_CALLBACK (result_came), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "style", G_CALLBACK (manner_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
weft_npu_compare_view_dispose (GObject *object)
{
  WeftNpuCompareView *self = WEFT_NPU_COMPARE_VIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->problem, g_free);
  self->state = NULL;
  G_OBJECT_CLASS (weft_npu_compare_view_parent_class)->dispose (object);
  g_clear_pointer (&self->others, g_ptr_array_unref);
  g_clear_object (&self->first);
  g_clear_object (&self->compared);
}

static void
weft_npu_compare_view_class_init (WeftNpuCompareViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_npu_compare_view_dispose;
  WEFT_PANEL_CLASS (klass)->set_up = set_up;
  gtk_widget_class_set_css_name (widget_class, "weft-stats");
  g_type_ensure (WEFT_TYPE_FACT_TABLE);
  g_type_ensure (WEFT_TYPE_LIST_AREA);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-npu-compare-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftNpuCompareView, conclusion);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuCompareView, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuCompareView, runs);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuCompareView, layers);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuCompareView, table);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuCompareView, settings);
  gtk_widget_class_bind_template_child (widget_class, WeftNpuCompareView, pictures);
  gtk_widget_class_bind_template_callback (widget_class, run_picked);
  gtk_widget_class_bind_template_callback (widget_class, run_activated);
  gtk_widget_class_bind_template_callback (widget_class, query_layers);
}

static void
weft_npu_compare_view_init (WeftNpuCompareView *self)
{
  self->others = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->label = weft_fact_table_get_note (WEFT_FACT_TABLE (self->runs));
  add_button (self, _ ("_Add Runs…"), G_CALLBACK (choose_files));
  add_button (self, _ ("Add _Folder…"), G_CALLBACK (choose_folder));
  self->table_label = weft_fact_table_get_note (WEFT_FACT_TABLE (self->table));
  weft_list_area_set_painter (WEFT_LIST_AREA (self->layers), paint_layers, measure_layers, self);
  weft_list_area_set_label (WEFT_LIST_AREA (self->layers),
                            _ ("Differences of the layers; their numbers are in the table "
                               "“Differences”"));
}

GtkWidget *
weft_npu_compare_view_new (WeftNpuState *state)
{
  return weft_panel_new (WEFT_TYPE_NPU_COMPARE_VIEW, state);
}
