/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-part-fields.h"

#include "weft-cycle-range.h"
#include "weft-pipeline-part-numbers.h"

#include <glib/gi18n-lib.h>

#define DUMP WEFT_FIELD_DUMP
#define CSV WEFT_FIELD_CSV
#define ARGUMENT WEFT_FIELD_ARGUMENT
#define INSPECT WEFT_FIELD_INSPECT

/* The id of an op, which is a word in some logs. */
static WeftCell
as_id (gconstpointer data, gint64 id)
{
  return weft_pipeline_id_cell (((const WeftPipelineOpSource *) data)->snapshot->trace, id);
}

/* --- stages ------------------------------------------------------------------------------------- */

static WeftCell
as_lane (gconstpointer data, gint64 kind)
{
  WeftPipelineTrace *trace = ((const WeftPipelineOpSource *) data)->snapshot->trace;
  guint lane = weft_pipeline_trace_get_kind_lane (trace, (WeftKind) kind);

  return weft_cell_word (lane, weft_pipeline_trace_get_lane_name (trace, lane));
}

static WeftCell
as_name (gconstpointer data, gint64 kind)
{
  WeftPipelineTrace *trace = ((const WeftPipelineOpSource *) data)->snapshot->trace;

  return weft_cell_word ((guint) kind, weft_pipeline_trace_get_kind_name (trace, (WeftKind) kind));
}

static WeftCell
stage_end (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftStage *stage = &((const WeftPipelineStageRow *) item)->stage;

  return !stage->open ? weft_cell_signed (stage->end) : weft_cell_none ();
}

/* Of one that has not ended, so far. */
static WeftCell
stage_length (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  const WeftStage *stage = &((const WeftPipelineStageRow *) item)->stage;

  return weft_cell_count (weft_cycles_between (stage->start, stage->end));
}

static WeftCell
stage_cycles (gconstpointer data, gconstpointer item)
{
  const WeftStage *stage = &((const WeftPipelineStageRow *) item)->stage;

  return !stage->open ? stage_length (data, item) : weft_cell_none ();
}

static WeftCell
stage_open (gconstpointer data G_GNUC_UNUSED, gconstpointer item)
{
  return weft_cell_flag (((const WeftPipelineStageRow *) item)->stage.open);
}

/* Most stages have none; `missing` (nullable) stands for one that can't be read back. */
static WeftCell
read_text (const WeftPipelineOpSource *self, const WeftPipelineStageRow *row, const char *missing)
{
  guint32 stage = row->stage.stage;
  WeftCell cell =
    self->texts != NULL
      ? weft_cell_lent (weft_pipeline_texts_get_stage_text (self->texts, row->op, stage))
      : weft_cell_text (weft_pipeline_snapshot_get_stage_text (self->snapshot, row->op, stage));

  if (cell.type == WEFT_CELL_NONE)
    return weft_cell_lent (missing);
  if (*cell.text != '\0')
    return cell;
  weft_cell_clear (&cell);
  return weft_cell_none ();
}

static WeftCell
stage_text (gconstpointer data, gconstpointer item)
{
  return read_text (data, item, NULL);
}

static WeftCell
stage_dumped_text (gconstpointer data, gconstpointer item)
{
  return read_text (data, item, "—");
}

#define STAGE(name) .member = WEFT_MEMBER (WeftPipelineStageRow, name)
#define STAGE_NUMBER(which) .items = weft_pipeline_stage_numbers, .part = WEFT_STAGE_NUMBER_##which
#define STAGE_KIND STAGE (stage.kind), .item_codes = weft_pipeline_stage_kinds

