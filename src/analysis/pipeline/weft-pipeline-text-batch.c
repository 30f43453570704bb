/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-text-batch.h"

#include "weft-pipeline-texts.h"
#include "weft-pipeline-trace-private.h"
#include "weft-text-window.h"

#include <string.h>

/* A piece of a text, by its place in the source. */
typedef struct
{
  guint64 place; /* as in TEXT_PLACE */
  guint32 stage;
} Piece;

struct _WeftPipelineTextBatch
{
  WeftPipelineSnapshot *snapshot;
  WeftTextStore *store;
  WeftPipelineTexts *texts; /* for what is composed in a less simple way */
  WeftTextWindow window;
  GString *bytes;
  GArray *spans;  /* WeftTextSpan */
  GArray *owners; /* WeftTextOwner */
  GArray *pieces; /* Piece: of the op at hand, of one type, latest first */
};

WeftPipelineTextBatch *
weft_pipeline_text_batch_new (WeftPipelineSnapshot *snapshot)
{
  WeftPipelineTextBatch *self = g_new0 (WeftPipelineTextBatch, 1);

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->store = weft_trace_get_text (WEFT_TRACE (snapshot->trace));
  self->texts = weft_pipeline_texts_new (snapshot);
  self->bytes = g_string_new (NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (WeftTextSpan));
  self->owners = g_array_new (FALSE, FALSE, sizeof (WeftTextOwner));
  self->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  return self;
}

void
weft_pipeline_text_batch_free (WeftPipelineTextBatch *self)
{
  weft_pipeline_texts_free (self->texts);
  weft_text_window_clear (&self->window);
  g_string_free (self->bytes, TRUE);
  g_array_unref (self->spans);
  g_array_unref (self->owners);
  g_array_unref (self->pieces);
  weft_pipeline_snapshot_unref (self->snapshot);
  g_free (self);
}

void
weft_pipeline_text_batch_reset (WeftPipelineTextBatch *self)
{
  g_string_truncate (self->bytes, 0);
  g_array_set_size (self->spans, 0);
  g_array_set_size (self->owners, 0);
}

/* --- one text --------------------------------------------------------------------------------- */

/* Whether a byte is above 127, and whether one is a backslash: in words, as most texts have neither
 * and there are millions. */
static void
look_at (const char *bytes, gsize length, gboolean *high, gboolean *backslash)
{
  const guint64 ones = 0x0101010101010101u, tops = ones << 7;
  guint64 seen = 0, found = 0, word;
  gsize i;

  for (i = 0; i + sizeof word <= length; i += sizeof word)
    {
      memcpy (&word, bytes + i, sizeof word);
      seen |= word;
      word ^= ones * '\\';
      found |= (word - ones) & ~word;
    }
  word = 0;
  memcpy (&word, bytes + i, length - i);
  seen |= word;
  word ^= ones * '\\';
  found |= (word - ones) & ~word;
  *high = (seen & tops) != 0;
  *backslash = (found & tops) != 0;
}

/* The file writes a newline as a backslash and an n. */
static void
replace_newlines (GString *bytes, gsize start)
{
  char *from = bytes->str + start, *to = from, *end = bytes->str + bytes->len;

  while (from < end)
    if (from[0] == '\\' && from + 1 < end && from[1] == 'n')
      {
        *to++ = '\n';
        from += 2;
      }
    else
      *to++ = *from++;
  g_string_truncate (bytes, (gsize) (to - bytes->str));
}

/* Turns the bytes from `start` on into a text as it is shown, as weft-pipeline-texts.c does. */
static void
finish_text (WeftPipelineTextBatch *self, gsize start, WeftTextOwner owner)
{
  gboolean high, backslash;
  WeftTextSpan span = { .start = start };

  look_at (self->bytes->str + start, self->bytes->len - start, &high, &backslash);
  if (backslash)
    replace_newlines (self->bytes, start);
  /* NULs are no valid text either. */
  if (high || memchr (self->bytes->str + start, '\0', self->bytes->len - start) != NULL)
    {
      gssize length = (gssize) (self->bytes->len - start);
      g_autofree char *valid = g_utf8_make_valid (self->bytes->str + start, length);

      g_string_truncate (self->bytes, start);
      g_string_append (self->bytes, valid);
      high = TRUE;
    }
  span.end = self->bytes->len;
  span.ascii = !high;
  g_string_append_c (self->bytes, '\0');
  g_array_append_val (self->spans, span);
  g_array_append_val (self->owners, owner);
}

static gboolean
add_composed (WeftPipelineTextBatch *self, const char *text, WeftTextOwner owner)
{
  gsize start = self->bytes->len;

  if (text == NULL)
    return FALSE;
  g_string_append (self->bytes, text);
  finish_text (self, start, owner);
  return TRUE;
}

static gboolean
append_piece (WeftPipelineTextBatch *self, const Piece *piece)
{
  return self->store != NULL
         && weft_text_window_read (&self->window, self->store, piece->place >> 20,
                                   (piece->place >> 2) & TEXT_MAX_LENGTH, self->bytes);
}

