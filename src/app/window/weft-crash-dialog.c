/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-crash-dialog.h"

struct _WeftCrashDialog
{
  AdwWindow parent_instance;

  GtkWidget *report_view;
  GtkWidget *restore_button;
};

G_DEFINE_FINAL_TYPE (WeftCrashDialog, weft_crash_dialog, ADW_TYPE_WINDOW)

static void
on_restore (WeftCrashDialog *self)
{
  g_autoptr (GtkApplication) application =
    g_object_ref (gtk_window_get_application (gtk_window_get_transient_for (GTK_WINDOW (self))));

  gtk_window_close (GTK_WINDOW (self));
  g_action_group_activate_action (G_ACTION_GROUP (application), "restore-session", NULL);
}

static void
on_copy (WeftCrashDialog *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->report_view));
  g_autofree char *text = NULL;

  g_object_get (buffer, "text", &text, NULL);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
weft_crash_dialog_class_init (WeftCrashDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-crash-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftCrashDialog, report_view);
  gtk_widget_class_bind_template_child (widget_class, WeftCrashDialog, restore_button);
  gtk_widget_class_bind_template_callback (widget_class, on_restore);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
weft_crash_dialog_init (WeftCrashDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_crash_dialog_show (GtkWindow *parent, const char *report, gboolean offered)
{
  WeftCrashDialog *self = g_object_new (WEFT_TYPE_CRASH_DIALOG, "transient-for", parent, NULL);

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->report_view)), report,
                            -1);
  gtk_widget_set_visible (self->restore_button, offered);
  gtk_window_present (GTK_WINDOW (self));
}
