/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-trace-private.h"

#include "weft-noc-route.h"

#include <glib/gi18n-lib.h>
#include <math.h>
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

  weft_sealer_free (self->sealer);
  weft_string_pool_clear (&self->names);
  weft_string_pool_clear (&self->procs);
  weft_chunk_store_free (self->store);
  g_clear_pointer (&self->index, weft_index_reader_unref);
  weft_noc_cluster_unref (self->cluster);
  g_clear_pointer (&self->topology, weft_noc_topology_unref);
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
  self->multicast_mean = self->multicast_peak = NAN;
}

static void
init_tables (WeftNocTrace *self)
{
  static const uint8_t records[N_NOC_COLUMNS] = { 8, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1 };
  const struct
  {
    WeftTable *table;
    uint8_t size; /* of a row */
  } others[] = {
    { &self->debugs, sizeof (WeftNocDebug) },
    { &self->fabrics, sizeof (WeftNocFabric) },
    { &self->targets, sizeof (WeftNocFabricTarget) },
    { &self->segments, sizeof (WeftNocFabricSegment) },
    { &self->ends, sizeof (guint64) },
    { &self->contexts, sizeof (WeftNocContextRow) },
    { &self->parts, sizeof (WeftNocPartRow) },
    { &self->modelled, sizeof (WeftNocModelledRow) },
  };

  weft_table_init (&self->records, self->store, records, N_NOC_COLUMNS);
  weft_table_set_sealer (&self->records, self->sealer);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    weft_table_init (others[i].table, self->store, &others[i].size, 1);
  weft_string_pool_init (&self->names, self->store);
  weft_string_pool_init (&self->procs, self->store);
}

WeftNocTrace *
weft_noc_trace_new (const char *title, GMainContext *context, WeftStorage storage)
{
  WeftNocTrace *self = g_object_new (WEFT_TYPE_NOC_TRACE, "title", title, "context", context, NULL);

  self->store = weft_storage_open (storage);
  self->sealer = weft_sealer_new (weft_storage_open (storage));
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
  result->name_id = weft_table_get_u32 (&self->records, NOC_NAME, record);
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
  result->vc = (gint8) weft_table_get_u8 (&self->records, NOC_VC, record);
  result->timestamp = weft_noc_time (self, record);
  result->line = weft_table_get_u32 (&self->records, NOC_LINE, record);
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
  *row = weft_table_get_u32 (&self->records, NOC_EXTRA, record);
  return TRUE;
}

gboolean
weft_noc_trace_get_debug (WeftNocTrace *self, guint32 record, WeftNocDebug *debug)
{
  guint32 row;

  if (!get_extra (self, record, WEFT_NOC_HAS_DEBUG, &row))
    return FALSE;
  *debug = *(const WeftNocDebug *) weft_table_row (&self->debugs, row);
  return TRUE;
}

gboolean
weft_noc_trace_get_end (WeftNocTrace *self, guint32 record, guint64 *end)
{
  guint32 row;

  if (!get_extra (self, record, WEFT_NOC_HAS_END, &row))
    return FALSE;
  *end = weft_table_get_u64 (&self->ends, 0, row);
  return TRUE;
}

/* --- fabric ----------------------------------------------------------------------------------- */

gboolean
weft_noc_trace_get_fabric (WeftNocTrace *self, guint32 record, WeftNocFabric *fabric)
{
  guint32 row;

  if (!get_extra (self, record, WEFT_NOC_HAS_FABRIC, &row))
    return FALSE;
  *fabric = *(const WeftNocFabric *) weft_table_row (&self->fabrics, row);
  return TRUE;
}

void
weft_noc_trace_get_fabric_target (WeftNocTrace *self, const WeftNocFabric *fabric, guint32 index,
                                  WeftNocFabricTarget *target)
{
  *target =
    *(const WeftNocFabricTarget *) weft_table_row (&self->targets, fabric->first_target + index);
}

void
weft_noc_trace_get_fabric_segment (WeftNocTrace *self, const WeftNocFabric *fabric, guint32 index,
                                   WeftNocFabricSegment *segment)
{
  *segment =
    *(const WeftNocFabricSegment *) weft_table_row (&self->segments, fabric->first_segment + index);
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
  const WeftNocContextRow *row = weft_noc_context_row (self, context);

  *result = (WeftNocContext){
    .part = row->part,
    .device = row->device,
    .run_host_id = row->run_host_id,
    .op_name = weft_noc_trace_get_name (self, row->op_name),
  };
}

guint32
weft_noc_trace_get_n_parts (WeftNocTrace *self)
{
  return weft_table_length (&self->parts);
}

void
weft_noc_trace_get_part (WeftNocTrace *self, guint32 part, WeftNocPart *result)
{
  const WeftNocPartRow *row = weft_table_row (&self->parts, part);

  *result =
    (WeftNocPart){ weft_noc_trace_get_name (self, row->name), row->device, row->first_record };
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

void
weft_noc_trace_set_topology (WeftNocTrace *self, WeftNocTopology *topology)
{
  WeftNocTopology *old;

  weft_lock (&self->lock);
  old = self->topology;
  self->topology = topology;
  weft_unlock (&self->lock);
  g_clear_pointer (&old, weft_noc_topology_unref);
}

WeftNocTopology *
weft_noc_trace_ref_topology (WeftNocTrace *self)
{
  WeftNocTopology *topology;

  weft_lock (&self->lock);
  topology = self->topology != NULL ? weft_noc_topology_ref (self->topology) : NULL;
  weft_unlock (&self->lock);
  return topology;
}

const char *
weft_noc_trace_get_arch (WeftNocTrace *self)
{
  return self->arch;
}

gint64
weft_noc_trace_get_hertz (WeftNocTrace *self)
{
  return self->hertz;
}

/* --- another tool's model --------------------------------------------------------------------- */

gboolean
weft_noc_trace_is_modelled (WeftNocTrace *self)
{
  return self->is_modelled;
}

void
weft_noc_trace_get_multicast_share (WeftNocTrace *self, double *mean, double *peak)
{
  *mean = self->multicast_mean;
  *peak = self->multicast_peak;
}

guint32
weft_noc_trace_get_n_modelled (WeftNocTrace *self)
{
  return weft_table_length (&self->modelled);
}

void
weft_noc_trace_get_modelled (WeftNocTrace *self, guint32 index, WeftNocModelled *modelled)
{
  const WeftNocModelledRow *row = weft_table_row (&self->modelled, index);

  *modelled = (WeftNocModelled){
    .start = row->start,
    .end = row->end,
    .device = row->device,
    .x = row->x,
    .y = row->y,
    .noc = row->noc,
    .port = weft_noc_trace_get_name (self, row->port),
    .rate = row->rate,
  };
}
