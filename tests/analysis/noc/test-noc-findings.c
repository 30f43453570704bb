/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-findings.h"

#include "noc-fixture.h"
#include "weft-noc-activity.h"
#include "weft-noc-flows.h"
#include "weft-noc-multicasts.h"

#include <string.h>

/* Findings of a capture are sentences whose numbers can be recomputed from its records. */

typedef struct
{
  WeftNocCapture *capture;
  WeftNocDemand **demands;
  WeftNocStats *stats;
  GArray *findings;
} Fixture;

static void
fixture_open (Fixture *self, WeftNocTrace *trace)
{
  self->capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  self->demands = weft_noc_demands_new (self->capture, NULL, NULL, NULL);
  self->stats = weft_noc_stats_new (self->demands, NULL, NULL, NULL, NULL);
  self->findings = weft_noc_findings_new (self->demands, self->stats, NULL, NULL, NULL);
}

static void
fixture_close (Fixture *self)
{
  g_array_unref (self->findings);
  weft_noc_stats_free (self->stats);
  weft_noc_demands_free (self->demands);
  weft_noc_capture_unref (self->capture);
}

static const WeftFinding *
find (const Fixture *self, const char *key)
{
  for (guint i = 0; i < self->findings->len; i++)
    if (strcmp (g_array_index (self->findings, WeftFinding, i).key, key) == 0)
      return &g_array_index (self->findings, WeftFinding, i);
  return NULL;
}

static void
check (const Fixture *self, const char *key, const char *text, const char *target)
{
  const WeftFinding *finding = find (self, key);

  g_assert_nonnull (finding);
  g_assert_cmpstr (finding->text, ==, text);
  g_assert_cmpstr (finding->target, ==, target);
  g_assert_cmpfloat (finding->weight, <=, 1);
}

/* A read of 7 680 bytes over two links in 256 cycles asks 30 bytes a cycle, which is all that a link
 * has; on the other network it goes the other way around the torus, over links as fast. */
static void
test_link (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','sx':2,'sy':1,'zone':'K','zone_phase':'begin','timestamp':0},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':7680,'type':'READ',"
    "'timestamp':0},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_START','timestamp':56},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_END','timestamp':256},"
    "{'proc':'BRISC','sx':2,'sy':1,'zone':'K','zone_phase':'end','timestamp':511}]");
  gint64 from, to;
  Fixture self;

  fixture_open (&self, trace);
  check (&self, "busiest-link",
         "NOC_0 (0,1) → (1,1) is the busiest link: ≈ 100.0\302\240% of its capacity in cycles 0 to "
         "256, by (2,1).",
         "link:0:40:0:256");
  check (
    &self, "longest-barriers",
    "Core (2,1) waits longest at barriers: 200 cycles in all, at most 200 cycles at once, in K.",
    "tile:0:12:0:256");
  g_assert_cmpfloat_with_epsilon (find (&self, "longest-barriers")->weight, 200.0 / 512, 1e-9);
  g_assert_null (find (&self, "other-noc")); /* no better, no worse */
  g_assert_null (find (&self, "multicast"));
  g_assert_true (weft_noc_find_peak (self.demands[0], 40, &from, &to));
  g_assert_cmpint (from, ==, 0);
  g_assert_cmpint (to, ==, 256);
  g_assert_false (weft_noc_find_peak (self.demands[0], 41, &from, &to));
  fixture_close (&self);
}

/* The peak of a link may be made by transfers that were issued long before: they are named, and
 * nobody else, and the interval that the finding leads to begins with them. */
