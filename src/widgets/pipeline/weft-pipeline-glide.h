/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weft-pipeline-viewport.h"

G_BEGIN_DECLS

/* A glide from one viewport to another, over 150 ms. A plain value, without a glide where it is 0. */
typedef struct
{
  gboolean going;
  gint64 start; /* frame time, µs; 0: with the next frame */
  WeftPipelineViewport from;
  WeftPipelineViewport to;
} WeftPipelineGlide;

void weft_pipeline_glide_begin (WeftPipelineGlide *self, const WeftPipelineViewport *from,
                                const WeftPipelineViewport *to);

/* The window has another size: the glide goes on to where it was going. */
void weft_pipeline_glide_resize (WeftPipelineGlide *self, const WeftPipelineExtent *extent,
                                 int width, int height);

/* Where it is on this frame; the glide ends where that is its end. Only while it goes. */
WeftPipelineViewport weft_pipeline_glide_advance (WeftPipelineGlide *self, gint64 frame_time);

G_END_DECLS
