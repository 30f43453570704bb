/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-pipeline-mca-reader.h"

#include "weft-pipeline-json.h"
#include "weft-pipeline-mca-views.h"

#include <glib/gi18n-lib.h>

/* The text view draws them as D, =, =, e, E, - and R. */
#define DISPATCH "Ds"
#define WAIT_OPERANDS "Wo"
#define WAIT_UNIT "Wu"
#define EXECUTE "X"
#define COMPLETE "Cm"
#define WAIT_RETIRE "Wr"
#define RETIRE "Rt"

/* An instruction of a region. */
typedef struct
{
  WeftKeptText label;
  WeftKeptText detail; /* of all its ops */
  char *text;          /* the label's */
} Instruction;

typedef struct
{
  WeftPipelineJson in;
  WeftMcaViews views;
  WeftJsonSchema *entry_schema;

  gint64 origin;          /* tick of the region's cycle 0: regions follow one another */
  guint32 n_instructions; /* of the regions before */
  guint64 n_without;      /* regions without a timeline */
  guint64 n_unretired;    /* ops whose retirement the file does not tell */
  gint64 unretired_line;  /* of the first */
  gboolean has_target;
  GString *target; /* the object TargetInfo as it stands there */
  char *cpu;       /* (nullable) */
} WeftPipelineMcaReader;

enum
{
  MEMBER_REGIONS,
  MEMBER_PARAMETERS,
  MEMBER_TARGET,
};

static const char *const region_keys[] = { WEFT_MCA_REGION_KEYS (WEFT_JSON_PATH) NULL };

static const WeftJsonMember members[] = {
  { "CodeRegions", MEMBER_REGIONS, region_keys },
  { "SimulationParameters", MEMBER_PARAMETERS, NULL },
  { "TargetInfo", MEMBER_TARGET, NULL },
  { NULL, 0, NULL },
};

#define ENTRY_KEYS(M) \
  M (ENTRY_DISPATCHED, "CycleDispatched") \
  M (ENTRY_READY, "CycleReady") \
  M (ENTRY_ISSUED, "CycleIssued") \
  M (ENTRY_EXECUTED, "CycleExecuted") \
  M (ENTRY_RETIRED, "CycleRetired")

enum
{
  ENTRY_KEYS (WEFT_JSON_SLOT) N_ENTRY_KEYS
};

static const char *const entry_keys[] = { ENTRY_KEYS (WEFT_JSON_PATH) NULL };

/* Further members of an instruction that llvm-mca writes. */
static const char *const info_keys[] = { "Instruction",
                                         "Latency",
                                         "RThroughput",
                                         "NumMicroOpcodes",
                                         "mayLoad",
                                         "mayStore",
                                         "hasUnmodeledSideEffects",
                                         NULL };

/* --- instructions ------------------------------------------------------------------------------- */

static void
clear_instruction (gpointer data)
{
  g_free (((Instruction *) data)->text);
}

/* "3: addl %eax, %edx": where logs have an address stands the number of the instruction, from that of the
 * region's first on. */
static void
read_labels (WeftPipelineMcaReader *self, const WeftJsonRecord *region, GArray *instructions)
{
  const WeftJsonValue *list = weft_json_record_get (region, MCA_INSTRUCTIONS);
  const char *place = NULL;
  WeftJsonRecord element;

  if (list == NULL || list->kind != WEFT_JSON_ARRAY)
    return;
  while (weft_json_next_element (list, &place, self->in.any, &element))
    {
      Instruction instruction = { .text = NULL };
      gsize length = 0;
      const char *text = element.self.kind == WEFT_JSON_STRING
                           ? weft_json_get_string (&element.self, self->in.json.scratch, &length)
                           : "";
      GString *label = g_string_new (NULL);

      g_string_printf (label, "%x: ", self->n_instructions + instructions->len);
      g_string_append_len (label, text, (gssize) length);
      for (gsize i = 0; i < label->len; i++)
        if ((guchar) label->str[i] < ' ')
          label->str[i] = ' ';
      instruction.label = weft_pipeline_json_keep (&self->in, label->str, label->len);
      instruction.text = g_string_free (label, FALSE);
      g_array_append_val (instructions, instruction);
    }
}

static void
read_details (WeftPipelineMcaReader *self, const WeftJsonRecord *region, GArray *instructions)
{
  const WeftJsonValue *list = weft_json_record_get (region, MCA_INFO_LIST);
  const char *place = NULL;
  WeftJsonRecord element;

  if (list == NULL || list->kind != WEFT_JSON_ARRAY)
    return;
  for (guint i = 0;
       i < instructions->len && weft_json_next_element (list, &place, self->in.any, &element); i++)
    if (element.self.kind == WEFT_JSON_OBJECT)
      {
        g_autoptr (GString) text = g_string_new (NULL);

        weft_pipeline_json_append_members (&self->in, &element.self, info_keys, NULL, text);
        g_string_append (text, "\\n");
        g_array_index (instructions, Instruction, i).detail =
          weft_pipeline_json_keep (&self->in, text->str, text->len);
      }
}

