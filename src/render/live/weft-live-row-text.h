/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-trace.h"

G_BEGIN_DECLS

/* The words on rows under the pointer: (transfer full). */

char *weft_live_describe_row (WeftLiveTrace *trace, const WeftLiveRow *row);

/* Of those of a lane between two times; the trace is held. */
char *weft_live_describe_stretch (WeftLiveTrace *trace, guint lane, gint64 first, gint64 last);

G_END_DECLS
