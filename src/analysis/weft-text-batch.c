/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-text-batch.h"

#include "weft-pipeline-cells.h"
#include "weft-pipeline-texts.h"
#include "weft-text-window.h"

#include <string.h>

struct _WeftTextBatch
{
  WeftPipelineSnapshot *snapshot;
  WeftTextStore *store;
  WeftPipelineTexts *texts; /* for what is composed in a less simple way */
  WeftTextWindow window;
  GString *bytes;
  GArray *spans;  /* WeftTextSpan */
  GArray *owners; /* WeftTextOwner */
  GArray *places; /* guint64: pieces of the text at hand, latest first */
  GArray *stages; /* guint32: of the op at hand that have texts, latest first */
};

WeftTextBatch *
weft_text_batch_new (WeftPipelineSnapshot *snapshot)
{
  WeftTextBatch *self = g_new0 (WeftTextBatch, 1);

  self->snapshot = weft_pipeline_snapshot_ref (snapshot);
  self->store = weft_trace_get_text (WEFT_TRACE (snapshot->trace));
  self->texts = weft_pipeline_texts_new (snapshot);
  self->bytes = g_string_new (NULL);
  self->spans = g_array_new (FALSE, FALSE, sizeof (WeftTextSpan));
  self->owners = g_array_new (FALSE, FALSE, sizeof (WeftTextOwner));
  self->places = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->stages = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
weft_text_batch_free (WeftTextBatch *self)
{
  weft_pipeline_texts_free (self->texts);
  weft_text_window_clear (&self->window);
  g_string_free (self->bytes, TRUE);
  g_array_unref (self->spans);
  g_array_unref (self->owners);
  g_array_unref (self->places);
  g_array_unref (self->stages);
  weft_pipeline_snapshot_unref (self->snapshot);
  g_free (self);
}

void
weft_text_batch_reset (WeftTextBatch *self)
{
  g_string_truncate (self->bytes, 0);
  g_array_set_size (self->spans, 0);
  g_array_set_size (self->owners, 0);
}

/* --- one text ---------------------------------------------------------------------------------------- */

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
finish_text (WeftTextBatch *self, gsize start, WeftTextOwner owner)
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
add_composed (WeftTextBatch *self, const char *text, WeftTextOwner owner)
{
  gsize start = self->bytes->len;

  if (text == NULL)
    return FALSE;
  g_string_append (self->bytes, text);
  finish_text (self, start, owner);
  return TRUE;
}

/* The pieces in `places` as one text. */
static gboolean
add_pieces (WeftTextBatch *self, WeftTextOwner owner)
{
  gsize start = self->bytes->len;

  for (guint i = self->places->len; i > 0; i--)
    {
      guint64 place = g_array_index (self->places, guint64, i - 1);

      if (self->store == NULL
          || !weft_text_window_read (&self->window, self->store, place >> 20,
                                     (place >> 2) & TEXT_MAX_LENGTH, self->bytes))
        {
          g_string_truncate (self->bytes, start);
          return FALSE;
        }
    }
  finish_text (self, start, owner);
  return TRUE;
}

/* --- an op --------------------------------------------------------------------------------------------- */

static guint32
last_text (const WeftTextBatch *self, guint32 op)
{
  return weft_cell_load (weft_table_u32 (&self->snapshot->trace->ops, OP_LAST_TEXT, op));
}

static guint32
previous_text (const WeftTextBatch *self, guint32 text)
{
  return *weft_table_u32 (&self->snapshot->trace->texts, TEXT_PREVIOUS, text);
}

/* Label or detail: all pieces of that type, in file order. */
static gboolean
add_text (WeftTextBatch *self, guint32 op, WeftTextType type, WeftTextFields field)
{
  guint32 text = last_text (self, op);

  g_array_set_size (self->places, 0);
  for (; text != WEFT_NO_ROW; text = previous_text (self, text))
    {
      guint64 place = *weft_table_u64 (&self->snapshot->trace->texts, TEXT_PLACE, text);

      if ((place & 3) == type)
        g_array_append_val (self->places, place);
    }
  return add_pieces (self, (WeftTextOwner) { op, WEFT_NO_ROW, field });
}

/* The stages of the op that have texts: each once, as their texts follow one another. */
static void
find_stages (WeftTextBatch *self, guint32 op)
{
  const WeftPipelineTrace *trace = self->snapshot->trace;
  guint32 text = last_text (self, op), before = WEFT_NO_ROW;

  g_array_set_size (self->stages, 0);
  for (; text != WEFT_NO_ROW; text = previous_text (self, text))
    if ((*weft_table_u64 (&trace->texts, TEXT_PLACE, text) & 3) == WEFT_TEXT_STAGE)
      {
        guint32 stage = *weft_table_u32 (&trace->texts, TEXT_STAGE, text);

        if (stage != before)
          g_array_append_val (self->stages, stage);
        before = stage;
      }
}

static gboolean
add_stage_texts (WeftTextBatch *self, guint32 op)
{
  gboolean all = TRUE;

  find_stages (self, op);
  for (guint i = self->stages->len; i > 0; i--)
    {
      guint32 stage = g_array_index (self->stages, guint32, i - 1);
      const char *text = weft_pipeline_texts_get_stage_text (self->texts, op, stage);

      all &= add_composed (self, text, (WeftTextOwner) { op, stage, WEFT_TEXTS_STAGE });
    }
  return all;
}

gboolean
weft_text_batch_add (WeftTextBatch *self, guint32 op, WeftTextFields fields)
{
  gboolean simple = self->snapshot->trace->dialect == WEFT_PIPELINE_KANATA;
  gboolean all = TRUE;

  if ((fields & WEFT_TEXTS_LABEL) != 0)
    all &= simple ? add_text (self, op, WEFT_TEXT_LABEL, WEFT_TEXTS_LABEL)
                  : add_composed (self, weft_pipeline_texts_get_label (self->texts, op),
                                  (WeftTextOwner) { op, WEFT_NO_ROW, WEFT_TEXTS_LABEL });
  if ((fields & WEFT_TEXTS_DETAIL) != 0)
    all &= simple ? add_text (self, op, WEFT_TEXT_DETAIL, WEFT_TEXTS_DETAIL)
                  : add_composed (self, weft_pipeline_texts_get_detail (self->texts, op),
                                  (WeftTextOwner) { op, WEFT_NO_ROW, WEFT_TEXTS_DETAIL });
  if ((fields & WEFT_TEXTS_STAGE) != 0)
    all &= add_stage_texts (self, op);
  return all;
}

guint
weft_text_batch_get_n_texts (const WeftTextBatch *self)
{
  return self->spans->len;
}

const char *
weft_text_batch_get_bytes (const WeftTextBatch *self, gsize *length)
{
  if (length != NULL)
    *length = self->bytes->len;
  return self->bytes->str;
}

const WeftTextSpan *
weft_text_batch_get_spans (const WeftTextBatch *self)
{
  return (const WeftTextSpan *) (gconstpointer) self->spans->data;
}

const WeftTextOwner *
weft_text_batch_get_owner (const WeftTextBatch *self, guint index)
{
  return &g_array_index (self->owners, WeftTextOwner, index);
}
