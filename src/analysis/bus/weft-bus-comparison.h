/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-summary.h"
#include "weft-facts.h"

G_BEGIN_DECLS

/* Two bus traces side by side, before and after a change: how many accesses there are, how many of
 * them waited, and how long they took; in all, then by master, by region, by kind and by cache
 * bucket, then by all of these. Immutable once made. */

/* The numbers that are compared. */
typedef enum
{
  WEFT_BUS_COMPARE_WAIT_RATE,
  WEFT_BUS_COMPARE_ELAPSED_P50,
  WEFT_BUS_COMPARE_ELAPSED_P90,
  WEFT_BUS_COMPARE_ELAPSED_P99,
  WEFT_BUS_COMPARE_WAIT_P90,
  WEFT_BUS_COMPARE_WAIT_P99,
  WEFT_BUS_N_COMPARED
} WeftBusNumber;

/* Accesses that one of the traces has, or both. */
typedef struct
{
  WeftBusBy by;                    /* what they have in common; 0: nothing, these are all */
  char *name;                      /* "MSH2 | High WRAM | ifetch | cache_hit"; "*" for all */
  const WeftBusBucket *buckets[2]; /* NULL: that trace has none */
  gboolean differs;                /* in any of these, by more than the tolerance: */
  guint64 n_accesses[2];
  double numbers[2][WEFT_BUS_N_COMPARED]; /* NaN: not known */
} WeftBusPair;

typedef struct
{
  const WeftBusSummary *summaries[2];
  GPtrArray *merged; /* WeftBusBucket, of pairs that are no buckets themselves */
  GArray *pairs;     /* WeftBusPair: all accesses first */
  guint n_different;
} WeftBusComparison;

/* Compares summaries, which must stay. Numbers differ where their distance is more than `tolerance`
 * percent of the larger one: (transfer full). */
WeftBusComparison *weft_bus_comparison_new (const WeftBusSummary *first,
                                            const WeftBusSummary *second, double tolerance);
void weft_bus_comparison_free (WeftBusComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusComparison, weft_bus_comparison_free)

/* The filter for the accesses of a row: (transfer full), "" for all. */
char *weft_bus_comparison_make_filter (const WeftBusComparison *self, guint row);

/* The table, as long as the comparison is there. */
WeftFacts weft_bus_comparison_get_facts (const WeftBusComparison *self);

G_END_DECLS
