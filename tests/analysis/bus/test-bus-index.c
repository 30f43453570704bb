/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-fields.h"
#include "weft-bus-findings.h"
#include "weft-bus-index.h"
#include "weft-bus-model.h"
#include "weft-bus-region.h"
#include "weft-bus-target.h"
#include "weft-bus-words.h"
#include "weft-bus-writer.h"

#include "check-finding.h"

#include <string.h>

/* Indexes, models and filters against a look at every record. */

#define N_TRACES 60
#define N_ALONG 100

/* A trace of random records, many of them hostile: ticks that run backwards, spans that overlap or
 * are huge. */
static WeftBusSnapshot *
make_trace (guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  guint n = (guint) g_rand_int_range (rand, 0, seed % 7 == 0 ? 3 : seed % 7 == 5 ? 2400 : 900);
  guint64 now = (guint64) g_rand_int (rand);

  for (guint i = 0; i < n; i++)
    {
      WeftBusRecord record = {
        .seq = i,
        .line = i + 1,
        .service = (guint64) g_rand_int_range (rand, 0, 30),
        .retries = (guint64) g_rand_int_range (rand, 0, 4),
        .addr = g_rand_boolean (rand) ? 0x06000000u + g_rand_int (rand) % 8 : g_rand_int (rand),
        .master = (guint8) g_rand_int_range (rand, 0, 3),
        .rw = (guint8) g_rand_int_range (rand, 0, 2),
        .kind = (guint8) g_rand_int_range (rand, 0, 5),
        .size_number = (guint8) (1 << g_rand_int_range (rand, 0, 3)),
      };

      now += (guint64) g_rand_int_range (rand, 0, 12);
      record.first_attempt = now;
      record.complete = now + record.service + (guint64) g_rand_int_range (rand, 0, 20);
      if (seed % 3 == 0 && i % 41 == 0)
        record.complete = now - (guint64) g_rand_int_range (rand, 0, 100);
      if (seed % 5 == 0 && i % 97 == 0)
        record.complete = now + g_rand_int (rand);
      weft_bus_writer_check_seq (writer, record.seq);
      g_assert_true (weft_bus_writer_add (writer, &record));
      if (i % 100 == 50)
        weft_bus_writer_publish (writer);
    }
  weft_bus_writer_publish (writer);
  return weft_bus_trace_ref_snapshot (trace);
}

static void
get (WeftBusSnapshot *snapshot, guint32 row, WeftBusRecord *record, WeftBusSpan *span)
{
  weft_bus_snapshot_get_record (snapshot, row, record);
  weft_bus_access_get_span (record, span);
}

/* A tick in or around the trace. */
static gint64
choose_tick (GRand *rand, WeftBusSnapshot *snapshot)
{
  WeftBusRecord record;
  WeftBusSpan span;

  if (snapshot->n_rows == 0)
    return g_rand_int_range (rand, -5, 5);
  get (snapshot, g_rand_int (rand) % snapshot->n_rows, &record, &span);
  return (g_rand_boolean (rand) ? span.start : span.end) + g_rand_int_range (rand, -3, 4);
}

