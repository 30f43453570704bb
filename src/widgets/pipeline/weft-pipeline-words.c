/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-words.h"

#include <glib/gi18n-lib.h>

char *
weft_pipeline_words_pc (guint64 pc)
{
  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", pc);
}

const char *
weft_pipeline_words_state (WeftOpState state)
{
  switch (state)
    {
    case WEFT_OP_RETIRED:
      return _ ("retired");
    case WEFT_OP_FLUSHED:
      return _ ("flushed");
    case WEFT_OP_OPEN:
    default:
      return _ ("open");
    }
}
