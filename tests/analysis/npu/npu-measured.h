/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "npu-fixture.h"
#include "weft-expression-eval.h"
#include "weft-load.h"
#include "weft-npu-banks.h"
#include "weft-npu-bound.h"
#include "weft-npu-comparison.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-findings.h"
#include "weft-npu-series.h"
#include "weft-npu-stall.h"
#include "weft-npu-tokens.h"
#include "weft-npu-words.h"

#include "check-finding.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>

/* Shared by tests of statistics of NPU runs. */

static inline WeftNpuStats *
measure (const NpuFixture *fixture, const WeftCycleRange *range, const char *filter)
{
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (fixture->snapshot);
  g_autoptr (WeftBitset) rows = NULL;

  if (filter != NULL)
    {
      WeftTextPlace place;
      g_autoptr (WeftExpression) expression =
        weft_expression_parse (weft_npu_language (), filter, &place, NULL);

      g_assert_nonnull (expression);
      rows = weft_expression_run (expression, fixture->snapshot, fixture->snapshot->n_events, NULL,
                                  NULL);
    }
  return weft_npu_stats_new (fixture->snapshot, bandwidth, NULL, range, rows, NULL);
}

static inline WeftNpuStats *
measure_all (const NpuFixture *fixture)
{
  return measure (fixture, &WEFT_CYCLE_RANGE_ALL, NULL);
}

#define LOAD(tile, bank, address) \
  "{\"type\": \"ENGINE_EVENT\", \"engine\": \"DMA\", \"engine_id\": 0, \"op\": \"LOAD\", " \
  "\"tile_id\": \"" tile \
  "\", \"start_cycle\": 0, \"end_cycle\": 10, \"details\": {\"bytes\": 64, " \
  "\"direction\": \"read\", \"spm_bank\": " #bank ", \"spm_offset\": 128, " \
  "\"dram_addr\": " #address "}},\n"
#define ACCESS \
  "{\"type\": \"MEM_ACCESS_EVENT\", \"mem_type\": \"DRAM\", \"cycle\": 4, " \
  "\"direction\": \"read\", \"bytes\": 32, \"addr\": 120000, \"source_engine\": \"DMA\", " \
  "\"source_engine_id\": 0},\n"
#define BUS "{\"type\": \"BUS_EVENT\", \"start_cycle\": 5, \"end_cycle\": 9, \"bytes\": 256}"

static const char spots[] =
  NPU_DOCUMENT (LOAD ("a", 2, 4096) LOAD ("a", 254, 8192) LOAD ("b", 255, 8192)
                  LOAD ("b", 70000, 4096) ACCESS BUS,
                "", "");
