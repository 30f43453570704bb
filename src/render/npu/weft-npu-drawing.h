/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace-private.h"
#include "weft-npu-tracks.h"
#include "weft-track-layout.h"

/* Shared by the painters of an NPU run's tracks. */

typedef struct
{
  WeftNpuSceneOptions options;
  double top;       /* of the bandwidth's axis, bytes per cycle, above 0 */
  char *heat_text;  /* of the legend */
  char *bank_text;  /* likewise; NULL: no bank is named */
  GArray *phases;   /* WeftNpuPhase, by start; they do not overlap */
  WeftColor *hints; /* by words of the trace: what colour they name, WEFT_COLOR_NONE for none */
  guint n_hints;
  gboolean has_hints; /* some word names a colour */
} WeftNpuScene;

/* As weft_track_view_column(), for columns from left to right: `*edge` is the tick at the
 * column's left edge, and becomes that of the next. */
static inline void
weft_npu_next_column (const WeftTrackView *view, int x, gint64 *edge, gint64 *first, gint64 *last)
{
  *first = *edge;
  *edge = weft_track_view_tick (view, (double) x + 1);
  *last = MAX (*edge, *first + (*first < G_MAXINT64));
}
