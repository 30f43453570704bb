/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-expression-complete.h"

#include "weft-expression-lexer.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The kinds of words that are expected next. */
typedef enum
{
  EXPECT_PREDICATE,
  EXPECT_ARGUMENT_OPEN,
  EXPECT_ARGUMENT,
  EXPECT_ARGUMENT_CLOSE,
  EXPECT_DOT,
  EXPECT_MEMBER,
  EXPECT_RELATION, /* after a field or a number */
  EXPECT_VALUE,
  EXPECT_TO,
  EXPECT_RANGE_END,
  EXPECT_JOIN,    /* && || ) */
  EXPECT_NOTHING, /* this will never be a filter */
} Expected;

typedef struct
{
  const WeftLanguage *language;
  Expected expected;
  int function;           /* whose argument or member is next */
  const WeftField *field; /* the last one; NULL: a number */
  WeftTokenKind relation;
  guint n_open;

  const char *prefix; /* of the word at the cursor */
  GArray *candidates;
} Completer;

/* --- what the words before say ---------------------------------------------------------------- */

static void
set_field (Completer *self, const WeftField *field)
{
  self->field = field;
  self->expected = self->relation != WEFT_TOKEN_END || field->type == WEFT_FIELD_FLAG
                     ? EXPECT_JOIN
                     : EXPECT_RELATION;
}

static void
take_name (Completer *self, const char *name)
{
  const WeftLanguage *language = self->language;
  const WeftField *field;

  self->expected = EXPECT_NOTHING;
  for (guint i = 0; i < language->n_functions; i++)
    if (strcmp (language->functions[i].name, name) == 0)
      {
        self->function = (int) i;
        self->expected = EXPECT_ARGUMENT_OPEN;
        return;
      }
  field = weft_schema_find (language->schema, WEFT_FIELD_FILTER, name);
  if (field != NULL)
    set_field (self, field);
}

static void
take_member (Completer *self, const char *name)
{
  const WeftFieldFunction *function = &self->language->functions[self->function];
  const WeftField *field = weft_schema_find (function->members, WEFT_FIELD_FILTER, name);

  self->expected = EXPECT_NOTHING;
  if (field != NULL)
    set_field (self, field);
}

static void
take_predicate (Completer *self, const WeftToken *token)
{
  self->relation = WEFT_TOKEN_END;
  self->field = NULL;
  if (token->kind == WEFT_TOKEN_NAME)
    take_name (self, token->text);
  else if (token->kind == WEFT_TOKEN_NUMBER)
    self->expected = EXPECT_RELATION;
  else if (token->kind == WEFT_TOKEN_OPEN)
    self->n_open++;
  else if (token->kind != WEFT_TOKEN_NOT)
    self->expected = EXPECT_NOTHING;
}

static void
take_relation (Completer *self, WeftTokenKind kind)
{
  gboolean text = self->field != NULL && self->field->type == WEFT_FIELD_TEXT;
  gboolean known = weft_token_is_relation (kind)
                   || kind == (text ? WEFT_TOKEN_MATCHES : WEFT_TOKEN_IN)
                   || (text && kind == WEFT_TOKEN_CONTAINS);

  self->relation = kind;
  self->expected = known ? EXPECT_VALUE : EXPECT_NOTHING;
}

static void
take_value (Completer *self, const WeftToken *token)
{
  if (self->relation == WEFT_TOKEN_IN)
    self->expected = token->kind == WEFT_TOKEN_NUMBER ? EXPECT_TO : EXPECT_NOTHING;
  else if (token->kind == WEFT_TOKEN_NAME)
    take_name (self, token->text);
  else
    self->expected = EXPECT_JOIN;
}

static void
take_join (Completer *self, WeftTokenKind kind)
{
  if (kind == WEFT_TOKEN_AND || kind == WEFT_TOKEN_OR)
    self->expected = EXPECT_PREDICATE;
  else if (kind == WEFT_TOKEN_CLOSE && self->n_open > 0)
    self->n_open--;
  else
    self->expected = EXPECT_NOTHING;
}

