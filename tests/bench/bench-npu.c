/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-memory.h"
#include "bench-tracks.h"
#include "weft-json-scanner.h"
#include "weft-load.h"
#include "weft-npu-keys.h"
#include "weft-npu-scene.h"
#include "weft-npu-stats.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* bench-npu FILE: the scanner alone, the load of a trace with checks and index, cold frames at every
 * zoom, and aggregates over ranges; in processor time. Prints what bench-npu.py reads. */

#define BLOCK (1 << 20)
#define N_RANGES 60

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

/* --- the scanner alone ---------------------------------------------------------------------------------- */

static gint64 sum;

static void
take_element (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record, gpointer data G_GNUC_UNUSED)
{
  const WeftJsonValue *start = weft_json_record_get (record, KEY_START);

  sum += start != NULL ? start->integer : 0;
}

static void
take_member (guint slot G_GNUC_UNUSED, const WeftJsonRecord *record G_GNUC_UNUSED,
             gboolean repeated G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED)
{
}

static void
measure_scanner (const char *path)
{
  const WeftJsonMember members[] = { { "timeline_events", 0, weft_npu_keys },
                                     { "bandwidth_samples", 1, weft_npu_keys },
                                     { NULL, 0, NULL } };
  const WeftJsonShape shape = { .members = members };
  const WeftJsonHandler handler = { .member = take_member, .element = take_element };
  g_autoptr (WeftJsonScanner) scanner = weft_json_scanner_new (&shape, &handler, NULL);
  g_autofree char *block = g_malloc (BLOCK);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  guint64 offset = 0;
  double scanning = 0;
  gssize n;

  while ((n = read (fd, block, BLOCK)) > 0)
    {
      double start = now ();

      g_assert_true (weft_json_scanner_feed (scanner, block, (gsize) n, offset));
      scanning += now () - start;
      offset += (guint64) n;
    }
  g_assert_true (weft_json_scanner_finish (scanner));
  close (fd);
  printf ("scanner %.0f\n", (double) offset / scanning / 1e6);
}

/* --- the load ------------------------------------------------------------------------------------------- */

static WeftNpuSnapshot *
measure_load (const char *path)
{
  g_autoptr (WeftLoad) load = weft_load_new (path, WEFT_STORAGE_MEMORY, NULL);
  g_autoptr (GError) error = NULL;
  MemoryWatch memory;
  double start;

  memory_watch_start (&memory);
  start = now ();
  g_assert_true (weft_load_run (load, NULL, &error));
  start = now () - start;
  printf ("load %.3f %" G_GUINT64_FORMAT "\n", start, memory_watch_stop (&memory));
  return weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (weft_load_get_trace (load)));
}

/* --- frames --------------------------------------------------------------------------------------------- */

static void
measure_frames (WeftNpuSnapshot *snapshot, WeftNpuBandwidth *bandwidth)
{
  g_autoptr (WeftNpuBanks) banks = weft_npu_banks_new (snapshot);
  g_autoptr (WeftNpuPath) path = weft_npu_path_new (snapshot);
  const WeftNpuSceneOptions options = { .snapshot = snapshot,
                                        .shown = snapshot->index,
                                        .bandwidth = bandwidth,
                                        .banks = banks,
                                        .path = path,
                                        .arrows = TRUE,
                                        .with = WEFT_NPU_WITH_ALL };
  g_autoptr (WeftTrackScene) scene = weft_npu_scene_new (&options);
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  WeftStyle *style = weft_style_new (NULL, NULL);
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  FrameTime times[200];
  double length = (double) snapshot->last_cycle - (double) snapshot->first_cycle;
  guint n = 0;

  tracks_paint (layout, style,
                &(WeftAxis){ .ticks_per_px = 1, .ticks_per_unit = 1, .unit_name = "cycles" });
  for (double zoom = 1; zoom > 1e-6 && n < G_N_ELEMENTS (times); zoom /= 2)
    for (guint place = 0; place < 5 && n < G_N_ELEMENTS (times); place++)
      {
        WeftAxis axis = { .ticks_per_px = length / FLOOR_WIDTH * zoom,
                          .ticks_per_unit = 1,
                          .unit_name = "cycles" };

        times[n] = (FrameTime){ G_MAXDOUBLE, G_MAXDOUBLE };
        for (guint near = 0; near < TRACKS_N_NEAR; near++)
          {
            axis.origin = snapshot->first_cycle + (gint64) (length * (1 - zoom) * place / 4)
                          + (gint64) (MAX (3 * axis.ticks_per_px, 1) * near);
            times[n] = frame_least (times[n], tracks_paint (layout, style, &axis));
          }
        n++;
      }
  qsort (times, n, sizeof *times, frame_compare);
  printf ("frame %.2f %.2f\nfloor %.3f\n", times[n / 2].until_there,
          times[n - 1 - n / 100].until_there, floor_measure_frame ());
  weft_style_unref (style);
}

static void
measure_aggregates (WeftNpuSnapshot *snapshot, WeftNpuBandwidth *bandwidth)
{
  gint64 length = snapshot->last_cycle - snapshot->first_cycle;
  double worst = 0;

  for (gint64 i = 0; i < N_RANGES; i++)
    {
      const WeftCycleRange range = { snapshot->first_cycle + length * i / (4 * N_RANGES),
                                     snapshot->last_cycle - length * i / (4 * N_RANGES) };
      double start = now ();

      weft_npu_stats_unref (weft_npu_stats_new (snapshot, bandwidth, NULL, &range, NULL, NULL));
      worst = MAX (worst, now () - start);
    }
  printf ("aggregate %.2f\n", worst * 1000);
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftNpuSnapshot) snapshot = NULL;
  g_autoptr (WeftNpuBandwidth) bandwidth = NULL;

  if (argc != 2)
    return 64;
  measure_scanner (argv[1]);
  snapshot = measure_load (argv[1]);
  bandwidth = weft_npu_bandwidth_new (snapshot);
  measure_frames (snapshot, bandwidth);
  measure_aggregates (snapshot, bandwidth);
  return sum == 0;
}
