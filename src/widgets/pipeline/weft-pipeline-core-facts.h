/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-fact-section.h"
#include "weft-pipeline-cpi-stack.h"
#include "weft-pipeline-occupancy.h"

G_BEGIN_DECLS

/* The inspector's sections on the core that a log is of. Each writes a whole section, and hides it
 * where there is nothing to say. */

/* The CPI stack of a range (WeftCpiPart), and the width that it rests on. */
void weft_pipeline_core_facts_write_cpi (WeftFactSection *section, const GArray *parts,
                                         guint32 width, gboolean width_is_inferred);

/* The ops that structures and stages held (WeftPipelineOccupancy; nullable) in the `n_cycles` of a
 * range. */
void weft_pipeline_core_facts_write_occupancy (WeftFactSection *section, const GArray *rows,
                                               guint64 n_cycles, WeftPipelineTrace *trace);

G_END_DECLS
