/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* Filters of NoC records (docs/filters.md): what expressions can ask of them. */

const WeftLanguage *weft_noc_language (void);

/* The words that a field of text may have: (transfer full) (nullable), valid UTF-8. For completing
 * what is typed: `trace` is a WeftNocTrace. */
char **weft_noc_list_values (int function, const WeftField *field, gpointer trace);

/* The expression that `text` says of records, as weft_expression_parse() does. */
WeftExpression *weft_noc_filter_parse (const char *text, WeftTextPlace *place, GError **error);

/* The records of the capture for which the expression holds: (transfer full). NULL with
 * G_IO_ERROR_CANCELLED when cancelled. Any thread. */
WeftBitset *weft_noc_filter_run (WeftExpression *expression, const WeftNocCapture *capture,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
