/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-npu-scene.h"

#include "weft-npu-arrows.h"
#include "weft-npu-counters.h"
#include "weft-npu-facts.h"
#include "weft-npu-graphs.h"
#include "weft-npu-hit.h"
#include "weft-npu-lanes.h"
#include "weft-npu-phases.h"
#include "weft-npu-words.h"
#include "weft-track-graph.h"
#include "weft-track-strip.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <pango/pango.h>

/* Heights in logical pixels. */
#define LANE_HEIGHT 26
#define SUB_HEIGHT 18
#define MAX_LANE_HEIGHT 180
#define TOKEN_HEIGHT 20
#define GRAPH_HEIGHT 72
#define SERIES_HEIGHT 36
#define HEAT_HEIGHT 18
#define BANK_HEIGHT 12
#define UTILIZATION_HEIGHT 34

/* --- painting ------------------------------------------------------------------------------------------- */

static void
paint (gpointer data, const WeftTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftNpuScene *scene = data;

  switch (track->id)
    {
    case WEFT_NPU_TRACK_PHASES:
      weft_npu_paint_phases (scene, view, list);
      break;
    case WEFT_NPU_TRACK_TOKENS:
      weft_npu_paint_tokens (scene, view, list);
      break;
    case WEFT_NPU_TRACK_MARKERS:
      weft_npu_paint_markers (scene, view, list);
      break;
    case WEFT_NPU_TRACK_BANDWIDTH:
      weft_npu_paint_bandwidth (scene, view, list);
      break;
    case WEFT_NPU_TRACK_KV:
      weft_npu_paint_kv (scene, view, list);
      break;
    case WEFT_NPU_TRACK_READ_HEAT:
    case WEFT_NPU_TRACK_WRITE_HEAT:
      weft_npu_paint_heat (scene, track->id == WEFT_NPU_TRACK_WRITE_HEAT, view, list);
      break;
    default:
      if (track->id >= WEFT_NPU_TRACK_BANK)
        weft_npu_paint_bank (scene, track->id - WEFT_NPU_TRACK_BANK, view, list);
      else if (track->id >= WEFT_NPU_TRACK_SERIES)
        weft_npu_paint_series (scene, track->id - WEFT_NPU_TRACK_SERIES, view, list);
      else if (track->id < WEFT_NPU_TRACK_UTILIZATION)
        weft_npu_paint_lane (scene, track->id - WEFT_NPU_TRACK_LANE, view, list);
      else
        weft_npu_paint_utilization (scene, track->id - WEFT_NPU_TRACK_UTILIZATION, view, list);
      break;
    }
}

/* A bus, or an estimate of power, is no engine that is busy. */
static gboolean
is_engine (const WeftNpuScene *scene, guint lane)
{
  const WeftTable *lanes = &scene->options.snapshot->trace->lanes;

  return weft_table_get_u8 (lanes, NPU_LANE_KIND, lane) != WEFT_NPU_GENERIC;
}

/* Adds what the engines take that never stall, or that do. Returns how many have events. */
static guint
measure_engines (const WeftNpuScene *scene, const WeftTrackView *view, gboolean stall, double *busy,
                 double *either)
{
  const WeftNpuIndex *index = scene->options.shown;
  guint n_engines = 0;

  for (guint i = 0; i < index->n_lanes; i++)
    if (is_engine (scene, i) && (index->lanes[i].stalled.n > 0) == stall)
      {
        weft_track_view_add_taken (view, &index->lanes[i].busy, busy);
        if (stall)
          weft_track_view_add_taken (view, &index->lanes[i].either, either);
        n_engines += index->lanes[i].work.n_rows > 0 ? 1 : 0;
      }
  return n_engines;
}

/* How many cycles of each column all engines are busy, and busy or stalled, which of most is the same. Returns how many
 * engines have events. */
static guint
measure_columns (const WeftNpuScene *scene, const WeftTrackView *view, double *busy, double *either)
{
  guint n_engines = measure_engines (scene, view, FALSE, busy, either);

  for (int x = 0; x < view->width; x++)
    either[x] = busy[x];
  return n_engines + measure_engines (scene, view, TRUE, busy, either);
}

