/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weft-noc-tile-painter.h"

#include <math.h>

#include "weft-row-colors.h"

/* Logical pixels of a tile's side, from which on it has a letter, bars, and a name. */
#define LETTER_SIDE 6
#define BARS_SIDE 16
#define NAME_SIDE 24

WeftColor
weft_noc_tile_color (const WeftStyle *style, WeftTileType type)
{
  /* Categories whose hues differ from the ramp's as far as can be. */
  static const int categories[WEFT_N_TILE_TYPES] = { -1, 6, 3, 2, 5, 1 };
  WeftColor pane = weft_style_color (style, WEFT_COLOR_PANE);

  if (categories[type] < 0)
    return pane;
  return weft_color_mix (pane, weft_style_category (style, (unsigned) categories[type]),
                         type == WEFT_TILE_TENSIX ? 0.25 : 0.5);
}

/* "" for one of which no more is known. */
static const char *
get_letter (WeftTileType type)
{
  static const char *const letters[WEFT_N_TILE_TYPES] = { "", "T", "D", "E", "P", "A" };

  return letters[type];
}

WeftColor
weft_noc_sent_color (const WeftStyle *style)
{
  return weft_style_color (style, WEFT_COLOR_WRITE);
}

WeftColor
weft_noc_received_color (const WeftStyle *style)
{
  return weft_style_color (style, WEFT_COLOR_READ);
}

static void
paint_text (const WeftStyle *style, const int box[4], double top, double height, double size,
            WeftColor color, const char *text, WeftPaintList *list)
{
  weft_paint_list_text (list, box[0], box[1] + weft_paint_coord (box[3] * top), box[2],
                        weft_paint_coord (box[3] * height), WEFT_FONT_CELL, size, WEFT_ALIGN_CENTER,
                        WEFT_FIT_WHOLE, color, text, -1);
}

/* Sent and received along the bottom, the wait up the right edge. */
static void
paint_bars (const WeftStyle *style, const WeftNocTileShares *shares, const int box[4],
            WeftPaintList *list)
{
  int thickness = MAX (box[3] / 14, weft_style_px (style, 2)), inset = MAX (box[2] / 10, 2);
  int length = box[2] - 2 * inset - 2 * thickness, bottom = box[1] + box[3] - inset;
  int height = (int) lrint (box[3] * shares->waited);

  if (shares->sent > 0)
    weft_paint_list_fill (list, box[0] + inset, bottom - 2 * thickness - 1,
                          MAX ((int) lrint (length * shares->sent), 1), thickness,
                          weft_noc_sent_color (style));
  if (shares->received > 0)
    weft_paint_list_fill (list, box[0] + inset, bottom - thickness,
                          MAX ((int) lrint (length * shares->received), 1), thickness,
                          weft_noc_received_color (style));
  if (height >= 1)
    weft_paint_list_hatch (list, box[0] + box[2] - 1 - 2 * thickness, box[1] + box[3] - height,
                           2 * thickness, height, WEFT_HATCH_UP, CLAMP (2 * thickness, 3, 64),
                           weft_style_color (style, WEFT_COLOR_TEXT));
}

void
weft_noc_tile_paint (const WeftStyle *style, WeftTileType type, WeftColor color, const char *name,
                     const WeftNocTileShares *shares, double side, const int box[4],
                     WeftPaintList *list)
{
  WeftColor text = weft_color_text_on (color);
  gboolean has_bars = shares != NULL && side >= weft_style_px (style, BARS_SIDE);
  gboolean has_name = name != NULL && side >= weft_style_px (style, NAME_SIDE);
  double size = MIN (side * (has_bars ? 0.5 : 0.75), weft_style_font_size (style, WEFT_FONT_UI));

  weft_paint_list_fill (list, box[0], box[1], box[2], box[3], color);
  if (color == weft_row_colors_get_none (style))
    weft_row_colors_hatch (style, box[0], box[1], box[2], box[3], list);
  weft_paint_list_frame (list, box[0], box[1], box[2], box[3], 1,
                         weft_style_color (style, WEFT_COLOR_BORDER));
  if (side >= weft_style_px (style, LETTER_SIDE))
    paint_text (style, box,
                has_name   ? 0.02
                : has_bars ? 0.1
                           : 0,
                has_name   ? 0.44
                : has_bars ? 0.5
                           : 1,
                size, text, get_letter (type), list);
  if (has_name)
    paint_text (style, box, 0.42, 0.34,
                MIN (side * 0.3, weft_style_font_size (style, WEFT_FONT_UI_SMALL)), text, name,
                list);
  if (has_bars)
    paint_bars (style, shares, box, list);
}

void
weft_noc_tile_cross_out (const WeftStyle *style, const int box[4], WeftPaintList *list)
{
  const WeftStroke stroke = { weft_style_color (style, WEFT_COLOR_BORDER),
                              (float) weft_style_px (style, 1), 0, 0 };

  weft_paint_list_line (list, box[0], box[1], box[0] + box[2], box[1] + box[3], &stroke);
  weft_paint_list_line (list, box[0], box[1] + box[3], box[0] + box[2], box[1], &stroke);
}
