/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-report.h"

#include "weft-cli-text.h"
#include "weft-diagnostics.h"
#include "weft-html.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdarg.h>

#define TITLE_WIDTH 14 /* columns */

struct _WeftReport
{
  WeftReportFormat format;
  FILE *stream;
  WeftJsonWriter *writer; /* NULL where the format is not JSON */
  GString *open;          /* the brackets that end what was begun */
  GPtrArray *words;       /* that were said */
  guint top;              /* rows of tables; 0: no limit */

  /* Text for people is written as elements of a page. */
  gboolean is_page;
  GHashTable *said;    /* what a page has, which says nothing twice */
  char *heading;       /* (nullable) of what is said, */
  gboolean is_pending; /* which is written before something below it is */
  const char *element; /* (nullable) in which the latest lies: "dl" or "ul" */
};

WeftReport *
weft_report_new (WeftReportFormat format, FILE *stream)
{
  WeftReport *self = g_new0 (WeftReport, 1);

  self->format = format;
  self->stream = stream;
  self->writer = format == WEFT_REPORT_JSON ? weft_json_writer_new (stream) : NULL;
  self->open = g_string_new (NULL);
  self->words = g_ptr_array_new_with_free_func (g_free);
  return self;
}

WeftReport *
weft_report_new_page (FILE *stream)
{
  WeftReport *self = weft_report_new (WEFT_REPORT_TEXT, stream);

  self->is_page = TRUE;
  self->said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/* Lies in that from here on: NULL for nothing. */
static void
enter (WeftReport *self, const char *element)
{
  if (g_strcmp0 (self->element, element) == 0)
    return;
  if (self->element != NULL)
    fprintf (self->stream, "</%s>\n", self->element);
  if (element != NULL)
    fprintf (self->stream, "<%s>\n", element);
  self->element = element;
}

/* Whether a page does not say that yet. */
static gboolean
is_new (WeftReport *self, const char *title, const char *words)
{
  return g_hash_table_add (self->said, g_strdup_printf ("%s\n%s", title, words));
}

/* From here on the page is in that element, below the heading. */
static void
begin_element (WeftReport *self, const char *element)
{
  if (self->is_pending)
    {
      enter (self, NULL);
      weft_html_write_element (self->stream, "h3", self->heading);
      self->is_pending = FALSE;
      is_new (self, self->heading, "");
    }
  enter (self, element);
}

void
weft_report_pause (WeftReport *self)
{
  enter (self, NULL);
  g_clear_pointer (&self->heading, g_free);
  self->is_pending = FALSE;
}

void
weft_report_free (WeftReport *self)
{
  weft_report_pause (self);
  g_clear_pointer (&self->said, g_hash_table_unref);
  g_clear_pointer (&self->writer, weft_json_writer_free);
  g_string_free (self->open, TRUE);
  g_ptr_array_unref (self->words);
  g_free (self);
}

WeftReportFormat
weft_report_get_format (const WeftReport *self)
{
  return self->format;
}

FILE *
weft_report_get_stream (const WeftReport *self)
{
  return self->stream;
}

void
weft_report_set_top (WeftReport *self, guint top)
{
  self->top = top;
}

/* --- for machines ------------------------------------------------------------------------------- */

/* Whether a value is to be written, whose key, if any, then is. */
static gboolean
begin_value (WeftReport *self, const char *key)
{
  if (self->writer == NULL)
    return FALSE;
  if (key != NULL)
    weft_json_writer_any_key (self->writer, key);
  return TRUE;
}

void
weft_report_begin (WeftReport *self, const char *key)
{
  if (!begin_value (self, key))
    return;
  weft_json_writer_begin_object (self->writer);
  g_string_append_c (self->open, '}');
}

void
weft_report_begin_list (WeftReport *self, const char *key)
{
  if (!begin_value (self, key))
    return;
  weft_json_writer_begin_array (self->writer);
  g_string_append_c (self->open, ']');
}

/* The document is one value, which a line holds. */
static void
end_value (WeftReport *self)
{
  if (self->open->len == 0)
    weft_json_writer_newline (self->writer);
}

void
weft_report_end (WeftReport *self)
{
  if (self->writer == NULL)
    return;
  g_return_if_fail (self->open->len > 0);
  if (self->open->str[self->open->len - 1] == '}')
    weft_json_writer_end_object (self->writer);
  else
    weft_json_writer_end_array (self->writer);
  g_string_truncate (self->open, self->open->len - 1);
  end_value (self);
}

void
weft_report_count (WeftReport *self, const char *key, guint64 value)
{
  if (begin_value (self, key))
    weft_json_writer_unsigned (self->writer, value);
}

void
weft_report_signed (WeftReport *self, const char *key, gint64 value)
{
  if (begin_value (self, key))
    weft_json_writer_signed (self->writer, value);
}

void
weft_report_real (WeftReport *self, const char *key, double value)
{
  if (begin_value (self, key))
    weft_json_writer_real (self->writer, value);
}

void
weft_report_text (WeftReport *self, const char *key, const char *text)
{
  if (begin_value (self, key))
    weft_json_writer_string (self->writer, text);
}

void
weft_report_flag (WeftReport *self, const char *key, gboolean value)
{
  if (begin_value (self, key))
    weft_json_writer_boolean (self->writer, value);
}

/* --- for people --------------------------------------------------------------------------------- */

static void
write_line (const WeftReport *self, const char *title, const char *words)
{
  gsize width = weft_cli_measure_text (title);

  fprintf (self->stream, "%s%*s%s\n", title, (int) (width < TITLE_WIDTH ? TITLE_WIDTH - width : 1),
           "", words);
}

void
weft_report_line (WeftReport *self, const char *title, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list args;

  if (self->format != WEFT_REPORT_TEXT)
    return;
  va_start (args, format);
  words = g_strdup_vprintf (format, args);
  va_end (args);
  if (!self->is_page)
    {
      write_line (self, title, words);
      return;
    }
  if (!is_new (self, title, words))
    return;
  begin_element (self, "dl");
  weft_html_write_element (self->stream, "dt", title);
  weft_html_write_element (self->stream, "dd", words);
}

void
weft_report_heading (WeftReport *self, const char *title)
{
  if (self->format != WEFT_REPORT_TEXT)
    return;
  if (!self->is_page)
    {
      fprintf (self->stream, "\n%s\n", title);
      return;
    }
  g_free (self->heading);
  self->heading = g_strdup (title);
  self->is_pending = TRUE;
}

void
weft_report_item (WeftReport *self, const char *text)
{
  if (self->format != WEFT_REPORT_TEXT)
    return;
  if (!self->is_page)
    {
      fprintf (self->stream, "  %s\n", text);
      return;
    }
  if (!is_new (self, self->heading != NULL ? self->heading : "", text))
    return;
  begin_element (self, "ul");
  weft_html_write_element (self->stream, "li", text);
}

const char *
weft_report_say (WeftReport *self, char *words)
{
  g_ptr_array_add (self->words, words);
  return words;
}

const char *
weft_report_say_count (WeftReport *self, guint64 count)
{
  return self->format == WEFT_REPORT_TEXT ? weft_report_say (self, weft_number_count (count)) : "";
}

const char *
weft_report_say_integer (WeftReport *self, gint64 integer)
{
  return self->format == WEFT_REPORT_TEXT ? weft_report_say (self, weft_number_integer (integer))
                                          : "";
}

const char *
weft_report_say_real (WeftReport *self, double real)
{
  return self->format == WEFT_REPORT_TEXT ? weft_report_say (self, weft_cli_format_real (real))
                                          : "";
}

const char *
weft_report_say_percent (WeftReport *self, double share)
{
  return self->format == WEFT_REPORT_TEXT ? weft_report_say (self, weft_cli_format_percent (share))
                                          : "";
}

const char *
weft_report_say_share (WeftReport *self, guint64 part, guint64 whole)
{
  double share = whole > 0 ? (double) part / (double) whole : (double) NAN;

  if (self->format != WEFT_REPORT_TEXT)
    return "";
  return weft_report_say (self, g_strdup_printf ("%s (%s)", weft_report_say_count (self, part),
                                                 weft_report_say_percent (self, share)));
}

const char *
weft_report_say_text (WeftReport *self, const char *text)
{
  return self->format == WEFT_REPORT_TEXT ? weft_report_say (self, weft_cli_format_text (text))
                                          : "";
}

/* --- for both ----------------------------------------------------------------------------------- */

void
weft_report_value (WeftReport *self, const char *key, const char *title, WeftCell cell)
{
  if (begin_value (self, key))
    weft_cli_records_write_cell (&cell, self->writer);
  if (self->format == WEFT_REPORT_TEXT)
    weft_report_line (self, title, "%s",
                      weft_report_say (self, weft_cli_format_cell (NULL, 0, &cell)));
  if (cell.type == WEFT_CELL_TEXT)
    g_free (cell.text);
}

void
weft_report_diagnostics (WeftReport *self, WeftTrace *trace)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (trace);
  guint64 errors = weft_diagnostics_count (diagnostics, WEFT_SEVERITY_ERROR);
  guint64 warnings = weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING);
  guint64 infos = weft_diagnostics_count (diagnostics, WEFT_SEVERITY_INFO);

  weft_report_begin (self, "diagnostics");
  weft_report_count (self, "errors", errors);
  weft_report_count (self, "warnings", warnings);
  weft_report_count (self, "infos", infos);
  weft_report_end (self);
  weft_report_line (self, _ ("Diagnostics"), _ ("errors %s, warnings %s, infos %s"),
                    weft_report_say_count (self, errors), weft_report_say_count (self, warnings),
                    weft_report_say_count (self, infos));
}

