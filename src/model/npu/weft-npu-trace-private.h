/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-compact.h"
#include "weft-index-reader.h"
#include "weft-npu-trace.h"
#include "weft-sealer.h"
#include "weft-short-names.h"
#include "weft-string-pool.h"

/* The columns behind an NPU trace, for its writer and its own functions, and for loops over all
 * events. No cell changes once it is published. Numbers that are not there are
 * WEFT_COMPACT_NONE. */

enum
{
  NPU_START,   /* i64 */
  NPU_PLACE,   /* u64 */
  NPU_SPAN,    /* compact: cycles from start to end */
  NPU_LENGTH,  /* u32 */
  NPU_LINE,    /* compact */
  NPU_NAME,    /* u32 */
  NPU_LAYER,   /* u32 */
  NPU_TILE,    /* u32 */
  NPU_TOKEN,   /* compact */
  NPU_COMMAND, /* compact */
  NPU_BYTES,   /* compact */
  NPU_ALIGNED, /* compact */
  NPU_MACS,    /* compact */
  NPU_BITS,    /* u32: qbits, weight_bits and activation_bits, eight bits each from the lowest on */
  NPU_SPOT,    /* u32: place in `spots`; 0: none */
  NPU_LANE,    /* u16 */
  NPU_PHASE,   /* u16: place in `words`; 0: none */
  NPU_ROLE,    /* u16: likewise */
  NPU_COLOR,   /* u16: likewise */
  NPU_TYPE,    /* u8 */
  NPU_FLAGS,   /* u8 */
  N_NPU_COLUMNS
};

enum
{
  NPU_SAMPLE_START,  /* i64 */
  NPU_SAMPLE_LENGTH, /* compact */
  NPU_SAMPLE_READ,   /* compact */
  NPU_SAMPLE_WRITE,  /* compact */
  NPU_SAMPLE_KV,     /* compact */
  NPU_SAMPLE_STALL,  /* compact */
  NPU_SAMPLE_LINE,   /* compact */
  NPU_SAMPLE_COLUMN, /* compact */
  N_NPU_SAMPLE_COLUMNS
};

enum
{
  NPU_POINT_TIME,   /* i64 */
  NPU_POINT_VALUE,  /* u64: the bits of a double */
  NPU_POINT_SERIES, /* u16 */
  N_NPU_POINT_COLUMNS
};

enum
{
  NPU_LANE_ENGINE, /* u32: id in names */
  NPU_LANE_ID,     /* i64 */
  NPU_LANE_LINE,   /* i64 */
  NPU_LANE_COLUMN, /* i64 */
  NPU_LANE_KIND,   /* u8 */
  NPU_LANE_MOVES,  /* u8 *: directions of its events so far; NPU_MOVES_NOT: some have none */
  N_NPU_LANE_COLUMNS
};

#define NPU_MOVES_NOT 0x80u

enum
{
  NPU_SPOT_BANK,         /* compact */
  NPU_SPOT_ADDRESS,      /* compact */
  NPU_SPOT_DRAM_ADDRESS, /* compact */
  NPU_SPOT_OFFSET,       /* compact */
  N_NPU_SPOT_COLUMNS
};

struct _WeftNpuTrace
{
  WeftTrace parent_instance;

  WeftChunkStore *store;
  WeftSealer *sealer;    /* of events, samples, points and spots */
  WeftIndexReader *kept; /* where sealed columns lie; NULL: the file was read */
  WeftTable events;
  WeftTable samples;
  WeftTable lanes;
  WeftTable words;  /* u32: ids in names of the few that phases and roles have; the first is none */
  WeftTable points; /* numbers over time */
  WeftTable series; /* u32: what they are called, ids in names */
  WeftTable spots;  /* where in the memories events are, of those that say so; the first is none */
  WeftCompact compact;
  WeftStringPool names;

  WeftLock lock; /* of the two below */
  WeftNpuSnapshot newest;
  GPtrArray *runs;         /* WeftNpuRun: all that were published */
  GPtrArray *dependencies; /* WeftNpuDependencies, likewise */
};

/* The writer: publishes all rows, then makes a snapshot with these fields the newest. A run that was
 * not published before becomes the trace's, and so does the index. */
void weft_npu_trace_publish (WeftNpuTrace *self, const WeftNpuSnapshot *fields);

void weft_npu_run_free (WeftNpuRun *run);

static inline gint64
weft_npu_number (const WeftNpuTrace *trace, guint32 cell)
{
  return cell == WEFT_COMPACT_NONE ? WEFT_NPU_NONE : weft_compact_decode (&trace->compact, cell);
}

/* --- cells that loops over all events look at ---------------------------------------------------- */

static inline gint64
weft_npu_start (const WeftNpuTrace *trace, guint32 row)
{
  return weft_table_get_i64 (&trace->events, NPU_START, row);
}

/* The cycles from start to end, exclusive. */
static inline gint64
weft_npu_span (const WeftNpuTrace *trace, guint32 row)
{
  return weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->events, NPU_SPAN, row));
}

static inline gint64
weft_npu_end (const WeftNpuTrace *trace, guint32 row)
{
  return weft_npu_start (trace, row) + weft_npu_span (trace, row);
}

static inline WeftNpuType
weft_npu_type (const WeftNpuTrace *trace, guint32 row)
{
  return (WeftNpuType) weft_table_get_u8 (&trace->events, NPU_TYPE, row);
}

static inline guint
weft_npu_flags (const WeftNpuTrace *trace, guint32 row)
{
  return weft_table_get_u8 (&trace->events, NPU_FLAGS, row);
}

static inline guint
weft_npu_lane (const WeftNpuTrace *trace, guint32 row)
{
  return weft_table_get_u16 (&trace->events, NPU_LANE, row);
}

static inline guint32
weft_npu_name (const WeftNpuTrace *trace, guint32 row)
{
  return weft_table_get_u32 (&trace->events, NPU_NAME, row);
}

static inline guint32
weft_npu_layer (const WeftNpuTrace *trace, guint32 row)
{
  return weft_table_get_u32 (&trace->events, NPU_LAYER, row);
}

static inline guint32
weft_npu_tile (const WeftNpuTrace *trace, guint32 row)
{
  return weft_table_get_u32 (&trace->events, NPU_TILE, row);
}

/* A number of where in the memories it is, by its column in `spots`. */
static inline gint64
weft_npu_spot (const WeftNpuTrace *trace, guint column, guint32 row)
{
  guint32 spot = weft_table_get_u32 (&trace->events, NPU_SPOT, row);

  return spot == 0 ? WEFT_NPU_NONE
                   : weft_npu_number (trace, weft_table_get_u32 (&trace->spots, column, spot));
}

/* Bytes that DRAM moves for it: bytes_aligned, or else bytes, or else nothing. */
static inline gint64
weft_npu_moved (const WeftNpuTrace *trace, guint32 row)
{
  guint32 cell = weft_table_get_u32 (&trace->events, NPU_ALIGNED, row);

  if (cell == WEFT_COMPACT_NONE)
    cell = weft_table_get_u32 (&trace->events, NPU_BYTES, row);
  return weft_compact_decode (&trace->compact, cell);
}
