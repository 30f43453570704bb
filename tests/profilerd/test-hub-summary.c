/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live-frames.h"
#include "weft-hub-summary.h"

/* Sums over records that a viewer did not get. */

#define WINDOW G_GUINT64_CONSTANT (16000000) /* 16 ms at 1 GHz */

/* Adds `n` runs of 600 ticks of program 10, one in each window. */
static void
add_runs (WeftHubSummary *summary, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      WeftLiveFrame frame;
      WeftLiveFault fault;

      frames_records_from (bytes, 1, 2 * i, 1, i * WINDOW + 500);
      g_assert_cmpint (weft_live_frame_parse (bytes->data, bytes->len, &frame, &fault), ==,
                       WEFT_LIVE_WHOLE);
      weft_hub_summary_add (summary, &frame, 0);
    }
}

/* Takes what it holds: by window of `width` ticks, how many runs there are. Returns how many entries. */
static guint
count_runs (WeftHubSummary *summary, guint64 width, guint *counts)
{
  GQueue frames = G_QUEUE_INIT;
  guint n_entries = 0;

  weft_hub_summary_flush (summary, 1, 0, 16, WEFT_LIVE_MAX_FRAME, &frames);
  while (!g_queue_is_empty (&frames))
    {
      g_autoptr (GBytes) bytes = g_queue_pop_head (&frames);
      gsize length;
      const guint8 *data = g_bytes_get_data (bytes, &length);
      WeftLiveFrame frame;
      WeftLiveFault fault;

      g_assert_cmpint (weft_live_frame_parse (data, length, &frame, &fault), ==, WEFT_LIVE_WHOLE);
      for (guint i = 0; i < frame.count; i++, n_entries++)
        {
          WeftLiveSummaryEntry entry;

          weft_live_get_summary_entry (&frame, i, &entry);
          g_assert_cmpuint (entry.key, ==, 10);
          g_assert_cmpuint (entry.sum, ==, 600 * entry.n);
          g_assert_cmpuint (entry.from_ticks % width, ==, 0);
          counts[entry.from_ticks / width] += entry.n;
        }
    }
  return n_entries;
}

/* Too many windows become half as many, each of two neighbours. */
static void
test_widens (void)
{
  g_autoptr (WeftHubSummary) summary = weft_hub_summary_new (1);
  guint narrow[8] = { 0 }, wide[4] = { 0 };

  add_runs (summary, 8);
  weft_hub_summary_limit (summary, 8);
  g_assert_cmpuint (count_runs (summary, WINDOW, narrow), ==, 8);
  add_runs (summary, 8);
  weft_hub_summary_limit (summary, 7);
  g_assert_cmpuint (count_runs (summary, 2 * WINDOW, wide), ==, 4);
  for (guint i = 0; i < 8; i++)
    g_assert_cmpuint (narrow[i], ==, 1);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (wide[i], ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hub-summary/widens", test_widens);
  return g_test_run ();
}
