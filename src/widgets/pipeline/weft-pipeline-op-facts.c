/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-facts.h"

#include <glib/gi18n-lib.h>

#include "weft-pipeline-explanation-facts.h"
#include "weft-pipeline-part-fields.h"
#include "weft-pipeline-words.h"

/* Rows that are listed at most of one op. */
#define MAX_STAGES 200
#define MAX_STALLS 5u
#define MAX_RELATED 50

/* Where consumers are looked for: there is no index of them, and they follow soon. */
#define OPS_BEFORE 256
#define OPS_AFTER 4096

static char *
at_cycle (const WeftPipelineOpFacts *facts, gint64 cycle)
{
  g_autofree char *number = weft_words_cycle (cycle), *words = NULL;

  if (cycle == WEFT_NO_CYCLE)
    return g_steal_pointer (&number);
  words = g_strdup_printf (_ ("cycle %s"), number);
  return weft_clock_format (&facts->clock, cycle, words);
}

/* "12 cycles", and "≥ 12 cycles" so far. */
static char *
format_length (const WeftPipelineOpFacts *facts, guint64 n_cycles, gboolean open)
{
  g_autofree char *length = weft_words_length (&facts->clock, n_cycles);

  return open ? g_strconcat ("≥ ", length, NULL) : g_steal_pointer (&length);
}

static char *
format_cell (const WeftPipelineOpFacts *facts, const WeftField *field,
             const WeftPipelineOpSource *source, const WeftCell *cell, gboolean open)
{
  char *text;

  if (cell->type == WEFT_CELL_NONE)
    return g_strdup ("—");
  if (field->unit == WEFT_UNIT_CYCLE)
    return at_cycle (facts, cell->integer);
  if (field->unit == WEFT_UNIT_CYCLES)
    return format_length (facts, cell->count, open);
  if (field->show != NULL)
    return field->show (source, facts->op, cell);
  text = weft_facts_format (NULL, 0, cell);
  return text != NULL ? text : weft_cell_to_string (cell);
}

/* The field of the op, or of `item`, which may go on. */
static void
write_field (const WeftPipelineOpFacts *facts, const WeftField *field, gconstpointer item,
             gboolean open, WeftFactSection *section)
{
  const WeftPipelineOpSource source = { .snapshot = facts->snapshot, .rows = facts->rows };
  g_auto (WeftCell) cell = weft_field_get_item (field, &source, facts->op, item);
  g_autofree char *value = NULL;

  if (cell.type == WEFT_CELL_NONE && (field->flags & WEFT_FIELD_ALWAYS) == 0)
    return;
  value = format_cell (facts, field, &source, &cell, open);
  weft_fact_section_add (
    section, &(WeftFact){ .name = _ (field->title),
                          .value = value,
                          .flags = field->unit == WEFT_UNIT_ADDRESS ? WEFT_FACT_CODE : 0 });
}

static void
take_more (WeftFactSection *section, guint n_more)
{
  g_autofree char *count = weft_number_count (n_more);
  g_autofree char *note =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %s more", "and %s more", n_more), count);
  const WeftFact fact = { .note = note };

  weft_fact_section_add (section, &fact);
}

/* --- the op ------------------------------------------------------------------------------------------ */

/* The explainer that knows an op: NULL where the statistics are none yet, or of a trace that had
 * not got to it. */
static WeftPipelineExplainer *
get_explainer (const WeftPipelineOpFacts *facts, guint32 op)
{
  WeftPipelineExplainer *explainer = facts->whole != NULL ? facts->whole->explainer : NULL;

  return explainer != NULL && weft_pipeline_explainer_knows (explainer, op) ? explainer : NULL;
}

/* The squash that a flushed op belongs to: of those of its thread, the last that begins at or
 * before it. NULL where that is not known. */
