/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-pipeline.h"

#include "weft-number-block.h"
#include "weft-pipeline-facts.h"
#include "weft-pipeline-findings.h"
#include "weft-pipeline-part-fields.h"
#include "weft-pipeline-stats-count.h"
#include "weft-pipeline-trace-private.h"

#include <string.h>

typedef struct
{
  WeftPipelineOpSource ops; /* first: the data of ops and their parts */
  WeftPipelineSnapshot *snapshot;
  WeftPipelineTexts *texts;
  WeftPipelineExplainer *explainer; /* NULL: not yet asked for */
  WeftPipelineStats *stats;         /* likewise */
  WeftPipelineSymbols *symbols;     /* nullable */
  WeftPipelineFacts facts;
  WeftStageBuffer stages;
  GArray *producers;  /* WeftDependency */
  gboolean has_waits; /* the ticks from fetches to dependencies of ops are known: */
  gint64 least_wait;
  gint64 greatest_wait;
} Source;

/* --- ops and their parts ------------------------------------------------------------------------ */

static gboolean
open_ops (gpointer source, WeftFacts *facts, GCancellable *cancellable G_GNUC_UNUSED,
          GError **error G_GNUC_UNUSED)
{
  Source *self = source;

  *facts = (WeftFacts){ .data = &self->ops, .n_rows = self->snapshot->n_ops };
  return TRUE;
}

static gboolean
prepare_ops (gpointer source, const WeftField *field, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  if (!g_str_equal (field->key, "stall") || self->explainer != NULL)
    return TRUE;
  self->ops.explainer = self->explainer =
    weft_pipeline_explainer_new (self->snapshot, cancellable, error);
  return self->explainer != NULL;
}

static WeftCell
get_op_id (gconstpointer data, guint op)
{
  return weft_schema_find (&weft_pipeline_op_schema, WEFT_FIELD_FILTER, "id")->get (data, op);
}

static WeftCell
get_op_fetch (gconstpointer data, guint op)
{
  return weft_cell_signed (weft_op_fetch (((const Source *) data)->snapshot, op));
}

static gint64
add_clamped (gint64 a, gint64 b)
{
  gint64 sum;

  return !__builtin_add_overflow (a, b, &sum) ? sum : (a < 0 ? G_MININT64 : G_MAXINT64);
}

/* A stage lies near the fetch of its op. */
static WeftFieldGet
bound_part (gconstpointer data, const WeftField *column, gint64 *least, gint64 *greatest)
{
  gint64 least_lag, greatest_lag;

  if (strcmp (column->key, "id") == 0)
    return get_op_id;
  if (strcmp (column->key, "start") != 0 && strcmp (column->key, "end") != 0)
    return NULL;
  weft_pipeline_snapshot_get_lags (((const Source *) data)->snapshot, &least_lag, &greatest_lag);
  *least = add_clamped (*least, -greatest_lag);
  *greatest = add_clamped (*greatest, -least_lag);
  return get_op_fetch;
}

static void
find_waits (Source *self)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;
  const guint n_rows = weft_table_length (&trace->deps);

  self->least_wait = self->greatest_wait = 0;
  for (guint first = 0; first < n_rows; first += WEFT_FIELD_BLOCK)
    {
      guint n = MIN (n_rows - first, WEFT_FIELD_BLOCK);
      gint64 ticks[WEFT_FIELD_BLOCK];
      guint8 gaps[WEFT_FIELD_BLOCK];

      weft_number_block_read_compact (&trace->deps, &trace->compact, DEP_CYCLE, first, n, ticks,
                                      gaps);
      for (guint i = 0; i < n; i++)
        {
          self->least_wait = MIN (self->least_wait, ticks[i]);
          self->greatest_wait = MAX (self->greatest_wait, ticks[i]);
        }
    }
  self->has_waits = TRUE;
}

/* A dependency lies near the fetch of its op, too: cycles are rounded, twice. */
static WeftFieldGet
bound_dependency (gconstpointer data, const WeftField *column, gint64 *least, gint64 *greatest)
{
  Source *self = (Source *) data;
  const gint64 ticks = self->snapshot->ticks_per_cycle;

  if (strcmp (column->key, "cycle") != 0)
    return bound_part (data, column, least, greatest);
  if (!self->has_waits)
    find_waits (self);
  *least = add_clamped (*least, -(self->greatest_wait / ticks) - 2);
  *greatest = add_clamped (*greatest, -(self->least_wait / ticks) + 2);
  return get_op_fetch;
}

static gboolean
op_rises (gconstpointer data, const WeftField *column)
{
  return strcmp (column->key, "fetch") == 0
         && weft_pipeline_snapshot_fetch_rises (((const Source *) data)->snapshot);
}

