/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-export-dialog.h"

#include <glib/gi18n-lib.h>

#include "weft-choose-files.h"
#include "weft-open-files.h"
#include "weft-wrap-box.h"

struct _WeftExportDialog
{
  AdwWindow parent_instance;

  GtkWidget *part_row;
  GtkWidget *theme_row;
  GtkWidget *width_button;
  GtkWidget *height_button;
  GtkWidget *scale_button;
  GtkWidget *size_row;
  GtkWidget *error_label;
  GtkWidget *export_button;
  GtkWidget *spinner;

  WeftPrintable *printable;
  char *name; /* of the file, without its end */
  GCancellable *cancellable;
  GFile *file; /* that is being written */
};

G_DEFINE_FINAL_TYPE (WeftExportDialog, weft_export_dialog, ADW_TYPE_WINDOW)

/* --- what was chosen -------------------------------------------------------------------------- */

static int
get_number (GtkWidget *button)
{
  return gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (button));
}

static WeftTheme
get_theme (WeftExportDialog *self)
{
  WeftStyle *style = weft_printable_get_style (self->printable);

  switch (adw_combo_row_get_selected (ADW_COMBO_ROW (self->theme_row)))
    {
    case 1:
      return WEFT_THEME_LIGHT;
    case 2:
      return WEFT_THEME_DARK;
    default:
      return style->options.theme;
    }
}

void
weft_export_dialog_get_options (WeftExportDialog *self, WeftPictureFormat format,
                                WeftPrintOptions *options)
{
  *options = (WeftPrintOptions){
    .whole = adw_combo_row_get_selected (ADW_COMBO_ROW (self->part_row)) == 1,
    .format = format,
    .width = get_number (self->width_button),
    .height = get_number (self->height_button),
    .scale = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->scale_button)),
    .theme = get_theme (self),
  };
}

/* A PNG has so many pixels. */
static void
update_size (WeftExportDialog *self)
{
  WeftPrintOptions options;
  g_autofree char *text = NULL;
  int width, height;

  weft_export_dialog_get_options (self, WEFT_PICTURE_PNG, &options);
  width = (int) (options.width * options.scale + 0.5);
  height = (int) (options.height * options.scale + 0.5);
  if (MAX (width, height) > WEFT_PRINT_MAX_SIZE)
    text = g_strdup_printf (_ ("At most %d pixels can be drawn each way"), WEFT_PRINT_MAX_SIZE);
  else
    text = g_strdup_printf (_ ("%d × %d pixels as a PNG"), width, height);
  gtk_widget_set_sensitive (self->export_button, MAX (width, height) <= WEFT_PRINT_MAX_SIZE);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->size_row), text);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void
show_error (WeftExportDialog *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->error_label), text != NULL ? text : "");
  gtk_widget_set_visible (self->error_label, text != NULL);
}

static void
set_busy (WeftExportDialog *self, gboolean busy)
{
  gtk_widget_set_visible (self->spinner, busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
  gtk_widget_set_sensitive (self->export_button, !busy);
}

/* FALSE where it did not work, or the dialog has gone. */
static gboolean
check (WeftExportDialog *self, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  if (error == NULL)
    return TRUE;
  show_error (self, error->message);
  set_busy (self, FALSE);
  return FALSE;
}

static void
on_written (GObject *file, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftExportDialog) self = data;
  g_autoptr (GError) error = NULL;

  g_file_replace_contents_finish (G_FILE (file), result, NULL, &error);
  if (!check (self, error))
    return;
  g_signal_emit_by_name (self, "exported", file);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
on_encoded (GObject *printable, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftExportDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
    weft_printable_encode_finish (WEFT_PRINTABLE (printable), result, &error);

  if (!check (self, error))
    return;
  g_file_replace_contents_bytes_async (self->file, bytes, NULL, FALSE, G_FILE_CREATE_NONE,
                                       self->cancellable, on_written, g_object_ref (self));
}

void
weft_export_dialog_export (WeftExportDialog *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  WeftPrintOptions options;
  WeftPictureFormat format;

  g_return_if_fail (WEFT_IS_EXPORT_DIALOG (self));

  if (!weft_picture_format_from_name (name, &format))
    {
      show_error (self, _ ("The name must end in .png, .svg or .pdf."));
      return;
    }
  show_error (self, NULL);
  set_busy (self, TRUE);
  g_set_object (&self->file, file);
  weft_export_dialog_get_options (self, format, &options);
  weft_printable_encode_async (self->printable, &options, self->cancellable, on_encoded,
                               g_object_ref (self));
}

/* --- where to --------------------------------------------------------------------------------- */

static void
on_chosen (GtkWindow *self, GListModel *files)
{
  g_autoptr (GFile) file = g_list_model_get_item (files, 0);

  weft_export_dialog_export (WEFT_EXPORT_DIALOG (self), file);
}

static void
on_export (WeftExportDialog *self)
{
  g_autofree char *name = g_strconcat (self->name, ".png", NULL);
  const WeftFilesQuestion question = {
    .title = _ ("Export Picture"),
    .accept = _ ("_Export"),
    .chosen = on_chosen,
    .name = name,
    .kind = _ ("Pictures (PNG, SVG, PDF)"),
  };

  weft_open_files_ask (GTK_WINDOW (self), &question, NULL);
}

/* --- the dialog ------------------------------------------------------------------------------- */

/* The end of a dialog that workers hold. */
static void
weft_export_dialog_unrealize (GtkWidget *widget)
{
  g_cancellable_cancel (WEFT_EXPORT_DIALOG (widget)->cancellable);
  GTK_WIDGET_CLASS (weft_export_dialog_parent_class)->unrealize (widget);
}

static void
weft_export_dialog_dispose (GObject *object)
{
  WeftExportDialog *self = WEFT_EXPORT_DIALOG (object);

  weft_choose_files_stop (self);
  g_clear_object (&self->file);
  g_clear_object (&self->printable);
  G_OBJECT_CLASS (weft_export_dialog_parent_class)->dispose (object);
}

static void
weft_export_dialog_finalize (GObject *object)
{
  WeftExportDialog *self = WEFT_EXPORT_DIALOG (object);

  g_clear_object (&self->cancellable);
  g_free (self->name);
  G_OBJECT_CLASS (weft_export_dialog_parent_class)->finalize (object);
}

static void
weft_export_dialog_class_init (WeftExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_export_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_export_dialog_finalize;
  widget_class->unrealize = weft_export_dialog_unrealize;
  g_type_ensure (WEFT_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, part_row);
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, theme_row);
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, width_button);
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, height_button);
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, scale_button);
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, size_row);
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, error_label);
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, export_button);
  gtk_widget_class_bind_template_child (widget_class, WeftExportDialog, spinner);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);

  g_signal_new ("exported", WEFT_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_FILE);
}

static void
weft_export_dialog_init (WeftExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
}

WeftExportDialog *
weft_export_dialog_new (GtkWindow *parent, WeftPrintable *printable, const char *name, int width,
                        int height)
{
  WeftExportDialog *self = g_object_new (WEFT_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  GtkWidget *buttons[] = { self->width_button, self->height_button, self->scale_button };
  const double values[] = { width, height, 1 };

  self->printable = g_object_ref (printable);
  self->name = g_strdup (name);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (buttons[i]), values[i]);
      g_signal_connect_object (buttons[i], "value-changed", G_CALLBACK (update_size), self,
                               G_CONNECT_SWAPPED);
    }
  update_size (self);
  return self;
}
