/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-bus-index.h"
#include "weft-bus-replay.h"
#include "weft-cycle-range.h"
#include "weft-histogram.h"

G_BEGIN_DECLS

/* The statistics of a bus trace: the numbers of the reference tool's summary (docs/formats/bus.md,
 * "Summary"), over all records or some of them. */

/* Sums over accesses; those of cycles and retries wrap. */
typedef struct
{
  guint64 n_accesses;
  guint64 n_waited; /* that waited at all */
  guint64 wait;     /* cycles */
  guint64 service;  /* cycles */
  guint64 retries;
} WeftBusTotals;

/* The accesses of one master to one region, of one kind, in one cache bucket. */
typedef struct
{
  guint8 master;
  guint8 region;
  guint8 kind;
  guint8 cache;
  WeftBusTotals totals;
  WeftHistogram elapsed; /* cycles */
  WeftHistogram wait;
} WeftBusBucket;

/* Adds what a sealed bucket has to one that is sealed or new. */
void weft_bus_bucket_merge (WeftBusBucket *self, const WeftBusBucket *other);

/* Frees a bucket from g_new0(). */
void weft_bus_bucket_free (gpointer bucket);

/* Fewer accesses than this say little. */
#define WEFT_BUS_LOW_SAMPLE 100

/* Both SH-2s doing the same thing; each has WEFT_BUS_LOW_SAMPLE accesses or more. */
typedef enum
{
  WEFT_BUS_ASYMMETRIC_P50 = 1,  /* elapsed p50 differ by more than 1 cycle */
  WEFT_BUS_ASYMMETRIC_P99 = 2,  /* elapsed p99 differ by more than 2 cycles */
  WEFT_BUS_ASYMMETRIC_RATE = 4, /* rates of waiting differ by more than 0.01 */
} WeftBusAsymmetry;

typedef struct
{
  const WeftBusBucket *msh2;
  const WeftBusBucket *ssh2;
  guint asymmetry; /* WeftBusAsymmetry; 0: symmetric */
} WeftBusSymmetry;

/* One of the records that stand out. */
typedef struct
{
  guint32 row;
  guint32 place;
  WeftBusVerdict verdict;
} WeftBusTop;

/* Accesses of one master to one region, of one kind, against the model. */
typedef struct
{
  guint64 n_accesses;
  guint64 n_mismatches; /* whose wait is not the model's */
} WeftBusMismatches;

typedef struct
{
  guint64 classes[WEFT_BUS_N_REGIONS][WEFT_BUS_N_CLASSES];
  guint64 n_classes[WEFT_BUS_N_CLASSES];
  guint64 n_agreements; /* whose wait is the model's */
  guint64 n_mismatches;
  guint64 total_service; /* of the model, cycles */
  guint64 total_wait;
  gint64 total_delta;                    /* of waits, model − observed; wraps */
  guint64 gap_wait;                      /* the part of it that known gaps have */
  WeftHistogram deltas;                  /* of waits, as WEFT_BUS_MODEL_MAX_WAIT − delta */
  GArray *kind_deltas;                   /* WeftHistogram by kind, likewise */
  GArray *mismatches;                    /* WeftBusMismatches: weft_bus_summary_get_mismatches() */
  guint64 by_master[WEFT_BUS_N_MASTERS]; /* mismatches */
  guint64 by_region[WEFT_BUS_N_REGIONS];
  guint64 by_size[WEFT_BUS_N_SIZES]; /* by the number of the size */
  gint64 last_drift_wait;            /* of the last record */
  gint64 last_drift_total;
  GArray *top_drifts; /* WeftBusTop, by |drift_total|, then in replay order */
  GArray *top_deltas; /* WeftBusTop, by |wait_delta|, likewise */
} WeftBusModelSummary;

