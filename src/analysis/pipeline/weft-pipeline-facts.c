/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-facts.h"

#include "weft-pipeline-function-stats.h"
#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static WeftPipelineTrace *
get_trace (const WeftPipelineFacts *self)
{
  return self->snapshot->trace;
}

static WeftCell
id_cell (const WeftPipelineFacts *self, guint32 op)
{
  WeftOp info;

  if (op == WEFT_NO_ROW)
    return weft_cell_none ();
  weft_pipeline_snapshot_get_op (self->snapshot, op, &info);
  return weft_cell_signed (info.id);
}

static WeftCell
label_cell (const WeftPipelineFacts *self, guint32 op)
{
  if (op == WEFT_NO_ROW)
    return weft_cell_none ();
  return weft_cell_text (weft_pipeline_snapshot_get_label (self->snapshot, op));
}

static WeftCell
mean_cell (guint64 total, guint64 count)
{
  return weft_cell_real (count > 0 ? (double) total / (double) count : (double) NAN);
}

/* --- stages --------------------------------------------------------------------------------------- */

static const WeftField stage_columns[] = {
  { "name", N_ ("Stage") },
  { "lane", N_ ("Lane") },
  { "count", N_ ("Count"), .doc = N_ ("Stages of this name that have ended") },
  { "total", N_ ("Cycles"), .doc = N_ ("Cycles of all of them together") },
  { "p50", "p50", .doc = N_ ("Half of them took at most so many cycles") },
  { "p90", "p90", .doc = N_ ("90 % of them took at most so many cycles") },
  { "p99", "p99", .doc = N_ ("99 % of them took at most so many cycles") },
  { "max", N_ ("Max"), .doc = N_ ("Cycles of the longest") },
  { "mean", N_ ("Mean"), .doc = N_ ("Cycles, on average") },
  { "open", N_ ("Open"), .doc = N_ ("Stages that have not ended, counted nowhere else") },
  { "longest_op", N_ ("Longest in op"), .doc = N_ ("The id of the first op with the longest one") },
};

static WeftCell
percentile_cell (const WeftHistogram *lengths, guint per_mille)
{
  if (lengths->n_values == 0)
    return weft_cell_none ();
  return weft_cell_count (weft_histogram_get_percentile (lengths, per_mille));
}

static void
fill_stage (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineFacts *self = data;
  const WeftPipelineStageStats *stage =
    &g_array_index (self->stats->stages, WeftPipelineStageStats, row);
  const WeftHistogram *lengths = &stage->lengths;
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (get_trace (self), stage->kind, &info);
  *cells++ = weft_cell_text (g_strdup (info.name));
  *cells++ = weft_cell_text (g_strdup (info.lane));
  *cells++ = weft_cell_count (lengths->n_values);
  *cells++ = weft_cell_count (lengths->total);
  *cells++ = percentile_cell (lengths, 500);
  *cells++ = percentile_cell (lengths, 900);
  *cells++ = percentile_cell (lengths, 990);
  *cells++ = percentile_cell (lengths, 1000);
  *cells++ = mean_cell (lengths->total, lengths->n_values);
  *cells++ = weft_cell_count (stage->n_open);
  *cells++ = id_cell (self, stage->longest_op);
}

/* --- stalls --------------------------------------------------------------------------------------- */

#define STALL_COLUMNS(cycles_title, share_title, mean_title, max_title) \
  { \
    { "type", N_ ("Kind"), \
      .doc = \
        N_ ("stall: in a stage of another lane than the pipeline’s; gap: in no stage; long: " \
            "estimated, as the log has one lane, cycles beyond the shortest stage of the name") }, \
      { "reason", N_ ("By"), .doc = N_ ("The stage in the other lane") }, \
      { "lane", N_ ("Lane"), .doc = N_ ("The other lane") }, \
      { "stage", N_ ("Stage"), \
        .doc = \
          N_ ("The stage of the pipeline that the op was in meanwhile; that ended last before a " \
              "gap") }, \
      { "ops", N_ ("Ops"), .doc = N_ ("That had such cycles") }, \
      { "cycles", cycles_title, .doc = N_ ("Of all of them together") }, \
      { "share", share_title, .unit = WEFT_UNIT_SHARE, \
        .doc = N_ ("Of the cycles from fetch to end of all ops") }, \
      { "mean", mean_title, .doc = N_ ("Cycles per op that had any") }, \
      { "max", max_title, .doc = N_ ("Cycles of the op with most of them") }, \
      { "longest_op", N_ ("Longest in op"), .doc = N_ ("The id of the first such op") }, \
  }

