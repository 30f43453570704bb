/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-explanation-facts.h"

#include "weft-pipeline-id-cell.h"

#include <glib/gi18n-lib.h>

/* So many ops tell the way. */
#define MAX_CHAIN 16

WeftPipelineExplanation *
weft_pipeline_explanation_new (WeftPipelineExplainer *explainer, guint32 op)
{
  WeftPipelineExplanation *self = g_new0 (WeftPipelineExplanation, 1);
  guint n_parts;
  const WeftLatencyPart *parts = weft_explain_op (explainer, op, &n_parts);

  self->explainer = explainer;
  self->op = op;
  self->parts = g_array_sized_new (FALSE, FALSE, sizeof (WeftLatencyPart), n_parts);
  if (n_parts > 0)
    g_array_append_vals (self->parts, parts, n_parts);
  self->chain = weft_pipeline_explain_chain (explainer, op, MAX_CHAIN);
  return self;
}

void
weft_pipeline_explanation_free (WeftPipelineExplanation *self)
{
  g_array_unref (self->parts);
  g_array_unref (self->chain);
  g_free (self);
}

/* --- parts ------------------------------------------------------------------------------------------ */

static WeftPipelineSnapshot *
get_snapshot (gconstpointer data)
{
  return weft_pipeline_explainer_get_snapshot (((const WeftPipelineExplanation *) data)->explainer);
}

static WeftCell
name_kind (gconstpointer data, gboolean has_kind, WeftKind kind, gboolean of_lane)
{
  WeftKindInfo info;

  if (!has_kind)
    return weft_cell_none ();
  weft_pipeline_trace_get_kind (get_snapshot (data)->trace, kind, &info);
  return weft_cell_text (g_utf8_make_valid (of_lane ? info.lane : info.name, -1));
}

static WeftCell
as_id (gconstpointer data, gint64 op)
{
  WeftOp info;

  if (op == WEFT_NO_ROW)
    return weft_cell_none ();
  weft_pipeline_snapshot_get_op (get_snapshot (data), (guint32) op, &info);
  return weft_pipeline_id_cell (get_snapshot (data)->trace, info.id);
}

static WeftCell
as_cause (gconstpointer data G_GNUC_UNUSED, gint64 cause)
{
  return weft_cell_word ((guint) cause, weft_latency_cause_to_string ((WeftLatencyCause) cause));
}

static WeftCell
part_cycles (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  return weft_cell_count (weft_latency_part_get_cycles (item));
}

static WeftCell
part_stage (gconstpointer data, gconstpointer item)
{
  const WeftLatencyPart *part = item;

  return name_kind (data, part->has_stage, part->stage, FALSE);
}

static WeftCell
part_reason (gconstpointer data, gconstpointer item)
{
  const WeftLatencyPart *part = item;

  return name_kind (data, part->has_reason, part->reason, FALSE);
}

static WeftCell
part_lane (gconstpointer data, gconstpointer item)
{
  const WeftLatencyPart *part = item;

  return name_kind (data, part->has_reason, part->reason, TRUE);
}

static WeftCell
part_estimated (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  return weft_cell_flag (((const WeftLatencyPart *) item)->estimated);
}

static WeftCell
part_inferred (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  return weft_cell_flag (((const WeftLatencyPart *) item)->inferred);
}

static WeftCell
part_text (gconstpointer data, gconstpointer item)
{
  const WeftPipelineExplanation *self = data;

  return weft_cell_text (
    weft_latency_part_describe (self->explainer, self->op, item, WEFT_EXPLANATION_PLAIN));
}

#define PART(name) .member = WEFT_MEMBER (WeftLatencyPart, name)

static const WeftField part_columns[] = {
  { "first", N_ ("First cycle"), .unit = WEFT_UNIT_CYCLE, PART (first) },
  { "last", N_ ("Last cycle"), .unit = WEFT_UNIT_CYCLE, PART (last) },
  { "cycles", N_ ("Cycles"), .of = part_cycles },
  { "lost", N_ ("Lost"), .doc = N_ ("Cycles in which the op was held up"), PART (lost) },
  { "stage", N_ ("Stage"), .of = part_stage },
  { "cause", N_ ("Cause"), PART (cause), .as = as_cause },
  { "estimated", NULL, .of = part_estimated },
  { "inferred", NULL, .of = part_inferred },
  { "reason", NULL, .of = part_reason },
  { "lane", NULL, .of = part_lane },
  { "producer", N_ ("Op"), .doc = N_ ("The op that it waited for"), PART (producer), .as = as_id },
  { "text", N_ ("Why"), .flags = WEFT_FIELD_LAST, .of = part_text },
};

WeftFacts
weft_pipeline_explanation_get_parts (WeftPipelineExplanation *self)
{
  return weft_facts_of_array (part_columns, G_N_ELEMENTS (part_columns), self, self->parts);
}

/* --- the chain ------------------------------------------------------------------------------------------ */

static WeftCell
step_label (gconstpointer data, gconstpointer item)
{
  return weft_cell_text (
    weft_pipeline_op_shorten_label (get_snapshot (data), ((const WeftLatenessStep *) item)->op));
}

static WeftCell
step_lost (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftLatenessStep *step = item;

  return weft_cell_count (step->is_late ? step->worst.lost : 0);
}

static WeftCell
step_cause (gconstpointer data, gconstpointer item)
{
  const WeftLatenessStep *step = item;

  return step->is_late ? as_cause (data, step->worst.cause) : weft_cell_none ();
}

static WeftCell
step_stage (gconstpointer data, gconstpointer item)
{
  const WeftLatenessStep *step = item;

  return step->is_late ? part_stage (data, &step->worst) : weft_cell_none ();
}

static WeftCell
step_text (gconstpointer data, gconstpointer item)
{
  const WeftPipelineExplanation *self = data;
  const WeftLatenessStep *step = item;

  if (!step->is_late)
    return weft_cell_none ();
  return weft_cell_text (
    weft_latency_part_describe (self->explainer, step->op, &step->worst, WEFT_EXPLANATION_PLAIN));
}

#define STEP(name) .member = WEFT_MEMBER (WeftLatenessStep, name)

static const WeftField chain_columns[] = {
  { "op", N_ ("Op"), STEP (op), .as = as_id },
  { "latency", N_ ("Latency"), .doc = N_ ("Cycles from fetch to end"), STEP (latency) },
  { "lost", N_ ("Lost"), .doc = N_ ("Cycles in which the op was held up most"), .of = step_lost },
  { "stage", N_ ("Stage"), .of = step_stage },
  { "cause", N_ ("Cause"), .of = step_cause },
  { "label", N_ ("Label"), .of = step_label },
  { "text", N_ ("Why"), .flags = WEFT_FIELD_LAST, .of = step_text },
};

WeftFacts
weft_pipeline_explanation_get_chain (WeftPipelineExplanation *self)
{
  return weft_facts_of_array (chain_columns, G_N_ELEMENTS (chain_columns), self, self->chain);
}
