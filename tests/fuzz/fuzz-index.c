/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index.h"
#include "fuzz-trace.h"
#include "weft-pipeline-facts.h"
#include "weft-pipeline-findings.h"
#include "weft-pipeline-index.h"
#include "weft-pipeline-kanata-reader.h"
#include "weft-pipeline-o3-reader.h"
#include "weft-pipeline-stats-count.h"
#include "weft-pipeline-stats-index.h"

/* Index files of any log, in which something was changed by somebody who knows how to make all checksums right: they
 * are refused, or make a trace of which everything can be looked at, as can its statistics. Without a change it is the
 * trace that was read, with the statistics that are counted.
 * (The log is what is fuzzed, and says what is changed, so that seeds hold whatever index files look like.) */

/* The index file of the trace with its statistics, as if they were in one file. */
static GByteArray *
make_index (WeftPipelineTrace *trace)
{
  FuzzIndex index = fuzz_index_begin ();
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_autoptr (WeftPipelineStats) stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);

  weft_pipeline_trace_put (WEFT_TRACE (trace), index.writer);
  weft_pipeline_stats_put (stats, index.writer);
  return fuzz_index_end (&index);
}

/* --- looking ---------------------------------------------------------------------------------------------- */

/* `stats` is NULL where there is a trace, but no statistics of it. */
static WeftPipelineTrace *
restore (const GByteArray *index, WeftPipelineStats **stats)
{
  g_autoptr (WeftPipelineTrace) trace = weft_pipeline_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

  if (reader == NULL || !weft_pipeline_trace_take (trace, reader))
    return NULL;
  snapshot = weft_pipeline_trace_ref_snapshot (trace);
  *stats = weft_pipeline_stats_take (snapshot, reader);
  return g_steal_pointer (&trace);
}

static FuzzLog
show (WeftPipelineTrace *trace, WeftTextStore *store)
{
  FuzzLog log = { .store = weft_text_store_ref (store) };

  weft_trace_set_text (WEFT_TRACE (trace), store);
  log.pictures = (Fixture){ .trace = g_object_ref (trace),
                            .rows = weft_pipeline_rows_new (trace, WEFT_ROWS_ALL),
                            .renderer = weft_pipeline_renderer_new (),
                            .style = fuzz_style () };
  log.pictures.scene =
    (WeftPipelineScene){ .rows = log.pictures.rows, .style = log.pictures.style };
  weft_pipeline_rows_update (log.pictures.rows);
  return log;
}

/* All that statistics tell, as a text: (transfer full). */
static char *
tell_stats (WeftPipelineTrace *trace, const WeftPipelineStats *stats)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_autoptr (GArray) findings = weft_pipeline_findings_new (snapshot, stats, NULL, NULL);
  const WeftPipelineFacts facts = { .snapshot = snapshot, .stats = stats };
  GString *text = g_string_new (NULL);

  g_string_append_printf (
    text,
    "%u %u %u %u %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %d %u %" G_GUINT64_FORMAT
    " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %u %a %u %d %u\n",
    stats->n_fetched, stats->n_ops, stats->n_retired, stats->n_flushed, stats->n_open,
    stats->n_dependencies, stats->n_inferred, (int) stats->dependency_source, stats->slowest_op,
    stats->slowest_latency, stats->stall_cycles, stats->stall_cycles_within, stats->in_flight_max,
    stats->in_flight_mean, stats->width, stats->width_is_inferred, stats->n_squashed);
  for (guint key = 0; key < WEFT_N_PIPELINE_FACTS; key++)
    {
      WeftFacts table = weft_pipeline_facts_get (&facts, (WeftPipelineFactsKey) key);

      for (guint row = 0; row < table.n_rows; row++)
        for (guint column = 0; column < table.n_columns; column++)
          {
            WeftCell cell = weft_facts_get_cell (&table, row, column);
            g_autofree char *shown = weft_cell_to_string (&cell);

            g_string_append_printf (text, "%s ", shown);
            weft_cell_clear (&cell);
          }
    }
  for (guint i = 0; i < findings->len; i++)
    g_string_append_printf (text, "\n%s", g_array_index (findings, WeftFinding, i).text);
  return g_string_free (text, FALSE);
}

static void
look_at_all (WeftPipelineTrace *trace, WeftTextStore *store, gboolean pictures)
{
  FuzzLog log = show (trace, store);
  guint32 *pixels[4] = { NULL };

  g_free (dump_trace (WEFT_TRACE (trace), DUMP_ALL));
  fuzz_check_texts (&log);
  fuzz_check_stats (&log);
  if (pictures)
    fuzz_paint (&log, pixels);
  for (guint i = 0; i < 4; i++)
    g_free (pixels[i]);
  fixture_clear (&log.pictures);
  weft_text_store_unref (log.store);
}

/* All of a file in which nothing was changed comes back. */
static void
check_same (const FuzzLog *log, const GByteArray *index)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (log->pictures.trace);
  g_autoptr (WeftPipelineStats) counted = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL);
  g_autoptr (WeftPipelineStats) kept = NULL;
  g_autoptr (WeftPipelineTrace) same = restore (index, &kept);

  g_assert_nonnull (same);
  g_assert_nonnull (kept);
  weft_trace_set_text (WEFT_TRACE (same), log->store);
  assert_same_dump (dump_trace (WEFT_TRACE (log->pictures.trace), DUMP_ALL),
                    dump_trace (WEFT_TRACE (same), DUMP_ALL));
  assert_same_dump (tell_stats (log->pictures.trace, counted), tell_stats (same, kept));
}

static void
check_index (FuzzReaderNew reader_new, const guint8 *data, gsize size)
{
  guint32 seed = weft_crc32c (0, data, size);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GByteArray) index = NULL;
  FuzzLog log;

  fuzz_log_open (&log, reader_new);
  fuzz_log_feed (&log, data, 0, size);
  weft_reader_finish (log.reader);
  index = make_index (log.pictures.trace);
  check_same (&log, index);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_autoptr (WeftPipelineStats) stats = NULL;
      WeftPipelineTrace *other;

      other = restore (changed, &stats);
      if (other != NULL)
        look_at_all (other, log.store, fuzz_is_pictured (data, size));
      if (stats != NULL)
        g_free (tell_stats (other, stats));
      g_clear_object (&other);
    }
  fuzz_log_close (&log);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (g_strstr_len ((const char *) data, (gssize) size, "O3PipeView") != NULL)
    check_index (weft_pipeline_o3_reader_new, data, size);
  else
    check_index (weft_pipeline_kanata_reader_new, data, size);
  return 0;
}
