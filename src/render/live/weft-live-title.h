/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-life.h"

G_BEGIN_DECLS

/* The title of a lane, one of `lives`: its device, and its process where there are several of that
 * device. Where a producer began anew its lanes are others: those of the past are named by when
 * they began as well. (transfer full) */
char *weft_live_make_title (const GArray *lives, const WeftLiveLife *life);

G_END_DECLS
