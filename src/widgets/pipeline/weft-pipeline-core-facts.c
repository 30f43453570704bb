/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-core-facts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-number.h"
#include "weft-pipeline-cpi-bars.h"
#include "weft-pipeline-panels.h"

void
weft_pipeline_core_facts_write_cpi (WeftFactSection *section, const GArray *parts, guint32 width,
                                    gboolean width_is_inferred)
{
  g_autofree char *number = weft_number_count (width);

  if (parts == NULL || parts->len == 0)
    {
      weft_fact_section_clear (section);
      return;
    }
  weft_fact_section_begin (section, _ ("CPI stack"));
  for (guint i = 0; i < parts->len; i++)
    {
      const WeftCpiPart *part = &g_array_index (parts, WeftCpiPart, i);
      g_autofree char *cpi = weft_number_ratio (part->cpi, 3), *value = NULL, *share = NULL;
      WeftFact fact = { .name = weft_cpi_category_to_words (part->category) };

      if (part->slots == 0)
        continue;
      share = weft_number_percent (100 * part->share);
      /* TRANSLATORS: cycles per instruction that went to something: "≈ 0.117 CPI" */
      fact.value = value =
        isfinite (part->cpi) ? g_strdup_printf (_ ("≈ %s CPI"), cpi) : g_strdup ("—");
      fact.extra = share;
      weft_fact_section_add (section, &fact);
    }
  weft_fact_section_take (section, _ ("Retire width"),
                          width_is_inferred
                            ? g_strdup_printf (_ ("≈ %s ops, the most in one cycle"), number)
                            : g_strdup_printf (_ ("%s ops, as you said"), number));
  weft_fact_section_end (section);
}

static void
add_row (WeftFactSection *section, const WeftPipelineOccupancy *row, WeftPipelineTrace *trace,
         gboolean is_one_cycle)
{
  g_autofree char *mean =
    is_one_cycle ? weft_number_count (row->op_cycles) : weft_number_ratio (row->mean, 1);
  g_autofree char *name = NULL;
  WeftFact fact = { .extra = mean };
  WeftKindInfo info;

  if (row->is_stage)
    {
      weft_pipeline_trace_get_kind (trace, row->stage, &info);
      fact.name = name = g_utf8_make_valid (info.name, -1);
      fact.value = weft_phase_to_string (row->phase);
      fact.tooltip = row->is_said ? _ ("As you said") : _ ("Guessed from the name of the stage");
    }
  else
    fact.name = weft_pipeline_structure_to_words (row->structure);
  weft_fact_section_add (section, &fact);
}

void
weft_pipeline_core_facts_write_occupancy (WeftFactSection *section, const GArray *rows,
                                          guint64 n_cycles, WeftPipelineTrace *trace)
{
  const WeftFact heading = { .name = _ ("Held by"),
                             .value = _ ("Phase"),
                             .extra = n_cycles == 1 ? _ ("Ops") : _ ("Mean ops"),
                             .flags = WEFT_FACT_HEADING };

  if (rows == NULL || rows->len == 0 || n_cycles == 0)
    {
      weft_fact_section_clear (section);
      return;
    }
  weft_fact_section_begin (section,
                           n_cycles == 1 ? _ ("Ops in this cycle") : _ ("Ops in these cycles"));
  weft_fact_section_add (section, &heading);
  for (guint i = 0; i < rows->len; i++)
    add_row (section, &g_array_index (rows, WeftPipelineOccupancy, i), trace, n_cycles == 1);
  weft_fact_section_end (section);
}
