/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-described.h"

#include "weft-kept-texts.h"
#include "weft-pipeline-writer.h"

#include <string.h>

#define MAX_STAGES 64

enum
{
  ID,
  BEGIN,
  NUMBER,
  THREAD,
  LABEL,
  DETAIL,
  LANE,
  STAGE,
  TIME,
  STAGES,
  PRODUCER,
  RETIRE,
  FLUSH,
};

static const WeftDescriptionKey keys[] = {
  { "Id", WEFT_DESCRIBED_TEXT, TRUE,
    "What tells the op from all others of the file: a number of 64 bits, or any word." },
  { "Begin", WEFT_DESCRIBED_TIME, FALSE,
    "When the op begins, which no line before has named. Without it, one that has `Stage.…` begins "
    "with its earliest stage, and any other is about an op that has begun." },
  { "Number", WEFT_DESCRIBED_TEXT, FALSE, "Its number in the simulator, if that is another one." },
  { "Thread", WEFT_DESCRIBED_TEXT, FALSE, "The thread or core that it is of." },
  { "Label", WEFT_DESCRIBED_TEXT, FALSE,
    "What stands before its row. An address that it begins with, as in `80000018: addi`, is its "
    "PC." },
  { "Detail", WEFT_DESCRIBED_TEXT, FALSE,
    "What the inspector shows besides. Where a section begins ops and has no such key, it is the "
    "line itself; of a database, the answer as JSON." },
  { "Lane", WEFT_DESCRIBED_TEXT, FALSE,
    "The lane of the stages; stages of one lane follow one another. `0` unless this says "
    "otherwise." },
  { "Stage", WEFT_DESCRIBED_TEXT, FALSE, "The name of a stage that starts at `Time`." },
  { "Time", WEFT_DESCRIBED_TIME, FALSE, "See `Stage`." },
  { "Stage.", WEFT_DESCRIBED_TIME, FALSE,
    "When the stage of that name starts; several, for a line or row that tells of several stages. "
    "Those whose fields are empty, or `Never`, are left out." },
  { "Producer", WEFT_DESCRIBED_TEXT, FALSE, "The `Id` of an op whose result it waits for." },
  { "Retire", WEFT_DESCRIBED_TIME, FALSE,
    "When it retires, which is the end of its last stage; `{commit}+1` where that stage fills its "
    "cycle." },
  { "Flush", WEFT_DESCRIBED_TIME, FALSE, "When it is thrown away." },
  { NULL },
};

static const WeftDescriptionKind kinds[] = {
  { "Op",
    "An op begins, has stages, or ends. A line that says only a part of that says it of an op "
    "that has begun.",
    keys },
  { NULL },
};

typedef struct
{
  WeftPipelineWriter *writer;
  GString *buffer;
  gint64 last; /* the largest time */
} Maker;

typedef struct
{
  WeftDescribedField name;
  gint64 time;
} Stage;

static gpointer
create (const WeftReaderSetup *setup, WeftDescribedSplitter *splitter G_GNUC_UNUSED,
        WeftTrace **trace)
{
  Maker *self = g_new0 (Maker, 1);
  WeftPipelineTrace *pipeline =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);

  self->writer = weft_pipeline_writer_new (pipeline, WEFT_PIPELINE_KANATA);
  self->buffer = g_string_new (NULL);
  *trace = WEFT_TRACE (pipeline);
  return self;
}

/* --- values --------------------------------------------------------------------------------------- */

/* A number stands for itself, and any other word for one. */
static gint64
read_id (Maker *self, const WeftDescribedField *text)
{
  WeftDescribedNumber number;

  if (weft_described_number_read (text->text, text->length, &number) && number.nano == 0)
    return number.whole;
  return weft_pipeline_writer_intern_word (self->writer, text->text, text->length);
}

static gint64
get_id (Maker *self, const WeftDescriptionItem *item, guint key, const WeftDescribedRecord *record,
        gint64 otherwise)
{
  WeftDescribedField text;

  return weft_description_item_get_text (item, key, record, self->buffer, &text)
           ? read_id (self, &text)
           : otherwise;
}

