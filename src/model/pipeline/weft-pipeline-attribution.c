/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-attribution.h"

#include "weft-pipeline-trace-private.h"

#include <string.h>

static guint32
intern (WeftPipelineTrace *trace, const char *text)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    return WEFT_NO_NAME;
  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  return weft_string_pool_intern (&trace->names, text, strlen (text));
}

gboolean
weft_pipeline_attribution_add (WeftPipelineTrace *trace, guint32 op,
                               const WeftPipelineAttribution *attribution)
{
  WeftTable *table = &trace->attributions;
  guint32 row;

  /* A row for each op as far as something is said. */
  do
    {
      if (!weft_table_append (table, &row))
        return FALSE;
      weft_table_set_u32 (table, ATTRIBUTION_REASON, row, WEFT_NO_NAME);
      weft_table_set_u32 (table, ATTRIBUTION_SECOND, row, WEFT_NO_NAME);
      weft_table_set_u32 (table, ATTRIBUTION_CYCLES, row, WEFT_COMPACT_NONE);
    }
  while (row < op);
  weft_table_set_u32 (table, ATTRIBUTION_REASON, row, intern (trace, attribution->reason));
  weft_table_set_u32 (table, ATTRIBUTION_SECOND, row, intern (trace, attribution->second));
  if (attribution->cycles >= 0)
    weft_table_set_u32 (table, ATTRIBUTION_CYCLES, row,
                        weft_compact_encode (&trace->compact, attribution->cycles));
  return TRUE;
}

static const char *
get_name (WeftPipelineTrace *trace, guint column, guint32 op)
{
  guint32 name = weft_table_get_u32 (&trace->attributions, column, op);

  return name != WEFT_NO_NAME ? weft_string_pool_get (&trace->names, name, NULL) : NULL;
}

gboolean
weft_pipeline_attribution_get (WeftPipelineTrace *trace, guint32 op,
                               WeftPipelineAttribution *attribution)
{
  guint32 cycles;

  if (op >= weft_table_length (&trace->attributions))
    return FALSE;
  cycles = weft_table_get_u32 (&trace->attributions, ATTRIBUTION_CYCLES, op);
  *attribution = (WeftPipelineAttribution){
    .reason = get_name (trace, ATTRIBUTION_REASON, op),
    .second = get_name (trace, ATTRIBUTION_SECOND, op),
    .cycles = cycles != WEFT_COMPACT_NONE ? weft_compact_decode (&trace->compact, cycles)
                                          : WEFT_ATTRIBUTION_UNKNOWN,
  };
  return attribution->reason != NULL || attribution->second != NULL || attribution->cycles >= 0;
}
