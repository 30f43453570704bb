/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-text.h"
#include "weft-text-matcher.h"

#include <string.h>

/* Searches as people type them: a line with the digit of a kind of search, one with a pattern, and the texts that are
 * looked through. They match one by one where they do when all are looked through at once, and the same bytes. */

/* Of few and short texts, as a pattern may well take as long as it may. */
#define MAX_TEXTS 8
#define MAX_LENGTH 64

typedef struct
{
  gsize from;
  gsize to;
  gboolean found;
} Match;

static gboolean
take_match (guint index, gsize from, gsize to, gpointer matches)
{
  g_assert_cmpuint (index, <, MAX_TEXTS);
  ((Match *) matches)[index] = (Match){ from, to, TRUE };
  return TRUE;
}

static void
check_texts (const WeftTextMatcher *matcher, char **texts)
{
  g_autoptr (GString) bytes = g_string_new (NULL);
  WeftTextSpan spans[MAX_TEXTS];
  Match matches[MAX_TEXTS] = { { 0, 0, FALSE } };
  guint n = 0;

  for (; texts[n] != NULL && n < MAX_TEXTS; n++)
    {
      const gsize length = strlen (texts[n]);

      spans[n] = (WeftTextSpan){ bytes->len, bytes->len + length, g_str_is_ascii (texts[n]) };
      g_string_append_len (bytes, texts[n], (gssize) length + 1);
    }
  g_assert_true (weft_text_matcher_find_all (matcher, bytes->str, spans, n, take_match, matches));
  for (guint i = 0; i < n; i++)
    {
      const gsize length = spans[i].end - spans[i].start;
      gsize from, to;
      const gboolean found = weft_text_matcher_find (matcher, texts[i], length, &from, &to);

      g_assert_cmpint (found, ==, matches[i].found);
      if (!found)
        continue;
      g_assert_true (from <= to && to <= length);
      g_assert_cmpuint (from, ==, matches[i].from);
      g_assert_cmpuint (to, ==, matches[i].to);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 2 + MAX_TEXTS);
  g_autoptr (WeftTextMatcher) matcher = NULL;
  g_autoptr (GError) error = NULL;
  const guchar kind = lines[0] != NULL ? (guchar) *lines[0] : 0;
  gsize offset = 0;

  if (g_strv_length (lines) < 2)
    return 0;
  for (guint i = 2; lines[i] != NULL; i++)
    if (strlen (lines[i]) > MAX_LENGTH)
      return 0;
  matcher = weft_text_matcher_new ((WeftTextMatch) (kind % (WEFT_MATCH_REGEX + 1)), lines[1],
                                   (kind & 4) != 0, &offset, &error);
  if (matcher != NULL)
    check_texts (matcher, lines + 2);
  else
    g_assert_cmpuint (offset, <=, strlen (lines[1]));
  fuzz_check_error (matcher != NULL, &error);
  return 0;
}
