/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-text-check.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

void
weft_text_check_init (WeftTextCheck *self, guint kinds, const char *path)
{
  *self = (WeftTextCheck){ .kinds = kinds };
  if (path != NULL)
    self->file = g_filename_display_basename (path);
  weft_line_counter_init (&self->lines);
}

void
weft_text_check_clear (WeftTextCheck *self)
{
  g_clear_pointer (&self->file, g_free);
}

/* The first byte that begins something to be looked at: NUL, one beyond ASCII, or `mark`. */
static const guchar *
find_special (const guchar *p, const guchar *end, guchar mark)
{
#ifdef __SSE2__
  const __m128i zero = _mm_setzero_si128 (), marks = _mm_set1_epi8 ((char) mark);

  for (; end - p >= 16; p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (const void *) p);
      __m128i found = _mm_or_si128 (_mm_cmpeq_epi8 (bytes, zero), _mm_cmpeq_epi8 (bytes, marks));

      if (_mm_movemask_epi8 (_mm_or_si128 (found, bytes)) != 0)
        break;
    }
#endif
  while (p < end && *p != 0 && *p < 0x80 && *p != mark)
    p++;
  return p;
}

/* One byte of "\u0000", or of another escape. TRUE: the last one. */
static gboolean
take_escaped (WeftTextCheck *self, guchar c)
{
  if (self->n_escaped == 0)
    self->n_escaped = c == '\\';
  else if (c == (self->n_escaped == 1 ? 'u' : '0'))
    self->n_escaped++;
  else
    self->n_escaped = c == '\\' && self->n_escaped > 1;
  if (self->n_escaped < 6)
    return FALSE;
  self->n_escaped = 0;
  return TRUE;
}

/* The first byte of a character beyond ASCII. FALSE where there is none that begins so. */
static gboolean
begin_character (WeftTextCheck *self, guchar c)
{
  if (c < 0xc2 || c > 0xf4)
    return FALSE;
  self->n_more = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
  /* Neither longer than need be, nor a half surrogate, nor beyond U+10FFFF. */
  self->least = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
  self->most = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
  return TRUE;
}

/* FALSE: the byte does not belong there. */
static gboolean
take_byte (WeftTextCheck *self, guchar c)
{
  if (self->n_more == 0)
    return c < 0x80 || begin_character (self, c);
  if (c < self->least || c > self->most)
    {
      self->n_more = 0;
      return FALSE;
    }
  self->n_more--;
  self->least = 0x80;
  self->most = 0xbf;
  return TRUE;
}

typedef guint8 Bytes __attribute__ ((vector_size (32)));

/* A byte counts to 255. */
#define MOST_COUNTED 255

/* Counts newlines. Sets whether there is neither a NUL nor a byte beyond ASCII; one way through the bytes tells both. */
G_ALWAYS_INLINE static inline gint64
count_lines (const char *p, const char *end, gboolean *is_plain)
{
  Bytes special = { 0 };
  guchar others = 0; /* the highest bit of all that are not plain */
  gint64 n = 0;

  while (end - p >= (gssize) sizeof (Bytes))
    {
      const gsize n_steps = MIN ((gsize) (end - p) / sizeof (Bytes), MOST_COUNTED);
      const char *stop = p + n_steps * sizeof (Bytes);
      Bytes counts = { 0 };

      for (; p < stop; p += sizeof (Bytes))
        {
          Bytes bytes;

          memcpy (&bytes, p, sizeof bytes);
          counts -= (Bytes) (bytes == '\n');
          special |= bytes | (Bytes) (bytes == 0);
        }
      for (guint i = 0; i < sizeof counts; i++)
        n += counts[i];
    }
  for (guint i = 0; i < sizeof special; i++)
    others |= special[i];
  for (; p < end; p++)
    {
      n += *p == '\n';
      others |= *p == 0 ? 0x80 : (guchar) *p;
    }
  *is_plain = others < 0x80;
  return n;
}

/* Where the processor takes as many bytes in one step: the same, compiled once more. */
#if defined __x86_64__
__attribute__ ((target ("avx2"))) static gint64
count_lines_widely (const char *p, const char *end, gboolean *is_plain)
{
  return count_lines (p, end, is_plain);
}
#endif

