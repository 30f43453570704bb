/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-trace-private.h"

#include "weft-noc-route.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (WeftNocTrace, weft_noc_trace, WEFT_TYPE_TRACE)

static const char *
weft_noc_trace_get_time_unit (WeftTrace *trace G_GNUC_UNUSED)
{
  return _ ("cycles");
}

static void
weft_noc_trace_finalize (GObject *object)
{
  WeftNocTrace *self = WEFT_NOC_TRACE (object);
  WeftTable *tables[] = { &self->records,  &self->debugs,   &self->fabrics,
                          &self->targets,  &self->segments, &self->ends,
                          &self->contexts, &self->parts,    &self->modelled };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    weft_table_clear (tables[i]);
  weft_string_pool_clear (&self->names);
  weft_string_pool_clear (&self->procs);
  weft_chunk_store_free (self->store);
  weft_noc_cluster_unref (self->cluster);
  pthread_mutex_destroy (&self->lock);
  G_OBJECT_CLASS (weft_noc_trace_parent_class)->finalize (object);
}

static void
weft_noc_trace_class_init (WeftNocTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_noc_trace_finalize;
  WEFT_TRACE_CLASS (klass)->get_time_unit = weft_noc_trace_get_time_unit;
}

static void
weft_noc_trace_init (WeftNocTrace *self)
{
  pthread_mutex_init (&self->lock, NULL);
  self->cluster = weft_noc_cluster_new ();
}

static void
init_tables (WeftNocTrace *self)
{
  static const uint8_t records[N_NOC_COLUMNS] = { 8, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1 };
  static const uint8_t fabrics[N_NOC_FABRIC_COLUMNS] = { 4, 4, 4, 4, 4, 4, 4, 4,
                                                         4, 4, 4, 4, 4, 4, 4, 4 };
  static const uint8_t modelled[N_NOC_MODELLED_COLUMNS] = { 8, 8, 8, 4, 4, 2, 2, 1 };

  weft_table_init (&self->records, self->store, records, N_NOC_COLUMNS);
  weft_table_init (&self->debugs, self->store, (const uint8_t[]){ 8, 8, 8, 1 },
                   N_NOC_DEBUG_COLUMNS);
  weft_table_init (&self->fabrics, self->store, fabrics, N_NOC_FABRIC_COLUMNS);
  weft_table_init (&self->targets, self->store, (const uint8_t[]){ 4, 4, 4, 4 },
                   N_NOC_TARGET_COLUMNS);
  weft_table_init (&self->segments, self->store, (const uint8_t[]){ 4, 4, 4, 4, 4, 4 },
                   N_NOC_SEGMENT_COLUMNS);
  weft_table_init (&self->ends, self->store, (const uint8_t[]){ 8 }, 1);
  weft_table_init (&self->contexts, self->store, (const uint8_t[]){ 4, 4, 4, 8 },
                   N_NOC_CONTEXT_COLUMNS);
  weft_table_init (&self->parts, self->store, (const uint8_t[]){ 4, 4, 4 }, N_NOC_PART_COLUMNS);
  weft_table_init (&self->modelled, self->store, modelled, N_NOC_MODELLED_COLUMNS);
  weft_string_pool_init (&self->names, self->store);
  weft_string_pool_init (&self->procs, self->store);
}

WeftNocTrace *
weft_noc_trace_new (const char *title, GMainContext *context, WeftStorage storage)
{
  WeftNocTrace *self = g_object_new (WEFT_TYPE_NOC_TRACE, "title", title, "context", context, NULL);

  if (storage == WEFT_STORAGE_FILE)
    self->store = weft_chunk_store_new (WEFT_CHUNKS_FILE, NULL);
  if (self->store == NULL)
    self->store = weft_chunk_store_new (WEFT_CHUNKS_ANONYMOUS, NULL);
  init_tables (self);
  return self;
}

void
weft_noc_trace_publish (WeftNocTrace *self)
{
  weft_table_publish (&self->debugs);
  weft_table_publish (&self->targets);
  weft_table_publish (&self->segments);
  weft_table_publish (&self->fabrics);
  weft_table_publish (&self->ends);
  weft_table_publish (&self->contexts);
  weft_table_publish (&self->parts);
  weft_table_publish (&self->modelled);
  weft_table_publish (&self->records);
  weft_trace_changed (WEFT_TRACE (self));
}

guint32
weft_noc_trace_get_n_records (WeftNocTrace *self)
{
  return weft_table_length (&self->records);
}

/* --- records ---------------------------------------------------------------------------------- */

