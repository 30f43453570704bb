/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-recent-list.h"

#include <glib/gi18n-lib.h>

#include "weft-desktop-style.h"
#include "weft-preview.h"
#include "weft-recent.h"

/* Logical pixels of the picture that is drawn of a trace, and how much smaller a row shows it. */
#define PICTURE_WIDTH 264
#define PICTURE_HEIGHT 176
#define PICTURE_SCALE 4

struct _WeftRecentList
{
  AdwBin parent_instance;

  GtkWidget *box;
  guint n;
  WeftStyle *style;          /* of the pictures; nullable: none is made yet */
  GQueue waiting;            /* Entry: rows whose files were not looked at yet */
  gboolean looking;          /* at one of them */
  GCancellable *cancellable; /* replaced with the rows */
};

/* A row that waits. */
typedef struct
{
  GFile *file;
  GtkLabel *label;     /* held */
  GtkPicture *picture; /* held */
} Entry;

G_DEFINE_FINAL_TYPE (WeftRecentList, weft_recent_list, ADW_TYPE_BIN)

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_object_unref (entry->file);
  g_object_unref (entry->label);
  g_object_unref (entry->picture);
  g_free (entry);
}

/* --- what they are ---------------------------------------------------------------------------- */

static void look_at_next (WeftRecentList *self);

typedef struct
{
  WeftRecentList *list;
  Entry *entry;
  GCancellable *cancellable;
} Answer;

/* A picture as small as a row would show the axis alone: (transfer full) (nullable). */
static GdkPaintable *
scale_picture (GdkTexture *picture)
{
  const graphene_size_t size =
    GRAPHENE_SIZE_INIT (PICTURE_WIDTH / PICTURE_SCALE, PICTURE_HEIGHT / PICTURE_SCALE);
  GtkSnapshot *snapshot;

  if (picture == NULL)
    return NULL;
  snapshot = gtk_snapshot_new ();
  gdk_paintable_snapshot (GDK_PAINTABLE (picture), snapshot, size.width, size.height);
  return gtk_snapshot_free_to_paintable (snapshot, &size);
}

static void
on_preview (GObject *source G_GNUC_UNUSED, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;
  g_autoptr (WeftRecentList) self = answer->list;
  g_autoptr (WeftPreview) preview = weft_preview_finish (result);
  gboolean known = preview != NULL && preview->kind == WEFT_PREVIEW_TRACE;

  if (known)
    {
      g_autoptr (GdkPaintable) picture = scale_picture (preview->picture);

      gtk_label_set_text (answer->entry->label, preview->text);
      gtk_picture_set_paintable (answer->entry->picture, picture);
      gtk_widget_set_tooltip_text (GTK_WIDGET (answer->entry->picture), preview->caption);
    }
  gtk_widget_set_visible (GTK_WIDGET (answer->entry->label), known);
  entry_free (answer->entry);
  self->looking = FALSE;
  if (!g_cancellable_is_cancelled (answer->cancellable) || self->waiting.length > 0)
    look_at_next (self);
  g_object_unref (answer->cancellable);
  g_free (answer);
}

static void
look_at_next (WeftRecentList *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  WeftPreviewPicture picture = { NULL, PICTURE_WIDTH * scale, PICTURE_HEIGHT * scale };
  Answer *answer;

  if (self->looking || self->waiting.length == 0)
    return;
  self->looking = TRUE;
  self->style =
    weft_desktop_style_create (weft_desktop_style_get_default (), GTK_WIDGET (self), self->style);
  picture.style = self->style;
  answer = g_new0 (Answer, 1);
  answer->list = g_object_ref (self);
  answer->entry = g_queue_pop_head (&self->waiting);
  answer->cancellable = g_object_ref (self->cancellable);
  weft_preview_async (answer->entry->file, &picture, self->cancellable, on_preview, answer);
}

/* --- rows ------------------------------------------------------------------------------------- */

static GtkWidget *
create_label (const char *text, gboolean dim)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  /* Ends of names and of paths tell them apart, and so do their beginnings. */
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  if (dim)
    {
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "caption");
    }
  return label;
}

static void
add_row (WeftRecentList *self, GtkRecentInfo *info)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path = folder != NULL ? g_file_get_parse_name (folder) : g_strdup ("");
  GtkWidget *kind = create_label ("", TRUE), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *picture = gtk_picture_new ();
  Entry *entry = g_new0 (Entry, 1);

  gtk_box_append (GTK_BOX (box), create_label (gtk_recent_info_get_display_name (info), FALSE));
  gtk_box_append (GTK_BOX (box), kind);
  gtk_box_append (GTK_BOX (box), create_label (path, TRUE));
  gtk_widget_set_size_request (picture, PICTURE_WIDTH / PICTURE_SCALE,
                               PICTURE_HEIGHT / PICTURE_SCALE);
  gtk_widget_set_valign (picture, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (line), picture);
  gtk_box_append (GTK_BOX (line), box);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  g_object_set_data_full (G_OBJECT (row), "uri", g_strdup (gtk_recent_info_get_uri (info)), g_free);
  gtk_list_box_append (GTK_LIST_BOX (self->box), row);
  entry->file = g_steal_pointer (&file);
  entry->label = g_object_ref (GTK_LABEL (kind));
  entry->picture = g_object_ref (GTK_PICTURE (picture));
  g_queue_push_tail (&self->waiting, entry);
}

static void
clear (WeftRecentList *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_queue_clear_full (&self->waiting, entry_free);
}

guint
weft_recent_list_fill (WeftRecentList *self)
{
  GList *items = weft_recent_get (self->n);
  guint n = g_list_length (items);
  GtkWidget *row;

  clear (self);
  self->cancellable = g_cancellable_new ();
  while ((row = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->box), row);
  for (GList *item = items; item != NULL; item = item->next)
    add_row (self, item->data);
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  look_at_next (self);
  return n;
}

GtkWidget *
weft_recent_list_get_box (WeftRecentList *self)
{
  return self->box;
}

/* Not an action of the row's own: of a row that has one, the box does not tell. */
static void
on_row (WeftRecentList *self, GtkListBoxRow *row)
{
  g_autofree char *uri = g_strdup (g_object_get_data (G_OBJECT (row), "uri"));

  g_signal_emit_by_name (self, "opened");
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-uri", "s", uri);
}

/* --- the widget ------------------------------------------------------------------------------- */

static void
weft_recent_list_dispose (GObject *object)
{
  WeftRecentList *self = WEFT_RECENT_LIST (object);

  clear (self);
  g_clear_pointer (&self->style, weft_style_unref);
  G_OBJECT_CLASS (weft_recent_list_parent_class)->dispose (object);
}

static void
weft_recent_list_class_init (WeftRecentListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_recent_list_dispose;
  g_signal_new ("opened", WEFT_TYPE_RECENT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
weft_recent_list_init (WeftRecentList *self)
{
  GtkWidget *empty = create_label (_ ("No trace was open lately"), TRUE);

  gtk_widget_set_margin_top (empty, 6);
  gtk_widget_set_margin_bottom (empty, 6);
  gtk_widget_set_margin_start (empty, 12);
  self->box = gtk_list_box_new ();
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->box), empty);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->box), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Recent traces"), -1);
  g_signal_connect_swapped (self->box, "row-activated", G_CALLBACK (on_row), self);
  adw_bin_set_child (ADW_BIN (self), self->box);
}

GtkWidget *
weft_recent_list_new (guint n)
{
  WeftRecentList *self = g_object_new (WEFT_TYPE_RECENT_LIST, NULL);

  self->n = n;
  return GTK_WIDGET (self);
}
