/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-kept.h"

#include "weft-index-items.h"
#include "weft-index-table.h"
#include "weft-noc-topology-kept.h"
#include "weft-noc-trace-private.h"

#include <string.h>

/* --- layouts ---------------------------------------------------------------------------------------------- */

#define MEMBER WEFT_INDEX_MEMBER

static const WeftIndexMember debug_members[] = {
  MEMBER (WeftNocDebug, dst_addr),
  MEMBER (WeftNocDebug, src_addr),
  MEMBER (WeftNocDebug, status_counter),
  MEMBER (WeftNocDebug, posted),
};
static const WeftIndexMember target_members[] = {
  MEMBER (WeftNocFabricTarget, x),
  MEMBER (WeftNocFabricTarget, y),
  MEMBER (WeftNocFabricTarget, noc),
  MEMBER (WeftNocFabricTarget, bytes),
};
static const WeftIndexMember segment_members[] = {
  MEMBER (WeftNocFabricSegment, device),  MEMBER (WeftNocFabricSegment, noc),
  MEMBER (WeftNocFabricSegment, start_x), MEMBER (WeftNocFabricSegment, start_y),
  MEMBER (WeftNocFabricSegment, end_x),   MEMBER (WeftNocFabricSegment, end_y),
};
static const WeftIndexMember fabric_members[] = {
  MEMBER (WeftNocFabric, eth_channel),
  MEMBER (WeftNocFabric, hops),
  MEMBER (WeftNocFabric, start_distance),
  MEMBER (WeftNocFabric, range),
  MEMBER (WeftNocFabric, north_south_hops),
  MEMBER (WeftNocFabric, east_hops),
  MEMBER (WeftNocFabric, west_hops),
  MEMBER (WeftNocFabric, is_multicast),
  MEMBER (WeftNocFabric, dst_device),
  MEMBER (WeftNocFabric, mux_x),
  MEMBER (WeftNocFabric, mux_y),
  MEMBER (WeftNocFabric, mux_noc),
  MEMBER (WeftNocFabric, n_targets),
  MEMBER (WeftNocFabric, n_segments),
  MEMBER (WeftNocFabric, first_target),
  MEMBER (WeftNocFabric, first_segment),
};
static const WeftIndexMember context_members[] = {
  MEMBER (WeftNocContextRow, run_host_id),
  MEMBER (WeftNocContextRow, part),
  MEMBER (WeftNocContextRow, device),
  MEMBER (WeftNocContextRow, op_name),
};
static const WeftIndexMember part_members[] = {
  MEMBER (WeftNocPartRow, name),
  MEMBER (WeftNocPartRow, device),
  MEMBER (WeftNocPartRow, first_record),
};
static const WeftIndexMember modelled_members[] = {
  MEMBER (WeftNocModelledRow, start), MEMBER (WeftNocModelledRow, end),
  MEMBER (WeftNocModelledRow, rate),  MEMBER (WeftNocModelledRow, device),
  MEMBER (WeftNocModelledRow, port),  MEMBER (WeftNocModelledRow, x),
  MEMBER (WeftNocModelledRow, y),     MEMBER (WeftNocModelledRow, noc),
};
static const WeftIndexMember channel_members[] = {
  MEMBER (WeftNocChannel, channel),
  MEMBER (WeftNocChannel, x),
  MEMBER (WeftNocChannel, y),
};
static const WeftIndexMember pair_members[] = {
  MEMBER (WeftNocEthernetPair, device),
  MEMBER (WeftNocEthernetPair, channel),
  MEMBER (WeftNocEthernetPair, remote_device),
  MEMBER (WeftNocEthernetPair, remote_channel),
};
static const WeftIndexMember forwarding_members[] = {
  MEMBER (WeftNocForwarding, device),
  MEMBER (WeftNocForwarding, channels),
};
static const WeftIndexMember place_members[] = {
  MEMBER (WeftNocDevicePlace, device),
  MEMBER (WeftNocDevicePlace, x),
  MEMBER (WeftNocDevicePlace, y),
};