static const WeftField stall_columns[] =
  STALL_COLUMNS (N_ ("Cycles"), N_ ("Share"), N_ ("Mean"), N_ ("Max"));
static const WeftField estimated_stall_columns[] =
  STALL_COLUMNS (N_ ("≈ Cycles"), N_ ("≈ Share"), N_ ("≈ Mean"), N_ ("≈ Max"));

static void
fill_stall (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineFacts *self = data;
  const WeftPipelineStallStats *stats =
    &g_array_index (self->stats->stalls, WeftPipelineStallStats, row);
  const WeftStall *stall = &stats->stall;
  WeftKindInfo reason = { .name = NULL, .lane = NULL }, stage = { .name = NULL };

  if (stall->type == WEFT_STALL_LANE)
    weft_pipeline_trace_get_kind (get_trace (self), stall->reason, &reason);
  if (stall->has_stage)
    weft_pipeline_trace_get_kind (get_trace (self), stall->stage, &stage);
  *cells++ = weft_cell_text (g_strdup (weft_stall_type_to_string (stall->type)));
  *cells++ = weft_cell_text (g_strdup (reason.name));
  *cells++ = weft_cell_text (g_strdup (reason.lane));
  *cells++ = weft_cell_text (g_strdup (stage.name));
  *cells++ = weft_cell_count (stats->n_ops);
  *cells++ = weft_cell_count (stall->cycles);
  *cells++ = mean_cell (stall->cycles, self->stats->latency.total);
  *cells++ = mean_cell (stall->cycles, stats->n_ops);
  *cells++ = weft_cell_count (stats->max);
  *cells++ = id_cell (self, stats->longest_op);
}

static char *
get_valid_name (WeftPipelineTrace *trace, WeftKind kind)
{
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (trace, kind, &info);
  return g_utf8_make_valid (info.name, -1);
}

char *
weft_stall_describe (const WeftStall *stall, WeftPipelineTrace *trace)
{
  g_autofree char *stage = stall->has_stage ? get_valid_name (trace, stall->stage) : NULL;
  g_autofree char *reason = NULL;

  switch (stall->type)
    {
    case WEFT_STALL_GAP:
      return stage != NULL ? g_strdup_printf (_ ("in no stage, after %s"), stage)
                           : g_strdup (_ ("in no stage, at first"));
    case WEFT_STALL_LENGTH:
      return g_strdup_printf (_ ("longer in %s"), stage);
    case WEFT_STALL_LANE:
    case WEFT_N_STALL_TYPES:
    default:
      reason = get_valid_name (trace, stall->reason);
      return stage != NULL ? g_strdup_printf (_ ("by %s in %s"), reason, stage)
                           : g_strdup_printf (_ ("by %s"), reason);
    }
}

/* --- PCs ------------------------------------------------------------------------------------------ */

#define PC_COLUMNS(stall_title, stall_hint) \
  { \
    { "pc", N_ ("PC") }, { "label", N_ ("First label"), .flags = WEFT_FIELD_LAST }, \
      { "ops", N_ ("Ops"), .doc = N_ ("How often it was executed, flushed ones included") }, \
      { "flushed", N_ ("Flushed"), .doc = N_ ("Ops of them that were flushed") }, \
      { "latency_mean", N_ ("Mean latency"), .doc = N_ ("Cycles from fetch to end") }, \
      { "latency_max", N_ ("Max latency"), .doc = N_ ("Cycles of the slowest") }, \
      { "stall_cycles", stall_title, .doc = stall_hint }, { "retired", NULL }, \
      { "squashes", N_ ("Squashes"), \
        .doc = N_ ("Runs of flushed ops that one of them precedes") }, \
      { "squashed_ops", NULL }, \
      { "slowest_op", N_ ("Slowest op"), \
        .doc = N_ ("The id of the first op with the most " \
                   "latency") }, \
      { "function", N_ ("Function") }, { "source", N_ ("Source") }, \
  }