static gint64
choose_count (const char *p, const char *end, gboolean *is_plain)
{
#if defined __x86_64__
  if (__builtin_cpu_supports ("avx2"))
    return count_lines_widely (p, end, is_plain);
#endif
  return count_lines (p, end, is_plain);
}

void
weft_text_view_look (WeftTextView *view, const char *bytes, gsize length)
{
  const char *last = memrchr (bytes, '\n', length);

  *view = (WeftTextView){ .has_escapes = memchr (bytes, '\\', length) != NULL,
                          .last_line = last != NULL ? (gsize) (last + 1 - bytes) : 0 };
  view->n_lines = choose_count (bytes, bytes + length, &view->is_plain);
}

/* Whether the bytes have nothing that is looked for, and don't end what the piece before began. */
static gboolean
is_sound (const WeftTextCheck *self, const WeftTextView *view)
{
  return view != NULL && view->is_plain && self->n_more == 0 && self->n_escaped == 0
         && ((self->kinds & WEFT_CHECK_ESCAPES) == 0 || !view->has_escapes);
}

static void G_GNUC_PRINTF (5, 6) say (WeftDiagnostics *diagnostics, gint64 line, gint64 column,
                                      const char *file, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  weft_diagnostics_add_valist (diagnostics, WEFT_SEVERITY_WARNING, line, column, file, format,
                               arguments);
  va_end (arguments);
}

/* The fault of the byte, of a kind that is then looked for no more: (nullable), NULL: none. */
static const char *
check_byte (WeftTextCheck *self, guchar c)
{
  if ((self->kinds & WEFT_CHECK_ESCAPES) != 0 && take_escaped (self, c))
    {
      self->kinds &= ~(guint) WEFT_CHECK_ESCAPES;
      return _ ("“\\u0000” can't be shown; it shows as “�”");
    }
  if ((self->kinds & WEFT_CHECK_UTF8) != 0 && !take_byte (self, c))
    {
      self->kinds &= ~(guint) WEFT_CHECK_UTF8;
      return _ ("The text is not UTF-8; what can't be read of it shows as “�”");
    }
  if ((self->kinds & WEFT_CHECK_NUL) != 0 && c == 0)
    {
      self->kinds &= ~(guint) WEFT_CHECK_NUL;
      return _ ("A NUL byte can't be shown: a name ends before it, another text has “�” there");
    }
  return NULL;
}

void
weft_text_check_look (WeftTextCheck *self, const char *bytes, gsize length, guint64 offset,
                      const WeftTextView *view, WeftDiagnostics *diagnostics)
{
  const guchar *begin = (const guchar *) bytes, *end = begin + length;
  const guchar *character = begin; /* the beginning of what is looked at */
  guchar mark = (self->kinds & WEFT_CHECK_ESCAPES) != 0 ? '\\' : 0;

  if (self->kinds == 0)
    return;
  if (offset > self->lines.offset)
    self->lines = (WeftLineCounter){ offset, self->lines.line + 1, offset };
  if (is_sound (self, view))
    {
      weft_line_counter_pass (&self->lines, length, view->n_lines, view->last_line);
      return;
    }
  for (const guchar *p = begin; self->kinds != 0; p++)
    {
      const char *message;

      if (self->n_more == 0 && self->n_escaped == 0)
        p = find_special (p, end, mark);
      if (p >= end)
        break;
      if (self->n_more == 0 && (self->n_escaped == 0 || *p == '\\'))
        {
          character = p;
          self->is_old = FALSE;
        }
      message = check_byte (self, *p);
      if (message == NULL)
        continue;
      if (!self->is_old)
        weft_line_counter_locate (&self->lines, bytes, offset,
                                  offset + (guint64) (character - begin), &self->line,
                                  &self->column);
      say (diagnostics, self->line, self->column, self->file, "%s", message);
      p--; /* a NUL that cuts a character is a fault of its own */
    }
  if (self->kinds == 0)
    return;
  if ((self->n_more > 0 || self->n_escaped > 0) && !self->is_old)
    {
      weft_line_counter_locate (&self->lines, bytes, offset, offset + (guint64) (character - begin),
                                &self->line, &self->column);
      self->is_old = TRUE;
    }
  weft_line_counter_advance (&self->lines, bytes, offset, offset + length);
}
