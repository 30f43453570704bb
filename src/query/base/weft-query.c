/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "weft-memory-budget.h"
#include "weft-query-functions.h"

G_DEFINE_QUARK (weft - query - error - quark, weft_query_error)

/* Steps of SQLite's machine between two looks at the cancellable and at the memory: a microsecond or so. */
#define STEPS 100

/* The longest text or blob, in bytes: no step takes more memory at once. */
#define MAX_LENGTH (64 << 20)

struct _WeftQuery
{
  sqlite3 *db;
  WeftQueryContext context;
  sqlite3_stmt *statement; /* nullable */
  char *hex;               /* of the BLOB that was asked for last */
  gboolean is_exporting;   /* which may write */
  guint64 memory_before;   /* bytes that SQLite had when the query began */
  guint64 max_memory;      /* that it may take besides */
  gboolean is_too_large;   /* it took more, and was stopped */
};

/* --- errors ------------------------------------------------------------------------------------- */

/* SQLite says where a name or a number begins: all of it is marked. */
static gsize
measure_word (const char *text)
{
  gsize length = 0;

  while (g_ascii_isalnum (text[length]) || text[length] == '_' || (text[length] & 0x80) != 0)
    length++;
  return length > 0 ? length : (*text != '\0' ? 1 : 0);
}

static void
find_place (WeftQuery *self, const char *sql, WeftTextPlace *place)
{
  int offset = sqlite3_error_offset (self->db);

  *place = (WeftTextPlace){ .start = WEFT_QUERY_NO_PLACE };
  if (offset < 0)
    return;
  place->start = MIN ((gsize) offset, strlen (sql));
  place->length = measure_word (sql + place->start);
}

static void
set_error (WeftQuery *self, int result, WeftQueryError code, GError **error)
{
  if (result == SQLITE_NOMEM || (result == SQLITE_INTERRUPT && self->is_too_large))
    g_set_error_literal (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_MEMORY,
                         _ ("The query needs more memory than it may have."));
  else if (result == SQLITE_INTERRUPT)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The query was stopped."));
  else if (result == SQLITE_AUTH)
    g_set_error_literal (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_DENIED,
                         _ ("A query reads: it can't write, attach, create or set anything."));
  else
    g_set_error_literal (error, WEFT_QUERY_ERROR, code, sqlite3_errmsg (self->db));
}

/* --- what a query may do ------------------------------------------------------------------------ */

static gboolean
is_reading_pragma (const char *name)
{
  static const char *const names[] = { "table_info", "table_xinfo", "table_list", "function_list",
                                       NULL };

  return g_strv_contains (names, name);
}

static int
authorize (void *data, int action, const char *first, const char *second,
           const char *database G_GNUC_UNUSED, const char *trigger G_GNUC_UNUSED)
{
  const WeftQuery *self = data;

  if (self->is_exporting || self->context.is_declaring)
    return SQLITE_OK;
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return g_ascii_strcasecmp (second, "load_extension") != 0
                 && g_ascii_strcasecmp (second, "fts3_tokenizer") != 0
               ? SQLITE_OK
               : SQLITE_DENY;
    case SQLITE_PRAGMA:
      return is_reading_pragma (first) ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
    }
}

/* SQLite's own limit would be one for all that the process does with SQLite, which may be a program of somebody else. What
 * others take while the query runs is counted as the query's. */
static void
begin (WeftQuery *self, GCancellable *cancellable)
{
  g_set_object (&self->context.cancellable, cancellable);
  self->memory_before = (guint64) sqlite3_memory_used ();
  self->max_memory = weft_memory_budget_get ();
  self->is_too_large = FALSE;
}

static int
look_whether_to_stop (void *data)
{
  WeftQuery *self = data;
  guint64 memory = (guint64) sqlite3_memory_used ();

  self->is_too_large =
    memory > self->memory_before && memory - self->memory_before > self->max_memory;
  return self->is_too_large || g_cancellable_is_cancelled (self->context.cancellable);
}

