/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-capture.h"

#include "noc-fixture.h"
#include "weft-expression-eval.h"
#include "weft-noc-activity.h"
#include "weft-noc-fabric.h"
#include "weft-noc-fields.h"
#include "weft-noc-flows.h"
#include "weft-noc-matrix.h"
#include "weft-noc-numbers.h"
#include "weft-noc-stats.h"
#include "weft-noc-verdict.h"

/* The traps that docs/formats/noc.md names, each in a trace of a few records, and the check values of
 * real ones. */

#define AT(t) "'sx':1,'sy':1,'proc':'BRISC','noc':'NOC_0','timestamp':" #t
#define EVENT(t, type, rest) "{" AT (t) ",'type':'" type "'" rest "}"

static WeftNocCapture *
capture_text (const char *json)
{
  g_autoptr (WeftNocTrace) trace = read_noc (json);

  return weft_noc_capture_new (trace, NULL, NULL, NULL);
}

static const WeftNocTransfer *
only_transfer (const WeftNocCapture *capture)
{
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);

  g_assert_cmpuint (n, ==, 1);
  return transfers;
}

static void
test_read_comes_from_remote (void)
{
  g_autoptr (WeftNocCapture) capture =
    capture_text ("[" EVENT (100, "READ", ",'dx':0,'dy':5,'num_bytes':64") "]");
  const WeftNocTransfer *transfer = only_transfer (capture);

  g_assert_cmpuint (transfer->from, ==, 5 * 10);
  g_assert_cmpuint (transfer->to, ==, 11);
  g_assert_cmpuint (transfer->flags & WEFT_TRANSFER_BOUNDED, ==, 0);
}

/* The tables' codes for other tiles: those that differ have two, and rows that are too far away have none. */
static void
test_codes_of_others (void)
{
#define RECTANGLE(end_x, end_y) \
  EVENT (100, "WRITE_MULTICAST", \
         ",'mcast_start_x':1,'mcast_start_y':2,'mcast_end_x':" #end_x ",'mcast_end_y':" #end_y \
         ",'num_bytes':64")
  static const struct
  {
    const char *text;
    gboolean coded;
  } cases[] = {
    { "[" RECTANGLE (3, 4) "," RECTANGLE (4, 3) "]", TRUE },
    { "[" RECTANGLE (3, 254) "," RECTANGLE (254, 3) "]", TRUE },
    { "[" RECTANGLE (3, 4) "," RECTANGLE (3, 260) "]", FALSE },
    { "[" RECTANGLE (3, 4) "," RECTANGLE (259, 4) "]", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftNocCapture) capture = capture_text (cases[i].text);
      gint64 numbers[WEFT_FIELD_BLOCK];
      guint8 gaps[WEFT_FIELD_BLOCK] = { 0 };
      guint said = weft_noc_codes_other (capture, 0, 0, 2, numbers, gaps);

      g_assert_cmpuint (said, ==, cases[i].coded ? 0 : WEFT_FIELD_ONE_BY_ONE);
      if (cases[i].coded)
        g_assert_cmpint (numbers[0], !=, numbers[1]);
    }
#undef RECTANGLE
}

/* The first END strictly after the issue, of the same core and processor, and of reads. */
static void
test_bounds (void)
{
  g_autoptr (WeftNocCapture) capture =
    capture_text ("[" EVENT (100, "READ", ",'dx':0,'dy':5,'num_bytes':64") "," EVENT (
      100, "READ_BARRIER_END",
      "") "," EVENT (110, "WRITE_BARRIER_END",
                     "") ","
                         "{'sx':1,'sy':1,'proc':'NCRISC','timestamp':120,'type':'READ_BARRIER_END'}"
                         "," EVENT (130, "READ_BARRIER_START",
                                    "") "," EVENT (150, "READ_BARRIER_END", "") "]");
  guint32 n_waits;
  const WeftNocWait *waits = weft_noc_capture_get_waits (capture, &n_waits);

  g_assert_cmpint (only_transfer (capture)->done, ==, 50);
  g_assert_cmpuint (n_waits, ==, 1);
  g_assert_cmpint (waits[0].end - waits[0].start, ==, 20);
  g_assert_true (waits[0].measured);
  g_assert_cmpuint (weft_noc_capture_get_counts (capture)->n_unpaired_barriers, ==, 3);
}

