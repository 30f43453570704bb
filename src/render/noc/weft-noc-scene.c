/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-scene.h"

#include "weft-noc-stats.h"
#include "weft-noc-verdict.h"
#include "weft-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Columns that a graph's top is looked for in. */
#define N_SAMPLES 2048

/* The zones of one processor of a core: a part of the scene's. */
typedef struct
{
  guint device;
  guint tile;
  guint proc;
  guint first;
  guint n_zones;
} Thread;

typedef struct
{
  GPtrArray *demands; /* WeftNocDemand, by device */
  WeftNocCapture *capture;
  WeftNocFigureKind kind;
  WeftNocThing selected;
  guint link_place;                      /* of the selected link or controller, G_MAXUINT: none */
  double rates[WEFT_NOC_TRACK_LINK + 1]; /* capacities, bytes per cycle: of the network's links that
                                          * are used, and of the selected link or controller */
  WeftNocFigureKind active; /* of the transfers under way: the figure, or where none of them has a
                             * rate by it, the other */
  double tops[WEFT_NOC_TRACK_LINK + 1]; /* of the graphs, bytes per cycle or transfers */
  GArray *threads;                      /* Thread, of the selected tile, or of all where nothing
                                          * is selected */
  GArray *zones;                        /* guint32, thread by thread */
  GArray *waits;                        /* guint32, of the selected tile */
  WeftNocColors *said;                  /* of a query; nullable */
} Scene;

static void
scene_free (gpointer data)
{
  Scene *self = data;

  g_ptr_array_unref (self->demands);
  weft_noc_capture_unref (self->capture);
  g_array_unref (self->threads);
  g_array_unref (self->zones);
  g_array_unref (self->waits);
  g_clear_pointer (&self->said, weft_noc_colors_unref);
  g_free (self);
}

/* --- graphs ------------------------------------------------------------------------------------- */

/* The mean rates of a graph in each of `n` parts of [from, to). */
static void
get_history (const Scene *self, guint track, WeftNocFigureKind kind, gint64 from, gint64 to,
             guint n, double *values)
{
  g_autofree double *one = g_new (double, n);

  memset (values, 0, n * sizeof *values);
  if (track == WEFT_NOC_TRACK_LINK)
    {
      if (self->link_place != G_MAXUINT)
        weft_noc_demand_get_history (g_ptr_array_index (self->demands, self->selected.device),
                                     self->link_place, kind, from, to, n, values);
      return;
    }
  for (guint device = 0; device < self->demands->len; device++)
    {
      const WeftNocDemand *demand = g_ptr_array_index (self->demands, device);

      weft_noc_demand_get_history (demand, weft_noc_demand_total (demand, track), kind, from, to, n,
                                   one);
      for (guint i = 0; i < n; i++)
        values[i] += one[i];
    }
}

static WeftColor
get_color (const WeftStyle *style, guint track)
{
  static const WeftColorRole roles[] = { WEFT_COLOR_READ, WEFT_COLOR_WRITE, WEFT_COLOR_HOST };

  return track == WEFT_NOC_TRACK_LINK ? weft_style_heat (style, 0.6)
                                      : weft_style_color (style, roles[track]);
}

/* The part of a graph in [from, to), in which each column is as long as the other. */
static void
paint_part (const Scene *self, guint track, WeftNocFigureKind kind, const WeftTrackView *view,
            gint64 from, gint64 to, WeftColor color, WeftPaintList *list)
{
  int x = weft_track_view_x (view, from), end = weft_track_view_x (view, to);
  guint n = (guint) MAX (end - x, 1);
  g_autofree double *values = NULL;
  float *ranges;

  if (to <= from || self->tops[track] <= 0 || n > 65536)
    return;
  values = g_new (double, n);
  get_history (self, track, kind, from, to, n, values);
  ranges = weft_paint_list_area (list, x, n, color);
  for (guint i = 0; i < n; i++)
    {
      double share = MIN (values[i] / self->tops[track], 1);
      double height = (view->height - 3) * share;

      if (share <= 0)
        continue;
      ranges[2 * i] = (float) (view->y + view->height - 1 - MAX (height, 1));
      ranges[2 * i + 1] = (float) (view->y + view->height - 1);
    }
}