static void
check_sums (WeftBusIndex *index, const WeftBitset *only, gint64 tick)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  WeftBusLaneSum expected[WEFT_BUS_N_MASTERS] = { { { 0 }, 0 } };
  WeftBusEndSum masters[WEFT_BUS_N_MASTERS] = { { 0 } }, regions[WEFT_BUS_N_REGIONS] = { { 0 } };
  WeftBusEnds ends;
  guint64 n_rows = 0;

  for (guint32 row = 0; row < snapshot->n_rows; row++)
    {
      WeftBusRecord r;
      WeftBusSpan span;
      guint64 wait;
      WeftBusEndSum *ended[2];

      if (!weft_bitset_includes (only, row))
        continue;
      get (snapshot, row, &r, &span);
      wait = weft_bus_access_get_wait (&r, weft_bus_access_get_elapsed (&r));
      expected[r.master].wait += (guint64) CLAMP (tick - span.start, 0, span.service - span.start);
      expected[r.master].service[r.kind] +=
        (guint64) CLAMP (tick - span.service, 0, span.end - span.service);
      ended[0] = &masters[r.master];
      ended[1] = &regions[weft_bus_region_of (r.addr)];
      for (guint i = 0; span.end < tick && i < 2; i++)
        {
          ended[i]->n_accesses++;
          ended[i]->wait += wait;
          ended[i]->retries += r.retries;
        }
    }
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    {
      WeftBusLaneSum lane;

      weft_bus_index_sum_lane (index, i, tick, &lane);
      g_assert_cmpmem (&lane, sizeof lane, &expected[i], sizeof lane);
      n_rows += masters[i].n_accesses;
    }
  weft_bus_index_sum (index, &tick, 1, NULL, &ends, NULL);
  g_assert_cmpmem (ends.masters, sizeof masters, masters, sizeof masters);
  g_assert_cmpmem (ends.regions, sizeof regions, regions, sizeof regions);
  g_assert_cmpuint (ends.n_rows, ==, n_rows);
  g_assert_cmpuint (weft_bus_index_count_ends (index, tick), ==, n_rows);
}

static int
compare_ticks (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Sums at many ticks at once, near each other and far apart, are those at each by itself. */
static void
check_along (WeftBusIndex *index, GRand *rand)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  WeftBusLaneSum lanes[N_ALONG][WEFT_BUS_N_MASTERS], lane;
  WeftBusLaneSum lanes_alone[N_ALONG][WEFT_BUS_N_MASTERS];
  WeftBusEnds ends[N_ALONG], ends_alone[N_ALONG], one;
  guint32 counts[N_ALONG], counts_alone[N_ALONG];
  gint64 ticks[N_ALONG];

  ticks[0] = choose_tick (rand, snapshot);
  for (guint i = 1; i < N_ALONG; i++)
    ticks[i] = g_rand_int_range (rand, 0, 3) == 0 ? choose_tick (rand, snapshot)
                                                  : ticks[i - 1] + g_rand_int_range (rand, 0, 9);
  qsort (ticks, N_ALONG, sizeof *ticks, compare_ticks);
  weft_bus_index_sum (index, ticks, N_ALONG, lanes[0], ends, NULL);
  weft_bus_index_sum (index, ticks, N_ALONG, lanes_alone[0], NULL, counts);
  weft_bus_index_sum (index, ticks, N_ALONG, NULL, ends_alone, NULL);
  weft_bus_index_sum (index, ticks, N_ALONG, NULL, NULL, counts_alone);
  g_assert_cmpmem (counts, sizeof counts, counts_alone, sizeof counts_alone);
  g_assert_cmpmem (lanes, sizeof lanes, lanes_alone, sizeof lanes_alone);
  g_assert_cmpmem (ends, sizeof ends, ends_alone, sizeof ends_alone);
  for (guint i = 0; i < N_ALONG; i++)
    {
      for (guint master = 0; master < WEFT_BUS_N_MASTERS; master++)
        {
          weft_bus_index_sum_lane (index, master, ticks[i], &lane);
          g_assert_cmpmem (&lane, sizeof lane, &lanes[i][master], sizeof lane);
        }
      weft_bus_index_sum (index, &ticks[i], 1, NULL, &one, NULL);
      g_assert_cmpmem (&one, sizeof one, &ends[i], sizeof one);
      g_assert_cmpuint (counts[i], ==, one.n_rows);
    }
}

/* Those that touch [first, last) are listed, and no other, in the order of their ends. */
static void
check_list (WeftBusIndex *index, const WeftBitset *only, gint64 first, gint64 last)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  g_assert_true (weft_bus_index_list (index, first, last, G_MAXUINT, rows));
  for (guint32 place = 0; first < last && place < snapshot->n_rows; place++)
    {
      guint32 row = weft_bus_snapshot_row_at (snapshot, place);
      WeftBusRecord record;
      WeftBusSpan span;

      get (snapshot, row, &record, &span);
      if (!weft_bitset_includes (only, row) || span.start >= last || span.end < first)
        continue;
      g_assert_cmpuint (n, <, rows->len);
      g_assert_cmpuint (g_array_index (rows, guint32, n), ==, row);
      n++;
    }
  g_assert_cmpuint (rows->len, ==, n);
  g_assert_cmpuint (weft_bus_index_count (index, first, last), ==, n);
  if (n > 0)
    {
      g_array_set_size (rows, 0);
      g_assert_false (weft_bus_index_list (index, first, last, n - 1, rows));
      g_assert_cmpuint (rows->len, ==, n - 1);
    }
}

