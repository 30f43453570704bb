/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-kanata-reader.h"

#include "weft-load-error.h"
#include "weft-pipeline-kanata-line.h"
#include "weft-pipeline-kanata-state.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Two paths through a line. The fast one applies what scanning has found in those of the form that
 * simulators print, where they are for a known op that has not retired, and touches nothing before it is sure;
 * every other line goes to the careful one, which knows all that the format allows and says what
 * it does not. */

/* Ids below this stand for words; no number of 64 bits has as many characters. */
#define MIN_ID (WEFT_FIRST_WORD + (gint64) G_MAXUINT32 + 1)
#define MAX_ID_DIGITS 24

/* No log of a simulator has as many; a hostile one's are not all kept. */
#define MAX_KNOWN_TAILS 65536

/* --- the careful path ---------------------------------------------------------------------------- */

#define WARN(self, column, ...) \
  weft_diagnostics_add ((self)->base.diagnostics, WEFT_SEVERITY_WARNING, (self)->line, (column), \
                        __VA_ARGS__)

#define INFO(self, column, ...) \
  weft_diagnostics_add ((self)->base.diagnostics, WEFT_SEVERITY_INFO, (self)->line, (column), \
                        __VA_ARGS__)

static WeftPipelineTrace *
get_trace (WeftPipelineKanataReader *self)
{
  return weft_pipeline_writer_get_trace (self->writer);
}

/* As messages write it: (transfer full). */
static char *
format_number (gint64 number)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static gboolean
need_columns (WeftPipelineKanataReader *self, const WeftKanataLine *line, guint n_columns)
{
  if (line->n_columns >= n_columns)
    return TRUE;
  WARN (self, (gint64) line->length + 1,
        _ ("“%.*s” needs %u columns separated by tabs, but the line has %u; it is skipped"),
        (int) line->columns[0].length, line->columns[0].text, n_columns, line->n_columns);
  return FALSE;
}

/* The number in a column. FALSE, with a diagnostic, where there is none that can be used. */
static gboolean
get_number (WeftPipelineKanataReader *self, const WeftKanataLine *line, guint column,
            gboolean may_be_negative, gint64 *number)
{
  WeftKanataColumn field = line->columns[column];
  gboolean negative;
  guint64 value = 0;
  gsize i;

  weft_kanata_column_trim (&field);
  negative = field.length > 0 && field.text[0] == '-';
  for (i = negative; i < field.length && g_ascii_isdigit (field.text[i]); i++)
    {
      guint digit = (guint) (field.text[i] - '0');

      if (value > ((guint64) G_MAXINT64 - digit) / 10)
        {
          WARN (self, weft_kanata_line_get_place (line, column),
                _ ("A number beyond 2⁶³ − 1 can't be used; the line is skipped"));
          return FALSE;
        }
      value = value * 10 + digit;
    }
  if (i < field.length || i == (gsize) negative)
    {
      g_autofree char *shown = g_utf8_make_valid (field.text, (gssize) MIN (field.length, 40));

      WARN (self, weft_kanata_line_get_place (line, column),
            _ ("Expected a number here, not “%s”; the line is skipped"), shown);
      return FALSE;
    }
  if (negative && !may_be_negative)
    {
      WARN (self, weft_kanata_line_get_place (line, column),
            _ ("Expected a number that is not negative; the line is skipped"));
      return FALSE;
    }
  *number = negative ? -(gint64) value : (gint64) value;
  return TRUE;
}

/* The id in a column: a number, negative too, or a word in its place. FALSE, with a diagnostic, where
 * there is nothing. */
static gboolean
get_id (WeftPipelineKanataReader *self, const WeftKanataLine *line, guint column, gint64 *id)
{
  WeftKanataColumn field = line->columns[column];
  g_autofree char *text = NULL;

  weft_kanata_column_trim (&field);
  if (field.length == 0)
    return get_number (self, line, column, TRUE, id);
  if (field.length < MAX_ID_DIGITS && memchr (field.text, '\0', field.length) == NULL)
    {
      text = g_strndup (field.text, field.length);
      if (*text != '+' && g_ascii_string_to_signed (text, 10, MIN_ID, G_MAXINT64, id, NULL))
        return TRUE;
    }
  *id = weft_pipeline_writer_intern_word (self->writer, field.text, field.length);
  return TRUE;
}