static void
paint_figure (const Scene *self, guint track, WeftNocFigureKind kind, const WeftTrackView *view,
              WeftColor color, WeftPaintList *list)
{
  gint64 last = weft_noc_capture_get_last (self->capture) + 1;
  gint64 from = MAX (weft_track_view_tick (view, 0), 0);
  gint64 to = MIN (weft_track_view_tick (view, view->width) + 1, last);
  guint n;
  const WeftCycleRange *folds = weft_folds_get (view->axis.folds, &n);

  for (guint i = 0; i < n && from < to; i++)
    {
      if (folds[i].to <= from || folds[i].from >= to)
        continue;
      paint_part (self, track, kind, view, from, folds[i].from, color, list);
      from = MAX (folds[i].from, from);
      paint_part (self, track, kind, view, from, MIN (folds[i].to, to), color, list);
      from = folds[i].to;
    }
  paint_part (self, track, kind, view, from, to, color, list);
}

static WeftNocFigureKind
get_other (const Scene *self)
{
  return self->kind == WEFT_NOC_ISSUE_DEMAND ? WEFT_NOC_BARRIER_BOUNDED : WEFT_NOC_ISSUE_DEMAND;
}

static void
paint_graph (const Scene *self, guint track, const WeftTrackView *view, WeftPaintList *list)
{
  WeftColor color = get_color (view->style, track);

  if (track != WEFT_NOC_TRACK_ACTIVE || self->active != self->kind)
    paint_figure (self, track, get_other (self), view, weft_color_with_alpha (color, 0x50), list);
  paint_figure (self, track, self->kind, view, color, list);
}

/* "1234.5 bytes/cycle, 37.1 % of capacity" */
static char *
format_rate (const Scene *self, guint track, double value)
{
  if (self->rates[track] <= 0)
    return g_strdup_printf (_ ("%.1f bytes/cycle"), value);
  return g_strdup_printf (_ ("%.1f bytes/cycle, %.1f %% of capacity"), value,
                          100 * value / self->rates[track]);
}

static void
hit_graph (const Scene *self, guint track, const WeftTrackView *view, double x, WeftTrackHit *hit)
{
  gint64 from = MAX (weft_track_view_tick (view, x), 0);
  gint64 to = MAX (weft_track_view_tick (view, x + 1), from + 1);
  g_autofree char *bounded = NULL;
  g_autofree char *demand = NULL;
  double values[WEFT_NOC_N_FIGURES];

  if (from > weft_noc_capture_get_last (self->capture))
    return;
  for (guint kind = 0; kind < WEFT_NOC_N_FIGURES; kind++)
    get_history (self, track, (WeftNocFigureKind) kind, from, to, 1, &values[kind]);
  hit->first = from;
  hit->last = to;
  if (track == WEFT_NOC_TRACK_ACTIVE)
    hit->text = g_strdup_printf (_ ("≈ %.1f transfers under way"), values[self->active]);
  else
    {
      bounded = format_rate (self, track, values[WEFT_NOC_BARRIER_BOUNDED]);
      demand = format_rate (self, track, values[WEFT_NOC_ISSUE_DEMAND]);
      hit->text =
        g_strdup_printf (_ ("Barrier-bounded rate ≈ %s, issue demand ≈ %s"), bounded, demand);
    }
}

/* --- zones and waits ---------------------------------------------------------------------------- */

static const WeftNocZone *
get_zone (const Scene *self, guint index)
{
  guint32 n;

  return &weft_noc_capture_get_zones (self->capture,
                                      &n)[g_array_index (self->zones, guint32, index)];
}

static const WeftNocWait *
get_wait (const Scene *self, guint index)
{
  guint32 n;

  return &weft_noc_capture_get_waits (self->capture,
                                      &n)[g_array_index (self->waits, guint32, index)];
}

static const Thread *
get_thread (const Scene *self, guint32 track)
{
  return &g_array_index (self->threads, Thread, track - WEFT_NOC_TRACK_ZONES);
}

