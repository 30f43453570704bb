/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-op-filter.h"

#include "weft-pipeline-explainer.h"
#include "weft-pipeline-op-fields.h"

#include "made-log.h"
#include "weft-pipeline-texts.h"
#include "weft-pipeline-trace-private.h"

/* --- the same, slowly: op by op, with what everybody may ask a snapshot ----------------------- */

typedef __int128 Wide;

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineExplainer *stalls;
  guint32 number;
  WeftOp op;
  WeftStageBuffer stages;
} Slow;

static gboolean
read_of_stages (const Slow *self, const WeftFieldUse *use, Wide *value)
{
  Wide length = 0, longest = 0, start = 0, end = 0, count = 0;

  for (guint i = 0; i < self->stages.n_stages; i++)
    {
      const WeftStage *stage = &self->stages.stages[i];
      Wide cycles = (Wide) stage->end - stage->start;
      WeftKindInfo kind;

      weft_pipeline_trace_get_kind (self->snapshot->trace, stage->kind, &kind);
      if (!g_str_equal (use->argument, use->function == 0 ? kind.name : kind.lane))
        continue;
      length += MAX (cycles, 0);
      longest = MAX (longest, cycles);
      start = count == 0 || stage->start < start ? stage->start : start;
      end = count == 0 || stage->end > end ? stage->end : end;
      count++;
    }
  *value = g_str_equal (use->field->key, "length")    ? length
           : g_str_equal (use->field->key, "longest") ? longest
           : g_str_equal (use->field->key, "start")   ? start
           : g_str_equal (use->field->key, "end")     ? end
                                                      : count;
  return count > 0 || g_str_equal (use->field->key, "count");
}

static gboolean
set_if (Wide *value, gboolean is_there, Wide number)
{
  *value = number;
  return is_there;
}

static gboolean
read_number (const Slow *self, const WeftFieldUse *use, Wide *value)
{
  const WeftOp *op = &self->op;
  const char *name = use->field->key;
  WeftPipelineTrace *trace = self->snapshot->trace;
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));

  if (use->function != WEFT_NO_FUNCTION)
    return read_of_stages (self, use, value);
  if (g_str_equal (name, "id"))
    return set_if (value, TRUE, op->id);
  if (g_str_equal (name, "gid"))
    return set_if (value, TRUE, op->gid);
  if (g_str_equal (name, "rid"))
    return set_if (value, op->rid != -1, op->rid);
  if (g_str_equal (name, "tid"))
    return set_if (value, TRUE, op->tid);
  if (g_str_equal (name, "row"))
    return set_if (value, TRUE, weft_pipeline_snapshot_row_of_op (self->snapshot, op->op));
  if (g_str_equal (name, "line"))
    return set_if (value, TRUE, op->line);
  if (g_str_equal (name, "pc"))
    return set_if (value, op->has_pc,
                   op->has_pc ? weft_pipeline_trace_get_pc (trace, op->pc_index) : 0);
  if (g_str_equal (name, "fetch"))
    return set_if (value, TRUE, op->fetch);
  if (g_str_equal (name, "end"))
    return set_if (value, op->state != WEFT_OP_OPEN, op->end);
  if (g_str_equal (name, "latency"))
    return set_if (value, TRUE, MAX ((Wide) op->end - op->fetch, 0));
  if (g_str_equal (name, "stall"))
    return set_if (value, op->state != WEFT_OP_OPEN,
                   weft_pipeline_explainer_get_stall_cycles (self->stalls, op->op));
  if (g_str_equal (name, "consumes"))
    return set_if (value, op->consumes != WEFT_NO_CYCLE, op->consumes);
  if (g_str_equal (name, "produces"))
    return set_if (value, op->produces != WEFT_NO_CYCLE, op->produces);
  if (g_str_equal (name, "store"))
    return set_if (value, op->store != WEFT_NO_CYCLE, op->store);
  if (g_str_equal (name, "stages"))
    return set_if (value, TRUE, self->stages.n_stages);
  g_assert_cmpstr (name, ==, "dependencies");
  weft_pipeline_snapshot_get_producers (self->snapshot, op->op, producers);
  return set_if (value, TRUE, producers->len);
}

