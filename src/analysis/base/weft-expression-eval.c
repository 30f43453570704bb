/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-expression-eval.h"

#include <string.h>

typedef struct
{
  const WeftRowSource *source;
  gpointer data;
  guint32 first;
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

/* --- numbers ---------------------------------------------------------------------------------- */

/* A whole number as one of 64 bits, held to what the field can be. FALSE where it is beyond, on
 * the side `above`. */
static gboolean
to_cell (WeftWhole number, gboolean is_unsigned, guint64 *cell, gboolean *above)
{
  guint64 limit = is_unsigned       ? (number.negative ? 0 : G_MAXUINT64)
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

  if (!to_cell (node->low, node->use.field->is_unsigned, low, &above) && above)
    return FALSE;
  return to_cell (node->high, node->use.field->is_unsigned, high, &above) || above;
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
  self->source->read_numbers (self->data, &node->use, self->first, wanted, values, present);
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

  self->source->read_numbers (self->data, &node->use, self->first, wanted, values, present);
  self->source->read_numbers (self->data, &node->other, self->first, present, others, both);
  memset (result, 0, WEFT_EVAL_WORDS * sizeof *result);
  WEFT_FOR_EACH_BIT (both, i)
  if (relates (node->relation, compare (values[i], node->use.field->is_unsigned, others[i],
                                        node->other.field->is_unsigned)))
    weft_set_bit (result, i);
}

/* --- texts and flags -------------------------------------------------------------------------- */

static void
eval_text (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  guint64 present[WEFT_EVAL_WORDS] = { 0 };

  memset (result, 0, WEFT_EVAL_WORDS * sizeof *result);
  self->source->match_texts (self->data, &node->use, node->matcher, self->first, wanted, present,
                             result);
  for (guint i = 0; i < WEFT_EVAL_WORDS && node->outside; i++)
    result[i] = present[i] & ~result[i];
}

static void
eval_flag (const Eval *self, const WeftNode *node, const guint64 *wanted, guint64 *result)
{
  memset (result, 0, WEFT_EVAL_WORDS * sizeof *result);
  self->source->read_flags (self->data, &node->use, self->first, wanted, result);
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
  const Eval root = { source, data, first };

  eval (&root, weft_expression_get_root (self), wanted, result);
}
