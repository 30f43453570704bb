/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "weft-bitset.h"
#include "weft-expression.h"

G_BEGIN_DECLS

/* For which rows an expression holds. It is asked for WEFT_EVAL_ROWS rows at once, and each
 * predicate only for those rows of them that the cheaper ones left open. */

#define WEFT_EVAL_ROWS 4096u
#define WEFT_EVAL_WORDS (WEFT_EVAL_ROWS / 64)

/* The rows of `data`, which is what the fields' getters take, for which the expression holds: (transfer
 * full). NULL with G_IO_ERROR_CANCELLED when cancelled. Any thread. */
WeftBitset *weft_expression_run (const WeftExpression *self, gconstpointer data, guint32 n_rows,
                                 GCancellable *cancellable, GError **error);

/* A family's answers that are quicker than its fields' getters. Rows are [first, first +
 * WEFT_EVAL_ROWS), or fewer at the end; the row first + i is bit i % 64 of word i / 64. Only rows
 * whose bit is in `wanted` are looked at; words of the results are zero before. */
typedef struct
{
  /* Numbers, and which rows have one. Unsigned ones are cast. */
  void (*read_numbers) (gpointer data, const WeftFieldUse *use, guint32 first,
                        const guint64 *wanted, gint64 *values, guint64 *present);
  void (*read_flags) (gpointer data, const WeftFieldUse *use, guint32 first, const guint64 *wanted,
                      guint64 *flags);
  /* Which rows have the text, and which texts match. */
  void (*match_texts) (gpointer data, const WeftFieldUse *use, const WeftTextMatcher *matcher,
                       guint32 first, const guint64 *wanted, guint64 *present, guint64 *matches);
} WeftRowSource;

/* The rows in `wanted` for which the expression holds, in `result`. */
void weft_expression_eval (const WeftExpression *self, const WeftRowSource *source, gpointer data,
                           guint32 first, const guint64 *wanted, guint64 *result);

/* Calls for each i whose bit is set in `words`. */
#define WEFT_FOR_EACH_BIT(words, i) \
  for (guint word_ = 0; word_ < WEFT_EVAL_WORDS; word_++) \
    for (guint64 bits_ = (words)[word_], i = 0; \
         bits_ != 0 && (i = word_ * 64 + (guint) __builtin_ctzll (bits_), TRUE); \
         bits_ &= bits_ - 1)

static inline void
weft_set_bit (guint64 *words, guint64 i)
{
  words[i / 64] |= (guint64) 1 << i % 64;
}

G_END_DECLS
