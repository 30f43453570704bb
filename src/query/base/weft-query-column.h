/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-trace.h"

G_BEGIN_DECLS

/* Takes a cell, as weft_query_walk_get_value() returns it: its text is good until the next one. */
typedef void (*WeftQueryTake) (const WeftCell *cell, gpointer data);

/* Goes through a column of a table where its rows lie, as "SELECT column FROM table" does, in a fraction of the
 * time. FALSE with an error: of WEFT_QUERY_ERROR where there is no such column, or G_IO_ERROR_CANCELLED. */
gboolean weft_query_column_read (WeftQueryTrace *trace, const char *table, const char *column,
                                 WeftQueryTake take, gpointer data, GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