/* --- the timeline ------------------------------------------------------------------------------- */

static void
start (WeftPipelineMcaReader *self, guint32 op, const char *stage, gint64 cycle)
{
  weft_pipeline_json_start (&self->in, op, stage, self->origin + cycle);
}

/* The stages of an op between its dispatch and the cycle in which it was executed, as the text view draws
 * them. An op that is eliminated is not executed; one of an in-order core is issued as it is dispatched. */
static void
write_stages (WeftPipelineMcaReader *self, guint32 op, const gint64 *cycles)
{
  const gint64 dispatched = cycles[ENTRY_DISPATCHED], issued = cycles[ENTRY_ISSUED];
  const gint64 executed = cycles[ENTRY_EXECUTED];
  const gint64 ready = CLAMP (cycles[ENTRY_READY], dispatched + 1, MAX (issued, dispatched + 1));

  start (self, op, DISPATCH, dispatched);
  if (executed == dispatched)
    return;
  if (ready > dispatched + 1)
    start (self, op, WAIT_OPERANDS, dispatched + 1);
  if (issued > ready)
    start (self, op, WAIT_UNIT, ready);
  if (executed > issued)
    start (self, op, EXECUTE, issued);
  start (self, op, COMPLETE, executed);
}

/* Ends the op as far as the file tells: past its limit of cycles llvm-mca writes 0. */
static void
write_end (WeftPipelineMcaReader *self, guint32 op, gint64 line, const gint64 *cycles)
{
  const gint64 executed = cycles[ENTRY_EXECUTED], retired = cycles[ENTRY_RETIRED];
  gint64 end = executed + 1;

  if (retired < executed)
    {
      weft_pipeline_writer_last_for_one_cycle (self->in.writer, op);
      if (self->n_unretired++ == 0)
        self->unretired_line = line;
    }
  else
    {
      if (retired > executed + 1)
        start (self, op, WAIT_RETIRE, executed + 1);
      if (retired > executed)
        start (self, op, RETIRE, retired);
      end = MAX (end, retired + 1);
      weft_pipeline_writer_end_op (self->in.writer, op, WEFT_OP_RETIRED, op, self->origin + end);
    }
  self->in.last = MAX (self->in.last, self->origin + end);
}

/* The five cycles of an entry. FALSE where they can't be those of an instruction. */
static gboolean
get_cycles (const WeftJsonRecord *entry, gint64 *cycles)
{
  for (guint i = 0; i < N_ENTRY_KEYS; i++)
    {
      const WeftJsonValue *value = weft_json_record_get (entry, i);

      if (value == NULL || value->kind != WEFT_JSON_INTEGER || value->integer < 0
          || value->integer > G_MAXINT32)
        return FALSE;
      cycles[i] = value->integer;
    }
  return cycles[ENTRY_DISPATCHED] <= cycles[ENTRY_ISSUED]
         && cycles[ENTRY_ISSUED] <= cycles[ENTRY_EXECUTED];
}

static void
write_texts (WeftPipelineMcaReader *self, guint32 op, const WeftJsonRecord *entry,
             const Instruction *instruction, guint iteration, GString *more)
{
  g_autoptr (GString) text = g_string_new (NULL);
  WeftKeptText detail;

  weft_pipeline_writer_add_label (self->in.writer, op, instruction->label.place, instruction->text,
                                  instruction->label.length);
  weft_pipeline_writer_add_detail (self->in.writer, op, instruction->detail.place,
                                   instruction->detail.length);
  g_string_printf (text, "Iteration: %u", iteration);
  weft_pipeline_json_append_members (&self->in, &entry->self, entry_keys, NULL, text);
  if (more->len > 0)
    g_string_append_printf (text, "\\n%s", more->str);
  g_string_truncate (more, 0);
  detail = weft_pipeline_json_keep (&self->in, text->str, text->len);
  weft_pipeline_writer_add_detail (self->in.writer, op, detail.place, detail.length);
}

