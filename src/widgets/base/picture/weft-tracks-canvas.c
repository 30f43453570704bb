/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks-canvas.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-name-writer.h"
#include "weft-paint-cairo.h"

struct _WeftTracksCanvas
{
  WeftCanvas parent_instance;

  WeftTracks *tracks;
  WeftViewState *state; /* the canvas's and the tracks' */
  WeftNameWriter *names;
  WeftPaintList *list; /* of what belongs to the selected thing */
};

G_DEFINE_FINAL_TYPE (WeftTracksCanvas, weft_tracks_canvas, WEFT_TYPE_CANVAS)

/* FALSE where there is nothing to show yet. */
static gboolean
get_axis (WeftTracksCanvas *self, WeftAxis *axis)
{
  return weft_tracks_get_layout (self->tracks) != NULL
         && weft_tracks_get_axis (self->tracks, FALSE, axis);
}

/* --- tiles: what workers read ---------------------------------------------------------------------- */

typedef struct
{
  WeftTrackLayout *layout;
  WeftStyle *style;
  WeftAxis anchor;  /* where the layer's x 0 is */
  WeftFolds *folds; /* the axis's, held; nullable */
  int width;        /* of the window, and of the ruler above it */
} LayerScene;

/* The worker's last picture. */
typedef struct
{
  WeftTrackNames *names; /* of long things in it; NULL: they were taken */
} Painter;

static gpointer
painter_new (void)
{
  return g_new0 (Painter, 1);
}

static void
painter_free (gpointer data)
{
  Painter *painter = data;

  g_clear_pointer (&painter->names, weft_track_names_unref);
  g_free (painter);
}

static void
paint (gpointer data, gpointer layer, gint64 x, gint64 y, int width, int height,
       WeftPaintList *list)
{
  Painter *painter = data;
  LayerScene *scene = layer;

  g_clear_pointer (&painter->names, weft_track_names_unref);
  painter->names = weft_track_names_new ();
  weft_track_layout_paint (scene->layout, &scene->anchor, scene->style, scene->width, x, y, width,
                           height, painter->names, list);
}

static gpointer
take_names (gpointer data)
{
  WeftTrackNames *names = g_steal_pointer (&((Painter *) data)->names);

  if (names->names->len == 0)
    g_clear_pointer (&names, weft_track_names_unref);
  return names;
}

static gpointer
ref_names (gpointer names)
{
  return weft_track_names_ref (names);
}

static void
unref_names (gpointer names)
{
  weft_track_names_unref (names);
}

static guint
revision (gpointer data, gint64 x, gint64 y, int width, int height)
{
  LayerScene *scene = data;

  return weft_track_layout_get_revision (scene->layout, &scene->anchor, x, y, width, height);
}

static void
free_scene (gpointer data)
{
  LayerScene *scene = data;

  weft_track_layout_unref (scene->layout);
  weft_style_unref (scene->style);
  g_clear_pointer (&scene->folds, weft_folds_unref);
  g_free (scene);
}

static gpointer
make_scene (gpointer owner)
{
  WeftTracksCanvas *self = owner;
  LayerScene *scene = g_new0 (LayerScene, 1);

  scene->layout = weft_track_layout_ref (weft_tracks_get_layout (self->tracks));
  scene->style = weft_style_ref (weft_view_state_get_style (self->state));
  scene->width = weft_tracks_get_width (self->tracks);
  weft_tracks_get_axis (self->tracks, TRUE, &scene->anchor);
  scene->folds = weft_time_axis_get_folds (weft_view_state_get_axis (self->state));
  if (scene->folds != NULL)
    weft_folds_ref (scene->folds);
  return scene;
}

static WeftStyle *
get_style (gpointer scene)
{
  return ((LayerScene *) scene)->style;
}

/* Where the window's left edge lies in a layer, in the layer's pixels. */
static double
get_offset (const LayerScene *scene, const WeftAxis *window)
{
  return weft_axis_place_to_px (&scene->anchor, window->origin)
         + window->origin_fraction / scene->anchor.ticks_per_px;
}