static void
test_sums (void)
{
  for (guint seed = 0; seed < N_TRACES; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (WeftBusSnapshot) snapshot = make_trace (seed);
      g_autoptr (WeftBitset) only = weft_bitset_new (snapshot->n_rows);
      g_autoptr (WeftBusIndex) all = weft_bus_index_new (snapshot, NULL, NULL, NULL);
      g_autoptr (WeftBusIndex) some = NULL;

      for (guint32 row = 0; row < snapshot->n_rows; row++)
        if (g_rand_boolean (rand))
          only->words[row / 64] |= (guint64) 1 << row % 64;
      weft_bitset_seal (only);
      some = weft_bus_index_new (snapshot, only, NULL, NULL);
      g_assert_cmpuint (weft_bus_index_get_n_rows (some), ==, only->n_set);
      check_along (all, rand);
      check_along (some, rand);
      for (guint i = 0; i < 20; i++)
        {
          gint64 a = choose_tick (rand, snapshot), b = choose_tick (rand, snapshot);

          check_sums (all, NULL, a);
          check_sums (some, only, a);
          check_list (all, NULL, MIN (a, b), MAX (a, b));
          check_list (some, only, MIN (a, b), MAX (a, b));
        }
    }
}

/* Walking along a master meets each of its accesses once, in the order of their starts, of such as start together in that
 * of their ends, and back. */
static void
test_step (void)
{
  g_autoptr (WeftBusSnapshot) snapshot = make_trace (15);
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  g_autofree guint32 *places = g_new (guint32, snapshot->n_rows);
  guint n_together = 0;

  for (guint32 place = 0; place < snapshot->n_rows; place++)
    places[weft_bus_snapshot_row_at (snapshot, place)] = place;
  for (guint master = 0; master < WEFT_BUS_N_MASTERS; master++)
    {
      guint32 row = weft_bus_index_step (index, master, WEFT_NO_ROW, G_MININT64, 1);
      guint n = 0, expected = 0;
      gint64 before = G_MININT64;
      guint32 place = 0;

      for (guint32 i = 0; i < snapshot->n_rows; i++)
        {
          WeftBusRecord record;

          weft_bus_snapshot_get_record (snapshot, i, &record);
          expected += record.master == master;
        }
      while (row != WEFT_NO_ROW)
        {
          guint32 next = weft_bus_index_step (index, master, row, 0, 1);
          WeftBusRecord record;
          WeftBusSpan span;

          get (snapshot, row, &record, &span);
          g_assert_cmpuint (record.master, ==, master);
          g_assert_cmpint (span.start, >=, before);
          if (n > 0 && span.start == before)
            g_assert_cmpuint (places[row], >, place);
          n_together += n > 0 && span.start == before;
          before = span.start;
          place = places[row];
          n++;
          if (next != WEFT_NO_ROW)
            g_assert_cmpuint (weft_bus_index_step (index, master, next, 0, -1), ==, row);
          row = next;
        }
      g_assert_cmpuint (n, ==, expected);
    }
  g_assert_cmpuint (n_together, >, 0);
}

