/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-id-cell.h"

#include "weft-number.h"

WeftCell
weft_pipeline_id_cell (WeftPipelineTrace *trace, gint64 id)
{
  const char *word = weft_pipeline_trace_get_word (trace, id);
  guint64 number;

  if (word == NULL)
    return weft_cell_signed (id);
  if (g_ascii_string_to_unsigned (word, 10, 0, G_MAXUINT64, &number, NULL))
    return weft_cell_count (number);
  return weft_cell_text (g_utf8_make_valid (word, -1));
}

char *
weft_pipeline_id_to_words (WeftPipelineTrace *trace, gint64 id)
{
  return weft_pipeline_trace_get_word (trace, id) != NULL
           ? weft_pipeline_trace_format_id (trace, id)
           : weft_number_integer (id);
}