/* Where a file says when a transfer ended, a barrier that ends before or after says nothing more. */
static void
test_ends_of_their_own (void)
{
#define TRANSFER(type, src, from, to) \
  "{'src':" src ",'dst':[[0,1,2]],'total_bytes':64,'start_cycle':" #from ",'end_cycle':" #to \
  ",'noc_event_type':'" type "','route':[{'noc_type':'NOC0'}]}"
  g_autoptr (WeftNocCapture) capture = capture_text (
    "{'common_info':{'arch':'wormhole_b0'},'noc_transfers':["
    /* Each ends at another side of the barrier; the third says of no end that is one. */
    TRANSFER ("READ", "[0,11,0]", 100, 150) "," TRANSFER (
      "READ", "[0,11,0]", 110, 300) "," TRANSFER ("READ", "[0,11,0]", 120,
                                                  120) "," TRANSFER ("READ_BARRIER_END", "[0,1,2]",
                                                                     200,
                                                                     200) "],'timestep_data':[]}");
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);

#undef TRANSFER
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (transfers[0].done - transfers[0].issue, ==, 50);
  g_assert_cmpint (transfers[1].done - transfers[1].issue, ==, 190);
  g_assert_cmpint (transfers[2].done - transfers[2].issue, ==, 80);
}

/* Destination, and size where there is none, from the last SET_STATE of the same kind, core,
 * processor and network. */
static void
test_states (void)
{
  g_autoptr (WeftNocCapture) capture =
    capture_text ("[" EVENT (1, "READ_SET_STATE", ",'dx':0,'dy':1,'num_bytes':256") "," EVENT (
      2, "WRITE_SET_STATE",
      ",'dx':2,'dy':2,'num_bytes':512") ","
                                        "{'sx':1,'sy':1,'proc':'BRISC','noc':'NOC_1','timestamp':3,"
                                        "'type':'READ_SET_STATE','dx':5,"
                                        "'dy':5,'num_bytes':1024},"
                                        "{'sx':1,'sy':1,'proc':'NCRISC','noc':'NOC_0','timestamp':"
                                        "3,'type':'READ_SET_STATE','dx':5,"
                                        "'dy':6,'num_bytes':2048}," EVENT (
                                          4, "READ_WITH_STATE",
                                          ",'num_bytes':0") "," EVENT (5, "READ_WITH_STATE",
                                                                       ",'num_bytes':96,'dx':-1,'"
                                                                       "dy':-1") "," EVENT (6,
                                                                                            "WRITE_"
                                                                                            "WITH_"
                                                                                            "STATE",
                                                                                            "") "]");
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);

  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (transfers[0].from, ==, 10);
  g_assert_cmpuint (transfers[0].bytes, ==, 256);
  g_assert_cmpuint (transfers[1].from, ==, 10);
  g_assert_cmpuint (transfers[1].bytes, ==, 96);
  g_assert_cmpuint (transfers[2].to, ==, 22);
  g_assert_cmpuint (transfers[2].bytes, ==, 512);
}

