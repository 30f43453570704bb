/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-o3-reader.h"

#include "weft-load-error.h"
#include "weft-pipeline-o3-debug-line.h"
#include "weft-pipeline-o3-numbers.h"
#include "weft-pipeline-o3-state.h"
#include "weft-pipeline-order.h"
#include "weft-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A record line is "O3PipeView:", a word, a colon and numbers; all other lines are gem5's debug
 * output. docs/formats/o3pipeview.md says what is made of both. */

#define SNIFF_LINES 20000
#define LANE "0"

static const char *const stage_names[WEFT_O3_N_STAGES] = { "F",  "Dc", "Rn", "Ds",
                                                           "Is", "Cm", "Rt", "Mc" };

/* The line that is read. */
typedef struct
{
  const char *text;
  const char *end; /* its newline, or the end of the input */
  guint64 offset;
} Line;

#define WARN(self, column, ...) \
  weft_diagnostics_add ((self)->base.diagnostics, WEFT_SEVERITY_WARNING, (self)->line, (column), \
                        __VA_ARGS__)

/* --- numbers ---------------------------------------------------------------------------------- */

/* Says why the field at `p` is no number that can be used. */
static void
complain (WeftPipelineO3Reader *self, const Line *line, const char *p)
{
  gint64 column;
  gsize length = 0;
  g_autofree char *shown = NULL;

  p = weft_o3_skip_blanks (p, line->end);
  column = p - line->text + 1;
  while (p + length < line->end && p[length] != ':' && p[length] != '\r' && length < 40)
    length++;
  shown = g_utf8_make_valid (p, (gssize) length);
  if (length == 0)
    WARN (self, column, _ ("A number is missing here; the record is skipped"));
  else if (strspn (shown, "0123456789") == strlen (shown))
    WARN (self, column, _ ("A number beyond 2⁶³ − 1 can’t be used; the record is skipped"));
  else
    WARN (self, column, _ ("Expected a number here, not “%s”; the record is skipped"), shown);
}

/* Reads the number in the field at `p`, or says what is wrong with it. */
static gboolean
need_number (WeftPipelineO3Reader *self, const Line *line, const char **p, gint64 *number)
{
  if (weft_o3_take_number (p, line->end, number))
    return TRUE;
  complain (self, line, *p);
  return FALSE;
}

/* Goes to behind the next colon. FALSE, with the diagnostic `missing`, which is translated only then, where there
 * is none. */
static gboolean
need_field (WeftPipelineO3Reader *self, const Line *line, const char **p, const char *missing)
{
  const char *colon = memchr (*p, ':', (gsize) (line->end - *p));

  if (colon != NULL)
    {
      *p = colon + 1;
      return TRUE;
    }
  WARN (self, line->end - line->text + 1, "%s", _ (missing));
  return FALSE;
}

/* The place to read `text`, of the line, back from. */
static inline guint64
keep_text (WeftPipelineO3Reader *self, const Line *line, const char *text, gsize length)
{
  return weft_text_store_keep (self->texts, text, length,
                               line->offset + (guint64) (text - line->text));
}

/* --- stages ----------------------------------------------------------------------------------- */

static inline void
see_tick (WeftPipelineO3Reader *self, gint64 tick)
{
  guint64 *recent = &self->recent[(guint64) tick * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
                                  >> (64 - WEFT_O3_RECENT_SHIFT)];

  self->last_tick = MAX (self->last_tick, tick);
  if (G_LIKELY (*recent == (guint64) tick + 1))
    return;
  *recent = (guint64) tick + 1;
  if (G_UNLIKELY (!weft_tick_gap_add (self->gap, tick)))
    weft_o3_state_leave_grid (self, tick);
}

