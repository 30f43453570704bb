/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-described-reader.h"

#include "weft-described-report.h"
#include "weft-described-splitter.h"
#include "weft-kept-texts.h"
#include "weft-load-error.h"
#include "weft-sqlite-input.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A pattern that gave up on so many lines is not looked at any more. */
#define MAX_GAVE_UP 1000

/* A query may go so many steps, of ten thousand operations each, without a row, and have so many rows. */
#define MAX_STEPS 100000
#define OPERATIONS 10000
#define MAX_ROWS ((guint64) 1 << 28)

typedef struct
{
  WeftReader base;
  WeftDescription *description;
  WeftDescribedSplitter *splitter;
  WeftDescribedReport *report;
  gpointer maker;
  WeftDescribedRecord record;
  WeftDescribedField fields[WEFT_DESCRIPTION_MAX_FIELDS];
  WeftTextStore *texts; /* (nullable) where the reader keeps them itself */
  GString *buffer;
  gint64 line;
  gboolean is_full;
  gboolean failed; /* which was said */
  gboolean is_finished;
  guint64 n_said; /* faults that were; a log that grows may have more */

  WeftPatternMatch *match;
  gboolean has_quotes; /* what is read has some */
  GPtrArray *unquoted; /* of the row: cells with quotes in them */

  WeftSqliteInput input;
  guint query_index;
  sqlite3_stmt *query;
  guint *targets; /* the fields that the query's columns are */
  guint64 n_rows;
  guint n_steps; /* since the last row */
} WeftDescribedReader;

/* --- records -------------------------------------------------------------------------------------- */

static gboolean
applies (WeftDescribedReader *self, const WeftDescriptionItem *item)
{
  WeftDescribedField text;

  if (item->condition == NULL)
    return TRUE;
  text = weft_described_value_get_text (item->condition, &self->record, self->buffer);
  if (text.text == NULL || text.length == 0)
    return FALSE;
  for (guint i = 0; item->accepted != NULL && item->accepted[i] != NULL; i++)
    if (strlen (item->accepted[i]) == text.length
        && memcmp (item->accepted[i], text.text, text.length) == 0)
      return TRUE;
  return item->accepted == NULL;
}

/* Whether anything is made of it. */
static gboolean
make (WeftDescribedReader *self, const WeftDescriptionItem *item)
{
  WeftItemReport *report = &self->report->items[item->index];

  if (!applies (self, item))
    return FALSE;
  switch (self->description->maker->make (self->maker, item, &self->record))
    {
    case WEFT_DESCRIBED_MADE:
      report->n_made++;
      break;
    case WEFT_DESCRIBED_UNREADABLE:
      report->n_unreadable++;
      weft_described_place_note (&report->first_unreadable, &self->record, 1);
      break;
    case WEFT_DESCRIBED_STRAY:
      report->n_stray++;
      weft_described_place_note (&report->first_stray, &self->record, 1);
      break;
    case WEFT_DESCRIBED_FULL:
    default:
      self->is_full = TRUE;
      break;
    }
  return TRUE;
}

static void
make_all (WeftDescribedReader *self, guint source)
{
  const GPtrArray *items = self->description->items;
  const WeftDescriptionSource *from = self->description->sources->pdata[source];
  WeftSourceReport *report = &self->report->sources[source];
  gboolean any = from->is_ignored;

  if (report->n++ == 0)
    weft_described_place_note (&report->first, &self->record, 1);
  for (guint i = 0; i < items->len; i++)
    {
      const WeftDescriptionItem *item = items->pdata[i];

      if (item->source == source && make (self, item))
        any = TRUE;
    }
  if (!any)
    weft_described_report_add_unread (self->report, &self->record, 1);
}

/* --- lines ---------------------------------------------------------------------------------------- */

static void
read_pattern_line (WeftDescribedReader *self)
{
  WeftDescribedRecord *record = &self->record;
  guint gave_up = G_MAXUINT;
  guint source = record->length <= WEFT_PATTERN_MAX_LINE
                   ? weft_described_splitter_match (self->splitter, self->match, record->text,
                                                    record->length, self->fields, &gave_up)
                   : G_MAXUINT;

  if (gave_up != G_MAXUINT && ++self->report->sources[gave_up].n_gave_up == MAX_GAVE_UP)
    {
      self->report->sources[gave_up].is_off = TRUE;
      weft_described_splitter_turn_off (self->splitter, gave_up);
    }
  if (source != G_MAXUINT)
    make_all (self, source);
  else if (record->length > 0)
    weft_described_report_add_unread (self->report, record, 1);
}

