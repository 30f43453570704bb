/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-texts.h"

#include "weft-pipeline-trace-private.h"
#include "weft-text-window.h"

#include <string.h>

/* Labels, details and stage texts are composed when somebody looks at them, from the pieces that
 * the trace remembers by place. */

typedef struct
{
  WeftTextType type;
  guint32 stage;
  guint64 offset;
  guint length;
  guint place; /* among the lines of gem5, in file order */
} Piece;

struct _WeftPipelineTexts
{
  WeftPipelineSnapshot *snapshot;
  WeftTextWindow *window; /* NULL: texts are read one by one */
  guint32 op;             /* whose pieces these are; WEFT_NO_ROW: nobody's */
  GArray *pieces;         /* Piece, in file order, but for */
  GArray *stage_pieces;   /* those of stages, whose stages rise, since each is of the latest */
  GString *text;
};

static void
init_texts (WeftPipelineTexts *self, const WeftPipelineSnapshot *snapshot, WeftTextWindow *window)
{
  self->snapshot = (WeftPipelineSnapshot *) snapshot;
  self->window = window;
  self->op = WEFT_NO_ROW;
  self->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  self->stage_pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  self->text = g_string_new (NULL);
}

static void
clear_texts (WeftPipelineTexts *self)
{
  g_array_unref (self->pieces);
  g_array_unref (self->stage_pieces);
  g_string_free (self->text, TRUE);
}

WeftPipelineTexts *
weft_pipeline_texts_new (WeftPipelineSnapshot *snapshot)
{
  WeftPipelineTexts *self = g_new0 (WeftPipelineTexts, 1);

  init_texts (self, weft_pipeline_snapshot_ref (snapshot), g_new0 (WeftTextWindow, 1));
  return self;
}

void
weft_pipeline_texts_free (WeftPipelineTexts *self)
{
  clear_texts (self);
  weft_text_window_clear (self->window);
  g_free (self->window);
  weft_pipeline_snapshot_unref (self->snapshot);
  g_free (self);
}

/* --- pieces -------------------------------------------------------------------------------------- */

static void
reverse_pieces (GArray *pieces)
{
  Piece *items = (Piece *) (gpointer) pieces->data;

  for (guint i = 0, j = pieces->len; i + 1 < j; i++)
    {
      Piece swap = items[i];

      items[i] = items[--j];
      items[j] = swap;
    }
}

/* The stage that an op of gem5 was in at a tick, since its fetch; NO_ROW: in none. */
static guint32
find_stage_at (const WeftPipelineTrace *trace, guint32 op, gint64 tick)
{
  guint32 end = weft_table_get_u32 (&trace->ops, OP_END, op);
  guint32 stage = weft_table_get_u32 (&trace->ops, OP_LAST_STAGE, op);

  if (end != WEFT_COMPACT_NONE && tick > weft_compact_decode (&trace->compact, end))
    return WEFT_NO_ROW;
  while (stage != WEFT_NO_ROW
         && weft_compact_decode (&trace->compact,
                                 weft_table_get_u32 (&trace->stages, STAGE_START, stage))
              > tick)
    stage = weft_table_get_u32 (&trace->stages, STAGE_PREVIOUS, stage);
  return stage;
}

static int
compare_stages (gconstpointer a, gconstpointer b)
{
  const Piece *x = a, *y = b;

  if (x->stage != y->stage)
    return x->stage < y->stage ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/* Lines of gem5 know their tick: what was open then is their stage, and where nothing was they are part of
 * the detail. */
static void
place_notes (WeftPipelineTexts *self, guint32 op)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;
  guint n_kept = 0;

  for (guint i = 0; i < self->stage_pieces->len; i++)
    {
      Piece piece = g_array_index (self->stage_pieces, Piece, i);

      piece.stage = find_stage_at (trace, op, weft_compact_decode (&trace->compact, piece.stage));
      piece.place = i;
      if (piece.stage != WEFT_NO_ROW)
        g_array_index (self->stage_pieces, Piece, n_kept++) = piece;
      else
        {
          piece.type = WEFT_TEXT_DETAIL;
          g_array_append_val (self->pieces, piece);
        }
    }
  g_array_set_size (self->stage_pieces, n_kept);
  g_array_sort (self->stage_pieces, compare_stages);
}