/* The op that column 1 names. FALSE, with a diagnostic, where no I has begun it. */
static gboolean
get_op (WeftPipelineKanataReader *self, const WeftKanataLine *line, guint32 *op)
{
  g_autofree char *number = NULL;
  gint64 id;

  if (!get_id (self, line, 1, &id))
    return FALSE;
  *op = weft_pipeline_writer_find_op (self->writer, id);
  if (*op != WEFT_NO_ROW)
    return TRUE;
  number = weft_pipeline_trace_format_id (get_trace (self), id);
  WARN (self, weft_kanata_line_get_place (line, 1),
        _ ("Op %s has not begun with an “I” line; the line is skipped"), number);
  return FALSE;
}

/* Lines for an op that has retired still count, but should not be there. */
static void
check_alive (WeftPipelineKanataReader *self, const WeftKanataLine *line, guint32 op)
{
  if (weft_pipeline_writer_get_state (self->writer, op) != WEFT_OP_OPEN)
    WARN (self, weft_kanata_line_get_place (line, 1),
          _ ("“%.*s” comes after the “R” line of its op; it counts all the same"),
          (int) line->columns[0].length, line->columns[0].text);
}

static void
read_first_cycle (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  gint64 cycle;

  if (!need_columns (self, line, 2) || !get_number (self, line, 1, TRUE, &cycle))
    return;
  if (cycle < self->cycle && weft_pipeline_writer_get_n_ops (self->writer) > 0)
    {
      WARN (self, weft_kanata_line_get_place (line, 1),
            _ ("Time would run backwards; the line is skipped"));
      return;
    }
  self->cycle = cycle;
  self->last_cycle =
    weft_pipeline_writer_get_n_ops (self->writer) == 0 ? cycle : MAX (self->last_cycle, cycle);
}

static void
read_cycles (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  gint64 cycles;

  if (!need_columns (self, line, 2) || !get_number (self, line, 1, FALSE, &cycles))
    return;
  if (self->cycle > G_MAXINT64 - 1 - cycles)
    {
      WARN (self, weft_kanata_line_get_place (line, 1),
            _ ("The cycle would pass 2⁶³ − 1; the line is skipped"));
      return;
    }
  self->cycle += cycles;
  self->last_cycle = MAX (self->last_cycle, self->cycle);
}

static void
read_op (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  gint64 id, gid, tid;

  if (!need_columns (self, line, 4) || !get_id (self, line, 1, &id) || !get_id (self, line, 2, &gid)
      || !get_id (self, line, 3, &tid))
    return;
  if (weft_pipeline_writer_find_op (self->writer, id) != WEFT_NO_ROW)
    {
      g_autofree char *number = weft_pipeline_trace_format_id (get_trace (self), id);

      WARN (self, weft_kanata_line_get_place (line, 1),
            _ ("Op %s has begun before; the first one stays"), number);
    }
  else
    weft_pipeline_writer_begin_op (self->writer, id, gid, tid, self->line, self->cycle);
}

static void
read_text (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  const WeftKanataColumn *text = &line->columns[3];
  guint64 place;
  gint64 type;
  guint32 op;

  if (!need_columns (self, line, 4) || !get_op (self, line, &op)
      || !get_number (self, line, 2, FALSE, &type))
    return;
  check_alive (self, line, op);
  place = weft_text_store_keep (self->texts, text->text, text->length,
                                line->offset + (guint64) (text->text - line->text));
  if (type == 0)
    weft_pipeline_writer_add_label (self->writer, op, place, text->text, text->length);
  else if (type == 1)
    weft_pipeline_writer_add_detail (self->writer, op, place, text->length);
  else if (type > 2)
    {
      g_autofree char *number = format_number (type);

      INFO (self, weft_kanata_line_get_place (line, 2),
            _ ("Text of type %s has no meaning and is not shown"), number);
    }
  else if (weft_pipeline_writer_last_stage (self->writer, op) == WEFT_NO_ROW)
    WARN (self, weft_kanata_line_get_place (line, 2),
          _ ("The op has no stage that this text could belong to; the line is skipped"));
  else
    weft_pipeline_writer_add_stage_text (self->writer, op, place, text->length);
}