static gboolean
is_current (gpointer owner, gpointer data)
{
  WeftTracksCanvas *self = owner;
  const LayerScene *scene = data;
  WeftAxis window;

  return weft_tracks_get_axis (self->tracks, TRUE, &window)
         && scene->layout == weft_tracks_get_layout (self->tracks)
         && scene->style == weft_view_state_get_style (self->state)
         && scene->anchor.ticks_per_px == window.ticks_per_px && scene->anchor.zero == window.zero
         && scene->anchor.ticks_per_unit == window.ticks_per_unit && scene->folds == window.folds
         && scene->anchor.hertz == window.hertz && scene->anchor.reach == window.reach
         && fabs (get_offset (scene, &window)) <= (double) WEFT_TILE_MAX_OFFSET;
}

/* The pinned tracks, and the others, which scroll below them. Where the last one ends is nothing that
 * a pan would have to draw anew. */
static guint
place (gpointer owner, gpointer data, gboolean target, WeftTilePart parts[WEFT_TILE_MAX_PARTS])
{
  WeftTracksCanvas *self = owner;
  const LayerScene *scene = data;
  int pinned = scene->layout->pinned_height;
  int height = weft_tracks_get_height (self->tracks);
  double scroll = weft_tracks_get_scroll (self->tracks, target);
  int end = (int) (scene->layout->height - scroll);
  WeftAxis window;

  weft_tracks_get_axis (self->tracks, target, &window);
  parts[0] = (WeftTilePart){
    .width = weft_tracks_get_width (self->tracks),
    .height = MIN (pinned, height),
    .scale_x = scene->anchor.ticks_per_px / window.ticks_per_px,
    .scale_y = 1,
    .grows_x = TRUE,
  };
  parts[0].left = -get_offset (scene, &window) * parts[0].scale_x;
  parts[1] = parts[0];
  parts[1].y = parts[0].height;
  parts[1].height = MIN (end, height) - parts[0].height;
  parts[1].top = -scroll;
  return 2;
}

static gboolean
is_still (gpointer owner)
{
  return !weft_tracks_is_gliding (((WeftTracksCanvas *) owner)->tracks);
}

static gboolean
has_picture (gpointer owner)
{
  WeftAxis axis;

  return get_axis (owner, &axis);
}

static const WeftTileViewFamily tile_family = {
  .tiles = { .painter_new = painter_new,
             .painter_free = painter_free,
             .paint = paint,
             .take_note = take_names,
             .ref_note = ref_names,
             .unref_note = unref_names,
             .revision = revision },
  .has_picture = has_picture,
  .make_scene = make_scene,
  .free_scene = free_scene,
  .get_style = get_style,
  .is_current = is_current,
  .place = place,
  .is_still = is_still,
};

/* --- drawing --------------------------------------------------------------------------------------------- */

static void
draw_range (WeftTracksCanvas *self, GtkSnapshot *snapshot, const WeftAxis *axis)
{
  gint64 first, last;

  if (weft_time_axis_get_selection (weft_view_state_get_axis (self->state), &first, &last))
    weft_canvas_draw_columns (WEFT_CANVAS (self), snapshot, round (weft_axis_to_px (axis, first)),
                              round (weft_axis_to_px (axis, last)));
}

/* The box of a thing in the window, as far as its track is in sight; FALSE where it is not. */
static gboolean
get_box (WeftTracksCanvas *self, const WeftAxis *axis, const WeftTrackHit *thing, double *x,
         double *y, double *width, double *height)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  const WeftTrackRow *row =
    thing->on_track ? weft_track_layout_find_track (layout, thing->track) : NULL;
  double top = layout->pinned_height, bottom;

  if (row == NULL)
    return FALSE;
  if (row->pinned)
    top = 0;
  *y = row->y - (row->pinned ? 0 : weft_tracks_get_scroll (self->tracks, FALSE)) + thing->y;
  bottom = *y + (thing->height > 0 ? thing->height : row->height);
  *y = MAX (*y, top);
  *height = bottom - *y;
  *x = round (weft_axis_to_px (axis, thing->first));
  *width = MAX (round (weft_axis_to_px (axis, thing->last)) - *x, 1);
  return *height > 0;
}

/* The selected track lights up, and the selected thing has a frame, with one of the canvas's colour within
 * where there is room, as things may have the colour of the frame. */
