/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-cpi-stack.h"

#include <math.h>

GArray *
weft_pipeline_cpi_stack_new (const WeftPipelineSlots *slots, gint64 first, gint64 end)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (WeftCpiPart));
  guint32 width = weft_pipeline_slots_get_width (slots);
  const gboolean has_time = weft_pipeline_slots_has_time (slots);
  guint64 lost[WEFT_N_CPI_PARTS], n_retired;
  double all = 0;

  if (width == 0)
    return parts;
  weft_pipeline_slots_sum (slots, first, end, lost, &n_retired);
  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    all += (double) lost[i];
  for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
    {
      WeftCpiPart part = { .category = (WeftCpiCategory) i,
                           .slots = lost[i],
                           .cycles = has_time ? (double) lost[i] / width : (double) NAN };

      part.share = has_time && all > 0 ? (double) part.slots / all : (double) NAN;
      part.cpi = n_retired > 0 ? part.cycles / (double) n_retired : (double) NAN;
      g_array_append_val (parts, part);
    }
  return parts;
}
