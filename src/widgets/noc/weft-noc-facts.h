/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-clock.h"
#include "weft-fact-sheet.h"
#include "weft-noc-map.h"
#include "weft-noc-result.h"

G_BEGIN_DECLS

/* The inspector's text about NoC things. Links of facts: "tile D I", "link D I" (index of the device
 * and of the thing), "record R". */

void weft_noc_write_thing (WeftFactSheet *sheet, WeftNocResult *result, const WeftNocThing *thing,
                           const WeftClock *clock);
void weft_noc_write_record (WeftFactSheet *sheet, WeftNocResult *result, guint32 record,
                            const WeftClock *clock);
void weft_noc_write_trace (WeftFactSheet *sheet, WeftNocResult *result, gboolean ranged);

/* One line about a thing: (transfer full), NULL for nothing. */
char *weft_noc_describe_thing (WeftNocResult *result, const WeftNocThing *thing);

G_END_DECLS
