/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "weft-color.h"
#include "weft-font.h"
#include "weft-glyph-atlas.h"

/* A style is everything that decides how a drawing looks, and nothing of what it shows: theme,
 * palette, fonts, scales, and the glyph atlas that goes with them. Styles never change, so workers
 * share them; a new setting makes a new style. */

typedef enum
{
  WEFT_THEME_LIGHT,
  WEFT_THEME_DARK,
  WEFT_THEME_LIGHT_HIGH_CONTRAST,
  WEFT_THEME_DARK_HIGH_CONTRAST,
} WeftTheme;

/* The hues of categories. Both sequences stay apart for those who see no red or no green. */
typedef enum
{
  WEFT_HUES_CLEAR, /* blue, orange, green, pink… */
  WEFT_HUES_MUTED, /* indigo, sand, forest, rose…: further apart in lightness */
} WeftHues;

/* The input of a style. Start from weft_style_options_default(). */
typedef struct
{
  WeftTheme theme;
  WeftHues hues;
  const char *ui_family;   /* the interface's font, "Sans" by default */
  const char *mono_family; /* the system's monospace, "Monospace" by default */
  double font_points;      /* size of both in points of 1/72 inch, 10 by default; 4 to 72 */
  double text_scale;       /* the desktop's text scaling factor, 1 by default; 0.5 to 4 */
  double device_scale;     /* device pixels per logical pixel (96 per inch), may be fractional;
                            * 1 by default; 0.25 to 8 */
} WeftStyleOptions;

typedef enum
{
  WEFT_COLOR_CANVAS,         /* behind everything */
  WEFT_COLOR_ZEBRA,          /* every second row */
  WEFT_COLOR_PANE,           /* label panes, rulers, legends */
  WEFT_COLOR_GRID,           /* lines at major ticks */
  WEFT_COLOR_GRID_MINOR,     /* lines at minor ticks, separators of rows */
  WEFT_COLOR_BORDER,         /* around a cell */
  WEFT_COLOR_TEXT,           /* on canvas, zebra and pane */
  WEFT_COLOR_TEXT_MUTED,     /* the same, second rank; still 4.5:1 */
  WEFT_COLOR_ACCENT,         /* what the user acts on: the current row, a link */
  WEFT_COLOR_SELECTION,      /* veil over a brushed range or a selected row */
  WEFT_COLOR_SELECTION_EDGE, /* its outline */
  WEFT_COLOR_HOVER,          /* veil under the pointer */
  WEFT_COLOR_CURSOR,         /* crosshair and cursors */
  WEFT_COLOR_FLUSH_VEIL,     /* over cells of flushed ops: takes them towards the canvas */
  WEFT_COLOR_FLUSH_HATCH,    /* over the veil, where cells are large */
  WEFT_COLOR_WAIT_HATCH,     /* over cells that wait or stall */
  WEFT_COLOR_OVER_HATCH,     /* on the ramp's end: over capacity */
  WEFT_COLOR_UNKNOWN,        /* loss and unknown: a grey that is never the colour of idle */
  WEFT_COLOR_UNKNOWN_HATCH,  /* the hatch on it */
  WEFT_COLOR_IDLE,           /* present and known to do nothing */
  WEFT_COLOR_ERROR,          /* errors, violations */
  WEFT_COLOR_WARNING,
  WEFT_COLOR_ARROW, /* dependency arrows of type 0 */
  WEFT_COLOR_DMA,   /* fixed meanings */
  WEFT_COLOR_TE,
  WEFT_COLOR_VE,
  WEFT_COLOR_HOST, /* host, control, other */
  WEFT_COLOR_READ,
  WEFT_COLOR_WRITE,
  WEFT_COLOR_MULTICAST,
  WEFT_N_COLORS
} WeftColorRole;

/* All that a cell of one category needs, opaque and made beforehand: for thousands per frame. */
typedef struct
{
  WeftColor fill;
  WeftColor border;
  WeftColor text; /* on fill, 4.5:1 or more */
  WeftColor flushed_fill;
  WeftColor flushed_border;
  WeftColor flushed_text; /* on flushed_fill, 4.5:1 or more */
} WeftCellColors;