/* The entry with this number: an instruction of an iteration. */
static void
read_entry (WeftPipelineMcaReader *self, const WeftJsonRecord *region, const WeftJsonRecord *entry,
            guint number, const GArray *instructions, GString *more)
{
  static const Instruction unknown = { .text = NULL };
  guint n = instructions->len;
  const Instruction *instruction =
    n > 0 ? &g_array_index (instructions, Instruction, number % n) : &unknown;
  guint64 offset = weft_json_record_offset (region, &entry->self);
  gint64 cycles[N_ENTRY_KEYS], line, column, id;
  guint32 op;

  weft_json_scanner_locate (self->in.json.scanner, offset, &line, &column);
  self->in.line = line;
  if (entry->self.kind != WEFT_JSON_OBJECT || !get_cycles (entry, cycles))
    {
      weft_json_reading_say (
        &self->in.json, WEFT_SEVERITY_WARNING, line, column,
        _ ("Expected the cycles in which an instruction was dispatched, ready, "
           "issued, executed and retired, in this order; the entry is left "
           "out"));
      return;
    }
  id = weft_pipeline_writer_get_n_ops (self->in.writer);
  op = weft_pipeline_writer_begin_op (self->in.writer, id, number,
                                      self->views.resources->regions->len - 1, line,
                                      self->origin + cycles[ENTRY_DISPATCHED]);
  if (op == WEFT_NO_ROW)
    return;
  write_texts (self, op, entry, instruction, n > 0 ? number / n : 0, more);
  write_stages (self, op, cycles);
  write_end (self, op, line, cycles);
}

static void
read_timeline (WeftPipelineMcaReader *self, const WeftJsonRecord *region,
               const GArray *instructions)
{
  const WeftJsonValue *list = weft_json_record_get (region, MCA_TIMELINE_INFO);
  g_autoptr (GString) more = g_string_new (NULL);
  g_autofree WeftJsonRecord *entry = g_new (WeftJsonRecord, 1);
  const char *place = NULL;

  /* Members of the region that are not known stand with its first op. */
  weft_pipeline_json_append_members (&self->in, &region->self, region_keys, region_keys, more);
  if (list == NULL || list->kind != WEFT_JSON_ARRAY)
    {
      self->n_without++;
      return;
    }
  for (guint number = 0; weft_json_next_element (list, &place, self->entry_schema, entry); number++)
    read_entry (self, region, entry, number, instructions, more);
}

/* --- regions ------------------------------------------------------------------------------------ */

static void
read_region (WeftPipelineMcaReader *self, const WeftJsonRecord *region)
{
  g_autoptr (GArray) instructions = g_array_new (FALSE, FALSE, sizeof (Instruction));
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  const WeftJsonValue *name = weft_json_record_get (region, MCA_NAME);
  g_autofree char *text = NULL;
  gsize length = 0;
  guint64 offset;
  gint64 column;

  weft_json_scanner_locate (self->in.json.scanner, region->offset, &self->in.line, &column);
  if (region->self.kind != WEFT_JSON_OBJECT)
    {
      weft_json_reading_say (&self->in.json, WEFT_SEVERITY_WARNING, self->in.line, column,
                             _ ("Expected a code region here, an object; it is left out"));
      return;
    }
  if (name != NULL && name->kind == WEFT_JSON_STRING)
    {
      const char *bytes = weft_json_get_string (name, self->in.json.scratch, &length);

      text = g_strndup (bytes, length);
    }
  g_array_set_clear_func (instructions, clear_instruction);
  self->origin = self->in.last;
  read_labels (self, region, instructions);
  for (guint i = 0; i < instructions->len; i++)
    g_ptr_array_add (labels, g_array_index (instructions, Instruction, i).text);
  if (!weft_mca_views_read (&self->views, region, text != NULL ? text : "", labels, &offset))
    WEFT_JSON_SAY (&self->in.json, WEFT_SEVERITY_WARNING, offset,
                   _ ("This view has another shape than llvm-mca gave it up to LLVM 19; what is "
                      "not understood of it is left out"));
  read_details (self, region, instructions);
  read_timeline (self, region, instructions);
  self->n_instructions += instructions->len;
}

/* --- the document ------------------------------------------------------------------------------- */

static void
read_parameters (WeftPipelineMcaReader *self, const WeftJsonValue *parameters)
{
  const char *place = NULL;
  WeftJsonValue key;
  WeftJsonRecord member;

  if (parameters->kind != WEFT_JSON_OBJECT)
    return;
  while (weft_json_next_member (parameters, &place, &key, self->in.any, &member))
    if (weft_json_is_string (&key, "-mcpu", 5) && member.self.kind == WEFT_JSON_STRING)
      {
        g_free (self->cpu);
        self->cpu = weft_json_reading_word (&member.self);
      }
}

