/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-expression-eval.h"

#include <string.h>

typedef struct
{
  const WeftRowSource *source; /* NULL: the fields' own getters answer */
  gpointer data;
  guint32 first;
  GHashTable *answers; /* by matcher: a GByteArray of Answer for each number of a word */
} Eval;

static void eval (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result);

static gboolean
any (const guint64 *words)
{
  for (guint i = 0; i < WEFT_EVAL_WORDS; i++)
    if (words[i] != 0)
      return TRUE;
  return FALSE;
}

/* --- cells ------------------------------------------------------------------------------------ */

static void
read_numbers (const Eval *self, const WeftFieldUse *use, const guint64 *wanted, gint64 *values,
              guint64 *present)
{
  if (self->source != NULL)
    {
      self->source->read_numbers (self->data, use, self->first, wanted, values, present);
      return;
    }
  WEFT_FOR_EACH_BIT (wanted, i)
    {
      WeftCell cell = weft_field_get (use->field, self->data, self->first + (guint32) i);

      values[i] = cell.integer;
      if (cell.type != WEFT_CELL_NONE)
        weft_set_bit (present, i);
    }
}

static void
read_flags (const Eval *self, const WeftFieldUse *use, const guint64 *wanted, guint64 *flags)
{
  if (self->source != NULL)
    {
      self->source->read_flags (self->data, use, self->first, wanted, flags);
      return;
    }
  WEFT_FOR_EACH_BIT (wanted, i)
    if (weft_field_get (use->field, self->data, self->first + (guint32) i).count != 0)
      weft_set_bit (flags, i);
}

/* Whether a word matches, asked once for each that comes up. */
typedef enum
{
  UNASKED,
  MATCHES,
  DIFFERS,
} Answer;

static gboolean
matches_text (const WeftTextMatcher *matcher, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  gsize from, to;

  return weft_text_matcher_find (matcher, valid, strlen (valid), &from, &to);
}

static gboolean
matches_cell (const WeftTextMatcher *matcher, GByteArray *answers, const WeftCell *cell)
{
  guint old = answers->len;

  if (cell->word == 0)
    return matches_text (matcher, cell->text);
  if (cell->word >= old)
    {
      g_byte_array_set_size (answers, MAX (cell->word + 1, 2 * old));
      memset (answers->data + old, UNASKED, answers->len - old);
    }
  if (answers->data[cell->word] == UNASKED)
    answers->data[cell->word] = matches_text (matcher, cell->text) ? MATCHES : DIFFERS;
  return answers->data[cell->word] == MATCHES;
}

static void
match_texts (const Eval *self, const WeftFieldUse *use, const WeftTextMatcher *matcher,
             const guint64 *wanted, guint64 *present, guint64 *matches)
{
  GByteArray *answers;

  if (self->source != NULL)
    {
      self->source->match_texts (self->data, use, matcher, self->first, wanted, present, matches);
      return;
    }
  answers = g_hash_table_lookup (self->answers, matcher);
  if (answers == NULL)
    {
      answers = g_byte_array_new ();
      g_hash_table_insert (self->answers, (gpointer) matcher, answers);
    }
  WEFT_FOR_EACH_BIT (wanted, i)
    {
      g_auto (WeftCell) cell = weft_field_get (use->field, self->data, self->first + (guint32) i);

      if (cell.type != WEFT_CELL_TEXT)
        continue;
      weft_set_bit (present, i);
      if (matches_cell (matcher, answers, &cell))
        weft_set_bit (matches, i);
    }
}

/* --- numbers ---------------------------------------------------------------------------------- */

static gboolean
is_unsigned (const WeftFieldUse *use)
{
  return use->field->type == WEFT_FIELD_COUNT;
}

/* A whole number as one of 64 bits, held to what the field can be. FALSE where it is beyond, on
 * the side `above`. */
static gboolean
to_cell (WeftWhole number, gboolean without_sign, guint64 *cell, gboolean *above)
{
  guint64 limit = without_sign      ? (number.negative ? 0 : G_MAXUINT64)
                  : number.negative ? (guint64) 1 << 63
                                    : (guint64) G_MAXINT64;

  *above = !number.negative;
  *cell = number.negative ? 0 - MIN (number.magnitude, limit) : MIN (number.magnitude, limit);
  return number.magnitude <= limit;
}

/* The range as the field's own numbers; FALSE where it holds none of them. */
static gboolean
get_range (const WeftNode *node, guint64 *low, guint64 *high)
{
  gboolean above;

  if (!to_cell (node->low, is_unsigned (&node->use), low, &above) && above)
    return FALSE;
  return to_cell (node->high, is_unsigned (&node->use), high, &above) || above;
}

static void
eval_range (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  gint64 values[WEFT_EVAL_ROWS];
  guint64 present[WEFT_EVAL_WORDS] = { 0 };
  guint64 low, high;
  gboolean some = get_range (node, &low, &high);

  memset (result, 0, WEFT_EVAL_WORDS * sizeof *result);
  if (!some && !node->outside)
    return;
  read_numbers (self, &node->use, wanted, values, present);
  for (guint word = 0; word < WEFT_EVAL_WORDS; word++)
    {
      const gint64 *value = values + word * 64;
      guint64 inside = 0;

      if (present[word] == 0)
        continue;
      /* Differences wrap, so that one comparison does for both ends and for either sign. */
      for (guint i = 0; i < 64 && some; i++)
        inside |= (guint64) ((guint64) value[i] - low <= high - low) << i;
      result[word] = (node->outside ? ~inside : inside) & present[word];
    }
}

