/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-sqlite-input.h"

#include "weft-load-error.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

/* The header of every database, its zero included. */
static const char magic[] = "SQLite format 3";

#define BYTES_PER_ROW 32

/* Databases that come through a pipe, or compressed, have to fit into memory. */
#define MAX_HELD ((gsize) 2 << 30)

void
weft_sqlite_input_fail (WeftSqliteInput *self)
{
  self->failed = TRUE;
  weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_ERROR, 0, 0,
                        /* TRANSLATORS: what SQLite says of the fault */
                        _ ("The database can’t be read any further: %s. What came before is shown"),
                        self->database != NULL ? sqlite3_errmsg (self->database)
                                               : sqlite3_errstr (SQLITE_NOMEM));
}

/* It comes from anywhere: nothing in it may have a say. */
static void
harden (sqlite3 *database)
{
  sqlite3_db_config (database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_exec (database, "PRAGMA cell_size_check = ON; PRAGMA query_only = ON", NULL, NULL, NULL);
}

sqlite3_stmt *
weft_sqlite_prepare (sqlite3 *database, const char *sql)
{
  sqlite3_stmt *query = NULL;

  sqlite3_prepare_v2 (database, sql, -1, &query, NULL);
  return query;
}

/* Whether the database can be asked at all: one that is still written may lie in a folder in which no lock can
 * be had. */
static gboolean
answers (sqlite3 *database)
{
  return sqlite3_exec (database, "SELECT 1 FROM sqlite_master LIMIT 1", NULL, NULL, NULL)
         == SQLITE_OK;
}

static gboolean
open_uri (WeftSqliteInput *self, const char *options)
{
  g_autofree char *escaped = g_uri_escape_string (self->path, "/", FALSE);
  g_autofree char *uri = g_strdup_printf ("file:%s?mode=ro%s", escaped, options);

  return sqlite3_open_v2 (uri, &self->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL)
           == SQLITE_OK
         && answers (self->database);
}

static gboolean
open_file (WeftSqliteInput *self)
{
  if (open_uri (self, ""))
    return TRUE;
  g_clear_pointer (&self->database, sqlite3_close);
  if (!open_uri (self, "&immutable=1"))
    return FALSE;
  weft_diagnostics_add (self->diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                        _ ("No lock can be had on the database; what was not yet written into the "
                           "file itself is not shown"));
  return TRUE;
}

static gboolean
open_held (WeftSqliteInput *self)
{
  return sqlite3_open_v2 (":memory:", &self->database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
         && sqlite3_deserialize (self->database, "main", self->held->data, self->held->len,
                                 self->held->len, SQLITE_DESERIALIZE_READONLY)
              == SQLITE_OK
         && answers (self->database);
}

/* The path where the database itself lies there: it may be compressed, or a pipe. */
static char *
find_database (const char *path)
{
  char head[sizeof magic];
  gsize n = 0;
  FILE *file = NULL;

  if (path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR))
    file = fopen (path, "rbe");
  if (file != NULL)
    {
      n = fread (head, 1, sizeof head, file);
      fclose (file);
    }
  return n == sizeof head && memcmp (head, magic, sizeof head) == 0
           ? g_canonicalize_filename (path, NULL)
           : NULL;
}

void
weft_sqlite_input_init (WeftSqliteInput *self, WeftDiagnostics *diagnostics, const char *path)
{
  *self = (WeftSqliteInput){ .diagnostics = diagnostics,
                             .path = find_database (path),
                             .held = g_byte_array_new () };
}

void
weft_sqlite_input_clear (WeftSqliteInput *self)
{
  sqlite3_close (self->database);
  g_byte_array_unref (self->held);
  g_free (self->path);
}

gboolean
weft_sqlite_input_feed (WeftSqliteInput *self, const char *bytes, gsize length, GError **error)
{
  if (self->path != NULL)
    return TRUE;
  if (self->held->len + length > MAX_HELD)
    {
      g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EXHAUSTED,
                   _ ("A database that is compressed, or comes through a pipe, can have 2 GiB. "
                      "Unpack it into a file and open that."));
      return FALSE;
    }
  g_byte_array_append (self->held, (const guint8 *) bytes, (guint) length);
  return TRUE;
}

gboolean
weft_sqlite_input_open (WeftSqliteInput *self)
{
  self->is_open = TRUE;
  if (self->path != NULL ? open_file (self) : open_held (self))
    {
      harden (self->database);
      return TRUE;
    }
  weft_sqlite_input_fail (self);
  return FALSE;
}

guint64
weft_sqlite_input_pace (gsize length)
{
  return length / BYTES_PER_ROW + 1;
}

gboolean
weft_sqlite_input_is_whole (const WeftSqliteInput *self, const char *title, GError **error)
{
  if (!self->failed)
    return TRUE;
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
               _ ("Not all of the database “%s” could be read; its diagnostics say why."), title);
  return FALSE;
}