static void
test_what_is_no_transfer (void)
{
  static const char *const events[] = {
    EVENT (1, "READ", ",'dx':0,'dy':1,'num_bytes':0"),
    EVENT (2, "READ", ",'dx':-1,'dy':-1,'num_bytes':64"),
    EVENT (3, "WRITE_", ",'dx':200,'dy':1,'num_bytes':64"),
    "{'sx':1,'sy':1,'proc':'BRISC','noc':'UNDEF','timestamp':4,'type':'READ','dx':0,'dy':1,"
    "'num_bytes':64}",
    EVENT (5, "READ_WITH_STATE", ",'num_bytes':64"),
    EVENT (6, "SEMAPHORE_INC", ",'dx':2,'dy':2,'num_bytes':32"),
    EVENT (7, "SOMETHING_NEW", ",'dx':2,'dy':2,'num_bytes':8160"),
    NULL,
  };
  g_autofree char *joined = g_strjoinv (",", (char **) events);
  g_autofree char *text = g_strdup_printf ("[%s]", joined);
  g_autoptr (WeftNocTrace) trace = read_noc (text);
  WeftNocOptions options = { .arch = "wormhole_b0" };
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, &options, NULL, NULL);
  const WeftNocCounts *counts = weft_noc_capture_get_counts (capture);

  g_assert_cmpuint (counts->n_transfers, ==, 0);
  g_assert_cmpuint (counts->n_unresolved, ==, 5);
  g_assert_cmpuint (counts->type_events[WEFT_NOC_TYPE_OTHER], ==, 1);
  g_assert_cmpuint (counts->n_saturated, ==, 1);
  g_assert_cmpuint (g_hash_table_size (weft_noc_capture_get_unknown_types (capture)), ==, 1);
}

static void
test_waits_are_bounds (void)
{
  g_autoptr (WeftNocCapture) capture =
    capture_text ("[" EVENT (10, "SEMAPHORE_WAIT", "") "," EVENT (
      35, "FULL_BARRIER", "") "," EVENT (40, "ATOMIC_BARRIER", "") "]");
  guint32 n;
  const WeftNocWait *waits = weft_noc_capture_get_waits (capture, &n);

  g_assert_cmpuint (n, ==, 3);
  g_assert_false (waits[0].measured);
  g_assert_true (waits[0].semaphore);
  g_assert_cmpint (waits[0].end - waits[0].start, ==, 25);
  g_assert_cmpint (waits[1].end - waits[1].start, ==, 5);
  g_assert_cmpint (waits[2].end - waits[2].start, ==, 0);
}

#define ZONE(t, name, phase) "{" AT (t) ",'zone':'" name "','zone_phase':'" phase "'}"

static void
test_zones (void)
{
  g_autoptr (WeftNocCapture) capture = capture_text (
    "[" ZONE (10, "outer", "begin") "," ZONE (20, "inner", "ZONE_START") "," EVENT (25, "READ", ",'dx':0,'dy':1,'num_bytes':64") "," ZONE (
      30, "inner",
      "end") "," ZONE (31, "stray",
                       "ZONE_END") "," ZONE (40, "PROFILER-NOC-QUICK-PUSH",
                                             "ZONE_START") "," ZONE (38, "PROFILER-NOC-QUICK-PUSH",
                                                                     "ZONE_START") "," ZONE (41,
                                                                                             "PROFI"
                                                                                             "LER-"
                                                                                             "NOC-"
                                                                                             "QUICK"
                                                                                             "-PUS"
                                                                                             "H",
                                                                                             "ZONE_"
                                                                                             "END") "," EVENT (90,
                                                                                                               "READ_BARRIER_END",
                                                                                                               "") "]");
  guint32 n;
  const WeftNocZone *zones = weft_noc_capture_get_zones (capture, &n);

  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpint (zones[0].start, ==, 0);
  g_assert_cmpint (zones[0].end, ==, 80); /* never closed: to the processor's last record */
  g_assert_cmpuint (zones[0].flags, ==, WEFT_ZONE_OPEN);
  g_assert_cmpint (zones[1].end - zones[1].start, ==, 10);
  g_assert_cmpuint (zones[1].depth, ==, 1);
  g_assert_true ((zones[2].flags & WEFT_ZONE_NOISE) != 0);
  g_assert_cmpuint (only_transfer (capture)->zone, ==, 1);
  /* The one that is open, and the end without a start; not the profiler's own. */
  g_assert_cmpuint (weft_noc_capture_get_counts (capture)->n_unbalanced_zones, ==, 2);
}

