/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-test.h"

#include <string.h>

char
weft_query_test_find_op (int sqlite_op)
{
  switch (sqlite_op)
    {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return '=';
    case SQLITE_INDEX_CONSTRAINT_LT:
      return '<';
    case SQLITE_INDEX_CONSTRAINT_LE:
      return 'l';
    case SQLITE_INDEX_CONSTRAINT_GT:
      return '>';
    case SQLITE_INDEX_CONSTRAINT_GE:
      return 'g';
    default:
      return 0;
    }
}

void
weft_query_test_init (WeftQueryTest *self, const WeftField *field, char op, sqlite3_value *value)
{
  *self = (WeftQueryTest){ .field = field, .op = op };
  switch (sqlite3_value_type (value))
    {
    case SQLITE_INTEGER:
      self->is_integer = TRUE;
      self->integer = sqlite3_value_int64 (value);
      break;
    case SQLITE_TEXT:
      /* Other comparisons of texts, and numbers as texts, are left to SQLite. */
      self->is_text = op == '=' && field != NULL && field->type == WEFT_FIELD_TEXT;
      self->text = self->is_text ? g_strdup ((const char *) sqlite3_value_text (value)) : NULL;
      break;
    case SQLITE_NULL:
      self->is_never = TRUE;
      break;
    default:
      break;
    }
}

void
weft_query_test_clear (WeftQueryTest *self)
{
  g_clear_pointer (&self->text, g_free);
}

static gboolean
compares (char op, gint64 a, gint64 b)
{
  switch (op)
    {
    case '=':
      return a == b;
    case '<':
      return a < b;
    case 'l':
      return a <= b;
    case '>':
      return a > b;
    case 'g':
    default:
      return a >= b;
    }
}

/* Words that are the same have the same number, so that runs of them are compared once. */
static gboolean
matches_text (WeftQueryTest *self, const WeftCell *cell)
{
  if (cell->type != WEFT_CELL_TEXT)
    return TRUE;
  if (cell->is_lent || cell->word == 0)
    return strcmp (cell->text, self->text) == 0;
  if (cell->word != self->word)
    {
      self->word = cell->word;
      self->word_passes = strcmp (cell->text, self->text) == 0;
    }
  return self->word_passes;
}

static gboolean
may_pass (WeftQueryTest *self, const WeftCell *cell)
{
  if (!weft_cell_is_known (cell))
    return FALSE;
  if (self->is_text)
    return matches_text (self, cell);
  if (!self->is_integer || cell->type == WEFT_CELL_REAL || cell->type == WEFT_CELL_TEXT)
    return TRUE;
  return compares (self->op, cell->integer, self->integer);
}

gboolean
weft_query_test_may_pass (WeftQueryTest *self, const WeftQueryWalk *walk)
{
  g_auto (WeftCell) cell = weft_cell_none ();

  if (self->is_never)
    return FALSE;
  if (self->field == NULL)
    return !self->is_integer
           || compares (self->op, weft_query_walk_get_rowid (walk), self->integer);
  cell = weft_query_walk_get (walk, self->field);
  return may_pass (self, &cell);
}

gboolean
weft_query_test_get_range (const WeftQueryTest *self, gint64 *least, gint64 *greatest)
{
  *least = G_MININT64;
  *greatest = G_MAXINT64;
  if (!self->is_integer)
    return FALSE;
  if (self->op == '=' || self->op == 'g')
    *least = self->integer;
  if (self->op == '=' || self->op == 'l')
    *greatest = self->integer;
  if (self->op == '>')
    *least = self->integer < G_MAXINT64 ? self->integer + 1 : G_MAXINT64;
  if (self->op == '<')
    *greatest = self->integer > G_MININT64 ? self->integer - 1 : G_MININT64;
  return TRUE;
}
