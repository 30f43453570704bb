/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks-canvas.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-canvas-input.h"
#include "weft-marks.h"
#include "weft-snapshot.h"
#include "weft-tile-view.h"

struct _WeftTracksCanvas
{
  GtkWidget parent_instance;

  WeftTracks *tracks;
  WeftViewState *state; /* the tracks' */
  WeftTileView *tiles;
  WeftCanvasInput *input;
};

G_DEFINE_FINAL_TYPE (WeftTracksCanvas, weft_tracks_canvas, GTK_TYPE_WIDGET)

/* --- tiles: what workers read ---------------------------------------------------------------------- */

typedef struct
{
  WeftTrackLayout *layout;
  WeftStyle *style;
  WeftAxis anchor; /* where the layer's x 0 is */
  int width;       /* of the window, and of the ruler above it */
} LayerScene;

/* Tracks are painted without scratch. */
static gpointer
painter_new (void)
{
  return NULL;
}

static void
painter_free (gpointer painter G_GNUC_UNUSED)
{
}

static void
paint (gpointer painter G_GNUC_UNUSED, gpointer data, gint64 x, gint64 y, int width, int height,
       WeftPaintList *list)
{
  LayerScene *scene = data;

  weft_track_layout_paint (scene->layout, &scene->anchor, scene->style, scene->width, x, y, width,
                           height, list);
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
  return weft_axis_to_px (&scene->anchor, window->origin)
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
         && scene->anchor.ticks_per_unit == window.ticks_per_unit
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
  int pinned = weft_track_layout_get_pinned_height (scene->layout);
  int height = weft_tracks_get_height (self->tracks);
  double scroll = weft_tracks_get_scroll (self->tracks, target);
  int end = (int) (weft_track_layout_get_height (scene->layout) - scroll);
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

static const WeftTileViewFamily tile_family = {
  .tiles = { painter_new, painter_free, paint, revision },
  .make_scene = make_scene,
  .free_scene = free_scene,
  .get_style = get_style,
  .is_current = is_current,
  .place = place,
  .is_still = is_still,
};

gboolean
weft_tracks_canvas_is_complete (WeftTracksCanvas *self)
{
  return weft_tile_view_is_complete (self->tiles);
}

/* --- drawing --------------------------------------------------------------------------------------------- */

static void
fill (WeftTracksCanvas *self, GtkSnapshot *snapshot, WeftColorRole role, double x, double y,
      double width, double height)
{
  weft_snapshot_fill (snapshot, weft_style_color (weft_view_state_get_style (self->state), role), x,
                      y, width, height, weft_tracks_get_width (self->tracks),
                      weft_tracks_get_height (self->tracks));
}

static void
outline (WeftTracksCanvas *self, GtkSnapshot *snapshot, WeftColorRole role, double x, double y,
         double width, double height)
{
  double line = weft_style_px (weft_view_state_get_style (self->state), 2);

  fill (self, snapshot, role, x, y, width, line);
  fill (self, snapshot, role, x, y + height - line, width, line);
  fill (self, snapshot, role, x, y, line, height);
  fill (self, snapshot, role, x + width - line, y, line, height);
}

static void
draw_range (WeftTracksCanvas *self, GtkSnapshot *snapshot, const WeftAxis *axis)
{
  int height = weft_tracks_get_height (self->tracks);
  gint64 first, last;
  double x0, x1;

  if (!weft_time_axis_get_selection (weft_view_state_get_axis (self->state), &first, &last))
    return;
  x0 = round (weft_axis_to_px (axis, first));
  x1 = round (weft_axis_to_px (axis, last));
  fill (self, snapshot, WEFT_COLOR_SELECTION, x0, 0, x1 - x0, height);
  fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, x0, 0, 1, height);
  fill (self, snapshot, WEFT_COLOR_SELECTION_EDGE, x1 - 1, 0, 1, height);
}

/* What a thing covers of the window, as far as its track is in sight; FALSE where it is not. */
static gboolean
get_box (WeftTracksCanvas *self, const WeftAxis *axis, const WeftTrackHit *thing, double *x,
         double *y, double *width, double *height)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  const WeftTrackRow *row =
    thing->on_track ? weft_track_layout_find_track (layout, thing->track) : NULL;
  double top = weft_track_layout_get_pinned_height (layout), bottom;

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
    fill (self, snapshot, WEFT_COLOR_SELECTION, 0, y, weft_tracks_get_width (self->tracks), height);
  if (selected->first >= selected->last || !get_box (self, axis, selected, &x, &y, &width, &height))
    return;
  if (width >= 6 * line && height >= 6 * line)
    outline (self, snapshot, WEFT_COLOR_CANVAS, x, y + line, width, height - 2 * line);
  outline (self, snapshot, WEFT_COLOR_SELECTION_EDGE, x - line, y, width + 2 * line, height);
}