static void
take_exactly (Completer *self, const WeftToken *token, WeftTokenKind kind, Expected then)
{
  self->expected = token->kind == kind ? then : EXPECT_NOTHING;
}

static void
take (Completer *self, const WeftToken *token)
{
  switch (self->expected)
    {
    case EXPECT_PREDICATE:
      take_predicate (self, token);
      break;
    case EXPECT_ARGUMENT_OPEN:
      take_exactly (self, token, WEFT_TOKEN_OPEN, EXPECT_ARGUMENT);
      break;
    case EXPECT_ARGUMENT:
      take_exactly (self, token, WEFT_TOKEN_TEXT, EXPECT_ARGUMENT_CLOSE);
      break;
    case EXPECT_ARGUMENT_CLOSE:
      take_exactly (self, token, WEFT_TOKEN_CLOSE, EXPECT_DOT);
      break;
    case EXPECT_DOT:
      take_exactly (self, token, WEFT_TOKEN_DOT, EXPECT_MEMBER);
      break;
    case EXPECT_MEMBER:
      take_member (self, token->kind == WEFT_TOKEN_NAME ? token->text : "");
      break;
    case EXPECT_RELATION:
      take_relation (self, token->kind);
      break;
    case EXPECT_VALUE:
      take_value (self, token);
      break;
    case EXPECT_TO:
      take_exactly (self, token, WEFT_TOKEN_TO, EXPECT_RANGE_END);
      break;
    case EXPECT_RANGE_END:
      take_exactly (self, token, WEFT_TOKEN_NUMBER, EXPECT_JOIN);
      break;
    case EXPECT_JOIN:
      take_join (self, token->kind);
      break;
    case EXPECT_NOTHING:
    default:
      break;
    }
}

/* --- candidates ------------------------------------------------------------------------------- */

/* Takes the text. */
static void
add (Completer *self, WeftCandidateKind kind, char *text, const char *doc)
{
  WeftCandidate candidate = { kind, text, doc };

  if (g_ascii_strncasecmp (text, self->prefix, strlen (self->prefix)) == 0)
    g_array_append_val (self->candidates, candidate);
  else
    g_free (text);
}

static void
add_mark (Completer *self, const char *text, const char *doc)
{
  add (self, WEFT_CANDIDATE_MARK, g_strdup (text), doc);
}

static void
add_fields (Completer *self, const WeftSchema *schema, gboolean numbers)
{
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (schema, WEFT_FIELD_FILTER, field)
    if (!numbers || weft_field_is_number (field))
      add (self, WEFT_CANDIDATE_FIELD, g_strdup (field->key), field->doc);
}

static void
add_operands (Completer *self, gboolean numbers)
{
  const WeftLanguage *language = self->language;

  add_fields (self, language->schema, numbers);
  for (guint i = 0; i < language->n_functions; i++)
    add (self, WEFT_CANDIDATE_FUNCTION, g_strdup_printf ("%s(", language->functions[i].name),
         language->functions[i].doc);
}

static void
add_relations (Completer *self)
{
  gboolean text = self->field != NULL && self->field->type == WEFT_FIELD_TEXT;

  add_mark (self, "==", N_ ("is"));
  add_mark (self, "!=", N_ ("is not"));
  if (text)
    {
      add_mark (self, "contains", N_ ("has the letters somewhere"));
      add_mark (self, "~", N_ ("matches the regular expression between slashes"));
      return;
    }
  add_mark (self, "<", N_ ("is less than"));
  add_mark (self, "<=", N_ ("is at most"));
  add_mark (self, ">", N_ ("is more than"));
  add_mark (self, ">=", N_ ("is at least"));
  if (self->field != NULL)
    add_mark (self, "in", N_ ("lies in a range that includes both its ends, such as 10..20"));
}

