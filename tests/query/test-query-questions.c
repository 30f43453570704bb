/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query.h"

#include <glib/gstdio.h>

#include "ask.h"
#include "sample-trace.h"
#include "weft-bus-access.h"
#include "weft-live-records.h"
#include "weft-noc-stats.h"
#include "weft-noc-verdict.h"
#include "weft-npu-bound.h"
#include "weft-pipeline-explainer.h"
#include "weft-pipeline-texts.h"
#include "weft-query-questions.h"

/* The twelve questions of docs/sql.md, whose answers are counted here once more, without SQL. */

enum
{
  STALLING_PC,
  LATE_OP,
  SQUASHES,
  DIVERGENCE,
  BUSY_LINK,
  OTHER_NOC,
  BARRIERS,
  BOUND_LAYERS,
  SLOW_TOKEN,
  WIDE_WEIGHTS,
  WAITING_ACCESS,
  IDLE_DEVICE,
};

/* The answer of the program, with the traces of the question. */
static char *
answer (guint question)
{
  const WeftQueryQuestion *self = &weft_query_questions[question];
  WeftTrace *traces[G_N_ELEMENTS (self->files)];
  g_autoptr (WeftQuery) query = NULL;
  guint n = 0;

  for (; n < G_N_ELEMENTS (self->files) && self->files[n] != NULL; n++)
    traces[n] = load_sample (self->files[n]);
  query = ask_open (traces, n);
  return ask (query, self->sql);
}

#define assert_answers(question, expected) \
  G_STMT_START \
  { \
    g_autofree char *answer_ = answer (question); \
    g_assert_cmpstr (answer_, ==, expected); \
  } \
  G_STMT_END

static WeftPipelineSnapshot *
load_log (const char *name)
{
  g_autoptr (WeftTrace) trace = load_sample (name);

  return weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
}

/* --- pipelines ---------------------------------------------------------------------------------- */

static void
test_stalling_pc (void)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = load_log ("kanata-core.log");
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  guint32 n_pcs = weft_pipeline_trace_get_n_pcs (snapshot->trace), worst = 0;
  g_autofree guint64 *stalls = g_new0 (guint64, n_pcs);
  g_autofree guint *ops = g_new0 (guint, n_pcs);
  g_autofree char *label = NULL, *expected = NULL;
  guint32 first = 0;
  WeftOp op;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      if (!op.has_pc || op.state == WEFT_OP_OPEN)
        continue;
      stalls[op.pc_index] += weft_pipeline_explainer_get_stall_cycles (explainer, i);
      ops[op.pc_index]++;
      if (stalls[op.pc_index] > stalls[worst])
        worst = op.pc_index;
    }
  do
    weft_pipeline_snapshot_get_op (snapshot, first++, &op);
  while (!op.has_pc || op.pc_index != worst);
  label = weft_pipeline_snapshot_get_label (snapshot, first - 1);
  expected = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x|%s|%u|%" G_GUINT64_FORMAT,
                              weft_pipeline_trace_get_pc (snapshot->trace, worst), label,
                              ops[worst], stalls[worst]);
  assert_answers (STALLING_PC, expected);
}

static void
test_late_op (void)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = load_log ("kanata-core.log");
  g_autoptr (WeftPipelineExplainer) explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  g_autofree char *label = NULL, *expected = NULL;
  WeftOp late, producer, last = { .produces = G_MININT64 };
  guint64 most = 0;
  guint32 worst = 0;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint64 stall;

      weft_pipeline_snapshot_get_op (snapshot, i, &late);
      stall =
        late.state != WEFT_OP_OPEN ? weft_pipeline_explainer_get_stall_cycles (explainer, i) : 0;
      if (stall > most)
        {
          most = stall;
          worst = i;
        }
    }
  weft_pipeline_snapshot_get_op (snapshot, worst, &late);
  weft_pipeline_snapshot_get_producers (snapshot, worst, producers);
  for (guint i = 0; i < producers->len; i++)
    {
      weft_pipeline_snapshot_get_op (
        snapshot, g_array_index (producers, WeftDependency, i).producer, &producer);
      if (producer.produces > last.produces)
        last = producer;
    }
  label = weft_pipeline_snapshot_get_label (snapshot, last.op);
  expected = g_strdup_printf ("%" G_GINT64_FORMAT "|%" G_GUINT64_FORMAT "|%" G_GINT64_FORMAT
                              "|%s|%" G_GINT64_FORMAT,
                              late.id, most, last.id, label, last.produces - late.fetch);
  assert_answers (LATE_OP, expected);
}

