/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-completion.h"

#include <sqlite3.h>
#include <string.h>

#include "weft-query-functions.h"

/* --- words -------------------------------------------------------------------------------------- */

/* A word, or one character that is no part of one. */
typedef struct
{
  const char *start;
  gsize length;
  gboolean is_word;
} Token;

static gboolean
is_word_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || (byte & 0x80) != 0;
}

/* Behind a comment or a text in quotes that begins at `at`; `at` where there is none. */
static const char *
skip_quoted (const char *at, const char *end)
{
  const char *close = NULL;
  gsize length = 1;

  if (*at == '\'')
    close = memchr (at + 1, '\'', (gsize) (end - at) - 1);
  else if (g_str_has_prefix (at, "--"))
    close = memchr (at, '\n', (gsize) (end - at));
  else if (g_str_has_prefix (at, "/*"))
    {
      close = g_strstr_len (at + 2, end - at - 2, "*/");
      length = 2;
    }
  else
    return at;
  return close != NULL ? close + length : end + 1;
}

/* The tokens of [sql, end), from the first on. NULL where `end` is in a comment or a text. */
static GArray *
split (const char *sql, const char *end)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (Token));

  for (const char *at = sql; at < end;)
    {
      const char *behind = skip_quoted (at, end);
      Token token = { at, 1, is_word_byte (*at) };

      if (behind > end)
        return NULL;
      if (behind > at || g_ascii_isspace (*at) || *at == '"')
        {
          at = MAX (behind, at + 1);
          continue;
        }
      while (token.is_word && at + token.length < end && is_word_byte (at[token.length]))
        token.length++;
      g_array_append_val (tokens, token);
      at += token.length;
    }
  return g_steal_pointer (&tokens);
}

static gboolean
is_same (const Token *token, const char *word)
{
  return strlen (word) == token->length
         && g_ascii_strncasecmp (token->start, word, token->length) == 0;
}

static gboolean
is_one_of (const Token *token, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (is_same (token, words[i]))
      return TRUE;
  return FALSE;
}

/* --- tables that a query names ------------------------------------------------------------------ */

typedef struct
{
  const WeftQueryTable *table;
  const Token *alias; /* nullable */
} Named;

static const WeftQueryTable *
find_table (const WeftQueryFamily *family, const Token *name)
{
  guint n;
  const WeftQueryTable *common = weft_query_trace_list_common (&n);

  for (guint i = 0; i < family->n_tables; i++)
    if (is_same (name, family->tables[i].name))
      return &family->tables[i];
  for (guint i = 0; i < n; i++)
    if (is_same (name, common[i].name))
      return &common[i];
  return NULL;
}

/* Tables stand behind FROM and JOIN, and in a list of them behind a comma: whatever has the name of one and no
 * point behind it may be one. */
static GArray *
list_named (const WeftQueryFamily *family, const GArray *tokens)
{
  static const char *const behind[] = { "JOIN",  "LEFT",  "INNER", "CROSS", "ON",    "USING",
                                        "WHERE", "GROUP", "ORDER", "LIMIT", "UNION", NULL };
  GArray *named = g_array_new (FALSE, FALSE, sizeof (Named));

  for (guint i = 1; i < tokens->len; i++)
    {
      const Token *token = &g_array_index (tokens, Token, i), *before = token - 1;
      const Token *next = i + 1 < tokens->len ? token + 1 : NULL;
      Named item = { NULL, NULL };
      gboolean is_place = is_same (before, "FROM") || is_same (before, "JOIN")
                          || is_same (before, ",") || is_same (before, ".");

      if (token->is_word && is_place && (next == NULL || !is_same (next, ".")))
        item.table = find_table (family, token);
      if (item.table == NULL)
        continue;
      if (next != NULL && is_same (next, "AS"))
        next = i + 2 < tokens->len ? next + 1 : NULL;
      if (next != NULL && next->is_word && !is_one_of (next, behind))
        item.alias = next;
      g_array_append_val (named, item);
    }
  return named;
}

/* --- candidates --------------------------------------------------------------------------------- */

typedef struct
{
  GArray *candidates;
  const char *prefix;
  gsize length;
} List;

static void
clear_candidate (gpointer candidate)
{
  g_free (((WeftQueryCandidate *) candidate)->text);
}