static void
check_quiet (const char *records, guint n, gint64 from, gint64 to)
{
  g_autoptr (WeftNocCapture) capture = capture_text (records);
  g_autoptr (GArray) quiet = weft_noc_find_quiet (capture);

  g_assert_cmpuint (quiet->len, ==, n);
  if (n == 0)
    return;
  g_assert_cmpint (g_array_index (quiet, WeftCycleRange, 0).from, ==, from);
  g_assert_cmpint (g_array_index (quiet, WeftCycleRange, 0).to, ==, to);
}

/* Between the ticks of two zones nothing happens, and behind the last there is no more time. */
static void
test_quiet (void)
{
  check_quiet ("[" EVENT (100, "FULL_BARRIER", "") "," EVENT (101, "FULL_BARRIER", "") "]", 0, 0,
               0);
  check_quiet ("[" ZONE (100, "a", "begin") "," ZONE (101, "a", "end") "," ZONE (
                 900, "b", "begin") "," ZONE (901, "b", "end") "]",
               1, 2, 800);
}

/* Timestamps beyond 2^63, and the first record not the earliest. */
static void
test_zero (void)
{
  g_autoptr (WeftNocCapture) capture =
    capture_text ("[" EVENT (18446744073709551610, "WRITE_FLUSH",
                             "") "," EVENT (18446744073709551600, "WRITE_FLUSH", "") "]");

  g_assert_cmpint (weft_noc_capture_get_cycle (capture, 0), ==, 10);
  g_assert_cmpint (weft_noc_capture_get_cycle (capture, 1), ==, 0);
  g_assert_cmpint (weft_noc_capture_get_last (capture), ==, 10);
}

static void
check_chip (const char *records, const char *name, WeftNocChipReason expected)
{
  g_autoptr (WeftNocCapture) capture = capture_text (records);
  WeftNocChipReason reason;

  g_assert_cmpstr (weft_noc_capture_get_topology (capture, &reason)->name, ==, name);
  g_assert_cmpint (reason, ==, expected);
}

static void
test_chips (void)
{
  check_chip ("[{'proc':'BRISC','sx':8,'sy':1,'type':'WRITE_FLUSH','timestamp':1}]", "wormhole_b0",
              WEFT_NOC_CHIP_SOURCES);
  check_chip ("[{'proc':'BRISC','sx':5,'sy':6,'type':'WRITE_FLUSH','timestamp':1}]", "blackhole",
              WEFT_NOC_CHIP_SOURCES);
  check_chip ("[{'proc':'ERISC','sx':1,'sy':2,'type':'WRITE_FLUSH','timestamp':1}]", "wormhole_b0",
              WEFT_NOC_CHIP_DEFAULT);
  check_chip ("[{'proc':'BRISC','sx':1,'sy':2,'type':'READ','dx':14,'dy':3,'timestamp':1}]",
              "blackhole", WEFT_NOC_CHIP_COORDINATES);
  check_chip ("[{'proc':'BRISC','sx':1,'sy':2,'type':'READ','dx':30,'dy':3,'timestamp':1}]",
              "torus", WEFT_NOC_CHIP_INFERRED);
}

static void
test_other_noc (void)
{
  g_autoptr (WeftNocTrace) trace =
    read_noc ("[" EVENT (1, "READ", ",'dx':0,'dy':1,'num_bytes':64") "]");
  g_autoptr (WeftBitset) all = weft_bitset_new (1);
  WeftNocOptions options = { .other_noc = all };
  g_autoptr (WeftNocCapture) capture = NULL;

  all->words[0] = 1;
  weft_bitset_seal (all);
  capture = weft_noc_capture_new (trace, &options, NULL, NULL);
  g_assert_cmpuint (only_transfer (capture)->noc, ==, 1);
  g_assert_cmpuint (only_transfer (capture)->from, ==, 10);
}

