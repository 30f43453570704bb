/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-live-frame.h"

G_BEGIN_DECLS

/* How far the monotonic clock of another computer lies from ours, by round trips: its answer was given between our
 * question and what we heard, so that each trip bounds the difference from both sides, and all of them together
 * bound it closer. Two clocks drift apart by no more than WEFT_LIVE_CLOCK_PPM meanwhile (RFC 5905: 15). */

#define WEFT_LIVE_CLOCK_PPM 15

typedef struct
{
  gboolean is_known;
  gint64 low, high; /* ns to be added to times of the other clock: at least, at most */
  guint64 at_ns;    /* when that held */
  gint64 shift_ns;  /* that is used: it stays until a better one is worth a step */
} WeftLiveClockBounds;

/* A question was asked at `sent_ns`, answered when the other clock showed `there_ns`, and heard at `received_ns`.
 * TRUE where another shift is used from now on. */
gboolean weft_live_clock_bounds_take (WeftLiveClockBounds *self, guint64 sent_ns, guint64 there_ns,
                                      guint64 received_ns);

/* By how much the shift that is used may be wrong at most, when it was measured last. */
guint64 weft_live_clock_bounds_get_error (const WeftLiveClockBounds *self);

G_END_DECLS
