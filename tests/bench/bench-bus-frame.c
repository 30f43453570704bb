/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench-tracks.h"
#include "weft-bus-scene.h"
#include "weft-bus-writer.h"

#include <stdio.h>

/* Cold frames of ten million accesses (one million where WEFT_BENCH_QUICK is set), at all zooms, as the view opens, with
 * tracks that fill it, filtered, and with the pages of a region; and what a window derives of a trace before that.
 *
 * bench-bus-frame [WHAT]: those frames alone whose name has WHAT in it. */

#define N_RECORDS 10000000
#define N_QUICK 1000000

static WeftBusSnapshot *
make_trace (void)
{
  g_autoptr (WeftBusTrace) trace = weft_bus_trace_new ("made", NULL, WEFT_STORAGE_MEMORY);
  g_autoptr (WeftBusWriter) writer = weft_bus_writer_new (trace, FALSE);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint64 now[WEFT_BUS_N_MASTERS] = { 0 };
  guint n_records = g_getenv ("WEFT_BENCH_QUICK") != NULL ? N_QUICK : N_RECORDS;

  for (guint i = 0; i < n_records; i++)
    {
      guint master = i % 8 < 4 ? WEFT_BUS_MSH2 : i % 8 < 7 ? WEFT_BUS_SSH2 : WEFT_BUS_DMA;
      WeftBusRecord record = {
        .seq = i,
        .line = i + 1,
        .master = (guint8) master,
        .service = (guint64) g_rand_int_range (rand, 1, 12),
        .size_number = 4,
        .addr = g_rand_int (rand) % 4 ? 0x06000000 + g_rand_int (rand) % 0x80000
                                      : 0x05c00000 + g_rand_int (rand) % 0x10000,
        .kind = (guint8) g_rand_int_range (rand, 0, 5),
      };
      guint64 wait = i % 5 == 0 ? (guint64) g_rand_int_range (rand, 0, 30) : 0;

      record.retries = wait / record.service;
      record.first_attempt = now[master] + (guint64) g_rand_int_range (rand, 0, 3);
      now[master] = record.complete = record.first_attempt + wait + record.service;
      weft_bus_writer_check_seq (writer, i);
      g_assert_true (weft_bus_writer_add (writer, &record));
    }
  weft_bus_writer_publish (writer);
  return weft_bus_trace_ref_snapshot (trace);
}

static void
measure (const WeftBusSceneOptions *options, const char *name, gboolean filled)
{
  g_autoptr (WeftTrackScene) scene = weft_bus_scene_new (options);
  gint64 first, last;

  weft_bus_scene_get_extent (options->all, &first, &last);
  tracks_measure (scene, name, filled, first, last);
}

/* Those of two masters. */
static WeftBusIndex *
filter (WeftBusSnapshot *snapshot)
{
  g_autoptr (WeftBitset) only = weft_bitset_new (snapshot->n_rows);

  for (guint32 row = 0; row < snapshot->n_rows; row++)
    if (row % 8 < 7)
      only->words[row / 64] |= (guint64) 1 << row % 64;
  weft_bitset_seal (only);
  return weft_bus_index_new (snapshot, only, NULL, NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (WeftBusSnapshot) snapshot = make_trace ();
  double start = floor_thread_time ();
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  double indexed = floor_thread_time ();
  g_autoptr (WeftBusModel) model = weft_bus_model_new (snapshot, NULL, NULL);
  double modelled = floor_thread_time ();
  g_autoptr (WeftBusIndex) some = NULL;
  g_autoptr (WeftBusPages) pages = NULL;
  WeftBusSceneOptions options = {
    .all = index, .shown = index, .model = model, .with_lanes = TRUE, .with_regions = TRUE
  };

  if (argc > 1)
    tracks_wanted = argv[1];
  printf ("index %.0f ms, model %.0f ms\n", indexed - start, modelled - indexed);
  measure (&options, "of the bus, as it opens", FALSE);
  measure (&options, "of the bus, all of the height", TRUE);
  options.shown = some =
    tracks_is_wanted ("of the bus, filtered") ? filter (snapshot) : weft_bus_index_ref (index);
  measure (&options, "of the bus, filtered", TRUE);
  if (tracks_is_wanted ("of the bus, with pages"))
    options.pages = pages = weft_bus_pages_new (index, WEFT_BUS_REGION_HIGH_WRAM, NULL, NULL);
  options.shown = index;
  options.heat = WEFT_BUS_HEAT_WAIT;
  measure (&options, "of the bus, with pages", TRUE);
  return verdict_status ();
}
