/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-findings.h"
#include "weft-live-stats.h"

G_BEGIN_DECLS

/* The most telling facts of a live session or a recording: which program takes most time, which
 * stream idles or waits for its dispatcher, how much was lost, which run stands out. Targets are
 * "time:FROM:TO", in ns of the host. */

/* Of figures of a whole session: (transfer full) (element-type WeftFinding), at most five, the
 * weightiest first. Any thread. */
GArray *weft_live_findings_new (const WeftLiveFigures *figures);

G_END_DECLS
