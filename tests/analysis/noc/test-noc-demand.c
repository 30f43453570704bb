/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-demand.h"

#include <math.h>

#include "noc-fixture.h"
#include "weft-noc-stats.h"

/* The demand index against figures that are computed anew from each transfer, and conservation. */

static WeftNocCapture *
make_capture (guint n, guint32 seed)
{
  g_autofree char *text = make_noc_text (n, seed);
  g_autoptr (WeftNocTrace) trace = read_noc (text);

  return weft_noc_capture_new (trace, NULL, NULL, NULL);
}

static gboolean
loads (const WeftNocCapture *capture, const WeftNocTransfer *transfer, guint32 series, guint *times)
{
  guint n_series, n_links;
  const guint32 *all = weft_noc_capture_get_route (capture, transfer->route, &n_series, &n_links);

  *times = 0;
  for (guint i = 0; i < n_series; i++)
    *times += all[i] == series;
  return *times > 0;
}

/* Bytes of the transfer between two times. */
static double
get_share (const WeftNocTransfer *transfer, guint kind, double from, double to)
{
  double start = kind == WEFT_NOC_ISSUE_DEMAND ? transfer->start : (double) transfer->issue;
  double end = kind == WEFT_NOC_ISSUE_DEMAND ? transfer->finish : (double) transfer->done;
  double inside = MIN (to, end) - MAX (from, start);

  if (kind == WEFT_NOC_BARRIER_BOUNDED && (transfer->flags & WEFT_TRANSFER_BOUNDED) == 0)
    return 0;
  return inside > 0 ? transfer->bytes * inside / (end - start) : 0;
}

static double
sum_bytes (const WeftNocCapture *capture, guint32 series, guint kind, double from, double to)
{
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);
  double sum = 0;

  for (guint32 i = 0; i < n; i++)
    {
      double share = get_share (&transfers[i], kind, from, to);
      guint times;

      if (share > 0 && loads (capture, &transfers[i], series, &times))
        sum += times * share;
    }
  return sum;
}

static double
find_peak (const WeftNocCapture *capture, guint32 series, guint kind, gint64 from, gint64 to)
{
  double peak = 0;

  for (gint64 bucket = from / WEFT_NOC_BUCKET; bucket * WEFT_NOC_BUCKET < to; bucket++)
    peak = MAX (peak, sum_bytes (capture, series, kind, (double) (bucket * WEFT_NOC_BUCKET),
                                 (double) ((bucket + 1) * WEFT_NOC_BUCKET)));
  return peak / WEFT_NOC_BUCKET;
}

static void
check_series (const WeftNocCapture *capture, guint32 series, const WeftNocFigure *figure,
              gint64 from, gint64 to)
{
  guint32 n, n_transfers = 0;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);
  guint64 bytes = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint times;

      if (transfers[i].issue < from || transfers[i].issue >= to
          || !loads (capture, &transfers[i], series, &times))
        continue;
      bytes += (guint64) times * transfers[i].bytes;
      n_transfers += times;
    }
  g_assert_cmpuint (figure->bytes, ==, bytes);
  g_assert_cmpuint (figure->n_transfers, ==, n_transfers);
  for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
    {
      g_assert_cmpfloat_with_epsilon (
        figure->mean[kind],
        sum_bytes (capture, series, kind, (double) from, (double) to) / (double) (to - from), 1e-6);
      g_assert_cmpfloat_with_epsilon (figure->peak[kind],
                                      find_peak (capture, series, kind, from, to), 1e-4);
    }
}

