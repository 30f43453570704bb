/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-reader.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* A database that a reader reads: where it lies, or, where it is compressed or comes through a pipe, from
 * memory, into which it then has to fit. It comes from anywhere: nothing in it has a say. */

typedef struct
{
  WeftDiagnostics *diagnostics;
  char *path;       /* (nullable) of the database itself, which is read from there */
  GByteArray *held; /* of one that is not: all that came so far */
  gboolean is_open;
  gboolean failed;   /* which was said */
  sqlite3 *database; /* NULL before it is open, and where it can't be */
} WeftSqliteInput;

/* `path` is the setup's. */
void weft_sqlite_input_init (WeftSqliteInput *self, WeftDiagnostics *diagnostics, const char *path);
void weft_sqlite_input_clear (WeftSqliteInput *self);

/* The next bytes of the file. FALSE with an error where they are too many to be held. */
gboolean weft_sqlite_input_feed (WeftSqliteInput *self, const char *bytes, gsize length,
                                 GError **error);

/* Once, when all of a database that is held was fed. FALSE after a diagnostic. */
gboolean weft_sqlite_input_open (WeftSqliteInput *self);

/* Says what SQLite says. */
void weft_sqlite_input_fail (WeftSqliteInput *self);

/* So many rows are to be read at least for so many bytes of the file, which keeps pace with its progress. */
guint64 weft_sqlite_input_pace (gsize length);

/* FALSE, with an error, where it could not be read whole. */
gboolean weft_sqlite_input_is_whole (const WeftSqliteInput *self, const char *title,
                                     GError **error);

/* (nullable) */
sqlite3_stmt *weft_sqlite_prepare (sqlite3 *database, const char *sql);

G_END_DECLS