/* Remembers what the bytes behind the id mean, so that the next such line goes the fast way. */
static void remember_tail (WeftPipelineKanataReader *self, const WeftKanataLine *line,
                           WeftKind kind);

static void
read_stage (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  WeftKanataColumn lane, name;
  WeftKind kind;
  guint32 op;

  if (!need_columns (self, line, 4) || !get_op (self, line, &op))
    return;
  lane = line->columns[2];
  name = line->columns[3];
  weft_kanata_column_trim (&lane);
  weft_kanata_column_trim (&name);
  check_alive (self, line, op);
  kind =
    weft_pipeline_writer_intern_kind (self->writer, lane.text, lane.length, name.text, name.length);
  remember_tail (self, line, kind);
  if (line->columns[0].text[0] == 'S')
    weft_pipeline_writer_start_stage (self->writer, op, kind, self->cycle);
  else if (!weft_pipeline_writer_end_stage (self->writer, op, kind, self->cycle))
    WARN (self, weft_kanata_line_get_place (line, 3),
          _ ("The op has no such stage in this lane that could end; the line is skipped"));
}

/* Some dumpers print the digit as the number of its character. */
#define RETIRED_AS_CHARACTER 48
#define FLUSHED_AS_CHARACTER 49

/* The end that a retire line's type means. Every type but a flush retires, as in the reference. */
static WeftOpState
get_end (WeftPipelineKanataReader *self, const WeftKanataLine *line, gint64 type)
{
  gboolean as_character = type == RETIRED_AS_CHARACTER || type == FLUSHED_AS_CHARACTER;
  g_autofree char *number = format_number (type);

  if (as_character && !self->has_characters)
    INFO (
      self, weft_kanata_line_get_place (line, 3),
      _ ("The types of “R” lines are 48 and 49, the characters 0 and 1; they are read as those"));
  self->has_characters |= as_character;
  if (!as_character && type != 0 && type != 1)
    INFO (self, weft_kanata_line_get_place (line, 3),
          _ ("“R” has no type %s; the op is taken for retired"), number);
  return type == 1 || type == FLUSHED_AS_CHARACTER ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED;
}

static void
read_retire (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  WeftOpState state = WEFT_OP_RETIRED;
  gint64 rid, type;
  guint32 op;

  if (!need_columns (self, line, 3) || !get_op (self, line, &op) || !get_id (self, line, 2, &rid))
    return;
  if (line->n_columns < 4 || weft_kanata_line_is_empty (line, 3))
    WARN (self, (gint64) line->length + 1, _ ("“R” has no type here; the op is taken for retired"));
  else if (get_number (self, line, 3, TRUE, &type))
    state = get_end (self, line, type);
  else
    return;
  if (!weft_pipeline_writer_end_op (self->writer, op, state, rid, self->cycle))
    WARN (self, weft_kanata_line_get_place (line, 1),
          _ ("The op has retired or was flushed before; the first “R” line decides"));
}

static void
read_dependency (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  g_autofree char *number = NULL;
  gint64 producer, type;
  guint32 op;

  if (!need_columns (self, line, 4) || !get_op (self, line, &op)
      || !get_id (self, line, 2, &producer) || !get_number (self, line, 3, FALSE, &type))
    return;
  check_alive (self, line, op);
  number = weft_pipeline_trace_format_id (get_trace (self), producer);
  /* An op that has not begun is kept by its id, which must not be taken for an op's place then. */
  if (producer < 0 && weft_pipeline_writer_find_op (self->writer, producer) == WEFT_NO_ROW)
    {
      WARN (self, weft_kanata_line_get_place (line, 2),
            _ ("The producer, op %s, has not begun; the line is skipped"), number);
      return;
    }
  if (weft_pipeline_writer_add_dependency (self->writer, op, producer, type, self->cycle))
    return;
  WARN (self, weft_kanata_line_get_place (line, 2),
        _ ("The producer, op %s, has not begun; the dependency is kept"), number);
}

