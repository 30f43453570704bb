/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-scene.h"

#include "weft-bus-heat.h"
#include "weft-bus-hit.h"
#include "weft-bus-lanes.h"
#include "weft-bus-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LANE_HEIGHT 28
#define STRIP_HEIGHT 14
#define DRIFT_HEIGHT 48
#define MAX_TRACKS (16 + WEFT_BUS_N_REGIONS + WEFT_BUS_MAX_PAGES)

/* The heat is scaled by what the hottest of so many equal parts of the trace has. */
#define N_HEAT_PARTS 512

/* --- painting --------------------------------------------------------------------------------- */

static void
paint (gpointer data, const WeftTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusScene *scene = data;
  const WeftBusPages *pages = scene->options.pages;

  if (track->id < WEFT_BUS_TRACK_LANE + WEFT_BUS_N_MASTERS)
    weft_bus_paint_lane (scene, track->id - WEFT_BUS_TRACK_LANE, view, list);
  else if (track->id == WEFT_BUS_TRACK_RETRIES)
    weft_bus_paint_retries (scene, view, list);
  else if (track->id == WEFT_BUS_TRACK_OWNER)
    weft_bus_paint_owner (scene, view, list);
  else if (track->id == WEFT_BUS_TRACK_DRIFT)
    weft_bus_paint_drift (scene, view, list);
  else if (track->id < WEFT_BUS_TRACK_PAGE)
    weft_bus_paint_heat (scene, scene->options.shown, track->id - WEFT_BUS_TRACK_REGION, view,
                         list);
  for (guint i = 0; track->id >= WEFT_BUS_TRACK_PAGE && i < pages->n_pages; i++)
    if (pages->pages[i].number == track->id - WEFT_BUS_TRACK_PAGE)
      weft_bus_paint_heat (scene, pages->pages[i].index, pages->region, view, list);
}

/* How busy the masters are, and how much they wait on top of that. */
static void
paint_minimap (gpointer data, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusScene *scene = data;
  WeftColor busy = weft_style_color (view->style, WEFT_COLOR_HOST);
  WeftColor wait = weft_style_color (view->style, WEFT_COLOR_WARNING);

  for (int x = 0; x < view->width; x++)
    {
      double served = 0, waited = 0, ticks;
      gint64 first, last;
      int busy_height, wait_height;

      weft_track_view_column (view, x, &first, &last);
      ticks = WEFT_BUS_N_MASTERS * (double) (last - first);
      for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
        {
          WeftBusLaneSum from, to;

          weft_bus_index_sum_lane (scene->options.shown, i, first, &from);
          weft_bus_index_sum_lane (scene->options.shown, i, last, &to);
          for (guint kind = 0; kind < WEFT_BUS_KIND_SLOTS; kind++)
            served += (double) (to.service[kind] - from.service[kind]);
          waited += (double) (to.wait - from.wait);
        }
      ticks = MAX (ticks, served + waited);
      busy_height = (int) lrint (served / ticks * view->height);
      wait_height = (int) ceil (waited / ticks * view->height);
      weft_paint_list_fill (list, x, view->y + view->height - busy_height, 1, busy_height, busy);
      weft_paint_list_fill (list, x, view->y + view->height - busy_height - wait_height, 1,
                            wait_height, wait);
    }
}

static guint
get_legend (gpointer data, const WeftStyle *style, WeftTrackLegendEntry *entries, guint max)
{
  const WeftBusScene *scene = data;
  WeftBusTrace *trace = weft_bus_index_get_snapshot (scene->options.all)->trace;
  guint n = 0;

  for (guint i = 0; scene->options.with_lanes && i < WEFT_BUS_N_KINDS && n < max; i++)
    entries[n++] = (WeftTrackLegendEntry){ weft_bus_trace_get_kind (trace, i),
                                           weft_bus_kind_color (style, i), FALSE };
  if (scene->options.with_lanes && n < max)
    entries[n++] =
      (WeftTrackLegendEntry){ _ ("wait"), weft_style_color (style, WEFT_COLOR_CANVAS), TRUE };
  if (scene->options.with_lanes && n + 2 <= max)
    {
      entries[n++] = (WeftTrackLegendEntry){ _ ("corner: service longer than the access"),
                                             weft_style_color (style, WEFT_COLOR_WARNING), FALSE };
      entries[n++] = (WeftTrackLegendEntry){ _ ("square: known gap; stripes: ≈ from retries"),
                                             weft_style_color (style, WEFT_COLOR_UNKNOWN), FALSE };
    }
  for (guint i = 0; scene->options.with_lanes && i < WEFT_BUS_N_MASTERS && n < max; i++)
    entries[n++] = (WeftTrackLegendEntry){ weft_bus_master_to_string (i),
                                           weft_bus_master_color (style, i), FALSE };
  if (scene->options.with_regions && n + 2 <= max)
    {
      entries[n++] = (WeftTrackLegendEntry){ "> 0", weft_style_heat (style, 0), FALSE };
      entries[n++] = (WeftTrackLegendEntry){ scene->high_text, weft_style_heat (style, 1), FALSE };
    }
  return n;
}

