/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-pipeline.h"

#include "weft-bulk.h"
#include "weft-chrome-writer.h"
#include "weft-cli-options.h"
#include "weft-cli-records.h"
#include "weft-perfetto-writer.h"
#include "weft-pipeline-part-fields.h"

#include <glib/gi18n-lib.h>

/* So much is written at once. */
#define BUFFER_SIZE 65536

const char *const weft_cli_pipeline_formats[] = { "csv", "chrome", "perfetto", NULL };

enum
{
  FORMAT_CSV,
  FORMAT_CHROME,
  FORMAT_PERFETTO,
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
  WeftPipelineOpSource source;
  FILE *stream;
  GString *csv; /* what is not written yet */
  WeftStageBuffer stages;
  GArray *producers; /* WeftDependency */
} Export;

/* --- the tables ------------------------------------------------------------------------------- */

static void
add_line (Export *self, const WeftSchema *schema, guint32 op, gconstpointer item)
{
  weft_cli_records_append_row (schema, WEFT_FIELD_CSV, &self->source, op, item, self->csv);
  if (self->csv->len < BUFFER_SIZE)
    return;
  fwrite (self->csv->str, 1, self->csv->len, self->stream);
  g_string_truncate (self->csv, 0);
}

static void
add_op (Export *self, const WeftSchema *schema, const WeftOp *op)
{
  add_line (self, schema, op->op, NULL);
}

static void
add_stages (Export *self, const WeftSchema *schema, const WeftOp *op)
{
  weft_pipeline_snapshot_get_stages (self->source.snapshot, op->op, &self->stages);
  for (guint i = 0; i < self->stages.n_stages; i++)
    add_line (self, schema, 0, &(WeftPipelineStageRow){ op->op, op->id, self->stages.stages[i] });
}

static void
add_dependencies (Export *self, const WeftSchema *schema, const WeftOp *op)
{
  g_array_set_size (self->producers, 0);
  weft_pipeline_snapshot_get_producers (self->source.snapshot, op->op, self->producers);
  for (guint i = 0; i < self->producers->len; i++)
    add_line (
      self, schema, 0,
      &(WeftPipelineDependencyRow){ op->id, g_array_index (self->producers, WeftDependency, i) });
}

static const struct
{
  const WeftSchema *schema;
  void (*add) (Export *self, const WeftSchema *schema, const WeftOp *op);
} tables[] = {
  [TABLE_OPS] = { &weft_pipeline_op_schema, add_op },
  [TABLE_STAGES] = { &weft_pipeline_stage_schema, add_stages },
  [TABLE_DEPENDENCIES] = { &weft_pipeline_dependency_schema, add_dependencies },
};

/* --- the task --------------------------------------------------------------------------------- */

static void
write_table (Export *self, guint which, const WeftCycleRange *range, const WeftBitset *ops)
{
  WeftPipelineSnapshot *snapshot = self->source.snapshot;
  weft_auto_bulk guint32 *order = weft_pipeline_snapshot_order_by_id (snapshot);
  const WeftSchema *schema = tables[which].schema;

  weft_cli_records_append_keys (schema, WEFT_FIELD_CSV, self->csv);
  for (guint32 i = 0; i < snapshot->n_ops && !ferror (self->stream); i++)
    {
      WeftOp op;

      weft_pipeline_snapshot_get_op (snapshot, order != NULL ? order[i] : i, &op);
      if (weft_cycle_range_intersects (range, op.fetch, op.end)
          && weft_bitset_includes (ops, op.op))
        tables[which].add (self, schema, &op);
    }
  fwrite (self->csv->str, 1, self->csv->len, self->stream);
}

static void
export_table (WeftPipelineSnapshot *snapshot, guint which, const WeftCycleRange *range,
              const WeftBitset *ops, FILE *stream)
{
  g_autoptr (WeftPipelineTexts) texts = weft_pipeline_texts_new (snapshot);
  Export self = { .source = { .snapshot = snapshot, .texts = texts },
                  .stream = stream,
                  .csv = g_string_new (NULL),
                  .producers = g_array_new (FALSE, FALSE, sizeof (WeftDependency)) };

  write_table (&self, which, range, ops);
  weft_stage_buffer_clear (&self.stages);
  g_array_unref (self.producers);
  g_string_free (self.csv, TRUE);
}

int
weft_cli_pipeline_export (WeftTrace *trace, const WeftCliRequest *request)
{
  g_autoptr (WeftPipelineSnapshot) snapshot =
    weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));
  g_autoptr (WeftExpression) filter = NULL;
  g_autoptr (WeftBitset) ops = NULL;
  guint which = TABLE_OPS;

  if (request->format != FORMAT_CSV && table != NULL)
    {
      weft_cli_complain (_ ("--table is for --format csv."));
      return WEFT_CLI_USAGE;
    }
  if (!weft_cli_parse_word ("--table", table, table_words, &which)
      || !weft_cli_parse_filter (request->filter, weft_op_language (), &filter))
    return WEFT_CLI_USAGE;
  ops = weft_cli_run_filter (filter, snapshot);
  if (request->format == FORMAT_CSV)
    export_table (snapshot, which, &request->range, ops, request->stream);
  else
    weft_cli_pipeline_write_tracks (request->format == FORMAT_PERFETTO ? weft_perfetto_writer_new
                                                                       : weft_chrome_writer_new,
                                    request->stream, snapshot, &request->range, ops);
  return WEFT_CLI_SUCCESS;
}
