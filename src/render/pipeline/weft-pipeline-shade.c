/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-shade.h"

#include <math.h>

#define RED_OF_FLUSH 0.36f /* how far flushed ops are drawn towards red, after the veil */
#define COLORFULNESS 0.65f /* how much of what mixing takes away is given back */
#define MAX_COLORFUL 2.4f
#define MIN_STRIPED \
  0.03f /* share of the lanes over lane 0, or of what has no value, that is striped */

typedef gint32 Integers __attribute__ ((vector_size (16)));

static WeftChannels
get_channels (WeftColor color)
{
  return (WeftChannels){ (float) (color >> 16 & 0xff), (float) (color >> 8 & 0xff),
                         (float) (color & 0xff) };
}

void
weft_pipeline_shade_init (WeftPipelineShade *self, const WeftStyle *style)
{
  WeftColor veil = weft_style_color (style, WEFT_COLOR_FLUSH_VEIL);
  WeftColor red = weft_style_color (style, WEFT_COLOR_ERROR);
  float opacity = (float) weft_color_alpha (veil) / 255;

  self->flush_keep = (1 - opacity) * (1 - RED_OF_FLUSH);
  self->flush_add =
    get_channels (veil) * opacity * (1 - RED_OF_FLUSH) + get_channels (red) * RED_OF_FLUSH;
  self->hatch = get_channels (weft_style_color (style, WEFT_COLOR_UNKNOWN_HATCH));
  self->stripe = 0.45f;
  self->period = CLAMP (weft_style_px (style, 6), 3, 64);
}

void
weft_pipeline_shade_set_full (WeftPipelineShade *self, double full)
{
  self->per_full = (float) (1 / full);
}

/* Premultiplied. */
static inline guint32
pack (WeftChannels channels, float opacity)
{
  const WeftChannels most = (WeftChannels){ 0 } + 255;
  Integers below, bytes;

  channels[3] = 255;
  channels = (WeftChannels) ((Integers) channels & (channels > 0));
  below = channels < most;
  channels = (WeftChannels) (((Integers) channels & below) | ((Integers) most & ~below));
  bytes = __builtin_convertvector(channels * opacity + 0.5f, Integers);
  return (guint32) bytes[3] << 24 | (guint32) bytes[0] << 16 | (guint32) bytes[1] << 8
         | (guint32) bytes[2];
}

WeftColor
weft_pipeline_shade_flushed (const WeftStyle *style, WeftColor color)
{
  WeftPipelineShade shade;

  weft_pipeline_shade_init (&shade, style);
  return pack (get_channels (color) * shade.flush_keep + shade.flush_add, 1);
}

/* The mean colour, and the colourfulness given back. */
static inline WeftChannels
mix_channels (const gint32 *sums, float per_presence)
{
  const WeftChannels color = (WeftChannels){
    (float) sums[WEFT_SUM_RED], (float) sums[WEFT_SUM_GREEN], (float) sums[WEFT_SUM_BLUE]
  } * per_presence;
  float r = color[0], g = color[1], b = color[2];
  float chroma = MAX (r, MAX (g, b)) - MIN (r, MIN (g, b));
  float wanted = (float) sums[WEFT_SUM_CHROMA] * per_presence;
  float mean = (r + g + b) / 3;
  float factor = 1;

  if (wanted > chroma)
    factor = MIN (1 + COLORFULNESS * (wanted / MAX (chroma, 1) - 1), MAX_COLORFUL);
  return mean + (color - mean) * factor;
}

static WeftChannels
draw_to_flushed (const WeftPipelineShade *self, const gint32 *sums, WeftChannels channels)
{
  float flushed = sqrtf (MIN ((float) sums[WEFT_SUM_FLUSHED] / (float) sums[WEFT_SUM_LANE0], 1));

  return channels + flushed * (channels * (self->flush_keep - 1) + self->flush_add);
}

/* Stripes of stalls are as dark as these are many. */
static guint32
make_stripe (const WeftPipelineShade *self, const gint32 *sums, WeftChannels channels,
             float opacity)
{
  float over = (float) sums[WEFT_SUM_OVER], lane0 = (float) sums[WEFT_SUM_LANE0];
  float light = 1 - self->stripe * MIN (over / MAX (lane0, 1), 1);

  return pack (channels * light, opacity);
}

/* Those of what has no value show more than its share, as what is flushed does. */
static guint32
make_hatch (const WeftPipelineShade *self, const gint32 *sums, WeftChannels channels, float opacity)
{
  float share = sqrtf (MIN ((float) sums[WEFT_SUM_UNKNOWN] / (float) sums[WEFT_SUM_LANE0], 1));

  return pack (channels + share * (self->hatch - channels), opacity);
}

WeftPipelinePixel
weft_pipeline_shade_pixel (const WeftPipelineShade *self, const gint32 *sums)
{
  float lane0 = (float) sums[WEFT_SUM_LANE0], over = (float) sums[WEFT_SUM_OVER];
  float presence = lane0 + over, density, opacity;
  WeftChannels channels;
  WeftPipelinePixel pixel = { 0, 0, 0 };

  if (!(presence > 0))
    return pixel;
  channels = mix_channels (sums, WEFT_SUM_ONE / presence);
  if (sums[WEFT_SUM_FLUSHED] > 0)
    channels = draw_to_flushed (self, sums, channels);
  density = sqrtf (MIN (MAX (lane0, over) * self->per_full, 1));
  opacity = 0.25f * density + 0.75f * sqrtf (density);
  pixel.plain = pixel.stripe = pixel.hatch = pack (channels, opacity);
  if (over > MIN_STRIPED * presence)
    pixel.stripe = make_stripe (self, sums, channels, opacity);
  if ((float) sums[WEFT_SUM_UNKNOWN] > MIN_STRIPED * presence)
    pixel.hatch = make_hatch (self, sums, channels, opacity);
  return pixel;
}
