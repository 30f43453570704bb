/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-pipeline-uica-reader.h"

#include "weft-pipeline-json.h"
#include "weft-pipeline-uica-ports.h"
#include "weft-pipeline-uica-uops.h"

#include <glib/gi18n-lib.h>

/* The queues of the front end, then the waits for operands, a port and retirement. */
#define IN_IQ "IQ"
#define IN_IDQ "IDQ"
#define IN_RB "RB"
#define WAIT_OPERANDS "Wo"
#define WAIT_PORT "Wu"
#define EXECUTE "X"
#define WAIT_RETIRE "Wr"
#define RETIRE "Rt"

/* Larger numbers than these are of no cycle or micro-op. */
#define MAX_NUMBER ((gint64) G_MAXINT32)

#define UOP_KEYS(M) \
  M (UOP_ROUND, "rnd") \
  M (UOP_INSTRUCTION, "instrID") \
  M (UOP_INSTRUCTION_SHORT, "instr") \
  M (UOP_LAMINATED, "lamUopID") \
  M (UOP_FUSED, "fUopID") \
  M (UOP_UNFUSED, "uopID") \
  M (UOP_PRODUCERS, "dependsOn")

enum
{
  UOP_KEYS (WEFT_JSON_SLOT)
};

static const char *const uop_keys[] = { UOP_KEYS (WEFT_JSON_PATH) NULL };

/* Further members of a micro-op that uiCA writes. */
static const char *const known_keys[] = { UOP_KEYS (WEFT_JSON_PATH) "source", "regMergeUop",
                                          "stackSyncUop", NULL };

/* The lists of a cycle, and the level of what they list. */
static const struct
{
  const char *key;
  WeftUicaEvent event;
  guint level;
} lists[] = {
  { "addedToIQ", WEFT_UICA_IQ, WEFT_UICA_INSTRUCTION },
  { "removedFromIQ", WEFT_UICA_IQ_END, WEFT_UICA_INSTRUCTION },
  { "addedToIDQ", WEFT_UICA_IDQ, WEFT_UICA_LAMINATED },
  { "removedFromIDQ", WEFT_UICA_IDQ_END, WEFT_UICA_FUSED },
  { "addedToRB", WEFT_UICA_RB, WEFT_UICA_FUSED },
  { "removedFromRB", WEFT_UICA_RETIRED, WEFT_UICA_FUSED },
  { "addedToRS", WEFT_UICA_RS, WEFT_UICA_UNFUSED },
  { "readyForDispatch", WEFT_UICA_READY, WEFT_UICA_UNFUSED },
  { "executed", WEFT_UICA_EXECUTED, WEFT_UICA_UNFUSED },
};

typedef struct
{
  WeftPipelineJson in;
  WeftUicaUops *uops;
  WeftJsonSchema *uop_schema;
  WeftUicaPorts *ports;
  GHashTable *ops;           /* WeftUicaId → id of its op + 1 */
  GArray *instructions;      /* gint64: that of each op */
  GString *instruction_list; /* as it stands there; it may come last */
  gint64 instructions_line;
  GString *parameters; /* likewise */

  gint64 cycle; /* that is read */
  gint64 n_cycles;
  gint64 n_rounds;     /* that retired whole */
  guint64 n_open;      /* ops */
  guint64 n_skipped;   /* events that name no micro-op */
  guint64 n_backwards; /* events before the ones that they follow from */
  guint64 n_missing;   /* producers that the file does not tell of */
} WeftPipelineUicaReader;

enum
{
  MEMBER_CYCLES,
  MEMBER_INSTRUCTIONS,
  MEMBER_PARAMETERS,
};

static const char *const cycle_keys[] = { "cycle", NULL };

static const WeftJsonMember members[] = {
  { "cycles", MEMBER_CYCLES, cycle_keys },
  { "instructions", MEMBER_INSTRUCTIONS, NULL },
  { "parameters", MEMBER_PARAMETERS, NULL },
  { NULL, 0, NULL },
};