static void
take_columns (WeftDescribedReader *self, GStrv columns)
{
  const char *missing = NULL;

  if (weft_described_splitter_take_columns (self->splitter, columns, &missing))
    return;
  self->failed = TRUE;
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_ERROR, self->line, 1,
                        _ ("The format “%s” needs the column “%s”, which is not among those of the "
                           "table"),
                        self->description->name, missing);
}

/* Cells with doubled quotes in them have single ones. */
static void
unquote (WeftDescribedReader *self)
{
  guint n = self->description->fields->len;

  g_ptr_array_set_size (self->unquoted, 0);
  for (guint i = 0; i < n; i++)
    {
      WeftDescribedField *field = &self->fields[i];
      char *copy;
      gsize length = 0;

      if (field->text == NULL || memchr (field->text, '"', field->length) == NULL)
        continue;
      copy = g_malloc (field->length + 1);
      for (gsize j = 0; j < field->length; j++)
        {
          copy[length++] = field->text[j];
          j += field->text[j] == '"' && j + 1 < field->length && field->text[j + 1] == '"';
        }
      *field = (WeftDescribedField){ copy, length };
      g_ptr_array_add (self->unquoted, copy);
    }
}

static void
read_row_line (WeftDescribedReader *self)
{
  WeftDescribedRecord *record = &self->record;
  const char *comment = self->description->comment;

  if (record->length == 0
      || (comment != NULL && record->length >= strlen (comment)
          && memcmp (record->text, comment, strlen (comment)) == 0))
    return;
  if (self->splitter->columns == NULL)
    {
      take_columns (self, weft_described_splitter_read_header (self->description, record->text,
                                                               record->length));
      return;
    }
  if (!weft_described_splitter_split (self->splitter, record->text, record->length, self->fields))
    {
      weft_described_report_add_unread (self->report, record, 1);
      return;
    }
  if (self->has_quotes && memchr (record->text, '"', record->length) != NULL)
    unquote (self);
  make_all (self, 0);
}

static void
begin_reading (WeftDescribedReader *self)
{
  const WeftDescription *description = self->description;
  gboolean is_database = description->input == WEFT_DESCRIPTION_SQLITE;

  if (self->record.texts != NULL)
    return;
  if (is_database || description->maker->keeps_texts)
    self->record.texts = self->texts = weft_kept_texts_open (&self->base);
  else
    self->record.texts = weft_trace_get_text (self->base.trace);
  if (description->input == WEFT_DESCRIPTION_CSV && description->columns != NULL
      && self->splitter->columns == NULL)
    take_columns (self, g_strdupv (description->columns));
}

static void
read_lines (WeftDescribedReader *self, const char *bytes, gsize length, guint64 offset)
{
  const gboolean is_table = self->description->input == WEFT_DESCRIPTION_CSV;
  const char *end = bytes + length;

  self->has_quotes = is_table && length > 0 && memchr (bytes, '"', length) != NULL;
  for (const char *p = bytes, *eol; p < end && !self->is_full && !self->failed; p = eol + 1)
    {
      eol = memchr (p, '\n', (gsize) (end - p));
      if (eol == NULL)
        eol = end;
      self->record.line = ++self->line;
      self->record.text = p;
      self->record.length = (gsize) (eol - p);
      if (self->record.length > 0 && eol[-1] == '\r')
        self->record.length--;
      self->record.offset = offset + (guint64) (p - bytes);
      if (is_table)
        read_row_line (self);
      else
        read_pattern_line (self);
    }
}

static void
weft_described_reader_skip_line (WeftReader *reader, guint64 offset G_GNUC_UNUSED)
{
  WeftDescribedReader *self = (WeftDescribedReader *) reader;
  const WeftDescribedRecord record = { .line = ++self->line };

  weft_described_report_add_unread (self->report, &record, 1);
}

/* --- queries -------------------------------------------------------------------------------------- */

/* A query may look at what is there, and compute. */
static int
authorize (gpointer data G_GNUC_UNUSED, int action, const char *a G_GNUC_UNUSED,
           const char *b G_GNUC_UNUSED, const char *c G_GNUC_UNUSED, const char *d G_GNUC_UNUSED)
{
  return action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_FUNCTION
             || action == SQLITE_RECURSIVE
           ? SQLITE_OK
           : SQLITE_DENY;
}

static int
step (gpointer data)
{
  WeftDescribedReader *self = data;

  return ++self->n_steps > MAX_STEPS;
}