static const WeftSquash *
find_squash (const WeftPipelineOpFacts *facts, const WeftOp *op)
{
  const GArray *squashes;
  guint low = 0, high;

  if (op->state != WEFT_OP_FLUSHED || facts->whole == NULL || facts->whole->stats == NULL)
    return NULL;
  squashes = facts->whole->stats->squashes;
  high = squashes->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      WeftOp first;

      weft_pipeline_snapshot_get_op (facts->snapshot,
                                     g_array_index (squashes, WeftSquash, middle).first_op, &first);
      if (first.id <= op->id)
        low = middle + 1;
      else
        high = middle;
    }
  for (guint i = low; i-- > 0 && low - i < 64;)
    if (g_array_index (squashes, WeftSquash, i).tid == op->tid)
      return &g_array_index (squashes, WeftSquash, i);
  return NULL;
}

static void
write_squash (const WeftPipelineOpFacts *facts, const WeftOp *op, WeftFactSection *section)
{
  const WeftSquash *squash = find_squash (facts, op);
  g_autofree char *target = NULL, *label = NULL, *extra = NULL;
  WeftFact fact = { .name = _ ("Flushed after"),
                    .flags = WEFT_FACT_CODE | WEFT_FACT_SINGLE,
                    .tooltip = _ ("The last op of the thread before the run of flushed ops that "
                                  "was not flushed itself, and how many ops that run has") };

  if (squash == NULL || squash->cause == WEFT_NO_ROW)
    return;
  target = g_strdup_printf ("op:%u", squash->cause);
  label = weft_pipeline_snapshot_get_label (facts->snapshot, squash->cause);
  extra = weft_number_ops (squash->n_ops);
  fact.target = target;
  fact.value = label != NULL ? label : "—";
  fact.extra = extra;
  weft_fact_section_add (section, &fact);
}

static const WeftPipelinePcStats *
find_pc (const WeftPipelineOpFacts *facts, guint64 pc)
{
  const GArray *pcs;

  if (facts->whole == NULL || facts->whole->stats == NULL)
    return NULL;
  pcs = facts->whole->stats->pcs;
  for (guint i = 0; i < pcs->len; i++)
    {
      const WeftPipelinePcStats *stats = &g_array_index (pcs, WeftPipelinePcStats, i);

      if (stats->has_pc && stats->pc == pc)
        return stats;
    }
  return NULL;
}

static void
write_symbol (const WeftPipelineOpFacts *facts, guint64 pc, WeftFactSection *section)
{
  WeftSymbol symbol;
  g_autofree char *function = NULL, *valid = NULL, *source = NULL;
  WeftFact fact = { .flags = WEFT_FACT_CODE };

  /* Those of the statistics have been asked for each PC, so that they answer at once. */
  if (facts->whole == NULL || facts->whole->question.symbols == NULL
      || !weft_pipeline_symbols_find (facts->whole->question.symbols, pc, &symbol))
    return;
  if (symbol.function != NULL)
    {
      valid = g_utf8_make_valid (symbol.function, -1);
      function = g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x", valid, symbol.offset);
      fact.name = _ ("Function");
      fact.value = function;
      weft_fact_section_add (section, &fact);
    }
  if (symbol.file != NULL)
    {
      source = weft_symbol_format_source (&symbol);
      fact.name = _ ("Source");
      fact.value = source;
      fact.tooltip = symbol.file;
      weft_fact_section_add (section, &fact);
    }
}

/* Figures of all ops at the PC. */
static void
write_pc (const WeftPipelineOpFacts *facts, const WeftOp *op, WeftFactSection *section)
{
  guint64 pc = op->has_pc ? weft_pipeline_trace_get_pc (facts->snapshot->trace, op->pc_index) : 0;
  const WeftPipelinePcStats *stats = op->has_pc ? find_pc (facts, pc) : NULL;

  if (op->has_pc)
    write_symbol (facts, pc, section);
  if (stats != NULL && stats->n_ops > 1)
    {
      g_autofree char *mean =
        weft_number_ratio ((double) stats->latency_total / (double) stats->n_ops, 1);

      weft_fact_section_take (section, _ ("Ops at this PC"), weft_number_count (stats->n_ops));
      weft_fact_section_take (section, _ ("Mean latency there"),
                              g_strdup_printf (_ ("%s cycles"), mean));
    }
}