void
weft_noc_trace_get_record (WeftNocTrace *self, guint32 record, WeftNocRecord *result)
{
  guint type = weft_noc_type (self, record);

  result->record = record;
  result->is_event = type < NOC_TYPE_ZONE_START;
  result->kind = result->is_event              ? WEFT_NOC_EVENT
                 : type == NOC_TYPE_ZONE_START ? WEFT_NOC_ZONE_START
                                               : WEFT_NOC_ZONE_END;
  result->type = result->is_event ? type : WEFT_NOC_TYPE_OTHER;
  result->name_id = *weft_table_u32 (&self->records, NOC_NAME, record);
  result->name = weft_string_pool_get (&self->names, result->name_id, NULL);
  result->proc_id = weft_noc_proc (self, record);
  result->proc = weft_string_pool_get (&self->procs, result->proc_id, NULL);
  result->noc = weft_noc_network (self, record);
  result->flags = weft_noc_flags (self, record);
  result->sx = weft_noc_coordinate (self, NOC_SX, record);
  result->sy = weft_noc_coordinate (self, NOC_SY, record);
  result->dx = weft_noc_coordinate (self, NOC_DX, record);
  result->dy = weft_noc_coordinate (self, NOC_DY, record);
  result->end_x = weft_noc_coordinate (self, NOC_END_X, record);
  result->end_y = weft_noc_coordinate (self, NOC_END_Y, record);
  result->bytes = weft_noc_bytes (self, record);
  result->vc = (gint8) *weft_table_u8 (&self->records, NOC_VC, record);
  result->timestamp = weft_noc_time (self, record);
  result->line = *weft_table_u32 (&self->records, NOC_LINE, record);
  result->context = weft_noc_context (self, record);
}

const char *
weft_noc_trace_get_name (WeftNocTrace *self, guint32 name_id)
{
  return weft_string_pool_get (&self->names, name_id, NULL);
}

guint32
weft_noc_trace_get_n_names (WeftNocTrace *self)
{
  return weft_string_pool_size (&self->names);
}

const char *
weft_noc_trace_get_proc (WeftNocTrace *self, guint proc_id)
{
  return weft_string_pool_get (&self->procs, proc_id, NULL);
}

guint
weft_noc_trace_get_n_procs (WeftNocTrace *self)
{
  return weft_string_pool_size (&self->procs);
}

static gboolean
get_extra (WeftNocTrace *self, guint32 record, guint flag, guint32 *row)
{
  if ((weft_noc_flags (self, record) & flag) == 0)
    return FALSE;
  *row = *weft_table_u32 (&self->records, NOC_EXTRA, record);
  return TRUE;
}

gboolean
weft_noc_trace_get_debug (WeftNocTrace *self, guint32 record, WeftNocDebug *debug)
{
  guint32 row;

  if (!get_extra (self, record, WEFT_NOC_HAS_DEBUG, &row))
    return FALSE;
  debug->dst_addr = *weft_table_u64 (&self->debugs, NOC_DEBUG_DST, row);
  debug->src_addr = *weft_table_u64 (&self->debugs, NOC_DEBUG_SRC, row);
  debug->status_counter = *weft_table_i64 (&self->debugs, NOC_DEBUG_COUNTER, row);
  debug->posted = *weft_table_u8 (&self->debugs, NOC_DEBUG_POSTED, row) != 0;
  return TRUE;
}

gboolean
weft_noc_trace_get_end (WeftNocTrace *self, guint32 record, guint64 *end)
{
  guint32 row;

  if (!get_extra (self, record, WEFT_NOC_HAS_END, &row))
    return FALSE;
  *end = *weft_table_u64 (&self->ends, 0, row);
  return TRUE;
}

/* --- fabric ----------------------------------------------------------------------------------- */

static gint32
get_i32 (const WeftTable *table, guint column, guint32 row)
{
  return (gint32) *weft_table_u32 (table, column, row);
}

gboolean
weft_noc_trace_get_fabric (WeftNocTrace *self, guint32 record, WeftNocFabric *fabric)
{
  const WeftTable *table = &self->fabrics;
  guint32 row;

  if (!get_extra (self, record, WEFT_NOC_HAS_FABRIC, &row))
    return FALSE;
  fabric->eth_channel = get_i32 (table, NOC_FABRIC_CHANNEL, row);
  fabric->hops = get_i32 (table, NOC_FABRIC_HOPS, row);
  fabric->start_distance = get_i32 (table, NOC_FABRIC_START, row);
  fabric->range = get_i32 (table, NOC_FABRIC_RANGE, row);
  fabric->north_south_hops = get_i32 (table, NOC_FABRIC_NS, row);
  fabric->east_hops = get_i32 (table, NOC_FABRIC_EAST, row);
  fabric->west_hops = get_i32 (table, NOC_FABRIC_WEST, row);
  fabric->is_multicast = get_i32 (table, NOC_FABRIC_MULTICAST, row) != 0;
  fabric->dst_device = get_i32 (table, NOC_FABRIC_DEVICE, row);
  fabric->mux_x = get_i32 (table, NOC_FABRIC_MUX_X, row);
  fabric->mux_y = get_i32 (table, NOC_FABRIC_MUX_Y, row);
  fabric->mux_noc = get_i32 (table, NOC_FABRIC_MUX_NOC, row);
  fabric->n_targets = *weft_table_u32 (table, NOC_FABRIC_N_TARGETS, row);
  fabric->n_segments = *weft_table_u32 (table, NOC_FABRIC_N_SEGMENTS, row);
  fabric->first_target = *weft_table_u32 (table, NOC_FABRIC_FIRST_TARGET, row);
  fabric->first_segment = *weft_table_u32 (table, NOC_FABRIC_FIRST_SEGMENT, row);
  return TRUE;
}

