/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-attribution.h"

#include "weft-pipeline-trace-private.h"

#include <string.h>

static guint32
intern (WeftStringPool *pool, const char *text)
{
  g_autofree char *valid = NULL;

  if (text == NULL)
    return WEFT_NO_NAME;
  if (!g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  return weft_string_pool_intern (pool, text, strlen (text));
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
  weft_table_set_u32 (table, ATTRIBUTION_REASON, row,
                      intern (&trace->reasons, attribution->reason));
  weft_table_set_u32 (table, ATTRIBUTION_SECOND, row, intern (&trace->names, attribution->second));
  if (attribution->cycles >= 0)
    weft_table_set_u32 (table, ATTRIBUTION_CYCLES, row,
                        weft_compact_encode (&trace->compact, attribution->cycles));
  return TRUE;
}

static const char *
get_name (const WeftStringPool *pool, guint32 name)
{
  return name != WEFT_NO_NAME ? weft_string_pool_get (pool, name, NULL) : NULL;
}

guint32
weft_pipeline_attribution_get_reason (WeftPipelineTrace *trace, guint32 op)
{
  if (op >= weft_table_length (&trace->attributions))
    return WEFT_NO_NAME;
  return weft_table_get_u32 (&trace->attributions, ATTRIBUTION_REASON, op);
}

guint32
weft_pipeline_attribution_get_n_reasons (WeftPipelineTrace *trace)
{
  return weft_string_pool_size (&trace->reasons);
}

const char *
weft_pipeline_attribution_get_reason_name (WeftPipelineTrace *trace, guint32 reason)
{
  return get_name (&trace->reasons, reason);
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
    .reason =
      get_name (&trace->reasons, weft_table_get_u32 (&trace->attributions, ATTRIBUTION_REASON, op)),
    .second =
      get_name (&trace->names, weft_table_get_u32 (&trace->attributions, ATTRIBUTION_SECOND, op)),
    .cycles = cycles != WEFT_COMPACT_NONE ? weft_compact_decode (&trace->compact, cycles)
                                          : WEFT_ATTRIBUTION_UNKNOWN,
  };
  return attribution->reason != NULL || attribution->second != NULL || attribution->cycles >= 0;
}
