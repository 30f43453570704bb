/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"

G_BEGIN_DECLS

/* Completes a filter at the cursor of somebody who writes it. */

typedef enum
{
  WEFT_CANDIDATE_FIELD,    /* or a member of a function */
  WEFT_CANDIDATE_FUNCTION, /* with its opening parenthesis */
  WEFT_CANDIDATE_MARK,     /* an operator or parenthesis */
  WEFT_CANDIDATE_VALUE,    /* a text of the trace, in quotes */
} WeftCandidateKind;

typedef struct
{
  WeftCandidateKind kind;
  char *text;
  const char *doc; /* (nullable) for people, not yet translated */
} WeftCandidate;

/* The texts that a trace has for an argument of the function (`field` is NULL), or for the text
 * field: (transfer full) (nullable), zero-terminated, UTF-8. */
typedef char **(*WeftListValues) (int function, const WeftField *field, gpointer user_data);

/* The candidates for the place of the word that ends at byte `cursor` of `text`, which is stored in
 * `place`: (transfer full), an array of WeftCandidate, those first that the language lists first.
 * All of them begin with that word, whatever its case. `values` is nullable. */
GArray *weft_expression_complete (const WeftLanguage *language, const char *text, gsize cursor,
                                  WeftListValues values, gpointer user_data, WeftTextPlace *place);

G_END_DECLS