/* Accesses served while one waits are found, the longest overlap first. */
static void
test_blockers (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  g_autoptr (WeftBusSnapshot) snapshot = NULL;
  g_autoptr (WeftBusIndex) index = NULL;
  g_autoptr (GArray) blockers = NULL;
  static const struct
  {
    guint master;
    guint first, complete, service;
  } records[] = {
    { WEFT_BUS_DMA, 0, 12, 12 },  /* overlaps by 2 */
    { WEFT_BUS_SSH2, 10, 20, 6 }, /* waits itself until 14, is served to 20: by 6 */
    { WEFT_BUS_MSH2, 10, 30, 5 }, /* waits from 10 to 25 */
    { WEFT_BUS_MSH2, 20, 22, 2 }, /* the same master */
    { WEFT_BUS_DMA, 24, 40, 16 }, /* by 1 */
    { WEFT_BUS_SSH2, 25, 26, 1 }, /* after the wait */
  };

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    weft_bus_writer_add (writer, &(WeftBusRecord){ .seq = i,
                                                   .line = i + 1,
                                                   .first_attempt = records[i].first,
                                                   .complete = records[i].complete,
                                                   .service = records[i].service,
                                                   .master = (guint8) records[i].master,
                                                   .size_number = 4 });
  weft_bus_writer_publish (writer);
  snapshot = weft_bus_trace_ref_snapshot (trace);
  index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  blockers = weft_bus_index_find_blockers (index, 2);
  g_assert_cmpuint (blockers->len, ==, 3);
  g_assert_cmpuint (g_array_index (blockers, WeftBusBlocker, 0).row, ==, 1);
  g_assert_cmpint (g_array_index (blockers, WeftBusBlocker, 0).overlap, ==, 6);
  g_assert_cmpuint (g_array_index (blockers, WeftBusBlocker, 1).row, ==, 0);
  g_assert_cmpint (g_array_index (blockers, WeftBusBlocker, 1).overlap, ==, 2);
  g_assert_cmpuint (g_array_index (blockers, WeftBusBlocker, 2).row, ==, 4);
  g_assert_cmpint (g_array_index (blockers, WeftBusBlocker, 2).overlap, ==, 1);
}

/* The model's words on a record do not depend on how it is asked. */
static void
test_model (void)
{
  for (guint seed = 0; seed < 12; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (WeftBusSnapshot) snapshot = make_trace (seed);
      g_autoptr (WeftBusModel) model = weft_bus_model_new (snapshot, NULL, NULL);
      g_autofree gint64 *drifts = g_new0 (gint64, snapshot->n_rows + 1);
      WeftBusReplay replay = { 0 };

      for (guint32 place = 0; place < snapshot->n_rows; place++)
        {
          guint32 row = weft_bus_snapshot_row_at (snapshot, place);
          WeftBusVerdict expected = { 0 }, verdict = { 0 };
          WeftBusRecord record;
          guint64 elapsed;

          weft_bus_snapshot_get_record (snapshot, row, &record);
          elapsed = weft_bus_access_get_elapsed (&record);
          weft_bus_replay_step (&replay, &record, weft_bus_region_of (record.addr), elapsed,
                                weft_bus_access_get_wait (&record, elapsed), &expected);
          g_assert_cmpuint (weft_bus_model_get_place (model, row), ==, place);
          weft_bus_model_get_verdict (model, place, &verdict);
          g_assert_cmpint (verdict.drift_total, ==, expected.drift_total);
          g_assert_cmpint (verdict.drift_wait, ==, expected.drift_wait);
          g_assert_cmpint (verdict.wait_delta, ==, expected.wait_delta);
          g_assert_cmpint (verdict.class, ==, expected.class);
          g_assert_cmpint (weft_bus_model_get_class (model, place), ==, expected.class);
          drifts[place] = expected.drift_total;
        }
      for (guint i = 0; snapshot->n_rows > 0 && i < 50; i++)
        {
          guint32 from = g_rand_int (rand) % snapshot->n_rows;
          guint32 to = from + 1 + g_rand_int (rand) % (snapshot->n_rows - from);
          gint64 least, greatest, low = G_MAXINT64, high = G_MININT64;

          weft_bus_model_get_drift (model, from, to, &least, &greatest);
          /* Of many records it tells by whole blocks. */
          if ((to - 1) / WEFT_BUS_MODEL_BLOCK - from / WEFT_BUS_MODEL_BLOCK >= 16)
            {
              from -= from % WEFT_BUS_MODEL_BLOCK;
              to = MIN (to + WEFT_BUS_MODEL_BLOCK - 1 - (to - 1) % WEFT_BUS_MODEL_BLOCK,
                        snapshot->n_rows);
            }
          for (guint32 place = from; place < to; place++)
            {
              low = MIN (low, drifts[place]);
              high = MAX (high, drifts[place]);
            }
          g_assert_cmpint (least, ==, low);
          g_assert_cmpint (greatest, ==, high);
        }
    }
}

