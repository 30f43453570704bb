/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-drop-hint.h"

#include "weft-preview.h"

/* Of how many files it says what they are. */
#define MAX_FILES 5

struct _WeftDropHint
{
  AdwBin parent_instance;

  GtkWidget *box;
  GCancellable *cancellable; /* of the looks at the files that are held there now; nullable */
};

G_DEFINE_FINAL_TYPE (WeftDropHint, weft_drop_hint, ADW_TYPE_BIN)

static void
on_preview (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkLabel) label = data;
  g_autoptr (WeftPreview) preview = weft_preview_finish (result);

  if (preview != NULL)
    gtk_label_set_text (label, preview->text);
}

static GtkWidget *
add_label (WeftDropHint *self, const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (self->box), label);
  return label;
}

static void
add_file (WeftDropHint *self, GFile *file)
{
  g_autofree char *base = g_file_get_basename (file), *name = g_filename_display_name (base);
  GtkWidget *label;

  add_label (self, name, "heading");
  label = add_label (self, "…", "caption");
  weft_preview_async (file, NULL, self->cancellable, on_preview, g_object_ref (label));
}

static void
clear (WeftDropHint *self)
{
  GtkWidget *label;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  while (self->box != NULL && (label = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), label);
}

void
weft_drop_hint_set_files (WeftDropHint *self, GdkFileList *files)
{
  g_autoptr (GSList) items = files != NULL ? gdk_file_list_get_files (files) : NULL;
  guint n = 0;

  g_return_if_fail (WEFT_IS_DROP_HINT (self));

  clear (self);
  self->cancellable = g_cancellable_new ();
  for (GSList *item = items; item != NULL && n < MAX_FILES; item = item->next, n++)
    add_file (self, item->data);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

/* It is known before they are dropped, as the target reads it ahead. */
static void
on_value (WeftDropHint *self, GParamSpec *pspec G_GNUC_UNUSED, GtkDropTarget *target)
{
  const GValue *value = gtk_drop_target_get_value (target);

  weft_drop_hint_set_files (self, value != NULL ? g_value_get_boxed (value) : NULL);
}

static gboolean
on_drop (WeftDropHint *self, const GValue *value)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));

  for (GSList *item = files; item != NULL; item = item->next)
    g_signal_emit_by_name (self, "dropped", item->data);
  return files != NULL;
}

static void
weft_drop_hint_dispose (GObject *object)
{
  WeftDropHint *self = WEFT_DROP_HINT (object);

  clear (self);
  G_OBJECT_CLASS (weft_drop_hint_parent_class)->dispose (object);
}

static void
weft_drop_hint_class_init (WeftDropHintClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_drop_hint_dispose;
  g_signal_new ("dropped", WEFT_TYPE_DROP_HINT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                1, G_TYPE_FILE);
}

static void
weft_drop_hint_init (WeftDropHint *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  gtk_widget_add_css_class (self->box, "drop-hint");
  adw_bin_set_child (ADW_BIN (self), self->box);
  g_object_set (self, "visible", FALSE, "can-target", FALSE, "halign", GTK_ALIGN_CENTER, "valign",
                GTK_ALIGN_END, "margin-bottom", 24, NULL);
}

WeftDropHint *
weft_drop_hint_add (GtkOverlay *overlay)
{
  WeftDropHint *self = g_object_new (WEFT_TYPE_DROP_HINT, NULL);
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_drop_target_set_preload (target, TRUE);
  g_signal_connect_object (target, "notify::value", G_CALLBACK (on_value), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "drop", G_CALLBACK (on_drop), self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (GTK_WIDGET (overlay), "drop-here");
  gtk_widget_add_controller (GTK_WIDGET (overlay), GTK_EVENT_CONTROLLER (target));
  gtk_overlay_add_overlay (overlay, GTK_WIDGET (self));
  return self;
}
