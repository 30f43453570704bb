/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-close-names.h"
#include "weft-expression-lexer.h"
#include "weft-expression-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A parser that goes down: one function for each line of the grammar.
 *
 *     or        = and { "||" and }
 *     and       = not { "&&" not }
 *     not       = "!" not | "(" or ")" | predicate
 *     predicate = FLAG | number relation number | number "in" NUMBER ".." NUMBER
 *               | text ("==" | "!=" | "contains") TEXT | text "~" REGEX
 *     number    = NUMBER | field
 *     field     = NAME | NAME "(" TEXT ")" "." NAME
 */

#define MAX_DEPTH 100

typedef struct
{
  const WeftLanguage *language;
  GArray *tokens;
  guint next;
  guint depth;
  WeftTextPlace place; /* of the error */
  GError *error;
} Parser;

static WeftNode *parse_or (Parser *self);

static const WeftToken *
peek (const Parser *self)
{
  return &g_array_index (self->tokens, WeftToken, self->next);
}

static gboolean
accept_token (Parser *self, WeftTokenKind kind)
{
  if (peek (self)->kind != kind)
    return FALSE;
  self->next++;
  return TRUE;
}

/* --- errors ----------------------------------------------------------------------------------- */

/* Takes the sentence. What the lexer could not read is the error, whatever was expected. */
static void
fail (Parser *self, const WeftToken *token, WeftExpressionError code, char *sentence)
{
  if (self->error == NULL)
    {
      self->place = token->place;
      self->error = g_error_new_literal (WEFT_EXPRESSION_ERROR, (gint) code,
                                         token->kind == WEFT_TOKEN_WRONG ? token->text : sentence);
    }
  g_free (sentence);
}

static void
fail_syntax (Parser *self, const char *sentence)
{
  fail (self, peek (self), WEFT_EXPRESSION_ERROR_SYNTAX, g_strdup (sentence));
}

static gboolean
expect (Parser *self, WeftTokenKind kind, const char *sentence)
{
  if (accept_token (self, kind))
    return TRUE;
  fail_syntax (self, sentence);
  return FALSE;
}

static void
fail_name (Parser *self, const WeftToken *token, GPtrArray *names, const char *sentence)
{
  g_autofree char *close = weft_close_names_list (token->text, names);
  g_autofree char *all = NULL;

  g_ptr_array_add (names, NULL);
  all = g_strjoinv (", ", (char **) names->pdata);
  if (close != NULL)
    fail (self, token, WEFT_EXPRESSION_ERROR_NAME,
          g_strdup_printf (_ ("%s “%s”. Close to it: %s."), sentence, token->text, close));
  else
    fail (self, token, WEFT_EXPRESSION_ERROR_NAME,
          g_strdup_printf (_ ("%s “%s”. There are: %s."), sentence, token->text, all));
}

/* --- fields ----------------------------------------------------------------------------------- */

static void
add_names (GPtrArray *names, const WeftSchema *schema)
{
  const WeftField *field;

  WEFT_FOR_EACH_FIELD (schema, WEFT_FIELD_FILTER, field)
    g_ptr_array_add (names, (gpointer) field->key);
}

static gboolean
find_field (const WeftSchema *schema, const char *key, WeftFieldUse *use)
{
  use->field = weft_schema_find (schema, WEFT_FIELD_FILTER, key);
  use->index = use->field != NULL ? (guint) (use->field - schema->fields) : 0;
  return use->field != NULL;
}

static int
find_function (const WeftLanguage *language, const char *name)
{
  for (guint i = 0; i < language->n_functions; i++)
    if (strcmp (language->functions[i].name, name) == 0)
      return (int) i;
  return WEFT_NO_FUNCTION;
}

/* The argument and the field behind the name of a function. */
static gboolean
parse_member (Parser *self, WeftFieldUse *use)
{
  const WeftFieldFunction *function = &self->language->functions[use->function];
  g_autofree char *example =
    g_strdup_printf (_ ("Expected an argument and a field, as in %s(\"…\").%s."), function->name,
                     function->members->fields[0].key);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const WeftToken *token;

  if (!expect (self, WEFT_TOKEN_OPEN, example))
    return FALSE;
  token = peek (self);
  if (!expect (self, WEFT_TOKEN_TEXT, example))
    return FALSE;
  use->argument = g_strdup (token->text);
  if (!expect (self, WEFT_TOKEN_CLOSE, _ ("Expected ) after the argument."))
      || !expect (self, WEFT_TOKEN_DOT, example))
    return FALSE;
  token = peek (self);
  if (token->kind == WEFT_TOKEN_NAME && find_field (function->members, token->text, use))
    return accept_token (self, WEFT_TOKEN_NAME);
  add_names (names, function->members);
  if (token->kind == WEFT_TOKEN_NAME)
    fail_name (self, token, names, _ ("There is no field"));
  else
    fail_syntax (self, example);
  return FALSE;
}

