/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-described-reader.h"
#include "weft-noc-trace.h"
#include "weft-pipeline-texts.h"
#include "weft-timeline-trace.h"

#include <string.h>

/* Descriptions of any bytes, and files that are read by them: a description stands before a line of "---", and the
 * file behind it. Define _GNU_SOURCE before all that is included. */

/* The bytes of an input. */
typedef struct
{
  const char *description;
  gsize description_length;
  const char *file;
  gsize file_length;
} FuzzDescribed;

static inline FuzzDescribed
fuzz_described_divide (const char *bytes, gsize size)
{
  static const char parting[] = "\n---\n";
  const char *part = size > 0 ? memmem (bytes, size, parting, sizeof parting - 1) : NULL;
  const gsize length = part != NULL ? (gsize) (part - bytes) + 1 : size;
  const gsize begin = part != NULL ? length + sizeof parting - 2 : size;

  return (FuzzDescribed){ bytes, length, size > 0 ? bytes + begin : bytes, size - begin };
}

/* All rows that were made, and their texts. */
static inline char *
fuzz_described_tell (WeftTrace *trace)
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

/* Feeds pieces of whole lines, as formats of lines are fed, of about `step` bytes. */
static inline void
fuzz_described_feed (WeftReader *reader, const char *bytes, gsize length, gsize step)
{
  gboolean good = TRUE;

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
}