static WeftColor
get_zone_color (const Scene *self, const WeftStyle *style, const WeftNocZone *zone)
{
  guint class;

  return weft_noc_colors_classify (self->said, zone->record, &class)
           ? weft_row_colors_get (self->said->said, style, class)
           : weft_style_category (style, zone->name_id);
}

/* Stripes over what a query says nothing of. */
static void
hatch_unknown (const Scene *self, guint32 record, const WeftTrackView *view, int x, int end, int y,
               int height, WeftPaintList *list)
{
  guint class;

  x = MAX (x, 0);
  end = MIN (end, view->width);
  if (end > x && weft_noc_colors_classify (self->said, record, &class)
      && class == WEFT_ROW_COLORS_NONE)
    weft_row_colors_hatch (view->style, x, y, end - x, height, list);
}

static void
paint_zones (const Scene *self, guint32 track, const WeftTrackView *view, WeftPaintList *list)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  const Thread *thread = get_thread (self, track);

  for (guint i = 0; i < thread->n_zones; i++)
    {
      const WeftNocZone *zone = get_zone (self, thread->first + i);
      g_autofree char *name = NULL;
      int inset = MIN (zone->depth * 4, view->height / 2);

      if (zone->start >= view->last || zone->end < view->first)
        continue;
      name = g_utf8_make_valid (weft_noc_trace_get_name (trace, zone->name_id), -1);
      weft_track_view_box (view, list, zone->start, MAX (zone->end, zone->start + 1), inset,
                           view->height - inset, get_zone_color (self, view->style, zone), name);
      hatch_unknown (self, zone->record, view, weft_track_view_x (view, zone->start),
                     weft_track_view_x (view, MAX (zone->end, zone->start + 1)),
                     view->y + inset + 1, MAX (view->height - inset - 2, 1), list);
      if ((zone->flags & WEFT_ZONE_OPEN) != 0)
        weft_paint_list_hatch (list, weft_track_view_x (view, zone->start), view->y + inset,
                               weft_track_view_x (view, zone->end)
                                 - weft_track_view_x (view, zone->start),
                               view->height - inset, WEFT_HATCH_DOWN, 8,
                               weft_style_color (view->style, WEFT_COLOR_UNKNOWN_HATCH));
    }
}

static WeftColor
get_wait_color (const Scene *self, const WeftStyle *style, const WeftNocWait *wait)
{
  guint class;

  if (weft_noc_colors_classify (self->said, wait->record, &class))
    return weft_row_colors_get (self->said->said, style, class);
  return weft_style_color (style, wait->semaphore ? WEFT_COLOR_WARNING : WEFT_COLOR_READ);
}

static void
paint_waits (const Scene *self, const WeftTrackView *view, WeftPaintList *list)
{
  int last_x = G_MININT;

  for (guint i = 0; i < self->waits->len; i++)
    {
      const WeftNocWait *wait = get_wait (self, i);
      int x, end;

      if (wait->start >= view->last || wait->end < view->first)
        continue;
      x = MAX (weft_track_view_x (view, wait->start), 0);
      end = MIN (MAX (weft_track_view_x (view, wait->end), x + 1), view->width);
      if (end <= last_x)
        continue;
      last_x = end;
      weft_paint_list_fill (list, x, view->y + 1, end - x, view->height - 2,
                            get_wait_color (self, view->style, wait));
      hatch_unknown (self, wait->record, view, x, end, view->y + 1, view->height - 2, list);
      weft_paint_list_hatch (list, x, view->y + 1, end - x, view->height - 2, WEFT_HATCH_UP, 6,
                             weft_style_color (view->style, wait->measured
                                                              ? WEFT_COLOR_WAIT_HATCH
                                                              : WEFT_COLOR_UNKNOWN_HATCH));
    }
}

