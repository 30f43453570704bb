/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-scene.h"

#include "weft-timeline-arrows.h"
#include "weft-timeline-hit.h"
#include "weft-timeline-instants.h"
#include "weft-timeline-lanes.h"
#include "weft-track-graph.h"

#include <glib/gi18n-lib.h>

/* Heights in logical pixels: of a thread that does not nest, of one depth among several, of one where
 * they are many, and of all depths of a thread together. */
#define LANE_HEIGHT 22
#define DEPTH_HEIGHT 18
#define LOW_DEPTH_HEIGHT 14
#define MAX_LANE_HEIGHT 252
#define INSTANT_HEIGHT 16
#define GRAPH_HEIGHT 36

/* --- painting ------------------------------------------------------------------------------------- */

static void
paint (gpointer data, const WeftTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  const WeftTimelineScene *scene = data;

  if (track->id == WEFT_TIMELINE_TRACK_INSTANTS)
    weft_timeline_paint_instants (scene, WEFT_TIMELINE_NO_TRACK, view->height, view, list);
  else if (track->id < WEFT_TIMELINE_TRACK_COUNTER)
    weft_timeline_paint_thread (scene, track->id - WEFT_TIMELINE_TRACK_THREAD, view, list);
  else
    weft_track_graph_paint (
      &scene->options.series->series[track->id - WEFT_TIMELINE_TRACK_COUNTER],
      weft_style_category (view->style, track->id - WEFT_TIMELINE_TRACK_COUNTER),
      scene->options.snapshot->last_time, view, list);
}

static guint
get_legend (gpointer data, const WeftStyle *style, WeftTrackLegendEntry *entries, guint max)
{
  const WeftTimelineScene *scene = data;
  const WeftTimelineSnapshot *snapshot = scene->options.snapshot;
  guint n = 0, n_categories;
  const guint32 *categories =
    weft_timeline_colors_list_categories (scene->options.colors, &n_categories);

  if (scene->options.row_colors != NULL)
    n = weft_row_colors_list (scene->options.row_colors, style, snapshot->n_events, entries, max);
  else if (scene->options.scheme == WEFT_TIMELINE_BY_CATEGORY)
    for (guint i = 0; i < n_categories && n + 2 < max; i++)
      entries[n++] = (WeftTrackLegendEntry){
        weft_timeline_trace_get_name (snapshot->trace, categories[i]),
        weft_timeline_colors_get_category (scene->options.colors, style, categories[i]), FALSE
      };
  if (scene->options.roles != NULL && scene->options.roles->n_devices > 0 && n < max)
    entries[n++] = (WeftTrackLegendEntry){ _ ("device without work"),
                                           weft_style_color (style, WEFT_COLOR_IDLE), FALSE };
  if (scene->has_open && n < max)
    entries[n++] = (WeftTrackLegendEntry){ _ ("has not ended"),
                                           weft_style_color (style, WEFT_COLOR_UNKNOWN), TRUE };
  return n;
}

/* --- making it ------------------------------------------------------------------------------------ */

void
weft_timeline_scene_get_extent (const WeftTimelineSnapshot *snapshot, gint64 *first, gint64 *last)
{
  *first = snapshot->first_time;
  *last = MAX (snapshot->last_time, *first);
  if (*last == *first)
    *last += *last < G_MAXINT64;
}

char **
weft_timeline_scene_list_groups (const WeftTimelineSnapshot *snapshot)
{
  char **groups = g_new0 (char *, snapshot->n_processes + 1);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < snapshot->n_processes; i++)
    {
      WeftTimelineProcess process;

      weft_timeline_snapshot_get_process (snapshot, i, &process);
      groups[i] = g_utf8_make_valid (process.title, -1);
      /* Not found by adding it, which would put it in the place of the one that is there. */
      while (g_hash_table_contains (taken, groups[i]))
        {
          char *other = g_strdup_printf ("%s (%u)", groups[i], i + 1);

          g_free (groups[i]);
          groups[i] = other;
        }
      g_hash_table_add (taken, groups[i]);
    }
  return groups;
}

static WeftTimelineHeights
measure_thread (const WeftTimelineScene *scene, guint track)
{
  const WeftTimelineTrackIndex *index = &scene->options.shown->tracks[track];
  WeftTimelineHeights heights = { index->n_instants > 0 ? INSTANT_HEIGHT : 0, 0 };
  int n = (int) index->n_depths;

  if (n == 1)
    heights.slices = LANE_HEIGHT;
  else if (n * DEPTH_HEIGHT <= MAX_LANE_HEIGHT)
    heights.slices = n * DEPTH_HEIGHT;
  else if (scene->options.tall)
    heights.slices = n * LOW_DEPTH_HEIGHT;
  else
    heights.slices = MIN (n * LOW_DEPTH_HEIGHT, MAX_LANE_HEIGHT);
  /* A track that a filter has emptied keeps its place. */
  if (heights.slices + heights.instants == 0)
    heights.slices = LANE_HEIGHT;
  return heights;
}

/* The scene in the making: the tracks, and the texts that they point at until the scene has them. */
typedef struct
{
  WeftTimelineScene *scene;
  GArray *tracks;
  GPtrArray *texts;
} Making;

static void
add_track (Making *self, guint32 id, char *title, guint process, char *unit, int height)
{
  WeftTrack track = { id, title, NULL, unit, height };

  if (process < self->scene->options.snapshot->n_processes)
    track.group = self->scene->groups[process];
  g_ptr_array_add (self->texts, title);
  g_ptr_array_add (self->texts, unit);
  g_array_append_val (self->tracks, track);
}

