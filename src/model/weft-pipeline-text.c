/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-trace-private.h"

#include <string.h>

/* Labels, details and stage texts are composed when somebody looks at them, from the pieces that
 * the trace remembers by place. */

typedef struct
{
  WeftTextType type;
  guint32 stage;
  guint64 offset;
  guint length;
} Piece;

/* The op's pieces in file order: (transfer full). */
static GArray *
get_pieces (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  guint32 row = weft_cell_load (weft_table_u32 (&trace->ops, OP_LAST_TEXT, op));

  for (; row != WEFT_NO_ROW; row = *weft_table_u32 (&trace->texts, TEXT_PREVIOUS, row))
    {
      guint64 place = *weft_table_u64 (&trace->texts, TEXT_PLACE, row);
      Piece piece = { .type = place & 3, .stage = *weft_table_u32 (&trace->texts, TEXT_STAGE, row),
                      .offset = place >> 20, .length = (place >> 2) & TEXT_MAX_LENGTH };

      g_array_append_val (pieces, piece);
    }
  for (guint i = 0, j = pieces->len; i + 1 < j; i++)
    {
      Piece *items = (Piece *) (gpointer) pieces->data;
      Piece swap = items[i];

      items[i] = items[--j];
      items[j] = swap;
    }
  return pieces;
}

/* Appends the bytes of the source; FALSE where they can't be read back. */
static gboolean
append_source (const WeftPipelineSnapshot *snapshot, GString *text, const Piece *piece)
{
  WeftTextStore *store = weft_trace_get_text (WEFT_TRACE (snapshot->trace));
  gsize length = text->len;

  g_string_set_size (text, length + piece->length);
  if (store != NULL
      && weft_text_store_read (store, piece->offset, text->str + length, piece->length))
    return TRUE;
  g_string_truncate (text, length);
  return FALSE;
}

/* The file writes a newline as a backslash and an n. */
static char *
finish_text (GString *raw)
{
  g_autoptr (GString) owned = raw;

  g_string_replace (owned, "\\n", "\n", 0);
  return g_utf8_make_valid (owned->str, (gssize) owned->len);
}

/* The fields of "O3PipeView:fetch:TICK:PC:UPC:SN:DISASM"; the last keeps its colons. */
static char **
split_fetch (const char *line)
{
  const char *start = strstr (line, "O3PipeView:");

  return g_strsplit (start != NULL ? start : line, ":", 7);
}

enum { FETCH_PC = 3, FETCH_UPC = 4, FETCH_DISASM = 6, N_FETCH_FIELDS };

/* "The label is the PC, a colon and the disassembly" (formats/kanata, O3PipeView). */
static gboolean
append_fetch_label (const WeftPipelineSnapshot *snapshot, GString *text, const Piece *piece)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_auto (GStrv) fields = NULL;

  if (!append_source (snapshot, line, piece))
    return FALSE;
  fields = split_fetch (line->str);
  if (g_strv_length (fields) > FETCH_PC)
    g_string_append_printf (text, "%s:%s", fields[FETCH_PC],
                            g_strv_length (fields) == N_FETCH_FIELDS ? fields[FETCH_DISASM] : "");
  return TRUE;
}

/* "A tick that runs backwards is clamped to the stage before and noted in the detail". */
static gboolean
append_raw_tick (const WeftPipelineSnapshot *snapshot, GString *text, const Piece *piece)
{
  WeftPipelineTrace *trace = snapshot->trace;
  WeftKind kind = *weft_table_u16 (&trace->stages, STAGE_KIND, piece->stage);
  WeftKindInfo info;

  weft_pipeline_trace_get_kind (trace, kind, &info);
  g_string_append_printf (text, "%s: runs backwards to tick ", info.name);
  return append_source (snapshot, text, piece);
}

/* "The detail lists the ticks and the micro-PC". */
static gboolean
append_fetch_detail (const WeftPipelineSnapshot *snapshot, guint32 op, GString *text,
                     const Piece *piece)
{
  const WeftPipelineTrace *trace = snapshot->trace;
  g_autoptr (GString) line = g_string_new (NULL);
  g_auto (GStrv) fields = NULL;
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  gint64 fetch = *weft_table_i64 (&trace->ops, OP_FETCH, op);
  guint32 store = weft_cell_load (weft_table_u32 (&trace->ops, OP_STORE, op));

  if (!append_source (snapshot, line, piece))
    return FALSE;
  fields = split_fetch (line->str);
  g_string_append_printf (text, "micro-PC: %s",
                          g_strv_length (fields) > FETCH_UPC ? fields[FETCH_UPC] : "—");
  weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      const WeftStage *stage = &buffer.stages[i];
      guint32 start = *weft_table_u32 (&trace->stages, STAGE_START, stage->stage);
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

char *
weft_pipeline_snapshot_get_label (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  g_autoptr (GArray) pieces = get_pieces (snapshot, op);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);
      gboolean read = TRUE;

      if (piece->type == WEFT_TEXT_LABEL)
        read = append_source (snapshot, text, piece);
      else if (piece->type == WEFT_TEXT_FETCH)
        read = append_fetch_label (snapshot, text, piece);
      if (!read)
        return NULL;
    }
  return finish_text (g_steal_pointer (&text));
}

char *
weft_pipeline_snapshot_get_detail (const WeftPipelineSnapshot *snapshot, guint32 op)
{
  g_autoptr (GArray) pieces = get_pieces (snapshot, op);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean lines = snapshot->trace->dialect == WEFT_PIPELINE_O3;

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);
      gboolean read = TRUE;

      /* gem5's further lines stand each on a line of its own; Kanata's pieces say where they
       * want to break. */
      if (lines && text->len > 0 && piece->type == WEFT_TEXT_DETAIL)
        g_string_append (text, "\\n");
      if (lines && piece->type == WEFT_TEXT_DETAIL && piece->stage != WEFT_NO_ROW)
        read = append_raw_tick (snapshot, text, piece);
      else if (piece->type == WEFT_TEXT_DETAIL)
        read = append_source (snapshot, text, piece);
      else if (piece->type == WEFT_TEXT_FETCH)
        read = append_fetch_detail (snapshot, op, text, piece);
      if (!read)
        return NULL;
    }
  return finish_text (g_steal_pointer (&text));
}

char *
weft_pipeline_snapshot_get_stage_text (const WeftPipelineSnapshot *snapshot, guint32 op,
                                       guint32 stage)
{
  g_autoptr (GArray) pieces = get_pieces (snapshot, op);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean first = TRUE;

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (piece->type != WEFT_TEXT_STAGE || piece->stage != stage)
        continue;
      if (!first)
        g_string_append (text, "\\n");
      first = FALSE;
      if (!append_source (snapshot, text, piece))
        return NULL;
    }
  return finish_text (g_steal_pointer (&text));
}
