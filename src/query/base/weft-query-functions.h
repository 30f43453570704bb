/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-query-module.h"

G_BEGIN_DECLS

/* A function that queries can call besides SQLite's own (docs/sql.md). */

typedef struct
{
  const char *call; /* "percentile(x, p)" */
  const char *doc;  /* in English: for docs/sql.md */
} WeftQueryFunction;

extern const WeftQueryFunction weft_query_functions[]; /* ends with a NULL */

/* `context` must outlive the connection. A result of SQLite. */
int weft_query_functions_register (sqlite3 *db, WeftQueryContext *context);

G_END_DECLS
