/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-csv.h"

#include "weft-source.h"

#include <string.h>

#define BLOCK_SIZE ((gsize) 256 << 10)
#define MAX_LINE ((gsize) 1 << 20)

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static WeftNocText
trim (const char *from, const char *to)
{
  while (from < to && is_blank (*from))
    from++;
  while (to > from && is_blank (to[-1]))
    to--;
  return (WeftNocText){ from, (gsize) (to - from) };
}

/* Behind the quote that closes the one before `at`, where nothing but blanks follows it in the field;
 * NULL: it isn't closed so. */
static const char *
find_close (const char *at, const char *end)
{
  const char *after;

  for (at = memchr (at, '"', (gsize) (end - at)); at != NULL;
       at = memchr (at, '"', (gsize) (end - at)))
    {
      if (at + 1 < end && at[1] == '"')
        {
          at += 2;
          continue;
        }
      for (after = at + 1; after < end && is_blank (*after); after++)
        ;
      return after == end || *after == ',' ? after : NULL;
    }
  return NULL;
}

void
weft_noc_csv_split (WeftNocCsvLine *self, const char *text, gsize length)
{
  const char *at = text, *end = text + length;

  self->n_fields = 0;
  while (at != NULL)
    {
      const char *comma = memchr (at, ',', (gsize) (end - at));
      const char *start = at, *close = NULL;
      WeftNocText field;

      while (start < end && is_blank (*start))
        start++;
      if (start < end && *start == '"')
        close = find_close (start + 1, end);
      if (close != NULL)
        comma = close < end ? close : NULL;
      field = trim (at, comma != NULL ? comma : end);
      if (close != NULL)
        field = (WeftNocText){ field.text + 1, field.length - 2 };
      if (self->n_fields < WEFT_NOC_CSV_FIELDS)
        self->fields[self->n_fields] = field;
      self->n_fields++;
      at = comma != NULL ? comma + 1 : NULL;
    }
}

WeftNocText
weft_noc_csv_get (const WeftNocCsvLine *self, guint index)
{
  return index < MIN (self->n_fields, WEFT_NOC_CSV_FIELDS) ? self->fields[index]
                                                           : (WeftNocText){ "", 0 };
}

guint
weft_noc_csv_find (const WeftNocCsvLine *self, const char *name)
{
  for (guint i = 0; i < MIN (self->n_fields, WEFT_NOC_CSV_FIELDS); i++)
    if (self->fields[i].length == strlen (name)
        && g_ascii_strncasecmp (self->fields[i].text, name, strlen (name)) == 0)
      return i;
  return G_MAXUINT;
}

gboolean
weft_noc_text_is (WeftNocText text, const char *word)
{
  return text.length == strlen (word) && memcmp (text.text, word, text.length) == 0;
}

gboolean
weft_noc_text_to_number (WeftNocText text, guint64 *number)
{
  guint64 result = 0;

  for (gsize i = 0; i < text.length; i++)
    if (!g_ascii_isdigit (text.text[i]) || !g_uint64_checked_mul (&result, result, 10)
        || !g_uint64_checked_add (&result, result, (guint64) (text.text[i] - '0')))
      return FALSE;
  *number = result;
  return text.length > 0;
}

/* --- files -------------------------------------------------------------------------------------- */

typedef struct
{
  WeftNocLineFunc func;
  gpointer data;
  gint64 line;
} Lines;

static void
hand_over (Lines *lines, const char *text, gsize length)
{
  lines->line++;
  if (length <= MAX_LINE)
    lines->func (text, length, lines->line, lines->data);
}

/* Hands over the whole lines, and leaves the beginning of the next. */
static void
take_lines (Lines *lines, GByteArray *bytes)
{
  const char *at = (const char *) bytes->data, *end = at + bytes->len, *eol;

  while ((eol = memchr (at, '\n', (gsize) (end - at))) != NULL)
    {
      hand_over (lines, at, (gsize) (eol - at));
      at = eol + 1;
    }
  g_byte_array_remove_range (bytes, 0, (guint) (at - (const char *) bytes->data));
  /* One byte more than a line may have says that it is too long. */
  if (bytes->len > MAX_LINE + 1)
    g_byte_array_set_size (bytes, MAX_LINE + 1);
}

gboolean
weft_noc_csv_read_file (const char *path, WeftNocLineFunc func, gpointer data, GError **error)
{
  g_autoptr (WeftSource) source = weft_source_open (path, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *block = g_malloc (BLOCK_SIZE);
  Lines lines = { func, data, 0 };
  gssize n;

  if (source == NULL)
    return FALSE;
  while ((n = weft_source_read (source, block, BLOCK_SIZE, NULL, error)) > 0)
    {
      g_byte_array_append (bytes, (const guint8 *) block, (guint) n);
      take_lines (&lines, bytes);
    }
  if (bytes->len > 0)
    hand_over (&lines, (const char *) bytes->data, bytes->len);
  return n == 0;
}
