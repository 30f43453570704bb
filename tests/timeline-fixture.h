/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-timeline-reader.h"
#include "weft-timeline-trace-private.h"

/* Timelines from texts. */

/* Reads a text whole: (transfer full). */
static inline WeftTimelineSnapshot *
timeline_fixture_read (const char *text)
{
  WeftReaderSetup setup = { .title = "test", .storage = WEFT_STORAGE_MEMORY };
  g_autoptr (WeftReader) reader = weft_timeline_reader_new (&setup);
  g_autofree char *bytes = g_strdup (text);

  weft_reader_feed (reader, bytes, strlen (bytes), 0, NULL);
  weft_reader_publish (reader);
  weft_reader_finish (reader);
  return weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (reader->trace));
}

/* The name of an event. */
static inline const char *
timeline_fixture_get_name (const WeftTimelineSnapshot *snapshot, guint32 row)
{
  return weft_timeline_trace_get_name (snapshot->trace, weft_timeline_name (snapshot->trace, row));
}

/* The event of that name with `before` others of it before it in the file; WEFT_NO_ROW: none. */
static inline guint32
timeline_fixture_find (const WeftTimelineSnapshot *snapshot, const char *name, guint before)
{
  for (guint32 row = 0; row < snapshot->n_events; row++)
    if (g_strcmp0 (timeline_fixture_get_name (snapshot, row), name) == 0 && before-- == 0)
      return row;
  return WEFT_NO_ROW;
}

/* A host that launches three kernels on a stream, as Kineto writes it: an op with a call in it each; the
 * last kernel comes late, and for 450 µs before it the device has no work. */
#define TIMELINE_TRAINING \
  "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0,\"name\":\"A Card\",\"numSms\":80}],\n" \
  "\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":3},\"traceEvents\":[\n" \
  "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"python\"}},\n" \
  "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":1,\"args\":{\"labels\":\"CPU\"}},\n" \
  "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":1,\"args\":{\"sort_index\":1}},\n" \
  "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"main\"}},\n" \
  "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"idler\"}},\n" \
  "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":0,\"args\":{\"name\":\"python\"}},\n" \
  "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":0,\"args\":{\"labels\":\"GPU 0\"}},\n" \
  "{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":0,\"args\":{\"sort_index\":5000000}},\n" \
  "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":0,\"tid\":7,\"args\":{\"name\":\"stream " \
  "7\"}},\n" \
  "{\"ph\":\"X\",\"cat\":\"user_annotation\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":900," \
  "\"name\":\"step\"},\n" \
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":100," \
  "\"name\":\"aten::mm\"},\n" \
  "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"pid\":1,\"tid\":1,\"ts\":20,\"dur\":60," \
  "\"name\":\"cudaLaunchKernel\",\"args\":{\"correlation\":1}},\n" \
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"pid\":1,\"tid\":1,\"ts\":200,\"dur\":100," \
  "\"name\":\"aten::mm\"},\n" \
  "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"pid\":1,\"tid\":1,\"ts\":220,\"dur\":60," \
  "\"name\":\"cudaLaunchKernel\",\"args\":{\"correlation\":2}},\n" \
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"pid\":1,\"tid\":1,\"ts\":500,\"dur\":100," \
  "\"name\":\"aten::add\"},\n" \
  "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"pid\":1,\"tid\":1,\"ts\":510,\"dur\":60," \
  "\"name\":\"cudaLaunchKernel\",\"args\":{\"correlation\":3}},\n" \
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"ts\":100,\"dur\":50,\"name\":\"gemm\"," \
  "\"args\":{\"correlation\":1,\"grid\":[1,2,3]}},\n" \
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"ts\":300,\"dur\":50,\"name\":\"gemm\"," \
  "\"args\":{\"correlation\":2}},\n" \
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"ts\":800,\"dur\":20,\"name\":\"add\"," \
  "\"args\":{\"correlation\":3}},\n" \
  "{\"ph\":\"s\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":1,\"pid\":1,\"tid\":1,\"ts\":20},\n" \
  "{\"ph\":\"f\",\"bp\":\"e\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":1,\"pid\":0,\"tid\":7," \
  "\"ts\":100},\n" \
  "{\"ph\":\"C\",\"pid\":0,\"ts\":0,\"name\":\"power\",\"args\":{\"W\":50}},\n" \
  "{\"ph\":\"C\",\"pid\":0,\"ts\":100,\"name\":\"power\",\"args\":{\"W\":250}}\n" \
  "]}\n"