static Wide
to_wide (WeftWhole number)
{
  return number.negative ? -(Wide) number.magnitude : (Wide) number.magnitude;
}

static gboolean
holds_compare (const Slow *self, const WeftNode *node)
{
  Wide a, b;

  if (!read_number (self, &node->use, &a) || !read_number (self, &node->other, &b))
    return FALSE;
  switch (node->relation)
    {
    case WEFT_RELATION_EQUAL:
      return a == b;
    case WEFT_RELATION_NOT_EQUAL:
      return a != b;
    case WEFT_RELATION_LESS:
      return a < b;
    case WEFT_RELATION_AT_MOST:
      return a <= b;
    case WEFT_RELATION_GREATER:
      return a > b;
    case WEFT_RELATION_AT_LEAST:
    default:
      return a >= b;
    }
}

/* Any of the stages' texts may match; without one nothing is said. */
static gboolean
holds_stage_text (const Slow *self, const WeftNode *node)
{
  gboolean there = FALSE, matches = FALSE;
  gsize from, to;

  for (guint i = 0; i < self->stages.n_stages; i++)
    {
      const WeftStage *stage = &self->stages.stages[i];
      g_autofree char *text =
        weft_pipeline_snapshot_get_stage_text (self->snapshot, self->number, stage->stage);
      WeftKindInfo kind;

      weft_pipeline_trace_get_kind (self->snapshot->trace, stage->kind, &kind);
      if (g_strcmp0 (text, "") == 0 || text == NULL
          || !g_str_equal (node->use.argument, node->use.function == 0 ? kind.name : kind.lane))
        continue;
      there = TRUE;
      matches |= weft_text_matcher_find (node->matcher, text, strlen (text), &from, &to);
    }
  return there && matches != node->outside;
}

static gboolean
holds_text (const Slow *self, const WeftNode *node)
{
  g_autofree char *text = NULL;
  gsize from, to;

  if (node->use.function != WEFT_NO_FUNCTION)
    return holds_stage_text (self, node);
  text = g_str_equal (node->use.field->key, "label")
           ? weft_pipeline_snapshot_get_label (self->snapshot, self->number)
           : weft_pipeline_snapshot_get_detail (self->snapshot, self->number);
  return text != NULL
         && weft_text_matcher_find (node->matcher, text, strlen (text), &from, &to)
              != node->outside;
}

static gboolean
holds (const Slow *self, const WeftNode *node)
{
  gboolean result = node->kind != WEFT_NODE_OR;
  Wide value;

  switch (node->kind)
    {
    case WEFT_NODE_AND:
    case WEFT_NODE_OR:
      for (guint i = 0; i < node->children->len; i++)
        if (holds (self, g_ptr_array_index (node->children, i)) != result)
          return !result;
      return result;
    case WEFT_NODE_NOT:
      return !holds (self, g_ptr_array_index (node->children, 0));
    case WEFT_NODE_FLAG:
      return self->op.state
             == (g_str_equal (node->use.field->key, "retired")   ? WEFT_OP_RETIRED
                 : g_str_equal (node->use.field->key, "flushed") ? WEFT_OP_FLUSHED
                                                                 : WEFT_OP_OPEN);
    case WEFT_NODE_RANGE:
      return read_number (self, &node->use, &value)
             && (value >= to_wide (node->low) && value <= to_wide (node->high)) != node->outside;
    case WEFT_NODE_COMPARE:
      return holds_compare (self, node);
    case WEFT_NODE_TEXT:
    default:
      return holds_text (self, node);
    }
}

