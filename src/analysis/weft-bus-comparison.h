/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-summary.h"
#include "weft-facts.h"

G_BEGIN_DECLS

/* Two bus traces side by side, before and after a change: how many accesses of each bucket there
 * are, how many of them waited, and how long they took. Immutable once made. */

/* A bucket that one of the traces has, or both; or all accesses together. */
typedef struct
{
  char *name;                  /* "MSH2 | High WRAM | ifetch | cache_hit"; "" for all */
  const WeftBusTotals *totals[2];  /* NULL: that trace has none */
  const WeftHistogram *elapsed[2];
  const WeftHistogram *wait[2];
  gboolean differs;            /* in any of what is shown, by more than the tolerance */
} WeftBusPair;

typedef struct
{
  GArray *pairs;    /* WeftBusPair: all accesses first, then buckets by name */
  guint n_different;
} WeftBusComparison;

/* Compares summaries, which must stay. Numbers differ where their distance is more than `tolerance`
 * percent of the larger one: (transfer full). */
WeftBusComparison *weft_bus_comparison_new       (const WeftBusSummary *first,
                                                  const WeftBusSummary *second,
                                                  double tolerance);
void               weft_bus_comparison_free      (WeftBusComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusComparison, weft_bus_comparison_free)

/* The table, as long as the comparison is there. */
WeftFacts          weft_bus_comparison_get_facts (const WeftBusComparison *self);

G_END_DECLS
