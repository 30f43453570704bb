/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sqlite3.h>

#include "weft-query-walk.h"

G_BEGIN_DECLS

/* One comparison of a query with a column, made before SQLite is given the row: most rows of a scan go no further.
 * SQLite looks at those that pass once more, so what is not certain passes. */
typedef struct
{
  const WeftField *field; /* NULL: the rowid */
  char op;                /* '=', '<', 'l' (≤), '>', 'g' (≥) */
  gboolean is_integer;
  gboolean is_text;
  gboolean is_never; /* the value is unknown, which nothing compares with */
  gint64 integer;
  char *text;
  guint word; /* of the text cell that was looked at last, */
  gboolean word_passes;
} WeftQueryTest;

/* Of an operator of SQLite, what `op` is; 0: it is none that is looked at. */
char weft_query_test_find_op (int sqlite_op);

/* `value` is what the column is compared with. */
void weft_query_test_init (WeftQueryTest *self, const WeftField *field, char op,
                           sqlite3_value *value);
void weft_query_test_clear (WeftQueryTest *self);

/* Whether the row may pass. */
gboolean weft_query_test_may_pass (WeftQueryTest *self, const WeftQueryWalk *walk);

/* The whole numbers that may pass, where only they do: FALSE where that is not certain. */
gboolean weft_query_test_get_range (const WeftQueryTest *self, gint64 *least, gint64 *greatest);

G_END_DECLS