static gboolean
bound_rises (gconstpointer data, const WeftField *column)
{
  return (strcmp (column->key, "start") == 0 || strcmp (column->key, "end") == 0
          || strcmp (column->key, "cycle") == 0)
         && weft_pipeline_snapshot_fetch_rises (((const Source *) data)->snapshot);
}

static void
list_stages (gconstpointer data, guint op, GArray *items)
{
  Source *self = (Source *) data;
  gint64 id;

  weft_pipeline_snapshot_get_stages (self->snapshot, op, &self->stages);
  if (self->stages.n_stages == 0)
    return;
  id = weft_pipeline_snapshot_get_id (self->snapshot, op);
  g_array_set_size (items, self->stages.n_stages);
  for (guint i = 0; i < self->stages.n_stages; i++)
    g_array_index (items, WeftPipelineStageRow, i) =
      (WeftPipelineStageRow){ op, id, self->stages.stages[i] };
}

static guint
number_stage (gconstpointer item)
{
  return ((const WeftPipelineStageRow *) item)->stage.stage;
}

static void
list_dependencies (gconstpointer data, guint op, GArray *items)
{
  Source *self = (Source *) data;
  gint64 id;

  g_array_set_size (self->producers, 0);
  weft_pipeline_snapshot_get_producers (self->snapshot, op, self->producers);
  if (self->producers->len == 0)
    return;
  id = weft_pipeline_snapshot_get_id (self->snapshot, op);
  for (guint i = 0; i < self->producers->len; i++)
    {
      const WeftPipelineDependencyRow row = { id,
                                              g_array_index (self->producers, WeftDependency, i) };

      g_array_append_val (items, row);
    }
}

/* --- statistics --------------------------------------------------------------------------------- */

static gboolean
measure (Source *self, GCancellable *cancellable, GError **error)
{
  if (self->stats == NULL)
    self->stats = weft_pipeline_stats_new (self->snapshot, NULL, cancellable, error);
  self->facts = (WeftPipelineFacts){ .snapshot = self->snapshot,
                                     .stats = self->stats,
                                     .symbols = self->symbols };
  return self->stats != NULL;
}

#define OPEN(name, key) \
  WEFT_QUERY_OPEN (name, Source, measure, weft_pipeline_facts_get (&self->facts, key))

OPEN (open_pcs, WEFT_PIPELINE_FACTS_PCS)
OPEN (open_squashes, WEFT_PIPELINE_FACTS_SQUASHES)
OPEN (open_storms, WEFT_PIPELINE_FACTS_STORMS)
OPEN (open_stalls, WEFT_PIPELINE_FACTS_STALLS)
OPEN (open_reasons, WEFT_PIPELINE_FACTS_REASONS)
OPEN (open_threads, WEFT_PIPELINE_FACTS_THREADS)
OPEN (open_cpi, WEFT_PIPELINE_FACTS_CPI)

static GArray *
find (gpointer source, GCancellable *cancellable, GError **error)
{
  Source *self = source;

  return measure (self, cancellable, error)
           ? weft_pipeline_findings_new (self->snapshot, self->stats, cancellable, error)
           : NULL;
}

/* --- the family --------------------------------------------------------------------------------- */

#define FILTER WEFT_FIELD_FILTER
#define STATISTICS(key) .schema = &weft_pipeline_table_schemas[WEFT_PIPELINE_FACTS_##key]

/* A column of ids of ops. */
#define OP(column) \
  { \
    column, "op", "id" \
  }

static const WeftQueryTable tables[] = {
  { .name = "op",
    .schema = &weft_pipeline_op_schema,
    .flags = FILTER,
    .more = WEFT_FIELD_TABLE,
    .indexed = WEFT_QUERY_KEYS ("id", "row", "line", "fetch", "end"),
    .is_shown = TRUE,
    .times = WEFT_QUERY_KEYS ("fetch", "end", "consumes", "produces", "store"),
    .links = WEFT_QUERY_LINKS (OP ("id"), { "line", "op", "line" }),
    .open = open_ops,
    .rises = op_rises,
    .prepare = prepare_ops },
  { .name = "stage",
    .schema = &weft_pipeline_stage_schema,
    .flags = WEFT_FIELD_CSV,
    .more = WEFT_FIELD_ARGUMENT,
    .id_name = "op",
    .indexed = WEFT_QUERY_KEYS ("id", "start", "end"),
    .times = WEFT_QUERY_KEYS ("start", "end"),
    .links = WEFT_QUERY_LINKS (OP ("op")),
    .open = open_ops,
    .list = list_stages,
    .number = number_stage,
    .bound = bound_part,
    .rises = bound_rises },
  { .name = "dependency",
    .schema = &weft_pipeline_dependency_schema,
    .flags = WEFT_FIELD_CSV,
    .id_name = "op",
    .indexed = WEFT_QUERY_KEYS ("id", "cycle"),
    .times = WEFT_QUERY_KEYS ("cycle"),
    .links = WEFT_QUERY_LINKS (OP ("op"), OP ("producer")),
    .open = open_ops,
    .list = list_dependencies,
    .bound = bound_dependency,
    .rises = bound_rises },
  { .name = "pc",
    STATISTICS (PCS),
    .links = WEFT_QUERY_LINKS (OP ("slowest_op")),
    .open = open_pcs },
  { .name = "squash",
    STATISTICS (SQUASHES),
    .times = WEFT_QUERY_KEYS ("cycle"),
    .links = WEFT_QUERY_LINKS (OP ("first"), OP ("cause")),
    .open = open_squashes },
  { .name = "storm",
    STATISTICS (STORMS),
    .times = WEFT_QUERY_KEYS ("first", "last"),
    .links = WEFT_QUERY_LINKS (OP ("cause")),
    .open = open_storms },
  { .name = "stall",
    STATISTICS (STALLS),
    .links = WEFT_QUERY_LINKS (OP ("longest_op")),
    .open = open_stalls },
  { .name = "reason",
    STATISTICS (REASONS),
    .links = WEFT_QUERY_LINKS (OP ("longest_op")),
    .open = open_reasons },
  { .name = "thread", STATISTICS (THREADS), .open = open_threads },
  { .name = "cpi", STATISTICS (CPI), .open = open_cpi },
};

