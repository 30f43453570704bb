/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"

G_BEGIN_DECLS

/* Where in a stretch of time something happens, told in any order and on one thread; then it says where
 * nothing does. It costs the same for each thing, however long that is, and its memory does not grow with
 * them: gaps of less than two 4,096ths of the stretch are not looked for. */
typedef struct _WeftActivity WeftActivity;

/* Of the ticks [first, last). */
WeftActivity *weft_activity_new (gint64 first, gint64 last);
void weft_activity_free (WeftActivity *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftActivity, weft_activity_free)

/* Something happens in [from, to): what takes no time, in the tick `from`. What is outside of the
 * stretch does not count. */
void weft_activity_add (WeftActivity *self, gint64 from, gint64 to);

/* The stretches in which nothing happens, to the tick, by rising time: (transfer full)
 * (element-type WeftCycleRange). */
GArray *weft_activity_find_quiet (const WeftActivity *self);

G_END_DECLS