static void
read_header (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  WeftKanataColumn version = { line->text, line->length };
  g_autofree char *shown = NULL;

  weft_kanata_column_skip (&version, "\xef\xbb\xbf");
  if (!weft_kanata_column_skip (&version, "Kanata"))
    {
      WARN (self, 1, _ ("Expected “Kanata”, a tab and the version here"));
      return;
    }
  if (version.length > 0 && *version.text == ' ')
    WARN (self, version.text - line->text + 1,
          _ ("Expected a tab between “Kanata” and the version, not a space"));
  weft_kanata_column_trim (&version);
  shown = g_utf8_make_valid (version.text, (gssize) MIN (version.length, 40));
  if (strcmp (shown, "0004") != 0)
    WARN (self, version.text - line->text + 1,
          _ ("The version is “%s”; it is read as if it were 0004"), shown);
}

/* A line before the log has begun. */
static void
read_before_header (WeftPipelineKanataReader *self, const WeftKanataLine *line)
{
  g_autofree char *shown = NULL;
  gsize length;

  if (!weft_kanata_find_header (line->text, line->length, &length))
    return;
  self->has_header = TRUE;
  self->prefix_length = length;
  self->prefix = g_memdup2 (line->text, length);
  shown = g_utf8_make_valid (line->text, (gssize) MIN (length, 40));
  if (length > 0)
    INFO (self, 1, _ ("The log’s lines begin with “%s”; all others are left out"), shown);
  else
    INFO (self, 1, _ ("The log begins here; what stands before is left out"));
}

static void
read_command (WeftPipelineKanataReader *self, WeftKanataLine *line)
{
  static const struct
  {
    const char *word;
    void (*read) (WeftPipelineKanataReader *self, const WeftKanataLine *line);
  } commands[] = {
    { "C", read_cycles }, { "C=", read_first_cycle }, { "I", read_op },
    { "L", read_text },   { "S", read_stage },        { "E", read_stage },
    { "R", read_retire }, { "W", read_dependency },
  };
  g_autofree char *shown = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strlen (commands[i].word) == line->columns[0].length
        && memcmp (commands[i].word, line->columns[0].text, line->columns[0].length) == 0)
      {
        commands[i].read (self, line);
        return;
      }
  shown = g_utf8_make_valid (line->columns[0].text, (gssize) MIN (line->columns[0].length, 40));
  if (line->length == 0)
    WARN (self, 1, _ ("The line is empty"));
  else if (g_str_has_prefix (shown, "//"))
    WARN (self, 1, _ ("The line is a comment; the format has none"));
  else
    WARN (self, 1, _ ("“%s” is no command of the format; the line is skipped"), shown);
}

/* FALSE where the line is not of the log. */
static gboolean
skip_log_prefix (const WeftPipelineKanataReader *self, WeftKanataLine *line)
{
  if (self->prefix_length == 0)
    return TRUE;
  if (line->length < self->prefix_length
      || memcmp (line->text, self->prefix, self->prefix_length) != 0)
    return FALSE;
  line->text += self->prefix_length;
  line->length -= self->prefix_length;
  line->offset += self->prefix_length;
  line->skipped = self->prefix_length;
  return TRUE;
}

/* Reads one line, without its newline, whatever it is. */
static void
read_line_carefully (WeftPipelineKanataReader *self, const char *text, gsize length, guint64 offset)
{
  WeftKanataLine line = { .text = text, .length = length, .offset = offset };

  if (length > 0 && text[length - 1] == '\r')
    line.length--;
  /* "except in the text of L, which is kept whole" */
  if (length < self->prefix_length + 2 || text[self->prefix_length] != 'L'
      || text[self->prefix_length + 1] != '\t')
    line.length = weft_kanata_data_length (text, line.length);
  if (self->line == 1 && weft_kanata_begins_with_header (text, line.length))
    {
      self->has_header = TRUE;
      read_header (self, &line);
      return;
    }
  if (!self->has_header)
    {
      read_before_header (self, &line);
      return;
    }
  if (!skip_log_prefix (self, &line))
    return;
  weft_kanata_line_split (&line);
  read_command (self, &line);
}

/* --- the fast path -------------------------------------------------------------------------------- */

