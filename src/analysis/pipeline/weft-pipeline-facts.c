/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-facts.h"

#include "weft-pipeline-id-cell.h"

#include "weft-histogram-cells.h"
#include "weft-pipeline-function-stats.h"
#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* --- cells of several tables, whose data are all the WeftPipelineFacts ------------------------------ */

static WeftPipelineTrace *
get_trace (const WeftPipelineFacts *self)
{
  return self->snapshot->trace;
}

static WeftCell
as_id (gconstpointer data, gint64 op)
{
  WeftOp info;

  if (op == WEFT_NO_ROW)
    return weft_cell_none ();
  weft_pipeline_snapshot_get_op (((const WeftPipelineFacts *) data)->snapshot, (guint32) op, &info);
  return weft_pipeline_id_cell (((const WeftPipelineFacts *) data)->snapshot->trace, info.id);
}

static WeftCell
as_label (gconstpointer data, gint64 op)
{
  if (op == WEFT_NO_ROW)
    return weft_cell_none ();
  return weft_cell_text (
    weft_pipeline_snapshot_get_label (((const WeftPipelineFacts *) data)->snapshot, (guint32) op));
}

static WeftCell
kind_name (const WeftPipelineFacts *self, gboolean known, WeftKind kind)
{
  WeftKindInfo info = { .name = NULL };

  if (known)
    weft_pipeline_trace_get_kind (get_trace (self), kind, &info);
  return weft_cell_word (kind, info.name);
}

static WeftCell
kind_lane (const WeftPipelineFacts *self, gboolean known, WeftKind kind)
{
  WeftKindInfo info = { .lane = NULL };

  if (known)
    weft_pipeline_trace_get_kind (get_trace (self), kind, &info);
  return weft_cell_word (info.lane != NULL ? info.lane_index : 0, info.lane);
}

static WeftCell
as_name (gconstpointer data, gint64 kind)
{
  return kind_name (data, TRUE, (WeftKind) kind);
}

static WeftCell
as_lane (gconstpointer data, gint64 kind)
{
  return kind_lane (data, TRUE, (WeftKind) kind);
}

static WeftCell
mean_cell (guint64 total, guint64 count)
{
  return weft_cell_real (count > 0 ? (double) total / (double) count : (double) NAN);
}

/* --- stages --------------------------------------------------------------------------------------- */

#define STAGE(name) .member = WEFT_MEMBER (WeftPipelineStageStats, name)

static const WeftField stage_columns[] = {
  { "name", N_ ("Stage"), STAGE (kind), .as = as_name },
  { "lane", N_ ("Lane"), STAGE (kind), .as = as_lane },
  { "count", N_ ("Count"), .doc = N_ ("Stages of this name that have ended"),
    STAGE (lengths.n_values) },
  { "total", N_ ("Cycles"), .doc = N_ ("Cycles of all of them together"), STAGE (lengths.total) },
  { "p50", "p50", .doc = N_ ("Half of them took at most so many cycles"),
    .of = weft_histogram_p50_cell },
  { "p90", "p90", .doc = N_ ("90 % of them took at most so many cycles"),
    .of = weft_histogram_p90_cell },
  { "p99", "p99", .doc = N_ ("99 % of them took at most so many cycles"),
    .of = weft_histogram_p99_cell },
  { "max", N_ ("Max"), .doc = N_ ("Cycles of the longest"), .of = weft_histogram_max_cell },
  { "mean", N_ ("Mean"), .doc = N_ ("Cycles, on average"), .of = weft_histogram_mean_cell },
  { "open", N_ ("Open"), .doc = N_ ("Stages that have not ended, counted nowhere else"),
    STAGE (n_open) },
  { "longest_op", N_ ("Longest in op"), .doc = N_ ("The id of the first op with the longest one"),
    STAGE (longest_op), .as = as_id },
};

static WeftCell
as_thread (gconstpointer data, gint64 tid)
{
  return weft_pipeline_id_cell (((const WeftPipelineFacts *) data)->snapshot->trace, tid);
}

/* --- stalls --------------------------------------------------------------------------------------- */

static WeftCell
as_cause (gconstpointer data G_GNUC_UNUSED, gint64 cause)
{
  return weft_cell_word ((guint) cause, weft_latency_cause_to_string ((WeftLatencyCause) cause));
}

