/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-pipeline-xiangshan-reader.h"

#include "weft-kept-texts.h"
#include "weft-load-error.h"
#include "weft-pipeline-xiangshan-columns.h"
#include "weft-sqlite-input.h"
#include "weft-tick-gap.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define TABLE "LifeTimeCommitTrace"
#define LANE "0"

/* The header of every database, its zero included. */
static const char magic[] = "SQLite format 3";

/* The schema stands within so much of the beginning. */
#define SNIFF_SIZE ((gsize) 64 << 10)

/* So many tables that are not read are named. */
#define MAX_TABLES 8

/* How many rows show how many ticks a cycle has. */
#define SAMPLE_ROWS "20000"

typedef struct
{
  WeftReader base;
  WeftPipelineWriter *writer;
  WeftTextStore *texts; /* (nullable) */
  WeftSqliteInput input;
  sqlite3_stmt *query; /* NULL before it is asked, and behind its end */
  WeftXiangshanColumns columns;
  gint64 period;      /* ticks of a cycle */
  gint64 last;        /* the largest cycle + 1 */
  guint64 n_rounded;  /* PCs */
  guint64 n_timeless; /* rows without a tick */
  gboolean is_full;   /* what rows say of stalls was lost */
} WeftPipelineXiangshanReader;

static void
fail (WeftPipelineXiangshanReader *self)
{
  weft_sqlite_input_fail (&self->input);
  g_clear_pointer (&self->query, sqlite3_finalize);
}

/* --- what is asked ------------------------------------------------------------------------------ */

