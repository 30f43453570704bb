/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-tracks-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "weft-marks.h"
#include "weft-tracks-canvas.h"
#include "weft-tracks-labels.h"

#define LABEL_WIDTH 180

struct _WeftTracksView
{
  WeftPictureView parent_instance;

  WeftTracks *tracks;
  WeftViewState *state; /* the tracks' */
  GPtrArray *overviews; /* other WeftTracks that the minimap shows */
};

G_DEFINE_FINAL_TYPE (WeftTracksView, weft_tracks_view, WEFT_TYPE_PICTURE_VIEW)

static WeftTimeAxis *
get_time (WeftTracksView *self)
{
  return weft_view_state_get_axis (self->state);
}

static WeftStyle *
get_style (WeftTracksView *self)
{
  return weft_view_state_get_style (self->state);
}

/* --- minimap ---------------------------------------------------------------------------------------- */

/* All of the time, from the left edge to the right one. FALSE where there is none yet. */
static gboolean
get_overview (WeftTracksView *self, int width, WeftAxis *axis)
{
  gint64 first, last;

  if (!weft_time_axis_get_extent (get_time (self), &first, &last)
      || !weft_time_axis_get_ruler (get_time (self), MAX (width, 1), axis))
    return FALSE;
  axis->origin = first;
  axis->origin_fraction = 0;
  axis->ticks_per_px = MAX ((double) ((guint64) last - (guint64) first), 1) / MAX (width, 1);
  return TRUE;
}

/* A letter over the strip of a minimap. */
static void
paint_letter (WeftStyle *style, guint number, const WeftTrackView *view, WeftPaintList *list)
{
  const char letter[] = { (char) ('A' + number), '\0' };
  double size = weft_style_font_size (style, WEFT_FONT_UI_SMALL);
  int width = weft_glyph_atlas_measure (style->atlas, WEFT_FONT_UI_SMALL, size, letter, -1)
              + weft_style_px (style, 6);
  int height = MIN (weft_style_text_px (style, 14), view->height);

  weft_paint_list_fill (list, 0, view->y, width, height,
                        weft_style_color (style, WEFT_COLOR_CANVAS));
  weft_paint_list_text (list, weft_style_px (style, 3), view->y, width, height, WEFT_FONT_UI_SMALL,
                        size, WEFT_ALIGN_START, WEFT_FIT_END,
                        weft_style_color (style, WEFT_COLOR_TEXT), letter, -1);
}

static void
paint_strip (WeftTracksView *self, WeftTracks *tracks, const WeftTrackView *view,
             WeftPaintList *list)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (tracks);

  if (layout == NULL || layout->scene->painter->paint_minimap == NULL)
    return;
  weft_paint_list_push_clip (list, 0, view->y, view->width, view->height);
  layout->scene->painter->paint_minimap (layout->scene->data, view, list);
  weft_paint_list_pop_clip (list);
}

static void
paint_minimap (WeftPictureView *picture, WeftPaintList *list, int width, int height)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (picture);
  WeftStyle *style = get_style (self);
  WeftTrackView view = { .width = width, .height = height, .style = style };
  int n = (int) self->overviews->len + 1;

  weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_CANVAS));
  if (weft_tracks_get_layout (self->tracks) == NULL || !get_overview (self, width, &view.axis))
    return;
  weft_time_axis_get_range (get_time (self), &view.first, &view.last);
  for (int i = 0; i < n; i++)
    {
      view.y = height * i / n + (i > 0 ? 1 : 0);
      view.height = height * (i + 1) / n - view.y;
      paint_strip (self, i == 0 ? self->tracks : g_ptr_array_index (self->overviews, i - 1), &view,
                   list);
      if (n > 1 && i < 26)
        paint_letter (style, (guint) i, &view, list);
      if (i > 0)
        weft_paint_list_fill (list, 0, view.y - 1, width, 1,
                              weft_style_color (style, WEFT_COLOR_GRID));
    }
  weft_marks_paint_overview (weft_marks_get (self->state), view.first, view.last, width, height,
                             list);
}

static WeftColor
fade (WeftColor color, double opacity)
{
  return (color & 0xffffffu) | ((WeftColor) lrint (opacity * 255) << 24);
}