static void
draw_selected (WeftTracksCanvas *self, GtkSnapshot *snapshot, const WeftAxis *axis)
{
  const WeftTrackHit *selected = weft_tracks_get_selected (self->tracks);
  WeftTrackHit track = { .on_track = selected->on_track, .track = selected->track };
  double line = weft_style_px (weft_view_state_get_style (self->state), 2);
  double x, y, width, height;

  if (get_box (self, axis, &track, &x, &y, &width, &height))
    weft_canvas_fill (WEFT_CANVAS (self), snapshot, WEFT_COLOR_SELECTION, 0, y, INFINITY, height);
  if (selected->first >= selected->last || !get_box (self, axis, selected, &x, &y, &width, &height))
    return;
  if (width >= 6 * line && height >= 6 * line)
    weft_canvas_outline (WEFT_CANVAS (self), snapshot, WEFT_COLOR_CANVAS, x, y + line, width,
                         height - 2 * line);
  weft_canvas_outline (WEFT_CANVAS (self), snapshot, WEFT_COLOR_SELECTION_EDGE, x - line, y,
                       width + 2 * line, height);
}

/* Lines from the selected thing to others. A few: cheaper as cairo calls than as a surface of the
 * window's size. */
static void
draw_ties (WeftTracksCanvas *self, GtkSnapshot *snapshot, const WeftAxis *axis)
{
  WeftStyle *style = weft_view_state_get_style (self->state);
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  int width = weft_tracks_get_width (self->tracks), height = weft_tracks_get_height (self->tracks);
  cairo_t *cr;

  weft_paint_list_clear (self->list);
  weft_track_layout_paint_selected (layout, weft_tracks_get_selected (self->tracks), axis, style,
                                    weft_tracks_get_scroll (self->tracks, FALSE), width,
                                    self->list);
  if (weft_paint_list_get_length (self->list) == 0)
    return;
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  weft_paint_cairo_draw (self->list, style->atlas, cr);
  cairo_destroy (cr);
}

static void
draw_hover (WeftTracksCanvas *self, GtkSnapshot *snapshot, const WeftAxis *axis)
{
  const WeftTrackHit *hover = weft_tracks_get_hover (self->tracks);
  double x, y, width, height;

  if (hover->thing != WEFT_TRACK_NO_THING && get_box (self, axis, hover, &x, &y, &width, &height))
    weft_canvas_fill (WEFT_CANVAS (self), snapshot, WEFT_COLOR_HOVER, x, y, width, height);
}

static void
draw_over (WeftCanvas *canvas, GtkSnapshot *snapshot)
{
  WeftTracksCanvas *self = WEFT_TRACKS_CANVAS (canvas);
  WeftAxis axis;

  if (!get_axis (self, &axis))
    return;
  weft_name_writer_snapshot (self->names, weft_canvas_get_tiles (canvas),
                             weft_view_state_get_style (self->state), snapshot);
  draw_range (self, snapshot, &axis);
  draw_selected (self, snapshot, &axis);
  draw_ties (self, snapshot, &axis);
  draw_hover (self, snapshot, &axis);
  weft_canvas_draw_marks (canvas, snapshot);
}

/* --- place ------------------------------------------------------------------------------------------------ */

static void
resize (WeftCanvas *canvas, int width, int height)
{
  weft_tracks_resize (WEFT_TRACKS_CANVAS (canvas)->tracks, width, height);
}

static gboolean
time_to_x (WeftCanvas *canvas, gint64 time, double *x)
{
  WeftAxis axis;

  if (!get_axis (WEFT_TRACKS_CANVAS (canvas), &axis))
    return FALSE;
  *x = weft_axis_to_px (&axis, time);
  return TRUE;
}

static gboolean
x_to_time (WeftCanvas *canvas, double x, gint64 *time)
{
  WeftAxis axis;

  if (!weft_tracks_get_axis (WEFT_TRACKS_CANVAS (canvas)->tracks, FALSE, &axis))
    return FALSE;
  *time = weft_axis_to_tick (&axis, x);
  return TRUE;
}

static gboolean
get_pointer (WeftCanvas *canvas, double *x, double *y)
{
  WeftTracksCanvas *self = WEFT_TRACKS_CANVAS (canvas);
  WeftAxis axis;

  return get_axis (self, &axis) && weft_tracks_get_pointer (self->tracks, x, y);
}