static void
fail_query (WeftDescribedReader *self)
{
  const WeftDescriptionSource *source = self->description->sources->pdata[self->query_index];

  self->failed = TRUE;
  weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_ERROR, 0, 0,
                        /* TRANSLATORS: a section of a description, and what SQLite says of it */
                        _ ("“[%s]”: %s. What came before is shown"), source->title,
                        self->n_steps > MAX_STEPS ? _ ("the query takes too long")
                                                  : sqlite3_errmsg (self->input.database));
  g_clear_pointer (&self->query, sqlite3_finalize);
}

/* The fields of a query are its columns: all that the description makes something of have to be there. */
static gboolean
find_columns (WeftDescribedReader *self)
{
  int n = sqlite3_column_count (self->query);

  g_free (self->targets);
  self->targets = g_new (guint, (gsize) n + 1);
  for (guint field = 0; field < self->description->fields->len; field++)
    self->fields[field] = (WeftDescribedField){ NULL, 0 };
  for (int i = 0; i < n; i++)
    {
      const char *name = sqlite3_column_name (self->query, i);

      self->targets[i] = G_MAXUINT;
      for (guint field = 0; name != NULL && field < self->description->fields->len; field++)
        if (strcmp (name, self->description->fields->pdata[field]) == 0)
          self->targets[i] = field;
    }
  return n > 0;
}

static void
ask (WeftDescribedReader *self)
{
  const WeftDescriptionSource *source = self->description->sources->pdata[self->query_index];

  self->n_steps = 0;
  self->query = weft_sqlite_prepare (self->input.database, source->query);
  if (self->query == NULL || !find_columns (self))
    fail_query (self);
}

static void
open_database (WeftDescribedReader *self)
{
  begin_reading (self);
  if (!weft_sqlite_input_open (&self->input))
    return;
  sqlite3_set_authorizer (self->input.database, authorize, NULL);
  sqlite3_progress_handler (self->input.database, OPERATIONS, step, self);
  ask (self);
}

static void
read_answer (WeftDescribedReader *self)
{
  g_autoptr (GString) json = g_string_new ("{\"args\":{");
  int n = sqlite3_column_count (self->query);

  self->n_steps = 0;
  for (int i = 0; i < n; i++)
    {
      const char *text = (const char *) sqlite3_column_text (self->query, i);
      gsize length = text != NULL ? (gsize) sqlite3_column_bytes (self->query, i) : 0;
      const char *name = sqlite3_column_name (self->query, i);

      if (text != NULL && name != NULL)
        weft_described_append_member (json, name, text, length);
      if (self->targets[i] != G_MAXUINT)
        self->fields[self->targets[i]] = (WeftDescribedField){ text, length };
    }
  g_string_append (json, "}}");
  self->record.line = ++self->line;
  self->record.text = json->str;
  self->record.length = json->len;
  make_all (self, self->query_index);
  self->record.text = NULL;
}

/* Reads some rows; all that are left where `n_rows` is G_MAXUINT64. */
static void
read_answers (WeftDescribedReader *self, guint64 n_rows)
{
  for (guint64 i = 0; i < n_rows && self->query != NULL && !self->is_full; i++)
    {
      int answer = sqlite3_step (self->query);

      if (answer == SQLITE_ROW && self->n_rows++ < MAX_ROWS)
        read_answer (self);
      else if (answer == SQLITE_DONE)
        {
          g_clear_pointer (&self->query, sqlite3_finalize);
          if (++self->query_index < self->description->sources->len)
            ask (self);
        }
      else
        {
          self->n_steps = answer == SQLITE_ROW ? MAX_STEPS + 1 : self->n_steps;
          fail_query (self);
        }
    }
}

/* --- the reader ------------------------------------------------------------------------------------ */

static gboolean
weft_described_reader_is_whole (WeftReader *reader, GError **error)
{
  WeftDescribedReader *self = (WeftDescribedReader *) reader;

  if (self->description->input == WEFT_DESCRIPTION_SQLITE
      && !weft_sqlite_input_is_whole (&self->input, weft_trace_get_title (reader->trace), error))
    return FALSE;
  if (!self->failed)
    return TRUE;
  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_MALFORMED,
               _ ("Not all of “%s” could be read as “%s”; its diagnostics say why."),
               weft_trace_get_title (reader->trace), self->description->name);
  return FALSE;
}

static gboolean
weft_described_reader_feed (WeftReader *reader, const char *bytes, gsize length, guint64 offset,
                            GError **error)
{
  WeftDescribedReader *self = (WeftDescribedReader *) reader;

  if (self->description->input != WEFT_DESCRIPTION_SQLITE)
    {
      begin_reading (self);
      read_lines (self, bytes, length, offset);
    }
  else if (self->input.path == NULL)
    return weft_sqlite_input_feed (&self->input, bytes, length, error);
  else
    {
      if (!self->input.is_open)
        open_database (self);
      read_answers (self, weft_sqlite_input_pace (length));
    }
  if (self->failed)
    return weft_described_reader_is_whole (reader, error);
  if (!self->is_full)
    return TRUE;
  weft_load_error_set_exhausted (error);
  return FALSE;
}