/* At a name. */
static gboolean
parse_field (Parser *self, WeftFieldUse *use)
{
  const WeftLanguage *language = self->language;
  const WeftToken *token = peek (self);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  self->next++;
  use->function = find_function (language, token->text);
  if (use->function != WEFT_NO_FUNCTION)
    return parse_member (self, use);
  if (find_field (language->schema, token->text, use))
    return TRUE;
  add_names (names, language->schema);
  for (guint i = 0; i < language->n_functions; i++)
    g_ptr_array_add (names, (gpointer) language->functions[i].name);
  fail_name (self, token, names, _ ("There is no field"));
  return FALSE;
}

/* --- predicates ------------------------------------------------------------------------------- */

static WeftNode *
new_node (WeftNodeKind kind, WeftFieldUse *use)
{
  WeftNode *node = g_new0 (WeftNode, 1);

  node->kind = kind;
  node->use.function = node->other.function = WEFT_NO_FUNCTION;
  if (use == NULL)
    return node;
  node->use = *use;
  node->cost = MAX (use->field->cost, 1);
  *use = (WeftFieldUse){ NULL };
  return node;
}

static const WeftWhole lowest = { TRUE, G_MAXUINT64 };
static const WeftWhole highest = { FALSE, G_MAXUINT64 };

static WeftWhole
step (WeftWhole number, int by)
{
  if (number.magnitude == 0)
    return (WeftWhole){ by < 0, 1 };
  if (number.negative == (by < 0))
    return (WeftWhole){ number.negative, number.magnitude + 1 };
  number.magnitude--;
  number.negative &= number.magnitude > 0;
  return number;
}

static gboolean
is_bound (WeftWhole number, WeftWhole bound)
{
  return number.negative == bound.negative && number.magnitude == bound.magnitude;
}

/* The numbers that stand in the relation to `number`. */
static void
set_range (WeftNode *node, WeftRelation relation, WeftWhole number)
{
  gboolean none = (relation == WEFT_RELATION_LESS && is_bound (number, lowest))
                  || (relation == WEFT_RELATION_GREATER && is_bound (number, highest));

  node->low = lowest;
  node->high = highest;
  node->outside = relation == WEFT_RELATION_NOT_EQUAL || none;
  if (none)
    return;
  if (relation == WEFT_RELATION_LESS)
    node->high = step (number, -1);
  else if (relation == WEFT_RELATION_GREATER)
    node->low = step (number, 1);
  if (relation == WEFT_RELATION_EQUAL || relation == WEFT_RELATION_NOT_EQUAL
      || relation == WEFT_RELATION_AT_LEAST)
    node->low = number;
  if (relation == WEFT_RELATION_EQUAL || relation == WEFT_RELATION_NOT_EQUAL
      || relation == WEFT_RELATION_AT_MOST)
    node->high = number;
}

/* The relation with its sides exchanged. */
static WeftRelation
turn (WeftRelation relation)
{
  static const WeftRelation turned[] = {
    WEFT_RELATION_EQUAL,    WEFT_RELATION_NOT_EQUAL, WEFT_RELATION_GREATER,
    WEFT_RELATION_AT_LEAST, WEFT_RELATION_LESS,      WEFT_RELATION_AT_MOST,
  };

  return turned[relation];
}

static char *
say_how (const WeftField *field)
{
  switch (field->type)
    {
    case WEFT_FIELD_NUMBER:
    case WEFT_FIELD_COUNT:
      return g_strdup_printf (
        _ ("“%s” is a number: compare it (== != < <= > >=) with one, or say in A..B."), field->key);
    case WEFT_FIELD_TEXT:
      return g_strdup_printf (_ ("“%s” is a text: say == or != \"…\", contains \"…\", or ~ /…/."),
                              field->key);
    case WEFT_FIELD_FLAG:
    case WEFT_FIELD_REAL:
    case WEFT_FIELD_ANY:
    default:
      return g_strdup_printf (_ ("“%s” holds or does not: it stands alone, or after !."),
                              field->key);
    }
}

static void
fail_type (Parser *self, const WeftToken *token, const WeftField *field)
{
  fail (self, token, WEFT_EXPRESSION_ERROR_TYPE, say_how (field));
}