static void
on_member (guint slot, const WeftJsonRecord *record, gboolean repeated G_GNUC_UNUSED, gpointer data)
{
  WeftPipelineMcaReader *self = data;

  if (slot == MEMBER_REGIONS)
    weft_json_reading_fail (&self->in.json, record->offset,
                            _ ("“CodeRegions” should be an array. Check what wrote the file"));
  else if (slot == MEMBER_PARAMETERS)
    read_parameters (self, &record->self);
  else
    {
      g_string_truncate (self->target, 0);
      g_string_append_len (self->target, record->self.text, (gssize) record->self.length);
      self->has_target = record->self.kind == WEFT_JSON_OBJECT;
    }
}

static void
on_element (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record, gpointer data)
{
  WeftPipelineMcaReader *self = data;

  if (!self->in.json.failed)
    read_region (self, record);
}

/* --- the reader --------------------------------------------------------------------------------- */

static void
say_counts (WeftPipelineMcaReader *self)
{
  g_autofree char *unretired = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_unretired);
  g_autofree char *without = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_without);

  if (self->n_unretired > 0)
    weft_json_reading_say (
      &self->in.json, WEFT_SEVERITY_INFO, self->unretired_line, 1,
      g_dngettext (GETTEXT_PACKAGE,
                   "%s instruction has no cycle of retirement, from here on, and stays open: it "
                   "retired behind the limit of -timeline-max-cycles",
                   "%s instructions have no cycle of retirement, from here on, and stay open: they "
                   "retired behind the limit of -timeline-max-cycles",
                   self->n_unretired),
      unretired);
  if (self->n_without > 0)
    weft_json_reading_say (
      &self->in.json, WEFT_SEVERITY_WARNING, 1, 1,
      g_dngettext (GETTEXT_PACKAGE,
                   "%s code region has no timeline, only statistics. Run llvm-mca with -timeline",
                   "%s code regions have no timeline, only statistics. Run llvm-mca with -timeline",
                   self->n_without),
      without);
}

static void
weft_pipeline_mca_reader_finish (WeftReader *reader)
{
  WeftPipelineMcaReader *self = (WeftPipelineMcaReader *) reader;
  WeftJsonValue target = { .kind = WEFT_JSON_OBJECT };

  weft_json_reading_end (&self->in.json);
  target.text = self->target->str;
  target.length = (guint32) self->target->len;
  say_counts (self);
  if (self->cpu != NULL)
    {
      g_autofree char *cpu = g_utf8_make_valid (self->cpu, -1);
      g_autofree char *format = g_strdup_printf ("llvm-mca, %s", cpu);

      weft_trace_set_format (reader->trace, format);
    }
  weft_pipeline_json_finish (
    &self->in, weft_mca_views_finish (&self->views, self->has_target ? &target : NULL));
}

static void
weft_pipeline_mca_reader_clear (WeftReader *reader)
{
  WeftPipelineMcaReader *self = (WeftPipelineMcaReader *) reader;

  weft_mca_views_clear (&self->views);
  weft_json_schema_free (self->entry_schema);
  g_string_free (self->target, TRUE);
  g_free (self->cpu);
  weft_pipeline_json_clear (reader);
}

static const WeftReaderClass reader_class = {
  .feed = weft_pipeline_json_feed,
  .publish = weft_pipeline_json_publish,
  .finish = weft_pipeline_mca_reader_finish,
  .is_whole = weft_pipeline_json_is_whole,
  .clear = weft_pipeline_mca_reader_clear,
};

WeftReader *
weft_pipeline_mca_reader_new (const WeftReaderSetup *setup)
{
  static const WeftJsonHandler handler = { .member = on_member,
                                           .element = on_element,
                                           .unwanted = weft_pipeline_json_unwanted,
                                           .unwanted_value = weft_pipeline_json_unwanted_value,
                                           .no_number = weft_json_reading_no_number };
  static const WeftJsonShape shape = { .members = members, .single = TRUE };
  WeftPipelineMcaReader *self =
    weft_pipeline_json_new (&reader_class, sizeof *self, setup, &shape, &handler);

  weft_mca_views_init (&self->views);
  self->entry_schema = weft_json_schema_new (entry_keys);
  self->target = g_string_new (NULL);
  weft_trace_set_format (self->in.json.base.trace, "llvm-mca");
  return &self->in.json.base;
}

WeftSniff
weft_pipeline_mca_reader_sniff (const char *head, gsize length)
{
  static const char key[] = "\"CodeRegions\"";
  const char *end = head + length, *p = weft_json_find_document (head, end);

  if (p < end && *p != '{')
    return WEFT_SNIFF_NO;
  if (memmem (p, (gsize) (end - p), key, sizeof key - 1) != NULL)
    return WEFT_SNIFF_YES;
  return length < WEFT_JSON_SHORT ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
}
