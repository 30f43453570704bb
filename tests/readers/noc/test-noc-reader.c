/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noc-fixture.h"

#include "test-files.h"
#include "weft-noc-files.h"
#include "weft-noc-reader.h"

#include <math.h>

/* The dialects of NoC traces, what is wrong in files, and directories of them. */

static void
get_record (WeftNocTrace *trace, guint32 index, WeftNocRecord *record)
{
  g_assert_cmpuint (index, <, weft_noc_trace_get_n_records (trace));
  weft_noc_trace_get_record (trace, index, record);
}

static guint64
count_warnings (WeftNocTrace *trace)
{
  return weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (trace)),
                                 WEFT_SEVERITY_WARNING);
}

#define EVENT(members) \
  "[\n{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':1,'num_bytes':32,'type':'WRITE_'," \
  "'timestamp':5},\n{" members "}]"

static const struct
{
  const char *json;
  const char *message; /* NULL: none */
  gint64 column;
} rules[] = {
  { EVENT ("'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'type':'WRITE_FLUSH','timestamp':5"), NULL,
    0 },
  { EVENT ("'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'type':'WRITE_FLUSH','timestamp':4"),
    "order of their timestamps", 78 },
  { EVENT ("'proc':'NCRISC','noc':'NOC_0','sx':1,'sy':1,'type':'WRITE_FLUSH','timestamp':4"), NULL,
    0 },
  { EVENT ("'proc':'','sx':1,'sy':1,'zone':'PROFILER-NOC-QUICK-SEND','zone_phase':'begin',"
           "'timestamp':1"),
    NULL, 0 },
  { EVENT ("'proc':'FOO','noc':'NOC_0','sx':1,'sy':1,'type':'WRITE_FLUSH','timestamp':9"),
    "the processor “FOO”", 10 },
  { EVENT ("'proc':'TRISC_1','sx':1,'sy':1,'type':'WRITE_FLUSH','timestamp':9"), NULL, 0 },
  { EVENT ("'proc':'BRISC','noc':'NOC_7','sx':1,'sy':1,'type':'WRITE_FLUSH','timestamp':9"),
    "taken as UNDEF", 24 },
  { EVENT ("'proc':'BRISC','noc':'UNDEF','sx':1,'sy':1,'type':'WRITE_FLUSH','timestamp':9"), NULL,
    0 },
  { EVENT ("'proc':'BRISC','sx':1,'sy':1,'dx':2,'dy':1,'num_bytes':32,'type':'READ',"
           "'timestamp':9"),
    "needs “noc”", 1 },
  { EVENT ("'proc':'BRISC','noc':'NOC_0','sy':1,'type':'WRITE_FLUSH','timestamp':9"),
    "needs “sx” and “sy”", 1 },
  { EVENT ("'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'num_bytes':32,'type':'READ',"
           "'timestamp':9"),
    "come together", 50 },
  { EVENT ("'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'mcast_start_x':2,'mcast_start_y':2,"
           "'mcast_end_x':3,'num_bytes':32,'type':'WRITE_MULTICAST','timestamp':9"),
    "A rectangle has all of", 1 },
  { EVENT ("'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':2,'mcast_start_x':2,"
           "'mcast_start_y':2,'mcast_end_x':3,'mcast_end_y':3,'num_bytes':32,"
           "'type':'WRITE_MULTICAST','timestamp':9"),
    "of both, the rectangle", 50 },
};

/* Each rule that a record breaks is said once, with its place, and the record is kept. */
static void
test_rules (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      g_autoptr (WeftNocTrace) trace = read_noc (rules[i].json);
      WeftDiagnostic diagnostic;

      g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 2);
      g_assert_cmpuint (count_warnings (trace), ==, rules[i].message != NULL);
      if (rules[i].message == NULL)
        continue;
      weft_diagnostics_get (weft_trace_get_diagnostics (WEFT_TRACE (trace)), 0, &diagnostic);
      g_assert_nonnull (strstr (diagnostic.message, rules[i].message));
      g_assert_cmpint (diagnostic.line, ==, 3);
      g_assert_cmpint (diagnostic.column, ==, rules[i].column);
      weft_diagnostic_clear (&diagnostic);
    }
}