static const WeftIndexLayout debugs = WEFT_INDEX_LAYOUT (WeftNocDebug, debug_members);
static const WeftIndexLayout targets = WEFT_INDEX_LAYOUT (WeftNocFabricTarget, target_members);
static const WeftIndexLayout segments = WEFT_INDEX_LAYOUT (WeftNocFabricSegment, segment_members);
static const WeftIndexLayout fabrics = WEFT_INDEX_LAYOUT (WeftNocFabric, fabric_members);
static const WeftIndexLayout contexts = WEFT_INDEX_LAYOUT (WeftNocContextRow, context_members);
static const WeftIndexLayout parts = WEFT_INDEX_LAYOUT (WeftNocPartRow, part_members);
static const WeftIndexLayout modelled = WEFT_INDEX_LAYOUT (WeftNocModelledRow, modelled_members);
static const WeftIndexLayout channels = WEFT_INDEX_LAYOUT (WeftNocChannel, channel_members);
static const WeftIndexLayout pairs = WEFT_INDEX_LAYOUT (WeftNocEthernetPair, pair_members);
static const WeftIndexLayout forwardings =
  WEFT_INDEX_LAYOUT (WeftNocForwarding, forwarding_members);
static const WeftIndexLayout places = WEFT_INDEX_LAYOUT (WeftNocDevicePlace, place_members);

/* --- writing ---------------------------------------------------------------------------------------------- */

static void
put_cluster (WeftIndexWriter *writer, const WeftNocCluster *cluster)
{
  weft_index_writer_put_text (writer, cluster->cluster_type);
  weft_index_put_array (writer, cluster->channels, &channels);
  weft_index_put_array (writer, cluster->pairs, &pairs);
  weft_index_put_array (writer, cluster->forwardings, &forwardings);
  weft_index_put_array (writer, cluster->places, &places);
}

/* Tiles as the input has them, and the model of another tool. */
static void
put_model (WeftNocTrace *self, WeftIndexWriter *writer)
{
  g_autoptr (WeftNocTopology) topology = weft_noc_trace_ref_topology (self);

  weft_noc_topology_put (topology, writer);
  weft_index_writer_put_number (writer, self->is_modelled != FALSE);
  weft_index_writer_put_real (writer, self->multicast_mean);
  weft_index_writer_put_real (writer, self->multicast_peak);
  weft_index_put_rows (writer, &self->modelled, &modelled);
}

void
weft_noc_trace_put (WeftTrace *trace, WeftIndexWriter *writer)
{
  WeftNocTrace *self = WEFT_NOC_TRACE (trace);
  g_autoptr (WeftNocCluster) cluster = weft_noc_trace_ref_cluster (self);

  weft_index_writer_put_text (writer, self->arch);
  weft_index_writer_put_number (writer, (guint64) self->hertz);
  put_cluster (writer, cluster);
  weft_index_put_names (writer, &self->names);
  weft_index_put_names (writer, &self->procs);
  put_model (self, writer);
  weft_index_put_rows (writer, &self->parts, &parts);
  weft_index_put_rows (writer, &self->contexts, &contexts);
  weft_index_put_rows (writer, &self->debugs, &debugs);
  weft_index_put_rows (writer, &self->targets, &targets);
  weft_index_put_rows (writer, &self->segments, &segments);
  weft_index_put_rows (writer, &self->fabrics, &fabrics);
  weft_index_put_table (writer, &self->ends);
  weft_index_put_table (writer, &self->records);
}

/* --- reading ---------------------------------------------------------------------------------------------- */

static void
take_arch (WeftNocTrace *self, WeftIndexReader *reader)
{
  const char *arch = weft_index_reader_take_text (reader);

  for (const char *const *name = weft_noc_topology_list (); arch != NULL && *name != NULL; name++)
    if (g_str_equal (*name, arch))
      self->arch = *name;
  if (arch != NULL && self->arch == NULL)
    weft_index_reader_set_bad (reader);
  self->hertz = (gint64) weft_index_reader_take_at_most (reader, G_MAXINT64);
}