static int
compare (gint64 a, gboolean a_unsigned, gint64 b, gboolean b_unsigned)
{
  if (!a_unsigned && !b_unsigned)
    return (a > b) - (a < b);
  if (!a_unsigned && a < 0)
    return -1;
  if (!b_unsigned && b < 0)
    return 1;
  return ((guint64) a > (guint64) b) - ((guint64) a < (guint64) b);
}

static gboolean
relates (WeftRelation relation, int order)
{
  switch (relation)
    {
    case WEFT_RELATION_EQUAL:
      return order == 0;
    case WEFT_RELATION_NOT_EQUAL:
      return order != 0;
    case WEFT_RELATION_LESS:
      return order < 0;
    case WEFT_RELATION_AT_MOST:
      return order <= 0;
    case WEFT_RELATION_GREATER:
      return order > 0;
    case WEFT_RELATION_AT_LEAST:
    default:
      return order >= 0;
    }
}

static void
eval_compare (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  gint64 values[WEFT_EVAL_ROWS], others[WEFT_EVAL_ROWS];
  guint64 present[WEFT_EVAL_WORDS] = { 0 }, both[WEFT_EVAL_WORDS] = { 0 };

  read_numbers (self, &node->use, wanted, values, present);
  read_numbers (self, &node->other, present, others, both);
  memset (result, 0, WEFT_EVAL_WORDS * sizeof *result);
  WEFT_FOR_EACH_BIT (both, i)
    if (relates (node->relation, compare (values[i], is_unsigned (&node->use), others[i],
                                          is_unsigned (&node->other))))
      weft_set_bit (result, i);
}

/* --- texts and flags -------------------------------------------------------------------------- */

static void
eval_text (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  guint64 present[WEFT_EVAL_WORDS] = { 0 };

  memset (result, 0, WEFT_EVAL_WORDS * sizeof *result);
  match_texts (self, &node->use, node->matcher, wanted, present, result);
  for (guint i = 0; i < WEFT_EVAL_WORDS && node->outside; i++)
    result[i] = present[i] & ~result[i];
}

static void
eval_flag (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  memset (result, 0, WEFT_EVAL_WORDS * sizeof *result);
  read_flags (self, &node->use, wanted, result);
}

/* --- what holds predicates together ----------------------------------------------------------- */

static void
eval_and (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  guint64 left[WEFT_EVAL_WORDS];

  memcpy (result, wanted, sizeof left);
  for (guint i = 0; i < node->children->len && any (result); i++)
    {
      memcpy (left, result, sizeof left);
      eval (self, g_ptr_array_index (node->children, i), left, result);
    }
}

static void
eval_or (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  guint64 left[WEFT_EVAL_WORDS], more[WEFT_EVAL_WORDS];

  memcpy (left, wanted, sizeof left);
  memset (result, 0, sizeof left);
  for (guint i = 0; i < node->children->len && any (left); i++)
    {
      eval (self, g_ptr_array_index (node->children, i), left, more);
      for (guint j = 0; j < WEFT_EVAL_WORDS; j++)
        {
          result[j] |= more[j];
          left[j] &= ~more[j];
        }
    }
}

static void
eval_not (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  eval (self, g_ptr_array_index (node->children, 0), wanted, result);
  for (guint i = 0; i < WEFT_EVAL_WORDS; i++)
    result[i] = wanted[i] & ~result[i];
}

static void
eval (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  static void (*const functions[]) (const Eval *, const WeftNode *, const guint64 *, guint64 *) = {
    eval_and, eval_or, eval_not, eval_flag, eval_range, eval_compare, eval_text,
  };

  functions[node->kind](self, node, wanted, result);
}

void
weft_expression_eval (const WeftExpression *self, const WeftRowSource *source, gpointer data,
                      guint32 first, const guint64 *wanted, guint64 *result)
{
  const Eval root = { source, data, first, NULL };

  eval (&root, weft_expression_get_root (self), wanted, result);
}

/* The bits of the first `n` rows. */
static void
set_first (guint64 *words, guint n)
{
  memset (words, 0, WEFT_EVAL_WORDS * sizeof *words);
  memset (words, 0xff, n / 64 * sizeof *words);
  if (n % 64 != 0)
    words[n / 64] = ((guint64) 1 << n % 64) - 1;
}

WeftBitset *
weft_expression_run (const WeftExpression *self, gconstpointer data, guint32 n_rows,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftBitset) rows = weft_bitset_new (n_rows);
  g_autoptr (GHashTable) answers =
    g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_byte_array_unref);
  Eval root = { NULL, (gpointer) data, 0, answers };

  while (root.first < n_rows)
    {
      guint64 wanted[WEFT_EVAL_WORDS], result[WEFT_EVAL_WORDS];
      guint n = MIN (n_rows - root.first, WEFT_EVAL_ROWS);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      set_first (wanted, n);
      eval (&root, weft_expression_get_root (self), wanted, result);
      memcpy (rows->words + root.first / 64, result, weft_bitset_count_words (n) * sizeof *result);
      root.first += n;
    }
  weft_bitset_seal (rows);
  return g_steal_pointer (&rows);
}