typedef struct
{
  WeftBusSnapshot *snapshot;
  WeftBusTotals totals; /* of all that were counted */
  guint64 n_exact;      /* whose ticks say how long they took */
  guint64 n_retried;
  guint64 n_overlong; /* whose service is longer than they took */
  guint64 n_unwaited; /* that were retried and still did not wait */
  guint64 n_certain;  /* whose wait is known for certain: weft_bus_access_is_certain() */
  WeftBusTotals masters[WEFT_BUS_N_MASTERS];
  WeftBusTotals regions[WEFT_BUS_N_REGIONS];
  WeftBusTotals caches[WEFT_BUS_N_CACHES];
  guint64 master_regions[WEFT_BUS_N_MASTERS][WEFT_BUS_N_REGIONS];
  guint64 sizes[WEFT_BUS_N_SIZES]; /* likewise: sizes[1] are the known gap's candidates */
  GArray *rws;                     /* guint64 by rw */
  GArray *kinds;                   /* WeftBusTotals by kind */
  gboolean has_overlaps;           /* whether these were asked for: */
  /* Cycles that the first one waited while the second was served; inferred. */
  guint64 overlaps[WEFT_BUS_N_MASTERS][WEFT_BUS_N_MASTERS];
  guint64 region_overlaps[WEFT_BUS_N_REGIONS][WEFT_BUS_N_MASTERS]; /* accesses to it, likewise */
  GPtrArray *buckets;    /* WeftBusBucket, by their names as in machine output */
  GArray *symmetries;    /* WeftBusSymmetry, likewise */
  WeftHistogram elapsed; /* of all */
  WeftHistogram wait;
  WeftBusModelSummary *model; /* NULL: not asked for */
} WeftBusSummary;

/* Which accesses are counted, and how. */
typedef struct
{
  gboolean model;              /* compare with the model of the arbiter */
  guint n_top;                 /* records in each list of those that stand out */
  const WeftBusIndex *index;   /* (nullable) of all accesses: who was served while others waited is
                                * looked for in it, which takes about 3 s per million waits */
  const WeftBitset *rows;      /* (nullable) only these */
  const WeftCycleRange *range; /* (nullable) only accesses that complete in it */
} WeftBusSummaryOptions;

/* (transfer full). NULL with G_IO_ERROR_CANCELLED when cancelled. */
WeftBusSummary *weft_bus_summary_new (WeftBusSnapshot *snapshot,
                                      const WeftBusSummaryOptions *options,
                                      GCancellable *cancellable, GError **error);
void weft_bus_summary_free (WeftBusSummary *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusSummary, weft_bus_summary_free)

const WeftBusMismatches *weft_bus_summary_get_mismatches (const WeftBusSummary *self, guint master,
                                                          guint region, guint kind);

/* Keys of a bucket: its accesses share them. */
typedef enum
{
  WEFT_BUS_BY_MASTER = 1,
  WEFT_BUS_BY_REGION = 2,
  WEFT_BUS_BY_KIND = 4,
  WEFT_BUS_BY_CACHE = 8,
  WEFT_BUS_BY_ACT = WEFT_BUS_BY_REGION | WEFT_BUS_BY_KIND | WEFT_BUS_BY_CACHE, /* of any master */
  WEFT_BUS_BY_ALL = WEFT_BUS_BY_MASTER | WEFT_BUS_BY_ACT,
} WeftBusBy;

/* The name of a bucket by these: (transfer full), "MSH2 | High WRAM | ifetch | cache_hit" by all. */
char *weft_bus_summary_name_bucket (const WeftBusSummary *self, const WeftBusBucket *bucket,
                                    WeftBusBy by);

/* The filter for the accesses that have these in common with a bucket: (transfer full). */
char *weft_bus_summary_match_bucket (const WeftBusSummary *self, const WeftBusBucket *bucket,
                                     WeftBusBy by);

/* The share of accesses that waited, 0 to 1; NaN where there is none. */
double weft_bus_totals_get_rate (const WeftBusTotals *self);

/* The percentile as this format's summary has it: linear interpolation at p · (n − 1), `p` from
 * 0 to 1. 0 where there is no value. The histogram is sealed. */
double weft_bus_percentile (const WeftHistogram *histogram, double p);

/* The same of deltas, which are counted the other way round. */
double weft_bus_delta_percentile (const WeftHistogram *deltas, double p);

G_END_DECLS
