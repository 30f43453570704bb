/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-query-module.h"

#include <stdlib.h>
#include <string.h>

#include "weft-query-test.h"
#include "weft-query-zones.h"

/* The numbers of rows that SQLite is told: of tables of events, and of what is derived of them. */
#define MANY_ROWS 1000000
#define FEW_ROWS 500

typedef struct
{
  sqlite3_vtab base;
  WeftQueryContext *context;
  WeftQueryTrace *trace;
  guint number; /* of the table in the trace */
  const WeftQueryTable *table;
  GPtrArray *columns; /* of WeftField */
  gboolean is_open;
  WeftFacts facts;  /* once it is open */
  guint64 prepared; /* bits of columns */
  WeftQueryZones *zones[WEFT_QUERY_MAX_COLUMNS];
} Table;

/* A range of a column that is looked up zone by zone. */
typedef struct
{
  const WeftQueryZones *zones;
  gint64 least;
  gint64 greatest;
} ZoneTest;

typedef struct
{
  sqlite3_vtab_cursor base;
  gboolean has_walk;
  WeftQueryWalk walk;
  guint end;
  guint zone; /* that the walk is in; G_MAXUINT: none yet */
  gboolean is_over;
  GArray *tests; /* WeftQueryTest */
  GArray *zone_tests;
} Cursor;

/* --- tables ------------------------------------------------------------------------------------- */

static int
declare (sqlite3 *db, const Table *self)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE x (");
  int result;

  for (guint i = 0; i < self->columns->len; i++)
    {
      const WeftField *column = self->columns->pdata[i];

      g_string_append_printf (sql, "%s\"%s\" %s", i > 0 ? ", " : "",
                              weft_query_table_get_name (self->table, column),
                              weft_query_table_get_type (column));
    }
  g_string_append_c (sql, ')');
  self->context->is_declaring = TRUE;
  result = sqlite3_declare_vtab (db, sql->str);
  self->context->is_declaring = FALSE;
  return result;
}

static int
connect_table (sqlite3 *db, void *data, int n_words, const char *const *words, sqlite3_vtab **vtab,
               char **message)
{
  WeftQueryContext *context = data;
  guint trace = n_words == 5 ? (guint) atoi (words[3]) : G_MAXUINT;
  guint number = n_words == 5 ? (guint) atoi (words[4]) : G_MAXUINT;
  Table *self;

  if (trace >= context->traces->len
      || number >= weft_query_trace_get_n_tables (context->traces->pdata[trace]))
    {
      *message = sqlite3_mprintf ("weft needs the numbers of a trace and of a table");
      return SQLITE_ERROR;
    }
  self = g_new0 (Table, 1);
  self->context = context;
  self->trace = context->traces->pdata[trace];
  self->number = number;
  self->table = weft_query_trace_get_table (self->trace, number);
  self->columns = weft_query_table_list_columns (self->table);
  *vtab = &self->base;
  return declare (db, self);
}

static int
disconnect_table (sqlite3_vtab *vtab)
{
  Table *self = (Table *) vtab;

  for (guint i = 0; i < self->columns->len; i++)
    g_clear_pointer (&self->zones[i], weft_query_zones_free);
  g_ptr_array_unref (self->columns);
  g_free (self);
  return SQLITE_OK;
}

/* Hands an error to SQLite. */
static int
fail (Table *self, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return SQLITE_INTERRUPT;
  sqlite3_free (self->base.zErrMsg);
  self->base.zErrMsg = sqlite3_mprintf ("%s", error->message);
  return SQLITE_ERROR;
}

/* --- what SQLite may ask for -------------------------------------------------------------------- */

/* A plan is text: the columns that are read as 16 hexadecimal digits, then of each test two for the column,
 * from 1 (0: the rowid), and the operator. */
#define MASK_DIGITS 16
#define TEST_DIGITS 3

typedef struct
{
  double rows; /* that come out */
  double cost;
  gboolean is_unique;
} Estimate;

static void
count_test (Estimate *self, const Table *table, const WeftField *field, char op)
{
  if (field == NULL || weft_query_table_is_indexed (table->table, field))
    {
      self->rows = op == '=' ? (table->table->list != NULL ? 10 : 1) : self->rows / 4;
      self->cost = MIN (self->cost, self->rows + 30);
      self->is_unique |= op == '=' && field == NULL;
      return;
    }
  self->rows = MAX (1, self->rows / (op == '=' ? 10 : 2));
  self->cost *= 0.9;
}

