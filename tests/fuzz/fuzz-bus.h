/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz-pictured.h"
#include "fuzz.h"
#include "weft-bus-scene.h"
#include "weft-bus-summary.h"
#include "weft-bus-trace.h"
#include "weft-reader.h"
#include "weft-track-layout.h"

#include <string.h>

/* Invariants of a bus trace whatever was read: one that grew in pieces equals one that came at
 * once, its statistics add up, and it can be drawn. */

#define FUZZ_WIDTH 120
#define FUZZ_HEIGHT 200

typedef WeftReader *(*FuzzReaderNew) (const WeftReaderSetup *setup);

/* Where pieces may be cut: anywhere, or behind lines. */
typedef enum
{
  FUZZ_CUT_ANYWHERE,
  FUZZ_CUT_LINES,
} FuzzCut;

static inline void
fuzz_feed (WeftReader *reader, const guint8 *data, gsize from, gsize to, gboolean *fed)
{
  g_autofree char *copy = g_memdup2 (data + from, to - from);

  if (to > from && *fed)
    *fed = weft_reader_feed (reader, copy, to - from, from, NULL);
}

/* Feeds all of it, whole or (`random`) in pieces between which it is published. */
static inline WeftBusSnapshot *
fuzz_read (FuzzReaderNew reader_new, FuzzCut cut, GRand *random, const guint8 *data, gsize size)
{
  const WeftReaderSetup setup = { .title = "fuzz", .storage = WEFT_STORAGE_MEMORY };
  g_autoptr (WeftReader) reader = reader_new (&setup);
  gboolean fed = TRUE;

  for (gsize from = 0, to = 0; from < size; from = to)
    {
      to = random != NULL
             ? from + 1 + (gsize) g_rand_int_range (random, 0, (gint32) MIN (size - from, 300))
             : size;
      while (cut == FUZZ_CUT_LINES && to < size && data[to - 1] != '\n')
        to++;
      fuzz_feed (reader, data, from, to, &fed);
      if (random != NULL && g_rand_boolean (random))
        weft_reader_publish (reader);
    }
  weft_reader_finish (reader);
  return weft_bus_trace_ref_snapshot (WEFT_BUS_TRACE (reader->trace));
}

static inline void
fuzz_check_same (WeftBusSnapshot *one, WeftBusSnapshot *other)
{
  g_assert_cmpuint (one->n_rows, ==, other->n_rows);
  g_assert_cmpmem (&one->counts, sizeof one->counts, &other->counts, sizeof other->counts);
  g_assert_cmpuint (one->first_tick, ==, other->first_tick);
  g_assert_cmpuint (one->last_tick, ==, other->last_tick);
  for (guint32 place = 0; place < one->n_rows; place++)
    {
      WeftBusRecord a, b;

      memset (&a, 0, sizeof a);
      memset (&b, 0, sizeof b);
      g_assert_cmpuint (weft_bus_snapshot_row_at (one, place), ==,
                        weft_bus_snapshot_row_at (other, place));
      weft_bus_snapshot_get_record (one, weft_bus_snapshot_row_at (one, place), &a);
      weft_bus_snapshot_get_record (other, weft_bus_snapshot_row_at (other, place), &b);
      g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
      g_assert_cmpuint (a.master, <, WEFT_BUS_N_MASTERS);
      g_assert_cmpuint (a.kind, <, weft_bus_trace_get_n_kinds (one->trace));
      g_assert_cmpuint (a.rw, <, weft_bus_trace_get_n_rws (one->trace));
    }
}

static inline void
fuzz_check_summary (WeftBusSnapshot *snapshot)
{
  const WeftBusSummaryOptions options = { .model = TRUE, .n_top = 5 };
  g_autoptr (WeftBusSummary) summary = weft_bus_summary_new (snapshot, &options, NULL, NULL);
  const WeftBusCounts *counts = &snapshot->counts;

  g_assert_cmpuint (summary->totals.n_accesses, ==, snapshot->n_rows);
  g_assert_cmpuint (counts->n_events, ==,
                    snapshot->n_rows + counts->n_malformed + counts->n_invalid_master);
  g_assert_cmpuint (summary->model->n_agreements + summary->model->n_mismatches, ==,
                    snapshot->n_rows);
  g_assert_cmpuint (summary->model->top_drifts->len, ==, MIN (5, snapshot->n_rows));
}

/* One for all: making a style reads fonts. */
static inline WeftStyle *
fuzz_style (void)
{
  static WeftStyle *style;

  if (style == NULL)
    style = weft_style_new (NULL, NULL);
  return style;
}

static inline void
fuzz_paint (WeftTrackScene *scene, gint64 first, gint64 last)
{
  WeftTrackOrder *order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, fuzz_style ());
  WeftPaintList *list = weft_paint_list_new ();
  const WeftAxis axis = { .origin = first,
                          .ticks_per_px = MAX (((double) last - (double) first) / FUZZ_WIDTH, 0.01),
                          .ticks_per_unit = 1,
                          .unit_name = "cycles" };
  WeftTrackHit hit;

  weft_track_layout_paint (layout, &axis, fuzz_style (), FUZZ_WIDTH, 0, 0, FUZZ_WIDTH, FUZZ_HEIGHT,
                           NULL, list);
  for (int y = 0; y < FUZZ_HEIGHT; y += 13)
    {
      weft_track_layout_hit_test (layout, &axis, fuzz_style (), y % FUZZ_WIDTH, y, &hit);
      g_assert_true (hit.text == NULL || g_utf8_validate (hit.text, -1, NULL));
      weft_track_hit_clear (&hit);
    }
  weft_paint_list_free (list);
  weft_track_order_free (order);
}

static inline void
fuzz_check_scene (WeftBusSnapshot *snapshot)
{
  g_autoptr (WeftBusIndex) index = weft_bus_index_new (snapshot, NULL, NULL, NULL);
  g_autoptr (WeftBusModel) model = weft_bus_model_new (snapshot, NULL, NULL);
  g_autoptr (WeftBusPages) pages =
    weft_bus_pages_new (index, WEFT_BUS_REGION_HIGH_WRAM, NULL, NULL);
  const WeftBusSceneOptions options = { .all = index,
                                        .shown = index,
                                        .model = model,
                                        .pages = pages,
                                        .with_lanes = TRUE,
                                        .with_regions = TRUE };
  g_autoptr (WeftTrackScene) scene = weft_bus_scene_new (&options);
  gint64 first, last;

  weft_bus_scene_get_busy (index, &first, &last);
  weft_bus_scene_get_extent (index, &first, &last);
  fuzz_paint (scene, first, last);
  fuzz_paint (scene, first, MIN (last, first < G_MAXINT64 - 40 ? first + 40 : first));
}

static inline void
fuzz_bus (FuzzReaderNew reader_new, FuzzCut cut, const guint8 *data, gsize size)
{
  guint32 hash = (guint32) size;
  g_autoptr (GRand) random = NULL;
  g_autoptr (WeftBusSnapshot) growing = NULL;
  g_autoptr (WeftBusSnapshot) fresh = NULL;

  for (gsize i = 0; i < size; i++)
    hash = (hash ^ data[i]) * 16777619u;
  random = g_rand_new_with_seed (hash);
  growing = fuzz_read (reader_new, cut, random, data, size);
  fresh = fuzz_read (reader_new, cut, NULL, data, size);
  fuzz_check_same (growing, fresh);
  fuzz_check_summary (fresh);
  if (fuzz_is_pictured (data, size))
    fuzz_check_scene (fresh);
}
