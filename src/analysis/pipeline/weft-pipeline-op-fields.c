/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-fields.h"

#include "weft-number.h"
#include "weft-pipeline-label-sort.h"
#include "weft-pipeline-op-attribution.h"
#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-op-numbers.h"
#include "weft-pipeline-op-words.h"
#include "weft-pipeline-part-numbers.h"
#include "weft-pipeline-row-sort.h"
#include "weft-pipeline-stage-walk.h"
#include "weft-pipeline-text-batch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- cells ------------------------------------------------------------------------------------ */

static WeftPipelineSnapshot *
get_snapshot (const WeftPipelineOpSource *self)
{
  return self->snapshot;
}

static WeftCell
get_row (gconstpointer data, guint op)
{
  const WeftPipelineOpSource *self = data;
  guint32 row = weft_pipeline_find_row (self->snapshot, self->rows, op);

  return row != WEFT_NO_ROW ? weft_cell_count (row) : weft_cell_none ();
}

static gint64
read_compact (gconstpointer data, guint column, guint op)
{
  const WeftPipelineTrace *trace = get_snapshot (data)->trace;

  return weft_compact_decode (&trace->compact, weft_table_get_u32 (&trace->ops, column, op));
}

static WeftCell
get_id (gconstpointer data, guint op)
{
  const WeftPipelineOpSource *self = data;
  gint64 id = weft_ticks_between (self->snapshot->id_origin,
                                  weft_ticks_after (op, read_compact (data, OP_ID, op)));

  return weft_pipeline_id_cell (self->snapshot->trace, id);
}

static WeftCell
get_gid (gconstpointer data, guint op)
{
  return weft_pipeline_id_cell (get_snapshot (data)->trace, read_compact (data, OP_GID, op));
}

static WeftCell
get_rid (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  gint64 rid;

  if (snapshot->rids != NULL)
    rid = snapshot->rids[op];
  else if (weft_table_get_u32 (&snapshot->trace->ops, OP_RID, op) == WEFT_COMPACT_NONE)
    return weft_cell_none ();
  else
    rid = read_compact (data, OP_RID, op);
  return rid != -1 ? weft_pipeline_id_cell (snapshot->trace, rid) : weft_cell_none ();
}

static WeftCell
get_tid (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);

  return weft_pipeline_id_cell (snapshot->trace, weft_op_thread (snapshot, op));
}

static WeftCell
get_line (gconstpointer data, guint op)
{
  return weft_cell_signed (read_compact (data, OP_LINE, op));
}

static WeftCell
get_state (gconstpointer data, guint op)
{
  WeftOpState state = weft_op_state (get_snapshot (data), op);

  return weft_cell_word (state, weft_op_state_to_string (state));
}

static const char *
get_state_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word <= WEFT_OP_FLUSHED ? weft_op_state_to_string (word) : NULL;
}

static WeftCell
get_state_number (gconstpointer data, guint op)
{
  return weft_cell_count (weft_op_state (get_snapshot (data), op));
}

static WeftCell
get_pc (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  guint32 index = weft_op_pc_index (snapshot, op);

  return index != WEFT_NO_ROW
           ? weft_cell_address (weft_pipeline_trace_get_pc (snapshot->trace, index))
           : weft_cell_none ();
}

static WeftCell
get_label (gconstpointer data, guint op)
{
  const WeftPipelineOpSource *self = data;

  return self->texts != NULL
           ? weft_cell_lent (weft_pipeline_texts_get_label (self->texts, op))
           : weft_cell_text (weft_pipeline_snapshot_get_label (self->snapshot, op));
}

static WeftCell
get_detail (gconstpointer data, guint op)
{
  const WeftPipelineOpSource *self = data;

  return self->texts != NULL
           ? weft_cell_lent (weft_pipeline_texts_get_detail (self->texts, op))
           : weft_cell_text (weft_pipeline_snapshot_get_detail (self->snapshot, op));
}

static WeftCell
get_fetch (gconstpointer data, guint op)
{
  return weft_cell_signed (weft_op_fetch (get_snapshot (data), op));
}

static WeftCell
get_end (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);

  return weft_op_state (snapshot, op) != WEFT_OP_OPEN
           ? weft_cell_signed (weft_op_end (snapshot, op))
           : weft_cell_none ();
}

