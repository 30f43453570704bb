/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-color.h"

#include <math.h>

static double
channel_to_linear (unsigned value)
{
  double v = value / 255.0;

  return v <= 0.04045 ? v / 12.92 : pow ((v + 0.055) / 1.055, 2.4);
}

static double
linear_to_channel (double v)
{
  return v <= 0.0031308 ? v * 12.92 : 1.055 * pow (v, 1 / 2.4) - 0.055;
}

WeftColor
weft_color_over (WeftColor color, WeftColor below)
{
  unsigned alpha = color >> 24;
  WeftColor result = 0xff000000u;

  for (unsigned shift = 0; shift < 24; shift += 8)
    {
      unsigned above = (color >> shift) & 0xff;
      unsigned under = (below >> shift) & 0xff;

      result |= ((above * alpha + under * (255 - alpha) + 127) / 255) << shift;
    }
  return result;
}

WeftColor
weft_color_mix (WeftColor a, WeftColor b, double t)
{
  WeftLab from = weft_color_to_lab (a);
  WeftLab to = weft_color_to_lab (b);
  double alpha;

  t = t > 0 ? fmin (t, 1) : 0;
  alpha = (a >> 24) + t * ((double) (b >> 24) - (a >> 24));
  from.l += t * (to.l - from.l);
  from.a += t * (to.a - from.a);
  from.b += t * (to.b - from.b);
  return weft_color_with_alpha (weft_color_from_lab (from), (unsigned) lrint (alpha));
}

/* Relative luminance of an opaque colour, 0 to 1, by WCAG 2.1. */
static double
get_luminance (WeftColor color)
{
  return 0.2126 * channel_to_linear ((color >> 16) & 0xff)
         + 0.7152 * channel_to_linear ((color >> 8) & 0xff)
         + 0.0722 * channel_to_linear (color & 0xff);
}

WeftColor
weft_color_blend (WeftColor a, WeftColor b, double t)
{
  const uint32_t channels = 0x00ff00ff; /* two at once, each with the bits above it */
  uint32_t part = (uint32_t) lrint (t > 0 ? (t < 1 ? t * 256 : 256) : 0), rest = 256 - part;
  uint32_t low = (a & channels) * rest + (b & channels) * part;
  uint32_t high = (a >> 8 & channels) * rest + (b >> 8 & channels) * part;

  return (low >> 8 & channels) | (high & ~channels);
}

double
weft_color_contrast (WeftColor a, WeftColor b)
{
  double la = get_luminance (a);
  double lb = get_luminance (b);

  return (fmax (la, lb) + 0.05) / (fmin (la, lb) + 0.05);
}

WeftColor
weft_color_text_on (WeftColor background)
{
  double luminance = get_luminance (background) + 0.05;

  /* 1.05 ÷ luminance against luminance ÷ 0.05 */
  return luminance * luminance < 1.05 * 0.05 ? WEFT_COLOR_WHITE : WEFT_COLOR_BLACK;
}

/* The matrices are those of Björn Ottosson's "A perceptual color space for image processing". */
WeftLab
weft_color_to_lab (WeftColor color)
{
  double r = channel_to_linear ((color >> 16) & 0xff);
  double g = channel_to_linear ((color >> 8) & 0xff);
  double b = channel_to_linear (color & 0xff);
  double l = cbrt (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  double m = cbrt (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  double s = cbrt (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

  return (WeftLab){
    .l = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
    .a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
    .b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
  };
}

static void
lab_to_linear (WeftLab lab, double rgb[3])
{
  double l = lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b;
  double m = lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b;
  double s = lab.l - 0.0894841775 * lab.a - 1.2914855480 * lab.b;

  l = l * l * l;
  m = m * m * m;
  s = s * s * s;
  rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
}

static bool
is_in_gamut (const double rgb[3])
{
  const double slack = 0.0005;

  for (int i = 0; i < 3; i++)
    {
      if (rgb[i] < -slack || rgb[i] > 1 + slack)
        return false;
    }
  return true;
}

WeftColor
weft_color_from_lab (WeftLab lab)
{
  double rgb[3];
  double low = 0;
  double high = 1;
  WeftColor color = 0xff;

  lab.l = fmin (fmax (lab.l, 0), 1);
  lab_to_linear (lab, rgb);
  if (!is_in_gamut (rgb))
    {
      /* Take chroma away until it fits. */
      for (int i = 0; i < 16; i++)
        {
          double middle = (low + high) / 2;

          lab_to_linear ((WeftLab){ lab.l, lab.a * middle, lab.b * middle }, rgb);
          if (is_in_gamut (rgb))
            low = middle;
          else
            high = middle;
        }
      lab_to_linear ((WeftLab){ lab.l, lab.a * low, lab.b * low }, rgb);
    }
  for (int i = 0; i < 3; i++)
    color = color << 8
            | (WeftColor) lrint (255 * fmin (fmax (linear_to_channel (fmax (rgb[i], 0)), 0), 1));
  return color;
}
