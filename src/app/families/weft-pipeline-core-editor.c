/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-core-editor.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-pipeline-phases.h"

struct _WeftPipelineCoreEditor
{
  AdwWindow parent_instance;

  WeftPipelineState *state;
  WeftViewOptions *options;
  GtkWidget *width;
  GtkWidget *list;
  GtkWidget *reset;
};

G_DEFINE_FINAL_TYPE (WeftPipelineCoreEditor, weft_pipeline_core_editor, ADW_TYPE_WINDOW)

static const char *
get_phase_words (WeftPipelinePhase phase)
{
  static const char *const words[WEFT_N_PHASES] = {
    [WEFT_PHASE_UNKNOWN] = N_ ("unknown"),   [WEFT_PHASE_FETCH] = N_ ("fetch"),
    [WEFT_PHASE_DECODE] = N_ ("decode"),     [WEFT_PHASE_DISPATCH] = N_ ("rename and dispatch"),
    [WEFT_PHASE_ISSUE] = N_ ("issue queue"), [WEFT_PHASE_EXECUTE] = N_ ("execute"),
    [WEFT_PHASE_MEMORY] = N_ ("load/store"), [WEFT_PHASE_COMMIT] = N_ ("wait to retire"),
  };

  return _ (words[phase]);
}

/* --- what is said ---------------------------------------------------------------------------------- */

static void
update_reset (WeftPipelineCoreEditor *self)
{
  g_autofree char *said = NULL;
  int width;

  g_object_get (self->options, "phases", &said, "width", &width, NULL);
  gtk_widget_set_sensitive (self->reset, *said != '\0' || width != 0);
}

static void
phase_chosen (AdwComboRow *row, GParamSpec *pspec G_GNUC_UNUSED, WeftPipelineCoreEditor *self)
{
  const char *stage = g_object_get_data (G_OBJECT (row), "stage");
  g_autofree char *before = NULL, *after = NULL;

  g_object_get (self->options, "phases", &before, NULL);
  /* The first choice is the guess; the others are phases in their order. */
  after =
    weft_pipeline_phases_say (before, stage, (WeftPipelinePhase) adw_combo_row_get_selected (row));
  g_object_set (self->options, "phases", after, NULL);
  update_reset (self);
}

static void add_stages (WeftPipelineCoreEditor *self);

static void
on_reset (WeftPipelineCoreEditor *self)
{
  g_object_set (self->options, "phases", "", "width", 0, NULL);
  add_stages (self);
  update_reset (self);
}

/* --- rows -------------------------------------------------------------------------------------------- */

static GtkWidget *
create_row (WeftPipelineCoreEditor *self, const char *stage, WeftPipelinePhase guess,
            WeftPipelinePhase said)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autofree char *title = g_markup_escape_text (stage, -1);
  /* TRANSLATORS: what a stage is for, as guessed: "Guessed: issue queue" */
  g_autofree char *first = g_strdup_printf (_ ("Guessed: %s"), get_phase_words (guess));
  g_autoptr (GtkStringList) words = gtk_string_list_new (NULL);

  gtk_string_list_append (words, first);
  for (guint phase = WEFT_PHASE_FETCH; phase < WEFT_N_PHASES; phase++)
    gtk_string_list_append (words, get_phase_words ((WeftPipelinePhase) phase));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (words));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), said);
  gtk_widget_set_sensitive (row, weft_pipeline_phases_can_say (stage));
  g_object_set_data_full (G_OBJECT (row), "stage", g_strdup (stage), g_free);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (phase_chosen), self, 0);
  return row;
}

static void
add_stages (WeftPipelineCoreEditor *self)
{
  WeftPipelineTrace *trace = weft_pipeline_state_get_trace (self->state);
  guint n_kinds = weft_pipeline_trace_get_n_kinds (trace), lane = weft_pipeline_find_lane (trace);
  g_autofree char *said = NULL;
  g_autoptr (WeftPipelinePhases) phases = NULL, guesses = weft_pipeline_phases_new (trace, NULL);
  GtkWidget *row;

  g_object_get (self->options, "phases", &said, NULL);
  phases = weft_pipeline_phases_new (trace, said);
  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint kind = 0; kind < n_kinds; kind++)
    {
      WeftKindInfo info;
      g_autofree char *name = NULL;

      weft_pipeline_trace_get_kind (trace, (WeftKind) kind, &info);
      name = g_utf8_make_valid (info.name, -1);
      if (info.lane_index == lane)
        gtk_list_box_append (GTK_LIST_BOX (self->list),
                             create_row (self, name,
                                         weft_pipeline_phases_get (guesses, (WeftKind) kind),
                                         weft_pipeline_phases_is_said (phases, (WeftKind) kind)
                                           ? weft_pipeline_phases_get (phases, (WeftKind) kind)
                                           : WEFT_PHASE_UNKNOWN));
    }
}

/* --- the window ------------------------------------------------------------------------------------ */

static void
weft_pipeline_core_editor_dispose (GObject *object)
{
  WeftPipelineCoreEditor *self = WEFT_PIPELINE_CORE_EDITOR (object);

  g_clear_object (&self->state);
  g_clear_object (&self->options);
  G_OBJECT_CLASS (weft_pipeline_core_editor_parent_class)->dispose (object);
}

static void
weft_pipeline_core_editor_class_init (WeftPipelineCoreEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_core_editor_dispose;
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-pipeline-core-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCoreEditor, width);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCoreEditor, list);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCoreEditor, reset);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
weft_pipeline_core_editor_init (WeftPipelineCoreEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_pipeline_core_editor_new (GtkWindow *parent, WeftPipelineState *state,
                               WeftViewOptions *options)
{
  WeftPipelineCoreEditor *self = g_object_new (WEFT_TYPE_PIPELINE_CORE_EDITOR, "transient-for",
                                               parent, "destroy-with-parent", TRUE, NULL);

  self->state = g_object_ref (state);
  self->options = g_object_ref (options);
  g_object_bind_property (options, "width", self->width, "value",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_signal_connect_object (options, "notify::width", G_CALLBACK (update_reset), self,
                           G_CONNECT_SWAPPED);
  add_stages (self);
  update_reset (self);
  return GTK_WIDGET (self);
}
