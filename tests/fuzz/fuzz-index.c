/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index.h"
#include "fuzz-index-look.h"
#include "weft-pipeline-dependencies.h"
#include "weft-pipeline-facts.h"
#include "weft-pipeline-findings.h"
#include "weft-pipeline-history.h"
#include "weft-pipeline-index.h"
#include "weft-pipeline-kanata-reader.h"
#include "weft-pipeline-mca-reader.h"
#include "weft-pipeline-o3-reader.h"
#include "weft-pipeline-stats-count.h"
#include "weft-pipeline-stats-index.h"
#include "weft-pipeline-uica-reader.h"

/* Index files of any log, in which something was changed by somebody who knows how to make all checksums right: they
 * are refused, or make a trace of which everything can be looked at, as can what was derived of it. Without a change it is the
 * trace that was read, with the statistics that are counted, and what is known of why ops are late.
 * (The log is what is fuzzed, and says what is changed, so that seeds hold whatever index files look like.) */

/* Of longer logs there is no history here. */
#define MAX_CYCLES 4096

/* All that is derived of a whole log, one from the other. */
typedef struct
{
  WeftPipelineStats *stats;
  WeftPipelineExplainer *explainer;
  WeftPipelineSlots *slots;
  WeftPipelineHistory *history;           /* NULL: it has none */
  WeftPipelineDependencies *dependencies; /* NULL: not all of it is there */
} Derived;

static void
derived_clear (Derived *self)
{
  g_clear_pointer (&self->dependencies, weft_pipeline_dependencies_free);
  g_clear_pointer (&self->history, weft_pipeline_history_free);
  g_clear_pointer (&self->slots, weft_pipeline_slots_free);
  g_clear_pointer (&self->explainer, weft_pipeline_explainer_free);
  g_clear_pointer (&self->stats, weft_pipeline_stats_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Derived, derived_clear)

/* The history takes as long as the log is in cycles, up to many of them: longer than all else, of a small input. */
static gboolean
has_history (const WeftPipelineStats *stats)
{
  return weft_cycles_between (stats->first, stats->end) < MAX_CYCLES;
}

static Derived
count_all (WeftPipelineTrace *trace)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  Derived self = { .stats = weft_pipeline_stats_new (snapshot, NULL, NULL, NULL) };

  self.explainer = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  self.slots = weft_pipeline_slots_new (self.explainer, NULL, NULL);
  weft_pipeline_slots_index (self.slots, NULL, NULL);
  if (has_history (self.stats))
    self.history = weft_pipeline_history_new (self.explainer, self.slots, self.stats->first,
                                              self.stats->end, WEFT_HISTORY_BUCKETS, NULL, NULL);
  self.dependencies = weft_pipeline_dependencies_new (snapshot, NULL, NULL);
  return self;
}

/* The index file of the trace with all that is derived of it, as if they were in one file. */
static GByteArray *
make_index (WeftPipelineTrace *trace, const Derived *derived)
{
  FuzzIndex index = fuzz_index_begin ();

  weft_pipeline_trace_put (WEFT_TRACE (trace), index.writer);
  weft_pipeline_stats_put (derived->stats, index.writer);
  weft_pipeline_explainer_put (derived->explainer, index.writer);
  weft_pipeline_slots_put (derived->slots, index.writer);
  if (derived->history != NULL)
    weft_pipeline_history_put (derived->history, index.writer);
  weft_pipeline_dependencies_put (derived->dependencies, index.writer);
  return fuzz_index_end (&index);
}

/* --- looking ---------------------------------------------------------------------------------------------- */

/* `derived` has what there is of it. */
static WeftPipelineTrace *
restore (const GByteArray *index, Derived *derived)
{
  g_autoptr (WeftPipelineTrace) trace = weft_pipeline_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);
  g_autoptr (WeftPipelineSnapshot) snapshot = NULL;

  if (reader == NULL || !weft_pipeline_trace_take (trace, reader))
    return NULL;
  snapshot = weft_pipeline_trace_ref_snapshot (trace);
  derived->stats = weft_pipeline_stats_take (snapshot, reader);
  if (derived->stats != NULL)
    derived->explainer = weft_pipeline_explainer_take (snapshot, reader);
  if (derived->explainer != NULL)
    derived->slots = weft_pipeline_slots_take (derived->explainer, reader);
  if (derived->slots != NULL && has_history (derived->stats))
    derived->history = weft_pipeline_history_take (
      derived->explainer, derived->slots, derived->stats->first, derived->stats->end, reader);
  if (derived->slots != NULL && (derived->history != NULL || !has_history (derived->stats)))
    derived->dependencies = weft_pipeline_dependencies_take (snapshot, reader);
  return g_steal_pointer (&trace);
}

/* All that statistics tell, as a text: (transfer full). */
static char *
tell_stats (WeftPipelineTrace *trace, const WeftPipelineStats *stats)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_autoptr (GArray) findings = weft_pipeline_findings_new (snapshot, stats, NULL, NULL);
  const WeftPipelineFacts facts = { .snapshot = snapshot,
                                    .stats = stats,
                                    .resources = weft_pipeline_trace_get_resources (trace) };
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

