/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-writer.h"

#include "dump-trace.h"
#include "made-log.h"
#include "weft-pipeline-texts.h"

#include <signal.h>
#include <sys/resource.h>

/* Shared by tests of the writer: a log, and short ways to write to it. The rules are those of formats/kanata.md, "Kanata, reading". */

static inline void
setup (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  made_log_open (log, NULL);
}

static inline void
teardown (MadeLog *log, gconstpointer unused G_GNUC_UNUSED)
{
  made_log_close (log);
}

static inline WeftKind
kind_of (MadeLog *log, const char *lane, const char *name)
{
  return weft_pipeline_writer_intern_kind (log->writer, lane, strlen (lane), name, strlen (name));
}

static inline void
start (MadeLog *log, guint32 op, const char *lane, const char *name, gint64 cycle)
{
  g_assert_true (
    weft_pipeline_writer_start_stage (log->writer, op, kind_of (log, lane, name), cycle));
}

static inline void
end (MadeLog *log, guint32 op, const char *lane, const char *name, gint64 cycle)
{
  g_assert_true (
    weft_pipeline_writer_end_stage (log->writer, op, kind_of (log, lane, name), cycle));
}

static inline void
add (const char *path, void (*test) (MadeLog *log, gconstpointer unused))
{
  g_test_add (path, MadeLog, NULL, setup, test, teardown);
}