static inline void
start_stage (WeftPipelineO3Reader *self, guint stage, gint64 tick)
{
  if (G_UNLIKELY (self->kinds[stage] == WEFT_O3_NO_KIND))
    self->kinds[stage] = weft_pipeline_writer_intern_kind (
      self->writer, LANE, strlen (LANE), stage_names[stage], strlen (stage_names[stage]));
  weft_pipeline_writer_start_stage (self->writer, self->op, self->kinds[stage], tick);
  self->op_tick = tick;
}

/* Shows the memory completion that a debug line told of, where it lies between the stage that is
 * running and the one that starts at `tick`. */
static void
show_memory (WeftPipelineO3Reader *self, gint64 tick)
{
  if (self->memory_tick == 0 || self->memory_tick >= tick)
    return;
  if (self->memory_tick >= self->op_tick)
    {
      see_tick (self, self->memory_tick);
      start_stage (self, WEFT_O3_MEMORY, self->memory_tick);
    }
  self->memory_tick = 0;
}

/* A tick, at `digits`, that runs backwards: the stage starts with the one before it. */
static void
note_raw_tick (WeftPipelineO3Reader *self, const Line *line, gint64 tick, const char *digits)
{
  const char *end;

  digits = weft_o3_skip_blanks (digits, line->end);
  for (end = digits; end < line->end && g_ascii_isdigit (*end);)
    end++;
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, self->line,
                        digits - line->text + 1,
                        _ ("The tick lies before that of the stage before; it is drawn there"));
  self->has_more = TRUE;
  if (self->is_behind)
    weft_o3_state_leave_grid (self, tick);
  weft_pipeline_writer_add_raw_tick (self->writer, self->op,
                                     keep_text (self, line, digits, (gsize) (end - digits)),
                                     (gsize) (end - digits));
}

/* The record of a stage of the current op, whose tick (not 0) stands at `digits`. */
static inline void
read_stage (WeftPipelineO3Reader *self, const Line *line, guint stage, gint64 tick,
            const char *digits)
{
  gint64 start;

  see_tick (self, tick);
  if (G_UNLIKELY (self->memory_tick != 0))
    show_memory (self, tick);
  start = MAX (tick, self->op_tick);
  start_stage (self, stage, start);
  if (G_UNLIKELY (start != tick))
    note_raw_tick (self, line, tick, digits);
  if (stage != WEFT_O3_COMPLETE)
    return;
  weft_pipeline_writer_set_produces (self->writer, self->op, start);
  if (self->has_renames)
    weft_pipeline_o3_renames_set_complete (self->renames, self->op, start);
}

/* "retire:TICK:store:TICK", `p` behind the first tick. */
static void
read_store (WeftPipelineO3Reader *self, const Line *line, const char *p)
{
  static const char word[] = ":store:";
  gint64 tick;

  if ((gsize) (line->end - p) < sizeof word || memcmp (p, word, sizeof word - 1) != 0)
    return;
  p += sizeof word - 1;
  if (need_number (self, line, &p, &tick) && tick > 0)
    weft_pipeline_writer_set_store (self->writer, self->op, tick);
}

static inline void
read_retire (WeftPipelineO3Reader *self, const Line *line, gint64 tick, const char *digits)
{
  WeftOpState state = tick > 0 ? WEFT_OP_RETIRED : WEFT_OP_FLUSHED;

  if (tick > 0)
    read_stage (self, line, WEFT_O3_RETIRE, tick, digits);
  /* The last stage of what is flushed lasts no longer than Rt does. */
  weft_pipeline_writer_last_for_one_cycle (self->writer, self->op);
  weft_pipeline_writer_end_op (self->writer, self->op, state, -1, self->op_tick);
}

/* --- what debug lines say of an op ------------------------------------------------------------ */

static void
set_thread (WeftPipelineO3Reader *self, guint32 op, gint64 tid)
{
  guint n_before = self->told->len;

  self->has_more = TRUE;
  if (op >= n_before)
    {
      g_byte_array_set_size (self->told, op + 1);
      memset (self->told->data + n_before, 0, op + 1 - n_before);
    }
  self->told->data[op] = TRUE;
  weft_pipeline_writer_set_tid (self->writer, op, tid);
}

