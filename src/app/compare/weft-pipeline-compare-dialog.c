/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-compare-dialog.h"

#include "weft-pipeline-compare-window.h"

struct _WeftPipelineCompareDialog
{
  AdwWindow parent_instance;

  GtkWidget *title;
  GtkWidget *list;
  GtkWidget *file_row; /* behind one for each of */
  GPtrArray *others;   /* WeftDocument */
  WeftDocument *document;
};

G_DEFINE_FINAL_TYPE (WeftPipelineCompareDialog, weft_pipeline_compare_dialog, ADW_TYPE_WINDOW)

/* The document may have been read anew since it was listed, as something else. */
static void
compare (WeftPipelineCompareDialog *self, WeftDocument *other)
{
  if (weft_pipeline_compare_window_can_compare (self->document)
      && weft_pipeline_compare_window_can_compare (other))
    gtk_window_present (GTK_WINDOW (weft_pipeline_compare_window_new_with (
      gtk_window_get_transient_for (GTK_WINDOW (self)), self->document, other)));
}

/* The window or the chooser that comes is not to lie over this one. */
static void
activate_row (WeftPipelineCompareDialog *self, GtkListBoxRow *row)
{
  g_autoptr (WeftPipelineCompareDialog) kept = g_object_ref (self);
  guint index = (guint) gtk_list_box_row_get_index (row);

  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (GTK_WIDGET (row) == self->file_row)
    g_signal_emit_by_name (self, "file");
  else if (index < self->others->len)
    compare (self, g_ptr_array_index (self->others, index));
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Of files with the same name the folder says which is meant. */
static GtkWidget *
create_row (WeftDocument *document)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), weft_document_get_title (document));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), weft_document_get_folder (document));
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  return row;
}

static void
weft_pipeline_compare_dialog_dispose (GObject *object)
{
  WeftPipelineCompareDialog *self = WEFT_PIPELINE_COMPARE_DIALOG (object);

  g_clear_pointer (&self->others, g_ptr_array_unref);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (weft_pipeline_compare_dialog_parent_class)->dispose (object);
}

static void
weft_pipeline_compare_dialog_class_init (WeftPipelineCompareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_pipeline_compare_dialog_dispose;
  g_signal_new ("file", WEFT_TYPE_PIPELINE_COMPARE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/weft_viewer/Weft/weft-pipeline-compare-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareDialog, title);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareDialog, list);
  gtk_widget_class_bind_template_child (widget_class, WeftPipelineCompareDialog, file_row);
  gtk_widget_class_bind_template_callback (widget_class, activate_row);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
weft_pipeline_compare_dialog_init (WeftPipelineCompareDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* (transfer full) */
static GPtrArray *
list_others (WeftDocument *document, GPtrArray *open)
{
  GPtrArray *others = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < open->len; i++)
    {
      WeftDocument *other = g_ptr_array_index (open, i);

      if (other != document && weft_pipeline_compare_window_can_compare (other))
        g_ptr_array_add (others, g_object_ref (other));
    }
  return others;
}

GtkWidget *
weft_pipeline_compare_dialog_new (GtkWindow *parent, WeftDocument *document, GPtrArray *open)
{
  g_autoptr (GPtrArray) others = list_others (document, open);
  WeftPipelineCompareDialog *self;

  if (others->len == 0)
    return NULL;
  self = g_object_new (WEFT_TYPE_PIPELINE_COMPARE_DIALOG, "transient-for", parent, NULL);
  self->others = g_steal_pointer (&others);
  self->document = g_object_ref (document);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title),
                                 weft_document_get_title (document));
  for (guint i = 0; i < self->others->len; i++)
    gtk_list_box_insert (GTK_LIST_BOX (self->list),
                         create_row (g_ptr_array_index (self->others, i)), (int) i);
  return GTK_WIDGET (self);
}
