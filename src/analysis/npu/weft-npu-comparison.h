/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* Two NPU runs beside each other: what is in both or in one of them, in the order of the first, with
 * its number in each. Runs of an unequal number of tokens of a phase are compared per token of that
 * phase, never by what all their tokens took together. */

typedef enum
{
  WEFT_NPU_COMPARE_RUN,    /* cycles, bytes, latencies */
  WEFT_NPU_COMPARE_ENGINE, /* busy cycles */
  WEFT_NPU_COMPARE_LAYER,  /* cycles of events */
  WEFT_NPU_COMPARE_OP,
  WEFT_NPU_COMPARE_TOKEN, /* latency */
} WeftNpuComparedGroup;

typedef struct
{
  WeftNpuComparedGroup group;
  char *name;       /* UTF-8 */
  const char *what; /* "cycles", "bytes_read": machine output's word */
  double a;         /* NAN: not there */
  double b;
  gboolean differs; /* by more than the tolerance, or only one has it */
} WeftNpuCompared;

typedef struct
{
  GArray *rows; /* WeftNpuCompared */
  guint n_different;
  gboolean per_token; /* the runs have unequal numbers of tokens */
} WeftNpuComparison;

/* `tolerance` is percent of the first run's number. */
WeftNpuComparison *weft_npu_comparison_new (const WeftNpuStats *a, const WeftNpuStats *b,
                                            double tolerance);
void weft_npu_comparison_free (WeftNpuComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuComparison, weft_npu_comparison_free)

/* The rows as a table, as long as the comparison is there. */
WeftFacts weft_npu_comparison_get_facts (const WeftNpuComparison *self);

G_END_DECLS
