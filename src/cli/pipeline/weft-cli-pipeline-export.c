/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-cli-options.h"
#include "weft-facts.h"
#include "weft-pipeline-op-fields.h"
#include "weft-pipeline-texts.h"

#include <glib/gi18n-lib.h>

/* So much is written at once. */
#define BUFFER_SIZE 65536

const char *const weft_cli_pipeline_formats[] = { "csv", "chrome", NULL };

enum
{
  FORMAT_CSV,
  FORMAT_CHROME,
};

static char *table;

static const char *const table_words[] = { "ops", "stages", "dependencies", NULL };

enum
{
  TABLE_OPS,
  TABLE_STAGES,
  TABLE_DEPENDENCIES,
};

const GOptionEntry weft_cli_pipeline_export_options[] = {
  { "table", 0, 0, G_OPTION_ARG_STRING, &table,
    N_ ("Pipelines: what stands in a line: an op, a stage, a dependency (ops)"),
    N_ ("ops|stages|dependencies") },
  G_OPTION_ENTRY_NULL
};

typedef struct
{
  WeftPipelineSnapshot *snapshot;
  WeftPipelineTrace *trace;
  WeftPipelineTexts *texts;
  FILE *stream;
  GString *csv; /* what is not written yet */
  gboolean texts_missing;
  WeftStageBuffer stages;
  GArray *producers; /* WeftDependency */
} Export;

/* --- fields ----------------------------------------------------------------------------------- */

static void
begin_field (Export *self)
{
  gsize length = self->csv->len;

  if (length > 0 && self->csv->str[length - 1] != '\n')
    g_string_append_c (self->csv, ',');
}

static void
add_number (Export *self, gint64 value)
{
  begin_field (self);
  g_string_append_printf (self->csv, "%" G_GINT64_FORMAT, value);
}

static void
add_cycle (Export *self, gint64 cycle)
{
  if (cycle == WEFT_NO_CYCLE)
    begin_field (self);
  else
    add_number (self, cycle);
}

/* Of a file: any bytes. */
static void
add_name (Export *self, const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);

  begin_field (self);
  weft_csv_append (self->csv, valid);
}

/* One that can't be read back is empty, and complained about in the end. */
static void
add_text (Export *self, const char *text)
{
  begin_field (self);
  if (text != NULL)
    weft_csv_append (self->csv, text);
  else
    self->texts_missing = TRUE;
}

static void
end_line (Export *self)
{
  g_string_append_c (self->csv, '\n');
  if (self->csv->len < BUFFER_SIZE)
    return;
  fwrite (self->csv->str, 1, self->csv->len, self->stream);
  g_string_truncate (self->csv, 0);
}

/* --- the tables ------------------------------------------------------------------------------- */

static void
add_pc (Export *self, const WeftOp *op)
{
  begin_field (self);
  if (op->has_pc)
    g_string_append_printf (self->csv, "0x%" G_GINT64_MODIFIER "x",
                            weft_pipeline_trace_get_pc (self->trace, op->pc_index));
}

static void
add_op (Export *self, const WeftOp *op)
{
  add_number (self, weft_pipeline_snapshot_row_of_op (self->snapshot, op->op));
  add_number (self, op->id);
  add_number (self, op->gid);
  add_number (self, op->tid);
  begin_field (self);
  if (op->rid >= 0)
    g_string_append_printf (self->csv, "%" G_GINT64_FORMAT, op->rid);
  add_number (self, op->line);
  add_pc (self, op);
  add_name (self, weft_op_state_to_string (op->state));
  add_number (self, op->fetch);
  add_number (self, op->end);
  begin_field (self);
  g_string_append_printf (self->csv, "%" G_GUINT64_FORMAT,
                          weft_cycles_between (op->fetch, op->end));
  add_cycle (self, op->consumes);
  add_cycle (self, op->produces);
  add_text (self, weft_pipeline_texts_get_label (self->texts, op->op));
  add_text (self, weft_pipeline_texts_get_detail (self->texts, op->op));
  end_line (self);
}