static guint32
count (WeftBusSnapshot *snapshot, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExpression) filter =
    weft_expression_parse (weft_bus_language (), text, NULL, &error);
  g_autoptr (WeftBitset) rows = NULL;

  g_assert_no_error (error);
  rows = weft_bus_filter_run (filter, snapshot, NULL, &error);
  g_assert_no_error (error);
  return rows->n_set;
}

static void
test_filter (void)
{
  g_autoptr (WeftBusSnapshot) snapshot = make_trace (6);
  g_autoptr (WeftBusModel) model = weft_bus_model_new (snapshot, NULL, NULL);
  guint32 waits = 0, proxies = 0, wram = 0, gaps = 0, both = 0;

  for (guint32 row = 0; row < snapshot->n_rows; row++)
    {
      WeftBusRecord record;
      WeftBusVerdict verdict;
      guint64 wait;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      weft_bus_model_get_verdict (model, weft_bus_model_get_place (model, row), &verdict);
      wait = weft_bus_access_get_wait (&record, weft_bus_access_get_elapsed (&record));
      waits += wait > 3;
      proxies += !weft_bus_access_is_exact (&record);
      wram += weft_bus_region_of (record.addr) == WEFT_BUS_REGION_HIGH_WRAM;
      gaps += verdict.class == WEFT_BUS_KNOWN_GAP;
      both += record.master == WEFT_BUS_DMA && record.addr == 0x06000001 && verdict.wait_delta < 0;
    }
  g_assert_cmpuint (proxies, >, 0);
  g_assert_cmpuint (gaps, >, 0);
  g_assert_cmpuint (count (snapshot, "wait > 3"), ==, waits);
  g_assert_cmpuint (count (snapshot, "!exact"), ==, proxies);
  g_assert_cmpuint (count (snapshot, "region == \"High WRAM\""), ==, wram);
  g_assert_cmpuint (count (snapshot, "known_gap"), ==, gaps);
  g_assert_cmpuint (count (snapshot, "class == \"known_ymir_wait_model_gap\""), ==, gaps);
  g_assert_cmpuint (count (snapshot, "master == \"DMA\" && addr == 0x06000001 && "
                                     "wait_delta < 0"),
                    ==, both);
  g_assert_cmpuint (count (snapshot, "seq >= 0"), ==, snapshot->n_rows);
}

static void
check_target (GArray *findings, const char *key, double weight, const WeftBusTarget *expected)
{
  g_autofree char *text = weft_bus_target_to_string (expected);
  WeftBusTarget read;

  for (guint i = 0; i < findings->len; i++)
    {
      const WeftFinding *finding = &g_array_index (findings, WeftFinding, i);

      if (g_str_equal (finding->key, key))
        {
          g_assert_cmpstr (finding->target, ==, text);
          g_assert_cmpfloat_with_epsilon (finding->weight, weight, 1e-9);
        }
    }
  g_assert_true (weft_bus_target_parse (text, &read));
  g_assert_cmpint (read.kind, ==, expected->kind);
  g_assert_cmpuint (read.row, ==, expected->row);
  g_assert_cmpint (read.range.from, ==, expected->range.from);
  g_assert_cmpint (read.range.to, ==, expected->range.to);
  g_assert_false (weft_bus_target_parse (text + 1, &read));
}

static const WeftBusRecord single_records[] = {
  { .seq = 0,
    .first_attempt = 10,
    .complete = 20,
    .service = 10,
    .addr = 0x06000000,
    .master = WEFT_BUS_MSH2,
    .size_number = 4 },
  { .seq = 1,
    .first_attempt = 19,
    .complete = 21,
    .service = 1,
    .retries = 1,
    .addr = 0x06000004,
    .master = WEFT_BUS_DMA,
    .size_number = 4 },
  { .seq = 2,
    .first_attempt = 30,
    .complete = 31,
    .service = 1,
    .addr = 0x06000008,
    .master = WEFT_BUS_MSH2,
    .size_number = 4 },
  { .seq = 3,
    .first_attempt = 30,
    .complete = 32,
    .service = 2,
    .addr = 0x0600000c,
    .master = WEFT_BUS_SSH2,
    .size_number = 1 },
};