static void
paint_brush (WeftTracksView *self, const WeftAxis *axis, int height, WeftPaintList *list)
{
  gint64 first, last;
  int x0, x1;

  if (!weft_time_axis_get_selection (get_time (self), &first, &last))
    return;
  x0 = weft_paint_coord (weft_axis_to_px (axis, first));
  x1 = weft_paint_coord (weft_axis_to_px (axis, last));
  weft_paint_list_fill (list, x0, 0, MAX (x1 - x0, 1), height,
                        weft_style_color (get_style (self), WEFT_COLOR_SELECTION));
}

/* The window's frame, and a shade over what is outside of it. */
static void
paint_window (WeftPictureView *picture, WeftPaintList *list, int width, int height)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (picture);
  WeftStyle *style = get_style (self);
  const WeftTimeSpan *visible = weft_time_axis_get_visible (get_time (self));
  WeftColor shade = fade (weft_style_color (style, WEFT_COLOR_CANVAS), 0.55);
  int least = weft_style_px (style, 3), x0, x1;
  WeftAxis axis;
  double start;

  if (!get_overview (self, width, &axis) || visible->length <= 0)
    return;
  paint_brush (self, &axis, height, list);
  start = weft_axis_place_to_px (&axis, visible->start) + visible->fraction / axis.ticks_per_px;
  x0 = CLAMP (weft_paint_coord (start), 0, MAX (width - least, 0));
  x1 = CLAMP (weft_paint_coord (start + visible->length / axis.ticks_per_px), x0 + least,
              MAX (width, x0 + least));
  weft_paint_list_fill (list, 0, 0, x0, height, shade);
  weft_paint_list_fill (list, x1, 0, width - x1, height, shade);
  weft_paint_list_frame (list, x0, 0, x1 - x0, height, weft_style_px (style, 1),
                         weft_style_color (style, WEFT_COLOR_SELECTION_EDGE));
}

static gboolean
minimap_to_time (WeftPictureView *picture, int width, double x, gint64 *time)
{
  WeftAxis axis;

  if (!get_overview (WEFT_TRACKS_VIEW (picture), width, &axis))
    return FALSE;
  *time = weft_axis_to_tick (&axis, x);
  return TRUE;
}

static void
go_to_minimap (WeftPictureView *picture, int width, double x, gboolean begins)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (picture);
  WeftTimeSpan span;
  double scroll;
  WeftAxis axis;

  if (begins)
    weft_view_state_push_history (self->state);
  if (!get_overview (self, width, &axis))
    return;
  weft_tracks_get_place (self->tracks, &span, &scroll);
  weft_axis_scroll (&axis, x - span.length / 2 / axis.ticks_per_px);
  span.start = axis.origin;
  span.fraction = axis.origin_fraction;
  weft_tracks_go (self->tracks, &span, scroll, FALSE);
}

/* --- ruler and legend -------------------------------------------------------------------------------- */

static void
paint_ruler (WeftPictureView *picture, const WeftAxisExtras *extras, WeftPaintList *list, int width,
             int height)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (picture);
  WeftStyle *style = get_style (self);
  WeftAxis axis;

  if (weft_tracks_get_axis (self->tracks, FALSE, &axis))
    weft_axis_paint_ruler (&axis, style, list, 0, 0, width, height, extras);
  else
    weft_paint_list_fill (list, 0, 0, width, height, weft_style_color (style, WEFT_COLOR_PANE));
}

static int
measure_legend (WeftPictureView *picture, int width)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (picture);
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);

  return layout != NULL ? weft_track_layout_measure_legend (layout, get_style (self), width) : 0;
}

static void
paint_legend (WeftPictureView *picture, WeftPaintList *list, int width, int height G_GNUC_UNUSED)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (picture);
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);

  if (layout != NULL)
    weft_track_layout_paint_legend (layout, get_style (self), 0, 0, width, list);
}

/* --- scrollbars -------------------------------------------------------------------------------------- */

static WeftPictureRange
get_rows (WeftTracksView *self, WeftTrackLayout *layout)
{
  int height = weft_tracks_get_height (self->tracks);

  return (WeftPictureRange){ .value = weft_tracks_get_scroll (self->tracks, FALSE),
                             .upper = layout->height,
                             .page = height,
                             .px = 1,
                             .length = height };
}