/* --- making it -------------------------------------------------------------------------------- */

gboolean
weft_bus_scene_get_extent (const WeftBusIndex *index, gint64 *first, gint64 *last)
{
  WeftBusSnapshot *snapshot = weft_bus_index_get_snapshot (index);

  *first = 0;
  *last = 0;
  if (snapshot->n_rows == 0)
    return FALSE;
  *first = weft_bus_tick_clamp (snapshot->first_tick);
  *last = weft_bus_tick_clamp (snapshot->last_tick);
  /* An access that ends in its first tick is a pixel wide at least. */
  if (*last < G_MAXINT64)
    ++*last;
  return TRUE;
}

gboolean
weft_bus_scene_get_busy (const WeftBusIndex *index, gint64 *first, gint64 *last)
{
  guint32 n_rows = weft_bus_index_get_n_rows (index), n_before;
  gint64 from, to;

  if (!weft_bus_scene_get_extent (index, first, last))
    return FALSE;
  n_before = weft_bus_index_get_idle (index, &from, &to);
  if ((guint64) to - (guint64) from <= ((guint64) *last - (guint64) *first) / 2)
    return TRUE;
  if (n_before >= n_rows - n_before)
    *last = from;
  else
    *first = to;
  return TRUE;
}

static double
find_top_heat (const WeftBusSceneOptions *options)
{
  gint64 first, last;
  double top = 0;

  weft_bus_scene_get_extent (options->shown, &first, &last);
  for (guint region = 0; region < WEFT_BUS_N_REGIONS; region++)
    {
      guint64 step = ((guint64) last - (guint64) first) / N_HEAT_PARTS + 1;
      WeftBusEndSum from, to;

      weft_bus_index_sum_region (options->shown, region, first, &from);
      for (guint i = 1; i <= N_HEAT_PARTS && (guint64) (last - first) >= step * (i - 1); i++)
        {
          weft_bus_index_sum_region (options->shown, region, (gint64) ((guint64) first + step * i),
                                     &to);
          top = MAX (top, weft_bus_get_heat (options->heat, &from, &to, (double) step));
          from = to;
        }
    }
  return top > 0 ? top : 1;
}

static void
find_drifts (WeftBusScene *scene)
{
  guint32 n_rows;

  if (scene->options.model == NULL)
    return;
  n_rows = weft_bus_model_get_snapshot (scene->options.model)->n_rows;
  if (n_rows > 0)
    weft_bus_model_get_drift (scene->options.model, 0, n_rows, &scene->least_drift,
                              &scene->greatest_drift);
  scene->least_drift = MIN (scene->least_drift, 0);
  scene->greatest_drift = MAX (scene->greatest_drift, 0);
}

static void
write_legend (WeftBusScene *scene)
{
  switch (scene->options.heat)
    {
    case WEFT_BUS_HEAT_WAIT:
      scene->high_text = g_strdup_printf (_ ("wait cycles per cycle ≥ %.3g"), scene->top_heat);
      break;
    case WEFT_BUS_HEAT_RETRIES:
      scene->high_text = g_strdup_printf (_ ("retries per cycle ≥ %.3g"), scene->top_heat);
      break;
    case WEFT_BUS_HEAT_COUNT:
    case WEFT_BUS_N_HEATS:
    default:
      scene->high_text = g_strdup_printf (_ ("accesses per cycle ≥ %.3g"), scene->top_heat);
    }
}