void
weft_noc_trace_get_fabric_target (WeftNocTrace *self, const WeftNocFabric *fabric, guint32 index,
                                  WeftNocFabricTarget *target)
{
  guint32 row = fabric->first_target + index;

  target->x = get_i32 (&self->targets, NOC_TARGET_X, row);
  target->y = get_i32 (&self->targets, NOC_TARGET_Y, row);
  target->noc = get_i32 (&self->targets, NOC_TARGET_NOC, row);
  target->bytes = *weft_table_u32 (&self->targets, NOC_TARGET_BYTES, row);
}

void
weft_noc_trace_get_fabric_segment (WeftNocTrace *self, const WeftNocFabric *fabric, guint32 index,
                                   WeftNocFabricSegment *segment)
{
  guint32 row = fabric->first_segment + index;

  segment->device = get_i32 (&self->segments, NOC_SEGMENT_DEVICE, row);
  segment->noc = get_i32 (&self->segments, NOC_SEGMENT_NOC, row);
  segment->start_x = get_i32 (&self->segments, NOC_SEGMENT_START_X, row);
  segment->start_y = get_i32 (&self->segments, NOC_SEGMENT_START_Y, row);
  segment->end_x = get_i32 (&self->segments, NOC_SEGMENT_END_X, row);
  segment->end_y = get_i32 (&self->segments, NOC_SEGMENT_END_Y, row);
}

/* --- contexts and parts ----------------------------------------------------------------------- */

guint32
weft_noc_trace_get_n_contexts (WeftNocTrace *self)
{
  return weft_table_length (&self->contexts);
}

void
weft_noc_trace_get_context (WeftNocTrace *self, guint32 context, WeftNocContext *result)
{
  result->part = *weft_table_u32 (&self->contexts, NOC_CONTEXT_PART, context);
  result->device = get_i32 (&self->contexts, NOC_CONTEXT_DEVICE, context);
  result->run_host_id = *weft_table_i64 (&self->contexts, NOC_CONTEXT_RUN, context);
  result->op_name = weft_string_pool_get (
    &self->names, *weft_table_u32 (&self->contexts, NOC_CONTEXT_OP, context), NULL);
}

guint32
weft_noc_trace_get_n_parts (WeftNocTrace *self)
{
  return weft_table_length (&self->parts);
}

void
weft_noc_trace_get_part (WeftNocTrace *self, guint32 part, WeftNocPart *result)
{
  result->name =
    weft_string_pool_get (&self->names, *weft_table_u32 (&self->parts, NOC_PART_NAME, part), NULL);
  result->device = get_i32 (&self->parts, NOC_PART_DEVICE, part);
  result->first_record = *weft_table_u32 (&self->parts, NOC_PART_FIRST, part);
}

void
weft_noc_trace_set_cluster (WeftNocTrace *self, WeftNocCluster *cluster)
{
  WeftNocCluster *old;

  weft_lock (&self->lock);
  old = self->cluster;
  self->cluster = cluster;
  weft_unlock (&self->lock);
  weft_noc_cluster_unref (old);
}

WeftNocCluster *
weft_noc_trace_ref_cluster (WeftNocTrace *self)
{
  WeftNocCluster *cluster;

  weft_lock (&self->lock);
  cluster = weft_noc_cluster_ref (self->cluster);
  weft_unlock (&self->lock);
  return cluster;
}

const char *
weft_noc_trace_get_arch (WeftNocTrace *self)
{
  return self->arch;
}

/* --- another tool's model --------------------------------------------------------------------- */

gboolean
weft_noc_trace_is_modelled (WeftNocTrace *self)
{
  return self->is_modelled;
}

guint32
weft_noc_trace_get_n_modelled (WeftNocTrace *self)
{
  return weft_table_length (&self->modelled);
}

void
weft_noc_trace_get_modelled (WeftNocTrace *self, guint32 index, WeftNocModelled *modelled)
{
  const WeftTable *table = &self->modelled;
  guint64 bits = *weft_table_u64 (table, NOC_MODELLED_RATE, index);

  modelled->start = *weft_table_u64 (table, NOC_MODELLED_START, index);
  modelled->end = *weft_table_u64 (table, NOC_MODELLED_END, index);
  memcpy (&modelled->rate, &bits, sizeof bits);
  modelled->device = get_i32 (table, NOC_MODELLED_DEVICE, index);
  modelled->port =
    weft_string_pool_get (&self->names, *weft_table_u32 (table, NOC_MODELLED_PORT, index), NULL);
  modelled->x = (gint16) *weft_table_u16 (table, NOC_MODELLED_X, index);
  modelled->y = (gint16) *weft_table_u16 (table, NOC_MODELLED_Y, index);
  modelled->noc = *weft_table_u8 (table, NOC_MODELLED_NOC, index);
}
