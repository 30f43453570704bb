/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compared.h"
#include "weft-timeline-stats.h"

G_BEGIN_DECLS

/* Two timelines beside each other, before and after a change or two ranks of one run: how much time each
 * took, in all, on its devices, by the name of slices and by the role of processes and threads. Ids of
 * processes and threads are no part of their names: they differ from run to run. Immutable. */

typedef enum
{
  WEFT_TIMELINE_COMPARE_RUN,    /* the whole */
  WEFT_TIMELINE_COMPARE_DEVICE, /* by their order */
  WEFT_TIMELINE_COMPARE_PROCESS,
  WEFT_TIMELINE_COMPARE_THREAD, /* and streams */
  WEFT_TIMELINE_COMPARE_NAME,   /* those that differ most in self time first */
} WeftTimelineComparedGroup;

typedef struct
{
  WeftTimelineComparedGroup group;
  char *name;        /* UTF-8 */
  const char *what;  /* "self", "busy": machine output's word */
  const char *unit;  /* "ns", "bytes", or NULL of plain numbers */
  double numbers[2]; /* NAN: not there */
  guint64 counts[2]; /* slices */
  gboolean differs;  /* by more than the tolerance, or only one has it */
  guint32 role;      /* of names: WeftTimelineRole of all their slices, in A where it has them */
} WeftTimelineCompared;

/* Rows are WeftTimelineCompared. `tolerance` is percent of the first one's number. (transfer full) */
WeftComparison *weft_timeline_comparison_new (const WeftTimelineStats *first,
                                              const WeftTimelineStats *second, double tolerance);

/* The filter for the slices of a row: (transfer full), "" for all. */
char *weft_timeline_comparison_make_filter (const WeftComparison *self, guint row);

/* The rows as a table, as long as the comparison is there. */
WeftFacts weft_timeline_comparison_get_facts (const WeftComparison *self);

G_END_DECLS
