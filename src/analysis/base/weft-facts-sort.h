/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-facts.h"

G_BEGIN_DECLS

/* Sorts rows of a table, `n_rows` of them, by a column, of which alone cells are read: numbers by
 * value, then texts by their bytes, or the other way round where `descending`; what is not known
 * stands last either way, and equal ones keep their order. FALSE with G_IO_ERROR_CANCELLED when
 * cancelled; the order is then undefined. Any thread. */
gboolean weft_facts_sort (const WeftFacts *self, guint column, gboolean descending, guint32 *rows,
                          guint32 n_rows, GCancellable *cancellable, GError **error);

G_END_DECLS