static void
hit_zone (const Scene *self, guint32 track, gint64 tick, WeftTrackHit *hit)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);
  const Thread *thread = get_thread (self, track);

  for (guint i = 0; i < thread->n_zones; i++)
    {
      const WeftNocZone *zone = get_zone (self, thread->first + i);
      g_autofree char *name = NULL;
      g_autofree char *cycles = NULL;

      if (tick < zone->start || tick >= MAX (zone->end, zone->start + 1))
        continue;
      /* The last one that holds the tick lies innermost. */
      g_clear_pointer (&hit->text, g_free);
      name = g_utf8_make_valid (weft_noc_trace_get_name (trace, zone->name_id), -1);
      cycles = weft_number_signed_cycles (zone->end - zone->start);
      hit->thing = zone->record;
      hit->first = zone->start;
      hit->last = zone->end;
      hit->text = (zone->flags & WEFT_ZONE_OPEN) != 0
                    ? g_strdup_printf (_ ("%s: never closed, %s to the last record of its "
                                          "processor"),
                                       name, cycles)
                    : g_strdup_printf ("%s: %s", name, cycles);
    }
}

static void
hit_wait (const Scene *self, gint64 tick, WeftTrackHit *hit)
{
  for (guint i = 0; i < self->waits->len; i++)
    {
      const WeftNocWait *wait = get_wait (self, i);
      g_autofree char *cycles = NULL;

      if (tick < wait->start || tick >= MAX (wait->end, wait->start + 1))
        continue;
      cycles = weft_number_signed_cycles (wait->end - wait->start);
      hit->thing = wait->record;
      hit->first = wait->start;
      hit->last = wait->end;
      hit->text = wait->measured ? g_strdup_printf (_ ("In a barrier for %s"), cycles)
                  : wait->semaphore
                    ? g_strdup_printf (_ ("At a semaphore for at most %s, to the "
                                          "next record"),
                                       cycles)
                    : g_strdup_printf (_ ("In a barrier for at most %s, to the next "
                                          "record"),
                                       cycles);
      return;
    }
}

/* --- the painter -------------------------------------------------------------------------------- */

static void
paint (gpointer data, const WeftTrack *track, const WeftTrackView *view, WeftPaintList *list)
{
  if (track->id <= WEFT_NOC_TRACK_LINK)
    paint_graph (data, track->id, view, list);
  else if (track->id == WEFT_NOC_TRACK_WAITS)
    paint_waits (data, view, list);
  else
    paint_zones (data, track->id, view, list);
}

static void
hit_test (gpointer data, const WeftTrack *track, const WeftTrackView *view, double x,
          double y G_GNUC_UNUSED, WeftTrackHit *hit)
{
  if (track->id <= WEFT_NOC_TRACK_LINK)
    hit_graph (data, track->id, view, x, hit);
  else if (track->id == WEFT_NOC_TRACK_WAITS)
    hit_wait (data, weft_track_view_tick (view, x), hit);
  else
    hit_zone (data, track->id, weft_track_view_tick (view, x), hit);
}

/* A line for each processor, with its outer zones; those that end in one pixel are drawn once. */
static void
paint_threads (const Scene *self, const WeftTrackView *view, WeftPaintList *list)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      const Thread *thread = &g_array_index (self->threads, Thread, i);
      int y = view->y + (int) (i * (guint) view->height / self->threads->len), done = G_MININT;
      int end = view->y + (int) ((i + 1) * (guint) view->height / self->threads->len);

      for (guint k = 0; k < thread->n_zones; k++)
        {
          const WeftNocZone *zone = get_zone (self, thread->first + k);
          int from = MAX (weft_track_view_x (view, zone->start), done);
          int to = weft_track_view_x (view, zone->end);

          if (zone->depth > 0 || to < done)
            continue;
          to = MAX (to, from + 1);
          weft_paint_list_fill (list, from, y, to - from, MAX (end - y, 1),
                                weft_style_category (view->style, zone->name_id));
          done = to;
        }
    }
}

static void
paint_minimap (gpointer data, const WeftTrackView *view, WeftPaintList *list)
{
  const Scene *self = data;

  if (weft_noc_capture_has_traffic (self->capture))
    paint_graph (self, WEFT_NOC_TRACK_ACTIVE, view, list);
  else
    paint_threads (self, view, list);
}

/* --- the scene ---------------------------------------------------------------------------------- */