static gboolean
is_gliding (WeftCanvas *canvas)
{
  return weft_tracks_is_gliding (WEFT_TRACKS_CANVAS (canvas)->tracks);
}

/* --- gestures --------------------------------------------------------------------------------------------- */

static void
set_pointer (gpointer owner, gboolean inside, double x, double y)
{
  weft_tracks_set_pointer (((WeftTracksCanvas *) owner)->tracks, inside, x, y);
}

static void
pan (gpointer owner, double dx, double dy, gboolean held G_GNUC_UNUSED)
{
  weft_tracks_pan (((WeftTracksCanvas *) owner)->tracks, dx, dy);
}

/* Tracks keep their heights: to zoom up and down only does nothing. */
static void
zoom (gpointer owner, double x, double y G_GNUC_UNUSED, double factor_x,
      double factor_y G_GNUC_UNUSED, gboolean glide)
{
  weft_tracks_zoom (((WeftTracksCanvas *) owner)->tracks, x, factor_x, glide);
}

static void
brush (gpointer owner, double x, double y G_GNUC_UNUSED, double dx, double dy G_GNUC_UNUSED)
{
  WeftTracksCanvas *self = owner;
  WeftAxis axis;

  if (weft_tracks_get_axis (self->tracks, FALSE, &axis))
    weft_time_axis_select (weft_view_state_get_axis (self->state),
                           weft_axis_to_tick (&axis, x + MIN (dx, 0)),
                           weft_axis_to_tick (&axis, x + MAX (dx, 0)) + 1);
}

/* The fold under a point that is no thing's: (transfer full) (nullable). */
static char *
describe_fold (WeftTracksCanvas *self, const WeftTrackHit *hit, double x, gint64 *tick)
{
  WeftAxis axis;

  if (hit->thing != WEFT_TRACK_NO_THING || !weft_tracks_get_axis (self->tracks, FALSE, &axis))
    return NULL;
  *tick = weft_axis_to_tick (&axis, x);
  return weft_time_axis_describe_fold (weft_view_state_get_axis (self->state), *tick);
}

/* A click on a thing selects it, on a track that; a double click zooms to the thing, or to where
 * several are too small to tell apart, or unfolds. */
static void
click (gpointer owner, guint n_press, double x, double y)
{
  WeftTracksCanvas *self = owner;
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };
  g_autofree char *fold = NULL;
  gint64 tick;

  weft_tracks_hit_test (self->tracks, x, y, &hit);
  fold = describe_fold (self, &hit, x, &tick);
  if (n_press == 1)
    weft_tracks_select (self->tracks, hit.on_track ? &hit : NULL);
  else if (fold != NULL)
    weft_time_axis_open_fold (weft_view_state_get_axis (self->state), tick);
  else if (hit.first < hit.last)
    weft_tracks_show_time (self->tracks, hit.first, hit.last);
}

static gboolean
advance (gpointer owner, gint64 frame_time)
{
  return weft_tracks_advance (((WeftTracksCanvas *) owner)->tracks, frame_time);
}

/* --- keys -------------------------------------------------------------------------------------------------- */

static void
fit (WeftCanvas *canvas)
{
  weft_tracks_fit (WEFT_TRACKS_CANVAS (canvas)->tracks);
}

static void
fit_all (WeftCanvas *canvas)
{
  weft_tracks_fit_all (WEFT_TRACKS_CANVAS (canvas)->tracks);
}

static void
step (WeftCanvas *canvas, int tracks, int things)
{
  weft_tracks_step (WEFT_TRACKS_CANVAS (canvas)->tracks, tracks, things);
}

/* The first or the last of the time comes into sight. */
static void
go_to_edge (WeftCanvas *canvas, int edge)
{
  WeftViewState *state = weft_canvas_get_state (canvas);
  gint64 first, last;

  if (weft_time_axis_get_range (weft_view_state_get_axis (state), &first, &last))
    weft_view_state_show_time (state, edge < 0 ? first : last, edge < 0 ? first : last);
}

/* --- words ------------------------------------------------------------------------------------------------- */

