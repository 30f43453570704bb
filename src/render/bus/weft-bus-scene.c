/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-bus-scene.h"

#include "weft-bus-heat.h"
#include "weft-bus-hit.h"
#include "weft-bus-lanes.h"
#include "weft-bus-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define LANE_HEIGHT 28
#define STRIP_HEIGHT 14
#define DRIFT_HEIGHT 48
#define MAX_TRACKS (16 + WEFT_BUS_N_REGIONS + WEFT_BUS_MAX_PAGES)

/* The heat is scaled by what the hottest of so many equal parts of the trace has. */
#define N_HEAT_PARTS 512

/* --- painting --------------------------------------------------------------------------------- */

/* Those of the tiles below one another are found again. */
static gpointer
share (gpointer data, const WeftTrackView *view)
{
  WeftBusColumns *columns = weft_bus_columns_new (view);
  WeftBusScene *scene = data;
  guint at = 0;

  weft_lock (&scene->lock);
  while (at < WEFT_BUS_N_SHARED - 1 && scene->shared[at] != NULL
         && !weft_bus_columns_equal (scene->shared[at], columns))
    at++;
  if (scene->shared[at] != NULL && weft_bus_columns_equal (scene->shared[at], columns))
    {
      weft_bus_columns_unref (columns);
      columns = scene->shared[at];
    }
  else
    g_clear_pointer (&scene->shared[at], weft_bus_columns_unref);
  memmove (scene->shared + 1, scene->shared, at * sizeof *scene->shared);
  scene->shared[0] = columns;
  weft_bus_columns_ref (columns);
  weft_unlock (&scene->lock);
  return columns;
}

static void
free_shared (gpointer shared)
{
  weft_bus_columns_unref (shared);
}

static void
paint_page (const WeftBusScene *scene, guint32 number, WeftBusColumns *columns,
            const WeftTrackView *view, WeftPaintList *list)
{
  const WeftBusPages *pages = scene->options.pages;

  for (guint i = 0; i < pages->n_pages; i++)
    if (pages->pages[i].number == number)
      weft_bus_paint_page (scene, &pages->pages[i], columns, view, list);
}

static void
paint (gpointer data, const WeftTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  g_autoptr (WeftBusColumns) own = view->shared == NULL ? weft_bus_columns_new (view) : NULL;
  WeftBusColumns *columns = own != NULL ? own : view->shared;
  const WeftBusScene *scene = data;

  if (track->id < WEFT_BUS_TRACK_LANE + WEFT_BUS_N_MASTERS)
    weft_bus_paint_lane (scene, track->id - WEFT_BUS_TRACK_LANE, columns, view, list);
  else if (track->id == WEFT_BUS_TRACK_RETRIES)
    weft_bus_paint_retries (scene, columns, view, list);
  else if (track->id == WEFT_BUS_TRACK_OWNER)
    weft_bus_paint_owner (scene, columns, view, list);
  else if (track->id == WEFT_BUS_TRACK_DRIFT)
    weft_bus_paint_drift (scene, columns, view, list);
  else if (track->id < WEFT_BUS_TRACK_PAGE)
    weft_bus_paint_region (scene, track->id - WEFT_BUS_TRACK_REGION, columns, view, list);
  else
    paint_page (scene, track->id - WEFT_BUS_TRACK_PAGE, columns, view, list);
}

static void
paint_minimap (gpointer data, const WeftTrackView *view, WeftPaintList *list)
{
  g_autoptr (WeftBusColumns) columns = weft_bus_columns_new (view);

  weft_bus_paint_all (data, columns, view, list);
}

static const char *
name_heat (WeftBusHeat heat)
{
  switch (heat)
    {
    case WEFT_BUS_HEAT_WAIT:
      return _ ("Regions: wait cycles per cycle");
    case WEFT_BUS_HEAT_RETRIES:
      return _ ("Regions: retries per cycle");
    case WEFT_BUS_HEAT_COUNT:
    case WEFT_BUS_N_HEATS:
    default:
      return _ ("Regions: accesses per cycle");
    }
}

/* --- the legend --------------------------------------------------------------------------------- */

/* Entries that are filled in up to the most there is room for. */
typedef struct
{
  WeftTrackLegendEntry *entries;
  guint n;
  guint max;
} Legend;

static void
add_color (Legend *legend, const char *name, WeftColor color, gboolean hatched)
{
  if (legend->n < legend->max)
    legend->entries[legend->n++] =
      (WeftTrackLegendEntry){ .name = name, .color = color, .hatched = hatched };
}

static void
add_ramp (Legend *legend, const char *name, const char *low, const char *high)
{
  if (legend->n < legend->max)
    legend->entries[legend->n++] =
      (WeftTrackLegendEntry){ .name = name, .low = low, .high = high, .rooted = TRUE };
}