#define STALL_HINT N_ ("Cycles in stages of any lane but the pipeline’s, of all of them together")
#define ESTIMATED_HINT \
  N_ ("Estimated, as the log has one lane: cycles beyond the shortest stage of each name")

static const WeftField pc_columns[] = PC_COLUMNS (N_ ("Stall cycles"), STALL_HINT);
static const WeftField estimated_pc_columns[] = PC_COLUMNS (N_ ("≈ Stall cycles"), ESTIMATED_HINT);

/* The last two are there with symbols alone. */
#define N_SYMBOL_COLUMNS 2

static void
fill_pc (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineFacts *self = data;
  const WeftPipelinePcStats *pc = &g_array_index (self->stats->pcs, WeftPipelinePcStats, row);
  gboolean has_ops = pc->n_ops > 0;
  WeftSymbol symbol = { NULL, 0, NULL, 0 };

  *cells++ = pc->has_pc ? weft_cell_address (pc->pc) : weft_cell_text (g_strdup ("—"));
  *cells++ = label_cell (self, pc->first_op);
  *cells++ = weft_cell_count (pc->n_ops);
  *cells++ = weft_cell_count (pc->n_flushed);
  *cells++ = mean_cell (pc->latency_total, pc->n_ops);
  *cells++ = has_ops ? weft_cell_count (pc->latency_max) : weft_cell_none ();
  *cells++ = weft_cell_count (pc->stall_cycles);
  *cells++ = weft_cell_count (pc->n_retired);
  *cells++ = weft_cell_count (pc->n_squashes);
  *cells++ = weft_cell_count (pc->n_squashed);
  *cells++ = id_cell (self, pc->slowest_op);
  if (self->symbols == NULL)
    return;
  if (pc->has_pc)
    weft_pipeline_symbols_find (self->symbols, pc->pc, &symbol);
  *cells++ = weft_cell_text (g_strdup (symbol.function));
  *cells++ = weft_cell_text (symbol.file != NULL ? weft_symbol_format_source (&symbol) : NULL);
}

/* --- functions ------------------------------------------------------------------------------------ */

#define FUNCTION_COLUMNS(stall_title, stall_hint) \
  { \
    { "function", N_ ("Function") }, \
      { "pcs", N_ ("PCs"), .doc = N_ ("Different addresses that were executed") }, \
      { "ops", N_ ("Ops"), .doc = N_ ("Flushed ones included") }, \
      { "flushed", N_ ("Flushed"), .doc = N_ ("Ops of them that were flushed") }, \
      { "latency_mean", N_ ("Mean latency"), .doc = N_ ("Cycles from fetch to end") }, \
      { "latency_max", N_ ("Max latency"), .doc = N_ ("Cycles of the slowest") }, \
      { "stall_cycles", stall_title, .doc = stall_hint }, \
      { "squashes", N_ ("Squashes"), \
        .doc = N_ ("Runs of flushed ops that one of them precedes") }, \
      { "slowest_op", N_ ("Slowest op"), \
        .doc = N_ ("The id of the first op with the most " \
                   "latency") }, \
  }

static const WeftField function_columns[] = FUNCTION_COLUMNS (N_ ("Stall cycles"), STALL_HINT);
static const WeftField estimated_function_columns[] =
  FUNCTION_COLUMNS (N_ ("≈ Stall cycles"), ESTIMATED_HINT);

static void
fill_function (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineFacts *self = data;
  const WeftPipelineFunctionStats *function =
    &g_array_index (self->functions, WeftPipelineFunctionStats, row);
  gboolean has_ops = function->n_ops > 0;

  *cells++ = weft_cell_text (g_strdup (function->name != NULL ? function->name : "—"));
  *cells++ = weft_cell_count (function->n_pcs);
  *cells++ = weft_cell_count (function->n_ops);
  *cells++ = weft_cell_count (function->n_flushed);
  *cells++ = mean_cell (function->latency_total, function->n_ops);
  *cells++ = has_ops ? weft_cell_count (function->latency_max) : weft_cell_none ();
  *cells++ = weft_cell_count (function->stall_cycles);
  *cells++ = weft_cell_count (function->n_squashes);
  *cells++ = id_cell (self, function->slowest_op);
}

