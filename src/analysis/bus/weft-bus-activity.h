/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-access.h"

G_BEGIN_DECLS

/* The stretches of [first, last) in which no access waits or is served, by rising time: (transfer full)
 * (element-type WeftCycleRange). See WeftActivity. Any thread. */
GArray *weft_bus_find_quiet (WeftBusSnapshot *snapshot, gint64 first, gint64 last);

G_END_DECLS
