/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-facts.h"
#include "weft-npu-stats.h"

G_BEGIN_DECLS

/* Two NPU runs beside each other: what is in both or in one of them, in the order of the first, with
 * its number in each. Runs of an unequal number of tokens of a phase are compared per token of each
 * phase, never by what all their tokens took together. */

typedef enum
{
  WEFT_NPU_COMPARE_RUN,    /* cycles, bytes, latencies */
  WEFT_NPU_COMPARE_ENGINE, /* busy cycles, utilization */
  WEFT_NPU_COMPARE_LAYER,  /* cycles of events, bytes */
  WEFT_NPU_COMPARE_OP,     /* cycles of events */
  WEFT_NPU_COMPARE_TOKEN,  /* latency */
} WeftNpuComparedGroup;

typedef struct
{
  WeftNpuComparedGroup group;
  char *name;         /* UTF-8 */
  const char *phase;  /* the number is per token of it; NULL: of all of the run */
  const char *what;   /* "cycles", "bytes_read": machine output's word */
  const char *title;  /* the same for people, not yet translated */
  WeftFieldUnit unit; /* of the numbers */
  double a;           /* NAN: not there */
  double b;
  gboolean differs; /* by more than the tolerance, or only one has it */
} WeftNpuCompared;

/* Cycles and bytes that a layer's events took in each run. */
enum
{
  WEFT_NPU_LAYER_CYCLES,
  WEFT_NPU_LAYER_READ,
  WEFT_NPU_LAYER_WRITTEN,
  WEFT_NPU_N_LAYER_NUMBERS
};

typedef struct
{
  char *name;                         /* UTF-8 */
  const char *phase;                  /* as above */
  double a[WEFT_NPU_N_LAYER_NUMBERS]; /* NAN: the run has no such layer */
  double b[WEFT_NPU_N_LAYER_NUMBERS];
} WeftNpuComparedLayer;

/* B's surplus of a number of the layer; one that a run does not have took nothing in it.
 * NAN: its events do not say that number in one of the runs. */
double weft_npu_compared_layer_get_delta (const WeftNpuComparedLayer *self, guint number);

/* How many tokens of a phase each run has. */
typedef struct
{
  char *name; /* UTF-8 */
  guint n_a;
  guint n_b;
} WeftNpuComparedPhase;

typedef struct
{
  GArray *rows;      /* WeftNpuCompared */
  GArray *differing; /* those that differ; what they point at is the rows' */
  GArray *others;    /* of these the indices (guint32) of all that are not of layers */
  GArray *layers;    /* WeftNpuComparedLayer */
  GArray *changed;   /* those that differ at all; what they point at is the layers' */
  double most;       /* cycles that one of them took more or less in B */
  GArray *phases;    /* WeftNpuComparedPhase: those with tokens */
  GArray *settings;  /* WeftNpuSetting: those that differ */
  guint n_different;
  gboolean per_token;    /* the runs have unequal numbers of tokens */
  gboolean has_config;   /* both runs say how they were configured */
  gboolean of_summaries; /* one has a summary alone: what it does not say is left out */
} WeftNpuComparison;

/* `tolerance` is percent of the first run's number. Settings are not counted among what differs. */
WeftNpuComparison *weft_npu_comparison_new (const WeftNpuStats *a, const WeftNpuStats *b,
                                            double tolerance);
void weft_npu_comparison_free (WeftNpuComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuComparison, weft_npu_comparison_free)

/* The row of that name, number and phase (nullable): (nullable). */
const WeftNpuCompared *weft_npu_comparison_find (const WeftNpuComparison *self,
                                                 WeftNpuComparedGroup group, const char *name,
                                                 const char *what, const char *phase);

G_END_DECLS