/* Any interval, at any place of buckets, slots and checkpoints. */
static void
test_intervals (void)
{
  g_autoptr (WeftNocCapture) capture = make_capture (3000, 3);
  g_autoptr (WeftNocDemand) demand = weft_noc_demand_new (capture, 0, NULL, NULL, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  gint64 last = weft_noc_capture_get_last (capture);
  guint n_used = weft_noc_demand_get_n_used (demand);
  g_autofree WeftNocFigure *figures = g_new (WeftNocFigure, n_used);

  for (guint round = 0; round < 12; round++)
    {
      gint64 from = g_rand_int_range (random, 0, (gint32) last);
      gint64 to = from + 1 + g_rand_int_range (random, 0, round < 6 ? 300 : (gint32) last);

      if (round == 0)
        {
          from = 0;
          to = last + 1;
        }
      weft_noc_demand_measure (demand, from, to, figures);
      for (guint i = 0; i < 12; i++)
        {
          guint place = (guint) g_rand_int_range (random, 0, (gint32) n_used);

          check_series (capture, weft_noc_demand_get_used (demand, place), &figures[place], from,
                        to);
        }
    }
}

/* Where the trace is long, slots hold many buckets; with a gap in it, most of them are empty. */
static void
test_long (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':0,'dy':1,'num_bytes':4096,'type':'READ',"
    "'timestamp':1000},"
    "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'type':'READ_BARRIER_END','timestamp':1100},"
    "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':0,'dy':1,'num_bytes':8192,'type':'READ',"
    "'timestamp':90000000000},"
    "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'type':'READ_BARRIER_END','timestamp':"
    "90000000512}]");
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (WeftNocDemand) demand = weft_noc_demand_new (capture, 0, NULL, NULL, NULL);
  guint place =
    weft_noc_demand_find (demand, weft_noc_make_link (weft_noc_capture_get_topology (capture, NULL),
                                                      0, 10, WEFT_NOC_EAST));
  g_autofree WeftNocFigure *figures = g_new (WeftNocFigure, weft_noc_demand_get_n_used (demand));
  gint64 zero = 1000;

  g_assert_cmpuint (weft_noc_demand_get_memory (demand), <=, WEFT_NOC_DEMAND_MEMORY);
  weft_noc_demand_measure (demand, 50, 100, figures);
  g_assert_cmpfloat_with_epsilon (figures[place].mean[0], 40.96, 1e-6);
  weft_noc_demand_measure (demand, 90000000000 - zero, 90000000512 - zero, figures);
  g_assert_cmpuint (figures[place].bytes, ==, 8192);
  g_assert_cmpfloat_with_epsilon (figures[place].mean[0], 16, 1e-4);
  weft_noc_demand_measure (demand, 200, 80000000000, figures);
  g_assert_cmpuint (figures[place].n_transfers, ==, 0);
  g_assert_cmpfloat_with_epsilon (figures[place].mean[0], 0, 1e-9);
}

/* Bytes × hops are the sum over the links; what is sent is taken, once by each receiver. */
static void
test_conservation (void)
{
  g_autoptr (WeftNocCapture) capture = make_capture (4000, 9);
  g_autoptr (WeftNocDemand) demand = weft_noc_demand_new (capture, 0, NULL, NULL, NULL);
  WeftNocDemand *demands[] = { demand, NULL };
  g_autoptr (WeftNocStats) stats = weft_noc_stats_new (demands, NULL, NULL, NULL, NULL);
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);
  guint64 expected = 0, on_links = 0, sent = 0, bytes = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint n_series, n_links;

      weft_noc_capture_get_route (capture, transfers[i].route, &n_series, &n_links);
      expected += (guint64) n_links * transfers[i].bytes;
      bytes += transfers[i].bytes;
    }
  for (guint i = 0; i < stats->links->len; i++)
    on_links += g_array_index (stats->links, WeftNocSeriesStats, i).bytes;
  for (guint i = 0; i < stats->tiles->len; i++)
    sent += g_array_index (stats->tiles, WeftNocTileStats, i).sent_bytes;
  g_assert_cmpuint (on_links, ==, expected);
  g_assert_cmpuint (sent, ==, bytes);
  g_assert_cmpuint (stats->transfer_bytes, ==, bytes);
}