/* An empty array is a capture in which nothing happened, not a file of no known format. */
static void
test_empty (void)
{
  static const char *const texts[] = { "[]", " [\n]\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (WeftNocTrace) trace = read_noc (texts[i]);

      g_assert_cmpint (weft_noc_files_sniff (texts[i], strlen (texts[i])), ==, WEFT_SNIFF_YES);
      g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 0);
      g_assert_cmpuint (count_warnings (trace), ==, 0);
    }
  g_assert_cmpint (weft_noc_files_sniff ("[1]", 3), ==, WEFT_SNIFF_NO);
}

/* Nothing behind what has come is looked at. */
static void
test_sniff_cut (void)
{
  static const char text[] = "  {\"common_info\":";

  g_assert_cmpint (weft_noc_files_sniff (text, strlen (text) - 1), ==, WEFT_SNIFF_YES);
  g_assert_cmpint (weft_noc_files_sniff (text, strlen (text) - 2), ==, WEFT_SNIFF_MORE);
}

/* 2024: begin only, −1 for no destination, no op and no device. */
static void
test_2024 (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[\n{'proc':'BRISC','zone':'BRISC-KERNEL','zone_phase':'begin','sx':1,'sy':2,'timestamp':10},\n"
    "{'proc':'BRISC','noc':'NOC_1','vc':-1,'sx':1,'sy':2,'dx':-1,'dy':-1,'num_bytes':0,"
    "'type':'READ_BARRIER_START','timestamp':20,'kernel_start_delta':10}]");
  WeftNocRecord record;
  WeftNocContext context;

  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 2);
  get_record (trace, 0, &record);
  g_assert_cmpint (record.kind, ==, WEFT_NOC_ZONE_START);
  g_assert_cmpstr (record.name, ==, "BRISC-KERNEL");
  g_assert_cmpint (record.line, ==, 2);
  get_record (trace, 1, &record);
  g_assert_cmpstr (weft_noc_get_type (record.type)->name, ==, "READ_BARRIER_START");
  g_assert_cmpuint (record.noc, ==, 1);
  g_assert_cmpint (record.dx, ==, WEFT_NOC_NOWHERE);
  g_assert_cmpint (record.vc, ==, -1);
  weft_noc_trace_get_context (trace, record.context, &context);
  g_assert_cmpint (context.device, ==, WEFT_NOC_UNKNOWN);
  g_assert_cmpuint (count_warnings (trace), ==, 0);
}

