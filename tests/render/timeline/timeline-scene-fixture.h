/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "timeline-fixture.h"
#include "weft-paint-pixels.h"
#include "weft-timeline-hit.h"
#include "weft-timeline-index-builder.h"
#include "weft-timeline-scene.h"
#include "weft-timeline-study.h"
#include "weft-timeline-tracks.h"
#include "weft-timeline-writer.h"
#include "weft-track-layout.h"

#include <math.h>

#define WIDTH 900
#define HEIGHT 400

/* A scene of a text, laid out so that a microsecond is a pixel. */
typedef struct
{
  WeftTimelineSnapshot *snapshot;
  WeftTimelineRoles *roles;
  WeftTimelineColors *colors;
  WeftTimelineOverview *overview;
  WeftTimelineSeriesSet *series;
  WeftTrackScene *scene;
  WeftTrackOrder *order;
  WeftTrackLayout *layout;
  WeftStyle *style;
  WeftAxis axis;
  cairo_surface_t *surface;
} Fixture;

static inline void
lay_out (Fixture *self, WeftTimelineSceneOptions options)
{
  options.snapshot = self->snapshot;
  if (options.shown == NULL)
    options.shown = self->snapshot->index;
  options.roles = self->roles;
  options.colors = self->colors;
  options.overview = self->overview;
  options.series = self->series;
  g_clear_pointer (&self->layout, weft_track_layout_unref);
  g_clear_pointer (&self->scene, weft_track_scene_unref);
  self->scene = weft_timeline_scene_new (&options);
  self->layout = weft_track_layout_new (self->scene, self->order, self->style);
}

static inline void
set_up (Fixture *self, const char *text)
{
  self->snapshot = timeline_fixture_read (text);
  self->roles = weft_timeline_roles_new (self->snapshot, NULL);
  self->colors = weft_timeline_colors_new (self->snapshot);
  self->overview = weft_timeline_overview_new (self->snapshot, self->roles);
  self->series = weft_timeline_series_set_new (self->snapshot);
  self->order = weft_track_order_new ();
  self->style = weft_style_new (NULL, NULL);
  self->axis = (WeftAxis){ .origin = self->snapshot->first_time,
                           .ticks_per_px = 1000,
                           .ticks_per_unit = 1,
                           .unit = WEFT_AXIS_NANOSECONDS };
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  lay_out (self, (WeftTimelineSceneOptions){ .name = WEFT_NO_NAME });
}

static inline void
tear_down (Fixture *self)
{
  cairo_surface_destroy (self->surface);
  weft_track_layout_unref (self->layout);
  weft_track_order_free (self->order);
  weft_track_scene_unref (self->scene);
  weft_style_unref (self->style);
  weft_timeline_series_set_unref (self->series);
  weft_timeline_overview_unref (self->overview);
  weft_timeline_colors_unref (self->colors);
  weft_timeline_roles_unref (self->roles);
  weft_timeline_snapshot_unref (self->snapshot);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, tear_down)

/* How many items the picture is made of. */
static inline gsize
draw (Fixture *self)
{
  WeftPaintList *list = weft_paint_list_new ();
  gsize length;

  weft_track_layout_paint (self->layout, &self->axis, self->style, WIDTH, 0, 0, WIDTH, HEIGHT, NULL,
                           list);
  weft_paint_pixels_draw_surface (list, self->style->atlas, self->surface, NULL, 0, 0);
  length = weft_paint_list_get_length (list);
  weft_paint_list_free (list);
  return length;
}

static inline WeftColor
get_pixel (Fixture *self, int x, int y)
{
  const guint8 *data = cairo_image_surface_get_data (self->surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (self->surface);

  return ((const guint32 *) (gconstpointer) (data + (gsize) y * stride))[x];
}

static inline const WeftTrackRow *
find_row (Fixture *self, guint32 track)
{
  const WeftTrackRow *row = weft_track_layout_find_track (self->layout, track);

  g_assert_nonnull (row);
  return row;
}

static inline guint
track_of (Fixture *self, const char *name)
{
  return weft_timeline_track (self->snapshot->trace,
                              timeline_fixture_find (self->snapshot, name, 0));
}
