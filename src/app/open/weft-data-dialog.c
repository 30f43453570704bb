/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-data-dialog.h"

#include <glib/gi18n-lib.h>

#include "weft-choose-files.h"
#include "weft-data-export.h"
#include "weft-filterable.h"
#include "weft-open-files.h"

/* Milliseconds between two looks at how far it is. */
#define LOOK_INTERVAL 100

struct _WeftDataDialog
{
  AdwWindow parent_instance;

  GtkWidget *format_row;
  GtkWidget *part_row; /* AdwComboRow: all, or what is filtered and brushed */
  GtkWidget *error_label;
  GtkWidget *export_button;
  GtkWidget *progress;

  WeftViewState *state;
  char *name;             /* of the file, without its end */
  WeftDataExport *export; /* under way; NULL: none is */
  GCancellable *cancellable;
  guint timer;
};

G_DEFINE_FINAL_TYPE (WeftDataDialog, weft_data_dialog, ADW_TYPE_WINDOW)

/* --- what was chosen ---------------------------------------------------------------------------- */

static const char *const *
list_formats (WeftViewState *state)
{
  return weft_data_export_list_formats (weft_view_state_get_trace (state));
}

gboolean
weft_data_dialog_can_export (WeftViewState *state)
{
  return state != NULL && list_formats (state) != NULL;
}

static guint
get_format (WeftDataDialog *self)
{
  return adw_combo_row_get_selected (ADW_COMBO_ROW (self->format_row));
}

/* NULL: there is none. */
static const char *
get_filter (WeftDataDialog *self)
{
  const char *filter = WEFT_IS_FILTERABLE (self->state)
                         ? weft_filterable_get_filter (WEFT_FILTERABLE (self->state))
                         : "";

  return *filter != '\0' ? filter : NULL;
}

static gboolean
get_range (WeftDataDialog *self, WeftCycleRange *range)
{
  return weft_time_axis_get_selection (weft_view_state_get_axis (self->state), &range->from,
                                       &range->to);
}

/* (transfer full) */
static WeftDataExport *
create_export (WeftDataDialog *self)
{
  gboolean part = adw_combo_row_get_selected (ADW_COMBO_ROW (self->part_row)) == 1;
  WeftCycleRange range;
  gboolean has_range = part && get_range (self, &range);

  return weft_data_export_new (weft_view_state_get_trace (self->state), get_format (self),
                               part ? get_filter (self) : NULL, has_range ? &range : NULL);
}

/* --- writing ------------------------------------------------------------------------------------ */

static void
show_error (WeftDataDialog *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->error_label), text != NULL ? text : "");
  gtk_widget_set_visible (self->error_label, text != NULL);
}

static gboolean
look (gpointer data)
{
  WeftDataDialog *self = data;
  g_autofree char *size =
    g_format_size_full (weft_data_export_get_written (self->export), G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *text = g_strdup_printf (_ ("%s written"), size);

  gtk_progress_bar_set_text (GTK_PROGRESS_BAR (self->progress), text);
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
  return G_SOURCE_CONTINUE;
}

static void
set_busy (WeftDataDialog *self, gboolean busy)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  gtk_widget_set_visible (self->progress, busy);
  gtk_widget_set_sensitive (self->export_button, !busy);
  if (busy)
    {
      look (self);
      self->timer = g_timeout_add (LOOK_INTERVAL, look, self);
    }
}

typedef struct
{
  WeftDataDialog *dialog; /* held */
  GFile *file;            /* held */
} Written;

