/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-attribution.h"

#include "weft-pipeline-attribution.h"
#include "weft-pipeline-op-source.h"

static WeftPipelineAttribution
get_attribution (gconstpointer data, guint op)
{
  WeftPipelineAttribution said = { .cycles = WEFT_ATTRIBUTION_UNKNOWN };

  weft_pipeline_attribution_get (((const WeftPipelineOpSource *) data)->snapshot->trace, op, &said);
  return said;
}

WeftCell
weft_pipeline_op_reason (gconstpointer data, guint op)
{
  return weft_cell_lent (get_attribution (data, op).reason);
}

WeftCell
weft_pipeline_op_second_reason (gconstpointer data, guint op)
{
  return weft_cell_lent (get_attribution (data, op).second);
}

WeftCell
weft_pipeline_op_reason_cycles (gconstpointer data, guint op)
{
  gint64 cycles = get_attribution (data, op).cycles;

  return cycles >= 0 ? weft_cell_count ((guint64) cycles) : weft_cell_none ();
}