/* "≈ 12 cycles". */
static char *
about (const WeftPipelineOpFacts *facts, guint64 n_cycles)
{
  g_autofree char *cycles = weft_words_length (&facts->clock, n_cycles);

  return g_strconcat ("≈ ", cycles, NULL);
}

/* For how long the op was stalled; of one that goes on that is not known. */
static void
write_stalls (const WeftPipelineOpFacts *facts, const WeftOp *op, WeftFactSection *section)
{
  WeftPipelineExplainer *explainer = get_explainer (facts, facts->op);
  g_autofree char *value = NULL;
  WeftFact fact = { .name = _ ("Stalled"),
                    .tooltip = _ ("Estimated: the cycles in which the op was held up before its "
                                  "result was there") };

  if (explainer != NULL && op->state != WEFT_OP_OPEN)
    value = about (facts, weft_pipeline_explainer_get_stall_cycles (explainer, facts->op));
  fact.value = value != NULL ? value : "—";
  weft_fact_section_add (section, &fact);
}

/* Rows that follow a field of the op. */
static const struct
{
  const char *key;
  void (*write) (const WeftPipelineOpFacts *facts, const WeftOp *op, WeftFactSection *section);
} more[] = {
  { "state", write_squash },
  { "pc", write_pc },
  { "latency", write_stalls },
};

static void
write_fields (const WeftPipelineOpFacts *facts, const WeftOp *op, WeftFactSection *section)
{
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (&weft_pipeline_op_schema, WEFT_FIELD_INSPECT, field)
    {
      write_field (facts, field, NULL, op->state == WEFT_OP_OPEN, section);
      for (guint i = 0; i < G_N_ELEMENTS (more); i++)
        if (g_str_equal (more[i].key, field->key))
          more[i].write (facts, op, section);
    }
}

void
weft_pipeline_op_facts_write_op (const WeftPipelineOpFacts *facts, WeftFactSection *section)
{
  g_autofree char *label = weft_pipeline_snapshot_get_label (facts->snapshot, facts->op);
  g_autofree char *detail = weft_pipeline_snapshot_get_detail (facts->snapshot, facts->op);
  g_autofree char *title = NULL, *id = NULL;
  WeftFact fact = { .flags = WEFT_FACT_CODE };
  WeftOp op;

  weft_pipeline_snapshot_get_op (facts->snapshot, facts->op, &op);
  id = weft_pipeline_trace_format_id (facts->snapshot->trace, op.id);
  title = g_strdup_printf (_ ("Op %s"), id);
  weft_fact_section_begin (section, title);
  fact.note = label == NULL ? _ ("The label can't be read any more: the file has changed.") : label;
  if (*fact.note != '\0')
    weft_fact_section_add (section, &fact);
  write_fields (facts, &op, section);
  if (detail != NULL && *detail != '\0')
    {
      fact.name = _ ("Detail");
      fact.note = detail;
      weft_fact_section_add (section, &fact);
    }
  weft_fact_section_end (section);
}

static char *
kind_name (const WeftPipelineOpFacts *facts, WeftKind kind, WeftKindInfo *info)
{
  weft_pipeline_trace_get_kind (facts->snapshot->trace, kind, info);
  return *info->name != '\0' ? g_utf8_make_valid (info->name, -1) : g_strdup (_ ("(no name)"));
}