static void
test_under_way (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':3,'sy':1,'dx':0,'dy':1,'num_bytes':2,'type':'READ',"
    "'timestamp':0},"
    "{'proc':'BRISC','noc':'NOC_0','sx':3,'sy':1,'type':'READ_BARRIER_START','timestamp':1},"
    "{'proc':'BRISC','noc':'NOC_0','sx':3,'sy':1,'type':'READ_BARRIER_END','timestamp':200},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':6000,'type':'READ',"
    "'timestamp':250},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_START','timestamp':300},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_END','timestamp':550}]");
  Fixture self;

  fixture_open (&self, trace);
  check (
    &self, "busiest-link",
    "NOC_0 (0,1) → (1,1) is the busiest link: ≈ 66.7\302\240% of its capacity in cycles 256 to "
    "512, by (2,1).",
    "link:0:40:250:512");
  check (
    &self, "longest-barriers",
    "Core (2,1) waits longest at barriers: 250 cycles in all, at most 250 cycles at once, in no "
    "zone.",
    "tile:0:12:250:550");
  fixture_close (&self);
}

/* Nothing is told of a capture without a rate or a wait. */
static void
test_nothing (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':1,'dy':1,'num_bytes':32,'type':'WRITE_',"
    "'timestamp':0}]");
  Fixture self;

  fixture_open (&self, trace);
  g_assert_cmpuint (self.findings->len, ==, 0);
  fixture_close (&self);
}

/* Four writes from (1,1) to a square of 2 × 2 from (3,1) on: 2 + 3 + 3 + 4 links one by one, and as a
 * tree two to its column, one on in each row, one down. */
static void
test_multicast (void)
{
  g_autoptr (GString) text = g_string_new ("[");
  static const guint receivers[][2] = { { 3, 1 }, { 4, 1 }, { 3, 2 }, { 4, 2 } };
  g_autoptr (WeftNocTrace) trace = NULL;
  WeftNocMulticasts multicasts;
  Fixture self;

  for (guint i = 0; i < G_N_ELEMENTS (receivers); i++)
    g_string_append_printf (text,
                            "%s{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':%u,'dy':%u,"
                            "'num_bytes':1024,'type':'WRITE_','timestamp':%u}",
                            i > 0 ? "," : "", receivers[i][0], receivers[i][1], 10 * i);
  g_string_append_c (text, ']');
  trace = read_noc (text->str);
  fixture_open (&self, trace);
  weft_noc_multicasts_find (self.capture, &multicasts);
  g_assert_cmpuint (multicasts.n_bursts, ==, 1);
  g_assert_cmpuint (multicasts.from, ==, 11);
  g_assert_cmpuint (multicasts.saved_bytes, ==, (12 - 5) * 1024);
  g_assert_cmpfloat_with_epsilon (multicasts.saved_share, 7.0 / 12, 1e-9);
  g_assert_cmpint (multicasts.last, ==, 30);
  g_assert_nonnull (find (&self, "multicast"));
  fixture_close (&self);
  /* Without one of them it is no rectangle. */
  {
    g_autoptr (WeftNocTrace) less = NULL;
    char *end = strrchr (text->str, '{');

    end[-1] = ']';
    *end = '\0';
    less = read_noc (text->str);
    fixture_open (&self, less);
    weft_noc_multicasts_find (self.capture, &multicasts);
    g_assert_cmpuint (multicasts.n_bursts, ==, 0);
    fixture_close (&self);
  }
}

/* Writes and reads between the same tiles are flows of their own, each with its bytes; what has most
 * comes first. */
