/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-view-state.h"

G_BEGIN_DECLS

/* View states that another file can be attached to which says more of the trace: the program that a
 * core ran. A family's state implements this interface; the file is then remembered with the trace's.
 * Main thread only.
 *
 * Signal "attached", without arguments but the state: a file was attached. */

#define WEFT_TYPE_ATTACHABLE (weft_attachable_get_type ())
G_DECLARE_INTERFACE (WeftAttachable, weft_attachable, WEFT, ATTACHABLE, WeftViewState)

struct _WeftAttachableInterface
{
  GTypeInterface parent_interface;

  /* The path of the file that is attached: (transfer none) (nullable). */
  const char *(*get_attached) (WeftAttachable *self);

  /* Reads a file on a worker, and attaches it; the file of before stays where that fails. */
  void (*attach_async) (WeftAttachable *self, GFile *file, GAsyncReadyCallback callback,
                        gpointer user_data);
  gboolean (*attach_finish) (WeftAttachable *self, GAsyncResult *result, GError **error);
};

const char *weft_attachable_get_attached (WeftAttachable *self);

void weft_attachable_attach_async (WeftAttachable *self, GFile *file, GAsyncReadyCallback callback,
                                   gpointer user_data);

/* To be called from the callback, as the file is attached by it. */
gboolean weft_attachable_attach_finish (WeftAttachable *self, GAsyncResult *result, GError **error);

G_END_DECLS
