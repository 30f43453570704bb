/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-text-matcher.h"

#include <string.h>

struct _WeftTextMatcher
{
  gatomicrefcount ref_count;
  WeftTextMatch match;
  char *letters; /* NULL: a regular expression */
  gsize length;
  GRegex *regex; /* over UTF-8 */
  GRegex *bulk;  /* (nullable) over ASCII texts with a NUL after each */
};

/* --- rewriting an expression so that it stays between two NULs -------------------------------- */

/* A piece of an expression that is copied or replaced; 0: it can't be rewritten. */

static gsize
copy (GString *out, const char *from, gsize length)
{
  g_string_append_len (out, from, (gssize) length);
  return length;
}

static gsize
replace (GString *out, const char *with, gsize length)
{
  g_string_append (out, with);
  return length;
}

static gsize
rewrite_escape (GString *out, const char *from)
{
  switch (from[1])
    {
    case 'W':
      return replace (out, "[^\\w\\x00]", 2);
    case 'D':
      return replace (out, "[^\\d\\x00]", 2);
    case 'S':
      return replace (out, "[^\\s\\x00]", 2);
    case 'N':
      return replace (out, "[^\\n\\x00]", 2);
    default:
      if (g_ascii_ispunct (from[1]) || (from[1] != '\0' && strchr ("wdsbBntrf123456789", from[1])))
        return copy (out, from, 2);
      return 0;
    }
}

/* A class takes a NUL only where it is negated, or names something by what it is not. */
static gsize
rewrite_class (GString *out, const char *from)
{
  gboolean negated = from[1] == '^';
  gsize i = negated ? 2 : 1;

  g_string_append (out, negated ? "[^\\x00" : "[");
  if (from[i] == ']')
    i += replace (out, "\\]", 1);
  else if (negated && from[i] == '-') /* of no range, which it would be behind the NUL */
    i += replace (out, "\\-", 1);
  while (from[i] != ']')
    {
      if (from[i] == '\\')
        {
          if (!g_ascii_ispunct (from[i + 1])
              && (from[i + 1] == '\0' || !strchr ("wdsntrf", from[i + 1])))
            return 0;
          i += copy (out, from + i, 2);
        }
      else if (from[i] == '\0'
               || (from[i] == '[' && from[i + 1] != '\0' && strchr (":.=", from[i + 1])))
        return 0;
      else
        i += copy (out, from + i, 1);
    }
  return i + copy (out, "]", 1);
}

static gsize
rewrite_group (GString *out, const char *from)
{
  static const char *const known[] = { "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>" };

  if (from[1] == '*')
    return 0;
  if (from[1] != '?')
    return copy (out, from, 1);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_has_prefix (from, known[i]))
      return copy (out, from, strlen (known[i]));
  return 0;
}

static gsize
rewrite_piece (GString *out, const char *from)
{
  switch (*from)
    {
    case '\\':
      return rewrite_escape (out, from);
    case '[':
      return rewrite_class (out, from);
    case '(':
      return rewrite_group (out, from);
    case '.':
      return replace (out, "[^\\n\\x00]", 1);
    case '^':
      return replace (out, "(?<![^\\x00])", 1);
    case '$':
      return replace (out, "(?=\\n?(?:\\x00|\\z))", 1);
    default:
      return (guchar) *from < 128 ? copy (out, from, 1) : 0;
    }
}

