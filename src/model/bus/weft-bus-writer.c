/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-writer.h"

#include "weft-bus-order.h"
#include "weft-bus-trace-private.h"
#include "weft-map64.h"

#include <string.h>

/* Seqs that were seen, as bits: most files count them up by one. One bit fewer than a word has, so
 * that no word is WEFT_MAP64_NONE. */
#define SEQS_PER_WORD 31

struct _WeftBusWriter
{
  WeftBusTrace *trace;
  WeftBusCounts counts;

  WeftMap64 seqs;   /* by seq / SEQS_PER_WORD, but for the word at hand: */
  guint64 seq_word; /* its key, */
  guint32 seq_bits; /* and its bits; 0: none yet */
  guint64 last_seq;
  gboolean has_seq; /* there is a last one */

  gboolean is_ordered;   /* replay order is file order so far */
  guint64 last_complete; /* of the row before */
  guint64 last_row_seq;
  guint64 first_tick;
  guint64 last_tick;
  guint32 *order; /* of the last publication, shared; NULL: file order */
  guint32 n_ordered;
};

WeftBusWriter *
weft_bus_writer_new (WeftBusTrace *trace, gboolean is_binary)
{
  static const char *const rws[WEFT_BUS_N_RWS] = { "R", "W" };
  static const char *const kinds[WEFT_BUS_N_KINDS] = { "ifetch", "read", "write", "mmio_read",
                                                       "mmio_write" };
  WeftBusWriter *self = g_new0 (WeftBusWriter, 1);

  self->trace = g_object_ref (trace);
  trace->is_binary = is_binary;
  self->is_ordered = TRUE;
  self->first_tick = G_MAXUINT64;
  for (guint i = 0; i < WEFT_BUS_N_RWS; i++)
    weft_bus_writer_intern (self, &trace->rws, rws[i], strlen (rws[i]));
  for (guint i = 0; i < WEFT_BUS_N_KINDS; i++)
    weft_bus_writer_intern (self, &trace->kinds, kinds[i], strlen (kinds[i]));
  return self;
}

/* Takes up what stands in the trace's rows. */
static void
learn_rows (WeftBusWriter *self)
{
  const WeftTable *records = &self->trace->records;

  for (guint32 row = 0; row < records->n_rows; row++)
    weft_bus_writer_check_seq (self, weft_table_get_u64 (records, BUS_SEQ, row));
  if (records->n_rows == 0)
    return;
  self->last_complete = weft_table_get_u64 (records, BUS_COMPLETE, records->n_rows - 1);
  self->last_row_seq = self->last_seq;
}

WeftBusWriter *
weft_bus_writer_new_behind (WeftBusTrace *trace)
{
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (trace);
  WeftBusWriter *self;

  if (snapshot->counts.n_invalid_master > 0 || !weft_string_pool_learn (&trace->names))
    return NULL;
  self = g_new0 (WeftBusWriter, 1);
  self->trace = g_object_ref (trace);
  learn_rows (self);
  self->counts = snapshot->counts;
  self->is_ordered = snapshot->order == NULL;
  self->order = weft_shared_ref (snapshot->order);
  self->n_ordered = snapshot->order != NULL ? snapshot->n_rows : 0;
  self->first_tick = snapshot->n_rows > 0 ? snapshot->first_tick : G_MAXUINT64;
  self->last_tick = snapshot->last_tick;
  return self;
}

gboolean
weft_bus_writer_can_be_left (const WeftBusWriter *self)
{
  return self->counts.n_invalid_master == 0;
}

void
weft_bus_writer_free (WeftBusWriter *self)
{
  weft_table_seal (&self->trace->records);
  weft_map64_clear (&self->seqs);
  weft_shared_unref (self->order);
  g_object_unref (self->trace);
  g_free (self);
}

/* --- words ------------------------------------------------------------------------------------ */

/* A table has a handful of rows. */
guint
weft_bus_writer_intern (WeftBusWriter *self, WeftTable *table, const char *word, gsize length)
{
  guint32 name, row;

  for (row = 0; row < table->n_rows; row++)
    {
      size_t known_length;
      const char *known = weft_string_pool_get (&self->trace->names,
                                                weft_table_get_u32 (table, 0, row), &known_length);

      if (known_length == length && memcmp (known, word, length) == 0)
        return row;
    }
  if (table->n_rows == WEFT_BUS_MAX_WORDS || length > WEFT_NAME_MAX)
    return WEFT_BUS_NO_WORD;
  name = weft_string_pool_intern (&self->trace->names, word, length);
  if (name == WEFT_NO_NAME || !weft_table_append (table, &row))
    return WEFT_BUS_NO_WORD;
  weft_table_set_u32 (table, 0, row, name);
  weft_table_publish (table);
  return row;
}

guint
weft_bus_writer_number_size (WeftBusWriter *self, guint64 size)
{
  WeftTable *table = &self->trace->sizes;
  guint32 row;

  if (size < WEFT_BUS_N_PLAIN_SIZES)
    return (guint) size;
  for (row = 0; row < table->n_rows; row++)
    if (weft_table_get_u64 (table, 0, row) == size)
      return WEFT_BUS_N_PLAIN_SIZES + row;
  if (row == WEFT_BUS_N_SIZES - WEFT_BUS_N_PLAIN_SIZES || !weft_table_append (table, &row))
    return WEFT_BUS_NO_WORD;
  weft_table_set_u64 (table, 0, row, size);
  weft_table_publish (table);
  return WEFT_BUS_N_PLAIN_SIZES + row;
}

/* --- seqs ------------------------------------------------------------------------------------- */

