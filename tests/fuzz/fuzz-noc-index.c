/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index.h"
#include "fuzz-noc.h"
#include "weft-noc-device-reader.h"
#include "weft-noc-kept.h"
#include "weft-noc-reader.h"

/* Index files of any NoC trace, as fuzz-index.c does with logs of pipelines. */

static WeftNocTrace *
restore (const GByteArray *index)
{
  g_autoptr (WeftNocTrace) trace = weft_noc_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);

  return reader != NULL && weft_noc_trace_take (trace, reader) ? g_steal_pointer (&trace) : NULL;
}

/* All that a record has more. */
static void
look_at_extras (WeftNocTrace *trace)
{
  for (guint32 i = 0; i < weft_noc_trace_get_n_records (trace); i++)
    {
      WeftNocRecord record;
      WeftNocContext context;
      WeftNocFabric fabric;
      WeftNocDebug debug;
      guint64 end;

      weft_noc_trace_get_record (trace, i, &record);
      weft_noc_trace_get_context (trace, record.context, &context);
      weft_noc_trace_get_debug (trace, i, &debug);
      weft_noc_trace_get_end (trace, i, &end);
      if (!weft_noc_trace_get_fabric (trace, i, &fabric))
        continue;
      for (guint32 k = 0; k < fabric.n_targets; k++)
        weft_noc_trace_get_fabric_target (trace, &fabric, k, &(WeftNocFabricTarget){ 0 });
      for (guint32 k = 0; k < fabric.n_segments; k++)
        weft_noc_trace_get_fabric_segment (trace, &fabric, k, &(WeftNocFabricSegment){ 0 });
    }
}

static void
check_index (WeftNocTrace *trace, guint32 seed, gboolean pictured)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (WeftNocTrace) same = NULL;
  g_autoptr (GByteArray) index = NULL;
  FuzzIndex file;

  if (!weft_noc_trace_can_put (WEFT_TRACE (trace)))
    return;
  file = fuzz_index_begin ();
  weft_noc_trace_put (WEFT_TRACE (trace), file.writer);
  index = fuzz_index_end (&file);
  same = restore (index);
  g_assert_nonnull (same);
  check_same (trace, same);
  check_capture (same, pictured);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_autoptr (WeftNocTrace) other = restore (changed);

      if (other == NULL)
        continue;
      look_at_extras (other);
      check_capture (other, pictured);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const gboolean is_log = size > 0 && data[0] != '[' && data[0] != '{';
  g_autoptr (WeftNocTrace) trace = read_in_blocks (
    is_log ? weft_noc_device_reader_new : weft_noc_reader_new, is_log, data, size, MAX (size, 1));

  check_index (trace, weft_crc32c (0, data, size), fuzz_is_pictured (data, size));
  return 0;
}
