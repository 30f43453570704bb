/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a file is, in a line for people, without opening it: "Kanata 0004 · 400 ops · 77.1 KiB". A
 * worker reads it for a fraction of a second; of a file that takes longer it says that there is
 * more ("more than 90 000 ops"). What was found is kept as long as the file stays as it is. */

/* The callback comes in the caller's context; it comes soon after a cancellation too. */
void  weft_preview_async  (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data);

/* (transfer full) (nullable): NULL where the file can't be read or is nothing that is known. */
char *weft_preview_finish (GAsyncResult *result);

G_END_DECLS