/* Mid-2025: fabric events with a tile of another chip; today: targets, 1-D and 2-D, a mux. */
static void
test_fabric (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_1','sx':1,'sy':1,'dx':9,'dy':0,'num_bytes':1088,'timestamp':1,"
    "'type':'FABRIC_UNICAST_WRITE','src_device_id':4,'run_host_id':7,'op_name':'AllGather',"
    "'dst_device_id':7,'fabric_send':{'eth_chan':0,'hops':3,'path':[{'device':4,'noc':'NOC_1',"
    "'segment_start_x':1,'segment_start_y':1,'segment_end_x':9,'segment_end_y':0},"
    "{'device':5,'noc':'NOC_0','segment_start_x':2,'segment_start_y':0,'segment_end_x':8,"
    "'segment_end_y':0}]}},"
    "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'num_bytes':0,'timestamp':2,"
    "'type':'FABRIC_UNICAST_SCATTER_WRITE','fabric_send':{'ns_hops':1,'e_hops':2,'w_hops':0,"
    "'is_mcast':true},'fabric_mux':{'x':3,'y':4,'noc':'NOC_0'},"
    "'dst':[{'dx':2,'dy':3,'noc':'NOC_0','num_bytes':64},{'dx':4,'dy':5,'noc':'NOC_1',"
    "'num_bytes':96}]}]");
  WeftNocFabric fabric;
  WeftNocFabricTarget target;
  WeftNocFabricSegment segment;
  WeftNocRecord record;
  WeftNocContext context;

  g_assert_true (weft_noc_trace_get_fabric (trace, 0, &fabric));
  g_assert_cmpint (fabric.eth_channel, ==, 0);
  g_assert_cmpint (fabric.hops, ==, 3);
  g_assert_cmpint (fabric.range, ==, WEFT_NOC_UNKNOWN);
  g_assert_cmpint (fabric.dst_device, ==, 7);
  g_assert_cmpuint (fabric.n_targets, ==, 1);
  weft_noc_trace_get_fabric_target (trace, &fabric, 0, &target);
  g_assert_cmpint (target.x, ==, 9);
  g_assert_cmpuint (fabric.n_segments, ==, 2);
  weft_noc_trace_get_fabric_segment (trace, &fabric, 0, &segment);
  g_assert_cmpint (segment.end_x, ==, 9);
  weft_noc_trace_get_fabric_segment (trace, &fabric, 1, &segment);
  g_assert_cmpint (segment.end_x, ==, 8);
  get_record (trace, 0, &record);
  weft_noc_trace_get_context (trace, record.context, &context);
  g_assert_cmpint (context.device, ==, 4);
  g_assert_cmpint (context.run_host_id, ==, 7);
  g_assert_cmpstr (context.op_name, ==, "AllGather");

  g_assert_true (weft_noc_trace_get_fabric (trace, 1, &fabric));
  g_assert_true (fabric.is_multicast);
  g_assert_cmpint (fabric.east_hops, ==, 2);
  g_assert_cmpint (fabric.mux_y, ==, 4);
  g_assert_cmpuint (fabric.n_targets, ==, 2);
  weft_noc_trace_get_fabric_target (trace, &fabric, 1, &target);
  g_assert_cmpuint (target.bytes, ==, 96);
  g_assert_cmpint (target.noc, ==, 1);
}

static void
test_debug (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':3,'num_bytes':32,'timestamp':1,"
    "'type':'WRITE_','dst_addr':18446744073709551615,'src_addr':4096,'noc_status_counter':5,"
    "'posted':true}]");
  WeftNocDebug debug;
  WeftNocRecord record;

  get_record (trace, 0, &record);
  g_assert_cmpstr (record.proc, ==, "");
  g_assert_true (weft_noc_trace_get_debug (trace, 0, &debug));
  g_assert_cmpuint (debug.dst_addr, ==, G_MAXUINT64);
  g_assert_cmpint (debug.status_counter, ==, 5);
  g_assert_true (debug.posted);
}

/* Every type of the document is known by its name, and no two are the same. */
static void
test_types (void)
{
  g_assert_cmpuint (weft_noc_find_type ("WRITE_", 6), ==, weft_noc_find_type ("WRITE", 5));
  g_assert_cmpuint (weft_noc_count_types (), <=, 64);
  for (guint i = 1; i < weft_noc_count_types (); i++)
    g_assert_cmpuint (
      weft_noc_find_type (weft_noc_get_type (i)->name, strlen (weft_noc_get_type (i)->name)), ==,
      i);
  g_assert_cmpuint (weft_noc_find_type ("READING", 7), ==, WEFT_NOC_TYPE_OTHER);
}

