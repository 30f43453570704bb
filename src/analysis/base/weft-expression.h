/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-field.h"
#include "weft-text-matcher.h"

G_BEGIN_DECLS

/* Filters: expressions that hold for a row of a trace or not (docs/filters.md). The language is
 * the same for all families of traces; a family brings its fields. */

/* --- a family's language ---------------------------------------------------------------------- */

/* A function of a text, such as stage("X"), and the fields of what it returns. */
typedef struct
{
  const char *name;
  const char *doc;
  const WeftSchema *members;
} WeftFieldFunction;

typedef struct
{
  const WeftSchema *schema; /* its fields that filters may ask for */
  const WeftFieldFunction *functions;
  guint n_functions;
  const char *example; /* an expression that shows how they are written */
} WeftLanguage;

/* --- an expression ---------------------------------------------------------------------------- */

/* A whole number between −(2⁶⁴ − 1) and 2⁶⁴ − 1. */
typedef struct
{
  gboolean negative;
  guint64 magnitude;
} WeftWhole;

#define WEFT_NO_FUNCTION (-1)

/* A field of the row, or of what a function returns. */
typedef struct
{
  const WeftField *field;
  int function;   /* index in the language, WEFT_NO_FUNCTION */
  guint index;    /* of the field in the schema of the language or of the function's members */
  char *argument; /* of the function */
} WeftFieldUse;

typedef enum
{
  WEFT_NODE_AND,     /* all children hold; they stand in order of their cost */
  WEFT_NODE_OR,      /* one of the children holds */
  WEFT_NODE_NOT,     /* the child does not hold */
  WEFT_NODE_FLAG,    /* the field holds */
  WEFT_NODE_RANGE,   /* the number lies in [low, high], or outside */
  WEFT_NODE_COMPARE, /* two numbers compare */
  WEFT_NODE_TEXT,    /* the text matches, or does not */
} WeftNodeKind;

typedef enum
{
  WEFT_RELATION_EQUAL,
  WEFT_RELATION_NOT_EQUAL,
  WEFT_RELATION_LESS,
  WEFT_RELATION_AT_MOST,
  WEFT_RELATION_GREATER,
  WEFT_RELATION_AT_LEAST,
} WeftRelation;

/* A value that a row does not have makes each comparison false, "!=" too. */
typedef struct _WeftNode
{
  WeftNodeKind kind;
  double cost;              /* of asking it for a row */
  GPtrArray *children;      /* WeftNode: of AND, OR, NOT */
  WeftFieldUse use;         /* of the others */
  WeftFieldUse other;       /* COMPARE */
  WeftRelation relation;    /* COMPARE */
  WeftWhole low, high;      /* RANGE */
  gboolean outside;         /* RANGE, TEXT: the other way round */
  WeftTextMatcher *matcher; /* TEXT */
} WeftNode;

/* Immutable. */
typedef struct _WeftExpression WeftExpression;

#define WEFT_EXPRESSION_ERROR (weft_expression_error_quark ())
GQuark weft_expression_error_quark (void);

typedef enum
{
  WEFT_EXPRESSION_ERROR_SYNTAX,
  WEFT_EXPRESSION_ERROR_NAME, /* nothing has this name */
  WEFT_EXPRESSION_ERROR_TYPE, /* it can't be asked this */
} WeftExpressionError;

/* Where in the text, in bytes. */
typedef struct
{
  gsize start;
  gsize length; /* 0: at the end of the text */
} WeftTextPlace;

/* NULL with a WEFT_EXPRESSION_ERROR, whose sentence says what was expected, and its place
 * (nullable), where `text` is no expression in `language`, which must outlive the result. */
WeftExpression *weft_expression_parse (const WeftLanguage *language, const char *text,
                                       WeftTextPlace *place, GError **error);
WeftExpression *weft_expression_ref (WeftExpression *self);
void weft_expression_unref (WeftExpression *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftExpression, weft_expression_unref)

const WeftLanguage *weft_expression_get_language (const WeftExpression *self);
const WeftNode *weft_expression_get_root (const WeftExpression *self);

/* The text as an expression has it, in quotes: (transfer full), UTF-8. `text` is any bytes. */
char *weft_expression_quote (const char *text);

/* Whether the expression asks for the field of that name, or for a member of that function. */
gboolean weft_expression_uses (const WeftExpression *self, const char *name);

/* The message of an error with the text under it and a mark under the place: (transfer full), for
 * terminals. */
char *weft_expression_show_error (const char *text, const WeftTextPlace *place,
                                  const GError *error);

G_END_DECLS
