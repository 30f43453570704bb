/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-fabric.h"

#include "noc-fixture.h"

/* Traffic from chip to chip over three chips in a line, 4 → 0 → 3, of which the trace has the first and the last:
 * its ways are told by hand. */

static const char topology[] =
  "{'forwarding_channel_pairs':[{'device_id':0,'channels':[1,8]}],"
  "'inter_device_channel_pairs':["
  "{'local_device_id':4,'local_eth_channel':0,'remote_device_id':0,'remote_eth_channel':8},"
  "{'local_device_id':0,'local_eth_channel':1,'remote_device_id':3,'remote_eth_channel':1}],"
  "'eth_chan_to_coord':{'0':[9,0],'1':[1,0],'8':[9,6]}}";

#define SEND(time, bytes, rest) \
  "{'proc':'BRISC','noc':'NOC_1','sx':1,'sy':1,'dx':2,'dy':3,'num_bytes':" #bytes \
  ",'src_device_id':4,'timestamp':" #time ",'type':'FABRIC_UNICAST_WRITE','fabric_send':{" rest \
  "}}"

/* The traffic of what chip 4 sent. */
static WeftNocFabricTraffic *
measure (const char *sent, gint64 from, gint64 to)
{
  g_autofree char *events = g_strdup_printf ("[%s]", sent);
  const NocFile files[] = {
    { "topology.json", topology },
    { "noc_trace_dev4_Op_ID1.json", events },
    { "noc_trace_dev3_Op_ID2.json",
      "[{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'src_device_id':3,'timestamp':1,"
      "'type':'WRITE_FLUSH'}]" },
  };
  g_autoptr (WeftNocTrace) trace = load_noc_files (files, G_N_ELEMENTS (files));
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);

  return weft_noc_fabric_traffic_new (capture, from, to, NULL, NULL, NULL);
}

static void
assert_cable (const WeftNocFabricTraffic *traffic, guint index, gint32 from, gint32 to,
              guint64 bytes, guint32 n_transfers)
{
  const WeftNocChipLink *link;

  g_assert_cmpuint (index, <, traffic->chip_links->len);
  link = &g_array_index (traffic->chip_links, WeftNocChipLink, index);
  g_assert_cmpint (link->from_device, ==, from);
  g_assert_cmpint (link->to_device, ==, to);
  g_assert_cmpuint (link->bytes, ==, bytes);
  g_assert_cmpuint (link->n_transfers, ==, n_transfers);
}

/* The number of links of a chip, by its place among those of the trace, that each carry so many bytes. */
static guint
count_links (const WeftNocFabricTraffic *traffic, guint device, guint64 bytes)
{
  guint n = 0;

  for (guint i = 0; i < traffic->links->len; i++)
    {
      const WeftNocFabricLink *link = &g_array_index (traffic->links, WeftNocFabricLink, i);

      n += link->device == device && link->bytes == bytes;
    }
  return n;
}

/* Two cables: the chip between forwards, and is not drawn, as the trace has nothing of it. From (1,1) to the
 * Ethernet tile (9,0) NOC_1 goes two to the left, around, and one up; from (1,0), by which it comes in, NOC_0 one to
 * the right and three down to (2,3). Devices are in the order of their ids. */
static void
test_two_hops (void)
{
  g_autoptr (WeftNocFabricTraffic) traffic =
    measure (SEND (10, 1088, "'eth_chan':0,'hops':2"), 0, G_MAXINT64);

  g_assert_cmpuint (traffic->n_events, ==, 1);
  g_assert_cmpuint (traffic->n_unknown, ==, 0);
  g_assert_cmpuint (traffic->chip_links->len, ==, 2);
  assert_cable (traffic, 0, 0, 3, 1088, 1);
  assert_cable (traffic, 1, 4, 0, 1088, 1);
  g_assert_cmpuint (traffic->links->len, ==, 3 + 4);
  g_assert_cmpuint (count_links (traffic, 0, 1088), ==, 4);
  g_assert_cmpuint (count_links (traffic, 1, 1088), ==, 3);
}

/* To each of the two chips from the first on; what goes the same way is added up. */
static void
test_multicast (void)
{
  g_autoptr (WeftNocFabricTraffic) traffic =
    measure (SEND (10, 64, "'eth_chan':0,'start_distance':1,'range':2") "," SEND (
               20, 32, "'eth_chan':0,'hops':1"),
             0, G_MAXINT64);

  g_assert_cmpuint (traffic->n_events, ==, 2);
  g_assert_cmpuint (traffic->n_unknown, ==, 0);
  assert_cable (traffic, 0, 0, 3, 64, 1);
  assert_cable (traffic, 1, 4, 0, 96, 2);
  g_assert_cmpuint (count_links (traffic, 0, 64), ==, 4);
  g_assert_cmpuint (count_links (traffic, 1, 96), ==, 3);
}

/* By the multiplexer's tile first: from (1,1) to (1,0) is one link of NOC_1, and from there on the multiplexer's own
 * network leads, eight to the right. */
static void
test_mux (void)
{
  g_autoptr (WeftNocFabricTraffic) traffic =
    measure ("{'proc':'BRISC','noc':'NOC_1','sx':1,'sy':1,'dx':2,'dy':3,'num_bytes':64,"
             "'src_device_id':4,'timestamp':1,'type':'FABRIC_UNICAST_WRITE',"
             "'fabric_send':{'eth_chan':0,'hops':1},'fabric_mux':{'x':1,'y':0,'noc':'NOC_0'}}",
             0, G_MAXINT64);

  g_assert_cmpuint (traffic->n_unknown, ==, 0);
  g_assert_cmpuint (count_links (traffic, 1, 64), ==, 1 + 8);
}

/* A way that the trace does not tell is counted, not guessed: no channel, no hops, a cable that is not there, and
 * more of them than there are. */
static void
test_unknown (void)
{
  g_autoptr (WeftNocFabricTraffic) traffic = measure (
    SEND (10, 64, "'hops':1") "," SEND (11, 64, "'eth_chan':0") "," SEND (
      12, 64,
      "'eth_chan':8,'hops':1") "," SEND (13, 64,
                                         "'eth_chan':0,'hops':9") "," SEND (14, 64,
                                                                            "'eth_chan':0,'hops':"
                                                                            "1000000"),
    0, G_MAXINT64);

  g_assert_cmpuint (traffic->n_events, ==, 5);
  g_assert_cmpuint (traffic->n_unknown, ==, 5);
}

/* Of a part of the time: its end is no part of it. */
static void
test_range (void)
{
  static const char sent[] = SEND (10, 64, "'eth_chan':0,'hops':1") "," SEND (
    15, 32, "'eth_chan':0,'hops':1") "," SEND (20, 16, "'eth_chan':0,'hops':1");
  g_autoptr (WeftNocFabricTraffic) all = measure (sent, 0, G_MAXINT64);
  g_autoptr (WeftNocFabricTraffic) part = measure (sent, 5, 10);

  assert_cable (all, 0, 4, 0, 112, 3);
  g_assert_cmpuint (part->n_events, ==, 1);
  assert_cable (part, 0, 4, 0, 32, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-fabric/two-hops", test_two_hops);
  g_test_add_func ("/noc-fabric/multicast", test_multicast);
  g_test_add_func ("/noc-fabric/mux", test_mux);
  g_test_add_func ("/noc-fabric/unknown", test_unknown);
  g_test_add_func ("/noc-fabric/range", test_range);
  return g_test_run ();
}
