/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "fuzz-index.h"
#include "fuzz-timeline.h"
#include "tell-timeline-stats.h"
#include "weft-timeline-kept.h"
#include "weft-timeline-stats-index.h"

/* Index files of any timeline, and what is kept of its statistics, as fuzz-index.c does with logs of pipelines. */

static WeftTimelineStats *
count (WeftTimelineSnapshot *snapshot)
{
  g_autoptr (WeftTimelineRoles) roles = weft_timeline_roles_new (snapshot, NULL);

  return weft_timeline_stats_new (snapshot, roles, NULL, NULL, NULL, NULL);
}

/* `*stats` (nullable) are those that stand in the file. */
static WeftTimelineSnapshot *
restore (const GByteArray *index, WeftTimelineStats **stats)
{
  g_autoptr (WeftTimelineTrace) trace = weft_timeline_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftIndexReader) reader = fuzz_index_open (index);
  g_autoptr (WeftTimelineSnapshot) snapshot = NULL;

  *stats = NULL;
  if (reader == NULL || !weft_timeline_trace_take (trace, reader, NULL))
    return NULL;
  snapshot = weft_timeline_trace_ref_snapshot (trace);
  *stats = count (snapshot);
  weft_timeline_stats_forget (*stats);
  if (!weft_timeline_stats_take (*stats, reader))
    g_clear_pointer (stats, weft_timeline_stats_free);
  return g_steal_pointer (&snapshot);
}

static void
look_at_all (WeftTimelineSnapshot *snapshot, const WeftTimelineStats *stats, gboolean pictured)
{
  g_free (describe (snapshot));
  if (stats != NULL)
    g_free (tell_timeline_stats (stats));
  if (pictured)
    draw (snapshot);
}

/* The index file of a trace, and behind it its statistics: (transfer full). */
static GByteArray *
make_index (WeftTimelineSnapshot *snapshot, const WeftTimelineStats *stats)
{
  FuzzIndex file = fuzz_index_begin ();

  weft_timeline_trace_put (WEFT_TRACE (snapshot->trace), file.writer);
  weft_timeline_stats_put (stats, file.writer);
  return fuzz_index_end (&file);
}

static void
check_same_stats (const WeftTimelineStats *stats, const WeftTimelineStats *same)
{
  g_autofree char *told = tell_timeline_stats (stats), *again = tell_timeline_stats (same);

  g_assert_cmpstr (told, ==, again);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (weft_crc32c (0, data, size));
  g_autoptr (WeftTimelineSnapshot) read = read_bytes (data, size, G_MAXINT);
  g_autoptr (WeftTimelineSnapshot) same = NULL;
  g_autoptr (WeftTimelineStats) stats = NULL, same_stats = NULL;
  g_autoptr (GByteArray) index = NULL;

  if (!weft_timeline_trace_can_put (WEFT_TRACE (read->trace)))
    return 0;
  stats = count (read);
  index = make_index (read, stats);
  same = restore (index, &same_stats);
  g_assert_nonnull (same);
  g_assert_nonnull (same_stats);
  check_same (read, same);
  check_same_stats (stats, same_stats);
  for (guint i = 0; i < FUZZ_INDEX_CHANGES; i++)
    {
      g_autoptr (GByteArray) changed = fuzz_index_change (index, random);
      g_autoptr (WeftTimelineStats) other_stats = NULL;
      g_autoptr (WeftTimelineSnapshot) other = restore (changed, &other_stats);

      if (other != NULL)
        look_at_all (other, other_stats, fuzz_is_pictured (data, size));
    }
  return 0;
}