static gboolean
thread_is_told (WeftPipelineO3Reader *self, guint32 op)
{
  return op < self->told->len && self->told->data[op];
}

typedef struct
{
  WeftPipelineO3Reader *reader;
  guint32 op;
  gint64 sn;
} About;

static void
apply_note (const WeftO3Note *note, gpointer data)
{
  const About *about = data;
  WeftPipelineO3Reader *self = about->reader;

  switch (note->type)
    {
    case WEFT_O3_NOTE_TEXT:
      weft_pipeline_writer_add_note (self->writer, about->op, (guint64) note->value, note->extra,
                                     note->tick);
      break;
    case WEFT_O3_NOTE_READ:
      weft_pipeline_o3_renames_add_read (self->renames, about->op, about->sn, note->extra,
                                         note->value);
      break;
    case WEFT_O3_NOTE_WRITE:
      weft_pipeline_o3_renames_add_write (self->renames, about->op, about->sn, note->extra);
      break;
    case WEFT_O3_NOTE_THREAD:
      if (!thread_is_told (self, about->op))
        set_thread (self, about->op, note->value);
      break;
    case WEFT_O3_NOTE_MEMORY:
    default:
      if (about->op == self->op && self->memory_tick == 0)
        self->memory_tick = note->value;
      break;
    }
}

/* Now where the op has begun, or once it does. */
static void
tell (WeftPipelineO3Reader *self, WeftO3NoteType type, gint64 value, gsize extra, gint64 tick)
{
  WeftO3Note note = { value, tick, (guint32) MIN (extra, G_MAXUINT32), type };
  About about = { self, weft_pipeline_writer_find_op (self->writer, self->debug_sn),
                  self->debug_sn };

  self->has_more = TRUE;
  if (about.op != WEFT_NO_ROW)
    apply_note (&note, &about);
  else
    weft_pipeline_o3_notes_add (self->notes, self->debug_sn, note);
  if (G_LIKELY (self->told_lost || weft_pipeline_o3_notes_get_n_lost (self->notes) == 0))
    return;
  self->told_lost = TRUE;
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, self->line, 1,
                        _ ("Debug lines about ops whose records did not follow are forgotten "
                           "from here on"));
}

/* --- records ---------------------------------------------------------------------------------- */

/* The op of the fetch line with that number, of which no other has it. FALSE where there is no room for one. */
static inline gboolean
begin_op (WeftPipelineO3Reader *self, const Line *line, const char *record, gint64 tick,
          const guint64 *pc, gint64 sn)
{
  const char *end = line->end;
  guint32 op = weft_pipeline_writer_begin_op (self->writer, sn, sn, 0, self->line, tick);

  self->op = op;
  self->ignores = TRUE;
  if (op == WEFT_NO_ROW)
    return FALSE;
  self->memory_tick = 0;
  see_tick (self, tick);
  start_stage (self, WEFT_O3_FETCH, tick);
  if (end > line->text && end[-1] == '\r')
    end--;
  weft_pipeline_writer_add_fetch_line (self->writer, op,
                                       keep_text (self, line, record, (gsize) (end - record)),
                                       (gsize) (end - record), pc);
  return TRUE;
}

static inline void
take_notes (WeftPipelineO3Reader *self, gint64 sn)
{
  About about = { self, self->op, sn };

  weft_pipeline_o3_notes_take (self->notes, sn, apply_note, &about);
}