/* Of an open op, the end of what is known of it. */
static WeftCell
get_last (gconstpointer data, guint op)
{
  return weft_cell_signed (weft_op_end (get_snapshot (data), op));
}

static WeftCell
get_latency (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);

  return weft_cell_count (
    weft_cycles_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op)));
}

static WeftCell
get_stall (gconstpointer data, guint op)
{
  const WeftPipelineOpSource *self = data;

  if (weft_op_state (self->snapshot, op) == WEFT_OP_OPEN)
    return weft_cell_none ();
  if (self->shared != NULL)
    return weft_pipeline_shared_stalls_get (self->shared, op);
  if (self->explainer == NULL)
    return weft_cell_none ();
  return weft_cell_count (weft_pipeline_explainer_get_stall_cycles (self->explainer, op));
}

static WeftCell
get_cycle (gconstpointer data, guint column, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 cell = weft_table_get_u32 (&trace->ops, column, op);

  if (cell == WEFT_COMPACT_NONE)
    return weft_cell_none ();
  return weft_cell_signed (weft_pipeline_snapshot_to_cycle (
    snapshot, weft_ticks_after (weft_op_fetch_tick (snapshot, op),
                                weft_compact_decode (&trace->compact, cell))));
}

static WeftCell
get_stages (gconstpointer data, guint op)
{
  const WeftPipelineSnapshot *snapshot = get_snapshot (data);
  WeftStageWalk walk;
  guint64 n = 0;

  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    n++;
  return weft_cell_count (n);
}

static WeftCell
get_dependencies (gconstpointer data, guint op)
{
  const WeftPipelineTrace *trace = get_snapshot (data)->trace;
  guint32 dep = weft_table_get_u32 (&trace->ops, OP_LAST_DEP, op);
  guint64 n = 0;

  for (; dep != WEFT_NO_ROW; dep = weft_table_get_u32 (&trace->deps, DEP_PREVIOUS, dep))
    n++;
  return weft_cell_count (n);
}

/* Whether the op is in that state. */
static WeftCell
get_is (gconstpointer data, guint state, guint op)
{
  return weft_cell_flag (weft_op_state (get_snapshot (data), op) == state);
}

static gboolean
sort_by_row (gconstpointer data, gboolean descending, guint32 *ops, guint32 n_ops,
             GCancellable *cancellable, GError **error)
{
  const WeftPipelineOpSource *self = data;

  return weft_pipeline_row_sort (self->snapshot, self->rows, descending, ops, n_ops, cancellable,
                                 error);
}

static gboolean
sort_labels (gconstpointer data, gboolean descending, guint32 *ops, guint32 n_ops,
             GCancellable *cancellable, GError **error)
{
  return weft_pipeline_label_sort (get_snapshot (data), ops, n_ops, descending,
                                   WEFT_PIPELINE_LABEL_SORT_BYTES, cancellable, error);
}

/* --- cells of dumps and exports ----------------------------------------------------------------- */

static WeftCell
or_else (WeftCell cell, WeftCell other)
{
  return cell.type != WEFT_CELL_NONE ? cell : other;
}

static WeftCell
get_dumped_rid (gconstpointer data, guint op)
{
  return or_else (get_rid (data, op), weft_cell_signed (-1));
}

static WeftCell
get_dumped_cycle (gconstpointer data, guint column, guint op)
{
  return or_else (get_cycle (data, column, op), weft_cell_signed (-1));
}

static WeftCell
get_dumped_label (gconstpointer data, guint op)
{
  return or_else (get_label (data, op), weft_cell_word (0, "—"));
}

static WeftCell
get_dumped_detail (gconstpointer data, guint op)
{
  return or_else (get_detail (data, op), weft_cell_word (0, "—"));
}

static WeftCell
get_argued_detail (gconstpointer data, guint op)
{
  WeftCell cell = get_detail (data, op);

  if (cell.type != WEFT_CELL_TEXT || *cell.text != '\0')
    return cell;
  weft_cell_clear (&cell);
  return weft_cell_none ();
}

/* --- cells for people --------------------------------------------------------------------------- */

