/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fuzz-pictured.h"
#include "fuzz.h"
#include "weft-timeline-facts.h"
#include "weft-timeline-fields.h"
#include "weft-timeline-findings.h"
#include "weft-timeline-flame.h"
#include "weft-timeline-icicle.h"
#include "weft-timeline-reader.h"
#include "weft-timeline-scene.h"
#include "weft-timeline-words.h"
#include "weft-track-layout.h"

/* Timelines of any bytes: whatever was read can be measured, listed, described and drawn, texts are UTF-8,
 * self times and flame graphs add up, and none of it depends on where blocks are cut. */

#define WIDTH 100

static inline WeftTimelineSnapshot *
read_bytes (const guint8 *data, gsize size, gsize step)
{
  const WeftReaderSetup setup = { .title = "fuzz" };
  g_autoptr (WeftReader) reader = weft_timeline_reader_new (&setup);
  gboolean good = TRUE;

  for (gsize i = 0; i < size && good; i += step)
    {
      g_autofree char *piece = g_memdup2 (data + i, MIN (step, size - i));

      good = weft_reader_feed (reader, piece, MIN (step, size - i), i, NULL);
    }
  weft_reader_finish (reader);
  return weft_timeline_trace_ref_snapshot (WEFT_TIMELINE_TRACE (reader->trace));
}

static inline void
append_table (const WeftFacts *facts, GString *text)
{
  weft_facts_append_csv (facts, NULL, facts->n_rows, text);
}

static inline void
append_events (WeftTimelineSnapshot *snapshot, GString *text)
{
  WeftFacts facts =
    weft_facts_of (&weft_timeline_event_schema, WEFT_FIELD_TABLE, snapshot, snapshot->n_events);

  weft_timeline_facts_set_time (&facts, snapshot);
  append_table (&facts, text);
  for (guint32 row = 0; row < snapshot->n_events; row++)
    {
      g_autofree char *words = weft_timeline_describe (snapshot, row);

      g_string_append (text, words);
    }
}

static inline char *
describe (WeftTimelineSnapshot *snapshot)
{
  g_autoptr (WeftTimelineRoles) roles = weft_timeline_roles_new (snapshot, NULL);
  g_autoptr (WeftTimelineStats) stats =
    weft_timeline_stats_new (snapshot, roles, NULL, NULL, NULL, NULL);
  g_autoptr (GArray) findings = weft_timeline_findings_new (stats);
  GString *text = g_string_new (NULL);

  append_events (snapshot, text);
  for (guint table = 0; table < WEFT_TIMELINE_N_TABLES; table++)
    {
      WeftFacts facts = weft_timeline_facts_get (stats, table);

      append_table (&facts, text);
    }
  for (guint i = 0; i < findings->len; i++)
    g_string_append (text, g_array_index (findings, WeftFinding, i).text);
  g_assert_true (g_utf8_validate (text->str, (gssize) text->len, NULL));
  return g_string_free (text, FALSE);
}

/* --- flame graphs --------------------------------------------------------------------------------- */

static inline void
check_flame (WeftTimelineCallTree *tree, gint64 from, gint64 to)
{
  g_autoptr (WeftTimelineFlame) flame = weft_timeline_flame_new (tree, from, to, NULL);

  for (guint32 i = 0; i < flame->n_nodes; i++)
    {
      const WeftTimelineFlameNode *node = &flame->nodes[i];

      g_assert_true (node->end > i && node->end <= flame->n_nodes);
      g_assert_cmpint (node->self, >=, 0);
      g_assert_cmpint (node->self, <=, node->total);
    }
}

static inline WeftTimelineCallTree *
make_tree (WeftTimelineSnapshot *snapshot)
{
  gint64 first = snapshot->first_time, last = snapshot->last_time;
  gint64 middle = (first & last) + ((first ^ last) >> 1);
  WeftTimelineCallTree *tree = weft_timeline_call_tree_new (snapshot, NULL, NULL);

  check_flame (tree, G_MININT64, G_MAXINT64);
  check_flame (tree, first, middle);
  check_flame (tree, middle, last);
  return tree;
}

/* --- pictures ------------------------------------------------------------------------------------- */

static inline void
draw_flame (WeftTimelineCallTree *tree, WeftTimelineColors *colors, WeftStyle *style)
{
  g_autoptr (WeftTimelineFlame) flame =
    weft_timeline_flame_new (tree, G_MININT64, G_MAXINT64, NULL);
  const WeftTimelineIcicle icicle = { .flame = flame,
                                      .colors = colors,
                                      .style = style,
                                      .root = WEFT_TIMELINE_NO_NODE,
                                      .name = WEFT_NO_NAME,
                                      .selected = WEFT_TIMELINE_NO_NODE };
  WeftPaintList *list = weft_paint_list_new ();

  weft_timeline_icicle_paint (&icicle, list, 0, 0, WIDTH, WIDTH);
  weft_paint_list_free (list);
}

/* At the zoom that shows all, at one that shows little of it, and far from both. */
static inline void
draw_tracks (WeftTimelineSnapshot *snapshot, WeftTimelineColors *colors, WeftStyle *style)
{
  g_autoptr (WeftTimelineRoles) roles = weft_timeline_roles_new (snapshot, NULL);
  g_autoptr (WeftTimelineSeriesSet) series = weft_timeline_series_set_new (snapshot);
  const WeftTimelineSceneOptions options = { .snapshot = snapshot,
                                             .shown = snapshot->index,
                                             .roles = roles,
                                             .colors = colors,
                                             .series = series,
                                             .name = WEFT_NO_NAME,
                                             .flows = TRUE };
  g_autoptr (WeftTrackScene) scene = weft_timeline_scene_new (&options);
  g_autoptr (WeftTrackOrder) order = weft_track_order_new ();
  g_autoptr (WeftTrackLayout) layout = weft_track_layout_new (scene, order, style);
  gint64 first, last;

  weft_timeline_scene_get_extent (snapshot, &first, &last);
  for (double zoom = 1; zoom > 1e-4; zoom /= 60)
    {
      const WeftAxis axis = { .origin = first,
                              .ticks_per_px =
                                CLAMP (((double) last - (double) first) * zoom / WIDTH, 1e-3, 1e16),
                              .ticks_per_unit = 1,
                              .unit_name = "ns" };
      WeftPaintList *list = weft_paint_list_new ();

      weft_track_layout_paint (layout, &axis, style, WIDTH, 0, 0, WIDTH, layout->height, NULL,
                               list);
      g_assert_cmpuint (weft_paint_list_get_length (list), <, 1000000);
      weft_paint_list_free (list);
    }
}

/* All pictures of it. */
static inline void
draw (WeftTimelineSnapshot *snapshot)
{
  static WeftStyle *style;
  g_autoptr (WeftTimelineColors) colors = weft_timeline_colors_new (snapshot);
  g_autoptr (WeftTimelineCallTree) tree = make_tree (snapshot);

  if (style == NULL)
    style = weft_style_new (NULL, NULL);
  draw_tracks (snapshot, colors, style);
  draw_flame (tree, colors, style);
}

/* Whether the two are of the same file: they say the same. */
static inline void
check_same (WeftTimelineSnapshot *a, WeftTimelineSnapshot *b)
{
  g_autofree char *expected = describe (a), *got = describe (b);

  g_assert_cmpuint (a->n_events, ==, b->n_events);
  g_assert_cmpuint (a->n_skipped, ==, b->n_skipped);
  g_assert_cmpuint (a->flows->n, ==, b->flows->n);
  g_assert_cmpstr (got, ==, expected);
}
