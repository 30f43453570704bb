/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-preview-pane.h"

#include <glib/gi18n-lib.h>

#include "weft-desktop-style.h"
#include "weft-number.h"

/* Milliseconds that a file is chosen before it is read: who goes through a list passes many. */
#define DELAY 60

/* Logical pixels of the picture above its words, and beside them. */
#define TALL_WIDTH 264
#define TALL_HEIGHT 176
#define WIDE_WIDTH 150
#define WIDE_HEIGHT 100

struct _WeftPreviewPane
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *box;
  GtkWidget *stack; /* picture, icon, or neither */
  GtkWidget *picture;
  GtkWidget *icon;
  GtkWidget *nothing;
  GtkWidget *caption;
  GtkWidget *name;
  GtkWidget *text;
  GtkWidget *detail;
  GtkWidget *size;
  GtkWidget *time;
  GtkWidget *place;
  GtkWidget *whole; /* the button of a folder that is one capture */

  gboolean wide;
  WeftFolderItem *item; /* nullable */
  WeftPreview *preview; /* of it; nullable */
  WeftStyle *style;     /* nullable: the desktop's is to be asked for */
  GCancellable *cancellable;
  guint timer;
};

enum
{
  CHANGED,
  WHOLE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (WeftPreviewPane, weft_preview_pane, GTK_TYPE_WIDGET)

/* --- what is shown ---------------------------------------------------------------------------- */

/* A label without text takes no room. */
static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL && *text != '\0');
}

static void
show_picture (WeftPreviewPane *self)
{
  GdkTexture *picture = self->preview != NULL ? self->preview->picture : NULL;
  const char *caption = self->preview != NULL ? self->preview->caption : NULL;
  GIcon *icon =
    self->item != NULL && self->preview != NULL ? weft_folder_item_get_icon (self->item) : NULL;

  gtk_picture_set_paintable (GTK_PICTURE (self->picture), GDK_PAINTABLE (picture));
  gtk_picture_set_alternative_text (GTK_PICTURE (self->picture), caption);
  gtk_image_set_from_gicon (GTK_IMAGE (self->icon), icon);
  set_text (self->caption, caption);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), picture != NULL ? self->picture
                                                        : icon != NULL  ? self->icon
                                                                        : self->nothing);
}

static void
show_preview (WeftPreviewPane *self)
{
  const WeftPreview *preview = self->preview;

  show_picture (self);
  set_text (self->text, preview != NULL ? preview->text : NULL);
  set_text (self->detail, preview != NULL ? preview->detail : NULL);
  gtk_widget_set_visible (self->whole, preview != NULL && preview->kind == WEFT_PREVIEW_TRACE
                                         && weft_folder_item_is_folder (self->item));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* What is known without a look into the file. */
static void
show_item (WeftPreviewPane *self, WeftFolderItem *item)
{
  g_autofree char *changed = weft_folder_item_get_text (item, WEFT_FOLDER_TIME);
  g_autofree char *folder = weft_folder_item_get_text (item, WEFT_FOLDER_PLACE);
  guint64 n = weft_folder_item_get_size (item);
  g_autofree char *number = weft_number_count (n);
  g_autofree char *size = g_strdup_printf (ngettext ("%s byte", "%s bytes", (gulong) n), number);
  g_autofree char *time = g_strdup_printf (_ ("Changed %s"), changed);
  g_autofree char *place = g_strdup_printf (_ ("In %s"), folder);

  set_text (self->name, weft_folder_item_get_name (item));
  set_text (self->size, weft_folder_item_is_folder (item) ? NULL : size);
  set_text (self->time, time);
  set_text (self->place, place);
}

static void
show_many (WeftPreviewPane *self, GPtrArray *items)
{
  g_autofree char *number = weft_number_count (items->len), *name = NULL, *size = NULL;
  guint64 sum = 0;

  for (guint i = 0; i < items->len; i++)
    sum += weft_folder_item_get_size (items->pdata[i]);
  name = g_strdup_printf (ngettext ("%s file", "%s files", items->len), number);
  size = g_format_size_full (sum, G_FORMAT_SIZE_IEC_UNITS);
  set_text (self->name, name);
  set_text (self->size, size);
}

/* --- looking ---------------------------------------------------------------------------------- */

static void
on_preview (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftPreviewPane) self = data;
  WeftPreview *preview = weft_preview_finish (result);

  if (preview == NULL)
    return;
  self->preview = preview;
  show_preview (self);
}

