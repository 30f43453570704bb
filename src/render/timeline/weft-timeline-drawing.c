/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-timeline-drawing.h"

/* How far a slice steps back where another name stands out. */
#define STEP_BACK 0.78

WeftColor
weft_timeline_scene_get_color (const WeftTimelineScene *self, const WeftStyle *style, guint32 row)
{
  const WeftRowColors *said = self->options.row_colors;
  WeftColor color =
    said != NULL
      ? weft_row_colors_get (said, style, weft_row_colors_classify (said, row))
      : weft_timeline_colors_get_event (self->options.colors, style, self->options.scheme, row);

  if (self->options.name == WEFT_NO_NAME
      || weft_timeline_name (self->options.snapshot->trace, row) == self->options.name)
    return color;
  return weft_color_blend (color, weft_style_color (style, WEFT_COLOR_IDLE), STEP_BACK);
}

gboolean
weft_timeline_scene_is_by_name (const WeftTimelineScene *self)
{
  return self->options.row_colors == NULL && self->options.scheme == WEFT_TIMELINE_BY_NAME
         && self->options.name == WEFT_NO_NAME
         && !weft_timeline_colors_has_requested (self->options.colors);
}

void
weft_timeline_scene_get_instants (const WeftTimelineScene *self, guint track, int height,
                                  gboolean collapsed, int *part)
{
  const WeftTimelineHeights *heights = &self->heights[track];
  int all = heights->instants + heights->slices;

  *part = 0;
  if (heights->instants > 0 && (!collapsed || heights->slices == 0))
    *part = height * heights->instants / MAX (all, 1);
}

gboolean
weft_timeline_scene_get_depth (const WeftTimelineScene *self, guint track, guint depth, int height,
                               gboolean collapsed, int *y, int *part)
{
  guint n_depths = self->options.shown->tracks[track].n_depths;
  int instants;

  if (collapsed)
    {
      *y = 0;
      *part = height;
      return depth == 0;
    }
  weft_timeline_scene_get_instants (self, track, height, FALSE, &instants);
  weft_track_strip_divide (height - instants, n_depths, depth, y, part);
  *y += instants;
  return TRUE;
}

guint
weft_timeline_scene_find_depth (const WeftTimelineScene *self, guint32 row)
{
  const WeftTimelineIndex *index = self->options.shown;
  const WeftTimelineTrace *trace = self->options.snapshot->trace;
  guint track = weft_timeline_track (trace, row), depth;
  guint32 place;

  if (row >= index->n_events || track >= index->n_tracks
      || weft_timeline_kind (trace, row) != WEFT_TIMELINE_SLICE)
    return G_MAXUINT;
  depth = index->depths[row];
  if (depth >= index->tracks[track].n_depths)
    return G_MAXUINT;
  /* One that a filter leaves out has no depth of its own. */
  place = weft_timeline_track_find (&index->tracks[track], depth, weft_timeline_start (trace, row));
  for (; place < index->tracks[track].depths[depth + 1]; place++)
    if (index->tracks[track].rows[place] == row)
      return depth;
    else if (weft_timeline_track_start (&index->tracks[track], depth, place)
             > weft_timeline_start (trace, row))
      break;
  return G_MAXUINT;
}
