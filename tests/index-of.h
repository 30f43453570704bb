/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "test-files.h"
#include "weft-index-reader.h"
#include "weft-index-writer.h"
#include "weft-trace.h"

/* Index files of traces, in the folder of test-files.h. */

/* Of what `put` writes of a trace: (transfer full). */
static inline WeftIndexReader *
read_index_of (WeftTrace *trace, void (*put) (WeftTrace *trace, WeftIndexWriter *writer))
{
  g_autoptr (WeftIndexWriter) writer = weft_index_writer_new (test_folder (), G_MAXINT64, 0, NULL);
  WeftIndexReader *reader;

  put (trace, writer);
  g_assert_true (weft_index_writer_finish (writer, test_path ("index")));
  reader = weft_index_reader_open (test_path ("index"));
  g_assert_nonnull (reader);
  return reader;
}
