/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-attachable.h"

G_DEFINE_INTERFACE (WeftAttachable, weft_attachable, WEFT_TYPE_VIEW_STATE)

static guint attached_signal;

static void
weft_attachable_default_init (WeftAttachableInterface *iface G_GNUC_UNUSED)
{
  attached_signal = g_signal_new ("attached", WEFT_TYPE_ATTACHABLE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

const char *
weft_attachable_get_attached (WeftAttachable *self)
{
  return WEFT_ATTACHABLE_GET_IFACE (self)->get_attached (self);
}

void
weft_attachable_attach_async (WeftAttachable *self, GFile *file, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  WEFT_ATTACHABLE_GET_IFACE (self)->attach_async (self, file, callback, user_data);
}

gboolean
weft_attachable_attach_finish (WeftAttachable *self, GAsyncResult *result, GError **error)
{
  if (!WEFT_ATTACHABLE_GET_IFACE (self)->attach_finish (self, result, error))
    return FALSE;
  g_signal_emit (self, attached_signal, 0);
  return TRUE;
}
