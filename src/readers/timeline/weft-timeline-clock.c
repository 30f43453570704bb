/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-clock.h"

#include "weft-timeline-trace.h"

#include <glib/gi18n-lib.h>

/* Times of a file that says nothing of what they count from, and that are beyond this, count from 1970: ns
 * of a day in 2001. */
#define EPOCH_TIME G_GINT64_CONSTANT (1000000000000000000)

/* Times no further apart than this are taken for those of one clock: an hour, in ns. */
#define SAME_CLOCK G_GINT64_CONSTANT (3600000000000)

/* Files that were written within an hour were likely written by one clock; else the file is laid
 * where the first one begins. */
static const char *
guess (const WeftTimelineClock *self, gint64 time, gint64 *shift)
{
  gint64 distance;

  if (__builtin_sub_overflow (self->anchor, time, &distance)
      || (distance > -SAME_CLOCK && distance < SAME_CLOCK))
    return _ ("Nothing says what the times count from (“baseTimeNanoseconds”, before the events); "
              "they stand as they are written beside those of the other files");
  *shift = distance;
  return _ ("Nothing says how its clock lies to that of the other files (“baseTimeNanoseconds”, "
            "before the events); its first event is laid where theirs begin");
}

const char *
weft_timeline_clock_settle (WeftTimelineClock *self, gint64 base, gint64 time, gint64 *shift)
{
  gboolean is_known = base != WEFT_TIMELINE_NONE || time >= EPOCH_TIME;
  const char *doubt = NULL;

  base = base != WEFT_TIMELINE_NONE ? base : 0;
  *shift = 0;
  if (self->n_files++ == 0)
    self->anchor = time;
  else if (!is_known || !self->has_base || __builtin_sub_overflow (base, self->base, shift))
    doubt = guess (self, time, shift);
  if (is_known && !self->has_base)
    self->has_base = !__builtin_sub_overflow (base, *shift, &self->base);
  return doubt;
}