static void
check_filter (const WeftNocCapture *capture, const char *text, guint32 n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExpression) filter =
    weft_expression_parse (weft_noc_language (), text, NULL, &error);
  g_autoptr (WeftBitset) records = NULL;

  g_assert_no_error (error);
  records =
    weft_expression_run (filter, capture, weft_noc_capture_get_n_records (capture), NULL, NULL);
  g_assert_cmpuint (records->n_set, ==, n);
}

static void
test_filters (void)
{
  g_autoptr (WeftNocCapture) capture = capture_text ("[" ZONE (10, "kernel", "begin") "," EVENT (
    20, "READ", ",'dx':0,'dy':1,'num_bytes':64") "," EVENT (30, "WRITE_",
                                                            ",'dx':2,'dy':1,'num_bytes':8160,'vc':"
                                                            "3") "," EVENT (40, "SEMAPHORE_WAIT",
                                                                            "") "]");

  check_filter (capture, "noc == 0", 3);
  check_filter (capture, "read", 1);
  check_filter (capture, "type == \"WRITE\"", 1);
  check_filter (capture, "type ~ /WRI/", 1);
  check_filter (capture, "class == \"semaphore\" || class == \"zone\"", 2);
  check_filter (capture, "zone == \"kernel\"", 3);
  check_filter (capture, "saturated && bytes >= 8160", 1);
  check_filter (capture, "transfer && cycle < 15", 1);
  check_filter (capture, "vc == 3", 1);
  check_filter (capture, "dx == 0", 1);
}

/* --- real traces ---------------------------------------------------------------------------------- */

static void
test_check_values (void)
{
  g_autofree char *path = shared_noc_path ("wormhole/DRAM_TO_8x8_HEIGHT.json");
  g_autoptr (WeftNocTrace) trace = path != NULL ? load_noc (path) : NULL;
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftNocStats) stats = NULL;
  WeftNocDemand **demands;
  guint64 sum = 0;

  if (trace == NULL)
    return;
  capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  demands = weft_noc_demands_new (capture, NULL, NULL, NULL);
  stats = weft_noc_stats_new (demands, NULL, NULL, NULL, NULL);
  g_assert_cmpuint (weft_noc_capture_get_counts (capture)->n_events, ==, 1664);
  g_assert_cmpuint (weft_noc_capture_get_counts (capture)->n_zone_records, ==, 128);
  g_assert_cmpuint (stats->n_transfers, ==, 1024);
  g_assert_cmpuint (stats->transfer_bytes, ==, 2097152);
  g_assert_cmpuint (stats->links->len, ==, 172);
  g_assert_cmpuint (weft_noc_count_over_capacity (stats->links), ==, 10);
  for (guint i = 0; i < stats->links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (stats->links, WeftNocSeriesStats, i);
      g_autofree char *name = weft_noc_describe_series (capture, &link->info);

      sum += link->bytes;
      if (strcmp (name, "NOC_0 (0,5) → (1,5)") == 0)
        {
          g_assert_cmpuint (link->bytes, ==, 264192);
          g_assert_cmpfloat_with_epsilon (link->peak[WEFT_NOC_BARRIER_BOUNDED], 1.170, 0.0005);
        }
      if (strcmp (name, "NOC_0 (5,11) → (6,11)") == 0)
        g_assert_cmpfloat_with_epsilon (link->peak[WEFT_NOC_BARRIER_BOUNDED], 1.179, 0.0005);
      if (strcmp (name, "NOC_0 (0,7) → (1,7)") == 0)
        g_assert_cmpfloat_with_epsilon (link->peak[WEFT_NOC_BARRIER_BOUNDED], 1.171, 0.0005);
    }
  g_assert_cmpuint (sum, ==, 21598208);
  weft_noc_demands_free (demands);
}