typedef struct
{
  guint squashes, ops;
  gint64 first, last;
} Squashes;

/* Runs of flushed ops, by the label of the op before them; the sample has one thread, whose ops stand in the
 * order of their ids. */
static GHashTable *
count_squashes (WeftPipelineSnapshot *snapshot)
{
  GHashTable *causes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *cause = NULL;
  gboolean runs = FALSE;

  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      Squashes *squashes;
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, i, &op);
      if (op.state != WEFT_OP_FLUSHED)
        {
          g_free (cause);
          cause = weft_pipeline_snapshot_get_label (snapshot, i);
          runs = FALSE;
          continue;
        }
      squashes = g_hash_table_lookup (causes, cause);
      if (squashes == NULL)
        {
          squashes = g_new0 (Squashes, 1);
          squashes->first = op.end;
          g_hash_table_insert (causes, g_strdup (cause), squashes);
        }
      squashes->ops++;
      if (!runs)
        {
          squashes->squashes++;
          squashes->last = op.end;
        }
      runs = TRUE;
    }
  return causes;
}

static void
test_squashes (void)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = load_log ("kanata-core.log");
  g_autoptr (GHashTable) causes = count_squashes (snapshot);
  g_autofree char *found = answer (SQUASHES);
  g_auto (GStrv) lines = g_strsplit (found, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, g_hash_table_size (causes));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);
      const Squashes *squashes = g_hash_table_lookup (causes, cells[0]);

      g_assert_nonnull (squashes);
      g_assert_cmpint (g_ascii_strtoll (cells[1], NULL, 10), ==, squashes->squashes);
      g_assert_cmpint (g_ascii_strtoll (cells[2], NULL, 10), ==, squashes->ops);
      g_assert_cmpint (g_ascii_strtoll (cells[3], NULL, 10), ==, squashes->first);
      g_assert_cmpint (g_ascii_strtoll (cells[4], NULL, 10), ==, squashes->last);
    }
}

static void
test_divergence (void)
{
  g_autoptr (WeftPipelineSnapshot) a = load_log ("kanata-core.log");
  g_autoptr (WeftPipelineSnapshot) b = load_log ("o3pipeview-core.out");
  g_autofree char *label = NULL, *other = NULL, *expected = NULL;
  WeftOp x, y;
  guint32 i = 0;

  do
    {
      weft_pipeline_snapshot_get_op (a, i, &x);
      weft_pipeline_snapshot_get_op (b, i, &y);
      i++;
    }
  while (x.has_pc == y.has_pc
         && weft_pipeline_trace_get_pc (a->trace, x.pc_index)
              == weft_pipeline_trace_get_pc (b->trace, y.pc_index));
  label = weft_pipeline_snapshot_get_label (a, x.op);
  other = weft_pipeline_snapshot_get_label (b, y.op);
  expected = g_strdup_printf ("%" G_GINT64_FORMAT "|%s|%s", x.id, label, other);
  assert_answers (DIVERGENCE, expected);
}

/* --- networks ----------------------------------------------------------------------------------- */

typedef struct
{
  WeftTrace *trace;
  WeftNocCapture *capture;
  WeftNocDemand **demands;
  WeftNocStats *stats;
} Noc;

static void
open_noc (Noc *noc)
{
  noc->trace = load_sample ("noc-eight-cores.json");
  noc->capture = weft_noc_capture_new (WEFT_NOC_TRACE (noc->trace), NULL, NULL, NULL);
  noc->demands = weft_noc_demands_new (noc->capture, NULL, NULL, NULL);
  noc->stats = weft_noc_stats_new (noc->demands, NULL, NULL, NULL, NULL);
}

static void
close_noc (Noc *noc)
{
  weft_noc_stats_free (noc->stats);
  weft_noc_demands_free (noc->demands);
  weft_noc_capture_unref (noc->capture);
  g_object_unref (noc->trace);
}

