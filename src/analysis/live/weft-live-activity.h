/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-live-trace.h"

G_BEGIN_DECLS

/* The time that a trace covers before `until`, [*first, *last), and the stretches of it in which it is known
 * that nothing happens in any lane, by rising time: (transfer full) (element-type WeftCycleRange). In the
 * others a record of any kind lasts in a lane, a loss too, or nobody knows of one whether any does: before the
 * oldest record that is in memory, before the first of a lane that began before the trace did, and where what
 * was lost has no record after it. Both 0 where nothing came yet. See WeftActivity. Any thread. */
GArray *weft_live_find_quiet (WeftLiveTrace *trace, gint64 until, gint64 *first, gint64 *last);

G_END_DECLS
