/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-slots.h"

G_BEGIN_DECLS

/* The CPI stack of a range of cycles: what its retire slots went to, as parts of the cycles that an op
 * took on average. */

typedef struct
{
  WeftCpiCategory category;
  guint64 slots;
  double
    share; /* of all slots; NaN where there are none, or the clock never moves, as all that follow */
  double cycles; /* slots ÷ width */
  double cpi;    /* cycles ÷ ops that retired */
} WeftCpiPart;

/* The stack of the cycles [first, end): (transfer full), WEFT_N_CPI_PARTS of WeftCpiPart in order;
 * none where nothing retired in the whole log. */
GArray *weft_pipeline_cpi_stack_new (const WeftPipelineSlots *slots, gint64 first, gint64 end);

G_END_DECLS