/* --- threads -------------------------------------------------------------------------------------- */

static const WeftField thread_columns[] = {
  { "tid", N_ ("Thread") },
  { "ops", N_ ("Ops") },
  { "retired", N_ ("Retired") },
  { "flushed", N_ ("Flushed") },
  { "open", N_ ("Open"), .doc = N_ ("Ops that have not ended") },
  { "ipc", N_ ("IPC"), .doc = N_ ("Retired ops per cycle") },
};

static void
fill_thread (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineFacts *self = data;
  const WeftPipelineThreadStats *thread =
    &g_array_index (self->stats->threads, WeftPipelineThreadStats, row);

  *cells++ = weft_cell_signed (thread->tid);
  *cells++ = weft_cell_count (thread->n_ops);
  *cells++ = weft_cell_count (thread->n_retired);
  *cells++ = weft_cell_count (thread->n_flushed);
  *cells++ = weft_cell_count (thread->n_open);
  *cells++ = mean_cell (thread->n_retired, weft_pipeline_stats_get_cycles (self->stats));
}

/* --- squashes ------------------------------------------------------------------------------------- */

static const WeftField squash_columns[] = {
  { "cycle", N_ ("Cycle"), .doc = N_ ("In which the first of its ops was flushed") },
  { "tid", N_ ("Thread") },
  { "ops", N_ ("Ops"), .doc = N_ ("That were flushed") },
  { "first", N_ ("First op"), .doc = N_ ("The id of the first of them") },
  { "cause", N_ ("Cause"), .doc = N_ ("The id of the last op before them that was not flushed") },
  { "cause_label", N_ ("Its label") },
};

static void
fill_squash (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineFacts *self = data;
  const WeftSquash *squash = &g_array_index (self->stats->squashes, WeftSquash, row);

  *cells++ = weft_cell_signed (squash->cycle);
  *cells++ = weft_cell_signed (squash->tid);
  *cells++ = weft_cell_count (squash->n_ops);
  *cells++ = id_cell (self, squash->first_op);
  *cells++ = id_cell (self, squash->cause);
  *cells++ = label_cell (self, squash->cause);
}

static const WeftField storm_columns[] = {
  { "first", N_ ("From cycle"), .doc = N_ ("Of its first squash") },
  { "last", N_ ("To cycle"), .doc = N_ ("After its last squash") },
  { "squashes", N_ ("Squashes"),
    .doc = N_ ("That follow one another at less than half of the "
               "distance that they have on average") },
  { "ops", N_ ("Ops"), .doc = N_ ("That were flushed") },
  { "cause", N_ ("Cause"), .doc = N_ ("The id of the op before its largest squash") },
  { "cause_label", N_ ("Its label") },
};

static void
fill_storm (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineFacts *self = data;
  const WeftSquashStorm *storm = &g_array_index (self->stats->storms, WeftSquashStorm, row);

  *cells++ = weft_cell_signed (storm->cycles.from);
  *cells++ = weft_cell_signed (storm->cycles.to);
  *cells++ = weft_cell_count (storm->n_squashes);
  *cells++ = weft_cell_count (storm->n_ops);
  *cells++ = id_cell (self, storm->cause);
  *cells++ = label_cell (self, storm->cause);
}

/* --- the critical path ------------------------------------------------------------------------------ */

static const WeftField path_columns[] = {
  { "type", N_ ("Step"),
    .doc = N_ ("What the path goes along: a stage, a gap between stages, the "
               "result of another op, the order of fetch or retire, a squash") },
  { "stage", N_ ("Stage") },
  { "op", N_ ("Op"), .doc = N_ ("The id of the op that the step leads to") },
  { "other", N_ ("From op"), .doc = N_ ("The id of the op that it comes from") },
  { "ops", N_ ("Ops"), .doc = N_ ("That the step leads past") },
  { "from", N_ ("From cycle") },
  { "to", N_ ("To cycle") },
  { "cycles", N_ ("Cycles"), .doc = N_ ("What the step cost") },
  { "label", N_ ("Label"), .flags = WEFT_FIELD_LAST },
};

