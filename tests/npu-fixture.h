/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-npu-index.h"
#include "weft-npu-reader.h"
#include "weft-npu-trace-private.h"

/* NPU traces from texts. */

typedef struct
{
  WeftNpuTrace *trace;
  WeftNpuSnapshot *snapshot;
  gboolean is_whole;
} NpuFixture;

/* Reads a text in pieces of at most `step` bytes. */
G_GNUC_UNUSED static void
npu_fixture_read (NpuFixture *self, const char *text, gsize length, gsize step)
{
  WeftReaderSetup setup = { .title = "test", .storage = WEFT_STORAGE_MEMORY };
  g_autoptr (WeftReader) reader = weft_npu_reader_new (&setup);
  gboolean good = TRUE;

  self->trace = g_object_ref (WEFT_NPU_TRACE (reader->trace));
  for (gsize i = 0, n; i < length && good; i += n)
    {
      g_autofree char *piece = NULL;

      n = MIN (length - i, step);
      piece = g_memdup2 (text + i, n);
      good = weft_reader_feed (reader, piece, n, i, NULL);
      weft_reader_publish (reader);
    }
  weft_reader_finish (reader);
  self->is_whole = weft_reader_is_whole (reader, NULL);
  self->snapshot = weft_npu_trace_ref_snapshot (self->trace);
}

G_GNUC_UNUSED static void
npu_fixture_clear (NpuFixture *self)
{
  g_clear_pointer (&self->snapshot, weft_npu_snapshot_unref);
  g_clear_object (&self->trace);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (NpuFixture, npu_fixture_clear)

/* All diagnostics, a line each: "2:13: warning". */
G_GNUC_UNUSED static char *
npu_fixture_list_diagnostics (const NpuFixture *self)
{
  WeftDiagnostics *diagnostics = weft_trace_get_diagnostics (WEFT_TRACE (self->trace));
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < weft_diagnostics_get_n_kept (diagnostics); i++)
    {
      WeftDiagnostic diagnostic;

      weft_diagnostics_get (diagnostics, i, &diagnostic);
      g_string_append_printf (list, "%d:%d: %s\n", (int) diagnostic.line, (int) diagnostic.column,
                              weft_severity_to_string (diagnostic.severity));
      weft_diagnostic_clear (&diagnostic);
    }
  return g_string_free (list, FALSE);
}

/* A file of the shared traces: (transfer full), NULL after skipping the test where it is absent. */
G_GNUC_UNUSED static char *
npu_fixture_load (const char *name, gsize *length)
{
  const char *folder = g_getenv ("WEFT_SHARED_TRACES");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : "", "npu", name, NULL);
  char *text;

  if (folder != NULL && g_file_get_contents (path, &text, length, NULL))
    return text;
  g_test_skip ("The shared traces are not here");
  return NULL;
}

#define NPU_BLOCKS \
  "\"version\": \"1.0\",\n\"run_metadata\": {\"run_id\": \"r\"},\n" \
  "\"config_snapshot\": {\"npu\": {\"num_te\": 1, \"num_ve\": 1, \"num_dma\": 1},\n" \
  "\"memory\": {\"dram_peak_bw_bytes_per_cycle\": 64}},\n"

/* A document around events, samples and a summary. The first event stands in line 6. */
#define NPU_DOCUMENT(events, samples, summary) \
  "{" NPU_BLOCKS "\"timeline_events\": [\n" events "],\n\"bandwidth_samples\": [\n" samples \
  "],\n\"summary_metrics\": {" summary "}}\n"
