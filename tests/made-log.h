/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-writer.h"

#include <string.h>
#include <unistd.h>

/* Pipeline traces that tests write themselves, with texts that can be read back. */

typedef struct
{
  WeftPipelineTrace *trace;
  WeftPipelineWriter *writer;
  WeftTextStore *text;
  guint64 n_bytes; /* of text so far */
} MadeLog;

/* A trace whose "changed" is emitted in `context` (nullable: nowhere). */
static inline void
made_log_open_in (MadeLog *log, GMainContext *context, WeftStorage storage)
{
  log->trace = weft_pipeline_trace_new ("made.log", context, storage);
  log->writer = weft_pipeline_writer_new (log->trace, WEFT_PIPELINE_KANATA);
  log->text = weft_text_store_new_spill ();
  log->n_bytes = 0;
  g_assert_nonnull (log->text);
  weft_trace_set_text (WEFT_TRACE (log->trace), log->text);
  weft_trace_set_format (WEFT_TRACE (log->trace), "Kanata 0004");
}

static inline void
made_log_open (MadeLog *log, GMainContext *context)
{
  made_log_open_in (log, context, WEFT_STORAGE_MEMORY);
}

static inline void
made_log_close (MadeLog *log)
{
  weft_pipeline_writer_free (log->writer);
  weft_text_store_unref (log->text);
  g_object_unref (log->trace);
}

static inline guint64
made_log_spill (MadeLog *log, const char *text)
{
  guint64 offset = log->n_bytes;

  weft_text_store_spill (log->text, text, strlen (text));
  log->n_bytes += strlen (text);
  return offset;
}

/* An op with a label (nullable). Ids are in file order; lines are counted in tens. */
static inline guint32
made_log_begin (MadeLog *log, gint64 tid, gint64 cycle, const char *label)
{
  guint32 n_ops = weft_pipeline_writer_get_n_ops (log->writer);
  guint32 op = weft_pipeline_writer_begin_op (log->writer, n_ops, 1000 + n_ops, tid,
                                              10 * (gint64) (n_ops + 1), cycle);

  if (label != NULL && *label != '\0')
    weft_pipeline_writer_add_label (log->writer, op, made_log_spill (log, label), label,
                                    strlen (label));
  return op;
}

/* A stage from `start` to `end`; before its start leaves it open. */
static inline void
made_log_stage (MadeLog *log, guint32 op, const char *lane, const char *name, gint64 start,
                gint64 end)
{
  WeftKind kind =
    weft_pipeline_writer_intern_kind (log->writer, lane, strlen (lane), name, strlen (name));

  weft_pipeline_writer_start_stage (log->writer, op, kind, start);
  if (end >= start)
    weft_pipeline_writer_end_stage (log->writer, op, kind, end);
}

/* A log like those of a core: fetched a few per cycle, most of them retired a little later, some
 * flushed, the last ones open. The same for the same number of ops. */
static inline void
made_log_fill (MadeLog *log, guint32 n_ops)
{
  static const char *const names[] = { "addi a0, a0, 1", "lw a1, 0(sp)", "bne a0, a1, -8",
                                       "mul t0" };
  guint32 first = weft_pipeline_writer_get_n_ops (log->writer);
  guint32 state = 12345 + first;
  gint64 rid = first;

  for (guint32 i = first; i < first + n_ops; i++)
    {
      gint64 fetch = i / 2;
      guint32 op, wait;
      char label[64];

      state = state * 1664525u + 1013904223u;
      wait = (state >> 16) % 40;
      g_snprintf (label, sizeof label, "%08x: %s", 0x80000000u + 4 * (i % 61), names[i % 4]);
      op = made_log_begin (log, i % 2, fetch, i % 17 == 16 ? "bubble" : label);
      made_log_stage (log, op, "0", "F", fetch, fetch + 1);
      made_log_stage (log, op, "0", "X", fetch + 1, -1);
      if (wait > 30)
        made_log_stage (log, op, "1", "stl", fetch + 2, fetch + wait - 20);
      if (i % 97 < 90)
        weft_pipeline_writer_end_op (log->writer, op,
                                     i % 23 == 0 ? WEFT_OP_FLUSHED : WEFT_OP_RETIRED,
                                     i % 23 == 0 ? -1 : rid++, fetch + 3 + wait);
    }
}

/* Makes all that was written readable. */
static inline WeftPipelineSnapshot *
made_log_publish (MadeLog *log, gint64 last)
{
  weft_pipeline_writer_publish (log->writer, last);
  return weft_pipeline_trace_ref_snapshot (log->trace);
}
