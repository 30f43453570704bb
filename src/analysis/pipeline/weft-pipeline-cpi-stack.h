/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-pipeline-explainer.h"

G_BEGIN_DECLS

/* Where the cycles went (docs/statistics.md, "CPI stack"). A core can retire so many ops in a cycle:
 * its width, which is taken to be the most that retired in a cycle of the log. Each cycle has as many
 * slots. One in which an op retires is used; all others of a cycle are lost to the op that is next
 * to retire, and its part at that cycle (weft_explain_op()) says to what. */

typedef enum
{
  WEFT_CPI_RETIRING,
  WEFT_CPI_FRONT_END,       /* the next op is not fetched, or not yet decoded */
  WEFT_CPI_BAD_SPECULATION, /* the same, as what stood before it was flushed */
  WEFT_CPI_MEMORY,          /* it executes in the load/store unit */
  WEFT_CPI_CORE,            /* anything else between dispatch and its end */
  WEFT_CPI_UNKNOWN,         /* the log does not tell, or no op retires any more */
  WEFT_N_CPI_PARTS
} WeftCpiCategory;

typedef struct
{
  WeftCpiCategory category;
  guint64 slots;
  double share;  /* of all slots; NaN where there are none, as all that follow */
  double cycles; /* slots ÷ width */
  double cpi;    /* cycles ÷ ops that retired */
} WeftCpiPart;

/* The stack of the cycles [first, end), and the width: (transfer full), WEFT_N_CPI_PARTS of
 * WeftCpiPart in order; none, and 0, where nothing retired in the whole log. NULL with
 * G_IO_ERROR_CANCELLED when cancelled. */
GArray *weft_pipeline_cpi_stack_new (WeftPipelineExplainer *explainer, gint64 first, gint64 end,
                                     guint32 *width, GCancellable *cancellable, GError **error);

/* "retiring", "front-end", "bad-speculation", "memory", "core", "unknown": the word of machine
 * output. */
const char *weft_cpi_category_to_string (WeftCpiCategory category);

G_END_DECLS
