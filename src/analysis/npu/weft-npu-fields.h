/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-expression.h"
#include "weft-npu-trace.h"

G_BEGIN_DECLS

/* Filters of NPU events: what expressions (docs/filters.md) can ask of them. */

/* The fields of an event. */
const WeftLanguage *weft_npu_language (void);

/* The words that a field of text may have: (transfer full) (nullable), valid UTF-8. For completing
 * what is typed: `trace` is a WeftNpuTrace. */
char **weft_npu_list_values (int function, const WeftField *field, gpointer trace);

/* The expression that `text` says of events, as weft_expression_parse() does. */
WeftExpression *weft_npu_filter_parse (const char *text, WeftTextPlace *place, GError **error);

/* The events of the snapshot for which the expression holds: (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. Any thread. */
WeftBitset *weft_npu_filter_run (WeftExpression *expression, WeftNpuSnapshot *snapshot,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
