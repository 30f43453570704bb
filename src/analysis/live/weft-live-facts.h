/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-live-stats.h"

G_BEGIN_DECLS

/* The tables of the figures. */
typedef enum
{
  WEFT_LIVE_TABLE_PROGRAMS,
  WEFT_LIVE_TABLE_STREAMS, /* utilization and gaps */
  WEFT_LIVE_TABLE_CLOCKS,
  WEFT_LIVE_TABLE_LEDGER,
  WEFT_LIVE_TABLE_HOSTS,
  WEFT_LIVE_N_TABLES
} WeftLiveTable;

/* Its facts; they point at the figures. */
WeftFacts weft_live_figures_get_facts (WeftLiveFigures *self, WeftLiveTable table);

/* Cells of a WeftLiveHostFigures; the data is the figures. */
WeftCell weft_live_host_name_cell (gconstpointer data, gconstpointer host);
WeftCell weft_live_host_shift_cell (gconstpointer data, gconstpointer host);
WeftCell weft_live_host_error_cell (gconstpointer data, gconstpointer host);

G_END_DECLS
