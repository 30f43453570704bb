/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-kanata-line.h"

#include <string.h>

gint64
weft_kanata_line_get_place (const WeftKanataLine *line, guint column)
{
  return (gint64) line->skipped + line->columns[column].text - line->text + 1;
}

/* The length without a comment: "blanks followed by // end a line's data". */
gsize
weft_kanata_data_length (const char *text, gsize length)
{
  for (gsize i = 1; i + 1 < length; i++)
    if (text[i] == '/' && text[i + 1] == '/' && weft_kanata_is_blank (text[i - 1]))
      {
        while (i > 0 && weft_kanata_is_blank (text[i - 1]))
          i--;
        return i;
      }
  return length;
}

void
weft_kanata_column_trim (WeftKanataColumn *column)
{
  while (column->length > 0 && weft_kanata_is_blank (*column->text))
    column->text++, column->length--;
  while (column->length > 0 && weft_kanata_is_blank (column->text[column->length - 1]))
    column->length--;
}

/* Takes the text away that the column begins with. FALSE: it begins otherwise. */
gboolean
weft_kanata_column_skip (WeftKanataColumn *column, const char *prefix)
{
  gsize length = strlen (prefix);

  if (column->length < length || memcmp (column->text, prefix, length) != 0)
    return FALSE;
  column->text += length;
  column->length -= length;
  return TRUE;
}

/* Splits up to WEFT_KANATA_COLUMNS columns off; the rest of the line is nobody's. */
void
weft_kanata_line_split (WeftKanataLine *line)
{
  const char *p = line->text, *end = line->text + line->length;

  line->n_columns = 0;
  while (line->n_columns < WEFT_KANATA_COLUMNS)
    {
      const char *tab = memchr (p, '\t', (gsize) (end - p));

      line->columns[line->n_columns].text = p;
      line->columns[line->n_columns++].length = (gsize) ((tab != NULL ? tab : end) - p);
      if (tab == NULL)
        return;
      p = tab + 1;
    }
}

gboolean
weft_kanata_line_is_empty (const WeftKanataLine *line, guint column)
{
  WeftKanataColumn field = line->columns[column];

  weft_kanata_column_trim (&field);
  return field.length == 0;
}

gboolean
weft_kanata_begins_with_header (const char *head, gsize length)
{
  static const char word[] = "Kanata";
  const gsize n = sizeof word - 1;

  if (length >= 3 && memcmp (head, "\xef\xbb\xbf", 3) == 0)
    head += 3, length -= 3;
  if (length < n || memcmp (head, word, n) != 0)
    return FALSE;
  return length == n || weft_kanata_is_blank (head[n]) || head[n] == '\n' || head[n] == '\r';
}

/* Where a log is written to the output of a simulator, each of its lines begins with the same bytes,
 * and other output stands between them. Whether the line ends as the header does: then `length` bytes
 * stand before that. */
gboolean
weft_kanata_find_header (const char *text, gsize size, gsize *length)
{
  static const char word[] = "Kanata";
  const gsize n = sizeof word - 1;
  const char *found = NULL;

  for (const char *p = text; size - (gsize) (p - text) > n; p++)
    if (memcmp (p, word, n) == 0 && weft_kanata_is_blank (p[n]))
      found = p;
  if (found == NULL)
    return FALSE;
  while (size > 0 && (weft_kanata_is_blank (text[size - 1]) || text[size - 1] == '\r'))
    size--;
  *length = (gsize) (found - text);
  for (found += n; found < text + size && weft_kanata_is_blank (*found); found++)
    ;
  return (gsize) (found - text) + 4 == size && memcmp (found, "0004", 4) == 0;
}
