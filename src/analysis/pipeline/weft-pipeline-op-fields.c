/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-fields.h"

#include "weft-pipeline-op-cells.h"
#include "weft-pipeline-stalls.h"
#include "weft-pipeline-text-batch.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* --- the language ----------------------------------------------------------------------------- */

enum
{
  FIELD_ID,
  FIELD_GID,
  FIELD_RID,
  FIELD_TID,
  FIELD_ROW,
  FIELD_LINE,
  FIELD_PC,
  FIELD_LABEL,
  FIELD_DETAIL,
  FIELD_FETCH,
  FIELD_END,
  FIELD_LATENCY,
  FIELD_STALL,
  FIELD_CONSUMES,
  FIELD_PRODUCES,
  FIELD_STORE,
  FIELD_STAGES,
  FIELD_DEPENDENCIES,
  FIELD_RETIRED,
  FIELD_FLUSHED,
  FIELD_OPEN,
  N_FIELDS
};

static const WeftField fields[N_FIELDS] = {
  { "id", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Id of the op in the log"), .cost = 2 },
  { "gid", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Id of the op in the simulator") },
  { "rid", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER, .doc = N_ ("Retire id") },
  { "tid", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER, .doc = N_ ("Thread") },
  { "row", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Row in the whole picture, from 0") },
  { "line", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Line of the file where the op begins, from 1") },
  { "pc", .type = WEFT_FIELD_COUNT, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Address of the instruction, which begins the label"), .cost = 2 },
  { "label", .type = WEFT_FIELD_TEXT, .flags = WEFT_FIELD_FILTER, .doc = N_ ("Label"),
    .cost = 100 },
  { "detail", .type = WEFT_FIELD_TEXT, .flags = WEFT_FIELD_FILTER, .doc = N_ ("Detail"),
    .cost = 120 },
  { "fetch", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle of the fetch") },
  { "end", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle of the retire or flush"), .cost = 2 },
  { "latency", .type = WEFT_FIELD_COUNT, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycles from fetch to end; of an open op, so far"), .cost = 2 },
  { "stall", .type = WEFT_FIELD_COUNT, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycles in which the op was stalled"), .cost = 40 },
  { "consumes", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle in which the op takes its inputs"), .cost = 2 },
  { "produces", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle in which the result of the op is there"), .cost = 2 },
  { "store", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle in which the store of the op completed"), .cost = 2 },
  { "stages", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("How many stages the op has"), .cost = 10 },
  { "dependencies", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("How many producers the op waits for"), .cost = 4 },
  { "retired", .type = WEFT_FIELD_FLAG, .flags = WEFT_FIELD_FILTER, .doc = N_ ("The op retired") },
  { "flushed", .type = WEFT_FIELD_FLAG, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("The op was flushed") },
  { "open", .type = WEFT_FIELD_FLAG, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("The op neither retired nor was flushed") },
};

enum
{
  MEMBER_LENGTH,
  MEMBER_LONGEST,
  MEMBER_START,
  MEMBER_END,
  MEMBER_COUNT,
  MEMBER_TEXT,
  N_MEMBERS
};

static const WeftField members[N_MEMBERS] = {
  { "length", .type = WEFT_FIELD_COUNT, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycles of all of them together"), .cost = 20 },
  { "longest", .type = WEFT_FIELD_COUNT, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycles of the longest of them"), .cost = 20 },
  { "start", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle in which the first of them starts"), .cost = 20 },
  { "end", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("Cycle in which the last of them has ended"), .cost = 20 },
  { "count", .type = WEFT_FIELD_NUMBER, .flags = WEFT_FIELD_FILTER,
    .doc = N_ ("How many of them the op has"), .cost = 20 },
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
                                          members, N_MEMBERS };

static const WeftFieldFunction functions[N_FUNCTIONS] = {
  { "stage", N_ ("The stages of that name"), &member_schema },
  { "lane", N_ ("The stages in the lane of that name"), &member_schema },
};

const WeftLanguage *
weft_op_language (void)
{
  static const WeftSchema schema = { "pipeline_op", "Ops of a pipeline log", fields, N_FIELDS };
  static const WeftLanguage language = { &schema, functions, N_FUNCTIONS,
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

/* --- numbers ---------------------------------------------------------------------------------- */

struct _WeftPipelineOpFields
{
  WeftPipelineSnapshot *snapshot;
  WeftExpression *expression;
  WeftPipelineStalls *stalls;   /* where the expression asks for them */
  WeftPipelineTextBatch *texts; /* likewise */
  GHashTable *kinds; /* by WeftFieldUse of a function: a guint8 for each kind that is meant */
  guint n_kinds;
};

static gint64
read_compact (const WeftPipelineSnapshot *snapshot, guint column, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;

  return weft_compact_decode (&trace->compact,
                              weft_cell_load (weft_table_u32 (&trace->ops, column, op)));
}

static gboolean
read_cycle (const WeftPipelineSnapshot *snapshot, guint column, guint32 op, gint64 *value)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 cell = weft_cell_load (weft_table_u32 (&trace->ops, column, op));

  if (cell == WEFT_COMPACT_NONE)
    return FALSE;
  *value = weft_pipeline_snapshot_to_cycle (
    snapshot, weft_ticks_after (weft_op_fetch_tick (snapshot, op),
                                weft_compact_decode (&trace->compact, cell)));
  return TRUE;
}

static gboolean
read_retire_id (const WeftPipelineSnapshot *snapshot, guint32 op, gint64 *value)
{
  if (snapshot->rids != NULL)
    *value = snapshot->rids[op];
  else if (weft_cell_load (weft_table_u32 (&snapshot->trace->ops, OP_RID, op)) == WEFT_COMPACT_NONE)
    *value = -1;
  else
    *value = read_compact (snapshot, OP_RID, op);
  return *value != -1;
}

static gboolean
read_pc (const WeftPipelineSnapshot *snapshot, guint32 op, gint64 *value)
{
  guint32 index = weft_op_pc_index (snapshot, op);

  if (index == WEFT_NO_ROW)
    return FALSE;
  *value = (gint64) weft_pipeline_trace_get_pc (snapshot->trace, index);
  return TRUE;
}

static gint64
count_stages (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  guint32 stage = weft_op_last_stage (snapshot, op);
  gint64 n = 0;

  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (snapshot, stage))
    n++;
  return n;
}

static gint64
count_dependencies (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  guint32 dep = weft_cell_load (weft_table_u32 (&trace->ops, OP_LAST_DEP, op));
  gint64 n = 0;

  for (; dep != WEFT_NO_ROW; dep = *weft_table_u32 (&trace->deps, DEP_PREVIOUS, dep))
    n++;
  return n;
}

/* FALSE where the op has none. */
static inline gboolean
read_number (const WeftPipelineOpFields *self, guint field, guint32 op, gint64 *value)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;

  switch (field)
    {
    case FIELD_ID:
      *value = weft_ticks_between (snapshot->id_origin,
                                   weft_ticks_after (op, read_compact (snapshot, OP_ID, op)));
      return TRUE;
    case FIELD_GID:
      *value = read_compact (snapshot, OP_GID, op);
      return TRUE;
    case FIELD_RID:
      return read_retire_id (snapshot, op, value);
    case FIELD_TID:
      *value = weft_op_thread (snapshot, op);
      return TRUE;
    case FIELD_ROW:
      *value = weft_pipeline_snapshot_row_of_op (snapshot, op);
      return TRUE;
    case FIELD_LINE:
      *value = read_compact (snapshot, OP_LINE, op);
      return TRUE;
    case FIELD_PC:
      return read_pc (snapshot, op, value);
    case FIELD_FETCH:
      *value = weft_op_fetch (snapshot, op);
      return TRUE;
    case FIELD_END:
      *value = weft_op_end (snapshot, op);
      return weft_op_state (snapshot, op) != WEFT_OP_OPEN;
    case FIELD_LATENCY:
      *value =
        (gint64) weft_cycles_between (weft_op_fetch (snapshot, op), weft_op_end (snapshot, op));
      return TRUE;
    case FIELD_STALL:
      *value = (gint64) weft_pipeline_stalls_get_cycles (self->stalls, op);
      return TRUE;
    case FIELD_CONSUMES:
      return read_cycle (snapshot, OP_CONSUMES, op, value);
    case FIELD_PRODUCES:
      return read_cycle (snapshot, OP_PRODUCES, op, value);
    case FIELD_STORE:
      return read_cycle (snapshot, OP_STORE, op, value);
    case FIELD_STAGES:
      *value = count_stages (snapshot, op);
      return TRUE;
    case FIELD_DEPENDENCIES:
      *value = count_dependencies (snapshot, op);
      return TRUE;
    default:
      g_assert_not_reached ();
    }
}

/* --- stage("…") and lane("…") ----------------------------------------------------------------- */

/* The stages of one op that are meant. */
typedef struct
{
  guint64 length;
  guint64 longest;
  gint64 start;
  gint64 end;
  gint64 count;
} Stages;

static void
sum_stages (const WeftPipelineOpFields *self, const guint8 *kinds, guint32 op, Stages *sum)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  gint64 fetch = weft_op_fetch_tick (snapshot, op);
  guint32 stage = weft_op_last_stage (snapshot, op);

  *sum = (Stages){ 0, 0, G_MAXINT64, G_MININT64, 0 };
  for (; stage != WEFT_NO_ROW; stage = weft_stage_previous (snapshot, stage))
    {
      WeftKind kind = weft_stage_kind (snapshot, stage);
      gint64 start, end;
      guint64 length;

      if (kind >= self->n_kinds || !kinds[kind])
        continue;
      if (!weft_stage_cycles (snapshot, stage, fetch, &start, &end))
        end = MAX (weft_op_end (snapshot, op), start);
      length = weft_cycles_between (start, end);
      sum->length += length;
      sum->longest = MAX (sum->longest, length);
      sum->start = MIN (sum->start, start);
      sum->end = MAX (sum->end, end);
      sum->count++;
    }
}

static gboolean
read_member (const Stages *sum, guint member, gint64 *value)
{
  const gint64 values[] = { (gint64) sum->length, (gint64) sum->longest, sum->start, sum->end,
                            sum->count };

  *value = values[member];
  return sum->count > 0 || member == MEMBER_COUNT;
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
      if (read_member (&sum, use->index, &values[i]))
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
    kinds[kind] = is_meant (self->snapshot->trace, use, (WeftKind) kind);
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

/* A loop for each field, in which the compiler knows which one it is. */
#define READ_ALL(field) \
  case field: \
    WEFT_FOR_EACH_BIT (wanted, i) \
      if (read_number (self, field, first + (guint32) i, &values[i])) \
        weft_set_bit (present, i); \
    break

static void
read_numbers (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
              gint64 *values, guint64 *present)
{
  WeftPipelineOpFields *self = data;

  if (use->function != WEFT_NO_FUNCTION)
    {
      read_members (self, use, first, wanted, values, present);
      return;
    }
  switch (use->index)
    {
      READ_ALL (FIELD_TID);
      READ_ALL (FIELD_PC);
      READ_ALL (FIELD_FETCH);
      READ_ALL (FIELD_LATENCY);
    default:
      WEFT_FOR_EACH_BIT (wanted, i)
        if (read_number (self, use->index, first + (guint32) i, &values[i]))
          weft_set_bit (present, i);
    }
}

static void
read_flags (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
            guint64 *flags)
{
  const WeftPipelineOpFields *self = data;
  WeftOpState state = use->index == FIELD_RETIRED   ? WEFT_OP_RETIRED
                      : use->index == FIELD_FLUSHED ? WEFT_OP_FLUSHED
                                                    : WEFT_OP_OPEN;

  WEFT_FOR_EACH_BIT (wanted, i)
    if (weft_op_state (self->snapshot, first + (guint32) i) == state)
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
  kind = weft_stage_kind (reader->snapshot, owner->stage);
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

static void
match_texts (gpointer data, const WeftFieldUse *use, const WeftTextMatcher *matcher, guint32 first,
             const guint64 *wanted, guint64 *present, guint64 *matches)
{
  WeftPipelineOpFields *self = data;
  gboolean of_stages = use->function != WEFT_NO_FUNCTION;
  Matches found = { self, of_stages ? g_hash_table_lookup (self->kinds, use) : NULL, first,
                    matches };
  WeftTextFields field = of_stages                   ? WEFT_TEXTS_STAGE
                         : use->index == FIELD_LABEL ? WEFT_TEXTS_LABEL
                                                     : WEFT_TEXTS_DETAIL;

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

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->expression = weft_expression_ref (expression);
  self->n_kinds = weft_pipeline_trace_get_n_kinds (snapshot->trace);
  self->kinds = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->texts = weft_pipeline_text_batch_new (snapshot);
  find_kinds_of (self, weft_expression_get_root (expression));
  if (weft_expression_uses (expression, "stall"))
    {
      self->stalls = weft_pipeline_stalls_new (snapshot, cancellable, error);
      if (self->stalls == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
weft_pipeline_op_fields_free (WeftPipelineOpFields *self)
{
  g_clear_pointer (&self->stalls, weft_pipeline_stalls_free);
  weft_pipeline_text_batch_free (self->texts);
  g_hash_table_unref (self->kinds);
  weft_expression_unref (self->expression);
  weft_pipeline_snapshot_unref (self->snapshot);
  g_free (self);
}
