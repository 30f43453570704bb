/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-live-clock-bounds.h"

/* Both clocks are read in whole microseconds. */
#define GRAIN 1000

guint64
weft_live_clock_bounds_get_error (const WeftLiveClockBounds *self)
{
  return (guint64) MAX (self->high - self->shift_ns, self->shift_ns - self->low);
}

gboolean
weft_live_clock_bounds_take (WeftLiveClockBounds *self, guint64 sent_ns, guint64 there_ns,
                             guint64 received_ns)
{
  gint64 low = (gint64) (sent_ns - there_ns) - GRAIN;
  gint64 high = (gint64) (received_ns - there_ns) + GRAIN;
  gint64 drift = (gint64) ((received_ns - self->at_ns) / 1000000 * WEFT_LIVE_CLOCK_PPM);
  gboolean was_known = self->is_known && self->low - drift <= high && self->high + drift >= low;
  gboolean is_outside;

  /* where the two do not fit one of the clocks was set, and what was known holds no more */
  self->low = was_known ? MAX (low, self->low - drift) : low;
  self->high = was_known ? MIN (high, self->high + drift) : high;
  self->at_ns = received_ns;
  self->is_known = TRUE;
  is_outside = self->shift_ns < self->low || self->shift_ns > self->high;
  if (was_known && !is_outside
      && (guint64) (self->high - self->low) > weft_live_clock_bounds_get_error (self))
    return FALSE;
  self->shift_ns = self->low + (self->high - self->low) / 2;
  return TRUE;
}