/* Clocks are put apart device by device, and nothing but times is another then. */
static void
test_offsets (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'src_device_id':0,'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':64,"
    "'type':'READ','timestamp':1000},{'src_device_id':3,'proc':'BRISC','noc':'NOC_0','sx':2,"
    "'sy':1,'dx':0,'dy':1,'num_bytes':64,'type':'READ','timestamp':1200}]");
  g_autoptr (GArray) offsets = g_array_new (FALSE, FALSE, sizeof (WeftNocOffset));
  WeftNocOptions options = { .offsets = offsets };
  g_autoptr (WeftNocCapture) plain = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (WeftNocCapture) moved = NULL;
  guint32 n;

  g_array_append_val (offsets, ((WeftNocOffset){ 3, 5000 }));
  g_array_append_val (offsets, ((WeftNocOffset){ 17, 1 })); /* there is none */
  moved = weft_noc_capture_new (trace, &options, NULL, NULL);
  g_assert_cmpint (weft_noc_capture_get_cycle (moved, 0), ==,
                   weft_noc_capture_get_cycle (plain, 0));
  g_assert_cmpint (weft_noc_capture_get_cycle (moved, 1), ==,
                   weft_noc_capture_get_cycle (plain, 1) + 5000);
  g_assert_cmpint (weft_noc_capture_get_transfers (moved, 1, &n)->issue, ==,
                   weft_noc_capture_get_transfers (plain, 1, &n)->issue + 5000);
  g_assert_cmpint (weft_noc_capture_get_last (moved), ==, weft_noc_capture_get_last (plain) + 5000);
}

/* Who is on a thing, by one walk along each transfer's own series. */
static void
test_users (void)
{
  g_autofree char *text = make_noc_text (600, 11);
  g_autoptr (WeftNocTrace) trace = read_noc (text);
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (WeftBitset) all = weft_noc_find_users (capture, 0, NULL, NULL);
  WeftCycleRange range = WEFT_CYCLE_RANGE_ALL;
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);
  guint n_all, n_links;
  const guint32 *first = weft_noc_capture_get_route (capture, transfers[0].route, &n_all, &n_links);

  g_assert_cmpuint (all->n_set, ==, n);
  for (guint also = 0; also < 2; also++)
    {
      WeftNocWanted wanted = {
        .n_any = 1, .n_also = also, .any = { first[0] }, .also = { first[n_all - 1] }
      };
      g_autoptr (WeftBitset) users = weft_noc_find_users (capture, 0, &wanted, NULL);
      g_autoptr (WeftNocRanks) ranks = weft_noc_ranks_new (capture, 0, &wanted, &range, NULL);
      g_autoptr (GArray) all_flows = weft_noc_flows_sum (capture, &range, NULL);
      g_autoptr (GArray) flows = weft_noc_find_flows (capture, all_flows, 0, &wanted, G_MAXUINT);
      guint64 bytes = 0, of_flows = 0;

      for (guint32 i = 0; i < n; i++)
        {
          guint n_series;
          const guint32 *series =
            weft_noc_capture_get_route (capture, transfers[i].route, &n_series, &n_links);
          gboolean one = FALSE, other = also == 0;

          for (guint k = 0; k < n_series; k++)
            {
              one = one || series[k] == wanted.any[0];
              other = other || series[k] == wanted.also[0];
            }
          g_assert_cmpint (weft_bitset_has (users, transfers[i].record), ==, one && other);
          bytes += one && other ? transfers[i].bytes : 0;
        }
      for (guint i = 0; i < flows->len; i++)
        of_flows += g_array_index (flows, WeftNocFlow, i).bytes;
      g_assert_cmpuint (users->n_set, >, 0);
      g_assert_cmpuint (ranks->n_transfers, ==, users->n_set);
      g_assert_cmpuint (ranks->bytes, ==, bytes);
      g_assert_cmpuint (of_flows, ==, bytes);
    }
}

