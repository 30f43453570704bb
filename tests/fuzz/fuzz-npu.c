/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"
#include "weft-npu-facts.h"
#include "weft-npu-fields.h"
#include "weft-npu-reader.h"
#include "weft-npu-scene.h"
#include "weft-npu-words.h"
#include "weft-track-layout.h"

/* NPU traces of any bytes: whatever was read can be measured, listed, described and drawn, texts
 * are UTF-8, and it does not depend on where blocks are cut. */

#define WIDTH 100

static WeftNpuSnapshot *
read_bytes (const guint8 *data, gsize size, gsize step)
{
  const WeftReaderSetup setup = { .title = "fuzz" };
  g_autoptr (WeftReader) reader = weft_npu_reader_new (&setup);
  gboolean good = TRUE;

  for (gsize i = 0; i < size && good; i += step)
    {
      g_autofree char *piece = g_memdup2 (data + i, MIN (step, size - i));

      good = weft_reader_feed (reader, piece, MIN (step, size - i), i, NULL);
    }
  weft_reader_finish (reader);
  return weft_npu_trace_ref_snapshot (WEFT_NPU_TRACE (reader->trace));
}

static void
append_table (const WeftFacts *facts, GString *text)
{
  weft_facts_append_csv (facts, NULL, facts->n_rows, text);
}

static char *
describe (WeftNpuSnapshot *snapshot)
{
  g_autoptr (WeftNpuBandwidth) bandwidth = weft_npu_bandwidth_new (snapshot);
  g_autoptr (WeftNpuPath) path = weft_npu_path_new (snapshot);
  g_autoptr (WeftNpuStats) stats =
    weft_npu_stats_new (snapshot, bandwidth, path, &WEFT_CYCLE_RANGE_ALL, NULL, NULL);
  GString *text = g_string_new (NULL);
  WeftFacts facts;

  facts = weft_facts_of (&weft_npu_event_schema, WEFT_FIELD_TABLE, snapshot, snapshot->n_events);
  append_table (&facts, text);
  for (guint table = 0; table < WEFT_NPU_N_TABLES; table++)
    {
      facts = weft_npu_facts_get (stats, table);
      append_table (&facts, text);
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
static void
draw (WeftNpuSnapshot *snapshot)
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
                                CLAMP (((double) last - (double) first) * zoom / WIDTH, 1e-3, 1e16),
                              .ticks_per_unit = 1,
                              .unit_name = "cycles" };
      WeftPaintList *list = weft_paint_list_new ();

      weft_track_layout_paint (layout, &axis, style, WIDTH, 0, 0, WIDTH, layout->height, NULL,
                               list);
      g_assert_cmpuint (weft_paint_list_get_length (list), <, 1000000);
      weft_paint_list_free (list);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (WeftNpuSnapshot) whole = read_bytes (data, size, G_MAXINT);
  g_autoptr (WeftNpuSnapshot) cut = read_bytes (data, size, 61);
  g_autofree char *expected = describe (whole), *got = describe (cut);

  g_assert_cmpuint (whole->n_events, ==, cut->n_events);
  g_assert_cmpuint (whole->n_skipped, ==, cut->n_skipped);
  g_assert_cmpstr (got, ==, expected);
  draw (whole);
  return 0;
}