static gboolean
look (gpointer data)
{
  WeftPreviewPane *self = data;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  WeftPreviewPicture picture = { NULL, (self->wide ? WIDE_WIDTH : TALL_WIDTH) * scale,
                                 (self->wide ? WIDE_HEIGHT : TALL_HEIGHT) * scale };

  self->timer = 0;
  if (self->style == NULL)
    self->style =
      weft_desktop_style_create (weft_desktop_style_get_default (), GTK_WIDGET (self), NULL);
  picture.style = self->style;
  weft_preview_async (weft_folder_item_get_file (self->item), &picture, self->cancellable,
                      on_preview, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
stop_looking (WeftPreviewPane *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->preview, weft_preview_unref);
}

static void
begin_looking (WeftPreviewPane *self)
{
  stop_looking (self);
  if (self->item == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->cancellable = g_cancellable_new ();
  self->timer = g_timeout_add (DELAY, look, self);
}

void
weft_preview_pane_set_items (WeftPreviewPane *self, GPtrArray *items)
{
  WeftFolderItem *item;

  g_return_if_fail (WEFT_IS_PREVIEW_PANE (self) && items != NULL);

  item = items->len == 1 ? items->pdata[0] : NULL;
  /* A folder that is read again has other items for the same files. */
  if (item != NULL && self->item != NULL && weft_folder_item_equal (item, self->item))
    return;
  g_set_object (&self->item, item);
  begin_looking (self);
  gtk_widget_set_visible (self->stack, item != NULL);
  set_text (self->name, NULL);
  set_text (self->size, items->len == 0 ? _ ("What is chosen is shown here.") : NULL);
  set_text (self->time, NULL);
  set_text (self->place, NULL);
  if (item != NULL)
    show_item (self, item);
  else if (items->len > 1)
    show_many (self, items);
  show_preview (self);
}

WeftPreview *
weft_preview_pane_get_preview (WeftPreviewPane *self)
{
  g_return_val_if_fail (WEFT_IS_PREVIEW_PANE (self), NULL);

  return self->preview;
}

static void
on_style (WeftPreviewPane *self)
{
  g_clear_pointer (&self->style, weft_style_unref);
  begin_looking (self);
}

static void
on_whole (WeftPreviewPane *self)
{
  g_signal_emit (self, signals[WHOLE], 0, weft_folder_item_get_file (self->item));
}

/* --- the widget ------------------------------------------------------------------------------- */

void
weft_preview_pane_set_wide (WeftPreviewPane *self, gboolean wide)
{
  g_return_if_fail (WEFT_IS_PREVIEW_PANE (self));

  gtk_widget_set_size_request (self->stack, wide ? WIDE_WIDTH : TALL_WIDTH,
                               wide ? WIDE_HEIGHT : TALL_HEIGHT);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box),
                                  wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  if (self->wide == wide)
    return;
  self->wide = wide;
  begin_looking (self);
}

static void
weft_preview_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (weft_preview_pane_parent_class)->map (widget);
  begin_looking (WEFT_PREVIEW_PANE (widget));
}

static void
weft_preview_pane_dispose (GObject *object)
{
  WeftPreviewPane *self = WEFT_PREVIEW_PANE (object);

  stop_looking (self);
  g_clear_object (&self->item);
  g_clear_pointer (&self->style, weft_style_unref);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_preview_pane_parent_class)->dispose (object);
}

static void
weft_preview_pane_class_init (WeftPreviewPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_preview_pane_dispose;
  widget_class->map = weft_preview_pane_map;
  signals[CHANGED] = g_signal_new ("changed", WEFT_TYPE_PREVIEW_PANE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[WHOLE] = g_signal_new ("whole", WEFT_TYPE_PREVIEW_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft_viewer/Weft/weft-preview-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, box);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, picture);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, icon);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, nothing);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, caption);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, name);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, text);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, detail);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, size);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, time);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, place);
  gtk_widget_class_bind_template_child (widget_class, WeftPreviewPane, whole);
  gtk_widget_class_bind_template_callback (widget_class, on_whole);
}

static void
weft_preview_pane_init (WeftPreviewPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_preview_pane_set_wide (self, FALSE);
  g_signal_connect_object (weft_desktop_style_get_default (), "changed", G_CALLBACK (on_style),
                           self, G_CONNECT_SWAPPED);
}
