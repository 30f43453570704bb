/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-trace.h"
#include "weft-compact.h"
#include "weft-index-reader.h"
#include "weft-sealer.h"
#include "weft-string-pool.h"

/* The columns behind a bus trace, for its writer and its own functions, and for loops over all
 * records. No cell changes once it is published. */

enum
{
  BUS_SEQ,           /* u64 */
  BUS_FIRST_ATTEMPT, /* u64 tick */
  BUS_COMPLETE,      /* u64 tick */
  BUS_ADDR,          /* u32 */
  BUS_SERVICE,       /* compact */
  BUS_RETRIES,       /* compact */
  BUS_LINE,          /* compact, of line − 1 − row, so that a file without gaps stores zeros */
  BUS_MASTER,        /* u8 */
  BUS_RW,            /* u8 */
  BUS_KIND,          /* u8 */
  BUS_SIZE,          /* u8: its number */
  N_BUS_COLUMNS
};

struct _WeftBusTrace
{
  WeftTrace parent_instance;

  gboolean is_binary;
  WeftChunkStore *store;
  WeftSealer *sealer; /* of records */
  WeftTable records;
  WeftCompact compact;
  WeftStringPool names;
  WeftTable rws;   /* u32: id in names */
  WeftTable kinds; /* likewise */
  WeftTable sizes; /* u64: those from WEFT_BUS_N_PLAIN_SIZES on, by their numbers from there on */

  WeftIndexReader *index; /* where sealed columns lie; NULL: the file was read */

  WeftLock lock; /* of the pointer below */
  WeftBusSnapshot *newest;
};

/* The writer: publishes all rows, then makes a snapshot with these fields the newest. Its order is
 * handed over. */
void weft_bus_trace_publish (WeftBusTrace *self, const WeftBusSnapshot *fields);

/* Of a record what says when it was: what weft_bus_access_get_span() asks for. */
static inline void
weft_bus_record_read_times (const WeftBusTrace *trace, guint32 row, WeftBusRecord *record)
{
  const WeftTable *table = &trace->records;

  record->first_attempt = weft_table_get_u64 (table, BUS_FIRST_ATTEMPT, row);
  record->complete = weft_table_get_u64 (table, BUS_COMPLETE, row);
  record->service =
    (guint64) weft_compact_decode (&trace->compact, weft_table_get_u32 (table, BUS_SERVICE, row));
  record->retries =
    (guint64) weft_compact_decode (&trace->compact, weft_table_get_u32 (table, BUS_RETRIES, row));
}

/* All of a record but its seq and its line, which analysis does not need. */
static inline void
weft_bus_record_read (const WeftBusTrace *trace, guint32 row, WeftBusRecord *record)
{
  const WeftTable *table = &trace->records;

  weft_bus_record_read_times (trace, row, record);
  record->addr = weft_table_get_u32 (table, BUS_ADDR, row);
  record->master = weft_table_get_u8 (table, BUS_MASTER, row);
  record->rw = weft_table_get_u8 (table, BUS_RW, row);
  record->kind = weft_table_get_u8 (table, BUS_KIND, row);
  record->size_number = weft_table_get_u8 (table, BUS_SIZE, row);
  record->size = weft_bus_trace_get_size (trace, record->size_number);
}