/* Whether the test can be looked at without SQLite. */
static char
find_test (const Table *self, sqlite3_index_info *info, int i)
{
  int column = info->aConstraint[i].iColumn;
  const WeftField *field = column >= 0 ? self->columns->pdata[column] : NULL;
  char op = info->aConstraint[i].usable ? weft_query_test_find_op (info->aConstraint[i].op) : 0;

  /* IN asks for its values one by one, and would go through all rows for each. */
  if (op != 0 && field != NULL && sqlite3_vtab_in (info, i, -1)
      && !weft_query_table_is_indexed (self->table, field))
    return 0;
  if (op == 0 || field == NULL || field->type != WEFT_FIELD_TEXT)
    return op;
  return op == '=' && strcmp (sqlite3_vtab_collation (info, i), "BINARY") == 0 ? op : 0;
}

/* Whether the test says all, so that SQLite need not look once more: times are whole numbers, or not known. */
static gboolean
is_exact (const Table *self, sqlite3_index_info *info, int i, int column)
{
  const WeftField *field = column >= 0 ? self->columns->pdata[column] : NULL;
  sqlite3_value *value = NULL;

  return field != NULL && self->table->times != NULL
         && (field->type == WEFT_FIELD_NUMBER || field->type == WEFT_FIELD_COUNT)
         && g_strv_contains (self->table->times, weft_query_table_get_name (self->table, field))
         && sqlite3_vtab_rhs_value (info, i, &value) == SQLITE_OK && value != NULL
         && sqlite3_value_type (value) == SQLITE_INTEGER;
}

