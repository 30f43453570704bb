/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The PC that stands in an op's label. */

typedef enum
{
  WEFT_PC_NONE,
  WEFT_PC_OPEN, /* reaches to the end of the piece: the next one may go on */
  WEFT_PC_DONE,
} WeftPcState;

/* The leading hexadecimal number of a label, up to a colon, a blank or the label's end. A word of
 * letters alone ("add") is a number only before a colon. Where `continued`, goes on from `pc`. */
WeftPcState weft_pipeline_pc_parse (const char *text, gsize length, gboolean continued,
                                    guint64 *pc);

G_END_DECLS
