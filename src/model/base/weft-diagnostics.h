/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Faults that a reader found, by the format's document. The first records are kept, all
 * are counted. Any thread may add and read. */

typedef enum
{
  WEFT_SEVERITY_INFO,
  WEFT_SEVERITY_WARNING,
  WEFT_SEVERITY_ERROR,
} WeftSeverity;

#define WEFT_N_SEVERITIES 3

/* How many records are kept. */
#define WEFT_DIAGNOSTICS_KEPT 1000

typedef struct
{
  WeftSeverity severity;
  gint64 line;   /* from 1; 0 where the message is about no line */
  gint64 column; /* in bytes from 1; 0 where it is about no column */
  char *message; /* one sentence, translated, UTF-8 */
} WeftDiagnostic;

#define WEFT_TYPE_DIAGNOSTICS (weft_diagnostics_get_type ())
G_DECLARE_FINAL_TYPE (WeftDiagnostics, weft_diagnostics, WEFT, DIAGNOSTICS, GObject)

/* Called for each record as it is added, on the thread that adds it. The record is the caller's. */
typedef void (*WeftDiagnosticSink) (const WeftDiagnostic *diagnostic, gpointer user_data);

WeftDiagnostics *weft_diagnostics_new (void);

/* Streams every record, kept or not, to `sink`; to be called before the first is added. */
void weft_diagnostics_set_sink (WeftDiagnostics *self, WeftDiagnosticSink sink, gpointer user_data);

/* Adds a record. The message is formatted only where somebody will see it, so that a million
 * diagnostics cost no more than counting. What is not UTF-8 in it becomes U+FFFD. */
void weft_diagnostics_add (WeftDiagnostics *self, WeftSeverity severity, gint64 line, gint64 column,
                           const char *format, ...) G_GNUC_PRINTF (5, 6);

/* The same; `file` (nullable) is named before the message, where the input has several. */
void weft_diagnostics_add_valist (WeftDiagnostics *self, WeftSeverity severity, gint64 line,
                                  gint64 column, const char *file, const char *format,
                                  va_list arguments) G_GNUC_PRINTF (6, 0);

/* All records of that severity that were added, kept or not. */
guint64 weft_diagnostics_count (WeftDiagnostics *self, WeftSeverity severity);

/* How many records are kept, in the order in which they were added. */
guint weft_diagnostics_get_n_kept (WeftDiagnostics *self);

/* A copy of kept record `index`: (transfer full), free with weft_diagnostic_clear(). */
void weft_diagnostics_get (WeftDiagnostics *self, guint index, WeftDiagnostic *diagnostic);

void weft_diagnostic_clear (WeftDiagnostic *diagnostic);

/* "error", "warning" or "info": the word that machine output uses. */
const char *weft_severity_to_string (WeftSeverity severity);

G_END_DECLS
