/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-stats-index.h"

#include "noc-fixture.h"
#include "weft-noc-route.h"

#include <math.h>

/* Statistics of a capture as they are kept beside its index file. */

typedef struct
{
  WeftNocCapture *capture;
  WeftNocStats *stats;
  GArray *zones;
} Fixture;

/* Zones with transfers that barriers bound, to a DRAM tile among others, and traffic from chip to chip. */
#define WRITE(time, dx, dy, bytes) \
  "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':" #dx ",'dy':" #dy ",'num_bytes':" #bytes \
  ",'src_device_id':4,'timestamp':" #time ",'type':'WRITE_'},"
#define EVENT(time, type) \
  "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'src_device_id':4,'timestamp':" #time \
  ",'type':'" type "'},"
#define ZONE(time, phase) \
  "{'proc':'BRISC','sx':1,'sy':1,'src_device_id':4,'zone':'KERNEL','zone_phase':'" phase \
  "','timestamp':" #time "},"

static void
set_up (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const NocFile files[] = {
    { "topology.json",
      "{'forwarding_channel_pairs':[],'inter_device_channel_pairs':["
      "{'local_device_id':4,'local_eth_channel':0,'remote_device_id':3,'remote_eth_channel':1}],"
      "'eth_chan_to_coord':{'0':[9,0],'1':[1,0]}}" },
    { "noc_trace_dev4_Op_ID1.json",
      "[" ZONE (5, "begin") WRITE (10, 2, 1, 4096) WRITE (20, 0, 0, 8192)
        EVENT (30, "WRITE_BARRIER_START") EVENT (400, "WRITE_BARRIER_END") ZONE (500, "end") WRITE (
          600, 3, 3, 64) "{'proc':'BRISC','noc':'NOC_1','sx':1,'sy':1,'dx':2,'dy':3,'num_bytes':"
                         "512,'src_device_id':4,'timestamp':700,'type':'FABRIC_UNICAST_WRITE',"
                         "'fabric_send':{'eth_chan':0,'hops':1}}]" },
    { "noc_trace_dev3_Op_ID2.json",
      "[{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'src_device_id':3,'timestamp':1,"
      "'type':'WRITE_FLUSH'}]" },
  };
  g_autoptr (WeftNocTrace) trace = load_noc_files (files, G_N_ELEMENTS (files));
  WeftNocDemand **demands;

  self->capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  self->stats = weft_noc_stats_find (self->capture, NULL, &self->zones, &demands, NULL, NULL);
  g_assert_nonnull (demands); /* nothing is kept of it: it was counted */
  weft_noc_demands_free (demands);
}

static void
tear_down (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_array_unref (self->zones);
  weft_noc_stats_free (self->stats);
  weft_noc_capture_unref (self->capture);
}

/* The bytes of a file with them, and a reader of it: (transfer full). */
static WeftIndexReader *
put (const WeftNocStats *stats, const GArray *zones, char **bytes, gsize *length)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-stats-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "stats", NULL);
  g_autoptr (WeftIndexWriter) writer = weft_index_writer_new (folder, G_MAXINT64, 0, NULL);
  WeftIndexReader *reader;

  weft_noc_stats_put (stats, zones, writer);
  g_assert_true (weft_index_writer_finish (writer, path));
  reader = weft_index_reader_open (path);
  g_assert_nonnull (reader);
  g_assert_true (g_file_get_contents (path, bytes, length, NULL));
  g_unlink (path);
  g_rmdir (folder);
  return reader;
}

/* All that is kept comes back as it was; */
static void
test_kept (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *bytes = NULL, *again = NULL;
  gsize length, length_again;
  g_autoptr (WeftIndexReader) reader = put (self->stats, self->zones, &bytes, &length);
  g_autoptr (WeftIndexReader) second = NULL;
  g_autoptr (GArray) zones = NULL;
  g_autoptr (WeftNocStats) taken = weft_noc_stats_take (self->capture, reader, &zones);

  g_assert_nonnull (taken);
  g_assert_cmpuint (taken->links->len, >, 0);
  g_assert_cmpuint (taken->controllers->len, >, 0);
  g_assert_cmpuint (taken->fabric->links->len, >, 0);
  g_assert_cmpuint (taken->fabric->chip_links->len, ==, 1);
  g_assert_true (g_array_index (zones, WeftNocZoneStats, 0).verdict.known);
  second = put (taken, zones, &again, &length_again);
  g_assert_cmpmem (bytes, length, again, length_again);
  for (guint i = 0; i < taken->links->len; i++)
    {
      const WeftNocSeries *was = &g_array_index (self->stats->links, WeftNocSeriesStats, i).info;
      const WeftNocSeries *is = &g_array_index (taken->links, WeftNocSeriesStats, i).info;

      g_assert_cmpint (is->kind, ==, was->kind);
      g_assert_cmpuint (is->index, ==, was->index);
      g_assert_cmpfloat (is->capacity, ==, was->capacity);
    }
}