static const WeftField stage_fields[] = {
  { "id", .type = WEFT_FIELD_NUMBER, .flags = CSV, STAGE (id), .as = as_id, STAGE_NUMBER (OP),
    .doc = "Id of the op in the log" },
  { "op", .type = WEFT_FIELD_NUMBER, .flags = ARGUMENT, STAGE (id), .as = as_id, STAGE_NUMBER (OP),
    .doc = "Id of the op in the log" },
  { "lane", N_ ("Lane"), .type = WEFT_FIELD_TEXT, .flags = CSV | INSPECT, STAGE_KIND, .as = as_lane,
    .doc = "Its lane" },
  { "name", .type = WEFT_FIELD_TEXT, .flags = CSV | DUMP, STAGE_KIND, .as = as_name,
    .doc = "Its name" },
  { "start", N_ ("Start"), .type = WEFT_FIELD_NUMBER, .flags = CSV | DUMP | INSPECT,
    .unit = WEFT_UNIT_CYCLE, STAGE (stage.start), STAGE_NUMBER (START),
    .doc = "Cycle in which it starts" },
  { "end", N_ ("End"), .type = WEFT_FIELD_NUMBER, .flags = CSV | DUMP | INSPECT | WEFT_FIELD_ALWAYS,
    .unit = WEFT_UNIT_CYCLE, .of = stage_end, STAGE_NUMBER (END),
    .doc = "Cycle behind its last; nothing where it has not ended" },
  { "open", .type = WEFT_FIELD_FLAG, .flags = ARGUMENT, .of = stage_open, STAGE_NUMBER (OPEN),
    .doc = "It has not ended" },
  { "cycles", .type = WEFT_FIELD_COUNT, .flags = CSV, .of = stage_cycles, STAGE_NUMBER (CYCLES),
    .doc = "How long it lasted" },
  { "length", N_ ("Length"), .type = WEFT_FIELD_COUNT, .flags = INSPECT, .unit = WEFT_UNIT_CYCLES,
    .of = stage_length },
  { "text", .type = WEFT_FIELD_TEXT, .flags = CSV | ARGUMENT, .of = stage_text,
    .doc = "What the log says of it" },
  { "text", .type = WEFT_FIELD_TEXT, .flags = DUMP | WEFT_FIELD_LAST, .of = stage_dumped_text,
    .doc = "“—” where it can't be read back; not there where it has none" },
};

const WeftSchema weft_pipeline_stage_schema = {
  .name = "pipeline_op_stage",
  .doc = "Stages of ops. Dumps write each as a list",
  .fields = stage_fields,
  .n_fields = G_N_ELEMENTS (stage_fields),
  .item_size = sizeof (WeftPipelineStageRow),
};

/* --- dependencies ------------------------------------------------------------------------------- */

#define DEPENDENCY(name, which) \
  .member = WEFT_MEMBER (WeftPipelineDependencyRow, name), \
  .items = weft_pipeline_dependency_numbers, .part = WEFT_DEPENDENCY_NUMBER_##which

static const WeftField dependency_fields[] = {
  { "id", .type = WEFT_FIELD_NUMBER, .flags = CSV, DEPENDENCY (id, OP), .as = as_id,
    .doc = "Id of the op that waits in the log" },
  { "producer", .type = WEFT_FIELD_NUMBER, .flags = CSV | DUMP,
    DEPENDENCY (dependency.producer_id, PRODUCER), .as = as_id,
    .doc = "Id of the op that it waits for" },
  { "type", .type = WEFT_FIELD_NUMBER, .flags = CSV | DUMP, DEPENDENCY (dependency.type, TYPE),
    .doc = "What the log says of its kind" },
  { "cycle", .type = WEFT_FIELD_NUMBER, .flags = CSV | DUMP, DEPENDENCY (dependency.cycle, CYCLE),
    .doc = "Cycle in which the log says so" },
};

const WeftSchema weft_pipeline_dependency_schema = {
  .name = "pipeline_dependency",
  .doc = "What ops wait for. Dumps write each as a list",
  .fields = dependency_fields,
  .n_fields = G_N_ELEMENTS (dependency_fields),
  .item_size = sizeof (WeftPipelineDependencyRow),
};
