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
look_at_all (WeftBusSnapshot *snapshot, gboolean pictured)
{
  fuzz_check_same (snapshot, snapshot);
  fuzz_check_summary (snapshot);
  if (pictured)
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
        look_at_all (other, fuzz_is_pictured (data, size));
    }
}

/* --- going on --------------------------------------------------------------------------------------------- */

/* NULL: nobody goes on with it. */
static WeftBusSnapshot *
go_on (const GByteArray *index, const guint8 *data, gsize cut, gsize size)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) file = fuzz_index_open (index);
  g_autoptr (WeftLoadPoint) point = NULL;
  g_autoptr (WeftReader) reader = NULL;
  gboolean fed = TRUE;

  if (file == NULL || (point = weft_load_point_take (file, cut)) == NULL
      || !weft_bus_trace_take (trace, file))
    return NULL;
  reader = weft_bus_jsonl_reader_go_on (WEFT_TRACE (trace), point->state);
  if (reader == NULL)
    return NULL;
  fuzz_feed (reader, data, cut, size, &fed);
  weft_reader_finish (reader);
  return weft_bus_trace_ref_snapshot (trace);
}

/* A trace that goes on from its index file is the one that was read at once, and whatever was changed in that can be looked
 * at. */
static void
check_resting (const guint8 *data, gsize size)
{
  const WeftReaderSetup setup = { .title = "fuzz", .storage = WEFT_STORAGE_MEMORY };
  g_autoptr (GRand) random = g_rand_new_with_seed (weft_crc32c (1, data, size));
  const gsize cut = fuzz_index_choose_cut (data, size, random);
  g_autoptr (WeftReader) reader = weft_bus_jsonl_reader_new (&setup);
  g_autoptr (WeftBusSnapshot) whole = NULL, same = NULL, other = NULL;
  g_autoptr (GByteArray) index = NULL, changed = NULL;
  g_autoptr (WeftLoadPoint) point = NULL;
  FuzzIndex file;
  gboolean fed = TRUE;

  fuzz_feed (reader, data, 0, cut, &fed);
  weft_reader_finish (reader);
  point = cut > 0 ? fuzz_index_make_point (reader, data, cut) : NULL;
  if (point == NULL)
    return;
  file = fuzz_index_begin ();
  weft_load_point_put (point, file.writer);
  weft_bus_trace_put (reader->trace, file.writer);
  index = fuzz_index_end (&file);
  whole = fuzz_read (weft_bus_jsonl_reader_new, FUZZ_CUT_LINES, NULL, data, size);
  same = go_on (index, data, cut, size);
  g_assert_nonnull (same);
  fuzz_check_same (whole, same);
  changed = fuzz_index_change (index, random);
  other = go_on (changed, data, cut, size);
  if (other != NULL)
    look_at_all (other, fuzz_is_pictured (data, size));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size >= 4 && memcmp (data, "BTR1", 4) == 0)
    {
      check_index (weft_bus_btr1_reader_new, FUZZ_CUT_ANYWHERE, data, size);
      return 0;
    }
  check_resting (data, size);
  check_index (weft_bus_jsonl_reader_new, FUZZ_CUT_LINES, data, size);
  return 0;
}