static double
find_top (const Scene *self, guint track, WeftNocFigureKind kind)
{
  gint64 last = weft_noc_capture_get_last (self->capture) + 1;
  g_autofree double *values = g_new (double, N_SAMPLES);
  double top = 0;

  get_history (self, track, kind, 0, MAX (last, 1), N_SAMPLES, values);
  for (guint i = 0; i < N_SAMPLES; i++)
    top = MAX (top, values[i]);
  return top;
}

static void
find_tops (Scene *self)
{
  for (guint track = 0; track <= WEFT_NOC_TRACK_LINK; track++)
    {
      double top = find_top (self, track, self->kind);

      if (track == WEFT_NOC_TRACK_ACTIVE)
        self->active = top > 0 ? self->kind : get_other (self);
      if (track != WEFT_NOC_TRACK_ACTIVE || top <= 0)
        top = MAX (top, find_top (self, track, get_other (self)));
      self->tops[track] = top;
    }
}

static void
find_rates (Scene *self)
{
  const WeftNocTopology *topology = weft_noc_capture_get_topology (self->capture, NULL);

  for (guint device = 0; device < self->demands->len; device++)
    {
      const WeftNocDemand *demand = g_ptr_array_index (self->demands, device);

      for (guint place = 0; place < weft_noc_demand_get_n_used (demand); place++)
        {
          WeftNocSeries info;

          weft_noc_capture_get_series (self->capture, weft_noc_demand_get_used (demand, place),
                                       &info);
          if (info.kind == WEFT_SERIES_LINK)
            self->rates[weft_noc_link_get_noc (topology, info.index)] += info.capacity;
        }
    }
}

static gboolean
is_shown (const Scene *self, guint device, guint tile)
{
  return tile != G_MAXUINT16
         && (self->selected.kind == WEFT_NOC_NOTHING
             || (tile == self->selected.index && device == self->selected.device));
}

/* Zones by device, core and processor; within one they keep their order, in which outer ones come
 * first. */
static void
find_threads (Scene *self)
{
  guint n_tiles = weft_noc_capture_get_topology (self->capture, NULL)->n_tiles;
  guint n_procs = MAX (weft_noc_trace_get_n_procs (weft_noc_capture_get_trace (self->capture)), 1);
  guint n_keys = self->demands->len * n_tiles * n_procs;
  g_autofree guint32 *places = g_new0 (guint32, n_keys + 1);
  guint32 n_zones;
  const WeftNocZone *zones = weft_noc_capture_get_zones (self->capture, &n_zones);
#define KEY(zone) (((zone)->device * n_tiles + (zone)->tile) * n_procs + (zone)->proc_id)

  for (guint32 i = 0; i < n_zones; i++)
    if (is_shown (self, zones[i].device, zones[i].tile))
      places[KEY (&zones[i]) + 1]++;
  for (guint key = 0; key < n_keys; key++)
    {
      Thread thread = { key / n_procs / n_tiles, key / n_procs % n_tiles, key % n_procs,
                        places[key], places[key + 1] };

      places[key + 1] += places[key];
      if (thread.n_zones > 0)
        g_array_append_val (self->threads, thread);
    }
  g_array_set_size (self->zones, places[n_keys]);
  for (guint32 i = 0; i < n_zones; i++)
    if (is_shown (self, zones[i].device, zones[i].tile))
      g_array_index (self->zones, guint32, places[KEY (&zones[i])]++) = i;
#undef KEY
}

static void
find_waits (Scene *self)
{
  guint32 n_waits;
  const WeftNocWait *waits = weft_noc_capture_get_waits (self->capture, &n_waits);

  for (guint32 i = 0; i < n_waits; i++)
    if (waits[i].tile == self->selected.index && waits[i].device == self->selected.device)
      g_array_append_val (self->waits, i);
}

static void
add_track (GArray *tracks, guint32 id, const char *title, const char *unit)
{
  WeftTrack track = { id, title, NULL, unit, WEFT_TRACK_HEIGHT };

  g_array_append_val (tracks, track);
}

