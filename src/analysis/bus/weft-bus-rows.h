/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-index.h"
#include "weft-bus-model.h"
#include "weft-facts.h"

G_BEGIN_DECLS

/* The accesses of an index as a table of facts, in replay order. */
typedef struct
{
  const WeftBusIndex *index;
  const WeftBusModel *model;
} WeftBusRows;

/* The table, as long as `rows` and what it points at are there. Row i is the access
 * weft_bus_index_get_row (index, i). */
WeftFacts weft_bus_rows_get_facts (const WeftBusRows *rows);

G_END_DECLS
