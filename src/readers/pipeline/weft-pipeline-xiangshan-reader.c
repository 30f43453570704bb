/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "weft-pipeline-xiangshan-reader.h"

#include "weft-load-error.h"
#include "weft-pipeline-kept-texts.h"
#include "weft-pipeline-xiangshan-columns.h"
#include "weft-tick-gap.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>
#include <string.h>

#define TABLE "LifeTimeCommitTrace"
#define LANE "0"

/* The header of every database, its zero included. */
static const char magic[] = "SQLite format 3";

/* The schema stands within so much of the beginning. */
#define SNIFF_SIZE ((gsize) 64 << 10)

/* How many rows show how many ticks a cycle has. */
#define SAMPLE_ROWS "20000"

/* So many rows are read at least for so many bytes of the file, which keeps pace with its progress. */
#define BYTES_PER_ROW 32

/* Databases that come through a pipe, or compressed, have to fit into memory. */
#define MAX_HELD ((gsize) 2 << 30)

typedef struct
{
  WeftReader base;
  WeftPipelineWriter *writer;
  WeftTextStore *texts; /* (nullable) */
  char *path;           /* (nullable) of the database itself, which is read from there */
  GByteArray *held;     /* of one that is not: all that came so far */
  gboolean is_open;
  sqlite3 *database;   /* NULL before it is open, and behind its end */
  sqlite3_stmt *query; /* likewise */
  WeftXiangshanColumns columns;
  gint64 period;      /* ticks of a cycle */
  gint64 last;        /* the largest cycle + 1 */
  guint64 n_rounded;  /* PCs */
  guint64 n_timeless; /* rows without a tick */
  gboolean failed;    /* which was said */
} WeftPipelineXiangshanReader;

/* --- the database ------------------------------------------------------------------------------- */

static void
fail (WeftPipelineXiangshanReader *self)
{
  self->failed = TRUE;
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_ERROR, 0, 0,
                        /* TRANSLATORS: what SQLite says of the fault */
                        _ ("The database can’t be read any further: %s. What came before is shown"),
                        self->database != NULL ? sqlite3_errmsg (self->database)
                                               : sqlite3_errstr (SQLITE_NOMEM));
  g_clear_pointer (&self->query, sqlite3_finalize);
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

static sqlite3_stmt *
prepare (sqlite3 *database, const char *sql)
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
open_uri (WeftPipelineXiangshanReader *self, const char *options)
{
  g_autofree char *escaped = g_uri_escape_string (self->path, "/", FALSE);
  g_autofree char *uri = g_strdup_printf ("file:%s?mode=ro%s", escaped, options);

  return sqlite3_open_v2 (uri, &self->database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL)
           == SQLITE_OK
         && answers (self->database);
}

static gboolean
open_file (WeftPipelineXiangshanReader *self)
{
  if (open_uri (self, ""))
    return TRUE;
  g_clear_pointer (&self->database, sqlite3_close);
  if (!open_uri (self, "&immutable=1"))
    return FALSE;
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                        _ ("No lock can be had on the database; what was not yet written into the "
                           "file itself is not shown"));
  return TRUE;
}

static gboolean
open_held (WeftPipelineXiangshanReader *self)
{
  return sqlite3_open_v2 (":memory:", &self->database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK
         && sqlite3_deserialize (self->database, "main", self->held->data, self->held->len,
                                 self->held->len, SQLITE_DESERIALIZE_READONLY)
              == SQLITE_OK
         && answers (self->database);
}

/* --- what is asked ------------------------------------------------------------------------------ */

static gboolean
has_table (sqlite3 *database, const char *name)
{
  sqlite3_stmt *query =
    prepare (database, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1");
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
  query = prepare (database, "SELECT * FROM PerfCCTMeta");
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
  sqlite3_stmt *query = prepare (database, "SELECT * FROM " TABLE " LIMIT " SAMPLE_ROWS);
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

/* Begins to read the rows, in the order of their keys, which is that in which they were committed. */
static void
ask (WeftPipelineXiangshanReader *self)
{
  static const char plain[] = "SELECT * FROM " TABLE " ORDER BY rowid";
  static const char with_loads[] =
    "SELECT t.*, l.VAddress, l.PAddress, l.LastReplay, l.ReplayStr FROM " TABLE
    " t LEFT JOIN Load" TABLE " l ON l.ID = t.ID ORDER BY t.rowid";

  self->period = read_period (self->database);
  if (self->period == 0)
    self->period = measure_period (self->database);
  if (has_table (self->database, "Load" TABLE))
    self->query = prepare (self->database, with_loads);
  if (self->query == NULL)
    self->query = prepare (self->database, plain);
  if (self->query == NULL)
    {
      fail (self);
      return;
    }
  weft_xiangshan_columns_init (&self->columns, self->query);
  if (self->columns.unknown->len > 0)
    weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                          /* TRANSLATORS: names of columns */
                          _ ("Columns that are not known here, shown as they are in the details: "
                             "%s"),
                          self->columns.unknown->str);
}

static void
open_database (WeftPipelineXiangshanReader *self)
{
  self->is_open = TRUE;
  if (!(self->path != NULL ? open_file (self) : open_held (self)))
    {
      fail (self);
      return;
    }
  harden (self->database);
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
  if (self->path == NULL)
    {
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
  if (!self->is_open)
    open_database (self);
  read_rows (self, length / BYTES_PER_ROW + 1);
  if (!weft_pipeline_writer_is_full (self->writer))
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

  if (!self->is_open)
    open_database (self);
  read_rows (self, G_MAXUINT64);
  say_counts (self);
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

  if (!self->failed)
    return TRUE;
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
               _ ("Not all of the database “%s” could be read; its diagnostics say why."),
               weft_trace_get_title (reader->trace));
  return FALSE;
}

static void
weft_pipeline_xiangshan_reader_clear (WeftReader *reader)
{
  WeftPipelineXiangshanReader *self = (WeftPipelineXiangshanReader *) reader;

  sqlite3_finalize (self->query);
  sqlite3_close (self->database);
  weft_xiangshan_columns_clear (&self->columns);
  g_clear_pointer (&self->texts, weft_text_store_unref);
  g_byte_array_unref (self->held);
  g_free (self->path);
  weft_pipeline_writer_free (self->writer);
}

static const WeftReaderClass reader_class = {
  .feed = weft_pipeline_xiangshan_reader_feed,
  .publish = weft_pipeline_xiangshan_reader_publish,
  .finish = weft_pipeline_xiangshan_reader_finish,
  .is_whole = weft_pipeline_xiangshan_reader_is_whole,
  .clear = weft_pipeline_xiangshan_reader_clear,
};

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

WeftReader *
weft_pipeline_xiangshan_reader_new (const WeftReaderSetup *setup)
{
  g_autoptr (WeftPipelineTrace) trace =
    weft_pipeline_trace_new (setup->title, setup->context, setup->storage);
  WeftPipelineXiangshanReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  self->writer = weft_pipeline_writer_new (trace, WEFT_PIPELINE_KANATA);
  self->held = g_byte_array_new ();
  self->path = find_database (setup->path);
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