static gboolean
get_range (WeftPictureView *picture, GtkOrientation orientation, WeftPictureRange *range)
{
  WeftTracksView *self = WEFT_TRACKS_VIEW (picture);
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  const WeftTimeSpan *visible = weft_time_axis_get_visible (get_time (self));
  gint64 first, last;
  WeftAxis axis;

  if (layout == NULL || visible->length <= 0
      || !weft_time_axis_get_extent (get_time (self), &first, &last)
      || !weft_tracks_get_axis (self->tracks, FALSE, &axis))
    return FALSE;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *range = get_rows (self, layout);
  else
    *range = (WeftPictureRange){
      .value = (double) ((__int128) visible->start - first) + visible->fraction,
      .upper = (double) ((guint64) last - (guint64) first),
      .page = visible->length,
      .px = 1 / axis.ticks_per_px,
      .length = weft_tracks_get_width (self->tracks),
    };
  return TRUE;
}

static void
scroll (WeftPictureView *picture, double dx, double dy)
{
  weft_tracks_pan (WEFT_TRACKS_VIEW (picture)->tracks, dx, dy);
}

/* --- the widget --------------------------------------------------------------------------------------- */

static void
weft_tracks_view_finalize (GObject *object)
{
  g_object_unref (WEFT_TRACKS_VIEW (object)->tracks);
  g_ptr_array_unref (WEFT_TRACKS_VIEW (object)->overviews);
  G_OBJECT_CLASS (weft_tracks_view_parent_class)->finalize (object);
}

static void
weft_tracks_view_class_init (WeftTracksViewClass *klass)
{
  WeftPictureViewClass *picture_class = WEFT_PICTURE_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_tracks_view_finalize;
  picture_class->minimap_label = N_ ("Overview of the whole trace");
  picture_class->ruler_label = N_ ("Ruler of the time");
  picture_class->legend_label = N_ ("Legend");
  picture_class->corner = N_ ("Track");
  picture_class->label_width = LABEL_WIDTH;
  picture_class->paint_minimap = paint_minimap;
  picture_class->paint_window = paint_window;
  picture_class->paint_ruler = paint_ruler;
  picture_class->paint_legend = paint_legend;
  picture_class->measure_legend = measure_legend;
  picture_class->minimap_to_time = minimap_to_time;
  picture_class->go_to_minimap = go_to_minimap;
  picture_class->get_range = get_range;
  picture_class->scroll = scroll;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "tracksview");
}

static void
weft_tracks_view_init (WeftTracksView *self)
{
  self->overviews = g_ptr_array_new_with_free_func (g_object_unref);
}

/* Titles are as wide as they are, whatever their tracks show. */
static void
layout_changed (WeftTracksView *self)
{
  WeftTrackLayout *layout = weft_tracks_get_layout (self->tracks);
  int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (layout != NULL)
    weft_picture_view_need_label_width (
      WEFT_PICTURE_VIEW (self),
      (weft_track_layout_measure_labels (layout, get_style (self)) + factor - 1) / factor);
  weft_picture_view_layout_changed (WEFT_PICTURE_VIEW (self));
}

GtkWidget *
weft_tracks_view_new (WeftTracks *tracks, WeftPictureKind kind)
{
  GtkWidget *widget =
    weft_picture_view_new (WEFT_TYPE_TRACKS_VIEW, kind, weft_tracks_canvas_new (tracks),
                           weft_tracks_labels_new (tracks), NULL);
  WeftTracksView *self = WEFT_TRACKS_VIEW (widget);

  self->tracks = g_object_ref (tracks);
  self->state = weft_tracks_get_state (tracks);
  g_signal_connect_object (tracks, "viewport", G_CALLBACK (weft_picture_view_viewport_changed),
                           widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (tracks, "range", G_CALLBACK (weft_picture_view_overview_changed), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (tracks, "layout", G_CALLBACK (layout_changed), widget,
                           G_CONNECT_SWAPPED);
  layout_changed (self);
  return widget;
}

void
weft_tracks_view_add_overview (WeftTracksView *self, WeftTracks *other)
{
  g_return_if_fail (WEFT_IS_TRACKS_VIEW (self) && WEFT_IS_TRACKS (other));

  g_ptr_array_add (self->overviews, g_object_ref (other));
  g_signal_connect_object (other, "layout", G_CALLBACK (weft_picture_view_overview_changed), self,
                           G_CONNECT_SWAPPED);
  weft_picture_view_overview_changed (WEFT_PICTURE_VIEW (self));
}
