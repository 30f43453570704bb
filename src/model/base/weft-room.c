/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-room.h"

#include "weft-memory-budget.h"

#include <glib/gi18n-lib.h>

/* Taken besides, of a large trace: columns that are unpacked for a while, and what threads have. */
#define BESIDES ((guint64) 48 << 20)

static void
set_error (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                       _ ("There is no memory left to count all of this trace, nor room for it on "
                          "the disk; what was read of it is kept. "
                          "Close other documents, make room on the disk, or open a part of it."));
}

gboolean
weft_room_check (guint64 bytes, GError **error)
{
  const guint64 besides = MIN (bytes, BESIDES);
  const gboolean has_room =
    weft_memory_has_room (bytes < G_MAXSIZE - besides ? bytes + besides + 1 : G_MAXSIZE);

  if (!has_room)
    set_error (error);
  return has_room;
}

gboolean
weft_room_found (gconstpointer bulk, GError **error)
{
  if (bulk == NULL)
    set_error (error);
  return bulk != NULL;
}