static const WeftQueryMetric metrics[] = {
  { "ops", "Ops", "SELECT count(*) FROM @op" },
  { "retired", "Ops that retired", "SELECT sum(retired) FROM @op" },
  { "flushed", "Ops that were flushed", "SELECT sum(flushed) FROM @op" },
  { "cycles", "Cycles from the first fetch to the last that the log reached",
    "SELECT " WEFT_QUERY_LENGTH },
  { "ipc", "Retired ops per cycle",
    "SELECT sum(retired) * 1.0 / nullif((SELECT " WEFT_QUERY_LENGTH "), 0) FROM @op" },
  { "latency_mean", "Cycles from fetch to end, of ops that ended",
    "SELECT avg(latency) FROM @op WHERE NOT open" },
  { "latency_p99", "Cycles that 99 % of them took at most",
    "SELECT percentile(latency, 99) FROM @op WHERE NOT open" },
  { "stall_cycles", "Cycles in which ops were held up, an estimate", "SELECT sum(stall) FROM @op" },
  { "squashes", "Runs of flushed ops", "SELECT count(*) FROM @squash" },
};

static void
close_source (gpointer source)
{
  Source *self = source;

  g_clear_pointer (&self->explainer, weft_pipeline_explainer_free);
  g_clear_pointer (&self->stats, weft_pipeline_stats_free);
  g_clear_pointer (&self->symbols, weft_pipeline_symbols_unref);
  weft_pipeline_texts_free (self->texts);
  weft_stage_buffer_clear (&self->stages);
  g_array_unref (self->producers);
  weft_pipeline_snapshot_unref (self->snapshot);
  g_free (self);
}

static gpointer
open_source (WeftTrace *trace, const WeftQueryOptions *options, GError **error)
{
  Source *self = g_new0 (Source, 1);

  self->snapshot = weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  self->texts = weft_pipeline_texts_new (self->snapshot);
  self->producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  self->ops = (WeftPipelineOpSource){ .snapshot = self->snapshot, .texts = self->texts };
  if (options->elf == NULL)
    return self;
  self->symbols = weft_pipeline_symbols_new (options->elf, error);
  if (self->symbols == NULL)
    g_clear_pointer (&self, close_source);
  return self;
}

static gboolean
get_times (gpointer source, gint64 *first, gint64 *last)
{
  const Source *self = source;

  *first = weft_pipeline_snapshot_get_first_cycle (self->snapshot);
  *last = weft_pipeline_snapshot_get_last_cycle (self->snapshot);
  return self->snapshot->n_ops > 0;
}

static const char *
find_symbol (gpointer source, guint64 address)
{
  const Source *self = source;
  WeftSymbol symbol = { NULL };

  if (self->symbols == NULL || !weft_pipeline_symbols_find (self->symbols, address, &symbol))
    return NULL;
  return symbol.function;
}

const WeftQueryFamily weft_query_pipeline = {
  .name = "pipeline",
  .doc = "Pipeline logs: Kanata, gem5's O3PipeView and what is read as them. Time is in cycles",
  .get_type = weft_pipeline_trace_get_type,
  .tables = tables,
  .n_tables = G_N_ELEMENTS (tables),
  .metrics = metrics,
  .n_metrics = G_N_ELEMENTS (metrics),
  .open = open_source,
  .close = close_source,
  .find = find,
  .get_times = get_times,
  .find_symbol = find_symbol,
};
