/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-cli-report.h"

#include "weft-cli-text.h"

#include <glib/gi18n-lib.h>
#include <stdarg.h>
#include <stdio.h>

#define TITLE_WIDTH 14 /* columns */

void
weft_cli_write_diagnostics (WeftJsonWriter *writer, WeftTrace *trace)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (trace);

  weft_json_writer_key (writer, "diagnostics");
  weft_json_writer_begin_object (writer);
  weft_json_writer_unsigned_member (writer, "errors",
                                    weft_diagnostics_count (diagnostics, WEFT_SEVERITY_ERROR));
  weft_json_writer_unsigned_member (writer, "warnings",
                                    weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING));
  weft_json_writer_unsigned_member (writer, "infos",
                                    weft_diagnostics_count (diagnostics, WEFT_SEVERITY_INFO));
  weft_json_writer_end_object (writer);
}

void
weft_cli_print_field (const char *title, const char *format, ...)
{
  gsize width = weft_cli_measure_text (title);
  va_list args;

  printf ("%s%*s", title, (int) (width < TITLE_WIDTH ? TITLE_WIDTH - width : 1), "");
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
}

void
weft_cli_print_diagnostics (WeftTrace *trace)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (trace);
  g_autofree char *errors =
    weft_number_count (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_ERROR));
  g_autofree char *warnings =
    weft_number_count (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_WARNING));
  g_autofree char *infos =
    weft_number_count (weft_diagnostics_count (diagnostics, WEFT_SEVERITY_INFO));

  weft_cli_print_field (_ ("Diagnostics"), _ ("errors %s, warnings %s, infos %s"), errors, warnings,
                        infos);
}