/* The pieces [first, last), of which the last comes first, as one text. */
static gboolean
add_pieces (WeftPipelineTextBatch *self, guint first, guint last, WeftTextOwner owner)
{
  gsize start = self->bytes->len;

  for (guint i = last; i > first; i--)
    {
      if (i < last && owner.field == WEFT_TEXTS_STAGE
          && ((g_array_index (self->pieces, Piece, i).place >> 2) & TEXT_MAX_LENGTH)
               < TEXT_MAX_LENGTH)
        g_string_append (self->bytes, "\\n");
      if (!append_piece (self, &g_array_index (self->pieces, Piece, i - 1)))
        {
          g_string_truncate (self->bytes, start);
          return FALSE;
        }
    }
  finish_text (self, start, owner);
  return TRUE;
}

/* --- an op ------------------------------------------------------------------------------------ */

/* All pieces of that type. */
static void
find_pieces (WeftPipelineTextBatch *self, guint32 op, WeftTextType type)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;
  guint32 text = weft_table_get_u32 (&trace->ops, OP_LAST_TEXT, op);

  g_array_set_size (self->pieces, 0);
  for (; text != WEFT_NO_ROW; text = weft_table_get_u32 (&trace->texts, TEXT_PREVIOUS, text))
    {
      Piece piece = { weft_table_get_u64 (&trace->texts, TEXT_PLACE, text),
                      weft_table_get_u32 (&trace->texts, TEXT_STAGE, text) };

      if ((piece.place & 3) == type)
        g_array_append_val (self->pieces, piece);
    }
}

static gboolean
add_text (WeftPipelineTextBatch *self, guint32 op, WeftTextType type, WeftTextFields field)
{
  find_pieces (self, op, type);
  return add_pieces (self, 0, self->pieces->len, (WeftTextOwner){ op, WEFT_NO_ROW, field });
}

/* The pieces of a stage follow one another. */
static gboolean
add_stage_texts (WeftPipelineTextBatch *self, guint32 op)
{
  gboolean all = TRUE;

  find_pieces (self, op, WEFT_TEXT_STAGE);
  for (guint last = self->pieces->len, first; last > 0; last = first)
    {
      guint32 stage = g_array_index (self->pieces, Piece, last - 1).stage;

      first = last - 1;
      while (first > 0 && g_array_index (self->pieces, Piece, first - 1).stage == stage)
        first--;
      all &= add_pieces (self, first, last, (WeftTextOwner){ op, stage, WEFT_TEXTS_STAGE });
    }
  return all;
}

/* gem5's lines find their stages when they are composed. */
static gboolean
add_composed_stages (WeftPipelineTextBatch *self, guint32 op)
{
  g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };
  gboolean all = TRUE;

  find_pieces (self, op, WEFT_TEXT_STAGE);
  if (self->pieces->len == 0)
    return TRUE;
  weft_pipeline_snapshot_get_stages (self->snapshot, op, &buffer);
  for (guint i = 0; i < buffer.n_stages; i++)
    {
      guint32 stage = buffer.stages[i].stage;
      const char *text = weft_pipeline_texts_get_stage_text (self->texts, op, stage);

      if (text == NULL || *text != '\0')
        all &= add_composed (self, text, (WeftTextOwner){ op, stage, WEFT_TEXTS_STAGE });
    }
  return all;
}

gboolean
weft_pipeline_text_batch_add (WeftPipelineTextBatch *self, guint32 op, WeftTextFields fields)
{
  gboolean simple = self->snapshot->trace->dialect == WEFT_PIPELINE_KANATA;
  gboolean all = TRUE;

  if ((fields & WEFT_TEXTS_LABEL) != 0)
    all &= simple ? add_text (self, op, WEFT_TEXT_LABEL, WEFT_TEXTS_LABEL)
                  : add_composed (self, weft_pipeline_texts_get_label (self->texts, op),
                                  (WeftTextOwner){ op, WEFT_NO_ROW, WEFT_TEXTS_LABEL });
  if ((fields & WEFT_TEXTS_DETAIL) != 0)
    all &= simple ? add_text (self, op, WEFT_TEXT_DETAIL, WEFT_TEXTS_DETAIL)
                  : add_composed (self, weft_pipeline_texts_get_detail (self->texts, op),
                                  (WeftTextOwner){ op, WEFT_NO_ROW, WEFT_TEXTS_DETAIL });
  if ((fields & WEFT_TEXTS_STAGE) != 0)
    all &= simple ? add_stage_texts (self, op) : add_composed_stages (self, op);
  return all;
}

guint
weft_pipeline_text_batch_get_n_texts (const WeftPipelineTextBatch *self)
{
  return self->spans->len;
}

const char *
weft_pipeline_text_batch_get_bytes (const WeftPipelineTextBatch *self, gsize *length)
{
  if (length != NULL)
    *length = self->bytes->len;
  return self->bytes->str;
}

const WeftTextSpan *
weft_pipeline_text_batch_get_spans (const WeftPipelineTextBatch *self)
{
  return (const WeftTextSpan *) (gconstpointer) self->spans->data;
}

const WeftTextOwner *
weft_pipeline_text_batch_get_owner (const WeftPipelineTextBatch *self, guint index)
{
  return &g_array_index (self->owners, WeftTextOwner, index);
}