/* Categories before the sequence begins again: eight hues, then lighter, then darker. */
#define WEFT_STYLE_N_CATEGORIES 24

#define WEFT_STYLE_N_HEAT 256
#define WEFT_STYLE_N_DIVERGING 257 /* odd: one of them is neutral */

typedef struct
{
  atomic_uint refs;
  WeftStyleOptions options; /* that the style was made from; their strings are its own */
  WeftGlyphAtlas *atlas;    /* that measures and draws the style's text */
  uint64_t hash; /* the same for styles that draw the same, and differs otherwise (but by an
                             * accident of one in 2⁶⁴); never 0. For tile keys. */
  WeftCellColors cells[WEFT_STYLE_N_CATEGORIES];
  WeftColor heat[WEFT_STYLE_N_HEAT];
  WeftColor diverging[WEFT_STYLE_N_DIVERGING];
} WeftStyle;

WeftStyleOptions weft_style_options_default (void);

/* A new style with one reference. `options` is copied; NULL means the defaults; values out of range
 * are clamped. Shares the glyph atlas of `sibling` (nullable) where the families are the same. */
WeftStyle *weft_style_new (const WeftStyleOptions *options, WeftStyle *sibling);

/* Main thread only: a style with these options, the latest that was shared where it has them, and at
 * least its glyph atlas where the families are the same. Pages share what was shaped, and its font maps,
 * each of which has a thread of its own in newer versions of pango. NULL: the default style, which is kept
 * beside that one. (transfer full) */
WeftStyle *weft_style_share (const WeftStyleOptions *options);
WeftStyle *weft_style_ref (WeftStyle *style);
void weft_style_unref (WeftStyle *style);

/* Whether the canvas is dark. */
bool weft_style_is_dark (const WeftStyle *style);

/* --- sizes --------------------------------------------------------------------------------- */

/* Device pixels of a length in logical pixels: rounded, at least 1 when `logical` is above 0. */
int weft_style_px (const WeftStyle *style, double logical);

/* The same for lengths that hold text (row heights, column widths): follows text scale too. */
int weft_style_text_px (const WeftStyle *style, double logical);

/* Device pixels per em of a role at its normal size. */
double weft_style_font_size (const WeftStyle *style, WeftFontRole role);

/* Whether text of `size` device pixels per em may be shown: 8.5 logical pixels or more. */
bool weft_style_legible (const WeftStyle *style, double size);

/* --- colours ------------------------------------------------------------------------------- */

WeftColor weft_style_color (const WeftStyle *style, WeftColorRole role);

/* The colour of category `index`, in the order in which names were first seen; opaque. Beyond
 * WEFT_STYLE_N_CATEGORIES the sequence begins again. Text on it: weft_color_text_on(). */
WeftColor weft_style_category (const WeftStyle *style, unsigned index);

/* The edge of a cell of that colour: lighter on dark canvas, darker on light. This and the next two
 * compute in OKLab: not for thousands per frame. */
WeftColor weft_style_border_of (const WeftStyle *style, WeftColor cell);

/* A cell of that colour under WEFT_COLOR_FLUSH_VEIL, opaque. */
WeftColor weft_style_flushed (const WeftStyle *style, WeftColor cell);

/* Text that steps back on an opaque colour, but still reads at 4.5:1: for flushed cells. */
WeftColor weft_style_muted_on (const WeftStyle *style, WeftColor background);

/* One hue, from the first step of a pipeline to the last: `depth` of `n_depths` (1 or more). */
WeftColor weft_style_depth (const WeftStyle *style, unsigned depth, unsigned n_depths);

/* The heat ramp, dark blue (0) over grey to yellow (1), even in lightness. Clamped; NaN gives
 * WEFT_COLOR_UNKNOWN. */
WeftColor weft_style_heat (const WeftStyle *style, double amount);

/* Differences: blue (−1), neutral (0), red (1), symmetric in lightness. Clamped; NaN as above. */
WeftColor weft_style_diverging (const WeftStyle *style, double difference);