/* (transfer full) (nullable) */
static char *
rewrite (const char *pattern)
{
  g_autoptr (GString) out = g_string_new (NULL);

  while (*pattern != '\0')
    {
      gsize length = rewrite_piece (out, pattern);

      if (length == 0)
        return NULL;
      pattern += length;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* --- making one ------------------------------------------------------------------------------- */

static gboolean
compile (WeftTextMatcher *self, const char *pattern, GRegexCompileFlags flags, GError **error)
{
  g_autofree char *bulk = NULL;

  flags |= G_REGEX_OPTIMIZE | G_REGEX_NEWLINE_LF;
  self->regex = g_regex_new (pattern, flags, 0, error);
  if (self->regex == NULL)
    return FALSE;
  bulk = rewrite (pattern);
  /* Without UTF-8, as the whole rest would be checked for it after each match. */
  if (bulk != NULL)
    self->bulk = g_regex_new (bulk, flags | G_REGEX_RAW, 0, NULL);
  return TRUE;
}

static gboolean
is_plain (const char *pattern)
{
  return strpbrk (pattern, "\\^$.[]|()?*+{}") == NULL && *pattern != '\0';
}

/* GLib says it in words alone: "… at char N: …". */
static gsize
find_offset (const GError *error)
{
  const char *place = strstr (error->message, " at char ");

  return place != NULL ? g_ascii_strtoull (place + strlen (" at char "), NULL, 10) : 0;
}

WeftTextMatcher *
weft_text_matcher_new (WeftTextMatch match, const char *pattern, gboolean ignore_case,
                       gsize *offset, GError **error)
{
  g_autoptr (WeftTextMatcher) self = g_new0 (WeftTextMatcher, 1);
  g_autofree char *escaped = NULL, *whole = NULL;
  GRegexCompileFlags flags = ignore_case ? G_REGEX_CASELESS : 0;
  GError *wrong = NULL;

  g_atomic_ref_count_init (&self->ref_count);
  self->match = match;
  if (!ignore_case && (match != WEFT_MATCH_REGEX || is_plain (pattern)))
    {
      self->letters = g_strdup (pattern);
      self->length = strlen (pattern);
      return g_steal_pointer (&self);
    }
  if (match != WEFT_MATCH_REGEX)
    {
      escaped = g_regex_escape_string (pattern, -1);
      whole = g_strdup_printf ("^(?:%s)(?!.|\\n)", escaped);
      pattern = match == WEFT_MATCH_WHOLE ? whole : escaped;
    }
  if (compile (self, pattern, flags, &wrong))
    return g_steal_pointer (&self);
  if (offset != NULL)
    *offset = MIN (find_offset (wrong), strlen (pattern));
  g_propagate_error (error, wrong);
  return NULL;
}

WeftTextMatcher *
weft_text_matcher_ref (WeftTextMatcher *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
weft_text_matcher_unref (WeftTextMatcher *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->regex, g_regex_unref);
  g_clear_pointer (&self->bulk, g_regex_unref);
  g_free (self->letters);
  g_free (self);
}

/* --- finding ---------------------------------------------------------------------------------- */

/* The first match at or after `start`. A search that gives up (an expression that takes too long)
 * has found nothing. */
static gboolean
find_regex (GRegex *regex, const char *bytes, gsize length, gsize start, gsize *from, gsize *to)
{
  GMatchInfo *info = NULL;
  gboolean found = g_regex_match_full (regex, bytes, (gssize) length, (int) start, 0, &info, NULL);
  int first = 0, last = 0;

  if (found)
    g_match_info_fetch_pos (info, 0, &first, &last);
  g_match_info_unref (info);
  *from = (gsize) first;
  *to = (gsize) MAX (last, first);
  return found;
}

static gboolean
find_letters (const WeftTextMatcher *self, const char *text, gsize length, gsize *from, gsize *to)
{
  const char *place;

  if (self->match == WEFT_MATCH_WHOLE)
    place = length == self->length && memcmp (text, self->letters, length) == 0 ? text : NULL;
  else
    place = memmem (text, length, self->letters, self->length);
  if (place == NULL)
    return FALSE;
  *from = (gsize) (place - text);
  *to = *from + self->length;
  return TRUE;
}

gboolean
weft_text_matcher_find (const WeftTextMatcher *self, const char *text, gsize length, gsize *from,
                        gsize *to)
{
  if (self->letters != NULL)
    return find_letters (self, text, length, from, to);
  return find_regex (self->regex, text, length, 0, from, to);
}

/* The first match in the texts [*index, n): which of them, and where. They stand in one piece,
 * which ends with the last of them: nothing can be found behind that. */
static gboolean
find_next (const WeftTextMatcher *self, const char *bytes, const WeftTextSpan *spans, guint n,
           guint *index, gsize *from, gsize *to)
{
  gsize start = spans[*index].start, length = spans[n - 1].end;

  if (self->letters != NULL)
    {
      if (!find_letters (self, bytes + start, length - start, from, to))
        return FALSE;
      *from += start;
      *to += start;
    }
  else if (!find_regex (self->bulk, bytes, length, start, from, to))
    return FALSE;
  while (spans[*index].end < *from)
    ++*index;
  *from -= spans[*index].start;
  *to -= spans[*index].start;
  return TRUE;
}

/* Texts that can be looked through at once, from `first` on; 0: this one can't. */
static guint
count_bulk (const WeftTextMatcher *self, const WeftTextSpan *spans, guint first, guint n_spans)
{
  guint last = first;

  if (self->letters != NULL)
    return self->match == WEFT_MATCH_PART || self->match == WEFT_MATCH_REGEX ? n_spans - first : 0;
  if (self->bulk == NULL)
    return 0;
  while (last < n_spans && spans[last].ascii)
    last++;
  return last - first;
}

gboolean
weft_text_matcher_find_all (const WeftTextMatcher *self, const char *bytes,
                            const WeftTextSpan *spans, guint n_spans, WeftTextFound found,
                            gpointer user_data)
{
  for (guint i = 0; i < n_spans;)
    {
      guint last = i + count_bulk (self, spans, i, n_spans);
      gsize from, to;

      if (last == i)
        {
          if (weft_text_matcher_find (self, bytes + spans[i].start, spans[i].end - spans[i].start,
                                      &from, &to)
              && !found (i, from, to, user_data))
            return FALSE;
          i++;
          continue;
        }
      while (i < last && find_next (self, bytes, spans, last, &i, &from, &to))
        if (!found (i++, from, to, user_data))
          return FALSE;
      i = last;
    }
  return TRUE;
}