static void
take_cluster (WeftNocTrace *self, WeftIndexReader *reader)
{
  WeftNocCluster *cluster = g_new0 (WeftNocCluster, 1);

  g_atomic_ref_count_init (&cluster->ref_count);
  cluster->cluster_type = g_strdup (weft_index_reader_take_utf8 (reader));
  cluster->channels = weft_index_take_array (reader, &channels, G_MAXUINT);
  cluster->pairs = weft_index_take_array (reader, &pairs, G_MAXUINT);
  cluster->forwardings = weft_index_take_array (reader, &forwardings, G_MAXUINT);
  cluster->places = weft_index_take_array (reader, &places, G_MAXUINT);
  weft_noc_trace_set_cluster (self, cluster);
}

static void
take_model (WeftNocTrace *self, WeftIndexReader *reader)
{
  weft_noc_trace_set_topology (self, weft_noc_topology_take (reader));
  self->is_modelled = weft_index_reader_take_at_most (reader, 1) != 0;
  self->multicast_mean = weft_index_reader_take_real (reader);
  self->multicast_peak = weft_index_reader_take_real (reader);
  weft_index_take_rows (reader, &self->modelled, &modelled);
}

/* A number of a device that is one, or is not known. */
static gboolean
is_device (gint32 device)
{
  return device >= 0 || device == WEFT_NOC_UNKNOWN;
}

static gboolean
is_network (gint32 noc)
{
  return noc >= 0 && noc <= (gint32) WEFT_NOC_UNDEFINED;
}

/* Parts one after the other, and contexts of them. */
static gboolean
contexts_are_right (WeftNocTrace *self, guint32 n_records)
{
  const guint32 n_names = self->names.names.n_rows;
  guint32 first = 0;

  for (guint32 i = 0; i < self->parts.n_rows; i++)
    {
      const WeftNocPartRow *part = weft_table_row (&self->parts, i);

      if (part->name >= n_names || !is_device (part->device) || part->first_record < first
          || part->first_record > n_records)
        return FALSE;
      first = part->first_record;
    }
  for (guint32 i = 0; i < self->contexts.n_rows; i++)
    {
      const WeftNocContextRow *context = weft_noc_context_row (self, i);

      if (context->part >= self->parts.n_rows || context->op_name >= n_names)
        return FALSE;
    }
  return TRUE;
}

static gboolean
model_is_right (WeftNocTrace *self)
{
  for (guint32 i = 0; i < self->modelled.n_rows; i++)
    {
      const WeftNocModelledRow *row = weft_table_row (&self->modelled, i);

      if (row->port >= self->names.names.n_rows || !is_device (row->device)
          || !is_network (row->noc))
        return FALSE;
    }
  return TRUE;
}

static gboolean
fabrics_are_right (WeftNocTrace *self)
{
  for (guint32 i = 0; i < self->fabrics.n_rows; i++)
    {
      const WeftNocFabric *fabric = weft_table_row (&self->fabrics, i);

      if ((guint64) fabric->first_target + fabric->n_targets > self->targets.n_rows
          || (guint64) fabric->first_segment + fabric->n_segments > self->segments.n_rows
          || (fabric->mux_noc != WEFT_NOC_UNKNOWN && !is_network (fabric->mux_noc)))
        return FALSE;
    }
  for (guint32 i = 0; i < self->targets.n_rows; i++)
    if (!is_network (((const WeftNocFabricTarget *) weft_table_row (&self->targets, i))->noc))
      return FALSE;
  for (guint32 i = 0; i < self->segments.n_rows; i++)
    if (!is_network (((const WeftNocFabricSegment *) weft_table_row (&self->segments, i))->noc))
      return FALSE;
  return TRUE;
}

/* Whether the row that a record with these flags has more in is there. */
static gboolean
extra_exists (const WeftNocTrace *self, guint32 record, guint flags)
{
  guint32 limit = WEFT_NO_ROW;

  if ((flags & WEFT_NOC_HAS_DEBUG) != 0)
    limit = MIN (limit, self->debugs.n_rows);
  if ((flags & WEFT_NOC_HAS_FABRIC) != 0)
    limit = MIN (limit, self->fabrics.n_rows);
  if ((flags & WEFT_NOC_HAS_END) != 0)
    limit = MIN (limit, self->ends.n_rows);
  return limit == WEFT_NO_ROW || weft_table_get_u32 (&self->records, NOC_EXTRA, record) < limit;
}

