/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "weft-folds.h"
#include "weft-paint-list.h"
#include "weft-style.h"

/* A time axis: maps the trace's 64-bit ticks to device pixels, chooses ticks at 1-2-5 steps, and
 * paints rulers and grids. A plain value; copy it freely. Every difference is taken in integers
 * before it becomes a double, so that nothing jitters far from 0. */

typedef enum
{
  WEFT_AXIS_COUNT,       /* a count of `unit_name`: "12 345 cycles" */
  WEFT_AXIS_NANOSECONDS, /* a time: labels in ns, µs, ms or s, whichever suits the step */
} WeftAxisUnit;

typedef struct
{
  int64_t origin;         /* at the left edge: a tick, or where some are folded its place */
  double origin_fraction; /* and how far into that the edge is, 0 to below 1 */
  double ticks_per_px;    /* more than 0 and finite, 1e-6 to 1e16; of ticks that are not folded */
  int64_t zero;           /* tick that is labelled 0: 0 for absolute display */
  int64_t ticks_per_unit; /* ticks in a unit of the labels (gem5: 500 or 1000 per cycle); ≥ 1 */
  WeftAxisUnit unit;
  const char *unit_name;  /* for WEFT_AXIS_COUNT: "cycles"; static or as long as the axis */
  int64_t hertz;          /* for WEFT_AXIS_COUNT: ticks in a second, where the labels are times all
                            * the same; 0: they are counts */
  int64_t reach;          /* of weft_axis_get_reach(), so that steps stay the same wherever the axis
                            * is; 0: the labels in sight decide */
  const WeftFolds *folds; /* (nullable) not held */
} WeftAxis;

__extension__ typedef __int128 WeftAxisWide;

/* Where the lines are: at zero + k · major for every integer k, and minor ones between. They are
 * counted in parts of a tick or of a second, so that a line need not lie on a tick. */
typedef struct
{
  int64_t major;          /* in parts: 1, 2 or 5 · 10ⁿ units, at least one unit */
  int64_t minor;          /* divides major; 0 when there is no room or nothing between */
  int64_t label_unit;     /* parts in one unit of the labels */
  const char *label_name; /* the unit's name, to be written once */
  int64_t ticks;          /* so many ticks are … */
  int64_t parts;          /* … so many parts: 1 and 1 but for an axis with `hertz` */
} WeftAxisSteps;

/* A line of an axis. */
typedef struct
{
  WeftAxisWide parts; /* from zero */
  int64_t tick;       /* that it lies in */
  double fraction;    /* and how far into it, 0 to below 1 */
} WeftAxisLine;

/* Shown by a ruler besides its ticks. */
typedef struct
{
  int64_t tick;
  WeftColor color;
  const char *label; /* nullable: the tick's own label */
} WeftAxisMark;

typedef struct
{
  const WeftAxisMark *marks; /* cursors, bookmarks; later ones lie above */
  size_t n_marks;
  int64_t selection_start; /* half-open range; none when end ≤ start */
  int64_t selection_end;
} WeftAxisExtras;

/* Room for any label of weft_axis_format() and weft_axis_format_integer(), with its NUL. */
#define WEFT_AXIS_LABEL_SIZE 64

/* --- mapping ------------------------------------------------------------------------------- */

/* x of the left edge of `tick`, in device pixels from the axis's left edge; may be far outside. */
double weft_axis_to_px (const WeftAxis *axis, int64_t tick);

/* Likewise of a place that a tick is laid in. */
double weft_axis_place_to_px (const WeftAxis *axis, int64_t place);

/* The tick that contains `x`: rounded down, clamped to int64. */
int64_t weft_axis_to_tick (const WeftAxis *axis, double x);

/* Zooms by `factor` (above 1: out) so that what is at `x` stays there. Clamps ticks_per_px. */
void weft_axis_zoom (WeftAxis *axis, double x, double factor);

/* Moves the view by `dx` device pixels; above 0 shows later ticks. Clamps at the ends of int64. */
void weft_axis_scroll (WeftAxis *axis, double dx);

/* --- ticks --------------------------------------------------------------------------------- */

/* The steps for labels that are `label_width` device pixels wide, gap included. */
WeftAxisSteps weft_axis_choose_steps (const WeftAxis *axis, double label_width);

/* The steps for a ruler `width` pixels wide: measures the labels that it will have. */
WeftAxisSteps weft_axis_get_steps (const WeftAxis *axis, const WeftStyle *style, int width);

/* The first line at or after the tick `from`, and the one after a line, `step` (major or minor) apart,
 * without those within folds. False when there is none in int64. */
bool weft_axis_first (const WeftAxis *axis, const WeftAxisSteps *steps, int64_t step, int64_t from,
                      WeftAxisLine *line);
bool weft_axis_next (const WeftAxis *axis, const WeftAxisSteps *steps, int64_t step,
                     WeftAxisLine *line);

/* x of a line, like weft_axis_to_px(). */
double weft_axis_line_to_px (const WeftAxis *axis, const WeftAxisLine *line);

/* How far labels go where all ticks are between `first` and `last`. Steady while a trace grows. */
int64_t weft_axis_get_reach (int64_t zero, int64_t first, int64_t last);

/* --- labels -------------------------------------------------------------------------------- */

/* An integer for people: groups of three digits, parted by U+202F (narrow no-break space), minus as
 * U+2212. Does not depend on the locale. Returns `buffer`. */
char *weft_axis_format_integer (int64_t value, char buffer[WEFT_AXIS_LABEL_SIZE]);

/* The label of `tick`, without the unit: an integer, or as many decimals as the tick needs; of a time
 * by a clock, three. */
char *weft_axis_format (const WeftAxis *axis, const WeftAxisSteps *steps, int64_t tick,
                        char buffer[WEFT_AXIS_LABEL_SIZE]);

/* The label of a line, likewise. */
char *weft_axis_format_line (const WeftAxisSteps *steps, const WeftAxisLine *line,
                             char buffer[WEFT_AXIS_LABEL_SIZE]);

/* --- painting ------------------------------------------------------------------------------ */

/* Height of a ruler in device pixels. */
int weft_axis_ruler_height (const WeftStyle *style);

/* Paints a ruler into the box: pane, minor and major ticks, labels, the unit once at its right end,
 * then selection and marks (`extras`, nullable). The axis's left edge is at `x`. */
void weft_axis_paint_ruler (const WeftAxis *axis, const WeftStyle *style, WeftPaintList *list,
                            int x, int y, int width, int height, const WeftAxisExtras *extras);

/* Paints vertical grid lines at the same steps as the ruler of this width. */
void weft_axis_paint_grid (const WeftAxis *axis, const WeftStyle *style, WeftPaintList *list, int x,
                           int y, int width, int height);