/* Holds a filter against the slow one, and returns how many ops stay. */
static guint32
check (WeftPipelineSnapshot *snapshot, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExpression) expression =
    weft_expression_parse (weft_op_language (), text, NULL, &error);
  g_autoptr (WeftBitset) ops = NULL;
  g_autoptr (WeftPipelineExplainer) stalls = weft_pipeline_explainer_new (snapshot, NULL, NULL);
  Slow slow = { snapshot, stalls };
  guint32 n_ops = snapshot->n_ops, n_set = 0;

  g_assert_no_error (error);
  ops = weft_pipeline_op_filter_run (expression, snapshot, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ops->n_bits, ==, n_ops);
  for (guint32 op = 0; op < n_ops; op++)
    {
      gboolean expected;

      slow.number = op;
      weft_pipeline_snapshot_get_op (snapshot, op, &slow.op);
      weft_pipeline_snapshot_get_stages (snapshot, op, &slow.stages);
      expected = holds (&slow, weft_expression_get_root (expression));
      n_set += expected;
      if (weft_bitset_has (ops, op) != expected)
        g_error ("%s: op %u, expected %d", text, op, expected);
    }
  g_assert_cmpuint (ops->n_set, ==, n_set);
  g_assert_false (weft_bitset_has (ops, n_ops));
  weft_stage_buffer_clear (&slow.stages);
  return n_set;
}

/* --- tests ------------------------------------------------------------------------------------ */

static const char *const predicates[] = {
  "tid == 1",
  "flushed",
  "retired",
  "open",
  "latency > 20",
  "20 >= latency",
  "latency != 5",
  "pc in 0x80000000..0x80000040",
  "pc != 0x80000000",
  "id in 10..4200",
  "gid > 1500",
  "rid < 700",
  "row == 7",
  "line > 10000",
  "fetch in 100..900",
  "end < 1000",
  "stall >= 3",
  "stall > 0",
  "consumes > produces",
  "produces == end",
  "store == 0",
  "stages == 3",
  "dependencies > 0",
  "stage(\"X\").length >= 20",
  "stage(\"X\").longest < 9",
  "stage(\"X\").start == fetch",
  "stage(\"F\").end > 100",
  "stage(\"Q\").count == 0",
  "stage(\"Q\").length == 0",
  "lane(\"1\").length > 2",
  "lane(\"1\").count != 0",
  "lane(\"0\").end <= end",
  "id != gid",
  "latency > tid",
  "pc > gid",
  "tid >= -1",
  "tid > -9999999999999999999",
  "pc > -1",
  "pc <= 18446744073709551615",
  "latency > 18446744073709551615",
  "fetch < 18446744073709551615",
  "fetch < -18446744073709551615",
  "pc in -5..-1",
  "pc in -5..2147483652",
  "label ~ /lw/",
  "label ~ /^8000.*a1/",
  "label ~ /(addi|mul)/",
  "label ~ /LW/i",
  "label ~ /x$/",
  "label ~ /[^a-z]a0/",
  "label ~ /\\bsp\\b/",
  "label ~ /^\\S+$/",
  "label ~ /a0, (?!a1)/",
  "label ~ /(a)\\d, \\1/",
  "label ~ /.*+x/",
  "label ~ /\\W\\W/",
  "label ~ /(?i)MUL/",
  "label ~ /b*/",
  "label == \"bubble\"",
  "label != \"bubble\"",
  "label contains \"a0, a\"",
  "label contains \"\"",
  "label ~ /é/",
  "label ~ /\\x{e9}/",
  "label ~ /^[^\\d]+$/",
  "label ~ /^.$/",
  "detail == \"\"",
  "detail ~ /^two$/",
  "detail ~ /one.two/",
  "detail ~ /one\\stwo/",
  "detail contains \"\\n\"",
  "detail ~ /two$/",
  "detail ~ /^$/",
  "stage(\"X\").text ~ /hit/",
  "stage(\"X\").text != \"hit\"",
  "lane(\"0\").text contains \"miss\"",
  "stage(\"Q\").text == \"hit\"",
};

