/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-writer.h"

/* Lanes that several threads put in order are as a lane is that is alone. */

#define N_LANES 4u
#define N_EACH 40000u /* events of each lane: enough that several threads build the index */
#define N_TOKENS 100u

static void
add_event (WeftNpuWriter *writer, WeftNpuType type, guint lane, gint64 start, gint64 end)
{
  WeftNpuEvent event = weft_npu_event_unsaid;

  event.type = type;
  event.flags = start % 11 == 0 ? WEFT_NPU_ERROR : 0;
  event.start = start;
  event.end = end;
  event.lane = lane;
  event.name = weft_npu_writer_intern (writer, "name", 4);
  event.line = 1;
  weft_npu_writer_add_event (writer, &event);
}

/* The same events in each lane, out of order and some at once. */
static WeftNpuSnapshot *
write_lanes (guint n_lanes)
{
  static const WeftNpuType types[] = { WEFT_NPU_ENGINE, WEFT_NPU_ENGINE, WEFT_NPU_MEMORY,
                                       WEFT_NPU_STALL };
  g_autoptr (WeftNpuTrace) trace = weft_npu_trace_new ("test", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftNpuWriter) writer = weft_npu_writer_new (trace);
  const guint32 engine = weft_npu_writer_intern (writer, "TE", 2);

  for (guint i = 0; i < n_lanes; i++)
    weft_npu_writer_get_lane (writer, WEFT_NPU_TE, engine, i, 1, 1);
  for (guint i = 0; i < N_EACH * n_lanes; i++)
    {
      gint64 start = (gint64) (i / n_lanes ^ 5) * 3;

      add_event (writer, types[i / n_lanes % G_N_ELEMENTS (types)], i % n_lanes, start,
                 start + i / n_lanes % 13);
    }
  for (guint i = 0; i < N_TOKENS; i++)
    add_event (writer, WEFT_NPU_TOKEN, WEFT_NPU_NO_LANE, N_TOKENS - i, N_TOKENS + i);
  weft_npu_writer_publish (writer);
  return weft_npu_trace_ref_snapshot (trace);
}

static void
assert_track (const WeftNpuTrack *ours, guint lane, const WeftNpuTrack *alone)
{
  g_assert_cmpuint (ours->n_rows, ==, alone->n_rows);
  g_assert_cmpuint (ours->n_subs, ==, alone->n_subs);
  g_assert_cmpmem (ours->subs, ours->n_subs * sizeof *ours->subs, alone->subs,
                   alone->n_subs * sizeof *alone->subs);
  for (guint32 i = 0; i < alone->n_rows; i++)
    g_assert_cmpuint (weft_npu_track_row (ours, i), ==,
                      weft_npu_track_row (alone, i) * N_LANES + lane);
}

static void
test_threads (void)
{
  g_autoptr (WeftNpuSnapshot) one = write_lanes (1), all = write_lanes (N_LANES);
  const WeftNpuLaneIndex *alone = &one->index->lanes[0];

  g_assert_cmpuint (alone->work.n_rows, ==, N_EACH / 2);
  g_assert_cmpuint (alone->failed.n, >, 0);
  for (guint i = 0; i < N_LANES; i++)
    {
      const WeftNpuLaneIndex *lane = &all->index->lanes[i];

      assert_track (&lane->work, i, &alone->work);
      assert_track (&lane->points, i, &alone->points);
      assert_track (&lane->stalls, i, &alone->stalls);
      g_assert_cmpint (lane->busy.sum, ==, alone->busy.sum);
      g_assert_cmpint (lane->stalled.sum, ==, alone->stalled.sum);
      g_assert_cmpint (lane->either.sum, ==, alone->either.sum);
      g_assert_cmpint (lane->failed.sum, ==, alone->failed.sum);
    }
  g_assert_cmpuint (all->index->tokens.n_rows, ==, N_TOKENS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npu-index/threads", test_threads);
  return g_test_run ();
}