/* "fetch:TICK:PC:UPC:SN:DISASM", `p` behind the first colon. */
static void
read_fetch (WeftPipelineO3Reader *self, const Line *line, const char *record, const char *p,
            gint64 prefix)
{
  gint64 tick, sn;
  guint64 pc;
  const char *end = line->end, *pc_field, *sn_field;
  gboolean has_pc;

  self->op = WEFT_NO_ROW;
  self->ignores = TRUE;
  if (!need_number (self, line, &p, &tick)
      || !need_field (self, line, &p, N_ ("The fetch line has no PC; it is skipped")))
    return;
  pc_field = p;
  has_pc = weft_o3_take_hex (&p, end, &pc);
  if (!need_field (self, line, &p, N_ ("The fetch line has no micro-PC; it is skipped"))
      || !need_field (self, line, &p, N_ ("The fetch line has no sequence number; it is skipped")))
    return;
  sn_field = p;
  if (!need_number (self, line, &p, &sn))
    return;
  if (weft_pipeline_writer_find_op (self->writer, sn) != WEFT_NO_ROW)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, sn);

      WARN (self, sn_field - line->text + 1, _ ("Op %s was fetched before; the first one stays"),
            number);
      return;
    }
  if (!begin_op (self, line, record, tick, has_pc ? &pc : NULL, sn))
    return;
  if (!has_pc)
    WARN (self, pc_field - line->text + 1, _ ("Expected a hexadecimal PC here; the op has none"));
  if (prefix != WEFT_O3_NO_NUMBER)
    {
      weft_map64_set (&self->prefixed, (guint64) prefix, self->op);
      self->has_more = TRUE;
    }
  take_notes (self, sn);
}

/* "thread:TICK:TID", `p` behind the first colon. */
static void
read_thread (WeftPipelineO3Reader *self, const Line *line, const char *p)
{
  gint64 tick, tid;

  if (need_number (self, line, &p, &tick)
      && need_field (self, line, &p, N_ ("The thread record has no thread; it is skipped"))
      && need_number (self, line, &p, &tid))
    set_thread (self, self->op, tid);
}

/* Finds the op that a record belongs to. FALSE where there is none. BOOM numbers its lines by op
 * and prints them as they happen; where that number names no op it is the last fetch, as always. */
static gboolean
find_op (WeftPipelineO3Reader *self, const Line *line, const char *record, gint64 prefix)
{
  guint32 op = WEFT_NO_ROW;

  if (G_UNLIKELY (prefix != WEFT_O3_NO_NUMBER))
    {
      op = weft_map64_get (&self->prefixed, (guint64) prefix);
      if (op == WEFT_MAP64_NONE && self->prefixed.n_used == 0)
        op = weft_pipeline_writer_find_op (self->writer, prefix);
    }
  if (op != WEFT_NO_ROW && op != self->op)
    {
      self->op = op;
      self->op_tick = weft_pipeline_writer_last_start (self->writer, op);
      self->memory_tick = 0;
    }
  if (G_UNLIKELY (self->op == WEFT_NO_ROW))
    {
      if (!self->ignores)
        WARN (self, record - line->text + 1,
              _ ("The record belongs to no op: there is no fetch before it; it is skipped"));
      return FALSE;
    }
  if (G_LIKELY (weft_pipeline_writer_get_state (self->writer, self->op) == WEFT_OP_OPEN))
    return TRUE;
  WARN (self, record - line->text + 1,
        _ ("The record comes after the retire of its op; it is skipped"));
  return FALSE;
}

static void
read_other_record (WeftPipelineO3Reader *self, const Line *line, const char *record, gint64 prefix)
{
  static const char thread[] = "thread:";
  const char *p = record + WEFT_O3_TAG_LENGTH;
  g_autofree char *shown = NULL;

  if ((gsize) (line->end - p) >= sizeof thread - 1 && memcmp (p, thread, sizeof thread - 1) == 0)
    {
      if (find_op (self, line, record, prefix))
        read_thread (self, line, p + sizeof thread - 1);
      return;
    }
  shown = g_utf8_make_valid (p, (gssize) MIN (line->end - p, 40));
  WARN (self, p - line->text + 1, _ ("“%s” is no record of the format; it is skipped"), shown);
}

