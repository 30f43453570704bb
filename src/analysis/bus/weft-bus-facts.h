/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-summary.h"
#include "weft-facts.h"

G_BEGIN_DECLS

/* The tables of a bus trace's statistics. */

typedef enum
{
  WEFT_BUS_TABLE_BUCKET,
  WEFT_BUS_TABLE_MASTER,
  WEFT_BUS_TABLE_REGION,
  WEFT_BUS_TABLE_KIND,
  WEFT_BUS_TABLE_CACHE,
  WEFT_BUS_TABLE_SYMMETRY,
  WEFT_BUS_TABLE_CONTENTION, /* empty without overlaps */
  WEFT_BUS_TABLE_DRIFT,      /* these two are empty without the model */
  WEFT_BUS_TABLE_DELTA,
  WEFT_BUS_N_TABLES
} WeftBusTable;

/* The schemas of their rows. */
extern const WeftSchema weft_bus_table_schemas[WEFT_BUS_N_TABLES];

/* The table over `summary`, as long as that is there. */
WeftFacts weft_bus_facts_get (const WeftBusSummary *summary, WeftBusTable table);

/* The record that a row of WEFT_BUS_TABLE_DRIFT or WEFT_BUS_TABLE_DELTA is about. */
const WeftBusTop *weft_bus_facts_get_top (const WeftBusSummary *summary, WeftBusTable table,
                                          guint row);

/* The filter for the accesses that a row counts: (transfer full), NULL for a row that is about one
 * record. */
char *weft_bus_facts_make_filter (const WeftBusSummary *summary, WeftBusTable table, guint row);

/* Names of the figures that differ, for machine output: (transfer full),
 * "elapsed_p50,wait_nonzero_rate"; "" where nothing does. */
char *weft_bus_asymmetry_to_string (guint asymmetry);

G_END_DECLS
