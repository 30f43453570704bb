/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-result.h"
#include "weft-clock.h"
#include "weft-fact-sheet.h"

G_BEGIN_DECLS

/* The inspector's facts on the accesses of a bus trace. */

/* Of the access in `row`: what it says, who was served while it waited, and what the model says. */
void weft_bus_sheet_write_access (WeftFactSheet *sheet, const WeftBusResult *result, guint32 row,
                                  const WeftClock *clock);

/* Of all that are counted; `ranged`: those are the ones of the brushed range. */
void weft_bus_sheet_write_summary (WeftFactSheet *sheet, const WeftBusSummary *summary,
                                   gboolean ranged, const WeftClock *clock);

/* A length, with "≈" where it is an estimate: (transfer full). */
char *weft_bus_sheet_format_cycles (guint64 cycles, gboolean exact, const WeftClock *clock);

/* A fact, of which `value` is taken; `tooltip` is nullable. */
void weft_bus_sheet_take (WeftFactSection *section, const char *name, char *value,
                          const char *tooltip);

G_END_DECLS