static char *
name_op (const WeftPipelineOpFacts *facts, guint32 op)
{
  WeftOp info;
  g_autofree char *id = NULL;

  weft_pipeline_snapshot_get_op (facts->snapshot, op, &info);
  id = weft_pipeline_trace_format_id (facts->snapshot->trace, info.id);
  return g_strdup_printf (_ ("Op %s"), id);
}

/* --- why it is late --------------------------------------------------------------------------------- */

/* Where it lost cycles, and by what: those of one cause in one stage are one row. */
static void
write_causes (const WeftPipelineOpFacts *facts, const WeftPipelineExplanation *explanation,
              WeftFactSection *section)
{
  g_auto (WeftStallIndex) index = { NULL, WEFT_MAP64_INIT, 0, 0 };
  g_autoptr (GArray) rows = NULL;

  weft_stall_index_add (&index, facts->op, (const WeftLatencyPart *) explanation->parts->data,
                        explanation->parts->len);
  rows = weft_stall_index_finish (&index);
  for (guint i = 0; i < MIN (rows->len, MAX_STALLS); i++)
    {
      const WeftPipelineStallStats *row = &g_array_index (rows, WeftPipelineStallStats, i);
      gboolean exact =
        row->cause == WEFT_CAUSE_RESULT || row->cause == WEFT_CAUSE_RETIRE || row->has_reason;
      g_autofree char *cycles =
        exact ? weft_words_length (&facts->clock, row->cycles) : about (facts, row->cycles);
      g_autofree char *stage = NULL;
      WeftKindInfo info;

      if (row->has_stage)
        stage = kind_name (facts, row->stage, &info);
      weft_fact_section_add (section, &(WeftFact){ .name = weft_latency_cause_describe (row->cause),
                                                   .value = stage != NULL ? stage : "—",
                                                   .extra = cycles });
    }
}

/* From the op to what made it late; the first is the op itself. */
static void
write_chain (const WeftPipelineOpFacts *facts, const WeftPipelineExplanation *explanation,
             WeftFactSection *section)
{
  const WeftFact heading = { .note = _ ("It waited for:") };

  if (explanation->chain->len > 1)
    weft_fact_section_add (section, &heading);
  for (guint i = 1; i < explanation->chain->len; i++)
    {
      const WeftLatenessStep *step = &g_array_index (explanation->chain, WeftLatenessStep, i);
      g_autofree char *target = g_strdup_printf ("op:%u", step->op);
      g_autofree char *label = weft_pipeline_op_shorten_label (facts->snapshot, step->op);
      g_autofree char *lost = about (facts, step->is_late ? step->worst.lost : 0);
      g_autofree char *name = name_op (facts, step->op);
      const WeftFact fact = { .name = name,
                              .value = label,
                              .extra = lost,
                              .target = target,
                              .tooltip = _ ("An op that the one above waited for, and the cycles "
                                            "that it lost itself where it lost most"),
                              .flags = WEFT_FACT_CODE | WEFT_FACT_SINGLE };

      weft_fact_section_add (section, &fact);
    }
}

void
weft_pipeline_op_facts_write_why (const WeftPipelineOpFacts *facts, WeftFactSection *section)
{
  WeftPipelineExplainer *explainer = get_explainer (facts, facts->op);
  g_autoptr (WeftPipelineExplanation) explanation = NULL;
  g_autofree char *sentence = NULL;
  WeftFact fact = { .flags = WEFT_FACT_MARKUP };

  if (explainer == NULL)
    {
      weft_fact_section_clear (section);
      return;
    }
  explanation = weft_pipeline_explanation_new (explainer, facts->op);
  sentence = weft_pipeline_explain_sentence (explainer, facts->op, WEFT_EXPLANATION_MARKUP);
  weft_fact_section_begin (section, _ ("Why it took as long"));
  fact.note = sentence;
  weft_fact_section_add (section, &fact);
  write_causes (facts, explanation, section);
  write_chain (facts, explanation, section);
  weft_fact_section_end (section);
}

/* --- stages ------------------------------------------------------------------------------------------- */

