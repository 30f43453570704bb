/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-diagnostic-fields.h"

#include <glib/gi18n-lib.h>

static const WeftDiagnostic *
get_diagnostic (gconstpointer data, guint row)
{
  return &((const WeftDiagnosticRows *) data)->rows[row];
}

static WeftCell
get_file (gconstpointer data, guint row G_GNUC_UNUSED)
{
  return weft_cell_text (g_strdup (((const WeftDiagnosticRows *) data)->file));
}

static WeftCell
get_line (gconstpointer data, guint row)
{
  return weft_cell_signed (get_diagnostic (data, row)->line);
}

static WeftCell
get_column (gconstpointer data, guint row)
{
  return weft_cell_signed (get_diagnostic (data, row)->column);
}

static WeftCell
get_severity (gconstpointer data, guint row)
{
  WeftSeverity severity = get_diagnostic (data, row)->severity;

  return weft_cell_word (severity, weft_severity_to_string (severity));
}

static const char *
get_severity_word (gconstpointer data G_GNUC_UNUSED, guint word)
{
  return word < WEFT_N_SEVERITIES ? weft_severity_to_string (word) : NULL;
}

static WeftCell
get_severity_order (gconstpointer data, guint row)
{
  return weft_cell_count (get_diagnostic (data, row)->severity);
}

static char *
show_severity (gconstpointer data, guint row, const WeftCell *cell G_GNUC_UNUSED)
{
  static const char *const words[WEFT_N_SEVERITIES] = { N_ ("Info"), N_ ("Warning"), N_ ("Error") };

  return g_strdup (_ (words[get_diagnostic (data, row)->severity]));
}

/* Not known of what is about no line. */
static WeftCell
get_place (gconstpointer data, guint row)
{
  return get_diagnostic (data, row)->line != 0 ? get_line (data, row) : weft_cell_none ();
}

/* Columns beyond 32 bits are one. */
static WeftCell
get_place_order (gconstpointer data, guint row)
{
  const WeftDiagnostic *diagnostic = get_diagnostic (data, row);

  if (diagnostic->line == 0)
    return weft_cell_none ();
  return weft_cell_count ((guint64) diagnostic->line << 32
                          | (guint64) MIN (diagnostic->column, (gint64) G_MAXUINT32));
}

static char *
show_place (gconstpointer data, guint row, const WeftCell *cell G_GNUC_UNUSED)
{
  const WeftDiagnostic *diagnostic = get_diagnostic (data, row);

  if (diagnostic->column == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT, diagnostic->line);
  return g_strdup_printf ("%" G_GINT64_FORMAT ":%" G_GINT64_FORMAT, diagnostic->line,
                          diagnostic->column);
}

static WeftCell
get_text (gconstpointer data, guint row)
{
  return weft_cell_text (g_strdup (get_diagnostic (data, row)->message));
}

static const WeftField fields[] = {
  { "file", N_ ("File"), get_file, WEFT_FIELD_TEXT,
    WEFT_FIELD_TABLE | WEFT_FIELD_DUMP | WEFT_FIELD_HIDDEN, .digits = 16 },
  { "line", NULL, get_line, WEFT_FIELD_NUMBER, WEFT_FIELD_DUMP,
    .doc = "From 1; 0 where it is about no line" },
  { "column", NULL, get_column, WEFT_FIELD_NUMBER, WEFT_FIELD_DUMP,
    .doc = "In bytes from 1; 0 where it is about no column" },
  { "severity", N_ ("Severity"), get_severity, WEFT_FIELD_TEXT, WEFT_FIELD_TABLE | WEFT_FIELD_DUMP,
    .word = get_severity_word, .show = show_severity, .order = get_severity_order, .digits = 12 },
  { "place", N_ ("Line:column"), get_place, WEFT_FIELD_NUMBER, WEFT_FIELD_TABLE, .show = show_place,
    .order = get_place_order, .digits = 8 },
  { "text", N_ ("Message"), get_text, WEFT_FIELD_TEXT,
    WEFT_FIELD_TABLE | WEFT_FIELD_DUMP | WEFT_FIELD_LAST | WEFT_FIELD_PROSE, .digits = 30 },
};

const WeftSchema weft_diagnostic_schema = { "diagnostic", "What is wrong with an input", fields,
                                            G_N_ELEMENTS (fields) };
