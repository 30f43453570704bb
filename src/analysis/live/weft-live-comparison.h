/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compared.h"
#include "weft-live-stats.h"

G_BEGIN_DECLS

/* Two live traces beside each other, such as recordings of before and after a change: each program's runs by
 * its name, each stream's use by its chip. Immutable. */

typedef enum
{
  WEFT_LIVE_COMPARE_RUN,     /* the whole */
  WEFT_LIVE_COMPARE_PROGRAM, /* those first whose runs make the largest difference in time */
  WEFT_LIVE_COMPARE_STREAM,  /* in the order of their lanes, "Chip 0", "Chip 0 (2)" */
} WeftLiveComparedGroup;

typedef struct
{
  WeftLiveComparedGroup group;
  char *name;        /* UTF-8 */
  const char *what;  /* machine output's word: "mean_ns" */
  const char *title; /* the same for people, not yet translated */
  const char *unit;  /* "ns", "percent", or NULL of plain numbers */
  double numbers[2]; /* NAN: not there, or not known */
  gboolean differs;  /* by more than the tolerance, or only one has it */
} WeftLiveCompared;

/* Rows are WeftLiveCompared. `tolerance` is percent of the first one's number. (transfer full) */
WeftComparison *weft_live_comparison_new (const WeftLiveFigures *first,
                                          const WeftLiveFigures *second, double tolerance);

/* The filter for the records of a row: (transfer full), "" for all. */
char *weft_live_comparison_make_filter (const WeftComparison *self, guint row);

/* The rows as a table, as long as the comparison is there. */
WeftFacts weft_live_comparison_get_facts (const WeftComparison *self);

G_END_DECLS
