/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-bus-trace-private.h"

G_BEGIN_DECLS

/* The one writer of a bus trace: what both readers call for each record. Keeps what only writing
 * needs: the seqs that were seen, and whether the replay order is the file's. */

typedef struct _WeftBusWriter WeftBusWriter;

/* Writes into `trace`, which must be empty; holds it. `is_binary` says what `line` counts. */
WeftBusWriter *weft_bus_writer_new (WeftBusTrace *trace, gboolean is_binary);
void weft_bus_writer_free (WeftBusWriter *self);

/* Goes on with a trace that is whole up to here, as from an index file; holds it. NULL where no writer has made it that
 * weft_bus_writer_can_be_left(). */
WeftBusWriter *weft_bus_writer_new_behind (WeftBusTrace *trace);

/* Whether all that another writer needs is in the trace: seqs of records that are excluded are not. */
gboolean weft_bus_writer_can_be_left (const WeftBusWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBusWriter, weft_bus_writer_free)

/* Words beyond this many have no number. */
#define WEFT_BUS_MAX_WORDS 250
#define WEFT_BUS_NO_WORD G_MAXUINT

/* The number of a word of `table`, the trace's `rws` or `kinds`; one that was not there before gets the
 * next. WEFT_BUS_NO_WORD where there are too many. */
guint weft_bus_writer_intern (WeftBusWriter *self, WeftTable *table, const char *word,
                              gsize length);

/* The number of a size; WEFT_BUS_NO_WORD where there are too many that no bus has. */
guint weft_bus_writer_number_size (WeftBusWriter *self, guint64 size);

/* Faults of a seq. */
typedef enum
{
  WEFT_BUS_SEQ_DUPLICATE = 1,     /* seen before */
  WEFT_BUS_SEQ_NON_MONOTONIC = 2, /* not above the one before */
} WeftBusSeqFault;

/* Counts a seq, of a record that is a row or of one that is excluded; once for each, in file order.
 * Returns WeftBusSeqFaults. */
guint weft_bus_writer_check_seq (WeftBusWriter *self, guint64 seq);

/* Adds a row. FALSE where the storage is exhausted. */
gboolean weft_bus_writer_add (WeftBusWriter *self, const WeftBusRecord *record);

/* Counts what is no row. */
void weft_bus_writer_add_malformed (WeftBusWriter *self);
void weft_bus_writer_add_invalid_master (WeftBusWriter *self);

/* Publishes all that was written. */
void weft_bus_writer_publish (WeftBusWriter *self);

G_END_DECLS
