/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>
#include <stddef.h>

#include "weft-color.h"
#include "weft-font.h"
#include "weft-paint-text.h"

/* A paint list is a drawing: commands in paint order (later ones lie above earlier ones), in
 * device pixels, x to the right and y down. A renderer appends; a back end executes the list any
 * number of times, whole or tile by tile, into pixels (weft-paint-pixels.h) or onto a cairo
 * context (weft-paint-cairo.h).
 *
 * One thread appends; once it stops, any number of threads may execute the list at a time.
 *
 * Coordinates are integers, but for strokes and areas. Any value is allowed: what lies further
 * than WEFT_PAINT_FAR from 0 is drawn as if it ended there, so nothing overflows, and the cost of
 * executing an item is bounded by the pixels of the target. Empty and transparent items are
 * dropped. Appending allocates only when the list outgrows what it has ever held. */

typedef struct _WeftPaintList WeftPaintList;

#define WEFT_PAINT_FAR (1 << 28)

typedef enum
{
  WEFT_HATCH_UP,    /* stripes that rise to the right */
  WEFT_HATCH_DOWN,  /* stripes that fall to the right */
  WEFT_HATCH_CROSS, /* both */
  WEFT_HATCH_HORIZONTAL,
  WEFT_HATCH_VERTICAL,
} WeftHatch;

/* How a line is drawn. Ends and joins are round. */
typedef struct
{
  WeftColor color;
  float width; /* device pixels, more than 0 */
  float dash;  /* length of a dash and of a gap in device pixels; 0: solid */
  float head;  /* length of the arrow head at the last point in device pixels; 0: none */
} WeftStroke;

typedef struct
{
  double x;
  double y;
} WeftPoint;

/* A device coordinate from a computed one: rounded to nearest, clamped to ±WEFT_PAINT_FAR, and 0
 * for NaN. For renderers that map time to pixels. */
static inline int
weft_paint_coord (double value)
{
  if (!(value > -WEFT_PAINT_FAR))
    return isnan (value) ? 0 : -WEFT_PAINT_FAR;
  return value < WEFT_PAINT_FAR ? (int) lrint (value) : WEFT_PAINT_FAR;
}

/* --- the list ------------------------------------------------------------------------------ */

/* An empty list; free it with weft_paint_list_free(). */
WeftPaintList *weft_paint_list_new (void);
void weft_paint_list_free (WeftPaintList *list);

/* Removes every item, string, image and clip and resets the hatch origin, and keeps the memory for
 * the next drawing. */
void weft_paint_list_clear (WeftPaintList *list);

/* Items drawn so far (clips count); bytes that the list has allocated. */
size_t weft_paint_list_get_length (const WeftPaintList *list);
size_t weft_paint_list_get_memory (const WeftPaintList *list);

/* Says which point of the endless picture the list's (0, 0) is. Hatches take their phase from it,
 * so that the same thing keeps its stripes while the view pans, and neighbouring tiles match. Set
 * it before the items that it is for. */
void weft_paint_list_set_origin (WeftPaintList *list, int64_t x, int64_t y);

/* --- rectangles ------------------------------------------------------------------------------ */

/* Fills a rectangle; a colour with alpha veils what is below. */
void weft_paint_list_fill (WeftPaintList *list, int x, int y, int width, int height,
                           WeftColor color);

/* Fills neighbouring columns of one pixel's width from x on, each with an opaque colour of its own. */
void weft_paint_list_columns (WeftPaintList *list, int x, int y, int height,
                              const WeftColor *colors, size_t n_columns);

/* Draws a border of `thickness` pixels (1 or more) inside the edge of a rectangle. */
void weft_paint_list_frame (WeftPaintList *list, int x, int y, int width, int height, int thickness,
                            WeftColor color);

/* Draws stripes on a rectangle. They repeat every `period` pixels (2 to 64, measured along x, or
 * along y for WEFT_HATCH_HORIZONTAL) and are a third of that thick. What is between them stays. */
void weft_paint_list_hatch (WeftPaintList *list, int x, int y, int width, int height,
                            WeftHatch direction, int period, WeftColor color);

/* Restricts what follows to a rectangle (within the clip that is in force) until the matching pop.
 * Every push needs its pop. */
void weft_paint_list_push_clip (WeftPaintList *list, int x, int y, int width, int height);
void weft_paint_list_pop_clip (WeftPaintList *list);

/* --- text ---------------------------------------------------------------------------------- */

/* Draws one line of text in a box, and never outside of it: centred vertically by ascent and
 * descent, horizontally by `align`. `size` is in device pixels per em. `length` is in bytes or −1
 * when `text` ends with NUL. What is not UTF-8, and control characters, become U+FFFD; newlines
 * and tabs become blanks; of a text longer than WEFT_PAINT_TEXT_MAX bytes the head (with
 * WEFT_FIT_MIDDLE: head and tail) and an ellipsis stay. The text is copied. */
void weft_paint_list_text (WeftPaintList *list, int x, int y, int width, int height,
                           WeftFontRole role, double size, WeftTextAlign align, WeftTextFit fit,
                           WeftColor color, const char *text, ptrdiff_t length);

/* The fast path for strings that repeat: stage names, cycle counts. Interns the string once and
 * returns its number, valid until weft_paint_list_clear(). The same string (up to 31 bytes), role
 * and size give the same number. */
uint32_t weft_paint_list_intern (WeftPaintList *list, WeftFontRole role, double size,
                                 const char *text, ptrdiff_t length);

/* Draws an interned string; as weft_paint_list_text() otherwise. */
void weft_paint_list_string (WeftPaintList *list, int x, int y, int width, int height,
                             WeftTextAlign align, WeftTextFit fit, WeftColor color,
                             uint32_t string);

/* --- lines and areas ----------------------------------------------------------------------- */

/* Draws a straight line, anti-aliased; pixel centres are at half coordinates. A coordinate that is
 * not finite drops the item. */
void weft_paint_list_line (WeftPaintList *list, double x0, double y0, double x1, double y1,
                           const WeftStroke *stroke);

/* Draws a line through 2 or more points as one shape (no dots at joins of a translucent colour).
 * For few points; many samples of a curve are an area. */
void weft_paint_list_polyline (WeftPaintList *list, const WeftPoint *points, size_t n_points,
                               const WeftStroke *stroke);

/* Draws a cubic Bézier curve from points[0] to points[3]. */
void weft_paint_list_curve (WeftPaintList *list, const WeftPoint points[4],
                            const WeftStroke *stroke);

/* Fills a convex polygon of 3 to 16 points, anti-aliased: markers, flags, arrow heads. */
void weft_paint_list_polygon (WeftPaintList *list, const WeftPoint *points, size_t n_points,
                              WeftColor color);

/* Fills an area of one-pixel columns, for graphs: column i covers x + i, from ranges[2 i] down to
 * ranges[2 i + 1], anti-aliased at both ends. Returns the 2 × n_columns floats for the caller to
 * write, valid until the list is cleared; they start as NaN, and a column that is NaN, or whose
 * end is not below its start, is left out. NULL when n_columns is 0. */
float *weft_paint_list_area (WeftPaintList *list, int x, size_t n_columns, WeftColor color);

/* --- pixels -------------------------------------------------------------------------------- */

/* Lays an image of width × height device pixels over the drawing and returns its memory, rows
 * of `width` premultiplied ARGB32 words (0 at first), for the caller to write; valid until the list
 * is cleared. NULL when it has no pixels or more than 64 Mi. */
uint32_t *weft_paint_list_image (WeftPaintList *list, int x, int y, int width, int height);