/* The line whose tag stands at `record`. */
static inline void
read_record (WeftPipelineO3Reader *self, const Line *line, const char *record, gint64 prefix)
{
  const char *digits = NULL, *p;
  guint stage = weft_pipeline_o3_match_stage (record + WEFT_O3_TAG_LENGTH, line->end, &digits);
  gint64 tick;

  if (stage == WEFT_O3_FETCH)
    {
      read_fetch (self, line, record, digits, prefix);
      return;
    }
  if (G_UNLIKELY (stage == WEFT_O3_N_STAGES))
    {
      read_other_record (self, line, record, prefix);
      return;
    }
  p = digits;
  if (!find_op (self, line, record, prefix) || !need_number (self, line, &p, &tick))
    return;
  if (stage == WEFT_O3_RETIRE)
    {
      read_retire (self, line, tick, digits);
      read_store (self, line, p);
    }
  else if (tick > 0)
    read_stage (self, line, stage, tick, digits);
}

/* --- debug lines ------------------------------------------------------------------------------ */

static void
tell_register (WeftPipelineO3Reader *self, WeftO3NoteType type, gint64 tick,
               const WeftO3Register *reg)
{
  if (reg->number < 0)
    return;
  self->has_renames = TRUE;
  tell (self, type, tick,
        weft_pipeline_o3_renames_intern (self->renames, reg->class_name, reg->class_length,
                                         reg->number),
        tick);
}

/* A line that is no record. It belongs to the op that it, or a line before it, names, until a line
 * comes that does not begin with a tick. */
