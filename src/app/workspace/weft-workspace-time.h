/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-paint-list.h"
#include "weft-style.h"
#include "weft-time-axis.h"

G_BEGIN_DECLS

/* Where the cursor is on the time that a workspace's traces share, and how long the brushed range is: (transfer
 * full), "" where there is neither. */
char *weft_workspace_time_describe (WeftTimeAxis *shared);

/* Its ruler, with cursor and range. */
void weft_workspace_time_paint (WeftTimeAxis *shared, const WeftStyle *style, int width, int height,
                                WeftPaintList *list);

G_END_DECLS