static void
add_values (Completer *self, int function, const WeftField *field, WeftListValues values,
            gpointer user_data)
{
  g_auto (GStrv) texts = values != NULL ? values (function, field, user_data) : NULL;

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    add (self, WEFT_CANDIDATE_VALUE, weft_expression_quote (texts[i]), NULL);
}

static void
add_candidates (Completer *self, WeftListValues values, gpointer user_data)
{
  gboolean text = self->field != NULL && self->field->type == WEFT_FIELD_TEXT;

  if (self->expected == EXPECT_PREDICATE)
    {
      add_operands (self, FALSE);
      add_mark (self, "!", N_ ("does not hold"));
      add_mark (self, "(", NULL);
    }
  else if (self->expected == EXPECT_ARGUMENT_OPEN)
    add_mark (self, "(", NULL);
  else if (self->expected == EXPECT_ARGUMENT)
    add_values (self, self->function, NULL, values, user_data);
  else if (self->expected == EXPECT_ARGUMENT_CLOSE)
    add_mark (self, ")", NULL);
  else if (self->expected == EXPECT_DOT)
    add_mark (self, ".", NULL);
  else if (self->expected == EXPECT_MEMBER)
    add_fields (self, self->language->functions[self->function].members, FALSE);
  else if (self->expected == EXPECT_RELATION)
    add_relations (self);
  else if (self->expected == EXPECT_VALUE && text && self->relation != WEFT_TOKEN_MATCHES)
    add_values (self, WEFT_NO_FUNCTION, self->field, values, user_data);
  else if (self->expected == EXPECT_VALUE && !text && self->relation != WEFT_TOKEN_IN)
    add_operands (self, TRUE);
  else if (self->expected == EXPECT_TO)
    add_mark (self, "..", N_ ("up to and including"));
  else if (self->expected == EXPECT_JOIN)
    {
      add_mark (self, "&&", N_ ("and"));
      add_mark (self, "||", N_ ("or, which binds less than and"));
      if (self->n_open > 0)
        add_mark (self, ")", NULL);
    }
}

/* The word at the cursor, if the text up to there ends in one that is not finished. */
static gboolean
is_unfinished (const WeftToken *token, gsize cursor)
{
  if (token->kind == WEFT_TOKEN_WRONG)
    return TRUE;
  return (token->kind == WEFT_TOKEN_NAME || token->kind == WEFT_TOKEN_IN
          || token->kind == WEFT_TOKEN_CONTAINS)
         && token->place.start + token->place.length == cursor;
}

static void
clear_candidate (gpointer data)
{
  g_free (((WeftCandidate *) data)->text);
}

GArray *
weft_expression_complete (const WeftLanguage *language, const char *text, gsize cursor,
                          WeftListValues values, gpointer user_data, WeftTextPlace *place)
{
  g_autofree char *before = g_strndup (text, cursor);
  g_autoptr (GArray) tokens = weft_expression_lex (before);
  Completer self = { language,
                     EXPECT_PREDICATE,
                     WEFT_NO_FUNCTION,
                     NULL,
                     WEFT_TOKEN_END,
                     0,
                     "",
                     g_array_new (FALSE, FALSE, sizeof (WeftCandidate)) };

  cursor = strlen (before);
  *place = (WeftTextPlace){ cursor, 0 };
  g_array_set_clear_func (self.candidates, clear_candidate);
  for (guint i = 0; i < tokens->len; i++)
    {
      const WeftToken *token = &g_array_index (tokens, WeftToken, i);

      if (token->kind == WEFT_TOKEN_END)
        break;
      if (!is_unfinished (token, cursor))
        {
          take (&self, token);
          continue;
        }
      *place = (WeftTextPlace){ token->place.start, cursor - token->place.start };
      self.prefix = before + token->place.start;
    }
  if (*self.prefix == '\'')
    before[place->start] = '"';
  add_candidates (&self, values, user_data);
  return self.candidates;
}
