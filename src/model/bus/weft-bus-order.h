/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sorting rows by what is nearly sorted already: accesses by one of their ticks. */

/* Whether row `a` must come after row `b`. */
typedef gboolean (*WeftBusIsAfter) (guint32 a, guint32 b, gconstpointer data);

/* Sorts `rows`. Rows of which neither must come after the other stay as they were. Time grows with
 * n · log (number of runs that are in order already); needs room for as many rows again. */
void weft_bus_order_sort (guint32 *rows, guint32 n_rows, WeftBusIsAfter is_after,
                          gconstpointer data);

G_END_DECLS
