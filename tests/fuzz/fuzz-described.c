/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz.h"
#include "weft-described-reader.h"
#include "weft-described-report.h"
#include "weft-description-find.h"
#include "weft-noc-trace.h"
#include "weft-pipeline-texts.h"
#include "weft-timeline-trace.h"

#include <string.h>

/* Descriptions of any bytes, and files that are read by them: a description stands before a line of "---",
 * and the file behind it. What is wrong with a description has a place in it; counts add up, texts are UTF-8,
 * and none of it depends on where blocks are cut. */

static const char parting[] = "\n---\n";

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

/* All rows that were made, and their texts. */
static char *
describe (WeftTrace *trace)
{
  GString *text = g_string_new (NULL);

  if (WEFT_IS_PIPELINE_TRACE (trace))
    {
      g_autoptr (WeftPipelineSnapshot) snapshot =
        weft_pipeline_trace_ref_snapshot (WEFT_PIPELINE_TRACE (trace));

      for (guint32 op = 0; op < snapshot->n_ops; op++)
        {
          g_autofree char *label = weft_pipeline_snapshot_get_label (snapshot, op);
          g_auto (WeftStageBuffer) buffer = { NULL, 0, 0 };

          weft_pipeline_snapshot_get_stages (snapshot, op, &buffer);
          g_string_append_printf (text, "%s %u\n", label != NULL ? label : "—", buffer.n_stages);
          for (guint i = 0; i < buffer.n_stages; i++)
            g_assert_cmpint (buffer.stages[i].start, <=, buffer.stages[i].end);
        }
    }
  else if (WEFT_IS_TIMELINE_TRACE (trace))
    {
      g_autoptr (WeftTimelineSnapshot) snapshot =
        weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (trace));

      for (guint32 row = 0; row < snapshot->n_events; row++)
        {
          g_autofree char *json = weft_timeline_snapshot_get_text (snapshot, row);
          WeftTimelineEvent event;

          weft_timeline_snapshot_get_event (snapshot, row, &event);
          g_assert_cmpint (event.start, <=, event.end);
          g_assert_true (json == NULL || g_utf8_validate (json, -1, NULL));
          g_string_append_printf (text, "%" G_GINT64_FORMAT " %s\n", event.start, json);
        }
      g_string_append_printf (text, "%u\n", snapshot->n_points);
    }
  else
    g_string_append_printf (text, "%u\n", weft_noc_trace_get_n_records (WEFT_NOC_TRACE (trace)));
  return g_string_free (text, FALSE);
}

/* Pieces of whole lines, as formats of lines are fed, of about `step` bytes. */
static char *
read_bytes (WeftDescription *description, const char *bytes, gsize length, gsize step)
{
  const WeftReaderSetup setup = { .title = "fuzz" };
  g_autoptr (WeftReader) reader = weft_described_reader_new (&setup, description);
  g_autoptr (WeftTextStore) store = weft_text_store_new_spill ();
  gboolean good = TRUE;
  const WeftDescribedReport *report;
  guint64 n = 0;

  weft_trace_set_text (reader->trace, store);
  for (gsize at = 0, next; at < length && good; at = next)
    {
      gsize ahead = MIN (step, length - at - 1);
      const char *eol = memchr (bytes + at + ahead, '\n', length - at - ahead);
      g_autofree char *piece = NULL;

      next = eol != NULL ? (gsize) (eol - bytes) + 1 : length;
      piece = g_memdup2 (bytes + at, next - at);
      good = weft_reader_feed (reader, piece, next - at, at, NULL);
      weft_reader_publish (reader);
    }
  weft_reader_finish (reader);
  report = weft_described_report_of (reader->trace);
  for (guint i = 0; i < description->sources->len; i++)
    n += report->sources[i].n;
  g_assert_cmpuint (MIN (report->n_unread, WEFT_DESCRIBED_KEPT_LINES), ==, report->unread->len);
  g_assert_cmpuint (n, <=, length + 1);
  check_diagnostics (reader->diagnostics, (gint64) length + 1);
  return describe (reader->trace);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *bytes = g_memdup2 (data, size);
  const char *part = size > 0 ? memmem (bytes, size, parting, sizeof parting - 1) : NULL;
  gsize length = part != NULL ? (gsize) (part - bytes) + 1 : size;
  gsize begin = part != NULL ? length + sizeof parting - 2 : size;
  g_autoptr (WeftDiagnostics) diagnostics = weft_diagnostics_new ();
  g_autoptr (WeftDescription) description =
    weft_description_parse ("fuzz.weftformat", bytes, length, diagnostics);
  g_autofree char *whole = NULL, *cut = NULL;
  WeftRecognition points[WEFT_N_RECOGNITIONS];

  g_assert_cmpint (description == NULL, ==,
                   weft_diagnostics_count (diagnostics, WEFT_SEVERITY_ERROR) > 0);
  check_diagnostics (diagnostics, (gint64) length + 1);
  if (description == NULL)
    return 0;
  weft_description_judge (description, "fuzz.txt", bytes + begin, size - begin, points);
  whole = read_bytes (description, bytes + begin, size - begin, G_MAXINT);
  cut = read_bytes (description, bytes + begin, size - begin, 61);
  g_assert_cmpstr (whole, ==, cut);
  return 0;
}