static void
test_flows (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':1,'num_bytes':64,'type':'WRITE_',"
    "'timestamp':0},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':1,'dy':1,'num_bytes':32,'type':'READ',"
    "'timestamp':5},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':1,'dy':1,'num_bytes':96,'type':'READ',"
    "'timestamp':9},"
    "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'mcast_start_x':2,'mcast_start_y':2,'mcast_end_x':"
    "3,"
    "'mcast_end_y':3,'num_bytes':512,'type':'WRITE_MULTICAST','timestamp':20}]");
  static const struct
  {
    const char *text;
    guint64 bytes;
    guint32 n_transfers;
  } expected[] = {
    { "Multicast (1,1) → 4 tiles on NOC_0", 512, 1 },
    { "Read (1,1) → (2,1) on NOC_0", 128, 2 },
    { "Write (1,1) → (2,1) on NOC_0", 64, 1 },
  };
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (GArray) all = weft_noc_flows_sum (capture, &WEFT_CYCLE_RANGE_ALL, NULL);
  g_autoptr (GArray) early = weft_noc_flows_sum (capture, &(WeftCycleRange){ 0, 6 }, NULL);

  g_assert_cmpuint (all->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < all->len; i++)
    {
      const WeftNocFlow *flow = &g_array_index (all, WeftNocFlow, i);
      g_autofree char *text = weft_noc_flow_describe (capture, flow);

      g_assert_cmpstr (text, ==, expected[i].text);
      g_assert_cmpuint (flow->bytes, ==, expected[i].bytes);
      g_assert_cmpuint (flow->n_transfers, ==, expected[i].n_transfers);
    }
  g_assert_cmpuint (early->len, ==, 2);
  g_assert_cmpuint (g_array_index (early, WeftNocFlow, 1).bytes, ==, 32);
}

/* Of each device its own. */
static void
test_flows_of_devices (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':1,'num_bytes':32,'type':'READ',"
    "'timestamp':5,'src_device_id':0},"
    "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':3,'dy':1,'num_bytes':64,'type':'READ',"
    "'timestamp':6,'src_device_id':1}]");
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (GArray) all = weft_noc_flows_sum (capture, &WEFT_CYCLE_RANGE_ALL, NULL);

  g_assert_cmpuint (weft_noc_capture_get_n_devices (capture), ==, 2);
  g_assert_cmpuint (all->len, ==, 2);
  g_assert_cmpuint (g_array_index (all, WeftNocFlow, 0).device, ==, 1);
  g_assert_cmpuint (g_array_index (all, WeftNocFlow, 0).bytes, ==, 64);
  g_assert_cmpuint (g_array_index (all, WeftNocFlow, 1).device, ==, 0);
}

/* Quiet is where no transfer is sent and no zone begins or ends, however long a wait lasts over it. */
static void
test_quiet (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','sx':2,'sy':1,'zone':'BRISC-KERNEL','zone_phase':'begin','timestamp':0},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'dx':0,'dy':1,'num_bytes':2048,'type':'READ',"
    "'timestamp':100},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_START','timestamp':200},"
    "{'proc':'BRISC','noc':'NOC_0','sx':2,'sy':1,'type':'READ_BARRIER_END','timestamp':500000},"
    "{'proc':'BRISC','sx':2,'sy':1,'zone':'BRISC-KERNEL','zone_phase':'end',"
    "'timestamp':1000000}]");
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (GArray) quiet = weft_noc_find_quiet (capture);
  const WeftCycleRange *ranges = (const WeftCycleRange *) (gpointer) quiet->data;
  gint64 total = 0;

  for (guint i = 0; i < quiet->len; i++)
    {
      static const gint64 moments[] = { 0, 100, 150, 200, 500000, 1000000 };

      g_assert_cmpint (ranges[i].from, <, ranges[i].to);
      g_assert_true (i == 0 || ranges[i - 1].to < ranges[i].from);
      for (guint k = 0; k < G_N_ELEMENTS (moments); k++)
        g_assert_false (weft_cycle_range_contains (&ranges[i], moments[k]));
      total += ranges[i].to - ranges[i].from;
    }
  g_assert_cmpint (total, >, 999000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-findings/link", test_link);
  g_test_add_func ("/noc-findings/nothing", test_nothing);
  g_test_add_func ("/noc-findings/multicast", test_multicast);
  g_test_add_func ("/noc-findings/flows", test_flows);
  g_test_add_func ("/noc-findings/flows-of-devices", test_flows_of_devices);
  g_test_add_func ("/noc-findings/under-way", test_under_way);
  g_test_add_func ("/noc-findings/quiet", test_quiet);
  return g_test_run ();
}