/* --- events ------------------------------------------------------------------------------------- */

static gboolean
get_number (const WeftJsonRecord *record, guint slot, gint64 *number)
{
  const WeftJsonValue *value = weft_json_record_get (record, slot);

  if (value == NULL || value->kind != WEFT_JSON_INTEGER || value->integer < 0
      || value->integer > MAX_NUMBER)
    return FALSE;
  *number = value->integer;
  return TRUE;
}

/* The id of a part down to that level. */
static gboolean
get_id (const WeftJsonRecord *uop, guint level, WeftUicaId *id)
{
  *id = (WeftUicaId){ 0, { WEFT_UICA_NONE, WEFT_UICA_NONE, WEFT_UICA_NONE, WEFT_UICA_NONE } };
  if (uop->self.kind != WEFT_JSON_OBJECT || !get_number (uop, UOP_ROUND, &id->round)
      || (!get_number (uop, UOP_INSTRUCTION, &id->part[WEFT_UICA_INSTRUCTION])
          && !get_number (uop, UOP_INSTRUCTION_SHORT, &id->part[WEFT_UICA_INSTRUCTION])))
    return FALSE;
  for (guint i = WEFT_UICA_LAMINATED; i <= level; i++)
    if (!get_number (uop, UOP_LAMINATED + i - WEFT_UICA_LAMINATED, &id->part[i]))
      return FALSE;
  return TRUE;
}

static void
read_producers (WeftPipelineUicaReader *self, const WeftJsonValue *list, WeftUicaPart *part)
{
  g_autofree WeftJsonRecord *uop = g_new (WeftJsonRecord, 1);
  const char *place = NULL;
  WeftUicaId id;

  if (list == NULL || list->kind != WEFT_JSON_ARRAY)
    return;
  while (weft_json_next_element (list, &place, self->uop_schema, uop))
    if (get_id (uop, WEFT_UICA_UNFUSED, &id))
      {
        if (part->producers == NULL)
          part->producers = g_array_new (FALSE, FALSE, sizeof (WeftUicaId));
        g_array_append_val (part->producers, id);
      }
    else
      self->n_skipped++;
}

static WeftUicaPart *
get_part (WeftPipelineUicaReader *self, const WeftUicaId *id)
{
  WeftUicaPart *part = weft_uica_uops_get (self->uops, id);

  if (part->line == 0)
    part->line = self->in.line;
  return part;
}

static void
add_detail (WeftUicaPart *part, const char *text)
{
  if (part->detail->len > 0)
    g_string_append (part->detail, "\\n");
  g_string_append (part->detail, text);
}

/* One element of a list. NULL where it names no micro-op. */
static WeftUicaPart *
read_uop (WeftPipelineUicaReader *self, const WeftJsonRecord *uop, guint level)
{
  g_autoptr (GString) more = g_string_new (NULL);
  WeftUicaId id;
  WeftUicaPart *part;

  if (!get_id (uop, level, &id))
    {
      self->n_skipped++;
      return NULL;
    }
  part = get_part (self, &id);
  read_producers (self, weft_json_record_get (uop, UOP_PRODUCERS), part);
  weft_pipeline_json_append_members (&self->in, &uop->self, known_keys, uop_keys, more);
  /* Most events of a micro-op say the same. */
  if (more->len > 0 && strstr (part->detail->str, more->str) == NULL)
    add_detail (part, more->str);
  return part;
}

static void
set_event (WeftPipelineUicaReader *self, WeftUicaPart *part, WeftUicaEvent event)
{
  if (part != NULL && part->cycles[event] == WEFT_UICA_NONE)
    part->cycles[event] = self->cycle;
}

static void
read_list (WeftPipelineUicaReader *self, const WeftJsonValue *list, WeftUicaEvent event,
           guint level)
{
  g_autofree WeftJsonRecord *uop = g_new (WeftJsonRecord, 1);
  const char *place = NULL;

  if (list->kind != WEFT_JSON_ARRAY)
    self->n_skipped++;
  else
    while (weft_json_next_element (list, &place, self->uop_schema, uop))
      set_event (self, read_uop (self, uop, level), event);
}

