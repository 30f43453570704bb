/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-socket-row.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>

#include "weft-direction.h"
#include "weft-live-paths.h"

struct _WeftSocketRow
{
  GtkBox parent_instance;

  GtkWidget *path;   /* GtkEntry */
  GtkWidget *remove; /* GtkButton */
  GtkWidget *state;  /* what answers there */
};

G_DEFINE_FINAL_TYPE (WeftSocketRow, weft_socket_row, GTK_TYPE_BOX)

char *
weft_socket_row_get_path (WeftSocketRow *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->path))));
}

/* On the same machine that is known at once. */
gboolean
weft_socket_row_answers (WeftSocketRow *self)
{
  g_autofree char *path = weft_socket_row_get_path (self);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocketConnection) connection = NULL;

  if (*path != '\0')
    connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);
  return connection != NULL;
}

gboolean
weft_socket_row_is_usual (WeftSocketRow *self)
{
  g_autofree char *path = weft_socket_row_get_path (self);
  g_autofree char *usual = weft_live_get_view_path (NULL);

  return g_str_equal (path, usual);
}

void
weft_socket_row_set_removable (WeftSocketRow *self, gboolean removable)
{
  gtk_widget_set_visible (self->remove, removable);
}

static void
update (WeftSocketRow *self)
{
  const char *text = weft_socket_row_answers (self) ? _ ("A daemon answers there.")
                     : weft_socket_row_is_usual (self)
                       ? _ ("No daemon runs. One is started.")
                       : _ ("Nobody answers there yet. It is tried until somebody does.");

  gtk_label_set_text (GTK_LABEL (self->state), text);
  weft_direction_align_lines (GTK_LABEL (self->state));
  g_signal_emit_by_name (self, "changed");
}

static void
on_remove (WeftSocketRow *self)
{
  g_signal_emit_by_name (self, "remove");
}

static void
weft_socket_row_class_init (WeftSocketRowClass *klass G_GNUC_UNUSED)
{
  g_signal_new ("changed", WEFT_TYPE_SOCKET_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("remove", WEFT_TYPE_SOCKET_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
}

static void
weft_socket_row_init (WeftSocketRow *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 3);
  self->path = gtk_entry_new ();
  gtk_entry_set_activates_default (GTK_ENTRY (self->path), TRUE);
  gtk_widget_set_hexpand (self->path, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->path), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Socket"), -1);
  self->remove = gtk_button_new_from_icon_name ("list-remove-symbolic");
  gtk_widget_set_tooltip_text (self->remove, _ ("Leave this socket out"));
  gtk_widget_add_css_class (self->remove, "flat");
  gtk_box_append (GTK_BOX (line), self->path);
  gtk_box_append (GTK_BOX (line), self->remove);
  self->state = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->state), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->state), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (self->state), 56);
  gtk_widget_add_css_class (self->state, "dim-label");
  gtk_widget_add_css_class (self->state, "caption");
  gtk_box_append (GTK_BOX (self), line);
  gtk_box_append (GTK_BOX (self), self->state);
  g_signal_connect_object (self->path, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->remove, "clicked", G_CALLBACK (on_remove), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
weft_socket_row_new (const char *path)
{
  WeftSocketRow *self = g_object_new (WEFT_TYPE_SOCKET_ROW, NULL);

  gtk_editable_set_text (GTK_EDITABLE (self->path), path);
  update (self);
  return GTK_WIDGET (self);
}
