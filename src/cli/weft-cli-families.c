/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"
#include "weft-cli-live.h"
#include "weft-cli-noc.h"
#include "weft-cli-npu.h"
#include "weft-cli-pipeline.h"
#include "weft-cli-timeline.h"

/* The kinds of traces that weft-cli knows, in the order in which it lists their words. */

const WeftCliFamily *const weft_cli_families[] = {
  &weft_cli_pipeline, &weft_cli_bus,  &weft_cli_npu, &weft_cli_timeline,
  &weft_cli_noc,      &weft_cli_live, NULL,
};