static void
add_marks (Legend *legend, const WeftBusScene *scene, const WeftStyle *style)
{
  add_color (legend, _ ("wait"), weft_bus_wait_color (style), TRUE);
  add_color (legend, _ ("corner: service longer than the access"),
             weft_style_color (style, WEFT_COLOR_WARNING), FALSE);
  add_color (legend, _ ("corner: retried, and did not wait"),
             weft_style_color (style, WEFT_COLOR_TEXT), FALSE);
  add_color (legend, _ ("stripes: ≈ from retries"),
             weft_style_color (style, WEFT_COLOR_UNKNOWN_HATCH), FALSE);
  if (scene->options.model != NULL)
    add_color (legend, _ ("square: known gap"), weft_style_color (style, WEFT_COLOR_UNKNOWN),
               FALSE);
}

static guint
get_legend (gpointer data, const WeftStyle *style, WeftTrackLegendEntry *entries, guint max)
{
  const WeftBusScene *scene = data;
  WeftBusTrace *trace = weft_bus_index_get_snapshot (scene->options.all)->trace;
  Legend legend = { entries, 0, max };

  if (scene->options.with_lanes)
    {
      if (scene->options.row_colors != NULL)
        legend.n =
          weft_row_colors_list (scene->options.row_colors, style,
                                weft_bus_index_get_n_rows (scene->options.all), entries, max);
      for (guint i = 0; i < WEFT_BUS_N_KINDS && scene->options.row_colors == NULL; i++)
        add_color (&legend, weft_bus_trace_get_kind (trace, i), weft_bus_kind_color (style, i),
                   FALSE);
      if (scene->options.row_colors == NULL
          && weft_bus_trace_get_n_kinds (trace) > WEFT_BUS_N_KINDS)
        add_color (&legend, _ ("other kinds"), weft_bus_kind_color (style, WEFT_BUS_N_KINDS),
                   FALSE);
      add_marks (&legend, scene, style);
      for (guint i = 0; i < WEFT_BUS_N_MASTERS; i++)
        add_color (&legend, weft_bus_master_to_string (i), weft_bus_master_color (style, i), FALSE);
      add_ramp (&legend, _ ("Retries: attempts blocked"), "0 %", "100 %");
    }
  if (scene->options.with_regions)
    {
      if (scene->top_heat > 0)
        add_ramp (&legend, name_heat (scene->options.heat), "0", scene->high_text);
      else
        add_color (&legend, _ ("Regions: 0 everywhere"),
                   weft_style_color (style, WEFT_COLOR_CANVAS), FALSE);
    }
  return legend.n;
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
  g_autofree WeftBusEnds *ends = g_new (WeftBusEnds, N_HEAT_PARTS + 1);
  gint64 first, last, ticks[N_HEAT_PARTS + 1];
  double top = 0;
  guint n = 0;
  guint64 step;

  weft_bus_scene_get_extent (options->shown, &first, &last);
  step = ((guint64) last - (guint64) first) / N_HEAT_PARTS + 1;
  do
    ticks[n] = (gint64) ((guint64) first + step * n);
  while (++n <= N_HEAT_PARTS && (guint64) (last - first) >= step * (n - 1));
  weft_bus_index_sum (options->shown, ticks, n, NULL, ends, NULL);
  for (guint i = 1; i < n; i++)
    for (guint region = 0; region < WEFT_BUS_N_REGIONS; region++)
      top = MAX (top, weft_bus_get_heat (options->heat, &ends[i - 1].regions[region],
                                         &ends[i].regions[region], (double) step));
  return top;
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
free_scene (gpointer data)
{
  WeftBusScene *scene = data;

  for (guint i = 0; i < WEFT_BUS_N_SHARED; i++)
    g_clear_pointer (&scene->shared[i], weft_bus_columns_unref);
  pthread_mutex_destroy (&scene->lock);
  weft_bus_index_unref (scene->options.all);
  weft_bus_index_unref (scene->options.shown);
  g_clear_pointer (&scene->options.model, weft_bus_model_unref);
  g_clear_pointer (&scene->options.pages, weft_bus_pages_unref);
  g_clear_pointer (&scene->options.row_colors, weft_row_colors_unref);
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
  const gint64 end = G_MAXINT64;
  WeftBusEnds all;

  weft_bus_index_sum (options->all, &end, 1, NULL, &all, NULL);
  for (guint region = 0; region < WEFT_BUS_N_REGIONS; region++)
    {
      if (all.regions[region].n_accesses == 0)
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
    .share = share,
    .free_shared = free_shared,
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

  pthread_mutex_init (&scene->lock, NULL);
  scene->options = *options;
  weft_bus_index_ref (options->all);
  weft_bus_index_ref (options->shown);
  if (options->model != NULL)
    weft_bus_model_ref (options->model);
  if (options->pages != NULL)
    weft_bus_pages_ref (options->pages);
  if (options->row_colors != NULL)
    weft_row_colors_ref (options->row_colors);
  scene->top_heat = find_top_heat (options);
  find_drifts (scene);
  scene->last_tick = weft_bus_tick_clamp (weft_bus_index_get_snapshot (options->all)->last_tick);
  scene->high_text = g_strdup_printf ("≥ %.3g", scene->top_heat);
  if (options->with_lanes)
    n = add_lanes (scene, tracks, n, strings);
  if (options->with_regions)
    n = add_regions (options, tracks, n, strings);
  result = weft_track_scene_new (&painter, scene, free_scene, tracks, n);
  g_string_chunk_free (strings);
  return result;
}
