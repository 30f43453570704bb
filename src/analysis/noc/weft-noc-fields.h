/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* What is known of a record of a NoC capture: of rows of a WeftNocCapture. */
extern const WeftSchema weft_noc_event_schema;

/* Filters of records (docs/filters.md). */
const WeftLanguage *weft_noc_language (void);

/* The words that a field of text may have: (transfer full), valid UTF-8. For completing what is
 * typed: `trace` is a WeftNocTrace. */
char **weft_noc_list_values (int function, const WeftField *field, gpointer trace);

G_END_DECLS
