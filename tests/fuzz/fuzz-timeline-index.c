/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index.h"
#include "fuzz-timeline.h"
#include "weft-timeline-kept.h"

/* Index files of any timeline, as fuzz-index.c does with logs of pipelines. */

static WeftTimelineSnapshot *
restore (const GByteArray *index)
{
  g_autoptr (WeftTimelineTrace) trace = weft_timeline_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);

  return reader != NULL && weft_timeline_trace_take (trace, reader, NULL)
           ? weft_timeline_trace_ref_snapshot (trace)
           : NULL;
}

static void
look_at_all (WeftTimelineSnapshot *snapshot, gboolean pictured)
{
  g_free (describe (snapshot));
  if (pictured)
    draw (snapshot);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (weft_crc32c (0, data, size));
  g_autoptr (WeftTimelineSnapshot) read = read_bytes (data, size, G_MAXINT);
  g_autoptr (WeftTimelineSnapshot) same = NULL;
  g_autoptr (GByteArray) index = NULL;
  FuzzIndex file;

  if (!weft_timeline_trace_can_put (WEFT_TRACE (read->trace)))
    return 0;
  file = fuzz_index_begin ();
  weft_timeline_trace_put (WEFT_TRACE (read->trace), file.writer);
  index = fuzz_index_end (&file);
  same = restore (index);
  g_assert_nonnull (same);
  check_same (read, same);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_autoptr (WeftTimelineSnapshot) other = restore (changed);

      if (other != NULL)
        look_at_all (other, fuzz_is_pictured (data, size));
    }
  return 0;
}
