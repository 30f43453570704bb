/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-expression-lexer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  const char *text;
  const char *next;
} Lexer;

static const struct
{
  const char *word;
  WeftTokenKind kind;
} marks[] = {
  /* The longer ones first. */
  { "&&", WEFT_TOKEN_AND },       { "||", WEFT_TOKEN_OR },      { "==", WEFT_TOKEN_EQUAL },
  { "!=", WEFT_TOKEN_NOT_EQUAL }, { "<=", WEFT_TOKEN_AT_MOST }, { ">=", WEFT_TOKEN_AT_LEAST },
  { "..", WEFT_TOKEN_TO },        { "<", WEFT_TOKEN_LESS },     { ">", WEFT_TOKEN_GREATER },
  { "!", WEFT_TOKEN_NOT },        { "~", WEFT_TOKEN_MATCHES },  { "(", WEFT_TOKEN_OPEN },
  { ")", WEFT_TOKEN_CLOSE },      { ".", WEFT_TOKEN_DOT },
};

static void
clear_token (gpointer data)
{
  g_free (((WeftToken *) data)->text);
}

static void
set_wrong (WeftToken *token, char *sentence)
{
  g_free (token->text);
  token->kind = WEFT_TOKEN_WRONG;
  token->text = sentence;
}

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static void
lex_name (Lexer *self, WeftToken *token)
{
  const char *start = self->next;

  while (is_name (*self->next))
    self->next++;
  token->text = g_strndup (start, (gsize) (self->next - start));
  token->kind = WEFT_TOKEN_NAME;
  if (strcmp (token->text, "in") == 0)
    token->kind = WEFT_TOKEN_IN;
  else if (strcmp (token->text, "contains") == 0)
    token->kind = WEFT_TOKEN_CONTAINS;
}

/* Digits, in groups by "_" if one likes; FALSE beyond 64 bits. */
static gboolean
lex_digits (Lexer *self, guint base, guint64 *value)
{
  gboolean fits = TRUE;

  for (*value = 0; *self->next == '_' || g_ascii_xdigit_value (*self->next) >= 0; self->next++)
    {
      int digit = g_ascii_xdigit_value (*self->next);

      if (*self->next == '_')
        continue;
      if ((guint) digit >= base)
        break;
      fits &= g_uint64_checked_mul (value, *value, base)
              && g_uint64_checked_add (value, *value, (guint64) digit);
    }
  return fits;
}

static void
lex_number (Lexer *self, WeftToken *token)
{
  gboolean hexadecimal, fits;

  token->kind = WEFT_TOKEN_NUMBER;
  token->number.negative = *self->next == '-';
  self->next += token->number.negative ? 1 : 0;
  hexadecimal =
    self->next[0] == '0' && (self->next[1] | 0x20) == 'x' && g_ascii_isxdigit (self->next[2]);
  self->next += hexadecimal ? 2 : 0;
  fits = lex_digits (self, hexadecimal ? 16 : 10, &token->number.magnitude);
  token->number.negative &= token->number.magnitude > 0;
  if (!fits)
    set_wrong (token, g_strdup (_ ("This number has more than 64 bits.")));
  else if (self->next[0] == '.' && g_ascii_isdigit (self->next[1]))
    {
      for (self->next++; g_ascii_isdigit (*self->next); self->next++)
        ;
      set_wrong (token, g_strdup (_ ("Numbers here are whole; leave the fraction out.")));
    }
  else if (is_name (*self->next))
    {
      while (is_name (*self->next))
        self->next++;
      set_wrong (token, g_strdup (_ ("A number is decimal, or hexadecimal after “0x”.")));
    }
}

/* A text between quotes. A backslash before a quote or backslash stands for that alone, \n
 * and \t for a newline and a tab. */
static void
lex_text (Lexer *self, WeftToken *token)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char quote = *self->next++;

  for (; *self->next != quote && *self->next != '\0'; self->next++)
    {
      char c = *self->next;

      if (c == '\\' && self->next[1] != '\0' && strchr ("\\\"'nt", self->next[1]))
        {
          c = *++self->next;
          c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
        }
      g_string_append_c (text, c);
    }
  token->kind = WEFT_TOKEN_TEXT;
  token->text = g_strdup (text->str);
  token->unfinished = *self->next == '\0';
  if (token->unfinished)
    set_wrong (token,
               g_strdup_printf (_ ("The text that begins here needs a %c at its end."), quote));
  else
    self->next++;
}

/* A regular expression between slashes, in which "\/" is a slash; the rest is the expression's own. */
static void
lex_regex (Lexer *self, WeftToken *token)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (self->next++; *self->next != '/' && *self->next != '\0'; self->next++)
    {
      if (self->next[0] == '\\' && self->next[1] == '/')
        self->next++;
      else if (self->next[0] == '\\' && self->next[1] != '\0')
        g_string_append_c (text, *self->next++);
      g_string_append_c (text, *self->next);
    }
  token->kind = WEFT_TOKEN_REGEX;
  token->text = g_strdup (text->str);
  token->unfinished = *self->next == '\0';
  if (token->unfinished)
    {
      set_wrong (token, g_strdup (_ ("The regular expression that begins here needs a / at its "
                                     "end.")));
      return;
    }
  self->next++;
  token->ignore_case = *self->next == 'i' && !is_name (self->next[1]);
  self->next += token->ignore_case ? 1 : 0;
}

static void
lex_mark (Lexer *self, WeftToken *token)
{
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (self->next, marks[i].word))
      {
        token->kind = marks[i].kind;
        self->next += strlen (marks[i].word);
        return;
      }
  if (*self->next == '=')
    set_wrong (token, g_strdup (_ ("Write == to compare.")));
  else if (*self->next == '&')
    set_wrong (token, g_strdup (_ ("Write && for “and”.")));
  else if (*self->next == '|')
    set_wrong (token, g_strdup (_ ("Write || for “or”.")));
  else
    set_wrong (token, g_strdup (_ ("This sign means nothing here; texts stand in quotes.")));
  self->next = g_utf8_next_char (self->next);
}

static void
lex_token (Lexer *self, WeftToken *token)
{
  char c = *self->next;

  if (c == '\0')
    token->kind = WEFT_TOKEN_END;
  else if (g_ascii_isdigit (c) || (c == '-' && g_ascii_isdigit (self->next[1])))
    lex_number (self, token);
  else if (g_ascii_isalpha (c) || c == '_')
    lex_name (self, token);
  else if (c == '"' || c == '\'')
    lex_text (self, token);
  else if (c == '/')
    lex_regex (self, token);
  else
    lex_mark (self, token);
}

GArray *
weft_expression_lex (const char *text)
{
  GArray *tokens = g_array_new (FALSE, TRUE, sizeof (WeftToken));
  Lexer self = { text, text };
  const char *valid_end;
  WeftTokenKind kind;

  g_utf8_validate (text, -1, &valid_end);
  g_array_set_clear_func (tokens, clear_token);
  do
    {
      WeftToken token = { WEFT_TOKEN_END };

      while (g_ascii_isspace (*self.next))
        self.next++;
      token.place.start = (gsize) (self.next - text);
      if (*valid_end == '\0')
        lex_token (&self, &token);
      else
        {
          set_wrong (&token, g_strdup (_ ("The filter is not valid UTF-8.")));
          token.place.start = (gsize) (valid_end - text);
          self.next = valid_end + 1;
        }
      token.place.length = (gsize) (self.next - text) - token.place.start;
      kind = token.kind;
      g_array_append_val (tokens, token);
    }
  while (kind != WEFT_TOKEN_END && kind != WEFT_TOKEN_WRONG);
  return tokens;
}
