/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-load-head.h"

#include "weft-format.h"
#include "weft-load-error.h"
#include "weft-workspace.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* No format is looked for beyond so much text. */
#define HEAD_LINES 20000
#define HEAD_SIZE ((gsize) 16 << 20)

/* A piece of the head. */
typedef struct
{
  WeftBlock block; /* but for its bytes: */
  gsize start;     /* in the head */
} Held;

struct _WeftLoadHead
{
  GByteArray *bytes;
  GArray *blocks; /* Held */
  guint n_lines;
  gboolean has_long_line; /* longer than WEFT_MAX_LINE, which was skipped */
};

WeftLoadHead *
weft_load_head_new (void)
{
  WeftLoadHead *self = g_new0 (WeftLoadHead, 1);

  self->bytes = g_byte_array_new ();
  self->blocks = g_array_new (FALSE, FALSE, sizeof (Held));
  return self;
}

void
weft_load_head_free (WeftLoadHead *self)
{
  g_byte_array_unref (self->bytes);
  g_array_unref (self->blocks);
  g_free (self);
}

gsize
weft_load_head_add (WeftLoadHead *self, const WeftBlock *block)
{
  Held held = { *block, self->bytes->len };
  const char *p = block->bytes, *end = p + block->length;

  g_byte_array_append (self->bytes, (const guint8 *) block->bytes, (guint) block->length);
  g_array_append_val (self->blocks, held);
  self->n_lines += block->skipped;
  self->has_long_line |= block->skipped;
  while (p < end && self->n_lines < HEAD_LINES)
    {
      const char *eol = memchr (p, '\n', (gsize) (end - p));

      self->n_lines++;
      p = eol != NULL ? eol + 1 : end;
    }
  return (gsize) (p - block->bytes);
}

gboolean
weft_load_head_is_full (const WeftLoadHead *self)
{
  return self->n_lines >= HEAD_LINES || self->bytes->len >= HEAD_SIZE || self->has_long_line;
}

guint
weft_load_head_get_n_blocks (const WeftLoadHead *self)
{
  return self->blocks->len;
}

WeftBlock
weft_load_head_get_block (const WeftLoadHead *self, guint index)
{
  const Held *held = &g_array_index (self->blocks, Held, index);
  WeftBlock block = held->block;

  block.bytes = (const char *) self->bytes->data + held->start;
  return block;
}

/* ASCII in UTF-16 has a NUL in every other byte; a mark at its beginning says so as well. */
static gboolean
is_utf16 (const guint8 *bytes, gsize length)
{
  guint n_zeros[2] = { 0, 0 };
  guint n = (guint) MIN (length, 64) / 2 * 2;

  if (n < 4)
    return FALSE;
  if ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff))
    return TRUE;
  for (guint i = 0; i < n; i++)
    n_zeros[i % 2] += bytes[i] == 0;
  return MAX (n_zeros[0], n_zeros[1]) >= n * 3 / 8 && MIN (n_zeros[0], n_zeros[1]) == 0;
}

/* Says besides how a format that is none of them can be read. */
static char *
add_description (const char *signs, const char *faults)
{
  g_autoptr (GString) text = g_string_new (signs);

  g_string_append (
    text,
    _ ("\nA format of one’s own can be described in a file NAME.weftformat, which is looked for "
       "beside the trace and in ~/.local/share/weft/formats; “weft-cli check-format” helps, "
       "and “man weftformat” says how."));
  if (*faults != '\0')
    /* TRANSLATORS: a line for each description of a format, with the place of what is wrong with it */
    g_string_append_printf (text, _ ("\nNot looked at, as they are no descriptions:%s"), faults);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
weft_load_head_set_unrecognized (const WeftLoadHead *self, const char *title, const char *faults,
                                 GError **error)
{
  g_autofree char *looked_for = weft_format_list_signs ();
  g_autofree char *signs = add_description (looked_for, faults);
  g_autofree char *companion =
    weft_format_explain_companion ((const char *) self->bytes->data, self->bytes->len, title);

  if (self->bytes->len == 0 && self->blocks->len == 0)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EMPTY,
                 _ ("“%s” is empty. Check that the simulator wrote its trace there."), title);
  else if (weft_workspace_recognise ((const char *) self->bytes->data, self->bytes->len))
    g_set_error (
      error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED,
      _ ("“%s” is a workspace: it names traces and holds none. Open it in Weft’s window, or "
         "one of its traces here."),
      title);
  else if (self->has_long_line)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED,
                 _ ("“%s” is no trace of a known format: one of its first lines is longer than "
                    "%u MiB, which no line of a trace is."),
                 title, (guint) (WEFT_MAX_LINE >> 20));
  else if (companion != NULL)
    g_set_error_literal (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_COMPANION, companion);
  else if (is_utf16 (self->bytes->data, self->bytes->len))
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED,
                 _ ("“%s” is text in UTF-16, which no format is. Save it as UTF-8 and open that: "
                    "“iconv -f UTF-16 -t UTF-8” makes it so."),
                 title);
  /* TRANSLATORS: after the colon, a line for each format with what it is recognised by */
  else if (memchr (self->bytes->data, 0, self->bytes->len) != NULL)
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED,
                 _ ("“%s” is a binary file and no trace of a known format. Looked for in it:%s"),
                 title, signs);
  else
    g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_UNRECOGNIZED,
                 _ ("“%s” is no trace of a known format. Looked for in it:%s"), title, signs);
}