/* After a number field and a relation. */
static WeftNode *
parse_number_relation (Parser *self, WeftFieldUse *use, WeftRelation relation)
{
  const WeftToken *token = peek (self);
  WeftFieldUse other = { NULL };
  WeftNode *node;

  if (accept_token (self, WEFT_TOKEN_NUMBER))
    {
      node = new_node (WEFT_NODE_RANGE, use);
      set_range (node, relation, token->number);
      return node;
    }
  if (token->kind != WEFT_TOKEN_NAME)
    {
      if (token->kind == WEFT_TOKEN_END || token->kind == WEFT_TOKEN_WRONG)
        fail_syntax (self, _ ("Expected a number or a field."));
      else
        fail_type (self, token, use->field);
      return NULL;
    }
  if (!parse_field (self, &other) || !weft_field_is_number (other.field))
    {
      if (other.field != NULL)
        fail_type (self, token, use->field);
      g_free (other.argument);
      return NULL;
    }
  node = new_node (WEFT_NODE_COMPARE, use);
  node->other = other;
  node->relation = relation;
  node->cost += MAX (other.field->cost, 1);
  return node;
}

static gboolean
is_above (WeftWhole a, WeftWhole b)
{
  if (a.negative != b.negative)
    return b.negative;
  return a.negative ? a.magnitude < b.magnitude : a.magnitude > b.magnitude;
}

/* After "in". */
static WeftNode *
parse_range (Parser *self, WeftFieldUse *use)
{
  const WeftToken *first = peek (self), *last;
  WeftNode *node;

  if (!expect (self, WEFT_TOKEN_NUMBER, _ ("Expected a range after “in”, such as 10..20."))
      || !expect (self, WEFT_TOKEN_TO, _ ("Expected .. and the last number of the range.")))
    return NULL;
  last = peek (self);
  if (!expect (self, WEFT_TOKEN_NUMBER, _ ("Expected the last number of the range.")))
    return NULL;
  if (is_above (first->number, last->number))
    {
      fail (self, last, WEFT_EXPRESSION_ERROR_TYPE,
            g_strdup (_ ("A range ends where it begins or above: exchange the two numbers.")));
      return NULL;
    }
  node = new_node (WEFT_NODE_RANGE, use);
  node->low = first->number;
  node->high = last->number;
  return node;
}

/* Takes `use`. */
static WeftNode *
make_text_node (Parser *self, WeftFieldUse *use, WeftTextMatch match, gboolean outside)
{
  const WeftToken *token = peek (self);
  g_autoptr (GError) error = NULL;
  WeftTextMatcher *matcher;
  WeftNode *node;

  matcher = weft_text_matcher_new (match, token->text, token->ignore_case, NULL, &error);
  if (matcher == NULL)
    {
      fail (self, token, WEFT_EXPRESSION_ERROR_SYNTAX, g_strdup (error->message));
      return NULL;
    }
  self->next++;
  node = new_node (WEFT_NODE_TEXT, use);
  node->matcher = matcher;
  node->outside = outside;
  return node;
}

/* After a text field. */
static WeftNode *
parse_text (Parser *self, WeftFieldUse *use, const WeftToken *name)
{
  const WeftToken *token = peek (self);
  gboolean regex = token->kind == WEFT_TOKEN_MATCHES;
  gboolean part = token->kind == WEFT_TOKEN_CONTAINS;

  if (!regex && !part && token->kind != WEFT_TOKEN_EQUAL && token->kind != WEFT_TOKEN_NOT_EQUAL)
    {
      fail_type (self, token->kind == WEFT_TOKEN_END ? name : token, use->field);
      return NULL;
    }
  self->next++;
  if (peek (self)->kind != (regex ? WEFT_TOKEN_REGEX : WEFT_TOKEN_TEXT))
    {
      fail_syntax (self, regex ? _ ("Expected a regular expression between slashes, such as /ld/.")
                               : _ ("Expected a text in quotes."));
      return NULL;
    }
  return make_text_node (self, use,
                         regex  ? WEFT_MATCH_REGEX
                         : part ? WEFT_MATCH_PART
                                : WEFT_MATCH_WHOLE,
                         token->kind == WEFT_TOKEN_NOT_EQUAL);
}

/* After a number field. */
static WeftNode *
parse_number (Parser *self, WeftFieldUse *use, const WeftToken *name)
{
  const WeftToken *token = peek (self);

  if (accept_token (self, WEFT_TOKEN_IN))
    return parse_range (self, use);
  if (weft_token_is_relation (token->kind))
    {
      self->next++;
      return parse_number_relation (self, use, (WeftRelation) (token->kind - WEFT_TOKEN_EQUAL));
    }
  fail_type (self, token->kind == WEFT_TOKEN_END ? name : token, use->field);
  return NULL;
}

