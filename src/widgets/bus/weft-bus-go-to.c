/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-go-to.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-view-state.h"

/* The number behind a word, in digits that may be grouped; base 16 with or without "0x". */
static gboolean
parse_number (const char *text, guint base, guint64 *number)
{
  g_autofree char *digits = g_strdup (text);
  char *to = digits, *end;

  for (const char *from = text; *from != '\0'; from++)
    if (strchr (",_ \t", *from) == NULL)
      *to++ = *from;
  *to = '\0';
  errno = 0;
  *number = g_ascii_strtoull (digits, &end, base);
  return g_ascii_isxdigit (*digits) && *end == '\0' && errno == 0;
}

/* The next access to that address. */
static guint32
find_addr (const WeftBusSnapshot *snapshot, guint32 from, guint64 addr)
{
  guint32 n = snapshot->n_rows;
  guint32 start = from < n ? from + 1 : 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint32 row = (guint32) (((guint64) start + i) % n);
      WeftBusRecord record;

      weft_bus_snapshot_get_record (snapshot, row, &record);
      if (record.addr == addr)
        return row;
    }
  return WEFT_NO_ROW;
}

/* The rest of `text` behind `word` and a blank; NULL where it begins otherwise. */
static const char *
skip_word (const char *text, const char *word)
{
  gsize length = strlen (word);

  if (g_ascii_strncasecmp (text, word, length) != 0 || !g_ascii_isspace (text[length]))
    return NULL;
  return text + length + 1;
}

static guint32
find (const char *word, guint64 number, WeftBusSnapshot *snapshot, guint32 from)
{
  if (g_str_equal (word, "seq"))
    return weft_bus_snapshot_find_seq (snapshot, number);
  if (g_str_equal (word, "addr"))
    return find_addr (snapshot, from, number);
  return weft_bus_snapshot_find_line (snapshot, (gint64) MIN (number, G_MAXINT64));
}

gboolean
weft_bus_go_to_parse (const char *text, WeftBusSnapshot *snapshot, guint32 from, guint32 *row,
                      GError **error)
{
  static const char *const words[] = { "seq", "line", "record", "addr" };
  guint64 number;

  while (g_ascii_isspace (*text))
    text++;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *rest = skip_word (text, words[i]);

      if (rest == NULL)
        continue;
      if (!parse_number (rest, g_str_equal (words[i], "addr") ? 16 : 10, &number))
        g_set_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_SYNTAX,
                     _ ("Behind “%s” comes a number, as in “seq 12” or “addr 0x06004000”."),
                     words[i]);
      else if ((*row = find (words[i], number, snapshot, from)) == WEFT_NO_ROW)
        g_set_error (error, WEFT_GO_TO_ERROR, WEFT_GO_TO_ERROR_NOT_FOUND,
                     _ ("No access of this trace has that “%s”."), words[i]);
      return TRUE;
    }
  return FALSE;
}
