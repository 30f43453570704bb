/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-bus.h"
#include "weft-query-live.h"
#include "weft-query-noc.h"
#include "weft-query-npu.h"
#include "weft-query-pipeline.h"
#include "weft-query-timeline.h"

/* The kinds of traces that queries can read, in the order in which docs/sql.md has them. */

const WeftQueryFamily *const weft_query_families[] = {
  &weft_query_pipeline,
  &weft_query_noc,
  &weft_query_npu,
  &weft_query_timeline,
  &weft_query_bus,
  &weft_query_live,
  NULL,
};