static void
add (List *self, const char *text, const char *detail, const char *doc)
{
  WeftQueryCandidate candidate = { NULL, detail, doc };

  if (g_ascii_strncasecmp (text, self->prefix, self->length) != 0)
    return;
  candidate.text = sqlite3_keyword_check (text, (int) strlen (text))
                     ? g_strconcat ("\"", text, "\"", NULL)
                     : g_strdup (text);
  for (guint i = 0; i < self->candidates->len; i++)
    if (g_str_equal (g_array_index (self->candidates, WeftQueryCandidate, i).text, candidate.text))
      {
        g_free (candidate.text);
        return;
      }
  g_array_append_val (self->candidates, candidate);
}

static void
add_columns (List *self, const WeftQueryTable *table)
{
  g_autoptr (GPtrArray) columns = weft_query_table_list_columns (table);

  for (guint i = 0; i < columns->len; i++)
    {
      const WeftField *column = columns->pdata[i];

      add (self, weft_query_table_get_name (table, column), table->name,
           column->doc != NULL ? column->doc : column->title);
    }
}

static void
add_tables (List *self, const WeftQueryFamily *family)
{
  guint n;
  const WeftQueryTable *common = weft_query_trace_list_common (&n);

  for (guint i = 0; i < family->n_tables; i++)
    add (self, family->tables[i].name, NULL, family->tables[i].schema->doc);
  for (guint i = 0; i < n; i++)
    add (self, common[i].name, NULL, common[i].schema->doc);
}

static void
add_words (List *self)
{
  static const char *const words[] = { "SELECT", "FROM", "WHERE",  "GROUP BY", "ORDER BY", "LIMIT",
                                       "JOIN",   "DESC", "HAVING", "DISTINCT", "WITH",     "count(",
                                       "sum(",   "avg(", "min(",   "max(",     NULL };

  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_strncasecmp (words[i], self->prefix, self->length) == 0)
      {
        const WeftQueryCandidate candidate = { g_strdup (words[i]), NULL, NULL };

        g_array_append_val (self->candidates, candidate);
      }
}

static void
add_functions (List *self)
{
  for (const WeftQueryFunction *function = weft_query_functions; function->call != NULL; function++)
    {
      g_autofree char *name = g_strndup (function->call, strcspn (function->call, "(") + 1);

      add (self, name, NULL, function->doc);
    }
}

/* Behind a table or its other name and a point. */
static void
add_members (List *self, const WeftQueryFamily *family, const GArray *named, const Token *owner)
{
  if (is_same (owner, "a"))
    add_tables (self, family);
  for (guint i = 0; i < named->len; i++)
    {
      const Named *item = &g_array_index (named, Named, i);

      if (is_same (owner, item->table->name)
          || (item->alias != NULL && item->alias->length == owner->length
              && g_ascii_strncasecmp (item->alias->start, owner->start, owner->length) == 0))
        add_columns (self, item->table);
    }
}

/* Who has not yet said which table is to be asked may mean a column of any. */
static void
add_anything (List *self, const WeftQueryFamily *family, const GArray *named)
{
  for (guint i = 0; i < named->len; i++)
    add_columns (self, g_array_index (named, Named, i).table);
  for (guint i = 0; named->len == 0 && self->length > 0 && i < family->n_tables; i++)
    add_columns (self, &family->tables[i]);
  add_functions (self);
  add_tables (self, family);
  add_words (self);
}

GArray *
weft_query_complete (const WeftQueryFamily *family, const char *sql, gsize cursor,
                     WeftTextPlace *place)
{
  const char *end = sql + strlen (sql), *word = sql + MIN (cursor, strlen (sql));
  g_autoptr (GArray) before = NULL, all = split (sql, end), named = NULL;
  List list = { g_array_new (FALSE, FALSE, sizeof (WeftQueryCandidate)), NULL, 0 };
  const Token *last;

  while (word > sql && is_word_byte (word[-1]))
    word--;
  list.prefix = word;
  list.length = (gsize) (sql + MIN (cursor, strlen (sql)) - word);
  *place = (WeftTextPlace){ (gsize) (word - sql), list.length };
  g_array_set_clear_func (list.candidates, clear_candidate);
  before = split (sql, word);
  if (before == NULL)
    return list.candidates;
  named = list_named (family, all != NULL ? all : before);
  last = before->len > 0 ? &g_array_index (before, Token, before->len - 1) : NULL;
  if (last != NULL && is_same (last, ".") && before->len > 1)
    add_members (&list, family, named, last - 1);
  else if (last != NULL && (is_same (last, "FROM") || is_same (last, "JOIN")))
    add_tables (&list, family);
  else
    add_anything (&list, family, named);
  return list.candidates;
}
