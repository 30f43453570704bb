/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-trace.h"

G_BEGIN_DECLS

/* Values that are derived of one record by itself (docs/formats/bus.md, "Derived values"). */

/* Whether its ticks say how long it took; otherwise that is reckoned from its retries. */
static inline gboolean
weft_bus_access_is_exact (const WeftBusRecord *record)
{
  return record->complete >= record->first_attempt;
}

/* Cycles from the first attempt to the end. Estimates stop at 2⁶⁴ − 1. */
static inline guint64
weft_bus_access_get_elapsed (const WeftBusRecord *record)
{
  guint64 elapsed;

  if (weft_bus_access_is_exact (record))
    return record->complete - record->first_attempt;
  if (__builtin_mul_overflow (record->retries, record->service, &elapsed)
      || __builtin_add_overflow (elapsed, record->service, &elapsed))
    return G_MAXUINT64;
  return elapsed;
}

/* Cycles of the above that were no service. */
static inline guint64
weft_bus_access_get_wait (const WeftBusRecord *record, guint64 elapsed)
{
  return elapsed > record->service ? elapsed - record->service : 0;
}

/* The word of machine output for how elapsed came about. */
static inline const char *
weft_bus_access_get_metric (const WeftBusRecord *record)
{
  return weft_bus_access_is_exact (record) ? "exact_tick_elapsed_exclusive"
                                           : "proxy_retries_x_service";
}

/* Where the access lies in time: it waits in [start, service) and is served in [service, end).
 * One whose length is an estimate is laid so that it ends in the tick in which it completed.
 * Ticks beyond 2⁶³ − 1 count as that. */
typedef struct
{
  gint64 start;
  gint64 service;
  gint64 end;
} WeftBusSpan;

static inline gint64
weft_bus_tick_clamp (guint64 tick)
{
  return (gint64) MIN (tick, (guint64) G_MAXINT64);
}

static inline void
weft_bus_access_get_span (const WeftBusRecord *record, WeftBusSpan *span)
{
  guint64 elapsed = weft_bus_access_get_elapsed (record);
  guint64 end = (guint64) weft_bus_tick_clamp (record->complete);

  span->end = (gint64) end;
  if (weft_bus_access_is_exact (record))
    span->start = weft_bus_tick_clamp (record->first_attempt);
  else
    span->start = (gint64) (end - MIN (end, elapsed));
  span->service = record->service >= (guint64) (span->end - span->start)
                    ? span->start
                    : span->end - (gint64) record->service;
}

/* A record that contradicts itself; such are shown with a flag. */
static inline gboolean
weft_bus_access_is_overlong (const WeftBusRecord *record, guint64 elapsed)
{
  return record->service > elapsed;
}

static inline gboolean
weft_bus_access_is_retried_unwaited (const WeftBusRecord *record, guint64 wait)
{
  return record->retries > 0 && wait == 0;
}

/* Whether the trace says for certain how long the access waited: its ticks leave room for its service
 * and do not contradict its retries, and it is none of the byte accesses for some of which the
 * emulator forgets to wait (a known gap). */
static inline gboolean
weft_bus_access_is_certain (const WeftBusRecord *record, guint64 elapsed)
{
  guint64 wait = weft_bus_access_get_wait (record, elapsed);

  return weft_bus_access_is_exact (record) && !weft_bus_access_is_overlong (record, elapsed)
         && !weft_bus_access_is_retried_unwaited (record, wait) && record->size != 1;
}

G_END_DECLS