static gboolean
takes (const Noc *noc, const WeftNocTransfer *transfer, guint32 series)
{
  guint n_series, n_links;
  const guint32 *route =
    weft_noc_capture_get_route (noc->capture, transfer->route, &n_series, &n_links);

  for (guint i = 0; i < n_links; i++)
    if (route[i] == series)
      return TRUE;
  return FALSE;
}

/* Each line is a sender and a receiver whose transfers take the link: their bytes, first issue and last end. */
static void
check_users (const Noc *noc, const WeftNocSeriesStats *busiest, char **lines)
{
  guint32 n_transfers;
  const WeftNocTransfer *transfers =
    weft_noc_capture_get_transfers (noc->capture, busiest->device, &n_transfers);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);
      gint64 bytes = 0, first = G_MAXINT64, last = G_MININT64;

      for (guint32 j = 0; j < n_transfers; j++)
        {
          g_autofree char *from = weft_noc_describe_tile (noc->capture, transfers[j].from);
          g_autofree char *to = weft_noc_describe_tile (noc->capture, transfers[j].to);

          if (!takes (noc, &transfers[j], busiest->series) || !g_str_equal (from, cells[4])
              || !g_str_equal (to, cells[5]))
            continue;
          bytes += transfers[j].bytes;
          first = MIN (first, transfers[j].issue);
          last = MAX (last, transfers[j].done);
        }
      g_assert_cmpint (g_ascii_strtoll (cells[6], NULL, 10), ==, bytes);
      g_assert_cmpint (g_ascii_strtoll (cells[7], NULL, 10), ==, first);
      g_assert_cmpint (g_ascii_strtoll (cells[8], NULL, 10), ==, last);
    }
}

static void
test_busy_link (void)
{
  g_autofree char *found = answer (BUSY_LINK);
  g_auto (GStrv) lines = g_strsplit (found, "\n", -1);
  const WeftNocSeriesStats *busiest;
  guint64 bytes = 0;
  Noc noc;

  open_noc (&noc);
  busiest = &g_array_index (noc.stats->links, WeftNocSeriesStats, 0);
  for (guint i = 0; i < noc.stats->links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (noc.stats->links, WeftNocSeriesStats, i);

      if (link->peak[WEFT_NOC_BARRIER_BOUNDED] > busiest->peak[WEFT_NOC_BARRIER_BOUNDED])
        busiest = link;
    }
  check_users (&noc, busiest, lines);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);

      bytes += g_ascii_strtoull (cells[6], NULL, 10);
      g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[3], NULL),
                                      busiest->peak[WEFT_NOC_BARRIER_BOUNDED], 1e-12);
    }
  g_assert_cmpuint (bytes, ==, busiest->bytes);
  close_noc (&noc);
}

static void
test_other_noc (void)
{
  g_autofree char *found = answer (OTHER_NOC);
  double peak = 0, mean = 0;
  guint64 bytes = 0;
  g_auto (GStrv) cells = g_strsplit (found, "|", -1);
  Noc noc;

  open_noc (&noc);
  for (guint i = 0; i < noc.stats->links->len; i++)
    {
      const WeftNocSeriesStats *link = &g_array_index (noc.stats->links, WeftNocSeriesStats, i);

      peak = MAX (peak, link->peak[WEFT_NOC_BARRIER_BOUNDED]);
      mean = MAX (mean, link->mean[WEFT_NOC_BARRIER_BOUNDED]);
      bytes += link->bytes;
    }
  /* All of the sample's traffic goes over one network. */
  g_assert_cmpstr (cells[0], ==, "NOC_0");
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[1], NULL), peak, 1e-12);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[2], NULL), mean, 1e-12);
  g_assert_cmpuint (g_ascii_strtoull (cells[3], NULL, 10), ==, bytes);
  close_noc (&noc);
}