/* With the time from which it lasted, and for how long, where the clock is known. */
static char *
describe_hover (WeftCanvas *canvas)
{
  WeftTracksCanvas *self = WEFT_TRACKS_CANVAS (canvas);
  const WeftTrackHit *hover = weft_tracks_get_hover (self->tracks);
  WeftTimeAxis *axis = weft_view_state_get_axis (self->state);
  WeftClock clock = weft_time_axis_get_clock (axis);
  g_autofree char *start = NULL, *length = NULL, *span = NULL, *fold = NULL;
  gint64 tick;
  double x, y;

  if (weft_tracks_get_pointer (self->tracks, &x, &y))
    fold = describe_fold (self, hover, x, &tick);
  if (fold != NULL)
    return g_steal_pointer (&fold);
  if (hover->text == NULL || clock.hertz <= 0 || hover->first >= hover->last)
    return g_strdup (hover->text);
  start = weft_clock_format_exact (&clock, hover->first - weft_time_axis_get_unit (axis)->zero);
  length = weft_clock_format_seconds ((double) (hover->last - hover->first) / (double) clock.hertz);
  /* TRANSLATORS: when something began, and how long it took: "From 12.345 µs, for 320 ns" */
  span = g_strdup_printf (_ ("From %s, for %s"), start, length);
  return g_strconcat (hover->text, "\n", span, NULL);
}

static char *
describe_current (WeftCanvas *canvas)
{
  WeftTracks *tracks = WEFT_TRACKS_CANVAS (canvas)->tracks;
  const WeftTrackHit *hit = weft_tracks_get_hover (tracks);

  if (hit->text == NULL || weft_canvas_tells_selected (canvas))
    hit = weft_tracks_get_selected (tracks);
  return g_strdup (hit->text);
}

/* --- the widget ------------------------------------------------------------------------------------------- */

static void
weft_tracks_canvas_finalize (GObject *object)
{
  g_object_unref (WEFT_TRACKS_CANVAS (object)->tracks);
  weft_name_writer_free (WEFT_TRACKS_CANVAS (object)->names);
  weft_paint_list_free (WEFT_TRACKS_CANVAS (object)->list);
  G_OBJECT_CLASS (weft_tracks_canvas_parent_class)->finalize (object);
}

static void
weft_tracks_canvas_class_init (WeftTracksCanvasClass *klass)
{
  WeftCanvasClass *canvas_class = WEFT_CANVAS_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_tracks_canvas_finalize;
  canvas_class->input = (WeftCanvasActions){ set_pointer, pan, zoom, brush, click, advance };
  canvas_class->resize = resize;
  canvas_class->draw_over = draw_over;
  canvas_class->time_to_x = time_to_x;
  canvas_class->x_to_time = x_to_time;
  canvas_class->get_pointer = get_pointer;
  canvas_class->is_gliding = is_gliding;
  canvas_class->describe_hover = describe_hover;
  canvas_class->describe_current = describe_current;
  canvas_class->fit = fit;
  canvas_class->fit_all = fit_all;
  canvas_class->step = step;
  canvas_class->go_to_edge = go_to_edge;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "trackscanvas");
}

static void
weft_tracks_canvas_init (WeftTracksCanvas *self)
{
  self->names = weft_name_writer_new ();
  self->list = weft_paint_list_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tracks over time"), -1);
}

GtkWidget *
weft_tracks_canvas_new (WeftTracks *tracks)
{
  WeftViewState *state = weft_tracks_get_state (tracks);
  WeftTracksCanvas *self = WEFT_TRACKS_CANVAS (weft_canvas_new (WEFT_TYPE_TRACKS_CANVAS, state));
  static const struct
  {
    const char *signal;
    void (*follow) (WeftCanvas *self);
  } followed[] = {
    { "viewport", weft_canvas_viewport_changed },
    { "layout", weft_canvas_viewport_changed },
    { "hover", weft_canvas_hover_changed },
    { "selection", weft_canvas_selection_changed },
  };
  static const char *const drawn[] = { "content", "selection", "hover" };

  self->tracks = g_object_ref (tracks);
  self->state = state;
  weft_canvas_set_tiles (WEFT_CANVAS (self),
                         weft_tile_view_new (&tile_family, self, GTK_WIDGET (self)));
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (tracks, followed[i].signal, G_CALLBACK (followed[i].follow), self,
                             G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    g_signal_connect_object (self->state, drawn[i], G_CALLBACK (gtk_widget_queue_draw), self,
                             G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
