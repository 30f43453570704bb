/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-cli-options.h"
#include "weft-json-writer.h"
#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

/* One dump of one trace; the format is formats/kanata's, "weft-cli dump of a pipeline". */
typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineTrace *trace;
  WeftPipelineTexts *texts;
  WeftJsonWriter *writer;
  WeftStageBuffer stages;
  GArray *producers;      /* WeftDependency */
  gboolean texts_missing; /* a text could not be read back */

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

static void
write_cycle (Dump *dump, const char *key, gint64 cycle)
{
  weft_json_writer_signed_member (dump->writer, key, cycle == WEFT_NO_CYCLE ? -1 : cycle);
}

static void
write_text (Dump *dump, const char *text)
{
  dump->texts_missing |= text == NULL;
  weft_json_writer_string (dump->writer, text != NULL ? text : "—");
}

static void
write_stage (Dump *dump, guint32 op, const WeftStage *stage)
{
  WeftJsonWriter *writer = dump->writer;
  WeftKindInfo info;
  const char *text = weft_pipeline_texts_get_stage_text (dump->texts, op, stage->stage);

  weft_pipeline_trace_get_kind (dump->trace, stage->kind, &info);
  weft_json_writer_begin_array (writer);
  weft_json_writer_string (writer, info.name);
  weft_json_writer_signed (writer, stage->start);
  if (stage->open)
    weft_json_writer_null (writer);
  else
    weft_json_writer_signed (writer, stage->end);
  if (text == NULL || *text != '\0')
    write_text (dump, text);
  weft_json_writer_end_array (writer);
}

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
      WeftKindInfo info;
      LaneList *list;

      weft_pipeline_trace_get_kind (dump->trace, dump->stages.stages[i].kind, &info);
      list = &g_array_index (dump->lists, LaneList, info.lane_index);
      g_array_index (dump->next, guint, i) = NO_STAGE;
      if (list->stamp == dump->stamp)
        g_array_index (dump->next, guint, list->last) = i;
      else
        {
          list->stamp = dump->stamp;
          list->first = i;
          g_array_append_val (dump->lanes, info.lane_index);
        }
      list->last = i;
    }
}

static void
write_lanes (Dump *dump, guint32 op)
{
  weft_pipeline_snapshot_get_stages (dump->snapshot, op, &dump->stages);
  find_lanes (dump);
  weft_json_writer_key (dump->writer, "lanes");
  weft_json_writer_begin_object (dump->writer);
  for (guint i = 0; i < dump->lanes->len; i++)
    {
      guint lane = g_array_index (dump->lanes, guint, i);
      guint stage = g_array_index (dump->lists, LaneList, lane).first;

      weft_json_writer_any_key (dump->writer,
                                weft_pipeline_trace_get_lane_name (dump->trace, lane));
      weft_json_writer_begin_array (dump->writer);
      for (; stage != NO_STAGE; stage = g_array_index (dump->next, guint, stage))
        write_stage (dump, op, &dump->stages.stages[stage]);
      weft_json_writer_end_array (dump->writer);
    }
  weft_json_writer_end_object (dump->writer);
}

static void
write_producers (Dump *dump, guint32 op)
{
  g_array_set_size (dump->producers, 0);
  weft_pipeline_snapshot_get_producers (dump->snapshot, op, dump->producers);
  weft_json_writer_key (dump->writer, "prods");
  weft_json_writer_begin_array (dump->writer);
  for (guint i = 0; i < dump->producers->len; i++)
    {
      const WeftDependency *producer = &g_array_index (dump->producers, WeftDependency, i);

      weft_json_writer_begin_array (dump->writer);
      weft_json_writer_signed (dump->writer, producer->producer_id);
      weft_json_writer_signed (dump->writer, producer->type);
      weft_json_writer_signed (dump->writer, producer->cycle);
      weft_json_writer_end_array (dump->writer);
    }
  weft_json_writer_end_array (dump->writer);
}

static void
write_op (Dump *dump, const WeftOp *op)
{
  WeftJsonWriter *writer = dump->writer;

  weft_json_writer_begin_object (writer);
  weft_json_writer_signed_member (writer, "id", op->id);
  weft_json_writer_signed_member (writer, "gid", op->gid);
  weft_json_writer_signed_member (writer, "tid", op->tid);
  weft_json_writer_signed_member (writer, "rid", op->rid);
  weft_json_writer_signed_member (writer, "line", op->line);
  weft_json_writer_signed_member (writer, "fetched", op->fetch);
  weft_json_writer_signed_member (writer, "end", op->end);
  weft_json_writer_string_member (writer, "state", weft_op_state_to_string (op->state));
  weft_json_writer_key (writer, "name");
  write_text (dump, weft_pipeline_texts_get_label (dump->texts, op->op));
  weft_json_writer_key (writer, "detail");
  write_text (dump, weft_pipeline_texts_get_detail (dump->texts, op->op));
  write_lanes (dump, op->op);
  write_producers (dump, op->op);
  write_cycle (dump, "cons", op->consumes);
  write_cycle (dump, "prod", op->produces);
  weft_json_writer_end_object (writer);
  weft_json_writer_newline (writer);
}

static void
write_ops (Dump *dump, const WeftCycleRange *range, const WeftBitset *ops)
{
  g_autofree guint32 *order = weft_pipeline_snapshot_order_by_id (dump->snapshot);
  guint32 n_ops = dump->snapshot->n_ops;

  for (guint32 i = 0; i < n_ops && !ferror (stdout); i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (dump->snapshot, order != NULL ? order[i] : i, &op);
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
  Dump dump = { .snapshot = snapshot,
                .trace = pipeline,
                .texts = texts,
                .writer = writer,
                .producers = producers,
                .lanes = lanes,
                .lists = lists,
                .next = next };

  if (!weft_cli_parse_filter (request->filter, weft_op_language (), &filter))
    return WEFT_CLI_USAGE;
  ops = weft_cli_run_filter (filter, snapshot);
  write_ops (&dump, &request->range, ops);
  weft_stage_buffer_clear (&dump.stages);
  if (!dump.texts_missing)
    return WEFT_CLI_SUCCESS;
  weft_cli_complain (_ ("Some texts can't be read back, since the file has changed or the room for "
                        "text ran out; they are written as “—”."));
  return WEFT_CLI_UNUSABLE;
}