static void
add_stages (Export *self, const WeftOp *op)
{
  weft_pipeline_snapshot_get_stages (self->snapshot, op->op, &self->stages);
  for (guint i = 0; i < self->stages.n_stages; i++)
    {
      const WeftStage *stage = &self->stages.stages[i];
      WeftKindInfo kind;

      weft_pipeline_trace_get_kind (self->trace, stage->kind, &kind);
      add_number (self, op->id);
      add_name (self, kind.lane);
      add_name (self, kind.name);
      add_number (self, stage->start);
      add_cycle (self, stage->open ? WEFT_NO_CYCLE : stage->end);
      begin_field (self);
      if (!stage->open)
        g_string_append_printf (self->csv, "%" G_GUINT64_FORMAT,
                                weft_cycles_between (stage->start, stage->end));
      add_text (self, weft_pipeline_texts_get_stage_text (self->texts, op->op, stage->stage));
      end_line (self);
    }
}

static void
add_dependencies (Export *self, const WeftOp *op)
{
  g_array_set_size (self->producers, 0);
  weft_pipeline_snapshot_get_producers (self->snapshot, op->op, self->producers);
  for (guint i = 0; i < self->producers->len; i++)
    {
      const WeftDependency *producer = &g_array_index (self->producers, WeftDependency, i);

      add_number (self, op->id);
      add_number (self, producer->producer_id);
      add_number (self, producer->type);
      add_number (self, producer->cycle);
      end_line (self);
    }
}

static const struct
{
  const char *head;
  void (*add) (Export *self, const WeftOp *op);
} tables[] = {
  [TABLE_OPS] = { "row,id,gid,tid,rid,line,pc,state,fetched,end,latency,cons,prod,name,detail\n",
                  add_op },
  [TABLE_STAGES] = { "id,lane,name,start,end,cycles,text\n", add_stages },
  [TABLE_DEPENDENCIES] = { "id,producer,type,cycle\n", add_dependencies },
};

/* --- the task --------------------------------------------------------------------------------- */

static void
write_table (Export *self, guint which, const WeftCycleRange *range, const WeftBitset *ops)
{
  g_autofree guint32 *order = weft_pipeline_snapshot_order_by_id (self->snapshot);
  guint32 n_ops = self->snapshot->n_ops;

  g_string_append (self->csv, tables[which].head);
  for (guint32 i = 0; i < n_ops && !ferror (self->stream); i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (self->snapshot, order != NULL ? order[i] : i, &op);
      if (weft_cycle_range_intersects (range, op.fetch, op.end)
          && weft_bitset_includes (ops, op.op))
        tables[which].add (self, &op);
    }
  fwrite (self->csv->str, 1, self->csv->len, self->stream);
}

static gboolean
export_table (WeftPipelineSnapshot *snapshot, guint which, const WeftCycleRange *range,
              const WeftBitset *ops, FILE *stream)
{
  g_autoptr (WeftPipelineTexts) texts = weft_pipeline_texts_new (snapshot);
  Export self = { .snapshot = snapshot,
                  .trace = snapshot->trace,
                  .texts = texts,
                  .stream = stream,
                  .csv = g_string_new (NULL),
                  .producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency)) };

  write_table (&self, which, range, ops);
  weft_stage_buffer_clear (&self.stages);
  g_array_unref (self.producers);
  g_string_free (self.csv, TRUE);
  return !self.texts_missing;
}

static gboolean
export_chrome (WeftPipelineSnapshot *snapshot, const WeftCycleRange *range, const WeftBitset *ops,
               FILE *stream)
{
  g_autoptr (WeftJsonWriter) writer = weft_json_writer_new (stream);
  gboolean whole;

  whole = weft_cli_pipeline_write_chrome (writer, snapshot, range, ops);
  return whole;
}

int
weft_cli_pipeline_export (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  g_autoptr (WeftExpression) filter = NULL;
  g_autoptr (WeftBitset) ops = NULL;
  guint which = TABLE_OPS;
  gboolean whole;

  if (request->format == FORMAT_CHROME && table != NULL)
    {
      weft_cli_complain (_ ("--table is for --format csv."));
      return WEFT_CLI_USAGE;
    }
  if (!weft_cli_parse_word ("--table", table, table_words, &which)
      || !weft_cli_parse_filter (request->filter, weft_op_language (), &filter))
    return WEFT_CLI_USAGE;
  ops = weft_cli_run_filter (filter, snapshot);
  whole = request->format == FORMAT_CHROME
            ? export_chrome (snapshot, &request->range, ops, request->stream)
            : export_table (snapshot, which, &request->range, ops, request->stream);
  if (whole)
    return WEFT_CLI_SUCCESS;
  weft_cli_complain (_ ("Some texts can't be read back, since the file has changed or the room for "
                        "text ran out; they are left out."));
  return WEFT_CLI_UNUSABLE;
}
