/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-glide.h"

#include <math.h>

/* How long a glide lasts, in µs: long enough for the eye to follow, short enough to wait for. */
#define GLIDE_TIME 150000

void
weft_pipeline_glide_begin (WeftPipelineGlide *self, const WeftPipelineViewport *from,
                           const WeftPipelineViewport *to)
{
  *self = (WeftPipelineGlide){ .going = TRUE, .from = *from, .to = *to };
}

void
weft_pipeline_glide_resize (WeftPipelineGlide *self, const WeftPipelineExtent *extent, int width,
                            int height)
{
  if (!self->going)
    return;
  self->from = weft_pipeline_viewport_resize (self->from, extent, width, height);
  self->to = weft_pipeline_viewport_resize (self->to, extent, width, height);
}

/* A window between two: its edges are on the way from the one's to the other's, so that what is at
 * the same place in both stays there. */
static WeftPipelineViewport
interpolate (const WeftPipelineViewport *from, const WeftPipelineViewport *to, double way)
{
  WeftPipelineViewport between = *to;
  double left = (double) (from->origin_cycle - to->origin_cycle) + from->origin_fraction;
  double width0 = from->width / from->px_per_cycle, width1 = to->width / to->px_per_cycle;
  double height0 = from->height / from->px_per_row, height1 = to->height / to->px_per_row;
  double edge = left + (to->origin_fraction - left) * way;

  between.px_per_cycle = to->width / (width0 + (width1 - width0) * way);
  between.px_per_row = to->height / (height0 + (height1 - height0) * way);
  between.origin_row = from->origin_row + (to->origin_row - from->origin_row) * way;
  between.origin_cycle = to->origin_cycle + (gint64) floor (edge);
  between.origin_fraction = edge - floor (edge);
  return between;
}

WeftPipelineViewport
weft_pipeline_glide_advance (WeftPipelineGlide *self, gint64 frame_time)
{
  double way;

  if (self->start == 0)
    self->start = frame_time;
  way = (double) (frame_time - self->start) / GLIDE_TIME;
  if (way >= 1)
    {
      self->going = FALSE;
      return self->to;
    }
  /* Quick at first: a press shows within the first frame. */
  way = 1 - (1 - way) * (1 - way) * (1 - way);
  return interpolate (&self->from, &self->to, way);
}