static void
remember_tail (WeftPipelineKanataReader *self, const WeftKanataLine *line, WeftKind kind)
{
  const char *start = line->columns[2].text;
  gsize length = (gsize) (line->text + line->length - start);
  guint64 tail = 0;

  /* Only tails that are the line's very bytes up to its newline, which a comment's or a
   * carriage return's are not. */
  if (length == 0 || length > WEFT_KANATA_MAX_TAIL || memchr (start, '\r', length) != NULL)
    return;
  memcpy (&tail, start, length);
  if (self->kinds.n_used < MAX_KNOWN_TAILS)
    weft_map64_set (&self->kinds, weft_kanata_tail_seal (GUINT64_FROM_LE (tail), length), kind);
}

/* Each of these applies the record at `words`. FALSE where the line needs the careful path, and nothing has
 * been changed. */

static inline guint32
kind_of_tail (WeftPipelineKanataReader *self, guint number)
{
  Tail *tail = &self->tails[number];

  if (G_UNLIKELY (tail->kind == WEFT_MAP64_NONE)) /* there may be one since */
    tail->kind = weft_map64_get (&self->kinds, tail->tail);
  return tail->kind;
}

static inline gboolean
apply_stage (WeftPipelineKanataReader *self, gint64 id, guint number, gboolean is_start)
{
  const guint32 kind = kind_of_tail (self, number);

  return kind != WEFT_MAP64_NONE
         && weft_pipeline_writer_go_on (self->writer, id, (WeftKind) kind, is_start, self->cycle);
}

/* Applies the record at `words` and the next one. */
static inline gboolean
apply_move (WeftPipelineKanataReader *self, const guint64 *words, const guint64 *end)
{
  guint32 from, to;

  if (end - words < 2 || !weft_kanata_scan_is_move (words))
    return FALSE;
  from = kind_of_tail (self, weft_kanata_scan_small (words[0]));
  to = kind_of_tail (self, weft_kanata_scan_small (words[1]));
  return from != WEFT_MAP64_NONE && to != WEFT_MAP64_NONE
         && weft_pipeline_writer_move_on (self->writer,
                                          self->id_base + weft_kanata_scan_id (*words),
                                          (WeftKind) from, (WeftKind) to, self->cycle);
}

static inline gboolean
apply_text (WeftPipelineKanataReader *self, gint64 id, const guint64 *words, const char *line,
            guint64 offset)
{
  const gsize begin = weft_kanata_scan_text (words[1]);
  const char *text = line + begin;
  gsize length = weft_kanata_scan_length (*words) - begin - 1;
  guint type = weft_kanata_scan_small (*words);
  guint64 place;
  guint32 op;

  if (!weft_pipeline_writer_find_open_op (self->writer, id, &op)
      || (type == 2 && weft_pipeline_writer_last_stage (self->writer, op) == WEFT_NO_ROW))
    return FALSE;
  place = weft_text_store_keep (self->texts, text, length, offset + begin);
  if (type == 0)
    weft_pipeline_writer_add_first_label (self->writer, op, place, text, length,
                                          weft_kanata_scan_pc_state (words[1]), words[2]);
  else if (type == 1)
    weft_pipeline_writer_add_detail (self->writer, op, place, length);
  else
    weft_pipeline_writer_add_stage_text (self->writer, op, place, length);
  return TRUE;
}

static inline gboolean
apply_cycles (WeftPipelineKanataReader *self, gint64 cycles)
{
  if (self->cycle > G_MAXINT64 - 1 - cycles)
    return FALSE;
  self->cycle += cycles;
  self->last_cycle = MAX (self->last_cycle, self->cycle);
  return TRUE;
}

static inline gboolean
apply_op (WeftPipelineKanataReader *self, gint64 id, const guint64 *words)
{
  if (weft_pipeline_writer_find_op (self->writer, id) != WEFT_NO_ROW)
    return FALSE;
  weft_pipeline_writer_begin_op (self->writer, id, (gint64) words[1], (gint64) words[2], self->line,
                                 self->cycle);
  return TRUE;
}

static inline gboolean
apply_retire (WeftPipelineKanataReader *self, gint64 id, const guint64 *words)
{
  WeftOpState state = weft_kanata_scan_small (*words) == 1 ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED;
  guint32 op;

  return weft_pipeline_writer_find_open_op (self->writer, id, &op)
         && weft_pipeline_writer_end_op (self->writer, op, state, (gint64) words[1], self->cycle);
}