static char *
describe_span (const WeftStage *stage)
{
  g_autofree char *start = weft_words_cycle (stage->start);
  g_autofree char *end = stage->open ? g_strdup ("…") : weft_words_cycle (stage->end);

  return g_strdup_printf ("%s – %s", start, end);
}

/* How long such stages last as a rule. */
static void
write_usual (const WeftPipelineOpFacts *facts, WeftKind kind, WeftFactSection *section)
{
  const GArray *stages;

  if (facts->whole == NULL || facts->whole->stats == NULL)
    return;
  stages = facts->whole->stats->stages;
  for (guint i = 0; i < stages->len; i++)
    {
      const WeftPipelineStageStats *stats = &g_array_index (stages, WeftPipelineStageStats, i);

      if (stats->kind == kind && stats->lengths.n_values > 0)
        {
          g_autofree char *median =
            weft_number_count (weft_histogram_get_percentile (&stats->lengths, 500));
          g_autofree char *most = weft_words_length (
            &facts->clock, weft_histogram_get_percentile (&stats->lengths, 1000));

          weft_fact_section_take (section, _ ("Usual length"),
                                  g_strdup_printf (_ ("%s (median) to %s"), median, most));
        }
    }
}

void
weft_pipeline_op_facts_write_stage (const WeftPipelineOpFacts *facts, WeftFactSection *section)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  g_autofree char *name = NULL, *title = NULL, *text = NULL;
  const WeftField *field;
  const WeftStage *stage;
  WeftKindInfo info;

  weft_pipeline_snapshot_get_stages (facts->snapshot, facts->op, &buffer);
  if (facts->stage >= buffer.n_stages)
    {
      weft_fact_section_clear (section);
      return;
    }
  stage = &buffer.stages[facts->stage];
  name = kind_name (facts, stage->kind, &info);
  title = g_strdup_printf (_ ("Stage %s"), name);
  text = weft_pipeline_snapshot_get_stage_text (facts->snapshot, facts->op, stage->stage);

  weft_fact_section_begin (section, title);
  WEFT_FOR_EACH_FIELD (&weft_pipeline_stage_schema, WEFT_FIELD_INSPECT, field)
    write_field (facts, field, &(WeftPipelineStageRow){ .op = facts->op, .stage = *stage },
                 stage->open, section);
  write_usual (facts, stage->kind, section);
  if (text != NULL && *text != '\0')
    {
      const WeftFact fact = { .note = text };

      weft_fact_section_add (section, &fact);
    }
  weft_fact_section_end (section);
}

static void
write_stage_row (const WeftPipelineOpFacts *facts, const WeftStage *stage, guint index,
                 WeftFactSection *section)
{
  WeftKindInfo info;
  g_autofree char *name = kind_name (facts, stage->kind, &info);
  g_autofree char *span = describe_span (stage);
  g_autofree char *length = weft_number_count (weft_cycles_between (stage->start, stage->end));
  g_autofree char *target = g_strdup_printf ("stage:%u", index);
  g_autofree char *text =
    weft_pipeline_snapshot_get_stage_text (facts->snapshot, facts->op, stage->stage);
  const WeftFact fact = {
    .name = name,
    .value = span,
    .extra = length,
    .target = target,
    .note = text != NULL && *text != '\0' ? text : NULL,
    .flags = index == facts->stage ? WEFT_FACT_STRONG : 0,
  };

  weft_fact_section_add (section, &fact);
}

/* The lane that the stages of each row are of, said once. */
static void
write_lane (const WeftPipelineOpFacts *facts, guint lane, WeftFactSection *section)
{
  g_autofree char *name =
    g_utf8_make_valid (weft_pipeline_trace_get_lane_name (facts->snapshot->trace, lane), -1);
  g_autofree char *title = g_strdup_printf (_ ("Lane %s"), name);
  const WeftFact fact = {
    .name = title, .value = _ ("Cycles"), .extra = _ ("Length, cycles"), .flags = WEFT_FACT_HEADING
  };

  weft_fact_section_add (section, &fact);
}