static int
choose_plan (sqlite3_vtab *vtab, sqlite3_index_info *info)
{
  Table *self = (Table *) vtab;
  double n_rows = self->table->indexed != NULL ? MANY_ROWS : FEW_ROWS;
  Estimate estimate = { n_rows, n_rows, FALSE };
  g_autoptr (GString) plan = g_string_new (NULL);
  int n_tests = 0;

  g_string_printf (plan, "%0*" G_GINT64_MODIFIER "x", MASK_DIGITS, (guint64) info->colUsed);
  for (int i = 0; i < info->nConstraint; i++)
    {
      int column = info->aConstraint[i].iColumn;
      char op = find_test (self, info, i);

      if (op == 0)
        continue;
      info->aConstraintUsage[i].argvIndex = ++n_tests;
      info->aConstraintUsage[i].omit = is_exact (self, info, i, column);
      g_string_append_printf (plan, "%02x%c", (guint) (column + 1), op);
      count_test (&estimate, self, column >= 0 ? self->columns->pdata[column] : NULL, op);
    }
  info->idxStr = sqlite3_mprintf ("%s", plan->str);
  info->needToFreeIdxStr = TRUE;
  info->estimatedCost = estimate.cost;
  info->estimatedRows = (sqlite3_int64) estimate.rows;
  info->idxFlags = estimate.is_unique ? SQLITE_INDEX_SCAN_UNIQUE : 0;
  /* Rows come in the order of their numbers. */
  info->orderByConsumed =
    info->nOrderBy == 1 && info->aOrderBy[0].iColumn < 0 && !info->aOrderBy[0].desc;
  return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* --- cursors ------------------------------------------------------------------------------------ */

static void
clear_test (gpointer test)
{
  weft_query_test_clear (test);
}

static int
open_cursor (sqlite3_vtab *vtab G_GNUC_UNUSED, sqlite3_vtab_cursor **cursor)
{
  Cursor *self = g_new0 (Cursor, 1);

  self->tests = g_array_new (FALSE, FALSE, sizeof (WeftQueryTest));
  g_array_set_clear_func (self->tests, clear_test);
  self->zone_tests = g_array_new (FALSE, FALSE, sizeof (ZoneTest));
  *cursor = &self->base;
  return SQLITE_OK;
}

static int
close_cursor (sqlite3_vtab_cursor *cursor)
{
  Cursor *self = (Cursor *) cursor;

  if (self->has_walk)
    weft_query_walk_clear (&self->walk);
  g_array_unref (self->tests);
  g_array_unref (self->zone_tests);
  g_free (self);
  return SQLITE_OK;
}

/* Makes what the columns of the mask need. */
static gboolean
prepare (Table *self, guint64 mask, GError **error)
{
  gpointer source = weft_query_trace_get_source (self->trace, self->number);
  GCancellable *cancellable = self->context->cancellable;

  if (!self->is_open && !self->table->open (source, &self->facts, cancellable, error))
    return FALSE;
  self->is_open = TRUE;
  for (guint i = 0; self->table->prepare != NULL && i < self->columns->len; i++)
    if ((mask & ~self->prepared & G_GUINT64_CONSTANT (1) << i) != 0
        && !self->table->prepare (source, self->columns->pdata[i], cancellable, error))
      return FALSE;
  self->prepared |= mask;
  return TRUE;
}

/* Leaves of [*first, *end) the rows whose rowids may pass. */
static void
narrow_rows (const Table *self, const WeftQueryTest *test, guint *first, guint *end)
{
  gint64 least, greatest;
  guint n_rows = self->facts.n_rows;

  if (!weft_query_test_get_range (test, &least, &greatest))
    return;
  if (self->table->list != NULL)
    {
      least = least < 0 ? least : least >> 32;
      greatest = greatest < 0 ? greatest : greatest >> 32;
    }
  *first = MAX (*first, (guint) CLAMP (least, 0, (gint64) n_rows));
  *end = greatest < 0 ? 0 : MIN (*end, (guint) MIN (greatest, (gint64) n_rows - 1) + 1);
}

/* The same by a column whose ranges are looked up. */
static gboolean
narrow_zones (Table *self, Cursor *cursor, const WeftQueryTest *test, guint column, guint *first,
              guint *end, GError **error)
{
  WeftQueryZones **zones = &self->zones[column];
  ZoneTest zone_test;
  guint from, to;

  WeftFieldGet get = NULL;

  if (!weft_query_test_get_range (test, &zone_test.least, &zone_test.greatest))
    return TRUE;
  if (self->table->bound != NULL)
    get = self->table->bound (self->facts.data, test->field, &zone_test.least, &zone_test.greatest);
  if (*zones == NULL)
    *zones = weft_query_zones_new (self->table, &self->facts, test->field, get,
                                   self->context->cancellable, error);
  if (*zones == NULL)
    return FALSE;
  zone_test.zones = *zones;
  if (!(*zones)->rises)
    {
      g_array_append_val (cursor->zone_tests, zone_test);
      return TRUE;
    }
  weft_query_zones_find (*zones, &cursor->walk, zone_test.least, zone_test.greatest, &from, &to);
  *first = MAX (*first, from);
  *end = MIN (*end, to);
  return TRUE;
}

static guint
read_digits (const char *text, guint n)
{
  guint number = 0;

  for (guint i = 0; i < n; i++)
    number = number << 4 | (guint) g_ascii_xdigit_value (text[i]);
  return number;
}

/* Reads the tests of a plan, and where they leave rows. */
static gboolean
read_tests (Table *self, Cursor *cursor, const char *plan, sqlite3_value **values, guint *first,
            GError **error)
{
  *first = 0;
  cursor->end = self->facts.n_rows;
  for (guint i = 0; *plan != '\0'; plan += TEST_DIGITS, i++)
    {
      guint column = read_digits (plan, 2);
      const WeftField *field = column > 0 ? self->columns->pdata[column - 1] : NULL;
      WeftQueryTest test;

      weft_query_test_init (&test, field, plan[2], values[i]);
      g_array_append_val (cursor->tests, test);
      if (field == NULL)
        narrow_rows (self, &test, first, &cursor->end);
      else if (self->facts.n_rows > WEFT_QUERY_ZONE_ROWS
               && weft_query_table_is_indexed (self->table, field)
               && !narrow_zones (self, cursor, &test, column - 1, first, &cursor->end, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
passes (Cursor *self)
{
  for (guint i = 0; i < self->tests->len; i++)
    if (!weft_query_test_may_pass (&g_array_index (self->tests, WeftQueryTest, i), &self->walk))
      return FALSE;
  return TRUE;
}

static gboolean
zone_may_pass (const Cursor *self, guint zone)
{
  for (guint i = 0; i < self->zone_tests->len; i++)
    {
      const ZoneTest *test = &g_array_index (self->zone_tests, ZoneTest, i);

      if (!weft_query_zones_may_have (test->zones, zone, test->least, test->greatest))
        return FALSE;
    }
  return TRUE;
}

/* Goes to the first row from `row` on that passes. */
static int
find_row (Cursor *self, guint64 row)
{
  WeftQueryContext *context = ((Table *) self->base.pVtab)->context;

  for (; row < self->end; row++)
    {
      guint zone = (guint) (row / WEFT_QUERY_ZONE_ROWS);

      if (zone != self->zone)
        {
          self->zone = zone;
          if (g_cancellable_is_cancelled (context->cancellable))
            return SQLITE_INTERRUPT;
          if (!zone_may_pass (self, zone))
            {
              row = ((guint64) zone + 1) * WEFT_QUERY_ZONE_ROWS - 1;
              continue;
            }
        }
      if (!weft_query_walk_go (&self->walk, (guint) row))
        continue;
      do
        if (passes (self))
          return SQLITE_OK;
      while (weft_query_walk_next_item (&self->walk));
    }
  self->is_over = TRUE;
  return SQLITE_OK;
}

static int
begin_scan (sqlite3_vtab_cursor *cursor, int number G_GNUC_UNUSED, const char *plan,
            int n_values G_GNUC_UNUSED, sqlite3_value **values)
{
  Cursor *self = (Cursor *) cursor;
  Table *table = (Table *) cursor->pVtab;
  guint64 mask = (guint64) read_digits (plan, 8) << 32 | read_digits (plan + 8, 8);
  g_autoptr (GError) error = NULL;
  guint first;

  self->is_over = FALSE;
  self->zone = G_MAXUINT;
  g_array_set_size (self->tests, 0);
  g_array_set_size (self->zone_tests, 0);
  if (!prepare (table, mask, &error))
    return fail (table, error);
  if (!self->has_walk)
    weft_query_walk_init (&self->walk, table->table, &table->facts);
  self->has_walk = TRUE;
  if (!read_tests (table, self, plan + MASK_DIGITS, values, &first, &error))
    return fail (table, error);
  return find_row (self, first);
}

static int
go_on (sqlite3_vtab_cursor *cursor)
{
  Cursor *self = (Cursor *) cursor;

  while (weft_query_walk_next_item (&self->walk))
    if (passes (self))
      return SQLITE_OK;
  return find_row (self, (guint64) self->walk.row + 1);
}

static int
is_over (sqlite3_vtab_cursor *cursor)
{
  return ((Cursor *) cursor)->is_over;
}

static int
get_rowid (sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
  *rowid = weft_query_walk_get_rowid (&((Cursor *) cursor)->walk);
  return SQLITE_OK;
}

/* --- cells -------------------------------------------------------------------------------------- */

static void
give_text (sqlite3_context *context, WeftCell *cell)
{
  if (cell->is_lent)
    sqlite3_result_text (context, cell->text, -1, SQLITE_TRANSIENT);
  else if (cell->word > 0)
    sqlite3_result_text (context, cell->text, -1, SQLITE_STATIC);
  else
    sqlite3_result_text (context, cell->text, -1, g_free);
}

static int
get_cell (sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
  const WeftQueryWalk *walk = &((Cursor *) cursor)->walk;
  const WeftField *field = ((Table *) cursor->pVtab)->columns->pdata[column];
  WeftCell cell = weft_query_walk_get_value (walk, field);

  if (cell.type == WEFT_CELL_SIGNED)
    sqlite3_result_int64 (context, cell.integer);
  else if (cell.type == WEFT_CELL_REAL)
    sqlite3_result_double (context, cell.real);
  else if (cell.type == WEFT_CELL_TEXT)
    give_text (context, &cell);
  return SQLITE_OK;
}

int
weft_query_module_register (sqlite3 *db, WeftQueryContext *context)
{
  static const sqlite3_module module = { .iVersion = 1,
                                         .xCreate = connect_table,
                                         .xConnect = connect_table,
                                         .xBestIndex = choose_plan,
                                         .xDisconnect = disconnect_table,
                                         .xDestroy = disconnect_table,
                                         .xOpen = open_cursor,
                                         .xClose = close_cursor,
                                         .xFilter = begin_scan,
                                         .xNext = go_on,
                                         .xEof = is_over,
                                         .xColumn = get_cell,
                                         .xRowid = get_rowid };

  return sqlite3_create_module_v2 (db, "weft", &module, context, NULL);
}