static void
free_scene (gpointer data)
{
  WeftBusScene *scene = data;

  weft_bus_index_unref (scene->options.all);
  weft_bus_index_unref (scene->options.shown);
  g_clear_pointer (&scene->options.model, weft_bus_model_unref);
  g_clear_pointer (&scene->options.pages, weft_bus_pages_unref);
  g_free (scene->high_text);
  g_free (scene);
}

/* "Model drift, −1 to 79": (transfer none). */
static const char *
name_drift (const WeftBusScene *scene, GStringChunk *strings)
{
  g_autofree char *least = weft_number_integer (scene->least_drift);
  g_autofree char *greatest = weft_number_integer (scene->greatest_drift);
  g_autofree char *title = g_strdup_printf (_ ("Drift %s to %s"), least, greatest);

  return g_string_chunk_insert (strings, title);
}

static guint
add_lanes (const WeftBusScene *scene, WeftTrack *tracks, guint n, GStringChunk *strings)
{
  for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
    tracks[n++] = (WeftTrack){ WEFT_BUS_TRACK_LANE + i, weft_bus_master_to_string (i),
                               _ ("Masters"), NULL, LANE_HEIGHT };
  tracks[n++] =
    (WeftTrack){ WEFT_BUS_TRACK_RETRIES, _ ("Retries"), _ ("Masters"), NULL, STRIP_HEIGHT };
  tracks[n++] =
    (WeftTrack){ WEFT_BUS_TRACK_OWNER, _ ("Owner (inferred)"), _ ("Bus"), NULL, LANE_HEIGHT };
  if (scene->options.model != NULL)
    tracks[n++] = (WeftTrack){ WEFT_BUS_TRACK_DRIFT, name_drift (scene, strings), _ ("Bus"),
                               _ ("cycles"), DRIFT_HEIGHT };
  return n;
}

/* Regions that are accessed at all, and after the opened one its pages. */
static guint
add_regions (const WeftBusSceneOptions *options, WeftTrack *tracks, guint n, GStringChunk *strings)
{
  const WeftBusPages *pages = options->pages;

  for (guint region = 0; region < WEFT_BUS_N_REGIONS; region++)
    {
      WeftBusEndSum sum;

      weft_bus_index_sum_region (options->all, region, G_MAXINT64, &sum);
      if (sum.n_accesses == 0)
        continue;
      tracks[n++] = (WeftTrack){ WEFT_BUS_TRACK_REGION + region, weft_bus_region_get (region)->name,
                                 _ ("Regions"), NULL, WEFT_TRACK_HEIGHT };
      for (guint i = 0; pages != NULL && pages->region == region && i < pages->n_pages; i++)
        {
          guint32 number = pages->pages[i].number;
          char title[32];

          g_snprintf (title, sizeof title, "  0x%08X", number << WEFT_BUS_PAGE_SHIFT);
          tracks[n++] =
            (WeftTrack){ WEFT_BUS_TRACK_PAGE + number, g_string_chunk_insert (strings, title),
                         _ ("Regions"), NULL, STRIP_HEIGHT };
        }
    }
  return n;
}

WeftTrackScene *
weft_bus_scene_new (const WeftBusSceneOptions *options)
{
  static const WeftTrackPainter painter = {
    .paint = paint,
    .hit_test = weft_bus_hit_test,
    .step = weft_bus_step,
    .paint_minimap = paint_minimap,
    .get_legend = get_legend,
  };
  WeftBusScene *scene = g_new0 (WeftBusScene, 1);
  WeftTrack tracks[MAX_TRACKS];
  GStringChunk *strings = g_string_chunk_new (256);
  WeftTrackScene *result;
  guint n = 0;

  scene->options = *options;
  weft_bus_index_ref (options->all);
  weft_bus_index_ref (options->shown);
  if (options->model != NULL)
    weft_bus_model_ref (options->model);
  if (options->pages != NULL)
    weft_bus_pages_ref (options->pages);
  scene->top_heat = find_top_heat (options);
  find_drifts (scene);
  scene->last_tick = weft_bus_tick_clamp (weft_bus_index_get_snapshot (options->all)->last_tick);
  write_legend (scene);
  if (options->with_lanes)
    n = add_lanes (scene, tracks, n, strings);
  if (options->with_regions)
    n = add_regions (options, tracks, n, strings);
  result = weft_track_scene_new (&painter, scene, free_scene, tracks, n);
  g_string_chunk_free (strings);
  return result;
}