static gboolean
is_refused (Fixture *self)
{
  g_autofree char *bytes = NULL;
  gsize length;
  g_autoptr (WeftIndexReader) reader = put (self->stats, self->zones, &bytes, &length);
  g_autoptr (GArray) zones = NULL;
  g_autoptr (WeftNocStats) taken = weft_noc_stats_take (self->capture, reader, &zones);

  g_assert_true ((taken == NULL) == (zones == NULL));
  g_assert_true ((taken != NULL) == weft_index_reader_is_good (reader));
  return taken == NULL;
}

/* and nothing does where one thing of it can't be. */
static void
test_kept_wrong (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  WeftNocStats *stats = self->stats;
  const WeftNocTopology *topology = weft_noc_capture_get_topology (self->capture, NULL);
  const guint n_devices = weft_noc_capture_get_n_devices (self->capture);
  WeftNocSeriesStats *link = &g_array_index (stats->links, WeftNocSeriesStats, 0);
  WeftNocSeriesStats *niu = &g_array_index (stats->interfaces, WeftNocSeriesStats, 0);
  WeftNocControllerStats *controller =
    &g_array_index (stats->controllers, WeftNocControllerStats, 0);
  WeftNocTileStats *tile = &g_array_index (stats->tiles, WeftNocTileStats, 0);
  WeftNocFabricLink *hop = &g_array_index (stats->fabric->links, WeftNocFabricLink, 0);
  WeftNocZoneStats *zone = &g_array_index (self->zones, WeftNocZoneStats, 0);

#define ASSERT_REFUSED(member, value) \
  G_STMT_START \
  { \
    __typeof__ (member) before = member; \
    member = (value); \
    g_assert_true (is_refused (self)); \
    member = before; \
  } \
  G_STMT_END
  ASSERT_REFUSED (stats->n_transfers, stats->n_transfers + 1);
  ASSERT_REFUSED (stats->transfer_bytes, stats->transfer_bytes - 1);
  ASSERT_REFUSED (stats->fabric->n_unknown, stats->fabric->n_events + 1);
  ASSERT_REFUSED (link->device, n_devices);
  ASSERT_REFUSED (link->series, niu->series);
  ASSERT_REFUSED (link->series, weft_noc_capture_get_n_series (self->capture));
  ASSERT_REFUSED (link->mean[0], -1);
  ASSERT_REFUSED (link->peak[0], (double) INFINITY);
  ASSERT_REFUSED (link->unbounded_bytes, link->bytes + 1);
  ASSERT_REFUSED (link[1].series, link->series);
  ASSERT_REFUSED (niu->series, link->series);
  ASSERT_REFUSED (controller->device, n_devices);
  ASSERT_REFUSED (controller->controller, topology->n_controllers);
  ASSERT_REFUSED (controller->mean[0], -1);
  ASSERT_REFUSED (tile->device, n_devices);
  ASSERT_REFUSED (tile->tile, topology->n_tiles);
  ASSERT_REFUSED (hop->device, n_devices);
  ASSERT_REFUSED (hop->link, weft_noc_count_links (topology));
  ASSERT_REFUSED (zone->zone, 1);
  ASSERT_REFUSED (zone->verdict.known, 2);
  ASSERT_REFUSED (zone->verdict.series, weft_noc_capture_get_n_series (self->capture));
  ASSERT_REFUSED (zone->verdict.utilization, -1);
  ASSERT_REFUSED (self->zones->len, 0);
#undef ASSERT_REFUSED
  g_assert_false (is_refused (self));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/noc-stats/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/noc-stats/kept-wrong", Fixture, NULL, set_up, test_kept_wrong, tear_down);
  return g_test_run ();
}