/* How many of the engines are busy, and how many of the others are stalled. */
static void
paint_minimap (gpointer data, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftNpuScene *scene = data;
  const guint n_columns = (guint) MAX (view->width, 0);
  g_autofree double *busy = g_new0 (double, n_columns), *either = g_new0 (double, n_columns);
  guint n_engines = measure_columns (scene, view, busy, either);
  WeftColor busy_color = weft_style_color (view->style, WEFT_COLOR_HOST);
  WeftColor stall_color = weft_style_color (view->style, WEFT_COLOR_WARNING);

  for (int x = 0; x < view->width && n_engines > 0; x++)
    {
      int busy_height, either_height, bottom = view->y + view->height;
      gint64 first, last;
      double cycles;

      weft_track_view_column (view, x, &first, &last);
      cycles = (double) (last - first) * n_engines;
      busy_height = (int) lrint (busy[x] / cycles * view->height);
      either_height = (int) lrint (MIN (either[x] / cycles, 1) * view->height);
      weft_paint_list_fill (list, x, bottom - busy_height, 1, busy_height, busy_color);
      weft_paint_list_fill (list, x, bottom - either_height, 1, either_height - busy_height,
                            stall_color);
    }
}

/* --- the legend ----------------------------------------------------------------------------------------- */

static guint
add_kinds (const WeftNpuScene *scene, const WeftStyle *style, WeftTrackLegendEntry *entries,
           guint max)
{
  const WeftNpuSnapshot *snapshot = scene->options.snapshot;
  gboolean seen[WEFT_NPU_GENERIC + 1] = { FALSE };
  guint n = 0, directions = 0;

  for (guint i = 0; i < snapshot->n_lanes && n < max; i++)
    {
      WeftNpuLane lane;

      weft_npu_snapshot_get_lane (snapshot, snapshot->index->order[i], &lane);
      directions |= weft_npu_lane_direction (&lane);
      if (weft_npu_lane_direction (&lane) != 0)
        continue;
      lane.kind = MIN (lane.kind, WEFT_NPU_OTHER_ENGINE);
      if (!seen[lane.kind])
        entries[n++] = (WeftTrackLegendEntry){ weft_npu_kind_to_string (lane.kind),
                                               weft_npu_kind_color (style, lane.kind), FALSE };
      seen[lane.kind] = TRUE;
    }
  if ((directions & WEFT_NPU_READ) != 0 && n < max)
    entries[n++] =
      (WeftTrackLegendEntry){ _ ("read"), weft_style_color (style, WEFT_COLOR_READ), FALSE };
  if ((directions & WEFT_NPU_WRITE) != 0 && n < max)
    entries[n++] =
      (WeftTrackLegendEntry){ _ ("written"), weft_style_color (style, WEFT_COLOR_WRITE), FALSE };
  return n;
}