/* The processor, and where it could be any core's, that core: "(1,2) BRISC". */
static void
add_zone_tracks (Scene *self, GArray *tracks, GStringChunk *names)
{
  WeftNocTrace *trace = weft_noc_capture_get_trace (self->capture);

  find_threads (self);
  for (guint i = 0; i < self->threads->len; i++)
    {
      const Thread *thread = &g_array_index (self->threads, Thread, i);
      const char *proc = weft_noc_trace_get_proc (trace, thread->proc);
      g_autofree char *tile = weft_noc_describe_tile (self->capture, thread->tile);
      g_autofree char *name = NULL;

      if (self->selected.kind == WEFT_NOC_TILE)
        name = g_strdup (proc);
      else if (self->demands->len > 1)
        name = g_strdup_printf (
          "%d: %s %s", weft_noc_capture_get_device_id (self->capture, thread->device), tile, proc);
      else
        name = g_strdup_printf ("%s %s", tile, proc);
      add_track (tracks, WEFT_NOC_TRACK_ZONES + i, g_string_chunk_insert (names, name), NULL);
    }
}

/* The history of a link or a controller. Returns its name. */
static char *
add_history (Scene *self, GArray *tracks)
{
  const WeftNocDemand *demand = g_ptr_array_index (self->demands, self->selected.device);
  guint32 series = self->selected.index;
  WeftNocSeries info;
  char *name;

  if (self->selected.kind == WEFT_NOC_CONTROLLER)
    series = weft_noc_capture_find_series (self->capture, WEFT_SERIES_CONTROLLER, series);
  weft_noc_capture_get_series (self->capture, series, &info);
  self->link_place = weft_noc_demand_find (demand, series);
  self->rates[WEFT_NOC_TRACK_LINK] = info.capacity;
  name = weft_noc_describe_series (self->capture, &info);
  add_track (tracks, WEFT_NOC_TRACK_LINK, name, _ ("≈ bytes/cycle"));
  return name;
}

WeftTrackScene *
weft_noc_scene_new (WeftNocDemand *const *demands, WeftNocFigureKind kind,
                    const WeftNocThing *selected, WeftNocColors *said)
{
  static const WeftTrackPainter painter = { .paint = paint,
                                            .hit_test = hit_test,
                                            .paint_minimap = paint_minimap };
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (WeftTrack));
  g_autoptr (GStringChunk) names = g_string_chunk_new (1024);
  g_autofree char *link = NULL;
  Scene *self = g_new0 (Scene, 1);

  self->demands = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_noc_demand_unref);
  for (guint i = 0; demands[i] != NULL; i++)
    g_ptr_array_add (self->demands, weft_noc_demand_ref (demands[i]));
  self->capture = weft_noc_capture_ref (weft_noc_demand_get_capture (demands[0]));
  self->kind = kind;
  self->selected = *selected;
  self->said = said != NULL ? weft_noc_colors_ref (said) : NULL;
  self->link_place = G_MAXUINT;
  self->threads = g_array_new (FALSE, FALSE, sizeof (Thread));
  self->zones = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->waits = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (weft_noc_capture_has_traffic (self->capture))
    {
      add_track (tracks, WEFT_NOC_TRACK_NOC_0, _ ("NOC_0"), _ ("≈ bytes/cycle"));
      add_track (tracks, WEFT_NOC_TRACK_NOC_1, _ ("NOC_1"), _ ("≈ bytes/cycle"));
      add_track (tracks, WEFT_NOC_TRACK_ACTIVE, _ ("Under way"), _ ("≈ transfers"));
    }
  if (selected->kind == WEFT_NOC_LINK || selected->kind == WEFT_NOC_CONTROLLER)
    link = add_history (self, tracks);
  else if (selected->kind == WEFT_NOC_TILE)
    {
      find_waits (self);
      if (self->waits->len > 0)
        add_track (tracks, WEFT_NOC_TRACK_WAITS, _ ("Waits"), NULL);
    }
  if (selected->kind == WEFT_NOC_TILE || selected->kind == WEFT_NOC_NOTHING)
    add_zone_tracks (self, tracks, names);
  find_tops (self);
  find_rates (self);
  return weft_track_scene_new (&painter, self, scene_free,
                               (const WeftTrack *) (gpointer) tracks->data, tracks->len);
}
