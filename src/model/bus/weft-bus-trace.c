/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-trace-private.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (WeftBusTrace, weft_bus_trace, WEFT_TYPE_TRACE)

static const char *
weft_bus_trace_get_time_unit (WeftTrace *trace G_GNUC_UNUSED)
{
  return _ ("cycles");
}

static void
weft_bus_trace_finalize (GObject *object)
{
  WeftBusTrace *self = WEFT_BUS_TRACE (object);

  self->newest->trace = NULL;
  weft_bus_snapshot_unref (self->newest);
  weft_sealer_free (self->sealer);
  weft_string_pool_clear (&self->names);
  weft_chunk_store_free (self->store);
  g_clear_pointer (&self->index, weft_index_reader_unref);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_bus_trace_parent_class)->finalize (object);
}

static void
weft_bus_trace_class_init (WeftBusTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_bus_trace_finalize;
  WEFT_TRACE_CLASS (klass)->get_time_unit = weft_bus_trace_get_time_unit;
}

static void
weft_bus_trace_init (WeftBusTrace *self)
{
  pthread_mutex_init (&self->lock, NULL);
}

WeftBusTrace *
weft_bus_trace_new (const char *title, GMainContext *context, WeftStorage storage)
{
  static const uint8_t widths[N_BUS_COLUMNS] = { 8, 8, 8, 4, 4, 4, 4, 1, 1, 1, 1 };
  WeftBusTrace *self = g_object_new (WEFT_TYPE_BUS_TRACE, "title", title, "context", context, NULL);

  self->store = weft_storage_open (storage);
  self->sealer = weft_sealer_new (weft_storage_open (storage));
  weft_table_init (&self->records, self->store, widths, N_BUS_COLUMNS);
  weft_table_set_sealer (&self->records, self->sealer);
  weft_table_init (&self->rws, self->store, (const uint8_t[]){ 4 }, 1);
  weft_table_init (&self->kinds, self->store, (const uint8_t[]){ 4 }, 1);
  weft_table_init (&self->sizes, self->store, (const uint8_t[]){ 8 }, 1);
  weft_compact_init (&self->compact, self->store);
  weft_string_pool_init (&self->names, self->store);
  self->newest = g_new0 (WeftBusSnapshot, 1);
  g_atomic_ref_count_init (&self->newest->ref_count);
  return self;
}

gboolean
weft_bus_trace_is_binary (WeftBusTrace *self)
{
  return self->is_binary;
}

/* --- words ------------------------------------------------------------------------------------ */

const char *
weft_bus_master_to_string (guint master)
{
  static const char *const names[WEFT_BUS_N_MASTERS] = { "MSH2", "SSH2", "DMA" };

  return names[master];
}

guint
weft_bus_trace_get_n_rws (WeftBusTrace *self)
{
  return weft_table_length (&self->rws);
}

guint
weft_bus_trace_get_n_kinds (WeftBusTrace *self)
{
  return weft_table_length (&self->kinds);
}

const char *
weft_bus_trace_get_rw (WeftBusTrace *self, guint rw)
{
  return weft_string_pool_get (&self->names, weft_table_get_u32 (&self->rws, 0, rw), NULL);
}

const char *
weft_bus_trace_get_kind (WeftBusTrace *self, guint kind)
{
  return weft_string_pool_get (&self->names, weft_table_get_u32 (&self->kinds, 0, kind), NULL);
}

guint64
weft_bus_trace_get_size (const WeftBusTrace *self, guint number)
{
  return number < WEFT_BUS_N_PLAIN_SIZES
           ? number
           : weft_table_get_u64 (&self->sizes, 0, number - WEFT_BUS_N_PLAIN_SIZES);
}

/* --- snapshots -------------------------------------------------------------------------------- */

WeftBusSnapshot *
weft_bus_trace_ref_snapshot (WeftBusTrace *self)
{
  WeftBusSnapshot *snapshot;

  weft_lock (&self->lock);
  snapshot = g_memdup2 (self->newest, sizeof *self->newest);
  weft_shared_ref (snapshot->order);
  weft_unlock (&self->lock);
  g_atomic_ref_count_init (&snapshot->ref_count);
  snapshot->trace = g_object_ref (self);
  return snapshot;
}

WeftBusSnapshot *
weft_bus_snapshot_ref (WeftBusSnapshot *snapshot)
{
  g_atomic_ref_count_inc (&snapshot->ref_count);
  return snapshot;
}

void
weft_bus_snapshot_unref (WeftBusSnapshot *snapshot)
{
  if (!g_atomic_ref_count_dec (&snapshot->ref_count))
    return;
  g_clear_pointer (&snapshot->order, weft_shared_unref);
  g_clear_object (&snapshot->trace);
  g_free (snapshot);
}

void
weft_bus_trace_publish (WeftBusTrace *self, const WeftBusSnapshot *fields)
{
  WeftBusSnapshot *snapshot = g_memdup2 (fields, sizeof *fields);
  WeftBusSnapshot *old;

  weft_table_publish (&self->records);
  g_atomic_ref_count_init (&snapshot->ref_count);
  snapshot->trace = NULL;
  snapshot->n_rows = self->records.n_rows;
  weft_lock (&self->lock);
  old = self->newest;
  snapshot->generation = old->generation + 1;
  self->newest = snapshot;
  weft_unlock (&self->lock);
  weft_bus_snapshot_unref (old);
  weft_trace_changed (WEFT_TRACE (self));
}

/* --- records ---------------------------------------------------------------------------------- */

static gint64
get_line (const WeftBusTrace *trace, guint32 row)
{
  return (gint64) row + 1
         + weft_compact_decode (&trace->compact,
                                weft_table_get_u32 (&trace->records, BUS_LINE, row));
}

void
weft_bus_snapshot_get_record (const WeftBusSnapshot *snapshot, guint32 row, WeftBusRecord *record)
{
  weft_bus_record_read (snapshot->trace, row, record);
  record->seq = weft_table_get_u64 (&snapshot->trace->records, BUS_SEQ, row);
  record->line = get_line (snapshot->trace, row);
}

guint32
weft_bus_snapshot_find_line (const WeftBusSnapshot *snapshot, gint64 line)
{
  guint32 low = 0, high = snapshot->n_rows;

  if (high == 0)
    return WEFT_NO_ROW;
  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (get_line (snapshot->trace, middle) <= line)
        low = middle;
      else
        high = middle;
    }
  return low;
}

guint32
weft_bus_snapshot_find_seq (const WeftBusSnapshot *snapshot, guint64 seq)
{
  for (guint32 row = 0; row < snapshot->n_rows; row++)
    if (weft_table_get_u64 (&snapshot->trace->records, BUS_SEQ, row) == seq)
      return row;
  return WEFT_NO_ROW;
}