/* Begins with the texts of `op`. */
static void
set_op (WeftPipelineTexts *self, guint32 op)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;
  guint32 row;

  g_string_truncate (self->text, 0);
  if (self->op == op)
    return;
  self->op = op;
  g_array_set_size (self->pieces, 0);
  g_array_set_size (self->stage_pieces, 0);
  row = weft_table_get_u32 (&trace->ops, OP_LAST_TEXT, op);
  for (; row != WEFT_NO_ROW; row = weft_table_get_u32 (&trace->texts, TEXT_PREVIOUS, row))
    {
      guint64 place = weft_table_get_u64 (&trace->texts, TEXT_PLACE, row);
      Piece piece = { .type = place & 3,
                      .stage = weft_table_get_u32 (&trace->texts, TEXT_STAGE, row),
                      .offset = place >> 20,
                      .length = (place >> 2) & TEXT_MAX_LENGTH };

      g_array_append_val (piece.type == WEFT_TEXT_STAGE ? self->stage_pieces : self->pieces, piece);
    }
  reverse_pieces (self->pieces);
  reverse_pieces (self->stage_pieces);
  if (trace->dialect == WEFT_PIPELINE_O3)
    place_notes (self, op);
}

/* Appends the bytes of the source; FALSE where they can't be read back. */
static gboolean
append_source (const WeftPipelineTexts *self, GString *text, const Piece *piece)
{
  WeftTextStore *store = weft_trace_get_text (WEFT_TRACE (self->snapshot->trace));
  gsize length = text->len;

  if (store == NULL)
    return FALSE;
  if (self->window != NULL)
    return weft_text_window_read (self->window, store, piece->offset, piece->length, text);
  g_string_set_size (text, length + piece->length);
  if (weft_text_store_read (store, piece->offset, text->str + length, piece->length))
    return TRUE;
  g_string_truncate (text, length);
  return FALSE;
}

/* The file writes a newline as a backslash and an n. */
static void
replace_newlines (GString *text)
{
  char *from = memchr (text->str, '\\', text->len);
  char *to = from, *end = text->str + text->len;

  if (from == NULL)
    return;
  while (from < end)
    if (from[0] == '\\' && end - from > 1 && from[1] == 'n')
      {
        *to++ = '\n';
        from += 2;
      }
    else
      *to++ = *from++;
  g_string_truncate (text, (gsize) (to - text->str));
}

/* Turns what was composed into what is given out. */
static const char *
finish_text (WeftPipelineTexts *self)
{
  /* Nearly all stages have none. */
  if (self->text->len == 0)
    return self->text->str;
  replace_newlines (self->text);
  if (!g_utf8_validate_len (self->text->str, self->text->len, NULL))
    {
      g_autofree char *valid = g_utf8_make_valid (self->text->str, (gssize) self->text->len);

      g_string_assign (self->text, valid);
    }
  return self->text->str;
}

/* --- gem5 ---------------------------------------------------------------------------------------- */

/* The fields of "O3PipeView:fetch:TICK:PC:UPC:SN:DISASM"; the last keeps its colons. */
static char **
split_fetch (const char *line)
{
  const char *start = strstr (line, "O3PipeView:");

  return g_strsplit (start != NULL ? start : line, ":", 7);
}

enum
{
  FETCH_PC = 3,
  FETCH_UPC = 4,
  FETCH_DISASM = 6,
  N_FETCH_FIELDS
};

/* "The label is the PC, a colon, a blank and the disassembly" (docs/formats/o3pipeview.md). */
static gboolean
append_fetch_label (WeftPipelineTexts *self, GString *text, const Piece *piece)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_auto (GStrv) fields = NULL;

  if (!append_source (self, line, piece))
    return FALSE;
  fields = split_fetch (line->str);
  if (g_strv_length (fields) > FETCH_PC)
    g_string_append_printf (text, "%s:", fields[FETCH_PC]);
  if (g_strv_length (fields) == N_FETCH_FIELDS && *g_strstrip (fields[FETCH_DISASM]) != '\0')
    g_string_append_printf (text, " %s", fields[FETCH_DISASM]);
  return TRUE;
}

/* "A tick that runs backwards is clamped to the stage before and noted in the detail". */
static gboolean
append_raw_tick (WeftPipelineTexts *self, GString *text, const Piece *piece)
{
  WeftPipelineTrace *trace = self->snapshot->trace;
  WeftKind kind = weft_table_get_u16 (&trace->stages, STAGE_KIND, piece->stage);
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (trace, kind, &info);
  g_string_append_printf (text, "%s: runs backwards to tick ", info.name);
  return append_source (self, text, piece);
}

