/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-notes.h"

#include "weft-load-error.h"

#include <glib/gi18n-lib.h>

/* `format` has a %s, for the number. */
#define WARN(diagnostics, line, format, number) \
  G_STMT_START \
  { \
    char number_[24]; \
\
    g_snprintf (number_, sizeof number_, "%" G_GUINT64_FORMAT, (number)); \
    weft_diagnostics_add ((diagnostics), WEFT_SEVERITY_WARNING, (line), 0, format, number_); \
  } \
  G_STMT_END

void
weft_bus_notes_check_seq (WeftBusWriter *writer, WeftDiagnostics *diagnostics, gint64 line,
                          guint64 seq)
{
  guint faults = weft_bus_writer_check_seq (writer, seq);

  if (G_LIKELY (faults == 0))
    return;
  if ((faults & WEFT_BUS_SEQ_DUPLICATE) != 0)
    WARN (diagnostics, line, _ ("The seq %s was there before; the record counts all the same"),
          seq);
  if ((faults & WEFT_BUS_SEQ_NON_MONOTONIC) != 0)
    WARN (diagnostics, line,
          _ ("The seq %s is not above that of the record before; the record counts all the same"),
          seq);
}

void
weft_bus_notes_check_range (WeftDiagnostics *diagnostics, const WeftBusRecord *record)
{
  guint64 latest = MAX (record->first_attempt, record->complete);

  if (G_UNLIKELY (record->service > G_MAXUINT32))
    WARN (diagnostics, record->line,
          _ ("service_cycles is %s, beyond 32 bits; the record counts all the same"),
          record->service);
  if (G_UNLIKELY (record->retries > G_MAXUINT32))
    WARN (diagnostics, record->line,
          _ ("retries is %s, beyond 32 bits; the record counts all the same"), record->retries);
  if (G_UNLIKELY (latest > (guint64) G_MAXINT64))
    WARN (diagnostics, record->line,
          _ ("The tick %s is beyond 2⁶³ − 1; the record counts, but is drawn at the end of time"),
          latest);
}

void
weft_bus_notes_set_full (GError **error, gint64 line)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, line);

  g_set_error (error, WEFT_LOAD_ERROR, WEFT_LOAD_ERROR_EXHAUSTED,
               _ ("There is no memory or disk left for this trace after record %s; close other "
                  "documents and open it again"),
               text);
}