static void
read_debug_line (WeftPipelineO3Reader *self, const Line *line)
{
  WeftPipelineO3DebugLine said;

  weft_pipeline_o3_debug_line_parse (&said, line->text, (gsize) (line->end - line->text));
  if (said.sn >= 0)
    self->debug_sn = said.sn;
  if (said.sn >= 0 && said.tid >= 0)
    tell (self, WEFT_O3_NOTE_THREAD, said.tid, 0, said.tick);
  if (said.tick < 0)
    self->debug_sn = WEFT_O3_NO_NUMBER;
  if (self->debug_sn == WEFT_O3_NO_NUMBER || said.detail == NULL)
    return;
  tell (self, WEFT_O3_NOTE_TEXT, (gint64) keep_text (self, line, said.detail, said.detail_length),
        said.detail_length, said.tick);
  tell_register (self, WEFT_O3_NOTE_WRITE, said.tick, &said.written);
  tell_register (self, WEFT_O3_NOTE_READ, said.tick, &said.read);
  if (said.ends_memory && said.tick > 0)
    tell (self, WEFT_O3_NOTE_MEMORY, said.tick, 0, said.tick);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The tag of a record line, perhaps behind BOOM's "N; " (in which case `prefix` is N); NULL where
 * the line is none. */
static const char *
find_tag (const char *text, const char *end, gint64 *prefix)
{
  const char *p = text;

  *prefix = WEFT_O3_NO_NUMBER;
  if (p < end && *p != WEFT_O3_TAG[0])
    {
      if (!weft_o3_take_digits (&p, end, prefix) || p == end || *p != ';')
        return NULL;
      p = weft_o3_skip_blanks (p + 1, end);
    }
  return (gsize) (end - p) >= WEFT_O3_TAG_LENGTH && memcmp (p, WEFT_O3_TAG, WEFT_O3_TAG_LENGTH) == 0
           ? p
           : NULL;
}

static inline void
read_line (WeftPipelineO3Reader *self, const Line *line)
{
  gint64 prefix;
  const char *record = find_tag (line->text, line->end, &prefix);

  if (record != NULL)
    read_record (self, line, record, prefix);
  else
    read_debug_line (self, line);
}

/* --- what was scanned --------------------------------------------------------------------------- */

/* Each of these reads the record at `words`. FALSE where the line needs the careful path, and nothing has been changed. */

static inline gboolean
apply_fetch (WeftPipelineO3Reader *self, const Line *line, const guint64 *words)
{
  const gint64 sn = (gint64) words[3];

  if (weft_pipeline_writer_find_op (self->writer, sn) != WEFT_NO_ROW)
    return FALSE;
  if (begin_op (self, line, line->text, (gint64) words[1], &words[2], sn))
    take_notes (self, sn);
  return TRUE;
}

static inline gboolean
apply_stage (WeftPipelineO3Reader *self, const Line *line, guint stage, const guint64 *words)
{
  const char *digits = line->text + weft_o3_scan_digits (*words);
  const gint64 tick = (gint64) words[1];

  if (self->op == WEFT_NO_ROW
      || weft_pipeline_writer_get_state (self->writer, self->op) != WEFT_OP_OPEN)
    return FALSE;
  if (stage != WEFT_O3_RETIRE)
    {
      if (tick > 0)
        read_stage (self, line, stage, tick, digits);
      return TRUE;
    }
  read_retire (self, line, tick, digits);
  if (words[2] > 0)
    weft_pipeline_writer_set_store (self->writer, self->op, (gint64) words[2]);
  return TRUE;
}

/* Reads the line at `text`, which stands at `offset`. Returns how many bytes it has, and sets how many words. */
static inline gsize
apply_record (WeftPipelineO3Reader *self, const guint64 *words, const char *text, guint64 offset,
              guint *n_words)
{
  const guint stage = weft_o3_scan_stage (*words);
  const gboolean is_other = stage == WEFT_O3_SCAN_OTHER;
  const gsize length = is_other ? words[1] : weft_o3_scan_length (*words);
  const Line line = { text, text + length - (text[length - 1] == '\n'), offset };

  self->line++;
  *n_words = weft_o3_scan_n_words (stage);
  if (is_other
      || (stage == WEFT_O3_FETCH ? !apply_fetch (self, &line, words)
                                 : !apply_stage (self, &line, stage, words)))
    read_line (self, &line);
  return length;
}

/* Reads the lines at `bytes`, which stand at `offset`, that the batch tells of. */
static void
apply_batch (WeftPipelineO3Reader *self, const WeftScanBatch *batch, const char *bytes,
             guint64 offset)
{
  const guint64 *words = batch->words, *end = words + batch->n_words;
  gsize at = 0;

  for (guint n_words; words < end; words += n_words)
    at += apply_record (self, words, bytes + at, offset + at, &n_words);
}

static void
weft_pipeline_o3_reader_scan (const WeftReader *reader G_GNUC_UNUSED, const char *bytes,
                              gsize length, WeftScanBatch *batch)
{
  weft_pipeline_o3_scan (bytes, length, batch);
}

static gboolean
weft_pipeline_o3_reader_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                              GError **error)
{
  WeftPipelineO3Reader *self = (WeftPipelineO3Reader *) reader;
  const WeftScanBatch *batch;
  g_autofree char *number = NULL;

  self->texts = weft_trace_get_text (self->base.trace);
  for (gsize at = 0; at < length; at += batch->length)
    {
      batch = weft_reader_get_batch (reader, self->own, bytes, length, at);
      apply_batch (self, batch, bytes + at, offset + at);
    }
  if (!weft_pipeline_writer_is_full (self->writer) && !weft_tick_gap_is_full (self->gap))
    return TRUE;
  number = g_strdup_printf ("%" G_GINT64_FORMAT, self->line);
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EXHAUSTED,
               _ ("There is no memory or disk left for this trace after line %s; close other "
                  "documents and open it again"),
               number);
  return FALSE;
}

static void
weft_pipeline_o3_reader_skip_line (WeftReader *reader, guint64 offset G_GNUC_UNUSED)
{
  WeftPipelineO3Reader *self = (WeftPipelineO3Reader *) reader;

  self->line++;
  /* It may have been a fetch line, so that what follows belongs to nothing that is known. */
  self->op = WEFT_NO_ROW;
  self->ignores = TRUE;
  self->debug_sn = WEFT_O3_NO_NUMBER;
  WARN (self, 1, _ ("The line is too long to be a record; it is skipped"));
}

