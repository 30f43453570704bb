/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-attachment.h"

#include <glib/gi18n-lib.h>

#include "weft-document-memory.h"

#define GROUP "Attached"
#define KEY "path"

struct _WeftAttachment
{
  gatomicrefcount ref_count; /* the owner's, and that of a file that is being read */
  char *path;
  WeftAttachable *state;
  WeftAttachmentLost lost; /* NULL: the owner is gone */
  gpointer user_data;
};

static void
attachment_unref (WeftAttachment *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->state);
  g_free (self->path);
  g_free (self);
}

static void
on_attached (WeftAttachment *self)
{
  g_autoptr (GKeyFile) file = weft_document_memory_open (self->path);
  g_autofree char *known = g_key_file_get_string (file, GROUP, KEY, NULL);
  const char *attached = weft_attachable_get_attached (self->state);

  if (g_strcmp0 (known, attached) == 0)
    return;
  g_key_file_set_string (file, GROUP, KEY, attached);
  weft_document_memory_keep (self->path, file);
}

static void
say_lost (WeftAttachment *self, const char *path, const GError *error)
{
  g_autofree char *base = g_path_get_basename (path), *name = g_filename_display_name (base);
  g_autofree char *text = NULL;

  if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    text = g_strdup_printf (_ ("“%s”, which was attached to this trace, is no longer where it was"),
                            name);
  else
    text = g_strdup_printf (_ ("“%s”, which was attached to this trace, can’t be read: %s"), name,
                            error->message);
  self->lost (text, self->user_data);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer user_data)
{
  WeftAttachment *self = user_data;
  g_autoptr (GKeyFile) file = weft_document_memory_open (self->path);
  g_autofree char *known = g_key_file_get_string (file, GROUP, KEY, NULL);
  g_autoptr (GError) error = NULL;

  if (!weft_attachable_attach_finish (WEFT_ATTACHABLE (object), result, &error)
      && self->lost != NULL && known != NULL)
    say_lost (self, known, error);
  attachment_unref (self);
}

WeftAttachment *
weft_attachment_new (const char *path, WeftAttachable *state, WeftAttachmentLost lost,
                     gpointer user_data)
{
  WeftAttachment *self = g_new0 (WeftAttachment, 1);
  g_autoptr (GKeyFile) memory = weft_document_memory_open (path);
  g_autofree char *known = g_key_file_get_string (memory, GROUP, KEY, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->path = g_strdup (path);
  self->state = g_object_ref (state);
  self->lost = lost;
  self->user_data = user_data;
  g_signal_connect_swapped (state, "attached", G_CALLBACK (on_attached), self);
  if (known != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (known);

      g_atomic_ref_count_inc (&self->ref_count);
      weft_attachable_attach_async (state, file, on_read, self);
    }
  return self;
}

void
weft_attachment_free (WeftAttachment *self)
{
  g_signal_handlers_disconnect_by_data (self->state, self);
  self->lost = NULL;
  attachment_unref (self);
}
