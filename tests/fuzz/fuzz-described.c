/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-described.h"
#include "fuzz.h"
#include "weft-described-report.h"
#include "weft-description-find.h"

/* All that is wrong with a description has a place in it; counts add up, texts are UTF-8, and nothing depends on where
 * blocks are cut. */

static void
check_diagnostics (WeftDiagnostics *diagnostics, gint64 most_lines)
{
  for (guint i = 0; i < weft_diagnostics_get_n_kept (diagnostics); i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      g_assert_true (g_utf8_validate (diagnostic.message, -1, NULL));
      g_assert_cmpint (diagnostic.line, >=, 0);
      g_assert_cmpint (diagnostic.line, <=, most_lines);
      weft_diagnostic_clear (&diagnostic);
    }
}

static char *
read_bytes (WeftDescription *description, const FuzzDescribed *input, gsize step)
{
  const WeftReaderSetup setup = { .title = "fuzz" };
  g_autoptr (WeftReader) reader = weft_described_reader_new (&setup, description);
  g_autoptr (WeftTextStore) store = weft_text_store_new_spill ();
  const WeftDescribedReport *report;
  guint64 n = 0;

  weft_trace_set_text (reader->trace, store);
  fuzz_described_feed (reader, input->file, input->file_length, step);
  report = weft_described_report_of (reader->trace);
  for (guint i = 0; i < description->sources->len; i++)
    n += report->sources[i].n;
  g_assert_cmpuint (MIN (report->n_unread, WEFT_DESCRIBED_KEPT_LINES), ==, report->unread->len);
  g_assert_cmpuint (n, <=, input->file_length + 1);
  check_diagnostics (reader->diagnostics, (gint64) input->file_length + 1);
  return fuzz_described_tell (reader->trace);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *bytes = g_memdup2 (data, size);
  const FuzzDescribed input = fuzz_described_divide (bytes, size);
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (WeftDescription) description = weft_description_parse (
    "fuzz.weftformat", input.description, input.description_length, diagnostics);
  g_autofree char *whole = NULL, *cut = NULL;
  WeftRecognition points[WEFT_N_RECOGNITIONS];

  g_assert_cmpint (description == NULL, ==,
                   weft_diagnostics_count (diagnostics, WEFT_SEVERITY_ERROR) > 0);
  check_diagnostics (diagnostics, (gint64) input.description_length + 1);
  if (description == NULL)
    return 0;
  weft_description_judge (description, "fuzz.txt", input.file, input.file_length, points);
  whole = read_bytes (description, &input, G_MAXINT);
  cut = read_bytes (description, &input, 61);
  g_assert_cmpstr (whole, ==, cut);
  return 0;
}