static void
weft_described_reader_publish (WeftReader *reader)
{
  WeftDescribedReader *self = (WeftDescribedReader *) reader;

  self->description->maker->publish (self->maker);
}

static gboolean
is_used (const WeftDescription *description, guint field)
{
  for (guint i = 0; i < description->items->len; i++)
    {
      const WeftDescriptionItem *item = description->items->pdata[i];

      for (guint key = 0; key < WEFT_DESCRIPTION_MAX_KEYS; key++)
        if (item->values[key] != NULL && weft_described_value_has_field (item->values[key], field))
          return TRUE;
      if (item->condition != NULL && weft_described_value_has_field (item->condition, field))
        return TRUE;
    }
  return FALSE;
}

/* Names what nothing is made of, where no view shows it. */
static void
say_unused (WeftDescribedReader *self)
{
  const WeftDescription *description = self->description;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < self->splitter->n_columns; i++)
    if (self->splitter->targets[i] == G_MAXUINT)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                              self->splitter->columns[i]);
  for (guint i = 0; i < description->fields->len; i++)
    if (!is_used (description, i))
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                              (const char *) description->fields->pdata[i]);
  if (names->len > 0)
    weft_diagnostics_add (self->base.diagnostics, WEFT_SEVERITY_INFO, 0, 0,
                          /* TRANSLATORS: names of fields */
                          _ ("Fields that nothing is made of, and which are not shown: %s"),
                          names->str);
}

static void
weft_described_reader_finish (WeftReader *reader)
{
  WeftDescribedReader *self = (WeftDescribedReader *) reader;
  const WeftDescriptionMaker *maker = self->description->maker;
  guint64 n_faults;

  if (self->description->input == WEFT_DESCRIPTION_SQLITE)
    {
      if (!self->input.is_open)
        open_database (self);
      read_answers (self, G_MAXUINT64);
    }
  if (maker->finish != NULL)
    maker->finish (self->maker);
  maker->publish (self->maker);
  n_faults = weft_described_report_count_faults (self->report);
  if (n_faults > self->n_said)
    weft_described_report_say (self->report, reader->diagnostics);
  self->n_said = n_faults;
  if (!maker->shows_all && !self->is_finished)
    say_unused (self);
  self->is_finished = TRUE;
}

static void
weft_described_reader_clear (WeftReader *reader)
{
  WeftDescribedReader *self = (WeftDescribedReader *) reader;

  self->description->maker->free (self->maker);
  sqlite3_finalize (self->query);
  weft_sqlite_input_clear (&self->input);
  g_clear_pointer (&self->texts, weft_text_store_unref);
  g_ptr_array_unref (self->unquoted);
  weft_pattern_match_free (self->match);
  g_string_free (self->buffer, TRUE);
  g_free (self->targets);
  weft_described_report_unref (self->report);
  weft_described_splitter_unref (self->splitter);
  weft_description_unref (self->description);
}

static const WeftReaderClass reader_class = {
  .feed = weft_described_reader_feed,
  .skip_line = weft_described_reader_skip_line,
  .publish = weft_described_reader_publish,
  .finish = weft_described_reader_finish,
  .is_whole = weft_described_reader_is_whole,
  .clear = weft_described_reader_clear,
};

WeftReader *
weft_described_reader_new (const WeftReaderSetup *setup, WeftDescription *description)
{
  g_autoptr (WeftDescribedSplitter) splitter = weft_described_splitter_new (description);
  g_autoptr (WeftTrace) trace = NULL;
  const WeftDescriptionMaker *made_by = description->maker;
  gpointer maker = made_by->create (setup, splitter, &trace);
  WeftDescribedReader *self = weft_reader_new (&reader_class, sizeof *self, trace);

  if (made_by->complete != NULL)
    made_by->complete (trace, splitter);
  self->description = weft_description_ref (description);
  self->splitter = g_steal_pointer (&splitter);
  self->report = weft_described_report_new (self->splitter);
  weft_described_report_attach (self->report, trace);
  self->maker = maker;
  self->record.fields = self->fields;
  self->buffer = g_string_new (NULL);
  self->match = weft_pattern_match_new ();
  self->unquoted = g_ptr_array_new_with_free_func (g_free);
  weft_sqlite_input_init (&self->input, self->base.diagnostics, setup->path);
  weft_trace_set_format (trace, description->name);
  return &self->base;
}