void
weft_pipeline_op_facts_write_stages (const WeftPipelineOpFacts *facts, WeftFactSection *section)
{
  WeftPipelineTrace *trace = facts->snapshot->trace;
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  guint n_lanes = weft_pipeline_trace_get_n_lanes (trace);
  guint n_written = 0;

  weft_pipeline_snapshot_get_stages (facts->snapshot, facts->op, &buffer);
  weft_fact_section_begin (section, _ ("Stages"));
  for (guint lane = 0; lane < n_lanes; lane++)
    {
      gboolean first = TRUE;

      for (guint i = 0; i < buffer.n_stages && n_written < MAX_STAGES; i++)
        {
          WeftKindInfo info;

          weft_pipeline_trace_get_kind (trace, buffer.stages[i].kind, &info);
          if (info.lane_index != lane)
            continue;
          if (first)
            write_lane (facts, lane, section);
          first = FALSE;
          write_stage_row (facts, &buffer.stages[i], i, section);
          n_written++;
        }
    }
  if (n_written < buffer.n_stages)
    take_more (section, buffer.n_stages - n_written);
  weft_fact_section_end (section);
}

/* --- related ops ---------------------------------------------------------------------------------------- */

static void
write_related (const WeftPipelineOpFacts *facts, guint32 op, gint64 id, const char *extra,
               const char *tooltip, gboolean strong, WeftFactSection *section)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, id);
  g_autofree char *name = g_strdup_printf (_ ("Op %s"), number);
  g_autofree char *target = op == WEFT_NO_ROW ? NULL : g_strdup_printf ("op:%u", op);
  g_autofree char *label =
    op == WEFT_NO_ROW ? NULL : weft_pipeline_snapshot_get_label (facts->snapshot, op);
  const WeftFact fact = {
    .name = name,
    .value = label != NULL ? label : "—",
    .extra = extra,
    .target = target,
    .tooltip = tooltip,
    .flags = WEFT_FACT_CODE | WEFT_FACT_SINGLE | (strong ? WEFT_FACT_STRONG : 0),
  };

  weft_fact_section_add (section, &fact);
}

/* The producer whose result came last: what the op waited for. */
static guint
find_last_input (const WeftPipelineOpFacts *facts, GArray *producers)
{
  gint64 latest = WEFT_NO_CYCLE;
  guint last = G_MAXUINT;

  for (guint i = 0; i < producers->len; i++)
    {
      guint32 producer = g_array_index (producers, WeftDependency, i).producer;
      WeftOp op;

      if (producer == WEFT_NO_ROW)
        continue;
      weft_pipeline_snapshot_get_op (facts->snapshot, producer, &op);
      if (op.produces != WEFT_NO_CYCLE && (last == G_MAXUINT || op.produces > latest))
        {
          latest = op.produces;
          last = i;
        }
    }
  return last;
}

static WeftPipelineProducers *
get_inferred (const WeftPipelineOpFacts *facts)
{
  WeftPipelineExplainer *explainer = get_explainer (facts, facts->op);

  return explainer != NULL ? weft_pipeline_explainer_get_producers (explainer) : NULL;
}

static void
write_inferred (const WeftPipelineOpFacts *facts, WeftFactSection *section)
{
  WeftPipelineProducers *inferred = get_inferred (facts);
  guint32 n_ops = 0;
  const guint32 *ops =
    inferred != NULL ? weft_pipeline_producers_get (inferred, facts->op, &n_ops) : NULL;
  const WeftFact unknown = { .note =
                               _ ("Not known: the log states no dependencies, and its texts name "
                                  "no registers.") };

  if (inferred == NULL && facts->whole != NULL && facts->whole->explainer != NULL
      && facts->snapshot->n_dependencies == 0)
    weft_fact_section_add (section, &unknown);
  for (guint32 i = 0; i < MIN (n_ops, MAX_RELATED); i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (facts->snapshot, ops[i], &op);
      write_related (facts, ops[i], op.id, _ ("inferred"),
                     _ ("The log states no dependencies; the registers that its texts name say so"),
                     FALSE, section);
    }
}