/* Records that are looked at together. */
#define SOME 4096u

static gboolean
some_are_right (const WeftNocTrace *self, guint32 first, guint32 n)
{
  const guint n_types = weft_noc_count_types ();
  guint8 types[SOME], flags[SOME];

  weft_table_read (&self->records, NOC_TYPE, first, n, types);
  weft_table_read (&self->records, NOC_FLAGS, first, n, flags);
  for (guint32 i = 0; i < n; i++)
    if ((types[i] >= n_types && types[i] < NOC_TYPE_ZONE_START)
        || (flags[i] >> NOC_FLAGS_SHIFT > WEFT_NOC_MULTICAST
            && !extra_exists (self, first + i, flags[i] >> NOC_FLAGS_SHIFT)))
      return FALSE;
  return TRUE;
}

/* Types that there are, and all that records have more. */
static gboolean
records_are_right (const WeftNocTrace *self)
{
  for (guint64 first = 0; first < self->records.n_rows; first += SOME)
    if (!some_are_right (self, (guint32) first, MIN (SOME, self->records.n_rows - (guint32) first)))
      return FALSE;
  return TRUE;
}

/* The rules live until the cells are checked, which is here. */
static gboolean
take_records (WeftNocTrace *self, WeftIndexReader *reader)
{
  const WeftCellRule any[] = { WEFT_CELL_ANY };
  const WeftCellRule rules[N_NOC_COLUMNS] = {
    [NOC_TIME] = WEFT_CELL_ANY,
    [NOC_CONTEXT] = WEFT_CELL_EXISTING (self->contexts.n_rows),
    [NOC_NAME] = WEFT_CELL_EXISTING (self->names.names.n_rows),
    [NOC_BYTES] = WEFT_CELL_ANY,
    [NOC_LINE] = WEFT_CELL_ANY,
    [NOC_EXTRA] = WEFT_CELL_ANY,
    [NOC_SX] = WEFT_CELL_ANY,
    [NOC_SY] = WEFT_CELL_ANY,
    [NOC_DX] = WEFT_CELL_ANY,
    [NOC_DY] = WEFT_CELL_ANY,
    [NOC_END_X] = WEFT_CELL_ANY,
    [NOC_END_Y] = WEFT_CELL_ANY,
    [NOC_TYPE] = WEFT_CELL_ANY,
    [NOC_PROC] = WEFT_CELL_EXISTING (self->procs.names.n_rows),
    [NOC_FLAGS] = { .kind = WEFT_CELLS_MASKED, .mask = 3, .limit = WEFT_NOC_UNDEFINED + 1 },
    [NOC_VC] = WEFT_CELL_ANY,
  };

  weft_index_take_table (reader, &self->ends, any);
  weft_index_take_table (reader, &self->records, rules);
  return weft_index_reader_check (reader);
}

gboolean
weft_noc_trace_take (WeftNocTrace *self, WeftIndexReader *reader)
{
  self->index = weft_index_reader_ref (reader);
  take_arch (self, reader);
  take_cluster (self, reader);
  weft_index_take_names (reader, &self->names);
  weft_index_take_names (reader, &self->procs);
  take_model (self, reader);
  weft_index_take_rows (reader, &self->parts, &parts);
  weft_index_take_rows (reader, &self->contexts, &contexts);
  weft_index_take_rows (reader, &self->debugs, &debugs);
  weft_index_take_rows (reader, &self->targets, &targets);
  weft_index_take_rows (reader, &self->segments, &segments);
  weft_index_take_rows (reader, &self->fabrics, &fabrics);
  if (!take_records (self, reader) || !contexts_are_right (self, self->records.n_rows)
      || !model_is_right (self) || !fabrics_are_right (self) || !records_are_right (self))
    {
      weft_index_reader_set_bad (reader);
      return FALSE;
    }
  weft_noc_trace_publish (self);
  return TRUE;
}
