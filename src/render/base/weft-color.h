/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A colour: 0xAARRGGBB in sRGB, straight (not premultiplied) alpha. Everything that describes a
 * colour uses this; only pixels are premultiplied. */
typedef uint32_t WeftColor;

#define WEFT_COLOR_BLACK 0xff000000u
#define WEFT_COLOR_WHITE 0xffffffffu
#define WEFT_COLOR_NONE 0x00000000u

/* A colour in OKLab: `l` is perceived lightness from 0 to 1, `a` green to red, `b` blue to yellow.
 * Equal distances look about equally different. */
typedef struct
{
  double l;
  double a;
  double b;
} WeftLab;

static inline unsigned
weft_color_alpha (WeftColor color)
{
  return color >> 24;
}

/* `color` with its alpha replaced by `alpha` (0 to 255). */
static inline WeftColor
weft_color_with_alpha (WeftColor color, unsigned alpha)
{
  return (color & 0x00ffffffu) | (WeftColor) (alpha & 0xff) << 24;
}

/* The premultiplied pixel of `color`, rounded as cairo rounds a colour that it is given: to 16
 * bits, of which the upper 8 are kept. */
static inline uint32_t
weft_color_premultiply (WeftColor color)
{
  uint32_t alpha = color >> 24;
  uint32_t pixel = alpha << 24;

  if (alpha == 255)
    return color;
  for (unsigned shift = 0; shift < 24; shift += 8)
    pixel |= ((((color >> shift) & 0xff) * alpha * 514 + 255) / 510 >> 8) << shift;
  return pixel;
}

/* `color` laid over the opaque `below`; the result is opaque. */
WeftColor weft_color_over (WeftColor color, WeftColor below);

/* From `a` (at `t` = 0) to `b` (at 1), even to the eye; alpha is mixed too. `t` is clamped. */
WeftColor weft_color_mix (WeftColor a, WeftColor b, double t);

/* The same channel by channel, which is less even, but quick enough for every column of a picture. */
WeftColor weft_color_blend (WeftColor a, WeftColor b, double t);

/* Contrast ratio of two opaque colours, 1 to 21, by WCAG 2.1; the order does not matter. */
double weft_color_contrast (WeftColor a, WeftColor b);

/* Black or white, whichever contrasts more with the opaque `background`: always 4.58 or more. */
WeftColor weft_color_text_on (WeftColor background);

/* To and from OKLab. A colour outside of sRGB keeps lightness and hue and loses chroma. */
WeftLab weft_color_to_lab (WeftColor color);
WeftColor weft_color_from_lab (WeftLab lab);
