/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Looks for memory for about so many bytes more, before what takes them begins: memory that is asked for in vain on
 * the way would end the program, with all that was loaded. FALSE with an error for people: there is none. Any
 * thread. */
gboolean weft_room_check (guint64 bytes, GError **error);

/* Whether there was room for what was asked for (weft-bulk.h), which is NULL where there was none: the same error then. */
gboolean weft_room_found (gconstpointer bulk, GError **error);

G_END_DECLS
