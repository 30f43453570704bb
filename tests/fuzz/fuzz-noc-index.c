/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index.h"
#include "fuzz-noc.h"
#include "weft-noc-device-reader.h"
#include "weft-noc-kept.h"
#include "weft-noc-reader.h"
#include "weft-noc-stats-index.h"

/* Index files of any NoC trace, and what is kept of its statistics, as fuzz-index.c does with logs of pipelines. */

/* The index file of a trace, and behind it its statistics: (transfer full). */
static GByteArray *
make_index (WeftNocTrace *trace)
{
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (WeftNocStats) stats = NULL;
  g_autoptr (GArray) zones = NULL;
  WeftNocDemand **demands;
  FuzzIndex file = fuzz_index_begin ();

  stats = weft_noc_stats_find (capture, NULL, &zones, &demands, NULL, NULL);
  weft_noc_demands_free (demands);
  weft_noc_trace_put (WEFT_TRACE (trace), file.writer);
  weft_noc_stats_put (stats, zones, file.writer);
  return fuzz_index_end (&file);
}

/* Of statistics that were taken everything can be told. Returns whether there were any. */
static gboolean
check_stats (WeftNocTrace *trace, WeftIndexReader *reader)
{
  g_autoptr (WeftNocCapture) capture = weft_noc_capture_new (trace, NULL, NULL, NULL);
  g_autoptr (GArray) zones = NULL;
  g_autoptr (WeftNocStats) stats = weft_noc_stats_take (capture, reader, &zones);

  if (stats != NULL)
    check_tables (stats, zones);
  return stats != NULL;
}

static WeftNocTrace *
restore (const GByteArray *index, gboolean *has_stats)
{
  g_autoptr (WeftNocTrace) trace = weft_noc_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);

  *has_stats = FALSE;
  if (reader == NULL || !weft_noc_trace_take (trace, reader))
    return NULL;
  *has_stats = check_stats (trace, reader);
  return g_steal_pointer (&trace);
}

/* The model of another tool. */
static void
look_at_model (WeftNocTrace *trace)
{
  g_autoptr (WeftNocTopology) chip = weft_noc_trace_ref_topology (trace);

  for (guint32 i = 0; i < weft_noc_trace_get_n_modelled (trace); i++)
    {
      WeftNocModelled modelled;

      weft_noc_trace_get_modelled (trace, i, &modelled);
      g_assert_nonnull (modelled.port);
    }
  for (guint tile = 0; chip != NULL && tile < chip->n_tiles; tile++)
    g_assert_nonnull (weft_tile_type_to_string ((WeftTileType) chip->types[tile]));
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
  gboolean has_stats;

  index = make_index (trace);
  same = restore (index, &has_stats);
  g_assert_nonnull (same);
  g_assert_true (has_stats);
  check_same (trace, same);
  check_capture (same, pictured);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_autoptr (WeftNocTrace) other = restore (changed, &has_stats);

      if (other == NULL)
        continue;
      look_at_extras (other);
      look_at_model (other);
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