/* Why each op was late, as a text. */
static void
tell_parts (WeftPipelineExplainer *explainer, guint32 n_ops, GString *text)
{
  for (guint32 op = 0; op < n_ops; op++)
    {
      guint n_parts;
      const WeftLatencyPart *parts = weft_explain_op (explainer, op, &n_parts);

      g_string_append_printf (text, "\n%u", weft_pipeline_explainer_follows_squash (explainer, op));
      for (guint i = 0; i < n_parts; i++)
        g_string_append_printf (text, " %d %" G_GINT64_FORMAT " %u %" G_GUINT64_FORMAT,
                                (int) parts[i].cause, parts[i].first, parts[i].producer,
                                parts[i].lost);
    }
}

/* Where slots went, and what was in flight, in tenths of the log. */
static void
tell_history (const Derived *derived, GString *text)
{
  const guint64 length = weft_cycles_between (derived->stats->first, derived->stats->end);

  for (guint part = 0; part < 10; part++)
    {
      gint64 from = (gint64) ((guint64) derived->stats->first + length / 10 * part);
      gint64 to = (gint64) ((guint64) from + length / 10);
      guint64 slots[WEFT_N_CPI_PARTS], n_retired;

      weft_pipeline_slots_sum (derived->slots, from, to, slots, &n_retired);
      for (guint i = 0; i < WEFT_N_CPI_PARTS; i++)
        g_string_append_printf (text, " %" G_GUINT64_FORMAT, slots[i]);
      if (!weft_pipeline_history_align (derived->history, &from, &to))
        continue;
      for (guint i = 0; i < weft_pipeline_history_get_n_stages (derived->history); i++)
        g_string_append_printf (
          text, " %" G_GUINT64_FORMAT,
          weft_pipeline_history_sum (derived->history, WEFT_HISTORY_STAGE, i, from, to));
    }
}

static void
tell_dependencies (const WeftPipelineDependencies *dependencies, guint32 n_ops, GString *text)
{
  for (guint32 op = 0; op < n_ops; op++)
    {
      g_autoptr (GArray) steps = weft_pipeline_dependencies_trace (dependencies, op, 20, NULL);

      for (guint i = 0; i < steps->len; i++)
        {
          const WeftDependencyStep *step = &g_array_index (steps, WeftDependencyStep, i);

          g_string_append_printf (text, " %u-%u", step->producer, step->consumer);
        }
    }
}

/* All of it as a text: (transfer full). */
static char *
tell_derived (WeftPipelineTrace *trace, const Derived *derived)
{
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (trace);
  g_autofree char *stats = tell_stats (trace, derived->stats);
  GString *text = g_string_new (stats);

  if (derived->explainer != NULL)
    tell_parts (derived->explainer, snapshot->n_ops, text);
  if (derived->dependencies != NULL)
    tell_dependencies (derived->dependencies, snapshot->n_ops, text);
  if (derived->history != NULL)
    {
      const gint64 first = derived->stats->first, end = derived->stats->end;
      g_autoptr (WeftPipelineHistory) part = weft_pipeline_history_new_part (
        derived->history, first, weft_cycles_between (first, end) > 500 ? first + 500 : end);

      tell_history (derived, text);
      g_string_append_printf (text, " %" G_GUINT64_FORMAT, weft_pipeline_history_get_bucket (part));
    }
  return g_string_free (text, FALSE);
}

/* The log's, or what its reader keeps. */
static WeftTextStore *
get_text (const FuzzLog *log)
{
  return weft_trace_get_text (WEFT_TRACE (log->pictures.trace));
}

/* All of a file in which nothing was changed comes back. */
static void
check_same (const FuzzLog *log, const GByteArray *index, const Derived *counted)
{
  g_auto (Derived) kept = { NULL };
  g_autoptr (WeftPipelineTrace) same = restore (index, &kept);

  g_assert_nonnull (same);
  g_assert_nonnull (kept.dependencies);
  weft_trace_set_text (WEFT_TRACE (same), get_text (log));
  assert_same_dump (dump_trace (WEFT_TRACE (log->pictures.trace), DUMP_ALL),
                    dump_trace (WEFT_TRACE (same), DUMP_ALL));
  assert_same_dump (tell_derived (log->pictures.trace, counted), tell_derived (same, &kept));
}

static void
check_index (FuzzReaderNew reader_new, const guint8 *data, gsize size)
{
  guint32 seed = weft_crc32c (0, data, size);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GByteArray) index = NULL;
  g_auto (Derived) counted = { NULL };
  FuzzLog log;

  fuzz_log_open (&log, reader_new);
  fuzz_log_feed (&log, data, 0, size);
  weft_reader_finish (log.reader);
  counted = count_all (log.pictures.trace);
  index = make_index (log.pictures.trace, &counted);
  check_same (&log, index, &counted);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_auto (Derived) derived = { NULL };
      WeftPipelineTrace *other = restore (changed, &derived);

      if (other != NULL)
        fuzz_look_at_all (other, get_text (&log), fuzz_is_pictured (data, size));
      if (derived.stats != NULL)
        g_free (tell_derived (other, &derived));
      g_clear_object (&other);
    }
  fuzz_log_close (&log);
}

/* That which reads a log of such bytes. */
static FuzzReaderNew
choose_reader (const guint8 *data, gsize size)
{
  const char *bytes = (const char *) data;

  if (size > 0 && *bytes == '{')
    return g_strstr_len (bytes, (gssize) size, "CodeRegions") != NULL
             ? weft_pipeline_mca_reader_new
             : weft_pipeline_uica_reader_new;
  return fuzz_is_o3 (data, size) ? weft_pipeline_o3_reader_new : weft_pipeline_kanata_reader_new;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  check_index (choose_reader (data, size), data, size);
  return 0;
}