void
weft_pipeline_op_facts_write_producers (const WeftPipelineOpFacts *facts, WeftFactSection *section)
{
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  guint last;

  weft_pipeline_snapshot_get_producers (facts->snapshot, facts->op, producers);
  last = find_last_input (facts, producers);
  weft_fact_section_begin (section, _ ("Needs the results of"));
  for (guint i = 0; i < MIN (producers->len, MAX_RELATED); i++)
    {
      const WeftDependency *edge = &g_array_index (producers, WeftDependency, i);
      g_autofree char *extra = NULL, *tooltip = NULL;
      g_autofree char *type = g_strdup_printf ("%" G_GINT64_FORMAT, edge->type);
      WeftOp op = { .produces = WEFT_NO_CYCLE };

      if (edge->producer != WEFT_NO_ROW)
        weft_pipeline_snapshot_get_op (facts->snapshot, edge->producer, &op);
      extra = at_cycle (facts, op.produces);
      tooltip = g_strdup_printf (
        i == last ? _ ("Dependency of type %s. Of all inputs, this one came last.")
                  : _ ("Dependency of type %s. The result was there in this cycle."),
        type);
      write_related (facts, edge->producer, edge->producer_id, extra, tooltip,
                     i == last && producers->len > 1, section);
    }
  if (producers->len > MAX_RELATED)
    take_more (section, producers->len - MAX_RELATED);
  write_inferred (facts, section);
  weft_fact_section_end (section);
}

/* Whether `op` takes the result of the op that is shown. */
static gboolean
consumes (const WeftPipelineOpFacts *facts, guint32 op, GArray *edges)
{
  WeftPipelineProducers *inferred = get_inferred (facts);
  guint32 n_ops = 0;
  const guint32 *ops = NULL;

  g_array_set_size (edges, 0);
  weft_pipeline_snapshot_get_producers (facts->snapshot, op, edges);
  for (guint i = 0; i < edges->len; i++)
    if (g_array_index (edges, WeftDependency, i).producer == facts->op)
      return TRUE;
  if (inferred != NULL && get_explainer (facts, op) != NULL)
    ops = weft_pipeline_producers_get (inferred, op, &n_ops);
  for (guint32 i = 0; i < n_ops; i++)
    if (ops[i] == facts->op)
      return TRUE;
  return FALSE;
}

void
weft_pipeline_op_facts_write_consumers (const WeftPipelineOpFacts *facts, WeftFactSection *section)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  guint32 n_ops = facts->snapshot->n_ops;
  guint32 op = facts->op > OPS_BEFORE ? facts->op - OPS_BEFORE : 0;
  guint32 end = n_ops - facts->op > OPS_AFTER ? facts->op + OPS_AFTER : n_ops;
  guint n_found = 0;

  weft_fact_section_begin (section, _ ("Gives its result to"));
  for (; op < end; op++)
    {
      if (consumes (facts, op, edges) && n_found++ < MAX_RELATED)
        {
          g_autofree char *extra = NULL;
          WeftOp info;

          weft_pipeline_snapshot_get_op (facts->snapshot, op, &info);
          extra = at_cycle (facts, info.consumes);
          write_related (
            facts, op, info.id, extra,
            _ ("The cycle in which that op takes its inputs. Only the next 4,096 ops of "
               "the file are looked at."),
            FALSE, section);
        }
    }
  if (n_found > MAX_RELATED)
    take_more (section, n_found - MAX_RELATED);
  weft_fact_section_end (section);
}