/* {"Port0": the micro-op, …}. */
static void
read_dispatched (WeftPipelineUicaReader *self, const WeftJsonValue *ports)
{
  g_autofree WeftJsonRecord *uop = g_new (WeftJsonRecord, 1);
  const char *place = NULL;
  WeftJsonValue key;

  if (ports->kind != WEFT_JSON_OBJECT)
    {
      self->n_skipped++;
      return;
    }
  while (weft_json_next_member (ports, &place, &key, self->uop_schema, uop))
    {
      WeftUicaPart *part = read_uop (self, uop, WEFT_UICA_UNFUSED);

      set_event (self, part, WEFT_UICA_DISPATCHED);
      if (part == NULL || part->port != NULL)
        continue;
      part->port = weft_uica_ports_get (self->ports, key.text, key.length);
      weft_uica_ports_count (self->ports, part->port);
    }
}

/* A list that is not known: that the micro-op stood in it is kept for its detail. */
static void
read_unknown (WeftPipelineUicaReader *self, const WeftJsonValue *key, const WeftJsonValue *list)
{
  g_autofree WeftJsonRecord *uop = g_new (WeftJsonRecord, 1);
  const char *place = NULL;
  WeftUicaId id;

  weft_json_unknown_add (self->in.unknown, key, self->in.line, TRUE);
  if (list->kind != WEFT_JSON_ARRAY)
    return;
  while (weft_json_next_element (list, &place, self->uop_schema, uop))
    {
      guint level = WEFT_UICA_N_LEVELS;
      g_autofree char *text =
        g_strdup_printf ("%.*s: %" G_GINT64_FORMAT, (int) key->length, key->text, self->cycle);

      while (level > 0 && !get_id (uop, level - 1, &id))
        level--;
      if (level > 0)
        add_detail (get_part (self, &id), text);
    }
}