/* Each fault of a record is said; the rest is read. */
static void
test_wrong_records (void)
{
  static const struct
  {
    const char *record;
    guint n_records;
    guint n_warnings;
  } cases[] = {
    { "17", 0, 1 },
    { "{'sx':1}", 0, 1 },
    { "{'sx':1,'sy':1,'type':'READ'}", 0, 1 },
    { "{'sx':1,'sy':1,'type':'READ','timestamp':-5}", 0, 1 },
    { "{'sx':1,'sy':1,'type':'READ','timestamp':'5'}", 0, 1 },
    { "{'sx':1,'sy':1,'zone':'a','zone_phase':'middle','timestamp':1}", 0, 1 },
    { "{'sx':99999,'sy':1,'noc':'NOC_0','type':'READ','timestamp':1}", 1, 1 },
    { "{'sx':1,'sy':1,'noc':'NOC_0','type':'READ','num_bytes':-1,'timestamp':1}", 1, 1 },
    { "{'sx':1,'sy':1,'noc':'NOC_0','type':'READ','num_bytes':5000000000,'timestamp':1}", 1, 1 },
    { "{'sx':1,'sy':1,'noc':'NOC_0','type':'READ','vc':1000,'timestamp':1}", 1, 1 },
    { "{'sx':1,'sy':1,'type':'NEVER_HEARD','timestamp':1}", 1, 1 },
    { "{'sx':1,'sx':2,'sy':1,'noc':'NOC_0','type':'READ','timestamp':1}", 1, 1 },
    { "{'sx':1,'sy':1,'noc':'NOC_0','type':'READ','timestamp':1,'else':[1,{'a':2}]}", 1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "[%s,{'sx':1,'sy':1,'type':'WRITE_FLUSH','timestamp':1}]", cases[i].record);
      g_autoptr (WeftNocTrace) trace = read_noc (text);

      g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, cases[i].n_records + 1);
      g_assert_cmpuint (count_warnings (trace), ==, cases[i].n_warnings);
    }
}

/* Rows from before a cut or a mistake stay, and an error says where it was. */
static void
test_cut (void)
{
  static const char good[] = "[{'sx':1,'sy':1,'type':'READ','timestamp':1},"
                             "{'sx':1,'sy':1,'type':'READ','timestamp':2}]";

  for (gsize length = 46; length + 1 < sizeof good - 1; length++)
    {
      g_autofree char *cut = g_strndup (good, length);
      g_autoptr (WeftNocTrace) trace = read_noc_text (cut, FALSE);

      g_assert_cmpuint (weft_noc_trace_get_n_records (trace), >=, 1);
      g_assert_cmpuint (weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (trace)),
                                                WEFT_SEVERITY_ERROR),
                        ==, 1);
    }
}

/* The blocks may be cut anywhere. */
static void
test_blocks (void)
{
  g_autofree char *made = make_noc_text (60, 2);
  g_autofree char *text = g_strdelimit (g_strdup (made), "'", '"');
  g_autoptr (WeftNocTrace) whole = read_noc (made);

  for (gsize size = 1; size < 40; size += 6)
    {
      WeftReaderSetup setup = { .title = "cut" };
      g_autoptr (WeftReader) reader = weft_noc_reader_new (&setup);
      WeftNocTrace *trace = WEFT_NOC_TRACE (reader->trace);

      for (gsize at = 0; at < strlen (text); at += size)
        g_assert_true (
          weft_reader_feed (reader, text + at, MIN (size, strlen (text) - at), at, NULL));
      weft_reader_finish (reader);
      g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==,
                        weft_noc_trace_get_n_records (whole));
      for (guint32 i = 0; i < weft_noc_trace_get_n_records (whole); i++)
        {
          WeftNocRecord a, b;

          get_record (whole, i, &a);
          get_record (trace, i, &b);
          g_assert_cmpuint (a.timestamp, ==, b.timestamp);
          g_assert_cmpuint (a.type, ==, b.type);
          g_assert_cmpint (a.dx, ==, b.dx);
          g_assert_cmpint (a.line, ==, b.line);
        }
    }
}

