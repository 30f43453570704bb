/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-bus.h"
#include "weft-cli-live.h"
#include "weft-cli-noc.h"
#include "weft-cli-npu.h"
#include "weft-cli-pipeline.h"
#include "weft-cli-timeline.h"

/* These draw the traces of each family, in the order of weft-cli-families.c. */

const WeftCliPainter *const weft_cli_painters[] = {
  &weft_cli_pipeline_painter,
  &weft_cli_bus_painter,
  &weft_cli_npu_painter,
  &weft_cli_timeline_painter,
  &weft_cli_noc_painter,
  &weft_cli_live_painter,
  NULL,
};