static void
read_member (WeftPipelineUicaReader *self, const WeftJsonValue *key, const WeftJsonValue *value)
{
  if (weft_json_is_string (key, "cycle", 5))
    return;
  if (weft_json_is_string (key, "dispatched", 10))
    {
      read_dispatched (self, value);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (weft_json_is_string (key, lists[i].key, strlen (lists[i].key)))
      {
        read_list (self, value, lists[i].event, lists[i].level);
        return;
      }
  read_unknown (self, key, value);
}

/* --- ops ---------------------------------------------------------------------------------------- */

/* The parts that an op is in, the smallest last, and what they say together. */
typedef struct
{
  const WeftUicaPart *parts[WEFT_UICA_N_LEVELS];
  guint n_parts;
  gint64 cycles[WEFT_UICA_N_EVENTS];
} Line;

/* Adds a part to the line from the instruction to it, in place of what it does not lie in. */
static void
add_to_line (Line *line, const WeftUicaPart *part)
{
  while (line->n_parts > 0
         && (line->n_parts == WEFT_UICA_N_LEVELS
             || !weft_uica_id_is_within (&part->id, &line->parts[line->n_parts - 1]->id)))
    line->n_parts--;
  line->parts[line->n_parts++] = part;
  for (guint event = 0; event < WEFT_UICA_N_EVENTS; event++)
    {
      line->cycles[event] = WEFT_UICA_NONE;
      for (guint i = 0; i < line->n_parts; i++)
        if (line->parts[i]->cycles[event] != WEFT_UICA_NONE)
          line->cycles[event] = line->parts[i]->cycles[event];
    }
}

/* The first cycle of all; NONE: nothing happened. */
static gint64
get_first (const Line *line)
{
  gint64 first = WEFT_UICA_NONE;

  for (guint i = 0; i < WEFT_UICA_N_EVENTS; i++)
    if (line->cycles[i] != WEFT_UICA_NONE && (first == WEFT_UICA_NONE || line->cycles[i] < first))
      first = line->cycles[i];
  return first;
}

static void
start (WeftPipelineUicaReader *self, guint32 op, const char *stage, gint64 cycle)
{
  gint64 before = weft_pipeline_writer_last_start (self->in.writer, op);

  self->n_backwards += cycle < before;
  weft_pipeline_json_start (&self->in, op, stage, MAX (cycle, before));
}

/* The stage from one event on, where that happened; `end` is the event behind it, where another stage need
 * not follow at once. */
static void
write_queue (WeftPipelineUicaReader *self, guint32 op, const Line *line, const char *stage,
             WeftUicaEvent event, WeftUicaEvent end)
{
  WeftKind kind = weft_pipeline_writer_intern_kind (self->in.writer, "0", 1, stage, strlen (stage));

  if (line->cycles[event] == WEFT_UICA_NONE)
    return;
  start (self, op, stage, line->cycles[event]);
  if (line->cycles[end] != WEFT_UICA_NONE)
    weft_pipeline_writer_end_stage (
      self->in.writer, op, kind,
      MAX (line->cycles[end], weft_pipeline_writer_last_start (self->in.writer, op)));
}

static void
write_stages (WeftPipelineUicaReader *self, guint32 op, const Line *line, const char *port)
{
  const gint64 *cycles = line->cycles;

  write_queue (self, op, line, IN_IQ, WEFT_UICA_IQ, WEFT_UICA_IQ_END);
  write_queue (self, op, line, IN_IDQ, WEFT_UICA_IDQ, WEFT_UICA_IDQ_END);
  /* A micro-op that is executed as it is issued never waits for a port. */
  if (cycles[WEFT_UICA_RB] != WEFT_UICA_NONE && cycles[WEFT_UICA_RS] == WEFT_UICA_NONE)
    start (self, op, WAIT_RETIRE, cycles[WEFT_UICA_RB]);
  else if (cycles[WEFT_UICA_RB] != WEFT_UICA_NONE && cycles[WEFT_UICA_RB] < cycles[WEFT_UICA_RS])
    start (self, op, IN_RB, cycles[WEFT_UICA_RB]);
  if (cycles[WEFT_UICA_RS] != WEFT_UICA_NONE)
    start (self, op, WAIT_OPERANDS, cycles[WEFT_UICA_RS]);
  if (cycles[WEFT_UICA_READY] != WEFT_UICA_NONE
      && cycles[WEFT_UICA_READY] != cycles[WEFT_UICA_DISPATCHED])
    start (self, op, WAIT_PORT, cycles[WEFT_UICA_READY]);
  if (cycles[WEFT_UICA_DISPATCHED] != WEFT_UICA_NONE)
    {
      start (self, op, EXECUTE, cycles[WEFT_UICA_DISPATCHED]);
      if (port != NULL)
        {
          WeftKeptText text = weft_pipeline_json_keep (&self->in, port, strlen (port));

          weft_pipeline_writer_add_stage_text (self->in.writer, op, text.place, text.length);
        }
    }
  if (cycles[WEFT_UICA_EXECUTED] != WEFT_UICA_NONE
      && cycles[WEFT_UICA_EXECUTED] != cycles[WEFT_UICA_RETIRED])
    start (self, op, WAIT_RETIRE, cycles[WEFT_UICA_EXECUTED]);
  if (cycles[WEFT_UICA_RETIRED] == WEFT_UICA_NONE)
    {
      self->n_open++;
      return;
    }
  start (self, op, RETIRE, cycles[WEFT_UICA_RETIRED]);
  weft_pipeline_writer_end_op (self->in.writer, op, WEFT_OP_RETIRED, op,
                               weft_pipeline_writer_last_start (self->in.writer, op) + 1);
}

static void
write_detail (WeftPipelineUicaReader *self, guint32 op, const Line *line, const WeftUicaPart *part)
{
  static const char *const keys[] = { "instrID", "lamUopID", "fUopID", "uopID" };
  g_autoptr (GString) text = g_string_new (NULL);
  WeftKeptText detail;

  g_string_printf (text, "rnd: %" G_GINT64_FORMAT, part->id.round);
  for (guint i = 0; i < WEFT_UICA_N_LEVELS && part->id.part[i] != WEFT_UICA_NONE; i++)
    g_string_append_printf (text, "\\n%s: %" G_GINT64_FORMAT, keys[i], part->id.part[i]);
  if (part->port != NULL)
    g_string_append_printf (text, "\\ndispatched: %s", part->port);
  for (guint i = 0; i < line->n_parts; i++)
    if (line->parts[i]->detail->len > 0)
      g_string_append_printf (text, "\\n%s", line->parts[i]->detail->str);
  detail = weft_pipeline_json_keep (&self->in, text->str, text->len);
  weft_pipeline_writer_add_detail (self->in.writer, op, detail.place, detail.length);
}

static void
write_producers (WeftPipelineUicaReader *self, guint32 op, const WeftUicaPart *part)
{
  for (guint i = 0; part->producers != NULL && i < part->producers->len; i++)
    {
      gpointer producer =
        g_hash_table_lookup (self->ops, &g_array_index (part->producers, WeftUicaId, i));

      if (producer != NULL)
        weft_pipeline_writer_add_dependency (self->in.writer, op,
                                             (gint64) GPOINTER_TO_UINT (producer) - 1, 0,
                                             MAX (part->cycles[WEFT_UICA_RS], 0));
      else
        self->n_missing++;
    }
}

static void
write_op (WeftPipelineUicaReader *self, const Line *line)
{
  const WeftUicaPart *part = line->parts[line->n_parts - 1];
  gint64 first = get_first (line), id = weft_pipeline_writer_get_n_ops (self->in.writer);
  guint32 op;

  if (first == WEFT_UICA_NONE)
    return;
  op = weft_pipeline_writer_begin_op (self->in.writer, id, part->id.round, 0, line->parts[0]->line,
                                      first);
  if (op == WEFT_NO_ROW)
    return;
  g_hash_table_insert (self->ops, g_memdup2 (&part->id, sizeof part->id),
                       GUINT_TO_POINTER (op + 1));
  g_array_append_val (self->instructions, part->id.part[WEFT_UICA_INSTRUCTION]);
  write_detail (self, op, line, part);
  write_producers (self, op, part);
  write_stages (self, op, line, part->port);
}

/* Writes the rounds of which nothing more is to come: an op for each part that has no parts. */
static void
write_rounds (WeftPipelineUicaReader *self, gboolean at_end)
{
  GPtrArray *parts;

  while ((parts = weft_uica_uops_take_round (self->uops, at_end)) != NULL)
    {
      Line line = { .n_parts = 0 };

      for (guint i = 0; i < parts->len; i++)
        {
          const WeftUicaPart *part = parts->pdata[i];

          add_to_line (&line, part);
          if (part->port != NULL && !at_end)
            weft_uica_ports_count_whole (self->ports, part->port,
                                         (guint32) part->id.part[WEFT_UICA_INSTRUCTION]);
          if (i + 1 == parts->len
              || !weft_uica_id_is_within (&((WeftUicaPart *) parts->pdata[i + 1])->id, &part->id))
            write_op (self, &line);
        }
      self->n_rounds += !at_end;
      g_ptr_array_unref (parts);
    }
}

/* --- what stands outside of cycles -------------------------------------------------------------- */

#define INSTRUCTION_KEYS(M) \
  M (INSTRUCTION_ASM, "asm") \
  M (INSTRUCTION_ID, "instrID") \
  M (INSTRUCTION_FUSED, "macroFusedWithNextInstr")

enum
{
  INSTRUCTION_KEYS (WEFT_JSON_SLOT)
};

static const char *const instruction_keys[] = { INSTRUCTION_KEYS (WEFT_JSON_PATH) NULL };

/* Further members of an instruction that uiCA writes. */
static const char *const known_instruction_keys[] = { INSTRUCTION_KEYS (WEFT_JSON_PATH) "opcode",
                                                      "url", "source", NULL };

typedef struct
{
  char *text; /* of the label; NULL: none is known */
  WeftKeptText label;
  WeftKeptText detail;
} Instruction;

static void
clear_instruction (gpointer data)
{
  g_free (((Instruction *) data)->text);
}

/* "3: DEC RDI + JNZ -14": the number stands where logs have an address; of two that are fused the second has
 * no events of its own. */
static void
read_instruction (WeftPipelineUicaReader *self, const WeftJsonRecord *record, GArray *instructions,
                  gboolean *fused)
{
  Instruction *before = instructions->len > 0
                          ? &g_array_index (instructions, Instruction, instructions->len - 1)
                          : NULL;
  const WeftJsonValue *assembly = weft_json_record_get (record, INSTRUCTION_ASM);
  const WeftJsonValue *fuses = weft_json_record_get (record, INSTRUCTION_FUSED);
  g_autoptr (GString) detail = g_string_new (NULL);
  Instruction instruction = { .text = NULL };
  gsize length = 0;
  const char *text = assembly != NULL && assembly->kind == WEFT_JSON_STRING
                       ? weft_json_get_string (assembly, self->in.json.scratch, &length)
                       : "";

  if (*fused && before != NULL && before->text != NULL)
    {
      char *both = g_strdup_printf ("%s + %.*s", before->text, (int) length, text);

      g_free (before->text);
      before->text = both;
    }
  instruction.text = g_strdup_printf ("%x: %.*s", instructions->len, (int) length, text);
  if (record->self.kind == WEFT_JSON_OBJECT)
    weft_pipeline_json_append_members (&self->in, &record->self, known_instruction_keys,
                                       instruction_keys, detail);
  /* It comes behind that of the op. */
  if (detail->len > 0)
    g_string_prepend (detail, "\\n");
  instruction.detail = weft_pipeline_json_keep (&self->in, detail->str, detail->len);
  g_array_append_val (instructions, instruction);
  *fused = fuses != NULL && fuses->kind == WEFT_JSON_BOOLEAN && fuses->integer != 0;
}

/* The instructions by their number, which is their place in the list: (transfer full). */
static GArray *
read_instructions (WeftPipelineUicaReader *self)
{
  GArray *instructions = g_array_new (FALSE, FALSE, sizeof (Instruction));
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (instruction_keys);
  g_autofree WeftJsonRecord *list = g_new (WeftJsonRecord, 1);
  g_autofree WeftJsonRecord *record = g_new (WeftJsonRecord, 1);
  const char *place = NULL;
  gboolean fused = FALSE;
  WeftJsonScan scan;

  g_array_set_clear_func (instructions, clear_instruction);
  self->in.line = self->instructions_line;
  if (weft_json_scan (schema, self->instruction_list->str, self->instruction_list->len, 0,
                      WEFT_JSON_AT_END, list, &scan)
        != WEFT_JSON_OK
      || list->self.kind != WEFT_JSON_ARRAY)
    return instructions;
  while (weft_json_next_element (&list->self, &place, schema, record))
    read_instruction (self, record, instructions, &fused);
  for (guint i = 0; i < instructions->len; i++)
    {
      Instruction *instruction = &g_array_index (instructions, Instruction, i);

      instruction->label =
        weft_pipeline_json_keep (&self->in, instruction->text, strlen (instruction->text));
    }
  return instructions;
}

static void
write_labels (WeftPipelineUicaReader *self, const GArray *instructions)
{
  for (guint32 op = 0; op < self->instructions->len; op++)
    {
      gint64 number = g_array_index (self->instructions, gint64, op);
      const Instruction *instruction;

      if (number >= instructions->len)
        continue;
      instruction = &g_array_index (instructions, Instruction, number);
      weft_pipeline_writer_add_label (self->in.writer, op, instruction->label.place,
                                      instruction->text, instruction->label.length);
      weft_pipeline_writer_add_detail (self->in.writer, op, instruction->detail.place,
                                       instruction->detail.length);
    }
}

/* The name of the core and how many micro-ops it issues per cycle: into the format and the region. */
static void
read_parameters (WeftPipelineUicaReader *self, WeftCodeRegion *region)
{
  static const char *const keys[] = { "uArchName", "issueWidth", NULL };
  g_autoptr (WeftJsonSchema) schema = weft_json_schema_new (keys);
  g_autofree WeftJsonRecord *record = g_new (WeftJsonRecord, 1);
  const WeftJsonValue *name;
  WeftJsonScan scan;

  if (weft_json_scan (schema, self->parameters->str, self->parameters->len, 0, WEFT_JSON_AT_END,
                      record, &scan)
      != WEFT_JSON_OK)
    return;
  name = weft_json_record_get (record, 0);
  if (name != NULL && name->kind == WEFT_JSON_STRING)
    {
      g_autofree char *word = weft_json_reading_word (name), *valid = g_utf8_make_valid (word, -1);
      g_autofree char *format = g_strdup_printf ("uiCA, %s", valid);

      weft_trace_set_format (self->in.json.base.trace, format);
    }
  if (!get_number (record, 1, &region->width))
    region->width = WEFT_RESOURCES_UNKNOWN;
}

static WeftPipelineResources *
make_resources (WeftPipelineUicaReader *self, const GArray *instructions)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  WeftPipelineResources *resources;

  for (guint i = 0; i < instructions->len; i++)
    g_ptr_array_add (labels, g_array_index (instructions, Instruction, i).text);
  resources = weft_uica_ports_finish (self->ports, self->n_cycles, self->n_rounds, labels);
  read_parameters (self, &g_array_index (resources->regions, WeftCodeRegion, 0));
  return resources;
}

