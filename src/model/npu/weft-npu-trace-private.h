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
  NPU_START,    /* i64 */
  NPU_TEXT_END, /* u64: where its JSON in the trace's text store ends */
  NPU_SPAN,     /* compact: cycles from start to end */
  NPU_TEXT_GAP, /* compact: from the end of the JSON of the event before it, or 0, to where its own begins */
  NPU_LINE,    /* compact */
  NPU_NAME,    /* u32 */
  NPU_LAYER,   /* u32 */
  NPU_TILE,    /* u32 */
  NPU_TOKEN,   /* compact */
  NPU_COMMAND, /* compact */
  NPU_BYTES,   /* compact */
  NPU_ALIGNED, /* compact: what it is more than NPU_BYTES, where there are any */
  NPU_MACS,    /* compact */
  NPU_SPOT, /* u32: the last place in `spots` so far, twice, and one more where it is the event's own */
  NPU_LANE,            /* u16 */
  NPU_PHASE,           /* u16: place in `words`; 0: none */
  NPU_ROLE,            /* u16: likewise */
  NPU_COLOR,           /* u16: likewise */
  NPU_TYPE,            /* u8 */
  NPU_FLAGS,           /* u8 */
  NPU_QBITS,           /* u8: WEFT_NPU_NO_BITS, all bits set, where it is not said */
  NPU_WEIGHT_BITS,     /* likewise */
  NPU_ACTIVATION_BITS, /* likewise */
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

/* Few events say both addresses, so that they share a column. */
enum
{
  NPU_SPOT_BANK,    /* compact */
  NPU_SPOT_ADDRESS, /* compact: addr, or where it is not said dram_addr */
  NPU_SPOT_DRAM_ADDRESS, /* compact: what dram_addr is more than addr; WEFT_COMPACT_SPECIAL: the other is dram_addr */
  NPU_SPOT_OFFSET, /* compact */
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

/* The sum of two numbers, which wraps where they are none that a reader has written. */
static inline gint64
weft_npu_sum (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

/* Whether there is an address of that column of `spots`, by the cell of NPU_SPOT_DRAM_ADDRESS. */
static inline gboolean
weft_npu_has_address (guint column, guint32 beyond)
{
  return beyond != (column == NPU_SPOT_ADDRESS ? WEFT_COMPACT_SPECIAL : WEFT_COMPACT_NONE);
}

/* That address, by both cells; WEFT_NPU_NONE: not said. */
static inline gint64
weft_npu_address (const WeftNpuTrace *trace, guint column, guint32 beyond, guint32 cell)
{
  gint64 address = weft_npu_number (trace, cell);

  return column == NPU_SPOT_ADDRESS
           ? address
           : weft_npu_sum (address, weft_compact_decode (&trace->compact, beyond));
}

/* A number of where in the memories it is, by its column in `spots`. */
static inline gint64
weft_npu_spot (const WeftNpuTrace *trace, guint column, guint32 row)
{
  const WeftTable *spots = &trace->spots;
  guint32 cell = weft_table_get_u32 (&trace->events, NPU_SPOT, row), spot = cell >> 1, beyond;

  if ((cell & 1) == 0)
    return WEFT_NPU_NONE;
  if (column != NPU_SPOT_ADDRESS && column != NPU_SPOT_DRAM_ADDRESS)
    return weft_npu_number (trace, weft_table_get_u32 (spots, column, spot));
  beyond = weft_table_get_u32 (spots, NPU_SPOT_DRAM_ADDRESS, spot);
  return weft_npu_has_address (column, beyond) ? weft_npu_address (
           trace, column, beyond, weft_table_get_u32 (spots, NPU_SPOT_ADDRESS, spot))
                                               : WEFT_NPU_NONE;
}

/* A number of a compact column; 0 where there is none. */
static inline gint64
weft_npu_amount (const WeftNpuTrace *trace, guint column, guint32 row)
{
  return weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->events, column, row));
}

/* Bytes that DRAM moves for it: bytes_aligned, or else bytes, or else nothing. */
static inline gint64
weft_npu_moved (const WeftNpuTrace *trace, guint32 row)
{
  return weft_npu_sum (weft_npu_amount (trace, NPU_BYTES, row),
                       weft_npu_amount (trace, NPU_ALIGNED, row));
}

/* bytes_aligned; WEFT_NPU_NONE: not said. */
static inline gint64
weft_npu_aligned (const WeftNpuTrace *trace, guint32 row)
{
  return weft_table_get_u32 (&trace->events, NPU_ALIGNED, row) == WEFT_COMPACT_NONE
           ? WEFT_NPU_NONE
           : weft_npu_moved (trace, row);
}

/* Where the JSON of an event begins in the text store. */
static inline guint64
weft_npu_text_start (const WeftNpuTrace *trace, guint32 row)
{
  guint64 before = row > 0 ? weft_table_get_u64 (&trace->events, NPU_TEXT_END, row - 1) : 0;

  return before + (guint64) weft_npu_amount (trace, NPU_TEXT_GAP, row);
}

/* Its length in bytes. */
static inline guint32
weft_npu_text_length (const WeftNpuTrace *trace, guint32 row)
{
  return (guint32) (weft_table_get_u64 (&trace->events, NPU_TEXT_END, row)
                    - weft_npu_text_start (trace, row));
}