/* Makes the word with key `word` the one at hand. */
static void
change_seq_word (WeftBusWriter *self, guint64 word)
{
  guint32 bits;

  if (self->seq_bits != 0)
    weft_map64_set (&self->seqs, self->seq_word, self->seq_bits);
  bits = weft_map64_get (&self->seqs, word);
  self->seq_word = word;
  self->seq_bits = bits != WEFT_MAP64_NONE ? bits : 0;
}

guint
weft_bus_writer_check_seq (WeftBusWriter *self, guint64 seq)
{
  guint64 word = seq / SEQS_PER_WORD;
  guint32 bit = 1u << (seq % SEQS_PER_WORD);
  guint faults = 0;

  if (word != self->seq_word)
    change_seq_word (self, word);
  if ((self->seq_bits & bit) != 0)
    faults |= WEFT_BUS_SEQ_DUPLICATE;
  if (self->has_seq && seq <= self->last_seq)
    faults |= WEFT_BUS_SEQ_NON_MONOTONIC;
  self->seq_bits |= bit;
  self->last_seq = seq;
  self->has_seq = TRUE;
  self->counts.n_duplicate += (faults & WEFT_BUS_SEQ_DUPLICATE) != 0;
  self->counts.n_non_monotonic += (faults & WEFT_BUS_SEQ_NON_MONOTONIC) != 0;
  return faults;
}

/* --- rows ------------------------------------------------------------------------------------- */

static inline gboolean
encode (WeftBusTrace *trace, guint64 value, guint32 *cell)
{
  *cell = weft_compact_encode (&trace->compact, (gint64) value);
  return *cell != WEFT_COMPACT_NONE;
}

gboolean
weft_bus_writer_add (WeftBusWriter *self, const WeftBusRecord *record)
{
  WeftBusTrace *trace = self->trace;
  WeftTable *table = &trace->records;
  guint32 row, service, retries, line;

  if (!encode (trace, record->service, &service) || !encode (trace, record->retries, &retries)
      || !encode (trace, (guint64) (record->line - 1 - (gint64) table->n_rows), &line)
      || !weft_table_append (table, &row))
    return FALSE;
  weft_table_set_u64 (table, BUS_SEQ, row, record->seq);
  weft_table_set_u64 (table, BUS_FIRST_ATTEMPT, row, record->first_attempt);
  weft_table_set_u64 (table, BUS_COMPLETE, row, record->complete);
  weft_table_set_u32 (table, BUS_ADDR, row, record->addr);
  weft_table_set_u32 (table, BUS_SERVICE, row, service);
  weft_table_set_u32 (table, BUS_RETRIES, row, retries);
  weft_table_set_u32 (table, BUS_LINE, row, line);
  weft_table_set_u8 (table, BUS_MASTER, row, record->master);
  weft_table_set_u8 (table, BUS_RW, row, record->rw);
  weft_table_set_u8 (table, BUS_KIND, row, record->kind);
  weft_table_set_u8 (table, BUS_SIZE, row, record->size_number);

  if (record->complete < self->last_complete
      || (record->complete == self->last_complete && record->seq < self->last_row_seq))
    self->is_ordered = FALSE;
  self->last_complete = record->complete;
  self->last_row_seq = record->seq;
  self->first_tick = MIN (self->first_tick, MIN (record->first_attempt, record->complete));
  self->last_tick = MAX (self->last_tick, MAX (record->first_attempt, record->complete));
  self->counts.n_events++;
  return TRUE;
}

void
weft_bus_writer_add_malformed (WeftBusWriter *self)
{
  self->counts.n_events++;
  self->counts.n_malformed++;
}

void
weft_bus_writer_add_invalid_master (WeftBusWriter *self)
{
  self->counts.n_events++;
  self->counts.n_invalid_master++;
}

/* --- publishing ------------------------------------------------------------------------------- */

static gboolean
is_after (guint32 a, guint32 b, gconstpointer data)
{
  const WeftTable *table = data;
  guint64 x = weft_table_get_u64 (table, BUS_COMPLETE, a);
  guint64 y = weft_table_get_u64 (table, BUS_COMPLETE, b);

  if (x != y)
    return x > y;
  return weft_table_get_u64 (table, BUS_SEQ, a) > weft_table_get_u64 (table, BUS_SEQ, b);
}

/* The order of all rows, (transfer full). What was in order at the last publication is one run. */
static guint32 *
make_order (WeftBusWriter *self)
{
  guint32 n_rows = self->trace->records.n_rows;
  guint32 *order = weft_shared_new (n_rows * sizeof *order);

  if (self->order != NULL)
    memcpy (order, self->order, self->n_ordered * sizeof *order);
  else
    self->n_ordered = 0;
  for (guint32 row = self->n_ordered; row < n_rows; row++)
    order[row] = row;
  weft_bus_order_sort (order, n_rows, is_after, &self->trace->records);
  return order;
}

void
weft_bus_writer_publish (WeftBusWriter *self)
{
  guint32 n_rows = self->trace->records.n_rows;
  WeftBusSnapshot snapshot = {
    .first_tick = n_rows > 0 ? self->first_tick : 0,
    .last_tick = self->last_tick,
    .counts = self->counts,
  };

  if (!self->is_ordered && self->n_ordered < n_rows)
    {
      guint32 *order = make_order (self);

      weft_shared_unref (self->order);
      self->order = order;
      self->n_ordered = n_rows;
    }
  snapshot.order = weft_shared_ref (self->order);
  weft_bus_trace_publish (self->trace, &snapshot);
}