static void
test_sniff (void)
{
  static const struct
  {
    const char *head;
    WeftSniff expected;
  } cases[] = {
    { "", WEFT_SNIFF_MORE },
    { "  [", WEFT_SNIFF_MORE },
    { "[{\"sx\":1,\"sy\":2,\"type\":\"READ\",\"timestamp\":3}", WEFT_SNIFF_YES },
    { "[\n {\"sx\":1,\"sy\":2,\"zone\":\"K\",\"timestamp\":3},", WEFT_SNIFF_YES },
    { "[{\"sx\":1,\"sy\":2,\"typ", WEFT_SNIFF_MORE },
    { "[{\"ph\":\"X\",\"ts\":1}", WEFT_SNIFF_NO },
    { "[1,2]", WEFT_SNIFF_NO },
    { "{\"common_info\":{", WEFT_SNIFF_YES },
    { "Kanata\t0004", WEFT_SNIFF_NO },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (weft_noc_files_sniff (cases[i].head, strlen (cases[i].head)), ==,
                     cases[i].expected);
}

/* A directory's files of single devices win over the one that repeats them, and a sidecar is read. */
static void
test_directory (void)
{
  static const char event[] = "[{\"sx\":1,\"sy\":1,\"type\":\"READ\",\"timestamp\":1}]";
  static const char topology[] = "{\"cluster_type\": \"N300\", \"eth_chan_to_coord\": "
                                 "{\"0\": [9, 0]}}";
  g_autoptr (WeftNocTrace) trace = NULL;
  g_autoptr (WeftNocCluster) cluster = NULL;
  WeftNocPart part;
  int x, y;

  write_file ("noc_trace_dev3_ID7.json", event, strlen (event));
  write_file ("noc_trace_dev0_ID4.json", event, strlen (event));
  write_file ("combined.json", event, strlen (event));
  write_file ("run_topology.json", topology, strlen (topology));
  write_file ("notes.txt", "no", 2);
  trace = load_noc (test_folder ());
  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 2);
  g_assert_cmpuint (weft_noc_trace_get_n_parts (trace), ==, 2);
  weft_noc_trace_get_part (trace, 1, &part);
  g_assert_cmpstr (part.name, ==, "noc_trace_dev3_ID7.json");
  g_assert_cmpint (part.device, ==, 3);
  g_assert_cmpuint (part.first_record, ==, 1);
  g_assert_cmpuint (
    weft_diagnostics_count (weft_trace_get_diagnostics (WEFT_TRACE (trace)), WEFT_SEVERITY_INFO),
    ==, 1);
  cluster = weft_noc_trace_ref_cluster (trace);
  g_assert_cmpstr (cluster->cluster_type, ==, "N300");
  g_assert_true (weft_noc_cluster_get_channel (cluster, 0, &x, &y));
  g_assert_cmpint (x, ==, 9);
}

/* Another tool's timeline: rows before columns, payload from `src`. */
static void
test_npeviz (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "{'common_info':{'arch':'wormhole_b0','cycles_per_timestep':256},'noc_transfers':["
    "{'id':0,'src':[0,11,0],'dst':[[0,1,2]],'total_bytes':2048,'start_cycle':100,'end_cycle':200,"
    "'noc_event_type':'READ','route':[{'noc_type':'NOC0','links':[[0,11,0,'NOC0_EAST']]}]},"
    "{'id':1,'src':[0,1,1],'dst':[[0,0,9]],'total_bytes':64,'start_cycle':5,'end_cycle':9,"
    "'noc_event_type':'WRITE_','route':[{'noc_type':'NOC1'}]},{'id':2,'src':[0],'dst':[]}],"
    "'timestep_data':[{'start_cycle':0,'end_cycle':256,'link_demand':[[0,3,4,'NOC1_WEST',3.5]]}]}");
  WeftNocRecord record;
  WeftNocModelled modelled;
  guint64 end;

  g_assert_true (weft_noc_trace_is_modelled (trace));
  g_assert_cmpstr (weft_noc_trace_get_arch (trace), ==, "wormhole_b0");
  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, 2);
  get_record (trace, 0, &record);
  g_assert_cmpint (record.sx, ==, 2);
  g_assert_cmpint (record.sy, ==, 1);
  g_assert_cmpint (record.dx, ==, 0);
  g_assert_cmpint (record.dy, ==, 11);
  g_assert_true (weft_noc_trace_get_end (trace, 0, &end));
  g_assert_cmpuint (end, ==, 200);
  get_record (trace, 1, &record);
  g_assert_cmpuint (record.noc, ==, 1);
  g_assert_cmpint (record.dx, ==, 9);
  g_assert_cmpuint (weft_noc_trace_get_n_modelled (trace), ==, 1);
  weft_noc_trace_get_modelled (trace, 0, &modelled);
  g_assert_cmpstr (modelled.port, ==, "WEST");
  g_assert_cmpint (modelled.x, ==, 4);
  g_assert_cmpfloat (modelled.rate, ==, 3.5);
  g_assert_cmpuint (count_warnings (trace), ==, 1);
}