static void
draw_hover (WeftTracksCanvas *self, GtkSnapshot *snapshot, const WeftAxis *axis)
{
  const WeftTrackHit *hover = weft_tracks_get_hover (self->tracks);
  double x, y, width, height;

  if (hover->thing != WEFT_TRACK_NO_THING && get_box (self, axis, hover, &x, &y, &width, &height))
    fill (self, snapshot, WEFT_COLOR_HOVER, x, y, width, height);
}

/* Lines where the user has set marks. */
static void
draw_marks (WeftTracksCanvas *self, GtkSnapshot *snapshot, const WeftAxis *axis)
{
  WeftMarks *marks = weft_marks_get (self->state);

  for (guint i = 0; i < weft_marks_get_n (marks); i++)
    {
      const WeftMark *mark = weft_marks_get_mark (marks, i);

      fill (self, snapshot, mark->name != NULL ? WEFT_COLOR_ACCENT : WEFT_COLOR_CURSOR,
            floor (weft_axis_to_px (axis, mark->time)), 0, 1,
            weft_tracks_get_height (self->tracks));
    }
}

/* The vertical line stands wherever the cursor of the time is, also while the pointer is in another
 * view. */
static void
draw_crosshair (WeftTracksCanvas *self, GtkSnapshot *snapshot, const WeftAxis *axis)
{
  gint64 tick;
  double x, y;

  if (weft_canvas_input_is_panning (self->input))
    return;
  if (weft_tracks_get_pointer (self->tracks, &x, &y))
    fill (self, snapshot, WEFT_COLOR_HOVER, 0, floor (y), weft_tracks_get_width (self->tracks), 1);
  else if (weft_time_axis_get_cursor (weft_view_state_get_axis (self->state), &tick))
    x = weft_axis_to_px (axis, tick);
  else
    return;
  fill (self, snapshot, WEFT_COLOR_HOVER, floor (x), 0, 1, weft_tracks_get_height (self->tracks));
}

static void
weft_tracks_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftTracksCanvas *self = WEFT_TRACKS_CANVAS (widget);
  float scale = 1.0f / (float) gtk_widget_get_scale_factor (widget);
  gboolean shows;
  WeftAxis axis;

  shows = weft_tracks_get_layout (self->tracks) != NULL
          && weft_tracks_get_axis (self->tracks, FALSE, &axis);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  fill (self, snapshot, WEFT_COLOR_CANVAS, 0, 0, INFINITY, INFINITY);
  gtk_snapshot_restore (snapshot);
  if (shows)
    weft_tile_view_snapshot (self->tiles, snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_scale (snapshot, scale, scale);
  if (shows)
    {
      draw_range (self, snapshot, &axis);
      draw_selected (self, snapshot, &axis);
      draw_hover (self, snapshot, &axis);
      draw_marks (self, snapshot, &axis);
      draw_crosshair (self, snapshot, &axis);
    }
  if (gtk_widget_has_visible_focus (widget))
    outline (self, snapshot, WEFT_COLOR_ACCENT, 0, 0, weft_tracks_get_width (self->tracks),
             weft_tracks_get_height (self->tracks));
  gtk_snapshot_restore (snapshot);
}

