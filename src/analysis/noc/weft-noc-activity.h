/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-noc-capture.h"

G_BEGIN_DECLS

/* The time in which transfers are issued, with a little after it, where that is less than half of all:
 * waits may last much longer. All of it where they are all issued at once, of which alone there is
 * nothing to see. */
WeftCycleRange weft_noc_find_busy (const WeftNocCapture *capture);

/* The stretches in which nothing happens, by rising time: (transfer full) (element-type
 * WeftCycleRange). In the others a transfer is sent, by its issue demand, a transfer's barrier or a
 * wait ends, or a zone begins or ends; in a log of zones, one lasts. See WeftActivity. Any thread. */
GArray *weft_noc_find_quiet (const WeftNocCapture *capture);

G_END_DECLS