/* The stages that a record names, in the order of time: how many. −1: a time is none. */
static int
read_stages (const WeftDescriptionItem *item, const WeftDescribedRecord *record, Stage *stages)
{
  int n = 0;

  for (guint i = 0; i < item->named->len && n < MAX_STAGES; i++)
    {
      const WeftDescribedNamed *named = &g_array_index (item->named, WeftDescribedNamed, i);
      gint64 time;
      int at;

      switch (weft_description_get_time (item->description, named->value, record, &time))
        {
        case WEFT_DESCRIBED_INVALID:
          return -1;
        case WEFT_DESCRIBED_VALID:
          for (at = n++; at > 0 && stages[at - 1].time > time; at--)
            stages[at] = stages[at - 1];
          stages[at] = (Stage){ { named->name, strlen (named->name) }, time };
          break;
        case WEFT_DESCRIBED_NONE:
        default:
          break;
        }
    }
  return n;
}

/* --- writing -------------------------------------------------------------------------------------- */

static void
reach (Maker *self, gint64 time)
{
  self->last = MAX (self->last, time);
}

/* FALSE: that would be before what the op has been through. */
static gboolean
start_stage (Maker *self, guint32 op, const WeftDescriptionItem *item,
             const WeftDescribedRecord *record, const Stage *stage)
{
  WeftDescribedField lane;
  WeftKind kind;

  if (stage->time < weft_pipeline_writer_last_start (self->writer, op))
    return FALSE;
  if (!weft_description_item_get_text (item, LANE, record, self->buffer, &lane))
    lane = (WeftDescribedField){ "0", 1 };
  kind = weft_pipeline_writer_intern_kind (self->writer, lane.text, lane.length, stage->name.text,
                                           stage->name.length);
  weft_pipeline_writer_start_stage (self->writer, op, kind, stage->time);
  reach (self, stage->time);
  return TRUE;
}

static void
add_texts (Maker *self, guint32 op, const WeftDescriptionItem *item,
           const WeftDescribedRecord *record, gboolean begins)
{
  WeftDescribedField text;
  WeftKeptText kept;

  if (weft_description_item_get_text (item, LABEL, record, self->buffer, &text))
    {
      kept = weft_kept_texts_add (record->texts, text.text, text.length);
      weft_pipeline_writer_add_label (self->writer, op, kept.place, text.text, kept.length);
    }
  if (!weft_description_item_get_text (item, DETAIL, record, self->buffer, &text))
    text = begins ? (WeftDescribedField){ record->text, record->length }
                  : (WeftDescribedField){ NULL, 0 };
  if (text.text != NULL)
    {
      kept = weft_kept_texts_add (record->texts, text.text, text.length);
      weft_pipeline_writer_add_detail (self->writer, op, kept.place, kept.length);
    }
}

/* The op that the record is about; WEFT_NO_ROW, with the answer, where there is none. */
static guint32
find_op (Maker *self, const WeftDescriptionItem *item, const WeftDescribedRecord *record,
         const Stage *stages, int n_stages, WeftDescribedAnswer *answer)
{
  WeftDescribedField text;
  gint64 id, begin;
  guint32 op;
  WeftDescribedPresence presence = weft_description_item_get_time (item, BEGIN, record, &begin);

  *answer = WEFT_DESCRIBED_UNREADABLE;
  if (!weft_description_item_get_text (item, ID, record, self->buffer, &text) || text.length == 0
      || presence == WEFT_DESCRIBED_INVALID
      || (item->values[BEGIN] != NULL && presence == WEFT_DESCRIBED_NONE))
    return WEFT_NO_ROW;
  id = read_id (self, &text);
  op = weft_pipeline_writer_find_op (self->writer, id);
  *answer = WEFT_DESCRIBED_STRAY;
  if (item->values[BEGIN] == NULL && item->named->len == 0)
    return op;
  if (op != WEFT_NO_ROW || (presence == WEFT_DESCRIBED_NONE && n_stages == 0))
    return WEFT_NO_ROW;
  if (presence == WEFT_DESCRIBED_NONE)
    begin = stages[0].time;
  *answer = WEFT_DESCRIBED_FULL;
  op = weft_pipeline_writer_begin_op (self->writer, id, get_id (self, item, NUMBER, record, id),
                                      get_id (self, item, THREAD, record, 0), record->line, begin);
  if (op != WEFT_NO_ROW)
    {
      reach (self, begin);
      add_texts (self, op, item, record, TRUE);
    }
  return op;
}