/* --- the document ------------------------------------------------------------------------------- */

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated G_GNUC_UNUSED, gpointer data)
{
  WeftPipelineUicaReader *self = data;
  GString *text = slot == MEMBER_INSTRUCTIONS ? self->instruction_list : self->parameters;
  gint64 column;

  if (slot == MEMBER_CYCLES)
    weft_json_reading_fail (&self->in.json, record->offset,
                            _ ("“cycles” should be an array. Check what wrote the file"));
  else
    g_string_assign (text, "");
  if (slot != MEMBER_CYCLES)
    g_string_append_len (text, record->self.text, (gssize) record->self.length);
  if (slot == MEMBER_INSTRUCTIONS)
    weft_json_scanner_locate (self->in.json.scanner, record->offset, &self->instructions_line,
                              &column);
}

static void
on_element (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record, gpointer data)
{
  WeftPipelineUicaReader *self = data;
  g_autofree WeftJsonRecord *member = g_new (WeftJsonRecord, 1);
  const WeftJsonValue *cycle = weft_json_record_get (record, 0);
  const char *place = NULL;
  gint64 column;
  WeftJsonValue key;

  if (self->in.json.failed)
    return;
  weft_json_scanner_locate (self->in.json.scanner, record->offset, &self->in.line, &column);
  if (record->self.kind != WEFT_JSON_OBJECT || cycle == NULL || cycle->kind != WEFT_JSON_INTEGER
      || cycle->integer < 0 || cycle->integer > MAX_NUMBER)
    {
      weft_json_reading_say (&self->in.json, WEFT_SEVERITY_WARNING, self->in.line, column,
                             _ ("Expected an object with the number of its “cycle” here; it is "
                                "left out"));
      return;
    }
  self->cycle = cycle->integer;
  self->n_cycles++;
  self->in.last = MAX (self->in.last, self->cycle + 1);
  while (weft_json_next_member (&record->self, &place, &key, self->in.any, member))
    read_member (self, &key, &member->self);
  write_rounds (self, FALSE);
}