static guint
get_legend (gpointer data, const WeftStyle *style, WeftTrackLegendEntry *entries, guint max)
{
  const WeftNpuScene *scene = data;
  guint with = scene->options.with, n = 0;

  if (scene->options.bandwidth->top <= 0)
    with &= ~(guint) (WEFT_NPU_WITH_BANDWIDTH | WEFT_NPU_WITH_HEAT);
#define ADD(name, color, hatched) \
  if (n < max) \
    entries[n++] = (WeftTrackLegendEntry) \
    { \
      name, color, hatched \
    }
#define ADD_RAMP(title, most) \
  if (n < max) \
    entries[n++] = (WeftTrackLegendEntry) \
    { \
      .name = title, .low = "0", .high = most \
    }
  if ((with & (WEFT_NPU_WITH_LANES | WEFT_NPU_WITH_UTILIZATION)) != 0)
    {
      if (scene->options.row_colors != NULL)
        n += weft_row_colors_list (scene->options.row_colors, style,
                                   scene->options.snapshot->n_events, entries + n, max - n);
      else if (scene->options.scheme == WEFT_NPU_BY_ENGINE)
        n += add_kinds (scene, style, entries, max);
      ADD (_ ("stalled"), weft_style_color (style, WEFT_COLOR_WARNING), TRUE);
      ADD (_ ("idle"), weft_style_color (style, WEFT_COLOR_IDLE), FALSE);
      if (scene->options.path != NULL && scene->options.path->n_steps > 0)
        ADD (_ ("on the critical path"), weft_style_color (style, WEFT_COLOR_TEXT), FALSE);
    }
  if ((with & WEFT_NPU_WITH_BANDWIDTH) != 0)
    {
      ADD (_ ("read"), weft_style_color (style, WEFT_COLOR_READ), FALSE);
      ADD (_ ("written"), weft_style_color (style, WEFT_COLOR_WRITE), FALSE);
      ADD (_ ("most in one window"), weft_style_color (style, WEFT_COLOR_GRID), FALSE);
      ADD (_ ("above 80 % of the peak"), weft_style_color (style, WEFT_COLOR_WARNING), FALSE);
    }
  if ((with & WEFT_NPU_WITH_HEAT) != 0)
    {
      ADD_RAMP (_ ("Bytes per cycle"), scene->heat_text);
      if (scene->bank_text != NULL)
        ADD_RAMP (_ ("of a bank"), scene->bank_text);
    }
#undef ADD_RAMP
#undef ADD
  return n;
}

/* --- making it ------------------------------------------------------------------------------------------ */

void
weft_npu_scene_get_extent (const WeftNpuSnapshot *snapshot, gint64 *first, gint64 *last)
{
  *first = snapshot->first_cycle;
  *last = MAX (snapshot->last_cycle, *first);
  if (*last == *first)
    *last += *last < G_MAXINT64;
}

static void
add_track (GArray *tracks, guint32 id, const char *title, const char *group, const char *unit,
           int height)
{
  WeftTrack track = { id, title, group, unit, height };

  g_array_append_val (tracks, track);
}

static int
get_lane_height (const WeftNpuLaneIndex *lane)
{
  guint n = MAX (lane->work.n_subs, 1);

  return n == 1 ? LANE_HEIGHT : (int) MIN (n * SUB_HEIGHT, MAX_LANE_HEIGHT);
}

static const char *
get_group (const WeftNpuLane *lane)
{
  return lane->kind == WEFT_NPU_GENERIC ? _ ("Other events") : weft_npu_kind_to_string (lane->kind);
}

/* Phases of the answer: above engines, and above the memory's traffic. */
static void
add_phases (const WeftNpuScene *scene, GArray *tracks)
{
  if (scene->phases->len > 0)
    add_track (tracks, WEFT_NPU_TRACK_PHASES, _ ("Phases"), NULL, NULL, TOKEN_HEIGHT);
  if (scene->options.snapshot->index->tokens.n_rows > 0)
    add_track (tracks, WEFT_NPU_TRACK_TOKENS, _ ("Tokens"), NULL, NULL, TOKEN_HEIGHT);
}

/* (transfer full) */
static char *
name_lane (const WeftNpuLane *lane)
{
  char *name = weft_npu_lane_to_string (lane), *title;

  if (weft_npu_lane_direction (lane) == 0)
    return name;
  title = g_strdup_printf (
    "%s · %s", name, weft_npu_lane_direction (lane) == WEFT_NPU_READ ? _ ("read") : _ ("written"));
  g_free (name);
  return title;
}

static void
add_lanes (const WeftNpuScene *scene, GArray *tracks, GPtrArray *titles)
{
  const WeftNpuSnapshot *snapshot = scene->options.snapshot;
  const WeftNpuIndex *index = snapshot->index;

  if (index->markers.n_rows > 0)
    add_track (tracks, WEFT_NPU_TRACK_MARKERS, _ ("Markers"), NULL, NULL, TOKEN_HEIGHT);
  for (guint i = 0; i < index->n_lanes; i++)
    {
      WeftNpuLane lane;
      char *title;

      weft_npu_snapshot_get_lane (snapshot, index->order[i], &lane);
      title = name_lane (&lane);
      g_ptr_array_add (titles, title);
      add_track (tracks, WEFT_NPU_TRACK_LANE + index->order[i], title, get_group (&lane), NULL,
                 get_lane_height (&index->lanes[index->order[i]]));
    }
}