/* A stage whose name is a field's. */
static WeftDescribedAnswer
add_stage (Maker *self, guint32 op, const WeftDescriptionItem *item,
           const WeftDescribedRecord *record)
{
  g_autofree char *name = NULL;
  Stage stage;

  if (item->values[STAGE] == NULL)
    return WEFT_DESCRIBED_MADE;
  if (!weft_description_item_get_text (item, STAGE, record, self->buffer, &stage.name)
      || stage.name.length == 0
      || weft_description_item_get_time (item, TIME, record, &stage.time) != WEFT_DESCRIBED_VALID)
    return WEFT_DESCRIBED_UNREADABLE;
  /* The lane's text may come to stand where it stands. */
  if (stage.name.text == self->buffer->str)
    stage.name.text = name = g_memdup2 (stage.name.text, stage.name.length);
  return start_stage (self, op, item, record, &stage) ? WEFT_DESCRIBED_MADE : WEFT_DESCRIBED_STRAY;
}

static WeftDescribedAnswer
end_op (Maker *self, guint32 op, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  gint64 time = 0;
  WeftDescribedPresence retires = weft_description_item_get_time (item, RETIRE, record, &time);
  WeftDescribedPresence flushes = retires == WEFT_DESCRIBED_NONE
                                    ? weft_description_item_get_time (item, FLUSH, record, &time)
                                    : WEFT_DESCRIBED_NONE;

  if (retires == WEFT_DESCRIBED_INVALID || flushes == WEFT_DESCRIBED_INVALID)
    return WEFT_DESCRIBED_UNREADABLE;
  if (retires == WEFT_DESCRIBED_NONE && flushes == WEFT_DESCRIBED_NONE)
    return WEFT_DESCRIBED_MADE;
  if (time < weft_pipeline_writer_last_start (self->writer, op))
    return WEFT_DESCRIBED_STRAY;
  reach (self, time);
  weft_pipeline_writer_end_op (self->writer, op,
                               retires == WEFT_DESCRIBED_VALID ? WEFT_OP_RETIRED : WEFT_OP_FLUSHED,
                               retires == WEFT_DESCRIBED_VALID ? (gint64) op : -1, time);
  return WEFT_DESCRIBED_MADE;
}

static WeftDescribedAnswer
make (gpointer data, const WeftDescriptionItem *item, const WeftDescribedRecord *record)
{
  Maker *self = data;
  gboolean begins = item->values[BEGIN] != NULL || item->named->len > 0;
  WeftDescribedAnswer answer;
  Stage stages[MAX_STAGES];
  int n_stages = read_stages (item, record, stages);
  guint32 op;

  if (n_stages < 0)
    return WEFT_DESCRIBED_UNREADABLE;
  op = find_op (self, item, record, stages, n_stages, &answer);
  if (op == WEFT_NO_ROW)
    return answer;
  if (weft_pipeline_writer_get_state (self->writer, op) != WEFT_OP_OPEN)
    return WEFT_DESCRIBED_STRAY;
  if (!begins)
    add_texts (self, op, item, record, FALSE);
  if (item->values[PRODUCER] != NULL)
    weft_pipeline_writer_add_dependency (self->writer, op,
                                         get_id (self, item, PRODUCER, record, -1), 0,
                                         weft_pipeline_writer_last_start (self->writer, op));
  for (int i = 0; i < n_stages; i++)
    if (!start_stage (self, op, item, record, &stages[i]))
      return WEFT_DESCRIBED_STRAY;
  answer = add_stage (self, op, item, record);
  if (answer == WEFT_DESCRIBED_MADE)
    answer = end_op (self, op, item, record);
  return weft_pipeline_writer_is_full (self->writer) ? WEFT_DESCRIBED_FULL : answer;
}

static void
publish (gpointer data)
{
  Maker *self = data;

  weft_pipeline_writer_publish (self->writer, self->last);
}

static void
maker_free (gpointer data)
{
  Maker *self = data;

  weft_pipeline_writer_free (self->writer);
  g_string_free (self->buffer, TRUE);
  g_free (self);
}

const WeftDescriptionMaker weft_pipeline_described = {
  .word = "pipeline",
  .doc = "Ops on their way through a pipeline, in cycles.",
  .kinds = kinds,
  .is_in_cycles = TRUE,
  .shows_all = TRUE,
  .keeps_texts = TRUE,
  .create = create,
  .make = make,
  .publish = publish,
  .free = maker_free,
};
