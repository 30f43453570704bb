/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-bus.h"
#include "fuzz-index.h"
#include "weft-bus-btr1-reader.h"
#include "weft-bus-jsonl-reader.h"
#include "weft-bus-kept.h"

/* Index files of any bus trace, as fuzz-index.c does with logs of pipelines. */

static WeftBusSnapshot *
restore (const GByteArray *index)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);

  return reader != NULL && weft_bus_trace_take (trace, reader) ? weft_bus_trace_ref_snapshot (trace)
                                                               : NULL;
}

static void
look_at_all (WeftBusSnapshot *snapshot)
{
  fuzz_check_same (snapshot, snapshot);
  fuzz_check_summary (snapshot);
  fuzz_check_scene (snapshot);
}

static void
check_index (FuzzReaderNew reader_new, FuzzCut cut, const guint8 *data, gsize size)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (weft_crc32c (0, data, size));
  g_autoptr (WeftBusSnapshot) read = fuzz_read (reader_new, cut, NULL, data, size);
  g_autoptr (WeftBusSnapshot) same = NULL;
  g_autoptr (GByteArray) index = NULL;
  FuzzIndex file = fuzz_index_begin ();

  weft_bus_trace_put (WEFT_TRACE (read->trace), file.writer);
  index = fuzz_index_end (&file);
  same = restore (index);
  g_assert_nonnull (same);
  fuzz_check_same (read, same);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_autoptr (WeftBusSnapshot) other = restore (changed);

      if (other != NULL)
        look_at_all (other);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  check_index (weft_bus_jsonl_reader_new, FUZZ_CUT_LINES, data, size);
  check_index (weft_bus_btr1_reader_new, FUZZ_CUT_ANYWHERE, data, size);
  return 0;
}
