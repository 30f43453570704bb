/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A half-open range of cycles, [from, to). An end that is G_MININT64 or G_MAXINT64 is open: the
 * range then reaches to that end of the log. */
typedef struct
{
  gint64 from;
  gint64 to;
} WeftCycleRange;

#define WEFT_CYCLE_RANGE_ALL ((WeftCycleRange){ G_MININT64, G_MAXINT64 })

static inline gboolean
weft_cycle_range_contains (const WeftCycleRange *range, gint64 cycle)
{
  return cycle >= range->from && (cycle < range->to || range->to == G_MAXINT64);
}

/* Whether something that begins in `start` and has ended in `end` touches the range. What took no
 * time counts as its first cycle. */
static inline gboolean
weft_cycle_range_intersects (const WeftCycleRange *range, gint64 start, gint64 end)
{
  if (end <= start)
    return weft_cycle_range_contains (range, start);
  return (start < range->to || range->to == G_MAXINT64) && end > range->from;
}

/* Cycles from `start` to `end`; 0 where it ends before it starts (a log may turn its clock back). */
static inline guint64
weft_cycles_between (gint64 start, gint64 end)
{
  return end > start ? (guint64) end - (guint64) start : 0;
}

G_END_DECLS
