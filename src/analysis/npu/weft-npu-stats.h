/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-cycle-range.h"
#include "weft-npu-bandwidth.h"
#include "weft-npu-bank-sums.h"
#include "weft-npu-path.h"
#include "weft-npu-phased.h"
#include "weft-npu-sum.h"

G_BEGIN_DECLS

/* Where the time of a run went: per engine, layer, op, token, phase, reason of stalls, bits and bank,
 * over the whole run or a range of its cycles. Immutable; any thread.
 *
 * Of events that reach beyond the range, the cycles within it count; bytes and macs count where an
 * event begins. */

/* A struct with a sum has it first, so that the columns of sums are the same in all tables. */
typedef struct
{
  WeftNpuSum sum;
  guint lane;
  WeftNpuLane info;
  gint64 busy;        /* cycles; overlaps count once */
  gint64 stalled;     /* cycles in which it was stalled and not busy */
  gint64 idle;        /* the rest of the range */
  double utilization; /* busy by the range's cycles; NAN where that has none */
  double of_span;     /* busy by the cycles from its first to its last event */
} WeftNpuEngineStats;

/* Events with the same name of something: a layer, an op, a phase. */
typedef struct
{
  WeftNpuSum sum;
  guint32 name; /* WEFT_NO_NAME: those that have none */
  gint64 first; /* cycles that they lie in */
  gint64 last;
  gint64 bytes; /* of a type: that its events name */
} WeftNpuNameStats;

/* Events of a layer in a phase: the same layer is bound by another thing in prefill than in decode. */
typedef struct
{
  WeftNpuSum sum;
  guint32 layer; /* name */
  guint32 phase; /* name; WEFT_NO_NAME: neither its events nor a token say one */
  gint64 first;  /* cycles that they lie in */
  gint64 last;
  guint32 top_row;  /* the event that moved most, the first of them */
  gint64 top_moved; /* bytes */
} WeftNpuPartStats;

typedef struct
{
  WeftNpuSum sum;
  guint32 row;   /* of its TOKEN_EVENT */
  guint32 phase; /* name */
  gint64 index;  /* WEFT_NPU_NONE: none */
  gint64 start;
  gint64 end;
} WeftNpuTokenStats;

typedef struct
{
  guint lane;
  guint32 reason; /* name */
  guint64 count;
  gint64 cycles; /* summed lengths, which may overlap */
} WeftNpuStallStats;

typedef struct
{
  WeftNpuSum sum;
  WeftNpuLaneKind kind; /* DMA: qbits; TE: qbits_weight; others: qbits_activation */
  guint bits;
} WeftNpuBitsStats;

typedef struct
{
  gatomicrefcount ref_count;
  WeftNpuSnapshot *snapshot;
  WeftNpuBandwidth *bandwidth;
  WeftCycleRange range; /* clipped to the run */
  gint64 n_cycles;      /* what utilization is a share of */
  gboolean
    has_bytes; /* some event of the run says how many it moved; else sums of them say nothing, */
  gboolean has_macs; /* as those of these */
  guint64 n_types[WEFT_NPU_N_TYPES];
  gint64 type_bytes[WEFT_NPU_N_TYPES]; /* that the events of a type name */
  guint64 n_events;
  guint64 n_samples;
  WeftNpuSum sum;
  WeftNpuEngineStats *engines; /* in the order in which they are shown */
  guint n_engines;
  WeftNpuNameStats *layers; /* by their first cycle */
  guint n_layers;
  WeftNpuPartStats *parts; /* likewise; of layers that have a name */
  guint n_parts;
  WeftNpuNameStats *tiles; /* by their first cycle */
  guint n_tiles;
  WeftNpuNameStats *ops; /* those that took longest first */
  guint n_ops;
  WeftNpuPhasedSet phased_layers; /* and what they did in each phase */
  WeftNpuPhasedSet phased_ops;
  WeftNpuNameStats *phases;
  guint n_phases;
  WeftNpuNameStats *others; /* types that the format does not know */
  guint n_others;
  WeftNpuTokenStats *tokens; /* by start */
  guint n_tokens;
  guint64
    n_phased_by_token; /* events of engines that say no phase and are of that of the token they begin in */
  WeftNpuStallStats *stalls; /* those that took longest first */
  guint n_stalls;
  WeftNpuBitsStats *bits;
  guint n_bits;
  WeftNpuBankStats *banks;
  guint n_banks;
  guint64 n_errors;   /* commands and events that failed */
  gint64 window_read; /* bytes of the windows that begin in the range */
  gint64 window_write;
  gint64 window_kv;
  double window_top;      /* the most that one of them moved, bytes per cycle */
  guint64 n_high_windows; /* above WEFT_NPU_HIGH_BANDWIDTH of the peak */
  WeftNpuPath *path;      /* (nullable) of the whole run */
  double roof;            /* ≈ macs per cycle that all TEs together could do, by the best of the
                           * whole run; NAN: not known */
} WeftNpuStats;

/* `bandwidth` and `path` (nullable: it is not asked for) are what their constructors made of the
 * snapshot. `rows` (nullable) are the events
 * that count; engines are then busy with these alone. NULL where cancelled. */
WeftNpuStats *weft_npu_stats_new (WeftNpuSnapshot *snapshot, WeftNpuBandwidth *bandwidth,
                                  WeftNpuPath *path, const WeftCycleRange *range,
                                  const WeftBitset *rows, GCancellable *cancellable);
WeftNpuStats *weft_npu_stats_ref (WeftNpuStats *self);
void weft_npu_stats_unref (WeftNpuStats *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuStats, weft_npu_stats_unref)

/* Nearest-rank percentile of the latencies of the tokens of a phase (WEFT_NO_NAME: of all), in cycles;
 * WEFT_NPU_NONE where there is none. */
gint64 weft_npu_stats_latency (const WeftNpuStats *self, guint32 phase, guint per_mille);

/* The id of a name, or WEFT_NO_NAME where nothing is called that. */
guint32 weft_npu_stats_find_phase (const WeftNpuStats *self, const char *name);

G_END_DECLS