/* --- the reader ------------------------------------------------------------------------------- */

static void
weft_pipeline_o3_reader_publish (WeftReader *reader)
{
  WeftPipelineO3Reader *self = (WeftPipelineO3Reader *) reader;
  gint64 first = weft_tick_gap_get_first (self->gap);

  weft_pipeline_o3_renames_resolve (self->renames);
  weft_pipeline_writer_publish_by_id (
    self->writer, self->last_tick, first != G_MAXINT64 ? first : 0, weft_tick_gap_get (self->gap));
}

static void
weft_pipeline_o3_reader_clear (WeftReader *reader)
{
  WeftPipelineO3Reader *self = (WeftPipelineO3Reader *) reader;

  weft_pipeline_o3_renames_free (self->renames);
  weft_pipeline_o3_notes_free (self->notes);
  weft_tick_gap_free (self->gap);
  weft_map64_clear (&self->prefixed);
  g_byte_array_unref (self->told);
  weft_scan_batch_free (self->own);
  weft_pipeline_writer_free (self->writer);
}

static const WeftReaderClass reader_class = {
  .feed = weft_pipeline_o3_reader_feed,
  .scan = weft_pipeline_o3_reader_scan,
  .skip_line = weft_pipeline_o3_reader_skip_line,
  .publish = weft_pipeline_o3_reader_publish,
  .get_state = weft_o3_state_save,
  .clear = weft_pipeline_o3_reader_clear,
};

/* Takes the writer. */
static WeftPipelineO3Reader *
reader_new (WeftPipelineTrace *trace, WeftPipelineWriter *writer)
{
  WeftPipelineO3Reader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->base.scans = TRUE;
  self->own = weft_scan_batch_new (WEFT_SCAN_OWN_WORDS);
  self->op = WEFT_NO_ROW;
  self->debug_sn = WEFT_O3_NO_NUMBER;
  self->notes = weft_pipeline_o3_notes_new ();
  self->told = g_byte_array_new ();
  for (guint i = 0; i < WEFT_O3_N_STAGES; i++)
    self->kinds[i] = WEFT_O3_NO_KIND;
  self->writer = writer;
  self->renames = weft_pipeline_o3_renames_new (writer);
  return self;
}

WeftReader *
weft_pipeline_o3_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftPipelineTrace) trace =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);
  WeftPipelineO3Reader *self =
    reader_new (trace, weft_pipeline_writer_new (trace, WEFT_PIPELINE_O3));

  self->gap = weft_tick_gap_new ();
  weft_trace_set_format (WEFT_TRACE (trace), "gem5 O3PipeView");
  return &self->base;
}

WeftReader *
weft_pipeline_o3_reader_go_on (WeftTrace *trace, GVariant *state)
{
  WeftPipelineWriter *writer = weft_pipeline_writer_new_behind (WEFT_PIPELINE_TRACE (trace));
  WeftPipelineO3Reader *self;

  if (writer == NULL)
    return NULL;
  self = reader_new (WEFT_PIPELINE_TRACE (trace), writer);
  if (weft_o3_state_restore (self, state))
    return &self->base;
  weft_reader_free (&self->base);
  return NULL;
}

gboolean
weft_pipeline_o3_reader_sniff (const char *head, gsize length)
{
  const char *end = head + length;

  for (guint i = 0; i < SNIFF_LINES && head < end; i++)
    {
      const char *eol = memchr (head, '\n', (gsize) (end - head));
      gint64 prefix;

      if (eol == NULL)
        eol = end;
      if (find_tag (head, eol, &prefix) != NULL)
        return TRUE;
      head = eol + 1;
    }
  return FALSE;
}