static const char *const odd_labels[] = {
  "", "é", "80000000: caf\xc3\xa9", "\xff\xfe", "a\\nb", "\\\\n", "bubble", "x", "a0, a\tb",
};

/* Ops with labels of several pieces, with details, and with such as are no UTF-8. */
static void
add_odd_ops (MadeLog *log)
{
  for (guint i = 0; i < 300; i++)
    {
      guint32 op = made_log_begin (log, -1, 2200, odd_labels[i % G_N_ELEMENTS (odd_labels)]);
      const char *detail = i % 3 == 0 ? "one\\n" : "two";

      for (guint j = 0; j < i % 4; j++)
        weft_pipeline_writer_add_detail (log->writer, op, made_log_spill (log, detail),
                                         strlen (detail));
      if (i % 5 == 0)
        weft_pipeline_writer_add_label (log->writer, op, made_log_spill (log, "x"), "x", 1);
      if (i % 7 == 0)
        weft_pipeline_writer_add_dependency (log->writer, op, i, 0, 2201);
      if (i % 11 == 0)
        weft_pipeline_writer_end_op (log->writer, op, WEFT_OP_RETIRED, -1, 2100);
    }
  /* This one was never spilled. */
  weft_pipeline_writer_add_label (log->writer, made_log_begin (log, 0, 2200, NULL), 1 << 30, "lost",
                                  4);
}

static WeftPipelineSnapshot *
open_log (MadeLog *log)
{
  made_log_open (log, NULL);
  made_log_fill (log, 4500);
  for (guint32 op = 0; op < 4500; op += 10)
    {
      const char *text = op % 3 == 0 ? "hit" : "miss";

      weft_pipeline_writer_add_stage_text (log->writer, op, made_log_spill (log, text),
                                           strlen (text));
    }
  add_odd_ops (log);
  return made_log_publish (log, 2300);
}

static void
test_predicates (void)
{
  MadeLog log;

  {
    g_autoptr (WeftPipelineSnapshot) snapshot = open_log (&log);

    for (guint i = 0; i < G_N_ELEMENTS (predicates); i++)
      {
        guint32 n_set = check (snapshot, predicates[i]);

        g_test_message ("%s: %u", predicates[i], n_set);
      }
    g_assert_cmpuint (check (snapshot, "label == \"bubble\" && tid != -1"), ==, 4500 / 17);
    g_assert_cmpuint (check (snapshot, "tid == 1 && flushed"), >, 0);
    /* A text that can't be read is neither this nor not this. */
    g_assert_cmpuint (check (snapshot, "!(label == \"\" || label != \"\")"), ==, 1);
  }
  made_log_close (&log);
}

static void
append_random (GString *text, guint depth)
{
  guint kind = depth == 0 ? 0 : (guint) g_test_rand_int_range (0, 4);

  if (kind == 0)
    g_string_append (text, predicates[g_test_rand_int_range (0, G_N_ELEMENTS (predicates))]);
  else if (kind == 1)
    {
      g_string_append (text, "!(");
      append_random (text, depth - 1);
      g_string_append_c (text, ')');
    }
  else
    {
      g_string_append_c (text, '(');
      append_random (text, depth - 1);
      g_string_append (text, kind == 2 ? " && " : " || ");
      append_random (text, depth - 1);
      g_string_append_c (text, ')');
    }
}

static void
test_joined (void)
{
  MadeLog log;

  {
    g_autoptr (WeftPipelineSnapshot) snapshot = open_log (&log);

    for (guint i = 0; i < 60; i++)
      {
        g_autoptr (GString) text = g_string_new (NULL);

        append_random (text, 4);
        check (snapshot, text->str);
      }
  }
  made_log_close (&log);
}

static void
test_empty (void)
{
  MadeLog log;

  made_log_open (&log, NULL);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 0);

    g_assert_cmpuint (check (snapshot, "open || label ~ /x/ || stage(\"X\").length > 1"), ==, 0);
  }
  made_log_close (&log);
}