static void
test_barriers (void)
{
  g_autofree char *found = answer (BARRIERS);
  g_auto (GStrv) lines = g_strsplit (found, "\n", -1);
  guint32 n_waits;
  const WeftNocWait *waits;
  gint64 before = G_MAXINT64;
  Noc noc;

  open_noc (&noc);
  waits = weft_noc_capture_get_waits (noc.capture, &n_waits);
  g_assert_cmpuint (g_strv_length (lines), ==, 8);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "|", -1);
      gint64 cycles = 0, n = 0;

      for (guint32 j = 0; j < n_waits; j++)
        {
          g_autofree char *tile = weft_noc_describe_tile (noc.capture, waits[j].tile);

          if (waits[j].semaphore || !waits[j].measured || !g_str_equal (tile, cells[1]))
            continue;
          cycles += waits[j].end - waits[j].start;
          n++;
        }
      g_assert_cmpint (g_ascii_strtoll (cells[2], NULL, 10), ==, n);
      g_assert_cmpint (g_ascii_strtoll (cells[3], NULL, 10), ==, cycles);
      g_assert_cmpint (cycles, <=, before);
      before = cycles;
    }
  close_noc (&noc);
}

/* --- NPU runs ----------------------------------------------------------------------------------- */

static WeftNpuStats *
measure_run (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("npu-two-layers.json");
  g_autoptr (WeftNpuSnapshot) snapshot = weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (trace));
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);

  return weft_npu_stats_new (snapshot, bandwidth, NULL, &WEFT_CYCLE_RANGE_ALL, NULL, NULL);
}

static void
test_bound_layers (void)
{
  g_autoptr (WeftNpuStats) stats = measure_run ();
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint i = 0; i < stats->n_layers; i++)
    {
      const WeftNpuNameStats *layer = &stats->layers[i];
      WeftNpuBound bound = weft_npu_stats_bound (stats, &layer->sum);

      if (bound.memory > bound.compute)
        g_string_append_printf (expected, "%s%s|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT,
                                expected->len > 0 ? "\n" : "",
                                weft_npu_trace_get_name (stats->snapshot->trace, layer->name),
                                layer->sum.read + layer->sum.write, layer->sum.macs);
    }
  assert_answers (BOUND_LAYERS, expected->str);
}

static void
test_slow_token (void)
{
  g_autoptr (WeftNpuStats) stats = measure_run ();
  const WeftNpuTokenStats *slowest = &stats->tokens[0];
  g_autofree char *expected = NULL;

  for (guint i = 0; i < stats->n_tokens; i++)
    if (stats->tokens[i].end - stats->tokens[i].start > slowest->end - slowest->start)
      slowest = &stats->tokens[i];
  expected = g_strdup_printf ("%s|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT
                              "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT,
                              weft_npu_trace_get_name (stats->snapshot->trace, slowest->phase),
                              slowest->index, slowest->end - slowest->start,
                              slowest->sum.cycles[WEFT_NPU_DMA], slowest->sum.cycles[WEFT_NPU_TE],
                              slowest->sum.cycles[WEFT_NPU_VE], slowest->sum.stall);
  assert_answers (SLOW_TOKEN, expected);
}

static gboolean
double_bytes (const GMatchInfo *match, GString *text, gpointer data)
{
  g_autofree char *number = g_match_info_fetch (match, 1);
  gint64 bytes = g_ascii_strtoll (number, NULL, 10);

  *(gint64 *) data += bytes;
  g_string_append_printf (text, "\"bytes_aligned\":%" G_GINT64_FORMAT, 2 * bytes);
  return FALSE;
}

static WeftTrace *
load_file (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);

  g_assert_true (weft_load_run (load, NULL, NULL));
  return g_object_ref (weft_load_get_trace (load));
}

/* The sample beside one that moves twice as much. */
static void
test_wide_weights (void)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "..", "..", "samples", "npu-two-layers.json", NULL);
  g_autofree char *folder = g_dir_make_tmp ("weft-query-XXXXXX", NULL);
  g_autofree char *wide = g_build_filename (folder, "w8.json", NULL);
  g_autoptr (GRegex) regex = g_regex_new ("\"bytes_aligned\": *([0-9]+)", 0, 0, NULL);
  g_autofree char *text = NULL, *doubled = NULL, *expected = NULL;
  g_autoptr (WeftQuery) query = NULL;
  WeftTrace *traces[2];
  gint64 bytes = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  doubled = g_regex_replace_eval (regex, text, -1, 0, 0, double_bytes, &bytes, NULL);
  g_assert_true (g_file_set_contents (wide, doubled, -1, NULL));
  traces[0] = load_file (path);
  traces[1] = load_file (wide);
  query = ask_open (traces, 2);
  g_assert_cmpint (bytes, >, 0);
  expected = g_strdup_printf ("%" G_GINT64_FORMAT "|0", bytes);
  assert_answer (query, weft_query_questions[WIDE_WEIGHTS].sql, expected);
  g_unlink (wide);
  g_rmdir (folder);
}