/* --- the reader --------------------------------------------------------------------------------- */

/* Tells once of what was counted. */
static void
say_count (WeftPipelineUicaReader *self, WeftSeverity severity, guint64 count, const char *message)
{
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, count);

  if (count > 0)
    /* TRANSLATORS: something odd, and how often */
    weft_json_reading_say (&self->in.json, severity, 1, 1, _ ("%s: %s"), message, number);
}

static void
weft_pipeline_uica_reader_finish (WeftReader *reader)
{
  WeftPipelineUicaReader *self = (WeftPipelineUicaReader *) reader;
  g_autoptr (GArray) instructions = NULL;

  weft_json_reading_end (&self->in.json);
  write_rounds (self, TRUE);
  instructions = read_instructions (self);
  write_labels (self, instructions);
  say_count (self, WEFT_SEVERITY_WARNING, self->n_skipped,
             _ ("Events that name no micro-op, or lists that are none; they are left out"));
  say_count (self, WEFT_SEVERITY_WARNING, self->n_backwards,
             _ ("Stages that begin before the stage before; they are drawn there"));
  say_count (self, WEFT_SEVERITY_WARNING, self->n_missing,
             _ ("Producers that the file does not tell of; no arrow leads to them"));
  say_count (self, WEFT_SEVERITY_INFO, self->n_open,
             _ ("Micro-ops that had not retired when the simulation ended; they stay open"));
  weft_pipeline_json_finish (&self->in, make_resources (self, instructions));
}

