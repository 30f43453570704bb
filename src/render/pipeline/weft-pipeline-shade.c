/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-pipeline-shade.h"

#include <math.h>

#define RED_OF_FLUSH 0.36f /* how far flushed ops are drawn towards red, after the veil */
#define COLORFULNESS 0.65f /* how much of what mixing takes away is given back */
#define MAX_COLORFUL 2.4f
#define MIN_STRIPED \
  0.03f /* share of the lanes over lane 0, or of what has no value, that is striped */

void
weft_pipeline_shade_init (WeftPipelineShade *self, const WeftStyle *style)
{
  WeftColor veil = weft_style_color (style, WEFT_COLOR_FLUSH_VEIL);
  WeftColor red = weft_style_color (style, WEFT_COLOR_ERROR);
  float opacity = (float) weft_color_alpha (veil) / 255;

  self->flush_keep = (1 - opacity) * (1 - RED_OF_FLUSH);
  for (guint i = 0; i < 3; i++)
    self->flush_add[i] = (float) (veil >> (16 - 8 * i) & 0xff) * opacity * (1 - RED_OF_FLUSH)
                         + (float) (red >> (16 - 8 * i) & 0xff) * RED_OF_FLUSH;
  for (guint i = 0; i < 3; i++)
    self->hatch[i] =
      (float) (weft_style_color (style, WEFT_COLOR_UNKNOWN_HATCH) >> (16 - 8 * i) & 0xff);
  self->stripe = 0.45f;
  self->period = CLAMP (weft_style_px (style, 6), 3, 64);
}

void
weft_pipeline_shade_set_full (WeftPipelineShade *self, double full)
{
  self->per_full = (float) (1 / full);
}

WeftColor
weft_pipeline_shade_flushed (const WeftStyle *style, WeftColor color)
{
  WeftPipelineShade shade;
  WeftColor result = 0xff000000;

  weft_pipeline_shade_init (&shade, style);
  for (guint i = 0; i < 3; i++)
    {
      guint shift = 16 - 8 * i;
      float channel = (float) (color >> shift & 0xff) * shade.flush_keep + shade.flush_add[i];

      result |= (WeftColor) (channel + 0.5f) << shift;
    }
  return result;
}

static inline guint32
pack (const float channels[3], float opacity)
{
  guint32 pixel = (guint32) (opacity * 255 + 0.5f) << 24;

  for (guint i = 0; i < 3; i++)
    pixel |= (guint32) (CLAMP (channels[i], 0, 255) * opacity + 0.5f) << (16 - 8 * i);
  return pixel;
}

/* The mean colour, and the colourfulness given back. */
static inline void
mix_channels (const gint32 *sums, float per_presence, float channels[3])
{
  float r = (float) sums[WEFT_SUM_RED] * per_presence;
  float g = (float) sums[WEFT_SUM_GREEN] * per_presence;
  float b = (float) sums[WEFT_SUM_BLUE] * per_presence;
  float chroma = MAX (r, MAX (g, b)) - MIN (r, MIN (g, b));
  float wanted = (float) sums[WEFT_SUM_CHROMA] * per_presence;
  float mean = (r + g + b) / 3;
  float factor = 1;

  if (wanted > chroma)
    factor = MIN (1 + COLORFULNESS * (wanted / MAX (chroma, 1) - 1), MAX_COLORFUL);
  channels[0] = mean + (r - mean) * factor;
  channels[1] = mean + (g - mean) * factor;
  channels[2] = mean + (b - mean) * factor;
}

static void
draw_to_flushed (const WeftPipelineShade *self, const gint32 *sums, float channels[3])
{
  float flushed = sqrtf (MIN ((float) sums[WEFT_SUM_FLUSHED] / (float) sums[WEFT_SUM_LANE0], 1));

  for (guint i = 0; i < 3; i++)
    channels[i] += flushed * (channels[i] * (self->flush_keep - 1) + self->flush_add[i]);
}

/* Stripes of stalls are as dark as these are many. */
static guint32
make_stripe (const WeftPipelineShade *self, const gint32 *sums, const float channels[3],
             float opacity)
{
  float over = (float) sums[WEFT_SUM_OVER], lane0 = (float) sums[WEFT_SUM_LANE0];
  float light = 1 - self->stripe * MIN (over / MAX (lane0, 1), 1);
  const float darker[3] = { channels[0] * light, channels[1] * light, channels[2] * light };

  return pack (darker, opacity);
}

/* Those of what has no value show more than its share, as what is flushed does. */
static guint32
make_hatch (const WeftPipelineShade *self, const gint32 *sums, const float channels[3],
            float opacity)
{
  float share = sqrtf (MIN ((float) sums[WEFT_SUM_UNKNOWN] / (float) sums[WEFT_SUM_LANE0], 1));
  float mixed[3];

  for (guint i = 0; i < 3; i++)
    mixed[i] = channels[i] + share * (self->hatch[i] - channels[i]);
  return pack (mixed, opacity);
}

WeftPipelinePixel
weft_pipeline_shade_pixel (const WeftPipelineShade *self, const gint32 *sums)
{
  float lane0 = (float) sums[WEFT_SUM_LANE0], over = (float) sums[WEFT_SUM_OVER];
  float presence = lane0 + over, density, opacity, channels[3];
  WeftPipelinePixel pixel = { 0, 0, 0 };

  if (!(presence > 0))
    return pixel;
  mix_channels (sums, WEFT_SUM_ONE / presence, channels);
  if (sums[WEFT_SUM_FLUSHED] > 0)
    draw_to_flushed (self, sums, channels);
  density = sqrtf (MIN (MAX (lane0, over) * self->per_full, 1));
  opacity = 0.25f * density + 0.75f * sqrtf (density);
  pixel.plain = pixel.stripe = pixel.hatch = pack (channels, opacity);
  if (over > MIN_STRIPED * presence)
    pixel.stripe = make_stripe (self, sums, channels, opacity);
  if ((float) sums[WEFT_SUM_UNKNOWN] > MIN_STRIPED * presence)
    pixel.hatch = make_hatch (self, sums, channels, opacity);
  return pixel;
}
