/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"

G_BEGIN_DECLS

/* The words of the filter language. */

typedef enum
{
  WEFT_TOKEN_END,
  WEFT_TOKEN_NAME,
  WEFT_TOKEN_NUMBER,
  WEFT_TOKEN_TEXT,  /* "…" or '…' */
  WEFT_TOKEN_REGEX, /* /…/ or /…/i */
  WEFT_TOKEN_AND,
  WEFT_TOKEN_OR,
  WEFT_TOKEN_NOT,
  WEFT_TOKEN_EQUAL, /* the relations are in the order of WeftRelation */
  WEFT_TOKEN_NOT_EQUAL,
  WEFT_TOKEN_LESS,
  WEFT_TOKEN_AT_MOST,
  WEFT_TOKEN_GREATER,
  WEFT_TOKEN_AT_LEAST,
  WEFT_TOKEN_MATCHES, /* ~ */
  WEFT_TOKEN_IN,
  WEFT_TOKEN_CONTAINS,
  WEFT_TOKEN_OPEN,
  WEFT_TOKEN_CLOSE,
  WEFT_TOKEN_DOT,
  WEFT_TOKEN_TO, /* .. */
  WEFT_TOKEN_WRONG,
} WeftTokenKind;

typedef struct
{
  WeftTokenKind kind;
  WeftTextPlace place;
  WeftWhole number;     /* NUMBER */
  gboolean ignore_case; /* REGEX */
  gboolean unfinished;  /* WRONG: a text or regular expression without its end */
  char *text;           /* NAME, TEXT, REGEX: what it says; WRONG: a sentence for people */
} WeftToken;

/* The words of `text`, the last of kind END, or WRONG where it goes on with none: (transfer full),
 * an array of WeftToken. */
GArray *weft_expression_lex (const char *text);

static inline gboolean
weft_token_is_relation (WeftTokenKind kind)
{
  return kind >= WEFT_TOKEN_EQUAL && kind <= WEFT_TOKEN_AT_LEAST;
}

G_END_DECLS
