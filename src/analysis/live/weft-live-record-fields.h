/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-live-records.h"

G_BEGIN_DECLS

/* The fields of records in a WeftLiveRecords, whatever their kind: of filters, tables, search, CSV. What
 * dumps and the inspector have of each kind is in weft-live-fields.h. */
extern const WeftSchema weft_live_record_schema;

/* The language of filters for records. */
const WeftLanguage *weft_live_language (void);

/* The texts of a field, of a WeftLiveTrace: for completion. (transfer full) */
char **weft_live_list_values (int function, const WeftField *field, gpointer trace);

/* The table of the fields that have the flag, of the places in `rows` (nullable: all), `n_rows` of them.
 * Times count from the beginning of the trace. */
WeftFacts weft_live_records_get_facts (const WeftLiveRecords *self, WeftFieldFlags flag,
                                       const guint32 *rows, guint n_rows);

G_END_DECLS
