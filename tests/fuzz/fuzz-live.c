/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-live.h"
#include "fuzz.h"
#include "weft-live-reader.h"
#include "weft-live-scene.h"
#include "weft-live-stats.h"

#define WIDTH 200

static WeftLiveTrace *
read_pieces (const guint8 *data, gsize size, gsize piece)
{
  WeftLiveTrace *trace = weft_live_trace_new ("fuzz", NULL, WEFT_STORAGE_MEMORY, 1 << 20);
  g_autoptr (WeftReader) reader = weft_live_reader_new (trace);
  gboolean fed = TRUE;

  for (gsize at = 0; at < size && fed; at += piece)
    {
      gsize n = MIN (piece, size - at);
      g_autofree char *copy = g_memdup2 (data + at, n);

      fed = weft_reader_feed (reader, copy, n, at, NULL);
      weft_reader_publish (reader);
    }
  weft_reader_finish (reader);
  return trace;
}

static void
check_same (WeftLiveTrace *one, WeftLiveTrace *other)
{
  g_assert_cmpuint (weft_live_trace_get_n_lanes (one), ==, weft_live_trace_get_n_lanes (other));
  for (guint i = 0; i < weft_live_trace_get_n_lanes (one); i++)
    {
      WeftLiveLane left, right;

      weft_live_trace_get_lane (one, i, &left);
      weft_live_trace_get_lane (other, i, &right);
      g_assert_cmpuint (left.head, ==, right.head);
      g_assert_cmpuint (left.delivered, ==, right.delivered);
      g_assert_cmpuint (left.busy_ns, ==, right.busy_ns);
    }
}

static void
paint (WeftLiveTrace *trace)
{
  static WeftStyle *style;
  g_autoptr (WeftTrackScene) scene = weft_live_scene_new (trace);
  WeftPaintList *list = weft_paint_list_new ();
  WeftTrackView view = { .width = WIDTH, .height = 40 };
  gint64 start, end;

  if (style == NULL)
    style = weft_style_new (NULL, NULL);
  view.style = style;
  if (!weft_live_trace_get_range (trace, &start, &end))
    start = end = 0;
  view.axis = (WeftAxis){ .origin = start,
                          .ticks_per_px = (double) (end - start + 1) / WIDTH,
                          .ticks_per_unit = 1,
                          .unit = WEFT_AXIS_NANOSECONDS };
  view.first = start;
  view.last = end + 1;
  for (guint i = 0; i < scene->n_tracks; i++)
    {
      const WeftTrack *track = &scene->tracks[i];
      g_auto (WeftTrackHit) hit = { .on_track = TRUE, .thing = WEFT_TRACK_NO_THING };

      scene->painter->paint (scene->data, track, &view, list);
      scene->painter->hit_test (scene->data, track, &view, 50, 5, &hit);
      scene->painter->revision (scene->data, track, start, end);
    }
  if (scene->n_tracks > 0)
    scene->painter->paint_minimap (scene->data, &view, list);
  weft_paint_list_free (list);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree guint8 *bytes = fuzz_reseal (data, size);
  g_autoptr (WeftLiveTrace) whole = read_pieces (bytes, size, 1 << 20);
  g_autoptr (WeftLiveTrace) pieces = read_pieces (bytes, size, 61);
  g_autoptr (WeftLiveFigures) figures = weft_live_figures_new (whole, NULL, NULL, NULL);

  fuzz_check_lanes (whole);
  check_same (whole, pieces);
  paint (whole);
  g_assert_nonnull (figures);
  return 0;
}