static inline gboolean
apply_dependency (WeftPipelineKanataReader *self, gint64 id, const guint64 *words)
{
  gint64 producer = (gint64) words[1];
  guint32 op;

  if (!weft_pipeline_writer_find_open_op (self->writer, id, &op)
      || weft_pipeline_writer_find_op (self->writer, producer) == WEFT_NO_ROW)
    return FALSE;
  weft_pipeline_writer_add_dependency (self->writer, op, producer, (gint64) words[2], self->cycle);
  return TRUE;
}

/* Applies the record of the line at `line`, which stands at `offset`, and sets how many words it has and how
 * long the line is. */
static inline gboolean
apply_record (WeftPipelineKanataReader *self, const guint64 *words, const char *line,
              guint64 offset, guint *n_words, gsize *length)
{
  const guint command = weft_kanata_scan_command (*words);
  const gint64 id = self->id_base + weft_kanata_scan_id (*words);

  *length = weft_kanata_scan_length (*words);
  *n_words = 1;
  switch (command)
    {
    case 'S':
    case 'E':
      return apply_stage (self, id, weft_kanata_scan_small (*words), command == 'S');
    case 'C':
      return apply_cycles (self, weft_kanata_scan_id (*words));
    case 'L':
      *n_words = weft_kanata_scan_small (*words) == 0 ? 3 : 2;
      return apply_text (self, id, words, line, offset);
    case 'R':
      *n_words = 2;
      return apply_retire (self, id, words);
    case 'I':
      *n_words = 3;
      return apply_op (self, id, words);
    case 'W':
      *n_words = 3;
      return apply_dependency (self, id, words);
    default:
      *n_words = 2;
      *length = words[1];
      return FALSE;
    }
}

/* Takes what the records behind that at `words` are to be read with. FALSE: it tells of a line. */
static inline gboolean
apply_setting (WeftPipelineKanataReader *self, const guint64 *words)
{
  const guint command = weft_kanata_scan_command (*words);

  if (G_LIKELY (command > WEFT_KANATA_SCAN_TAIL))
    return FALSE;
  if (command == WEFT_KANATA_SCAN_BASE)
    self->id_base = (gint64) words[1];
  else
    self->tails[weft_kanata_scan_small (*words)] = (Tail){ words[1], WEFT_MAP64_NONE };
  return TRUE;
}

/* Reads the lines at `bytes`, which stand at `offset`, that the batch tells of. */
static void
apply_batch (WeftPipelineKanataReader *self, const WeftScanBatch *batch, const char *bytes,
             guint64 offset)
{
  const guint64 *words = batch->words, *end = words + batch->n_words;
  const char *line = bytes;

  while (words < end)
    {
      guint64 at = offset + (guint64) (line - bytes);
      guint n_words = 2;
      gsize length;

      if (apply_setting (self, words))
        {
          words += 2;
          continue;
        }
      self->line++;
      if (apply_move (self, words, end))
        {
          self->line++;
          length = weft_kanata_scan_length (words[0]) + weft_kanata_scan_length (words[1]);
        }
      else if (G_UNLIKELY (!apply_record (self, words, line, at, &n_words, &length)))
        read_line_carefully (self, line, length - (line[length - 1] == '\n'), at);
      words += n_words;
      line += length;
    }
}

/* --- the reader ----------------------------------------------------------------------------------- */

static void
weft_pipeline_kanata_reader_scan (const WeftReader *reader, const char *bytes, gsize length,
                                  WeftScanBatch *batch)
{
  const WeftPipelineKanataReader *self = (const WeftPipelineKanataReader *) reader;

  weft_pipeline_kanata_scan (bytes, length, self->prefix, self->prefix_length, batch);
}

/* Reads lines up to the log's header. Returns how many bytes. */
static gsize
read_to_header (WeftPipelineKanataReader *self, const char *bytes, gsize length, guint64 offset)
{
  const char *p = bytes, *end = bytes + length;

  while (p < end && !self->has_header)
    {
      const char *eol = memchr (p, '\n', (gsize) (end - p));

      self->line++;
      read_line_carefully (self, p, (gsize) ((eol != NULL ? eol : end) - p),
                           offset + (guint64) (p - bytes));
      p = eol != NULL ? eol + 1 : end;
    }
  self->base.scans = self->has_header;
  return (gsize) (p - bytes);
}