static gboolean
has_table (sqlite3 *database, const char *name)
{
  sqlite3_stmt *query = weft_sqlite_prepare (
    database, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1");
  gboolean found;

  if (query == NULL)
    return FALSE;
  sqlite3_bind_text (query, 1, name, -1, SQLITE_STATIC);
  found = sqlite3_step (query) == SQLITE_ROW;
  sqlite3_finalize (query);
  return found;
}

/* The period of a cycle as gem5 says it; 0: nothing does. */
static gint64
read_period (sqlite3 *database)
{
  sqlite3_stmt *query;
  gint64 period = 0;

  if (!has_table (database, "PerfCCTMeta"))
    return 0;
  query = weft_sqlite_prepare (database, "SELECT * FROM PerfCCTMeta");
  while (query != NULL && period == 0 && sqlite3_step (query) == SQLITE_ROW)
    for (int i = 0; i + 1 < sqlite3_column_count (query); i++)
      {
        const char *key = (const char *) sqlite3_column_text (query, i);

        if (key != NULL && g_str_has_suffix (key, ".clock_period"))
          period = MAX (sqlite3_column_int64 (query, i + 1), 0);
      }
  sqlite3_finalize (query);
  return period;
}

/* The smallest gap between any two ticks of the first rows. */
static gint64
measure_period (sqlite3 *database)
{
  sqlite3_stmt *query =
    weft_sqlite_prepare (database, "SELECT * FROM " TABLE " LIMIT " SAMPLE_ROWS);
  WeftTickGap *gap = weft_tick_gap_new ();
  WeftXiangshanColumns columns;
  gint64 period;

  if (query != NULL)
    {
      weft_xiangshan_columns_init (&columns, query);
      while (sqlite3_step (query) == SQLITE_ROW)
        for (guint i = 0; i < WEFT_XIANGSHAN_N_STAGES; i++)
          {
            gint64 tick = weft_xiangshan_columns_get_tick (&columns, query, i);

            if (tick > 0)
              weft_tick_gap_add (gap, tick);
          }
      weft_xiangshan_columns_clear (&columns);
    }
  sqlite3_finalize (query);
  period = weft_tick_gap_get (gap);
  weft_tick_gap_free (gap);
  return MAX (period, 1);
}

/* The query for rows with what the table of loads has of them besides: versions add columns to that as well.
 * (transfer full) (nullable) */
static sqlite3_stmt *
prepare_with_loads (sqlite3 *database)
{
  g_autoptr (GString) sql = g_string_new ("SELECT t.*");
  sqlite3_stmt *query = weft_sqlite_prepare (database, "SELECT * FROM Load" TABLE " LIMIT 0");
  int n = query != NULL ? sqlite3_column_count (query) : 0;

  for (int i = 0; i < n; i++)
    {
      const char *name = sqlite3_column_name (query, i);

      if (name == NULL || g_ascii_strcasecmp (name, "ID") == 0)
        continue;
      g_string_append (sql, ", l.\"");
      for (; *name != '\0'; name++)
        g_string_append_printf (sql, *name == '"' ? "%c\"" : "%c", *name);
      g_string_append_c (sql, '"');
    }
  sqlite3_finalize (query);
  if (n == 0)
    return NULL;
  g_string_append (sql,
                   " FROM " TABLE " t LEFT JOIN Load" TABLE " l ON l.ID = t.ID ORDER BY t.rowid");
  return weft_sqlite_prepare (database, sql->str);
}

/* Names the tables that nothing is read of, such as those of what was squashed. */
static void
say_other_tables (WeftPipelineXiangshanReader *self)
{
  sqlite3_stmt *query = weft_sqlite_prepare (
    self->input.database, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE "
                          "'sqlite!_%' ESCAPE '!' AND name NOT IN ('" TABLE "', 'Load" TABLE
                          "', 'PerfCCTMeta') ORDER BY name");
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;

  while (query != NULL && sqlite3_step (query) == SQLITE_ROW)
    {
      const char *name = (const char *) sqlite3_column_text (query, 0);

      if (n++ < MAX_TABLES && name != NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
  sqlite3_finalize (query);
  if (n > MAX_TABLES)
    g_string_append (names, ", …");
  if (n > 0)
    weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                          /* TRANSLATORS: and the names of the tables */
                          g_dngettext (GETTEXT_PACKAGE, "%u other table, which is not read: %s",
                                       "%u other tables, which are not read: %s", n),
                          n, names->str);
}

/* Begins to read the rows, in the order of their keys, which is that in which they were committed. */
static void
ask (WeftPipelineXiangshanReader *self)
{
  static const char plain[] = "SELECT * FROM " TABLE " ORDER BY rowid";

  self->period = read_period (self->input.database);
  if (self->period == 0)
    self->period = measure_period (self->input.database);
  if (has_table (self->input.database, "Load" TABLE))
    self->query = prepare_with_loads (self->input.database);
  if (self->query == NULL)
    self->query = weft_sqlite_prepare (self->input.database, plain);
  if (self->query == NULL)
    {
      fail (self);
      return;
    }
  weft_xiangshan_columns_init (&self->columns, self->query);
  say_other_tables (self);
}

static void
open_database (WeftPipelineXiangshanReader *self)
{
  if (weft_sqlite_input_open (&self->input))
    ask (self);
}

/* --- rows --------------------------------------------------------------------------------------- */

typedef struct
{
  gint64 cycle;
  guint stage;
} Passed;

/* The stages that the op passed, in the order of time: returns how many. */
static guint
read_stages (WeftPipelineXiangshanReader *self, Passed *passed)
{
  guint n = 0;

  for (guint stage = 0; stage < WEFT_XIANGSHAN_N_STAGES; stage++)
    {
      gint64 tick = weft_xiangshan_columns_get_tick (&self->columns, self->query, stage);
      guint i;

      if (tick == 0)
        continue;
      for (i = n++; i > 0 && passed[i - 1].cycle > tick / self->period; i--)
        passed[i] = passed[i - 1];
      passed[i] = (Passed){ tick / self->period, stage };
    }
  return n;
}

static void
write_attribution (WeftPipelineXiangshanReader *self, guint32 op)
{
  WeftPipelineAttribution said;

  if (weft_xiangshan_columns_get_attribution (&self->columns, self->query, &said)
      && !weft_pipeline_attribution_add (weft_pipeline_writer_get_trace (self->writer), op, &said))
    self->is_full = TRUE;
}

static void
write_texts (WeftPipelineXiangshanReader *self, guint32 op)
{
  g_autoptr (GString) label = g_string_new (NULL), detail = g_string_new (NULL);
  WeftKeptText kept;

  weft_xiangshan_columns_append_label (&self->columns, self->query, label);
  kept = weft_kept_texts_add (self->texts, label->str, label->len);
  weft_pipeline_writer_add_label (self->writer, op, kept.place, label->str, kept.length);
  weft_xiangshan_columns_append_detail (&self->columns, self->query, detail);
  kept = weft_kept_texts_add (self->texts, detail->str, detail->len);
  weft_pipeline_writer_add_detail (self->writer, op, kept.place, kept.length);
  if (self->columns.pc >= 0 && sqlite3_column_type (self->query, self->columns.pc) == SQLITE_FLOAT)
    self->n_rounded++;
}

/* A row is an op. Those of newer versions that have no commit were flushed; older ones write only what was
 * committed. */
static void
read_row (WeftPipelineXiangshanReader *self)
{
  const WeftXiangshanColumns *columns = &self->columns;
  const guint commit = WEFT_XIANGSHAN_N_STAGES - 1;
  gint64 row = (gint64) weft_pipeline_writer_get_n_ops (self->writer) + 1;
  gint64 id = weft_xiangshan_get_number (self->query, columns->id, row);
  Passed passed[WEFT_XIANGSHAN_N_STAGES];
  guint n = read_stages (self, passed);
  gint64 end;
  guint32 op;

  if (n == 0 || weft_pipeline_writer_find_op (self->writer, id) != WEFT_NO_ROW)
    {
      self->n_timeless++;
      return;
    }
  op = weft_pipeline_writer_begin_op (
    self->writer, id, weft_xiangshan_get_number (self->query, columns->sn, id),
    weft_xiangshan_get_number (self->query, columns->tid, 0), row, passed[0].cycle);
  if (op == WEFT_NO_ROW)
    return;
  write_texts (self, op);
  write_attribution (self, op);
  for (guint i = 0; i < n; i++)
    {
      const char *name = weft_xiangshan_stage_name (passed[i].stage);

      weft_pipeline_writer_start_stage (
        self->writer, op,
        weft_pipeline_writer_intern_kind (self->writer, LANE, strlen (LANE), name, strlen (name)),
        passed[i].cycle);
    }
  end = passed[n - 1].cycle + 1;
  self->last = MAX (self->last, end);
  if (weft_xiangshan_columns_get_tick (columns, self->query, commit) > 0)
    weft_pipeline_writer_end_op (self->writer, op, WEFT_OP_RETIRED, op, end);
  else if (columns->sn >= 0)
    weft_pipeline_writer_end_op (self->writer, op, WEFT_OP_FLUSHED, -1, end);
}

/* Reads some rows; all that are left where `n_rows` is G_MAXUINT64. */
static void
read_rows (WeftPipelineXiangshanReader *self, guint64 n_rows)
{
  for (guint64 i = 0; i < n_rows && self->query != NULL; i++)
    switch (sqlite3_step (self->query))
      {
      case SQLITE_ROW:
        read_row (self);
        break;
      case SQLITE_DONE:
        g_clear_pointer (&self->query, sqlite3_finalize);
        break;
      default:
        fail (self);
        break;
      }
}

/* --- the reader --------------------------------------------------------------------------------- */

static gboolean
weft_pipeline_xiangshan_reader_feed (WeftReader *reader, const char *bytes, gsize length,
                                     guint64 offset, GError **error)
{
  WeftPipelineXiangshanReader *self = (WeftPipelineXiangshanReader *) reader;

  if (offset == 0)
    self->texts = weft_kept_texts_open (reader);
  if (self->input.path == NULL)
    return weft_sqlite_input_feed (&self->input, bytes, length, error);
  if (!self->input.is_open)
    open_database (self);
  read_rows (self, weft_sqlite_input_pace (length));
  if (!weft_pipeline_writer_is_full (self->writer) && !self->is_full)
    return TRUE;
  weft_load_error_set_exhausted (error);
  return FALSE;
}

static void
weft_pipeline_xiangshan_reader_publish (WeftReader *reader)
{
  WeftPipelineXiangshanReader *self = (WeftPipelineXiangshanReader *) reader;

  weft_pipeline_writer_publish (self->writer, MAX (self->last - 1, 0));
}

static void
say_unknown (WeftPipelineXiangshanReader *self)
{
  for (guint i = 0; self->columns.unknown != NULL && i < self->columns.unknown->len; i++)
    {
      const WeftXiangshanUnknown *unknown =
        &g_array_index (self->columns.unknown, WeftXiangshanUnknown, i);
      g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, unknown->n);

      weft_diagnostics_add (
        self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
        g_dngettext (
          GETTEXT_PACKAGE,
          "The column “%s” is not known here; %s op has a value in it, which is shown as "
          "it is in the detail",
          "The column “%s” is not known here; %s ops have a value in it, which is shown "
          "as it is in their details",
          unknown->n),
        unknown->name, number);
    }
}

static void
say_counts (WeftPipelineXiangshanReader *self)
{
  g_autofree char *rounded = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_rounded);
  g_autofree char *timeless = g_strdup_printf ("%" G_GUINT64_FORMAT, self->n_timeless);

  if (self->n_rounded > 0)
    weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("PCs from 2⁶³ on, which SQLite has rounded; they carry a ≈ and count "
                             "as none: %s"),
                          rounded);
  if (self->n_timeless > 0)
    weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_WARNING, 0, 0,
                          _ ("Rows without any tick, or with an ID that was there before; they are "
                             "left out: %s"),
                          timeless);
}