static WeftCell
stall_reason (gconstpointer data, gconstpointer item)
{
  const WeftPipelineStallStats *stats = item;

  return kind_name (data, stats->has_reason, stats->reason);
}

static WeftCell
stall_lane (gconstpointer data, gconstpointer item)
{
  const WeftPipelineStallStats *stats = item;

  return kind_lane (data, stats->has_reason, stats->reason);
}

static WeftCell
stall_stage (gconstpointer data, gconstpointer item)
{
  const WeftPipelineStallStats *stats = item;

  return kind_name (data, stats->has_stage, stats->stage);
}

static WeftCell
stall_share (gconstpointer data, gconstpointer item)
{
  return mean_cell (((const WeftPipelineStallStats *) item)->cycles,
                    ((const WeftPipelineFacts *) data)->stats->latency.total);
}

static WeftCell
stall_mean (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftPipelineStallStats *stats = item;

  return mean_cell (stats->cycles, stats->n_ops);
}

#define STALL(name) .member = WEFT_MEMBER (WeftPipelineStallStats, name)

static const WeftField stall_columns[] = {
  { "type", N_ ("Cause"),
    .doc =
      N_ ("result: waits for another op’s result; execute: beyond the shortest execution; "
          "retire: waits for older ops to retire, no stall; front-end: fetched or decoded for "
          "longer than the shortest; structural: held up by the machine; squash: held up until "
          "it was flushed, no stall; unknown: the log does not tell"),
    STALL (cause), .as = as_cause },
  { "reason", N_ ("By"), .doc = N_ ("The stage in another lane that says so"), .of = stall_reason },
  { "lane", N_ ("Lane"), .doc = N_ ("The other lane"), .of = stall_lane },
  { "stage", N_ ("Stage"), .doc = N_ ("The stage of the pipeline that the op was in; — in none"),
    .of = stall_stage },
  { "ops", N_ ("Ops"), .doc = N_ ("That had such cycles"), STALL (n_ops) },
  { "cycles", N_ ("≈ Cycles"), .doc = N_ ("Of all of them together"), STALL (cycles) },
  { "share", N_ ("≈ Share"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Of the cycles from fetch to end of all ops"), .of = stall_share },
  { "mean", N_ ("≈ Mean"), .doc = N_ ("Cycles per op that had any"), .of = stall_mean },
  { "max", N_ ("≈ Max"), .doc = N_ ("Cycles of the op with most of them"), STALL (max) },
  { "longest_op", N_ ("Longest in op"), .doc = N_ ("The id of the first such op"),
    STALL (longest_op), .as = as_id },
};

static char *
get_valid_name (WeftPipelineTrace *trace, WeftKind kind)
{
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (trace, kind, &info);
  return g_utf8_make_valid (info.name, -1);
}

/* --- the CPI stack ---------------------------------------------------------------------------------- */

static WeftCell
as_category (gconstpointer data G_GNUC_UNUSED, gint64 category)
{
  return weft_cell_word ((guint) category,
                         weft_cpi_category_to_string ((WeftCpiCategory) category));
}

#define CPI(name) .member = WEFT_MEMBER (WeftCpiPart, name)

static const WeftField cpi_columns[] = {
  { "category", N_ ("Spent on"),
    .doc =
      N_ ("What the retire slots of a cycle went to: used, or lost to what the op that was next "
          "to retire was in at that cycle"),
    CPI (category), .as = as_category },
  { "cpi", N_ ("≈ CPI"), .doc = N_ ("Its part of the cycles per retired op"), CPI (cpi) },
  { "share", N_ ("≈ Share"), .unit = WEFT_UNIT_SHARE, .doc = N_ ("Of all slots"), CPI (share) },
  { "cycles", N_ ("≈ Cycles"), .doc = N_ ("Slots by the width of the core"), CPI (cycles) },
  { "slots", N_ ("≈ Slots"), .doc = N_ ("Cycles times the ops that can retire in one"),
    CPI (slots) },
};

/* --- occupancy -------------------------------------------------------------------------------------- */

static WeftCell
occupant (gconstpointer data, gconstpointer item)
{
  const WeftPipelineOccupancy *row = item;

  if (row->is_stage)
    return kind_name (data, TRUE, row->stage);
  return weft_cell_word ((guint) row->structure,
                         weft_pipeline_structure_to_string (row->structure));
}

static WeftCell
occupant_type (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  gboolean is_stage = ((const WeftPipelineOccupancy *) item)->is_stage;

  return weft_cell_word (is_stage, is_stage ? "stage" : "structure");
}

static WeftCell
occupant_phase (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftPipelineOccupancy *row = item;

  return row->is_stage ? weft_cell_word (row->phase, weft_phase_to_string (row->phase))
                       : weft_cell_none ();
}

#define OCCUPANCY(name) .member = WEFT_MEMBER (WeftPipelineOccupancy, name)

static const WeftField occupancy_columns[] = {
  { "name", N_ ("Held by"), .of = occupant },
  { "type", N_ ("Type"),
    .doc =
      N_ ("A stage of the log, or a structure of the core, which is guessed from the phases of "
          "its stages"),
    .of = occupant_type },
  { "phase", N_ ("Phase"),
    .doc = N_ ("What the stage is for: guessed from its name unless you have said it"),
    .of = occupant_phase },
  { "mean", N_ ("Mean ops"),
    .doc = N_ ("In each cycle, on average; ops that never end are left out"), OCCUPANCY (mean) },
  { "op_cycles", N_ ("Op cycles"), .doc = N_ ("The ops of all cycles added up"),
    OCCUPANCY (op_cycles) },
};

/* --- PCs ------------------------------------------------------------------------------------------ */

static WeftCell
pc_address (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftPipelinePcStats *pc = item;

  return pc->has_pc ? weft_cell_address (pc->pc) : weft_cell_text (g_strdup ("—"));
}

static WeftCell
pc_latency_mean (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftPipelinePcStats *pc = item;

  return mean_cell (pc->latency_total, pc->n_ops);
}

static WeftCell
pc_latency_max (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftPipelinePcStats *pc = item;

  return pc->n_ops > 0 ? weft_cell_count (pc->latency_max) : weft_cell_none ();
}

/* FALSE where nothing is known of the PC. */
static gboolean
find_symbol (gconstpointer data, const WeftPipelinePcStats *pc, WeftSymbol *symbol)
{
  const WeftPipelineFacts *self = data;

  return pc->has_pc && self->symbols != NULL
         && weft_pipeline_symbols_find (self->symbols, pc->pc, symbol);
}

static WeftCell
pc_function (gconstpointer data, gconstpointer pc)
{
  WeftSymbol symbol = { NULL };

  find_symbol (data, pc, &symbol);
  return weft_cell_text (g_strdup (symbol.function));
}

static WeftCell
pc_source (gconstpointer data, gconstpointer pc)
{
  WeftSymbol symbol = { NULL };

  find_symbol (data, pc, &symbol);
  return weft_cell_text (symbol.file != NULL ? weft_symbol_format_source (&symbol) : NULL);
}

static WeftCell
function_name (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const char *name = ((const WeftPipelinePcStats *) item)->function;

  return weft_cell_text (g_strdup (name != NULL ? name : "—"));
}

#define PC(name) .member = WEFT_MEMBER (WeftPipelinePcStats, name)

#define COUNT_COLUMNS \
  { "flushed", N_ ("Flushed"), .doc = N_ ("Ops of them that were flushed"), PC (n_flushed) }, \
    { "latency_mean", N_ ("Mean latency"), .doc = N_ ("Cycles from fetch to end"), \
      .of = pc_latency_mean }, \
    { "latency_max", N_ ("Max latency"), .doc = N_ ("Cycles of the slowest"), \
      .of = pc_latency_max }, \
  { \
    "stall_cycles", N_ ("≈ Stall cycles"), \
      .doc = N_ ("Cycles in which one of them was held up before its result was there, of all of " \
                 "them together"), \
      PC (stall_cycles) \
  }

#define SQUASHES_COLUMN \
  { \
    "squashes", N_ ("Squashes"), .doc = N_ ("Runs of flushed ops that one of them precedes"), \
                                 PC (n_squashes) \
  }

#define SLOWEST_COLUMN \
  { \
    "slowest_op", N_ ("Slowest op"), .doc = N_ ("The id of the first op with the most latency"), \
                                     PC (slowest_op), .as = as_id \
  }

static const WeftField pc_columns[] = {
  { "pc", N_ ("PC"), .of = pc_address },
  { "label", N_ ("First label"), .flags = WEFT_FIELD_LAST, PC (first_op), .as = as_label },
  { "ops", N_ ("Ops"), .doc = N_ ("How often it was executed, flushed ones included"), PC (n_ops) },
  COUNT_COLUMNS,
  { "retired", NULL, PC (n_retired) },
  SQUASHES_COLUMN,
  { "squashed_ops", NULL, PC (n_squashed) },
  SLOWEST_COLUMN,
  { "function", N_ ("Function"), .of = pc_function },
  { "source", N_ ("Source"), .of = pc_source },
};

static const WeftField function_columns[] = {
  { "function", N_ ("Function"), .of = function_name },
  { "pcs", N_ ("PCs"), .doc = N_ ("Different addresses that were executed"), PC (n_pcs) },
  { "ops", N_ ("Ops"), .doc = N_ ("Flushed ones included"), PC (n_ops) },
  COUNT_COLUMNS,
  SQUASHES_COLUMN,
  SLOWEST_COLUMN,
};

/* The last two are there with symbols alone. */
#define N_SYMBOL_COLUMNS 2

/* --- threads -------------------------------------------------------------------------------------- */

static WeftCell
thread_ipc (gconstpointer data, gconstpointer item)
{
  return mean_cell (((const WeftPipelineThreadStats *) item)->n_retired,
                    weft_pipeline_stats_get_cycles (((const WeftPipelineFacts *) data)->stats));
}

#define THREAD(name) .member = WEFT_MEMBER (WeftPipelineThreadStats, name)

static const WeftField thread_columns[] = {
  { "tid", N_ ("Thread"), THREAD (tid), .as = as_thread },
  { "ops", N_ ("Ops"), THREAD (n_ops) },
  { "retired", N_ ("Retired"), THREAD (n_retired) },
  { "flushed", N_ ("Flushed"), THREAD (n_flushed) },
  { "open", N_ ("Open"), .doc = N_ ("Ops that have not ended"), THREAD (n_open) },
  { "ipc", N_ ("IPC"), .doc = N_ ("Retired ops per cycle"), .of = thread_ipc },
};

/* --- squashes ------------------------------------------------------------------------------------- */

#define SQUASH(name) .member = WEFT_MEMBER (WeftSquash, name)

static const WeftField squash_columns[] = {
  { "cycle", N_ ("Cycle"), .doc = N_ ("In which the first of its ops was flushed"),
    SQUASH (cycle) },
  { "tid", N_ ("Thread"), SQUASH (tid), .as = as_thread },
  { "ops", N_ ("Ops"), .doc = N_ ("That were flushed"), SQUASH (n_ops) },
  { "first", N_ ("First op"), .doc = N_ ("The id of the first of them"), SQUASH (first_op),
    .as = as_id },
  { "cause", N_ ("Cause"), .doc = N_ ("The id of the last op before them that was not flushed"),
    SQUASH (cause), .as = as_id },
  { "cause_label", N_ ("Its label"), SQUASH (cause), .as = as_label },
};

#define STORM(name) .member = WEFT_MEMBER (WeftSquashStorm, name)

static const WeftField storm_columns[] = {
  { "first", N_ ("From cycle"), .doc = N_ ("Of its first squash"), STORM (cycles.from) },
  { "last", N_ ("To cycle"), .doc = N_ ("After its last squash"), STORM (cycles.to) },
  { "squashes", N_ ("Squashes"),
    .doc = N_ ("That follow one another at less than half of the "
               "distance that they have on average"),
    STORM (n_squashes) },
  { "ops", N_ ("Ops"), .doc = N_ ("That were flushed"), STORM (n_ops) },
  { "cause", N_ ("Cause"), .doc = N_ ("The id of the op before its largest squash"), STORM (cause),
    .as = as_id },
  { "cause_label", N_ ("Its label"), STORM (cause), .as = as_label },
};

/* --- stalls that the log attributes ------------------------------------------------------------------ */

static WeftCell
reason_mean (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftPipelineReasonStats *stats = item;

  return mean_cell (stats->cycles, stats->n_ops);
}

#define REASON(name) .member = WEFT_MEMBER (WeftPipelineReasonStats, name)

static const WeftField reason_columns[] = {
  { "reason", N_ ("Stall reason"), .doc = N_ ("As the log calls it"), REASON (reason) },
  { "ops", N_ ("Ops"), .doc = N_ ("That it cost most cycles"), REASON (n_ops) },
  { "cycles", N_ ("Cycles"), .doc = N_ ("That it cost all of them together"), REASON (cycles) },
  { "share", N_ ("Share"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Of the cycles that the log attributes to any reason"), REASON (share) },
  { "mean", N_ ("Mean"), .doc = N_ ("Cycles per op"), .of = reason_mean },
  { "max", N_ ("Max"), .doc = N_ ("Cycles of the op that it cost most"), REASON (max) },
  { "longest_op", N_ ("Longest in op"), .doc = N_ ("The id of the first such op"),
    REASON (longest_op), .as = as_id },
};

/* --- the critical path ------------------------------------------------------------------------------ */

static WeftCell
as_step_type (gconstpointer data G_GNUC_UNUSED, gint64 type)
{
  return weft_cell_word ((guint) type, weft_step_type_to_string ((WeftStepType) type));
}

static WeftCell
step_stage (gconstpointer data, gconstpointer item)
{
  const WeftPathStep *step = item;

  return kind_name (data, step->type == WEFT_STEP_STAGE, step->kind);
}

static WeftCell
step_cycles (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftPathStep *step = item;

  return weft_cell_count (weft_cycles_between (step->from, step->to));
}

#define STEP(name) .member = WEFT_MEMBER (WeftPathStep, name)

static const WeftField path_columns[] = {
  { "type", N_ ("Step"),
    .doc = N_ ("What the path goes along: a stage, a gap between stages, the "
               "result of another op, the order of fetch or retire, a squash"),
    STEP (type), .as = as_step_type },
  { "stage", N_ ("Stage"), .of = step_stage },
  { "op", N_ ("Op"), .doc = N_ ("The id of the op that the step leads to"), STEP (op),
    .as = as_id },
  { "other", N_ ("From op"), .doc = N_ ("The id of the op that it comes from"), STEP (other),
    .as = as_id },
  { "ops", N_ ("Ops"), .doc = N_ ("That the step leads past"), STEP (n_ops) },
  { "from", N_ ("From cycle"), STEP (from) },
  { "to", N_ ("To cycle"), STEP (to) },
  { "cycles", N_ ("Cycles"), .doc = N_ ("What the step cost"), .of = step_cycles },
  { "label", N_ ("Label"), .flags = WEFT_FIELD_LAST, STEP (op), .as = as_label },
};

/* --- over time -------------------------------------------------------------------------------------- */

#define BUCKET(name) .member = WEFT_MEMBER (WeftPipelineBucket, name)

static const WeftField curve_columns[] = {
  { "from", N_ ("From cycle"), BUCKET (cycles.from) },
  { "to", N_ ("To cycle"), .doc = N_ ("The first that is no longer counted"), BUCKET (cycles.to) },
  { "fetched", N_ ("Fetched"), .doc = N_ ("Ops"), BUCKET (n_fetched) },
  { "retired", N_ ("Retired"), .doc = N_ ("Ops"), BUCKET (n_retired) },
  { "flushed", N_ ("Flushed"), .doc = N_ ("Ops"), BUCKET (n_flushed) },
  { "ipc", N_ ("IPC"), .doc = N_ ("Retired ops per cycle"), BUCKET (curves[WEFT_CURVE_IPC]) },
  { "cpi", N_ ("CPI"), .doc = N_ ("Cycles per retired op"), BUCKET (curves[WEFT_CURVE_CPI]) },
  { "in_flight", N_ ("In flight"), .doc = N_ ("Ops, the mean over the cycles"),
    BUCKET (curves[WEFT_CURVE_IN_FLIGHT]) },
  { "flush_rate", N_ ("Flush rate"), .unit = WEFT_UNIT_SHARE,
    .doc = N_ ("Flushed ops of those that ended"), BUCKET (curves[WEFT_CURVE_FLUSH_RATE]) },
};

/* --- what a model says of the code as a whole ------------------------------------------------------- */

static WeftCell
as_known (gconstpointer data G_GNUC_UNUSED, gint64 number)
{
  return number != WEFT_RESOURCES_UNKNOWN ? weft_cell_count ((guint64) number) : weft_cell_none ();
}

/* A region by its number, and its name where it has one. */
static WeftCell
as_region (gconstpointer data, gint64 number)
{
  const GArray *regions = ((const WeftPipelineFacts *) data)->resources->regions;
  const char *name = g_array_index (regions, WeftCodeRegion, number).name;

  return weft_cell_text (*name != '\0' ? g_strdup (name)
                                       : g_strdup_printf ("%" G_GINT64_FORMAT, number));
}

static WeftCell
region_name (gconstpointer data, gconstpointer item)
{
  const WeftCodeRegion *regions =
    (const WeftCodeRegion *) (gpointer) ((const WeftPipelineFacts *) data)
      ->resources->regions->data;

  return as_region (data, (const WeftCodeRegion *) item - regions);
}

static WeftCell
bottleneck_type (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  WeftBottleneckType type = ((const WeftBottleneck *) item)->type;

  return weft_cell_word (type, weft_bottleneck_type_to_string (type));
}

#define REGION_DOC N_ ("The piece of code: its name, or its number from 0")
#define REGION(name) .member = WEFT_MEMBER (WeftCodeRegion, name)

static const WeftField region_columns[] = {
  { "region", N_ ("Code region"), .doc = REGION_DOC, .of = region_name },
  { "iterations", N_ ("Iterations"), REGION (iterations), .as = as_known },
  { "instructions", N_ ("Instructions"), .doc = N_ ("Of all iterations together"),
    REGION (instructions), .as = as_known },
  { "cycles", N_ ("Cycles"), .doc = N_ ("Of all iterations together"), REGION (cycles),
    .as = as_known },
  { "uops", N_ ("Micro-ops"), .doc = N_ ("Of all iterations together"), REGION (uops),
    .as = as_known },
  { "width", N_ ("Dispatch width"), .doc = N_ ("Micro-ops that can be dispatched in one cycle"),
    REGION (width), .as = as_known },
  { "ipc", N_ ("IPC"), .doc = N_ ("Instructions per cycle"), REGION (ipc) },
  { "uops_per_cycle", N_ ("Micro-ops per cycle"), REGION (uops_per_cycle) },
  { "block_throughput", N_ ("Block throughput"),
    .doc = N_ ("Cycles per iteration that units and dispatch alone allow, without dependencies"),
    REGION (block_throughput) },
};

#define BOTTLENECK(name) .member = WEFT_MEMBER (WeftBottleneck, name)

static const WeftField bottleneck_columns[] = {
  { "region", N_ ("Code region"), .doc = REGION_DOC, BOTTLENECK (region), .as = as_region },
  { "type", N_ ("Type"),
    .doc =
      N_ ("resource: a unit or port is in use; dispatch: nothing is dispatched for want of it"),
    .of = bottleneck_type },
  { "name", N_ ("Name"), BOTTLENECK (name) },
  { "share", N_ ("Share"), .unit = WEFT_UNIT_SHARE, .doc = N_ ("Of the region’s cycles"),
    BOTTLENECK (share) },
  { "cycles", N_ ("Cycles"), .doc = N_ ("Of all iterations together"), BOTTLENECK (cycles) },
  { "per_iteration", N_ ("Cycles per iteration"), BOTTLENECK (per_iteration) },
};

#define PRESSURE(name) .member = WEFT_MEMBER (WeftPressure, name)

static const WeftField pressure_columns[] = {
  { "region", N_ ("Code region"), .doc = REGION_DOC, PRESSURE (region), .as = as_region },
  { "instruction", N_ ("Number"), .doc = N_ ("Of the instruction within its region, from 0"),
    PRESSURE (instruction) },
  { "label", N_ ("Instruction"), .flags = WEFT_FIELD_LAST, PRESSURE (label) },
  { "resource", N_ ("Resource"), .doc = N_ ("The unit or port"), PRESSURE (resource) },
  { "per_iteration", N_ ("Cycles per iteration"),
    .doc = N_ ("For which the instruction occupies it, on average"), PRESSURE (per_iteration) },
};

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

/* NULL where there is none. */
static const GArray *
get_items (const WeftPipelineFacts *self, WeftPipelineFactsKey key)
{
  const GArray *const items[WEFT_N_PIPELINE_FACTS] = {
    [WEFT_PIPELINE_FACTS_STAGES] = self->stats->stages,
    [WEFT_PIPELINE_FACTS_STALLS] = self->stats->stalls,
    [WEFT_PIPELINE_FACTS_PCS] = self->stats->pcs,
    [WEFT_PIPELINE_FACTS_THREADS] = self->stats->threads,
    [WEFT_PIPELINE_FACTS_SQUASHES] = self->stats->squashes,
    [WEFT_PIPELINE_FACTS_STORMS] = self->stats->storms,
    [WEFT_PIPELINE_FACTS_FUNCTIONS] = self->functions,
    [WEFT_PIPELINE_FACTS_PATH] = self->path != NULL ? self->path->steps : NULL,
    [WEFT_PIPELINE_FACTS_CURVES] = self->curves != NULL ? self->curves->buckets : NULL,
    [WEFT_PIPELINE_FACTS_CPI] = self->stats->cpi,
    [WEFT_PIPELINE_FACTS_OCCUPANCY] = self->occupancy,
    [WEFT_PIPELINE_FACTS_REGIONS] = self->resources != NULL ? self->resources->regions : NULL,
    [WEFT_PIPELINE_FACTS_BOTTLENECKS] =
      self->resources != NULL ? self->resources->bottlenecks : NULL,
    [WEFT_PIPELINE_FACTS_PRESSURE] = self->resources != NULL ? self->resources->pressures : NULL,
    [WEFT_PIPELINE_FACTS_REASONS] = self->stats->reasons,
  };

  return items[key];
}

#define SCHEMA(name, doc, fields, Type) \
  { \
    "pipeline_" name, doc, (fields), G_N_ELEMENTS (fields), 0, sizeof (Type) \
  }

const WeftSchema weft_pipeline_table_schemas[WEFT_N_PIPELINE_FACTS] = {
  [WEFT_PIPELINE_FACTS_STAGES] = SCHEMA ("stage_name", "Stages of a pipeline log by their names",
                                         stage_columns, WeftPipelineStageStats),
  [WEFT_PIPELINE_FACTS_STALLS] = SCHEMA ("stall", "What ops of a pipeline log were held up by",
                                         stall_columns, WeftPipelineStallStats),
  [WEFT_PIPELINE_FACTS_PCS] = SCHEMA ("pc", "Instructions of a pipeline log by their addresses",
                                      pc_columns, WeftPipelinePcStats),
  [WEFT_PIPELINE_FACTS_THREADS] =
    SCHEMA ("thread", "Threads of a pipeline log", thread_columns, WeftPipelineThreadStats),
  [WEFT_PIPELINE_FACTS_SQUASHES] =
    SCHEMA ("squash", "Runs of flushed ops of a pipeline log", squash_columns, WeftSquash),
  [WEFT_PIPELINE_FACTS_STORMS] = SCHEMA ("storm", "Squashes of a pipeline log that follow closely",
                                         storm_columns, WeftSquashStorm),
  [WEFT_PIPELINE_FACTS_FUNCTIONS] =
    SCHEMA ("function", "Functions of a pipeline log", function_columns, WeftPipelinePcStats),
  [WEFT_PIPELINE_FACTS_PATH] =
    SCHEMA ("step", "Steps of the critical path of a pipeline log", path_columns, WeftPathStep),
  [WEFT_PIPELINE_FACTS_CURVES] =
    SCHEMA ("time", "A pipeline log over time", curve_columns, WeftPipelineBucket),
  [WEFT_PIPELINE_FACTS_CPI] =
    SCHEMA ("cpi", "What the cycles per retired op of a log are made of", cpi_columns, WeftCpiPart),
  [WEFT_PIPELINE_FACTS_OCCUPANCY] = SCHEMA ("occupancy", "What ops of a pipeline log hold",
                                            occupancy_columns, WeftPipelineOccupancy),
  [WEFT_PIPELINE_FACTS_REGIONS] =
    SCHEMA ("region", "Pieces of code that a model ran", region_columns, WeftCodeRegion),
  [WEFT_PIPELINE_FACTS_BOTTLENECKS] =
    SCHEMA ("bottleneck", "What held a piece of code up", bottleneck_columns, WeftBottleneck),
  [WEFT_PIPELINE_FACTS_PRESSURE] =
    SCHEMA ("pressure", "Units that instructions occupy", pressure_columns, WeftPressure),
  [WEFT_PIPELINE_FACTS_REASONS] =
    SCHEMA ("reason", "What a pipeline log attributes the stalls of its ops to", reason_columns,
            WeftPipelineReasonStats),
};

typedef struct
{
  /* Of a table's rows, where there are any: */
  WeftMember op;     /* where one best sees why the row is there; */
  WeftMember other;  /* the op in its place where there is none; */
  WeftMember cycles; /* where the WeftCycleRange begins that the row is about */
} Table;

static const Table tables[WEFT_N_PIPELINE_FACTS] = {
  [WEFT_PIPELINE_FACTS_STAGES] = { WEFT_MEMBER (WeftPipelineStageStats, longest_op) },
  [WEFT_PIPELINE_FACTS_STALLS] = { WEFT_MEMBER (WeftPipelineStallStats, longest_op) },
  [WEFT_PIPELINE_FACTS_REASONS] = { WEFT_MEMBER (WeftPipelineReasonStats, longest_op) },
  [WEFT_PIPELINE_FACTS_PCS] = { WEFT_MEMBER (WeftPipelinePcStats, slowest_op),
                                WEFT_MEMBER (WeftPipelinePcStats, first_op) },
  [WEFT_PIPELINE_FACTS_THREADS] = { WEFT_MEMBER (WeftPipelineThreadStats, first_op) },
  [WEFT_PIPELINE_FACTS_SQUASHES] = { WEFT_MEMBER (WeftSquash, cause),
                                     WEFT_MEMBER (WeftSquash, first_op) },
  [WEFT_PIPELINE_FACTS_STORMS] = { WEFT_MEMBER (WeftSquashStorm, cause),
                                   .cycles = WEFT_MEMBER (WeftSquashStorm, cycles.from) },
  [WEFT_PIPELINE_FACTS_FUNCTIONS] = { WEFT_MEMBER (WeftPipelinePcStats, slowest_op) },
  [WEFT_PIPELINE_FACTS_PATH] = { WEFT_MEMBER (WeftPathStep, op) },
  [WEFT_PIPELINE_FACTS_CURVES] = { .cycles = WEFT_MEMBER (WeftPipelineBucket, cycles.from) },
};

WeftFacts
weft_pipeline_facts_get (const WeftPipelineFacts *self, WeftPipelineFactsKey key)
{
  const GArray *items = get_items (self, key);
  const WeftField *fields = weft_pipeline_table_schemas[key].fields;
  guint n_fields = weft_pipeline_table_schemas[key].n_fields;

  if (key == WEFT_PIPELINE_FACTS_PCS && self->symbols == NULL)
    n_fields -= N_SYMBOL_COLUMNS;
  if (items == NULL)
    return (WeftFacts){ fields, n_fields };
  return weft_facts_of_array (fields, n_fields, self, items);
}

/* A member of a row of the table; NULL where rows have none. */
static gconstpointer
find_member (const WeftPipelineFacts *self, WeftPipelineFactsKey key, guint row, WeftMember member)
{
  WeftFacts facts = weft_pipeline_facts_get (self, key);

  if (member.type == WEFT_MEMBER_NONE)
    return NULL;
  return (const char *) facts.items + row * facts.item_size + member.offset;
}

guint32
weft_pipeline_facts_get_op (const WeftPipelineFacts *self, WeftPipelineFactsKey key, guint row)
{
  const guint32 *op = find_member (self, key, row, tables[key].op);
  const guint32 *other = find_member (self, key, row, tables[key].other);

  if (op == NULL || (*op == WEFT_NO_ROW && other != NULL))
    op = other;
  return op != NULL ? *op : WEFT_NO_ROW;
}

gboolean
weft_pipeline_facts_get_cycles (const WeftPipelineFacts *self, WeftPipelineFactsKey key, guint row,
                                WeftCycleRange *cycles)
{
  const WeftCycleRange *found = find_member (self, key, row, tables[key].cycles);

  if (found != NULL)
    *cycles = *found;
  return found != NULL;
}
