/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index-look.h"
#include "fuzz-index.h"
#include "weft-pipeline-index.h"
#include "weft-pipeline-kanata-reader.h"
#include "weft-pipeline-o3-reader.h"

/* Index files of logs that got more since. (The log is what is fuzzed, and says where it is cut and what is changed, so that
 * seeds hold whatever index files look like.) */

typedef WeftReader *(*GoOn) (WeftTrace *trace, GVariant *state);

/* The index file of a log that may get more; NULL: nobody could go on with it. */
static GByteArray *
make_resting (const FuzzLog *log, const guint8 *data, gsize cut)
{
  g_autoptr (WeftLoadPoint) point = fuzz_index_make_point (log->reader, data, cut);
  FuzzIndex index;

  if (point == NULL)
    return NULL;
  index = fuzz_index_begin ();
  weft_load_point_put (point, index.writer);
  weft_pipeline_trace_put (WEFT_TRACE (log->pictures.trace), index.writer);
  return fuzz_index_end (&index);
}

/* The trace with all that came since; NULL: nobody goes on with it. */
static WeftPipelineTrace *
go_on (const GByteArray *index, GoOn reader_new, WeftTextStore *store, const guint8 *data,
       gsize cut, gsize size)
{
  g_autoptr (WeftPipelineTrace) trace = weft_pipeline_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) file = fuzz_index_open (index);
  g_autoptr (WeftLoadPoint) point = NULL;
  g_autoptr (WeftReader) reader = NULL;
  g_autofree char *rest = g_memdup2 (data + cut, size - cut);

  if (file == NULL || (point = weft_load_point_take (file, cut)) == NULL
      || !weft_pipeline_trace_take (trace, file))
    return NULL;
  weft_trace_set_text (WEFT_TRACE (trace), store);
  reader = reader_new (WEFT_TRACE (trace), point->state);
  if (reader == NULL)
    return NULL;
  if (size > cut)
    weft_reader_feed (reader, rest, size - cut, cut, NULL);
  weft_reader_finish (reader);
  return g_steal_pointer (&trace);
}

/* A log that goes on from its index file is the log that was read at once, and whatever was changed in that can be looked at. */
static void
check (FuzzReaderNew reader_new, GoOn goes_on, const guint8 *data, gsize size)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (weft_crc32c (1, data, size));
  const gsize cut = fuzz_index_choose_cut (data, size, random);
  g_autoptr (GByteArray) index = NULL, changed = NULL;
  g_autoptr (WeftPipelineTrace) same = NULL, other = NULL;
  FuzzLog part, whole;

  fuzz_log_open (&part, reader_new);
  fuzz_log_open (&whole, reader_new);
  fuzz_log_feed (&part, data, 0, cut);
  fuzz_log_feed (&whole, data, 0, size);
  weft_reader_finish (part.reader);
  weft_reader_finish (whole.reader);
  index = cut > 0 ? make_resting (&part, data, cut) : NULL;
  if (index != NULL)
    {
      same = go_on (index, goes_on, part.store, data, cut, size);
      g_assert_nonnull (same);
      assert_same_dump (dump_trace (WEFT_TRACE (whole.pictures.trace), DUMP_ALL),
                        dump_trace (WEFT_TRACE (same), DUMP_ALL));
      changed = fuzz_index_change (index, random);
      other = go_on (changed, goes_on, part.store, data, cut, size);
    }
  if (other != NULL)
    fuzz_look_at_all (other, part.store, fuzz_is_pictured (data, size));
  fuzz_log_close (&part);
  fuzz_log_close (&whole);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (fuzz_is_o3 (data, size))
    check (weft_pipeline_o3_reader_new, weft_pipeline_o3_reader_go_on, data, size);
  else
    check (weft_pipeline_kanata_reader_new, weft_pipeline_kanata_reader_go_on, data, size);
  return 0;
}