static void
weft_pipeline_xiangshan_reader_finish (WeftReader *reader)
{
  WeftPipelineXiangshanReader *self = (WeftPipelineXiangshanReader *) reader;

  if (!self->input.is_open)
    open_database (self);
  read_rows (self, G_MAXUINT64);
  say_counts (self);
  say_unknown (self);
  if (self->period > 1)
    {
      g_autofree char *period = g_strdup_printf ("%" G_GINT64_FORMAT, self->period);
      g_autofree char *format =
        g_strdup_printf (_ ("XiangShan lifetime trace, %s ticks per cycle"), period);

      weft_trace_set_format (reader->trace, format);
    }
  weft_pipeline_xiangshan_reader_publish (reader);
}

static gboolean
weft_pipeline_xiangshan_reader_is_whole (WeftReader *reader, GError **error)
{
  WeftPipelineXiangshanReader *self = (WeftPipelineXiangshanReader *) reader;

  return weft_sqlite_input_is_whole (&self->input, weft_trace_get_title (reader->trace), error);
}

static void
weft_pipeline_xiangshan_reader_clear (WeftReader *reader)
{
  WeftPipelineXiangshanReader *self = (WeftPipelineXiangshanReader *) reader;

  sqlite3_finalize (self->query);
  weft_xiangshan_columns_clear (&self->columns);
  g_clear_pointer (&self->texts, weft_text_store_unref);
  weft_sqlite_input_clear (&self->input);
  weft_pipeline_writer_free (self->writer);
}

static const WeftReaderClass reader_class = {
  .feed = weft_pipeline_xiangshan_reader_feed,
  .publish = weft_pipeline_xiangshan_reader_publish,
  .finish = weft_pipeline_xiangshan_reader_finish,
  .is_whole = weft_pipeline_xiangshan_reader_is_whole,
  .clear = weft_pipeline_xiangshan_reader_clear,
};

WeftReader *
weft_pipeline_xiangshan_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftPipelineTrace) trace =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);
  WeftPipelineXiangshanReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->writer = weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA);
  weft_sqlite_input_init (&self->input, self->base.diagnostics, setup->path);
  weft_trace_set_format (WEFT_TRACE (trace), _ ("XiangShan lifetime trace"));
  return &self->base;
}

WeftSniff
weft_pipeline_xiangshan_reader_sniff (const char *head, gsize length)
{
  if (memcmp (head, magic, MIN (length, sizeof magic)) != 0)
    return WEFT_SNIFF_NO;
  if (memmem (head, length, TABLE, sizeof TABLE - 1) != NULL)
    return WEFT_SNIFF_YES;
  return length < SNIFF_SIZE ? WEFT_SNIFF_MORE : WEFT_SNIFF_NO;
}
