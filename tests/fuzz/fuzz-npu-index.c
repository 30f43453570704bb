/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index.h"
#include "fuzz-npu.h"
#include "weft-npu-kept.h"
#include "weft-npu-reader.h"

/* Index files of any NPU run, as fuzz-index.c does with logs of pipelines. */

static WeftNpuSnapshot *
restore (const GByteArray *index)
{
  g_autoptr (WeftNpuTrace) trace = weft_npu_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);

  return reader != NULL && weft_npu_trace_take (trace, reader) ? weft_npu_trace_ref_snapshot (trace)
                                                               : NULL;
}

static void
check_same (WeftNpuSnapshot *a, WeftNpuSnapshot *b)
{
  g_autofree char *expected = fuzz_npu_describe (a), *got = fuzz_npu_describe (b);

  g_assert_cmpuint (a->n_events, ==, b->n_events);
  g_assert_cmpuint (a->n_skipped, ==, b->n_skipped);
  g_assert_cmpstr (got, ==, expected);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (weft_crc32c (0, data, size));
  g_autoptr (WeftNpuSnapshot) read =
    fuzz_npu_read (weft_npu_reader_new, FALSE, data, size, G_MAXINT);
  g_autoptr (WeftNpuSnapshot) same = NULL;
  g_autoptr (GByteArray) index = NULL;
  FuzzIndex file = fuzz_index_begin ();

  weft_npu_trace_put (WEFT_TRACE (read->trace), file.writer);
  index = fuzz_index_end (&file);
  same = restore (index);
  g_assert_nonnull (same);
  check_same (read, same);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_autoptr (WeftNpuSnapshot) other = restore (changed);

      if (other == NULL)
        continue;
      g_free (fuzz_npu_describe (other));
      if (fuzz_is_pictured (data, size))
        fuzz_npu_draw (other);
    }
  return 0;
}