static void
fill_step (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineFacts *self = data;
  const WeftPathStep *step = &g_array_index (self->path->steps, WeftPathStep, row);
  WeftKindInfo info = { .name = NULL };

  if (step->type == WEFT_STEP_STAGE)
    weft_pipeline_trace_get_kind (get_trace (self), step->kind, &info);
  *cells++ = weft_cell_text (g_strdup (weft_step_type_to_string (step->type)));
  *cells++ = weft_cell_text (g_strdup (info.name));
  *cells++ = id_cell (self, step->op);
  *cells++ = id_cell (self, step->other);
  *cells++ = weft_cell_count (step->n_ops);
  *cells++ = weft_cell_signed (step->from);
  *cells++ = weft_cell_signed (step->to);
  *cells++ = weft_cell_count (weft_cycles_between (step->from, step->to));
  *cells++ = label_cell (self, step->op);
}

/* --- over time -------------------------------------------------------------------------------------- */

static const WeftField curve_columns[] = {
  { "from", N_ ("From cycle") },
  { "to", N_ ("To cycle"), .doc = N_ ("The first that is no longer counted") },
  { "fetched", N_ ("Fetched"), .doc = N_ ("Ops") },
  { "retired", N_ ("Retired"), .doc = N_ ("Ops") },
  { "flushed", N_ ("Flushed"), .doc = N_ ("Ops") },
  { "ipc", N_ ("IPC"), .doc = N_ ("Retired ops per cycle") },
  { "cpi", N_ ("CPI"), .doc = N_ ("Cycles per retired op") },
  { "in_flight", N_ ("In flight"), .doc = N_ ("Ops, the mean over the cycles") },
  { "flush_rate", N_ ("Flush rate"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Flushed ops of those that ended") },
};

static void
fill_bucket (gpointer data, guint row, WeftCell *cells)
{
  const WeftPipelineCurves *curves = ((const WeftPipelineFacts *) data)->curves;
  const WeftCycleRange cycles = weft_pipeline_curves_get_cycles (curves, row);

  *cells++ = weft_cell_signed (cycles.from);
  *cells++ = weft_cell_signed (cycles.to);
  *cells++ = weft_cell_count (curves->n_fetched[row]);
  *cells++ = weft_cell_count (curves->n_retired[row]);
  *cells++ = weft_cell_count (curves->n_flushed[row]);
  for (guint curve = 0; curve < WEFT_N_CURVES; curve++)
    *cells++ = weft_cell_real (weft_pipeline_curves_get (curves, curve, row));
}

char *
weft_path_cost_describe (const WeftPathCost *cost, WeftPipelineTrace *trace)
{
  static const char *const words[] = {
    N_ ("stages"),         N_ ("between stages"), N_ ("results"),
    N_ ("order of fetch"), N_ ("after squashes"), N_ ("order of retire"),
  };
  g_autofree char *name = NULL;

  if (!cost->has_kind)
    return g_strdup (_ (words[cost->type]));
  name = get_valid_name (trace, cost->kind);
  if (cost->type == WEFT_STEP_FETCH)
    return g_strdup_printf (_ ("fetch while in %s"), name);
  return g_strdup_printf (_ ("stage %s"), name);
}

/* --- all of them ---------------------------------------------------------------------------------- */

WeftFacts
weft_pipeline_facts_get (const WeftPipelineFacts *self, WeftPipelineFactsKey key)
{
  const WeftPipelineStats *stats = self->stats;
  const guint n_pc_columns =
    G_N_ELEMENTS (pc_columns) - (self->symbols == NULL ? N_SYMBOL_COLUMNS : 0);
  gpointer data = (gpointer) self;

  switch (key)
    {
    case WEFT_PIPELINE_FACTS_PCS:
      return (WeftFacts){ stats->stall_estimated ? estimated_pc_columns : pc_columns, n_pc_columns,
                          stats->pcs->len, fill_pc, data };
    case WEFT_PIPELINE_FACTS_FUNCTIONS:
      return (WeftFacts){ stats->stall_estimated ? estimated_function_columns : function_columns,
                          G_N_ELEMENTS (function_columns),
                          self->functions != NULL ? self->functions->len : 0, fill_function, data };
    case WEFT_PIPELINE_FACTS_THREADS:
      return (WeftFacts){ thread_columns, G_N_ELEMENTS (thread_columns), stats->threads->len,
                          fill_thread, data };
    case WEFT_PIPELINE_FACTS_SQUASHES:
      return (WeftFacts){ squash_columns, G_N_ELEMENTS (squash_columns), stats->squashes->len,
                          fill_squash, data };
    case WEFT_PIPELINE_FACTS_STORMS:
      return (WeftFacts){ storm_columns, G_N_ELEMENTS (storm_columns), stats->storms->len,
                          fill_storm, data };
    case WEFT_PIPELINE_FACTS_PATH:
      return (WeftFacts){ path_columns, G_N_ELEMENTS (path_columns),
                          self->path != NULL ? self->path->steps->len : 0, fill_step, data };
    case WEFT_PIPELINE_FACTS_CURVES:
      return (WeftFacts){ curve_columns, G_N_ELEMENTS (curve_columns),
                          self->curves != NULL ? self->curves->n_buckets : 0, fill_bucket, data };
    case WEFT_PIPELINE_FACTS_STALLS:
      return (WeftFacts){ stats->stall_estimated ? estimated_stall_columns : stall_columns,
                          G_N_ELEMENTS (stall_columns), stats->stalls->len, fill_stall, data };
    case WEFT_PIPELINE_FACTS_STAGES:
    case WEFT_N_PIPELINE_FACTS:
    default:
      return (WeftFacts){ stage_columns, G_N_ELEMENTS (stage_columns), stats->stages->len,
                          fill_stage, data };
    }
}

guint32
weft_pipeline_facts_get_op (const WeftPipelineFacts *self, WeftPipelineFactsKey key, guint row)
{
  const WeftPipelineStats *stats = self->stats;
  const WeftPipelinePcStats *pc;
  const WeftSquash *squash;

  switch (key)
    {
    case WEFT_PIPELINE_FACTS_STAGES:
      return g_array_index (stats->stages, WeftPipelineStageStats, row).longest_op;
    case WEFT_PIPELINE_FACTS_STALLS:
      return g_array_index (stats->stalls, WeftPipelineStallStats, row).longest_op;
    case WEFT_PIPELINE_FACTS_PCS:
      pc = &g_array_index (stats->pcs, WeftPipelinePcStats, row);
      return pc->slowest_op != WEFT_NO_ROW ? pc->slowest_op : pc->first_op;
    case WEFT_PIPELINE_FACTS_FUNCTIONS:
      return g_array_index (self->functions, WeftPipelineFunctionStats, row).slowest_op;
    case WEFT_PIPELINE_FACTS_SQUASHES:
      squash = &g_array_index (stats->squashes, WeftSquash, row);
      return squash->cause != WEFT_NO_ROW ? squash->cause : squash->first_op;
    case WEFT_PIPELINE_FACTS_STORMS:
      return g_array_index (stats->storms, WeftSquashStorm, row).cause;
    case WEFT_PIPELINE_FACTS_PATH:
      return g_array_index (self->path->steps, WeftPathStep, row).op;
    case WEFT_PIPELINE_FACTS_THREADS:
      return g_array_index (stats->threads, WeftPipelineThreadStats, row).first_op;
    case WEFT_PIPELINE_FACTS_CURVES:
    case WEFT_N_PIPELINE_FACTS:
    default:
      return WEFT_NO_ROW;
    }
}

gboolean
weft_pipeline_facts_get_cycles (const WeftPipelineFacts *self, WeftPipelineFactsKey key, guint row,
                                WeftCycleRange *cycles)
{
  if (key == WEFT_PIPELINE_FACTS_CURVES)
    {
      *cycles = weft_pipeline_curves_get_cycles (self->curves, row);
      return TRUE;
    }
  if (key != WEFT_PIPELINE_FACTS_STORMS)
    return FALSE;
  *cycles = g_array_index (self->stats->storms, WeftSquashStorm, row).cycles;
  return TRUE;
}
