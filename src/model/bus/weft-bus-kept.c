/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-kept.h"

#include "weft-bus-trace-private.h"
#include "weft-index-table.h"

#include <string.h>

/* --- writing ---------------------------------------------------------------------------------------------- */

void
weft_bus_trace_put (WeftTrace *trace, WeftIndexWriter *writer)
{
  WeftBusTrace *self = WEFT_BUS_TRACE (trace);
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (self);

  weft_index_writer_put_number (writer, (guint64) self->is_binary);
  weft_index_put_table (writer, &self->compact.wide);
  weft_index_put_names (writer, &self->names);
  weft_index_put_table (writer, &self->rws);
  weft_index_put_table (writer, &self->kinds);
  weft_index_put_table (writer, &self->sizes);
  weft_index_put_table (writer, &self->records);
  weft_index_writer_put_number (writer, snapshot->counts.n_malformed);
  weft_index_writer_put_number (writer, snapshot->counts.n_invalid_master);
  weft_index_writer_put_number (writer, snapshot->counts.n_duplicate);
  weft_index_writer_put_number (writer, snapshot->counts.n_non_monotonic);
  weft_index_writer_put_number (writer, snapshot->order != NULL);
  if (snapshot->order != NULL)
    weft_index_writer_put_block (writer, snapshot->order,
                                 snapshot->n_rows * sizeof *snapshot->order);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

/* The few, whose cells are in memory. FALSE where there are not those that a trace has, or more than a record can say. */
static gboolean
take_words (WeftBusTrace *self, WeftIndexReader *reader)
{
  const WeftCellRule any[] = { WEFT_CELL_ANY };

  weft_index_take_table (reader, &self->compact.wide, any);
  weft_index_take_names (reader, &self->names);

  const WeftCellRule names[] = { WEFT_CELL_EXISTING (self->names.names.n_rows) };

  weft_index_take_table (reader, &self->rws, names);
  weft_index_take_table (reader, &self->kinds, names);
  weft_index_take_table (reader, &self->sizes, any);
  return self->rws.n_rows >= WEFT_BUS_N_RWS && self->rws.n_rows <= G_MAXUINT8
         && self->kinds.n_rows >= WEFT_BUS_N_KINDS && self->kinds.n_rows <= G_MAXUINT8
         && self->sizes.n_rows <= WEFT_BUS_N_SIZES - WEFT_BUS_N_PLAIN_SIZES;
}

/* The rules live until the cells are checked, which is here. */
static gboolean
take_records (WeftBusTrace *self, WeftIndexReader *reader)
{
  const guint32 n_wide = self->compact.wide.n_rows;
  const WeftCellRule rules[N_BUS_COLUMNS] = {
    [BUS_SEQ] = WEFT_CELL_ANY,
    [BUS_FIRST_ATTEMPT] = WEFT_CELL_ANY,
    [BUS_COMPLETE] = WEFT_CELL_ANY,
    [BUS_ADDR] = WEFT_CELL_ANY,
    [BUS_SERVICE] = WEFT_CELL_COMPACT (n_wide),
    [BUS_RETRIES] = WEFT_CELL_COMPACT (n_wide),
    [BUS_LINE] = WEFT_CELL_COMPACT (n_wide),
    [BUS_MASTER] = WEFT_CELL_EXISTING (WEFT_BUS_N_MASTERS),
    [BUS_RW] = WEFT_CELL_EXISTING (self->rws.n_rows),
    [BUS_KIND] = WEFT_CELL_EXISTING (self->kinds.n_rows),
    [BUS_SIZE] = WEFT_CELL_EXISTING (WEFT_BUS_N_PLAIN_SIZES + self->sizes.n_rows),
  };

  weft_index_take_table (reader, &self->records, rules);
  return weft_index_reader_check (reader);
}

/* From weft_shared_new(); NULL: rows are in order. Not checked. */
static guint32 *
take_order (WeftIndexReader *reader, guint32 n_rows)
{
  const void *block;
  guint32 *order;

  if (weft_index_reader_take_at_most (reader, 1) == 0)
    return NULL;
  block = weft_index_reader_take_block (reader, n_rows * sizeof *order);
  if (block == NULL)
    return NULL;
  order = weft_shared_new (n_rows * sizeof *order);
  memcpy (order, block, n_rows * sizeof *order);
  return order;
}

/* Whether each row stands behind the one before: completed later, or then with a greater seq, or then further down in the
 * file. So the order has each row once. Finds the ticks on the way. */
static gboolean
find_ticks (const WeftTable *records, WeftBusSnapshot *fields)
{
  guint64 last_complete = 0, last_seq = 0;
  guint32 last_row = 0;

  fields->first_tick = records->n_rows > 0 ? G_MAXUINT64 : 0;
  for (guint32 place = 0; place < records->n_rows; place++)
    {
      guint32 row = fields->order != NULL ? fields->order[place] : place;
      guint64 first, complete, seq;

      if (row >= records->n_rows)
        return FALSE;
      first = weft_table_get_u64 (records, BUS_FIRST_ATTEMPT, row);
      complete = weft_table_get_u64 (records, BUS_COMPLETE, row);
      seq = weft_table_get_u64 (records, BUS_SEQ, row);
      if (place > 0
          && (complete < last_complete
              || (complete == last_complete
                  && (seq < last_seq || (seq == last_seq && row <= last_row)))))
        return FALSE;
      fields->first_tick = MIN (fields->first_tick, MIN (first, complete));
      fields->last_tick = MAX (fields->last_tick, MAX (first, complete));
      last_complete = complete;
      last_seq = seq;
      last_row = row;
    }
  return TRUE;
}

/* FALSE where the counts can't be those of so many rows. */
static gboolean
take_counts (WeftIndexReader *reader, guint32 n_rows, WeftBusCounts *counts)
{
  counts->n_malformed = weft_index_reader_take_at_most (reader, G_MAXINT64);
  counts->n_invalid_master = weft_index_reader_take_at_most (reader, G_MAXINT64 - G_MAXUINT32);
  counts->n_events = n_rows + counts->n_malformed + counts->n_invalid_master;
  counts->n_duplicate = weft_index_reader_take_at_most (reader, counts->n_events);
  counts->n_non_monotonic = weft_index_reader_take_at_most (reader, counts->n_events);
  return weft_index_reader_is_good (reader);
}

gboolean
weft_bus_trace_take (WeftBusTrace *self, WeftIndexReader *reader)
{
  WeftBusSnapshot fields = { .order = NULL };

  self->index = weft_index_reader_ref (reader);
  self->is_binary = (gboolean) weft_index_reader_take_at_most (reader, 1);
  if (!take_words (self, reader) || !take_records (self, reader)
      || !take_counts (reader, self->records.n_rows, &fields.counts))
    {
      weft_index_reader_set_bad (reader);
      return FALSE;
    }
  fields.order = take_order (reader, self->records.n_rows);
  if (!weft_index_reader_is_good (reader) || !find_ticks (&self->records, &fields))
    {
      g_clear_pointer (&fields.order, weft_shared_unref);
      weft_index_reader_set_bad (reader);
      return FALSE;
    }
  weft_bus_trace_publish (self, &fields);
  return TRUE;
}
