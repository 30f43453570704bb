/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz-pictured.h"
#include "fuzz.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-scene.h"
#include "weft-npu-words.h"
#include "weft-reader.h"
#include "weft-track-layout.h"

/* NPU traces of any bytes: whatever was read can be measured, listed, described and drawn, texts
 * are UTF-8, and it does not depend on where blocks are cut. */

typedef WeftReader *(*FuzzNpuNew) (const WeftReaderSetup *setup);

#define FUZZ_NPU_WIDTH 100

/* Feeds pieces of about `step` bytes; whole lines where `lines`. */
static inline WeftNpuSnapshot *
fuzz_npu_read (FuzzNpuNew reader_new, gboolean lines, const guint8 *data, gsize size, gsize step)
{
  const WeftReaderSetup setup = { .title = "fuzz" };
  g_autoptr (WeftReader) reader = reader_new (&setup);
  gboolean good = TRUE;

  for (gsize from = 0, to; from < size && good; from = to)
    {
      const guint8 *eol;
      g_autofree char *piece = NULL;

      to = size - from < step ? size : from + step;
      eol = lines && to < size ? memchr (data + to - 1, '\n', size - to + 1) : NULL;
      if (lines && to < size)
        to = eol != NULL ? (gsize) (eol - data) + 1 : size;
      piece = g_memdup2 (data + from, to - from);
      good = weft_reader_feed (reader, piece, to - from, from, NULL);
    }
  weft_reader_finish (reader);
  return weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (reader->trace));
}

static inline void
fuzz_npu_append_table (const WeftFacts *facts, GString *text)
{
  weft_facts_append_csv (facts, NULL, facts->n_rows, text);
}

static inline char *
fuzz_npu_describe (WeftNpuSnapshot *snapshot)
{
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);
  g_autoptr (WeftNpuPath) path = weft_npu_path_new (snapshot);
  g_autoptr (WeftNpuStats) stats =
    weft_npu_stats_new (snapshot, bandwidth, path, &WEFT_CYCLE_RANGE_ALL, NULL, NULL);
  GString *text = g_string_new (NULL);
  WeftFacts facts;

  facts = weft_facts_of (&weft_npu_event_schema, WEFT_FIELD_TABLE, snapshot, snapshot->n_events);
  fuzz_npu_append_table (&facts, text);
  for (guint table = 0; table < WEFT_NPU_N_TABLES; table++)
    {
      facts = weft_npu_facts_get (stats, table);
      fuzz_npu_append_table (&facts, text);
    }
  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      g_autofree char *words = weft_npu_describe (snapshot, row);

      g_assert_true (g_utf8_validate (words, -1, NULL));
    }
  g_assert_true (g_utf8_validate (text->str, (gssize) text->len, NULL));
  return g_string_free (text, FALSE);
}

/* At the zoom that shows all, at one that shows little of it, and far from both. */
static inline void
fuzz_npu_draw (WeftNpuSnapshot *snapshot)
{
  static WeftStyle *style;
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);
  g_autoptr (WeftNpuPath) path = weft_npu_path_new (snapshot);
  g_autoptr (WeftNpuSeriesSet) series = weft_npu_series_set_new (snapshot);
  g_autoptr (WeftNpuBanks) banks = weft_npu_banks_new (snapshot);
  const WeftNpuSceneOptions options = { .snapshot = snapshot,
                                        .shown = snapshot->index,
                                        .bandwidth = bandwidth,
                                        .path = path,
                                        .series = series,
                                        .banks = banks,
                                        .arrows = TRUE,
                                        .with = WEFT_NPU_WITH_ALL };
  g_autoptr (WeftTrackScene) scene = weft_npu_scene_new (&options);
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) layout = NULL;
  gint64 first, last;

  if (style == NULL)
    style = weft_style_new (NULL, NULL);
  layout = weft_track_layout_new (scene, order, style);
  weft_npu_scene_get_extent (snapshot, &first, &last);
  for (double zoom = 1; zoom > 1e-4; zoom /= 60)
    {
      const WeftAxis axis = { .origin = first,
                              .ticks_per_px =
                                CLAMP (((double) last - (double) first) * zoom / FUZZ_NPU_WIDTH,
                                       1e-3, 1e16),
                              .ticks_per_unit = 1,
                              .unit_name = "cycles" };
      WeftPaintList *list = weft_paint_list_new ();

      weft_track_layout_paint (layout, &axis, style, FUZZ_NPU_WIDTH, 0, 0, FUZZ_NPU_WIDTH,
                               layout->height, NULL, list);
      g_assert_cmpuint (weft_paint_list_get_length (list), <, 1000000);
      weft_paint_list_free (list);
    }
}

static inline void
fuzz_npu (FuzzNpuNew reader_new, gboolean lines, const guint8 *data, gsize size)
{
  g_autoptr (WeftNpuSnapshot) whole = fuzz_npu_read (reader_new, lines, data, size, G_MAXINT);
  g_autoptr (WeftNpuSnapshot) cut = fuzz_npu_read (reader_new, lines, data, size, 61);
  g_autofree char *expected = fuzz_npu_describe (whole), *got = fuzz_npu_describe (cut);

  g_assert_cmpuint (whole->n_events, ==, cut->n_events);
  g_assert_cmpuint (whole->n_skipped, ==, cut->n_skipped);
  g_assert_cmpstr (got, ==, expected);
  if (fuzz_is_pictured (data, size))
    fuzz_npu_draw (whole);
}
