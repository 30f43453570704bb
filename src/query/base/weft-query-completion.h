/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-expression.h"
#include "weft-query-trace.h"

G_BEGIN_DECLS

/* Completes a query at the cursor of somebody who writes it: tables, their columns, functions. */

typedef struct
{
  char *text;         /* as it stands in a query: "\"from\"" where it is a word of SQL */
  const char *detail; /* the table of a column; nullable. It lives for ever, as what follows */
  const char *
    doc; /* in English for tables and functions, for people and not yet translated for columns; nullable */
} WeftQueryCandidate;

/* The candidates for the place of the word that ends at byte `cursor` of `sql`, which is stored in `place`:
 * (transfer full), an array of WeftQueryCandidate, none in a text or a comment. All of them begin with that word,
 * whatever its case; columns are those of the tables that the query names, or of all
 * while it names none. */
GArray *weft_query_complete (const WeftQueryFamily *family, const char *sql, gsize cursor,
                             WeftTextPlace *place);

G_END_DECLS
