/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-words.h"

char *
weft_pipeline_words_pc (guint64 pc)
{
  return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", pc);
}