/* "The detail lists the ticks and the micro-PC". */
static gboolean
append_fetch_detail (WeftPipelineTexts *self, GString *text, const Piece *piece)
{
  const WeftPipelineSnapshot *snapshot = self->snapshot;
  const WeftPipelineTrace *trace = snapshot->trace;
  g_autoptr (GString) line = g_string_new (NULL);
  g_auto (GStrv) fields = NULL;
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  gint64 fetch = weft_table_get_i64 (&trace->ops, OP_FETCH, self->op);
  guint32 store = weft_table_get_u32 (&trace->ops, OP_STORE, self->op);

  if (!append_source (self, line, piece))
    return FALSE;
  fields = split_fetch (line->str);
  g_string_append_printf (text, "micro-PC: %s",
                          g_strv_length (fields) > FETCH_UPC ? fields[FETCH_UPC] : "—");
  weft_pipeline_snapshot_get_stages (snapshot, self->op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const WeftStage *stage = &buffer.stages[i];
      guint32 start = weft_table_get_u32 (&trace->stages, STAGE_START, stage->stage);
      WeftKindInfo kind;

      weft_pipeline_trace_get_kind (snapshot->trace, stage->kind, &kind);
      g_string_append_printf (
        text, "\\n%s: tick %" G_GINT64_FORMAT, kind.name,
        weft_ticks_after (fetch, weft_compact_decode (&trace->compact, start)));
    }
  if (store != WEFT_COMPACT_NONE)
    g_string_append_printf (text, "\\nstore: tick %" G_GINT64_FORMAT,
                            weft_ticks_after (fetch, weft_compact_decode (&trace->compact, store)));
  return TRUE;
}

/* --- the three texts ------------------------------------------------------------------------------- */

const char *
weft_pipeline_texts_get_label (WeftPipelineTexts *self, guint32 op)
{
  set_op (self, op);
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);
      gboolean read = TRUE;

      if (piece->type == WEFT_TEXT_LABEL)
        read = append_source (self, self->text, piece);
      else if (piece->type == WEFT_TEXT_FETCH)
        read = append_fetch_label (self, self->text, piece);
      if (!read)
        return NULL;
    }
  return finish_text (self);
}

const char *
weft_pipeline_texts_get_detail (WeftPipelineTexts *self, guint32 op)
{
  gboolean lines = self->snapshot->trace->dialect == WEFT_PIPELINE_O3;

  set_op (self, op);
  for (guint i = 0; i < self->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->pieces, Piece, i);
      gboolean read = TRUE;

      /* gem5's further lines stand each on a line of its own; Kanata's pieces say where they
       * want to break. */
      if (lines && self->text->len > 0 && piece->type == WEFT_TEXT_DETAIL
          && (i == 0 || piece[-1].length < TEXT_MAX_LENGTH))
        g_string_append (self->text, "\\n");
      if (lines && piece->type == WEFT_TEXT_DETAIL && piece->stage != WEFT_NO_ROW)
        read = append_raw_tick (self, self->text, piece);
      else if (piece->type == WEFT_TEXT_DETAIL)
        read = append_source (self, self->text, piece);
      else if (piece->type == WEFT_TEXT_FETCH)
        read = append_fetch_detail (self, self->text, piece);
      if (!read)
        return NULL;
    }
  return finish_text (self);
}

/* The first piece of that stage or a later one. */
static guint
find_stage_piece (GArray *pieces, guint32 stage)
{
  guint low = 0, high = pieces->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (pieces, Piece, middle).stage < stage)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

const char *
weft_pipeline_texts_get_stage_text (WeftPipelineTexts *self, guint32 op, guint32 stage)
{
  guint first;

  set_op (self, op);
  first = find_stage_piece (self->stage_pieces, stage);
  for (guint i = first; i < self->stage_pieces->len; i++)
    {
      const Piece *piece = &g_array_index (self->stage_pieces, Piece, i);

      if (piece->stage != stage)
        break;
      if (i > first && piece[-1].length < TEXT_MAX_LENGTH)
        g_string_append (self->text, "\\n");
      if (!append_source (self, self->text, piece))
        return NULL;
    }
  return finish_text (self);
}

/* --- of a single op -------------------------------------------------------------------------------- */

char *
weft_pipeline_snapshot_get_label (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  WeftPipelineTexts texts;
  char *text;

  init_texts (&texts, snapshot, NULL);
  text = g_strdup (weft_pipeline_texts_get_label (&texts, op));
  clear_texts (&texts);
  return text;
}

char *
weft_pipeline_snapshot_get_detail (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  WeftPipelineTexts texts;
  char *text;

  init_texts (&texts, snapshot, NULL);
  text = g_strdup (weft_pipeline_texts_get_detail (&texts, op));
  clear_texts (&texts);
  return text;
}

char *
weft_pipeline_snapshot_get_stage_text (const WeftPipelineSnapshot *snapshot, guint32 op,
                                       guint32 stage)
{
  WeftPipelineTexts texts;
  char *text;

  init_texts (&texts, snapshot, NULL);
  text = g_strdup (weft_pipeline_texts_get_stage_text (&texts, op, stage));
  clear_texts (&texts);
  return text;
}