/* A filter of the picture may hide the op. */
static WeftCell
get_shown_row (gconstpointer data, guint op)
{
  return or_else (get_row (data, op), weft_cell_word (0, _ ("hidden")));
}

/* --- the language ----------------------------------------------------------------------------- */

#define BOTH (WEFT_FIELD_FILTER | WEFT_FIELD_TABLE)
#define DUMP WEFT_FIELD_DUMP
#define CSV WEFT_FIELD_CSV
#define ARGUMENT WEFT_FIELD_ARGUMENT
#define INSPECT WEFT_FIELD_INSPECT
#define ATTRIBUTED (BOTH | DUMP | ARGUMENT | INSPECT | WEFT_FIELD_HIDDEN)

/* Some stand twice: messages list what filters may ask for in another order, and files have orders of
 * their own, which stay. */
static const WeftField fields[] = {
  { "state", N_ ("State"), get_state, WEFT_FIELD_TEXT, INSPECT,
    .show = weft_pipeline_op_show_state },
  { "row", N_ ("Row"), get_row, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE | CSV, .sort = sort_by_row,
    .digits = 9, .numbers = weft_pipeline_op_numbers_row },
  { "id", N_ ("Id"), get_id, WEFT_FIELD_NUMBER, BOTH | CSV | DUMP | ARGUMENT | INSPECT,
    .doc = N_ ("Id of the op in the log"), .cost = 2, .show = weft_field_show_name, .digits = 8,
    .numbers = weft_pipeline_op_numbers_id },
  { "gid", N_ ("Simulator id"), get_gid, WEFT_FIELD_NUMBER,
    BOTH | CSV | DUMP | ARGUMENT | INSPECT | WEFT_FIELD_HIDDEN,
    .doc = N_ ("Id of the op in the simulator"), .show = weft_field_show_name, .digits = 8,
    .numbers = weft_pipeline_op_numbers_gid },
  { "thread", N_ ("Thread"), get_tid, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE | CSV | DUMP | INSPECT,
    .dump_key = "tid", .show = weft_field_show_name, .digits = 3,
    .numbers = weft_pipeline_op_numbers_tid },
  { "rid", N_ ("Retire id"), get_rid, WEFT_FIELD_NUMBER,
    BOTH | CSV | ARGUMENT | INSPECT | WEFT_FIELD_ALWAYS, .doc = N_ ("Retire id"),
    .show = weft_field_show_name, .digits = 8, .numbers = weft_pipeline_op_numbers_rid },
  { "rid", NULL, get_dumped_rid, WEFT_FIELD_NUMBER, DUMP, .doc = "Retire id, or -1" },
  { "tid", NULL, get_tid, WEFT_FIELD_NUMBER, WEFT_FIELD_FILTER, .doc = N_ ("Thread"),
    .numbers = weft_pipeline_op_numbers_tid },
  { "row", NULL, get_row, WEFT_FIELD_NUMBER, WEFT_FIELD_FILTER,
    .doc = N_ ("Row in the whole picture, from 0"), .numbers = weft_pipeline_op_numbers_row },
  { "row", N_ ("Row"), get_shown_row, .flags = INSPECT },
  { "line", N_ ("Line of the file"), get_line, WEFT_FIELD_NUMBER,
    WEFT_FIELD_FILTER | CSV | DUMP | INSPECT,
    .doc = N_ ("Line of the file where the op begins, from 1"),
    .numbers = weft_pipeline_op_numbers_line },
  { "state", N_ ("State"), get_state, WEFT_FIELD_TEXT, WEFT_FIELD_TABLE, .word = get_state_word,
    .show = weft_pipeline_op_show_state, .order = get_state_number, .digits = 8,
    .codes = weft_pipeline_op_codes_state },
  { "pc", N_ ("PC"), get_pc, WEFT_FIELD_COUNT, BOTH | CSV | ARGUMENT | INSPECT | WEFT_FIELD_ALWAYS,
    .unit = WEFT_UNIT_ADDRESS, .doc = N_ ("Address of the instruction, which begins the label"),
    .cost = 2, .digits = 12, .numbers = weft_pipeline_op_numbers_pc },
  { "state", NULL, get_state, WEFT_FIELD_TEXT, CSV | ARGUMENT, .doc = "How it ended" },
  { "line", NULL, get_line, WEFT_FIELD_NUMBER, ARGUMENT, .doc = "Line of the file, from 1" },
  { "label", N_ ("Label"), get_label, WEFT_FIELD_TEXT, BOTH | WEFT_FIELD_LAST, .doc = N_ ("Label"),
    .cost = 100, .show = weft_pipeline_op_show_label, .sort = sort_labels, .digits = 30 },
  { "detail", NULL, get_detail, WEFT_FIELD_TEXT, WEFT_FIELD_FILTER, .doc = N_ ("Detail"),
    .cost = 120 },
  { "fetch", N_ ("Fetch, cycle"), get_fetch, WEFT_FIELD_NUMBER, BOTH | CSV | DUMP,
    .dump_key = "fetched", .doc = N_ ("Cycle of the fetch"), .digits = 10,
    .numbers = weft_pipeline_op_numbers_fetch },
  { "end", N_ ("End, cycle"), get_end, WEFT_FIELD_NUMBER, BOTH,
    .doc = N_ ("Cycle of the retire or flush"), .cost = 2, .digits = 10,
    .numbers = weft_pipeline_op_numbers_end },
  { "end", NULL, get_last, WEFT_FIELD_NUMBER, CSV | DUMP,
    .doc = "Cycle of the retire or flush; of an open op, of the last that is known of it" },
  { "state", NULL, get_state, WEFT_FIELD_TEXT, DUMP, .doc = "How it ended" },
  { "latency", N_ ("Latency, cycles"), get_latency, WEFT_FIELD_COUNT, BOTH | CSV,
    .doc = N_ ("Cycles from fetch to end; of an open op, so far"), .cost = 2,
    .show = weft_pipeline_op_show_latency, .digits = 9,
    .numbers = weft_pipeline_op_numbers_latency },
  { "fetch", N_ ("Fetch"), get_fetch, WEFT_FIELD_NUMBER, INSPECT, WEFT_UNIT_CYCLE },
  { "end", N_ ("End"), get_end, WEFT_FIELD_NUMBER, INSPECT | WEFT_FIELD_ALWAYS, WEFT_UNIT_CYCLE },
  { "latency", N_ ("Latency"), get_latency, WEFT_FIELD_COUNT, INSPECT, WEFT_UNIT_CYCLES },
  { "stall", N_ ("Stall, cycles"), get_stall, WEFT_FIELD_COUNT, BOTH,
    .doc = N_ ("Cycles in which the op was held up before its result was there, an estimate"),
    .cost = 40, .show = weft_pipeline_op_show_stall, .digits = 9 },
  { "reason", N_ ("Stall reason"), weft_pipeline_op_reason, WEFT_FIELD_TEXT, ATTRIBUTED,
    .doc = N_ ("What cost the op most cycles, where the log attributes them"), .cost = 8,
    .codes = weft_pipeline_op_codes_attributed, .code = ATTRIBUTION_REASON, .digits = 16 },
  { "reason_cycles", N_ ("Attributed stall, cycles"), weft_pipeline_op_reason_cycles,
    WEFT_FIELD_COUNT, ATTRIBUTED, .doc = N_ ("Cycles that the log attributes to that"), .cost = 8,
    .numbers = weft_pipeline_op_numbers_attributed, .part = ATTRIBUTION_CYCLES, .digits = 9 },
  { "second_reason", N_ ("Second stall reason"), weft_pipeline_op_second_reason, WEFT_FIELD_TEXT,
    ATTRIBUTED, .doc = N_ ("What cost the op most after that"), .cost = 8, .digits = 16,
    .codes = weft_pipeline_op_codes_attributed, .code = ATTRIBUTION_SECOND },
  { "consumes", N_ ("Takes its inputs"), WEFT_PART (get_cycle, OP_CONSUMES), WEFT_FIELD_NUMBER,
    WEFT_FIELD_FILTER | CSV | INSPECT, WEFT_UNIT_CYCLE, .dump_key = "cons",
    .doc = N_ ("Cycle in which the op takes its inputs"), .cost = 2,
    .numbers = weft_pipeline_op_numbers_moment },
  { "produces", N_ ("Has its result"), WEFT_PART (get_cycle, OP_PRODUCES), WEFT_FIELD_NUMBER,
    WEFT_FIELD_FILTER | CSV | INSPECT, WEFT_UNIT_CYCLE, .dump_key = "prod",
    .doc = N_ ("Cycle in which the result of the op is there"), .cost = 2,
    .numbers = weft_pipeline_op_numbers_moment },
  { "store", N_ ("Store completed"), WEFT_PART (get_cycle, OP_STORE), WEFT_FIELD_NUMBER,
    WEFT_FIELD_FILTER | INSPECT, WEFT_UNIT_CYCLE,
    .doc = N_ ("Cycle in which the store of the op completed"), .cost = 2,
    .numbers = weft_pipeline_op_numbers_moment },
  { "stages", N_ ("Stages"), get_stages, WEFT_FIELD_NUMBER, BOTH | WEFT_FIELD_HIDDEN,
    .doc = N_ ("How many stages the op has"), .cost = 10, .digits = 3,
    .numbers = weft_pipeline_op_numbers_stages },
  { "dependencies", NULL, get_dependencies, WEFT_FIELD_NUMBER, WEFT_FIELD_FILTER,
    .doc = N_ ("How many producers the op waits for"), .cost = 4,
    .numbers = weft_pipeline_op_numbers_dependencies },
  { "retired", .type = WEFT_FIELD_FLAG, .flags = WEFT_FIELD_FILTER,
    WEFT_PART (get_is, WEFT_OP_RETIRED), .doc = N_ ("The op retired"),
    .numbers = weft_pipeline_op_numbers_is },
  { "flushed", .type = WEFT_FIELD_FLAG, .flags = WEFT_FIELD_FILTER,
    WEFT_PART (get_is, WEFT_OP_FLUSHED), .doc = N_ ("The op was flushed"),
    .numbers = weft_pipeline_op_numbers_is },
  { "open", .type = WEFT_FIELD_FLAG, .flags = WEFT_FIELD_FILTER, WEFT_PART (get_is, WEFT_OP_OPEN),
    .doc = N_ ("The op neither retired nor was flushed"), .numbers = weft_pipeline_op_numbers_is },
  { "name", NULL, get_label, WEFT_FIELD_TEXT, CSV, .doc = "Label" },
  { "detail", NULL, get_detail, WEFT_FIELD_TEXT, CSV, .doc = "Detail" },
  { "name", NULL, get_dumped_label, WEFT_FIELD_TEXT, DUMP,
    .doc = "Label; “—” where it can't be read back" },
  { "detail", NULL, get_dumped_detail, WEFT_FIELD_TEXT, DUMP,
    .doc = "Detail; “—” where it can't be read back" },
  { "detail", NULL, get_argued_detail, WEFT_FIELD_TEXT, ARGUMENT, .doc = "Detail" },
  { "lanes", .flags = DUMP, .doc = "The stages of each lane, of which the op has some" },
  { "prods", .flags = DUMP, .doc = "The dependencies on producers" },
  { "cons", .type = WEFT_FIELD_NUMBER, .flags = DUMP, WEFT_PART (get_dumped_cycle, OP_CONSUMES),
    .doc = "Cycle in which the op takes its inputs, or -1" },
  { "prod", .type = WEFT_FIELD_NUMBER, .flags = DUMP, WEFT_PART (get_dumped_cycle, OP_PRODUCES),
    .doc = "Cycle in which the result of the op is there, or -1" },
};