/* --- setting up --------------------------------------------------------------------------------- */

static int
add_trace (WeftQuery *self, guint trace)
{
  g_autofree char *attach = g_strdup_printf ("ATTACH ':memory:' AS %c", 'a' + (char) trace);
  const WeftQueryTrace *tables = self->context.traces->pdata[trace];
  int result = sqlite3_exec (self->db, attach, NULL, NULL, NULL);

  for (guint i = 0; result == SQLITE_OK && i < weft_query_trace_get_n_tables (tables); i++)
    {
      const WeftQueryTable *table = weft_query_trace_get_table (tables, i);
      g_autofree char *create =
        g_strdup_printf ("CREATE VIRTUAL TABLE %c.\"%s\" USING weft (%u, %u)", 'a' + (char) trace,
                         table->name, trace, i);

      result = sqlite3_exec (self->db, create, NULL, NULL, NULL);
    }
  return result;
}

/* SQLite makes these tables when they are first asked for, as if somebody created them, which nobody may. */
static int
make_functions_of_tables (WeftQuery *self)
{
  return sqlite3_exec (self->db,
                       "SELECT 1 FROM pragma_table_info (0), pragma_table_xinfo (0), "
                       "pragma_table_list (0), pragma_function_list, json_each (0), json_tree (0) "
                       "WHERE 0",
                       NULL, NULL, NULL);
}