static void
check_single_findings (GArray *findings)
{
  check_finding (
    findings, "contended-region",
    "Accesses to High WRAM waited 1 cycle, 100.0\u00a0% of all waiting; MSH2 was served "
    "in 100.0\u00a0% of that time (inferred).");
  check_finding (findings, "waiter",
                 "DMA waited the most, 1 cycle; MSH2 was served in 100.0\u00a0% of that time "
                 "(inferred).");
  check_finding (
    findings, "longest-wait",
    "The longest wait is that of DMA seq 1, 1 cycle at 0x06000004; MSH2 seq 0 was served "
    "longest meanwhile (inferred).");
  check_finding (
    findings, "known-gap",
    "1 of 1 byte accesses (25.0\u00a0% of all) is a known gap of the trace, no error of "
    "the arbiter: the model waits 1 cycle longer.");
  check_finding (findings, "contended-window",
                 "Most waiting is in cycles 21 to 21: 1 cycle, 100.0\u00a0% of all in 1/64 of the "
                 "time.");
  /* 1 of the 15 cycles that all of them took. */
  check_target (findings, "contended-region", 1. / 15,
                &(WeftBusTarget){ WEFT_BUS_TARGET_REGION, 1, { 19, 22 } });
  check_target (findings, "longest-wait", 1. / 15,
                &(WeftBusTarget){ WEFT_BUS_TARGET_ACCESS, 1, { 19, 22 } });
  check_target (findings, "known-gap", 1. / 15,
                &(WeftBusTarget){ WEFT_BUS_TARGET_GAP, 3, { 30, 33 } });
}

/* One cycle that one access waited for is said as one. The byte access should have waited, by the
 * model. */
static void
test_one (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  g_autoptr (WeftBusSnapshot) snapshot = NULL;
  g_autoptr (WeftBusIndex) index = NULL;
  g_autoptr (WeftBusModel) model = NULL;
  g_autoptr (WeftBusSummary) summary = NULL;
  g_autoptr (GArray) findings = NULL;
  g_autofree char *waited = NULL, *short_one = NULL, *gap = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (single_records); i++)
    {
      weft_bus_writer_check_seq (writer, single_records[i].seq);
      g_assert_true (weft_bus_writer_add (writer, &single_records[i]));
    }
  weft_bus_writer_publish (writer);
  snapshot = weft_bus_trace_ref_snapshot (trace);
  index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  model = weft_bus_model_new (snapshot, NULL, NULL);
  summary = weft_bus_summary_new (
    snapshot, &(WeftBusSummaryOptions){ .model = TRUE, .n_top = 1, .index = index }, NULL, NULL);
  findings = weft_bus_findings_new (summary, index);
  check_single_findings (findings);
  waited = weft_bus_describe_access (index, model, 1);
  g_assert_nonnull (strstr (waited, "Took 2 cycles: waited 1, service 1; retries 1"));
  g_assert_nonnull (strstr (waited, "MSH2 seq 0 for 1 cycle"));
  short_one = weft_bus_describe_access (index, model, 2);
  g_assert_nonnull (strstr (short_one, "Took 1 cycle: waited 0, service 1; retries 0"));
  gap = weft_bus_describe_access (index, model, 3);
  g_assert_nonnull (strstr (gap, "the model waits 1 cycle longer"));
}

/* Where nothing waited that is what is told first, and of how many it is not known: of byte accesses,
 * of those whose ticks contradict their service or retries, and of those whose ticks run backwards. */