/* Transfers of one interface follow each other, each at the rate of its size. */
static void
test_queue (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':1,'num_bytes':2048,'type':'WRITE_',"
    "'timestamp':0},"
    "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':1,'num_bytes':128,'type':'WRITE_',"
    "'timestamp':10},"
    "{'proc':'BRISC','noc':'NOC_1','sx':1,'sy':1,'dx':2,'dy':1,'num_bytes':128,'type':'WRITE_',"
    "'timestamp':10}]");
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  guint32 n;
  const WeftNocTransfer *transfers = weft_noc_capture_get_transfers (capture, 0, &n);

  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpfloat_with_epsilon (transfers[0].start, 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (transfers[0].finish, 50 + 2048 / 28.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (transfers[1].start, 50 + 2048 / 28.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (transfers[1].finish - transfers[1].start, 128 / 5.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (transfers[2].start, 10 + 40 + 10 * 9, 1e-9);
}

/* The sum of the parts is exact. Each part may have of the slots where it begins and ends what lies
 * elsewhere in them, and no more; parts that are shorter than slots are exact. */
static void
check_history (const WeftNocCapture *capture, const WeftNocDemand *demand, guint place, guint kind,
               gint64 from, gint64 to)
{
  guint32 series = weft_noc_demand_get_used (demand, place);
  double part = (double) (to - from) / 100, slot = part < WEFT_NOC_BUCKET ? 0 : WEFT_NOC_BUCKET;
  double all = sum_bytes (capture, series, kind, (double) from, (double) to), sum = 0;
  double means[100];

  weft_noc_demand_get_history (demand, place, kind, from, to, G_N_ELEMENTS (means), means);
  for (guint i = 0; i < G_N_ELEMENTS (means); i++)
    {
      double start = (double) from + part * i, end = start + part;
      double most = sum_bytes (capture, series, kind, start - slot, end + slot);
      double least = sum_bytes (capture, series, kind, start + slot, end - slot);

      sum += means[i] * part;
      g_assert_cmpfloat (means[i] * part, <=, most + 1e-5 * all + 1e-6);
      g_assert_cmpfloat (means[i] * part, >=, least - 1e-5 * all - 1e-6);
    }
  g_assert_cmpfloat_with_epsilon (sum, all, 1e-5 * all + 1e-6);
}

static void
test_history (void)
{
  for (guint32 seed = 5; seed < 8; seed++)
    {
      g_autoptr (WeftNocCapture) capture = make_capture (2000, seed);
      g_autoptr (WeftNocDemand) demand = weft_noc_demand_new (capture, 0, NULL, NULL, NULL);
      gint64 last = weft_noc_capture_get_last (capture);

      for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
        for (guint place = seed; place < weft_noc_demand_get_n_used (demand); place += 31)
          for (gint64 to = last / 7; to <= last; to += last / 3)
            check_history (capture, demand, place, kind, to / 9 * (seed - 5), to);
    }
}

/* Times of so many bits that real numbers of them lie further apart than buckets come to an end. */
static void
test_far (void)
{
  g_autoptr (WeftNocTrace) trace = read_noc (
    "[{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':2,'num_bytes':64,'type':'READ',"
    "'timestamp':0},"
    "{'proc':'BRISC','noc':'NOC_0','sx':1,'sy':1,'dx':2,'dy':2,'num_bytes':64,'type':'READ',"
    "'timestamp':2305843009213693951}]");
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (WeftNocDemand) demand = weft_noc_demand_new (capture, 0, NULL, NULL, NULL);

  g_assert_nonnull (demand);
  g_assert_cmpint (weft_noc_capture_get_last (capture), ==,
                   G_GINT64_CONSTANT (2305843009213693951));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noc-demand/intervals", test_intervals);
  g_test_add_func ("/noc-demand/long", test_long);
  g_test_add_func ("/noc-demand/conservation", test_conservation);
  g_test_add_func ("/noc-demand/queue", test_queue);
  g_test_add_func ("/noc-demand/history", test_history);
  g_test_add_func ("/noc-demand/far", test_far);
  return g_test_run ();
}