/* After a number: a relation and a field. */
static WeftNode *
parse_turned (Parser *self, const WeftToken *number)
{
  const WeftToken *relation = peek (self), *name;
  WeftFieldUse use = { NULL };
  WeftNode *node = NULL;

  if (!weft_token_is_relation (relation->kind))
    {
      fail_syntax (self, _ ("Expected a comparison (== != < <= > >=) after the number."));
      return NULL;
    }
  self->next++;
  name = peek (self);
  if (name->kind != WEFT_TOKEN_NAME)
    fail_syntax (self, _ ("Expected a field to compare the number with."));
  else if (parse_field (self, &use) && !weft_field_is_number (use.field))
    fail_type (self, name, use.field);
  else if (self->error == NULL)
    {
      node = new_node (WEFT_NODE_RANGE, &use);
      set_range (node, turn ((WeftRelation) (relation->kind - WEFT_TOKEN_EQUAL)), number->number);
    }
  g_free (use.argument);
  return node;
}

static WeftNode *
parse_predicate (Parser *self)
{
  const WeftToken *token = peek (self);
  WeftFieldUse use = { NULL };
  WeftNode *node = NULL;

  if (accept_token (self, WEFT_TOKEN_NUMBER))
    return parse_turned (self, token);
  if (token->kind != WEFT_TOKEN_NAME)
    {
      fail_syntax (self, _ ("Expected a field, ! or (."));
      return NULL;
    }
  if (parse_field (self, &use))
    {
      if (use.field->type == WEFT_FIELD_TEXT)
        node = parse_text (self, &use, token);
      else if (weft_field_is_number (use.field))
        node = parse_number (self, &use, token);
      else if (weft_token_is_relation (peek (self)->kind))
        fail_type (self, peek (self), use.field);
      else
        node = new_node (WEFT_NODE_FLAG, &use);
    }
  g_free (use.argument);
  return node;
}

/* --- what holds predicates together ----------------------------------------------------------- */

static WeftNode *
new_parent (WeftNodeKind kind, WeftNode *child)
{
  WeftNode *node = new_node (kind, NULL);

  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_node_free);
  g_ptr_array_add (node->children, child);
  node->cost = child->cost;
  return node;
}

static WeftNode *
parse_not (Parser *self)
{
  WeftNode *node = NULL;

  if (self->depth == MAX_DEPTH)
    {
      fail (self, peek (self), WEFT_EXPRESSION_ERROR_SYNTAX,
            g_strdup_printf (_ ("Nothing stands in more than %d parentheses and !."), MAX_DEPTH));
      return NULL;
    }
  self->depth++;
  if (accept_token (self, WEFT_TOKEN_NOT))
    {
      node = parse_not (self);
      node = node != NULL ? new_parent (WEFT_NODE_NOT, node) : NULL;
    }
  else if (accept_token (self, WEFT_TOKEN_OPEN))
    {
      node = parse_or (self);
      if (node != NULL && !expect (self, WEFT_TOKEN_CLOSE, _ ("Expected && or || or ).")))
        g_clear_pointer (&node, weft_node_free);
    }
  else
    node = parse_predicate (self);
  self->depth--;
  return node;
}

static int
compare_costs (gconstpointer a, gconstpointer b)
{
  const WeftNode *x = *(WeftNode *const *) a, *y = *(WeftNode *const *) b;

  return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Children that are joined by `mark`; what costs least is going to be asked first. */
static WeftNode *
parse_joined (Parser *self, WeftNodeKind kind, WeftTokenKind mark,
              WeftNode *(*parse_child) (Parser *) )
{
  g_autoptr (WeftNode) node = NULL;
  WeftNode *child = parse_child (self);

  if (child == NULL || peek (self)->kind != mark)
    return child;
  node = new_parent (kind, child);
  while (accept_token (self, mark))
    {
      child = parse_child (self);
      if (child == NULL)
        return NULL;
      g_ptr_array_add (node->children, child);
      node->cost += child->cost;
    }
  g_ptr_array_sort (node->children, compare_costs);
  return g_steal_pointer (&node);
}

static WeftNode *
parse_and (Parser *self)
{
  return parse_joined (self, WEFT_NODE_AND, WEFT_TOKEN_AND, parse_not);
}

static WeftNode *
parse_or (Parser *self)
{
  return parse_joined (self, WEFT_NODE_OR, WEFT_TOKEN_OR, parse_and);
}

WeftExpression *
weft_expression_parse (const WeftLanguage *language, const char *text, WeftTextPlace *place,
                       GError **error)
{
  g_autoptr (GArray) tokens = weft_expression_lex (text);
  Parser self = { language, tokens };
  g_autoptr (WeftNode) root = parse_or (&self);

  if (root != NULL && peek (&self)->kind != WEFT_TOKEN_END)
    fail_syntax (&self, _ ("Expected && or || or the end of the filter."));
  if (self.error == NULL)
    return weft_expression_new (language, g_steal_pointer (&root));
  if (place != NULL)
    *place = self.place;
  g_propagate_error (error, self.error);
  return NULL;
}
