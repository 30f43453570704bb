/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Microseconds from one look at whether the lock is free to the next. */
#define WEFT_API_LOCK_PATIENCE 2000

/* Locks what another thread may have for as long as it works. FALSE with G_IO_ERROR_CANCELLED: it is not locked. */
static inline gboolean
weft_api_lock (GMutex *mutex, GCancellable *cancellable, GError **error)
{
  while (!g_mutex_trylock (mutex))
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      g_usleep (WEFT_API_LOCK_PATIENCE);
    }
  return TRUE;
}

G_END_DECLS
