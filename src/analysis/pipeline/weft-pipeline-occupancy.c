/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-occupancy.h"

#include <math.h>

#include "weft-cycle-range.h"

GArray *
weft_pipeline_occupancy_new (const WeftPipelineHistory *history, gint64 from, gint64 to)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (WeftPipelineOccupancy));
  const WeftPipelinePhases *phases = weft_pipeline_history_get_phases (history);
  double n_cycles = (double) weft_cycles_between (from, to);

  for (guint i = 0; i < WEFT_N_STRUCTURES; i++)
    {
      WeftPipelineOccupancy row = { .structure = (WeftPipelineStructure) i };

      if (weft_pipeline_history_sum_structure (history, row.structure, from, to, &row.op_cycles))
        g_array_append_val (rows, row);
    }
  for (guint i = 0; i < weft_pipeline_history_get_n_stages (history); i++)
    {
      WeftPipelineOccupancy row = { .is_stage = TRUE,
                                    .stage = weft_pipeline_history_get_stage (history, i) };

      row.phase = weft_pipeline_phases_get (phases, row.stage);
      row.is_said = weft_pipeline_phases_is_said (phases, row.stage);
      row.op_cycles = weft_pipeline_history_sum (history, WEFT_HISTORY_STAGE, i, from, to);
      g_array_append_val (rows, row);
    }
  for (guint i = 0; i < rows->len; i++)
    {
      WeftPipelineOccupancy *row = &g_array_index (rows, WeftPipelineOccupancy, i);

      row->mean = n_cycles > 0 ? (double) row->op_cycles / n_cycles : (double) NAN;
    }
  return rows;
}
