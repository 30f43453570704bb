/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-trace.h"
#include "weft-time-grid.h"

G_BEGIN_DECLS

/* Bytes that DRAM moved over time: the trace's samples, or where it has none, those of its events,
 * spread evenly over their cycles. Immutable; any thread. */

typedef enum
{
  WEFT_NPU_FROM_SAMPLES,
  WEFT_NPU_FROM_TRANSFERS, /* the events of DMA engines */
  WEFT_NPU_FROM_ACCESSES,  /* memory accesses, where no engine says what it moved */
} WeftNpuBandwidthSource;

typedef struct
{
  gint64 start;  /* cycle */
  gint64 length; /* cycles, above 0 */
  gint64 read;   /* bytes */
  gint64 write;
  gint64 kv;    /* of these */
  gint64 stall; /* cycles */
} WeftNpuWindow;

typedef struct
{
  gatomicrefcount ref_count;
  WeftNpuBandwidthSource source;
  gint64 peak;            /* of DRAM, bytes per cycle; WEFT_NPU_NONE: not known */
  WeftNpuWindow *windows; /* by start */
  guint32 n_windows;
  WeftTimeGrid grid;     /* of their starts */
  WeftNpuWindow *before; /* by window, and one more: sums over those before it */
  double *tops;          /* the most that one window of each block moves, bytes per cycle */
  gboolean kv_estimated; /* KV traffic is from events, as samples say nothing of it */
  double top;            /* the most that any window moved, bytes per cycle */
} WeftNpuBandwidth;

WeftNpuBandwidth *weft_npu_bandwidth_new (const WeftNpuSnapshot *snapshot);
WeftNpuBandwidth *weft_npu_bandwidth_ref (WeftNpuBandwidth *self);
void weft_npu_bandwidth_unref (WeftNpuBandwidth *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNpuBandwidth, weft_npu_bandwidth_unref)

/* "samples" or "events", as machines read it. */
const char *weft_npu_bandwidth_source_to_string (WeftNpuBandwidthSource source);

/* The first window that ends after `cycle`; n_windows where there is none. */
guint32 weft_npu_bandwidth_find (const WeftNpuBandwidth *self, gint64 cycle);

/* Sums over the windows [from, to) (their `length` too; `start` is of no meaning), and (nullable) the most
 * that one of them moved, bytes per cycle. */
void weft_npu_bandwidth_sum (const WeftNpuBandwidth *self, guint32 from, guint32 to,
                             WeftNpuWindow *sum, double *top);

/* The first window that begins at `cycle` or later; n_windows where there is none. */
guint32 weft_npu_bandwidth_find_start (const WeftNpuBandwidth *self, gint64 cycle);

/* A warning is due above this share of the peak. */
#define WEFT_NPU_HIGH_BANDWIDTH 0.8

static inline double
weft_npu_window_rate (const WeftNpuWindow *window)
{
  return ((double) window->read + (double) window->write) / (double) window->length;
}

G_END_DECLS