/* Ticks and ids over all 64 bits. */
static void
test_hostile (void)
{
  const gint64 ticks[] = { G_MAXINT64 - 1, G_MININT64 + 2, 0, -1, 1, G_MININT64 + 1 };
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < 200; i++)
    {
      guint32 op =
        weft_pipeline_writer_begin_op (log.writer, (gint64) (i * 0x9e3779b97f4a7c15u), ticks[i % 6],
                                       ticks[(i + 3) % 6], i + 1, ticks[i % 6]);

      if (i % 5 != 0)
        weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_RETIRED, ticks[(i + 1) % 6],
                                     ticks[(i / 6) % 6]);
    }
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, G_MAXINT64 - 1);

    check (snapshot, "latency > 9223372036854775807");
    check (snapshot, "latency == 18446744073709551612");
    check (snapshot, "latency > gid");
    check (snapshot, "gid < tid");
    check (snapshot, "fetch == 9223372036854775806 || id in -9223372036854775808..-1");
  }
  made_log_close (&log);
}

static void
test_cancel (void)
{
  static const char *const texts[] = { "open", "stall > 1", "label ~ /x/" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  MadeLog log;

  g_cancellable_cancel (cancellable);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = open_log (&log);

    for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
      {
        g_autoptr (WeftExpression) expression =
          weft_expression_parse (weft_op_language (), texts[i], NULL, NULL);
        g_autoptr (GError) error = NULL;

        g_assert_null (weft_pipeline_op_filter_run (expression, snapshot, cancellable, &error));
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      }
  }
  made_log_close (&log);
}

/* The rows are those of a filter that is run anew, whenever they were brought up to date. */
static void
check_rows (WeftPipelineRows *rows, WeftExpression *expression, gboolean hide_flushed)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (weft_pipeline_rows_get_trace (rows));
  g_autoptr (WeftBitset) ops = weft_pipeline_op_filter_run (expression, snapshot, NULL, NULL);
  guint32 row = 0;

  weft_pipeline_rows_update (rows);
  weft_pipeline_rows_lock (rows);
  for (guint32 i = 0; i < snapshot->n_ops; i++)
    {
      guint32 op = weft_pipeline_snapshot_op_at_row (snapshot, i);
      gboolean stays = weft_bitset_has (ops, op)
                       && !(hide_flushed && weft_op_state (snapshot, op) == WEFT_OP_FLUSHED);

      g_assert_cmpuint (weft_pipeline_rows_find_op (rows, op), ==, stays ? row : WEFT_NO_ROW);
      if (stays)
        g_assert_cmpuint (weft_pipeline_rows_get_op (rows, row++), ==, op);
    }
  g_assert_cmpuint (weft_pipeline_rows_get_n_rows (rows), ==, row);
  weft_pipeline_rows_unlock (rows);
}

/* A log that grows under filters: ops come, end, and get longer labels. */
static void
test_rows (void)
{
  static const char *const texts[] = {
    "latency > 20", "open",      "!open && tid == 1", "label ~ /x$/",
    "stall > 2",    "row > 100", "dependencies > 0",  "stages > 2 || label == \"bubble\"",
    "tid == 7",
  };
  WeftExpression *expressions[G_N_ELEMENTS (texts)];
  WeftPipelineRows *rows[G_N_ELEMENTS (texts)];
  MadeLog log;

  made_log_open (&log, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      expressions[i] = weft_expression_parse (weft_op_language (), texts[i], NULL, NULL);
      rows[i] = weft_pipeline_op_filter_new_rows (expressions[i], log.trace, i % 2, NULL);
    }
  for (guint round = 0; round < 12; round++)
    {
      guint32 n_ops = weft_pipeline_writer_get_n_ops (log.writer);

      if (round % 3 != 2)
        made_log_fill (&log, (guint32) g_test_rand_int_range (0, 700));
      for (guint i = 0; i < 5 && n_ops > 0; i++)
        {
          guint32 op = (guint32) g_test_rand_int_range (0, (int) n_ops);

          if (i < 2)
            weft_pipeline_writer_end_op (log.writer, op, WEFT_OP_FLUSHED, -1, 5000);
          else if (i < 4)
            weft_pipeline_writer_add_label (log.writer, op, made_log_spill (&log, "x"), "x", 1);
          else
            made_log_stage (&log, op, "1", "late", 2000, 2010);
        }
      weft_pipeline_writer_publish (log.writer, 1000 + 400 * round);
      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        check_rows (rows[i], expressions[i], i % 2);
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_object_unref (rows[i]);
      weft_expression_unref (expressions[i]);
    }
  made_log_close (&log);
}

