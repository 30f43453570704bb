/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-drawing.h"

/* The tracks of a trace's own series. Coordinates are those of the list. */

void weft_npu_paint_series (const WeftNpuScene *scene, guint number, const WeftTrackView *view,
                            WeftPaintList *list);

/* The values of a series in [first, last), in words: (transfer full). */
char *weft_npu_describe_series (const WeftNpuScene *scene, guint number, gint64 first, gint64 last);