static void
add_memory (const WeftNpuScene *scene, GArray *tracks, GPtrArray *titles)
{
  const WeftNpuBandwidth *bandwidth = scene->options.bandwidth;
  const char *group =
    bandwidth->source == WEFT_NPU_FROM_SAMPLES ? _ ("DRAM") : _ ("DRAM, ≈ from events");
  char *unit = g_strdup_printf (_ ("%.4g–%.4g B/cycle"), weft_npu_get_bottom (scene), scene->top);
  gboolean has_kv = FALSE;

  g_ptr_array_add (titles, unit);
  if (bandwidth->top <= 0)
    return;
  for (guint32 i = 0; i < bandwidth->n_windows && !has_kv; i++)
    has_kv = bandwidth->windows[i].kv > 0;
  if ((scene->options.with & WEFT_NPU_WITH_BANDWIDTH) != 0)
    {
      add_track (tracks, WEFT_NPU_TRACK_BANDWIDTH, _ ("Bandwidth"), group, unit, GRAPH_HEIGHT);
      if (has_kv)
        add_track (tracks, WEFT_NPU_TRACK_KV,
                   bandwidth->kv_estimated ? _ ("KV cache, ≈") : _ ("KV cache"), group, unit,
                   GRAPH_HEIGHT / 2);
    }
  if ((scene->options.with & WEFT_NPU_WITH_HEAT) != 0)
    {
      add_track (tracks, WEFT_NPU_TRACK_READ_HEAT, _ ("Read"), group, NULL, HEAT_HEIGHT);
      add_track (tracks, WEFT_NPU_TRACK_WRITE_HEAT, _ ("Written"), group, NULL, HEAT_HEIGHT);
    }
}

static void
add_series (const WeftNpuScene *scene, GArray *tracks, GPtrArray *titles)
{
  const WeftNpuSeriesSet *set = scene->options.series;

  for (guint i = 0; set != NULL && i < set->n_series; i++)
    {
      char *title = weft_npu_format_name (scene->options.snapshot, set->series[i].name);
      char *scale = weft_track_graph_format_range (&set->series[i].values);

      g_ptr_array_add (titles, title);
      g_ptr_array_add (titles, scale);
      add_track (tracks, WEFT_NPU_TRACK_SERIES + i, title, _ ("Counters"), scale, SERIES_HEIGHT);
    }
}

static void
add_banks (const WeftNpuScene *scene, GArray *tracks, GPtrArray *titles)
{
  const WeftNpuBanks *banks = scene->options.banks;

  for (guint i = 0; banks != NULL && i < banks->n_banks; i++)
    {
      g_autofree char *number = weft_npu_format_number (banks->numbers[i]);
      char *title = g_strdup_printf (_ ("Bank %s"), number);

      g_ptr_array_add (titles, title);
      add_track (tracks, WEFT_NPU_TRACK_BANK + i, title, _ ("Scratch pad, ≈ from events"), NULL,
                 BANK_HEIGHT);
    }
}

static void
add_utilization (const WeftNpuScene *scene, GArray *tracks, GPtrArray *titles)
{
  const WeftNpuSnapshot *snapshot = scene->options.snapshot;
  const WeftNpuIndex *index = snapshot->index;

  for (guint i = 0; i < index->n_lanes; i++)
    {
      guint number = index->order[i];
      WeftNpuLane lane;
      char *title;

      weft_npu_snapshot_get_lane (snapshot, number, &lane);
      if (index->lanes[number].work.n_rows == 0 || lane.kind == WEFT_NPU_GENERIC)
        continue;
      title = weft_npu_lane_to_string (&lane);
      g_ptr_array_add (titles, title);
      add_track (tracks, WEFT_NPU_TRACK_UTILIZATION + number, title, _ ("Utilization"), NULL,
                 UTILIZATION_HEIGHT);
    }
}

