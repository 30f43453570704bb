/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-clock.h"
#include "weft-fact-sheet.h"
#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* The inspector's text about an NPU run. `clock` is that of its axis. */

/* An event: what it is, when, what it moved, and its details as the file has them. */
void weft_npu_sheet_write_event (WeftFactSheet *sheet, const WeftNpuSnapshot *snapshot, guint32 row,
                                 const WeftClock *clock);

/* The events that it waited for, where they are known; the targets of links are rows. */
void weft_npu_sheet_write_producers (WeftFactSheet *sheet, const WeftNpuSnapshot *snapshot,
                                     guint32 row);

/* The sums over all events or, with `ranged`, those of the brushed range. */
void weft_npu_sheet_write_sums (WeftFactSheet *sheet, const WeftNpuStats *stats, gboolean ranged,
                                const WeftClock *clock);

/* Metadata, configuration and summary of the run as they stand in the file, the summary beside what
 * its events say. */
void weft_npu_sheet_write_run (WeftFactSheet *sheet, const WeftNpuStats *stats);

G_END_DECLS
