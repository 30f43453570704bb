/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdio.h>

#include "weft-cell.h"

G_BEGIN_DECLS

/* Writes rows as they come, of columns that are known by their names alone. */

typedef enum
{
  WEFT_CLI_ROWS_TABLE, /* for people: numbers are not grouped, as they may be ids and addresses */
  WEFT_CLI_ROWS_CSV,
  WEFT_CLI_ROWS_JSON,  /* one array of objects */
  WEFT_CLI_ROWS_LINES, /* an object a line */
  WEFT_CLI_ROWS_HTML,  /* a table of a page */
} WeftCliRowsFormat;

/* Their words, NULL-terminated, but for the last. */
extern const char *const weft_cli_rows_words[];

typedef struct _WeftCliRows WeftCliRows;

/* `stream` stays the caller's. */
WeftCliRows *weft_cli_rows_new (WeftCliRowsFormat format, const char *const *names, guint n_columns,
                                FILE *stream);

/* Adds a row of `n_columns` cells, which stay the caller's. */
void weft_cli_rows_add (WeftCliRows *self, const WeftCell *cells);

/* Ends the writing. */
void weft_cli_rows_free (WeftCliRows *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftCliRows, weft_cli_rows_free)

G_END_DECLS
