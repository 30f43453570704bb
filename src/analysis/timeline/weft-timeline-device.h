/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-timeline-roles.h"

G_BEGIN_DECLS

/* A device in a range of time, over all its streams together. */

typedef struct
{
  guint device; /* its number in the roles */
  guint64 n_kernels;
  guint64 n_copies;
  guint64 n_fills;
  gint64 first;         /* of the range, from where on it had work, */
  gint64 last;          /* and until when; both 0 where it had none */
  gint64 busy;          /* ns in which it had some work; its streams at the same time count once */
  gint64 idle;          /* ns between `first` and `last` in which it had none */
  gint64 kernels;       /* ns in which some kernel was under way */
  gint64 copies;        /* likewise copies */
  gint64 exposed;       /* ns of those in which no kernel was */
  guint32 exposed_copy; /* row of the copy with the most of it; WEFT_NO_ROW: there is none */
  gint64 bytes;         /* that copies say they moved; WEFT_TIMELINE_NONE: none says it */
  WeftCycleRange
    gap;            /* the longest time between `first` and `last` without work; from = to: none */
  guint32 gap_host; /* the slice that the host was in then; WEFT_NO_ROW: not known */
  /* From the start of the call that launched a kernel to its start: */
  guint64 n_delays; /* kernels of which that is known */
  gint64 delay_p50; /* ns, by nearest rank; WEFT_TIMELINE_NONE: not known */
  gint64 delay_p99;
  guint64 n_starved;     /* of these, how many were launched after all work before them had ended */
  gint64 starved;        /* ns that the device was without work before them, */
  guint32 longest_wait;  /* and row of the one before which that was longest; WEFT_NO_ROW */
  guint32 longest_delay; /* row of the kernel that waited longest; WEFT_NO_ROW */
} WeftTimelineDeviceStats;

/* Where the nearest-rank percentile stands among `n` sorted numbers, of which there is one at least. */
static inline guint32
weft_timeline_rank (guint32 n, guint per_mille)
{
  return (guint32) (((guint64) n * per_mille + 999) / 1000) - 1;
}

/* Fills the figures of one of the devices of the roles. `rows` (nullable) are the events that count. */
void weft_timeline_device_measure (const WeftTimelineSnapshot *snapshot,
                                   const WeftTimelineRoles *roles, guint device,
                                   const WeftCycleRange *range, const WeftBitset *rows,
                                   WeftTimelineDeviceStats *stats);

G_END_DECLS
