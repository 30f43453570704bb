/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-noc-stats.h"

G_BEGIN_DECLS

/* The figures of a capture as tables, for terminals, files and windows. */

typedef enum
{
  WEFT_NOC_BY_LINK,
  WEFT_NOC_BY_TILE,
  WEFT_NOC_BY_TYPE,
  WEFT_NOC_BY_NOC,
  WEFT_NOC_BY_CONTROLLER,
  WEFT_NOC_BY_INTERFACE,
  WEFT_NOC_BY_ZONE,
  WEFT_NOC_BY_CHIP_LINK,
  WEFT_NOC_N_TABLES
} WeftNocTable;

/* The schemas of their rows. Of what inspectors show, fields with WEFT_NOC_AMOUNTS come first. */
#define WEFT_NOC_AMOUNTS WEFT_FIELD_KIND (WEFT_NOC_N_TABLES)

/* How the figure comes about: to be translated. */
#define WEFT_NOC_BOUNDED_HELP \
  N_ ( \
    "Estimate, barrier-bounded rate: a transfer's bytes are spread evenly from its issue to the " \
    "end of the barrier after it. Mean: bytes inside the interval ÷ (capacity × interval). Peak: " \
    "the largest mean over 256 cycles.")

extern const WeftSchema weft_noc_table_schemas[WEFT_NOC_N_TABLES];

typedef struct
{
  const WeftNocStats *stats;
  const GArray *zones; /* (nullable) of weft_noc_judge_zones(): for WEFT_NOC_BY_ZONE */
  GArray *types;       /* guint: those that there are events of */
} WeftNocTables;

/* `stats` and `zones` must outlive the tables. */
void weft_noc_tables_init (WeftNocTables *self, const WeftNocStats *stats, const GArray *zones);
void weft_noc_tables_clear (WeftNocTables *self);

/* Valid as long as the tables. */
WeftFacts weft_noc_tables_get (const WeftNocTables *self, WeftNocTable table);

G_END_DECLS
