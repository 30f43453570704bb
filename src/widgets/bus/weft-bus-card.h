/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-result.h"
#include "weft-bus-target.h"
#include "weft-clock.h"
#include "weft-fact-sheet.h"

G_BEGIN_DECLS

/* Answers a finding of a bus trace with the figures of the range that it led to, which is that of the
 * result's question. Nothing of a single access, which says it all itself. */
void weft_bus_card_write (WeftFactSheet *sheet, const WeftBusResult *result,
                          const WeftBusTarget *target, const WeftClock *clock);

G_END_DECLS