/* --- buses and devices -------------------------------------------------------------------------- */

static void
test_waiting_access (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("saturnis-bus.jsonl");
  g_autoptr (WeftBusSnapshot) snapshot = weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (trace));
  WeftBusRecord worst = { 0 }, record, blocker = { 0 };
  gint64 most_wait = -1, most = 0;
  g_autofree char *expected = NULL;

  for (guint32 row = 0; row < snapshot->n_rows; row++)
    {
      gint64 wait;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      wait = (gint64) weft_bus_access_get_wait (&record, weft_bus_access_get_elapsed (&record));
      if (wait > most_wait)
        worst = record;
      most_wait = MAX (most_wait, wait);
    }
  for (guint32 row = 0; row < snapshot->n_rows; row++)
    {
      gint64 shared;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      shared = (gint64) MIN (record.complete, worst.complete - worst.service)
               - (gint64) MAX (record.complete - record.service, worst.first_attempt);
      if (record.master != worst.master && shared > most)
        {
          most = shared;
          blocker = record;
        }
    }
  expected =
    g_strdup_printf ("%" G_GUINT64_FORMAT "|%" G_GUINT64_FORMAT "|%s|%" G_GINT64_FORMAT, worst.seq,
                     blocker.seq, weft_bus_master_to_string (blocker.master), most);
  assert_answers (WAITING_ACCESS, expected);
}

/* The longest time of a stream without a program; what is lost in it is known of other records. */
static void
test_idle_device (void)
{
  g_autoptr (WeftTrace) trace = load_sample ("live-two-chips.weftlive");
  g_autoptr (WeftLiveRecords) records = weft_live_records_new (WEFT_LIVE_TRACE (trace));
  gint64 ends[WEFT_LIVE_MAX_LANES] = { 0 }, most = -1, start = 0;
  gboolean is_lost = FALSE;
  g_autofree char *expected = NULL;
  WeftLiveLaneRow item;
  guint stream = 0;

  for (guint place = 0; place < records->n_rows; place++)
    {
      gint64 *end;

      g_assert_true (weft_live_records_read (records, place, &item));
      end = &ends[weft_live_records_get_lane (records, place, &(guint32){ 0 })];
      if (item.row.kind != WEFT_LIVE_KIND_PROGRAM)
        continue;
      if (*end > 0 && item.row.start - *end > most)
        {
          most = item.row.start - *end;
          start = *end;
          stream = item.lane->stream;
        }
      *end = MAX (*end, item.row.end);
    }
  g_assert_false (weft_live_records_read (records, records->n_rows, &item));
  for (guint place = 0; place < records->n_rows; place++)
    if (weft_live_records_read (records, place, &item) && item.lane->stream == stream
        && (item.row.kind == WEFT_LIVE_KIND_LOSS || item.row.kind == WEFT_LIVE_KIND_MISSING))
      is_lost |= item.row.start < start + most && item.row.end > start;
  expected = g_strdup_printf ("%u|%" G_GINT64_FORMAT "|%" G_GINT64_FORMAT "|%s", stream, start,
                              most, is_lost ? "lost" : "idle");
  assert_answers (IDLE_DEVICE, expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-questions/stalling-pc", test_stalling_pc);
  g_test_add_func ("/query-questions/late-op", test_late_op);
  g_test_add_func ("/query-questions/squashes", test_squashes);
  g_test_add_func ("/query-questions/divergence", test_divergence);
  g_test_add_func ("/query-questions/busy-link", test_busy_link);
  g_test_add_func ("/query-questions/other-noc", test_other_noc);
  g_test_add_func ("/query-questions/barriers", test_barriers);
  g_test_add_func ("/query-questions/bound-layers", test_bound_layers);
  g_test_add_func ("/query-questions/slow-token", test_slow_token);
  g_test_add_func ("/query-questions/wide-weights", test_wide_weights);
  g_test_add_func ("/query-questions/waiting-access", test_waiting_access);
  g_test_add_func ("/query-questions/idle-device", test_idle_device);
  return g_test_run ();
}