/* Which of the trace's words are colours, for events that ask for theirs (color_hint). */
static void
read_hints (WeftNpuScene *scene)
{
  const WeftNpuTrace *trace = scene->options.snapshot->trace;

  scene->n_hints = weft_table_length (&trace->words);
  scene->hints = g_new0 (WeftColor, scene->n_hints);
  for (guint i = 1; i < scene->n_hints; i++)
    {
      const char *word =
        weft_string_pool_get (&trace->names, weft_table_get_u32 (&trace->words, 0, i), NULL);
      PangoColor color;

      if (word == NULL || !pango_color_parse (&color, word))
        continue;
      scene->hints[i] = 0xff000000u | (WeftColor) (color.red >> 8) << 16
                        | (WeftColor) (color.green >> 8) << 8 | (WeftColor) (color.blue >> 8);
      scene->has_hints = TRUE;
    }
}

static void
free_scene (gpointer data)
{
  WeftNpuScene *scene = data;

  weft_npu_index_unref (scene->options.shown);
  g_clear_pointer (&scene->options.row_colors, weft_row_colors_unref);
  weft_npu_bandwidth_unref (scene->options.bandwidth);
  g_clear_pointer (&scene->options.path, weft_npu_path_unref);
  weft_npu_snapshot_unref (scene->options.snapshot);
  g_clear_pointer (&scene->options.banks, weft_npu_banks_unref);
  g_clear_pointer (&scene->options.series, weft_npu_series_set_unref);
  g_array_unref (scene->phases);
  g_free (scene->hints);
  g_free (scene->heat_text);
  g_free (scene->bank_text);
  g_free (scene);
}

WeftTrackScene *
weft_npu_scene_new (const WeftNpuSceneOptions *options)
{
  static const WeftTrackPainter painter = { .paint = paint,
                                            .hit_test = weft_npu_hit_test,
                                            .step = weft_npu_step,
                                            .paint_minimap = paint_minimap,
                                            .get_legend = get_legend,
                                            .paint_over = weft_npu_paint_arrows };
  WeftNpuScene *scene = g_new0 (WeftNpuScene, 1);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (WeftTrack));
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  gint64 peak = options->bandwidth->peak;

  scene->options = *options;
  weft_npu_snapshot_ref (options->snapshot);
  weft_npu_index_ref (options->shown);
  weft_npu_bandwidth_ref (options->bandwidth);
  if (options->row_colors != NULL)
    weft_row_colors_ref (options->row_colors);
  if (options->path != NULL)
    weft_npu_path_ref (options->path);
  if (options->banks != NULL)
    weft_npu_banks_ref (options->banks);
  if (options->series != NULL)
    weft_npu_series_set_ref (options->series);
  scene->top = MAX (options->bandwidth->top, peak != WEFT_NPU_NONE ? (double) peak : 0);
  if (scene->top <= 0)
    scene->top = 1;
  scene->heat_text = peak != WEFT_NPU_NONE && peak > 0
                       ? g_strdup_printf (_ ("%.4g, the peak; stripes: above it"), (double) peak)
                       : g_strdup_printf (_ ("%.4g"), scene->top);
  if (options->banks != NULL && options->banks->n_banks > 0)
    scene->bank_text = g_strdup_printf (_ ("%.4g, the most of any"), options->banks->top);
  scene->phases = weft_npu_find_phases (options->snapshot);
  read_hints (scene);
  if ((options->with & (WEFT_NPU_WITH_LANES | WEFT_NPU_WITH_BANDWIDTH)) != 0)
    add_phases (scene, tracks);
  if ((options->with & WEFT_NPU_WITH_LANES) != 0)
    add_lanes (scene, tracks, titles);
  add_memory (scene, tracks, titles);
  if ((options->with & WEFT_NPU_WITH_BANDWIDTH) != 0)
    add_series (scene, tracks, titles);
  if ((options->with & WEFT_NPU_WITH_HEAT) != 0)
    add_banks (scene, tracks, titles);
  if ((options->with & WEFT_NPU_WITH_UTILIZATION) != 0)
    add_utilization (scene, tracks, titles);
  return weft_track_scene_new (&painter, scene, free_scene,
                               (const WeftTrack *) (gconstpointer) tracks->data, tracks->len);
}