static void
weft_pipeline_uica_reader_clear (WeftReader *reader)
{
  WeftPipelineUicaReader *self = (WeftPipelineUicaReader *) reader;

  weft_uica_uops_free (self->uops);
  weft_json_schema_free (self->uop_schema);
  weft_uica_ports_free (self->ports);
  g_hash_table_unref (self->ops);
  g_array_unref (self->instructions);
  g_string_free (self->instruction_list, TRUE);
  g_string_free (self->parameters, TRUE);
  weft_pipeline_json_clear (reader);
}

static const WeftReaderClass reader_class = {
  .feed = weft_pipeline_json_feed,
  .publish = weft_pipeline_json_publish,
  .finish = weft_pipeline_uica_reader_finish,
  .is_whole = weft_pipeline_json_is_whole,
  .clear = weft_pipeline_uica_reader_clear,
};

WeftReader *
weft_pipeline_uica_reader_new (const WeftReaderSetup *setup)
{
  static const WeftJsonHandler handler = { .member = on_member,
                                           .element = on_element,
                                           .unwanted = weft_pipeline_json_unwanted,
                                           .unwanted_value = weft_pipeline_json_unwanted_value,
                                           .no_number = weft_json_reading_no_number };
  static const WeftJsonShape shape = { .members = members, .single = TRUE };
  WeftPipelineUicaReader *self =
    weft_pipeline_json_new (&reader_class, sizeof *self, setup, &shape, &handler);

  self->uops = weft_uica_uops_new ();
  self->uop_schema = weft_json_schema_new (uop_keys);
  self->ports = weft_uica_ports_new ();
  self->ops = g_hash_table_new_full (weft_uica_id_hash, weft_uica_id_equal, g_free, NULL);
  self->instructions = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->instruction_list = g_string_new (NULL);
  self->parameters = g_string_new (NULL);
  weft_trace_set_format (self->in.json.base.trace, "uiCA");
  return &self->in.json.base;
}

static gboolean
has (const char *p, const char *end, const char *word)
{
  return memmem (p, (gsize) (end - p), word, strlen (word)) != NULL;
}

WeftSniff
weft_pipeline_uica_reader_sniff (const char *head, gsize length)
{
  const char *end = head + length, *p = weft_json_find_document (head, end);

  if (p < end && *p != '{')
    return WEFT_SNIFF_NO;
  if (has (p, end, "\"uArchName\"")
      || (has (p, end, "\"cycles\"")
          && (has (p, end, "\"addedToIQ\"") || has (p, end, "\"addedToIDQ\""))))
    return WEFT_SNIFF_YES;
  return length < WEFT_JSON_SHORT ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
}
