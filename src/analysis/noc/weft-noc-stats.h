/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-cycle-range.h"
#include "weft-noc-demand.h"
#include "weft-noc-fabric.h"

G_BEGIN_DECLS

/* Figures of a capture in an interval: links, interfaces, tiles, DRAM controllers, zones. */

/* One series of one device. Utilizations are shares of the capacity: estimates. NaN where the
 * capacity is not known, and of the barrier-bounded rate where bytes went over it in the interval but
 * no barrier bounds any of them. */
typedef struct
{
  guint device; /* index */
  double mean[WEFT_NOC_N_FIGURES];
  double peak[WEFT_NOC_N_FIGURES];
  guint32 series;
  WeftNocSeries info;
  guint64 bytes;
  guint64
    unbounded_bytes; /* of these: no barrier bounds them, and the rate is at least what it says */
  guint32 n_transfers;
} WeftNocSeriesStats;

typedef struct
{
  guint device; /* index */
  guint tile;
  guint64 sent_bytes;
  guint64 received_bytes;
  guint64 barrier_cycles;  /* measured, from START to END */
  guint64 barrier_bound;   /* barriers of one record: at most */
  guint64 semaphore_bound; /* semaphores: at most */
} WeftNocTileStats;

/* Begins like that of a series, so that the columns of both are the same. */
typedef struct
{
  guint device; /* index */
  double mean[WEFT_NOC_N_FIGURES];
  double peak[WEFT_NOC_N_FIGURES];
  guint controller;
  guint64 bytes_read;
  guint64 bytes_written;
} WeftNocControllerStats;

G_STATIC_ASSERT (G_STRUCT_OFFSET (WeftNocSeriesStats, peak)
                 == G_STRUCT_OFFSET (WeftNocControllerStats, peak));

typedef struct
{
  WeftNocCapture *capture;
  WeftCycleRange range; /* what was asked for, both ends closed */
  GArray *links;        /* WeftNocSeriesStats, by device, network and place */
  GArray *interfaces;   /* likewise, sources and sinks */
  GArray *controllers;  /* WeftNocControllerStats */
  GArray *tiles;        /* WeftNocTileStats, those that send, take or wait */
  guint64 n_transfers;  /* issued in the range */
  guint64 transfer_bytes;
  WeftNocFabricTraffic *fabric;
} WeftNocStats;

/* `demands` holds one index for each device, made of the transfers that are counted; `records`
 * (nullable: all) are those whose fabric events are. Waits are those of all cores: what a filter
 * asks of transfers says nothing of them. NULL with G_IO_ERROR_CANCELLED. */
WeftNocStats *weft_noc_stats_new (WeftNocDemand *const *demands, const WeftCycleRange *range,
                                  const WeftBitset *records, GCancellable *cancellable,
                                  GError **error);

/* Those of nothing, for the range: to be filled in, with fabric. */
WeftNocStats *weft_noc_stats_new_empty (WeftNocCapture *capture, const WeftCycleRange *range);
void weft_noc_stats_free (WeftNocStats *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNocStats, weft_noc_stats_free)

/* An index for each device of the capture: (transfer full), NULL-terminated. NULL with
 * G_IO_ERROR_CANCELLED. */
WeftNocDemand **weft_noc_demands_new (WeftNocCapture *capture, const WeftBitset *records,
                                      GCancellable *cancellable, GError **error);
void weft_noc_demands_free (WeftNocDemand **demands);

/* The share of a cable's capacity that its bytes ask in the interval: an estimate. NaN where the
 * capacity is not known. */
double weft_noc_stats_get_cable_share (const WeftNocStats *self, const WeftNocChipLink *cable);

/* Links, interfaces and controllers whose peak is above their capacity. */
guint weft_noc_count_over_capacity (const GArray *series);

G_END_DECLS