static gboolean
weft_pipeline_kanata_reader_feed (WeftReader *reader, const char *bytes, gsize length,
                                  guint64 offset, GError **error)
{
  WeftPipelineKanataReader *self = (WeftPipelineKanataReader *) reader;
  const WeftScanBatch *batch;
  g_autofree char *number = NULL;
  gsize at;

  self->texts = weft_trace_get_text (reader->trace);
  for (at = read_to_header (self, bytes, length, offset); at < length; at += batch->length)
    {
      batch = weft_reader_get_batch (reader, self->own, bytes, length, at);
      apply_batch (self, batch, bytes + at, offset + at);
    }
  if (!weft_pipeline_writer_is_full (self->writer))
    return TRUE;
  number = format_number (self->line);
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EXHAUSTED,
               _ ("There is no memory or disk left for this log after line %s; close other "
                  "documents and open it again"),
               number);
  return FALSE;
}

static void
weft_pipeline_kanata_reader_skip_line (WeftReader *reader, guint64 offset G_GNUC_UNUSED)
{
  WeftPipelineKanataReader *self = (WeftPipelineKanataReader *) reader;

  self->line++;
  WARN (self, 1, _ ("The line is too long to be a command; it is skipped"));
}

static void
weft_pipeline_kanata_reader_publish (WeftReader *reader)
{
  WeftPipelineKanataReader *self = (WeftPipelineKanataReader *) reader;

  weft_pipeline_writer_publish (self->writer, self->last_cycle);
}

static void
weft_pipeline_kanata_reader_clear (WeftReader *reader)
{
  WeftPipelineKanataReader *self = (WeftPipelineKanataReader *) reader;

  weft_pipeline_writer_free (self->writer);
  weft_map64_clear (&self->kinds);
  weft_scan_batch_free (self->own);
  g_free (self->prefix);
}

static const WeftReaderClass reader_class = {
  .feed = weft_pipeline_kanata_reader_feed,
  .scan = weft_pipeline_kanata_reader_scan,
  .skip_line = weft_pipeline_kanata_reader_skip_line,
  .publish = weft_pipeline_kanata_reader_publish,
  .get_state = weft_kanata_state_save,
  .clear = weft_pipeline_kanata_reader_clear,
};

/* Takes the writer. */
static WeftPipelineKanataReader *
reader_new (WeftPipelineTrace *trace, WeftPipelineWriter *writer)
{
  WeftPipelineKanataReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->writer = writer;
  self->own = weft_scan_batch_new (WEFT_SCAN_OWN_WORDS);
  return self;
}

WeftReader *
weft_pipeline_kanata_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftPipelineTrace) trace =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);

  weft_trace_set_format (WEFT_TRACE (trace), "Kanata 0004");
  return &reader_new (trace, weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA))->base;
}

WeftReader *
weft_pipeline_kanata_reader_go_on (WeftTrace *trace, GVariant *state)
{
  WeftPipelineWriter *writer = weft_pipeline_writer_new_behind (WEFT_PIPELINE_TRACE (trace));
  WeftPipelineKanataReader *self;

  if (writer == NULL)
    return NULL;
  self = reader_new (WEFT_PIPELINE_TRACE (trace), writer);
  if (weft_kanata_state_restore (self, state))
    return &self->base;
  weft_reader_free (&self->base);
  return NULL;
}

gboolean
weft_pipeline_kanata_reader_sniff (const char *head, gsize length)
{
  const char *end = head + length;

  if (weft_kanata_begins_with_header (head, length))
    return TRUE;
  for (const char *line = head; line < end;)
    {
      const char *eol = memchr (line, '\n', (gsize) (end - line));
      gsize prefix;

      if (weft_kanata_find_header (line, (gsize) ((eol != NULL ? eol : end) - line), &prefix))
        return TRUE;
      line = eol != NULL ? eol + 1 : end;
    }
  return FALSE;
}