/* Newer timelines say what the tiles are, and what multicast takes. */
static void
test_npeviz_soc (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "{'common_info':{'arch':'trinity','mcast_write_link_util':12.5},'noc_transfers':[],"
    "'soc_descriptor':{'arch_name':'trinity','grid':{'x_size':4,'y_size':3},"
    "'functional_workers':['1-1','2-1','3-1'],'harvested_workers':['1-2'],'dram':[['0-0','0-1'],"
    "['0-2']],'eth':['1-0'],'pcie':['2-0'],'arc':['3-0'],'router_only':['2-2'],'more':1},"
    "'timestep_data':[{'start_cycle':0,'end_cycle':9,'mcast_write_link_util':30},"
    "{'start_cycle':9,'end_cycle':18,'mcast_write_link_util':20}]}");
  g_autoptr (WeftNocTopology) chip = weft_noc_trace_ref_topology (trace);
  double mean, peak;

  g_assert_nonnull (chip);
  g_assert_cmpstr (chip->name, ==, "trinity");
  g_assert_cmpuint (chip->width, ==, 4);
  g_assert_cmpuint (chip->height, ==, 3);
  g_assert_cmpuint (chip->types[4 + 1], ==, WEFT_TILE_TENSIX);
  g_assert_cmpuint (chip->types[8 + 1], ==, WEFT_TILE_ROUTER);
  g_assert_true (chip->harvested[8 + 1]);
  g_assert_false (chip->harvested[4 + 1]);
  g_assert_cmpuint (chip->types[1], ==, WEFT_TILE_ETHERNET);
  g_assert_cmpuint (chip->types[2], ==, WEFT_TILE_PCIE);
  g_assert_cmpuint (chip->types[3], ==, WEFT_TILE_ARC);
  g_assert_cmpuint (chip->n_controllers, ==, 2);
  g_assert_cmpuint (chip->controllers[4], ==, 0);
  g_assert_cmpuint (chip->controllers[8], ==, 1);
  weft_noc_trace_get_multicast_share (trace, &mean, &peak);
  g_assert_cmpfloat (mean, ==, 0.125);
  g_assert_cmpfloat (peak, ==, 0.3);
  g_assert_cmpuint (count_warnings (trace), ==, 0);
}

/* A grid has one column at least, and as many rows as the largest may have. */
static void
test_npeviz_narrow_soc (void)
{
  g_autoptr (WeftNocTrace) trace =
    read_noc ("{'common_info':{'arch':'trinity'},'noc_transfers':[],'soc_descriptor':{'arch_name':"
              "'trinity','grid':{'x_size':1,'y_size':255},'functional_workers':['0-254']}}");
  g_autoptr (WeftNocTopology) chip = weft_noc_trace_ref_topology (trace);

  g_assert_nonnull (chip);
  g_assert_cmpuint (chip->width, ==, 1);
  g_assert_cmpuint (chip->height, ==, WEFT_NOC_MAX_SIDE);
  g_assert_cmpuint (chip->types[254], ==, WEFT_TILE_TENSIX);
  g_assert_cmpuint (count_warnings (trace), ==, 0);
}

