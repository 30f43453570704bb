/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-bus-rows.h"
#include "weft-expression.h"
#include "weft-facts.h"

G_BEGIN_DECLS

/* The fields of the accesses of a bus: of rows of a WeftBusRows. */
extern const WeftSchema weft_bus_access_schema;

/* The fields of the model's verdict on an access: of WeftBusVerdict. */
extern const WeftSchema weft_bus_verdict_schema;

/* The table of the fields that have the flag, as long as `self` and what it points at are there. Row i
 * is the access weft_bus_index_get_row (index, i). */
WeftFacts weft_bus_rows_get_facts (const WeftBusRows *self, WeftFieldFlags flag);

/* Filters of accesses (docs/filters.md). */
const WeftLanguage *weft_bus_language (void);

/* The words that a field of text may have: (transfer full), valid UTF-8. For completing what is
 * typed: `trace` is a WeftBusTrace. */
char **weft_bus_list_values (int function, const WeftField *field, gpointer trace);

/* The accesses of the snapshot for which the expression holds: (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. Any thread. */
WeftBitset *weft_bus_filter_run (WeftExpression *expression, WeftBusSnapshot *snapshot,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
