/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-bulk.h"
#include "weft-cli-options.h"
#include "weft-cli-records.h"
#include "weft-pipeline-part-fields.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

/* One dump of one trace; the format is formats/kanata's, "weft-cli dump of a pipeline". */
typedef struct
{
  WeftPipelineOpSource source;
  WeftFacts columns; /* of ops, and of their lists: */
  WeftFacts stage_columns;
  WeftFacts dependency_columns;
  WeftPipelineTrace *trace;
  WeftJsonWriter *writer;
  WeftStageBuffer stages;
  GArray *producers; /* WeftDependency */

  /* The stages of the op at hand, lane by lane. */
  GArray *lanes; /* guint: its lanes in order of first appearance */
  GArray *lists; /* LaneList, by lane */
  GArray *next;  /* guint: of each stage, the next one in the same lane */
  guint stamp;   /* lists that bear it are this op's */
} Dump;

typedef struct
{
  guint stamp;
  guint first; /* stages, indexes in the buffer */
  guint last;
} LaneList;

#define NO_STAGE G_MAXUINT

/* Lists the op's stages lane by lane, in time that does not grow with the number of lanes. */
static void
find_lanes (Dump *dump)
{
  guint n_lanes = weft_pipeline_trace_get_n_lanes (dump->trace);

  g_array_set_size (dump->lanes, 0);
  g_array_set_size (dump->next, dump->stages.n_stages);
  if (dump->lists->len < n_lanes)
    g_array_set_size (dump->lists, n_lanes);
  dump->stamp++;
  for (guint i = 0; i < dump->stages.n_stages; i++)
    {
      guint lane = weft_pipeline_trace_get_kind_lane (dump->trace, dump->stages.stages[i].kind);
      LaneList *list = &g_array_index (dump->lists, LaneList, lane);

      g_array_index (dump->next, guint, i) = NO_STAGE;
      if (list->stamp == dump->stamp)
        g_array_index (dump->next, guint, list->last) = i;
      else
        {
          list->stamp = dump->stamp;
          list->first = i;
          g_array_append_val (dump->lanes, lane);
        }
      list->last = i;
    }
}

static void
write_lanes (Dump *dump, const WeftOp *op)
{
  weft_pipeline_snapshot_get_stages (dump->source.snapshot, op->op, &dump->stages);
  find_lanes (dump);
  weft_json_writer_begin_object (dump->writer);
  for (guint i = 0; i < dump->lanes->len; i++)
    {
      guint lane = g_array_index (dump->lanes, guint, i);
      guint stage = g_array_index (dump->lists, LaneList, lane).first;

      weft_json_writer_any_key (dump->writer,
                                weft_pipeline_trace_get_lane_name (dump->trace, lane));
      weft_json_writer_begin_array (dump->writer);
      for (; stage != NO_STAGE; stage = g_array_index (dump->next, guint, stage))
        weft_cli_records_write_list (
          &dump->stage_columns,
          &(WeftPipelineStageRow){ op->op, op->id, dump->stages.stages[stage] }, dump->writer);
      weft_json_writer_end_array (dump->writer);
    }
  weft_json_writer_end_object (dump->writer);
}

static void
write_producers (Dump *dump, const WeftOp *op)
{
  g_array_set_size (dump->producers, 0);
  weft_pipeline_snapshot_get_producers (dump->source.snapshot, op->op, dump->producers);
  weft_json_writer_begin_array (dump->writer);
  for (guint i = 0; i < dump->producers->len; i++)
    weft_cli_records_write_list (
      &dump->dependency_columns,
      &(WeftPipelineDependencyRow){ op->id, g_array_index (dump->producers, WeftDependency, i) },
      dump->writer);
  weft_json_writer_end_array (dump->writer);
}

/* The fields of an op that have no cell are the lists of what it has several of. */
static const struct
{
  const char *key;
  void (*write) (Dump *dump, const WeftOp *op);
} parts[] = {
  { "lanes", write_lanes },
  { "prods", write_producers },
};

static void
write_list (Dump *dump, const char *key, const WeftOp *op)
{
  weft_json_writer_key (dump->writer, key);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_equal (parts[i].key, key))
      parts[i].write (dump, op);
}

static void
write_op (Dump *dump, const WeftOp *op)
{
  weft_json_writer_begin_object (dump->writer);
  for (guint i = 0; i < dump->columns.n_columns; i++)
    {
      const WeftField *field = weft_facts_get_column (&dump->columns, i);

      if (field->type == WEFT_FIELD_ANY)
        write_list (dump, field->key, op);
      else
        weft_cli_records_write_field (field, &dump->source, op->op, NULL, dump->writer);
    }
  weft_json_writer_end_object (dump->writer);
  weft_json_writer_newline (dump->writer);
}

static void
write_ops (Dump *dump, const WeftCycleRange *range, const WeftBitset *ops)
{
  WeftPipelineSnapshot *snapshot = dump->source.snapshot;
  weft_auto_bulk guint32 *order = weft_pipeline_snapshot_order_by_id (snapshot);

  for (guint32 i = 0; i < snapshot->n_ops && !ferror (stdout); i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, order != NULL ? order[i] : i, &op);
      if (weft_cycle_range_intersects (range, op.fetch, op.end)
          && weft_bitset_includes (ops, op.op))
        write_op (dump, &op);
    }
}

int
weft_cli_pipeline_dump (WeftTrace *trace, const WeftCliRequest *request)
{
  WeftPipelineTrace *pipeline = WEFT_PIPELINE_TRACE (trace);
  g_autoptr (WeftPipelineSnapshot) snapshot = weft_pipeline_trace_ref_snapshot (pipeline);
  g_autoptr (WeftPipelineTexts) texts = weft_pipeline_texts_new (snapshot);
  g_autoptr (GArray) producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) lists = g_array_new (FALSE, TRUE, sizeof (LaneList));
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stdout);
  g_autoptr (WeftExpression) filter = NULL;
  g_autoptr (WeftBitset) ops = NULL;
  Dump dump = { .source = { .snapshot = snapshot, .texts = texts },
                .trace = pipeline,
                .writer = writer,
                .producers = producers,
                .lanes = lanes,
                .lists = lists,
                .next = next };

  if (!weft_cli_parse_filter (request->filter, weft_op_language (), &filter))
    return WEFT_CLI_USAGE;
  ops = weft_cli_run_filter (filter, snapshot);
  dump.columns = weft_facts_of (&weft_pipeline_op_schema, WEFT_FIELD_DUMP, &dump.source, 0);
  dump.stage_columns =
    weft_facts_of (&weft_pipeline_stage_schema, WEFT_FIELD_DUMP, &dump.source, 0);
  dump.dependency_columns =
    weft_facts_of (&weft_pipeline_dependency_schema, WEFT_FIELD_DUMP, &dump.source, 0);
  write_ops (&dump, &request->range, ops);
  weft_stage_buffer_clear (&dump.stages);
  return WEFT_CLI_SUCCESS;
}