static void
weft_tracks_canvas_size_allocate (GtkWidget *widget, int width, int height,
                                  int baseline G_GNUC_UNUSED)
{
  int scale = gtk_widget_get_scale_factor (widget);

  weft_tracks_resize (WEFT_TRACKS_CANVAS (widget)->tracks, MAX (width, 1) * scale,
                      MAX (height, 1) * scale);
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

/* Tracks keep their heights: what zooms up and down only does nothing. */
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

/* A click on a thing selects it, on a track that; a double click zooms to the thing, or to where
 * several are too small to tell apart. */
static void
click (gpointer owner, guint n_press, double x, double y)
{
  WeftTracksCanvas *self = owner;
  g_auto (WeftTrackHit) hit = { .on_track = FALSE };

  weft_tracks_hit_test (self->tracks, x, y, &hit);
  if (n_press == 1)
    weft_tracks_select (self->tracks, hit.on_track ? &hit : NULL);
  else if (hit.first < hit.last)
    weft_tracks_show_time (self->tracks, hit.first, hit.last);
}

static gboolean
advance (gpointer owner, gint64 frame_time)
{
  return weft_tracks_advance (((WeftTracksCanvas *) owner)->tracks, frame_time);
}

static const WeftCanvasActions actions = { set_pointer, pan, zoom, brush, click, advance };

/* What is under the pointer, and where the clock is known from when it lasted, and for how long:
 * (transfer full). */
static char *
describe_hover (WeftTracksCanvas *self, const WeftTrackHit *hover)
{
  WeftTimeAxis *axis = weft_view_state_get_axis (self->state);
  WeftClock clock = weft_time_axis_get_clock (axis);
  g_autofree char *start = NULL, *length = NULL, *span = NULL;

  if (clock.hertz <= 0 || hover->first >= hover->last)
    return g_strdup (hover->text);
  start = weft_clock_format_exact (&clock, hover->first - weft_time_axis_get_unit (axis)->zero);
  length = weft_clock_format_seconds ((double) (hover->last - hover->first) / (double) clock.hertz);
  /* TRANSLATORS: when something began, and how long it took: "From 12.345 µs, for 320 ns" */
  span = g_strdup_printf (_ ("From %s, for %s"), start, length);
  return g_strconcat (hover->text, "\n", span, NULL);
}

/* No area is set that it is for: GTK tells nothing to a pointer that comes to rest outside of the one
 * before. */
static gboolean
query_tooltip (GtkWidget *widget, int x G_GNUC_UNUSED, int y G_GNUC_UNUSED,
               gboolean keyboard G_GNUC_UNUSED, GtkTooltip *tooltip, gpointer data G_GNUC_UNUSED)
{
  WeftTracksCanvas *self = WEFT_TRACKS_CANVAS (widget);
  const WeftTrackHit *hover = weft_tracks_get_hover (self->tracks);
  g_autofree char *text = NULL;

  if (hover->text == NULL || weft_canvas_input_is_dragging (self->input))
    return FALSE;
  text = describe_hover (self, hover);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- following the tracks -------------------------------------------------------------------------------- */

static void
viewport_changed (WeftTracksCanvas *self)
{
  if (weft_tracks_is_gliding (self->tracks))
    weft_canvas_input_wake (self->input);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The live description of what is under the pointer or selected, for those who don't see it. */
static void
update_description (WeftTracksCanvas *self)
{
  const WeftTrackHit *hit = weft_tracks_get_hover (self->tracks);

  if (hit->text == NULL)
    hit = weft_tracks_get_selected (self->tracks);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  hit->text != NULL ? hit->text : "", -1);
}

static void
hover_changed (WeftTracksCanvas *self)
{
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
selection_changed (WeftTracksCanvas *self)
{
  update_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- the widget ------------------------------------------------------------------------------------------- */

static void
weft_tracks_canvas_dispose (GObject *object)
{
  WeftTracksCanvas *self = WEFT_TRACKS_CANVAS (object);

  g_clear_pointer (&self->input, weft_canvas_input_free);
  g_clear_pointer (&self->tiles, weft_tile_view_free);
  g_clear_object (&self->tracks);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (weft_tracks_canvas_parent_class)->dispose (object);
}

static void
weft_tracks_canvas_class_init (WeftTracksCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_tracks_canvas_dispose;
  widget_class->snapshot = weft_tracks_canvas_snapshot;
  widget_class->size_allocate = weft_tracks_canvas_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "trackscanvas");
}

static void
weft_tracks_canvas_init (WeftTracksCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tracks over time"), -1);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
  self->input = weft_canvas_input_new (widget, &actions, self);
}

GtkWidget *
weft_tracks_canvas_new (WeftTracks *tracks)
{
  WeftTracksCanvas *self = g_object_new (WEFT_TYPE_TRACKS_CANVAS, NULL);
  static const struct
  {
    const char *signal;
    void (*follow) (WeftTracksCanvas *self);
  } followed[] = {
    { "viewport", viewport_changed },
    { "layout", viewport_changed },
    { "hover", hover_changed },
    { "selection", selection_changed },
  };
  static const char *const drawn[] = { "content", "selection", "hover" };

  self->tracks = g_object_ref (tracks);
  self->state = g_object_ref (weft_tracks_get_state (tracks));
  self->tiles = weft_tile_view_new (&tile_family, self, GTK_WIDGET (self));
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (tracks, followed[i].signal, G_CALLBACK (followed[i].follow), self,
                             G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    g_signal_connect_object (self->state, drawn[i], G_CALLBACK (gtk_widget_queue_draw), self,
                             G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