static void
add_thread (Making *self, guint number)
{
  const WeftTimelineSnapshot *snapshot = self->scene->options.snapshot;
  const WeftTimelineTrackIndex *all = &snapshot->index->tracks[number];
  WeftTimelineHeights *heights = &self->scene->heights[number];
  WeftTimelineTrack track;

  *heights = measure_thread (self->scene, number);
  if (number >= snapshot->index->n_tracks || (all->n_rows == 0 && all->n_instants == 0))
    return; /* it has a name alone */
  weft_timeline_snapshot_get_track (snapshot, number, &track);
  add_track (self, WEFT_TIMELINE_TRACK_THREAD + number, g_utf8_make_valid (track.title, -1),
             track.process,
             weft_timeline_scene_is_device (self->scene, number) ? g_strdup (_ ("device")) : NULL,
             heights->instants + heights->slices);
}

static void
add_counters (Making *self, guint process)
{
  const WeftTimelineSceneOptions *options = &self->scene->options;

  for (guint i = 0; options->series != NULL && i < options->series->n_series; i++)
    {
      WeftTimelineCounter counter;

      weft_timeline_snapshot_get_counter (options->snapshot, i, &counter);
      if (counter.process == process && options->series->series[i].n_points > 0)
        add_track (self, WEFT_TIMELINE_TRACK_COUNTER + i, g_utf8_make_valid (counter.name, -1),
                   process, weft_track_graph_format_range (&options->series->series[i]),
                   GRAPH_HEIGHT);
    }
}

/* Each process's threads, and then its counters; those that have counters alone come last. */
static void
add_tracks (Making *self)
{
  const WeftTimelineSnapshot *snapshot = self->scene->options.snapshot;
  const WeftTimelineIndex *index = self->scene->options.shown;
  g_autofree gboolean *done = g_new0 (gboolean, snapshot->n_processes);
  guint process = G_MAXUINT;

  if (snapshot->index->n_instants > 0)
    add_track (self, WEFT_TIMELINE_TRACK_INSTANTS, g_strdup (_ ("Instants")), G_MAXUINT, NULL,
               INSTANT_HEIGHT + 4);
  for (guint i = 0; i < index->n_tracks; i++)
    {
      WeftTimelineTrack track;

      weft_timeline_snapshot_get_track (snapshot, index->order[i], &track);
      if (track.process != process && process != G_MAXUINT && !done[process])
        {
          done[process] = TRUE;
          add_counters (self, process);
        }
      process = track.process;
      add_thread (self, index->order[i]);
    }
  for (guint i = 0; i < snapshot->n_processes; i++)
    if (process == i && !done[i])
      {
        done[i] = TRUE;
        add_counters (self, i);
      }
  for (guint i = 0; i < snapshot->n_processes; i++)
    if (!done[i])
      add_counters (self, i);
}

static void
free_scene (gpointer data)
{
  WeftTimelineScene *scene = data;

  weft_timeline_index_unref (scene->options.shown);
  g_clear_pointer (&scene->options.roles, weft_timeline_roles_unref);
  g_clear_pointer (&scene->options.overview, weft_timeline_overview_unref);
  g_clear_pointer (&scene->options.series, weft_timeline_series_set_unref);
  g_clear_pointer (&scene->options.row_colors, weft_row_colors_unref);
  g_clear_pointer (&scene->ties, g_array_unref);
  weft_timeline_colors_unref (scene->options.colors);
  weft_timeline_snapshot_unref (scene->options.snapshot);
  g_strfreev (scene->groups);
  g_free (scene->heights);
  g_free (scene);
}

static void
hold_parts (WeftTimelineScene *scene)
{
  weft_timeline_snapshot_ref (scene->options.snapshot);
  weft_timeline_index_ref (scene->options.shown);
  weft_timeline_colors_ref (scene->options.colors);
  if (scene->options.roles != NULL)
    weft_timeline_roles_ref (scene->options.roles);
  if (scene->options.overview != NULL)
    weft_timeline_overview_ref (scene->options.overview);
  if (scene->options.series != NULL)
    weft_timeline_series_set_ref (scene->options.series);
  if (scene->options.row_colors != NULL)
    weft_row_colors_ref (scene->options.row_colors);
  scene->has_open = scene->options.overview != NULL && scene->options.overview->open.n > 0;
  scene->groups = weft_timeline_scene_list_groups (scene->options.snapshot);
  scene->heights = g_new0 (WeftTimelineHeights, scene->options.shown->n_tracks);
}

WeftTrackScene *
weft_timeline_scene_new (const WeftTimelineSceneOptions *options)
{
  static const WeftTrackPainter painter = { .paint = paint,
                                            .hit_test = weft_timeline_hit_test,
                                            .step = weft_timeline_step,
                                            .paint_minimap = weft_timeline_paint_minimap,
                                            .get_legend = get_legend,
                                            .paint_over = weft_timeline_paint_flows,
                                            .paint_group = weft_timeline_paint_group,
                                            .paint_selected = weft_timeline_paint_ties };
  WeftTimelineScene *scene = g_new0 (WeftTimelineScene, 1);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (WeftTrack));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Making making = { scene, tracks, texts };

  scene->options = *options;
  hold_parts (scene);
  add_tracks (&making);
  return weft_track_scene_new (&painter, scene, free_scene,
                               (const WeftTrack *) (gpointer) tracks->data, tracks->len);
}