/* That no row is left is said, as any other answer. */
static void
test_rows_none (void)
{
  g_autoptr (WeftExpression) expression =
    weft_expression_parse (weft_op_language (), "tid == 99", NULL, NULL);
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 500);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 300);
    g_autoptr (WeftPipelineRows) rows =
      weft_pipeline_op_filter_new_rows (expression, log.trace, WEFT_ROWS_ALL, NULL);

    g_assert_cmpuint (weft_pipeline_rows_get_generation (rows), ==, 0);
    weft_pipeline_rows_update (rows);
    g_assert_cmpuint (weft_pipeline_rows_get_generation (rows), >, 0);
    g_assert_cmpuint (weft_pipeline_rows_get_n_rows (rows), ==, 0);
  }
  made_log_close (&log);
}

/* Rows that were given up stay as they were. */
static void
test_rows_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (WeftExpression) expression =
    weft_expression_parse (weft_op_language (), "tid == 1", NULL, NULL);
  MadeLog log;

  made_log_open (&log, NULL);
  made_log_fill (&log, 500);
  {
    g_autoptr (WeftPipelineSnapshot) snapshot = made_log_publish (&log, 300);
    g_autoptr (WeftPipelineRows) rows =
      weft_pipeline_op_filter_new_rows (expression, log.trace, WEFT_ROWS_ALL, cancellable);

    weft_pipeline_rows_update (rows);
    g_assert_cmpuint (weft_pipeline_rows_get_n_rows (rows), ==, 250);
    made_log_fill (&log, 500);
    weft_pipeline_writer_publish (log.writer, 600);
    g_cancellable_cancel (cancellable);
    weft_pipeline_rows_update (rows);
    g_assert_cmpuint (weft_pipeline_rows_get_n_rows (rows), ==, 250);
  }
  made_log_close (&log);
}

static void
test_values (void)
{
  MadeLog log;

  {
    g_autoptr (WeftPipelineSnapshot) snapshot = open_log (&log);
    g_auto (GStrv) stages = weft_pipeline_op_list_values (0, NULL, log.trace);
    g_auto (GStrv) lanes = weft_pipeline_op_list_values (1, NULL, log.trace);
    g_autofree char *all_stages = g_strjoinv (" ", stages), *all_lanes = g_strjoinv (" ", lanes);

    g_assert_cmpstr (all_stages, ==, "F X stl");
    g_assert_cmpstr (all_lanes, ==, "0 1");
    g_assert_null (weft_pipeline_op_list_values (WEFT_NO_FUNCTION, NULL, log.trace));
  }
  made_log_close (&log);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-filter/predicates", test_predicates);
  g_test_add_func ("/op-filter/joined", test_joined);
  g_test_add_func ("/op-filter/empty", test_empty);
  g_test_add_func ("/op-filter/hostile", test_hostile);
  g_test_add_func ("/op-filter/cancel", test_cancel);
  g_test_add_func ("/op-filter/rows", test_rows);
  g_test_add_func ("/op-filter/rows-none", test_rows_none);
  g_test_add_func ("/op-filter/rows-cancelled", test_rows_cancelled);
  g_test_add_func ("/op-filter/values", test_values);
  return g_test_run ();
}