/* One that is wrong is said, and the rest is read. */
static void
test_npeviz_wrong_soc (void)
{
  static const char *const cases[] = {
    "5",
    "{}",
    "{'grid':{'x_size':2,'y_size':2}}",
    "{'grid':{'x_size':2,'y_size':256},'functional_workers':['0-0']}",
    "{'grid':{'x_size':2,'y_size':2},'functional_workers':[]}",
    "{'grid':{'x_size':2,'y_size':2},'functional_workers':['0-0','2-0']}",
    "{'grid':{'x_size':2,'y_size':2},'functional_workers':['0-0'],'dram':['0-1']}",
    "{'grid':{'x_size':2,'y_size':2},'functional_workers':['0-0'],'eth':['0-1x']}",
    "{'grid':{'x_size':2,'y_size':2},'functional_workers':['0-0'],'harvested_workers':[[0,1]]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
        g_strdup_printf ("{'common_info':{'arch':'blackhole'},'soc_descriptor':%s,"
                         "'noc_transfers':[]}",
                         cases[i]);
      g_autoptr (WeftNocTrace) trace = read_noc (text);
      g_autoptr (WeftNocTopology) chip = weft_noc_trace_ref_topology (trace);
      double mean, peak;

      g_assert_null (chip);
      g_assert_cmpstr (weft_noc_trace_get_arch (trace), ==, "blackhole");
      g_assert_cmpuint (count_warnings (trace), ==, 1);
      weft_noc_trace_get_multicast_share (trace, &mean, &peak);
      g_assert_true (isnan (mean) && isnan (peak));
    }
}

/* Every real trace is read whole and without a complaint. */
static void
check_all_in (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (WeftNocTrace) trace = NULL;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        check_all_in (path);
      else if (strstr (name, "topology") == NULL && strstr (name, "cluster") == NULL)
        {
          trace = load_noc (path);
          g_assert_cmpuint (weft_noc_trace_get_n_records (trace), >, 0);
          g_assert_cmpuint (count_warnings (trace), ==, 0);
        }
    }
}

/* As is our own, record by record: each stands in a line. */
static void
test_sample (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_SAMPLES"), "noc-eight-cores.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (WeftNocTrace) trace = load_noc (path);
  guint n_records = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (const char *at = text; (at = strstr (at, "\"timestamp\"")) != NULL; at++)
    n_records++;
  g_assert_cmpuint (n_records, >, 500);
  g_assert_cmpuint (weft_noc_trace_get_n_records (trace), ==, n_records);
  g_assert_cmpuint (count_warnings (trace), ==, 0);
}

static void
test_shared (void)
{
  g_autofree char *folder = shared_noc_path (".");

  if (folder != NULL)
    check_all_in (folder);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-reader/rules", test_rules);
  g_test_add_func ("/noc-reader/empty", test_empty);
  g_test_add_func ("/noc-reader/sniff-cut", test_sniff_cut);
  g_test_add_func ("/noc-reader/2024", test_2024);
  g_test_add_func ("/noc-reader/fabric", test_fabric);
  g_test_add_func ("/noc-reader/debug", test_debug);
  g_test_add_func ("/noc-reader/types", test_types);
  g_test_add_func ("/noc-reader/wrong-records", test_wrong_records);
  g_test_add_func ("/noc-reader/cut", test_cut);
  g_test_add_func ("/noc-reader/blocks", test_blocks);
  g_test_add_func ("/noc-reader/sniff", test_sniff);
  g_test_add_func ("/noc-reader/directory", test_directory);
  g_test_add_func ("/noc-reader/npeviz", test_npeviz);
  g_test_add_func ("/noc-reader/npeviz-soc", test_npeviz_soc);
  g_test_add_func ("/noc-reader/npeviz-narrow-soc", test_npeviz_narrow_soc);
  g_test_add_func ("/noc-reader/npeviz-wrong-soc", test_npeviz_wrong_soc);
  g_test_add_func ("/noc-reader/sample", test_sample);
  g_test_add_func ("/noc-reader/shared", test_shared);
  status = g_test_run ();
  remove_test_folder ();
  return status;
}