static void
test_cards (void)
{
  g_autofree char *path = shared_noc_path ("cards/2026-08-17-nocfixed_A-4096-1");
  g_autoptr (WeftNocTrace) trace = path != NULL ? load_noc (path) : NULL;
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftNocStats) stats = NULL;
  WeftNocDemand **demands;
  WeftNocChipReason reason;

  if (trace == NULL)
    return;
  capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  demands = weft_noc_demands_new (capture, NULL, NULL, NULL);
  stats = weft_noc_stats_new (demands, NULL, NULL, NULL, NULL);
  g_assert_cmpstr (weft_noc_capture_get_topology (capture, &reason)->name, ==, "blackhole");
  g_assert_cmpint (reason, ==, WEFT_NOC_CHIP_CLUSTER);
  g_assert_cmpuint (stats->links->len, ==, 52);
  for (guint i = 0; i < stats->links->len; i++)
    g_assert_cmpuint (g_array_index (stats->links, WeftNocSeriesStats, i).bytes, ==, 32768);
  weft_noc_demands_free (demands);
}

/* Traffic from chip to chip is the same in the files of the chips and in the one that has all of
 * them, whose zones do not say their device. */
static void
test_fabric (void)
{
  const char *const names[] = { "t3k-line-4", "t3k-line-4/all_gather_combined.json" };
  WeftNocFabricTraffic *traffic[2] = { NULL, NULL };

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = shared_noc_path (names[i]);
      g_autoptr (WeftNocTrace) trace = path != NULL ? load_noc (path) : NULL;
      g_autoptr (WeftNocCapture) capture = NULL;

      if (trace == NULL)
        return;
      capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
      g_assert_cmpuint (weft_noc_capture_get_n_devices (capture), ==, 4);
      g_assert_cmpuint (weft_noc_capture_get_counts (capture)->n_fabric, ==, 60);
      traffic[i] = weft_noc_fabric_traffic_new (capture, 0, G_MAXINT64, NULL, NULL, NULL);
      g_assert_cmpuint (traffic[i]->n_unknown, ==, 0);
      g_assert_cmpuint (traffic[i]->chip_links->len, ==, 6);
    }
  for (guint i = 0; i < 6; i++)
    {
      const WeftNocChipLink *a = &g_array_index (traffic[0]->chip_links, WeftNocChipLink, i);
      const WeftNocChipLink *b = &g_array_index (traffic[1]->chip_links, WeftNocChipLink, i);

      g_assert_cmpint (a->from_device, ==, b->from_device);
      g_assert_cmpint (a->to_device, ==, b->to_device);
      g_assert_cmpuint (a->bytes, ==, b->bytes);
    }
  /* Three hops in a line: 4 → 0 → 3 → 7. */
  g_assert_cmpuint (g_array_index (traffic[0]->chip_links, WeftNocChipLink, 4).bytes, ==, 10880);
  g_assert_cmpuint (traffic[0]->links->len, ==, traffic[1]->links->len);
  for (guint i = 0; i < 2; i++)
    weft_noc_fabric_traffic_free (traffic[i]);
}

/* Of tens of thousands of tiles each sends to one: a matrix of all pairs would take 7 GB. */
static void
test_many_tiles (void)
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (GArray) routes = NULL;
  g_autoptr (WeftNocMatrix) matrix = NULL;
  guint64 sum = 0;

  for (guint i = 0; i < 30000; i++)
    g_string_append_printf (text,
                            "%s{'sx':%u,'sy':%u,'dx':%u,'dy':%u,'proc':'BRISC','noc':'NOC_0',"
                            "'type':'WRITE_','num_bytes':%u,'timestamp':%u}",
                            i > 0 ? "," : "", i % 200, i / 200, (i + 1) % 200, i / 200, 32 + i, i);
  g_string_append_c (text, ']');
  capture = capture_text (text->str);
  routes = weft_noc_sum_routes (capture, 0, &WEFT_CYCLE_RANGE_ALL, NULL);
  matrix = weft_noc_matrix_new (capture, routes);
  g_assert_cmpuint (matrix->n_rows, ==, 30000);
  g_assert_cmpuint (matrix->n_columns, ==, 30000);
  g_assert_cmpuint (matrix->cells->len, ==, 30000);
  for (guint i = 0; i < matrix->n_rows; i++)
    {
      guint to = i % 200 == 199 ? i - 199 : i + 1;

      g_assert_cmpuint (weft_noc_matrix_get (matrix, i, to), ==, 32 + i);
      g_assert_cmpuint (weft_noc_matrix_get (matrix, i, (to + 1) % 30000), ==, 0);
      sum += weft_noc_matrix_get (matrix, i, to);
    }
  g_assert_cmpuint (sum, ==, (guint64) 30000 * 32 + (guint64) 30000 * 29999 / 2);
  g_assert_cmpuint (matrix->largest, ==, 32 + 29999);
}

