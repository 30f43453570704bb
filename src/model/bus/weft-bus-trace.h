/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-trace.h"

#include "weft-table.h"

G_BEGIN_DECLS

/* A bus trace: one record for each access that a master got through, as docs/formats/bus.md
 * describes it. Rows keep file order and what the file says; whatever the accesses mean is derived
 * in analysis.
 *
 * Words: a *row* is a record counted from 0 in file order; a *place* is its number in replay order,
 * which is by the tick in which the access completed, then by seq. */

#define WEFT_TYPE_BUS_TRACE (weft_bus_trace_get_type ())
G_DECLARE_FINAL_TYPE (WeftBusTrace, weft_bus_trace, WEFT, BUS_TRACE, WeftTrace)

/* A new, empty, growing trace. `context` (nullable) is where WeftTrace::changed is emitted. */
WeftBusTrace *weft_bus_trace_new (const char *title, GMainContext *context, WeftStorage storage);

/* --- words ------------------------------------------------------------------------------------ */

typedef enum
{
  WEFT_BUS_MSH2,
  WEFT_BUS_SSH2,
  WEFT_BUS_DMA,
} WeftBusMaster;

#define WEFT_BUS_N_MASTERS 3

/* "MSH2", "SSH2" or "DMA". */
const char *weft_bus_master_to_string (guint master);

/* The words of a record's `rw` and `kind` are small numbers: those of the format come first, others
 * follow in order of first appearance in the file. */
enum
{
  WEFT_BUS_READ,
  WEFT_BUS_WRITE,
  WEFT_BUS_N_RWS
};

enum
{
  WEFT_BUS_KIND_IFETCH,
  WEFT_BUS_KIND_READ,
  WEFT_BUS_KIND_WRITE,
  WEFT_BUS_KIND_MMIO_READ,
  WEFT_BUS_KIND_MMIO_WRITE,
  WEFT_BUS_N_KINDS
};

/* Any thread. Words below these numbers exist; a name is any bytes and lives as long as the
 * trace. */
guint weft_bus_trace_get_n_rws (WeftBusTrace *self);
guint weft_bus_trace_get_n_kinds (WeftBusTrace *self);
const char *weft_bus_trace_get_rw (WeftBusTrace *self, guint rw);
const char *weft_bus_trace_get_kind (WeftBusTrace *self, guint kind);

/* Sizes have numbers too: small ones themselves, and larger ones, which no bus has, those that follow, in
 * order of first appearance. */
#define WEFT_BUS_N_PLAIN_SIZES 192
#define WEFT_BUS_N_SIZES 256

/* Any thread. The size of a number that a record has, in bytes. */
guint64 weft_bus_trace_get_size (const WeftBusTrace *self, guint number);

/* The word for a row of the file: lines are counted in text, records in binary files. */
gboolean weft_bus_trace_is_binary (WeftBusTrace *self);

/* --- snapshots -------------------------------------------------------------------------------- */

/* Counts of the file's records, those that are no rows included. */
typedef struct
{
  guint64 n_events;         /* all records and lines that are not blank */
  guint64 n_malformed;      /* skipped */
  guint64 n_invalid_master; /* excluded */
  guint64 n_duplicate;      /* whose seq was seen before */
  guint64 n_non_monotonic;  /* whose seq is not above the one before */
} WeftBusCounts;

/* One consistent state, which a view draws from; immutable. Functions that take one are for any
 * thread. */
typedef struct _WeftBusSnapshot WeftBusSnapshot;

struct _WeftBusSnapshot
{
  gatomicrefcount ref_count;
  WeftBusTrace *trace; /* held by the copies that are handed out, not by the trace's own */
  guint generation;
  guint32 n_rows;
  guint32 *order;     /* rows by place, from weft_shared_new(); NULL: place = row */
  guint64 first_tick; /* the least tick, and the greatest; 0 and 0 where there is no row */
  guint64 last_tick;
  WeftBusCounts counts;
};

/* The newest snapshot: (transfer full), never NULL. It keeps the trace alive. */
WeftBusSnapshot *weft_bus_trace_ref_snapshot (WeftBusTrace *self);
WeftBusSnapshot *weft_bus_snapshot_ref (WeftBusSnapshot *snapshot);
void weft_bus_snapshot_unref (WeftBusSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusSnapshot, weft_bus_snapshot_unref)

static inline guint32
weft_bus_snapshot_row_at (const WeftBusSnapshot *snapshot, guint32 place)
{
  return snapshot->order != NULL ? snapshot->order[place] : place;
}

/* --- records ---------------------------------------------------------------------------------- */

typedef struct
{
  guint64 seq;
  guint64 first_attempt; /* tick */
  guint64 complete;      /* tick */
  guint64 service;       /* ticks of one attempt */
  guint64 retries;
  gint64 line; /* of the file, or number of the record, from 1 */
  guint32 addr;
  guint8 master; /* WeftBusMaster */
  guint8 rw;
  guint8 kind;
  guint8 size_number; /* of its size: the size itself below WEFT_BUS_N_PLAIN_SIZES, */
  guint64 size;       /* which is in bytes */
} WeftBusRecord;

void weft_bus_snapshot_get_record (const WeftBusSnapshot *snapshot, guint32 row,
                                   WeftBusRecord *record);

/* The row nearest to line (or record) `line` of the file: the last at it or before, the first where
 * all come later; WEFT_NO_ROW where there is none. */
guint32 weft_bus_snapshot_find_line (const WeftBusSnapshot *snapshot, gint64 line);

/* The row with that seq, the first one in the file; WEFT_NO_ROW where there is none. */
guint32 weft_bus_snapshot_find_seq (const WeftBusSnapshot *snapshot, guint64 seq);

G_END_DECLS