static void
on_written (GObject *export, GAsyncResult *result, gpointer data)
{
  Written *written = data;
  g_autoptr (WeftDataDialog) self = written->dialog;
  g_autoptr (GFile) file = written->file;
  g_autoptr (GError) error = NULL;

  g_free (written);
  weft_data_export_run_finish (WEFT_DATA_EXPORT (export), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  set_busy (self, FALSE);
  g_clear_object (&self->export);
  if (error != NULL)
    {
      show_error (self, error->message);
      return;
    }
  g_signal_emit_by_name (self, "exported", file);
  gtk_window_destroy (GTK_WINDOW (self));
}

void
weft_data_dialog_export (WeftDataDialog *self, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  Written *written;

  g_return_if_fail (WEFT_IS_DATA_DIALOG (self) && self->export == NULL);

  if (path == NULL)
    {
      show_error (self, _ ("A file on this computer is needed."));
      return;
    }
  show_error (self, NULL);
  self->export = create_export (self);
  set_busy (self, TRUE);
  written = g_new (Written, 1);
  *written = (Written){ g_object_ref (self), g_object_ref (file) };
  weft_data_export_run_async (self->export, path, self->cancellable, on_written, written);
}

/* --- where to ----------------------------------------------------------------------------------- */

static void
on_chosen (GtkWindow *self, GListModel *files)
{
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);

  weft_data_dialog_export (WEFT_DATA_DIALOG (self), file);
}

static void
on_export (WeftDataDialog *self)
{
  const char *format = list_formats (self->state)[get_format (self)];
  g_autofree char *name = g_strconcat (self->name, ".", weft_data_export_get_suffix (format), NULL);
  const WeftFilesQuestion question = {
    .title = _ ("Export Data"),
    .accept = _ ("_Export"),
    .chosen = on_chosen,
    .name = name,
  };

  weft_open_files_ask (GTK_WINDOW (self), &question, NULL);
}

/* --- the dialog --------------------------------------------------------------------------------- */

/* The end of a dialog that a worker holds. */
static void
weft_data_dialog_unrealize (GtkWidget *widget)
{
  WeftDataDialog *self = WEFT_DATA_DIALOG (widget);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timer, g_source_remove);
  GTK_WIDGET_CLASS (weft_data_dialog_parent_class)->unrealize (widget);
}

static void
weft_data_dialog_dispose (GObject *object)
{
  WeftDataDialog *self = WEFT_DATA_DIALOG (object);

  weft_choose_files_stop (self);
  g_clear_object (&self->export);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_data_dialog_parent_class)->dispose (object);
}

static void
weft_data_dialog_finalize (GObject *object)
{
  WeftDataDialog *self = WEFT_DATA_DIALOG (object);

  g_clear_object (&self->cancellable);
  g_free (self->name);
  G_OBJECT_CLASS (weft_data_dialog_parent_class)->finalize (object);
}

static void
weft_data_dialog_class_init (WeftDataDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_data_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_data_dialog_finalize;
  widget_class->unrealize = weft_data_dialog_unrealize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-data-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftDataDialog, format_row);
  gtk_widget_class_bind_template_child (widget_class, WeftDataDialog, part_row);
  gtk_widget_class_bind_template_child (widget_class, WeftDataDialog, error_label);
  gtk_widget_class_bind_template_child (widget_class, WeftDataDialog, export_button);
  gtk_widget_class_bind_template_child (widget_class, WeftDataDialog, progress);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);

  g_signal_new ("exported", WEFT_TYPE_DATA_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_FILE);
}

static void
weft_data_dialog_init (WeftDataDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
}

WeftDataDialog *
weft_data_dialog_new (GtkWindow *parent, WeftViewState *state, const char *name)
{
  WeftDataDialog *self = g_object_new (WEFT_TYPE_DATA_DIALOG, "transient-for", parent, NULL);
  const char *const *formats = list_formats (state);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  WeftCycleRange range;
  gboolean has_part;

  self->state = g_object_ref (state);
  self->name = g_strdup (name);
  for (guint i = 0; formats[i] != NULL; i++)
    gtk_string_list_append (titles, weft_data_export_get_format_title (formats[i]));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->format_row), G_LIST_MODEL (titles));
  has_part = get_filter (self) != NULL || get_range (self, &range);
  gtk_widget_set_visible (self->part_row, has_part);
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->part_row), has_part ? 1 : 0);
  return self;
}