/* A chip of one's own whose memory has no rate that is known: a transfer is judged by the other things on its way. */
static void
test_no_rate (void)
{
  static const char chip[] =
    "{'name':'mine','wraps':true,'rows':['TD','TT'],'dram_controllers':[[[1,0]]],'link_rate':30,"
    "'ethernet_link_rate':12,'dram_controller_rate':0,'inject_rates':{'tensix':28.1},"
    "'absorb_rates':{'tensix':28},'packet_rates':[[128,5.5]],"
    "'read_latency':{'tile':1,'column':2,'row':3,'other':4},'write_latency':{'base':40,'hop':10}}";
  g_autofree char *folder = g_dir_make_tmp ("weft-noc-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "chip.json", NULL);
  g_autofree char *json = g_strdelimit (g_strdup (chip), "'", '"');
  const WeftNocOptions options = { .topology_path = path };
  g_autoptr (WeftNocTrace) trace =
    read_noc ("[" EVENT (100, "READ", ",'dx':1,'dy':0,'num_bytes':640") "," EVENT (
      110, "READ_BARRIER_START", "") "," EVENT (150, "READ_BARRIER_END", "") "]");
  g_autoptr (WeftNocCapture) capture = NULL;
  g_autoptr (WeftNocDemand) demand = NULL;
  g_autoptr (GError) error = NULL;
  WeftNocVerdict verdict;

  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  capture = weft_noc_capture_new (trace, &options, NULL, &error);
  g_assert_no_error (error);
  demand = weft_noc_demand_new (capture, 0, NULL, NULL, NULL);
  weft_noc_judge_transfer (demand, only_transfer (capture), &verdict);
  g_assert_true (verdict.known);
  g_assert_cmpint (verdict.info.kind, !=, WEFT_SERIES_CONTROLLER);
  g_assert_cmpfloat_with_epsilon (verdict.utilization, 640 / 50.0 / 28, 1e-6);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc/read-comes-from-remote", test_read_comes_from_remote);
  g_test_add_func ("/noc/codes-of-others", test_codes_of_others);
  g_test_add_func ("/noc/bounds", test_bounds);
  g_test_add_func ("/noc/ends-of-their-own", test_ends_of_their_own);
  g_test_add_func ("/noc/states", test_states);
  g_test_add_func ("/noc/no-transfer", test_what_is_no_transfer);
  g_test_add_func ("/noc/waits", test_waits_are_bounds);
  g_test_add_func ("/noc/zones", test_zones);
  g_test_add_func ("/noc/many-tiles", test_many_tiles);
  g_test_add_func ("/noc/quiet", test_quiet);
  g_test_add_func ("/noc/zero", test_zero);
  g_test_add_func ("/noc/chips", test_chips);
  g_test_add_func ("/noc/other-noc", test_other_noc);
  g_test_add_func ("/noc/filters", test_filters);
  g_test_add_func ("/noc/check-values", test_check_values);
  g_test_add_func ("/noc/offsets", test_offsets);
  g_test_add_func ("/noc/users", test_users);
  g_test_add_func ("/noc/cards", test_cards);
  g_test_add_func ("/noc/fabric", test_fabric);
  g_test_add_func ("/noc/no-rate", test_no_rate);
  return g_test_run ();
}
