/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* The fields of records of a NoC capture: of rows of a WeftNocCapture, which are WeftNocRecords where
 * one is read. */
extern const WeftSchema weft_noc_event_schema;

/* Of what an event may have besides: structs, whose data is the capture as well. */
extern const WeftSchema weft_noc_debug_schema;
extern const WeftSchema weft_noc_fabric_schema;
extern const WeftSchema weft_noc_transfer_schema;

/* Filters of records (docs/filters.md). */
const WeftLanguage *weft_noc_language (void);

/* The words that a field of text may have: (transfer full), valid UTF-8. For completing what is
 * typed: `trace` is a WeftNocTrace. */
char **weft_noc_list_values (int function, const WeftField *field, gpointer trace);

G_END_DECLS