static int
set_up (WeftQuery *self)
{
  int result = sqlite3_open_v2 (
    ":memory:", &self->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);

  if (result == SQLITE_OK)
    result = weft_query_module_register (self->db, &self->context);
  if (result == SQLITE_OK)
    result = weft_query_functions_register (self->db, &self->context);
  for (guint i = 0; result == SQLITE_OK && i < self->context.traces->len; i++)
    result = add_trace (self, i);
  if (result == SQLITE_OK)
    result = make_functions_of_tables (self);
  /* Sorting takes memory, which is bounded, rather than files, which are not. */
  if (result == SQLITE_OK)
    result = sqlite3_exec (self->db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
  if (result != SQLITE_OK)
    return result;
  sqlite3_limit (self->db, SQLITE_LIMIT_LENGTH, MAX_LENGTH);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_progress_handler (self->db, STEPS, look_whether_to_stop, self);
  return sqlite3_set_authorizer (self->db, authorize, self);
}

WeftQuery *
weft_query_new (GPtrArray *traces, GError **error)
{
  WeftQuery *self = g_new0 (WeftQuery, 1);
  int result;

  g_assert (traces->len <= WEFT_QUERY_MAX_TRACES);
  self->context.traces = traces;
  result = set_up (self);
  if (result == SQLITE_OK)
    return self;
  set_error (self, result, WEFT_QUERY_ERROR_FAILED, error);
  weft_query_free (self);
  return NULL;
}

void
weft_query_free (WeftQuery *self)
{
  sqlite3_finalize (self->statement);
  sqlite3_close (self->db);
  g_ptr_array_unref (self->context.traces);
  g_clear_object (&self->context.cancellable);
  g_free (self->hex);
  g_free (self);
}

/* --- queries ------------------------------------------------------------------------------------ */

/* Whether there is nothing but blanks, comments and semicolons. */
static gboolean
is_empty (WeftQuery *self, const char *sql)
{
  sqlite3_stmt *next = NULL;
  gboolean empty;

  while (g_ascii_isspace (*sql) || *sql == ';')
    sql++;
  if (*sql == '\0')
    return TRUE;
  empty = sqlite3_prepare_v2 (self->db, sql, -1, &next, NULL) == SQLITE_OK && next == NULL;
  sqlite3_finalize (next);
  return empty;
}

static gboolean
refuse (WeftTextPlace *place, gsize start, gsize length, const char *message, GError **error)
{
  *place = (WeftTextPlace){ start, length };
  g_set_error_literal (error, WEFT_QUERY_ERROR, WEFT_QUERY_ERROR_SQL, message);
  return FALSE;
}

gboolean
weft_query_prepare (WeftQuery *self, const char *sql, GCancellable *cancellable,
                    WeftTextPlace *place, GError **error)
{
  const char *tail;
  int result;

  *place = (WeftTextPlace){ .start = WEFT_QUERY_NO_PLACE };
  g_clear_pointer (&self->statement, sqlite3_finalize);
  begin (self, cancellable);
  result = sqlite3_prepare_v2 (self->db, sql, -1, &self->statement, &tail);
  if (result != SQLITE_OK)
    {
      find_place (self, sql, place);
      set_error (self, result, WEFT_QUERY_ERROR_SQL, error);
      return FALSE;
    }
  if (self->statement == NULL)
    return refuse (place, strlen (sql), 0, _ ("There is no query."), error);
  if (is_empty (self, tail))
    return TRUE;
  return refuse (place, (gsize) (tail - sql), strlen (tail),
                 _ ("One query is run at a time; there is more behind its semicolon."), error);
}

guint
weft_query_get_n_columns (const WeftQuery *self)
{
  return (guint) sqlite3_column_count (self->statement);
}

const char *
weft_query_get_column (const WeftQuery *self, guint column)
{
  return sqlite3_column_name (self->statement, (int) column);
}

const WeftQueryTable *
weft_query_get_origin (const WeftQuery *self, guint column, const char **name)
{
  const char *schema = sqlite3_column_database_name (self->statement, (int) column);
  const char *table = sqlite3_column_table_name (self->statement, (int) column);
  const WeftQueryTrace *trace = self->context.traces->pdata[0];
  guint number;

  *name = sqlite3_column_origin_name (self->statement, (int) column);
  if (*name == NULL || g_strcmp0 (schema, "a") != 0)
    return NULL;
  number = weft_query_trace_find_table (trace, table);
  return number != G_MAXUINT ? weft_query_trace_get_table (trace, number) : NULL;
}

gboolean
weft_query_step (WeftQuery *self, GError **error)
{
  int result = sqlite3_step (self->statement);

  if (result == SQLITE_ROW)
    return TRUE;
  if (result != SQLITE_DONE)
    set_error (self, result, WEFT_QUERY_ERROR_FAILED, error);
  return FALSE;
}

static const char *
write_hex (WeftQuery *self, int column)
{
  const guint8 *bytes = sqlite3_column_blob (self->statement, column);
  GString *hex = g_string_new (NULL);

  for (int i = 0; i < sqlite3_column_bytes (self->statement, column); i++)
    g_string_append_printf (hex, "%02x", bytes[i]);
  g_free (self->hex);
  self->hex = g_string_free (hex, FALSE);
  return self->hex;
}

WeftCell
weft_query_get_cell (WeftQuery *self, guint column)
{
  switch (sqlite3_column_type (self->statement, (int) column))
    {
    case SQLITE_INTEGER:
      return weft_cell_signed (sqlite3_column_int64 (self->statement, (int) column));
    case SQLITE_FLOAT:
      return weft_cell_real (sqlite3_column_double (self->statement, (int) column));
    case SQLITE_TEXT:
      return weft_cell_lent ((const char *) sqlite3_column_text (self->statement, (int) column));
    case SQLITE_BLOB:
      return weft_cell_lent (write_hex (self, (int) column));
    case SQLITE_NULL:
    default:
      return weft_cell_none ();
    }
}

/* --- metrics ------------------------------------------------------------------------------------ */

WeftQueryTrace *
weft_query_get_trace (const WeftQuery *self, guint trace)
{
  return self->context.traces->pdata[trace];
}

guint
weft_query_get_n_traces (const WeftQuery *self)
{
  return self->context.traces->len;
}

const WeftQueryFamily *
weft_query_get_family (const WeftQuery *self, guint trace)
{
  return weft_query_trace_get_family (self->context.traces->pdata[trace]);
}

gboolean
weft_query_measure (WeftQuery *self, guint trace, const WeftQueryMetric *metric,
                    GCancellable *cancellable, double *value, GError **error)
{
  const char schema[] = { 'a' + (char) trace, '.', '\0' };
  g_auto (GStrv) pieces = g_strsplit (metric->sql, "@", -1);
  g_autofree char *sql = g_strjoinv (schema, pieces);
  g_autoptr (GError) failure = NULL;
  WeftTextPlace place;
  WeftCell cell;

  *value = (double) NAN;
  if (!weft_query_prepare (self, sql, cancellable, &place, error))
    return FALSE;
  if (weft_query_step (self, &failure))
    {
      cell = weft_query_get_cell (self, 0);
      if (cell.type == WEFT_CELL_SIGNED || cell.type == WEFT_CELL_REAL)
        *value = weft_cell_to_real (&cell);
      return TRUE;
    }
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

/* --- export ------------------------------------------------------------------------------------- */

/* "CREATE TABLE main.op (...)": a plain table with the columns of the virtual one. */
static char *
write_create (const WeftQueryTable *table)
{
  g_autoptr (GPtrArray) columns = weft_query_table_list_columns (table);
  GString *sql = g_string_new (NULL);

  g_string_printf (sql, "CREATE TABLE out.\"%s\" (", table->name);
  for (guint i = 0; i < columns->len; i++)
    g_string_append_printf (sql, "%s\"%s\" %s", i > 0 ? ", " : "",
                            weft_query_table_get_name (table, columns->pdata[i]),
                            weft_query_table_get_type (columns->pdata[i]));
  g_string_append (sql, ")");
  return g_string_free (sql, FALSE);
}

static int
copy_table (WeftQuery *self, const WeftQueryTable *table)
{
  g_autofree char *create = write_create (table);
  g_autofree char *insert =
    g_strdup_printf ("INSERT INTO out.\"%s\" SELECT * FROM a.\"%s\"", table->name, table->name);
  int result = sqlite3_exec (self->db, create, NULL, NULL, NULL);

  return result == SQLITE_OK ? sqlite3_exec (self->db, insert, NULL, NULL, NULL) : result;
}

static int
copy_tables (WeftQuery *self, const char *path)
{
  const WeftQueryTrace *trace = self->context.traces->pdata[0];
  char *attach = sqlite3_mprintf ("ATTACH %Q AS out", path);
  int result = sqlite3_exec (self->db, attach, NULL, NULL, NULL);

  sqlite3_free (attach);
  if (result == SQLITE_OK)
    /* no journal beside the file, whose place is taken as a whole; SQLite's defensive mode forbids OFF */
    result = sqlite3_exec (self->db,
                           "PRAGMA out.journal_mode = MEMORY; PRAGMA out.synchronous = OFF; BEGIN",
                           NULL, NULL, NULL);
  for (guint i = 0; result == SQLITE_OK && i < weft_query_trace_get_n_tables (trace); i++)
    result = copy_table (self, weft_query_trace_get_table (trace, i));
  if (result == SQLITE_OK)
    result = sqlite3_exec (self->db, "COMMIT", NULL, NULL, NULL);
  return result == SQLITE_OK ? sqlite3_exec (self->db, "DETACH out", NULL, NULL, NULL) : result;
}

gboolean
weft_query_export (WeftQuery *self, const char *path, GCancellable *cancellable, GError **error)
{
  int result;

  begin (self, cancellable);
  self->is_exporting = TRUE;
  result = copy_tables (self, path);
  self->is_exporting = FALSE;
  if (result != SQLITE_OK)
    set_error (self, result, WEFT_QUERY_ERROR_FAILED, error);
  return result == SQLITE_OK;
}
