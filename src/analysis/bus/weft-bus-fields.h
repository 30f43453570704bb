/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-bus-trace.h"
#include "weft-expression.h"

G_BEGIN_DECLS

/* Filters of bus records: what expressions (docs/filters.md) can ask of them. */

/* The fields of a record. */
const WeftLanguage *weft_bus_language (void);

/* The words that a field of text may have: (transfer full) (nullable), valid UTF-8. For completing
 * what is typed: `trace` is a WeftBusTrace. */
char **weft_bus_list_values (int function, const WeftField *field, gpointer trace);

/* The expression that `text` says of records, as weft_expression_parse() does. */
WeftExpression *weft_bus_filter_parse (const char *text, WeftTextPlace *place, GError **error);

/* The rows of the snapshot for which the expression holds: (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. Any thread. */
WeftBitset *weft_bus_filter_run (WeftExpression *expression, WeftBusSnapshot *snapshot,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
