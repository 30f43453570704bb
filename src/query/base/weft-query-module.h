/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sqlite3.h>

#include "weft-query-trace.h"

G_BEGIN_DECLS

/* The virtual tables of SQLite, read only, which read a trace's tables where they lie.
 *
 * CREATE VIRTUAL TABLE a.op USING weft (TRACE, TABLE), both by their numbers. */

/* Shared by the tables of a connection. One thread at a time. */
typedef struct
{
  GPtrArray *traces;         /* of WeftQueryTrace */
  GCancellable *cancellable; /* of the query that runs; nullable */
  gboolean is_declaring;     /* a table, for which SQLite asks whether one may be created */
} WeftQueryContext;

/* `context` must outlive the connection. A result of SQLite. */
int weft_query_module_register (sqlite3 *db, WeftQueryContext *context);

G_END_DECLS