const WeftSchema weft_pipeline_op_schema = { "pipeline_op", "Ops of a pipeline log", fields,
                                             G_N_ELEMENTS (fields) };

/* The stages of one op that are meant. */
typedef struct
{
  guint64 length;
  guint64 longest;
  gint64 start;
  gint64 end;
  gint64 count;
} Stages;

#define STAGES(name) .member = WEFT_MEMBER (Stages, name)

static const WeftField members[] = {
  { "length", .type = WEFT_FIELD_COUNT, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycles of all of them together"), .cost = 20, STAGES (length) },
  { "longest", .type = WEFT_FIELD_COUNT, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycles of the longest of them"), .cost = 20, STAGES (longest) },
  { "start", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle in which the first of them starts"), .cost = 20, STAGES (start) },
  { "end", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle in which the last of them has ended"), .cost = 20, STAGES (end) },
  { "count", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("How many of them the op has"), .cost = 20, STAGES (count) },
  { "text", .type = WEFT_FIELD_TEXT, .flags = WEFT_FIELD_FILTER, .doc = N_ ("Text of one of them"),
    .cost = 120 },
};

enum
{
  FUNCTION_STAGE,
  FUNCTION_LANE,
  N_FUNCTIONS
};

static const WeftSchema member_schema = { "pipeline_stage", "Stages of an op that have one name",
                                          members, G_N_ELEMENTS (members) };

static const WeftFieldFunction functions[N_FUNCTIONS] = {
  { "stage", N_ ("The stages of that name"), &member_schema },
  { "lane", N_ ("The stages in the lane of that name"), &member_schema },
};

const WeftLanguage *
weft_op_language (void)
{
  static const WeftLanguage language = { &weft_pipeline_op_schema, functions, N_FUNCTIONS,
                                         "latency > 40 && !flushed" };

  return &language;
}

char **
weft_pipeline_op_list_values (int function, const WeftField *field G_GNUC_UNUSED, gpointer trace)
{
  guint n = function == FUNCTION_LANE ? weft_pipeline_trace_get_n_lanes (trace)
                                      : weft_pipeline_trace_get_n_kinds (trace);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (function == WEFT_NO_FUNCTION)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      WeftKindInfo kind = { NULL };
      g_autofree char *name = NULL;

      if (function == FUNCTION_STAGE)
        weft_pipeline_trace_get_kind (trace, (WeftKind) i, &kind);
      else
        kind.name = weft_pipeline_trace_get_lane_name (trace, i);
      name = g_utf8_make_valid (kind.name, -1);
      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* --- what is read of them ---------------------------------------------------------------------- */

struct _WeftPipelineOpFields
{
  WeftPipelineOpSource source; /* with stalls where the expression asks for them */
  WeftExpression *expression;
  WeftPipelineTextBatch *texts; /* likewise */
  GHashTable *kinds; /* by WeftFieldUse of a function: a guint8 for each kind that is meant */
  guint n_kinds;
};

/* --- stage("…") and lane("…") ----------------------------------------------------------------- */

static void
sum_stages (const WeftPipelineOpFields *self, const guint8 *kinds, guint32 op, Stages *sum)
{
  const WeftPipelineSnapshot *snapshot = self->source.snapshot;
  gint64 fetch = weft_op_fetch_tick (snapshot, op);
  WeftStageWalk walk;

  *sum = (Stages){ 0, 0, G_MAXINT64, G_MININT64, 0 };
  weft_stage_walk_begin (&walk, snapshot, op);
  while (weft_stage_walk_next (&walk))
    {
      WeftKind kind = walk.at.kind;
      gint64 start, end;
      guint64 length;

      if (kind >= self->n_kinds || !kinds[kind])
        continue;
      if (!weft_stage_walk_cycles (&walk, fetch, &start, &end))
        end = MAX (weft_op_end (snapshot, op), start);
      length = weft_cycles_between (start, end);
      sum->length += length;
      sum->longest = MAX (sum->longest, length);
      sum->start = MIN (sum->start, start);
      sum->end = MAX (sum->end, end);
      sum->count++;
    }
}

/* All members are numbers of 64 bits. Where there is no such stage, nothing but their number is known. */
static gboolean
read_member (const Stages *sum, const WeftMember *member, gint64 *value)
{
  *value = G_STRUCT_MEMBER (gint64, sum, member->offset);
  return sum->count > 0 || member->offset == G_STRUCT_OFFSET (Stages, count);
}

static void
read_members (WeftPipelineOpFields *self, const WeftFieldUse *use, guint32 first,
              const guint64 *wanted, gint64 *values, guint64 *present)
{
  const guint8 *kinds = g_hash_table_lookup (self->kinds, use);
  Stages sum;

  WEFT_FOR_EACH_BIT (wanted, i)
    {
      sum_stages (self, kinds, first + (guint32) i, &sum);
      if (read_member (&sum, &use->field->member, &values[i]))
        weft_set_bit (present, i);
    }
}

static gboolean
is_meant (WeftPipelineTrace *trace, const WeftFieldUse *use, WeftKind kind)
{
  g_autofree char *name = NULL;
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (trace, kind, &info);
  name = g_utf8_make_valid (use->function == FUNCTION_LANE ? info.lane : info.name, -1);
  return strcmp (name, use->argument) == 0;
}

static void
find_kinds (WeftPipelineOpFields *self, const WeftFieldUse *use)
{
  guint8 *kinds;

  if (use->field == NULL || use->function == WEFT_NO_FUNCTION)
    return;
  kinds = g_new0 (guint8, self->n_kinds + 1);
  for (guint kind = 0; kind < self->n_kinds; kind++)
    kinds[kind] = is_meant (self->source.snapshot->trace, use, (WeftKind) kind);
  g_hash_table_insert (self->kinds, (gpointer) use, kinds);
}

static void
find_kinds_of (WeftPipelineOpFields *self, const WeftNode *node)
{
  find_kinds (self, &node->use);
  find_kinds (self, &node->other);
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    find_kinds_of (self, g_ptr_array_index (node->children, i));
}

/* --- what expressions ask --------------------------------------------------------------------- */

/* Inlined for a field that is asked for often, so that the compiler knows which one it is (`get`, otherwise NULL), and
 * with a source of its own, which what is written cannot change. */
static inline __attribute__ ((always_inline)) void
read_cells (WeftFieldGet get, const WeftField *field, const WeftPipelineOpSource *from,
            guint32 first, const guint64 *wanted, gint64 *values, guint64 *present)
{
  const WeftPipelineOpSource source = *from;

  WEFT_FOR_EACH_BIT (wanted, i)
    {
      const guint32 op = first + (guint32) i;
      WeftCell cell = get != NULL ? get (&source, op) : weft_field_get (field, &source, op);

      values[i] = cell.integer;
      if (cell.type != WEFT_CELL_NONE)
        weft_set_bit (present, i);
    }
}

static void
read_numbers (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
              gint64 *values, guint64 *present)
{
  WeftPipelineOpFields *self = data;

  if (use->function != WEFT_NO_FUNCTION)
    read_members (self, use, first, wanted, values, present);
  else if (use->field->get == get_tid)
    read_cells (get_tid, use->field, &self->source, first, wanted, values, present);
  else if (use->field->get == get_pc)
    read_cells (get_pc, use->field, &self->source, first, wanted, values, present);
  else if (use->field->get == get_fetch)
    read_cells (get_fetch, use->field, &self->source, first, wanted, values, present);
  else if (use->field->get == get_latency)
    read_cells (get_latency, use->field, &self->source, first, wanted, values, present);
  else
    read_cells (NULL, use->field, &self->source, first, wanted, values, present);
}

static void
read_flags (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
            guint64 *flags)
{
  const WeftPipelineOpFields *self = data;

  WEFT_FOR_EACH_BIT (wanted, i)
    if (weft_op_state (self->source.snapshot, first + (guint32) i) == use->field->part)
      weft_set_bit (flags, i);
}

typedef struct
{
  WeftPipelineOpFields *fields;
  const guint8 *kinds; /* of whose stages the texts are; NULL: the ops' own */
  guint32 first;
  guint64 *matches;
} Matches;

/* Whether the text that was read is one that is asked for. */
static gboolean
is_asked (const Matches *self, const WeftTextOwner *owner)
{
  const WeftPipelineOpFields *reader = self->fields;
  WeftKind kind;

  if (self->kinds == NULL)
    return TRUE;
  kind = weft_stage_kind (reader->source.snapshot, owner->stage);
  return kind < reader->n_kinds && self->kinds[kind];
}

static gboolean
add_match (guint index, gsize from G_GNUC_UNUSED, gsize to G_GNUC_UNUSED, gpointer user_data)
{
  const Matches *self = user_data;
  const WeftTextOwner *owner = weft_pipeline_text_batch_get_owner (self->fields->texts, index);

  if (is_asked (self, owner))
    weft_set_bit (self->matches, owner->op - self->first);
  return TRUE;
}

/* The texts of one field of the wanted ops; which of the ops have one. */
static void
read_texts (const Matches *self, WeftTextFields field, const guint64 *wanted, guint64 *present)
{
  WeftPipelineTextBatch *texts = self->fields->texts;
  guint n_texts;

  weft_pipeline_text_batch_reset (texts);
  WEFT_FOR_EACH_BIT (wanted, i)
    if (weft_pipeline_text_batch_add (texts, self->first + (guint32) i, field)
        && self->kinds == NULL)
      weft_set_bit (present, i);
  n_texts = weft_pipeline_text_batch_get_n_texts (texts);
  for (guint i = 0; i < n_texts && self->kinds != NULL; i++)
    {
      const WeftTextOwner *owner = weft_pipeline_text_batch_get_owner (texts, i);

      if (is_asked (self, owner))
        weft_set_bit (present, owner->op - self->first);
    }
}

/* Texts that many ops share. */
static void
match_names (const WeftPipelineOpFields *self, WeftFieldGet get, const WeftTextMatcher *matcher,
             guint32 first, const guint64 *wanted, guint64 *present, guint64 *matches)
{
  WEFT_FOR_EACH_BIT (wanted, i)
    {
      const WeftCell cell = get (&self->source, first + (guint32) i);
      gsize from, to;

      if (cell.type == WEFT_CELL_NONE)
        continue;
      weft_set_bit (present, i);
      if (weft_text_matcher_find (matcher, cell.text, strlen (cell.text), &from, &to))
        weft_set_bit (matches, i);
    }
}

static void
match_texts (gpointer data, const WeftFieldUse *use, const WeftTextMatcher *matcher, guint32 first,
             const guint64 *wanted, guint64 *present, guint64 *matches)
{
  WeftPipelineOpFields *self = data;
  gboolean of_stages = use->function != WEFT_NO_FUNCTION;
  Matches found = { self, of_stages ? g_hash_table_lookup (self->kinds, use) : NULL, first,
                    matches };
  WeftTextFields field = of_stages                      ? WEFT_TEXTS_STAGE
                         : use->field->get == get_label ? WEFT_TEXTS_LABEL
                                                        : WEFT_TEXTS_DETAIL;

  if (!of_stages
      && (use->field->get == weft_pipeline_op_reason
          || use->field->get == weft_pipeline_op_second_reason))
    {
      match_names (self, use->field->get, matcher, first, wanted, present, matches);
      return;
    }
  read_texts (&found, field, wanted, present);
  weft_text_matcher_find_all (matcher, weft_pipeline_text_batch_get_bytes (self->texts, NULL),
                              weft_pipeline_text_batch_get_spans (self->texts),
                              weft_pipeline_text_batch_get_n_texts (self->texts), add_match,
                              &found);
}

void
weft_pipeline_op_fields_eval (WeftPipelineOpFields *self, guint32 first, const guint64 *wanted,
                              guint64 *result)
{
  static const WeftRowSource source = { read_numbers, read_flags, match_texts };

  weft_expression_eval (self->expression, &source, self, first, wanted, result);
}

WeftPipelineOpFields *
weft_pipeline_op_fields_new (WeftPipelineSnapshot *snapshot, WeftExpression *expression,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPipelineOpFields) self = g_new0 (WeftPipelineOpFields, 1);

  self->source.snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->expression = weft_expression_ref (expression);
  self->n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  self->kinds = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->texts = weft_pipeline_text_batch_new (snapshot);
  find_kinds_of (self, weft_expression_get_root (expression));
  if (weft_expression_uses (expression, "stall"))
    {
      self->source.explainer = weft_pipeline_explainer_new (snapshot, cancellable, error);
      if (self->source.explainer == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
weft_pipeline_op_fields_free (WeftPipelineOpFields *self)
{
  g_clear_pointer (&self->source.explainer, weft_pipeline_explainer_free);
  weft_pipeline_text_batch_free (self->texts);
  g_hash_table_unref (self->kinds);
  weft_expression_unref (self->expression);
  weft_pipeline_snapshot_unref (self->source.snapshot);
  g_free (self);
}