static void
test_no_wait (void)
{
  const WeftBusRecord records[] = {
    { .seq = 0, .first_attempt = 10, .complete = 12, .service = 2, .size_number = 4 },
    { .seq = 1, .first_attempt = 20, .complete = 22, .service = 2, .size_number = 2 },
    { .seq = 2, .first_attempt = 30, .complete = 32, .service = 2, .size_number = 1 },
    { .seq = 3, .first_attempt = 40, .complete = 42, .service = 4, .size_number = 4 },
    { .seq = 4, .first_attempt = 50, .complete = 52, .service = 2, .retries = 1, .size_number = 4 },
    { .seq = 5, .first_attempt = 62, .complete = 60, .service = 2, .size_number = 4 },
  };
  static const char *const said[] = {
    "No access waited: the ticks of 1 access say so.",
    "No access waited: the ticks of all 2 accesses say so.",
    "No access waited by its ticks: of 2 that is certain, of 1 (33.3\u00a0%) it is unknown whether "
    "it "
    "did.",
    "No access waited by its ticks: of 2 that is certain, of 2 (50.0\u00a0%) it is unknown whether "
    "they did.",
    "No access waited by its ticks: of 2 that is certain, of 3 (60.0\u00a0%) it is unknown whether "
    "they did.",
    "No access waited by its ticks: of 2 that is certain, of 4 (66.7\u00a0%) it is unknown whether "
    "they did.",
  };

  for (guint n = 1; n <= G_N_ELEMENTS (records); n++)
    {
      g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
      g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
      g_autoptr (WeftBusSnapshot) snapshot = NULL;
      g_autoptr (WeftBusIndex) index = NULL;
      g_autoptr (WeftBusSummary) summary = NULL;
      g_autoptr (GArray) findings = NULL;

      for (guint i = 0; i < n; i++)
        g_assert_true (weft_bus_writer_add (writer, &records[i]));
      weft_bus_writer_publish (writer);
      snapshot = weft_bus_trace_ref_snapshot (trace);
      index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
      summary = weft_bus_summary_new (
        snapshot, &(WeftBusSummaryOptions){ .model = TRUE, .index = index }, NULL, NULL);
      findings = weft_bus_findings_new (summary, index);
      g_assert_cmpstr (g_array_index (findings, WeftFinding, 0).key, ==, "no-wait");
      g_assert_cmpstr (g_array_index (findings, WeftFinding, 0).text, ==, said[n - 1]);
    }
}

/* All addresses that share a part lie in one region. */
static void
test_parts (void)
{
  guint32 first = 0, n_parts = 1;

  for (guint32 addr = 0x1ff;; addr += 0x200)
    {
      if (weft_bus_region_get_part (addr) != weft_bus_region_get_part (first))
        {
          first = addr - 0x1ff;
          n_parts++;
        }
      g_assert_cmpuint (weft_bus_region_get_part (first), ==, weft_bus_region_get_part (addr));
      g_assert_cmpuint (weft_bus_region_of (first), ==, weft_bus_region_of (addr));
      if (addr == G_MAXUINT32)
        break;
    }
  g_assert_cmpuint (n_parts, ==, 65537);
}

/* Seqs are kept a few in a word: neither near each other nor ever so far apart is one taken for another. */
static void
test_seqs (void)
{
  static const guint64 seqs[] = { 5, 6, 37, 5 + ((guint64) 1 << 59), G_MAXUINT64 };
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (seqs); i++)
    g_assert_cmpuint (weft_bus_writer_check_seq (writer, seqs[i]), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (seqs); i++)
    g_assert_cmpuint (weft_bus_writer_check_seq (writer, seqs[i]) & WEFT_BUS_SEQ_DUPLICATE, !=, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bus-index/sums", test_sums);
  g_test_add_func ("/bus-index/seqs", test_seqs);
  g_test_add_func ("/bus-index/step", test_step);
  g_test_add_func ("/bus-index/parts", test_parts);
  g_test_add_func ("/bus-index/blockers", test_blockers);
  g_test_add_func ("/bus-index/model", test_model);
  g_test_add_func ("/bus-index/filter", test_filter);
  g_test_add_func ("/bus-index/one", test_one);
  g_test_add_func ("/bus-index/no-wait", test_no_wait);
  return g_test_run ();
}