static WeftFacts
cut (const WeftReport *self, const WeftFacts *facts)
{
  WeftFacts listed = *facts;

  if (self->top > 0)
    listed.n_rows = MIN (listed.n_rows, self->top);
  return listed;
}

static void
print_rows (WeftReport *self, const WeftFacts *facts, guint max_rows)
{
  guint most = self->top > 0 ? self->top : max_rows;

  if (!self->is_page)
    {
      weft_cli_records_print (facts, self->stream, most);
      return;
    }
  /* A heading whose lines were said above is not the table's. */
  if (self->is_pending && !is_new (self, self->heading, ""))
    self->is_pending = FALSE;
  begin_element (self, NULL);
  weft_html_write_rows (self->stream, facts, most);
}

void
weft_report_table (WeftReport *self, const char *key, const WeftFacts *facts, guint max_rows)
{
  weft_report_shaped_table (self, key, facts, max_rows, NULL);
}

void
weft_report_shaped_table (WeftReport *self, const char *key, const WeftFacts *facts, guint max_rows,
                          const WeftCliRecordsShape *shape)
{
  const WeftFacts listed = cut (self, facts);

  if (key != NULL && begin_value (self, key))
    weft_cli_records_write_json (&listed, shape, self->writer);
  if (self->format != WEFT_REPORT_TEXT || max_rows == 0)
    return;
  if (!self->is_page)
    fputc ('\n', self->stream);
  print_rows (self, facts, max_rows);
}

void
weft_report_only (WeftReport *self, const WeftFacts *facts, guint max_rows)
{
  const WeftFacts listed = cut (self, facts);

  if (self->format == WEFT_REPORT_CSV)
    weft_cli_records_write_csv (&listed, self->stream);
  else if (self->format == WEFT_REPORT_TEXT)
    print_rows (self, facts, max_rows);
  else
    {
      weft_cli_records_write_json (&listed, NULL, self->writer);
      end_value (self);
    }
}

/* The locale of machines, which lives as long as the program. */
static locale_t
get_plain_locale (void)
{
  static gsize made;

  if (g_once_init_enter (&made))
    g_once_init_leave (&made, (gsize) newlocale (LC_ALL_MASK, "C", (locale_t) 0));
  return (locale_t) made;
}

locale_t
weft_report_begin_words (const WeftReport *self)
{
  return uselocale (self->format == WEFT_REPORT_TEXT ? (locale_t) 0 : get_plain_locale ());
}

void
weft_report_end_words (locale_t words)
{
  uselocale (words);
}
